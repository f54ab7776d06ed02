//! T14: tampering with the journal behind the house's back is found and named, and what cannot be found is reported as
//! such.

use crate::support::{Floor, PATIENT, intruder, play_once, seat};
use engine::Patron;
use house::House;
use house::anchor::{Roots, Signer};
use house::audit::{Anchorer, Anchoring, AnchoringError, Anchors, Fault, Report, verify_chains};
use house::ids::{Hash, StreamId};
use house::patrons::Whim;
use house::store::{Which, stream_rows, unit_of};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio_postgres::Client;

/// A house that was played at and anchored several times, and an intruder with all rights in its database.
struct Played {
    floor: Floor,
    file: PathBuf,
    trusted: [u8; 32],
    intruder: Client,
    table: StreamId,
    /// The last unit of the table at each root.
    anchored: Vec<i64>,
    /// The last unit of the table.
    last: i64,
}

fn anchor_file(test: &str) -> PathBuf {
    let file = std::env::temp_dir().join(format!("croupier-{test}-{}.roots", std::process::id()));
    let _ = std::fs::remove_file(&file);
    file
}

/// Plays a number of units at a table.
async fn play(house: &House, table: StreamId, whim: &mut Whim, units: usize) {
    let mut done = 0;
    while done < units {
        match play_once(house, table, whim).await {
            Some(played) => {
                played.unwrap();
                done += 1;
            }
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
    }
}

impl Played {
    async fn new(test: &str) -> Played {
        let floor = Floor::new(test, 2).await;
        let furnished = floor.furnish(PATIENT).await;
        let house = floor.open().await;
        let (_, table, cage) = furnished.tables[0];
        seat(&house, cage, table, Patron::A, 1_000_000).await;
        let file = anchor_file(test);
        let signer = Arc::new(Signer::generate().unwrap());
        let trusted = signer.public();
        let mut anchorer = Anchorer::open(floor.database.clone(), &file, signer).await.unwrap();
        let mut whim = Whim::new(3);
        let mut anchored = Vec::new();
        for _ in 0..3 {
            play(&house, table, &mut whim, 20).await;
            let heads = house.heads().await;
            anchored.push(heads.iter().find(|(stream, ..)| *stream == table).unwrap().1);
            anchorer.anchor(&heads).await.unwrap();
        }
        play(&house, table, &mut whim, 5).await;
        house.close().await;
        let intruder = intruder(&floor.database).await;
        intruder
            .batch_execute(
                "create table unit_kept as select * from unit; create table root_kept as select * from root",
            )
            .await
            .unwrap();
        let last = anchored[2] + 5;
        Played { floor, file, trusted, intruder, table, anchored, last }
    }

    /// Tampers with the units of the table, for which `$T` stands.
    async fn tamper(&self, sql: &str) {
        let sql = sql.replace("$T", &self.table.0.to_string());
        self.intruder.batch_execute(&sql).await.unwrap();
    }

    async fn verify(&self) -> Report {
        let anchors = Anchors { file: self.file.clone(), trusted: self.trusted };
        let mut client = self.floor.database.connect().await.unwrap();
        verify_chains(&mut client, Some(&anchors), |_| {}).await.unwrap()
    }

    /// Returns what an audit finds after the tampering; then everything is restored.
    async fn found_after(&self, sql: &str) -> Vec<(i64, i64, Fault, Option<u64>)> {
        self.tamper(sql).await;
        let found = findings(&self.verify().await);
        self.tamper("delete from unit; insert into unit select * from unit_kept").await;
        self.tamper("delete from root; insert into root select * from root_kept").await;
        found
    }

    async fn end(self) {
        std::fs::remove_file(&self.file).unwrap();
        self.floor.drop().await;
    }
}

fn findings(report: &Report) -> Vec<(i64, i64, Fault, Option<u64>)> {
    let all = report.findings.iter();
    all.map(|finding| (finding.from, finding.to, finding.fault.clone(), finding.root)).collect()
}

fn changed(seq: i64, root: u64) -> (i64, i64, Fault, Option<u64>) {
    (seq, seq, Fault::Changed, Some(root))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_untouched_journal_passes_and_says_what_is_not_anchored() {
    let played = Played::new("audit_well").await;
    let report = played.verify().await;
    assert!(report.is_well(), "{:?}", report.findings);
    assert_eq!((report.last_root.number, report.unanchored, report.not_entered), (3, 5, 0));
    let units: i64 = played.intruder.query_one("select count(*) from unit", &[]).await.unwrap().get(0);
    assert_eq!(i64::try_from(report.units).unwrap(), units);

    // A tail that no root names can be cut off, or extended by an attacker who knows the format: this is undetectable,
    // and the report says for how many units.
    let (last, table) = (played.last, played.table.0);
    played.tamper(&format!("delete from unit where stream = $T and seq > {}", last - 3)).await;
    let report = played.verify().await;
    assert!(report.is_well(), "{:?}", report.findings);
    assert_eq!(report.unanchored, 2);

    // Without roots nothing is anchored.
    let mut client = played.floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, None, |_| {}).await.unwrap();
    assert!(report.is_well() && report.unanchored == report.units && report.last_root.number == 0);
    let gone = format!("delete from unit where stream = {table} and seq = 1");
    played.intruder.batch_execute(&gone).await.unwrap();
    assert_eq!(
        findings(&verify_chains(&mut client, None, |_| {}).await.unwrap()),
        [(1, 1, Fault::Missing, None)]
    );
    played.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_edit_is_found_and_named() {
    let played = Played::new("audit_edit").await;
    let [first, second, third] = played.anchored[..] else { panic!("three roots") };
    let middle = first + 7;
    // Each column of a row, in the middle.
    for column in [
        "body = set_byte(body, length(body) - 1, get_byte(body, length(body) - 1) # 1)",
        "body = body || '\\x00'",
        "person = person + 1",
        "at = at + interval '1 microsecond'",
        "sender = sender + 1",
        "key = gen_random_uuid()",
        "request = set_byte(request, 0, get_byte(request, 0) # 1)",
        "previous = set_byte(previous, 0, get_byte(previous, 0) # 1)",
    ] {
        let edit = format!("update unit set {column} where stream = $T and seq = {middle}");
        assert_eq!(played.found_after(&edit).await, [changed(middle, 2)], "{column}");
    }
    for column in ["operator", "property"] {
        let edit = format!("update unit set {column} = 7 where stream = $T and seq = {middle}");
        let other = (middle, middle, Fault::OtherRealm, Some(2));
        assert_eq!(played.found_after(&edit).await, [other, changed(middle, 2)], "{column}");
    }
    // The first row and the one that the last root names; neighbours; two rows that exchange their bodies.
    let edit = |seq: i64| format!("update unit set person = 99 where stream = $T and seq = {seq};");
    assert_eq!(played.found_after(&edit(1)).await, [changed(1, 1)]);
    assert_eq!(played.found_after(&edit(third)).await, [changed(third, 3)]);
    let both = edit(middle) + &edit(middle + 1);
    assert_eq!(played.found_after(&both).await, [(middle, middle + 1, Fault::Changed, Some(2))]);
    let swap = format!(
        "update unit u set body = o.body from unit o where u.stream = $T and o.stream = $T
         and (u.seq, o.seq) in (({middle}, 5), (5, {middle}))"
    );
    assert_eq!(played.found_after(&swap).await, [changed(5, 1), changed(middle, 2)]);

    // The last row: the row before it fits, and only a root reveals it.
    let cut = format!("delete from unit where stream = $T and seq > {third};");
    let found = played.found_after(&(cut.clone() + &edit(third))).await;
    assert_eq!(found, [(second + 1, third, Fault::Rewritten, Some(3))]);
    // The very last row, after the last root: either of the two may have been changed.
    assert_eq!(
        played.found_after(&edit(played.last - 1)).await,
        [(played.last - 1, played.last, Fault::Unfit, None)]
    );
    // A row without a readable hash.
    let short = format!("update unit set previous = '\\x00' where stream = $T and seq = {middle}");
    let what = "a hash has 32 bytes".to_owned();
    assert_eq!(played.found_after(&short).await, [(middle, middle, Fault::Unreadable { what }, Some(2))]);
    played.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_removed_moved_or_put_in_is_found_and_named() {
    let played = Played::new("audit_move").await;
    let [first, _, third] = played.anchored[..] else { panic!("three roots") };
    let middle = first + 7;
    let delete = |which: &str| format!("delete from unit where stream = $T and seq {which};");
    let missing = (middle, middle + 1, Fault::Missing, Some(2));
    assert_eq!(played.found_after(&delete(&format!("in ({middle}, {middle} + 1)"))).await, [missing]);
    assert_eq!(
        played.found_after(&delete(&format!("> {third} - 4"))).await,
        [(third - 3, third, Fault::CutOff, Some(3))]
    );
    assert_eq!(played.found_after(&delete("> 0")).await, [(1, third, Fault::CutOff, Some(1))]);

    let moved = |seq, belongs, root| (seq, seq, Fault::Moved { belongs }, Some(root));
    let swap = |one: i64, other: i64| {
        format!("update unit set seq = {one} + {other} - seq where stream = $T and seq in ({one}, {other})")
    };
    let found = played.found_after(&swap(5, middle)).await;
    assert_eq!(found, [moved(5, middle, 1), moved(middle, 5, 2)]);
    let found = played.found_after(&swap(middle, middle + 1)).await;
    assert_eq!(found, [moved(middle, middle + 1, 2), moved(middle + 1, middle, 2)]);
    // A row is moved to the end, as if it were new.
    let end = played.last + 1;
    let found = played
        .found_after(&format!("update unit set seq = {end} where stream = $T and seq = {middle}"))
        .await;
    let at_the_end = (end, end, Fault::Moved { belongs: middle }, None);
    assert_eq!(found, [(middle, middle, Fault::Missing, Some(2)), at_the_end]);

    // A second row with the same number, and one more at the end that does not follow.
    let insert = |seq: i64, at: &str, what: &str| {
        format!(
            "insert into unit select stream, {seq}, {at}, operator, property, person, sender, key, request, body, previous
             from unit where stream = $T and seq = {what}"
        )
    };
    for at in ["at - interval '1 second'", "at + interval '1 second'"] {
        let found = played.found_after(&insert(middle, at, "5")).await;
        assert_eq!(found, [(middle, middle, Fault::Twice { rows: 2 }, Some(2))], "{at}");
    }
    let found = played.found_after(&insert(end, "at", "5")).await;
    assert_eq!(found, [(end - 1, end, Fault::Unfit, None)]);
    let found = played.found_after(&insert(0, "at", "5")).await;
    assert_eq!(found, [(0, 0, Fault::Number, Some(1))]);
    // All rows are moved up to make room for one.
    let room = format!(
        "update unit set seq = seq + 1 where stream = $T and seq >= {middle}; {}",
        insert(middle, "at", "5")
    );
    let found = played.found_after(&room).await;
    assert!(found.iter().any(|(from, ..)| *from == middle), "{found:?}");

    // Rows of a stream that does not exist.
    let nowhere = "insert into unit select 9999, seq, at, operator, property, person, sender, key, request, body, previous
        from unit where stream = $T and seq < 4";
    assert_eq!(played.found_after(nowhere).await, [(1, 3, Fault::NoStream, None)]);
    played.end().await;
}

/// Makes every row of a stream name the previous one again.
pub async fn chain_anew(intruder: &Client, table: StreamId) {
    let rows =
        "select stream, seq, at, operator, property, person, sender, key, request, body, previous from unit
        where stream = $1 order by seq";
    let rows = intruder.query(rows, &[&table.0]).await.unwrap();
    let realm = stream_rows(intruder, Which::These(&[table])).await.unwrap()[0].realm;
    let mut previous = Hash::NONE;
    for row in rows {
        let mut unit = unit_of(&row, realm).unwrap();
        unit.previous = previous;
        let chain = "update unit set previous = $1 where stream = $2 and seq = $3";
        intruder.execute(chain, &[&previous.0.to_vec(), &unit.stream.0, &unit.seq]).await.unwrap();
        previous = unit.hash();
    }
}

/// An attacker who edits a row and rechains all later ones gets a valid chain.
#[tokio::test(flavor = "multi_thread")]
async fn a_chain_that_was_written_anew_does_not_fit_to_its_roots() {
    let played = Played::new("audit_anew").await;
    let [first, second, _] = played.anchored[..] else { panic!("three roots") };
    let edited = first + 3;
    let edit = format!("update unit set person = 99 where stream = $T and seq = {edited}");
    played.tamper(&edit).await;
    chain_anew(&played.intruder, played.table).await;
    let report = played.verify().await;
    assert_eq!(findings(&report), [(first + 1, second, Fault::Rewritten, Some(2))]);
    let mut client = played.floor.database.connect().await.unwrap();
    // The chain alone does not reveal it.
    assert!(verify_chains(&mut client, None, |_| {}).await.unwrap().is_well());
    played.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn roots_are_held_against_their_file() {
    let played = Played::new("audit_roots").await;
    let found = |number, fault| [(number, number, fault, None)];
    let removed = played.found_after("delete from root where number = 2").await;
    assert_eq!(removed, found(2, Fault::RootMissing));
    let other = "update root set line = (select line from root where number = 1) where number = 2";
    assert_eq!(played.found_after(other).await, found(2, Fault::RootDiffers));
    let later = "update root set at = at + interval '1 second' where number = 3";
    assert_eq!(played.found_after(later).await, found(3, Fault::RootDiffers));
    let unknown = "insert into root select 9, at, line from root where number = 3";
    assert_eq!(played.found_after(unknown).await, found(9, Fault::RootUnknown));
    // The last root may merely not have been entered yet.
    played.tamper("delete from root where number = 3").await;
    let report = played.verify().await;
    assert!(report.is_well() && report.not_entered == 1, "{report:?}");
    played.tamper("delete from root; insert into root select * from root_kept").await;

    let whole = std::fs::read_to_string(&played.file).unwrap();
    let lines: Vec<&str> = whole.lines().collect();
    // A file that was cut: the database has more.
    std::fs::write(&played.file, format!("{}\n{}\n", lines[0], lines[1])).unwrap();
    assert_eq!(findings(&played.verify().await), found(3, Fault::RootUnknown));
    // A file that lacks a root, and one that another key signed.
    std::fs::write(&played.file, format!("{}\n{}\n", lines[0], lines[2])).unwrap();
    let report = played.verify().await;
    assert!(matches!(&findings(&report)[..], [(2, 2, Fault::Roots { .. }, None), ..]), "{report:?}");
    assert_eq!(report.last_root.number, 1);
    std::fs::write(&played.file, &whole).unwrap();
    let stranger = Signer::generate().unwrap().public();
    let anchors = Anchors { file: played.file.clone(), trusted: stranger };
    let mut client = played.floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, Some(&anchors), |_| {}).await.unwrap();
    assert!(matches!(&findings(&report)[..], [(1, 1, Fault::Roots { .. }, None)]), "{report:?}");
    assert_eq!(report.unanchored, report.units);
    played.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn anchoring_goes_on_after_whatever_happens() {
    let floor = Floor::new("anchoring", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let (_, table, cage) = furnished.tables[1];
    seat(&house, cage, table, Patron::A, 1_000_000).await;
    let file = anchor_file("anchoring");
    let signer = Arc::new(Signer::generate().unwrap());
    let open = || Anchorer::open(floor.database.clone(), &file, Arc::clone(&signer));
    let client = intruder(&floor.database).await;
    let mut whim = Whim::new(5);

    let mut anchorer = open().await.unwrap();
    assert_eq!(anchorer.anchor(&house.heads().await).await.unwrap().number, 1);
    // Nothing happened, and that is signed too.
    assert_eq!(anchorer.anchor(&house.heads().await).await.unwrap().number, 2);
    let roots: Vec<_> = Roots::open(&file).unwrap().map(Result::unwrap).collect();
    assert!(!roots[0].heads.is_empty() && roots[1].heads.is_empty(), "{roots:?}");

    // The database rejects a root: the file has it, and it is entered together with the next one.
    client.batch_execute("alter table root rename to elsewhere").await.unwrap();
    play(&house, table, &mut whim, 3).await;
    anchorer.anchor(&house.heads().await).await.unwrap_err();
    client.batch_execute("alter table elsewhere rename to root").await.unwrap();
    assert_eq!(anchorer.anchor(&house.heads().await).await.unwrap().number, 4);
    assert_eq!(entered(&client).await, [1, 2, 3, 4]);

    // The file is missing: play goes on, and roots go on once it is back.
    let away = file.with_extension("away");
    std::fs::rename(&file, &away).unwrap();
    anchorer.anchor(&house.heads().await).await.unwrap_err();
    // An empty file in its place is not our file.
    std::fs::remove_file(&file).unwrap_or_default();
    let behind = anchorer.anchor(&house.heads().await).await.unwrap_err();
    assert!(matches!(behind, AnchoringError::Behind { there: 0, known: 4, .. }), "{behind}");
    play(&house, table, &mut whim, 3).await;
    std::fs::rename(&away, &file).unwrap();
    assert_eq!(anchorer.anchor(&house.heads().await).await.unwrap().number, 5);
    // A stream that has lost units, as after a restore, is not signed again.
    let back: Vec<_> =
        house.heads().await.into_iter().map(|(stream, seq, hash)| (stream, seq - 1, hash)).collect();
    assert_eq!(anchorer.anchor(&back).await.unwrap().number, 6);
    let roots: Vec<_> = Roots::open(&file).unwrap().map(Result::unwrap).collect();
    assert!(!roots[4].heads.is_empty() && roots[5].heads.is_empty(), "{roots:?}");
    drop(anchorer);

    // After a restart it continues with the next number, and enters the roots that the database has lost at its end.
    client.batch_execute("delete from root where number > 2").await.unwrap();
    let mut anchorer = open().await.unwrap();
    assert_eq!(entered(&client).await, [1, 2, 3, 4, 5, 6]);
    assert_eq!(anchorer.anchor(&house.heads().await).await.unwrap().number, 7);
    drop(anchorer);

    // An older copy of the file is refused.
    let whole = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, whole.lines().take(3).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let behind = open().await.err().unwrap();
    assert!(matches!(behind, AnchoringError::Behind { there: 3, known: 7, .. }), "{behind}");
    std::fs::write(&file, whole).unwrap();

    // The task signs on its own, and a last time when it is stopped.
    let anchoring = Anchoring::start(open().await.unwrap(), house.heads_reader(), Duration::from_millis(20));
    play(&house, table, &mut whim, 30).await;
    anchoring.stop().await;
    let heads = house.heads().await;
    house.close().await;
    let anchors = Anchors { file: file.clone(), trusted: signer.public() };
    let mut client = floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, Some(&anchors), |_| {}).await.unwrap();
    assert!(report.is_well() && report.last_root.number > 8, "{report:?}");
    assert_eq!((report.unanchored, report.not_entered), (0, 0));
    assert!(heads.iter().any(|(stream, seq, _)| *stream == table && *seq > 30));
    std::fs::remove_file(&file).unwrap();
    floor.drop().await;
}

async fn entered(client: &Client) -> Vec<i64> {
    client
        .query("select number from root order by number", &[])
        .await
        .unwrap()
        .iter()
        .map(|row| row.get(0))
        .collect()
}
