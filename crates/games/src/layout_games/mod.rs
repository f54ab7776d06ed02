//! The layout games, one file each, to be read beside its document.

/// Passes the names of all layout games to a macro of the caller. Each name is a module here, and a file
/// wherever a test or a benchmark has code for the game.
#[doc(hidden)]
#[macro_export]
macro_rules! layout_games {
    ($to:ident) => {
        $to! {
            big_six
            dragon_bonus_baccarat
            mini_baccarat
            roulette
            three_dice_baccarat
        }
    };
}

mod baccarat;

macro_rules! modules {
    ($($game:ident)*) => {
        $(pub mod $game;)*
    };
}

layout_games!(modules);
