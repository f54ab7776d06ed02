//! `croupier play`: a seat at a table, drawn from what the table awaits and nothing else.

mod command;
mod layout;
mod menu;
mod prompt;
mod questions;
mod talk;

use crate::driver::Driver;
use crate::failure::{Failure, Outcome, Verdict};
use crate::mirror::Mirror;
use crate::records::Keep;
use crate::registry::{self, Known};
use crate::screen::{DIM, HEAD, Screen, count, paint};
use engine::{Audience, By, Due, Event, Line, Offer, Patron, WagerId, What, explain_event_with};
use felt::{Currency, Money};
use prompt::Prompt;
use rulebook::TableConfig;
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

const EXAMPLE: &str = "\
Examples:
  croupier play ohio/blackjack --seed 7
  croupier play ohio/blackjack --table 'house-money 5..100 step 5 soft-17 stand'
  croupier play ohio/craps --table 'limits 10..1000 buy 20..1000 fire 1..100'
  croupier play ohio/ultimate-texas-holdem --table 'trips 5..50 progressive 1'
  croupier play ohio/blackjack --record evening.json

You are patron A at box 1, with 1,000 in chips; the program is dealer, shoe,
dice and device, and pretends a progressive meter, which always shows 10,000.

Answer a question with a letter, a number or the word. Enter repeats your last
stake; ? shows the rules behind the last settlement line and behind what you are
offered; help says what can be typed; q or Ctrl-D leaves. At a table with many
wagers you type what you want: pass 10, place 6 12, back place-6, roll.";

const ME: Patron = Patron::A;
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
    #[command(flatten)]
    keep: Keep,
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
    config: TableConfig,
    driver: Driver,
    currency: Currency,
    bank: Money,
    /// Chips in hand and on the layout when the round began.
    worth_before: Money,
    /// Whether chips moved in this round.
    settled: bool,
    /// What could be bet when it was last shown.
    open_before: Vec<String>,
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
    let driver = match args.keep.wanted()? {
        true => Driver::recorded(&known, &config, seed)?,
        false => Driver::open(&known, &config, seed)?,
    };
    let currency = config.currency;
    let bank = currency.parse(BANK).map_err(|error| Failure::Fault(error.to_string()))?;
    screen.line(format!("{}, {}", paint(HEAD, &known.book.name), known.game.id))?;
    let decks = if config.decks == 0 {
        String::new()
    } else {
        format!("{}, ", count(config.decks.into(), "deck", "decks"))
    };
    screen.line(paint(DIM, &format!("{decks}seed {seed}. help says what to type, ? explains, q leaves.")))?;
    if let Some(note) = registry::study_note(&config) {
        screen.line(paint(DIM, note))?;
    }
    let mut sitting = Sitting {
        screen,
        prompt: Prompt::new(),
        known: &known,
        config,
        driver,
        currency,
        bank,
        worth_before: bank,
        settled: false,
        open_before: Vec::new(),
        last_stakes: BTreeMap::new(),
        last_line: None,
        mirror: Mirror::from_box(MY_BOX),
    };
    while sitting.turn()? == Stay::Yes {}
    let on_table = sitting.driver.on_layout();
    args.keep.write(sitting.driver.record.as_slice())?;
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
            Due::Bets { .. } | Due::Choice { patron: ME, .. } if self.has_many_wagers() => {
                self.at_the_layout()
            }
            Due::Bets { .. } => self.bets(),
            Due::Choice { patron: ME, spot } => self.choice(Some(spot)),
            Due::Choices { .. } => self.choice(None),
            Due::Cut => self.cut(),
            other => Err(Failure::Fault(format!("nobody here can answer: {}", engine::explain_due(&other)))),
        }
    }

    fn tell(&mut self) -> Result<(), Failure> {
        let in_words = self.has_many_wagers();
        for event in self.driver.take_events() {
            let event = event.seen_by(Audience::Patron(ME));
            let text = explain_event_with(&event, self.currency, self.known.game.vocabulary);
            self.mirror.see(&event, &text);
            self.count(&event);
            match event.what {
                What::RoundEnded { .. } => self.round_ended()?,
                // What the device or the dealer says means little before the cards are seen.
                What::Settled(_) | What::Answered { .. } => {
                    self.mirror.show(self.screen)?;
                    self.say(&event, &text)?;
                }
                What::StakeAdded { .. }
                | What::Shuffled { .. }
                | What::Cut { .. }
                | What::CutCardReached
                | What::Rolled(_)
                | What::RolledThree(_)
                | What::Spun(_)
                | What::WheelStopped(_)
                | What::MeterGranted { .. }
                | What::WagerWorks { .. }
                | What::WagerStays { .. }
                | What::WagerMoved { .. }
                | What::Irregular { .. }
                | What::Remedied { .. }
                | What::Ruled { .. } => self.say(&event, &text)?,
                // A lammer is the house's, so its coming is news whatever was asked for.
                What::WagerPlaced { lammer, .. } if lammer.is_positive() => self.say(&event, &text)?,
                What::WagerPlaced { .. } | What::WagerTakenBack { .. } if in_words => {
                    self.say(&event, &text)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Keeps the bank: only my own chips.
    fn count(&mut self, event: &Event) {
        match event.what {
            What::WagerPlaced { patron: ME, stake, .. } => self.bank -= stake,
            What::StakeAdded { patron: ME, added, .. } => self.bank -= added,
            What::WagerTakenBack { patron: ME, stake, .. } => self.bank += stake,
            What::Settled(line) if line.patron == ME => {
                self.bank += line.to_patron();
                self.last_line = Some(line);
                self.settled = true;
            }
            _ => {}
        }
    }

    fn say(&mut self, event: &Event, text: &str) -> Result<(), Failure> {
        Ok(self.screen.cited("  ", text, &event.cites.to_string())?)
    }

    /// What the round brought; a round that settled nothing has nothing to say.
    fn round_ended(&mut self) -> Result<(), Failure> {
        let worth = self.bank + self.driver.on_layout();
        let net = worth - self.worth_before;
        self.worth_before = worth;
        if !std::mem::take(&mut self.settled) {
            return Ok(());
        }
        let money = |amount| self.currency.format_short(amount);
        let text = match net {
            net if net.is_positive() => format!("You won {}.", money(net)),
            net if net.is_negative() => format!("You lost {}.", money(-net)),
            _ => "You are even.".to_owned(),
        };
        Ok(self.screen.line(format!("  {}", paint(HEAD, &text)))?)
    }
}

/// Whether an offer is made to me.
fn mine(offer: &Offer) -> bool {
    offer.by == By::AnyPatron || offer.by == By::Patron(ME)
}
