//! A progressive meter as a stream of steps. The contributions that feed it are rows of the tables' own units.
//!
//! A step is computed from the meter's state and the sum of those rows, is one unit of this stream, and is reported to
//! the requesting table only after the commit. The order of the units is the order of the draws.

use crate::account::{Account, AccountId, Transfer};
use crate::ids::{Key, Realm, StreamId};
use crate::stream::{
    Command, Draft, DrawAsked, Envelope, Lost, Moment, Needs, NotHere, Refused, Request, Stream,
};
use crate::unit::Unit;
use crate::written;
use engine::compact;
use engine::meter::{Act, Draw, Fed, Grant, MeterError, MeterKey, Opening, Refill, Standing, Step};
use felt::Money;
use rulebook::MeterTerms;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A meter, live.
pub struct MeterStream {
    id: StreamId,
    realm: Realm,
    cage: StreamId,
    memory: Memory,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Memory {
    opening: Option<Opening>,
    standing: Option<Standing>,
    /// The tables that feed it.
    tables: BTreeSet<StreamId>,
    /// Draws that a table may still give back, by their number and by the request.
    draws: BTreeMap<u64, Step>,
    asked: BTreeMap<MeterKey, u64>,
    /// The booked balances of the meter and of its reserve.
    booked: Money,
    reserved: Money,
    outstanding: Vec<Envelope>,
}

/// What a unit of a meter says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct MeterUnit {
    /// The command.
    pub command: Command,
    /// The step that was taken; `None` if the meter only recorded something.
    pub step: Option<Step>,
}

impl MeterUnit {
    /// Reads a unit of a meter.
    ///
    /// # Errors
    /// The body is not that of a meter's unit.
    pub fn of(unit: &Unit) -> Result<MeterUnit, Lost> {
        let (stream, seq) = (unit.stream, unit.seq);
        written::read(&unit.body).map_err(|error| Lost::Differs { stream, seq, what: error.to_string() })
    }
}

/// The result of a command, computed before anything is changed.
#[derive(Default)]
struct Outcome {
    step: Option<Step>,
    /// The standing after the command.
    standing: Option<Standing>,
    /// What meter and reserve held in whole minor units before the step, with all contributions so far.
    held: Option<(Money, Money)>,
}

impl MeterStream {
    /// Creates a meter that was not opened yet.
    pub fn open(id: StreamId, realm: Realm, cage: StreamId) -> MeterStream {
        MeterStream { id, realm, cage, memory: Memory::default() }
    }

    /// Restores a meter from its stored state.
    ///
    /// # Errors
    /// The state cannot be read.
    pub fn load(id: StreamId, realm: Realm, cage: StreamId, kept: &[u8]) -> Result<MeterStream, Lost> {
        let memory = written::read(kept);
        let memory = memory.map_err(|error| Lost::Unreadable { stream: id, what: error.to_string() })?;
        Ok(MeterStream { id, realm, cage, memory })
    }

    /// Returns what it was opened with; `None` before that.
    pub fn opening(&self) -> Option<&Opening> {
        self.memory.opening.as_ref()
    }

    /// Returns its standing; `None` before it was opened.
    pub fn standing(&self) -> Option<&Standing> {
        self.memory.standing.as_ref()
    }

    /// Returns the booked balances of the meter and of its reserve: whole minor units, as of its last step.
    pub fn booked(&self) -> (Money, Money) {
        (self.memory.booked, self.memory.reserved)
    }

    /// Computes the result of a command. Changes nothing.
    fn work_out(&self, request: &Request, fed: &Fed) -> Result<Outcome, Refused> {
        let closed = Refused::NotHere(NotHere::MeterNotOpen);
        match &request.command {
            Command::Open(opening) => return self.opens(opening),
            Command::Link { .. } | Command::Received { .. } | Command::Undelivered { .. } => {
                return Ok(Outcome::default());
            }
            _ => {}
        }
        let standing = self.memory.standing.as_ref().ok_or(closed)?;
        let step = match &request.command {
            Command::Draw(DrawAsked { key, draw, .. }) => {
                self.check_sender(request, *key)?;
                match self.memory.asked.get(key) {
                    Some(number) => return self.drawn_before(*key, *number, draw),
                    None => standing.draw(fed, *key, draw)?,
                }
            }
            Command::Void { key, draw } => {
                self.check_sender(request, *key)?;
                let drawn = self.memory.draws.get(draw).ok_or(MeterError::NoDraw(*draw))?;
                if drawn.key().map(|asked| asked.table) != Some(key.table) {
                    return Err(Refused::NotHere(NotHere::OtherTablesDraw));
                }
                standing.void(fed, *key, drawn)?
            }
            Command::Change { number, to } => {
                check_change(standing, *number, to)?;
                standing.change(fed, *to)?
            }
            _ => return Err(Refused::NotHere(NotHere::NotForMeters)),
        };
        let before = standing.balance(fed)?;
        let mut next = standing.clone();
        next.take(&step)?;
        let held = Some((before.meter.whole()?, before.reserve.whole()?));
        Ok(Outcome { step: Some(step), standing: Some(next), held })
    }

    fn opens(&self, opening: &Opening) -> Result<Outcome, Refused> {
        if self.memory.opening.is_some() {
            return Err(Refused::NotHere(NotHere::MeterOpen));
        }
        let standing = Standing::open(opening.terms)?;
        Ok(Outcome { standing: Some(standing), ..Outcome::default() })
    }

    /// Checks that the request comes from the table that its key names, and that the table feeds the meter.
    fn check_sender(&self, request: &Request, key: MeterKey) -> Result<(), Refused> {
        let feeds = |table: &StreamId| request.sender == Some(*table) && self.memory.tables.contains(table);
        match table_of(key).filter(feeds) {
            Some(_) => Ok(()),
            None => Err(Refused::NotHere(NotHere::NotFeeding)),
        }
    }

    /// Answers a request that was granted before: it is not granted again.
    fn drawn_before(&self, key: MeterKey, number: u64, draw: &Draw) -> Result<Outcome, Refused> {
        let drawn = self.memory.draws.get(&number).ok_or(MeterError::AlreadyVoid(number))?;
        match &drawn.act {
            Act::Drawn { draw: first, .. } if first == draw => Ok(Outcome::default()),
            _ => Err(MeterError::OtherBody(key).into()),
        }
    }

    /// Applies the result of a command.
    fn take(&mut self, request: &Request, seq: i64, outcome: Outcome) -> Draft {
        let mut draft = Draft::default();
        if let Some(standing) = outcome.standing {
            self.memory.standing = Some(standing);
        }
        if let Some((meter, reserve)) = outcome.held {
            self.accrue(meter, reserve, &mut draft.transfers);
        }
        match &request.command {
            Command::Open(opening) => {
                self.memory.opening = Some(opening.clone());
                self.moves(Account::Treasury, Account::Meter, opening.terms.seed, &mut draft.transfers);
            }
            Command::Link { table } => {
                self.memory.tables.insert(*table);
                self.tell_terms(&[*table], seq, &mut draft);
            }
            Command::Received { message } => self.memory.outstanding.retain(|sent| sent.key != *message),
            Command::Undelivered { message } => self.forget_table(*message),
            Command::Draw(DrawAsked { key, since, .. }) => self.forget(key.table, *since),
            _ => {}
        }
        match outcome.step.as_ref().map(|step| (step, &step.act)) {
            Some((step, Act::Drawn { key, refill, .. })) => {
                self.drawn(step, *key, *refill, &mut draft.transfers);
            }
            Some((_, Act::Voided { draw, amount, back, .. })) => {
                self.voided(*draw, *amount, *back, &mut draft.transfers);
            }
            Some((_, Act::Changed { .. })) => {
                let all: Vec<StreamId> = self.memory.tables.iter().copied().collect();
                self.tell_terms(&all, seq, &mut draft);
            }
            None => {}
        }
        draft
    }

    /// Moves a grant out of the meter. Until the table pays it, it is owed there.
    fn drawn(&mut self, step: &Step, key: MeterKey, refill: Refill, books: &mut Vec<Transfer>) {
        let (Some(Grant { amount, .. }), Some(table)) = (step.grant(), table_of(key)) else { return };
        enter(Account::Meter.of(self.id), Account::Payable.of(table), amount, books);
        self.memory.booked -= amount;
        self.refill(refill, books);
        // The sum that the draw used is in the journal. It is not needed to take the draw back.
        let kept = Step { fed: Fed::default(), ..step.clone() };
        self.memory.draws.insert(step.number, kept);
        self.memory.asked.insert(key, step.number);
    }

    fn voided(&mut self, draw: u64, amount: Money, back: Refill, books: &mut Vec<Transfer>) {
        let table = self.memory.draws.remove(&draw).and_then(|drawn| drawn.key()).and_then(table_of);
        let Some(table) = table else { return };
        enter(Account::Payable.of(table), Account::Meter.of(self.id), amount, books);
        self.memory.booked += amount;
        self.refill(Refill { reserve: -back.reserve, house: -back.house }, books);
    }

    /// Moves the seed with which the meter begins again, or the part of it that goes back when a draw is voided.
    fn refill(&mut self, refill: Refill, books: &mut Vec<Transfer>) {
        self.moves(Account::Reserve, Account::Meter, refill.reserve, books);
        self.moves(Account::Treasury, Account::Meter, refill.house, books);
    }

    /// Books what meter and reserve held before a step, in whole minor units. Fractions stay unbooked until they make a
    /// whole minor unit.
    fn accrue(&mut self, meter: Money, reserve: Money, books: &mut Vec<Transfer>) {
        self.moves(Account::Treasury, Account::Meter, meter - self.memory.booked, books);
        self.moves(Account::Treasury, Account::Reserve, reserve - self.memory.reserved, books);
    }

    /// Moves money between the cage's treasury, the meter and its reserve.
    fn moves(&mut self, from: Account, to: Account, amount: Money, books: &mut Vec<Transfer>) {
        let of = |account| match account {
            Account::Treasury => self.cage,
            _ => self.id,
        };
        enter(from.of(of(from)), to.of(of(to)), amount, books);
        for (account, by) in [(from, -amount), (to, amount)] {
            match account {
                Account::Meter => self.memory.booked += by,
                Account::Reserve => self.memory.reserved += by,
                _ => {}
            }
        }
    }

    /// Tells tables which terms are in force, so that later wagers feed the meter by them. The first terms need no
    /// message: a table is opened with them.
    fn tell_terms(&mut self, tables: &[StreamId], seq: i64, draft: &mut Draft) {
        let number = self.memory.standing.as_ref().map_or(1, Standing::terms_number);
        if number == 1 {
            return;
        }
        for (item, to) in (0..).zip(tables) {
            let key = Key::derived("message", &[self.id.0, seq, item]);
            let envelope = Envelope { from: self.id, to: *to, key, command: Command::Terms { number } };
            self.memory.outstanding.push(envelope.clone());
            draft.messages.push(envelope);
        }
    }

    /// Forgets the table of an undelivered message: the table is closed, feeds the meter no more, and gives nothing
    /// back.
    fn forget_table(&mut self, message: Key) {
        let found = self.memory.outstanding.iter().find(|sent| sent.key == message);
        let Some(table) = found.map(|sent| sent.to) else { return };
        self.memory.tables.remove(&table);
        self.memory.outstanding.retain(|sent| sent.to != table);
        // No key names a table with a negative id, so there is no entry to remove.
        if let Ok(table) = u64::try_from(table.0) {
            self.forget(table, u64::MAX);
        }
    }

    /// Forgets the draws that a table can no longer give back.
    fn forget(&mut self, table: u64, since: u64) {
        let Memory { draws, asked, .. } = &mut self.memory;
        let past = |key: &MeterKey| key.table == table && key.unit < since;
        asked.retain(|key, _| !past(key));
        draws.retain(|_, drawn| !drawn.key().is_some_and(|key| past(&key)));
    }
}

/// Checks a change of terms: the number must be the next one. The rounding must stay the same, because a table checks
/// every grant against the rounding in its own file.
fn check_change(standing: &Standing, number: u32, to: &MeterTerms) -> Result<(), Refused> {
    let latest = standing.terms_number();
    if Some(number) != latest.checked_add(1) {
        return Err(MeterError::NoTerms { found: number, latest }.into());
    }
    let now = standing.terms();
    if (now.rounding, now.coin) != (to.rounding, to.coin) {
        return Err(Refused::NotHere(NotHere::MeterRoundingKept));
    }
    Ok(())
}

/// Adds a transfer; a negative amount moves the other way.
fn enter(from: AccountId, to: AccountId, amount: Money, books: &mut Vec<Transfer>) {
    if amount.is_positive() {
        books.push(Transfer::plain(from, to, amount));
    } else if amount.is_negative() {
        books.push(Transfer::plain(to, from, -amount));
    }
}

/// Returns the table that a key names; `None` if no table can have that number.
fn table_of(key: MeterKey) -> Option<StreamId> {
    i64::try_from(key.table).ok().map(StreamId)
}

impl Stream for MeterStream {
    fn id(&self) -> StreamId {
        self.id
    }

    fn realm(&self) -> Realm {
        self.realm
    }

    fn needs(&self, command: &Command) -> Needs {
        match command {
            Command::Draw(_) | Command::Void { .. } | Command::Change { .. } => Needs::Sums(self.id),
            _ => Needs::Nothing,
        }
    }

    fn handle(&mut self, request: &Request, moment: &Moment) -> Result<Draft, Refused> {
        let fed = moment.fed.clone().unwrap_or_default();
        let outcome = self.work_out(request, &fed)?;
        let body = MeterUnit { command: request.command.clone(), step: outcome.step.clone() };
        let body = written::write(&body).map_err(|error| Refused::Fault(error.to_string()))?;
        Ok(Draft { body, ..self.take(request, moment.seq, outcome) })
    }

    fn replay(&mut self, unit: &Unit) -> Result<Draft, Lost> {
        let (stream, seq) = (unit.stream, unit.seq);
        let differs = |what: String| Lost::Differs { stream, seq, what };
        let MeterUnit { command, step } = MeterUnit::of(unit)?;
        let fed = step.as_ref().map(|step| step.fed.clone()).unwrap_or_default();
        let sender = (unit.sender.0 != 0).then_some(unit.sender);
        let request = Request {
            stream,
            key: unit.key,
            person: unit.person,
            sender,
            seen: seq,
            question: None,
            command,
        };
        let outcome = self.work_out(&request, &fed).map_err(|error| differs(error.to_string()))?;
        if outcome.step != step {
            return Err(differs("a step comes out another way".to_owned()));
        }
        Ok(Draft { body: unit.body.clone(), ..self.take(&request, seq, outcome) })
    }

    fn save(&mut self) -> Result<Vec<u8>, compact::Error> {
        written::write(&self.memory)
    }

    /// Answers a draw with what was granted, also when it is requested again.
    fn reply(&self, request: &Request) -> Option<Command> {
        let message = request.key;
        match &request.command {
            Command::Draw(DrawAsked { key, .. }) => {
                let number = self.memory.asked.get(key)?;
                let Grant { stands, amount, .. } = self.memory.draws.get(number)?.grant()?;
                Some(Command::Granted { message, draw: *number, stands, amount })
            }
            answer if answer.is_answer() => None,
            _ => Some(Command::Received { message }),
        }
    }

    fn outstanding(&self) -> Vec<Envelope> {
        self.memory.outstanding.clone()
    }

    fn meter(&self) -> Option<&MeterStream> {
        Some(self)
    }

    fn balances(&self) -> Vec<(AccountId, Money)> {
        let Memory { booked, reserved, .. } = self.memory;
        vec![(Account::Meter.of(self.id), booked), (Account::Reserve.of(self.id), reserved)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{PersonId, Time};
    use engine::meter::Sum;
    use engine::{Patron, Share};
    use felt::{Currency, Pay};

    const METER: StreamId = StreamId(7);
    const TABLE: StreamId = StreamId(3);
    const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };

    fn request(number: i64, command: Command) -> Request {
        let key = Key::derived("test", &[number]);
        let sender = Some(TABLE);
        Request { stream: METER, key, person: PersonId::HOUSE, sender, seen: 0, question: None, command }
    }

    fn draw(unit: u64, since: u64) -> Request {
        let key = MeterKey { table: 3, unit, item: 0 };
        let share = Share::of(Pay::MeterPercent(1_000)).expect("a share");
        let draw = Draw { share, winners: vec![Patron::A] };
        request(i64::try_from(unit).expect("small"), Command::Draw(DrawAsked { key, draw, since }))
    }

    fn hears(meter: &mut MeterStream, seq: i64, request: &Request) -> Draft {
        let stakes = Money::minor(100 * seq);
        let fed = Fed::of([(1, Sum { stakes, rows: u64::try_from(seq).expect("small") })].into());
        let moment = Moment { seq, at: Time(seq), fed: Some(fed) };
        meter.handle(request, &moment).expect("it is carried out")
    }

    fn open() -> MeterStream {
        let mut meter = MeterStream::open(METER, REALM, StreamId(1));
        let terms = MeterTerms::new(Money::minor(1_000_000), "21%".parse().expect("a rate"));
        let opening = Opening { link: "pit".to_owned(), currency: Currency::USD, terms };
        hears(&mut meter, 1, &request(1, Command::Open(opening)));
        hears(&mut meter, 2, &request(2, Command::Link { table: TABLE }));
        meter
    }

    #[test]
    fn a_meter_that_was_kept_still_knows_what_it_granted() {
        let mut meter = open();
        let asked = draw(10, 10);
        hears(&mut meter, 3, &asked);
        let granted = meter.reply(&asked);
        assert!(matches!(granted, Some(Command::Granted { draw: 1, .. })), "{granted:?}");
        let kept = meter.save().expect("it can be kept");
        let mut again = MeterStream::load(METER, REALM, StreamId(1), &kept).expect("it comes back");
        assert_eq!(again.reply(&asked), granted);
        // After it was taken back, by either of the two, the meter is the same.
        let void = request(4, Command::Void { key: MeterKey { table: 3, unit: 11, item: 0 }, draw: 1 });
        assert_eq!(hears(&mut meter, 4, &void), hears(&mut again, 4, &void));
        assert_eq!(meter.memory, again.memory);
    }

    #[test]
    fn a_key_of_no_table_draws_nothing() {
        let mut meter = open();
        let before = meter.memory.clone();
        let mut asked = draw(10, 10);
        // As a table number this is the largest one, and the sender claims to be that table.
        asked.sender = Some(StreamId(i64::MAX));
        meter.memory.tables.insert(StreamId(i64::MAX));
        if let Command::Draw(DrawAsked { key, .. }) = &mut asked.command {
            key.table = u64::MAX;
        }
        let refused = meter.handle(&asked, &Moment { seq: 3, at: Time(3), fed: None });
        assert!(matches!(refused, Err(Refused::NotHere(_))), "{refused:?}");
        assert_eq!(meter.memory.draws, before.draws);
    }

    #[test]
    fn what_a_table_will_never_give_back_is_forgotten() {
        let mut meter = open();
        for unit in 10..1_000 {
            hears(&mut meter, 3, &draw(unit, unit - 2));
        }
        assert_eq!((meter.memory.draws.len(), meter.memory.asked.len()), (3, 3));
        assert_eq!(meter.reply(&draw(10, 8)), None);
        assert!(meter.reply(&draw(997, 995)).is_some());
    }
}
