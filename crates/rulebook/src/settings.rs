//! Writes a checked table as settings, so that a record can say at which table it was played.

use std::collections::BTreeMap;

use crate::awards::Awards;
use crate::book::RuleBook;
use crate::draft::TableDraft;
use crate::finding::Finding;
use crate::new_cards::WARNING_MINUTES;
use crate::table::TableConfig;

impl TableConfig {
    /// Returns every chosen and default value, by the keys of [`TableDraft`]: checked again with the same book, they
    /// give a table with the same hash.
    #[must_use]
    pub fn settings(&self, book: &RuleBook) -> BTreeMap<String, String> {
        let mut settings = BTreeMap::new();
        let mut set = |key: String, value: String| drop(settings.insert(key, value));
        set("name".to_owned(), self.name.clone());
        set("boxes".to_owned(), self.boxes.to_string());
        set("coin".to_owned(), self.currency.format_short(self.coin));
        set("steps".to_owned(), if self.by_dealer { "by-dealer" } else { "automatic" }.to_owned());
        if self.decks > 0 {
            set("decks".to_owned(), self.decks.to_string());
        }
        if self.study {
            set("study".to_owned(), "true".to_owned());
        }
        if let Some(rounding) = self.rounding {
            set("rounding".to_owned(), rounding.to_string());
        }
        if self.awards != Awards::TO_THE_CENT {
            set("awards".to_owned(), self.awards.display(self.currency));
        }
        if let Some(word) = self.new_cards.word() {
            set("new-cards".to_owned(), word.to_owned());
        }
        if self.new_cards_warning != WARNING_MINUTES {
            set("new-cards-warning".to_owned(), self.new_cards_warning.to_string());
        }
        for (key, kept) in [("place-rounds", self.place_rounds), ("place-seconds", self.place_seconds)] {
            if kept > 0 {
                set(key.to_owned(), kept.to_string());
            }
        }
        for (id, value) in self.options() {
            set(format!("options.{id}"), value.to_owned());
        }
        for wager in book.wagers.iter().filter(|wager| self.offers(&wager.id)) {
            // A wager that equals or follows another one has the limits of that wager.
            let own = wager.equals.is_none() && wager.follows.is_none();
            let limits = self.limits(&wager.id).filter(|_| own).map(|limits| limits.display(self.currency));
            match (wager.side_bet, limits) {
                (true, limits) => {
                    set(format!("side-bets.{}", wager.id), limits.unwrap_or_else(|| "offered".to_owned()));
                }
                (false, Some(limits)) if wager.equals.is_none() => {
                    set(format!("limits.{}", wager.id), limits);
                }
                // A wager that always equals another one takes its limits from it.
                (false, _) => {}
            }
            if wager.paytables.len() > 1
                && let Some(paytable) = self.paytable(&wager.id)
            {
                set(format!("paytable.{}", wager.id), paytable.code.clone());
            }
        }
        settings
    }

    /// Restores the table from its settings.
    ///
    /// # Errors
    /// Returns what the book does not allow, or no longer allows.
    pub fn from_settings(book: &RuleBook, settings: &BTreeMap<String, String>) -> Result<Self, Vec<Finding>> {
        let mut draft = TableDraft::new(&book.id);
        for (key, value) in settings {
            draft.set(key.clone(), value.clone(), None);
        }
        draft.check(book)
    }

    /// Returns the same table with other choices, each by its key.
    ///
    /// # Errors
    /// Returns what the book does not allow.
    pub fn with(&self, book: &RuleBook, changes: &[(&str, &str)]) -> Result<Self, Vec<Finding>> {
        let mut settings = self.settings(book);
        settings.extend(changes.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())));
        Self::from_settings(book, &settings)
    }
}
