//! Accounts, and money that moves between them: always a positive amount, from one account to another, so that books
//! always balance.

use crate::ids::StreamId;
use crate::stream::Refused;
use engine::{Account as AtTable, Patron};
use felt::Money;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The number of an account: the stream that it belongs to, and which of its accounts it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct AccountId(pub i64);

/// How many accounts a stream can have: the lower part of the number.
const WIDTH: i64 = 1 << 24;

/// Where the accounts of patrons and wallets begin within a stream.
const STACKS: i64 = 256;
const STAKES: i64 = 512;
const OWED: i64 = 768;
const MARKED: i64 = 1_024;
const WALLETS: i64 = 4_096;

/// What an account is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Account {
    /// A table's bank: the chips in its tray.
    Bank,
    /// The vigorish that a table has taken.
    Vigorish,
    /// What was won and staked for a table's dealers.
    Tips,
    /// Jackpots that a meter has granted at a table and that are not paid yet.
    Payable,
    /// Money on its way between a cage and a table.
    Transit,
    /// What a patron has before them.
    Stack(Patron),
    /// What the patron has staked.
    Stake(Patron),
    /// What the patron owes because a payment was undone when they had no more chips.
    Owed(Patron),
    /// Chips before the patron that are marked for charges which they owe.
    Marked(Patron),
    /// A cage's money: the other side of everything that comes in and goes out.
    Treasury,
    /// Money outside: what was deposited and withdrawn.
    Outside,
    /// A progressive meter, as far as it was booked.
    Meter,
    /// What is saved for a meter's next seed, as far as it was booked.
    Reserve,
    /// A patron's wallet, by their number.
    Wallet(i64),
}

impl Account {
    /// Its number within its stream.
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

    /// The account of this kind of a stream.
    pub const fn of(self, stream: StreamId) -> AccountId {
        AccountId(stream.0 * WIDTH + self.number())
    }

    /// The number before all accounts of a stream.
    pub(crate) const fn first_of(stream: StreamId) -> AccountId {
        AccountId(stream.0 * WIDTH)
    }

    /// How many wallets a cage can have.
    pub const MOST_WALLETS: i64 = WIDTH - WALLETS;
}

impl AccountId {
    /// The stream that it belongs to.
    pub const fn stream(self) -> StreamId {
        StreamId(self.0.div_euclid(WIDTH))
    }

    /// What it is; nothing for a number that no account has.
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

/// What an account at a table is in the books.
pub(crate) fn booked(at: AtTable) -> Account {
    match at {
        AtTable::Patron(patron) => Account::Stack(patron),
        AtTable::Marked(patron) => Account::Marked(patron),
        AtTable::Layout(patron) => Account::Stake(patron),
        AtTable::Dealers => Account::Tips,
        AtTable::Meter(_) => Account::Payable,
        // What else there may come to be is the house's.
        _ => Account::Bank,
    }
}

/// What an account holds once so much has come, or has gone where it is below nothing.
///
/// # Errors
/// More than could be read back from storage, in either direction.
pub(crate) fn held_after(there: Money, amount: Money) -> Result<Money, Refused> {
    let held = there.checked_add(amount);
    held.filter(|held| (-Money::MAX_KEPT..=Money::MAX_KEPT).contains(held))
        .ok_or(Refused::TooMuch { amount, there })
}

/// A movement of money and what caused it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Transfer {
    /// Who gives.
    pub debit: AccountId,
    /// Who receives.
    pub credit: AccountId,
    /// How much; always positive.
    pub amount: Money,
    /// The round at a table.
    pub round: Option<i32>,
    /// The settlement line of the round.
    pub line: Option<i16>,
    /// The rules, by their numbers in the table's dictionary.
    pub rules: Vec<i16>,
}

impl Transfer {
    /// Money that no settlement line moves.
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
