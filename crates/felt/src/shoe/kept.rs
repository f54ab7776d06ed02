//! The stored form of a shoe: all its counts, without those derived from the pack.

use super::{Shoe, copies_of};
use crate::card::Card;
use crate::pack::Pack;
use serde::de::{Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use thiserror::Error;

/// Why stored counts are not those of a shoe.
#[derive(Debug, Error)]
pub(super) enum Unsound {
    /// More copies are unseen than the pack has.
    #[error("{0} copies of {1} cannot be unseen: the pack has {2}")]
    TooManyCopies(u16, Card, u16),
    /// The cards in the shoe and in the rack together are more than the pack.
    #[error("{remaining} cards in the shoe and {rack} in the rack are more than the {pack} of the pack")]
    TooManyCards { remaining: u16, rack: u16, pack: u16 },
    /// The numbers of unseen faces do not add up.
    #[error("{unseen} unseen faces are not the {remaining} cards in the shoe and {unread} out of it unread")]
    FacesDiffer { unseen: u32, remaining: u16, unread: u16 },
    /// The number of cards drawn since the shuffle would be negative, or above the pack.
    #[error("a shoe filled with {filled} cards cannot have {remaining} left of a pack of {pack}")]
    Filled { filled: u16, remaining: u16, pack: u16 },
}

/// The counts in the order in which they are stored.
#[derive(Serialize, Deserialize)]
#[serde(rename = "Shoe", deny_unknown_fields)]
pub(super) struct Account {
    pack: Pack,
    unseen: Counts,
    remaining: u16,
    unread: u16,
    rack: u16,
    filled: u16,
    cut_card: Option<u16>,
    cut_reported: bool,
    draws: Draws,
}

/// The number of cards ever drawn. It serves only for numbering, so the key by which states are compared leaves it out;
/// the name marks it for that.
#[derive(Serialize, Deserialize)]
#[serde(rename = "$history")]
struct Draws(u32);

/// A count for each card: in human-readable formats by name and only if it is not zero; else all of them by index.
struct Counts([u16; Card::COUNT]);

impl From<Shoe> for Account {
    fn from(shoe: Shoe) -> Self {
        let Shoe { unseen, remaining, unread_out, rack, filled, cut_card, cut_reported, draws, pack, .. } =
            shoe;
        Self {
            pack,
            unseen: Counts(unseen),
            remaining,
            unread: unread_out,
            rack,
            filled,
            cut_card,
            cut_reported,
            draws: Draws(draws),
        }
    }
}

impl TryFrom<Account> for Shoe {
    type Error = Unsound;

    fn try_from(account: Account) -> Result<Self, Unsound> {
        account.check()?;
        let Account { pack, unseen, remaining, unread, rack, filled, cut_card, cut_reported, draws } =
            account;
        Ok(Self {
            unseen: unseen.0,
            full: copies_of(pack),
            remaining,
            unread_out: unread,
            rack,
            filled,
            cut_card,
            cut_reported,
            draws: draws.0,
            pack,
        })
    }
}

impl Account {
    /// Checks the invariants that hold after any sequence of calls; without them later calls would underflow.
    fn check(&self) -> Result<(), Unsound> {
        let Self { pack, remaining, unread, rack, filled, .. } = *self;
        for card in Card::all() {
            let (unseen, copies) = (self.unseen.0[card.index()], pack.copies(card));
            if unseen > copies {
                return Err(Unsound::TooManyCopies(unseen, card, copies));
            }
        }
        let cards = u32::from(pack.len());
        let pack = pack.len();
        if u32::from(remaining) + u32::from(rack) > cards {
            return Err(Unsound::TooManyCards { remaining, rack, pack });
        }
        let unseen: u32 = self.unseen.0.iter().copied().map(u32::from).sum();
        if u32::from(remaining) + u32::from(unread) != unseen {
            return Err(Unsound::FacesDiffer { unseen, remaining, unread });
        }
        if filled < remaining || filled > pack {
            return Err(Unsound::Filled { filled, remaining, pack });
        }
        Ok(())
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            let counts = Card::all().map(|card| (card, self.0[card.index()]));
            return serializer.collect_map(counts.filter(|(_, count)| *count > 0));
        }
        let mut tuple = serializer.serialize_tuple(Card::COUNT)?;
        for count in self.0 {
            tuple.serialize_element(&count)?;
        }
        tuple.end()
    }
}

impl<'de> Deserialize<'de> for Counts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_map(CountsVisitor)
        } else {
            deserializer.deserialize_tuple(Card::COUNT, CountsVisitor)
        }
    }
}

struct CountsVisitor;

impl<'de> Visitor<'de> for CountsVisitor {
    type Value = Counts;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a count for each card")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Counts, A::Error> {
        let mut counts = [0; Card::COUNT];
        while let Some((card, count)) = map.next_entry::<Card, u16>()? {
            if std::mem::replace(&mut counts[card.index()], count) > 0 {
                return Err(A::Error::custom(format_args!("{card} is counted twice")));
            }
        }
        Ok(Counts(counts))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Counts, A::Error> {
        let mut counts = [0; Card::COUNT];
        for (at, count) in counts.iter_mut().enumerate() {
            *count = list.next_element()?.ok_or_else(|| A::Error::invalid_length(at, &self))?;
        }
        Ok(Counts(counts))
    }
}
