//! The cards of a round as its events show them.

use engine::{Event, Face, Place, What};
use felt::Card;

/// Returns the events of the round in progress at the end of the list.
pub(crate) fn events_of_round(events: &[Event]) -> &[Event] {
    let start = events.iter().rposition(|event| matches!(event.what, What::RoundOpened { .. }));
    &events[start.unwrap_or(0)..]
}

/// The cards on the table: draw number, place, and face if it was seen. The card that came last to a place is
/// the last.
#[derive(Debug, Default)]
pub(crate) struct CardsShown(Vec<(u32, Place, Option<Card>)>);

impl CardsShown {
    /// Applies the next event.
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

    /// The cards that were seen, with their draw numbers, at the places that meet the test.
    pub(crate) fn seen(&self, meant: impl Fn(Place) -> bool) -> impl Iterator<Item = (u32, Card)> {
        self.0
            .iter()
            .filter(move |(_, place, _)| meant(*place))
            .filter_map(|(draw, _, card)| Some((*draw, (*card)?)))
    }

    /// The cards that were seen at one place.
    pub(crate) fn at(&self, place: Place) -> Vec<Card> {
        self.seen(|there| there == place).map(|(_, card)| card).collect()
    }
}
