//! Closed tables, and their successors.

use super::StoreError;
use super::load::{Find, StreamRow, Wanted, Which, bring_back, links_of, stream_rows, unit_of};
use super::open::{NewTable, check_file, insert_table};
use super::revive::{settings_from, settings_text};
use crate::ids::{Hash, Realm, StreamId};
use crate::meter::MeterStream;
use crate::secrets::KeyRing;
use crate::table::Link;
use engine::Game;
use engine::meter::Standing;
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::sync::Arc;
use tokio_postgres::{Client, GenericClient};

/// The last unit of tables that were closed lately. Roots are signed often; one must name each of these units.
const HEADS: &str =
    "select u.stream, u.seq, u.at, u.operator, u.property, u.person, u.sender, u.key, u.request, u.body,
        u.previous, s.currency
    from stream s
    join lateral (select * from unit where unit.stream = s.id order by seq desc limit 1) u on true
    where s.shard = $1 and s.closed > now() - interval '7 days'";
const DUE: &str = "select id from stream closed where shard = $1 and closed is not null and reopen
    and not exists (select from stream next where next.follows = closed.id) order by id";

/// Returns the heads of tables that were closed within the last seven days.
pub(crate) async fn closed_heads(
    client: &Client,
    shard: i32,
) -> Result<BTreeMap<StreamId, (i64, Hash)>, StoreError> {
    let mut heads = BTreeMap::new();
    for row in client.query(HEADS, &[&shard]).await? {
        let currency: String = row.try_get(11)?;
        let currency = currency.as_bytes().try_into();
        let currency = currency.map_err(|_| StoreError::Row("a currency has three letters".to_owned()))?;
        let unit = unit_of(&row, Realm { operator: 0, property: 0, currency })?;
        heads.insert(unit.stream, (unit.seq, unit.hash()));
    }
    Ok(heads)
}

/// Sets the file of a table for the next time that it is closed to be reopened.
///
/// # Errors
/// A database error, the table is already closed, or it cannot be opened with this file.
pub async fn change_file(
    client: &Client,
    table: StreamId,
    config: &TableConfig,
    find: Find,
) -> Result<(), StoreError> {
    let (row, links) = table_row(client, table).await?;
    let game = game_of(&row, find)?;
    if config.game != game.id {
        let (is, has) = (&config.game, game.id);
        return Err(StoreError::Row(format!("the file is for a table of {is}; this one plays {has}")));
    }
    let book = check_file(game, config, row.dealt, row.realm, &links)?;
    let settings = settings_text(&config.settings(&book));
    let change = "update stream set next_settings = $2 where id = $1 and closed is null";
    match client.execute(change, &[&table.0, &settings]).await? {
        0 => Err(StoreError::Row(format!("table \"{}\" is closed", row.name))),
        _ => Ok(()),
    }
}

/// Opens the successor of a table that was closed to be reopened: with its file, or the replacement recorded for it,
/// and with the procedure and rule book of this build. Idempotent: a retry returns the same table. The owner of the
/// shard must then load it and join it to its meters.
///
/// # Errors
/// A database error, the table is not closed to be reopened, or this build cannot open it: then it stays closed.
pub async fn reopen(
    client: &mut Client,
    old: StreamId,
    find: Find,
    keys: &Arc<KeyRing>,
) -> Result<StreamId, StoreError> {
    if let Some(known) = successor(client, old).await? {
        return Ok(known);
    }
    let asked = "select next_settings from stream where id = $1 and closed is not null and reopen";
    let (row, mut links) = table_row(client, old).await?;
    let Some(next) = client.query_opt(asked, &[&old.0]).await? else {
        let name = &row.name;
        return Err(StoreError::Row(format!(
            "table \"{name}\" ({}) is not closed to be opened again",
            old.0
        )));
    };
    let not_opened = |what: String| {
        let (name, number) = (&row.name, old.0);
        StoreError::Row(format!("table \"{name}\" cannot be opened again in the place of {number}: {what}"))
    };
    let game = game_of(&row, find)?;
    let found = |all: Vec<rulebook::Finding>| {
        not_opened(all.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
    };
    let book = game.book().map_err(found)?;
    let settings = next.try_get::<_, Option<String>>(0)?.or_else(|| row.settings.clone());
    let config = TableConfig::from_settings(&book, &settings_from(&settings.unwrap_or_default()));
    let config = config.map_err(found)?;
    bring_terms_up_to_date(client, &mut links, find, keys).await?;
    let new = NewTable {
        realm: row.realm,
        name: &row.name,
        shard: row.shard,
        game,
        config: &config,
        dealt: row.dealt,
        clocks: row.clocks,
        cage: row.cage.unwrap_or(StreamId(0)),
        links: &links,
    };
    match insert_table(client, new, Some(old), None).await {
        Ok(opened) => Ok(opened),
        // Another process may have been faster.
        Err(StoreError::Database(error)) => match successor(client, old).await? {
            Some(known) => Ok(known),
            None => Err(error.into()),
        },
        Err(StoreError::Row(what)) => Err(not_opened(what)),
        Err(error) => Err(error),
    }
}

/// The result of reopening tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reopened {
    /// The new tables.
    pub opened: Vec<StreamId>,
    /// Tables that stay closed, and why.
    pub failed: Vec<(StreamId, String)>,
}

/// Reopens all tables of a shard that were closed to be reopened. Only the shard's owner does this, and not while the
/// shard is being prepared for another build.
///
/// # Errors
/// A database error. A table that cannot be opened is not an error.
pub async fn reopen_due(
    client: &mut Client,
    shard: i32,
    find: Find,
    keys: &Arc<KeyRing>,
) -> Result<Reopened, StoreError> {
    let mut reopened = Reopened::default();
    for row in client.query(DUE, &[&shard]).await? {
        let old = StreamId(row.try_get(0)?);
        match reopen(client, old, find, keys).await {
            Ok(table) => reopened.opened.push(table),
            // For example, another table has the name by now.
            Err(error @ StoreError::Database(_)) if !error.is_final() => return Err(error),
            Err(error) => reopened.failed.push((old, error.to_string())),
        }
    }
    Ok(reopened)
}

async fn successor(client: &impl GenericClient, of: StreamId) -> Result<Option<StreamId>, StoreError> {
    let row = client.query_opt("select id from stream where follows = $1", &[&of.0]).await?;
    Ok(row.map(|row| row.try_get(0).map(StreamId)).transpose()?)
}

async fn table_row(client: &Client, table: StreamId) -> Result<(StreamRow, Vec<Link>), StoreError> {
    let rows = stream_rows(client, Which::These(&[table])).await?;
    let row = rows.into_iter().find(|row| row.kind == "table").ok_or(StoreError::NoStream(table))?;
    let links = links_of(client, &[table.0]).await?.remove(&table.0).unwrap_or_default();
    Ok((row, links))
}

fn game_of(row: &StreamRow, find: Find) -> Result<&'static Game, StoreError> {
    let id = row.game.as_deref().unwrap_or_default();
    let unknown = || StoreError::Row(format!("table \"{}\": this build knows no game \"{id}\"", row.name));
    find(id).ok_or_else(unknown)
}

/// Updates the terms of links: meters may have other terms than when the previous table was opened.
async fn bring_terms_up_to_date(
    client: &Client,
    links: &mut [Link],
    find: Find,
    keys: &Arc<KeyRing>,
) -> Result<(), StoreError> {
    let ids: Vec<StreamId> = links.iter().map(|link| link.meter).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let wanted = Wanted { find, keys, from_the_beginning: false };
    let meters = bring_back(client, Which::These(&ids), &wanted, |_, _| {}).await?.streams;
    for link in links {
        let meter = meters.iter().find(|one| one.stream.id() == link.meter);
        let standing = meter.and_then(|one| one.stream.meter()).and_then(MeterStream::standing);
        link.terms = standing.map_or(link.terms, Standing::terms_number).max(link.terms);
    }
    Ok(())
}
