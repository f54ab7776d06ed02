//! Accounts and transfers. A transfer always moves a positive amount from one account to another, so the books always
//! balance.

use crate::ids::StreamId;
use crate::stream::Refused;
use engine::{Account as AtTable, Patron};
use felt::Money;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of an account. It combines the number of the stream with the account's number within that stream.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AccountId(pub i64);

/// How many account numbers a stream has: the range of the lower part of an account's number.
const WIDTH: i64 = 1 << 24;

/// Where the accounts of patrons and wallets begin within a stream.
const STACKS: i64 = 256;
const STAKES: i64 = 512;
const OWED: i64 = 768;
const MARKED: i64 = 1_024;
const WALLETS: i64 = 4_096;

/// What kind of account it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Account {
    /// A table's bank: the chips in its tray.
    Bank,
    /// The vigorish that a table has taken.
    Vigorish,
    /// Chips that were won and staked for a table's dealers.
    Tips,
    /// Jackpots that a meter has granted at a table and that are not paid yet.
    Payable,
    /// Money in transit between a cage and a table.
    Transit,
    /// The chips before a patron.
    Stack(Patron),
    /// The chips that a patron has staked.
    Stake(Patron),
    /// What the patron owes because a payment was undone when they had no more chips.
    Owed(Patron),
    /// Chips before the patron that are marked for charges which they owe.
    Marked(Patron),
    /// A cage's money: the other side of everything that comes in and goes out.
    Treasury,
    /// Money outside: what was deposited and withdrawn.
    Outside,
    /// A progressive meter's balance, as far as it was booked.
    Meter,
    /// The reserve for a meter's next seed, as far as it was booked.
    Reserve,
    /// A patron's wallet, by their number.
    Wallet(i64),
}

impl Account {
    /// Returns the account's number within its stream.
    const fn number(self) -> i64 {
        match self {
            Account::Bank => 1,
            Account::Vigorish => 2,
            Account::Tips => 3,
            Account::Payable => 4,
            Account::Transit => 5,
            Account::Treasury => 6,
            Account::Outside => 7,
            Account::Meter => 9,
            Account::Reserve => 10,
            Account::Stack(patron) => STACKS + patron.index() as i64,
            Account::Stake(patron) => STAKES + patron.index() as i64,
            Account::Owed(patron) => OWED + patron.index() as i64,
            Account::Marked(patron) => MARKED + patron.index() as i64,
            Account::Wallet(person) => WALLETS + person,
        }
    }

    /// Returns the number of this account of a stream.
    pub const fn of(self, stream: StreamId) -> AccountId {
        AccountId(stream.0 * WIDTH + self.number())
    }

    /// Returns the number just before those of all accounts of a stream.
    pub(crate) const fn first_of(stream: StreamId) -> AccountId {
        AccountId(stream.0 * WIDTH)
    }

    /// How many wallets a cage can have.
    pub const MOST_WALLETS: i64 = WIDTH - WALLETS;
}

impl AccountId {
    /// Returns the stream that the account belongs to.
    pub const fn stream(self) -> StreamId {
        StreamId(self.0.div_euclid(WIDTH))
    }

    /// Returns what kind of account it is; `None` if no account has this number.
    pub fn account(self) -> Option<Account> {
        let number = self.0.rem_euclid(WIDTH);
        let patron = |from: i64| u8::try_from(number - from).ok().and_then(Patron::nth);
        Some(match number {
            1 => Account::Bank,
            2 => Account::Vigorish,
            3 => Account::Tips,
            4 => Account::Payable,
            5 => Account::Transit,
            6 => Account::Treasury,
            7 => Account::Outside,
            9 => Account::Meter,
            10 => Account::Reserve,
            STACKS..STAKES => Account::Stack(patron(STACKS)?),
            STAKES..OWED => Account::Stake(patron(STAKES)?),
            OWED..MARKED => Account::Owed(patron(OWED)?),
            MARKED..WALLETS => Account::Marked(patron(MARKED)?),
            WALLETS.. => Account::Wallet(number - WALLETS),
            _ => return None,
        })
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stream = self.stream().0;
        match self.account() {
            Some(Account::Stack(patron)) => write!(f, "stack {patron} of {stream}"),
            Some(Account::Stake(patron)) => write!(f, "stake {patron} of {stream}"),
            Some(Account::Owed(patron)) => write!(f, "debt {patron} of {stream}"),
            Some(Account::Marked(patron)) => write!(f, "marked {patron} of {stream}"),
            Some(Account::Wallet(person)) => write!(f, "wallet {person} of {stream}"),
            Some(account) => write!(f, "{} of {stream}", format!("{account:?}").to_lowercase()),
            None => write!(f, "account {}", self.0),
        }
    }
}

/// Returns the account in the books for a place at a table.
pub(crate) fn booked(at: AtTable) -> Account {
    match at {
        AtTable::Patron(patron) => Account::Stack(patron),
        AtTable::Marked(patron) => Account::Marked(patron),
        AtTable::Layout(patron) => Account::Stake(patron),
        AtTable::Dealers => Account::Tips,
        AtTable::Meter(_) => Account::Payable,
        // Every other place is booked to the house's bank.
        _ => Account::Bank,
    }
}

/// Returns the balance of an account after a movement; a negative amount is taken away.
///
/// # Errors
/// The balance would be larger than what can be read back from storage, in either direction.
pub(crate) fn held_after(there: Money, amount: Money) -> Result<Money, Refused> {
    let held = there.checked_add(amount);
    held.filter(|held| (-Money::MAX_KEPT..=Money::MAX_KEPT).contains(held))
        .ok_or(Refused::TooMuch { amount, there })
}

/// A movement of money and what caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// The account that pays.
    pub debit: AccountId,
    /// The account that receives.
    pub credit: AccountId,
    /// The amount; always positive.
    pub amount: Money,
    /// The round at a table.
    pub round: Option<i32>,
    /// The settlement line of the round.
    pub line: Option<i16>,
    /// The rules, by their numbers in the table's dictionary.
    pub rules: Vec<i16>,
}

impl Transfer {
    /// Creates a transfer that no settlement line causes.
    pub fn plain(debit: AccountId, credit: AccountId, amount: Money) -> Transfer {
        Transfer { debit, credit, amount, round: None, line: None, rules: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_account_is_found_by_its_number() {
        let patrons = (0..Patron::COUNT_MAX).filter_map(Patron::nth);
        let of_patrons = patrons.flat_map(|patron| {
            [Account::Stack(patron), Account::Stake(patron), Account::Owed(patron), Account::Marked(patron)]
        });
        let others = [
            Account::Bank,
            Account::Vigorish,
            Account::Tips,
            Account::Payable,
            Account::Transit,
            Account::Treasury,
            Account::Outside,
            Account::Meter,
            Account::Reserve,
            Account::Wallet(0),
            Account::Wallet(Account::MOST_WALLETS - 1),
        ];
        let mut seen = std::collections::BTreeSet::new();
        for account in of_patrons.chain(others) {
            let id = account.of(StreamId(77));
            assert_eq!((id.stream(), id.account()), (StreamId(77), Some(account)));
            assert!(seen.insert(id), "{account:?}");
        }
    }
}
