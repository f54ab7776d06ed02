//! A table under arbitrary inputs.

use engine::compact::{self, WordTable};
use engine::{
    Actor, AnyTable, Ask, Beneficiary, By, Chance, Driver, Game, Granted, Input, MeterId, Meters, Offer,
    Patron, Rank,
};
use felt::{Money, Pay};
use rulebook::{Awards, TableConfig};

/// Inputs after which nothing new is learnt.
const LONGEST: usize = 400;

/// The first byte chooses the game; the others decide at each step whether the house goes on, something is taken that is
/// offered, or anything is sent at all. A refusal must leave the table as it was, and what is saved at the end must be
/// read again.
pub fn apply(bytes: &[u8]) {
    let Some((first, rest)) = bytes.split_first() else { return };
    let Some(game) = games::GAMES.get(usize::from(*first) % games::GAMES.len()) else { return };
    let Ok(book) = game.book() else { return };
    let config = TableConfig::default_for(&book);
    let Ok(mut table) = (game.open)(&book, &config) else { return };
    let words = words_of(game);
    let mut house = Driver::with_meters(Bytes(rest), Granting);
    let mut out = Vec::new();
    for _ in 0..LONGEST {
        if house.chance.0.is_empty() {
            break;
        }
        match house.chance.below(4) {
            0 => send_anything(&mut *table, &mut house, &words),
            1 | 2 => take_an_offer(&mut *table, &mut house),
            _ => {
                // What keeps the house from going on is told to it, and is no panic.
                let _ = house.step(&mut *table, &mut out);
            }
        }
        out.clear();
    }
    let Ok(saved) = table.save() else { panic!("a table that cannot be saved") };
    let Ok(read) = game.load(&book, &config, &saved) else { panic!("a table that cannot be read again") };
    assert_eq!(read.save().ok(), Some(saved), "a table that is saved otherwise once it was read");
}

/// The words of the game's inputs by number, so that bytes can name them.
fn words_of(game: &Game) -> WordTable {
    let mut words = WordTable::default();
    for word in game.vocabulary.words() {
        words.enter(word);
    }
    words
}

/// Reads an input from the bytes as if they were stored.
fn send_anything(
    table: &mut (dyn AnyTable + 'static),
    house: &mut Driver<Bytes<'_>, Granting>,
    words: &WordTable,
) {
    let actor = match house.chance.below(6) {
        0 | 1 => Actor::DEALER,
        2 => Actor::Staff(Rank::Floor),
        3 => Actor::Surveillance,
        _ => Actor::Patron(some_patron(&mut house.chance)),
    };
    if let Ok((input, rest)) = compact::read_prefix::<Input>(house.chance.0, words) {
        house.chance.0 = rest;
        send(table, house, actor, input);
    }
}

/// Takes something that is offered, with an amount near those allowed.
fn take_an_offer(table: &mut (dyn AnyTable + 'static), house: &mut Driver<Bytes<'_>, Granting>) {
    let mut offers: Vec<Offer> = Vec::new();
    table.offers(&mut |offer| offers.push(offer));
    let Some(offer) = house.chance.pick(&offers) else { return };
    let actor = match offer.by {
        By::Patron(patron) => Actor::Patron(patron),
        By::AnyPatron => Actor::Patron(some_patron(&mut house.chance)),
        By::Staff(rank) => Actor::Staff(rank),
        By::Surveillance => Actor::Surveillance,
    };
    let patron = match actor {
        Actor::Patron(patron) => patron,
        _ => Patron::A,
    };
    let amount = offer.amount.map(|range| match house.chance.below(4) {
        0 => range.max,
        1 => range.min + range.step,
        _ => range.min,
    });
    let input = match offer.ask {
        Ask::Bet { box_number, .. } => {
            let wagers: Vec<_> = offer.ask.wagers().collect();
            let (Some(wager), Some(stake)) = (house.chance.pick(&wagers), amount) else { return };
            Input::Bet { patron, box_number, wager, stake, beneficiary: Beneficiary::Patron }
        }
        Ask::TakeBack { box_number, wager } => Input::TakeBack { patron, box_number, wager, amount: None },
        Ask::Work { box_number, wager, on } => Input::Work { patron, box_number, wager, on },
        Ask::Choose { spot, choice } => Input::Choose { patron, spot, choice, amount },
        Ask::Cut => Input::Cut { depth: house.cut_depth(table) },
        Ask::Step(step) => Input::Step(step),
        Ask::Permit { patron } => Input::Permit { patron },
        Ask::Report { kind, place, card } => {
            let card = if card { house.top_card(table) } else { None };
            Input::Irregular { kind, place, card }
        }
        Ask::Approve => Input::APPROVED,
        // A pick needs cards that only its game could name.
        _ => return,
    };
    send(table, house, actor, input);
}

/// Sends it; a refusal has changed nothing.
fn send(
    table: &mut (dyn AnyTable + 'static),
    house: &mut Driver<Bytes<'_>, Granting>,
    actor: Actor,
    input: Input,
) {
    let before = table.save().ok();
    let mut out = Vec::new();
    if house.send(table, actor, input, &mut out).is_err() {
        assert!(out.is_empty(), "a refusal with events: {input:?}");
        assert_eq!(table.save().ok(), before, "a refusal that changed the table: {input:?}");
    }
}

fn some_patron(chance: &mut Bytes<'_>) -> Patron {
    let number = [0, 1, 2, 3, 4][chance.below(5)];
    Patron::nth(number).unwrap_or(Patron::A)
}

/// Chance that comes from the bytes; none once they are used up.
struct Bytes<'b>(&'b [u8]);

impl Chance for Bytes<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        if bound <= 256 {
            return usize::from(*first) % bound.max(1);
        }
        let Some((second, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        (usize::from(*first) << 8 | usize::from(*second)) % bound
    }
}

/// Meters that grant what is asked, or a round sum.
struct Granting;

impl Meters for Granting {
    fn grant(&mut self, _: MeterId, share: Pay, _: Patron) -> Option<Granted> {
        Granted::of(share, Money::minor(100_000), Awards::TO_THE_CENT)
    }
}
