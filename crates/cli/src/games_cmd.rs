//! `croupier games`: lists the games.

use crate::failure::{Outcome, Verdict};
use crate::families::{self, Family};
use crate::registry;
use crate::screen::{DIM, HEAD, ID, Screen, count, paint};
use rulebook::{Allowed, OptionRule, RuleBook, WagerRule};
use serde_json::{Value, json};
use std::io;

const EXAMPLE: &str = "\
Example:
  croupier games
  croupier games --json | jq -r '.[].id'";

/// List the games, with their wagers and rule books.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// Print a JSON array instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let mut all = Vec::new();
    for game in games::GAMES {
        let book = registry::book(game)?;
        if !args.json {
            print(screen, game.id, &book)?;
        }
        all.push(game_json(game.id, &book));
    }
    for set in games::SIDE_BETS {
        let book = registry::side_bet_book(set)?;
        if !args.json {
            print(screen, set.id, &book)?;
        }
        all.push(game_json(set.id, &book));
    }
    if args.json {
        screen.json(&all)?;
        return Ok(Verdict::Well);
    }
    screen.line(paint(DIM, "croupier rules GAME shows a rule book; croupier play GAME sits you down."))?;
    Ok(Verdict::Well)
}

fn print(screen: &mut Screen, id: &str, book: &RuleBook) -> io::Result<()> {
    screen.line(format!("{}  {}", paint(ID, id), paint(HEAD, &book.name)))?;
    if book.has_no_document() {
        screen.hanging(&format!("  {} ", paint(DIM, "document ")), NO_DOCUMENT)?;
    }
    if book.only_side_bets {
        let at = format!("side bets alone, at {}", attaches(book).join(", "));
        screen.hanging(&format!("  {} ", paint(DIM, "offered  ")), &at)?;
    }
    let (here, elsewhere): (Vec<Family<'_>>, Vec<Family<'_>>) =
        families::of(book).into_iter().partition(|family| is_offered(family, book));
    let labels = |families: &[Family<'_>]| families.iter().map(Family::label).collect::<Vec<_>>().join(", ");
    screen.hanging(&format!("  {} ", paint(DIM, "wagers   ")), &labels(&here))?;
    if !elsewhere.is_empty() {
        screen.hanging(&format!("  {} ", paint(DIM, "for study")), &labels(&elsewhere))?;
    }
    let mut parts = vec![short_hash(book), count(book.options.len(), "option", "options")];
    if !book.paytables.is_empty() {
        parts.push(count(book.paytables.len(), "pay table", "pay tables"));
    }
    screen.hanging(&format!("  {} ", paint(DIM, "rule book")), &parts.join(", "))?;
    screen.blank()
}

/// Whether a public table may offer these wagers; wagers of other games are for study.
fn is_offered(family: &Family<'_>, book: &RuleBook) -> bool {
    let other = |wager: &&&WagerRule| wager.side_bet && !wager.attaches_to(&book.id);
    book.only_side_bets || family.wagers.first().filter(other).is_none()
}

/// Shown for a game that no regulator's document describes.
pub(crate) const NO_DOCUMENT: &str = "none: every clause is a ruling of ours, in docs/rulings.md";

/// The games that may offer the side bets of a book.
pub(crate) fn attaches(book: &RuleBook) -> Vec<&str> {
    let mut games: Vec<&str> = Vec::new();
    for game in book.wagers.iter().flat_map(|wager| &wager.attaches) {
        if !games.contains(&game.as_str()) {
            games.push(game);
        }
    }
    games
}

/// Enough digits of the hash to tell two books apart; `rules` prints all of them.
fn short_hash(book: &RuleBook) -> String {
    book.hash.chars().take(12).collect()
}

fn game_json(id: &str, book: &RuleBook) -> Value {
    let wagers = book.wagers.iter().map(|wager| json!({ "id": wager.id, "name": wager.name }));
    json!({
        "id": id,
        "name": book.name,
        "jurisdiction": book.jurisdiction,
        "document": document_json(book),
        "only-side-bets": book.only_side_bets,
        "rulebook-hash": book.hash,
        "wagers": wagers.collect::<Vec<_>>(),
        "paytables": book.paytables.iter().map(|table| &table.code).collect::<Vec<_>>(),
        "options": book.options.iter().map(option_json).collect::<Vec<_>>(),
    })
}

/// The document, or null for a game without one.
pub(crate) fn document_json(book: &RuleBook) -> Value {
    if book.has_no_document() { Value::Null } else { json!(book.document) }
}

/// An option as both commands print it; a range of numbers is written `1..7`.
pub(crate) fn option_json(option: &OptionRule) -> Value {
    let allowed = match &option.allowed {
        Allowed::OneOf(values) => json!(values),
        Allowed::Range(_) | Allowed::AtLeast(_) => json!(option.allowed.to_string()),
    };
    json!({
        "id": option.id,
        "name": option.name,
        "allowed": allowed,
        "default": option.default,
        "cites": option.cites,
    })
}
