"""What the tools for games share: where the files of a game are, and which frame it is built on."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]

# The folder of a frame's games, and the trait that each of them implements.
FRAMES = {"poker_games": "Poker", "layout_games": "LayoutGame"}


class Game:
    """A game by the name of its module, with the files that a person writes for it."""

    def __init__(self, module, root=ROOT):
        self.module, self.root = module, Path(root)
        games = self.root / "crates/games"
        self.frame = next(frame for frame in FRAMES if (games / f"src/{frame}/{module}.rs").exists())
        text = (games / f"src/{self.frame}/{module}.rs").read_text()
        self.struct = re.search(rf"\nimpl {FRAMES[self.frame]} for (\w+)", text)[1]
        found = re.search(r'game!\(\w+: "([^"]+)", "([^"]+)"', text) or re.search(r'"(\w+)/([\w-]+)",\n', text)
        self.jurisdiction, self.name = found.groups()

    @property
    def id(self):
        return f"{self.jurisdiction}/{self.name}"

    def parts(self):
        """Its parts, each with its files; tests of a part belong to it."""
        games, second = self.root / "crates/games", self.root / "crates/second"
        module, place = self.module, self.id
        conformance = games / "tests/conformance/directed"
        return {
            "code": of(games / f"src/{self.frame}", module),
            "rule book": [games / f"rulebooks/{place}.toml"],
            "trace": [games / f"trace/{place}.toml"],
            "layout": [games / f"layouts/{place}.toml"],
            "table": [games / f"tables/{self.name}.toml"],
            "rulings": [games / f"rulings/{place.replace('/', '-')}.md"],
            "second": of(second / "src", module),
            "directed": of(conformance, module),
            "policy": of(games / "benches/support/policies", module),
            "scenarios": sorted((games / f"scenarios/{place}").glob("*.scenario")),
        }


def of(folder, module):
    """The file of a module and those in the folder of its name."""
    found = [folder / f"{module}.rs"] + sorted((folder / module).rglob("*.rs"))
    return [path for path in found if path.exists()]


def modules(root=ROOT):
    """The modules of all games that are built on a frame."""
    found = []
    for frame in FRAMES:
        path = Path(root) / f"crates/games/src/{frame}/mod.rs"
        text = path.read_text() if path.exists() else ""
        listed = re.search(r"\$to! \{([^}]*)\}", text)
        found += listed[1].split() if listed else re.findall(r"pub mod (\w+);", text)
    return found


def lines(paths):
    return sum(len(path.read_text().splitlines()) for path in paths if path.exists())
