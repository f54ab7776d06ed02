//! Silver Stack: the number of lammers that a box collected, whatever happens to their hands (CO-RF-21.B).
//!
//! The maximum is seven: four hands, three of them split free and all four doubled free.

use super::{Case, Line};

pub(super) const LINES: [Line; 7] = [
    ("lammers-7", collected::<7>),
    ("lammers-6", collected::<6>),
    ("lammers-5", collected::<5>),
    ("lammers-4", collected::<4>),
    ("lammers-3", collected::<3>),
    ("lammers-2", collected::<2>),
    ("lammers-1", collected::<1>),
];

fn collected<const LEAST: u8>(case: &Case<'_>) -> bool {
    case.sight.lammers >= LEAST
}

#[cfg(test)]
mod tests {
    use super::super::testing::sight;
    use super::super::{Bet, Finding, Sight, find};

    #[test]
    fn each_number() {
        let ids: Vec<_> = Bet::SilverStack.line_ids().collect();
        for lammers in 0..=20 {
            let seen = Sight { lammers, dealer_done: true, ..sight("8c 8d", "6c") };
            let expected = match lammers {
                0 => Finding::Nothing,
                n => Finding::Line(ids[usize::from(7 - n.min(7))]),
            };
            assert_eq!(find(Bet::SilverStack, &seen, |_| true), expected);
        }
        assert_eq!(ids[0], "lammers-7");
        assert_eq!(ids[6], "lammers-1");
    }

    #[test]
    fn a_number_that_is_not_printed_counts_as_the_next_lower() {
        let seen = Sight { lammers: 6, dealer_done: true, ..sight("8c 8d", "6c") };
        assert_eq!(find(Bet::SilverStack, &seen, |id| id != "lammers-6"), Finding::Line("lammers-5"));
    }
}
