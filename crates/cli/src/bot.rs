//! Bots: patrons who play from the offers alone.

use crate::customs;
use crate::driver::Driver;
use crate::failure::Failure;
use crate::registry::Known;
use engine::{
    Actor, AmountRange, Ask, Beneficiary, By, Chance as _, Due, Input, Offer, Patron, Spot, WagerId,
};
use felt::Money;
use rulebook::RuleBook;

/// How the patrons play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Manner {
    /// Bets modestly, makes the choices that a simple patron likes, and otherwise the default choice.
    Plain,
    /// Takes any offer at random, so that rounds reach every possible state.
    Adventurous,
}

/// A modest patron stops betting at this number of wagers.
const HANDFUL: usize = 4;

/// How many wagers a modest patron tries before giving up.
const IDEAS: usize = 12;

/// The wagers of a game.
#[derive(Debug)]
pub(crate) struct Menu {
    /// The required wagers; if there are none, the main wager.
    first: Vec<WagerId>,
    /// All other wagers by family. Every family is equally likely, or bots would bet almost only on the largest.
    families: Vec<Vec<WagerId>>,
}

impl Menu {
    pub(crate) fn of(known: &Known) -> Menu {
        let needed = first_wagers(&known.book);
        let is_first = |wager: &WagerId| needed.contains(&wager.word());
        let (first, others) = known.game.vocabulary.wagers.iter().partition(|wager| is_first(wager));
        let others: Vec<WagerId> = others;
        let mut named: Vec<(&str, Vec<WagerId>)> = Vec::new();
        for wager in others {
            let family = known.book.wager(wager.word()).and_then(|wager| wager.family.as_deref());
            let family = family.unwrap_or(wager.word());
            match named.iter_mut().find(|(name, _)| *name == family) {
                Some((_, members)) => members.push(wager),
                None => named.push((family, vec![wager])),
            }
        }
        Menu { first, families: named.into_iter().map(|(_, members)| members).collect() }
    }
}

/// Patrons at the first boxes of a table, each at their own box; an adventurous one may stand behind another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bot<'b> {
    pub(crate) manner: Manner,
    pub(crate) seats: u8,
    pub(crate) book: &'b RuleBook,
    pub(crate) menu: &'b Menu,
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
    /// Whether the winnings are the patron's own.
    fn is_own(&self) -> bool {
        self.beneficiary == Beneficiary::Patron
    }
}

impl Bot<'_> {
    /// Answers for all patrons who must act. A bot sends only what is offered, so a refusal is a fault.
    pub(crate) fn answer(self, driver: &mut Driver, due: Due) -> Result<(), Failure> {
        match due {
            Due::Bets { .. } => {
                self.bet_all(driver)?;
                driver.close()
            }
            Due::Choice { patron, spot } => self.choose(driver, patron, spot),
            Due::Choices { .. } => self.choose_freely(driver),
            Due::Cut => self.pass_the_cut(driver),
            _ => Ok(()),
        }
    }

    /// Bets for all patrons.
    pub(crate) fn bet_all(self, driver: &mut Driver) -> Result<(), Failure> {
        (0..self.seats).filter_map(Patron::nth).try_for_each(|patron| self.bet(driver, patron))
    }

    /// Makes the required wagers and a few others.
    pub(crate) fn bet(self, driver: &mut Driver, patron: Patron) -> Result<(), Failure> {
        self.bet_first(driver, patron)?;
        let most = if self.manner == Manner::Plain { 3 } else { 5 };
        for _ in 0..driver.house.chance.below(most) {
            if self.manner == Manner::Plain && standing(driver, patron) >= HANDFUL {
                break;
            }
            let Some(open) = self.another(driver, patron) else { break };
            let stake = a_few_steps(driver, open.range);
            place(driver, patron, open, stake)?;
        }
        if self.manner == Manner::Adventurous { self.change_mind(driver, patron) } else { Ok(()) }
    }

    /// Makes the required wagers, all with the same stake, or the main wager if the game requires none. Returns whether
    /// any was made.
    fn bet_first(self, driver: &mut Driver, patron: Patron) -> Result<bool, Failure> {
        let mut staked = None;
        for wager in &self.menu.first {
            // If no wager is required, an adventurous patron may sit out.
            let main = self.manner == Manner::Adventurous && !self.is_required(*wager);
            if main && driver.house.chance.flip() {
                continue;
            }
            if holds(driver, patron, *wager) {
                continue;
            }
            let wanted = |open: &Open| open.wager == *wager && open.is_own();
            let behind = (self.manner == Manner::Adventurous && driver.house.chance.below(3) == 0)
                .then(|| bets_behind(driver, patron).into_iter().find(wanted));
            let Some(open) = behind.flatten().or_else(|| own_bet(driver, patron, *wager)) else { continue };
            let alike = staked.filter(|stake| open.range.allows(*stake));
            let stake = alike.unwrap_or_else(|| a_few_steps(driver, open.range));
            staked = Some(stake);
            place(driver, patron, open, stake)?;
        }
        Ok(staked.is_some())
    }

    fn is_required(self, wager: WagerId) -> bool {
        self.book.wager(wager.word()).is_some_and(|wager| wager.required)
    }

    /// Returns another wager that the patron may make; a modest patron makes none twice.
    fn another(self, driver: &mut Driver, patron: Patron) -> Option<Open> {
        if self.manner == Manner::Adventurous {
            return self.anything(driver, patron);
        }
        (0..IDEAS).find_map(|_| {
            let family = driver.house.chance.below(self.menu.families.len());
            let wager = driver.house.chance.pick(self.menu.families.get(family)?)?;
            own_bet(driver, patron, wager).filter(|_| !holds(driver, patron, wager))
        })
    }

    /// Returns any offered wager, each family equally likely. Excludes the patron's own required wagers, since several
    /// of them must be equal; wagers for the dealers are included.
    fn anything(self, driver: &mut Driver, patron: Patron) -> Option<Open> {
        let fresh = |open: &Open| !open.is_own() || !self.is_required(open.wager);
        let open: Vec<Open> = open_bets(driver, patron).into_iter().filter(fresh).collect();
        let family =
            |open: &Open| self.book.wager(open.wager.word()).and_then(|wager| wager.family.as_deref());
        let mut families: Vec<(Option<&str>, WagerId)> = Vec::new();
        for one in &open {
            if family(one).is_none() || !families.iter().any(|(there, _)| *there == family(one)) {
                families.push((family(one), one.wager));
            }
        }
        let (chosen, wager) = driver.house.chance.pick(&families)?;
        let within: Vec<Open> = open
            .iter()
            .filter(|one| if chosen.is_some() { family(one) == chosen } else { one.wager == wager })
            .copied()
            .collect();
        driver.house.chance.pick(&within)
    }

    /// Sometimes takes a wager back, calls it on or off, or makes a free choice. Required wagers stay: a patron who
    /// sits out may be barred for a while, and no offer shows this.
    fn change_mind(self, driver: &mut Driver, patron: Patron) -> Result<(), Failure> {
        let own = |offer: &Offer| match offer.ask {
            Ask::TakeBack { wager, .. } if self.is_required(wager) => false,
            Ask::TakeBack { .. } | Ask::Work { .. } | Ask::Choose { .. } => offer.by == By::Patron(patron),
            _ => false,
        };
        let offers: Vec<Offer> = driver.offers_to(patron).into_iter().filter(own).collect();
        // In half of the cases no change is made, however many are possible.
        let at = driver.house.chance.below(2 * offers.len());
        offers.get(at).map_or(Ok(()), |offer| take(driver, offer))
    }

    pub(crate) fn choose(self, driver: &mut Driver, patron: Patron, spot: Spot) -> Result<(), Failure> {
        // A patron who must choose and may still bet bets first: the choice may require the bet.
        if self.bet_first(driver, patron)? {
            return Ok(());
        }
        let offers: Vec<Offer> =
            driver.offers_to(patron).into_iter().filter(|offer| about(offer, patron, spot)).collect();
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

    /// Makes optional choices at random, and then lets the dealer close.
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

/// Returns the required wagers, or the main wager if there are none.
pub(crate) fn first_wagers(book: &RuleBook) -> Vec<&str> {
    let required: Vec<&str> =
        book.wagers.iter().filter(|wager| wager.required).map(|wager| wager.id.as_str()).collect();
    if required.is_empty() {
        book.main_wager().map(|main| main.id.as_str()).into_iter().collect()
    } else {
        required
    }
}

/// The number of the patron's own box.
fn box_of(patron: Patron) -> u8 {
    patron.index() + 1
}

/// All bets that a patron may make.
fn all_bets(driver: &Driver, patron: Patron) -> impl Iterator<Item = Open> {
    driver.offers_to(patron).into_iter().filter_map(|offer| match (offer.ask, offer.amount) {
        (Ask::Bet { box_number, wager, beneficiary, .. }, Some(range)) => {
            Some(Open { box_number, wager, beneficiary, range })
        }
        _ => None,
    })
}

/// The bets that a patron may make at their own box or on the layout.
fn open_bets(driver: &Driver, patron: Patron) -> Vec<Open> {
    all_bets(driver, patron)
        .filter(|open| open.box_number == box_of(patron) || open.box_number == 0)
        .collect()
}

/// The range for a wager that a patron may make for themselves, at their own box or on the layout.
fn own_bet(driver: &Driver, patron: Patron, wager: WagerId) -> Option<Open> {
    let beneficiary = Beneficiary::Patron;
    [box_of(patron), 0].into_iter().find_map(|box_number| {
        let range = driver.table.stakes(patron, box_number, wager, beneficiary)?;
        Some(Open { box_number, wager, beneficiary, range })
    })
}

/// Whether a patron has a wager of this kind on the layout.
fn holds(driver: &Driver, patron: Patron, wager: WagerId) -> bool {
    driver.table.wagers().iter().any(|held| held.patron == patron && held.kind == wager && held.on_layout())
}

/// The bets that a patron may make beside the same wager of another, where a box is open to several patrons.
fn bets_behind(driver: &Driver, patron: Patron) -> Vec<Open> {
    let beside = |open: &Open| {
        driver.table.wagers().iter().any(|wager| {
            wager.patron != patron && wager.kind == open.wager && wager.spot.box_number == open.box_number
        })
    };
    all_bets(driver, patron).filter(|open| open.box_number != 0 && beside(open)).collect()
}

/// The number of wagers that a patron has on the layout.
fn standing(driver: &Driver, patron: Patron) -> usize {
    let own = driver.table.wagers().iter().filter(|wager| wager.patron == patron);
    own.filter(|wager| wager.on_layout()).count()
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
    let steps = [0, 1, 2, 3][driver.house.chance.below(4)];
    let stake =
        range.step.checked_mul(steps).and_then(|more| range.min.checked_add(more)).unwrap_or(range.min);
    if range.allows(stake) { stake } else { range.min }
}
