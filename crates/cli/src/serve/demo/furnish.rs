//! What a demonstration opens: a property for each jurisdiction with its cage and meters, a table of every game, and
//! some live-dealt tables. What exists already stays unchanged.

use crate::carried;
use crate::failure::Failure;
use crate::registry;
use engine::Game;
use house::House;
use house::ids::{Realm, StreamId};
use house::links::{LinkError, Meters, MetersHome};
use house::store::{Database, NewTable, StoreError, make_cage, make_table};
use house::table::{Clocks, Dealt, Link};
use rulebook::{Finding, HouseFile, TableConfig, lint_table, read_house};
use std::path::Path;
use std::time::Duration;

/// The number of shards for tables, cages and meters.
pub(super) const SHARDS: u16 = 4;
/// The operator's number.
pub(super) const OPERATOR: i32 = 1;
/// The time limit of a patron's decision.
const DECISIONS: Duration = Duration::from_secs(20);
/// The files of the live-dealt tables, one of each family; none of them draws on a meter.
const LIVE: [&str; 4] =
    ["tables/blackjack-pitch.toml", "tables/craps.toml", "tables/dj-wild.toml", "tables/pontoon-plus.toml"];

/// The files of second tables, for games with another way of play.
const OTHER: [&str; 2] = ["tables/midi-baccarat.toml", "tables/pai-gow-banks.toml"];

/// A table that is open.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) id: StreamId,
    pub(super) name: String,
    pub(super) game: &'static str,
    pub(super) dealt: Dealt,
    pub(super) currency: &'static str,
    pub(super) cage: StreamId,
    pub(super) property: String,
    /// Whether it was opened just now.
    pub(super) new: bool,
}

/// A table to open.
struct Planned {
    path: String,
    name: String,
    game: &'static Game,
    config: TableConfig,
    dealt: Dealt,
}

/// How to open a table that does not exist yet.
struct Opening<'a> {
    shard: i32,
    links: &'a [Link],
    clocks: Clocks,
}

/// A property to open, one per jurisdiction.
struct Property {
    realm: Realm,
    name: String,
    cage: StreamId,
    file: Option<HouseFile>,
    tables: Vec<Planned>,
}

/// Creates the operator, the properties and their cages.
pub(super) async fn found(database: &Database) -> Result<(), Failure> {
    database.make_shards(SHARDS.into()).await?;
    let client = database.connect().await?;
    let entered = "insert into operator values ($1, $2) on conflict do nothing";
    client.execute(entered, &[&OPERATOR, &server::demo::OPERATOR]).await.map_err(StoreError::from)?;
    for property in properties()? {
        database.found(property.realm, &property.name).await?;
        if stream(database, "cage", property.realm, CAGE).await?.is_none() {
            make_cage(&client, property.realm, CAGE, 0).await?;
        }
    }
    Ok(())
}

const CAGE: &str = "cage";

/// Opens meters and tables, once the process owns the shards. Where no dealer closes the bets, they stay open for
/// `bets`.
pub(super) async fn open(house: &House, database: &Database, bets: Duration) -> Result<Vec<Table>, Failure> {
    let mut open = Vec::new();
    let mut shards = (0..i32::from(SHARDS)).cycle();
    for mut property in properties()? {
        let cage = stream(database, "cage", property.realm, CAGE).await?;
        property.cage = cage.ok_or_else(|| Failure::Fault(format!("{} has no cage", property.name)))?;
        let joined = property.meters(house, database).await?;
        for (at, planned) in property.tables.iter().enumerate() {
            let none = Vec::new();
            let links = joined.as_ref().and_then(|(_, links)| links.get(at)).unwrap_or(&none);
            let shard = shards.next().unwrap_or(0);
            let bets = if planned.dealt == Dealt::Live { Duration::ZERO } else { bets };
            let at = Opening { shard, links, clocks: Clocks::of(bets, DECISIONS) };
            let table = property.table(house, database, planned, at).await?;
            if let Some((meters, _)) = &joined {
                meters.join(house, table.id, links).await.map_err(|error| linked(&error))?;
            }
            open.push(table);
        }
    }
    Ok(open)
}

impl Property {
    /// Opens the meters; returns them with the links of each table.
    async fn meters(
        &self,
        house: &House,
        database: &Database,
    ) -> Result<Option<(Meters, Vec<Vec<Link>>)>, Failure> {
        let Some(file) = self.file.clone() else { return Ok(None) };
        let shards: Vec<i32> = (0..i32::from(SHARDS)).collect();
        let place = MetersHome { realm: self.realm, cage: self.cage, shards: &shards };
        let meters = Meters::open(house, database, place, file).await.map_err(|error| linked(&error))?;
        // A file names tables by their paths, so each path counts once: a live-dealt table of the same path has no
        // meter.
        let dealt = self.tables.iter().filter(|table| table.dealt == Dealt::Computer);
        let mut tables = Vec::new();
        for table in dealt {
            tables.push((table.path.as_str(), registry::book(table.game)?, &table.config));
        }
        let links = meters.links(house, &tables).await.map_err(|error| linked(&error))?;
        Ok(Some((meters, links)))
    }

    async fn table(
        &self,
        house: &House,
        database: &Database,
        planned: &Planned,
        Opening { shard, links, clocks }: Opening<'_>,
    ) -> Result<Table, Failure> {
        let Planned { name, game, config, dealt, .. } = planned;
        let there = stream(database, "table", self.realm, name).await?;
        let id = match there {
            Some(id) => id,
            None => {
                let (realm, cage, dealt) = (self.realm, self.cage, *dealt);
                let new = NewTable { realm, name, shard, game, config, dealt, clocks, cage, links };
                let made = make_table(&mut database.connect().await?, new).await?;
                house.bring(&[made]).await?;
                made
            }
        };
        Ok(Table {
            id,
            name: name.clone(),
            game: game.id,
            dealt: *dealt,
            currency: config.currency.code,
            cage: self.cage,
            property: self.name.clone(),
            new: there.is_none(),
        })
    }
}

fn linked(error: &LinkError) -> Failure {
    Failure::Fault(error.to_string())
}

/// Returns the id of an existing stream with this name.
async fn stream(
    database: &Database,
    kind: &str,
    realm: Realm,
    name: &str,
) -> Result<Option<StreamId>, StoreError> {
    let asked = "select id from stream where kind = $1 and property = $2 and name = $3 and closed is null";
    let row = database.connect().await?.query_opt(asked, &[&kind, &realm.property, &name]).await?;
    Ok(row.map(|row| row.try_get(0).map(StreamId)).transpose()?)
}

/// All properties and tables to open, by jurisdiction; tables dealt by computer come first.
fn properties() -> Result<Vec<Property>, Failure> {
    let mut all: Vec<(&str, Vec<Planned>)> = Vec::new();
    for planned in planned()? {
        let jurisdiction = planned.game.id.split('/').next().unwrap_or_default();
        match all.iter_mut().find(|(known, _)| *known == jurisdiction) {
            Some((_, tables)) => tables.push(planned),
            None => all.push((jurisdiction, vec![planned])),
        }
    }
    let files = house_files()?;
    let property = |(number, (jurisdiction, tables)): (i32, (&str, Vec<Planned>))| {
        let file = files.iter().find(|file| file.jurisdiction == jurisdiction).cloned();
        let code = tables.first().map_or("USD", |table| table.config.currency.code);
        let wrong = || Failure::Fault(format!("{code} is no currency"));
        let currency = code.as_bytes().try_into().map_err(|_| wrong())?;
        let realm = Realm { operator: OPERATOR, property: number, currency };
        let name = file.as_ref().map_or_else(|| capital(jurisdiction), |file| file.name.clone());
        Ok(Property { realm, name, cage: StreamId(0), file, tables })
    };
    (1..).zip(all).map(property).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn house_files() -> Result<Vec<HouseFile>, Failure> {
    let texts = carried::below(Path::new("houses"), "toml").filter_map(carried::text);
    texts.map(|text| read_house(text).map_err(|findings| broken(&findings))).collect()
}

fn planned() -> Result<Vec<Planned>, Failure> {
    let mut files = Vec::new();
    for path in carried::below(Path::new("tables"), "toml") {
        let text = carried::text(path).unwrap_or_default();
        let config = lint_table(text, &registry::shelf).map_err(|findings| broken(&findings))?;
        files.push((path.display().to_string(), config));
    }
    let mut all = Vec::new();
    for game in games::GAMES {
        let (path, config) = match files
            .iter()
            .find(|(path, config)| config.game == game.id && !OTHER.contains(&path.as_str()))
        {
            Some(known) => known.clone(),
            None => {
                let book = registry::book(game)?;
                (format!("tables/{}.toml", game.id), TableConfig::default_for(&book))
            }
        };
        all.push(Planned { path, name: config.name.clone(), game, config, dealt: Dealt::Computer });
    }
    for (path, config) in files {
        let game = registry::find(&config.game)?.game;
        let (dealt, name) = match path.as_str() {
            path if LIVE.contains(&path) => (Dealt::Live, format!("{}, live", config.name)),
            path if OTHER.contains(&path) => (Dealt::Computer, config.name.clone()),
            _ => continue,
        };
        all.push(Planned { path, name, game, config, dealt });
    }
    Ok(all)
}

fn broken(findings: &[Finding]) -> Failure {
    let all: Vec<String> = findings.iter().map(ToString::to_string).collect();
    Failure::Fault(format!("an example file is broken: {}", all.join("; ")))
}
