#!/usr/bin/env python3
"""Build the site of the documentation from docs/, the pages at the root, and a sheet for each game: `just site`.

    site.py MDBOOK [FOLDER]    FOLDER is target/site where nothing is said; the pages are written to FOLDER/html

Pages keep their names. Links between them are made to fit; links to files that the site does not have, such as source code, become plain text; a link to a
file that does not exist is an error.
Each page of docs/ must be in SUMMARY.md.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import sheets
from common import ROOT, TARGET

# Pages from outside docs/, and what they are called in the site where that is another name.
ELSEWHERE = {"clients/python/README.md": "guide/python-client.md"}
AT_ROOT = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "CHANGELOG.md"]
HERE = Path(__file__).parent
# [text](target) and ![text](target), also around a picture; not in code, which is cut out first.
LINK = re.compile(r"(!?)\[((?:[^\[\]]|!?\[[^\[\]]*\](?:\([^()]*\))?)*)\]\(([^()\s]+)\)")


def sources():
    """The files that the site consists of: where each stands, and where it goes."""
    docs = ROOT / "docs"
    # docs/rulings is a link to a folder, which `rglob` does not enter.
    all_files = [Path(folder) / file for folder, _, files in os.walk(docs, followlinks=True) for file in files]
    found = {path: path.relative_to(docs) for path in sorted(all_files) if docs / "site" not in path.parents}
    return found | {ROOT / name: Path(place) for name, place in {**{name: name for name in AT_ROOT}, **ELSEWHERE}.items()}


def fitted(text, page, there):
    """The text of a page with links that fit its new place."""

    def link(found):
        mark, words, target = found.groups()
        words = LINK.sub(link, words)
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return f"{mark}[{words}]({target})"
        path, _, anchor = target.partition("#")
        goal = there.get(Path(os.path.normpath(page.parent / path)).resolve())
        if goal is None:
            # It would become plain text, and no link checker would see it.
            if not (page.parent / path).exists():
                sys.exit(f"{page}: dead link to {target}")
            return words
        # mdBook makes index.html of README.md.
        new = os.path.relpath(goal.with_name(goal.name.replace("README", "index")), there[page.resolve()].parent)
        return f"{mark}[{words}]({new}{'#' + anchor if anchor else ''})"

    # Fenced blocks and code in a line are left as they are.
    parts = re.split(r"(^ *```.*?^ *```|`[^`\n]+`)", text, flags=re.MULTILINE | re.DOTALL)
    joined, codes = "", []
    for number, part in enumerate(parts):
        if number % 2:
            codes.append(part)
            part = f"\0{len(codes) - 1}\0"
        joined += part
    return re.sub("\0(\\d+)\0", lambda found: codes[int(found[1])], LINK.sub(link, joined))


def listed(folder, title):
    """Entries of the summary for all pages of a folder, by the heading of each."""
    lines = []
    for page in sorted((ROOT / "docs" / folder).glob("*.md")):
        heading = re.search(r"^# (.+)$", page.read_text(), re.MULTILINE)[1]
        lines.append(f"  - [{title(heading)}]({folder}/{page.name})")
    return "\n".join(lines)


def main():
    mdbook, *rest = sys.argv[1:]
    site = Path(rest[0]) if rest else TARGET / "site"
    shutil.rmtree(site, ignore_errors=True)
    pages = site / "pages"
    there = {path.resolve(): place for path, place in sources().items()}
    lies = {place: path for path, place in sources().items()}
    for path, place in there.items():
        (pages / place).parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".md":
            (pages / place).write_text(fitted(path.read_text(), lies[place], there))
        else:
            shutil.copy(path, pages / place)
    games = sheets.write(pages / "games")
    plain = lambda heading: heading.replace("`", "")
    summary = (HERE / "SUMMARY.md").read_text()
    summary = summary.replace(
        "{games}", "\n".join(f"  - [{name} ({game.split('/')[0].title()})](games/{file})" for game, name, file in games)
    )
    for folder in ("irregularities", "rulings"):
        summary = summary.replace("{" + folder + "}", listed(folder, plain))
    (pages / "SUMMARY.md").write_text(summary)
    entered = set(re.findall(r"\]\(([^)]+\.md)\)", summary))
    left = sorted(
        str(page.relative_to(pages)) for page in pages.rglob("*.md") if str(page.relative_to(pages)) not in entered | {"SUMMARY.md"}
    )
    if left:
        sys.exit(f"docs/site/SUMMARY.md lacks {', '.join(left)}")
    for name in ("book.toml", "site.css"):
        shutil.copy(HERE / name, site / name)
    subprocess.run([mdbook, "build", site], check=True)
    print(f"{len(entered)} pages: {site / 'html' / 'index.html'}")


if __name__ == "__main__":
    main()
