use super::*;
use crate::layout::Spot;
use crate::people::Patron;

fn one(text: &str) -> Statement {
    let scenario = parse(&format!("scenario t\n{text}")).unwrap().remove(0);
    scenario.statements.into_iter().next_back().unwrap()
}

#[test]
fn rule_ids_end_a_line() {
    let statement = one("refuse A at 1 double 20   OH-BJ-10.I:b PROTOCOL-LIMITS  # too much");
    assert!(statement.refused);
    assert_eq!(statement.rules, ["OH-BJ-10.I:b", "PROTOCOL-LIMITS"]);
    assert!(matches!(statement.act, Act::Chooses { amount: Some(a), .. } if a == "20"));
}

#[test]
fn the_code_of_a_pay_table_ends_a_setting() {
    let table = one("table colorado/blackjack rocket-aces 5 paytable.rocket-aces CO-RA-2/T9");
    assert!(
        table.rules.is_empty()
            && matches!(&table.act, Act::Table { settings, .. } if settings.ends_with("CO-RA-2/T9"))
    );
    let refused = one("refuse table colorado/blackjack paytable.rocket-aces CO-RA-2/T9 CO-RA-2/T2");
    assert_eq!(refused.rules, ["CO-RA-2/T2"]);
}

#[test]
fn indented_lines_repeat_the_keyword() {
    let scenario = parse("scenario t\nbets A at 1: main 10\n     B at 2: main 25, house-money 5").unwrap();
    assert!(matches!(&scenario[0].statements[1].act, Act::Bets { wagers, .. } if wagers.len() == 2));
}

#[test]
fn chips_that_are_found_are_written_like_bets() {
    let found = one("found A at 1: main 150, 21-3-classic 5   SG-PP-5.14");
    let Act::Found { patron: Patron::A, box_number: 1, wagers } = found.act else { panic!("{found:?}") };
    let pair = |wager: &str, stake: &str| (wager.to_owned(), stake.to_owned());
    assert_eq!(wagers, [pair("main", "150"), pair("21-3-classic", "5")]);
    assert!(matches!(one("found B: red 50").act, Act::Found { box_number: 0, .. }));
    for text in ["found A at 1", "found A at 1.2: main 5", "found A for dealers: main 5", "found A: main"] {
        assert!(parse(&format!("scenario t\n{text}")).is_err(), "{text}");
    }
}

#[test]
fn a_choice_names_its_hand_before_or_after() {
    let hand = |text: &str| match one(text).act {
        Act::Chooses { spot, choice, .. } => (spot, choice),
        act => panic!("{act:?}"),
    };
    assert_eq!(hand("A sit at 3"), (Some(Spot::first(3)), "sit".to_owned()));
    assert_eq!(hand("A at 3 rise"), (Some(Spot::first(3)), "rise".to_owned()));
    assert_eq!(hand("A at 1.2 hit: 5d"), (Some(Spot { box_number: 1, hand: 2 }), "hit".to_owned()));
    assert_eq!(hand("A hit"), (None, "hit".to_owned()));
}

#[test]
fn a_wager_may_begin_with_a_digit() {
    let bets = one("bets A at 1: 21-3-classic 5, top-3 1");
    assert!(matches!(bets.act, Act::Bets { wagers, .. } if wagers[0].0 == "21-3-classic"));
    let back = one("A takes back 21-3-xtreme at 2");
    assert!(matches!(back.act, Act::TakesBack { wager, amount: None, .. } if wager == "21-3-xtreme"));
    let part = one("A takes back 5 of 21-3-xtreme");
    assert!(matches!(part.act, Act::TakesBack { wager, amount: Some(_), .. } if wager == "21-3-xtreme"));
    let expect = one("expect A at 1: 21-3-classic wins 45 at 9 to 1, award dealer-envy 5   CO-RF-22.A");
    let Act::Expect { lines, .. } = expect.act else { panic!("an expectation") };
    assert_eq!((lines[0].wager.as_str(), lines[0].odds.as_deref()), ("21-3-classic", Some("9 to 1")));
    let meter = one("meter 21-3-1 500");
    assert!(matches!(meter.act, Act::Meter(word, ..) if word == "21-3-1"));
}

#[test]
fn errors_name_the_line_and_the_remedy() {
    let error = parse("scenario t\ntable ohio/blackjack\nexpect A main wins").unwrap_err();
    assert_eq!(error.line, 3);
    assert!(error.what.contains("expect A at 1"));
}

#[test]
fn paytable_ids_with_brackets_are_rules() {
    let statement =
        one("expect A at 1: house-money wins 45 at 9 to 1   OH-BJ-16.II.C(1)/T1:pair OH-BJ-16.II.B");
    assert_eq!(statement.rules.len(), 2);
    assert!(matches!(statement.act, Act::Expect { lines, .. } if lines[0].odds.as_deref() == Some("9 to 1")));
}

#[test]
fn every_line_that_cannot_be_read_is_named_with_what_was_meant() {
    let (scenarios, errors) = parse_all(
        "scenario t\ntabel ohio/craps\nbets A at 1: pass 10\nbets A at 1: place 6 12\nexpct nothing\nxyzzyx",
    );
    assert_eq!(scenarios[0].statements.len(), 1);
    let said: Vec<(usize, &str)> = errors.iter().map(|error| (error.line, error.what.as_str())).collect();
    assert_eq!(
        &said[..3],
        [
            (2, "no statement begins with `tabel`; did you mean `table`?"),
            (4, "a wager is one word: did you mean `place-6 12`?"),
            (5, "no statement begins with `expct`; did you mean `expect`?"),
        ]
    );
    assert!(said[3].1.contains("with a patron's letter"), "{}", said[3].1);
}

#[test]
fn every_word_that_is_suggested_begins_a_statement() {
    for word in STATEMENTS {
        let error = parse(&format!("scenario t\n{word} x")).err().map(|error| error.what).unwrap_or_default();
        assert!(!error.contains("no statement begins with"), "{word}: {error}");
    }
}

#[test]
fn a_scenario_may_stop_in_mid_round_and_say_so() {
    assert!(matches!(one("open").act, Act::Open));
    for text in ["open now", "refuse open OH-BJ-1.I", "open OH-BJ-1.I"] {
        assert!(parse(&format!("scenario t\n{text}")).is_err(), "{text}");
    }
}
