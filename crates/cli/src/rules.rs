//! `croupier rules`: a rule book for the eye.

mod wagers;

use crate::failure::{Failure, Outcome, Verdict};
use crate::games_cmd::option_json;
use crate::grid::Grid;
use crate::irregular;
use crate::registry::{self, Known};
use crate::screen::{DIM, HEAD, ID, PLAIN, Screen, paint};
use rulebook::{OptionRule, PayTerm, Range, RuleBook, WagerRule};
use serde_json::{Value, json};

const EXAMPLE: &str = "\
Examples:
  croupier rules ohio/blackjack
  croupier rules ohio/craps
  croupier rules ohio/ultimate-texas-holdem
  croupier rules ohio/blackjack --json | jq '.options[].id'

place-N stands for a family: place-4, place-5 and so on, with the numbers named.
The ids at the right are paragraphs of the regulator's document.";

/// Show a game's rule book: wagers, odds, pay tables, what the casino may choose, what can go wrong.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The game, as ohio/blackjack; `croupier games` lists them.
    game: String,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let known = registry::find(&args.game)?;
    if args.json {
        screen.json(&book_json(&known))?;
    } else {
        print(screen, &known)?;
    }
    Ok(Verdict::Well)
}

fn print(screen: &mut Screen, known: &Known) -> Result<(), Failure> {
    let book = &known.book;
    screen.line(format!("{} {}", paint(HEAD, &book.name), paint(ID, known.game.id)))?;
    let mut fact = |name: &str, value: String, cites: &[String]| {
        screen.cited(&format!("  {} ", paint(DIM, &format!("{name:<9}"))), &value, &cites.join(" "))
    };
    fact("document", format!("{}, {}", book.document, book.effective), &[])?;
    fact("currency", book.currency.code.to_owned(), &[])?;
    if book.decks.allowed.max > 0 {
        let cards = format!("{} of {}", decks(book.decks.allowed), book.decks.kind);
        let default = unless_said(book.decks.allowed, book.decks.default);
        fact("cards", format!("{cards}{default}"), &book.decks.cites)?;
    }
    let boxes = format!("{} to {}", book.boxes.allowed.min, book.boxes.allowed.max);
    let default = unless_said(book.boxes.allowed, book.boxes.default);
    fact("boxes", format!("{boxes}{default}"), &book.boxes.cites)?;
    fact("hash", book.hash.clone(), &[])?;
    wagers::print(screen, book)?;
    pay_tables(screen, book)?;
    options(screen, book)?;
    irregularities(screen, known)?;
    Ok(())
}

/// What holds where nothing is chosen; nothing to say where there is no choice.
fn unless_said(allowed: Range, default: u8) -> String {
    if allowed.min == allowed.max {
        String::new()
    } else {
        format!("; {default} unless the table says otherwise")
    }
}

fn pay_tables(screen: &mut Screen, book: &RuleBook) -> Result<(), Failure> {
    for table in &book.paytables {
        let (all, these) = (book.decks.allowed, table.decks);
        let title = match these.min <= all.min && all.max <= these.max {
            true => format!("Pay table of {}", table.wager),
            false => format!("Pay table of {}, {}", table.wager, decks(these)),
        };
        screen.heading(&format!("{title}  {}", paint(ID, &table.code)))?;
        let mut grid = Grid::new(&["", ">"]);
        for line in &table.lines {
            grid.row([line.name.as_str().into(), line.pays.format_in(book.currency).into()]);
        }
        grid.print(screen, 2)?;
    }
    Ok(())
}

fn options(screen: &mut Screen, book: &RuleBook) -> Result<(), Failure> {
    screen.heading("What the casino may choose")?;
    wagers::print_raises(screen, book)?;
    for option in book.options.iter().filter(|option| wagers::named_after(&option.id, book).is_none()) {
        screen.cited("  ", &paint(HEAD, &option.id), &option.cites.join(" "))?;
        screen.paragraph(4, PLAIN, &option.name)?;
        screen.hanging(&format!("    {} ", paint(DIM, "allowed")), &allowed(option))?;
    }
    Ok(())
}

fn allowed(option: &OptionRule) -> String {
    let mut text = format!("{} (if nothing is said, {})", option.allowed, option.default);
    for only in &option.only {
        text.push_str(&format!("; {} only with {}", only.value, decks(only.decks)));
    }
    if option.uniform {
        text.push_str("; the same on all tables of the house");
    }
    text
}

/// `1 deck`, `2 to 8 decks`.
fn decks(range: Range) -> String {
    match (range.min, range.max) {
        (1, 1) => "1 deck".to_owned(),
        (min, max) if min == max => format!("{min} decks"),
        (min, max) => format!("{min} to {max} decks"),
    }
}

fn irregularities(screen: &mut Screen, known: &Known) -> Result<(), Failure> {
    screen.heading("What can go wrong")?;
    let all = known.game.vocabulary.irregularities;
    Ok(all.iter().try_for_each(|one| irregular::entry(screen, one, ""))?)
}

fn book_json(known: &Known) -> Value {
    let book = &known.book;
    let wager = |wager: &WagerRule| {
        let pays: Vec<String> = wager.pays.iter().map(term_text).collect();
        json!({
            "id": wager.id, "name": wager.name, "family": wager.family, "target": wager.target,
            "required": wager.required, "side_bet": wager.side_bet, "parts": wager.parts,
            "follows": wager.follows, "feeds": wager.feeds, "pays": pays, "paytables": wager.paytables,
            "limits": wager.limits.map(|bounds| bounds.display(book.currency)), "cites": wager.cites,
        })
    };
    let tables = book.paytables.iter().map(|table| {
        let lines = table
            .lines
            .iter()
            .map(|line| json!({ "id": line.id, "name": line.name, "pays": line.pays.to_string() }));
        json!({
            "code": table.code, "wager": table.wager, "decks": table.decks.to_string(), "cites": table.cites,
            "lines": lines.collect::<Vec<_>>(),
        })
    });
    let duties = book
        .duties
        .iter()
        .map(|duty| json!({ "id": duty.id, "due": duty.due, "by": duty.by, "what": duty.what }));
    json!({
        "id": known.game.id, "name": book.name, "jurisdiction": book.jurisdiction, "document": book.document,
        "effective": book.effective, "prefix": book.prefix, "currency": book.currency.code,
        "rulebook_hash": book.hash,
        "decks": {
            "kind": book.decks.kind.to_string(), "allowed": book.decks.allowed.to_string(),
            "default": book.decks.default, "cites": book.decks.cites,
        },
        "boxes": {
            "allowed": book.boxes.allowed.to_string(), "default": book.boxes.default, "cites": book.boxes.cites,
        },
        "wagers": book.wagers.iter().map(wager).collect::<Vec<_>>(),
        "paytables": tables.collect::<Vec<_>>(),
        "options": book.options.iter().map(option_json).collect::<Vec<_>>(),
        "duties": duties.collect::<Vec<_>>(),
        "irregularities": known.game.vocabulary.irregularities,
    })
}

fn term_text(term: &PayTerm) -> String {
    match term {
        PayTerm::Fixed(pay) => pay.to_string(),
        PayTerm::ByOption(id) => format!("option {id}"),
    }
}
