//! scratch
#[path = "conformance/chance.rs"]
mod chance;
#[path = "conformance/driver.rs"]
mod driver;
#[path = "conformance/nonsense.rs"]
mod nonsense;
mod second_settlement;
use std::collections::BTreeMap;
#[test]
fn random() {
    let game = games::GAMES[0];
    let from: u64 = std::env::var("FROM").ok().and_then(|n| n.parse().ok()).unwrap_or(0);
    let n: u64 = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(700);
    let mut kinds: BTreeMap<String, (u32, String)> = BTreeMap::new();
    let (mut ok, mut bad) = (0, 0);
    for seed in from..from + n {
        let mut s = driver::Session::new(game, seed);
        let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| s.play(20)));
        if let Err(e) = r { 
            let m = e.downcast_ref::<String>().cloned().unwrap_or_default();
            kinds.entry(format!("DRIVER {}", &m.chars().take(60).collect::<String>())).or_insert((0, format!("seed {seed}"))).0 += 1;
        }
        let terms = second_settlement::Terms::read(&s.config);
        for round in second_settlement::rounds(&s.events) {
            match second_settlement::check(round, &terms) {
                Ok(()) => ok += 1,
                Err(t) => {
                    bad += 1;
                    let key: String = t.lines().take(2).collect::<Vec<_>>().join(" ").chars().map(|c| if c.is_ascii_digit() { '#' } else { c }).collect();
                    let e = kinds.entry(key).or_insert((0, String::new()));
                    e.0 += 1;
                    let log: Vec<String> = round.iter().map(|e| format!("    {:?} {}", e.what, e.cites)).collect();
                    let full = format!("seed {seed} pitch {} coin {} rounding {:?}\n{t}\n{}", terms.pitch, terms.coin, terms.rounding, log.join("\n"));
                    if e.1.is_empty() || full.len() < e.1.len() { e.1 = full; }
                }
            }
        }
    }
    println!("ok {ok} bad {bad}");
    for (k, (n, t)) in &kinds { println!("==== {n} x {k}\n{t}"); }
}
