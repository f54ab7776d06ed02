//! Commits all waiting units in one transaction, sent in one go.

use super::{StoreError, fitting, moved};
use crate::failpoint::{armed, reached};
use crate::ids::{Hash, StreamId, Time};
use crate::stream::Draft;
use crate::unit::Unit;
use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::time::SystemTime;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Statement};
use uuid::Uuid;

/// The rows of a batch by column, as the statements take them.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    units: Units,
    fed: Contributions,
    sums: BTreeMap<(i64, i32), (i64, i64)>,
    shoes: Shoes,
    opened: OpenedShoes,
    closed: Closed,
    snapshots: Snapshots,
}

#[derive(Clone, Debug, Default)]
struct Units {
    stream: Vec<i64>,
    seq: Vec<i64>,
    at: Vec<SystemTime>,
    operator: Vec<i32>,
    property: Vec<i32>,
    person: Vec<i64>,
    sender: Vec<i64>,
    key: Vec<Uuid>,
    request: Vec<Hash>,
    body: Vec<Vec<u8>>,
    previous: Vec<Hash>,
    moved: Vec<Option<String>>,
}

#[derive(Clone, Debug, Default)]
struct Contributions {
    meter: Vec<i64>,
    stream: Vec<i64>,
    seq: Vec<i64>,
    item: Vec<i32>,
    at: Vec<SystemTime>,
    terms: Vec<i32>,
    stake: Vec<i64>,
    back_seq: Vec<Option<i64>>,
    back_item: Vec<Option<i32>>,
}

#[derive(Clone, Debug, Default)]
struct Shoes {
    stream: Vec<i64>,
    number: Vec<i64>,
    seq: Vec<i64>,
    at: Vec<SystemTime>,
    commitment: Vec<Hash>,
    sealed: Vec<Vec<u8>>,
}

#[derive(Clone, Debug, Default)]
struct OpenedShoes {
    stream: Vec<i64>,
    number: Vec<i64>,
    seq: Vec<i64>,
    salt: Vec<Vec<u8>>,
    cards: Vec<Vec<u8>>,
}

/// Tables that a unit closes.
#[derive(Clone, Debug, Default)]
struct Closed {
    stream: Vec<i64>,
    at: Vec<SystemTime>,
    reopen: Vec<bool>,
}

#[derive(Clone, Debug, Default)]
struct Snapshots {
    stream: Vec<i64>,
    seq: Vec<i64>,
    head: Vec<Vec<u8>>,
    sealed: Vec<Vec<u8>>,
}

impl Batch {
    /// Returns how many units it has.
    pub fn len(&self) -> usize {
        self.units.seq.len()
    }

    /// Whether it has no units.
    pub fn is_empty(&self) -> bool {
        self.units.seq.is_empty()
    }

    /// Returns the streams that its units close.
    pub(crate) fn closed(&self) -> impl Iterator<Item = StreamId> {
        self.closed.stream.iter().copied().map(StreamId)
    }

    /// Adds a unit with all its rows.
    ///
    /// # Errors
    /// A number that its column cannot hold. Part of the unit may have been added then, so the batch must not be
    /// committed.
    pub fn put(&mut self, unit: Unit, draft: &Draft) -> Result<(), StoreError> {
        self.put_beside(&unit, draft)?;
        self.units.body.push(unit.body);
        Ok(())
    }

    /// Adds everything but the body, which is large and only passed on.
    fn put_beside(&mut self, unit: &Unit, draft: &Draft) -> Result<(), StoreError> {
        let at = unit.at.to_system();
        let units = &mut self.units;
        units.stream.push(unit.stream.0);
        units.seq.push(unit.seq);
        units.at.push(at);
        units.operator.push(unit.realm.operator);
        units.property.push(unit.realm.property);
        units.person.push(unit.person.0);
        units.sender.push(unit.sender.0);
        units.key.push(Uuid::from_bytes(unit.key.0));
        units.request.push(unit.request);
        units.previous.push(unit.previous);
        units.moved.push(moved::text(unit.stream, &draft.transfers)?);
        self.put_fed(unit, draft, at)?;
        for shoe in &draft.shoes {
            let shoes = &mut self.shoes;
            shoes.stream.push(unit.stream.0);
            shoes.number.push(shoe.number);
            shoes.seq.push(unit.seq);
            shoes.at.push(at);
            shoes.commitment.push(Hash(shoe.commitment));
            shoes.sealed.push(shoe.sealed.clone());
        }
        for shoe in &draft.opened {
            let opened = &mut self.opened;
            opened.stream.push(unit.stream.0);
            opened.number.push(shoe.number);
            opened.seq.push(unit.seq);
            opened.salt.push(shoe.salt.to_vec());
            opened.cards.push(shoe.order.clone());
        }
        if let Some(reopen) = draft.closed {
            self.closed.stream.push(unit.stream.0);
            self.closed.at.push(at);
            self.closed.reopen.push(reopen);
        }
        Ok(())
    }

    fn put_fed(&mut self, unit: &Unit, draft: &Draft, at: SystemTime) -> Result<(), StoreError> {
        for fed in &draft.fed {
            let rows = &mut self.fed;
            let terms = fitting("terms", fed.row.terms)?;
            rows.meter.push(fed.meter.0);
            rows.stream.push(unit.stream.0);
            rows.seq.push(unit.seq);
            rows.item.push(fitting("contribution", fed.row.key.item)?);
            rows.at.push(at);
            rows.terms.push(terms);
            rows.stake.push(fed.row.stake.as_minor());
            let back = fed.row.takes_back;
            rows.back_seq.push(back.map(|key| fitting("unit", key.unit)).transpose()?);
            rows.back_item.push(back.map(|key| fitting("contribution", key.item)).transpose()?);
            let (stakes, count) = self.sums.entry((fed.meter.0, terms)).or_default();
            let sum = stakes.checked_add(fed.row.stake.as_minor());
            let too_much = || StoreError::Row(format!("the stakes for meter {} are too much", fed.meter.0));
            *stakes = sum.ok_or_else(too_much)?;
            *count += 1;
        }
        Ok(())
    }

    /// Splits it into a batch per unit, as if each unit had been committed alone.
    #[must_use]
    pub fn singles(&self) -> Vec<Batch> {
        (0..self.len()).map(|at| self.single(at)).collect()
    }

    fn single(&self, at: usize) -> Batch {
        let mut one = Batch::default();
        let (u, own) = (&self.units, &mut one.units);
        let (stream, seq) = (u.stream[at], u.seq[at]);
        own.stream.push(stream);
        own.seq.push(seq);
        own.at.push(u.at[at]);
        own.operator.push(u.operator[at]);
        own.property.push(u.property[at]);
        own.person.push(u.person[at]);
        own.sender.push(u.sender[at]);
        own.key.push(u.key[at]);
        own.request.push(u.request[at]);
        own.body.push(u.body[at].clone());
        own.previous.push(u.previous[at]);
        own.moved.push(u.moved[at].clone());
        let (s, own) = (&self.shoes, &mut one.shoes);
        for row in (0..s.seq.len()).filter(|row| (s.stream[*row], s.seq[*row]) == (stream, seq)) {
            own.stream.push(stream);
            own.number.push(s.number[row]);
            own.seq.push(seq);
            own.at.push(s.at[row]);
            own.commitment.push(s.commitment[row]);
            own.sealed.push(s.sealed[row].clone());
        }
        one
    }

    /// Adds an encrypted snapshot of a stream after a unit of this batch.
    pub fn put_snapshot(&mut self, stream: StreamId, seq: i64, head: Hash, sealed: Vec<u8>) {
        self.snapshots.stream.push(stream.0);
        self.snapshots.seq.push(seq);
        self.snapshots.head.push(head.0.to_vec());
        self.snapshots.sealed.push(sealed);
    }

    /// Shifts every row to other streams and later numbers: the same bytes again, to measure the database alone. Rows
    /// that are not numbered by units are left out.
    pub fn shift(&mut self, streams: i64, units: i64, at: Time) {
        let at = at.to_system();
        let all = [&mut self.units.stream, &mut self.fed.stream];
        for stream in all.into_iter().flatten() {
            *stream += streams;
        }
        for seq in [&mut self.units.seq, &mut self.fed.seq].into_iter().flatten() {
            *seq += units;
        }
        for time in [&mut self.units.at, &mut self.fed.at].into_iter().flatten() {
            *time = at;
        }
        let shoes = [&mut self.shoes.stream, &mut self.opened.stream, &mut self.snapshots.stream];
        for stream in shoes.into_iter().flatten() {
            *stream += streams;
        }
        let numbers = [&mut self.shoes.number, &mut self.opened.number, &mut self.snapshots.seq];
        for number in numbers.into_iter().flatten() {
            *number += units;
        }
    }
}

/// The statements of the hot path, prepared on one connection.
pub struct Writer {
    client: Client,
    fence: Statement,
    units: Statement,
    fed: Statement,
    sums: Statement,
    shoes: Statement,
    opened: Statement,
    closed: Statement,
    snapshots: Statement,
    forget: Statement,
}

const UNITS: &str = "insert into unit (stream, seq, at, operator, property, person, sender, key, request, body, previous, moved)
    select * from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::int4[], $5::int4[], $6::int8[], $7::int8[],
        $8::uuid[], $9::bytea[], $10::bytea[], $11::bytea[], $12::text[])";
const FED: &str = "insert into contribution (meter, stream, seq, item, at, terms, stake, back_seq, back_item)
    select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::int4[], $5::timestamptz[], $6::int4[], $7::int8[],
        $8::int8[], $9::int4[])";
const SUMS: &str = "insert into meter_sum (meter, shard, terms, stakes, count)
    select meter, $2, terms, stakes, count
    from unnest($1::int8[], $3::int4[], $4::int8[], $5::int8[]) as s(meter, terms, stakes, count)
    on conflict (meter, shard, terms)
    do update set stakes = meter_sum.stakes + excluded.stakes, count = meter_sum.count + excluded.count";
const SHOES: &str = "insert into shoe (stream, number, seq, at, commitment, sealed)
    select * from unnest($1::int8[], $2::int8[], $3::int8[], $4::timestamptz[], $5::bytea[], $6::bytea[])";
const OPENED: &str = "update shoe set opened_seq = o.seq, salt = o.salt, cards = o.cards
    from unnest($1::int8[], $2::int8[], $3::int8[], $4::bytea[], $5::bytea[]) as o(stream, number, seq, salt, cards)
    where shoe.stream = o.stream and shoe.number = o.number";
const CLOSED: &str = "update stream set closed = c.at, reopen = c.reopen
    from unnest($1::int8[], $2::timestamptz[], $3::bool[]) as c(stream, at, reopen) where stream.id = c.stream";
const SNAPSHOTS: &str = "insert into snapshot (stream, seq, head, sealed)
    select * from unnest($1::int8[], $2::int8[], $3::bytea[], $4::bytea[])";
// Older snapshots shorten the replay of past rounds.
const FORGET: &str = "delete from snapshot using unnest($1::int8[], $2::int8[]) as s(stream, seq)
    where snapshot.stream = s.stream and snapshot.seq < s.seq - 4096";

/// Forces index lookups for rows that are changed or deleted. The planner uses the table sizes of the last analysis,
/// and then there may have been no shoes: each batch would scan all of them until the next analysis. The settings apply
/// only up to the commit.
const BEGIN: &str = "begin;
    set local enable_seqscan = off; set local enable_hashjoin = off; set local enable_mergejoin = off";

type Sent<'w> = Pin<Box<dyn Future<Output = Result<(), tokio_postgres::Error>> + Send + 'w>>;

/// An owner that stalls in a transaction would block a takeover of its shard.
const ENDS_SOON: &str = "set idle_in_transaction_session_timeout = '2s'";

impl Writer {
    /// Prepares the statements.
    ///
    /// # Errors
    /// The database rejects a statement.
    pub async fn on(client: Client) -> Result<Writer, StoreError> {
        client.batch_execute(ENDS_SOON).await?;
        let (fence, units, fed) = (
            client.prepare("select fence($1, $2, $3)").await?,
            client.prepare(UNITS).await?,
            client.prepare(FED).await?,
        );
        let (sums, shoes, opened) =
            (client.prepare(SUMS).await?, client.prepare(SHOES).await?, client.prepare(OPENED).await?);
        let (closed, snapshots, forget) =
            (client.prepare(CLOSED).await?, client.prepare(SNAPSHOTS).await?, client.prepare(FORGET).await?);
        Ok(Writer { client, fence, units, fed, sums, shoes, opened, closed, snapshots, forget })
    }

    /// Returns the connection, for reads outside the batches.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Commits a batch as the next one of a shard. All statements are sent at once, including the commit: if any of
    /// them fails, the transaction is aborted, and the result of `commit` is ignored, because it reports no error.
    ///
    /// # Errors
    /// The first statement that failed. The connection may be lost; then it is unknown whether the batch was committed.
    pub async fn commit(&self, shard: i32, epoch: i64, after: i64, batch: &Batch) -> Result<(), StoreError> {
        let numbers: Vec<(i64, i32)> = batch.sums.keys().copied().collect();
        let meters: Vec<i64> = numbers.iter().map(|(meter, _)| *meter).collect();
        let terms: Vec<i32> = numbers.iter().map(|(_, terms)| *terms).collect();
        let stakes: Vec<i64> = batch.sums.values().map(|(stakes, _)| *stakes).collect();
        let counts: Vec<i64> = batch.sums.values().map(|(_, count)| *count).collect();
        let Batch { units: u, fed: f, shoes: s, opened: o, closed: c, snapshots: n, .. } = batch;
        let fence: [&(dyn ToSql + Sync); 3] = [&shard, &epoch, &after];
        let units: [&(dyn ToSql + Sync); 12] = [
            &u.stream,
            &u.seq,
            &u.at,
            &u.operator,
            &u.property,
            &u.person,
            &u.sender,
            &u.key,
            &u.request,
            &u.body,
            &u.previous,
            &u.moved,
        ];
        let fed: [&(dyn ToSql + Sync); 9] =
            [&f.meter, &f.stream, &f.seq, &f.item, &f.at, &f.terms, &f.stake, &f.back_seq, &f.back_item];
        let sums: [&(dyn ToSql + Sync); 5] = [&meters, &shard, &terms, &stakes, &counts];
        let shoes: [&(dyn ToSql + Sync); 6] = [&s.stream, &s.number, &s.seq, &s.at, &s.commitment, &s.sealed];
        let opened: [&(dyn ToSql + Sync); 5] = [&o.stream, &o.number, &o.seq, &o.salt, &o.cards];
        let closed: [&(dyn ToSql + Sync); 3] = [&c.stream, &c.at, &c.reopen];
        let snapshots: [&(dyn ToSql + Sync); 4] = [&n.stream, &n.seq, &n.head, &n.sealed];
        let forget: [&(dyn ToSql + Sync); 2] = [&n.stream, &n.seq];

        // They are sent in this order, because each is sent when it is first polled.
        let mut sent: Vec<Sent<'_>> = Vec::with_capacity(12);
        sent.extend(at("before-begin"));
        sent.push(self.begin());
        sent.extend(at("after-begin"));
        let rows = [
            (false, &self.fence, &fence[..], "after-fence"),
            (false, &self.units, &units[..], "after-units"),
            (f.seq.is_empty(), &self.fed, &fed[..], "after-contributions"),
            (f.seq.is_empty(), &self.sums, &sums[..], "after-sums"),
            (s.seq.is_empty(), &self.shoes, &shoes[..], "after-shoes"),
            (o.seq.is_empty(), &self.opened, &opened[..], "after-opened"),
            (c.stream.is_empty(), &self.closed, &closed[..], "after-closed"),
            (n.seq.is_empty(), &self.snapshots, &snapshots[..], "after-snapshots"),
            (n.seq.is_empty(), &self.forget, &forget[..], "after-forgotten"),
        ];
        for (none, statement, columns, point) in rows {
            if !none {
                sent.push(self.execute(statement, columns));
                sent.extend(at(point));
            }
        }
        sent.extend(at("before-commit"));
        sent.push(Box::pin(self.client.batch_execute("commit")));
        let answers = all(sent).await;
        reached("after-commit");
        answers.into_iter().collect::<Result<(), _>>().map_err(StoreError::from)
    }

    fn begin(&self) -> Sent<'_> {
        Box::pin(self.client.batch_execute(BEGIN))
    }

    fn execute<'w>(&'w self, statement: &'w Statement, columns: &'w [&'w (dyn ToSql + Sync)]) -> Sent<'w> {
        Box::pin(async move { self.client.execute(statement, columns).await.map(drop) })
    }
}

/// Sends everything at once and waits for all answers; one after the other in a process that is to be killed between
/// two.
async fn all(sent: Vec<Sent<'_>>) -> Vec<Result<(), tokio_postgres::Error>> {
    if !armed() {
        return futures_util::future::join_all(sent).await;
    }
    let mut answers = Vec::new();
    for one in sent {
        answers.push(one.await);
    }
    answers
}

/// A point between statements at which a test kills the program.
fn at(point: &'static str) -> Option<Sent<'static>> {
    armed().then(|| -> Sent<'static> {
        Box::pin(async move {
            reached(point);
            Ok(())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::{AccountId, Transfer};
    use crate::ids::{Key, PersonId, Realm};
    use crate::stream::Fed;
    use engine::meter::{Contribution, MeterKey};
    use felt::Money;

    fn put(draft: &Draft) -> Result<Batch, String> {
        let mut batch = Batch::default();
        let unit = Unit {
            stream: StreamId(3),
            seq: 1,
            at: Time(1),
            realm: Realm { operator: 1, property: 1, currency: *b"USD" },
            person: PersonId::HOUSE,
            sender: StreamId(0),
            key: Key::derived("test", &[]),
            request: Hash::NONE,
            body: Vec::new(),
            previous: Hash::NONE,
        };
        batch.put(unit, draft).map(|()| batch).map_err(|error| error.to_string())
    }

    fn feeds(change: impl FnOnce(&mut Contribution)) -> Result<Batch, String> {
        let key = MeterKey { table: 3, unit: 1, item: 0 };
        let mut row = Contribution { key, terms: 1, stake: Money::minor(100), takes_back: None };
        change(&mut row);
        put(&Draft { fed: vec![Fed { meter: StreamId(9), row }], ..Draft::default() })
    }

    #[test]
    fn a_ledger_key_that_does_not_fit_is_an_error() {
        let transfer = Transfer::plain(AccountId(1), AccountId(2), Money::minor(1));
        let transfers =
            |count: usize| put(&Draft { transfers: vec![transfer.clone(); count], ..Draft::default() });
        assert_eq!(transfers(32_768).unwrap().len(), 1);
        assert_eq!(transfers(32_769).unwrap_err(), "transfer 32768 is out of range");
    }

    #[test]
    fn a_contribution_whose_numbers_do_not_fit_is_an_error() {
        assert_eq!(feeds(|_| {}).unwrap().fed.item, [0]);
        let refused = |change: fn(&mut Contribution)| feeds(change).unwrap_err();
        assert_eq!(refused(|row| row.key.item = 1 << 31), "contribution 2147483648 is out of range");
        assert_eq!(refused(|row| row.terms = u32::MAX), "terms 4294967295 is out of range");
        let undone = |row: &mut Contribution| row.takes_back = Some(MeterKey { unit: 1 << 63, ..row.key });
        assert_eq!(refused(undone), "unit 9223372036854775808 is out of range");
    }

    #[test]
    fn stakes_for_a_meter_do_not_wrap() {
        let key = |item: u32| MeterKey { table: 3, unit: 1, item };
        let stake = Money::minor(i64::MAX);
        let row = |item: u32| Contribution { key: key(item), terms: 1, stake, takes_back: None };
        let fed = [0, 1].map(|item| Fed { meter: StreamId(9), row: row(item) }).to_vec();
        let refused = put(&Draft { fed, ..Draft::default() }).unwrap_err();
        assert_eq!(refused, "the stakes for meter 9 are too much");
    }
}
