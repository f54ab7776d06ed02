//! Questions, one after the other: for tables with a handful of wagers, and for hands to be decided.

use super::menu::{Item, Menu};
use super::{ME, MY_BOX, Sitting, Stay, mine};
use crate::bot::first_wagers;
use crate::failure::Failure;
use engine::{Actor, Ask, Beneficiary, By, Input, Offer, Rule, Spot, WagerId, explain_offer};
use felt::{Currency, Money};
use std::collections::BTreeSet;

impl Sitting<'_> {
    /// The wagers that the game asks for must be made; the others may.
    pub(super) fn bets(&mut self) -> Result<Stay, Failure> {
        self.screen.blank()?;
        let bank = format!("You have {} {}.", self.currency.format(self.bank), self.currency.code);
        self.screen.line(bank)?;
        let mut asked: BTreeSet<WagerId> = BTreeSet::new();
        while let Some((offer, wager)) = self.next_wager(&asked) {
            if asked.is_empty() && offer.amount.is_some_and(|range| range.min > self.bank) {
                self.screen.line("That is less than the table takes.")?;
                return Ok(Stay::No);
            }
            if self.wager(&offer, wager)? == Stay::No {
                return Ok(Stay::No);
            }
            asked.insert(wager);
        }
        if self.driver.may_close() {
            self.driver.close()?;
        } else if asked.is_empty() {
            return Err(Failure::Fault("bets are due and none is offered at box 1".to_owned()));
        } else {
            self.complain("with these bets the dealer cannot go on; look at them again")?;
        }
        Ok(Stay::Yes)
    }

    fn next_wager(&self, asked: &BTreeSet<WagerId>) -> Option<(Offer, WagerId)> {
        self.driver.offers().into_iter().find_map(|offer| match offer.ask {
            Ask::Bet { box_number: 0 | MY_BOX, wager, beneficiary: Beneficiary::Patron, .. }
                if !asked.contains(&wager) && mine(&offer) =>
            {
                Some((offer, wager))
            }
            _ => None,
        })
    }

    /// What Enter means for a wager. Those that the game asks for are mostly alike, so one follows the other;
    /// else it is the last stake, and for the first that is asked for the least.
    fn usual_stake(&self, offer: &Offer, wager: WagerId) -> Option<Money> {
        let there = self.staked(wager);
        let last = self.last_stakes.get(&wager).copied().filter(|_| there.is_zero());
        if !self.is_needed(wager) {
            return last;
        }
        let needed = first_wagers(&self.known.book);
        let standing = self.driver.table.wagers().iter();
        let others = standing.filter(|other| other.patron == ME && needed.contains(&other.kind.word()));
        let alike = others.map(|other| other.stake - there).max();
        let alike = alike.filter(|stake| offer.amount.is_some_and(|range| range.allows(*stake)));
        let least = offer.amount.map(|range| range.min).filter(|_| there.is_zero());
        alike.or(last).or(least)
    }

    fn is_needed(&self, wager: WagerId) -> bool {
        first_wagers(&self.known.book).contains(&wager.word())
    }

    /// What I have on a wager.
    fn staked(&self, wager: WagerId) -> Money {
        let there = self.driver.table.wagers().iter().find(|there| there.patron == ME && there.kind == wager);
        there.filter(|there| there.on_layout()).map_or(Money::ZERO, |there| there.stake)
    }

    /// Asks for one wager until it is granted or passed over.
    fn wager(&mut self, offer: &Offer, wager: WagerId) -> Result<Stay, Failure> {
        let there = self.staked(wager);
        let needed = self.is_needed(wager) && there.is_zero();
        let lies = match there.is_zero() {
            true => String::new(),
            false => format!(", beside the {} there", self.currency.format_short(there)),
        };
        loop {
            let usual = self.usual_stake(offer, wager);
            let shown = usual.map_or_else(|| "none".to_owned(), |stake| self.currency.format_short(stake));
            let question = format!("{}{lies} [{shown}]", capital(&explain_offer(offer, self.currency)));
            let Some(text) = self.ask(&question, &[offer.rule])? else { return Ok(Stay::No) };
            let stake = match (text.as_str(), usual) {
                ("", Some(stake)) => stake,
                ("" | "0" | "none", _) if !needed => {
                    self.last_stakes.remove(&wager);
                    return Ok(Stay::Yes);
                }
                (text, _) => match self.amount(text)? {
                    Some(stake) => stake,
                    None => continue,
                },
            };
            let Ask::Bet { box_number, .. } = offer.ask else { return Ok(Stay::Yes) };
            let input = Input::Bet { patron: ME, box_number, wager, stake, beneficiary: Beneficiary::Patron };
            if self.afford(stake)? && self.request(input)? {
                self.last_stakes.insert(wager, stake);
                self.tell()?;
                return Ok(Stay::Yes);
            }
        }
    }

    /// One hand must be decided, or several things may be taken or left.
    pub(super) fn choice(&mut self, about: Option<Spot>) -> Result<Stay, Failure> {
        let mine = |offer: &Offer| {
            offer.by == By::Patron(ME)
                && matches!(offer.ask, Ask::Choose { spot, .. } if about.is_none_or(|about| about == spot))
        };
        let offers: Vec<Offer> = self.driver.offers().into_iter().filter(mine).collect();
        if offers.is_empty() && about.is_none() {
            self.driver.close()?;
            return Ok(Stay::Yes);
        }
        self.mirror.show(self.screen)?;
        let menu = Menu::new(&offers, self.currency, about.is_none().then_some("go on"));
        let rules: Vec<Rule> = offers.iter().map(|offer| offer.rule).collect();
        loop {
            let hand = about
                .filter(|spot| self.mirror.is_split(spot.box_number))
                .map(|spot| format!("Hand {}: ", spot.hand));
            let question = format!("{}{}", hand.unwrap_or_default(), menu.question());
            let Some(text) = self.ask(&question, &rules)? else { return Ok(Stay::No) };
            let (word, amount) = with_amount(&text, self.currency);
            match menu.find(word) {
                Some(Item::GoOn) => {
                    self.driver.close()?;
                    return Ok(Stay::Yes);
                }
                Some(Item::Take(offer)) => {
                    if let Some(stay) = self.take(&offer, amount)? {
                        return Ok(stay);
                    }
                }
                None => self.complain(&menu.help())?,
            }
        }
    }

    pub(super) fn cut(&mut self) -> Result<Stay, Failure> {
        let offers: Vec<Offer> =
            self.driver.offers().into_iter().filter(|offer| offer.by == By::Patron(ME)).collect();
        let menu = Menu::new(&offers, self.currency, None);
        let rules: Vec<Rule> = offers.iter().map(|offer| offer.rule).collect();
        loop {
            let Some(text) = self.ask(&menu.question(), &rules)? else { return Ok(Stay::No) };
            match menu.find(&text).or_else(|| menu.silent(&text)) {
                Some(Item::Take(Offer { ask: Ask::Cut, .. })) => {
                    let cut = self.driver.cut(Actor::Patron(ME));
                    if self.granted(cut)? {
                        return Ok(Stay::Yes);
                    }
                }
                Some(Item::Take(offer)) => {
                    if let Some(stay) = self.take(&offer, None)? {
                        return Ok(stay);
                    }
                }
                _ => self.complain(&menu.help())?,
            }
        }
    }

    /// Takes an offer, asking for the amount where there is a choice and none was named; nothing when it came to
    /// nothing.
    fn take(&mut self, offer: &Offer, named: Option<Money>) -> Result<Option<Stay>, Failure> {
        let Ask::Choose { spot, choice } = offer.ask else { return Ok(None) };
        let mut amount = named.or(offer.amount.map(|range| range.max));
        if let Some(range) = offer.amount.filter(|range| range.min < range.max && named.is_none()) {
            let most = self.currency.format_short(range.max);
            let question = format!("{}: how much [{most}]", capital(&explain_offer(offer, self.currency)));
            let Some(text) = self.ask(&question, &[offer.rule])? else { return Ok(Some(Stay::No)) };
            if !text.is_empty() {
                match self.amount(&text)? {
                    Some(read) => amount = Some(read),
                    None => return Ok(None),
                }
            }
        }
        if !self.afford(amount.unwrap_or(Money::ZERO))? {
            return Ok(None);
        }
        let granted = self.request(Input::Choose { patron: ME, spot, choice, amount })?;
        Ok(granted.then_some(Stay::Yes))
    }
}

/// `double 5` is a word and an amount; anything else is a word.
fn with_amount(text: &str, currency: Currency) -> (&str, Option<Money>) {
    match text.rsplit_once(' ').map(|(word, amount)| (word.trim_end(), currency.parse(amount))) {
        Some((word, Ok(amount))) => (word, Some(amount)),
        _ => (text, None),
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}
