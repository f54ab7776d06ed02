//! A table alone, without a database: commands go in, drafts come out, and the test books every transfer too.

use engine::{Game, Patron};
use felt::Money;
use house::account::{Account, AccountId};
use house::ids::{Key, PersonId, StreamId, Time};
use house::patrons::{Whim, next_move};
use house::secrets::KeyRing;
use house::stream::{Command, Draft, Moment, Refused, Request, Stream};
use house::table::{Clocks, Seat, TableFacts, TableStream, dictionary};
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

pub const CAGE: StreamId = StreamId(1);
pub const TABLE: StreamId = StreamId(2);

pub struct Alone {
    pub table: TableStream,
    seq: i64,
    /// The balance of each account by the transfers so far.
    pub books: BTreeMap<AccountId, i64>,
    /// What has left each account for the cage.
    pub sent: BTreeMap<AccountId, i64>,
}

pub fn person(patron: Patron) -> PersonId {
    PersonId(i64::from(patron.index()) + 1)
}

impl Alone {
    pub fn of(game: &'static Game) -> Alone {
        let config = TableConfig::default_for(&game.book().unwrap());
        Alone::by(game, config)
    }

    /// Opens a table with a given file.
    pub fn by(game: &'static Game, config: TableConfig) -> Alone {
        let book = game.book().unwrap();
        let mut currency = [0; 3];
        currency.copy_from_slice(config.currency.code.as_bytes());
        let facts = TableFacts {
            id: TABLE,
            realm: house::ids::Realm { operator: 1, property: 1, currency },
            name: "alone".to_owned(),
            game,
            dictionary: dictionary(game, &book),
            book,
            config,
            dealt: house::table::Dealt::Computer,
            clocks: Clocks::all(Duration::from_secs(3_600)),
            cage: CAGE,
            links: Vec::new(),
        };
        let keys = Arc::new(KeyRing::generate().unwrap());
        let table = TableStream::open(Arc::new(facts), keys).unwrap();
        Alone { table, seq: 0, books: BTreeMap::new(), sent: BTreeMap::new() }
    }

    /// Sends a command and books the result.
    pub fn send(&mut self, person: PersonId, command: Command) -> Result<Draft, Refused> {
        let sender = matches!(command, Command::Arrive { .. }).then_some(CAGE);
        let key = Key::derived("test", &[self.seq]);
        let request = Request { stream: TABLE, key, person, sender, seen: self.seq, question: None, command };
        let moment = Moment { seq: self.seq + 1, at: Time(self.seq), fed: None };
        let draft = self.table.handle(&request, &moment)?;
        self.seq += 1;
        for transfer in &draft.transfers {
            assert!(transfer.amount.is_positive() && transfer.debit != transfer.credit, "{transfer:?}");
            *self.books.entry(transfer.debit).or_default() -= transfer.amount.as_minor();
            *self.books.entry(transfer.credit).or_default() += transfer.amount.as_minor();
            if transfer.credit == Account::Transit.of(TABLE) {
                *self.sent.entry(transfer.debit).or_default() += transfer.amount.as_minor();
            }
            self.check(transfer.debit);
            self.check(transfer.credit);
        }
        for (account, remembered) in self.table.balances() {
            let booked = self.books.get(&account).copied().unwrap_or(0);
            assert_eq!(remembered.as_minor(), booked, "{account}");
        }
        Ok(draft)
    }

    /// Checks that a patron's balances are not negative after any transfer, and that no debt is below zero.
    fn check(&self, account: AccountId) {
        let holds = self.books.get(&account).copied().unwrap_or(0);
        match account.account().unwrap() {
            Account::Stack(_)
            | Account::Stake(_)
            | Account::Marked(_)
            | Account::Tips
            | Account::Vigorish => {
                assert!(holds >= 0, "{account} stands at {holds}");
            }
            Account::Owed(_) => assert!(holds <= 0, "{account} stands at {holds}"),
            _ => {}
        }
    }

    pub fn arrive(&mut self, patron: Patron, person: PersonId, amount: i64) -> Draft {
        let amount = Money::minor(amount);
        self.send(PersonId::HOUSE, Command::Arrive { patron: Some(patron), person, amount }).unwrap()
    }

    pub fn cash_out(&mut self, patron: Patron, amount: Option<i64>) -> Result<Draft, Refused> {
        self.send(person(patron), Command::CashOut { patron, amount: amount.map(Money::minor) })
    }

    pub fn seat(&self, patron: Patron) -> Seat {
        self.table.seats()[&patron]
    }

    /// Returns the next command of a person.
    pub fn next(&mut self, whim: &mut Whim) -> Option<Command> {
        next_move(&self.table, whim).map(|(by, input)| Command::Play { by, input })
    }

    /// Plays a step of the person who is asked.
    pub fn play(&mut self, whim: &mut Whim) -> Result<Draft, Refused> {
        let command = self.next(whim).expect("a decision is awaited");
        self.send_as_meant(command)
    }

    /// Sends a command in the name of the person whose actor it is.
    pub fn send_as_meant(&mut self, command: Command) -> Result<Draft, Refused> {
        let Command::Play { by, .. } = &command else { panic!("{command:?} is nobody's") };
        let who = house::patrons::person_of(*by);
        self.send(who, command)
    }
}
