//! One round as its events tell it, without what they say about results.

use super::terms::PROGRESSIVE_STAKE;
use engine::{Beneficiary, Event, Face, Patron, Place, Spot, What};
use felt::Card;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A card and where it lies now.
#[derive(Clone, Copy, Debug)]
pub struct RoundCard {
    /// The how-manieth card of the record it is.
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
    /// Whose it is.
    pub patron: Patron,
    /// On which box.
    pub spot: Spot,
    /// Its word; one of [`FOR_DEALERS`] where the proceeds are the dealers'.
    pub kind: &'static str,
    /// The whole stake in minor units.
    pub stake: i64,
    /// Whether nothing of it is left because it was taken back.
    pub gone: bool,
}

/// RULING-UTH-27: a wager of a player's, and the bet for the dealers beside it.
pub const FOR_DEALERS: [(&str, &str); 3] = [
    ("ante", "ante for the dealers"),
    ("blind", "blind for the dealers"),
    ("trips", "trips for the dealers"),
];

impl Staked {
    /// The word that the record has for it.
    pub fn word(&self) -> &'static str {
        FOR_DEALERS.iter().find(|(_, theirs)| *theirs == self.kind).map_or(self.kind, |(own, _)| own)
    }

    /// Whether the proceeds are the dealers'.
    pub fn for_dealers(&self) -> bool {
        self.word() != self.kind
    }
}

/// What happened so far.
#[derive(Clone, Debug, Default)]
pub struct Round {
    /// The cards in the order in which they came to their present places.
    pub cards: Vec<RoundCard>,
    /// How many cards the record has had.
    laid: usize,
    /// The wagers by number.
    pub wagers: BTreeMap<u32, Staked>,
    /// The record says by a step when bets are closed; without one the first card closes them.
    step_closes: bool,
    /// Bets are closed.
    pub closed: bool,
    /// A card was dealt; one drawn in error while bets are open does not count.
    pub dealt: bool,
    /// Boxes that folded.
    pub folded: BTreeSet<u8>,
    /// Boxes whose hand the floor declared void.
    pub void: BTreeSet<u8>,
    /// Every choice, for people.
    choices: Vec<String>,
}

impl Round {
    /// Nothing has happened yet of what these events tell.
    pub fn before(events: &[Event]) -> Round {
        let step_closes = events.iter().any(|event| closes_bets(&event.what));
        Round { step_closes, ..Round::default() }
    }

    /// Every face the whole record tells, by the card's id: a card turned late is the card that lay there early.
    pub fn faces(events: &[Event]) -> Result<BTreeMap<usize, Card>, String> {
        let mut round = Round::before(events);
        let mut faces = BTreeMap::new();
        for event in events {
            round.take(&event.what)?;
            faces.extend(round.cards.iter().filter_map(|card| Some((card.id, card.card?))));
        }
        Ok(faces)
    }

    /// Takes one more fact.
    ///
    /// # Errors
    /// What no round may contain, in words.
    pub fn take(&mut self, fact: &What) -> Result<(), String> {
        match *fact {
            // A second deck may be shuffled while this one is played (2.VIII.C).
            What::Shuffled { all: true } if !self.dealt => self.cards.clear(),
            What::Stepped { .. } if closes_bets(fact) => self.closed = true,
            What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } => {
                let stake = stake.as_minor();
                let dealers = FOR_DEALERS.iter().find(|(own, _)| *own == wager.word());
                let kind = match (beneficiary, dealers) {
                    (Beneficiary::Patron, _) if lammer.is_zero() => wager.word(),
                    (Beneficiary::Dealers, Some((_, theirs))) if lammer.is_zero() => *theirs,
                    _ => return Err(format!("the {wager} at {spot} is for {beneficiary:?}, or by a lammer")),
                };
                let staked = Staked { number: number.0, patron, spot, kind, stake, gone: false };
                self.place(staked)?;
            }
            What::StakeAdded { number, added, .. } => {
                if self.dealt {
                    return Err(format!("wager {} was raised after the first card (6.II)", number.0));
                }
                let staked = self.wagers.get_mut(&number.0).ok_or("money added to no wager")?;
                staked.stake += added.as_minor();
            }
            What::WagerTakenBack { number, stake, left, .. } => {
                if self.dealt {
                    return Err(format!("wager {} was withdrawn after the first card (6.II)", number.0));
                }
                let staked = self.wagers.get_mut(&number.0).ok_or("no wager was taken back")?;
                if staked.stake - stake.as_minor() != left.as_minor() {
                    return Err(format!(
                        "{} was taken of {}, and {} is left",
                        stake.as_minor(),
                        staked.stake,
                        left.as_minor()
                    ));
                }
                staked.stake = left.as_minor();
                staked.gone = left.is_zero();
            }
            What::CardLaid { draw, place, face, .. } => self.lay(draw, place, face),
            What::CardTurned { draw, place, face } => self.turn(draw, place, face)?,
            What::CardMoved { draw, from, to } => self.carry(draw, from, to)?,
            What::Chosen { patron, spot, choice, amount, .. } => {
                self.choices.push(format!("{patron} at {spot} chose {choice}"));
                self.choose(spot, choice.word(), amount.map(felt::Money::as_minor))?;
            }
            _ => {}
        }
        Ok(())
    }

    fn place(&mut self, new: Staked) -> Result<(), String> {
        let name = format!("the {} of {} at {}", new.kind, new.patron, new.spot);
        let Staked { spot, kind, stake, .. } = new;
        for other in self.wagers.values().filter(|w| !w.gone) {
            if other.spot == spot && other.kind == kind {
                return Err(format!("{name} was made twice"));
            }
            if (other.spot == spot) != (other.patron == new.patron) {
                return Err(format!("{name}: one patron a box and one box a patron (6.VI, 6.VII)"));
            }
        }
        if spot != Spot::first(spot.box_number) {
            return Err(format!("{name} lies on a hand that nobody has"));
        }
        match kind {
            "play" => {
                let ante = self.wager(spot.box_number, "ante").map_or(0, |ante| ante.stake);
                // 9.I, 9.III, 9.V: how many times the ante, by the community cards that lie there.
                let times: &[i64] = match self.at(Place::Board).len() {
                    0 => &[3, 4],
                    3 => &[2],
                    5 => &[1],
                    _ => &[],
                };
                if !times.iter().any(|times| times * ante == stake) {
                    return Err(format!("{name} is {stake} on an ante of {ante}"));
                }
                if self.folded.contains(&spot.box_number) {
                    return Err(format!("{name} was made after a fold"));
                }
            }
            "ante" | "blind" | "trips" | "progressive" if self.dealt => {
                return Err(format!("{name} was made after the first card (6.II, 12.1.IV)"));
            }
            _ if new.for_dealers() => {
                let own = self.wager(spot.box_number, new.word());
                if self.dealt || own.is_none() {
                    return Err(format!(
                        "{name} was made late or beside no wager of his own (RULING-UTH-27)"
                    ));
                }
            }
            "progressive" if stake != PROGRESSIVE_STAKE => {
                return Err(format!("{name} is {stake} (12.1.II)"));
            }
            "ante" | "blind" | "trips" | "progressive" => {}
            _ => return Err(format!("{name} is no wager of the game")),
        }
        match self.wagers.insert(new.number, new) {
            Some(_) => Err(format!("wager {} was placed twice", new.number)),
            None => Ok(()),
        }
    }

    fn choose(&mut self, spot: Spot, word: &str, amount: Option<i64>) -> Result<(), String> {
        let board = self.at(Place::Board).len();
        let played = self.wager(spot.box_number, "play").map(|play| play.stake);
        if self.folded.contains(&spot.box_number) {
            return Err(format!("box {spot} chose {word} after a fold"));
        }
        match word {
            "check" if board == 5 || played.is_some() => Err(format!("box {spot} checked (9.V)")),
            "fold" if board != 5 || played.is_some() => Err(format!("box {spot} folded (9.I, 9.III)")),
            "fold" => {
                self.folded.insert(spot.box_number);
                Ok(())
            }
            "play" if amount.is_some() && played.is_some() && amount != played => {
                Err(format!("box {spot} said {amount:?} and put {played:?}"))
            }
            _ => Ok(()),
        }
    }

    fn lay(&mut self, draw: u32, place: Place, face: Face) {
        // A card drawn in error while bets are open closes nothing: it is in nobody's hand.
        let dealt = matches!(place, Place::Hand(_) | Place::Dealer | Place::Board);
        self.closed |= !self.step_closes && dealt;
        self.dealt |= self.closed && dealt;
        // A card kept as the next one may be told as laid again.
        let kept = self.cards.iter().position(|card| card.draw == draw && card.place == Place::Next);
        let kept = kept.map(|at| self.cards.remove(at));
        let id = kept.map_or(self.laid, |kept| kept.id);
        if kept.is_none() {
            self.laid += 1;
        }
        let card = face.card().or(kept.and_then(|kept| kept.card));
        self.cards.push(RoundCard { id, draw, place, card, up: face.is_up() });
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
            // Drawn in error before the round was opened; it is known when it is turned.
            None if from == Place::Next => {
                self.laid += 1;
                RoundCard { id: self.laid - 1, draw, place: from, card: None, up: false }
            }
            None => return Err(format!("card {draw} was moved and is not there")),
        };
        if card.place != from {
            return Err(format!("card {draw} was moved from {from} and lay at {}", card.place));
        }
        card.place = to;
        self.dealt |= self.closed && matches!(to, Place::Hand(_) | Place::Dealer | Place::Board);
        self.cards.push(card);
        Ok(())
    }

    /// The cards that lie at a place, first card first.
    pub fn at(&self, place: Place) -> Vec<RoundCard> {
        self.cards.iter().copied().filter(|card| card.place == place).collect()
    }

    /// The wager of a kind on a box.
    pub fn wager(&self, box_number: u8, kind: &str) -> Option<Staked> {
        self.wagers.values().copied().find(|w| !w.gone && w.spot.box_number == box_number && w.kind == kind)
    }

    /// All wagers of a box in the order of settlement.
    pub fn wagers_of(&self, box_number: u8) -> Vec<Staked> {
        let own = ["ante", "blind", "play", "trips", "progressive"];
        let kinds = own.into_iter().chain(FOR_DEALERS.map(|(_, theirs)| theirs));
        kinds.filter_map(|kind| self.wager(box_number, kind)).collect()
    }

    /// 6.III: an ante and a blind, and both the same.
    pub fn takes_part(&self, box_number: u8) -> bool {
        match (self.wager(box_number, "ante"), self.wager(box_number, "blind")) {
            (Some(ante), Some(blind)) => ante.stake == blind.stake,
            _ => false,
        }
    }

    /// Boxes whose hands are in the round, from the dealer's right: the highest first.
    pub fn hands(&self) -> Vec<u8> {
        let boxes: BTreeSet<u8> = self.wagers.values().map(|w| w.spot.box_number).collect();
        boxes.into_iter().rev().filter(|b| self.takes_part(*b) && !self.void.contains(b)).collect()
    }

    /// Whether each player has folded or made a play wager (9.VI, 11.I).
    pub fn all_decided(&self) -> bool {
        self.hands().iter().all(|b| self.folded.contains(b) || self.wager(*b, "play").is_some())
    }
}

fn closes_bets(fact: &What) -> bool {
    matches!(fact, What::Stepped { step, .. } if step.word() == "no-more-bets")
}

impl fmt::Display for Round {
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
            writeln!(f, "  wager {}: {} at {} {} {}{gone}", w.number, w.patron, w.spot, w.kind, w.stake)?;
        }
        for choice in &self.choices {
            writeln!(f, "  {choice}")?;
        }
        Ok(())
    }
}
