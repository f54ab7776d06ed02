//! Ohio's Three Card Poker: three cards each, and an ante that is played on or forfeited. Side wagers are
//! Pair Plus on one's own three cards, with the ante or without it, and the Six Card Bonus on these three and
//! the dealer's.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! `RULING-` ids are decisions of ours where the text is silent; `docs/rulings.md` gives the readings and the
//! reasons.

use crate::common::{Verdict, plus, rules, times, together, words};
use crate::poker::three::{self, ranking};
use crate::poker::{Category, Hand, Ranking};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, Bonus, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, HandEnd, Least, Made,
    Miscount, Optional, Play, Poker, PokerTable, Question, Said, Showdown, Step, Terms, Wager, Weighed, Who,
    game, kinds, rows, vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Card, Money, Odds, Rank as CardRank, Suit};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(ThreeCardPoker: "ohio", "three-card-poker", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<ThreeCardPoker>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct ThreeCardPoker;

// ---------------------------------------------------------------------------------------- sections 7 and 12: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    PLAY_WAGER = "play";
    PAIR_PLUS_WAGER = "pair-plus";
    SIX_CARD_WAGER = "six-card-bonus";
}

/// The bonus that a straight or better pays on the ante, whether it wins or loses.
pub const ANTE_BONUS: WagerId = WagerId::new(&"ante-bonus");

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The play wager, equal to the ante.
pub const PLAY: usize = 1;
/// The wager on the patron's own three cards.
pub const PAIR_PLUS: usize = 2;
/// The wager on the patron's and the dealer's six cards.
pub const SIX_CARD: usize = 3;

/// The dealer plays with queen high or better.
pub const QUALIFIES: Least = Least::HighCard(CardRank::Queen);

const fn wager(id: WagerId, made: Made, beside: Clause) -> Wager {
    Wager { id, made, beside, rows: &[], weighed: &[], needs_board: false, capped: false, posted: SILENT }
}

const fn unless_dealer_plays(rule: Rule) -> Weighed {
    Weighed { rule, of_dealer: true, below: QUALIFIES, if_won: false }
}

const WAGERS: &[Wager] = &[
    Wager {
        // The rows of the ante bonus; the ante itself pays even money.
        rows: kinds! { "OH-3CP-12.V/T1": StraightFlush ThreeOfAKind Straight },
        weighed: &[unless_dealer_plays(NO_QUEEN_ANTE)],
        ..wager(ANTE_WAGER, Made::Required, by(&"OH-3CP-7.I.A:a"))
    },
    Wager {
        weighed: &[unless_dealer_plays(NO_QUEEN_PLAY)],
        ..wager(PLAY_WAGER, Made::Raise(by(&"OH-3CP-7.IV:d")), SILENT)
    },
    Wager {
        rows: kinds! { "OH-3CP-12.IV/T1" or "pair-plus-": StraightFlush ThreeOfAKind Straight Flush Pair },
        ..wager(
            PAIR_PLUS_WAGER,
            Made::Optional(Optional {
                alone: by(&"OH-3CP-7.I.B"),
                folded: Some(by(&"OH-3CP-10.II.A")),
                ..Optional::after(SILENT)
            }),
            by(&"OH-3CP-7.I.B"),
        )
    },
    Wager {
        rows: rows! { "OH-3CP-12.VI/T1":
            six_card_royal(Suit::Diamonds) => "six-card-royal-diamonds",
            six_card_royal(Suit::Hearts) => "six-card-royal-hearts",
            six_card_royal(Suit::Spades) => "six-card-royal-spades",
            six_card_royal(Suit::Clubs) => "six-card-royal-clubs",
            Category::RoyalFlush => "royal-flush",
            Category::StraightFlush => "straight-flush",
            Category::FourOfAKind => "four-of-a-kind",
            Category::FullHouse => "full-house",
            Category::Flush => "flush",
            Category::Straight => "straight",
            Category::ThreeOfAKind => "three-of-a-kind",
        },
        ..wager(
            SIX_CARD_WAGER,
            Made::Optional(Optional {
                others: &[ANTE, PAIR_PLUS],
                last: true,
                ..Optional::after(by(&"OH-3CP-7.I.D:b"))
            }),
            by(&"OH-3CP-7.I.D:a"),
        )
    },
];

/// The index of the row for ace to nine of one suit, which is not a kind of five cards.
const fn six_card_royal(suit: Suit) -> usize {
    Category::ALL.len() + suit as usize
}

// --------------------------------------------------------------------------------- sections 8 to 10: the course of play

words! { ChoiceId CHOICES:
    RAISE = "play";
    FOLD = "fold";
}

const DECISION: Question = Question {
    phase: "decision",
    of: Who::Undecided,
    asked: by(&"OH-3CP-10.II:a"),
    asked_too: SILENT,
    not_again: SILENT,
    choices: &[
        Choice {
            id: RAISE,
            does: Does::Raise { wager: PLAY, times: (1, 1), amount: by(&"OH-3CP-7.I.A:b") },
            by: by(&"OH-3CP-10.II:b"),
        },
        Choice { id: FOLD, does: Does::Fold, by: by(&"OH-3CP-10.II:c") },
    ],
    refused: &[],
    silence: 1,
};

const STEPS: &[Step] = &[
    Step::StubAway,
    Step::Ask(&DECISION),
    Step::Collect(by(&"OH-3CP-10.III:a")),
    Step::DealerTurns(by(&"OH-3CP-10.III:d")),
];

const FOLDS: law::Folds = law::Folds {
    keeps_side_wager: by(&"OH-3CP-10.II.B"),
    side_wager: by(&"OH-3CP-10.III:c"),
    collected: by(&"OH-3CP-10.III:b"),
};

const ROUND_THE_TABLE: [Deal; 2] =
    [Deal::patrons(by(&"OH-3CP-8.II:b")), Deal::dealer(1, by(&"OH-3CP-8.II:c"))];

const FROM_HAND: Course = Course {
    deal: &together::<Deal, 6>(&[&ROUND_THE_TABLE, &ROUND_THE_TABLE, &ROUND_THE_TABLE]),
    steps: STEPS,
    folds: FOLDS,
};

const FROM_SHOE: Course = Course {
    deal: &[
        Deal::stacks(3, by(&"OH-3CP-9.II:a"), by(&"OH-3CP-9.II:b")),
        Deal::dealer(3, by(&"OH-3CP-9.II:c")),
    ],
    steps: STEPS,
    folds: FOLDS,
};

// ----------------------------------------------------------------------------------------------------------- the law

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-3CP-5.I:a"),
        after_round: by(&"OH-3CP-5.I:b"),
        count_again: by(&"OH-3CP-5.II:a"),
        supervisor_looks: by(&"OH-3CP-5.II:b"),
        count_removes: SILENT,
        after_shuffle: by(&"OH-3CP-5.III"),
        no_cut_after_device: by(&"OH-3CP-5.III.A"),
        cut_after_hand: by(&"OH-3CP-5.III.B"),
        dealer_cuts: by(&"OH-3CP-5.IV"),
        cut_depth: by(&"OH-3CP-5.IV.A.2"),
        cut_to_bottom: by(&"OH-3CP-5.IV.A.3"),
        deal_after_cut: by(&"OH-3CP-5.IV.B"),
        cut_again: by(&"OH-3CP-5.V"),
        idle_spread: by(&"OH-3CP-5.VI:a"),
        jam_by_hand: by(&"OH-3CP-3.II.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-3CP-1.I.A"),
        ace_high: by(&"OH-3CP-6.I:a"),
        ace_low: by(&"OH-3CP-6.I:b"),
        wild: &[],
        described: &[
            (Category::StraightFlush, by(&"OH-3CP-6.II.A")),
            (Category::ThreeOfAKind, by(&"OH-3CP-6.II.B")),
            (Category::Straight, by(&"OH-3CP-6.II.C")),
            (Category::Flush, by(&"OH-3CP-6.II.D")),
            (Category::Pair, by(&"OH-3CP-6.II.E")),
        ],
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-3CP-7.II"),
        before_deal: by(&"OH-3CP-7.IV:a"),
        no_late_wager: by(&"OH-3CP-7.IV:b"),
        no_withdrawal: by(&"OH-3CP-7.IV:c"),
        takes_part: by(&"OH-3CP-7.I"),
        equal: SILENT,
        seated_only: by(&"OH-3CP-7.III:a"),
        stay_seated: by(&"OH-3CP-7.III:b"),
        one_box: by(&"OH-3CP-7.V"),
        abandoned: by(&"OH-3CP-7.III:c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-3CP-8.I"),
        back_up: by(&"OH-3CP-8.II:d"),
        from_left: by(&"OH-3CP-8.II:a"),
        from_shoe: by(&"OH-3CP-9.I"),
        hand_closes: by(&"OH-3CP-8.I.B:a"),
        shoe_closes: by(&"OH-3CP-9.I.B"),
        examine: by(&"OH-3CP-10.I:a"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: by(&"OH-3CP-8.III"),
        stub_from_shoe: by(&"OH-3CP-9.III:b"),
        hand_wrong_count: by(&"OH-3CP-8.IV:a"),
        hand_wrong_deck: by(&"OH-3CP-8.IV:b"),
        shoe_wrong_count: by(&"OH-3CP-9.IV:a"),
        shoe_wrong_deck: by(&"OH-3CP-9.IV:b"),
    },
    ending: law::Ending {
        dealer_turns: SILENT,
        dealer_announces: by(&"OH-3CP-10.III:e"),
        patron_turns: by(&"OH-3CP-10.IV.A"),
        patron_announced: SILENT,
        one_at_a_time: by(&"OH-3CP-10.V:a"),
        collected: by(&"OH-3CP-10.IV.D"),
        collected_after_side_wager: by(&"OH-3CP-10.IV.D"),
        picked_up: by(&"OH-3CP-10.V:b"),
    },
    compare: law::Compare {
        higher_wins: by(&"OH-3CP-12.II"),
        lower_loses: by(&"RULING-3CP-8"),
        tie: by(&"OH-3CP-12.III"),
        categories: by(&"OH-3CP-6.II"),
        higher_card: by(&"OH-3CP-6.III:a"),
        same_rank: by(&"OH-3CP-6.III:b"),
    },
    cap: law::Cap { fixed: SILENT, minimum_round: SILENT, side_wagers_apart: SILENT, counts: SILENT },
    mishaps: law::Mishaps {
        dealer_exposed: by(&"OH-3CP-13.III:a"),
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"OH-3CP-13.I"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-3CP-13.II:a"),
        wrong_count_shuffle: by(&"OH-3CP-13.II:b"),
        shuffler_jam: by(&"OH-3CP-13.IV"),
        shoe_jam: by(&"OH-3CP-13.V:a"),
        shoe_jam_shuffle: by(&"OH-3CP-13.V:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-3CP-1"),
        stray_exposed: by(&"RULING-3CP-2"),
        foreign_card: by(&"RULING-3CP-3"),
        floor_rules: by(&"RULING-3CP-4"),
        patron_card_shown: by(&"RULING-3CP-5"),
        burn_shown: SILENT,
        board_card: SILENT,
        dealer_late: by(&"RULING-3CP-6"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-3CP-16"),
        deserted: SILENT,
        unforeseen: by(&"RULING-3CP-18"),
        dealer_bet: by(&"RULING-3CP-17:a"),
        dealer_bet_beside_own: by(&"RULING-3CP-17:b"),
        dealer_bet_follows: by(&"RULING-3CP-17:c"),
    },
};

// ------------------------------------------------------------------- sections 10.IV to 12: who is paid, and how much

rules! {
    /// Five-card hands, for the Six Card Bonus.
    SIX_HANDS = "OH-3CP-6.IV";
    /// A royal flush.
    SIX_ROYAL_FLUSH = "OH-3CP-6.IV.A";
    /// A straight flush.
    SIX_STRAIGHT_FLUSH = "OH-3CP-6.IV.B";
    /// Four of a kind.
    SIX_FOUR_OF_A_KIND = "OH-3CP-6.IV.C";
    /// A full house.
    SIX_FULL_HOUSE = "OH-3CP-6.IV.D";
    /// A flush.
    SIX_FLUSH = "OH-3CP-6.IV.E";
    /// A straight.
    SIX_STRAIGHT = "OH-3CP-6.IV.F";
    /// Three of a kind.
    SIX_THREE_OF_A_KIND = "OH-3CP-6.IV.G";
    /// Ace to nine of one suit.
    SIX_CARD_ROYAL = "RULING-3CP-11";
    /// Against the dealer and the pay table at once.
    BOTH = "OH-3CP-7.I.C";
    /// From the dealer's right.
    ORDER = "OH-3CP-10.IV";
    /// What lost is collected first.
    COLLECTED = "OH-3CP-10.IV.B";
    /// And after that what won is paid.
    PAID = "OH-3CP-10.IV.C";
    /// The Six Card Bonus comes after the patron's other wagers.
    SIX_AFTER_REST = "OH-3CP-11.II";
    /// Below three of a kind it loses.
    SIX_LOSES = "OH-3CP-11.II.A.1";
    /// From three of a kind up it is paid.
    SIX_WINS = "OH-3CP-11.II.A.2";
    /// Without queen high the ante is paid.
    NO_QUEEN_ANTE = "OH-3CP-12.I:a";
    /// And the play wager goes back.
    NO_QUEEN_PLAY = "OH-3CP-12.I:b";
    /// Pair Plus depends on the patron's three cards alone.
    PAIR_PLUS_BY_TABLE = "OH-3CP-12.IV:a";
    /// Ante and play bring a bonus.
    BONUS_PAID = "OH-3CP-12.V:a";
    /// Whether or not the hand is higher than the dealer's.
    BONUS_REGARDLESS = "OH-3CP-12.V:b";
    /// The Six Card Bonus pays by its table.
    SIX_PAID = "OH-3CP-12.VI";
}

impl Poker for ThreeCardPoker {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 7,
        wagers: WAGERS,
        cards: 3,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-and-pair-plus-first",
        dealer_seen: DealerSeen::RoundVoid(by(&"OH-3CP-13.III:b")),
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: true,
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

    fn rank(own: &Cards, _: &Board) -> Ranking {
        ranking(own.iter())
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        match wager {
            PAIR_PLUS => Some(pair_plus(at, terms)),
            SIX_CARD => six_card(at, terms),
            _ => against_dealer(wager, at),
        }
    }

    fn goes_by_both_hands(wager: usize) -> bool {
        wager == SIX_CARD
    }

    /// This game has no fixed-amount wager.
    fn prize(_: usize, _: &Cards, _: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (0, None)
    }

    fn complete(_: &mut Terms<Self>) -> Result<(), OpenError> {
        Ok(())
    }

    /// Pays a straight or better that was played, whatever the dealer has.
    fn bonus(at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        let (outcome, _) = at.compared?;
        let paid = terms.odds(ANTE, at.own.category() as usize)?;
        let rule = BONUS_PAID.applies()?;
        let beaten = BONUS_REGARDLESS.when(outcome != Outcome::Wins);
        Some(Verdict::win(paid.pays, won(rule.into()).and(beaten).and(paid.rule.applies())).by_row(paid.row))
    }

    fn dearest(terms: &Terms<Self>) -> Dearest {
        dearest(terms)
    }
}

fn won(cites: Cites) -> Cites {
    Cites::from(PAID.applies()).and_all(cites)
}

fn lost(cites: Cites) -> Verdict {
    Verdict::of(Outcome::Loses, Cites::from(COLLECTED.applies()).and_all(cites))
}

/// Ante and play. A dealer without queen high pays the ante and returns the play wager, to a lower hand too.
fn against_dealer(wager: usize, at: &Showdown) -> Option<Verdict> {
    let (outcome, cites) = at.compared?;
    let no_queen = !QUALIFIES.is_met_by(at.dealer?);
    if let Some(rule) = NO_QUEEN_ANTE.when(no_queen && wager == ANTE) {
        return Some(Verdict::win(Odds::EVEN, won(rule.into())));
    }
    if let Some(rule) = NO_QUEEN_PLAY.when(no_queen && wager == PLAY) {
        return Some(Verdict::of(Outcome::Pushes, rule));
    }
    Some(match outcome {
        Outcome::Wins => Verdict::win(Odds::EVEN, won(cites)),
        Outcome::Loses => lost(cites),
        _ => Verdict::of(outcome, cites),
    })
}

/// Pair Plus depends only on the patron's three cards.
fn pair_plus(at: &Showdown, terms: &Terms<ThreeCardPoker>) -> Verdict {
    let cites = Cites::from(PAIR_PLUS_BY_TABLE.applies()).and(BOTH.when(at.compared.is_some()));
    match terms.odds(PAIR_PLUS, at.own.category() as usize) {
        Some(paid) => Verdict::win(paid.pays, won(cites).and(paid.rule.applies())).by_row(paid.row),
        None => lost(cites),
    }
}

/// The kinds of five cards that the Six Card Bonus is paid for, with their descriptions.
const SIX_KINDS: [(Category, Rule); 7] = [
    (Category::RoyalFlush, SIX_ROYAL_FLUSH),
    (Category::StraightFlush, SIX_STRAIGHT_FLUSH),
    (Category::FourOfAKind, SIX_FOUR_OF_A_KIND),
    (Category::FullHouse, SIX_FULL_HOUSE),
    (Category::Flush, SIX_FLUSH),
    (Category::Straight, SIX_STRAIGHT),
    (Category::ThreeOfAKind, SIX_THREE_OF_A_KIND),
];

/// The Six Card Bonus depends on the best five of the patron's and the dealer's six cards, or on all six of
/// them.
fn six_card(at: &Showdown, terms: &Terms<ThreeCardPoker>) -> Option<Verdict> {
    let offered = terms.wagers[SIX_CARD].as_ref()?;
    let six: Hand = at.cards.iter().chain(at.dealer_cards.iter()).collect();
    let royal = Suit::ALL.into_iter().find(|suit| is_six_card_royal(six, *suit));
    let kind = six.ranking().category();
    let described = match royal {
        Some(_) => SIX_CARD_ROYAL.applies(),
        None => SIX_KINDS.iter().find_map(|(known, rule)| rule.when(*known == kind)),
    };
    let row = offered.pays[royal.map_or(kind as usize, six_card_royal)].filter(|_| described.is_some());
    let folded = at.end == HandEnd::Folded;
    let moment = FOLDS.side_wager.when(folded).or_else(|| SIX_AFTER_REST.when(!folded));
    let cites = Cites::from(moment);
    Some(match row.filter(|_| SIX_WINS.applies().is_some()) {
        Some(row) => {
            let cites = cites.and(SIX_WINS.applies()).and(described);
            Verdict::by_pay(row, cites.and(SIX_PAID.applies()).and(row.rule.applies()))
        }
        None => Verdict::of(Outcome::Loses, cites.and(SIX_LOSES.applies()).and(SIX_HANDS.applies())),
    })
}

/// Whether the six cards are ace to nine of that suit.
fn is_six_card_royal(six: Hand, suit: Suit) -> bool {
    let ranks =
        [CardRank::Ace, CardRank::King, CardRank::Queen, CardRank::Jack, CardRank::Ten, CardRank::Nine];
    ranks.into_iter().all(|rank| six.has(Card::new(rank, suit)))
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// Every box may have a straight flush of its own. The Six Card Bonus shares the dealer's three cards. At
/// most two patrons have a hand of one suit in a row, each with at least two cards of that suit, and at most
/// one of them is royal, of five cards or of six. At most three patrons have four of a kind, one for each
/// rank of the dealer's.
///
/// The bound ignores that a patron with four of a kind has no straight flush of their own beside it.
fn dearest(terms: &Terms<ThreeCardPoker>) -> Dearest {
    let boxes = u32::from(terms.boxes);
    let (ante, pair_plus, six) =
        (terms.limits().max, terms.limits_of(PAIR_PLUS).max, terms.limits_of(SIX_CARD).max);
    let best = |wager, stake| terms.best_win(wager, stake, |_| true);
    let alone = plus(best(ANTE, ante), best(PAIR_PLUS, pair_plus));
    let six_at = |at: u32| match at {
        0 => best(SIX_CARD, six),
        _ => {
            let kind = match at {
                1 => Category::StraightFlush,
                2..=4 => Category::FourOfAKind,
                _ => Category::FullHouse,
            };
            terms.best_win(SIX_CARD, six, |row| row <= kind as usize)
        }
    };
    let shared = (0..boxes).map(six_at).fold(Money::ZERO, plus);
    let own = plus(times(plus(times(ante, 2), alone), boxes), shared);
    let for_dealers = match terms.dealer_bets {
        true => plus(times(plus(ante, alone), boxes), shared),
        false => Money::ZERO,
    };
    Dearest { pays: plus(own, for_dealers), cut: 0, drawn: 0, envied: 0 }
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    ThreeCardPoker: procedure 1,
    WAGER_IDS, CHOICES, &three::HANDS,
    Said {
        looked: "the dealer looked at the dealer's cards before everybody had played or folded",
        ..Said::of_dealer(&LAW)
    }
}
