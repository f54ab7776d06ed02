//! `rng collect` and `rng test`: output of the live source of chance.
//!
//! The source cannot be seeded, so these tests do not check whether its outcomes pass: that would fail once in a
//! hundred runs. The judging is tested on seeded samples in its own module, and here on files with a certain result.

use crate::common::{command, croupier, directory, missing};
use felt::{Card, DeckKind, Pack, Pocket, TwoDice};

#[test]
fn shoes_are_collected_whole() {
    for (deck, kind) in [("standard52", DeckKind::Standard52), ("joker53", DeckKind::Joker53)] {
        let said = croupier(&["rng", "collect", "cards", "--decks", "2", "--deck", deck, "--count", "3"], "");
        assert_eq!(said.code, 0, "{}", said.err);
        let mut all: Vec<Card> = Pack { kind, decks: 2 }.cards().collect();
        all.sort();
        let shoes: Vec<&str> = said.out.lines().collect();
        assert_eq!(shoes.len(), 3);
        for shoe in &shoes {
            let mut cards: Vec<Card> = shoe.split(' ').map(|card| card.parse().unwrap()).collect();
            cards.sort();
            assert_eq!(cards, all);
        }
        assert!(shoes[0] != shoes[1] && shoes[1] != shoes[2]);
    }
}

#[test]
fn throws_spins_and_raw_bytes_are_collected() {
    let said = croupier(&["rng", "collect", "dice", "--count", "500"], "");
    let throws: Vec<TwoDice> = said.out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(throws.len(), 500);
    let said = croupier(&["rng", "collect", "pockets", "--count", "2000", "--wheel", "single-zero"], "");
    let pockets: Vec<Pocket> = said.out.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(pockets.len(), 2_000);
    assert!(!pockets.contains(&Pocket::DOUBLE_ZERO));
    let said = croupier(&["rng", "collect", "raw", "--count", "70000", "--form", "text"], "");
    let digits: String = said.out.lines().collect();
    assert_eq!(digits.len(), 140_000);
    assert!(digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
}

#[test]
fn bytes_go_to_a_file() {
    let directory = directory("rng-collect", &[]);
    let lengths =
        [("raw", "100001", 100_001), ("dice", "50", 100), ("pockets", "50", 50), ("cards", "2", 832)];
    for (what, count, length) in lengths {
        let file = directory.join(what);
        let path = file.to_str().unwrap();
        let said =
            croupier(&["rng", "collect", what, "--count", count, "--form", "binary", "--out", path], "");
        assert_eq!((said.code, said.out.as_str(), said.err.as_str()), (0, "", ""));
        assert_eq!(std::fs::read(file).unwrap().len(), length, "{what}");
    }
    let said = croupier(&["rng", "collect", "dice", "--count", "1", "--out", "/nowhere/at/all"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot write /nowhere/at/all"), "{}", said.err);
}

#[test]
fn endless_output_ends_when_nobody_reads() {
    let mut child = command(&["rng", "collect", "raw", "--endless"]).spawn().unwrap();
    let mut some = [0; 100_000];
    std::io::Read::read_exact(child.stdout.as_mut().unwrap(), &mut some).unwrap();
    drop(child.stdout.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_test_of_live_outcomes_says_what_it_found() {
    let said = croupier(&["rng", "test", "dice", "--count", "10000", "--json"], "");
    let json = said.json();
    assert_eq!(
        missing(&json, &["ok", "tests", "failed", "expected", "so-many", "so-bad"]),
        Vec::<&str>::new()
    );
    assert_eq!(said.code, if json["ok"] == true { 0 } else { 1 }, "{}", said.out);
    let sample = &json["samples"][0];
    assert_eq!(
        (&sample["what"], &sample["count"], &sample["unit"]),
        (&"dice".into(), &10_000.into(), &"throws".into())
    );
    let tests = sample["tests"].as_array().unwrap();
    assert_eq!(json["tests"], tests.len());
    assert_eq!(json["failed"], tests.iter().filter(|test| test["ok"] == false).count());
    for test in tests {
        assert_eq!(missing(test, &["test", "of", "statistic", "freedom", "p", "ok"]), Vec::<&str>::new());
    }
}

#[test]
fn the_report_fits_the_terminal() {
    let said = croupier(&["rng", "test", "cards", "--decks", "1", "--count", "300"], "");
    assert!(said.code <= 1, "{}", said.err);
    for part in ["Cards: 300 shoes of 52", "faces by position", "2601", "coupon collector", "9 tests at 99%"]
    {
        assert!(said.out.contains(part), "{part} in:\n{}", said.out);
    }
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
}

#[test]
fn collected_outcomes_can_be_tested() {
    // A die that only counts, and the pockets of a wheel that advances by one.
    let dice: String = (0..12_000).map(|n| format!("{}-{}\n", n % 6 + 1, n / 6 % 6 + 1)).collect();
    let pockets: String = (0..12_000).map(|n| format!("{}\n", n % 37)).collect();
    let directory = directory("rng-test", &[("dice.txt", &dice), ("pockets.txt", &pockets)]);
    let path = |name| directory.join(name).to_str().unwrap().to_owned();
    let said = croupier(&["rng", "test", "dice", "--from", &path("dice.txt")], "");
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(said.out.contains("fails") && said.out.ends_with("failed\n"), "{}", said.out);
    let wheel = ["rng", "test", "pockets", "--wheel", "single-zero", "--from"];
    let said = croupier(&[&wheel[..], &[&path("pockets.txt")]].concat(), "");
    assert_eq!(said.code, 1, "{}", said.err);
}

#[test]
fn what_cannot_be_tested_is_refused_with_its_line() {
    let directory = directory(
        "rng-refused",
        &[("dice.txt", "3-4\n7-1\n"), ("few.txt", "3-4\n"), ("shoe.txt", "As Ks\n"), ("wheel.txt", "00\n")],
    );
    let refused = |what: &str, name: &str, more: &[&str]| {
        let path = directory.join(name).to_str().unwrap().to_owned();
        let said = croupier(&[&["rng", "test", what, "--from", &path], more].concat(), "");
        assert_eq!(said.code, 2, "{}", said.out);
        said.err
    };
    assert!(refused("dice", "dice.txt", &[]).contains("dice.txt:2: "));
    assert!(refused("dice", "few.txt", &[]).contains("1 throws are too few to tell anything"));
    assert!(refused("cards", "shoe.txt", &[]).contains("shoe.txt:1: these are not the cards of 8 decks"));
    let wheel = refused("pockets", "wheel.txt", &["--wheel", "single-zero"]);
    assert!(wheel.contains("the single-zero wheel has no 00"), "{wheel}");
    let wheel = refused("pockets", "wheel.txt", &["--wheel", "big-six"]);
    assert!(wheel.contains("write one of single-zero, double-zero"), "{wheel}");
    let said = croupier(&["rng", "test", "--from", "dice.txt"], "");
    assert_eq!(said.code, 2, "without saying what is in it");
}
