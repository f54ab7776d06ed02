//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

use super::rank::{Kind, Worth, is_natural, worth};
use super::terms::BLIND;
use super::{EqualHands, Terms, check};
use crate::poker::builder::{Hand, card};
use crate::poker::course;
use crate::poker::facts::hand_of;
use crate::poker::pay::Pays;
use engine::{Face, Patron, Place, RulingAct, Spot, What};
use felt::Card;

fn terms() -> Terms {
    Terms {
        shoe: false,
        who_leaves_loses: false,
        equal_hands: EqualHands::Pay,
        blind: BLIND.map(|(hand, _, price)| (hand, price)),
        pays: Pays { coin: 100, rounding: None },
    }
}

const MAIN: [&str; 3] = ["ante", "blind", "play"];
const SIDES: [&str; 2] = ["trips", "two-way-bad-beat"];

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(card).collect()
}

/// Box 1 plays with an ante of 10 and side wagers of 5.
fn one(hand: &str, dealer: &str) -> Hand {
    let mut round = Hand::new();
    round.ante(1, 10).bets(1, &SIDES, 5).close().hole(1, hand).dealer(dealer).play(1, 20).show_dealer();
    round
}

#[test]
fn wild_cards_make_the_best_hand() {
    let hands: [(&str, Kind, &[u8]); 20] = [
        ("2c 2d 2h 2s Jk", Kind::FiveWilds, &[]),
        ("Th 2c 2h 2s Jk", Kind::Royal, &[14]),
        ("9h 2c 2h 2s 2d", Kind::Five, &[9]),
        ("Kc 2c 2d 2h 3s", Kind::Four, &[13, 3]),
        ("Kh Qh 2c Th 9h", Kind::StraightFlush, &[13]),
        ("9c 8d 7h 6s 2c", Kind::Straight, &[10]),
        ("Ac 3d 4h 5s 2d", Kind::Straight, &[5]),
        ("Qd Kd As 2h 3c", Kind::Pair, &[14, 13, 12, 3]),
        ("Ac Jd 2c 2d Td", Kind::Straight, &[14]),
        ("As Ks 9s 5s 2h", Kind::Flush, &[14, 13, 12, 9, 5]),
        ("Qd Td 5d 2c Jk", Kind::Flush, &[14, 13, 12, 10, 5]),
        ("Qd Td 8d 2c Jk", Kind::StraightFlush, &[12]),
        ("Jc Jd 4s 4h Jk", Kind::FullHouse, &[11, 4]),
        ("Jc 2c 2d 9s 5h", Kind::Three, &[11, 9, 5]),
        ("Jc Jd 4s 4h 9c", Kind::TwoPairs, &[11, 4, 9]),
        ("Kc Jd 4s 3h 9c", Kind::Nothing, &[13, 11, 9, 4, 3]),
        ("7c 7d 7h 7s Jk", Kind::Five, &[7]),
        // RULING-DJW-3: a duplicate card counts once, and four cards are not a run.
        ("Kc Kd Qh Jk Jk", Kind::Three, &[13, 12]),
        ("Kc Kc Qh Jd Jk", Kind::Pair, &[13, 12, 11]),
        ("2c 2c 2h 2s Jk", Kind::Four, &[14]),
    ];
    for (text, kind, ranks) in hands {
        assert_eq!(worth(&cards(text)), Worth { kind, ranks: ranks.to_vec() }, "{text}");
    }
}

#[test]
fn a_deuce_that_is_not_needed_leaves_a_hand_natural() {
    let natural = ["9c 8d 7h 6s 5c", "Ac 2d 3h 4s 5c", "2d 3h 4s 5c 6c", "2d 3d 4d 5d 6d", "Kd Td 7d 4d 2d"];
    let wild = ["2d 3c 4c 5c 6c", "Kd Td 7d 4d 2c", "Kd Td 7d 5d Jk", "Kd Jd Td 9d 2d", "2c 2d 2h 9s 7c"];
    assert!(natural.iter().all(|text| is_natural(&cards(text))));
    assert!(!wild.iter().any(|text| is_natural(&cards(text))));
}

#[test]
fn every_row_of_blind_and_trips() {
    let rows = [
        ("2c 2d 2h 2s Jk", 10_000, 10_000),
        ("Ah Kh Qh Jh Th", 500, 5_000),
        ("Ah Kh Qh 2h Th", 500, 450),
        ("9h 9d 9c 2h 2d", 100, 350),
        ("9h 8h 7h 6h 5h", 90, 1_000),
        ("9h 8h 7h 6h Jk", 90, 125),
        ("9h 9d 9c 9s 5h", 40, 300),
        ("9h 9d 2c 2s 5h", 40, 30),
        ("9h 9d 9c 5s 5h", 30, 150),
        ("9h 9d 2c 5s 5h", 30, 25),
        ("Kh 9h 7h 5h 4h", 20, 125),
        ("Kh 9h 7h 5h Jk", 20, 20),
        ("9h 8d 7h 6h 5h", 10, 100),
        ("9h 8d 7h 6h 2h", 10, 15),
    ];
    for (hand, blind, trips) in rows {
        let mut round = one(hand, "Kc Qc Jd 8s 3s");
        round.loses(1, &["two-way-bad-beat"]).wins(1, "ante", 10).wins(1, "blind", blind);
        round.wins(1, "play", 20).wins(1, "trips", trips).good(&terms());
    }
    for (hand, trips) in [("9h 9d 9s 6h 5h", 30), ("9h 9d Jk 6h 5h", 5)] {
        let mut round = one(hand, "Kc Qc Jd 8s 3s");
        round.loses(1, &["two-way-bad-beat"]).wins(1, "ante", 10).pushes(1, &["blind"]);
        round.wins(1, "play", 20).wins(1, "trips", trips).good(&terms());
    }
}

#[test]
fn every_row_of_two_way_bad_beat() {
    let rows = [
        ("Ah Kh Qh Jh Th", 500),
        ("9h 9d 9c 9s 2d", 500),
        ("9h 8h 7h 6h 5h", 500),
        ("9h 9d 9c 9s 5h", 300),
        ("9h 9d 9c 5s 5h", 200),
        ("Kh 9h 7h 5h 4h", 100),
        ("9h 8d 7h 6h 5h", 50),
        ("9h 9d 9c 6h 5h", 15),
    ];
    for (beaten, odds) in rows {
        let beats = if odds == 500 { "2c 2d 2h 2s Jk" } else { "Ts Tc 2c 2h 2s" };
        // The patron's and the dealer's hands swapped.
        let mut lost = one(beaten, beats);
        let trips = super::trips_price(worth(&cards(beaten)).kind, is_natural(&cards(beaten))).unwrap().0;
        lost.loses(1, &MAIN).wins(1, "trips", 5 * trips).wins(1, "two-way-bad-beat", 5 * odds).good(&terms());
        if !beaten.contains('2') {
            let mut won = one(beats, beaten);
            let [blind, trips] = if odds == 500 { [10_000, 10_000] } else { [100, 350] };
            won.wins(1, "ante", 10).wins(1, "blind", blind).wins(1, "play", 20).wins(1, "trips", trips);
            won.wins(1, "two-way-bad-beat", 5 * odds).good(&terms());
        }
    }
}

#[test]
fn equal_hands_push_and_nobody_is_beaten() {
    let tie = || one("Jc 2c 2d 9s 5h", "Js Jk 2s 9d 5c");
    let sides = |round: &mut Hand| {
        round.pushes(1, &MAIN).wins(1, "trips", 5);
    };
    let mut paid = tie();
    sides(&mut paid);
    paid.wins(1, "two-way-bad-beat", 75).good(&terms());
    let pushes = Terms { equal_hands: EqualHands::Push, ..terms() };
    let mut back = tie();
    sides(&mut back);
    back.pushes(1, &["two-way-bad-beat"]).good(&pushes);
    let loses = Terms { equal_hands: EqualHands::Lose, ..terms() };
    tie().loses(1, &["two-way-bad-beat"]).pushes(1, &MAIN).wins(1, "trips", 5).good(&loses);
    // What lost is collected first.
    tie().pushes(1, &MAIN).bad(&loses, "RULING-DJW-11");
    // A natural hand does not beat its equal.
    let mut natural = one("Kh Kd Kc 9s 5h", "Ks 2d Jk 9d 5c");
    natural.pushes(1, &MAIN).wins(1, "trips", 30).wins(1, "two-way-bad-beat", 75).good(&terms());
}

#[test]
fn what_one_patron_is_paid_has_a_limit() {
    let mut round = Hand::new();
    round.ante(1, 60).bets(1, &SIDES, 5).close().hole(1, "2c 2d 2h 2s Jk").dealer("Kc Qc Jd 8s 3s");
    round.play(1, 120).show_dealer().loses(1, &["two-way-bad-beat"]).wins(1, "ante", 60);
    round.wins(1, "blind", 60_000).wins(1, "play", 120).wins(1, "trips", 10_000);
    let mut uncut = round.clone();
    uncut.bad(&terms(), "11(e)");
    round.cap(1, 20_180, 2).good(&terms());
}

#[test]
fn a_fold_keeps_its_side_wagers() {
    let folded = || {
        let mut round = Hand::new();
        round.ante(1, 10).ante(2, 10).bets(2, &SIDES, 5).ante(3, 10).close();
        round.hole(1, "Kc 8d 7h 5s 3c").hole(2, "9h 9d 9c 6h 5h").hole(3, "Qc Qd 7s 5d 3h");
        round.dealer("Ts Tc 2c 8h 4s").play(1, 20).choose(2, "fold").loses(2, &["ante", "blind"]);
        round.choose(3, "fold").loses(3, &["ante", "blind"]).show_dealer();
        round
    };
    let sides = |round: &mut Hand| {
        round.wins(2, "trips", 30).wins(2, "two-way-bad-beat", 75);
    };
    let mut in_place = folded();
    sides(&mut in_place);
    in_place.loses(1, &MAIN).good(&terms());
    let mut last = folded();
    last.loses(1, &MAIN);
    sides(&mut last);
    last.bad(&terms(), "is not due");
}

#[test]
fn wagers_have_their_time_and_size() {
    let dealt = || {
        let mut round = Hand::new();
        round.ante(1, 10).close().hole(1, "Kc 8d 7h 5s 3c").dealer("Ts Tc 2c 8h 4s");
        round
    };
    dealt().play(1, 30).bad(&terms(), "on an ante of");
    dealt().choose(1, "check").bad(&terms(), "chose check");
    dealt().play(1, 20).choose(1, "fold").bad(&terms(), "after 1 decisions");
    dealt().lapse(1, "play").bad(&terms(), "was silent");
    dealt().bet(1, "trips", 5).bad(&terms(), "after the call");
    Hand::new().bet(1, "ante", 10).bet(1, "trips", 5).bad(&terms(), "before ante and blind");
    let mut early = Hand::new();
    early.ante(1, 10).close().hole(1, "Kc 8d 7h 5s 3c").choose(1, "fold").bad(&terms(), "before all cards");
    let mut unequal = Hand::new();
    unequal.bet(1, "ante", 10).bet(1, "blind", 5).bet(1, "trips", 5).ante(2, 10).close();
    unequal.back(1, &["ante", "blind", "trips"]).hole(2, "Kc 8d 7h 5s 3c").dealer("Ts Tc 2c 8h 4s");
    unequal.play(2, 20).show_dealer().loses(2, &MAIN).good(&terms());
}

#[test]
fn who_leaves_loses_where_the_house_says_so() {
    let left = || {
        let mut round = Hand::new();
        round.ante(1, 10).bets(1, &SIDES, 5).ante(2, 10).close().hole(1, "9h 9d 9c 6h 5h");
        round.hole(2, "Kc 8d 7h 5s 3c").dealer("Ts Tc 2c 8h 4s").play(1, 20);
        round.fact(What::Left { patron: Patron::A });
        round
    };
    let loses = Terms { who_leaves_loses: true, ..terms() };
    let mut strict = left();
    strict.loses(1, &MAIN).loses(1, &SIDES).choose(2, "fold").loses(2, &["ante", "blind"]);
    strict.show_dealer().good(&loses);
    let mut mild = left();
    mild.choose(2, "fold").loses(2, &["ante", "blind"]).show_dealer().loses(1, &MAIN);
    mild.wins(1, "trips", 30).wins(1, "two-way-bad-beat", 75).good(&terms());
    // Once the dealer's cards are face up, the cards decide everything.
    let late = || {
        let mut round = Hand::new();
        round.ante(1, 10).ante(2, 10).close().hole(1, "9h 9d 9c 6h 5h").hole(2, "Ac Ad Ah 5s 3c");
        round.dealer("Qs Js Tc 8h 4s").play(1, 20).play(2, 20).show_dealer();
        round.wins(2, "ante", 10).pushes(2, &["blind"]).wins(2, "play", 20);
        round.fact(What::Left { patron: Patron::A });
        round
    };
    late().wins(1, "ante", 10).pushes(1, &["blind"]).wins(1, "play", 20).good(&loses);
    late().loses(1, &MAIN).bad(&loses, "11(b)");
}

#[test]
fn a_card_face_up_makes_the_round_void() {
    let dealt = |close: bool| {
        let mut round = Hand::new();
        round.ante(1, 10).bet(1, "trips", 5);
        if close {
            round.close().hole(1, "Kc");
        }
        round.irregular("card-face-up");
        round
    };
    dealt(true).remedy("round-void").back(1, &["ante", "blind", "trips"]).good(&terms());
    let mut early = dealt(false);
    early.close().hole(1, "Kc 8d 7h 5s 3c").dealer("Ts Tc 2c 8h 4s").choose(1, "fold");
    early.loses(1, &["ante", "blind"]).show_dealer().loses(1, &["trips"]).good(&terms());
    // This holds whether it is reported or not.
    let mut unsaid = Hand::new();
    unsaid.ante(1, 10).close().lay(Place::Dealer, Face::Up(card("Jk")));
    assert!(check(&unsaid.events, &terms()).unwrap_err().contains("12(a)"));
}

#[test]
fn void_rounds_and_hands() {
    let folded = || {
        let mut round = Hand::new();
        round.ante(1, 10).bet(1, "trips", 5).ante(2, 10).close().hole(1, "Kc 8d 7h 5s 3c");
        round.hole(2, "9h 9d 9c 6h 5h").dealer("Ts Tc 2c 8h 4s").choose(1, "fold");
        round.loses(1, &["ante", "blind"]);
        round
    };
    let mut void = folded();
    void.irregular("wrong-count").remedy("round-void").undo(1).undo(2).back(1, &["ante", "blind", "trips"]);
    void.back(2, &["ante", "blind"]).good(&terms());
    // The floor decides about a dealer's card that is seen.
    let mut seen = folded();
    seen.irregular("dealer-card-exposed").play(2, 20).show_dealer();
    seen.loses(2, &MAIN).loses(1, &["trips"]).good(&terms());
    let mut hand = folded();
    hand.rules(RulingAct::VoidHand(Spot::first(1))).back(1, &["trips"]).play(2, 20).show_dealer();
    hand.loses(2, &MAIN).good(&terms());
}

#[test]
fn cards_come_in_the_order_of_the_document() {
    let places = [hand_of(1), hand_of(2), Place::Dealer];
    let by_hand: Vec<Place> = (0..15).map(|n| places[n % 3]).collect();
    let by_shoe: Vec<Place> = (0..15).map(|n| places[n / 5]).collect();
    let dealt = |order: &[Place], shoe: bool| {
        let mut round = Hand::new();
        round.ante(1, 10).ante(2, 10).close();
        for place in order {
            round.lay(*place, Face::Unread);
        }
        course::check(&round.events, &Terms { shoe, ..terms() }).is_ok()
    };
    assert!(dealt(&by_hand, false) && dealt(&by_shoe, true));
    assert!(!dealt(&by_hand, true) && !dealt(&by_shoe, false));
}
