//! Ohio's DJ Wild: five cards each from a deck with a joker, in which the joker and the deuces are wild; a play wager of
//! twice the ante or a fold, and two side wagers.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! `RULING-` ids are decisions of ours where the text is silent; `docs/rulings.md` gives the readings and the
//! reasons.

mod side_wagers;

use crate::common::{Verdict, plus, rules, times, words};
use crate::poker::wild::{is_deuce, is_joker, ranking};
use crate::poker::{Category, Ranking};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, Made, Miscount, Optional, Play,
    Poker, PokerTable, Question, Said, Showdown, Step, Terms, Wager, Who, game, how_many, kinds, rows,
    vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Money, Odds};
use rulebook::{RuleBook, TableConfig};
pub use side_wagers::BeatTies;
use side_wagers::{bad_beat, trips};

/// The registry's entry.
pub static GAME: Game = game!(DjWild: "ohio", "dj-wild", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<DjWild>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct DjWild;

// ----------------------------------------------------------------------------------------- sections 7 and 11: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    BLIND_WAGER = "blind";
    PLAY_WAGER = "play";
    TRIPS_WAGER = "trips";
    BAD_BEAT_WAGER = "two-way-bad-beat";
}

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The blind, equal to the ante.
pub const BLIND: usize = 1;
/// The play wager, twice the ante.
pub const PLAY: usize = 2;
/// The side wager on three of a kind or more.
pub const TRIPS: usize = 3;
/// The side wager on a good hand that is beaten, the patron's or the dealer's.
pub const BAD_BEAT: usize = 4;

const fn wager(id: WagerId, made: Made, beside: Clause) -> Wager {
    Wager { id, made, beside, rows: &[], weighed: &[], needs_board: false, capped: true, posted: SILENT }
}

const AFTER_ANTE_AND_BLIND: Made = Made::Optional(Optional::after(by(&"OH-DJW-7(f):b")));

const WAGERS: &[Wager] = &[
    wager(ANTE_WAGER, Made::Required, SILENT),
    Wager {
        rows: kinds! { "OH-DJW-11(c)/T1" or "blind-":
            FiveWilds RoyalFlush FiveOfAKind StraightFlush FourOfAKind FullHouse Flush Straight
        },
        ..wager(BLIND_WAGER, Made::Required, SILENT)
    },
    wager(PLAY_WAGER, Made::Raise(by(&"OH-DJW-7(g)")), SILENT),
    Wager {
        rows: rows! { "OH-DJW-11(c)bis/T1":
            wild(Category::FiveWilds) => "five-wilds",
            natural(Category::RoyalFlush) => "royal-flush-natural",
            wild(Category::RoyalFlush) => "royal-flush-wild",
            wild(Category::FiveOfAKind) => "five-of-a-kind",
            natural(Category::StraightFlush) => "straight-flush-natural",
            wild(Category::StraightFlush) => "straight-flush-wild",
            natural(Category::FourOfAKind) => "four-of-a-kind-natural",
            wild(Category::FourOfAKind) => "four-of-a-kind-wild",
            natural(Category::FullHouse) => "full-house-natural",
            wild(Category::FullHouse) => "full-house-wild",
            natural(Category::Flush) => "flush-natural",
            wild(Category::Flush) => "flush-wild",
            natural(Category::Straight) => "straight-natural",
            wild(Category::Straight) => "straight-wild",
            natural(Category::ThreeOfAKind) => "three-of-a-kind-natural",
            wild(Category::ThreeOfAKind) => "three-of-a-kind-wild",
        },
        ..wager(TRIPS_WAGER, AFTER_ANTE_AND_BLIND, by(&"OH-DJW-7(f):a"))
    },
    Wager {
        rows: kinds! { "OH-DJW-11(d)/T1":
            RoyalFlush FiveOfAKind StraightFlush FourOfAKind FullHouse Flush Straight ThreeOfAKind
        },
        ..wager(BAD_BEAT_WAGER, AFTER_ANTE_AND_BLIND, by(&"OH-DJW-7(f):a"))
    },
];

/// The index of a row in the column of hands that wild cards made.
const fn wild(kind: Category) -> usize {
    2 * kind as usize
}

/// The index of a row in the column of natural hands.
const fn natural(kind: Category) -> usize {
    2 * kind as usize + 1
}

// --------------------------------------------------------------------------------- sections 8 to 10: the course of play

words! { ChoiceId CHOICES:
    RAISE = "play";
    FOLD = "fold";
}

const fn decision(twice: Clause) -> [Choice; 2] {
    [
        Choice {
            id: RAISE,
            does: Does::Raise { wager: PLAY, times: (2, 2), amount: twice },
            by: by(&"OH-DJW-10(b)(1)"),
        },
        Choice { id: FOLD, does: Does::Fold, by: by(&"OH-DJW-10(b)(2):a") },
    ]
}

const fn question(choices: &'static [Choice]) -> Question {
    Question {
        phase: "decision",
        of: Who::Undecided,
        asked: by(&"OH-DJW-10(b)"),
        asked_too: SILENT,
        not_again: SILENT,
        choices,
        refused: &[],
        silence: 1,
    }
}

const ASKED_FROM_HAND: Question = question(&decision(by(&"OH-DJW-8(c)")));
const ASKED_FROM_SHOE: Question = question(&decision(by(&"OH-DJW-9(c)")));

const FROM_HAND: Course = Course {
    deal: &[
        Deal::patrons(by(&"OH-DJW-8(b)(1):a")),
        Deal::dealer(1, by(&"OH-DJW-8(b)(1):b")),
        Deal::patrons(by(&"OH-DJW-8(b)(1):c")),
        Deal::dealer(1, by(&"OH-DJW-8(b)(1):b")),
        Deal::patrons(by(&"OH-DJW-8(b)(1):c")),
        Deal::dealer(1, by(&"OH-DJW-8(b)(1):b")),
        Deal::patrons(by(&"OH-DJW-8(b)(1):c")),
        Deal::dealer(1, by(&"OH-DJW-8(b)(1):b")),
        Deal::patrons(by(&"OH-DJW-8(b)(1):c")),
        Deal::dealer(1, by(&"OH-DJW-8(b)(1):b")),
    ],
    steps: &[Step::StubAway, Step::Ask(&ASKED_FROM_HAND), Step::DealerTurns(by(&"OH-DJW-8(d)"))],
    folds: law::Folds {
        keeps_side_wager: by(&"OH-DJW-8(f):a"),
        side_wager: by(&"OH-DJW-8(f):b"),
        collected: by(&"OH-DJW-10(b)(2):b"),
    },
};

const FROM_SHOE: Course = Course {
    deal: &[
        Deal::stacks(5, by(&"OH-DJW-9(b):a"), by(&"OH-DJW-9(b):b")),
        Deal::dealer(5, by(&"OH-DJW-9(b):c")),
    ],
    steps: &[Step::StubAway, Step::Ask(&ASKED_FROM_SHOE), Step::DealerTurns(by(&"OH-DJW-9(d)"))],
    folds: law::Folds {
        keeps_side_wager: by(&"OH-DJW-9(f):a"),
        side_wager: by(&"OH-DJW-9(f):b"),
        collected: by(&"OH-DJW-10(b)(2):b"),
    },
};

// ----------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-DJW-5(a):a"),
        after_round: by(&"OH-DJW-5(a):b"),
        count_again: SILENT,
        supervisor_looks: SILENT,
        count_removes: by(&"OH-DJW-5(b):a"),
        after_shuffle: by(&"OH-DJW-5(c)"),
        no_cut_after_device: by(&"OH-DJW-5(c)(1)"),
        cut_after_hand: by(&"OH-DJW-5(c)(2)"),
        dealer_cuts: by(&"OH-DJW-5(d)"),
        cut_depth: by(&"OH-DJW-5(d)(1)(ii)"),
        cut_to_bottom: by(&"OH-DJW-5(d)(1)(iii)"),
        deal_after_cut: by(&"OH-DJW-5(d)(2)"),
        cut_again: by(&"OH-DJW-5(e)"),
        idle_spread: by(&"OH-DJW-5(f):a"),
        jam_by_hand: by(&"RULING-DJW-18"),
    },
    ranks: Ranks {
        hand: by(&"OH-DJW-1.hand"),
        ace_high: by(&"OH-DJW-6(a):a"),
        ace_low: by(&"OH-DJW-6(a):d"),
        wild: &[(is_joker, by(&"OH-DJW-6(a):b")), (is_deuce, by(&"OH-DJW-6(a):c"))],
        described: &[
            (Category::FiveWilds, by(&"OH-DJW-6(b)(1)")),
            (Category::RoyalFlush, by(&"OH-DJW-6(b)(2)")),
            (Category::FiveOfAKind, by(&"OH-DJW-6(b)(3)")),
            (Category::StraightFlush, by(&"OH-DJW-6(b)(4)")),
            (Category::FourOfAKind, by(&"OH-DJW-6(b)(5)")),
            (Category::FullHouse, by(&"OH-DJW-6(b)(6)")),
            (Category::Flush, by(&"OH-DJW-6(b)(7)")),
            (Category::Straight, by(&"OH-DJW-6(b)(8)")),
            (Category::ThreeOfAKind, by(&"OH-DJW-6(b)(9)")),
            (Category::TwoPairs, by(&"OH-DJW-6(b)(10)")),
            (Category::Pair, by(&"OH-DJW-6(b)(11)")),
        ],
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-DJW-7(a)"),
        before_deal: by(&"OH-DJW-7(c):a"),
        no_late_wager: by(&"OH-DJW-7(c):b"),
        no_withdrawal: by(&"OH-DJW-7(c):c"),
        takes_part: by(&"OH-DJW-7(d):a"),
        equal: by(&"OH-DJW-7(d):b"),
        seated_only: by(&"OH-DJW-7(b):a"),
        stay_seated: by(&"OH-DJW-7(b):b"),
        one_box: by(&"RULING-DJW-15"),
        abandoned: by(&"OH-DJW-7(b):c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-DJW-8(a)"),
        back_up: SILENT,
        from_left: by(&"OH-DJW-8(b):b"),
        from_shoe: by(&"OH-DJW-9(a)"),
        hand_closes: by(&"OH-DJW-8(a)(2)"),
        shoe_closes: by(&"OH-DJW-9(a)(2)"),
        examine: by(&"OH-DJW-10(a)"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: by(&"RULING-DJW-24"),
        stub_from_shoe: by(&"OH-DJW-9(b):d"),
        hand_wrong_count: by(&"OH-DJW-8(e):a"),
        hand_wrong_deck: by(&"OH-DJW-8(e):b"),
        shoe_wrong_count: by(&"OH-DJW-9(e):a"),
        shoe_wrong_deck: by(&"OH-DJW-9(e):b"),
    },
    ending: law::Ending {
        dealer_turns: by(&"OH-DJW-10(c):a"),
        dealer_announces: by(&"OH-DJW-10(c):b"),
        patron_turns: by(&"OH-DJW-10(d)(1)"),
        patron_announced: by(&"OH-DJW-10(d)(2):a"),
        one_at_a_time: by(&"OH-DJW-10(d)(5):a"),
        collected: SILENT,
        collected_after_side_wager: SILENT,
        picked_up: by(&"OH-DJW-10(d)(6)"),
    },
    compare: law::Compare {
        higher_wins: SILENT,
        lower_loses: by(&"OH-DJW-10(d)(2):b"),
        tie: by(&"OH-DJW-11(b):a"),
        categories: by(&"OH-DJW-6(b)"),
        higher_card: by(&"RULING-DJW-8:a"),
        same_rank: by(&"RULING-DJW-8:b"),
    },
    cap: law::Cap {
        fixed: by(&"OH-DJW-11(e):a"),
        minimum_round: SILENT,
        side_wagers_apart: SILENT,
        counts: by(&"RULING-DJW-13"),
    },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"RULING-DJW-6:a"),
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"OH-DJW-12(b)"),
        face_up: by(&"OH-DJW-12(a):a"),
        face_up_shuffle: by(&"OH-DJW-12(a):b"),
        wrong_count: by(&"OH-DJW-12(c):a"),
        wrong_count_shuffle: by(&"OH-DJW-12(c):b"),
        shuffler_jam: by(&"OH-DJW-12(d)"),
        shoe_jam: by(&"OH-DJW-12(e):a"),
        shoe_jam_shuffle: by(&"OH-DJW-12(e):b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-DJW-1"),
        stray_exposed: by(&"RULING-DJW-2"),
        foreign_card: by(&"RULING-DJW-3"),
        floor_rules: by(&"RULING-DJW-4"),
        patron_card_shown: by(&"RULING-DJW-5"),
        burn_shown: SILENT,
        board_card: SILENT,
        dealer_late: by(&"RULING-DJW-6:b"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-DJW-21"),
        deserted: SILENT,
        unforeseen: by(&"RULING-DJW-26"),
        dealer_bet: by(&"RULING-DJW-25:a"),
        dealer_bet_beside_own: by(&"RULING-DJW-25:b"),
        dealer_bet_follows: by(&"RULING-DJW-25:c"),
    },
};

// ---------------------------------------------------------------------- sections 10(d) and 11: who is paid, and how much

rules! {
    /// On trips a joker, and a deuce where it must, stand for other cards: the hand is paid as wild.
    TRIPS_WILD = "OH-DJW-6(c)";
    /// A hand below the kinds of this list loses trips.
    TRIPS_HANDS = "OH-DJW-6(d)";
    /// The hand of 6(b)(1) wins trips.
    TRIPS_FIVE_WILDS = "OH-DJW-6(d)(1)";
    /// The hand of 6(b)(2) wins trips.
    TRIPS_ROYAL_FLUSH = "OH-DJW-6(d)(2)";
    /// The hand of 6(b)(3) wins trips.
    TRIPS_FIVE_OF_A_KIND = "OH-DJW-6(d)(3)";
    /// The hand of 6(b)(4) wins trips.
    TRIPS_STRAIGHT_FLUSH = "OH-DJW-6(d)(4)";
    /// The hand of 6(b)(5) wins trips.
    TRIPS_FOUR_OF_A_KIND = "OH-DJW-6(d)(5)";
    /// The hand of 6(b)(6) wins trips.
    TRIPS_FULL_HOUSE = "OH-DJW-6(d)(6)";
    /// The hand of 6(b)(7) wins trips.
    TRIPS_FLUSH = "OH-DJW-6(d)(7)";
    /// The hand of 6(b)(8) wins trips.
    TRIPS_STRAIGHT = "OH-DJW-6(d)(8)";
    /// The hand of 6(b)(9) wins trips.
    TRIPS_THREE_OF_A_KIND = "OH-DJW-6(d)(9)";
    /// For Two Way Bad Beat cards rank alike in all suits: equal hands beat nobody.
    BEAT_CARDS = "OH-DJW-6(e)";
    /// A hand below the kinds of this list, on either side, loses Two Way Bad Beat.
    BEAT_HANDS = "OH-DJW-6(f)";
    /// The hand of 6(b)(1) counts for Two Way Bad Beat; nothing beats it.
    BEAT_FIVE_WILDS = "OH-DJW-6(f)(1)";
    /// The hand of 6(b)(2) counts for Two Way Bad Beat, beaten or not.
    BEAT_ROYAL_FLUSH = "OH-DJW-6(f)(2)";
    /// The hand of 6(b)(3) counts for Two Way Bad Beat, beaten or not.
    BEAT_FIVE_OF_A_KIND = "OH-DJW-6(f)(3)";
    /// The hand of 6(b)(4) counts for Two Way Bad Beat, beaten or not.
    BEAT_STRAIGHT_FLUSH = "OH-DJW-6(f)(4)";
    /// The hand of 6(b)(5) counts for Two Way Bad Beat, beaten or not.
    BEAT_FOUR_OF_A_KIND = "OH-DJW-6(f)(5)";
    /// The hand of 6(b)(6) counts for Two Way Bad Beat, beaten or not.
    BEAT_FULL_HOUSE = "OH-DJW-6(f)(6)";
    /// The hand of 6(b)(7) counts for Two Way Bad Beat, beaten or not.
    BEAT_FLUSH = "OH-DJW-6(f)(7)";
    /// The hand of 6(b)(8) counts for Two Way Bad Beat, beaten or not.
    BEAT_STRAIGHT = "OH-DJW-6(f)(8)";
    /// The hand of 6(b)(9) counts for Two Way Bad Beat, beaten or not.
    BEAT_THREE_OF_A_KIND = "OH-DJW-6(f)(9)";
    /// Settlement runs from the dealer's right.
    ORDER = "OH-DJW-10(d)";
    /// Trips depends on the patron's hand alone and wins with three of a kind or better.
    TRIPS_DECIDED = "OH-DJW-10(d)(3)";
    /// Two Way Bad Beat needs three of a kind or better on both sides.
    BEAT_DECIDED = "OH-DJW-10(d)(4)";
    /// What lost is collected before anything is paid.
    COLLECTED = "OH-DJW-10(d)(5):b";
    /// Side wagers are settled in the same turn.
    SIDE_WAGERS_TOO = "OH-DJW-10(d)(5):c";
    /// The ante is paid even.
    ANTE_EVEN = "OH-DJW-11(b):b";
    /// The play wager is paid even.
    PLAY_EVEN = "OH-DJW-11(b):c";
    /// A higher hand's blind is paid by the table below.
    BLIND_PAID = "OH-DJW-11(c):a";
    /// The blind is given back.
    BLIND_PUSHES = "OH-DJW-11(c)/T1:others";
    /// A hand that its deuce helps to make as a two is natural on trips.
    NATURAL_DEUCE = "OH-DJW-12(f)";
    /// What two equal hands are worth to the bad beat, of which neither lost.
    EQUAL_HANDS = "RULING-DJW-11";
}

impl Poker for DjWild {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 7,
        wagers: WAGERS,
        cards: 5,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-and-blind-first",
        dealer_seen: DealerSeen::FloorDecides,
        face_up: FaceUp::RoundVoid,
        miscount: Miscount::DeckRemoved,
        losers_first: true,
        folded_last: false,
        each_collected: false,
    };

    type Options = BeatTies;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<BeatTies, OpenError> {
        match config.option("bad-beat-ties") {
            "pays" => Ok(BeatTies::Pays),
            "pushes" => Ok(BeatTies::Pushes),
            "loses" => Ok(BeatTies::Loses),
            other => Err(OpenError(format!("bad-beat-ties cannot be \"{other}\""))),
        }
    }

    fn rank(own: &Cards, _: &Board) -> Ranking {
        ranking(own.iter())
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        match wager {
            TRIPS => Some(trips(at, terms)),
            BAD_BEAT => bad_beat(at, terms),
            _ => against_dealer(wager, at, terms),
        }
    }

    /// This game has no wager that pays an amount.
    fn prize(_: usize, _: &Cards, _: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (0, None)
    }

    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError> {
        terms.cap_at("50000", Money::ZERO)
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

fn lost(cites: Cites) -> Verdict {
    Verdict::of(Outcome::Loses, cites.and(COLLECTED.applies()))
}

/// Ante, blind and play.
fn against_dealer(wager: usize, at: &Showdown, terms: &Terms<DjWild>) -> Option<Verdict> {
    let (outcome, cites) = at.compared?;
    if outcome != Outcome::Wins {
        return Some(if outcome == Outcome::Loses { lost(cites) } else { Verdict::of(outcome, cites) });
    }
    Some(match wager {
        ANTE => Verdict::win(Odds::EVEN, cites.and(ANTE_EVEN.applies())),
        PLAY => Verdict::win(Odds::EVEN, cites.and(PLAY_EVEN.applies())),
        _ => match terms.odds(BLIND, at.own.category() as usize) {
            Some(paid) => {
                let cites = cites.and(BLIND_PAID.applies()).and(paid.rule.applies());
                Verdict::win(paid.pays, cites).by_row(paid.row)
            }
            None => Verdict::of(Outcome::Pushes, cites.and(BLIND_PUSHES.applies())),
        },
    })
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// One hand may have all wild cards and four a natural royal flush; the others have a natural straight flush that beats
/// the dealer's.
fn dearest(terms: &Terms<DjWild>) -> Dearest {
    let ante = terms.limits().max;
    let kind_at = |at: u8| match at {
        0 => Category::FiveWilds,
        1..=4 => Category::RoyalFlush,
        _ => Category::StraightFlush,
    };
    let side = |at: u8| {
        let trips = terms.best_win(TRIPS, terms.limits_of(TRIPS).max, |row| row / 2 <= kind_at(at) as usize);
        plus(trips, terms.best_win(BAD_BEAT, terms.limits_of(BAD_BEAT).max, |_| true))
    };
    let blind = |at: u8| terms.best_win(BLIND, ante, |row| row <= kind_at(at) as usize);
    let most = terms.cap.map_or(Money::ZERO, |cap| cap.most);
    let hands: Vec<Money> =
        (0..terms.boxes).map(|at| plus(plus(times(ante, 3), blind(at)), side(at))).collect();
    let own = hands.iter().map(|paid| *paid.min(&most)).fold(Money::ZERO, plus);
    let for_dealers = |at: u8| plus(plus(ante, blind(at)), side(at));
    let theirs = match terms.dealer_bets {
        true => (0..terms.boxes).map(for_dealers).fold(Money::ZERO, plus),
        false => Money::ZERO,
    };
    let cut = how_many(hands.iter().filter(|paid| **paid > most));
    Dearest { pays: plus(own, theirs), cut, drawn: 0, envied: 0 }
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    DjWild: procedure 3,
    WAGER_IDS, CHOICES, &Category::WILD_HANDS,
    Said { joker: true, wins: by(&"OH-DJW-10(d)(5):a"), ..Said::of_dealer(&LAW) }
}
