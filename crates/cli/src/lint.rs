//! `croupier lint`: checks a house's table files and meters against the rule books.

use crate::carried;
use crate::failure::{Failure, Outcome, Verdict};
use crate::files::{self, Source};
use crate::registry;
use crate::screen::{GOOD, HEAD, Screen, count, paint};
use rulebook::{Finding, Severity, is_house, lint_house, lint_table};
use serde_json::{Value, json};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const EXAMPLE: &str = "\
Examples:
  croupier lint tables/blackjack-main-floor.toml    one table
  croupier lint tables/craps.toml --json            for a program
  croupier lint tables                              a house, whose tables must agree
  croupier lint tables houses                       its meters with them

A table file picks among what the rule book allows (`croupier rules GAME`):

  game = \"ohio/blackjack\"
  coin = \"0.50\"
  [limits]
  main = \"5..500 step 5\"
  [options]
  soft-17 = \"stand\"

A side bet is offered only at the games, decks and beside the wagers it is
approved for. `study = true` marks a table that is for analysis only and may
pair a side bet with another game.

Where wagers come in families, limits may be written for a whole one:

  game = \"ohio/craps\"
  coin = \"1\"
  [limits]
  main = \"10..1000 step 5\"
  hard = \"1..100\"
  [side-bets.buy]
  limits = \"20..1000\"

A house file names the progressive meters and, by their files, the tables that
feed them. It is checked together with those tables: the least rate and seed,
seeds that grow with the wager, games that may be linked, a meter for every
wager that draws on one.

  house = \"Riverfront\"
  jurisdiction = \"ohio\"
  currency = \"USD\"
  [[meter]]
  id = \"poker-pit\"
  kind = \"multi-link\"
  tables = [\"let-it-ride\", \"ultimate-texas-holdem\"]
  wager = \"1\"
  seed = \"10,000\"
  rate = \"21%\"

A file that is there but cannot be read is a finding like any other. A warning
says what a house should know about a table that is allowed; it is not refused,
and the exit code stays 0.";

/// Check table files and house files against the regulator's rules; each finding has its paragraph and what is allowed.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// Table files and house files, or directories of them (all *.toml); they are checked together.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let Read { files, sources, mut findings } = read(&args.paths)?;
    findings.extend(lint_house(&sources, &registry::shelf));
    findings.extend(sources.iter().filter_map(|(file, text)| Some((file.clone(), unopened(text)?))));
    findings.sort_by_key(|(file, _)| files.iter().position(|known| known == file));
    let (errors, warnings): (Vec<_>, Vec<_>) =
        findings.into_iter().partition(|(_, finding)| finding.severity == Severity::Error);
    let verdict = Verdict::well_if(errors.is_empty());
    if args.json {
        screen.json(&report_json(&files, &errors, &warnings))?;
        return Ok(verdict);
    }
    for (file, finding) in &errors {
        print(screen, file, finding, "")?;
    }
    if !errors.is_empty() && !warnings.is_empty() {
        screen.blank()?;
    }
    for (file, finding) in &warnings {
        print(screen, file, finding, "warning: ")?;
    }
    let said = errors.len() + warnings.len();
    if said > 0 {
        screen.blank()?;
    }
    let objections = match errors.len() {
        0 => paint(GOOD, "nothing to object to"),
        errors => count(errors, "finding", "findings"),
    };
    let warned = match warnings.len() {
        0 => String::new(),
        warnings => format!(", {}", count(warnings, "warning", "warnings")),
    };
    let houses = sources.iter().filter(|(_, text)| is_house(text)).count();
    let mut looked = count(files.len() - houses, "table file", "table files");
    if houses > 0 {
        looked = format!("{}, {looked}", count(houses, "house file", "house files"));
    }
    screen.line(format!("{looked}: {objections}{warned}"))?;
    Ok(verdict)
}

fn print(screen: &mut Screen, file: &str, finding: &Finding, mark: &str) -> Result<(), Failure> {
    let at = match finding.line {
        Some(line) => format!("{file}:{line}:"),
        None => format!("{file}:"),
    };
    // The line number comes first, where editors expect it.
    let sentence = Finding { line: None, ..finding.clone() };
    Ok(screen.line(format!("{} {mark}{sentence}", paint(HEAD, &at)))?)
}

/// The table files: all by name, those that can be read, and the findings about the others.
#[derive(Default)]
struct Read {
    files: Vec<String>,
    sources: Vec<Source>,
    findings: Vec<(String, Finding)>,
}

fn read(paths: &[PathBuf]) -> Result<Read, Failure> {
    let mut all = Read::default();
    for path in files::find_all(paths, "toml")? {
        let name = path.display().to_string();
        all.files.push(name.clone());
        // A mistyped file name is a usage error, not a finding about the house.
        if path == Path::new("-") || (paths.contains(&path) && !path.exists()) {
            all.sources.push(files::read(&path)?);
            continue;
        }
        match (fs::read_to_string(&path), carried::text(&path)) {
            (Ok(text), _) => all.sources.push((name, text)),
            (Err(error), Some(text)) if error.kind() == ErrorKind::NotFound => {
                all.sources.push((name, text.to_owned()));
            }
            (Err(error), _) => all.findings.push((name, Finding::new(format!("cannot be read: {error}")))),
        }
    }
    Ok(all)
}

/// Why a table that the rule book allows cannot be opened; `None` if it can.
fn unopened(text: &str) -> Option<Finding> {
    let config = lint_table(text, &registry::shelf).ok()?;
    let game = games::find(&config.game)?;
    let book = game.book().ok()?;
    (game.open)(&book, &config).err().map(|error| Finding::new(error.to_string()))
}

fn report_json(files: &[String], errors: &[(String, Finding)], warnings: &[(String, Finding)]) -> Value {
    let each = errors.iter().chain(warnings).map(|(file, finding)| {
        json!({
            "severity": finding.severity, "file": file, "line": finding.line, "rule": finding.rule, "what": finding.what,
            "allowed": finding.allowed,
        })
    });
    json!({
        "ok": errors.is_empty(),
        "files": files,
        "findings": each.collect::<Vec<_>>(),
    })
}
