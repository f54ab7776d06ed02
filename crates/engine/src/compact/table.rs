//! The table of words that stands beside what is kept.

use serde::de::{Error as _, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::collections::BTreeMap;
use std::fmt;

/// Words by number, in the order in which they were first written. Nothing is ever taken out, so bytes written
/// earlier stay readable; what came since a given length can be appended to a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WordTable {
    words: Vec<String>,
    numbers: BTreeMap<String, u64>,
}

impl WordTable {
    /// The number of a word, which is added if it is new.
    pub fn enter(&mut self, word: &str) -> u64 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = self.words.len() as u64;
        self.words.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }

    /// The word of a number.
    pub fn word(&self, number: u64) -> Option<&str> {
        self.words.get(usize::try_from(number).ok()?).map(String::as_str)
    }

    /// All words in the order of their numbers.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// How many words there are.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there is no word yet.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }
}

impl Serialize for WordTable {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.words.serialize(serializer)
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
