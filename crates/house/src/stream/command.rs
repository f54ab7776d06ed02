//! The commands to streams.

use super::DrawAsked;
use crate::ids::{Key, PersonId, StreamId};
use engine::{Actor, Face, Input, Patron};
use felt::{Card, Money};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A command to a stream.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Command {
    /// At a table: a request or report; the sender's right to act as this actor was checked before.
    Play {
        /// The actor.
        by: Actor,
        /// The input.
        input: Input,
    },
    /// At a table: the time for what the unit of this number asked has run out.
    Expire {
        /// The unit.
        asked: i64,
    },
    /// At a table: a patron takes chips away; `None` means all of them.
    CashOut {
        /// The patron.
        patron: Patron,
        /// The amount.
        amount: Option<Money>,
    },
    /// At a table: chips come from the cage.
    Arrive {
        /// The patron who receives them; `None` for the table's bank.
        patron: Option<Patron>,
        /// The person whose money it is.
        person: PersonId,
        /// The amount.
        amount: Money,
    },
    /// At a table: chips of the bank go to the cage.
    Credit {
        /// The amount.
        amount: Money,
    },
    /// At a cage: money comes into a wallet from outside.
    Deposit {
        /// The owner of the wallet.
        person: PersonId,
        /// The amount.
        amount: Money,
    },
    /// At a cage: money leaves a wallet.
    Withdraw {
        /// The owner of the wallet.
        person: PersonId,
        /// The amount.
        amount: Money,
    },
    /// At a cage: a patron buys chips at a table.
    BuyIn {
        /// The owner of the wallet.
        person: PersonId,
        /// The table.
        table: StreamId,
        /// The patron at that table.
        patron: Patron,
        /// The amount.
        amount: Money,
    },
    /// At a cage: a table's bank is filled.
    Fill {
        /// The table.
        table: StreamId,
        /// The amount.
        amount: Money,
    },
    /// At a cage: chips return from a table.
    Return {
        /// The owner of the chips; the house for the bank's chips.
        person: PersonId,
        /// The amount.
        amount: Money,
    },
    /// At a meter: a table requests a share.
    Draw(DrawAsked),
    /// At a meter: a grant is taken back.
    Void {
        /// The request that is taken back, and its table.
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
    /// At a meter: opens it, with its terms.
    Open(engine::meter::Opening),
    /// At a meter: from now on a table feeds it, and is told when its terms change.
    Link {
        /// The table.
        table: StreamId,
    },
    /// At a table: a meter that it feeds has new terms, for wagers that are placed from now on.
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
        /// The meter's amount before the grant.
        stands: Money,
        /// The granted share.
        amount: Money,
    },
    /// A message was received and needs no other answer.
    Received {
        /// The message.
        message: Key,
    },
    /// At a table: no new round begins; when the layout is empty, all chips are sent back and the table is closed.
    Close {
        /// Whether a successor with the same name is opened then.
        reopen: bool,
    },
    /// At a cage: the bank of a closing table is negative, and the treasury covers the shortfall.
    Cover {
        /// The shortfall.
        amount: Money,
    },
    /// At a cage: chips that were won for the dealers of a closing table.
    Tips {
        /// The amount.
        amount: Money,
    },
    /// A message arrived at a closed table, and will never have an effect there.
    Undelivered {
        /// The message.
        message: Key,
    },
    /// At a cage: a [withdrawal](Command::Withdraw) or a [fill](Command::Fill), with the reason for it. Above the
    /// property's limit it waits for a second person.
    Order {
        /// The ordered command.
        what: Box<Command>,
        /// The reason.
        reason: String,
    },
    /// An order as the journal records it: whether it waits was decided when it came.
    Ordered {
        /// The ordered command.
        what: Box<Command>,
        /// The reason.
        reason: String,
        /// Whether it waits for a second person.
        waits: bool,
    },
    /// At a cage: a second person approves an order.
    Approve {
        /// The unit of the order.
        order: i64,
    },
    /// At a cage: a waiting order is declined.
    Decline {
        /// The unit of the order.
        order: i64,
        /// The reason.
        reason: String,
    },
    /// At a cage: sets the amount above which orders need a second person from now on; `None` for no limit.
    SecondPerson {
        /// The amount.
        above: Option<Money>,
        /// The reason.
        reason: String,
    },
    /// At a table: the floor reports, between rounds, that new cards are on the table from now on.
    NewCards,
}

impl Command {
    /// Returns the kind of command as a word, for observers.
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

    /// Returns the command without a hidden card: there are so few cards that a hash would reveal which one it is. A
    /// sender who names another card under the same key therefore gets the first answer again.
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

    /// Whether a person or the house's clock may send it. Commands between streams would create money if anyone else
    /// could send them. Every command is listed here, so that a new one is not accepted from outside by default.
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
            // No endpoint sends these; measurements and tests use them to draw on a meter without a table.
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

    /// Whether it answers a message, and so is not answered itself.
    pub(crate) fn is_answer(&self) -> bool {
        use Command::{Granted, Received, Undelivered};
        matches!(self, Received { .. } | Granted { .. } | Undelivered { .. })
    }
}
