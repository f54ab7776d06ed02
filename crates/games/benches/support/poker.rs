//! A player at the games of the poker frame that have no strategy here, with the fixed policies of
//! `policies`.

use super::Chance;
use engine::{Actor, Beneficiary, ChoiceId, Driver, Due, Game, Input, Patron, Sink, Table, WagerId};
use felt::Money;
use games::poker_table::{Poker, PokerTable};
use rulebook::TableDraft;

/// How a game is played: its side wagers, the bets of all patrons in dollars, and their choice at each point.
pub struct Policy {
    pub game: &'static Game,
    pub settings: &'static [(&'static str, &'static str)],
    pub bets: &'static [(WagerId, i64)],
    pub choose: fn(&str) -> ChoiceId,
}

pub struct Player<G: Poker> {
    pub table: PokerTable<G>,
    house: Driver<Chance>,
    policy: &'static Policy,
    seats: u8,
}

impl<G: Poker> Player<G> {
    pub fn new(policy: &'static Policy, seats: u8, seed: u64) -> Player<G> {
        let book = policy.game.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        for (key, value) in policy.settings {
            draft.set(*key, *value, None);
        }
        let table = PokerTable::open(&book, &draft.check(&book).unwrap()).unwrap();
        Player { table, house: Driver::new(Chance::new(seed)), policy, seats }
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
                Due::Bets { .. } if started => return,
                Due::Bets { closes } => {
                    started = true;
                    self.bets(out);
                    self.table.apply(Actor::DEALER, Input::Step(closes), out).unwrap();
                }
                Due::Choice { patron, spot } => {
                    let choice = (self.policy.choose)(self.table.phase());
                    let input = Input::Choose { patron, spot, choice, amount: None };
                    self.table.apply(Actor::Patron(patron), input, out).unwrap();
                }
                due => panic!("{due:?}"),
            }
        }
    }

    fn bets<S: Sink>(&mut self, out: &mut S) {
        for seat in 0..self.seats {
            let patron = Patron::nth(seat).unwrap();
            for (wager, dollars) in self.policy.bets {
                let (stake, beneficiary) = (Money::minor(dollars * 100), Beneficiary::Patron);
                let bet = Input::Bet { patron, box_number: seat + 1, wager: *wager, stake, beneficiary };
                self.table.apply(Actor::Patron(patron), bet, out).unwrap();
            }
        }
    }
}
