//! Display of a table file: what that table really offers.

use super::print_pay_table;
use crate::failure::Failure;
use crate::families;
use crate::grid::Grid;
use crate::registry::{self, Known};
use crate::screen::{DIM, HEAD, ID, Screen, count, paint};
use rulebook::{TableConfig, WagerRule};
use serde_json::{Value, json};

pub(super) fn print(screen: &mut Screen, known: &Known, table: &TableConfig) -> Result<(), Failure> {
    let (book, currency) = (&known.book, table.currency);
    screen.line(format!("{} {}", paint(HEAD, &table.name), paint(ID, known.game.id)))?;
    if let Some(note) = registry::study_note(table) {
        screen.paragraph(2, DIM, note)?;
    }
    let decks = match table.decks {
        0 => String::new(),
        decks => format!("{}, ", count(decks.into(), "deck", "decks")),
    };
    let rounding = table.rounding.map(|rounding| format!(", rounded {rounding}")).unwrap_or_default();
    let boxes = count(table.boxes.into(), "box", "boxes");
    let coin = currency.format(table.coin);
    screen.hanging("  ", &format!("{decks}{boxes}; payments in {} of {coin}{rounding}", currency.code))?;
    screen.heading("Wagers")?;
    let mut grid = Grid::new(&["wager", "limits", "pays"]);
    for row in rows(known, table) {
        grid.row([row.label.as_str().into(), row.limits.as_str().into(), row.pays.as_str().into()]);
    }
    grid.print(screen, 2)?;
    for wager in book.wagers.iter().filter(|wager| table.offers(&wager.id)) {
        if let Some(paytable) = table.paytable(&wager.id) {
            print_pay_table(screen, paytable, &format!("Pay table of {}", wager.id), currency)?;
        }
    }
    if !book.options.is_empty() {
        screen.heading("What the house chose")?;
        let mut grid = Grid::new(&["option", "value", ""]);
        for option in &book.options {
            let value = table.option(&option.id);
            let default = if value == option.default { "" } else { "not the default" };
            grid.row([option.id.as_str().into(), value.into(), default.into()]);
        }
        grid.print(screen, 2)?;
    }
    Ok(())
}

/// Wagers of one family with equal limits and payouts.
struct Row {
    label: String,
    limits: String,
    pays: String,
}

fn rows(known: &Known, table: &TableConfig) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for family in families::of(&known.book) {
        let whole = family.label();
        let before = rows.len();
        for wager in family.wagers.into_iter().filter(|wager| table.offers(&wager.id)) {
            let (limits, pays) = (limits(wager, table), pays(wager, table));
            let same = |row: &&mut Row| row.limits == limits && row.pays == pays;
            match rows.iter_mut().skip(before).find(same) {
                Some(row) => row.label = format!("{}, {}", row.label, target(wager)),
                None => rows.push(Row { label: wager.id.clone(), limits, pays }),
            }
        }
        // A family whose wagers are all alike is shown by its name.
        if let [row] = rows.get_mut(before..).unwrap_or_default()
            && row.label.contains(", ")
        {
            row.label = whole;
        }
    }
    rows
}

fn target(wager: &WagerRule) -> &str {
    wager.target.as_deref().unwrap_or(&wager.id)
}

fn limits(wager: &WagerRule, table: &TableConfig) -> String {
    match (table.limits(&wager.id), &wager.follows) {
        (Some(limits), _) => limits.display(table.currency),
        (None, Some(other)) => format!("by {other}"),
        (None, None) => String::new(),
    }
}

fn pays(wager: &WagerRule, table: &TableConfig) -> String {
    let terms = table.pays(&wager.id).iter().map(|pay| pay.format_in(table.currency));
    let paytable = table.paytable(&wager.id).map(|paytable| format!("by {}", paytable.code));
    terms.chain(paytable).collect::<Vec<_>>().join("; ")
}

pub(super) fn table_json(known: &Known, table: &TableConfig) -> Value {
    let offered = known.book.wagers.iter().filter(|wager| table.offers(&wager.id));
    let wagers = offered.map(|wager| {
        json!({
            "id": wager.id, "name": wager.name, "limits": limits(wager, table), "pays": pays(wager, table),
            "paytable": table.paytable(&wager.id).map(|paytable| &paytable.code),
        })
    });
    json!({
        "game": known.game.id, "name": table.name, "study": table.study,
        "rulebook-hash": table.book_hash, "table-hash": table.hash,
        "settings": table.settings(&known.book), "wagers": wagers.collect::<Vec<_>>(),
    })
}
