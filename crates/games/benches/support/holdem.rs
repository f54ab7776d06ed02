//! A fixed policy at Ultimate Texas Hold 'Em, shared by the benchmark and the allocation test.

use super::{Chance, Pile};
use engine::{Actor, Beneficiary, Due, Face, Input, Patron, Place, Sink, Spot, Table, WagerId};
use felt::{Card, DeckKind, Money, Pack};
use games::holdem::{Holdem, words};
use games::poker::{Category, Hand};
use rulebook::TableDraft;

/// The ante in dollars; the blind is equal, Trips is half of it.
pub const ANTE: i64 = 10;

/// What the policy wants.
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
    table: Holdem,
    pile: Pile,
    chance: Chance,
    seats: u8,
    cards: [[Card; 2]; 6],
    dealt: [usize; 6],
    board: Hand,
}

impl Player {
    pub fn new(seats: u8, seed: u64) -> Player {
        let book = games::holdem::GAME.book().unwrap();
        let mut draft = TableDraft::with_defaults(&book);
        draft.set("limits", "5..100 step 5", None).set("trips", "5..50 step 5", None);
        let table = Holdem::open(&book, &draft.check(&book).unwrap()).unwrap();
        Player {
            table,
            pile: Pile::new(Pack { kind: DeckKind::Standard52, decks: 1 }),
            chance: Chance::new(seed),
            seats,
            cards: [[Card::JOKER; 2]; 6],
            dealt: [0; 6],
            board: Hand::EMPTY,
        }
    }

    fn send<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) {
        self.table.apply(actor, input, out).unwrap();
    }

    /// One round from the shuffle to the settlement.
    pub fn round<S: Sink>(&mut self, out: &mut S) {
        self.pile.gather();
        self.dealt = [0; 6];
        self.board = Hand::EMPTY;
        self.send(Actor::DEALER, Input::Shuffled { cut_card: None }, out);
        for seat in 0..self.seats {
            self.bet(seat, words::ANTE, ANTE, out);
            self.bet(seat, words::BLIND, ANTE, out);
            self.bet(seat, words::TRIPS, ANTE / 2, out);
        }
        self.send(Actor::DEALER, Input::Step(words::NO_MORE_BETS), out);
        let round = self.table.round();
        while self.table.round() == round {
            match self.table.due() {
                Due::Card { to, up } => self.card(to, up, out),
                Due::Choice { patron, spot } => self.choose(patron, spot, out),
                Due::Shuffle => return,
                due => panic!("{due:?}"),
            }
        }
    }

    fn bet<S: Sink>(&mut self, seat: u8, wager: WagerId, dollars: i64, out: &mut S) {
        let patron = Patron(seat);
        let stake = Money::minor(dollars * 100);
        let beneficiary = Beneficiary::Patron;
        let bet = Input::Bet { patron, box_number: seat + 1, wager, stake, beneficiary };
        self.send(Actor::Patron(patron), bet, out);
    }

    fn card<S: Sink>(&mut self, to: Place, up: bool, out: &mut S) {
        let card = self.pile.draw_from(&mut self.chance);
        match to {
            Place::Hand(spot) => {
                let seat = usize::from(spot.box_number - 1);
                self.cards[seat][self.dealt[seat]] = card;
                self.dealt[seat] += 1;
            }
            Place::Board => self.board.add(card),
            _ => {}
        }
        let face = match (to, up) {
            (Place::Rack, _) => Face::Unread,
            (_, true) => Face::Up(card),
            (_, false) => Face::Down(card),
        };
        self.send(Actor::DEALER, Input::Card { to, face }, out);
    }

    fn choose<S: Sink>(&mut self, patron: Patron, spot: Spot, out: &mut S) {
        let seat = usize::from(spot.box_number - 1);
        let hand = self.cards[seat].iter().fold(self.board, |hand, card| hand.with(*card));
        let (want, times, otherwise) = match self.board.cards().count() {
            0 => (before_flop(self.cards[seat]), 4, words::CHECK),
            3 => (after_flop(hand), 2, words::CHECK),
            _ => (after_flop(hand), 1, words::FOLD),
        };
        let (choice, amount) = match want {
            Want::Raise => (words::PLAY, Some(Money::minor(ANTE * times * 100))),
            Want::Wait => (otherwise, None),
        };
        self.send(Actor::Patron(patron), Input::Choose { patron, spot, choice, amount }, out);
    }
}
