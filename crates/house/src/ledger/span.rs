//! Several connections that see the same state of the database.

use crate::store::{Database, StoreError};
use tokio_postgres::Client;

/// A state of the database that is held open.
pub(super) struct Span {
    /// The connection whose transaction holds it.
    _client: Client,
    name: String,
}

impl Span {
    pub(super) async fn begin(database: &Database) -> Result<Span, StoreError> {
        let client = database.connect().await?;
        client.batch_execute("begin transaction isolation level repeatable read, read only").await?;
        let row = client.query_one("select pg_export_snapshot()", &[]).await?;
        Ok(Span { _client: client, name: row.try_get(0)? })
    }

    /// Opens another connection, read-only, that sees the same state. Statements to be prepared on it must be given
    /// here.
    pub(super) async fn reader(&self, database: &Database, prepared: &str) -> Result<Client, StoreError> {
        let client = database.connect().await?;
        client.batch_execute(prepared).await?;
        let name = &self.name;
        let begin = "begin transaction isolation level repeatable read, read only";
        client.batch_execute(&format!("{begin}; set transaction snapshot '{name}'")).await?;
        Ok(client)
    }
}
