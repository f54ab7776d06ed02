//! All patrons see the flop and make no further bets.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::texas_holdem_bonus::{ANTE_WAGER, BONUS_WAGER, CHECK, GAME, RAISE, TexasHoldemBonus};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "texas-holdem-bonus",
    seats: 6,
    player: |seats, seed| seated::<TexasHoldemBonus>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[("bonus", "1..25 step 1")],
    bets: &[(ANTE_WAGER, 10), (BONUS_WAGER, 5)],
    choose: |phase| match phase {
        "before-flop" => RAISE,
        _ => CHECK,
    },
};
