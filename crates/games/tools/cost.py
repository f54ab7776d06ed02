"""Prints the lines and files that a person wrote for each game on a frame: `just game-cost`.

A path as an argument counts another tree, such as an older one.
"""

import sys

from frames import ROOT, Game, lines, modules

root = sys.argv[1] if len(sys.argv) > 1 else ROOT
games = [Game(module, root) for module in modules(root)]
heads = list(games[0].parts())
print("| game | " + " | ".join(heads) + " | lines | files |")
print("| --- |" + " ---: |" * (len(heads) + 2))
for game in games:
    parts = game.parts()
    counts = [lines(paths) for paths in parts.values()]
    files = sum(path.exists() for paths in parts.values() for path in paths)
    cells = [f"{count:,}" for count in counts + [sum(counts), files]]
    print(f"| `{game.id}` | " + " | ".join(cells) + " |")
