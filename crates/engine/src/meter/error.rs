//! Why a meter does not do what it was asked to.

use super::MeterKey;

/// Why a meter refuses. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeterError {
    /// Something else came under the same key before.
    #[error("{0} was used for something else already; a repeated request must be the same in every part")]
    OtherBody(MeterKey),
    /// Another step was first: read the standing again and retry.
    #[error(
        "step {found} does not follow step {last}: another step came first; read the standing again and retry"
    )]
    Conflict {
        /// The number of the step that was offered.
        found: u64,
        /// The number of the last step there is.
        last: u64,
    },
    /// A contribution must be positive.
    #[error("a contribution of {0} minor units: a stake must be positive")]
    NotAStake(i64),
    /// There are no such terms.
    #[error("there are no terms {found}; the latest are {latest}")]
    NoTerms {
        /// Those that were named.
        found: u32,
        /// Those in force.
        latest: u32,
    },
    /// There is no such contribution.
    #[error("{0} has no contribution that could be taken back")]
    NoContribution(MeterKey),
    /// It was taken back before, by another request.
    #[error("the contribution of {0} was taken back already")]
    TakenBack(MeterKey),
    /// An award to nobody.
    #[error("an award needs at least one winner")]
    NoWinner,
    /// There is no draw of this number.
    #[error("step {0} is not a draw")]
    NoDraw(u64),
    /// The draw is void already, by another request.
    #[error("draw {0} is void already")]
    AlreadyVoid(u64),
    /// A meter cannot use these terms.
    #[error("a meter cannot use these terms: {0}")]
    BadTerms(&'static str),
    /// A sum is beyond what is counted exactly.
    #[error("the sum is more than a meter can count; nothing was changed")]
    TooMuch,
    /// What is stored is not what the meter does.
    #[error("step {0} is not what the meter does at that point")]
    Differs(u64),
}
