use super::*;

/// Good bytes for a test: hashes of a counter. After a number of blocks it returns something else.
struct Then<F> {
    good: u64,
    given: u64,
    bad: F,
}

fn then<F: FnMut(&mut [u8]) -> Option<usize>>(good: usize, bad: F) -> Then<F> {
    Then { good: good as u64, given: 0, bad }
}

fn good(number: u64, bytes: &mut [u8]) -> Option<usize> {
    bytes.copy_from_slice(&Sha256::digest(number.to_be_bytes())[..bytes.len()]);
    Some(bytes.len())
}

impl<F: FnMut(&mut [u8]) -> Option<usize>> Entropy for Then<F> {
    fn fill(&mut self, bytes: &mut [u8]) -> Option<usize> {
        self.given += 1;
        if self.given > self.good { (self.bad)(bytes) } else { good(self.given, bytes) }
    }
}

/// The result of the tests at the start and on the blocks after it.
fn meets(source: impl Entropy, blocks: usize) -> Result<(), Fault> {
    let mut watched = Watched::start(source)?;
    (0..blocks).try_for_each(|_| watched.block().map(drop))
}

#[test]
fn a_good_source_passes() {
    assert_eq!(meets(OperatingSystem, 1_000), Ok(()));
    assert_eq!(meets(then(20_000, |_| None), 19_000), Ok(()));
}

#[test]
fn a_source_that_fails_is_found_at_once() {
    assert_eq!(meets(then(0, |_| None), 0), Err(Fault::NoEntropy));
    assert_eq!(meets(then(AT_START - 1, |_| None), 0), Err(Fault::NoEntropy), "1,024 bytes are tested");
    assert_eq!(meets(then(AT_START, |_| None), 0), Ok(()));
    assert_eq!(meets(then(AT_START, |_| None), 1), Err(Fault::NoEntropy));
}

#[test]
fn a_source_that_is_short_is_found_at_once() {
    let short = |bytes: &mut [u8]| good(7, bytes).map(|all| all - 1);
    assert_eq!(meets(then(AT_START, short), 1), Err(Fault::ShortEntropy { wanted: 32, got: 31 }));
    assert_eq!(meets(then(0, |_| Some(0)), 0), Err(Fault::ShortEntropy { wanted: 32, got: 0 }));
    // A source that claims to have filled more bytes than asked is also refused.
    assert_eq!(meets(then(0, |_| Some(33)), 0), Err(Fault::ShortEntropy { wanted: 32, got: 33 }));
}

#[test]
fn a_source_that_is_stuck_on_a_byte_is_found() {
    let zeros = |bytes: &mut [u8]| Some(bytes.len());
    assert_eq!(meets(then(0, zeros), 0), Err(Fault::RepeatedByte));
    let stuck_for = |times: usize| {
        then(AT_START, move |bytes: &mut [u8]| {
            let all = good(99, bytes);
            bytes[8..8 + times].fill(0xa5);
            all
        })
    };
    assert_eq!(meets(stuck_for(5), 1), Ok(()));
    assert_eq!(meets(stuck_for(6), 1), Err(Fault::RepeatedByte));
}

#[test]
fn equal_bytes_are_counted_over_the_edge_of_a_block() {
    let mut health = Health::default();
    let mut seen = [7, 9, 9, 9, 9, 9].iter().map(|byte| health.see(*byte));
    assert!(seen.all(|passed| passed.is_ok()));
    assert_eq!(health.see(9), Err(Fault::RepeatedByte));
}

#[test]
fn zeros_at_the_very_start_are_counted() {
    let mut health = Health::default();
    assert!((0..5).all(|_| health.see(0).is_ok()));
    assert_eq!(health.see(0), Err(Fault::RepeatedByte));
}

#[test]
fn a_byte_that_comes_too_often_is_found() {
    // Repeats the first byte of the window every `every` bytes, with different bytes in between.
    let first_fault = |every: usize| {
        let mut health = Health::default();
        (0..512).position(|at: usize| {
            let byte = if at.is_multiple_of(every) { 0 } else { u8::try_from(1 + at % 255).unwrap() };
            health.see(byte).is_err()
        })
    };
    assert_eq!(first_fault(27), Some(18 * 27), "19 times in 487 bytes");
    assert_eq!(first_fault(29), None, "18 times in 512 bytes");
}

#[test]
fn each_window_counts_its_own_first_byte() {
    let mut health = Health::default();
    // Eighteen occurrences in each of two windows are not counted as thirty-six.
    let byte = |at: usize| if at.is_multiple_of(29) { 3 } else { u8::try_from(4 + at % 250).unwrap() };
    assert!((0..1_024).all(|at| health.see(byte(at % 512)).is_ok()));
}

#[test]
fn a_source_that_gives_its_block_again_is_found() {
    // Each byte occurs once in the block, so neither of the other tests would detect it soon.
    let same = |bytes: &mut [u8]| {
        bytes.iter_mut().zip(1_u8..).for_each(|(byte, number)| *byte = number);
        Some(bytes.len())
    };
    assert_eq!(meets(then(AT_START, same), 1), Ok(()));
    assert_eq!(meets(then(AT_START, same), 2), Err(Fault::RepeatedBlock));
    assert_eq!(meets(then(0, same), 0), Err(Fault::RepeatedBlock));
}

#[test]
#[allow(clippy::float_arithmetic, reason = "a probability")]
fn the_limits_follow_from_one_false_alarm_in_two_to_the_forty() {
    let alarm = 2_f64.powi(-40);
    let row = |times: u32| 256_f64.powi(1 - i32::try_from(times).unwrap());
    assert!(row(REPETITIONS) <= alarm && row(REPETITIONS - 1) > alarm);
    // The probability of `PROPORTION` or more of 512, each with probability 1 in 256.
    let (n, p) = (f64::from(WINDOW), 1.0 / 256.0_f64);
    let or_more = |least: u32| {
        let mut term = (1.0 - p).powf(n);
        let mut sum = 0.0;
        for k in 0..WINDOW {
            if k >= least {
                sum += term;
            }
            term *= (n - f64::from(k)) / (f64::from(k) + 1.0) * p / (1.0 - p);
        }
        sum
    };
    assert!(or_more(PROPORTION) <= alarm && or_more(PROPORTION - 1) > alarm);
}
