//! How the wagers of a poker game are written down: when they are made, what a fold does to them, and the rows of their
//! pay tables.

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
    /// When it is made, and which.
    pub made: Made,
    /// What it is cited by when it is placed, besides what is said of all wagers.
    pub beside: Clause,
    /// The rows of its pay tables.
    pub rows: &'static [Row],
    /// What besides the comparison is weighed: the rule holds for hands below a kind.
    pub weighed: &'static [Weighed],
    /// Whether it depends on the community cards.
    pub needs_board: bool,
    /// Whether the limit on what one hand is paid counts it.
    pub capped: bool,
    /// The house may post the most that it pays on this one, for a hand or in a round, by the options `<wager>-cap` and
    /// `cap-per`.
    pub posted: Clause,
}

impl Wager {
    /// That a fold forfeits the wager, and by which paragraph of its own where it has one.
    pub(crate) const fn forfeited_by_fold(&self) -> Option<Clause> {
        match self.made {
            Made::Required | Made::Raise(_) => Some(Clause::NONE),
            Made::Optional(optional) => optional.folded,
            Made::Prize(prize) => prize.folded,
        }
    }

    /// Whether the cards of its patron have a part in it.
    pub(crate) const fn needs_cards(&self) -> bool {
        !matches!(self.made, Made::Optional(Optional { by_board: true, .. }))
    }

    /// Whether it is lost by the paragraph of the fold itself.
    pub(crate) const fn goes_with_hand(&self) -> bool {
        matches!(self.made, Made::Required | Made::Raise(_))
    }
}

/// When and how a wager is made.
#[derive(Clone, Copy, Debug)]
pub enum Made {
    /// Before the deal, by everybody who takes part; all of these are equal.
    Required,
    /// Before the deal, optional, and paid at odds.
    Optional(Optional),
    /// As an optional one, but of one amount, and paid in amounts: the stake itself never comes back.
    Prize(&'static Prize),
    /// In its turn.
    Raise(Clause),
}

/// A side wager that is paid at odds.
#[derive(Clone, Copy, Debug)]
pub struct Optional {
    /// It comes after others.
    pub after: Clause,
    /// Which these are; none stands for those that the game asks for. Without one of them it goes back when bets close.
    pub others: &'static [usize],
    /// It may be played without the wagers that the game asks for: its patron has cards and nothing to decide.
    pub alone: Clause,
    /// A fold forfeits it; `None` where it stays.
    pub folded: Option<Clause>,
    /// Whether it is settled after all others of its patron, also where losing wagers come first.
    pub last: bool,
    /// Whether it depends on the community cards alone: a fold that leaves it leaves no cards with it.
    pub by_board: bool,
}

impl Optional {
    /// After the wagers that the game asks for, and settled with them; a fold leaves it.
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

/// What is asked of the side wagers of a game.
#[derive(Clone, Copy)]
pub(crate) enum Sort {
    Lone,
    Supported,
    Last,
    Forfeited,
    ByBoard,
}

/// A wager of one amount that is paid amounts or shares of a meter.
#[derive(Clone, Copy, Debug)]
pub struct Prize {
    /// It comes after those that the game asks for.
    pub after: Clause,
    /// The one amount.
    pub amount: Clause,
    /// The name of the refusal of another amount.
    pub amount_name: &'static str,
    /// None is made later.
    pub late: Clause,
    /// Nor taken back.
    pub stays: Clause,
    /// The cards it goes by, where it is joined to a meter.
    pub cards: Clause,
    /// What is said of all that it pays: that the stake is not returned, that the highest hand alone counts.
    pub paid: [Clause; 2],
    /// What is said when it pays nothing.
    pub lost: Clause,
    /// It cannot be bet for the dealers.
    pub not_for_dealers: Clause,
    /// Amounts are printed for a unit of money, and grow with the unit that the table has chosen.
    pub scales: Clause,
    /// A fold forfeits it; `None` where it stays.
    pub folded: Option<Clause>,
    /// Why it stays when its patron folds.
    pub outlives_fold: Clause,
    /// Why the stake does not come back with what it pays, where [`Prize::paid`] does not say it.
    pub not_returned: Clause,
    /// The meter and the envy bonus of a progressive wager.
    pub link: Option<Link>,
}

/// What joins a progressive wager to a meter.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The meter.
    pub meter: MeterId,
    /// The pay table of the link itself, where the game's own repeats it.
    pub table: Clause,
    /// As it stands when the patron's turn comes.
    pub in_turn: Clause,
    /// Who looks at the hand before a share of the meter is paid.
    pub verified: Verified,
    /// What others have for such a hand; one wager of a game at most brings it.
    pub envy: Option<Envy>,
}

/// Who looks at a hand before a share of a meter is paid for it.
#[derive(Clone, Copy, Debug)]
pub enum Verified {
    /// Only the dealer.
    ByDealer,
    /// A supervisor, and then a member of surveillance. What the meter has granted stays as it is meanwhile.
    BySupervisorAndSurveillance(Clause),
}

/// The bonus for another patron's hand.
#[derive(Clone, Copy, Debug)]
pub struct Envy {
    /// What it is called.
    pub award: WagerId,
    /// That it is paid.
    pub paid: Clause,
    /// For every other patron's hand, never for one's own.
    pub of_others: Clause,
    /// To those who folded as well.
    pub despite_fold: Clause,
    /// Which hands bring it.
    pub of: Envied,
}

/// The hands that others envy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Envied {
    /// Every hand that was held to the end, whether or not its holder has the wager.
    EveryHand,
    /// Hands that were paid on the wager. Patrons who were paid for one themselves have no envy bonus, and so it is
    /// paid when all hands are settled.
    PaidHands,
}

/// A row of a pay table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Where the game's code finds it.
    pub at: usize,
    /// The pay table that prints it.
    pub table: &'static str,
    /// Its id in the rule book.
    pub word: &'static str,
    /// The option by which a table pays more than is printed, where there is one.
    pub option: Option<&'static str>,
    /// The rule that prints it.
    pub rule: Rule,
}

/// The most rows that a pay table has.
pub const ROWS_MAX: usize = 24;

/// Rows of pay tables that differ in their figures alone, each row with its place and its word.
macro_rules! rows_of_tables {
    ([$($table:literal),* $(,)?] $rows:tt) => {{
        const TABLES: &[&[$crate::poker_table::Row]] = &[$($crate::poker_table::rows!(@ $table $rows)),*];
        const ROWS: [$crate::poker_table::Row; TABLES.len() * TABLES[0].len()] =
            $crate::common::together(TABLES);
        &ROWS
    }};
}

/// Rows of a pay table, each with its place and its word.
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

/// Rows of a pay table that are called what the kinds of hands are called; the options that raise them, where there are any, by what
/// stands before the word.
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

/// The word for a kind of hand, where a literal is wanted.
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
    /// Of the dealer's hand, else of the patron's.
    pub of_dealer: bool,
    /// The lowest hand for which it does not hold.
    pub below: Least,
    /// Whether it is weighed only for a hand that is higher than the dealer's.
    pub if_won: bool,
}

/// The lowest hand that counts for something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Least {
    /// Any of this kind.
    Kind(Category),
    /// One of no kind at all, with this card.
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
