//! Measures a round of blackjack through the whole protocol, and a loop without it for comparison.
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
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::blackjack::{Play, Player, count, strategy};
use support::{Chance, Pile, best, buffer, report, rounds_wanted};

fn main() {
    let rounds = rounds_wanted(40_000);
    // For a profiler that counts instructions: a single pass through the protocol.
    if let Some(boxes) = std::env::var("BENCH_PROFILE").ok().and_then(|n| n.parse().ok()) {
        protocol(boxes, rounds, true);
        return;
    }
    println!("{:<34} {:>10} {:>14} {:>8}", "blackjack, one core", "ns/round", "rounds/s", "ratio");
    for boxes in [1, 7] {
        let rounds = if boxes == 1 { rounds } else { rounds / 5 };
        let bare = best(|| bare(boxes, rounds));
        let kept = best(|| protocol(boxes, rounds, true));
        let silent = best(|| protocol(boxes, rounds, false));
        report(&format!("{boxes} box, no protocol"), bare, rounds, bare);
        report(&format!("{boxes} box, protocol, events kept"), kept, rounds, bare);
        report(&format!("{boxes} box, protocol, events dropped"), silent, rounds, bare);
    }
}

fn protocol(boxes: u8, rounds: u32, keep: bool) -> Duration {
    let mut player = Player::new(boxes, 7);
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

/// The same shuffling, deciding and counting without a table.
fn bare(boxes: u8, rounds: u32) -> Duration {
    let mut pile = Pile::new(Pack { kind: DeckKind::Standard52, decks: 6 });
    let mut chance = Chance::new(7);
    pile.shuffle(&mut chance);
    let start = Instant::now();
    let mut balance = 0_i64;
    for _ in 0..rounds {
        if pile.drawn() >= 234 {
            pile.shuffle(&mut chance);
        }
        balance += bare_round(boxes, &mut pile);
    }
    black_box(balance);
    start.elapsed()
}

#[derive(Clone, Copy)]
struct BareHand {
    cards: [Card; 22],
    count: usize,
    stake: i64,
    split: bool,
}

impl BareHand {
    fn new(a: Card, b: Card, split: bool) -> BareHand {
        let mut cards = [a; 22];
        cards[1] = b;
        BareHand { cards, count: 2, stake: 1_000, split }
    }

    fn total(&self) -> (u8, bool) {
        count(self.cards[..self.count].iter().copied())
    }
}

fn bare_round(boxes: u8, pile: &mut Pile) -> i64 {
    let joker = Card::JOKER;
    let mut hands = [BareHand::new(joker, joker, false); 28];
    let mut used = usize::from(boxes);
    for hand in &mut hands[..used] {
        hand.cards[0] = pile.draw();
    }
    let up = pile.draw();
    for hand in &mut hands[..used] {
        hand.cards[1] = pile.draw();
    }
    let mut dealer = BareHand::new(up, pile.draw(), false);
    let dealer_blackjack = dealer.total().0 == 21;
    let mut at = 0;
    while at < used && !dealer_blackjack {
        let hand = &mut hands[at];
        let (total, soft) = hand.total();
        let pair =
            (hand.count == 2 && used < 28 && hand.cards[0].rank_number() == hand.cards[1].rank_number())
                .then(|| hand.cards[0].rank_number());
        if total >= 21 {
            at += 1;
            continue;
        }
        match strategy(total, soft, pair, hand.count == 2, up.rank_number()) {
            Play::Stand => at += 1,
            Play::Hit => {
                hand.cards[hand.count] = pile.draw();
                hand.count += 1;
            }
            Play::Double => {
                hand.cards[hand.count] = pile.draw();
                hand.count += 1;
                hand.stake *= 2;
                at += 1;
            }
            Play::Split => {
                let second = hand.cards[1];
                hand.cards[1] = pile.draw();
                hand.split = true;
                hands[used] = BareHand::new(second, pile.draw(), true);
                used += 1;
            }
        }
    }
    while dealer.total().0 < 17 || dealer.total() == (17, true) {
        dealer.cards[dealer.count] = pile.draw();
        dealer.count += 1;
    }
    let dealer_total = dealer.total().0;
    hands[..used].iter().map(|hand| settle(hand, dealer_total, dealer_blackjack)).sum()
}

fn settle(hand: &BareHand, dealer: u8, dealer_blackjack: bool) -> i64 {
    let (total, _) = hand.total();
    let blackjack = total == 21 && hand.count == 2 && !hand.split;
    match () {
        () if total > 21 => -hand.stake,
        () if blackjack && dealer_blackjack => 0,
        () if blackjack => hand.stake * 3 / 2,
        () if dealer_blackjack => -hand.stake,
        () if dealer > 21 || total > dealer => hand.stake,
        () if total == dealer => 0,
        () => -hand.stake,
    }
}
