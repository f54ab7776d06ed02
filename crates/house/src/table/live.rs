//! A live-dealt table: a dealer's console or a scanner reports the results, and the house draws nothing.
//!
//! A scanner reads cards that must stay hidden. The journal never contains such a card: it is sealed as a shoe of one
//! card, the unit has the commitment to it, and it is opened by the unit that shows it or, at the latest, by the one
//! that ends the round. Cards that are then still to be dealt, and burnt cards, stay sealed for longer: they would
//! reveal cards to come.

use super::{Dealt, SecretShoe, TableStream, Told, Work, shoe_number};
use crate::secrets::Bound;
use crate::stream::{NotHere, OpenedShoe, Refused, ShoeRow};
use chance::Sealed;
use engine::{Actor, Ask, By, Due, Event, Face, Input, Place, What};
use felt::Card;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A card that a device has read and that is still hidden: a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Scanned {
    /// Its number in the order of drawing, if the table has reported it.
    draw: Option<u32>,
    /// Whether it was burnt.
    burnt: bool,
    /// The card, as a shoe of its own.
    shoe: SecretShoe,
}

/// Whether this input reports a result of chance or of a device.
fn brings_information(input: &Input) -> bool {
    matches!(
        input,
        Input::Card { .. }
            | Input::Turn { .. }
            | Input::Answer { .. }
            | Input::Roll(_)
            | Input::RollThree(_)
            | Input::Number(_)
            | Input::Spin(_)
            | Input::WheelStopped(_)
            | Input::Shuffled { .. }
            | Input::CutCard
    )
}

impl TableStream {
    pub(super) fn is_live(&self) -> bool {
        self.facts.dealt == Dealt::Live
    }

    /// Whether the input answers the current question, so that it must not answer a later one.
    pub(super) fn answers_what_is_asked(&self, input: &Input) -> bool {
        let by_people =
            matches!(input, Input::Bet { .. } | Input::Choose { .. } | Input::Pick { .. } | Input::Step(_));
        by_people || self.is_live() && (brings_information(input) || matches!(input, Input::Cut { .. }))
    }

    /// Refuses inputs that only the house itself may make.
    pub(super) fn check_who_says(&self, by: Actor, input: &Input) -> Result<(), Refused> {
        if matches!(input, Input::Granted { .. } | Input::Meter { .. }) {
            return Err(Refused::NotHere(NotHere::MetersGrant));
        }
        // Where the house deals, a card that staff name does not come from its shoe: it would replace the committed
        // one.
        let named = matches!(input, Input::Irregular { card: Some(_), .. });
        let cut = matches!(input, Input::Cut { .. }) && !matches!(by, Actor::Patron(_));
        if !self.is_live() && (named || cut || brings_information(input)) {
            return Err(Refused::NotHere(NotHere::HouseDeals));
        }
        Ok(())
    }

    /// Whether the table awaits a cut that a patron may make.
    pub(super) fn patrons_may_cut(&self) -> bool {
        let mut may = false;
        self.table.offers(&mut |offer| may |= matches!((offer.by, offer.ask), (By::Patron(_), Ask::Cut)));
        may && self.table.due() == Due::Cut
    }

    /// Passes an input to a live-dealt table, and seals a hidden face.
    pub(super) fn say_live(&mut self, by: Actor, input: Input, work: &mut Work) -> Result<(), Refused> {
        let first = work.events.len();
        self.table.apply(by, input, &mut work.events)?;
        let told = match Hidden::of(&input, work.events.get(first..).unwrap_or_default()) {
            None => Told::Plain(input),
            Some(hidden) => Told::Plain(input).scanned(self.seal_card(&hidden, work)?),
        };
        work.said.push((by, told));
        Ok(())
    }

    /// Seals a card that was read, and commits to it.
    fn seal_card(&mut self, hidden: &Hidden, work: &mut Work) -> Result<[u8; 32], Refused> {
        let failed = || Refused::Fault("the source of chance has failed".to_owned());
        let number = self.memory.shoes + 1;
        let purpose = shoe_number(number).map_err(Refused::Fault)?;
        let source = self.driver.chance.source().ok_or_else(failed)?;
        let sealed = source.seal(&self.facts.name, purpose, &[hidden.card]).map_err(|_| failed());
        let (commitment, sealed) = sealed?;
        let shoe = SecretShoe::of(number, &sealed);
        let bound = Bound::Shoe { stream: self.facts.id, shoe: purpose };
        let sealed =
            self.keys.seal(bound, &shoe.plain()).map_err(|error| Refused::Fault(error.to_string()))?;
        work.draft.shoes.push(ShoeRow { number, commitment: commitment.0, sealed });
        self.hold(hidden, shoe);
        Ok(commitment.0)
    }

    fn hold(&mut self, hidden: &Hidden, shoe: SecretShoe) {
        self.memory.shoes = shoe.number;
        self.scanned.push(Scanned { draw: hidden.draw, burnt: hidden.burnt, shoe });
    }

    /// Opens, after a unit, the cards that are no longer hidden.
    pub(super) fn open_scanned(&mut self, work: &mut Work) {
        if self.scanned.is_empty() {
            return;
        }
        let shown: BTreeSet<u32> = work.events.iter().filter_map(shown).collect();
        let ended = work.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }));
        let shuffled = work.events.iter().any(|event| matches!(event.what, What::Shuffled { .. }));
        let waiting = self.waiting();
        let open = |card: &Scanned| {
            let is_in = |some: &BTreeSet<u32>| card.draw.is_some_and(|draw| some.contains(&draw));
            is_in(&shown) || (shuffled || ended && !card.burnt) && !is_in(&waiting)
        };
        let (opened, kept) = std::mem::take(&mut self.scanned).into_iter().partition(open);
        self.scanned = kept;
        work.draft.opened.extend(Vec::into_iter(opened).map(|card: Scanned| OpenedShoe {
            number: card.shoe.number,
            salt: card.shoe.salt,
            order: card.shoe.order.clone(),
        }));
    }

    /// Returns the cards that were drawn and are still to be dealt.
    fn waiting(&self) -> BTreeSet<u32> {
        let next = self.table.layout().at(Place::Next).map(|laid| laid.draw);
        let mut waiting: BTreeSet<u32> = next.chain(self.table.held_next()).collect();
        self.table.set_aside(&mut |draw| {
            waiting.insert(draw);
        });
        waiting
    }

    /// Returns the input of a stored unit, with the card that the unit does not contain.
    pub(super) fn scanned_again(
        &mut self,
        by: Actor,
        told: Told,
        commitment: [u8; 32],
        work: &mut Work,
    ) -> Result<Input, String> {
        let number = self.memory.shoes + 1;
        let shoe = self.shelf.remove(&number);
        let card = match &shoe {
            Some(shoe) => Some(self.committed_card(shoe, commitment)?),
            None if self.sealed_stay => None,
            None => return Err(format!("scanned card {number} is missing")),
        };
        let input = told.with_card(card).ok_or("nothing was scanned")?;
        let first = work.events.len();
        self.table.apply(by, input, &mut work.events).map_err(|refusal| refusal.to_string())?;
        work.said.push((by, told));
        match (Hidden::of(&input, work.events.get(first..).unwrap_or_default()), shoe) {
            (Some(hidden), Some(shoe)) => self.hold(&hidden, shoe),
            (None, Some(_)) => return Err(format!("scanned card {number} is hidden no more")),
            (_, None) => self.memory.shoes = number,
        }
        Ok(input)
    }

    fn committed_card(&self, shoe: &SecretShoe, commitment: [u8; 32]) -> Result<Card, String> {
        let number = shoe.number;
        let card = match shoe.order[..] {
            [index] => Card::from_index(usize::from(index)),
            _ => None,
        };
        let card = card.ok_or_else(|| format!("scanned card {number} is no card"))?;
        let purpose = shoe_number(number)?;
        if Sealed::new(&shoe.salt, &self.facts.name, purpose, &[card]).commitment().0 != commitment {
            return Err(format!("scanned card {number} is not the one that was committed to"));
        }
        Ok(card)
    }
}

/// A hidden card that was reported.
struct Hidden {
    card: Card,
    draw: Option<u32>,
    burnt: bool,
}

impl Hidden {
    /// Returns the hidden card that an input names. It depends on the resulting events, since only the game knows which
    /// reported cards are face down.
    fn of(input: &Input, events: &[Event]) -> Option<Hidden> {
        let (card, place) = match *input {
            Input::Card { to, face: Face::Down(card) } => (card, Some(to)),
            Input::Irregular { card: Some(card), .. } => (card, None),
            _ => return None,
        };
        let laid = events.iter().find_map(|event| match event.what {
            What::CardLaid { draw, place, face: Face::Down(down), .. } if down == card => Some((draw, place)),
            _ => None,
        });
        let (draw, place) = (laid.map(|(draw, _)| draw), laid.map(|(_, place)| place).or(place)?);
        Some(Hidden { card, draw, burnt: place == Place::Rack })
    }
}

/// Returns the number of a card that an event shows to everyone.
fn shown(event: &Event) -> Option<u32> {
    match event.what {
        What::CardTurned { draw, .. } | What::CardLaid { draw, face: Face::Up(_), .. } => Some(draw),
        _ => None,
    }
}
