//! `croupier lint`: a house's table files against the rule books.

use crate::failure::{Outcome, Verdict};
use crate::files::{self, Source};
use crate::registry;
use crate::screen::{GOOD, HEAD, Screen, count, paint};
use rulebook::{Finding, lint_house};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier lint tables/blackjack-main-floor.toml    one table
  croupier lint tables                              a house, whose tables must agree

A table file picks among what the rule book allows (`croupier rules GAME`):

  game = \"ohio/blackjack\"
  coin = \"0.50\"
  [limits]
  main = \"5..500 step 5\"
  [options]
  soft-17 = \"stand\"";

/// Check table files: what the regulator does not allow is refused, with the paragraph and what would do.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// Table files, or directories of them (all *.toml); they are checked together.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let sources = files::read_all(&args.paths, "toml")?;
    let findings = lint_house(&sources, &registry::shelf);
    let verdict = Verdict::well_if(findings.is_empty());
    if args.json {
        screen.json(&report_json(&sources, &findings))?;
        return Ok(verdict);
    }
    for (file, finding) in &findings {
        let at = match finding.line {
            Some(line) => format!("{file}:{line}:"),
            None => format!("{file}:"),
        };
        // The line number stands before, where editors look for it.
        let sentence = Finding { line: None, ..finding.clone() };
        screen.line(format!("{} {sentence}", paint(HEAD, &at)))?;
    }
    let tables = count(sources.len(), "table file", "table files");
    if findings.is_empty() {
        screen.line(format!("{tables}: {}", paint(GOOD, "nothing to object to")))?;
    } else {
        screen.blank()?;
        screen.line(format!("{tables}: {}", count(findings.len(), "finding", "findings")))?;
    }
    Ok(verdict)
}

fn report_json(sources: &[Source], findings: &[(String, Finding)]) -> Value {
    let each = findings.iter().map(|(file, finding)| {
        json!({
            "file": file, "line": finding.line, "rule": finding.rule, "what": finding.what,
            "allowed": finding.allowed,
        })
    });
    json!({
        "ok": findings.is_empty(),
        "files": sources.iter().map(|(file, _)| file).collect::<Vec<_>>(),
        "findings": each.collect::<Vec<_>>(),
    })
}
