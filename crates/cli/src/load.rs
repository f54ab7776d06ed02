//! `croupier load`: measures the speed of a house on this machine and database.

pub(crate) mod lookers;
mod paced;
mod turns;

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{read_keys, wait};
use crate::progress::Progress;
use crate::registry;
use crate::screen::Screen;
use house::load::{Busy, Plan, RoundBytes, Slice, Trial};
use house::store::Database;
use serde_json::json;
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

const EXAMPLE: &str = "\
A database of its own is made on the server and dropped again; nothing else there is touched.

Examples:
  croupier load --server postgresql://croupier@127.0.0.1/postgres
  croupier load --tables 100 --seconds 10 --bytes
  croupier load --games ohio/craps,ohio/blackjack
  croupier load --compare --slices 60        beside the same rows without an engine
  croupier load --by-line                    a second of play for each line of input, for deploy/pairs.sh
  croupier load --every 2000 --tables 2000   how long people wait, in this process
  croupier load --every 2000 --http          and over HTTP and WebSocket
  croupier load --every 2000 --http --seconds 180 --lobby 2500
                                             with and without 2,500 looks a second at the lobby, in turns of 10 s";

/// The number of connections that commit each unit separately.
const ALONE: usize = 64;

/// Measure how many units and rounds a second a house commits.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The PostgreSQL server, as postgresql://user@host/name
    #[arg(long, env = "CROUPIER_DATABASE", value_name = "ADDRESS")]
    server: String,
    /// How many tables; the games take turns
    #[arg(long, default_value_t = 400)]
    tables: usize,
    /// Only tables of these games, separated by commas; all games without it
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<String>,
    /// How many shards, each with a connection of its own
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=64))]
    shards: u16,
    /// Patrons at each table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=7))]
    seats: u8,
    /// How long to play
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Alternate with the same rows without an engine, and then with one commit per unit
    #[arg(long)]
    compare: bool,
    /// How often they alternate, a second each
    #[arg(long, default_value_t = 60)]
    slices: u64,
    /// Play for a second whenever a line comes on standard input, and print a line of figures for it: by this two builds
    /// take turns, as deploy/pairs.sh lets them
    #[arg(long, conflicts_with_all = ["compare", "every", "seconds", "bytes", "json"])]
    by_line: bool,
    /// Send a command to each table at this interval, and measure the time from the moment it was due
    #[arg(long, value_name = "MILLISECONDS", conflicts_with = "compare")]
    every: Option<u64>,
    /// Serve the house over HTTP, and count how long it takes over HTTP and WebSocket
    #[arg(long, requires = "every")]
    http: bool,
    /// Poll the list of tables at this rate, in requests a second, during every other slice of 10 s
    #[arg(long, value_name = "REQUESTS", requires = "http")]
    lobby: Option<u32>,
    /// NATS, as nats://host, for the streams of tables
    #[arg(long, env = "CROUPIER_NATS", value_name = "ADDRESS", requires = "http")]
    nats: Option<String>,
    /// Encrypt with these keys, so that another program can read the database meanwhile, as a drill does
    #[arg(long, value_name = "FILE", conflicts_with = "every")]
    keys: Option<std::path::PathBuf>,
    /// Show what a round of each game takes in the database
    #[arg(long)]
    bytes: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Returns the games to play, in turn.
    fn games(&self) -> Result<Vec<&'static engine::Game>, Failure> {
        if self.games.is_empty() {
            return Ok(games::GAMES.to_vec());
        }
        self.games.iter().map(|id| registry::find(id).map(|known| known.game)).collect()
    }
}

/// The measurements.
#[derive(Default)]
struct Found {
    played: Slice,
    /// Processor time of everything played.
    busy: Busy,
    pairs: Vec<(u64, u64)>,
    alone: Option<u64>,
    bytes: BTreeMap<&'static str, RoundBytes>,
}

impl Found {
    /// Nanoseconds of processor time per unit: of this process, including the patrons, and of PostgreSQL.
    fn costs(&self) -> Option<[u128; 2]> {
        let units = u128::from(self.played.units.max(1));
        (self.busy != Busy::default())
            .then(|| [self.busy.here, self.busy.postgres].map(|busy| busy.as_nanos() / units))
    }
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    if let Some(every) = args.every {
        return paced::run(args, Duration::from_millis(every), screen);
    }
    if args.by_line {
        return turns::run(args, screen);
    }
    let found = wait(measure(args))?;
    if args.json {
        print_json(&found, screen)?;
    } else {
        print(args, &found, screen)?;
    }
    Ok(Verdict::Well)
}

/// A house to measure.
async fn prepare(args: &Args) -> Result<Trial, Failure> {
    let server = Database::at(&args.server)?;
    let plan =
        Plan { games: args.games()?, tables: args.tables, seats: args.seats, shards: args.shards.into() };
    Ok(match &args.keys {
        Some(file) => Trial::prepare_with(&server, games::find, plan, read_keys(file)?).await?,
        None => Trial::prepare(&server, games::find, plan).await?,
    })
}

async fn measure(args: &Args) -> Result<Found, Failure> {
    let trial = prepare(args).await?;
    let mut found = Found::default();
    let second = Duration::from_secs(1);
    let turns = if args.compare { args.slices } else { args.seconds };
    let mut progress = Progress::silent(turns, "seconds");
    if args.compare {
        // What was committed during the warm-up is committed again without an engine.
        found.played = trial.play(3 * second).await;
        let batches = trial.take_batches();
        let singles = batches.iter().flat_map(house::store::Batch::singles).collect();
        let writers = usize::from(args.shards);
        let bare = trial.bare(batches, writers, 1_000).await?;
        bare.write(second).await?;
        for turn in 0..args.slices {
            let engine = trial.play(second).await;
            trial.take_batches();
            let without = bare.write(second).await?;
            found.pairs.push((engine.rate(), without.rate()));
            add(&mut found.played, engine);
            progress.tick(turn);
        }
        let alone = trial.bare(singles, ALONE, 2_000).await?;
        alone.write(second).await?;
        found.alone = Some(alone.write(5 * second).await?.rate());
    } else {
        for turn in 0..args.seconds {
            let before = Busy::now();
            add(&mut found.played, trial.play(second).await);
            found.busy += Busy::now().since(before);
            trial.take_batches();
            progress.tick(turn);
        }
    }
    progress.done();
    if args.bytes {
        found.bytes = trial.bytes().await?;
    }
    trial.end().await?;
    Ok(found)
}

fn add(all: &mut Slice, slice: Slice) {
    all.units += slice.units;
    all.rounds += slice.rounds;
    all.took += slice.took;
    all.waits.extend(slice.waits);
}

/// The ratios of the pairs in thousandths, sorted ascending.
fn ratios(pairs: &[(u64, u64)]) -> Vec<u64> {
    let mut ratios: Vec<u64> = pairs.iter().map(|(engine, bare)| engine * 1_000 / (*bare).max(1)).collect();
    ratios.sort_unstable();
    ratios
}

/// A percentile of a sorted list, in hundredths.
fn part(of: &[u64], hundredths: usize) -> u64 {
    of.get(of.len().saturating_sub(1) * hundredths / 100).copied().unwrap_or(0)
}

fn thousandths(number: u64) -> String {
    format!("{}.{:03}", number / 1_000, number % 1_000)
}

fn waits(slice: &Slice) -> Vec<u64> {
    let mut waits: Vec<u64> = slice.waits.iter().map(|wait| u64::from(*wait)).collect();
    waits.sort_unstable();
    waits
}

fn print(args: &Args, found: &Found, screen: &mut Screen) -> Result<(), Failure> {
    let waits = waits(&found.played);
    let rounds = Slice { units: found.played.rounds, ..found.played.clone() }.rate();
    writeln!(screen, "{} tables, {} shards, {} seats a table", args.tables, args.shards, args.seats)?;
    writeln!(screen, "  units a second    {:>9}", found.played.rate())?;
    writeln!(screen, "  rounds a second   {rounds:>9}")?;
    let (half, most) = (thousandths(part(&waits, 50)), thousandths(part(&waits, 99)));
    writeln!(screen, "  answered within   {half:>9} ms for half of them, {most} ms for 99 of 100")?;
    if let Some([house, postgres]) = found.costs() {
        writeln!(
            screen,
            "  processor time    {house:>9} ns a unit of this process, {postgres} ns of PostgreSQL"
        )?;
    }
    if !found.pairs.is_empty() {
        let all = ratios(&found.pairs);
        let median = |of: Vec<u64>| {
            let mut of = of;
            of.sort_unstable();
            part(&of, 50)
        };
        let engine = median(found.pairs.iter().map(|(engine, _)| *engine).collect());
        let bare = median(found.pairs.iter().map(|(_, bare)| *bare).collect());
        writeln!(
            screen,
            "beside the same rows without an engine, {} slices of a second each",
            found.pairs.len()
        )?;
        writeln!(screen, "  engine, median    {engine:>9} units a second")?;
        writeln!(screen, "  bare, median      {bare:>9} units a second")?;
        let (least, middle, most) = (part(&all, 0), part(&all, 50), part(&all, 100));
        let (least, most) = (thousandths(least), thousandths(most));
        writeln!(screen, "  ratio, median     {:>9}  ({least} to {most})", thousandths(middle))?;
    }
    if let Some(alone) = found.alone {
        let times = found.played.rate() * 1_000 / alone.max(1);
        writeln!(screen, "one commit a unit, {ALONE} connections")?;
        writeln!(
            screen,
            "  units a second    {alone:>9}  (a house commits {} times as many)",
            thousandths(times)
        )?;
    }
    if !found.bytes.is_empty() {
        print_bytes(&found.bytes, screen)?;
    }
    Ok(())
}

fn print_bytes(bytes: &BTreeMap<&'static str, RoundBytes>, screen: &mut Screen) -> Result<(), Failure> {
    let titles = ["a round of", ">units", ">body", ">journal", ">ledger", ">shoes", ">bytes in all"];
    let mut grid = Grid::new(&titles);
    for (game, of) in bytes {
        let each = |number: i64| (number / of.rounds.max(1)).to_string();
        let tenths = of.units * 10 / of.rounds.max(1);
        let all = of.journal + of.ledger + of.shoes;
        let units = format!("{}.{}", tenths / 10, tenths % 10);
        let row = [
            (*game).to_owned(),
            units,
            each(of.bodies),
            each(of.journal),
            each(of.ledger),
            each(of.shoes),
            each(all),
        ];
        grid.row(row.map(Cell::from));
    }
    Ok(grid.print(screen, 0)?)
}

fn print_json(found: &Found, screen: &mut Screen) -> Result<(), Failure> {
    let waits = waits(&found.played);
    let bytes: Vec<_> = found
        .bytes
        .iter()
        .map(|(game, of)| {
            json!({ "game": game, "rounds": of.rounds, "units": of.units, "bodies": of.bodies,
                "journal": of.journal, "transfers": of.transfers, "ledger": of.ledger, "shoes": of.shoes })
        })
        .collect();
    let told = json!({
        "units": found.played.units,
        "rounds": found.played.rounds,
        "units-per-second": found.played.rate(),
        "answered-microseconds": { "p50": part(&waits, 50), "p99": part(&waits, 99) },
        "processor-nanoseconds-a-unit": found.costs().map(|[house, postgres]| json!({ "house": house, "postgres": postgres })),
        "ratio-thousandths": ratios(&found.pairs),
        "pairs": found.pairs,
        "one-commit-a-unit-per-second": found.alone,
        "bytes": bytes,
    });
    Ok(screen.json(&told)?)
}
