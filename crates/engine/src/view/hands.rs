//! The value of a hand, as its game counts or ranks it; shown only to an audience that sees all the cards it depends
//! on.

use crate::event::{Announcement, Named};
use crate::layout::{LaidCard, Place};
use crate::people::Audience;
use crate::table::AnyTable;
use felt::Card;
use schemars::JsonSchema;
use serde::Serialize;

/// A hand whose cards the audience sees in full.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct HandView {
    /// Where it lies.
    pub place: Place,
    /// Its total, or what it is called.
    pub is: Announcement,
    /// The ranks that name it, as they stand on cards, the highest first: `9` of a pair of nines, `KT` of kings and tens.
    pub ranks: String,
    /// The ranks that are compared after these, likewise.
    pub kickers: String,
    /// The cards that make it, community cards included, by their numbers in the order of drawing.
    pub cards: Vec<u32>,
}

pub(super) fn hands(table: &dyn AnyTable, audience: Audience) -> Vec<HandView> {
    let layout = table.layout();
    let mut places: Vec<Place> = layout.cards().map(|laid| laid.place).filter(is_hand).collect();
    places.sort_unstable();
    places.dedup();
    let seen = |laid: &LaidCard| Some((laid.draw, laid.face_for(audience).card()?));
    // A community card that lies face down is not part of any hand yet.
    let board: Vec<(u32, Card)> = layout
        .cards()
        .filter(|laid| laid.place == Place::Board && laid.face.is_up())
        .filter_map(seen)
        .collect();
    let hand = |place: Place| {
        let own = layout.cards().filter(|laid| laid.place == place).map(seen).collect::<Option<Vec<_>>>()?;
        named(table, place, own, board.clone())
    };
    places.into_iter().filter_map(hand).collect()
}

fn is_hand(place: &Place) -> bool {
    matches!(place, Place::Hand(_) | Place::Dealer | Place::Player | Place::Banker)
}

fn named(
    table: &dyn AnyTable,
    place: Place,
    mut own: Vec<(u32, Card)>,
    mut board: Vec<(u32, Card)>,
) -> Option<HandView> {
    let ask = |own: &[(u32, Card)], board: &[(u32, Card)]| {
        let faces = |cards: &[(u32, Card)]| cards.iter().map(|(_, card)| *card).collect::<Vec<_>>();
        table.name_hand(place, &faces(own), &faces(board))
    };
    let found = ask(&own, &board)?;
    if matches!(found.is, Announcement::Called(_)) {
        // A card is left out if the hand is the same without it; of two equivalent cards the earlier one stays.
        for cards in [false, true] {
            let count = if cards { own.len() } else { board.len() };
            for at in (0..count).rev() {
                let (mut fewer_own, mut fewer_board) = (own.clone(), board.clone());
                let _ = if cards { fewer_own.remove(at) } else { fewer_board.remove(at) };
                if ask(&fewer_own, &fewer_board).as_ref() == Some(&found) {
                    (own, board) = (fewer_own, fewer_board);
                }
            }
        }
    } else {
        board.clear();
    }
    let cards = own.into_iter().chain(board).map(|(draw, _)| draw).collect();
    let Named { is, ranks, kickers } = found;
    Some(HandView { place, is, ranks, kickers, cards })
}
