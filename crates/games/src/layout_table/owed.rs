//! Vigorish that is put off: what each patron owes, and when it is collected.
//!
//! Chips for it are marked when the wager is paid, out of the payment. So what is owed is always there, whatever its patron loses
//! afterwards. It is collected before the cards are shuffled, and when its patron leaves.

use super::law::Clause;
use super::play::LayoutGame;
use super::state::LayoutTable;
use super::words;
use engine::{Cites, Due, Line, Owed, Patron, Sink};
use felt::Money;
use serde::{Deserialize, Serialize};

/// What patrons owe, each once, in the order of the patrons.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Vec<Owed>")]
pub(crate) struct Debts(Vec<Owed>);

impl TryFrom<Vec<Owed>> for Debts {
    type Error = &'static str;

    fn try_from(debts: Vec<Owed>) -> Result<Debts, &'static str> {
        let in_order = debts.windows(2).all(|two| two[0].patron < two[1].patron);
        let sound = debts.iter().all(|owed| owed.amount.is_positive());
        if in_order && sound { Ok(Debts(debts)) } else { Err("debts that no table has") }
    }
}

impl Debts {
    fn find(&self, patron: Patron) -> Result<usize, usize> {
        self.0.binary_search_by_key(&patron, |owed| owed.patron)
    }

    fn add(&mut self, patron: Patron, amount: Money) {
        match self.find(patron) {
            Ok(at) => self.0[at].amount += amount,
            Err(at) => self.0.insert(at, Owed { patron, amount }),
        }
    }

    fn take(&mut self, patron: Patron) -> Option<Money> {
        self.find(patron).ok().map(|at| self.0.remove(at).amount)
    }

    /// What patrons owe.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Owed> {
        self.0.iter().copied()
    }
}

impl<G: LayoutGame> LayoutTable<G> {
    /// A charge is put off.
    pub(crate) fn put_off<S: Sink>(&mut self, debt: Line, out: &mut S) {
        self.owed.add(debt.patron, debt.charged);
        self.lines.put(debt, out);
    }

    /// Before cards are shuffled everybody pays what they owe, the highest place first as when winners are paid.
    pub(crate) fn collect_before_shuffle<S: Sink>(&mut self, out: &mut S) {
        if self.owed.0.is_empty() || self.source_due() != Some(Due::Shuffle) {
            return;
        }
        for place in (1..=self.terms.places).rev() {
            let law = &G::PLAY.law.charge;
            self.collect(place, [law.before_shuffle, law.when], out);
        }
    }

    /// The patron of a place leaves, at once or after their last wagers were settled.
    pub(crate) fn collect_on_leaving<S: Sink>(&mut self, place: u8, settled_first: bool, out: &mut S) {
        let law = &G::PLAY.law.charge;
        let when = if settled_first { law.when } else { super::law::SILENT };
        self.collect(place, [law.on_leaving, when], out);
    }

    /// The patron of a place pays what they owe, and the marker goes.
    fn collect<S: Sink>(&mut self, place: u8, [now, when]: [Clause; 2], out: &mut S) {
        let Some(patron) = self.patron_at(place) else { return };
        let Some(amount) = self.owed.take(patron) else { return };
        let unmarked = G::PLAY.law.charge.unmarked;
        let cites = Cites::from(now.applies()).and(unmarked.applies()).and(when.applies());
        let spot = super::state::spot_of(place);
        self.lines.put(Line::collection(patron, spot, words::VIGORISH, amount, cites), out);
    }
}
