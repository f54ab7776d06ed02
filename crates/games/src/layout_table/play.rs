//! What a layout game is made of: its wagers as rows, its round as windows for bets, its order of settlement and its mishaps
//! as data, and code for one question only.

use super::law::{Clause, Law};
use super::terms::Terms;
use crate::common::Verdict;
use crate::sources::Source;
use engine::{IrregularityId, OpenError, Outcome, StepId, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// A wager of the layout.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its word.
    pub id: WagerId,
    /// Wagers of one family are offered together: the number of its family.
    pub family: u8,
    /// The paragraph that permits it.
    pub made: Clause,
    /// What else says that it is there.
    pub also: [Clause; 2],
    /// The paragraph by which it wins.
    pub wins: Clause,
    /// The paragraph by which it loses.
    pub loses: Clause,
    /// The line of the printed table that prices it.
    pub paid: Clause,
}

/// A time in which wagers may be made.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// What this point of a round is called.
    pub phase: &'static str,
    /// What ends it.
    pub closes: StepId,
    /// By which paragraph.
    pub by: Clause,
}

/// One walk over the layout.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// Which wagers it settles.
    pub takes: Outcome,
    /// By which paragraph.
    pub by: Clause,
}

/// What is done about something that goes wrong between the spin and the result.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// The round is void and every wager goes back.
    Void,
    /// It is spun again, and wagers stand.
    Again,
    /// The same, and the dealer inspects the ball first.
    AgainInspected(Inspection),
}

/// Something that goes wrong between the spin and the result.
#[derive(Clone, Copy, Debug)]
pub struct Mishap {
    /// Its word.
    pub id: IrregularityId,
    /// What happened, in a sentence.
    pub what: &'static str,
    /// What is done about it, in a sentence.
    pub remedy: &'static str,
    /// What is done about it.
    pub then: Then,
    /// By which paragraph.
    pub by: Clause,
}

/// How a damaged ball is replaced.
#[derive(Clone, Copy, Debug)]
pub struct Inspection {
    /// The dealer looks the ball over.
    pub by: Clause,
    /// Where it is damaged the floor gives another.
    pub replaced: Clause,
}

/// A game, written down.
#[derive(Clone, Copy, Debug)]
pub struct Play<L: 'static> {
    /// Its law.
    pub law: Law,
    /// By which paragraphs results come.
    pub source: L,
    /// What is said of those.
    pub source_rules: &'static [(Clause, &'static str)],
    /// The most places round its table.
    pub places: usize,
    /// Its wagers.
    pub rows: &'static [Row],
    /// When bets are taken, one window after the other.
    pub windows: &'static [Window],
    /// In which order wagers are settled.
    pub passes: &'static [Pass],
    /// What goes wrong between the spin and the result.
    pub mishaps: &'static [Mishap],
}

impl<L> Play<L> {
    /// How the ball is inspected after a mishap, where it is.
    pub(crate) const fn inspection(&self, mishap: usize) -> Option<Inspection> {
        if mishap >= self.mishaps.len() {
            return None;
        }
        match self.mishaps[mishap].then {
            Then::AgainInspected(inspection) => Some(inspection),
            Then::Void | Then::Again => None,
        }
    }

    /// Whether a ball is ever inspected.
    pub(crate) const fn inspects(&self) -> bool {
        let mut at = 0;
        while at < self.mishaps.len() {
            if self.inspection(at).is_some() {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// A layout game.
pub trait LayoutGame: Copy + Send + Sync + std::fmt::Debug + 'static {
    /// Where its results come from.
    type Source: Source;
    /// What only its table files choose.
    type Options: Clone + Send + Sync + std::fmt::Debug;

    /// The game, written down.
    const PLAY: Play<<Self::Source as Source>::Law>;

    /// Its words.
    fn vocabulary() -> &'static Vocabulary;

    /// Reads what only its table files choose.
    ///
    /// # Errors
    /// Names what they lack.
    fn options(book: &RuleBook, config: &TableConfig) -> Result<Self::Options, OpenError>;

    /// The rule that keeps a wager off this table, where one does; without a rule the layout has no such place.
    fn barred(row: usize, terms: &Terms<Self>) -> Option<Clause>;

    /// What a result does to a wager.
    fn verdict(row: usize, outcome: Outcomes<Self>, terms: &Terms<Self>) -> Verdict;
}

/// The results of a game.
pub type Outcomes<G> = <<G as LayoutGame>::Source as Source>::Outcome;
