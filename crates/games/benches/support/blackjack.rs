//! Basic strategy at a table of blackjack, shared by the benchmark and the allocation test.

use super::{Chance, Pile};
use engine::{
    Actor, Beneficiary, ChoiceId, Due, Face, Game, Input, Layout, OpenError, Patron, Place, Sink, Spot, Table,
};
use felt::{Card, Money, Pack};
use games::blackjack::{Blackjack, words};
use rulebook::{RuleBook, TableConfig, TableDraft};

/// What to do with a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Play {
    Hit,
    Stand,
    Double,
    Split,
}

/// Counts a hand: its total and whether it is soft.
pub fn count(cards: impl Iterator<Item = Card>) -> (u8, bool) {
    let (mut hard, mut ace) = (0_u8, false);
    for card in cards {
        let rank = card.rank_number();
        ace |= rank == 14;
        hard += if rank == 14 { 1 } else { rank.min(10) };
    }
    if ace && hard <= 11 { (hard + 10, true) } else { (hard, false) }
}

/// Basic strategy for six decks, dealer hits soft 17, double after split.
pub fn strategy(total: u8, soft: bool, pair: Option<u8>, two_cards: bool, up: u8) -> Play {
    let up = if up == 14 { 11 } else { up.min(10) };
    if let Some(rank) = pair {
        let splits = match rank {
            14 | 8 => true,
            2 | 3 | 7 => up <= 7,
            4 => up == 5 || up == 6,
            6 => up <= 6,
            9 => up <= 9 && up != 7,
            _ => false,
        };
        if splits {
            return Play::Split;
        }
    }
    let double = |play| if two_cards { Play::Double } else { play };
    if soft {
        return match total {
            13 | 14 if up == 5 || up == 6 => double(Play::Hit),
            15 | 16 if (4..=6).contains(&up) => double(Play::Hit),
            17 if (3..=6).contains(&up) => double(Play::Hit),
            18 if (2..=6).contains(&up) => double(Play::Stand),
            18 if up >= 9 => Play::Hit,
            19 if up == 6 => double(Play::Stand),
            0..=17 => Play::Hit,
            _ => Play::Stand,
        };
    }
    match total {
        9 if (3..=6).contains(&up) => double(Play::Hit),
        10 if up <= 9 => double(Play::Hit),
        11 => double(Play::Hit),
        0..=11 => Play::Hit,
        12 if !(4..=6).contains(&up) => Play::Hit,
        13..=16 if up >= 7 => Play::Hit,
        _ => Play::Stand,
    }
}

/// How a table of a game of the family is opened.
pub type Open = fn(&RuleBook, &TableConfig) -> Result<Blackjack, OpenError>;

/// A table with the house's default rules, and its cards.
fn table(game: &Game, open: Open) -> (Blackjack, Pack) {
    let book = game.book().expect("the rule book is sound");
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("boxes-per-patron", "7", None);
    let config = draft.check(&book).expect("the table file is sound");
    (open(&book, &config).expect("the table opens"), config.pack())
}

/// One person playing some boxes by basic strategy at a table, with the cards behind it.
pub struct Player {
    pub table: Blackjack,
    pub pile: Pile,
    pub chance: Chance,
    boxes: u8,
    dealer: [Option<Card>; 2],
}

const PATRON: Patron = Patron(0);

impl Player {
    /// At a table of Ohio blackjack.
    pub fn new(boxes: u8, seed: u64) -> Player {
        Player::at(&games::blackjack::ohio::GAME, games::blackjack::ohio::open, boxes, seed)
    }

    /// At a table of another game of the family.
    pub fn at(game: &Game, open: Open, boxes: u8, seed: u64) -> Player {
        let (table, pack) = table(game, open);
        Player { table, pile: Pile::new(pack), chance: Chance::new(seed), boxes, dealer: [None; 2] }
    }

    /// Plays one round, shuffling when it is due.
    pub fn round<S: Sink>(&mut self, out: &mut S) {
        let round = self.table.round();
        let mut started = false;
        loop {
            let input = match self.table.due() {
                Due::Shuffle => {
                    self.pile.shuffle(&mut self.chance);
                    Input::Shuffled { cut_card: Some(234) }
                }
                Due::Cut => {
                    let decline = Input::Choose {
                        patron: PATRON,
                        spot: Spot { box_number: 0, hand: 1 },
                        choice: words::DECLINE_CUT,
                        amount: None,
                    };
                    let _ = self.table.apply(Actor::Patron(PATRON), decline, out);
                    Input::Cut { depth: 100 }
                }
                Due::Bets { .. } if started => return,
                Due::Bets { closes } => {
                    started = self.table.round() >= round;
                    self.bet(out);
                    Input::Step(closes)
                }
                Due::Card { to, up } => self.card(to, up),
                Due::Turn { place } => {
                    let index = usize::from(self.dealer[0].is_none());
                    Input::Turn { place, card: self.dealer[index].take().expect("a card lies there") }
                }
                Due::Choices { closes, .. } | Due::Step(closes) => Input::Step(closes),
                Due::Answer => {
                    let hole = self.dealer[1].expect("the hole card lies there");
                    let up = self.table.layout().at(Place::Dealer).next().and_then(|c| c.face.card());
                    let cards = up.into_iter().chain([hole]);
                    Input::Answer { yes: count(cards).0 == 21 }
                }
                Due::Choice { spot, .. } => {
                    self.choose(spot, out);
                    continue;
                }
                _ => unreachable!("nothing else is due at this table"),
            };
            self.table.apply(Actor::DEALER, input, out).expect("what is due is granted");
        }
    }

    /// Basic strategy, on a lammer where one is to be had, and what is nearest to it where a game forbids it.
    fn choose<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let wish = decide(&self.table, spot);
        let free = match wish {
            words::DOUBLE => words::FREE_DOUBLE,
            words::SPLIT => words::FREE_SPLIT,
            other => other,
        };
        for choice in [free, wish, words::HIT, words::STAND] {
            let input = Input::Choose { patron: PATRON, spot, choice, amount: None };
            if self.table.apply(Actor::Patron(PATRON), input, out).is_ok() {
                return;
            }
        }
        unreachable!("a hand that is asked may draw or stand");
    }

    fn bet<S: Sink>(&mut self, out: &mut S) {
        for box_number in 1..=self.boxes {
            let stake = Money::minor(1_000);
            let bet = Input::Bet {
                patron: PATRON,
                box_number,
                wager: words::MAIN,
                stake,
                beneficiary: Beneficiary::Patron,
            };
            self.table.apply(Actor::Patron(PATRON), bet, out).expect("the stake keeps the limits");
        }
    }

    fn card(&mut self, to: Place, up: bool) -> Input {
        let card = self.pile.draw();
        if up || to == Place::Rack {
            return Input::Card { to, face: if up { Face::Up(card) } else { Face::Unread } };
        }
        match self.dealer {
            [None, None] => self.dealer[0] = Some(card),
            _ => self.dealer[1] = Some(card),
        }
        Input::Card { to, face: Face::Unread }
    }
}

/// Basic strategy from what lies on the layout, read in one pass.
fn decide(table: &Blackjack, spot: Spot) -> ChoiceId {
    let layout: &Layout = table.layout();
    let (mut ranks, mut count, mut hands, mut up) = ([0_u8; 22], 0_usize, 1_u8, 0_u8);
    for card in layout.cards() {
        let rank = card.face.card().map_or(0, Card::rank_number);
        match card.place {
            Place::Hand(there) if there == spot => {
                ranks[count] = rank;
                count += 1;
            }
            Place::Hand(there) if there.box_number == spot.box_number => hands = hands.max(there.hand),
            Place::Dealer if up == 0 => up = rank,
            _ => {}
        }
    }
    let (mut total, mut ace) = (0, false);
    for rank in &ranks[..count] {
        ace |= *rank == 14;
        total += if *rank == 14 { 1 } else { (*rank).min(10) };
    }
    let soft = ace && total <= 11;
    let total = if soft { total + 10 } else { total };
    let two_cards = count == 2;
    let pair = (two_cards && hands.max(spot.hand) < 4 && ranks[0] == ranks[1]).then_some(ranks[0]);
    match strategy(total, soft, pair, two_cards, up) {
        Play::Hit => words::HIT,
        Play::Stand => words::STAND,
        Play::Double => words::DOUBLE,
        Play::Split => words::SPLIT,
    }
}
