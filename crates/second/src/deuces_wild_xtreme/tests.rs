//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::terms::{Terms, printed};
use super::{four_of_a_suit, is_natural};
use crate::dj_wild::rank::worth;
use crate::poker::builder::{Hand, card};
use crate::poker::course;
use crate::poker::line::Limit;
use crate::poker::pay::Pays;
use engine::{Face, Place, RulingAct, Spot};
use felt::Card;

const CODES: [(&str, &str); 7] = [
    ("odds", "PT-FLT-DWHF-ODS-01"),
    ("bad-beat-xtreme", "PT-FLT-DWHF-BBX-01"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-01"),
    ("goin-wild", "PT-FLT-TW-GW-01"),
    ("goin-wild-progressive", "PT-PRG-TW-GW-01"),
    ("too-wild-progressive", "PT-PRG-DWHF-DWP-01"),
    ("five-card-linked", "PT-BJS-5CL-E01"),
];
const MAIN: [&str; 3] = ["ante", "odds", "play"];
const BONUS: [&str; 3] = ["bad-beat-xtreme", "trips-plus-wild", "goin-wild"];

/// Everything is offered, and progressives take five dollars.
fn terms() -> Terms {
    Terms {
        shoe: false,
        odds: true,
        main_needed: true,
        dealers_bets: true,
        envy_once: false,
        tables: CODES.iter().map(|(wager, code)| (*wager, printed(wager, code))).collect(),
        units: super::PROGRESSIVES.iter().map(|wager| (*wager, 500)).collect(),
        limits: [].into(),
        pays: Pays { coin: 100, rounding: None },
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(card).collect()
}

fn replaces(round: &mut Hand, text: &str) {
    round.lay(Place::Board, Face::Up(card(text)));
    round.show_dealer();
}

/// Box 1 plays with 10 and has bonus wagers of 5.
fn one(hand: &str, dealer: &str, replacement: &str) -> Hand {
    let mut round = Hand::new();
    round.bets(1, &["ante", "odds"], 10).bets(1, &BONUS, 5).bets(1, &super::PROGRESSIVES, 5).close();
    round.hole(1, hand).dealer(dealer).play(1, 20);
    replaces(&mut round, replacement);
    round
}

#[test]
fn wild_and_natural() {
    let natural = ["Ac 2d 3h 4s 5c", "2d 3h 4s 5c 6c", "2d 3d 4d 5d 6d", "9c 8d 7h 6s 5c", "Ah Kh Qh Jh Th"];
    let wild = ["Kd Td 7d 4d 2d", "2d 3c 4c 5c 6c", "Ad 2d 3h 4s Jk", "9c 8d 7h 6s 2c", "Ac 2d 2h 4s 5c"];
    let is = |text: &&str| is_natural(&cards(text), worth(&cards(text)).kind);
    assert!(natural.iter().all(is) && !wild.iter().any(is));
}

#[test]
fn four_cards() {
    let runs = ["Ah 2h 3h 4h 9c", "Ah Kh Qh Jh 2h", "5d 6d 7d 8d Kd"];
    assert!(runs.iter().all(|text| four_of_a_suit(&cards(text), true)));
    for text in ["Kh Ah 2h 3h 9c", "5d 6d 7d 9d Kc"] {
        assert!(!four_of_a_suit(&cards(text), true) && four_of_a_suit(&cards(text), false), "{text}");
    }
    assert!(!four_of_a_suit(&cards("5d 6d 7d 8c Kc"), false));
}

#[test]
fn all_wild_cards_empty_two_meters() {
    // With the ace of clubs for the joker four twos remain.
    let mut round = one("2c 2d 2h 2s Jk", "Ks Kh Kd 8s 3s", "Ac");
    round.wins(1, "ante", 10).wins(1, "odds", 10_000).wins(1, "play", 20).wins(1, "bad-beat-xtreme", 45);
    round.wins(1, "trips-plus-wild", 10_000).wins(1, "goin-wild", 5_000).grants("goin-wild", 77_700);
    round.draws(1, "goin-wild-progressive", "goin-wild", 100, 77_700).grants("too-wild", 88_800);
    let mut other = round.clone();
    round.draws(1, "too-wild-progressive", "too-wild", 100, 88_800).chip(1, "five-card-linked", 1_500);
    round.good(&terms());
    other.draws(1, "too-wild-progressive", "too-wild", 10, 88_800).bad(&terms(), "share should be");
}

#[test]
fn the_replacement_makes_a_royal_flush_and_everybody_else_envies_it() {
    let mut round = Hand::new();
    round.bets(1, &["ante", "odds"], 10).bet(1, "five-card-linked", 5);
    round.bets(2, &["ante", "odds"], 10).bet(2, "five-card-linked", 5);
    round.bets(3, &["ante", "odds"], 10).bets(4, &["ante", "odds"], 10).bet(4, "five-card-linked", 5).close();
    round
        .hole(1, "Ah Kh Qh Jh Jk")
        .hole(2, "9c 8c 7c 6c 5c")
        .hole(3, "9s 8s 7s 6s 5s")
        .hole(4, "Kc Qd 9h 6d 3d");
    round.dealer("Tc Td 8h 4s 3s");
    for b in 1..=4 {
        round.choose(b, "fold").loses(b, &["ante", "odds"]);
    }
    replaces(&mut round, "Th");
    round.loses(4, &["five-card-linked"]).grants("five-card-linked", 10_000);
    round.draws(2, "five-card-linked", "five-card-linked", 10, 10_000).grants("five-card-linked", 90_000);
    round.draws(1, "five-card-linked", "five-card-linked", 100, 90_000);
    // Box 3 has no wager and brings no award; boxes 1 and 2 get none for each other's hands.
    let mut both = round.clone();
    both.grown_award(4, "envy", 1_500, 5).grown_award(4, "envy", 5_000, 5).good(&terms());
    let once = Terms { envy_once: true, ..terms() };
    let mut best = round.clone();
    best.grown_award(4, "envy", 5_000, 5).good(&once);
    both.bad(&once, "is not due");
    round.grown_award(4, "envy", 5_000, 5).bad(&terms(), "is not due");
}

#[test]
fn equal_hands_lose_bad_beat() {
    let mut round = one("Kh Kd Kc 9s 5h", "Ks 2d Jk 9d 5c", "Ac");
    round.pushes(1, &MAIN).loses(1, &["bad-beat-xtreme"]).wins(1, "trips-plus-wild", 30);
    round.loses(1, &["goin-wild", "goin-wild-progressive", "too-wild-progressive"]);
    round.chip(1, "five-card-linked", 45).good(&terms());
}

#[test]
fn one_deuce_or_the_joker_alone() {
    let mut deuce = one("2h Kd Qc 9s 5h", "Ks 8d 7s 4d 3c", "Ac");
    deuce.wins(1, "ante", 10).pushes(1, &["odds"]).wins(1, "play", 20);
    deuce.loses(1, &BONUS).loses(1, &super::PROGRESSIVES).good(&terms());
    let mut joker = one("Jk Kd Qc 9s 5h", "Ks 8d 7s 4d 3c", "Kh");
    joker.wins(1, "ante", 10).pushes(1, &["odds"]).wins(1, "play", 20);
    joker.loses(1, &["bad-beat-xtreme", "trips-plus-wild"]).wins(1, "goin-wild", 20);
    joker.loses(1, &super::PROGRESSIVES).good(&terms());
}

#[test]
fn posted_limits_for_a_hand_and_for_the_round() {
    let limit =
        |in_round| Terms { limits: [("goin-wild", Limit { most: 15_000, in_round })].into(), ..terms() };
    let two = || {
        let mut round = Hand::new();
        for b in [1, 2] {
            round.bets(b, &["ante", "odds"], 10).bet(b, "goin-wild", 5);
        }
        round.close().hole(1, "2c 2d 2h 9s 5h").hole(2, "2s Jk 9c 8d 3s").dealer("Ac Ad Ah As Kc");
        for b in [1, 2] {
            round.choose(b, "fold").loses(b, &["ante", "odds"]);
        }
        replaces(&mut round, "4c");
        round.wins(2, "goin-wild", 25).wins(1, "goin-wild", 200);
        round
    };
    two().cut(1, "goin-wild", 50, 6).good(&limit(false));
    two().cut(1, "goin-wild", 75, 6).good(&limit(true));
    two().cut(1, "odds", 50, 6).bad(&limit(false), "wager should be");
    // A void wager does not use up the limit of the others.
    let mut void = Hand::new();
    void.bets(1, &["ante", "odds"], 10).bet(1, "goin-wild", 5).bets(2, &["ante", "odds"], 10);
    void.bets(2, &["goin-wild", "too-wild-progressive"], 5).close().hole(1, "2c 2d 9h 9s 5h");
    void.hole(2, "2s 2h Jk 8d 3s").dealer("Ac Ad Ah As Kc").choose(1, "fold").loses(1, &["ante", "odds"]);
    void.choose(2, "fold").loses(2, &["ante", "odds"]);
    replaces(&mut void, "4c");
    void.rules(RulingAct::VoidHand(Spot::first(2))).back(2, &["goin-wild", "too-wild-progressive"]);
    void.wins(1, "goin-wild", 25).good(&limit(true));
}

#[test]
fn bonus_wagers_alone_and_tables_without_odds() {
    let alone = Terms { main_needed: false, ..terms() };
    let round = || {
        let mut round = Hand::new();
        round.bet(1, "trips-plus-wild", 5).bet(2, "ante", 10).bet(2, "goin-wild", 5).close();
        round
    };
    let mut good = round();
    good.back(2, &["ante", "goin-wild"]).hole(1, "9h 9d 9c 6h 5h").dealer("Ts Tc 2c 8h 4s");
    replaces(&mut good, "4c");
    good.wins(1, "trips-plus-wild", 30).good(&alone);
    let mut asked = round();
    asked
        .back(2, &["ante", "goin-wild"])
        .hole(1, "9h 9d 9c 6h 5h")
        .dealer("Ts Tc 2c 8h 4s")
        .choose(1, "fold");
    asked.bad(&alone, "without an ante");
    round().bad(&terms(), "before ante and odds");
    let mut ante = Hand::new();
    ante.bet(1, "ante", 10).close().hole(1, "9h 9d 9c 6h 5h").dealer("Ts Tc 2c 8h 4s").play(1, 20);
    replaces(&mut ante, "4c");
    ante.loses(1, &["ante", "play"]).good(&Terms { odds: false, ..terms() });
    Hand::new().bet(1, "odds", 5).bad(&Terms { odds: false, ..terms() }, "no wager of the table");
}

#[test]
fn wagers_have_their_time_and_size() {
    let dealt = || {
        let mut round = Hand::new();
        round.bets(1, &["ante", "odds"], 10).close().hole(1, "Kc 8d 7h 5s 3c").dealer("Ts Tc 2c 8h 4s");
        round
    };
    dealt().play(1, 10).bad(&terms(), "on an ante of");
    dealt().bet(1, "goin-wild", 5).bad(&terms(), "after the call");
    dealt().lapse(1, "play").bad(&terms(), "was silent");
    let mut late = dealt();
    late.lay(Place::Board, Face::Up(card("4c")));
    late.choose(1, "fold").bad(&terms(), "too late");
    Hand::new().bets(1, &["ante", "odds"], 10).bet(1, "five-card-linked", 1).bad(&terms(), "19.A.IV");
}

#[test]
fn the_replacement_card_comes_last_and_every_round() {
    let deal = |board: usize| {
        let mut round = Hand::new();
        round.bets(1, &["ante", "odds"], 10).close().hole(1, "Kc").dealer("Ts").hole(1, "8d").dealer("Tc");
        round.hole(1, "7h").dealer("2c").hole(1, "5s").dealer("8h").hole(1, "3c").dealer("4s");
        for _ in 0..board {
            round.lay(Place::Board, Face::Unread);
        }
        course::check(&round.events, &terms())
    };
    assert!(deal(1).is_ok() && deal(2).is_err());
    let mut never = Hand::new();
    never.bets(1, &["ante", "odds"], 10).close().hole(1, "Kc 8d 7h 5s 3c").dealer("Ts Tc 2c 8h 4s");
    never
        .choose(1, "fold")
        .loses(1, &["ante", "odds"])
        .show_dealer()
        .bad(&terms(), "before all cards were shown");
}
