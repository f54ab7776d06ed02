//! A requested table, before it is checked against the rules.

use crate::book::RuleBook;
use crate::defaults::borrowed;
use crate::finding::Finding;
use crate::table::TableConfig;

/// Keys without a section.
pub(crate) const PLAIN: &[&str] = &[
    "name",
    "study",
    "boxes",
    "decks",
    "coin",
    "rounding",
    "awards",
    "new-cards",
    "new-cards-warning",
    "place-rounds",
    "place-seconds",
    "steps",
];

/// Sections of a table file.
pub(crate) const SECTIONS: &[&str] = &["limits", "options", "side-bets", "paytables"];

/// Whether table files use this word themselves, so that no wager or option may have it as its id.
pub(crate) fn is_reserved(word: &str) -> bool {
    let others = ["game", "step", "paytable", "offered"];
    PLAIN.contains(&word) || SECTIONS.contains(&word) || others.contains(&word)
}

/// Keys and values for one table, not yet checked.
///
/// Keys are:
///
/// * `name`, `study`, `boxes`, `decks`, `coin`, `rounding`, `awards`, `new-cards`, `new-cards-warning`, `place-rounds`,
///   `place-seconds`, `steps`;
/// * `limits` for the main wager, `limits.<wager>` for any other, `limits.<family>` for a whole family; what is
///   written for one wager wins over what is written for its family;
/// * an option's id, or `options.<id>`;
/// * the id of a side bet or of a family of them, or `side-bets.<id>`, with limits or `offered` as value;
/// * `paytable.<wager>`, or `paytable.<family>` for all of a family.
#[derive(Debug, Clone)]
pub struct TableDraft {
    pub(crate) game: String,
    pub(crate) game_line: Option<usize>,
    pub(crate) entries: Vec<Entry>,
    /// Whether a coin was named in a form that cannot be read; that has its own finding.
    pub(crate) coinless: bool,
}

/// One key with its value.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) value: String,
    pub(crate) line: Option<usize>,
    /// Whether a later entry with the same key replaces this one instead of conflicting with it.
    pub(crate) yields: bool,
}

impl TableDraft {
    /// Starts a draft for the game with this id, without any choices.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), game_line: None, entries: Vec::new(), coinless: false }
    }

    /// Starts a draft with limits, a coin and all else that must be named, from [`TableConfig::default_for`]; entries
    /// set later replace these. For front ends in which limits may be omitted, such as scenarios.
    #[must_use]
    pub fn with_defaults(book: &RuleBook) -> Self {
        let table = TableConfig::default_for(book);
        let mut draft = Self::new(&book.id);
        let mut offer = |key: String, value: String| {
            draft.entries.push(Entry { key, value, line: None, yields: true });
        };
        offer("coin".to_owned(), book.currency.format_short(table.coin));
        if let Some(rounding) = table.rounding {
            offer("rounding".to_owned(), rounding.to_string());
        }
        for wager in &book.wagers {
            // Limits borrowed from the main wager must follow it when its limits are replaced, so they are not entered.
            if let Some(limits) =
                table.limits(&wager.id).filter(|l| borrowed(book, &table, wager) != Some(*l))
            {
                offer(format!("limits.{}", wager.id), limits.display(book.currency));
            }
            // The pay table may be omitted if only one fits, and the decks may still change.
            if let Some(paytable) = table.paytable(&wager.id)
                && book.paytables_for(wager, table.decks).count() > 1
            {
                offer(format!("paytable.{}", wager.id), paytable.code.clone());
            }
        }
        draft
    }

    /// Returns the id of the game.
    #[must_use]
    pub fn game(&self) -> &str {
        &self.game
    }

    /// Iterates over the entries set so far, key and value, in the order in which they were set.
    pub fn entries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.entries.iter().map(|entry| (entry.key.as_str(), entry.value.as_str()))
    }

    /// Whether the draft has set the key already.
    #[must_use]
    pub fn sets(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key && !entry.yields)
    }

    /// Sets one key. Setting the same key twice is a finding of [`check`](Self::check); the second value does not
    /// replace the first.
    pub fn set(
        &mut self,
        key: impl Into<String>,
        value: impl Into<String>,
        line: Option<usize>,
    ) -> &mut Self {
        self.entries.push(Entry { key: key.into(), value: value.into(), line, yields: false });
        self
    }

    /// Sets everything on a line such as `limits 5..100 step 5 decks 2 soft-17 stand blackjack-pays 6 to 5`.
    ///
    /// Values may have several words: a value ends before the next word that is a key of this book. The word right
    /// after a key always belongs to its value. A key at the end of the line has the empty value, which
    /// [`check`](Self::check) refuses. Only `study` may stand alone, and then means `study true`.
    pub fn set_words(&mut self, book: &RuleBook, words: &str, line: Option<usize>) -> &mut Self {
        let mut words = words.split_whitespace().peekable();
        while let Some(key) = words.next() {
            if key == "study" && words.peek().is_none_or(|word| is_key(book, word)) {
                self.set(key, "true", line);
                continue;
            }
            let mut value: Vec<&str> = words.next().into_iter().collect();
            while let Some(word) = words.next_if(|word| !is_key(book, word)) {
                value.push(word);
            }
            self.set(key, value.join(" "), line);
        }
        self
    }

    /// Checks the draft against the rule book.
    ///
    /// # Errors
    /// Returns every fault, in the order of the lines.
    pub fn check(&self, book: &RuleBook) -> Result<TableConfig, Vec<Finding>> {
        crate::check::check(self, book)
    }
}

fn is_key(book: &RuleBook, word: &str) -> bool {
    let grouped =
        ["limits.", "options.", "side-bets.", "paytable."].iter().any(|group| word.starts_with(group));
    grouped
        || PLAIN.contains(&word)
        || word == "limits"
        || book.option(word).is_some()
        || book.wager(word).is_some()
        || book.family(word).next().is_some()
}
