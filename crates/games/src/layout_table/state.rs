//! The state of the table that outlasts a round.

use super::owed::Debts;
use super::own::Own;
use super::play::{LayoutGame, Outcomes};
use super::terms::Terms;
use super::words;
use crate::common::{Lines, Shown, keeps_its_state};
use crate::sources::{Cards, Scene, Source};
use engine::{Beneficiary, Due, History, Layout, Marker, Patron, Patrons, Spot, Wager, Wagers};
use felt::Shoe;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// The stage of the inspection of a ball.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Looked {
    /// No inspection is needed.
    Done,
    /// The dealer must inspect it after this irregularity of the game's list.
    Due(u8),
    /// It is damaged, and the floor must replace it.
    Damaged(u8),
}

/// The number of last results that are shown.
const RESULTS: usize = 12;

/// A table of a layout game.
#[derive(Clone, Debug)]
pub struct LayoutTable<G: LayoutGame> {
    /// Shared by all copies of the table.
    pub(crate) terms: Arc<Terms<G>>,
    /// A file that may replace this one.
    pub(crate) shown: Option<Shown<Terms<G>>>,
    /// The wagers of each place.
    pub(crate) own: Own,
    pub(crate) wagers: Wagers,
    pub(crate) lines: Lines,
    /// The lines of the last round, whose chips may still be reported as wrongly moved.
    pub(crate) last_lines: Lines,
    pub(crate) due: Due,
    pub(crate) round_number: u32,
    pub(crate) opened: bool,
    /// The index of the open window; after the last one the result is awaited.
    pub(crate) window: u8,
    pub(crate) looked: Looked,
    /// A result that is settled except for the meter's grant.
    pub(crate) awarding: Option<Outcomes<G>>,
    /// Whether something happened that no rule covers: the floor must rule first.
    pub(crate) ruling_due: bool,
    /// The patron at each place, up to the last place taken.
    pub(crate) places: Vec<Option<Patron>>,
    /// What patrons owe in vigorish that was put off.
    pub(crate) owed: Debts,
    /// The patrons who left in this round; their wagers are settled where they lie.
    pub(crate) left: Patrons,
    /// Whether a result has ever been called here.
    pub(crate) called: bool,
    /// The last results, the newest first.
    pub(crate) results: History<[Option<Outcomes<G>>; RESULTS]>,
    /// The layout with the cards of sources that use them.
    pub(crate) layout: Layout,
    pub(crate) shoe: Shoe,
    /// The source of its results.
    pub(crate) source: G::Source,
}

keeps_its_state!(LayoutTable<G: LayoutGame>:
    resolved terms, shown, own;
    kept wagers, lines, last_lines, due, round_number, opened, window, looked, ruling_due, places, left, called, results, layout, shoe, source, awarding, owed,
);

impl<G: LayoutGame> LayoutTable<G> {
    pub(crate) fn new(terms: Terms<G>) -> Self {
        let source = G::Source::new(G::PLAY.source);
        let bets = Due::Bets { closes: G::PLAY.windows[0].closes };
        let mut table = LayoutTable {
            shoe: Shoe::new(G::Source::pack(&terms.source)),
            source,
            terms: Arc::new(terms),
            shown: None,
            own: Own::NONE,
            wagers: Wagers::default(),
            lines: Lines::default(),
            last_lines: Lines::default(),
            due: bets,
            round_number: 0,
            opened: false,
            window: 0,
            looked: Looked::Done,
            awarding: None,
            ruling_due: false,
            places: Vec::new(),
            owed: Debts::default(),
            left: Patrons::NONE,
            called: false,
            results: History([None; RESULTS]),
            layout: Layout::default(),
        };
        table.due = table.source_due().unwrap_or(bets);
        table
    }

    /// What the table shows its source.
    pub(crate) fn scene(&self) -> Scene<'_, G::Source> {
        Scene {
            law: G::PLAY.source,
            terms: &self.terms.source,
            duties: &self.terms.duties,
            places: &self.places,
            left: self.left,
            wagers: &self.wagers,
            by_dealer: self.terms.by_dealer,
            closed: self.closed(),
        }
    }

    /// The source, with what the table shows and lends it.
    pub(crate) fn source(&mut self) -> (&mut G::Source, Scene<'_, G::Source>, Cards<'_>) {
        let closed = self.closed();
        let LayoutTable { terms, places, left, wagers, source, layout, shoe, .. } = self;
        let scene = Scene {
            law: G::PLAY.source,
            terms: &terms.source,
            duties: &terms.duties,
            places,
            left: *left,
            wagers,
            by_dealer: terms.by_dealer,
            closed,
        };
        (source, scene, Cards { layout, shoe })
    }

    /// The input that the source waits for.
    pub(crate) fn source_due(&self) -> Option<Due> {
        self.source.due(&self.scene(), &self.layout)
    }

    /// Replaces the state with one that is read.
    pub(crate) fn take_on<'de, D: Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
        self.read_state(from)?;
        if self.places.len() > usize::from(self.terms.places) {
            return Err(D::Error::custom("a patron stands beyond the places of the table"));
        }
        let inspected = match self.looked {
            Looked::Done => true,
            Looked::Due(mishap) | Looked::Damaged(mishap) => G::PLAY.inspection(mishap.into()).is_some(),
        };
        if self.awarding.is_some() && !(G::PLAY.has_links() && self.closed()) {
            return Err(D::Error::custom("a meter that is not drawn on"));
        }
        if usize::from(self.window) > G::PLAY.windows.len() || !inspected {
            return Err(D::Error::custom("a window that the game has not"));
        }
        let places = 1..=self.terms.places;
        let lies = |wager: &Wager| {
            places.contains(&wager.spot.box_number) && usize::from(wager.area) < G::PLAY.rows.len()
        };
        if !self.wagers.iter().all(lies) {
            return Err(D::Error::custom("a wager that lies nowhere"));
        }
        if self.owed.patrons().any(|patron| self.place_of(patron).is_none()) {
            return Err(D::Error::custom("a patron owes and stands nowhere"));
        }
        if self.shoe.pack() != G::Source::pack(&self.terms.source) {
            return Err(D::Error::custom("a shoe with other cards than the table's"));
        }
        self.own = Own::of(&self.wagers);
        Ok(())
    }

    /// Whether bets are closed.
    pub(crate) fn closed(&self) -> bool {
        usize::from(self.window) >= G::PLAY.windows.len()
    }

    /// Whether the source has started in this round.
    pub(crate) fn under_way(&self) -> bool {
        self.window > 0
    }

    /// The place of a patron.
    pub(crate) fn place_of(&self, patron: Patron) -> Option<u8> {
        let at = self.places.iter().position(|there| *there == Some(patron))?;
        u8::try_from(at + 1).ok()
    }

    /// The patron at a place.
    pub(crate) fn patron_at(&self, place: u8) -> Option<Patron> {
        self.places.get(usize::from(place).checked_sub(1)?).copied().flatten()
    }

    /// Gives a patron a place.
    pub(crate) fn stand(&mut self, patron: Patron, place: u8) {
        let Some(at) = usize::from(place).checked_sub(1) else { return };
        if self.places.len() <= at {
            self.places.resize(at + 1, None);
        }
        self.places[at] = Some(patron);
    }

    /// The open wagers of a place, the last first.
    pub(crate) fn wagers_at(&self, place: u8) -> impl Iterator<Item = &Wager> {
        self.own.at(place).filter_map(|number| self.wagers.get(number)).filter(|wager| wager.on_layout())
    }

    /// The wager of one kind that was made from a place, for the patron or for the dealers.
    pub(crate) fn wager_for(&self, place: u8, beneficiary: Beneficiary, row: u8) -> Option<&Wager> {
        let same = |wager: &&Wager| wager.area == row && wager.beneficiary == beneficiary;
        self.wagers_at(place).find(same)
    }

    /// Remembers a result for the board.
    pub(crate) fn remember(&mut self, outcome: Outcomes<G>) {
        self.called = true;
        self.results.rotate_right(1);
        self.results[0] = Some(outcome);
    }

    /// Drops everything that no later line depends on. Of the last round's lines only the last of each place
    /// that won or lost matter; the results on the board do not matter.
    pub(crate) fn forget_what_is_over(&mut self) {
        self.round_number = self.round_number.min(1);
        self.last_lines.forget_all_but_the_last();
        self.wagers.retain(Wager::on_layout);
        while self.places.last() == Some(&None) {
            self.places.pop();
        }
        let closed = self.closed();
        let (source, _, cards) = self.source();
        source.forget(closed, cards);
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        if self.ruling_due {
            return "ruling";
        }
        if self.looked != Looked::Done {
            return "inspection";
        }
        if self.awarding.is_some() {
            return "meter";
        }
        if let Some(phase) = self.source.phase(self.due, &self.layout) {
            return phase;
        }
        G::PLAY.windows.get(usize::from(self.window)).map_or(words::SPINNING, |window| window.phase)
    }

    /// The marker on the last result, until the next spin.
    pub(crate) fn marker(&self) -> Option<Marker> {
        let value = G::Source::marked(self.results[0]?).filter(|_| !self.under_way())?;
        Some(Marker { id: words::POINT, value, patron: None })
    }
}

/// The spot of a place.
pub(crate) fn spot_of(place: u8) -> Spot {
    Spot::first(place)
}
