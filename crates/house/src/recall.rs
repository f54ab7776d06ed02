//! The last rounds of a patron, and the units of any round, for replays.

use crate::account::{Account, AccountId};
use crate::archive::Month;
use crate::history::{Asked, units_after};
use crate::ids::{PersonId, StreamId, Time};
use crate::shard::Heard;
use crate::store::{StoreError, archived};
use engine::{Patron, What};
use felt::Money;
use std::time::SystemTime;
use tokio_postgres::Client;

/// How many of a person's last commands are searched for rounds.
const COMMANDS: i64 = 4_000;
/// The maximum number of units of a round.
const LONGEST: u16 = 4_096;

/// A round that a person has played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedRound {
    /// The table.
    pub table: StreamId,
    /// Its name.
    pub name: String,
    /// Its game.
    pub game: String,
    /// Its currency.
    pub currency: String,
    /// The round.
    pub round: i32,
    /// Their place.
    pub seat: Patron,
    /// When they last staked something in it.
    pub at: Time,
    /// What they staked.
    pub staked: Money,
    /// What was returned to them, including stakes.
    pub returned: Money,
}

const ROUNDS: &str = "with mine as (
        select stream, seq, at from unit where person = $1 and sender = 0 order by at desc limit $2),
    rounds as (
        select t.stream, t.round, t.debit as stack, min(t.seq) as first, max(t.at) as at
        from mine join transfer t using (stream, seq, at)
        where t.round is not null and t.debit - t.stream * $4 between $5 and $6
        group by 1, 2, 3 order by 5 desc limit $3)
    select r.stream, s.name, s.game, s.currency, r.round, r.stack, r.at,
        coalesce(sum(x.amount) filter (where x.debit = r.stack), 0)::int8,
        coalesce(sum(x.amount) filter (where x.credit = r.stack), 0)::int8
    from rounds r join stream s on s.id = r.stream
    join transfer x on x.stream = r.stream and x.seq between r.first and r.first + $7 and x.round = r.round
    group by 1, 2, 3, 4, 5, 6, 7 order by 7 desc";

/// Returns the last rounds in which a person has staked something, the latest first.
///
/// # Errors
/// A database error.
pub async fn rounds_of(client: &Client, person: PersonId, most: i64) -> Result<Vec<PlayedRound>, StoreError> {
    let number = |account: Account| account.of(StreamId(0)).0;
    let width = Account::Bank.of(StreamId(1)).0 - Account::Bank.of(StreamId(0)).0;
    let last = Patron::nth(Patron::COUNT_MAX - 1).unwrap_or(Patron::A);
    let (first, last) = (number(Account::Stack(Patron::A)), number(Account::Stack(last)));
    let longest = i64::from(LONGEST);
    let rows = client.query(ROUNDS, &[&person.0, &COMMANDS, &most, &width, &first, &last, &longest]).await?;
    let mut rounds = Vec::new();
    for row in rows {
        let Some(Account::Stack(seat)) = AccountId(row.try_get(5)?).account() else { continue };
        rounds.push(PlayedRound {
            table: StreamId(row.try_get(0)?),
            name: row.try_get(1)?,
            game: row.try_get(2)?,
            currency: row.try_get(3)?,
            round: row.try_get(4)?,
            seat,
            at: Time::from_system(row.try_get::<_, SystemTime>(6)?),
            staked: Money::minor(row.try_get(7)?),
            returned: Money::minor(row.try_get(8)?),
        });
    }
    Ok(rounds)
}

/// The place at which a person has staked something in a round, and the units in which it was theirs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnPlace {
    /// The place.
    pub seat: Patron,
    /// The unit of their first stake.
    pub first: i64,
    /// The first unit after which the place is not theirs: another person staked there. A patron who takes everything
    /// back and leaves gives the place to the next patron, and may not see that patron's cards.
    pub end: i64,
}

impl OwnPlace {
    /// Whether the place was theirs in this unit.
    pub fn covers(&self, seq: i64) -> bool {
        (self.first..self.end).contains(&seq)
    }
}

const STAKED: &str = "select t.debit, u.seq from unit u join transfer t using (stream, seq, at)
    where u.stream = $1 and u.seq between $2 and $3 and u.person = $4 and u.sender = 0 and t.round is not null
    order by u.seq, t.item";

const STAKED_BY_ANOTHER: &str = "select min(u.seq) from unit u join transfer t using (stream, seq, at)
    join account a on a.person = u.person and a.role = 'patron'
    where u.stream = $1 and u.seq between $2 and $3 and u.person <> $4 and u.sender = 0 and t.debit = $5";

/// The last unit of every account, since one unit can debit several: the place's and the house's.
const STAKED_BEFORE: &str = "select t.debit, max(u.seq) from unit u join transfer t using (stream, seq, at)
    where u.stream = $1 and u.seq between $2 and $3 and u.person = $4 and u.sender = 0 and t.round is not null
    group by t.debit order by max(u.seq) desc, t.debit";

/// Returns the place at which a person has staked something in a round, or at which an earlier stake of theirs was
/// settled: in some games a wager outlives its round.
///
/// # Errors
/// A database error.
pub async fn place_in(
    client: &Client,
    person: PersonId,
    units: &[Heard],
) -> Result<Option<OwnPlace>, StoreError> {
    let (Some(first), Some(last)) = (units.first(), units.last()) else { return Ok(None) };
    let (stream, last) = (first.stream.0, last.seq);
    let mut rows = client.query(STAKED, &[&stream, &first.seq, &last, &person.0]).await?;
    if rows.is_empty() {
        let longest = i64::from(LONGEST);
        let (from, to) = (first.seq - longest, first.seq - 1);
        rows = client.query(STAKED_BEFORE, &[&stream, &from, &to, &person.0]).await?;
    }
    for row in rows {
        let (debit, staked): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        let Some(Account::Stack(seat)) = AccountId(debit).account() else { continue };
        let other =
            client.query_one(STAKED_BY_ANOTHER, &[&stream, &staked, &last, &person.0, &debit]).await?;
        let end = other.try_get::<_, Option<i64>>(0)?.unwrap_or(last + 1);
        let own = OwnPlace { seat, first: staked.max(first.seq), end };
        if staked >= first.seq || units.iter().any(|unit| own.covers(unit.seq) && settles(unit, seat)) {
            return Ok(Some(own));
        }
    }
    Ok(None)
}

/// Whether a unit settles a wager at a place.
fn settles(unit: &Heard, seat: Patron) -> bool {
    unit.events.iter().any(|event| matches!(event.what, What::Settled(line) if line.patron == seat))
}

/// Returns the units of a round, from the one that opened it to the one that ended it, or to the last one if it has not
/// ended. `None` if there is no such round. Later rulings on the round are not included.
///
/// # Errors
/// A database error, or a unit that does not replay as it was written.
pub async fn units_of(
    asked: &Asked<'_>,
    table: StreamId,
    round: u32,
) -> Result<Option<Vec<Heard>>, StoreError> {
    let start = archived(asked.client, &[table.0]).await?.remove(&table.0);
    let Some(first) = first_of(asked.client, table, round).await? else {
        let first = "select round from transfer where stream = $1 and round is not null order by seq limit 1";
        let first = asked.client.query_opt(first, &[&table.0]).await?;
        let first: Option<i32> = first.map(|row| row.try_get(0)).transpose()?;
        let earlier = first.is_none_or(|first| i64::from(round) < i64::from(first));
        return match start.filter(|_| earlier) {
            Some((month, start)) => Err(is_archived(table, month, start.seq)),
            None => Ok(None),
        };
    };
    // A round that had begun by the end of the month is completely in the archive.
    if let Some((month, start)) =
        start.as_ref().filter(|(_, start)| start.begun && start.round == Some(round))
    {
        return Err(is_archived(table, *month, start.seq));
    }
    // The round was opened by the unit of its first wager or by the unit before.
    let before = (first - 2).max(start.map_or(0, |(_, start)| start.seq));
    let mut units = units_after(asked, table, before, LONGEST.into()).await?;
    let is =
        |heard: &Heard, found: fn(u32) -> What| heard.events.iter().any(|event| event.what == found(round));
    let opened = units.iter().position(|heard| is(heard, |round| What::RoundOpened { round }));
    let ended = units.iter().position(|heard| is(heard, |round| What::RoundEnded { round }));
    units.truncate(ended.map_or(units.len(), |last| last + 1));
    units.drain(..opened.unwrap_or(0));
    Ok(Some(units))
}

fn is_archived(stream: StreamId, month: Month, last: i64) -> StoreError {
    StoreError::Archived { stream, seq: 0, last, month }
}

/// Finds the first unit of a round that moved money, by binary search, since rounds are in order.
async fn first_of(client: &Client, table: StreamId, round: u32) -> Result<Option<i64>, StoreError> {
    let asked = "select seq, round from transfer where stream = $1 and seq >= $2 and round is not null
        order by seq limit 1";
    // The number is too large for any table, so there is no such round.
    let Ok(wanted) = i32::try_from(round) else { return Ok(None) };
    let head = "select coalesce(max(seq), 0) from unit where stream = $1";
    let mut end: i64 = client.query_one(head, &[&table.0]).await?.try_get::<_, i64>(0)? + 1;
    let (mut begin, mut found) = (1_i64, None);
    while begin < end {
        let middle = begin + (end - begin) / 2;
        let row = client.query_opt(asked, &[&table.0, &middle]).await?;
        let next = row.map(|row| Ok::<_, StoreError>((row.try_get::<_, i64>(0)?, row.try_get::<_, i32>(1)?)));
        match next.transpose()? {
            Some((seq, there)) if there < wanted => begin = seq + 1,
            Some((seq, there)) => {
                found = (there == wanted).then_some(seq);
                end = middle;
            }
            None => end = middle,
        }
    }
    Ok(found)
}
