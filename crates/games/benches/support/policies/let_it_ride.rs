//! All patrons withdraw the first bet and keep the second.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::let_it_ride::{
    BET_1_WAGER, BET_2_WAGER, BET_3_WAGER, GAME, LET_IT_RIDE, LetItRide, THREE_CARD_WAGER, WITHDRAW,
};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "let-it-ride",
    seats: 7,
    player: |seats, seed| seated::<LetItRide>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[("three-card-bonus", "5..25 step 5")],
    bets: &[(BET_1_WAGER, 10), (BET_2_WAGER, 10), (BET_3_WAGER, 10), (THREE_CARD_WAGER, 5)],
    choose: |phase| match phase {
        "first-bet" => WITHDRAW,
        _ => LET_IT_RIDE,
    },
};
