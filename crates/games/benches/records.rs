//! Measures how fast events are written, on the stored records of every game: JSON into a buffer, and the
//! compact form.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench that cannot go on stops")]

use engine::Event;
use engine::compact::{WordTable, write_into};
use engine::record::Record;
use std::hint::black_box;
use std::time::Instant;

const PASSES: u32 = 15;
const TIMES: u32 = 200;

fn main() {
    println!("{:<28} {:>8} {:>10} {:>10} {:>10}", "", "events", "JSON ns", "bytes", "compact ns");
    for game in games::GAMES {
        let file =
            format!("{}/../../fixtures/{}.json", env!("CARGO_MANIFEST_DIR"), game.id.replace('/', "-"));
        let records = Record::read(&std::fs::read(file).expect("a fixture"), &games::find).unwrap();
        let events: Vec<Event> = records.iter().flat_map(Record::events).copied().collect();
        let mut out = Vec::new();
        let json = best(&events, || {
            out.clear();
            for event in &events {
                serde_json::to_writer(&mut out, black_box(event)).unwrap();
            }
        });
        let bytes = out.len() / events.len();
        let mut words = WordTable::default();
        let compact = best(&events, || {
            out.clear();
            for event in &events {
                write_into(&mut out, black_box(event), &mut words).unwrap();
            }
        });
        println!("{:<28} {:>8} {json:>10} {bytes:>10} {compact:>10}", game.id, events.len());
    }
}

/// Nanoseconds per event in the best of several passes.
fn best(events: &[Event], mut write: impl FnMut()) -> u128 {
    let pass = |_| {
        let start = Instant::now();
        (0..TIMES).for_each(|_| write());
        start.elapsed().as_nanos()
    };
    let count = u128::from(TIMES) * events.len() as u128;
    (0..PASSES).map(pass).min().unwrap_or_default() / count
}
