//! The words that this program knows.
//!
//! A word in memory is a pointer to text in the program, so only words of some game can be read: the words of a game
//! are entered when its rule book is read. Unknown text is refused and never stored, however much of it is sent.

use serde::Deserializer;
use serde::de::Visitor;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Bound::{Excluded, Unbounded};
use std::sync::{PoisonError, RwLock};

/// The text of a word in the program.
pub(crate) type Entry = &'static &'static str;

static KNOWN: RwLock<BTreeMap<&'static str, Entry>> = RwLock::new(BTreeMap::new());

/// Enters words. A word that is already known keeps its entry.
pub(crate) fn learn(words: impl IntoIterator<Item = Entry>) {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    for word in words {
        known.entry(*word).or_insert(word);
    }
}

/// Returns the known word with this text: a word of the protocol, the id of a rule, the name of a phase or of a
/// refusal.
pub fn find(text: &str) -> Option<&'static &'static str> {
    KNOWN.read().unwrap_or_else(PoisonError::into_inner).get(text).copied()
}

/// Returns the word with this text. A new word is kept for the life of the program, so call this only for text whose
/// amount is bounded by the rule books.
pub(crate) fn keep(text: &str) -> Entry {
    let mut known = KNOWN.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(word) = known.get(text) {
        return word;
    }
    let kept: &'static str = Box::leak(text.to_owned().into_boxed_str());
    let word: Entry = Box::leak(Box::new(kept));
    known.insert(kept, word);
    word
}

/// Returns the known word that shares the longest prefix with the text.
fn nearest(text: &str) -> Option<&'static str> {
    let known = KNOWN.read().unwrap_or_else(PoisonError::into_inner);
    let before = known.range::<str, _>((Unbounded, Excluded(text))).next_back();
    let after = known.range::<str, _>((Excluded(text), Unbounded)).next();
    let alike = |word: &str| word.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
    let nearest = before.into_iter().chain(after).map(|(word, _)| *word).max_by_key(|word| alike(word))?;
    // A shared prefix of two letters is a coincidence.
    (alike(nearest) > 2).then_some(nearest)
}

/// Reads a word of the named kind; an unknown word is refused with that kind.
pub(crate) fn read<'de, D: Deserializer<'de>>(
    deserializer: D,
    kind: &'static str,
) -> Result<Entry, D::Error> {
    deserializer.deserialize_newtype_struct(crate::compact::WORD, WordVisitor(kind))
}

struct WordVisitor(&'static str);

impl<'de> Visitor<'de> for WordVisitor {
    type Value = Entry;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {}", self.0)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Entry, D::Error> {
        deserializer.deserialize_str(self)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Entry, E> {
        find(text).ok_or_else(|| match nearest(text) {
            Some(near) => E::custom(format_args!("{} {text:?} is unknown; near it is {near:?}", self.0)),
            None => E::custom(format_args!("{} {text:?} is unknown", self.0)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compact::{WordTable, from_bytes, to_bytes};
    use crate::rule::{Cites, Rule};
    use crate::words::{ChoiceId, WagerId};

    #[test]
    fn a_word_is_text_to_people_and_a_number_in_storage() {
        learn([&"dictionary-hit", &"dictionary-main"]);
        let said = [ChoiceId::new(&"dictionary-hit"); 3];
        let json = serde_json::to_string(&said).unwrap();
        assert_eq!(json, r#"["dictionary-hit","dictionary-hit","dictionary-hit"]"#);
        assert_eq!(serde_json::from_str::<[ChoiceId; 3]>(&json).unwrap(), said);
        let mut words = WordTable::default();
        let bytes = to_bytes(&(said, WagerId::new(&"dictionary-main")), &mut words).unwrap();
        assert_eq!(bytes, [0, 0, 0, 1]);
        let (again, main) = from_bytes::<([ChoiceId; 3], WagerId)>(&bytes, &words).unwrap();
        assert_eq!((again, main.word()), (said, "dictionary-main"));
    }

    #[test]
    fn what_nobody_has_learnt_is_named_and_not_kept() {
        learn([&"dictionary-double"]);
        let refused = serde_json::from_str::<ChoiceId>(r#""dictionary-doubel""#).unwrap_err().to_string();
        assert!(
            refused.starts_with(r#"choice "dictionary-doubel" is unknown; near it is "dictionary-double""#),
            "{refused}"
        );
        let refused = serde_json::from_str::<Rule>(r#""§§§""#).unwrap_err().to_string();
        assert!(refused.starts_with(r#"rule "§§§" is unknown at"#), "{refused}");
        assert_eq!((find("dictionary-doubel"), find("§§§")), (None, None));
        assert!(serde_json::from_str::<WagerId>("7").unwrap_err().to_string().contains("expected a wager"));
        let mut words = WordTable::default();
        words.enter("dictionary-unheard");
        let refused = from_bytes::<WagerId>(&[0], &words).unwrap_err().to_string();
        assert!(refused.starts_with(r#"before byte 1: wager "dictionary-unheard" is unknown"#), "{refused}");
    }

    #[test]
    fn rules_of_a_book_are_known() {
        let rule = Rule::from_book("DICTIONARY-1.I:a");
        assert_eq!(Rule::from_book("DICTIONARY-1.I:a"), rule);
        assert_eq!(serde_json::from_str::<Rule>(r#""DICTIONARY-1.I:a""#).unwrap(), rule);
        // An older record may cite the whole paragraph, or the one above it.
        assert!(find("DICTIONARY-1.I").is_some() && find("DICTIONARY-1").is_some());
    }

    #[test]
    fn a_list_of_rules_has_six_places() {
        let rules: Vec<Rule> = (1..=7).map(|n| Rule::from_book(&format!("DICTIONARY-2.{n}"))).collect();
        let six = rules[..6].iter().fold(Cites::NONE, |cites, rule| cites.and(*rule));
        let json = serde_json::to_string(&six).unwrap();
        assert_eq!(serde_json::from_str::<Cites>(&json).unwrap(), six);
        let mut words = WordTable::default();
        let bytes = to_bytes(&[six, Cites::one(rules[3]), Cites::NONE], &mut words).unwrap();
        assert_eq!(bytes, [6, 0, 1, 2, 3, 4, 5, 1, 3, 0]);
        let again: [Cites; 3] = from_bytes(&bytes, &words).unwrap();
        assert_eq!(again, [six, Cites::one(rules[3]), Cites::NONE]);
        let seven = serde_json::to_string(&rules).unwrap();
        assert!(serde_json::from_str::<Cites>(&seven).unwrap_err().to_string().contains("at most six rules"));
    }
}
