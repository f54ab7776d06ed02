//! The engine's driver deals from the source, and stops when it fails.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test that cannot go on fails")]

use chance::{Entropy, Purpose, Source};
use engine::{Actor, AnyTable, Ask, Driver, Due, Fault, Input, Offer, Patron, What};
use felt::Card;
use rulebook::TableConfig;

/// Numbers that look like chance, for as many blocks as there are: the same for all who ask.
struct Steps {
    state: u64,
    blocks: u64,
}

impl Steps {
    fn new(blocks: u64) -> Steps {
        Steps { state: 1, blocks }
    }
}

impl Entropy for Steps {
    fn fill(&mut self, bytes: &mut [u8]) -> Option<usize> {
        self.blocks = self.blocks.checked_sub(1)?;
        for byte in bytes.iter_mut() {
            self.state =
                self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            *byte = self.state.to_be_bytes()[0];
        }
        Some(bytes.len())
    }
}

const PURPOSE: Purpose<'static> = Purpose { table: "t", shoe: 1 };

fn table(game: &str) -> Box<dyn AnyTable> {
    let game = games::find(game).unwrap();
    let book = game.book().unwrap();
    (game.open)(&book, &TableConfig::default_for(&book)).unwrap()
}

/// A table that its house plays on with, until a number of rounds are over or a fault stops it.
fn play<E: Entropy>(
    game: &str,
    source: Source<E>,
    rounds: usize,
) -> Result<(usize, Driver<Source<E>>), Fault> {
    let mut table = table(game);
    let mut house = Driver::new(source);
    let (mut events, mut over) = (Vec::new(), 0);
    while over < rounds {
        let due = house.until_asked(&mut *table, &mut events)?;
        for (actor, input) in answers(&*table, due, &mut house) {
            house.send(&mut *table, actor, input, &mut events).unwrap();
        }
        over += events.drain(..).filter(|event| matches!(event.what, What::RoundEnded { .. })).count();
    }
    Ok((over, house))
}

/// Bets the least on the first wager that is offered, and takes the first choice.
fn answers<E: Entropy>(table: &dyn AnyTable, due: Due, house: &mut Driver<Source<E>>) -> Vec<(Actor, Input)> {
    let mut offers: Vec<Offer> = Vec::new();
    table.offers(&mut |offer| offers.extend(offer.each()));
    let first = |wanted: &dyn Fn(&Offer) -> Option<(Actor, Input)>| offers.iter().find_map(wanted);
    let patron = Actor::Patron(Patron::A);
    match due {
        Due::Cut => vec![(patron, Input::Cut { depth: house.cut_depth(table) })],
        Due::Bets { closes } => {
            let bet = first(&|offer| {
                let Ask::Bet { box_number, wager, beneficiary, .. } = offer.ask else { return None };
                let stake = offer.amount?.min;
                Some((patron, Input::Bet { patron: Patron::A, box_number, wager, stake, beneficiary }))
            });
            bet.into_iter().chain([(Actor::DEALER, Input::Step(closes))]).collect()
        }
        Due::Choice { .. } => {
            let choice = first(&|offer| {
                let Ask::Choose { spot, choice } = offer.ask else { return None };
                let amount = offer.amount.map(|range| range.min);
                Some((patron, Input::Choose { patron: Patron::A, spot, choice, amount }))
            });
            vec![choice.unwrap()]
        }
        Due::Choices { closes, .. } => vec![(Actor::DEALER, Input::Step(closes))],
        _ => panic!("{due:?}"),
    }
}

#[test]
fn cards_and_dice_come_from_it() {
    for (game, rounds) in [("ohio/blackjack", 60), ("ohio/craps", 60)] {
        let source = Source::open(PURPOSE).unwrap();
        let (over, house) = play(game, source, rounds).unwrap();
        // Several throws may follow each other before anybody is asked.
        assert!(over >= rounds);
        assert_eq!(house.chance.fault(), None);
        // A throw takes fresh entropy each time, cards every 26; a round of blackjack has at least four.
        let least = if game == "ohio/craps" { 60 } else { 9 };
        assert!(house.chance.seeds() >= least, "{game}: {}", house.chance.seeds());
    }
}

#[test]
fn a_table_stops_where_its_chance_fails() {
    // The tests at the start take 32 blocks, the first seed two; each further block serves 26 cards or one throw.
    for game in ["ohio/blackjack", "ohio/craps"] {
        for blocks in [34, 35, 40] {
            let source = Source::on(Steps::new(blocks), PURPOSE).unwrap();
            let stopped = play(game, source, 10_000).err().unwrap();
            assert!(matches!(stopped, Fault::NoChance(_)), "{game}, {blocks}: {stopped}");
        }
    }
}

#[test]
fn the_driver_orders_a_shoe_as_the_source_does() {
    let mut table = table("ohio/blackjack");
    let mut house = Driver::new(Source::on(Steps::new(1_000), PURPOSE).unwrap());
    while !matches!(table.due(), Due::Shuffle) {
        assert_eq!(house.step(&mut *table, &mut Vec::new()).unwrap(), None);
    }
    let cards: Vec<Card> = table.shoe().pack().cards().collect();
    house.step(&mut *table, &mut Vec::new()).unwrap();
    let driven = house.undealt(&*table).to_vec();

    let mut source = Source::on(Steps::new(1_000), PURPOSE).unwrap();
    // Where the cutting card goes is drawn first.
    source.number(cards.len() / 10).unwrap();
    let mut shuffled = cards;
    source.shuffle(&mut shuffled).unwrap();
    assert_eq!(driven, shuffled);
}
