//! All patrons play, with Aces Up.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::four_card_poker::{ACES_UP_WAGER, ANTE_WAGER, FourCardPoker, GAME, RAISE};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "four-card-poker",
    seats: 7,
    player: |seats, seed| seated::<FourCardPoker>(&POLICY, seats, seed),
};

static POLICY: Policy =
    Policy { game: &GAME, settings: &[], bets: &[(ANTE_WAGER, 10), (ACES_UP_WAGER, 5)], choose: |_| RAISE };
