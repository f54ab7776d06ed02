//! Corner cases of Texas Hold 'Em Bonus.

use super::bounds::{all_bet, assert_near, play_out};
use super::odd_times::OddTimes;
use super::{arrange, assert_paid, bet, close_bets, finish_round, hand, open, play_arranged, until_bets};
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER, best_five, nothing};
use engine::{Due, Game, Patron, Place, What};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

pub const KNOWN: Known = Known {
    habits: Habits { bets: 8, favourites: &["ante"], called: Some(best_five), ..POKER },
    corners: sessions,
    bounds: |game| vec![dearest_bonuses(game)],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let told = OddTimes { stakes: &["ante"], prefer: &["check", "play"], looks_at: Place::Dealer };
    let mut sessions = told.sessions(game);
    for dealing in ["hand", "shoe"] {
        sessions.push(progressives(game, dealing));
        sessions.push(bonuses(game, dealing));
        sessions.push(envy_after_a_fold(game, dealing));
    }
    // The limit is 50,000, or what both aces win at the minimum if that is more.
    sessions.push(the_payout_limit(game, "1..200 step 1", 50_000));
    sessions.push(the_payout_limit(game, "100..200 step 100", 100_025));
    sessions
}

/// Every row of the progressive table for the first patron, who has an envy bonus for the second one's
/// straight flush.
fn progressives(game: &'static Game, dealing: &str) -> Session {
    let mut session = open(game, &[("dealing", dealing), ("bonus", "1..25 step 1"), ("progressive", "1")]);
    session.patrons = 2;
    session.prefer = &["play"];
    let rounds = [
        ("As Ks", "9h 2c", "Qs Js Ts 3h 3d", None),
        ("6h 7h", "Jh Qh", "8h 9h Th 3c 2d", None),
        ("9h 9c", "Kd 2c", "9d 9s Th 3c 2d", Some(300)),
        ("9h 9c", "Kd 2c", "9d Ts Th 3c 2d", Some(50)),
        ("2h 9h", "Kd 2c", "Qh Jh 5h 3c 2d", Some(40)),
        ("8h 9c", "Kd 2c", "Ts Jh Qd 3c 2d", Some(30)),
        ("8h 8c", "Kd 2c", "8s Jh 4d 3c 2d", Some(9)),
    ];
    for (first, second, board, pays) in rounds {
        until_bets(&mut session);
        for (patron, number) in [(A, 1), (B, 2)] {
            bet(&mut session, patron, number, "ante", 10);
            bet(&mut session, patron, number, "bonus", 5);
            bet(&mut session, patron, number, "progressive", 1);
        }
        let places = [(hand(1), first), (hand(2), second), (Place::Dealer, "5d 7c"), (Place::Board, board)];
        arrange(&mut session, &places);
        play_arranged(&mut session);
        if let Some(pays) = pays {
            assert_paid(&session, A, "progressive", pays);
        }
    }
    session
}

/// A fold forfeits the progressive wager, but not the envy bonus for the other's straight flush.
fn envy_after_a_fold(game: &'static Game, dealing: &str) -> Session {
    let mut session = open(game, &[("dealing", dealing), ("progressive", "1")]);
    session.patrons = 2;
    until_bets(&mut session);
    for (patron, number) in [(A, 1), (B, 2)] {
        bet(&mut session, patron, number, "ante", 10);
        bet(&mut session, patron, number, "progressive", 1);
    }
    let board = "8h 9h Th 3c 2d";
    arrange(
        &mut session,
        &[(hand(1), "4s 2c"), (hand(2), "Jh Qh"), (Place::Dealer, "5d 7c"), (Place::Board, board)],
    );
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Choice { .. }) {
        session.answer_due();
    }
    session.prefer = &["fold"];
    session.answer_due();
    session.prefer = &["play", "check"];
    finish_round(&mut session);
    assert_paid(&session, A, "envy", 300);
    session
}

/// Every row of the bonus, and aces against the dealer's aces; also for patrons who fold.
fn bonuses(game: &'static Game, dealing: &str) -> Session {
    let mut session =
        open(game, &[("dealing", dealing), ("bonus", "1..25 step 1"), ("both-aces", "offered")]);
    session.patrons = 1;
    let rounds = [
        ("Ah Ad", "As Ac", 5_000),
        ("Ah Ad", "As 7c", 150),
        ("Ah Kh", "9s 7c", 125),
        ("Ah Qh", "9s 7c", 100),
        ("Ah Kd", "9s 7c", 75),
        ("Jh Jd", "9s 7c", 50),
        ("Ah Jd", "9s 7c", 25),
        ("Th Td", "9s 7c", 15),
    ];
    for (at, (own, dealer, pays)) in rounds.into_iter().enumerate() {
        until_bets(&mut session);
        session.prefer = if at % 2 == 0 { &["fold"] } else { &["check", "play"] };
        bet(&mut session, A, 1, "ante", 10);
        bet(&mut session, A, 1, "bonus", 5);
        arrange(&mut session, &[(hand(1), own), (Place::Dealer, dealer)]);
        play_arranged(&mut session);
        assert_paid(&session, A, "bonus", pays);
    }
    session
}

/// Both aces at the highest bonus exceed the limit on what one hand is paid.
fn the_payout_limit(game: &'static Game, bonus: &str, most: i64) -> Session {
    let mut session =
        open(game, &[("limits.ante", "5..500 step 5"), ("bonus", bonus), ("both-aces", "offered")]);
    session.prefer = &["check", "play"];
    until_bets(&mut session);
    bet(&mut session, A, 1, "ante", 10);
    bet(&mut session, A, 1, "bonus", 200);
    arrange(&mut session, &[(hand(1), "Ah Ad"), (Place::Dealer, "As Ac"), (Place::Board, "Kc 9d 7h 5s 3c")]);
    play_arranged(&mut session);
    let paid = session.events.iter().filter_map(|event| match event.what {
        What::Settled(line) => Some(line.paid),
        _ => None,
    });
    assert_eq!(paid.sum::<Money>(), Money::minor(most * 100), "with a bonus of {bonus}");
    session
}

/// One patron has aces against the dealer's, the others pairs, and the board is a straight that some of them beat.
fn dearest_bonuses(game: &'static Game) -> Session {
    let settings = [("limits.ante", "5..500 step 5"), ("bonus", "1..25 step 1"), ("both-aces", "offered")];
    let hands = ["Ah Ad", "Kh Kd", "Qh Qd", "Jh Jd", "Ks Kc", "Qs Qc"];
    let mut session = all_bet(game, &settings, &["ante", "bonus"], &hands);
    // Every patron beats the dealer: the straight needs two cards that only the dealer lacks.
    arrange(&mut session, &[(Place::Dealer, "As Ac"), (Place::Board, "Tc 9c 8d 7h 2s")]);
    close_bets(&mut session);
    play_out(&mut session, &["play"], |_| {});
    assert_near(&session, "cards", 1_000);
    session
}
