//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::cups::Cups;
use super::{EVENTS, Hand, Terms, has_come, line_of_triples};
use crate::layout::builder::{A, B, Session, stepping};
use crate::layout::{Document, Fate, House};
use crate::poker::pay::Pays;
use engine::{Announcement, Beneficiary, Outcome, Place, Rank, What};
use std::collections::BTreeMap;

fn terms() -> Terms {
    let house = House { pays: Pays { coin: 100, rounding: None }, dealer_bets: true, places: 9 };
    let all = ["player", "banker", "tie", "golden-talons-player", "golden-talons-banker"];
    let wagers = all.into_iter().chain(EVENTS.map(|(event, _)| event));
    let limits: BTreeMap<String, _> = wagers.map(|wager| (wager.to_owned(), (1_00, 100_00, 1_00))).collect();
    Terms {
        house,
        main_needed: false,
        talons: [(&[(9, (10, 1)), (8, (5, 1)), (7, (4, 1)), (6, (3, 1)), (5, (1, 1))], true); 2],
        triples: [None, Some(100_000), Some(10_000), Some(2_000), Some(1_000), Some(300)],
        unit: 100,
        award_coin: 1,
        limits,
        cups: Cups::new(false),
    }
}

impl Session<Terms> {
    /// The cups are shaken and opened.
    #[track_caller]
    fn cups(&mut self, player: &str, banker: &str) -> &mut Session<Terms> {
        self.step("no-more-bets").step("shake-cups");
        for (place, dice) in [(Place::Player, player), (Place::Banker, banker)] {
            let value = Hand::read(dice).unwrap().value().into();
            self.tell(What::RolledThree { place, dice: dice.parse().unwrap() });
            self.tell(What::Announced { place, hand: Announcement::Total { value, soft: false } });
        }
        self
    }
}

#[test]
fn three_over_nothing_pushes_the_winner_alone() {
    let mut round = Session::new(terms());
    round.bet(A, "player", 10).bet(A, "banker", 20).bet(A, "tie", 5).bet(B, "golden-3-player", 1);
    round.cups("6-6-1", "2-3-5").loses(2).loses(3).pushes(1).wins(4, 70).end();
    round.bet(A, "player", 10).bet(A, "banker", 20).bet(A, "tie", 5).bet(B, "golden-3-player", 1);
    round.cups("2-3-5", "6-6-1").loses(5).loses(7).loses(8).pushes(6).end().done();
}

#[test]
fn talons_win_by_five_and_push_a_tie() {
    let mut round = Session::new(terms());
    round.bet(A, "golden-talons-player", 10).bet(A, "golden-talons-banker", 10);
    round.cups("6-6-6", "6-6-2").loses(1).loses(2).end();
    round.bet(A, "golden-talons-player", 10).bet(A, "golden-talons-banker", 10);
    round.cups("6-6-6", "6-6-1").loses(4).wins(3, 1).end();
    round.bet(A, "golden-talons-player", 10).bet(A, "golden-talons-banker", 10);
    round.cups("6-6-6", "1-1-6").pushes(5).pushes(6).end().done();
}

#[test]
fn bets_for_the_dealers_lie_in_front_of_the_patrons_own() {
    let mut round = Session::new(terms());
    round.wrong(round.laying((A, "player", 5, Beneficiary::Dealers)), "in front of no wager");
    round.bet(A, "player", 10).for_dealers(A, "player", 5).take_back(1, 10).take_back(2, 5);
    round
        .bet(A, "tie", 10)
        .for_dealers(A, "tie", 5)
        .cups("1-1-1", "1-1-1")
        .wins(3, 8)
        .wins(4, 8)
        .end()
        .done();
}

#[test]
fn nothing_is_opened_before_it_is_shaken() {
    let mut round = Session::new(terms());
    let dice = What::RolledThree { place: Place::Player, dice: "1-1-1".parse().unwrap() };
    round.bet(A, "player", 10).wrong(stepping("shake-cups", Rank::Dealer), "all wagers are placed");
    round.step("no-more-bets").wrong(dice, "before both are shaken").step("shake-cups");
    let other = What::RolledThree { place: Place::Banker, dice: "1-1-1".parse().unwrap() };
    round.wrong(other, "out of turn").tell(dice);
    let hand = Announcement::Total { value: 4, soft: false };
    round.wrong(What::Announced { place: Place::Player, hand }, "counts 3");
}

#[test]
fn the_highest_line_of_triples_is_paid() {
    let line = |player: &str, banker: &str| {
        line_of_triples(Hand::read(player).unwrap(), Hand::read(banker).unwrap())
    };
    assert_eq!(line("3-3-3", "3-3-3"), Some(0));
    assert_eq!([line("3-3-3", "6-6-6"), line("6-6-6", "3-3-3")], [Some(1); 2]);
    assert_eq!(line("3-3-3", "1-1-1"), Some(2));
    assert_eq!(line("3-3-3", "1-1-2"), Some(3));
    assert_eq!([line("1-1-1", "1-1-2"), line("1-1-2", "2-2-2")], [Some(4); 2]);
    assert_eq!([line("6-6-6", "1-1-2"), line("1-1-2", "4-4-4")], [Some(5); 2]);
    assert_eq!(line("1-2-3", "1-1-2"), None);
    let fate = |result| terms().fate("triple-progressive", result).unwrap();
    assert_eq!(fate("3-3-3 3-3-3"), Fate::Meter);
    assert_eq!(fate("5-5-5 6-1-1"), Fate::Amount(3_00));
    assert!(!has_come("sun-7", Hand::read("2-2-3").unwrap(), Hand::read("6-6-5").unwrap()).unwrap());
    assert_eq!(terms().fate("player", "1-1-1 1-1-1").unwrap(), Fate::Neither(Outcome::Pushes));
}
