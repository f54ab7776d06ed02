"""A sheet for each game, from its rule book (as `croupier rules --json` prints it), its layout, and the words of the pages."""

import json
import re
import subprocess
import tomllib

from common import ROOT, binary


def croupier(*arguments):
    return json.loads(subprocess.check_output([binary(), *arguments, "--json"], text=True))


def cell(text):
    return str(text).replace("|", "\\|").replace("\n", " ")


def cited(ids):
    return " ".join(f"`{one}`" for one in ids)


def words(allowed):
    return ", ".join(allowed) if isinstance(allowed, list) else allowed


def spelled(span):
    return span.replace("..", " to ")


def table(head, rows):
    lines = [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
    return "\n".join(lines + [f"| {' | '.join(map(cell, row))} |" for row in rows]) + "\n"


def optional(path, read):
    return read(path.read_text()) if path.exists() else None


def drawn(layout):
    """A place of the table as it lies before a patron, or the zones of a layout that all share, from left to right."""
    if rows := [row for row in layout.get("rows", []) if row]:
        wide = max(map(len, rows))
        lines = []
        for row in rows:
            names = [f"<td>{spot.get('label') or spot['wager']}</td>" for spot in row]
            if len(row) < wide:
                names[-1] = names[-1].replace("<td>", f'<td colspan="{wide - len(row) + 1}">', 1)
            lines.append(f"<tr>{''.join(names)}</tr>")
        return "The spots of a place; the first row is the nearest to the dealer.\n\n" + f'<table class="felt">{"".join(lines)}</table>\n'
    if zones := layout.get("zones"):
        names = dict.fromkeys(zone.get("label") or zone["id"] for zone in zones)
        return f"The layout has {len(zones)} zones that all patrons share. Printed on them: {', '.join(names)}.\n"
    return ""


def priced(wager, tables):
    """What a wager pays, in a few words."""
    lists = [f"[{code}](#{anchor(code)})" for code in wager["paytables"] if code in tables]
    if len(lists) > 3:
        lists = [f"one of {len(lists)} pay tables, {lists[0]} to {lists[-1]}"]
    odds = [f"the table sets it (`{one.removeprefix('option ')}`)" if one.startswith("option ") else one for one in wager["pays"]]
    if len(odds) > 3:
        kinds = {one for one in odds if not one.startswith("the table")}
        odds = (
            [f"{len(odds)} prices: {', '.join(sorted(kinds))}"] if kinds else [f"{len(odds)} prices that the table sets, see the options"]
        )
    return "; ".join(lists + odds) or "as the rules of the game say"


def anchor(code):
    return "table-" + re.sub("[^a-z0-9]+", "-", code.lower()).strip("-")


def sheet(game):
    book = croupier("rules", game)
    jurisdiction, name = game.split("/")
    layout = optional(ROOT / f"layouts/{game}.toml", tomllib.loads)
    about = optional(ROOT / f"web/words/about/en/{jurisdiction}-{name}.json", json.loads)
    parts = [f"# {book['name']} ({jurisdiction.title()})\n"]
    if about:
        parts += [about["object"] + "\n", "\n".join(f"{n}. {step}" for n, step in enumerate(about["round"], 1)) + "\n"]
    document = f"{book['document']}, {book.get('effective') or 'undated'}" if book["document"] else "none at hand: on rulings alone"
    facts = [("id", f"`{game}`"), ("document", document), ("currency", book["currency"])]
    if book.get("boxes"):
        facts.append(("places", f"{spelled(book['boxes']['allowed'])}; {book['boxes']['default']} unless the table says otherwise"))
    if book.get("decks") and book["decks"]["allowed"] != "0":
        facts.append(("cards", f"{spelled(book['decks']['allowed'])} × {book['decks']['kind']}"))
    facts.append(("rule book", f"`{book['rulebook-hash'][:16]}…` (SHA-256)"))
    parts.append(table(["fact", "value"], facts))
    if layout and (picture := drawn(layout)):
        parts += ["## Layout\n", picture]
    tables = {paytable["code"] for paytable in book["paytables"]}
    names = {wager["id"]: wager["name"] for wager in book["wagers"]}
    if book["wagers"]:
        rows = [
            (
                f"`{w['id']}`",
                w["name"],
                "side bet" if w["side-bet"] else "required" if w["required"] else "",
                priced(w, tables),
                cited(w["cites"]),
            )
            for w in book["wagers"]
        ]
        parts += ["## Wagers\n", table(["wager", "name", "", "pays", "paragraphs"], rows)]
    if book["options"]:
        rows = [(f"`{o['id']}`", o["name"], words(o["allowed"]), o["default"], cited(o["cites"])) for o in book["options"]]
        parts += ["## What the casino may choose\n", table(["option", "what it is", "allowed", "default", "paragraphs"], rows)]
    if book["paytables"]:
        parts.append("## Pay tables\n")
        for paytable in book["paytables"]:
            rows = []
            for line in paytable["lines"]:
                envy = [line["envy"]] if any(one["envy"] for one in paytable["lines"]) else []
                rows.append([line["name"] or line["id"], line["pays"], *[one or "" for one in envy]])
            head = ["hand or result", "pays"] + (["envy"] if rows and len(rows[0]) == 3 else [])
            parts += [
                f"### {names.get(paytable['wager']) or paytable['wager'].replace('-', ' ').title()}: {paytable['code']} {{#{anchor(paytable['code'])}}}\n",
                table(head, rows),
                cited(paytable["cites"]) + "\n",
            ]
    if book["irregularities"]:
        rows = [
            (f"`{i['id']}`", i["what"], i["decides"].replace("nobody", ""), i["remedy"], f"`{i['rule']}`") for i in book["irregularities"]
        ]
        parts += ["## What can go wrong\n", table(["report", "what happened", "who decides", "remedy", "paragraph"], rows)]
    if book["duties"]:
        rows = [(f"`{d['id']}`", d["by"], d["due"], d["what"]) for d in book["duties"]]
        parts += ["## Duties of staff\n", table(["paragraph", "who", "when", "what"], rows)]
    links = [
        f"[{words}](../{folder}/{jurisdiction}-{name}.md)"
        for folder, words in (("irregularities", "every mishap, point by point"), ("rulings", "where the document is unclear"))
        if (ROOT / f"docs/{folder}/{jurisdiction}-{name}.md").exists()
    ]
    if links:
        parts.append(f"More: {', '.join(links)}.\n")
    return book["name"], "\n".join(parts)


def write(folder):
    """Writes all sheets below a folder and returns their names, with the file of each."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for about in croupier("games"):
        game = about["id"]
        name, text = sheet(game)
        file = game.replace("/", "-") + ".md"
        (folder / file).write_text(text)
        written.append((game, name, file))
    written.sort()
    rows = [(f"[{name}]({file})", game.split("/")[0].title(), f"`{game}`") for game, name, file in written]
    intro = (
        "# Games\n\nA sheet for each rule set, printed from its rule book and its layout. `croupier rules GAME` prints the same at a terminal, "
        "and of a table file what that table offers.\n\n"
    )
    (folder / "index.md").write_text(intro + table(["game", "where", "id"], rows))
    return written
