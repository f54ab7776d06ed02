//! Sessions arranged so that events with odds of one in a million rounds happen in every run. There is one
//! file per game; the sessions must meet the same promises as the random ones.

mod baccarat;
mod blackjack;
mod bounds;
mod craps;
mod layout;
mod odd_times;
mod pai_gow_bank;
mod pai_gow_poker;
mod pontoon;
mod progressives;
mod protocol;

use crate::chance::Chance;
use crate::driver::Session;
use crate::habits::{Known, UNKNOWN};
use engine::{Actor, Beneficiary, Due, Game, Input, Patron, Place, Rank, RulingAct, Spot, WagerId, What};
use felt::Money;
use rulebook::TableDraft;

/// Declares a file for each game of a frame, named after it.
macro_rules! files {
    ($find:ident: $($game:ident)*) => {
        $(mod $game;)*

        fn $find(name: &str) -> Option<Known> {
            match name {
                $(stringify!($game) => Some($game::KNOWN),)*
                _ => None,
            }
        }
    };
}

macro_rules! poker_files {
    ($($game:ident)*) => { files! { poker_game: $($game)* } };
}

macro_rules! layout_files {
    ($($game:ident)*) => { files! { layout_game: $($game)* } };
}

games::poker_games!(poker_files);
games::layout_games!(layout_files);

/// What the driver needs to know about a game.
pub fn known(game: &Game) -> Known {
    let name = game.id.rsplit('/').next().unwrap_or_default().replace('-', "_");
    let other = || match game.id {
        "ohio/craps" => Some(craps::KNOWN),
        "ohio/pai-gow-poker" => Some(pai_gow_poker::KNOWN),
        "singapore/pontoon-plus" => Some(pontoon::KNOWN),
        id => blackjack::known(id),
    };
    poker_game(&name).or_else(|| layout_game(&name)).or_else(other).unwrap_or(UNKNOWN)
}

/// Sessions for the corner cases of a game, by its id.
pub fn sessions(game: &'static Game) -> Vec<Session> {
    let Known { corners, bounds, .. } = known(game);
    corners(game).into_iter().chain(bounds(game)).chain(protocol::sessions(game)).collect()
}

/// Sessions at a point that random ones rarely reach.
pub fn standing(game: &'static Game) -> Vec<Session> {
    (known(game).standing)(game)
}

/// A table of a file with these settings, without random mishaps.
fn open(game: &'static Game, settings: &[(&str, &str)]) -> Session {
    let book = &*crate::book_of(game);
    let mut draft = TableDraft::with_defaults(book);
    for (key, value) in settings {
        draft.set(*key, *value, None);
    }
    let config = draft.check(book).unwrap_or_else(|findings| panic!("{}: {findings:?}", game.id));
    let mut session = Session::at(game, config, Chance::new(1));
    session.irregular_in = 0;
    session.nonsense = false;
    session
}

/// Makes a bet in whole units of the currency, which must be accepted.
fn bet(session: &mut Session, patron: Patron, box_number: u8, wager: &'static str, units: i64) {
    let bet = Input::Bet {
        patron,
        box_number,
        wager: WagerId::new(Box::leak(Box::new(wager))),
        stake: Money::minor(units * 100),
        beneficiary: Beneficiary::Patron,
    };
    let result = session.send(Actor::Patron(patron), bet);
    assert!(result.is_ok(), "{patron} bets {units} on {wager}: {result:?}");
}

/// Answers what is due until bets are open.
fn until_bets(session: &mut Session) {
    while !matches!(session.table.due(), Due::Bets { .. }) {
        session.answer_due();
    }
}

/// Arranges these cards for these places, in this order.
fn arrange(session: &mut Session, cards: &[(Place, &str)]) {
    for (place, cards) in cards {
        session.arranged.extend(cards.split(' ').map(|card| (*place, card.parse().unwrap())));
    }
}

fn close_bets(session: &mut Session) {
    let Due::Bets { closes } = session.table.due() else { panic!("bets are open") };
    session.send(Actor::DEALER, Input::Step(closes)).unwrap();
}

/// Closes the bets and plays the round out with the arranged cards.
fn play_arranged(session: &mut Session) {
    close_bets(session);
    finish_round(session);
    assert!(session.arranged.is_empty(), "arranged and never dealt: {:?}", session.arranged);
}

/// The first hand of a box.
fn hand(box_number: u8) -> Place {
    Place::Hand(Spot::first(box_number))
}

/// Continues until the device is asked, and lets it report no blackjack whatever the card.
fn answer_wrongly(session: &mut Session) {
    while session.table.due() != Due::Answer {
        session.answer_due();
    }
    session.send(Actor::DEALER, Input::Answer { yes: false }).unwrap();
}

/// Plays the round out at random, while the floor sometimes voids a hand or the round, or grants an award.
fn play_with_rulings(session: &mut Session) {
    let from = session.events.len();
    let ended = |event: &engine::Event| matches!(event.what, What::RoundEnded { .. });
    while !session.events[from..].iter().any(ended) {
        // A card drawn by mistake does not come again.
        let undealt = session.house.undealt(&*session.table).to_vec();
        session.arranged.retain(|(_, card)| undealt.contains(card));
        if session.chance.one_in(40) {
            let hand = RulingAct::VoidHand(Spot::first(1 + u8::try_from(session.chance.below(4)).unwrap()));
            let award = RulingAct::Award { patron: Patron::A, amount: Money::minor(2_500) };
            let act = *session.chance.pick(&[hand, hand, RulingAct::VoidRound, award]);
            // Not every hand has a wager left, and not every round can be void.
            let _ = session.send(Actor::Staff(Rank::Floor), Input::Ruling(act));
        } else {
            session.step();
        }
    }
    session.arranged.clear();
}

/// Answers what is due until the current round has ended.
fn finish_round(session: &mut Session) {
    let from = session.events.len();
    let ended = |session: &Session| {
        session.events[from..].iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
    };
    while !ended(session) {
        session.phases.push(session.table.phase());
        session.probe();
        session.answer_due();
    }
}

/// Asserts that a line of the session pays this on a wager, in whole units.
fn assert_paid(session: &Session, patron: Patron, wager: &str, units: i64) {
    let paid = |event: &engine::Event| match event.what {
        What::Settled(line) if line.patron == patron && line.wager.word() == wager => Some(line.paid),
        _ => None,
    };
    let paid: Vec<Money> = session.events.iter().filter_map(paid).collect();
    assert!(paid.contains(&Money::minor(units * 100)), "{patron}'s {wager} was paid {paid:?}, not {units}");
}

/// Staff report something by its name, or by one that the game does not have; returns the name of the
/// refusal, if refused.
pub fn report(session: &mut Session, word: &str) -> Result<(), &'static str> {
    let known = session.game.vocabulary.irregularities.iter().find(|one| one.id.word() == word);
    let kind = known.map_or(engine::IrregularityId::new(&"no-such-word"), |one| one.id);
    tell(session, Input::Irregular { kind, place: None, card: None })
}

/// The dealer reports something; returns the name of the refusal, if refused.
pub fn tell(session: &mut Session, input: Input) -> Result<(), &'static str> {
    session.phases.push(session.table.phase());
    session.send(Actor::DEALER, input).map_err(|refusal| refusal.name)
}
