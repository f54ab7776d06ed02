//! Logging of a process.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::fs::File;
use std::sync::Mutex;
use tracing_subscriber::EnvFilter;

/// Logs to standard error, one JSON object per line. `CROUPIER_LOG` sets the filter, for example `info,house=debug`.
pub fn log_to_stderr() {
    let made = tracing_subscriber::fmt().json().with_env_filter(filter()).with_writer(std::io::stderr);
    // An earlier setup, such as a test's, has precedence.
    let _ = made.try_init();
    log_panics();
}

/// Logs to a file instead; for a process whose terminal is used for something else.
pub fn log_to_file(file: File) {
    let made = tracing_subscriber::fmt().json().with_env_filter(filter()).with_writer(Mutex::new(file));
    let _ = made.try_init();
    log_panics();
}

/// Logs panics like everything else; a panic in a task is not reported otherwise. `RUST_BACKTRACE=1` adds its
/// backtrace.
fn log_panics() {
    std::panic::set_hook(Box::new(|info| {
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let (panic, place) = (text.unwrap_or("without a message"), info.location().map(ToString::to_string));
        let backtrace = Backtrace::capture();
        match backtrace.status() {
            BacktraceStatus::Captured => tracing::error!(panic, place, %backtrace, "a panic"),
            _ => tracing::error!(panic, place, "a panic"),
        }
    }));
}

fn filter() -> EnvFilter {
    let filter = EnvFilter::try_from_env("CROUPIER_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    // At its most verbose level it would log every message that it carries.
    match "async_nats=info".parse() {
        Ok(quiet) => filter.add_directive(quiet),
        Err(_) => filter,
    }
}
