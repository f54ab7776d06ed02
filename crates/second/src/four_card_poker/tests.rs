//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::rank::{Kind, Worth, worth};
use super::{Terms, check};
use crate::poker::builder::{Hand, card};
use crate::poker::pay::Pays;
use engine::{Face, Place, RulingAct, Spot};
use felt::Card;

pub(crate) fn terms() -> Terms {
    Terms {
        shoe: false,
        who_leaves_loses: false,
        progressive_needs_ante: false,
        pays: Pays { coin: 100, rounding: None },
    }
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(card).collect()
}

/// Box 1 plays for 30 with an ante of 10 and Aces Up of 5.
fn one(hand: &str, dealer: &str, open: &str) -> Hand {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "aces-up", 5).close().hole(1, hand).dealer(dealer);
    round.lay(Place::Dealer, Face::Up(card(open)));
    round.play(1, 30).show_dealer();
    round
}

#[test]
fn four_cards_are_ranked() {
    let hands: [(&str, Kind, &[u8]); 15] = [
        ("7c 7d 7h 7s Ac Kc", Kind::Four, &[7]),
        ("Ah Kh Qh Jh 2c", Kind::StraightFlush, &[14]),
        ("4c Ac 2c 3c Kd 9s", Kind::StraightFlush, &[4]),
        ("7c 7d 7h Kc Qd", Kind::Three, &[7, 13]),
        ("7c 7d 7h Kc Kd Kh", Kind::Three, &[13, 7]),
        ("Ah Kh 9h 5h 2h", Kind::Flush, &[14, 13, 9, 5]),
        ("Ah Kd Qc Js 2h", Kind::Straight, &[14]),
        ("Ah 2d 3c 4s Kh", Kind::Straight, &[4]),
        ("Ac 2d 3c 4s 5h", Kind::Straight, &[5]),
        ("9c 9d 4h 4s Ac", Kind::TwoPairs, &[9, 4]),
        ("9c 9d 4h 4s 2c 2d", Kind::TwoPairs, &[9, 4]),
        ("9c 9d Ah 4s 2c", Kind::Pair, &[9, 14, 4]),
        ("Kh Ad 2c 3s 9d", Kind::Nothing, &[14, 13, 9, 3]),
        // RULING-4CP-3: a duplicate card counts once.
        ("Kh Kh Qh Jh 9d", Kind::Nothing, &[13, 12, 11, 9]),
        ("Kh Kh Qh Jh Jh", Kind::Nothing, &[13, 12, 11]),
    ];
    for (text, kind, ranks) in hands {
        assert_eq!(worth(&cards(text)), Worth { kind, ranks: ranks.to_vec() }, "{text}");
    }
    let falling = [
        "2c 2d 2h 2s 3c",
        "Ah Kh Qh Jh 2c",
        "2c 2d 2h 4s 3d",
        "2h 3h 4h 6h 8d",
        "Ah Kd Qc Js 2h",
        "3c 3d 2c 2d Kh",
        "Ac Ad Kh Qs 9c",
        "Ac Kd Qh 9s 8c",
    ];
    assert!(falling.windows(2).all(|two| worth(&cards(two[0])) > worth(&cards(two[1]))));
}

#[test]
fn every_row_of_bonus_and_aces_up() {
    let rows = [
        ("8c 8d 8h 8s 2c", 250, 250),
        ("Jh Th 9h 8h 2s", 200, 200),
        ("4c 4d 4h Kc Jd", 20, 40),
        ("Ac Tc 9c 5c 3d", 0, 25),
        ("7d 6s 5d 4s Kd", 0, 20),
        ("Js Jc 3c 3s 9d", 0, 15),
        ("Ad As Ts 6c 2d", 0, 5),
    ];
    for (hand, bonus, aces_up) in rows {
        let mut round = one(hand, "Ks Qh 7c 6d 4h", "2h");
        round.wins(1, "ante", 10);
        if bonus > 0 {
            round.bonus(1, bonus, 10);
        }
        round.wins(1, "play", 30).wins(1, "aces-up", aces_up).good(&terms());
    }
    one("Kd Kc 9h 5s 3c", "Qs Jh 8c 6d 4h", "2h")
        .wins(1, "ante", 10)
        .wins(1, "play", 30)
        .loses(1, &["aces-up"])
        .good(&terms());
}

#[test]
fn a_tie_wins_and_a_lower_hand_loses() {
    one("Kh Jd 9c 7s 2h", "Ks Jh 9s 7c 3d", "4d")
        .wins(1, "ante", 10)
        .wins(1, "play", 30)
        .loses(1, &["aces-up"])
        .good(&terms());
    one("Kh Jd 9c 7s 2h", "Ks Jh 9s 8c 3d", "4d").loses(1, &["ante", "play", "aces-up"]).good(&terms());
    one("Kh Jd 9c 7s 2h", "Ks Jh 9s 7c 3d", "4d").pushes(1, &["ante"]).bad(&terms(), "11.I.A");
    // The sixth card makes the pair; the bonus of a beaten hand is paid.
    one("8h 8d 8c 7s 2h", "Qs Qh 9s 7c 3d", "Qd")
        .loses(1, &["ante"])
        .bonus(1, 20, 10)
        .loses(1, &["play"])
        .wins(1, "aces-up", 40)
        .good(&terms());
}

/// Box 1 folds with Aces Up and a progressive wager, box 2 plays, box 3 has Aces Up alone.
fn three(folder: &str) -> Hand {
    let mut round = Hand::new();
    round.bet(1, "ante", 10).bet(1, "aces-up", 5).bet(1, "progressive", 1);
    round.bet(2, "ante", 10).bet(2, "progressive", 1).bet(3, "aces-up", 5).close();
    round.hole(1, folder).hole(2, "Ad Kc 8d 6h 3s").hole(3, "Qh Jh Th 9h 8h").dealer("Ks Qc 7c 5d 4h");
    round.lay(Place::Dealer, Face::Up(card("2d")));
    round.choose(1, "fold").play(2, 10);
    round
}

#[test]
fn a_fold_keeps_aces_up_and_loses_the_progressive() {
    let mut round = three("Ac As 9d 6c 3h");
    round.loses(1, &["ante", "progressive"]).show_dealer().wins(3, "aces-up", 200);
    // A patron who folded has the envy bonus for the third hand, which has no progressive wager.
    round.award(1, "envy", 300).award(2, "envy", 300);
    round
        .wins(2, "ante", 10)
        .wins(2, "play", 10)
        .loses(2, &["progressive"])
        .wins(1, "aces-up", 5)
        .good(&terms());
    let mut early = three("Ac As 9d 6c 3h");
    early.show_dealer().loses(1, &["ante"]).bad(&terms(), "before this was done");
}

#[test]
fn a_folded_hand_is_not_envied() {
    let mut round = three("Qd Jd Td 9d 8d");
    round.loses(1, &["ante", "progressive"]).show_dealer().wins(3, "aces-up", 200);
    round.award(1, "envy", 300).award(2, "envy", 300);
    round
        .wins(2, "ante", 10)
        .wins(2, "play", 10)
        .loses(2, &["progressive"])
        .wins(1, "aces-up", 200)
        .good(&terms());
}

#[test]
fn the_progressive_goes_by_five_cards() {
    let mut round = Hand::new();
    round
        .bet(1, "aces-up", 5)
        .bet(1, "progressive", 1)
        .close()
        .hole(1, "4c 4d 4h Kc Kd")
        .dealer("Ks Qc 7c 5d 4s");
    round.lay(Place::Dealer, Face::Up(card("2d")));
    round.show_dealer().wins(1, "aces-up", 40).prize(1, 50).good(&terms());
    let mut round = Hand::new();
    round
        .bet(1, "aces-up", 5)
        .bet(1, "progressive", 1)
        .close()
        .hole(1, "Ah Kh Qh Jh Th")
        .dealer("Ks Qc 7c 5d 4s");
    round.lay(Place::Dealer, Face::Up(card("2d")));
    round.show_dealer().wins(1, "aces-up", 200).meter(123_456).jackpot(1, 100, 123_456).good(&terms());
}

#[test]
fn a_progressive_wager_needs_its_neighbours() {
    let strict = Terms { progressive_needs_ante: true, ..terms() };
    Hand::new().bet(1, "progressive", 1).bad(&terms(), "before the others");
    Hand::new().bet(1, "aces-up", 5).bet(1, "progressive", 1).bad(&strict, "before the others");
    Hand::new().bet(1, "ante", 5).bet(1, "progressive", 2).bad(&strict, "13.1.II");
    Hand::new().bet(1, "ante", 10).close().bet(1, "aces-up", 5).bad(&terms(), "after the call");
}

#[test]
fn play_is_one_to_three_times_the_ante() {
    let dealt = || {
        let mut round = Hand::new();
        round.bet(1, "ante", 10).bet(2, "aces-up", 5).bet(3, "ante", 10).close();
        round.hole(1, "Ac 2d 4h 6s 8c").hole(2, "Ad 2c 4s 6h 8d").hole(3, "Qc Td 8h 6c 2s");
        round.dealer("Kc 3d 5s 7h 9c");
        round.lay(Place::Dealer, Face::Up(card("Jd")));
        round
    };
    dealt().play(1, 15).bad(&terms(), "on an ante of");
    dealt().play(1, 40).bad(&terms(), "on an ante of");
    dealt().choose(2, "fold").bad(&terms(), "has no ante");
    dealt().choose(1, "fold").choose(1, "fold").bad(&terms(), "after a fold");
}

#[test]
fn a_card_of_the_dealers_that_is_seen_voids_everything_but_the_sixth() {
    let dealt = || {
        let mut round = Hand::new();
        round
            .bet(1, "ante", 10)
            .bet(1, "aces-up", 5)
            .close()
            .hole(1, "Ac Ad 4h 6s 8c")
            .dealer("Kc 3d 5s 7h 9c");
        round.lay(Place::Dealer, Face::Up(card("Jd")));
        round
    };
    let mut void = dealt();
    void.irregular("dealer-card-exposed").remedy("round-void").back(1, &["ante", "aces-up"]).good(&terms());
    let mut silent = dealt();
    silent.show_dealer().play(1, 10).wins(1, "ante", 10).wins(1, "play", 10).wins(1, "aces-up", 5);
    silent.fact(engine::What::RoundEnded { round: 1 });
    assert!(check(&silent.events, &terms()).unwrap_err().contains("seen too early"));
    let mut fair = dealt();
    fair.play(1, 10).show_dealer().wins(1, "ante", 10).wins(1, "play", 10).wins(1, "aces-up", 5);
    fair.fact(engine::What::RoundEnded { round: 1 });
    assert!(check(&fair.events, &terms()).is_err(), "cards come one by one");
    assert!(crate::poker::check_lines(&fair.events, &terms()).is_ok());
}

#[test]
fn a_wrong_count_and_a_ruling_give_everything_back() {
    let mut round = three("Ac As 9d 6c 3h");
    round.loses(1, &["ante", "progressive"]).irregular("wrong-count").remedy("round-void");
    round.undo(2).undo(1).back(1, &["ante", "aces-up", "progressive"]);
    round.back(2, &["ante", "progressive"]).back(3, &["aces-up"]).back(2, &["play"]).good(&terms());
    let mut round = three("Ac As 9d 6c 3h");
    round.loses(1, &["ante", "progressive"]).rules(RulingAct::VoidHand(Spot::first(1))).back(1, &["aces-up"]);
    round.show_dealer().wins(3, "aces-up", 200).award(1, "envy", 300).award(2, "envy", 300);
    round.wins(2, "ante", 10).wins(2, "play", 10).loses(2, &["progressive"]).good(&terms());
}
