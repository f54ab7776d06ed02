//! Signs roots and checks the ledger, each in one process of all.

use crate::app::App;
use crate::config::Config;
use crate::serve::StartError;
use house::House;
use house::anchor::Signer;
use house::audit::{Signing, SigningSetup};
use house::ledger;
use house::store::{Database, StoreError};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use zeroize::Zeroizing;

/// The interval between roots.
const EVERY: Duration = Duration::from_secs(60);
/// How often to check whether the ledger is due for a check.
const LOOK: Duration = Duration::from_secs(60);

/// Starts signing if there is a key and a file.
pub(crate) fn start(
    config: &Config,
    database: &Database,
    house: &Arc<House>,
    process: &str,
) -> Result<Option<Signing>, StartError> {
    let (Some(key), Some(file)) = (&config.signing_key, &config.roots_file) else {
        tracing::warn!(
            "this process neither signs roots nor keeps a copy of them: signing-key or roots-file is not set"
        );
        return Ok(None);
    };
    let setup = SigningSetup {
        database: database.clone(),
        file: file.clone(),
        signer: Arc::new(read_signer(key)?),
        process: process.to_owned(),
        every: EVERY,
        doubt: Box::new({
            let house = Arc::clone(house);
            move |signed| house.doubt(signed)
        }),
    };
    Ok(Some(Signing::start(setup)))
}

fn read_signer(file: &Path) -> Result<Signer, StartError> {
    let wrong = |why: String| StartError::Signing(format!("{}: {why}", file.display()));
    let text = std::fs::read_to_string(file).map_err(|error| wrong(error.to_string()))?;
    Signer::parse(&Zeroizing::new(text)).map_err(|error| wrong(error.to_string()))
}

/// Checks the ledger at this interval, in the process that has the first shard.
pub(crate) async fn check_ledger(app: App, every: Duration) {
    let mut checked: Option<tokio::time::Instant> = None;
    loop {
        tokio::time::sleep(LOOK).await;
        let first = app.leases.floor().leases.first().map(|lease| lease.shard);
        let mine = first.is_some_and(|first| app.house.shards().contains(&first));
        if !mine || checked.is_some_and(|checked| checked.elapsed() < every) {
            continue;
        }
        match app.check_ledger().await {
            Ok(_) => checked = Some(tokio::time::Instant::now()),
            Err(error) => tracing::warn!(%error, "the ledger could not be checked"),
        }
    }
}

impl App {
    /// Checks the ledger in SQL alone, and returns how many faults were found.
    ///
    /// # Errors
    /// What prevents reading the books.
    pub async fn check_ledger(&self) -> Result<u64, StoreError> {
        let findings = ledger::check(&self.database).await?;
        tell(findings);
        Ok(findings)
    }
}

fn tell(findings: u64) {
    if findings > 0 {
        tracing::error!(findings, "the ledger has findings; run `croupier ledger verify`");
    }
    // The gauge saturates at the maximum of `u32`.
    metrics::gauge!("croupier_ledger_findings").set(f64::from(u32::try_from(findings).unwrap_or(u32::MAX)));
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    metrics::gauge!("croupier_ledger_checked_timestamp_seconds").set(now.as_secs_f64());
}
