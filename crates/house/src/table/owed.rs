//! Chips that are marked for charges which a patron owes: they can neither be staked nor taken away.
//!
//! The game says what is owed and when it is collected; here the chips are kept apart from the patron's others. A
//! patron who takes all other chips away leaves, and so does every patron of a closing table: the game is told, and
//! collects first.

use super::{TableStream, Work};
use crate::stream::{Command, Refused, Request};
use engine::{Actor, Input, Patron};
use felt::Money;
use std::collections::BTreeMap;

/// What is marked before each patron; patrons who owe nothing have no entry.
pub(crate) type Marked = BTreeMap<Patron, Money>;

impl TableStream {
    /// Returns which of the patron's chips are marked for charges, in addition to those that they may stake or take
    /// away.
    pub fn marked(&self, patron: Patron) -> Money {
        self.marked.get(&patron).copied().unwrap_or(Money::ZERO)
    }

    /// Returns everything that is marked.
    pub(crate) fn all_marked(&self) -> impl Iterator<Item = (Patron, Money)> {
        self.marked.iter().map(|(patron, amount)| (*patron, *amount))
    }

    /// Collects what a patron owes before they take all their other chips away and so leave.
    pub(super) fn leave_with_all(&mut self, request: &Request, work: &mut Work) -> Result<(), Refused> {
        let Command::CashOut { patron, amount } = request.command else { return Ok(()) };
        let Some(seat) = self.memory.seats.get(&patron) else { return Ok(()) };
        let all = seat.stack.is_positive() && amount.is_none_or(|amount| amount == seat.stack);
        if seat.person == request.person && all && seat.staked.is_zero() {
            self.leave_owing(patron, work)?;
        }
        Ok(())
    }

    /// Collects what is owed before the chips of a closing table are sent back.
    pub(super) fn collect_before_home(&mut self, work: &mut Work) -> Result<(), Refused> {
        if !self.closes() || self.is_home() || !self.is_at_rest() {
            return Ok(());
        }
        let patrons: Vec<Patron> = self.memory.seats.keys().copied().collect();
        patrons.into_iter().try_for_each(|patron| self.leave_owing(patron, work))
    }

    /// Makes a patron leave the game if they owe it something.
    fn leave_owing(&mut self, patron: Patron, work: &mut Work) -> Result<(), Refused> {
        let mut owes = false;
        self.table.owed(&mut |owed| owes |= owed.patron == patron);
        if owes { self.say(Actor::DEALER, Input::Leave { patron }, work) } else { Ok(()) }
    }

    /// Whether a place is empty: no chips, no debt, and no marked chips.
    pub(super) fn has_nothing(&self, patron: Patron) -> bool {
        let empty = self.memory.seats.get(&patron).is_none_or(super::Seat::is_empty);
        empty && self.marked(patron).is_zero()
    }
}
