//! What all streams have in common: commands that come in, drafts of units that come out, messages between streams.

use crate::account::{AccountId, Transfer};
use crate::ids::{Hash, Key, PersonId, Realm, StreamId, Time};
use engine::meter::{Contribution, MeterError};
use engine::{Actor, Event, Face, Input, Patron, Refusal, compact};
use felt::{Card, Money};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::time::Duration;

/// What somebody asks of a stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// At a table: something is asked or reported by somebody whose right to speak for this actor was proved before.
    Play {
        /// As whom.
        by: Actor,
        /// What.
        input: Input,
    },
    /// At a table: the clock has run out on what was asked by the unit of this number.
    Expire {
        /// The unit.
        asked: i64,
    },
    /// At a table: a patron takes chips away; all of them where nothing is said.
    CashOut {
        /// Who.
        patron: Patron,
        /// How much.
        amount: Option<Money>,
    },
    /// At a table: chips come from the cage.
    Arrive {
        /// For which patron; for the table's bank where nobody is named.
        patron: Option<Patron>,
        /// Whose money it is.
        person: PersonId,
        /// How much.
        amount: Money,
    },
    /// At a table: chips of the bank go to the cage.
    Credit {
        /// How much.
        amount: Money,
    },
    /// At a cage: money comes from outside into a wallet.
    Deposit {
        /// Whose wallet.
        person: PersonId,
        /// How much.
        amount: Money,
    },
    /// At a cage: money goes out of a wallet.
    Withdraw {
        /// Whose wallet.
        person: PersonId,
        /// How much.
        amount: Money,
    },
    /// At a cage: a patron buys chips at a table.
    BuyIn {
        /// Whose wallet.
        person: PersonId,
        /// At which table.
        table: StreamId,
        /// As which patron of it.
        patron: Patron,
        /// How much.
        amount: Money,
    },
    /// At a cage: a table's bank is filled.
    Fill {
        /// Which table's.
        table: StreamId,
        /// How much.
        amount: Money,
    },
    /// At a cage: chips come back from a table.
    Return {
        /// Whose they are; the house's where nobody is named.
        person: PersonId,
        /// How much.
        amount: Money,
    },
    /// At a meter: a table asks for a share.
    Draw(DrawAsked),
    /// At a meter: a grant is taken back.
    Void {
        /// Which request of which table it is.
        key: engine::meter::Key,
        /// The number of the draw.
        draw: u64,
    },
    /// At a meter: other terms are in force from here on.
    Change {
        /// Their number, which must be the next one.
        number: u32,
        /// The terms.
        to: rulebook::MeterTerms,
    },
    /// At a meter, when it opens: what it begins with.
    Open(engine::meter::Opening),
    /// At a meter: from here on a table feeds it, and is told when its terms change.
    Link {
        /// The table.
        table: StreamId,
    },
    /// At a table: a meter that it feeds goes by other terms, for wagers that are placed from here on.
    Terms {
        /// Their number.
        number: u32,
    },
    /// At a table: what the meter granted, in answer to the message of this key.
    Granted {
        /// The message.
        message: Key,
        /// The number of the draw.
        draw: u64,
        /// What the meter stood at.
        stands: Money,
        /// The share of it.
        amount: Money,
    },
    /// A message was received and needs no other answer.
    Received {
        /// The message.
        message: Key,
    },
    /// At a table: no new round begins; when nothing lies on the layout any more everything goes home and the table is
    /// closed.
    Close {
        /// Whether another table of the same name is opened then.
        reopen: bool,
    },
    /// At a cage: the bank of a table that closes is below nothing, and the treasury makes up for it.
    Cover {
        /// How much the bank lacks.
        amount: Money,
    },
    /// At a cage: what was won for the dealers of a table that closes.
    Tips {
        /// How much.
        amount: Money,
    },
    /// A message has found its table closed, and never has an effect there.
    Undelivered {
        /// The message.
        message: Key,
    },
}

impl Command {
    /// What kind of command it is, in a word for whoever watches.
    pub fn name(&self) -> &'static str {
        match self {
            Command::Play { .. } => "play",
            Command::Expire { .. } => "expire",
            Command::CashOut { .. } => "cash-out",
            Command::Arrive { .. } => "arrive",
            Command::Credit { .. } => "credit",
            Command::Deposit { .. } => "deposit",
            Command::Withdraw { .. } => "withdraw",
            Command::BuyIn { .. } => "buy-in",
            Command::Fill { .. } => "fill",
            Command::Return { .. } => "return",
            Command::Draw(_) => "draw",
            Command::Void { .. } => "void",
            Command::Change { .. } => "change",
            Command::Open(_) => "open",
            Command::Link { .. } => "link",
            Command::Terms { .. } => "terms",
            Command::Granted { .. } => "granted",
            Command::Received { .. } => "received",
            Command::Close { .. } => "close",
            Command::Cover { .. } => "cover",
            Command::Tips { .. } => "tips",
            Command::Undelivered { .. } => "undelivered",
        }
    }

    /// The command without a card that nobody may see: there are so few that a hash would tell which it is. Who sends
    /// another card by the same key has the first answer again.
    fn without_faces(&self) -> Cow<'_, Command> {
        let Command::Play { by, input } = self else { return Cow::Borrowed(self) };
        let input = match *input {
            Input::Card { to, face: Face::Down(_) } => Input::Card { to, face: Face::Down(Card::JOKER) },
            Input::Irregular { kind, place, card: Some(_) } => {
                Input::Irregular { kind, place, card: Some(Card::JOKER) }
            }
            _ => return Cow::Borrowed(self),
        };
        Cow::Owned(Command::Play { by: *by, input })
    }

    /// Whether only streams send it, to each other: in anybody else's hands it would make money.
    pub(crate) fn is_message(&self) -> bool {
        use Command::{Arrive, Cover, Granted, Received, Return, Terms, Tips, Undelivered};
        let chips = matches!(self, Arrive { .. } | Return { .. } | Cover { .. } | Tips { .. });
        chips || matches!(self, Granted { .. } | Terms { .. } | Received { .. } | Undelivered { .. })
    }

    /// Whether it answers a message, and so needs no answer itself.
    pub(crate) fn is_answer(&self) -> bool {
        use Command::{Granted, Received, Undelivered};
        matches!(self, Received { .. } | Granted { .. } | Undelivered { .. })
    }
}

/// A share that a table asks of a meter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct DrawAsked {
    /// Which draw of which table it is.
    pub key: engine::meter::Key,
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
    /// What.
    pub command: Command,
}

impl Request {
    /// What is asked, as a hash: by it a key that comes again with something else is told apart.
    ///
    /// # Errors
    /// None that a command could cause.
    pub fn hash(&self) -> Result<Hash, compact::Error> {
        // Words stand in full in a key, so the hash hangs on no table of words.
        let command = compact::key(&self.command.without_faces())?;
        let hash = Sha256::new()
            .chain_update(b"croupier request 1")
            .chain_update(self.stream.0.to_be_bytes())
            .chain_update(self.person.0.to_be_bytes())
            .chain_update(command);
        Ok(Hash(hash.finalize().into()))
    }
}

/// A message as one process passes it on to another.
impl Request {
    /// Its bytes.
    ///
    /// # Errors
    /// None that a command could cause.
    pub fn to_bytes(&self) -> Result<Vec<u8>, compact::Error> {
        let Request { stream, key, person, sender, seen, command } = self;
        crate::written::write(&(stream, key, person, sender, seen, command))
    }

    /// What the bytes say.
    ///
    /// # Errors
    /// They are not those of a message.
    pub fn from_bytes(bytes: &[u8]) -> Result<Request, compact::Error> {
        let (stream, key, person, sender, seen, command) = crate::written::read(bytes)?;
        Ok(Request { stream, key, person, sender, seen, command })
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
    /// What happened at a table, for whoever watches.
    pub events: Vec<Event>,
    /// At a table: what kind of command it was, for whoever watches.
    pub what: &'static str,
    /// The unit closes its table for good; whether another one of its name is opened then.
    pub closed: Option<bool>,
}

/// Why a command has no effect. Nothing was changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
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
    /// It belongs to another operator, property or currency.
    #[error("{0} belongs to another operator, property or currency")]
    OtherRealm(&'static str),
    /// Somebody else sits there.
    #[error("{0} is somebody else's place")]
    NotYours(Patron),
    /// Something else happened first; look again.
    #[error("something else happened first, by unit {since}; look again")]
    Conflict {
        /// The unit.
        since: i64,
    },
    /// The key was used for something else.
    #[error("the key {0} was used for another command")]
    OtherBody(Key),
    /// The meter does not do it.
    #[error(transparent)]
    Meter(#[from] MeterError),
    /// The stream does not take such a command.
    #[error("{0}")]
    NotHere(&'static str),
    /// The house has failed at it: the table is paused.
    #[error("the table is paused: {0}")]
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

/// When somebody must be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// The unit that asked: by it the expiry is named.
    pub asked: i64,
    /// How long he has.
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

    /// As a cage, for whoever looks at one.
    fn cage(&self) -> Option<&crate::cage::CageStream> {
        None
    }

    /// As a table, for whoever looks at one.
    fn table(&self) -> Option<&crate::table::TableStream> {
        None
    }

    /// As a meter, for whoever looks at one.
    fn meter(&self) -> Option<&crate::meter::MeterStream> {
        None
    }

    /// As a table, for whoever brings one back.
    fn table_mut(&mut self) -> Option<&mut crate::table::TableStream> {
        None
    }
}
