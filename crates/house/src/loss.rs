//! History that the database has lost: units that were committed and answered, and are gone.
//!
//! This happens if PostgreSQL fails over to a standby that did not have them yet, or is restored to an earlier time.
//! The owner of a shard notices it by the heads it knows. Each affected stream then goes back to its last unit that is
//! still there, and its next unit is a *notice*: it records from where to where units were lost. The notice has the
//! number after the last lost unit, so that no number is used twice.

use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use crate::stream::Lost;
use crate::unit::Unit;
use crate::written;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What a stream has lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loss {
    /// The last unit that is still there; 0 for none.
    pub stands: i64,
    /// The last unit that is known to have been answered and is gone. If it is not above `stands`, its number was used
    /// a second time before the loss was noticed.
    pub last: i64,
    /// The hash of that unit.
    pub head: Hash,
}

impl Loss {
    /// Returns the number of the notice: above every number that was ever published.
    pub fn notice(&self) -> i64 {
        self.stands.max(self.last) + 1
    }

    /// Returns how many units are known to be lost.
    pub fn count(&self) -> i64 {
        (self.last - self.stands).max(1)
    }

    /// Returns the notice as a unit. Its sender is the stream itself, which no other unit has.
    pub(crate) fn unit(
        &self,
        stream: StreamId,
        realm: Realm,
        at: Time,
        previous: Hash,
    ) -> Result<Unit, String> {
        let body = written::write(self).map_err(|error| error.to_string())?;
        let request = Sha256::new().chain_update(b"croupier loss 1").chain_update(&body).finalize();
        Ok(Unit {
            stream,
            seq: self.notice(),
            at,
            realm,
            person: PersonId::HOUSE,
            sender: stream,
            key: Key::derived("history was lost", &[stream.0, self.notice()]),
            request: Hash(request.into()),
            body,
            previous,
        })
    }

    /// Returns the loss that a unit records, if it is a notice.
    ///
    /// # Errors
    /// It is a notice but cannot be read, or has the wrong number.
    pub fn said_by(unit: &Unit) -> Result<Option<Loss>, Lost> {
        if unit.sender != unit.stream {
            return Ok(None);
        }
        let (stream, seq) = (unit.stream, unit.seq);
        let differs = |what: String| Lost::Differs { stream, seq, what };
        let loss: Loss = written::read(&unit.body).map_err(|error| differs(error.to_string()))?;
        if loss.notice() != seq {
            return Err(differs("a notice of lost units has another number".to_owned()));
        }
        Ok(Some(loss))
    }
}

/// A loss that this process has noticed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Noticed {
    /// In which stream.
    pub stream: StreamId,
    /// The loss.
    pub loss: Loss,
    /// When it was noticed.
    pub at: Time,
}
