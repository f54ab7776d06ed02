//! How each poker game is played while it is measured: a file each, which bears its name.

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
    /// What its figures are called.
    pub name: &'static str,
    /// The most seats.
    pub seats: u8,
    /// A player on this many seats, by this seed.
    pub player: fn(u8, u64) -> Box<dyn Seated>,
}

pub trait Seated {
    /// One round from the wagers to the settlement, and the shuffle for the next.
    fn round(&mut self, out: &mut Transcript);

    /// The table when a patron is first asked.
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
