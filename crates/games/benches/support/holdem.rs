//! A fixed policy at Ultimate Texas Hold 'Em, shared by the benchmark and the allocation test.

use super::Chance;
use engine::{Actor, Beneficiary, Driver, Due, Input, Patron, Place, Sink, Spot, Table, WagerId};
use felt::{Card, Money};
use games::poker::{Category, Hand};
use games::poker_games::ultimate_texas_holdem as game;
use rulebook::TableDraft;

/// The ante in dollars; the blind is equal, Trips is half of it.
pub const ANTE: i64 = 10;

/// The decision of the policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    Raise,
    Wait,
}

/// Before the flop: an ace, a pair, or a king with five or better.
pub fn before_flop(cards: [Card; 2]) -> Want {
    let [a, b] = cards.map(Card::rank_number);
    let (high, low) = (a.max(b), a.min(b));
    let strong = high == 14 || high == low || (high == 13 && low >= 5);
    if strong { Want::Raise } else { Want::Wait }
}

/// After the flop: a pair or better.
pub fn after_flop(hand: Hand) -> Want {
    if hand.ranking().category() >= Category::Pair { Want::Raise } else { Want::Wait }
}

pub struct Player {
    pub table: game::Table,
    house: Driver<Chance>,
    seats: u8,
}

impl Player {
    pub fn new(seats: u8, seed: u64) -> Player {
        let book = game::GAME.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("limits", "5..100 step 5", None).set("trips", "5..50 step 5", None);
        let table = game::Table::open(&book, &draft.check(&book).unwrap()).unwrap();
        Player { table, house: Driver::new(Chance::new(seed)), seats }
    }

    fn send<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) {
        self.table.apply(actor, input, out).unwrap();
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
                    self.send(Actor::DEALER, Input::Step(closes), out);
                }
                Due::Choice { patron, spot } => self.choose(patron, spot, out),
                due => panic!("{due:?}"),
            }
        }
    }

    fn bets<S: Sink>(&mut self, out: &mut S) {
        for seat in 0..self.seats {
            self.bet(seat, game::ANTE_WAGER, ANTE, out);
            self.bet(seat, game::BLIND_WAGER, ANTE, out);
            self.bet(seat, game::TRIPS_WAGER, ANTE / 2, out);
        }
    }

    fn bet<S: Sink>(&mut self, seat: u8, wager: WagerId, dollars: i64, out: &mut S) {
        let patron = Patron::nth(seat).unwrap();
        let stake = Money::minor(dollars * 100);
        let beneficiary = Beneficiary::Patron;
        let bet = Input::Bet { patron, box_number: seat + 1, wager, stake, beneficiary };
        self.send(Actor::Patron(patron), bet, out);
    }

    fn choose<S: Sink>(&mut self, patron: Patron, spot: Spot, out: &mut S) {
        let (own, board, on_board) = self.known_to(spot);
        let hand = own.iter().fold(board, |hand, card| hand.with(*card));
        let (want, times, otherwise) = match on_board {
            0 => (before_flop(own), 4, game::CHECK),
            3 => (after_flop(hand), 2, game::CHECK),
            _ => (after_flop(hand), 1, game::FOLD),
        };
        let (choice, amount) = match want {
            Want::Raise => (game::RAISE, Some(Money::minor(ANTE * times * 100))),
            Want::Wait => (otherwise, None),
        };
        self.send(Actor::Patron(patron), Input::Choose { patron, spot, choice, amount }, out);
    }

    /// The patron's two cards, the board and how many cards it has, read in one pass.
    fn known_to(&self, spot: Spot) -> ([Card; 2], Hand, u8) {
        let (mut own, mut dealt, mut board, mut on_board) = ([Card::JOKER; 2], 0, Hand::EMPTY, 0);
        for laid in self.table.layout().cards() {
            match (laid.place, laid.face.card()) {
                (Place::Hand(there), Some(card)) if there == spot => {
                    own[dealt] = card;
                    dealt += 1;
                }
                (Place::Board, Some(card)) => {
                    board.add(card);
                    on_board += 1;
                }
                _ => {}
            }
        }
        (own, board, on_board)
    }
}
