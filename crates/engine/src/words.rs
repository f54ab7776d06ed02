//! The words of a game's protocol: small, printable, comparable, never allocated.

use serde::{Serialize, Serializer};
use std::fmt;

macro_rules! word {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(&'static &'static str);

        impl $name {
            /// Names one. It is one pointer wide, as a rule is: lines and events carry several.
            pub const fn new(word: &'static &'static str) -> $name {
                $name(word)
            }

            /// As it is written in scenarios, rule books and JSON.
            pub const fn word(self) -> &'static str {
                self.0
            }
        }

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
                serializer.serialize_str(self.0)
            }
        }
    };
}

word!(
    /// A kind of wager: `main`, `insurance`, `house-money`.
    WagerId
);
word!(
    /// Something a patron may decide: `hit`, `stand`, `insure`.
    ChoiceId
);
word!(
    /// Something the dealer does that brings no information: `no-more-bets`, `settle`.
    StepId
);
word!(
    /// Something that went wrong, as staff report it: `face-up-in-shoe`.
    IrregularityId
);
word!(
    /// A progressive meter: `main`, `royal`.
    MeterId
);
word!(
    /// What a hand is called: `two-pairs`, `straight`.
    HandId
);
word!(
    /// Something that lies on the layout besides cards and wagers: `puck`, `shooter`.
    MarkerId
);
word!(
    /// What is done about an irregularity: `discarded`, `used-as-next`.
    RemedyId
);
