//! Corners of mini-baccarat.

use super::baccarat;
use crate::driver::Session;
use crate::habits::{Known, nothing};
use engine::Game;

/// What is to be known of mini-baccarat.
pub const KNOWN: Known = Known {
    habits: baccarat::HABITS,
    corners: sessions,
    bounds: |game| vec![baccarat::dearest(game, "2s 3c 4d", "Ks Kc Kd")],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all = baccarat::sessions(game);
    all.push(baccarat::rounded(game));
    all
}
