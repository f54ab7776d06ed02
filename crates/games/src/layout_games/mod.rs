//! The layout games, one file each: read a file beside its document.

/// The names of all layout games, for a macro of the caller's: each is a module here, and a file wherever a test or a benchmark
/// must know something of the game.
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
