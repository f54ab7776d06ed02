//! `croupier games`: what can be played.

use crate::failure::{Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::registry;
use crate::screen::{DIM, ID, Screen, paint};
use rulebook::{Allowed, OptionRule, RuleBook};
use serde_json::{Value, json};

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
    let mut grid = Grid::new(&["game", "name", "wagers", ">options", "rule book"]);
    let mut all = Vec::new();
    for game in games::GAMES {
        let book = registry::book(game)?;
        let wagers: Vec<&str> = book.wagers.iter().map(|wager| wager.id.as_str()).collect();
        grid.row([
            Cell::styled(ID, game.id),
            book.name.as_str().into(),
            wagers.join(", ").into(),
            book.options.len().into(),
            Cell::styled(DIM, short_hash(&book)),
        ]);
        all.push(game_json(game.id, &book));
    }
    if args.json {
        screen.json(&all)?;
        return Ok(Verdict::Well);
    }
    grid.print(screen, 0)?;
    screen.blank()?;
    screen.line(paint(DIM, "croupier rules GAME shows a rule book; croupier play GAME sits you down."))?;
    Ok(Verdict::Well)
}

/// Enough of the hash to tell two books apart; `rules` prints it whole.
fn short_hash(book: &RuleBook) -> String {
    book.hash.chars().take(12).collect()
}

fn game_json(id: &str, book: &RuleBook) -> Value {
    let wagers = book.wagers.iter().map(|wager| json!({ "id": wager.id, "name": wager.name }));
    json!({
        "id": id,
        "name": book.name,
        "jurisdiction": book.jurisdiction,
        "rulebook_hash": book.hash,
        "wagers": wagers.collect::<Vec<_>>(),
        "paytables": book.paytables.iter().map(|table| &table.code).collect::<Vec<_>>(),
        "options": book.options.iter().map(option_json).collect::<Vec<_>>(),
    })
}

/// An option as both commands print it; a range of numbers is written `1..7`.
pub(crate) fn option_json(option: &OptionRule) -> Value {
    let allowed = match &option.allowed {
        Allowed::OneOf(values) => json!(values),
        Allowed::Range(range) => json!(range.to_string()),
    };
    json!({
        "id": option.id,
        "name": option.name,
        "allowed": allowed,
        "default": option.default,
        "cites": option.cites,
    })
}
