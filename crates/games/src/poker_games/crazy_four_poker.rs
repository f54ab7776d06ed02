//! Ohio's Crazy 4 Poker: five cards each, of which the best four count. There are an ante and a Super Bonus
//! of the same amount, and a play wager of the same amount, or up to three times as much with a pair of aces.
//! Side wagers are Queens Up on one's own hand, and the linked progressive on all five cards.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! The rules of the linked jackpot (`OH-MLP`) complete the progressive wager. `RULING-` ids are decisions of
//! ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use super::multi_link::{four_card_kinds, multi_link, sum};
use crate::common::{Verdict, plus, rules, times, together, words};
use crate::poker::four::{self, ranking};
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Approval, Board, Cards, Choice, Claim, Course, Deal, DealerSeen, Dearest, Does, FaceUp, Least, Made,
    Miscount, Optional, Play, Poker, PokerTable, Question, Said, Showdown, Step, Terms, Wager, Weighed, Who,
    dearest_prizes, game, rows, vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Money, Odds, Rank as CardRank};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(CrazyFourPoker: "ohio", "crazy-four-poker", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<CrazyFourPoker>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct CrazyFourPoker;

// ---------------------------------------------------------------------------------------- sections 7 and 11: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    PLAY_WAGER = "play";
    SUPER_BONUS_WAGER = "super-bonus";
    QUEENS_UP_WAGER = "queens-up";
    PROGRESSIVE_WAGER = "progressive";
}

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The play wager: the ante, or up to three times as much.
pub const PLAY: usize = 1;
/// The Super Bonus, equal to the ante.
pub const SUPER_BONUS: usize = 2;
/// The wager on the patron's own hand.
pub const QUEENS_UP: usize = 3;
/// The wager on the linked jackpot.
pub const PROGRESSIVE: usize = 4;

/// The dealer qualifies with king high or better.
pub const QUALIFIES: Least = Least::HighCard(CardRank::King);

/// The index of the row for four aces, which pays more than other fours of a kind.
const FOUR_ACES: usize = Category::ALL.len();

const fn wager(id: WagerId, made: Made, beside: Clause) -> Wager {
    Wager { id, made, beside, rows: &[], weighed: &[], needs_board: false, capped: false, posted: SILENT }
}

const fn unless_dealer_qualifies(rule: Rule) -> Weighed {
    Weighed { rule, of_dealer: true, below: QUALIFIES, if_won: false }
}

const WAGERS: &[Wager] = &[
    Wager { weighed: &[unless_dealer_qualifies(NO_KING_ANTE)], ..wager(ANTE_WAGER, Made::Required, SILENT) },
    Wager {
        weighed: &[unless_dealer_qualifies(NO_KING_PLAY)],
        ..wager(PLAY_WAGER, Made::Raise(by(&"OH-C4P-7.IV:d")), SILENT)
    },
    Wager {
        rows: rows! { "OH-C4P-11.II/T1":
            FOUR_ACES => "four-aces",
            Category::FourOfAKind => "four-of-a-kind",
            Category::StraightFlush => "straight-flush",
            Category::ThreeOfAKind => "three-of-a-kind",
            Category::Flush => "flush",
            Category::Straight => "straight",
        },
        ..wager(SUPER_BONUS_WAGER, Made::Required, SILENT)
    },
    Wager {
        rows: rows! { "OH-C4P-11.III/T1":
            Category::FourOfAKind => "four-of-a-kind",
            Category::StraightFlush => "straight-flush",
            Category::ThreeOfAKind => "three-of-a-kind",
            Category::Flush => "flush",
            Category::Straight => "straight",
            Category::TwoPairs => "two-pairs",
            Category::Pair => "pair-of-queens-or-better",
        },
        ..wager(
            QUEENS_UP_WAGER,
            Made::Optional(Optional {
                folded: Some(by(&"OH-C4P-10.III:e")),
                ..Optional::after(by(&"OH-C4P-7.I.B"))
            }),
            by(&"OH-C4P-7.I.B"),
        )
    },
    multi_link!("OH-C4P-13", "RULING-C4P-13", folded: Some(by(&"OH-MLP-6.III:b")), envy: by(&"OH-MLP-6.III:c")),
];

// --------------------------------------------------------------------------------- sections 8 to 10: the course of play

words! { ChoiceId CHOICES:
    RAISE = "play";
    FOLD = "fold";
}

const DECISION: Question = Question {
    phase: "decision",
    of: Who::Undecided,
    asked: by(&"OH-C4P-10.III:a"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        Choice {
            id: RAISE,
            does: Does::Raise { wager: PLAY, times: (1, 3), amount: by(&"OH-C4P-10.III:d") },
            by: by(&"OH-C4P-10.III:b"),
        },
        Choice { id: FOLD, does: Does::Fold, by: by(&"OH-C4P-10.III:c") },
    ],
    refused: &[],
    silence: 1,
};

const STEPS: &[Step] = &[
    Step::StubAway,
    Step::Ask(&DECISION),
    Step::Collect(by(&"OH-C4P-10.IV:a")),
    Step::DealerTurns(by(&"OH-C4P-10.V:a")),
];

const FOLDS: law::Folds =
    law::Folds { keeps_side_wager: SILENT, side_wager: SILENT, collected: by(&"OH-C4P-10.IV:b") };

const ROUND_THE_TABLE: [Deal; 2] =
    [Deal::patrons(by(&"OH-C4P-8.II:b")), Deal::dealer(1, by(&"OH-C4P-8.II:c"))];

const FROM_HAND: Course = Course {
    deal: &together::<Deal, 10>(&[
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
    ]),
    steps: STEPS,
    folds: FOLDS,
};

const FROM_SHOE: Course = Course {
    deal: &[
        Deal::stacks(5, by(&"OH-C4P-9.II:a"), by(&"OH-C4P-9.II:b")),
        Deal::dealer(5, by(&"OH-C4P-9.II:c")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

// ----------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-C4P-5.I:a"),
        after_round: by(&"OH-C4P-5.I:b"),
        count_again: by(&"OH-C4P-5.II:a"),
        supervisor_looks: by(&"OH-C4P-5.II:b"),
        count_removes: SILENT,
        after_shuffle: by(&"OH-C4P-5.III"),
        no_cut_after_device: by(&"OH-C4P-5.III.A"),
        cut_after_hand: by(&"OH-C4P-5.III.B"),
        dealer_cuts: by(&"OH-C4P-5.IV"),
        cut_depth: by(&"OH-C4P-5.IV.A.2"),
        cut_to_bottom: by(&"OH-C4P-5.IV.A.3"),
        deal_after_cut: by(&"OH-C4P-5.IV.B"),
        cut_again: by(&"OH-C4P-5.V"),
        idle_spread: by(&"OH-C4P-5.VI:a"),
        jam_by_hand: by(&"OH-C4P-3.II.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-C4P-1.I.D"),
        ace_high: by(&"OH-C4P-6.I:a"),
        ace_low: by(&"OH-C4P-6.I:b"),
        wild: &[],
        described: &four_card_kinds!("OH-C4P-6.II"),
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-C4P-7.II"),
        before_deal: by(&"OH-C4P-7.IV:a"),
        no_late_wager: by(&"OH-C4P-7.IV:b"),
        no_withdrawal: by(&"OH-C4P-7.IV:c"),
        takes_part: by(&"OH-C4P-7.I.A:a"),
        equal: by(&"OH-C4P-7.I.A:b"),
        seated_only: by(&"OH-C4P-7.III:a"),
        stay_seated: by(&"OH-C4P-7.III:b"),
        one_box: by(&"OH-C4P-7.V"),
        abandoned: by(&"OH-C4P-7.III:c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-C4P-8.I"),
        back_up: by(&"OH-C4P-8.II:d"),
        from_left: by(&"OH-C4P-8.II:a"),
        from_shoe: by(&"OH-C4P-9.I"),
        hand_closes: SILENT,
        shoe_closes: SILENT,
        examine: by(&"OH-C4P-10.I"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: by(&"OH-C4P-8.III"),
        stub_from_shoe: by(&"OH-C4P-9.III:b"),
        hand_wrong_count: by(&"OH-C4P-8.IV:a"),
        hand_wrong_deck: by(&"OH-C4P-8.IV:b"),
        shoe_wrong_count: by(&"OH-C4P-9.IV:a"),
        shoe_wrong_deck: by(&"OH-C4P-9.IV:b"),
    },
    ending: law::Ending {
        dealer_turns: SILENT,
        dealer_announces: by(&"OH-C4P-10.V:b"),
        patron_turns: by(&"OH-C4P-10.V.A:a"),
        patron_announced: by(&"OH-C4P-10.V.A:b"),
        one_at_a_time: by(&"OH-C4P-10.V.A.4"),
        collected: SILENT,
        collected_after_side_wager: SILENT,
        picked_up: by(&"OH-C4P-10.V.B"),
    },
    compare: law::Compare {
        higher_wins: by(&"OH-C4P-10.V.A.2(b):a"),
        lower_loses: by(&"OH-C4P-10.V.A.2(a):a"),
        tie: by(&"OH-C4P-10.V.A.2(c):a"),
        categories: by(&"OH-C4P-6.II"),
        higher_card: by(&"OH-C4P-6.III:a"),
        same_rank: by(&"OH-C4P-6.III:b"),
    },
    cap: law::Cap { fixed: SILENT, minimum_round: SILENT, side_wagers_apart: SILENT, counts: SILENT },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"OH-C4P-12.III:a"),
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"OH-C4P-12.I"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-C4P-12.II:a"),
        wrong_count_shuffle: by(&"OH-C4P-12.II:b"),
        shuffler_jam: by(&"OH-C4P-12.IV"),
        shoe_jam: by(&"OH-C4P-12.V:a"),
        shoe_jam_shuffle: by(&"OH-C4P-12.V:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-C4P-1"),
        stray_exposed: by(&"RULING-C4P-2"),
        foreign_card: by(&"RULING-C4P-3"),
        floor_rules: by(&"RULING-C4P-4"),
        patron_card_shown: by(&"RULING-C4P-5"),
        burn_shown: SILENT,
        board_card: SILENT,
        dealer_late: by(&"RULING-C4P-6"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-C4P-15"),
        deserted: SILENT,
        unforeseen: by(&"RULING-C4P-17"),
        dealer_bet: by(&"RULING-C4P-16:a"),
        dealer_bet_beside_own: by(&"RULING-C4P-16:b"),
        dealer_bet_follows: by(&"RULING-C4P-16:c"),
    },
};

// ---------------------------------------------------------------- sections 10.V to 11: who is paid, and how much

rules! {
    /// King high or better, as the layout says.
    POSTED_KING = "OH-C4P-2.I.D.2";
    /// More than the ante with a pair of aces or better, as the layout says.
    POSTED_ACES = "OH-C4P-2.I.D.3";
    /// The Super Bonus goes back below a straight, as the layout says.
    POSTED_BACK = "OH-C4P-2.I.D.4";
    /// Against the dealer and the pay table at once.
    BOTH = "OH-C4P-7.I.C";
    /// From the dealer's right.
    ORDER = "OH-C4P-10.V:c";
    /// Without king high the ante goes back.
    NO_KING_ANTE = "OH-C4P-10.V.A.1:a";
    /// And the play wager is paid.
    NO_KING_PLAY = "OH-C4P-10.V.A.1:b";
    /// The Super Bonus by its table.
    NO_KING_SUPER = "OH-C4P-10.V.A.1:c";
    /// Or back.
    NO_KING_BACK = "OH-C4P-10.V.A.1:d";
    /// With king high or better the hands are compared.
    KING = "OH-C4P-10.V.A.2";
    /// A lower hand has its Super Bonus paid by the table.
    LOWER_SUPER = "OH-C4P-10.V.A.2(a):b";
    /// And loses it below a straight.
    LOWER_LOST = "RULING-C4P-9";
    /// A higher hand has it back below a straight.
    HIGHER_BACK = "OH-C4P-10.V.A.2(b):b";
    /// An equal hand has it paid by the table.
    EQUAL_SUPER = "OH-C4P-10.V.A.2(c):b";
    /// Or back.
    EQUAL_BACK = "OH-C4P-10.V.A.2(c):c";
    /// Queens Up comes after the other three.
    QUEENS_AFTER_REST = "OH-C4P-10.V.A.3:a";
    /// Below a pair of queens it loses.
    QUEENS_NEEDED = "OH-C4P-10.V.A.3:b";
    /// And is paid whatever the dealer has.
    QUEENS_REGARDLESS = "OH-C4P-10.V.A.3:c";
    /// Ante and play pay even.
    EVEN = "OH-C4P-11.I";
    /// The Super Bonus pays by its table.
    SUPER_PAID = "OH-C4P-11.II:a";
    /// A supervisor approves four of a kind.
    FOUR_APPROVED = "OH-C4P-11.II.note";
    /// Queens Up pays by its table.
    QUEENS_PAID = "OH-C4P-11.III:a";
    /// What was raised without a pair of aces.
    WRONG_CLAIM = "RULING-C4P-10";
}

impl Poker for CrazyFourPoker {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 6,
        wagers: WAGERS,
        cards: 5,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-and-super-bonus-first",
        dealer_seen: DealerSeen::RoundVoid(by(&"OH-C4P-12.III:b")),
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: false,
        folded_last: false,
        each_collected: false,
    };

    const CLAIM: Option<Claim> = Some(Claim {
        wager: PLAY,
        times: 1,
        least: Least::PairOf(CardRank::Ace),
        rule: POSTED_ACES,
        wrong: WRONG_CLAIM,
    });

    const APPROVAL: Option<Approval> =
        Some(Approval { wager: SUPER_BONUS, from: Category::FourOfAKind, by: FOUR_APPROVED });

    const KEEPS_HANDS: bool = true;

    type Options = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, _: &TableConfig) -> Result<(), OpenError> {
        Ok(())
    }

    /// Ranks the best four of five cards.
    fn rank(own: &Cards, _: &Board) -> Ranking {
        ranking(own.iter())
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        let (outcome, cites) = at.compared?;
        let no_king = !QUALIFIES.is_met_by(at.dealer?);
        if wager == QUEENS_UP {
            return Some(queens_up(at, outcome, terms));
        }
        if let Some(rule) = NO_KING_ANTE.when(no_king && wager == ANTE) {
            return Some(Verdict::of(Outcome::Pushes, Cites::one(rule).and(POSTED_KING.applies())));
        }
        if let Some(rule) = NO_KING_PLAY.when(no_king && wager == PLAY) {
            return Some(Verdict::win(Odds::EVEN, Cites::one(rule).and(EVEN.applies())));
        }
        let compared = cites.and(KING.applies());
        Some(match (wager, outcome) {
            (SUPER_BONUS, _) => super_bonus(at, (!no_king).then_some((outcome, compared)), terms),
            (_, Outcome::Wins) => Verdict::win(Odds::EVEN, compared.and(EVEN.applies())),
            _ => Verdict::of(outcome, compared),
        })
    }

    /// The row for all five cards of the patron, as a hand of five.
    fn prize(_: usize, own: &Cards, _: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (own.iter().collect::<Hand>().ranking().category() as usize, None)
    }

    fn complete(_: &mut Terms<Self>) -> Result<(), OpenError> {
        Ok(())
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

/// The Super Bonus is paid from a straight upwards, against any dealer's hand. Below a straight it is
/// returned, except for a hand that loses to a dealer who qualifies; hands are not compared with a dealer who
/// does not.
fn super_bonus(at: &Showdown, compared: Option<(Outcome, Cites)>, terms: &Terms<CrazyFourPoker>) -> Verdict {
    let aces = at.own.category() == Category::FourOfAKind && at.own.top() == Some(CardRank::Ace);
    let row = if aces { FOUR_ACES } else { at.own.category() as usize };
    let king = KING.applies();
    if let Some(paid) = terms.odds(SUPER_BONUS, row) {
        let cites = match compared {
            None => NO_KING_SUPER.applies().into(),
            Some((Outcome::Wins, cites)) => cites,
            Some((Outcome::Loses, _)) => Cites::from(LOWER_SUPER.applies()).and(king),
            Some(_) => Cites::from(EQUAL_SUPER.applies()).and(king),
        };
        return Verdict::win(paid.pays, cites.and(SUPER_PAID.applies()).and(paid.rule.applies()))
            .by_row(paid.row);
    }
    let back =
        |rule: Rule| Verdict::of(Outcome::Pushes, Cites::from(rule.applies()).and(POSTED_BACK.applies()));
    match compared {
        None => Verdict::of(Outcome::Pushes, NO_KING_BACK.applies()),
        Some((Outcome::Wins, _)) => back(HIGHER_BACK),
        Some((Outcome::Loses, _)) => Verdict::of(Outcome::Loses, Cites::from(LOWER_LOST.applies()).and(king)),
        Some(_) => back(EQUAL_BACK),
    }
}

/// Queens Up depends only on the patron's hand.
fn queens_up(at: &Showdown, outcome: Outcome, terms: &Terms<CrazyFourPoker>) -> Verdict {
    let cites = Cites::from(QUEENS_AFTER_REST.applies()).and(BOTH.applies());
    let enough = Least::PairOf(CardRank::Queen).is_met_by(at.own);
    match terms.odds(QUEENS_UP, at.own.category() as usize).filter(|_| enough) {
        Some(paid) => {
            let beaten = QUEENS_REGARDLESS.when(outcome != Outcome::Wins);
            let cites = cites.and(QUEENS_PAID.applies()).and(paid.rule.applies()).and(beaten);
            Verdict::win(paid.pays, cites).by_row(paid.row)
        }
        None => Verdict::of(Outcome::Loses, cites.and(QUEENS_NEEDED.applies())),
    }
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// Every box may have four of a kind, one of them aces; or five cards of one suit in a row, which earns more
/// from the progressive and from envy bonuses. Each royal flush uses an ace, so four aces and a royal flush
/// exclude each other. Which is most expensive depends on the limits, so the code tries every number of such
/// hands, with the aces and without.
fn dearest(terms: &Terms<CrazyFourPoker>) -> Dearest {
    let (ante, queens_up) = (terms.limits().max, terms.limits_of(QUEENS_UP).max);
    let own = |category: Category, row: usize| {
        let bonus = terms.odds(SUPER_BONUS, row).map_or(Money::ZERO, |paid| terms.pay(paid.pays, ante));
        let side = terms.best_win(QUEENS_UP, queens_up, |other| other == category as usize);
        let won = plus(plus(times(ante, 4), bonus), side);
        if terms.dealer_bets { plus(won, plus(plus(ante, bonus), side)) } else { won }
    };
    let boxes = usize::from(terms.boxes);
    let round = |aces: bool, flushes: usize| {
        let hand = |at: usize| match at {
            0 if aces => (Category::FourOfAKind, FOUR_ACES, Category::FourOfAKind),
            _ if at >= flushes + usize::from(aces) => {
                (Category::FourOfAKind, Category::FourOfAKind as usize, Category::FourOfAKind)
            }
            0..4 if !aces => {
                (Category::StraightFlush, Category::StraightFlush as usize, Category::RoyalFlush)
            }
            _ => (Category::StraightFlush, Category::StraightFlush as usize, Category::StraightFlush),
        };
        let of_five: Vec<usize> = (0..boxes).map(|at| hand(at).2 as usize).collect();
        let paid = (0..boxes).map(|at| own(hand(at).0, hand(at).1));
        plus(sum(paid), dearest_prizes(terms, PROGRESSIVE, &of_five))
    };
    let rounds = (0..=boxes).flat_map(|flushes| [round(false, flushes), round(true, flushes)]);
    let pays = rounds.max().unwrap_or(Money::ZERO);
    let boxes = u32::from(terms.boxes);
    Dearest { pays, cut: 0, drawn: boxes, envied: boxes * boxes.saturating_sub(1) }
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    CrazyFourPoker: procedure 1,
    WAGER_IDS, CHOICES, &four::HANDS,
    Said {
        looked: "the dealer looked at the dealer's cards before everybody had played or folded",
        ..Said::of_dealer(&LAW)
    }
}
