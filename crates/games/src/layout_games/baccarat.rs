//! Baccarat as two documents define it: the wagers on two hands, and the effect of a result on each.
//!
//! The play is that of two hands from a shoe ([`TwoHands`](crate::sources::TwoHands)). The documents differ
//! in their wagers, in the price of the banker's hand, in whether a wager may be alone, and in the numbers of
//! their sections.

use crate::common::{Clause, Verdict, chapter, words};
use crate::layout_table::{Beside, LayoutGame, Mishap, Row, TableLine, Terms, Then, law::SILENT};
use crate::sources::two_hands_law::Errors;
use crate::sources::two_hands_words as of;
use crate::sources::{Counted, TwoHandsResult};
use engine::{Cites, IrregularityId, OpenError, Outcome, WagerId};
use rulebook::TableConfig;

words! { WagerId ALL:
    PLAYER = "player";
    BANKER = "banker";
    TIE = "tie";
    DRAGON_PLAYER = "dragon-player";
    DRAGON_BANKER = "dragon-banker";
    FORTUNE_7 = "fortune-7";
}

/// The families of wagers that are offered together.
pub(super) mod family {
    pub(crate) const PLAYER: u8 = 0;
    pub(crate) const BANKER: u8 = 1;
    pub(crate) const TIE: u8 = 2;
    pub(crate) const DRAGON: u8 = 3;
    pub(crate) const FORTUNE: u8 = 4;
}

/// Main wagers.
pub(super) const MAIN: &[u8] = &[family::PLAYER, family::BANKER, family::TIE];
/// Bonus wagers.
pub(super) const BONUS: &[u8] = &[family::DRAGON, family::FORTUNE];

/// A wager on how a hand wins, paid by its own pay table.
pub(super) const fn dragon(
    id: WagerId,
    [made, paid]: [Clause; 2],
    table: &'static [TableLine],
    beside: Beside,
) -> Row {
    let beside = Some(beside);
    Row { table, beside, ..Row::simple(id, family::DRAGON, [made, SILENT, SILENT, paid]) }
}

/// The rows of the pay table of the Dragon Bonus: wins by nine down to four, and a natural.
macro_rules! dragon_lines {
    ($table:literal) => {
        &[
            TableLine { at: 0, table: $table, word: "by-9", by: by(&concat!($table, ":by-9")) },
            TableLine { at: 1, table: $table, word: "by-8", by: by(&concat!($table, ":by-8")) },
            TableLine { at: 2, table: $table, word: "by-7", by: by(&concat!($table, ":by-7")) },
            TableLine { at: 3, table: $table, word: "by-6", by: by(&concat!($table, ":by-6")) },
            TableLine { at: 4, table: $table, word: "by-5", by: by(&concat!($table, ":by-5")) },
            TableLine { at: 5, table: $table, word: "by-4", by: by(&concat!($table, ":by-4")) },
            TableLine { at: 6, table: $table, word: "natural", by: by(&concat!($table, ":natural")) },
        ]
    };
}

/// Both orders of settlement: losers first, then bonus wagers of all and main wagers of all; or both patron
/// by patron.
macro_rules! orders {
    (losers $main_loses:literal $bonus_loses:literal, main $main:literal, bonus $all:literal $each:literal) => {{
        const LOSERS: Pass = Pass {
            takes: &[Outcome::Loses],
            from: From::HighestPlaceByRuling,
            visits: &[&[
                Group { families: MAIN, by: by(&$main_loses) },
                Group { families: BONUS, by: by(&$bonus_loses) },
            ]],
        };
        const OTHERS: &[Outcome] = &[Outcome::Wins, Outcome::Pushes, Outcome::Returned];
        const MAIN_WAGERS: &[Group] = &[Group { families: MAIN, by: by(&$main) }];
        const OF_ALL: &[Group] = &[Group { families: BONUS, by: by(&$all) }];
        const OF_EACH: &[Group] = &[Group { families: BONUS, by: by(&$each) }];
        &[
            &[
                LOSERS,
                Pass { takes: OTHERS, from: From::HighestPlace, visits: &[OF_ALL] },
                Pass { takes: OTHERS, from: From::HighestPlace, visits: &[MAIN_WAGERS] },
            ],
            &[LOSERS, Pass { takes: OTHERS, from: From::HighestPlace, visits: &[OF_EACH, MAIN_WAGERS] }],
        ]
    }};
}

/// The law of the two hands, by the section numbers of a document.
macro_rules! two_hands_law {
    ($doc:literal, shuffle $shoe:literal, idle $idle:literal $then:literal, values $value:literal, deal $deal:literal,
     third $third:literal, rules $rules:literal, result $result:literal, errors $errors:literal, rulings $ruling:literal, midi $midi:expr) => {
        TwoHandsLaw {
            shoe: ShoeLaw {
                before_play: by(&concat!($doc, "-", $shoe, ".I:a")),
                after_shoe: by(&concat!($doc, "-", $shoe, ".I:b")),
                offered: by(&concat!($doc, "-", $shoe, ".III:a")),
                dealer_cuts: by(&concat!($doc, "-", $shoe, ".III:b")),
                depth: by(&concat!($doc, "-", $shoe, ".IV")),
                to_bottom: by(&concat!($doc, "-", $shoe, ".V:a")),
                cover: by(&concat!($doc, "-", $shoe, ".V:b")),
                cut_again: by(&concat!($doc, "-", $shoe, ".VI:a")),
                next_cuts: by(&concat!($doc, "-", $shoe, ".VI:b")),
                first_shown: by(&concat!($doc, "-", $shoe, ".VII:a")),
                more_burnt: by(&concat!($doc, "-", $shoe, ".VII:b")),
                ten_burns: by(&concat!($doc, "-", $shoe, ".VII:c")),
                ace_burns: by(&concat!($doc, "-", $shoe, ".VII:d")),
                cover_came: by(&concat!($doc, "-", $third, ".V:a")),
                last_round: by(&concat!($doc, "-", $third, ".V:b")),
                idle: by(&$idle),
                idle_shuffled: by(&concat!($doc, "-", $then, ".A:b")),
                idle_other_batch: by(&concat!($doc, "-", $then, ".B:b")),
                idle_request: by(&concat!($doc, "-", $then, ".B:c")),
            },
            deal: Deal {
                to_player: by(&concat!($doc, "-", $deal, ".III:a")),
                to_banker: by(&concat!($doc, "-", $deal, ".III:b")),
                face_up: by(&concat!($doc, "-", $deal, ".III.A")),
                pip: by(&concat!($doc, "-", $value, ".I.A")),
                ten: by(&concat!($doc, "-", $value, ".I.B")),
                ace: by(&concat!($doc, "-", $value, ".I.C")),
                count: by(&concat!($doc, "-", $value, ".II")),
                told: by(&concat!($doc, "-", $third, ".I")),
                decided: by(&concat!($doc, "-", $third, ".II")),
                third: by(&concat!($doc, "-", $third, ".III")),
                never_more: by(&concat!($doc, "-", $third, ".IV")),
                result: by(&concat!($doc, "-", $result, ".I:a")),
                tie: by(&concat!($doc, "-", $result, ".I:b")),
                collected: by(&concat!($doc, "-", $result, ".III")),
            },
            third: Third {
                natural: by(&concat!($doc, "-", $rules, ".I")),
                player_draws: by(&concat!($doc, "-", $rules, ".II.A")),
                player_stays: by(&concat!($doc, "-", $rules, ".II.B")),
                banker_alone: by(&concat!($doc, "-", $rules, ".III.A")),
                banker_low: by(&concat!($doc, "-", $rules, ".III.B.1")),
                banker_seven: by(&concat!($doc, "-", $rules, ".III.B.2")),
                banker_three: by(&concat!($doc, "-", $rules, ".III.B.3/T1:three")),
                banker_four: by(&concat!($doc, "-", $rules, ".III.B.3/T1:four")),
                banker_five: by(&concat!($doc, "-", $rules, ".III.B.3/T1:five")),
                banker_six: by(&concat!($doc, "-", $rules, ".III.B.3/T1:six")),
                by_value: by(&concat!($doc, "-", $rules, ".V")),
            },
            errors: Errors {
                next_first: by(&concat!($doc, "-", $errors, ".I")),
                third_is_bankers: by(&concat!($doc, "-", $errors, ".II:a")),
                third_is_next: by(&concat!($doc, "-", $errors, ".II:b")),
                shown_used: by(&concat!($doc, "-", $errors, ".III:a")),
                shown_third: by(&concat!($ruling, "-11")),
                simulated: by(&concat!($doc, "-", $errors, ".III:b")),
                no_wagers: by(&concat!($doc, "-", $errors, ".III:c")),
                open_used: by(&concat!($doc, "-", $errors, ".IV:a")),
                open_simulated: by(&concat!($doc, "-", $errors, ".IV:b")),
                open_no_wagers: by(&concat!($doc, "-", $errors, ".IV:c")),
                open_burnt: by(&concat!($ruling, "-12")),
                too_few: by(&concat!($doc, "-", $errors, ".V:a")),
                too_few_shuffled: by(&concat!($doc, "-", $errors, ".V:b")),
                touched: by(&concat!($doc, "-", $deal, ".IV")),
                wrong_place: by(&concat!($ruling, "-10")),
                cover_elsewhere: by(&concat!($ruling, "-9")),
            },
            midi: $midi,
        }
    };
}

pub(super) use {dragon_lines, orders, two_hands_law};

chapter! {
    /// Further clauses that decide wagers.
    Says:
    player_tied: "A wager on the player's hand goes back on equal counts.";
    banker_tied: "So does one on the banker's hand.";
    nothing_charged: "And nothing is charged for it.";
    seven: "A wager on the banker's hand is a push where that hand wins with seven in three cards.";
    natural: "A natural wins against a hand that is none.";
    nine: "A natural nine wins against a natural eight.";
    by_four: "Another hand wins by four points or more.";
    eight: "A natural eight loses against a natural nine.";
    not_more: "A hand that is no natural loses without more points.";
    too_little: "And with fewer than four more.";
    naturals_tie: "Equal naturals are a tie.";
    pushes: "A tie of naturals pushes.";
}

/// The irregularities with cards.
pub(super) const fn mishaps(errors: &Errors) -> [Mishap; 5] {
    const fn mishap(id: IrregularityId, [what, remedy]: [&'static str; 2], by: Clause) -> Mishap {
        Mishap { id, what, remedy, then: Then::Source, by }
    }
    [
        mishap(
            of::DRAWN_UNEXPOSED,
            [
                "a card came out of the shoe in error and nobody saw it",
                "it is the card that the round needs, or the first of the next round",
            ],
            errors.next_first,
        ),
        mishap(
            of::DRAWN_EXPOSED,
            [
                "a card came out of the shoe in error and was seen",
                "it is the card that the round needs, or the first of a round without wagers",
            ],
            errors.simulated,
        ),
        mishap(
            of::FACE_UP_IN_SHOE,
            [
                "a card lies face up in the shoe",
                "it is used if the hand needs it, or is the first of a round without wagers",
            ],
            errors.open_simulated,
        ),
        mishap(
            of::SHOE_RAN_OUT,
            ["the shoe has too few cards for the round", "the round is void, and every wager goes back"],
            errors.too_few,
        ),
        mishap(of::CARD_TOUCHED, ["a patron touched a card", "the cards count as they lie"], errors.touched),
    ]
}

/// A game with these wagers.
pub(super) trait Baccarat: LayoutGame<Options = usize> {
    /// Further clauses that decide wagers.
    const SAYS: Says;
}

/// The order of settlement that the table file chooses.
///
/// # Errors
/// Refuses an unknown word.
pub(super) fn order(config: &TableConfig) -> Result<usize, OpenError> {
    match config.option("bonus-order") {
        "all-bonuses-first" => Ok(0),
        "patron-by-patron" => Ok(1),
        word => Err(OpenError(format!("bonus-order cannot be \"{word}\""))),
    }
}

/// The effect of a result on the wager of a row.
pub(super) fn verdict<G: Baccarat>(row: usize, result: TwoHandsResult, terms: &Terms<G>) -> Verdict {
    let TwoHandsResult { player, banker } = result;
    let says = &G::SAYS;
    let tie = player.points == banker.points;
    // The banker's hand wins with three cards and seven.
    let seven = banker == Counted { points: 7, cards: 3 } && banker.points > player.points;
    match G::PLAY.rows[row].id {
        PLAYER if tie => Verdict::of(Outcome::Returned, says.player_tied.applies()),
        PLAYER => terms.plain(row, player.points > banker.points),
        BANKER if tie => {
            let cites = Cites::from(says.banker_tied.applies()).and(says.nothing_charged.applies());
            Verdict::of(Outcome::Returned, cites)
        }
        BANKER => match says.seven.when(seven) {
            Some(rule) => Verdict::of(Outcome::Pushes, rule),
            None => terms.plain(row, banker.points > player.points),
        },
        TIE => terms.plain(row, tie),
        FORTUNE_7 => terms.plain(row, seven),
        DRAGON_PLAYER => bonus(row, [player, banker], terms),
        _ => bonus(row, [banker, player], terms),
    }
}

/// The Dragon Bonus on one hand, against the other.
fn bonus<G: Baccarat>(row: usize, [own, other]: [Counted; 2], terms: &Terms<G>) -> Verdict {
    let says = &G::SAYS;
    // The row for naturals comes after the six rows for the points by which a hand wins.
    const NATURAL: usize = 6;
    let wins = |line, by: Clause| {
        terms.by_line(row, line, Cites::from(by.applies()).and(G::PLAY.rows[row].paid.applies()))
    };
    let loses = |by: Clause| Verdict::of(Outcome::Loses, by.applies());
    let more = own.points.saturating_sub(other.points);
    match (own.is_natural(), other.is_natural()) {
        (true, true) if own.points == other.points => {
            let cites = Cites::from(says.naturals_tie.applies()).and(says.pushes.applies());
            Verdict::of(Outcome::Pushes, cites)
        }
        (true, true) if more > 0 => wins(NATURAL, says.nine),
        (true, true) => loses(says.eight),
        (true, false) => wins(NATURAL, says.natural),
        (false, _) => match more {
            4..=9 => wins(9 - usize::from(more), says.by_four),
            0 => loses(says.not_more),
            _ => loses(says.too_little),
        },
    }
}
