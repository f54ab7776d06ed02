//! The definition of the wagers of a poker game: when they are made, what a fold does to them, and the rows
//! of their pay tables.

use super::law::Clause;
use crate::poker::{Category, Ranking};
use engine::{MeterId, Rule, WagerId};
use felt::Rank;
use std::fmt;

/// A wager.
#[derive(Clone, Copy, Debug)]
pub struct Wager {
    /// Its name.
    pub id: WagerId,
    /// When and how it is made.
    pub made: Made,
    /// The clause to cite when it is placed, besides those for all wagers.
    pub beside: Clause,
    /// The rows of its pay tables.
    pub rows: &'static [Row],
    /// Further rules to weigh besides the comparison, each for hands below a kind.
    pub weighed: &'static [Weighed],
    /// Whether it depends on the community cards.
    pub needs_board: bool,
    /// Whether the limit on what one hand is paid counts it.
    pub capped: bool,
    /// The clause by which the house may post a limit on what it pays on this wager, per hand or per round,
    /// with the options `<wager>-cap` and `cap-per`.
    pub posted: Clause,
}

impl Wager {
    /// Whether a fold forfeits the wager: its own paragraph for it, or a clause without a rule.
    pub(crate) const fn forfeited_by_fold(&self) -> Option<Clause> {
        match self.made {
            Made::Required | Made::Raise(_) => Some(Clause::NONE),
            Made::Optional(optional) => optional.folded,
            Made::Prize(prize) => prize.folded,
        }
    }

    /// Whether it depends on the patron's cards.
    pub(crate) const fn needs_cards(&self) -> bool {
        !matches!(self.made, Made::Optional(Optional { by_board: true, .. }))
    }

    /// Whether the paragraph on folding itself takes it.
    pub(crate) const fn goes_with_hand(&self) -> bool {
        matches!(self.made, Made::Required | Made::Raise(_))
    }
}

/// When and how a wager is made.
#[derive(Clone, Copy, Debug)]
pub enum Made {
    /// Before the deal, by every patron who takes part; all of these are equal.
    Required,
    /// Before the deal, optional, and paid at odds.
    Optional(Optional),
    /// Like an optional one, but of a fixed amount and paid in amounts: the stake itself is never returned.
    Prize(&'static Prize),
    /// During the round, at a question.
    Raise(Clause),
}

/// A side wager that pays odds.
#[derive(Clone, Copy, Debug)]
pub struct Optional {
    /// The clause by which it comes after others.
    pub after: Clause,
    /// The indices of these others; empty means the required wagers. If one is missing when the bets close,
    /// the wager is returned.
    pub others: &'static [usize],
    /// The clause by which it may be played without the required wagers: its patron has cards but makes no
    /// decisions.
    pub alone: Clause,
    /// The clause by which a fold forfeits it; `None` if it stays.
    pub folded: Option<Clause>,
    /// Whether it is settled after all other wagers of its patron, even where losing wagers come first.
    pub last: bool,
    /// Whether it depends on the community cards alone, so that the cards do not stay after a fold.
    pub by_board: bool,
}

impl Optional {
    /// A side wager that comes after the required ones and is settled with them; it survives a fold.
    pub const fn after(after: Clause) -> Optional {
        Optional { after, others: &[], alone: Clause::NONE, folded: None, last: false, by_board: false }
    }

    pub(crate) const fn is(&self, meant: Sort) -> bool {
        match meant {
            Sort::Lone => self.alone.exists(),
            Sort::Supported => !self.others.is_empty(),
            Sort::Last => self.last,
            Sort::Forfeited => self.folded.is_some(),
            Sort::ByBoard => self.by_board,
        }
    }
}

/// What is asked about the side wagers of a game.
#[derive(Clone, Copy)]
pub(crate) enum Sort {
    Lone,
    Supported,
    Last,
    Forfeited,
    ByBoard,
}

/// A fixed-amount wager that pays amounts or shares of a meter.
#[derive(Clone, Copy, Debug)]
pub struct Prize {
    /// The clause by which it comes after the required ones.
    pub after: Clause,
    /// The clause that fixes the amount.
    pub amount: Clause,
    /// The name of the refusal of another amount.
    pub amount_name: &'static str,
    /// The clause by which it is not accepted after the bets close.
    pub late: Clause,
    /// The clause by which it cannot be taken back then.
    pub stays: Clause,
    /// The clause on the cards that count for it, if it is joined to a meter.
    pub cards: Clause,
    /// Clauses to cite whenever it pays: the stake is not returned, only the highest hand counts.
    pub paid: [Clause; 2],
    /// The clause to cite when it pays nothing.
    pub lost: Clause,
    /// The clause by which it cannot be bet for the dealers.
    pub not_for_dealers: Clause,
    /// The clause by which amounts printed for one unit of money scale with the table's unit.
    pub scales: Clause,
    /// The clause by which a fold forfeits it; `None` if it stays.
    pub folded: Option<Clause>,
    /// The clause by which it stays when its patron folds.
    pub outlives_fold: Clause,
    /// The clause by which the stake is not returned, where [`Prize::paid`] does not say so.
    pub not_returned: Clause,
    /// The meter and the envy bonus of a progressive wager.
    pub link: Option<Link>,
}

/// What joins a progressive wager to a meter.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The meter.
    pub meter: MeterId,
    /// The pay table of the link, where the game's own repeats it.
    pub table: Clause,
    /// The clause by which the meter's amount at the patron's turn counts.
    pub in_turn: Clause,
    /// Who looks at the hand before a share of the meter is paid.
    pub verified: Verified,
    /// The bonus of others for such a hand; at most one wager of a game has it.
    pub envy: Option<Envy>,
}

/// Who looks at a hand before a share of a meter is paid for it.
#[derive(Clone, Copy, Debug)]
pub enum Verified {
    /// Only the dealer.
    ByDealer,
    /// A supervisor, and then a member of surveillance. The meter's grant is held until then.
    BySupervisorAndSurveillance(Clause),
}

/// The bonus for another patron's hand.
#[derive(Clone, Copy, Debug)]
pub struct Envy {
    /// The name of the award.
    pub award: WagerId,
    /// The clause by which it is paid.
    pub paid: Clause,
    /// The clause by which it is paid for every other patron's hand, never for one's own.
    pub of_others: Clause,
    /// The clause by which patrons who folded have it too.
    pub despite_fold: Clause,
    /// The hands that bring it.
    pub of: Envied,
}

/// The hands that others envy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Envied {
    /// Every hand that was held to the end, whether or not its holder has the wager.
    EveryHand,
    /// Hands that were paid on the wager. Patrons who were paid for their own hand have no envy bonus, so it
    /// is paid after all hands are settled.
    PaidHands,
}

/// A row of a pay table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The index by which the game's code finds it.
    pub at: usize,
    /// The pay table that prints it.
    pub table: &'static str,
    /// Its id in the rule book.
    pub word: &'static str,
    /// The option by which a table pays more than printed, if there is one.
    pub option: Option<&'static str>,
    /// The rule that prints it.
    pub rule: Rule,
}

/// The most rows that a pay table has.
pub const ROWS_MAX: usize = 24;

/// Defines rows of pay tables that differ only in their figures, each row with its index and its word.
macro_rules! rows_of_tables {
    ([$($table:literal),* $(,)?] $rows:tt) => {{
        const TABLES: &[&[$crate::poker_table::Row]] = &[$($crate::poker_table::rows!(@ $table $rows)),*];
        const ROWS: [$crate::poker_table::Row; TABLES.len() * TABLES[0].len()] =
            $crate::common::together(TABLES);
        &ROWS
    }};
}

/// Defines the rows of a pay table, each with its index and its word.
macro_rules! rows {
    (@ $table:literal {$($rows:tt)*}) => {
        $crate::poker_table::rows! { $table: $($rows)* }
    };
    ($table:literal: $($at:expr => $word:literal $(or $option:literal)?),* $(,)?) => {
        &[$($crate::poker_table::Row {
            at: $at as usize,
            table: $table,
            word: $word,
            option: $crate::poker_table::or_none!($($option)?),
            rule: engine::Rule::new(&concat!($table, ":", $word)),
        }),*]
    };
}

/// Defines rows of a pay table that are named after the kinds of hands. Options that raise them, if any, are
/// the word with a prefix.
macro_rules! kinds {
    ($table:literal: $($kind:ident)*) => {
        &[$($crate::poker_table::kinds!(@ $table, $kind, None)),*]
    };
    ($table:literal or $before:literal: $($kind:ident)*) => {
        &[$($crate::poker_table::kinds!(
            @ $table, $kind, Some(concat!($before, $crate::poker_table::kind!($kind), "-pays"))
        )),*]
    };
    (@ $table:literal, $kind:ident, $option:expr) => {
        $crate::poker_table::Row {
            at: $crate::poker::Category::$kind as usize,
            table: $table,
            word: $crate::poker_table::kind!($kind),
            option: $option,
            rule: engine::Rule::new(&concat!($table, ":", $crate::poker_table::kind!($kind))),
        }
    };
}

/// The word for a kind of hand, where a literal is required.
macro_rules! kind {
    (RoyalFlush) => {
        "royal-flush"
    };
    (StraightFlush) => {
        "straight-flush"
    };
    (FourOfAKind) => {
        "four-of-a-kind"
    };
    (FullHouse) => {
        "full-house"
    };
    (Flush) => {
        "flush"
    };
    (Straight) => {
        "straight"
    };
    (ThreeOfAKind) => {
        "three-of-a-kind"
    };
    (TwoPairs) => {
        "two-pairs"
    };
    (Pair) => {
        "pair"
    };
    (FiveOfAKind) => {
        "five-of-a-kind"
    };
    (FiveWilds) => {
        "five-wilds"
    };
}

/// A word that may be missing.
macro_rules! or_none {
    () => {
        None
    };
    ($word:literal) => {
        Some($word)
    };
}

pub(crate) use {kind, kinds, or_none, rows, rows_of_tables};

/// A rule that holds for hands below a kind of hand.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The rule.
    pub rule: Rule,
    /// Whether it is about the dealer's hand; otherwise it is about the patron's.
    pub of_dealer: bool,
    /// The lowest hand for which it does not hold.
    pub below: Least,
    /// Whether it is weighed only for a hand that is higher than the dealer's.
    pub if_won: bool,
}

/// The lowest hand that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// Any of this kind.
    Kind(Category),
    /// A hand of no kind, with this card.
    HighCard(Rank),
    /// A pair of this rank.
    PairOf(Rank),
}

impl Least {
    /// Whether a hand counts.
    pub fn is_met_by(self, hand: Ranking) -> bool {
        match self {
            Least::Kind(kind) => !hand.is_below(kind),
            Least::HighCard(rank) => hand.category() != Category::HighCard || hand.top() >= Some(rank),
            Least::PairOf(rank) => match hand.category() {
                Category::HighCard => false,
                Category::Pair => hand.top() >= Some(rank),
                _ => true,
            },
        }
    }
}

impl fmt::Display for Least {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Least::Kind(kind) => fmt::Display::fmt(kind, f),
            Least::HighCard(rank) => write!(f, "{} high", rank.letter()),
            Least::PairOf(rank) => write!(f, "a pair of {}", rank.letter()),
        }
    }
}
