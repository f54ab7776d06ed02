//! Corner cases of Mississippi Stud.

use super::bounds::{all_bet, assert_near, play_out};
use super::odd_times::OddTimes;
use super::{
    arrange, assert_paid, bet, close_bets, finish_round, hand, open, play_arranged, tell, until_bets,
};
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER, best_five, nothing};
use engine::{Actor, Due, Game, Input, Patron, Place, Rank, RulingAct};

const A: Patron = Patron::A;
const B: Patron = Patron::B;

pub const KNOWN: Known = Known {
    habits: Habits {
        bets: 8,
        favourites: &["ante"],
        called: Some(best_five),
        exposed: |kind| (kind.word() == "board-card-exposed").then_some(Place::Board),
        ..POKER
    },
    corners: sessions,
    bounds: |game| vec![dearest_streets(game)],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    // When dealt from the hand, the middle is empty at the first question.
    let told = OddTimes { stakes: &["ante"], prefer: &["play"], looks_at: hand(1) };
    let mut sessions = told.sessions(game);
    for dealing in ["hand", "shoe"] {
        sessions.push(every_row(game, dealing));
        for kept in ["stays", "lost"] {
            sessions.push(folds_on_every_street(game, dealing, kept));
        }
    }
    sessions.push(the_last_card_is_seen_early(game));
    // The limit that the document names, what the smallest ante can win if that is more, and a limit of the
    // house's own.
    let apart = [("limits.ante", "5..500 step 5"), ("payout-limited", "yes")];
    sessions.push(the_payout_limit(game, &apart));
    sessions.push(the_payout_limit(game, &[("limits.ante", "15..500 step 5"), apart[1]]));
    sessions.push(the_payout_limit(game, &[apart[0], apart[1], ("payout-limit", "60000")]));
    sessions
}

/// Every row of the ante, of the bonus and of the progressive for the first patron; the second has the envy
/// bonuses.
fn every_row(game: &'static Game, dealing: &str) -> Session {
    let settings = [("dealing", dealing), ("three-card-bonus", "5..25 step 5"), ("progressive", "1")];
    let mut session = open(game, &settings);
    session.patrons = 2;
    session.prefer = &["play"];
    // The ante pays the first multiple of ten, and the middle the second multiple of five.
    let rounds = [
        ("As Ks", "Qs Js Ts", 5_000, 200),
        ("9h 8h", "7h 6h 5h", 1_000, 200),
        ("9h 9c", "9d 9s 5h", 400, 5),
        ("9h 9c", "5d 9s 5h", 100, 5),
        ("9h 2h", "5h Kh Qh", 60, 15),
        ("9h 8c", "7d 6s 5h", 40, 30),
        ("Ah 5c", "4d 3s 2h", 40, 30),
        ("4h 2h", "9d 9s 9h", 30, 150),
        ("Kh 9c", "4d Ks 9h", 20, 0),
        ("Jh 9c", "4d Js 2h", 10, 0),
        ("Th 9c", "4d Ts 2h", 0, 0),
        ("5h 9c", "4d 5s 2h", 0, 0),
    ];
    for (own, board, ante, three) in rounds {
        until_bets(&mut session);
        for (patron, number) in [(A, 1), (B, 2)] {
            bet(&mut session, patron, number, "ante", 10);
            bet(&mut session, patron, number, "three-card-bonus", 5);
            bet(&mut session, patron, number, "progressive", 1);
        }
        arrange(&mut session, &[(hand(1), own), (hand(2), "3c 8s"), (Place::Board, board)]);
        play_arranged(&mut session);
        for (wager, paid) in [("ante", ante), ("three-card-bonus", three)] {
            if paid > 0 {
                assert_paid(&session, A, wager, paid);
            }
        }
    }
    session
}

/// A fold on each street forfeits the progressive but not the envy bonus; the bonus is paid where the house
/// lets it survive.
fn folds_on_every_street(game: &'static Game, dealing: &str, kept: &str) -> Session {
    let settings = [
        ("dealing", dealing),
        ("three-card-bonus", "5..25 step 5"),
        ("progressive", "1"),
        ("bonus-after-fold", kept),
    ];
    let mut session = open(game, &settings);
    session.patrons = 2;
    for street in 0..3 {
        until_bets(&mut session);
        for (patron, number) in [(A, 1), (B, 2)] {
            bet(&mut session, patron, number, "ante", 10);
            bet(&mut session, patron, number, "three-card-bonus", 5);
            bet(&mut session, patron, number, "progressive", 1);
        }
        arrange(&mut session, &[(hand(1), "4s 2c"), (hand(2), "Jh Qh"), (Place::Board, "8h 9h Th")]);
        close_bets(&mut session);
        session.prefer = &["play"];
        // Both are asked on each street, A first.
        for _ in 0..2 * street {
            answer_question(&mut session);
        }
        session.prefer = &["fold"];
        answer_question(&mut session);
        session.prefer = &["play"];
        finish_round(&mut session);
        assert_paid(&session, A, "envy", 300);
        if kept == "stays" {
            assert_paid(&session, A, "three-card-bonus", 200);
        }
    }
    session
}

/// The third card of the stack is seen while Fifth Street is asked for, and play continues.
fn the_last_card_is_seen_early(game: &'static Game) -> Session {
    let mut session = open(game, &[("dealing", "shoe")]);
    session.prefer = &["play"];
    session.house.reads = false;
    until_bets(&mut session);
    bet(&mut session, A, 1, "ante", 10);
    close_bets(&mut session);
    answer_question(&mut session);
    answer_question(&mut session);
    until_question(&mut session);
    let card = session.house.undealt(&*session.table)[0];
    assert_eq!(tell(&mut session, Input::Turn { place: Place::Board, card }), Ok(()));
    session.send(Actor::Staff(Rank::Floor), Input::Ruling(RulingAct::GoOn)).unwrap();
    until_bets(&mut session);
    session
}

/// Continues until a patron is asked.
fn until_question(session: &mut Session) {
    while !matches!(session.table.due(), Due::Choice { .. }) {
        session.answer_due();
    }
}

/// Continues until a patron is asked, and answers.
fn answer_question(session: &mut Session) {
    until_question(session);
    session.answer_due();
}

/// A royal flush with an ante and three streets exceeds the limit on what one hand is paid.
fn the_payout_limit(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let mut session = open(game, settings);
    session.prefer = &["play"];
    until_bets(&mut session);
    bet(&mut session, A, 1, "ante", 100);
    arrange(&mut session, &[(hand(1), "As Ks"), (Place::Board, "Qs Js Ts")]);
    play_arranged(&mut session);
    session
}

/// A royal flush, a straight flush, three flushes and two straights, on three cards that are a straight flush themselves.
fn dearest_streets(game: &'static Game) -> Session {
    let settings =
        [("limits.ante", "5..100 step 5"), ("three-card-bonus", "5..25 step 5"), ("steps", "by-dealer")];
    let hands = ["Ah Kh", "9h 8h", "7h 6h", "5h 4h", "3h 2h", "As Ks", "Kd 9c"];
    let mut session = all_bet(game, &settings, &["ante", "three-card-bonus"], &hands);
    arrange(&mut session, &[(Place::Board, "Qh Jh Th")]);
    close_bets(&mut session);
    play_out(&mut session, &["play"], |_| {});
    assert_near(&session, "pays", 900);
    assert_near(&session, "cards", 1_000);
    assert_near(&session, "inputs", 1_000);
    session
}
