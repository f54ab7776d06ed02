//! What must always hold: for every command that was sent, for the journal, for the money and for every table.

use crate::diary::{Entry, Heard};
use crate::support::{Floor, play_once};
use engine::What;
use felt::Money;
use house::House;
use house::account::{Account, AccountId};
use house::ids::{Key, StreamId, Time};
use house::patrons::Whim;
use house::store::{Loaded, Wanted, Which, load};
use house::stream::Command;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

/// The units of each stream, by the key that they carry.
type Journal = BTreeMap<(StreamId, Key), Vec<(i64, Time)>>;

async fn journal(floor: &Floor) -> Journal {
    let client = floor.database.connect().await.unwrap();
    let mut journal = Journal::new();
    for row in client.query("select stream, key, seq, at from unit order by stream, seq", &[]).await.unwrap()
    {
        let key = Key(row.get::<_, uuid::Uuid>(1).into_bytes());
        let unit = (row.get(2), Time::from_system(row.get::<_, SystemTime>(3)));
        journal.entry((StreamId(row.get(0)), key)).or_default().push(unit);
    }
    journal
}

/// Every answered command is in the journal once, as it was answered; every other one at most once; and the journal
/// contains no command that was not sent.
pub async fn commands(floor: &Floor, diary: &BTreeMap<Key, Entry>, known: &mut BTreeSet<Key>, what: &str) {
    let journal = journal(floor).await;
    let none = Vec::new();
    for (key, entry) in diary {
        let there = journal.get(&(entry.request.stream, *key)).unwrap_or(&none);
        let right = match entry.heard {
            Heard::Done { seq, at } => there[..] == [(seq, at)],
            Heard::Refused => there.is_empty(),
            Heard::Nothing => there.len() <= 1,
        };
        assert!(right, "{what}: {:?} was {:?} and stands at {there:?}", entry.request, entry.heard);
    }
    known.extend(diary.keys());
    for ((stream, key), units) in &journal {
        assert_eq!(units.len(), 1, "{what}: {key} of stream {} is carried out twice", stream.0);
    }
    let client = floor.database.connect().await.unwrap();
    let asked = "select key from unit where person > 0 and person < 1000 and sender = 0";
    for row in client.query(asked, &[]).await.unwrap() {
        let key = Key(row.get::<_, uuid::Uuid>(0).into_bytes());
        assert!(known.contains(&key), "{what}: nobody has sent {key}");
    }
}

async fn loaded(floor: &Floor, from_the_beginning: bool) -> Vec<Loaded> {
    let client = floor.database.connect().await.unwrap();
    let wanted = Wanted { find: games::find, keys: &floor.keys, from_the_beginning };
    load(&client, Which::All, &wanted, |_, _| {}).await.unwrap()
}

/// The chains hold; every stream is restored to the same state from its snapshot and from its first unit; and the sums
/// of the ledger equal what the streams remember. There must be no play meanwhile.
pub async fn streams(floor: &Floor, what: &str) {
    let (mut kept, mut whole) = (loaded(floor, false).await, loaded(floor, true).await);
    assert_eq!(kept.len(), whole.len());
    for (kept, whole) in kept.iter_mut().zip(&mut whole) {
        let id = whole.stream.id().0;
        let ends = |one: &Loaded| (one.stream.id(), one.seq, one.head, one.at);
        assert_eq!(ends(kept), ends(whole), "{what}");
        assert!(kept.stream.save().unwrap() == whole.stream.save().unwrap(), "{what}: stream {id} differs");
    }
    ledger(floor, &whole, what).await;
}

/// Returns what every account holds by its transfers alone.
pub async fn sums(floor: &Floor) -> BTreeMap<AccountId, i64> {
    let client = floor.database.connect().await.unwrap();
    let all = "select account, sum(amount)::int8 from (
            select debit, -amount from transfer union all select credit, amount from transfer
        ) as moved(account, amount) group by account";
    let rows = client.query(all, &[]).await.unwrap();
    rows.iter().map(|row| (AccountId(row.get(0)), row.get(1))).collect()
}

async fn ledger(floor: &Floor, streams: &[Loaded], what: &str) {
    let sums = sums(floor).await;
    let journal = journal(floor).await;
    let mut remembered: BTreeMap<AccountId, i64> = BTreeMap::new();
    for Loaded { stream, .. } in streams {
        let id = stream.id();
        let mut put = |account: Account, amount: Money| {
            remembered.insert(account.of(id), amount.as_minor());
        };
        let tables = stream.table().into_iter();
        let seats =
            tables.flat_map(|table| table.seats().iter().map(move |(patron, seat)| (table, patron, seat)));
        for (table, patron, seat) in seats {
            put(Account::Marked(*patron), table.marked(*patron));
            put(Account::Stack(*patron), seat.stack);
            put(Account::Stake(*patron), seat.staked);
            put(Account::Owed(*patron), -seat.owed);
        }
        for (person, money) in stream.cage().into_iter().flat_map(|cage| cage.wallets()) {
            put(Account::Wallet(person.0), money);
        }
        let sent = stream.outstanding();
        let on_its_way = sent.iter().filter(|sent| !journal.contains_key(&(sent.to, sent.key)));
        let on_its_way = on_its_way.filter_map(|sent| match sent.command {
            Command::Arrive { amount, .. } | Command::Return { amount, .. } => Some(amount),
            _ => None,
        });
        put(Account::Transit, on_its_way.sum());
    }
    for (account, sum) in &sums {
        let own = matches!(
            account.account(),
            Some(
                Account::Stack(_)
                    | Account::Stake(_)
                    | Account::Owed(_)
                    | Account::Marked(_)
                    | Account::Wallet(_)
                    | Account::Transit
            )
        );
        let expected = remembered.get(account).copied().unwrap_or(0);
        assert!(!own || *sum == expected, "{what}: {account:?} is {expected}, its transfers make {sum}");
    }
    for (account, expected) in remembered {
        assert_eq!(sums.get(&account).copied().unwrap_or(0), expected, "{what}: {account:?}");
    }
    assert_eq!(sums.values().sum::<i64>(), 0, "{what}");
}

/// Retries commands without a known answer, twice: each has at most one effect, and the second answer equals the first.
pub async fn again(house: &House, diary: &mut BTreeMap<Key, Entry>, what: &str) {
    for (key, entry) in diary.iter_mut().filter(|(_, entry)| entry.heard == Heard::Nothing) {
        let first = house.send(entry.request.clone()).await;
        let second = house.send(entry.request.clone()).await;
        entry.heard = match (&first, &second) {
            (Ok(first), Ok(second)) => {
                assert_eq!((first.seq, first.at), (second.seq, second.at), "{what}: {key}");
                assert!(second.again, "{what}: {key} has two effects");
                Heard::Done { seq: first.seq, at: first.at }
            }
            (Err(_), Err(_)) => Heard::Refused,
            _ => panic!("{what}: {key}: {first:?}, then {second:?}"),
        };
    }
}

/// Waits until no message is in transit. A closed table has none.
pub async fn quiet(house: &House, streams: &[StreamId]) {
    for _ in 0..10_000 {
        let mut waiting = 0;
        for stream in streams {
            waiting += house.look(*stream, |stream| stream.outstanding().len()).await.unwrap_or(0);
        }
        if waiting == 0 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    panic!("a message is never answered");
}

/// Finishes the current round of every table. The keys that this used are known from then on.
pub async fn play_on(house: &Arc<House>, tables: &[StreamId], seed: i64, known: &mut BTreeSet<Key>) {
    let mut tasks = Vec::new();
    for table in tables.iter().copied() {
        let house = Arc::clone(house);
        tasks.push(tokio::spawn(async move {
            let mut whim = Whim::new(
                u64::try_from(seed).unwrap().wrapping_mul(7_919).wrapping_add(table.0.unsigned_abs()),
            );
            let mut keys = Vec::new();
            if house.look(table, |stream| stream.table().unwrap().seats().is_empty()).await == Some(true) {
                return keys;
            }
            for _ in 0..600 {
                keys.push(whim.clone().key());
                let answer = play_once(&house, table, &mut whim).await;
                let Some(answer) = answer else {
                    tokio::time::sleep(Duration::from_millis(1)).await;
                    continue;
                };
                let done = answer.unwrap_or_else(|error| panic!("table {}: {error}", table.0));
                if done.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
                    return keys;
                }
            }
            let stands = |stream: &dyn house::stream::Stream| {
                let table = stream.table().unwrap();
                format!("{:?} {:?}", table.face().due(), table.seats())
            };
            panic!("table {} never ends its round: {:?}", table.0, house.look(table, stands).await)
        }));
    }
    for task in tasks {
        known.extend(task.await.unwrap());
    }
}
