//! Who acts at a table and who watches it.

use crate::printed::printed;
use crate::wire::{parse_actor, parse_approver, parse_audience, parse_patron};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

printed!(Patron, "patron", parse_patron);
printed!(Actor, "actor", parse_actor);
printed!(Approver, "approver", parse_approver);
printed!(Audience, "audience", parse_audience);

/// A patron at the table, printed as a letter: A to Z, then A2 to Z2 and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Patron(u8);

impl Patron {
    /// The most patrons of one table: far more than seven boxes with players standing behind each of them.
    pub const COUNT_MAX: u8 = 64;
    /// The first.
    pub const A: Patron = Patron(0);
    /// The second.
    pub const B: Patron = Patron(1);
    /// The third.
    pub const C: Patron = Patron(2);
    const LETTERS: u8 = 26;

    /// The n-th patron, counted from 0; `None` beyond the last one that a table knows.
    pub const fn nth(n: u8) -> Option<Patron> {
        if n < Patron::COUNT_MAX { Some(Patron(n)) } else { None }
    }

    /// Returns its index, counted from 0.
    pub const fn index(self) -> u8 {
        self.0
    }

    /// Reads what is printed: `A`, `B2`.
    pub fn parse(text: &str) -> Option<Patron> {
        let mut letters = text.chars();
        let letter = letters.next().filter(char::is_ascii_uppercase)?;
        let turn = match letters.as_str() {
            "" => 1,
            // One spelling only: neither `A1` nor `A02` is accepted.
            digits if digits.starts_with(|first| ('2'..='9').contains(&first)) => {
                digits.parse::<u8>().ok()?
            }
            _ => return None,
        };
        let letter = u8::try_from(letter).ok()?.checked_sub(b'A')?;
        Patron::nth((turn - 1).checked_mul(Patron::LETTERS)?.checked_add(letter)?)
    }
}

impl fmt::Display for Patron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A'.saturating_add(self.0 % Patron::LETTERS));
        match self.0 / Patron::LETTERS {
            0 => write!(f, "{letter}"),
            turn => write!(f, "{letter}{}", turn + 1),
        }
    }
}

/// A set of patrons.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Patrons(u64);

impl Patrons {
    /// The empty set.
    pub const NONE: Patrons = Patrons(0);
    /// All patrons there can be.
    pub const ALL: Patrons = Patrons(u64::MAX);

    /// Adds one.
    pub fn add(&mut self, patron: Patron) {
        self.0 |= Patrons::bit(patron);
    }

    /// Removes one.
    pub fn remove(&mut self, patron: Patron) {
        self.0 &= !Patrons::bit(patron);
    }

    /// Whether the patron is among them.
    pub fn has(self, patron: Patron) -> bool {
        self.0 & Patrons::bit(patron) != 0
    }

    /// The patrons in both sets.
    #[must_use]
    pub fn and(self, other: Patrons) -> Patrons {
        Patrons(self.0 & other.0)
    }

    /// The patrons in this set and not in the other.
    #[must_use]
    pub fn without(self, other: Patrons) -> Patrons {
        Patrons(self.0 & !other.0)
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates in the order of their letters.
    pub fn iter(self) -> impl Iterator<Item = Patron> {
        (0..Patron::COUNT_MAX).map(Patron).filter(move |p| self.has(*p))
    }

    /// The patrons that are not in the set.
    #[must_use]
    pub fn others(self) -> Patrons {
        Patrons(!self.0)
    }

    /// The bit of a patron; every patron has one.
    fn bit(patron: Patron) -> u64 {
        1 << patron.0
    }
}

impl JsonSchema for Patrons {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Patrons".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<Vec<Patron>>()
    }
}

/// Written as a list in human-readable formats and as a bit set in storage.
impl Serialize for Patrons {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            serializer.collect_seq(self.iter())
        } else {
            self.0.serialize(serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Patrons {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Patrons, D::Error> {
        if !deserializer.is_human_readable() {
            return u64::deserialize(deserializer).map(Patrons);
        }
        let mut patrons = Patrons::NONE;
        Vec::<Patron>::deserialize(deserializer)?.into_iter().for_each(|patron| patrons.add(patron));
        Ok(patrons)
    }
}

/// Staff, from the lowest rank to the highest; a higher rank may do what a lower one may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
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
    /// Surveillance, which stands outside the ranks of the floor.
    Surveillance,
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
            Actor::Surveillance => f.write_str("surveillance"),
        }
    }
}

/// A person on the house's side, by the house's number for them: two approvals by two persons need two numbers. 0 if
/// the house does not name the person.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Person(pub u32);

/// Who must approve.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Approver {
    /// Staff of this rank or above.
    Staff(Rank),
    /// Surveillance.
    Surveillance,
}

impl Approver {
    /// Whether the actor may approve in this one's place.
    pub fn is(self, actor: Actor) -> bool {
        match self {
            Approver::Staff(rank) => actor.is_at_least(rank),
            Approver::Surveillance => actor == Actor::Surveillance,
        }
    }
}

impl From<Approver> for Actor {
    fn from(approver: Approver) -> Actor {
        match approver {
            Approver::Staff(rank) => Actor::Staff(rank),
            Approver::Surveillance => Actor::Surveillance,
        }
    }
}

impl fmt::Display for Approver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Approver::Staff(rank) => rank.fmt(f),
            Approver::Surveillance => f.write_str("surveillance"),
        }
    }
}

/// Who watches the table.
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
    /// Any other person.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_patron_is_printed_apart_and_read_back() {
        let all: Vec<Patron> = (0..Patron::COUNT_MAX).filter_map(Patron::nth).collect();
        assert_eq!(all.len(), 64);
        for patron in &all {
            assert_eq!(Patron::parse(&patron.to_string()), Some(*patron));
        }
        assert_eq!(all[26].to_string(), "A2");
        assert_eq!(all[63].to_string(), "L3");
        for text in ["", "a", "A1", "A0", "A02", "A-2", "M3", "A999", "AB", "Ä"] {
            assert_eq!(Patron::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_set_holds_every_patron() {
        let mut set = Patrons::NONE;
        for n in [0, 25, 26, 63] {
            set.add(Patron::nth(n).unwrap());
        }
        assert_eq!(set.iter().map(Patron::index).collect::<Vec<_>>(), [0, 25, 26, 63]);
        assert_eq!(set.others().iter().count(), 60);
        assert_eq!(Patrons::ALL.iter().count(), 64);
    }
}
