#!/usr/bin/env python3
"""Run the programs of docs/guide/api.md, as they stand there, against a real server: `just guide-test`; of one
language alone: `examples.py ts`.

A demonstration house is opened on a database of its own. Each program must end well, and print what the page says that it prints, but for
numbers and outcomes. Needs PostgreSQL and NATS (`.ci/services up`), jq, curl, Node, and the packages of web/.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from common import ROOT, Demo, blocks

# What the program of a language prints, line by line.
PRINTED = [
    r"""\{ ?["']?status["']?: ?422, ?["']?refusal["']?: ?["']outside-limits["'], ?["']?allowed["']?: ?\{.*100.*10000.*100.*\} ?\}""",
    r"""\{ ?["']?seq["']?: ?\d+, ?["']?again["']?: ?[tT]rue ?\}""",
    r"one (wins, paid 100, returned 100|loses, paid 0, returned 0) +OH-B6-\S+.*",
    r"wallet: \d+",
]


def bash(code, folder):
    (folder / "guide.sh").write_text(code)
    return ["bash", folder / "guide.sh"]


def python(code, folder):
    (folder / "guide.py").write_text(code)
    return [sys.executable, folder / "guide.py"]


def typescript(code, folder):
    """Checked against the types of the API with every strict rule, then run."""
    web = ROOT / "web"
    source = folder / "guide.ts"
    source.write_text(code)
    shutil.copy(web / "src/api/schema.d.ts", folder / "schema.d.ts")
    (folder / "process.d.ts").write_text("declare const process: { env: Record<string, string | undefined> };\n")
    config = {
        "compilerOptions": {
            "target": "ES2022",
            "lib": ["ES2022", "DOM", "DOM.Iterable"],
            "module": "ESNext",
            "moduleResolution": "bundler",
            "strict": True,
            "noUncheckedIndexedAccess": True,
            "noUnusedLocals": True,
            "types": [],
            "outDir": "out",
        },
        "files": ["guide.ts", "process.d.ts"],
    }
    (folder / "tsconfig.json").write_text(json.dumps(config))
    subprocess.run(["node", web / "node_modules/typescript/bin/tsc", "-p", folder], check=True)
    (folder / "out/package.json").write_text('{"type": "module"}')
    version = int(re.match(r"v(\d+)", subprocess.check_output(["node", "--version"], text=True))[1])
    return ["node", *(["--experimental-websocket"] if version < 22 else []), folder / "out/guide.js"]


def main():
    programs = {"bash": bash, "python": python, "ts": typescript}
    page = ROOT / "docs/guide/api.md"
    found = [block for block in blocks(page) if block.kind in programs]
    assert [block.kind for block in found] == list(programs), [block.kind for block in found]
    with tempfile.TemporaryDirectory() as folder, Demo() as demo:
        environment = os.environ | {
            "CROUPIER_ADDRESS": demo.address,
            "CROUPIER_NAME": "patron",
            "CROUPIER_PASSWORD": demo.passwords["patron"],
        }
        for block in (block for block in found if not sys.argv[1:] or block.kind in sys.argv[1:]):
            command = programs[block.kind](block.text, Path(folder))
            done = subprocess.run(command, env=environment, text=True, capture_output=True, timeout=600)
            said = [line for line in done.stdout.splitlines() if line]
            well = len(said) == len(PRINTED) and all(map(re.fullmatch, PRINTED, said))
            if done.returncode or not well:
                sys.exit(f"the {block.kind} program of {page.name} ended with {done.returncode} and printed:\n{done.stdout}{done.stderr}")
            print(f"{block.kind}: {' | '.join(said[1:])}", flush=True)


if __name__ == "__main__":
    main()
