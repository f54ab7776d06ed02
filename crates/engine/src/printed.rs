//! Serialization of values as the text they print: people, places, faces.
//!
//! In the compact form such a text is a word of the table, because there are few of them and they repeat.

use serde::Deserializer;
use serde::de::{Error, Visitor};
use std::fmt;

/// Implements serde by text: reads exactly what `Display` prints.
macro_rules! printed {
    ($type:ident, $kind:literal, $parse:expr) => {
        $crate::printed::text_schema!($type, concat!($kind, ", as it is printed"));

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                if serializer.is_human_readable() {
                    return serializer.collect_str(self);
                }
                let mut text = $crate::printed::Short::default();
                match std::fmt::Write::write_fmt(&mut text, format_args!("{self}")) {
                    Ok(()) => serializer.serialize_newtype_struct($crate::compact::WORD, text.as_str()),
                    Err(_) => {
                        serializer.serialize_newtype_struct($crate::compact::WORD, self.to_string().as_str())
                    }
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                $crate::printed::read(deserializer, $kind, &$parse)
            }
        }
    };
}

/// Implements the schema of a type that is written as text.
macro_rules! text_schema {
    ($type:ident, $what:expr) => {
        impl schemars::JsonSchema for $type {
            fn schema_name() -> std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
                schemars::json_schema!({ "type": "string", "description": $what })
            }
        }
    };
}

pub(crate) use {printed, text_schema};

/// A short text in a fixed buffer, to avoid an allocation: a live table writes dozens of them per second for each
/// patron.
#[derive(Default)]
pub(crate) struct Short {
    bytes: [u8; 24],
    length: usize,
}

impl Short {
    pub(crate) fn as_str(&self) -> &str {
        self.bytes.get(..self.length).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or_default()
    }
}

/// Fails if the text does not fit.
impl fmt::Write for Short {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let room = self.bytes.get_mut(self.length..self.length + text.len()).ok_or(fmt::Error)?;
        room.copy_from_slice(text.as_bytes());
        self.length += text.len();
        Ok(())
    }
}

/// Reads a text and parses the value that prints it.
///
/// The compact form accepts only the printed spelling, because two spellings of one value would give one state two
/// forms.
pub(crate) fn read<'de, T: fmt::Display, E: fmt::Display, D: Deserializer<'de>>(
    deserializer: D,
    kind: &'static str,
    parse: &dyn Fn(&str) -> Result<T, E>,
) -> Result<T, D::Error> {
    let as_printed = !deserializer.is_human_readable();
    deserializer.deserialize_newtype_struct(crate::compact::WORD, Printed { kind, as_printed, parse })
}

struct Printed<'p, T, E> {
    kind: &'static str,
    as_printed: bool,
    parse: &'p dyn Fn(&str) -> Result<T, E>,
}

impl<'de, T: fmt::Display, E: fmt::Display> Visitor<'de> for Printed<'_, T, E> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in words", self.kind)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_str(self)
    }

    fn visit_str<F: Error>(self, text: &str) -> Result<T, F> {
        let read = (self.parse)(text).map_err(F::custom)?;
        match self.as_printed && read.to_string() != text {
            true => Err(F::custom(format_args!("{text:?} is not how a {} is printed", self.kind))),
            false => Ok(read),
        }
    }
}
