//! `croupier irregular`: what can go wrong at each point of a round, according to the table itself.
//!
//! There is no fixed list: the program plays a table and queries at every point which reports it would accept. It also
//! makes each report once, on a copy, to reach the points that only an irregularity leads to, and gives copies cards
//! that are not due, to see what the table detects itself.

mod explore;

use crate::failure::{Failure, Outcome, Verdict};
use crate::registry::Known;
use crate::screen::{BAD, DIM, HEAD, PLAIN, Screen, paint};
use crate::table_args::TableArgs;
use engine::{By, Irregularity};
use explore::{Seen, explore, set_ups};
use serde_json::{Value, json};
use std::io;

const EXAMPLE: &str = "\
Examples:
  croupier irregular ohio/blackjack                point by point
  croupier irregular ohio/blackjack --at deal      only while cards are dealt
  croupier irregular ohio/craps --at thrown        while the dice are in the air
  croupier irregular ultimate-texas-holdem         poker against the dealer
  croupier irregular tables/craps.toml             at this one table
  croupier rules ohio/blackjack                    the same remedies as one list

In a scenario the ids are reported as `report face-up-in-shoe Kd`. Some mishaps
need no report: the table notices them itself, by a card that is not due.
The list is found by playing; rare coincidences may be missing.";

/// Show what can go wrong at each point of a round, who reports it, who decides and what is done.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Only this point of the round; an unknown one lists all points.
    #[arg(long, value_name = "PHASE")]
    at: Option<String>,
    /// Print a JSON array instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let (known, config) = args.table.open()?;
    let phases = known.game.vocabulary.phases;
    if let Some(at) = args.at.as_deref().filter(|at| !phases.contains(at)) {
        let all = phases.join(", ");
        return Err(Failure::usage(format!(
            "a round of {} has no point \"{at}\"; it has: {all}",
            known.game.id
        )));
    }
    // If only the game is named, all of its tables are included.
    let tables = if args.table.only_game().is_some() { set_ups(&known) } else { vec![config] };
    let seen = explore(&known, &tables)?;
    let wanted = |phase: &&str| args.at.as_deref().is_none_or(|at| at == *phase);
    let phases: Vec<&'static str> = phases.iter().copied().filter(wanted).collect();
    if args.json {
        let all: Vec<Value> = phases.iter().map(|phase| phase_json(&known, &seen, phase)).collect();
        screen.json(&all)?;
    } else {
        print(screen, &known, &seen, &phases)?;
    }
    Ok(Verdict::Well)
}

/// What can go wrong at one point, and who reports it.
type Reports = Vec<(&'static Irregularity, Option<By>)>;

fn reports(known: &Known, seen: &Seen, phase: &str) -> Reports {
    let Some(reports) = seen.phases.get(phase) else { return Vec::new() };
    let all = known.game.vocabulary.irregularities.iter();
    all.filter_map(|one| reports.get(&one.id).map(|by| (one, *by))).collect()
}

fn print(screen: &mut Screen, known: &Known, seen: &Seen, phases: &[&'static str]) -> Result<(), Failure> {
    // Points with the same irregularities are shown together.
    let mut groups: Vec<(Vec<&str>, Reports)> = Vec::new();
    let mut quiet: Vec<&str> = Vec::new();
    for phase in phases {
        let here = reports(known, seen, phase);
        let ids =
            |list: &[(&Irregularity, Option<By>)]| list.iter().map(|(one, _)| one.id).collect::<Vec<_>>();
        if here.is_empty() {
            quiet.push(phase);
        } else if let Some((names, _)) = groups.iter_mut().find(|(_, there)| ids(there) == ids(&here)) {
            names.push(phase);
        } else {
            groups.push((vec![phase], here));
        }
    }
    for (n, (names, here)) in groups.iter().enumerate() {
        if n > 0 {
            screen.blank()?;
        }
        let names: Vec<String> = names.iter().map(|name| paint(HEAD, name)).collect();
        screen.hanging("At ", &names.join(", "))?;
        // The same text is not printed twice.
        let told = |one: &Irregularity| {
            let before = groups.iter().take(n).flat_map(|(_, there)| there);
            before.into_iter().any(|(other, _)| other.id == one.id)
        };
        for (one, by) in here.iter().filter(|(one, _)| !told(one)) {
            let by =
                by.map_or_else(|| "noticed by the table; ".to_owned(), |by| format!("reported by: {by}; "));
            entry(screen, one, &by)?;
        }
        let again: Vec<String> =
            here.iter().filter(|(one, _)| told(one)).map(|(one, _)| paint(BAD, one.id.word())).collect();
        if !again.is_empty() {
            screen.hanging("  as above: ", &again.join(", "))?;
        }
    }
    let (reached, unreached): (Vec<&str>, Vec<&str>) =
        quiet.into_iter().partition(|phase| seen.phases.contains_key(phase));
    if !groups.is_empty() {
        screen.blank()?;
    }
    if !reached.is_empty() {
        screen.hanging("Nothing can go wrong at ", &reached.join(", "))?;
    }
    if !unreached.is_empty() {
        let text = format!("{}: no ordinary round and no single report led there.", unreached.join(", "));
        screen.hanging("Not reached at ", &text)?;
    }
    if phases.len() == known.game.vocabulary.phases.len() {
        print_coincidences(screen, known, seen)?;
    }
    Ok(())
}

/// Irregularities of the game that no explored round led to: they need two events that coincide.
fn print_coincidences(screen: &mut Screen, known: &Known, seen: &Seen) -> Result<(), Failure> {
    let met = |one: &Irregularity| seen.phases.values().any(|here| here.contains_key(&one.id));
    let mut unmet = known.game.vocabulary.irregularities.iter().filter(|one| !met(one)).peekable();
    if unmet.peek().is_some() {
        screen.blank()?;
        screen.line(paint(HEAD, "When two things come together"))?;
    }
    for one in unmet {
        entry(screen, one, "")?;
    }
    Ok(())
}

/// One irregularity: who reports it, who decides, and the remedy.
pub(crate) fn entry(screen: &mut Screen, one: &Irregularity, by: &str) -> io::Result<()> {
    screen.cited("  ", &paint(BAD, one.id.word()), one.rule.id())?;
    screen.paragraph(4, PLAIN, &capital(one.what))?;
    screen.paragraph(4, DIM, &format!("{by}decides: {}", one.decides))?;
    screen.hanging("    -> ", one.remedy)
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn phase_json(known: &Known, seen: &Seen, phase: &str) -> Value {
    let each = reports(known, seen, phase).into_iter().map(|(one, by)| {
        json!({
            "id": one.id, "what": one.what, "reported-by": by, "decides": one.decides, "remedy": one.remedy,
            "rule": one.rule,
        })
    });
    json!({
        "phase": phase,
        "reached": seen.phases.contains_key(phase),
        "irregularities": each.collect::<Vec<_>>(),
    })
}
