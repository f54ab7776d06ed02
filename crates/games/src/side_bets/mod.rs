//! The side bets of the blackjack family: which row of its pay table a bet hits, if any.
//!
//! The input is cards and the output is the id of a row. This module has no tables, money or pays.
//!
//! Every side bet is a list of rows, best first, each with its condition; [`find`] returns the first whose
//! condition the hand meets and which the table's pay table has. So only the highest row counts, and a hand
//! whose own row is not printed falls to the next that is: three suited sevens are three of a kind where
//! there is no row for suited threes.

mod bounds;
mod bust_bonus;
mod catalog;
mod lucky_ladies;
mod pontoon;
mod rocket_aces;
mod silver_stack;
#[cfg(test)]
mod testing;
mod three_cards;
mod twenty_two;

use crate::common::{is_ace, is_ten_valued};
pub(crate) use bounds::DealerEnd;
pub(crate) use catalog::{
    PONTOON_RULES, PUSH_22_RULES, RIDE_FREE_RULES, ROCKET_ACES_RULES, SideBet, SideBetLaw, side_bet,
};
use felt::{Card, Suit};

/// The side bets. House Money is not among them, because its winnings may be added to the main wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bet {
    /// A bet on a dealer's total of 22.
    Push22,
    /// A bet on a dealer's total of 22, unless the own hand reaches 30.
    Hedge22,
    /// A bet on the number of lammers collected.
    SilverStack,
    /// A bet on the dealer going over 21, by the up card, unless the own hand reaches 30.
    BustBonus,
    /// A bet on the first two cards and the up card as a poker hand.
    TwentyOneThreeClassic,
    /// The same with a row for suited threes.
    TwentyOneThreeXtreme,
    /// The same with the three best rows only.
    Top3,
    /// A bet on a total of 20.
    LuckyLadies,
    /// 21+3 with meters.
    TwentyOneThreeProgressive,
    /// Lucky Ladies with meters.
    LuckyLadiesProgressive,
    /// A bet on aces and blackjacks.
    RocketAces,
    /// A bet on two cards of one rank.
    PlayerPair,
    /// A bet on pairs and aces.
    Bonus,
}

impl Bet {
    /// All of them.
    #[cfg(test)]
    pub(crate) const ALL: [Self; 13] = [
        Self::Push22,
        Self::Hedge22,
        Self::SilverStack,
        Self::BustBonus,
        Self::TwentyOneThreeClassic,
        Self::TwentyOneThreeXtreme,
        Self::Top3,
        Self::LuckyLadies,
        Self::TwentyOneThreeProgressive,
        Self::LuckyLadiesProgressive,
        Self::RocketAces,
        Self::PlayerPair,
        Self::Bonus,
    ];

    /// The wager's word.
    pub(crate) const fn word(self) -> &'static &'static str {
        match self {
            Self::Push22 => &"push-22",
            Self::Hedge22 => &"hedge-22",
            Self::SilverStack => &"silver-stack",
            Self::BustBonus => &"bust-bonus",
            Self::TwentyOneThreeClassic => &"21-3-classic",
            Self::TwentyOneThreeXtreme => &"21-3-xtreme",
            Self::Top3 => &"top-3",
            Self::LuckyLadies => &"lucky-ladies",
            Self::TwentyOneThreeProgressive => &"21-3-progressive",
            Self::LuckyLadiesProgressive => &"lucky-ladies-progressive",
            Self::RocketAces => &"rocket-aces",
            Self::PlayerPair => &"player-pair",
            Self::Bonus => &"bonus",
        }
    }

    /// Whether its result is unknown until the dealer's hand is complete.
    pub(crate) const fn waits_for_dealer(self) -> bool {
        matches!(self, Self::Push22 | Self::Hedge22 | Self::BustBonus | Self::SilverStack)
    }

    /// The ids of its rows, best first: a pay table with any other id would never pay it.
    pub(crate) fn line_ids(self) -> impl Iterator<Item = &'static str> {
        self.lines().iter().map(|(id, _)| *id)
    }

    const fn lines(self) -> &'static [Line] {
        match self {
            Self::Push22 => &twenty_two::PUSH,
            Self::Hedge22 => &twenty_two::HEDGE,
            Self::SilverStack => &silver_stack::LINES,
            Self::BustBonus => &bust_bonus::LINES,
            Self::TwentyOneThreeClassic => &three_cards::CLASSIC,
            Self::TwentyOneThreeXtreme => &three_cards::XTREME,
            Self::Top3 => &three_cards::TOP_3,
            Self::LuckyLadies => &lucky_ladies::FELT,
            Self::TwentyOneThreeProgressive => &three_cards::PROGRESSIVE,
            Self::LuckyLadiesProgressive => &lucky_ladies::PROGRESSIVE,
            Self::RocketAces => &rocket_aces::LINES,
            Self::PlayerPair => &pontoon::PLAYER_PAIR,
            Self::Bonus => &pontoon::BONUS,
        }
    }
}

/// The threes of one suit that are the top rows of 21+3 Progressive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tops {
    /// Three aces.
    Aces,
    /// Three aces or three kings.
    AcesKings,
    /// Three aces, three kings or three queens.
    AcesKingsQueens,
}

/// What a side bet can depend on.
#[derive(Clone, Copy, Debug)]
pub struct Sight<'a> {
    /// The first two cards of the box, as dealt before any split.
    pub first_two: [Card; 2],
    /// The dealer's open first card.
    pub up: Card,
    /// The dealer's hand as far as it lies open, the up card first.
    pub dealer: &'a [Card],
    /// Whether the dealer has blackjack; `None` while it is unknown.
    pub dealer_blackjack: Option<bool>,
    /// Whether the dealer's hand is complete.
    pub dealer_done: bool,
    /// The dealer's total, also over 21.
    pub dealer_total: u8,
    /// The total of the patron's original hand, the first one after a split, also over 21.
    pub own_total: u8,
    /// How many lammers the box has collected, whatever happened to their hands.
    pub lammers: u8,
    /// How many of them for doubles.
    pub lammers_of_doubles: u8,
    /// The suit that the top rows of the two progressives of Ride Free require.
    pub(crate) specific_suit: Suit,
    /// The ranks that the top rows of 21+3 Progressive require.
    pub(crate) tops: Tops,
}

impl Sight<'_> {
    /// What is seen right after the first deal.
    pub fn of(first_two: [Card; 2], up: Card) -> Self {
        Sight {
            first_two,
            up,
            dealer: &[],
            dealer_blackjack: None,
            dealer_done: false,
            dealer_total: 0,
            own_total: 0,
            lammers: 0,
            lammers_of_doubles: 0,
            specific_suit: Suit::Spades,
            tops: Tops::AcesKings,
        }
    }
}

/// The result of evaluating a side bet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    /// The bet hits the row with this id.
    Line(&'static str),
    /// It hits no row and loses.
    Nothing,
    /// The result is not known yet.
    Wait,
}

/// A row's id and its condition.
type Line = (&'static str, fn(&Case<'_>) -> bool);

/// What a condition is evaluated on: all that is seen, and one possibility for the dealer's first two cards.
struct Case<'a> {
    sight: &'a Sight<'a>,
    blackjack: DealerBlackjack,
}

/// The dealer's first two cards, as far as they matter for side bets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DealerBlackjack {
    /// No blackjack.
    No,
    /// One of two suits.
    Mixed,
    /// One of a single suit.
    Of(Suit),
}

impl DealerBlackjack {
    fn is_some(self) -> bool {
        self != Self::No
    }

    fn is_suited(self) -> bool {
        matches!(self, Self::Of(_))
    }
}

/// The best row of the table's pay table that the bet hits. `pays` says which rows the pay table has.
///
/// The result is given as soon as it is certain. A bet that depends on the dealer's blackjack waits for it
/// only where the dealer may have one and it would make a difference.
pub(crate) fn find(bet: Bet, sight: &Sight<'_>, pays: impl Fn(&'static str) -> bool) -> Finding {
    let best = |blackjack| {
        let case = Case { sight, blackjack };
        let line = bet.lines().iter().find(|(id, asks)| asks(&case) && pays(id));
        line.map_or(Finding::Nothing, |(id, _)| Finding::Line(id))
    };
    match bet {
        _ if bet.waits_for_dealer() && !sight.dealer_done => Finding::Wait,
        Bet::LuckyLadies | Bet::LuckyLadiesProgressive | Bet::RocketAces => {
            let mut findings = possible(sight).map(best);
            let first = findings.next().unwrap_or(Finding::Wait);
            if findings.all(|other| other == first) { first } else { Finding::Wait }
        }
        _ => best(DealerBlackjack::No),
    }
}

/// The possibilities that remain for the dealer's first two cards.
fn possible(sight: &Sight<'_>) -> impl Iterator<Item = DealerBlackjack> {
    let suited = sight.up.suit().map_or(DealerBlackjack::Mixed, DealerBlackjack::Of);
    let known =
        if is_ace(sight.up) || is_ten_valued(sight.up) { sight.dealer_blackjack } else { Some(false) };
    let second_matches = sight.dealer.get(1).map(|second| second.suit() == sight.up.suit());
    [DealerBlackjack::No, DealerBlackjack::Mixed, suited].into_iter().filter(move |case| match known {
        None => true,
        Some(has) => {
            has == case.is_some()
                && (!has || second_matches.is_none_or(|matches| matches == case.is_suited()))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::testing::{Table, cards, sight};
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_bet_and_every_line_has_a_word_of_its_own() {
        let words: BTreeSet<_> = Bet::ALL.map(Bet::word).into_iter().collect();
        assert_eq!(words.len(), Bet::ALL.len());
        for bet in Bet::ALL {
            let ids: BTreeSet<_> = bet.line_ids().collect();
            assert_eq!(ids.len(), bet.line_ids().count(), "{bet:?}");
            assert!(
                ids.iter().all(|id| id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')),
                "{bet:?}"
            );
        }
    }

    #[test]
    fn bets_on_the_dealers_hand_and_on_lammers_wait() {
        let open = cards("6c 6s Td");
        let early = Sight { dealer: &open, dealer_total: 22, lammers: 2, ..sight("5c 6d", "6c") };
        let late = Sight { dealer_done: true, ..early };
        for bet in [Bet::Push22, Bet::Hedge22, Bet::BustBonus, Bet::SilverStack] {
            assert_eq!(find(bet, &early, |_| true), Finding::Wait, "{bet:?}");
            assert!(matches!(find(bet, &late, |_| true), Finding::Line(_)), "{bet:?}");
            assert_eq!(find(bet, &late, |_| false), Finding::Nothing, "{bet:?}");
        }
    }

    /// For every up card and every second card: a result given before the second card is known equals the one
    /// given after it, and no bet waits if all second cards would give the same result.
    #[test]
    fn what_is_said_early_holds_and_nobody_waits_in_vain() {
        let hands =
            ["As As", "Ah Ah", "As Ad", "As Ks", "Ac Td", "As 5s", "Qh Qh", "Qh Qd", "Kc Kc", "9h 2c"];
        let hearts = Sight { specific_suit: Suit::Hearts, ..sight("2c 2c", "2c") };
        let faces = || Card::all().filter(|card| !card.is_joker());
        for (bet, table) in testing::tables_that_look_at_blackjack() {
            for hand in hands {
                for up in faces() {
                    let early = Sight { up, dealer: &[up], first_two: sight(hand, "2c").first_two, ..hearts };
                    let said = find(bet, &early, |id| table.pays(id));
                    let mut later = faces()
                        .map(|second| said_after(bet, &Sight { dealer: &[up, second], ..early }, table));
                    let first = later.next().unwrap();
                    let expected = if later.all(|other| other == first) { first } else { Finding::Wait };
                    assert_eq!(said, expected, "{bet:?} {hand} against {up} {table:?}");
                }
            }
        }
    }

    fn said_after(bet: Bet, sight: &Sight<'_>, table: Table) -> Finding {
        let [up, second] = [sight.dealer[0], sight.dealer[1]];
        let has = is_ace(up) && is_ten_valued(second) || is_ten_valued(up) && is_ace(second);
        find(bet, &Sight { dealer_blackjack: Some(has), ..*sight }, |id| table.pays(id))
    }

    #[test]
    fn a_blackjack_announced_before_it_is_seen_settles_what_its_suits_do_not_change() {
        let long = testing::ROCKET_LONG;
        let announced = Sight { dealer_blackjack: Some(true), ..sight("As Ad", "Ks") };
        assert_eq!(find(Bet::RocketAces, &announced, |id| long.pays(id)), Finding::Line("aces-blackjack"));
        let announced = Sight { dealer_blackjack: Some(true), ..sight("As As", "Ks") };
        assert_eq!(find(Bet::RocketAces, &announced, |id| long.pays(id)), Finding::Wait);
    }
}
