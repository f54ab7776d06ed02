//! The one clock of the house: the database's, extrapolated by this machine's steady clock.
//!
//! It stamps every unit of every process, independent of the clocks of their machines. It is set when a connection is
//! made and compared again from time to time; if it has drifted too far, no wager is taken until it is set again.

use crate::ids::Time;
use crate::store::StoreError;
use std::time::{Duration, Instant, SystemTime};
use tokio_postgres::Client;

/// How far the clock may be from the database's.
pub const MOST_DRIFT: Duration = Duration::from_secs(1);

/// A clock that was set by a slow answer is set again, at most this many times.
const MOST_TRIES: usize = 5;

/// The clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    set: Instant,
    told: Time,
    drift: i64,
    /// Whether the answer that set it was fast enough to tell when the database read its clock.
    sure: bool,
}

impl Clock {
    /// Sets a clock by the database's, assuming that it was read halfway between question and answer.
    ///
    /// # Errors
    /// A database error.
    pub async fn set_by(client: &Client) -> Result<Clock, StoreError> {
        let mut asked = ask(client).await?;
        for _ in 0..MOST_TRIES {
            if asked.is_sure() {
                break;
            }
            asked = ask(client).await?;
        }
        Ok(Clock::set(asked))
    }

    fn set(asked: Asked) -> Clock {
        Clock { set: asked.when, told: asked.told, drift: 0, sure: asked.is_sure() }
    }

    /// Returns the time.
    pub fn now(&self) -> Time {
        self.at(Instant::now())
    }

    /// Returns the time at a moment of this machine's steady clock, which may be in the future.
    pub(crate) fn at(&self, when: Instant) -> Time {
        // No deadline is this far ahead; the time saturates.
        let since = i64::try_from(when.saturating_duration_since(self.set).as_micros()).unwrap_or(i64::MAX);
        Time(self.told.0.saturating_add(since))
    }

    /// Compares the clock with the database's. If it did not hold at the last comparison, it is set again.
    ///
    /// # Errors
    /// A database error.
    pub async fn look(&mut self, client: &Client) -> Result<(), StoreError> {
        self.hears(ask(client).await?);
        Ok(())
    }

    fn hears(&mut self, asked: Asked) {
        if !asked.is_sure() {
            return;
        }
        // A clock that was set by a slow answer has not drifted; it was inexact from the start.
        if self.holds() && self.sure {
            self.drift = asked.told.0 - self.at(asked.when).0;
        } else {
            *self = Clock::set(asked);
        }
    }

    /// Returns by how many microseconds the database's clock was ahead at the last comparison.
    pub fn drift(&self) -> i64 {
        self.drift
    }

    /// Whether the clock is exact enough for wagers.
    pub fn holds(&self) -> bool {
        u128::from(self.drift.unsigned_abs()) <= MOST_DRIFT.as_micros()
    }
}

/// What the database's clock said.
#[derive(Clone, Copy)]
struct Asked {
    told: Time,
    /// The moment halfway between question and answer.
    when: Instant,
    /// How long the answer took.
    took: Duration,
}

impl Asked {
    /// Whether the answer was fast. The database read its clock at some moment between question and answer. If that
    /// took long, because the database stalled, a correct clock would seem to have drifted.
    fn is_sure(&self) -> bool {
        self.took < MOST_DRIFT
    }
}

async fn ask(client: &Client) -> Result<Asked, StoreError> {
    let before = Instant::now();
    let row = client.query_one("select clock_timestamp()", &[]).await?;
    let (told, took): (SystemTime, Duration) = (row.try_get(0)?, before.elapsed());
    Ok(Asked { told: Time::from_system(told), when: before + took / 2, took })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_drifts_holds_no_more_until_it_is_set_anew() {
        let start = Instant::now();
        let mut clock = Clock { set: start, told: Time(1_000_000_000), drift: 0, sure: true };
        let later = |seconds: u64| start + Duration::from_secs(seconds);
        let said = |told: i64, seconds: u64| {
            let (when, took) = (later(seconds), Duration::from_millis(3));
            Asked { told: Time(told), when, took }
        };
        clock.hears(said(1_010_900_000, 10));
        assert_eq!((clock.drift(), clock.holds()), (900_000, true));
        clock.hears(said(1_021_000_001, 20));
        assert_eq!((clock.drift(), clock.holds()), (1_000_001, false));
        // Meanwhile it runs on as it was set.
        assert_eq!(clock.at(later(22)), Time(1_022_000_000));
        clock.hears(said(1_026_100_000, 25));
        assert!(clock.holds());
        assert_eq!(clock.at(later(26)), Time(1_027_100_000));
        clock.hears(said(1_025_000_000, 26));
        assert_eq!((clock.drift(), clock.holds()), (-2_100_000, false));
    }

    #[test]
    fn a_clock_that_a_slow_answer_has_set_is_set_again_by_a_quick_one() {
        let start = Instant::now();
        let slow = Asked { told: Time(1_000_000_000), when: start, took: Duration::from_secs(3) };
        let mut clock = Clock::set(slow);
        let when = start + Duration::from_secs(5);
        clock.hears(Asked { told: Time(1_006_400_000), when, took: Duration::from_millis(3) });
        assert_eq!((clock.drift(), clock.holds(), clock.at(when)), (0, true, Time(1_006_400_000)));
    }

    #[test]
    fn an_answer_that_took_long_says_nothing_of_the_clock() {
        let start = Instant::now();
        let mut clock = Clock { set: start, told: Time(1_000_000_000), drift: 0, sure: true };
        // The database stalled for 2.4 s right after the question, and read its clock at the end.
        let (when, took) = (start + Duration::from_millis(11_200), Duration::from_millis(2_400));
        clock.hears(Asked { told: Time(1_012_400_000), when, took });
        assert_eq!((clock.drift(), clock.holds()), (0, true));
        let (when, took) = (start + Duration::from_secs(13), Duration::from_millis(4));
        clock.hears(Asked { told: Time(1_013_000_100), when, took });
        assert_eq!((clock.drift(), clock.holds()), (100, true));
    }
}
