//! Books what happened at a table, in money.

use super::{TableStream, Work};
use crate::account::{Account, Transfer, booked, held_after};
use crate::stream::Refused;
use engine::{
    Account as AtTable, Event, Line, Patron, Rule, Transfer as Moved, What, charged_between, transfers,
};
use felt::Money;

/// Returns what these events take from the chips before a patron, on balance; `None` on overflow.
pub(super) fn cost(events: &[Event], patron: Patron) -> Option<Money> {
    let own = AtTable::Patron(patron);
    let mut cost = Some(Money::ZERO);
    for event in events {
        transfers(event, &mut |Moved { from, to, amount }| {
            if from == own {
                cost = cost.and_then(|cost| cost.checked_add(amount));
            }
            if to == own {
                cost = cost.and_then(|cost| cost.checked_sub(amount));
            }
        });
    }
    cost
}

/// Converts a number for the ledger. A number that does not fit must not be stored as another one.
fn booked_as<T, N: Copy + std::fmt::Display>(what: &str, number: N) -> Result<T, Refused>
where
    T: TryFrom<N>,
{
    T::try_from(number).map_err(|_| Refused::Fault(format!("the ledger has no room for {what} {number}")))
}

impl TableStream {
    /// Books the events, each movement with its line and rules.
    ///
    /// # Errors
    /// Fails with a fault for amounts and numbers that the ledger cannot hold.
    pub(super) fn book(&mut self, work: &mut Work) -> Result<(), Refused> {
        let Work { events, draft, .. } = work;
        for event in events.iter() {
            match event.what {
                What::RoundOpened { round } | What::RoundReopened { round } => {
                    self.memory.round = booked_as("round", round)?;
                }
                _ => {}
            }
            let line = match event.what {
                What::Settled(line) => Some(line),
                _ => None,
            };
            // A charge is booked apart from what the bank wins.
            let charged = line.filter(|line| line.charged != Money::ZERO);
            let rest = charged.map(|line| {
                let without = Line { charged: Money::ZERO, ..line };
                Event::new(What::Settled(without), event.cites)
            });
            let mut entered = Ok(());
            transfers(rest.as_ref().unwrap_or(event), &mut |moved| {
                if entered.is_ok() {
                    entered = self.enter(moved, event, line.as_ref(), &mut draft.transfers);
                }
            });
            entered?;
            if let Some(line) = charged {
                self.charge(&line, event, &mut draft.transfers)?;
            }
        }
        Ok(())
    }

    fn enter(
        &mut self,
        moved: Moved,
        event: &Event,
        line: Option<&Line>,
        into: &mut Vec<Transfer>,
    ) -> Result<(), Refused> {
        self.moves(booked(moved.from), booked(moved.to), moved.amount, event, line, into)
    }

    fn charge(&mut self, line: &Line, event: &Event, into: &mut Vec<Transfer>) -> Result<(), Refused> {
        let (payer, taker) = charged_between(line);
        let taker = if taker == AtTable::House { Account::Vigorish } else { booked(taker) };
        let payer = booked(payer);
        if line.charged.is_positive() {
            self.moves(payer, taker, line.charged, event, Some(line), into)
        } else {
            self.moves(taker, payer, -line.charged, event, Some(line), into)
        }
    }

    /// Moves money. Chips before a patron are never negative: if undoing a payment takes more than they have, the rest
    /// is owed, and later receipts pay it first.
    fn moves(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        event: &Event,
        line: Option<&Line>,
        into: &mut Vec<Transfer>,
    ) -> Result<(), Refused> {
        let mut rest = amount;
        if let Account::Stack(patron) = from {
            let there = self.memory.seats.get(&patron).map_or(Money::ZERO, |seat| seat.stack);
            let short = amount - there;
            if short.is_positive() {
                self.move_all(Account::Owed(patron), to, short, event, line, into)?;
                rest = there;
            }
        }
        if let Account::Stack(patron) = to {
            let owed = self.memory.seats.get(&patron).map_or(Money::ZERO, |seat| seat.owed);
            let pays = rest.min(owed);
            if pays.is_positive() {
                self.move_all(from, Account::Owed(patron), pays, event, line, into)?;
                rest -= pays;
            }
        }
        if rest.is_positive() {
            self.move_all(from, to, rest, event, line, into)?;
        }
        Ok(())
    }

    fn move_all(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        event: &Event,
        line: Option<&Line>,
        into: &mut Vec<Transfer>,
    ) -> Result<(), Refused> {
        // The unit is partly booked by now: a fault restores the table to its state before the unit.
        let fault = |refused: Refused| Refused::Fault(refused.to_string());
        self.change(from, -amount).map_err(fault)?;
        self.change(to, amount).map_err(fault)?;
        let id = self.facts.id;
        let rules = event.rules().map(|rule: Rule| self.rule_number(rule)).collect::<Result<Vec<_>, _>>()?;
        let line = line.map(|line| booked_as("line", line.seq)).transpose()?;
        let round = Some(self.memory.round);
        into.push(Transfer { debit: from.of(id), credit: to.of(id), amount, round, line, rules });
        Ok(())
    }

    /// Returns the number of a rule in the dictionary; -1 for a rule that it lacks, which the unit's own words contain.
    fn rule_number(&self, rule: Rule) -> Result<i16, Refused> {
        self.words.number(rule.id()).map_or(Ok(-1), |number| booked_as("rule", number))
    }

    /// Updates the balances that the table itself remembers.
    fn change(&mut self, account: Account, by: Money) -> Result<(), Refused> {
        let tray = &mut self.memory.tray;
        let own = match account {
            Account::Bank => Some(&mut tray.bank),
            Account::Vigorish => Some(&mut tray.vigorish),
            Account::Tips => Some(&mut tray.tips),
            _ => None,
        };
        if let Some(own) = own {
            *own = held_after(*own, by)?;
        }
        if let Account::Marked(patron) = account {
            let held = held_after(self.marked(patron), by)?;
            self.marked.insert(patron, held);
            self.marked.retain(|_, held| !held.is_zero());
        }
        let (patron, field): (Patron, fn(&mut super::Seat) -> &mut Money) = match account {
            Account::Stack(patron) => (patron, |seat| &mut seat.stack),
            Account::Stake(patron) => (patron, |seat| &mut seat.staked),
            // A debit of this account increases what is owed to the house.
            Account::Owed(patron) => (patron, |seat| &mut seat.owed),
            _ => return Ok(()),
        };
        let by = if matches!(account, Account::Owed(_)) { -by } else { by };
        let round = self.memory.round;
        let nobody = super::Seat::of(crate::ids::PersonId::HOUSE, self.memory.seq + 1);
        let seat = self.memory.seats.entry(patron).or_insert(nobody);
        seat.touched = round;
        let held = field(seat);
        *held = held_after(*held, by)?;
        Ok(())
    }
}
