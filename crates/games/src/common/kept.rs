//! What of a table is kept in a snapshot.

/// Writes and reads a table's state. Every field stands in one of the two lists, or it does not compile: what was
/// resolved when the table opened, or follows from the rest, is not kept; all else is, in this order.
macro_rules! keeps_its_state {
    ($table:ident: resolved $($resolved:ident),+; kept $($kept:ident),+ $(,)?) => {
        impl serde::Serialize for $table {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeStruct;
                let $table { $($resolved: _,)+ $($kept),+ } = self;
                let fields = [$(stringify!($kept)),+].len();
                let mut state = serializer.serialize_struct(stringify!($table), fields)?;
                $(state.serialize_field(stringify!($kept), $kept)?;)+
                state.end()
            }
        }

        impl $table {
            /// Takes on the state that is read.
            fn read_state<'de, D: serde::Deserializer<'de>>(&mut self, from: D) -> Result<(), D::Error> {
                const FIELDS: &[&str] = &[$(stringify!($kept)),+];
                struct Reader<'t>(&'t mut $table);

                impl<'de> serde::de::Visitor<'de> for Reader<'_> {
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

                from.deserialize_struct(stringify!($table), FIELDS, Reader(self))
            }
        }
    };
}

pub(crate) use keeps_its_state;
