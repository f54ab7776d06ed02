//! Commands outside all streams, each with its own key: a retry has no second effect.

use super::StoreError;
use crate::ids::{Key, PersonId};
use sha2::{Digest, Sha256};
use tokio_postgres::GenericClient;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

const FIND: &str = "select person, request, made from keyed where key = $1";
const ENTER: &str = "insert into keyed (key, person, request, made) values ($1, $2, $3, $4)";

/// An idempotent command.
#[derive(Clone, Debug)]
pub struct Once {
    /// Its name.
    pub key: Key,
    /// Who sends it.
    pub person: PersonId,
    /// The hash of what it asks for: it detects a key that is reused for something else.
    request: Vec<u8>,
}

impl Once {
    /// Creates a command that asks for this.
    pub fn of(key: Key, person: PersonId, asks: &[u8]) -> Once {
        Once { key, person, request: Sha256::digest(asks).to_vec() }
    }

    /// Returns the id of what it made the first time, if it was carried out before.
    ///
    /// # Errors
    /// A database error, or the key was used for something else.
    pub async fn before(&self, client: &impl GenericClient) -> Result<Option<i64>, StoreError> {
        let Some(row) = client.query_opt(FIND, &[&self.name()]).await? else { return Ok(None) };
        let (person, request): (i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
        if (person, request) != (self.person.0, self.request.clone()) {
            return Err(StoreError::KeyUsed(self.key));
        }
        Ok(Some(row.try_get(2)?))
    }

    /// Records what it has made, in the same transaction.
    ///
    /// # Errors
    /// A database error; if the same command was carried out concurrently, [that](Once::came_twice).
    pub async fn enter(&self, client: &impl GenericClient, made: i64) -> Result<(), StoreError> {
        client.execute(ENTER, &[&self.name(), &self.person.0, &self.request, &made]).await?;
        Ok(())
    }

    /// Whether an error says that the same command was carried out concurrently.
    pub fn came_twice(error: &tokio_postgres::Error) -> bool {
        let said = error.as_db_error();
        said.is_some_and(|said| {
            *said.code() == SqlState::UNIQUE_VIOLATION && said.constraint() == Some("keyed_pkey")
        })
    }

    fn name(&self) -> Uuid {
        Uuid::from_bytes(self.key.0)
    }
}
