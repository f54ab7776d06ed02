//! What scenarios cannot express: what is offered, who sees what, the reasons for lines, and the limit.

use super::{ANTE_WAGER, BLIND_WAGER, CHECK, GAME, LAW, RAISE, Table, UltimateTexasHoldem};
use crate::poker_table::Terms;
use crate::poker_table::words as common;
use engine::scenario::{parse, run};
use engine::{
    Actor, Ask, Audience, Beneficiary, Due, Event, Face, Game, Input, LineKind, Patron, Place, Spot,
    Table as _, What,
};
use felt::{Card, Money};
use rulebook::{RuleBook, TableConfig, TableDraft};
use std::sync::Arc;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

fn find(id: &str) -> Option<&'static Game> {
    (id == GAME.id).then_some(&GAME)
}

fn config(settings: &[(&str, &str)]) -> (Arc<RuleBook>, TableConfig) {
    let book = GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    for (key, value) in settings {
        draft.set(*key, *value, None);
    }
    let config = draft.check(&book).unwrap();
    (book, config)
}

fn terms(settings: &[(&str, &str)]) -> Terms<UltimateTexasHoldem> {
    let (book, config) = config(settings);
    Table::open(&book, &config).unwrap().terms().clone()
}

fn dollars(units: i64) -> Money {
    Money::minor(units * 100)
}

/// Opens a table with two patrons who have been dealt cards that a device has read.
fn dealt() -> (Table, Vec<Event>) {
    let (book, config) = config(&[("limits", "5..100 step 5")]);
    let mut table = Table::open(&book, &config).unwrap();
    let mut events = Vec::new();
    table.apply(Actor::DEALER, Input::Shuffled { cut_card: None }, &mut events).unwrap();
    for (patron, box_number) in [(A, 1), (B, 3)] {
        for wager in [ANTE_WAGER, BLIND_WAGER] {
            let beneficiary = Beneficiary::Patron;
            let bet = Input::Bet { patron, box_number, wager, stake: dollars(10), beneficiary };
            table.apply(Actor::Patron(patron), bet, &mut events).unwrap();
        }
    }
    table.apply(Actor::DEALER, Input::Step(common::NO_MORE_BETS), &mut events).unwrap();
    for card in Card::all().take(6) {
        let Due::Card { to, up: false } = table.due() else { panic!("a card is due: {:?}", table.due()) };
        table.apply(Actor::DEALER, Input::Card { to, face: Face::Down(card) }, &mut events).unwrap();
    }
    (table, events)
}

#[test]
fn one_hand_wins_at_most_the_greater_of_two_limits() {
    let low = terms(&[("limits", "5..100 step 5"), ("trips", "5..25 step 5")]);
    assert_eq!((low.cap.unwrap().most, low.cap.unwrap().rule), (dollars(50_000), LAW.cap.fixed.rule()));
    // Ante once, play four times, blind 500 times a hundred dollars: 50,500.
    let high = terms(&[("limits", "100..1000 step 100")]);
    assert_eq!(
        (high.cap.unwrap().most, high.cap.unwrap().rule),
        (dollars(50_500), LAW.cap.minimum_round.rule())
    );
    // The same plus fifty times the smallest trips.
    let both = terms(&[("limits", "100..1000 step 100"), ("trips", "25..50 step 25")]);
    assert_eq!(both.cap.unwrap().most, dollars(51_750));
}

#[test]
fn a_patron_sees_his_own_two_cards_and_nobody_the_dealers() {
    let (table, events) = dealt();
    let sees = |audience| {
        let seen = |place| table.layout().at(place).all(|card| card.face_for(audience).card().is_some());
        [Place::Hand(Spot::first(1)), Place::Hand(Spot::first(3)), Place::Dealer].map(seen)
    };
    assert_eq!(sees(Audience::Patron(A)), [true, false, false]);
    assert_eq!(sees(Audience::Patron(B)), [false, true, false]);
    for audience in [Audience::Dealer, Audience::Floor, Audience::Spectator] {
        assert_eq!(sees(audience), [false, false, false]);
    }
    let told = |audience| {
        let laid = events.iter().map(|event| event.seen_by(audience).what);
        laid.filter(|what| matches!(what, What::CardLaid { face: Face::Down(_), .. })).count()
    };
    assert_eq!((told(Audience::Patron(A)), told(Audience::Dealer)), (2, 0));
}

#[test]
fn three_or_four_times_the_ante_is_offered_before_the_flop_and_silence_checks() {
    let (table, _) = dealt();
    let mut offered = Vec::new();
    table.offers(&mut |offer| {
        if let Ask::Choose { choice, .. } = offer.ask {
            offered.push((choice, offer.amount, offer.by_default));
        }
    });
    let [(CHECK, None, true), (RAISE, Some(range), false)] = offered.as_slice() else {
        panic!("{offered:?}");
    };
    let allowed: Vec<i64> = (1..=60).filter(|n| range.allows(dollars(*n))).collect();
    assert_eq!(allowed, [30, 40]);
}

/// Every reason that holds is one that the line cites; and for each settled wager some reason holds.
#[test]
fn reasons_agree_with_what_decided_the_line() {
    let text = include_str!("../../../scenarios/ohio/ultimate-texas-holdem/first.scenario");
    let mut weighed = 0;
    for scenario in parse(text).unwrap() {
        let report = run(&scenario, &find);
        assert!(report.ok(), "{}", report.transcript());
        let events: Vec<Event> = report.events().copied().collect();
        for (n, event) in events.iter().enumerate() {
            let What::Settled(line) = event.what else { continue };
            let reasons = (GAME.reasons)(&events[..=n], &line);
            let held: Vec<_> = reasons.iter().filter(|reason| reason.held).collect();
            assert!(!held.is_empty(), "{line:?}");
            for reason in held {
                assert!(line.cites.iter().any(|rule| rule == reason.rule), "{reason:?}: {line:?}");
                weighed += 1;
            }
            let cut = line.kind == LineKind::Cap;
            assert_eq!(cut, line.paid.is_negative(), "only a cap takes off: {line:?}");
        }
    }
    assert!(weighed > 40, "{weighed}");
}
