//! Processor time, as Linux counts it per process.

use std::time::Duration;

/// Linux reports hundredths of a second, whatever the tick of its own clock is.
const TICK: Duration = Duration::from_millis(10);

/// Processor time that was used up to a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Busy {
    /// By this process.
    pub here: Duration,
    /// By all processes of PostgreSQL on this machine.
    pub postgres: Duration,
}

impl Busy {
    /// Returns the time used so far. Zero if the system does not report it.
    pub fn now() -> Busy {
        let here = time_of("self").map_or(Duration::ZERO, |(own, _)| own);
        let mut postgres = Duration::ZERO;
        for entry in std::fs::read_dir("/proc").into_iter().flatten().flatten() {
            let name = entry.file_name();
            let Some(process) = name.to_str().filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
            else {
                continue;
            };
            let command = std::fs::read_to_string(format!("/proc/{process}/comm")).unwrap_or_default();
            if command.trim_end() == "postgres"
                && let Some((own, of_ended)) = time_of(process)
            {
                // The time of ended sessions is counted in the process that started them.
                postgres += own + of_ended;
            }
        }
        Busy { here, postgres }
    }

    /// Returns the time used since another moment.
    pub fn since(self, then: Busy) -> Busy {
        Busy {
            here: self.here.saturating_sub(then.here),
            postgres: self.postgres.saturating_sub(then.postgres),
        }
    }
}

impl std::ops::AddAssign for Busy {
    fn add_assign(&mut self, more: Busy) {
        self.here += more.here;
        self.postgres += more.postgres;
    }
}

/// Returns the time of a process, and of its ended children.
fn time_of(process: &str) -> Option<(Duration, Duration)> {
    parse(&std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?)
}

/// Reads fields fourteen to seventeen. The second field is a name in brackets, which may contain anything.
fn parse(stat: &str) -> Option<(Duration, Duration)> {
    let (_, fields) = stat.rsplit_once(')')?;
    let mut ticks = fields.split_whitespace().skip(11).map(str::parse::<u32>);
    let mut two = || Some(TICK * ticks.next()?.ok()? + TICK * ticks.next()?.ok()?);
    Some((two()?, two()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_are_found_behind_any_name() {
        let stat = "17 (a) b 1 2) S 1 17 17 0 -1 4194560 1 2 3 4 250 50 7 3 20 0 1 0";
        assert_eq!(parse(stat), Some((Duration::from_secs(3), Duration::from_millis(100))));
        assert_eq!(parse("17 (a) S 1 2"), None);
        assert_eq!(parse(""), None);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_process_that_works_is_seen_to_work() {
        let (before, mut number) = (Busy::now(), 1_u64);
        while Busy::now().since(before).here < 2 * TICK {
            number = std::hint::black_box(number.wrapping_mul(3));
        }
        assert!(Busy::now().here > before.here);
    }
}
