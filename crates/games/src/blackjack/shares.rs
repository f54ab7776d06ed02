//! Shares a maximum among bets that exceed it together (SG-PP-5.1.1).

use felt::Money;
use std::cmp::Reverse;

/// The part of each bet that plays, in the order of the bets.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Shares {
    pub(crate) parts: Vec<Money>,
    /// Whether the minimum raised a share.
    pub(crate) held_up: bool,
    /// Whether some exact share was not whole, so that the remainders decided who gets more.
    pub(crate) rounded: bool,
}

impl Shares {
    /// Divides `room` among bets of at least `least`, in whole units and by the largest remainder; among
    /// equal remainders the earliest bet gets the unit. No part is below `least` or above its bet.
    pub(crate) fn of(bets: &[Money], room: Money, least: Money, unit: Money) -> Shares {
        let mut parts = bets.to_vec();
        let mut open: Vec<usize> = (0..bets.len()).collect();
        let mut room = room.max(Money::ZERO);
        // Every bet whose share would be below the minimum gets the minimum, so that equal bets are treated
        // alike; the others share what remains.
        let total = loop {
            let total: Money = open.iter().map(|at| bets[*at]).sum();
            let falls_short = |at: &usize| Portion::of(room, bets[*at], total, unit).whole < least;
            let (held, rest): (Vec<usize>, Vec<usize>) = open.iter().partition(|at| falls_short(at));
            if held.is_empty() {
                break total;
            }
            for at in held {
                parts[at] = least;
                room = (room - least).max(Money::ZERO);
            }
            open = rest;
        };
        let held_up = open.len() < bets.len();
        // If the minimums leave room for all the others, these play whole.
        if total <= room {
            return Shares { parts, held_up, rounded: false };
        }
        let mut portions: Vec<(usize, Portion)> =
            open.iter().map(|at| (*at, Portion::of(room, bets[*at], total, unit))).collect();
        let rounded = portions.iter().any(|(_, portion)| portion.remainder > 0);
        // The sort is stable, so equal remainders stay in the order of the bets.
        portions.sort_by_key(|(_, portion)| Reverse(portion.remainder));
        let mut rest = room - portions.iter().map(|(_, portion)| portion.whole).sum::<Money>();
        for (at, Portion { whole, .. }) in portions {
            let one_more = rest >= unit && whole + unit <= bets[at];
            parts[at] = if one_more { whole + unit } else { whole };
            rest -= parts[at] - whole;
        }
        Shares { parts, held_up, rounded }
    }
}

/// `room` times `stake` over `total`: the whole units, and the remainder, which is compared with other
/// remainders of the same division.
struct Portion {
    whole: Money,
    remainder: i128,
}

impl Portion {
    fn of(room: Money, stake: Money, total: Money, unit: Money) -> Portion {
        let [room, stake, total, unit] = [room, stake, total, unit].map(|money| i128::from(money.as_minor()));
        let (product, per_unit) = (room * stake, (total * unit).max(1));
        let whole = product / per_unit * unit;
        // A stake is at most the total, so its share is at most the room, which is an amount of money.
        Portion { whole: Money::minor(i64::try_from(whole).unwrap_or(0)), remainder: product % per_unit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In whole dollars at a table with coins of fifty cents.
    fn shares(bets: &[i64], room: i64, least: i64) -> Vec<i64> {
        let dollars = |amount: i64| Money::minor(amount * 100);
        let bets: Vec<Money> = bets.iter().map(|bet| dollars(*bet)).collect();
        let shares = Shares::of(&bets, dollars(room), dollars(least), dollars(1));
        shares.parts.iter().map(|part| part.as_minor() / 100).collect()
    }

    #[test]
    fn every_share_is_the_nearest_to_the_exact_one() {
        assert_eq!(shares(&[120, 80], 94, 10), [56, 38], "56.4 and 37.6");
        assert_eq!(shares(&[80, 120], 94, 10), [38, 56]);
        assert_eq!(shares(&[70, 70, 70], 100, 10), [34, 33, 33], "of equal remainders the first");
    }

    #[test]
    fn equal_bets_are_held_up_alike_and_nobody_plays_for_more_than_he_has() {
        assert_eq!(shares(&[300, 100, 12], 100, 10), [68, 22, 10], "67.5 and 22.5");
        assert_eq!(shares(&[90, 12, 12], 100, 11), [78, 11, 11]);
        assert_eq!(shares(&[20, 20, 20], 50, 20), [20, 20, 20], "the maximum gives way to the minimums");
    }
}
