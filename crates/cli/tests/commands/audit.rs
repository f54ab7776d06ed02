//! `keys`, `audit` and `verify`: a house's keys, its journal and its rounds, verified by a third party.

use crate::common::{croupier, directory, missing};
use engine::{Patron, What};
use felt::Money;
use house::House;
use house::anchor::Signer;
use house::audit::Anchorer;
use house::dealer::LiveDealer;
use house::ids::{Key, PersonId, Realm, StreamId};
use house::patrons::{Whim, next_move};
use house::secrets::KeyRing;
use house::store::{Database, NewTable, make_cage, make_table};
use house::stream::{Command, Request, Stream};
use house::table::{Clocks, Dealt};
use rulebook::TableConfig;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const REALM: Realm = Realm { operator: 1, property: 1, currency: *b"USD" };

#[test]
fn keys_are_made_once_and_for_their_owner_alone() {
    let directory = directory("keys", &[]);
    let file = |name: &str| directory.join(name).to_str().unwrap().to_owned();
    let (encryption, signing) = (file("house.keys"), file("roots.key"));
    let said = croupier(&["keys", "new", "--encryption", &encryption, "--signing", &signing, "--json"], "");
    assert_eq!(said.code, 0, "{}", said.err);
    let public = said.json()["public-key"].as_str().unwrap().to_owned();
    assert_eq!(public.len(), 64);
    KeyRing::parse(&std::fs::read_to_string(&encryption).unwrap()).unwrap();
    let signer = Signer::parse(&std::fs::read_to_string(&signing).unwrap()).unwrap();
    assert_eq!(house::anchor::public_key(&public).unwrap(), signer.public());
    #[cfg(unix)]
    for path in [&encryption, &signing] {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(path).unwrap().permissions().mode() & 0o777, 0o600);
    }
    let said = croupier(&["keys", "public", &signing], "");
    assert_eq!((said.code, said.out.trim()), (0, public.as_str()));

    // Neither file is overwritten, and if one exists the other is not created.
    let before = std::fs::read(&signing).unwrap();
    let other = file("other.keys");
    let said = croupier(&["keys", "new", "--encryption", &other, "--signing", &signing], "");
    assert!(said.code == 2 && said.err.contains("never overwritten"), "{}", said.err);
    assert_eq!(std::fs::read(&signing).unwrap(), before);
    assert!(!Path::new(&other).exists());
    assert_eq!(croupier(&["keys", "new"], "").code, 2);
    assert_eq!(croupier(&["keys", "public", &encryption], "").code, 2);
}

pub fn server() -> (String, Database) {
    let address = std::env::var("CROUPIER_TEST_POSTGRES").expect(
        "these tests want a PostgreSQL: run `.ci/services up` and `eval \"$(.ci/services env)\"` first",
    );
    let server = Database::at(&address).unwrap();
    (address.rsplit_once('/').unwrap().0.to_owned(), server)
}

/// A database with only a cage.
pub async fn fresh(server: &Database, name: &str) -> (Database, StreamId) {
    let client = server.connect().await.unwrap();
    client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
    client.batch_execute(&format!("create database {name}")).await.unwrap();
    let database = server.named(name);
    database.migrate().await.unwrap();
    database.found(REALM, "Riverfront").await.unwrap();
    database.make_shards(1).await.unwrap();
    let cage = make_cage(&database.connect().await.unwrap(), REALM, "cage", 0).await.unwrap();
    (database, cage)
}

pub async fn drop_database(server: &Database, name: &str) {
    let drop = format!("drop database {name} with (force)");
    server.connect().await.unwrap().batch_execute(&drop).await.unwrap();
}

pub fn request(stream: StreamId, key: Key, seen: i64, command: Command) -> Request {
    Request { stream, key, person: PersonId(1), sender: None, seen, question: None, command }
}

/// A wallet, anchored after some deposits, with one more since.
async fn make_house(server: &Database, name: &str, anchors: &Path, signer: Signer) -> Database {
    let (database, cage) = fresh(server, name).await;
    let keys = Arc::new(KeyRing::generate().unwrap());
    let house = House::open(database.clone(), games::find, keys, &[0]).await.unwrap();
    let mut anchorer = Anchorer::open(database.clone(), anchors, Arc::new(signer)).await.unwrap();
    for n in 1..=9 {
        let person = PersonId(1);
        let command = Command::Deposit { person, amount: Money::minor(n) };
        let key = Key::derived("deposit", &[n]);
        house.send(request(cage, key, 0, command)).await.unwrap();
        if n % 4 == 0 {
            anchorer.anchor(&house.heads().await).await.unwrap();
        }
    }
    house.close().await;
    database
}

#[test]
fn a_journal_is_verified_and_its_faults_are_named() {
    let (address, server) = server();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let directory = directory("audit", &[]);
    let anchors = directory.join("roots.txt");
    let signer = Signer::generate().unwrap();
    let public: String = signer.public().iter().map(|byte| format!("{byte:02x}")).collect();
    let name = format!("test_cli_audit_{}", std::process::id());
    let database = runtime.block_on(make_house(&server, &name, &anchors, signer));
    let there = format!("{address}/{name}");
    let anchors = anchors.to_str().unwrap();
    let audit = |more: &[&str]| {
        let all = ["audit", "verify", "--database", &there, "--anchors", anchors, "--public-key", &public];
        croupier(&[&all[..], more].concat(), "")
    };

    let said = audit(&[]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for line in ["units             9", "roots             2  the last one of 2", "not yet anchored  1"] {
        assert!(said.out.contains(line), "{}", said.out);
    }
    assert!(said.out.contains("nothing was changed"), "{}", said.out);
    let json = audit(&["--json"]).json();
    let keys = [
        "ok",
        "streams",
        "units",
        "roots",
        "last-root",
        "unanchored",
        "log-entries",
        "not-entered",
        "losses",
        "found",
        "findings",
    ];
    assert_eq!(missing(&json, &keys), Vec::<&str>::new());

    let edit = "set session_replication_role = replica;
        update unit set person = 7 where seq = 3; delete from unit where seq > 6";
    runtime.block_on(async { database.connect().await.unwrap().batch_execute(edit).await.unwrap() });
    let said = audit(&[]);
    assert_eq!(said.code, 1, "{}", said.out);
    for line in
        ["unit 3", "was changed after it was written", "units 7 to 8", "cut off", "root 1", "2 faults found"]
    {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    let json = audit(&["--json"]).json();
    assert_eq!(json["findings"][0]["fault"], "changed");
    assert_eq!(json["findings"][1]["fault"], "cut-off");

    // Roots without a key, an invalid key, a missing file, a missing database.
    assert_eq!(croupier(&["audit", "verify", "--database", &there, "--anchors", anchors], "").code, 2);
    let wrong = ["audit", "verify", "--database", &there, "--anchors", anchors, "--public-key", "12"];
    assert_eq!(croupier(&wrong, "").code, 2);
    let gone = ["audit", "verify", "--database", &there, "--anchors", "/nowhere", "--public-key", &public];
    assert_eq!(croupier(&gone, "").code, 2);
    let away =
        croupier(&["audit", "verify", "--database", "postgresql://nobody@127.0.0.1:1/x", "--json"], "");
    assert_eq!(away.code, 1);
    assert!(away.err.contains("\"kind\":\"database\""), "{}", away.err);
    runtime.block_on(drop_database(&server, &name));
}

/// A table at which one patron plays alone until its second shoe is open.
async fn play_alone(database: &Database, keys: &Arc<KeyRing>, cage: StreamId, game: &str, dealt: Dealt) {
    let mut client = database.connect().await.unwrap();
    let game = games::find(game).unwrap();
    let book = game.book().unwrap();
    let config = TableConfig::default_for(&book);
    let clocks = Clocks::all(Duration::ZERO);
    let place = if dealt == Dealt::Live { "pit" } else { "floor" };
    let name = format!("{place}: {}", game.id);
    let new = NewTable {
        realm: REALM,
        name: &name,
        shard: 0,
        game,
        config: &config,
        dealt,
        clocks,
        cage,
        links: &[],
    };
    let table = make_table(&mut client, new).await.unwrap();
    let house = House::open(database.clone(), games::find, Arc::clone(keys), &[0]).await.unwrap();
    let (person, amount, patron) = (PersonId(1), Money::minor(1_000_000), Patron::A);
    let deposit = Command::Deposit { person, amount };
    let buy_in = Command::BuyIn { person, table, patron, amount };
    for (what, command) in [("deposit", deposit), ("buy-in", buy_in)] {
        house.send(request(cage, Key::derived(what, &[table.0]), 0, command)).await.unwrap();
    }
    let (mut whim, mut dealer) = (Whim::new(4), LiveDealer::new(4));
    let mut opened = 0;
    while opened < 4 {
        let (mut own, mut hands) = (whim.clone(), dealer.clone());
        let look = move |stream: &dyn Stream| {
            let table = stream.table().unwrap();
            let dealt = if dealt == Dealt::Live { hands.next(table.face()) } else { None };
            (dealt.or_else(|| next_move(table, &mut own)), table.seq(), hands)
        };
        let (next, seen, hands) = house.look(table, look).await.unwrap();
        dealer = hands;
        let key = whim.key();
        let Some((by, input)) = next else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        // No patron is seated before the chips have arrived.
        if let Ok(done) = house.send(request(table, key, seen, Command::Play { by, input })).await {
            let rounds = done.events.iter().filter(|event| matches!(event.what, What::RoundOpened { .. }));
            opened += rounds.count();
        }
    }
    house.close().await;
}

#[test]
fn a_round_is_dealt_again() {
    let (address, server) = server();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let name = format!("test_cli_verify_{}", std::process::id());
    let there = format!("{address}/{name}");
    let database = runtime.block_on(async {
        let (database, cage) = fresh(&server, &name).await;
        let keys = Arc::new(KeyRing::generate().unwrap());
        for dealt in [Dealt::Computer, Dealt::Live] {
            play_alone(&database, &keys, cage, "ohio/let-it-ride", dealt).await;
            play_alone(&database, &keys, cage, "ohio/craps", dealt).await;
        }
        database
    });
    let verify =
        |round: &str, more: &[&str]| croupier(&[&["verify", round, "--database", &there], more].concat(), "");

    let said = verify("floor: ohio/let-it-ride:2", &[]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for line in [
        "Round 2 of floor: ohio/let-it-ride",
        "before the first wager of the round",
        "the order is the one that was committed to",
        "the same",
        "chips of A",
        "came out byte for byte",
        "everything is as it was promised",
    ] {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    let json = verify("floor: ohio/let-it-ride:2", &["--json"]).json();
    let keys = ["ok", "whole", "table", "units", "shoes", "cards", "drawn", "settled", "transfers", "faults"];
    assert_eq!(missing(&json, &keys), Vec::<&str>::new());
    assert!(json["cards"].as_array().unwrap().len() > 4);

    let said = verify("floor: ohio/craps:2", &[]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("closed by unit"), "{}", said.out);

    let swap =
        "update shoe set cards = set_byte(set_byte(cards, 0, get_byte(cards, 1)), 1, get_byte(cards, 0))
        where number = 2 and length(cards) > 1";
    runtime.block_on(async { database.connect().await.unwrap().batch_execute(swap).await.unwrap() });
    let said = verify("floor: ohio/let-it-ride:2", &[]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("the order of shoe 2 is not the one"), "{}", said.out);

    // In a round dealt by hand, sealed cards are compared; the others were read at the table.
    let said = verify("pit: ohio/let-it-ride:2", &[]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    for line in
        ["Dealt live", "as the scanner read it", "read at the table", "everything is as it was promised"]
    {
        assert!(said.out.contains(line), "{line}: {}", said.out);
    }
    let json = verify("pit: ohio/let-it-ride:2", &["--json"]).json();
    assert_eq!(json["dealer"], "live");
    assert_eq!(verify("pit: ohio/craps:2", &[]).code, 0);
    let change = "update shoe set cards = set_byte(cards, 0, (get_byte(cards, 0) + 1) % 52)
        where length(cards) = 1";
    runtime.block_on(async { database.connect().await.unwrap().batch_execute(change).await.unwrap() });
    let said = verify("pit: ohio/let-it-ride:2", &[]);
    assert_eq!(said.code, 1, "{}", said.out);
    assert!(said.out.contains("is not the one that was committed to"), "{}", said.out);

    for wrong in ["craps", "floor: ohio/craps:x", ":1", "nowhere:1", "floor: ohio/craps:999"] {
        let said = verify(wrong, &[]);
        assert_eq!(said.code, 2, "{wrong}: {}", said.err);
    }
    runtime.block_on(drop_database(&server, &name));
}
