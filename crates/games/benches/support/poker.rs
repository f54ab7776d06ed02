//! Fixed policies at the games of the poker frame that have no strategy here, shared by the counts and the allocation
//! test.

use super::Chance;
use engine::{Actor, Beneficiary, ChoiceId, Driver, Due, Game, Input, Patron, Sink, Table, WagerId};
use felt::Money;
use games::poker_games::{deuces_wild_xtreme, dj_wild, let_it_ride, texas_holdem_bonus};
use games::poker_table::{Poker, PokerTable};
use rulebook::TableDraft;

/// How a game is played: its side wagers, what everybody bets in dollars, and what he chooses at each point.
pub struct Policy {
    pub game: &'static Game,
    pub settings: &'static [(&'static str, &'static str)],
    pub bets: &'static [(WagerId, i64)],
    pub choose: fn(&str) -> ChoiceId,
}

/// Everybody sees the flop and bets no more.
pub static TEXAS_HOLDEM_BONUS: Policy = Policy {
    game: &texas_holdem_bonus::GAME,
    settings: &[("bonus", "1..25 step 1")],
    bets: &[(texas_holdem_bonus::ANTE_WAGER, 10), (texas_holdem_bonus::BONUS_WAGER, 5)],
    choose: |phase| match phase {
        "before-flop" => texas_holdem_bonus::RAISE,
        _ => texas_holdem_bonus::CHECK,
    },
};

/// Everybody withdraws the first bet and lets the second ride.
pub static LET_IT_RIDE: Policy = Policy {
    game: &let_it_ride::GAME,
    settings: &[("three-card-bonus", "5..25 step 5")],
    bets: &[
        (let_it_ride::BET_1_WAGER, 10),
        (let_it_ride::BET_2_WAGER, 10),
        (let_it_ride::BET_3_WAGER, 10),
        (let_it_ride::THREE_CARD_WAGER, 5),
    ],
    choose: |phase| match phase {
        "first-bet" => let_it_ride::WITHDRAW,
        _ => let_it_ride::LET_IT_RIDE,
    },
};

/// Everybody plays.
pub static DJ_WILD: Policy = Policy {
    game: &dj_wild::GAME,
    settings: &[("trips", "5..25 step 5")],
    bets: &[(dj_wild::ANTE_WAGER, 10), (dj_wild::BLIND_WAGER, 10), (dj_wild::TRIPS_WAGER, 5)],
    choose: |_| dj_wild::RAISE,
};

/// Everybody plays, with every bonus wager that needs no meter and the one for which a card is laid every round; a royal
/// flush for that does not come.
pub static DEUCES_WILD_XTREME: Policy = Policy {
    game: &deuces_wild_xtreme::GAME,
    settings: &[
        ("bad-beat-xtreme", "5..25 step 5"),
        ("paytable.bad-beat-xtreme", "CO-DWX/PT-FLT-DWHF-BBX-01"),
        ("trips-plus-wild", "5..25 step 5"),
        ("paytable.trips-plus-wild", "CO-DWX/PT-FLT-DWHF-TPW-01"),
        ("goin-wild", "5..25 step 5"),
        ("paytable.goin-wild", "CO-DWX/PT-FLT-TW-GW-01"),
        ("five-card-linked", "1"),
        ("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-01"),
    ],
    bets: &[
        (deuces_wild_xtreme::ANTE_WAGER, 10),
        (deuces_wild_xtreme::ODDS_WAGER, 10),
        (deuces_wild_xtreme::BAD_BEAT_WAGER, 5),
        (deuces_wild_xtreme::TRIPS_PLUS_WAGER, 5),
        (deuces_wild_xtreme::GOIN_WILD_WAGER, 5),
        (deuces_wild_xtreme::FIVE_CARD_WAGER, 1),
    ],
    choose: |_| deuces_wild_xtreme::RAISE,
};

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

    /// One round from the wagers to the settlement, and the shuffle for the next.
    pub fn round<S: Sink>(&mut self, out: &mut S) {
        self.round_until(|_| false, out);
    }

    /// The same, or a part of it up to something that is asked.
    pub fn round_until<S: Sink>(&mut self, stop: impl Fn(Due) -> bool, out: &mut S) {
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
