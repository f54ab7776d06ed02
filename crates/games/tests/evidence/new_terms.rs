//! A table switches to another file between rounds: the floor calls for it by its hash.

use engine::{Actor, AnyTable, Ask, Chance, Driver, Due, Event, Game, Input, Offer, Rank, What};
use felt::Money;
use rulebook::{TableConfig, TableDraft};

const FLOOR: Actor = Actor::Staff(Rank::Floor);

/// A small pinned source of random numbers.
struct Dice(u64);

impl Chance for Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap().checked_rem(bound).unwrap_or(0)
    }
}

fn file(game: &Game, settings: &[(&str, &str)]) -> TableConfig {
    let book = game.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    settings.iter().for_each(|(key, value)| {
        draft.set(*key, *value, None);
    });
    draft.check(&book).unwrap_or_else(|findings| panic!("{}: {findings:?}", game.id))
}

/// A file of higher limits for the main wager.
fn dearer(game: &Game) -> TableConfig {
    let book = game.book().unwrap();
    let key = format!("limits.{}", book.main_wager().unwrap().id);
    file(game, &[(&key, "10..500 step 10")])
}

fn at_bets(game: &Game) -> (Box<dyn AnyTable>, Vec<Event>) {
    let book = game.book().unwrap();
    let mut table = (game.open)(&book, &file(game, &[])).unwrap();
    let mut events = Vec::new();
    let mut house = Driver::new(Dice(7));
    assert!(matches!(house.until_asked(&mut *table, &mut events).unwrap(), Due::Bets { .. }));
    (table, events)
}

fn offers(table: &dyn AnyTable) -> Vec<Offer> {
    let mut offers = Vec::new();
    table.offers(&mut |offer| offers.extend(offer.each()));
    offers
}

/// The smallest stake of the first wager that is offered.
fn least(table: &dyn AnyTable) -> Money {
    let bet = offers(table).into_iter().find(|offer| matches!(offer.ask, Ask::Bet { .. })).unwrap();
    bet.amount.unwrap().min
}

#[test]
fn between_rounds_the_floor_puts_a_new_file_in_force() {
    for game in games::GAMES {
        let (mut table, mut events) = at_bets(game);
        let config = dearer(game);
        let before = least(&*table);
        let hash = table.show_file(&game.book().unwrap(), &config).unwrap();
        assert_eq!(hash.to_string(), config.hash);
        assert_eq!(least(&*table), before, "{}: a file that is only shown changes nothing", game.id);
        let call = Input::Terms { file: hash };
        assert_eq!(table.apply(Actor::DEALER, call, &mut events).unwrap_err().name, "wrong-person");
        table.apply(FLOOR, call, &mut events).unwrap();
        assert!(events.iter().any(|event| event.what == What::TermsChanged { file: hash }));
        assert_eq!(least(&*table), Money::minor(1_000), "{}", game.id);
        let again = table.apply(FLOOR, call, &mut events).unwrap_err();
        assert_eq!(again.name, "file-not-shown", "{}", game.id);
    }
}

#[test]
fn a_bet_on_the_layout_keeps_the_terms_it_was_placed_under() {
    for game in games::GAMES.iter().filter(|game| game.id != "ohio/craps") {
        let (mut table, mut events) = at_bets(game);
        let offer = offers(&*table).into_iter().find(|offer| matches!(offer.ask, Ask::Bet { .. })).unwrap();
        let Ask::Bet { box_number, wager, beneficiary, .. } = offer.ask else { panic!() };
        let patron = engine::Patron::A;
        let bet = Input::Bet { patron, box_number, wager, stake: offer.amount.unwrap().min, beneficiary };
        table.apply(Actor::Patron(patron), bet, &mut events).unwrap();
        let hash = table.show_file(&game.book().unwrap(), &dearer(game)).unwrap();
        let refused = table.apply(FLOOR, Input::Terms { file: hash }, &mut events).unwrap_err();
        assert_eq!(refused.name, "round-under-way", "{}", game.id);
    }
}

/// At craps some wager nearly always stands, so limits may change meanwhile, but nothing else may.
#[test]
fn craps_changes_limits_over_standing_wagers_and_nothing_else() {
    let game = games::find("ohio/craps").unwrap();
    let (mut table, mut events) = at_bets(game);
    let patron = engine::Patron::A;
    let (wager, stake) = (games::craps::words::PASS, Money::minor(500));
    let beneficiary = engine::Beneficiary::Patron;
    let bet = Input::Bet { patron, box_number: 1, wager, stake, beneficiary };
    table.apply(Actor::Patron(patron), bet, &mut events).unwrap();
    let other = file(game, &[("odds-limit", "10")]);
    let hash = table.show_file(&game.book().unwrap(), &other).unwrap();
    assert_eq!(
        table.apply(FLOOR, Input::Terms { file: hash }, &mut events).unwrap_err().name,
        "wagers-stand"
    );
    let hash = table.show_file(&game.book().unwrap(), &dearer(game)).unwrap();
    table.apply(FLOOR, Input::Terms { file: hash }, &mut events).unwrap();
    assert_eq!(table.wagers().iter().map(|wager| wager.stake).collect::<Vec<_>>(), [stake]);
}

/// With another number of decks the cards are new and must be shuffled.
#[test]
fn other_decks_are_shuffled_first() {
    let game = games::find("ohio/blackjack").unwrap();
    let (mut table, mut events) = at_bets(game);
    let hash = table.show_file(&game.book().unwrap(), &file(game, &[("decks", "8")])).unwrap();
    table.apply(FLOOR, Input::Terms { file: hash }, &mut events).unwrap();
    assert_eq!(table.due(), Due::Shuffle);
    assert_eq!(table.shoe().pack().decks, 8);
}
