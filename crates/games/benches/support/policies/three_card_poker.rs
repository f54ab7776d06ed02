//! All patrons play, with Pair Plus and a Six Card Bonus.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::three_card_poker::{
    ANTE_WAGER, GAME, PAIR_PLUS_WAGER, RAISE, SIX_CARD_WAGER, ThreeCardPoker,
};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "three-card-poker",
    seats: 7,
    player: |seats, seed| seated::<ThreeCardPoker>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[("six-card-bonus", "5..25 step 5")],
    bets: &[(ANTE_WAGER, 10), (PAIR_PLUS_WAGER, 5), (SIX_CARD_WAGER, 5)],
    choose: |_| RAISE,
};
