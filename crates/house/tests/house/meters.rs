//! Meters that tables feed and draw on: no cent is lost, and no grant is made twice.

use crate::pit::{Pit, play, restored, standing, table_file};
use crate::support::{Floor, PATIENT, REALM, SINGAPORE, seat};
use engine::Patron;
use felt::Money;
use house::ids::StreamId;
use house::load::meter::{MeterLoad, meter, single_row};
use house::patrons::Whim;
use house::store::{NewTable, make_cage, make_meter, make_table};
use house::table::Dealt;
use house::table::Link;
use rulebook::MeterTerms;
use std::time::Duration;

const OHIO: &str = include_str!("../../../games/houses/ohio.toml");
const COLORADO: &str = include_str!("../../../games/houses/colorado.toml");
const ULTIMATE: &str = include_str!("../../../games/tables/ultimate-texas-holdem.toml");
const LET_IT_RIDE: &str = include_str!("../../../games/tables/let-it-ride.toml");
const MISSISSIPPI: &str = include_str!("../../../games/tables/mississippi-stud.toml");
const FOUR_CARD: &str = include_str!("../../../games/tables/four-card-poker.toml");
const CRAZY_FOUR: &str = include_str!("../../../games/tables/crazy-four-poker.toml");
const BONUS: &str = include_str!("../../../games/tables/texas-holdem-bonus.toml");
const RIDE_FREE: &str = include_str!("../../../games/tables/ride-free.toml");
const BLACKJACK: &str = include_str!("../../../games/tables/colorado-blackjack.toml");
const THREE_DICE: &str = include_str!("../../../games/tables/three-dice-baccarat.toml");
const DEUCES: &str = include_str!("../../../games/tables/deuces-wild-xtreme.toml");

#[test]
fn every_meter_of_the_games_is_one_of_a_progressive() {
    let kinds = rulebook::progressives();
    for game in games::GAMES {
        let own: Vec<_> = kinds.iter().filter(|kind| kind.games.iter().any(|id| id == game.id)).collect();
        let words: Vec<&str> = own.iter().flat_map(|kind| &kind.meters).map(String::as_str).collect();
        let known: Vec<&str> = game.vocabulary.meters.iter().map(|meter| meter.word()).collect();
        for word in &words {
            assert!(known.contains(word), "{} has no meter {word}", game.id);
        }
        let book = game.book().unwrap();
        for kind in own {
            let wager = book.wager(&kind.wager).unwrap();
            for paytable in wager.paytables.iter().filter_map(|code| book.paytable(code)) {
                let whole = paytable.lines.iter().filter(|line| line.pays == felt::Pay::WHOLE_METER).count();
                assert!(kind.one_meter || whole <= kind.meters.len(), "{} {}", game.id, paytable.code);
                // They are at the top, so the number of a meter is the number of its line.
                let top =
                    paytable.lines.iter().take_while(|line| line.pays == felt::Pay::WHOLE_METER).count();
                assert_eq!(whole, top, "{} {}", game.id, paytable.code);
            }
        }
    }
}

async fn seat_all(house: &house::House, pit: &Pit) {
    for table in pit.tables.values() {
        for patron in [Patron::A, Patron::B, Patron::C] {
            seat(house, pit.cage, *table, patron, 5_000_000).await;
        }
    }
}

async fn play_long(test: &str, file: &str, tables: &[(&str, &str)], units: usize) {
    let (pit, house) = Pit::open(test, file, tables).await;
    seat_all(&house, &pit).await;
    let games = pit.tables.values().enumerate().map(|(at, table)| {
        let (house, table) = (&house, *table);
        async move { play(house, table, &mut Whim::new(at as u64 + 3), units).await }
    });
    futures_util::future::join_all(games).await;
    let audit = pit.audit(&house).await;
    assert!(audit.rows > units / 20, "hardly anybody bet on the progressives: {audit:?}");
    assert!(audit.payable.values().all(|owed| *owed == Money::ZERO), "{audit:?}");
    let heads = house.heads().await;
    house.close().await;
    let again = pit.floor.open().await;
    assert_eq!(again.heads().await, heads);
    assert_eq!(pit.audit(&again).await.shows, audit.shows);
    again.close().await;
    pit.floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_of_ohio_plays_for_its_jackpot() {
    let tables = [
        ("tables/ultimate-texas-holdem.toml", ULTIMATE),
        ("tables/let-it-ride.toml", LET_IT_RIDE),
        ("tables/texas-holdem-bonus.toml", BONUS),
        ("tables/mississippi-stud.toml", MISSISSIPPI),
        ("tables/four-card-poker.toml", FOUR_CARD),
        ("tables/crazy-four-poker.toml", CRAZY_FOUR),
    ];
    play_long("ohio", OHIO, &tables, 1_500).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_of_colorado_plays_for_all_its_meters() {
    let tables = [
        ("tables/ride-free.toml", RIDE_FREE),
        ("tables/colorado-blackjack.toml", BLACKJACK),
        ("tables/deuces-wild-xtreme.toml", DEUCES),
        ("tables/three-dice-baccarat.toml", THREE_DICE),
    ];
    play_long("colorado", COLORADO, &tables, 1_500).await;
}

fn load(feeders: i32, at_once: usize, wagers: u32, length: Duration) -> MeterLoad {
    let mut terms = MeterTerms::new(Money::minor(1_000_000), "20.333%".parse().unwrap());
    terms.reserve = Some("1/30".parse().unwrap());
    let (drawers, draw_every) = (5, Duration::from_millis(50));
    MeterLoad { feeders, tables: 40, at_once, wagers, length, drawers, draw_every, terms }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_shards_feed_a_meter_while_others_draw() {
    let floor = Floor::new("meter_load", 1).await;
    let keys = std::sync::Arc::clone(&floor.keys);
    let load = load(4, 16, 2, Duration::from_secs(2));
    let rate = meter(&floor.database, games::find, keys, REALM, &load).await.unwrap();
    assert!(rate.contributions > 500 && rate.draws > 10 && rate.awarded > Money::ZERO, "{rate:?}");
    // The sums that its steps have read never decrease, and the store in memory grants the same from the same rows.
    let client = floor.database.connect().await.unwrap();
    let row = client.query_one("select id from stream where kind = 'meter'", &[]).await.unwrap();
    let meter_stream = StreamId(row.get(0));
    let memory = restored(&floor, meter_stream).await;
    assert_eq!(memory.steps().len() as u64, rate.draws);
    assert!(memory.steps().is_sorted_by_key(|step| step.fed.rows()));
    let moved = memory.steps().first().unwrap().fed.rows() < memory.steps().last().unwrap().fed.rows();
    assert!(moved && memory.balance().unwrap().awards == rate.awarded);
    let house = floor.open().await;
    assert_eq!(&standing(&house, meter_stream).await.0, memory.standing(), "brought back from a snapshot");
    house.close().await;
    floor.drop().await;
}

/// The rate, compared with a single row that everyone updates: `cargo test --release -p croupier-house --test house --
/// --ignored --nocapture ten_thousand`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement, for a build as it is shipped and a machine that does nothing else"]
async fn ten_thousand_contributions_a_second() {
    let floor = Floor::new("meter_rate", 1).await;
    let keys = || std::sync::Arc::clone(&floor.keys);
    for (round, (feeders, at_once, wagers)) in (0..).zip([(4, 64, 1), (4, 256, 1), (8, 128, 1), (4, 64, 6)]) {
        let own = Floor::new(&format!("meter_rate_{round}"), 1).await;
        let load = load(feeders, at_once, wagers, Duration::from_secs(15));
        let rate = meter(&own.database, games::find, keys(), REALM, &load).await.unwrap();
        println!(
            "{feeders} shards, {at_once} units at once, {wagers} wagers a unit: {} contributions a second, {} draws, \
             the slowest {:?}",
            rate.a_second(),
            rate.draws,
            rate.slowest_draw
        );
        own.drop().await;
    }
    let single = single_row(&floor.database, 64, Duration::from_secs(15)).await.unwrap();
    println!("one row, 64 connections: {} updates a second", single.a_second());
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_not_opened_without_the_meters_that_it_draws_on() {
    let floor = Floor::new("unlinked", 1).await;
    let mut client = floor.database.connect().await.unwrap();
    let cage = make_cage(&client, REALM, "cage", 0).await.unwrap();
    let abroad = make_cage(&client, SINGAPORE, "cage", 0).await.unwrap();
    let foreign = make_meter(&client, SINGAPORE, "meter", 0, abroad).await.unwrap();
    let (_, config) = table_file(LET_IT_RIDE);
    let link = |meter| Link {
        wager: "progressive".to_owned(),
        drawn_as: Some("jackpot".to_owned()),
        meter,
        terms: 1,
    };
    let cases = [
        (vec![], "progressive draws on a meter that the table is not linked to"),
        (vec![link(foreign)], "is no meter of the table's property and currency"),
        (vec![link(cage)], "is no meter of the table's property and currency"),
    ];
    for (links, why) in cases {
        let game = games::find(&config.game).unwrap();
        let (clocks, name) = (PATIENT, "table");
        let new = NewTable {
            realm: REALM,
            name,
            shard: 0,
            game,
            config: &config,
            dealt: Dealt::Computer,
            clocks,
            cage,
            links: &links,
        };
        let refused = make_table(&mut client, new).await.unwrap_err().to_string();
        assert!(refused.contains(why), "{refused}");
    }
    floor.drop().await;
}
