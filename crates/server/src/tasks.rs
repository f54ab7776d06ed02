//! The tasks that a process runs from its start to its end. A process that has lost one of them is useless, even if the
//! others run: it reports that, its caller ends it, and other processes take its tables.

use house::task::{self, Ended, How};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::{AbortHandle, JoinHandle};

/// A task that has returned is reported after this delay: usually another task, which supplied its work, has panicked,
/// and that one should be named.
const GRACE: Duration = Duration::from_millis(200);

/// Counts tasks that have ended too early.
pub(crate) const ENDED: &str = "croupier_tasks_ended_total";

/// All essential tasks of a process.
pub(crate) struct Tasks {
    shared: Arc<Shared>,
    running: Mutex<Vec<AbortHandle>>,
}

struct Shared {
    /// Whether tasks may end.
    leaving: AtomicBool,
    /// The first task that has ended too early.
    failed: watch::Sender<Option<&'static str>>,
}

impl Shared {
    fn ended(&self, task: &'static str, how: How) {
        if self.leaving.load(Ordering::SeqCst) {
            return;
        }
        tracing::error!(task, ?how, "a task has ended, and the process cannot go on without it");
        metrics::counter!(ENDED, "task" => task).increment(1);
        self.failed.send_if_modified(|failed| failed.is_none() && failed.replace(task).is_none());
    }
}

impl Tasks {
    pub(crate) fn new() -> Tasks {
        // The house counts panics of a shard's task.
        metrics::counter!(ENDED, "task" => "shard").absolute(0);
        let shared = Shared { leaving: AtomicBool::new(false), failed: watch::Sender::new(None) };
        Tasks { shared: Arc::new(shared), running: Mutex::default() }
    }

    /// Starts a task that must run until the process leaves.
    pub(crate) fn start(
        &self,
        name: &'static str,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> JoinHandle<()> {
        let (task, ended) = task::spawn(name, work);
        self.running.lock().unwrap_or_else(PoisonError::into_inner).push(task.abort_handle());
        self.watch(name, ended);
        task
    }

    /// Watches a task that was started elsewhere.
    pub(crate) fn watch(&self, name: &'static str, ended: Ended) {
        // The counter exists from the start, so that its first increment is visible.
        metrics::counter!(ENDED, "task" => name).absolute(0);
        let shared = Arc::clone(&self.shared);
        tokio::spawn(async move {
            let how = ended.wait().await;
            if how == How::Returned {
                tokio::time::sleep(GRACE).await;
            }
            shared.ended(name, how);
        });
    }

    /// Waits until a task has ended too early, and names it.
    pub(crate) async fn failed(&self) -> &'static str {
        let mut failed = self.shared.failed.subscribe();
        loop {
            let name = *failed.borrow_and_update();
            if let Some(name) = name {
                return name;
            }
            if failed.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Allows tasks to end from now on.
    pub(crate) fn leave(&self) {
        self.shared.leaving.store(true, Ordering::SeqCst);
    }

    /// Ends the tasks that were started here.
    pub(crate) fn abort(&self) {
        self.leave();
        self.running.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(AbortHandle::abort);
    }
}

impl Drop for Tasks {
    fn drop(&mut self) {
        self.leave();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A_MOMENT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(10);

    async fn failed(tasks: &Tasks, within: Duration) -> Option<&'static str> {
        tokio::time::timeout(within, tasks.failed()).await.ok()
    }

    #[tokio::test]
    async fn a_task_that_panics_or_returns_is_named() {
        let tasks = Tasks::new();
        tasks.start("runs", std::future::pending());
        assert_eq!(failed(&tasks, A_MOMENT).await, None);
        tasks.start("panics", async { panic!("a task of a test") });
        assert_eq!(failed(&tasks, LONG).await, Some("panics"));
        // A task that depends on another one, and ends with it.
        let tasks = Tasks::new();
        let (sends, mut receives) = tokio::sync::mpsc::channel::<()>(1);
        tasks.start("receives", async move { while receives.recv().await.is_some() {} });
        tasks.start("sends", async move {
            let _sends = sends;
            panic!("a task of a test");
        });
        assert_eq!(failed(&tasks, LONG).await, Some("sends"));
        let tasks = Tasks::new();
        tasks.start("returns", async {});
        assert_eq!(failed(&tasks, LONG).await, Some("returns"));
        let (_, ended) = task::spawn("elsewhere", async {});
        let tasks = Tasks::new();
        tasks.watch("elsewhere", ended);
        assert_eq!(failed(&tasks, LONG).await, Some("elsewhere"));
    }

    #[tokio::test]
    async fn a_process_that_leaves_may_lose_its_tasks() {
        let tasks = Tasks::new();
        let task = tasks.start("runs", std::future::pending());
        tasks.abort();
        assert!(task.await.unwrap_err().is_cancelled());
        assert_eq!(failed(&tasks, GRACE + A_MOMENT).await, None);
    }
}
