//! Commands outside all streams, each with a key of its own: a retry has no second effect.

use super::StoreError;
use crate::ids::{Key, PersonId};
use sha2::{Digest, Sha256};
use tokio_postgres::GenericClient;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

const FIND: &str = "select person, request, made from keyed where key = $1";
const ENTER: &str = "insert into keyed (key, person, request, made) values ($1, $2, $3, $4)";

/// A command that has an effect once.
#[derive(Clone, Debug)]
pub struct Once {
    /// Its name.
    pub key: Key,
    /// Who sends it.
    pub person: PersonId,
    /// What it asks for, as a hash: by it a key that comes again with something else is told apart.
    request: Vec<u8>,
}

impl Once {
    /// A command that asks for this.
    pub fn of(key: Key, person: PersonId, asks: &[u8]) -> Once {
        Once { key, person, request: Sha256::digest(asks).to_vec() }
    }

    /// What it made when it came before.
    ///
    /// # Errors
    /// What the database says, and that the key was used for something else.
    pub async fn before(&self, client: &impl GenericClient) -> Result<Option<i64>, StoreError> {
        let Some(row) = client.query_opt(FIND, &[&self.name()]).await? else { return Ok(None) };
        let (person, request): (i64, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
        if (person, request) != (self.person.0, self.request.clone()) {
            return Err(StoreError::KeyUsed(self.key));
        }
        Ok(Some(row.try_get(2)?))
    }

    /// Enters what it has made, with that in one transaction.
    ///
    /// # Errors
    /// What the database says; where the same command was carried out at the same time, [that](Once::came_twice).
    pub async fn enter(&self, client: &impl GenericClient, made: i64) -> Result<(), StoreError> {
        client.execute(ENTER, &[&self.name(), &self.person.0, &self.request, &made]).await?;
        Ok(())
    }

    /// Whether an error says that the same command came a second time meanwhile.
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
