//! Where the documents require two different persons, and how that is ensured.

/// How it is ensured that two different persons act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Held {
    /// The table waits for the second person, and the house refuses the first.
    Asked,
    /// The table announces it as a duty of the named persons, who act outside the protocol.
    Told,
}

impl Held {
    /// Returns it in words.
    pub const fn told(self) -> &'static str {
        match self {
            Held::Asked => "the table waits; the house refuses the person who acted before",
            Held::Told => "told as a duty; nothing waits for it",
        }
    }
}

/// A requirement of two persons in the documents.
#[derive(Clone, Copy, Debug)]
pub struct TwoPersons {
    /// The paragraphs.
    pub rules: &'static [&'static str],
    /// The persons and their acts.
    pub what: &'static str,
    /// How it is ensured.
    pub held: Held,
}

const fn asked(rules: &'static [&'static str], what: &'static str) -> TwoPersons {
    TwoPersons { rules, what, held: Held::Asked }
}

/// All requirements.
pub const TWO_PERSONS: &[TwoPersons] = &[
    asked(
        &["OH-MLP-6.IV.C.1"],
        "a jackpot is paid after a supervisor or above and then a member of surveillance have looked at the hand",
    ),
    asked(
        &["OH-BJ-15.IX.A", "OH-BJ-15.IX.B", "OH-FBB-17.IX.A", "OH-FBB-17.IX.B"],
        "a dealer's mistake with their blackjack is reported, and a floor supervisor takes note before the hand goes on",
    ),
    asked(
        &["SG-PP-5.12.1"],
        "cards that were drawn together at the dealer's hand are reported, and a supervisor has them discarded",
    ),
    asked(
        &[
            "OH-LIR-5.II",
            "OH-3CP-5.II",
            "OH-4CP-5.II",
            "OH-C4P-5.II",
            "OH-MS-5.II",
            "OH-THB-5.II",
            "OH-UTH-4.II",
        ],
        "the shuffling device counts wrong twice, as is reported, and a supervisor looks through the deck",
    ),
    TwoPersons {
        rules: &["OH-DJW-4(a)"],
        what: "the dealer inspects the cards when they come, and a supervisor verifies it",
        held: Held::Told,
    },
    TwoPersons {
        rules: &["OH-CR-12.I.F"],
        what: "surveillance may be told of the fourth point of a Fire Bet, to confirm bets and payments",
        held: Held::Told,
    },
    TwoPersons {
        rules: &["OH-MB-1b.I", "OH-MB-2b.II", "OH-DBB-4.I", "OH-DBB-5.II"],
        what: "a floor person verifies the dealer's inspection of the cards, and that they are well shuffled",
        held: Held::Told,
    },
    TwoPersons {
        rules: &["OH-PGP-4.II"],
        what: "dealer and floor person see to it that one joker is used and the other destroyed",
        held: Held::Told,
    },
    asked(
        &["OH-C4P-11.II.note"],
        "a supervisor approves a hand of four of a kind or above before it is paid",
    ),
];
