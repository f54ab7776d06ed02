//! Every game is played, and restored to the same state.

use crate::support::{Floor, PATIENT, play_once, seat};
use engine::Patron;
use house::patrons::Whim;

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_and_comes_back() {
    let floor = Floor::new("every_game", 2).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    for (game, table, cage) in &furnished.tables {
        for patron in [Patron::A, Patron::B] {
            seat(&house, *cage, *table, patron, 1_000_000).await;
        }
        let mut whim = Whim::new(7);
        let mut units = 0;
        for _ in 0..300 {
            match play_once(&house, *table, &mut whim).await {
                Some(Ok(_)) => units += 1,
                Some(Err(error)) => panic!("{game}: {error}"),
                None => tokio::time::sleep(std::time::Duration::from_millis(1)).await,
            }
        }
        let due = house.look(*table, |stream| format!("{:?}", stream.table().unwrap().face().due())).await;
        assert!(units > 250, "{game}: {units}, {due:?}");
    }
    let heads = house.heads().await;
    house.close().await;
    let again = floor.open().await;
    assert_eq!(again.heads().await, heads);
    again.close().await;
    floor.drop().await;
}
