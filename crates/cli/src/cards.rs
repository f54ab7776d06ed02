//! Cards for the eye: suit signs, hearts and diamonds in red.

use crate::screen::{BAD, DIM, HEAD, paint};
use engine::Face;
use felt::{Card, Suit};

/// A card as `K♠`.
pub(crate) fn card(card: Card) -> String {
    let Some((rank, suit)) = card.rank().zip(card.suit()) else { return paint(HEAD, "joker") };
    // A printed ten has two digits; the T belongs to files.
    let rank = if rank == felt::Rank::Ten { "10".to_owned() } else { rank.letter().to_string() };
    let style = if matches!(suit, Suit::Diamonds | Suit::Hearts) { BAD.bold() } else { HEAD };
    paint(style, &format!("{rank}{}", suit.sign()))
}

/// A card as it lies.
pub(crate) fn face(face: Face) -> String {
    match face {
        Face::Up(up) => card(up),
        Face::Down(down) => format!("({})", card(down)),
        Face::Unread => paint(DIM, "▒▒"),
    }
}
