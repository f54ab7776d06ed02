//! `croupier new-table`: writes a starting table file that sets every option.

use crate::failure::{Failure, Outcome, Verdict};
use crate::registry::{self, Known};
use crate::screen::Screen;
use crate::side_bets::{self, Offered};
use rulebook::{OptionRule, RuleBook, TableConfig, TableDraft};
use std::fmt::Write;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier new-table ohio/craps                    print it
  croupier new-table ohio/blackjack main.toml      write it, unless the file is there
  croupier lint main.toml                          check it against the rule book
  croupier rules main.toml                         what the table then offers";

/// Write a table file with every option of a casino: its default, what is allowed and the paragraph.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The game, as ohio/blackjack; `croupier games` lists them.
    game: String,
    /// The file to write; by default standard output.
    file: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let text = table_file(&registry::find(&args.game)?);
    let Some(path) = &args.file else {
        text.lines().try_for_each(|line| screen.line(line))?;
        return Ok(Verdict::Well);
    };
    // An existing file is never overwritten.
    let written = std::fs::File::create_new(path)
        .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()));
    written.map_err(|error| Failure::usage(format!("cannot write {}: {error}", path.display())))?;
    screen.line(format!("{} is written; `croupier lint` checks it when it is changed.", path.display()))?;
    Ok(Verdict::Well)
}

/// Returns the file. Commented-out side bets are not offered; all other values are the defaults, except
/// `place-rounds`, so that patrons keep their boxes.
fn table_file(known: &Known) -> String {
    let book = &known.book;
    let table = TableConfig::default_for(book);
    let mut text = String::new();
    let mut line = |said: String| {
        let _ = writeln!(text, "{}", said.trim_end());
    };
    line(format!("# A table of {} with the defaults of the rule book.", book.name));
    line(
        "# Change what the house wants to differ, and check it against the rule book with `croupier lint`."
            .into(),
    );
    line(String::new());
    line(format!("game = \"{}\"", known.game.id));
    line(format!("name = \"{}\"", table.name));
    line(format!("# {}{}", book.boxes.allowed, cited(&book.boxes.cites)));
    line(format!("boxes = {}", table.boxes));
    if table.decks > 0 {
        line(format!("# {}{}", book.decks.allowed, cited(&book.decks.cites)));
        line(format!("decks = {}", table.decks));
    }
    line("# The smallest coin on the table: every payment is a multiple of it.".into());
    line(format!("coin = \"{}\"", book.currency.format_short(table.coin)));
    if let Some(rounding) = table.rounding {
        line("# How a payment is rounded that no coin can pay.".into());
        line(format!("rounding = \"{rounding}\""));
    }
    line("# automatic, or by-dealer where the dealer releases each step".into());
    line("steps = \"automatic\"".into());
    new_cards(&table, &mut line);
    places(&mut line);
    chosen(book, &mut line);
    if !book.options.is_empty() {
        line(String::new());
        line("[options]".into());
        book.options.iter().for_each(|choice| option(choice, &mut line));
    }
    side_bets::of(book).iter().filter(|bet| bet.here).for_each(|bet| side_bet(book, bet, &mut line));
    text
}

/// How long a box stays reserved for a patron.
fn places(line: &mut impl FnMut(String)) {
    line("# A patron keeps their box for this many rounds without a bet; 0: not at all. By time: place-seconds = 120".into());
    line("place-rounds = 3".into());
}

/// The hours after which the house changes the cards, if the game's document names any.
fn new_cards(table: &TableConfig, line: &mut impl FnMut(String)) {
    let mut rows = rulebook::card_hours().iter().filter(|row| row.game == table.game).peekable();
    if rows.peek().is_none() {
        return;
    }
    for row in rows {
        let dealt = row.dealt.as_ref().map(|dealt| format!(" where they are dealt by {dealt}"));
        let (hours, dealt) = (row.hours, dealt.unwrap_or_default());
        line(format!(
            "# Cards are changed after {hours} hours{dealt}{}",
            cited(std::slice::from_ref(&row.paragraph))
        ));
    }
    line("# The floor is warned this many minutes before.".into());
    line(format!("new-cards-warning = {}", table.new_cards_warning));
    line(
        "# Only where the house deals, for then each shuffle makes new ones: new-cards = \"left-out\"".into(),
    );
}

/// The limits and pay tables that the file must set; others use those of the main wager.
fn chosen(book: &RuleBook, line: &mut impl FnMut(String)) {
    let draft = TableDraft::with_defaults(book);
    for (group, heading) in [("limits.", "limits"), ("paytable.", "paytables")] {
        let mut first = true;
        for (key, value) in draft.entries() {
            let Some(wager) = key.strip_prefix(group).and_then(|id| book.wager(id)) else { continue };
            if std::mem::take(&mut first) {
                line(String::new());
                line(format!("[{heading}]"));
            }
            let others = match heading {
                "limits" => wager.limits.map(|bounds| format!(": {}", bounds.display(book.currency))),
                _ => Some(format!(": {}", wager.paytables.join(", "))),
            };
            line(format!("# {}{}{}", wager.name, others.unwrap_or_default(), cited(&wager.cites)));
            line(format!("{} = \"{value}\"", wager.id));
        }
    }
}

fn option(option: &OptionRule, line: &mut impl FnMut(String)) {
    line(format!("# {}{}", option.name, cited(&option.cites)));
    let only: Vec<String> =
        option.only.iter().map(|only| format!("; {} only with decks {}", only.value, only.decks)).collect();
    let uniform = if option.uniform { "; the same on all tables of the house" } else { "" };
    line(format!("# allowed: {}{}{uniform}", option.allowed, only.concat()));
    line(format!("{} = \"{}\"", option.id, option.default));
}

/// A side bet is commented out until a person removes the comment signs.
fn side_bet(book: &RuleBook, bet: &Offered<'_>, line: &mut impl FnMut(String)) {
    let decks = bet.wager.decks.as_ref().map(|decks| format!(", with decks {decks}")).unwrap_or_default();
    let beside = match bet.wager.beside.as_slice() {
        [] => String::new(),
        others => format!(", beside {}", others.join(" or ")),
    };
    line(String::new());
    line(format!("# {}{decks}{beside}{}", bet.name, cited(&bet.wager.cites)));
    line(format!("# [side-bets.{}]", bet.id));
    line(format!("# limits = \"{}\"", bet.limits));
    if let Some(paytable) = &bet.paytable {
        let tables = book.paytables_for(bet.wager, TableConfig::default_for(book).decks);
        let codes: Vec<&str> = tables.map(|table| table.code.as_str()).collect();
        line(format!("# paytable = \"{paytable}\"    # one of {}", codes.join(", ")));
    }
}

/// The paragraphs, after the values that depend on them.
fn cited(cites: &[String]) -> String {
    if cites.is_empty() { String::new() } else { format!(" ({})", cites.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rulebook::lint_table;

    fn all() -> impl Iterator<Item = (Known, String)> {
        let known = games::GAMES.iter().map(|game| registry::find(game.id).unwrap());
        known.map(|known| {
            let text = table_file(&known);
            (known, text)
        })
    }

    #[test]
    fn every_game_has_a_file_that_lint_accepts_and_that_changes_nothing() {
        for (known, text) in all() {
            let table = lint_table(&text, &registry::shelf)
                .unwrap_or_else(|findings| panic!("{}: {findings:?}\n{text}", known.game.id));
            assert_eq!(table.hash, TableConfig::default_for(&known.book).hash, "{}", known.game.id);
            for option in &known.book.options {
                let said = text.lines().any(|line| line.starts_with(&format!("{} = ", option.id)));
                assert!(said, "{}: {}", known.game.id, option.id);
            }
        }
    }

    /// Uncomments each side bet on its own: lint accepts it, or demands what the file says about it.
    #[test]
    fn every_side_bet_can_be_offered() {
        for (known, text) in all() {
            let blocks: Vec<&str> =
                text.split("\n\n").filter(|block| block.contains("# [side-bets.")).collect();
            assert_eq!(blocks.len(), side_bets::of(&known.book).iter().filter(|bet| bet.here).count());
            for block in blocks {
                let (says, bet) = block.split_once('\n').unwrap();
                let offered =
                    text.replace(bet, &bet.replace("# [", "[").replace("# l", "l").replace("# p", "p"));
                if let Err(findings) = lint_table(&offered, &registry::shelf) {
                    let said = |finding: &rulebook::Finding| {
                        (finding.what.contains("deck") && says.contains(", with decks"))
                            || (finding.what.contains(" beside ") && says.contains(", beside "))
                    };
                    assert!(findings.iter().all(said), "{}: {block}\n{findings:?}", known.game.id);
                }
            }
        }
    }
}
