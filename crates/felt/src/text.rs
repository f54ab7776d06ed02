//! Helpers that give a type one written form for people, for `FromStr` and for serde alike.

use thiserror::Error;

/// A word that is none of the names a type knows.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{read:?} is not a {what}: write one of {known}")]
pub struct UnknownName {
    read: String,
    what: &'static str,
    known: String,
}

impl UnknownName {
    /// Remembers the word that was read, what it was read as, and the names that would be right.
    pub(crate) fn new(read: &str, what: &'static str, known: &[&str]) -> Self {
        Self { read: read.to_owned(), what, known: known.join(", ") }
    }
}

/// Implements serde through `Display` and `FromStr`, without a temporary `String` when reading.
macro_rules! serde_as_text {
    ($type:ty, $expecting:literal) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct TextVisitor;

                impl serde::de::Visitor<'_> for TextVisitor {
                    type Value = $type;

                    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                        f.write_str($expecting)
                    }

                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Self::Value, E> {
                        text.parse().map_err(E::custom)
                    }
                }

                deserializer.deserialize_str(TextVisitor)
            }
        }
    };
}

/// Gives a field-less enum its names: `name()`, `Display`, `FromStr` and serde from one list.
///
/// One list rather than a serde derive beside a hand-written `Display`, so the two cannot drift.
macro_rules! named_enum {
    ($type:ty, $what:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
        impl $type {
            /// The canonical written name, the same in files and on screen.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl std::str::FromStr for $type {
            type Err = $crate::text::UnknownName;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                match text.trim() {
                    $(word if word.eq_ignore_ascii_case($name) => Ok(Self::$variant),)+
                    word => Err($crate::text::UnknownName::new(word, $what, &[$($name),+])),
                }
            }
        }

        $crate::text::serde_as_text!($type, $what);
    };
}

pub(crate) use {named_enum, serde_as_text};

#[cfg(test)]
pub(crate) mod testing {
    //! Serde round trips without a data format crate: serde itself can write into a `Formatter`
    //! and read from a plain value.

    use serde::de::value::Error;
    use serde::de::{DeserializeOwned, IntoDeserializer};
    use std::fmt;

    struct Written<'a, T>(&'a T);

    impl<T: serde::Serialize> fmt::Display for Written<'_, T> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            self.0.serialize(f)
        }
    }

    pub(crate) fn written<T: serde::Serialize>(value: &T) -> String {
        Written(value).to_string()
    }

    pub(crate) fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
        T::deserialize(text.into_deserializer())
    }
}
