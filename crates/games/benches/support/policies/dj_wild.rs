//! All patrons play.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::dj_wild::{ANTE_WAGER, BLIND_WAGER, DjWild, GAME, RAISE, TRIPS_WAGER};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "dj-wild",
    seats: 7,
    player: |seats, seed| seated::<DjWild>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[("trips", "5..25 step 5")],
    bets: &[(ANTE_WAGER, 10), (BLIND_WAGER, 10), (TRIPS_WAGER, 5)],
    choose: |_| RAISE,
};
