//! A database connection that reconnects, and values that must not appear in its logs.

use house::store::{Database, StoreError};
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use tokio::sync::Mutex;
use tokio_postgres::Client;
use tokio_postgres::types::private::BytesMut;
use tokio_postgres::types::{IsNull, ToSql, Type, to_sql_checked};

/// A shared connection: every statement is independent, so that they may be sent in any order.
pub(super) struct Link {
    database: Database,
    /// The first statements on a new connection.
    first: &'static str,
    client: Mutex<Option<Arc<Client>>>,
}

impl Link {
    pub(super) fn new(database: Database, first: &'static str) -> Link {
        Link { database, first, client: Mutex::new(None) }
    }

    /// Returns the connection, reopening it if it was lost.
    pub(super) async fn client(&self) -> Result<Arc<Client>, StoreError> {
        let mut held = self.client.lock().await;
        if let Some(client) = held.as_ref().filter(|client| !client.is_closed()) {
            return Ok(Arc::clone(client));
        }
        let client = self.database.connect().await?;
        client.batch_execute(self.first).await?;
        let client = Arc::new(client);
        *held = Some(Arc::clone(&client));
        Ok(client)
    }
}

/// A parameter of a statement that no log may show.
pub(super) struct Hidden<T>(pub(super) T);

impl<T> fmt::Debug for Hidden<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(hidden)")
    }
}

impl<T: ToSql> ToSql for Hidden<T> {
    fn to_sql(&self, of: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        self.0.to_sql(of, out)
    }

    fn accepts(of: &Type) -> bool {
        T::accepts(of)
    }

    to_sql_checked!();
}
