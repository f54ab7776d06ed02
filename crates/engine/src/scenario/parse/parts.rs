//! Parts of statements: places and cards, people, numbers.

use crate::layout::{Face, Place, Spot};
use crate::people::Patron;
use crate::wager::Beneficiary;
use crate::wire::{parse_face, parse_place, parse_spot};

/// The parsed value, or what would be valid.
pub(super) type Parsed<T> = Result<T, String>;

/// Parses `1: As Kd   dealer: 7c ??` into places and cards.
pub(super) fn places(text: &str) -> Parsed<Vec<(Place, Vec<Face>)>> {
    let mut places: Vec<(Place, Vec<Face>)> = Vec::new();
    for word in text.split_whitespace() {
        if let Some(place) = word.strip_suffix(':') {
            places.push((parse_place(place).map_err(|e| e.to_string())?, Vec::new()));
            continue;
        }
        match places.last_mut() {
            Some((_, cards)) => cards.push(face(word)?),
            None => return Err(format!("`{word}`: name the place before its cards, as `1: As Kd`")),
        }
    }
    Ok(places)
}

pub(super) fn one_place(text: &str) -> Parsed<(Place, Vec<Face>)> {
    let mut places = places(text)?;
    match (places.pop(), places.is_empty()) {
        (Some(place), true) => Ok(place),
        _ => Err("one place and its cards, as `dealer: 5h 3c`".into()),
    }
}

/// Checks that the statement ends here: an extra word is a mistake and must not be ignored.
pub(super) fn nothing_more<T>(rest: &str, act: T) -> Parsed<T> {
    if rest.is_empty() { Ok(act) } else { Err(format!("`{rest}` is too much here")) }
}

pub(super) fn faces(text: &str) -> Parsed<Vec<Face>> {
    text.split_whitespace().map(face).collect()
}

pub(super) fn face(word: &str) -> Parsed<Face> {
    parse_face(word).map_err(|e| e.to_string())
}

pub(super) fn spot(word: &str) -> Parsed<Spot> {
    parse_spot(word).map_err(|e| e.to_string())
}

pub(super) fn patron(word: &str) -> Parsed<Patron> {
    Patron::parse(word)
        .ok_or_else(|| format!("`{word}`: a patron is a capital letter, A to Z, then A2 to Z2"))
}

/// Splits `A at 1 for dealers` into the words before `for` and the beneficiary.
pub(super) fn for_whom<'w, 't>(words: &'w [&'t str]) -> (&'w [&'t str], Beneficiary) {
    match words {
        [rest @ .., "for", "dealers"] => (rest, Beneficiary::Dealers),
        [rest @ .., "for", "house"] => (rest, Beneficiary::House),
        rest => (rest, Beneficiary::Patron),
    }
}

pub(super) fn number(word: &str) -> Parsed<u16> {
    word.trim().parse().map_err(|_| format!("`{word}` is not a number of cards"))
}

pub(super) fn first_word(text: &str) -> (&str, &str) {
    match text.trim().split_once(char::is_whitespace) {
        Some((first, rest)) => (first, rest.trim()),
        None => (text.trim(), ""),
    }
}
