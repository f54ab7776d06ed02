//! What one must know of a game to play it sensibly. All else the driver reads from what the table awaits and
//! offers; it knows no game itself.

use engine::{Game, IrregularityId, Place, WagerId};

/// How a game is played at random.
pub struct Habits {
    game: &'static str,
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
    /// So many mishaps at one point, believed or not, are about enough for all kinds of them.
    pub mishaps: u32,
    /// A run that wants every cell tells mishaps in so many ways, one after the other, until the table believes one.
    pub tries: usize,
    /// Where the card lies that such a report names; the next of the shoe where it says nothing.
    pub exposed: fn(IrregularityId) -> Option<Place>,
}

impl Habits {
    /// Whether this is a wager without which little happens.
    pub fn favours(&self, wager: WagerId) -> bool {
        self.favourites.iter().any(|start| wager.word().starts_with(start))
    }
}

/// A game that needs no knowledge.
const PLAIN: Habits = Habits {
    game: "",
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
};

/// A game of the blackjack family with a checked hole card, dealt open.
const CHECKED: Habits = Habits {
    // Cards that lie open are shown to nobody.
    refused: &["show"],
    exposed: |kind| (kind.word() == "hole-card-exposed").then_some(Place::Dealer),
    ..PLAIN
};

static HABITS: &[Habits] = &[
    Habits {
        game: "ohio/blackjack",
        // From the hand, cards lie closed and are shown.
        refused: &[],
        rounding: false,
        ..CHECKED
    },
    Habits { game: "ohio/free-bet-blackjack", favourites: &["main"], ..CHECKED },
    Habits { game: "colorado/blackjack", favourites: &["main"], ..CHECKED },
    Habits { game: "colorado/ride-free", favourites: &["main"], bets: 6, ..CHECKED },
    // Seven boxes, and several patrons on each of them.
    Habits {
        game: "singapore/pontoon-plus",
        favourites: &["main"],
        bets: 28,
        shared: true,
        staff: 60,
        ..PLAIN
    },
    Habits {
        game: "ohio/craps",
        rounds: 200,
        wagers_stand: true,
        favourites: &["pass", "dont-pass", "come", "dont-come", "put-odds", "fire"],
        ..PLAIN
    },
    Habits {
        game: "ohio/ultimate-texas-holdem",
        // Two for each box that takes part.
        bets: 10,
        favourites: &["ante", "blind"],
        equal: &["ante", "blind"],
        ..POKER
    },
    Habits { game: "ohio/texas-holdem-bonus", bets: 8, favourites: &["ante"], ..POKER },
    Habits {
        game: "ohio/let-it-ride",
        bets: 14,
        favourites: &["bet-"],
        equal: &["bet-1", "bet-2", "bet-3"],
        exposed: |kind| (kind.word() == "board-card-exposed").then_some(Place::Board),
        ..POKER
    },
    Habits {
        game: "ohio/dj-wild",
        bets: 12,
        favourites: &["ante", "blind"],
        equal: &["ante", "blind"],
        ..POKER
    },
    Habits {
        game: "colorado/deuces-wild-xtreme",
        // Six bonus wagers beside those two.
        bets: 16,
        favourites: &["ante", "odds"],
        equal: &["ante", "odds"],
        // The house chooses the unit of a progressive.
        units: &["1", "2", "5", "10"],
        ..POKER
    },
];

/// A poker table.
const POKER: Habits = Habits {
    // Of what is told here much needs a shuffler, a shoe or a second deck, and is refused elsewhere.
    mishaps: 6_000,
    tries: 200,
    exposed: |kind| (kind.word() == "dealer-card-exposed").then_some(Place::Dealer),
    ..PLAIN
};

/// The habits of a game.
pub fn of(game: &Game) -> &'static Habits {
    HABITS.iter().find(|habits| habits.game == game.id).unwrap_or(&PLAIN)
}
