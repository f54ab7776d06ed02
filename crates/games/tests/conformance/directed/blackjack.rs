//! Corner cases shared by the games of the blackjack family.

use super::{
    answer_wrongly, arrange, assert_paid, bet, bounds, close_bets, finish_round, hand, open, progressives,
    until_bets,
};
use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Habits, Known, PLAIN, nothing};
use engine::{
    Actor, Ask, CardAt, Due, Event, Game, Input, Offer, Patron, Place, Rank, RulingAct, Spot, What,
};
use felt::{Card, Money};

const A: Patron = Patron::A;
const B: Patron = Patron::B;

/// What the driver needs to know about the games of the blackjack family.
pub fn known(id: &str) -> Option<Known> {
    let family =
        Known { habits: CHECKED, corners: sessions, bounds: bounds::of_the_family, standing: nothing };
    Some(match id {
        "ohio/blackjack" => Known {
            // Hand-dealt cards lie face down and are shown.
            habits: Habits { favourites: &[], refused: &[], rounding: false, ..CHECKED },
            bounds: |game| {
                bounds::of_the_family_with(game, &[("house-money", "5..25 step 5")], &["house-money"])
            },
            standing: |game| (0..10).map(|seed| a_deck_held_runs_out(game, seed)).collect(),
            ..family
        },
        "ohio/free-bet-blackjack" => family,
        "colorado/blackjack" => Known { corners: with_progressives, ..family },
        "colorado/ride-free" => Known {
            habits: Habits { bets: 6, ..CHECKED },
            corners: with_progressives,
            bounds: |game| {
                let settings =
                    [("silver-stack", "1..25 step 1"), ("paytable.silver-stack", "CO-RF/PT-FLT-SB2-01")];
                bounds::of_the_family_with(game, &settings, &["silver-stack"])
            },
            ..family
        },
        _ => return None,
    })
}

/// A game of the family with a checked hole card, dealt open.
const CHECKED: Habits = Habits {
    favourites: &["main"],
    // Cards that lie open need not be shown.
    refused: &["show"],
    exposed: |kind| (kind.word() == "hole-card-exposed").then_some(Place::Dealer),
    ..PLAIN
};

fn with_progressives(game: &'static Game) -> Vec<Session> {
    sessions(game).into_iter().chain(progressives::sessions(game)).collect()
}

fn sessions(game: &'static Game) -> Vec<Session> {
    let many = |arrange| full_table(game, 1, "8", arrange);
    let mut sessions = vec![
        one_deck_runs_dry(game),
        // Pairs of one rank for every box, split up to the limit.
        many(|undealt| undealt.sort_by_key(|card| card.rank_number() != 14)),
        many(|undealt| undealt.sort_by_key(|card| !(10..=13).contains(&card.rank_number()))),
        many(|undealt| undealt.sort_by_key(|card| card.rank_number() != 8)),
        passed_over_twice(game),
        split_against_a_missed_blackjack(game),
        a_card_for_nobody(game),
    ];
    // The second settlement does not cover Ohio's ordinary blackjack at tables that round.
    if game.id != "ohio/blackjack" {
        sessions.push(insured_beyond_half(game));
    }
    if game.vocabulary.choices.iter().any(|choice| choice.word() == "free-double") {
        sessions.push(lammers_against_a_missed_blackjack(game));
    }
    sessions
}

/// The floor rules that the third card of a hand moves to a place that the game does not have.
fn a_card_for_nobody(game: &'static Game) -> Session {
    let card = CardAt { place: hand(1), nth: 3 };
    let ruling = Input::Ruling(RulingAct::MoveCard { card, to: Place::Board });
    let shift = Actor::Staff(Rank::Shift);
    super::protocol::until_refused(game, "no-card-due", |_| Some((shift, ruling)))
}

/// A box without a card when the first deal is over.
fn passed_over_twice(game: &'static Game) -> Session {
    let mut session = open(game, &[]);
    until_bets(&mut session);
    bet(&mut session, A, 1, "main", 10);
    bet(&mut session, B, 2, "main", 10);
    close_bets(&mut session);
    for _ in 0..2 {
        while !matches!(session.table.due(), Due::Card { to, .. } if to == hand(2)) {
            session.answer_due();
        }
        let missed =
            |offer: &Offer| matches!(offer.ask, Ask::Report { kind, .. } if kind.word() == "card-missed");
        assert!(session.take_one(missed), "a box may be passed over");
    }
    finish_round(&mut session);
    session
}

/// Half the wager is not in whole coins, and the insurance is the next whole coin.
fn insured_beyond_half(game: &'static Game) -> Session {
    let mut session = open(game, &[("coin", "1"), ("rounding", "down"), ("limits.main", "5..100 step 5")]);
    until_bets(&mut session);
    arrange(&mut session, &[(hand(1), "9c 8d"), (Place::Dealer, "Ah Kh")]);
    bet(&mut session, A, 1, "main", 5);
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Choices { .. }) {
        session.answer_due();
    }
    let insure = *session.game.vocabulary.choices.iter().find(|choice| choice.word() == "insure").unwrap();
    let amount = Some(Money::minor(300));
    let choice = Input::Choose { patron: A, spot: Spot::first(1), choice: insure, amount };
    session.send(Actor::Patron(A), choice).unwrap();
    finish_round(&mut session);
    assert_paid(&session, A, "insurance", 6);
    session
}

/// The device reports no blackjack, tens are split for money, and the hole card makes a blackjack.
fn split_against_a_missed_blackjack(game: &'static Game) -> Session {
    let mut session = open(game, &[]);
    session.prefer = &["split", "stand"];
    until_bets(&mut session);
    arrange(&mut session, &[(hand(1), "Tc Td 9h"), (Place::Dealer, "Kh Ah")]);
    bet(&mut session, A, 1, "main", 10);
    close_bets(&mut session);
    answer_wrongly(&mut session);
    finish_round(&mut session);
    session
}

/// The device reports no blackjack, a hand is split and doubled on lammers, and the hole card makes a
/// blackjack.
fn lammers_against_a_missed_blackjack(game: &'static Game) -> Session {
    let mut session = open(game, &[]);
    session.prefer = &["free-split", "free-double", "stand"];
    until_bets(&mut session);
    arrange(&mut session, &[(hand(1), "8c 8d 3h Tc"), (Place::Dealer, "Kh Ah")]);
    bet(&mut session, A, 1, "main", 10);
    close_bets(&mut session);
    answer_wrongly(&mut session);
    finish_round(&mut session);
    session
}

/// Seven pairs of tens from one deck, split and hit until neither the shoe nor the discard rack holds a card.
/// How many cards the hands take depends on the shuffle, so several are tried.
fn one_deck_runs_dry(game: &'static Game) -> Session {
    let ran_dry = |event: &Event| match event.what {
        What::Remedied { remedy, .. } => remedy.word() == "floor-decides",
        _ => false,
    };
    let mut tried = (1..200).map(|seed| full_table(game, seed, "1", tens_then_small));
    tried.find(|session| session.events.iter().any(ran_dry)).expect("some shuffle runs dry")
}

/// The hand-held deck is found too short while patrons hold their cards, and one of the shuffled discards is
/// due in the rack.
fn a_deck_held_runs_out(game: &'static Game, seed: u64) -> Session {
    let mut session = open(game, &[("decks", "1"), ("dealing", "pitch")]);
    session.chance = Chance::new(seed);
    until_bets(&mut session);
    bet(&mut session, A, 1, "main", 10);
    bet(&mut session, B, 2, "main", 10);
    arrange(&mut session, &[(hand(1), "2c 3d"), (hand(2), "2h 3s"), (Place::Dealer, "6c 9d")]);
    close_bets(&mut session);
    while !matches!(session.table.due(), Due::Choice { .. }) {
        session.answer_due();
    }
    super::report(&mut session, "shoe-ran-out").unwrap();
    while !matches!(session.table.due(), Due::Card { to: Place::Rack, .. }) {
        session.answer_due();
    }
    session
}

/// One round in which a single patron has every box and draws as many cards as possible.
fn full_table(game: &'static Game, seed: u64, decks: &str, arrange: fn(&mut [Card])) -> Session {
    let mut session = open(game, &[("decks", decks), ("boxes-per-patron", "7")]);
    session.chance = Chance::new(seed);
    session.house.chance = Chance::new(seed);
    session.prefer = &["split", "free-split", "hit"];
    until_bets(&mut session);
    arrange(session.house.undealt(&*session.table));
    for box_number in 1..=7 {
        bet(&mut session, Patron::A, box_number, "main", 10);
    }
    close_bets(&mut session);
    finish_round(&mut session);
    session
}

/// Tens for all boxes, two twos for the dealer, then the smallest cards.
fn tens_then_small(undealt: &mut [Card]) {
    let mut tens: Vec<Card> =
        undealt.iter().copied().filter(|card| (10..=13).contains(&card.rank_number())).collect();
    let mut low: Vec<Card> = undealt.iter().copied().filter(|card| card.rank_number() < 10).collect();
    low.sort_by_key(|card| card.rank_number());
    let aces = undealt.iter().copied().filter(|card| card.rank_number() == 14).collect::<Vec<_>>();
    let dealer = [low.remove(0), low.remove(0)];
    let mut order: Vec<Card> = Vec::new();
    for card in dealer {
        order.extend((0..7).map(|_| tens.pop().unwrap()));
        order.push(card);
    }
    order.extend(low);
    order.extend(aces);
    order.extend(tens);
    undealt.copy_from_slice(&order);
}
