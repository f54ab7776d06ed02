//! `croupier audit`: whether the journal is as it was written.

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{DatabaseArgs, wait};
use crate::moment::utc;
use crate::progress::Progress;
use crate::screen::{BAD, DIM, GOOD, Screen, paint};
use house::anchor::public_key;
use house::audit::{Anchors, Finding, Report, VerifyError, units_about, verify_chains};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier audit verify --database postgresql://auditor@db/house \\
      --anchors /mnt/elsewhere/roots.txt --public-key 5f1c...
  croupier audit verify --json          with CROUPIER_DATABASE, CROUPIER_ANCHORS
                                        and CROUPIER_PUBLIC_KEY set

Every unit of every table, cage and meter is hashed again and held against the
unit after it, and the last ones against the signed roots in the file. So an
edit, a deletion, a change of order, a row put in and a cut end are found, and
each is named: the stream, the units, and the first root under which it was
otherwise. A house may play on meanwhile: one moment of the database is read.
The logs of sign-ins and of accounts are chained too, and are verified with it.

Take the file from a place that whoever runs the database cannot write to, and
the public key from the house in another way than the file. Without them only the
chains are verified: whoever wrote all of a chain anew would not be found.

Units after the last root are not protected yet; the report counts them. Nor
does a chain say that what stands in it is true, only that it was not changed.
Money is verified by `croupier ledger verify`, cards by `croupier verify`.";

/// Verify the journal: that nothing in it was changed, removed, moved, put in or cut off.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Verify(Verify),
}

/// Hold every unit against its chain, and the chains against the signed roots.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Verify {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The file of signed roots outside the database.
    #[arg(long, env = "CROUPIER_ANCHORS", value_name = "FILE", requires = "public_key")]
    anchors: Option<PathBuf>,
    /// The public key of whoever signed them, 64 hexadecimal digits.
    #[arg(long, env = "CROUPIER_PUBLIC_KEY", value_name = "HEX", requires = "anchors")]
    public_key: Option<String>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let Command::Verify(args) = &args.command;
    let database = args.database.database()?;
    let anchors = anchors(args)?;
    let report = wait(async {
        let mut client = database.connect().await?;
        let mut progress = Progress::silent(units_about(&client).await?, "units");
        let report = verify_chains(&mut client, anchors.as_ref(), |done| progress.tick(done)).await;
        progress.done();
        report.map_err(failure)
    })?;
    match args.json {
        true => screen.json(&as_json(&report))?,
        false => print(screen, &report, anchors.is_some())?,
    }
    Ok(Verdict::well_if(report.is_well()))
}

fn anchors(args: &Verify) -> Result<Option<Anchors>, Failure> {
    let (Some(file), Some(key)) = (&args.anchors, &args.public_key) else { return Ok(None) };
    let trusted = public_key(key).map_err(|error| Failure::usage(error.to_string()))?;
    Ok(Some(Anchors { file: file.clone(), trusted }))
}

fn failure(error: VerifyError) -> Failure {
    match error {
        VerifyError::Store(error) => error.into(),
        VerifyError::File(error) => Failure::usage(error.to_string()),
        other => Failure::Database(other.to_string()),
    }
}

fn print(screen: &mut Screen, report: &Report, rooted: bool) -> std::io::Result<()> {
    let mut grid = Grid::new(&["", ">", ""]);
    let mut row = |name: &'static str, number: u64, note: String| {
        grid.row([name.into(), number.to_string().into(), Cell::styled(DIM, note)]);
    };
    row("streams", report.streams, String::new());
    row("units", report.units, String::new());
    let last = report.last_root;
    let signed = (last.number > 0).then(|| format!("the last one of {}", utc(last.at)));
    row("roots", last.number, signed.unwrap_or_default());
    row("not yet anchored", report.unanchored, "units after the last root".to_owned());
    if let Some(entries) = report.entries {
        row("log entries", entries, "sign-ins, and changes of accounts".to_owned());
    }
    grid.print(screen, 0)?;
    if report.entries.is_none() {
        let text =
            "The schema is of an earlier build: the logs of sign-ins and accounts are not chained yet.";
        screen.paragraph(0, DIM, text)?;
    }
    if !rooted {
        let text = "No roots were given (--anchors): a chain that was wholly written anew is not found.";
        screen.paragraph(0, DIM, text)?;
    }
    if report.not_entered > 0 {
        let text = format!(
            "The database does not have the last {} of the file's roots yet; the house enters them by itself.",
            report.not_entered
        );
        screen.paragraph(0, DIM, &text)?;
    }
    if !report.losses.is_empty() {
        let text = "The house itself says, in the chain, that its database has lost these units: in a failover to a \
            standby that did not have them yet, or when it was restored. What was answered with them is undone.";
        screen.heading("Lost")?;
        screen.paragraph(0, DIM, text)?;
        print_all(screen, &report.losses)?;
    }
    if !report.is_well() {
        print_findings(screen, report)?;
    }
    screen.blank()?;
    let (style, verdict) = match report.is_well() {
        true if !report.losses.is_empty() => {
            let losses = crate::screen::count(report.losses.len(), "loss", "losses");
            (GOOD, format!("nothing was changed, and {losses} of units"))
        }
        true => (GOOD, "nothing was changed".to_owned()),
        false => (BAD, format!("{} found", crate::screen::count(counted(report.found), "fault", "faults"))),
    };
    screen.line(paint(style, &verdict))
}

/// A number to be shown, of rows that were all counted one by one.
fn counted(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn print_findings(screen: &mut Screen, report: &Report) -> std::io::Result<()> {
    screen.heading("Findings")?;
    print_all(screen, &report.findings)?;
    let listed = report.findings.len() as u64;
    match report.found.saturating_sub(listed) {
        0 => Ok(()),
        more => screen.line(paint(DIM, &format!("and {more} more"))),
    }
}

fn print_all(screen: &mut Screen, findings: &[Finding]) -> std::io::Result<()> {
    let mut grid = Grid::new(&["stream", "where", "what", "since"]);
    for finding in findings {
        let stream = finding.stream.map(|stream| format!("{} {}", stream.0, finding.name));
        let what = Cell::styled(BAD, finding.what());
        grid.row([stream.unwrap_or_default().into(), finding.units().into(), what, since(finding).into()]);
    }
    grid.print(screen, 0)
}

fn since(finding: &Finding) -> String {
    match (finding.stream, finding.root) {
        (Some(_), Some(root)) => format!("root {root}"),
        (Some(_), None) => "not anchored".to_owned(),
        (None, _) => String::new(),
    }
}

fn as_json(report: &Report) -> Value {
    let last = report.last_root;
    let last_root = (last.number > 0)
        .then(|| json!({ "number": last.number, "at": utc(last.at), "hash": last.hash.to_string() }));
    let listed = |finding: &Finding| {
        json!({
            "stream": finding.stream.map(|stream| stream.0),
            "name": finding.name,
            "from": finding.from,
            "to": finding.to,
            "fault": finding.fault.word(),
            "what": finding.what(),
            "root": finding.root,
        })
    };
    json!({
        "ok": report.is_well(),
        "streams": report.streams,
        "units": report.units,
        "roots": last.number,
        "last-root": last_root,
        "unanchored": report.unanchored,
        "log-entries": report.entries,
        "not-entered": report.not_entered,
        "losses": report.losses.iter().map(listed).collect::<Vec<_>>(),
        "found": report.found,
        "findings": report.findings.iter().map(listed).collect::<Vec<_>>(),
    })
}
