//! The table of words that is stored beside the bytes.

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

/// Words by number, in the order in which they were first written. Only [`WordTable::forget_after`] removes words, so
/// bytes written earlier remain readable; the words added since a given length can be appended to a file.
///
/// A live table writes dozens of words per second for each patron, so words are looked up in a hash table with open
/// addressing: a slot holds the number of a word plus one, or zero; a word whose slot is taken goes to the next free
/// one. Numbers depend only on the order of the words, never on their slots.
///
/// Clones share the words until one of them adds a word (copy on write): hundreds of tables of a game have one
/// dictionary.
#[derive(Clone, Debug, Default)]
pub struct WordTable(Arc<Words>);

#[derive(Clone, Debug, Default)]
struct Words {
    words: Vec<String>,
    slots: Vec<u32>,
}

impl PartialEq for WordTable {
    fn eq(&self, other: &WordTable) -> bool {
        self.0.words == other.0.words
    }
}

impl Eq for WordTable {}

/// Returns the slot at which the search for a word begins.
fn first_slot(word: &str, slots: usize) -> usize {
    // The hashes of short words differ in few bits; the multiplication spreads these over the upper bits.
    let mixed = crate::snapshot::sum(word.as_bytes()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> 40) as usize & slots.wrapping_sub(1)
}

impl Words {
    fn add(&mut self, word: &str) -> u64 {
        let number = self.words.len();
        self.words.push(word.to_owned());
        if 2 * self.words.len() > self.slots.len() {
            self.index();
        } else {
            self.place(number);
        }
        number as u64
    }

    /// Rebuilds the slots for all words; afterwards at most a quarter of them are taken.
    fn index(&mut self) {
        let slots = (4 * self.words.len()).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, 0);
        for number in 0..self.words.len() {
            self.place(number);
        }
    }

    fn place(&mut self, number: usize) {
        let slots = self.slots.len();
        let Some(word) = self.words.get(number) else { return };
        let mut at = first_slot(word, slots);
        while self.slots.get(at).is_some_and(|taken| *taken != 0) {
            at = (at + 1) & (slots - 1);
        }
        if let (Some(slot), Ok(number)) = (self.slots.get_mut(at), u32::try_from(number)) {
            *slot = number + 1;
        }
    }

    fn number(&self, word: &str) -> Option<u64> {
        let mut at = first_slot(word, self.slots.len());
        loop {
            let number = self.slots.get(at)?.checked_sub(1)?;
            if self.words.get(number as usize).is_some_and(|known| known == word) {
                return Some(number.into());
            }
            at = (at + 1) & (self.slots.len() - 1);
        }
    }
}

impl WordTable {
    /// Returns the number of a word, and adds the word if it is new.
    pub fn enter(&mut self, word: &str) -> u64 {
        let known = self.0.number(word);
        known.unwrap_or_else(|| Arc::make_mut(&mut self.0).add(word))
    }

    /// Returns the number of a word that is in the table.
    pub fn number(&self, word: &str) -> Option<u64> {
        self.0.number(word)
    }

    /// Returns the word with that number.
    pub fn word(&self, number: u64) -> Option<&str> {
        self.0.words.get(usize::try_from(number).ok()?).map(String::as_str)
    }

    /// Returns all words in the order of their numbers.
    pub fn words(&self) -> &[String] {
        &self.0.words
    }

    /// Removes the words after the first `length` and returns them: the owner of a fixed table removes the words that
    /// one value added, and stores them with the value.
    pub fn forget_after(&mut self, length: usize) -> Vec<String> {
        if length >= self.len() {
            return Vec::new();
        }
        let own = Arc::make_mut(&mut self.0);
        let added = own.words.split_off(length);
        own.index();
        added
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.0.words.len()
    }

    /// Whether there is no word yet.
    pub fn is_empty(&self) -> bool {
        self.0.words.is_empty()
    }
}

impl Serialize for WordTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.words.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for WordTable {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<WordTable, D::Error> {
        deserializer.deserialize_seq(ListOfWords)
    }
}

struct ListOfWords;

impl<'de> Visitor<'de> for ListOfWords {
    type Value = WordTable;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of words, each once")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<WordTable, A::Error> {
        let mut table = WordTable::default();
        while let Some(word) = list.next_element::<String>()? {
            let before = table.len() as u64;
            // A word with two numbers would give one value two forms.
            if table.enter(&word) != before {
                return Err(A::Error::custom(format_args!("the word {word:?} stands in the table twice")));
            }
        }
        Ok(table)
    }
}
