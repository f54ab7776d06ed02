//! Two roles: one migrates and owns the schema, and one runs the house and can only append to what was written.

use super::{Database, StoreError};
use tokio_postgres::Client;

/// The rights of the role that runs a house.
const RIGHTS: &str = include_str!("rights.sql");
/// The ways in which a role could change what was written.
const OPEN_HISTORY: &str = include_str!("open_history.sql");
/// The roles that run the house: they have rights on the journal, and do not own it.
const RUNNERS: &str = "select distinct r.rolname::text
    from pg_class c cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'unit'::regclass and a.privilege_type = 'INSERT' and a.grantee <> c.relowner";
const OWNS: &str =
    "select pg_has_role($1::text::name, relowner, 'member') from pg_class where oid = 'unit'::regclass";

impl Database {
    /// Grants a role the rights to run the house: it can do what a process must, and cannot change journal, ledger,
    /// roots and logs. Returns the ways in which it still could, through rights that were granted elsewhere.
    ///
    /// # Errors
    /// There is no such role, it can act as the owner, or the current role is not the owner.
    pub async fn let_run(&self, role: &str) -> Result<Vec<String>, StoreError> {
        let client = self.connect().await?;
        if client.query_one(OWNS, &[&role]).await?.try_get::<_, bool>(0)? {
            return Err(StoreError::Row(format!(
                "{role} owns the tables or can act as their owner; let another role run the house"
            )));
        }
        grant(&client, role).await?;
        open_history(&client, role).await
    }

    /// Returns the ways in which the role of this address could change journal, ledger, roots or logs; empty if the
    /// database prevents it.
    ///
    /// # Errors
    /// A database error.
    pub async fn open_history(&self) -> Result<Vec<String>, StoreError> {
        let client = self.connect().await?;
        let role: String = client.query_one("select current_user::text", &[]).await?.try_get(0)?;
        open_history(&client, &role).await
    }

    /// Grants the roles that run the house their rights on the current schema.
    pub(super) async fn renew_rights(&self, client: &Client) -> Result<(), StoreError> {
        for row in client.query(RUNNERS, &[]).await? {
            grant(client, row.try_get(0)?).await?;
        }
        Ok(())
    }
}

/// Grants all rights or none: one message is one transaction.
async fn grant(client: &Client, role: &str) -> Result<(), StoreError> {
    let named = client.query_one("select quote_ident($1), quote_ident(current_database())", &[&role]).await?;
    let (role, database): (&str, &str) = (named.try_get(0)?, named.try_get(1)?);
    Ok(client.batch_execute(&RIGHTS.replace("{role}", role).replace("{database}", database)).await?)
}

async fn open_history(client: &Client, role: &str) -> Result<Vec<String>, StoreError> {
    let ways = client.query(OPEN_HISTORY, &[&role]).await?;
    ways.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
