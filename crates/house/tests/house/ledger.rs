//! The books are sound after every kind of money movement, and every kind of tampering is found.

use crate::books::{Played, play};
use crate::support::{AS_ROWS, Floor, intruder};
use house::ids::StreamId;
use house::ledger::{Report, Way, shift, verify};
use std::collections::BTreeSet;
use tokio_postgres::Client;

async fn verified(floor: &Floor) -> Report {
    verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_books_of_a_played_house_are_sound_both_ways() {
    let floor = Floor::new("sound", 2).await;
    let played = play(&floor, 120).await;
    let report = verified(&floor).await;
    assert!(report.is_sound(), "{:#?}", report.findings);
    let (replayed, in_sql) = (report.replayed, report.in_sql);
    assert_eq!(
        (replayed.units, replayed.transfers, replayed.contributions, replayed.moved),
        (in_sql.units, in_sql.transfers, in_sql.contributions, in_sql.moved),
    );
    assert!(replayed.units > 1_000 && replayed.contributions > 5, "{replayed:?}");
    movements_occurred(&floor).await;
    shifts_hold(&floor, &played).await;
    floor.drop().await;
}

/// Checks that play had everything that a test of the books needs.
async fn movements_occurred(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(house::ledger::BOOKS).await.unwrap();
    let rows = client.query("select distinct cause from judged_pair", &[]).await.unwrap();
    let causes: BTreeSet<String> = rows.iter().map(|row| row.get(0)).collect();
    for cause in [
        "deposit",
        "buy-in leaves the cage",
        "buy-in reaches the table",
        "fill reaches the table",
        "cash-out reaches the cage",
        "credit reaches the cage",
        "wager made; settlement undone",
        "wager lost",
        "wager lost, undone; wager of the house against a patron's bank",
        "payment",
        "seed; the meter has grown",
        "grant",
        "grant taken back",
    ] {
        assert!(causes.contains(cause), "{cause} never occurred, but {causes:?}");
    }
}

/// Opener, fills, credits and win add up to the closer, over any span of any table, and one shift's closer is the next
/// one's opener.
async fn shifts_hold(floor: &Floor, played: &Played) {
    let client = floor.database.connect().await.unwrap();
    let mut moved = false;
    for (_, table, _) in &played.furnished.tables {
        let row = client
            .query_one(
                "select min(at)::text, (min(at) + (max(at) - min(at)) / 2)::text, 'infinity' from unit where stream = $1",
                &[&table.0],
            )
            .await
            .unwrap();
        let (first, middle, end): (String, String, String) = (row.get(0), row.get(1), row.get(2));
        let early = shift(&floor.database, *table, &first, &middle).await.unwrap();
        let late = shift(&floor.database, *table, &middle, &end).await.unwrap();
        for one in [early, late, shift(&floor.database, *table, &first, &end).await.unwrap()] {
            assert!(one.bank_holds() && one.patrons_hold(), "{one:?}");
        }
        assert_eq!((early.closer, early.patrons_after), (late.opener, late.patrons_before));
        assert_eq!(early.opener.as_minor(), 0);
        assert_eq!(early.fills.as_minor() + late.fills.as_minor(), 5_000_000);
        assert_eq!(early.credits.as_minor() + late.credits.as_minor(), 123_400);
        assert!(early.drop.as_minor() + late.drop.as_minor() >= 300_000);
        moved |= late.win.as_minor() != 0;
    }
    assert!(moved);
}

/// A way to tamper with the books, and the findings that must follow by replay and in SQL; an empty list means none.
struct Tampering {
    what: &'static str,
    sql: String,
    replay: &'static [&'static str],
    in_sql: &'static [&'static str],
}

fn tampering(
    what: &'static str,
    sql: impl Into<String>,
    replay: &'static [&'static str],
    in_sql: &'static [&'static str],
) -> Tampering {
    Tampering { what, sql: sql.into(), replay, in_sql }
}

/// Selects one transfer of a kind, by its place.
fn one(pick: &str) -> String {
    format!(
        "(stream, seq, item) = (select stream, seq, item from transfer t where {pick} order by stream, seq, item limit 1)"
    )
}

/// Selects one contribution that was not taken back.
const KEPT: &str = "(stream, seq, item) = (select stream, seq, item from contribution where stake > 0
    and not exists (select from contribution b where b.back_seq = contribution.seq) order by seq limit 1)";

fn all_tamperings(played: &Played) -> Vec<Tampering> {
    let cage = played.furnished.cage.0;
    let other = played.furnished.marina.0;
    let (feeder, meter) = (played.feeder.0, played.meter.0);
    let bank = StreamId(feeder).0 * (1 << 24) + 1;
    let lost = format!("credit = {bank} and line is not null and item > 0");
    let paid = format!("debit = {bank} and credit & 16777215 between 256 and 319");
    let deposit = format!("stream = {cage} and debit & 16777215 = 7");
    vec![
        tampering(
            "a payment is made larger",
            format!("update transfer_row set amount = amount + 1 where {}", one(&paid)),
            &["transfer-differs", "balance-differs"],
            &[],
        ),
        tampering(
            "a loss is made larger",
            format!("update transfer_row set amount = amount + 1000000 where {}", one(&lost)),
            &["transfer-differs", "balance-differs"],
            &["below-nothing"],
        ),
        tampering(
            "a deposit is made smaller than what was spent of it",
            format!("update transfer_row set amount = 1 where {}", one(&deposit)),
            &["transfer-differs", "balance-differs"],
            &["below-nothing"],
        ),
        tampering(
            "what arrived at a table is made more than was sent",
            format!("update transfer_row set amount = amount + 100 where {}", one(&format!("stream = {feeder} and debit & 16777215 = 5 and credit & 16777215 = 256"))),
            &["transfer-differs", "balance-differs", "transit-differs"],
            &["final", "message"],
        ),
        tampering(
            "a row in the middle of a unit is deleted",
            format!(
                "delete from transfer_row where {}",
                one(&format!("{lost} and exists (select from transfer o where o.stream = t.stream and o.seq = t.seq and o.item > t.item)"))
            ),
            &["transfer-missing", "balance-differs"],
            &["items"],
        ),
        tampering(
            "a deposit is deleted",
            format!("delete from transfer_row where {}", one(&deposit)),
            &["transfer-missing", "balance-differs"],
            &["below-nothing"],
        ),
        tampering(
            "a row is doubled under the next number",
            format!("insert into transfer_row select stream, seq, 1, at, operator, property, debit, credit, amount, round, line, rules from transfer where {}", one(&deposit)),
            &["transfer-extra", "balance-differs"],
            &[],
        ),
        tampering(
            "a row is doubled under a number far off",
            format!("insert into transfer_row select stream, seq, 99, at, operator, property, debit, credit, amount, round, line, rules from transfer where {}", one(&deposit)),
            &["transfer-extra", "balance-differs"],
            &["items"],
        ),
        tampering(
            "a buy-in arrives twice",
            format!("insert into transfer_row select stream, seq, 1, at, operator, property, debit, credit, amount, round, line, rules from transfer where {}", one(&format!("stream = {feeder} and debit & 16777215 = 5 and credit & 16777215 = 256"))),
            &["transfer-extra", "balance-differs", "transit-differs"],
            &["final", "message"],
        ),
        tampering(
            "the accounts of a deposit are swapped",
            format!("update transfer_row set debit = credit, credit = debit where {}", one(&deposit)),
            &["transfer-differs", "balance-differs"],
            &["below-nothing"],
        ),
        tampering(
            "the accounts of a lost wager are swapped",
            format!("update transfer_row set debit = credit, credit = debit where {}", one(&lost)),
            &["transfer-differs", "balance-differs"],
            &[],
        ),
        tampering(
            "money goes from wallet to wallet",
            format!("update transfer_row set credit = debit + 1 where {}", one(&format!("stream = {cage} and debit & 16777215 = 4097"))),
            &["transfer-differs", "balance-differs", "transit-differs"],
            &["pair", "message", "final"],
        ),
        tampering(
            "chips of an absent person pay for a wager",
            format!("update transfer_row set debit = debit + 9 where {}", one(&format!("stream = {feeder} and debit & 16777215 = 256 and line is null"))),
            &["transfer-differs", "balance-differs"],
            &["pair", "below-nothing"],
        ),
        tampering(
            "money goes to an account that there is not",
            format!("update transfer_row set credit = ({cage}::int8 << 24) + 11 where {}", one(&deposit)),
            &["transfer-differs", "balance-differs"],
            &["account", "pair", "below-nothing"],
        ),
        tampering(
            "one line pays another patron too",
            format!(
                "insert into transfer_row select stream, seq, 99, at, operator, property, debit, credit + 1, amount, round, line, rules from transfer where {}",
                one(&paid)
            ),
            &["transfer-extra", "balance-differs"],
            &["items", "lines"],
        ),
        tampering(
            "other rules are named",
            format!("update transfer_row set rules = array[0]::int2[] where {}", one(&lost)),
            &["transfer-differs"],
            &[],
        ),
        tampering(
            "rules are named that there are not",
            format!("update transfer_row set rules = array[30000]::int2[] where {}", one(&lost)),
            &["transfer-differs"],
            &["rules"],
        ),
        tampering(
            "no rule is named",
            format!("update transfer_row set rules = '{{}}' where {}", one(&lost)),
            &["transfer-differs"],
            &["cause"],
        ),
        tampering(
            "another line is named",
            format!("update transfer_row set line = line + 1000 where {}", one(&lost)),
            &["transfer-differs"],
            &[],
        ),
        tampering(
            "no line is named",
            format!("update transfer_row set line = null where {}", one(&lost)),
            &["transfer-differs"],
            &["cause"],
        ),
        tampering(
            "money goes into another currency",
            format!("update transfer_row set credit = credit + ({other} - {cage}) * (1::int8 << 24) where {}", one(&deposit)),
            &["transfer-differs", "balance-differs"],
            &["realm", "sum", "pair", "below-nothing"],
        ),
        tampering(
            "a row is another operator's",
            format!("update transfer_row set operator = 2 where {}", one(&deposit)),
            &["transfer-differs"],
            &["unit", "place"],
        ),
        tampering(
            "a row is of another time",
            format!("update transfer_row set at = at + interval '1 second' where {}", one(&deposit)),
            &["transfer-differs"],
            &["unit"],
        ),
        tampering(
            "a row has no unit",
            format!("insert into transfer_row select stream, 1000000, 0, at, operator, property, debit, credit, amount, round, line, rules from transfer where {}", one(&deposit)),
            &["transfer-alone", "balance-differs"],
            &["unit"],
        ),
        tampering(
            "a row has no stream",
            format!("insert into transfer_row select 999, 1, 0, at, operator, property, debit, credit, amount, round, line, rules from transfer where {}", one(&deposit)),
            &["transfer-alone", "balance-differs"],
            &["unit"],
        ),
        tampering(
            "a transfer is of nothing",
            format!("alter table transfer_row drop constraint transfer_amount_check; update transfer_row set amount = 0 where {}", one(&lost)),
            &["transfer-differs", "balance-differs"],
            &["amount"],
        ),
        tampering(
            "a contribution is made larger",
            format!("update contribution set stake = stake + 100 where {KEPT}"),
            &["contribution-differs"],
            &["meter-sum"],
        ),
        tampering(
            "a contribution goes to what is no meter of the table",
            format!("update contribution set meter = {cage} where {KEPT}"),
            &["contribution-differs"],
            &["contribution", "meter-sum"],
        ),
        tampering(
            "a contribution is deleted",
            format!("delete from contribution where {KEPT}"),
            &["contribution-missing"],
            &["meter-sum"],
        ),
        tampering(
            "a contribution is doubled and summed up",
            format!("insert into contribution select meter, stream, seq, 77, at, terms, stake, null, null from contribution where stake > 0 order by seq limit 1;
                update meter_sum set (stakes, count) = (select sum(stake), count(*) from contribution where meter = {meter}) where meter = {meter}"),
            &["contribution-extra"],
            &[],
        ),
        tampering(
            "a contribution is taken back that was never made",
            format!("insert into contribution select meter, stream, seq, 77, at, terms, -stake - 1, seq, item from contribution where stake > 0 order by seq limit 1;
                update meter_sum set (stakes, count) = (select sum(stake), count(*) from contribution where meter = {meter}) where meter = {meter}"),
            &["contribution-extra"],
            &["taken-back"],
        ),
        tampering(
            "the running sum of a meter is changed",
            format!("update meter_sum set stakes = stakes + 1 where meter = {meter}"),
            &[],
            &["meter-sum"],
        ),
        tampering(
            "a unit says something else",
            format!("update unit set body = body || '\\x00'::bytea where stream = {feeder} and seq = 20"),
            &["unit-lost"],
            &[],
        ),
    ]
}

/// The same tampering with the transfers in the rows of units.
fn tamperings_of_units(played: &Played) -> Vec<Tampering> {
    let cage = played.furnished.cage.0;
    let change = |to: &str| {
        format!(
            "update unit set moved = {to} where (stream, seq) = (select stream, seq from transfer
                 where stream = {cage} and debit & 16777215 = 7 order by seq limit 1)"
        )
    };
    vec![
        tampering(
            "a unit says that more was deposited",
            change("regexp_replace(moved, '^([0-9]+,[0-9]+,)', '\\19')"),
            &["transfer-differs", "balance-differs"],
            &[],
        ),
        tampering(
            "a unit says nothing of a deposit",
            change("null"),
            &["transfer-missing", "balance-differs"],
            &["below-nothing"],
        ),
        tampering(
            "a unit says that something was deposited twice",
            change("moved || ';' || moved"),
            &["transfer-extra", "balance-differs"],
            &[],
        ),
        tampering(
            "a unit says that a deposit went the other way",
            change("regexp_replace(moved, '^([0-9]+),([0-9]+),', '\\2,\\1,')"),
            &["transfer-differs", "balance-differs"],
            &["below-nothing"],
        ),
        tampering(
            "a unit says of a deposit that it is of nothing",
            change("regexp_replace(moved, '^([0-9]+,[0-9]+),[0-9]+', '\\1,0')"),
            &["transfer-differs", "balance-differs"],
            &["amount", "below-nothing"],
        ),
        tampering(
            "a unit says that a deposit came from another cage",
            change("regexp_replace(moved, '^7,', (7 + 16777216) || ',')"),
            &["transfer-differs"],
            &["pair", "realm", "sum"],
        ),
    ]
}

const ROWS: [&str; 4] = ["unit", "transfer_row", "contribution", "meter_sum"];

/// Copies the rows, to restore them after each tampering.
async fn put_aside(client: &Client) {
    client.batch_execute("create schema aside").await.unwrap();
    for table in ROWS {
        client.batch_execute(&format!("create table aside.{table} as table {table}")).await.unwrap();
    }
}

async fn put_back(client: &Client) {
    for table in ROWS {
        let again = format!("truncate {table}; insert into {table} select * from aside.{table}");
        client.batch_execute(&again).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_tampering_is_found() {
    let floor = Floor::new("tampered", 2).await;
    let played = play(&floor, 40).await;
    let client = intruder(&floor.database).await;
    put_aside(&client).await;
    let mut missed = tamper(&floor, &client, tamperings_of_units(&played)).await;
    // All other tampering is done to transfers with rows of their own, as earlier builds have written them.
    client.batch_execute(AS_ROWS).await.unwrap();
    client.batch_execute("drop schema aside cascade").await.unwrap();
    put_aside(&client).await;
    missed.extend(tamper(&floor, &client, all_tamperings(&played)).await);
    assert!(missed.is_empty(), "{}", missed.join("\n"));
    // The restored rows are sound, so every finding came from the tampering.
    assert!(verified(&floor).await.is_sound());
    floor.drop().await;
}

/// Returns the findings that differ from the expected ones.
async fn tamper(floor: &Floor, client: &Client, ways: Vec<Tampering>) -> Vec<String> {
    let mut missed = Vec::new();
    for Tampering { what, sql, replay, in_sql } in ways {
        client.batch_execute(&sql).await.unwrap_or_else(|error| panic!("{what}: {error:?}"));
        let report = verified(floor).await;
        let names = |way| -> BTreeSet<&str> {
            report.findings.found.keys().filter(|(by, _)| *by == way).map(|(_, name)| *name).collect()
        };
        let expected = |names: &[&'static str]| names.iter().copied().collect::<BTreeSet<&str>>();
        let found = (names(Way::Replay), names(Way::Sql));
        if found != (expected(replay), expected(in_sql)) || report.is_sound() {
            missed.push(format!("{what}: {found:?}, {:?}", report.findings.told));
        }
        put_back(client).await;
    }
    missed
}

#[test]
fn every_check_is_explained() {
    let docs = include_str!("../../../../docs/ledger.md");
    for name in house::ledger::check_names() {
        assert!(docs.contains(&format!("| `{name}` |")), "{name}");
    }
}

/// The list of accounts in SQL equals the program's.
#[tokio::test]
async fn accounts_have_the_same_numbers_in_sql() {
    let floor = Floor::new("accounts", 1).await;
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(house::ledger::BOOKS).await.unwrap();
    let kinds = "select number, kind from generate_series(0, 6000) as number
        left join kind_of_account on number between first and last order by number";
    for row in client.query(kinds, &[]).await.unwrap() {
        let (number, kind): (i32, Option<String>) = (row.get(0), row.get(1));
        let account = house::account::AccountId(7 * (1 << 24) + i64::from(number)).account();
        let name = account.map(|account| format!("{account:?}").split('(').next().unwrap().to_lowercase());
        // No patron has the number 0: it is the house, which has no wallet.
        let name = name.filter(|_| number != 4_096);
        assert_eq!(kind, name, "{number}");
    }
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a measurement: how many units a second are verified"]
async fn the_speed_of_verification() {
    let floor = Floor::new("speed", 2).await;
    play(&floor, 2_000).await;
    for _ in 0..3 {
        let begun = std::time::Instant::now();
        let report = verified(&floor).await;
        assert!(report.is_sound(), "{:?}", report.findings);
        println!("{:?} in {:?}", report.replayed, begun.elapsed());
    }
    let client = floor.database.connect().await.unwrap();
    client.batch_execute(house::ledger::BOOKS).await.unwrap();
    for query in house::ledger::CHECKS.split("-- check: ").skip(1) {
        let begun = std::time::Instant::now();
        let (name, query) = query.split_once('\n').unwrap();
        client.batch_execute(query).await.unwrap();
        println!("{name}: {:?}", begun.elapsed());
    }
    floor.drop().await;
}
