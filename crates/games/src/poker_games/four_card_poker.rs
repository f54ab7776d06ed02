//! Ohio's Four Card Poker: five cards for each patron and six for the dealer, one of them open, of which the
//! best four count. The patron adds one to three times the ante or forfeits it. Side wagers are Aces Up on
//! one's own hand, with the ante or without it, and the linked progressive on all five cards.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! The rules of the linked jackpot (`OH-MLP`) complete the progressive wager. `RULING-` ids are decisions of
//! ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use super::multi_link::{dearest_hands, four_card_kinds, multi_link};
use crate::common::{Verdict, plus, rules, times, together, words};
use crate::poker::four::{self, ranking};
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, Bonus, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, HandEnd, Made, Miscount,
    Optional, Play, Poker, PokerTable, Question, Said, Showdown, Step, Terms, Wager, Who, game, kinds, rows,
    vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Money, Odds, Rank as CardRank};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(FourCardPoker: "ohio", "four-card-poker", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<FourCardPoker>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct FourCardPoker;

// ---------------------------------------------------------------------------------------- sections 7 and 11: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    PLAY_WAGER = "play";
    ACES_UP_WAGER = "aces-up";
    PROGRESSIVE_WAGER = "progressive";
}

/// The bonus that three of a kind or better pays on the ante, whether it wins or loses.
pub const ANTE_BONUS: WagerId = WagerId::new(&"ante-bonus");

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The play wager, one to three times the ante.
pub const PLAY: usize = 1;
/// The wager on the patron's own hand.
pub const ACES_UP: usize = 2;
/// The wager on the linked jackpot.
pub const PROGRESSIVE: usize = 3;

const fn wager(id: WagerId, made: Made, beside: Clause) -> Wager {
    Wager { id, made, beside, rows: &[], weighed: &[], needs_board: false, capped: false, posted: SILENT }
}

const WAGERS: &[Wager] = &[
    Wager {
        // The rows of the ante bonus; the ante itself pays even money.
        rows: kinds! { "OH-4CP-11.I.B/T1": FourOfAKind StraightFlush ThreeOfAKind },
        ..wager(ANTE_WAGER, Made::Required, by(&"OH-4CP-7.I.A"))
    },
    wager(PLAY_WAGER, Made::Raise(by(&"OH-4CP-7.IV:d")), SILENT),
    Wager {
        rows: rows! { "OH-4CP-11.I.C/T1":
            Category::FourOfAKind => "four-of-a-kind",
            Category::StraightFlush => "straight-flush",
            Category::ThreeOfAKind => "three-of-a-kind",
            Category::Flush => "flush",
            Category::Straight => "straight",
            Category::TwoPairs => "two-pairs",
            Category::Pair => "pair-of-aces",
        },
        ..wager(
            ACES_UP_WAGER,
            Made::Optional(Optional { alone: by(&"OH-4CP-7.I.B"), ..Optional::after(SILENT) }),
            by(&"OH-4CP-7.I.B"),
        )
    },
    multi_link!("OH-4CP-13", "RULING-4CP-13", folded: Some(by(&"OH-MLP-6.III:b")), envy: by(&"OH-MLP-6.III:c")),
];

// --------------------------------------------------------------------------------- sections 8 to 10: the course of play

words! { ChoiceId CHOICES:
    RAISE = "play";
    FOLD = "fold";
}

const DECISION: Question = Question {
    phase: "decision",
    of: Who::Undecided,
    asked: by(&"OH-4CP-10.III:a"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        Choice {
            id: RAISE,
            does: Does::Raise { wager: PLAY, times: (1, 3), amount: by(&"OH-4CP-10.III:d") },
            by: by(&"OH-4CP-10.III:b"),
        },
        Choice { id: FOLD, does: Does::Fold, by: by(&"OH-4CP-10.III:c") },
    ],
    refused: &[],
    silence: 1,
};

const STEPS: &[Step] = &[
    Step::StubAway,
    Step::Ask(&DECISION),
    Step::Collect(by(&"OH-4CP-10.IV:a")),
    Step::DealerTurns(by(&"OH-4CP-10.V:a")),
];

const FOLDS: law::Folds = law::Folds {
    keeps_side_wager: by(&"OH-4CP-10.III:e"),
    side_wager: by(&"OH-4CP-10.VII:a"),
    collected: by(&"OH-4CP-10.IV:b"),
};

const ROUND_THE_TABLE: [Deal; 2] =
    [Deal::patrons(by(&"OH-4CP-8.II:b")), Deal::dealer(1, by(&"OH-4CP-8.II:c"))];

const FROM_HAND: Course = Course {
    // The dealer's fifth and sixth card come together.
    deal: &together::<Deal, 11>(&[
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &ROUND_THE_TABLE,
        &[Deal::dealer_open(by(&"OH-4CP-8.II:e"))],
    ]),
    steps: STEPS,
    folds: FOLDS,
};

const FROM_SHOE: Course = Course {
    // The lowest card of a second stack, which leaves the shoe first, and the four above it.
    deal: &[
        Deal::stacks(5, by(&"OH-4CP-9.II:a"), by(&"OH-4CP-9.II:b")),
        Deal::dealer(5, by(&"OH-4CP-9.II:c")),
        Deal::dealer_open(by(&"OH-4CP-9.II:d")),
        Deal::aside(4, by(&"OH-4CP-9.II:e")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

// ----------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-4CP-5.I:a"),
        after_round: by(&"OH-4CP-5.I:b"),
        count_again: by(&"OH-4CP-5.II:a"),
        supervisor_looks: by(&"OH-4CP-5.II:b"),
        count_removes: SILENT,
        after_shuffle: by(&"OH-4CP-5.III"),
        no_cut_after_device: by(&"OH-4CP-5.III.A"),
        cut_after_hand: by(&"OH-4CP-5.III.B"),
        dealer_cuts: by(&"OH-4CP-5.IV"),
        cut_depth: by(&"OH-4CP-5.IV.A.2"),
        cut_to_bottom: by(&"OH-4CP-5.IV.A.3"),
        deal_after_cut: by(&"OH-4CP-5.IV.B"),
        cut_again: by(&"OH-4CP-5.V"),
        idle_spread: by(&"OH-4CP-5.VI:a"),
        jam_by_hand: by(&"OH-4CP-3.II.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-4CP-1.I.C"),
        ace_high: by(&"OH-4CP-6.I:a"),
        ace_low: by(&"OH-4CP-6.I:b"),
        wild: &[],
        described: &four_card_kinds!("OH-4CP-6.II"),
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-4CP-7.II"),
        before_deal: by(&"OH-4CP-7.IV:a"),
        no_late_wager: by(&"OH-4CP-7.IV:b"),
        no_withdrawal: by(&"OH-4CP-7.IV:c"),
        takes_part: by(&"OH-4CP-7.I"),
        equal: SILENT,
        seated_only: by(&"OH-4CP-7.III:a"),
        stay_seated: by(&"OH-4CP-7.III:b"),
        one_box: by(&"OH-4CP-7.V"),
        abandoned: by(&"OH-4CP-7.III:c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-4CP-8.I"),
        back_up: by(&"OH-4CP-8.II:d"),
        from_left: by(&"OH-4CP-8.II:a"),
        from_shoe: by(&"OH-4CP-9.I"),
        hand_closes: by(&"OH-4CP-8.I.B:a"),
        shoe_closes: by(&"OH-4CP-9.I.B"),
        examine: by(&"OH-4CP-10.I"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: by(&"OH-4CP-8.III"),
        stub_from_shoe: by(&"OH-4CP-9.III:b"),
        hand_wrong_count: by(&"OH-4CP-8.IV:a"),
        hand_wrong_deck: by(&"OH-4CP-8.IV:b"),
        shoe_wrong_count: by(&"OH-4CP-9.IV:a"),
        shoe_wrong_deck: by(&"OH-4CP-9.IV:b"),
    },
    ending: law::Ending {
        dealer_turns: SILENT,
        dealer_announces: by(&"OH-4CP-10.V:b"),
        patron_turns: by(&"OH-4CP-10.VI:b"),
        patron_announced: by(&"OH-4CP-10.VI:c"),
        one_at_a_time: by(&"OH-4CP-10.VI:d"),
        collected: by(&"OH-4CP-10.VI:e"),
        collected_after_side_wager: by(&"OH-4CP-10.VI:e"),
        picked_up: by(&"OH-4CP-10.VII:b"),
    },
    compare: law::Compare {
        higher_wins: by(&"OH-4CP-11.I.A:a"),
        lower_loses: by(&"RULING-4CP-9"),
        tie: by(&"OH-4CP-11.I.A:b"),
        categories: by(&"OH-4CP-6.II"),
        higher_card: by(&"OH-4CP-6.III:a"),
        same_rank: by(&"OH-4CP-6.III:b"),
    },
    cap: law::Cap { fixed: SILENT, minimum_round: SILENT, side_wagers_apart: SILENT, counts: SILENT },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"OH-4CP-12.III:a"),
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"OH-4CP-12.I"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-4CP-12.II:a"),
        wrong_count_shuffle: by(&"OH-4CP-12.II:b"),
        shuffler_jam: by(&"OH-4CP-12.IV"),
        shoe_jam: by(&"OH-4CP-12.V:a"),
        shoe_jam_shuffle: by(&"OH-4CP-12.V:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-4CP-1"),
        stray_exposed: by(&"RULING-4CP-2"),
        foreign_card: by(&"RULING-4CP-3"),
        floor_rules: by(&"RULING-4CP-4"),
        patron_card_shown: by(&"RULING-4CP-5"),
        burn_shown: by(&"RULING-4CP-2"),
        board_card: by(&"RULING-4CP-7"),
        dealer_late: by(&"RULING-4CP-6"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-4CP-16"),
        deserted: SILENT,
        unforeseen: by(&"RULING-4CP-18"),
        dealer_bet: by(&"RULING-4CP-17:a"),
        dealer_bet_beside_own: by(&"RULING-4CP-17:b"),
        dealer_bet_follows: by(&"RULING-4CP-17:c"),
    },
};

// -------------------------------------------------------------------- sections 10.VI to 11: who is paid, and how much

rules! {
    /// Aces Up needs a pair of aces.
    ACES_NEEDED = "OH-4CP-1.I.B";
    /// Against the dealer and the pay table at once.
    BOTH = "OH-4CP-7.I.C";
    /// From the dealer's right.
    ORDER = "OH-4CP-10.VI:a";
    /// Ante and play bring a bonus.
    BONUS_PAID = "OH-4CP-11.I.B:a";
    /// Whether or not the hand is higher than the dealer's.
    BONUS_REGARDLESS = "OH-4CP-11.I.B:b";
    /// Aces Up depends on the patron's hand alone.
    ACES_UP_BY_TABLE = "OH-4CP-11.I.C:a";
}

impl Poker for FourCardPoker {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 7,
        wagers: WAGERS,
        cards: 5,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-first",
        dealer_seen: DealerSeen::RoundVoid(by(&"OH-4CP-12.III:b")),
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: false,
        folded_last: false,
        each_collected: true,
    };

    const BONUS: Option<Bonus> = Some(Bonus { on: ANTE, award: ANTE_BONUS });

    type Options = ();

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, _: &TableConfig) -> Result<(), OpenError> {
        Ok(())
    }

    /// Ranks the best four of a patron's five cards, or of the dealer's six.
    fn rank(own: &Cards, _: &Board) -> Ranking {
        ranking(own.iter())
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        match wager {
            ACES_UP => Some(aces_up(at, terms)),
            _ => against_dealer(at),
        }
    }

    /// The row for all five cards of the patron, as a hand of five.
    fn prize(_: usize, own: &Cards, _: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (own.iter().collect::<Hand>().ranking().category() as usize, None)
    }

    fn complete(_: &mut Terms<Self>) -> Result<(), OpenError> {
        Ok(())
    }

    /// Pays three of a kind or better that was played, whatever the dealer has.
    fn bonus(at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        let (outcome, _) = at.compared?;
        let paid = terms.odds(ANTE, at.own.category() as usize)?;
        let rule = BONUS_PAID.applies()?;
        let beaten = BONUS_REGARDLESS.when(outcome != Outcome::Wins);
        Some(Verdict::win(paid.pays, Cites::one(rule).and(beaten).and(paid.rule.applies())).by_row(paid.row))
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

/// Ante and play. The dealer need not qualify, and a tie wins.
fn against_dealer(at: &Showdown) -> Option<Verdict> {
    let (outcome, cites) = at.compared?;
    Some(match outcome {
        Outcome::Loses => Verdict::of(Outcome::Loses, cites),
        _ => Verdict::win(Odds::EVEN, cites),
    })
}

/// Aces Up depends only on the patron's hand.
fn aces_up(at: &Showdown, terms: &Terms<FourCardPoker>) -> Verdict {
    let folded = FOLDS.side_wager.when(at.end == HandEnd::Folded);
    let cites = Cites::from(folded).and(ACES_UP_BY_TABLE.applies()).and(BOTH.when(at.compared.is_some()));
    let low_pair = at.own.category() == Category::Pair && at.own.top() != Some(CardRank::Ace);
    match terms.odds(ACES_UP, at.own.category() as usize).filter(|_| !low_pair) {
        Some(paid) => Verdict::win(paid.pays, cites.and(paid.rule.applies())).by_row(paid.row),
        None => Verdict::of(Outcome::Loses, cites.and(ACES_NEEDED.applies())),
    }
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// Every box may have four of a kind, or five cards of one suit in a row. Each suit holds two such rows; four
/// of all are royal. As a four-card hand that is a straight flush, which pays less than four of a kind, but
/// the progressive and envy bonuses pay more. Which is most expensive depends on the limits, so the code
/// tries every number of such hands.
fn dearest(terms: &Terms<FourCardPoker>) -> Dearest {
    let (ante, aces_up) = (terms.limits().max, terms.limits_of(ACES_UP).max);
    let alone = |row: &dyn Fn(usize) -> bool| {
        plus(terms.best_win(ANTE, ante, row), terms.best_win(ACES_UP, aces_up, row))
    };
    let four = alone(&|_| true);
    let in_a_row = alone(&|row| row != Category::FourOfAKind as usize);
    dearest_hands(terms, PROGRESSIVE, |straight_flush| {
        let side = if straight_flush { in_a_row } else { four };
        let own = plus(times(ante, 4), side);
        let for_dealers = if terms.dealer_bets { plus(ante, side) } else { Money::ZERO };
        plus(own, for_dealers)
    })
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    FourCardPoker: procedure 1,
    WAGER_IDS, CHOICES, &four::HANDS,
    Said {
        wrong_count: "a patron has not five cards, or the dealer not six",
        looked: "the dealer looked at the dealer's cards before everybody had played or folded",
        ..Said::of_dealer(&LAW)
    }
}
