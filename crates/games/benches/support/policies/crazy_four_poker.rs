//! All patrons play, with Queens Up.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::crazy_four_poker::{
    ANTE_WAGER, CrazyFourPoker, GAME, QUEENS_UP_WAGER, RAISE, SUPER_BONUS_WAGER,
};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "crazy-four-poker",
    seats: 6,
    player: |seats, seed| seated::<CrazyFourPoker>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[("coin", "0.50"), ("queens-up", "5..25 step 5")],
    bets: &[(ANTE_WAGER, 10), (SUPER_BONUS_WAGER, 10), (QUEENS_UP_WAGER, 5)],
    choose: |_| RAISE,
};
