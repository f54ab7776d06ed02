//! What the driver must know about a game to play it sensibly. Everything else it reads from what the table
//! asks and offers; the driver itself contains no games.

use crate::driver::Session;
use engine::{Game, IrregularityId, Place, WagerId};
use felt::Card;

/// All that the driver needs to know about a game; the game's file in `directed` provides it.
pub struct Known {
    /// How it is played at random.
    pub habits: Habits,
    /// Sessions for its corner cases.
    pub corners: Arranged,
    /// Sessions that come close to the bounds on the longest and the most expensive round.
    pub bounds: Arranged,
    /// Sessions at a point that random ones rarely reach.
    pub standing: Arranged,
}

/// Sessions that are arranged for a game.
pub type Arranged = fn(&'static Game) -> Vec<Session>;

/// No sessions, for games that need none.
pub fn nothing(_: &'static Game) -> Vec<Session> {
    Vec::new()
}

/// How a game is played at random.
#[derive(Clone, Copy)]
pub struct Habits {
    /// Rounds per session. Where wagers outlast rounds, a session must be long enough to decide them.
    pub rounds: usize,
    /// Bets close after about this number of them.
    pub bets: usize,
    /// Whether several patrons bet on one box: then some patrons join others, and most stakes leave room.
    pub shared: bool,
    /// While bets are open, staff act in about one of this many moments.
    pub staff: usize,
    /// Whether a wager may stand when its round ends.
    pub wagers_stand: bool,
    /// The prefixes of the wagers that drive the game; half of all bets are on these.
    pub favourites: &'static [&'static str],
    /// Wagers that must be equal for a box to take part: each is set to the others.
    pub equal: &'static [&'static str],
    /// The stakes to choose from where exactly one unit is allowed.
    pub units: &'static [&'static str],
    /// Whether tables that round their pays are tried; some second settlements compute odds to the cent.
    pub rounding: bool,
    /// Choices of the game that a rule always refuses.
    pub refused: &'static [&'static str],
    /// How many mishaps at one point, accepted or not, usually cover all kinds of them.
    pub mishaps: u32,
    /// How many variants of a mishap a run tries for each cell, until the table accepts one.
    pub tries: usize,
    /// The place of the card that a report of this kind names; the next card of the shoe if `None`.
    pub exposed: fn(IrregularityId) -> Option<Place>,
    /// The minimum number of cards behind the cutting card.
    pub behind: u16,
    /// Whether every card is dealt open: then cards are turned only after an error.
    pub open: bool,
    /// Whether views show hands with a name.
    pub hands: bool,
    /// The name of the visible cards by the second settlement's ranking, where every one of them may count.
    pub called: Option<Called>,
}

/// The word for the best hand of these cards, and the ranks that decide between two hands of one kind.
pub type Called = fn(&[Card]) -> (&'static str, Vec<u8>);

/// The best five cards, without wild cards.
pub fn best_five(cards: &[Card]) -> (&'static str, Vec<u8>) {
    use second::poker::rank::{Category, best, once};
    let found = best(&once(cards));
    let word = match found.category {
        Category::Nothing => "high-card",
        Category::Pair => "pair",
        Category::TwoPairs => "two-pairs",
        Category::Three => "three-of-a-kind",
        Category::Straight => "straight",
        Category::Flush => "flush",
        Category::FullHouse => "full-house",
        Category::Four => "four-of-a-kind",
        Category::StraightFlush => "straight-flush",
        Category::Royal => "royal-flush",
    };
    (word, found.ranks)
}

impl Habits {
    /// Whether this is one of the favourite wagers.
    pub fn favours(&self, wager: WagerId) -> bool {
        self.favourites.iter().any(|start| wager.word().starts_with(start))
    }
}

/// A game that needs no special knowledge.
pub const PLAIN: Habits = Habits {
    rounds: 20,
    bets: 4,
    shared: false,
    staff: 5,
    wagers_stand: false,
    favourites: &[],
    equal: &[],
    units: &["1"],
    rounding: true,
    refused: &[],
    mishaps: 900,
    tries: 1,
    exposed: |_| None,
    behind: 0,
    open: false,
    hands: true,
    called: None,
};

/// A poker table.
pub const POKER: Habits = Habits {
    // Many of the mishaps here need a shuffler, a shoe or a second deck, and are refused elsewhere.
    mishaps: 6_000,
    tries: 200,
    exposed: |kind| (kind.word() == "dealer-card-exposed").then_some(Place::Dealer),
    ..PLAIN
};

/// A game without special knowledge.
pub const UNKNOWN: Known = Known { habits: PLAIN, corners: nothing, bounds: nothing, standing: nothing };

/// The habits of a game.
pub fn of(game: &Game) -> Habits {
    crate::directed::known(game).habits
}
