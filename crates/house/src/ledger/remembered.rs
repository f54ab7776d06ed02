//! Compares the balances by the rows of the ledger with what streams remember after a replay.

use super::in_sql::number;
use super::{Finding, Findings, Way};
use crate::account::{Account, AccountId};
use crate::ids::StreamId;
use crate::store::StoreError;
use crate::stream::{Command, Stream};
use engine::Patron;
use futures_util::TryStreamExt;
use std::collections::BTreeMap;
use std::pin::Pin;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, RowStream};

const BALANCES: &str = "select account, amount::text from balance order by account";

/// The balances of all accounts, in the order of their numbers, so that those of a stream are adjacent.
pub(super) struct Balances {
    rows: Pin<Box<RowStream>>,
    next: Option<(AccountId, i128)>,
}

impl Balances {
    pub(super) async fn read(client: &Client) -> Result<Balances, StoreError> {
        let none: [&(dyn ToSql + Sync); 0] = [];
        let mut balances = Balances { rows: Box::pin(client.query_raw(BALANCES, none).await?), next: None };
        balances.step().await?;
        Ok(balances)
    }

    async fn step(&mut self) -> Result<Option<(AccountId, i128)>, StoreError> {
        let following = match self.rows.try_next().await? {
            Some(row) => Some((AccountId(row.try_get(0)?), number(row.try_get(1)?)?)),
            None => None,
        };
        Ok(std::mem::replace(&mut self.next, following))
    }

    /// Returns the balances of a stream. Streams must be asked for in the order of their numbers; accounts of no known
    /// stream are skipped.
    async fn of(&mut self, stream: StreamId) -> Result<BTreeMap<AccountId, i128>, StoreError> {
        let mut all = BTreeMap::new();
        while self.next.is_some_and(|(account, _)| account.stream() <= stream) {
            if let Some((account, amount)) = self.step().await?
                && account.stream() == stream
            {
                all.insert(account, amount);
            }
        }
        Ok(all)
    }

    /// Compares the balances with what a stream remembers, and counts them.
    pub(super) async fn compare(
        &mut self,
        stream: &dyn Stream,
        findings: &mut Findings,
    ) -> Result<u64, StoreError> {
        let id = stream.id();
        let mut held = self.of(id).await?;
        let mut add = |name, what| {
            findings.add(Finding { way: Way::Replay, name, stream: Some(id), seq: None, item: None, what });
        };
        let on_its_way = held.get(&Account::Transit.of(id)).copied().unwrap_or(0);
        let messages = sent(stream);
        if !(0..=messages).contains(&on_its_way) {
            let what =
                format!("{on_its_way} is on its way, and messages that are not answered carry {messages}");
            add("transit-differs", what);
        }
        held.retain(|account, _| is_remembered(*account, stream));
        let mut count = 0;
        for (account, remembered) in stream.balances() {
            let by_rows = held.remove(&account).unwrap_or(0);
            let remembered = i128::from(remembered.as_minor());
            count += 1;
            if by_rows != remembered {
                add(
                    "balance-differs",
                    format!("{account} holds {by_rows}; the stream knows of {remembered}"),
                );
            }
        }
        for (account, by_rows) in held.into_iter().filter(|(_, amount)| *amount != 0) {
            add("balance-differs", format!("{account} holds {by_rows}; the stream knows nothing of it"));
        }
        for (patron, staked, laid) in stakes(stream) {
            if staked != laid {
                add("layout-differs", format!("patron {patron} has staked {staked}, and {laid} lies there"));
            }
        }
        for (patron, marked, owed) in debts(stream) {
            if marked != owed {
                add("debt-differs", format!("{marked} is marked before patron {patron}, who owes {owed}"));
            }
        }
        Ok(count)
    }
}

/// Whether a stream remembers the balance of this account.
fn is_remembered(account: AccountId, by: &dyn Stream) -> bool {
    use Account::{Bank, Marked, Meter, Owed, Reserve, Stack, Stake, Tips, Vigorish, Wallet};
    match account.account() {
        Some(Stack(_) | Stake(_) | Owed(_) | Marked(_) | Wallet(_) | Meter | Reserve | Bank | Vigorish) => {
            true
        }
        // Those of closed tables are only kept at the cage.
        Some(Tips) => by.table().is_some(),
        _ => false,
    }
}

/// Returns what the stream's unanswered messages carry. One may have arrived already while its answer is in transit, so
/// this is the maximum that can be in transit.
fn sent(stream: &dyn Stream) -> i128 {
    let amount = |command: &Command| match command {
        Command::Arrive { amount, .. } | Command::Return { amount, .. } | Command::Tips { amount } => {
            i128::from(amount.as_minor())
        }
        _ => 0,
    };
    stream.outstanding().iter().map(|sent| amount(&sent.command)).sum()
}

/// Returns what each patron has staked by the table's books, and what the game has on the layout for them.
fn stakes(stream: &dyn Stream) -> Vec<(Patron, i64, i64)> {
    let Some(table) = stream.table() else { return Vec::new() };
    let mut all: BTreeMap<Patron, (i64, i64)> = BTreeMap::new();
    for (patron, seat) in table.seats() {
        all.entry(*patron).or_default().0 += seat.staked.as_minor();
    }
    for wager in table.face().wagers().iter().filter(|wager| wager.on_layout()) {
        all.entry(wager.patron).or_default().1 += wager.stake.as_minor();
    }
    all.into_iter().map(|(patron, (staked, laid))| (patron, staked, laid)).collect()
}

/// Returns what is marked before each patron by the table's books, and what they owe by the game.
fn debts(stream: &dyn Stream) -> Vec<(Patron, i64, i64)> {
    let Some(table) = stream.table() else { return Vec::new() };
    let mut all: BTreeMap<Patron, (i64, i64)> = BTreeMap::new();
    for (patron, marked) in table.all_marked() {
        all.entry(patron).or_default().0 += marked.as_minor();
    }
    table.face().owed(&mut |owed| all.entry(owed.patron).or_default().1 += owed.amount.as_minor());
    all.into_iter().map(|(patron, (marked, owed))| (patron, marked, owed)).collect()
}
