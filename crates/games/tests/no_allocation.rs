//! A round in steady state allocates nothing, so a simulation runs at the speed of the rules.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::cast_possible_truncation,
    dead_code,
    reason = "a measuring tool"
)]

#[path = "../benches/support/mod.rs"]
mod support;

use support::{Player, buffer};

#[test]
fn a_steady_round_allocates_nothing() {
    for boxes in [1, 7] {
        let mut player = Player::new(boxes, 11);
        let mut events = buffer();
        let mut play = |rounds: u32| {
            for _ in 0..rounds {
                events.clear();
                player.round(&mut events);
            }
        };
        // The buffers grow to their size in the first rounds.
        play(2_000);
        let counted = allocation_counter::measure(|| play(5_000));
        assert_eq!(counted.count_total, 0, "with {boxes} boxes");
    }
}
