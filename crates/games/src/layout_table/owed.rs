//! Vigorish that is put off: what each patron owes, and when it is collected.
//!
//! Chips for it are set aside and marked when the wager is paid, out of the payment. So a debt is always
//! covered, whatever its patron loses afterwards. It is collected before the cards are shuffled, and when its
//! patron leaves.

use super::law::{Clause, SILENT};
use super::play::LayoutGame;
use super::state::{LayoutTable, spot_of};
use super::words;
use engine::{Cites, Due, Line, Owed, Patron, Sink};
use felt::Money;
use serde::{Deserialize, Serialize};

/// The debts of patrons, one entry each, in the order of the patrons.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<(Patron, Money)>")]
pub(crate) struct Debts(Vec<(Patron, Money)>);

impl TryFrom<Vec<(Patron, Money)>> for Debts {
    type Error = &'static str;

    fn try_from(debts: Vec<(Patron, Money)>) -> Result<Debts, &'static str> {
        let in_order = debts.windows(2).all(|two| two[0].0 < two[1].0);
        let sound = debts.iter().all(|(_, amount)| amount.is_positive());
        if in_order && sound { Ok(Debts(debts)) } else { Err("debts that no table has") }
    }
}

impl Debts {
    fn find(&self, patron: Patron) -> Result<usize, usize> {
        self.0.binary_search_by_key(&patron, |(owes, _)| *owes)
    }

    fn add(&mut self, patron: Patron, charged: Money) {
        match self.find(patron) {
            Ok(at) => self.0[at].1 += charged,
            Err(at) => self.0.insert(at, (patron, charged)),
        }
    }

    fn take(&mut self, patron: Patron) -> Option<Money> {
        self.find(patron).ok().map(|at| self.0.remove(at).1)
    }

    /// The patrons who owe something.
    pub(crate) fn patrons(&self) -> impl Iterator<Item = Patron> {
        self.0.iter().map(|(patron, _)| *patron)
    }
}

impl<G: LayoutGame> LayoutTable<G> {
    /// The debts of patrons, as the markers in front of the dealer show them.
    pub(crate) fn visit_owed(&self, visit: &mut dyn FnMut(Owed)) {
        for (patron, amount) in self.owed.0.iter().copied() {
            if let Some(place) = self.place_of(patron) {
                visit(Owed { patron, spot: spot_of(place), amount });
            }
        }
    }

    /// Puts off a charge.
    pub(crate) fn put_off<S: Sink>(&mut self, debt: Line, out: &mut S) {
        self.owed.add(debt.patron, debt.charged);
        self.lines.put(debt, out);
    }

    /// Collects all debts before cards are shuffled, the highest place first, as when winners are paid.
    pub(crate) fn collect_before_shuffle<S: Sink>(&mut self, out: &mut S) {
        if self.owed.0.is_empty() || self.source_due() != Some(Due::Shuffle) {
            return;
        }
        for place in (1..=self.terms.places).rev() {
            let law = &G::PLAY.law.charge;
            self.collect(place, [law.before_shuffle, law.when], out);
        }
    }

    /// Collects the debt of a patron who leaves a place, immediately or after their last wagers were settled.
    pub(crate) fn collect_on_leaving<S: Sink>(&mut self, place: u8, settled_first: bool, out: &mut S) {
        let law = &G::PLAY.law.charge;
        let when = if settled_first { law.when } else { SILENT };
        self.collect(place, [law.on_leaving, when], out);
    }

    /// Collects the debt of the patron of a place, and removes the marker.
    fn collect<S: Sink>(&mut self, place: u8, [now, when]: [Clause; 2], out: &mut S) {
        let Some(patron) = self.patron_at(place) else { return };
        let Some(amount) = self.owed.take(patron) else { return };
        let unmarked = G::PLAY.law.charge.unmarked;
        let cites = Cites::from(now.applies()).and(unmarked.applies()).and(when.applies());
        self.lines.put(Line::collection(patron, spot_of(place), words::VIGORISH, amount, cites), out);
    }
}
