//! Successors of closed tables: with another file, and joined to their meters.

use crate::books::{quiet, tell};
use crate::closing::{CHIPS, close, is_gone, play_to_the_end, verified};
use crate::pit::{self, Pit};
use crate::support::{Floor, PATIENT, play_once, request, seat};
use engine::{Actor, Beneficiary, Input, Patron};
use felt::Money;
use house::NotDone;
use house::ids::{Key, PersonId};
use house::links::join_reopened;
use house::patrons::Whim;
use house::store::{change_file, reopen_due};
use house::stream::{Command, Refused};
use rulebook::{MeterTerms, TableConfig};

/// Another file between two rounds: the patrons return and find the new limits.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_changes_its_file_and_its_patrons_come_back() {
    let floor = Floor::new("changed", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let (game, table, cage) = *furnished.tables.iter().find(|(game, ..)| *game == "ohio/blackjack").unwrap();
    let mut client = floor.database.connect().await.unwrap();
    seat(&house, cage, table, Patron::A, CHIPS).await;
    let mut whim = Whim::new(8);
    for _ in 0..4 {
        play_once(&house, table, &mut whim).await.unwrap().unwrap();
    }
    let book = games::find(game).unwrap().book().unwrap();
    let with = |changes: &[(&str, &str)]| TableConfig::default_for(&book).with(&book, changes).unwrap();
    // A file that could not be opened is refused immediately; so is one of another game.
    let study = change_file(&client, table, &with(&[("study", "true")]), games::find).await.unwrap_err();
    assert!(study.to_string().contains("study"), "{study}");
    let craps = TableConfig::default_for(&games::find("ohio/craps").unwrap().book().unwrap());
    let other = change_file(&client, table, &craps, games::find).await.unwrap_err();
    assert!(other.to_string().contains("this one plays ohio/blackjack"), "{other}");
    let limits = |config: &TableConfig| config.limits("main").unwrap();
    let dearer = with(&[("limits.main", "25..1000 step 25")]);
    assert_ne!(limits(&dearer), limits(&with(&[])));
    change_file(&client, table, &dearer, games::find).await.unwrap();
    close(&house, table, true).await;
    play_to_the_end(&house, table, &mut whim).await;
    let closed = change_file(&client, table, &dearer, games::find).await.unwrap_err();
    assert!(closed.to_string().contains("is closed"), "{closed}");
    let reopened = reopen_due(&mut client, 0, games::find, &floor.keys).await.unwrap();
    assert_eq!(reopened.failed, []);
    let [next] = reopened.opened[..] else { panic!("{reopened:?}") };
    assert_eq!(reopen_due(&mut client, 0, games::find, &floor.keys).await.unwrap(), Default::default());
    house.bring(&[next]).await.unwrap();
    let config = house.look(next, |stream| stream.table().unwrap().facts().config.clone()).await.unwrap();
    assert_eq!(limits(&config), limits(&dearer));
    // All of the patron's money is in the wallet, and they sit down again at the same place.
    let buy_in =
        Command::BuyIn { person: PersonId(1), table: next, patron: Patron::A, amount: Money::minor(50_000) };
    tell(&house, cage, whim.key(), buy_in).await.unwrap();
    quiet(&house, &[cage, next]).await;
    let main = games::find(game).unwrap().vocabulary.wagers[0];
    let bet = |stake| {
        let (patron, beneficiary) = (Patron::A, Beneficiary::Patron);
        let input =
            Input::Bet { patron, box_number: 1, wager: main, stake: Money::minor(stake), beneficiary };
        request(
            next,
            1,
            Key::derived("bet", &[stake]),
            10,
            Command::Play { by: Actor::Patron(patron), input },
        )
    };
    assert!(matches!(house.send(bet(500)).await, Err(NotDone::Refused(Refused::ByRule(_)))));
    house.send(bet(2_500)).await.unwrap();
    for _ in 0..20 {
        play_once(&house, next, &mut whim).await.unwrap().unwrap();
    }
    house.close().await;
    verified(&floor).await;
    // The name leads to the open table.
    let found = house::round::find_table(&client, "table ohio/blackjack").await.unwrap();
    let shift = house::ledger::table_named(&floor.database, "table ohio/blackjack").await.unwrap();
    assert_eq!((found, shift.0), (next, next));
    floor.drop().await;
}

const HOUSE: &str = r#"
house = "Riverfront"
jurisdiction = "ohio"
currency = "USD"

[[meter]]
id = "pit"
kind = "multi-link"
tables = ["pit-1/let-it-ride"]
wager = "1"
seed = "10,000"
rate = "21%"
"#;
const PATH: &str = "pit-1/let-it-ride.toml";

/// The successor of a table feeds its meter under the terms in force, and is told about new ones. The meter forgets the
/// closed table.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_the_place_of_another_feeds_its_meters() {
    let text = include_str!("../../../games/tables/let-it-ride.toml");
    let (pit, house) = Pit::open("reopened", HOUSE, &[(PATH, text)]).await;
    let (table, meter) = (pit.tables[PATH], pit.meters["pit"]);
    let mut client = pit.floor.database.connect().await.unwrap();
    let change = async |number: u32, rate: &str| {
        let to = MeterTerms::new(Money::minor(1_000_000), rate.parse().unwrap());
        tell(&house, meter, Key::derived("change", &[number.into()]), Command::Change { number, to })
            .await
            .unwrap();
    };
    seat(&house, pit.cage, table, Patron::A, CHIPS).await;
    let mut whim = Whim::new(4);
    change(2, "24%").await;
    quiet(&house, &[meter, table]).await;
    pit::play(&house, table, &mut whim, 20).await;
    close(&house, table, true).await;
    play_to_the_end(&house, table, &mut whim).await;
    let row = client.query_one("select shard from stream where id = $1", &[&table.0]).await.unwrap();
    let shard: i32 = row.get(0);
    let reopened = reopen_due(&mut client, shard, games::find, &pit.floor.keys).await.unwrap();
    let [next] = reopened.opened[..] else { panic!("{reopened:?}") };
    let row = client.query_one("select terms from link where table_id = $1", &[&next.0]).await.unwrap();
    assert_eq!(row.get::<_, i32>(0), 2);
    house.bring(&[next]).await.unwrap();
    // The owner of the meter joins the table to it.
    let row = client.query_one("select shard from stream where id = $1", &[&meter.0]).await.unwrap();
    for _ in 0..2 {
        join_reopened(&house, &client, row.get(0)).await.unwrap();
    }
    seat(&house, pit.cage, next, Patron::A, CHIPS).await;
    // Whether the wager that feeds the meter is made is random, so play continues until it was.
    let until_fed = async |whim: &mut Whim, terms: i32| {
        let fed = "select exists (select from contribution where stream = $1 and terms = $2)";
        for _ in 0..500 {
            pit::play(&house, next, whim, 10).await;
            if client.query_one(fed, &[&next.0, &terms]).await.unwrap().get::<_, bool>(0) {
                return;
            }
        }
        panic!("the meter is not fed under terms {terms}");
    };
    until_fed(&mut whim, 2).await;
    // The meter tells both tables; the closed one does not exist any more, and is not told again.
    change(3, "22%").await;
    quiet(&house, &[meter, next]).await;
    until_fed(&mut whim, 3).await;
    let sent = async || {
        let asked = "select count(*) from unit where sender = $1 and stream = $2";
        client.query_one(asked, &[&meter.0, &next.0]).await.unwrap().get::<_, i64>(0)
    };
    let before = sent().await;
    change(4, "23%").await;
    quiet(&house, &[meter, next]).await;
    assert_eq!(sent().await, before + 1);
    let answers = "select count(*) from unit where stream = $1 and sender = $2";
    let answers: i64 = client.query_one(answers, &[&meter.0, &table.0]).await.unwrap().get(0);
    // One for the terms that it was told about while it was open, and one that it was closed.
    assert_eq!(answers, 2);
    let fed = "select distinct terms from contribution where stream = $1 order by 1";
    let fed = client.query(fed, &[&next.0]).await.unwrap();
    let fed: Vec<i32> = fed.iter().map(|row| row.get(0)).collect();
    assert_eq!(fed, [2, 3]);
    assert!(is_gone(&house, table).await);
    house.close().await;
    verified(&pit.floor).await;
    pit.floor.drop().await;
}
