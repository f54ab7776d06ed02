//! Merges side bets of other rule books into the book of a game.

use std::collections::BTreeSet;

use crate::book::{PayTerm, RuleBook, WagerRule};
use crate::book_read::sha256;

impl RuleBook {
    /// Returns the book with the side bets of other books: their wagers, the wagers that follow those, their pay tables
    /// and the options of the other books; for a book of only side bets its duties too.
    ///
    /// A merged wager keeps the id of its own book ([`WagerRule::from`]). [`WagerRule::attaches_to`] says whether the
    /// regulator lets it be offered here, and lint enforces that. Not merged are ids that already exist, side bets that
    /// depend on a wager this game lacks, and books in another currency. The hash covers all the books, whether or not
    /// anything was merged from them.
    #[must_use]
    pub fn with_side_bets(mut self, others: &[RuleBook]) -> RuleBook {
        if others.is_empty() {
            return self;
        }
        let mut hashes = self.hash.clone();
        for other in others {
            hashes.push('\n');
            hashes.push_str(&other.hash);
            if other.currency == self.currency && other.id != self.id {
                self.join(other);
            }
        }
        self.hash = sha256(&hashes);
        self
    }

    fn join(&mut self, other: &RuleBook) {
        let joining = self.joining(other);
        let stays_behind = |option: &str| {
            let pays = |wager: &&WagerRule| wager.pays.contains(&PayTerm::ByOption(option.to_owned()));
            let mut paid = other.wagers.iter().filter(pays).peekable();
            paid.peek().is_some() && !paid.any(|wager| joining.contains(wager.id.as_str()))
        };
        let options = other.options.iter().filter(|o| !self.has_word(&o.id) && !stays_behind(&o.id));
        let options: Vec<_> = options.cloned().collect();
        let wagers = other.wagers.iter().filter(|w| joining.contains(w.id.as_str()));
        let wagers: Vec<_> = wagers.cloned().collect();
        for table in &other.paytables {
            if joining.contains(table.wager.as_str()) && self.paytable(&table.code).is_none() {
                self.paytables.push(table.clone());
            }
        }
        self.wagers.extend(wagers);
        self.options.extend(options);
        if other.only_side_bets {
            for duty in &other.duties {
                if self.duties.iter().all(|known| known.id != duty.id) {
                    self.duties.push(duty.clone());
                }
            }
        }
        for prefix in std::iter::once(&other.prefix).chain(&other.also) {
            if !prefix.is_empty() && *prefix != self.prefix && !self.also.contains(prefix) {
                self.also.push(prefix.clone());
            }
        }
    }

    /// Returns the wagers of another book to merge: side bets and the wagers that follow them, if all they depend on
    /// exists.
    fn joining<'o>(&self, other: &'o RuleBook) -> BTreeSet<&'o str> {
        let taken = |wager: &WagerRule| {
            self.has_word(&wager.id) || wager.family.as_ref().is_some_and(|family| self.has_word(family))
        };
        let new = other.wagers.iter().filter(|wager| led_by_side_bet(other, wager) && !taken(wager));
        let mut joining: BTreeSet<&str> = new.map(|wager| wager.id.as_str()).collect();
        // Dropping one wager may leave others without a wager they depend on, so repeat until nothing changes.
        loop {
            let there = |id: &String| self.wager(id).is_some() || joining.contains(id.as_str());
            let held = |wager: &WagerRule| {
                [&wager.follows, &wager.feeds, &wager.equals].into_iter().flatten().all(there)
            };
            let kept: BTreeSet<&str> =
                joining.iter().copied().filter(|id| other.wager(id).is_some_and(held)).collect();
            if kept.len() == joining.len() {
                return joining;
            }
            joining = kept;
        }
    }

    /// Whether a wager, a family or an option has this id; they share one space of names.
    fn has_word(&self, id: &str) -> bool {
        self.wager(id).is_some() || self.family(id).next().is_some() || self.option(id).is_some()
    }
}

/// Whether a wager is a side bet or follows one, directly or indirectly.
fn led_by_side_bet(book: &RuleBook, wager: &WagerRule) -> bool {
    let mut at = Some(wager);
    // The book has been checked for cycles, so following the chain terminates.
    while let Some(wager) = at {
        if wager.side_bet {
            return true;
        }
        at = wager.follows.as_deref().and_then(|next| book.wager(next));
    }
    false
}
