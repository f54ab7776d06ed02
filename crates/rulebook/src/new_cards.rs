//! The time after which the cards of a table are changed, as the documents require; the house measures it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use crate::finding::Finding;
use crate::source::{Lined, Section, Source};
use crate::table::TableConfig;

/// How long cards may be used at tables of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardHours {
    /// The game, by the id of its rule book.
    pub game: String,
    /// The value of the option `dealing` for which these hours apply; `None` for all.
    pub dealt: Option<String>,
    /// The hours.
    pub hours: u16,
    /// The paragraph that requires it.
    pub paragraph: String,
}

/// The entry of a table file on the time after which cards are changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NewCards {
    /// No entry.
    #[default]
    Unsaid,
    /// The house measures the time.
    Kept,
    /// The house does not measure it, because the table's cards are electronic.
    LeftOut,
}

impl NewCards {
    /// Both values that a file can have, by their words.
    pub(crate) const WORDS: [(&str, NewCards); 2] =
        [("kept", NewCards::Kept), ("left-out", NewCards::LeftOut)];

    /// Returns the word in a file; `None` without an entry.
    pub(crate) fn word(self) -> Option<&'static str> {
        NewCards::WORDS.iter().find(|(_, said)| *said == self).map(|(word, _)| *word)
    }
}

/// The default time of the warning to the floor, in minutes before new cards are due.
pub(crate) const WARNING_MINUTES: u16 = 30;

/// The longest time of use: no document has a longer one, so a longer one must be a typing error.
const MOST_HOURS: u16 = 168;

/// Returns the hours of every game in the documents.
pub fn card_hours() -> &'static [CardHours] {
    static ALL: OnceLock<Vec<CardHours>> = OnceLock::new();
    // A test checks that the file has no faults, so the default is never used.
    ALL.get_or_init(|| read(include_str!("../new_cards.toml")).unwrap_or_default())
}

/// Returns the hours for the tables of a game, for all ways of dealing.
pub(crate) fn hours_of(game: &str) -> impl Iterator<Item = &'static CardHours> {
    card_hours().iter().filter(move |row| row.game == game)
}

impl TableConfig {
    /// Returns how long cards may be used at this table by its game's document, if it sets a time.
    #[must_use]
    pub fn card_hours(&self) -> Option<&'static CardHours> {
        hours_of(&self.game)
            .find(|row| row.dealt.as_ref().is_none_or(|dealt| dealt == self.option("dealing")))
    }

    /// Returns the table as it is opened: if a dealer deals paper cards, its time of use is measured.
    ///
    /// # Errors
    /// Fails if the table leaves the time out although a dealer deals paper cards.
    pub fn opened(&self, live: bool) -> Result<TableConfig, Finding> {
        let mut table = self.clone();
        let Some(row) = self.card_hours().filter(|_| live) else { return Ok(table) };
        if self.new_cards == NewCards::LeftOut {
            let what = "new-cards \"left-out\" is for tables that the house deals itself";
            let cites = [row.paragraph.clone()];
            return Err(Finding::new(what).citing(&cites).allowing("kept"));
        }
        table.new_cards = NewCards::Kept;
        Ok(table)
    }
}

pub(crate) fn read(text: &str) -> Result<Vec<CardHours>, Vec<Finding>> {
    let mut source = Source::new(text);
    let root = source.parse().map_err(|finding| vec![finding])?;
    let top = Section { table: root.get_ref(), line: 1 };
    source.only_keys(top, &["cards"]);
    let (mut all, mut seen) = (Vec::new(), BTreeSet::new());
    for section in source.sections(top, "cards") {
        source.only_keys(section, &["game", "dealt", "hours", "paragraph"]);
        let (game, paragraph) = (source.required(section, "game"), source.required(section, "paragraph"));
        let dealt = source.optional(section, "dealt").map(|dealt| dealt.value);
        let hours = source.required(section, "hours").and_then(|hours| read_hours(&mut source, &hours));
        let (Some(game), Some(paragraph), Some(hours)) = (game, paragraph, hours) else { continue };
        if paragraph.value.trim().is_empty() {
            source.report(Finding::new("hours need a paragraph").at(paragraph.line));
        }
        let (game, paragraph) = (game.value, paragraph.value);
        // Of two rows that apply to one table, the second would never be used.
        let known = |dealt: Option<String>| seen.contains(&(game.clone(), dealt));
        let any = || seen.iter().any(|(other, _): &(String, Option<String>)| *other == game);
        if known(dealt.clone()) || known(None) || dealt.is_none() && any() {
            source.report(Finding::new(format!("{game} has these hours twice")).at(section.line));
        }
        seen.insert((game.clone(), dealt.clone()));
        all.push(CardHours { game, dealt, hours, paragraph });
    }
    if source.findings.is_empty() { Ok(all) } else { Err(source.findings) }
}

fn read_hours(source: &mut Source<'_>, text: &Lined<String>) -> Option<u16> {
    let hours = text.value.parse().ok().filter(|hours| (1..=MOST_HOURS).contains(hours));
    if hours.is_none() {
        let what = format!("\"{}\" is no number of hours", text.value);
        source.report(Finding::new(what).at(text.line).allowing(format!("1..{MOST_HOURS}")));
    }
    hours
}
