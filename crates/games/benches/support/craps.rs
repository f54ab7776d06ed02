//! A shooter who keeps ten wagers standing, shared by the benchmark and the allocation test.

use super::Chance;
use engine::{Actor, Beneficiary, Driver, Due, Input, Patron, Sink, Spot, Table, WagerId};
use felt::Money;
use games::craps::{Craps, words};
use rulebook::TableDraft;

const A: Patron = Patron::A;

/// The wagers that are kept standing, with their stakes in dollars.
pub const KEPT: [(WagerId, i64); 10] = [
    (words::PASS, 10),
    (words::PLACE_4, 10),
    (words::PLACE_5, 10),
    (words::PLACE_6, 12),
    (words::PLACE_8, 12),
    (words::PLACE_9, 10),
    (words::PLACE_10, 10),
    (words::HARD_4, 5),
    (words::HARD_6, 5),
    (words::HARD_8, 5),
];

pub struct Player {
    pub table: Craps,
    house: Driver<Chance>,
    /// The table's numbers for the areas of these wagers.
    areas: [u8; 10],
}

impl Player {
    pub fn new(seed: u64) -> Player {
        let book = games::craps::GAME.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("limits", "5..500", None);
        let table = Craps::open(&book, &draft.check(&book).unwrap()).unwrap();
        let mut player = Player { table, house: Driver::new(Chance::new(seed)), areas: [0; 10] };
        for (n, (wager, stake)) in KEPT.iter().enumerate() {
            player.bet(*wager, *stake, &mut ());
            player.areas[n] = player.table.wagers().iter().last().unwrap().area;
        }
        player.take_dice(&mut ());
        player
    }

    fn bet<S: Sink>(&mut self, wager: WagerId, dollars: i64, out: &mut S) {
        let stake = Money::minor(dollars * 100);
        let beneficiary = Beneficiary::Patron;
        let bet = Input::Bet { patron: A, box_number: 1, wager, stake, beneficiary };
        self.table.apply(Actor::Patron(A), bet, out).unwrap();
    }

    /// A lone shooter is offered the dice again after each loser seven.
    fn take_dice<S: Sink>(&mut self, out: &mut S) {
        if matches!(self.table.due(), Due::Bets { .. }) {
            self.table.apply(Actor::DEALER, Input::Step(words::OFFER_DICE), out).unwrap();
        }
        let spot = Spot::first(1);
        let take = Input::Choose { patron: A, spot, choice: words::TAKE_DICE, amount: None };
        self.table.apply(Actor::Patron(A), take, out).unwrap();
    }

    /// Replaces the wagers that the last roll took down, and rolls.
    pub fn roll<S: Sink>(&mut self, out: &mut S) {
        let mut standing = 0_u128;
        for wager in self.table.wagers().iter() {
            standing |= 1 << wager.area;
        }
        let asked = matches!(self.table.due(), Due::Choice { .. });
        let point_on = self.table.phase() == "point";
        for (n, (wager, stake)) in KEPT.iter().enumerate() {
            let missing = standing & (1 << self.areas[n]) == 0;
            if missing && !(n == 0 && point_on) {
                self.bet(*wager, *stake, out);
            }
        }
        if asked && matches!(self.table.due(), Due::Choice { .. }) {
            self.take_dice(out);
        }
        let asked = self.house.step(&mut self.table, out).unwrap();
        debug_assert_eq!(asked, None, "nobody else is asked");
    }
}
