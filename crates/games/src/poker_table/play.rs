//! How a poker game is written down: its wagers in the order of settlement, its round as a list of steps, its law,
//! and code only for ranking hands and deciding wagers.

use super::boxes::Cards;
use super::law::{Clause, Folds, Law};
use super::settle::Showdown;
use super::state::Board;
use super::terms::Terms;
use crate::common::Verdict;
use crate::poker::{Category, Ranking};
use engine::{ChoiceId, MeterId, OpenError, Rule, Vocabulary, WagerId};
use felt::Money;
use rulebook::{RuleBook, TableConfig};

/// A game of the poker table. What it says is worked out when it is compiled, so that a table of it is as fast as one
/// that knows no other.
pub trait Poker: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// The game as it is written down.
    const PLAY: Play;

    /// What only this game's table files may choose.
    type Options: Clone + std::fmt::Debug + Send + Sync;

    /// Its words.
    fn vocabulary() -> &'static Vocabulary;

    /// Reads what only its table files choose.
    ///
    /// # Errors
    /// Names what cannot be played.
    fn options(book: &RuleBook, config: &TableConfig) -> Result<Self::Options, OpenError>;

    /// What a hand is worth with the community cards that lie open.
    fn rank(own: &Cards, board: &Board) -> Ranking;

    /// By which paragraph hands are settled in this order.
    fn order(dealer: Option<Ranking>) -> Option<Rule>;

    /// How a wager of a hand ends; nothing where it has no part in it. What is joined to a meter is not asked here.
    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict>;

    /// The place of the row that a hand meets with a wager of one amount, by the pay table that the table has chosen; and
    /// the rule by which some card counts for it otherwise than in the game.
    fn prize(wager: usize, own: &Cards, board: &Board, terms: &Terms<Self>) -> (usize, Option<Rule>);

    /// Works out what follows from the rest: the limit on what one hand is paid, rows that an option adds.
    ///
    /// # Errors
    /// Names what cannot be played.
    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError>;

    /// Whether each hand that is paid brings others an envy bonus, where [`Envied::PaidHands`] do; else the best of a round
    /// brings one.
    fn envy_for_each(_: &Terms<Self>) -> bool {
        true
    }

    /// The most that the house pays in one round on wagers of these, and how many hands a limit can cut.
    fn dearest(terms: &Terms<Self>) -> Dearest;
}

/// The dearest round of a table.
#[derive(Clone, Copy, Debug)]
pub struct Dearest {
    /// The most that the house pays, meters apart.
    pub pays: Money,
    /// How many payments a limit can cut.
    pub cut: u32,
    /// How often meters can be asked.
    pub drawn: u32,
    /// How many envy bonuses can be paid.
    pub envied: u32,
}

/// A game, but for its code.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// Its paragraphs.
    pub law: Law,
    /// Rules that its code cites.
    pub own_rules: &'static [Rule],
    /// The most places a layout has.
    pub boxes: usize,
    /// Its wagers, in the order in which a hand's wagers are settled.
    pub wagers: &'static [Wager],
    /// How many cards a patron has.
    pub cards: u8,
    /// The round, dealt from the hand.
    pub from_hand: Course,
    /// The round, dealt from a shoe.
    pub from_shoe: Course,
    /// The name of the refusal where the wagers that the game asks for must come first.
    pub others_first: &'static str,
    /// What happens when a card of the dealer's is seen too early.
    pub dealer_seen: DealerSeen,
    /// What happens when a card comes face up that should not.
    pub face_up: FaceUp,
    /// What happens when the shuffler counts wrong.
    pub miscount: Miscount,
    /// Whether hands are settled losing wagers first.
    pub losers_first: bool,
    /// Whether those who folded are settled after all others, and not in their turn.
    pub folded_last: bool,
}

impl Play {
    /// The course by which a table deals.
    pub(crate) const fn course(&self, from_shoe: bool) -> &Course {
        if from_shoe { &self.from_shoe } else { &self.from_hand }
    }

    /// Whether some step turns the dealer's hand.
    pub(crate) const fn has_dealer(&self) -> bool {
        !matches!(self.dealer_seen, DealerSeen::NoDealer)
    }

    /// Whether community cards lie face down until their time.
    pub(crate) const fn board_lies_down(&self) -> bool {
        let (mut at, steps) = (0, self.from_hand.steps);
        while at < steps.len() {
            if matches!(steps[at], Step::TurnBoard(..)) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// The wager that brings others an envy bonus: its place, its terms, and the bonus.
    pub(crate) const fn envied(&self) -> Option<(usize, &'static Prize, Envy)> {
        let mut at = 0;
        while at < self.wagers.len() {
            if let Made::Prize(prize) = self.wagers[at].made
                && let Some(Link { envy: Some(envy), .. }) = prize.link
            {
                return Some((at, prize, envy));
            }
            at += 1;
        }
        None
    }

    /// Whether envy bonuses are paid when all hands are settled.
    pub(crate) const fn envy_comes_last(&self) -> bool {
        matches!(self.envied(), Some((_, _, Envy { of: Envied::PaidHands, .. })))
    }

    /// Whether a house may post a limit for some wager.
    pub(crate) const fn has_posted_limits(&self) -> bool {
        let mut at = 0;
        while at < self.wagers.len() {
            if self.wagers[at].posted.exists() {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether somebody can leave the round by a choice.
    pub(crate) const fn can_fold(&self) -> bool {
        let (mut at, steps) = (0, self.from_hand.steps);
        while at < steps.len() {
            if let Step::Ask(question) = steps[at]
                && question.asks_to_fold()
            {
                return true;
            }
            at += 1;
        }
        false
    }
}

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
    /// Whether it hangs on the community cards.
    pub needs_board: bool,
    /// Whether the limit on what one hand is paid counts it.
    pub capped: bool,
    /// The house may post the most that it pays on this one, for a hand or in a round, by the options `<wager>-cap` and
    /// `cap-per`.
    pub posted: Clause,
}

/// When and how a wager is made.
#[derive(Clone, Copy, Debug)]
pub enum Made {
    /// Before the deal, by everybody who takes part; all of these are equal.
    Required,
    /// Before the deal, by whoever wants it; after the required ones where a rule says so.
    Optional {
        /// It comes after those that the game asks for.
        after: Clause,
    },
    /// As an optional one, but of one amount, and paid in amounts: the stake itself never comes back.
    Prize(&'static Prize),
    /// In its turn.
    Raise(Clause),
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
    /// Nobody bets it for the dealers.
    pub not_for_dealers: Clause,
    /// Amounts are printed for a unit of money, and grow with the unit that the table has chosen.
    pub scales: Clause,
    /// A fold forfeits it; nothing where it stays.
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
    /// Nobody besides the dealer.
    ByDealer,
    /// A supervisor, and then somebody of surveillance. What the meter has granted stays as it is meanwhile.
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
    /// Every hand that was held to the end, whether or not its holder has the wager himself.
    EveryHand,
    /// Hands that were paid on the wager. Whoever has been paid for one himself has no envy bonus, and so it is paid when
    /// all hands are settled.
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

/// A word that may be missing.
macro_rules! or_none {
    () => {
        None
    };
    ($word:literal) => {
        Some($word)
    };
}

pub(crate) use {or_none, rows, rows_of_tables};

/// A rule that holds for hands below a kind of hand.
#[derive(Clone, Copy, Debug)]
pub struct Weighed {
    /// The rule.
    pub rule: Rule,
    /// Of the dealer's hand, else of the patron's.
    pub of_dealer: bool,
    /// The lowest kind for which it does not hold.
    pub below: Category,
    /// Whether it is weighed only for a hand that is higher than the dealer's.
    pub if_won: bool,
}

/// A round after the bets.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The first deal.
    pub deal: &'static [Deal],
    /// What comes after it.
    pub steps: &'static [Step],
    /// What becomes of a hand that is folded.
    pub folds: Folds,
}

/// Cards of the first deal, in the order in which they are dealt.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    /// To whom.
    pub to: To,
    /// How many at once.
    pub cards: u8,
    /// By which paragraph; for patrons the first of them.
    pub by: Clause,
    /// The other patrons.
    pub others: Clause,
}

/// To whom cards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Every patron in turn.
    Patrons,
    /// The dealer.
    Dealer,
    /// The middle of the table, face down.
    Board,
}

impl Deal {
    /// One card to each patron.
    pub const fn patrons(by: Clause) -> Deal {
        Deal { to: To::Patrons, cards: 1, by, others: by }
    }

    /// A stack to each patron.
    pub const fn stacks(cards: u8, first: Clause, others: Clause) -> Deal {
        Deal { to: To::Patrons, cards, by: first, others }
    }

    /// Cards to the dealer.
    pub const fn dealer(cards: u8, by: Clause) -> Deal {
        Deal { to: To::Dealer, cards, by, others: by }
    }

    /// Cards to the middle, face down.
    pub const fn board(cards: u8, by: Clause) -> Deal {
        Deal { to: To::Board, cards, by, others: by }
    }
}

/// One step of a round. Each is passed over when the facts fulfil it already, so that no remedy leaves a round on a wrong
/// track.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Patrons decide.
    Ask(&'static Question),
    /// A card is burnt.
    Burn(Clause),
    /// Community cards are laid face up, until so many lie there.
    Board(u8, Clause),
    /// A card is laid face up for the sake of one wager, in every round of a table that offers it.
    CardFor(usize, Clause),
    /// The community card of that number is turned, counted from the dealer's left.
    TurnBoard(u8, Clause),
    /// The rest of the deck goes to the rack.
    StubAway,
    /// The dealer's hand is turned and announced.
    DealerTurns(Clause),
}

/// What patrons are asked, from the dealer's left.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The name of this point of a round.
    pub phase: &'static str,
    /// Who is asked.
    pub of: Who,
    /// That they are asked.
    pub asked: Clause,
    /// Whoever has withdrawn a wager is asked too.
    pub asked_too: Clause,
    /// Whoever has raised is not asked again.
    pub not_again: Clause,
    /// What they may choose.
    pub choices: &'static [Choice],
    /// What they may not choose here, by which paragraph, and the name of the refusal.
    pub refused: &'static [(ChoiceId, Clause, &'static str)],
    /// Which of the choices silence is.
    pub silence: usize,
}

impl Question {
    const fn asks_to_fold(&self) -> bool {
        let mut at = 0;
        while at < self.choices.len() {
            if matches!(self.choices[at].does, Does::Fold) {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Whoever has neither raised nor folded.
    Undecided,
    /// Whoever is still in the round.
    StillIn,
}

/// A choice.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// Its name.
    pub id: ChoiceId,
    /// What it does.
    pub does: Does,
    /// By which paragraph.
    pub by: Clause,
}

/// What a choice does.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// Places a wager of so many times the first, by the paragraph that says how many.
    Raise {
        /// Which wager.
        wager: usize,
        /// The least and the most times.
        times: (u8, u8),
        /// How many.
        amount: Clause,
    },
    /// Leaves everything as it is.
    Nothing,
    /// Leaves the round.
    Fold,
    /// Takes a wager back, which the paragraph allows.
    Withdraw(usize, Clause),
}

/// What a card of the dealer's does that is seen while somebody has yet to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealerSeen {
    /// All hands are void, and side wagers are settled.
    HandsVoid,
    /// The floor decides.
    FloorDecides,
    /// The dealer has no hand.
    NoDealer,
}

/// What a card of the first deal does that comes face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceUp {
    /// It stands.
    Stands,
    /// The round is void and the cards are shuffled.
    RoundVoid,
}

/// What follows when the shuffler counts wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miscount {
    /// It runs once more, and after that a supervisor looks.
    RunsAgain,
    /// The deck is taken off the table.
    DeckRemoved,
}
