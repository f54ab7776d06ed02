//! A progress bar for long operations.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// Operations shorter than this show no bar: it would disappear before it is read.
const PATIENCE: Duration = Duration::from_secs(2);

/// A bar on standard error, shown if output goes to a file or pipe and the operation takes long.
pub(crate) struct Progress {
    started: Instant,
    all: u64,
    what: &'static str,
    bar: Option<ProgressBar>,
    wanted: bool,
}

impl Progress {
    /// A bar for this many items, named in the plural.
    pub(crate) fn new(all: u64, what: &'static str) -> Progress {
        let wanted = std::io::stderr().is_terminal() && !std::io::stdout().is_terminal();
        Progress { started: Instant::now(), all, what, bar: None, wanted }
    }

    /// A bar for an operation that prints nothing until its end.
    pub(crate) fn silent(all: u64, what: &'static str) -> Progress {
        Progress { wanted: std::io::stderr().is_terminal(), ..Progress::new(all, what) }
    }

    pub(crate) fn tick(&mut self, done: u64) {
        if !self.wanted || (self.bar.is_none() && self.started.elapsed() < PATIENCE) {
            return;
        }
        let (all, what) = (self.all, self.what);
        self.bar.get_or_insert_with(|| new_bar(all, what)).set_position(done);
    }

    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
        // A bar that was never drawn need not be erased.
        let _ = std::io::stderr().flush();
    }
}

fn new_bar(all: u64, what: &str) -> ProgressBar {
    let bar = ProgressBar::new(all);
    match ProgressStyle::with_template(&format!("{{wide_bar}} {{human_pos}}/{{human_len}} {what}")) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
