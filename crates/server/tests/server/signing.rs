//! One process of all signs roots; when it dies another continues, and the chain holds.

use crate::support::{PATIENT, Site, address, seat, until_open};
use house::anchor::Signer;
use house::audit::{Anchors, Signing, SigningSetup, verify_chains};
use house::lease::Leases;
use house::patrons::Whim;
use server::crew::Client;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

async fn play(client: &Client, site: &Site, turns: usize) {
    let (_, table, cage) = site.tables[0];
    let crew = seat(client, table, cage, 1).await;
    let mut whim = Whim::new(7);
    for _ in 0..turns {
        let Some(next) = crew.next_move(client, &mut whim).await else { return };
        client.post(&format!("/v1/tables/{table}/inputs"), &next.token, &next.body).await;
    }
}

fn lines(path: &Path) -> Vec<String> {
    std::fs::read_to_string(path).unwrap_or_default().lines().map(str::to_owned).collect()
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(begun.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn signer_of(site: &Site) -> String {
    let client = site.database.connect().await.unwrap();
    client.query_one("select owner from signer", &[]).await.unwrap().get(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_signer_dies_another_goes_on_and_every_process_has_all_roots() {
    let site = Site::new("signing", 2, 1, PATIENT).await;
    let server = site.start().await;
    let client = Client::to(&[address(&server)]).unwrap();
    until_open(&client, site.tables.len()).await;
    let directory = std::env::temp_dir().join(format!("croupier-roots-{}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let signer = Arc::new(Signer::generate().unwrap());
    let files: Vec<PathBuf> = ["one", "two"].iter().map(|name| directory.join(name)).collect();
    // Two signers, besides the process that plays; the first one loses its heartbeat.
    let start = |number: usize, process: String| {
        Signing::start(SigningSetup {
            database: site.database.clone(),
            file: files[number].clone(),
            signer: Arc::clone(&signer),
            process,
            every: Duration::from_millis(500),
            doubt: Box::new(|_| ()),
        })
    };
    let beats = site.database.connect().await.unwrap();
    let mortal = "insert into process (id, address, build) values ('mortal', '', '')";
    beats.batch_execute(mortal).await.unwrap();
    let beating = tokio::spawn(async move {
        while beats.batch_execute("update process set beat = now() where id = 'mortal'").await.is_ok() {
            tokio::time::sleep(Duration::from_millis(300)).await;
        }
    });
    let first = start(0, "mortal".to_owned());
    until("the first signs", || lines(&files[0]).len() >= 2).await;
    assert_eq!(signer_of(&site).await, "mortal");
    let me: &Leases = &server.app().leases;
    let second = start(1, me.me().id.clone());
    play(&client, &site, 20).await;
    until("both have the roots", || lines(&files[1]).len() >= 3).await;
    // To the others it is dead: it sends no more heartbeats. It continues nevertheless, but signs nothing more.
    beating.abort();
    let died = Instant::now();
    let process = me.me().id.clone();
    while signer_of(&site).await != process {
        assert!(died.elapsed() < Duration::from_secs(20), "nobody took over");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    println!("another signs after {:?}", died.elapsed());
    play(&client, &site, 10).await;
    let before = lines(&files[1]).len();
    until("the second signs", || lines(&files[1]).len() >= before + 2).await;
    second.stop().await;
    let two = lines(&files[1]);
    until("the first writes down what the other has signed", || lines(&files[0]).len() >= two.len()).await;
    first.stop().await;
    // Once the second was gone, the first one signed again.
    let all = lines(&files[0]);
    assert_eq!(all[..two.len()], two, "one chain");
    let anchors = Anchors { file: files[0].clone(), trusted: signer.public() };
    let mut reader = site.database.connect().await.unwrap();
    let report = verify_chains(&mut reader, Some(&anchors), |_| ()).await.unwrap();
    assert!(report.is_well(), "{report:?}");
    assert_eq!(report.last_root.number, u64::try_from(all.len()).unwrap());
    server.leave().await;
    site.drop().await;
    std::fs::remove_dir_all(directory).unwrap();
}
