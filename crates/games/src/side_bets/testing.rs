//! Helpers shared by the tests of the side bets: hands as text, pay tables and counts.

use super::{Bet, Finding, Sight};
use felt::Card;
use std::collections::BTreeMap;

/// The rows that a pay table prints.
#[derive(Clone, Copy, Debug)]
pub(super) struct Table(&'static [&'static str]);

impl Table {
    pub(super) fn pays(self, line: &str) -> bool {
        self.0.contains(&line)
    }
}

/// CO-RA-2/T1 and T2.
pub(super) const ROCKET_QUICK: Table = Table(&["aces-suited-blackjack", "aces-suited", "aces", "single-ace"]);

/// CO-RA-2/T3 and T4.
pub(super) const ROCKET_MEDIUM: Table =
    Table(&["aces-spades-blackjack-suited", "aces-suited-blackjack", "aces-suited", "aces", "single-ace"]);

/// CO-RA-2/T5 and T6.
pub(super) const ROCKET_TWO_ACES: Table = Table(&[
    "aces-suited-blackjack-suited",
    "aces-suited-blackjack",
    "aces-blackjack",
    "aces",
    "blackjack",
    "dealer-blackjack",
]);

/// CO-RA-2/T7 and T8.
pub(super) const ROCKET_BLACKJACKS: Table = Table(&[
    "aces-suited-blackjack-suited",
    "aces-suited-blackjack",
    "aces-blackjack",
    "blackjacks",
    "blackjack",
    "dealer-blackjack",
]);

/// CO-RA-2/T9, T10 and T11.
pub(super) const ROCKET_LONG: Table = Table(&[
    "aces-spades-blackjack-spades",
    "aces-suited-blackjack-suited",
    "aces-suited-blackjack",
    "aces-blackjack",
    "aces-suited",
    "blackjacks",
    "aces",
    "blackjack",
    "dealer-blackjack",
]);

/// Every shape of pay table whose rows depend on the dealer's blackjack.
pub(super) fn tables_that_look_at_blackjack() -> [(Bet, Table); 7] {
    [
        (Bet::RocketAces, ROCKET_QUICK),
        (Bet::RocketAces, ROCKET_MEDIUM),
        (Bet::RocketAces, ROCKET_TWO_ACES),
        (Bet::RocketAces, ROCKET_BLACKJACKS),
        (Bet::RocketAces, ROCKET_LONG),
        (
            Bet::LuckyLadies,
            Table(&["queens-dealer-blackjack", "queens", "matched-20", "suited-20", "any-20"]),
        ),
        (
            Bet::LuckyLadiesProgressive,
            Table(&[
                "queens-blackjack-specific",
                "queens-blackjack-suited",
                "queens-blackjack",
                "queens",
                "matched-20",
                "suited-20",
                "any-20",
            ]),
        ),
    ]
}

pub(super) fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| card.parse().unwrap()).collect()
}

/// What is seen right after the first deal.
pub(super) fn sight(first_two: &str, up: &str) -> Sight<'static> {
    let cards = cards(first_two);
    sight_of([cards[0], cards[1]], up.parse().unwrap())
}

/// The same for cards; no row depends on the dealer's hand while it is only the up card.
pub(super) fn sight_of(first_two: [Card; 2], up: Card) -> Sight<'static> {
    Sight::of(first_two, up)
}

/// The 52 faces.
pub(super) fn faces() -> impl Iterator<Item = Card> + Clone {
    Card::all().filter(|card| !card.is_joker())
}

/// How many ways there are to choose `k` of `n`.
pub(super) fn choose(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |ways, taken| ways * (n - taken) / (taken + 1)) }
}

/// Every combination of two faces, and in how many ways `decks` decks give it.
pub(super) fn pairs(decks: u64) -> impl Iterator<Item = ([Card; 2], u64)> {
    faces().flat_map(move |first| {
        faces().filter(move |second| *second >= first).map(move |second| {
            let ways = if first == second { choose(decks, 2) } else { decks * decks };
            ([first, second], ways)
        })
    })
}

/// Counts every combination of two cards of `decks` decks.
pub(super) fn all_pairs(decks: u64, find: impl Fn([Card; 2]) -> Finding) -> Counts {
    let mut counts = Counts::default();
    for (first_two, ways) in pairs(decks) {
        counts.add(find(first_two), ways);
    }
    counts
}

/// How often each row came.
#[derive(Debug, Default)]
pub(super) struct Counts {
    lines: BTreeMap<&'static str, u64>,
    all: u64,
}

impl Counts {
    pub(super) fn add(&mut self, finding: Finding, ways: u64) {
        assert_ne!(finding, Finding::Wait);
        self.all += ways;
        if let Finding::Line(line) = finding {
            *self.lines.entry(line).or_default() += ways;
        }
    }

    /// Checks the counts of these rows, that no other row came, and the total of hands.
    #[track_caller]
    pub(super) fn are(&self, expected: &[(&'static str, u64)], all: u64) {
        let some = |lines: &mut dyn Iterator<Item = (&'static str, u64)>| -> BTreeMap<_, _> {
            lines.filter(|(_, count)| *count > 0).collect()
        };
        let counted = some(&mut self.lines.iter().map(|(line, count)| (*line, *count)));
        assert_eq!(counted, some(&mut expected.iter().copied()));
        assert_eq!(self.all, all);
    }
}
