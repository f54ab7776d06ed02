//! The meters of a house file: creating and opening them, and joining them to the tables that feed them and draw on
//! them.
//!
//! A meter is opened before its tables. A table is created with its links, loaded, and then joined, which tells the
//! meter where to announce new terms:
//!
//! 1. [`Meters::open`] creates and opens missing meters, and changes the terms of a meter if the file has others.
//! 2. [`Meters::links`] returns, for all tables of the house together, which meters each one feeds and draws on.
//! 3. [`Meters::join`] joins a table once it was created and loaded.
//!
//! All of them are idempotent.

use crate::house::House;
use crate::ids::{Key, PersonId, Realm, StreamId};
use crate::shard::NotDone;
use crate::store::{Database, StoreError, make_meter};
use crate::stream::{Command, Request};
use crate::table::Link;
use engine::meter::Opening;
use rulebook::{Finding, HouseFile, MeterTerms, RuleBook, TableConfig};
use std::sync::Arc;
use tokio_postgres::Client;

/// Why the meters of a house cannot be opened or joined.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LinkError {
    /// Files that do not fit together, by path.
    #[error("{}", listed(.0))]
    Files(Vec<(String, Finding)>),
    /// The property uses another currency.
    #[error("the house's file is for {file}, and the property plays for {property}")]
    Currency {
        /// The file's currency.
        file: &'static str,
        /// The property's.
        property: String,
    },
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A meter did not carry out a command.
    #[error("meter {meter}: {why}")]
    NotDone {
        /// The meter, by its name in the file.
        meter: String,
        /// The reason.
        why: NotDone,
    },
}

fn listed(findings: &[(String, Finding)]) -> String {
    let lines: Vec<String> = findings.iter().map(|(path, finding)| format!("{path}: {finding}")).collect();
    lines.join("; ")
}

/// What the meters of a house belong to.
#[derive(Clone, Copy, Debug)]
pub struct MetersHome<'a> {
    /// Operator, property and currency.
    pub realm: Realm,
    /// The cage whose treasury pays seeds and receives what goes to meters.
    pub cage: StreamId,
    /// The shards to which the meters are assigned in turn; at least one.
    pub shards: &'a [i32],
}

/// The meters of a house, live.
pub struct Meters {
    file: HouseFile,
    /// Their streams, in the order of the file.
    streams: Vec<StreamId>,
}

impl Meters {
    /// Creates and opens the meters of a house file.
    ///
    /// # Errors
    /// A database error, or a meter that refuses its terms.
    pub async fn open(
        house: &House,
        database: &Database,
        place: MetersHome<'_>,
        file: HouseFile,
    ) -> Result<Meters, LinkError> {
        let MetersHome { realm, cage, shards } = place;
        if file.currency.code != realm.code() {
            let (file, property) = (file.currency.code, realm.code().to_owned());
            return Err(LinkError::Currency { file, property });
        }
        let client = database.connect().await?;
        let mut streams = Vec::new();
        for (meter, shard) in file.meters.iter().zip(shards.iter().cycle()) {
            let name = stream_name(&meter.id);
            let known = client
                .query_opt(
                    "select id from stream where kind = 'meter' and property = $1 and name = $2",
                    &[&realm.property, &name],
                )
                .await
                .map_err(StoreError::from)?;
            streams.push(match known {
                Some(row) => StreamId(row.try_get(0).map_err(StoreError::from)?),
                None => {
                    let made = make_meter(&client, realm, &name, *shard, cage).await?;
                    house.bring(&[made]).await?;
                    made
                }
            });
        }
        let meters = Meters { file, streams };
        for (meter, stream) in meters.file.meters.iter().zip(&meters.streams) {
            let (opening, terms) = in_force(house, *stream).await;
            let (what, command) = match (opening, terms) {
                (None, _) => ("open", Command::Open(Opening::of(&meters.file, meter))),
                (Some(_), Some((number, now))) if now != meter.terms => {
                    ("change", Command::Change { number: number + 1, to: meter.terms })
                }
                _ => continue,
            };
            let number = terms.map_or(1, |(number, _)| number + 1);
            let key = Key::derived(what, &[stream.0, i64::from(number)]);
            send(house, &meter.id, *stream, key, command).await?;
        }
        Ok(meters)
    }

    /// Returns the stream of a meter, by its name in the file.
    pub fn stream(&self, id: &str) -> Option<StreamId> {
        self.all().find(|(own, _)| *own == id).map(|(_, stream)| stream)
    }

    /// Returns all meters: their names in the file, and their streams.
    pub fn all(&self) -> impl Iterator<Item = (&str, StreamId)> {
        self.file.meters.iter().map(|meter| meter.id.as_str()).zip(self.streams.iter().copied())
    }

    /// Returns what each table feeds and draws on, in the order of the tables, which are given by the paths of their
    /// files.
    ///
    /// # Errors
    /// Why these tables and meters cannot be opened together.
    pub async fn links(
        &self,
        house: &House,
        tables: &[(&str, Arc<RuleBook>, &TableConfig)],
    ) -> Result<Vec<Vec<Link>>, LinkError> {
        let mut all = vec![Vec::new(); tables.len()];
        for link in rulebook::house_links(&self.file, tables).map_err(LinkError::Files)? {
            let (Some(of_table), Some(meter)) = (all.get_mut(link.table), self.streams.get(link.meter))
            else {
                continue;
            };
            let terms = in_force(house, *meter).await.1.map_or(1, |(number, _)| number);
            let drawn_as = link.drawn_as.map(str::to_owned);
            of_table.push(Link { wager: link.wager, drawn_as, meter: *meter, terms });
        }
        Ok(all)
    }

    /// Joins a table to its meters: from now on it may draw on them, and is told about new terms.
    ///
    /// # Errors
    /// A meter cannot be reached.
    pub async fn join(&self, house: &House, table: StreamId, links: &[Link]) -> Result<(), LinkError> {
        for link in links {
            let known = self.all().find(|(_, stream)| *stream == link.meter);
            let name = known.map_or("", |(name, _)| name);
            let key = Key::derived("link", &[link.meter.0, table.0]);
            send(house, name, link.meter, key, Command::Link { table }).await?;
        }
        Ok(())
    }
}

/// Joins the successors of reopened tables, in whatever process they are, to the meters of a shard. It is idempotent:
/// every new owner of a shard does it, in case the previous owner has not.
///
/// # Errors
/// A database error, or a meter that cannot be reached; the caller must retry.
pub async fn join_reopened(house: &House, client: &Client, shard: i32) -> Result<(), LinkError> {
    let asked = "select distinct t.id, m.id, m.name from link join stream t on t.id = table_id join stream m on m.id = meter
        where m.shard = $1 and t.closed is null and t.follows is not null order by 1, 2";
    for row in client.query(asked, &[&shard]).await.map_err(StoreError::from)? {
        let id = |at: usize| row.try_get(at).map(StreamId).map_err(StoreError::from);
        let (table, meter) = (id(0)?, id(1)?);
        let name: &str = row.try_get(2).map_err(StoreError::from)?;
        let key = Key::derived("link", &[meter.0, table.0]);
        send(house, name, meter, key, Command::Link { table }).await?;
    }
    Ok(())
}

/// Returns the name of a meter among the streams of its property.
fn stream_name(id: &str) -> String {
    format!("meter {id}")
}

/// Returns what a meter was opened with, and the terms in force with their number.
async fn in_force(house: &House, meter: StreamId) -> (Option<Opening>, Option<(u32, MeterTerms)>) {
    let looked = house.look(meter, |stream| {
        let meter = stream.meter()?;
        let terms = meter.standing().map(|standing| (standing.terms_number(), *standing.terms()));
        Some((meter.opening().cloned(), terms))
    });
    looked.await.flatten().unwrap_or_default()
}

async fn send(
    house: &House,
    meter: &str,
    stream: StreamId,
    key: Key,
    command: Command,
) -> Result<(), LinkError> {
    // The whole journal is searched for whether it was carried out before.
    let request =
        Request { stream, key, person: PersonId::HOUSE, sender: None, seen: 0, question: None, command };
    let done = house.send(request).await;
    done.map(drop).map_err(|why| LinkError::NotDone { meter: meter.to_owned(), why })
}
