//! Rounds written event by event. The lines are worked out with the document beside, not by the code that checks them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::deal::{CARDS, from_hand, from_shoe, hand_of, low_of, receivers, start_of};
use super::house_way;
use super::terms::{Start, Terms};
use super::Watch;
use crate::Checker;
use crate::poker::pay::Pays;
use engine::{
    Against, Beneficiary, ChoiceId, Cites, Event, Face, IrregularityId, Line, LineKind, Marker, MarkerId,
    Outcome, Patron, Place, Positions, Rank, RemedyId, RulingAct, Seen, Spot, StepId, WagerId, WagerNumber, What,
};
use felt::{Card, Money, Odds};
use std::collections::BTreeMap;

fn leak<T>(word: T) -> &'static T {
    Box::leak(Box::new(word))
}

fn terms() -> Terms {
    Terms {
        shoe: true,
        start: Start::Dice,
        places: 2,
        who_leaves_loses: false,
        pays: Pays { coin: 25, rounding: Some("up".into()) },
        most: None,
        limits: [("main", (1_00, 1_000_00, 1_00)), ("fortune", (1_00, 100_00, 1_00))].into_iter().collect(),
    }
}

/// A session in the making, shown to an account event by event.
#[derive(Clone)]
struct Table {
    watch: Watch,
    /// Whose, where, of what kind and how much, by number.
    rows: Vec<(Patron, u8, &'static str, i64)>,
    lines: Vec<Line>,
    draws: u32,
    hands: BTreeMap<u8, Vec<(u32, Card)>>,
}

/// In the place of a box where the dealer is meant.
const DEALER: u8 = 0;

fn place_of(b: u8) -> Place {
    if b == DEALER { Place::Dealer } else { hand_of(b) }
}

/// Patron A sits at box 1, B at 2 and so on.
fn patron(b: u8) -> Patron {
    Patron::nth(b - 1).unwrap()
}

impl Table {
    fn new(terms: Terms) -> Table {
        let watch = Watch::new(terms);
        let mut table =
            Table { watch, rows: Vec::new(), lines: Vec::new(), draws: 0, hands: BTreeMap::new() };
        table.tell(What::Shuffled { all: true }).tell(What::RoundOpened { round: 1 });
        table
    }

    #[track_caller]
    fn tell(&mut self, what: What) -> &mut Table {
        if let Err(trouble) = self.watch.see(&Event { what, cites: Cites::NONE }) {
            panic!("{trouble}");
        }
        self
    }

    /// It must not be accepted, for a reason with these words.
    #[track_caller]
    fn wrong(&mut self, what: What, words: &str) -> &mut Table {
        let trouble = self.watch.clone().see(&Event::fact(what)).expect_err("it accepts what it must not");
        assert!(trouble.contains(words), "another trouble: {trouble}");
        self
    }

    // ------------------------------------------------------------ chips

    fn laying(&self, (patron, b, kind, dollars): (Patron, u8, &'static str, i64)) -> What {
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
    fn bet(&mut self, b: u8, kind: &'static str, dollars: i64) -> &mut Table {
        self.bet_by(patron(b), b, kind, dollars)
    }

    #[track_caller]
    fn bet_by(&mut self, patron: Patron, b: u8, kind: &'static str, dollars: i64) -> &mut Table {
        let what = self.laying((patron, b, kind, dollars));
        self.rows.push((patron, b, kind, dollars * 100));
        self.tell(what)
    }

    /// Bets close, the dice show three, four and one, which makes the dealer the start, and stacks come; who is not named has cards
    /// that nobody reads.
    #[track_caller]
    fn dealt(&mut self, hands: &[(u8, &str)]) -> &mut Table {
        self.close();
        self.tell(rolled("1-3-4"));
        let named: BTreeMap<u8, Vec<Card>> = hands
            .iter()
            .map(|(b, cards)| (*b, cards.split(' ').map(|card| card.parse().unwrap()).collect()))
            .collect();
        for place in from_shoe(start_of(8)) {
            self.lay(place, &named);
        }
        self.tell(What::Collected { place: Place::Next, cards: 4 });
        let playing: Vec<u8> = self.rows.iter().map(|(_, b, ..)| *b).collect();
        for b in (1..=6).filter(|b| !playing.contains(b)) {
            self.tell(What::Collected { place: hand_of(b), cards: 7 });
        }
        self
    }

    fn lay(&mut self, place: Place, named: &BTreeMap<u8, Vec<Card>>) {
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
    fn close(&mut self) -> &mut Table {
        self.tell(stepping("no-more-bets"));
        let envies = |(patron, b, kind, stake): (Patron, u8, &str, i64)| {
            (kind == "fortune" && stake >= 5_00).then_some((patron, b))
        };
        for (patron, b) in self.rows.clone().into_iter().filter_map(envies) {
            let id = MarkerId::new(&"envy-button");
            self.tell(What::Marked(Marker { id, value: b.into(), patron: Some(patron) }));
        }
        self
    }

    // ------------------------------------------------------------ hands

    /// The two cards that go low, by their faces.
    fn low(&self, b: u8, low: &str) -> Vec<usize> {
        let low: Vec<Card> = low.split(' ').map(|card| card.parse().unwrap()).collect();
        let at = |card: &Card| self.hands[&b].iter().position(|(_, there)| there == card).unwrap();
        low.iter().map(at).collect()
    }

    fn picking(&self, b: u8, low: &str) -> What {
        let cards = Positions(self.low(b, low).into_iter().map(|at| 1_u16 << at).sum());
        What::Picked { patron: self.holder(b), spot: Spot::first(b), cards }
    }

    fn holder(&self, b: u8) -> Patron {
        self.rows.iter().find(|(_, at, ..)| *at == b).map_or_else(|| patron(b), |(patron, ..)| *patron)
    }

    #[track_caller]
    fn sets(&mut self, b: u8, low: &str) -> &mut Table {
        let what = self.picking(b, low);
        self.tell(what)
    }

    fn choosing(&self, b: u8, word: &'static str) -> What {
        let (patron, spot, choice) = (self.holder(b), Spot::first(b), ChoiceId::new(leak(word)));
        What::Chosen { patron, spot, choice, amount: None, lapsed: false }
    }

    #[track_caller]
    fn chooses(&mut self, b: u8, word: &'static str) -> &mut Table {
        let what = self.choosing(b, word);
        self.tell(what)
    }

    /// All cards of a place are turned.
    #[track_caller]
    fn turns(&mut self, b: u8) -> &mut Table {
        for (draw, card) in self.hands[&b].clone() {
            self.tell(What::CardTurned { draw, place: place_of(b), face: Face::Up(card) });
        }
        self
    }

    /// They are turned, and these two lie low.
    #[track_caller]
    fn shows(&mut self, b: u8, low: &str) -> &mut Table {
        self.turns(b);
        let to = if b == DEALER { Place::DealerLow } else { low_of(b) };
        for at in self.low(b, low) {
            let (draw, _) = self.hands[&b][at];
            self.tell(What::CardMoved { draw, from: place_of(b), to });
        }
        self
    }

    /// The same as the house sets its own.
    #[track_caller]
    fn shows_house_way(&mut self, b: u8) -> &mut Table {
        let cards: Vec<Card> = self.hands[&b].iter().map(|(_, card)| *card).collect();
        let (_, [one, other]) = house_way(&cards.try_into().unwrap());
        self.shows(b, &format!("{one} {other}"))
    }

    // ------------------------------------------------------------ lines

    fn line(&self, number: Option<u32>, b: u8, wager: &'static str) -> Line {
        let row = number.map(|number| self.rows[usize::try_from(number).unwrap() - 1]);
        let stake = row.map_or(0, |(.., stake)| stake);
        let here = || (self.holder(b), b, wager);
        let (patron, b, wager) = row.map_or_else(here, |(patron, b, kind, _)| (patron, b, kind));
        Line {
            seq: u16::try_from(self.lines.len()).unwrap() + 1,
            kind: LineKind::Wager,
            number: number.map(WagerNumber),
            patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot: Spot::first(b),
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

    fn losing(&self, number: u32) -> Line {
        Line { outcome: Some(Outcome::Loses), ..self.line(Some(number), 0, "") }
    }

    fn winning(&self, number: u32, odds: i64) -> Line {
        let line = self.line(Some(number), 0, "");
        let odds_to = Odds::to(u32::try_from(odds).unwrap(), 1);
        let paid = Money::minor(line.stake.as_minor() * odds);
        Line { outcome: Some(Outcome::Wins), odds: Some(odds_to), paid, returned: line.stake, ..line }
    }

    fn going_back(&self, number: u32, outcome: Outcome) -> Line {
        let line = self.line(Some(number), 0, "");
        Line { outcome: Some(outcome), returned: line.stake, ..line }
    }

    #[track_caller]
    fn settle(&mut self, line: Line) -> &mut Table {
        self.tell(What::Settled(line));
        self.lines.push(line);
        self
    }

    #[track_caller]
    fn loses(&mut self, number: u32) -> &mut Table {
        self.settle(self.losing(number))
    }

    #[track_caller]
    fn pushes(&mut self, number: u32) -> &mut Table {
        self.settle(self.going_back(number, Outcome::Pushes))
    }

    #[track_caller]
    fn back(&mut self, number: u32) -> &mut Table {
        self.settle(self.going_back(number, Outcome::Returned))
    }

    #[track_caller]
    fn wins(&mut self, number: u32, odds: i64) -> &mut Table {
        self.settle(self.winning(number, odds))
    }

    /// So many cents of vigorish.
    #[track_caller]
    fn charges(&mut self, number: u32, cents: i64) -> &mut Table {
        let line = Line { kind: LineKind::Charge, charged: Money::minor(cents), ..self.line(Some(number), 0, "") };
        self.settle(line)
    }

    #[track_caller]
    fn envies(&mut self, b: u8, dollars: i64) -> &mut Table {
        let paid = Money::minor(dollars * 100);
        let line = Line { kind: LineKind::Award, paid, ..self.line(None, b, "envy") };
        self.settle(line)
    }

    #[track_caller]
    fn caps(&mut self, number: u32, cents: i64) -> &mut Table {
        let of = |line: &&Line| line.number == Some(WagerNumber(number));
        let cuts = self.lines.iter().find(of).map(|line| line.seq);
        let line = self.line(Some(number), 0, "");
        let (stake, basis, paid) = (Money::ZERO, Money::ZERO, Money::minor(-cents));
        self.settle(Line { kind: LineKind::Cap, stake, basis, paid, cuts, ..line })
    }

    /// Everything is taken up.
    #[track_caller]
    fn ends(&mut self) -> &mut Table {
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

fn rolled(dice: &str) -> What {
    What::RolledThree { place: Place::Dealer, dice: dice.parse().unwrap() }
}

fn stepping(word: &'static str) -> What {
    What::Stepped { step: StepId::new(leak(word)), by: Rank::Dealer }
}

fn reporting(word: &'static str, place: Option<Place>) -> What {
    What::Irregular { kind: IrregularityId::new(leak(word)), place }
}

fn voided() -> What {
    What::Remedied { remedy: RemedyId::new(&"round-void"), place: None }
}

const DEALERS: &str = "Js Jd Kc Th 8d 6c 4h";

/// Box 1 wagers ten and its cards are set so against a pair of jacks with king-ten.
fn one(cards: &str, low: &str) -> Table {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).dealt(&[(1, cards), (DEALER, DEALERS)]).sets(1, low).shows_house_way(DEALER);
    table.shows(1, low);
    table
}

#[test]
fn positions_are_counted_counterclockwise_and_served_clockwise() {
    let starts = [1, 2, 3, 7, 8, 9, 18].map(start_of);
    let dealer = Place::Dealer;
    assert_eq!(starts, [dealer, hand_of(6), hand_of(5), hand_of(1), dealer, hand_of(6), hand_of(4)]);
    let served = [hand_of(5), hand_of(6), dealer, hand_of(1), hand_of(2), hand_of(3), hand_of(4)];
    assert_eq!(receivers(hand_of(5)), served);
    let stacks: Vec<u8> = from_hand()
        .iter()
        .map(|place| if let Place::Stack(nth) = place { *nth } else { 0 })
        .collect();
    assert_eq!(stacks.len(), 49);
    assert_eq!(stacks[..15], [1, 2, 3, 4, 5, 6, 7, 7, 6, 5, 4, 3, 2, 1, 1]);
}

#[test]
fn vigorish_is_a_twentieth_and_rounded_up_to_quarters() {
    let charged = |won: i64| terms().charge(won).unwrap();
    assert_eq!([100, 5_00, 5_01, 10_00, 12_00, 100_00].map(charged), [25, 25, 50, 50, 75, 5_00]);
    let exact = Terms { pays: Pays { coin: 5, rounding: None }, ..terms() };
    assert_eq!((exact.charge(1_00), exact.charge(1_10).is_err()), (Ok(5), true));
    let down = Terms { pays: Pays { coin: 25, rounding: Some("down".into()) }, ..terms() };
    assert!(down.charge(1_00).is_err());
}

#[test]
fn a_winner_is_paid_even_money_and_charged() {
    one("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh").wins(1, 1).charges(1, 50).ends();
    let mut late = one("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh");
    late.wins(1, 1);
    let charge = Line { kind: LineKind::Charge, charged: Money::minor(25), ..late.line(Some(1), 0, "") };
    late.wrong(What::Settled(charge), "charged should be 50");
    late.wrong(What::Collected { place: hand_of(1), cards: 5 }, "this is to be settled");
}

#[test]
fn losers_ties_and_copies() {
    // Both lower; a copy and a lower one; two copies; a foul setting.
    for (cards, low) in [
        ("Ts Td Qc Jh 9d 7c 5h", "Qc Jh"),
        ("9s 9c Kh Tc 3d 7c 5h", "Kh Tc"),
        ("Jc Jh Kd Ts 8c 6h 4s", "Kd Ts"),
        ("Qs Qd Ac Kh 9d 7c 5h", "Qs Qd"),
    ] {
        one(cards, low).loses(1).ends();
    }
    // One higher and one lower, either way; a copy and a higher one.
    for (cards, low) in [
        ("Qs Qd 9c 7h 5d 3c 2h", "9c 7h"),
        ("9s 9c Ac Kh 3d 7c 5h", "Ac Kh"),
        ("Qs Qd Kd Tc 9d 7c 5h", "Kd Tc"),
    ] {
        let mut table = one(cards, low);
        table.wrong(What::Settled(table.losing(1)), "outcome should be pushes");
        table.pushes(1).ends();
    }
    // Ace to five is the second highest straight: it beats one from the king down, and not one from the ace down.
    let straights = |dealer: &str| {
        let mut table = Table::new(terms());
        table.bet(1, "main", 10).dealt(&[(1, "As 2d 3c 4h 5d Kc Qh"), (DEALER, dealer)]).sets(1, "Kc Qh");
        table.shows_house_way(DEALER).shows(1, "Kc Qh");
        table
    };
    straights("Ks Qd Jh Tc 9s 4d 2c").wins(1, 1).charges(1, 50).ends();
    straights("Ad Ks Qd Jh Tc 7c 4d").pushes(1).ends();
}

#[test]
fn the_dealer_and_the_order_of_hands() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(2, "main", 10).bet(3, "main", 20);
    let kings = "Ks Kd Ac Qh 9d 7c 5h";
    table.dealt(&[(1, "Ts Td Qc 3h 9c 2c 5d"), (2, kings), (3, "Kc Kh As Qd 9h 7s 6h"), (DEALER, "Js Jd Ad Th 8d 6c 4h")]);
    table.sets(1, "Qc 3h").sets(2, "Ac Qh");
    // Box 3 has not set.
    let mut early = table.clone();
    let dealers = early.hands[&DEALER].clone();
    for (draw, card) in &dealers[..6] {
        early.tell(What::CardTurned { draw: *draw, place: Place::Dealer, face: Face::Up(*card) });
    }
    let (draw, card) = dealers[6];
    early.wrong(What::CardTurned { draw, place: Place::Dealer, face: Face::Up(card) }, "13.III");
    let again = table.picking(1, "Ts Td");
    table.wrong(again, "once more");
    table.chooses(3, "house-way").shows_house_way(DEALER);
    let (draw, card) = table.hands[&2][0];
    table.wrong(What::CardTurned { draw, place: hand_of(2), face: Face::Up(card) }, "13.VI");
    // Winners wait until all hands lie open.
    table.shows_house_way(3);
    table.wrong(What::Settled(table.winning(3, 1)), "not due");
    table.shows(2, "Ac Qh").shows(1, "Qc 3h");
    table.wrong(What::Settled(table.winning(3, 1)), "outcome should be loses");
    table.loses(1);
    table.wrong(What::Settled(table.winning(2, 1)), "number should be");
    table.wins(3, 1).charges(3, 1_00).wins(2, 1).charges(2, 50).ends();
}

#[test]
fn the_bonus_goes_by_seven_cards_and_envy_by_others() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10).bet(2, "fortune", 4);
    table.bet(3, "main", 10).bet(4, "main", 10).bet(4, "fortune", 20);
    table.dealt(&[
        (1, "9h 9s 9d 8c 7h 6d 5c"),
        (2, "Qh 3s 4d 8d 7c 6c 2d"),
        (3, "8s 7s 6s 5s 4s Kd 2c"),
        (4, "Th Td Tc Jh Js 5d 3c"),
        (DEALER, "As Ah Ac Ad Ks Kc Qd"),
    ]);
    table.tell(stepping("hands-set")).shows_house_way(DEALER);
    table.shows_house_way(4).loses(6).shows_house_way(3).pushes(5);
    table.shows_house_way(2).loses(3).loses(4).shows_house_way(1).loses(1);
    // Three of a kind is better paid than the straight; a full house; nobody at 2 has an envy button.
    table.wins(7, 5).wins(2, 3).envies(4, 20).envies(1, 20).ends();
}

#[test]
fn the_order_of_envy_and_qualifying_hands_and_the_limit() {
    let limited = Terms { most: Some(50_000_00), ..terms() };
    let mut table = Table::new(limited);
    table.bet(1, "main", 10).bet(1, "fortune", 10).bet(5, "main", 10).bet(5, "fortune", 5);
    table.dealt(&[(1, "8s 7s 6s 5s 4s 3s 2s"), (5, "9h 9s 9d 9c 5h Kd 2c"), (DEALER, "As Ah Ac Ad Ks Kc Qd")]);
    table.tell(stepping("hands-set")).shows_house_way(DEALER);
    table.shows_house_way(5).loses(3).shows_house_way(1).pushes(1);
    table.envies(5, 5_000).wins(4, 25).envies(1, 5).wins(2, 8_000);
    table.wrong(What::RoundEnded { round: 1 }, "is due").caps(2, 30_000_00).ends();
}

#[test]
fn a_surrender_loses_both_and_shows_nothing() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10).bet(2, "fortune", 5);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    table.chooses(1, "surrender").loses(1).loses(2);
    table.tell(What::Collected { place: hand_of(1), cards: 7 });
    table.hands.remove(&1);
    let again = table.choosing(1, "surrender");
    table.wrong(again, "decides surrender");
    table.chooses(2, "house-way").shows_house_way(DEALER).shows_house_way(2);
    // Nobody envies what was surrendered; who did keeps the envy bonus.
    table.wins(3, 1).charges(3, 50).wins(4, 25).envies(1, 5).ends();
    let mut open = one("Ks Kd Ac Qh 9d 7c 5h", "Ac Qh");
    let late = open.choosing(1, "surrender");
    open.wrong(late, "decides surrender");
}

#[test]
fn two_places_of_one_patron() {
    let mut table = Table::new(terms());
    let a = Patron::A;
    table.bet_by(a, 2, "main", 10).bet_by(a, 2, "fortune", 5);
    let apart = table.laying((a, 4, "main", 10));
    table.wrong(apart, "7.IV");
    table.bet_by(a, 3, "main", 10).bet_by(a, 3, "fortune", 5);
    let third = table.laying((a, 4, "main", 10));
    table.wrong(third, "7.IV");
    let others = table.laying((Patron::B, 3, "main", 10));
    table.wrong(others, "7.II");
    table.bet(5, "main", 10);
    let fours = "9h 9s 9d 9c 5h Kd 2c";
    table.dealt(&[(2, fours), (3, "Ah Ts 4d 8c 7c 6d 2d"), (5, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    let second = table.picking(2, "9h 9s");
    table.wrong(second, "7.IV").chooses(3, "house-way").chooses(2, "house-way").chooses(5, "house-way");
    table.shows_house_way(DEALER).shows_house_way(5).shows_house_way(3).loses(3).loses(4);
    table.shows_house_way(2).pushes(1).wins(5, 1).charges(5, 50);
    table.envies(3, 5).envies(2, 5).wins(2, 25).ends();
}

#[test]
fn the_bonus_is_made_beside_a_wager_and_before_the_first_card() {
    let mut table = Table::new(terms());
    let alone = table.laying((Patron::A, 1, "fortune", 5));
    table.wrong(alone, "15.II").bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 5);
    let (number, wager, stake, left) = (WagerNumber(1), WagerId::new(&"main"), Money::minor(10_00), Money::ZERO);
    table.tell(What::WagerTakenBack { number, patron: Patron::A, wager, stake, left });
    table.tell(stepping("no-more-bets"));
    let late = table.laying((Patron::A, 1, "main", 10));
    table.wrong(late, "7.III").wrong(rolled_number(), "11.I").back(2);
    table.tell(rolled("1-1-1"));
    table.wrong(rolled("1-1-1"), "the start is found");
}

fn rolled_number() -> What {
    What::NumberDrawn { number: 3 }
}

#[test]
fn cards_go_where_the_start_says() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).close().tell(rolled("1-1-1"));
    let laid = |place| What::CardLaid { draw: 1, place, face: Face::Unread, seen: Seen::NOBODY };
    // Three is box 5.
    let mut astray = table.clone();
    astray.tell(laid(hand_of(3)));
    astray.wrong(laid(hand_of(3)), "nobody says so");
    astray.tell(reporting("wrong-start", None)).tell(voided()).back(1);
    table.tell(laid(hand_of(5)));
    let up = What::CardLaid { draw: 2, place: hand_of(5), face: Face::Up("As".parse().unwrap()), seen: Seen::NOBODY };
    table.tell(up).wrong(laid(hand_of(5)), "face up");
    table.tell(reporting("stack-card-exposed", None));
    table.tell(voided());
    table.wrong(What::Settled(table.losing(1)), "not due").back(1);
    let unreasoned = Table::new(terms());
    unreasoned.clone().wrong(voided(), "without a reason");
}

#[test]
fn what_was_settled_is_undone_when_the_round_is_void() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    table.chooses(1, "surrender").loses(1).loses(2);
    table.tell(reporting("dealer-card-exposed", Some(Place::Dealer))).tell(voided());
    // Before it goes back it is undone.
    table.wrong(What::Settled(table.going_back(1, Outcome::Returned)), "not due").back(3);
    for nth in [0, 1] {
        let undone = Line { seq: table.line(None, 1, "x").seq, ..table.lines[nth].undone(Cites::NONE) };
        table.settle(undone);
    }
    table.back(1).back(2);
    table.hands.clear();
    for place in [hand_of(1), hand_of(2), Place::Dealer] {
        table.tell(What::Collected { place, cards: u16::try_from(CARDS).unwrap() });
    }
    table.tell(What::RoundEnded { round: 1 });
    // A dealer's card that was seen does not let the round go on.
    let mut goes_on = Table::new(terms());
    goes_on.bet(1, "main", 10).dealt(&[(1, "Ks Kd Ac Qh 9d 7c 5h"), (DEALER, DEALERS)]);
    goes_on.tell(reporting("dealer-card-exposed", Some(Place::Dealer))).sets(1, "Ac Qh");
    goes_on.shows_house_way(DEALER).shows(1, "Ac Qh").wins(1, 1).charges(1, 50);
    for (place, cards) in [(hand_of(1), 5), (low_of(1), 2), (Place::Dealer, 5), (Place::DealerLow, 2)] {
        goes_on.tell(What::Collected { place, cards });
    }
    goes_on.wrong(What::RoundEnded { round: 1 }, "16.V");
}

#[test]
fn a_hand_whose_card_was_exposed_may_be_void() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    let unasked = table.choosing(1, "void-hand");
    table.wrong(unasked, "16.IV").tell(reporting("patron-card-exposed", Some(hand_of(1))));
    table.chooses(1, "void-hand").back(1).back(2).chooses(2, "house-way");
    table.tell(What::Collected { place: hand_of(1), cards: 7 });
    table.hands.remove(&1);
    table.shows_house_way(DEALER).shows_house_way(2).wins(3, 1).charges(3, 50).ends();
}

#[test]
fn rulings_and_a_report_of_a_wrong_setting() {
    let mut table = Table::new(terms());
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10).bet(2, "fortune", 5).bet(3, "main", 10);
    let hands = [
        (1, "Ks Kd Ac 3h 9d 7c 5h"),
        (2, "Qh Qs Qd Qc 5d 8s 2h"),
        (3, "Ah As Kh Jc 9s 7h 2s"),
        (DEALER, DEALERS),
    ];
    table.dealt(&hands).tell(stepping("hands-set")).tell(reporting("set-wrongly", Some(hand_of(1))));
    table.shows_house_way(DEALER).shows_house_way(3).shows_house_way(2).shows_house_way(1).loses(1).loses(2);
    let void = |act| What::Ruled { by: Rank::Floor, act };
    table.tell(void(RulingAct::Award { patron: Patron::A, amount: Money::minor(7_00) }));
    table.tell(void(RulingAct::VoidHand(Spot::first(2)))).back(3);
    let award = Line { kind: LineKind::Award, paid: Money::minor(7_00), ..table.line(None, 1, "ruling") };
    table.settle(award).back(4).wins(5, 1).charges(5, 50).ends();
}

#[test]
fn who_leaves_has_lost_where_the_house_says_so() {
    let mut table = Table::new(Terms { who_leaves_loses: true, ..terms() });
    table.bet(1, "main", 10).bet(1, "fortune", 5).bet(2, "main", 10);
    table.dealt(&[(1, "9h 9s 9d 9c 5h Kd 2c"), (2, "Qh Qs Qd Qc 5d Ks 2h"), (DEALER, DEALERS)]);
    table.tell(What::Left { patron: Patron::A }).loses(1).loses(2).chooses(2, "house-way");
    table.tell(What::Collected { place: hand_of(1), cards: 7 });
    table.hands.remove(&1);
    table.shows_house_way(DEALER).shows_house_way(2).wins(3, 1).charges(3, 50).ends();
}

#[test]
fn the_button_goes_on_from_the_dealer() {
    let marking = |value| What::Marked(Marker { id: MarkerId::new(&"button"), value, patron: None });
    let mut table = Table::new(Terms { start: Start::Button, ..terms() });
    table.wrong(marking(1), "the button lies on").tell(marking(7)).tell(marking(1)).wrong(marking(6), "the button lies on");
    table.bet(2, "main", 10).close();
    let laid = |place| What::CardLaid { draw: 1, place, face: Face::Unread, seen: Seen::NOBODY };
    let mut astray = table.clone();
    astray.tell(laid(Place::Dealer)).wrong(laid(Place::Dealer), "nobody says so");
    table.tell(laid(hand_of(1)));
}
