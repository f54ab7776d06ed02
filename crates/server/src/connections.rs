//! A small pool of connections to the database, for reads outside the tables.

use house::store::{Database, StoreError};
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_postgres::Client;

/// A pool of connections.
pub(crate) struct Connections {
    database: Database,
    idle: Mutex<Vec<Client>>,
    places: Semaphore,
}

impl Connections {
    pub(crate) fn to(database: Database, most: usize) -> Connections {
        Connections { database, idle: Mutex::default(), places: Semaphore::new(most) }
    }

    /// Returns an idle connection, or opens a new one.
    pub(crate) async fn lend(&self) -> Result<Lent<'_>, StoreError> {
        let place = self.places.acquire().await.map_err(|error| StoreError::Row(error.to_string()))?;
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        while let Some(client) = idle() {
            if !client.is_closed() {
                return Ok(Lent { of: self, client: Some(client), _place: place });
            }
        }
        let client = self.database.connect().await?;
        Ok(Lent { of: self, client: Some(client), _place: place })
    }
}

/// A connection that returns to the pool when it is dropped.
pub(crate) struct Lent<'c> {
    of: &'c Connections,
    client: Option<Client>,
    _place: SemaphorePermit<'c>,
}

impl Deref for Lent<'_> {
    type Target = Client;

    #[expect(clippy::expect_used, reason = "it is taken out when the loan ends, and never before")]
    fn deref(&self) -> &Client {
        self.client.as_ref().expect("a loan has its connection")
    }
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(client) = self.client.take().filter(|client| !client.is_closed()) {
            self.of.idle.lock().unwrap_or_else(PoisonError::into_inner).push(client);
        }
    }
}
