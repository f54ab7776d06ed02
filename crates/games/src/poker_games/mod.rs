//! The poker games, one file each, to be read beside its document.

mod multi_link;

pub(crate) use multi_link::RULES as MULTI_LINK_RULES;

/// Passes the names of all poker games to a macro of the caller. Each name is a module here, and a file
/// wherever a test or a benchmark has code for the game.
#[doc(hidden)]
#[macro_export]
macro_rules! poker_games {
    ($to:ident) => {
        $to! {
            crazy_four_poker
            deuces_wild_xtreme
            dj_wild
            four_card_poker
            let_it_ride
            mississippi_stud
            texas_holdem_bonus
            three_card_poker
            ultimate_texas_holdem
        }
    };
}

macro_rules! modules {
    ($($game:ident)*) => {
        $(pub mod $game;)*
    };
}

poker_games!(modules);
