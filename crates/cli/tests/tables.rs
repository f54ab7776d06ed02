//! `games`, `rules`, `irregular`, `deal` and `play`: everything that opens tables.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

mod common;

use common::{command, croupier, missing};
use serde_json::Value;
use std::io::Read;

#[test]
fn games_lists_the_registry() {
    let said = croupier(&["games"], "");
    assert_eq!(said.code, 0);
    let json = croupier(&["games", "--json"], "").json();
    let all = json.as_array().unwrap();
    assert_eq!(all.len(), games::GAMES.len());
    for game in all {
        assert!(said.out.contains(game["id"].as_str().unwrap()), "{}", said.out);
        let keys = ["id", "name", "jurisdiction", "rulebook_hash", "wagers", "paytables", "options"];
        assert_eq!(missing(game, &keys), Vec::<&str>::new());
        assert_eq!(missing(&game["wagers"][0], &["id", "name"]), Vec::<&str>::new());
        for option in game["options"].as_array().unwrap() {
            assert_eq!(missing(option, &["id", "name", "allowed", "default", "cites"]), Vec::<&str>::new());
        }
    }
}

#[test]
fn rules_shows_every_book_within_the_terminal() {
    for game in games::GAMES {
        let said = croupier(&["rules", game.id], "");
        assert_eq!(said.code, 0, "{}", said.err);
        let widest = said.out.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{widest} columns:\n{}", said.out);
        let json = croupier(&["rules", game.id, "--json"], "").json();
        for wager in json["wagers"].as_array().unwrap() {
            assert!(said.out.contains(wager["id"].as_str().unwrap()));
        }
        for one in game.vocabulary.irregularities {
            assert!(said.out.contains(one.id.word()) && said.out.contains(one.rule.id()));
        }
        assert_eq!(json["irregularities"].as_array().unwrap().len(), game.vocabulary.irregularities.len());
    }
}

#[test]
fn a_game_may_be_named_briefly_and_an_unknown_one_is_explained() {
    assert_eq!(croupier(&["rules", "blackjack"], "").code, 0);
    let said = croupier(&["rules", "ohio/bingo"], "");
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("\"ohio/bingo\" is no game") && said.err.contains("ohio/blackjack"),
        "{}",
        said.err
    );
}

#[test]
fn irregular_asks_the_engine() {
    let said = croupier(&["irregular", "ohio/blackjack", "--at", "deal"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    for part in
        ["At deal", "face-up-in-shoe", "OH-BJ-15.I", "reported by: dealer", "-> it goes to the discard rack"]
    {
        assert!(said.out.contains(part), "{part} in:\n{}", said.out);
    }
    assert!(!said.out.contains("dealer-overdrew"), "the dealer cannot overdraw during the first deal");
    let json = croupier(&["irregular", "ohio/blackjack", "--json"], "").json();
    let phases = json.as_array().unwrap();
    let named: Vec<&str> = phases.iter().map(|phase| phase["phase"].as_str().unwrap()).collect();
    assert_eq!(named, games::find("ohio/blackjack").unwrap().vocabulary.phases);
    let approval = phases.iter().find(|phase| phase["phase"] == "approval").unwrap();
    assert_eq!(approval["reached"], true, "some points are reached only after an irregularity");
    let first = phases.iter().find_map(|phase| phase["irregularities"].get(0)).unwrap();
    assert_eq!(
        missing(first, &["id", "what", "reported_by", "decides", "remedy", "rule"]),
        Vec::<&str>::new()
    );
}

#[test]
fn irregular_lists_the_points_for_an_unknown_one() {
    let said = croupier(&["irregular", "ohio/blackjack", "--at", "lunch"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("no point \"lunch\"; it has: shuffle, cut, burn, bets, deal"), "{}", said.err);
}

#[test]
fn deal_prints_rounds_that_a_seed_repeats() {
    let args = ["deal", "ohio/blackjack", "--rounds", "3", "--seats", "2", "--seed", "5"];
    let said = croupier(&args, "");
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("Round 3") && said.out.contains("B bets") && said.out.contains("3 rounds, "));
    assert_eq!(said.out, croupier(&args, "").out);
    assert_ne!(said.out, croupier(&["deal", "ohio/blackjack", "--rounds", "3", "--seats", "2"], "").out);
    let said = croupier(&["deal", "ohio/blackjack", "--seats", "20"], "");
    assert_eq!(said.code, 2);
    assert!(said.err.contains("the table has 7 boxes; --seats may be 1 to 7"), "{}", said.err);
}

/// Every set-up at which a shoe runs out, hands hide or side bets feed wagers must go on for ever.
#[test]
fn deal_json_is_one_balanced_round_a_line() {
    for table in ["", "house-money 5..100 step 5", "decks 1 dealing pitch house-money 5..100 step 5"] {
        let said = croupier(
            &["deal", "blackjack", "--rounds", "300", "--seats", "7", "--json", "--table", table],
            "",
        );
        assert_eq!(said.code, 0, "{table}: {}", said.err);
        assert_eq!(said.out.lines().count(), 300);
        for (n, line) in said.out.lines().enumerate() {
            let round: Value = serde_json::from_str(line).unwrap();
            assert_eq!(round["round"], n + 1);
            let events = round["events"].as_array().unwrap();
            let kinds: Vec<&str> = events.iter().map(|event| event["kind"].as_str().unwrap()).collect();
            assert_eq!(kinds.iter().filter(|kind| **kind == "round-opened").count(), 1, "{table} round {n}");
            assert_eq!(kinds.last(), Some(&"round-ended"));
            let placed = kinds.iter().filter(|kind| **kind == "wager-placed").count();
            let lines = round["settlement"].as_array().unwrap();
            assert_eq!(lines.len(), placed, "every wager is settled once: {table} round {n}");
        }
    }
}

#[test]
fn a_reader_that_stops_is_no_failure() {
    let mut child = command(&["deal", "ohio/blackjack", "--rounds", "2000"]).spawn().unwrap();
    let mut some = [0; 100];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn play_goes_through_a_piped_session() {
    let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], "2\nten\n10\nx\ns\n\n?\nq\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let at = |part: &str| said.out.find(part).unwrap_or_else(|| panic!("{part} in:\n{}", said.out));
    let parts = [
        "You have 1,000.00 USD.",
        "Bet main on box 1, 5 to 500 in steps of 5 [5] > 2",
        "refused: outside limits; allowed: 5 to 500 in steps of 5",
        "\"ten\" is not an amount",
        "[5] > 10",
        "you          6♠ 5♠",
        "h hit · s stand · d double for up to 10",
        "answer with h (hit), s (stand)",
        "A at 1: main loses 10",
        "OH-BJ-4.II:a",
        "You lost 10.",
        "You have 990.00 USD.",
        "[10] > \n",
    ];
    assert!(parts.map(at).is_sorted(), "{}", said.out);
    assert!(said.out.contains("    OH-BJ-4.II:a\n        "), "? shows what a rule says:\n{}", said.out);
    assert!(said.out.lines().last().unwrap().starts_with("You leave with "));
    assert!(said.out.lines().all(|line| line.chars().count() <= 82), "{}", said.out);
}

#[test]
fn play_ends_with_the_input() {
    for input in ["", "10\n", "q\n", "10\nq\n"] {
        let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], input);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.contains("You leave with "), "{}", said.out);
        assert_eq!(said.out.contains("10.00 stays on the table"), input.starts_with("10"), "{}", said.out);
    }
}

#[test]
fn play_may_be_left_when_asked_for_an_amount() {
    let said = croupier(&["play", "ohio/blackjack", "--seed", "3"], "10\nd\nq\ns\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let last: Vec<&str> = said.out.lines().rev().take(2).collect();
    assert!(last[1].contains("[10] > q"), "{}", said.out);
    assert!(last[0].starts_with("You leave with 990.00 USD; 10.00 stays"), "{}", said.out);
}

/// Somebody who answers anything at all, for a long time, meets no fault.
#[test]
fn play_survives_any_answers() {
    for (seed, table) in [("1", ""), ("2", "house-money 5..100 step 5"), ("3", "decks 1 dealing pitch")] {
        let answers = ["5", "p", "1", "", "i", "d", "", "s", "h", "c", "2", "5", "k", "s", "9", "o", "3"];
        let input: String = (0..3_000).map(|n: usize| format!("{}\n", answers[n * 7 % 17])).collect();
        let said = croupier(&["play", "blackjack", "--seed", seed, "--table", table], &input);
        assert_eq!(said.code, 0, "{}", said.err);
        assert!(said.out.matches("You have").count() > 100, "{}", said.out.len());
    }
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands = ["games", "rules", "play", "deal", "run", "why", "test", "trace", "lint", "irregular"];
    let overview = croupier(&["--help"], "");
    for command in commands {
        assert!(overview.out.contains(command), "{}", overview.out);
        let help = croupier(&[command, "--help"], "");
        assert_eq!(help.code, 0);
        assert!(
            help.out.contains("Example") && help.out.contains(&format!("croupier {command}")),
            "{}",
            help.out
        );
    }
    assert_eq!(croupier(&["shuffle"], "").code, 2);
}

#[test]
fn colour_only_where_it_is_wanted() {
    let said = croupier(&["games", "--color", "always"], "");
    assert!(said.out.contains("\u{1b}[36m"), "{:?}", said.out);
    assert!(!croupier(&["games"], "").out.contains('\u{1b}'));
}
