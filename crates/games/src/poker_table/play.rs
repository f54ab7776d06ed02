//! How a poker game is written down: its wagers in the order of settlement, its round as a list of steps, its law,
//! and code only for ranking hands and deciding wagers.

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

    /// How a wager of a hand ends; `None` where it has no part in it. What is joined to a meter is not asked here.
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

    /// Whether this table has a side wager outlive a fold that would forfeit it.
    fn outlives_fold(_: usize, _: &Terms<Self>) -> bool {
        false
    }

    /// Whether the paragraph of a fold takes the cards too; elsewhere another one does, or none.
    const FOLD_TAKES_CARDS: bool = false;

    /// Whether a wager depends on the patron's and the dealer's cards together.
    fn goes_by_both_hands(_: usize) -> bool {
        false
    }

    /// A wager that may bring its patron something besides its own line.
    const BONUS: Option<Bonus> = None;

    /// What that wager is paid besides, whatever becomes of it; the odds are on its stake.
    fn bonus(_: &Showdown, _: &Terms<Self>) -> Option<Verdict> {
        None
    }

    /// A raise that only some hands may make.
    const CLAIM: Option<Claim> = None;

    /// A win that needs an approval before it is paid.
    const APPROVAL: Option<Approval> = None;

    /// Whether the cards of those who played lie there until all wagers are settled.
    const KEEPS_HANDS: bool = false;

    /// The most that the house pays in one round on wagers of these, and how many hands a limit can cut.
    fn dearest(terms: &Terms<Self>) -> Dearest;
}

/// What a wager brings besides its own line: an award that is paid although the wager loses.
#[derive(Clone, Copy, Debug)]
pub struct Bonus {
    /// Which wager.
    pub on: usize,
    /// What the award is called. Its rows are those of the wager's pay table.
    pub award: WagerId,
}

/// A raise of more than anybody may make, which wants a hand. Where the table has read the cards it offers no more than the
/// hand allows; where nobody has, the patron claims to have it, and what was raised too much comes back at the turn.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// Which wager.
    pub wager: usize,
    /// How many times the first wager anybody may raise.
    pub times: u8,
    /// The lowest hand that may raise more.
    pub least: Least,
    /// That it may.
    pub rule: Rule,
    /// What a claim does that the cards do not bear out.
    pub wrong: Rule,
}

/// A win that a supervisor approves, from a kind of hand up.
#[derive(Clone, Copy, Debug)]
pub struct Approval {
    /// On which wager.
    pub wager: usize,
    /// From which kind of hand.
    pub from: Category,
    /// By which rule.
    pub by: Rule,
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
    /// Rules that its code cites, each with what it says.
    pub own_rules: &'static [(Rule, &'static str)],
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
    /// Whether every hand is collected when it is settled, and not only those that were played.
    pub each_collected: bool,
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

    /// Whether community cards lie face down until their time, where they are dealt so.
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

    /// Whether what folds forfeit is collected by a step of its own, when everybody has decided.
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

    /// Whether some side wager is of that sort.
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

    /// Whether some side wager may be played without the wagers that the game asks for.
    pub(crate) const fn has_lone_wagers(&self) -> bool {
        self.has_optional(Sort::Lone)
    }

    /// Whether some side wager wants others beside it that the game does not ask for.
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

    /// Whether nobody is dealt more cards than a hand can hold.
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

    /// The place among the dealer's cards of the one that comes face up.
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

    /// The paragraph by which a fold forfeits what the game asks for.
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

    /// Whether a patron can leave the round by a choice.
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
    /// Whether it comes face up: one card of the dealer's at most.
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
    /// The rack, unseen: what a shoe deals beside a card that is needed.
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

/// One step of a round. Each is passed over when the facts fulfil it already, so that no remedy leaves a round on a wrong
/// track.
#[derive(Clone, Copy, Debug)]
pub enum Step {
    /// Patrons decide.
    Ask(&'static Question),
    /// A card is burnt.
    Burn(Clause),
    /// Community cards are laid face up, until this many lie there.
    Board(u8, Clause),
    /// A card is laid face up for the sake of one wager, in every round of a table that offers it.
    CardFor(usize, Clause),
    /// The community card of that number is turned, counted from the dealer's left.
    TurnBoard(u8, Clause),
    /// The rest of the deck goes to the rack.
    StubAway,
    /// What folds have forfeited is collected, and their cards where no side wager keeps them. Without this step a fold
    /// loses its wagers at once.
    Collect(Clause),
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
    /// Patrons who have withdrawn a wager are asked too.
    pub asked_too: Clause,
    /// Patrons who have raised are not asked again.
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
    /// Places a multiple of the first wager, by the paragraph that says how many times.
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

/// What a card of the dealer's does that is seen too early.
#[derive(Clone, Copy, Debug)]
pub enum DealerSeen {
    /// The round is void, side wagers too, and the cards are shuffled by that paragraph: until the dealer turns them.
    RoundVoid(Clause),
    /// While a decision is open: all hands are void, and side wagers are settled.
    HandsVoid,
    /// While a decision is open: the floor decides.
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
