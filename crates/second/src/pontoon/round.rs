//! The facts of one round from its events, ignoring what they say about results.

use super::share::shares;
use super::terms::Terms;
use engine::{Event, Face, Patron, Place, RulingAct, Spot, What};
use felt::Card;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Who sits at which box.
pub type Seats = BTreeMap<u8, Patron>;

/// A card and where it lies now.
#[derive(Clone, Copy, Debug)]
pub struct RoundCard {
    /// Its number in the order of drawing.
    pub draw: u32,
    /// Where it lies.
    pub place: Place,
    /// Which card it is, once the record says so.
    pub card: Option<Card>,
}

/// A wager and its stake.
#[derive(Clone, Copy, Debug)]
pub struct Staked {
    /// Its number.
    pub number: u32,
    /// Whose wager it is.
    pub patron: Patron,
    /// On which hand.
    pub spot: Spot,
    /// Its word.
    pub kind: &'static str,
    /// The chips there, in minor units.
    pub stake: i64,
    /// Whether it was taken back before the deal.
    pub taken_back: bool,
    /// Whether the chips were found there without having been accepted.
    pub found: bool,
    /// How many cards the hand had when it was placed.
    pub cards_then: usize,
}

/// A fact, and how many settlement lines the record had before it.
#[derive(Clone, Copy, Debug)]
pub struct Fact {
    /// What.
    pub what: What,
    /// Lines before it.
    pub out: usize,
}

/// The facts of one round so far.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// Its number.
    pub number: u32,
    /// Everything that happened except results, in order.
    pub facts: Vec<Fact>,
    /// The cards, those in the rack included, in the order in which they came to their present places.
    pub cards: Vec<RoundCard>,
    /// The wagers by number.
    pub wagers: BTreeMap<u32, Staked>,
    /// Who sat where before the round.
    pub seats_before: Seats,
    /// Who sits where; after the close of bets, who sat there at the close.
    pub seats: Seats,
    /// Whether bets are closed.
    pub closed: bool,
    /// Patrons who left after the close.
    pub left: BTreeSet<Patron>,
    /// Boxes that were split.
    pub split: BTreeSet<u8>,
    /// Hands that were doubled.
    pub doubled: BTreeSet<Spot>,
    /// Hands that stood.
    pub stood: BTreeSet<Spot>,
    /// Boxes whose hand was surrendered.
    pub surrendered: BTreeSet<u8>,
    /// The first two cards of each box by draw number; they are kept when the cards are taken up.
    pub first_two: BTreeMap<u8, [u32; 2]>,
    /// The cards of hands that were taken up.
    pub taken_up: BTreeMap<Place, Vec<RoundCard>>,
    /// Where the last card was laid.
    pub last_card: Option<Place>,
    /// Whether there was an irregularity or a ruling.
    pub irregular: bool,
    /// Faults of the record.
    pub troubles: Vec<String>,
}

impl Round {
    /// Reads the events of one round. Only the number of result lines is kept, to know what was paid by when.
    pub fn read(events: &[Event], seats: &Seats) -> Round {
        let mut round = Round::opened(seats);
        let mut out = 0;
        for event in events {
            match event.what {
                What::Settled(_) => out += 1,
                What::Decided { .. } => {}
                what => round.take(Fact { what, out }),
            }
        }
        round
    }

    /// A round without any facts yet.
    pub fn opened(seats: &Seats) -> Round {
        Round { seats_before: seats.clone(), seats: seats.clone(), ..Round::default() }
    }

    /// Processes the next fact.
    pub fn take(&mut self, fact: Fact) {
        self.facts.push(fact);
        match fact.what {
            What::RoundOpened { round } => self.number = round,
            What::Stepped { step, .. } if step.word() == "no-more-bets" => self.closed = true,
            What::WagerPlaced { number, patron, spot, wager, stake, .. } => {
                let kind = wager.word();
                let staked = Staked {
                    number: number.0,
                    patron,
                    spot,
                    kind,
                    stake: stake.as_minor(),
                    taken_back: false,
                    found: self.closed && is_first_bet(kind),
                    cards_then: self.hand(spot).len(),
                };
                if self.wagers.insert(number.0, staked).is_some() {
                    self.troubles.push(format!("wager {} was placed twice", number.0));
                }
                if kind == "split" {
                    self.split.insert(spot.box_number);
                }
            }
            What::StakeAdded { number, patron, spot, wager, added, won } => {
                let closed = self.closed;
                let Some(staked) = self.wagers.get_mut(&number.0) else {
                    self.troubles.push(format!("money was added to wager {}, which is not there", number.0));
                    return;
                };
                if (staked.patron, staked.spot, staked.kind) != (patron, spot, wager.word()) || won {
                    self.troubles.push(format!("money was added to wager {} under another name", number.0));
                }
                staked.stake += added.as_minor();
                staked.found |= closed;
            }
            What::WagerTakenBack { number, stake, left, .. } => match self.wagers.get_mut(&number.0) {
                Some(staked) if staked.stake == stake.as_minor() + left.as_minor() => {
                    staked.taken_back = left.is_zero();
                    if !staked.taken_back {
                        staked.stake = left.as_minor();
                    }
                }
                _ => self.troubles.push(format!("wager {} was taken back and lay otherwise", number.0)),
            },
            What::CardLaid { draw, place, face, .. } => self.lay(draw, place, face),
            What::CardTurned { draw, place, face } => {
                match self.cards.iter_mut().find(|card| card.draw == draw) {
                    Some(card) => card.card = face.card().or(card.card),
                    // It was held as the next one since an earlier round.
                    None if place == Place::Next => {}
                    None => self.troubles.push(format!("card {draw} was turned and is not there")),
                }
            }
            What::CardMoved { draw, from, to } => self.move_card(draw, from, to),
            What::Collected { place, .. } => {
                let taken: Vec<RoundCard> = self.at(place);
                if !taken.is_empty() {
                    self.taken_up.insert(place, taken);
                }
                for card in self.cards.iter_mut().filter(|card| card.place == place) {
                    card.place = Place::Rack;
                }
            }
            What::Chosen { patron, spot, choice, .. } => self.choose(patron, spot, choice.word()),
            What::Left { patron } if self.closed => {
                self.left.insert(patron);
            }
            What::Left { patron } => self.seats.retain(|_, seated| *seated != patron),
            What::Irregular { .. } | What::Ruled { .. } => self.irregular = true,
            _ => {}
        }
        self.note_first_cards();
    }

    fn choose(&mut self, patron: Patron, spot: Spot, word: &str) {
        match word {
            "sit" if !self.closed => {
                self.seats.insert(spot.box_number, patron);
            }
            "rise" if !self.closed => {
                self.seats.remove(&spot.box_number);
            }
            "split" => {
                self.split.insert(spot.box_number);
            }
            "double" => {
                self.doubled.insert(spot);
            }
            "stand" => {
                self.stood.insert(spot);
            }
            "surrender" => {
                self.surrendered.insert(spot.box_number);
            }
            _ => {}
        }
    }

    fn lay(&mut self, draw: u32, place: Place, face: Face) {
        let before = self.cards.iter().position(|card| card.draw == draw).map(|at| self.cards.remove(at));
        if let Some(before) = before.filter(|before| before.place != Place::Next) {
            self.troubles.push(format!("card {draw} was laid again and lay at {}", before.place));
        }
        let card = face.card().or(before.and_then(|before| before.card));
        self.cards.push(RoundCard { draw, place, card });
        self.last_card = Some(place);
    }

    /// Moves a card to a place, behind the cards there.
    fn move_card(&mut self, draw: u32, from: Place, to: Place) {
        // A card held since an earlier round is known when it is laid.
        let Some(at) = self.cards.iter().position(|card| card.draw == draw) else { return };
        let mut card = self.cards.remove(at);
        if card.place != from {
            self.troubles.push(format!("card {draw} was moved from {from} and lay at {}", card.place));
        }
        card.place = to;
        self.cards.push(card);
        // A card that was laid in error is not one of the first two.
        if let Place::Hand(spot) = from
            && !self.split.contains(&spot.box_number)
            && !self.taken_up.contains_key(&from)
        {
            self.first_two.remove(&spot.box_number);
        }
    }

    fn note_first_cards(&mut self) {
        let boxes: BTreeSet<u8> = self
            .cards
            .iter()
            .filter_map(|card| match card.place {
                Place::Hand(spot) => Some(spot.box_number),
                _ => None,
            })
            .collect();
        for number in boxes {
            let hand = self.hand(Spot::first(number));
            if !self.split.contains(&number) && hand.len() >= 2 {
                self.first_two.insert(number, [hand[0].draw, hand[1].draw]);
            }
        }
    }

    /// Returns the cards at a place, first card first.
    pub fn at(&self, place: Place) -> Vec<RoundCard> {
        self.cards.iter().copied().filter(|card| card.place == place).collect()
    }

    /// Returns the cards of a hand.
    pub fn hand(&self, spot: Spot) -> Vec<RoundCard> {
        self.at(Place::Hand(spot))
    }

    /// Returns the faces of a place, or of the cards there when it was taken up.
    ///
    /// # Errors
    /// Fails if a card was never shown.
    pub fn faces(&self, place: Place) -> Result<Vec<Card>, String> {
        let mut cards = self.at(place);
        if cards.is_empty() {
            cards = self.taken_up.get(&place).cloned().unwrap_or_default();
        }
        let faces: Option<Vec<Card>> = cards.iter().map(|card| card.card).collect();
        faces.ok_or_else(|| format!("a card at {place} decides and was never shown"))
    }

    /// Returns the first card of a place, or of the cards there when it was taken up.
    pub fn first_face(&self, place: Place) -> Option<Card> {
        let lying = self.at(place).first().copied();
        lying.or_else(|| self.taken_up.get(&place)?.first().copied())?.card
    }

    /// Returns the first two cards of a box, once it has two whose faces are public.
    pub fn first_cards(&self, box_number: u8) -> Option<[Card; 2]> {
        let known = |draw: u32| self.cards.iter().find(|card| card.draw == draw)?.card;
        let [one, two] = *self.first_two.get(&box_number)?;
        Some([known(one)?, known(two)?])
    }

    /// Returns the wagers of a box that were not taken back, in the order placed.
    pub fn on_box(&self, box_number: u8) -> Vec<Staked> {
        self.wagers.values().copied().filter(|w| !w.taken_back && w.spot.box_number == box_number).collect()
    }

    /// Returns a patron's own wager of a kind on a hand.
    pub fn own(&self, patron: Patron, spot: Spot, kind: &str) -> Option<Staked> {
        let mut own = self.wagers.values().filter(|w| !w.taken_back && w.patron == patron);
        own.find(|w| w.spot == spot && w.kind == kind).copied()
    }

    /// Returns the part of a wager that is in play: the share of an initial bet on a box above its maximum, the part of
    /// a side bet that its limit allows, otherwise the stake.
    pub fn basis(&self, w: &Staked, terms: &Terms) -> i64 {
        match w.kind {
            "main" => {
                let mains: Vec<(u32, i64)> = self
                    .on_box(w.spot.box_number)
                    .iter()
                    .filter(|other| other.kind == "main")
                    .map(|other| (other.number, other.stake))
                    .collect();
                let shares = shares(&mains, terms.least, terms.most, 2 * terms.coin);
                shares.get(&w.number).copied().unwrap_or(w.stake)
            }
            kind => {
                let limit = terms.side_most.iter().find(|(side, _)| *side == kind);
                limit.map_or(w.stake, |(_, most)| w.stake.min(*most))
            }
        }
    }

    /// Returns who decided for the box when bets were closed: the seated patron if they had an initial bet, else the
    /// patron with the highest bet; among equal ones the first.
    pub fn decider(&self, box_number: u8) -> Option<Patron> {
        let mains: Vec<Staked> = self.on_box(box_number).into_iter().filter(|w| w.kind == "main").collect();
        let seated = self.seats.get(&box_number);
        if let Some(w) = mains.iter().find(|w| Some(&w.patron) == seated) {
            return Some(w.patron);
        }
        highest(&mains)
    }

    /// Whether the round was declared void.
    pub fn is_void(&self) -> bool {
        self.facts.iter().any(|fact| voids_round(&fact.what))
    }
}

/// Returns the patron with the highest of some bets; among equal ones the first.
pub fn highest(bets: &[Staked]) -> Option<Patron> {
    let most = bets.iter().map(|w| w.stake).max()?;
    bets.iter().find(|w| w.stake == most).map(|w| w.patron)
}

/// Whether the bet is made before the close.
pub fn is_first_bet(kind: &str) -> bool {
    kind == "main" || is_side_bet(kind)
}

pub fn is_side_bet(kind: &str) -> bool {
    matches!(kind, "player-pair" | "bonus")
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
        for w in self.wagers.values() {
            let back = if w.taken_back { ", taken back" } else { "" };
            let found = if w.found { ", found" } else { "" };
            writeln!(f, "  {} at {}: {} {}{back}{found}", w.patron, w.spot, w.kind, w.stake)?;
        }
        for Fact { what, out } in &self.facts {
            match what {
                What::CardLaid { draw, place, face, .. } => writeln!(f, "  {out:>3} #{draw} {place}: {face}"),
                What::CardMoved { draw, from, to } => writeln!(f, "  {out:>3} #{draw} {from} -> {to}"),
                What::Chosen { patron, spot, choice, .. } => {
                    writeln!(f, "  {out:>3} {patron} at {spot} chose {choice}")
                }
                What::Irregular { kind, place } => {
                    let place = place.map_or(String::new(), |place| place.to_string());
                    writeln!(f, "  {out:>3} irregular: {kind} {place}")
                }
                What::Remedied { remedy, .. } => writeln!(f, "  {out:>3} remedy: {remedy}"),
                What::Ruled { by, act } => writeln!(f, "  {out:>3} ruled by {by}: {act:?}"),
                What::Stepped { step, .. } => writeln!(f, "  {out:>3} step {step}"),
                What::Left { patron } => writeln!(f, "  {out:>3} {patron} left"),
                _ => Ok(()),
            }?;
        }
        Ok(())
    }
}
