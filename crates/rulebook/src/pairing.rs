//! Checks what a side bet may be combined with: the game, the decks and the other wagers of the table.

use std::collections::BTreeSet;

use crate::book::WagerRule;
use crate::check::{Checker, decks_text};
use crate::finding::Finding;

impl<'b> Checker<'b> {
    /// Refuses side bets that may not be offered at this table, and returns their ids.
    pub(crate) fn pairings(&mut self) -> BTreeSet<&'b str> {
        let book = self.book;
        let mut unpaired = BTreeSet::new();
        let mut said = BTreeSet::new();
        for wager in book.wagers.iter().filter(|wager| wager.side_bet) {
            if !self.table.offers(&wager.id) {
                continue;
            }
            let Some(finding) = self.unpaired(wager) else { continue };
            unpaired.insert(wager.id.as_str());
            // If a family was offered as a whole, the finding names the family and not each of its wagers.
            let named = [Some(&wager.id), wager.family.as_ref()].into_iter().flatten();
            let line = named.filter_map(|id| self.line(&format!("side-bets.{id}"))).next();
            if said.insert(wager.family.as_ref().unwrap_or(&wager.id)) {
                self.findings.push(finding.at(line));
            }
        }
        unpaired
    }

    /// Returns why this side bet may not be offered here, if it may not.
    fn unpaired(&self, wager: &WagerRule) -> Option<Finding> {
        let (book, table) = (self.book, &self.table);
        let id = wager.family.as_ref().unwrap_or(&wager.id);
        // A study table may combine a side bet with any game, but the wager's own requirements still apply.
        if !wager.attaches_to(&book.id) && !table.study {
            let what = format!(
                "side bet {id} of {} may not be offered at {} under {}; marked study, the table would be accepted \
                 for analysis only",
                wager.from,
                book.id,
                wager.attaches_cites.join(", ")
            );
            let finding = Finding::new(what).citing(&wager.attaches_cites);
            return Some(finding.allowing(wager.attaches.join(", ")));
        }
        if let Some(decks) = wager.decks.as_ref().filter(|decks| !decks.contains(table.decks.into())) {
            let text = decks_text(decks);
            let what = format!("{id} is approved for {text}, not {}", table.decks);
            return Some(Finding::new(what).citing(&wager.decks_cites).allowing(text));
        }
        if !wager.beside.is_empty() && !wager.beside.iter().any(|other| table.offers(other)) {
            let others = wager.beside.join(" or ");
            let what = format!("{id} is made beside {others}, which the table does not offer");
            return Some(Finding::new(what).citing(&wager.beside_cites).allowing(others));
        }
        None
    }
}
