#!/usr/bin/env python3
"""Every command of the READMEs, CONTRIBUTING, SECURITY, ARCHITECTURE and docs is run, or run by a test that is named here, or marked as
an example of output: `just docs-commands`; of some pages alone: `commands.py docs/guide/api.md`.

- Lines with `$` in a console block are run, in one folder per page that has the project's folders in it. A scenario block with a file name
  is that file.
- What needs a house, a network or minutes stands in ELSEWHERE, with the test that runs it; the test must exist.
- `croupier` and `just` in running text, in tables and in indented blocks: the subcommand and every long option must exist.
- A console block without `$` is output, and must be marked `<!-- example output -->` or stand in OUTPUT with its test.
"""

import functools
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from common import ROOT, binary, blocks

PAGES = (
    [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md")]
    + sorted(ROOT.glob("c*/*/README.md"))
    + sorted((ROOT / "docs").glob("**/*.md"))
    + sorted((ROOT / "docs/rulings").glob("*.md"))
)

# Pages whose blocks a test of their own runs.
OWN = {"docs/disputes.md": "crates/cli/tests/commands/disputes.rs::the_page_shows_what_the_command_prints"}

CLIENT = "clients/python/tests/test_demonstration.py"
# Commands, by how they begin, and what runs them: a test, a recipe, or CI itself.
ELSEWHERE = {
    r"sudo apt-get install": ".ci/services",
    r"cargo install --path crates/cli": "crates/cli/tests/commands/files.rs::the_program_carries_what_it_needs",
    r"cargo run -p croupier -- play": "crates/cli/tests/commands/play.rs::play_is_as_the_readme_shows_it",
    r"croupier play ": "crates/cli/tests/commands/play.rs::play_goes_through_a_piped_session",
    r"croupier serve --demo": "crates/cli/tests/commands/demo.rs::a_demonstration_plays_every_game_and_comes_back",
    r"croupier serve": "crates/cli/tests/commands/found.rs::an_empty_database_becomes_a_house_with_a_patron_at_a_table",
    r"croupier (keys|found)": "crates/cli/tests/commands/found.rs::an_empty_database_becomes_a_house_with_a_patron_at_a_table",
    r"croupier audit verify": "crates/cli/tests/commands/audit.rs::a_journal_is_verified_and_its_faults_are_named",
    r"croupier ledger verify": "crates/cli/tests/commands/ledger.rs::books_are_verified_and_shifts_drawn_up",
    r"croupier verify": "crates/cli/tests/commands/audit.rs::a_round_is_dealt_again",
    r"python3 examples/sit-down.py": f"{CLIENT}::test_the_example_sits_down_at_tables_dealt_by_computer_and_by_a_dealer",
    r"pip install target/client/": "justfile",
    r"curl ADDRESS/openapi.json": "docs/site/examples.py",
    r"export CROUPIER_": "docs/site/examples.py",
    r"\.ci/services": ".ci/run",
    r'eval "\$\(\.ci/services env\)"': ".ci/run",
    r"just ": "justfile",
}

# Output that a test compares, by the first words of the block.
OUTPUT = {"6 peek     no": "crates/games/tests/evidence/scenarios.rs::the_readme_tells_the_truth"}

# Words of a command line that stand for others.
PLACEHOLDERS = re.compile(r"^[A-Z][A-Z:|\\\[\]]*$|^\.\.\.$")
faults = []


def fault(page, line, what):
    faults.append(f"{page}:{line}: {what}")


def proved(where):
    file, _, function = where.partition("::")
    text = (ROOT / file).read_text()
    return not function or re.search(rf"(fn|def) {function}\(", text)


@functools.cache
def help_of(*words):
    done = subprocess.run([binary(), *words, "--help"], text=True, capture_output=True)
    return done.stdout if done.returncode == 0 else None


@functools.cache
def recipes():
    return set(subprocess.check_output(["just", "--summary"], cwd=ROOT, text=True).split())


def check_words(page, line, text):
    """The subcommand and the options of a command in running text are there."""
    try:
        words = shlex.split(text.replace("\\|", "|"), comments=True)
    except ValueError:
        words = text.split()
    words = list(words)
    if words[0] == "just":
        if len(words) > 1 and not words[1].startswith("-") and words[1] not in recipes():
            fault(page, line, f"there is no recipe `just {words[1]}`")
        return
    said, known = words[1:], help_of()
    path = []
    while said and re.match(r"^[a-z-]+(\|[a-z|-]+)?$", said[0]) and "\nCommands:" in known:
        here = known
        for one in said[0].split("|"):
            if not re.search(rf"^  {re.escape(one)}( |$)", here, re.MULTILINE):
                return fault(page, line, f"there is no `croupier {' '.join([*path, one])}`")
            known = help_of(*path, one)
        path.append(said.pop(0).split("|")[0])
    for option in (word.split("=")[0] for word in said if word.startswith("--") and word != "--"):
        if not re.search(rf"{re.escape(option)}\b", known):
            fault(page, line, f"`croupier {' '.join(path)}` has no {option}")


def run(page, line, command, folder, path):
    """Runs a command of a page."""
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        cwd=folder,
        text=True,
        capture_output=True,
        timeout=1800,
        stdin=subprocess.DEVNULL,
        env=os.environ | {"PATH": path},
    )
    if done.returncode:
        fault(page, line, f"`{command}` ended with {done.returncode}: {(done.stderr or done.stdout)[-400:]}")


def check_page(page, path):
    name = str(page.relative_to(ROOT))
    ran = named = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for link in ("scenarios", "tables", "houses", "examples"):
            (folder / link).symlink_to(ROOT / link)
        for block in blocks(page):
            kind, _, file = block.kind.partition(" ")
            if kind == "scenario" and file.endswith(".scenario"):
                (folder / file).write_text(block.text)
            if kind != "console" or name in OWN or block.output:
                continue
            lines = block.text.splitlines()
            commands = [(block.line + 1 + n, line[2:]) for n, line in enumerate(lines) if line.startswith("$ ")]
            if not commands and not any(lines[0].strip().startswith(known) for known in OUTPUT):
                fault(name, block.line, "output that is neither marked as an example nor compared by a test")
            for line, command in commands:
                command = re.sub(r"\s+#.*", "", command)
                elsewhere = next((where for begin, where in ELSEWHERE.items() if re.match(begin, command)), None)
                if elsewhere:
                    named += 1
                    if command.startswith(("just", "croupier")):
                        check_words(name, line, command)
                else:
                    ran += 1
                    run(name, line, command, folder, path)
    # Running text, tables, and indented blocks. A code span may go on in the next line.
    inside, outside = False, []
    for line in page.read_text().splitlines():
        inside ^= line.lstrip().startswith("```")
        outside.append("" if inside else line)
    text = "\n".join(outside)
    spans = re.finditer(r"`((?:croupier|just)\s[^`\n]+(?:\n[^`\n]+)?)`", text)
    blocks_of_one = re.finditer(r"^ {4,}((?:croupier|just) .*)", text, re.MULTILINE)
    for found in [*spans, *blocks_of_one]:
        named += 1
        check_words(name, text.count("\n", 0, found.start()) + 1, " ".join(found[1].rstrip("\\ ").split()))
    return ran, named


def main():
    for where in [*OWN.values(), *ELSEWHERE.values(), *OUTPUT.values()]:
        if not proved(where):
            fault("docs/site/commands.py", 0, f"there is no test {where}")
    with tempfile.TemporaryDirectory() as programs:
        (Path(programs) / "croupier").symlink_to(binary())
        wanted = [ROOT / page for page in sys.argv[1:]] or PAGES
        counts = [check_page(page, f"{programs}:{os.environ['PATH']}") for page in wanted]
    for one in faults:
        print(one, file=sys.stderr)
    ran, named = map(sum, zip(*counts))
    print(f"{len(wanted)} pages: {ran} commands run, {named} checked by name, {len(faults)} faults")
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
