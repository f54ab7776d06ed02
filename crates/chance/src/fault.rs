//! Why a source of chance has stopped.

/// Why a source of chance gives no more output. All of these are permanent: the source is discarded, and the operator
/// of the table must find the cause before opening another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The generator does not give the answer that NIST published.
    #[error("the generator does not give its known answer")]
    KnownAnswer,
    /// The entropy source returned nothing.
    #[error("the entropy source gives no bytes")]
    NoEntropy,
    /// The entropy source returned fewer bytes than requested.
    #[error("the entropy source gives {got} bytes of {wanted}")]
    ShortEntropy {
        /// How many bytes were requested.
        wanted: usize,
        /// How many were returned.
        got: usize,
    },
    /// The entropy source returned one byte too many times in a row.
    #[error("the entropy source repeats one byte")]
    RepeatedByte,
    /// The entropy source returned one byte too often.
    #[error("the entropy source prefers one byte")]
    PreferredByte,
    /// The entropy source returned the same block twice.
    #[error("the entropy source gives the same block again")]
    RepeatedBlock,
    /// The generator was asked for more than it may give between two reseeds, or in one request.
    #[error("the generator was asked for more than it may give")]
    TooMuch,
    /// The generator returned unusable words more often than chance explains.
    #[error("the generator gives unusable words only")]
    Stuck,
}
