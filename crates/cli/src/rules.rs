//! `croupier rules`: a rule book for the eye.

use crate::failure::{Failure, Outcome, Verdict};
use crate::games_cmd::option_json;
use crate::grid::{Cell, Grid};
use crate::irregular;
use crate::registry::{self, Known};
use crate::screen::{DIM, HEAD, ID, PLAIN, Screen, paint};
use rulebook::{OptionRule, PayTerm, Range, RuleBook, WagerRule};
use serde_json::{Value, json};

const EXAMPLE: &str = "\
Examples:
  croupier rules ohio/blackjack
  croupier rules ohio/blackjack --json | jq '.options[].id'

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
    let cards = format!("{} of {}", decks(book.decks.allowed), book.decks.kind);
    fact(
        "cards",
        format!("{cards}; {} unless the table says otherwise", book.decks.default),
        &book.decks.cites,
    )?;
    let boxes = format!("{} to {}", book.boxes.allowed.min, book.boxes.allowed.max);
    let boxes = format!("{boxes}; {} unless the table says otherwise", book.boxes.default);
    fact("boxes", boxes, &book.boxes.cites)?;
    fact("hash", book.hash.clone(), &[])?;
    wagers(screen, book)?;
    pay_tables(screen, book)?;
    options(screen, book)?;
    irregularities(screen, known)?;
    Ok(())
}

fn wagers(screen: &mut Screen, book: &RuleBook) -> Result<(), Failure> {
    screen.heading("Wagers")?;
    let mut grid = Grid::new(&["id", "name", "kind", "pays", "limits", "rules"]);
    for wager in &book.wagers {
        grid.row([
            wager.id.as_str().into(),
            wager.name.as_str().into(),
            kind(wager).into(),
            pays(wager, book).into(),
            limits(wager, book).into(),
            Cell::styled(ID, wager.cites.join(" ")),
        ]);
    }
    Ok(grid.print(screen, 2)?)
}

fn kind(wager: &WagerRule) -> String {
    match &wager.follows {
        Some(other) => format!("follows {other}"),
        None if wager.required => "required".to_owned(),
        None if wager.side_bet => "side bet".to_owned(),
        None => "regular".to_owned(),
    }
}

fn pays(wager: &WagerRule, book: &RuleBook) -> String {
    let terms = wager.pays.iter().map(|term| match term {
        PayTerm::Fixed(pay) => pay.to_string(),
        PayTerm::ByOption(id) => {
            let allowed = book.option(id).map(|option| option.allowed.to_string().replace(", ", " or "));
            format!("{} ({id})", allowed.unwrap_or_default())
        }
    });
    let tables = wager.paytables.len();
    let tables =
        (tables > 0).then(|| if tables == 1 { "a pay table".into() } else { format!("{tables} pay tables") });
    terms.chain(tables).collect::<Vec<String>>().join("; ")
}

fn limits(wager: &WagerRule, book: &RuleBook) -> String {
    match (&wager.limits, wager.has_limits()) {
        (Some(bounds), _) => bounds.display(book.currency),
        (None, true) => "the table's own".to_owned(),
        (None, false) => String::new(),
    }
}

fn pay_tables(screen: &mut Screen, book: &RuleBook) -> Result<(), Failure> {
    for table in &book.paytables {
        let title = format!("Pay table of {}, {}", table.wager, decks(table.decks));
        screen.heading(&format!("{title}  {}", paint(ID, &table.code)))?;
        let mut grid = Grid::new(&["", ">"]);
        for line in &table.lines {
            grid.row([line.name.as_str().into(), line.pays.to_string().into()]);
        }
        grid.print(screen, 2)?;
    }
    Ok(())
}

fn options(screen: &mut Screen, book: &RuleBook) -> Result<(), Failure> {
    screen.heading("What the casino may choose")?;
    for option in &book.options {
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
    Ok(all.iter().try_for_each(|one| irregular::entry(screen, one, None))?)
}

fn book_json(known: &Known) -> Value {
    let book = &known.book;
    let wager = |wager: &WagerRule| {
        let pays: Vec<String> = wager.pays.iter().map(term_text).collect();
        json!({
            "id": wager.id, "name": wager.name, "required": wager.required, "side_bet": wager.side_bet,
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
