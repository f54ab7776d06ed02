use felt::{Money, Pay};

use super::{BLACKJACK, CRAPS, book, spoiled};
use crate::{Allowed, PayTerm, Range};

/// Changes the fixture in one place and expects exactly these findings.
fn refuse(from: &str, to: &str, expected: &str) {
    assert_eq!(spoiled(CRAPS, from, to), expected);
}

#[test]
fn ohio_blackjack_is_read_whole() {
    let book = book(BLACKJACK);
    assert_eq!((book.id.as_str(), book.prefix.as_str(), book.boxes.default), ("ohio/blackjack", "OH-BJ", 7));
    assert_eq!(book.decks.allowed, Range { min: 1, max: 8 });
    assert_eq!(book.wager("main").unwrap().pays[1], PayTerm::ByOption("blackjack-pays".to_owned()));
    assert_eq!(book.wager("insurance").unwrap().follows.as_deref(), Some("main"));
    assert_eq!(book.wager("house-money").unwrap().feeds.as_deref(), Some("main"));
    let table = book.paytable("OH-BJ-16.II.C(2)/T1").unwrap();
    assert_eq!(table.line("straight-flush").unwrap().pays, "5 to 1".parse::<Pay>().unwrap());
    assert_eq!(book.option("boxes-per-patron").unwrap().allowed, Allowed::Range(Range { min: 1, max: 7 }));
    assert!(!book.duties.is_empty());
    assert_eq!(book.hash.len(), 64);
    assert_eq!(book.main_wager().unwrap().id, "main");
}

#[test]
fn the_fixture_is_read_whole() {
    let book = book(CRAPS);
    let fire = book.wager("fire").unwrap();
    assert_eq!(fire.limits.unwrap().max, Some(Money::minor(10_000)));
    assert_eq!(fire.limits_cites, ["T-CR-5.B"]);
    assert!(book.option("odds-multiple").unwrap().uniform);
    assert_eq!(book.main_wager().unwrap().id, "pass");
    let fire_pays: Vec<_> = book.paytables_for(fire, 0).map(|p| p.lines[0].pays).collect();
    assert_eq!(fire_pays[1], Pay::Amount(Money::minor(250)));
}

#[test]
fn what_cannot_be_read() {
    refuse("id = \"test/craps\"", "", "line 1: id is missing");
    refuse("\"USD\"", "\"XXX\"", "line 8: currency \"XXX\" is not known");
    refuse("\"1..16\"", "\"16..1\"", "line 11: \"16..1\" is not a range such as 1..8");
    refuse("default = 16", "default = 300", "line 12: default \"300\" is not a number");
    refuse(
        "required = true",
        "requierd = true",
        "line 18: unknown key \"requierd\"; did you mean \"required\"?; allowed: id, name, targets, spots, required, \
         side_bet, attaches, attaches_cites, beside, beside_cites, decks, decks_cites, follows, feeds, equals, pays, at_least, at_least_cites, uniform_cites, paytables, parts, step, \
         refuses_inexact, vigorish, vigorish_of, vigorish_exact, vigorish_cites, aggregate_limit, aggregate_times, aggregate_cites, limits, limits_cites, paytables_cites, cites",
    );
    refuse(
        "required = true",
        "required = 1",
        "line 18: required must be true or false; allowed: true, false",
    );
    refuse(
        "\"7 to 6\"",
        "\"seven\"",
        "line 32: \"seven\" cannot be paid; allowed: 3 to 2, 100%, $50, option <id>",
    );
    refuse("\"999 to 1\"", "\"x\"", "line 48: \"x\" cannot be paid; allowed: 3 to 2, 100%, $50");
    refuse(
        "\"..100\"",
        "\"100\"",
        "line 39: limits \"100\" cannot be read; allowed: 5..100, ..100, 5.., 1..100 step 1, one of 1..10",
    );
    refuse("cites = [\"T-CR-4\"]", "cites = 4", "line 33: cites must be a list");
    refuse(
        "[boxes]",
        "[decks]\nkind = \"piquet32\"",
        "line 1: [boxes] is missing\n\
        line 11: deck kind \"piquet32\" is not known; allowed: standard52, joker53, no-tens48",
    );
}

#[test]
fn what_does_not_agree_with_itself() {
    refuse(
        "2020-02-29",
        "soon",
        "line 6: effective \"soon\" is not a date; allowed: YYYY-MM-DD, or undated where none is printed",
    );
    refuse(
        "default = 16",
        "default = 17",
        "line 10: the default of 17 boxes is not allowed by its own range; allowed: 1..16",
    );
    refuse("id = \"pass-odds\"", "id = \"pass\"", "line 22: wager \"pass\" is there twice");
    refuse(
        "id = \"place-six\"",
        "id = \"Place\"",
        "line 29: wager id \"Place\" must be lower-case words joined by hyphens",
    );
    refuse(
        "id = \"place-six\"",
        "id = \"steps\"",
        "line 29: wager id \"steps\" is a word that table files use for something else",
    );
    refuse("id = \"odds-multiple\"", "id = \"pass\"", "line 56: option \"pass\" is there twice");
    refuse("[\"T-CR-4\"]", "[]", "line 29: wager \"place-six\" cites no paragraph");
    refuse(
        "\"T-CR-6\"",
        "\"OH-6\"",
        "line 56: option \"odds-multiple\" cites \"OH-6\", which is not of this book; allowed: T-CR-…",
    );
    refuse(
        "id = \"T-CR-7\"",
        "id = \"T-CR\"",
        "line 64: duty \"T-CR\" cites \"T-CR\", which is not of this book; allowed: T-CR-…",
    );
    refuse(
        "follows = \"pass\"",
        "follows = \"pas\"",
        "line 22: unknown wager that pass-odds follows: \"pas\"; did you mean \"pass\"?; \
         allowed: pass, pass-odds, place-six, fire",
    );
    refuse(
        "follows = \"pass\"",
        "follows = \"pass-odds\"",
        "line 22: wager \"pass-odds\" follows itself, directly or by way of others",
    );
    refuse(
        "side_bet = true",
        "side_bet = true\nrequired = true",
        "line 35: wager \"fire\" cannot be both required and a side bet",
    );
    refuse(
        "side_bet = true",
        "follows = \"pass\"",
        "line 35: wager \"fire\" follows another, so it has no limits of its own",
    );
    refuse(
        "pays = [\"7 to 6\"]\n",
        "",
        "line 29: wager \"place-six\" can never win: it has neither pays nor paytables",
    );
    refuse(
        "\"7 to 6\"",
        "\"option odds\"",
        "line 29: unknown option in the pays of place-six: \"odds\"; allowed: odds-multiple",
    );
    refuse(
        "\"7 to 6\"",
        "\"option odds-multiple\"",
        "line 29: wager \"place-six\" is paid by odds-multiple, whose values are no odds",
    );
    refuse(
        "paytables = [\"T-CR-5/A\", \"T-CR-5/B\"]",
        "paytables = [\"T-CR-5/A\", \"T-CR-5/C\"]",
        "line 35: unknown paytable of fire: \"T-CR-5/C\"; did you mean \"T-CR-5/A\"?; allowed: T-CR-5/A, T-CR-5/B\n\
         line 50: paytable T-CR-5/B is not listed by its wager fire",
    );
    refuse(
        "wager = \"fire\"",
        "wager = \"pass\"",
        "line 35: wager \"fire\" names T-CR-5/A, which pays pass\n\
         line 44: paytable T-CR-5/A is not listed by its wager pass",
    );
    refuse(
        "lines = [{ id = \"six\", name = \"Six points\", pays = \"999 to 1\" }]",
        "lines = []",
        "line 44: paytable T-CR-5/A has no lines",
    );
    refuse(
        "default = \"2\"",
        "default = \"21\"",
        "line 56: the default \"21\" of option \"odds-multiple\" is not allowed; allowed: 1..20",
    );
    refuse(
        "default = \"2\"",
        "default = \"2\"\nonly = [{ value = \"30\", decks = \"1\", cites = [\"T-CR-6\"] }]",
        "line 56: option \"odds-multiple\" has a condition on \"30\", which it does not allow; allowed: 1..20",
    );
    refuse(
        "default = \"2\"",
        "default = \"2\"\nonly = [{ value = \"2\", decks = \"1\", cites = [\"T-CR-6\"] }]",
        "line 56: the defaults of option \"odds-multiple\" and of the decks exclude each other",
    );
}
