//! The wagers that differ only in their numbers, row by row as the document lists them.

use super::bet::Number;
use engine::Rule;

/// A wager decided by the next roll, and its paragraphs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OneRoll {
    /// The rule that permits it.
    pub(crate) bet: Rule,
    /// The rule by which it wins.
    pub(crate) wins: Rule,
    /// The rule by which it loses.
    pub(crate) loses: Rule,
}

/// A wager on one combination of the dice, on the next roll.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hop {
    /// What the dice must show, in either order.
    pub(crate) pips: (u8, u8),
    pub(crate) rules: OneRoll,
}

/// A wager that a number is thrown as a pair before it is thrown in another way and before a seven.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hardway {
    pub(crate) number: Number,
    pub(crate) rules: OneRoll,
    /// The rule by which it is on when the puck is off.
    pub(crate) on_come_out: Rule,
    /// The rule by which its patron may call it off.
    pub(crate) called_off: Rule,
}

const fn one_roll(
    bet: &'static &'static str,
    wins: &'static &'static str,
    loses: &'static &'static str,
) -> OneRoll {
    OneRoll { bet: Rule::new(bet), wins: Rule::new(wins), loses: Rule::new(loses) }
}

pub(crate) const ANY_SEVEN: OneRoll = one_roll(&"OH-CR-3.I.L", &"OH-CR-3.I.L.1", &"OH-CR-3.I.L.2");
pub(crate) const ANY_CRAPS: OneRoll = one_roll(&"OH-CR-3.I.M", &"OH-CR-3.I.M.1", &"OH-CR-3.I.M.2");
pub(crate) const CRAPS_TWO: OneRoll = one_roll(&"OH-CR-3.I.N", &"OH-CR-3.I.N.1", &"OH-CR-3.I.N.2");
pub(crate) const CRAPS_THREE: OneRoll = one_roll(&"OH-CR-3.I.O", &"OH-CR-3.I.O.1", &"OH-CR-3.I.O.2");
pub(crate) const CRAPS_TWELVE: OneRoll = one_roll(&"OH-CR-3.I.P", &"OH-CR-3.I.P.1", &"OH-CR-3.I.P.2");
pub(crate) const ELEVEN: OneRoll = one_roll(&"OH-CR-3.I.Q", &"OH-CR-3.I.Q.1", &"OH-CR-3.I.Q.2");

/// The hop bets, in the order of the document.
pub(crate) const HOPS: [Hop; 17] = [
    Hop { pips: (2, 2), rules: one_roll(&"OH-CR-3.I.V", &"OH-CR-3.I.V.1", &"OH-CR-3.I.V.2") },
    Hop { pips: (3, 3), rules: one_roll(&"OH-CR-3.I.W", &"OH-CR-3.I.W.1", &"OH-CR-3.I.W.2") },
    Hop { pips: (4, 4), rules: one_roll(&"OH-CR-3.I.X", &"OH-CR-3.I.X.1", &"OH-CR-3.I.X.2") },
    Hop { pips: (5, 5), rules: one_roll(&"OH-CR-3.I.Y", &"OH-CR-3.I.Y.1", &"OH-CR-3.I.Y.2") },
    Hop { pips: (1, 3), rules: one_roll(&"OH-CR-3.I.Z", &"OH-CR-3.I.Z.1", &"OH-CR-3.I.Z.2") },
    Hop { pips: (1, 4), rules: one_roll(&"OH-CR-3.I.AA", &"OH-CR-3.I.AA.1", &"OH-CR-3.I.AA.2") },
    Hop { pips: (2, 3), rules: one_roll(&"OH-CR-3.I.BB", &"OH-CR-3.I.BB.1", &"OH-CR-3.I.BB.2") },
    Hop { pips: (1, 5), rules: one_roll(&"OH-CR-3.I.CC", &"OH-CR-3.I.CC.1", &"OH-CR-3.I.CC.2") },
    Hop { pips: (2, 4), rules: one_roll(&"OH-CR-3.I.DD", &"OH-CR-3.I.DD.1", &"OH-CR-3.I.DD.2") },
    Hop { pips: (1, 6), rules: one_roll(&"OH-CR-3.I.EE", &"OH-CR-3.I.EE.1", &"OH-CR-3.I.EE.2") },
    Hop { pips: (2, 5), rules: one_roll(&"OH-CR-3.I.FF", &"OH-CR-3.I.FF.1", &"OH-CR-3.I.FF.2") },
    Hop { pips: (3, 4), rules: one_roll(&"OH-CR-3.I.GG", &"OH-CR-3.I.GG.1", &"OH-CR-3.I.GG.2") },
    Hop { pips: (2, 6), rules: one_roll(&"OH-CR-3.I.HH", &"OH-CR-3.I.HH.1", &"OH-CR-3.I.HH.2") },
    Hop { pips: (3, 5), rules: one_roll(&"OH-CR-3.I.II", &"OH-CR-3.I.II.1", &"OH-CR-3.I.II.2") },
    Hop { pips: (3, 6), rules: one_roll(&"OH-CR-3.I.JJ", &"OH-CR-3.I.JJ.1", &"OH-CR-3.I.JJ.2") },
    Hop { pips: (4, 5), rules: one_roll(&"OH-CR-3.I.KK", &"OH-CR-3.I.KK.1", &"OH-CR-3.I.KK.2") },
    Hop { pips: (4, 6), rules: one_roll(&"OH-CR-3.I.LL", &"OH-CR-3.I.LL.1", &"OH-CR-3.I.LL.2") },
];

/// The hardway bets.
pub(crate) const HARDWAYS: [Hardway; 4] = [
    Hardway {
        number: Number::Four,
        rules: one_roll(&"OH-CR-3.I.G:a", &"OH-CR-3.I.G.1", &"OH-CR-3.I.G.2"),
        on_come_out: Rule::new(&"OH-CR-3.I.G:b"),
        called_off: Rule::new(&"OH-CR-3.I.G:c"),
    },
    Hardway {
        number: Number::Six,
        rules: one_roll(&"OH-CR-3.I.H:a", &"OH-CR-3.I.H.1", &"OH-CR-3.I.H.2"),
        on_come_out: Rule::new(&"OH-CR-3.I.H:b"),
        called_off: Rule::new(&"OH-CR-3.I.H:c"),
    },
    Hardway {
        number: Number::Eight,
        rules: one_roll(&"OH-CR-3.I.I:a", &"OH-CR-3.I.I.1", &"OH-CR-3.I.I.2"),
        on_come_out: Rule::new(&"OH-CR-3.I.I:b"),
        called_off: Rule::new(&"OH-CR-3.I.I:c"),
    },
    Hardway {
        number: Number::Ten,
        rules: one_roll(&"OH-CR-3.I.J:a", &"OH-CR-3.I.J.1", &"OH-CR-3.I.J.2"),
        on_come_out: Rule::new(&"OH-CR-3.I.J:b"),
        called_off: Rule::new(&"OH-CR-3.I.J:c"),
    },
];

/// The rows of the pay table for Place Bets, by number.
pub(crate) const PLACE_ODDS: [Rule; 6] = [
    Rule::new(&"OH-CR-5.II/T1:place-4"),
    Rule::new(&"OH-CR-5.II/T1:place-5"),
    Rule::new(&"OH-CR-5.II/T1:place-6"),
    Rule::new(&"OH-CR-5.II/T1:place-8"),
    Rule::new(&"OH-CR-5.II/T1:place-9"),
    Rule::new(&"OH-CR-5.II/T1:place-10"),
];

/// The rows of the pay table for Buy Bets, by number.
pub(crate) const BUY_ODDS: [Rule; 6] = [
    Rule::new(&"OH-CR-6.I/T1:buy-4"),
    Rule::new(&"OH-CR-6.I/T1:buy-5"),
    Rule::new(&"OH-CR-6.I/T1:buy-6"),
    Rule::new(&"OH-CR-6.I/T1:buy-8"),
    Rule::new(&"OH-CR-6.I/T1:buy-9"),
    Rule::new(&"OH-CR-6.I/T1:buy-10"),
];

/// The rows of the pay table for Lay Bets, by number.
pub(crate) const LAY_ODDS: [Rule; 6] = [
    Rule::new(&"OH-CR-6.II/T1:lay-4"),
    Rule::new(&"OH-CR-6.II/T1:lay-5"),
    Rule::new(&"OH-CR-6.II/T1:lay-6"),
    Rule::new(&"OH-CR-6.II/T1:lay-8"),
    Rule::new(&"OH-CR-6.II/T1:lay-9"),
    Rule::new(&"OH-CR-6.II/T1:lay-10"),
];

/// The rows of the pay table for hardway bets.
pub(crate) const HARD_ODDS: [Rule; 4] = [
    Rule::new(&"OH-CR-5.II/T1:hard-4"),
    Rule::new(&"OH-CR-5.II/T1:hard-6"),
    Rule::new(&"OH-CR-5.II/T1:hard-8"),
    Rule::new(&"OH-CR-5.II/T1:hard-10"),
];

/// The rows of the pay table for hop bets.
pub(crate) const HOP_ODDS: [Rule; 17] = [
    Rule::new(&"OH-CR-5.II/T1:hop-2-2"),
    Rule::new(&"OH-CR-5.II/T1:hop-3-3"),
    Rule::new(&"OH-CR-5.II/T1:hop-4-4"),
    Rule::new(&"OH-CR-5.II/T1:hop-5-5"),
    Rule::new(&"OH-CR-5.II/T1:hop-1-3"),
    Rule::new(&"OH-CR-5.II/T1:hop-1-4"),
    Rule::new(&"OH-CR-5.II/T1:hop-2-3"),
    Rule::new(&"OH-CR-5.II/T1:hop-1-5"),
    Rule::new(&"OH-CR-5.II/T1:hop-2-4"),
    Rule::new(&"OH-CR-5.II/T1:hop-1-6"),
    Rule::new(&"OH-CR-5.II/T1:hop-2-5"),
    Rule::new(&"OH-CR-5.II/T1:hop-3-4"),
    Rule::new(&"OH-CR-5.II/T1:hop-2-6"),
    Rule::new(&"OH-CR-5.II/T1:hop-3-5"),
    Rule::new(&"OH-CR-5.II/T1:hop-3-6"),
    Rule::new(&"OH-CR-5.II/T1:hop-4-5"),
    Rule::new(&"OH-CR-5.II/T1:hop-4-6"),
];

pub(crate) const ANY_SEVEN_ODDS: Rule = Rule::new(&"OH-CR-5.II/T1:any-seven");
pub(crate) const ANY_CRAPS_ODDS: Rule = Rule::new(&"OH-CR-5.II/T1:any-craps");
pub(crate) const CRAPS_TWO_ODDS: Rule = Rule::new(&"OH-CR-5.II/T1:craps-two");
pub(crate) const CRAPS_THREE_ODDS: Rule = Rule::new(&"OH-CR-5.II/T1:craps-three");
pub(crate) const CRAPS_TWELVE_ODDS: Rule = Rule::new(&"OH-CR-5.II/T1:craps-twelve");
pub(crate) const ELEVEN_ODDS: Rule = Rule::new(&"OH-CR-5.II/T1:eleven");

const SINGLES: [(OneRoll, Rule); 6] = [
    (ANY_SEVEN, ANY_SEVEN_ODDS),
    (ANY_CRAPS, ANY_CRAPS_ODDS),
    (CRAPS_TWO, CRAPS_TWO_ODDS),
    (CRAPS_THREE, CRAPS_THREE_ODDS),
    (CRAPS_TWELVE, CRAPS_TWELVE_ODDS),
    (ELEVEN, ELEVEN_ODDS),
];

/// Every rule of this file.
pub(crate) const ALL: [Rule; 4 * 6 + 4 * 17 + 6 * 4 + 3 * 6] = {
    let mut all = [ANY_SEVEN_ODDS; 4 * 6 + 4 * 17 + 6 * 4 + 3 * 6];
    let mut n = 0;
    let mut at = 0;
    while at < SINGLES.len() {
        let (rules, odds) = SINGLES[at];
        (all[n], all[n + 1], all[n + 2], all[n + 3]) = (rules.bet, rules.wins, rules.loses, odds);
        n += 4;
        at += 1;
    }
    at = 0;
    while at < HOPS.len() {
        let rules = HOPS[at].rules;
        (all[n], all[n + 1], all[n + 2], all[n + 3]) = (rules.bet, rules.wins, rules.loses, HOP_ODDS[at]);
        n += 4;
        at += 1;
    }
    at = 0;
    while at < HARDWAYS.len() {
        let Hardway { rules, on_come_out, called_off, .. } = HARDWAYS[at];
        (all[n], all[n + 1], all[n + 2]) = (rules.bet, rules.wins, rules.loses);
        (all[n + 3], all[n + 4], all[n + 5]) = (on_come_out, called_off, HARD_ODDS[at]);
        n += 6;
        at += 1;
    }
    at = 0;
    while at < PLACE_ODDS.len() {
        (all[n], all[n + 1], all[n + 2]) = (PLACE_ODDS[at], BUY_ODDS[at], LAY_ODDS[at]);
        n += 3;
        at += 1;
    }
    all
};
