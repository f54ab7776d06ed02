//! Rounds of a table. The expected lines are worked out from the document, not by the code under test.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::builder::{DEALER, Table, reporting, rolled, stepping, terms, voided};
use super::deal::{CARDS, from_hand, hand_of, low_of, receivers, start_of};
use super::terms::{Start, Terms};
use crate::poker::pay::Pays;
use engine::{
    ChoiceId, Cites, Face, Line, LineKind, Marker, MarkerId, Outcome, Patron, Place, Rank, RulingAct, Seen,
    Spot, WagerId, WagerNumber, What,
};
use felt::Money;

const DEALERS: &str = "Js Jd Kc Th 8d 6c 4h";

/// Box 1 wagers ten with its cards set in this way, against a pair of jacks with king-ten.
fn one(cards: &str, low: &str) -> Table {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).dealt(&[(1, cards), (DEALER, DEALERS)]).sets(1, low).shows_house_way(DEALER);
    table.shows(1, low);
    table
}

#[test]
fn positions_are_counted_counterclockwise_and_served_clockwise() {
    let starts = [1, 2, 3, 7, 8, 9, 18].map(start_of);
    let dealer = Place::Dealer;
    assert_eq!(starts, [dealer, hand_of(6), hand_of(5), hand_of(1), dealer, hand_of(6), hand_of(4)]);
    let served = [hand_of(5), hand_of(6), dealer, hand_of(1), hand_of(2), hand_of(3), hand_of(4)];
    assert_eq!(receivers(hand_of(5)), served);
    let stacks: Vec<u8> =
        from_hand().iter().map(|place| if let Place::Stack(nth) = place { *nth } else { 0 }).collect();
    assert_eq!(stacks.len(), 49);
    assert_eq!(stacks[..15], [1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 1]);
}

#[test]
fn vigorish_is_a_twentieth_and_rounded_up_to_quarters() {
    let charged = |won: i64| terms().charge(won).unwrap();
    assert_eq!([100, 500, 501, 1_000, 1_200, 10_000].map(charged), [25, 25, 50, 50, 75, 500]);
    let exact = Terms { pays: Pays { coin: 5, rounding: None }, ..terms() };
    assert_eq!((exact.charge(100), exact.charge(110).is_err()), (Ok(5), true));
    let down = Terms { pays: Pays { coin: 25, rounding: Some("down".into()) }, ..terms() };
    assert!(down.charge(100).is_err());
}

#[test]
fn a_winner_is_paid_even_money_and_charged() {
    one("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh").wins(1, 1).charges(1, 50).ends();
    let mut late = one("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh");
    late.wins(1, 1);
    let charge = Line { kind: LineKind::Charge, charged: Money::minor(25), ..late.line(Some(1), 0, "") };
    late.wrong(What::Settled(charge), "charged should be 50");
    late.wrong(What::Collected { place: hand_of(1), cards: 5 }, "this is to be settled");
}

#[test]
fn losers_ties_and_copies() {
    // Both lower; a copy and a lower one; two copies; a foul setting.
    for (cards, low) in [
        ("Ts Td Qc Jh 9d 7c 5h", "Qc Jh"),
        ("9s 9c Kh Tc 3d 7c 5h", "Kh Tc"),
        ("Jc Jh Kd Ts 8c 6h 4s", "Kd Ts"),
        ("Qs Qd Ac Kh 9d 7c 5h", "Qs Qd"),
    ] {
        one(cards, low).loses(1).ends();
    }
    // One higher and one lower, either way; a copy and a higher one.
    for (cards, low) in [
        ("Qs Qd 9c 7h 5d 3c 2h", "9c 7h"),
        ("9s 9c Ac Kh 3d 7c 5h", "Ac Kh"),
        ("Qs Qd Kd Tc 9d 7c 5h", "Kd Tc"),
    ] {
        let mut table = one(cards, low);
        table.wrong(What::Settled(table.losing(1)), "outcome should be pushes");
        table.pushes(1).ends();
    }
    // Ace to five is the second highest straight: it beats one from the king down, and not one from the ace down.
    let straights = |dealer: &str| {
        let mut table = Table::new(terms());
        table.bet(1, "main", 10).dealt(&[(1, "As 2d 3c 4h 5d Kc Qh"), (DEALER, dealer)]).sets(1, "Kc Qh");
        table.shows_house_way(DEALER).shows(1, "Kc Qh");
        table
    };
    straights("Ks Qd Jh Tc 9s 4d 2c").wins(1, 1).charges(1, 50).ends();
    straights("Ad Ks Qd Jh Tc 7c 4d").pushes(1).ends();
}

#[test]
fn the_dealer_and_the_order_of_hands() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(2, "main", 10).bet(3, "main", 20);
    let kings = "Ks Kd Ac Qh 9d 7c 5h";
    table.dealt(&[
        (1, "Ts Td Qc 3h 9c 2c 5d"),
        (2, kings),
        (3, "Kc Kh As Qd 9h 7s 6h"),
        (DEALER, "Js Jd Ad Th 8d 6c 4h"),
    ]);
    table.sets(1, "Qc 3h").sets(2, "Ac Qh");
    // Box 3 has not set.
    let mut early = table.clone();
    let dealers = early.hands[&DEALER].clone();
    for (draw, card) in &dealers[..6] {
        early.tell(What::CardTurned { draw: *draw, place: Place::Dealer, face: Face::Up(*card) });
    }
    let (draw, card) = dealers[6];
    early.wrong(What::CardTurned { draw, place: Place::Dealer, face: Face::Up(card) }, "13.III");
    let again = table.picking(1, "Ts Td");
    table.wrong(again, "once more");
    table.chooses(3, "house-way").shows_house_way(DEALER);
    let mut astray = table.clone();
    let (draw, card) = astray.turns_but_one(2).hands[&2][6];
    astray.wrong(What::CardTurned { draw, place: hand_of(2), face: Face::Up(card) }, "13.VI");
    // Winners wait until all hands lie open.
    table.shows_house_way(3);
    table.wrong(What::Settled(table.winning(3, 1)), "not due");
    table.shows(2, "Ac Qh").shows(1, "Qc 3h");
    table.wrong(What::Settled(table.winning(3, 1)), "outcome should be loses");
    table.loses(1);
    table.wrong(What::Settled(table.winning(2, 1)), "number should be");
    table.wins(3, 1).charges(3, 100).wins(2, 1).charges(2, 50).ends();
}

#[test]
fn the_bonus_goes_by_seven_cards_and_envy_by_others() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10).bet(2, "fortune", 4);
    table.bet(3, "main", 10).bet(4, "main", 10).bet(4, "fortune", 20);
    table.dealt(&[
        (1, "9h 9s 9d 8c 7h 6d 5c"),
        (2, "Qh 3s 4d 8d 7c 6c 2d"),
        (3, "8s 7s 6s 5s 4s Kd 2c"),
        (4, "Th Td Tc Jh Js 5d 3c"),
        (DEALER, "As Ah Ac Ad Ks Kc Qd"),
    ]);
    table.tell(stepping("hands-set")).shows_house_way(DEALER);
    table.shows_house_way(4).loses(6).shows_house_way(3).pushes(5);
    table.shows_house_way(2).loses(3).loses(4).shows_house_way(1).loses(1);
    // Three of a kind pays more than the straight; a full house; box 2 has no envy button.
    table.wins(7, 5).wins(2, 3).envies(4, 20).envies(1, 20).ends();
}

#[test]
fn the_order_of_envy_and_qualifying_hands_and_the_limit() {
    let limited = Terms { most: Some(50_000_00), ..terms() };
    let mut table = Table::new(limited);
    table.bet(1, "main", 10).bet(1, "fortune", 10).bet(5, "main", 10).bet(5, "fortune", 5);
    table.dealt(&[
        (1, "8s 7s 6s 5s 4s 3s 2s"),
        (5, "9h 9s 9d 9c 5h Kd 2c"),
        (DEALER, "As Ah Ac Ad Ks Kc Qd"),
    ]);
    table.tell(stepping("hands-set")).shows_house_way(DEALER);
    table.shows_house_way(5).loses(3).shows_house_way(1).pushes(1);
    table.envies(5, 5_000).wins(4, 25).envies(1, 5).wins(2, 8_000);
    table.wrong(What::RoundEnded { round: 1 }, "is due").caps(2, 30_000_00).ends();
}

#[test]
fn a_surrender_loses_both_and_shows_nothing() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10).bet(2, "fortune", 5);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    table.chooses(1, "surrender").loses(1).loses(2);
    table.tell(What::Collected { place: hand_of(1), cards: 7 });
    table.hands.remove(&1);
    let again = table.choosing(1, "surrender");
    table.wrong(again, "decides surrender");
    table.chooses(2, "house-way").shows_house_way(DEALER).shows_house_way(2);
    // A surrendered hand brings no envy bonus; the patron who surrendered keeps theirs.
    table.wins(3, 1).charges(3, 50).wins(4, 25).envies(1, 5).ends();
    let mut open = one("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh");
    let late = open.choosing(1, "surrender");
    open.wrong(late, "decides surrender");
}

#[test]
fn two_places_of_one_patron() {
    let mut table = Table::new(terms());
    let a = Patron::A;
    table.bet_by(a, 2, "main", 10).bet_by(a, 2, "fortune", 5);
    let apart = table.laying((a, 4, "main", 10));
    table.wrong(apart, "7.IV");
    table.bet_by(a, 3, "main", 10).bet_by(a, 3, "fortune", 5);
    let third = table.laying((a, 4, "main", 10));
    table.wrong(third, "7.IV");
    let others = table.laying((Patron::B, 3, "main", 10));
    table.wrong(others, "7.II");
    table.bet(5, "main", 10);
    let fours = "9h 9s 9d 9c 5h Kd 2c";
    table.dealt(&[(2, fours), (3, "Ah Ts 4d 8c 7c 6d 2d"), (5, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    let second = table.picking(2, "9h 9s");
    table.wrong(second, "7.IV").chooses(3, "house-way").chooses(2, "house-way").chooses(5, "house-way");
    table.shows_house_way(DEALER).shows_house_way(5).shows_house_way(3).loses(3).loses(4);
    table.shows_house_way(2).pushes(1).wins(5, 1).charges(5, 50);
    table.envies(3, 5).envies(2, 5).wins(2, 25).ends();
}

#[test]
fn the_bonus_is_made_beside_a_wager_and_before_the_first_card() {
    let mut table = Table::new(terms());
    let alone = table.laying((Patron::A, 1, "fortune", 5));
    table.wrong(alone, "15.II").bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 5);
    let (number, wager, stake, left) =
        (WagerNumber(1), WagerId::new(&"main"), Money::minor(1_000), Money::ZERO);
    table.tell(What::WagerTakenBack { number, patron: Patron::A, wager, stake, left });
    table.tell(stepping("no-more-bets"));
    let late = table.laying((Patron::A, 1, "main", 10));
    table.wrong(late, "7.III").wrong(rolled_number(), "11.I").back(2);
    table.tell(rolled("1-1-1"));
    table.wrong(rolled("1-1-1"), "the start is found");
}

fn rolled_number() -> What {
    What::NumberDrawn { number: 3 }
}

#[test]
fn cards_go_where_the_start_says() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).close().tell(rolled("1-1-1"));
    let laid = |place| What::CardLaid { draw: 1, place, face: Face::Unread, seen: Seen::NOBODY };
    // Three is box 5.
    let mut astray = table.clone();
    astray.tell(laid(hand_of(3)));
    astray.wrong(laid(hand_of(3)), "nobody says so");
    astray.tell(reporting("wrong-start", None)).tell(voided()).back(1);
    table.tell(laid(hand_of(5)));
    let up = What::CardLaid {
        draw: 2,
        place: hand_of(5),
        face: Face::Up("As".parse().unwrap()),
        seen: Seen::NOBODY,
    };
    table.tell(up).wrong(laid(hand_of(5)), "face up");
    table.tell(reporting("stack-card-exposed", None));
    table.tell(voided());
    table.wrong(What::Settled(table.losing(1)), "not due").back(1);
    let mut unreasoned = Table::new(terms());
    unreasoned.wrong(voided(), "without a reason");
}

#[test]
fn what_was_settled_is_undone_when_the_round_is_void() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    table.chooses(1, "surrender").loses(1).loses(2);
    table.tell(reporting("dealer-card-exposed", Some(Place::Dealer))).tell(voided());
    // It is undone before it is returned.
    table.wrong(What::Settled(table.going_back(1, Outcome::Returned)), "not due").back(3);
    for nth in [0, 1] {
        let undone = Line { seq: table.line(None, 1, "x").seq, ..table.lines[nth].undone(Cites::NONE) };
        table.settle(undone);
    }
    table.back(1).back(2);
    table.hands.clear();
    for place in [hand_of(1), hand_of(2), Place::Dealer] {
        table.tell(What::Collected { place, cards: u16::try_from(CARDS).unwrap() });
    }
    table.tell(What::RoundEnded { round: 1 });
    // After a dealer's card was seen the round cannot continue.
    let mut goes_on = Table::new(terms());
    goes_on.bet(1, "main", 10).dealt(&[(1, "Ks Kd Ac Qh 9d 7c 5h"), (DEALER, DEALERS)]);
    goes_on.tell(reporting("dealer-card-exposed", Some(Place::Dealer))).sets(1, "Ac Qh");
    goes_on.shows_house_way(DEALER).shows(1, "Ac Qh").wins(1, 1).charges(1, 50);
    for (place, cards) in [(hand_of(1), 5), (low_of(1), 2), (Place::Dealer, 5), (Place::DealerLow, 2)] {
        goes_on.tell(What::Collected { place, cards });
    }
    goes_on.wrong(What::RoundEnded { round: 1 }, "16.V");
}

#[test]
fn a_hand_whose_card_was_exposed_may_be_void() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    let unasked = table.choosing(1, "void-hand");
    table.wrong(unasked, "16.IV").tell(reporting("patron-card-exposed", Some(hand_of(1))));
    table.chooses(1, "void-hand").back(1).back(2).chooses(2, "house-way");
    table.tell(What::Collected { place: hand_of(1), cards: 7 });
    table.hands.remove(&1);
    table.shows_house_way(DEALER).shows_house_way(2).wins(3, 1).charges(3, 50).ends();
}

#[test]
fn rulings_and_a_report_of_a_wrong_setting() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10).bet(2, "fortune", 5).bet(3, "main", 10);
    let hands = [
        (1, "Ks Kd Ac 3h 9d 7c 5h"),
        (2, "Qh Qs Qd Qc 5d 8s 2h"),
        (3, "Ah As Kh Jc 9s 7h 2s"),
        (DEALER, DEALERS),
    ];
    table.dealt(&hands).tell(stepping("hands-set"));
    // The record reports silence once more for each hand.
    let silent = |b: u8| What::Chosen {
        patron: Patron::nth(b - 1).unwrap(),
        spot: Spot::first(b),
        choice: ChoiceId::new(&"house-way"),
        amount: None,
        lapsed: true,
    };
    table.tell(silent(1)).tell(silent(2)).tell(silent(3)).tell(reporting("set-wrongly", Some(hand_of(1))));
    table.shows_house_way(DEALER).shows_house_way(3).shows_house_way(2).shows_house_way(1).loses(1).loses(2);
    let void = |act| What::Ruled { by: Rank::Floor, act };
    table.tell(void(RulingAct::Award { patron: Patron::A, amount: Money::minor(700) }));
    table.tell(void(RulingAct::VoidHand(Spot::first(2)))).back(3);
    let award = Line { kind: LineKind::Award, paid: Money::minor(700), ..table.line(None, 1, "ruling") };
    table.settle(award).back(4).wins(5, 1).charges(5, 50).ends();
}

#[test]
fn who_leaves_has_lost_where_the_house_says_so() {
    let mut table = Table::new(Terms { who_leaves_loses: true, ..terms() });
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    table.tell(What::Left { patron: Patron::A }).loses(1).loses(2).chooses(2, "house-way");
    table.tell(What::Collected { place: hand_of(1), cards: 7 });
    table.hands.remove(&1);
    table.shows_house_way(DEALER).shows_house_way(2).wins(3, 1).charges(3, 50).ends();
}

#[test]
fn the_button_goes_on_from_the_dealer() {
    let marking = |value| What::Marked(Marker { id: MarkerId::new(&"button"), value, patron: None });
    let mut table = Table::new(Terms { start: Start::Button, ..terms() });
    table
        .wrong(marking(1), "the button lies on")
        .tell(marking(7))
        .tell(marking(1))
        .wrong(marking(6), "the button lies on");
    table.bet(2, "main", 10).close();
    let laid = |place| What::CardLaid { draw: 1, place, face: Face::Unread, seen: Seen::NOBODY };
    let mut astray = table.clone();
    astray.tell(laid(Place::Dealer)).wrong(laid(Place::Dealer), "nobody says so");
    table.tell(laid(hand_of(1)));
}
