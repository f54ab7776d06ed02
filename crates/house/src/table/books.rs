//! What happened at a table, in money.

use super::{TableStream, Work};
use crate::account::{Account, Transfer, booked};
use engine::{Event, Line, Patron, Rule, Transfer as Moved, What, transfers};
use felt::Money;

/// What these events take from the chips before a patron, on balance.
pub(super) fn cost(events: &[Event], patron: Patron) -> Money {
    let his = engine::Account::Patron(patron);
    let mut cost = Money::ZERO;
    for event in events {
        transfers(event, &mut |Moved { from, to, amount }| {
            if from == his {
                cost += amount;
            }
            if to == his {
                cost -= amount;
            }
        });
    }
    cost
}

impl TableStream {
    /// Enters what happened into the books, each movement with its line and rules.
    pub(super) fn book(&mut self, work: &mut Work) {
        let Work { events, draft, .. } = work;
        for event in events.iter() {
            match event.what {
                What::RoundOpened { round } | What::RoundReopened { round } => {
                    self.memory.round = i32::try_from(round).unwrap_or(i32::MAX);
                }
                _ => {}
            }
            let line = match event.what {
                What::Settled(line) => Some(line),
                _ => None,
            };
            // A charge is kept apart from what the bank wins.
            if let Some(line) = line.filter(|line| line.charged != Money::ZERO) {
                let without = Line { charged: Money::ZERO, ..line };
                let rest = Event::new(What::Settled(without), event.cites);
                transfers(&rest, &mut |moved| self.enter(moved, event, Some(&line), &mut draft.transfers));
                self.charge(&line, event, &mut draft.transfers);
            } else {
                transfers(event, &mut |moved| {
                    self.enter(moved, event, line.as_ref(), &mut draft.transfers);
                });
            }
        }
    }

    fn enter(&mut self, moved: Moved, event: &Event, line: Option<&Line>, into: &mut Vec<Transfer>) {
        self.moves(booked(moved.from), booked(moved.to), moved.amount, event, line, into);
    }

    fn charge(&mut self, line: &Line, event: &Event, into: &mut Vec<Transfer>) {
        let (his, vigorish) = (Account::Stack(line.patron), Account::Vigorish);
        if line.charged.is_positive() {
            self.moves(his, vigorish, line.charged, event, Some(line), into);
        } else {
            self.moves(vigorish, his, -line.charged, event, Some(line), into);
        }
    }

    /// Chips before a patron never go below nothing: what a payment that is undone takes beyond them he owes, and what
    /// he receives pays that first.
    fn moves(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        event: &Event,
        line: Option<&Line>,
        into: &mut Vec<Transfer>,
    ) {
        let mut rest = amount;
        if let Account::Stack(patron) = from {
            let there = self.memory.seats.get(&patron).map_or(Money::ZERO, |seat| seat.stack);
            let short = amount - there;
            if short.is_positive() {
                self.move_all(Account::Owed(patron), to, short, event, line, into);
                rest = there;
            }
        }
        if let Account::Stack(patron) = to {
            let owed = self.memory.seats.get(&patron).map_or(Money::ZERO, |seat| seat.owed);
            let pays = rest.min(owed);
            if pays.is_positive() {
                self.move_all(from, Account::Owed(patron), pays, event, line, into);
                rest -= pays;
            }
        }
        if rest.is_positive() {
            self.move_all(from, to, rest, event, line, into);
        }
    }

    fn move_all(
        &mut self,
        from: Account,
        to: Account,
        amount: Money,
        event: &Event,
        line: Option<&Line>,
        into: &mut Vec<Transfer>,
    ) {
        self.change(from, -amount);
        self.change(to, amount);
        let id = self.facts.id;
        let rules = event.rules().map(|rule: Rule| self.rule_number(rule)).collect();
        let line = line.map(|line| i16::try_from(line.seq).unwrap_or(i16::MAX));
        let round = Some(self.memory.round);
        into.push(Transfer { debit: from.of(id), credit: to.of(id), amount, round, line, rules });
    }

    /// The number of a rule in the dictionary; -1 for one that it lacks, which stands in the unit's own words.
    fn rule_number(&self, rule: Rule) -> i16 {
        self.words.number(rule.id()).and_then(|number| i16::try_from(number).ok()).unwrap_or(-1)
    }

    /// The table itself keeps what is on it.
    fn change(&mut self, account: Account, by: Money) {
        let tray = &mut self.memory.tray;
        match account {
            Account::Bank => tray.bank += by,
            Account::Vigorish => tray.vigorish += by,
            Account::Tips => tray.tips += by,
            _ => {}
        }
        let (patron, field): (Patron, fn(&mut super::Seat) -> &mut Money) = match account {
            Account::Stack(patron) => (patron, |seat| &mut seat.stack),
            Account::Stake(patron) => (patron, |seat| &mut seat.staked),
            // It is owed to the house, so what is debited there makes it more.
            Account::Owed(patron) => (patron, |seat| &mut seat.owed),
            _ => return,
        };
        let by = if matches!(account, Account::Owed(_)) { -by } else { by };
        let round = self.memory.round;
        let nobody = super::Seat::of(crate::ids::PersonId::HOUSE, self.memory.seq + 1);
        let seat = self.memory.seats.entry(patron).or_insert(nobody);
        seat.touched = round;
        *field(seat) += by;
    }
}
