//! Rounds written by hand, event by event.

use engine::{
    Against, Beneficiary, ChoiceId, Cites, Event, Face, IrregularityId, Line, LineKind, Outcome, Patron,
    Place, Rank, RemedyId, Seen, Spot, StepId, WagerId, WagerNumber, What,
};
use felt::{Card, Money};
use rulebook::{RuleBook, TableDraft};
use second::pontoon::{Expected, Round, Seats, Terms, check, settle};

const BOOK: &str = include_str!("../../../rulebooks/singapore/pontoon-plus.toml");
const TABLE: &str = include_str!("../../../tables/pontoon-plus.toml");

/// The project's own table: 25 to 1000 a box, coins of 2.50, side bets up to 100.
pub(crate) fn main_floor() -> Terms {
    let book = RuleBook::parse(BOOK).unwrap();
    Terms::read(&rulebook::read_table(TABLE).unwrap().check(&book).unwrap())
}

/// A small table: 5 to 500 a box, coins of 0.50, no side bets.
pub(crate) fn small() -> Terms {
    let book = RuleBook::parse(BOOK).unwrap();
    let mut draft = TableDraft::new("singapore/pontoon-plus");
    draft.set("limits", "5..500 step 5", None);
    draft.set("coin", "0.50", None);
    Terms::read(&draft.check(&book).unwrap())
}

pub(crate) const A: Patron = Patron::A;
pub(crate) const B: Patron = Patron::B;
pub(crate) const C: Patron = Patron::C;

pub(crate) fn hand(box_number: u8, hand: u8) -> Spot {
    Spot { box_number, hand }
}

pub(crate) fn card(text: &str) -> Card {
    text.parse().unwrap()
}

/// Writes the events of a round by hand.
#[derive(Default)]
pub(crate) struct Hand {
    pub(crate) events: Vec<Event>,
    pub(crate) draws: u32,
    wagers: u32,
    written: u16,
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

    /// A wager in whole dollars.
    pub(crate) fn bet(&mut self, patron: Patron, spot: Spot, wager: &'static str, dollars: i64) -> &mut Hand {
        self.wagers += 1;
        self.fact(What::WagerPlaced {
            number: WagerNumber(self.wagers),
            patron,
            spot,
            wager: WagerId::new(Box::leak(Box::new(wager))),
            stake: Money::minor(dollars * 100),
            beneficiary: Beneficiary::Patron,
            lammer: Money::ZERO,
        })
    }

    pub(crate) fn main(&mut self, patron: Patron, box_number: u8, dollars: i64) -> &mut Hand {
        self.bet(patron, hand(box_number, 1), "main", dollars)
    }

    pub(crate) fn lay(&mut self, place: Place, text: &str) -> u32 {
        self.draws += 1;
        let (draw, face) = (self.draws, Face::Up(card(text)));
        self.fact(What::CardLaid { draw, place, face, seen: Seen::NOBODY });
        draw
    }

    /// Closes the bets and deals: a card to each box, one to the dealer, a second to each box.
    pub(crate) fn deal(&mut self, hands: &[(u8, &str)], dealer: &str) -> &mut Hand {
        self.step("no-more-bets");
        let place = |box_number: u8| Place::Hand(hand(box_number, 1));
        for (box_number, cards) in hands {
            self.lay(place(*box_number), cards.split_whitespace().next().unwrap());
        }
        self.lay(Place::Dealer, dealer);
        for (box_number, cards) in hands {
            self.lay(place(*box_number), cards.split_whitespace().nth(1).unwrap());
        }
        self
    }

    /// Further cards to a hand.
    pub(crate) fn cards(&mut self, spot: Spot, cards: &str) -> &mut Hand {
        for text in cards.split_whitespace() {
            self.lay(Place::Hand(spot), text);
        }
        self
    }

    /// The decider draws these cards.
    pub(crate) fn hits(&mut self, patron: Patron, spot: Spot, cards: &str) -> &mut Hand {
        for text in cards.split_whitespace() {
            self.choose(patron, spot, "hit").lay(Place::Hand(spot), text);
        }
        self
    }

    /// Further cards to the dealer.
    pub(crate) fn dealer(&mut self, cards: &str) -> &mut Hand {
        for text in cards.split_whitespace() {
            self.lay(Place::Dealer, text);
        }
        self
    }

    pub(crate) fn choose(&mut self, patron: Patron, spot: Spot, word: &'static str) -> &mut Hand {
        let choice = ChoiceId::new(Box::leak(Box::new(word)));
        self.fact(What::Chosen { patron, spot, choice, amount: None, lapsed: false })
    }

    /// The decider or a follower adds money to a hand.
    pub(crate) fn puts(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: &'static str,
        to: Spot,
        wager: &'static str,
        dollars: i64,
    ) -> &mut Hand {
        self.choose(patron, spot, choice).bet(patron, to, wager, dollars)
    }

    pub(crate) fn double(&mut self, patron: Patron, spot: Spot, dollars: i64) -> &mut Hand {
        self.puts(patron, spot, "double", spot, "double", dollars)
    }

    /// Moves the card of this draw from a hand to a new one.
    pub(crate) fn moves(&mut self, draw: u32, from: Place, to: Place) -> &mut Hand {
        self.fact(What::CardMoved { draw, from, to })
    }

    pub(crate) fn step(&mut self, word: &'static str) -> &mut Hand {
        self.fact(What::Stepped { step: StepId::new(Box::leak(Box::new(word))), by: Rank::Dealer })
    }

    pub(crate) fn irregular(&mut self, word: &'static str, place: Option<Place>) -> &mut Hand {
        self.fact(What::Irregular { kind: IrregularityId::new(Box::leak(Box::new(word))), place })
    }

    pub(crate) fn remedy(&mut self, word: &'static str) -> &mut Hand {
        self.fact(What::Remedied { remedy: RemedyId::new(Box::leak(Box::new(word))), place: None })
    }

    pub(crate) fn end(&mut self) -> Vec<Event> {
        self.fact(What::RoundEnded { round: 1 });
        self.events.clone()
    }

    /// Adds a line to the record as the table might write it.
    pub(crate) fn line(&mut self, wanted: &Expected) -> &mut Hand {
        self.written += 1;
        self.fact(What::Settled(Line {
            seq: self.written,
            kind: wanted.kind,
            number: wanted.number,
            patron: wanted.patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot: wanted.spot,
            wager: WagerId::new(Box::leak(Box::new(wanted.wager))),
            stake: wanted.stake,
            basis: wanted.basis.unwrap_or(wanted.stake),
            outcome: wanted.outcome,
            odds: None,
            row: None,
            share: None,
            paid: wanted.paid,
            returned: wanted.returned,
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::NONE,
        }))
    }

    /// Several lines.
    pub(crate) fn lines(&mut self, wanted: &[Expected]) -> &mut Hand {
        for line in wanted {
            self.line(line);
        }
        self
    }
}

/// The lines of a round as short texts: `A 1 main wins 2500 +3750 2500`.
pub(crate) fn paid(events: &[Event], terms: &Terms) -> Vec<String> {
    settle(&Round::read(events, &Seats::new()), terms).iter().map(short).collect()
}

pub(crate) fn short(line: &Expected) -> String {
    let kind = if line.kind == LineKind::Wager { String::new() } else { format!("{} ", line.kind.word()) };
    if line.kind == LineKind::Award {
        return format!("{kind}{} {} {} +{}", line.patron, line.spot, line.wager, line.paid.as_minor());
    }
    format!(
        "{kind}{} {} {} {} {} +{} {}",
        line.patron,
        line.spot,
        line.wager,
        line.outcome.map_or("-", Outcome::word),
        line.stake.as_minor(),
        line.paid.as_minor(),
        line.returned.as_minor()
    )
}

pub(crate) fn trouble(events: &[Event], terms: &Terms) -> String {
    check(events, terms).unwrap_err()
}

/// One patron with 50 at box 1 who draws the cards and stands, against the dealer's cards.
pub(crate) fn one_hand(cards: &str, dealer: &str) -> Vec<String> {
    let mut round = Hand::new();
    let spot = hand(1, 1);
    let (up, rest) = dealer.split_once(' ').unwrap();
    round.main(A, 1, 50).deal(&[(1, &cards[..5])], up);
    round.hits(A, spot, &cards[5..]).choose(A, spot, "stand").dealer(rest);
    paid(&round.end(), &main_floor())
}
