use felt::{Odds, Pay};

use super::{DICE, book, limits, opened, refused, shelf, spoiled};
use crate::{Allowed, Finding, PayTerm, lint_house};

#[test]
fn minimum_odds_are_options_to_pay_more() {
    let book = book(DICE);
    let option = book.option("place-6-pays").unwrap();
    assert_eq!(option.allowed, Allowed::AtLeast(Odds::to(7, 6)));
    assert_eq!(option.allowed.to_string(), "7 to 6 or more");
    assert_eq!((option.name.as_str(), option.default.as_str()), ("Payout odds of the Place on 6", "7 to 6"));
    assert!(option.uniform && option.cites == ["T-DI-6"] && option.uniform_cites == ["T-DI-6.A"]);
    assert_eq!(book.wager("place-6").unwrap().pays, [PayTerm::ByOption("place-6-pays".to_owned())]);
    let ids: Vec<&str> = book.options.iter().map(|o| o.id.as_str()).collect();
    assert_eq!(ids, ["fire-pays", "place-10-pays", "place-4-pays", "place-6-pays"]);
    assert_eq!(book.option("fire-pays").unwrap().default, "24 to 1");
}

#[test]
fn odds_are_held_to_the_minimum() {
    let least = Allowed::AtLeast(Odds::to(7, 6));
    for (value, canonical) in [
        ("7 to 6", "7 to 6"),
        ("14 to 12", "7 to 6"),
        ("7:6", "7 to 6"),
        ("6 to 5", "6 to 5"),
        ("100000 to 1", "100000 to 1"),
    ] {
        assert_eq!(least.canonical(value).as_deref(), Some(canonical));
    }
    for value in ["1 to 1", "8 to 7", "13 for 6", "30 for 1", "seven", "", "100001 to 1"] {
        assert!(!least.contains(value), "{value}");
    }
    assert_eq!(Allowed::AtLeast(Odds::for_(2, 1)).canonical("6 for 2").as_deref(), Some("3 for 1"));
    assert_eq!(
        refused(&book(DICE), "limits 5..500 step 5 place-6-pays 1 to 1"),
        "line 2: place-6-pays \"1 to 1\" is not approved; allowed: 7 to 6 or more (T-DI-6)"
    );
    assert_eq!(
        refused(&book(DICE), "limits 5..500 step 5 fire-pays 23 to 1"),
        "line 2: fire-pays \"23 to 1\" is not approved; allowed: 24 to 1 or more (T-DI-9.B)"
    );
}

#[test]
fn raised_odds_are_the_ones_that_are_paid_and_checked() {
    let book = book(DICE);
    let table = opened(&book, "limits 5..500 step 5 place-6-pays 12 to 10");
    assert_eq!(table.option("place-6-pays"), "6 to 5");
    assert_eq!(
        (table.pays("place-6"), table.pays("place-4")),
        ([Pay::Odds(Odds::to(6, 5))].as_slice(), [Pay::Odds(Odds::to(9, 5))].as_slice())
    );
    assert_eq!(limits(&table, "place-6"), "5..500 step 5");
    assert!(table.pays("buy-4").is_empty(), "it is not offered");
    let plain = opened(&book, "limits 5..500 step 5 place-6-pays 7:6");
    assert_eq!(plain.hash, opened(&book, "limits 5..500 step 5").hash, "two spellings of one table");
    assert_eq!(
        refused(&book, "limits 5..500 step 5 place-6-pays 6 to 5 place-6 6..600 step 6"),
        "line 2: place-6: a stake of 6 paid 6 to 5 wins 7.20, which is not a whole number of coins of 1; \
         allowed: a coin of 0.20, or a rounding (down, up, nearest-up, nearest-down) (T-DI-6)"
    );
}

#[test]
fn minimums_that_cannot_be_read() {
    let place = "targets = { 10 = \"9 to 5\", 4 =";
    for spoilt in ["targets = { 10 = \"$5\", 4 =", "targets = { 10 = \"option fire-pays\", 4 ="] {
        assert_eq!(
            spoiled(DICE, place, spoilt),
            "line 43: wager \"place-10\" says at_least, so it has one fixed odds; allowed: one odds such as 3 to 2"
        );
    }
    assert_eq!(
        spoiled(DICE, "parts = 4", "parts = 4\nat_least = true"),
        "line 61: wager \"horn\" says at_least, so it has one fixed odds; allowed: one odds such as 3 to 2"
    );
    assert_eq!(
        spoiled(DICE, "id = \"fire-pays\"", "id = \"place-4-pays\""),
        "line 43: option \"place-4-pays\" is there twice\n\
         line 69: unknown option in the pays of fire: \"fire-pays\"; \
         allowed: place-4-pays, place-10-pays, place-4-pays, place-6-pays"
    );
    assert_eq!(
        spoiled(DICE, "\"24 to 1\"", "\"much\""),
        "line 81: at_least \"much\" is no odds; allowed: odds such as 3 to 2"
    );
    assert_eq!(
        spoiled(DICE, "at_least = \"24 to 1\"", "at_least = \"24 to 1\"\nallowed = [\"30 to 1\"]"),
        "line 78: allowed and at_least cannot both say what may be chosen"
    );
    assert_eq!(
        spoiled(DICE, "at_least = \"24 to 1\"", "at_least = \"24 to 1\"\ndefault = \"20 to 1\""),
        "line 78: the default \"20 to 1\" of option \"fire-pays\" is not allowed; allowed: 24 to 1 or more"
    );
    assert_eq!(
        spoiled(DICE, "[\"T-DI-6.A\"]", "[\"X-6\"]"),
        "line 43: option \"place-10-pays\" cites \"X-6\", which is not of this book; allowed: T-DI-…\n\
         line 43: option \"place-4-pays\" cites \"X-6\", which is not of this book; allowed: T-DI-…\n\
         line 43: option \"place-6-pays\" cites \"X-6\", which is not of this book; allowed: T-DI-…"
    );
}

#[test]
fn raised_odds_are_alike_in_the_whole_house() {
    let table = |more: &str| format!("game = \"test/dice\"\nlimits.main = \"5..500 step 5\"\n{more}");
    let files = [
        ("a.toml", table("options.place-6-pays = \"6 to 5\"\n")),
        ("b.toml", table("options.place-6-pays = \"12:10\"\n")),
        ("c.toml", table("")),
        ("d.toml", table("options.place-6-pays = \"1 to 1\"\n")),
        ("e.toml", table("options.place-6-pays = \"6 to 5\"\noptions.fire-pays = \"30 to 1\"\n")),
    ];
    let findings: Vec<String> =
        lint_house(&files, &shelf).iter().map(|(path, finding)| format!("{path} {finding}")).collect();
    assert_eq!(
        findings,
        [
            "c.toml place-6-pays \"7 to 6\" differs from a.toml, and all tables of test/dice must have one value; \
             allowed: 6 to 5 (T-DI-6.A)",
            "d.toml line 3: place-6-pays \"1 to 1\" is not approved; allowed: 7 to 6 or more (T-DI-6)",
        ]
    );
}

fn warned(text: &str, words: &str) -> Vec<String> {
    let unplaced = |finding: &Finding| Finding { line: None, ..finding.clone() }.to_string();
    opened(&book(text), words).warnings.iter().map(unplaced).collect()
}

#[test]
fn even_money_above_the_limit_of_a_round_is_told() {
    let wild = include_str!("../../../../rulebooks/ohio/dj-wild.toml");
    assert_eq!(warned(wild, "limits 5..16666 step 1"), Vec::<String>::new());
    assert_eq!(
        warned(wild, "limits 5..16667 step 1"),
        [
            "ante: 3 times the largest stake, 50001, is more than the 50000 that a patron is paid in a round, so even money \
          is cut (OH-DJW-11(e):a)"
        ]
    );
}

#[test]
fn an_option_without_the_one_it_needs_is_told() {
    let ride = include_str!("../../../../rulebooks/ohio/let-it-ride.toml");
    assert_eq!(warned(ride, "limits 5..100 payout-limited yes payout-limit 60000"), Vec::<String>::new());
    assert_eq!(warned(ride, "limits 5..100 payout-limit 50000"), Vec::<String>::new());
    assert_eq!(
        warned(ride, "limits 5..100 payout-limit 60000"),
        ["payout-limit has no effect unless payout-limited is yes (OH-LIR-13.III:a)"]
    );
}
