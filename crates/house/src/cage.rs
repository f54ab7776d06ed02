//! A cage as a stream: the wallets of a property's patrons, and the money of the house itself.

use crate::account::{Account, AccountId, Transfer};
use crate::ids::{Key, PersonId, Realm, StreamId};
use crate::stream::{Command, Draft, Envelope, Lost, Moment, Refused, Request, Stream};
use crate::unit::Unit;
use crate::written;
use engine::compact;
use felt::Money;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The most that is taken in at once: what a transfer can be.
const MOST: Money = Money::MAX_AMOUNT;

/// A cage, live.
pub struct CageStream {
    id: StreamId,
    realm: Realm,
    memory: Memory,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Memory {
    wallets: BTreeMap<i64, Money>,
    outstanding: Vec<Envelope>,
}

impl CageStream {
    /// A cage that nobody has come to.
    pub fn open(id: StreamId, realm: Realm) -> CageStream {
        CageStream { id, realm, memory: Memory::default() }
    }

    /// A cage that goes on from what was kept.
    ///
    /// # Errors
    /// What cannot be read.
    pub fn load(id: StreamId, realm: Realm, kept: &[u8]) -> Result<CageStream, Lost> {
        let memory = written::read(kept);
        let memory = memory.map_err(|error| Lost::Unreadable { stream: id, what: error.to_string() })?;
        Ok(CageStream { id, realm, memory })
    }

    /// What a wallet holds.
    pub fn wallet(&self, person: PersonId) -> Money {
        self.memory.wallets.get(&person.0).copied().unwrap_or_default()
    }

    /// Every wallet that was ever used, and what it holds.
    pub fn wallets(&self) -> impl Iterator<Item = (PersonId, Money)> {
        self.memory.wallets.iter().map(|(person, money)| (PersonId(*person), *money))
    }

    /// The house's own money is in its treasury, not in a wallet.
    fn account(person: PersonId) -> Result<Account, Refused> {
        match person.0 {
            0 => Ok(Account::Treasury),
            known if (1..Account::MOST_WALLETS).contains(&known) => Ok(Account::Wallet(known)),
            _ => Err(Refused::NotHere("there is no such person")),
        }
    }

    fn put(&mut self, person: PersonId, amount: Money) {
        if person != PersonId::HOUSE {
            *self.memory.wallets.entry(person.0).or_default() += amount;
        }
    }

    fn take(&mut self, person: PersonId, amount: Money) -> Result<(), Refused> {
        let there = self.wallet(person);
        if person != PersonId::HOUSE && amount > there {
            return Err(Refused::NoMoney { wanted: amount, there });
        }
        self.put(person, -amount);
        Ok(())
    }

    /// Takes a message off those that wait for an answer; whose chips it carried, and how much.
    fn take_off(&mut self, message: Key) -> Option<(PersonId, Money)> {
        let at = self.memory.outstanding.iter().position(|sent| sent.key == message)?;
        match self.memory.outstanding.remove(at).command {
            Command::Arrive { person, amount, .. } => Some((person, amount)),
            _ => None,
        }
    }

    fn carry_out(&mut self, request: &Request, seq: i64) -> Result<Draft, Refused> {
        let mut draft = Draft::default();
        let id = self.id;
        let mut moves = |from: Account, of: StreamId, to: Account, amount: Money| {
            draft.transfers.push(Transfer::plain(from.of(of), to.of(id), amount));
        };
        let mut sent = None;
        match request.command {
            Command::Deposit { person, amount } => {
                moves(Account::Outside, id, CageStream::account(person)?, checked(amount)?);
                self.put(person, amount);
            }
            Command::Withdraw { person, amount } => {
                let from = CageStream::account(person)?;
                checked(amount)?;
                self.take(person, amount)?;
                moves(from, id, Account::Outside, amount);
            }
            Command::BuyIn { person, table, patron, amount } => {
                if person == PersonId::HOUSE {
                    return Err(Refused::NotHere("the house fills a table; it buys no chips"));
                }
                let from = CageStream::account(person)?;
                checked(amount)?;
                self.take(person, amount)?;
                moves(from, id, Account::Transit, amount);
                sent = Some((table, Command::Arrive { patron: Some(patron), person, amount }));
            }
            Command::Fill { table, amount } => {
                moves(Account::Treasury, id, Account::Transit, checked(amount)?);
                sent = Some((table, Command::Arrive { patron: None, person: PersonId::HOUSE, amount }));
            }
            Command::Return { person, amount } => {
                let from = request.sender.ok_or(Refused::NotHere("chips come back from a table"))?;
                if !amount.is_positive() {
                    return Err(Refused::NotHere("chips are an amount above nothing"));
                }
                // However much it is: it has left the table already, and has no other place to go.
                moves(Account::Transit, from, CageStream::account(person)?, amount);
                self.put(person, amount);
            }
            Command::Cover { amount } => {
                let table = request.sender.ok_or(Refused::NotHere("a table asks for what its bank lacks"))?;
                if !amount.is_positive() {
                    return Err(Refused::NotHere("what a bank lacks is an amount above nothing"));
                }
                moves(Account::Treasury, id, Account::Transit, amount);
                sent = Some((table, Command::Arrive { patron: None, person: PersonId::HOUSE, amount }));
            }
            Command::Tips { amount } => {
                let from = request.sender.ok_or(Refused::NotHere("tips come from a table"))?;
                if !amount.is_positive() {
                    return Err(Refused::NotHere("tips are an amount above nothing"));
                }
                moves(Account::Transit, from, Account::Tips, amount);
            }
            Command::Undelivered { message } => {
                // It was sold, or filled, and the table was closed before it came: it goes back where it came from.
                if let Some((person, amount)) = self.take_off(message) {
                    moves(Account::Transit, id, CageStream::account(person)?, amount);
                    self.put(person, amount);
                }
            }
            Command::Received { message } => self.memory.outstanding.retain(|sent| sent.key != message),
            _ => return Err(Refused::NotHere("a cage takes no such command")),
        }
        if let Some((to, command)) = sent {
            let key = Key::derived("message", &[id.0, seq, 0]);
            let envelope = Envelope { from: id, to, key, command };
            self.memory.outstanding.push(envelope.clone());
            draft.messages.push(envelope);
        }
        Ok(draft)
    }
}

pub(crate) fn checked(amount: Money) -> Result<Money, Refused> {
    if amount.is_positive() && amount <= MOST {
        Ok(amount)
    } else {
        Err(Refused::NotHere("an amount is above nothing and no more than a transfer can be"))
    }
}

impl Stream for CageStream {
    fn id(&self) -> StreamId {
        self.id
    }

    fn realm(&self) -> Realm {
        self.realm
    }

    fn handle(&mut self, request: &Request, moment: &Moment) -> Result<Draft, Refused> {
        let mut draft = self.carry_out(request, moment.seq)?;
        let body = written::write(&request.command);
        draft.body = body.map_err(|error| Refused::Fault(error.to_string()))?;
        Ok(draft)
    }

    fn replay(&mut self, unit: &Unit) -> Result<Draft, Lost> {
        let (stream, seq) = (unit.stream, unit.seq);
        let differs = |what: String| Lost::Differs { stream, seq, what };
        let command = written::read(&unit.body).map_err(|error| differs(error.to_string()))?;
        let sender = (unit.sender.0 != 0).then_some(unit.sender);
        let request = Request { stream, key: unit.key, person: unit.person, sender, seen: seq, command };
        let mut draft = self.carry_out(&request, seq).map_err(|refused| differs(refused.to_string()))?;
        draft.body.clone_from(&unit.body);
        Ok(draft)
    }

    fn save(&mut self) -> Result<Vec<u8>, compact::Error> {
        written::write(&self.memory)
    }

    fn outstanding(&self) -> Vec<Envelope> {
        self.memory.outstanding.clone()
    }

    fn cage(&self) -> Option<&CageStream> {
        Some(self)
    }

    fn balances(&self) -> Vec<(AccountId, Money)> {
        let wallets = self.memory.wallets.iter();
        wallets.map(|(person, amount)| (Account::Wallet(*person).of(self.id), *amount)).collect()
    }
}
