//! Which fields of a table a snapshot stores.

/// Writes and reads a table's state. Every field must be in one of the two lists, or it does not compile.
/// Fields that are resolved when the table opens, or follow from others, are not stored; all others are, in
/// this order.
macro_rules! keeps_its_state {
    ($table:ident $(<$game:ident: $kind:path>)?: resolved $($resolved:ident),+; kept $($kept:ident),+ $(,)?) => {
        impl$(<$game: $kind>)? serde::Serialize for $table$(<$game>)? {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let $table { $($resolved: _,)+ $($kept),+ } = self;
                let fields = [$(stringify!($kept)),+].len();
                let mut state = serializer.serialize_struct(stringify!($table), fields)?;
                $(state.serialize_field(stringify!($kept), $kept)?;)+
                state.end()
            }
        }

        /// Reads the state of a table in place.
        struct StateReader<'t, $($game: $kind)?>(&'t mut $table$(<$game>)?);

        impl<'de, $($game: $kind)?> serde::de::Visitor<'de> for StateReader<'_, $($game)?> {
            type Value = ();

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!("the state of a table of ", stringify!($table)))
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
                use serde::de::Error;
                $(self.0.$kept =
                    list.next_element()?.ok_or_else(|| A::Error::missing_field(stringify!($kept)))?;)+
                Ok(())
            }
        }

        impl$(<$game: $kind>)? $table$(<$game>)? {
            /// Replaces the state of the table with the one that is read.
            fn read_state<'de, D: serde::Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
                const FIELDS: &[&str] = &[$(stringify!($kept)),+];
                from.deserialize_struct(stringify!($table), FIELDS, StateReader(self))
            }
        }
    };
}

pub(crate) use keeps_its_state;
