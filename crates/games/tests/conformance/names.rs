//! The names of hands, computed again by a slow ranking from the cards that the view shows.

use crate::driver::Session;
use crate::extent;
use crate::habits::{self, Called};
use engine::{Announcement, Audience, Game, HandView, Place, View};
use felt::Card;

pub fn hands_are_called_what_their_cards_are(game: &'static Game) {
    let habits = habits::of(game);
    let (mut named, called) = (0, habits.called);
    // With some seeds a dozen sessions hardly reach a turned hand; for games without hands one session is
    // enough.
    let least = if habits.hands { 12 } else { 1 };
    for nth in 0..extent::sessions(game) {
        if nth >= least && (named > 100 || !habits.hands) {
            break;
        }
        let mut session = Session::new(game, extent::seed_of(game, 2_000_000, nth));
        for _ in 0..300 {
            session.step();
            for audience in [Audience::Spectator, Audience::Dealer, Audience::Patron(engine::Patron::A)] {
                let view = View::of(&*session.table, audience);
                for hand in &view.hands {
                    holds((game, called), &view, hand);
                    named += 1;
                }
            }
        }
    }
    assert!(named > 100 || !habits.hands, "{}: {named} hands", game.id);
}

/// The cards of a place with their numbers; `None` if one of them is not shown.
fn cards(view: &View, place: Place) -> Option<Vec<(u32, Card)>> {
    let there = view.cards.iter().find(|one| one.place == place).map_or(&[][..], |one| &one.cards);
    there.iter().map(|card| Some((card.draw, card.face.card()?))).collect()
}

fn holds((game, called): (&Game, Option<Called>), view: &View, hand: &HandView) {
    let own = cards(view, hand.place).unwrap_or_else(|| panic!("{}: {hand:?} has hidden cards", game.id));
    let board = view.cards.iter().filter(|one| one.place == Place::Board).flat_map(|one| &one.cards);
    let open = board.filter(|card| card.face.is_up()).map(|card| (card.draw, card.face.card().unwrap()));
    let all: Vec<(u32, Card)> = own.iter().copied().chain(open).collect();
    assert!(
        hand.cards.iter().all(|draw| all.iter().any(|(there, _)| there == draw)),
        "{}: {hand:?}",
        game.id
    );
    let faces: Vec<Card> = all.iter().map(|(_, card)| *card).collect();
    match (hand.is, called) {
        (Announcement::Total { value, soft: false }, _) if is_nobodys(hand.place) => {
            use second::baccarat::cards::{points, value as worth};
            let values: Vec<u8> = own.iter().map(|(_, card)| worth(*card)).collect();
            assert_eq!(value, u16::from(points(&values)), "{}: {hand:?}", game.id);
        }
        (Announcement::Total { value, soft }, _) => {
            let sum: u16 = own.iter().map(|(_, card)| worth(*card)).sum();
            let aces = own.iter().any(|(_, card)| card.rank_number() == 14);
            assert_eq!(value, if soft { sum + 10 } else { sum }, "{}: {hand:?}", game.id);
            assert!(!soft || (aces && value <= 21), "{}: {hand:?}", game.id);
        }
        (Announcement::Called(kind), Some(called)) => {
            let (word, ranks) = called(&faces);
            assert_eq!(kind.word(), word, "{}: {hand:?} of {faces:?}", game.id);
            let told: Vec<u8> = hand.ranks.chars().chain(hand.kickers.chars()).map(number).collect();
            assert_eq!(told, ranks, "{}: {hand:?} of {faces:?}", game.id);
            // The cards that make the hand have the same rank on their own.
            let made = |draw: &u32| all.iter().find(|(there, _)| there == draw).unwrap().1;
            let made: Vec<Card> = hand.cards.iter().map(made).collect();
            assert_eq!(called(&made), (word, ranks), "{}: {hand:?} of {faces:?}", game.id);
            assert!(made.len() <= 5, "{}: {hand:?}", game.id);
        }
        _ => assert!(hand.cards.len() <= faces.len(), "{}: {hand:?}", game.id),
    }
}

/// A hand of baccarat.
fn is_nobodys(place: Place) -> bool {
    matches!(place, Place::Player | Place::Banker)
}

fn worth(card: Card) -> u16 {
    match card.rank_number() {
        14 => 1,
        rank => u16::from(rank.min(10)),
    }
}

fn number(letter: char) -> u8 {
    match letter {
        'T' => 10,
        'J' => 11,
        'Q' => 12,
        'K' => 13,
        'A' => 14,
        digit => u8::try_from(digit.to_digit(10).unwrap()).unwrap(),
    }
}
