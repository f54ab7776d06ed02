//! Who acts at a table and who watches it.

use serde::{Serialize, Serializer};
use std::fmt;

/// A patron at the table, printed as a letter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Patron(pub u8);

impl Patron {
    /// The most patrons one table knows by letter.
    pub const COUNT_MAX: u8 = 26;

    /// Reads the letter.
    pub fn from_letter(letter: char) -> Option<Patron> {
        let position = u32::from(letter).checked_sub(u32::from('A'))?;
        u8::try_from(position).ok().filter(|n| *n < Patron::COUNT_MAX).map(Patron)
    }
}

impl fmt::Display for Patron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", char::from(b'A'.saturating_add(self.0)))
    }
}

impl Serialize for Patron {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A set of patrons.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Patrons(u32);

impl Patrons {
    /// Nobody.
    pub const NONE: Patrons = Patrons(0);
    /// Everybody who could come.
    pub const ALL: Patrons = Patrons(u32::MAX);

    /// Adds one.
    pub fn add(&mut self, patron: Patron) {
        self.0 |= Patrons::bit(patron);
    }

    /// Takes one out.
    pub fn remove(&mut self, patron: Patron) {
        self.0 &= !Patrons::bit(patron);
    }

    /// Whether the patron is among them.
    pub fn has(self, patron: Patron) -> bool {
        self.0 & Patrons::bit(patron) != 0
    }

    /// Those in both sets.
    #[must_use]
    pub fn and(self, other: Patrons) -> Patrons {
        Patrons(self.0 & other.0)
    }

    /// Those in this set and not in the other.
    #[must_use]
    pub fn without(self, other: Patrons) -> Patrons {
        Patrons(self.0 & !other.0)
    }

    /// Whether nobody is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of their letters.
    pub fn iter(self) -> impl Iterator<Item = Patron> {
        (0..Patron::COUNT_MAX).map(Patron).filter(move |p| self.has(*p))
    }

    fn bit(patron: Patron) -> u32 {
        1_u32.checked_shl(u32::from(patron.0)).unwrap_or(0)
    }
}

/// Staff, from the lowest rank to the highest; a higher rank may do what a lower one may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rank {
    /// Deals the game; at craps the stick person too.
    Dealer,
    /// Supervises one table from its box, as at craps.
    Box,
    /// Supervises some tables.
    Floor,
    /// Runs a pit.
    Pit,
    /// Runs the casino's games for a shift.
    Shift,
}

impl Rank {
    /// All ranks.
    pub const ALL: [Rank; 5] = [Rank::Dealer, Rank::Box, Rank::Floor, Rank::Pit, Rank::Shift];

    /// The rank's word.
    pub const fn word(self) -> &'static str {
        match self {
            Rank::Dealer => "dealer",
            Rank::Box => "box",
            Rank::Floor => "floor",
            Rank::Pit => "pit",
            Rank::Shift => "shift",
        }
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// Who sends an input. The engine checks what the actor may do; the house proves who the actor is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Actor {
    /// A patron.
    Patron(Patron),
    /// A member of staff, or the house's own device in the dealer's place.
    Staff(Rank),
}

impl Actor {
    /// The dealer, who also stands for the shoe's scanner and the house's random source.
    pub const DEALER: Actor = Actor::Staff(Rank::Dealer);

    /// Whether this is staff of at least the rank.
    pub fn is_at_least(self, rank: Rank) -> bool {
        matches!(self, Actor::Staff(held) if held >= rank)
    }
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Actor::Patron(patron) => patron.fmt(f),
            Actor::Staff(rank) => rank.fmt(f),
        }
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Who looks at the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Audience {
    /// One patron.
    Patron(Patron),
    /// The dealer.
    Dealer,
    /// A floor supervisor.
    Floor,
    /// Surveillance, which may see every card that a device has read.
    Surveillance,
    /// Anyone who passes by.
    Spectator,
}

impl fmt::Display for Audience {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Audience::Patron(patron) => patron.fmt(f),
            Audience::Dealer => f.write_str("dealer"),
            Audience::Floor => f.write_str("floor"),
            Audience::Surveillance => f.write_str("surveillance"),
            Audience::Spectator => f.write_str("spectator"),
        }
    }
}

impl Serialize for Audience {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
