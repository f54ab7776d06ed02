//! `croupier run`: plays scenarios and shows the engine's events.

use crate::failure::{Failure, Outcome, Verdict};
use crate::files::{self, Source};
use crate::records::Keep;
use crate::screen::{BAD, GOOD, HEAD, Screen, paint};
use crate::transcript;
use engine::record::{Record, SCHEMA};
use engine::scenario::{Played, Report, Sources, Suite, expectation, run_with};
use engine::{What, explain_line, paragraph_of};
use felt::Currency;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
Examples: write hand.scenario

  scenario A wins with twenty
  table ohio/blackjack limits 5..100
  bets A at 1: main 10
  deal 1: Kd Qs  dealer: 7c ??
  A stand
  turn dealer: Td
  expect A at 1: main wins 10   OH-BJ-4.II.B OH-BJ-4.VI:a

and play it with `croupier run hand.scenario` (--record hand.json keeps it), or from standard input with
`croupier run - < hand.scenario`. The last line expects the payment and its
rules; `croupier why hand.scenario 1` explains how it came about. With dice:

  scenario The point is made
  table ohio/craps limits 5..100
  bets A at 1: pass 10
  dealer offer-dice
  A take-dice
  roll 2-4
  roll 3-3
  expect A at 1: pass wins 10 OH-CR-3.I.A.1 OH-CR-3.I.A.1(b) OH-CR-5.II/T1:pass";

/// Play the scenarios of a file and print what happened, with the rules; `!` marks deviations from what
/// is expected. Without an `expect`, print what is paid.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The scenario file, or - for standard input.
    scenario: PathBuf,
    /// Print the record as JSON instead, and whether everything was as expected.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    keep: Keep,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let keep = args.keep.wanted()?;
    let played = play(&args.scenario)?;
    if keep {
        args.keep.write(&records(&played).into_iter().cloned().collect::<Vec<_>>())?;
    }
    let ok = played.iter().all(|played| played.report.as_written());
    if args.json {
        screen.json(&all_json(&played))?;
        return Ok(Verdict::well_if(ok));
    }
    for (n, one) in played.iter().enumerate() {
        if n > 0 {
            screen.blank()?;
        }
        screen.line(format!("{}  {}", paint(HEAD, &one.report.name), one.report.game))?;
        transcript::report(screen, &one.report)?;
        verdict(screen, &one.report)?;
    }
    Ok(Verdict::well_if(ok))
}

/// Prints the result. For a scenario without an `expect` it prints the payments, in a form that can be pasted as its
/// `expect`.
fn verdict(screen: &mut Screen, report: &Report) -> std::io::Result<()> {
    if !report.unasked.is_empty() {
        screen.line(paint(HEAD, "The settlement, as a scenario would expect it"))?;
        for line in &report.unasked {
            let expected = expectation(line, report.currency.unwrap_or(Currency::USD));
            screen.cited("expect   ", &expected, &line.cites.to_string())?;
        }
    }
    if let Some(awaited) = &report.awaited {
        screen.hanging(&format!("{} ", paint(HEAD, "The round is not over:")), awaited)?;
    }
    match (report.as_written(), report.unasked.is_empty() && report.awaited.is_none()) {
        (false, _) => screen.line(paint(BAD, "not as expected")),
        (true, true) => screen.line(paint(GOOD, "as expected")),
        (true, false) => Ok(()),
    }
}

/// Plays the scenarios of one file.
pub(crate) fn play(path: &Path) -> Result<Vec<Played>, Failure> {
    let suite = play_all(&[files::read(path)?]);
    match suite.unreadable.first() {
        Some((name, errors)) => {
            let lines: Vec<String> =
                errors.iter().map(|error| format!("{name}:{}: {}", error.line, error.what)).collect();
            Err(Failure::usage(lines.join("\n       ")))
        }
        None => Ok(suite.played),
    }
}

/// Plays the scenarios of files, which may name table files relative to themselves.
pub(crate) fn play_all(sources: &[Source]) -> Suite {
    let mut suite = Suite::default();
    for (name, text) in sources {
        let files = |path: &str| files::beside(name, path);
        let sources = Sources { find: &games::find, meant: &games::meant, files: &files };
        suite.play_file(name, text, |scenario| run_with(scenario, sources));
    }
    suite
}

/// Every rule point that the engine applied, whether the scenario expected it or not. Duties are excluded: they fall
/// due and staff carry them out.
fn points(report: &Report) -> BTreeSet<String> {
    let events = report.events().filter(|event| !matches!(event.what, What::Duty { .. }));
    let cited = events.flat_map(|event| event.rules()).map(|rule| rule.id().to_owned());
    let refusals = report.steps.iter().filter_map(|step| step.refusal.as_ref());
    let refused = refusals.flat_map(|refusal| refusal.cites.iter().map(|rule| rule.id().to_owned()));
    cited.chain(refused).chain(report.points()).collect()
}

fn problems(report: &Report) -> Vec<String> {
    let of_steps = report
        .steps
        .iter()
        .flat_map(|step| step.problems.iter().map(move |problem| format!("line {}: {problem}", step.line)));
    of_steps.chain(report.problems.iter().cloned()).collect()
}

/// A document of records, as `--record` writes it, with the result of each scenario.
fn all_json(played: &[Played]) -> Value {
    let mut before = 0;
    let judged: Vec<Value> = played.iter().map(|played| judged(&played.report, &mut before)).collect();
    json!({
        "schema": SCHEMA,
        "records": records(played),
        "ok": played.iter().all(|played| played.report.as_written()),
        "scenarios": judged,
    })
}

fn judged(report: &Report, before: &mut usize) -> Value {
    let currency = report.currency.unwrap_or(Currency::USD);
    let points = points(report);
    let applied: BTreeSet<&str> = points.iter().map(|point| paragraph_of(point)).collect();
    let first = *before;
    *before += report.records.len();
    json!({
        "name": report.name,
        "game": report.game,
        "records": (first..*before).collect::<Vec<_>>(),
        "settlement": report.lines().map(|line| explain_line(line, currency)).collect::<Vec<_>>(),
        "applied": applied,
        "points": points,
        "ok": report.as_written(),
        "problems": problems(report),
        "awaited": report.awaited,
    })
}

fn records(played: &[Played]) -> Vec<&Record> {
    played.iter().flat_map(|played| &played.report.records).collect()
}
