//! A round in steady state allocates nothing, so a simulation runs at the speed of the rules.

use crate::support::{blackjack, buffer, craps, holdem, poker};
use engine::{Game, Transcript};
use games::blackjack::{colorado, free_bet, pontoon, ride_free};
use games::poker_games::deuces_wild_xtreme::DeucesWildXtreme;
use games::poker_games::dj_wild::DjWild;
use games::poker_games::let_it_ride::LetItRide;
use games::poker_games::texas_holdem_bonus::TexasHoldemBonus;
use games::poker_table::Poker;

/// Plays one round, or one roll.
type Round = Box<dyn FnMut(&mut Transcript)>;

/// How a game is played while it is measured.
struct Policy {
    game: &'static str,
    what: &'static str,
    player: fn() -> Round,
}

/// Every game has one at least.
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
    Policy { game: "ohio/ultimate-texas-holdem", what: "one seat", player: || holdem_seats(1) },
    Policy { game: "ohio/ultimate-texas-holdem", what: "six seats", player: || holdem_seats(6) },
    Policy {
        game: "ohio/texas-holdem-bonus",
        what: "six seats",
        player: || poker_seats::<TexasHoldemBonus>(&poker::TEXAS_HOLDEM_BONUS, 6),
    },
    Policy {
        game: "ohio/let-it-ride",
        what: "seven seats",
        player: || poker_seats::<LetItRide>(&poker::LET_IT_RIDE, 7),
    },
    Policy {
        game: "ohio/dj-wild",
        what: "seven seats",
        player: || poker_seats::<DjWild>(&poker::DJ_WILD, 7),
    },
    Policy {
        game: "colorado/deuces-wild-xtreme",
        what: "seven seats with four bonus wagers each",
        player: || poker_seats::<DeucesWildXtreme>(&poker::DEUCES_WILD_XTREME, 7),
    },
];

fn poker_seats<G: Poker>(policy: &'static poker::Policy, seats: u8) -> Round {
    let mut player = poker::Player::<G>::new(policy, seats, 11);
    Box::new(move |events| player.round(events))
}

fn family(game: &Game, open: blackjack::Open) -> Round {
    let mut player = blackjack::Player::at(game, open, 7, 11);
    Box::new(move |events| player.round(events))
}

fn blackjack_boxes(boxes: u8) -> Round {
    let mut player = blackjack::Player::new(boxes, 11);
    Box::new(move |events| player.round(events))
}

fn holdem_seats(seats: u8) -> Round {
    let mut player = holdem::Player::new(seats, 11);
    Box::new(move |events| player.round(events))
}

#[test]
fn a_steady_round_allocates_nothing() {
    for policy in POLICIES {
        let mut round = (policy.player)();
        let mut events = buffer();
        let mut play = |rounds: u32| {
            for _ in 0..rounds {
                events.clear();
                round(&mut events);
            }
        };
        // The buffers grow to their size as long rounds come, split to the full number of hands.
        play(20_000);
        let counted = allocation_counter::measure(|| play(5_000));
        assert_eq!(counted.count_total, 0, "{}: {}", policy.game, policy.what);
    }
}

#[test]
fn every_game_is_measured() {
    for game in games::GAMES {
        let measured = POLICIES.iter().any(|policy| policy.game == game.id);
        assert!(measured, "{} has no policy here: write a player in benches/support", game.id);
    }
}
