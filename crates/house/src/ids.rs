//! The identifiers of things in a house: small unique numbers.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A stream of units: a table, a cage or a meter. Its units are strictly sequential.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct StreamId(pub i64);

/// A person: a patron or a member of staff. Their personal data are kept apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct PersonId(pub i64);

impl PersonId {
    /// The house itself: the author of what its clock, its source of chance and messages between streams cause.
    pub const HOUSE: PersonId = PersonId(0);
}

/// What something belongs to. Money and chips never move from one operator, property or currency to another.
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
    /// Returns the currency's code as text.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.currency).unwrap_or("???")
    }
}

/// The client's name for a command: a retry with the same key has no second effect.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Key(pub [u8; 16]);

impl Key {
    /// Derives a key from its purpose, so that deriving it again gives the same key.
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

/// A SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Hash(pub [u8; 32]);

impl Hash {
    /// The hash before the first row of a chain.
    pub const NONE: Hash = Hash([0; 32]);
}

/// In the database: 32 bytes.
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

/// A moment of the house's one clock: microseconds since 1970, as the database stores them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct Time(pub i64);

impl Time {
    /// Returns the time of day in UTC: `14:05:10 UTC`.
    pub fn of_day(self) -> String {
        let seconds = self.0.div_euclid(1_000_000).rem_euclid(86_400);
        format!("{:02}:{:02}:{:02} UTC", seconds / 3_600, seconds / 60 % 60, seconds % 60)
    }

    /// Converts the time for the database.
    pub fn to_system(self) -> SystemTime {
        // No unit is from before 1970.
        let micros = u64::try_from(self.0).unwrap_or(0);
        UNIX_EPOCH + Duration::from_micros(micros)
    }

    /// Converts a time from the database.
    pub fn from_system(time: SystemTime) -> Time {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        // The database's own times end 200,000 years earlier.
        Time(i64::try_from(since.as_micros()).unwrap_or(i64::MAX))
    }
}
