//! A big wheel of sections, as its rule book lists them.

use super::{Came, Cards, Scene, Source, Words};
use crate::common::{Clause, possible, tell};
use crate::layout_table::words::SPUN_WORDS;
use engine::{Actor, Cites, Due, Event, Input, Layout, OpenError, Refusal, SectionId, Sink, What, Wheel};
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Serialize};

/// A wheel that stops at a section.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct BigWheel;

/// The sections of a wheel, clockwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BigWheelTerms {
    sections: Vec<SectionId>,
}

/// The paragraphs by which a wheel stops.
#[derive(Clone, Copy, Debug)]
pub struct WheelLaw {
    /// The clause by which the section at the clapper is the result.
    pub stops: Clause,
    /// The clause that makes a spin count.
    pub valid: Clause,
    /// For each section the clause by which it is on the wheel.
    pub sections: &'static [(&'static str, Clause)],
}

impl WheelLaw {
    /// Its clauses, each with its sentence; there must be exactly `N`.
    pub const fn clauses<const N: usize>(&self) -> [(Clause, &'static str); N] {
        assert!(N == self.sections.len() + 2, "another number of clauses");
        let mut all = [(self.stops, "Where the clapper rests is the result."); N];
        all[1] = (self.valid, "A spin counts after three rotations, with the clapper on a single section.");
        let mut at = 0;
        while at < self.sections.len() {
            all[at + 2] = (self.sections[at].1, "How often the wheel shows this.");
            at += 1;
        }
        all
    }
}

impl Source for BigWheel {
    type Outcome = SectionId;
    type Law = WheelLaw;
    type Terms = BigWheelTerms;

    fn open(book: &RuleBook, _: &TableConfig) -> Result<BigWheelTerms, OpenError> {
        let sections: Vec<SectionId> = book.wheel.iter().map(|id| SectionId::from_book(id)).collect();
        if sections.is_empty() {
            return Err(OpenError(format!("the rule book of {} lists no sections", book.id)));
        }
        Ok(BigWheelTerms { sections })
    }

    const WORDS: Words = Words { events: &["wheel-stopped"], ..SPUN_WORDS };
    const SPUN: Option<Due> = Some(Due::WheelStop);
    const NOT_CALLED: &'static str = "not-spun";

    fn new(_: &'static WheelLaw) -> BigWheel {
        BigWheel
    }

    fn due(&self, scene: &Scene<'_, BigWheel>, _: &Layout) -> Option<Due> {
        Self::SPUN.filter(|_| scene.closed)
    }

    fn phase(&self, _: Due, _: &Layout) -> Option<&'static str> {
        None
    }

    fn take<S: Sink>(
        &mut self,
        (_, input): (Actor, Input),
        scene: &Scene<'_, BigWheel>,
        _: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<SectionId>, Refusal> {
        let Scene { terms, law, .. } = scene;
        let Input::WheelStopped(section) = input else { return Err(super::no_such_device(input)) };
        possible(terms.sections.contains(&section), "no-such-section")?;
        let shown = law.sections.iter().find(|(id, _)| *id == section.word());
        let listed = shown.and_then(|(_, clause)| clause.applies());
        let cites = Cites::from(law.stops.applies()).and(law.valid.applies()).and(listed);
        tell(out, What::WheelStopped(section), cites);
        Ok(Came::Final(section))
    }

    fn outcomes(terms: &BigWheelTerms) -> Vec<SectionId> {
        let mut all = terms.sections.clone();
        all.sort();
        all.dedup();
        all
    }

    fn wheel(terms: &BigWheelTerms) -> Wheel<'_> {
        Wheel::Sections(&terms.sections)
    }

    fn announced(section: SectionId) -> String {
        section.to_string()
    }

    fn told(events: &[Event]) -> Option<SectionId> {
        events.iter().rev().find_map(|event| match event.what {
            What::WheelStopped(section) => Some(section),
            _ => None,
        })
    }

    fn longest(_: &Self::Terms, _: u8) -> (u32, u32) {
        (0, 1)
    }

    fn marked(_: SectionId) -> Option<u16> {
        None
    }
}
