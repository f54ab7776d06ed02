//! Irregular rounds, and the comparison itself.

use super::builder::*;
use engine::{Event, Face, LineKind, Outcome, Place, Rank, RulingAct, Seen, StepId, WagerNumber, What};
use felt::Money;
use second::blackjack::{Expected, Round, check, check_all, rounds, settle};

// ------------------------------------------------------------------ irregular rounds

/// A splits and doubles, B insures, C has a blackjack; the device reports no blackjack, but the hole card
/// makes one.
fn missed_blackjack() -> Hand {
    let mut round = Hand::new();
    let (a, b, c) = (hand(1, 1), hand(2, 1), hand(3, 1));
    round.bet(A, a, "main", 10).bet(A, a, "house-money", 1).bet(B, b, "main", 10).bet(C, c, "main", 10);
    round.up(a, "8c 8d").up(b, "Tc 9d").up(c, "As Kd");
    let hole = round.dealer("Ah");
    round.bet(B, b, "insurance", 5).answer(false).add(1, A, a, 3);
    round.split(A, a, hand(1, 2), 2, 13).up(a, "3d");
    round.choose(A, a, "double").bet(A, a, "double", 13).up(a, "9s");
    round.up(hand(1, 2), "Tc").choose(A, hand(1, 2), "stand").choose(B, b, "stand");
    round.reveal(hole, "Ks").irregular("blackjack-missed", Some(Place::Dealer));
    round
        .remedy("extras-returned", None)
        .fact(What::Approved { by: engine::Approver::Staff(Rank::Floor), yes: true });
    round
}

#[test]
fn a_missed_blackjack_takes_only_the_original_wagers() {
    let lines = paid(&missed_blackjack().end(), &shoe());
    assert_eq!(
        lines,
        [
            "B 2 insurance loses 500 +0 0",
            "A 1 house-money wins 100 +300 100",
            "C 3 main wins 1000 +1500 1000",
            "reversal B 2 insurance loses 500 +0 0",
            "B 2 insurance wins 500 +1000 500",
            "B 2 main loses 1000 +0 0",
            "A 1.2 split returned 1300 +0 1300",
            "A 1 main loses 1300 +0 300",
            "A 1 double returned 1300 +0 1300",
        ]
    );
}

#[test]
fn a_missed_blackjack_must_be_reported() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Tc 9d");
    let hole = round.dealer("Kh");
    round.answer(false).choose(A, hand(1, 1), "stand").reveal(hole, "As");
    let expected = settle(&Round::read(&round.events), &shoe());
    for line in &expected {
        round.line(line);
    }
    assert!(trouble(&round.end(), &shoe()).contains("unreported"));
}

#[test]
fn a_dead_hand_gives_back_what_lies_on_it() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).up(a, "6c 5d").up(b, "Tc 9d");
    let hole = round.dealer("6h");
    round.choose(A, a, "double").bet(A, a, "double", 10).irregular("card-not-dealt", Some(Place::Hand(a)));
    round.choose(A, a, "dead-hand").remedy("hand-dead", Some(Place::Hand(a)));
    round.choose(B, b, "stand").reveal(hole, "Td 4c");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 main returned 1000 +0 1000", "A 1 double returned 1000 +0 1000", "B 2 main loses 1000 +0 0",]
    );
}

#[test]
fn a_box_without_cards_is_dead_with_its_side_bet() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(A, a, "house-money", 2).bet(B, b, "main", 10);
    round.irregular("card-missed", Some(Place::Hand(a))).remedy("hand-dead", Some(Place::Hand(a)));
    round.up(b, "Tc 9d");
    let hole = round.dealer("6h");
    round.choose(B, b, "stand").reveal(hole, "Td 4c");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 main returned 1000 +0 1000", "A 1 house-money returned 200 +0 200", "B 2 main loses 1000 +0 0",]
    );
}

#[test]
fn a_refused_card_gives_the_double_back_at_once() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).up(a, "6c 5d");
    let hole = round.dealer("6h");
    round.choose(A, a, "double").bet(A, a, "double", 10);
    let next = round.lay(Place::Next, Face::Up(card("2c")));
    round.irregular("drawn-exposed", None).choose(A, a, "refuse-card").reveal(hole, "Td");
    round.fact(What::CardLaid {
        draw: next,
        place: Place::Dealer,
        face: Face::Up(card("2c")),
        seen: Seen::NOBODY,
    });
    assert_eq!(paid(&round.end(), &shoe()), ["A 1 double returned 1000 +0 1000", "A 1 main loses 1000 +0 0"]);
}

#[test]
fn an_unexposed_card_is_used_as_the_next() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).up(a, "6c 5d");
    let hole = round.dealer("6h");
    let next = round.lay(Place::Next, Face::Down(card("Tc")));
    round.irregular("drawn-unexposed", None).choose(A, a, "hit");
    let (place, face) = (Place::Hand(a), Face::Up(card("Tc")));
    round.fact(What::CardLaid { draw: next, place, face, seen: Seen::NOBODY });
    round.reveal(hole, "Td 4c");
    assert_eq!(paid(&round.end(), &shoe()), ["A 1 main wins 1000 +1000 1000"]);
}

#[test]
fn a_void_round_undoes_every_line_and_returns_every_stake() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).bet(A, a, "house-money", 1).up(a, "8c 8d");
    round.dealer("Ah");
    round.bet(A, a, "insurance", 5).answer(false).add(1, A, a, 4);
    round.fact(What::Ruled { by: Rank::Floor, act: RulingAct::VoidRound });
    assert_eq!(
        paid(&round.end(), &shoe()),
        [
            "A 1 insurance loses 500 +0 0",
            "A 1 house-money wins 100 +300 100",
            "reversal A 1 house-money wins 100 +-300 -100",
            "reversal A 1 insurance loses 500 +0 0",
            "A 1 main returned 1400 +0 1400",
            "A 1 house-money returned 100 +0 100",
            "A 1 insurance returned 500 +0 500",
        ]
    );
}

#[test]
fn a_void_hand_and_an_award_are_paid_when_ruled() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).up(a, "8c 9d").up(b, "Tc 8d");
    let hole = round.dealer("6h");
    round.choose(A, a, "stand");
    round.fact(What::Ruled { by: Rank::Floor, act: RulingAct::VoidHand(a) });
    round.fact(What::Ruled {
        by: Rank::Floor,
        act: RulingAct::Award { patron: A, amount: Money::minor(700) },
    });
    round.choose(B, b, "stand").reveal(hole, "Td 2c");
    assert_eq!(
        paid(&round.end(), &shoe()),
        ["A 1 main returned 1000 +0 1000", "award A 0.0 main - 0 +700 0", "B 2 main pushes 1000 +0 1000",]
    );
}

#[test]
fn a_wager_taken_back_is_not_settled() {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(B, hand(2, 1), "main", 10);
    round.fact(What::WagerTakenBack {
        number: WagerNumber(1),
        patron: A,
        wager: engine::WagerId::new(&"main"),
        stake: Money::minor(1000),
        left: Money::ZERO,
    });
    round.up(hand(2, 1), "Tc 8d");
    let hole = round.dealer("6h");
    round.choose(B, hand(2, 1), "stand").reveal(hole, "Td 2c");
    assert_eq!(paid(&round.end(), &shoe()), ["B 2 main pushes 1000 +0 1000"]);
}

// ------------------------------------------------------------------ the comparison itself

/// A plain round with the lines that the second settlement expects, modified by the caller.
fn recorded(change: impl Fn(&mut Vec<Expected>)) -> Vec<Event> {
    let mut round = Hand::new();
    round.bet(A, hand(1, 1), "main", 10).bet(B, hand(2, 1), "main", 20);
    round.up(hand(1, 1), "Tc 9d").up(hand(2, 1), "Tc 8d");
    let hole = round.dealer("6h");
    round.choose(A, hand(1, 1), "stand").choose(B, hand(2, 1), "stand").reveal(hole, "Td 2c");
    let mut lines = settle(&Round::read(&round.events), &shoe());
    change(&mut lines);
    for line in &lines {
        round.line(line);
    }
    round.end()
}

#[test]
fn a_right_record_passes() {
    assert_eq!(check(&recorded(|_| {}), &shoe()), Ok(()));
    let mut twice = recorded(|_| {});
    twice.extend(recorded(|_| {}));
    assert_eq!(rounds(&twice).len(), 2);
    assert_eq!(check_all(&twice, &shoe()), Ok(2));
}

#[test]
fn every_wrong_field_is_found() {
    type Change = fn(&mut Vec<Expected>);
    let changes: [(&str, Change); 9] = [
        ("paid should be 1000, is 1500", |lines| lines[1].paid = Money::minor(1500)),
        ("returned should be 1000, is 0", |lines| lines[1].returned = Money::ZERO),
        ("stake should be 1000, is 900", |lines| lines[1].stake = Money::minor(900)),
        ("outcome should be pushes, is wins", |lines| lines[0].outcome = Some(Outcome::Wins)),
        ("patron should be B, is C", |lines| lines[0].patron = C),
        ("wager should be main, is split", |lines| lines[0].wager = "split"),
        ("kind should be wager, is award", |lines| lines[0].kind = LineKind::Award),
        ("patron should be B, is A", |lines| lines.reverse()),
        ("2 lines expected, 1 in the record", |lines| lines.truncate(1)),
    ];
    for (words, change) in changes {
        let text = trouble(&recorded(change), &shoe());
        assert!(text.contains(words), "{words} is not in:\n{text}");
    }
}

#[test]
fn results_in_the_record_do_not_move_the_second_settlement() {
    let honest = recorded(|_| {});
    let lying = recorded(|lines| {
        for line in lines {
            line.outcome = Some(Outcome::Wins);
            line.paid = Money::minor(99_900);
        }
    });
    assert_eq!(paid(&honest, &shoe()), paid(&lying, &shoe()));
}

#[test]
fn a_line_settled_twice_is_found() {
    let text = trouble(&recorded(|lines| lines.push(lines[0].clone())), &shoe());
    assert!(text.contains("line 3 settles what line 1 has settled"), "{text}");
}

#[test]
fn a_missed_blackjacks_insurance_may_be_undone_and_paid_in_either_grouping() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).up(a, "Tc 9d").up(b, "Tc 9d");
    let hole = round.dealer("Ah");
    round.bet(A, a, "insurance", 5).bet(B, b, "insurance", 5).answer(false);
    let lines = {
        let mut whole = Hand::new();
        whole.events.clone_from(&round.events);
        whole.choose(A, a, "stand").choose(B, b, "stand").reveal(hole, "Ks");
        settle(&Round::read(&whole.events), &shoe())
    };
    let texts: Vec<String> = lines.iter().map(short).collect();
    assert_eq!(texts.len(), 8, "{texts:#?}");
    // Both undone first, then both paid.
    round.line(&lines[0]).line(&lines[1]).choose(A, a, "stand").choose(B, b, "stand").reveal(hole, "Ks");
    round.irregular("blackjack-missed", None);
    for (line, undone) in [(2, Some(1)), (4, Some(2)), (3, None), (5, None), (6, None), (7, None)] {
        round.line(&lines[line]);
        if let Some(What::Settled(written)) = round.events.last_mut().map(|event| &mut event.what) {
            written.reverses = undone;
        }
    }
    assert_eq!(check(&round.end(), &shoe()), Ok(()));
}

#[test]
fn a_single_cent_bet_that_cannot_be_paid_is_found() {
    let mut round = Hand::new();
    round.cents(A, hand(1, 1), "main", 1050).up(hand(1, 1), "Ac Kd");
    round.dealer("9h");
    assert!(trouble(&round.end(), &shoe()).contains("no whole number of coins"));
}

#[test]
fn steps_of_the_dealer_change_nothing() {
    let mut round = Hand::new();
    round.fact(What::Stepped { step: StepId::new(&"no-more-bets"), by: engine::Rank::Dealer });
    round.bet(A, hand(1, 1), "main", 10).up(hand(1, 1), "Ac Kd");
    let hole = round.dealer("9h");
    round.fact(What::Stepped { step: StepId::new(&"settle"), by: engine::Rank::Dealer }).reveal(hole, "9c");
    assert_eq!(paid(&round.end(), &shoe()), ["A 1 main wins 1000 +1500 1000"]);
}
