//! What can be asked of a stream.

use super::DrawAsked;
use crate::ids::{Key, PersonId, StreamId};
use engine::{Actor, Face, Input, Patron};
use felt::{Card, Money};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A command to a stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// At a table: a request or report; the sender's right to speak for this actor was checked before.
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
    /// At a table: a patron takes chips away; by default all of them.
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
        key: engine::meter::MeterKey,
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
    /// At a cage: a [withdrawal](Command::Withdraw) or a [fill](Command::Fill), with the reason for it. Above the property's
    /// amount it waits for a second person.
    Order {
        /// What.
        what: Box<Command>,
        /// Why.
        reason: String,
    },
    /// An order as the journal has it: whether it waits was decided when it came.
    Ordered {
        /// What.
        what: Box<Command>,
        /// Why.
        reason: String,
        /// Whether it waits for a second person.
        waits: bool,
    },
    /// At a cage: a second person approves an order.
    Approve {
        /// The unit of the order.
        order: i64,
    },
    /// At a cage: an order that waits is not carried out.
    Decline {
        /// The unit of the order.
        order: i64,
        /// Why.
        reason: String,
    },
    /// At a cage: orders above this amount need a second person from here on; by default none.
    SecondPerson {
        /// The amount.
        above: Option<Money>,
        /// Why.
        reason: String,
    },
    /// At a table: new cards are on it, from here on, as the floor says between rounds.
    NewCards,
}

impl Command {
    /// What kind of command it is, in a word for observers.
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
            Command::Order { .. } | Command::Ordered { .. } => "order",
            Command::Approve { .. } => "approve",
            Command::Decline { .. } => "decline",
            Command::SecondPerson { .. } => "second-person",
            Command::NewCards => "new-cards",
        }
    }

    /// The command without a card that nobody may see: there are so few that a hash would tell which it is. Who sends
    /// another card by the same key has the first answer again.
    pub(super) fn without_faces(&self) -> Cow<'_, Command> {
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

    /// Whether a person or the house's clock may send it. Commands between streams would create money in anybody else's
    /// hands. Every command is named here, so that a new one is not accepted from outside by default.
    pub(crate) fn comes_from_outside(&self) -> bool {
        match self {
            Command::Play { .. }
            | Command::Expire { .. }
            | Command::CashOut { .. }
            | Command::Credit { .. }
            | Command::Deposit { .. }
            | Command::Withdraw { .. }
            | Command::BuyIn { .. }
            | Command::Fill { .. }
            | Command::Change { .. }
            | Command::Open(_)
            | Command::Link { .. }
            | Command::Close { .. }
            | Command::Order { .. }
            | Command::Approve { .. }
            | Command::Decline { .. }
            | Command::SecondPerson { .. }
            | Command::NewCards
            // No endpoint sends these: measurements and tests draw on a meter without a table.
            | Command::Draw(_)
            | Command::Void { .. } => true,
            Command::Arrive { .. }
            | Command::Return { .. }
            | Command::Terms { .. }
            | Command::Granted { .. }
            | Command::Received { .. }
            | Command::Cover { .. }
            | Command::Tips { .. }
            | Command::Undelivered { .. }
            | Command::Ordered { .. } => false,
        }
    }

    /// Whether it answers a message, and so needs no answer itself.
    pub(crate) fn is_answer(&self) -> bool {
        use Command::{Granted, Received, Undelivered};
        matches!(self, Received { .. } | Granted { .. } | Undelivered { .. })
    }
}
