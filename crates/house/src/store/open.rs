//! Creates houses, cages, meters and tables in the database.

use super::revive::settings_text;
use super::{Database, Once, StoreError, fitting};
use crate::ids::{Realm, StreamId};
use crate::table::{Clocks, Dealt, Link, dictionary};
use engine::Game;
use rulebook::{RuleBook, TableConfig};
use sha2::{Digest, Sha256};
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Client;

/// A table to be created.
pub struct NewTable<'a> {
    /// Where it belongs; its currency must be the file's.
    pub realm: Realm,
    /// A name that is unique among the streams of the property.
    pub name: &'a str,
    /// Its shard.
    pub shard: i32,
    /// The game.
    pub game: &'static Game,
    /// Its file.
    pub config: &'a TableConfig,
    /// Who deals.
    pub dealt: Dealt,
    /// How long people have for their decisions.
    pub clocks: Clocks,
    /// Its cage.
    pub cage: StreamId,
    /// The meters that it feeds and draws on.
    pub links: &'a [Link],
}

impl Database {
    /// Enters an operator and one of its properties; no effect if they are known.
    ///
    /// # Errors
    /// A database error.
    pub async fn found(&self, realm: Realm, name: &str) -> Result<(), StoreError> {
        let client = self.connect().await?;
        client
            .execute("insert into operator values ($1, $2) on conflict do nothing", &[&realm.operator, &name])
            .await?;
        client
            .execute(
                "insert into property values ($1, $2, $3) on conflict do nothing",
                &[&realm.property, &realm.operator, &name],
            )
            .await?;
        Ok(())
    }

    /// Creates shards, up to this number.
    ///
    /// # Errors
    /// A database error.
    pub async fn make_shards(&self, count: i32) -> Result<(), StoreError> {
        let client = self.connect().await?;
        client
            .execute(
                "insert into shard (id) select generate_series(0, $1 - 1) on conflict do nothing",
                &[&count],
            )
            .await?;
        Ok(())
    }
}

/// Creates a cage.
///
/// # Errors
/// A database error, for example if the name is taken.
pub async fn make_cage(
    client: &Client,
    realm: Realm,
    name: &str,
    shard: i32,
) -> Result<StreamId, StoreError> {
    make_plain(client, "cage", realm, name, shard, None).await
}

/// Creates a meter, which is then opened by its first command.
///
/// # Errors
/// A database error, for example if the name is taken.
pub async fn make_meter(
    client: &Client,
    realm: Realm,
    name: &str,
    shard: i32,
    cage: StreamId,
) -> Result<StreamId, StoreError> {
    make_plain(client, "meter", realm, name, shard, Some(cage.0)).await
}

async fn make_plain(
    client: &Client,
    kind: &str,
    realm: Realm,
    name: &str,
    shard: i32,
    cage: Option<i64>,
) -> Result<StreamId, StoreError> {
    let row = client
        .query_one(
            "insert into stream (kind, operator, property, currency, name, shard, cage)
             values ($1, $2, $3, $4, $5, $6, $7) returning id",
            &[&kind, &realm.operator, &realm.property, &realm.code(), &name, &shard, &cage],
        )
        .await?;
    Ok(StreamId(row.try_get(0)?))
}

/// Creates a table.
///
/// # Errors
/// A database error, or a file that cannot be opened to the public.
pub async fn make_table(client: &mut Client, new: NewTable<'_>) -> Result<StreamId, StoreError> {
    insert_table(client, new, None, None).await
}

/// Creates a table by an idempotent command: a retry returns the table that the first attempt created.
///
/// # Errors
/// A database error, a fault in the table's file, or the key was used for something else.
pub async fn make_table_once(
    client: &mut Client,
    new: NewTable<'_>,
    once: &Once,
) -> Result<StreamId, StoreError> {
    if let Some(made) = once.before(client).await? {
        return Ok(StreamId(made));
    }
    match insert_table(client, new, None, Some(once)).await {
        Err(StoreError::Database(error)) if Once::came_twice(&error) => {
            once.before(client).await?.map(StreamId).ok_or(StoreError::Database(error))
        }
        made => made,
    }
}

/// Checks that a table can be opened with a file, and returns the rule book.
///
/// # Errors
/// Why it cannot.
pub(super) fn check_file(
    game: &Game,
    config: &TableConfig,
    dealt: Dealt,
    realm: Realm,
    links: &[Link],
) -> Result<Arc<RuleBook>, StoreError> {
    opened(config, dealt)?;
    let book = game.book().map_err(|found| StoreError::Row(format!("{found:?}")))?;
    game.open_live(&book, config).map_err(|error| StoreError::Row(error.to_string()))?;
    if config.currency.code != realm.code() {
        let (has, wants) = (config.currency.code, realm.code());
        return Err(StoreError::Row(format!("the table plays for {has}, the property for {wants}")));
    }
    // A table that needed a share of a meter it lacks would be stuck forever.
    let lacks = |(_, word): &(&str, Option<&str>)| {
        word.is_none_or(|word| !links.iter().any(|link| link.drawn_as.as_deref() == Some(word)))
    };
    if let Some((wager, _)) = rulebook::meters_drawn_on(&book, config).find(lacks) {
        return Err(StoreError::Row(format!("{wager} draws on a meter that the table is not linked to")));
    }
    Ok(book)
}

/// Returns the file with the values that are implied for a table opened now.
fn opened(config: &TableConfig, dealt: Dealt) -> Result<TableConfig, StoreError> {
    config.opened(dealt == Dealt::Live).map_err(|finding| StoreError::Row(finding.to_string()))
}

/// Creates a table, possibly as the successor of a closed one.
pub(super) async fn insert_table(
    client: &mut Client,
    new: NewTable<'_>,
    follows: Option<StreamId>,
    once: Option<&Once>,
) -> Result<StreamId, StoreError> {
    let NewTable { realm, name, shard, game, config, dealt, clocks, cage, links } = new;
    let book = check_file(game, config, dealt, realm, links)?;
    let config = &opened(config, dealt)?;
    let words = dictionary(game, &book);
    let hash =
        words.words().iter().fold(Sha256::new(), |hash, word| hash.chain_update(word).chain_update([0]));
    let hash = hash.finalize().to_vec();
    let words: Vec<&str> = words.words().iter().map(String::as_str).collect();
    let procedure: i32 = fitting("procedure", game.vocabulary.procedure)?;
    let settings = settings_text(&config.settings(&book));
    let ms = |length: Duration| fitting::<i32, _>("a clock in milliseconds,", length.as_millis());
    let transaction = client.transaction().await?;
    transaction
        .execute(
            "insert into dictionary (hash, words) values ($1, $2) on conflict do nothing",
            &[&hash, &words],
        )
        .await?;
    let row = transaction
        .query_one(
            "insert into stream (kind, operator, property, currency, name, shard, game, procedure, book, file,
                 settings, dictionary, cage, bets_ms, decision_ms, follows, dealt, cut_ms)
             select 'table', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, dictionary.id, $12, $13, $14, $15, $16, $17
             from dictionary where hash = $11 returning id",
            &[
                &realm.operator,
                &realm.property,
                &realm.code(),
                &name,
                &shard,
                &game.id,
                &procedure,
                &book.hash,
                &config.hash,
                &settings,
                &hash,
                &cage.0,
                &ms(clocks.bets)?,
                &ms(clocks.decisions)?,
                &follows.map(|table| table.0),
                &dealt.word(),
                &ms(clocks.cut)?,
            ],
        )
        .await?;
    let id: i64 = row.try_get(0)?;
    for link in links {
        let terms: i32 = fitting("terms", link.terms)?;
        let made = transaction
            .execute(
                "insert into link (table_id, wager, drawn_as, meter, terms)
                 select t.id, $2, $3, m.id, $5 from stream t join stream m using (operator, property, currency)
                 where t.id = $1 and m.id = $4 and m.kind = 'meter'",
                &[&id, &link.wager, &link.drawn_as, &link.meter.0, &terms],
            )
            .await?;
        if made != 1 {
            let meter = link.meter.0;
            return Err(StoreError::Row(format!("{meter} is no meter of the table's property and currency")));
        }
    }
    if let Some(table) = follows {
        transaction.execute("update stream set reopen = false where id = $1", &[&table.0]).await?;
    }
    if let Some(once) = once {
        once.enter(&transaction, id).await?;
    }
    transaction.commit().await?;
    Ok(StreamId(id))
}
