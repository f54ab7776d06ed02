//! The log of sign-ins and the log of accounts: each is one chain of entries, which the database itself writes.
//!
//! An entry has a number, from 1 without a gap, its own hash and the hash of the entry before it. The end of each chain
//! is in a table that the role which adds entries cannot write to. Names and addresses are not in the chain, so that
//! they can be erased.

use super::report::{Fault, Finding, LogFault, Report};
use super::verify::VerifyError;
use crate::ids::{Hash, Time};
use futures_util::TryStreamExt;
use sha2::{Digest, Sha256};
use std::time::SystemTime;
use tokio_postgres::{Row, Transaction};

/// A log: its table, the prefix of its hashes, and the columns that are chained, numbers first.
struct Log {
    table: &'static str,
    domain: &'static [u8],
    numbers: &'static [&'static str],
    texts: &'static [&'static str],
}

const LOGS: [Log; 2] = [
    Log {
        table: "sign_in_log",
        domain: b"croupier sign-in 1",
        numbers: &["coalesce(person, 0)"],
        texts: &["outcome"],
    },
    Log {
        table: "account_log",
        domain: b"croupier account 1",
        numbers: &["person", "by_person"],
        texts: &["what", "before", "after"],
    },
];

const CHAINED: &str = "select to_regclass('log_head') is not null";
const HEAD: &str = "select place, hash from log_head where log = $1";

/// Checks every entry of both logs against its chain.
pub(super) async fn verify(transaction: &Transaction<'_>, report: &mut Report) -> Result<(), VerifyError> {
    if !transaction.query_one(CHAINED, &[]).await?.try_get::<_, bool>(0)? {
        return Ok(());
    }
    let mut entries = 0;
    for log in &LOGS {
        let walk = log.walk(transaction, report).await?;
        entries += walk.entries;
        let head = transaction.query_opt(HEAD, &[&log.table]).await?;
        let head = head.map(|row| Ok::<_, VerifyError>((row.try_get(0)?, hash_in(&row, 1)?)));
        walk.end(head.transpose()?.unwrap_or((0, Some(Hash::NONE))), report);
    }
    report.entries = Some(entries);
    Ok(())
}

impl Log {
    async fn walk(&self, transaction: &Transaction<'_>, report: &mut Report) -> Result<Walk, VerifyError> {
        let columns = [self.numbers, self.texts].concat().join(", ");
        let all = format!("select place, hash, id, at, {columns} from {} order by place, id", self.table);
        let none: [i64; 0] = [];
        let rows = transaction.query_raw(&all, none).await?;
        let mut rows = std::pin::pin!(rows);
        let mut walk = Walk { log: self.table, entries: 0, last: 0, hash: Some(Hash::NONE) };
        while let Some(row) = rows.try_next().await? {
            let place: i64 = row.try_get(0)?;
            let stored = hash_in(&row, 1)?;
            walk.entries += 1;
            if place <= walk.last {
                walk.find(place, place, LogFault::Added, report);
                continue;
            }
            if place > walk.last + 1 {
                walk.find(walk.last + 1, place - 1, LogFault::Missing, report);
                // The entry before it is unknown.
            } else if let Some(before) = walk.hash
                && stored != Some(self.hash(&row, place, before)?)
            {
                walk.find(place, place, LogFault::Changed, report);
            }
            (walk.last, walk.hash) = (place, stored);
        }
        Ok(walk)
    }

    /// Returns the hash of an entry at its place, after the one before it.
    fn hash(&self, row: &Row, place: i64, before: Hash) -> Result<Hash, VerifyError> {
        let at = Time::from_system(row.try_get::<_, SystemTime>(3)?);
        let mut hash = Sha256::new()
            .chain_update(self.domain)
            .chain_update(before.0)
            .chain_update(place.to_be_bytes())
            .chain_update(row.try_get::<_, i64>(2)?.to_be_bytes())
            .chain_update(at.0.to_be_bytes());
        let (numbers, texts) = (4..4 + self.numbers.len(), 4 + self.numbers.len()..);
        for column in numbers {
            hash.update(row.try_get::<_, i64>(column)?.to_be_bytes());
        }
        for (column, _) in texts.zip(self.texts) {
            let text: Option<&str> = row.try_get(column)?;
            let length = text.map_or(-1, |text| i64::try_from(text.len()).unwrap_or(i64::MAX));
            hash.update(length.to_be_bytes());
            hash.update(text.unwrap_or_default());
        }
        Ok(Hash(hash.finalize().into()))
    }
}

/// How far a log was walked.
struct Walk {
    log: &'static str,
    entries: u64,
    last: i64,
    /// The hash of the last entry, as stored; `None` if it is not a hash.
    hash: Option<Hash>,
}

impl Walk {
    /// Checks that the last entry is the one that the end of the chain names.
    fn end(self, (place, hash): (i64, Option<Hash>), report: &mut Report) {
        let last = self.last;
        if last < place {
            self.find(last + 1, place, LogFault::CutOff, report);
        } else if last > place {
            self.find(place + 1, last, LogFault::Added, report);
        } else if hash != self.hash {
            self.find(last, last, LogFault::Changed, report);
        }
    }

    fn find(&self, from: i64, to: i64, fault: LogFault, report: &mut Report) {
        let (name, fault) = (self.log.to_owned(), Fault::Log(fault));
        report.add(Finding { stream: None, name, from, to, fault, root: None });
    }
}

fn hash_in(row: &Row, column: usize) -> Result<Option<Hash>, VerifyError> {
    let bytes: &[u8] = row.try_get(column)?;
    Ok(bytes.try_into().ok().map(Hash))
}
