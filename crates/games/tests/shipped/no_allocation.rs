//! A round in steady state allocates nothing, so a simulation runs at the speed of the rules.

use crate::support::{blackjack, buffer, craps, layout, pai_gow, policies};
use engine::{Game, Transcript};
use games::blackjack::{colorado, free_bet, pontoon, ride_free};

/// Plays one round, or one roll.
type Round = Box<dyn FnMut(&mut Transcript)>;

/// How a game is played while it is measured.
struct Policy {
    game: &'static str,
    what: &'static str,
    player: fn() -> Round,
}

/// Every game has at least one; those of the poker games are with the benchmarks.
static POLICIES: &[Policy] = &[
    Policy { game: "ohio/blackjack", what: "one box by basic strategy", player: || blackjack_boxes(1) },
    Policy { game: "ohio/blackjack", what: "seven boxes by basic strategy", player: || blackjack_boxes(7) },
    Policy {
        game: "ohio/free-bet-blackjack",
        what: "seven boxes, free where it is free",
        player: || family(&free_bet::GAME, free_bet::open),
    },
    Policy {
        game: "colorado/ride-free",
        what: "seven boxes, free where it is free",
        player: || family(&ride_free::GAME, ride_free::open),
    },
    Policy {
        game: "colorado/ride-free",
        what: "six boxes with seven side bets each",
        player: || {
            let bets = &blackjack::RIDE_FREE_SIDE_BETS;
            let mut player = blackjack::Player::betting(&ride_free::GAME, ride_free::open, bets, 6, 11);
            Box::new(move |events| player.round(events))
        },
    },
    Policy {
        game: "colorado/blackjack",
        what: "seven boxes by basic strategy",
        player: || family(&colorado::GAME, colorado::open),
    },
    Policy {
        game: "singapore/pontoon-plus",
        what: "seven boxes of one patron",
        player: || family(&pontoon::GAME, pontoon::open),
    },
    Policy {
        game: "ohio/craps",
        what: "ten wagers kept standing",
        player: || {
            let mut player = craps::Player::new(11);
            Box::new(move |events| player.roll(events))
        },
    },
    Policy {
        game: "ohio/pai-gow-poker",
        what: "six boxes with the bonus, set by the house way",
        player: || {
            let mut player = pai_gow::Player::new(6, 11);
            Box::new(move |events| player.round(events))
        },
    },
    Policy {
        game: "ohio/pai-gow-poker",
        what: "six patrons who take the bank in turn, with a partner",
        player: || {
            let mut player = pai_gow::Player::banking(6, 11);
            Box::new(move |events| player.round(events))
        },
    },
];

fn family(game: &Game, open: blackjack::Open) -> Round {
    let mut player = blackjack::Player::at(game, open, 7, 11);
    Box::new(move |events| player.round(events))
}

fn blackjack_boxes(boxes: u8) -> Round {
    let mut player = blackjack::Player::new(boxes, 11);
    Box::new(move |events| player.round(events))
}

#[test]
fn a_steady_round_allocates_nothing() {
    for policy in POLICIES {
        allocates_nothing((policy.player)(), policy.game, policy.what);
    }
    for measured in policies::ALL {
        for seats in [1, measured.seats] {
            let mut player = (measured.player)(seats, 11);
            let round = Box::new(move |events: &mut Transcript| player.round(events));
            allocates_nothing(round, measured.game.id, &format!("{seats} seats"));
        }
    }
}

#[test]
fn a_layout_with_many_wagers_allocates_nothing() {
    for measured in layout::ALL {
        allocates_nothing((measured.round)(4, 12), measured.game.id, "twelve wagers");
    }
}

fn allocates_nothing(mut round: Round, game: &str, what: &str) {
    let mut events = buffer();
    let mut play = |rounds: u32| {
        for _ in 0..rounds {
            events.clear();
            round(&mut events);
        }
    };
    // The buffers reach their final size during long rounds with the maximum number of split hands.
    play(20_000);
    let counted = allocation_counter::measure(|| play(5_000));
    assert_eq!(counted.count_total, 0, "{game}: {what}");
}

#[test]
fn every_game_is_measured() {
    for game in games::GAMES {
        let here = POLICIES.iter().any(|policy| policy.game == game.id);
        let measured = here || policies::ALL.iter().any(|measured| measured.game.id == game.id);
        let measured = measured || layout::ALL.iter().any(|measured| measured.game.id == game.id);
        assert!(measured, "{} has no policy: write one in benches/support/policies", game.id);
    }
}
