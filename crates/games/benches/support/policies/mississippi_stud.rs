//! All patrons bet on every street.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::mississippi_stud::{ANTE_WAGER, GAME, MississippiStud, RAISE, THREE_CARD_WAGER};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "mississippi-stud",
    seats: 7,
    player: |seats, seed| seated::<MississippiStud>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[("three-card-bonus", "5..25 step 5")],
    bets: &[(ANTE_WAGER, 10), (THREE_CARD_WAGER, 5)],
    choose: |_| RAISE,
};
