//! Points at which a test kills the program, as a power cut would. They exist only in builds with debug assertions: in
//! the shipped build `reached` is empty and `armed` is a constant `false`. The same applies to tasks in which a test
//! causes a panic.

/// All points, in the order in which a shard passes them; empty without debug assertions.
pub const POINTS: &[&str] = if cfg!(debug_assertions) { ALL } else { &[] };

const ALL: &[&str] = &[
    // A shard is taken over.
    "after-lease",
    "after-load",
    // A batch is applied in memory.
    "before-look-up",
    "before-draw",
    "before-apply",
    "after-apply",
    "before-snapshot",
    // The batch is committed: one point between every two statements.
    "before-begin",
    "after-begin",
    "after-fence",
    "after-units",
    "after-contributions",
    "after-sums",
    "after-shoes",
    "after-opened",
    "after-closed",
    "after-snapshots",
    "after-forgotten",
    "before-commit",
    "after-commit",
    // Answers and messages go out.
    "before-message",
    "after-message",
    "before-answer",
    "after-answer",
    "after-batch",
];

/// Whether this process is to be killed at a point. If so, statements are sent one after the other, so that each point
/// is between two statements that were answered.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) const fn armed() -> bool {
    false
}

/// Marks that the program has reached this point.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) const fn reached(_: &'static str) {}

/// Runs the work of the task with this name.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) async fn breakable<T>(_: &'static str, work: impl Future<Output = T>) -> T {
    work.await
}

#[cfg(debug_assertions)]
pub(crate) use armed::{armed, breakable, reached};

#[cfg(debug_assertions)]
mod armed {
    use std::path::PathBuf;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    use std::time::Duration;

    /// The environment variable that says where the process dies: `after-commit:3` is the third time that it reaches
    /// that point.
    const TOLD: &str = "CROUPIER_KILL_AT";

    /// The environment variable that says which task panics, and when: `publisher:/tmp/now` means once that file
    /// exists.
    const PANICS: &str = "CROUPIER_PANIC_AT";

    /// How often the process looks for that file.
    const LOOK: Duration = Duration::from_millis(20);

    fn wanted() -> Option<&'static (String, u64)> {
        static WANTED: OnceLock<Option<(String, u64)>> = OnceLock::new();
        let wanted = WANTED.get_or_init(|| {
            let told = std::env::var(TOLD).ok()?;
            let (point, nth) = told.split_once(':')?;
            Some((point.to_owned(), nth.parse().ok()?))
        });
        wanted.as_ref()
    }

    /// Whether this process is to be killed at a point.
    pub(crate) fn armed() -> bool {
        wanted().is_some()
    }

    /// Marks that the program has reached this point, and dies by SIGKILL if it was told to die here.
    pub(crate) fn reached(point: &'static str) {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let Some((wanted, nth)) = wanted() else { return };
        debug_assert!(super::ALL.contains(&point), "{point} is not listed");
        if wanted == point && COUNT.fetch_add(1, Ordering::SeqCst) + 1 == *nth {
            let me = std::process::id().to_string();
            let _ = std::process::Command::new("kill").args(["-9", &me]).status();
            // The signal is imminent; do nothing until it comes.
            loop {
                std::thread::park();
            }
        }
    }

    /// Runs the work of the task with this name. If the process was told so, the task panics, only once, so that it
    /// runs on after a restart.
    pub(crate) async fn breakable<T>(task: &'static str, work: impl Future<Output = T>) -> T {
        static DONE: AtomicBool = AtomicBool::new(false);
        let told = std::env::var(PANICS).unwrap_or_default();
        let file =
            told.split_once(':').filter(|(name, _)| *name == task).map(|(_, file)| PathBuf::from(file));
        let Some(file) = file else { return work.await };
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                done = &mut work => return done,
                () = tokio::time::sleep(LOOK) => {}
            }
            let now = file.exists() && !DONE.swap(true, Ordering::SeqCst);
            #[expect(clippy::panic, reason = "a test has asked for it")]
            if now {
                panic!("the task {task} panics because a test has told it to");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_builds_with_debug_assertions_have_points() {
        assert_eq!(super::POINTS.is_empty(), !cfg!(debug_assertions));
    }
}
