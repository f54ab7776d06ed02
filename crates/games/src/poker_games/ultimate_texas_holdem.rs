//! Ohio's Ultimate Texas Hold 'Em: two cards each, five in the middle, one play wager at one of three moments.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! The rules of the linked jackpot (`OH-MLP`) complete the progressive wager. `RULING-` ids are decisions of
//! ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use super::multi_link::{dearest_with_flop, multi_link, nine_kinds};
use crate::common::{Verdict, plus, rules, times, words};
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, HandEnd, Least, Made, Miscount,
    Optional, Play, Poker, PokerTable, Question, Said, Showdown, Step, Terms, Wager, Weighed, Who, game,
    how_many, kinds, vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Money, Odds};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(UltimateTexasHoldem: "ohio", "ultimate-texas-holdem", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<UltimateTexasHoldem>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct UltimateTexasHoldem;

// ------------------------------------------------------------------------------------------- sections 6 and 10: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    BLIND_WAGER = "blind";
    PLAY_WAGER = "play";
    TRIPS_WAGER = "trips";
    PROGRESSIVE_WAGER = "progressive";
}

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The blind, equal to the ante.
pub const BLIND: usize = 1;
/// The play wager.
pub const PLAY: usize = 2;
/// The side wager on three of a kind or more.
pub const TRIPS: usize = 3;
/// The wager on the linked jackpot.
pub const PROGRESSIVE: usize = 4;

const WAGERS: &[Wager] = &[
    Wager {
        id: ANTE_WAGER,
        made: Made::Required,
        beside: SILENT,
        rows: &[],
        weighed: &[Weighed {
            rule: BELOW_PAIR_ANTE,
            of_dealer: true,
            below: Least::Kind(Category::Pair),
            if_won: false,
        }],
        needs_board: true,
        capped: true,
        posted: SILENT,
    },
    Wager {
        id: BLIND_WAGER,
        made: Made::Required,
        beside: SILENT,
        rows: kinds! { "OH-UTH-10.III/T1":
            RoyalFlush StraightFlush FourOfAKind FullHouse Flush Straight
        },
        weighed: &[Weighed {
            rule: BLIND_NEEDS_STRAIGHT,
            of_dealer: false,
            below: Least::Kind(Category::Straight),
            if_won: true,
        }],
        needs_board: true,
        capped: true,
        posted: SILENT,
    },
    Wager {
        id: PLAY_WAGER,
        made: Made::Raise(by(&"OH-UTH-6.V")),
        beside: SILENT,
        rows: &[],
        weighed: &[],
        needs_board: true,
        capped: true,
        posted: SILENT,
    },
    Wager {
        id: TRIPS_WAGER,
        made: Made::Optional(Optional::after(SILENT)),
        beside: by(&"OH-UTH-6.IV:a"),
        rows: kinds! { "OH-UTH-10.IV/T1":
            RoyalFlush StraightFlush FourOfAKind FullHouse Flush Straight ThreeOfAKind
        },
        weighed: &[Weighed {
            rule: TRIPS_NEEDS_THREE,
            of_dealer: false,
            below: Least::Kind(Category::ThreeOfAKind),
            if_won: false,
        }],
        needs_board: true,
        capped: true,
        posted: SILENT,
    },
    multi_link!("OH-UTH-12", "RULING-UTH-16", folded: Some(by(&"OH-MLP-6.III:b")), envy: by(&"OH-MLP-6.III:c")),
];

// ----------------------------------------------------------------------------------- sections 7 to 9: the course of play

words! { ChoiceId CHOICES:
    CHECK = "check";
    RAISE = "play";
    FOLD = "fold";
}

const fn check(clause: law::Clause) -> Choice {
    Choice { id: CHECK, does: Does::Nothing, by: clause }
}

const fn raise(times: (u8, u8), amount: law::Clause, clause: law::Clause) -> Choice {
    Choice { id: RAISE, does: Does::Raise { wager: PLAY, times, amount }, by: clause }
}

const BEFORE_FLOP: Question = Question {
    phase: "before-flop",
    of: Who::Undecided,
    asked: by(&"OH-UTH-9.I:b"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[check(by(&"OH-UTH-9.I.B")), raise((3, 4), by(&"OH-UTH-9.I:c"), by(&"OH-UTH-9.I.A"))],
    refused: &[(FOLD, by(&"OH-UTH-9.I:c"), "fold-too-early")],
    silence: 0,
};

const AFTER_FLOP: Question = Question {
    phase: "after-flop",
    of: Who::Undecided,
    asked: by(&"OH-UTH-9.III:a"),
    asked_too: SILENT,
    not_again: by(&"OH-UTH-9.III:a"),
    choices: &[check(by(&"OH-UTH-9.III.B")), raise((2, 2), by(&"OH-UTH-9.III:b"), by(&"OH-UTH-9.III.A"))],
    refused: &[(FOLD, by(&"OH-UTH-9.III:b"), "fold-too-early")],
    silence: 0,
};

const AT_LAST: Question = Question {
    phase: "at-last",
    of: Who::Undecided,
    asked: by(&"OH-UTH-9.V:b"),
    asked_too: SILENT,
    not_again: by(&"OH-UTH-9.V:b"),
    choices: &[
        raise((1, 1), by(&"OH-UTH-9.V:c"), by(&"OH-UTH-9.V.A")),
        Choice { id: FOLD, does: Does::Fold, by: by(&"OH-UTH-9.V.B") },
    ],
    refused: &[(CHECK, by(&"OH-UTH-9.V:c"), "check-too-late")],
    silence: 1,
};

const STEPS: &[Step] = &[
    Step::Ask(&BEFORE_FLOP),
    Step::Burn(by(&"OH-UTH-9.II:a")),
    Step::Board(3, by(&"OH-UTH-9.II:b")),
    Step::Ask(&AFTER_FLOP),
    Step::Burn(by(&"OH-UTH-9.IV:a")),
    Step::Board(5, by(&"OH-UTH-9.IV:b")),
    Step::StubAway,
    Step::Ask(&AT_LAST),
    Step::DealerTurns(SILENT),
];

const FROM_HAND: Course = Course {
    deal: &[
        Deal::patrons(by(&"OH-UTH-7.II.A")),
        Deal::dealer(1, by(&"OH-UTH-7.II.B")),
        Deal::patrons(by(&"OH-UTH-7.II.C")),
        Deal::dealer(1, by(&"OH-UTH-7.II.D")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

const FROM_SHOE: Course = Course {
    deal: &[
        Deal::stacks(2, by(&"OH-UTH-8.II:a"), by(&"OH-UTH-8.II:b")),
        Deal::dealer(2, by(&"OH-UTH-8.II:c")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

const FOLDS: law::Folds = law::Folds {
    keeps_side_wager: by(&"OH-UTH-9.V.B.1:a"),
    side_wager: by(&"OH-UTH-9.V.B.1:b"),
    collected: by(&"OH-UTH-9.V.B.2"),
};

// ------------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-UTH-4.I:a"),
        after_round: by(&"OH-UTH-4.I:b"),
        count_again: by(&"OH-UTH-4.II:a"),
        supervisor_looks: by(&"OH-UTH-4.II:b"),
        count_removes: SILENT,
        after_shuffle: by(&"OH-UTH-4.III"),
        no_cut_after_device: by(&"OH-UTH-4.III.A"),
        cut_after_hand: by(&"OH-UTH-4.III.B"),
        dealer_cuts: by(&"OH-UTH-4.IV"),
        cut_depth: by(&"OH-UTH-4.IV.A.2"),
        cut_to_bottom: by(&"OH-UTH-4.IV.A.3"),
        deal_after_cut: by(&"OH-UTH-4.IV.B"),
        cut_again: by(&"OH-UTH-4.V"),
        idle_spread: by(&"OH-UTH-4.VI:a"),
        jam_by_hand: by(&"OH-UTH-2.VIII.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-UTH-1.I.H"),
        ace_high: by(&"OH-UTH-5.I:a"),
        ace_low: by(&"OH-UTH-5.I:b"),
        wild: &[],
        described: &nine_kinds!("OH-UTH-5.II"),
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-UTH-6.I"),
        before_deal: by(&"OH-UTH-6.II:a"),
        no_late_wager: by(&"OH-UTH-6.II:b"),
        no_withdrawal: by(&"OH-UTH-6.II:c"),
        takes_part: by(&"OH-UTH-6.III:a"),
        equal: by(&"OH-UTH-6.III:b"),
        seated_only: by(&"OH-UTH-6.VI:a"),
        stay_seated: by(&"OH-UTH-6.VI:b"),
        one_box: by(&"OH-UTH-6.VII"),
        abandoned: SILENT,
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-UTH-7.I"),
        back_up: by(&"OH-UTH-7.I.B"),
        from_left: by(&"OH-UTH-7.II"),
        from_shoe: by(&"OH-UTH-8.I"),
        hand_closes: SILENT,
        shoe_closes: SILENT,
        examine: by(&"OH-UTH-9.I:a"),
        burn_unseen: by(&"OH-UTH-1.I.C"),
        stub: by(&"OH-UTH-9.V:a"),
        stub_from_hand: by(&"OH-UTH-7.III"),
        stub_from_shoe: by(&"OH-UTH-8.III:c"),
        hand_wrong_count: by(&"OH-UTH-7.IV:a"),
        hand_wrong_deck: by(&"OH-UTH-7.IV:b"),
        shoe_wrong_count: by(&"OH-UTH-8.IV:a"),
        shoe_wrong_deck: by(&"OH-UTH-8.IV:b"),
    },
    ending: law::Ending {
        dealer_turns: by(&"OH-UTH-9.VI:a"),
        dealer_announces: by(&"OH-UTH-9.VI:b"),
        patron_turns: by(&"OH-UTH-9.VIII:b"),
        patron_announced: by(&"OH-UTH-9.VIII:c"),
        one_at_a_time: by(&"OH-UTH-9.VIII:d"),
        collected: SILENT,
        collected_after_side_wager: SILENT,
        picked_up: by(&"OH-UTH-9.VIII.D.1"),
    },
    compare: law::Compare {
        higher_wins: by(&"OH-UTH-9.VIII.B:a"),
        lower_loses: by(&"OH-UTH-9.VIII.A"),
        tie: by(&"OH-UTH-9.VIII.C"),
        categories: by(&"OH-UTH-5.II"),
        higher_card: by(&"OH-UTH-5.III:a"),
        same_rank: by(&"OH-UTH-5.III:b"),
    },
    cap: law::Cap {
        fixed: by(&"OH-UTH-10.V:a"),
        minimum_round: by(&"OH-UTH-10.V:b"),
        side_wagers_apart: SILENT,
        counts: by(&"RULING-UTH-13"),
    },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"OH-UTH-11.I:a"),
        board_for_side_wagers: by(&"OH-UTH-11.I:b"),
        void_side_wager: by(&"OH-UTH-11.I:c"),
        used_as_next: by(&"OH-UTH-11.II"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-UTH-11.III:a"),
        wrong_count_shuffle: by(&"OH-UTH-11.III:b"),
        shuffler_jam: by(&"OH-UTH-11.IV"),
        shoe_jam: by(&"OH-UTH-11.V:a"),
        shoe_jam_shuffle: by(&"OH-UTH-11.V:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-UTH-1"),
        stray_exposed: by(&"RULING-UTH-2"),
        foreign_card: by(&"RULING-UTH-3"),
        floor_rules: by(&"RULING-UTH-4"),
        patron_card_shown: by(&"RULING-UTH-5"),
        burn_shown: by(&"RULING-UTH-6"),
        board_card: by(&"RULING-UTH-7"),
        dealer_late: by(&"RULING-UTH-8"),
        void_progressive: by(&"RULING-UTH-9"),
        folds_stand: by(&"RULING-UTH-12"),
        count_until_over: by(&"RULING-UTH-24"),
        deserted: SILENT,
        unforeseen: by(&"RULING-UTH-28"),
        dealer_bet: by(&"RULING-UTH-27:a"),
        dealer_bet_beside_own: by(&"RULING-UTH-27:b"),
        dealer_bet_follows: by(&"RULING-UTH-27:c"),
    },
};

// ------------------------------------------------------------------------- sections 9.VII to 10: who is paid, and how much

rules! {
    /// Trips loses with less than three of a kind.
    TRIPS_NEEDS_THREE = "OH-UTH-1.I.L";
    /// As the layout promises, the ante is given back while the dealer's hand is below a pair.
    POSTED_ANTE_TIE = "OH-UTH-2.II.E";
    /// A straight or better that does not beat the dealer brings the blind nothing.
    POSTED_BLIND = "OH-UTH-2.II.F.2";
    /// It is decided by the hand alone, whatever became of the other wagers.
    TRIPS_ALONE_COUNTS = "OH-UTH-6.IV:b";
    /// Below a pair the ante goes back, whichever hand is better.
    BELOW_PAIR_ANTE = "OH-UTH-9.VII:a";
    /// Settlement runs from the dealer's right.
    BELOW_PAIR_ORDER = "OH-UTH-9.VII:b";
    /// Blind and play are settled as against any other hand.
    BELOW_PAIR_REST = "OH-UTH-9.VII:c";
    /// Settlement runs from the dealer's right, over those who played.
    PAIR_ORDER = "OH-UTH-9.VIII:a";
    /// But the blind is paid with a straight or better only.
    BLIND_NEEDS_STRAIGHT = "OH-UTH-9.VIII.B:b";
    /// Trips is settled after the patron's other three wagers.
    TRIPS_AFTER_REST = "OH-UTH-9.VIII.D:a";
    /// And paid even where they lost.
    TRIPS_REGARDLESS = "OH-UTH-9.VIII.D:b";
    /// The ante is paid even.
    ANTE_EVEN = "OH-UTH-10.II:a";
    /// The play wager is paid even.
    PLAY_EVEN = "OH-UTH-10.II:b";
    /// A higher hand's blind is paid by the table below.
    BLIND_PAID = "OH-UTH-10.III:a";
    /// The blind is given back.
    BLIND_PUSHES = "OH-UTH-10.III/T1:less-than-straight";
}

impl Poker for UltimateTexasHoldem {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 6,
        wagers: WAGERS,
        cards: 2,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-and-blind-first",
        dealer_seen: DealerSeen::HandsVoid,
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: false,
        folded_last: true,
        each_collected: false,
    };

    type Options = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, _: &TableConfig) -> Result<(), OpenError> {
        Ok(())
    }

    /// Ranks the best five of the patron's or the dealer's two cards and the board.
    fn rank(own: &Cards, board: &Board) -> Ranking {
        own.iter().fold(board.all, Hand::with).ranking()
    }

    fn order(dealer: Option<Ranking>) -> Option<Rule> {
        let below = is_below_pair(dealer?);
        BELOW_PAIR_ORDER.when(below).or_else(|| PAIR_ORDER.when(!below))
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        if wager == TRIPS {
            return trips(at, terms);
        }
        let (outcome, cites) = at.compared?;
        let below = is_below_pair(at.dealer?);
        if wager == ANTE {
            return Some(match BELOW_PAIR_ANTE.when(below) {
                Some(rule) => Verdict::of(Outcome::Pushes, Cites::one(rule).and(POSTED_ANTE_TIE.applies())),
                None => even(outcome, cites, ANTE_EVEN),
            });
        }
        let cites = Cites::from(BELOW_PAIR_REST.when(below)).and_all(cites);
        Some(match wager {
            BLIND => blind(outcome, cites, at.own.category(), terms),
            _ => even(outcome, cites, PLAY_EVEN),
        })
    }

    /// The row for the patron's two cards and the flop.
    fn prize(_: usize, own: &Cards, board: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (own.iter().fold(board.flop, Hand::with).ranking().category() as usize, None)
    }

    /// With the smallest wagers the ante wins once its amount, and the play wager is at most four times as
    /// much.
    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError> {
        let (ante, side) = (terms.limits().min, terms.limits_of(TRIPS).min);
        let best = |wager, stake| terms.best_win(wager, stake, |_| true);
        let smallest = times(ante, 5) + best(BLIND, ante) + best(TRIPS, side);
        terms.cap_at("50000", smallest)
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

/// Whether the dealer's hand is below a pair, so that the ante is not decided.
pub fn is_below_pair(dealer: Ranking) -> bool {
    dealer.category() < Category::Pair
}

fn even(outcome: Outcome, cites: Cites, price: Rule) -> Verdict {
    match outcome {
        Outcome::Wins => Verdict::win(Odds::EVEN, cites.and(price.applies())),
        _ => Verdict::of(outcome, cites),
    }
}

/// The blind is paid by its pay table if a straight or more beats the dealer.
fn blind(outcome: Outcome, cites: Cites, hand: Category, terms: &Terms<UltimateTexasHoldem>) -> Verdict {
    if outcome != Outcome::Wins {
        return Verdict::of(outcome, cites.and(POSTED_BLIND.when(hand >= Category::Straight)));
    }
    if let Some(rule) = BLIND_NEEDS_STRAIGHT.when(hand < Category::Straight) {
        return Verdict::of(Outcome::Pushes, cites.and(rule).and(BLIND_PUSHES.applies()));
    }
    match terms.odds(BLIND, hand as usize) {
        Some(paid) => {
            let cites = cites.and(BLIND_PAID.applies()).and(paid.rule.applies());
            Verdict::win(paid.pays, cites).by_row(paid.row)
        }
        None => Verdict::of(Outcome::Pushes, cites),
    }
}

/// Trips depends only on the patron's hand.
fn trips(at: &Showdown, terms: &Terms<UltimateTexasHoldem>) -> Option<Verdict> {
    let offered = terms.wagers[TRIPS].as_ref()?;
    let moment = (LAW.mishaps.void_side_wager.when(at.end == HandEnd::Void))
        .or_else(|| FOLDS.side_wager.when(at.end == HandEnd::Folded))
        .or_else(|| TRIPS_AFTER_REST.applies());
    let cites = Cites::from(moment).and(TRIPS_ALONE_COUNTS.applies());
    let hand = at.own.category();
    Some(match offered.odds(hand as usize) {
        Some(paid) => {
            let beaten = matches!(at.end, HandEnd::NotWon | HandEnd::Folded);
            let regardless = TRIPS_REGARDLESS.when(beaten);
            Verdict::win(paid.pays, cites.and(paid.rule.applies()).and(regardless)).by_row(paid.row)
        }
        None => {
            let lacks = TRIPS_NEEDS_THREE.when(hand < Category::ThreeOfAKind);
            Verdict::of(Outcome::Loses, cites.and(lacks))
        }
    })
}

// ------------------------------------------------------------------------------------------------- the dearest round

/// All hands share the board and one deck, so not all can hold the best hands. A straight flush that beats
/// the dealer needs hole cards: those of its cards that the board lacks. No two boxes lack the same cards. Of
/// three such rows of five the middle one would lie within the two others, which would require six cards on
/// the board. So there are at most two, and one of them is the royal flush.
///
/// The bound is not tight: beside two straight flushes at most two boxes have four of a kind, but the bound
/// grants it to all others.
fn dearest(terms: &Terms<UltimateTexasHoldem>) -> Dearest {
    let ante = terms.limits().max;
    let up_to = |wager, stake, hand: Category| terms.best_win(wager, stake, |row| row <= hand as usize);
    let trips = |hand| up_to(TRIPS, terms.limits_of(TRIPS).max, hand);
    let hand_at = |at: u8| match at {
        0 => Category::RoyalFlush,
        1 => Category::StraightFlush,
        _ => Category::FourOfAKind,
    };
    // The board may be a straight flush: one patron has a higher one, the others tie with the dealer; or it
    // may be a royal flush.
    let rounds = |won: &dyn Fn(Category) -> Money| {
        let apart = move |at: u8| plus(won(hand_at(at)), trips(hand_at(at)));
        let boxes = 0..terms.boxes;
        [
            boxes.clone().map(apart).collect::<Vec<_>>(),
            boxes.clone().map(|at| if at == 0 { apart(0) } else { trips(Category::StraightFlush) }).collect(),
            boxes.map(|_| trips(Category::RoyalFlush)).collect(),
        ]
    };
    let sum = |paid: &[Money]| paid.iter().copied().fold(Money::ZERO, plus);
    let hands = rounds(&|hand| plus(times(ante, 5), up_to(BLIND, ante, hand)));
    let most = terms.cap.map_or(Money::ZERO, |cap| cap.most);
    let capped =
        hands.iter().map(|round| sum(&round.iter().map(|paid| *paid.min(&most)).collect::<Vec<_>>()));
    let above = |round: &Vec<Money>| how_many(round.iter().filter(|paid| **paid > most));
    let cut = hands.iter().map(above).max().unwrap_or(0);
    let for_dealers = match terms.dealer_bets {
        true => rounds(&|hand| plus(ante, up_to(BLIND, ante, hand))).iter().map(|round| sum(round)).max(),
        false => None,
    };
    let pays = plus(capped.max().unwrap_or(Money::ZERO), for_dealers.unwrap_or(Money::ZERO));
    Dearest {
        pays: plus(pays, dearest_with_flop(terms, PROGRESSIVE)),
        cut,
        drawn: 2,
        envied: 2 * u32::from(terms.boxes.saturating_sub(1)),
    }
}

// ----------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    UltimateTexasHoldem: procedure 6,
    WAGER_IDS, CHOICES, &Category::HANDS,
    Said {
        hands_void: "all hands are void; ante, blind and play go back; trips and progressive are settled on the full board",
        ..Said::of_dealer(&LAW)
    }
}

#[cfg(test)]
mod tests;
