//! Reads values from bytes.

use super::bytes::{Bytes, unzigzag, wide_unzigzag};
use super::{Error, WORD, WordTable};
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};

/// Reads consecutive values.
pub(crate) struct Reader<'de, 't> {
    bytes: Bytes<'de>,
    words: &'t WordTable,
}

impl<'de, 't> Reader<'de, 't> {
    pub(super) const fn new(bytes: &'de [u8], words: &'t WordTable) -> Reader<'de, 't> {
        Reader { bytes: Bytes::new(bytes), words }
    }

    /// How many bytes have been read.
    pub(super) const fn at(&self) -> usize {
        self.bytes.at()
    }

    /// The bytes not read yet.
    pub(super) fn rest(&self) -> &'de [u8] {
        self.bytes.rest()
    }

    /// Reads a byte that is yes or no.
    fn flag(&mut self, wanted: &'static str) -> Result<bool, Error> {
        let at = self.at();
        match self.bytes.byte(wanted)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(Error::Unfit { at, read: other.to_string(), wanted }),
        }
    }

    /// Reads a number that must fit into a narrower type.
    fn unsigned<N: TryFrom<u64>>(&mut self, wanted: &'static str) -> Result<N, Error> {
        let at = self.at();
        let read = self.bytes.varint(wanted)?;
        N::try_from(read).map_err(|_| Error::Unfit { at, read: read.to_string(), wanted })
    }

    /// As [`Reader::unsigned`], with a sign.
    fn signed<N: TryFrom<i64>>(&mut self, wanted: &'static str) -> Result<N, Error> {
        let at = self.at();
        let read = unzigzag(self.bytes.varint(wanted)?);
        N::try_from(read).map_err(|_| Error::Unfit { at, read: read.to_string(), wanted })
    }

    fn wide(&mut self, wanted: &'static str) -> Result<u128, Error> {
        let low = self.bytes.varint(wanted)?;
        let high = self.bytes.varint(wanted)?;
        Ok(u128::from(high) << 64 | u128::from(low))
    }

    fn word(&mut self) -> Result<&'t str, Error> {
        let at = self.at();
        let index = self.bytes.varint("the number of a word")?;
        let words = self.words;
        words.word(index).ok_or(Error::NoSuchWord { at, index, known: words.len() })
    }

    /// Returns that many elements for a visitor to read.
    fn items(&mut self, count: usize) -> Items<'_, 'de, 't> {
        Items { reader: self, left: count }
    }

    fn not_said<T>(&self) -> Result<T, Error> {
        let read = "what the bytes do not describe".to_owned();
        Err(Error::Unfit { at: self.at(), read, wanted: "what the compact form can read" })
    }
}

/// The elements of a list, the fields of a struct or the entries of a map.
struct Items<'r, 'de, 't> {
    reader: &'r mut Reader<'de, 't>,
    left: usize,
}

impl Items<'_, '_, '_> {
    /// Returns what the visitor made of the elements, and fails unless it has read all of them.
    fn done<T>(self, value: T) -> Result<T, Error> {
        match self.left {
            0 => Ok(value),
            left => {
                let read = format!("a list with {left} elements more");
                Err(Error::Unfit { at: self.reader.at(), read, wanted: "what the type takes" })
            }
        }
    }
}

impl<'de> de::SeqAccess<'de> for &mut Items<'_, 'de, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        seed.deserialize(&mut *self.reader).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

impl<'de> de::MapAccess<'de> for &mut Items<'_, 'de, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Error> {
        de::SeqAccess::next_element_seed(self, seed)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.reader)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.left)
    }
}

/// Methods that read a number and pass it to the visitor.
macro_rules! numbers {
    ($($method:ident $visit:ident $read:ident $wanted:literal;)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(self.$read($wanted)?)
        })*
    };
}

impl<'de> de::Deserializer<'de> for &mut Reader<'de, '_> {
    type Error = Error;

    fn is_human_readable(&self) -> bool {
        false
    }

    numbers! {
        deserialize_bool visit_bool flag "yes or no";
        deserialize_i16 visit_i16 signed "a number of 16 bits with a sign";
        deserialize_i32 visit_i32 signed "a number of 32 bits with a sign";
        deserialize_i64 visit_i64 signed "a number of 64 bits with a sign";
        deserialize_u16 visit_u16 unsigned "a number of 16 bits";
        deserialize_u32 visit_u32 unsigned "a number of 32 bits";
        deserialize_u64 visit_u64 unsigned "a number of 64 bits";
        deserialize_u128 visit_u128 wide "a number of 128 bits";
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.not_said()
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.not_said()
    }

    fn deserialize_f32<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::NotKept("a float"))
    }

    fn deserialize_f64<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::NotKept("a float"))
    }

    fn deserialize_i8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i8(self.bytes.byte("a number of 8 bits with a sign")?.cast_signed())
    }

    fn deserialize_u8<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_u8(self.bytes.byte("a number of 8 bits")?)
    }

    fn deserialize_i128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_i128(wide_unzigzag(self.wide("a number of 128 bits with a sign")?))
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let (at, wanted) = (self.at(), "a sign of Unicode");
        let read: u32 = self.unsigned(wanted)?;
        let sign = char::from_u32(read).ok_or_else(|| Error::Unfit { at, read: read.to_string(), wanted })?;
        visitor.visit_char(sign)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_str(self.bytes.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_str(visitor)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.bytes.run("bytes")?)
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        self.deserialize_bytes(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.flag("something or nothing")? {
            true => visitor.visit_some(self),
            false => visitor.visit_none(),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        match name {
            WORD => visitor.visit_newtype_struct(self.word()?.into_deserializer()),
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let count = self.bytes.length("the length of a list")?;
        let mut items = self.items(count);
        let value = visitor.visit_seq(&mut items)?;
        items.done(value)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Error> {
        let mut items = self.items(count);
        let value = visitor.visit_seq(&mut items)?;
        items.done(value)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        count: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(count, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let count = self.bytes.length("the length of a map")?;
        let mut items = self.items(count);
        let value = visitor.visit_map(&mut items)?;
        items.done(value)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(fields.len(), visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_enum(self)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.not_said()
    }
}

impl<'de> de::EnumAccess<'de> for &mut Reader<'de, '_> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        let index: u32 = self.unsigned("the number of a variant")?;
        let known: Result<V::Value, Error> = seed.deserialize(index.into_deserializer());
        Ok((known?, self))
    }
}

impl<'de> de::VariantAccess<'de> for &mut Reader<'de, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, count: usize, visitor: V) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_tuple(self, count, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        de::Deserializer::deserialize_tuple(self, fields.len(), visitor)
    }
}
