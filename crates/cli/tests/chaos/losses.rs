//! After a failover that lost answered commands: what the house must report, and how it must treat a retry of a lost
//! command.

use crate::diary::{Entry, Heard};
use crate::people::{Order, People};
use crate::process::Process;
use crate::site::{Site, token};
use house::patrons::Whim;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// The maximum time until the house reports the losses.
const NOTICED: Duration = Duration::from_secs(5);
/// The line in the log of a process.
const LINE: &str = "history was lost";
/// The counter on the page of figures.
const COUNTER: &str = "croupier_units_lost_total";
/// The number of lost commands of each kind that are retried.
const SAMPLE: usize = 5;

/// Units of a stream that were lost, as `/ready` lists them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
pub struct Loss {
    stream: i64,
    from: i64,
    to: i64,
}

/// What the processes have reported of losses so far.
pub struct Said {
    lines: usize,
    counted: u64,
    listed: BTreeSet<Loss>,
}

impl Said {
    pub async fn so_far(processes: &[Process]) -> Said {
        let mut said = Said { lines: 0, counted: 0, listed: BTreeSet::new() };
        for process in processes {
            said.lines += process.said(LINE);
            said.counted += process.figure(COUNTER).await;
            said.listed.extend(listed(&process.address()).await);
        }
        said
    }

    /// What these processes have not reported of these lost commands, since an earlier moment.
    fn missing(&self, before: &Said, lost: &[Entry]) -> Vec<String> {
        let mut missing = Vec::new();
        if self.lines == before.lines {
            missing.push(format!("no log says \"{LINE}\""));
        }
        let least = u64::try_from(lost.len()).unwrap();
        let counted = self.counted - before.counted;
        if counted < least {
            missing.push(format!("{COUNTER} has risen by {counted} for {least} lost commands"));
        }
        let new: Vec<&Loss> = self.listed.difference(&before.listed).collect();
        let is_listed = |entry: &&Entry| {
            let seq = number(entry);
            new.iter().any(|loss| loss.stream == entry.stream && (loss.from..=loss.to).contains(&seq))
        };
        let unlisted: Vec<(i64, i64)> = lost.iter().filter(|entry| !is_listed(entry)).map(unit).collect();
        if !unlisted.is_empty() {
            missing.push(format!("/ready does not list these lost units: {unlisted:?}"));
        }
        missing
    }
}

/// The unit that the answer to a command named.
fn number(entry: &Entry) -> i64 {
    match entry.heard {
        Heard::Done { seq, .. } => seq,
        Heard::Refused(_) | Heard::Nothing => 0,
    }
}

/// A command, in short.
pub fn name(entry: &Entry) -> String {
    format!("{} under key {}, unit {}", entry.path, entry.key, number(entry))
}

/// The stream and the number of the unit that executed a command.
pub fn unit(entry: &Entry) -> (i64, i64) {
    (entry.stream, number(entry))
}

async fn listed(address: &str) -> Vec<Loss> {
    let answer = reqwest::get(format!("{address}/ready")).await.unwrap();
    assert!(answer.status().is_success(), "{address} is not ready: {}", answer.status());
    let ready: Value = answer.json().await.unwrap();
    let lost = ready["lost"].as_array().cloned().unwrap_or_default();
    lost.into_iter().map(|loss| serde_json::from_value(loss).unwrap()).collect()
}

/// Waits until the processes have reported a loss completely. Returns what is missing.
pub async fn noticed(processes: &[Process], before: &Said, lost: &[Entry]) -> Vec<String> {
    let since = Instant::now();
    loop {
        let missing = Said::so_far(processes).await.missing(before, lost);
        if missing.is_empty() || since.elapsed() > NOTICED {
            return missing;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Checks that in the journal the unit after the lost ones is a notice, and that no number is reused. Returns the
/// violations.
pub async fn written_down(site: &Site, processes: &[Process], before: &Said) -> Vec<String> {
    let mut faults = Vec::new();
    let said = Said::so_far(processes).await;
    let client = site.database.connect().await.unwrap();
    let http = reqwest::Client::new();
    for loss in said.listed.difference(&before.listed) {
        let Loss { stream, from, to } = *loss;
        let asked =
            "select count(*) filter (where seq between $2 and $3), count(*) filter (where seq = $3 + 1)
            from unit where stream = $1";
        let row = client.query_one(asked, &[&stream, &from, &to]).await.unwrap();
        if (row.get::<_, i64>(0), row.get::<_, i64>(1)) != (0, 1) {
            faults.push(format!("numbers of {loss:?} are used again, or no unit follows"));
        }
        if !site.tables.iter().any(|table| table.id == stream) {
            continue;
        }
        let path = format!("{}/v1/tables/{stream}/units?after={to}&limit=1", processes[0].address());
        let answer = http.get(path).bearer_auth(token(104)).send().await.unwrap();
        let units: Value = answer.json().await.unwrap();
        let unit = &units[0];
        if (&unit["seq"], &unit["what"], &unit["stands"])
            != (&json!(to + 1), &json!("lost"), &json!(from - 1))
        {
            faults.push(format!("after {loss:?} the table tells {unit}"));
        }
    }
    faults
}

/// Retries some lost commands with their keys. A deposit always fits and is executed again; another command may be
/// refused. Returns the errors.
pub async fn sent_again(people: &People, lost: &[Entry]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut whim = Whim::new(9);
    for entry in lost {
        let kind = entry.path.rsplit('/').next().unwrap();
        let count = kinds.entry(kind).or_default();
        *count += 1;
        if *count > SAMPLE {
            continue;
        }
        let Entry { stream, path, person, body, .. } = entry.clone();
        let answer = people.send(Order { stream, path, person, body }, &mut whim).await;
        match answer {
            Some(done) if done["again"] == false && done["seq"].as_i64() > Some(number(entry)) => {}
            Some(done) => {
                let (again, seq) = (&done["again"], &done["seq"]);
                let name = name(entry);
                faults.push(format!("{name} is lost; sent again it is answered: again {again}, unit {seq}"));
            }
            None if kind != "deposits" => {}
            None => faults.push(format!("{} is lost; sent again it is refused", name(entry))),
        }
    }
    let deposits = kinds.get("deposits");
    if deposits.is_none() {
        faults.push("no deposit is among the lost commands".to_owned());
    }
    faults
}
