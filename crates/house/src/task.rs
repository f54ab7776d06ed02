//! A task that runs as long as its process, and how to learn that it has ended.

use crate::failpoint::breakable;
use tokio::sync::watch;
use tokio::task::JoinHandle;

/// How a task has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum How {
    /// It returned, or was aborted.
    Returned,
    /// It panicked.
    Panicked,
}

/// Reports when a task has ended.
#[derive(Clone, Debug)]
pub struct Ended(watch::Receiver<How>);

impl Ended {
    /// Waits until the task has ended.
    pub async fn wait(mut self) -> How {
        // The sender is dropped with the task.
        while self.0.changed().await.is_ok() {}
        *self.0.borrow()
    }
}

/// Dropped when a task ends, in whatever way.
struct Runs(watch::Sender<How>);

impl Drop for Runs {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.send_replace(How::Panicked);
        }
    }
}

/// Starts a task. Tests use its name to make it fail.
pub fn spawn(name: &'static str, work: impl Future<Output = ()> + Send + 'static) -> (JoinHandle<()>, Ended) {
    let (runs, ended) = watch::channel(How::Returned);
    let runs = Runs(runs);
    let task = tokio::spawn(async move {
        let _runs = runs;
        breakable(name, work).await;
    });
    (task, Ended(ended))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[tokio::test]
    async fn it_is_told_however_a_task_ends() {
        let (_, returned) = spawn("returns", async {});
        let (_, panicked) = spawn("panics", async { panic!("a task of a test") });
        let (task, aborted) = spawn("waits", std::future::pending());
        let (_runs, running) = spawn("runs", std::future::pending());
        task.abort();
        for (ended, how) in [(returned, How::Returned), (panicked, How::Panicked), (aborted, How::Returned)] {
            assert_eq!(tokio::time::timeout(Duration::from_secs(10), ended.wait()).await, Ok(how));
        }
        assert!(tokio::time::timeout(Duration::from_millis(50), running.wait()).await.is_err());
    }
}
