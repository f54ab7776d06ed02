//! Questions: what the table requires and offers, one line to answer it, and the effect of the answer.

use super::command::{Command, Words};
use super::menu::Menu;
use super::{ME, MY_BOX, Sitting, Stay, mine};
use crate::failure::Failure;
use crate::screen::{HEAD, paint};
use engine::{Actor, Ask, ChoiceId, Due, Input, Offer, RefusalKind, Rule, Spot, WagerId, explain_offer};
use felt::Money;

impl Sitting<'_> {
    /// Asks until an answer has changed the state of the round.
    pub(super) fn attend(&mut self) -> Result<Stay, Failure> {
        loop {
            let offers: Vec<Offer> =
                self.driver.offers().into_iter().filter(|offer| self.concerns(offer)).collect();
            let menu = Menu::of(&offers, self.currency);
            let due = self.driver.table.due();
            if menu.is_empty() && self.betting().is_none() {
                // The player's answer is not needed, for example after declining the cut, which the dealer then makes.
                if matches!(due, Due::Choices { .. }) {
                    self.go_on(&menu)?;
                }
                return Ok(Stay::Yes);
            }
            if self.betting().is_some() && self.is_broke() {
                self.screen.line("Your chips are fewer than the table takes.")?;
                return Ok(Stay::No);
            }
            let chosen = |offer: &&Offer| matches!(offer.ask, Ask::Choose { .. } | Ask::Cut);
            let rules: Vec<Rule> = offers.iter().filter(chosen).map(|offer| offer.rule).collect();
            self.tell_house_way()?;
            let Some(text) = self.ask(&self.question(&menu), &rules)? else { return Ok(Stay::No) };
            let before = self.moment();
            for part in text.split(", ").map(str::trim) {
                match self.act(part, &menu)? {
                    Some(true) => {}
                    Some(false) => break,
                    None => return Ok(Stay::No),
                }
            }
            if self.moment() != before {
                return Ok(Stay::Yes);
            }
            self.tell()?;
        }
    }

    /// Whether an offer is made to the player: about the hand in question if there is one, otherwise about the player's
    /// own box.
    fn concerns(&self, offer: &Offer) -> bool {
        match (self.driver.table.due(), offer.ask) {
            (Due::Choice { spot: asked, .. }, Ask::Choose { spot, .. }) => mine(offer) && spot == asked,
            (_, Ask::Choose { spot: Spot { box_number, .. }, .. } | Ask::Bet { box_number, .. }) => {
                mine(offer) && [0, MY_BOX].contains(&box_number)
            }
            _ => mine(offer),
        }
    }

    /// The state of the round.
    fn moment(&self) -> (u32, &'static str, Due) {
        (self.driver.table.round(), self.driver.table.phase(), self.driver.table.due())
    }

    /// The possible answers, item by item.
    fn question(&self, menu: &Menu) -> Vec<String> {
        let due = self.driver.table.due();
        let mut items: Vec<String> = self.to_set().as_ref().map(Self::set_items).unwrap_or_default();
        items.extend(menu.items());
        if matches!(due, Due::Choices { .. }) {
            items.push(format!("{} go on", paint(HEAD, "Enter")));
        }
        match self.betting() {
            Some(closes) => items.splice(..0, self.bet_items(closes)).for_each(drop),
            // A patron who must decide may be able to bet first.
            None if !self.open_bets().is_empty() => {
                items.push(format!("{} what you may bet", paint(HEAD, "bets")));
            }
            None => {}
        }
        items.push(format!("{} help", paint(HEAD, "?")));
        if let (Due::Choice { spot, .. }, Some(first)) = (due, items.first_mut())
            && self.picture.is_split(spot.box_number)
        {
            *first = format!("Hand {}: {first}", spot.hand);
        }
        items
    }

    /// Executes one command. Returns false if it failed, so that the rest of the line is ignored, and `None` if the
    /// player leaves.
    fn act(&mut self, text: &str, menu: &Menu) -> Result<Option<bool>, Failure> {
        let standing: Vec<WagerId> = self.standing().iter().map(|wager| wager.wager).collect();
        let vocabulary = self.known.game.vocabulary;
        let asked = self.to_set();
        let words = Words {
            menu,
            wagers: vocabulary.wagers,
            choices: vocabulary.choices,
            standing: &standing,
            closes: self.betting(),
            currency: self.currency,
            sets: asked.as_ref().map_or(&[], |asked| &asked.cards),
        };
        let command = match words.read(text) {
            Ok(command) => command,
            Err(why) => {
                self.complain(&format!("{why}; {}", menu.help()))?;
                return Ok(Some(false));
            }
        };
        let done = match command {
            Command::Stake(amount) => self.stake(amount)?,
            Command::Bet(wager, amount) => return self.bet(wager, amount),
            Command::Back(wager, amount) => self.back(wager, amount)?,
            Command::Undo => self.undo()?,
            Command::Call(wager, on) => {
                self.request(Input::Work { patron: ME, box_number: MY_BOX, wager, on })?
            }
            Command::Take(offer, amount) => return self.take(&offer, amount),
            Command::Choose(choice) => self.choose(choice, menu)?,
            Command::Set(low) => match &asked {
                Some(asked) => return self.set(asked, low),
                None => false,
            },
            Command::GoOn => self.go_on(menu)?,
        };
        Ok(Some(done))
    }

    /// Accepts an offer; asks for the amount if there is a range and none was named.
    fn take(&mut self, offer: &Offer, named: Option<Money>) -> Result<Option<bool>, Failure> {
        let (spot, choice) = match offer.ask {
            Ask::Choose { spot, choice } => (spot, choice),
            Ask::Cut => {
                let cut = self.driver.cut(Actor::Patron(ME));
                return self.granted(cut).map(Some);
            }
            _ => return Ok(Some(false)),
        };
        let mut amount = named.or(offer.amount.map(|range| range.max));
        if let Some(range) = offer.amount.filter(|range| range.min < range.max && named.is_none()) {
            let most = self.currency.format_short(range.max);
            let question = format!("{}: how much [{most}]", capital(&explain_offer(offer, self.currency)));
            let Some(text) = self.ask(&[question], &[offer.rule])? else { return Ok(None) };
            if !text.is_empty() {
                match self.amount(&text)? {
                    Some(read) => amount = Some(read),
                    None => return Ok(Some(false)),
                }
            }
        }
        if !self.afford(amount.unwrap_or(Money::ZERO))? {
            return Ok(Some(false));
        }
        let granted = self.request(Input::Choose { patron: ME, spot, choice, amount })?;
        if granted {
            self.forget_news();
        }
        Ok(Some(granted))
    }

    /// A choice that is not offered is still requested, so that the refusal says why.
    fn choose(&mut self, choice: ChoiceId, menu: &Menu) -> Result<bool, Failure> {
        let spot = match self.driver.table.due() {
            Due::Choice { spot, .. } => spot,
            _ => Spot::first(MY_BOX),
        };
        let input = Input::Choose { patron: ME, spot, choice, amount: None };
        match self.driver.send(Actor::Patron(ME), input) {
            Err(refusal) if refusal.kind != RefusalKind::Forbidden => {
                let choice = choice.word().replace('-', " ");
                self.complain(&format!("{choice} cannot be chosen now; {}", menu.help()))?;
                Ok(false)
            }
            answer => self.granted(answer),
        }
    }

    /// The meaning of Enter.
    fn go_on(&mut self, menu: &Menu) -> Result<bool, Failure> {
        match self.driver.table.due() {
            _ if self.betting().is_some() => self.deal(),
            Due::Choices { .. } => {
                self.forget_news();
                self.driver.close()?;
                Ok(true)
            }
            due => {
                let silent = menu.silent().filter(|_| due == Due::Cut);
                if let Some(offer) = silent {
                    return self.take(&offer, None).map(|taken| taken == Some(true));
                }
                let forbidden = self.forbidden_choices();
                let forbidden =
                    if forbidden.is_empty() { String::new() } else { format!(" ({})", forbidden.join("; ")) };
                let bet = if self.open_bets().is_empty() { "" } else { "bet (`bets` shows what), or " };
                self.complain(&format!("the table waits for you: {bet}{}{forbidden}", menu.help()))?;
                Ok(false)
            }
        }
    }

    /// Choices that a rule forbids the player now, and their names: a bet may be missing.
    fn forbidden_choices(&self) -> Vec<String> {
        let Due::Choice { patron: ME, spot } = self.driver.table.due() else { return Vec::new() };
        // If nothing can be bet, no bet can make the choice possible.
        if self.open_bets().is_empty() {
            return Vec::new();
        }
        let mut forbidden = Vec::new();
        for choice in self.known.game.vocabulary.choices {
            let input = Input::Choose { patron: ME, spot, choice: *choice, amount: None };
            match self.driver.clone().send(Actor::Patron(ME), input) {
                Err(refusal) if refusal.kind == RefusalKind::Forbidden => {
                    let (choice, why) = (choice.word().replace('-', " "), refusal.name.replace('-', " "));
                    forbidden.push(format!("{choice}: {why}, {}", refusal.cites));
                }
                _ => {}
            }
        }
        forbidden
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}
