//! Ohio's Let It Ride: three equal bets, three cards each and two community cards that lie face down. Before
//! each of the two is turned a patron may withdraw one bet. The remaining bets are paid by the patron's own
//! hand; there is no dealer's hand to beat.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! The rules of the linked jackpot (`OH-MLP`) complete the progressive wager. `RULING-` ids are decisions of
//! ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use super::multi_link::{multi_link, nine_kinds, sum};
use crate::common::{Verdict, plus, rules, times, together, words};
use crate::poker::three::ThreeCards;
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, CapTerms, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, Made, Miscount,
    Optional, Play, Poker, PokerTable, Prize, Question, Row, Said, Showdown, Step, Terms, Wager, Who,
    dearest_prizes, game, how_many, kinds, rows, vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Money, Rank as CardRank};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(LetItRide: "ohio", "let-it-ride", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<LetItRide>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct LetItRide;

// --------------------------------------------------------------------------------- sections 7 to 9 and 13: wagers

words! { WagerId WAGER_IDS:
    BET_1_WAGER = "bet-1";
    BET_2_WAGER = "bet-2";
    BET_3_WAGER = "bet-3";
    BONUS_WAGER = "bonus";
    THREE_CARD_WAGER = "three-card-bonus";
    PROGRESSIVE_WAGER = "progressive";
}

/// The indices of the wagers among those of a hand. This bet may be withdrawn before the first community
/// card.
pub const BET_1: usize = 0;
/// The bet that may be withdrawn before the second.
pub const BET_2: usize = 1;
/// The bet that cannot be withdrawn.
pub const BET_3: usize = 2;
/// The one-dollar wager on three of a kind or more.
pub const BONUS: usize = 3;
/// A wager on the patron's own three cards.
pub const THREE_CARD: usize = 4;
/// The wager on the linked jackpot.
pub const PROGRESSIVE: usize = 5;

const BET_ROWS: &[Row] = kinds! { "OH-LIR-13.II/T1" or "":
    RoyalFlush StraightFlush FourOfAKind FullHouse Flush Straight ThreeOfAKind TwoPairs Pair
};

const fn bet(id: WagerId) -> Wager {
    Wager {
        id,
        made: Made::Required,
        beside: SILENT,
        rows: BET_ROWS,
        weighed: &[],
        needs_board: true,
        capped: true,
        posted: SILENT,
    }
}

const WAGERS: &[Wager] = &[
    bet(BET_1_WAGER),
    bet(BET_2_WAGER),
    bet(BET_3_WAGER),
    Wager {
        id: BONUS_WAGER,
        made: Made::Prize(&Prize {
            after: by(&"OH-LIR-8.II:b"),
            amount: by(&"OH-LIR-8.II:d"),
            amount_name: "one-dollar-only",
            late: LAW.seats.no_late_wager,
            stays: LAW.seats.no_withdrawal,
            cards: SILENT,
            paid: [SILENT; 2],
            lost: SILENT,
            not_for_dealers: SILENT,
            scales: SILENT,
            folded: None,
            outlives_fold: SILENT,
            not_returned: SILENT,
            link: None,
        }),
        beside: by(&"OH-LIR-8.II:a"),
        rows: kinds! { "OH-LIR-13.IV/T1" or "bonus-":
            RoyalFlush StraightFlush FourOfAKind FullHouse Flush Straight ThreeOfAKind
        },
        weighed: &[],
        needs_board: true,
        capped: false,
        posted: SILENT,
    },
    Wager {
        id: THREE_CARD_WAGER,
        made: Made::Optional(Optional::after(by(&"OH-LIR-9.II:b"))),
        beside: by(&"OH-LIR-9.II:a"),
        rows: rows! { "OH-LIR-13.V/T1":
            ThreeCards::MiniRoyal => "mini-royal" or "three-card-mini-royal-pays",
            ThreeCards::StraightFlush => "straight-flush" or "three-card-straight-flush-pays",
            ThreeCards::ThreeOfAKind => "three-of-a-kind" or "three-card-three-of-a-kind-pays",
            ThreeCards::Straight => "straight" or "three-card-straight-pays",
            ThreeCards::Flush => "flush" or "three-card-flush-pays",
            ThreeCards::Pair => "pair" or "three-card-pair-pays",
        },
        weighed: &[],
        needs_board: false,
        capped: false,
        posted: SILENT,
    },
    multi_link!("OH-LIR-15", "RULING-LIR-15", folded: None, envy: SILENT),
];

// ------------------------------------------------------------------------------ sections 10 to 12: the course of play

words! { ChoiceId CHOICES:
    WITHDRAW = "withdraw";
    LET_IT_RIDE = "let-it-ride";
}

const FIRST_BET: Question = Question {
    phase: "first-bet",
    of: Who::StillIn,
    asked: by(&"OH-LIR-12.II"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        Choice { id: LET_IT_RIDE, does: Does::Nothing, by: by(&"OH-LIR-12.II.A") },
        Choice { id: WITHDRAW, does: Does::Withdraw(BET_1, MAY_BE_WITHDRAWN), by: by(&"OH-LIR-12.II.B") },
    ],
    refused: &[],
    silence: 0,
};

const SECOND_BET: Question = Question {
    phase: "second-bet",
    of: Who::StillIn,
    asked: by(&"OH-LIR-12.IV:a"),
    asked_too: by(&"OH-LIR-12.IV:b"),
    not_again: SILENT,
    choices: &[
        Choice { id: LET_IT_RIDE, does: Does::Nothing, by: by(&"OH-LIR-12.IV.A") },
        Choice { id: WITHDRAW, does: Does::Withdraw(BET_2, MAY_BE_WITHDRAWN), by: by(&"OH-LIR-12.IV.B") },
    ],
    refused: &[],
    silence: 0,
};

const MAY_BE_WITHDRAWN: Clause = by(&"OH-LIR-7.IV:c");

const FROM_HAND: Course = Course {
    deal: &[
        Deal::patrons(by(&"OH-LIR-10.II.A")),
        Deal::board(1, by(&"OH-LIR-10.II.B")),
        Deal::patrons(by(&"OH-LIR-10.II.C")),
        Deal::board(1, by(&"OH-LIR-10.II.D")),
        Deal::patrons(by(&"OH-LIR-10.II.E")),
    ],
    steps: &[
        Step::StubAway,
        Step::Ask(&FIRST_BET),
        Step::TurnBoard(1, by(&"OH-LIR-12.III:a")),
        Step::Ask(&SECOND_BET),
        Step::TurnBoard(2, by(&"OH-LIR-12.V:a")),
    ],
    folds: NOBODY_FOLDS,
};

/// The last stack of the shoe has three cards; the one to the dealer's left goes to the rack.
const FROM_SHOE: Course = Course {
    deal: &[
        Deal::stacks(3, by(&"OH-LIR-11.II:a"), by(&"OH-LIR-11.II:b")),
        Deal::board(2, by(&"OH-LIR-11.II:c")),
    ],
    steps: &[
        Step::Burn(by(&"OH-LIR-11.II:e")),
        Step::StubAway,
        Step::Ask(&FIRST_BET),
        Step::TurnBoard(1, by(&"OH-LIR-12.III:a")),
        Step::Ask(&SECOND_BET),
        Step::TurnBoard(2, by(&"OH-LIR-12.V:a")),
    ],
    folds: NOBODY_FOLDS,
};

const NOBODY_FOLDS: law::Folds =
    law::Folds { keeps_side_wager: SILENT, side_wager: SILENT, collected: SILENT };

// ----------------------------------------------------------------------------------------------------------- the law

/// A hand of none of the nine kinds is named by its high card, which no paragraph covers.
const KINDS: [(Category, Clause); 10] =
    together(&[&nine_kinds!("OH-LIR-6.II"), &[(Category::HighCard, SILENT)]]);

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-LIR-5.I:a"),
        after_round: by(&"OH-LIR-5.I:b"),
        count_again: by(&"OH-LIR-5.II:a"),
        supervisor_looks: by(&"OH-LIR-5.II:b"),
        count_removes: SILENT,
        after_shuffle: SILENT,
        no_cut_after_device: by(&"OH-LIR-5.III.A"),
        cut_after_hand: by(&"OH-LIR-5.III.B"),
        dealer_cuts: by(&"OH-LIR-5.IV"),
        cut_depth: by(&"OH-LIR-5.IV.A.2"),
        cut_to_bottom: by(&"OH-LIR-5.IV.A.3"),
        deal_after_cut: by(&"OH-LIR-5.IV.B"),
        cut_again: by(&"OH-LIR-5.V"),
        idle_spread: by(&"OH-LIR-5.VI:a"),
        jam_by_hand: by(&"OH-LIR-3.II.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-LIR-12.V.A:b"),
        ace_high: by(&"OH-LIR-6.I:a"),
        ace_low: by(&"OH-LIR-6.I:b"),
        wild: &[],
        described: &KINDS,
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-LIR-7.I"),
        before_deal: by(&"OH-LIR-7.III:a"),
        no_late_wager: by(&"OH-LIR-7.III:b"),
        no_withdrawal: by(&"OH-LIR-7.III:c"),
        takes_part: by(&"OH-LIR-7.IV:a"),
        equal: by(&"OH-LIR-7.IV:b"),
        seated_only: by(&"OH-LIR-7.II:a"),
        stay_seated: by(&"OH-LIR-7.II:b"),
        one_box: by(&"OH-LIR-7.V"),
        abandoned: by(&"OH-LIR-7.II:c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-LIR-10.I"),
        back_up: by(&"OH-LIR-10.II:a"),
        from_left: by(&"OH-LIR-10.II:b"),
        from_shoe: by(&"OH-LIR-11.I"),
        hand_closes: by(&"OH-LIR-10.I.B:a"),
        shoe_closes: by(&"OH-LIR-11.I.B:a"),
        examine: by(&"OH-LIR-12.I"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: by(&"OH-LIR-10.III"),
        stub_from_shoe: by(&"OH-LIR-11.III:b"),
        hand_wrong_count: by(&"OH-LIR-10.IV:a"),
        hand_wrong_deck: by(&"OH-LIR-10.IV:b"),
        shoe_wrong_count: by(&"OH-LIR-11.IV:a"),
        shoe_wrong_deck: by(&"OH-LIR-11.IV:b"),
    },
    ending: law::Ending {
        dealer_turns: SILENT,
        dealer_announces: SILENT,
        patron_turns: by(&"OH-LIR-12.V.A:a"),
        patron_announced: by(&"OH-LIR-12.V.B:a"),
        one_at_a_time: by(&"OH-LIR-12.V.C:a"),
        collected: by(&"OH-LIR-12.V.D"),
        collected_after_side_wager: by(&"OH-LIR-12.V.D"),
        picked_up: by(&"OH-LIR-12.VI"),
    },
    compare: law::Compare {
        higher_wins: SILENT,
        lower_loses: SILENT,
        tie: SILENT,
        categories: SILENT,
        higher_card: SILENT,
        same_rank: SILENT,
    },
    cap: law::Cap {
        fixed: by(&"OH-LIR-13.III:b"),
        minimum_round: by(&"OH-LIR-13.III:c"),
        side_wagers_apart: by(&"OH-LIR-13.III:e"),
        counts: by(&"RULING-LIR-12"),
    },
    mishaps: law::Mishaps {
        dealer_exposed: SILENT,
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"OH-LIR-14.I"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-LIR-14.II:a"),
        wrong_count_shuffle: by(&"OH-LIR-14.II:b"),
        shuffler_jam: by(&"OH-LIR-14.III"),
        shoe_jam: by(&"OH-LIR-14.IV:a"),
        shoe_jam_shuffle: by(&"OH-LIR-14.IV:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-LIR-1"),
        stray_exposed: by(&"RULING-LIR-2"),
        foreign_card: by(&"RULING-LIR-3"),
        floor_rules: by(&"RULING-LIR-4"),
        patron_card_shown: by(&"RULING-LIR-5"),
        burn_shown: by(&"RULING-LIR-6"),
        board_card: by(&"RULING-LIR-7"),
        dealer_late: by(&"RULING-LIR-25"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-LIR-21"),
        deserted: SILENT,
        unforeseen: by(&"RULING-LIR-25"),
        dealer_bet: by(&"RULING-LIR-24:a"),
        dealer_bet_beside_own: by(&"RULING-LIR-24:b"),
        dealer_bet_follows: by(&"RULING-LIR-24:c"),
    },
};

// ----------------------------------------------------------------------- sections 12.V to 13: who is paid, and how much

rules! {
    /// Three cards that are none of these hands lose the wager on them; they rank as they are paid (ruling 10).
    THREE_HANDS = "OH-LIR-6.III";
    /// Ace, king and queen of one suit.
    MINI_ROYAL = "OH-LIR-6.III.A";
    /// Three of one suit in a row below that, down to three high.
    THREE_STRAIGHT_FLUSH = "OH-LIR-6.III.B";
    /// Three of one suit that make no run.
    THREE_FLUSH = "OH-LIR-6.III.C";
    /// Three in a row of several suits, the ace at either end and never between king and two.
    THREE_STRAIGHT = "OH-LIR-6.III.D";
    /// Three of one rank.
    THREE_OF_A_KIND = "OH-LIR-6.III.E";
    /// Two of one rank.
    THREE_PAIR = "OH-LIR-6.III.F";
    /// The bonus loses with less than three of a kind.
    BONUS_NEEDS_THREE = "OH-LIR-8.I:b";
    /// A winning bonus is paid by the amounts of 13.IV.
    BONUS_PAID = "OH-LIR-8.III";
    /// It is decided by the five cards alone, whatever became of the other wagers.
    BONUS_ALONE = "OH-LIR-8.IV";
    /// The Three Card Bonus loses with less than a pair.
    THREE_NEEDS_PAIR = "OH-LIR-9.I:b";
    /// A winning one is paid by the odds of 13.V.
    THREE_PAID = "OH-LIR-9.III";
    /// It is decided by the patron's own three cards alone, whatever became of the other wagers.
    THREE_ALONE = "OH-LIR-9.IV";
    /// Settlement runs from the dealer's right.
    ORDER = "OH-LIR-12.V:b";
    /// Below a pair of tens bets 1 to 3 lose.
    BELOW_TENS = "OH-LIR-12.V.B:b";
    /// What lost is collected first.
    COLLECTED = "OH-LIR-12.V.C:b";
    /// Then what won is paid.
    PAID_THEN = "OH-LIR-12.V.C:c";
    /// Bets 1 to 3 are paid by the table below.
    BETS_PAID = "OH-LIR-13.II:a";
    /// What one hand wins on its three bets is cut at the amount that the casino has set; a lower one than the
    /// paragraph allows is refused in a table file.
    LIMIT_SET = "OH-LIR-13.III:a";
    /// Nothing: the chip is lost.
    BONUS_TWO_PAIRS = "OH-LIR-13.IV/T1:two-pairs";
    /// Nothing: the chip is lost.
    BONUS_PAIR = "OH-LIR-13.IV/T1:pair";
    /// What is paid is paid for the dollar, which stays in the tray.
    DOLLAR_KEPT = "RULING-LIR-11";
}

impl Poker for LetItRide {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 7,
        wagers: WAGERS,
        cards: 3,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "three-bets-first",
        dealer_seen: DealerSeen::NoDealer,
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: true,
        folded_last: false,
        each_collected: false,
    };

    /// The limit on what one hand wins on its bets, in whole dollars, if the house has one.
    type Options = Option<String>;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<Option<String>, OpenError> {
        let limited = config.option("payout-limited") == "yes";
        Ok(limited.then(|| config.option("payout-limit").to_owned()))
    }

    /// Ranks the three cards of the patron with both community cards.
    fn rank(own: &Cards, board: &Board) -> Ranking {
        own.iter().fold(board.all, Hand::with).ranking()
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        Some(match wager {
            BONUS => bonus(at, terms),
            THREE_CARD => three_card(at, terms),
            _ => bet_verdict(wager, at, terms),
        })
    }

    fn prize(_: usize, own: &Cards, board: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (Self::rank(own, board).category() as usize, None)
    }

    /// The limit is three of the smallest bets on a royal flush, or what the house has set, whichever is
    /// more.
    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError> {
        let Some(limit) = terms.options.clone() else { return Ok(()) };
        terms.cap_at(&limit, times(terms.best_win(BET_1, terms.limits().min, |_| true), 3))?;
        if let Some(CapTerms { rule, .. }) = &mut terms.cap
            && LAW.cap.fixed.is(*rule)
            && limit != "50000"
        {
            *rule = LIMIT_SET;
        }
        Ok(())
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

fn won(cites: Cites) -> Cites {
    Cites::from(PAID_THEN.applies()).and_all(cites)
}

fn lost(cites: Cites) -> Verdict {
    Verdict::of(Outcome::Loses, Cites::from(COLLECTED.applies()).and_all(cites))
}

/// A bet wins from a pair of tens upwards.
fn bet_verdict(wager: usize, at: &Showdown, terms: &Terms<LetItRide>) -> Verdict {
    let below = (at.own.category(), at.own.top()) < (Category::Pair, Some(CardRank::Ten));
    if let Some(rule) = BELOW_TENS.when(below) {
        return lost(rule.into());
    }
    match terms.odds(wager, at.own.category() as usize) {
        Some(paid) => {
            let cites = Cites::from(BETS_PAID.applies()).and(paid.rule.applies());
            Verdict::win(paid.pays, won(cites)).by_row(paid.row)
        }
        None => lost(Cites::NONE),
    }
}

/// The one-dollar wager on three of a kind or more; the dollar is never returned.
fn bonus(at: &Showdown, terms: &Terms<LetItRide>) -> Verdict {
    let alone = Cites::from(BONUS_ALONE.applies());
    let row = terms.wagers[BONUS].as_ref().and_then(|offered| offered.pays[at.own.category() as usize]);
    if let Some(row) = row {
        let cites = won(alone.and(BONUS_PAID.applies()).and(row.rule.applies()).and(DOLLAR_KEPT.applies()));
        return Verdict::of(Outcome::Wins, cites).by_row(row.row);
    }
    let tens = at.own.category() == Category::Pair && at.own.top() >= Some(CardRank::Ten);
    let cites = alone
        .and(BONUS_NEEDS_THREE.applies())
        .and(BONUS_TWO_PAIRS.when(at.own.category() == Category::TwoPairs))
        .and(BONUS_PAIR.when(tens));
    lost(cites)
}

/// The kinds of three-card hands with their descriptions, from the highest down.
const THREE_KINDS: [(ThreeCards, Rule); 6] = [
    (ThreeCards::MiniRoyal, MINI_ROYAL),
    (ThreeCards::StraightFlush, THREE_STRAIGHT_FLUSH),
    (ThreeCards::ThreeOfAKind, THREE_OF_A_KIND),
    (ThreeCards::Straight, THREE_STRAIGHT),
    (ThreeCards::Flush, THREE_FLUSH),
    (ThreeCards::Pair, THREE_PAIR),
];

/// The wager on the patron's own three cards.
fn three_card(at: &Showdown, terms: &Terms<LetItRide>) -> Verdict {
    let alone = Cites::from(THREE_ALONE.applies());
    let cards = at.cards.first::<3>();
    let is = |kind: ThreeCards| cards.is_some_and(|cards| kind.describes(cards));
    let described = THREE_KINDS.iter().find_map(|(kind, rule)| Some((*kind, rule.when(is(*kind))?)));
    let hand = described.map_or(ThreeCards::HighCard, |(kind, _)| kind);
    let described = described.map(|(_, rule)| rule);
    match terms.odds(THREE_CARD, hand as usize) {
        Some(paid) => {
            let cites = alone.and(THREE_PAID.applies()).and(described).and(paid.rule.applies());
            Verdict::win(paid.pays, won(cites)).by_row(paid.row)
        }
        None => lost(alone.and(THREE_NEEDS_PAIR.applies()).and(THREE_HANDS.applies())),
    }
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// All hands share two community cards. A straight flush needs both of them and three more of the suit; the
/// ranks of two such hands overlap only in those two, so there are at most two such hands, and at most one of
/// them is royal. Four of a kind needs three cards of the rank of a community card, so at most two hands have
/// it. The others have at most a full house. Ace, king and queen of one suit exist four times.
fn dearest(terms: &Terms<LetItRide>) -> Dearest {
    let ladder =
        [Category::RoyalFlush, Category::StraightFlush, Category::FourOfAKind, Category::FourOfAKind];
    let hand_at = |at: usize| *ladder.get(at).unwrap_or(&Category::FullHouse);
    let boxes = 0..usize::from(terms.boxes);
    let row_of = |wager, stake, at| terms.best_win(wager, stake, |row| row <= hand_at(at) as usize);
    let bets: Vec<Money> = boxes.clone().map(|at| times(row_of(BET_1, terms.limits().max, at), 3)).collect();
    let most = terms.cap.map(|cap| cap.most);
    let counted = |paid: &Money| most.map_or(*paid, |most| *paid.min(&most));
    let stake = terms.limits_of(THREE_CARD).max;
    let three_at = |at| {
        let best = if at < 4 { ThreeCards::MiniRoyal } else { ThreeCards::StraightFlush };
        terms.best_win(THREE_CARD, stake, |row| row <= best as usize)
    };
    let three = sum(boxes.clone().map(three_at));
    let bonus = sum(boxes.clone().map(|at| row_of(BONUS, Money::ZERO, at)));
    let for_dealers = if terms.dealer_bets { plus(sum(bets.clone()), three) } else { Money::ZERO };
    let hands: Vec<usize> = boxes.map(|at| hand_at(at) as usize).collect();
    let linked = dearest_prizes(terms, PROGRESSIVE, &hands);
    let cut = how_many(bets.iter().filter(|paid| most.is_some_and(|most| **paid > most)));
    let own = sum(bets.iter().map(counted));
    Dearest {
        pays: [three, bonus, for_dealers, linked].into_iter().fold(own, plus),
        cut,
        drawn: 2,
        envied: 2 * u32::from(terms.boxes.saturating_sub(1)),
    }
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    LetItRide: procedure 3,
    WAGER_IDS, CHOICES, &Category::HANDS,
    Said {
        wrong_count: "a patron or the middle of the table has a wrong number of cards",
        looked: "the dealer looked at a community card before its time",
        wins: by(&"OH-LIR-12.V.C:c"),
        loses: by(&"OH-LIR-12.V.B:b"),
        ..Said::of_dealer(&LAW)
    }
}
