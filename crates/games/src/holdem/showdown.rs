//! What a hand comes to, from the rankings and the terms of the table alone: what the table settles by, and all an
//! analyser needs.

use super::rules;
use super::terms::Terms;
use crate::common::{PayRow, Verdict};
use crate::poker::{Category, Ranking};
use engine::{Cites, Outcome, Rule};
use felt::{Money, Odds, Pay};
use std::cmp::Ordering;

/// How the wagers against the dealer end.
#[derive(Clone, Copy, Debug)]
pub struct Showdown {
    /// How the hand fares against the dealer's.
    pub outcome: Outcome,
    /// How the ante ends: it pushes against a dealer without a pair.
    pub ante: Verdict,
    /// How the blind ends: it is paid by its table, to a higher hand of a straight or more.
    pub blind: Verdict,
    /// How the play wager ends.
    pub play: Verdict,
}

/// How far a hand was played when its trips wager is settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandEnd {
    /// It beat the dealer's.
    Won,
    /// It tied with the dealer's or lost to it.
    NotWon,
    /// Its patron folded.
    Folded,
    /// All hands were declared void.
    Void,
}

/// Whether the dealer's hand is too low for the ante to be decided.
pub fn is_below_pair(dealer: Ranking) -> bool {
    dealer.category() < Category::Pair
}

/// How a patron's hand fares against the dealer's, and by which rules.
fn compare(patron: Ranking, dealer: Ranking) -> (Outcome, Cites) {
    let order = patron.cmp(&dealer);
    if let Some(rule) = rules::TIE.when(order == Ordering::Equal) {
        return (Outcome::Pushes, Cites::one(rule).and(rules::SAME_RANK.applies()));
    }
    let same_kind = patron.category() == dealer.category();
    let by = rules::HIGHER_CARD.when(same_kind).or_else(|| rules::CATEGORIES.when(!same_kind));
    match rules::HIGHER_WINS.when(order == Ordering::Greater) {
        Some(rule) => (Outcome::Wins, Cites::one(rule).and(by)),
        None => (Outcome::Loses, Cites::from(rules::LOWER_LOSES.applies()).and(by)),
    }
}

impl Terms {
    /// How ante, blind and play end when a hand that was played is held against the dealer's.
    ///
    /// ```
    /// use engine::{Outcome, RowId};
    /// use felt::{Card, Odds};
    /// use games::holdem::{GAME, Holdem};
    /// use games::poker::Hand;
    /// use rulebook::TableDraft;
    ///
    /// let book = GAME.book().unwrap();
    /// let mut draft = TableDraft::new(GAME.id);
    /// let config = draft.set_words(&book, "limits 10..100 step 10", None).check(&book).unwrap();
    /// let table = Holdem::open(&book, &config).unwrap();
    /// let best = |cards: &str| cards.split(' ').map(|card| card.parse::<Card>().unwrap()).collect::<Hand>().ranking();
    /// let [patron, dealer] = [best("As Ks 9s 7s 2s Qd Jh"), best("Ah Kh 9s 7s 2s Qd Jh")];
    /// let showdown = table.terms().showdown(patron, dealer);
    /// assert_eq!(showdown.ante.outcome, Outcome::Pushes, "the dealer has no pair");
    /// assert_eq!(showdown.blind.odds, Some(Odds::to(3, 2)));
    /// assert_eq!(showdown.blind.row, Some(RowId::new(&"flush")));
    /// ```
    pub fn showdown(&self, patron: Ranking, dealer: Ranking) -> Showdown {
        let (outcome, cites) = compare(patron, dealer);
        let even = |price: Option<Rule>, cites: Cites| match outcome {
            Outcome::Wins => Verdict::win(Odds::EVEN, cites.and(price)),
            _ => Verdict::of(outcome, cites),
        };
        let below = is_below_pair(dealer);
        let ante = match rules::BELOW_PAIR_ANTE.when(below) {
            Some(rule) => {
                Verdict::of(Outcome::Pushes, Cites::one(rule).and(rules::POSTED_ANTE_TIE.applies()))
            }
            None => even(rules::ANTE_EVEN.when(outcome == Outcome::Wins), cites),
        };
        let cites = Cites::from(rules::BELOW_PAIR_REST.when(below)).and_all(cites);
        let blind = self.blind(outcome, cites, patron.category());
        let play = even(rules::PLAY_EVEN.when(outcome == Outcome::Wins), cites);
        Showdown { outcome, ante, blind, play }
    }

    fn blind(&self, outcome: Outcome, cites: Cites, category: Category) -> Verdict {
        if outcome != Outcome::Wins {
            let unpaid = rules::POSTED_BLIND.when(category >= Category::Straight);
            return Verdict::of(outcome, cites.and(unpaid));
        }
        if let Some(rule) = rules::BLIND_NEEDS_STRAIGHT.when(category < Category::Straight) {
            return Verdict::of(Outcome::Pushes, cites.and(rule).and(rules::BLIND_PUSHES.applies()));
        }
        match self.blind_pays[category as usize] {
            Some(paid) => {
                let cites = cites.and(rules::BLIND_PAID.applies()).and(paid.rule.applies());
                Verdict::win(paid.pays, cites).by_row(paid.row)
            }
            None => Verdict::of(Outcome::Pushes, cites),
        }
    }

    /// How trips ends, which goes by the patron's hand alone; nothing where the table does not offer it.
    pub fn trips_verdict(&self, hand: Category, end: HandEnd) -> Option<Verdict> {
        let terms = self.trips.as_ref()?;
        let moment = rules::VOID_TRIPS
            .when(end == HandEnd::Void)
            .or_else(|| rules::FOLDED_TRIPS.when(end == HandEnd::Folded))
            .or_else(|| rules::TRIPS_AFTER_REST.applies());
        let cites = Cites::from(moment).and(rules::TRIPS_ALONE_COUNTS.applies());
        Some(match terms.pays[hand as usize] {
            Some(paid) => {
                let beaten = matches!(end, HandEnd::NotWon | HandEnd::Folded);
                let regardless = rules::TRIPS_REGARDLESS.when(beaten);
                Verdict::win(paid.pays, cites.and(paid.rule.applies()).and(regardless)).by_row(paid.row)
            }
            None => {
                let lacks = rules::TRIPS_NEEDS_THREE.when(hand < Category::ThreeOfAKind);
                Verdict::of(Outcome::Loses, cites.and(lacks))
            }
        })
    }

    /// What the progressive wager is paid for a hand of the patron's two cards and the flop.
    pub fn prize(&self, hand: Category) -> Option<PayRow<Pay>> {
        self.progressive.as_ref()?.pays[hand as usize]
    }

    /// What everybody else with the progressive wager has for such a hand.
    pub fn envy(&self, hand: Category) -> Option<PayRow<Money>> {
        self.progressive.as_ref()?.envy[hand as usize]
    }
}
