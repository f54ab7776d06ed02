//! A second settlement of Ohio's Big Six, slow and obvious, written from the rule text alone.
//!
//! [`crate::layout`] reads the record; this module contains what the document says. The references in comments are
//! paragraphs of OH-B6.

mod terms;
#[allow(dead_code, unused_imports, reason = "the conformance run has a harness of its own, which drops them")]
#[cfg(test)]
mod tests;

pub use terms::{ODDS, SECTIONS, Terms};

use crate::layout::{Account, Document, Follows, House, Mishap, Moment};
use crate::poker::pay::Price;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles =
    crate::Settles { games: &["ohio/big-six"], by: |_, config| Box::new(Account::new(Terms::read(config))) };

impl Document for Terms {
    fn house(&self) -> &House {
        &self.house
    }

    /// 4.I: seven insignias; of the last, 7.I/T1 and Q255.
    fn has(&self, wager: &str) -> Result<(), String> {
        if ODDS.iter().any(|(word, ..)| *word == wager) {
            return Ok(());
        }
        Err(format!("{wager} is no insignia (4.I)"))
    }

    fn limits(&self, wager: &str) -> Option<(i64, i64, i64)> {
        self.limits.get(wager).copied()
    }

    /// 4.IV: bets close when the wheel is spun, without a call.
    fn moment_of(&self, step: &str) -> Option<Moment> {
        (step == "spin").then_some(Moment::Closed)
    }

    fn mishaps(&self) -> &'static [Mishap] {
        const MISHAPS: &[Mishap] = &[
            Mishap { word: "clapper-on-peg", follows: Follows::Void, why: "8.I" },
            Mishap { word: "too-few-rotations", follows: Follows::Void, why: "8.II" },
        ];
        MISHAPS
    }

    /// 5.III: every insignia is a result.
    fn is_no_spin(&self, _: &str) -> bool {
        false
    }

    /// 4.I.A to 4.I.G: a wager wins on its own insignia and loses on any other.
    fn wins(&self, wager: &str, result: &str) -> Result<Option<Price>, String> {
        let row = ODDS.iter().find(|(word, ..)| *word == wager);
        let (_, insignia, price) = row.ok_or_else(|| format!("{wager} is no insignia (4.I)"))?;
        if !SECTIONS.iter().any(|(face, _)| *face == result) {
            return Err(format!("the wheel has no {result} (2.I.C.3)"));
        }
        Ok((*insignia == result).then_some(*price))
    }

    /// 4.IV: no wager is made after the spin, and chips found then are not a wager.
    fn found(&self) -> &'static [&'static str] {
        &[]
    }

    fn marked(&self, _: &str) -> Option<u16> {
        None
    }
}
