//! All patrons play, with every bonus wager that needs no meter and the one for which a card is laid every
//! round; a royal flush for it does not occur.

use super::{Measured, seated};
use crate::support::poker::Policy;
use games::poker_games::deuces_wild_xtreme::{
    ANTE_WAGER, BAD_BEAT_WAGER, DeucesWildXtreme, FIVE_CARD_WAGER, GAME, GOIN_WILD_WAGER, ODDS_WAGER, RAISE,
    TRIPS_PLUS_WAGER,
};

pub static MEASURED: Measured = Measured {
    game: &GAME,
    name: "deuces-wild-xtreme",
    seats: 7,
    player: |seats, seed| seated::<DeucesWildXtreme>(&POLICY, seats, seed),
};

static POLICY: Policy = Policy {
    game: &GAME,
    settings: &[
        ("bad-beat-xtreme", "5..25 step 5"),
        ("paytable.bad-beat-xtreme", "CO-DWX/PT-FLT-DWHF-BBX-01"),
        ("trips-plus-wild", "5..25 step 5"),
        ("paytable.trips-plus-wild", "CO-DWX/PT-FLT-DWHF-TPW-01"),
        ("goin-wild", "5..25 step 5"),
        ("paytable.goin-wild", "CO-DWX/PT-FLT-TW-GW-01"),
        ("five-card-linked", "1"),
        ("paytable.five-card-linked", "CO-DWX/PT-BJS-5CL-01"),
    ],
    bets: &[
        (ANTE_WAGER, 10),
        (ODDS_WAGER, 10),
        (BAD_BEAT_WAGER, 5),
        (TRIPS_PLUS_WAGER, 5),
        (GOIN_WILD_WAGER, 5),
        (FIVE_CARD_WAGER, 1),
    ],
    choose: |_| RAISE,
};
