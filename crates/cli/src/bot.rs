//! Patrons who play from the offers alone.

use crate::customs;
use crate::driver::Driver;
use crate::failure::Failure;
use engine::{
    Actor, AmountRange, Ask, Beneficiary, By, Chance as _, Due, Input, Offer, Patron, Spot, WagerId,
};
use felt::Money;
use rulebook::{RuleBook, WagerRule};
use std::collections::BTreeMap;

/// How the patrons play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Bets modestly, takes what a simple patron likes, else what silence would mean.
    Plain,
    /// Takes anything that is offered, so that a round goes everywhere it can.
    Adventurous,
}

/// Wagers of one patron at which a modest one stops betting.
const HANDFUL: usize = 4;

/// Patrons at the first boxes of a table, each on a box of his own; an adventurous one may stand behind another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bot<'b> {
    pub(crate) manner: Manner,
    pub(crate) seats: u8,
    pub(crate) book: &'b Wagers<'b>,
}

/// The wagers of a rule book by their words: they are asked for thousands of times a second, and a layout has a
/// hundred of them.
#[derive(Debug)]
pub(crate) struct Wagers<'b> {
    by_word: BTreeMap<&'b str, &'b WagerRule>,
    /// What nobody plays without; where there is nothing, the main wager.
    first: Vec<&'b str>,
}

impl<'b> Wagers<'b> {
    /// Those of this book.
    pub(crate) fn of(book: &'b RuleBook) -> Wagers<'b> {
        let by_word = book.wagers.iter().map(|wager| (wager.id.as_str(), wager)).collect();
        Wagers { by_word, first: first_wagers(book) }
    }

    fn wager(&self, word: &str) -> Option<&'b WagerRule> {
        self.by_word.get(word).copied()
    }
}

/// A wager that a patron may make.
#[derive(Clone, Copy)]
struct Open {
    box_number: u8,
    wager: WagerId,
    beneficiary: Beneficiary,
    range: AmountRange,
}

impl Open {
    /// Whether what it brings is the patron's own.
    fn is_own(&self) -> bool {
        self.beneficiary == Beneficiary::Patron
    }
}

impl Bot<'_> {
    /// Answers for everybody who is asked. A bot sends only what is offered, so a refusal is a fault.
    pub(crate) fn answer(self, driver: &mut Driver, due: Due) -> Result<(), Failure> {
        match due {
            Due::Bets { .. } => {
                for patron in (0..self.seats).filter_map(Patron::nth) {
                    self.bet(driver, patron)?;
                }
                driver.close()
            }
            Due::Choice { patron, spot } => self.choose(driver, patron, spot),
            Due::Choices { .. } => self.choose_freely(driver),
            Due::Cut => self.pass_the_cut(driver),
            _ => Ok(()),
        }
    }

    /// What nobody plays without, and a few others.
    pub(crate) fn bet(self, driver: &mut Driver, patron: Patron) -> Result<(), Failure> {
        self.bet_first(driver, patron)?;
        let most = if self.manner == Manner::Plain { 3 } else { 5 };
        for _ in 0..driver.house.chance.below(most) {
            let stops = self.manner == Manner::Plain && standing(driver, patron).len() >= HANDFUL;
            let Some(open) = self.another(driver, patron).filter(|_| !stops) else { break };
            let stake = a_few_steps(driver, open.range);
            place(driver, patron, open, stake)?;
        }
        if self.manner == Manner::Adventurous { self.change_mind(driver, patron) } else { Ok(()) }
    }

    /// The wagers that are required, all of one stake; where the game requires none, the main one. True if any
    /// was made.
    fn bet_first(self, driver: &mut Driver, patron: Patron) -> Result<bool, Failure> {
        let mut staked = None;
        for id in &self.book.first {
            // Where nothing is required, somebody adventurous may watch.
            let main = self.book.wager(id).is_some_and(|wager| !wager.required);
            if main && self.manner == Manner::Adventurous && driver.house.chance.flip() {
                continue;
            }
            let held = standing(driver, patron);
            let wanted = |open: &Open| open.wager.word() == *id && open.is_own();
            let behind = (self.manner == Manner::Adventurous && driver.house.chance.below(3) == 0)
                .then(|| bets_behind(driver, patron).into_iter().find(wanted));
            let own = || open_bets(driver, patron).into_iter().find(wanted);
            let open = behind.flatten().or_else(own);
            let Some(open) = open.filter(|open| !held.contains(&open.wager)) else { continue };
            let alike = staked.filter(|stake| open.range.allows(*stake));
            let stake = alike.unwrap_or_else(|| a_few_steps(driver, open.range));
            staked = Some(stake);
            place(driver, patron, open, stake)?;
        }
        Ok(staked.is_some())
    }

    /// A wager he does not have yet; every family is as likely as the other, or the largest would be all he bets.
    fn another(self, driver: &mut Driver, patron: Patron) -> Option<Open> {
        let held = standing(driver, patron);
        let fresh = |open: &Open| match self.manner {
            Manner::Plain => {
                let asked_for = self.book.first.contains(&open.wager.word());
                open.is_own() && !asked_for && !held.contains(&open.wager)
            }
            // What is required stays as it is: several such wagers must be alike. The dealers' stand apart.
            Manner::Adventurous => {
                !open.is_own() || self.book.wager(open.wager.word()).is_some_and(|wager| !wager.required)
            }
        };
        let family =
            |open: Open| (self.book.wager(open.wager.word()).and_then(|wager| wager.family.as_deref()), open);
        let open: Vec<(Option<&str>, Open)> =
            open_bets(driver, patron).into_iter().filter(fresh).map(family).collect();
        let mut families: Vec<(Option<&str>, WagerId)> = Vec::new();
        for (family, one) in &open {
            if family.is_none() || !families.iter().any(|(there, _)| there == family) {
                families.push((*family, one.wager));
            }
        }
        let (chosen, wager) = driver.house.chance.pick(&families)?;
        let within: Vec<Open> = open
            .iter()
            .filter(|(family, one)| if chosen.is_some() { *family == chosen } else { one.wager == wager })
            .map(|(_, one)| *one)
            .collect();
        driver.house.chance.pick(&within)
    }

    /// Now and then a wager is taken back or called on or off, or something is decided unasked. What is required
    /// stays: a patron who sits out may be barred for a while, which no offer says.
    fn change_mind(self, driver: &mut Driver, patron: Patron) -> Result<(), Failure> {
        let required = |wager: WagerId| self.book.wager(wager.word()).is_some_and(|wager| wager.required);
        let own = |offer: &Offer| match offer.ask {
            Ask::TakeBack { wager, .. } if required(wager) => false,
            Ask::TakeBack { .. } | Ask::Work { .. } | Ask::Choose { .. } => offer.by == By::Patron(patron),
            _ => false,
        };
        let offers = driver.offers_that(own);
        // As often as not nobody changes his mind, however much there is to change.
        let at = driver.house.chance.below(2 * offers.len());
        offers.get(at).map_or(Ok(()), |offer| take(driver, offer))
    }

    pub(crate) fn choose(self, driver: &mut Driver, patron: Patron, spot: Spot) -> Result<(), Failure> {
        // Whoever is asked and may still bet does that first: it may be what he lacks.
        if self.bet_first(driver, patron)? {
            return Ok(());
        }
        let offers = driver.offers_that(|offer| about(offer, patron, spot));
        let layout = driver.table.layout();
        let liked = |offer: &&Offer| matches!(offer.ask, Ask::Choose { choice, .. } if customs::likes(choice, layout, patron, spot));
        let silent = || offers.iter().find(|offer| offer.by_default).or_else(|| offers.first());
        let offer = match self.manner {
            Manner::Adventurous => offers.get(driver.house.chance.below(offers.len())),
            Manner::Plain => offers.iter().find(liked).or_else(silent),
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
                if still_there && driver.house.chance.flip() {
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
            (Some(patron), _) if self.manner == Manner::Adventurous && driver.house.chance.flip() => {
                cut(driver, patron)
            }
            (_, Some(declined)) => take(driver, declined),
            (None, None) => Ok(()),
        }
    }
}

/// The wagers that nobody plays without; where there are none, the main one.
pub(crate) fn first_wagers(book: &RuleBook) -> Vec<&str> {
    let required: Vec<&str> =
        book.wagers.iter().filter(|wager| wager.required).map(|wager| wager.id.as_str()).collect();
    if required.is_empty() {
        book.main_wager().map(|main| main.id.as_str()).into_iter().collect()
    } else {
        required
    }
}

/// The box of a patron's own.
fn box_of(patron: Patron) -> u8 {
    patron.index() + 1
}

/// What a patron may bet on the boxes that are wanted.
fn bets(driver: &Driver, patron: Patron, wanted: impl Fn(u8) -> bool) -> Vec<Open> {
    let offers = driver.offers_that(|offer| {
        let his = offer.by == By::AnyPatron || offer.by == By::Patron(patron);
        his && matches!(offer.ask, Ask::Bet { box_number, .. } if wanted(box_number))
    });
    let open = |offer: Offer| match (offer.ask, offer.amount) {
        (Ask::Bet { box_number, wager, beneficiary, .. }, Some(range)) => {
            Some(Open { box_number, wager, beneficiary, range })
        }
        _ => None,
    };
    offers.into_iter().filter_map(open).collect()
}

/// What a patron may bet on his own box or on the layout.
fn open_bets(driver: &Driver, patron: Patron) -> Vec<Open> {
    bets(driver, patron, |box_number| box_number == box_of(patron) || box_number == 0)
}

/// What a patron may bet beside the same wager of somebody else, where a box is open to several.
fn bets_behind(driver: &Driver, patron: Patron) -> Vec<Open> {
    let others = || driver.table.wagers().iter().filter(|wager| wager.patron != patron);
    let beside = |box_number| others().any(|wager| wager.spot.box_number == box_number);
    let mut open = bets(driver, patron, |box_number| box_number != 0 && beside(box_number));
    open.retain(|open| {
        others().any(|wager| wager.kind == open.wager && wager.spot.box_number == open.box_number)
    });
    open
}

/// The kinds of wager a patron has on the layout.
fn standing(driver: &Driver, patron: Patron) -> Vec<WagerId> {
    let his = driver.table.wagers().iter().filter(|wager| wager.patron == patron);
    his.filter(|wager| wager.on_layout()).map(|wager| wager.kind).collect()
}

fn place(driver: &mut Driver, patron: Patron, open: Open, stake: Money) -> Result<(), Failure> {
    let Open { box_number, wager, beneficiary, .. } = open;
    let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
    send(driver, Actor::Patron(patron), input)
}

fn cut(driver: &mut Driver, patron: Patron) -> Result<(), Failure> {
    driver.cut(Actor::Patron(patron)).map_err(|refusal| Failure::Fault(refusal.to_string()))
}

fn about(offer: &Offer, patron: Patron, about: Spot) -> bool {
    offer.by == By::Patron(patron) && matches!(offer.ask, Ask::Choose { spot, .. } if spot == about)
}

fn take(driver: &mut Driver, offer: &Offer) -> Result<(), Failure> {
    let By::Patron(patron) = offer.by else { return Ok(()) };
    let input = match offer.ask {
        Ask::Choose { spot, choice } => {
            Input::Choose { patron, spot, choice, amount: offer.amount.map(|range| range.max) }
        }
        Ask::TakeBack { box_number, wager } => Input::TakeBack { patron, box_number, wager, amount: None },
        Ask::Work { box_number, wager, on } => Input::Work { patron, box_number, wager, on },
        _ => return Ok(()),
    };
    send(driver, Actor::Patron(patron), input)
}

fn send(driver: &mut Driver, actor: Actor, input: Input) -> Result<(), Failure> {
    driver
        .send(actor, input)
        .map_err(|refusal| Failure::Fault(format!("{actor} was refused what was offered: {refusal}")))
}

/// A few steps above the minimum.
fn a_few_steps(driver: &mut Driver, range: AmountRange) -> Money {
    let steps = i64::try_from(driver.house.chance.below(4)).unwrap_or(0);
    let stake =
        range.step.checked_mul(steps).and_then(|more| range.min.checked_add(more)).unwrap_or(range.min);
    if range.allows(stake) { stake } else { range.min }
}
