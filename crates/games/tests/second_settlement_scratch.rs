//! scratch
#[path = "conformance/chance.rs"]
mod chance;
#[path = "conformance/driver.rs"]
mod driver;
#[path = "conformance/nonsense.rs"]
mod nonsense;
#[test]
fn zero() {
    let (mut dead, mut none) = (vec![], vec![]);
    for seed in 0..20000 {
    let mut s = driver::Session::new(games::GAMES[0], seed);
    let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| s.play(20)));
    if r.is_ok() { continue; }
    if matches!(s.table.due(), engine::Due::Choice { .. }) { dead.push(seed) } else { none.push(seed) }
    if dead.len() + none.len() > 2 { continue; }
    println!("seed {seed} due {:?} phase {} shoe {:?} pile {}", s.table.due(), s.table.phase(), s.table.shoe().remaining(), s.physical.pile.len());
    for (a, i) in s.inputs.iter().rev().take(6).rev() { println!("  in {a:?} {i:?}"); }
    for e in s.events.iter().rev().take(16).rev() { println!("  ev {:?} {}", e.what, e.cites); }
    }
    println!("seed dead {dead:?} none {none:?}");
}
