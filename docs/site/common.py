"""What the programs of this folder share: the pages' blocks, the built command, and a house to try things on."""

import json
import os
import re
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


@dataclass
class Block:
    """A fenced block of a page."""

    page: str
    line: int
    kind: str
    text: str
    # Marked as an example of what is printed, not as something to run.
    output: bool


def blocks(page):
    """The fenced blocks of a page."""
    found, lines = [], page.read_text().splitlines()
    at = 0
    while at < len(lines):
        if fence := re.match(r"( *)```(.*)", lines[at]):
            end = next(n for n in range(at + 1, len(lines)) if lines[n].strip() == "```")
            inside = [line.removeprefix(fence[1]) for line in lines[at + 1 : end]]
            before = next((line for line in reversed(lines[:at]) if line.strip()), "")
            name = str(page.relative_to(ROOT))
            found.append(Block(name, at + 1, fence[2].strip(), "\n".join(inside) + "\n", "<!-- example output -->" in before))
            at = end
        at += 1
    return found


def binary():
    """CROUPIER_BINARY, or what cargo has built last for tests."""
    places = [os.environ.get("CROUPIER_BINARY"), TARGET / "checked/croupier", TARGET / "release/croupier"]
    found = next((Path(place) for place in places if place and Path(place).exists()), None)
    assert found, "no croupier is built: set CROUPIER_BINARY, or run `just build`"
    return found.resolve()


def servers():
    """Where PostgreSQL and NATS are."""
    names = ["CROUPIER_TEST_POSTGRES", "CROUPIER_TEST_NATS"]
    if all(name in os.environ for name in names):
        return [os.environ[name] for name in names]
    said = subprocess.check_output([ROOT / ".ci/services", "env"], text=True)
    return [re.search(rf"{name}=(\S+)", said)[1] for name in names]


class Demo:
    """A demonstration house on a database of its own, which goes with it."""

    def __enter__(self):
        program = binary()
        self.postgres, nats = servers()
        self.name = f"guide_{os.getpid()}"
        self.folder = tempfile.TemporaryDirectory()
        self.sql(f"create database {self.name}")
        database = self.postgres.rsplit("/", 1)[0] + "/" + self.name
        command = [program, "serve", "--demo", "--json", "--listen", "127.0.0.1:0", "--demo-directory", self.folder.name]
        command += ["--database", database, "--nats", nats]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        told = ""
        try:
            while not told.endswith("\n}\n"):
                line = self.process.stdout.readline()
                assert line, f"the demonstration ended: {told}"
                told += line
        except BaseException:
            self.__exit__()
            raise
        said = json.loads(told)
        self.address = said["address"]
        self.passwords = {one["name"]: one["password"] for one in said["accounts"]}
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.sql(f"drop database {self.name} with (force)")
        self.folder.cleanup()

    def sql(self, statement):
        subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", self.postgres, "-c", statement], check=True)
