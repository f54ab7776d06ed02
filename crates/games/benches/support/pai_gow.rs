//! Patrons who bet on both areas and set their hands by the house way, shared by the benchmark and the
//! allocation test.

use super::Chance;
use engine::{Actor, Beneficiary, ChoiceId, Driver, Due, Input, Patron, Patrons, Sink, Spot, Table, WagerId};
use felt::Money;
use games::pai_gow_poker::{GAME, PaiGowTable, words};
use rulebook::TableDraft;

/// The stake of every patron, in cents.
const STAKE: i64 = 1_000;

pub struct Player {
    pub table: PaiGowTable,
    house: Driver<Chance>,
    seats: u8,
}

impl Player {
    pub fn new(seats: u8, seed: u64) -> Player {
        Player::with(seats, seed, "no")
    }

    /// Every asked patron takes the bank, and one other is a partner.
    pub fn banking(seats: u8, seed: u64) -> Player {
        Player::with(seats, seed, "yes")
    }

    fn with(seats: u8, seed: u64, banking: &str) -> Player {
        let book = GAME.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("banking", banking, None);
        draft.set("limits.main", "5..500 step 5", None);
        draft.set("side-bets.fortune", "1..100", None);
        let table = PaiGowTable::open(&book, &draft.check(&book).unwrap()).unwrap();
        Player { table, house: Driver::new(Chance::new(seed)), seats }
    }

    /// Plays one round from the wagers to the settlement, and the shuffle for the next.
    pub fn round<S: Sink>(&mut self, out: &mut S) {
        self.round_until(|_| false, out);
    }

    /// The same, or the part of it before something that is asked.
    pub fn round_until<S: Sink>(&mut self, stop: fn(Due) -> bool, out: &mut S) {
        let mut started = false;
        loop {
            let due = self.house.until_asked(&mut self.table, out).unwrap();
            if stop(due) {
                return;
            }
            match due {
                Due::Bets { .. } | Due::Choice { .. } if started => return,
                Due::Choice { patron, spot } => {
                    self.choose(patron, spot, words::TAKE_BANK, Some(10 * STAKE), out);
                }
                Due::Bets { closes } => {
                    started = true;
                    self.bet(out);
                    self.table.apply(Actor::DEALER, Input::Step(closes), out).unwrap();
                }
                Due::Choices { left, .. } => self.set(left, out),
                due => panic!("{due:?}"),
            }
        }
    }

    fn bet<S: Sink>(&mut self, out: &mut S) {
        let bank = self.table.bank();
        let partner =
            bank.and_then(|bank| self.seated().map(|(patron, _)| patron).find(|p| *p != bank.patron));
        for (patron, box_number) in self.seated() {
            match bank {
                Some(bank) if bank.patron == patron => {}
                Some(bank) if partner == Some(patron) => {
                    self.place(patron, bank.hand.box_number, words::COVER, STAKE, out);
                }
                _ => {
                    self.place(patron, box_number, words::MAIN, STAKE, out);
                    self.place(patron, box_number, words::FORTUNE, STAKE / 2, out);
                }
            }
        }
    }

    fn place<S: Sink>(&mut self, patron: Patron, box_number: u8, wager: WagerId, cents: i64, out: &mut S) {
        let (stake, beneficiary) = (Money::minor(cents), Beneficiary::Patron);
        let bet = Input::Bet { patron, box_number, wager, stake, beneficiary };
        self.table.apply(Actor::Patron(patron), bet, out).unwrap();
    }

    fn set<S: Sink>(&mut self, left: Patrons, out: &mut S) {
        for (patron, box_number) in self.seated().filter(|(patron, _)| left.has(*patron)) {
            self.choose(patron, Spot::first(box_number), words::HOUSE_WAY, None, out);
        }
    }

    fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        cents: Option<i64>,
        out: &mut S,
    ) {
        let input = Input::Choose { patron, spot, choice, amount: cents.map(Money::minor) };
        self.table.apply(Actor::Patron(patron), input, out).unwrap();
    }

    fn seated(&self) -> impl Iterator<Item = (Patron, u8)> + use<> {
        (0..self.seats).map(|seat| (Patron::nth(seat).unwrap(), seat + 1))
    }
}
