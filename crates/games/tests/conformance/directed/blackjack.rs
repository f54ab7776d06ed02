//! Corners of blackjack.

use super::{bet, finish_round, open};
use crate::chance::Chance;
use crate::driver::Session;
use engine::{Actor, Due, Event, Game, Input, Patron, What};
use felt::Card;

pub fn sessions(game: &'static Game) -> Vec<Session> {
    vec![one_deck_runs_dry(game), nothing_but_aces(game)]
}

/// Seven pairs of tens from one deck, split and hit until neither shoe nor discard rack holds a card. How
/// many cards the hands take hangs on the shuffle, so several are tried.
fn one_deck_runs_dry(game: &'static Game) -> Session {
    let ran_dry = |event: &Event| match event.what {
        What::Remedied { remedy, .. } => remedy.word() == "floor-decides",
        _ => false,
    };
    let mut tried = (1..200).map(|seed| full_table(game, seed, "1", tens_then_small));
    tried.find(|session| session.events.iter().any(ran_dry)).expect("some shuffle runs dry")
}

/// Aces for every box, split and met by more aces.
fn nothing_but_aces(game: &'static Game) -> Session {
    full_table(game, 1, "8", |pile| pile.sort_by_key(|card| card.rank_number() == 14))
}

/// One round with every box taken by one patron who takes all the cards he can get.
fn full_table(game: &'static Game, seed: u64, decks: &str, arrange: fn(&mut Vec<Card>)) -> Session {
    let mut session = open(game, &[("decks", decks), ("boxes-per-patron", "7")]);
    session.chance = Chance::new(seed);
    session.prefer = &["split", "hit"];
    while !matches!(session.table.due(), Due::Bets { .. }) {
        session.answer_due();
    }
    arrange(&mut session.physical.pile);
    for box_number in 1..=7 {
        bet(&mut session, Patron(0), box_number, "main", 10);
    }
    let Due::Bets { closes } = session.table.due() else { panic!("bets are open") };
    session.send(Actor::DEALER, Input::Step(closes)).unwrap();
    finish_round(&mut session);
    session
}

/// Tens for all boxes, two twos for the dealer, then the smallest cards.
fn tens_then_small(pile: &mut Vec<Card>) {
    let mut tens: Vec<Card> =
        pile.iter().copied().filter(|card| (10..=13).contains(&card.rank_number())).collect();
    let mut low: Vec<Card> = pile.iter().copied().filter(|card| card.rank_number() < 10).collect();
    low.sort_by_key(|card| card.rank_number());
    let aces = pile.iter().copied().filter(|card| card.rank_number() == 14).collect::<Vec<_>>();
    let dealer = [low.remove(0), low.remove(0)];
    let mut order: Vec<Card> = Vec::new();
    for card in dealer {
        order.extend((0..7).map(|_| tens.pop().unwrap()));
        order.push(card);
    }
    order.extend(low);
    order.extend(aces);
    order.extend(tens);
    order.reverse();
    *pile = order;
}
