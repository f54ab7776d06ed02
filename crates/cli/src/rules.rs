//! `croupier rules`: shows a rule book.

mod table;
mod wagers;

use crate::failure::{Failure, Outcome, Verdict};
use crate::games_cmd::{NO_DOCUMENT, attaches, document_json, option_json};
use crate::grid::Grid;
use crate::irregular;
use crate::registry::{self, Shown};
use crate::screen::{DIM, HEAD, ID, PLAIN, Screen, paint};
use crate::table_args::TableArgs;
use felt::{Currency, Pay};
use rulebook::{OptionRule, PayLine, PayTable, PayTerm, Range, Ranges, RuleBook, WagerRule};
use serde_json::{Value, json};

const EXAMPLE: &str = "\
Examples:
  croupier rules ohio/blackjack
  croupier rules ohio/craps
  croupier rules ohio/ultimate-texas-holdem
  croupier rules tables/craps.toml
  croupier rules ohio/blackjack --json | jq '.options[].id'

place-N stands for a family: place-4, place-5 and so on, with the numbers named.
The ids at the right are paragraphs of the regulator's document.";

/// Show a game's rule book: wagers, odds, pay tables, what the casino may choose, what can go wrong; of a table file,
/// what the table really offers.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let Some(game) = args.table.only_game() else {
        let (known, config) = args.table.open()?;
        match args.json {
            true => screen.json(&table::table_json(&known, &config))?,
            false => table::print(screen, &known, &config)?,
        }
        return Ok(Verdict::Well);
    };
    let shown = registry::shown(game)?;
    if args.json {
        screen.json(&book_json(&shown))?;
    } else {
        print(screen, &shown)?;
    }
    Ok(Verdict::Well)
}

fn print(screen: &mut Screen, shown: &Shown) -> Result<(), Failure> {
    let book = &shown.book;
    screen.line(format!("{} {}", paint(HEAD, &book.name), paint(ID, shown.id)))?;
    let mut fact = |name: &str, value: String, cites: &[String]| {
        screen.cited(&format!("  {} ", paint(DIM, &format!("{name:<9}"))), &value, &cites.join(" "))
    };
    match book.has_no_document() {
        true => fact("document", NO_DOCUMENT.to_owned(), &[])?,
        false => fact("document", format!("{}, {}", book.document, book.effective), &[])?,
    }
    fact("currency", book.currency.code.to_owned(), &[])?;
    if book.decks.allowed.max > 0 {
        let cards = format!("{} of {}", decks(book.decks.allowed), book.decks.kind);
        let default = match book.only_side_bets {
            true => String::new(),
            false => unless_said(book.decks.allowed, book.decks.default),
        };
        fact("cards", format!("{cards}{default}"), &book.decks.cites)?;
    }
    if book.only_side_bets {
        fact("offered", format!("side bets alone, at {}", attaches(book).join(", ")), &[])?;
    } else {
        let boxes = format!("{} to {}", book.boxes.allowed.min, book.boxes.allowed.max);
        let default = unless_said(book.boxes.allowed, book.boxes.default);
        fact("boxes", format!("{boxes}{default}"), &book.boxes.cites)?;
    }
    fact("hash", book.hash.clone(), &[])?;
    wagers::print(screen, book)?;
    pay_tables(screen, book)?;
    if !book.options.is_empty() {
        options(screen, book)?;
    }
    if !shown.irregularities.is_empty() {
        irregularities(screen, shown)?;
    }
    Ok(())
}

/// The default of an option; `None` if there is no choice.
fn unless_said(allowed: Range, default: u8) -> String {
    if allowed.min == allowed.max {
        String::new()
    } else {
        format!("; {default} unless the table says otherwise")
    }
}

fn pay_tables(screen: &mut Screen, book: &RuleBook) -> Result<(), Failure> {
    for table in book.paytables.iter().filter(|table| table.repeats.is_none()) {
        let title = match table.decks.covers(book.decks.allowed) {
            true => format!("Pay table of {}", table.wager),
            false => format!("Pay table of {}, {}", table.wager, all_decks(&table.decks)),
        };
        print_pay_table(screen, table, &title, book.currency)?;
        let again = book.paytables.iter().filter(|other| other.repeats.as_ref() == Some(&table.code));
        let again: Vec<&str> = again.map(|other| other.code.as_str()).collect();
        if !again.is_empty() {
            screen.hanging("  printed again as ", &again.join(", "))?;
        }
    }
    Ok(())
}

/// One pay table: its rows and their payouts.
fn print_pay_table(
    screen: &mut Screen,
    table: &PayTable,
    title: &str,
    currency: Currency,
) -> Result<(), Failure> {
    screen.heading(&format!("{title}  {}", paint(ID, &table.code)))?;
    let mut grid = Grid::new(&["", ">"]);
    for line in &table.lines {
        grid.row([line.name.as_str().into(), line_pays(line, currency).into()]);
    }
    Ok(grid.print(screen, 2)?)
}

/// What a line pays, and what the dealers receive in addition.
fn line_pays(line: &PayLine, currency: Currency) -> String {
    let pays = line.pays.format_in(currency);
    match line.envy {
        Some(envy) => format!("{pays}, and {} to the dealers", Pay::Amount(envy).format_in(currency)),
        None => pays,
    }
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
    let mut text = format!("{} (by default {})", option.allowed, option.default);
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

/// `1 deck`, `1 to 2 or 6 decks`.
fn all_decks(ranges: &Ranges) -> String {
    let mut parts: Vec<String> = ranges.iter().map(decks).collect();
    // Only the last part names the unit.
    let count = parts.len();
    for part in parts.iter_mut().take(count.saturating_sub(1)) {
        *part = part.trim_end_matches(" decks").trim_end_matches(" deck").to_owned();
    }
    parts.join(" or ")
}

fn irregularities(screen: &mut Screen, shown: &Shown) -> Result<(), Failure> {
    screen.heading("What can go wrong")?;
    let all = shown.irregularities;
    Ok(all.iter().try_for_each(|one| irregular::entry(screen, one, ""))?)
}

fn book_json(shown: &Shown) -> Value {
    let book = &shown.book;
    let wager = |wager: &WagerRule| {
        let pays: Vec<String> = wager.pays.iter().map(term_text).collect();
        json!({
            "id": wager.id, "name": wager.name, "family": wager.family, "target": wager.target,
            "required": wager.required, "side-bet": wager.side_bet, "parts": wager.parts,
            "follows": wager.follows, "feeds": wager.feeds, "pays": pays, "paytables": wager.paytables,
            "limits": wager.limits.map(|bounds| bounds.display(book.currency)), "cites": wager.cites,
            "from": wager.from, "attaches": wager.attaches, "beside": wager.beside,
            "decks": wager.decks.as_ref().map(ToString::to_string),
        })
    };
    let tables = book.paytables.iter().map(|table| {
        let lines = table.lines.iter().map(|line| {
            let envy = line.envy.map(|envy| Pay::Amount(envy).format_in(book.currency));
            let from = line.from.map(|from| Pay::Amount(from).format_in(book.currency));
            json!({ "id": line.id, "name": line.name, "pays": line.pays.to_string(), "envy": envy, "from": from })
        });
        json!({
            "code": table.code, "wager": table.wager, "decks": table.decks.to_string(), "cites": table.cites,
            "repeats": table.repeats,
            "lines": lines.collect::<Vec<_>>(),
        })
    });
    let duties = book
        .duties
        .iter()
        .map(|duty| json!({ "id": duty.id, "due": duty.due, "by": duty.by, "what": duty.what }));
    json!({
        "id": shown.id, "name": book.name, "jurisdiction": book.jurisdiction, "document": document_json(book),
        "only-side-bets": book.only_side_bets,
        "effective": book.effective, "prefix": book.prefix, "currency": book.currency.code,
        "rulebook-hash": book.hash,
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
        "irregularities": shown.irregularities,
    })
}

fn term_text(term: &PayTerm) -> String {
    match term {
        PayTerm::Fixed(pay) => pay.to_string(),
        PayTerm::ByOption(id) => format!("option {id}"),
    }
}
