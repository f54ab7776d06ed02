//! `croupier play`: a seat at a table, drawn from what the table awaits and nothing else.

mod menu;
mod prompt;
mod talk;

use crate::driver::Driver;
use crate::failure::{Failure, Outcome, Verdict};
use crate::mirror::Mirror;
use crate::registry::{self, Known};
use crate::screen::{DIM, HEAD, Screen, paint};
use engine::{
    Actor, Ask, Audience, Beneficiary, By, Due, Event, Input, Line, Offer, Patron, Rule, Spot, Standing,
    WagerId, What, explain_event_with, explain_offer,
};
use felt::{Currency, Money};
use menu::{Item, Menu};
use prompt::Prompt;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{SystemTime, UNIX_EPOCH};

const EXAMPLE: &str = "\
Example:
  croupier play ohio/blackjack --seed 7
  croupier play ohio/blackjack --table 'house-money 5..100 step 5 soft-17 stand'

You are patron A at box 1, with 1,000 in chips; the program is dealer, shoe and
device. Answer a question with a letter, a number or the word. Enter repeats
your last stake; ? shows the rules behind the last settlement line and behind
what you are offered; q or Ctrl-D leaves.";

const ME: Patron = Patron(0);
const MY_BOX: u8 = 1;
/// The bank one sits down with, in whole units of the currency.
const BANK: &str = "1,000";

/// Sit down and play against the engine.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The game, as ohio/blackjack; `croupier games` lists them.
    game: String,
    /// Where chance starts; the clock decides where it is left out.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Settings of the table, as in a scenario's `table` line.
    #[arg(long, default_value = "", value_name = "WORDS", hide_default_value = true)]
    table: String,
}

/// Whether the player stays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Yes,
    No,
}

struct Sitting<'a> {
    screen: &'a mut Screen,
    prompt: Prompt,
    known: &'a Known,
    driver: Driver,
    currency: Currency,
    bank: Money,
    before_round: Money,
    last_stakes: BTreeMap<WagerId, Money>,
    last_line: Option<Line>,
    mirror: Mirror,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let known = registry::find(&args.game)?;
    let config = registry::table(&known, &args.table)?;
    let clock =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| u64::from(time.subsec_nanos()));
    let seed = args.seed.unwrap_or_else(clock);
    let driver = Driver::open(&known, &config, seed)?;
    let currency = config.currency;
    let bank = currency.parse(BANK).map_err(|error| Failure::Fault(error.to_string()))?;
    screen.line(format!("{}, {}", paint(HEAD, &known.book.name), known.game.id))?;
    let decks = config.decks;
    screen.line(paint(DIM, &format!("{decks} decks, seed {seed}. ? explains, q leaves.")))?;
    let mut sitting = Sitting {
        screen,
        prompt: Prompt::new(),
        known: &known,
        driver,
        currency,
        bank,
        before_round: bank,
        last_stakes: BTreeMap::new(),
        last_line: None,
        mirror: Mirror::default(),
    };
    while sitting.turn()? == Stay::Yes {}
    let on_table = sitting.on_table();
    let text = format!("You leave with {} {}", currency.format(sitting.bank), currency.code);
    screen.line(match on_table.is_positive() {
        true => format!("{text}; {} stays on the table.", currency.format(on_table)),
        false => format!("{text}."),
    })?;
    Ok(Verdict::Well)
}

impl Sitting<'_> {
    /// Lets the house go on, tells what happened, and asks the player what the table asks.
    fn turn(&mut self) -> Result<Stay, Failure> {
        let due = self.driver.until_asked()?;
        self.tell()?;
        match due {
            Due::Bets { .. } => self.bets(),
            Due::Choice { patron, spot } if patron == ME => self.choice(Some(spot)),
            Due::Choices { .. } => self.choice(None),
            Due::Cut => self.cut(),
            other => Err(Failure::Fault(format!("nobody here can answer: {}", engine::explain_due(&other)))),
        }
    }

    /// What is staked and not yet settled: whoever leaves in the middle of a round leaves it there.
    fn on_table(&self) -> Money {
        let open = self.driver.table.wagers().iter().filter(|wager| wager.standing != Standing::Settled);
        open.fold(Money::ZERO, |sum, wager| sum + wager.stake)
    }

    fn tell(&mut self) -> Result<(), Failure> {
        for event in self.driver.take_events() {
            let event = event.seen_by(Audience::Patron(ME));
            self.mirror.see(&event);
            match event.what {
                What::WagerPlaced { stake, .. } => self.bank -= stake,
                What::StakeAdded { added, .. } => {
                    self.bank -= added;
                    self.say(&event)?;
                }
                What::WagerTakenBack { stake, .. } => self.bank += stake,
                What::Settled(line) => {
                    self.bank += line.to_patron();
                    self.last_line = Some(line);
                    self.mirror.show(self.screen)?;
                    self.say(&event)?;
                }
                What::RoundEnded { .. } => self.round_ended()?,
                What::Answered { .. } => {
                    // What the device says means little before the cards are seen.
                    self.mirror.show(self.screen)?;
                    self.say(&event)?;
                }
                What::Shuffled { .. }
                | What::Cut { .. }
                | What::CutCardReached
                | What::Irregular { .. }
                | What::Remedied { .. }
                | What::Ruled { .. } => self.say(&event)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn say(&mut self, event: &Event) -> Result<(), Failure> {
        let text = explain_event_with(event, self.currency, self.known.game.vocabulary);
        Ok(self.screen.cited("  ", &text, &event.cites.to_string())?)
    }

    fn round_ended(&mut self) -> Result<(), Failure> {
        let net = self.bank - self.before_round;
        let money = |amount| self.currency.format_short(amount);
        let text = match net {
            net if net.is_positive() => format!("You won {}.", money(net)),
            net if net.is_negative() => format!("You lost {}.", money(-net)),
            _ => "You are even.".to_owned(),
        };
        Ok(self.screen.line(format!("  {}", paint(HEAD, &text)))?)
    }

    /// The first wager on the box must be made; the others may.
    fn bets(&mut self) -> Result<Stay, Failure> {
        self.before_round = self.bank;
        self.screen.blank()?;
        let bank = format!("You have {} {}.", self.currency.format(self.bank), self.currency.code);
        self.screen.line(bank)?;
        let mut asked: BTreeSet<WagerId> = BTreeSet::new();
        while let Some((offer, wager)) = self.next_wager(&asked) {
            if asked.is_empty() && offer.amount.is_some_and(|range| range.min > self.bank) {
                self.screen.line("That is less than the table takes.")?;
                return Ok(Stay::No);
            }
            if self.wager(&offer, wager, asked.is_empty())? == Stay::No {
                return Ok(Stay::No);
            }
            asked.insert(wager);
        }
        if asked.is_empty() {
            return Err(Failure::Fault("bets are due and none is offered at box 1".to_owned()));
        }
        self.driver.close()?;
        Ok(Stay::Yes)
    }

    fn next_wager(&self, asked: &BTreeSet<WagerId>) -> Option<(Offer, WagerId)> {
        self.driver.offers().into_iter().find_map(|offer| match offer.ask {
            Ask::Bet { box_number: MY_BOX, wager } if !asked.contains(&wager) => {
                (offer.by == By::AnyPatron || offer.by == By::Patron(ME)).then_some((offer, wager))
            }
            _ => None,
        })
    }

    /// Asks for one wager until it is granted or passed over.
    fn wager(&mut self, offer: &Offer, wager: WagerId, needed: bool) -> Result<Stay, Failure> {
        let smallest = offer.amount.map(|range| range.min).filter(|_| needed);
        loop {
            let usual = self.last_stakes.get(&wager).copied().or(smallest);
            let shown = usual.map_or_else(|| "none".to_owned(), |stake| self.currency.format_short(stake));
            let question = format!("{} [{shown}]", capital(&explain_offer(offer, self.currency)));
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
            let input =
                Input::Bet { patron: ME, box_number: MY_BOX, wager, stake, beneficiary: Beneficiary::Patron };
            if self.afford(stake)? && self.request(input)? {
                self.last_stakes.insert(wager, stake);
                self.tell()?;
                return Ok(Stay::Yes);
            }
        }
    }

    /// One hand must be decided, or several things may be taken or left.
    fn choice(&mut self, about: Option<Spot>) -> Result<Stay, Failure> {
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
            match menu.find(&text) {
                Some(Item::GoOn) => {
                    self.driver.close()?;
                    return Ok(Stay::Yes);
                }
                Some(Item::Take(offer)) => {
                    if let Some(stay) = self.take(&offer)? {
                        return Ok(stay);
                    }
                }
                None => self.complain(&menu.help())?,
            }
        }
    }

    fn cut(&mut self) -> Result<Stay, Failure> {
        let offers: Vec<Offer> =
            self.driver.offers().into_iter().filter(|offer| offer.by == By::Patron(ME)).collect();
        let menu = Menu::new(&offers, self.currency, None);
        let rules: Vec<Rule> = offers.iter().map(|offer| offer.rule).collect();
        loop {
            let Some(text) = self.ask(&menu.question(), &rules)? else { return Ok(Stay::No) };
            match menu.find(&text).or_else(|| menu.silent(&text)) {
                Some(Item::Take(Offer { ask: Ask::Cut, .. })) => {
                    let cut = self.driver.cut(Actor::Patron(ME), None);
                    if self.granted(cut)? {
                        return Ok(Stay::Yes);
                    }
                }
                Some(Item::Take(offer)) => {
                    if let Some(stay) = self.take(&offer)? {
                        return Ok(stay);
                    }
                }
                _ => self.complain(&menu.help())?,
            }
        }
    }

    /// Takes an offer, asking for the amount where there is a choice; nothing when it came to nothing.
    fn take(&mut self, offer: &Offer) -> Result<Option<Stay>, Failure> {
        let Ask::Choose { spot, choice } = offer.ask else { return Ok(None) };
        let mut amount = offer.amount.map(|range| range.max);
        if let Some(range) = offer.amount.filter(|range| range.min < range.max) {
            let most = self.currency.format_short(range.max);
            let question = format!("How much for {} [{most}]", explain_offer(offer, self.currency));
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

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}", letters.as_str())
}
