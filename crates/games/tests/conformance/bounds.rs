//! Checks that no regular round exceeds the bounds that the table states for its longest and its most
//! expensive round, and reports how close rounds came.

use crate::driver::Session;
use engine::{Against, Bounds, Event, LineKind, Patron, What};
use std::collections::BTreeSet;

/// The bounded quantities, by name.
pub const BOUNDED: [&str; 4] = ["cards", "inputs", "lines", "pays"];

/// What one round used, counted from the close of bets.
#[derive(Clone, Default)]
pub struct Round {
    closed: bool,
    irregular: bool,
    /// Cards, inputs, lines, and what the house paid in minor units.
    pub reached: [i64; 4],
    /// The patrons who had a line.
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
            // The cut was irregular.
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

/// The regular rounds of a session. One input may produce several events, for example when several patrons
/// are silent, so the count is at least the number of inputs.
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
    // Where wagers outlast rounds, patrons who went away may be paid besides those at the places.
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

/// How close the rounds of a game came to each bound.
#[derive(Default)]
pub struct Near {
    rounds: u64,
    /// The value reached, and the bound at that table.
    best: [(i64, i64); 4],
}

impl Near {
    /// Checks all regular rounds of a session against the bounds of its table.
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

    /// Prints how close the closest rounds came.
    pub fn print(&self) {
        println!("bounds held by {} regular rounds; nearest:", self.rounds);
        for (name, (reached, bound)) in BOUNDED.iter().zip(self.best) {
            println!("  {name:<8} {reached:>10} of {bound:>10}  {:>4} in 1000", per_mille(reached, bound));
        }
    }
}

/// The value reached, in thousandths of the bound.
pub fn per_mille(reached: i64, bound: i64) -> i128 {
    i128::from(reached) * 1_000 / i128::from(bound.max(1))
}
