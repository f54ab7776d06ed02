//! `croupier audit`: checks that the journal is unchanged since it was written.

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{MaybeDatabaseArgs, wait};
use crate::moment::utc;
use crate::progress::Progress;
use crate::screen::{BAD, DIM, GOOD, Screen, paint};
use house::anchor::public_key;
use house::archive::{Checked, check};
use house::audit::{Anchors, Finding, Report, VerifyError, units_about, verify_with_archives};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier audit verify --database postgresql://auditor@db/house \\
      --anchors /mnt/elsewhere/roots.txt --public-key 5f1c...
  croupier audit verify --json          with CROUPIER_DATABASE, CROUPIER_ANCHORS
                                        and CROUPIER_PUBLIC_KEY set
  croupier audit verify --archive croupier-2026-09.tsv.gz --public-key 5f1c...
                                        an archive alone, without a database

Every unit of every table, cage and meter is hashed again and held against the
unit after it, and the last ones against the signed roots in the file. So edits,
deletions, changes of order, inserted rows and cut ends are found, and each
finding names the stream, the units, and the first root that does not fit. The
house may play on meanwhile: the audit reads one snapshot of the database.
The logs of sign-ins and of accounts are chained too, and are verified with it.

Take the file from a place that the operators of the database cannot write to,
and the public key from the house by another channel than the file. Without them
only the chains are verified: a chain rewritten as a whole is not found.

Months that were dropped are verified in their archives. With a database, each
must go on where the one before it ends, and the database where the last one
ends: a gap, another file and a month that was not given are found.

Units after the last root are not protected yet; the report counts them. And
a chain shows that its entries were not changed, not that they are true.
Money is verified by `croupier ledger verify`, cards by `croupier verify`.";

/// Verify that nothing in the journal was changed, removed, moved, inserted or cut off.
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

/// Verify every unit against its chain, and the chains against the signed roots.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
struct Verify {
    #[command(flatten)]
    database: MaybeDatabaseArgs,
    /// The file of signed roots outside the database.
    #[arg(long, env = "CROUPIER_ANCHORS", value_name = "FILE", requires = "public_key")]
    anchors: Option<PathBuf>,
    /// The public key of the signer, 64 hexadecimal digits.
    #[arg(long, env = "CROUPIER_PUBLIC_KEY", value_name = "HEX")]
    public_key: Option<String>,
    /// Archives of months that were dropped; may be given several times.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    archive: Vec<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let Command::Verify(args) = &args.command;
    let (database, key) = (args.database.database()?, public_key_of(args.public_key.as_deref())?);
    if key.is_some() && args.anchors.is_none() && args.archive.is_empty() {
        return Err(Failure::usage(
            "a public key verifies roots: give their file (--anchors FILE), or archives",
        ));
    }
    let archives = check_all(&args.archive, key.as_ref())?;
    let anchors = args.anchors.clone().zip(key).map(|(file, trusted)| Anchors { file, trusted });
    let report = match database {
        None => None,
        Some(database) => Some(wait(async {
            let mut client = database.connect().await?;
            let mut progress = Progress::silent(units_about(&client).await?, "units");
            let report =
                verify_with_archives(&mut client, anchors.as_ref(), &archives, |done| progress.tick(done));
            let report = report.await;
            progress.done();
            report.map_err(failure)
        })?),
    };
    let well = archives.iter().map(|one| &one.report).chain(&report).all(Report::is_well);
    if args.json {
        let mut all = report.as_ref().map_or_else(|| json!({}), as_json);
        let listed: Vec<Value> = archives.iter().map(archive_json).collect();
        if !listed.is_empty() {
            all["archives"] = listed.into();
        }
        all["ok"] = well.into();
        screen.json(&all)?;
        return Ok(Verdict::well_if(well));
    }
    for one in &archives {
        print_archive(screen, one, key.is_some())?;
    }
    if let Some(report) = &report {
        print(screen, report, anchors.is_some())?;
    }
    Ok(Verdict::well_if(well))
}

/// The trusted public key, if one is given.
pub(crate) fn public_key_of(text: Option<&str>) -> Result<Option<[u8; 32]>, Failure> {
    text.map(public_key).transpose().map_err(|error| Failure::usage(error.to_string()))
}

/// Verifies archives, in the order of their months.
pub(crate) fn check_all(files: &[PathBuf], key: Option<&[u8; 32]>) -> Result<Vec<Checked>, Failure> {
    let mut all = Vec::new();
    for file in files {
        let mut progress = Progress::silent(0, "units");
        let checked = check(file, key, |done| progress.tick(done));
        progress.done();
        all.push(checked.map_err(|error| Failure::usage(error.to_string()))?);
    }
    all.sort_by_key(|one| one.month);
    Ok(all)
}

/// The contents of an archive, and the findings.
pub(crate) fn print_archive(screen: &mut Screen, one: &Checked, rooted: bool) -> std::io::Result<()> {
    screen.heading(&format!("Archive of {}", one.month))?;
    screen.paragraph(0, DIM, &one.path.display().to_string())?;
    let counts = one.written.counts;
    let mut grid = Grid::new(&["", ">", ""]);
    let mut row = |name: &'static str, number: u64, note: String| {
        grid.row([name.into(), number.to_string().into(), Cell::styled(DIM, note)]);
    };
    row("streams", counts.streams, one.properties.join(", "));
    row("units", counts.units, format!("and {} after the end of the month, up to a root", counts.after));
    row("transfers", counts.transfers, String::new());
    row("contributions", counts.contributions, String::new());
    row("shoes", counts.shoes, String::new());
    let last = one.report.last_root;
    let signed =
        (last.number > 0).then(|| format!("the last one is root {} of {}", last.number, utc(last.at)));
    row("roots", counts.roots, signed.unwrap_or_default());
    row("bytes", one.written.bytes, format!("of {} of text", one.written.text));
    grid.print(screen, 0)?;
    screen.line(format!("says {}", one.written.hash))?;
    if !rooted {
        screen.paragraph(0, DIM, "No key was given (--public-key): its roots were not verified.")?;
    }
    if !one.report.losses.is_empty() {
        screen.heading("Lost")?;
        print_all(screen, &one.report.losses)?;
    }
    if one.report.is_well() {
        return screen.line(paint(GOOD, "nothing was changed"));
    }
    print_findings(screen, &one.report)?;
    let found = crate::screen::count(counted(one.report.found), "fault", "faults");
    screen.line(paint(BAD, &format!("{found} found")))
}

/// The same as JSON.
pub(crate) fn archive_json(one: &Checked) -> Value {
    let counts = one.written.counts;
    json!({
        "month": one.month.to_string(),
        "file": one.path.display().to_string(),
        "ok": one.report.is_well(),
        "streams": counts.streams,
        "units": counts.units,
        "after": counts.after,
        "transfers": counts.transfers,
        "contributions": counts.contributions,
        "shoes": counts.shoes,
        "roots": counts.roots,
        "bytes": one.written.bytes,
        "text": one.written.text,
        "hash": one.written.hash.to_string(),
        "found": one.report.found,
        "findings": one.report.findings.iter().map(listed).collect::<Vec<_>>(),
    })
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
        let text = "No roots were given (--anchors): a chain that was rewritten as a whole is not found.";
        screen.paragraph(0, DIM, text)?;
    }
    if let Some((month, streams)) = report.archived {
        let text = match report.archives.is_empty() {
            true => format!(
                "Months up to {month} are archived, and {streams} streams go on from there: give the archives (--archive) to \
                 verify them."
            ),
            false => format!(
                "Months up to {month} are archived; the archives that were given go over into the database."
            ),
        };
        screen.paragraph(0, DIM, &text)?;
    }
    if report.not_entered > 0 {
        let text = format!(
            "The database does not have the last {} of the file's roots yet; the house enters them itself.",
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
            (GOOD, format!("no unit was changed, and {losses} of units"))
        }
        true => (GOOD, "nothing was changed".to_owned()),
        false => (BAD, format!("{} found", crate::screen::count(counted(report.found), "fault", "faults"))),
    };
    screen.line(paint(style, &verdict))
}

/// Converts a count for display; saturates.
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

fn listed(finding: &Finding) -> Value {
    json!({
        "stream": finding.stream.map(|stream| stream.0),
        "name": finding.name,
        "from": finding.from,
        "to": finding.to,
        "fault": finding.fault.word(),
        "what": finding.what(),
        "root": finding.root,
    })
}

fn as_json(report: &Report) -> Value {
    let last = report.last_root;
    let last_root = (last.number > 0)
        .then(|| json!({ "number": last.number, "at": utc(last.at), "hash": last.hash.to_string() }));
    json!({
        "ok": report.is_well(),
        "streams": report.streams,
        "units": report.units,
        "roots": last.number,
        "last-root": last_root,
        "unanchored": report.unanchored,
        "log-entries": report.entries,
        "not-entered": report.not_entered,
        "archived": report.archived.map(|(month, _)| month.to_string()),
        "losses": report.losses.iter().map(listed).collect::<Vec<_>>(),
        "found": report.found,
        "findings": report.findings.iter().map(listed).collect::<Vec<_>>(),
    })
}
