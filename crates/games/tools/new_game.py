"""Lays out the files of a new game after those of another: `just new-game ohio/some-game --like let-it-ride`.

The files compile and deal the other game under the new one's name. `just game-missing ohio/some-game` lists what
must be written; run it again at any time.
"""

import re
import subprocess
import sys

from missing import tell
from frames import ROOT, Game, modules

GAMES = ROOT / "crates/games"
PATHS = {
    "registry": GAMES / "src/lib.rs",
}


def prefix(id):
    """The prefix of a rule set's paragraphs; a game that is none of them rests on rulings of its own."""
    found = re.search(rf'\("([^"]+)", "{id}"\)', PATHS["registry"].read_text())
    jurisdiction, name = id.split("/")
    return found[1] if found else f"{jurisdiction[:2]}-{''.join(part[0] for part in name.split('-'))}".upper()


def camel(name):
    return "".join(part.capitalize() for part in name.split("-"))


def main():
    if len(sys.argv) != 4 or sys.argv[2] != "--like":
        sys.exit("usage: new-game JURISDICTION/GAME --like GAME")
    jurisdiction, name = sys.argv[1].split("/")
    module, like = name.replace("-", "_"), Game(sys.argv[3].split("/")[-1].replace("-", "_"))
    if module in modules():
        sys.exit(f"{name} is there already")
    old, new = prefix(like.id), prefix(f"{jurisdiction}/{name}")
    # The longer words first: some of them contain others.
    words = [
        (f'"{like.jurisdiction}", "{like.name}"', f'"{jurisdiction}", "{name}"'),
        (like.id, f"{jurisdiction}/{name}"),
        (f"RULING-{old.split('-')[1]}", f"RULING-{new.split('-')[1]}"),
        (old, new),
        (like.struct, camel(name)),
        (f"{like.frame}::{like.module}", f"{like.frame}::{module}"),
        (f'name: "{like.name}"', f'name: "{name}"'),
    ]

    def renamed(text):
        for word, by in words:
            text = text.replace(word, by)
        # Tests of the other game are its own.
        return re.sub(r"(#\[allow\([^\n]*\]\n)?#\[cfg\(test\)\]\n(pub(\(\w+\))? )?mod tests;\n", "", text)

    def lay(path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(f"  {path.relative_to(ROOT)}")

    title = name.replace("-", " ").title()
    print("laid out:")
    for part, paths in like.parts().items():
        for path in paths:
            there = str(path.relative_to(ROOT))
            at = ROOT / there.replace(like.id, f"{jurisdiction}/{name}").replace(like.module, module)
            if part in ("code", "second", "policy") and "tests" not in path.parts and path.name != "tests.rs":
                lay(at, renamed(path.read_text()))
            if part in ("rule book", "layout"):
                lay(at, renamed(path.read_text()))
            if part == "table":
                lay(at.with_name(f"{name}.toml"), renamed(path.read_text()))
    lay(GAMES / f"trace/{jurisdiction}/{name}.toml", TRACE.format(title=title))
    lay(GAMES / f"rulings/{jurisdiction}-{name}.md", f"# Rulings: {jurisdiction.title()}, {title}\n")
    directed = DIRECTED if like.frame == "poker_games" else LAYOUT_DIRECTED
    lay(GAMES / f"tests/conformance/directed/{module}.rs", directed.format(title=title))

    PATHS["mod"] = GAMES / f"src/{like.frame}/mod.rs"
    text = PATHS["mod"].read_text()
    text = text.replace(f"            {like.module}\n", f"            {like.module}\n            {module}\n")
    PATHS["mod"].write_text(text)
    entry = f"    &{like.frame}::{{}}::GAME,\n"
    text = PATHS["registry"].read_text()
    text = text.replace(entry.format(like.module), entry.format(like.module) + entry.format(module))
    PATHS["registry"].write_text(text)
    print(f"and two lines: {', '.join(str(path.relative_to(ROOT)) for path in PATHS.values())}")

    check = ["cargo", "check", "--quiet", "--profile", "checked", "-p", "croupier-games", "--tests", "--benches"]
    if subprocess.run(check, cwd=ROOT).returncode:
        sys.exit("it does not compile: see above")
    print("it compiles\n")
    tell(Game(module))


TRACE = """\
# What was decided on paragraphs of {title}. One that is not listed is a heading, or is applied by code that
# cites it and shown by a scenario. A text alone says what an applied one says. ARCHITECTURE.md tells the rest.
"""

DIRECTED = """\
//! Corners of {title}.

use crate::habits::{{Known, POKER, nothing}};

pub const KNOWN: Known = Known {{ habits: POKER, corners: nothing, bounds: nothing, standing: nothing }};
"""

LAYOUT_DIRECTED = """\
//! Corners of {title}.

use super::layout::{{dearest, every_wager_on_some_results, layout_habits, reports_at_odd_times}};
use crate::habits::{{Known, nothing}};

/// What is to be known of {title}.
pub const KNOWN: Known = Known {{
    habits: layout_habits(),
    corners: |game| vec![every_wager_on_some_results(game, &[]), reports_at_odd_times(game, &[])],
    bounds: |game| vec![dearest(game, &[])],
    standing: nothing,
}};
"""

if __name__ == "__main__":
    main()
