//! `croupier play`: an interactive seat at a table, built only from what the table awaits.
//!
//! Every question is printed with the whole screen: the table, what happened, what can be done. No game is named here;
//! `letters` and `hands` know what the words of games mean at a terminal.

mod bets;
mod choices;
mod command;
mod frame;
mod hands;
mod letters;
mod menu;
mod pages;
mod picture;
mod prompt;
mod sets;
mod talk;

use crate::bot::{Bot, Manner, Menu};
use crate::driver::Driver;
use crate::failure::{Failure, Outcome, Verdict};
use crate::records::Keep;
use crate::registry::{self, Known};
use crate::screen::{DIM, HEAD, Screen, count, paint};
use crate::table_args::TableArgs;
use engine::{
    Account, Audience, Beneficiary, By, Due, Event, Line, Offer, Patron, StepId, View, WagerId, What,
    explain_event_with, transfers,
};
use felt::{Currency, Money};
use hands::Hands;
use picture::Picture;
use prompt::Prompt;
use rulebook::TableConfig;
use std::collections::VecDeque;
use std::time::{SystemTime, UNIX_EPOCH};
use talk::Pages;

const EXAMPLE: &str = "\
Examples:
  croupier play ohio/blackjack --seed 7
  croupier play ohio/blackjack --seats 3
  croupier play ohio/craps --table 'limits 10..1000 buy 20..1000 fire 1..100'
  croupier play ohio/blackjack --table 'house-money 5..100 step 5 soft-17 stand'
  croupier play ohio/ultimate-texas-holdem --table 'trips 5..50 progressive 1'
  croupier play ohio/blackjack --record evening.json

A table file is a table too: --table tables/craps.toml, without a game.

You are patron A at box 1, with 1,000 in chips; the program is dealer, shoe,
dice and device, and pretends a progressive meter, which always shows 10,000.

A number bets what the game asks for, a name and a number anything else, Enter
goes on. Each choice has its letter, the same at every table. At any question ?
says what can be typed, $ shows what is paid, # the last rounds, ! the rules
behind the last payments; - takes back the last bet, q or Ctrl-D leaves.

On a terminal lines can be edited, and earlier answers come back with the arrow
keys; they are kept in $XDG_STATE_HOME or ~/.local/state, if there is such a
directory. Plain letters are used where the locale is not one of UTF-8.";

const ME: Patron = Patron::A;
const MY_BOX: u8 = 1;
/// The player's initial bank, in whole units of the currency.
const BANK: &str = "1,000";
/// The number of past rounds that can be shown again.
const REMEMBERED: usize = 20;

/// Sit down and play against the engine.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// The seed of the random generator; by default from the clock.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Number of players: you at box 1, and bots at the boxes beside you.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=26))]
    seats: u8,
    #[command(flatten)]
    keep: Keep,
}

/// Whether the player stays or leaves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stay {
    Yes,
    No,
}

struct Sitting<'a> {
    screen: &'a mut Screen,
    prompt: Prompt,
    known: &'a Known,
    config: TableConfig,
    driver: Driver,
    /// The bots at the table.
    others: Bot<'a>,
    currency: Currency,
    bank: Money,
    /// The player's chips, in hand and on the layout, at the start of the round.
    worth_before: Money,
    /// The player's stakes of the last round, for betting them again.
    last_bets: Vec<(WagerId, Money)>,
    /// The player's bets since betting opened, for `undo`.
    placed: Vec<Vec<(WagerId, Money)>>,
    picture: Picture,
    /// What happened since the player last let the dealer continue.
    news: Vec<String>,
    news_has_payment: bool,
    /// The error in the last answer.
    remarks: Vec<String>,
    pages: Option<Pages>,
    /// The payments of this round, and those of the last one that had any.
    lines: Vec<Line>,
    last_lines: Vec<Line>,
    /// The player's last payment in words, and its rules.
    last_paid: Option<(String, String)>,
    /// The payments of this round in words.
    told: Vec<String>,
    rounds: VecDeque<Vec<String>>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let (known, config) = args.table.open()?;
    if args.seats > config.boxes {
        let boxes = config.boxes;
        return Err(Failure::usage(format!("the table has {boxes} boxes; --seats may be 1 to {boxes}")));
    }
    let clock =
        || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| u64::from(time.subsec_nanos()));
    let seed = args.seed.unwrap_or_else(clock);
    let driver = match args.keep.wanted()? {
        true => Driver::recorded(&known, &config, seed)?,
        false => Driver::open(&known, &config, seed)?,
    };
    let currency = config.currency;
    let bank = currency.parse(BANK).map_err(|error| Failure::Fault(error.to_string()))?;
    let menu = Menu::of(&known);
    let mut sitting = Sitting {
        prompt: Prompt::new()?,
        known: &known,
        driver,
        others: Bot { manner: Manner::Plain, seats: args.seats, book: &known.book, menu: &menu },
        currency,
        bank,
        worth_before: bank,
        last_bets: Vec::new(),
        placed: Vec::new(),
        picture: Picture::new(Hands::of(&known)),
        news: welcome(&known, &config, seed),
        news_has_payment: false,
        remarks: Vec::new(),
        pages: None,
        lines: Vec::new(),
        last_lines: Vec::new(),
        last_paid: None,
        told: Vec::new(),
        rounds: VecDeque::new(),
        config,
        screen,
    };
    while sitting.turn()? == Stay::Yes {}
    let (bank, at_stake) = (sitting.bank, sitting.at_stake());
    args.keep.write(sitting.driver.record.as_slice())?;
    let text = format!("You leave with {} {}", currency.format(bank), currency.code);
    screen.line(match at_stake.is_positive() {
        true => format!("{text}; {} stays on the table.", currency.format(at_stake)),
        false => format!("{text}."),
    })?;
    Ok(Verdict::Well)
}

/// The title of the table.
fn welcome(known: &Known, config: &TableConfig, seed: u64) -> Vec<String> {
    let decks = match config.decks {
        0 => String::new(),
        decks => format!(", {}", count(decks.into(), "deck", "decks")),
    };
    let name = if config.name == known.book.name { known.game.id } else { &config.name };
    let note = registry::study_note(config);
    let lines = std::iter::once(format!("{name}{decks}, seed {seed}")).chain(note.map(str::to_owned));
    lines.map(|line| format!("  {}", paint(DIM, &line))).collect()
}

impl Sitting<'_> {
    /// Lets the house and the bots act, shows what happened, and puts the table's question to the player.
    fn turn(&mut self) -> Result<Stay, Failure> {
        let due = self.until_asked()?;
        self.tell()?;
        match due {
            Due::Choice { patron, spot } if patron != ME => {
                self.others.choose(&mut self.driver, patron, spot)?;
                Ok(Stay::Yes)
            }
            Due::Cut if !self.driver.offers().iter().any(mine) => {
                self.others.answer(&mut self.driver, due)?;
                Ok(Stay::Yes)
            }
            Due::Bets { .. } | Due::Choice { .. } | Due::Choices { .. } | Due::Cut | Due::Roll { .. } => {
                self.attend()
            }
            other => {
                Err(Failure::Fault(format!("this session cannot answer: {}", engine::explain_due(&other))))
            }
        }
    }

    /// Lets the house act until a person must decide, or until the dice could be thrown while bets are open: the
    /// simulated shooter waits until the player has bet.
    fn until_asked(&mut self) -> Result<Due, Failure> {
        loop {
            let due = self.driver.table.due();
            if let Due::Roll { closes: Some(_), .. } = due {
                return Ok(due);
            }
            if let Some(due) = self.driver.house_step()? {
                return Ok(due);
            }
        }
    }

    /// The step that closes betting, while betting is open.
    fn betting(&self) -> Option<StepId> {
        match self.driver.table.due() {
            Due::Bets { closes } => Some(closes),
            Due::Roll { closes, .. } => closes,
            _ => None,
        }
    }

    /// Processes the new events and collects what is worth showing.
    fn tell(&mut self) -> Result<(), Failure> {
        for event in self.driver.take_events() {
            let event = event.seen_by(Audience::Patron(ME));
            self.picture.see(&event);
            self.count(&event);
            match event.what {
                What::RoundEnded { round } => self.round_ended(round)?,
                What::Settled(line) => self.settled(&event, &line)?,
                What::Shuffled { .. }
                | What::CutCardReached
                | What::Rolled(_)
                | What::RolledThree { .. }
                | What::NumberDrawn { .. }
                | What::Spun(_)
                | What::WheelStopped(_)
                | What::MeterGranted { .. }
                | What::WagerWorks { .. }
                | What::WagerStays { .. }
                | What::WagerMoved { .. }
                | What::Answered { .. }
                | What::Irregular { .. }
                | What::Remedied { .. }
                | What::Ruled { .. } => {
                    let (text, rules) = self.words(&event);
                    let said = self.drawn(|screen| screen.cited("  ", &text, &rules))?;
                    self.news.extend(said);
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Updates the bank: only the player's own chips count.
    fn count(&mut self, event: &Event) {
        // Marked chips stay before the player until they are collected.
        let own = |account| matches!(account, Account::Patron(ME) | Account::Marked(ME));
        transfers(event, &mut |moved| {
            if own(moved.from) {
                self.bank -= moved.amount;
            }
            if own(moved.to) {
                self.bank += moved.amount;
            }
        });
        if let What::Settled(line) = event.what
            && is_mine(line.patron, line.beneficiary)
        {
            self.lines.push(line);
        }
    }

    /// An event in words, and its rules.
    fn words(&self, event: &Event) -> (String, String) {
        let text = explain_event_with(event, self.currency, self.known.game.vocabulary);
        let text = match to_me(&text).strip_prefix("you:") {
            Some(rest) if self.picture.has_several(MY_BOX) => format!("you, hand 1:{rest}"),
            _ => to_me(&text),
        };
        (text, event.cites.to_string())
    }

    /// Adds a payment; payments to others are shown only among the last rounds.
    fn settled(&mut self, event: &Event, line: &Line) -> Result<(), Failure> {
        let (text, rules) = self.words(event);
        let said = self.drawn(|screen| screen.cited("  ", &text, &rules))?;
        self.told.extend(said.iter().cloned());
        if is_mine(line.patron, line.beneficiary) {
            self.news.extend(said);
            self.news_has_payment = true;
            self.last_paid = Some((text.trim_start_matches("you: ").to_owned(), rules));
        }
        Ok(())
    }

    /// Clears the messages that were shown.
    fn forget_news(&mut self) {
        self.news.clear();
        self.news_has_payment = false;
    }

    /// The player's result of the round; empty if the round settled nothing.
    fn round_ended(&mut self, round: u32) -> Result<(), Failure> {
        let worth = self.bank + self.at_stake();
        let net = worth - self.worth_before;
        self.worth_before = worth;
        let told = std::mem::take(&mut self.told);
        let lines = std::mem::take(&mut self.lines);
        if lines.is_empty() {
            return Ok(());
        }
        self.last_lines = lines;
        let money = |amount| self.currency.format_short(amount);
        let text = match net {
            net if net.is_positive() => format!("You won {}.", money(net)),
            net if net.is_negative() => format!("You lost {}.", money(-net)),
            _ => "You are even.".to_owned(),
        };
        let view = View::of(&*self.driver.table, Audience::Patron(ME));
        let mut page = vec![format!("  {} {text}", paint(HEAD, &format!("Round {round}.")))];
        page.extend(self.picture.lines(&view, None, self.screen.width()));
        page.extend(told);
        self.rounds.push_back(page);
        if self.rounds.len() > REMEMBERED {
            self.rounds.pop_front();
        }
        self.news.push(format!("  {}", paint(HEAD, &text)));
        Ok(())
    }
}

/// Whether an offer is made to the player.
fn mine(offer: &Offer) -> bool {
    offer.by == By::AnyPatron || offer.by == By::Patron(ME)
}

/// Whether a wager or a line is the player's; what the house bets against the player's bank is recorded under their
/// letter too.
fn is_mine(patron: Patron, beneficiary: Beneficiary) -> bool {
    patron == ME && beneficiary != Beneficiary::House
}

/// Rewrites a sentence about patron A as one addressed to the player.
fn to_me(text: &str) -> String {
    let (patron, spot) = (ME.to_string(), MY_BOX.to_string());
    let at_box = format!("{patron} at {spot}");
    if let Some(rest) = text.strip_prefix(&format!("{at_box}.")) {
        return format!("you, hand {rest}");
    }
    if let Some(rest) = text.strip_prefix(&format!("{at_box}:")) {
        return format!("you:{rest}");
    }
    match text.strip_prefix(&format!("{patron}'s ")) {
        Some(rest) => format!("your {rest}"),
        None => text.to_owned(),
    }
}
