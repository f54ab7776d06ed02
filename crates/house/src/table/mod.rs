//! A table as a stream: the game, the house around it, the chips before each patron and the shoe.

mod approval;
mod body;
mod books;
mod cards;
mod closing;
mod feeding;
mod kept;
mod live;
mod owed;
mod places;
mod play;
mod question;

pub use body::dictionary;
pub(crate) use body::{Body, Told, without_faces};
pub use cards::CardsInUse;
pub use places::KeptBox;

use crate::account::{Account, AccountId};
use crate::fortune::Fortune;
use crate::ids::{Key, PersonId, Realm, StreamId, Time};
use crate::secrets::KeyRing;
use crate::stream::{Command, Draft, Envelope, Lost, Moment, Refused, Request, Stream, Window};
use crate::unit::Unit;
use closing::{Closing, Tray};
use engine::compact::{self, WordTable};
use engine::{Actor, AnyTable, Driver, Due, Event, Game, Input, OpenError, Patron};
use feeding::Feeding;
use felt::Money;
use live::Scanned;
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// What does not change while a table is open.
pub struct TableFacts {
    /// Its number.
    pub id: StreamId,
    /// Where it belongs.
    pub realm: Realm,
    /// A name that no other table of the house has.
    pub name: String,
    /// The game.
    pub game: &'static Game,
    /// Its rule book.
    pub book: Arc<RuleBook>,
    /// Its file.
    pub config: TableConfig,
    /// Who deals.
    pub dealt: Dealt,
    /// How long people have.
    pub clocks: Clocks,
    /// Where its chips come from and go to.
    pub cage: StreamId,
    /// The words of its units.
    pub dictionary: WordTable,
    /// Which wagers feed which meters, and which the table draws on.
    pub links: Vec<Link>,
}

impl std::fmt::Debug for TableFacts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "table {} ({})", self.id.0, self.name)
    }
}

/// Who deals at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealt {
    /// The house shuffles, deals, throws and spins by itself.
    #[default]
    Computer,
    /// A dealer does, and a console or a scanner reports the results. The house draws nothing.
    Live,
}

impl Dealt {
    /// In a word, as it is stored.
    pub const fn word(self) -> &'static str {
        match self {
            Dealt::Computer => "computer",
            Dealt::Live => "live",
        }
    }

    /// By its word.
    pub fn parse(word: &str) -> Option<Dealt> {
        [Dealt::Computer, Dealt::Live].into_iter().find(|dealt| dealt.word() == word)
    }
}

/// How long people have at a table. A clock with length zero never runs: at a computer-dealt table only a dealer then
/// closes bets, and at a live-dealt one that is intended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// To bet, from the first bet on.
    pub bets: Duration,
    /// To decide.
    pub decisions: Duration,
    /// To say whether they cut.
    pub cut: Duration,
}

impl Clocks {
    /// The time for a cut where nothing else is said.
    pub const CUT: Duration = Duration::from_secs(5);

    /// With the usual time for a cut, or the time for decisions if that is less.
    pub const fn of(bets: Duration, decisions: Duration) -> Clocks {
        let cut = if decisions.as_millis() < Clocks::CUT.as_millis() { decisions } else { Clocks::CUT };
        Clocks { bets, decisions, cut }
    }

    /// The same time for everything.
    pub const fn all(time: Duration) -> Clocks {
        Clocks { bets: time, decisions: time, cut: time }
    }
}

/// A meter that a table feeds and draws on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The wager that feeds it.
    pub wager: String,
    /// What the game calls the meter; nothing for one that it never draws on.
    pub drawn_as: Option<String>,
    /// The meter.
    pub meter: StreamId,
    /// The number of the meter's terms.
    pub terms: u32,
}

/// A patron's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// Who has it.
    pub person: PersonId,
    /// The chips before them.
    pub stack: Money,
    /// What they have staked.
    pub staked: Money,
    /// What they owe.
    pub owed: Money,
    /// The round in which any of that last changed.
    pub touched: i32,
    /// The unit in which this person took it: they may not see what was private to the person before.
    pub since: i64,
}

impl Seat {
    /// A place with nothing on it.
    fn of(person: PersonId, since: i64) -> Seat {
        Seat { person, stack: Money::ZERO, staked: Money::ZERO, owed: Money::ZERO, touched: 0, since }
    }

    /// Whether nobody has anything there.
    fn is_empty(&self) -> bool {
        [self.stack, self.staked, self.owed] == [Money::ZERO; 3]
    }
}

/// A shoe that is being dealt: a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SecretShoe {
    pub(crate) number: i64,
    pub(crate) salt: [u8; 32],
    pub(crate) order: Vec<u8>,
}

impl SecretShoe {
    fn of(number: i64, sealed: &chance::Sealed) -> SecretShoe {
        let order = sealed.order().map(felt::Card::byte);
        SecretShoe { number, salt: *sealed.salt(), order: order.collect() }
    }

    /// Salt and order, to be encrypted.
    fn plain(&self) -> zeroize::Zeroizing<Vec<u8>> {
        zeroize::Zeroizing::new([&self.salt[..], &self.order[..]].concat())
    }
}

impl Drop for SecretShoe {
    fn drop(&mut self) {
        use zeroize::Zeroize;
        self.salt.zeroize();
        self.order.zeroize();
    }
}

/// What a table remembers between two units, beside the game's own state and the cards.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The number of the last unit.
    pub(crate) seq: i64,
    pub(crate) seats: BTreeMap<Patron, Seat>,
    /// The unit by which what is due was first asked for.
    pub(crate) asked: i64,
    pub(crate) due: Due,
    /// The clock has closed bets since anybody was heard and anything was decided: it does not do so again.
    pub(crate) unheard: bool,
    /// The round that lines are counted in.
    pub(crate) round: i32,
    pub(crate) shoe: Option<SecretShoe>,
    /// How many shoes there were.
    pub(crate) shoes: i64,
    pub(crate) outstanding: Vec<Envelope>,
    pub(crate) feeding: Feeding,
    /// What the house has there.
    pub(crate) tray: Tray,
    pub(crate) closing: Option<Closing>,
}

/// A table, live.
pub struct TableStream {
    facts: Arc<TableFacts>,
    keys: Arc<KeyRing>,
    table: Box<dyn AnyTable>,
    driver: Driver<Fortune>,
    memory: Memory,
    /// How long its cards may be used, where that is kept.
    span: Option<cards::Span>,
    /// When its cards were opened; `None` where no time runs for them.
    cards: Option<Time>,
    /// How long boxes are kept, where they are.
    keeping: Option<places::Keeping>,
    /// The boxes that are.
    places: places::Places,
    /// Chips that are marked for what patrons owe.
    marked: owed::Marked,
    /// While an approval is due: who brought that about, and so may not give it.
    reporters: BTreeSet<PersonId>,
    words: WordTable,
    /// Shoes that were read from the database, for units that are played again.
    shelf: BTreeMap<i64, SecretShoe>,
    /// A shoe whose order is not known, and from which no card is dealt.
    closed: Option<i64>,
    /// Cards that a device has read and nobody may see yet, at a live-dealt table.
    scanned: Vec<Scanned>,
    /// Whether a card that is still sealed is told as one that nobody has read.
    sealed_stay: bool,
}

impl TableStream {
    /// Opens a table that nobody has played at.
    ///
    /// # Errors
    /// What keeps the game from opening it.
    pub fn open(facts: Arc<TableFacts>, keys: Arc<KeyRing>) -> Result<TableStream, OpenError> {
        let table = facts.game.open_live(&facts.book, &facts.config)?;
        let memory = Memory {
            seq: 0,
            seats: BTreeMap::new(),
            asked: 0,
            due: table.due(),
            unheard: false,
            round: 0,
            shoe: None,
            shoes: 0,
            outstanding: Vec::new(),
            feeding: Feeding::default(),
            tray: Tray::default(),
            closing: None,
        };
        let driver = Driver::new(Fortune::new(&facts.name));
        let words = facts.dictionary.clone();
        Ok(TableStream {
            span: cards::Span::of(&facts.config),
            cards: None,
            keeping: places::Keeping::of(&facts.config, facts.game.vocabulary),
            places: BTreeMap::new(),
            marked: owed::Marked::new(),
            facts,
            keys,
            table,
            driver,
            memory,
            words,
            shelf: BTreeMap::new(),
            closed: None,
            scanned: Vec::new(),
            sealed_stay: false,
            reporters: BTreeSet::new(),
        })
    }

    /// What does not change.
    pub fn facts(&self) -> &TableFacts {
        &self.facts
    }

    /// The same, to be kept.
    pub(crate) fn shared_facts(&self) -> Arc<TableFacts> {
        Arc::clone(&self.facts)
    }

    /// Whether the rules would grant an input at that time, found out on a copy of the table: nothing is done.
    ///
    /// # Errors
    /// The refusal, which says what would be allowed; or that the table cannot be copied.
    pub fn would_grant(&self, at: Time, by: Actor, input: Input) -> Result<(), Refused> {
        self.check_cards(&input, at)?;
        self.check_place(&input, at)?;
        let fault = |what: String| Refused::Fault(what);
        let saved = self.table.save().map_err(|error| fault(error.to_string()))?;
        let TableFacts { game, book, config, .. } = &*self.facts;
        let mut copy = game.open_live(book, config).map_err(|error| fault(error.to_string()))?;
        copy.restore(&saved).map_err(|error| fault(error.to_string()))?;
        copy.apply(by, input, &mut Vec::new())?;
        Ok(())
    }

    /// The game's table, to be looked at.
    pub fn face(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// The seats that are taken.
    pub fn seats(&self) -> &BTreeMap<Patron, Seat> {
        &self.memory.seats
    }

    /// The place of a person, if they have one.
    pub fn seat_of(&self, person: PersonId) -> Option<(Patron, Seat)> {
        let own = |(_, seat): &(&Patron, &Seat)| seat.person == person;
        self.memory.seats.iter().find(own).map(|(patron, seat)| (*patron, *seat))
    }

    /// The number of its last unit.
    pub fn seq(&self) -> i64 {
        self.memory.seq
    }

    /// The unit by which what is due was first asked for.
    pub fn asked(&self) -> i64 {
        self.memory.asked
    }

    /// What a unit of the table says.
    pub(crate) fn read(&mut self, unit: &Unit) -> Result<Body, compact::Error> {
        Body::read(&unit.body, &mut self.words)
    }

    /// Has a shoe at hand that a stored unit was dealt from.
    pub(crate) fn shelve(&mut self, shoe: SecretShoe) {
        self.shelf.insert(shoe.number, shoe);
    }

    /// Replays a shuffle without knowing its order. Nothing can be replayed after that unit: for reading what came
    /// before the shuffle.
    pub(crate) fn leave_closed(&mut self, shoe: i64) {
        self.closed = Some(shoe);
    }

    /// Replays scanned cards that are not opened yet as if nobody had read them: until they are, nothing that is
    /// written depends on them. For use without keys.
    pub(crate) fn leave_sealed(&mut self) {
        self.sealed_stay = true;
    }

    fn lost(&self, seq: i64, what: &dyn std::fmt::Display) -> Lost {
        Lost::Differs { stream: self.facts.id, seq, what: what.to_string() }
    }
}

/// What a unit does to a table, as it comes about.
#[derive(Default)]
pub(crate) struct Work {
    /// What was said to the table.
    pub(crate) said: Vec<(Actor, Told)>,
    /// What it said, whole.
    pub(crate) events: Vec<Event>,
    /// Grants for which the table no longer asks, by meter and number.
    pub(crate) withdrawn: Vec<(StreamId, u64)>,
    pub(crate) draft: Draft,
}

impl Work {
    /// The shuffle that was told last made an order that was committed to.
    fn commit_to(&mut self, commitment: [u8; 32]) {
        if let Some((_, told)) = self.said.last_mut() {
            *told = told.committed(commitment);
        }
    }
}

impl Stream for TableStream {
    fn id(&self) -> StreamId {
        self.facts.id
    }

    fn realm(&self) -> Realm {
        self.facts.realm
    }

    fn handle(&mut self, request: &Request, moment: &Moment) -> Result<Draft, Refused> {
        self.check_open(&request.command)?;
        let mut work = Work::default();
        self.carry_out(request, moment, &mut work)?;
        self.go_on(&mut work)?;
        self.collect_before_home(&mut work)?;
        self.finish(request, moment.seq, moment.at, work)
    }

    fn replay(&mut self, unit: &Unit) -> Result<Draft, Lost> {
        self.play_again(unit)
    }

    fn go_on_after_loss(&mut self, notice: i64) {
        (self.memory.seq, self.memory.asked) = (notice, notice);
    }

    fn save(&mut self) -> Result<Vec<u8>, compact::Error> {
        self.keep()
    }

    fn outstanding(&self) -> Vec<Envelope> {
        self.memory.outstanding.clone()
    }

    fn balances(&self) -> Vec<(AccountId, Money)> {
        let id = self.facts.id;
        let (seats, tray) = (&self.memory.seats, &self.memory.tray);
        let house =
            [(Account::Bank, tray.bank), (Account::Vigorish, tray.vigorish), (Account::Tips, tray.tips)];
        let house = house.into_iter().map(|(account, held)| (account.of(id), held));
        let stacks = seats.iter().map(|(patron, seat)| (Account::Stack(*patron).of(id), seat.stack));
        let stakes = seats.iter().map(|(patron, seat)| (Account::Stake(*patron).of(id), seat.staked));
        let owed = seats.iter().map(|(patron, seat)| (Account::Owed(*patron).of(id), -seat.owed));
        let marked = self.marked.iter().map(|(patron, held)| (Account::Marked(*patron).of(id), *held));
        house.chain(stacks).chain(stakes).chain(owed).chain(marked).collect()
    }

    /// The first bet has no time limit. Once there is one the others have their time. If bets were closed
    /// without a result, because nobody took the dice, they lie there until the next input.
    fn window(&self) -> Option<Window> {
        let Clocks { bets, decisions, cut } = self.facts.clocks;
        if self.is_home() {
            return None;
        }
        let staked = || closing::lies(&*self.table);
        let length = match self.table.due() {
            // At a table that closes it does not lie there for ever.
            Due::Bets { .. } if staked() && (!self.memory.unheard || self.closes()) => bets,
            Due::Roll { closes: Some(_), .. } => bets,
            Due::Choices { left, .. } if left.is_empty() && !self.is_live() && !decisions.is_zero() => {
                // All have answered, so the time is over. A dealer closes by themselves.
                return Some(Window { asked: self.memory.asked, length: Duration::ZERO });
            }
            Due::Choice { .. } | Due::Choices { .. } => decisions,
            Due::Cut if self.patrons_may_cut() => cut,
            // Nobody's time runs while only the dealer is waited for.
            _ => return None,
        };
        (!length.is_zero()).then_some(Window { asked: self.memory.asked, length })
    }

    fn table(&self) -> Option<&TableStream> {
        Some(self)
    }

    fn table_mut(&mut self) -> Option<&mut TableStream> {
        Some(self)
    }
}

/// The names of what a table sends: they follow from its unit, so a unit that is carried out again sends the same.
fn message_key(stream: StreamId, seq: i64, item: i64) -> Key {
    Key::derived("message", &[stream.0, seq, item])
}

/// The number of a shoe, as commitments and keys are bound to it. They are counted from 1.
fn shoe_number(number: i64) -> Result<u64, String> {
    u64::try_from(number).map_err(|_| format!("no shoe has the number {number}"))
}

/// The command that a stored unit carried out, where it was only an input.
fn is_plain(command: &Command) -> bool {
    matches!(command, Command::Play { .. })
}

#[cfg(test)]
mod tests;
