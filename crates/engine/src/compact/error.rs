//! What can be wrong with bytes, or with a value that is to become bytes.

/// Why something could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes end too early.
    #[error("byte {at}: the bytes end where {wanted} should stand")]
    Ends {
        /// Where.
        at: usize,
        /// What should stand there.
        wanted: &'static str,
    },
    /// The bytes are something else.
    #[error("byte {at}: {read} is not {wanted}")]
    Unfit {
        /// Where.
        at: usize,
        /// What stands there.
        read: String,
        /// What should stand there.
        wanted: &'static str,
    },
    /// A length is more than the bytes that follow can hold.
    #[error("byte {at}: a length of {read} is too much for the {left} bytes that are left")]
    TooLong {
        /// Where.
        at: usize,
        /// The length.
        read: u64,
        /// How many bytes follow.
        left: usize,
    },
    /// The table has no word of that number.
    #[error("byte {at}: there is no word {index}, the table has {known} from 0")]
    NoSuchWord {
        /// Where.
        at: usize,
        /// The number of the word.
        index: u64,
        /// How many words the table has.
        known: usize,
    },
    /// Something follows a value that should have been the last.
    #[error("byte {at}: the value ends here and {left} bytes are left over")]
    LeftOver {
        /// Where.
        at: usize,
        /// How many.
        left: usize,
    },
    /// The bytes are sound, and the type refuses what they say.
    #[error("before byte {at}: {said}")]
    Refused {
        /// Where the value ended that was refused.
        at: usize,
        /// Why.
        said: String,
    },
    /// The compact form has no bytes for it.
    #[error("the compact form cannot hold {0}")]
    NotKept(&'static str),
    /// What a type said without knowing where.
    #[error("{0}")]
    Said(String),
}

impl Error {
    /// Adds where the reader stood to what a type said.
    pub(super) fn before(self, at: usize) -> Error {
        match self {
            Error::Said(said) => Error::Refused { at, said },
            error => error,
        }
    }
}

impl serde::ser::Error for Error {
    fn custom<T: std::fmt::Display>(said: T) -> Error {
        Error::Said(said.to_string())
    }
}

impl serde::de::Error for Error {
    fn custom<T: std::fmt::Display>(said: T) -> Error {
        Error::Said(said.to_string())
    }
}
