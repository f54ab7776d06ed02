//! Which choices a simple patron likes. The protocol does not say so, and a simulated table needs it.
//!
//! Only this file names words of games, and no rule depends on it. It looks at the words and the cards, never at the
//! game, so games that share a word share the habit. For other choices the default applies.

use engine::{Audience, ChoiceId, Layout, Patron, Place, Spot};
use felt::{Card, Rank};

/// Whether a simple patron likes a choice, by what they can see: draws below 17, throws the dice if allowed,
/// and stays in with an ace or a pair.
pub(crate) fn likes(choice: ChoiceId, layout: &Layout, patron: Patron, spot: Spot) -> bool {
    let seen = |place| {
        let cards = layout.at(place);
        cards.filter_map(|card| card.face_for(Audience::Patron(patron)).card()).collect::<Vec<Card>>()
    };
    match choice.word() {
        "hit" => points(&seen(Place::Hand(spot))).0 < 17,
        "take-dice" => true,
        "play" => {
            let own = seen(Place::Hand(spot));
            own.iter().any(is_ace) || makes_pair(&own, &seen(Place::Board))
        }
        _ => false,
    }
}

/// Returns the points of a hand as drawing games count them, and whether an ace counts eleven.
pub(crate) fn points(cards: &[Card]) -> (u8, bool) {
    let hard = cards.iter().map(|card| card.rank_number().min(10) - u8::from(is_ace(card)) * 9).sum::<u8>();
    let soft = cards.iter().any(is_ace) && hard <= 11;
    (if soft { hard + 10 } else { hard }, soft)
}

/// Whether one of the patron's own cards pairs with another card.
fn makes_pair(own: &[Card], board: &[Card]) -> bool {
    own.iter().enumerate().any(|(n, card)| {
        let mut others = own.iter().skip(n + 1).chain(board);
        card.rank().is_some() && others.any(|other| other.rank() == card.rank())
    })
}

fn is_ace(card: &Card) -> bool {
    card.rank() == Some(Rank::Ace)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Face, LaidCard, Seen};

    const ME: Patron = Patron::A;
    const BOX: Spot = Spot::first(1);

    fn layout(cards: &[(Place, &str)]) -> Layout {
        let mut layout = Layout::with_room(cards.len());
        for (draw, (place, card)) in (1..).zip(cards) {
            let face = Face::Down(card.parse().unwrap());
            let seen = if *place == Place::Dealer { Seen::NOBODY } else { Seen::by(ME) };
            layout.lay(LaidCard { draw, place: *place, face, seen });
        }
        layout
    }

    #[test]
    fn a_simple_patron_goes_by_his_own_cards_and_the_board() {
        let likes_it = |word, cards: &[(Place, &str)]| {
            likes(ChoiceId::new(Box::leak(Box::new(word))), &layout(cards), ME, BOX)
        };
        let mine = Place::Hand(BOX);
        assert!(likes_it("hit", &[(mine, "Td"), (mine, "6s")]));
        assert!(!likes_it("hit", &[(mine, "Td"), (mine, "7s")]));
        assert!(!likes_it("hit", &[(mine, "Ad"), (mine, "6s")]), "a soft 17 stands");
        assert!(likes_it("play", &[(mine, "Ad"), (mine, "6s")]));
        assert!(likes_it("play", &[(mine, "9d"), (mine, "6s"), (Place::Board, "6c")]));
        let board_pair = [(mine, "9d"), (mine, "6s"), (Place::Board, "2c"), (Place::Board, "2d")];
        assert!(!likes_it("play", &board_pair), "a pair of the board is everybody's");
        let dealers = [(mine, "9d"), (mine, "6s"), (Place::Dealer, "9c")];
        assert!(!likes_it("play", &dealers), "what the dealer hides is not known");
        assert!(!likes_it("surrender", &[]));
    }
}
