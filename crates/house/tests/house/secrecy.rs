//! Hidden cards cannot be read from the database, its write-ahead log or the logs; and keys can be rotated.

use crate::support::{Floor, PATIENT, hides_cards, play_once, seat};
use engine::{Due, Face, Patron};
use house::House;
use house::ids::StreamId;
use house::patrons::Whim;
use house::secrets::KeyRing;
use house::store::rotate;
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tokio_postgres::Client;

/// How many consecutive cards prove that the order is there: too many for a coincidence.
const IN_A_ROW: usize = 8;

/// Everything that the house has logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_that_is_stored_or_logged_in_mid_round_shows_a_hidden_card() {
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone());
    let _logging = tracing::subscriber::set_global_default(subscriber.finish());
    let floor = Floor::new("secrecy", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let client = floor.database.connect().await.unwrap();
    let begun: String = one(&client, "select pg_current_wal_lsn()::text").await;
    let house = floor.open().await;
    let mut whim = Whim::new(1);
    let mut in_mid_round = Vec::new();
    for (_, table, cage) in &furnished.tables {
        seat(&house, *cage, *table, Patron::A, 1_000_000).await;
        for _ in 0..200 {
            if hidden_and_asked(&house, *table).await {
                in_mid_round.push(*table);
                break;
            }
            play_once(&house, *table, &mut whim).await.unwrap().unwrap();
        }
    }
    let with_cards = furnished.tables.iter().filter(|(game, ..)| hides_cards(game)).count();
    assert!(in_mid_round.len() >= with_cards - 1, "{in_mid_round:?} of {with_cards}");
    let shoes = number_of_shoes(&client).await;
    let seen = [dump(&client).await, written_ahead(&client, &begun).await, log.0.lock().unwrap().clone()];
    assert!(seen.iter().all(|seen| !seen.is_empty()));
    // Continue until every one of these shoes has been opened, and so can be searched for.
    for table in &in_mid_round {
        let number = shoes[&table.0];
        let opened = "select count(*) from shoe where stream = $1 and number = $2 and cards is not null";
        while client.query_one(opened, &[&table.0, &number]).await.unwrap().get::<_, i64>(0) == 0 {
            play_once(&house, *table, &mut whim).await.unwrap().unwrap();
        }
        let of = "select salt, cards from shoe where stream = $1 and number = $2";
        let row = client.query_one(of, &[&table.0, &number]).await.unwrap();
        let (salt, cards): (Vec<u8>, Vec<u8>) = (row.get(0), row.get(1));
        for (what, seen) in ["the dump", "the write-ahead log", "the logs"].iter().zip(&seen) {
            for secret in cards.windows(IN_A_ROW).chain([&salt[..]]) {
                assert!(!shows(seen, secret), "{what} shows table {}'s shoe {number}", table.0);
            }
        }
    }
    // The search works: now that they are open, the dump contains them all.
    let now = dump(&client).await;
    let row = client.query_one("select cards from shoe where cards is not null limit 1", &[]).await.unwrap();
    assert!(shows(&now, &row.get::<_, Vec<u8>>(0)[..IN_A_ROW]));
    house.close().await;
    floor.drop().await;
}

async fn hidden_and_asked(house: &House, table: StreamId) -> bool {
    let look = |stream: &dyn house::stream::Stream| {
        let face = stream.table().unwrap().face();
        let asked = matches!(face.due(), Due::Choice { .. } | Due::Choices { .. });
        asked && face.layout().cards().any(|laid| matches!(laid.face, Face::Down(_)))
    };
    house.look(table, look).await.unwrap()
}

async fn one(client: &Client, query: &str) -> String {
    client.query_one(query, &[]).await.unwrap().get(0)
}

async fn number_of_shoes(client: &Client) -> BTreeMap<i64, i64> {
    let rows = client.query("select stream, max(number) from shoe group by stream", &[]).await.unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// Every row of every table, as text; bytes are in hexadecimal.
async fn dump(client: &Client) -> Vec<u8> {
    let tables = "select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname in ('public', 'personal')";
    let mut all = Vec::new();
    for table in client.query(tables, &[]).await.unwrap() {
        let table: String = table.get(0);
        let rows = client.query(&format!("select t::text from {table} t"), &[]).await.unwrap();
        for row in rows {
            all.extend_from_slice(row.get::<_, &str>(0).as_bytes());
            all.push(b'\n');
        }
    }
    all
}

/// What the server has written to its log since a position.
async fn written_ahead(client: &Client, begun: &str) -> Vec<u8> {
    let files = "select pg_read_binary_file('pg_wal/' || name) from pg_ls_waldir()
        where name between pg_walfile_name($1::text::pg_lsn) and pg_walfile_name(pg_current_wal_lsn()) order by name";
    let rows = client.query(files, &[&begun]).await.unwrap();
    rows.iter().flat_map(|row| row.get::<_, Vec<u8>>(0)).collect()
}

/// Whether the bytes occur as they are or in hexadecimal.
fn shows(seen: &[u8], secret: &[u8]) -> bool {
    let hex: String = secret.iter().map(|byte| format!("{byte:02x}")).collect();
    find(seen, secret) || find(seen, hex.as_bytes())
}

fn find(all: &[u8], wanted: &[u8]) -> bool {
    memchr::memmem::find(all, wanted).is_some()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_house_goes_on_under_another_key_and_the_old_one_can_be_thrown_away() {
    let mut floor = Floor::new("rotation", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let mut whim = Whim::new(2);
    for (_, table, cage) in &furnished.tables {
        seat(&house, *cage, *table, Patron::A, 1_000_000).await;
        for _ in 0..300 {
            play_once(&house, *table, &mut whim).await.unwrap().unwrap();
        }
    }
    let heads = house.heads().await;
    house.close().await;
    let old = KeyRing::parse(&floor.keys.reveal_key_file()).unwrap();
    let both = old.with_new_key().unwrap();
    let client = floor.database.connect().await.unwrap();
    let rotated = rotate(&client, &both).await.unwrap();
    assert!(rotated.shoes > 10 && rotated.snapshots > 10 && rotated.current == 0, "{rotated:?}");
    let again = rotate(&client, &both).await.unwrap();
    assert_eq!((again.shoes, again.snapshots, again.current), (0, 0, rotated.shoes + rotated.snapshots));
    // Without the old key, whose line begins with its number.
    let text = both.reveal_key_file();
    let alone: String =
        text.lines().filter(|line| !line.starts_with("1 ")).map(|line| format!("{line}\n")).collect();
    floor.keys = Arc::new(KeyRing::parse(&alone).unwrap());
    assert_eq!(floor.keys.numbers().count(), 1);
    let house = floor.open().await;
    assert_eq!(house.heads().await, heads);
    play_once(&house, furnished.tables[0].1, &mut whim).await.unwrap().unwrap();
    house.close().await;
    // With another house's key nothing can be opened.
    floor.keys = Arc::new(KeyRing::generate().unwrap());
    let keys = Arc::clone(&floor.keys);
    let refused = House::open(floor.database.clone(), games::find, keys, &floor.shards).await;
    let refused = refused.err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("key"), "{refused}");
    floor.drop().await;
}
