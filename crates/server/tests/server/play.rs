//! Every game is played over HTTP, using only what is offered.

use crate::support::{PATIENT, Site, address, seat, until_open, well};
use house::patrons::Whim;
use server::crew::{Answered, Client};

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_by_what_is_offered() {
    let site = Site::new("play", 4, 1, PATIENT).await;
    let one = site.start().await;
    let two = site.start().await;
    let client = Client::to(&[address(&one), address(&two)]).unwrap();
    until_open(&client, site.tables.len()).await;
    for (game, table, cage) in &site.tables {
        let crew = seat(&client, *table, *cage, 2).await;
        let mut whim = Whim::new(u64::try_from(*table).unwrap());
        let path = format!("/v1/tables/{table}");
        let mut refused = 0;
        for turn in 0..120 {
            let Some(next) = crew.next_move(&client, &mut whim).await else {
                let now = well(client.get(&path, &crew.patrons[0].1).await);
                panic!("{game}, turn {turn}: nobody moves: {}", now["view"]["due"]);
            };
            match client.post(&format!("{path}/inputs"), &next.token, &next.body).await {
                Answered::Well(_) => {}
                Answered::Refused(status, problem) => {
                    refused += 1;
                    assert!(refused < 40, "{game}, turn {turn}: {status} {problem} for {}", next.body);
                }
                Answered::Unknown => panic!("{game}: nobody answers"),
            }
        }
        let now = well(client.get(&path, &crew.patrons[0].1).await);
        assert!(now["view"]["round"].as_u64().unwrap() >= 2, "{game}: {}", now["view"]["round"]);
    }
    one.leave().await;
    two.leave().await;
    site.drop().await;
}
