//! A word for each branch of the House Ways, which is shown to patrons who ask (OH-PGP-13.II).

use super::house_way::{Branch, TwoPairs};

impl Branch {
    /// The word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        use TwoPairs as P;
        match self {
            Self::NoPair => "no-pair",
            Self::OnePair => "one-pair",
            Self::TwoPairs(P::LowLow) => "low-pairs",
            Self::TwoPairs(P::LowMediumSplit) => "low-and-medium-pair-split",
            Self::TwoPairs(P::LowMediumKept) => "low-and-medium-pair-kept",
            Self::TwoPairs(P::LowHighSplit) => "low-and-high-pair-split",
            Self::TwoPairs(P::LowHighKept) => "low-and-high-pair-kept",
            Self::TwoPairs(P::MediumMediumSplit) => "medium-pairs-split",
            Self::TwoPairs(P::MediumMediumKept) => "medium-pairs-kept",
            Self::TwoPairs(P::MediumHighSplit) => "medium-and-high-pair-split",
            Self::TwoPairs(P::MediumHighKept) => "medium-and-high-pair-kept",
            Self::TwoPairs(P::HighHigh) => "high-pairs",
            Self::ThreePairs => "three-pairs",
            Self::ThreeOfAKind => "three-of-a-kind",
            Self::ThreeAces => "three-aces",
            Self::TwoThrees => "two-threes",
            Self::Run => "run",
            Self::RunAndPair => "run-and-pair",
            Self::RunBeforePair => "run-before-pair",
            Self::RunAndTwoPairs(P::LowLow) => "run-and-low-pairs",
            Self::RunAndTwoPairs(P::LowMediumSplit) => "run-and-low-and-medium-pair-split",
            Self::RunAndTwoPairs(P::LowMediumKept) => "run-and-low-and-medium-pair-kept",
            Self::RunAndTwoPairs(P::LowHighSplit) => "run-and-low-and-high-pair-split",
            Self::RunAndTwoPairs(P::LowHighKept) => "run-and-low-and-high-pair-kept",
            Self::RunAndTwoPairs(P::MediumMediumSplit) => "run-and-medium-pairs-split",
            Self::RunAndTwoPairs(P::MediumMediumKept) => "run-and-medium-pairs-kept",
            Self::RunAndTwoPairs(P::MediumHighSplit) => "run-and-medium-and-high-pair-split",
            Self::RunAndTwoPairs(P::MediumHighKept) => "run-and-medium-and-high-pair-kept",
            Self::RunAndTwoPairs(P::HighHigh) => "run-and-high-pairs",
            Self::RunAndThreePairs => "run-and-three-pairs",
            Self::RunAndThree => "run-and-three",
            Self::RunAndThreeAces => "run-and-three-aces",
            Self::RunAndFullHouse => "run-and-full-house",
            Self::FullHouse => "full-house",
            Self::FullHouseAndPair => "full-house-and-pair",
            Self::FourLow => "four-low",
            Self::FourMediumSplit => "four-medium-split",
            Self::FourMediumKept => "four-medium-kept",
            Self::FourHigh => "four-high",
            Self::FourAcesAndRun => "four-aces-and-run",
            Self::FourAndPair => "four-and-pair",
            Self::FourAcesAndPair => "four-aces-and-pair",
            Self::FourAcesAndKings => "four-aces-and-kings",
            Self::FourAndThree => "four-and-three",
            Self::FourAcesAndThree => "four-aces-and-three",
            Self::FourAcesAndThreeKings => "four-aces-and-three-kings",
            Self::FiveAces => "five-aces",
            Self::FiveAcesAndKings => "five-aces-and-kings",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_branch_has_a_word_of_its_own() {
        let words: BTreeSet<&str> = Branch::ALL.into_iter().map(Branch::word).collect();
        assert_eq!(words.len(), Branch::ALL.len());
    }
}
