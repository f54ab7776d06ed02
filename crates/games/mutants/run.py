#!/usr/bin/env python3
"""Tries every small wrong change of mutants.toml: some scenario must notice it.

The tree is copied to a scratch directory, where each change stands behind a switch. So one build carries all of them, and one
process plays the scenarios once for each. No second settlement and no conformance run take part. The repository itself has no
switch.

Fails where a change is unnoticed that does not say in `equal` why it changes nothing, and where one that says so is noticed.
"""

import os
import pathlib
import subprocess
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TARGET = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
SCRATCH = TARGET / "mutants"

SWITCH = """
/// The change that is in force; none where it is 0.
pub static MUTANT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);

pub(crate) fn mutant(number: u32) -> bool {
    MUTANT.load(std::sync::atomic::Ordering::Relaxed) == number
}
"""

PLAYER = """
use engine::scenario::{Scenario, parse, run};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let count: u32 = arguments.next().unwrap().parse().unwrap();
    let all: Vec<(String, Scenario)> = arguments
        .flat_map(|file| {
            let text = std::fs::read_to_string(&file).unwrap();
            parse(&text).unwrap().into_iter().map(move |scenario| (file.clone(), scenario))
        })
        .collect();
    std::panic::set_hook(Box::new(|_| {}));
    for number in 0..=count {
        games::MUTANT.store(number, Ordering::Relaxed);
        let fails = |scenario: &Scenario| {
            !catch_unwind(AssertUnwindSafe(|| run(scenario, &games::find).ok())).unwrap_or(false)
        };
        match all.iter().find(|(_, scenario)| fails(scenario)) {
            Some((file, scenario)) => println!("{number} {file}: {}", scenario.name),
            None => println!("{number}"),
        }
    }
}
"""

MANIFEST = """
[package]
name = "mutants"
version = "0.0.0"
edition = "2024"

[dependencies]
engine = { package = "croupier-engine", path = "../crates/engine" }
games = { package = "croupier-games", path = "../crates/games" }
"""


def put(path, text):
    """Writes only what differs, so that only that is recompiled."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != text:
        path.write_bytes(text)


def switched(changes):
    """The texts of the changed files, each change behind its switch."""
    places = {}
    for number, change in changes:
        path = ROOT / "crates/games/src" / change["file"]
        text = path.read_text()
        after = change.get("after", "")
        begin = text.index(after) + len(after) if after else 0
        at = text.find(change["right"], begin)
        if at < 0 or (not after and text.count(change["right"]) != 1):
            sys.exit(f"{change['what']}: its place in {change['file']} is not there, or not the only one")
        places.setdefault((path, at, change["right"]), []).append((number, change["wrong"]))
    texts = {}
    # From the end of a file on, so that places before it stay where they are.
    for (path, at, right), wrongs in sorted(places.items(), key=lambda place: -place[0][1]):
        text = texts.get(path) or path.read_text()
        cases = "".join(f"if crate::mutant({number}) {{ {wrong} }} else " for number, wrong in wrongs)
        texts[path] = text[:at] + f"({cases}{{ {right} }})" + text[at + len(right) :]
    return texts


def main():
    mutants = tomllib.loads((HERE / "mutants.toml").read_text())["mutant"]
    texts = switched(list(enumerate(mutants, 1)))
    library = ROOT / "crates/games/src/lib.rs"
    texts[library] = "#![allow(warnings, clippy::all)]\n" + library.read_text() + SWITCH
    manifest = ROOT / "Cargo.toml"
    texts[manifest] = manifest.read_text().replace("members = [", 'members = ["player", ', 1)
    tracked = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True)
    for name in filter(None, tracked.stdout.decode().split("\0")):
        source = ROOT / name
        if source.is_symlink():
            link = SCRATCH / name
            link.parent.mkdir(parents=True, exist_ok=True)
            if not link.is_symlink():
                link.symlink_to(os.readlink(source))
        elif source.is_file():
            put(SCRATCH / name, texts[source].encode() if source in texts else source.read_bytes())
    put(SCRATCH / "player/Cargo.toml", MANIFEST.encode())
    put(SCRATCH / "player/src/main.rs", PLAYER.encode())
    print(f"{len(mutants)} wrong changes in one build", flush=True)
    build = ["cargo", "run", "--offline", "--quiet", "--profile", "checked", "--package", "mutants", "--", str(len(mutants))]
    files = sorted(str(path) for path in (ROOT / "crates/games/scenarios").rglob("*.scenario"))
    # A target directory of its own: packages of a copy have the same names there, and would be taken for those of the tree.
    environment = {**os.environ, "CARGO_TARGET_DIR": str(SCRATCH / "target")}
    played = subprocess.Popen(build + files, cwd=SCRATCH, stdout=subprocess.PIPE, text=True, env=environment)
    noticed, wrong = 0, []
    for line in played.stdout:
        number, _, by = line.strip().partition(" ")
        if number == "0":
            if by:
                sys.exit(f"a scenario fails without any change: {by}")
            continue
        mutant = mutants[int(number) - 1]
        noticed += bool(by)
        if bool(by) == ("equal" in mutant):
            wrong.append(mutant["what"])
        told = f"noticed   {pathlib.Path(by.split(': ')[0]).relative_to(ROOT / 'crates/games/scenarios')}" if by else "UNNOTICED"
        print(f"{number:>3} of {len(mutants)}  {told:<60}  {mutant['what']}", flush=True)
        if "equal" in mutant:
            print(f"           changes nothing: {mutant['equal']}", flush=True)
    if played.wait() != 0:
        sys.exit("the scenarios could not be played")
    print(f"{noticed} of {len(mutants)} noticed")
    if wrong:
        sys.exit("not as it should be: " + "; ".join(wrong))


main()
