//! A table that closes: which wagers it still takes, when it has come to rest, and how everything on it goes home.
//!
//! Patrons with a stake on the layout play it out. When the layout is empty, every stack goes back to its wallet, the
//! bank and the vigorish to the treasury and the tips to the dealers' box of the cage; a negative bank is made up for
//! first. The unit at whose end nothing is left, and no message waits for an answer, closes the table.

use super::{TableStream, Work};
use crate::account::{Account, Transfer};
use crate::ids::PersonId;
use crate::stream::{Command, NotHere, OpenedShoe, Refused};
use engine::{Actor, AnyTable, Ask, By, Due, Event, Input, Patron, Wager, WagerId, What};
use felt::Money;
use serde::{Deserialize, Serialize};

/// Which message asks for what the bank lacks, and those that carry chips behind the first one of a unit.
const COVER: i64 = 1 << 32;

/// What a table remembers of its closing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Closing {
    /// Whether another table of its name is opened then.
    reopen: bool,
    /// It has come to rest: nothing is played any more, and whatever chips come go back.
    home: bool,
    /// The cage was asked for what the bank lacks.
    covered: bool,
    /// No money is left, and every message is answered.
    closed: bool,
}

/// The house's side of a table, in money.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tray {
    /// The bank; negative where the house owes it chips.
    pub(crate) bank: Money,
    pub(crate) vigorish: Money,
    pub(crate) tips: Money,
}

impl TableStream {
    /// Whether it takes no new rounds any more.
    pub fn closes(&self) -> bool {
        self.memory.closing.is_some()
    }

    /// Whether everything has left it, or is on its way home.
    pub fn is_home(&self) -> bool {
        self.memory.closing.is_some_and(|closing| closing.home)
    }

    /// From here on it closes. Who closes it for good has the last word.
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

    /// A table that is home hears messages alone, and one that is closed nothing.
    pub(super) fn check_open(&self, command: &Command) -> Result<(), Refused> {
        match self.memory.closing {
            Some(closing) if closing.closed || closing.home && command.comes_from_outside() => {
                Err(Refused::NotHere(NotHere::TableClosed))
            }
            _ => Ok(()),
        }
    }

    /// Whether a wager just made at a closing table is one that play cannot go on without: another stake waits for the
    /// patron, who was asked and can answer now, as a shooter; or it stands behind a wager of theirs, as odds do; or it
    /// completes what they must stake on a box. `before` is the table without it.
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

    /// There was no answer, and no round can come of these stakes: they go back to their patrons.
    pub(super) fn hand_back(&mut self, work: &mut Work) -> Result<(), Refused> {
        let mut handed_back = false;
        // Each time one wager less lies there.
        while let Some((patron, box_number, wager)) = self.taken_back() {
            let input = Input::TakeBack { patron, box_number, wager, amount: None };
            self.say(Actor::Patron(patron), input, work)?;
            handed_back = true;
        }
        // What covers a bank goes back when its holder goes.
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

    /// A wager that may be taken back.
    fn taken_back(&self) -> Option<(Patron, u8, WagerId)> {
        let mut found = None;
        self.table.offers(&mut |offer| {
            if let (By::Patron(patron), Ask::TakeBack { box_number, wager }) = (offer.by, offer.ask) {
                found = found.or(Some((patron, box_number, wager)));
            }
        });
        found
    }

    /// The layout is empty, and any open question is about a future round.
    pub(crate) fn is_at_rest(&self) -> bool {
        let between = match self.table.due() {
            Due::Bets { .. } | Due::Cut | Due::Roll { closes: Some(_), .. } => true,
            Due::Choice { .. } => self.table.layout().cards().next().is_none(),
            _ => false,
        };
        between && !lies(&*self.table)
    }

    /// After every unit of a closing table: once it has come to rest, whatever is there goes home.
    pub(super) fn go_home(&mut self, seq: i64, work: &mut Work) -> Result<(), Refused> {
        let Some(mut closing) = self.memory.closing else { return Ok(()) };
        // What is owed is collected before.
        if !closing.home && (!self.is_at_rest() || !self.marked.is_empty()) {
            return Ok(());
        }
        closing.home = true;
        // No card is dealt from it any more.
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
        // A message with chips is named by how many of them the unit sent before it; the books are checked by that.
        let sent = work.draft.transfers.iter().filter(|transfer| transfer.credit == transit).count();
        // Two messages with one name would be one.
        let sent = i64::try_from(sent).map_err(|_| Refused::Fault(format!("message {sent} has no name")))?;
        let item = if sent == 0 { 0 } else { COVER + sent };
        work.draft.transfers.push(Transfer::plain(from.of(id), transit, amount));
        self.send_message(seq, item, self.facts.cage, command, work);
        Ok(())
    }
}

/// In how many ways a patron may decide.
fn choices(table: &dyn AnyTable, patron: Patron) -> usize {
    let mut count = 0;
    table.offers_to(patron, &mut |offer| count += usize::from(matches!(offer.ask, Ask::Choose { .. })));
    count
}

/// Whether any wager lies on the layout.
pub(super) fn lies(table: &dyn AnyTable) -> bool {
    table.wagers().iter().any(Wager::on_layout)
}
