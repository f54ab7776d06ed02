//! `croupier run`: plays scenarios and shows what the engine did.

use crate::failure::{Failure, Outcome, Verdict};
use crate::files;
use crate::screen::{BAD, GOOD, HEAD, Screen, paint};
use crate::transcript;
use engine::scenario::{Played, Report, Suite};
use engine::{What, event_json, line_json, paragraph_of};
use felt::Currency;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples: write hand.scenario

  scenario A wins with twenty
  table ohio/blackjack limits 5..100
  bets A at 1: main 10
  deal 1: Kd Qs  dealer: 7c ??
  A stand
  turn dealer: Td
  expect A at 1: main wins 10   OH-BJ-4.II.B OH-BJ-4.VI:a

and play it with `croupier run hand.scenario`, or from standard input with
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

/// Play the scenarios of a file and print what happened, with the rules; `!` marks what was not as expected.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The scenario file, or - for standard input.
    scenario: PathBuf,
    /// Print events and settlement as JSON instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let played = play(&args.scenario)?;
    let ok = played.iter().all(|played| played.report.ok());
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
        screen.line(match one.report.ok() {
            true => paint(GOOD, "as expected"),
            false => paint(BAD, "not as expected"),
        })?;
    }
    Ok(Verdict::well_if(ok))
}

/// Plays the scenarios of one file.
pub(crate) fn play(path: &std::path::Path) -> Result<Vec<Played>, Failure> {
    let (name, text) = files::read(path)?;
    let mut suite = Suite::default();
    suite.play_file(&name, &text, &games::find);
    match suite.unreadable.first() {
        Some((name, error)) => Err(Failure::usage(format!("{name}:{}: {}", error.line, error.what))),
        None => Ok(suite.played),
    }
}

/// Every rule point that the engine applied, whether the scenario expected it or not. Duties fall due and are
/// carried out by staff, so they are not among them.
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

fn one_json(report: &Report) -> Value {
    let currency = report.currency.unwrap_or(Currency::USD);
    let points = points(report);
    let applied: BTreeSet<&str> = points.iter().map(|point| paragraph_of(point)).collect();
    json!({
        "name": report.name,
        "game": report.game,
        "events": report.events().map(|event| event_json(event, None)).collect::<Vec<_>>(),
        "settlement": report.lines().map(|line| line_json(line, currency)).collect::<Vec<_>>(),
        "applied": applied,
        "points": points,
        "ok": report.ok(),
        "problems": problems(report),
    })
}

/// One scenario is an object; several are an object that holds them and their parts one after the other.
fn all_json(played: &[Played]) -> Value {
    let each: Vec<Value> = played.iter().map(|played| one_json(&played.report)).collect();
    if let [only] = each.as_slice() {
        return only.clone();
    }
    let joined = |key: &str| -> Vec<Value> {
        each.iter().filter_map(|one| one.get(key)?.as_array()).flatten().cloned().collect()
    };
    // The same rule may be applied in several scenarios and is named once.
    let distinct = |key: &str| -> BTreeSet<String> {
        joined(key).iter().filter_map(|value| value.as_str().map(str::to_owned)).collect()
    };
    json!({
        "events": joined("events"),
        "settlement": joined("settlement"),
        "applied": distinct("applied"),
        "points": distinct("points"),
        "ok": played.iter().all(|played| played.report.ok()),
        "problems": joined("problems"),
        "scenarios": each,
    })
}
