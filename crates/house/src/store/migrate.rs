//! Migrations of the schema, run by the role that owns it.

use super::{Database, StoreError};
use refinery::Target;
use tokio_postgres::Client;

mod embedded {
    refinery::embed_migrations!("migrations");
}

/// Makes processes that start at the same time migrate one after the other.
const ONE_AT_A_TIME: &str = "select pg_advisory_lock(4208)";
const THERE: &str = "select to_regclass('public.refinery_schema_history') is not null";
const APPLIED: &str = "select version, checksum from public.refinery_schema_history";
const MAY_CHANGE: &str = "select has_schema_privilege('public', 'create'), current_user::text";

impl Database {
    /// Brings the schema up to date. If it is already, this needs no rights on the schema; the schema of a later build
    /// is left as it is.
    ///
    /// # Errors
    /// A migration failed, or there is one to apply and the role may not.
    pub async fn migrate(&self) -> Result<(), StoreError> {
        let mut client = self.connect().await?;
        if is_current(&client).await? {
            return Ok(());
        }
        let row = client.query_one(MAY_CHANGE, &[]).await?;
        if !row.try_get::<_, bool>(0)? {
            let role: &str = row.try_get(1)?;
            return Err(StoreError::Schema(format!(
                "it is older than this build, and {role} may not change it: run `croupier migrate` as the role that owns it"
            )));
        }
        client.batch_execute(ONE_AT_A_TIME).await?;
        run(&mut client, Target::Latest).await?;
        // New tables of the schema have no grants yet.
        self.renew_rights(&client).await
    }

    /// Migrates the schema only up to a certain version, as an earlier build had it: for tests of upgrades.
    ///
    /// # Errors
    /// A migration failed.
    #[doc(hidden)]
    pub async fn migrate_to(&self, version: i32) -> Result<(), StoreError> {
        run(&mut self.connect().await?, Target::Version(version)).await
    }
}

async fn run(client: &mut Client, target: Target) -> Result<(), StoreError> {
    let migrated = embedded::migrations::runner().set_target(target).run_async(client).await;
    migrated.map(drop).map_err(|error| StoreError::Schema(error.to_string()))
}

/// Whether every migration of this build was applied in the same form.
async fn is_current(client: &Client) -> Result<bool, StoreError> {
    if !client.query_one(THERE, &[]).await?.try_get::<_, bool>(0)? {
        return Ok(false);
    }
    let rows = client.query(APPLIED, &[]).await?;
    let applied = rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?)));
    let applied = applied.collect::<Result<Vec<(i32, String)>, StoreError>>()?;
    let runner = embedded::migrations::runner();
    let has = |version, checksum: String| applied.contains(&(version, checksum));
    Ok(runner.get_migrations().iter().all(|one| has(one.version(), one.checksum().to_string())))
}
