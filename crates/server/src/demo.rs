//! How a house is marked as a demonstration: by the name of its operator. Every process that serves it says so.

use house::store::{Database, StoreError};

/// The name of a demonstration's operator, which no other operator has.
pub const OPERATOR: &str = "Croupier demonstration";

/// Letters and digits that cannot be confused: 32 of them, so that five bits choose one.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// What a database holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holds {
    /// No data yet.
    Nothing,
    /// A demonstration.
    Demo,
    /// A house that is not a demonstration, or something else.
    Other,
}

/// Returns what a database holds; it need not have the house's schema.
///
/// # Errors
/// A database error.
pub async fn holds(database: &Database) -> Result<Holds, StoreError> {
    let client = database.connect().await?;
    let asked = "select to_regclass('operator') is not null,
        (select count(*) from pg_tables where schemaname = current_schema())";
    let row = client.query_one(asked, &[]).await?;
    let (house, tables): (bool, i64) = (row.try_get(0)?, row.try_get(1)?);
    if !house {
        return Ok(if tables == 0 { Holds::Nothing } else { Holds::Other });
    }
    let asked = "select count(*), count(*) filter (where name = $1) from operator";
    let row = client.query_one(asked, &[&OPERATOR]).await?;
    let (all, demos): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
    Ok(match (all, demos) {
        (0, _) => Holds::Nothing,
        (1, 1) => Holds::Demo,
        _ => Holds::Other,
    })
}

/// Returns a password of a hundred random bits.
///
/// # Errors
/// The operating system provides no random bits.
pub fn password() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 20];
    getrandom::fill(&mut bytes)?;
    let letters = bytes.map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    let groups: Vec<String> = letters.chunks(5).map(|group| group.iter().collect()).collect();
    Ok(groups.join("-"))
}
