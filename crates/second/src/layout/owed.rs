//! Charges that are put off: who owes what, who must pay now, and that all debts are paid before cards are shuffled.

use super::account::Account;
use super::document::Document;
use super::line::{Bet, Wanted, shown};
use engine::{Line, Patron, Spot, What};
use std::collections::BTreeMap;

/// What each patron owes.
#[derive(Clone, Debug, Default)]
pub struct Owed {
    by: BTreeMap<Patron, (Spot, i64)>,
    /// The shoe is over, so all patrons must pay.
    all_pay: bool,
}

impl Owed {
    /// Adds a charge on this wager.
    pub fn add(&mut self, bet: &Bet, charged: i64) {
        self.by.entry(bet.patron).or_insert((bet.spot, 0)).1 += charged;
    }
}

impl<D: Document> Account<D> {
    /// Makes all patrons pay at the end of a shoe, and checks that no debt remains at the shuffle.
    pub(super) fn shoe(&mut self, what: &What) -> Result<(), String> {
        if self.document.ends_shoe(what) {
            self.owed.all_pay = true;
        }
        if matches!(what, What::Shuffled { .. }) {
            if let Some((patron, (_, amount))) = self.owed.by.first_key_value() {
                return Err(format!("cards are shuffled, and {patron} owes {amount}"));
            }
            self.owed.all_pay = false;
        }
        Ok(())
    }

    /// Returns who must pay next: first the patrons who have left and whose wagers are settled, then all if the shoe is
    /// over; the patron at the highest place first.
    pub(super) fn payer(&self) -> Option<Wanted> {
        let settled = |patron: &Patron| self.bets.values().all(|bet| bet.patron != *patron);
        let left = |patron: &Patron| self.gone.contains_key(patron) && settled(patron);
        let highest = |pays: &dyn Fn(&Patron) -> bool| {
            let all = self.owed.by.iter().filter(|(patron, _)| pays(patron));
            all.max_by_key(|(_, (spot, _))| spot.box_number)
        };
        let all_pay = |_: &Patron| self.owed.all_pay;
        let (patron, (spot, amount)) = highest(&left).or_else(|| highest(&all_pay))?;
        Some(Wanted::collection(*patron, *spot, *amount))
    }

    /// Processes the collection of a debt.
    pub(super) fn collected(&mut self, line: &Line) -> Result<(), String> {
        if !self.outstanding().is_empty() {
            return Err(format!(
                "collected before wagers are settled: {}\n{}",
                shown(line),
                self.outstanding()
            ));
        }
        let wanted = self.payer().ok_or_else(|| format!("nobody must pay yet: {}", shown(line)))?;
        let differences = wanted.differences(line);
        if !differences.is_empty() {
            return Err(format!("{}\nexpected {wanted}\nfound    {}", differences.join(", "), shown(line)));
        }
        self.owed.by.remove(&line.patron);
        Ok(())
    }
}
