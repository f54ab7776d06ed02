//! A checked table that may be opened.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use felt::{Currency, DeckKind, Money, Pack, Pay, Rounding};

use crate::awards::Awards;
use crate::book::{PayTable, RuleBook};
use crate::book_read::sha256;
use crate::finding::Finding;
use crate::limits::Limits;
use crate::new_cards::{NewCards, WARNING_MINUTES};

/// One table's settings, checked against a rule book.
///
/// Every option has a value here, chosen or default, so that the code of a game never needs the book.
#[derive(Debug, Clone)]
pub struct TableConfig {
    /// The id of the game's rule book.
    pub game: String,
    /// The house's name for the table; the game's name if the file has none.
    pub name: String,
    /// Whether the table is for study only and must never be opened to the public.
    pub study: bool,
    /// The number of betting boxes.
    pub boxes: u8,
    /// The number of decks; zero for a game without cards.
    pub decks: u8,
    /// The currency the table plays for.
    pub currency: Currency,
    /// The smallest coin: every payment is a multiple of it.
    pub coin: Money,
    /// How payments are rounded to coins; without it, every payment must be exact.
    pub rounding: Option<Rounding>,
    /// How awards from a meter are rounded.
    pub awards: Awards,
    /// Whether the house measures the time after which cards are changed. It does not affect play and is not in the
    /// hash.
    pub new_cards: NewCards,
    /// How many minutes before that time the floor is warned. It is not in the hash.
    pub new_cards_warning: u16,
    /// For how many rounds without a bet a patron keeps their box; 0 means no limit by rounds. It is not in the hash.
    pub place_rounds: u16,
    /// For how many seconds without a bet a patron keeps their box; 0 means no limit by time. It is not in the hash.
    pub place_seconds: u16,
    /// Whether the dealer releases each step; otherwise the engine does.
    pub by_dealer: bool,
    /// The hash of the rule book the table was checked against.
    pub book_hash: String,
    /// SHA-256 over everything that affects play, in hexadecimal: two files that mean the same table have the same
    /// hash. The table's name does not affect play.
    pub hash: String,
    /// What the person who opens the table should know, although the file is accepted.
    pub warnings: Vec<Finding>,
    pub(crate) kind: DeckKind,
    pub(crate) limits: BTreeMap<String, Limits>,
    pub(crate) options: BTreeMap<String, String>,
    pub(crate) offered: BTreeSet<String>,
    pub(crate) paytables: BTreeMap<String, PayTable>,
    pub(crate) steps: BTreeMap<String, Money>,
    pub(crate) pays: BTreeMap<String, Vec<Pay>>,
}

impl TableConfig {
    /// Returns the table without any choices: the book's defaults, no side bets, limits of 5 to 500 in steps of 5, and
    /// the largest coin in which everything is paid exactly (0.50 where blackjack pays 3 to 2).
    ///
    /// A wager whose odds no decimal coin can pay at steps of 5, such as 7 to 6, gets steps that fit its odds.
    #[must_use]
    pub fn default_for(book: &RuleBook) -> Self {
        crate::defaults::default_for(book)
    }

    /// Returns the cards in use; an empty pack for a game without cards.
    #[must_use]
    pub fn pack(&self) -> Pack {
        Pack { kind: self.kind, decks: self.decks }
    }

    /// Returns the limits of an offered wager that has limits of its own.
    #[must_use]
    pub fn limits(&self, wager: &str) -> Option<Limits> {
        self.limits.get(wager).copied()
    }

    /// Returns the step of amounts on an offered wager once it is on the table.
    ///
    /// This is the step of its limits, narrowed by the steps of the wagers that feed it: proceeds of House Money are
    /// added to a main wager in this step. Wagers that follow another one move in coins.
    #[must_use]
    pub fn stake_step(&self, wager: &str) -> Option<Money> {
        self.steps.get(wager).copied()
    }

    /// Returns the value of an option, chosen or default; the empty word for an option that the book does not have.
    #[must_use]
    pub fn option(&self, id: &str) -> &str {
        self.options.get(id).map_or("", String::as_str)
    }

    /// Iterates over all options with their values, in the order of their ids.
    pub fn options(&self) -> impl Iterator<Item = (&str, &str)> {
        self.options.iter().map(|(id, value)| (id.as_str(), value.as_str()))
    }

    /// Whether the wager can be made at this table.
    #[must_use]
    pub fn offers(&self, wager: &str) -> bool {
        self.offered.contains(wager)
    }

    /// Iterates over the ids of all wagers that can be made at this table, sorted.
    pub fn offered(&self) -> impl Iterator<Item = &str> {
        self.offered.iter().map(String::as_str)
    }

    /// Returns the pays of an offered wager outside a pay table, in the order of the book and for the chosen options: a
    /// field bet at craps has its ordinary odds, those on 2 and those on 12.
    #[must_use]
    pub fn pays(&self, wager: &str) -> &[Pay] {
        self.pays.get(wager).map_or(&[], Vec::as_slice)
    }

    /// Returns the pay table in force for a wager.
    #[must_use]
    pub fn paytable(&self, wager: &str) -> Option<&PayTable> {
        self.paytables.get(wager)
    }

    /// Returns a table with the book's defaults and neither limits nor pay tables, from which others are built.
    pub(crate) fn bare(book: &RuleBook, coin: Money) -> Self {
        let options = book.options.iter().map(|o| (o.id.clone(), o.default.clone())).collect();
        Self {
            game: book.id.clone(),
            name: book.name.clone(),
            study: false,
            boxes: book.boxes.default,
            decks: book.decks.default,
            currency: book.currency,
            coin,
            rounding: None,
            awards: Awards::TO_THE_CENT,
            new_cards: NewCards::Unsaid,
            new_cards_warning: WARNING_MINUTES,
            place_rounds: 0,
            place_seconds: 0,
            by_dealer: false,
            book_hash: book.hash.clone(),
            hash: String::new(),
            warnings: Vec::new(),
            kind: book.decks.kind,
            limits: BTreeMap::new(),
            options,
            offered: BTreeSet::new(),
            paytables: BTreeMap::new(),
            steps: BTreeMap::new(),
            pays: BTreeMap::new(),
        }
    }

    /// Sets which wagers are offered, given the side bets that the casino chose.
    pub(crate) fn offer(&mut self, book: &RuleBook, side_bets: &BTreeSet<String>) {
        self.offered.clear();
        let chosen = |id: &str, side_bet: bool| !side_bet || side_bets.contains(id);
        // The book has been checked for cycles, so following the chain terminates.
        for wager in &book.wagers {
            let mut at = Some(wager);
            let mut there = true;
            while let Some(w) = at {
                there &= chosen(&w.id, w.side_bet);
                at = w.follows.as_deref().and_then(|next| book.wager(next));
            }
            if there {
                self.offered.insert(wager.id.clone());
            }
        }
    }

    /// Computes the derived values: what wagers are paid and in what steps stakes move.
    pub(crate) fn derive(&mut self, book: &RuleBook) {
        self.steps.clear();
        self.pays.clear();
        for wager in book.wagers.iter().filter(|w| self.offered.contains(&w.id)) {
            let step = match self.limits.get(&wager.id) {
                Some(limits) => {
                    let feeders = book.wagers.iter().filter(|f| f.feeds.as_deref() == Some(&wager.id));
                    let steps = feeders.filter(|f| self.offered.contains(&f.id)).filter_map(|f| {
                        // A feeder that lacks required limits has its own finding.
                        let follows = f.follows.is_some().then_some(self.coin);
                        self.limits.get(&f.id).map(|l| l.step).or(follows)
                    });
                    steps.fold(limits.step, |a, b| Money::minor(gcd(a.as_minor(), b.as_minor())))
                }
                None => self.coin,
            };
            self.steps.insert(wager.id.clone(), step);
            let option = |id: &str| self.options.get(id).map(String::as_str);
            let pays = wager.pays.iter().filter_map(|term| term.resolve(option)).collect();
            self.pays.insert(wager.id.clone(), pays);
        }
    }

    pub(crate) fn seal(&mut self) {
        let mut text = format!(
            "book {}\ngame {}\nstudy {}\nboxes {}\ndecks {}\ncoin {}\nby-dealer {}\n",
            self.book_hash,
            self.game,
            self.study,
            self.boxes,
            self.decks,
            self.coin.as_minor(),
            self.by_dealer
        );
        let rounding = self.rounding.map_or_else(|| "none".to_owned(), |r| r.to_string());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "rounding {rounding}");
        // Defaults are not written, so that tables keep the hash they had before the setting existed.
        if self.awards != Awards::TO_THE_CENT {
            let _ = writeln!(text, "awards {}", self.awards.display(self.currency));
        }
        for (id, value) in &self.options {
            let _ = writeln!(text, "option {id} {value}");
        }
        for wager in &self.offered {
            let _ = write!(text, "wager {wager}");
            if let Some(l) = self.limits.get(wager) {
                let _ = write!(text, " {} {} {}", l.min.as_minor(), l.max.as_minor(), l.step.as_minor());
            }
            let _ = writeln!(text, " {}", self.paytables.get(wager).map_or("-", |p| p.code.as_str()));
        }
        self.hash = sha256(&text);
    }
}

pub(crate) fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}
