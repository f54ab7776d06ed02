//! Compares a cage and a table with a simple model of wallets and stacks.

use crate::alone::Alone;
use engine::{Actor, Beneficiary, Input, Patron};
use felt::Money;
use house::cage::CageStream;
use house::ids::{Key, PersonId, StreamId, Time};
use house::patrons::Whim;
use house::stream::{Command, Moment, Refused, Request, Stream};
use std::collections::BTreeMap;

/// Compares wallets and stacks by the simplest of rules with what a cage and a table do for random commands; messages
/// arrive in any order.
#[test]
fn wallets_and_stacks_are_what_a_simple_model_says() {
    let (mut done, mut refused) = (0, 0);
    for seed in 0..40 {
        let mut model = Model::default();
        let mut whim = Whim::new(seed);
        for _ in 0..300 {
            match model.step(&mut whim) {
                true => done += 1,
                false => refused += 1,
            }
        }
        model.deliver_all(&mut whim);
        model.check();
    }
    assert!(done > 3_000 && refused > 1_000, "{done} done, {refused} refused");
}

struct Model {
    cage: CageStream,
    alone: Alone,
    at_cage: i64,
    /// Messages in transit.
    sent: Vec<house::stream::Envelope>,
    wallets: BTreeMap<i64, i64>,
    /// Chips and stakes of the patron with this number, whose person's number is one more.
    stacks: BTreeMap<u8, i64>,
    stakes: BTreeMap<u8, i64>,
}

impl Default for Model {
    fn default() -> Model {
        let alone = Alone::of(games::find("ohio/blackjack").unwrap());
        Model {
            cage: CageStream::open(crate::alone::CAGE, alone.table.realm()),
            alone,
            at_cage: 0,
            sent: Vec::new(),
            wallets: BTreeMap::new(),
            stacks: BTreeMap::new(),
            stakes: BTreeMap::new(),
        }
    }
}

impl Model {
    fn cage(&mut self, sender: Option<StreamId>, command: Command) -> Result<(), Refused> {
        let stream = crate::alone::CAGE;
        let key = Key::derived("model", &[self.at_cage]);
        let person = PersonId(100);
        let request = Request { stream, key, person, sender, seen: 0, question: None, command };
        let moment = Moment { seq: self.at_cage + 1, at: Time(0), fed: None };
        let before = self.cage.save().unwrap();
        match self.cage.handle(&request, &moment) {
            Ok(draft) => {
                self.at_cage += 1;
                self.sent.extend(draft.messages);
                Ok(())
            }
            Err(refused) => {
                assert_eq!(self.cage.save().unwrap(), before);
                Err(refused)
            }
        }
    }

    /// Makes one random command; returns whether it was carried out.
    fn step(&mut self, whim: &mut Whim) -> bool {
        let who = u8::try_from(whim.below(3)).unwrap();
        let patron = Patron::nth(who).unwrap();
        let (number, person) = (i64::from(who) + 1, PersonId(i64::from(who) + 1));
        let minor = i64::try_from(whim.below(4_000)).unwrap() - 200;
        let amount = Money::minor(minor);
        let wallet = self.wallets.get(&number).copied().unwrap_or(0);
        let stack = self.stacks.get(&who).copied().unwrap_or(0);
        let positive = minor > 0;
        let (result, expected, wallet, stack) = match whim.below(6) {
            0 => {
                let result = self.cage(None, Command::Deposit { person, amount });
                (result, positive, wallet + minor, stack)
            }
            1 => {
                let result = self.cage(None, Command::Withdraw { person, amount });
                (result, positive && minor <= wallet, wallet - minor, stack)
            }
            2 => {
                let table = crate::alone::TABLE;
                let result = self.cage(None, Command::BuyIn { person, table, patron, amount });
                (result, positive && minor <= wallet, wallet - minor, stack)
            }
            3 => {
                let result = self.alone.cash_out(patron, Some(minor));
                let result = result.map(|draft| self.sent.extend(draft.messages));
                (result, positive && minor <= stack, wallet, stack - minor)
            }
            4 => return self.bet(patron, amount),
            _ => return self.deliver(whim),
        };
        assert_eq!(result.is_ok(), expected, "{result:?}");
        if expected {
            self.wallets.insert(number, wallet);
            self.stacks.insert(who, stack);
        }
        self.check();
        expected
    }

    /// Makes a wager: the game decides whether it is allowed, but it must never exceed the stack.
    fn bet(&mut self, patron: Patron, stake: Money) -> bool {
        let wager = *self
            .alone
            .table
            .facts()
            .game
            .vocabulary
            .wagers
            .iter()
            .find(|wager| {
                let main = self.alone.table.facts().book.main_wager().unwrap().id.as_str();
                wager.word() == main
            })
            .unwrap();
        let stake = Money::minor(stake.as_minor() / 100 * 100);
        let (box_number, beneficiary) = (patron.index() + 1, Beneficiary::Patron);
        let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
        let before = self.alone.table.save().unwrap();
        let result = self.alone.send_as_meant(Command::Play { by: Actor::Patron(patron), input });
        let stack = self.stacks.entry(patron.index()).or_default();
        if result.is_ok() {
            assert!(stake.is_positive() && stake.as_minor() <= *stack);
            *stack -= stake.as_minor();
            *self.stakes.entry(patron.index()).or_default() += stake.as_minor();
        } else {
            assert_eq!(self.alone.table.save().unwrap(), before);
        }
        self.check();
        result.is_ok()
    }

    /// Delivers a random message.
    fn deliver(&mut self, whim: &mut Whim) -> bool {
        if self.sent.is_empty() {
            return false;
        }
        let envelope = self.sent.swap_remove(whim.below(self.sent.len()));
        match envelope.command {
            Command::Arrive { patron: Some(patron), person, amount } => {
                let draft = self.alone.arrive(patron, person, amount.as_minor());
                assert!(draft.messages.is_empty());
                *self.stacks.entry(patron.index()).or_default() += amount.as_minor();
            }
            Command::Return { person, amount } => {
                self.cage(Some(envelope.from), Command::Return { person, amount }).unwrap();
                *self.wallets.entry(person.0).or_default() += amount.as_minor();
            }
            other => panic!("{other:?}"),
        }
        self.check();
        true
    }

    fn deliver_all(&mut self, whim: &mut Whim) {
        while self.deliver(whim) {}
    }

    fn check(&self) {
        for (number, wallet) in &self.wallets {
            assert!(*wallet >= 0);
            assert_eq!(self.cage.wallet(PersonId(*number)).as_minor(), *wallet);
        }
        for (who, stack) in &self.stacks {
            let patron = Patron::nth(*who).unwrap();
            let seat = self.alone.table.seats().get(&patron).copied();
            let staked = self.stakes.get(who).copied().unwrap_or(0);
            assert!(*stack >= 0);
            assert_eq!(
                seat.map_or((0, 0), |seat| (seat.stack.as_minor(), seat.staked.as_minor())),
                (*stack, staked)
            );
        }
    }
}
