//! Two roles: the one that migrates owns the schema, and the one that runs the house can only add to what was written.

use super::{Database, StoreError};
use tokio_postgres::Client;

/// What the role that runs a house may do.
const RIGHTS: &str = include_str!("rights.sql");
/// By what a role could change what was written.
const OPEN_HISTORY: &str = include_str!("open_history.sql");
/// The roles that were let run the house: they have rights on the journal, and do not own it.
const RUNNERS: &str = "select distinct r.rolname::text
    from pg_class c cross join lateral aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.oid = 'unit'::regclass and a.privilege_type = 'INSERT' and a.grantee <> c.relowner";
const OWNS: &str =
    "select pg_has_role($1::text::name, relowner, 'member') from pg_class where oid = 'unit'::regclass";

impl Database {
    /// Lets a role run the house: it can do what a process must, and cannot change journal, ledger, roots and logs. Says
    /// by what it could all the same, where rights were given to it elsewhere.
    ///
    /// # Errors
    /// That there is no such role, that it can act as the owner, or that this is not the owner.
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

    /// By what the role of this address could change journal, ledger, roots or logs; empty where the database keeps
    /// it from that.
    ///
    /// # Errors
    /// A database error.
    pub async fn open_history(&self) -> Result<Vec<String>, StoreError> {
        let client = self.connect().await?;
        let role: String = client.query_one("select current_user::text", &[]).await?.try_get(0)?;
        open_history(&client, &role).await
    }

    /// Gives the roles that run the house their rights on the schema as it is now.
    pub(super) async fn renew_rights(&self, client: &Client) -> Result<(), StoreError> {
        for row in client.query(RUNNERS, &[]).await? {
            grant(client, row.try_get(0)?).await?;
        }
        Ok(())
    }
}

/// All of them or none: one message is one transaction.
async fn grant(client: &Client, role: &str) -> Result<(), StoreError> {
    let named = client.query_one("select quote_ident($1), quote_ident(current_database())", &[&role]).await?;
    let (role, database): (&str, &str) = (named.try_get(0)?, named.try_get(1)?);
    Ok(client.batch_execute(&RIGHTS.replace("{role}", role).replace("{database}", database)).await?)
}

async fn open_history(client: &Client, role: &str) -> Result<Vec<String>, StoreError> {
    let ways = client.query(OPEN_HISTORY, &[&role]).await?;
    ways.iter().map(|row| Ok(row.try_get(0)?)).collect()
}
