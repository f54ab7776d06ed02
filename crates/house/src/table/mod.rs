//! A table as a stream: the game, the house around it, the chips before each patron, and the shoe.

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

/// The facts of a table that do not change while it is open.
pub struct TableFacts {
    /// Its number.
    pub id: StreamId,
    /// Where it belongs.
    pub realm: Realm,
    /// A name that is unique among the tables of the house.
    pub name: String,
    /// The game.
    pub game: &'static Game,
    /// Its rule book.
    pub book: Arc<RuleBook>,
    /// Its file.
    pub config: TableConfig,
    /// Who deals.
    pub dealt: Dealt,
    /// How long people have for their decisions.
    pub clocks: Clocks,
    /// The cage that its chips come from and go to.
    pub cage: StreamId,
    /// The dictionary of its units.
    pub dictionary: WordTable,
    /// The meters that its wagers feed and that it draws on.
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
    /// The house shuffles, deals, throws and spins.
    #[default]
    Computer,
    /// A dealer deals, and a console or a scanner reports the results. The house draws nothing.
    Live,
}

impl Dealt {
    /// Returns the stored word.
    pub const fn word(self) -> &'static str {
        match self {
            Dealt::Computer => "computer",
            Dealt::Live => "live",
        }
    }

    /// Parses the stored word.
    pub fn parse(word: &str) -> Option<Dealt> {
        [Dealt::Computer, Dealt::Live].into_iter().find(|dealt| dealt.word() == word)
    }
}

/// How long people have at a table. A clock of length zero never runs: at a computer-dealt table only a dealer can then
/// close bets; at a live-dealt one that is intended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// For bets, from the first bet on.
    pub bets: Duration,
    /// For decisions.
    pub decisions: Duration,
    /// For saying whether they cut.
    pub cut: Duration,
}

impl Clocks {
    /// The default time for a cut.
    pub const CUT: Duration = Duration::from_secs(5);

    /// With the default time for a cut, or the time for decisions if that is shorter.
    pub const fn of(bets: Duration, decisions: Duration) -> Clocks {
        let cut = if decisions.as_millis() < Clocks::CUT.as_millis() { decisions } else { Clocks::CUT };
        Clocks { bets, decisions, cut }
    }

    /// With the same time for everything.
    pub const fn all(time: Duration) -> Clocks {
        Clocks { bets: time, decisions: time, cut: time }
    }
}

/// A meter that a table feeds and draws on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The wager that feeds it.
    pub wager: String,
    /// The game's name for the meter; `None` if the table never draws on it.
    pub drawn_as: Option<String>,
    /// The meter.
    pub meter: StreamId,
    /// The number of the meter's terms.
    pub terms: u32,
}

/// A patron's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// The person who has it.
    pub person: PersonId,
    /// The chips before them.
    pub stack: Money,
    /// What they have staked.
    pub staked: Money,
    /// What they owe.
    pub owed: Money,
    /// The last round in which the stack, the stake or the debt changed.
    pub touched: i32,
    /// The unit in which this person took the place: they may not see what was private to the previous person.
    pub since: i64,
}

impl Seat {
    /// Returns an empty place.
    fn of(person: PersonId, since: i64) -> Seat {
        Seat { person, stack: Money::ZERO, staked: Money::ZERO, owed: Money::ZERO, touched: 0, since }
    }

    /// Whether the place has no chips and no debt.
    fn is_empty(&self) -> bool {
        [self.stack, self.staked, self.owed] == [Money::ZERO; 3]
    }
}

/// A shoe in play: a secret.
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

    /// Returns salt and order, to be encrypted.
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

/// What a table remembers between two units, besides the game's state and the cards.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Memory {
    /// The number of the last unit.
    pub(crate) seq: i64,
    pub(crate) seats: BTreeMap<Patron, Seat>,
    /// The unit that first asked for what is due.
    pub(crate) asked: i64,
    pub(crate) due: Due,
    /// Whether the clock has closed bets since the last input of a person or the last decision: it does not close them
    /// again.
    pub(crate) unheard: bool,
    /// The round to which settlement lines are booked.
    pub(crate) round: i32,
    pub(crate) shoe: Option<SecretShoe>,
    /// How many shoes there were.
    pub(crate) shoes: i64,
    pub(crate) outstanding: Vec<Envelope>,
    pub(crate) feeding: Feeding,
    /// The house's balances at the table.
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
    /// The time limit of its cards, if there is one.
    span: Option<cards::Span>,
    /// When its cards were opened; `None` if they have no time limit.
    cards: Option<Time>,
    /// How long boxes are kept, if at all.
    keeping: Option<places::Keeping>,
    /// The boxes that are kept.
    places: places::Places,
    /// Chips that are marked for what patrons owe.
    marked: owed::Marked,
    /// While an approval is due: the persons who caused it, and so may not give it.
    reporters: BTreeSet<PersonId>,
    words: WordTable,
    /// Shoes that were read from the database, for units to be replayed.
    shelf: BTreeMap<i64, SecretShoe>,
    /// A shoe with an unknown order, from which no card is dealt.
    closed: Option<i64>,
    /// At a live-dealt table: the hidden cards that a device has read.
    scanned: Vec<Scanned>,
    /// Whether a replay treats a card that is still sealed as unread.
    sealed_stay: bool,
}

impl TableStream {
    /// Opens a new table.
    ///
    /// # Errors
    /// Why the game cannot open it.
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

    /// Returns the facts that do not change.
    pub fn facts(&self) -> &TableFacts {
        &self.facts
    }

    /// Returns a shared reference to the facts.
    pub(crate) fn shared_facts(&self) -> Arc<TableFacts> {
        Arc::clone(&self.facts)
    }

    /// Checks on a copy of the table whether the rules would grant an input at that time. Changes nothing.
    ///
    /// # Errors
    /// The refusal, which says what would be allowed; or the table cannot be copied.
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

    /// Returns the game's table, read-only.
    pub fn face(&self) -> &dyn AnyTable {
        &*self.table
    }

    /// Returns the seats that are taken.
    pub fn seats(&self) -> &BTreeMap<Patron, Seat> {
        &self.memory.seats
    }

    /// Returns the place of a person, if they have one.
    pub fn seat_of(&self, person: PersonId) -> Option<(Patron, Seat)> {
        let own = |(_, seat): &(&Patron, &Seat)| seat.person == person;
        self.memory.seats.iter().find(own).map(|(patron, seat)| (*patron, *seat))
    }

    /// Returns the number of its last unit.
    pub fn seq(&self) -> i64 {
        self.memory.seq
    }

    /// Returns the unit that first asked for what is due.
    pub fn asked(&self) -> i64 {
        self.memory.asked
    }

    /// Reads the body of a unit of the table.
    pub(crate) fn read(&mut self, unit: &Unit) -> Result<Body, compact::Error> {
        Body::read(&unit.body, &mut self.words)
    }

    /// Provides the shoe that a stored unit was dealt from.
    pub(crate) fn shelve(&mut self, shoe: SecretShoe) {
        self.shelf.insert(shoe.number, shoe);
    }

    /// Makes the replay of a shuffle possible without its order, to read what came before it. Nothing after that unit
    /// can be replayed.
    pub(crate) fn leave_closed(&mut self, shoe: i64) {
        self.closed = Some(shoe);
    }

    /// Makes the replay treat scanned cards that are not opened yet as unread: until they are opened, nothing that is
    /// written depends on them. For use without keys.
    pub(crate) fn leave_sealed(&mut self) {
        self.sealed_stay = true;
    }

    fn lost(&self, seq: i64, what: &dyn std::fmt::Display) -> Lost {
        Lost::Differs { stream: self.facts.id, seq, what: what.to_string() }
    }
}

/// The effects of a unit on a table, while it is applied.
#[derive(Default)]
pub(crate) struct Work {
    /// The inputs to the table.
    pub(crate) said: Vec<(Actor, Told)>,
    /// The events of the table, whole.
    pub(crate) events: Vec<Event>,
    /// Grants that the table no longer requests, by meter and number.
    pub(crate) withdrawn: Vec<(StreamId, u64)>,
    pub(crate) draft: Draft,
}

impl Work {
    /// Adds the commitment to the last shuffle.
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

    /// The first bet has no time limit; after it, other patrons have the time for bets. If bets were closed without
    /// effect, because no one took the dice, the stakes stay until the next input.
    fn window(&self) -> Option<Window> {
        let Clocks { bets, decisions, cut } = self.facts.clocks;
        if self.is_home() {
            return None;
        }
        let staked = || closing::lies(&*self.table);
        let length = match self.table.due() {
            // At a closing table the stakes do not stay forever.
            Due::Bets { .. } if staked() && (!self.memory.unheard || self.closes()) => bets,
            Due::Roll { closes: Some(_), .. } => bets,
            Due::Choices { left, .. } if left.is_empty() && !self.is_live() && !decisions.is_zero() => {
                // Everyone has answered, so the time is over. At a live-dealt table the dealer closes.
                return Some(Window { asked: self.memory.asked, length: Duration::ZERO });
            }
            Due::Choice { .. } | Due::Choices { .. } => decisions,
            Due::Cut if self.patrons_may_cut() => cut,
            // No time runs while only the dealer is awaited.
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

/// Returns the key of a message. It is derived from its unit, so a unit that is carried out again sends the same
/// message.
fn message_key(stream: StreamId, seq: i64, item: i64) -> Key {
    Key::derived("message", &[stream.0, seq, item])
}

/// Converts the number of a shoe, from 1, to the form that commitments and keys are bound to.
fn shoe_number(number: i64) -> Result<u64, String> {
    u64::try_from(number).map_err(|_| format!("no shoe has the number {number}"))
}

/// Whether a stored unit's command was only an input.
fn is_plain(command: &Command) -> bool {
    matches!(command, Command::Play { .. })
}

#[cfg(test)]
mod tests;
