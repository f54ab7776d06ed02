//! A few connections to the database, for what is read beside the tables.

use house::store::{Database, StoreError};
use std::ops::Deref;
use std::sync::{Mutex, PoisonError};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio_postgres::Client;

/// Connections that are lent out and come back.
pub(crate) struct Connections {
    database: Database,
    idle: Mutex<Vec<Client>>,
    places: Semaphore,
}

impl Connections {
    pub(crate) fn to(database: Database, most: usize) -> Connections {
        Connections { database, idle: Mutex::default(), places: Semaphore::new(most) }
    }

    /// A connection: one that is there, or a new one.
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

/// A connection that goes back when it is no longer needed.
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
