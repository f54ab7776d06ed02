//! Corner cases of Let It Ride.

use super::bounds::{all_bet, assert_near, play_out};
use super::odd_times::OddTimes;
use super::{arrange, assert_paid, bet, close_bets, hand, open, play_arranged, until_bets};
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER, best_five, nothing};
use engine::{Game, Patron, Place};

const A: Patron = Patron::A;
const B: Patron = Patron::B;
const BETS: [&str; 3] = ["bet-1", "bet-2", "bet-3"];

pub const KNOWN: Known = Known {
    habits: Habits {
        bets: 14,
        favourites: &["bet-"],
        equal: &BETS,
        called: Some(best_five),
        exposed: |kind| (kind.word() == "board-card-exposed").then_some(Place::Board),
        ..POKER
    },
    corners: sessions,
    bounds: |game| vec![dearest_rides(game)],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let told = OddTimes { stakes: &BETS, prefer: &["let-it-ride"], looks_at: Place::Board };
    let mut sessions = told.sessions(game);
    for dealing in ["hand", "shoe"] {
        sessions.push(every_row(game, dealing));
    }
    // The limit is what the house has set, at least 50,000, or what a royal flush wins at the minimum if that
    // is more.
    for (bets, limit) in
        [("5..500 step 5", "60000"), ("5..500 step 5", "50000"), ("50..500 step 50", "50000")]
    {
        sessions.push(the_payout_limit(game, bets, limit));
    }
    sessions
}

/// Every row of the bets, of both bonuses and of the progressive for the first patron; the second has the
/// envy bonuses.
fn every_row(game: &'static Game, dealing: &str) -> Session {
    let settings =
        [("dealing", dealing), ("bonus", "1"), ("three-card-bonus", "5..25 step 5"), ("progressive", "1")];
    let mut session = open(game, &settings);
    session.patrons = 2;
    session.prefer = &["let-it-ride"];
    // The bets pay the first multiple of ten, and the three own cards the second multiple of five.
    let rounds = [
        ("As Ks Qs", "Js Ts", 10_000, 250),
        ("9h 8h 7h", "6h 5h", 2_000, 200),
        ("9h 9c 9d", "9s 5h", 500, 150),
        ("9h 9c 5d", "9s 5h", 110, 5),
        ("9h 2h 5h", "Kh Qh", 80, 15),
        ("9h 8c 7d", "6s 5h", 50, 30),
        ("9h 9c 4d", "9s 5h", 30, 5),
        ("Kh 9c 4d", "Ks 9h", 20, 0),
        ("Th 9c 4d", "Ts 2h", 10, 0),
    ];
    for (own, board, bets, three) in rounds {
        until_bets(&mut session);
        for (patron, number) in [(A, 1), (B, 2)] {
            for wager in BETS {
                bet(&mut session, patron, number, wager, 10);
            }
            bet(&mut session, patron, number, "bonus", 1);
            bet(&mut session, patron, number, "three-card-bonus", 5);
            bet(&mut session, patron, number, "progressive", 1);
        }
        arrange(&mut session, &[(hand(1), own), (hand(2), "3c 4c 8s"), (Place::Board, board)]);
        play_arranged(&mut session);
        assert_paid(&session, A, "bet-3", bets);
        if three > 0 {
            assert_paid(&session, A, "three-card-bonus", three);
        }
    }
    session
}

/// A royal flush with three bets exceeds the limit on what one hand is paid.
fn the_payout_limit(game: &'static Game, bets: &str, limit: &str) -> Session {
    let limits = [("limits.bet-1", bets), ("payout-limited", "yes"), ("payout-limit", limit)];
    let mut session = open(game, &limits);
    session.prefer = &["let-it-ride"];
    until_bets(&mut session);
    for wager in BETS {
        bet(&mut session, A, 1, wager, 100);
    }
    arrange(&mut session, &[(hand(1), "As Ks Qs"), (Place::Board, "Js Ts")]);
    play_arranged(&mut session);
    session
}

/// A royal flush, a straight flush, twice four of a kind, a flush and two straights.
fn dearest_rides(game: &'static Game) -> Session {
    let settings = [
        ("limits.bet-1", "5..100 step 5"),
        ("bonus", "1"),
        ("three-card-bonus", "5..25 step 5"),
        ("steps", "by-dealer"),
    ];
    let wagers = ["bet-1", "bet-2", "bet-3", "bonus", "three-card-bonus"];
    let hands = ["Ah Kh Qh", "9h 8h 7h", "Js Jc Jd", "Ts Tc Td", "6h 5h 4h", "As Ks Qs", "Ac Kc Qc"];
    let mut session = all_bet(game, &settings, &wagers, &hands);
    arrange(&mut session, &[(Place::Board, "Jh Th")]);
    close_bets(&mut session);
    play_out(&mut session, &["let-it-ride"], |_| {});
    assert_near(&session, "pays", 900);
    assert_near(&session, "cards", 1_000);
    assert_near(&session, "inputs", 1_000);
    session
}
