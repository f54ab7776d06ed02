//! The words of a game's protocol: small, printable, comparable, never allocated.

use crate::compact::WORD;
use crate::dictionary::{self, Entry};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

macro_rules! word {
    ($(#[$doc:meta])* $name:ident, $kind:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(&'static &'static str);

        impl $name {
            /// Names one. It is one pointer wide, like a rule, because lines and events carry several.
            pub const fn new(word: &'static &'static str) -> $name {
                $name(word)
            }

            /// The word, as written in scenarios, rule books and JSON.
            pub const fn word(self) -> &'static str {
                self.0
            }

            /// Where its text is stored.
            #[allow(dead_code, reason = "a vocabulary does not list words of every kind")]
            pub(crate) const fn entry(self) -> Entry {
                self.0
            }
        }

        crate::printed::text_schema!($name, concat!("word of the kind: ", $kind));

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_newtype_struct(WORD, *self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                dictionary::read(deserializer, $kind).map($name)
            }
        }
    };
}

word!(
    /// A kind of wager: `main`, `insurance`, `house-money`.
    WagerId, "wager"
);
word!(
    /// Something a patron may decide: `hit`, `stand`, `insure`.
    ChoiceId, "choice"
);
word!(
    /// Something the dealer does that brings no information: `no-more-bets`, `settle`.
    StepId, "step"
);
word!(
    /// Something that went wrong, as staff report it: `face-up-in-shoe`.
    IrregularityId, "irregularity"
);
word!(
    /// A progressive meter: `main`, `royal`.
    MeterId, "meter"
);
word!(
    /// What a hand is called: `two-pairs`, `straight`.
    HandId, "hand"
);
word!(
    /// Something that lies on the layout besides cards and wagers: `puck`, `shooter`.
    MarkerId, "marker"
);
word!(
    /// What is done about an irregularity: `discarded`, `used-as-next`.
    RemedyId, "remedy"
);
word!(
    /// A row of a pay table, by the id that its rule book gives it: `straight-flush`, `lammers-3`.
    RowId, "row"
);

word!(
    /// What a section of a big wheel shows: `joker`, `20`.
    SectionId, "section"
);

impl SectionId {
    /// A section named in a rule book; kept for the life of the program.
    pub fn from_book(id: &str) -> SectionId {
        SectionId(dictionary::keep(id))
    }
}

impl RowId {
    /// A row named in a rule book; kept for the life of the program.
    pub fn from_book(id: &str) -> RowId {
        RowId(dictionary::keep(id))
    }
}
