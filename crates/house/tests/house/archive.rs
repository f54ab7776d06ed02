//! Past months leave the database for a file that has everything the database had.

use crate::books::quiet;
use crate::months::Months;
use crate::support::{PATIENT, intruder, play_once, request, seat};
use engine::{Patron, What};
use felt::Money;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use house::archive::{ArchiveError, Checked, Month, Refusal, close, export, recall};
use house::ids::{Key, PersonId, StreamId};
use house::patrons::Whim;
use house::recall::{place_in, units_of};
use house::round::{RoundError, RoundReport};
use house::store::StoreError;
use house::stream::{Command, Refused};
use house::{House, NotDone};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything in a report except where it was read.
fn told(report: &RoundReport) -> String {
    let RoundReport { units, first_wager, ended, shoes, cards, drawn, events, transfers, faults, .. } =
        report;
    format!(
        "{units:?} {first_wager:?} {ended} {shoes:?} {cards:?} {drawn:?} {events:?} {transfers:?} {faults:?}"
    )
}

/// Returns the rounds of all tables that can be verified in the database, by table and number.
async fn rounds(months: &Months) -> Vec<(StreamId, u32, RoundReport)> {
    let mut all = Vec::new();
    for table in &months.tables {
        for round in 1.. {
            match months.round(*table, round).await {
                Ok(report) => all.push((*table, round, report)),
                Err(RoundError::NoRound { .. }) => break,
                Err(error) => panic!("{error}"),
            }
        }
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_leaves_the_database_and_the_house_goes_on() {
    let months = Months::new("archive_goes_on", 40).await;
    let (first, second) = (months.first, months.second);
    let before = rounds(&months).await;
    months.close(first).await;
    let exported = months.export(first).await;
    let counts = exported.written.counts;
    assert!(
        counts.units > 400 && counts.transfers > 400 && counts.contributions > 10 && counts.shoes > 20,
        "{counts:?}"
    );

    // The same month makes the same file.
    let bytes = std::fs::read(&exported.path).unwrap();
    assert_eq!(months.export(first).await.written, exported.written);
    assert!(std::fs::read(&exported.path).unwrap() == bytes, "another file");

    // The archive is valid alone, and so are its rounds, completely, as in the database.
    let checked = months.check(&exported.path);
    assert!(checked.report.is_well(), "{:#?}", checked.report.findings);
    assert!(checked.starts.values().all(|(seq, _)| *seq == 0) && checked.report.last_root.number > 0);
    let files = [exported.path.clone()];
    // A round belongs to the month of its first wager, even if the unit that ended the previous round opened it for
    // bets.
    let begins = |report: &RoundReport| report.first_wager.unwrap_or(report.units.0);
    let of_first = |report: &RoundReport| checked.ends[&report.table].0 >= begins(report);
    let mut compared = 0;
    for (table, round, report) in before.iter().filter(|(.., report)| of_first(report)) {
        let again = months.archived_round(&files, (*table, *round), true).unwrap();
        assert_eq!(told(&again), told(report), "{} round {round}", report.name);
        // Without keys every shoe that is open by now looks the same.
        let public = months.archived_round(&files, (*table, *round), false).unwrap();
        assert_eq!(public.is_well(), report.is_well(), "{:?}", public.faults);
        compared += usize::from(public.is_well() && public.is_whole() && public.ended);
    }
    assert!(compared > 20, "{compared}");

    // A replay shows them as they were shown at the time.
    let client = months.floor.database.connect().await.unwrap();
    let asked = house::history::Asked { client: &client, find: games::find, keys: &months.floor.keys };
    let reopened: BTreeSet<(StreamId, u32)> = before
        .iter()
        .flat_map(|(table, _, report)| report.events.iter().map(move |(_, event)| (*table, &event.what)))
        .filter_map(|(table, what)| match what {
            What::RoundReopened { round } => Some((table, *round)),
            _ => None,
        })
        .collect();
    let mut recalled = 0;
    for (table, round, report) in before.iter().filter(|(.., report)| of_first(report)).step_by(3) {
        // The database finds a round by binary search, which a round that was reopened later misleads; so does the
        // round after it, which was cancelled.
        if reopened.contains(&(*table, *round)) || reopened.contains(&(*table, round - 1)) {
            continue;
        }
        let Some(then) = units_of(&asked, *table, *round).await.unwrap() else { continue };
        let now = recall(&files, *table, *round, games::find, &months.floor.keys).unwrap().unwrap();
        let plain = |units: &[house::Heard]| -> Vec<String> {
            units
                .iter()
                .map(|heard| format!("{} {:?} {} {:?}", heard.seq, heard.at, heard.what, heard.events))
                .collect()
        };
        // The database begins with the units around the first wager, the archive where the round was opened.
        assert!(plain(&now.units).ends_with(&plain(&then)), "{} round {round}", report.name);
        assert_eq!(now.name, report.name);
        for person in now.persons() {
            // In tests no person has an account, so no stake of another person is a patron's.
            let place = place_in(&client, person, &now.units).await.unwrap();
            assert_eq!(
                now.place_of(person, &BTreeSet::new()),
                place,
                "{} round {round}: {person:?}",
                report.name
            );
        }
        recalled += 1;
    }
    assert!(recalled > 8, "{recalled}");
    assert!(recall(&files, months.tables[0], 9_999, games::find, &months.floor.keys).unwrap().is_none());

    // A command of that month is not carried out again, however it is retried.
    let deposit = Command::Deposit { person: PersonId(1), amount: Money::minor(300_000) };
    let key = Key::derived("a deposit of the first month", &[]);
    let cage = months.resting[0];

    months.keep_little().await;
    months.drop(first, &exported.path).await.unwrap();
    let oldest = "select min(at) >= date_trunc('month', now()) - interval '2 months' from unit";
    assert!(client.query_one(oldest, &[]).await.unwrap().get::<_, bool>(0), "units of it are there");

    let report = months.audit(&[]).await;
    assert!(report.is_well(), "{:#?}", report.findings);
    assert_eq!(report.archived.map(|(month, _)| month), Some(first));
    let report = months.audit(&[months.check(&exported.path)]).await;
    assert!(report.is_well(), "{:#?}", report.findings);
    assert_eq!(report.archives, [first]);
    let books = months.books().await;
    assert!(books.is_sound(), "{:#?}", books.findings);

    // Rounds of the remaining months are unchanged, and the others are reported as archived.
    let (mut there, mut gone) = (0, 0);
    for (table, round, report) in &before {
        match months.round(*table, *round).await {
            Ok(again) => {
                let whole = report.units.0 > checked.ends[table].0;
                assert!(
                    again.is_well() == report.is_well() && (!whole || told(&again) == told(report)),
                    "{} round {round}",
                    report.name
                );
                assert!(!of_first(report));
                there += 1;
            }
            Err(RoundError::Archived { month, .. }) => {
                assert!(of_first(report) && month == first, "{} round {round}", report.name);
                gone += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(there > 20 && gone > 30, "{there} {gone}");
    let (table, round, _) = before.iter().find(|(.., report)| of_first(report)).unwrap();
    let said = units_of(&asked, *table, *round).await.unwrap_err();
    assert!(matches!(&said, StoreError::Archived { month, .. } if *month == first), "{said}");
    assert!(house::history::units_after(&asked, *table, 0, 10).await.is_err());

    // The house plays on, does not take archived units for lost, and signs.
    let house = months.floor.open().await;
    house.doubt(&heads(&months));
    let asked = request(cage, 100, key, 0, deposit);
    let again = house.send(asked.clone()).await.unwrap_err();
    assert!(matches!(again, NotDone::Refused(Refused::Conflict { .. })), "{again:?}");
    let seen = checked.ends[&cage].0;
    house.send(house::stream::Request { seen, ..asked }).await.unwrap();
    assert_eq!(house.losses(), []);
    house.close().await;
    months.play_on(1).await;
    let report = months.audit(&[months.check(&exported.path)]).await;
    assert!(report.is_well() && report.losses.is_empty(), "{:#?}", report.findings);
    let books = months.books().await;
    assert!(books.is_sound(), "{:#?}", books.findings);

    // The second month is archived in the same way. Its archive is valid alone, and the two archives fit together.
    months.close(second).await;
    let next = months.export(second).await;
    let checked_next = months.check(&next.path);
    assert!(checked_next.report.is_well(), "{:#?}", checked_next.report.findings);
    assert!(checked_next.starts.values().any(|(seq, _)| *seq > 0));
    let of_second =
        |report: &RoundReport| !of_first(report) && checked_next.ends[&report.table].0 >= begins(report);
    let mut compared = 0;
    for (table, round, known) in before.iter().filter(|(.., report)| of_second(report)) {
        // Shoes may have been opened since.
        let report = months.round(*table, *round).await.unwrap();
        let again = months.archived_round(std::slice::from_ref(&next.path), (*table, *round), true).unwrap();
        assert_eq!(told(&again), told(&report), "{} round {round}", report.name);
        // With the previous month's archive the table is replayed from its first unit.
        let both = [next.path.clone(), exported.path.clone()];
        let whole = months.archived_round(&both, (*table, *round), true).unwrap();
        assert_eq!(
            (whole.units, &whole.events),
            (known.units, &known.events),
            "{} round {round}",
            report.name
        );
        assert_eq!((whole.transfers, whole.faults), (known.transfers.clone(), known.faults.clone()));
        compared += 1;
    }
    assert!(compared > 10, "{compared}");
    let report = months.audit(&[months.check(&exported.path), months.check(&next.path)]).await;
    assert!(report.is_well(), "{:#?}", report.findings);
    months.drop(second, &next.path).await.unwrap();
    months.play_on(1).await;
    let report = months.audit(&[months.check(&exported.path), months.check(&next.path)]).await;
    assert!(report.is_well() && report.losses.is_empty(), "{:#?}", report.findings);
    let books = months.books().await;
    assert!(books.is_sound(), "{:#?}", books.findings);
    // One archive alone leaves a gap.
    let report = months.audit(&[months.check(&next.path)]).await;
    assert!(
        report.findings.iter().any(|finding| finding.to_string().contains("was not given")),
        "{:?}",
        report.findings
    );
    months.end().await;
}

/// Returns the last unit of every stream that the roots name.
fn heads(months: &Months) -> std::collections::BTreeMap<StreamId, (i64, house::ids::Hash)> {
    let roots = house::anchor::Roots::open(&months.roots()).unwrap();
    let roots: Vec<_> = roots.map(Result::unwrap).collect();
    house::anchor::verify_roots(&roots, &months.trusted).unwrap()
}

/// Returns why a month is not closed.
async fn not_closed(months: &Months, month: Month) -> Refusal {
    let floor = &months.floor;
    let done = close(&floor.database, month, games::find, &floor.keys, &months.trusted, |_, _| {}).await;
    refusal(done.map(drop))
}

async fn not_exported(months: &Months, month: Month) -> Refusal {
    let floor = &months.floor;
    let done =
        export(&floor.database, month, &months.directory, &floor.keys, &months.trusted, |_, _| {}).await;
    refusal(done.map(drop))
}

fn refusal(done: Result<(), ArchiveError>) -> Refusal {
    match done.unwrap_err() {
        ArchiveError::Refused(refusal) => {
            let said = refusal.to_string();
            assert!(said.len() > 40, "it says what would be allowed: {said}");
            refusal
        }
        other => panic!("{other}"),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_ready_is_refused_with_what_would_be_allowed() {
    let months = Months::new("archive_refused", 12).await;
    let (first, second) = (months.first, months.second);
    let (now, never): (Month, Month) = (second.after(2), "1999-12".parse().unwrap());
    let none = months.directory.join("none.tsv.gz");
    assert_eq!(not_closed(&months, never).await, Refusal::NotThere { month: never });
    assert_eq!(not_closed(&months, now).await, Refusal::NotOver { month: now });
    assert_eq!(not_closed(&months, second).await, Refusal::EarlierOpen { month: second, earlier: first });
    assert_eq!(not_exported(&months, first).await, Refusal::NotClosed { month: first });
    let not_dropped = refusal(months.drop(first, &none).await.map(drop));
    assert_eq!(not_dropped, Refusal::NotClosed { month: first });

    // Invalid books: a transfer is missing.
    let client = intruder(&months.floor.database).await;
    client
        .batch_execute(
            "update unit set moved = null where (stream, seq) in (select stream, seq from transfer limit 1)",
        )
        .await
        .unwrap();
    assert!(
        matches!(not_closed(&months, first).await, Refusal::Books { month, found } if month == first && found > 0)
    );
    months.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_with_a_message_without_an_answer_stays() {
    let months = Months::opened("archive_unanswered").await;
    let furnished = months.floor.furnish(PATIENT).await;
    // The cage's shard is open, and the shard of the table that the chips go to is not.
    let (_, table, cage) = furnished.tables[1];
    let keys = Arc::clone(&months.floor.keys);
    let house = House::open(months.floor.database.clone(), games::find, keys, &[0]).await.unwrap();
    assert!(house.has(cage) && !house.has(table));
    let (person, amount) = (PersonId(1), Money::minor(5_000));
    for (nth, command) in [
        (1, Command::Deposit { person, amount }),
        (2, Command::BuyIn { person, table, patron: Patron::A, amount }),
    ] {
        house.send(request(cage, 1, Key::derived("unanswered", &[nth]), 0, command)).await.unwrap();
    }
    house.close().await;
    months.set_clock(0).await;
    let said = not_closed(&months, months.first).await;
    assert_eq!(said, Refusal::Unanswered { month: months.first, stream: cage, name: "cage".to_owned() });
    // The table is restored, and the chips arrive.
    let months = Months { tables: vec![table], ..months };
    let house = months.floor.open().await;
    quiet(&house, &[table, cage]).await;
    house.close().await;
    months.sign().await;
    months.close(months.first).await;
    months.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_month_with_a_round_that_goes_on_stays() {
    let months = Months::opened("archive_open_round").await;
    let furnished = months.floor.furnish(PATIENT).await;
    let (_, table, cage) =
        *furnished.tables.iter().find(|(game, ..)| *game == "ohio/ultimate-texas-holdem").unwrap();
    let house = months.floor.open().await;
    seat(&house, cage, table, Patron::A, 1_000_000).await;
    let mut whim = Whim::new(5);
    let lies = |stream: &dyn house::stream::Stream| !stream.table().unwrap().face().wagers().is_empty();
    while house.look(table, lies).await != Some(true) {
        play_once(&house, table, &mut whim).await.unwrap().unwrap();
    }
    quiet(&house, &[table, cage]).await;
    house.close().await;
    months.sign().await;
    months.set_clock(0).await;
    let said = not_closed(&months, months.first).await;
    assert_eq!(
        said,
        Refusal::OpenRound {
            month: months.first,
            table,
            name: "table ohio/ultimate-texas-holdem".to_owned(),
            round: 1
        }
    );
    // Once the round is over and signed, the month can be closed, although its last unit is in the middle of the round.
    let months = Months { tables: vec![table], ..months };
    months.play_on(1).await;
    months.close(months.first).await;
    let file = months.export(months.first).await.path;
    let report = months.archived_round(&[file], (table, 1), true).unwrap();
    assert!(report.ended && report.is_well(), "{:?}", report.faults);
    months.end().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn units_that_no_root_covers_stay() {
    let months = Months::new("archive_unsigned", 8).await;
    let first = months.first;
    let client = intruder(&months.floor.database).await;
    client.batch_execute("create table kept_roots as select * from root").await.unwrap();
    client.batch_execute("delete from root where number > 0").await.unwrap();
    assert!(matches!(not_closed(&months, first).await, Refusal::Unsigned { month, .. } if month == first));
    // One root less than necessary.
    client
        .batch_execute("insert into root select * from kept_roots; delete from root where number = 2")
        .await
        .unwrap();
    assert!(matches!(not_closed(&months, first).await, Refusal::Roots { month, .. } if month == first));
    client.batch_execute("delete from root; insert into root select * from kept_roots").await.unwrap();
    // Signed by another key.
    let other = house::anchor::Signer::generate().unwrap().public();
    let floor = &months.floor;
    let done = close(&floor.database, first, games::find, &floor.keys, &other, |_, _| {}).await;
    assert!(matches!(refusal(done.map(drop)), Refusal::Roots { .. }));
    months.close(first).await;

    // Every property retains its months for a while.
    let file = months.export(first).await.path;
    let young = refusal(months.drop(first, &file).await.map(drop));
    assert!(matches!(&young, Refusal::Young { months: 13, from, .. } if *from == first.after(14)), "{young}");
    months.keep_little().await;
    let none = months.drop(first, &months.directory.join("none")).await.unwrap_err();
    assert!(matches!(none, ArchiveError::File { .. }), "{none}");

    // Another month's file, a changed file, and one that lacks later changes of the database.
    months.close(months.second).await;
    let next = months.export(months.second).await.path;
    let early = refusal(months.drop(months.second, &next).await.map(drop));
    assert_eq!(early, Refusal::EarlierThere { month: months.second, earlier: first });
    let swapped = refusal(months.drop(first, &next).await.map(drop));
    assert!(matches!(swapped, Refusal::OtherMonth { of, .. } if of == months.second));
    let changed = months.directory.join("changed");
    let mut bytes = std::fs::read(&file).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&changed, &bytes).unwrap();
    assert!(matches!(refusal(months.drop(first, &changed).await.map(drop)), Refusal::Unsound { .. }));
    client
        .batch_execute("update shoe set salt = null, cards = null, opened_seq = null where number = 1")
        .await
        .unwrap();
    assert!(matches!(refusal(months.drop(first, &file).await.map(drop)), Refusal::Differs { .. }));
    months.end().await;
}

/// Returns the text of an archive.
fn text_of(file: &Path) -> String {
    let mut text = String::new();
    MultiGzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// Writes a file with other lines and a matching total, but without the index of streams.
fn forged(file: &Path, lines: &[&str], total: bool) -> PathBuf {
    let path = file.with_extension("forged");
    let mut out = GzEncoder::new(std::fs::File::create(&path).unwrap(), Compression::fast());
    let mut hash = Sha256::new();
    for line in lines.iter().filter(|line| !line.starts_with("index\t")) {
        if let (Some(rest), true) = (line.strip_prefix("total\t"), total) {
            let count =
                |word: &str| lines.iter().filter(|line| line.split('\t').next() == Some(word)).count();
            let mut counts: Vec<String> = rest.split('\t').map(str::to_owned).collect();
            let all = |units: usize| {
                counts[1].parse::<usize>().unwrap() + counts[2].parse::<usize>().unwrap() - units
            };
            let fewer = all(count("unit"));
            counts[1] = (counts[1].parse::<usize>().unwrap() - fewer).to_string();
            for (at, word) in [(0, "of"), (3, "transfer"), (4, "contribution"), (5, "shoe"), (6, "root")] {
                counts[at] = count(word).to_string();
            }
            counts[7] = house::ids::Hash(hash.clone().finalize().into()).to_string();
            writeln!(out, "total\t{}", counts.join("\t")).unwrap();
        } else {
            writeln!(out, "{line}").unwrap();
            hash.update(format!("{line}\n"));
        }
    }
    out.finish().unwrap();
    path
}

fn found(checked: &Checked) -> String {
    checked.report.findings.iter().map(|finding| format!("{finding}; ")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_done_to_an_archive_is_found() {
    let months = Months::new("archive_tampered", 12).await;
    months.close(months.first).await;
    let file = months.export(months.first).await.path;
    let text = text_of(&file);
    let lines: Vec<&str> = text.lines().collect();
    // The unchanged file, written again.
    assert_eq!(found(&months.check(&forged(&file, &lines, true))), "");

    let units: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("unit\t")).collect();
    let roots: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("root\t")).collect();
    assert!(roots.len() > 1 && units.len() > 100);
    let without = |gone: usize| -> Vec<&str> {
        lines.iter().enumerate().filter(|(at, _)| *at != gone).map(|(_, line)| *line).collect()
    };
    // Every 29th unit: with the old total, and with a total that fits.
    for gone in units.iter().copied().step_by(29) {
        assert!(found(&months.check(&forged(&file, &without(gone), false))).contains("it was changed"));
        let said = found(&months.check(&forged(&file, &without(gone), true)));
        assert!(
            said.contains("missing") || said.contains("its last unit") || said.contains("not there"),
            "{said}"
        );
    }
    let last = months.check(&file).report.last_root.number;
    for gone in roots.iter().copied() {
        assert!(found(&months.check(&forged(&file, &without(gone), false))).contains("it was changed"));
        let checked = months.check(&forged(&file, &without(gone), true));
        // Without the last lines it is a valid archive in which fewer units are covered, and it reports that.
        let fewer = checked.report.last_root.number < last && checked.report.unanchored > 0;
        assert!(found(&checked).contains("root") || fewer, "{gone}: {}", found(&checked));
    }
    // A changed unit; all units after it are rechained, as far as possible without the signing key.
    for at in units.iter().copied().step_by(37) {
        let mut fields: Vec<String> = lines[at].split('\t').map(str::to_owned).collect();
        fields[5] = "4711".to_owned();
        let line = fields.join("\t");
        let mut changed = lines.clone();
        changed[at] = &line;
        let said = found(&months.check(&forged(&file, &changed, true)));
        assert!(said.contains("changed") || said.contains("signed"), "{said}");
    }
    // Two streams in the wrong order, a missing part, a cut end.
    let parts: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].starts_with("of\t")).collect();
    let mut swapped = lines[..parts[0]].to_vec();
    swapped.extend(&lines[parts[1]..parts[2]]);
    swapped.extend(&lines[parts[0]..parts[1]]);
    swapped.extend(&lines[parts[2]..]);
    assert!(found(&months.check(&forged(&file, &swapped, true))).contains("another place"));
    let cut = &lines[..parts[2]];
    assert!(found(&months.check(&forged(&file, cut, true))).contains("cut off"));
    // A single changed bit, at several places. In gzip's own headers it may go unnoticed.
    let bytes = std::fs::read(&file).unwrap();
    for at in (0..bytes.len()).step_by(bytes.len() / 23) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x20;
        let path = file.with_extension("byte");
        std::fs::write(&path, &changed).unwrap();
        let noticed = match house::archive::check(&path, Some(&months.trusted), |_| {}) {
            Err(error) => error.is_of_the_file(),
            Ok(checked) => !checked.report.is_well() || changed.len() - at < 200 || at < 16,
        };
        assert!(noticed, "byte {at}");
    }
    // Roots that are not trusted cover nothing.
    let other = house::anchor::Signer::generate().unwrap().public();
    let checked = house::archive::check(&file, Some(&other), |_| {}).unwrap();
    assert!(found(&checked).contains("another key"), "{}", found(&checked));
    months.end().await;
}

/// Measures the size of a month in the database and in its archive, and how long archiving takes: for `docs/scale.md`.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it measures, for minutes"]
async fn measured() {
    let months = Months::opened("archive_measured").await;
    let furnished = months.floor.furnish(PATIENT).await;
    let house = months.floor.open().await;
    for (_, table, cage) in &furnished.tables {
        seat(&house, *cage, *table, Patron::A, 1_000_000_000).await;
    }
    house.close().await;
    let tables: Vec<StreamId> = furnished.tables.iter().map(|(_, table, _)| *table).collect();
    let months = Months { tables, ..months };
    // The first month: a root for every round of each table, as with sixty rounds an hour and a root a minute.
    let rounds = std::env::var("MEASURED_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(100);
    months.play_in_step(rounds).await;
    months.set_clock(2).await;
    // The second: as fast as possible, with a root at its end.
    months.play_at_once(20 * rounds).await;
    months.set_clock(0).await;
    months.play_on(2).await;
    months.keep_little().await;
    let client = months.floor.database.connect().await.unwrap();
    for month in [months.first, months.second] {
        let part = month.to_string().replace('-', "_");
        let sizes = format!(
            "select coalesce(sum(pg_column_size(u.*)), 0)::int8, count(*),
                coalesce(sum(pg_column_size(u.moved)), 0)::int8,
                (select pg_total_relation_size('unit_{part}') + pg_total_relation_size('transfer_{part}'))::int8,
                (select count(distinct (t.stream, t.round)) from transfer t where to_char(t.at at time zone 'UTC', 'YYYY_MM') = '{part}'),
                (select coalesce(sum(length(line)), 0)::int8 from root where to_char(at at time zone 'UTC', 'YYYY_MM') = '{part}')
             from unit_{part} u"
        );
        let row = client.query_one(&sizes, &[]).await.unwrap();
        let size = |at: usize| row.get::<_, i64>(at);
        let begin = std::time::Instant::now();
        months.close(month).await;
        let closed = begin.elapsed();
        let exported = months.export(month).await;
        let written = begin.elapsed() - closed;
        let checking = std::time::Instant::now();
        months.check(&exported.path);
        let checked = checking.elapsed();
        let dropping = std::time::Instant::now();
        months.drop(month, &exported.path).await.unwrap();
        println!(
            "{month}: {} units, {} rounds; rows of journal {} and ledger {}, with indexes {}, roots {}; text {}, file {}; \
             closed in {closed:?}, exported and read back in {written:?}, verified in {checked:?}, dropped in {:?}",
            size(1),
            size(4),
            size(0),
            size(2),
            size(3),
            size(5),
            exported.written.text,
            exported.written.bytes,
            dropping.elapsed()
        );
    }
    months.end().await;
}
