//! `croupier rng test`: tests whether outcomes look random, at a confidence of 99%.

#![allow(clippy::float_arithmetic, reason = "statistics, for people to read; no money depends on it")]

use super::judge::{self, Judgement};
use super::sample::{Drawing, Gear, Sample, What};
use super::statistics::Finding;
use crate::failure::{Failure, Outcome, Verdict};
use crate::files;
use crate::grid::{Cell, Grid};
use crate::progress::Progress;
use crate::screen::{BAD, DIM, GOOD, Screen, paint};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier rng test                             everything the source gives
  croupier rng test cards --decks 6 --count 20000
  croupier rng test dice --json                 for a program
  croupier rng test dice --from dice.txt        what was collected, or comes from
                                                elsewhere

Each test alone fails by chance once in a hundred times. All together fail once
in a hundred times: where more tests failed than chance explains, or one of them
failed too badly. p is the chance of a statistic as large or larger; a test
passes from 0.005 to 0.995, since a source may also be too regular. After a
failure repeat the test with other outcomes before you conclude anything.
Statistics find a broken source; they cannot show that a source is
unpredictable.";

/// The smallest number of shoes; with fewer, a face is hardly expected at any place.
const LEAST_SHOES: usize = 260;
/// The smallest number of other outcomes; with fewer, the larger tables are almost empty.
const LEAST: usize = 10_000;

/// Test output of the live source of chance, or a collected file.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// What to test; by default everything.
    what: Option<What>,
    /// How many shoes, throws, spins or raw bytes; usually 2,000, 200,000, 200,000 and 2,000,000.
    #[arg(long, value_name = "N", requires = "what")]
    count: Option<usize>,
    /// Test the outcomes of a file, a line each as `rng collect` writes them; raw output as bytes.
    #[arg(long, value_name = "FILE", requires = "what", conflicts_with = "count")]
    from: Option<PathBuf>,
    #[command(flatten)]
    gear: Gear,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let asked = args.what.map_or(What::ALL.to_vec(), |what| vec![what]);
    let mut tested: Vec<(Sample, Vec<Finding>)> = Vec::new();
    for what in asked {
        let sample = match &args.from {
            Some(path) => {
                let (name, bytes) = files::read_bytes(path)?;
                Sample::read(what, args.gear, &name, bytes)?
            }
            None => draw(what, args.gear, args.count)?,
        };
        enough(&sample)?;
        let findings = judge::findings(&sample);
        tested.push((sample, findings));
    }
    let judgement = Judgement::of(tested.iter().flat_map(|(_, findings)| findings));
    match args.json {
        true => screen.json(&as_json(&tested, &judgement))?,
        false => print(screen, &tested, &judgement)?,
    }
    Ok(Verdict::well_if(judgement.passes()))
}

fn draw(what: What, gear: Gear, count: Option<usize>) -> Result<Sample, Failure> {
    let usual = match what {
        What::Raw => 2_000_000,
        What::Cards => 2_000,
        What::Dice | What::Pockets => 200_000,
    };
    let wanted = count.unwrap_or(usual);
    let mut drawing = Drawing::begin(what, gear)?;
    let mut sample = Sample::none(what, gear);
    if let Sample::Raw(bytes) = &mut sample {
        bytes.resize(wanted, 0);
        drawing.raw(bytes)?;
        return Ok(sample);
    }
    let mut progress = Progress::silent(wanted as u64, what.unit());
    while sample.count() < wanted {
        sample.add(&drawing.next()?);
        progress.tick(sample.count() as u64);
    }
    progress.done();
    Ok(sample)
}

/// With too few outcomes the tests would always pass.
fn enough(sample: &Sample) -> Result<(), Failure> {
    let what = sample.what();
    let least = if what == What::Cards { LEAST_SHOES } else { LEAST };
    let least = if what == What::Raw { 100 * LEAST } else { least };
    let there = sample.count();
    if there < least {
        let unit = what.unit();
        return Err(Failure::usage(format!("{there} {unit} are too few to tell anything: at least {least}")));
    }
    Ok(())
}

fn print(
    screen: &mut Screen,
    tested: &[(Sample, Vec<Finding>)],
    judgement: &Judgement,
) -> std::io::Result<()> {
    for (sample, findings) in tested {
        screen.heading(&title(sample))?;
        let mut grid = Grid::new(&["test", "of", ">statistic", ">freedom", ">p", "verdict"]);
        for finding in findings {
            let freedom = finding.freedom.map_or("normal".to_owned(), |freedom| freedom.to_string());
            let verdict = match finding.passes() {
                true => Cell::styled(GOOD, "passes"),
                false => Cell::styled(BAD, "fails"),
            };
            let statistic = format!("{:.3}", finding.statistic);
            let cells = [finding.test.into(), finding.of.as_str().into(), statistic.into(), freedom.into()];
            grid.row(cells.into_iter().chain([format!("{:.4}", finding.p).into(), verdict]));
        }
        grid.print(screen, 0)?;
    }
    screen.blank()?;
    let Judgement { tests, failed, expected, so_many, so_bad } = judgement;
    let text = format!(
        "{tests} tests at 99%: {failed} failed, {expected:.1} expected of a good source. The chance of this many \
         or more is {so_many:.3}, that of one as bad as the worst {so_bad:.3}."
    );
    screen.paragraph(0, DIM, &text)?;
    let (style, verdict) = match judgement.passes() {
        true => (GOOD, "passed"),
        false => (BAD, "failed"),
    };
    screen.line(paint(style, verdict))
}

/// The kind and number of outcomes that were tested.
fn title(sample: &Sample) -> String {
    let count = sample.count();
    match sample {
        Sample::Raw(_) => format!("Raw output: {count} bytes"),
        Sample::Cards { pack, .. } => {
            format!("Cards: {count} shoes of {} ({}, {} decks)", pack.len(), pack.kind, pack.decks)
        }
        Sample::Dice(_) => format!("Dice: {count} throws of two"),
        Sample::Pockets { wheel, .. } => format!("Pockets: {count} spins of a {wheel} wheel"),
    }
}

fn as_json(tested: &[(Sample, Vec<Finding>)], judgement: &Judgement) -> Value {
    let samples = tested.iter().map(|(sample, findings)| {
        let tests = findings.iter().map(|finding| {
            json!({
                "test": finding.test,
                "of": finding.of,
                "statistic": finding.statistic,
                "freedom": finding.freedom,
                "p": finding.p,
                "ok": finding.passes(),
            })
        });
        let what = sample.what();
        json!({
            "what": what.word(),
            "title": title(sample),
            "count": sample.count(),
            "unit": what.unit(),
            "tests": tests.collect::<Vec<_>>(),
        })
    });
    json!({
        "ok": judgement.passes(),
        "tests": judgement.tests,
        "failed": judgement.failed,
        "expected": judgement.expected,
        "so-many": judgement.so_many,
        "so-bad": judgement.so_bad,
        "samples": samples.collect::<Vec<_>>(),
    })
}
