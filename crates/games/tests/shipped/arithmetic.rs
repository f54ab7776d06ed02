//! An amount that overflows never becomes another one: the release build checks its arithmetic.

use felt::{Money, Odds};
use std::hint::black_box;
use std::panic::catch_unwind;

/// Whether the arithmetic stops instead of giving a wrong amount.
fn stops(sum: impl FnOnce() -> Money + std::panic::UnwindSafe) -> bool {
    catch_unwind(sum).is_err()
}

#[test]
fn money_that_overflows_does_not_wrap() {
    let [most, least, one] = [i64::MAX, i64::MIN, 1].map(|units| black_box(Money::minor(units)));
    assert!(stops(move || most + one));
    assert!(stops(move || least - one));
    assert!(stops(move || -least));
    assert!(stops(move || [most, one].into_iter().sum()));
    assert!(stops(move || {
        let mut sum = most;
        sum += one;
        sum
    }));
    let hundred = black_box(Odds::to(100, 1));
    assert!(stops(move || hundred.exact_win(most).unwrap_or_default()));
    assert_eq!((most.checked_add(one), least.checked_sub(one), most.checked_mul(2)), (None, None, None));
}
