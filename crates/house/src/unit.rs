//! A unit: one command and everything the house then does until it needs a decision. It is one row of the
//! journal, and rows of a stream are chained by hash.

use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use sha2::{Digest, Sha256};

/// One row of the journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unit {
    /// The stream that it belongs to.
    pub stream: StreamId,
    /// Its number in the stream, from 1 without a gap.
    pub seq: i64,
    /// The time of the unit.
    pub at: Time,
    /// Where it belongs.
    pub realm: Realm,
    /// The person who sent the command.
    pub person: PersonId,
    /// The stream that sent the command; 0 if a person sent it.
    pub sender: StreamId,
    /// The key of the command.
    pub key: Key,
    /// The hash of the command.
    pub request: Hash,
    /// The command, the inputs and the events, in the compact form.
    pub body: Vec<u8>,
    /// The hash of the previous row.
    pub previous: Hash,
}

impl Unit {
    /// Returns the hash of the row, which the next one names. Fields of variable length are preceded by their length.
    pub fn hash(&self) -> Hash {
        let length = self.body.len() as u64;
        let hash = Sha256::new()
            .chain_update(b"croupier unit 1")
            .chain_update(self.previous.0)
            .chain_update(self.stream.0.to_be_bytes())
            .chain_update(self.seq.to_be_bytes())
            .chain_update(self.at.0.to_be_bytes())
            .chain_update(self.realm.operator.to_be_bytes())
            .chain_update(self.realm.property.to_be_bytes())
            .chain_update(self.realm.currency)
            .chain_update(self.person.0.to_be_bytes())
            .chain_update(self.sender.0.to_be_bytes())
            .chain_update(self.key.0)
            .chain_update(self.request.0)
            .chain_update(length.to_be_bytes())
            .chain_update(&self.body);
        Hash(hash.finalize().into())
    }
}
