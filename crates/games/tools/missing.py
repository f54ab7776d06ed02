"""Tells what a game lacks, step by step: `just game-missing ohio/some-game`."""

import re
import sys

from frames import ROOT, Game, lines

GAMES = ROOT / "crates/games"


def tell(game):
    parts = game.parts()
    found = re.search(rf'\("([^"]+)", "{game.id}"\)', (GAMES / "src/lib.rs").read_text())
    # A game without a document rests on rulings alone.
    prefix = found[1] if found else "NO-DOCUMENT"
    listed = [line.split("\t") for line in (GAMES / "trace/paragraphs.tsv").read_text().splitlines()]
    paragraphs = [cells[0] for cells in listed if re.match(rf"{re.escape(prefix)}[-/]", cells[0])]
    headings = {cells[0] for cells in listed if len(cells) > 2}
    code = "".join(path.read_text() for path in parts["code"])
    trace = "".join(path.read_text() for path in parts["trace"])
    book = "".join(path.read_text() for path in parts["rule book"])
    rulings = "".join(path.read_text() for path in parts["rulings"] if path.exists())
    # Sections that a macro is given stand for the paragraphs below them; which, the compiler knows.
    sections = re.findall(r'(?:nine_kinds|four_card_kinds|multi_link)!\("([^"]+)"', code)
    cited = set(re.findall(rf'"({re.escape(prefix)}[-/][^":]+)', code + book))

    def treated(id):
        return f'"{id}"' in trace or f'"{id}:' in trace or id in cited or any(id.startswith(s) for s in sections)

    open_ones = [id for id in paragraphs if id not in headings and not treated(id)]
    strange = sorted(id for id in cited if id not in paragraphs and id not in sections)
    unwritten = sorted({id for id in re.findall(r'"(RULING-[\w-]+)', code) if f"## {id}:" not in rulings})
    dashed = game.id.replace("/", "-")
    scenarios = parts["scenarios"]
    steps = [
        ("rule book, layout, table", "the figures are still the other game's where nobody has read them: read them", True),
        ("code", f"{len(strange)} ids that are no paragraph: {some(strange)}", strange),
        ("trace", f"{len(open_ones)} of {len(paragraphs)} paragraphs are neither cited nor classed: {some(open_ones)}", open_ones),
        ("rulings", f"{len(unwritten)} are cited and not written: {some(unwritten)}", unwritten),
        ("scenarios", f"{len(scenarios)} files in scenarios/{game.id}; best written before the code", len(scenarios) < 5),
        ("evidence", "run `cargo nextest run --cargo-profile checked -p croupier-games --test evidence`: it names claims without"
         " a scenario and sites whose loss nobody notices", True),
        ("second settlement", f"crates/second/src/{game.module}: written from the document alone, with tests", not any(
            path.name.startswith("test") or "tests" in path.parts for path in parts["second"])),
        ("directed", f"crates/games/tests/conformance/directed/{game.module}.rs: habits, corners, the dearest round",
         lines(parts["directed"]) < 10),
        ("keys", "run `just keys-core`", not (GAMES / f"tests/conformance/keys/{dashed}.txt").exists()),
        ("records", "run `just fixtures`", not (ROOT / f"fixtures/{dashed}.json").exists()),
        ("irregularities", "run `just irregularities`", not (ROOT / f"docs/irregularities/{dashed}.md").exists()),
        ("list of rulings", "run `just rulings-page`", f"rulings/{dashed}.md" not in (ROOT / "docs/rulings.md").read_text()),
        ("counts", "run `just bench-count`", f"\n{game.name}-1" not in (GAMES / "benches/counts.toml").read_text()),
        ("README", "a line under \"Where it stands\"", f"`{game.id}`" not in (ROOT / "README.md").read_text()),
    ]
    missing = [(step, what) for step, what, lacks in steps if lacks]
    for number, (step, what) in enumerate(missing, 1):
        print(f"{number}. {step}: {what}")


def some(ids):
    return ", ".join(ids[:6]) + (", ..." if len(ids) > 6 else "")


if __name__ == "__main__":
    tell(Game(sys.argv[1].split("/")[-1].replace("-", "_")))
