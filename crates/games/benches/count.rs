//! Counts the instructions of a round: a measure that other work on the machine does not affect.
//!
//! `just bench-count` counts with callgrind and regenerates `counts.toml`; `just bench-count-check` fails if
//! a round takes more than the committed figure allows. Each case is played twice, the second time with twice
//! as many rounds, in separate processes: the difference is the cost of the rounds, without the cost of
//! opening the table.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    dead_code,
    reason = "a measuring tool"
)]

mod support;

use engine::{Game, Transcript};
use games::blackjack::{ohio, pontoon, ride_free};
use games::layout_games::roulette;
use std::fmt::Write;
use std::hint::black_box;
use std::process::{Command, ExitCode};
use support::{blackjack, buffer, craps, layout, pai_gow, policies};

/// Plays one round, or one roll.
type Round = Box<dyn FnMut(&mut Transcript)>;

/// A case that is counted.
struct Case {
    name: String,
    rounds: u32,
    player: Box<dyn Fn() -> Round>,
}

fn case(name: &str, rounds: u32, player: impl Fn() -> Round + 'static) -> Case {
    Case { name: name.to_owned(), rounds, player: Box::new(player) }
}

fn cases() -> Vec<Case> {
    let mut cases = vec![
        case("blackjack-1", 600, || boxes(&ohio::GAME, ohio::open, 1)),
        case("blackjack-7", 200, || boxes(&ohio::GAME, ohio::open, 7)),
        case("pontoon-1", 600, || boxes(&pontoon::GAME, pontoon::open, 1)),
        case("pontoon-7", 200, || boxes(&pontoon::GAME, pontoon::open, 7)),
        case("ride-free-1-with-side-bets", 400, || side_bets(1)),
        case("ride-free-6-with-side-bets", 150, || side_bets(6)),
    ];
    for measured in policies::ALL {
        for (seats, rounds) in [(1, 600), (measured.seats, 200)] {
            cases.push(case(&format!("{}-{seats}", measured.name), rounds, move || {
                let mut player = (measured.player)(seats, 7);
                Box::new(move |events| player.round(events))
            }));
        }
    }
    for seats in [1, 6] {
        cases.push(case(&format!("pai-gow-poker-{seats}"), 200, move || {
            let mut player = pai_gow::Player::new(seats, 7);
            Box::new(move |events| player.round(events))
        }));
    }
    cases.push(case("craps-roll-10-wagers", 1_500, rolls));
    for measured in layout::ALL {
        let name = format!("{}-12-wagers", measured.name.replace('_', "-"));
        cases.push(case(&name, 600, || (measured.round)(4, 12)));
    }
    cases.push(case("roulette-64-patrons-1000-wagers", 20, || {
        let mut player = many_wagers();
        Box::new(move |events| player.round(events))
    }));
    // The difference between the two is the cost from the call to the last line.
    cases.push(case("roulette-64-patrons-1000-wagers-copied", 20, || settled(false)));
    cases.push(case("roulette-64-patrons-1000-wagers-copied-and-settled", 20, || settled(true)));
    cases
}

/// The file of the figures.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/counts.toml");

/// A count may exceed the committed one by this percentage: compilers and C libraries differ a little.
const LEEWAY: u64 = 3;

const HEAD: &str = "\
# Instructions a round, or a roll of craps, takes through the whole protocol with every event kept, the driver's own
# drawing and deciding included. Counted by `just bench-count`, which writes this file; CI fails where a round takes
# more than 3% above its figure.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["play", name, rounds] => play(name, rounds.parse().expect("a number of rounds")),
        ["--check", ..] => return check(),
        ["--write", ..] => write(),
        _ => println!("Say --write to count and keep the figures, --check to compare with those kept."),
    }
    ExitCode::SUCCESS
}

fn boxes(game: &Game, open: blackjack::Open, boxes: u8) -> Round {
    let mut player = blackjack::Player::at(game, open, boxes, 7);
    Box::new(move |events| player.round(events))
}

fn side_bets(boxes: u8) -> Round {
    let bets = &blackjack::RIDE_FREE_SIDE_BETS;
    let mut player = blackjack::Player::betting(&ride_free::GAME, ride_free::open, bets, boxes, 7);
    Box::new(move |events| player.round(events))
}

fn many_wagers() -> layout::Player<roulette::Table> {
    layout::Player::new(&roulette::GAME, roulette::Table::open, 64, 1_000, 7)
}

/// Copies a table with a thousand wagers, and settles it or not.
fn settled(settle: bool) -> Round {
    let mut player = many_wagers();
    player.round(&mut ());
    player.bet(&mut ());
    let full = player.table.clone();
    Box::new(move |events| {
        player.table.clone_from(&full);
        black_box(&player.table);
        if settle {
            player.settle(events);
        }
    })
}

fn rolls() -> Round {
    let mut player = craps::Player::new(7);
    Box::new(move |events| player.roll(events))
}

/// The part that runs under callgrind.
fn play(name: &str, rounds: u32) {
    let case = cases().into_iter().find(|case| case.name == name).expect("a case of that name");
    let mut round = (case.player)();
    let mut events = buffer();
    for _ in 0..rounds {
        events.clear();
        round(&mut events);
        black_box(&events);
    }
}

/// Instructions per round of a case.
fn count(case: &Case) -> u64 {
    let [once, twice] = [case.rounds, case.rounds * 2].map(|rounds| instructions(&case.name, rounds));
    (twice - once) / u64::from(case.rounds)
}

/// Instructions of a process that plays a number of rounds.
fn instructions(name: &str, rounds: u32) -> u64 {
    let this = std::env::current_exe().expect("this program has a path");
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null"])
        .arg(this)
        .args(["play", name, &rounds.to_string()])
        .output()
        .expect("valgrind is installed");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}");
    let collected = told.lines().find_map(|line| line.split_once("Collected : "));
    collected.and_then(|(_, number)| number.trim().parse().ok()).expect("callgrind tells its count")
}

fn write() {
    let mut text = String::from(HEAD);
    for case in cases() {
        let count = count(&case);
        println!("{:<28} {count:>10}", case.name);
        writeln!(text, "{} = {count}", case.name).expect("a String takes everything");
    }
    std::fs::write(FILE, text).expect("the file can be written");
}

fn check() -> ExitCode {
    let committed = std::fs::read_to_string(FILE).expect("the committed counts are there");
    let mut verdict = ExitCode::SUCCESS;
    println!("{:<28} {:>10} {:>10}", "instructions a round", "committed", "now");
    for case in cases() {
        let Some(allowed) = figure(&committed, &case.name) else {
            println!("{:<28} has no figure: run just bench-count", case.name);
            verdict = ExitCode::FAILURE;
            continue;
        };
        let now = count(&case);
        let over = now * 100 > allowed * (100 + LEEWAY);
        println!("{:<28} {allowed:>10} {now:>10}{}", case.name, if over { "  too many" } else { "" });
        if over {
            verdict = ExitCode::FAILURE;
        }
    }
    verdict
}

/// The committed figure of a case.
fn figure(committed: &str, name: &str) -> Option<u64> {
    let mut lines = committed.lines().filter_map(|line| line.split_once(" = "));
    lines.find(|(key, _)| *key == name).and_then(|(_, number)| number.parse().ok())
}
