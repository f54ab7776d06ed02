//! Runs all tests of a sample and judges them together.

#![allow(clippy::float_arithmetic, reason = "statistics, for people to read; no money depends on it")]

use super::card_tests::Shoes;
use super::sample::Sample;
use super::special::binomial_upper;
use super::statistics::{Finding, against, deviation};
use super::symbol_tests::{Symbols, interplay};
use felt::{Die, TwoDice};

/// The chance that a test fails for a perfect source.
pub(crate) const ALONE: f64 = 0.01;
/// The level of each of the two overall checks: together they fail a perfect source in one case of a hundred.
const TOGETHER: f64 = 0.005;

/// The tests of a sample, in their order.
pub(crate) fn findings(sample: &Sample) -> Vec<Finding> {
    match sample {
        Sample::Raw(bytes) => {
            let values = bytes.iter().map(|byte| usize::from(*byte)).collect();
            let mut found = Symbols { of: "bytes", values, kinds: 256 }.findings();
            found.extend(bits(bytes));
            found
        }
        Sample::Cards { pack, shoes } => Shoes::new(*pack, shoes).findings(),
        Sample::Dice(throws) => dice(throws),
        Sample::Pockets { wheel, pockets } => {
            // By position on the wheel, which would show a tilted wheel.
            let order = wheel.pockets();
            let place = |pocket| order.iter().position(|other| other == pocket).unwrap_or(0);
            let values = pockets.iter().map(place).collect();
            Symbols { of: "pockets", values, kinds: order.len() }.findings()
        }
    }
}

fn dice(throws: &[TwoDice]) -> Vec<Finding> {
    let face = |die: Die| usize::from(die.number() - 1);
    let pairs = || throws.iter().map(|throw| (face(throw.a), face(throw.b)));
    let each = pairs().flat_map(|(a, b)| [a, b]).collect();
    let both = pairs().map(|(a, b)| a * 6 + b).collect();
    let mut found = Symbols { of: "dice", values: each, kinds: 6 }.findings();
    found.extend(Symbols { of: "throws", values: both, kinds: 36 }.findings());
    let mut sums = [0; 11];
    pairs().for_each(|(a, b)| sums[a + b] += 1);
    let chances = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0].map(|ways| ways / 36.0);
    found.push(against("frequency", "sums", &sums, &chances));
    found.push(interplay("two dice", pairs(), 6));
    found
}

/// Tests how many bits are set, and how many differ from the previous bit.
fn bits(bytes: &[u8]) -> [Finding; 2] {
    let all = bytes.len() as f64 * 8.0;
    let set: u64 = bytes.iter().map(|byte| u64::from(byte.count_ones())).sum();
    let inside: u64 = bytes.iter().map(|byte| u64::from(((byte ^ (byte >> 1)) & 0x7f).count_ones())).sum();
    let between: u64 = bytes.windows(2).map(|pair| u64::from((pair[0] & 1) ^ (pair[1] >> 7))).sum();
    let half = |test, count: u64, of: f64| {
        Finding::deviate(test, "bits", deviation(count as f64 - of / 2.0, of.sqrt() / 2.0))
    };
    [half("frequency", set, all), half("runs", inside + between, all - 1.0)]
}

/// The overall result of all findings.
pub(crate) struct Judgement {
    pub(crate) tests: usize,
    pub(crate) failed: usize,
    /// The number of tests expected to fail for a perfect source.
    pub(crate) expected: f64,
    /// The chance that this many or more fail.
    pub(crate) so_many: f64,
    /// The chance that the worst finding is this bad or worse.
    pub(crate) so_bad: f64,
}

impl Judgement {
    pub(crate) fn of<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> Judgement {
        let (mut tests, mut failed, mut worst) = (0, 0, 1.0_f64);
        for finding in findings {
            tests += 1;
            failed += usize::from(!finding.passes());
            worst = worst.min(finding.two_sided());
        }
        Judgement {
            tests,
            failed,
            expected: tests as f64 * ALONE,
            so_many: binomial_upper(failed, tests, ALONE),
            so_bad: (worst * tests as f64).min(1.0),
        }
    }

    pub(crate) fn passes(&self) -> bool {
        self.so_many >= TOGETHER && self.so_bad >= TOGETHER
    }
}

#[cfg(test)]
mod tests;
