//! Rounds under a patron's bank. The expected lines are worked out from the document, not by the code under test.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::inconsistent_digit_grouping,
    reason = "test code, and cents"
)]

use super::builder::{DEALER, Table, hands_of_bank, leak, reporting, stepping, terms, voided};
use super::deal::hand_of;
use super::terms::Terms;
use engine::{
    Against, Beneficiary, ChoiceId, Face, Line, LineKind, Marker, MarkerId, Outcome, Patron, Place, Spot,
    WagerId, WagerNumber, What,
};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;
const C: Patron = Patron::C;
const D: Patron = Patron::nth(3).unwrap();

/// Aces with king-queen, king high with queen-nine, jack high with ten-eight.
const ACES: &str = "As Ah Kd Qs 8c 6d 3c";
const KING: &str = "Kc Qd 9h 7s 5c 4d 2h";
const JACK: &str = "Jh Td 8s 6s 4h 3s 2d";
/// The same as the aces, and as the jack.
const COPY: &str = "Ac Ad Kh Qc 8d 6h 3h";

fn saying(patron: Patron, b: u8, word: &'static str, dollars: Option<i64>) -> What {
    let (spot, choice) = (Spot::first(b), ChoiceId::new(leak(word)));
    let amount = dollars.map(|dollars| Money::minor(dollars * 100));
    What::Chosen { patron, spot, choice, amount, lapsed: false }
}

fn marking(value: u16, patron: Option<Patron>) -> What {
    What::Marked(Marker { id: MarkerId::new(&"bank"), value, patron })
}

/// The house has banked a hand on which A wagered 50 at the dealer's right and B 20 at box 3; both were surrendered.
fn played() -> Table {
    let mut table = Table::new(Terms { banking: true, ..terms() });
    table.bet_by(A, 6, "main", 50).bet_by(B, 3, "main", 20);
    table.dealt(&[(DEALER, KING), (6, ACES), (3, COPY)]);
    table.chooses(6, "surrender").loses(1).chooses(3, "surrender").loses(2);
    for b in [6, 3] {
        table.tell(What::Collected { place: hand_of(b), cards: 7 });
        table.hands.remove(&b);
    }
    table.shows_house_way(DEALER).ends().opens();
    table
}

/// A has the bank, with this many dollars.
fn banked(dollars: i64) -> Table {
    let mut table = played();
    table.tell(saying(A, 6, "take-bank", Some(dollars))).tell(marking(6, Some(A)));
    table.bet_by(A, 6, "cover", dollars);
    table.bank = Some(A);
    table
}

fn house_betting(table: &Table, dollars: i64) -> What {
    let What::WagerPlaced { number, lammer, .. } = table.laying((A, 1, "main", 0)) else { panic!() };
    What::WagerPlaced {
        number,
        patron: A,
        spot: Spot::TABLE,
        wager: WagerId::new(&"main"),
        stake: Money::minor(dollars * 100),
        beneficiary: Beneficiary::House,
        lammer,
    }
}

/// The line that returns a partner's part.
fn part(table: &Table, patron: Patron, put: i64, paid: i64) -> Line {
    let (basis, paid) = (Money::minor(put), Money::minor(paid));
    let against = Against::Bank(A);
    Line { kind: LineKind::Bank, patron, basis, paid, against, ..table.line(None, 6, "cover") }
}

/// The line that returns the holder's part.
fn own(table: &Table, number: u32, left: i64) -> Line {
    let line = table.line(Some(number), 0, "");
    let put = line.stake.as_minor();
    let outcome =
        [Outcome::Loses, Outcome::Pushes, Outcome::Wins][usize::from(left >= put) + usize::from(left > put)];
    let (stake, returned) = (Money::minor(left), Money::minor(left.min(put)));
    let (paid, against) = (stake - returned, Against::Bank(A));
    Line { kind: LineKind::Bank, outcome: Some(outcome), stake, returned, paid, against, ..line }
}

fn charged(table: &Table, patron: Patron, cents: i64) -> Line {
    let charged = Money::minor(cents);
    let against = Against::House;
    Line { kind: LineKind::Charge, patron, charged, against, ..table.line(None, 6, "cover") }
}

impl Table {
    #[track_caller]
    fn bank_has(&mut self, number: u32, left: i64) -> &mut Table {
        let line = own(self, number, left);
        self.settle(line)
    }

    #[track_caller]
    fn bank_is_charged(&mut self, patron: Patron, cents: i64) -> &mut Table {
        let line = charged(self, patron, cents);
        self.settle(line)
    }

    #[track_caller]
    fn house_bets(&mut self, dollars: i64) -> &mut Table {
        let what = house_betting(self, dollars);
        self.lies_at_the_house(A, dollars);
        self.tell(what)
    }
}

#[test]
fn the_house_banks_first_and_then_each_in_turn() {
    let mut first = Table::new(Terms { banking: true, ..terms() });
    first.wrong(saying(A, 6, "take-bank", Some(100)), "the turn of None");
    let mut table = played();
    table.wrong(saying(B, 3, "take-bank", Some(100)), "14.II");
    let early = table.laying((C, 2, "main", 5));
    table.wrong(early, "14.III");
    table.tell(saying(A, 6, "pass-bank", None)).wrong(saying(A, 6, "take-bank", Some(100)), "14.II");
    table.wrong(early, "14.III");
    let mut left = table.clone();
    left.tell(What::Left { patron: B }).tell(early);
    table.tell(saying(B, 3, "pass-bank", None)).tell(early);
    let mut none = Table::new(terms());
    none.wrong(saying(A, 6, "take-bank", Some(100)), "no patron has the bank here");
}

#[test]
fn the_bank_is_covered_and_stays_so() {
    let mut table = played();
    table.tell(saying(A, 6, "take-bank", Some(60)));
    let less = table.laying((A, 6, "cover", 50));
    table.wrong(less, "they would put in").bet_by(A, 6, "cover", 60);
    table.bet_by(B, 3, "main", 40);
    let beyond = table.laying((C, 2, "main", 21));
    table.wrong(beyond, "14.VI").bet_by(C, 2, "main", 20);
    let own = table.laying((A, 5, "main", 5));
    table.wrong(own, "1.bank");
    let back = What::WagerTakenBack {
        number: WagerNumber(3),
        patron: A,
        wager: WagerId::new(&"cover"),
        stake: Money::minor(6_000),
        left: Money::ZERO,
    };
    table.wrong(back, "14.VI").wrong(saying(A, 6, "pass-bank", None), "14.VI");
    // Before the deal everything is returned when the holder leaves, and the house banks.
    let mut left = table.clone();
    left.tell(What::Left { patron: A })
        .wrong(stepping("no-more-bets"), "left before bets were closed")
        .tell(back);
    left.tell(marking(7, None)).dealt(&[(3, ACES), (2, JACK), (DEALER, KING)]);
    left.tell(What::Collected { place: hand_of(6), cards: 7 });
    left.tell(stepping("hands-set")).shows_house_way(DEALER).shows_house_way(3).shows_house_way(2);
    left.loses(5).wins(4, 1).charges(4, 200).ends();
    // The house cannot bet if other wagers use the whole cover.
    table.tell(marking(6, Some(A))).close();
    let more = house_betting(&table, 5);
    table.wrong(more, "should bet");
}

#[test]
fn the_house_bets_what_the_banker_did_or_less() {
    let mut table = banked(200);
    table.wrong(saying(A, 6, "house-bets", Some(51)), "14.VIII").bet_by(B, 3, "main", 20).close();
    let (less, more) = (house_betting(&table, 49), house_betting(&table, 51));
    table.wrong(less, "should bet Some(5000)").wrong(more, "14.VIII");
    let mut none = table.clone();
    let laid =
        What::CardLaid { draw: 99, place: Place::Dealer, face: Face::Unread, seen: engine::Seen::NOBODY };
    none.tell(super::builder::rolled("1-3-4")).wrong(laid, "has not bet 5000");
    // Less, if the holder asks for that.
    let mut asked = banked(200);
    asked.tell(saying(A, 6, "house-bets", Some(10))).bet_by(B, 3, "main", 20).close().house_bets(10);
    // With partners the house decides (14.XIX).
    let mut partners = banked(200);
    partners.tell(saying(A, 6, "no-house-bet", None)).bet_by(B, 6, "cover", 50);
    partners.wrong(saying(A, 6, "no-house-bet", None), "14.XIX").bet_by(C, 2, "main", 5).close();
    let into = Line {
        kind: LineKind::Bank,
        against: Against::Bank(A),
        outcome: Some(Outcome::Loses),
        ..partners.line(Some(4), 0, "")
    };
    partners.settle(into).house_bets(50);
}

#[test]
fn the_house_comes_first_and_copies_are_the_banks() {
    let mut table = banked(200);
    table.bet_by(B, 3, "main", 20).close().house_bets(50);
    table.comes(&[(6, ACES), (3, COPY), (DEALER, KING)]);
    let early = table.picking(6, "Kd Qs");
    table.wrong(early, "14.X").sets(3, "Kh Qc").sets(6, "Kd Qs");
    let mut before = table.clone();
    before.turns_but_one(DEALER);
    let (last, face) = before.hands[&DEALER][6];
    before.wrong(What::CardTurned { draw: last, place: Place::Dealer, face: Face::Up(face) }, "14.XI");
    table.shows(6, "Kd Qs").shows_house_way(DEALER);
    let (draw, card) = table.hands[&3][0];
    table.wrong(What::CardTurned { draw, place: hand_of(3), face: Face::Up(card) }, "is due");
    table.loses(5).shows(3, "Kh Qc");
    table.wrong(What::Settled(Line { against: Against::House, ..table.losing(4) }), "against should be");
    table.loses(4);
    table.wrong(What::Settled(own(&table, 3, 25_000)), "should be");
    table.bank_has(3, 27_000).wrong(What::RoundEnded { round: 1 }, "is due").bank_is_charged(A, 350).ends();
}

#[test]
fn winners_are_charged_and_the_house_is_not() {
    let mut table = banked(200);
    table.bet_by(B, 3, "main", 20).bet_by(C, 2, "main", 20).close().house_bets(50);
    table.comes(&[(6, JACK), (3, "Jd Tc 8h 6c 4s 3d 2s"), (2, ACES), (DEALER, KING)]);
    table.tell(stepping("hands-set")).tell(saying(A, 6, "house-way", None));
    table.shows_house_way(6).shows_house_way(DEALER).shows_house_way(3);
    table.loses(4).shows_house_way(2).wins(5, 1).charges(5, 100);
    table.wins(6, 1);
    let charge = Line { kind: LineKind::Charge, charged: Money::minor(250), ..table.line(Some(6), 0, "") };
    table.wrong(What::Settled(charge), "kind should be bank").bank_has(3, 15_000).ends();
}

#[test]
fn a_foul_hand_loses_to_a_foul_bank_and_all_others_win() {
    let mut table = banked(200);
    table.tell(saying(A, 6, "no-house-bet", None)).bet_by(B, 3, "main", 20).bet_by(C, 2, "main", 20);
    table.dealt(&[(6, ACES), (3, "9c 9d Ks Th 7d 5s 2c"), (2, JACK), (DEALER, KING)]);
    table.sets(3, "9c 9d").sets(2, "Td 8s").wrong(saying(A, 6, "surrender", None), "14.XV");
    table.sets(6, "As Ah").shows(6, "As Ah").shows_house_way(DEALER);
    table.shows(3, "9c 9d").loses(4).shows(2, "Td 8s").wins(5, 1).charges(5, 100).bank_has(3, 20_000).ends();
}

#[test]
fn partners_share_by_what_they_put_in() {
    let mut table = banked(100);
    table.bet_by(C, 5, "main", 5);
    let wagered = table.laying((C, 6, "cover", 5));
    table.wrong(wagered, "RULING-PGP-22");
    table.bet_by(B, 6, "cover", 100).bet_by(D, 6, "cover", 50);
    table.wrong(saying(A, 6, "pass-bank", None), "14.");
    table.close();
    for number in [5, 6] {
        let line = Line {
            kind: LineKind::Bank,
            against: Against::Bank(A),
            outcome: Some(Outcome::Loses),
            ..table.line(Some(number), 0, "")
        };
        table.settle(line);
    }
    table.house_bets(50).comes(&[(6, ACES), (5, JACK), (DEALER, KING)]);
    table.chooses(5, "house-way");
    let others = What::Chosen {
        patron: B,
        spot: Spot::first(6),
        choice: ChoiceId::new(&"house-way"),
        amount: None,
        lapsed: false,
    };
    table
        .wrong(others, "B decides house-way")
        .tell(saying(A, 6, "house-way", None))
        .shows_house_way(6)
        .shows_house_way(DEALER);
    table.loses(7).shows_house_way(5).loses(4);
    for (patron, put, back) in [(B, 10_000, 12_200), (D, 5_000, 6_100)] {
        let line = part(&table, patron, put, back);
        table.settle(line);
    }
    // 305 by two, two and one; 2.75 in quarters.
    table.bank_has(3, 12_200).bank_is_charged(A, 125).bank_is_charged(B, 100).bank_is_charged(D, 50).ends();
}

#[test]
fn a_bonus_is_the_houses_and_the_banks_hand_is_envied() {
    let mut table = banked(100);
    let own = table.laying((A, 6, "fortune", 5));
    table.wrong(own, "1.bank").tell(saying(A, 6, "no-house-bet", None));
    table.bet_by(B, 3, "main", 20).bet_by(B, 3, "fortune", 5);
    table.dealt(&[(3, JACK), (6, "9c 9d 9s 9h As Kd 3c"), (DEALER, KING)]);
    table.tell(stepping("hands-set")).tell(stepping("hands-set"));
    table.shows_house_way(6).shows_house_way(DEALER).shows_house_way(3).loses(4).loses(5).envies(3, 5);
    table.bank_has(3, 12_000).bank_is_charged(A, 100).ends();
}

#[test]
fn a_void_round_gives_every_part_back_and_the_same_patron_is_asked_again() {
    let mut table = banked(100);
    table.bet_by(C, 2, "main", 20).bet_by(B, 6, "cover", 40).close();
    let into = Line {
        kind: LineKind::Bank,
        against: Against::Bank(A),
        outcome: Some(Outcome::Loses),
        ..table.line(Some(5), 0, "")
    };
    table.settle(into).house_bets(50).comes(&[(6, ACES), (2, JACK), (DEALER, KING)]);
    table.tell(reporting("dealer-card-exposed", Some(Place::Dealer))).tell(voided());
    table.back(6);
    let undone = Line { seq: table.line(None, 1, "x").seq, ..table.lines[0].undone(engine::Cites::NONE) };
    table.settle(undone);
    for number in [4, 5, 3] {
        table.back(number);
    }
    for place in hands_of_bank(&[6, 2]) {
        table.tell(What::Collected { place, cards: 7 });
    }
    table.hands.clear();
    table.tell(What::RoundEnded { round: 1 }).opens();
    let early = table.laying((C, 2, "main", 5));
    table.wrong(early, "A at 6 was not asked").tell(saying(A, 6, "pass-bank", None));
}
