//! `croupier test`: plays every scenario and says which did not go as expected.

use crate::failure::{Outcome, Verdict};
use crate::files;
use crate::grid::{Cell, Grid};
use crate::screen::{BAD, DIM, GOOD, HEAD, Screen, paint};
use crate::transcript;
use engine::scenario::Suite;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier test                                 everything under scenarios/
  croupier test scenarios/ohio/blackjack        one directory
  croupier test my.scenario --json              for a program

Two scenarios of one game that go through the same rules by the same branches
are twins: one of them shows nothing, and counts as failed.";

/// Play all scenarios below directories or of files; failing ones print what happened.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// Directories or files; `scenarios` where nothing is named.
    #[arg(value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let paths = if args.paths.is_empty() { vec![files::scenarios()?] } else { args.paths.clone() };
    let suite = Suite::play(&files::read_all(&paths, "scenario")?, &games::find);
    let twins = suite.twins();
    let (passed, failed) = suite.counts();
    let failed = failed + twins.len();
    if args.json {
        screen.json(&suite_json(&suite, &twins, passed, failed))?;
        return Ok(Verdict::well_if(failed == 0));
    }
    by_file(screen, &suite)?;
    for played in suite.played.iter().filter(|played| !played.report.ok()) {
        screen.blank()?;
        let at = format!("{}:{}", played.file, played.scenario.line);
        screen.line(format!(
            "{} {} {}",
            paint(BAD, "failed"),
            paint(HEAD, &played.report.name),
            paint(DIM, &at)
        ))?;
        transcript::report(screen, &played.report)?;
    }
    if !suite.unreadable.is_empty() || !twins.is_empty() {
        screen.blank()?;
    }
    for (file, error) in &suite.unreadable {
        screen.line(format!("{} {file}:{}: {}", paint(BAD, "unreadable"), error.line, error.what))?;
    }
    for (one, other) in &twins {
        screen.line(format!("{} {other}", paint(BAD, "twins")))?;
        screen.hanging("      ", &format!("goes the way of {one}"))?;
    }
    screen.blank()?;
    let style = if failed == 0 { GOOD } else { BAD };
    screen.line(paint(style, &format!("{passed} passed, {failed} failed")))?;
    Ok(Verdict::well_if(failed == 0))
}

fn by_file(screen: &mut Screen, suite: &Suite) -> std::io::Result<()> {
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for played in &suite.played {
        let (passed, failed) = files.entry(&played.file).or_default();
        *if played.report.ok() { passed } else { failed } += 1;
    }
    let mut grid = Grid::new(&["file", ">passed", ">failed"]);
    for (file, (passed, failed)) in files {
        let failed = if failed == 0 { failed.into() } else { Cell::styled(BAD, failed.to_string()) };
        grid.row([file.into(), passed.into(), failed]);
    }
    grid.print(screen, 0)
}

fn suite_json(suite: &Suite, twins: &[(String, String)], passed: usize, failed: usize) -> Value {
    let each = suite.played.iter().zip(suite.alone()).map(|(played, alone)| {
        json!({
            "file": played.file,
            "name": played.report.name,
            "game": played.report.game,
            "ok": played.report.ok(),
            "applied": played.report.paragraphs(),
            "points": played.report.points(),
            "alone": alone,
        })
    });
    let unreadable = suite
        .unreadable
        .iter()
        .map(|(file, error)| json!({ "file": file, "line": error.line, "what": error.what }));
    json!({
        "passed": passed,
        "failed": failed,
        "scenarios": each.collect::<Vec<_>>(),
        "twins": twins,
        "unreadable": unreadable.collect::<Vec<_>>(),
    })
}
