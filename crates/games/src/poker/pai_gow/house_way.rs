//! The House Ways: how the dealer sets seven cards (OH-PGP-12).
//!
//! Pairs, threes and fours are counted with the joker as an ace, even where it could complete a straight or a
//! flush (RULING-PGP-11). A branch says which ranks form the low hand. If several cards of a rank qualify,
//! those go low that leave the best high hand (RULING-PGP-14).

use super::rank::ACE;
use super::settings::{Setting, Seven};
use felt::Rank;

/// The cases of the rule for two pairs (OH-PGP-12.III). Low pairs are twos to sixes, medium ones sevens to
/// tens, high ones jacks to aces. A king or an ace counts where it is in neither pair (RULING-PGP-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TwoPairs {
    /// Low and low: both stay high (OH-PGP-12.III.A).
    LowLow,
    /// Low and medium, no king or better: split (OH-PGP-12.III.B).
    LowMediumSplit,
    /// Low and medium with a king or better: both stay high (OH-PGP-12.III.B).
    LowMediumKept,
    /// Low and high, no ace: split (OH-PGP-12.III.C).
    LowHighSplit,
    /// Low and high with an ace: both stay high (OH-PGP-12.III.C).
    LowHighKept,
    /// Medium and medium, no ace: split (OH-PGP-12.III.D).
    MediumMediumSplit,
    /// Medium and medium with an ace: both stay high (OH-PGP-12.III.D).
    MediumMediumKept,
    /// Medium and high, not both an ace and a king: split (OH-PGP-12.III.E).
    MediumHighSplit,
    /// Medium and high with an ace and a king: both stay high (OH-PGP-12.III.E).
    MediumHighKept,
    /// High and high: split (OH-PGP-12.III.F).
    HighHigh,
}

impl TwoPairs {
    /// All of them, in the order of the paragraphs.
    pub const ALL: [Self; 10] = [
        Self::LowLow,
        Self::LowMediumSplit,
        Self::LowMediumKept,
        Self::LowHighSplit,
        Self::LowHighKept,
        Self::MediumMediumSplit,
        Self::MediumMediumKept,
        Self::MediumHighSplit,
        Self::MediumHighKept,
        Self::HighHigh,
    ];

    /// The case for two pairs, the higher first, beside single cards, the two highest first.
    fn of([pair, other]: [u8; 2], singles: [u8; 2]) -> Self {
        let kept = |keep: bool, kept: Self, split: Self| if keep { kept } else { split };
        let ace = singles[0] == ACE;
        let king_or_better = singles[0] >= KING;
        match (Size::of(other), Size::of(pair)) {
            (Size::Low, Size::Low) => Self::LowLow,
            (Size::Low, Size::Medium) => kept(king_or_better, Self::LowMediumKept, Self::LowMediumSplit),
            (Size::Low, Size::High) => kept(ace, Self::LowHighKept, Self::LowHighSplit),
            (Size::Medium, Size::Low | Size::Medium) => {
                kept(ace, Self::MediumMediumKept, Self::MediumMediumSplit)
            }
            (Size::Medium, Size::High) => {
                kept(singles == [ACE, KING], Self::MediumHighKept, Self::MediumHighSplit)
            }
            (Size::High, _) => Self::HighHigh,
        }
    }

    /// Whether the lower pair goes low; otherwise both stay high.
    #[must_use]
    pub const fn splits(self) -> bool {
        !matches!(
            self,
            Self::LowLow
                | Self::LowMediumKept
                | Self::LowHighKept
                | Self::MediumMediumKept
                | Self::MediumHighKept
        )
    }
}

/// The three sizes of pairs, and of fours (OH-PGP-12.III.low-pair and the two after it, 12.IX).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    Low,
    Medium,
    High,
}

impl Size {
    const fn of(rank: u8) -> Self {
        match rank {
            ..=6 => Self::Low,
            7..=10 => Self::Medium,
            _ => Self::High,
        }
    }
}

const KING: u8 = Rank::King.number();

/// The branch of the House Ways that applies to a hand. "Run" stands for a straight, a flush or both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Branch {
    /// No pair: the second and third highest cards go low.
    NoPair,
    /// One pair stays high; the next two cards go low.
    OnePair,
    /// Two pairs.
    TwoPairs(TwoPairs),
    /// Three pairs: the highest goes low.
    ThreePairs,
    /// Three of a kind stay high; the next two cards go low.
    ThreeOfAKind,
    /// Three aces: one goes low with the next card.
    ThreeAces,
    /// Two threes of a kind: two of the higher go low.
    TwoThrees,
    /// A run without a pair: the highest low hand that leaves one.
    Run,
    /// A run and a pair that leaves a run when it goes low.
    RunAndPair,
    /// A run and a pair, of which one must be broken: the pair is (RULING-PGP-7).
    RunBeforePair,
    /// A run and two pairs: the rule for two pairs.
    RunAndTwoPairs(TwoPairs),
    /// A run and three pairs: the rule for three pairs.
    RunAndThreePairs,
    /// A run and three of a kind: two of the three go low and leave a run.
    RunAndThree,
    /// A run with two aces and the joker, and no run is left when two of them go low: one goes low with the next card
    /// (RULING-PGP-15).
    RunAndThreeAces,
    /// A run and a full house: the rule for full houses.
    RunAndFullHouse,
    /// Three of a kind and a pair: the pair goes low.
    FullHouse,
    /// Three of a kind and two pairs: the higher pair goes low.
    FullHouseAndPair,
    /// Four twos to sixes stay high.
    FourLow,
    /// Four sevens to tens without an ace: two go low.
    FourMediumSplit,
    /// Four sevens to tens and an ace, which goes low with the next card.
    FourMediumKept,
    /// Four jacks to aces: two go low.
    FourHigh,
    /// Three aces and the joker, which could complete a run: two aces go low (RULING-PGP-12).
    FourAcesAndRun,
    /// Four of a kind, no aces, and a pair: the pair goes low.
    FourAndPair,
    /// Four aces and a pair below kings: two aces go low.
    FourAcesAndPair,
    /// Four aces and two kings: the kings go low.
    FourAcesAndKings,
    /// Four of a kind, no aces, and three: two of the three go low (RULING-PGP-9).
    FourAndThree,
    /// Four aces and three below kings: two aces go low (RULING-PGP-9).
    FourAcesAndThree,
    /// Four aces and three kings: two kings go low (RULING-PGP-9).
    FourAcesAndThreeKings,
    /// Five aces: two go low.
    FiveAces,
    /// Five aces and two kings: the kings go low.
    FiveAcesAndKings,
}

impl Branch {
    /// All of them, in the order of the paragraphs.
    pub const ALL: [Self; 48] = {
        let mut all = [Self::NoPair; 48];
        let (mut at, mut next) = (0, 0);
        while next < Self::SINGLE.len() {
            let mut pairs = 0;
            match Self::SINGLE[next] {
                Self::TwoPairs(_) => {
                    while pairs < TwoPairs::ALL.len() {
                        all[at] = Self::TwoPairs(TwoPairs::ALL[pairs]);
                        (at, pairs) = (at + 1, pairs + 1);
                    }
                }
                Self::RunAndTwoPairs(_) => {
                    while pairs < TwoPairs::ALL.len() {
                        all[at] = Self::RunAndTwoPairs(TwoPairs::ALL[pairs]);
                        (at, pairs) = (at + 1, pairs + 1);
                    }
                }
                single => {
                    all[at] = single;
                    at += 1;
                }
            }
            next += 1;
        }
        all
    };

    /// The same list with only one case of two pairs for each branch that has them.
    const SINGLE: [Self; 30] = [
        Self::NoPair,
        Self::OnePair,
        Self::TwoPairs(TwoPairs::LowLow),
        Self::ThreePairs,
        Self::ThreeOfAKind,
        Self::ThreeAces,
        Self::TwoThrees,
        Self::Run,
        Self::RunAndPair,
        Self::RunBeforePair,
        Self::RunAndTwoPairs(TwoPairs::LowLow),
        Self::RunAndThreePairs,
        Self::RunAndThree,
        Self::RunAndThreeAces,
        Self::RunAndFullHouse,
        Self::FullHouse,
        Self::FullHouseAndPair,
        Self::FourLow,
        Self::FourMediumSplit,
        Self::FourMediumKept,
        Self::FourHigh,
        Self::FourAcesAndRun,
        Self::FourAndPair,
        Self::FourAcesAndPair,
        Self::FourAcesAndKings,
        Self::FourAndThree,
        Self::FourAcesAndThree,
        Self::FourAcesAndThreeKings,
        Self::FiveAces,
        Self::FiveAcesAndKings,
    ];

    /// The paragraphs that set the hand, and the ruling where they leave it open.
    #[must_use]
    pub const fn paragraphs(self) -> &'static [&'static str] {
        use TwoPairs as P;
        match self {
            Self::NoPair => &["OH-PGP-12.I.A"],
            Self::OnePair => &["OH-PGP-12.II.A"],
            Self::TwoPairs(P::LowLow) => &["OH-PGP-12.III.A"],
            Self::TwoPairs(P::LowMediumSplit | P::LowMediumKept) => &["OH-PGP-12.III.B"],
            Self::TwoPairs(P::LowHighSplit | P::LowHighKept) => &["OH-PGP-12.III.C"],
            Self::TwoPairs(P::MediumMediumSplit | P::MediumMediumKept) => &["OH-PGP-12.III.D"],
            Self::TwoPairs(P::MediumHighSplit | P::MediumHighKept) => &["OH-PGP-12.III.E"],
            Self::TwoPairs(P::HighHigh) => &["OH-PGP-12.III.F"],
            Self::ThreePairs => &["OH-PGP-12.IV.A"],
            Self::ThreeOfAKind | Self::ThreeAces => &["OH-PGP-12.V.A"],
            Self::TwoThrees => &["OH-PGP-12.VI.A", "OH-PGP-12.VIII.C(1)"],
            Self::Run => &["OH-PGP-12.VII.A(1)"],
            Self::RunAndPair => &["OH-PGP-12.VII.B(1)"],
            Self::RunBeforePair => &["OH-PGP-12.VII.B(1)", "RULING-PGP-7"],
            Self::RunAndTwoPairs(P::LowLow) => &["OH-PGP-12.VII.C(1)", "OH-PGP-12.III.A"],
            Self::RunAndTwoPairs(P::LowMediumSplit | P::LowMediumKept) => {
                &["OH-PGP-12.VII.C(1)", "OH-PGP-12.III.B"]
            }
            Self::RunAndTwoPairs(P::LowHighSplit | P::LowHighKept) => {
                &["OH-PGP-12.VII.C(1)", "OH-PGP-12.III.C"]
            }
            Self::RunAndTwoPairs(P::MediumMediumSplit | P::MediumMediumKept) => {
                &["OH-PGP-12.VII.C(1)", "OH-PGP-12.III.D"]
            }
            Self::RunAndTwoPairs(P::MediumHighSplit | P::MediumHighKept) => {
                &["OH-PGP-12.VII.C(1)", "OH-PGP-12.III.E"]
            }
            Self::RunAndTwoPairs(P::HighHigh) => &["OH-PGP-12.VII.C(1)", "OH-PGP-12.III.F"],
            Self::RunAndThreePairs => &["OH-PGP-12.VII.D(1)", "OH-PGP-12.IV.A"],
            Self::RunAndThree => &["OH-PGP-12.VII.E(1)"],
            Self::RunAndThreeAces => &["OH-PGP-12.VII.E(1)", "RULING-PGP-15"],
            Self::RunAndFullHouse => &["OH-PGP-12.VII.F(1)", "OH-PGP-12.VIII.A(1)"],
            Self::FullHouse => &["OH-PGP-12.VIII.A(1)"],
            Self::FullHouseAndPair => &["OH-PGP-12.VIII.B(1)"],
            Self::FourLow => &["OH-PGP-12.IX.A"],
            Self::FourMediumSplit | Self::FourMediumKept => &["OH-PGP-12.IX.B"],
            Self::FourHigh => &["OH-PGP-12.IX.C"],
            Self::FourAcesAndRun => &["OH-PGP-12.IX.C", "RULING-PGP-12"],
            Self::FourAndPair | Self::FourAcesAndPair | Self::FourAcesAndKings => &["OH-PGP-12.IX.D(1)"],
            Self::FourAndThree | Self::FourAcesAndThree | Self::FourAcesAndThreeKings => {
                &["OH-PGP-12.IX.D(1)", "RULING-PGP-9"]
            }
            Self::FiveAces | Self::FiveAcesAndKings => &["OH-PGP-12.X.A"],
        }
    }
}

/// Sets seven cards by the House Ways, and returns the branch.
#[must_use]
pub fn house_way(seven: &Seven) -> (Branch, Setting) {
    let [(most, a), (second, b), (third, c), (_, d), ..] = seven.groups();
    let run = seven.has_run_or_flush();
    // The ranks of the low hand. Single cards come after the sets, from the highest down.
    let (branch, ranks) = match (most, second, third) {
        (5.., 2, _) if b == KING => (Branch::FiveAcesAndKings, [b, b]),
        (5.., ..) => (Branch::FiveAces, [a, a]),
        (4, 3, _) if a == ACE && b == KING => (Branch::FourAcesAndThreeKings, [b, b]),
        (4, 3, _) if a == ACE => (Branch::FourAcesAndThree, [a, a]),
        (4, 3, _) => (Branch::FourAndThree, [b, b]),
        (4, 2, _) if a == ACE && b == KING => (Branch::FourAcesAndKings, [b, b]),
        (4, 2, _) if a == ACE => (Branch::FourAcesAndPair, [a, a]),
        (4, 2, _) => (Branch::FourAndPair, [b, b]),
        (4, ..) => match Size::of(a) {
            Size::Low => (Branch::FourLow, [b, c]),
            Size::Medium if b == ACE => (Branch::FourMediumKept, [b, c]),
            Size::Medium => (Branch::FourMediumSplit, [a, a]),
            Size::High if run => (Branch::FourAcesAndRun, [a, a]),
            Size::High => (Branch::FourHigh, [a, a]),
        },
        (3, 3, _) => (Branch::TwoThrees, [a, a]),
        (3, 2, 2) => (Branch::FullHouseAndPair, [b, b]),
        (3, 2, _) if run => (Branch::RunAndFullHouse, [b, b]),
        (3, 2, _) => (Branch::FullHouse, [b, b]),
        (3, ..) if run => match leaves_run(seven, a) {
            true => (Branch::RunAndThree, [a, a]),
            // Only two aces and the joker reach this case: of other threes one card is always in the run.
            false => (Branch::RunAndThreeAces, [a, b]),
        },
        (3, ..) if a == ACE => (Branch::ThreeAces, [a, b]),
        (3, ..) => (Branch::ThreeOfAKind, [b, c]),
        (2, 2, 2) if run => (Branch::RunAndThreePairs, [a, a]),
        (2, 2, 2) => (Branch::ThreePairs, [a, a]),
        (2, 2, _) => {
            // The third and fourth groups are the two highest single cards.
            let pairs = TwoPairs::of([a, b], [c, d]);
            let branch = if run { Branch::RunAndTwoPairs(pairs) } else { Branch::TwoPairs(pairs) };
            (branch, if pairs.splits() { [b, b] } else { [c, d] })
        }
        (2, ..) if run => match leaves_run(seven, a) {
            true => (Branch::RunAndPair, [a, a]),
            false => return (Branch::RunBeforePair, best_with_run(seven)),
        },
        (2, ..) => (Branch::OnePair, [b, c]),
        _ if run => return (Branch::Run, best_with_run(seven)),
        _ => (Branch::NoPair, [b, c]),
    };
    (branch, best(seven, seven.with_low_ranks(ranks), |setting| setting.high_worth()))
}

/// Whether a straight or a flush can stay high when two cards of a rank go low.
fn leaves_run(seven: &Seven, rank: u8) -> bool {
    seven.with_low_ranks([rank, rank]).any(|setting| setting.high_worth().kind().is_run_or_flush())
}

/// The highest low hand that leaves a straight or a flush (OH-PGP-12.VII.A(1)).
fn best_with_run(seven: &Seven) -> Setting {
    let key = |setting: &Setting| (setting.low_worth(), setting.high_worth());
    best(seven, seven.settings().filter(|setting| setting.high_worth().kind().is_run_or_flush()), key)
}

/// The first of the settings with the greatest key.
fn best<K: Ord>(
    seven: &Seven,
    settings: impl Iterator<Item = Setting>,
    key: impl Fn(&Setting) -> K,
) -> Setting {
    let mut found: Option<(K, Setting)> = None;
    for setting in settings {
        let own = key(&setting);
        if found.as_ref().is_none_or(|(most, _)| own > *most) {
            found = Some((own, setting));
        }
    }
    // Every branch has a setting. If one had none, the two lowest cards would go low, which is never foul.
    found.map_or_else(|| seven.lowest_two_low(), |(_, setting)| setting)
}
