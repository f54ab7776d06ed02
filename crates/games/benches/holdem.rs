//! Measures a round of Ultimate Texas Hold 'Em through the whole protocol, and a loop without it for
//! comparison.
//!
//! Run with `just bench`. The ratio to the bare loop is what to compare: machines differ.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    dead_code,
    reason = "a measuring tool"
)]

mod support;

use felt::{Card, DeckKind, Pack};
use games::poker::{Category, Hand};
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::holdem::{ANTE, Player, Want, after_flop, before_flop};
use support::{Chance, Pile, best, buffer, report, rounds_wanted};

fn main() {
    let rounds = rounds_wanted(40_000);
    if let Some(seats) = std::env::var("BENCH_PROFILE").ok().and_then(|n| n.parse().ok()) {
        protocol(seats, rounds, true);
        return;
    }
    println!("{:<34} {:>10} {:>14} {:>8}", "hold 'em, one core", "ns/round", "rounds/s", "ratio");
    for seats in [1, 6] {
        let rounds = if seats == 1 { rounds } else { rounds / 4 };
        let bare = best(|| bare(seats, rounds));
        let kept = best(|| protocol(seats, rounds, true));
        let silent = best(|| protocol(seats, rounds, false));
        report(&format!("{seats} seat, no protocol"), bare, rounds, bare);
        report(&format!("{seats} seat, protocol, events kept"), kept, rounds, bare);
        report(&format!("{seats} seat, protocol, events dropped"), silent, rounds, bare);
    }
}

fn protocol(seats: u8, rounds: u32, keep: bool) -> Duration {
    let mut player = Player::new(seats, 7);
    let mut events = buffer();
    let start = Instant::now();
    for _ in 0..rounds {
        if keep {
            events.clear();
            player.round(&mut events);
            black_box(&events);
        } else {
            player.round(&mut ());
        }
    }
    start.elapsed()
}

/// The same shuffling, deciding and ranking without a table.
fn bare(seats: u8, rounds: u32) -> Duration {
    let mut pile = Pile::new(Pack { kind: DeckKind::Standard52, decks: 1 });
    let mut chance = Chance::new(7);
    let start = Instant::now();
    let mut balance = 0_i64;
    for _ in 0..rounds {
        pile.gather();
        balance += bare_round(usize::from(seats), &mut || pile.draw_from(&mut chance));
    }
    black_box(balance);
    start.elapsed()
}

fn bare_round(seats: usize, draw: &mut impl FnMut() -> Card) -> i64 {
    let mut hands = [[Card::JOKER; 2]; 7];
    for n in 0..2 {
        for hand in &mut hands[..=seats] {
            hand[n] = draw();
        }
    }
    let mut raised = [0_i64; 6];
    for seat in 0..seats {
        if before_flop(hands[seat]) == Want::Raise {
            raised[seat] = 4;
        }
    }
    draw();
    let mut board = Hand::EMPTY;
    (0..3).for_each(|_| board.add(draw()));
    let with = |board: Hand, hand: [Card; 2]| hand.iter().fold(board, |sum, card| sum.with(*card));
    for seat in 0..seats {
        if raised[seat] == 0 && after_flop(with(board, hands[seat])) == Want::Raise {
            raised[seat] = 2;
        }
    }
    draw();
    (0..2).for_each(|_| board.add(draw()));
    for seat in 0..seats {
        if raised[seat] == 0 && after_flop(with(board, hands[seat])) == Want::Raise {
            raised[seat] = 1;
        }
    }
    let dealer = with(board, hands[seats]).ranking();
    (0..seats).map(|seat| settle(with(board, hands[seat]), raised[seat], dealer)).sum()
}

fn settle(hand: Hand, raised: i64, dealer: games::poker::Ranking) -> i64 {
    let ranking = hand.ranking();
    let trips = match ranking.category() {
        Category::RoyalFlush => 50,
        Category::StraightFlush => 40,
        Category::FourOfAKind => 30,
        Category::FullHouse => 8,
        Category::Flush => 7,
        Category::Straight => 4,
        Category::ThreeOfAKind => 3,
        _ => -1,
    };
    let blind = match ranking.category() {
        Category::RoyalFlush => 1_000,
        Category::StraightFlush => 100,
        Category::FourOfAKind => 20,
        Category::FullHouse => 6,
        Category::Flush => 3,
        Category::Straight => 2,
        _ => 0,
    };
    let ante = i64::from(dealer.category() >= Category::Pair);
    let main = match ranking.cmp(&dealer) {
        _ if raised == 0 => -2 * ANTE,
        std::cmp::Ordering::Greater => ANTE * (ante + raised) + ANTE * blind / 2,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Less => -ANTE * (ante + raised + 1),
    };
    main + trips * ANTE / 2
}
