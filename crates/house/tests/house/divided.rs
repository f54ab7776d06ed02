//! A divided share of a meter: one throw of dice wins it for every patron at a table, while another table of the meter
//! plays.

use crate::pit::{Audit, Pit, due, say};
use crate::support::seat;
use engine::meter::{Act, Step};
use engine::{Actor, Against, Beneficiary, Due, Input, Patron, What};
use felt::Money;
use house::House;
use house::ids::StreamId;
use house::table::Dealt;

const HOUSE: &str = r#"
house = "Gold Camp"
jurisdiction = "colorado"
currency = "USD"

[[meter]]
id = "dice"
kind = "triple"
tables = ["pit-1/dice", "pit-2/dice"]
wager = "1"
seed = "1,000"
rate = "12.34%"
reserve = "3%"
"#;
const DICE: &str = include_str!("../../../games/tables/three-dice-baccarat.toml");
const PATHS: [&str; 2] = ["pit-1/dice.toml", "pit-2/dice.toml"];

/// Opens two tables where a dealer throws.
async fn open(test: &str) -> (Pit, House) {
    let text = DICE.replace("shaken-by = \"patrons\"", "shaken-by = \"dealer\"");
    let (pit, house) =
        Pit::open_dealt(Dealt::Live, test, HOUSE, &PATHS.map(|path| (path, text.as_str()))).await;
    for table in pit.tables.values() {
        for nth in 0..5 {
            seat(&house, pit.cage, *table, Patron::nth(nth).unwrap(), 1_000_000).await;
        }
    }
    (pit, house)
}

/// Bets this number of patrons on the progressive, and closes bets.
async fn bet(house: &House, table: StreamId, patrons: u8) {
    for nth in 0..patrons {
        let patron = Patron::nth(nth).unwrap();
        let wager = engine::WagerId::new(&"triple-progressive");
        let (stake, beneficiary) = (Money::minor(100), Beneficiary::Patron);
        let input = Input::Bet { patron, box_number: nth + 1, wager, stake, beneficiary };
        say(house, table, Actor::Patron(patron), input).await.unwrap();
    }
    let Due::Bets { closes } = due(house, table).await else { panic!("bets are closed") };
    say(house, table, Actor::DEALER, Input::Step(closes)).await.unwrap();
}

/// Reports these dice for both cups.
async fn throw(house: &House, table: StreamId, player: &str, banker: &str) {
    for dice in [player, banker] {
        say(house, table, Actor::DEALER, Input::RollThree(dice.parse().unwrap())).await.unwrap();
    }
}

async fn until_bets(house: &House, table: StreamId) {
    for _ in 0..10_000 {
        if matches!(due(house, table).await, Due::Bets { .. }) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    }
    panic!("the meter never answers: {:?}", due(house, table).await);
}

/// Returns what the meter paid on the lines of a table, in order.
async fn paid(pit: &Pit, table: StreamId) -> Vec<i64> {
    let events = pit.events().await;
    let lines = events[&table].iter().filter_map(|event| match event.what {
        What::Settled(line) if matches!(line.against, Against::Meter(_)) => Some(line.paid.as_minor()),
        _ => None,
    });
    lines.collect()
}

/// Returns what was drawn, in order.
fn drawn(audit: &Audit) -> Vec<i64> {
    audit.steps["dice"].iter().filter_map(Step::grant).map(|grant| grant.amount.as_minor()).collect()
}

fn nothing_is_owed(audit: &Audit) {
    assert!(audit.payable.values().all(|owed| *owed == Money::ZERO), "{:?}", audit.payable);
}

#[tokio::test(flavor = "multi_thread")]
async fn five_winners_divide_the_meter_while_another_table_plays() {
    let (pit, house) = open("divided").await;
    let [first, second] = PATHS.map(|path| pit.tables[path]);
    bet(&house, first, 5).await;
    let others = async {
        // Decisions here count at once, whatever the other table draws.
        for _ in 0..3 {
            bet(&house, second, 3).await;
            throw(&house, second, "6-6-6", "1-2-4").await;
            until_bets(&house, second).await;
        }
    };
    let winners = async {
        throw(&house, first, "3-3-3", "3-3-3").await;
        until_bets(&house, first).await;
    };
    futures_util::future::join(winners, others).await;
    let audit = pit.audit(&house).await;
    let granted = drawn(&audit);
    assert_eq!(granted.len(), 1, "the meter is drawn on once for a throw");
    let parts = paid(&pit, first).await;
    assert_eq!(parts.len(), 5);
    assert_eq!(parts.iter().sum::<i64>(), granted[0], "no cent is lost or invented");
    // By the largest remainder: shares differ by at most a cent, and the first ones are larger.
    let left = usize::try_from(granted[0] % 5).unwrap();
    let even = granted[0] / 5;
    let expected: Vec<i64> = (0..5).map(|at| even + i64::from(at < left)).collect();
    assert_eq!(parts, expected);
    assert!(paid(&pit, second).await.is_empty());
    nothing_is_owed(&audit);
    let heads = house.heads().await;
    house.close().await;
    let house = pit.floor.open().await;
    assert_eq!(house.heads().await, heads);
    assert_eq!(drawn(&pit.audit(&house).await), granted);
    house.close().await;
    pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_second_of_two_tables_that_hit_together_draws_on_the_meter_as_seeded_anew() {
    let (pit, house) = open("both_hit").await;
    let [first, second] = PATHS.map(|path| pit.tables[path]);
    for (table, patrons) in [(first, 5), (second, 2)] {
        bet(&house, table, patrons).await;
    }
    let hit = |table| {
        let house = &house;
        async move {
            throw(house, table, "3-3-3", "3-3-3").await;
            until_bets(house, table).await;
        }
    };
    futures_util::future::join(hit(first), hit(second)).await;
    let audit = pit.audit(&house).await;
    let granted = drawn(&audit);
    assert_eq!(granted.len(), 2);
    // Seven dollars at 12.34% are 86.38 cents: the first draw gets the whole cents, and the other the seed.
    assert_eq!(granted, [100_086, 100_000]);
    let parts = [paid(&pit, first).await, paid(&pit, second).await];
    assert_eq!(parts.each_ref().map(Vec::len), [5, 2]);
    let mut sums = parts.map(|parts| parts.iter().sum::<i64>());
    sums.sort_unstable();
    assert_eq!(sums, [100_000, 100_086]);
    let seeds = audit.steps["dice"].iter().filter(|step| matches!(step.act, Act::Drawn { .. })).count();
    assert_eq!(seeds, 2);
    nothing_is_owed(&audit);
    house.close().await;
    pit.floor.drop().await;
}
