//! Reading the words of the protocol: people, places, faces.
//!
//! Logs, network clients and scenarios use the same spelling, so it is parsed in one place: exactly what `Display`
//! prints.

use super::WireError;
use crate::layout::{Face, Place, Spot};
use crate::people::{Actor, Approver, Audience, Patron, Rank};
use felt::Card;

const PATRON_WORDS: &str = "a patron's letter A to Z, then A2 to Z2";
const STAFF_WORDS: &str = "dealer, box, floor, pit, shift";

/// Reads a patron, such as `A` or `B2`.
///
/// # Errors
/// If the text is not a patron.
pub fn parse_patron(text: &str) -> Result<Patron, WireError> {
    Patron::parse(text).ok_or_else(|| WireError::new("patron", text, PATRON_WORDS))
}

/// Reads a rank of staff: `dealer`, `floor`, `pit`, `shift`.
///
/// # Errors
/// If the text names no rank.
pub fn parse_rank(text: &str) -> Result<Rank, WireError> {
    rank(text).ok_or_else(|| WireError::new("rank", text, STAFF_WORDS))
}

/// Reads who acts: a patron's letter or a rank.
///
/// # Errors
/// If the text is neither.
pub fn parse_actor(text: &str) -> Result<Actor, WireError> {
    if text == "surveillance" {
        return Ok(Actor::Surveillance);
    }
    Patron::parse(text).map(Actor::Patron).or_else(|| rank(text).map(Actor::Staff)).ok_or_else(|| {
        WireError::new("actor", text, format!("{PATRON_WORDS}, {STAFF_WORDS} or surveillance"))
    })
}

/// Reads who must approve: a rank or `surveillance`.
///
/// # Errors
/// If the text is neither.
pub fn parse_approver(text: &str) -> Result<Approver, WireError> {
    let approver = match parse_actor(text) {
        Ok(Actor::Staff(rank)) => Some(Approver::Staff(rank)),
        Ok(Actor::Surveillance) => Some(Approver::Surveillance),
        Ok(Actor::Patron(_)) | Err(_) => None,
    };
    approver.ok_or_else(|| WireError::new("approver", text, format!("{STAFF_WORDS} or surveillance")))
}

/// Reads who looks: a patron's letter, `dealer`, `floor`, `surveillance` or `spectator`.
///
/// # Errors
/// If the text is none of these.
pub fn parse_audience(text: &str) -> Result<Audience, WireError> {
    Ok(match text {
        "dealer" => Audience::Dealer,
        "floor" => Audience::Floor,
        "surveillance" => Audience::Surveillance,
        "spectator" => Audience::Spectator,
        _ => {
            let words = format!("{PATRON_WORDS}, dealer, floor, surveillance or spectator");
            Audience::Patron(Patron::parse(text).ok_or_else(|| WireError::new("audience", text, words))?)
        }
    })
}

/// Reads a hand: `1` is the first hand of box 1, `1.2` its second, and `0` stands for the table itself.
///
/// # Errors
/// If the numbers cannot be read or name no hand.
pub fn parse_spot(text: &str) -> Result<Spot, WireError> {
    spot(text).ok_or_else(|| {
        WireError::new("hand", text, "a box such as 1, a hand after a split such as 1.2, or 0 for the table")
    })
}

/// Reads a place for cards: a hand such as `1` or `1.2`, `dealer`, `board`, `rack` or `next`.
///
/// # Errors
/// If the text names no such place.
pub fn parse_place(text: &str) -> Result<Place, WireError> {
    let named = Place::NAMED.into_iter().find(|place| place.to_string() == text);
    let stack = || text.strip_prefix("stack-").and_then(number).map(Place::Stack);
    // No card can lie at box 0, which stands for the whole table.
    let hand = || spot(text).filter(|spot| spot.box_number > 0).map(Place::Hand);
    named.or_else(stack).or_else(hand).ok_or_else(|| {
        WireError::new(
            "place",
            text,
            "a box such as 1, a hand after a split such as 1.2, dealer, board, rack or next",
        )
    })
}

/// Reads a card.
///
/// # Errors
/// If the text is not a card.
pub fn parse_card(text: &str) -> Result<Card, WireError> {
    card(text).ok_or_else(|| {
        WireError::new(
            "card",
            text,
            "a rank (2 to 9, T, J, Q, K, A) and a suit (c, d, h, s) such as As, or Jk",
        )
    })
}

/// Reads how a card lies: `As` face up, `(As)` face down and read, `??` face down and unread.
///
/// # Errors
/// If the text is none of these.
pub fn parse_face(text: &str) -> Result<Face, WireError> {
    if text == "??" {
        return Ok(Face::Unread);
    }
    let face = match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inside) => card(inside).map(Face::Down),
        None => card(text).map(Face::Up),
    };
    face.ok_or_else(|| {
        WireError::new(
            "card",
            text,
            "As for a card face up, (As) for one face down and read, ?? for one unread",
        )
    })
}

fn rank(text: &str) -> Option<Rank> {
    Rank::ALL.into_iter().find(|rank| rank.word() == text)
}

fn card(text: &str) -> Option<Card> {
    text.parse().ok()
}

fn spot(text: &str) -> Option<Spot> {
    match text.split_once('.') {
        None => Some(Spot::first(number(text)?)),
        Some((box_number, hand)) => {
            let spot = Spot { box_number: number(box_number)?, hand: number(hand)? };
            (spot.box_number > 0 && spot.hand > 0).then_some(spot)
        }
    }
}

/// Plain digits only: `str::parse` would also accept `+1`, and one spelling is enough.
fn number(text: &str) -> Option<u8> {
    if text.bytes().all(|b| b.is_ascii_digit()) { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_read_back() {
        for text in ["0", "1", "7", "1.2", "255.255"] {
            assert_eq!(parse_spot(text).unwrap().to_string(), text);
        }
        for text in
            ["1", "1.2", "dealer", "board", "rack", "next", "player", "dealer-low", "stack-3", "extra"]
        {
            assert_eq!(parse_place(text).unwrap().to_string(), text);
        }
        for text in ["As", "(Td)", "??", "Jk", "(Jk)"] {
            assert_eq!(parse_face(text).unwrap().to_string(), text);
        }
        for text in ["A", "Z", "B2", "dealer", "floor", "pit", "shift", "surveillance"] {
            assert_eq!(parse_actor(text).unwrap().to_string(), text);
        }
        for text in ["A", "Z", "dealer", "floor", "surveillance", "spectator"] {
            assert_eq!(parse_audience(text).unwrap().to_string(), text);
        }
        assert_eq!(parse_spot("1.1").unwrap(), Spot::first(1), "the first hand may be named in full");
    }

    #[test]
    fn what_is_no_word_is_refused() {
        for text in ["", "x", "-1", "+1", "1.", ".1", "1.0", "0.2", "1.2.3", "256", " 1", "dealer"] {
            assert!(parse_spot(text).is_err(), "{text:?}");
        }
        for text in ["", "0", "shoe", "Dealer", "A"] {
            assert!(parse_place(text).is_err(), "{text:?}");
        }
        for text in ["", "?", "(As", "As)", "()", "(??)", "1s"] {
            assert!(parse_face(text).is_err(), "{text:?}");
        }
        for text in ["", "a", "AB", "boss", "Ä"] {
            assert!(parse_actor(text).is_err(), "{text:?}");
            assert!(parse_audience(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn an_error_says_what_was_read_and_what_would_be_right() {
        assert_eq!(
            parse_actor("boss").unwrap_err().to_string(),
            "\"boss\" is not an actor: write a patron's letter A to Z, then A2 to Z2, dealer, box, floor, \
             pit, shift or surveillance"
        );
        assert_eq!(
            parse_place("shoe").unwrap_err().to_string(),
            "\"shoe\" is not a place: write a box such as 1, a hand after a split such as 1.2, dealer, board, \
             rack or next"
        );
    }
}
