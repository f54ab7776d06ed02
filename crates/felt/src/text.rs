//! Helpers that give a type one written form, used for people, for `FromStr` and for serde.

use thiserror::Error;

/// The word is not one of the names of a type.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{read:?} is not a {what}: write one of {known}")]
pub struct UnknownName {
    read: String,
    what: &'static str,
    known: String,
}

impl UnknownName {
    /// Stores the word that was read, what it was read as, and the valid names.
    pub(crate) fn new(read: &str, what: &'static str, known: &[&str]) -> Self {
        Self { read: read.to_owned(), what, known: known.join(", ") }
    }
}

/// The small form of a type, for storage that is not human-readable.
pub(crate) trait Small: Sized {
    /// The stored type: a number, or several.
    type Form: serde::Serialize + serde::de::DeserializeOwned + std::fmt::Debug + Copy;

    /// The form of this value.
    fn small(self) -> Self::Form;

    /// The value of a form, or `None` if there is no such value.
    fn from_small(form: Self::Form) -> Option<Self>;
}

/// Implements serde through `Display` and `FromStr`, without a temporary `String` when reading, and through [`Small`]
/// in formats that are not human-readable.
macro_rules! serde_as_text {
    ($type:ident, $expecting:expr) => {
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "description": $expecting })
            }
        }

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.collect_str(self);
                }
                serde::Serialize::serialize(&$crate::text::Small::small(*self), serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                if !deserializer.is_human_readable() {
                    let form = serde::Deserialize::deserialize(deserializer)?;
                    return <$type as $crate::text::Small>::from_small(form).ok_or_else(|| {
                        serde::de::Error::custom(format_args!("{form:?} does not stand for {}", $expecting))
                    });
                }
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
/// One list rather than a serde derive beside a hand-written `Display`, so the two cannot diverge. The small form is
/// the index in the list, from 0: add new names at the end.
macro_rules! named_enum {
    ($type:ident, $what:literal, { $($variant:ident => $name:literal),+ $(,)? }) => {
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

        impl $crate::text::Small for $type {
            type Form = u8;

            fn small(self) -> u8 {
                self as u8
            }

            fn from_small(form: u8) -> Option<Self> {
                [$(Self::$variant),+].into_iter().find(|known| *known as u8 == form)
            }
        }

        $crate::text::serde_as_text!($type, concat!("a ", $what));
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
