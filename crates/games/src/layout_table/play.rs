//! What a layout game is made of: its wagers as rows, its round as windows for bets, its order of settlement and its mishaps
//! as data, and code for one question only.

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
    /// What prices it: a paragraph, or the line of a printed table.
    pub paid: Clause,
    /// The lines of the pay table that prices it, where it has one of its own.
    pub table: &'static [TableLine],
    /// What it must lie beside, where it must.
    pub beside: Option<Beside>,
    /// What joins it to a meter, where it is paid amounts and shares of one.
    pub link: Option<Link>,
}

impl Row {
    /// A wager that is paid one price, by these paragraphs: it may be made, it wins, it loses, it is paid.
    pub const fn simple(id: WagerId, family: u8, [made, wins, loses, paid]: [Clause; 4]) -> Row {
        let also = [SILENT; 2];
        Row { id, family, made, also, wins, loses, paid, table: &[], beside: None, link: None }
    }
}

/// A line of a pay table of a wager.
#[derive(Clone, Copy, Debug)]
pub struct TableLine {
    /// Where the game's code finds it.
    pub at: usize,
    /// The table.
    pub table: &'static str,
    /// Its word.
    pub word: &'static str,
    /// Where it is printed.
    pub by: Clause,
}

/// What holds of a wager that is made beside another one.
#[derive(Clone, Copy, Debug)]
pub struct Beside {
    /// The families of those of which the patron must have one.
    pub main: &'static [u8],
    /// By which paragraph it lies beside one.
    pub by: Clause,
    /// What holds where it would lie alone.
    pub alone: Alone,
    /// By which paragraph one whose companion was taken back goes back at the close of bets.
    pub goes_back: Clause,
}

/// What holds of a wager that would lie alone.
#[derive(Clone, Copy, Debug)]
pub enum Alone {
    /// It is not made.
    Never,
    /// It must be no less than the least of these families.
    NoLess(&'static [u8], Clause),
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
    pub takes: &'static [Outcome],
    /// From which end.
    pub from: From,
    /// What is settled at a place, one visit after the other; within a visit in the order in which wagers were made.
    pub visits: &'static [&'static [Group]],
}

/// From which end wagers are settled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum From {
    /// The wager that was made first: an order of ours.
    FirstMade,
    /// The place with the highest number.
    HighestPlace,
    /// The same, by a ruling of ours.
    HighestPlaceByRuling,
}

/// Wagers that are settled by one paragraph.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Their families; all there are where none is named.
    pub families: &'static [u8],
    /// By which paragraph.
    pub by: Clause,
}

impl Group {
    /// All wagers.
    pub const fn all(by: Clause) -> Group {
        Group { families: &[], by }
    }

    /// Whether wagers of this family are in it.
    pub(crate) fn has(&self, family: u8) -> bool {
        self.families.is_empty() || self.families.contains(&family)
    }
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
    /// The source knows.
    Source,
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
    pub source: &'static L,
    /// What is said of those.
    pub source_rules: &'static [&'static [(Clause, &'static str)]],
    /// The most places round its table.
    pub places: usize,
    /// Its wagers.
    pub rows: &'static [Row],
    /// When bets are taken, one window after the other.
    pub windows: &'static [Window],
    /// In which order wagers are settled; the table file picks one where the document leaves a choice.
    pub orders: &'static [&'static [Pass]],
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
            Then::Void | Then::Again | Then::Source => None,
        }
    }

    /// Whether some wager is made beside another.
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
    /// Where its results come from.
    type Source: Source;
    /// What only its table files choose.
    type Options: Clone + Send + Sync + std::fmt::Debug;

    /// The game, written down.
    const PLAY: Play<<Self::Source as Source>::Law>;

    /// What its source adds to its words.
    const WORDS: Words = <Self::Source as Source>::WORDS;

    /// Its words.
    fn vocabulary() -> &'static Vocabulary;

    /// Reads what only its table files choose.
    ///
    /// # Errors
    /// Names what they lack.
    fn options(book: &RuleBook, config: &TableConfig) -> Result<Self::Options, OpenError>;

    /// Which of the orders of settlement its table file picks.
    fn order(terms: &Terms<Self>) -> usize {
        let _ = terms;
        0
    }

    /// The rule that keeps a wager off this table, where one does; without a rule the layout has no such place.
    fn barred(row: usize, terms: &Terms<Self>) -> Option<Clause>;

    /// What a result does to a wager.
    fn verdict(row: usize, outcome: Outcomes<Self>, terms: &Terms<Self>) -> Verdict;
}

/// The results of a game.
pub type Outcomes<G> = <<G as LayoutGame>::Source as Source>::Outcome;
