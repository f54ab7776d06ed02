//! Measures a roll at craps through the whole protocol, and a loop without it for comparison.
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

use engine::Chance as _;
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::craps::{KEPT, Player};
use support::{Chance, best, buffer, report, rounds_wanted};

fn main() {
    let rolls = rounds_wanted(200_000);
    if std::env::var("BENCH_PROFILE").is_ok() {
        protocol(rolls, true);
        return;
    }
    println!("{:<34} {:>10} {:>14} {:>8}", "craps, one core, ten wagers", "ns/roll", "rolls/s", "ratio");
    let bare = best(|| bare(rolls));
    report("no protocol", bare, rolls, bare);
    report("protocol, events kept", best(|| protocol(rolls, true)), rolls, bare);
    report("protocol, events dropped", best(|| protocol(rolls, false)), rolls, bare);
}

fn protocol(rolls: u32, keep: bool) -> Duration {
    let mut player = Player::new(7);
    let mut events = buffer();
    let start = Instant::now();
    for _ in 0..rolls {
        if keep {
            events.clear();
            player.roll(&mut events);
            black_box(&events);
        } else {
            player.roll(&mut ());
        }
    }
    start.elapsed()
}

/// The same dice and wagers without a table.
fn bare(rolls: u32) -> Duration {
    let mut chance = Chance::new(7);
    let start = Instant::now();
    let (mut balance, mut point) = (0_i64, 0_u8);
    for _ in 0..rolls {
        let dice = chance.two_dice();
        balance += bare_roll(dice.total(), dice.is_pair(), &mut point);
    }
    black_box(balance);
    start.elapsed()
}

fn bare_roll(total: u8, pair: bool, point: &mut u8) -> i64 {
    let come_out = *point == 0;
    let mut won = 0;
    for (n, (_, stake)) in KEPT.iter().enumerate() {
        won += match n {
            0 => match (come_out, total) {
                (true, 7 | 11) => *stake,
                (true, 2 | 3 | 12) => -stake,
                (false, 7) => -stake,
                (false, total) if total == *point => *stake,
                _ => 0,
            },
            1..=6 => {
                let number = [4, 5, 6, 8, 9, 10][n - 1];
                let (win, per) = [(9, 5), (7, 5), (7, 6), (7, 6), (7, 5), (9, 5)][n - 1];
                match total {
                    _ if come_out => 0,
                    7 => -stake,
                    total if total == number => stake * win / per,
                    _ => 0,
                }
            }
            _ => {
                let (number, odds) = [(4, 7), (6, 9), (8, 9)][n - 7];
                match total {
                    total if total == number && pair => stake * odds,
                    total if total == number || total == 7 => -stake,
                    _ => 0,
                }
            }
        };
    }
    *point = match (come_out, total) {
        (true, 4..=6 | 8..=10) => total,
        (false, 7) => 0,
        (false, total) if total == *point => 0,
        _ => *point,
    };
    won
}
