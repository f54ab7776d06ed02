//! Why a meter refuses a request.

use super::MeterKey;

/// Why a meter refuses a request. The meter is then unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MeterError {
    /// The key was used before for a different request.
    #[error("{0} was used for something else already; a repeated request must be the same in every part")]
    OtherBody(MeterKey),
    /// Another step came first: read the standing again and retry.
    #[error(
        "step {found} does not follow step {last}: another step came first; read the standing again and retry"
    )]
    Conflict {
        /// The number of the step that was offered.
        found: u64,
        /// The number of the last step.
        last: u64,
    },
    /// A contribution must be positive.
    #[error("a contribution of {0} minor units: a stake must be positive")]
    NotAStake(i64),
    /// There are no such terms.
    #[error("there are no terms {found}; the latest are {latest}")]
    NoTerms {
        /// The terms that were named.
        found: u32,
        /// The terms in force.
        latest: u32,
    },
    /// There is no such contribution.
    #[error("{0} has no contribution that could be taken back")]
    NoContribution(MeterKey),
    /// Another request took it back before.
    #[error("the contribution of {0} was taken back already")]
    TakenBack(MeterKey),
    /// An award without a winner.
    #[error("an award needs at least one winner")]
    NoWinner,
    /// There is no draw of this number.
    #[error("step {0} is not a draw")]
    NoDraw(u64),
    /// Another request has already voided the draw.
    #[error("draw {0} is void already")]
    AlreadyVoid(u64),
    /// A meter cannot use these terms.
    #[error("a meter cannot use these terms: {0}")]
    BadTerms(&'static str),
    /// A sum exceeds what can be counted exactly.
    #[error("the sum is more than a meter can count; nothing was changed")]
    TooMuch,
    /// The stored step is not what the meter would do.
    #[error("step {0} is not what the meter does at that point")]
    Differs(u64),
}
