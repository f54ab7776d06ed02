//! `croupier why`: explains a settlement line.

mod case;

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::notes;
use crate::run;
use crate::screen::{BAD, DIM, GOOD, HEAD, ID, Screen, paint};
use crate::transcript;
use case::Case;
use engine::scenario::Report;
use engine::{Line, Reason, What, explain_event_with, explain_line};
use felt::Currency;
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier why hand.scenario            the settlement lines and their numbers
  croupier why hand.scenario 2          how the second came about
  croupier why - 1 < hand.scenario      from standard input
  croupier why scenarios/ohio/craps/place.scenario 3

Where a file has several scenarios, lines are counted over all of them.";

/// Explain a settlement line: wager, cards or dice, choices, irregularities, each condition, the arithmetic.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The scenario file, or - for standard input.
    scenario: PathBuf,
    /// The number of the settlement line, counted from 1; without it the lines are listed.
    line: Option<usize>,
    /// List the settlement lines with their numbers; the default if none is given.
    #[arg(long, conflicts_with = "line")]
    list: bool,
    /// Print JSON instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let played = run::play(&args.scenario)?;
    let reports: Vec<&Report> = played.iter().map(|played| &played.report).collect();
    let Some(wanted) = args.line.filter(|_| !args.list) else {
        list(screen, &reports, args.json)?;
        return Ok(Verdict::Well);
    };
    let case = find(&reports, wanted)?;
    let reasons = (case.game.reasons)(&case.events, &case.line);
    if args.json {
        screen.json(&case_json(&case, &reasons))?;
    } else {
        print(screen, wanted, &case, &reasons)?;
    }
    Ok(Verdict::Well)
}

fn list(screen: &mut Screen, reports: &[&Report], as_json: bool) -> Result<(), Failure> {
    let mut number = 0;
    let mut all = Vec::new();
    let mut grid = Grid::new(&[">line", "settlement", "rules"]);
    for report in reports {
        let currency = report.currency.unwrap_or(Currency::USD);
        for line in report.lines() {
            number += 1;
            let text = explain_line(line, currency);
            grid.row([number.into(), text.into(), Cell::styled(ID, line.cites.to_string())]);
            all.push(
                json!({ "number": number, "scenario": report.name, "settlement": told(line, currency) }),
            );
        }
    }
    if as_json {
        return Ok(screen.json(&all)?);
    }
    if number == 0 {
        return Ok(screen.line("no line was settled")?);
    }
    Ok(grid.print(screen, 0)?)
}

fn find<'a>(reports: &[&'a Report], wanted: usize) -> Result<Case<'a>, Failure> {
    let mut number = 0;
    for report in reports {
        let mut events = Vec::new();
        for event in report.events() {
            events.push(*event);
            let What::Settled(line) = event.what else { continue };
            number += 1;
            if number == wanted {
                let game = games::find(&report.game)
                    .ok_or_else(|| Failure::usage(format!("there is no game \"{}\"", report.game)))?;
                let currency = report.currency.unwrap_or(Currency::USD);
                return Ok(Case { report, game, currency, line, events });
            }
        }
    }
    Err(Failure::usage(match number {
        0 => "no line was settled in this scenario; `croupier run` shows how far it came".to_owned(),
        1 => format!("there is no line {wanted}; the only settlement line is number 1"),
        _ => format!("there is no line {wanted}; the settlement has lines 1 to {number} (--list shows them)"),
    }))
}

fn print(screen: &mut Screen, number: usize, case: &Case<'_>, reasons: &[Reason]) -> Result<(), Failure> {
    let sentence = explain_line(&case.line, case.currency);
    screen.paragraph(0, HEAD, &format!("Line {number}: {sentence}"))?;
    screen.paragraph(0, DIM, &format!("{}, {}", case.game.id, case.report.name))?;
    screen.heading("What happened")?;
    for event in case.chain() {
        transcript::event(screen, event, case.currency, Some(case.game.vocabulary))?;
    }
    screen.heading("What was weighed")?;
    if reasons.is_empty() {
        screen.paragraph(
            2,
            DIM,
            "The game lists no single conditions for this line; its rules are below.",
        )?;
    }
    for reason in reasons {
        let lead = if reason.held { paint(GOOD, "  held      ") } else { paint(BAD, "  not held  ") };
        screen.cited(&lead, &reason.facts, reason.rule.id())?;
    }
    if let Some(failed) = reasons.iter().find(|reason| !reason.held).filter(|_| !case.is_paid()) {
        screen.hanging(
            "  Not paid because ",
            &format!("this did not hold: {} ({})", failed.facts, failed.rule),
        )?;
    }
    screen.heading("What it comes to")?;
    screen.hanging("  ", &case.arithmetic())?;
    screen.heading("The rules")?;
    for id in rules(case, reasons) {
        notes::print(screen, 2, id)?;
    }
    Ok(())
}

/// The line's own rules first, then those of the conditions.
fn rules(case: &Case<'_>, reasons: &[Reason]) -> Vec<&'static str> {
    let mut ids: Vec<&'static str> = Vec::new();
    for rule in case.line.cites.iter().chain(reasons.iter().map(|reason| reason.rule)) {
        if !ids.contains(&rule.id()) {
            ids.push(rule.id());
        }
    }
    ids
}

fn case_json(case: &Case<'_>, reasons: &[Reason]) -> Value {
    let chain = case.chain().into_iter().map(|event| {
        let text = explain_event_with(event, case.currency, case.game.vocabulary);
        json!({ "event": event, "text": text })
    });
    let failed = reasons.iter().find(|reason| !reason.held).filter(|_| !case.is_paid());
    let rules = rules(case, reasons);
    json!({
        "scenario": case.report.name,
        "game": case.game.id,
        "settlement": told(&case.line, case.currency),
        "chain": chain.collect::<Vec<_>>(),
        "reasons": reasons,
        "not-paid-because": failed,
        "arithmetic": case.arithmetic(),
        "rules": rules.iter().map(|id| json!({ "id": id, "note": notes::says(id) })).collect::<Vec<_>>(),
    })
}

/// A line with the sentence that the patron reads.
fn told(line: &Line, currency: Currency) -> Value {
    json!({ "line": line, "currency": currency.code, "text": explain_line(line, currency) })
}
