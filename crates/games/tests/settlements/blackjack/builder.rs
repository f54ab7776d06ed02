//! Rounds written by hand, event by event.

use engine::{
    Against, Beneficiary, ChoiceId, Cites, Event, Face, IrregularityId, Line, LineKind, Outcome, Patron,
    Place, RemedyId, Seen, Spot, WagerId, WagerNumber, What,
};
use felt::{Card, Money};
use rulebook::{RuleBook, TableConfig, TableDraft};
use second::blackjack::{Expected, Round, Terms, check, settle};

pub(crate) const BOOK: &str = include_str!("../../../rulebooks/ohio/blackjack.toml");

// ------------------------------------------------------------------ tables

pub(crate) fn table(settings: &[(&str, &str)]) -> TableConfig {
    let book = RuleBook::parse(BOOK).unwrap();
    let mut draft = TableDraft::new("ohio/blackjack");
    draft.set("limits", "5..500", None);
    if settings.iter().all(|(key, _)| *key != "coin") {
        draft.set("coin", "0.50", None);
    }
    for (key, value) in settings {
        draft.set(*key, *value, None);
    }
    draft.check(&book).unwrap()
}

/// Six decks from a shoe, 3 to 2, with the House Money table for several decks.
pub(crate) fn shoe() -> Terms {
    let mut terms = Terms::new(BOOK, &table(&[]));
    terms.house_money = several_decks();
    terms
}

pub(crate) fn pitch() -> Terms {
    let mut terms = Terms::new(BOOK, &table(&[("decks", "2"), ("dealing", "pitch")]));
    terms.house_money = several_decks();
    terms
}

pub(crate) fn lines_of(rows: [(&str, i64); 4]) -> Vec<(String, (i64, i64))> {
    rows.iter().map(|(id, win)| ((*id).to_owned(), (*win, 1))).collect()
}

/// OH-BJ-16.II.C(1)/T1, copied from the document.
pub(crate) fn several_decks() -> Vec<(String, (i64, i64))> {
    lines_of([("ace-king-suited", 9), ("straight-flush", 4), ("pair", 3), ("straight", 1)])
}

/// OH-BJ-16.II.C(2)/T1, copied from the document.
pub(crate) fn one_deck() -> Vec<(String, (i64, i64))> {
    lines_of([("ace-king-suited", 9), ("straight-flush", 5), ("pair", 3), ("straight", 1)])
}

// ------------------------------------------------------------------ writing rounds

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

    pub(crate) fn bet(&mut self, patron: Patron, spot: Spot, wager: &'static str, dollars: i64) -> &mut Hand {
        self.cents(patron, spot, wager, dollars * 100)
    }

    pub(crate) fn cents(&mut self, patron: Patron, spot: Spot, wager: &'static str, cents: i64) -> &mut Hand {
        self.wagers += 1;
        let number = WagerNumber(self.wagers);
        let wager = WagerId::new(Box::leak(Box::new(wager)));
        self.fact(What::WagerPlaced {
            number,
            patron,
            spot,
            wager,
            stake: Money::minor(cents),
            beneficiary: engine::Beneficiary::Patron,
            lammer: Money::ZERO,
        })
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

    /// Cards face down and unread to a hand; they get the next draw numbers.
    pub(crate) fn down(&mut self, spot: Spot, cards: usize) -> &mut Hand {
        for _ in 0..cards {
            self.lay(Place::Hand(spot), Face::Unread);
        }
        self
    }

    pub(crate) fn turn(&mut self, place: Place, draw: u32, text: &str) -> &mut Hand {
        self.fact(What::CardTurned { draw, place, face: Face::Up(card(text)) })
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
        self.turn(Place::Dealer, hole, cards.next().unwrap());
        for text in cards {
            self.lay(Place::Dealer, Face::Up(card(text)));
        }
        self
    }

    pub(crate) fn choose(&mut self, patron: Patron, spot: Spot, word: &'static str) -> &mut Hand {
        self.fact(What::Chosen {
            patron,
            spot,
            choice: ChoiceId::new(Box::leak(Box::new(word))),
            amount: None,
            lapsed: false,
        })
    }

    pub(crate) fn answer(&mut self, yes: bool) -> &mut Hand {
        self.fact(What::Answered { yes })
    }

    pub(crate) fn add(&mut self, number: u32, patron: Patron, spot: Spot, dollars: i64) -> &mut Hand {
        self.choose(patron, spot, "add");
        self.fact(What::StakeAdded {
            number: WagerNumber(number),
            patron,
            spot,
            wager: WagerId::new(&"main"),
            added: Money::minor(dollars * 100),
            won: true,
        })
    }

    pub(crate) fn split(
        &mut self,
        patron: Patron,
        from: Spot,
        to: Spot,
        draw: u32,
        dollars: i64,
    ) -> &mut Hand {
        self.choose(patron, from, "split");
        self.bet(patron, to, "split", dollars);
        self.fact(What::CardMoved { draw, from: Place::Hand(from), to: Place::Hand(to) })
    }

    pub(crate) fn irregular(&mut self, word: &'static str, place: Option<Place>) -> &mut Hand {
        self.fact(What::Irregular { kind: IrregularityId::new(Box::leak(Box::new(word))), place })
    }

    pub(crate) fn remedy(&mut self, word: &'static str, place: Option<Place>) -> &mut Hand {
        self.fact(What::Remedied { remedy: RemedyId::new(Box::leak(Box::new(word))), place })
    }

    pub(crate) fn end(&mut self) -> Vec<Event> {
        self.fact(What::RoundEnded { round: 1 });
        self.events.clone()
    }

    /// Adds a line to the record as the table might write it.
    pub(crate) fn line(&mut self, wanted: &Expected) -> &mut Hand {
        self.lines += 1;
        let line = Line {
            seq: self.lines,
            kind: wanted.kind,
            number: wanted.number,
            patron: wanted.patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot: wanted.spot,
            wager: WagerId::new(Box::leak(Box::new(wanted.wager))),
            stake: wanted.stake,
            basis: wanted.stake,
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
        };
        self.fact(What::Settled(line))
    }
}

/// The lines of a round as short texts: `A 1 main wins 1000 +1500 1000`.
pub(crate) fn paid(events: &[Event], terms: &Terms) -> Vec<String> {
    settle(&Round::read(events), terms).iter().map(short).collect()
}

pub(crate) fn short(line: &Expected) -> String {
    let kind = if line.kind == LineKind::Wager { String::new() } else { format!("{} ", line.kind.word()) };
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

/// One patron with 10 at box 1 who draws the cards and stands, against the dealer's cards.
pub(crate) fn one_hand(cards: &str, dealer: &str, terms: &Terms) -> Vec<String> {
    let mut round = Hand::new();
    let spot = hand(1, 1);
    round.bet(A, spot, "main", 10);
    let mut cards = cards.split_whitespace();
    round.up(spot, cards.next().unwrap()).up(spot, cards.next().unwrap());
    let (up, rest) = dealer.split_once(' ').unwrap();
    let hole = round.dealer(up);
    if "AKQJT".contains(&up[..1]) {
        round.answer(false);
    }
    for text in cards {
        round.choose(A, spot, "hit").up(spot, text);
    }
    if !rest.is_empty() {
        round.reveal(hole, rest);
    }
    paid(&round.end(), terms)
}
