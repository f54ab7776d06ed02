//! An open table is small: a program that keeps thousands of them, or copies one to try something, pays for
//! its state but not for its terms, which all copies share.

use crate::support::{blackjack, craps, layout, pai_gow, policies};
use allocation_counter::{AllocationInfo, measure};
use engine::{AnyTable, Due};
use games::blackjack::{colorado, free_bet, ohio, pontoon, ride_free};
use rulebook::TableConfig;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// The most bytes of an open table.
const BYTES_MAX: u64 = 6_000;

/// The memory of a copy of a table. A copy shares only the terms.
fn copy(table: &dyn AnyTable) -> AllocationInfo {
    measure(|| drop(black_box(table.boxed_clone())))
}

/// The best time of a copy: other work on the machine only ever adds time.
fn time_of_copy(table: &dyn AnyTable) -> Duration {
    let once = || {
        let start = Instant::now();
        for _ in 0..100 {
            black_box(table.boxed_clone());
        }
        start.elapsed() / 100
    };
    (0..500).map(|_| once()).min().unwrap_or_default()
}

#[test]
fn an_open_table_is_one_small_block() {
    for game in games::GAMES {
        let book = game.book().unwrap();
        let table = (game.open)(&book, &TableConfig::default_for(&book)).unwrap();
        let (copied, time) = (copy(&*table), time_of_copy(&*table));
        println!("{:<28} {:>6} bytes {:>6} ns", game.id, copied.bytes_total, time.as_nanos());
        assert!(copied.bytes_total < BYTES_MAX, "{}: {} bytes", game.id, copied.bytes_total);
        assert_eq!(copied.count_total, 1, "{}: nothing is reserved before the first round", game.id);
        if cfg!(not(debug_assertions)) {
            assert!(time < Duration::from_micros(1), "{}: {time:?} for a copy", game.id);
        }
    }
}

/// A table of every game in the middle of a round, with all boxes taken.
fn in_mid_round() -> Vec<(&'static str, Box<dyn AnyTable>)> {
    let family: [(_, blackjack::Open); 5] = [
        (&ohio::GAME, ohio::open),
        (&free_bet::GAME, free_bet::open),
        (&ride_free::GAME, ride_free::open),
        (&colorado::GAME, colorado::open),
        (&pontoon::GAME, pontoon::open),
    ];
    let decided = |due| matches!(due, Due::Choice { .. });
    let mut tables: Vec<(&'static str, Box<dyn AnyTable>)> = Vec::new();
    for (game, open) in family {
        let mut player = blackjack::Player::at(game, open, 7, 11);
        player.round_until(decided, &mut ());
        tables.push((game.id, player.table.boxed_clone()));
    }
    let bets = &blackjack::RIDE_FREE_SIDE_BETS;
    let mut player = blackjack::Player::betting(&ride_free::GAME, ride_free::open, bets, 6, 11);
    player.round_until(decided, &mut ());
    tables.push(("colorado/ride-free, side bets", player.table.boxed_clone()));
    for measured in policies::ALL {
        tables.push((measured.game.id, (measured.player)(measured.seats, 11).asked()));
    }
    let mut player = craps::Player::new(11);
    player.roll(&mut ());
    tables.push((games::craps::GAME.id, player.table.boxed_clone()));
    let mut player = pai_gow::Player::new(6, 11);
    player.round_until(|due| matches!(due, Due::Choices { .. }), &mut ());
    tables.push((games::pai_gow_poker::GAME.id, player.table.boxed_clone()));
    tables.extend(layout::ALL.iter().map(|measured| (measured.game.id, (measured.placed)(4, 12))));
    // The last one: a table with a thousand wagers also has only a few blocks.
    tables.push(("ohio/roulette, 1,000 wagers", roulette_with_a_thousand_wagers()));
    tables
}

fn roulette_with_a_thousand_wagers() -> Box<dyn AnyTable> {
    let roulette = layout::ALL.iter().find(|measured| measured.name == "roulette").unwrap();
    (roulette.placed)(64, 1_000)
}

/// Checks that it is stored and restored unchanged, and that copies continue alike.
#[test]
fn a_table_with_a_thousand_wagers_is_kept_and_played_again() {
    let table = roulette_with_a_thousand_wagers();
    assert_eq!(table.wagers().iter().count(), 1_000);
    let book = games::layout_games::roulette::GAME.book().unwrap();
    let config = {
        let mut draft = rulebook::TableDraft::with_defaults(&book);
        draft.set("boxes", "64", None);
        draft.set("limits", "5..100 step 5", None);
        draft.check(&book).unwrap()
    };
    let snapshot = table.save().unwrap();
    let mut again = games::layout_games::roulette::GAME.load(&book, &config, &snapshot).unwrap();
    let mut copy = table.boxed_clone();
    let (mut one, mut other) = (Vec::new(), Vec::new());
    for input in [
        engine::Input::Step(engine::StepId::new(&"spin")),
        engine::Input::Step(engine::StepId::new(&"no-more-bets")),
        engine::Input::Spin("17".parse().unwrap()),
    ] {
        again.apply(engine::Actor::DEALER, input, &mut one).unwrap();
        copy.apply(engine::Actor::DEALER, input, &mut other).unwrap();
    }
    assert_eq!(one, other);
    let lines = one.iter().filter(|event| matches!(event.what, engine::What::Settled(_))).count();
    assert_eq!(lines, 1_000);
}

/// For docs/speed.md: `cargo nextest run --release -p croupier-games --test shipped table_size --success-output final`.
#[test]
fn a_table_in_mid_round_is_a_few_blocks() {
    let tables = in_mid_round();
    for game in games::GAMES {
        assert!(tables.iter().any(|(id, _)| *id == game.id), "{} is not measured here", game.id);
    }
    for (what, table) in tables {
        let copied = copy(&*table);
        println!("{what:<28} {:>6} bytes {:>6} ns", copied.bytes_total, time_of_copy(&*table).as_nanos());
        // The table itself, its cards, wagers, lines and side bets. A layout game has places instead of side
        // bets and an additional index of its wagers, and only baccarat has cards as well.
        let most = if what.ends_with("baccarat") { 6 } else { 5 };
        assert!(copied.count_total <= most, "{what}: {} blocks", copied.count_total);
    }
}
