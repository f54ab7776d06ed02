//! `croupier test`: plays every scenario and reports failures.

use crate::failure::{Outcome, Verdict};
use crate::files;
use crate::grid::{Cell, Grid};
use crate::run::play_all;
use crate::screen::{BAD, DIM, GOOD, HEAD, Screen, paint};
use crate::transcript;
use engine::scenario::{Played, Suite};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier test                                 everything under scenarios/
  croupier test scenarios/ohio/craps            one directory
  croupier test my.scenario --json              for a program

Two scenarios of one game that go through the same rules by the same branches
are twins: one of them adds no evidence, and counts as failed.";

/// Play all scenarios below directories or of files; failing ones print what happened.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// Directories or files; by default `scenarios`.
    #[arg(value_name = "DIR|FILE")]
    paths: Vec<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let paths = if args.paths.is_empty() { vec![files::scenarios()] } else { args.paths.clone() };
    let suite = play_all(&files::read_all(&paths, "scenario")?);
    let judged = judge(&suite);
    let twins: Vec<(String, String)> = judged
        .iter()
        .filter_map(|one| Some((suite.played.get(one.twin?)?.label(), one.played.label())))
        .collect();
    let passed = judged.iter().filter(|one| one.ok()).count();
    let failed = judged.len() - passed + suite.unreadable.len();
    if args.json {
        screen.json(&suite_json(&suite, &judged, &twins, passed, failed))?;
        return Ok(Verdict::well_if(failed == 0));
    }
    by_file(screen, &suite, &judged)?;
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
        for shortcoming in played.report.shortcomings() {
            transcript::wrong(screen, &shortcoming)?;
        }
    }
    if !suite.unreadable.is_empty() || !twins.is_empty() {
        screen.blank()?;
    }
    for (file, errors) in &suite.unreadable {
        for error in errors {
            screen.line(format!("{} {file}:{}: {}", paint(BAD, "unreadable"), error.line, error.what))?;
        }
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

/// A scenario, and its last twin before it, which has the same course.
struct Judged<'a> {
    played: &'a Played,
    twin: Option<usize>,
}

impl Judged<'_> {
    /// Whether it passes: as expected, and not a repetition of another scenario.
    fn ok(&self) -> bool {
        self.played.report.ok() && self.twin.is_none()
    }
}

/// Finds twins by position in the suite: several scenarios may share a name, by which [`Suite::twins`] tells them.
fn judge(suite: &Suite) -> Vec<Judged<'_>> {
    let mut seen = BTreeMap::new();
    let judge = |(at, played): (usize, &'_ Played)| {
        seen.insert((played.report.game.clone(), played.report.branches()), at)
    };
    let twins: Vec<Option<usize>> = suite.played.iter().enumerate().map(judge).collect();
    suite.played.iter().zip(twins).map(|(played, twin)| Judged { played, twin }).collect()
}

fn by_file(screen: &mut Screen, suite: &Suite, judged: &[Judged<'_>]) -> std::io::Result<()> {
    let mut files: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for one in judged {
        let (passed, failed) = files.entry(&one.played.file).or_default();
        *if one.ok() { passed } else { failed } += 1;
    }
    for (file, _) in &suite.unreadable {
        files.entry(file).or_default().1 += 1;
    }
    let mut grid = Grid::new(&["file", ">passed", ">failed"]);
    for (file, (passed, failed)) in files {
        let failed = if failed == 0 { failed.into() } else { Cell::styled(BAD, failed.to_string()) };
        grid.row([file.into(), passed.into(), failed]);
    }
    grid.print(screen, 0)
}

fn suite_json(
    suite: &Suite,
    judged: &[Judged<'_>],
    twins: &[(String, String)],
    passed: usize,
    failed: usize,
) -> Value {
    let each = judged.iter().zip(suite.alone()).map(|(one, alone)| {
        let played = one.played;
        json!({
            "file": played.file,
            "name": played.report.name,
            "game": played.report.game,
            "ok": one.ok(),
            "applied": played.report.paragraphs(),
            "points": played.report.points(),
            "alone": alone,
        })
    });
    let unreadable = suite.unreadable.iter().flat_map(|(file, errors)| {
        errors.iter().map(move |error| json!({ "file": file, "line": error.line, "what": error.what }))
    });
    json!({
        "passed": passed,
        "failed": failed,
        "scenarios": each.collect::<Vec<_>>(),
        "twins": twins,
        "unreadable": unreadable.collect::<Vec<_>>(),
    })
}
