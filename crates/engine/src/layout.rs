//! The cards on the layout: where each lies, whether it is known, and who has seen it.

use crate::people::{Audience, Patron, Patrons};
use crate::printed::printed;
use crate::wire::{parse_face, parse_place, parse_spot};
use crate::words::MarkerId;
use felt::Card;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

printed!(Spot, "hand", parse_spot);
printed!(Place, "place", parse_place);
printed!(Face, "face", parse_face);

/// A hand of a box: box 1 lies at the dealer's left; hands of one box are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot {
    /// The betting box, from 1.
    pub box_number: u8,
    /// The hand of that box, from 1; above 1 only after a split.
    pub hand: u8,
}

impl Spot {
    /// No box and no hand: stands for the whole table.
    pub const TABLE: Spot = Spot { box_number: 0, hand: 1 };

    /// The first hand of a box, usually its only one.
    pub const fn first(box_number: u8) -> Spot {
        Spot { box_number, hand: 1 }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.hand {
            1 => write!(f, "{}", self.box_number),
            hand => write!(f, "{}.{hand}", self.box_number),
        }
    }
}

/// Where a card can lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Place {
    /// In a hand of a box.
    Hand(Spot),
    /// In the dealer's hand.
    Dealer,
    /// Among the community cards.
    Board,
    /// In the discard rack.
    Rack,
    /// Drawn already and held as the next card of the shoe.
    Next,
    /// In the shared hand called the player's, as at baccarat.
    Player,
    /// In the shared hand called the banker's.
    Banker,
    /// In the dealer's second hand, where the dealer's cards are set in two.
    DealerLow,
    /// In a dealt stack that has not been assigned to a hand yet.
    Stack(u8),
    /// Set apart: cards left over when the stacks are dealt.
    Extra,
}

impl Place {
    /// The places that have a name, besides hands and stacks.
    pub const NAMED: [Place; 8] = [
        Place::Dealer,
        Place::Board,
        Place::Rack,
        Place::Next,
        Place::Player,
        Place::Banker,
        Place::DealerLow,
        Place::Extra,
    ];
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(spot) => spot.fmt(f),
            Place::Dealer => f.write_str("dealer"),
            Place::Board => f.write_str("board"),
            Place::Rack => f.write_str("rack"),
            Place::Next => f.write_str("next"),
            Place::Player => f.write_str("player"),
            Place::Banker => f.write_str("banker"),
            Place::DealerLow => f.write_str("dealer-low"),
            Place::Stack(number) => write!(f, "stack-{number}"),
            Place::Extra => f.write_str("extra"),
        }
    }
}

/// How a card arrived: its face, and whether the table could read it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Face up, for all to see.
    Up(Card),
    /// Face down, and read only by a device.
    Down(Card),
    /// Face down and unread.
    Unread,
}

impl Face {
    /// The card, if the table knows it.
    pub const fn card(self) -> Option<Card> {
        match self {
            Face::Up(card) | Face::Down(card) => Some(card),
            Face::Unread => None,
        }
    }

    /// Whether it lies face up.
    pub const fn is_up(self) -> bool {
        matches!(self, Face::Up(_))
    }

    /// What a person sees who may not look under the card.
    #[must_use]
    pub const fn from_outside(self) -> Face {
        match self {
            Face::Up(card) => Face::Up(card),
            Face::Down(_) | Face::Unread => Face::Unread,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Face::Up(card) => card.fmt(f),
            Face::Down(card) => write!(f, "({card})"),
            Face::Unread => f.write_str("??"),
        }
    }
}

/// Who has looked at a card that lies face down.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// The patrons who have looked.
    pub patrons: Patrons,
    /// Whether the dealer has looked; then the floor may also see it.
    pub staff: bool,
}

impl Seen {
    /// Seen by no person; at most by a device.
    pub const NOBODY: Seen = Seen { patrons: Patrons::NONE, staff: false };

    /// One patron.
    pub fn by(patron: Patron) -> Seen {
        let mut patrons = Patrons::NONE;
        patrons.add(patron);
        Seen { patrons, staff: false }
    }

    /// Whether the audience may know the face.
    pub fn includes(self, audience: Audience) -> bool {
        match audience {
            Audience::Patron(patron) => self.patrons.has(patron),
            Audience::Surveillance => true,
            Audience::Dealer | Audience::Floor => self.staff,
            Audience::Spectator => false,
        }
    }
}

/// A set of cards of a hand, by their positions in it, counted from 0: the two cards of a low hand, or which of two
/// cards drawn together comes first.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Positions(pub u16);

impl Positions {
    /// The set of this one position.
    pub fn one(position: u8) -> Option<Positions> {
        1_u16.checked_shl(position.into()).map(Positions)
    }

    /// The positions, in order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..16).filter(move |position| self.0 & (1 << position) != 0)
    }
}

impl JsonSchema for Positions {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Positions".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 15 } })
    }
}

impl Serialize for Positions {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for Positions {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Positions, D::Error> {
        let mut all = Positions::default();
        for position in Vec::<u8>::deserialize(deserializer)? {
            let one = Positions::one(position);
            let one =
                one.ok_or_else(|| serde::de::Error::custom(format_args!("no hand has {position} cards")))?;
            all = Positions(all.0 | one.0);
        }
        Ok(all)
    }
}

/// Something that lies on the layout besides cards and wagers: the puck, the dice in front of a shooter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Marker {
    /// The kind of marker.
    pub id: MarkerId,
    /// The number it shows or lies on; 0 where it is off or has none.
    pub value: u16,
    /// The patron it lies before.
    pub patron: Option<Patron>,
}

/// One card on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LaidCard {
    /// Its number in the order of drawing.
    pub draw: u32,
    /// Where it lies.
    pub place: Place,
    /// Its face.
    pub face: Face,
    /// Who has looked under it.
    pub seen: Seen,
}

impl LaidCard {
    /// The face as the audience may know it.
    pub fn face_for(&self, audience: Audience) -> Face {
        if self.seen.includes(audience) { self.face } else { self.face.from_outside() }
    }
}

/// All cards on the layout, in the order they came.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Layout(Vec<LaidCard>);

impl Layout {
    /// An empty layout with room for a long round.
    pub fn with_room(cards: usize) -> Layout {
        Layout(Vec::with_capacity(cards))
    }

    /// Lays a card.
    pub fn lay(&mut self, card: LaidCard) {
        self.0.push(card);
    }

    /// Takes up all cards.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the cards for which the test holds and returns how many were removed.
    pub fn take_up(&mut self, mut goes: impl FnMut(&LaidCard) -> bool) -> usize {
        let before = self.0.len();
        self.0.retain(|card| !goes(card));
        before - self.0.len()
    }

    /// Every card.
    pub fn cards(&self) -> impl Iterator<Item = &LaidCard> {
        self.0.iter()
    }

    /// Every card, to change it.
    pub fn cards_mut(&mut self) -> impl Iterator<Item = &mut LaidCard> {
        self.0.iter_mut()
    }

    /// The cards of one place, first card first.
    pub fn at(&self, place: Place) -> impl Iterator<Item = &LaidCard> {
        self.0.iter().filter(move |card| card.place == place)
    }

    /// The n-th card of a place, counted from 0.
    pub fn nth_mut(&mut self, place: Place, n: usize) -> Option<&mut LaidCard> {
        self.0.iter_mut().filter(|card| card.place == place).nth(n)
    }

    /// How many cards are on the layout.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no card on the layout.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
