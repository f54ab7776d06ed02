//! Corner cases of Ultimate Texas Hold 'Em.

use super::bounds::{assert_near, most, play_out};
use super::odd_times::OddTimes;
use super::{
    arrange, assert_paid, bet, close_bets, hand, open, play_arranged, play_with_rulings, until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, POKER, best_five, nothing};
use engine::{Actor, Against, Due, Game, Input, Patron, Place, Spot, What};
use felt::Money;

const A: Patron = Patron::A;
const B: Patron = Patron::B;

pub const KNOWN: Known = Known {
    habits: Habits {
        // Two for each box that takes part.
        bets: 10,
        favourites: &["ante", "blind"],
        equal: &["ante", "blind"],
        called: Some(best_five),
        ..POKER
    },
    corners: sessions,
    bounds: |game| vec![dearest_hands(game), longest_hands(game)],
    standing: nothing,
};

fn sessions(game: &'static Game) -> Vec<Session> {
    let mut sessions = Vec::new();
    for dealing in ["hand", "shoe"] {
        sessions.push(royal_flush_on_the_flop(game, dealing));
        sessions.push(straight_flush_on_the_flop(game, dealing));
        sessions.push(four_of_a_kind(game, dealing));
        sessions.push(small_pays_of_the_progressive(game, dealing));
    }
    // The limit is 50,000, or what a royal flush wins at the minimum if that is more.
    sessions.push(the_payout_limit(game, "5..1000 step 5", 50_000));
    sessions.push(the_payout_limit(game, "200..1000 step 200", 505 * 200 + 50 * 5));
    sessions.push(a_fold_that_stands(game));
    let told = OddTimes { stakes: &["ante", "blind"], prefer: &["check", "fold"], looks_at: Place::Dealer };
    sessions.extend(told.sessions(game));
    for (seed, dealing) in (1..).zip(["hand", "hand", "shoe"].into_iter().cycle().take(15)) {
        sessions.push(great_hands(game, dealing, seed));
    }
    sessions
}

/// A patron has folded when a dealer's card is seen, and the house lets folds stand.
fn a_fold_that_stands(game: &'static Game) -> Session {
    let mut session = open(game, &[("exposed-card-folds", "stand")]);
    until_bets(&mut session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        bet(&mut session, patron, box_number, "ante", 10);
        bet(&mut session, patron, box_number, "blind", 10);
    }
    session.patrons = 2;
    session.prefer = &["check", "fold"];
    arrange(&mut session, &[(Place::Dealer, "4d 7c")]);
    close_bets(&mut session);
    let last_word = |due: Due| matches!(due, Due::Choice { patron: B, .. });
    while !(last_word(session.table.due()) && session.table.phase() == "at-last") {
        session.answer_due();
    }
    let kinds = session.game.vocabulary.irregularities;
    let kind = kinds.iter().find(|irregular| irregular.id.word() == "dealer-card-exposed").unwrap().id;
    let card = Some("4d".parse().unwrap());
    session.send(Actor::DEALER, Input::Irregular { kind, place: None, card }).unwrap();
    until_bets(&mut session);
    session
}

/// The whole meter for one patron, an envy bonus for the other, who folded.
fn royal_flush_on_the_flop(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    stakes(&mut session, 10);
    play(&mut session, "As Ks", "9h 2c", "4d 7c", "Qs Js Ts 3h 3d");
    assert_paid(&session, A, "blind", 5_000);
    assert_paid(&session, B, "envy", 1_000);
    session
}

/// Two patrons with a straight flush each: a tenth of the meter twice, and an envy bonus for each.
fn straight_flush_on_the_flop(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    stakes(&mut session, 10);
    play(&mut session, "6h 7h", "Jh Qh", "4d 4c", "8h 9h Th 3c 2d");
    assert_paid(&session, A, "envy", 300);
    assert_paid(&session, B, "envy", 300);
    session
}

/// Random rounds with arranged high hands: a patron has a straight flush with the flop, perhaps folds it or
/// has no progressive wager, others have envy bonuses, all have one on the board or none has; mishaps happen
/// and the floor rules.
fn great_hands(game: &'static Game, dealing: &str, seed: u64) -> Session {
    let limits = if seed.is_multiple_of(2) { "5..1000 step 5" } else { "200..1000 step 200" };
    let mut session = table(game, dealing, limits);
    session.chance = Chance::new(seed);
    session.house.reads = seed.is_multiple_of(3);
    session.patrons = 4;
    session.prefer = &[];
    session.irregular_in = 30;
    for _ in 0..25 {
        great_round(&mut session);
    }
    session
}

fn great_round(session: &mut Session) {
    until_bets(session);
    for box_number in 1..=4 {
        let patron = Patron::nth(box_number - 1).unwrap();
        let ante = *session.chance.pick(&[200, 200, 1_000]);
        bet(session, patron, box_number, "ante", ante);
        bet(session, patron, box_number, "blind", ante);
        for side in [("trips", 5), ("progressive", 1)] {
            if !session.chance.one_in(4) {
                bet(session, patron, box_number, side.0, side.1);
            }
        }
    }
    let hands = ["9h 8h", "9h 8h", "Ah Kh", "9s 9c", "As Ks", "3h 4h"];
    let boards = ["7h 6h 5h 4s 2c", "7h 6h 5h 4h 2c", "Qh Jh Th 2s 2d", "Qs Js Ts Ac 9d"];
    let box_number = 1 + u8::try_from(session.chance.below(4)).unwrap();
    let [hand, board] = [*session.chance.pick(&hands), *session.chance.pick(&boards)];
    arrange(session, &[(Place::Hand(Spot::first(box_number)), hand), (Place::Board, board)]);
    close_bets(session);
    play_with_rulings(session);
}

fn four_of_a_kind(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    stakes(&mut session, 10);
    play(&mut session, "9h 9c", "Kd 2c", "4d 7c", "9d 9s Th 3c 2d");
    assert_paid(&session, A, "progressive", 300);
    assert_paid(&session, A, "blind", 100);
    session
}

/// Full house, flush, straight and three of a kind with the flop, one round after the other.
fn small_pays_of_the_progressive(game: &'static Game, dealing: &str) -> Session {
    let mut session = table(game, dealing, "5..500 step 5");
    let rounds = [
        ("9h 9c", "Kd 2c", "9d Ts Th 3c 2d", 50),
        ("2h 9h", "Kd 2c", "Qh Jh 5h 3c 2d", 40),
        ("8h 9c", "Kd 2c", "Ts Jh Qd 3c 2d", 30),
        ("8h 8c", "Kd 2c", "8s Jh 4d 3c 2d", 9),
    ];
    for (first, second, board, pays) in rounds {
        stakes(&mut session, 10);
        play(&mut session, first, second, "5d 7c", board);
        assert_paid(&session, A, "progressive", pays);
    }
    session
}

/// A royal flush at the highest ante exceeds the limit on what one hand is paid.
fn the_payout_limit(game: &'static Game, limits: &str, most: i64) -> Session {
    let mut session = table(game, "hand", limits);
    stakes(&mut session, 1_000);
    play(&mut session, "As Ks", "9h 2c", "4d 7c", "Qs Js Ts 3h 3d");
    let of_the_hand = |event: &engine::Event| match event.what {
        What::Settled(line) if line.patron == A && line.against == Against::House => Some(line.paid),
        _ => None,
    };
    let paid: Money = session.events.iter().filter_map(of_the_hand).sum();
    assert_eq!(paid, Money::minor(most * 100), "with limits of {limits}");
    session
}

/// A table with both side bets and two patrons.
fn table(game: &'static Game, dealing: &str, limits: &str) -> Session {
    let mut session = open(
        game,
        &[("dealing", dealing), ("limits.ante", limits), ("trips", "5..25 step 5"), ("progressive", "1")],
    );
    session.patrons = 2;
    session.prefer = &["play", "fold"];
    until_bets(&mut session);
    session
}

fn stakes(session: &mut Session, ante: i64) {
    until_bets(session);
    for (patron, box_number) in [(A, 1), (B, 2)] {
        bet(session, patron, box_number, "ante", ante);
        bet(session, patron, box_number, "blind", ante);
        bet(session, patron, box_number, "trips", 5);
        bet(session, patron, box_number, "progressive", 1);
    }
}

/// Deals these cards to the two patrons, the dealer and the board, and plays the round out.
fn play(session: &mut Session, first: &str, second: &str, dealer: &str, board: &str) {
    let hand = |n| Place::Hand(Spot::first(n));
    let places = [(hand(1), first), (hand(2), second), (Place::Dealer, dealer), (Place::Board, board)];
    arrange(session, &places);
    play_arranged(session);
}

// ------------------------------------------------------------------------- the dearest round and the longest

const BOARD: &str = "Qh Jh Th Qd Jd";
const HANDS: [&str; 6] = ["Ah Kh", "9h 8h", "Qs Qc", "Js Jc", "Ts Tc", "7h 2h"];

/// A royal flush, a straight flush, twice four of a kind, a full house and a flush against two pairs.
fn dearest_hands(game: &'static Game) -> Session {
    let mut session = full_table(game, "5..90 step 5");
    play_out(&mut session, &["play"], |_| {});
    assert_near(&session, "pays", 950);
    assert_near(&session, "cards", 1_000);
    session
}

/// The same, but all patrons check as long as they may, and the cards are unread until they are turned.
fn longest_hands(game: &'static Game) -> Session {
    let mut session = full_table(game, "5..1000 step 5");
    session.house.reads = false;
    play_out(&mut session, &["check", "play"], |_| {});
    assert_near(&session, "inputs", 1_000);
    assert_near(&session, "lines", 900);
    session
}

fn full_table(game: &'static Game, ante: &str) -> Session {
    let mut session = open(
        game,
        &[("limits.ante", ante), ("trips", "5..25 step 5"), ("progressive", "1"), ("steps", "by-dealer")],
    );
    session.patrons = 6;
    until_bets(&mut session);
    for (number, cards) in (1..=6).zip(HANDS) {
        for wager in ["ante", "blind", "trips", "progressive"] {
            let stake = if wager == "blind" { most(&session, "ante") } else { most(&session, wager) };
            bet(&mut session, Patron::nth(number - 1).unwrap(), number, wager, stake);
        }
        arrange(&mut session, &[(hand(number), cards)]);
    }
    arrange(&mut session, &[(Place::Dealer, "3c 4c"), (Place::Board, BOARD)]);
    session.house.reads = false;
    close_bets(&mut session);
    session
}
