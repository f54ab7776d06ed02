//! Cards for display: suit signs, with hearts and diamonds in red.

use crate::screen::{BAD, DIM, HEAD, paint};
use engine::Face;
use felt::{Card, Suit};

/// A card as `K♠`.
pub(crate) fn card(card: Card) -> String {
    let Some((rank, suit)) = card.rank().zip(card.suit()) else { return paint(HEAD, "joker") };
    // A ten is displayed as `10`; the letter T is for files.
    let rank = if rank == felt::Rank::Ten { "10".to_owned() } else { rank.letter().to_string() };
    let style = if matches!(suit, Suit::Diamonds | Suit::Hearts) { BAD.bold() } else { HEAD };
    paint(style, &format!("{rank}{}", suit.sign()))
}

/// A card as it lies on the table.
pub(crate) fn face(face: Face) -> String {
    match face {
        Face::Up(up) => card(up),
        Face::Down(down) => format!("({})", card(down)),
        Face::Unread => paint(DIM, "▒▒"),
    }
}
