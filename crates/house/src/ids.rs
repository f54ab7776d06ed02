//! The names of things in a house: small numbers that no two of them share.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A stream of units: a table, a cage or a meter. Everything in it happens one after the other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StreamId(pub i64);

/// A person: a patron or a member of staff. Their personal data are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PersonId(pub i64);

impl PersonId {
    /// The house itself: its clock, its source of chance, what one stream sends to another.
    pub const HOUSE: PersonId = PersonId(0);
}

/// Where something belongs. Nothing crosses from one operator, property or currency to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Realm {
    /// The operator.
    pub operator: i32,
    /// One of its properties.
    pub property: i32,
    /// The currency's code, three letters.
    pub currency: [u8; 3],
}

impl Realm {
    /// The currency's code as text.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.currency).unwrap_or("???")
    }
}

/// The client's own name for a command: the same one twice has one effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Key(pub [u8; 16]);

impl Key {
    /// A key derived from its purpose, so that making it again gives the same key.
    pub fn derived(purpose: &str, parts: &[i64]) -> Key {
        let mut hash = Sha256::new().chain_update(b"croupier key 1").chain_update(purpose);
        for part in parts {
            hash.update(part.to_be_bytes());
        }
        let mut key = [0; 16];
        key.copy_from_slice(&hash.finalize()[..16]);
        Key(key)
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A SHA-256.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// What stands before the first row of a chain.
    pub const NONE: Hash = Hash([0; 32]);
}

/// As the database keeps it: 32 bytes.
impl ToSql for Hash {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0);
        Ok(IsNull::No)
    }

    fn accepts(of: &Type) -> bool {
        *of == Type::BYTEA
    }

    to_sql_checked!();
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A moment of the house's one clock: microseconds since 1970, as the database keeps them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Time(pub i64);

impl Time {
    /// The time of day by the universal clock: `14:05:10 UTC`.
    pub fn of_day(self) -> String {
        let seconds = self.0.div_euclid(1_000_000).rem_euclid(86_400);
        format!("{:02}:{:02}:{:02} UTC", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }

    /// As the database takes it.
    pub fn to_system(self) -> SystemTime {
        // No unit is older than the house, and none comes from before 1970.
        let micros = u64::try_from(self.0).unwrap_or(0);
        UNIX_EPOCH + Duration::from_micros(micros)
    }

    /// As the database gives it.
    pub fn from_system(time: SystemTime) -> Time {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        // The database's own times end 200,000 years earlier.
        Time(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}
