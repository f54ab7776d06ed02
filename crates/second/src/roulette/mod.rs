//! A second settlement of Ohio's roulette, slow and obvious, written from the rule text alone.
//!
//! [`crate::layout`] reads the record; this module contains what the document says, and [`spots`] lists every place of
//! the felt with its numbers. The references in comments are paragraphs of OH-RO.

pub mod spots;
mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::{ODDS, Terms, Wheel};

use crate::layout::{Account, Document, Follows, House, Mishap, Moment};
use crate::poker::pay::Price;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles =
    crate::Settles { games: &["ohio/roulette"], by: |_, config| Box::new(Account::new(Terms::read(config))) };

impl Document for Terms {
    fn house(&self) -> &House {
        &self.house
    }

    /// 4.V, 1.IV.
    fn has(&self, wager: &str) -> Result<(), String> {
        if self.spots().iter().any(|(_, spot, _)| *spot == wager) {
            return Ok(());
        }
        Err(format!("this felt has no {wager} (4.V, {:?})", self.wheel))
    }

    fn limits(&self, wager: &str) -> Option<(i64, i64, i64)> {
        self.limits.get(wager).copied()
    }

    /// 6.I, 6.II: the ball is spun, and while it runs the dealer calls.
    fn moment_of(&self, step: &str) -> Option<Moment> {
        match step {
            "spin" => Some(Moment::Turning),
            "no-more-bets" => Some(Moment::Closed),
            _ => None,
        }
    }

    /// Section 7; by Q186 wagers stand for the ball that is spun again.
    fn mishaps(&self) -> &'static [Mishap] {
        const AGAIN: Follows = Follows::Again { inspected: false };
        const INSPECTED: Follows = Follows::Again { inspected: true };
        const MISHAPS: &[Mishap] = &[
            Mishap { word: "same-direction", follows: AGAIN, why: "7.I" },
            Mishap { word: "few-revolutions", follows: INSPECTED, why: "7.II" },
            Mishap { word: "ball-left-wheel", follows: INSPECTED, why: "7.III" },
            Mishap { word: "foreign-object", follows: AGAIN, why: "7.IV" },
            Mishap { word: "floater", follows: AGAIN, why: "7.V" },
        ];
        MISHAPS
    }

    /// 1.IV, 5.III.B.
    fn is_no_spin(&self, result: &str) -> bool {
        self.wheel == Wheel::DoubleZeroAsSingle && result == "00"
    }

    /// 4.V: a wager wins if the ball rests in a number that it covers. No outside wager covers a zero: 5.II, 5.III.C
    /// and for columns and dozens RULING-RO-8.
    fn wins(&self, wager: &str, result: &str) -> Result<Option<Price>, String> {
        if self.wheel == Wheel::SingleZero && result == "00" {
            return Err("a single zero wheel has no 00 (1.II)".into());
        }
        let spots = self.spots();
        let spot = spots.iter().find(|(_, spot, _)| *spot == wager);
        let (kind, _, numbers) = spot.ok_or_else(|| format!("this felt has no {wager} (4.V)"))?;
        if !numbers.split(' ').any(|number| number == result) {
            return Ok(None);
        }
        Ok(Some(self.price(kind).ok_or_else(|| format!("{kind} has no odds (5.I)"))?))
    }

    /// 4.IV: a wager counts as it lies when the ball comes to rest; RULING-RO-7 for what is beyond the limits.
    fn found(&self) -> &'static [&'static str] {
        &["OH-RO-4.IV", "RULING-RO-7"]
    }

    /// 6.III; 37 stands for 00 and 38 for 0, since 0 means that the marker is off the layout.
    fn marked(&self, result: &str) -> Option<u16> {
        match result {
            "00" => Some(37),
            "0" => Some(38),
            number => number.parse().ok(),
        }
    }
}
