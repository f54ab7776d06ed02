//! Colorado's Deuces Wild Xtreme: five cards each from a deck with a joker, in which the joker and the deuces are wild; a
//! play wager of twice the ante or a fold, three bonus wagers and three progressive ones.
//!
//! The document does not cover shuffling, seats and irregularities, so much of the law is ours: `RULING-`
//! ids, for which `docs/rulings.md` gives the readings and the reasons. A word after a colon names one point
//! of a paragraph that makes several demands, or one row of a pay table.

mod dearest;
mod wagers;

use crate::common::{Verdict, longer, rules, words};
use crate::poker::linked::{FourCards, four_cards};
use crate::poker::wild::{NaturalRule, is_deuce, is_joker, is_natural, ranking};
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, HandEnd, Miscount, Play, Poker,
    PokerTable, Question, Said, Showdown, Step, Terms, Who, game, vocabulary::vocabulary, words as common,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary};
use felt::{Card, Odds};
use rulebook::{RuleBook, TableConfig};
use std::cmp::Ordering;
pub use wagers::{
    ANTE, ANTE_WAGER, BAD_BEAT, BAD_BEAT_WAGER, FIVE_CARD, FIVE_CARD_WAGER, GOIN_WILD, GOIN_WILD_PROGRESSIVE,
    GOIN_WILD_WAGER, ODDS, ODDS_WAGER, PLAY, TOO_WILD, TRIPS_PLUS, TRIPS_PLUS_WAGER,
};
use wagers::{FOUR_CARD_FLUSH, FOUR_CARD_STRAIGHT_FLUSH, WAGER_IDS, WAGERS, deuces, natural, wild, wilds};

/// The registry's entry.
pub static GAME: Game = game!(DeucesWildXtreme: "colorado", "deuces-wild-xtreme", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<DeucesWildXtreme>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct DeucesWildXtreme;

// -------------------------------------------------------------------------------------- paragraphs 8 and 9: the round

words! { ChoiceId CHOICES:
    RAISE = "play";
    FOLD = "fold";
}

const DECISION: Question = Question {
    phase: "decision",
    of: Who::Undecided,
    asked: by(&"CO-DWX-8:d"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        Choice {
            id: RAISE,
            does: Does::Raise { wager: PLAY, times: (2, 2), amount: by(&"CO-DWX-8.A") },
            by: by(&"CO-DWX-8.A"),
        },
        Choice { id: FOLD, does: Does::Fold, by: by(&"CO-DWX-8.B") },
    ],
    refused: &[],
    silence: 1,
};

/// The card for the joker comes after the last decision, so that it reveals nothing about the dealer's hand
/// in time.
const STEPS: &[Step] = &[
    Step::Ask(&DECISION),
    Step::CardFor(FIVE_CARD, by(&"CO-DWX-11.F.I")),
    Step::StubAway,
    Step::DealerTurns(SILENT),
];

const FIVE_CARDS: Clause = by(&"CO-DWX-8:b");

const FOLDS: law::Folds =
    law::Folds { keeps_side_wager: by(&"CO-DWX-8.B.I"), side_wager: SILENT, collected: SILENT };

const FROM_HAND: Course = Course {
    deal: &[
        Deal::patrons(FIVE_CARDS),
        Deal::dealer(1, FIVE_CARDS),
        Deal::patrons(FIVE_CARDS),
        Deal::dealer(1, FIVE_CARDS),
        Deal::patrons(FIVE_CARDS),
        Deal::dealer(1, FIVE_CARDS),
        Deal::patrons(FIVE_CARDS),
        Deal::dealer(1, FIVE_CARDS),
        Deal::patrons(FIVE_CARDS),
        Deal::dealer(1, FIVE_CARDS),
    ],
    steps: STEPS,
    folds: FOLDS,
};

const FROM_SHOE: Course = Course {
    deal: &[Deal::stacks(5, FIVE_CARDS, FIVE_CARDS), Deal::dealer(5, FIVE_CARDS)],
    steps: STEPS,
    folds: FOLDS,
};

// ----------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"RULING-DWX-5:a"),
        after_round: by(&"RULING-DWX-5:a"),
        count_again: SILENT,
        supervisor_looks: SILENT,
        count_removes: by(&"RULING-DWX-5:b"),
        after_shuffle: SILENT,
        no_cut_after_device: by(&"RULING-DWX-5:c"),
        cut_after_hand: by(&"RULING-DWX-5:d"),
        dealer_cuts: by(&"RULING-DWX-5:d"),
        cut_depth: by(&"RULING-DWX-5:e"),
        cut_to_bottom: by(&"RULING-DWX-5:f"),
        deal_after_cut: SILENT,
        cut_again: by(&"RULING-DWX-5:g"),
        idle_spread: by(&"RULING-DWX-5:h"),
        jam_by_hand: by(&"RULING-DWX-5:i"),
    },
    ranks: Ranks {
        hand: by(&"CO-DWX-1:d"),
        ace_high: by(&"RULING-DWX-2:c"),
        ace_low: by(&"RULING-DWX-2:d"),
        wild: &[(is_joker, by(&"CO-DWX-1:c")), (is_deuce, by(&"CO-DWX-1:b"))],
        described: &[
            (Category::FiveWilds, HIGHER_KIND),
            (Category::RoyalFlush, HIGHER_KIND),
            (Category::FiveOfAKind, HIGHER_KIND),
            (Category::StraightFlush, HIGHER_KIND),
            (Category::FourOfAKind, HIGHER_KIND),
            (Category::FullHouse, HIGHER_KIND),
            (Category::Flush, HIGHER_KIND),
            (Category::Straight, HIGHER_KIND),
            (Category::ThreeOfAKind, HIGHER_KIND),
            (Category::TwoPairs, HIGHER_KIND),
            (Category::Pair, HIGHER_KIND),
        ],
    },
    seats: law::Seats {
        no_verbal_wager: by(&"CO-DWX-6:d"),
        before_deal: by(&"CO-DWX-8:a"),
        no_late_wager: by(&"CO-DWX-8:a"),
        no_withdrawal: by(&"RULING-DWX-6:a"),
        takes_part: by(&"CO-DWX-6:a"),
        equal: by(&"CO-DWX-6:b"),
        seated_only: by(&"RULING-DWX-6:b"),
        stay_seated: SILENT,
        one_box: by(&"RULING-DWX-6:c"),
        abandoned: SILENT,
    },
    dealing: law::Dealing {
        from_hand: by(&"RULING-DWX-7:a"),
        back_up: SILENT,
        from_left: by(&"RULING-DWX-7:a"),
        from_shoe: by(&"RULING-DWX-7:b"),
        hand_closes: SILENT,
        shoe_closes: SILENT,
        examine: by(&"CO-DWX-8:c"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: by(&"RULING-DWX-7:c"),
        stub_from_shoe: by(&"RULING-DWX-7:c"),
        hand_wrong_count: SILENT,
        hand_wrong_deck: by(&"RULING-DWX-9:g"),
        shoe_wrong_count: SILENT,
        shoe_wrong_deck: by(&"RULING-DWX-9:g"),
    },
    ending: law::Ending {
        dealer_turns: by(&"CO-DWX-9:a"),
        dealer_announces: SILENT,
        patron_turns: by(&"CO-DWX-9:b"),
        patron_announced: SILENT,
        one_at_a_time: by(&"RULING-DWX-11:b"),
        collected: SILENT,
        collected_after_side_wager: SILENT,
        picked_up: SILENT,
    },
    compare: law::Compare {
        higher_wins: SILENT,
        lower_loses: by(&"CO-DWX-9.C.I"),
        tie: by(&"CO-DWX-9.B.I"),
        categories: HIGHER_KIND,
        higher_card: by(&"RULING-DWX-2:b"),
        same_rank: by(&"CO-DWX-9.B.II"),
    },
    cap: law::Cap { fixed: SILENT, minimum_round: SILENT, side_wagers_apart: SILENT, counts: SILENT },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"RULING-DWX-9:a"),
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"RULING-DWX-9:c"),
        face_up: by(&"RULING-DWX-9:e"),
        face_up_shuffle: by(&"RULING-DWX-9:e"),
        wrong_count: by(&"RULING-DWX-9:f"),
        wrong_count_shuffle: by(&"RULING-DWX-9:f"),
        shuffler_jam: by(&"RULING-DWX-5:i"),
        shoe_jam: by(&"RULING-DWX-5:j"),
        shoe_jam_shuffle: by(&"RULING-DWX-5:j"),
    },
    ours: law::Ours {
        silence: by(&"RULING-DWX-1"),
        stray_exposed: by(&"RULING-DWX-9:d"),
        foreign_card: by(&"RULING-DWX-9:h"),
        floor_rules: by(&"RULING-DWX-10"),
        patron_card_shown: by(&"RULING-DWX-9:i"),
        burn_shown: SILENT,
        board_card: by(&"RULING-DWX-8"),
        dealer_late: by(&"RULING-DWX-9:b"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-DWX-9:f"),
        deserted: SILENT,
        unforeseen: by(&"RULING-DWX-9:j"),
        dealer_bet: by(&"CO-DWX-7:a"),
        dealer_bet_beside_own: by(&"CO-DWX-7:b"),
        dealer_bet_follows: by(&"RULING-DWX-17"),
    },
};

/// The document defines no order of hands except the one in which its tables list them.
const HIGHER_KIND: Clause = by(&"RULING-DWX-2:a");

// ------------------------------------------------------------- paragraphs 9 to 19: who is paid, and how much

rules! {
    /// The hand beats the dealer's; the two paragraphs below say what is paid.
    BEATS = "CO-DWX-9.A";
    /// Equal hands; the two paragraphs below say what follows.
    TIES = "CO-DWX-9.B";
    /// The dealer's hand is higher; the paragraph below says what is lost.
    LOSES = "CO-DWX-9.C";
    /// Ante and play win as much as they are.
    EVEN = "CO-DWX-9.A.I";
    /// Odds are paid by their table, or go back below a straight.
    ODDS_PAID = "CO-DWX-9.A.II";
    /// A bonus wager is settled by its table alone: a hand that no row names loses it.
    BY_TABLE = "CO-DWX-10";
    /// Bad Beat Xtreme depends on both hands and is paid by the lower one, whichever side holds it.
    BAD_BEAT_DECIDED = "CO-DWX-11.A";
    /// Trips Plus Wild depends on the patron's hand, natural or wild.
    TRIPS_PLUS_DECIDED = "CO-DWX-11.B";
    /// Goin' Wild goes by the wild cards in the patron's hand.
    GOIN_WILD_DECIDED = "CO-DWX-11.C";
    /// The stake comes back with what it wins.
    ODDS_TO_ONE = "CO-DWX-12.A.I";
    /// One row is paid, that of the kind of hand.
    ODDS_HIGHEST = "CO-DWX-12.A.II";
    /// Odds of a hand that loses or ties are not paid, however high it is.
    ODDS_MUST_BEAT = "CO-DWX-12.A.III";
    /// The wager is given back.
    ODDS_PUSH = "CO-DWX/PT-FLT-DWHF-ODS-01:other";
    /// The stake comes back with what it wins.
    BAD_BEAT_TO_ONE = "CO-DWX-14.A.I";
    /// One row is paid, that of the beaten hand.
    BAD_BEAT_HIGHEST = "CO-DWX-14.A.II";
    /// With one hand below three of a kind, or with equal hands, the wager loses.
    BAD_BEAT_NEEDS = "CO-DWX-14.A.III";
    /// The stake comes back with what it wins.
    TRIPS_PLUS_TO_ONE = "CO-DWX-15.A.I";
    /// One row is paid, that of the highest kind that wild cards can make.
    TRIPS_PLUS_HIGHEST = "CO-DWX-15.A.II";
    /// A hand with the joker is paid as wild.
    JOKER_IS_WILD = "CO-DWX-15.A.III";
    /// One deuce that is the two of a run from ace to five or from two to six leaves the hand natural; any other deuce
    /// makes it wild.
    DEUCE_IS_WILD = "CO-DWX-15.A.IV";
    /// The stake comes back with what it wins.
    GOIN_WILD_TO_ONE = "CO-DWX-16.A.I";
    /// One row is paid, that of the full number of wild cards.
    GOIN_WILD_HIGHEST = "CO-DWX-16.A.II";
    /// Deuces and the joker count alike.
    DEUCES_AND_JOKER = "CO-DWX-16.A.III";
    /// For this wager a deuce is a two.
    NO_WILD_DEUCE = "CO-DWX-19.A.V";
    /// For this wager the replacement card stands in the place of a joker in the hand.
    JOKER_REPLACED = "CO-DWX-19.A.VI";
    /// Hands are settled from the dealer's right.
    ORDER = "RULING-DWX-11:a";
    /// All five wild cards have the best row there is.
    ALL_FIVE = "RULING-DWX-13";
    /// A fold leaves the bonus wagers, the progressives too, and the cards with them.
    OUTLIVES_FOLD = "CO-DWX-8.B.I";
    /// Five of a kind go before a straight flush, also where a table prints them below it.
    FIVE_ABOVE_STRAIGHT_FLUSH = "RULING-DWX-2:a";
    /// Any four cards of a hand make a row of four.
    ANY_FOUR = "RULING-DWX-15";
}

impl Poker for DeucesWildXtreme {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 7,
        wagers: WAGERS,
        cards: 5,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-and-odds-first",
        dealer_seen: DealerSeen::FloorDecides,
        face_up: FaceUp::RoundVoid,
        miscount: Miscount::DeckRemoved,
        losers_first: false,
        folded_last: false,
        each_collected: false,
    };

    /// Whether every hand that won an award brings an envy pay, or only the highest of a round.
    type Options = bool;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<bool, OpenError> {
        Ok(config.option("envy-pays") == "each-hand")
    }

    fn rank(own: &Cards, _: &Board) -> Ranking {
        ranking(own.iter())
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        match wager {
            BAD_BEAT => bad_beat(at, terms),
            TRIPS_PLUS => Some(trips_plus(at, terms)),
            GOIN_WILD => Some(goin_wild(at, terms)),
            _ => against_dealer(wager, at, terms),
        }
    }

    fn prize(wager: usize, own: &Cards, board: &Board, terms: &Terms<Self>) -> (usize, Option<Rule>) {
        match wager {
            GOIN_WILD_PROGRESSIVE => wild_cards_of_meter(own),
            TOO_WILD => (too_wild(own), None),
            _ => five_card(own, board, terms),
        }
    }

    fn envy_for_each(terms: &Terms<Self>) -> bool {
        terms.options
    }

    fn complete(_: &mut Terms<Self>) -> Result<(), OpenError> {
        Ok(())
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest::dearest(terms)
    }
}

/// Ante, play and odds.
fn against_dealer(wager: usize, at: &Showdown, terms: &Terms<DeucesWildXtreme>) -> Option<Verdict> {
    let (outcome, cites) = at.compared?;
    let odds = wager == ODDS;
    match outcome {
        Outcome::Wins if odds => {}
        Outcome::Wins => {
            return Some(Verdict::win(Odds::EVEN, cites.and(BEATS.applies()).and(EVEN.applies())));
        }
        other => {
            let case = if other == Outcome::Pushes { TIES } else { LOSES };
            return Some(Verdict::of(other, cites.and(case.applies()).and(ODDS_MUST_BEAT.when(odds))));
        }
    }
    let cites = cites.and(ODDS_PAID.applies());
    let Some(paid) = terms.odds(ODDS, at.own.category() as usize) else {
        return Some(Verdict::of(Outcome::Pushes, cites.and(ODDS_PUSH.applies())));
    };
    let cites = cites.and(paid.rule.applies()).and(ODDS_TO_ONE.applies()).and(ODDS_HIGHEST.applies());
    Some(Verdict::win(paid.pays, cites).by_row(paid.row))
}

/// The rule by which the bonus wager of a folded hand stays.
fn outlives_fold(at: &Showdown) -> Option<Rule> {
    OUTLIVES_FOLD.when(at.end == HandEnd::Folded)
}

/// A bonus wager that loses.
fn lost(cites: Cites, at: &Showdown) -> Verdict {
    Verdict::of(Outcome::Loses, cites.and(BY_TABLE.applies()).and(outlives_fold(at)))
}

/// Bad Beat Xtreme is paid on the beaten hand, the patron's or the dealer's.
fn bad_beat(at: &Showdown, terms: &Terms<DeucesWildXtreme>) -> Option<Verdict> {
    let dealer = at.dealer?;
    let cites = Cites::from(BAD_BEAT_DECIDED.applies()).and(outlives_fold(at));
    let beaten = at.own.min(dealer).category();
    let equal = at.own.cmp(&dealer) == Ordering::Equal;
    let paid = terms.odds(BAD_BEAT, beaten as usize);
    let Some(paid) = paid.filter(|_| BAD_BEAT_NEEDS.when(equal).is_none()) else {
        let cites = cites.and(BAD_BEAT_NEEDS.applies()).and(BY_TABLE.applies());
        return Some(Verdict::of(Outcome::Loses, cites));
    };
    let cites = cites.and(paid.rule.applies()).and(BAD_BEAT_TO_ONE.applies()).and(BAD_BEAT_HIGHEST.applies());
    Some(Verdict::win(paid.pays, cites).by_row(paid.row))
}

/// Trips Plus Wild depends on the patron's hand, and pays more for a natural one.
fn trips_plus(at: &Showdown, terms: &Terms<DeucesWildXtreme>) -> Verdict {
    let cites = Cites::from(TRIPS_PLUS_DECIDED.applies());
    let kind = at.own.category();
    let cards = at.cards.first::<5>().unwrap_or([Card::JOKER; 5]);
    let joker = JOKER_IS_WILD.when(cards.iter().any(|card| card.is_joker()));
    let deuce = || DEUCE_IS_WILD.when(cards.iter().copied().any(is_deuce));
    let by = joker.or_else(deuce);
    let is_wild = by.is_some() && !is_natural(&cards, NaturalRule::LowRuns);
    let row = if is_wild { wild(kind) } else { natural(kind) };
    let Some(paid) = terms.odds(TRIPS_PLUS, row) else { return lost(cites, at) };
    // Five of a kind have one price, natural or not. A line has room for six rules: that the wager of a
    // folded hand stays says more than that only one row is paid.
    let five = FIVE_ABOVE_STRAIGHT_FLUSH.when(kind == Category::FiveOfAKind);
    let cites = cites
        .and(paid.rule.applies())
        .and(TRIPS_PLUS_TO_ONE.applies())
        .and(outlives_fold(at).or_else(|| TRIPS_PLUS_HIGHEST.applies()))
        .and(five.or(by));
    Verdict::win(paid.pays, cites).by_row(paid.row)
}

/// The number of deuces of a hand, duplicates counted once, and whether it has the joker.
fn wild_cards(own: &Cards) -> (usize, bool) {
    let deuces: Hand = own.iter().filter(|card| is_deuce(*card)).collect();
    (deuces.count() as usize, own.iter().any(is_joker))
}

/// Goin' Wild depends on the patron's wild cards: a single one counts only if it is the joker.
fn goin_wild(at: &Showdown, terms: &Terms<DeucesWildXtreme>) -> Verdict {
    let cites = Cites::from(GOIN_WILD_DECIDED.applies());
    let (deuces, joker) = wild_cards(&at.cards);
    let count = deuces + usize::from(joker);
    let several = DEUCES_AND_JOKER.when((2..=4).contains(&count));
    let all_five = ALL_FIVE.when(count == 5);
    let counted = match (several, all_five) {
        (Some(_), _) => count,
        (None, Some(_)) => 4,
        (None, None) => usize::from(joker),
    };
    let row = wilds(counted);
    let Some(paid) = terms.odds(GOIN_WILD, row) else { return lost(cites, at) };
    let cites = cites
        .and(paid.rule.applies())
        .and(GOIN_WILD_TO_ONE.applies())
        .and(outlives_fold(at).or_else(|| GOIN_WILD_HIGHEST.applies()))
        .and(several)
        .and(all_five);
    Verdict::win(paid.pays, cites).by_row(paid.row)
}

/// Goin' Wild Progressive has rows for deuces alone and for deuces with the joker.
fn wild_cards_of_meter(own: &Cards) -> (usize, Option<Rule>) {
    let (count, joker) = wild_cards(own);
    match (count, joker) {
        (4, _) => (deuces(4), ALL_FIVE.when(joker)),
        (1..=3, true) => (wilds(count + 1), None),
        (2 | 3, false) => (deuces(count), None),
        _ => (wilds(0), None),
    }
}

/// Too Wild Progressive distinguishes natural from wild only in a royal flush.
fn too_wild(own: &Cards) -> usize {
    let (deuces, joker) = wild_cards(own);
    match ranking(own.iter()).category() {
        Category::RoyalFlush if deuces == 0 && !joker => natural(Category::RoyalFlush),
        kind => wild(kind),
    }
}

/// For Five-Card Linked a deuce is a plain two, and the card in the middle replaces the joker.
fn five_card(own: &Cards, board: &Board, terms: &Terms<DeucesWildXtreme>) -> (usize, Option<Rule>) {
    let (deuces, joker) = wild_cards(own);
    let replaced = JOKER_REPLACED.when(joker);
    let own: Hand = own.iter().collect();
    let hand = if replaced.is_some() { own.or(board.all) } else { own };
    let kind = hand.ranking().category();
    let fours = terms.wagers[FIVE_CARD].as_ref().is_some_and(|terms| terms.pays[FOUR_CARD_FLUSH].is_some());
    let row = match (kind, four_cards(hand).filter(|_| fours)) {
        (Category::RoyalFlush | Category::StraightFlush, _) => kind as usize,
        (_, Some(FourCards::StraightFlush)) => FOUR_CARD_STRAIGHT_FLUSH,
        (Category::Flush, _) => kind as usize,
        (_, Some(FourCards::Flush)) => FOUR_CARD_FLUSH,
        _ => kind as usize,
    };
    let four = ANY_FOUR.when(matches!(row, FOUR_CARD_FLUSH | FOUR_CARD_STRAIGHT_FLUSH));
    (row, replaced.or(four).or_else(|| NO_WILD_DEUCE.when(deuces > 0)))
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    DeucesWildXtreme: procedure 3,
    WAGER_IDS, CHOICES, &Category::WILD_HANDS,
    Said { joker: true, wins: by(&"CO-DWX-9.A.I"), ..Said::of_dealer(&LAW) },
    refusals longer!(&str: common::REFUSALS, &[
        "play-in-turn",
        "ante-and-odds-first",
        "one-unit-only",
        "not-its-share",
        "no-dealer-bet-here",
        "hand-finished",
        "play-amount",
    ])
}
