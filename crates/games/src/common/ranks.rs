//! Numbers that matter only by their order.

/// Replaces each visited number by its rank among them, starting from 1; equal numbers stay equal.
pub(crate) fn count_anew(mut visit: impl FnMut(&mut dyn FnMut(&mut u32))) {
    let mut numbers = Vec::new();
    visit(&mut |number| numbers.push(*number));
    numbers.sort_unstable();
    numbers.dedup();
    visit(&mut |number| {
        let before = numbers.partition_point(|other| other < number);
        // There are at most as many ranks as distinct numbers, which have 32 bits.
        *number = u32::try_from(before + 1).unwrap_or(u32::MAX);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_stay_equal() {
        let mut numbers = [70, 9, 70, 12];
        count_anew(|each| numbers.iter_mut().for_each(each));
        assert_eq!(numbers, [3, 1, 3, 2]);
    }
}
