//! Plays by the strategy of `holdem`.

use super::Measured;
use crate::support::holdem::Player;
use games::poker_games::ultimate_texas_holdem::GAME;

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "holdem",
    seats: 6,
    player: |seats, seed| Box::new(Player::new(seats, seed)),
};
