//! Irregular rounds, and the comparison itself.

use super::builder::*;
use engine::{Beneficiary, Event, LineKind, Outcome, Place, Rank, RulingAct, WagerNumber, What};
use felt::Money;
use second::free_bet::{Expected, Terms, check};

#[test]
fn a_missed_blackjack_takes_the_original_wager_and_the_lammers() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).bet(B, b, "lucky-ladies", 1);
    round.bet(A, a, "silver-stack", 1).up(a, "8c 8d").up(b, "Qh Qh");
    let hole = round.dealer("Ah");
    round.bet(B, b, "insurance", 5).answer(false);
    round.free_split(A, a, hand(1, 2), 2).up(a, "3d").free_double(A, a, "9s");
    round.up(hand(1, 2), "Tc").choose(A, hand(1, 2), "stand").choose(B, b, "stand");
    round.reveal(hole, "Ks").irregular("blackjack-missed", Some(Place::Dealer));
    assert_eq!(
        paid(&round.end(), &ride_free()),
        [
            // Bonus wagers settled after the check stay settled; insurance that was collected is paid.
            "B 2 lucky-ladies wins 100 +12500 100",
            "B 2 insurance loses 500 +0 0",
            "reversal B 2 insurance loses 500 +0 0",
            "B 2 insurance wins 500 +1000 500",
            "B 2 main loses 1000 +0 0",
            "A 1.2 free-split loses 0 +0 0",
            "A 1 main loses 1000 +0 0",
            "A 1 free-double loses 0 +0 0",
            "A 1 silver-stack wins 100 +1000 100",
        ]
    );
}

#[test]
fn a_dead_hand_gives_back_what_lies_on_it() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(A, a, "push-22", 1).bet(B, b, "main", 10).up(a, "6c 5d").up(b, "Tc 9d");
    let hole = round.dealer("6h");
    round.choose(A, a, "free-double").bet(A, a, "free-double", 0);
    round.irregular("card-not-dealt", Some(Place::Hand(a))).choose(A, a, "dead-hand");
    round.choose(B, b, "stand").reveal(hole, "Td 4c");
    assert_eq!(
        paid(&round.end(), &free_bet()),
        [
            "A 1 main returned 1000 +0 1000",
            "A 1 free-double returned 0 +0 0",
            "B 2 main loses 1000 +0 0",
            // It had the two cards that it requires.
            "A 1 push-22 loses 100 +0 0",
        ]
    );
}

#[test]
fn a_box_without_cards_gives_its_side_bet_back() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(A, a, "push-22", 1).bet(B, b, "main", 10);
    round.irregular("card-missed", Some(Place::Hand(a))).remedy("hand-dead", Some(Place::Hand(a)));
    round.up(b, "Tc 9d");
    let hole = round.dealer("6h");
    round.choose(B, b, "stand").reveal(hole, "Td 4c");
    assert_eq!(
        paid(&round.end(), &free_bet()),
        ["A 1 main returned 1000 +0 1000", "A 1 push-22 returned 100 +0 100", "B 2 main loses 1000 +0 0"]
    );
}

#[test]
fn a_missed_blackjack_settles_rocket_aces_anew() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).bet(A, a, "rocket-aces", 1).up(a, "As 2s");
    let hole = round.dealer("Ah");
    round.answer(false).choose(A, a, "stand").reveal(hole, "Ks").irregular("blackjack-missed", None);
    assert_eq!(
        paid(&round.end(), &rocket("CO-RA-2/T9")),
        [
            "A 1 rocket-aces loses 100 +0 0",
            "reversal A 1 rocket-aces loses 100 +0 0",
            "A 1 main loses 1000 +0 0",
            "A 1 rocket-aces wins 100 +300 0",
        ]
    );
}

#[test]
fn after_a_missed_blackjack_meters_are_drawn_on_first_and_all_else_is_settled_at_the_end() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    for (patron, spot) in [(A, a), (B, b)] {
        round.bet(patron, spot, "main", 10).bet(patron, spot, "rocket-aces", 1);
    }
    round.up(a, "As As").up(b, "Ac Ac");
    let hole = round.dealer("Kh");
    round.answer(false).choose(A, a, "stand").choose(B, b, "stand");
    round
        .reveal(hole, "Ah")
        .irregular("blackjack-missed", None)
        .fact(What::Approved { by: engine::Approver::Staff(Rank::Floor), yes: true });
    round.grant("rocket-aces-1", 9).grant("rocket-aces-1", 7);
    assert_eq!(
        paid(&round.end(), &rocket("CO-RA-2/T5")),
        [
            "B 2 rocket-aces wins 100 +1000 0",
            "A 1 rocket-aces wins 100 +1000 0",
            "reversal B 2 rocket-aces wins 100 +-1000 0",
            "reversal A 1 rocket-aces wins 100 +-1000 0",
            "B 2 rocket-aces wins 100 +900 0 meter rocket-aces-1",
            "A 1 rocket-aces wins 100 +700 0 meter rocket-aces-1",
            "B 2 main loses 1000 +0 0",
            "A 1 main loses 1000 +0 0",
        ]
    );
}

#[test]
fn a_refused_card_takes_the_lammer_off_again() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).bet(A, a, "silver-stack", 1).up(a, "6c 5d");
    let hole = round.dealer("6h");
    round.choose(A, a, "free-double").bet(A, a, "free-double", 0);
    round.irregular("drawn-exposed", None).choose(A, a, "refuse-card").reveal(hole, "Td 2c");
    assert_eq!(
        paid(&round.end(), &ride_free()),
        ["A 1 free-double returned 0 +0 0", "A 1 main loses 1000 +0 0", "A 1 silver-stack loses 100 +0 0"]
    );
}

#[test]
fn a_void_round_undoes_the_dealers_envy_and_leaves_an_award() {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).bet(A, a, "21-3-classic", 1).up(a, "5c 6c");
    round.dealer("7c");
    let act = RulingAct::Award { patron: A, amount: Money::minor(700) };
    round.fact(What::Ruled { by: Rank::Floor, act });
    round.fact(What::Ruled { by: Rank::Floor, act: RulingAct::VoidRound });
    assert_eq!(
        paid(&round.end(), &ride_free()),
        [
            "A 1 21-3-classic wins 100 +2500 100",
            "award A 1 dealer-envy for dealers - 0 +1000 0",
            "award A 0 main - 0 +700 0",
            "reversal A 1 dealer-envy for dealers - 0 +-1000 0",
            "reversal A 1 21-3-classic wins 100 +-2500 -100",
            "A 1 main returned 1000 +0 1000",
            "A 1 21-3-classic returned 100 +0 100",
        ]
    );
}

#[test]
fn a_void_hand_and_a_void_wager_go_back_when_ruled() {
    let mut round = Hand::new();
    let (a, b) = (hand(1, 1), hand(2, 1));
    round.bet(A, a, "main", 10).bet(B, b, "main", 10).bet(B, b, "push-22", 1).up(a, "8c 9d").up(b, "Tc 8d");
    let hole = round.dealer("6h");
    round.choose(A, a, "stand");
    round.fact(What::Ruled { by: Rank::Floor, act: RulingAct::VoidHand(a) });
    round.fact(What::Ruled { by: Rank::Floor, act: RulingAct::VoidWager(WagerNumber(3)) });
    round.choose(B, b, "stand").reveal(hole, "Td 2c");
    assert_eq!(
        paid(&round.end(), &free_bet()),
        ["A 1 main returned 1000 +0 1000", "B 2 push-22 returned 100 +0 100", "B 2 main pushes 1000 +0 1000"]
    );
}

// ------------------------------------------------------------------ the comparison itself

/// A free double that wins, a bet for the dealers and a meter, with the lines modified by the caller.
fn recorded(change: impl Fn(&mut Vec<Expected>)) -> Vec<Event> {
    let mut round = Hand::new();
    let a = hand(1, 1);
    round.bet(A, a, "main", 10).dealers(A, a, "main", 5).bet(A, a, "21-3-progressive", 1).up(a, "5s 4c");
    let hole = round.dealer("6h");
    round.free_double(A, a, "Tc").reveal(hole, "Td 2c");
    round.recorded(&ride_free(), change)
}

#[test]
fn a_right_record_passes() {
    assert_eq!(check(&recorded(|_| {}), &ride_free()), Ok(()));
}

#[test]
fn every_wrong_field_is_found() {
    type Change = fn(&mut Vec<Expected>);
    let changes: [(&str, Change); 10] = [
        ("paid should be 1000, is 1500", |lines| lines[3].paid = 1500),
        ("returned should be 0, is 1000", |lines| lines[3].returned = 1000),
        ("basis should be 1000, is 0", |lines| lines[3].basis = 0),
        ("stake should be 0, is 1000", |lines| lines[3].stake = 1000),
        ("outcome should be wins, is pushes", |lines| lines[1].outcome = Some(Outcome::Pushes)),
        ("beneficiary should be Dealers, is Patron", |lines| lines[2].beneficiary = Beneficiary::Patron),
        ("against should be house, is meter 21-3-1", |lines| lines[0].meter = Some("21-3-1".into())),
        ("kind should be wager, is award", |lines| lines[0].kind = LineKind::Award),
        ("wager should be main, is 21-3-progressive", |lines| lines.swap(0, 1)),
        ("4 lines expected, 3 in the record", |lines| lines.truncate(3)),
    ];
    for (words, change) in changes {
        let text = trouble(&recorded(change), &ride_free());
        assert!(text.contains(words), "{words} is not in:\n{text}");
    }
}

#[test]
fn half_a_stake_is_rounded_in_the_patrons_favour() {
    let coins = |coin: i64| Terms { coin, ..ride_free() };
    assert_eq!(coins(100).half(500), 300);
    assert_eq!(coins(50).half(500), 250);
    assert_eq!(coins(50).half(550), 300);
    assert_eq!(coins(500).half(1000), 500);
}
