//! `croupier archive`: closes months of the journal, writes them to files and drops them.

use crate::audit::{archive_json, check_all, print_archive, public_key_of};
use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{DatabaseArgs, HouseArgs, wait};
use crate::progress::Progress;
use crate::screen::{DIM, GOOD, Screen, paint};
use house::archive::{ArchiveError, Known, Month, close, drop, export, keep_for, list};
use serde_json::json;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier archive list --database postgresql://house_owner@db/house
  croupier archive close 2026-09        with CROUPIER_DATABASE, CROUPIER_KEYS
                                        and CROUPIER_PUBLIC_KEY set
  croupier archive export 2026-09 --to /mnt/archive
  croupier archive show /mnt/archive/croupier-2026-09.tsv.gz
  croupier archive drop 2026-09 --archive /mnt/archive/croupier-2026-09.tsv.gz
  croupier archive keep \"Riverfront\" --months 60

A month is closed once it is over, all its rounds have ended, all its messages
are answered, its books are sound and a signed root covers its last unit. Every
unit of it is played again on the way. Then it can be exported, as often as one
likes and always to the same file, and at last dropped, once it is older than
every property keeps it. What is refused says why, and what would be allowed.

An archive is gzip over lines of text. `croupier audit verify --archive FILE` and
`croupier verify TABLE:ROUND --archive FILE` need no database. All of it is done as
the role that owns the schema: the role that runs the house cannot.";

/// Close months of the journal, write them to files and drop them.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    List(List),
    Close(Close),
    Export(Export),
    Drop(DropMonth),
    Show(Show),
    Keep(Keep),
}

/// List all months with their contents and states.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct List {
    #[command(flatten)]
    database: DatabaseArgs,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// The house of the month, and the key of its signed roots.
#[derive(clap::Args)]
struct Whose {
    #[command(flatten)]
    house: HouseArgs,
    /// The public key that verifies the roots, 64 hexadecimal digits.
    #[arg(long, env = "CROUPIER_PUBLIC_KEY", value_name = "HEX")]
    public_key: String,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

impl Whose {
    fn key(&self) -> Result<[u8; 32], Failure> {
        let key = public_key_of(Some(&self.public_key))?;
        key.ok_or_else(|| Failure::usage("this needs the public key that verifies the roots"))
    }
}

/// Close a month that is over, after a replay of all its units.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Close {
    /// The month, as 2026-09.
    month: String,
    #[command(flatten)]
    whose: Whose,
}

/// Write a closed month to a file, and verify the file.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Export {
    /// The month, as 2026-09.
    month: String,
    /// The directory for the file.
    #[arg(long, value_name = "DIR")]
    to: PathBuf,
    #[command(flatten)]
    whose: Whose,
}

/// Drop a month from the database, if its archive is identical.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct DropMonth {
    /// The month, as 2026-09.
    month: String,
    /// Its archive.
    #[arg(long, value_name = "FILE")]
    archive: PathBuf,
    #[command(flatten)]
    whose: Whose,
}

/// Show the contents of an archive and verify it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Show {
    /// The archive.
    file: PathBuf,
    /// The public key that verifies the roots, 64 hexadecimal digits.
    #[arg(long, env = "CROUPIER_PUBLIC_KEY", value_name = "HEX")]
    public_key: Option<String>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// Set how many months a month is kept in the database after its end.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Keep {
    /// The property, by its name or number.
    property: String,
    /// Number of months; of all properties the longest counts.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(i32).range(1..))]
    months: i32,
    #[command(flatten)]
    database: DatabaseArgs,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    match &args.command {
        Command::List(args) => list_months(args, screen),
        Command::Close(args) => close_month(args, screen),
        Command::Export(args) => export_month(args, screen),
        Command::Drop(args) => drop_month(args, screen),
        Command::Show(args) => show(args, screen),
        Command::Keep(args) => keep(args, screen),
    }
}

/// Maps an archive error to a failure. A refusal is a usage failure: its message says what would be allowed.
fn failure(error: ArchiveError) -> Failure {
    match error {
        ArchiveError::Store(error) => error.into(),
        other => Failure::usage(other.to_string()),
    }
}

fn month(text: &str) -> Result<Month, Failure> {
    text.parse().map_err(|error: house::archive::NoMonth| Failure::usage(error.to_string()))
}

/// Returns a progress callback. The bar is created on the first call, when its length is known.
fn bar(progress: &mut Option<Progress>) -> impl FnMut(u64, u64) {
    |done, all| progress.get_or_insert_with(|| Progress::silent(all, "units")).tick(done)
}

fn list_months(args: &List, screen: &mut Screen) -> Outcome {
    let database = args.database.database()?;
    let months = wait(async { list(&database.connect().await?).await.map_err(failure) })?;
    if args.json {
        let month = |one: &Known| {
            json!({
                "month": one.month.to_string(),
                "units": one.units,
                "bytes": one.bytes,
                "closed": one.closed,
                "archive": one.archive.map(|hash| hash.to_string()),
                "droppable-from": format!("{}-01", one.from),
            })
        };
        screen.json(&json!({ "months": months.iter().map(month).collect::<Vec<_>>() }))?;
        return Ok(Verdict::Well);
    }
    let mut grid = Grid::new(&["month", ">units", ">bytes", "", ""]);
    for one in &months {
        let (state, note) = match (one.closed, one.archive) {
            (_, Some(hash)) => ("dropped", format!("its archive says {hash}")),
            (true, None) => ("closed", format!("can be dropped from {}-01 on", one.from)),
            (false, None) => ("open", String::new()),
        };
        grid.row([
            one.month.to_string().into(),
            one.units.to_string().into(),
            one.bytes.to_string().into(),
            state.into(),
            Cell::styled(DIM, note),
        ]);
    }
    grid.print(screen, 0)?;
    Ok(Verdict::Well)
}

fn close_month(args: &Close, screen: &mut Screen) -> Outcome {
    let (month, key) = (month(&args.month)?, args.whose.key()?);
    let (database, keys) = (args.whose.house.database()?, args.whose.house.keys()?);
    let mut progress = None;
    let closed = wait(async {
        close(&database, month, games::find, &keys, &key, bar(&mut progress)).await.map_err(failure)
    });
    progress.iter().for_each(Progress::done);
    let closed = closed?;
    if args.whose.json {
        screen.json(&json!({
            "month": month.to_string(),
            "units": closed.units,
            "transfers": closed.transfers,
            "contributions": closed.contributions,
            "closed-before": closed.before,
        }))?;
        return Ok(Verdict::Well);
    }
    let what =
        if closed.before { "had been closed" } else { "is closed: every unit came out as it is written" };
    let (units, transfers) = (closed.units, closed.transfers);
    screen.line(format!("{month} {}", paint(GOOD, what)))?;
    screen.line(format!("{units} units, {transfers} transfers, {} contributions", closed.contributions))?;
    Ok(Verdict::Well)
}

fn export_month(args: &Export, screen: &mut Screen) -> Outcome {
    let (month, key) = (month(&args.month)?, args.whose.key()?);
    let (database, keys) = (args.whose.house.database()?, args.whose.house.keys()?);
    let mut progress = None;
    let exported = wait(async {
        export(&database, month, &args.to, &keys, &key, bar(&mut progress)).await.map_err(failure)
    });
    progress.iter().for_each(Progress::done);
    let exported = exported?;
    show_file(&exported.path, Some(&key), args.whose.json, screen)
}

fn drop_month(args: &DropMonth, screen: &mut Screen) -> Outcome {
    let (month, key) = (month(&args.month)?, args.whose.key()?);
    let (database, keys) = (args.whose.house.database()?, args.whose.house.keys()?);
    let mut progress = None;
    let hash = wait(async {
        drop(&database, month, &args.archive, &keys, &key, bar(&mut progress)).await.map_err(failure)
    });
    progress.iter().for_each(Progress::done);
    let hash = hash?;
    if args.whose.json {
        screen.json(&json!({ "month": month.to_string(), "archive": hash.to_string() }))?;
        return Ok(Verdict::Well);
    }
    screen.line(format!("{month} {}", paint(GOOD, "is dropped")))?;
    screen.paragraph(
        0,
        DIM,
        &format!("Its archive says {hash}. Keep the file, and a copy of it elsewhere."),
    )?;
    Ok(Verdict::Well)
}

fn show(args: &Show, screen: &mut Screen) -> Outcome {
    let key = public_key_of(args.public_key.as_deref())?;
    show_file(&args.file, key.as_ref(), args.json, screen)
}

fn show_file(file: &std::path::Path, key: Option<&[u8; 32]>, json: bool, screen: &mut Screen) -> Outcome {
    let checked = check_all(&[file.to_owned()], key)?;
    for one in &checked {
        match json {
            true => screen.json(&archive_json(one))?,
            false => print_archive(screen, one, key.is_some())?,
        }
    }
    Ok(Verdict::well_if(checked.iter().all(|one| one.report.is_well())))
}

fn keep(args: &Keep, screen: &mut Screen) -> Outcome {
    let database = args.database.database()?;
    wait(async { keep_for(&database.connect().await?, &args.property, args.months).await.map_err(failure) })?;
    screen.line(format!("{} keeps its months for {} months after their end", args.property, args.months))?;
    Ok(Verdict::Well)
}
