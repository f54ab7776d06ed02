//! Deals arranged so that what chance brings once in a million rounds happens in every run.

use crate::chance::Chance;
use crate::driver::Session;
use engine::{Actor, Beneficiary, Due, Game, Input, What};
use felt::{Card, Money};
use rulebook::{RuleBook, TableDraft};

/// Sessions for the corners of a game, by its id.
pub fn sessions(game: &'static Game) -> Vec<Session> {
    match game.id {
        "ohio/blackjack" => vec![one_deck_runs_dry(game), nothing_but_aces(game)],
        _ => Vec::new(),
    }
}

/// Seven pairs of tens from one deck, split and hit until neither shoe nor discard rack holds a card.
fn one_deck_runs_dry(game: &'static Game) -> Session {
    full_table(game, "1", tens_then_small)
}

/// Aces for every box, split and met by more aces.
fn nothing_but_aces(game: &'static Game) -> Session {
    full_table(game, "8", |pile| pile.sort_by_key(|card| card.rank_number() == 14))
}

/// One round with every box taken by one patron who takes all the cards he can get.
fn full_table(game: &'static Game, decks: &str, arrange: fn(&mut Vec<Card>)) -> Session {
    let book = RuleBook::parse(game.rulebook).unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("decks", decks, None).set("boxes-per-patron", "7", None);
    let mut session = Session::at(game, draft.check(&book).unwrap(), Chance::new(1));
    session.irregular_in = 0;
    session.greedy = true;
    while !matches!(session.table.due(), Due::Bets { .. }) {
        session.answer_due();
    }
    arrange(&mut session.physical.pile);
    let patron = engine::Patron(0);
    let wager = game.vocabulary.wagers[0];
    for box_number in 1..=7 {
        let bet = Input::Bet {
            patron,
            box_number,
            wager,
            stake: Money::minor(1_000),
            beneficiary: Beneficiary::Patron,
        };
        session.send(Actor::Patron(patron), bet).unwrap();
    }
    let Due::Bets { closes } = session.table.due() else { panic!("bets are open") };
    session.send(Actor::DEALER, Input::Step(closes)).unwrap();
    while !session.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
        session.phases.push(session.table.phase());
        session.probe();
        session.answer_due();
    }
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
