//! A cage as a stream: the wallets of a property's patrons, and the house's own money.

mod orders;

pub use orders::Waiting;

use crate::account::{Account, AccountId, Transfer, held_after};
use crate::ids::{Key, PersonId, Realm, StreamId};
use crate::stream::{Command, Draft, Envelope, Lost, Moment, NotHere, Refused, Request, Stream};
use crate::unit::Unit;
use crate::written;
use engine::compact;
use felt::Money;
use orders::Orders;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The largest deposit: the maximum amount of a transfer.
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
    orders: Orders,
}

/// The stored form before orders existed. It is still written if there are no orders, so that an earlier build can read
/// it.
#[derive(Serialize, Deserialize)]
struct WithoutOrders {
    wallets: BTreeMap<i64, Money>,
    outstanding: Vec<Envelope>,
}

impl CageStream {
    /// Creates a cage without wallets.
    pub fn open(id: StreamId, realm: Realm) -> CageStream {
        CageStream { id, realm, memory: Memory::default() }
    }

    /// Restores a cage from its stored state.
    ///
    /// # Errors
    /// The state cannot be read.
    pub fn load(id: StreamId, realm: Realm, kept: &[u8]) -> Result<CageStream, Lost> {
        let memory = written::read(kept).or_else(|_| {
            let WithoutOrders { wallets, outstanding } = written::read(kept)?;
            Ok::<_, compact::Error>(Memory { wallets, outstanding, orders: Orders::default() })
        });
        let memory = memory.map_err(|error| Lost::Unreadable { stream: id, what: error.to_string() })?;
        Ok(CageStream { id, realm, memory })
    }

    /// Returns what a wallet holds.
    pub fn wallet(&self, person: PersonId) -> Money {
        self.memory.wallets.get(&person.0).copied().unwrap_or_default()
    }

    /// Returns every wallet that was ever used, and what it holds.
    pub fn wallets(&self) -> impl Iterator<Item = (PersonId, Money)> {
        self.memory.wallets.iter().map(|(person, money)| (PersonId(*person), *money))
    }

    /// Returns the orders that wait for a second person, by the unit of each.
    pub fn orders(&self) -> impl Iterator<Item = (i64, &Waiting)> {
        self.memory.orders.waiting()
    }

    /// Returns the amount above which orders need a second person.
    pub fn second_person_above(&self) -> Option<Money> {
        self.memory.orders.second_above()
    }

    /// Returns the account of a person; the house's own money is in its treasury, not in a wallet.
    fn account(person: PersonId) -> Result<Account, Refused> {
        match person.0 {
            0 => Ok(Account::Treasury),
            known if (1..Account::MOST_WALLETS).contains(&known) => Ok(Account::Wallet(known)),
            _ => Err(Refused::NotHere(NotHere::NoSuchPerson)),
        }
    }

    /// Changes a wallet by an amount; a refusal changes nothing.
    fn put(&mut self, person: PersonId, amount: Money) -> Result<(), Refused> {
        if person != PersonId::HOUSE {
            let held = held_after(self.wallet(person), amount)?;
            self.memory.wallets.insert(person.0, held);
        }
        Ok(())
    }

    fn take(&mut self, person: PersonId, amount: Money) -> Result<(), Refused> {
        let there = self.wallet(person);
        if person != PersonId::HOUSE && amount > there {
            return Err(Refused::NoMoney { wanted: amount, there });
        }
        self.put(person, -amount)
    }

    /// Finds a message that waits for an answer: its index, whose chips it carried, and how much.
    fn waiting(&self, message: Key) -> Option<(usize, PersonId, Money)> {
        let at = self.memory.outstanding.iter().position(|sent| sent.key == message)?;
        match self.memory.outstanding.get(at)?.command {
            Command::Arrive { person, amount, .. } => Some((at, person, amount)),
            _ => None,
        }
    }

    /// Carries out a command as the journal records it.
    fn draft_of(&mut self, command: &Command, request: &Request, seq: i64) -> Result<Draft, Refused> {
        match command {
            Command::Ordered { what, reason, waits } => {
                let amount = orders::amount_of(what)?;
                checked(amount)?;
                orders::given(reason)?;
                if *waits {
                    self.memory.orders.put(seq, request.person, what, reason);
                    return Ok(Draft::default());
                }
                self.draft_of(what, request, seq)
            }
            Command::Approve { order } => {
                let what = self.memory.orders.approved(*order, request.person)?;
                let draft = self.draft_of(&what, request, seq)?;
                self.memory.orders.remove(*order);
                Ok(draft)
            }
            Command::Decline { order, reason } => {
                orders::given(reason)?;
                self.memory.orders.declined(*order)?;
                Ok(Draft::default())
            }
            Command::SecondPerson { above, reason } => {
                orders::given(reason)?;
                self.memory.orders.set_second_above(*above)?;
                Ok(Draft::default())
            }
            plain => self.move_money(plain, request, seq),
        }
    }

    fn move_money(&mut self, command: &Command, request: &Request, seq: i64) -> Result<Draft, Refused> {
        let mut draft = Draft::default();
        let id = self.id;
        let mut moves = |from: Account, of: StreamId, to: Account, amount: Money| {
            draft.transfers.push(Transfer::plain(from.of(of), to.of(id), amount));
        };
        let mut sent = None;
        match *command {
            Command::Deposit { person, amount } => {
                moves(Account::Outside, id, CageStream::account(person)?, checked(amount)?);
                self.put(person, amount)?;
            }
            Command::Withdraw { person, amount } => {
                let from = CageStream::account(person)?;
                checked(amount)?;
                self.take(person, amount)?;
                moves(from, id, Account::Outside, amount);
            }
            Command::BuyIn { person, table, patron, amount } => {
                if person == PersonId::HOUSE {
                    return Err(Refused::NotHere(NotHere::HouseBuysNoChips));
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
                let from = request.sender.ok_or(Refused::NotHere(NotHere::ChipsFromTables))?;
                if !amount.is_positive() {
                    return Err(Refused::NotHere(NotHere::ChipsNotPositive));
                }
                // The money has left the table already and has no other destination. If the wallet cannot hold it, it
                // stays in transit, where the books show it.
                moves(Account::Transit, from, CageStream::account(person)?, amount);
                self.put(person, amount)?;
            }
            Command::Cover { amount } => {
                let table = request.sender.ok_or(Refused::NotHere(NotHere::ShortfallFromTables))?;
                if !amount.is_positive() {
                    return Err(Refused::NotHere(NotHere::ShortfallNotPositive));
                }
                moves(Account::Treasury, id, Account::Transit, amount);
                sent = Some((table, Command::Arrive { patron: None, person: PersonId::HOUSE, amount }));
            }
            Command::Tips { amount } => {
                let from = request.sender.ok_or(Refused::NotHere(NotHere::TipsFromTables))?;
                if !amount.is_positive() {
                    return Err(Refused::NotHere(NotHere::TipsNotPositive));
                }
                moves(Account::Transit, from, Account::Tips, amount);
            }
            Command::Undelivered { message } => {
                // Chips that were sold, or a fill, arrived after the table was closed: the money goes back where it
                // came from.
                if let Some((at, person, amount)) = self.waiting(message) {
                    moves(Account::Transit, id, CageStream::account(person)?, amount);
                    self.put(person, amount)?;
                    self.memory.outstanding.remove(at);
                }
            }
            Command::Received { message } => self.memory.outstanding.retain(|sent| sent.key != message),
            _ => return Err(Refused::NotHere(NotHere::NotForCages)),
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
        Err(Refused::NotHere(NotHere::TransferLimit))
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
        let command = self.memory.orders.decided(&request.command)?;
        let mut draft = self.draft_of(&command, request, moment.seq)?;
        let body = written::write(&command);
        draft.body = body.map_err(|error| Refused::Fault(error.to_string()))?;
        Ok(draft)
    }

    fn replay(&mut self, unit: &Unit) -> Result<Draft, Lost> {
        let (stream, seq) = (unit.stream, unit.seq);
        let differs = |what: String| Lost::Differs { stream, seq, what };
        let command: Command = written::read(&unit.body).map_err(|error| differs(error.to_string()))?;
        let sender = (unit.sender.0 != 0).then_some(unit.sender);
        let (key, person, asked) = (unit.key, unit.person, command.clone());
        let request = Request { stream, key, person, sender, seen: seq, question: None, command: asked };
        let mut draft =
            self.draft_of(&command, &request, seq).map_err(|refused| differs(refused.to_string()))?;
        draft.body.clone_from(&unit.body);
        Ok(draft)
    }

    fn save(&mut self) -> Result<Vec<u8>, compact::Error> {
        if self.memory.orders == Orders::default() {
            let Memory { wallets, outstanding, .. } = self.memory.clone();
            return written::write(&WithoutOrders { wallets, outstanding });
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::Time;

    const CAGE: StreamId = StreamId(1);
    const TABLE: StreamId = StreamId(3);
    const PATRON: PersonId = PersonId(7);

    fn with_wallet(holds: Money) -> CageStream {
        let realm = Realm { operator: 1, property: 1, currency: *b"USD" };
        let mut cage = CageStream::open(CAGE, realm);
        cage.memory.wallets.insert(PATRON.0, holds);
        cage
    }

    fn hears(cage: &mut CageStream, sender: Option<StreamId>, command: Command) -> Result<Draft, Refused> {
        let key = Key::derived("test", &[]);
        let request = Request { stream: CAGE, key, person: PATRON, sender, seen: 0, question: None, command };
        cage.handle(&request, &Moment { seq: 1, at: Time(1), fed: None })
    }

    #[test]
    fn a_wallet_takes_no_more_than_it_can_hold_and_what_is_refused_changes_nothing() {
        let (person, amount) = (PATRON, Money::minor(10));
        for there in [Money::MAX_KEPT, Money::minor(i64::MAX - 5)] {
            let mut cage = with_wallet(there);
            let before = cage.memory.clone();
            for (sender, command) in [
                (None, Command::Deposit { person, amount }),
                (Some(TABLE), Command::Return { person, amount }),
            ] {
                let refused = hears(&mut cage, sender, command).unwrap_err();
                assert_eq!(refused, Refused::TooMuch { amount, there });
                assert_eq!(cage.memory, before);
            }
        }
        // Up to that limit the cage accepts everything, and can be stored and restored.
        let mut cage = with_wallet(Money::MAX_KEPT - amount);
        hears(&mut cage, None, Command::Deposit { person, amount }).unwrap();
        let kept = cage.save().unwrap();
        let again = CageStream::load(CAGE, cage.realm, &kept).unwrap();
        assert_eq!(again.wallet(PATRON), Money::MAX_KEPT);
    }

    #[test]
    fn no_deposit_wraps_however_large() {
        for units in [i64::MIN, -1, 0, Money::MAX_AMOUNT.as_minor() + 1, i64::MAX] {
            let mut cage = with_wallet(Money::minor(500));
            let amount = Money::minor(units);
            let refused = hears(&mut cage, None, Command::Deposit { person: PATRON, amount });
            assert!(refused.is_err(), "{units}");
            assert_eq!(cage.wallet(PATRON), Money::minor(500));
        }
    }

    #[test]
    fn chips_that_no_wallet_can_take_back_stay_on_their_way() {
        let mut cage = with_wallet(Money::MAX_KEPT);
        let amount = Money::minor(10);
        let bought = Command::BuyIn { person: PATRON, table: TABLE, patron: engine::Patron::A, amount };
        let sent = hears(&mut cage, None, bought).unwrap().messages;
        cage.memory.wallets.insert(PATRON.0, Money::MAX_KEPT);
        let back = Command::Undelivered { message: sent[0].key };
        let refused = hears(&mut cage, Some(TABLE), back).unwrap_err();
        assert_eq!(refused, Refused::TooMuch { amount, there: Money::MAX_KEPT });
        assert_eq!(cage.outstanding(), sent);
    }
}
