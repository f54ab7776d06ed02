//! Points at which a test kills the program, as a power cut would. They exist only in builds with debug assertions: in
//! the build that is shipped there are none, `reached` is empty and `armed` is a constant `false`. The same goes for tasks in
//! which a test wants a panic.

/// Every point, in the order in which a shard passes them; none in a build without debug assertions.
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
    // It is committed: a point between any two statements.
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

/// Whether this process is to be killed somewhere. Then statements go out one after the other, so that each point is
/// between two that were answered.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) const fn armed() -> bool {
    false
}

/// The program has come to this point.
#[cfg(not(debug_assertions))]
#[inline(always)]
pub(crate) const fn reached(_: &'static str) {}

/// Runs the work of a task of this name.
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

    /// Where the process is told where it dies: `after-commit:3` is the third time that it comes to that point.
    const TOLD: &str = "CROUPIER_KILL_AT";

    /// Where the process is told which task panics, and when: `publisher:/tmp/now` is when there is such a file.
    const PANICS: &str = "CROUPIER_PANIC_AT";

    /// How often it is looked for.
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

    /// Whether this process is to be killed somewhere.
    pub(crate) fn armed() -> bool {
        wanted().is_some()
    }

    /// The program has come to this point: it dies by SIGKILL if that is where it was told to.
    pub(crate) fn reached(point: &'static str) {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let Some((wanted, nth)) = wanted() else { return };
        debug_assert!(super::ALL.contains(&point), "{point} is not listed");
        if wanted == point && COUNT.fetch_add(1, Ordering::SeqCst) + 1 == *nth {
            let me = std::process::id().to_string();
            let _ = std::process::Command::new("kill").args(["-9", &me]).status();
            // The signal comes at once; nothing may be done until it does.
            loop {
                std::thread::park();
            }
        }
    }

    /// Runs the work of a task of this name, and panics in it if that is what the process was told: once, so that a task
    /// that is started again goes on.
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
