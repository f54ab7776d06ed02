//! Vigorish that is owed in a house whose process is killed again and again: every cent is collected once.
//!
//! Patrons bet on the banker, take some of their chips or all of them away, leave, stake everything on ties until they have lost it, or
//! are not heard of any more; and they come back.

use crate::closing::{close, play_to_the_end, verified};
use crate::diary::folder;
use crate::life::SHARDS;
use crate::owed::{BANKER, collected_once, furnish};
use crate::support::{Floor, PATIENT, request};
use crate::victim::{Orders, Way};
use engine::{Actor, Beneficiary, Due, Input, Patron, Wager, WagerId};
use felt::Money;
use house::House;
use house::audit::verify_chains;
use house::ids::{Key, PersonId, StreamId};
use house::patrons::{Whim, next_move, person_of};
use house::store::{Which, stream_rows};
use house::stream::{Command, Stream};
use house::table::TableStream;
use std::os::unix::process::ExitStatusExt;
use std::sync::Arc;
use std::time::Duration;

const TABLES: usize = 8;
const ROUNDS: usize = 5_000;
const KILLS: usize = 10;
const SIGKILL: i32 = 9;

/// Whose whim is what.
const TAKES_ALL: Patron = Patron::B;
const LEAVES: Patron = Patron::C;
const PATRONS: u8 = 5;

fn loses_everything(patron: Patron) -> bool {
    patron.index() == 3
}

fn goes_silent(patron: Patron) -> bool {
    patron.index() == 4
}

#[tokio::test(flavor = "multi_thread")]
async fn every_cent_that_is_owed_is_collected_once() {
    let floor = Floor::new("owed_killed", SHARDS).await;
    let (cage, tables) = furnish(&floor, TABLES, PATIENT).await;
    let house = floor.open().await;
    for person in (1..=i64::from(PATRONS)).map(PersonId) {
        let deposit = Command::Deposit { person, amount: Money::minor(100_000_000_000) };
        house.send(request(cage, person.0, Key::derived("deposit", &[person.0]), 0, deposit)).await.unwrap();
    }
    house.close().await;
    let directory = folder(&floor.name);
    for run in 1..=KILLS {
        let orders = Orders {
            name: floor.name.clone(),
            keys: floor.keys.reveal_key_file().to_string(),
            run: i64::try_from(run).unwrap(),
            most: ROUNDS * run / KILLS,
            way: Way::Owing,
            directory: directory.clone(),
        };
        let status = orders.bury(&mut orders.start(None));
        assert_eq!(status.signal(), Some(SIGKILL), "run {run}: {status}: {}", orders.log());
    }
    let house = floor.open().await;
    assert!(rounds(&house, &tables).await >= ROUNDS);
    let mut whim = Whim::new(8);
    for table in &tables {
        close(&house, *table, false).await;
        play_to_the_end(&house, *table, &mut whim).await;
    }
    crate::books::quiet(&house, &[cage]).await;
    house.close().await;
    collected_once(&floor).await;
    happened(&floor).await;
    verified(&floor).await;
    let mut client = floor.database.connect().await.unwrap();
    let report = verify_chains(&mut client, None, |_| {}).await.unwrap();
    assert!(report.is_well(), "{:?}", report.findings);
    std::fs::remove_dir_all(&directory).unwrap();
    floor.drop().await;
}

/// What was played had what it takes.
async fn happened(floor: &Floor) {
    let client = floor.database.connect().await.unwrap();
    let counts = "select
            count(*) filter (where s.number is not null),
            count(*) filter (where s.number is null),
            count(distinct (t.stream, t.round, t.line)) = count(*)
        from transfer t left join lateral (
            select number from shoe where shoe.stream = t.stream and shoe.seq = t.seq limit 1
        ) s on true
        where (t.debit & 16777215) between 1024 and 1087";
    let row = client.query_one(counts, &[]).await.unwrap();
    let (shuffles, leavings, once): (i64, i64, bool) = (row.get(0), row.get(1), row.get(2));
    assert!(shuffles > 20 && leavings > 20, "{shuffles} before a shuffle, {leavings} by who left");
    assert!(once, "a line was collected twice");
    let lost = "select count(*) from (
            select account, sum(change) over (partition by account order by seq, item) as stands from (
                select credit as account, seq, item, amount as change from transfer union all
                select debit, seq, item, -amount from transfer
            ) moved where (account & 16777215) between 256 and 319
        ) run where stands = 0";
    let broke: i64 = client.query_one(lost, &[]).await.unwrap().get(0);
    assert!(broke > 20, "{broke} had no chips left");
}

// -------------------------------------------------------------------------------------------------------- the victim

/// Plays until the rounds of all tables come to this number.
pub async fn live(floor: &Floor, orders: &Orders) {
    let client = floor.database.connect().await.unwrap();
    let rows = stream_rows(&client, Which::All).await.unwrap();
    let house = Arc::new(floor.open().await);
    let tables: Vec<StreamId> = rows.iter().filter(|row| row.kind == "table").map(|row| row.id).collect();
    let cage = rows.iter().find(|row| row.kind == "cage").unwrap().id;
    for table in tables.clone() {
        let (house, run) = (Arc::clone(&house), orders.run);
        let mut whim = Whim::new(u64::try_from(run * 1_000 + table.0).unwrap());
        tokio::spawn(async move {
            loop {
                play(&house, (table, cage), &mut whim).await;
            }
        });
    }
    while rounds(&house, &tables).await < orders.most {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn rounds(house: &House, tables: &[StreamId]) -> usize {
    let mut all = 0;
    for table in tables {
        let round = house.look(*table, |stream| stream.table().unwrap().face().round()).await.unwrap();
        all += usize::try_from(round).unwrap();
    }
    all
}

/// One command; whether it is granted does not matter.
async fn play(house: &House, (table, cage): (StreamId, StreamId), whim: &mut Whim) {
    let mut own = Whim::new(whim.draw());
    let look = move |stream: &dyn Stream| {
        let table = stream.table().unwrap();
        (wish(table, &mut own), table.seq())
    };
    let (person, command, seen) = match house.look(table, look).await {
        Some((Some((person, command)), seen)) => (person, command, seen),
        _ => return tokio::time::sleep(Duration::from_millis(1)).await,
    };
    // What a cage has done since does not matter to a buy-in.
    let (stream, seen) = if matches!(command, Command::BuyIn { .. }) { (cage, 0) } else { (table, seen) };
    let _ = house.send(request(stream, person.0, whim.key(), seen, command)).await;
}

fn wish(table: &TableStream, whim: &mut Whim) -> Option<(PersonId, Command)> {
    let played = |(by, input)| (person_of(by), Command::Play { by, input });
    let patron = Patron::nth(u8::try_from(whim.below(PATRONS.into())).unwrap()).unwrap();
    match table.face().due() {
        // A table to which nobody has come does nothing.
        _ if table.seats().is_empty() => wish_of(table, patron, whim),
        Due::Bets { closes } => {
            let lies = table.face().wagers().iter().any(Wager::on_layout);
            match whim.below(10) {
                0..4 if lies => Some(played((Actor::DEALER, Input::Step(closes)))),
                _ => wish_of(table, patron, whim),
            }
        }
        // Who is not heard of any more does not answer either.
        Due::Cut if whim.below(2) == 0 => Some((PersonId(100), Command::Expire { asked: table.asked() })),
        _ => next_move(table, whim).map(played),
    }
}

fn wish_of(table: &TableStream, patron: Patron, whim: &mut Whim) -> Option<(PersonId, Command)> {
    let person = person_of(Actor::Patron(patron));
    let play = |input| Some((person, Command::Play { by: Actor::Patron(patron), input }));
    let seat = table.seats().get(&patron);
    let (stack, staked) = seat.map_or((Money::ZERO, Money::ZERO), |seat| (seat.stack, seat.staked));
    if stack < Money::minor(500) && staked.is_zero() {
        let amount = Money::minor(if loses_everything(patron) { 3_000 } else { 100_000 });
        return Some((person, Command::BuyIn { person, table: table.facts().id, patron, amount }));
    }
    let now_and_then = whim.below(8) == 0;
    match patron {
        TAKES_ALL if now_and_then => return Some((person, Command::CashOut { patron, amount: None })),
        LEAVES if now_and_then => return play(Input::Leave { patron }),
        Patron::A if now_and_then => {
            let amount = Some(Money::minor(stack.as_minor() / 3));
            return Some((person, Command::CashOut { patron, amount }));
        }
        silent if goes_silent(silent) && whim.below(4) > 0 => return None,
        _ => {}
    }
    let all = loses_everything(patron) && whim.below(2) == 0;
    let wager = if all { WagerId::new(&"tie") } else { BANKER };
    let (box_number, beneficiary) = (patron.index() + 1, Beneficiary::Patron);
    let range = table.face().stakes(patron, box_number, wager, beneficiary)?;
    let most = stack.as_minor().min(range.max.as_minor()) / 500 * 500;
    let stake = Money::minor(if all { most } else { most.min(2_000) });
    play(Input::Bet { patron, box_number, wager, stake, beneficiary })
}
