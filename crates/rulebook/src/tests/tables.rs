use felt::{DeckKind, Money, Pack, Rounding};

use super::{BLACKJACK, CRAPS, book, join, shelf};
use crate::{TableConfig, TableDraft, lint_table, read_table};

/// A valid six-deck table on lines 1 to 6; what a test adds starts on line 7.
fn blackjack(more: &str) -> String {
    let head = "game = \"ohio/blackjack\"\nboxes = 7\ncoin = \"0.50\"\n";
    if more.contains("main =") || more.contains("limits.main") {
        return format!("{head}{more}");
    }
    format!("{head}limits.main = \"5..500 step 5\"\n\n\n{more}")
}

fn craps(more: &str) -> String {
    format!("game = \"test/craps\"\nlimits.place-six = \"6..600 step 6\"\n{more}")
}

fn accept(text: &str) -> TableConfig {
    lint_table(text, &shelf).unwrap_or_else(|findings| panic!("{}", join(&findings)))
}

/// The findings as printed, including line, paragraph and remedies.
fn refuse(text: &str, expected: &str) {
    let findings = lint_table(text, &shelf).unwrap_err();
    assert_eq!(join(&findings), expected);
}

#[test]
fn the_example_tables_are_accepted() {
    let floor = accept(include_str!("../../../../tables/blackjack-main-floor.toml"));
    assert_eq!((floor.boxes, floor.decks, floor.coin), (7, 6, Money::minor(50)));
    assert_eq!(floor.pack(), Pack { kind: DeckKind::Standard52, decks: 6 });
    assert!(floor.offers("main") && floor.offers("insurance") && floor.offers("house-money"));
    assert_eq!(floor.paytable("house-money").unwrap().code, "OH-BJ-16.II.C(1)/T1");
    assert_eq!(floor.stake_step("main"), Some(Money::minor(100)), "House Money narrows the step");
    let limits = floor.limits("main").unwrap();
    assert!(limits.allows(Money::minor(1500)));
    assert!(!limits.allows(Money::minor(1600)) && !limits.allows(Money::minor(50_500)));
    assert_eq!(floor.option("split-hands"), "4");
    assert_eq!(floor.option("no such"), "");

    let pitch = accept(include_str!("../../../../tables/blackjack-pitch.toml"));
    assert_eq!(pitch.option("blackjack-pays"), "6 to 5");
    assert!(pitch.by_dealer && !pitch.offers("house-money") && pitch.limits("house-money").is_none());
    assert!(pitch.limits("insurance").is_none(), "insurance depends on the main wager");
    assert_ne!(pitch.hash, floor.hash);
}

#[test]
fn the_hash_is_of_the_meaning() {
    let plain = accept(&blackjack(""));
    let spelled = accept(&blackjack("[options]\nsoft-17 = \"hit\"\n"));
    let other = accept(&blackjack("[options]\nsoft-17 = \"stand\"\n"));
    assert_eq!(plain.hash, spelled.hash);
    assert_ne!(plain.hash, other.hash);
    assert_eq!(plain.hash.len(), 64);
}

#[test]
fn syntax_is_refused_with_line_and_column() {
    let findings = lint_table("game = \"ohio/blackjack\"\ndecks = = 6\n", &shelf).unwrap_err();
    assert_eq!(findings[0].line, Some(2));
    assert!(findings[0].what.starts_with("column 9:"), "{}", findings[0]);
}

#[test]
fn unknown_words_are_refused_with_the_nearest_known_one() {
    refuse(
        &blackjack("deks = 6\n"),
        "line 7: unknown key \"deks\"; did you mean \"decks\"?; allowed: game, name, study, boxes, decks, coin, \
         rounding, awards, new-cards, new-cards-warning, place-rounds, place-seconds, steps, limits, options, \
         side-bets, paytables",
    );
    refuse("game = \"ohio/blakjack\"\n", "line 1: there is no rule book \"ohio/blakjack\"");
    refuse("decks = 6\n", "line 1: game is missing");
    let findings = lint_table(&blackjack("[options]\nsoft17 = \"hit\"\n"), &shelf).unwrap_err();
    assert!(
        join(&findings)
            .starts_with("line 8: unknown option \"soft17\"; did you mean \"soft-17\"?; allowed: ")
    );
    refuse(
        &blackjack("[side-bets.house-mony]\nlimits = \"1..5\"\n"),
        "line 7: unknown side bet \"house-mony\"; did you mean \"house-money\"?; allowed: house-money (OH-BJ-4.X)",
    );
    refuse(
        &blackjack("[side-bets.house-money]\nlimits = \"1..5\"\nlimit = 5\n"),
        "line 9: unknown key of side bet house-money: \"limit\"; did you mean \"limits\"?; allowed: limits, paytable",
    );
    refuse(
        &blackjack("limits.mian = \"1..5\"\n"),
        "line 7: unknown wager \"mian\"; did you mean \"main\"?; \
         allowed: main, insurance, double, split, house-money",
    );
    refuse(
        &blackjack("side-bets.insurance.limits = \"1..5\"\n"),
        "line 7: insurance is not a side bet; it is always offered; allowed: house-money (OH-BJ-9.I)",
    );
}

#[test]
fn options_are_held_to_the_approved_values() {
    refuse(
        &blackjack("[options]\nblackjack-pays = \"1 to 1\"\n"),
        "line 8: blackjack-pays \"1 to 1\" is not approved; allowed: 3 to 2, 6 to 5 (OH-BJ-4.VI)",
    );
    refuse(
        &blackjack("[options]\nboxes-per-patron = 8\n"),
        "line 8: boxes-per-patron \"8\" is not approved; allowed: 1..7 (OH-BJ-13.I)",
    );
    refuse(
        &blackjack("[options]\nsplit-hands = 3\n"),
        "line 8: split-hands \"3\" is approved only with 1..2 decks, not 6; allowed: 4 with 6 decks (OH-BJ-11.V:a)",
    );
}

#[test]
fn a_study_table_may_break_pairings_only() {
    let table = accept(&blackjack("study = true\n[options]\ndealing = \"pitch\"\n"));
    assert!(table.study);
    refuse(
        &blackjack("study = true\n[options]\ndealing = \"thrown\"\n"),
        "line 9: dealing \"thrown\" is not approved; allowed: shoe, pitch (OH-BJ-14.I)",
    );
    let table = accept(&blackjack(
        "study = true\nside-bets.house-money = { limits = \"1..5\", paytable = \"OH-BJ-16.II.C(2)/T1\" }\n",
    ));
    assert_eq!(table.paytable("house-money").unwrap().code, "OH-BJ-16.II.C(2)/T1");
}

#[test]
fn a_default_that_the_decks_exclude_is_put_on_the_line_of_the_decks() {
    let text = BLACKJACK.replace(
        "only = [{ value = \"pitch\", decks = \"1..2\"",
        "only = [{ value = \"shoe\", decks = \"4..8\", cites = [\"OH-BJ-14.II\"] }, { value = \"pitch\", decks = \"1..2\"",
    );
    let mut draft = TableDraft::new("ohio/blackjack");
    draft.set("limits", "5..100 step 5", Some(1)).set("coin", "0.50", Some(2)).set("decks", "2", Some(3));
    assert_eq!(
        join(&draft.check(&book(&text)).unwrap_err()),
        "line 3: dealing \"shoe\" is approved only with 4..8 decks, not 2; allowed: pitch with 2 decks (OH-BJ-14.II)"
    );
}

#[test]
fn plain_values() {
    refuse(&blackjack("decks = 9\n"), "line 7: decks 9 is not approved; allowed: 1..8 (OH-BJ-3.I:a)");
    refuse(
        "game = \"ohio/blackjack\"\ncoin = \"0.50\"\nboxes = 0\nlimits.main = \"5..10 step 5\"\n",
        "line 3: boxes 0 is not approved; allowed: 1..7 (OH-BJ-2.I.B)",
    );
    refuse(
        &blackjack("steps = \"slow\"\n"),
        "line 7: steps \"slow\" is not known; allowed: automatic, by-dealer",
    );
    refuse(&blackjack("study = \"maybe\"\n"), "line 7: study \"maybe\" is not known; allowed: false, true");
    refuse(
        &blackjack("rounding = \"sideways\"\n"),
        "line 7: rounding \"sideways\" is not known; allowed: exact, down, up, nearest-up, nearest-down",
    );
    refuse(
        "game = \"test/craps\"\ncoin = \"0\"\nlimits.main = \"6..60 step 6\"\n",
        "line 2: coin \"0\" is not a positive amount; allowed: an amount such as 0.50, in quotes",
    );
    refuse(
        "game = \"test/craps\"\ncoin = 0.5\nlimits.main = \"6..60 step 6\"\n",
        "line 2: coin is written as 0.5; put amounts in quotes so that they stay exact; allowed: \"0.5\"",
    );
    refuse(&blackjack("decks = \"\"\n"), "line 7: decks has no value; allowed: 1..8 (OH-BJ-3.I:a)");
    refuse(&blackjack("steps = \"\"\n"), "line 7: steps has no value; allowed: automatic, by-dealer");
    refuse(
        &blackjack("options.dealing = \"\"\n"),
        "line 7: dealing has no value; allowed: shoe, pitch (OH-BJ-14.I)",
    );
    refuse(&blackjack("decks = [6]\n"), "line 7: decks must be a single value, not an array");
    refuse(&blackjack("options = 3\n"), "line 7: options must be a table");
    let by_dealer = accept(&blackjack("steps = \"by-dealer\"\nrounding = \"exact\"\nname = \"Pit 3\"\n"));
    assert!(by_dealer.by_dealer);
    assert_eq!((by_dealer.name.as_str(), by_dealer.rounding), ("Pit 3", None));
}

#[test]
fn a_bad_coin_is_one_finding() {
    let table = |coin: &str| {
        format!("game = \"ohio/blackjack\"\ncoin = {coin}\nlimits.main = \"2.50..500 step 2.50\"\n")
    };
    refuse(
        &table("\"half\""),
        "line 2: coin \"half\" is not a positive amount; allowed: an amount such as 0.50, in quotes",
    );
    refuse(
        &table("0.5"),
        "line 2: coin is written as 0.5; put amounts in quotes so that they stay exact; allowed: \"0.5\"",
    );
    let book = book(BLACKJACK);
    let mut draft = TableDraft::with_defaults(&book);
    let findings =
        draft.set_words(&book, "coin 0 limits 5..100 step 5 decks", Some(1)).check(&book).unwrap_err();
    assert_eq!(findings.len(), 2, "{}", join(&findings));
    assert!(findings[0].what == "decks has no value", "{}", join(&findings));
}

#[test]
fn limits_are_ordered_and_in_whole_steps_and_coins() {
    let form = "allowed: limits such as 5..500 step 5, in whole coins";
    let cases = [
        ("500..5 step 5", "the minimum 500 is above the maximum 5"),
        ("5..501 step 5", "the maximum 501 is not a multiple of the step 5"),
        ("7..500 step 5", "the minimum 7 is not a multiple of the step 5"),
        ("5..500 step 1.25", "the step 1.25 is not a multiple of the coin 0.50"),
        ("5 to 500", "\"5 to 500\" is not of the form min..max step s"),
        ("5..x step 5", "\"5..x step 5\" is not of the form min..max step s"),
        ("5..500 step", "\"5..500 step\" is not of the form min..max step s"),
        ("0..500", "\"0\" is not a positive amount"),
        ("0..0", "\"0\" is not a positive amount"),
        ("5..500 step 0", "\"0\" is not a positive amount"),
        ("1..99999999999999", "\"99999999999999\" is too much: the most is 1,000,000,000.00"),
        ("0.001..100", "\"0.001\" has too many digits after the point: USD has 2"),
        ("-5..100", "\"-5\" is negative: an amount is written without a sign"),
    ];
    for (limits, what) in cases {
        let text = blackjack(&format!("\n[limits]\nmain = \"{limits}\"\n"));
        refuse(&text, &format!("line 6: limits of main: {what}; {form}"));
    }
}

#[test]
fn without_a_step_stakes_move_in_whole_units_or_else_in_coins() {
    let table = accept(&blackjack("limits.main = \"5..500\"\n"));
    assert_eq!(table.limits("main").unwrap().step, Money::minor(100));
    let table =
        accept("game = \"test/craps\"\ncoin = \"0.50\"\nrounding = \"down\"\nlimits.main = \"0.50..5\"\n");
    assert_eq!(table.limits("pass").unwrap().step, Money::minor(50));
    assert_eq!(table.rounding, Some(Rounding::Down));
}

#[test]
fn offers_and_limits_go_together() {
    refuse(
        &blackjack("[side-bets.house-money]\n"),
        "line 7: house-money is offered without limits; allowed: limits such as 5..500 step 5 (OH-BJ-16.II.A)",
    );
    refuse(
        "game = \"ohio/blackjack\"\n",
        "main is offered without limits; allowed: limits such as 5..500 step 5 (OH-BJ-4.I)",
    );
    refuse(
        &blackjack("limits.house-money = \"1..5\"\n"),
        "line 7: house-money has limits but is not offered; \
         allowed: [side-bets.house-money] with its limits (OH-BJ-16.II.A)",
    );
    refuse(
        &blackjack("limits.insurance = \"1..5\"\n"),
        "line 7: insurance follows main and has no limits of its own; allowed: limits for main (OH-BJ-9.I)",
    );
}

#[test]
fn the_regulators_limits_hold() {
    let fire = |limits: &str| {
        craps(&format!(
            "limits.main = \"5..500 step 5\"\n[side-bets.fire]\nlimits = \"{limits}\"\npaytable = \"T-CR-5/A\"\n"
        ))
    };
    refuse(&fire("1..200"), "line 5: limits of fire: the maximum 200 is too high; allowed: ..100 (T-CR-5.B)");
    assert!(accept(&fire("1..100")).offers("fire"));
    let least = book(&CRAPS.replace("\"..100\"", "\"5..\""));
    let mut draft = TableDraft::with_defaults(&least);
    draft.set("fire", "1..10", Some(4)).set("paytable.fire", "T-CR-5/A", None);
    assert_eq!(
        join(&draft.check(&least).unwrap_err()),
        "line 4: limits of fire: the minimum 1 is too low; allowed: 5.. (T-CR-5.B)"
    );
}

#[test]
fn pay_tables() {
    let bet = |paytable: &str| {
        blackjack(&format!("[side-bets.house-money]\nlimits = \"1..5\"\npaytable = \"{paytable}\"\n"))
    };
    refuse(
        &bet("OH-BJ-16.II.C(2)/T1"),
        "line 9: paytable OH-BJ-16.II.C(2)/T1 is approved for 1 deck, not 6; \
         allowed: OH-BJ-16.II.C(1)/T1 (OH-BJ-16.II.C(2))",
    );
    refuse(
        &bet("OH-BJ-16.II.C(1)/T9"),
        "line 9: unknown paytable for house-money: \"OH-BJ-16.II.C(1)/T9\"; did you mean \"OH-BJ-16.II.C(1)/T1\"?; \
         allowed: OH-BJ-16.II.C(1)/T1, OH-BJ-16.II.C(2)/T1 (OH-BJ-16.II.C)",
    );
    refuse(
        &blackjack("paytables.house-money = \"OH-BJ-16.II.C(1)/T1\"\n"),
        "line 7: house-money has a pay table but is not offered (OH-BJ-16.II.A)",
    );
    refuse(
        &craps("limits.main = \"5..500 step 5\"\nside-bets.fire.limits = \"1..5\"\n"),
        "line 4: several pay tables for fire fit; name one; allowed: T-CR-5/A, T-CR-5/B (T-CR-5.A)",
    );
    let gap = book(&BLACKJACK.replace("decks = \"2..8\"", "decks = \"2..5\""));
    let mut draft = TableDraft::with_defaults(&gap);
    draft.set("house-money", "1..5", Some(3));
    assert_eq!(
        join(&draft.check(&gap).unwrap_err()),
        "line 3: no pay table for house-money is approved for 6 decks; allowed: 2..5 decks, 1 deck (OH-BJ-16.II.C)"
    );
    let single = accept(&blackjack("decks = 1\n[side-bets.house-money]\nlimits = \"1..5\"\n"));
    assert_eq!(single.paytable("house-money").unwrap().code, "OH-BJ-16.II.C(2)/T1");
}

#[test]
fn drafts_from_a_line_of_words() {
    let book = book(BLACKJACK);
    let words =
        "limits 5..100 decks 2 soft-17 stand house-money 1..25 coin 0.50 steps by-dealer double-on 9 to 11";
    let mut draft = TableDraft::new("ohio/blackjack");
    let table = draft.set_words(&book, words, Some(3)).check(&book).unwrap();
    assert_eq!((table.decks, table.by_dealer), (2, true));
    assert_eq!((table.option("soft-17"), table.option("double-on")), ("stand", "9 to 11"));
    assert!(table.offers("house-money"));

    draft.set("decks", "3", Some(4));
    assert_eq!(join(&draft.check(&book).unwrap_err()), "line 4: decks is set twice, first on line 3");
    let mut stray = TableDraft::with_defaults(&book);
    stray.set_words(&book, "deck 2", Some(1));
    let findings = join(&stray.check(&book).unwrap_err());
    assert!(findings.starts_with("line 1: unknown key \"deck\"; did you mean \"decks\"?; allowed: name, "));
    let other = TableDraft::new("test/craps");
    assert!(join(&other.check(&book).unwrap_err()).contains("for game \"test/craps\", not ohio/blackjack"));
}

#[test]
fn defaults_are_sound_tables() {
    for text in [BLACKJACK, CRAPS] {
        let book = book(text);
        let table = TableConfig::default_for(&book);
        let checked = TableDraft::with_defaults(&book).check(&book).unwrap();
        assert_eq!(table.hash, checked.hash);
        assert_eq!(table.rounding, None);
    }
    let table = TableConfig::default_for(&book(BLACKJACK));
    assert_eq!(table.coin, Money::minor(50));
    assert_eq!(table.limits("main").unwrap().display(table.currency), "5..500 step 5");
    let table = TableConfig::default_for(&book(CRAPS));
    assert_eq!(table.limits("place-six").unwrap().display(table.currency), "6..498 step 6");
    assert!(table.pack().is_empty() && table.decks == 0);
}

#[test]
fn defaults_name_a_pay_table_where_several_fit() {
    let book = book(&CRAPS.replace("side_bet = true", "required = true"));
    let table = TableDraft::with_defaults(&book).check(&book).unwrap();
    assert_eq!(table.paytable("fire").unwrap().code, "T-CR-5/A");
    assert_eq!(table.limits("fire").unwrap().max, Money::minor(10_000));
}

#[test]
fn reading_alone_knows_no_rules() {
    assert_eq!(read_table("game = \"x/y\"\noptions.z = 1\n").unwrap().game(), "x/y");
    assert!(read_table("gaem = 1\n").is_err());
}
