//! The order in which the cards of a round come.

use super::document::Document;
use super::facts::{Facts, closes_bets, hand_of};
use engine::{Event, Place, What};
use std::collections::BTreeSet;

/// Compares the places to which the cards of a round were dealt with the document, until something goes wrong.
///
/// # Errors
/// Returns the first card that was dealt elsewhere.
pub fn check(round: &[Event], document: &dyn Document) -> Result<(), String> {
    let mut facts = Facts::before(round)?;
    let mut course: Vec<Place> = Vec::new();
    let mut came = 0;
    for (n, Event { what, .. }) in round.iter().enumerate() {
        let to = match *what {
            // Cards drawn in error, moved by a ruling or dealt after one follow no fixed order.
            What::Irregular { .. } | What::Ruled { .. } => return Ok(()),
            What::CardLaid { place, .. } if place != Place::Next => Some(place),
            What::CardMoved { from: Place::Next, to, .. } => Some(to),
            _ => None,
        };
        facts.take(what)?;
        if let What::Left { patron } = *what {
            // A hand that is lost because its patron left gets no more cards.
            let own = facts.wagers.values().find(|w| w.patron == patron && !w.gone).map(|w| w.on());
            if let Some(b) = own.filter(|b| facts.closed && document.leave(&facts, *b).is_some()) {
                let rest = course.split_off(came.min(course.len()));
                course.extend(rest.into_iter().filter(|place| *place != hand_of(b)));
            }
        }
        if closes_bets(what) {
            let boxes: BTreeSet<u8> = facts.wagers.values().map(|w| w.on()).collect();
            let dealt: Vec<u8> = boxes.into_iter().filter(|b| document.takes_part(&facts, *b)).collect();
            course = document.course(&dealt);
        }
        let Some(to) = to else { continue };
        let due = course.get(came).copied();
        // A report about a card comes after it.
        let wrong = round.get(n + 1).is_some_and(|next| matches!(next.what, What::Irregular { .. }));
        if due != Some(to) && !wrong {
            let due = due.map_or("nowhere".into(), |due| due.to_string());
            return Err(format!("card {} came to {to} and should have come to {due}\n{facts}", came + 1));
        }
        came += 1;
    }
    Ok(())
}

/// For documents by which hands are dealt face down, and a card dealt otherwise makes the round void.
///
/// # Errors
/// Fails if a card was dealt otherwise and the round was not void.
pub fn face_up_is_void(round: &[Event], why: &str) -> Result<(), String> {
    let comes_up = |event: &Event| match event.what {
        What::CardLaid { place: place @ (Place::Hand(_) | Place::Dealer), face, .. } if face.is_up() => {
            Some(place)
        }
        _ => None,
    };
    let is_void = |event: &Event| match event.what {
        What::Ruled { act, .. } => act == engine::RulingAct::VoidRound,
        What::Remedied { remedy, .. } => remedy.word() == "round-void",
        _ => false,
    };
    match round.iter().find_map(comes_up) {
        Some(place) if !round.iter().any(is_void) => {
            Err(format!("a card came to {place} face up, and the round was not void ({why})"))
        }
        _ => Ok(()),
    }
}

/// One card to each of these places, `times` times.
pub fn one_by_one(places: &[Place], times: usize) -> Vec<Place> {
    (0..times).flat_map(|_| places.iter().copied()).collect()
}

/// A number of cards at once to each of these places.
pub fn in_stacks(places: &[Place], cards: usize) -> Vec<Place> {
    places.iter().flat_map(|place| std::iter::repeat_n(*place, cards)).collect()
}
