//! A table that records its granted inputs while it is driven.

use super::Record;
use crate::driver::Driven;
use crate::event::Event;
use crate::input::Input;
use crate::people::Actor;
use crate::refusal::Refusal;
use crate::table::AnyTable;

/// A table and its record, for a [`Driver`](crate::Driver) or another sender of inputs.
pub struct Recorded<'t> {
    /// The table.
    pub table: &'t mut dyn AnyTable,
    /// The record to which its granted inputs are added.
    pub record: &'t mut Record,
}

impl Driven<Vec<Event>> for Recorded<'_> {
    fn face(&self) -> &dyn AnyTable {
        &*self.table
    }

    fn tell(&mut self, actor: Actor, input: Input, out: &mut Vec<Event>) -> Result<(), Refusal> {
        let (round, before) = (self.table.round(), out.len());
        self.table.apply(actor, input, out)?;
        self.record.put(round, (actor, input), out.get(before..).unwrap_or_default());
        Ok(())
    }
}
