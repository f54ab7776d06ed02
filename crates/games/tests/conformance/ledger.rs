//! A ledger of what the engine says events mean in money: the stakes it holds must equal those on the layout,
//! and what is marked must equal what patrons owe.

use engine::{Account, AnyTable, Event, Patron, transfers};
use felt::Money;
use std::collections::BTreeMap;

/// Balances by account; their sum is always zero.
#[derive(Clone, Debug, Default)]
pub struct Ledger(BTreeMap<Account, Money>);

impl Ledger {
    /// Books an event.
    pub fn see(&mut self, event: &Event) {
        transfers(event, &mut |moved| {
            *self.0.entry(moved.from).or_default() -= moved.amount;
            *self.0.entry(moved.to).or_default() += moved.amount;
        });
    }

    /// Whether each patron's stakes are held for them, to the cent.
    pub fn agrees_with(&self, table: &dyn AnyTable) -> Result<(), String> {
        let mut there: BTreeMap<Patron, Money> = BTreeMap::new();
        for wager in table.wagers().iter().filter(|wager| wager.on_layout()) {
            *there.entry(wager.patron).or_default() += wager.stake;
        }
        let held = self.0.iter().filter_map(|(account, amount)| match account {
            Account::Layout(patron) if !amount.is_zero() => Some((*patron, *amount)),
            _ => None,
        });
        let held: BTreeMap<Patron, Money> = held.collect();
        there.retain(|_, amount| !amount.is_zero());
        if held != there {
            return Err(format!("held for stakes: {held:?}\non the layout: {there:?}"));
        }
        let marked = self.0.iter().filter_map(|(account, amount)| match account {
            Account::Marked(patron) if !amount.is_zero() => Some((*patron, *amount)),
            _ => None,
        });
        let (marked, mut owed) = (marked.collect::<BTreeMap<Patron, Money>>(), BTreeMap::new());
        table.owed(&mut |one| {
            owed.insert(one.patron, one.amount);
        });
        if marked != owed {
            return Err(format!("marked: {marked:?}\nowed: {owed:?}"));
        }
        let sum: Money = self.0.values().copied().sum();
        if sum.is_zero() { Ok(()) } else { Err(format!("the books are out by {sum:?}")) }
    }
}
