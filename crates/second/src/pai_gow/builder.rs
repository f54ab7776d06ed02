//! Rounds written event by event, for the tests of `sessions`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::Watch;
use super::deal::{from_shoe, hand_of, low_of, start_of};
use super::house_way;
use super::terms::{Start, Terms};
use crate::Checker;
use crate::poker::pay::Pays;
use engine::{
    Against, Beneficiary, ChoiceId, Cites, Event, Face, IrregularityId, Line, LineKind, Marker, MarkerId,
    Outcome, Patron, Place, Positions, Rank, RemedyId, Seen, Spot, StepId, WagerId, WagerNumber, What,
};
use felt::{Card, Money, Odds};
use std::collections::BTreeMap;

pub(super) fn leak<T>(word: T) -> &'static T {
    Box::leak(Box::new(word))
}

pub(super) fn terms() -> Terms {
    Terms {
        shoe: true,
        start: Start::Dice,
        places: 2,
        who_leaves_loses: false,
        banking: false,
        pays: Pays { coin: 25, rounding: Some("up".into()) },
        most: None,
        limits: [("main", (100, 1_000_00, 100)), ("fortune", (100, 10_000, 100))].into_iter().collect(),
    }
}

/// A session being written, passed to an account event by event.
#[derive(Clone)]
pub(super) struct Table {
    pub(super) watch: Watch,
    /// Patron, box, kind and stake, by number.
    rows: Vec<(Patron, u8, &'static str, i64)>,
    pub(super) lines: Vec<Line>,
    draws: u32,
    pub(super) hands: BTreeMap<u8, Vec<(u32, Card)>>,
    /// The number of wagers made before this round.
    before: usize,
    /// The patron whose bank main wagers are against.
    pub(super) bank: Option<Patron>,
}

/// The box number that stands for the dealer.
pub(super) const DEALER: u8 = 0;

pub(super) fn place_of(b: u8) -> Place {
    if b == DEALER { Place::Dealer } else { hand_of(b) }
}

/// Patron A sits at box 1, B at 2 and so on.
pub(super) fn patron(b: u8) -> Patron {
    Patron::nth(b - 1).unwrap()
}

impl Table {
    pub(super) fn new(terms: Terms) -> Table {
        let watch = Watch::new(terms);
        let mut table = Table {
            watch,
            rows: Vec::new(),
            lines: Vec::new(),
            draws: 0,
            hands: BTreeMap::new(),
            before: 0,
            bank: None,
        };
        table.opens();
        table
    }

    #[track_caller]
    pub(super) fn opens(&mut self) -> &mut Table {
        self.before = self.rows.len();
        self.lines.clear();
        self.hands.clear();
        self.bank = None;
        self.tell(What::Shuffled { all: true }).tell(What::RoundOpened { round: 1 })
    }

    #[track_caller]
    pub(super) fn tell(&mut self, what: What) -> &mut Table {
        if let Err(trouble) = self.watch.see(&Event { what, cites: Cites::NONE }) {
            panic!("{trouble}");
        }
        self
    }

    /// The account must reject it with a reason that contains these words.
    #[track_caller]
    pub(super) fn wrong(&mut self, what: What, words: &str) -> &mut Table {
        let trouble = self.watch.clone().see(&Event::fact(what)).expect_err("it accepts what it must not");
        assert!(trouble.contains(words), "another trouble: {trouble}");
        self
    }

    // ------------------------------------------------------------ chips

    pub(super) fn laying(&self, (patron, b, kind, dollars): (Patron, u8, &'static str, i64)) -> What {
        What::WagerPlaced {
            number: WagerNumber(u32::try_from(self.rows.len()).unwrap() + 1),
            patron,
            spot: Spot::first(b),
            wager: WagerId::new(leak(kind)),
            stake: Money::minor(dollars * 100),
            beneficiary: Beneficiary::Patron,
            lammer: Money::ZERO,
        }
    }

    #[track_caller]
    pub(super) fn bet(&mut self, b: u8, kind: &'static str, dollars: i64) -> &mut Table {
        self.bet_by(patron(b), b, kind, dollars)
    }

    #[track_caller]
    pub(super) fn bet_by(&mut self, patron: Patron, b: u8, kind: &'static str, dollars: i64) -> &mut Table {
        let what = self.laying((patron, b, kind, dollars));
        self.rows.push((patron, b, kind, dollars * 100));
        self.tell(what)
    }

    /// The house's wager against a patron's bank is counted among the others.
    pub(super) fn lies_at_the_house(&mut self, banker: Patron, dollars: i64) {
        self.rows.push((banker, 0, "main", dollars * 100));
    }

    /// Bets close, the dice show three, four and one, which makes the dealer the start, and stacks come; boxes not
    /// named get cards that are not read.
    #[track_caller]
    pub(super) fn dealt(&mut self, hands: &[(u8, &str)]) -> &mut Table {
        self.close().comes(hands)
    }

    /// Bets are closed: stacks come.
    #[track_caller]
    pub(super) fn comes(&mut self, hands: &[(u8, &str)]) -> &mut Table {
        self.tell(rolled("1-3-4"));
        let named: BTreeMap<u8, Vec<Card>> = hands
            .iter()
            .map(|(b, cards)| (*b, cards.split(' ').map(|card| card.parse().unwrap()).collect()))
            .collect();
        for place in from_shoe(start_of(8)) {
            self.lay(place, &named);
        }
        self.tell(What::Collected { place: Place::Next, cards: 4 });
        let playing: Vec<u8> = self.rows[self.before..].iter().map(|(_, b, ..)| *b).collect();
        for b in (1..=6).filter(|b| !playing.contains(b)) {
            self.tell(What::Collected { place: hand_of(b), cards: 7 });
        }
        self
    }

    pub(super) fn lay(&mut self, place: Place, named: &BTreeMap<u8, Vec<Card>>) {
        let b = match place {
            Place::Hand(spot) => spot.box_number,
            _ => DEALER,
        };
        self.draws += 1;
        let (draw, mine) = (self.draws, self.hands.entry(b).or_default());
        if let Some(card) = named.get(&b).map(|cards| cards[mine.len()]) {
            mine.push((draw, card));
        }
        self.tell(What::CardLaid { draw, place, face: Face::Unread, seen: Seen::NOBODY });
    }

    #[track_caller]
    pub(super) fn close(&mut self) -> &mut Table {
        self.tell(stepping("no-more-bets"));
        let envies = |(patron, b, kind, stake): (Patron, u8, &str, i64)| {
            (kind == "fortune" && stake >= 500).then_some((patron, b))
        };
        let marked: Vec<(Patron, u8)> = self.rows[self.before..].iter().copied().filter_map(envies).collect();
        for (patron, b) in marked {
            let id = MarkerId::new(&"envy-button");
            self.tell(What::Marked(Marker { id, value: b.into(), patron: Some(patron) }));
        }
        self
    }

    // ------------------------------------------------------------ hands

    /// Returns the two cards that go low, by their faces.
    pub(super) fn low(&self, b: u8, low: &str) -> Vec<usize> {
        let low: Vec<Card> = low.split(' ').map(|card| card.parse().unwrap()).collect();
        let at = |card: &Card| self.hands[&b].iter().position(|(_, there)| there == card).unwrap();
        low.iter().map(at).collect()
    }

    pub(super) fn picking(&self, b: u8, low: &str) -> What {
        let cards = Positions(self.low(b, low).into_iter().map(|at| 1_u16 << at).sum());
        What::Picked { patron: self.holder(b), spot: Spot::first(b), cards }
    }

    pub(super) fn holder(&self, b: u8) -> Patron {
        self.rows[self.before..]
            .iter()
            .find(|(_, at, ..)| *at == b)
            .map_or_else(|| patron(b), |(patron, ..)| *patron)
    }

    #[track_caller]
    pub(super) fn sets(&mut self, b: u8, low: &str) -> &mut Table {
        let what = self.picking(b, low);
        self.tell(what)
    }

    pub(super) fn choosing(&self, b: u8, word: &'static str) -> What {
        let (patron, spot, choice) = (self.holder(b), Spot::first(b), ChoiceId::new(leak(word)));
        What::Chosen { patron, spot, choice, amount: None, lapsed: false }
    }

    #[track_caller]
    pub(super) fn chooses(&mut self, b: u8, word: &'static str) -> &mut Table {
        let what = self.choosing(b, word);
        self.tell(what)
    }

    /// All cards of a place are turned.
    #[track_caller]
    pub(super) fn turns(&mut self, b: u8) -> &mut Table {
        for (draw, card) in self.hands[&b].clone() {
            self.tell(What::CardTurned { draw, place: place_of(b), face: Face::Up(card) });
        }
        self
    }

    /// Six of them are.
    #[track_caller]
    pub(super) fn turns_but_one(&mut self, b: u8) -> &mut Table {
        let cards: Vec<_> = self.hands[&b].iter().take(6).copied().collect();
        for (draw, card) in cards {
            self.tell(What::CardTurned { draw, place: place_of(b), face: Face::Up(card) });
        }
        self
    }

    /// The cards of a box are turned, and these two are low.
    #[track_caller]
    pub(super) fn shows(&mut self, b: u8, low: &str) -> &mut Table {
        self.turns(b);
        let to = if b == DEALER { Place::DealerLow } else { low_of(b) };
        for at in self.low(b, low) {
            let (draw, _) = self.hands[&b][at];
            self.tell(What::CardMoved { draw, from: place_of(b), to });
        }
        self
    }

    /// As `shows`, set by the house way.
    #[track_caller]
    pub(super) fn shows_house_way(&mut self, b: u8) -> &mut Table {
        let cards: Vec<Card> = self.hands[&b].iter().map(|(_, card)| *card).collect();
        let (_, [one, other]) = house_way(&cards.try_into().unwrap());
        self.shows(b, &format!("{one} {other}"))
    }

    // ------------------------------------------------------------ lines

    pub(super) fn line(&self, number: Option<u32>, b: u8, wager: &'static str) -> Line {
        let row = number.map(|number| self.rows[usize::try_from(number).unwrap() - 1]);
        let stake = row.map_or(0, |(.., stake)| stake);
        let here = || (self.holder(b), b, wager);
        let (patron, b, wager) = row.map_or_else(here, |(patron, b, kind, _)| (patron, b, kind));
        Line {
            seq: u16::try_from(self.lines.len()).unwrap() + 1,
            kind: LineKind::Wager,
            number: number.map(WagerNumber),
            patron,
            // Box 0 is the house's.
            beneficiary: if row.is_some() && b == 0 { Beneficiary::House } else { Beneficiary::Patron },
            against: self
                .bank
                .filter(|_| ["main", "cover"].contains(&wager))
                .map_or(Against::House, Against::Bank),
            spot: if row.is_some() && b == 0 { Spot::TABLE } else { Spot::first(b) },
            wager: WagerId::new(leak(wager)),
            stake: Money::minor(stake),
            basis: Money::minor(stake),
            outcome: None,
            odds: None,
            row: None,
            share: None,
            paid: Money::ZERO,
            returned: Money::ZERO,
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::NONE,
        }
    }

    pub(super) fn losing(&self, number: u32) -> Line {
        Line { outcome: Some(Outcome::Loses), ..self.line(Some(number), 0, "") }
    }

    pub(super) fn winning(&self, number: u32, odds: i64) -> Line {
        let line = self.line(Some(number), 0, "");
        let odds_to = Odds::to(u32::try_from(odds).unwrap(), 1);
        let paid = Money::minor(line.stake.as_minor() * odds);
        Line { outcome: Some(Outcome::Wins), odds: Some(odds_to), paid, returned: line.stake, ..line }
    }

    pub(super) fn going_back(&self, number: u32, outcome: Outcome) -> Line {
        let line = self.line(Some(number), 0, "");
        Line { outcome: Some(outcome), returned: line.stake, ..line }
    }

    #[track_caller]
    pub(super) fn settle(&mut self, line: Line) -> &mut Table {
        self.tell(What::Settled(line));
        self.lines.push(line);
        self
    }

    #[track_caller]
    pub(super) fn loses(&mut self, number: u32) -> &mut Table {
        self.settle(self.losing(number))
    }

    #[track_caller]
    pub(super) fn pushes(&mut self, number: u32) -> &mut Table {
        self.settle(self.going_back(number, Outcome::Pushes))
    }

    #[track_caller]
    pub(super) fn back(&mut self, number: u32) -> &mut Table {
        self.settle(self.going_back(number, Outcome::Returned))
    }

    #[track_caller]
    pub(super) fn wins(&mut self, number: u32, odds: i64) -> &mut Table {
        self.settle(self.winning(number, odds))
    }

    /// The cents of vigorish.
    #[track_caller]
    pub(super) fn charges(&mut self, number: u32, cents: i64) -> &mut Table {
        let line =
            Line { kind: LineKind::Charge, charged: Money::minor(cents), ..self.line(Some(number), 0, "") };
        self.settle(line)
    }

    #[track_caller]
    pub(super) fn envies(&mut self, b: u8, dollars: i64) -> &mut Table {
        let paid = Money::minor(dollars * 100);
        let line = Line { kind: LineKind::Award, paid, ..self.line(None, b, "envy") };
        self.settle(line)
    }

    #[track_caller]
    pub(super) fn caps(&mut self, number: u32, cents: i64) -> &mut Table {
        let of = |line: &&Line| line.number == Some(WagerNumber(number));
        let cuts = self.lines.iter().find(of).map(|line| line.seq);
        let line = self.line(Some(number), 0, "");
        let (stake, basis, paid) = (Money::ZERO, Money::ZERO, Money::minor(-cents));
        self.settle(Line { kind: LineKind::Cap, stake, basis, paid, cuts, ..line })
    }

    /// Everything is taken up.
    #[track_caller]
    pub(super) fn ends(&mut self) -> &mut Table {
        for (b, cards) in std::mem::take(&mut self.hands) {
            for place in [place_of(b), if b == DEALER { Place::DealerLow } else { low_of(b) }] {
                let there = u16::try_from(self.watch.cards.at(place).len()).unwrap();
                if there > 0 && !cards.is_empty() {
                    self.tell(What::Collected { place, cards: there });
                }
            }
        }
        self.tell(What::RoundEnded { round: 1 })
    }
}

/// Returns the places of these boxes' cards and the dealer's.
pub(super) fn hands_of_bank(boxes: &[u8]) -> Vec<Place> {
    boxes.iter().map(|b| hand_of(*b)).chain([Place::Dealer]).collect()
}

pub(super) fn rolled(dice: &str) -> What {
    What::RolledThree { place: Place::Dealer, dice: dice.parse().unwrap() }
}

pub(super) fn stepping(word: &'static str) -> What {
    What::Stepped { step: StepId::new(leak(word)), by: Rank::Dealer }
}

pub(super) fn reporting(word: &'static str, place: Option<Place>) -> What {
    What::Irregular { kind: IrregularityId::new(leak(word)), place }
}

pub(super) fn voided() -> What {
    What::Remedied { remedy: RemedyId::new(&"round-void"), place: None }
}
