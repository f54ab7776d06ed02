//! Corner cases of roulette.

use super::layout::{dearest, every_wager_on_some_results, layout_habits, reports_at_odd_times, step};
use super::{bet, open};
use crate::driver::Session;
use crate::habits::{Known, nothing};
use engine::{Actor, Game, Input, Patron, Rank, StepId, WagerId};
use felt::{Money, Pocket};

/// What the driver needs to know about roulette.
pub const KNOWN: Known = Known {
    habits: layout_habits(),
    corners: sessions,
    bounds: |game| vec![dearest(game, &[]), dearest(game, &[("wheel", "single-zero")])],
    standing: nothing,
};

const WHEELS: [&str; 3] = ["double-zero", "single-zero", "double-zero-as-single"];

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all: Vec<Session> =
        WHEELS.map(|wheel| every_wager_on_some_results(game, &[("wheel", wheel)])).into();
    all.push(reports_at_odd_times(game, &[("wheel", "single-zero")]));
    all.push(chips_found(game));
    all.push(no_spins(game));
    all
}

/// Chips are found at the call: more than was granted, fewer, none, beyond the limits, and where none were
/// known.
fn chips_found(game: &'static Game) -> Session {
    let mut session = open(game, &[("limits", "5..100")]);
    for stake in [6, 3, 0, 500, 50] {
        bet(&mut session, Patron::A, 1, "straight-17", 10);
        bet(&mut session, Patron::B, 2, "red", 10);
        step(&mut session, "spin");
        step(&mut session, "no-more-bets");
        for (wager, stake) in [("straight-17", stake), ("split-17-20", 7)] {
            let wager = WagerId::new(Box::leak(Box::new(wager)));
            let stake = Money::minor(stake * 100);
            let found = Input::Found { patron: Patron::A, box_number: 1, wager, stake };
            session.send(Actor::DEALER, found).unwrap();
        }
        let known = Input::Found {
            patron: Patron::B,
            box_number: 2,
            wager: WagerId::new(&"red"),
            stake: Money::minor(1_000),
        };
        assert!(session.send(Actor::DEALER, known).is_err());
        session.send(Actor::DEALER, Input::Spin(Pocket::new(17).unwrap())).unwrap();
    }
    session
}

/// Every invalid spin, before the call and after it, with a sound ball and with a damaged one.
fn no_spins(game: &'static Game) -> Session {
    let mut session = open(game, &[]);
    let kinds = ["same-direction", "few-revolutions", "ball-left-wheel", "foreign-object", "floater"];
    for (nth, kind) in kinds.into_iter().enumerate() {
        for called in [false, true] {
            bet(&mut session, Patron::A, 1, "split-0-00", 10);
            step(&mut session, "spin");
            if called {
                step(&mut session, "no-more-bets");
            }
            super::report(&mut session, kind).unwrap();
            if session.table.phase() == "inspection" {
                if nth == 1 {
                    step(&mut session, "ball-sound");
                } else {
                    step(&mut session, "ball-damaged");
                    let new_ball = Input::Step(StepId::new(&"new-ball"));
                    assert!(session.send(Actor::DEALER, new_ball).is_err());
                    session.send(Actor::Staff(Rank::Floor), new_ball).unwrap();
                }
            }
            if !called {
                step(&mut session, "spin");
                step(&mut session, "no-more-bets");
            }
            session.send(Actor::DEALER, Input::Spin(Pocket::DOUBLE_ZERO)).unwrap();
        }
    }
    session
}
