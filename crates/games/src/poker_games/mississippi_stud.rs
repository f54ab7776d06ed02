//! Ohio's Mississippi Stud: an ante, two cards each and three in the middle. Before each of the three a
//! patron bets one to three times the ante or folds. The five cards decide what the bets are paid; there is
//! no dealer's hand.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one row of a pay table.
//! The rules of the linked jackpot (`OH-MLP`) complete the progressive wager. `RULING-` ids are decisions of
//! ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use super::multi_link::{dearest_with_flop, multi_link, nine_kinds, sum};
use crate::common::{Verdict, plus, rules, times, together, words};
use crate::poker::{Category, Hand, Ranking, three};
use crate::poker_table::law::{self, Clause, Law, Ranks, SILENT, by};
use crate::poker_table::{
    Board, CapTerms, Cards, Choice, Course, Deal, DealerSeen, Dearest, Does, FaceUp, HandEnd, Made, Miscount,
    Optional, Play, Poker, PokerTable, Question, Row, Said, Showdown, Step, Terms, Wager, Who, game,
    how_many, kinds, vocabulary::vocabulary,
};
use engine::{ChoiceId, Cites, Game, OpenError, Outcome, Rule, Vocabulary, WagerId};
use felt::{Money, Rank as CardRank};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(MississippiStud: "ohio", "mississippi-stud", &VOCABULARY);

/// A table of it.
pub type Table = PokerTable<MississippiStud>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct MississippiStud;

// ------------------------------------------------------------------------------------ sections 7, 8 and 12: wagers

words! { WagerId WAGER_IDS:
    ANTE_WAGER = "ante";
    THIRD_WAGER = "third-street";
    FOURTH_WAGER = "fourth-street";
    FIFTH_WAGER = "fifth-street";
    THREE_CARD_WAGER = "three-card-bonus";
    PROGRESSIVE_WAGER = "progressive";
}

/// The indices of the wagers among those of a hand.
pub const ANTE: usize = 0;
/// The bet before the first community card.
pub const THIRD: usize = 1;
/// The bet before the second community card.
pub const FOURTH: usize = 2;
/// The bet before the third community card.
pub const FIFTH: usize = 3;
/// The wager on the three community cards.
pub const THREE_CARD: usize = 4;
/// The wager on the linked jackpot.
pub const PROGRESSIVE: usize = 5;

const ROWS: &[Row] = kinds! { "OH-MS-12.II/T1" or "":
    RoyalFlush StraightFlush FourOfAKind FullHouse Flush Straight ThreeOfAKind TwoPairs Pair
};

const fn on_the_hand(id: WagerId, made: Made) -> Wager {
    Wager {
        id,
        made,
        beside: SILENT,
        rows: ROWS,
        weighed: &[],
        needs_board: true,
        capped: true,
        posted: SILENT,
    }
}

const STREET: Made = Made::Raise(by(&"OH-MS-7.IV:d"));

const WAGERS: &[Wager] = &[
    on_the_hand(ANTE_WAGER, Made::Required),
    on_the_hand(THIRD_WAGER, STREET),
    on_the_hand(FOURTH_WAGER, STREET),
    on_the_hand(FIFTH_WAGER, STREET),
    Wager {
        id: THREE_CARD_WAGER,
        made: Made::Optional(Optional {
            folded: Some(by(&"RULING-MS-11")),
            by_board: true,
            ..Optional::after(by(&"OH-MS-8.II:a"))
        }),
        beside: by(&"OH-MS-8.II:b"),
        rows: kinds! { "OH-MS-12.III/T1" or "three-card-": StraightFlush ThreeOfAKind Straight Flush Pair },
        weighed: &[],
        needs_board: true,
        capped: false,
        posted: SILENT,
    },
    multi_link!("OH-MS-14", "RULING-MS-15", folded: Some(by(&"OH-MLP-6.III:b")), envy: by(&"OH-MLP-6.III:c")),
];

// -------------------------------------------------------------------------------- sections 9 to 11: the course of play

words! { ChoiceId CHOICES:
    RAISE = "play";
    FOLD = "fold";
}

/// The question before each street: a bet of one to three times the ante, or the fold.
const fn street(phase: &'static str, of: Who, asked: Clause) -> Question {
    Question {
        phase,
        of,
        asked,
        asked_too: SILENT,
        not_again: SILENT,
        choices: &[],
        refused: &[],
        silence: 1,
    }
}

const fn bet(wager: usize, amount: Clause, clause: Clause) -> Choice {
    Choice { id: RAISE, does: Does::Raise { wager, times: (1, 3), amount }, by: clause }
}

const fn fold(clause: Clause) -> Choice {
    Choice { id: FOLD, does: Does::Fold, by: clause }
}

const THIRD_STREET: Question = Question {
    choices: &[bet(THIRD, by(&"OH-MS-11.II.A:b"), by(&"OH-MS-11.II.A:a")), fold(by(&"OH-MS-11.II.B"))],
    ..street("third-street", Who::Undecided, by(&"OH-MS-11.II"))
};

const FOURTH_STREET: Question = Question {
    choices: &[bet(FOURTH, by(&"OH-MS-11.IV.A:b"), by(&"OH-MS-11.IV.A:a")), fold(by(&"OH-MS-11.IV.B"))],
    ..street("fourth-street", Who::StillIn, by(&"OH-MS-11.IV"))
};

const FIFTH_STREET: Question = Question {
    choices: &[bet(FIFTH, by(&"OH-MS-11.VI.A:b"), by(&"OH-MS-11.VI.A:a")), fold(by(&"OH-MS-11.VI.B"))],
    ..street("fifth-street", Who::StillIn, by(&"OH-MS-11.VI"))
};

/// The paragraphs on folding take the cards too; a Three Card Bonus does not need them.
const FOLDS: law::Folds =
    law::Folds { keeps_side_wager: by(&"RULING-MS-11"), side_wager: SILENT, collected: SILENT };

const FROM_HAND: Course = Course {
    deal: &[Deal::patrons(by(&"OH-MS-9.II.A:a")), Deal::patrons(by(&"OH-MS-9.II.A:b"))],
    steps: &[
        Step::Ask(&THIRD_STREET),
        Step::Burn(by(&"OH-MS-9.IV:a")),
        Step::Board(1, by(&"OH-MS-9.IV:b")),
        Step::Ask(&FOURTH_STREET),
        Step::Burn(by(&"OH-MS-9.V:a")),
        Step::Board(2, by(&"OH-MS-9.V:b")),
        Step::Ask(&FIFTH_STREET),
        Step::Burn(by(&"OH-MS-9.V:a")),
        Step::Board(3, by(&"OH-MS-9.V:b")),
        Step::StubAway,
    ],
    folds: FOLDS,
};

/// The cards of the stack in the middle are reported from the bottom card up, which lies to the dealer's
/// left.
const FROM_SHOE: Course = Course {
    deal: &[
        Deal::board(3, by(&"OH-MS-10.II:a")),
        Deal::stacks(2, by(&"OH-MS-10.II:b"), by(&"OH-MS-10.II:c")),
    ],
    steps: &[
        Step::StubAway,
        Step::Ask(&THIRD_STREET),
        Step::TurnBoard(1, by(&"OH-MS-11.III")),
        Step::Ask(&FOURTH_STREET),
        Step::TurnBoard(2, by(&"OH-MS-11.V")),
        Step::Ask(&FIFTH_STREET),
        Step::TurnBoard(3, by(&"OH-MS-10.V")),
    ],
    folds: FOLDS,
};

// ----------------------------------------------------------------------------------------------------------- the law

/// A hand of none of the nine kinds is named by its high card, which no paragraph covers.
const KINDS: [(Category, Clause); 10] =
    together(&[&nine_kinds!("OH-MS-6.II"), &[(Category::HighCard, SILENT)]]);

const LAW: Law = Law {
    deck: law::Deck {
        before_play: by(&"OH-MS-5.I:a"),
        after_round: by(&"OH-MS-5.I:b"),
        count_again: by(&"OH-MS-5.II:a"),
        supervisor_looks: by(&"OH-MS-5.II:b"),
        count_removes: SILENT,
        after_shuffle: SILENT,
        no_cut_after_device: by(&"OH-MS-5.III.A"),
        cut_after_hand: by(&"OH-MS-5.III.B"),
        dealer_cuts: by(&"OH-MS-5.IV"),
        cut_depth: by(&"OH-MS-5.IV.A.2"),
        cut_to_bottom: by(&"OH-MS-5.IV.A.3"),
        deal_after_cut: by(&"OH-MS-5.V"),
        cut_again: by(&"OH-MS-5.VI"),
        idle_spread: by(&"OH-MS-5.VII:a"),
        jam_by_hand: by(&"OH-MS-3.II.D:b"),
    },
    ranks: Ranks {
        hand: by(&"OH-MS-11.VII.A:b"),
        ace_high: by(&"OH-MS-6.I:a"),
        ace_low: by(&"OH-MS-6.I:b"),
        wild: &[],
        described: &KINDS,
    },
    seats: law::Seats {
        no_verbal_wager: by(&"OH-MS-7.I"),
        before_deal: by(&"OH-MS-7.IV:a"),
        no_late_wager: by(&"OH-MS-7.IV:b"),
        no_withdrawal: by(&"OH-MS-7.IV:c"),
        takes_part: by(&"OH-MS-7.III"),
        equal: SILENT,
        seated_only: by(&"OH-MS-7.II:a"),
        stay_seated: by(&"OH-MS-7.II:b"),
        one_box: by(&"OH-MS-7.V"),
        abandoned: by(&"OH-MS-7.II:c"),
    },
    dealing: law::Dealing {
        from_hand: by(&"OH-MS-9.I"),
        back_up: by(&"OH-MS-9.II:a"),
        from_left: by(&"OH-MS-9.II:b"),
        from_shoe: by(&"OH-MS-10.I"),
        hand_closes: by(&"OH-MS-9.I.B"),
        shoe_closes: SILENT,
        examine: by(&"OH-MS-11.I"),
        burn_unseen: SILENT,
        stub: SILENT,
        stub_from_hand: SILENT,
        stub_from_shoe: SILENT,
        hand_wrong_count: by(&"OH-MS-9.VI:a"),
        hand_wrong_deck: by(&"OH-MS-9.VI:b"),
        shoe_wrong_count: by(&"OH-MS-10.VI:a"),
        shoe_wrong_deck: by(&"OH-MS-10.VI:b"),
    },
    ending: law::Ending {
        dealer_turns: SILENT,
        dealer_announces: SILENT,
        patron_turns: by(&"OH-MS-11.VII.A:a"),
        patron_announced: by(&"OH-MS-11.VII.B:a"),
        one_at_a_time: by(&"OH-MS-11.VII.C:a"),
        collected: by(&"OH-MS-11.VII.D"),
        collected_after_side_wager: by(&"OH-MS-11.VII.D"),
        picked_up: by(&"OH-MS-11.VIII"),
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
        fixed: by(&"OH-MS-12.IV:b"),
        minimum_round: by(&"OH-MS-12.IV:c"),
        side_wagers_apart: by(&"OH-MS-12.IV:e"),
        counts: by(&"RULING-MS-12"),
    },
    mishaps: law::Mishaps {
        dealer_exposed: SILENT,
        board_for_side_wagers: SILENT,
        void_side_wager: SILENT,
        used_as_next: by(&"OH-MS-13.I"),
        face_up: SILENT,
        face_up_shuffle: SILENT,
        wrong_count: by(&"OH-MS-13.II:a"),
        wrong_count_shuffle: by(&"OH-MS-13.II:b"),
        shuffler_jam: by(&"OH-MS-13.III"),
        shoe_jam: by(&"OH-MS-13.IV:a"),
        shoe_jam_shuffle: by(&"OH-MS-13.IV:b"),
    },
    ours: law::Ours {
        silence: by(&"RULING-MS-1"),
        stray_exposed: by(&"RULING-MS-2"),
        foreign_card: by(&"RULING-MS-3"),
        floor_rules: by(&"RULING-MS-4"),
        patron_card_shown: by(&"RULING-MS-5"),
        burn_shown: by(&"RULING-MS-6"),
        board_card: by(&"RULING-MS-7"),
        dealer_late: by(&"RULING-MS-25"),
        void_progressive: SILENT,
        folds_stand: SILENT,
        count_until_over: by(&"RULING-MS-21"),
        deserted: by(&"RULING-MS-26"),
        unforeseen: by(&"RULING-MS-25"),
        dealer_bet: by(&"RULING-MS-24:a"),
        dealer_bet_beside_own: by(&"RULING-MS-24:b"),
        dealer_bet_follows: by(&"RULING-MS-24:c"),
    },
};

// ----------------------------------------------------------------------- sections 11.VII to 12: who is paid, and how much

rules! {
    /// The Three Card Bonus loses with less than a pair in the middle.
    THREE_NEEDS_PAIR = "OH-MS-8.I:b";
    /// A winning one is paid by the odds of 12.III.
    THREE_PAID = "OH-MS-8.III";
    /// It is decided by the three community cards alone, whatever becomes of the other wagers.
    THREE_ALONE = "OH-MS-8.III.A";
    /// Settlement runs from the dealer's right.
    ORDER = "OH-MS-11.VII";
    /// Below a pair of sixes ante and streets lose.
    BELOW_SIXES = "OH-MS-11.VII.B:b";
    /// What lost is collected first.
    COLLECTED = "OH-MS-11.VII.C:b";
    /// Then what won is paid.
    PAID_THEN = "OH-MS-11.VII.C:c";
    /// Ante and streets are paid by the table below.
    STREETS_PAID = "OH-MS-12.II:a";
    /// Ante and streets come back.
    PUSH = "OH-MS-12.II/T1:sixes-to-tens";
    /// What one hand wins on ante and streets is cut at the amount that the casino has set; a lower one than the
    /// paragraph allows is refused in a table file.
    LIMIT_SET = "OH-MS-12.IV:a";
    /// The hands of three cards, which no paragraph describes.
    THREE_HANDS = "RULING-MS-10";
    /// The bonus of a patron who folded stays.
    THREE_STAYS = "RULING-MS-11";
}

/// The options that only this game's files have.
#[derive(Clone, Debug)]
pub struct Options {
    /// The limit on what one hand wins on ante and streets, in whole dollars, if the house has one.
    limit: Option<String>,
    /// Whether the Three Card Bonus survives a fold.
    bonus_stays: bool,
}

impl Poker for MississippiStud {
    const PLAY: Play = Play {
        law: LAW,
        own_rules: ALL,
        boxes: 7,
        wagers: WAGERS,
        cards: 2,
        from_hand: FROM_HAND,
        from_shoe: FROM_SHOE,
        others_first: "ante-first",
        dealer_seen: DealerSeen::NoDealer,
        face_up: FaceUp::Stands,
        miscount: Miscount::RunsAgain,
        losers_first: true,
        folded_last: false,
        each_collected: false,
    };

    const FOLD_TAKES_CARDS: bool = true;

    type Options = Options;

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, config: &TableConfig) -> Result<Options, OpenError> {
        let limited = config.option("payout-limited") == "yes";
        Ok(Options {
            limit: limited.then(|| config.option("payout-limit").to_owned()),
            bonus_stays: config.option("bonus-after-fold") == "stays",
        })
    }

    /// Ranks the two cards of the patron with the three community cards.
    fn rank(own: &Cards, board: &Board) -> Ranking {
        own.iter().fold(board.all, Hand::with).ranking()
    }

    fn order(_: Option<Ranking>) -> Option<Rule> {
        ORDER.applies()
    }

    fn verdict(wager: usize, at: &Showdown, terms: &Terms<Self>) -> Option<Verdict> {
        match (wager, at.end) {
            (THREE_CARD, _) => Some(three_card(at, terms)),
            // The stakes on the hand were lost with the fold.
            (_, HandEnd::Folded) => None,
            _ => Some(street_verdict(wager, at, terms)),
        }
    }

    fn prize(_: usize, own: &Cards, board: &Board, _: &Terms<Self>) -> (usize, Option<Rule>) {
        (Self::rank(own, board).category() as usize, None)
    }

    fn outlives_fold(wager: usize, terms: &Terms<Self>) -> bool {
        wager == THREE_CARD && terms.options.bonus_stays
    }

    /// The limit is what the smallest ante with three times it on every street wins on a royal flush, or what
    /// the house has set, whichever is more.
    fn complete(terms: &mut Terms<Self>) -> Result<(), OpenError> {
        let Some(limit) = terms.options.limit.clone() else { return Ok(()) };
        terms.cap_at(&limit, best_round(terms, terms.limits().min, |_| true))?;
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

/// Ante and streets win from a pair of jacks upwards and push from a pair of sixes upwards.
fn street_verdict(wager: usize, at: &Showdown, terms: &Terms<MississippiStud>) -> Verdict {
    let hand = (at.own.category(), at.own.top());
    if let Some(rule) = BELOW_SIXES.when(hand < (Category::Pair, Some(CardRank::Six))) {
        return lost(rule.into());
    }
    if let Some(rule) = PUSH.when(hand < (Category::Pair, Some(CardRank::Jack))) {
        return Verdict::of(Outcome::Pushes, rule);
    }
    match terms.odds(wager, at.own.category() as usize) {
        Some(paid) => {
            let cites = Cites::from(STREETS_PAID.applies()).and(paid.rule.applies());
            Verdict::win(paid.pays, won(cites)).by_row(paid.row)
        }
        None => lost(Cites::NONE),
    }
}

/// The wager on the three community cards, which a patron who folded still has.
fn three_card(at: &Showdown, terms: &Terms<MississippiStud>) -> Verdict {
    let folded = at.end == HandEnd::Folded;
    let alone = Cites::from(THREE_STAYS.when(folded).or_else(|| THREE_ALONE.when(!folded)));
    match terms.odds(THREE_CARD, three::of(at.board.all).category() as usize) {
        Some(paid) => {
            let cites = alone.and(THREE_PAID.applies()).and(paid.rule.applies()).and(THREE_HANDS.applies());
            Verdict::win(paid.pays, won(cites)).by_row(paid.row)
        }
        None => lost(alone.and(THREE_NEEDS_PAIR.applies()).and(THREE_HANDS.applies())),
    }
}

// ----------------------------------------------------------------------------------------------- the dearest round

/// The most that an ante wins with three times it on every street, among some rows.
fn best_round(terms: &Terms<MississippiStud>, ante: Money, rows: impl Fn(usize) -> bool) -> Money {
    let street = terms.best_win(THIRD, times(ante, 3), &rows);
    plus(terms.best_win(ANTE, ante, &rows), times(street, 3))
}

/// All hands share three community cards. If they allow a straight flush, at most two patrons have one, at
/// most one of them royal, and the three cards contain no pair: the others have at most a flush. If they
/// contain a pair, at most one hand has four of a kind, and the others a full house. The three cards
/// themselves may be the best of their pay table for every patron.
fn dearest(terms: &Terms<MississippiStud>) -> Dearest {
    let ante = terms.limits().max;
    let ladder = |first: &[Category], others: Category| -> Vec<Money> {
        let hand = |at: usize| *first.get(at).unwrap_or(&others) as usize;
        (0..usize::from(terms.boxes)).map(|at| best_round(terms, ante, |row| row <= hand(at))).collect()
    };
    let rounds = [
        ladder(&[Category::RoyalFlush, Category::StraightFlush], Category::Flush),
        ladder(&[Category::FourOfAKind], Category::FullHouse),
    ];
    let most = terms.cap.map(|cap| cap.most);
    let counted = |paid: &Money| most.map_or(*paid, |most| *paid.min(&most));
    let above =
        |round: &Vec<Money>| how_many(round.iter().filter(|paid| most.is_some_and(|most| **paid > most)));
    let three =
        times(terms.best_win(THREE_CARD, terms.limits_of(THREE_CARD).max, |_| true), terms.boxes.into());
    let own = rounds.iter().map(|round| sum(round.iter().map(counted))).max().unwrap_or(Money::ZERO);
    let for_dealers = match terms.dealer_bets {
        true => plus(times(terms.best_win(ANTE, ante, |_| true), terms.boxes.into()), three),
        false => Money::ZERO,
    };
    Dearest {
        pays: [three, for_dealers, dearest_with_flop(terms, PROGRESSIVE)].into_iter().fold(own, plus),
        cut: rounds.iter().map(above).max().unwrap_or(0),
        drawn: 2,
        envied: 2 * u32::from(terms.boxes.saturating_sub(1)),
    }
}

// --------------------------------------------------------------------------------------------------------- its words

vocabulary! {
    MississippiStud: procedure 1,
    WAGER_IDS, CHOICES, &Category::HANDS,
    Said {
        wrong_count: "a patron or the middle of the table has a wrong number of cards",
        looked: "the dealer looked at a community card before its time",
        wins: by(&"OH-MS-11.VII.C:c"),
        loses: by(&"OH-MS-11.VII.B:b"),
        ..Said::of_dealer(&LAW)
    }
}
