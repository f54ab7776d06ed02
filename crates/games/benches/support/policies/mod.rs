//! How each poker game is played while it is measured: one file per game, named after it.

use super::{buffer, holdem, poker};
use engine::{AnyTable, Due, Game, Transcript};
use games::poker_table::Poker;

macro_rules! policy_files {
    ($($game:ident)*) => {
        $(mod $game;)*

        /// Every poker game.
        pub static ALL: &[&Measured] = &[$(&$game::MEASURED),*];
    };
}

games::poker_games!(policy_files);

/// A game that is measured.
pub struct Measured {
    pub game: &'static Game,
    /// The name of its figures.
    pub name: &'static str,
    /// The maximum number of seats.
    pub seats: u8,
    /// A player on this number of seats, with this seed.
    pub player: fn(u8, u64) -> Box<dyn Seated>,
}

pub trait Seated {
    /// Plays one round from the wagers to the settlement, and the shuffle for the next.
    fn round(&mut self, out: &mut Transcript);

    /// The table when the first patron is asked.
    fn asked(&mut self) -> Box<dyn AnyTable>;
}

fn seated<G: Poker>(policy: &'static poker::Policy, seats: u8, seed: u64) -> Box<dyn Seated> {
    Box::new(poker::Player::<G>::new(policy, seats, seed))
}

impl<G: Poker> Seated for poker::Player<G> {
    fn round(&mut self, out: &mut Transcript) {
        poker::Player::round(self, out);
    }

    fn asked(&mut self) -> Box<dyn AnyTable> {
        self.round_until(|due| matches!(due, Due::Choice { .. }), &mut buffer());
        self.table.boxed_clone()
    }
}

impl Seated for holdem::Player {
    fn round(&mut self, out: &mut Transcript) {
        holdem::Player::round(self, out);
    }

    fn asked(&mut self) -> Box<dyn AnyTable> {
        self.round_until(|due| matches!(due, Due::Choice { .. }), &mut buffer());
        self.table.boxed_clone()
    }
}
