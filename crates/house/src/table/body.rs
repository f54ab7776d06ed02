//! The body of a table's unit: the inputs and events of the table, without hidden faces.

use crate::stream::Command;
use engine::compact::{self, WordTable, read_prefix, write_into};
use engine::{Actor, Event, Face, Game, Input, IrregularityId, Patron, Place, Rank, Spot, What};
use felt::Card;
use rulebook::RuleBook;
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeSet;

/// An input as the journal has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Told {
    /// An input in full.
    Plain(Input),
    /// The next card of the shoe was laid there face down, read by a device. The shoe contains the card.
    Down(Place),
    /// The house shuffled and committed to the order, which the shoe contains. The commitment is thereby part of the
    /// chain and cannot be replaced later.
    Shuffled {
        /// How many cards come out before the cutting card shows, if that is known.
        cut_card: Option<u16>,
        /// The commitment.
        commitment: [u8; 32],
    },
    /// At a live-dealt table a device read a card that was laid there face down. The sealed card is stored apart.
    Scanned {
        /// The place.
        to: Place,
        /// The commitment to the card.
        commitment: [u8; 32],
    },
    /// The same for a card that went astray unseen.
    ScannedAstray {
        /// What went wrong.
        kind: IrregularityId,
        /// The place.
        place: Option<Place>,
        /// The commitment to the card.
        commitment: [u8; 32],
    },
}

impl Told {
    pub(crate) fn of(input: Input) -> Told {
        match input {
            Input::Card { to, face: Face::Down(_) } => Told::Down(to),
            _ => Told::Plain(input),
        }
    }

    /// Adds the commitment to its order to a shuffle; returns anything else unchanged.
    pub(crate) fn committed(self, commitment: [u8; 32]) -> Told {
        match self {
            Told::Plain(Input::Shuffled { cut_card }) => Told::Shuffled { cut_card, commitment },
            other => other,
        }
    }

    /// Replaces a card that was read by the commitment to it; returns anything else unchanged.
    pub(crate) fn scanned(self, commitment: [u8; 32]) -> Told {
        match self {
            Told::Plain(Input::Card { to, .. }) => Told::Scanned { to, commitment },
            Told::Plain(Input::Irregular { kind, place, .. }) => {
                Told::ScannedAstray { kind, place, commitment }
            }
            other => other,
        }
    }

    /// Returns the commitment, if a hidden card was read.
    pub(crate) fn scan(&self) -> Option<[u8; 32]> {
        match self {
            Told::Scanned { commitment, .. } | Told::ScannedAstray { commitment, .. } => Some(*commitment),
            _ => None,
        }
    }

    /// Returns the input with the card in place of the commitment; if the card is unknown, the input as if the card had
    /// not been read.
    pub(crate) fn with_card(self, card: Option<Card>) -> Option<Input> {
        match self {
            Told::Scanned { to, .. } => Some(Input::Card { to, face: card.map_or(Face::Unread, Face::Down) }),
            Told::ScannedAstray { kind, place, .. } => Some(Input::Irregular { kind, place, card }),
            _ => None,
        }
    }
}

/// The contents of a unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Body {
    /// The command, unless it is simply the first of the inputs.
    pub(crate) command: Option<Command>,
    /// The inputs to the table, with their actors.
    pub(crate) said: Vec<(Actor, Told)>,
    /// The events of the table.
    pub(crate) events: Vec<Event>,
}

impl Body {
    /// Encodes a body: the inputs, and the events without hidden faces. Words that the table's dictionary lacks, which
    /// are rare, precede the rest; the dictionary is not changed.
    pub(crate) fn write(
        command: Option<&Command>,
        said: &[(Actor, Told)],
        events: &[Event],
        dictionary: &mut WordTable,
    ) -> Result<Vec<u8>, compact::Error> {
        let known = dictionary.len();
        let mut bytes = Vec::with_capacity(256);
        write_into::<[String]>(&mut bytes, &[], dictionary)?;
        let no_words = bytes.len();
        let written = write_into(&mut bytes, &(command, said, WithoutFaces(events)), dictionary);
        let added = dictionary.forget_after(known);
        written?;
        if !added.is_empty() {
            let mut words = Vec::new();
            write_into(&mut words, &added, dictionary)?;
            bytes.splice(..no_words, words);
        }
        Ok(bytes)
    }

    /// Decodes a body. Words that precede the rest are known only while it is read; the dictionary is not changed.
    pub(crate) fn read(bytes: &[u8], dictionary: &mut WordTable) -> Result<Body, compact::Error> {
        let known = dictionary.len();
        let (added, rest) = read_prefix::<Vec<String>>(bytes, dictionary)?;
        for word in &added {
            dictionary.enter(word);
        }
        let read = compact::from_bytes(rest, dictionary);
        dictionary.forget_after(known);
        let (command, said, events) = read?;
        Ok(Body { command, said, events })
    }
}

/// Events in their written form: without the faces of face-down cards.
struct WithoutFaces<'e>(&'e [Event]);

impl Serialize for WithoutFaces<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().copied().map(without_faces))
    }
}

/// Returns the event without the face of a face-down card.
pub(crate) fn without_faces(mut event: Event) -> Event {
    if let What::CardLaid { face: face @ Face::Down(_), .. } = &mut event.what {
        *face = Face::Unread;
    }
    event
}

/// The numbers of boxes and hands of a box that are in every dictionary; higher ones are written in full.
const BOXES: u8 = 20;
const HANDS: u8 = 6;

/// Returns the dictionary of a table's units: every word that a table of the game may write. First come people, places
/// and faces, which every game has, then the game's own words in alphabetical order.
pub fn dictionary(game: &Game, book: &RuleBook) -> WordTable {
    let mut table = WordTable::default();
    everywhere(&mut |word| {
        table.enter(&word.to_string());
    });
    let mut words: BTreeSet<&str> = game.vocabulary.words().into_iter().copied().collect();
    words.extend(book.duties.iter().map(|duty| duty.id.as_str()));
    words.extend(book.paytables.iter().flat_map(|table| &table.lines).map(|line| line.id.as_str()));
    for word in words {
        table.enter(word);
    }
    table
}

/// Visits the words of every game. The most frequent ones come first: their numbers take one byte.
fn everywhere(visit: &mut dyn FnMut(&dyn std::fmt::Display)) {
    Rank::ALL.iter().for_each(|rank| visit(&Actor::Staff(*rank)));
    visit(&Actor::Surveillance);
    Place::NAMED.iter().for_each(|place| visit(place));
    visit(&Face::Unread);
    (0..8).filter_map(Patron::nth).for_each(|patron| visit(&patron));
    (0..8).for_each(|number| visit(&Spot::first(number)));
    let cards = || (0..).map_while(Card::from_index);
    cards().for_each(|card| visit(&Face::Up(card)));
    (8..BOXES).for_each(|number| visit(&Spot::first(number)));
    for hand in 2..=HANDS {
        (1..BOXES).for_each(|box_number| visit(&Spot { box_number, hand }));
    }
    (8..Patron::COUNT_MAX).filter_map(Patron::nth).for_each(|patron| visit(&patron));
    cards().for_each(|card| visit(&Face::Down(card)));
}
