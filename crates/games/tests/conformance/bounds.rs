//! No regular round passes what the table says of its longest and its dearest one; and how near rounds came.

use crate::driver::Session;
use engine::{Against, Bounds, Event, LineKind, Patron, What};
use std::collections::BTreeSet;

/// What is bounded, and how it is called.
pub const BOUNDED: [&str; 4] = ["cards", "inputs", "lines", "pays"];

/// What one round came to from the close of bets on.
#[derive(Clone, Default)]
pub struct Round {
    closed: bool,
    irregular: bool,
    /// Cards, inputs, lines, and what the house paid in minor units.
    pub reached: [i64; 4],
    /// Who had a line.
    patrons: BTreeSet<Patron>,
}

impl Round {
    fn see(&mut self, event: &Event) {
        match event.what {
            What::Stepped { step, .. } if matches!(step.word(), "no-more-bets" | "throw" | "spin") => {
                self.closed = true;
                self.reached[1] += 1;
            }
            What::Irregular { .. } | What::Remedied { .. } | What::Ruled { .. } | What::DealerChanged => {
                self.irregular = true;
            }
            // The cut was not as it should be.
            What::Stepped { step, .. } if step.word() == "cut-again" => self.irregular = true,
            _ if !self.closed => {}
            // The shoe ran out.
            What::Shuffled { .. } => self.irregular = true,
            What::CardLaid { .. } => {
                self.reached[0] += 1;
                self.reached[1] += 1;
            }
            What::CardTurned { .. }
            | What::Chosen { .. }
            | What::Stepped { .. }
            | What::Answered { .. }
            | What::MeterGranted { .. }
            | What::Approved { .. }
            | What::Rolled(_)
            | What::RolledThree { .. }
            | What::NumberDrawn { .. }
            | What::Picked { .. }
            | What::Spun(_)
            | What::WheelStopped(_) => self.reached[1] += 1,
            What::Settled(line) => {
                self.irregular |= line.kind == LineKind::Reversal;
                self.patrons.insert(line.patron);
                self.reached[2] += 1;
                if line.against == Against::House {
                    self.reached[3] += line.paid.as_minor();
                }
            }
            _ => {}
        }
    }
}

/// The regular rounds of a session. One input may be told by several events, as silence of several patrons, so
/// no fewer are counted than came.
pub fn regular_rounds(session: &Session) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut round = Round::default();
    for event in &session.events {
        round.see(event);
        match event.what {
            What::RoundOpened { .. } => round = Round::default(),
            What::RoundEnded { .. } => rounds.push(std::mem::take(&mut round)),
            _ => {}
        }
    }
    // Where wagers outlive rounds, patrons who went away may still be paid besides those who have their places.
    let places = usize::from(session.config.boxes);
    let crowded = |round: &Round| session.habits.wagers_stand && round.patrons.len() > places;
    rounds.retain(|round| !round.irregular && !crowded(round));
    rounds
}

/// The bounds in the order in which rounds are counted.
pub fn bounds_of(session: &Session) -> [i64; 4] {
    let Bounds { cards, inputs, lines, pays, .. } = session.table.bounds();
    [cards.into(), inputs.into(), lines.into(), pays.as_minor()]
}

/// How near the rounds of a game came to each bound.
#[derive(Default)]
pub struct Near {
    rounds: u64,
    /// What was reached, and the bound there.
    best: [(i64, i64); 4],
}

impl Near {
    /// Holds all regular rounds of a session to the bounds of its table.
    pub fn hold(&mut self, session: &Session, seed: u64) {
        let bounds = session.table.bounds();
        let together: i128 = bounds.wagers.iter().map(|w| i128::from(w.together().as_minor())).sum();
        assert!(
            i128::from(bounds.pays.as_minor()) <= together,
            "the whole is more than its parts: {bounds:?}"
        );
        let most = bounds_of(session);
        for round in regular_rounds(session) {
            self.rounds += 1;
            for (at, name) in BOUNDED.iter().enumerate() {
                let (reached, bound) = (round.reached[at], most[at]);
                let game = session.game.id;
                assert!(reached <= bound, "{game} seed {seed}: {reached} {name} in a round, at most {bound}");
                let (best, of) = self.best[at];
                if i128::from(reached) * i128::from(of.max(1)) > i128::from(best) * i128::from(bound) {
                    self.best[at] = (reached, bound);
                }
            }
        }
    }

    /// Says how near the nearest rounds came.
    pub fn print(&self) {
        println!("bounds held by {} regular rounds; nearest:", self.rounds);
        for (name, (reached, bound)) in BOUNDED.iter().zip(self.best) {
            println!("  {name:<8} {reached:>10} of {bound:>10}  {:>4} in 1000", per_mille(reached, bound));
        }
    }
}

/// How many thousandths of a bound were reached.
pub fn per_mille(reached: i64, bound: i64) -> i128 {
    i128::from(reached) * 1_000 / i128::from(bound.max(1))
}
