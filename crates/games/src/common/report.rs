//! Reports of what went wrong, and their remedies.

use super::tell;
use engine::{
    Cites, IrregularityId, Layout, Line, LineKind, Outcome, Patron, Place, RemedyId, Rule, Sink, What,
};

/// Every game reports these two alike.
const WINNER_UNPAID: IrregularityId = IrregularityId::new(&"winner-unpaid");
const SETTLED_LATE: RemedyId = RemedyId::new(&"settled-late");
const TAKEN_BACK: RemedyId = RemedyId::new(&"taken-back");

/// Something that went wrong: its name and its place.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Its name.
    pub kind: IrregularityId,
    /// Its place.
    pub place: Option<Place>,
}

impl Report {
    /// Reports it together with its remedy, citing the same rules for both.
    pub(crate) fn remedied<S: Sink>(self, remedy: RemedyId, cites: impl Into<Cites>, out: &mut S) {
        let cites = cites.into();
        self.remedied_by(cites, (remedy, cites), out);
    }

    /// Reports it under these rules, and its remedy under others.
    pub(crate) fn remedied_by<S: Sink>(
        self,
        cites: Cites,
        (remedy, by): (RemedyId, impl Into<Cites>),
        out: &mut S,
    ) {
        self.told(cites, out);
        tell(out, What::Remedied { remedy, place: self.place }, by);
    }

    /// Reports it; the remedy is reported separately.
    pub(crate) fn told<S: Sink>(self, cites: impl Into<Cites>, out: &mut S) {
        tell(out, What::Irregular { kind: self.kind, place: self.place }, cites);
    }

    /// Returns the report with this place, if it has none.
    pub(crate) fn or_at(self, place: Option<Place>) -> Report {
        Report { place: self.place.or(place), ..self }
    }

    /// The outcome of the line that a report of wrongly moved chips refers to.
    pub(crate) fn outcome_meant(self) -> Outcome {
        if self.kind == WINNER_UNPAID { Outcome::Wins } else { Outcome::Loses }
    }

    /// The remedy for chips that moved otherwise than a line says.
    pub(crate) fn chips_remedy(self) -> RemedyId {
        if self.kind == WINNER_UNPAID { SETTLED_LATE } else { TAKEN_BACK }
    }

    /// Returns the last of these lines that says how chips should have moved at the place.
    pub(crate) fn line_meant<'l>(self, lines: impl DoubleEndedIterator<Item = &'l Line>) -> Option<Line> {
        let (outcome, place) = (Some(self.outcome_meant()), self.place);
        let there = |line: &Line| place.is_none_or(|place| place == Place::Hand(line.spot));
        let mut wagers = lines.filter(|line| line.kind == LineKind::Wager);
        wagers.rfind(|line| line.outcome == outcome && there(line)).copied()
    }

    /// Reports chips that moved otherwise than a line says. The line stands, and they are paid or collected
    /// by it.
    pub(crate) fn put_chips_right<S: Sink>(self, line: &Line, cites: impl Into<Cites>, out: &mut S) {
        let (kind, place, cites) = (self.kind, Some(Place::Hand(line.spot)), cites.into());
        tell(out, What::Irregular { kind, place }, cites);
        if let (Some(number), Some(outcome)) = (line.number, line.outcome) {
            tell(out, What::Decided { number, outcome }, line.cites);
        }
        tell(out, What::Remedied { remedy: self.chips_remedy(), place }, cites);
    }
}

/// Whether a card lies face down at a place.
pub(crate) fn lies_hidden(layout: &Layout, place: Place) -> bool {
    layout.at(place).any(|laid| !laid.face.is_up())
}

/// Records that a patron, or else staff, looked under the cards that lie face down at a place.
pub(crate) fn look_under<S: Sink>(
    layout: &mut Layout,
    place: Place,
    by: Option<Patron>,
    rule: Option<Rule>,
    out: &mut S,
) {
    for laid in layout.cards_mut().filter(|laid| laid.place == place && !laid.face.is_up()) {
        match by {
            Some(patron) => laid.seen.patrons.add(patron),
            None => laid.seen.staff = true,
        }
        tell(out, What::CardSeen { draw: laid.draw, place, by }, rule);
    }
}
