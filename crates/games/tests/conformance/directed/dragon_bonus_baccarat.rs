//! Corner cases of commission-free baccarat.

use super::baccarat;
use crate::habits::{Known, nothing};

/// What the driver needs to know about commission-free baccarat.
pub const KNOWN: Known = Known {
    habits: baccarat::HABITS,
    corners: baccarat::sessions,
    bounds: |game| vec![baccarat::dearest(game, "Ks Kc Kd", "2h Ad 4c", baccarat::ALL_BOUNDS)],
    standing: nothing,
};
