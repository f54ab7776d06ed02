//! The definition of a poker game: its wagers in the order of settlement, its round as a list of steps, its
//! law, and code only for ranking hands and deciding wagers.

use super::boxes::{CARDS_MAX, Cards};
use super::law::{Clause, Folds, Law};
use super::settle::Showdown;
use super::state::Board;
use super::terms::Terms;
pub use super::wager::*;
use crate::common::Verdict;
use crate::poker::{Category, Ranking};
use engine::{ChoiceId, OpenError, Rule, Vocabulary, WagerId};
use felt::Money;
use rulebook::{RuleBook, TableConfig};

/// A game of the poker table. Its definition is evaluated at compile time, so a table of it is as fast as one
/// written for that game alone.
pub trait Poker: Copy + std::fmt::Debug + Send + Sync + 'static {
    /// The definition of the game.
    const PLAY: Play;

    /// Options that only this game's table files have.
    type Options: Clone + std::fmt::Debug + Send + Sync;

    /// Its words.
    fn vocabulary() -> &'static Vocabulary;

    /// Reads the options that only its table files have.
    ///
    /// # Errors
    /// Names options that cannot be played.
    fn options(book: &RuleBook, config: &TableConfig) -> Result<Self::Options, OpenError>;

    /// Ranks a hand with the community cards that lie open.
    fn rank(own: &Cards, board: &Board) -> Ranking;

    /// The paragraph that sets the order of settlement.
    fn order(dealer: Option<Ranking>) -> Option<Rule>;

    /// Decides how a wager of a hand ends; `None` if it is not settled here. Wagers joined to a meter are not
    /// decided here.
    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict>;

    /// The index of the pay-table row that a hand meets with a fixed-amount wager, in the pay table that the
    /// table has chosen; and the rule by which some card counts differently for it than in the game.
    fn prize(wager: usize, own: &Cards, board: &Board, terms: &Terms<Self>) -> (usize, Option<Rule>);

    /// Completes the terms that follow from others: the limit on what one hand is paid, rows that an option
    /// adds.
    ///
    /// # Errors
    /// Names terms that cannot be played.
    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError>;

    /// Whether every paid hand brings others an envy bonus, with [`Envied::PaidHands`]; otherwise only the
    /// best hand of a round does.
    fn envy_for_each(_: &Terms<Self>) -> bool {
        true
    }

    /// Whether a side wager survives, at this table, a fold that would otherwise forfeit it.
    fn outlives_fold(_: usize, _: &Terms<Self>) -> bool {
        false
    }

    /// Whether the paragraph on folding collects the cards too; otherwise another paragraph does, or none.
    const FOLD_TAKES_CARDS: bool = false;

    /// Whether a wager depends on both the patron's and the dealer's cards.
    fn goes_by_both_hands(_: usize) -> bool {
        false
    }

    /// A wager that may pay a bonus besides its own line.
    const BONUS: Option<Bonus> = None;

    /// The bonus of that wager, paid whether it wins or loses; the odds apply to its stake.
    fn bonus(_: &Showdown, _: &Terms<Self>) -> Option<Verdict> {
        None
    }

    /// A raise that only some hands may make.
    const CLAIM: Option<Claim> = None;

    /// A win that needs an approval before it is paid.
    const APPROVAL: Option<Approval> = None;

    /// Whether the cards of those who played stay until all wagers are settled.
    const KEEPS_HANDS: bool = false;

    /// The most that the house pays in one round on these wagers, and how many hands a limit can cut.
    fn dearest(terms: &Terms<Self>) -> Dearest;
}

/// A bonus beside a wager's own line: an award that is paid even if the wager loses.
#[derive(Clone, Copy, Debug)]
pub struct Bonus {
    /// The wager.
    pub on: usize,
    /// The name of the award. Its rows are those of the wager's pay table.
    pub award: WagerId,
}

/// A raise above the general maximum, which requires a hand. Where the table has read the cards it offers no
/// more than the hand allows. Otherwise the patron claims to have the hand, and an excessive raise is
/// returned when the cards are turned.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The wager that is raised.
    pub wager: usize,
    /// The general maximum, as a multiple of the first wager.
    pub times: u8,
    /// The lowest hand that may raise more.
    pub least: Least,
    /// The rule that allows it.
    pub rule: Rule,
    /// The rule for a claim that the cards disprove.
    pub wrong: Rule,
}

/// A win that a supervisor must approve, from a kind of hand upwards.
#[derive(Clone, Copy, Debug)]
pub struct Approval {
    /// The wager.
    pub wager: usize,
    /// The lowest kind of hand.
    pub from: Category,
    /// The rule.
    pub by: Rule,
}

/// The most expensive round of a table.
#[derive(Clone, Copy, Debug)]
pub struct Dearest {
    /// The most that the house pays, without meters.
    pub pays: Money,
    /// The number of payments that a limit can cut.
    pub cut: u32,
    /// The number of times that meters can be asked.
    pub drawn: u32,
    /// The number of envy bonuses that can be paid.
    pub envied: u32,
}

/// The definition of a game, except its code.
#[derive(Clone, Copy, Debug)]
pub struct Play {
    /// Its law.
    pub law: Law,
    /// Rules that its code cites, each with its sentence.
    pub own_rules: &'static [(Rule, &'static str)],
    /// The most boxes a layout has.
    pub boxes: usize,
    /// Its wagers, in the order in which a hand's wagers are settled.
    pub wagers: &'static [Wager],
    /// The number of cards of a patron.
    pub cards: u8,
    /// The round, dealt from the hand.
    pub from_hand: Course,
    /// The round, dealt from a shoe.
    pub from_shoe: Course,
    /// The name of the refusal when the required wagers must be placed first.
    pub others_first: &'static str,
    /// What happens when a card of the dealer's is seen too early.
    pub dealer_seen: DealerSeen,
    /// What happens when a card is dealt face up that should not be.
    pub face_up: FaceUp,
    /// What happens when the shuffler miscounts.
    pub miscount: Miscount,
    /// Whether hands are settled losing wagers first.
    pub losers_first: bool,
    /// Whether folded hands are settled after all others instead of in turn.
    pub folded_last: bool,
    /// Whether every hand is collected when it is settled, not only those that were played.
    pub each_collected: bool,
}

impl Play {
    /// The course of a round, by the way the table deals.
    pub(crate) const fn course(&self, from_shoe: bool) -> &Course {
        if from_shoe { &self.from_shoe } else { &self.from_hand }
    }

    /// Whether some step turns the dealer's hand.
    pub(crate) const fn has_dealer(&self) -> bool {
        !matches!(self.dealer_seen, DealerSeen::NoDealer)
    }

    /// Whether community cards are dealt face down and turned later.
    pub(crate) const fn board_lies_down(&self, from_shoe: bool) -> bool {
        let (mut at, steps) = (0, self.course(from_shoe).steps);
        while at < steps.len() {
            if matches!(steps[at], Step::TurnBoard(..)) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// The wager that brings others an envy bonus: its index, its terms, and the bonus.
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

    /// Whether a separate step collects what folds have forfeited, after all patrons have decided.
    pub(crate) const fn collects_later(&self) -> bool {
        let (mut at, steps) = (0, self.from_hand.steps);
        while at < steps.len() {
            if matches!(steps[at], Step::Collect(_)) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether there is a side wager of that sort.
    const fn has_optional(&self, meant: Sort) -> bool {
        let mut at = 0;
        while at < self.wagers.len() {
            if let Made::Optional(optional) = &self.wagers[at].made
                && optional.is(meant)
            {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether some side wager may be played without the required ones.
    pub(crate) const fn has_lone_wagers(&self) -> bool {
        self.has_optional(Sort::Lone)
    }

    /// Whether some side wager needs another wager that the game does not require.
    pub(crate) const fn has_supported_wagers(&self) -> bool {
        self.has_optional(Sort::Supported)
    }

    /// Whether some side wager is settled after all others of its patron.
    pub(crate) const fn settles_some_last(&self) -> bool {
        self.has_optional(Sort::Last)
    }

    /// Whether a fold forfeits some side wager that pays odds.
    pub(crate) const fn forfeits_side_wagers(&self) -> bool {
        self.has_optional(Sort::Forfeited)
    }

    /// Whether some side wager depends on the community cards alone.
    pub(crate) const fn has_board_wagers(&self) -> bool {
        self.has_optional(Sort::ByBoard)
    }

    /// Whether no deal exceeds the capacity of a hand.
    pub(crate) const fn hands_fit(&self) -> bool {
        let courses = [&self.from_hand, &self.from_shoe];
        let mut course = 0;
        while course < courses.len() {
            let (deal, mut at, mut patrons, mut dealer) = (courses[course].deal, 0, 0, 0);
            while at < deal.len() {
                match deal[at].to {
                    To::Patrons => patrons += deal[at].cards as usize,
                    To::Dealer => dealer += deal[at].cards as usize,
                    To::Board | To::Rack => {}
                }
                at += 1;
            }
            if patrons > CARDS_MAX || dealer > CARDS_MAX || patrons != self.cards as usize {
                return false;
            }
            course += 1;
        }
        true
    }

    /// The index of the dealer's card that is dealt face up.
    pub(crate) const fn open_card(&self, from_shoe: bool) -> Option<u8> {
        let (deal, mut at, mut dealer) = (self.course(from_shoe).deal, 0, 0);
        while at < deal.len() {
            if matches!(deal[at].to, To::Dealer) {
                if deal[at].open {
                    return Some(dealer);
                }
                dealer += deal[at].cards;
            }
            at += 1;
        }
        None
    }

    /// The paragraph by which a fold forfeits the required wagers.
    pub(crate) const fn folding(&self) -> Clause {
        let (mut at, steps) = (0, self.from_hand.steps);
        while at < steps.len() {
            if let Step::Ask(question) = steps[at] {
                let mut choice = 0;
                while choice < question.choices.len() {
                    if matches!(question.choices[choice].does, Does::Fold) {
                        return question.choices[choice].by;
                    }
                    choice += 1;
                }
            }
            at += 1;
        }
        Clause::NONE
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

    /// Whether a patron can fold.
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

/// A round after the bets are closed.
#[derive(Clone, Copy, Debug)]
pub struct Course {
    /// The first deal.
    pub deal: &'static [Deal],
    /// The steps after it.
    pub steps: &'static [Step],
    /// The clauses on folded hands.
    pub folds: Folds,
}

/// Cards of the first deal, in the order in which they are dealt.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    /// Who they go to.
    pub to: To,
    /// How many are dealt together.
    pub cards: u8,
    /// The paragraph; for patrons the one for the first patron.
    pub by: Clause,
    /// The paragraph for the other patrons.
    pub others: Clause,
    /// Whether it is dealt face up; at most one dealer's card is.
    pub open: bool,
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
    /// The rack, unseen: a card that a shoe deals beside a needed one.
    Rack,
}

impl Deal {
    /// One card to each patron.
    pub const fn patrons(by: Clause) -> Deal {
        Deal { to: To::Patrons, cards: 1, by, others: by, open: false }
    }

    /// A stack to each patron.
    pub const fn stacks(cards: u8, first: Clause, others: Clause) -> Deal {
        Deal { to: To::Patrons, cards, by: first, others, open: false }
    }

    /// Cards to the dealer.
    pub const fn dealer(cards: u8, by: Clause) -> Deal {
        Deal { to: To::Dealer, cards, by, others: by, open: false }
    }

    /// Cards to the middle, face down.
    pub const fn board(cards: u8, by: Clause) -> Deal {
        Deal { to: To::Board, cards, by, others: by, open: false }
    }

    /// A card to the dealer, face up.
    pub const fn dealer_open(by: Clause) -> Deal {
        Deal { to: To::Dealer, cards: 1, by, others: by, open: true }
    }

    /// Cards to the rack, unseen.
    pub const fn aside(cards: u8, by: Clause) -> Deal {
        Deal { to: To::Rack, cards, by, others: by, open: false }
    }
}

/// One step of a round. A step that the facts fulfil already is skipped, so a remedy cannot leave a round in
/// a wrong place.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Patrons decide.
    Ask(&'static Question),
    /// A card is burnt.
    Burn(Clause),
    /// Community cards are laid face up, until this many lie there.
    Board(u8, Clause),
    /// Lays a card face up for one wager, in every round of a table that offers it.
    CardFor(usize, Clause),
    /// The community card of that number is turned, counted from the dealer's left.
    TurnBoard(u8, Clause),
    /// The rest of the deck goes to the rack.
    StubAway,
    /// Collects what folds have forfeited, and their cards where no side wager keeps them. Without this step
    /// a fold loses its wagers immediately.
    Collect(Clause),
    /// The dealer's hand is turned and announced.
    DealerTurns(Clause),
}

/// A question to patrons, in order from the dealer's left.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    /// The name of this point of a round.
    pub phase: &'static str,
    /// Who is asked.
    pub of: Who,
    /// The rule by which they are asked.
    pub asked: Clause,
    /// The rule by which patrons who have withdrawn a wager are asked too.
    pub asked_too: Clause,
    /// The rule by which patrons who have raised are not asked again.
    pub not_again: Clause,
    /// The choices they have.
    pub choices: &'static [Choice],
    /// The choices that are forbidden here, each with its paragraph and the name of the refusal.
    pub refused: &'static [(ChoiceId, Clause, &'static str)],
    /// The index of the choice that silence stands for.
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

/// The patrons who are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// Patrons who have neither raised nor folded.
    Undecided,
    /// Patrons who are still in the round.
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
    /// Places a multiple of the first wager, by the paragraph that sets the multiple.
    Raise {
        /// Which wager.
        wager: usize,
        /// The least and the most times.
        times: (u8, u8),
        /// The paragraph that sets the multiple.
        amount: Clause,
    },
    /// Leaves everything as it is.
    Nothing,
    /// Leaves the round.
    Fold,
    /// Takes a wager back, by the paragraph that allows it.
    Withdraw(usize, Clause),
}

/// The effect of a dealer's card that is seen too early.
#[derive(Clone, Copy, Debug)]
pub enum DealerSeen {
    /// Until the dealer turns the cards: the round is void, side wagers too, and that paragraph has the cards
    /// shuffled.
    RoundVoid(Clause),
    /// While a decision is open: all hands are void, and side wagers are settled.
    HandsVoid,
    /// While a decision is open: the floor decides.
    FloorDecides,
    /// The dealer has no hand.
    NoDealer,
}

/// The effect of a card of the first deal that comes face up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaceUp {
    /// It stands.
    Stands,
    /// The round is void and the cards are shuffled.
    RoundVoid,
}

/// The consequence when the shuffler miscounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Miscount {
    /// The shuffler runs once more; after a second miscount a supervisor looks.
    RunsAgain,
    /// The deck is taken off the table.
    DeckRemoved,
}
