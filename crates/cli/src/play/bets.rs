//! Betting: one number bets on all required wagers, a name on any other wager; and ways to take bets back.

use super::picture::in_words;
use super::{ME, MY_BOX, Sitting, is_mine, letters, mine};
use crate::failure::Failure;
use crate::families;
use crate::screen::{HEAD, paint};
use engine::{Actor, AmountRange, Ask, Beneficiary, Due, Input, Patron, StepId, Wager, WagerId, WagerView};
use felt::Money;
use rulebook::WagerRule;
use std::collections::BTreeSet;

/// The number of wager names that a question lists; with more, it says where to find them.
const FEW: usize = 6;

impl Sitting<'_> {
    /// The required wagers; some games have none.
    fn required(&self) -> Vec<WagerId> {
        let wagers = self.known.game.vocabulary.wagers.iter().copied();
        wagers.filter(|wager| self.rule_of(*wager).is_some_and(|rule| rule.required)).collect()
    }

    pub(super) fn rule_of(&self, wager: WagerId) -> Option<&WagerRule> {
        self.known.book.wager(wager.word())
    }

    /// The player's wagers on the layout.
    pub(super) fn standing(&self) -> Vec<WagerView> {
        let view = engine::View::of(&*self.driver.table, engine::Audience::Patron(ME));
        view.wagers.into_iter().filter(|wager| is_mine(wager.patron, wager.beneficiary)).collect()
    }

    /// The player's amount at risk.
    pub(super) fn at_stake(&self) -> Money {
        let own = |wager: &&Wager| is_mine(wager.patron, wager.beneficiary) && wager.on_layout();
        self.driver.table.wagers().iter().filter(own).fold(Money::ZERO, |sum, wager| sum + wager.stake)
    }

    fn staked(&self, wager: WagerId) -> Money {
        let there = self.standing().into_iter().find(|there| there.wager == wager);
        there.map_or(Money::ZERO, |there| there.stake)
    }

    /// The bets that are possible now, in the order of the offers.
    pub(super) fn open_bets(&self) -> Vec<(WagerId, AmountRange)> {
        let offers = self.driver.offers();
        let open = offers.iter().filter(|offer| mine(offer)).filter_map(|offer| match offer.ask {
            Ask::Bet { box_number: 0 | MY_BOX, wager, beneficiary: Beneficiary::Patron, .. } => {
                Some((wager, offer.amount?))
            }
            _ => None,
        });
        // An offer to the player and one to everyone are the same bet.
        let mut known = BTreeSet::new();
        open.filter(|(wager, _)| known.insert(*wager)).collect()
    }

    pub(super) fn range(&self, wager: WagerId) -> Option<AmountRange> {
        self.open_bets().iter().find(|(open, _)| *open == wager).map(|(_, range)| *range)
    }

    /// The minimum of the required wagers.
    fn least(&self) -> Vec<(WagerId, Money)> {
        let (open, required) = (self.open_bets(), self.required());
        let needed = open.iter().filter(|(wager, _)| required.contains(wager));
        needed.map(|(wager, range)| (*wager, range.min)).collect()
    }

    /// What Enter bets: the last stake if the player can afford it, otherwise the minimum.
    fn usual(&self) -> Vec<(WagerId, Money)> {
        // A stake that covered a bank is not a stake without one.
        let first = self.last_bets.first().is_some_and(|(wager, _)| self.range(*wager).is_some());
        let again = first && sum(&self.last_bets) <= self.bank;
        if again { self.last_bets.clone() } else { self.least() }
    }

    /// Whether the bank is too small for another round.
    pub(super) fn is_broke(&self) -> bool {
        self.at_stake().is_zero() && sum(&self.least()) > self.bank
    }

    /// The hint that a question shows while betting is open.
    pub(super) fn bet_items(&self, closes: StepId) -> Vec<String> {
        let (open, required) = (self.open_bets(), self.required());
        let standing = self.standing();
        let mut items = Vec::new();
        if !standing.is_empty() || required.is_empty() {
            items.push(format!("{} {}", paint(HEAD, "Enter"), letters::of_step(closes.word())));
        } else if let usual @ [_, ..] = self.usual().as_slice() {
            let bets: Vec<String> = usual.iter().map(|(wager, stake)| self.on(*wager, *stake)).collect();
            let step = letters::of_step(closes.word());
            items.push(format!("{} bet {} and {step}", paint(HEAD, "Enter"), bets.join(", ")));
        }
        if let Some((_, range)) = open.iter().find(|(wager, _)| required.contains(wager)) {
            let names: Vec<String> = required.iter().map(|wager| in_words(wager.word())).collect();
            let (names, number) = (names.join(" and "), paint(HEAD, "a number"));
            items.push(match standing.is_empty() {
                true => format!("{number} bets {names}, {}", self.amounts(*range)),
                false => format!("{number} adds to {names}"),
            });
        }
        let others: Vec<String> = open
            .iter()
            .filter(|(wager, _)| !required.contains(wager))
            .map(|(wager, _)| in_words(wager.word()))
            .collect();
        match others.as_slice() {
            [] => {}
            few if few.len() <= FEW => items.push(format!("also {}", few.join(", "))),
            _ => items.push(format!("{} what you may bet", paint(HEAD, "bets"))),
        }
        if !self.placed.is_empty() {
            items.push(format!("{} undo", paint(HEAD, "-")));
        }
        items
    }

    /// `main 10`.
    fn on(&self, wager: WagerId, stake: Money) -> String {
        format!("{} {}", in_words(wager.word()), self.currency.format_short(stake))
    }

    /// Bets an amount on every required wager.
    pub(super) fn stake(&mut self, amount: Money) -> Result<bool, Failure> {
        let required = self.required();
        if required.is_empty() {
            let amount = self.currency.format_short(amount);
            self.complain(&format!(
                "{amount} on what? Write the bet before it, and `bets` shows which there are"
            ))?;
            return Ok(false);
        }
        self.place(&required.iter().map(|wager| (*wager, amount)).collect::<Vec<_>>())
    }

    /// Bets on one wager; `None` if the player leaves at the question for the amount.
    pub(super) fn bet(&mut self, wager: WagerId, amount: Option<Money>) -> Result<Option<bool>, Failure> {
        let amount = match (amount, self.range(wager)) {
            (Some(amount), _) => amount,
            (None, Some(range)) if range.min == range.max => range.min,
            (None, Some(range)) => {
                let least = self.currency.format_short(range.min);
                let question =
                    format!("How much on {}, {} [{least}]", in_words(wager.word()), self.amounts(range));
                let Some(text) = self.ask(&[question], &[])? else { return Ok(None) };
                match text.as_str() {
                    "" => range.min,
                    text => match self.amount(text)? {
                        Some(amount) => amount,
                        None => return Ok(Some(false)),
                    },
                }
            }
            // A bet that is not open is still requested, so that the refusal says why.
            (None, None) => self.config.limits(wager.word()).map_or(self.config.coin, |limits| limits.min),
        };
        self.place(&[(wager, amount)]).map(Some)
    }

    /// Places several wagers together: if one is refused, none is made.
    fn place(&mut self, bets: &[(WagerId, Money)]) -> Result<bool, Failure> {
        if !self.afford(sum(bets))? {
            return Ok(false);
        }
        let mut placed: Vec<(WagerId, Money)> = Vec::new();
        for (wager, stake) in bets {
            if !self.request(bet(*wager, *stake))? {
                for (wager, stake) in placed.into_iter().rev() {
                    self.unbet(wager, stake)?;
                }
                return Ok(false);
            }
            placed.push((*wager, *stake));
        }
        self.placed.push(placed);
        self.tell()?;
        Ok(true)
    }

    /// Takes a wager back, or a part of it. Bets that were taken back are removed from the undo list.
    pub(super) fn back(&mut self, wager: WagerId, amount: Option<Money>) -> Result<bool, Failure> {
        let done = self.request(take_back(wager, amount))?;
        if done {
            self.placed.retain(|bets| bets.iter().all(|(placed, _)| *placed != wager));
        }
        Ok(done)
    }

    /// Takes back what was added to a wager. If the table returns only whole wagers, the rest is bet again.
    fn unbet(&mut self, wager: WagerId, amount: Money) -> Result<bool, Failure> {
        let rest = self.staked(wager) - amount;
        if !rest.is_positive() {
            return self.request(take_back(wager, None));
        }
        if self.driver.send(Actor::Patron(ME), take_back(wager, Some(amount))).is_ok() {
            return Ok(true);
        }
        Ok(self.request(take_back(wager, None))? && self.request(bet(wager, rest))?)
    }

    /// Takes back the last bet, if the rules still allow it.
    pub(super) fn undo(&mut self) -> Result<bool, Failure> {
        let Some(bets) = self.placed.pop() else {
            self.complain("there is no bet of this round to undo")?;
            return Ok(false);
        };
        for (wager, stake) in bets.into_iter().rev() {
            if !self.unbet(wager, stake)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Lets the bots bet and the dealer continue. If the player has not bet, the usual bets are made first.
    pub(super) fn deal(&mut self) -> Result<bool, Failure> {
        let usual = self.usual();
        if self.standing().is_empty() && !usual.is_empty() && !self.place(&usual)? {
            return Ok(false);
        }
        if let Some(why) = self.unequal() {
            self.complain(&why)?;
            return Ok(false);
        }
        let bets = self.to_repeat();
        for patron in (1..self.others.seats).filter_map(Patron::nth) {
            self.others.bet(&mut self.driver, patron)?;
        }
        let throws = matches!(self.driver.table.due(), Due::Roll { .. });
        if !throws && !self.driver.may_close() {
            self.complain("place a bet first; `bets` shows what may be bet")?;
            return Ok(false);
        }
        self.last_bets = bets;
        self.placed.clear();
        self.forget_news();
        let nobody = self.driver.table.wagers().is_empty();
        match throws {
            true => self.driver.house_step().map(drop)?,
            false => self.driver.close()?,
        }
        if nobody {
            self.complain("place a bet first")?;
        }
        Ok(true)
    }

    /// The player's bets to repeat in the next round; empty if no wager is required, since such wagers stay up.
    fn to_repeat(&self) -> Vec<(WagerId, Money)> {
        if self.required().is_empty() {
            return Vec::new();
        }
        self.standing().iter().map(|wager| (wager.wager, wager.stake)).collect()
    }

    /// Wagers of the player that must be equal and are not: what the rule book says of them, and how to correct them.
    fn unequal(&self) -> Option<String> {
        let wagers = self.known.game.vocabulary.wagers;
        wagers.iter().find_map(|wager| {
            let other = self.rule_of(*wager)?.equals.as_deref()?;
            let other = wagers.iter().find(|known| known.word() == other)?;
            self.at_odds(*wager, *other)
        })
    }

    /// The message about two wagers that must be equal and are not.
    fn at_odds(&self, one: WagerId, other: WagerId) -> Option<String> {
        let mut both = [other, one].map(|wager| (wager, self.staked(wager)));
        let have = both.map(|(wager, stake)| self.on(wager, stake)).join(" and ");
        both.sort_by_key(|(_, stake)| *stake);
        let [(small, less), (large, more)] = both;
        if less == more {
            return None;
        }
        let cites = |wager| self.rule_of(wager).map(|rule| rule.cites.as_slice()).unwrap_or_default();
        // The paragraph that requires this is one that both wagers cite.
        let shared: Vec<&str> =
            cites(one).iter().filter(|id| cites(other).contains(id)).map(String::as_str).collect();
        let lacks = self.currency.format_short(more - less);
        Some(format!(
            "{} must equal {} ({}): you have {have}; `{small} {lacks}` adds, `back {large} {lacks}` takes back, - undoes",
            in_words(one.word()),
            in_words(other.word()),
            shared.join(" "),
        ))
    }

    /// `5 to 500 by 5`.
    pub(super) fn amounts(&self, range: AmountRange) -> String {
        let money = |amount| self.currency.format_short(amount);
        match range.min == range.max {
            true => money(range.min),
            false => format!("{} to {} by {}", money(range.min), money(range.max), money(range.step)),
        }
    }

    /// What may be bet, for a player without bets at a large layout.
    pub(super) fn invitation(&self) -> Option<String> {
        let open = self.open_bets();
        if open.len() <= FEW || !self.standing().is_empty() {
            return None;
        }
        let is_open = |id: &str| open.iter().any(|(wager, _)| wager.word() == id);
        let families = families::of(&self.known.book);
        let open = families.iter().filter(|family| family.wagers.iter().any(|wager| is_open(&wager.id)));
        Some(format!(
            "You may bet {}.",
            open.map(|family| in_words(&family.label())).collect::<Vec<_>>().join(", ")
        ))
    }
}

fn sum(bets: &[(WagerId, Money)]) -> Money {
    bets.iter().fold(Money::ZERO, |sum, (_, stake)| sum + *stake)
}

fn bet(wager: WagerId, stake: Money) -> Input {
    Input::Bet { patron: ME, box_number: MY_BOX, wager, stake, beneficiary: Beneficiary::Patron }
}

fn take_back(wager: WagerId, amount: Option<Money>) -> Input {
    Input::TakeBack { patron: ME, box_number: MY_BOX, wager, amount }
}
