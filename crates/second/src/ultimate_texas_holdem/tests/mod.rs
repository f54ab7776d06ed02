//! Hand-written rounds. The expected lines are worked out from the document, not by the code under test.
#![allow(clippy::unwrap_used, clippy::panic, reason = "test code")]

mod irregular;
mod progressive;
mod regular;
mod table;

use super::Terms;
use crate::poker::pay::Pays;

/// Antes from 5, trips from 5.
pub(crate) fn terms() -> Terms {
    Terms {
        shoe: false,
        folds_stand: false,
        ante_least: 5_00,
        trips_least: Some(5_00),
        pays: Pays { coin: 50, rounding: None },
    }
}
