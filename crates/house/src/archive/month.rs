//! A month of the calendar, in UTC, as the journal is divided.

use crate::ids::Time;
use std::fmt;
use std::str::FromStr;

const DAY: i64 = 86_400_000_000;

/// A month.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Month {
    year: i64,
    /// The month's number, from 1.
    month: i64,
}

impl Month {
    /// Returns the month of a moment.
    pub fn of(time: Time) -> Month {
        let days = time.0.div_euclid(DAY);
        // First an estimate, then the exact month: months have 28 to 31 days.
        let mut month = Month { year: 1970, month: 1 }.after(days.div_euclid(31));
        while month.next().begins() <= time {
            month = month.next();
        }
        month
    }

    /// Returns its first moment.
    pub fn begins(self) -> Time {
        // Years begin with March here, so that a leap day is the last of its year.
        let (year, month) =
            if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        let days = 365 * year + year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
        Time((days + (153 * month + 2) / 5 - 719_468) * DAY)
    }

    /// Returns the first moment after it.
    pub fn ends(self) -> Time {
        self.next().begins()
    }

    /// Returns the next month.
    #[must_use]
    pub fn next(self) -> Month {
        self.after(1)
    }

    /// Returns the month that many months later, or earlier if negative.
    #[must_use]
    pub fn after(self, months: i64) -> Month {
        let all = self.year * 12 + self.month - 1 + months;
        Month { year: all.div_euclid(12), month: all.rem_euclid(12) + 1 }
    }

    /// Returns its first day, as the database writes it.
    pub(crate) fn day(self) -> String {
        format!("{self}-01")
    }

    /// Returns the suffix of the names of its partitions.
    pub(crate) fn part(self) -> String {
        format!("{:04}_{:02}", self.year, self.month)
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// A text that is not a month.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{0}\" is no month: write it as 2026-09")]
pub struct NoMonth(String);

impl FromStr for Month {
    type Err = NoMonth;

    fn from_str(text: &str) -> Result<Month, NoMonth> {
        let parts = text.split_once('-').filter(|(year, month)| year.len() == 4 && month.len() == 2);
        let month = parts
            .and_then(|(year, month)| Some(Month { year: year.parse().ok()?, month: month.parse().ok()? }));
        let known = month.filter(|known| (1..=12).contains(&known.month) && known.to_string() == text);
        known.ok_or_else(|| NoMonth(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_follow_each_other_and_have_their_days() {
        let mut month: Month = "1970-01".parse().unwrap();
        assert_eq!(month.begins(), Time(0));
        let mut days = 0;
        while month.to_string() != "2101-01" {
            let length = (month.ends().0 - month.begins().0) / DAY;
            assert!((28..=31).contains(&length), "{month}");
            assert_eq!((Month::of(month.begins()), Month::of(Time(month.ends().0 - 1))), (month, month));
            assert_eq!((month.next().after(-1), month.after(12).after(-12)), (month, month));
            days += length;
            month = month.next();
        }
        // 131 years with 32 leap days: 2000 has one and 2100 has none.
        assert_eq!(days, 131 * 365 + 32);
        let leap: Month = "2024-02".parse().unwrap();
        assert_eq!(leap.ends(), Time(1_709_251_200_000_000));
        assert_eq!((leap.part(), leap.day()), ("2024_02".to_owned(), "2024-02-01".to_owned()));
    }

    #[test]
    fn what_is_no_month_is_not_taken_for_one() {
        for text in ["", "2026", "2026-00", "2026-13", "2026-9", "26-09", "2026-09-01", "2026-+9", "+026-09"]
        {
            assert!(text.parse::<Month>().is_err(), "{text}");
        }
    }
}
