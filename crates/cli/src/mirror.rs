//! The cards as one patron sees them, kept from the events alone.

use crate::cards;
use crate::screen::{DIM, Screen, paint};
use engine::{Event, Face, Place, What};
use std::collections::BTreeMap;
use std::io;

/// The cards on the layout and the totals that were announced.
#[derive(Default)]
pub(crate) struct Mirror {
    /// The box of the one who looks.
    own: u8,
    cards: Vec<(u32, Place, Face)>,
    totals: BTreeMap<Place, String>,
    /// Whether anything changed since it was last shown.
    changed: bool,
}

impl Mirror {
    /// Nothing yet, as seen from a box.
    pub(crate) fn from_box(own: u8) -> Mirror {
        Mirror { own, ..Mirror::default() }
    }

    /// Takes an event, which must already be fit for the patron, and its words.
    pub(crate) fn see(&mut self, event: &Event, text: &str) {
        match event.what {
            What::CardLaid { place: Place::Rack, .. } => {}
            What::CardLaid { draw, place, face, .. } => {
                self.cards.push((draw, place, face));
                self.touched(place);
            }
            What::CardTurned { draw, place, face } => {
                let found = self.cards.iter_mut().find(|(number, ..)| *number == draw);
                if let Some((_, _, there)) = found {
                    *there = face;
                }
                self.touched(place);
            }
            What::CardMoved { draw, from, to } => {
                let found = self.cards.iter_mut().find(|(number, ..)| *number == draw);
                if let Some((_, there, _)) = found {
                    *there = to;
                }
                self.touched(from);
                self.touched(to);
            }
            What::Announced { place, .. } => {
                // The hand's name stands beside it, so only what it has is said.
                let total = text.split_once(" has ").map_or(text, |(_, total)| total);
                self.totals.insert(place, total.to_owned());
                self.changed = true;
            }
            What::Collected { place: Place::Rack, .. } | What::RoundOpened { .. } => self.clear(),
            What::Collected { place, .. } => self.cards.retain(|(_, there, _)| *there != place),
            _ => {}
        }
    }

    /// Shows the dealer, the board and the hands, if there is something new to show.
    pub(crate) fn show(&mut self, screen: &mut Screen) -> io::Result<()> {
        if !std::mem::take(&mut self.changed) {
            return Ok(());
        }
        let mut places: Vec<Place> = self.cards.iter().map(|(_, place, _)| *place).collect();
        places.sort_by_key(|place| (matches!(place, Place::Hand(_)), *place));
        places.dedup();
        for place in places {
            let name = match place {
                Place::Hand(spot) if spot.box_number != self.own => format!("box {spot}"),
                Place::Hand(spot) if !self.is_split(spot.box_number) => "you".to_owned(),
                Place::Hand(spot) => format!("you, hand {}", spot.hand),
                other => other.to_string(),
            };
            let here = self.cards.iter().filter(|(_, there, _)| *there == place);
            let cards: Vec<String> = here.map(|(_, _, face)| cards::face(*face)).collect();
            let total = self.totals.get(&place).map(|total| format!("   {total}")).unwrap_or_default();
            screen.line(format!("  {} {}{}", paint(DIM, &format!("{name:<12}")), cards.join(" "), total))?;
        }
        Ok(())
    }

    /// Whether the box has more than one hand.
    pub(crate) fn is_split(&self, number: u8) -> bool {
        self.cards
            .iter()
            .any(|(_, place, _)| matches!(place, Place::Hand(s) if s.box_number == number && s.hand > 1))
    }

    fn touched(&mut self, place: Place) {
        // The total that was announced is not that of the hand any more.
        self.totals.remove(&place);
        self.changed = true;
    }

    fn clear(&mut self) {
        self.cards.clear();
        self.totals.clear();
        self.changed = false;
    }
}
