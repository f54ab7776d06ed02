//! What one must know of a game to play it sensibly. All else the driver reads from what the table awaits and
//! offers; it knows no game itself.

use crate::driver::Session;
use engine::{Game, IrregularityId, Place, WagerId};
use felt::Card;

/// All that is to be known of a game; its file in `directed` says it.
pub struct Known {
    /// How it is played at random.
    pub habits: Habits,
    /// Sessions for its corners.
    pub corners: Arranged,
    /// Sessions that come near to what its tables say of the longest round and the dearest.
    pub bounds: Arranged,
    /// Sessions that stand at a point to which random ones hardly ever come.
    pub standing: Arranged,
}

/// Sessions that are arranged for a game.
pub type Arranged = fn(&'static Game) -> Vec<Session>;

/// A game has no need of them.
pub fn nothing(_: &'static Game) -> Vec<Session> {
    Vec::new()
}

/// How a game is played at random.
#[derive(Clone, Copy)]
pub struct Habits {
    /// Rounds in a session. Where wagers stand over rounds a session must be long enough to decide them.
    pub rounds: usize,
    /// Bets close after about this many of them.
    pub bets: usize,
    /// Whether several patrons bet on one box: then some join those who are there, and most stakes leave room.
    pub shared: bool,
    /// While bets are open, staff do something in about one of this many moments.
    pub staff: usize,
    /// Whether a wager may stand on when its round ends.
    pub wagers_stand: bool,
    /// How the names of wagers begin without which little happens; half of all bets are of these.
    pub favourites: &'static [&'static str],
    /// Wagers that must be equal for a box to take part: each follows the others.
    pub equal: &'static [&'static str],
    /// What is staked where one unit is all that may be.
    pub units: &'static [&'static str],
    /// Whether tables that round what they pay are tried; some second settlements hold odds to the cent.
    pub rounding: bool,
    /// Choices that the game knows and always refuses, by a rule.
    pub refused: &'static [&'static str],
    /// How many mishaps at one point, believed or not, are about enough for all kinds of them.
    pub mishaps: u32,
    /// How many ways of telling a mishap a run tries for each cell, one after the other, until the table
    /// believes one.
    pub tries: usize,
    /// Where the card lies that such a report names; the next of the shoe where it says nothing.
    pub exposed: fn(IrregularityId) -> Option<Place>,
    /// How many cards lie behind the cutting card at least.
    pub behind: u16,
    /// Whether every card is dealt open: then none is turned but in error.
    pub open: bool,
    /// Whether views show hands with a name.
    pub hands: bool,
    /// What the cards in sight are by the second settlement's ranking, where every one of them may count.
    pub called: Option<Called>,
}

/// The word for the best hand of these cards, and the ranks that decide between two of one kind.
pub type Called = fn(&[Card]) -> (&'static str, Vec<u8>);

/// The best five, in which nothing is wild.
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
    /// Whether this is a wager without which little happens.
    pub fn favours(&self, wager: WagerId) -> bool {
        self.favourites.iter().any(|start| wager.word().starts_with(start))
    }
}

/// A game that needs no knowledge.
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
    // Of what is told here much needs a shuffler, a shoe or a second deck, and is refused elsewhere.
    mishaps: 6_000,
    tries: 200,
    exposed: |kind| (kind.word() == "dealer-card-exposed").then_some(Place::Dealer),
    ..PLAIN
};

/// A game of which nothing is known.
pub const UNKNOWN: Known = Known { habits: PLAIN, corners: nothing, bounds: nothing, standing: nothing };

/// The habits of a game.
pub fn of(game: &Game) -> Habits {
    crate::directed::known(game).habits
}
