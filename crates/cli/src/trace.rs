//! `croupier trace`: for every paragraph, its status and the scenarios that show it.

use crate::failure::{Failure, Outcome, Verdict};
use crate::files;
use crate::grid::{Cell, Grid};
use crate::registry;
use crate::run::play_all;
use crate::screen::{BAD, DIM, GOOD, HEAD, ID, PLAIN, Screen, count, paint};
use crate::transcript::wrong;
use anstyle::Style;
use engine::trace::{Class, Matrix, Row, prefix_of};
use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier trace                        counts by game and class
  croupier trace ohio/craps             paragraph by paragraph
  croupier trace --json | jq '.[] | select(.class == \"open\") | .id'

Classes, weakest first:
  open         the game is not built
  text         demands nothing of the game
  duty         staff must do it; the table says when
  configured   held in the rule book; lint refuses a table that breaks it
  applied      carried out by code, and shown by a passing scenario

A paragraph of several points counts as its weakest. Claims without evidence
are problems (exit code 1).";

/// In the overview, the problems of one game must not push the others off the screen.
const PROBLEMS_SHOWN: usize = 20;

/// Show how each paragraph of the documents is implemented, and the scenarios that prove it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// One game; by default all.
    game: Option<String>,
    /// Print a JSON array of all paragraphs instead.
    #[arg(long)]
    json: bool,
    /// The directory of scenarios; by default `scenarios`.
    #[arg(long, value_name = "DIR")]
    scenarios: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let game = args.game.as_deref().map(registry::rule_set).transpose()?;
    let directory = args.scenarios.clone().unwrap_or_else(files::scenarios);
    let mut found = files::find_all(std::slice::from_ref(&directory), "scenario")?;
    // A game's rules are shown by its own scenarios, so others are not played. A rule set without its own rounds is
    // shown by the games that use it.
    if let Some(own) = game.filter(|game| games::find(game).is_some()).map(|game| directory.join(game))
        && found.iter().any(|path| path.starts_with(&own))
    {
        found.retain(|path| path.starts_with(&own));
    }
    let suite = play_all(&files::read_all(&found, "scenario")?);
    let Matrix { rows, mut problems } = games::trace(&suite);
    let (_, failed) = suite.counts();
    if failed > 0 {
        let failed = count(failed, "scenario fails", "scenarios fail");
        problems.push(format!("{failed} and prove nothing; `croupier test` shows why"));
    }
    let rows: Vec<&Row> = rows.iter().filter(|row| game.is_none_or(|game| row.game == game)).collect();
    if let Some(game) = game {
        problems.retain(|problem| concerns(problem, game));
    }
    let verdict = Verdict::well_if(problems.is_empty());
    if args.json {
        screen.json(&rows)?;
        screen.flush()?;
        for problem in &problems {
            writeln!(std::io::stderr(), "{problem}")?;
        }
        return Ok(verdict);
    }
    match game {
        Some(game) if games::prefix(game).is_none() => {
            screen.line(format!("{game} rests on no document, so there is no paragraph to trace."))?;
        }
        Some(_) => paragraphs(screen, &rows)?,
        None => counts(screen, &rows)?,
    }
    list_problems(screen, &problems, game.is_some())?;
    Ok(verdict)
}

/// Problems are sentences that begin with the id of a paragraph or a game; others concern all games.
fn concerns(problem: &str, game: &str) -> bool {
    let known =
        |word: &str| games::RULE_SETS.iter().find(|(prefix, id)| prefix_of(word) == *prefix || *id == word);
    let mut words =
        problem.split(|letter: char| letter.is_whitespace()).map(|word| word.trim_end_matches(':'));
    words.find_map(known).is_none_or(|(_, id)| *id == game)
}

fn counts(screen: &mut Screen, rows: &[&Row]) -> Result<(), Failure> {
    let mut games: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    let mut total = [0; 5];
    for row in rows {
        let counts = games.entry(&row.game).or_default();
        for (n, class) in Class::ALL.iter().enumerate() {
            counts[n] += usize::from(*class == row.class);
            total[n] += usize::from(*class == row.class);
        }
    }
    // Strongest evidence first.
    let mut grid = Grid::new(&["game", ">applied", ">configured", ">duty", ">text", ">open", ">all"]);
    let mut row = |name: Cell, counts: [usize; 5]| {
        let all = counts.iter().sum::<usize>();
        let numbers = counts.iter().rev().map(|number| Cell::from(*number));
        grid.row(std::iter::once(name).chain(numbers).chain([Cell::from(all)]));
    };
    for (game, counts) in games {
        row(game.into(), counts);
    }
    row(Cell::styled(HEAD, "all games"), total);
    Ok(grid.print(screen, 0)?)
}

fn paragraphs(screen: &mut Screen, rows: &[&Row]) -> Result<(), Failure> {
    let mut grid = Grid::new(&["paragraph", "class", ">scenarios", "what it says"]);
    for row in rows {
        grid.row([
            Cell::styled(ID, row.id.as_str()),
            Cell::styled(class_style(row.class), row.class.word()),
            row.evidence.len().into(),
            if row.points.is_empty() { row.note.as_str().into() } else { Cell::from("") },
        ]);
        for point in &row.points {
            let name = point.id.rsplit(':').next().unwrap_or_default();
            grid.row([
                Cell::styled(ID, format!("  :{name}")),
                Cell::styled(class_style(point.class), point.class.word()),
                point.evidence.len().into(),
                point.note.as_str().into(),
            ]);
        }
    }
    Ok(grid.print(screen, 0)?)
}

fn class_style(class: Class) -> Style {
    match class {
        Class::Applied | Class::Configured => GOOD,
        Class::Duty => PLAIN,
        Class::Text => DIM,
        Class::Open => BAD,
    }
}

fn list_problems(screen: &mut Screen, problems: &[String], all: bool) -> Result<(), Failure> {
    screen.blank()?;
    if problems.is_empty() {
        screen.line(paint(GOOD, "no problems"))?;
        return Ok(());
    }
    screen.line(paint(BAD, &count(problems.len(), "problem", "problems")))?;
    let shown = if all { problems.len() } else { PROBLEMS_SHOWN };
    for problem in problems.iter().take(shown) {
        wrong(screen, problem)?;
    }
    if problems.len() > shown {
        let more = problems.len() - shown;
        screen.line(paint(
            DIM,
            &format!("     and {more} more; `croupier trace GAME` lists those of a game"),
        ))?;
    }
    Ok(())
}
