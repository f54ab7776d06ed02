//! Corners of mini-baccarat.

use super::baccarat;
use crate::driver::Session;
use crate::habits::{Known, nothing};
use engine::Game;

/// What is to be known of mini-baccarat.
pub const KNOWN: Known = Known {
    habits: baccarat::HABITS,
    corners: sessions,
    bounds: |game| vec![baccarat::dearest(game, "Ks Kc Kd", "2h Ad 6c")],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all = baccarat::sessions(game);
    all.push(baccarat::rounded(game));
    all
}
