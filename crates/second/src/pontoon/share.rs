//! SG-PP-5.1.1, 5.1.2: the part of each initial bet in play on a box above its maximum.

use std::collections::BTreeMap;

/// Returns the part of each bet in play, by wager number. `bets` are wager number and stake, in the order placed;
/// `unit` is twice the coin.
pub fn shares(bets: &[(u32, i64)], least: i64, most: i64, unit: i64) -> BTreeMap<u32, i64> {
    let whole: BTreeMap<u32, i64> = bets.iter().copied().collect();
    if whole.values().sum::<i64>() <= most {
        return whole;
    }
    let mut shares: BTreeMap<u32, i64> = BTreeMap::new();
    let mut room = most;
    // Small bets are in play in full and use their part of the maximum first.
    for (number, stake) in bets.iter().filter(|(_, stake)| *stake < least) {
        shares.insert(*number, *stake);
        room -= stake;
    }
    // A patron whose part would be below the minimum gets the minimum; then the others share again.
    loop {
        let rest: Vec<(u32, i64)> = bets.iter().copied().filter(|(n, _)| !shares.contains_key(n)).collect();
        let together: i64 = rest.iter().map(|(_, stake)| stake).sum();
        let part = |stake: i64| {
            let exact = i128::from(stake) * i128::from(room.max(0)) / i128::from(together.max(1));
            i64::try_from(exact).unwrap_or(i64::MAX) / unit * unit
        };
        let below: Vec<u32> = rest.iter().filter(|(_, s)| part(*s) < least).map(|(n, _)| *n).collect();
        if below.is_empty() && together <= room {
            shares.extend(rest);
            return shares;
        }
        if below.is_empty() {
            // Each patron gets the whole units of their exact part. The remaining units go to the patrons whose exact
            // part exceeds theirs most; among equal ones, to the bet placed first.
            let mut left = room - rest.iter().map(|(_, stake)| part(*stake)).sum::<i64>();
            let short_by = |stake: i64| {
                i128::from(stake) * i128::from(room) - i128::from(part(stake)) * i128::from(together)
            };
            let mut waiting = rest;
            while !waiting.is_empty() {
                let most = waiting.iter().map(|(_, stake)| short_by(*stake)).max().unwrap_or(0);
                let next = waiting.iter().position(|(_, stake)| short_by(*stake) == most).unwrap_or(0);
                let (number, stake) = waiting.remove(next);
                // A bet is never in play for more than its chips.
                let more = if left >= unit && part(stake) + unit <= stake { unit } else { 0 };
                left -= more;
                shares.insert(number, part(stake) + more);
            }
            return shares;
        }
        for number in below {
            shares.insert(number, least);
            room -= least;
        }
    }
}
