//! Derives the vocabulary of a game from its definition: points of a round from its steps; remedies, events,
//! awards and refusals from its wagers and questions; irregularities from all of these.

use super::law::{Clause, Law};
use super::play::{
    Bonus, Course, DealerSeen, Envy, FaceUp, Link, Made, Miscount, Play, Prize, Question, Step, To, Verified,
    Wager, Who,
};
use super::words;
use crate::common::{List, same};
use engine::{Irregularity, MeterId, RemedyId, WagerId};

/// Features that a game's steps and wagers have.
struct Has {
    burns: bool,
    /// Cards of the first deal go to the rack unseen.
    sets_aside: bool,
    /// A dealer's card is dealt face up.
    opens_dealer_card: bool,
    lays_board: bool,
    /// At some table community cards are dealt face down.
    turns_board: bool,
    raises: bool,
    linked: bool,
    /// Something needs a supervisor's approval: a share of a meter, or a deck that was miscounted twice.
    approved: bool,
    envy: bool,
    no_dealer_bets: bool,
}

const fn has(play: &Play) -> Has {
    let mut has = Has {
        burns: false,
        sets_aside: false,
        opens_dealer_card: play.open_card(false).is_some() || play.open_card(true).is_some(),
        lays_board: false,
        turns_board: false,
        raises: false,
        linked: false,
        approved: matches!(play.miscount, Miscount::RunsAgain),
        envy: false,
        no_dealer_bets: false,
    };
    let courses = [&play.from_hand, &play.from_shoe];
    let mut course = 0;
    while course < courses.len() {
        let mut at = 0;
        while at < courses[course].steps.len() {
            match courses[course].steps[at] {
                Step::Burn(_) => has.burns = true,
                Step::Board(..) | Step::CardFor(..) => has.lays_board = true,
                Step::TurnBoard(..) => has.turns_board = true,
                _ => {}
            }
            at += 1;
        }
        let mut at = 0;
        while at < courses[course].deal.len() {
            has.sets_aside |= matches!(courses[course].deal[at].to, To::Rack);
            at += 1;
        }
        course += 1;
    }
    let mut at = 0;
    while at < play.wagers.len() {
        match play.wagers[at].made {
            Made::Raise(_) => has.raises = true,
            Made::Prize(Prize { not_for_dealers, link, .. }) => {
                has.no_dealer_bets |= not_for_dealers.exists();
                if let Some(Link { verified, envy, .. }) = link {
                    has.linked = true;
                    has.approved |= matches!(verified, Verified::BySupervisorAndSurveillance(_));
                    has.envy |= matches!(envy, Some(Envy { .. }));
                }
            }
            _ => {}
        }
        at += 1;
    }
    has
}

/// The points of a round.
pub(crate) const fn phases(play: &Play) -> List<&'static str> {
    let has = has(play);
    let mut all = List::new("");
    all.extend(&["shuffle", "cut", "bets", "deal"]);
    // Cards that are dealt face down are all dealt before the first question.
    if has.turns_board {
        all.push_if(has.burns, "burn");
        all.push("board");
    }
    steps(&mut all, &play.from_hand);
    steps(&mut all, &play.from_shoe);
    all.push_if(play.has_dealer(), "dealer-hand");
    all.extend(&["settlement", "hands"]);
    all.push_if(has.linked, "meter");
    all.push_if(has.approved, "approval");
    all.push("ruling");
    all
}

const fn steps(all: &mut List<&'static str>, course: &Course) {
    let mut at = 0;
    while at < course.steps.len() {
        match course.steps[at] {
            Step::Ask(question) => all.push_word(question.phase),
            Step::Burn(_) => all.push_word("burn"),
            Step::Board(..) | Step::CardFor(..) | Step::TurnBoard(..) => all.push_word("board"),
            Step::DealerTurns(_) | Step::StubAway | Step::Collect(_) => {}
        }
        at += 1;
    }
}

/// The remedies of irregularities.
pub(crate) const fn remedies(play: &Play) -> List<RemedyId> {
    let mut all = List::new(words::STANDS);
    all.extend(words::REMEDIES);
    all.push_if(matches!(play.dealer_seen, DealerSeen::HandsVoid), words::HANDS_VOID);
    all.push_if(has(play).lays_board || has(play).opens_dealer_card, words::TURNED);
    all.push_if(matches!(play.miscount, Miscount::RunsAgain), words::INSPECTED);
    all
}

/// The kinds of event.
pub(crate) const fn events(play: &Play) -> List<&'static str> {
    let has = has(play);
    let mut all = List::new("");
    all.extend(words::EVENTS);
    all.push_if(has.approved, "approved");
    all.push_if(has.linked, "meter-granted");
    all
}

/// The meters that its wagers are joined to.
pub(crate) const fn meters(play: &Play) -> List<MeterId> {
    let mut all = List::new(words::JACKPOT);
    let mut at = 0;
    while at < play.wagers.len() {
        if let Made::Prize(Prize { link: Some(Link { meter, .. }), .. }) = play.wagers[at].made {
            all.push(*meter);
        }
        at += 1;
    }
    all
}

/// Payments that are not wagers: awards, envy bonuses and rulings.
pub(crate) const fn awards(play: &Play, bonus: Option<Bonus>) -> List<WagerId> {
    let mut all = List::new(words::RULING);
    if let Some(Bonus { award, .. }) = bonus {
        all.push(award);
    }
    all.push_if(has(play).envy, words::ENVY);
    all.push(words::RULING);
    all
}

/// The names of refusals.
pub(crate) const fn refusals(play: &Play) -> List<&'static str> {
    let has = has(play);
    let mut all = List::new("");
    all.extend(words::REFUSALS);
    all.push_if(has.raises, "play-in-turn");
    all.push(play.others_first);
    let mut at = 0;
    while at < play.wagers.len() {
        if let Wager { made: Made::Prize(prize), .. } = play.wagers[at] {
            all.push_word(prize.amount_name);
        }
        at += 1;
    }
    all.push("hand-finished");
    // Patrons who have raised are not asked again, but others are.
    all.push_if(asks_some_again(&play.from_hand), "played-already");
    all.push_if(has.raises, "play-amount");
    refused(&mut all, &play.from_hand, true);
    refused(&mut all, &play.from_hand, false);
    all.push_if(has.no_dealer_bets, "no-dealer-bet-here");
    all.push_if(has.approved, "nothing-to-withhold");
    all.push_if(has.linked, "not-its-share");
    all
}

/// Adds the refusals of choices that are forbidden at some question: folds, or the others.
const fn refused(all: &mut List<&'static str>, course: &Course, folds: bool) {
    let mut at = 0;
    while at < course.steps.len() {
        if let Step::Ask(Question { refused, .. }) = course.steps[at] {
            let mut one = 0;
            while one < refused.len() {
                if same(refused[one].0.word(), "fold") == folds {
                    all.push_word(refused[one].2);
                }
                one += 1;
            }
        }
        at += 1;
    }
}

/// Whether patrons who have yet to decide are asked several times.
const fn asks_some_again(course: &Course) -> bool {
    let (mut at, mut asked) = (0, 0);
    while at < course.steps.len() {
        if let Step::Ask(Question { of: Who::Undecided, .. }) = course.steps[at] {
            asked += 1;
        }
        at += 1;
    }
    asked > 1
}

/// The parts of the sentences on irregularities that do not follow from the law.
#[derive(Clone, Copy, Debug)]
pub struct Said {
    /// Whose hand can have a wrong number of cards.
    pub wrong_count: &'static str,
    /// Whether a joker is in the deck.
    pub joker: bool,
    /// What happens to the wagers when a dealer's card is seen and all hands are void.
    pub hands_void: &'static str,
    /// What the dealer looked at too early.
    pub looked: &'static str,
    /// The paragraph by which an unpaid winner is paid.
    pub wins: Clause,
    /// The paragraph by which a loser's chips are collected.
    pub loses: Clause,
}

impl Said {
    /// The sentences for games against a dealer.
    pub(crate) const fn of_dealer(law: &Law) -> Said {
        Said {
            wrong_count: "a patron or the dealer has a wrong number of cards",
            joker: false,
            hands_void: "all hands are void, and every wager on them goes back",
            looked: "the dealer looked at their own cards before everybody had played or folded",
            wins: law.compare.higher_wins,
            loses: law.compare.lower_loses,
        }
    }
}

/// The irregularities and what the document says to do.
pub(crate) const fn mishaps(play: &Play, said: &Said) -> List<Irregularity> {
    let (law, has) = (&play.law, has(play));
    let mut all = List::new(words::drawn_unexposed(law));
    match play.dealer_seen {
        DealerSeen::HandsVoid => all.push(words::dealer_card_exposed(law, said.hands_void)),
        DealerSeen::FloorDecides => all.push(words::dealer_card_exposed_to_floor(law)),
        DealerSeen::RoundVoid(_) => all.push(words::dealer_card_exposed_voids(law)),
        DealerSeen::NoDealer => {}
    }
    let (deck, count) = if said.joker {
        ("the deck has more or fewer than 53 cards", "the shuffler says that the deck has not 53 cards")
    } else {
        ("the deck has more or fewer than 52 cards", "the shuffler says that the deck has not 52 cards")
    };
    all.extend(&[
        words::drawn_unexposed(law),
        words::drawn_exposed(law),
        words::wrong_count(law, said.wrong_count),
        words::wrong_deck(law, deck),
        words::shuffler_jam(law),
        match play.miscount {
            Miscount::RunsAgain => words::shuffler_count(law, count),
            Miscount::DeckRemoved => words::shuffler_count_removes(law, count),
        },
        words::shoe_jam(law),
        words::verbal_wager(law),
        words::patron_card_shown(law),
    ]);
    all.push_if(has.burns || has.sets_aside, words::burn_shown(law));
    all.push_if(has.opens_dealer_card, words::dealer_card_down(law));
    all.push_if(has.lays_board, words::board_card_down(law));
    all.push_if(has.turns_board, words::board_card_exposed(law));
    all.push_if(matches!(play.face_up, FaceUp::RoundVoid), words::card_face_up(law));
    all.extend(&[
        words::foreign_card(law),
        words::drawn_together(law),
        words::dealer_looked(law, said.looked),
    ]);
    all.extend(&words::with_words_and_chips(law, said.wins, said.loses));
    all
}

/// The vocabulary of a game.
macro_rules! vocabulary {
    (
        $game:ty: procedure $procedure:literal,
        $wagers:expr, $choices:expr, $hands:expr, $said:expr $(, refusals $refusals:expr)?
    ) => {
        static RULES: [engine::Rule; $crate::poker_table::rule_count(&<$game>::PLAY)] =
            $crate::poker_table::rules_of_play(&<$game>::PLAY);

        /// The vocabulary of the game.
        pub static VOCABULARY: engine::Vocabulary = {
            use $crate::{common::listed, poker_table::vocabulary as of};
            const PLAY: &$crate::poker_table::Play = &<$game as $crate::poker_table::Poker>::PLAY;
            engine::Vocabulary {
                procedure: $procedure,
                wagers: $wagers,
                choices: $choices,
                steps: $crate::poker_table::words::STEPS,
                phases: listed!(&'static str, of::phases(PLAY)),
                irregularities: listed!(engine::Irregularity, of::mishaps(PLAY, &$said)),
                remedies: listed!(engine::RemedyId, of::remedies(PLAY)),
                events: listed!(&'static str, of::events(PLAY)),
                meters: listed!(engine::MeterId, of::meters(PLAY)),
                awards: listed!(engine::WagerId, of::awards(PLAY, <$game as $crate::poker_table::Poker>::BONUS)),
                hands: $hands,
                markers: &[],
                ruling_rank: engine::Rank::Floor,
                refusals: $crate::poker_table::first_of!(
                    $($refusals,)? listed!(&'static str, of::refusals(PLAY))
                ),
                rules: &RULES,
                side_bet_rules: &[],
            }
        };
    };
}

/// The first of one or two arguments.
macro_rules! first_of {
    ($first:expr) => {
        $first
    };
    ($first:expr, $second:expr) => {
        $first
    };
}

pub(crate) use {first_of, vocabulary};
