//! `croupier deal`: rounds dealt by the computer.

use crate::bot::{Bot, Manner, Menu};
use crate::driver::Driver;
use crate::failure::{Failure, Outcome, Verdict};
use crate::progress::Progress;
use crate::records::Keep;
use crate::registry::{self, Known};
use crate::screen::{DIM, Screen, count, paint};
use crate::table_args::TableArgs;
use crate::transcript;
use engine::record::JsonWriter;
use engine::{Event, What};
use felt::{Currency, Money};
use std::io::Write;

const EXAMPLE: &str = "\
Examples:
  croupier deal ohio/blackjack --rounds 3 --seats 2
  croupier deal ohio/craps --rounds 20 --seats 3 --table 'buy 20..500 fire 1..9'
  croupier deal ultimate-texas-holdem --seats 6 --table 'trips 5..50'
  croupier deal ohio/blackjack --rounds 1000 --json |
    jq -c '.records[].rounds[].steps[].events[].what.settled? // empty'
  croupier deal ohio/blackjack --rounds 5 --record night.json
  croupier deal ohio/blackjack --table 'decks 2 dealing pitch'
  croupier deal tables/craps.toml --rounds 20

The same seed gives the same cards and dice. The patrons play simply: each
makes the required bets and now and then others, draws below 17,
throws the dice if allowed, stays in with an ace or a pair, and otherwise takes
the default choice. This does not simulate good play. A progressive meter
is simulated: it always shows 10,000.";

/// Deal rounds by computer and print what happened.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    table: TableArgs,
    /// Number of rounds; at dice games a round is one roll.
    #[arg(long, default_value_t = 1, value_name = "N")]
    rounds: u64,
    /// Number of patrons, each at a box of their own.
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=26))]
    seats: u8,
    /// The seed of the random generator.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// Print the record as JSON instead, a round on each line.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    keep: Keep,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let (known, config) = args.table.open()?;
    if args.seats > config.boxes {
        let boxes = config.boxes;
        return Err(Failure::usage(format!("the table has {boxes} boxes; --seats may be 1 to {boxes}")));
    }
    if let Some(note) = registry::study_note(&config) {
        // With JSON nothing else is printed.
        match args.json {
            true => writeln!(std::io::stderr(), "{note}")?,
            false => screen.line(paint(DIM, note))?,
        }
    }
    let keep = args.keep.wanted()?;
    let mut driver = match keep || args.json {
        true => Driver::recorded(&known, &config, args.seed)?,
        false => Driver::open(&known, &config, args.seed)?,
    };
    let menu = Menu::of(&known);
    let bot = Bot { manner: Manner::Plain, seats: args.seats, book: &known.book, menu: &menu };
    if args.json {
        write_all(screen, &mut driver, bot, args.rounds, keep)?;
    } else {
        print_all(screen, &mut driver, bot, args.rounds, &known)?;
        let readings = registry::readings(&known.book, &config);
        if !readings.is_empty() {
            screen.paragraph(0, DIM, &format!("By these readings: {}", readings.join(", ")))?;
        }
    }
    args.keep.write(driver.record.as_slice())?;
    Ok(Verdict::Well)
}

/// Deals and prints what happened.
fn print_all(
    screen: &mut Screen,
    driver: &mut Driver,
    bot: Bot<'_>,
    rounds: u64,
    known: &Known,
) -> Result<(), Failure> {
    let currency = driver.table.currency();
    let mut totals = Totals::default();
    let mut progress = Progress::new(rounds, "rounds");
    for number in 1..=rounds {
        let events = round(driver, bot)?;
        totals.add(&events);
        progress.tick(number);
        print_round(screen, known, number, &events, currency)?;
    }
    progress.done();
    Ok(totals.print(screen, rounds, driver.on_layout(), currency)?)
}

/// Deals and writes the record as it grows; finished rounds are dropped from memory unless a file needs them too.
fn write_all(
    screen: &mut Screen,
    driver: &mut Driver,
    bot: Bot<'_>,
    rounds: u64,
    keep: bool,
) -> Result<(), Failure> {
    let mut writer = JsonWriter::begin(screen)?;
    if let Some(record) = &driver.record {
        writer.record(&record.header)?;
    }
    let mut progress = Progress::new(rounds, "rounds");
    let mut written = 0;
    for number in 1..=rounds {
        round(driver, bot)?;
        progress.tick(number);
        let Some(record) = &mut driver.record else { continue };
        // The table may be between two rounds: inputs made now belong to the round that has ended.
        let here = driver.table.round();
        let last = number == rounds;
        let over = record.rounds.iter().skip(written).take_while(|one| last || one.round != here).count();
        for one in record.rounds.iter().skip(written).take(over) {
            writer.round(one)?;
        }
        match keep {
            true => written += over,
            false => drop(record.rounds.drain(..over)),
        }
    }
    progress.done();
    writer.end()?;
    Ok(())
}

/// Plays one round and returns its events.
fn round(driver: &mut Driver, bot: Bot<'_>) -> Result<Vec<Event>, Failure> {
    while !driver.round_ended() {
        if let Some(due) = driver.house_step()? {
            bot.answer(driver, due)?;
        }
    }
    Ok(driver.take_round())
}

fn print_round(
    screen: &mut Screen,
    known: &Known,
    number: u64,
    events: &[Event],
    currency: Currency,
) -> Result<(), Failure> {
    screen.heading(&format!("Round {number}"))?;
    Ok(transcript::events(screen, events, currency, Some(known.game.vocabulary))?)
}

/// The totals of all rounds.
#[derive(Default)]
struct Totals {
    lines: usize,
    staked: Money,
    received: Money,
}

impl Totals {
    fn add(&mut self, events: &[Event]) {
        for event in events {
            match event.what {
                What::WagerPlaced { stake, .. } => self.staked += stake,
                What::StakeAdded { added, .. } => self.staked += added,
                What::WagerTakenBack { stake, .. } => self.staked += -stake,
                What::Settled(line) => {
                    self.lines += 1;
                    self.received += line.to_patron();
                }
                _ => {}
            }
        }
    }

    /// What is still on the layout is neither won nor lost.
    fn print(
        &self,
        screen: &mut Screen,
        rounds: u64,
        on_layout: Money,
        currency: Currency,
    ) -> std::io::Result<()> {
        let money = |amount| currency.format(amount);
        let net = self.received + on_layout - self.staked;
        let (net, who) = if net.is_negative() { (-net, "lost") } else { (net, "won") };
        // A figure for display, over all dealt rounds.
        let rounds = count(usize::try_from(rounds).unwrap_or(usize::MAX), "round", "rounds");
        let lies = match on_layout.is_zero() {
            true => String::new(),
            false => format!(", {} still on the layout", money(on_layout)),
        };
        let text = format!(
            "{rounds}, {}: {} staked, {} received{lies}; the patrons {who} {} {}",
            count(self.lines, "settlement line", "settlement lines"),
            money(self.staked),
            money(self.received),
            money(net),
            currency.code
        );
        screen.blank()?;
        screen.paragraph(0, DIM, &text)
    }
}
