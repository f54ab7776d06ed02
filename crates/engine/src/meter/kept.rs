//! A stored meter: its opening, its rows and its steps.

use super::{Contribution, Meter, MeterError, Opening, Step};
use crate::compact::{self, WordTable};
use crate::snapshot::sum;

/// The schema in which meters are written. Raise it with every change to what is stored, and say in [`Meter::load`] how
/// older ones are converted, or that they are not.
pub const SCHEMA: u16 = 1;

/// Why a stored meter cannot be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeterLoadError {
    /// It is written in another schema.
    #[error("a meter of schema {found}; this version reads schema {SCHEMA}")]
    Schema {
        /// Which.
        found: u16,
    },
    /// The bytes are not those that were written.
    #[error("the meter is damaged")]
    Damaged,
    /// The bytes describe an impossible meter.
    #[error("the meter cannot be read: {0}")]
    Unreadable(#[from] compact::Error),
    /// The rows and steps cannot come from a meter.
    #[error("the meter does not go on as it is written: {0}")]
    Meter(#[from] MeterError),
}

/// Schema, words, and the rest in bytes of its own, which use these words.
type Kept = (u16, WordTable, Vec<u8>);

impl Meter {
    /// Returns the bytes to store: the schema, everything else, and a checksum over both that detects damage.
    ///
    /// # Errors
    /// Returns the value that the compact form cannot represent.
    pub fn save(&self) -> Result<Vec<u8>, compact::Error> {
        let mut words = WordTable::default();
        let rows: Vec<&Contribution> = self.rows().collect();
        let state = compact::to_bytes(&(self.opening(), rows, self.steps()), &mut words)?;
        let mut bytes = compact::to_bytes(&(SCHEMA, words, state), &mut WordTable::default())?;
        bytes.extend(sum(&bytes).to_le_bytes());
        Ok(bytes)
    }

    /// Reads what [`Meter::save`] wrote. Every step is recomputed, so only a possible meter is loaded.
    ///
    /// # Errors
    /// Another schema, damaged bytes, or an impossible meter.
    pub fn load(bytes: &[u8]) -> Result<Meter, MeterLoadError> {
        let none = WordTable::default();
        let (schema, _) = compact::read_prefix::<u16>(bytes, &none)?;
        // There has been one schema so far; convert older ones here.
        if schema != SCHEMA {
            return Err(MeterLoadError::Schema { found: schema });
        }
        let (kept, said) = bytes.split_last_chunk::<8>().ok_or(MeterLoadError::Damaged)?;
        if u64::from_le_bytes(*said) != sum(kept) {
            return Err(MeterLoadError::Damaged);
        }
        let (_, words, state): Kept = compact::from_bytes(kept, &none)?;
        let (opening, rows, steps): (Opening, Vec<Contribution>, Vec<Step>) =
            compact::from_bytes(&state, &words)?;
        Ok(Meter::restored(opening, rows, steps)?)
    }
}
