//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::{ODDS, SECTIONS, Terms};
use crate::layout::builder::{A, B, Session, reporting, stepping};
use crate::layout::{Document, House};
use crate::poker::pay::Pays;
use engine::{Beneficiary, Outcome, Patron, RulingAct, WagerNumber, What};
use felt::Money;
use std::collections::BTreeMap;

fn terms() -> Terms {
    let house = House { pays: Pays { coin: 100, rounding: None }, dealer_bets: true, places: 9 };
    let limits = ODDS.map(|(wager, ..)| (wager.to_owned(), (1_00, 100_00, 1_00)));
    Terms { house, limits: BTreeMap::from(limits) }
}

fn session() -> Session<Terms> {
    Session::new(terms())
}

/// The wheel stops there.
fn stops(insignia: &str) -> What {
    What::WheelStopped(engine::SectionId::from_book(insignia))
}

#[test]
fn the_rim_has_54_sections() {
    assert_eq!(SECTIONS.iter().map(|(_, count)| u32::from(*count)).sum::<u32>(), 54);
}

#[test]
fn every_wager_on_every_insignia() {
    let table = [
        ("one", [1, 0, 0, 0, 0, 0, 0]),
        ("two", [0, 2, 0, 0, 0, 0, 0]),
        ("five", [0, 0, 5, 0, 0, 0, 0]),
        ("ten", [0, 0, 0, 10, 0, 0, 0]),
        ("twenty", [0, 0, 0, 0, 20, 0, 0]),
        ("joker", [0, 0, 0, 0, 0, 40, 0]),
        ("logo", [0, 0, 0, 0, 0, 0, 40]),
    ];
    let faces = ["1", "2", "5", "10", "20", "joker", "logo"];
    for (wager, pays) in table {
        for (face, pays) in faces.into_iter().zip(pays) {
            let price = terms().wins(wager, face).unwrap();
            assert_eq!(price, (pays > 0).then_some((pays, 1)), "{wager} on {face}");
        }
        assert!(terms().wins(wager, "40").is_err());
    }
    assert!(terms().wins("main", "1").is_err());
}

#[test]
fn all_losers_go_before_any_winner_each_in_the_order_of_betting() {
    let mut round = session();
    round.bet(A, "joker", 5).bet(B, "one", 10).bet(A, "one", 3).bet(B, "joker", 1).bet(A, "logo", 2);
    round.step("spin").tell(stops("joker"));
    round.wrong(What::Settled(round.line(1, Outcome::Wins, 40)), "expected wager 2");
    round.wrong(What::Settled(round.line(3, Outcome::Loses, 0)), "expected wager 2");
    round.loses(2).loses(3).loses(5);
    round.wrong(What::Settled(round.line(4, Outcome::Wins, 40)), "expected wager 1");
    round.wins(1, 40);
    round.wrong(round.ending(), "has not told").wins(4, 40).end().done();
}

#[test]
fn bets_close_when_the_wheel_is_spun() {
    let mut round = session();
    round.bet(A, "one", 5).add(1, 5).take_back(1, 2).wrong(stops("1"), "bets are open");
    round.step("spin");
    round.wrong(round.laying((B, "one", 5, Beneficiary::Patron)), "after bets are closed");
    round.wrong(round.adding(1, 5), "after bets are closed");
    round.wrong(round.taking(1, 5), "after bets are closed");
    round.tell(stops("1"));
    round.wrong(round.adding(1, 5), "has not told").wins(1, 1);
    round.wrong(stops("1"), "has ended already").end();
}

#[test]
fn an_invalid_spin_gives_everything_back() {
    for word in ["clapper-on-peg", "too-few-rotations"] {
        let mut round = session();
        round.bet(A, "one", 5).bet(B, "twenty", 10).for_dealers(B, "joker", 1);
        round.wrong(reporting(word), "nothing is being spun").step("spin").report(word, "round-void");
        round.wrong(stops("1"), "has not told").back(2).back(1);
        round.wrong(round.ending(), "has not told").back(3);
        round.end().wrong(reporting(word), "nothing is being spun");
    }
    let mut round = session();
    round.bet(A, "one", 5).step("spin").tell(stops("1"));
    round.wrong(reporting("clapper-on-peg"), "nothing is being spun").wins(1, 1).end();
}

#[test]
fn the_floor_undoes_and_awards() {
    let mut round = session();
    round.bet(A, "one", 5).bet(B, "two", 5).rules(RulingAct::VoidWager(WagerNumber(1)));
    round.wrong(stepping("spin", engine::Rank::Dealer), "has not told").back(1);
    round.step("spin").report("technical-interruption", "floor-decides").rules(RulingAct::GoOn);
    round.rules(RulingAct::Award { patron: A, amount: Money::minor(3_00) }).award(A, 3);
    round.wrong(round.ending(), "without a result").rules(RulingAct::VoidRound).back(2).end();
    round.wrong(What::Ruled { by: engine::Rank::Floor, act: RulingAct::VoidWager(WagerNumber(2)) }, "undoes");
}

#[test]
fn who_leaves_before_the_spin_takes_their_chips_along() {
    let mut round = session();
    round.bet(A, "one", 5).bet(B, "one", 5).tell(What::Left { patron: A });
    round.wrong(stepping("spin", engine::Rank::Dealer), "left before the spin");
    round.take_back(1, 5).step("spin").tell(What::Left { patron: B }).tell(stops("1")).wins(2, 1).end();
}

#[test]
fn a_bet_for_the_dealers_is_theirs() {
    let mut round = session();
    round.bet(A, "one", 5).for_dealers(A, "one", 2).for_dealers(A, "ten", 2);
    // It goes back only with a patron who leaves.
    round.clone().take_back(2, 2).wrong(stops("1"), "took back a bet for the dealers");
    round.clone().take_back(2, 2).take_back(1, 5).tell(What::Left { patron: A });
    round.step("spin").tell(stops("1")).loses(3).wins(1, 1).wins(2, 1).end();
    let mut house = terms();
    house.house.dealer_bets = false;
    let mut round = Session::new(house);
    round.wrong(round.laying((A, "one", 5, Beneficiary::Dealers)), "for the dealers");
}

#[test]
fn stakes_places_and_areas() {
    let mut round = session();
    let own = Beneficiary::Patron;
    round.wrong(round.laying((A, "main", 5, own)), "no insignia");
    round.wrong(round.laying((A, "one", 101, own)), "100");
    round.wrong(round.laying((A, "one", 0, own)), "are taken");
    round.wrong(round.laying((Patron::nth(9).unwrap(), "one", 5, own)), "no such place");
    round.bet(A, "one", 99);
    round.wrong(round.adding(1, 2), "are taken").add(1, 1);
    round.wrong(round.laying((A, "one", 1, own)), "should raise");
    let What::WagerPlaced { number, wager, stake, beneficiary, lammer, spot, .. } =
        round.laying((A, "two", 5, own))
    else {
        panic!("a wager")
    };
    let other = What::WagerPlaced { number, patron: B, spot, wager, stake, beneficiary, lammer };
    round.wrong(other, "one patron a place");
    let spot = engine::Spot::first(4);
    let elsewhere = What::WagerPlaced { number, patron: A, spot, wager, stake, beneficiary, lammer };
    round.wrong(elsewhere, "one patron a place");
}
