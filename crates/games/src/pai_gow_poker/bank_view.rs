//! The public view of a patron's bank (OH-PGP-14.VI).

use super::state::PaiGowTable;
use engine::{BankView, Spot};

impl PaiGowTable {
    /// The bank that a patron holds, with what it covers and what is wagered against it.
    pub(crate) fn bank_view(&self) -> Option<BankView> {
        let bank = self.round.bank.as_ref()?;
        let hand = Spot::first(bank.place);
        Some(BankView { patron: bank.patron, hand, cover: self.put_in(bank), against: self.at_stake() })
    }
}
