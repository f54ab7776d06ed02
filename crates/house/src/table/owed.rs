//! Chips that are marked for charges which a patron owes: they can be neither staked nor taken away.
//!
//! The game says what is owed and when it is collected; here the chips lie apart from the patron's others. A patron who takes all others
//! away leaves, and so does every patron of a table that closes: the game is informed, and collects first.

use super::{TableStream, Work};
use crate::stream::{Command, Refused, Request};
use engine::{Actor, Input, Patron};
use felt::Money;
use std::collections::BTreeMap;

/// What is marked before each patron; those who owe nothing are not in it.
pub(crate) type Marked = BTreeMap<Patron, Money>;

impl TableStream {
    /// What of the patron's chips is marked for charges that they owe, beside what they may stake or take away.
    pub fn marked(&self, patron: Patron) -> Money {
        self.marked.get(&patron).copied().unwrap_or(Money::ZERO)
    }

    /// All that is marked.
    pub(crate) fn all_marked(&self) -> impl Iterator<Item = (Patron, Money)> {
        self.marked.iter().map(|(patron, amount)| (*patron, *amount))
    }

    /// Before the chips of a patron go: who takes all of them away leaves, and pays what is owed.
    pub(super) fn leave_with_all(&mut self, request: &Request, work: &mut Work) -> Result<(), Refused> {
        let Command::CashOut { patron, amount } = request.command else { return Ok(()) };
        let Some(seat) = self.memory.seats.get(&patron) else { return Ok(()) };
        let all = seat.stack.is_positive() && amount.is_none_or(|amount| amount == seat.stack);
        if seat.person == request.person && all && seat.staked.is_zero() {
            self.leave_owing(patron, work)?;
        }
        Ok(())
    }

    /// Before everything on a closing table goes home, what is owed there is collected.
    pub(super) fn collect_before_home(&mut self, work: &mut Work) -> Result<(), Refused> {
        if !self.closes() || self.is_home() || !self.is_at_rest() {
            return Ok(());
        }
        let patrons: Vec<Patron> = self.memory.seats.keys().copied().collect();
        patrons.into_iter().try_for_each(|patron| self.leave_owing(patron, work))
    }

    /// A patron leaves the game if they owe it something.
    fn leave_owing(&mut self, patron: Patron, work: &mut Work) -> Result<(), Refused> {
        let mut owes = false;
        self.table.owed(&mut |owed| owes |= owed.patron == patron);
        if owes { self.say(Actor::DEALER, Input::Leave { patron }, work) } else { Ok(()) }
    }

    /// Whether a person has anything at a place, or may still be asked for it.
    pub(super) fn has_nothing(&self, patron: Patron) -> bool {
        let empty = self.memory.seats.get(&patron).is_none_or(super::Seat::is_empty);
        empty && self.marked(patron).is_zero()
    }
}
