//! The most that a house can pay in one round, without meters.

use super::DeucesWildXtreme;
use super::wagers::{
    BAD_BEAT, FIVE_CARD, GOIN_WILD, GOIN_WILD_PROGRESSIVE, ODDS, TOO_WILD, TRIPS_PLUS, wild, wilds,
};
use crate::common::{plus, times};
use crate::poker::Category;
use crate::poker_table::{Dearest, Terms};
use felt::Money;

/// One hand may have all wild cards and four a royal flush. The others count as the best that is left, so no
/// other round has more hands above any given amount, and no posted limit can make another round more
/// expensive.
pub(super) fn dearest(terms: &Terms<DeucesWildXtreme>) -> Dearest {
    let (boxes, ante) = (terms.boxes, terms.limits().max);
    let kind_at = |at: u8| match at {
        0 => Category::FiveWilds,
        1..=4 => Category::RoyalFlush,
        _ => Category::FiveOfAKind,
    } as usize;
    let stake = |wager: usize| terms.limits_of(wager).max;
    let odds = |at: u8| terms.best_win(ODDS, ante, |row| row <= kind_at(at));
    let trips = |at: u8| terms.best_win(TRIPS_PLUS, stake(TRIPS_PLUS), |row| row / 2 <= kind_at(at));
    let beat = |_: u8| terms.best_win(BAD_BEAT, stake(BAD_BEAT), |_| true);
    // Four deuces in one hand; or two in each of two, and the joker in a third.
    let goin = |at: u8| match at {
        0 => terms.best_win(GOIN_WILD, stake(GOIN_WILD), |_| true),
        1 => terms.best_win(GOIN_WILD, stake(GOIN_WILD), |row| row <= wilds(2)),
        2 => terms.best_win(GOIN_WILD, stake(GOIN_WILD), |row| row == wilds(1)),
        _ => Money::ZERO,
    };
    let even = (0..boxes).map(|_| times(ante, if terms.dealer_bets { 4 } else { 3 }));
    let posted = [
        paid_on(terms, ODDS, &odds),
        paid_on(terms, BAD_BEAT, &beat),
        paid_on(terms, TRIPS_PLUS, &trips),
        paid_on(terms, GOIN_WILD, &goin),
    ];
    let boxes = u32::from(boxes);
    let cut = [(ODDS, boxes), (BAD_BEAT, boxes), (TRIPS_PLUS, boxes), (GOIN_WILD, boxes.min(3))]
        .into_iter()
        .filter(|(wager, _)| terms.wagers[*wager].as_ref().is_some_and(|terms| terms.posted.is_some()));
    let envied = terms.wagers[FIVE_CARD].iter().any(|offered| offered.envy.iter().any(Option::is_some));
    let bring = |held: u32| if terms.options { held } else { held.min(1) };
    Dearest {
        pays: even.chain(posted).chain([progressives(terms)]).fold(Money::ZERO, plus),
        cut: cut.map(|(_, hands)| hands).sum::<u32>() * (1 + u32::from(terms.dealer_bets)),
        // Four deuces; five wilds and natural royal flushes; and any straight flush.
        drawn: 1 + 5 + boxes,
        envied: (0..=boxes).map(|held| bring(held) * (boxes - held)).max().filter(|_| envied).unwrap_or(0),
    }
}

/// The most that is paid on a wager of all hands together, dealer bets included, under the posted limit.
fn paid_on(terms: &Terms<DeucesWildXtreme>, wager: usize, hand: &dyn Fn(u8) -> Money) -> Money {
    let posted = terms.wagers[wager].as_ref().and_then(|terms| terms.posted);
    let per_hand = posted.filter(|posted| !posted.per_round).map(|posted| posted.most);
    let per_round = posted.filter(|posted| posted.per_round).map(|posted| posted.most);
    let one = |at: u8| per_hand.map_or(hand(at), |most| hand(at).min(most));
    let all = times((0..terms.boxes).map(one).fold(Money::ZERO, plus), 1 + u32::from(terms.dealer_bets));
    per_round.map_or(all, |most| all.min(most))
}

/// What the house itself pays on the progressive wagers and as envy bonuses.
fn progressives(terms: &Terms<DeucesWildXtreme>) -> Money {
    let boxes = terms.boxes;
    let best = |wager: usize| terms.best_win(wager, Money::ZERO, |_| true);
    // Each of four suits has one royal flush with a wild card in it, and there are five wild cards.
    let too_wild = |at: u8| {
        let kind = match at {
            0..=3 => Category::RoyalFlush,
            4 => Category::FiveOfAKind,
            _ => Category::StraightFlush,
        };
        terms.best_win(TOO_WILD, Money::ZERO, |row| row <= wild(kind))
    };
    let envy = |row: Category| {
        let offered = terms.wagers[FIVE_CARD].as_ref();
        offered.and_then(|offered| offered.envy[row as usize]).map_or(Money::ZERO, |row| row.pays)
    };
    // The meter pays `held` boxes for royal and straight flushes; the others have envy bonuses for them.
    let linked = |held: u32| {
        let (royals, others) = match terms.options {
            true => (held.min(4), held.saturating_sub(4)),
            // Only one of them, the best, brings it.
            false => (held.min(1), 0),
        };
        let royal = times(envy(Category::RoyalFlush), royals);
        let others = times(envy(Category::StraightFlush), others);
        times(plus(plus(royal, others), best(FIVE_CARD)), u32::from(boxes) - held)
    };
    let linked = (0..=u32::from(boxes)).map(linked).max().unwrap_or(Money::ZERO);
    let too_wild = (0..boxes).map(too_wild);
    too_wild.chain([best(GOIN_WILD_PROGRESSIVE), linked]).fold(Money::ZERO, plus)
}
