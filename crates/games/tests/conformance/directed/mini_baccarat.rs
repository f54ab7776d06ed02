//! Corners of mini-baccarat.

use super::baccarat;
use crate::driver::Session;
use crate::habits::{Known, nothing};
use engine::Game;

/// What is to be known of mini-baccarat.
pub const KNOWN: Known = Known {
    habits: baccarat::HABITS,
    corners: sessions,
    // The player's hand is the dearer one, as the dealers may have wagers on it too; the banker's has lines for the vigorish.
    bounds: |game| {
        vec![
            baccarat::dearest(game, "2s 3c 4d", "Ks Kc Kd", &["cards", "inputs", "pays"]),
            baccarat::dearest(game, "Ks Kc Kd", "2h Ad 6c", &["lines"]),
        ]
    },
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut all = baccarat::sessions(game);
    all.push(baccarat::rounded(game, "at-once"));
    all.push(baccarat::rounded(game, "owed"));
    all.extend(baccarat::owing(game));
    all
}
