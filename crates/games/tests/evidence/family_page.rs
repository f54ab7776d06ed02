//! Checks that `docs/blackjack-family.md` matches the rule books. `just family-page` regenerates it.

use rulebook::{Allowed, RuleBook, WagerRule};
use std::fmt::Write;
use std::sync::Arc;

const HEAD: &str = "# The blackjack family\n\n\
    One play, told apart by the options of the rule books. This page is made from them by `just family-page`; a test\n\
    fails when it is out of date. The first value is the default, what follows it a casino may choose instead. The\n\
    paragraphs behind each value stand in the rule books, and those of the play itself in `crates/games/src/blackjack`,\n\
    one file a game.\n\n";

/// The games of the family: those whose rule book covers a dealer's 22.
fn family() -> Vec<Arc<RuleBook>> {
    let books = games::GAMES.iter().map(|game| game.book().unwrap());
    books.filter(|book| book.option("dealer-22").is_some()).collect()
}

fn values(allowed: &Allowed, default: &str) -> String {
    match allowed {
        Allowed::OneOf(values) => {
            let others = values.iter().filter(|value| *value != default);
            std::iter::once(default).chain(others.map(String::as_str)).collect::<Vec<_>>().join(", ")
        }
        Allowed::Range(range) => format!("{default} ({range})"),
        Allowed::AtLeast(least) => format!("{default} (at least {least})"),
    }
}

fn row(cells: impl IntoIterator<Item = String>) -> String {
    format!("| {} |\n", cells.into_iter().collect::<Vec<_>>().join(" | "))
}

fn options_table(books: &[Arc<RuleBook>]) -> String {
    let mut ids: Vec<(&str, &str)> = Vec::new();
    for option in books.iter().flat_map(|book| &book.options) {
        if !ids.iter().any(|(id, _)| *id == option.id) {
            ids.push((&option.id, &option.name));
        }
    }
    let mut text =
        row(std::iter::once("option".to_owned()).chain(books.iter().map(|b| format!("`{}`", b.id))));
    text += &row(std::iter::repeat_n("---".to_owned(), books.len() + 1));
    let count = row(std::iter::once("cards".to_owned())
        .chain(books.iter().map(|book| format!("{} decks, {}", book.decks.allowed, book.decks.kind))));
    text += &count;
    for (id, name) in ids {
        let cell = |book: &Arc<RuleBook>| {
            let own = book.option(id).filter(|_| is_own(book, id));
            own.map_or_else(String::new, |option| values(&option.allowed, &option.default))
        };
        let cells: Vec<String> = books.iter().map(cell).collect();
        if cells.iter().any(|cell| !cell.is_empty()) {
            text += &row(std::iter::once(format!("{name} (`{id}`)")).chain(cells));
        }
    }
    text
}

/// Whether an option is from the game's own book rather than from another game's side bets.
fn is_own(book: &RuleBook, id: &str) -> bool {
    let game = games::find(&book.id).unwrap();
    RuleBook::parse(game.rulebook).unwrap().option(id).is_some()
}

fn side_bets_table(books: &[Arc<RuleBook>]) -> String {
    let mut seen: Vec<&WagerRule> = Vec::new();
    for wager in books.iter().flat_map(|book| &book.wagers).filter(|wager| wager.side_bet) {
        if !seen.iter().any(|other| other.id == wager.id) {
            seen.push(wager);
        }
    }
    let mut text = row(["side bet", "offered at", "decks", "only beside", "pay tables"].map(str::to_owned));
    text += &row(std::iter::repeat_n("---".to_owned(), 5));
    for wager in seen {
        let at = books.iter().filter(|book| wager.attaches_to(&book.id)).map(|book| format!("`{}`", book.id));
        let decks = wager.decks.as_ref().map_or_else(String::new, ToString::to_string);
        text += &row([
            format!("{} (`{}`)", wager.name, wager.id),
            at.collect::<Vec<_>>().join(", "),
            decks,
            wager.beside.join(" or "),
            wager.paytables.len().to_string(),
        ]);
    }
    text
}

#[test]
fn the_page_is_what_the_rule_books_say() {
    let books = family();
    let mut page = HEAD.to_owned();
    write!(page, "## Options\n\n{}\n", options_table(&books)).unwrap();
    page += "## Side bets\n\nAny other pair needs a table file marked `study`, which is for analysis and opens no live table.\n\n";
    page += &side_bets_table(&books);
    let path = crate::common::root().join("docs/blackjack-family.md");
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let there = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(there == page, "docs/blackjack-family.md is out of date: run `just family-page`");
}
