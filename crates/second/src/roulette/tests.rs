//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::spots::{COMMON, DOUBLE, SINGLE};
use super::{ODDS, Terms, Wheel};
use crate::layout::builder::{A, B, Session, marking, reporting, stepping};
use crate::layout::{Document, House};
use crate::poker::pay::Pays;
use engine::{Beneficiary, Outcome, Patron, Rank, RulingAct, WagerNumber, What};
use std::collections::{BTreeMap, BTreeSet};

fn terms(wheel: Wheel) -> Terms {
    let house = House { pays: Pays { coin: 100, rounding: None }, dealer_bets: true, places: 9 };
    let mut terms = Terms { house, wheel, raised: BTreeMap::new(), limits: BTreeMap::new() };
    terms.limits = terms.spots().into_iter().map(|(_, spot, _)| (spot, (1_00, 100_00, 1_00))).collect();
    terms
}

fn session(wheel: Wheel) -> Session<Terms> {
    Session::new(terms(wheel))
}

impl Session<Terms> {
    /// The ball rests there, and the marker lies on the number.
    #[track_caller]
    fn rests(&mut self, pocket: &str) -> &mut Session<Terms> {
        let value = match pocket {
            "00" => 37,
            "0" => 38,
            number => number.parse().unwrap(),
        };
        self.tell(rests(pocket)).tell(marking(value))
    }

    /// The ball is spun, and bets are closed.
    #[track_caller]
    fn closed(&mut self) -> &mut Session<Terms> {
        self.step("spin").step("no-more-bets")
    }
}

fn rests(pocket: &str) -> What {
    What::Spun(pocket.parse().unwrap())
}

// ------------------------------------------------------------ the felt

#[test]
fn each_felt_has_so_many_places_of_each_kind() {
    let double = [38, 62, 15, 22, 1, 11, 3, 3, 1, 1, 1, 1, 1, 1];
    let single = [37, 60, 14, 23, 0, 11, 3, 3, 1, 1, 1, 1, 1, 1];
    // The double zero felt without what covers 00.
    let as_single = [37, 59, 13, 22, 0, 11, 3, 3, 1, 1, 1, 1, 1, 1];
    let wheels =
        [(Wheel::DoubleZero, double), (Wheel::SingleZero, single), (Wheel::DoubleZeroAsSingle, as_single)];
    for (wheel, counts) in wheels {
        let spots = terms(wheel).spots();
        let of = |kind: &str| spots.iter().filter(|(known, ..)| *known == kind).count();
        assert_eq!(ODDS.map(|(kind, _)| of(kind)), counts, "{wheel:?}");
        let words: BTreeSet<&str> = spots.iter().map(|(_, spot, _)| *spot).collect();
        assert_eq!(words.len(), spots.len(), "a place twice: {wheel:?}");
    }
}

#[test]
fn places_are_called_by_their_numbers() {
    for (kind, spots) in COMMON.iter().chain(DOUBLE).chain(SINGLE) {
        for (spot, numbers) in *spots {
            let listed: Vec<&str> = numbers.split(' ').collect();
            let expected = match *kind {
                "straight" | "split" | "three" | "four" => format!("{kind}-{}", listed.join("-")),
                "six" => format!("six-{}-{}", listed[0], listed[5]),
                _ => continue,
            };
            assert_eq!(*spot, expected);
        }
    }
    assert!(DOUBLE.iter().flat_map(|(_, spots)| *spots).all(|(_, numbers)| numbers.contains("00")));
}

/// Detects typing errors: how far apart the numbers of a place are, and how often a number is covered.
#[test]
fn numbers_of_a_place_lie_together() {
    for (kind, spots) in COMMON {
        for (spot, numbers) in *spots {
            let listed: Vec<i32> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
            if listed[0] == 0 {
                continue;
            }
            let steps: Vec<i32> = listed.windows(2).map(|two| two[1] - two[0]).collect();
            let row = listed[0] % 3;
            let right = match *kind {
                "straight" => steps.is_empty(),
                "split" => steps == [3] || steps == [1] && row != 0,
                "three" => steps == [1, 1] && row == 1,
                "four" => steps == [1, 2, 1] && row != 0,
                "six" => steps == [1; 5] && row == 1,
                "column" => steps == [3; 11],
                "dozen" => steps == [1; 11],
                "odd" | "even" => steps == [2; 17],
                "low" | "high" => steps == [1; 17],
                "red" | "black" => steps.len() == 17,
                _ => false,
            };
            assert!(right, "{spot}: {numbers}");
        }
    }
    for wheel in [Wheel::DoubleZero, Wheel::SingleZero] {
        let spots = terms(wheel).spots();
        for number in 1..=36 {
            let covers = |numbers: &str| numbers.split(' ').any(|listed| listed == number.to_string());
            let of = |kind: &str| spots.iter().filter(|(known, _, n)| *known == kind && covers(n)).count();
            let colours = of("red") + of("black");
            assert_eq!([colours, of("odd") + of("even"), of("low") + of("high")], [1; 3], "{number}");
            assert_eq!([of("straight"), of("column"), of("dozen")], [1; 3], "{number}");
        }
    }
}

/// Q181: the numbers alternate round either wheel, and 32 is red on the one, 28 black on the other.
#[test]
fn colours_alternate_round_the_wheels() {
    let single =
        "32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10 5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26";
    let double = [
        "28 9 26 30 11 7 20 32 17 5 22 34 15 3 24 36 13 1",
        "27 10 25 29 12 8 19 31 18 6 21 33 16 4 23 35 14 2",
    ];
    let colour = |number: &str| {
        let wins = |wager| terms(Wheel::DoubleZero).wins(wager, number).unwrap().is_some();
        match (wins("red"), wins("black")) {
            (true, false) => "red",
            (false, true) => "black",
            both => panic!("{number} is {both:?}"),
        }
    };
    let runs = [(single, "red"), (double[0], "black"), (double[1], "red")];
    for (run, first) in runs {
        let other = if first == "red" { "black" } else { "red" };
        for (number, colours) in run.split(' ').zip([first, other].into_iter().cycle()) {
            assert_eq!(colour(number), colours, "{number}");
        }
    }
}

// ------------------------------------------------------------ what wins

#[test]
fn every_place_wins_on_its_numbers_alone() {
    for wheel in [Wheel::DoubleZero, Wheel::SingleZero, Wheel::DoubleZeroAsSingle] {
        let terms = terms(wheel);
        for (kind, spot, numbers) in terms.spots() {
            let mut won = 0;
            for pocket in (0..=36).map(|n: u8| n.to_string()) {
                let price = terms.wins(spot, &pocket).unwrap();
                assert_eq!(price.is_some(), numbers.split(' ').any(|n| n == pocket), "{spot} on {pocket}");
                won += usize::from(price.is_some());
                assert!(price.is_none() || price == terms.price(kind));
            }
            let on_double = terms.wins(spot, "00").ok().flatten().is_some();
            assert_eq!(won + usize::from(on_double), numbers.split(' ').count(), "{spot}");
        }
    }
}

#[test]
fn all_outside_wagers_lose_on_the_zeros() {
    let mut round = session(Wheel::DoubleZero);
    let outside = ["column-1", "column-2", "column-3", "dozen-1", "dozen-2", "dozen-3"];
    let even = ["red", "black", "odd", "even", "low", "high"];
    for zero in ["0", "00"] {
        let before = if zero == "0" { 0 } else { 13 };
        for wager in outside.into_iter().chain(even) {
            round.bet(A, wager, 1);
        }
        round.bet(A, "split-0-00", 2).closed().rests(zero);
        for number in 1..=12 {
            round.loses(before + number);
        }
        round.wins(before + 13, 17).end();
    }
    round.done();
}

#[test]
fn losers_first_and_each_in_the_order_of_betting() {
    let mut round = session(Wheel::DoubleZero);
    round.bet(A, "straight-17", 5).bet(A, "red", 10).bet(B, "four-14-15-17-18", 2).bet(B, "six-1-6", 2);
    round.bet(A, "black", 20).closed().tell(rests("17"));
    round.wrong(What::Settled(round.line(2, Outcome::Loses, 0)), "before 17 is marked");
    round.wrong(marking(18), "should on 17").tell(marking(17));
    round.wrong(What::Settled(round.line(1, Outcome::Wins, 35)), "expected wager 2");
    round.loses(2).loses(4).wins(1, 35).wins(3, 8).wins(5, 1).end().done();
}

#[test]
fn odds_may_be_raised_and_the_first_five_pay_six() {
    let mut raised = terms(Wheel::DoubleZero);
    raised.raised.insert("straight", (36, 1));
    let mut round = Session::new(raised);
    round.bet(A, "straight-2", 1).bet(A, "five", 1).bet(A, "three-0-00-2", 1).closed().rests("2");
    round.wins(1, 36).wins(2, 6).wins(3, 11).end();
}

// ------------------------------------------------------------ the spin

#[test]
fn no_spin_leaves_wagers_where_they_are() {
    let inspected = ["few-revolutions", "ball-left-wheel"];
    for word in ["same-direction", "foreign-object", "floater", inspected[0], inspected[1]] {
        // Before the call bets are open again.
        let mut round = session(Wheel::DoubleZero);
        round.bet(A, "red", 5).wrong(reporting(word), "nothing is being spun").step("spin");
        round.bet(B, "red", 5).report(word, "no-spin");
        if inspected.contains(&word) {
            round.wrong(stepping("spin", Rank::Dealer), "inspected the ball").step("ball-sound");
        }
        round.bet(B, "low", 5).take_back(1, 5).wrong(rests("1"), "bets are open").closed();
        // After it they are not, and the ball is awaited again.
        round.report(word, "no-spin");
        round.wrong(round.taking(2, 5), "after bets are closed");
        if inspected.contains(&word) {
            round.wrong(rests("1"), "inspected the ball").step("ball-damaged");
            round.wrong(rests("1"), "damaged ball").wrong(stepping("new-ball", Rank::Box), "nobody below");
            round.tell(stepping("new-ball", Rank::Floor));
        }
        round.rests("20").loses(2).loses(3).end();
    }
    let mut round = session(Wheel::DoubleZero);
    round.bet(A, "red", 5).closed();
    let remedy = engine::RemedyId::new(&"no-spin");
    round.wrong(What::Remedied { remedy, place: None }, "without a reason");
    round.rests("1").wrong(reporting("floater"), "nothing is being spun").wins(1, 1).end();
}

#[test]
fn double_zero_is_no_spin_where_it_is_used_as_single() {
    let mut round = session(Wheel::DoubleZeroAsSingle);
    for wager in
        ["straight-00", "split-00-3", "split-0-00", "five", "three-0-2-3", "four-0-1-2-3", "split-0-3"]
    {
        round.wrong(round.laying((A, wager, 5, Beneficiary::Patron)), "has no");
    }
    round.bet(A, "split-0-1", 5).bet(A, "red", 5).closed().tell(rests("00")).remedy("no-spin");
    round.wrong(round.ending(), "without a result").rests("0").loses(2).wins(1, 17).end();
    let mut round = session(Wheel::SingleZero);
    round.wrong(round.laying((A, "straight-00", 5, Beneficiary::Patron)), "has no");
    round.bet(A, "three-0-2-3", 1).bet(A, "four-0-1-2-3", 1).bet(A, "split-0-3", 1).closed();
    round.wrong(rests("00"), "no 00").rests("0").wins(1, 11).wins(2, 8).wins(3, 17).end();
    let mut round = session(Wheel::DoubleZero);
    round.wrong(round.laying((A, "three-0-2-3", 5, Beneficiary::Patron)), "has no");
    round.wrong(round.laying((A, "four-0-1-2-3", 5, Beneficiary::Patron)), "has no");
}

#[test]
fn chips_count_as_they_are_found() {
    let mut round = session(Wheel::DoubleZero);
    round.bet(A, "red", 20).bet(A, "low", 5).closed();
    round.wrong(round.laying((A, "black", 5, Beneficiary::Patron)), "nobody found them so");
    round.wrong(round.taking(1, 5), "nobody found them so");
    round.found_less(1, 15).found_less(2, 5).found(A, "odd", 7).found(B, "straight-3", 2);
    round.rests("3").wins(1, 1).wins(3, 1).wins(4, 35).end();
}

#[test]
fn the_floor_undoes_a_wager_or_the_round() {
    let mut round = session(Wheel::DoubleZero);
    round.bet(A, "red", 20).bet(B, "low", 5).closed().rules(RulingAct::VoidWager(WagerNumber(1)));
    round.wrong(rests("1"), "has not told").back(1).rules(RulingAct::VoidRound).back(2).end();
    round.bet(A, "red", 20).closed().tell(What::Left { patron: A }).rests("2").loses(3).end();
    round.bet(A, "red", 20).tell(What::Left { patron: A });
    round.wrong(stepping("spin", Rank::Dealer), "left before the spin").take_back(4, 20).closed();
    round.rests("2").end().done();
    round.wrong(round.laying((Patron::nth(9).unwrap(), "red", 5, Beneficiary::Patron)), "no such place");
}
