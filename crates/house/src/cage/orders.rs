//! Orders at a cage: withdrawals from a wallet and fills of a table need a reason, and above an amount that the
//! property sets also a second person. The journal records both: the order with its reason and author, and the unit of
//! the approver.

use crate::ids::PersonId;
use crate::stream::{Command, NotHere, Refused};
use felt::Money;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The maximum length of a reason.
const LONGEST_REASON: usize = 200;
/// How many orders may wait.
const MOST_WAITING: usize = 1_000;

/// An order that waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waiting {
    /// The person who gave it.
    pub by: PersonId,
    /// The ordered command.
    pub what: Command,
    /// The reason.
    pub reason: String,
}

/// The waiting orders, and the amount above which orders wait.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Orders {
    second_above: Option<Money>,
    waiting: BTreeMap<i64, Waiting>,
}

impl Orders {
    pub(super) fn waiting(&self) -> impl Iterator<Item = (i64, &Waiting)> {
        self.waiting.iter().map(|(order, waiting)| (*order, waiting))
    }

    pub(super) fn second_above(&self) -> Option<Money> {
        self.second_above
    }

    /// Returns a command as the journal records it: whether an order waits is decided only here.
    pub(super) fn decided<'a>(&self, command: &'a Command) -> Result<Cow<'a, Command>, Refused> {
        match command {
            Command::Order { what, reason } => {
                let waits = self.wants_second(amount_of(what)?);
                if waits && self.waiting.len() >= MOST_WAITING {
                    return Err(Refused::NotHere(NotHere::TooManyOrders));
                }
                Ok(Cow::Owned(Command::Ordered { what: what.clone(), reason: reason.clone(), waits }))
            }
            Command::Withdraw { amount, .. } | Command::Fill { amount, .. } if self.wants_second(*amount) => {
                Err(Refused::NotHere(NotHere::OrderNeeded))
            }
            other => Ok(Cow::Borrowed(other)),
        }
    }

    fn wants_second(&self, amount: Money) -> bool {
        self.second_above.is_some_and(|above| amount > above)
    }

    pub(super) fn put(&mut self, order: i64, by: PersonId, what: &Command, reason: &str) {
        let waiting = Waiting { by, what: what.clone(), reason: reason.to_owned() };
        self.waiting.insert(order, waiting);
    }

    /// Returns the command that a second person approves.
    pub(super) fn approved(&self, order: i64, by: PersonId) -> Result<Command, Refused> {
        let waiting = self.waiting.get(&order).ok_or(NO_ORDER)?;
        if waiting.by == by {
            return Err(Refused::NotHere(NotHere::OwnOrder));
        }
        Ok(waiting.what.clone())
    }

    pub(super) fn remove(&mut self, order: i64) {
        self.waiting.remove(&order);
    }

    pub(super) fn declined(&mut self, order: i64) -> Result<(), Refused> {
        self.waiting.remove(&order).map(drop).ok_or(NO_ORDER)
    }

    pub(super) fn set_second_above(&mut self, above: Option<Money>) -> Result<(), Refused> {
        if above.is_some_and(Money::is_negative) {
            return Err(Refused::NotHere(NotHere::NegativeAmount));
        }
        self.second_above = above;
        Ok(())
    }
}

const NO_ORDER: Refused = Refused::NotHere(NotHere::NoSuchOrder);

/// Returns the amount of an order. Only withdrawals and fills can be ordered.
pub(super) fn amount_of(what: &Command) -> Result<Money, Refused> {
    match what {
        Command::Withdraw { amount, .. } | Command::Fill { amount, .. } => Ok(*amount),
        _ => Err(Refused::NotHere(NotHere::NotOrdered)),
    }
}

/// Checks that a reason is not blank or too long.
pub(super) fn given(reason: &str) -> Result<(), Refused> {
    let says_something = !reason.trim().is_empty() && reason.chars().count() <= LONGEST_REASON;
    says_something.then_some(()).ok_or(Refused::NotHere(NotHere::ReasonLength))
}
