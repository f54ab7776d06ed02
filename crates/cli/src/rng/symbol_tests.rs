//! Tests of equally likely symbols drawn with replacement: dice, pockets, bytes.

#![allow(clippy::float_arithmetic, reason = "statistics, for people to read; no money depends on it")]

use super::statistics::{Finding, against, deviation, differences};

/// Symbols in a hand of the poker test.
const HAND: usize = 5;

/// Symbols in the order in which they came.
pub(crate) struct Symbols<'a> {
    /// Their name.
    pub(crate) of: &'a str,
    /// The symbols, each below `kinds`.
    pub(crate) values: Vec<usize>,
    /// The number of kinds.
    pub(crate) kinds: usize,
}

impl Symbols<'_> {
    /// All tests, in their order.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        vec![
            self.frequency(),
            self.overlapping_pairs(),
            self.serial_correlation("serial correlation, 1 apart", 1),
            self.serial_correlation("serial correlation, 2 apart", 2),
            self.runs(),
            self.gaps(),
            self.poker(),
            self.coupons(),
        ]
    }

    fn counts(&self) -> Vec<u64> {
        let mut counts = vec![0; self.kinds];
        self.values.iter().for_each(|value| counts[*value] += 1);
        counts
    }

    /// Counts how often each symbol came.
    fn frequency(&self) -> Finding {
        let chances = vec![1.0 / self.kinds as f64; self.kinds];
        against("frequency", self.of, &self.counts(), &chances)
    }

    /// Counts pairs of neighbours; every symbol is in two pairs. The difference of the pair and symbol statistics is a
    /// chi-square (Good 1953), though neither of them is.
    fn overlapping_pairs(&self) -> Finding {
        let kinds = self.kinds;
        let count = self.values.len() as f64;
        let mut pairs = vec![0_u64; kinds * kinds];
        let next = self.values.iter().cycle().skip(1);
        self.values.iter().zip(next).for_each(|(one, other)| pairs[one * kinds + other] += 1);
        let psi = |counts: &[u64]| {
            let expected = count / counts.len() as f64;
            counts.iter().map(|counted| (*counted as f64 - expected).powi(2) / expected).sum::<f64>()
        };
        let statistic = psi(&pairs) - psi(&self.counts());
        Finding::chi_square("overlapping pairs", self.of, statistic, kinds * kinds - kinds)
    }

    /// Whether neighbouring symbols correlate.
    fn serial_correlation(&self, test: &'static str, apart: usize) -> Finding {
        let kinds = self.kinds as f64;
        let (middle, variance) = ((kinds - 1.0) / 2.0, (kinds * kinds - 1.0) / 12.0);
        let off = |value: &usize| *value as f64 - middle;
        let pairs = self.values.iter().zip(self.values.iter().skip(apart));
        let sum: f64 = pairs.map(|(one, other)| off(one) * off(other)).sum();
        let count = self.values.len().saturating_sub(apart) as f64;
        Finding::deviate(test, self.of, deviation(sum, variance * count.sqrt()))
    }

    /// Counts how often symbols change between the lower half and the upper half.
    fn runs(&self) -> Finding {
        let low = |value: &usize| *value < self.kinds / 2;
        let changes = self.values.windows(2).filter(|pair| low(&pair[0]) != low(&pair[1])).count() as f64;
        let count = self.values.len() as f64;
        let p = (self.kinds / 2) as f64 / self.kinds as f64;
        let pq = p * (1.0 - p);
        let expected = (count - 1.0) * 2.0 * pq;
        let variance =
            (count - 1.0) * 2.0 * pq * (1.0 - 2.0 * pq) + 2.0 * (count - 2.0) * (pq - 4.0 * pq * pq);
        Finding::deviate("runs", self.of, deviation(changes - expected, variance.sqrt()))
    }

    /// The gaps between occurrences of the first symbols: of a sixteenth of all symbols, but at least of one.
    fn gaps(&self) -> Finding {
        let marked = (self.kinds / 16).max(1);
        let p = marked as f64 / self.kinds as f64;
        // One gap in ten thousand is longer.
        let longest = (1e-4_f64.ln() / (1.0 - p).ln()).ceil();
        let chances: Vec<f64> = (0..)
            .map(f64::from)
            .take_while(|length| *length < longest)
            .map(|length| p * (1.0 - p).powf(length))
            .chain([(1.0 - p).powf(longest)])
            .collect();
        let mut counts = vec![0; chances.len()];
        let (mut gap, mut begun) = (0, false);
        for value in &self.values {
            if *value >= marked {
                gap += 1;
                continue;
            }
            if begun {
                counts[gap.min(chances.len() - 1)] += 1;
            }
            (gap, begun) = (0, true);
        }
        against("gaps", self.of, &counts, &chances)
    }

    /// The number of different symbols in a hand of five.
    fn poker(&self) -> Finding {
        let mut chances = [0.0; HAND + 1];
        chances[0] = 1.0;
        for _ in 0..HAND {
            for different in (1..=HAND).rev() {
                let kinds = self.kinds as f64;
                let again = chances[different] * different as f64 / kinds;
                chances[different] =
                    again + chances[different - 1] * (kinds - (different - 1) as f64) / kinds;
            }
            chances[0] = 0.0;
        }
        let mut counts = [0; HAND + 1];
        for hand in self.values.chunks_exact(HAND) {
            let different = (0..HAND).filter(|at| !hand[..*at].contains(&hand[*at])).count();
            counts[different] += 1;
        }
        against("duplicates in five", self.of, &counts, &chances)
    }

    /// The number of symbols until every one has come.
    fn coupons(&self) -> Finding {
        // The distribution of the number of distinct symbols seen, after each symbol.
        let kinds = self.kinds;
        let mut seen = vec![0.0; kinds + 1];
        seen[0] = 1.0;
        let mut within = Vec::new();
        while seen[kinds] < 0.9999 {
            for different in (1..=kinds).rev() {
                let new = (kinds - (different - 1)) as f64 / kinds as f64;
                seen[different] =
                    seen[different] * different as f64 / kinds as f64 + seen[different - 1] * new;
            }
            seen[0] = 0.0;
            within.push(seen[kinds]);
        }
        let chances = differences(&within);
        let mut counts = vec![0; chances.len()];
        let (mut come, mut missing, mut length) = (vec![false; kinds], kinds, 0);
        for value in &self.values {
            length += 1;
            missing -= usize::from(!std::mem::replace(&mut come[*value], true));
            if missing == 0 {
                counts[(length - 1).min(chances.len() - 1)] += 1;
                (missing, length) = (kinds, 0);
                come.fill(false);
            }
        }
        against("coupon collector", self.of, &counts, &chances)
    }
}

/// Whether two simultaneous symbols are independent.
pub(crate) fn interplay(of: &str, pairs: impl Iterator<Item = (usize, usize)>, kinds: usize) -> Finding {
    let kinds = kinds as f64;
    let (middle, variance) = ((kinds - 1.0) / 2.0, (kinds * kinds - 1.0) / 12.0);
    let (mut sum, mut count) = (0.0, 0.0_f64);
    for (one, other) in pairs {
        sum += (one as f64 - middle) * (other as f64 - middle);
        count += 1.0;
    }
    Finding::deviate("interplay", of, deviation(sum, variance * count.sqrt()))
}
