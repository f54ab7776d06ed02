//! How much space a round takes in the database.

use super::Trial;
use crate::ids::StreamId;
use crate::store::StoreError;
use std::collections::BTreeMap;

/// The size of the rounds of one game, over all its tables.
#[derive(Clone, Debug, Default)]
pub struct RoundBytes {
    /// Rounds that were begun.
    pub rounds: i64,
    /// Units.
    pub units: i64,
    /// Bodies of units: inputs and events in the compact form.
    pub bodies: i64,
    /// Whole rows of the journal, as the database stores them.
    pub journal: i64,
    /// Transfers.
    pub transfers: i64,
    /// Rows of the ledger.
    pub ledger: i64,
    /// Rows of shoes.
    pub shoes: i64,
}

/// The size of a database table, with all its partitions.
#[derive(Clone, Debug)]
pub struct Size {
    /// Its name.
    pub table: String,
    /// Bytes of its rows.
    pub rows: i64,
    /// Bytes of its indexes.
    pub indexes: i64,
}

const SIZES: &str = "select name, sum(pg_table_size(relid))::int8, sum(pg_indexes_size(relid))::int8
    from unnest(array['unit', 'transfer_row', 'contribution']) with ordinality as t(name, place),
        pg_partition_tree(name::regclass)
    group by name, place order by place";
const UNITS: &str = "select count(*), coalesce(sum(octet_length(body)), 0)::int8,
    coalesce(sum(pg_column_size(unit.*)), 0)::int8 from unit where stream = $1 and sender = 0";
const TRANSFERS: &str =
    "select count(*), (select coalesce(sum(pg_column_size(moved)), 0)::int8 from unit where stream = $1)
    from transfer where stream = $1";
const SHOES: &str =
    "select count(*), coalesce(sum(pg_column_size(shoe.*)), 0)::int8 from shoe where stream = $1";

impl Trial {
    /// Returns the size of the rounds so far, by game.
    ///
    /// # Errors
    /// A database error.
    pub async fn bytes(&self) -> Result<BTreeMap<&'static str, RoundBytes>, StoreError> {
        let client = self.database().connect().await?;
        let mut all: BTreeMap<&'static str, RoundBytes> = BTreeMap::new();
        for (table, game) in self.tables.iter().zip(self.plan.games.iter().cycle()) {
            let of = all.entry(game.id).or_default();
            of.rounds += self.rounds(*table).await;
            let row = client.query_one(UNITS, &[&table.0]).await?;
            of.units += row.try_get::<_, i64>(0)?;
            of.bodies += row.try_get::<_, i64>(1)?;
            of.journal += row.try_get::<_, i64>(2)?;
            let row = client.query_one(TRANSFERS, &[&table.0]).await?;
            of.transfers += row.try_get::<_, i64>(0)?;
            // Transfers are part of the rows of the journal, and are counted once.
            let ledger = row.try_get::<_, i64>(1)?;
            of.ledger += ledger;
            of.journal -= ledger;
            of.shoes += client.query_one(SHOES, &[&table.0]).await?.try_get::<_, i64>(1)?;
        }
        Ok(all)
    }

    /// Returns the sizes of the journal, the ledger and every other table that grows with play, as the database stores
    /// them.
    ///
    /// # Errors
    /// A database error.
    pub async fn sizes(&self) -> Result<Vec<Size>, StoreError> {
        let rows = self.database().connect().await?.query(SIZES, &[]).await?;
        let size = |row: &tokio_postgres::Row| -> Result<Size, StoreError> {
            Ok(Size { table: row.try_get(0)?, rows: row.try_get(1)?, indexes: row.try_get(2)? })
        };
        rows.iter().map(size).collect()
    }

    async fn rounds(&self, table: StreamId) -> i64 {
        let round = self.house.look(table, |stream| stream.table().map_or(0, |table| table.face().round()));
        i64::from(round.await.unwrap_or(0))
    }
}
