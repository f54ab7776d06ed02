//! The definition of a layout game: its wagers as rows, its round as betting windows, its order of settlement
//! and its irregularities as data, and code for a single question.

use super::law::{Clause, Law, SILENT};
use super::prizes::Link;
use super::terms::Terms;
use crate::common::Verdict;
use crate::sources::{Source, Words};
use engine::{IrregularityId, OpenError, Outcome, StepId, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// A wager of the layout.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its word.
    pub id: WagerId,
    /// The number of its family; wagers of one family are offered together.
    pub family: u8,
    /// The paragraph that permits it.
    pub made: Clause,
    /// Further paragraphs by which it exists.
    pub also: [Clause; 2],
    /// The paragraph by which it wins.
    pub wins: Clause,
    /// The paragraph by which it loses.
    pub loses: Clause,
    /// The paragraph, or row of a printed table, that prices it.
    pub paid: Clause,
    /// The rows of its own pay table, if it has one.
    pub table: &'static [TableLine],
    /// The wagers that it must be made beside, if any.
    pub beside: Option<Beside>,
    /// Its link to a meter, if it is paid amounts and shares of one.
    pub link: Option<Link>,
}

impl Row {
    /// A wager with a single price and these four paragraphs: on making, winning, losing and paying it.
    pub const fn simple(id: WagerId, family: u8, [made, wins, loses, paid]: [Clause; 4]) -> Row {
        let also = [SILENT; 2];
        Row { id, family, made, also, wins, loses, paid, table: &[], beside: None, link: None }
    }
}

/// A row of a pay table of a wager.
#[derive(Clone, Copy, Debug)]
pub struct TableLine {
    /// The index by which the game's code finds it.
    pub at: usize,
    /// The table.
    pub table: &'static str,
    /// Its word.
    pub word: &'static str,
    /// The clause that prints it.
    pub by: Clause,
}

/// The rules for a wager that is made beside another one.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// The families of which the patron must have a wager.
    pub main: &'static [u8],
    /// The paragraph by which it is made beside one.
    pub by: Clause,
    /// The rule for making it alone.
    pub alone: Alone,
    /// The paragraph by which it is returned at the close of bets if its companion was taken back.
    pub goes_back: Clause,
}

/// The rule for making a wager alone.
#[derive(Clone, Copy, Debug)]
pub enum Alone {
    /// It may not be made alone.
    Never,
    /// Its stake must be at least the minimum of these families.
    NoLess(&'static [u8], Clause),
}

/// A time in which wagers may be made.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The name of this point of a round.
    pub phase: &'static str,
    /// The step that closes it.
    pub closes: StepId,
    /// The paragraph.
    pub by: Clause,
}

/// One pass over the layout in the settlement.
#[derive(Clone, Copy, Debug)]
pub struct Pass {
    /// The outcomes of the wagers that it settles.
    pub takes: &'static [Outcome],
    /// The end from which it starts.
    pub from: From,
    /// What it settles at a place, one visit after the other; within a visit in the order in which wagers
    /// were made.
    pub visits: &'static [&'static [Group]],
}

/// The end from which wagers are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// From the wager that was made first: an order of ours.
    FirstMade,
    /// From the place with the highest number.
    HighestPlace,
    /// The same, by a ruling of ours.
    HighestPlaceByRuling,
}

/// Wagers that are settled by one paragraph.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Their families; all families if empty.
    pub families: &'static [u8],
    /// The paragraph.
    pub by: Clause,
}

impl Group {
    /// A group of all wagers.
    pub const fn all(by: Clause) -> Group {
        Group { families: &[], by }
    }

    /// Whether the group contains wagers of this family.
    pub(crate) fn has(&self, family: u8) -> bool {
        self.families.is_empty() || self.families.contains(&family)
    }
}

/// The remedy for an irregularity between the spin and the result.
#[derive(Clone, Copy, Debug)]
pub enum Then {
    /// The round is void and every wager is returned.
    Void,
    /// The spin is repeated, and wagers stand.
    Again,
    /// The same, and the dealer inspects the ball first.
    AgainInspected(Inspection),
    /// The source decides.
    Source,
}

/// An irregularity between the spin and the result.
#[derive(Clone, Copy, Debug)]
pub struct Mishap {
    /// Its word.
    pub id: IrregularityId,
    /// What happened, in a sentence.
    pub what: &'static str,
    /// The remedy, in a sentence.
    pub remedy: &'static str,
    /// The remedy.
    pub then: Then,
    /// The paragraph.
    pub by: Clause,
}

/// How a damaged ball is replaced.
#[derive(Clone, Copy, Debug)]
pub struct Inspection {
    /// The paragraph by which the dealer inspects the ball.
    pub by: Clause,
    /// The paragraph by which the floor replaces a damaged one.
    pub replaced: Clause,
}

/// The definition of a game.
#[derive(Clone, Copy, Debug)]
pub struct Play<L: 'static> {
    /// Its law.
    pub law: Law,
    /// The law of its source: the paragraphs by which results come.
    pub source: &'static L,
    /// The rules of the source, each with its sentence.
    pub source_rules: &'static [&'static [(Clause, &'static str)]],
    /// The most places at its table.
    pub places: usize,
    /// Its wagers.
    pub rows: &'static [Row],
    /// The betting windows, one after the other.
    pub windows: &'static [Window],
    /// The orders of settlement; the table file picks one where the document leaves a choice.
    pub orders: &'static [&'static [Pass]],
    /// The irregularities between the spin and the result.
    pub mishaps: &'static [Mishap],
}

impl<L> Play<L> {
    /// How the ball is inspected after an irregularity, if it is.
    pub(crate) const fn inspection(&self, mishap: usize) -> Option<Inspection> {
        if mishap >= self.mishaps.len() {
            return None;
        }
        match self.mishaps[mishap].then {
            Then::AgainInspected(inspection) => Some(inspection),
            Then::Void | Then::Again | Then::Source => None,
        }
    }

    /// Whether some wager must be made beside another.
    pub(crate) const fn has_companions(&self) -> bool {
        let mut at = 0;
        while at < self.rows.len() {
            if self.rows[at].beside.is_some() {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether some wager is joined to a meter.
    pub(crate) const fn has_links(&self) -> bool {
        let mut at = 0;
        while at < self.rows.len() {
            if self.rows[at].link.is_some() {
                return true;
            }
            at += 1;
        }
        false
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
    /// The source of its results.
    type Source: Source;
    /// The options that only its table files have.
    type Options: Clone + Send + Sync + std::fmt::Debug;

    /// The definition of the game.
    const PLAY: Play<<Self::Source as Source>::Law>;

    /// The words that its source adds.
    const WORDS: Words = <Self::Source as Source>::WORDS;

    /// Its words.
    fn vocabulary() -> &'static Vocabulary;

    /// Reads the options that only its table files have.
    ///
    /// # Errors
    /// Names what the files lack.
    fn options(book: &RuleBook, config: &TableConfig) -> Result<Self::Options, OpenError>;

    /// The index of the order of settlement that its table file picks.
    fn order(terms: &Terms<Self>) -> usize {
        let _ = terms;
        0
    }

    /// The rule that bars a wager from this table, if it is barred; a clause without a rule means that the
    /// layout has no such place.
    fn barred(row: usize, terms: &Terms<Self>) -> Option<Clause>;

    /// The effect of a result on a wager.
    fn verdict(row: usize, outcome: Outcomes<Self>, terms: &Terms<Self>) -> Verdict;
}

/// The results of a game.
pub type Outcomes<G> = <<G as LayoutGame>::Source as Source>::Outcome;
