"""A demonstration for the tests: the real server with a database of its own, which ends with them."""

import json
import os
import re
import subprocess
import tempfile
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
# How long bets stay open, in seconds: time enough to make three.
BETS = 4


def binary() -> Path:
    """The server that is tested: CROUPIER_BINARY, or what cargo has built last for tests."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    named = os.environ.get("CROUPIER_BINARY")
    places = [Path(named)] if named else [target / "checked/croupier", target / "release/croupier"]
    found = next((place for place in places if place.exists()), None)
    if found is None:
        raise FileNotFoundError("no croupier is built: set CROUPIER_BINARY, or build target/checked/croupier")
    return found


def server(name: str) -> str:
    """Where PostgreSQL or NATS is, by the name of the variable that tells."""
    if name in os.environ:
        return os.environ[name]
    told = subprocess.run([ROOT / ".ci/services", "env"], check=True, capture_output=True, text=True).stdout
    found = re.search(rf"{name}=(\S+)", told)
    if found is None:
        raise RuntimeError("PostgreSQL and NATS do not run: .ci/services up")
    return found[1]


class Demonstration:
    """`croupier serve --demo`, once it says where it is."""

    def __init__(self) -> None:
        self._postgres = server("CROUPIER_TEST_POSTGRES")
        self._name = f"client_{os.getpid()}_{uuid.uuid4().hex[:6]}"
        self._sql(f"create database {self._name}")
        self._directory = tempfile.TemporaryDirectory(prefix="croupier-client-")
        database = re.sub(r"/[^/]*$", f"/{self._name}", self._postgres)
        command = [str(binary()), "serve", "--demo", "--json", "--demo-bets", str(BETS), "--listen", "127.0.0.1:0"]
        command += ["--demo-directory", self._directory.name, "--database", database]
        command += ["--nats", server("CROUPIER_TEST_NATS")]
        self._child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        self.told = self._said()
        self.address: str = self.told["address"]
        self.tables: list[dict[str, Any]] = self.told["tables"]

    def _said(self) -> dict[str, Any]:
        text = ""
        assert self._child.stdout is not None
        for line in self._child.stdout:
            text += line
            if line == "}\n":
                told: dict[str, Any] = json.loads(text)
                return told
        self.stop()
        raise RuntimeError(f"the demonstration ended: {text}")

    def password(self, name: str) -> str:
        return next(str(account["password"]) for account in self.told["accounts"] if account["name"] == name)

    def stop(self) -> None:
        self._child.terminate()
        try:
            self._child.wait(30)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
        if self._child.stdout:
            self._child.stdout.close()
        self._sql(f"drop database if exists {self._name} with (force)")
        self._directory.cleanup()

    def _sql(self, statement: str) -> None:
        subprocess.run(["psql", "-qAt", "-v", "ON_ERROR_STOP=1", self._postgres, "-c", statement], check=True)
