//! What all streams have in common: commands that come in, drafts of units that come out, messages between streams.

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

/// A share that a table asks of a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawAsked {
    /// Which draw of which table it is.
    pub key: engine::meter::MeterKey,
    /// What, and for whom.
    pub draw: engine::meter::Draw,
    /// What the table asked for by units before this one is paid or void for good: the meter need not remember it.
    pub since: u64,
}

/// A command with everything that must be known of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// To which stream.
    pub stream: StreamId,
    /// Its own name.
    pub key: Key,
    /// Who asks.
    pub person: PersonId,
    /// The stream that sends it, where one does.
    pub sender: Option<StreamId>,
    /// The last unit of the stream that the sender has seen.
    pub seen: i64,
    /// The unit by which a table has asked what this answers, where its sender names it: then it answers that and nothing
    /// else.
    pub question: Option<i64>,
    /// What.
    pub command: Command,
}

impl Request {
    /// What is asked, as a hash: by it a key that comes again with something else is told apart.
    ///
    /// # Errors
    /// None that a command could cause.
    pub fn hash(&self) -> Result<Hash, compact::Error> {
        // Words stand in full in a key, so the hash depends on no table of words.
        let command = compact::key(&self.command.without_faces())?;
        let hash = Sha256::new()
            .chain_update(b"croupier request 1")
            .chain_update(self.stream.0.to_be_bytes())
            .chain_update(self.person.0.to_be_bytes())
            .chain_update(command);
        Ok(Hash(hash.finalize().into()))
    }
}

/// How far the sender of a message had come: the message is taken only while the database has that history. A unit may
/// send a message and then be lost in a failover, and the message would still be on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The shard that the sender is in.
    pub shard: i32,
    /// In which epoch of it.
    pub epoch: i64,
    /// After which of its batches.
    pub batch: i64,
}

/// A message on its way from one stream to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// The message.
    pub request: Request,
    /// Where it comes from; a process of an older build does not say.
    pub origin: Option<Origin>,
}

/// A message as one process passes it on to another.
impl Request {
    /// Its bytes.
    ///
    /// # Errors
    /// None that a command could cause.
    pub fn to_bytes(&self) -> Result<Vec<u8>, compact::Error> {
        // A message answers no question.
        let Request { stream, key, person, sender, seen, question: _, command } = self;
        crate::written::write(&(stream, key, person, sender, seen, command))
    }

    /// What the bytes say.
    ///
    /// # Errors
    /// They are not those of a message.
    pub fn from_bytes(bytes: &[u8]) -> Result<Request, compact::Error> {
        let (stream, key, person, sender, seen, command) = crate::written::read(bytes)?;
        Ok(Request { stream, key, person, sender, seen, question: None, command })
    }
}

/// A message from one stream to another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Envelope {
    /// Who sends it.
    pub from: StreamId,
    /// To which stream.
    pub to: StreamId,
    /// Its name, which follows from the unit that sends it.
    pub key: Key,
    /// What.
    pub command: Command,
}

impl Envelope {
    /// As a request.
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

/// A shoe that was shuffled: committed to, and sealed until the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShoeRow {
    /// Which of the stream's shoes.
    pub number: i64,
    /// The commitment that is published.
    pub commitment: [u8; 32],
    /// Salt and order, encrypted.
    pub sealed: Vec<u8>,
}

/// A shoe that is no secret any more.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenedShoe {
    /// Which of the stream's shoes.
    pub number: i64,
    /// What hid the order.
    pub salt: [u8; 32],
    /// The cards by their indices, the first one first.
    pub order: Vec<u8>,
}

/// A contribution to a meter, which goes with the unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fed {
    /// Which meter.
    pub meter: StreamId,
    /// The contribution itself.
    pub row: Contribution,
}

/// What a command has come to in memory, to be committed.
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
    /// Of a unit that is played again: the shoes that came into play, each with the number of the last card that was drawn
    /// before it.
    pub again: Vec<(i64, u32)>,
    /// Messages that go out once the unit is committed.
    pub messages: Vec<Envelope>,
    /// What happened at a table, for observers.
    pub events: Vec<Event>,
    /// At a table: what kind of command it was, for observers.
    pub what: &'static str,
    /// The unit closes its table for good; whether another one of its name is opened then.
    pub closed: Option<bool>,
    /// Of a unit that is played again: it is a notice of lost units.
    pub lost: Option<crate::loss::Loss>,
}

/// Why a command has no effect. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refused {
    /// The rules forbid it.
    #[error("{0}")]
    ByRule(Box<Refusal>),
    /// There is not enough money for it.
    #[error("that costs {} minor units and there are {}", wanted.as_minor(), there.as_minor())]
    NoMoney {
        /// What it costs.
        wanted: Money,
        /// What there is.
        there: Money,
    },
    /// So much does not fit into the account that it would go to.
    #[error("{} minor units more on {} are beyond what an account holds", amount.as_minor(), there.as_minor())]
    TooMuch {
        /// What was to come; negative where it was to go.
        amount: Money,
        /// What there is.
        there: Money,
    },
    /// It belongs to another operator, property or currency.
    #[error("{0} belongs to another operator, property or currency")]
    OtherRealm(&'static str),
    /// Another person sits there.
    #[error("{0} is another person's place")]
    NotYours(Patron),
    /// Something else happened first; look again.
    #[error("something else happened first, by unit {since}; read again")]
    Conflict {
        /// The unit.
        since: i64,
    },
    /// The cards have been used for as long as they may be, and no round begins with them.
    #[error(
        "the cards of this table are changed after {hours} hours, which are over ({rule}); allowed: the floor says that new \
         cards are there"
    )]
    CardsDue {
        /// The hours.
        hours: u16,
        /// The paragraph.
        rule: Rule,
    },
    /// The box stays another patron's for a while.
    #[error(
        "box {box_number} is kept for another patron{}{}; allowed: any box that is free",
        last_round.map(|last| format!(", until round {last} is over")).unwrap_or_default(),
        until.map(|until| format!(", until {}", until.of_day())).unwrap_or_default()
    )]
    PlaceKept {
        /// The box.
        box_number: u8,
        /// The last round that its patron may leave out.
        last_round: Option<u32>,
        /// Until when it is kept.
        until: Option<Time>,
    },
    /// The key was used for something else.
    #[error("the key {0} was used for another command")]
    OtherBody(Key),
    /// The meter does not do it.
    #[error(transparent)]
    Meter(#[from] MeterError),
    /// The stream does not take such a command.
    #[error(transparent)]
    NotHere(#[from] NotHere),
    /// The house has failed at it. Nothing was done, and the stream is read again from the database.
    #[error("the command failed and was not carried out: {0}")]
    Fault(String),
}

impl From<Refusal> for Refused {
    fn from(refusal: Refusal) -> Refused {
        Refused::ByRule(Box::new(refusal))
    }
}

/// Why a stream cannot be brought back from what was stored.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Lost {
    /// A unit does not come out as it is written.
    #[error("stream {stream}, unit {seq}: {what}", stream = stream.0)]
    Differs {
        /// Which stream.
        stream: StreamId,
        /// Which unit.
        seq: i64,
        /// In what.
        what: String,
    },
    /// What is stored cannot be read.
    #[error("stream {stream}: {what}", stream = stream.0)]
    Unreadable {
        /// Which stream.
        stream: StreamId,
        /// What.
        what: String,
    },
}

impl Lost {
    /// Which stream it is.
    pub fn stream(&self) -> StreamId {
        match self {
            Lost::Differs { stream, .. } | Lost::Unreadable { stream, .. } => *stream,
        }
    }
}

/// When the next decision or timer is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The unit that asked: by it the expiry is named.
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

/// The moment and the place of a unit, as its stream is told.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The number that the unit will have.
    pub seq: i64,
    /// The time.
    pub at: Time,
    /// What a meter has been fed, where that was needed.
    pub fed: Option<engine::meter::Fed>,
}

/// One serial course of units, in memory.
pub trait Stream: Send + Sync {
    /// Which it is.
    fn id(&self) -> StreamId;

    /// Where it belongs.
    fn realm(&self) -> Realm;

    /// What must be read before the command.
    fn needs(&self, command: &Command) -> Needs {
        let _ = command;
        Needs::Nothing
    }

    /// Applies a command in memory. Where it is refused nothing has changed.
    ///
    /// # Errors
    /// The refusal.
    fn handle(&mut self, request: &Request, moment: &Moment) -> Result<Draft, Refused>;

    /// Applies a unit that was committed before; everything must come out as it is written.
    ///
    /// # Errors
    /// That it does not.
    fn replay(&mut self, unit: &crate::unit::Unit) -> Result<Draft, Lost>;

    /// Everything that it remembers, to be encrypted and kept.
    ///
    /// # Errors
    /// What the compact form has no bytes for.
    fn save(&mut self) -> Result<Vec<u8>, compact::Error>;

    /// Units were lost, and a notice of this number says so. The stream is as it was before it, and repeats its
    /// open question: decisions that lost units caused are no answers to it.
    fn go_on_after_loss(&mut self, notice: i64) {
        let _ = notice;
    }

    /// What goes back to the stream that sent a message, once the unit that carried it out is committed; nothing for a
    /// message that is an answer itself.
    fn reply(&self, request: &Request) -> Option<Command> {
        (!request.command.is_answer()).then_some(Command::Received { message: request.key })
    }

    /// Messages that have not been answered yet.
    fn outstanding(&self) -> Vec<Envelope>;

    /// What it remembers of its own accounts, each once, in the order of their numbers. The books must say the same.
    fn balances(&self) -> Vec<(AccountId, Money)> {
        Vec::new()
    }

    /// Whose silence the clock measures, if anybody's.
    fn window(&self) -> Option<Window> {
        None
    }

    /// As a cage, if it is one.
    fn cage(&self) -> Option<&crate::cage::CageStream> {
        None
    }

    /// As a table, if it is one.
    fn table(&self) -> Option<&crate::table::TableStream> {
        None
    }

    /// As a meter, if it is one.
    fn meter(&self) -> Option<&crate::meter::MeterStream> {
        None
    }

    /// As a table, if it is one, to restore it.
    fn table_mut(&mut self) -> Option<&mut crate::table::TableStream> {
        None
    }
}
