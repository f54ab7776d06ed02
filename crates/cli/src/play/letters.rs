//! One letter per choice, the same at every table.
//!
//! A letter belongs to a word, whatever the game and whatever else is offered: a user who has learned that `s` stands
//! never splits with it. Two words may share a letter if no game has both. A word that is not listed here gets the
//! first of its own letters that is free at every game with that word.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// The key that leaves the table, at every question.
pub(super) const LEAVE: [&str; 3] = ["q", "quit", "exit"];
/// The name of the cut, which is an offer and not a choice of a vocabulary.
pub(super) const CUT: &str = "cut";

const LETTERS: &[(&str, char)] = &[
    ("accept", 'y'),
    ("add", 'a'),
    ("check", 'c'),
    ("continue", 'c'),
    (CUT, 'x'),
    ("dead-hand", 'b'),
    ("decline", 'n'),
    ("decline-cut", 'm'),
    ("decline-dice", 'n'),
    ("double", 'd'),
    ("double-face-down", 'o'),
    ("even-money", 'e'),
    ("fold", 'f'),
    ("follow", 'f'),
    ("free-double", 'f'),
    ("free-double-face-down", 'j'),
    ("free-split", 't'),
    ("hit", 'h'),
    ("insure", 'i'),
    ("keep", 'k'),
    ("late-card", 'l'),
    ("let-it-ride", 'l'),
    ("pass-dice", 'p'),
    ("play", 'p'),
    ("play-on", 'o'),
    ("refuse-card", 'r'),
    ("rescue", 'r'),
    ("rise", 'v'),
    ("second-card", 'c'),
    ("show", 'w'),
    ("shuffle-again", 'g'),
    ("sit", 'j'),
    ("split", 'p'),
    ("squeeze", 'z'),
    ("stand", 's'),
    ("surrender", 'u'),
    ("take-dice", 't'),
    ("take-first", 'a'),
    ("take-fourth", 'm'),
    ("take-second", 'b'),
    ("take-third", 't'),
    ("withdraw", 'w'),
];

/// The letters of all words of the registry.
static ALL: LazyLock<BTreeMap<&'static str, char>> = LazyLock::new(|| {
    let words = |game: &&engine::Game| game.vocabulary.choices.iter().map(|choice| choice.word()).collect();
    give(LETTERS, &games::GAMES.iter().map(words).collect::<Vec<_>>())
});

/// Assigns letters to the words of games that have none yet.
fn give(listed: &[(&'static str, char)], games: &[Vec<&'static str>]) -> BTreeMap<&'static str, char> {
    let mut all: BTreeMap<&str, char> = listed.iter().copied().collect();
    for word in games.iter().flatten() {
        let beside = games.iter().filter(|words| words.contains(word)).flatten();
        let mut taken: BTreeSet<char> = beside.filter_map(|other| all.get(other)).copied().collect();
        taken.extend(['q', 'x']);
        let free = |letter: &char| letter.is_ascii_lowercase() && !taken.contains(letter);
        if let Some(letter) = word.chars().chain('a'..='z').find(free) {
            all.entry(word).or_insert(letter);
        }
    }
    all
}

/// The letter of a choice; `None` if only its word can be typed.
pub(super) fn of(choice: &str) -> Option<char> {
    ALL.get(choice).copied()
}

/// A word for what the player does by letting the dealer take a step.
pub(super) fn of_step(step: &str) -> String {
    match step {
        "no-more-bets" => "deal".to_owned(),
        "offer-dice" => "offer the dice".to_owned(),
        other => other.replace('-', " "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_word_has_a_letter_that_no_game_of_it_has() {
        let games = [vec!["fold", "flop-bet"], vec!["flop-bet", "lay", "quit"]];
        let letters = give(&[("fold", 'f')], &games);
        let expected = [("flop-bet", 'l'), ("fold", 'f'), ("lay", 'a'), ("quit", 'u')];
        assert_eq!(letters.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn every_choice_of_every_game_has_its_letter_and_shares_it_with_none() {
        for game in games::GAMES {
            let mut taken: BTreeMap<char, &str> = BTreeMap::from([('q', LEAVE[0]), ('x', CUT)]);
            for choice in game.vocabulary.choices {
                let letter =
                    of(choice.word()).unwrap_or_else(|| panic!("{choice} of {} has no letter", game.id));
                assert!(letter.is_ascii_lowercase(), "{choice}");
                let before = taken.insert(letter, choice.word());
                assert_eq!(before, None, "{letter} in {}: {choice} too", game.id);
            }
        }
    }

    /// A word listed twice could have two letters.
    #[test]
    fn each_word_stands_once_and_belongs_to_a_game() {
        for pair in LETTERS.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} before {}", pair[0].0, pair[1].0);
        }
        let known = |word: &str| {
            games::GAMES.iter().any(|game| game.vocabulary.choices.iter().any(|choice| choice.word() == word))
        };
        for (word, _) in LETTERS.iter().filter(|(word, _)| *word != CUT) {
            assert!(known(word), "no game has the choice {word}");
        }
    }
}
