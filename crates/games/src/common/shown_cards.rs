//! The cards of a round as its events show them.

use engine::{Event, Face, Place, What};
use felt::Card;

/// The events of the round that is under way at the end of them.
pub(crate) fn events_of_round(events: &[Event]) -> &[Event] {
    let start = events.iter().rposition(|event| matches!(event.what, What::RoundOpened { .. }));
    &events[start.unwrap_or(0)..]
}

/// The cards that lie somewhere: their numbers, where, and which they are if that was seen. The last that came to a
/// place stands last.
#[derive(Debug, Default)]
pub(crate) struct CardsShown(Vec<(u32, Place, Option<Card>)>);

impl CardsShown {
    /// Takes in the next event.
    pub(crate) fn follow(&mut self, what: What) {
        match what {
            What::CardLaid { draw, place, face, .. } => self.lies(draw, place, face.card()),
            What::CardTurned { draw, face: Face::Up(card), .. } => {
                for known in self.0.iter_mut().filter(|(known, _, _)| *known == draw) {
                    known.2 = Some(card);
                }
            }
            What::CardMoved { draw, to, .. } => {
                if let Some((_, _, card)) = self.0.iter().find(|(known, _, _)| *known == draw).copied() {
                    self.lies(draw, to, card);
                }
            }
            _ => {}
        }
    }

    fn lies(&mut self, draw: u32, place: Place, card: Option<Card>) {
        self.0.retain(|(known, _, _)| *known != draw);
        self.0.push((draw, place, card));
    }

    /// Those that were seen, with their numbers, of the places that are meant.
    pub(crate) fn seen(&self, meant: impl Fn(Place) -> bool) -> impl Iterator<Item = (u32, Card)> {
        self.0
            .iter()
            .filter(move |(_, place, _)| meant(*place))
            .filter_map(|(draw, _, card)| Some((*draw, (*card)?)))
    }

    /// Those of one place that were seen.
    pub(crate) fn at(&self, place: Place) -> Vec<Card> {
        self.seen(|there| there == place).map(|(_, card)| card).collect()
    }
}
