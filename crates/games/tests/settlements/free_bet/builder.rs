//! Rounds written by hand, event by event.

use engine::{
    Against, Beneficiary, ChoiceId, Cites, Event, Face, IrregularityId, Line, LineKind, MeterId, Outcome,
    Patron, Place, RemedyId, Seen, Spot, WagerId, WagerNumber, Wagers, What,
};
use felt::{Card, Money, Suit};
use second::free_bet::terms::offering;
use second::free_bet::{Expected, Record, Terms, check, settle};

// ------------------------------------------------------------------ tables

fn terms(sides: &[(&str, &str)]) -> Terms {
    Terms {
        boxes: 7,
        pitch: false,
        hits_soft_17: true,
        pushes_22: true,
        blackjack: (3, 2),
        split_hands: 4,
        late_surrender: false,
        even_money: true,
        insures_next_unit: true,
        free_doubles: true,
        free_splits: true,
        free_first: false,
        dealers_bets: false,
        sides: offering(sides),
        specific: Suit::Spades,
        caps: Vec::new(),
        caps_the_round: false,
        bust_bonus_first: true,
        coin: 50,
        rounding: None,
    }
}

/// Free Bet Blackjack with Push 22.
pub(crate) fn free_bet() -> Terms {
    terms(&[("push-22", "OH-FBB-16.I.B/T1")])
}

/// Ride Free with every bonus wager and surrender.
pub(crate) fn ride_free() -> Terms {
    let sides = [
        ("hedge-22", "PT-FLT-SB1-01"),
        ("silver-stack", "PT-FLT-SB2-01"),
        ("bust-bonus", "PT-FLT-BB-01"),
        ("21-3-classic", "PT-FLT-213-E02"),
        ("21-3-xtreme", "PT-FLT-213XT-03"),
        ("top-3", "PT-FLT-TOP3-01"),
        ("lucky-ladies", "PT-FLT-LL-03"),
        ("21-3-progressive", "PT-BJS-213-07"),
        ("lucky-ladies-progressive", "PT-BJS-LL-28"),
    ];
    Terms { late_surrender: true, free_first: true, dealers_bets: true, ..terms(&sides) }
}

/// Colorado's blackjack with a table of Rocket Aces.
pub(crate) fn rocket(code: &str) -> Terms {
    Terms {
        pushes_22: false,
        free_doubles: false,
        free_splits: false,
        dealers_bets: true,
        ..terms(&[("rocket-aces", code)])
    }
}

// ------------------------------------------------------------------ writing rounds

pub(crate) const A: Patron = Patron::A;
pub(crate) const B: Patron = Patron::B;

pub(crate) fn hand(box_number: u8, hand: u8) -> Spot {
    Spot { box_number, hand }
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

fn word(text: &'static str) -> &'static &'static str {
    Box::leak(Box::new(text))
}

/// Writes the events of a round by hand.
#[derive(Default)]
pub(crate) struct Hand {
    pub(crate) events: Vec<Event>,
    draws: u32,
    wagers: Wagers,
    lines: u16,
}

impl Hand {
    pub(crate) fn new() -> Hand {
        let mut round = Hand::default();
        round.fact(What::RoundOpened { round: 1 });
        round
    }

    pub(crate) fn fact(&mut self, what: What) -> &mut Hand {
        self.events.push(Event::fact(what));
        self
    }

    fn place(&mut self, patron: Patron, spot: Spot, kind: &'static str, cents: i64, to: Beneficiary) {
        let main = |w: &&engine::Wager| w.kind.word() == "main" && w.spot == Spot::first(spot.box_number);
        let first = self.wagers.iter().find(main).map_or(Money::ZERO, |main| main.stake);
        let wager = self.wagers.place(patron, spot, WagerId::new(word(kind)), Money::minor(cents));
        wager.beneficiary = to;
        wager.lammer = if kind.starts_with("free-") { first } else { Money::ZERO };
        let placed = What::placed(wager);
        self.fact(placed);
    }

    pub(crate) fn bet(&mut self, patron: Patron, spot: Spot, kind: &'static str, dollars: i64) -> &mut Hand {
        self.place(patron, spot, kind, dollars * 100, Beneficiary::Patron);
        self
    }

    pub(crate) fn dealers(
        &mut self,
        patron: Patron,
        spot: Spot,
        kind: &'static str,
        dollars: i64,
    ) -> &mut Hand {
        self.place(patron, spot, kind, dollars * 100, Beneficiary::Dealers);
        self
    }

    pub(crate) fn cents(&mut self, patron: Patron, spot: Spot, kind: &'static str, cents: i64) -> &mut Hand {
        self.place(patron, spot, kind, cents, Beneficiary::Patron);
        self
    }

    pub(crate) fn lay(&mut self, place: Place, face: Face) -> u32 {
        self.draws += 1;
        let draw = self.draws;
        self.fact(What::CardLaid { draw, place, face, seen: Seen::NOBODY });
        draw
    }

    /// Cards face up to a hand.
    pub(crate) fn up(&mut self, spot: Spot, cards: &str) -> &mut Hand {
        for text in cards.split_whitespace() {
            self.lay(Place::Hand(spot), Face::Up(card(text)));
        }
        self
    }

    /// The dealer's two cards: the first up, the second down and unread. Returns the draw number of the
    /// second.
    pub(crate) fn dealer(&mut self, up: &str) -> u32 {
        self.lay(Place::Dealer, Face::Up(card(up)));
        self.lay(Place::Dealer, Face::Unread)
    }

    /// The hole card is turned, and the dealer draws.
    pub(crate) fn reveal(&mut self, hole: u32, cards: &str) -> &mut Hand {
        let mut cards = cards.split_whitespace();
        let face = Face::Up(card(cards.next().unwrap()));
        self.fact(What::CardTurned { draw: hole, place: Place::Dealer, face });
        for text in cards {
            self.lay(Place::Dealer, Face::Up(card(text)));
        }
        self
    }

    pub(crate) fn choose(&mut self, patron: Patron, spot: Spot, choice: &'static str) -> &mut Hand {
        self.fact(What::Chosen {
            patron,
            spot,
            choice: ChoiceId::new(word(choice)),
            amount: None,
            lapsed: false,
        })
    }

    pub(crate) fn answer(&mut self, yes: bool) -> &mut Hand {
        self.fact(What::Answered { yes })
    }

    pub(crate) fn grant(&mut self, meter: &'static str, dollars: i64) -> &mut Hand {
        self.fact(What::MeterGranted {
            meter: MeterId::new(word(meter)),
            amount: Money::minor(dollars * 100),
        })
    }

    /// A free split: the card of that draw goes to the new hand.
    pub(crate) fn free_split(&mut self, patron: Patron, from: Spot, to: Spot, draw: u32) -> &mut Hand {
        self.choose(patron, from, "free-split").bet(patron, to, "free-split", 0);
        self.fact(What::CardMoved { draw, from: Place::Hand(from), to: Place::Hand(to) })
    }

    /// A free double and its card.
    pub(crate) fn free_double(&mut self, patron: Patron, spot: Spot, card: &str) -> &mut Hand {
        self.choose(patron, spot, "free-double").bet(patron, spot, "free-double", 0).up(spot, card)
    }

    pub(crate) fn irregular(&mut self, kind: &'static str, place: Option<Place>) -> &mut Hand {
        self.fact(What::Irregular { kind: IrregularityId::new(word(kind)), place })
    }

    pub(crate) fn remedy(&mut self, remedy: &'static str, place: Option<Place>) -> &mut Hand {
        self.fact(What::Remedied { remedy: RemedyId::new(word(remedy)), place })
    }

    pub(crate) fn end(&mut self) -> Vec<Event> {
        self.fact(What::RoundEnded { round: 1 });
        self.events.clone()
    }

    /// Adds a line to the record as the table might write it.
    pub(crate) fn line(&mut self, wanted: &Expected) -> &mut Hand {
        self.lines += 1;
        let against = match &wanted.meter {
            Some(meter) => Against::Meter(MeterId::new(word(Box::leak(meter.clone().into_boxed_str())))),
            None => Against::House,
        };
        let line = Line {
            seq: self.lines,
            kind: wanted.kind,
            number: wanted.number.map(WagerNumber),
            patron: wanted.patron,
            beneficiary: wanted.beneficiary,
            against,
            spot: wanted.spot,
            wager: WagerId::new(word(wanted.wager)),
            stake: Money::minor(wanted.stake),
            basis: Money::minor(wanted.basis),
            outcome: wanted.outcome,
            odds: None,
            row: None,
            share: None,
            paid: Money::minor(wanted.paid),
            returned: Money::minor(wanted.returned),
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::NONE,
        };
        self.fact(What::Settled(line))
    }

    /// Writes the expected lines, modified by the caller, and ends the round.
    pub(crate) fn recorded(&mut self, terms: &Terms, change: impl Fn(&mut Vec<Expected>)) -> Vec<Event> {
        let mut lines = settle(&Record::read(&self.events), terms);
        change(&mut lines);
        for line in &lines {
            self.line(line);
        }
        self.end()
    }
}

/// The lines of a round as short texts: `A 1 main wins 1000 +1500 1000`.
pub(crate) fn paid(events: &[Event], terms: &Terms) -> Vec<String> {
    settle(&Record::read(events), terms).iter().map(short).collect()
}

pub(crate) fn short(line: &Expected) -> String {
    let kind = if line.kind == LineKind::Wager { String::new() } else { format!("{} ", line.kind.word()) };
    let whom = if line.beneficiary == Beneficiary::Dealers { " for dealers" } else { "" };
    let meter = line.meter.as_ref().map_or(String::new(), |meter| format!(" meter {meter}"));
    let outcome = line.outcome.map_or("-", Outcome::word);
    let Expected { patron, spot, wager, stake, paid, returned, .. } = line;
    format!("{kind}{patron} {spot} {wager}{whom} {outcome} {stake} +{paid} {returned}{meter}")
}

pub(crate) fn trouble(events: &[Event], terms: &Terms) -> String {
    check(events, terms).unwrap_err()
}

/// One patron at box 1 with 10 on the main wager and 2 on each side bet, who stands on two cards. The check
/// finds no blackjack, or one if the hole card makes it.
pub(crate) fn stands(cards: &str, dealer: &str, sides: &[&'static str]) -> Hand {
    let mut round = Hand::new();
    let spot = hand(1, 1);
    round.bet(A, spot, "main", 10);
    for kind in sides.iter().filter(|kind| **kind != "bust-bonus") {
        round.bet(A, spot, kind, 2);
    }
    let (up, rest) = dealer.split_once(' ').unwrap();
    round.up(spot, cards);
    let hole = round.dealer(up);
    if sides.contains(&"bust-bonus") {
        round.bet(A, spot, "bust-bonus", 2);
    }
    let (first, second) = (card(up), rest.split(' ').next().map(card).unwrap());
    let blackjack = second::free_bet::hands::ace_and_ten(first, second);
    if first.rank_number() >= 10 {
        round.answer(blackjack);
    }
    if !blackjack {
        round.choose(A, spot, "stand");
    }
    round.reveal(hole, rest);
    round
}
