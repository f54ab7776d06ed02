//! The log of a test, without the logs of other tests that run at the same time.

use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing::Dispatch;
use tracing::dispatcher::set_default;
use tracing::subscriber::NoSubscriber;

#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Log {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// Runs a test whose threads all log here, at every level.
    pub fn of<T>(&self, test: impl Future<Output = T>) -> T {
        let writer = self.clone();
        // A second subscriber that ignores everything: without it, a callsite that another thread reaches first would
        // not be logged here.
        let _deaf = Dispatch::new(NoSubscriber::default());
        let hears =
            tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).without_time().with_ansi(false);
        let hears = Dispatch::new(hears.with_writer(move || writer.clone()).finish());
        let _here = set_default(&hears);
        let mut runtime = tokio::runtime::Builder::new_multi_thread();
        // The subscriber stays until the thread ends.
        runtime.worker_threads(2).enable_all().on_thread_start(move || std::mem::forget(set_default(&hears)));
        runtime.build().unwrap().block_on(test)
    }
}
