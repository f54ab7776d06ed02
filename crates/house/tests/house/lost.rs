//! A stream that does not replay as it was written is closed, and the others of its shard continue.

use crate::support::{Floor, PATIENT, intruder, play_once, request, seat};
use engine::Patron;
use felt::Money;
use house::NotDone;
use house::ids::{Key, PersonId};
use house::patrons::Whim;
use house::stream::{Command, NotHere, Refused};

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_that_was_changed_is_closed_and_the_others_go_on() {
    let floor = Floor::new("lost", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let (_, table, cage) = furnished.tables[0];
    let mut whim = Whim::new(1);
    seat(&house, cage, table, Patron::A, 100_000).await;
    play_once(&house, table, &mut whim).await.unwrap().unwrap();
    let client = intruder(&floor.database).await;
    client.execute("update unit set person = 7 where stream = $1 and seq = 1", &[&table.0]).await.unwrap();
    // The house loses its connection, and so must restore its streams from the database.
    let others = "select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()";
    client.execute(others, &[]).await.unwrap();
    let deposit = |key| {
        let amount = Money::minor(500);
        request(cage, 1, Key::derived(key, &[]), 0, Command::Deposit { person: PersonId(1), amount })
    };
    let played = play_once(&house, table, &mut whim).await.unwrap().unwrap_err();
    assert_eq!(played, NotDone::Refused(Refused::NotHere(NotHere::NoSuchTable)));
    house.send(deposit("one")).await.unwrap();
    house.send(deposit("two")).await.unwrap();
    assert!(house.look(table, |_| ()).await.is_none());
    house.close().await;
    floor.drop().await;
}
