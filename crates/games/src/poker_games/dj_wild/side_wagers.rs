//! Sections 10(d)(3), 10(d)(4), 11(c)bis and 11(d): Trips and Two Way Bad Beat, which survive a fold.

use super::*;
use crate::poker::wild::{NaturalRule, is_natural};
use crate::poker_table::HandEnd;
use std::cmp::Ordering;

/// The rule for when a side wager is settled: in the patron's turn, or later with the cards tucked under it
/// after a fold.
fn moment(at: &Showdown, terms: &Terms<DjWild>) -> Option<Rule> {
    let folds = &DjWild::PLAY.course(terms.from_shoe).folds;
    let folded = at.end == HandEnd::Folded;
    folds.side_wager.when(folded).or_else(|| SIDE_WAGERS_TOO.when(!folded))
}

/// Trips depends on the patron's hand, and pays more for a natural one.
pub(super) fn trips(at: &Showdown, terms: &Terms<DjWild>) -> Verdict {
    let cites = Cites::from(TRIPS_DECIDED.applies()).and(moment(at, terms));
    let kind = at.own.category();
    let cards = at.cards.first::<5>().unwrap_or([felt::Card::JOKER; 5]);
    let is_natural = is_natural(&cards, NaturalRule::SameKind);
    let row = if is_natural { natural(kind) } else { wild(kind) };
    let Some(paid) = terms.odds(TRIPS, row) else { return lost(cites.and(TRIPS_HANDS.applies())) };
    let by_deuce = is_natural && cards.iter().copied().any(is_deuce);
    let cites = cites
        .and(described(kind, &TRIPS_KINDS))
        .and(paid.rule.applies())
        .and(TRIPS_WILD.when(!is_natural))
        .and(NATURAL_DEUCE.when(by_deuce));
    Verdict::win(paid.pays, cites).by_row(paid.row)
}

/// What happens to Two Way Bad Beat when both hands are good enough and equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BeatTies {
    /// It wins, paid by the hand that both have.
    Pays,
    /// It is returned.
    Pushes,
    /// It loses.
    Loses,
}

/// Two Way Bad Beat is paid on the beaten hand, the patron's or the dealer's; an option of the house decides
/// equal hands.
pub(super) fn bad_beat(at: &Showdown, terms: &Terms<DjWild>) -> Option<Verdict> {
    let dealer = at.dealer?;
    let cites = Cites::from(BEAT_DECIDED.applies()).and(moment(at, terms));
    let (beaten, beats) = (at.own.min(dealer), at.own.max(dealer));
    if beaten.category() < Category::ThreeOfAKind {
        return Some(lost(cites.and(BEAT_HANDS.applies())));
    }
    let equal = EQUAL_HANDS.when(at.own.cmp(&dealer) == Ordering::Equal);
    let tie = cites.and(equal).and(BEAT_CARDS.when(equal.is_some()));
    match (equal, terms.options) {
        (None, _) | (_, BeatTies::Pays) => {}
        (Some(_), BeatTies::Pushes) => return Some(Verdict::of(Outcome::Pushes, tie)),
        (Some(_), BeatTies::Loses) => return Some(lost(tie)),
    }
    let Some(paid) = terms.odds(BAD_BEAT, beaten.category() as usize) else { return Some(lost(cites)) };
    let other = Some(beats.category()).filter(|kind| *kind != beaten.category());
    let cites = cites
        .and(described(beaten.category(), &BEAT_KINDS))
        .and(other.and_then(|kind| described(kind, &BEAT_KINDS)))
        .and(equal)
        .and(paid.rule.applies());
    Some(Verdict::win(paid.pays, cites).by_row(paid.row))
}

/// The paragraph that describes a kind of hand for a side wager.
fn described(kind: Category, kinds: &[(Category, Rule); 9]) -> Option<Rule> {
    kinds.iter().find_map(|(described, rule)| rule.when(*described == kind))
}

const TRIPS_KINDS: [(Category, Rule); 9] = [
    (Category::FiveWilds, TRIPS_FIVE_WILDS),
    (Category::RoyalFlush, TRIPS_ROYAL_FLUSH),
    (Category::FiveOfAKind, TRIPS_FIVE_OF_A_KIND),
    (Category::StraightFlush, TRIPS_STRAIGHT_FLUSH),
    (Category::FourOfAKind, TRIPS_FOUR_OF_A_KIND),
    (Category::FullHouse, TRIPS_FULL_HOUSE),
    (Category::Flush, TRIPS_FLUSH),
    (Category::Straight, TRIPS_STRAIGHT),
    (Category::ThreeOfAKind, TRIPS_THREE_OF_A_KIND),
];

const BEAT_KINDS: [(Category, Rule); 9] = [
    (Category::FiveWilds, BEAT_FIVE_WILDS),
    (Category::RoyalFlush, BEAT_ROYAL_FLUSH),
    (Category::FiveOfAKind, BEAT_FIVE_OF_A_KIND),
    (Category::StraightFlush, BEAT_STRAIGHT_FLUSH),
    (Category::FourOfAKind, BEAT_FOUR_OF_A_KIND),
    (Category::FullHouse, BEAT_FULL_HOUSE),
    (Category::Flush, BEAT_FLUSH),
    (Category::Straight, BEAT_STRAIGHT),
    (Category::ThreeOfAKind, BEAT_THREE_OF_A_KIND),
];
