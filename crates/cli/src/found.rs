//! `croupier found`: creates a house on an empty database, or adds a property to one.

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{DatabaseArgs, wait};
use crate::screen::{DIM, ID, Screen};
use felt::Currency;
use house::ids::{Realm, StreamId};
use house::store::{Database, StoreError, make_cage};
use serde_json::json;
use server::accounts::{Accounts, Policy};
use server::demo::{Holds, holds};
use server::roles::Role;

const EXAMPLE: &str = "\
Examples:
  createdb house
  croupier found Riverfront --database postgresql://croupier@127.0.0.1/house
  croupier found \"Marina Bay\" --currency SGD      another property, with a cage of its own

Creates the schema, the shards, the property and its cage, and an administrator
if the house has none; the password is printed once, so change it. The command
is idempotent. Then `croupier serve` opens the house: the
administrator makes accounts (POST /v1/accounts), and the pit opens tables
(POST /v1/tables) by files that `croupier new-table` writes.";

/// Create a house on an empty database, or add a property to one.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The name of the property
    property: String,
    #[command(flatten)]
    database: DatabaseArgs,
    /// The operator that it belongs to, by number
    #[arg(long, value_name = "NUMBER", default_value_t = 1, value_parser = clap::value_parser!(i32).range(1..))]
    operator: i32,
    /// The currency of its cage
    #[arg(long, value_name = "CODE", default_value = "USD", value_parser = currency)]
    currency: Currency,
    /// The number of shards for tables; at most this many processes can share the work
    #[arg(long, value_name = "COUNT", default_value_t = 16, value_parser = clap::value_parser!(i32).range(1..=1_024))]
    shards: i32,
    /// The name of the first administrator
    #[arg(long, value_name = "NAME", default_value = "administrator")]
    administrator: String,
    /// Print a JSON object instead
    #[arg(long)]
    json: bool,
}

fn currency(code: &str) -> Result<Currency, String> {
    Currency::by_code(code).ok_or_else(|| format!("unknown currency {code}"))
}

/// The result.
struct Founded {
    realm: Realm,
    cage: StreamId,
    /// The first administrator's password, if the account was created now.
    password: Option<String>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let database = args.database.database()?;
    let founded = wait(found(&database, args))?;
    let Founded { realm, cage, password } = &founded;
    if args.json {
        let told = json!({
            "operator": realm.operator, "property": realm.property, "currency": realm.code(), "cage": cage.0,
            "administrator": password.as_ref().map(|password| json!({ "name": args.administrator, "password": password })),
        });
        screen.json(&told)?;
        return Ok(Verdict::Well);
    }
    let mut rows = vec![
        ("property", realm.property.to_string(), args.property.as_str()),
        ("cage", cage.0.to_string(), realm.code()),
    ];
    match password {
        Some(password) => {
            rows.push(("administrator", args.administrator.clone(), ""));
            rows.push(("password", password.clone(), "printed this once: change it"));
        }
        None => rows.push(("administrator", "there is one already".to_owned(), "")),
    }
    let mut grid = Grid::new(&["", "", ""]);
    for (what, value, more) in rows {
        grid.row([what.into(), Cell::styled(ID, value), Cell::styled(DIM, more)]);
    }
    grid.print(screen, 0)?;
    Ok(Verdict::Well)
}

async fn found(database: &Database, args: &Args) -> Result<Founded, Failure> {
    if holds(database).await? == Holds::Demo {
        return Err(Failure::usage("this database belongs to a demonstration; a house needs one of its own"));
    }
    database.migrate().await?;
    let code = args.currency.code.as_bytes().try_into();
    let currency = code.map_err(|_| Failure::usage("the code of a currency has three letters"))?;
    let realm = Realm { operator: args.operator, property: property(database, args).await?, currency };
    database.make_shards(args.shards).await?;
    database.found(realm, &args.property).await?;
    let cage = cage(database, realm).await?;
    let password = first_administrator(database, args).await?;
    Ok(Founded { realm, cage, password })
}

/// Returns the number of the property with this name, or the next free number.
async fn property(database: &Database, args: &Args) -> Result<i32, StoreError> {
    let asked = "select coalesce((select id from property where operator = $1 and name = $2),
        (select coalesce(max(id), 0) + 1 from property))";
    let client = database.connect().await?;
    Ok(client.query_one(asked, &[&args.operator, &args.property]).await?.try_get(0)?)
}

/// The property's cage for the currency.
async fn cage(database: &Database, realm: Realm) -> Result<StreamId, StoreError> {
    let client = database.connect().await?;
    let asked =
        "select id from stream where kind = 'cage' and property = $1 and currency = $2 and closed is null
        order by id limit 1";
    if let Some(row) = client.query_opt(asked, &[&realm.property, &realm.code()]).await? {
        return Ok(StreamId(row.try_get(0)?));
    }
    make_cage(&client, realm, &format!("cage {}", realm.code()), 0).await
}

/// Creates an administrator if there is none, and returns the password.
async fn first_administrator(database: &Database, args: &Args) -> Result<Option<String>, Failure> {
    let accounts = Accounts::open(database.clone(), Policy::default()).await?;
    if accounts.list().await?.iter().any(|one| one.role == Role::Administrator) {
        return Ok(None);
    }
    let password = server::demo::password().map_err(|error| Failure::usage(error.to_string()))?;
    let made = accounts.create(&args.administrator, &password, Role::Administrator, args.operator).await;
    made.map_err(|error| Failure::usage(error.to_string()))?;
    Ok(Some(password))
}
