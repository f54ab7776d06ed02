//! A table's shift: the opening and closing amount of its bank, and all movements between. `docs/ledger.md` defines the
//! terms by accounts.

use crate::ids::StreamId;
use crate::store::{Database, StoreError};
use felt::Money;

const SHIFT: &str = include_str!("shift.sql");
const NAMED: &str =
    "select id, name, currency, closed is null from stream where kind = 'table' and (name = $1 or id::text = $1)
    order by name <> $1, closed is not null, id limit 2";

/// A table's shift. All amounts are in the table's currency.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Shift {
    /// The bank at the beginning.
    pub opener: Money,
    /// Chips that came from the cage into the bank.
    pub fills: Money,
    /// Chips that went from the bank to the cage.
    pub credits: Money,
    /// What the bank won in play, without vigorish; negative if it lost.
    pub win: Money,
    /// The bank at the end.
    pub closer: Money,
    /// What patrons had before them or staked at the beginning, minus what they owed.
    pub patrons_before: Money,
    /// Chips that patrons bought.
    pub drop: Money,
    /// Chips that patrons took away.
    pub cash_outs: Money,
    /// Vigorish.
    pub vigorish: Money,
    /// Chips that came into the dealers' box.
    pub tips: Money,
    /// What meters paid.
    pub jackpots: Money,
    /// What patrons had before them or staked at the end, minus what they owed.
    pub patrons_after: Money,
}

impl Shift {
    /// Whether opener, fills, credits and win add up to the closer.
    pub fn bank_holds(&self) -> bool {
        self.opener + self.fills - self.credits + self.win == self.closer
    }

    /// Whether what patrons had, bought, took away, lost and were paid adds up to what they have.
    pub fn patrons_hold(&self) -> bool {
        let lost = self.win + self.vigorish + self.tips - self.jackpots;
        self.patrons_before + self.drop - self.cash_outs - lost == self.patrons_after
    }
}

/// Finds a table by its name or its number, and returns its name and currency too. Of several tables that had the name
/// in succession it finds the open one.
///
/// # Errors
/// A database error, there is no such table, or there are several.
pub async fn table_named(database: &Database, name: &str) -> Result<(StreamId, String, String), StoreError> {
    let rows = database.connect().await?.query(NAMED, &[&name]).await?;
    match &rows[..] {
        [] => Err(StoreError::Row(format!("there is no table {name}"))),
        [one] => Ok((StreamId(one.try_get(0)?), one.try_get(1)?, one.try_get(2)?)),
        [one, other] if one.try_get::<_, bool>(3)? && !other.try_get::<_, bool>(3)? => {
            Ok((StreamId(one.try_get(0)?), one.try_get(1)?, one.try_get(2)?))
        }
        [..] => Err(StoreError::Row(format!("more than one table is called {name}; say its number"))),
    }
}

/// Returns the shift of a table from one time to before another, each in a form that PostgreSQL reads.
///
/// # Errors
/// A database error, for example for a time that cannot be read.
pub async fn shift(database: &Database, table: StreamId, from: &str, to: &str) -> Result<Shift, StoreError> {
    let row = database.connect().await?.query_one(SHIFT, &[&table.0, &from, &to]).await?;
    let money = |name: &str| row.try_get(name).map(Money::minor);
    Ok(Shift {
        opener: money("opener")?,
        fills: money("fills")?,
        credits: money("credits")?,
        win: money("win")?,
        closer: money("closer")?,
        patrons_before: money("patrons_before")?,
        drop: money("drop")?,
        cash_outs: money("cash_outs")?,
        vigorish: money("vigorish")?,
        tips: money("tips")?,
        jackpots: money("jackpots")?,
        patrons_after: money("patrons_after")?,
    })
}
