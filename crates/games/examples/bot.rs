//! A bot that plays every game of the registry and knows none: it looks at what is offered and takes something.
//!
//! ```text
//! cargo run -p croupier-games --example bot
//! ```

use engine::{
    Actor, AnyTable, Ask, By, Chance, Driver, Due, Granted, Input, Meters, Offer, Patron, What, explain_due,
};
use felt::{Money, Pay};
use rulebook::{Awards, TableConfig};
use std::error::Error;

/// A generator for an example: see `round.rs`.
#[derive(Clone)]
struct Steps(u64);

impl Chance for Steps {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((u128::from(self.0) * bound as u128) >> 64).unwrap_or(0)
    }
}

/// Every meter pays a fixed amount; a house has real ones.
struct Pretended;

impl Meters for Pretended {
    fn grant(&mut self, _: engine::MeterId, share: Pay, _: Patron) -> Option<Granted> {
        Granted::of(share, Money::minor(10_000), Awards::TO_THE_CENT)
    }
}

/// Plays it.
pub fn main() -> Result<(), Box<dyn Error>> {
    for game in games::GAMES {
        let book = game.book().map_err(|findings| format!("{findings:?}"))?;
        let config = TableConfig::default_for(&book);
        let mut table = (game.open)(&book, &config)?;
        let mut house = Driver::with_meters(Steps(7), Pretended);
        let needed = book.wagers.iter().filter(|wager| wager.required).count().max(1);
        let (mut events, mut rounds, mut staked) = (Vec::new(), 0, Money::ZERO);
        while rounds < 100 {
            let due = house.until_asked(&mut *table, &mut events)?;
            let answers = match due {
                Due::Cut => vec![(who_cuts(&*table), Input::Cut { depth: house.cut_depth(&*table) })],
                _ => answers(&*table, due, needed, &mut house.chance),
            };
            if answers.is_empty() {
                return Err(format!("{}: nothing is offered while {}", game.id, explain_due(&due)).into());
            }
            for (actor, input) in answers {
                house.send(&mut *table, actor, input, &mut events)?;
            }
            for event in events.drain(..) {
                match event.what {
                    What::WagerPlaced { stake, .. } => staked += stake,
                    What::RoundEnded { .. } => rounds += 1,
                    _ => {}
                }
            }
        }
        println!("{:28} {rounds} rounds, {} staked", game.id, config.currency.format(staked));
    }
    Ok(())
}

/// What the bot sends: the wagers that are needed to play and the close of the bets, or one of the choices.
fn answers(table: &dyn AnyTable, due: Due, needed: usize, chance: &mut Steps) -> Vec<(Actor, Input)> {
    let mut offers: Vec<Offer> = Vec::new();
    table.offers(&mut |offer| offers.extend(offer.each()));
    let closes = |step| (Actor::DEALER, Input::Step(step));
    match due {
        Due::Bets { closes: step } => {
            // The required wagers come first in every vocabulary, and bets are offered in that order.
            let is_bet = |offer: &&Offer| matches!(offer.ask, Ask::Bet { box_number: 0 | 1, .. });
            let bets = offers.iter().filter(is_bet).take(needed).filter_map(bet);
            bets.chain([closes(step)]).collect()
        }
        Due::Choice { patron, .. } => {
            let own = offers.iter().filter(|offer| offer.by == By::Patron(patron));
            let choices: Vec<(Actor, Input)> = own.filter_map(|offer| choice(offer, patron)).collect();
            chance.pick(&choices).into_iter().collect()
        }
        Due::Choices { closes: step, .. } => vec![closes(step)],
        _ => Vec::new(),
    }
}

/// The actor who is offered the cut: a patron in some houses, else the dealer.
fn who_cuts(table: &dyn AnyTable) -> Actor {
    let mut first = None;
    table.offers(&mut |offer| {
        if let (Ask::Cut, By::Patron(patron), None) = (offer.ask, offer.by, first) {
            first = Some(patron);
        }
    });
    first.map_or(Actor::DEALER, Actor::Patron)
}

/// The least bet that an offer allows, by patron A.
fn bet(offer: &Offer) -> Option<(Actor, Input)> {
    let Ask::Bet { box_number, wager, beneficiary, .. } = offer.ask else { return None };
    let input = Input::Bet { patron: Patron::A, box_number, wager, stake: offer.amount?.min, beneficiary };
    Some((Actor::Patron(Patron::A), input))
}

/// A choice with the least amount that it allows.
fn choice(offer: &Offer, patron: Patron) -> Option<(Actor, Input)> {
    let Ask::Choose { spot, choice } = offer.ask else { return None };
    let amount = offer.amount.map(|range| range.min);
    Some((Actor::Patron(patron), Input::Choose { patron, spot, choice, amount }))
}
