//! Ohio's Texas Hold 'Em Bonus: two cards each and five in the middle. The patron makes a flop wager or folds
//! before the flop, and may make a further wager before the turn and before the river. The bonus depends on
//! the two cards alone.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! The rules of the linked jackpot (`OH-MLP`) complete the progressive wager. `RULING-` ids are decisions of
//! ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use super::multi_link::{dearest_with_flop, multi_link, nine_kinds};
use crate::common::{PayRow, Verdict, plus, rules, times, words};
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, HandEnd, Least, Made, Miscount,
    Optional, Play, Poker, PokerTable, Question, Said, Showdown, Step, Terms, Wager, Weighed, Who, game,
    how_many, rows, vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, RowId, Rule, Vocabulary, WagerId};
use felt::{Money, Odds, Pay, Rank as CardRank};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(TexasHoldemBonus: "ohio", "texas-holdem-bonus", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<TexasHoldemBonus>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct TexasHoldemBonus;

// ----------------------------------------------------------------------------------------- sections 7 and 11: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    FLOP_WAGER = "flop";
    TURN_WAGER = "turn";
    RIVER_WAGER = "river";
    BONUS_WAGER = "bonus";
    PROGRESSIVE_WAGER = "progressive";
}

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The wager of twice the ante, before the flop.
pub const FLOP: usize = 1;
/// The wager before the turn.
pub const TURN: usize = 2;
/// The wager before the river.
pub const RIVER: usize = 3;
/// The side wager on the two cards.
pub const BONUS: usize = 4;
/// The wager on the linked jackpot.
pub const PROGRESSIVE: usize = 5;

const fn against_dealer(id: WagerId, made: Made) -> Wager {
    Wager {
        id,
        made,
        beside: SILENT,
        rows: &[],
        weighed: &[],
        needs_board: true,
        capped: true,
        posted: SILENT,
    }
}

const WAGERS: &[Wager] = &[
    Wager {
        weighed: &[Weighed {
            rule: ANTE_NEEDS_STRAIGHT,
            of_dealer: false,
            below: Least::Kind(Category::Straight),
            if_won: true,
        }],
        ..against_dealer(ANTE_WAGER, Made::Required)
    },
    against_dealer(FLOP_WAGER, Made::Raise(by(&"OH-THB-7.IV"))),
    against_dealer(TURN_WAGER, Made::Raise(by(&"OH-THB-7.IV"))),
    against_dealer(RIVER_WAGER, Made::Raise(by(&"OH-THB-7.IV"))),
    Wager {
        id: BONUS_WAGER,
        made: Made::Optional(Optional::after(by(&"OH-THB-7.III:b"))),
        beside: by(&"OH-THB-7.III:a"),
        rows: rows! { "OH-THB-11.III/T1":
            TwoCards::Aces => "aces" or "aces-pays",
            TwoCards::AceKingSuited => "ace-king-suited" or "ace-king-suited-pays",
            TwoCards::AceQueenJackSuited => "ace-queen-jack-suited" or "ace-queen-jack-suited-pays",
            TwoCards::AceKing => "ace-king" or "ace-king-pays",
            TwoCards::KingsToJacks => "kings-to-jacks" or "kings-to-jacks-pays",
            TwoCards::AceQueenJack => "ace-queen-jack" or "ace-queen-jack-pays",
            TwoCards::TensToTwos => "tens-to-twos" or "tens-to-twos-pays",
        },
        weighed: &[],
        needs_board: false,
        capped: true,
        posted: SILENT,
    },
    multi_link!("OH-THB-13", "RULING-THB-16", folded: Some(by(&"OH-MLP-6.III:b")), envy: by(&"OH-MLP-6.III:c")),
];

/// The kinds of two cards that the bonus is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TwoCards {
    /// A pair of aces.
    Aces,
    /// Ace and king of one suit.
    AceKingSuited,
    /// Ace with queen or jack of its suit.
    AceQueenJackSuited,
    /// Ace and king of two suits.
    AceKing,
    /// A pair of kings, queens or jacks.
    KingsToJacks,
    /// Ace with queen or jack of another suit.
    AceQueenJack,
    /// A pair of tens or lower.
    TensToTwos,
    /// Aces against the dealer's aces, if the table has that row.
    BothAces,
    /// Any other two cards.
    Nothing,
}

impl TwoCards {
    fn of(cards: &Cards) -> TwoCards {
        let Some([one, other]) = cards.first().filter(|[one, other]| one != other) else {
            // The same card twice counts once.
            return TwoCards::Nothing;
        };
        let (high, low) = (one.rank().max(other.rank()), one.rank().min(other.rank()));
        let suited = one.suit() == other.suit();
        match (high, low) {
            (Some(CardRank::Ace), Some(CardRank::Ace)) => TwoCards::Aces,
            (Some(CardRank::Ace), Some(CardRank::King)) if suited => TwoCards::AceKingSuited,
            (Some(CardRank::Ace), Some(CardRank::King)) => TwoCards::AceKing,
            (Some(CardRank::Ace), Some(CardRank::Queen | CardRank::Jack)) if suited => {
                TwoCards::AceQueenJackSuited
            }
            (Some(CardRank::Ace), Some(CardRank::Queen | CardRank::Jack)) => TwoCards::AceQueenJack,
            (Some(high), Some(low)) if high == low && high >= CardRank::Jack => TwoCards::KingsToJacks,
            (Some(high), Some(low)) if high == low => TwoCards::TensToTwos,
            _ => TwoCards::Nothing,
        }
    }
}

// --------------------------------------------------------------------------------- sections 8 to 10: the course of play

words! { ChoiceId CHOICES:
    CHECK = "check";
    RAISE = "play";
    FOLD = "fold";
}

const fn raise(wager: usize, times: u8, amount: law::Clause, clause: law::Clause) -> Choice {
    Choice { id: RAISE, does: Does::Raise { wager, times: (times, times), amount }, by: clause }
}

const BEFORE_FLOP: Question = Question {
    phase: "before-flop",
    of: Who::Undecided,
    asked: by(&"OH-THB-10.I:b"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        raise(FLOP, 2, by(&"OH-THB-10.I:c"), by(&"OH-THB-10.I.A")),
        Choice { id: FOLD, does: Does::Fold, by: by(&"OH-THB-10.I.B") },
    ],
    refused: &[(CHECK, by(&"OH-THB-10.I:c"), "check-too-early")],
    silence: 1,
};

const BEFORE_TURN: Question = Question {
    phase: "before-turn",
    of: Who::StillIn,
    asked: by(&"OH-THB-10.III:a"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        raise(TURN, 1, by(&"OH-THB-10.III:b"), by(&"OH-THB-10.III:c")),
        Choice { id: CHECK, does: Does::Nothing, by: by(&"OH-THB-10.III:d") },
    ],
    refused: &[(FOLD, by(&"OH-THB-10.III:b"), "fold-too-late")],
    silence: 1,
};

const BEFORE_RIVER: Question = Question {
    phase: "before-river",
    of: Who::StillIn,
    asked: by(&"OH-THB-10.V:a"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        raise(RIVER, 1, by(&"OH-THB-10.V:b"), by(&"OH-THB-10.V:c")),
        Choice { id: CHECK, does: Does::Nothing, by: by(&"OH-THB-10.V:d") },
    ],
    refused: &[(FOLD, by(&"OH-THB-10.V:b"), "fold-too-late")],
    silence: 1,
};

const STEPS: &[Step] = &[
    Step::Ask(&BEFORE_FLOP),
    Step::Burn(by(&"OH-THB-10.II:a")),
    Step::Board(3, by(&"OH-THB-10.II:b")),
    Step::Ask(&BEFORE_TURN),
    Step::Burn(by(&"OH-THB-10.IV:a")),
    Step::Board(4, by(&"OH-THB-10.IV:b")),
    Step::Ask(&BEFORE_RIVER),
    Step::Burn(by(&"OH-THB-10.VI:a")),
    Step::Board(5, by(&"OH-THB-10.VI:b")),
    Step::StubAway,
    Step::DealerTurns(SILENT),
];

const FOLDS: law::Folds = law::Folds {
    keeps_side_wager: by(&"OH-THB-10.I.B.1:a"),
    side_wager: by(&"OH-THB-10.I.B.1:b"),
    collected: by(&"OH-THB-10.I.B.2"),
};

const FROM_HAND: Course = Course {
    deal: &[
        Deal::patrons(by(&"OH-THB-8.II.A")),
        Deal::dealer(1, by(&"OH-THB-8.II.B")),
        Deal::patrons(by(&"OH-THB-8.II.C")),
        Deal::dealer(1, by(&"OH-THB-8.II.D")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

const FROM_SHOE: Course = Course {
    deal: &[
        Deal::stacks(2, by(&"OH-THB-9.II:a"), by(&"OH-THB-9.II:b")),
        Deal::dealer(2, by(&"OH-THB-9.II:c")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

// ----------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-THB-5.I:a"),
        after_round: by(&"OH-THB-5.I:b"),
        count_again: by(&"OH-THB-5.II:a"),
        supervisor_looks: by(&"OH-THB-5.II:b"),
        count_removes: SILENT,
        after_shuffle: by(&"OH-THB-5.III"),
        no_cut_after_device: by(&"OH-THB-5.III.A"),
        cut_after_hand: by(&"OH-THB-5.III.B"),
        dealer_cuts: by(&"OH-THB-5.IV"),
        cut_depth: by(&"OH-THB-5.IV.C"),
        cut_to_bottom: by(&"OH-THB-5.IV.D"),
        deal_after_cut: by(&"OH-THB-5.V"),
        cut_again: by(&"OH-THB-5.VI"),
        idle_spread: by(&"OH-THB-5.VII:a"),
        jam_by_hand: by(&"OH-THB-3.II.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-THB-1.I.G"),
        ace_high: by(&"OH-THB-6.I:a"),
        ace_low: by(&"OH-THB-6.I:b"),
        wild: &[],
        described: &nine_kinds!("OH-THB-6.II"),
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-THB-7.I"),
        before_deal: by(&"OH-THB-7.II:a"),
        no_late_wager: by(&"OH-THB-7.II:b"),
        no_withdrawal: by(&"OH-THB-7.II:c"),
        takes_part: by(&"RULING-THB-19"),
        equal: SILENT,
        seated_only: by(&"OH-THB-7.V:a"),
        stay_seated: by(&"OH-THB-7.V:b"),
        one_box: by(&"OH-THB-7.VI"),
        abandoned: by(&"OH-THB-7.V:c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-THB-8.I"),
        back_up: by(&"OH-THB-8.I.B"),
        from_left: by(&"OH-THB-8.II"),
        from_shoe: by(&"OH-THB-9.I"),
        hand_closes: SILENT,
        shoe_closes: SILENT,
        examine: by(&"OH-THB-10.I:a"),
        burn_unseen: by(&"OH-THB-1.I.B"),
        stub: SILENT,
        stub_from_hand: by(&"OH-THB-8.III"),
        stub_from_shoe: by(&"OH-THB-9.III:c"),
        hand_wrong_count: by(&"OH-THB-8.IV:a"),
        hand_wrong_deck: by(&"OH-THB-8.IV:b"),
        shoe_wrong_count: by(&"OH-THB-9.IV:a"),
        shoe_wrong_deck: by(&"OH-THB-9.IV:b"),
    },
    ending: law::Ending {
        dealer_turns: by(&"OH-THB-10.VII:a"),
        dealer_announces: by(&"OH-THB-10.VII:b"),
        patron_turns: by(&"OH-THB-10.VIII:b"),
        patron_announced: by(&"OH-THB-10.VIII:c"),
        one_at_a_time: SILENT,
        collected: by(&"OH-THB-10.VIII:d"),
        collected_after_side_wager: by(&"OH-THB-10.VIII.D:d"),
        picked_up: by(&"OH-THB-10.VIII.D.1"),
    },
    compare: law::Compare {
        higher_wins: by(&"OH-THB-10.VIII.B:a"),
        lower_loses: by(&"OH-THB-10.VIII.A"),
        tie: by(&"OH-THB-10.VIII.C"),
        categories: by(&"OH-THB-6.II"),
        higher_card: by(&"OH-THB-6.III:a"),
        same_rank: by(&"OH-THB-6.III:b"),
    },
    cap: law::Cap {
        fixed: by(&"OH-THB-11.V:a"),
        minimum_round: by(&"OH-THB-11.V:b"),
        side_wagers_apart: SILENT,
        counts: by(&"RULING-THB-13"),
    },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"OH-THB-12.I:a"),
        board_for_side_wagers: by(&"RULING-THB-9"),
        void_side_wager: by(&"OH-THB-12.I:b"),
        used_as_next: by(&"OH-THB-12.II"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-THB-12.III:a"),
        wrong_count_shuffle: by(&"OH-THB-12.III:b"),
        shuffler_jam: by(&"OH-THB-12.IV"),
        shoe_jam: by(&"OH-THB-12.V:a"),
        shoe_jam_shuffle: by(&"OH-THB-12.V:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-THB-1"),
        stray_exposed: by(&"RULING-THB-2"),
        foreign_card: by(&"RULING-THB-3"),
        floor_rules: by(&"RULING-THB-4"),
        patron_card_shown: by(&"RULING-THB-5"),
        burn_shown: by(&"RULING-THB-6"),
        board_card: by(&"RULING-THB-7"),
        dealer_late: by(&"RULING-THB-8"),
        void_progressive: by(&"RULING-THB-9"),
        folds_stand: by(&"RULING-THB-12"),
        count_until_over: by(&"RULING-THB-24"),
        deserted: by(&"RULING-THB-20"),
        unforeseen: by(&"RULING-THB-28"),
        dealer_bet: by(&"RULING-THB-27:a"),
        dealer_bet_beside_own: by(&"RULING-THB-27:b"),
        dealer_bet_follows: by(&"RULING-THB-27:c"),
    },
};

// ---------------------------------------------------------------------- sections 10.VIII to 11: who is paid, and how much

rules! {
    /// As the layout promises, a winning ante is paid with a straight or better and otherwise only given back.
    POSTED_ANTE = "OH-THB-2.I.G";
    /// It stands apart from every other wager: two cards decide it and nothing else.
    BONUS_ALONE = "OH-THB-7.III:d";
    /// Settlement runs from the dealer's right, over those with a flop wager.
    ORDER = "OH-THB-10.VIII:a";
    /// But the ante is paid with a straight or better only.
    ANTE_NEEDS_STRAIGHT = "OH-THB-10.VIII.B:b";
    /// The bonus is settled after the patron's other wagers.
    BONUS_AFTER_REST = "OH-THB-10.VIII.D:a";
    /// Two cards that the pay table does not have lose it.
    BONUS_NEEDS_ROW = "OH-THB-10.VIII.D:b";
    /// A winning one is paid even where the others lost.
    BONUS_REGARDLESS = "OH-THB-10.VIII.D:c";
    /// The ante is paid even.
    ANTE_EVEN = "OH-THB-11.II:a";
    /// Flop, turn and river wagers are paid even.
    RAISE_EVEN = "OH-THB-11.II:b";
    /// Where the house offers it, aces against the dealer's aces are paid by it.
    BOTH_ACES = "OH-THB-11.IV:a";
    /// An ante that is not paid goes back.
    ANTE_GOES_BACK = "RULING-THB-11";
    /// That line stands in the place of the one for aces.
    BOTH_ACES_INSTEAD = "RULING-THB-29";
}

impl Poker for TexasHoldemBonus {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 6,
        wagers: WAGERS,
        cards: 2,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-first",
        dealer_seen: DealerSeen::HandsVoid,
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: false,
        folded_last: true,
        each_collected: false,
    };

    /// The odds for aces against the dealer's aces, if the table has that row.
    type Options = Option<Odds>;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<Option<Odds>, OpenError> {
        let value = config.option("both-aces-pays");
        let wrong = |_| OpenError(format!("both-aces-pays cannot be \"{value}\""));
        match config.option("both-aces") {
            "offered" => value.parse().map(Some).map_err(wrong),
            _ => Ok(None),
        }
    }

    /// Ranks the best five of the patron's or the dealer's two cards and the board.
    fn rank(own: &Cards, board: &Board) -> Ranking {
        own.iter().fold(board.all, Hand::with).ranking()
    }

    fn order(dealer: Option<Ranking>) -> Option<Rule> {
        ORDER.when(dealer.is_some())
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        if wager == BONUS {
            return Some(bonus(at, terms));
        }
        let (outcome, cites) = at.compared?;
        let below = at.own.category() < Category::Straight;
        let won = outcome == Outcome::Wins;
        if let Some(rule) = ANTE_NEEDS_STRAIGHT.when(wager == ANTE && won && below) {
            let cites = cites.and(rule).and(POSTED_ANTE.applies()).and(ANTE_GOES_BACK.applies());
            return Some(Verdict::of(Outcome::Pushes, cites));
        }
        let even = if wager == ANTE { ANTE_EVEN } else { RAISE_EVEN };
        Some(match won {
            true => Verdict::win(Odds::EVEN, cites.and(even.applies())),
            false => Verdict::of(outcome, cites),
        })
    }

    /// The row for the patron's two cards and the flop.
    fn prize(_: usize, own: &Cards, board: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (own.iter().fold(board.flop, Hand::with).ranking().category() as usize, None)
    }

    /// With the smallest wagers, ante, flop, turn and river win five antes together.
    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError> {
        if let (Some(odds), Some(bonus)) = (terms.options, &mut terms.wagers[BONUS]) {
            let row = RowId::new(&"both-aces");
            bonus.pays[TwoCards::BothAces as usize] =
                Some(PayRow { pays: Pay::Odds(odds), row, rule: BOTH_ACES });
        }
        let side = terms.best_win(BONUS, terms.limits_of(BONUS).min, |_| true);
        terms.cap_at("50000", times(terms.limits().min, 5) + side)
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

/// The bonus depends on the patron's two cards, and on the dealer's aces if the table has a row for them.
fn bonus(at: &Showdown, terms: &Terms<TexasHoldemBonus>) -> Verdict {
    let moment = (LAW.mishaps.void_side_wager.when(at.end == HandEnd::Void))
        .or_else(|| FOLDS.side_wager.when(at.end == HandEnd::Folded))
        .or_else(|| BONUS_AFTER_REST.applies());
    let cites = Cites::from(moment).and(BONUS_ALONE.applies());
    let own = TwoCards::of(&at.cards);
    let dealer_too = own == TwoCards::Aces && TwoCards::of(&at.dealer_cards) == TwoCards::Aces;
    let both =
        terms.odds(BONUS, TwoCards::BothAces as usize).filter(|_| dealer_too && at.end != HandEnd::Void);
    let beaten = matches!(at.end, HandEnd::NotWon | HandEnd::Folded);
    let cites_of = |rule: Rule| cites.and(rule.applies()).and(BONUS_REGARDLESS.when(beaten));
    match (both, terms.odds(BONUS, own as usize)) {
        // This row is in no pay table.
        (Some(both), _) => Verdict::win(both.pays, cites_of(both.rule).and(BOTH_ACES_INSTEAD.applies())),
        (None, Some(paid)) => Verdict::win(paid.pays, cites_of(paid.rule)).by_row(paid.row),
        (None, None) => Verdict::of(Outcome::Loses, cites.and(BONUS_NEEDS_ROW.applies())),
    }
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// Every hand may beat the dealer's with a straight, so all five antes win in every box. There are four aces:
/// two boxes may have a pair of them, or one box and the dealer. Ace and king of one suit exist four times,
/// but such hands share the aces with pairs of aces. The bound grants all others the best row that the
/// remaining aces allow.
fn dearest(terms: &Terms<TexasHoldemBonus>) -> Dearest {
    let (ante, stake) = (terms.limits().max, terms.limits_of(BONUS).max);
    let row = |kind: TwoCards| terms.best_win(BONUS, stake, |row| row == kind as usize);
    let won = times(ante, 5);
    let most = terms.cap.map_or(Money::ZERO, |cap| cap.most);
    let with_ace =
        [TwoCards::AceKingSuited, TwoCards::AceQueenJackSuited, TwoCards::AceKing, TwoCards::AceQueenJack];
    let best_with_ace = with_ace.into_iter().map(row).max().unwrap_or(Money::ZERO);
    let best_without = row(TwoCards::KingsToJacks).max(row(TwoCards::TensToTwos));
    // `pairs` boxes have a pair of aces, and `singles` more a single one.
    let round = |pairs: u8, singles: u8, aces: Money| -> Vec<Money> {
        let hand = |at: u8| match at {
            at if at < pairs => aces,
            at if at < pairs + singles => best_with_ace.max(best_without),
            _ => best_without,
        };
        (0..terms.boxes).map(|at| plus(won, hand(at))).collect()
    };
    let both = row(TwoCards::BothAces).max(row(TwoCards::Aces));
    let rounds = [
        round(1, 0, both),
        round(2, 0, row(TwoCards::Aces)),
        round(1, 2, row(TwoCards::Aces)),
        round(0, 4, Money::ZERO),
    ];
    let sum = |paid: &[Money]| paid.iter().map(|paid| *paid.min(&most)).fold(Money::ZERO, plus);
    let above = |round: &Vec<Money>| how_many(round.iter().filter(|paid| **paid > most));
    let cut = rounds.iter().map(above).max().unwrap_or(0);
    let hands = rounds.iter().map(|round| sum(round)).max().unwrap_or(Money::ZERO);
    let for_dealers = match terms.dealer_bets {
        true => {
            let all = |round: &Vec<Money>| {
                round.iter().fold(Money::ZERO, |sum, paid| plus(sum, *paid - times(ante, 4)))
            };
            rounds.iter().map(all).max().unwrap_or(Money::ZERO)
        }
        false => Money::ZERO,
    };
    Dearest {
        pays: plus(plus(hands, for_dealers), dearest_with_flop(terms, PROGRESSIVE)),
        cut,
        drawn: 2,
        envied: 2 * u32::from(terms.boxes.saturating_sub(1)),
    }
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    TexasHoldemBonus: procedure 3,
    WAGER_IDS, CHOICES, &Category::HANDS,
    Said {
        hands_void: "all hands are void; ante, flop, turn and river go back; bonus and progressive are settled",
        ..Said::of_dealer(&LAW)
    }
}
