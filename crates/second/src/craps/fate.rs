//! The result of a wager for a roll, as one table, to be read beside sections 3, 5, 6 and 7 of the document.
//!
//! The marks in comments are paragraphs of OH-CR.

use super::terms::{Price, document};
use super::{callable, parted};

/// The result of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// Some of its parts are paid at the odds and returned; the other parts are lost.
    Wins {
        /// The odds.
        odds: Price,
        /// Winning parts, and all parts; an undivided wager is one part.
        parts: (i64, i64),
    },
    /// Collected.
    Loses,
    /// Returned because the text calls it a push.
    Pushes,
    /// Odds that are off, returned because their flat bet is decided.
    Returned,
    /// Nothing happens to it.
    Stays,
    /// It would have been decided, but is off.
    StaysOff,
    /// It moves, and from then on is a wager of this kind.
    Moves(&'static str),
    /// No such wager can exist at that moment.
    Impossible,
}

/// Returns the result of a wager at the odds of the document.
///
/// `puck` is the point before the roll; without one it is a come-out roll or, if `come_only`, a roll for the remaining
/// come bets alone (11.II). A Fire Bet is assumed to have no points made yet; see [`fire_fate`].
///
/// A come bet on a number, or its odds, cannot exist while that number is the point: the roll that makes the number a
/// point decides every come bet on it, and a bet that moves to the point's number moves with the roll that removes the
/// point.
pub fn fate(wager: &str, puck: Option<u8>, come_only: bool, working: bool, dice: (u8, u8)) -> Fate {
    fate_at(wager, puck, come_only, working, dice, &document)
}

/// As `fate`, at odds that are looked up by the row of the pay table.
pub fn fate_at(
    wager: &str,
    puck: Option<u8>,
    come_only: bool,
    working: bool,
    dice: (u8, u8),
    odds: &dyn Fn(&str) -> Price,
) -> Fate {
    if come_only && puck.is_some() {
        return Fate::Impossible;
    }
    if !working && !callable(wager) {
        return Fate::Impossible;
    }
    let total = dice.0 + dice.1;
    let wins = |row: &str| Fate::Wins { odds: odds(row), parts: (1, 1) };
    let (family, number) = parted(wager);
    match (family, number) {
        // A line bet ends a roll for the come bets alone (11.II).
        ("pass" | "dont-pass", None) if come_only => Fate::Impossible,
        ("pass", None) => pass(puck, total, wins("pass")),
        ("dont-pass", None) => dont_pass(puck, total, wins("dont-pass")),

        // Odds behind the line: there is a point (7.I, 7.II).
        ("pass-odds", None) => match puck {
            None => Fate::Impossible,
            Some(point) => number_before_seven(point, total, wins(&format!("taking-{point}"))),
        },
        ("dont-pass-odds", None) => match puck {
            None => Fate::Impossible,
            Some(point) => seven_before_number(point, total, wins(&format!("laying-{point}"))),
        },

        // Come bets are made after the come-out roll and decided or moved by the next (3.I.C, 3.I.E).
        ("come" | "dont-come", None) if puck.is_none() => Fate::Impossible,
        ("come", None) => come(total, wins("come")),
        ("dont-come", None) => dont_come(total, wins("dont-come")),
        ("come" | "come-odds" | "dont-come" | "dont-come-odds", Some(n)) if puck == Some(n) => {
            Fate::Impossible
        }
        // 3.I.C.1(b), 3.I.C.2(b).
        ("come", Some(n)) => number_before_seven(n, total, wins("come")),
        // 3.I.E.1(b), 3.I.E.2(b).
        ("dont-come", Some(n)) => seven_before_number(n, total, wins("dont-come")),
        // 3.I.D.1, 3.I.D.2, 7.IV.A.
        ("put", Some(n)) => number_before_seven(n, total, wins("put")),

        // 7.III.B, 7.IV.B: they go with their flat bet, and come back if they are off then.
        ("come-odds" | "put-odds", Some(n)) => {
            match number_before_seven(n, total, wins(&format!("taking-{n}"))) {
                Fate::Stays => Fate::Stays,
                decided => {
                    if working {
                        decided
                    } else {
                        Fate::Returned
                    }
                }
            }
        }
        // 7.V.B.
        ("dont-come-odds", Some(n)) => seven_before_number(n, total, wins(&format!("laying-{n}"))),

        // 3.I.F.1, 3.I.F.2; a Buy Bet as a Place Bet; a Lay Bet the other way round.
        ("place", Some(n)) => unless_off(working, number_before_seven(n, total, wins(wager))),
        ("buy", Some(n)) => unless_off(working, number_before_seven(n, total, wins(wager))),
        ("lay", Some(n)) => unless_off(working, seven_before_number(n, total, wins(wager))),

        // 3.I.G to 3.I.J: the pair wins; the total in any other way, or a 7, loses.
        ("hard", Some(n)) => {
            let decided = match total {
                7 => Fate::Loses,
                _ if total != n => Fate::Stays,
                _ if dice.0 == dice.1 => wins(wager),
                _ => Fate::Loses,
            };
            unless_off(working, decided)
        }

        // 12.I.E: no point was made yet, so a loser 7 takes it.
        ("fire", None) => fire_fate(puck, 0, total, odds),
        _ => one_roll(wager, dice, odds),
    }
}

/// 3.I.A.
fn pass(puck: Option<u8>, total: u8, wins: Fate) -> Fate {
    match (puck, total) {
        (None, 7 | 11) => wins,
        (None, 2 | 3 | 12) => Fate::Loses,
        (None, _) => Fate::Stays,
        (Some(point), _) => number_before_seven(point, total, wins),
    }
}

/// 3.I.B.
fn dont_pass(puck: Option<u8>, total: u8, wins: Fate) -> Fate {
    match (puck, total) {
        (None, 2 | 3) => wins,
        (None, 7 | 11) => Fate::Loses,
        (None, 12) => Fate::Pushes,
        (None, _) => Fate::Stays,
        (Some(point), _) => seven_before_number(point, total, wins),
    }
}

/// 3.I.C: the roll immediately following placement.
fn come(total: u8, wins: Fate) -> Fate {
    match total {
        7 | 11 => wins,
        2 | 3 | 12 => Fate::Loses,
        4 => Fate::Moves("come-4"),
        5 => Fate::Moves("come-5"),
        6 => Fate::Moves("come-6"),
        8 => Fate::Moves("come-8"),
        9 => Fate::Moves("come-9"),
        10 => Fate::Moves("come-10"),
        _ => Fate::Impossible,
    }
}

/// 3.I.E: the roll immediately following placement.
fn dont_come(total: u8, wins: Fate) -> Fate {
    match total {
        2 | 3 => wins,
        7 | 11 => Fate::Loses,
        12 => Fate::Pushes,
        4 => Fate::Moves("dont-come-4"),
        5 => Fate::Moves("dont-come-5"),
        6 => Fate::Moves("dont-come-6"),
        8 => Fate::Moves("dont-come-8"),
        9 => Fate::Moves("dont-come-9"),
        10 => Fate::Moves("dont-come-10"),
        _ => Fate::Impossible,
    }
}

/// Wins if the number comes before a 7.
fn number_before_seven(number: u8, total: u8, wins: Fate) -> Fate {
    if total == number {
        wins
    } else if total == 7 {
        Fate::Loses
    } else {
        Fate::Stays
    }
}

/// Wins if a 7 comes before the number.
fn seven_before_number(number: u8, total: u8, wins: Fate) -> Fate {
    if total == 7 {
        wins
    } else if total == number {
        Fate::Loses
    } else {
        Fate::Stays
    }
}

/// A bet that is off stays, whatever is rolled.
fn unless_off(working: bool, decided: Fate) -> Fate {
    match decided {
        Fate::Stays => Fate::Stays,
        _ if !working => Fate::StaysOff,
        _ => decided,
    }
}

/// Returns the result of a Fire Bet if `points_made` different points were made before this roll.
///
/// Only a loser 7, one thrown with a point on, settles it (12.I.E): paid once for the highest number of
/// different points (5.VII), lost below four (3.I.MM.2).
pub fn fire_fate(puck: Option<u8>, points_made: usize, total: u8, odds: &dyn Fn(&str) -> Price) -> Fate {
    if puck.is_none() || total != 7 {
        return Fate::Stays;
    }
    match points_made {
        0..=3 => Fate::Loses,
        4 => Fate::Wins { odds: odds("fire-four"), parts: (1, 1) },
        5 => Fate::Wins { odds: odds("fire-five"), parts: (1, 1) },
        _ => Fate::Wins { odds: odds("fire-six"), parts: (1, 1) },
    }
}

/// Bets on the next roll alone: 3.I.K to 3.I.LL.
fn one_roll(wager: &str, dice: (u8, u8), odds: &dyn Fn(&str) -> Price) -> Fate {
    let total = dice.0 + dice.1;
    let wins = |row: &str| Fate::Wins { odds: odds(row), parts: (1, 1) };
    // `winning` parts of `all`, at the odds of that row.
    let part = |row: &str, winning: i64, all: i64| Fate::Wins { odds: odds(row), parts: (winning, all) };
    // 3.I.V to 3.I.LL: the two faces, in either order.
    let hop = |a: u8, b: u8| if dice == (a, b) || dice == (b, a) { wins(wager) } else { Fate::Loses };
    match (wager, total) {
        // 3.I.K, 5.II/T1.
        ("field", 2) => wins("field-two"),
        ("field", 12) => wins("field-twelve"),
        ("field", 3 | 4 | 9 | 10 | 11) => wins("field"),
        ("field", _) => Fate::Loses,

        ("any-seven", 7) => wins("any-seven"),
        ("any-craps", 2 | 3 | 12) => wins("any-craps"),
        ("craps-two", 2) => wins("craps-two"),
        ("craps-three", 3) => wins("craps-three"),
        ("craps-twelve", 12) => wins("craps-twelve"),
        ("eleven", 11) => wins("eleven"),
        ("any-seven" | "any-craps" | "craps-two" | "craps-three" | "craps-twelve" | "eleven", _) => {
            Fate::Loses
        }

        // 5.III: one half any craps, one half eleven.
        ("craps-eleven", 2 | 3 | 12) => part("any-craps", 1, 2),
        ("craps-eleven", 11) => part("eleven", 1, 2),
        ("craps-eleven", _) => Fate::Loses,

        // 5.IV: a quarter each on 2, 3, 11 and 12.
        ("horn", 2) => part("craps-two", 1, 4),
        ("horn", 3) => part("craps-three", 1, 4),
        ("horn", 11) => part("eleven", 1, 4),
        ("horn", 12) => part("craps-twelve", 1, 4),
        ("horn", _) => Fate::Loses,

        // 5.V: a fifth each on 2, 3, 11 and 12, and a further fifth on the high number.
        ("horn-high-2", 2) => part("craps-two", 2, 5),
        ("horn-high-3", 3) => part("craps-three", 2, 5),
        ("horn-high-11", 11) => part("eleven", 2, 5),
        ("horn-high-12", 12) => part("craps-twelve", 2, 5),
        ("horn-high-3" | "horn-high-11" | "horn-high-12", 2) => part("craps-two", 1, 5),
        ("horn-high-2" | "horn-high-11" | "horn-high-12", 3) => part("craps-three", 1, 5),
        ("horn-high-2" | "horn-high-3" | "horn-high-12", 11) => part("eleven", 1, 5),
        ("horn-high-2" | "horn-high-3" | "horn-high-11", 12) => part("craps-twelve", 1, 5),
        ("horn-high-2" | "horn-high-3" | "horn-high-11" | "horn-high-12", _) => Fate::Loses,

        // 5.VI: four units as a Horn Bet, one as an Any Seven Bet.
        ("world", 2) => part("craps-two", 1, 5),
        ("world", 3) => part("craps-three", 1, 5),
        ("world", 7) => part("any-seven", 1, 5),
        ("world", 11) => part("eleven", 1, 5),
        ("world", 12) => part("craps-twelve", 1, 5),
        ("world", _) => Fate::Loses,

        ("hop-2-2", _) => hop(2, 2),
        ("hop-3-3", _) => hop(3, 3),
        ("hop-4-4", _) => hop(4, 4),
        ("hop-5-5", _) => hop(5, 5),
        ("hop-1-3", _) => hop(1, 3),
        ("hop-1-4", _) => hop(1, 4),
        ("hop-2-3", _) => hop(2, 3),
        ("hop-1-5", _) => hop(1, 5),
        ("hop-2-4", _) => hop(2, 4),
        ("hop-1-6", _) => hop(1, 6),
        ("hop-2-5", _) => hop(2, 5),
        ("hop-3-4", _) => hop(3, 4),
        ("hop-2-6", _) => hop(2, 6),
        ("hop-3-5", _) => hop(3, 5),
        ("hop-3-6", _) => hop(3, 6),
        ("hop-4-5", _) => hop(4, 5),
        ("hop-4-6", _) => hop(4, 6),
        _ => panic!("{wager} is no wager of craps"),
    }
}
