//! What all streams have in common: incoming commands, the drafts of units they produce, and messages between streams.

mod command;
mod not_here;

pub use command::Command;
pub use not_here::NotHere;

use crate::account::{AccountId, Transfer};
use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use engine::meter::{Contribution, MeterError};
use engine::{Event, Patron, Refusal, Rule, compact};
use felt::Money;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::time::Duration;

/// A share that a table requests from a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawAsked {
    /// Identifies the draw and its table.
    pub key: engine::meter::MeterKey,
    /// The requested share and its winners.
    pub draw: engine::meter::Draw,
    /// Requests of the table by units before this one are paid or void for good: the meter need not remember them.
    pub since: u64,
}

/// A command with everything needed to judge it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The stream that it is for.
    pub stream: StreamId,
    /// The key of the command.
    pub key: Key,
    /// The person who sends it.
    pub person: PersonId,
    /// The sending stream, if a stream sends it.
    pub sender: Option<StreamId>,
    /// The last unit of the stream that the sender has seen.
    pub seen: i64,
    /// The unit in which the table asked the question that this command answers, if its sender names one: then it
    /// answers only that question.
    pub question: Option<i64>,
    /// The command.
    pub command: Command,
}

impl Request {
    /// Returns the hash of what is asked: it detects a key that is reused for something else.
    ///
    /// # Errors
    /// No command can cause one.
    pub fn hash(&self) -> Result<Hash, compact::Error> {
        // A key contains words in full, so the hash does not depend on any table of words.
        let command = compact::key(&self.command.without_faces())?;
        let hash = Sha256::new()
            .chain_update(b"croupier request 1")
            .chain_update(self.stream.0.to_be_bytes())
            .chain_update(self.person.0.to_be_bytes())
            .chain_update(command);
        Ok(Hash(hash.finalize().into()))
    }
}

/// The sender's position when it sent a message. The message is accepted only while the database has that history: a
/// unit may send a message and then be lost in a failover, while the message is still in transit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The shard that the sender is in.
    pub shard: i32,
    /// The epoch of that shard.
    pub epoch: i64,
    /// The number of batches that the shard had committed.
    pub batch: i64,
}

/// A message in transit from one stream to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// The message.
    pub request: Request,
    /// The sender's position; a process of an older build does not give it.
    pub origin: Option<Origin>,
}

/// The form in which one process passes a message on to another.
impl Request {
    /// Returns the message as bytes.
    ///
    /// # Errors
    /// No command can cause one.
    pub fn to_bytes(&self) -> Result<Vec<u8>, compact::Error> {
        // Messages never answer a question.
        let Request { stream, key, person, sender, seen, question: _, command } = self;
        crate::written::write(&(stream, key, person, sender, seen, command))
    }

    /// Reads a message from its bytes.
    ///
    /// # Errors
    /// The bytes are not those of a message.
    pub fn from_bytes(bytes: &[u8]) -> Result<Request, compact::Error> {
        let (stream, key, person, sender, seen, command) = crate::written::read(bytes)?;
        Ok(Request { stream, key, person, sender, seen, question: None, command })
    }
}

/// A message from one stream to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// The sending stream.
    pub from: StreamId,
    /// The receiving stream.
    pub to: StreamId,
    /// The key, which is derived from the unit that sends it.
    pub key: Key,
    /// The command.
    pub command: Command,
}

impl Envelope {
    /// Returns the message as a request.
    pub fn request(&self) -> Request {
        Request {
            stream: self.to,
            key: self.key,
            person: PersonId::HOUSE,
            sender: Some(self.from),
            seen: 0,
            question: None,
            command: self.command.clone(),
        }
    }
}

/// A shoe that was shuffled: committed to, and sealed until the next shuffle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeRow {
    /// Which of the stream's shoes.
    pub number: i64,
    /// The commitment that is published.
    pub commitment: [u8; 32],
    /// Salt and order, encrypted.
    pub sealed: Vec<u8>,
}

/// A shoe that is no longer secret.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedShoe {
    /// Which of the stream's shoes.
    pub number: i64,
    /// The salt that hid the order.
    pub salt: [u8; 32],
    /// The indices of the cards, the first card first.
    pub order: Vec<u8>,
}

/// A contribution to a meter, stored with the unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fed {
    /// The meter.
    pub meter: StreamId,
    /// The contribution itself.
    pub row: Contribution,
}

/// The result of a command in memory, to be committed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Draft {
    /// The unit's body.
    pub body: Vec<u8>,
    /// Money that moves.
    pub transfers: Vec<Transfer>,
    /// Contributions to meters.
    pub fed: Vec<Fed>,
    /// Shoes that were shuffled.
    pub shoes: Vec<ShoeRow>,
    /// Shoes that are opened.
    pub opened: Vec<OpenedShoe>,
    /// In a replay: the shoes that came into play, each with the number of the last card that was drawn before it.
    pub again: Vec<(i64, u32)>,
    /// Messages that go out once the unit is committed.
    pub messages: Vec<Envelope>,
    /// The events at a table, for observers.
    pub events: Vec<Event>,
    /// At a table: the kind of command, for observers.
    pub what: &'static str,
    /// Set if the unit closes its table for good: whether a successor with the same name is opened then.
    pub closed: Option<bool>,
    /// In a replay: the loss, if the unit is a notice of lost units.
    pub lost: Option<crate::loss::Loss>,
}

/// Why a command was refused. It changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error("{0}")]
    ByRule(Box<Refusal>),
    /// There is not enough money.
    #[error("that costs {} minor units and there are {}", wanted.as_minor(), there.as_minor())]
    NoMoney {
        /// The required amount.
        wanted: Money,
        /// The available amount.
        there: Money,
    },
    /// The account cannot hold the amount.
    #[error("{} minor units more on {} are beyond what an account holds", amount.as_minor(), there.as_minor())]
    TooMuch {
        /// The amount to be added; negative if it was to be taken away.
        amount: Money,
        /// The balance.
        there: Money,
    },
    /// It belongs to another operator, property or currency.
    #[error("{0} belongs to another operator, property or currency")]
    OtherRealm(&'static str),
    /// The place belongs to another person.
    #[error("{0} is another person's place")]
    NotYours(Patron),
    /// Another unit came first; the sender must read the stream again.
    #[error("something else happened first, by unit {since}; read again")]
    Conflict {
        /// The unit.
        since: i64,
    },
    /// The cards have reached their time limit, and no round begins with them.
    #[error(
        "the cards of this table are changed after {hours} hours, which are over ({rule}); allowed: the floor says that new \
         cards are there"
    )]
    CardsDue {
        /// The limit in hours.
        hours: u16,
        /// The paragraph that sets it.
        rule: Rule,
    },
    /// The box is still kept for another patron.
    #[error(
        "box {box_number} is kept for another patron{}{}; allowed: any box that is free",
        last_round.map(|last| format!(", until round {last} is over")).unwrap_or_default(),
        until.map(|until| format!(", until {}", until.of_day())).unwrap_or_default()
    )]
    PlaceKept {
        /// The box.
        box_number: u8,
        /// The last round that its patron may miss.
        last_round: Option<u32>,
        /// Until when it is kept.
        until: Option<Time>,
    },
    /// The key was used for another command.
    #[error("the key {0} was used for another command")]
    OtherBody(Key),
    /// The meter refuses it.
    #[error(transparent)]
    Meter(#[from] MeterError),
    /// The stream does not take such a command.
    #[error(transparent)]
    NotHere(#[from] NotHere),
    /// The house failed. The command had no effect, and the stream is reloaded from the database.
    #[error("the command failed and was not carried out: {0}")]
    Fault(String),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::ByRule(Box::new(refusal))
    }
}

/// Why a stream cannot be restored from what was stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Lost {
    /// A unit does not replay as it was written.
    #[error("stream {stream}, unit {seq}: {what}", stream = stream.0)]
    Differs {
        /// Which stream.
        stream: StreamId,
        /// Which unit.
        seq: i64,
        /// The difference.
        what: String,
    },
    /// What is stored cannot be read.
    #[error("stream {stream}: {what}", stream = stream.0)]
    Unreadable {
        /// Which stream.
        stream: StreamId,
        /// The reason.
        what: String,
    },
}

impl Lost {
    /// Returns the stream.
    pub fn stream(&self) -> StreamId {
        match self {
            Lost::Differs { stream, .. } | Lost::Unreadable { stream, .. } => *stream,
        }
    }
}

/// When the next decision or timer is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The unit that asked; the key of the expiry is derived from it.
    pub asked: i64,
    /// How long they have.
    pub length: Duration,
}

/// What must be read from the database before a command can be applied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// What a meter has been fed.
    Sums(StreamId),
}

/// The number and the time of a unit, as given to its stream.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number that the unit will have.
    pub seq: i64,
    /// The time.
    pub at: Time,
    /// What a meter has been fed, if the command needs it.
    pub fed: Option<engine::meter::Fed>,
}

/// A stream in memory: a serial sequence of units.
pub trait Stream: Send + Sync {
    /// Returns the stream's id.
    fn id(&self) -> StreamId;

    /// Returns what the stream belongs to.
    fn realm(&self) -> Realm;

    /// Returns what must be read before the command.
    fn needs(&self, command: &Command) -> Needs {
        let _ = command;
        Needs::Nothing
    }

    /// Applies a command in memory. A refusal changes nothing.
    ///
    /// # Errors
    /// The refusal.
    fn handle(&mut self, request: &Request, moment: &Moment) -> Result<Draft, Refused>;

    /// Applies a unit that was committed before; the result must be as it was written.
    ///
    /// # Errors
    /// The result differs.
    fn replay(&mut self, unit: &crate::unit::Unit) -> Result<Draft, Lost>;

    /// Returns everything that the stream remembers, to be encrypted and stored.
    ///
    /// # Errors
    /// A value that the compact form cannot represent.
    fn save(&mut self) -> Result<Vec<u8>, compact::Error>;

    /// Continues after a notice with this number says that units were lost. The stream is in the state before the lost
    /// units, and repeats its open question: decisions in reaction to lost units do not answer it.
    fn go_on_after_loss(&mut self, notice: i64) {
        let _ = notice;
    }

    /// Returns the reply to the stream that sent a message, once the unit that carried it out is committed; `None` if
    /// the message is an answer itself.
    fn reply(&self, request: &Request) -> Option<Command> {
        (!request.command.is_answer()).then_some(Command::Received { message: request.key })
    }

    /// Returns the messages that have not been answered yet.
    fn outstanding(&self) -> Vec<Envelope>;

    /// Returns the balances of its accounts as it remembers them, each once, in the order of their numbers. They must
    /// equal the books.
    fn balances(&self) -> Vec<(AccountId, Money)> {
        Vec::new()
    }

    /// Returns the window in which the awaited answer is due, if time is running.
    fn window(&self) -> Option<Window> {
        None
    }

    /// Returns the cage, if the stream is one.
    fn cage(&self) -> Option<&crate::cage::CageStream> {
        None
    }

    /// Returns the table, if the stream is one.
    fn table(&self) -> Option<&crate::table::TableStream> {
        None
    }

    /// Returns the meter, if the stream is one.
    fn meter(&self) -> Option<&crate::meter::MeterStream> {
        None
    }

    /// Returns the table, if the stream is one, to restore it.
    fn table_mut(&mut self) -> Option<&mut crate::table::TableStream> {
        None
    }
}
