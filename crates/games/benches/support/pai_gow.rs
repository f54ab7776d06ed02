//! Patrons who bet on both areas and set their hands as the house does, shared by the benchmark and the allocation test.

use super::Chance;
use engine::{Actor, Beneficiary, Driver, Due, Input, Patron, Sink, Spot, Table};
use felt::Money;
use games::pai_gow_poker::{GAME, PaiGowTable, words};
use rulebook::TableDraft;

pub struct Player {
    pub table: PaiGowTable,
    house: Driver<Chance>,
    seats: u8,
}

impl Player {
    pub fn new(seats: u8, seed: u64) -> Player {
        let book = GAME.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("limits.main", "5..500 step 5", None);
        draft.set("side-bets.fortune", "1..100", None);
        let table = PaiGowTable::open(&book, &draft.check(&book).unwrap()).unwrap();
        Player { table, house: Driver::new(Chance::new(seed)), seats }
    }

    /// One round from the wagers to the settlement, and the shuffle for the next.
    pub fn round<S: Sink>(&mut self, out: &mut S) {
        self.round_until(|_| false, out);
    }

    /// The same, or a part of it up to something that is asked.
    pub fn round_until<S: Sink>(&mut self, stop: fn(Due) -> bool, out: &mut S) {
        let mut started = false;
        loop {
            let due = self.house.until_asked(&mut self.table, out).unwrap();
            if stop(due) {
                return;
            }
            match due {
                Due::Bets { .. } if started => return,
                Due::Bets { closes } => {
                    started = true;
                    self.bet(out);
                    self.table.apply(Actor::DEALER, Input::Step(closes), out).unwrap();
                }
                Due::Choices { .. } => self.set(out),
                due => panic!("{due:?}"),
            }
        }
    }

    fn bet<S: Sink>(&mut self, out: &mut S) {
        for (patron, box_number) in self.seated() {
            for (wager, dollars) in [(words::MAIN, 10), (words::FORTUNE, 5)] {
                let (stake, beneficiary) = (Money::minor(dollars * 100), Beneficiary::Patron);
                let bet = Input::Bet { patron, box_number, wager, stake, beneficiary };
                self.table.apply(Actor::Patron(patron), bet, out).unwrap();
            }
        }
    }

    fn set<S: Sink>(&mut self, out: &mut S) {
        for (patron, box_number) in self.seated() {
            let (spot, choice) = (Spot::first(box_number), words::HOUSE_WAY);
            let input = Input::Choose { patron, spot, choice, amount: None };
            self.table.apply(Actor::Patron(patron), input, out).unwrap();
        }
    }

    fn seated(&self) -> impl Iterator<Item = (Patron, u8)> + use<> {
        (0..self.seats).map(|seat| (Patron::nth(seat).unwrap(), seat + 1))
    }
}
