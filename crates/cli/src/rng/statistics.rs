//! The finding of a test, and two ways to compute it: counts against expected counts, and a mean.

#![allow(clippy::float_arithmetic, reason = "statistics, for people to read; no money depends on it")]

use super::special::{chi_square_upper, normal_upper};

/// The smallest expected count of a cell; with less, the statistic is not a chi-square, so cells are merged.
const LEAST_EXPECTED: f64 = 5.0;

/// The result of a test.
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    /// The name of the test.
    pub(crate) test: &'static str,
    /// What the test examined.
    pub(crate) of: String,
    /// The statistic: a chi-square, or a normal deviate where there are no degrees of freedom.
    pub(crate) statistic: f64,
    /// The degrees of freedom of a chi-square.
    pub(crate) freedom: Option<usize>,
    /// The chance of a statistic as large or larger.
    pub(crate) p: f64,
}

impl Finding {
    pub(crate) fn chi_square(test: &'static str, of: &str, statistic: f64, freedom: usize) -> Finding {
        let p = chi_square_upper(statistic, freedom);
        Finding { test, of: of.to_owned(), statistic, freedom: Some(freedom), p }
    }

    pub(crate) fn deviate(test: &'static str, of: &str, z: f64) -> Finding {
        Finding { test, of: of.to_owned(), statistic: z, freedom: None, p: normal_upper(z) }
    }

    /// The chance of a deviation as far from the middle on either side: a source may also be too regular.
    pub(crate) fn two_sided(&self) -> f64 {
        (2.0 * self.p.min(1.0 - self.p)).clamp(0.0, 1.0)
    }

    /// Whether a perfect source gives such a result in 99 of 100 cases.
    pub(crate) fn passes(&self) -> bool {
        self.two_sided() >= 0.01
    }
}

/// Tests counts against the probabilities of their cells, which add up to one. Neighbouring cells with small
/// expectations are merged.
pub(crate) fn against(test: &'static str, of: &str, counts: &[u64], chances: &[f64]) -> Finding {
    let all = counts.iter().sum::<u64>() as f64;
    let mut cells: Vec<(f64, f64)> = Vec::new();
    let (mut counted, mut expected) = (0.0, 0.0);
    for (count, chance) in counts.iter().zip(chances) {
        counted += *count as f64;
        expected += chance * all;
        if expected >= LEAST_EXPECTED {
            cells.push((counted, expected));
            (counted, expected) = (0.0, 0.0);
        }
    }
    // The remainder at the end is added to the last cell.
    match cells.last_mut() {
        Some(last) => {
            last.0 += counted;
            last.1 += expected;
        }
        None => cells.push((counted, expected)),
    }
    let statistic = cells.iter().map(|(counted, expected)| (counted - expected).powi(2) / expected).sum();
    Finding::chi_square(test, of, statistic, cells.len().saturating_sub(1).max(1))
}

/// Tests independent values against their expected mean; the variance is estimated from the values.
pub(crate) fn mean(test: &'static str, of: &str, values: &[f64], expected: f64) -> Finding {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Finding::deviate(test, of, deviation(mean - expected, (spread / count).sqrt()))
}

/// A deviation in units of its standard error. With zero variance, any deviation is infinite.
pub(crate) fn deviation(off: f64, usual: f64) -> f64 {
    if usual > 0.0 {
        off / usual
    } else if off == 0.0 {
        0.0
    } else {
        f64::MAX.sqrt().copysign(off)
    }
}

/// The probabilities of the lengths by which all symbols have come, from the probability that they have come within
/// each length: the first cell is the shortest possible length, the last one all longer lengths.
pub(crate) fn differences(within: &[f64]) -> Vec<f64> {
    let mut before = 0.0;
    let mut chances: Vec<f64> = within
        .iter()
        .map(|now| {
            let chance = (now - before).max(0.0);
            before = *now;
            chance
        })
        .collect();
    chances.push((1.0 - before).max(0.0));
    chances
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_small_expectation_are_taken_together() {
        // 100 in all: cells of 50, of 30, of 16 and of 4, the last merged with its neighbour.
        let found = against("t", "o", &[50, 30, 16, 3, 1], &[0.5, 0.3, 0.16, 0.03, 0.01]);
        assert_eq!((found.statistic, found.freedom), (0.0, Some(2)));
        let found = against("t", "o", &[60, 40], &[0.5, 0.5]);
        assert_eq!((found.statistic, found.freedom), (4.0, Some(1)));
        assert!(found.passes(), "{}", found.p);
    }

    #[test]
    fn too_regular_fails_as_too_irregular_does() {
        let regular = against("t", "o", &[100; 200], &[0.005; 200]);
        assert!(!regular.passes() && regular.p > 0.995);
        let irregular = against("t", "o", &[60, 140], &[0.5, 0.5]);
        assert!(!irregular.passes() && irregular.p < 0.005);
    }

    #[test]
    fn a_mean_is_weighed_by_its_spread() {
        let found = mean("t", "o", &[1.0, 3.0, 1.0, 3.0], 2.0);
        assert_eq!((found.statistic, found.p), (0.0, 0.5));
        assert!(!mean("t", "o", &[2.0; 10], 1.0).passes());
        assert!(mean("t", "o", &[2.0; 10], 2.0).passes());
    }

    #[test]
    fn lengths_from_their_sums() {
        assert_eq!(differences(&[0.25, 0.75]), [0.25, 0.5, 0.25]);
    }
}
