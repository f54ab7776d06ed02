//! Kinds of facts and reports.

use engine::What;

/// Whether the hand decides the bet.
pub fn is_bet_on_hand(kind: &str) -> bool {
    matches!(kind, "main" | "split" | "double")
}

/// Whether everything due must have been paid before this fact.
pub fn is_progress(fact: &What) -> bool {
    matches!(
        fact,
        What::CardLaid { .. }
            | What::Chosen { .. }
            | What::Stepped { .. }
            | What::Irregular { .. }
            | What::Ruled { .. }
            | What::RoundEnded { .. }
    )
}

/// Whether this is a statement of the house or of a patron after a dealing error.
pub fn is_answer(fact: &What) -> bool {
    match fact {
        What::Stepped { step, .. } => {
            matches!(step.word(), "reconstruct" | "cannot-reconstruct" | "answers-closed")
        }
        What::Chosen { choice, .. } => matches!(choice.word(), "continue" | "withdraw"),
        _ => false,
    }
}

/// Whether all patrons are asked about this mistake (5.7, 5.12.2).
pub fn is_error(report: &str) -> bool {
    matches!(report, "dealing-error" | "cards-without-bet" | "drawn-together")
}

/// The irregularities that can be reported, or show themselves.
pub const REPORTS: [&str; 21] = [
    "objection",
    "face-up-in-shoe",
    "dealing-error",
    "cards-without-bet",
    "drawn-together",
    "dealer-overdrew",
    TWENTY_ONE_MISSED,
    SIDE_BETS_MISSED,
    INTERRUPTION,
    "foreign-card",
    "wrong-count",
    "shoe-ran-out",
    "not-shuffled",
    "earlier-error",
    "bet-misplaced",
    "over-the-maximum",
    "under-the-minimum",
    BARE_SIDE_BET,
    "winner-unpaid",
    "loser-paid",
    "card-looked-at",
];
/// 3.16, 3.24.3, 3.26: a pontoon or a 21 was not noticed.
pub const TWENTY_ONE_MISSED: &str = "twenty-one-missed";
/// 5.16: side bets that were not settled in time.
pub const SIDE_BETS_MISSED: &str = "side-bets-missed";
/// 5.15: a side bet on a box without an initial bet.
pub const BARE_SIDE_BET: &str = "side-bet-without-bet";
/// 5.4.
pub const INTERRUPTION: &str = "technical-interruption";
