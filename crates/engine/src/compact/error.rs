//! Errors of reading bytes, and of writing a value as bytes.

/// Why something could not be read or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes end too early.
    #[error("byte {at}: the bytes end where {wanted} should stand")]
    Ends {
        /// Where.
        at: usize,
        /// What was expected there.
        wanted: &'static str,
    },
    /// The bytes do not fit what was expected.
    #[error("byte {at}: {read} is not {wanted}")]
    Unfit {
        /// Where.
        at: usize,
        /// What was found there.
        read: String,
        /// What was expected there.
        wanted: &'static str,
    },
    /// A length exceeds the number of bytes that follow.
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
    /// The bytes are well-formed, but the type rejects their value.
    #[error("before byte {at}: {said}")]
    Refused {
        /// The end of the rejected value.
        at: usize,
        /// Why.
        said: String,
    },
    /// The compact form cannot represent the value.
    #[error("the compact form cannot hold {0}")]
    NotKept(&'static str),
    /// An error of a type, without a position.
    #[error("{0}")]
    Said(String),
}

impl Error {
    /// Adds the reader's position to an error of a type.
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
