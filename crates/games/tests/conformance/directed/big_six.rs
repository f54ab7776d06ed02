//! Corner cases of Big Six.

use super::layout::{dearest, every_wager_on_some_results, layout_habits, reports_at_odd_times};
use crate::driver::Session;
use crate::habits::{Known, nothing};
use engine::Game;

/// What the driver needs to know about Big Six.
pub const KNOWN: Known = Known {
    habits: layout_habits(),
    corners: sessions,
    bounds: |game| vec![dearest(game, &[])],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    vec![every_wager_on_some_results(game, &[]), reports_at_odd_times(game, &[])]
}
