//! Writes values as bytes.

use super::bytes::{put_text, put_varint, wide_zigzag, zigzag};
use super::parts::Names;
use super::{Error, HISTORY, NUMBER, WORD, WordTable};
use serde::ser::{self, Serialize};
use std::collections::BTreeMap;

/// What the bytes are for.
pub(super) enum Mode<'a> {
    /// To be stored and read again.
    Store(&'a mut WordTable),
    /// To be compared. Maps each number met so far, in its written form, to its replacement.
    Key(BTreeMap<Vec<u8>, u64>),
}

impl Mode<'_> {
    pub(super) const fn key() -> Mode<'static> {
        Mode::Key(BTreeMap::new())
    }
}

/// Writes consecutive values.
pub(super) struct Writer<'a> {
    pub(super) out: &'a mut Vec<u8>,
    pub(super) mode: Mode<'a>,
    /// Records where each field is, if names are wanted.
    pub(super) names: Option<&'a mut Names>,
    /// The next text is a word, to be written by its number.
    pub(super) word: bool,
}

impl Writer<'_> {
    fn put(&mut self, value: u64) {
        put_varint(self.out, value);
    }

    /// A number of double width: its lower half, then its upper half.
    fn put_wide(&mut self, value: u128) {
        self.put((value & 0xffff_ffff_ffff_ffff) as u64);
        self.put((value >> 64) as u64);
    }

    /// Writes a word: its number if there is a table, else its text.
    fn put_word<T: Serialize + ?Sized>(&mut self, word: &T) -> Result<(), Error> {
        self.word = matches!(self.mode, Mode::Store(_));
        word.serialize(&mut *self)?;
        if std::mem::take(&mut self.word) { Err(Error::NotKept("a word that is not text")) } else { Ok(()) }
    }

    /// Writes a field and, if names are wanted, records where it is.
    fn put_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
        let start = self.out.len();
        if let Some(names) = &mut self.names {
            names.begin(name);
        }
        value.serialize(&mut *self)?;
        if let Some(names) = &mut self.names {
            names.end(start..self.out.len());
        }
        Ok(())
    }

    /// Writes a number unchanged or, in a key, renumbered.
    fn put_number<T: Serialize + ?Sized>(&mut self, number: &T) -> Result<(), Error> {
        let start = self.out.len();
        number.serialize(&mut *self)?;
        let Mode::Key(met) = &mut self.mode else { return Ok(()) };
        let written = &self.out[start..];
        let next = met.len() as u64;
        let stands = match met.get(written) {
            Some(stands) => *stands,
            None => *met.entry(written.to_vec()).or_insert(next),
        };
        self.out.truncate(start);
        self.put(stands);
        Ok(())
    }
}

impl<'a> Writer<'a> {
    fn begin_list(&mut self, length: Option<usize>) -> List<'_, 'a> {
        if let Some(length) = length {
            self.put(length as u64);
        }
        let start = self.out.len();
        List { writer: self, length, start, count: 0 }
    }
}

/// A list or a map being written.
pub(super) struct List<'w, 'a> {
    writer: &'w mut Writer<'a>,
    /// Its length, if it was known at the beginning.
    length: Option<usize>,
    /// Where its first element begins.
    start: usize,
    count: usize,
}

impl List<'_, '_> {
    fn finish(self) -> Result<(), Error> {
        let out = &mut *self.writer.out;
        let is_kept = matches!(self.writer.mode, Mode::Store(_));
        // A reader accepts a length only if each element can have at least one byte.
        if is_kept && out.len() - self.start < self.count {
            return Err(Error::NotKept("a list of things that take no bytes"));
        }
        match self.length {
            Some(length) if length == self.count => {}
            Some(_) => return Err(Error::NotKept("a list that is longer or shorter than it said")),
            None => {
                let mut length = Vec::new();
                put_varint(&mut length, self.count as u64);
                if let Some(names) = &mut self.writer.names {
                    names.moved(self.start, length.len());
                }
                out.splice(self.start..self.start, length);
            }
        }
        Ok(())
    }
}

impl<'w, 'a> ser::Serializer for &'w mut Writer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = List<'w, 'a>;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = List<'w, 'a>;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    fn is_human_readable(&self) -> bool {
        false
    }

    fn serialize_bool(self, value: bool) -> Result<(), Error> {
        self.serialize_u8(u8::from(value))
    }

    fn serialize_i8(self, value: i8) -> Result<(), Error> {
        self.serialize_u8(value.cast_unsigned())
    }

    fn serialize_i16(self, value: i16) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i32(self, value: i32) -> Result<(), Error> {
        self.serialize_i64(value.into())
    }

    fn serialize_i64(self, value: i64) -> Result<(), Error> {
        self.serialize_u64(zigzag(value))
    }

    fn serialize_i128(self, value: i128) -> Result<(), Error> {
        self.serialize_u128(wide_zigzag(value))
    }

    fn serialize_u8(self, value: u8) -> Result<(), Error> {
        self.out.push(value);
        Ok(())
    }

    fn serialize_u16(self, value: u16) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u32(self, value: u32) -> Result<(), Error> {
        self.serialize_u64(value.into())
    }

    fn serialize_u64(self, value: u64) -> Result<(), Error> {
        self.put(value);
        Ok(())
    }

    fn serialize_u128(self, value: u128) -> Result<(), Error> {
        self.put_wide(value);
        Ok(())
    }

    fn serialize_f32(self, _: f32) -> Result<(), Error> {
        Err(Error::NotKept("a float"))
    }

    fn serialize_f64(self, _: f64) -> Result<(), Error> {
        Err(Error::NotKept("a float"))
    }

    fn serialize_char(self, sign: char) -> Result<(), Error> {
        self.serialize_u32(sign.into())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        if let (true, Mode::Store(table)) = (self.word, &mut self.mode) {
            self.word = false;
            let number = table.enter(text);
            self.put(number);
            return Ok(());
        }
        self.serialize_bytes(text.as_bytes())
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Error> {
        put_text(self.out, bytes);
        Ok(())
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.serialize_u8(0)
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        self.out.push(1);
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Error> {
        Ok(())
    }

    fn serialize_unit_variant(self, _: &'static str, index: u32, _: &'static str) -> Result<(), Error> {
        self.serialize_u32(index)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        match name {
            WORD => self.put_word(value),
            NUMBER => self.put_number(value),
            HISTORY if matches!(self.mode, Mode::Key(_)) => Ok(()),
            _ => value.serialize(self),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.put(index.into());
        value.serialize(self)
    }

    fn serialize_seq(self, length: Option<usize>) -> Result<List<'w, 'a>, Error> {
        Ok(self.begin_list(length))
    }

    fn serialize_tuple(self, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Error> {
        self.put(index.into());
        Ok(self)
    }

    fn serialize_map(self, length: Option<usize>) -> Result<List<'w, 'a>, Error> {
        Ok(self.begin_list(length))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self, Error> {
        Ok(self)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self, Error> {
        self.put(index.into());
        Ok(self)
    }
}

impl ser::SerializeSeq for List<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.count += 1;
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl ser::SerializeMap for List<'_, '_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.count += 1;
        key.serialize(&mut *self.writer)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Result<(), Error> {
        self.finish()
    }
}

impl ser::SerializeTuple for &mut Writer<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Error> {
        Ok(())
    }
}

/// Fields without names, of structs and of variants.
macro_rules! unnamed {
    ($($kind:ident)*) => {
        $(impl ser::$kind for &mut Writer<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}

/// Fields with names, of structs and of variants.
macro_rules! named {
    ($($kind:ident)*) => {
        $(impl ser::$kind for &mut Writer<'_> {
            type Ok = ();
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<(), Error> {
                self.put_field(name, value)
            }

            // Field names are not written, so a reader would take the next field for this one.
            fn skip_field(&mut self, _: &'static str) -> Result<(), Error> {
                Err(Error::NotKept("a struct with a field left out"))
            }

            fn end(self) -> Result<(), Error> {
                Ok(())
            }
        })*
    };
}

unnamed!(SerializeTupleStruct SerializeTupleVariant);
named!(SerializeStruct SerializeStructVariant);
