//! The special functions that the statistics need: the tails of three distributions.
//!
//! They are implemented here because a statistics library would bring matrices and random generators with it. The tests
//! compare them with values of another program.

#![allow(clippy::float_arithmetic, reason = "statistics, for people to read; no money depends on it")]

use std::f64::consts::PI;

/// The relative change at which a series or fraction has converged.
const SMALL: f64 = 1e-15;
/// A bound on the steps, above what the largest number of degrees of freedom needs.
const STEPS: u32 = 100_000;

/// The logarithm of the gamma function, by Lanczos' approximation (g = 7, nine terms).
pub(crate) fn ln_gamma(x: f64) -> f64 {
    const TERMS: [f64; 9] = [
        0.999_999_999_999_809_9,
        676.520_368_121_885_1,
        -1_259.139_216_722_402_8,
        771.323_428_777_653_1,
        -176.615_029_162_140_6,
        12.507_343_278_686_905,
        -0.138_571_095_265_720_12,
        9.984_369_578_019_572e-6,
        1.505_632_735_149_311_6e-7,
    ];
    let x = x - 1.0;
    let base = x + 7.5;
    let mut sum = TERMS[0];
    let mut place = 0.0;
    for term in &TERMS[1..] {
        place += 1.0;
        sum += term / (x + place);
    }
    0.5 * (2.0 * PI).ln() + (x + 0.5) * base.ln() - base + sum.ln()
}

/// The upper regularised incomplete gamma function Q(a, x): by its series below the middle, by its continued fraction
/// above.
fn gamma_upper(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 1.0;
    }
    let front = (a * x.ln() - x - ln_gamma(a)).exp();
    if x < a + 1.0 {
        let (mut term, mut sum, mut place) = (1.0 / a, 1.0 / a, a);
        for _ in 0..STEPS {
            place += 1.0;
            term *= x / place;
            sum += term;
            if term < sum * SMALL {
                break;
            }
        }
        return 1.0 - front * sum;
    }
    // Lentz's method, from the front of the fraction.
    let tiny = f64::MIN_POSITIVE / SMALL;
    let mut b = x + 1.0 - a;
    let mut c = 1.0 / tiny;
    let mut d = 1.0 / b;
    let mut h = d;
    let mut place = 0.0;
    for _ in 0..STEPS {
        place += 1.0;
        let numerator = -place * (place - a);
        b += 2.0;
        d = numerator * d + b;
        d = 1.0 / if d.abs() < tiny { tiny } else { d };
        c = b + numerator / c;
        c = if c.abs() < tiny { tiny } else { c };
        h *= d * c;
        if (d * c - 1.0).abs() < SMALL {
            break;
        }
    }
    front * h
}

/// The chance of a chi-square as large as this or larger.
pub(crate) fn chi_square_upper(statistic: f64, freedom: usize) -> f64 {
    gamma_upper(freedom as f64 / 2.0, statistic / 2.0)
}

/// The chance of a normal deviate as large as this or larger.
pub(crate) fn normal_upper(z: f64) -> f64 {
    let tail = gamma_upper(0.5, z * z / 2.0) / 2.0;
    if z < 0.0 { 1.0 - tail } else { tail }
}

/// The chance of `least` or more successes among `among` trials, each with this chance.
pub(crate) fn binomial_upper(least: usize, among: usize, chance: f64) -> f64 {
    let term = |k: usize| {
        (ln_choose(among as f64, k as f64)
            + k as f64 * chance.ln()
            + (among - k) as f64 * (1.0 - chance).ln())
        .exp()
    };
    (least..=among).map(term).sum::<f64>().min(1.0)
}

/// The logarithm of the number of ways to choose `chosen` of `of`.
pub(crate) fn ln_choose(of: f64, chosen: f64) -> f64 {
    ln_gamma(of + 1.0) - ln_gamma(chosen + 1.0) - ln_gamma(of - chosen + 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, wanted: f64) {
        assert!((found - wanted).abs() <= 1e-9_f64.max(wanted.abs() * 1e-7), "{found} instead of {wanted}");
    }

    #[test]
    fn chi_square_is_that_of_another_program() {
        near(chi_square_upper(3.841_458_820_694_124, 1), 0.05);
        near(chi_square_upper(11.070_497_693_516_351, 5), 0.05);
        near(chi_square_upper(1.5, 4), 0.826_641_467_296_775_7);
        near(chi_square_upper(124.342_113_4, 100), 0.050_000_000_025_272_32);
        near(chi_square_upper(900.0, 1_000), 0.989_282_761_908_710_2);
        near(chi_square_upper(21_165.0, 21_165), 0.498_707_308_478_185_34);
        near(chi_square_upper(21_782.227_672_743_21, 21_165), 0.001_467_063_989_384_371);
        near(chi_square_upper(64_557.338_253_399_284, 65_280), 0.977_549_536_611_873_7);
        near(chi_square_upper(0.0, 3), 1.0);
    }

    #[test]
    fn the_normal_tail_is_that_of_another_program() {
        near(normal_upper(0.0), 0.5);
        near(normal_upper(-1.5), 0.933_192_798_731_141_9);
        near(normal_upper(1.959_963_984_540_054), 0.025);
        near(normal_upper(4.0), 3.167_124_183_311_986e-5);
        near(normal_upper(6.0), 9.865_876_450_376_946e-10);
    }

    #[test]
    fn the_binomial_tail_is_that_of_another_program() {
        near(binomial_upper(3, 35, 0.01), 0.005_153_708_765_530_873);
        near(binomial_upper(1, 35, 0.01), 0.296_552_305_000_430_6);
        near(binomial_upper(0, 35, 0.01), 1.0);
    }

    #[test]
    fn factorials_and_choices() {
        near(ln_gamma(11.0), 3_628_800.0_f64.ln());
        near(ln_gamma(0.5), PI.sqrt().ln());
        near(ln_choose(52.0, 5.0), 2_598_960.0_f64.ln());
        near(ln_choose(5.0, 0.0), 0.0);
    }
}
