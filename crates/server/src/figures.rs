//! Metrics for the people who run the servers, in Prometheus' text format, on a listener of their own. They describe
//! how the house runs, not any person's money.

use crate::app::App;
use crate::config::Limits;
use crate::listen::Entrance;
use crate::tasks::Tasks;
use axum::Router;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::watch;

/// The type of a metric.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A value that only grows.
    Counter,
    /// A value that goes up and down.
    Gauge,
    /// A distribution of values.
    Histogram,
}

/// A metric.
pub struct Figure {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Its labels.
    pub labels: &'static [&'static str],
    /// What it measures.
    pub about: &'static str,
}

/// No labels.
const ALL: &[&str] = &[];

const fn counter(name: &'static str, labels: &'static [&'static str], about: &'static str) -> Figure {
    Figure { name, kind: Kind::Counter, labels, about }
}

const fn gauge(name: &'static str, labels: &'static [&'static str], about: &'static str) -> Figure {
    Figure { name, kind: Kind::Gauge, labels, about }
}

const fn histogram(name: &'static str, labels: &'static [&'static str], about: &'static str) -> Figure {
    Figure { name, kind: Kind::Histogram, labels, about }
}

/// All metrics.
pub static FIGURES: &[Figure] = &[
    counter("croupier_units_total", &["shard"], "Units committed."),
    histogram("croupier_batch_units", ALL, "Units in a batch."),
    histogram("croupier_commit_seconds", ALL, "Seconds to commit a batch to the database."),
    counter("croupier_commits_failed_total", &["shard"], "Batches that failed to commit."),
    counter(
        "croupier_faults_total",
        &["shard"],
        "Commands that failed without effect; their tables were reloaded.",
    ),
    counter("croupier_units_lost_total", ALL, "Answered units that the database has lost; should be 0."),
    counter("croupier_commands_total", &["outcome"], "Commands from outside."),
    counter("croupier_shards_taken_total", ALL, "Shards taken by the process."),
    gauge("croupier_shards", ALL, "Shards of the house."),
    gauge("croupier_shards_held", ALL, "Shards held by the process."),
    gauge("croupier_shards_without_owner", ALL, "Shards without a living owner."),
    gauge("croupier_processes", ALL, "Living processes of the house."),
    gauge("croupier_beat_timestamp_seconds", ALL, "Time of the process's last heartbeat."),
    gauge("croupier_clock_drift_seconds", &["shard"], "Drift: how far the database's clock was ahead."),
    gauge("croupier_tables", &["game"], "Tables held by the process."),
    counter("croupier_database_connections_failed_total", ALL, "Failed connections to the database."),
    counter("croupier_http_requests_total", &["endpoint", "status"], "Requests."),
    histogram("croupier_http_request_seconds", &["endpoint"], "Duration of requests in seconds."),
    counter("croupier_turned_away_total", &["why"], "Requests rejected before they had any effect."),
    gauge("croupier_connections", ALL, "Open connections."),
    gauge("croupier_sockets", ALL, "Open sockets that observe a table."),
    counter("croupier_sockets_closed_total", &["why"], "Closed sockets."),
    counter("croupier_frames_total", ALL, "Frames sent on sockets."),
    gauge("croupier_nats_connected", ALL, "Whether NATS is connected: 1 or 0."),
    counter("croupier_units_published_total", ALL, "Messages stored by NATS."),
    counter("croupier_units_not_published_total", ALL, "Messages not confirmed by NATS, or not sent."),
    counter("croupier_sign_ins_total", &["outcome"], "Sign-in attempts."),
    counter("croupier_replays_total", ALL, "Replays of the journal for observers."),
    counter("croupier_roots_signed_total", ALL, "Roots signed by the process."),
    gauge("croupier_root_timestamp_seconds", ALL, "Time of the last signed root, by any process."),
    gauge("croupier_roots_faulty", ALL, "Whether roots and the file outside the database disagree: 1 or 0."),
    gauge("croupier_ledger_findings", ALL, "Findings of the last check of the ledger; should be 0."),
    gauge("croupier_ledger_checked_timestamp_seconds", ALL, "Time of the last check of the ledger."),
    counter("croupier_spans_dropped_total", ALL, "Spans dropped because the collector did not accept them."),
    counter(
        "croupier_tasks_ended_total",
        &["task"],
        "Tasks that ended unexpectedly. A shard is reloaded; after any other task the process exits.",
    ),
];

/// The buckets of seconds: from half a millisecond to ten seconds.
const SECONDS: [f64; 14] =
    [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0];
/// The buckets of batch sizes.
const UNITS: [f64; 9] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 300.0, 1_000.0];
/// How often metrics are aggregated without a request.
const UPKEEP: Duration = Duration::from_secs(5);

/// Starts recording metrics, once per program: earlier values are lost.
pub(crate) fn count() -> Result<PrometheusHandle, BuildError> {
    static HANDLE: Mutex<Option<PrometheusHandle>> = Mutex::new(None);
    let mut handle = HANDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(handle) = &*handle {
        return Ok(handle.clone());
    }
    let builder = PrometheusBuilder::new()
        .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)?
        .set_buckets_for_metric(Matcher::Suffix("_units".to_owned()), &UNITS)?;
    let made = builder.install_recorder()?;
    for Figure { name, kind, about, labels } in FIGURES {
        if *kind == Kind::Counter && labels.is_empty() {
            // A counter exists from the start, so that its first increment is visible.
            metrics::counter!(*name).absolute(0);
        }
        match kind {
            Kind::Counter => metrics::describe_counter!(*name, *about),
            Kind::Gauge => metrics::describe_gauge!(*name, *about),
            Kind::Histogram => metrics::describe_histogram!(*name, *about),
        }
    }
    Ok(handle.insert(made).clone())
}

/// Serves only `/metrics`, on a listener of its own.
pub(crate) fn serve(
    listener: TcpListener,
    app: App,
    handle: PrometheusHandle,
    stopped: watch::Receiver<bool>,
    tasks: &Tasks,
) {
    let upkeep = handle.clone();
    tasks.start("figures", async move {
        loop {
            tokio::time::sleep(UPKEEP).await;
            upkeep.run_upkeep();
        }
    });
    let answer = async move || {
        look(&app).await;
        ([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response()
    };
    let router = Router::new().route("/metrics", get(answer));
    let limits = Limits { connections: 64, ..Limits::default() };
    let entrance = Entrance { listener, router, limits, certificates: None, proxies: Vec::new() };
    tasks.start("figures-entrance", entrance.serve(stopped));
}

fn set(name: &'static str, count: usize) {
    metrics::gauge!(name).set(shown(count));
}

/// Converts a count of this process's own things to a gauge; these are few enough to be exact as a float.
fn shown(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Updates the metrics that are only computed on request.
async fn look(app: &App) {
    let floor = app.leases.floor();
    let lost = floor.leases.iter().filter(|lease| !floor.processes.contains_key(&lease.owner)).count();
    set("croupier_shards", floor.leases.len());
    set("croupier_shards_without_owner", lost);
    set("croupier_processes", floor.processes.len());
    set("croupier_shards_held", app.house.shards().len());
    if let Err(error) = count_tables(app).await {
        tracing::debug!(%error, "the tables cannot be counted");
    }
}

async fn count_tables(app: &App) -> Result<(), house::store::StoreError> {
    let counted = "select game, count(*) from stream where kind = 'table' and shard = any($1) group by game";
    let rows = app.connections.lend().await?.query(counted, &[&app.house.shards()]).await?;
    let mut tables = std::collections::BTreeMap::new();
    for row in rows {
        // A count of rows is never negative.
        let count = usize::try_from(row.try_get::<_, i64>(1)?).unwrap_or(0);
        tables.insert(row.try_get::<_, String>(0)?, count);
    }
    for game in app.registry.games {
        let count = tables.get(game.id).copied().unwrap_or(0);
        metrics::gauge!("croupier_tables", "game" => game.id).set(shown(count));
    }
    Ok(())
}
