//! Why a source of chance has stopped.

/// Why a source of chance gives no more output. None of these recovers by itself: the source is discarded, and the
/// operator of the table finds the cause before another is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The generator does not give the answer that NIST published for it.
    #[error("the generator does not give its known answer")]
    KnownAnswer,
    /// The entropy source said that it has nothing.
    #[error("the entropy source gives no bytes")]
    NoEntropy,
    /// The entropy source gave less than was asked for.
    #[error("the entropy source gives {got} bytes of {wanted}")]
    ShortEntropy {
        /// How many bytes were asked for.
        wanted: usize,
        /// How many came.
        got: usize,
    },
    /// The entropy source gave one byte too many times in a row.
    #[error("the entropy source repeats one byte")]
    RepeatedByte,
    /// The entropy source gave one byte too often.
    #[error("the entropy source prefers one byte")]
    PreferredByte,
    /// The entropy source gave the same block twice.
    #[error("the entropy source gives the same block again")]
    RepeatedBlock,
    /// The generator was asked for more than it may give between two reseeds, or at once.
    #[error("the generator was asked for more than it may give")]
    TooMuch,
    /// The generator gave unusable words so often that chance does not explain it.
    #[error("the generator gives unusable words only")]
    Stuck,
}
