//! The facts of one round from its events, ignoring what they say about results.

use engine::{Beneficiary, Event, Face, Outcome, Patron, Place, RulingAct, Spot, What};
use felt::{Card, Money};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A card and where it lies now.
#[derive(Clone, Copy, Debug)]
pub struct Laid {
    /// The position of the card among all cards of the record.
    pub id: usize,
    /// Its number in the order of drawing.
    pub draw: u32,
    /// Where it lies.
    pub place: Place,
    /// Which card it is, once the record says so.
    pub card: Option<Card>,
    /// Whether all can see it.
    pub up: bool,
}

/// A wager and its stake.
#[derive(Clone, Copy, Debug)]
pub struct Staked {
    /// Its number at the table.
    pub number: u32,
    /// Whose wager it is.
    pub patron: Patron,
    /// On which box.
    pub spot: Spot,
    /// Its kind, by its word.
    pub kind: &'static str,
    /// Whether the proceeds are the dealers'.
    pub for_dealers: bool,
    /// The whole stake in minor units.
    pub stake: i64,
    /// Whether it was taken back completely.
    pub gone: bool,
}

impl Staked {
    /// The box it lies on.
    pub fn on(&self) -> u8 {
        self.spot.box_number
    }
}

impl fmt::Display for Staked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dealers = if self.for_dealers { " for the dealers" } else { "" };
        write!(f, "the {}{dealers} of {} at {}", self.kind, self.patron, self.spot)
    }
}

/// A decision of a patron.
#[derive(Clone, Copy, Debug)]
pub struct Decision {
    /// Who.
    pub patron: Patron,
    /// About which hand.
    pub spot: Spot,
    /// What.
    pub word: &'static str,
    /// The amount, if the patron named one.
    pub amount: Option<i64>,
    /// Whether the platform decided for a patron who was silent or gone.
    pub lapsed: bool,
    /// How often the patron had decided before.
    pub nth: usize,
}

impl Decision {
    /// The box it is about.
    pub fn on(&self) -> u8 {
        self.spot.box_number
    }
}

/// The facts of the round so far.
#[derive(Clone, Debug, Default)]
pub struct Facts {
    /// The cards in the order in which they came to their present places.
    pub cards: Vec<Laid>,
    /// How many cards the record has had so far.
    laid: usize,
    /// Every face in the whole record, by the card's id, whether reported early or late.
    faces: BTreeMap<usize, Card>,
    /// The wagers by number.
    pub wagers: BTreeMap<u32, Staked>,
    /// How wagers have ended or will end, by number: those with a line that stands or is owed.
    pub ended: BTreeMap<u32, Outcome>,
    /// Whether the record closes bets by a step; otherwise the first card closes them.
    step_closes: bool,
    /// Bets are closed.
    pub closed: bool,
    /// A card was dealt; one drawn in error while bets are open does not count.
    pub dealt: bool,
    /// Boxes that took part when bets were closed.
    pub in_round: BTreeSet<u8>,
    /// Boxes that folded.
    pub folded: BTreeSet<u8>,
    /// Boxes whose hand the floor declared void.
    pub void: BTreeSet<u8>,
    /// Boxes whose patron left and has lost everything by the document.
    pub abandoned: BTreeSet<u8>,
    /// The patrons who left during the round.
    pub left: BTreeSet<Patron>,
    /// Every decision.
    pub decisions: Vec<Decision>,
    /// A dealer's card was seen too early, so all hands are void by the document.
    pub exposed: bool,
    /// All wagers are returned.
    pub round_void: bool,
    /// Something in this round is undone, perhaps before every hand was shown.
    pub undone: bool,
}

impl Facts {
    /// Returns the facts before any event. Faces that the whole record shows are already known.
    ///
    /// # Errors
    /// Returns what no record may contain, in words.
    pub fn before(events: &[Event]) -> Result<Facts, String> {
        let step_closes = events.iter().any(|event| closes_bets(&event.what));
        let none = Facts { step_closes, ..Facts::default() };
        // A card that is turned late is the same card as before.
        let mut all = none.clone();
        let mut faces = BTreeMap::new();
        for event in events {
            all.take(&event.what)?;
            faces.extend(all.cards.iter().filter_map(|card| Some((card.id, card.card?))));
        }
        Ok(Facts { faces, undone: events.iter().any(undoes), ..none })
    }

    /// Processes the next fact.
    ///
    /// # Errors
    /// Returns what no record may contain, in words.
    pub fn take(&mut self, fact: &What) -> Result<(), String> {
        match *fact {
            // A second deck may be shuffled while this one is in play.
            What::Shuffled { all: true } if !self.dealt => self.cards.clear(),
            // If the deck is shuffled, none of its cards is held as the next one.
            What::Shuffled { all: true } => self.cards.retain(|card| card.place != Place::Next),
            What::Stepped { .. } if closes_bets(fact) => self.closed = true,
            What::WagerPlaced { number, .. } => {
                let new = staked(fact)?;
                if self.wagers.insert(number.0, new).is_some() {
                    return Err(format!("wager {} was placed twice", number.0));
                }
            }
            What::StakeAdded { number, added, .. } => {
                if self.dealt {
                    return Err(format!("wager {} was raised after the first card", number.0));
                }
                self.wager_mut(number.0)?.stake += added.as_minor();
            }
            What::WagerTakenBack { number, stake, left, .. } => {
                let (taken, left) = (stake.as_minor(), left.as_minor());
                let staked = self.wager_mut(number.0)?;
                if staked.stake - taken != left {
                    return Err(format!("{taken} was taken of {}, and {left} is left", staked.stake));
                }
                if left > 0 {
                    staked.stake = left;
                }
                staked.gone = left == 0;
            }
            What::CardLaid { draw, place, face, .. } => self.lay(draw, place, face)?,
            What::CardTurned { draw, place, face } => self.turn(draw, place, face)?,
            What::CardMoved { draw, from, to } => self.carry(draw, from, to)?,
            What::Chosen { .. } => {
                let decision = self.decision(fact).ok_or("no decision")?;
                if decision.word == "fold" {
                    self.folded.insert(decision.on());
                }
                self.decisions.push(decision);
            }
            What::Left { patron } => drop(self.left.insert(patron)),
            _ => {}
        }
        Ok(())
    }

    /// Returns the decision in a fact.
    pub fn decision(&self, fact: &What) -> Option<Decision> {
        let What::Chosen { patron, spot, choice, amount, lapsed } = *fact else { return None };
        let (word, amount) = (choice.word(), amount.map(Money::as_minor));
        Some(Decision { patron, spot, word, amount, lapsed, nth: self.decisions_of(spot.box_number) })
    }

    /// Checks what applies to every wager of every game: one patron per box, one box per patron, one wager of a kind on
    /// it; a bet for the dealers needs one of the patron's own beside it.
    ///
    /// # Errors
    /// Returns the condition that is violated.
    pub fn check_placed(&self, new: &Staked) -> Result<(), String> {
        for other in self.wagers.values().filter(|w| !w.gone) {
            let same = (other.kind, other.for_dealers) == (new.kind, new.for_dealers);
            if other.spot == new.spot && same {
                return Err(format!("{new} was made twice"));
            }
            if (other.spot == new.spot) != (other.patron == new.patron) {
                return Err(format!("{new}: one patron a box and one box a patron"));
            }
        }
        if new.spot != Spot::first(new.on()) {
            return Err(format!("{new} lies on a hand that nobody has"));
        }
        if new.for_dealers && (self.dealt || self.wager(new.on(), new.kind).is_none()) {
            return Err(format!("{new} was made late or beside no wager of their own"));
        }
        Ok(())
    }

    fn wager_mut(&mut self, number: u32) -> Result<&mut Staked, String> {
        self.wagers.get_mut(&number).ok_or(format!("there is no wager {number}"))
    }

    fn lay(&mut self, draw: u32, place: Place, face: Face) -> Result<(), String> {
        // A card drawn in error while bets are open does not close them: it is in no hand.
        self.closed |= !self.step_closes && is_dealt(place);
        self.dealt |= self.closed && is_dealt(place);
        // A card held as the next one may be reported as laid again. It is dealt before any other card; only a card
        // that was seen goes past it to the rack.
        let next = self.cards.iter().find(|card| card.place == Place::Next).map(|card| card.draw);
        if let Some(next) = next.filter(|next| *next != draw && is_dealt(place)) {
            return Err(format!("card {draw} came to {place} although card {next} was the next one"));
        }
        let kept = self.cards.iter().position(|card| card.draw == draw && card.place == Place::Next);
        let kept = kept.map(|at| self.cards.remove(at));
        let id = kept.map_or(self.laid, |kept| kept.id);
        if kept.is_none() {
            self.laid += 1;
        }
        let card = face.card().or(kept.and_then(|kept| kept.card));
        self.cards.push(Laid { id, draw, place, card, up: face.is_up() });
        Ok(())
    }

    fn turn(&mut self, draw: u32, place: Place, face: Face) -> Result<(), String> {
        let found = self.cards.iter_mut().find(|card| card.draw == draw);
        let card = found.ok_or(format!("card {draw} was turned and is not there"))?;
        if card.place != place {
            return Err(format!("card {draw} was turned at {place} and lies at {}", card.place));
        }
        if card.card.is_some() && card.card != face.card() {
            return Err(format!("card {draw} changed its face"));
        }
        card.card = face.card();
        card.up = true;
        Ok(())
    }

    fn carry(&mut self, draw: u32, from: Place, to: Place) -> Result<(), String> {
        let known = self.cards.iter().position(|card| card.draw == draw);
        let mut card = match known {
            Some(at) => self.cards.remove(at),
            // Drawn in error before the round was opened; its face is known when it is turned.
            None if from == Place::Next => {
                self.laid += 1;
                Laid { id: self.laid - 1, draw, place: from, card: None, up: false }
            }
            None => return Err(format!("card {draw} was moved and is not there")),
        };
        if card.place != from {
            return Err(format!("card {draw} was moved from {from} and lay at {}", card.place));
        }
        card.place = to;
        self.dealt |= self.closed && is_dealt(to);
        self.cards.push(card);
        Ok(())
    }

    // ------------------------------------------------------------------ cards

    /// Returns the cards at a place, first card first.
    pub fn at(&self, place: Place) -> Vec<Laid> {
        self.cards.iter().copied().filter(|card| card.place == place).collect()
    }

    /// Returns how many cards of a place are visible to all.
    pub fn shown(&self, place: Place) -> usize {
        self.at(place).iter().filter(|card| card.up).count()
    }

    /// Whether there is a card in a hand or on the board.
    pub fn anything_dealt(&self) -> bool {
        self.cards.iter().any(|card| is_dealt(card.place))
    }

    /// Returns the faces of `count` cards, first card first, which the record may show at any time.
    ///
    /// # Errors
    /// Fails if there is another number of cards, or if one of them was never shown.
    pub fn faces(&self, place: Place, count: usize) -> Result<Vec<Card>, String> {
        let there = self.at(place);
        if there.len() != count {
            return Err(format!("{} cards lie at {place}, which should have {count}", there.len()));
        }
        let faces: Option<Vec<Card>> = there.iter().map(|card| self.faces.get(&card.id).copied()).collect();
        faces.ok_or(format!("the cards at {place} decide and were never shown"))
    }

    /// Whether the hand was never shown because it or the round was declared void first: nothing is settled on it.
    pub fn is_undone_unseen(&self, b: u8) -> bool {
        self.undone && self.at(hand_of(b)).iter().any(|card| !self.faces.contains_key(&card.id))
    }

    // ------------------------------------------------------------------ wagers

    /// Returns a patron's own wager of a kind on a box.
    pub fn wager(&self, b: u8, kind: &str) -> Option<Staked> {
        self.wagers_of(b).into_iter().find(|w| w.kind == kind && !w.for_dealers)
    }

    /// Returns its stake; zero if there is none.
    pub fn stake(&self, b: u8, kind: &str) -> i64 {
        self.wager(b, kind).map_or(0, |w| w.stake)
    }

    /// Returns the wager if it is neither settled nor about to be.
    pub fn open(&self, b: u8, kind: &str) -> Option<Staked> {
        self.wager(b, kind).filter(|w| self.is_open(w))
    }

    /// Returns the bet for the dealers beside it, if that is open.
    pub fn open_for_dealers(&self, b: u8, kind: &str) -> Option<Staked> {
        let theirs = |w: &Staked| w.kind == kind && w.for_dealers && self.is_open(w);
        self.wagers_of(b).into_iter().find(theirs)
    }

    /// Whether a wager is neither settled nor about to be.
    pub fn is_open(&self, w: &Staked) -> bool {
        !w.gone && !self.ended.contains_key(&w.number)
    }

    /// Returns all wagers on a box, in the order in which they were placed.
    pub fn wagers_of(&self, b: u8) -> Vec<Staked> {
        self.wagers.values().copied().filter(|w| !w.gone && w.on() == b).collect()
    }

    // ------------------------------------------------------------------ hands

    /// Returns the boxes whose hands are in the round, from the dealer's right: the highest first.
    pub fn hands(&self) -> Vec<u8> {
        let gone = |b: &u8| self.void.contains(b) || self.abandoned.contains(b);
        self.in_round.iter().rev().copied().filter(|b| !gone(b)).collect()
    }

    /// Returns those of them that folded, or those that did not.
    pub fn hands_that(&self, folded: bool) -> Vec<u8> {
        self.hands().into_iter().filter(|b| self.folded.contains(b) == folded).collect()
    }

    /// Returns how many decisions there were for a hand.
    pub fn decisions_of(&self, b: u8) -> usize {
        self.decisions.iter().filter(|decision| decision.on() == b).count()
    }

    /// Checks that a wager matches the choice just made for its hand, by this word.
    ///
    /// # Errors
    /// Returns what was chosen instead.
    pub fn is_chosen(&self, new: &Staked, word: &str) -> Result<(), String> {
        let said = self.decisions.last().filter(|said| said.on() == new.on() && said.word == word);
        match said.filter(|said| said.amount.is_none_or(|amount| amount == new.stake)) {
            Some(_) => Ok(()),
            None => Err(format!("{new} is {}, and this was chosen: {said:?}", new.stake)),
        }
    }
}

/// The place of a box's cards.
pub fn hand_of(b: u8) -> Place {
    Place::Hand(Spot::first(b))
}

fn is_dealt(place: Place) -> bool {
    !matches!(place, Place::Next | Place::Rack)
}

/// Whether this fact closes the bets.
pub fn closes_bets(fact: &What) -> bool {
    matches!(fact, What::Stepped { step, .. } if step.word() == "no-more-bets")
}

/// Returns the wager in a fact.
///
/// # Errors
/// Fails if it is of a kind that no poker table has.
pub fn staked(fact: &What) -> Result<Staked, String> {
    let What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } = *fact else {
        return Err("no wager".into());
    };
    let for_dealers = beneficiary == Beneficiary::Dealers;
    if !(for_dealers || beneficiary == Beneficiary::Patron) || !lammer.is_zero() {
        return Err(format!("the {wager} at {spot} is for {beneficiary:?}, or by a lammer"));
    }
    let (number, stake) = (number.0, stake.as_minor());
    Ok(Staked { number, patron, spot, kind: wager.word(), for_dealers, stake, gone: false })
}

/// Whether a round or a hand is declared void, by the floor or because of an irregularity.
fn undoes(event: &Event) -> bool {
    match event.what {
        What::Ruled { act, .. } => matches!(act, RulingAct::VoidRound | RulingAct::VoidHand(_)),
        What::Irregular { kind, .. } => matches!(kind.word(), "wrong-count" | "wrong-deck" | "shoe-jam"),
        What::Remedied { remedy, .. } => remedy.word() == "round-void",
        _ => false,
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
            let gone = if w.gone { ", taken back" } else { "" };
            writeln!(f, "  wager {}: {w} {}{gone}", w.number, w.stake)?;
        }
        for Decision { patron, spot, word, .. } in &self.decisions {
            writeln!(f, "  {patron} at {spot} chose {word}")?;
        }
        Ok(())
    }
}
