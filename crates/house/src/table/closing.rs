//! A closing table: which wagers it still takes, when it is at rest, and how all its chips are sent back.
//!
//! Patrons with a stake on the layout finish the round. When the layout is empty, every stack goes back to its wallet,
//! the bank and the vigorish to the treasury and the tips to the dealers' box of the cage; a negative bank is covered
//! first. The table is closed by the unit after which no chips are left and no message is unanswered.

use super::{TableStream, Work};
use crate::account::{Account, Transfer};
use crate::ids::PersonId;
use crate::stream::{Command, NotHere, OpenedShoe, Refused};
use engine::{Actor, AnyTable, Ask, By, Due, Event, Input, Patron, Wager, WagerId, What};
use felt::Money;
use serde::{Deserialize, Serialize};

/// The item number of the message that asks for the bank's shortfall, and the base for messages with chips after the
/// first one of a unit.
const COVER: i64 = 1 << 32;

/// What a table remembers of its closing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Closing {
    /// Whether a successor with the same name is opened then.
    reopen: bool,
    /// The table is at rest: no more play, and any chips that arrive are sent back.
    home: bool,
    /// Whether the cage was asked to cover the bank's shortfall.
    covered: bool,
    /// No chips are left, and every message is answered.
    closed: bool,
}

/// The house's balances at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tray {
    /// The bank; negative if the house owes it chips.
    pub(crate) bank: Money,
    pub(crate) vigorish: Money,
    pub(crate) tips: Money,
}

impl TableStream {
    /// Whether the table is closing, so that it takes no new rounds.
    pub fn closes(&self) -> bool {
        self.memory.closing.is_some()
    }

    /// Whether all chips have left it, or are being sent back.
    pub fn is_home(&self) -> bool {
        self.memory.closing.is_some_and(|closing| closing.home)
    }

    /// Begins to close the table. A request to close it for good overrides one to reopen it.
    pub(super) fn begin_closing(&mut self, reopen: bool) -> Result<(), Refused> {
        match &mut self.memory.closing {
            None => {
                self.memory.closing = Some(Closing { reopen, home: false, covered: false, closed: false });
            }
            Some(closing) if closing.reopen && !reopen => closing.reopen = false,
            Some(_) => return Err(Refused::NotHere(NotHere::ClosingAlready)),
        }
        Ok(())
    }

    /// Checks that the table still takes a command: one whose chips are sent back takes only messages, and a closed one
    /// nothing.
    pub(super) fn check_open(&self, command: &Command) -> Result<(), Refused> {
        match self.memory.closing {
            Some(closing) if closing.closed || closing.home && command.comes_from_outside() => {
                Err(Refused::NotHere(NotHere::TableClosed))
            }
            _ => Ok(()),
        }
    }

    /// Whether play at a closing table needs a wager that was just made: another stake depends on the patron, who was
    /// asked and can answer now, like a shooter; or the wager supports a wager of theirs, like odds; or it completes
    /// what they must stake on a box. `before` is the table without the wager.
    pub(super) fn is_needed(&self, before: &dyn AnyTable, patron: Patron, events: &[Event]) -> bool {
        let asked = matches!(before.due(), Due::Choice { patron: asked, .. } if asked == patron);
        let after = &*self.table;
        let answers = || before.due() != after.due() || choices(before, patron) < choices(after, patron);
        if asked && lies(before) && answers() {
            return true;
        }
        let own = |box_number: u8| {
            let laid = before.wagers().iter().filter(|wager| wager.on_layout() && wager.patron == patron);
            laid.filter(move |wager| wager.spot.box_number == box_number)
        };
        let completes = |wager: &Wager| {
            let required = self.facts.book.wager(wager.kind.word()).is_some_and(|wager| wager.required);
            let mut beside = own(wager.spot.box_number).peekable();
            required && beside.peek().is_some() && beside.all(|other| other.kind != wager.kind)
        };
        let made = events.iter().filter_map(|event| match event.what {
            What::WagerPlaced { number, .. } | What::StakeAdded { number, .. } => Some(number),
            _ => None,
        });
        made.into_iter().all(|number| {
            let wager = self.table.wagers().get(number);
            wager.is_some_and(|wager| wager.supports.is_some() || completes(wager))
        })
    }

    /// Returns stakes to their patrons: there was no answer, and no round can begin with these stakes.
    pub(super) fn hand_back(&mut self, work: &mut Work) -> Result<(), Refused> {
        let mut handed_back = false;
        // Each pass removes one wager.
        while let Some((patron, box_number, wager)) = self.taken_back() {
            let input = Input::TakeBack { patron, box_number, wager, amount: None };
            self.say(Actor::Patron(patron), input, work)?;
            handed_back = true;
        }
        // The cover of a bank is returned when its holder leaves.
        if let Some(bank) = self.table.bank() {
            let patron = bank.patron;
            self.say(Actor::Patron(patron), Input::Leave { patron }, work)?;
            handed_back = true;
        }
        match handed_back {
            true => Ok(()),
            false => Err(Refused::NotHere(NotHere::NotYetClosed)),
        }
    }

    /// Returns a wager that may be taken back.
    fn taken_back(&self) -> Option<(Patron, u8, WagerId)> {
        let mut found = None;
        self.table.offers(&mut |offer| {
            if let (By::Patron(patron), Ask::TakeBack { box_number, wager }) = (offer.by, offer.ask) {
                found = found.or(Some((patron, box_number, wager)));
            }
        });
        found
    }

    /// Whether the layout is empty and any open question is about a future round.
    pub(crate) fn is_at_rest(&self) -> bool {
        let between = match self.table.due() {
            Due::Bets { .. } | Due::Cut | Due::Roll { closes: Some(_), .. } => true,
            Due::Choice { .. } => self.table.layout().cards().next().is_none(),
            _ => false,
        };
        between && !lies(&*self.table)
    }

    /// Sends all chips back, once a closing table is at rest; called after every unit.
    pub(super) fn go_home(&mut self, seq: i64, work: &mut Work) -> Result<(), Refused> {
        let Some(mut closing) = self.memory.closing else { return Ok(()) };
        // Debts are collected before.
        if !closing.home && (!self.is_at_rest() || !self.marked.is_empty()) {
            return Ok(());
        }
        closing.home = true;
        // No more cards are dealt from it.
        if let Some(done) = self.memory.shoe.take() {
            let opened = OpenedShoe { number: done.number, salt: done.salt, order: done.order.clone() };
            work.draft.opened.push(opened);
        }
        self.send_stacks(seq, work)?;
        self.send_tray(seq, work)?;
        let lacks = -self.memory.tray.bank;
        if lacks.is_positive() && !closing.covered {
            closing.covered = true;
            self.send_message(seq, COVER, self.facts.cage, Command::Cover { amount: lacks }, work);
        }
        closing.closed = lacks.is_zero() && self.memory.outstanding.is_empty();
        work.draft.closed = closing.closed.then_some(closing.reopen);
        self.memory.closing = Some(closing);
        Ok(())
    }

    fn send_stacks(&mut self, seq: i64, work: &mut Work) -> Result<(), Refused> {
        let mut stacks = Vec::new();
        for (patron, seat) in &mut self.memory.seats {
            let amount = std::mem::take(&mut seat.stack);
            if amount.is_positive() {
                stacks.push((*patron, seat.person, amount));
            }
        }
        for (patron, person, amount) in stacks {
            self.send_home(Account::Stack(patron), amount, Command::Return { person, amount }, seq, work)?;
        }
        Ok(())
    }

    fn send_tray(&mut self, seq: i64, work: &mut Work) -> Result<(), Refused> {
        let person = PersonId::HOUSE;
        let bank = self.memory.tray.bank;
        if bank.is_positive() {
            self.memory.tray.bank = Money::ZERO;
            self.send_home(Account::Bank, bank, Command::Return { person, amount: bank }, seq, work)?;
        }
        let vigorish = std::mem::take(&mut self.memory.tray.vigorish);
        if vigorish.is_positive() {
            let home = Command::Return { person, amount: vigorish };
            self.send_home(Account::Vigorish, vigorish, home, seq, work)?;
        }
        let tips = std::mem::take(&mut self.memory.tray.tips);
        if tips.is_positive() {
            self.send_home(Account::Tips, tips, Command::Tips { amount: tips }, seq, work)?;
        }
        Ok(())
    }

    fn send_home(
        &mut self,
        from: Account,
        amount: Money,
        command: Command,
        seq: i64,
        work: &mut Work,
    ) -> Result<(), Refused> {
        let id = self.facts.id;
        let transit = Account::Transit.of(id);
        // The key of a message with chips depends on how many of them the unit sent before it; the check of the books
        // relies on that.
        let sent = work.draft.transfers.iter().filter(|transfer| transfer.credit == transit).count();
        // Two messages with the same key would count as one.
        let sent = i64::try_from(sent).map_err(|_| Refused::Fault(format!("message {sent} has no name")))?;
        let item = if sent == 0 { 0 } else { COVER + sent };
        work.draft.transfers.push(Transfer::plain(from.of(id), transit, amount));
        self.send_message(seq, item, self.facts.cage, command, work);
        Ok(())
    }
}

/// Returns how many choices are offered to a patron.
fn choices(table: &dyn AnyTable, patron: Patron) -> usize {
    let mut count = 0;
    table.offers_to(patron, &mut |offer| count += usize::from(matches!(offer.ask, Ask::Choose { .. })));
    count
}

/// Whether any wager is on the layout.
pub(super) fn lies(table: &dyn AnyTable) -> bool {
    table.wagers().iter().any(Wager::on_layout)
}
