//! A patron who plays from the offers alone.

use crate::driver::Driver;
use crate::failure::Failure;
use engine::{Actor, Ask, Beneficiary, By, Due, Input, Offer, Patron, Place, Spot, WagerId};
use felt::{Card, Money, Rank};
use std::collections::BTreeSet;

/// How the patrons play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Draws below 17, else takes what silence would mean.
    Plain,
    /// Takes anything that is offered, so that a round goes everywhere it can.
    Adventurous,
}

/// Patrons at the first boxes of a table, each on a box of his own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bot {
    pub(crate) manner: Manner,
    pub(crate) seats: u8,
}

impl Bot {
    /// Answers for everybody who is asked. A bot sends only what is offered, so a refusal is a fault.
    pub(crate) fn answer(self, driver: &mut Driver, due: Due) -> Result<(), Failure> {
        match due {
            Due::Bets { .. } => {
                for seat in 0..self.seats {
                    self.bet(driver, Patron(seat), seat.saturating_add(1))?;
                }
                driver.close()
            }
            Due::Choice { patron, spot } => self.choose(driver, patron, spot),
            Due::Choices { .. } => self.choose_freely(driver),
            Due::Cut => self.pass_the_cut(driver),
            _ => Ok(()),
        }
    }

    /// The first wager offered on the box, and others as it comes.
    fn bet(self, driver: &mut Driver, patron: Patron, box_number: u8) -> Result<(), Failure> {
        let mut considered: BTreeSet<WagerId> = BTreeSet::new();
        loop {
            let offers = driver.offers();
            let next = offers.iter().find_map(|offer| match offer.ask {
                Ask::Bet { box_number: at, wager } if at == box_number && !considered.contains(&wager) => {
                    (offer.by == By::AnyPatron || offer.by == By::Patron(patron)).then_some((offer, wager))
                }
                _ => None,
            });
            let Some((offer, wager)) = next else { return Ok(()) };
            let first = considered.is_empty();
            considered.insert(wager);
            if first || driver.chance.flip() {
                let stake = stake(driver, offer);
                let input = Input::Bet { patron, box_number, wager, stake, beneficiary: Beneficiary::Patron };
                send(driver, Actor::Patron(patron), input)?;
            }
        }
    }

    fn choose(self, driver: &mut Driver, patron: Patron, spot: Spot) -> Result<(), Failure> {
        let offers: Vec<Offer> =
            driver.offers().into_iter().filter(|offer| about(offer, patron, spot)).collect();
        let named = |word: &str| {
            offers
                .iter()
                .find(|offer| matches!(offer.ask, Ask::Choose { choice, .. } if choice.word() == word))
        };
        let silent = || offers.iter().find(|offer| offer.by_default).or_else(|| offers.first());
        let offer = match self.manner {
            Manner::Adventurous => offers.get(driver.chance.below(offers.len())),
            Manner::Plain if count(driver, spot) < 17 => named("hit").or_else(silent),
            Manner::Plain => silent(),
        };
        match offer {
            Some(offer) => take(driver, offer),
            None => Err(Failure::Fault(format!("{patron} is asked about {spot} and nothing is offered"))),
        }
    }

    /// What people may take or leave, until nothing new is offered.
    fn choose_freely(self, driver: &mut Driver) -> Result<(), Failure> {
        if self.manner == Manner::Adventurous {
            let offers = driver.offers();
            for offer in offers.iter().filter(|offer| matches!(offer.ask, Ask::Choose { .. })) {
                // One patron's answer may end another's offer, so each is looked up again.
                let still_there = driver.offers().contains(offer);
                if still_there && driver.chance.flip() {
                    take(driver, offer)?;
                }
            }
        }
        driver.close()
    }

    fn pass_the_cut(self, driver: &mut Driver) -> Result<(), Failure> {
        let offers = driver.offers();
        let patron = offers.iter().find_map(|offer| match (offer.by, offer.ask) {
            (By::Patron(patron), Ask::Cut) => Some(patron),
            _ => None,
        });
        let declined = offers.iter().find(|offer| offer.by_default);
        match (patron, declined) {
            (Some(patron), None) => cut(driver, patron),
            (Some(patron), _) if self.manner == Manner::Adventurous && driver.chance.flip() => {
                cut(driver, patron)
            }
            (_, Some(declined)) => take(driver, declined),
            (None, None) => Ok(()),
        }
    }
}

fn cut(driver: &mut Driver, patron: Patron) -> Result<(), Failure> {
    driver.cut(Actor::Patron(patron), None).map_err(|refusal| Failure::Fault(refusal.to_string()))
}

fn about(offer: &Offer, patron: Patron, about: Spot) -> bool {
    offer.by == By::Patron(patron) && matches!(offer.ask, Ask::Choose { spot, .. } if spot == about)
}

fn take(driver: &mut Driver, offer: &Offer) -> Result<(), Failure> {
    let (By::Patron(patron), Ask::Choose { spot, choice }) = (offer.by, offer.ask) else { return Ok(()) };
    let amount = offer.amount.map(|range| range.max);
    send(driver, Actor::Patron(patron), Input::Choose { patron, spot, choice, amount })
}

fn send(driver: &mut Driver, actor: Actor, input: Input) -> Result<(), Failure> {
    driver
        .send(actor, input)
        .map_err(|refusal| Failure::Fault(format!("{actor} was refused what was offered: {refusal}")))
}

/// A few steps above the minimum.
fn stake(driver: &mut Driver, offer: &Offer) -> Money {
    let Some(range) = offer.amount else { return Money::ZERO };
    let steps = i64::try_from(driver.chance.below(4)).unwrap_or(0);
    let stake =
        range.step.checked_mul(steps).and_then(|more| range.min.checked_add(more)).unwrap_or(range.min);
    if range.allows(stake) { stake } else { range.min }
}

/// The points of a hand as games of drawing count them. Only a manner of playing: no rule rests on it.
fn count(driver: &Driver, spot: Spot) -> u8 {
    let cards = || driver.table.layout().at(Place::Hand(spot)).filter_map(|card| card.face.card());
    let hard = cards().map(|card| card.rank_number().min(10) - u8::from(is_ace(card)) * 9).sum::<u8>();
    if cards().any(is_ace) && hard <= 11 { hard + 10 } else { hard }
}

fn is_ace(card: Card) -> bool {
    card.rank() == Some(Rank::Ace)
}
