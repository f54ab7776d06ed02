//! Basic strategy at a table of blackjack, shared by the benchmark and the allocation test.

use super::Chance;
use engine::{
    Actor, Beneficiary, ChoiceId, Driver, Due, Game, Granted, Input, Layout, MeterId, Meters, OpenError,
    Patron, Place, Sink, Spot, Table, WagerId,
};
use felt::{Card, Money, Pay};
use games::blackjack::{Blackjack, words};
use rulebook::{Awards, RuleBook, TableConfig, TableDraft};

/// The decision about a hand.
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

/// The function that opens a table of a game of the family.
pub type Open = fn(&RuleBook, &TableConfig) -> Result<Blackjack, OpenError>;

/// A table with the house's default rules and these side bets.
fn table(game: &Game, open: Open, side_bets: &[WagerId]) -> Blackjack {
    let book = game.book().expect("the rule book is sound");
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("boxes-per-patron", "7", None);
    for wager in side_bets {
        draft.set(
            wager.word(),
            if wager.word().ends_with("progressive") { "1" } else { "1..25 step 1" },
            None,
        );
        let table = RIDE_FREE_TABLES.iter().find(|(name, _)| *name == wager.word());
        if let Some((name, code)) = table {
            draft.set(format!("paytable.{name}"), *code, None);
        }
    }
    let config = draft.check(&book).expect("the table file is sound");
    open(&book, &config).expect("the table opens")
}

/// The side bets of Ride Free that are placed before the deal.
pub const RIDE_FREE_SIDE_BETS: [WagerId; 7] = [
    WagerId::new(&"hedge-22"),
    WagerId::new(&"silver-stack"),
    WagerId::new(&"21-3-classic"),
    WagerId::new(&"top-3"),
    WagerId::new(&"lucky-ladies"),
    WagerId::new(&"21-3-progressive"),
    WagerId::new(&"lucky-ladies-progressive"),
];

/// Their pay tables where several are allowed, as in `tables/ride-free.toml`.
const RIDE_FREE_TABLES: [(&str, &str); 6] = [
    ("hedge-22", "CO-RF/PT-FLT-SB1-01"),
    ("silver-stack", "CO-RF/PT-FLT-SB2-01"),
    ("21-3-classic", "CO-RF/PT-FLT-213-03"),
    ("top-3", "CO-RF/PT-FLT-TOP3-01"),
    ("21-3-progressive", "CO-RF/PT-BJS-213-01"),
    ("lucky-ladies-progressive", "CO-RF/PT-BJS-LL-30"),
];

/// A meter that always grants the same.
#[derive(Clone, Copy, Debug)]
pub struct SameAmount;

impl Meters for SameAmount {
    fn grant(&mut self, _: MeterId, share: Pay, _: Patron) -> Option<Granted> {
        Granted::of(share, Money::minor(100_000), Awards::TO_THE_CENT)
    }
}

/// One person playing some boxes by basic strategy at a table, with a simulated house.
pub struct Player {
    pub table: Blackjack,
    house: Driver<Chance, SameAmount>,
    boxes: u8,
    side_bets: &'static [WagerId],
}

const PATRON: Patron = Patron::A;

impl Player {
    /// At a table of Ohio blackjack.
    pub fn new(boxes: u8, seed: u64) -> Player {
        Player::at(&games::blackjack::ohio::GAME, games::blackjack::ohio::open, boxes, seed)
    }

    /// At a table of another game of the family.
    pub fn at(game: &Game, open: Open, boxes: u8, seed: u64) -> Player {
        Player::betting(game, open, &[], boxes, seed)
    }

    /// The same with these side bets on every box.
    pub fn betting(game: &Game, open: Open, side_bets: &'static [WagerId], boxes: u8, seed: u64) -> Player {
        let mut house = Driver::with_meters(Chance::new(seed), SameAmount);
        // No device reads the dealer's cards: they become known when they are turned.
        house.reads = false;
        Player { table: table(game, open, side_bets), house, boxes, side_bets }
    }

    /// Plays one round, and shuffles when it is due.
    pub fn round<S: Sink>(&mut self, out: &mut S) {
        self.round_until(|_| false, out);
    }

    /// Plays one round, or the part of it before something that is due.
    pub fn round_until<S: Sink>(&mut self, stop: impl Fn(Due) -> bool, out: &mut S) {
        let round = self.table.round();
        let mut started = false;
        loop {
            let due = self.house.until_asked(&mut self.table, out).expect("what is due is granted");
            if stop(due) {
                return;
            }
            match due {
                Due::Cut => self.decline_cut(out),
                Due::Bets { .. } if started => return,
                Due::Bets { closes } => {
                    started = self.table.round() >= round;
                    self.bet(out);
                    self.close(Input::Step(closes), out);
                }
                Due::Choices { closes, .. } => self.close(Input::Step(closes), out),
                Due::Choice { spot, .. } => self.choose(spot, out),
                due => unreachable!("{due:?} is the house's"),
            }
        }
    }

    fn close<S: Sink>(&mut self, step: Input, out: &mut S) {
        self.table.apply(Actor::DEALER, step, out).expect("the dealer closes");
    }

    fn decline_cut<S: Sink>(&mut self, out: &mut S) {
        let decline =
            Input::Choose { patron: PATRON, spot: Spot::TABLE, choice: words::DECLINE_CUT, amount: None };
        self.table.apply(Actor::Patron(PATRON), decline, out).expect("the cut may be passed on");
    }

    /// Basic strategy, on a lammer if possible, or the closest choice that the game allows.
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
            self.stake(box_number, words::MAIN, 1_000, out);
            for wager in self.side_bets {
                self.stake(box_number, *wager, 100, out);
            }
        }
    }

    fn stake<S: Sink>(&mut self, box_number: u8, wager: WagerId, minor: i64, out: &mut S) {
        let stake = Money::minor(minor);
        let bet = Input::Bet { patron: PATRON, box_number, wager, stake, beneficiary: Beneficiary::Patron };
        self.table.apply(Actor::Patron(PATRON), bet, out).expect("the stake keeps the limits");
    }
}

/// Basic strategy from the cards on the layout, read in one pass.
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
