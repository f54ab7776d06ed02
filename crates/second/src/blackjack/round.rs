//! The facts of one round from its events, ignoring what they say about results.

use engine::{Beneficiary, Event, Face, Patron, Place, Rank as Staff, RulingAct, Spot, What};
use felt::Card;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A card and where it lies now.
#[derive(Clone, Copy, Debug)]
pub struct RoundCard {
    /// Its number in the order of drawing.
    pub draw: u32,
    /// Where it lies.
    pub place: Place,
    /// Which card it is, once the record says so.
    pub card: Option<Card>,
    /// Whether it is visible to all.
    pub up: bool,
    /// Whether it was laid face up, or turned because its patron showed it, took even money or made a claim on it that
    /// failed.
    pub open: bool,
    /// Whether it came face up.
    pub came_up: bool,
}

/// A wager and its stake.
#[derive(Clone, Copy, Debug)]
pub struct Staked {
    /// Its number in the round.
    pub number: u32,
    /// Whose wager it is.
    pub patron: Patron,
    /// On which hand.
    pub spot: Spot,
    /// Its word; [`DEALERS`] for a main wager whose proceeds are the dealers'.
    pub kind: &'static str,
    /// The whole stake in minor units.
    pub stake: i64,
    /// The part of it that was won in this round.
    pub won: i64,
    /// Whether it was taken back before the deal.
    pub taken_back: bool,
    /// The stake of the box's main wager when this one was placed.
    pub beside: i64,
    /// How many cards the hand had when it was placed.
    pub cards_then: usize,
}

/// The kind of a bet for the dealers beside a main wager (RULING-BJ-35).
pub const DEALERS: &str = "main for the dealers";

impl Staked {
    /// Returns its word in the record.
    pub fn word(&self) -> &'static str {
        if self.kind == DEALERS { "main" } else { self.kind }
    }
}

/// A choice.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Who chose.
    pub patron: Patron,
    /// About which hand.
    pub spot: Spot,
    /// The word.
    pub word: &'static str,
    /// The amount in minor units.
    pub amount: Option<i64>,
}

/// What happened in one round.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Its number.
    pub number: u32,
    /// Everything that happened except results, in order.
    pub facts: Vec<What>,
    /// The cards, those in the rack included, in the order in which they came to their present places.
    pub cards: Vec<RoundCard>,
    /// The wagers by number.
    pub wagers: BTreeMap<u32, Staked>,
    /// The choices of the patrons.
    pub choices: Vec<Choice>,
    /// The reported irregularities.
    pub irregularities: Vec<(&'static str, Option<Place>)>,
    /// The remedies applied.
    pub remedies: Vec<(&'static str, Option<Place>)>,
    /// The rulings.
    pub rulings: Vec<(Staff, RulingAct)>,
    /// The answers of the device.
    pub answers: Vec<bool>,
    /// Whether a report said that a face-up blackjack was missed.
    pub called_missed: bool,
    /// Whether the discards were shuffled in the middle of play and the card burnt after that has not come yet:
    /// everything else waits.
    is_being_shuffled: bool,
    /// Whether the floor must decide something.
    ruling_due: bool,
    /// Patrons who left.
    pub left: Vec<Patron>,
    /// Whether the round came to its end.
    pub ended: bool,
    /// Boxes that were split.
    pub split: BTreeSet<u8>,
    /// The first two cards of each box by draw number; they are kept when the cards are taken up.
    pub first_two: BTreeMap<u8, [u32; 2]>,
    /// Faults of the record.
    pub troubles: Vec<String>,
}

impl Round {
    /// Reads the events of one round. Results and citations are ignored, and so are events after its end.
    pub fn read(events: &[Event]) -> Round {
        let mut round = Round::default();
        for event in events {
            if round.ended {
                break;
            }
            if !matches!(event.what, What::Settled(_) | What::Decided { .. }) {
                round.take(&event.what);
            }
        }
        round
    }

    /// Processes the next fact.
    pub fn take(&mut self, fact: &What) {
        self.facts.push(*fact);
        match *fact {
            What::RoundOpened { round } => self.number = round,
            What::RoundEnded { .. } => self.ended = true,
            What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, .. } => {
                let theirs = beneficiary == Beneficiary::Dealers && wager.word() == "main";
                let kind = if theirs { DEALERS } else { wager.word() };
                let beside = self.wager_at(Spot::first(spot.box_number), "main").map_or(0, |main| main.stake);
                let staked = Staked {
                    number: number.0,
                    patron,
                    spot,
                    kind,
                    stake: stake.as_minor(),
                    won: 0,
                    taken_back: false,
                    beside,
                    cards_then: self.hand(spot).len(),
                };
                if self.wagers.insert(number.0, staked).is_some() {
                    self.troubles.push(format!("wager {} was placed twice", number.0));
                }
            }
            What::StakeAdded { number, patron, spot, wager, added, won } => {
                let Some(staked) = self.wagers.get_mut(&number.0) else {
                    self.troubles.push(format!("money was added to wager {}, which is not there", number.0));
                    return;
                };
                if (staked.patron, staked.spot, staked.word()) != (patron, spot, wager.word()) {
                    self.troubles.push(format!("money was added to wager {} under another name", number.0));
                }
                staked.stake += added.as_minor();
                if won {
                    staked.won += added.as_minor();
                }
            }
            What::WagerTakenBack { number, stake, .. } => match self.wagers.get_mut(&number.0) {
                Some(staked) => {
                    staked.taken_back = true;
                    if staked.stake != stake.as_minor() {
                        self.troubles.push(format!("wager {} went back in part", number.0));
                    }
                }
                None => self.troubles.push(format!("wager {} was taken back and is not there", number.0)),
            },
            What::Shuffled { .. } => self.is_being_shuffled = self.bets_closed(),
            What::CardLaid { draw, place, face, .. } => {
                self.is_being_shuffled = false;
                self.lay(draw, place, face);
            }
            What::CardTurned { draw, place, face } => self.turn(draw, place, face),
            What::CardMoved { draw, from, to } => {
                let Some(at) = self.cards.iter().position(|card| card.draw == draw) else {
                    // A card held since an earlier round; its face is known when it is laid.
                    return;
                };
                let mut card = self.cards.remove(at);
                if card.place != from {
                    self.troubles
                        .push(format!("card {draw} was moved from {from} and lay at {}", card.place));
                }
                card.place = to;
                self.cards.push(card);
            }
            What::Chosen { patron, spot, choice, amount, .. } => self.choices.push(Choice {
                patron,
                spot,
                word: choice.word(),
                amount: amount.map(felt::Money::as_minor),
            }),
            // The first answer is the check; later answers of the device concern only the floor.
            What::Answered { yes } if self.answers.is_empty() => self.answers.push(yes),
            What::Irregular { kind, place } => {
                self.irregularities.push((kind.word(), place));
                // 15.IX.B: the dealer proceeds as if the answer had been no.
                let hole_is_down = self.dealer().get(1).is_some_and(|hole| !hole.up);
                if kind.word() == "blackjack-missed" {
                    self.called_missed |= !hole_is_down;
                    if hole_is_down {
                        self.answers.push(false);
                    }
                }
            }
            What::Remedied { remedy, place } => {
                self.remedies.push((remedy.word(), place));
                self.ruling_due |= remedy.word() == "floor-decides";
                // Turned for a double or a split that the cards do not support: they stay face up from now on.
                if remedy.word() == "claim-dropped" {
                    for card in self.cards.iter_mut().filter(|card| Some(card.place) == place) {
                        card.open |= card.up;
                    }
                }
            }
            What::Ruled { by, act } => {
                self.ruling_due &= matches!(act, RulingAct::Award { .. });
                self.rulings.push((by, act));
            }
            What::Left { patron } => self.left.push(patron),
            _ => {}
        }
        self.note_first_cards();
    }

    fn lay(&mut self, draw: u32, place: Place, face: Face) {
        let before = self.cards.iter().position(|card| card.draw == draw).map(|at| self.cards.remove(at));
        if let Some(before) = before.filter(|before| before.place != Place::Next) {
            self.troubles.push(format!("card {draw} was laid again and lay at {}", before.place));
        }
        let up = face.is_up();
        let card = face.card().or(before.and_then(|before| before.card));
        self.cards.push(RoundCard { draw, place, card, up, open: up, came_up: up });
    }

    /// Whether the dealer turns this card too early, or because it came the wrong way up. Each such remedy is about one
    /// card; a card that is turned later, in its time, is not one of them.
    fn is_turned_by_dealer(&self, place: Place) -> bool {
        let remedied = self
            .remedies
            .iter()
            .filter(|(word, there)| *there == Some(place) && matches!(*word, "played-exposed" | "turned-up"));
        let turned = self.cards.iter().filter(|card| card.place == place && card.open && !card.came_up);
        remedied.count() > turned.count()
    }

    fn turn(&mut self, draw: u32, place: Place, face: Face) {
        let shown = match place {
            Place::Hand(spot) => {
                self.choices.iter().any(|choice| {
                    choice.spot.box_number == spot.box_number && matches!(choice.word, "show" | "even-money")
                }) || self.is_turned_by_dealer(place)
            }
            _ => true,
        };
        let Some(card) = self.cards.iter_mut().find(|card| card.draw == draw) else {
            // A card drawn in an earlier round and held as the next one first appears when it is turned.
            match place {
                Place::Next => {
                    let card = face.card();
                    self.cards.push(RoundCard { draw, place, card, up: true, open: true, came_up: false });
                }
                _ => self.troubles.push(format!("card {draw} was turned and is not there")),
            }
            return;
        };
        let read_before = card.card;
        card.card = face.card().or(card.card);
        card.up = true;
        card.open |= shown;
        if card.place != place {
            self.troubles.push(format!("card {draw} was turned at {place} and lies at {}", card.place));
        }
        if read_before.is_some() && read_before != card.card {
            self.troubles.push(format!("card {draw} changed its face"));
        }
    }

    fn note_first_cards(&mut self) {
        let mut first = Vec::new();
        let mut boxes = BTreeSet::new();
        for card in &self.cards {
            if let Place::Hand(spot) = card.place {
                boxes.insert(spot.box_number);
                if spot.hand > 1 {
                    self.split.insert(spot.box_number);
                }
            }
        }
        for number in boxes {
            let hand = self.hand(Spot::first(number));
            if !self.split.contains(&number) && hand.len() >= 2 {
                first.push((number, [hand[0].draw, hand[1].draw]));
            }
        }
        self.first_two.extend(first);
    }

    /// Returns the cards at a place, first card first.
    pub fn at(&self, place: Place) -> Vec<RoundCard> {
        self.cards.iter().copied().filter(|card| card.place == place).collect()
    }

    /// Returns the cards of a hand.
    pub fn hand(&self, spot: Spot) -> Vec<RoundCard> {
        self.at(Place::Hand(spot))
    }

    /// Returns the dealer's cards.
    pub fn dealer(&self) -> Vec<RoundCard> {
        self.at(Place::Dealer)
    }

    /// Returns the card with a draw number.
    pub fn drawn(&self, draw: u32) -> Option<RoundCard> {
        self.cards.iter().copied().find(|card| card.draw == draw)
    }

    /// Returns the first two cards of a box, once it has had two.
    pub fn first_cards(&self, box_number: u8) -> Option<[RoundCard; 2]> {
        let [one, two] = *self.first_two.get(&box_number)?;
        Some([self.drawn(one)?, self.drawn(two)?])
    }

    /// Returns the wager of a kind on a hand, unless it was taken back.
    pub fn wager_at(&self, spot: Spot, kind: &str) -> Option<Staked> {
        self.wagers.values().copied().find(|w| !w.taken_back && w.spot == spot && w.kind == kind)
    }

    /// Whether nothing is paid or collected automatically now.
    pub fn waits(&self) -> bool {
        self.is_being_shuffled || self.ruling_due
    }

    /// Whether the dealer has called bets closed.
    pub fn bets_closed(&self) -> bool {
        self.facts
            .iter()
            .any(|fact| matches!(fact, What::Stepped { step, .. } if step.word() == "no-more-bets"))
    }

    /// Whether the round was declared void.
    pub fn is_void(&self) -> bool {
        self.facts.iter().any(voids_round)
    }
}

/// Whether the fact makes the whole round void.
pub fn voids_round(fact: &What) -> bool {
    match fact {
        What::Ruled { act, .. } => *act == RulingAct::VoidRound,
        What::Remedied { remedy, .. } => remedy.word() == "round-void",
        _ => false,
    }
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "round {}:", self.number)?;
        let mut places: BTreeMap<Place, String> = BTreeMap::new();
        for card in &self.cards {
            let text = places.entry(card.place).or_default();
            match card.card {
                Some(face) if card.up => text.push_str(&format!(" {face}")),
                Some(face) => text.push_str(&format!(" ({face})")),
                None => text.push_str(" ??"),
            }
        }
        for (place, cards) in places {
            writeln!(f, "  {place}:{cards}")?;
        }
        for w in self.wagers.values() {
            let back = if w.taken_back { ", taken back" } else { "" };
            writeln!(f, "  {} at {}: {} {} (won {}){back}", w.patron, w.spot, w.kind, w.stake, w.won)?;
        }
        for choice in &self.choices {
            writeln!(f, "  {} at {} chose {}", choice.patron, choice.spot, choice.word)?;
        }
        for (word, place) in &self.irregularities {
            writeln!(f, "  irregular: {word} {}", place.map_or(String::new(), |p| p.to_string()))?;
        }
        for (word, place) in &self.remedies {
            writeln!(f, "  remedy: {word} {}", place.map_or(String::new(), |p| p.to_string()))?;
        }
        for (by, act) in &self.rulings {
            writeln!(f, "  ruled by {by}: {act:?}")?;
        }
        writeln!(f, "  device: {:?}", self.answers)
    }
}
