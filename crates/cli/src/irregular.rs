//! `croupier irregular`: what can go wrong at each point of a round, as the table itself says it.
//!
//! Nothing here is a list: a table is played, and at every point it is asked which reports it would take. Each
//! report is also made once, on a copy, to reach the points that only an irregularity leads to.

use crate::bot::{Bot, Manner};
use crate::driver::Driver;
use crate::failure::{Failure, Outcome, Verdict};
use crate::registry::{self, Known};
use crate::screen::{BAD, DIM, HEAD, PLAIN, Screen, paint};
use engine::{Ask, By, Irregularity, IrregularityId, Offer};
use rulebook::{Allowed, WagerRule};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io;

const EXAMPLE: &str = "\
Examples:
  croupier irregular ohio/blackjack                point by point
  croupier irregular ohio/blackjack --at deal      only while cards are dealt
  croupier rules ohio/blackjack                    the same remedies as one list

In a scenario the ids are reported as `report face-up-in-shoe Kd`.";

/// Rounds played on each way of setting the table up; every point comes many times in so many.
const ROUNDS: u32 = 40;
/// No round takes so many steps; a copy that an irregularity led astray is given up.
const STEPS: u32 = 400;

/// Show what can go wrong at each point of a round, who reports it, who decides and what is done.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The game, as ohio/blackjack; `croupier games` lists them.
    game: String,
    /// Only this point of the round; an unknown one lists those there are.
    #[arg(long, value_name = "PHASE")]
    at: Option<String>,
    /// Print a JSON array instead.
    #[arg(long)]
    json: bool,
}

/// For each point of the round, what can be reported there and by whom.
#[derive(Default)]
struct Seen {
    phases: BTreeMap<&'static str, BTreeMap<IrregularityId, By>>,
    tried: BTreeSet<(&'static str, IrregularityId)>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let known = registry::find(&args.game)?;
    let phases = known.game.vocabulary.phases;
    if let Some(at) = args.at.as_deref().filter(|at| !phases.contains(at)) {
        let all = phases.join(", ");
        return Err(Failure::usage(format!(
            "a round of {} has no point \"{at}\"; it has: {all}",
            known.game.id
        )));
    }
    let seen = explore(&known)?;
    let wanted = |phase: &&str| args.at.as_deref().is_none_or(|at| at == *phase);
    let phases: Vec<&'static str> = phases.iter().copied().filter(wanted).collect();
    if args.json {
        let all: Vec<Value> = phases.iter().map(|phase| phase_json(&known, &seen, phase)).collect();
        screen.json(&all)?;
    } else {
        print(screen, &known, &seen, &phases)?;
    }
    Ok(Verdict::Well)
}

/// Plays the table by its defaults, and then with each choice that the rule book leaves to the casino.
fn explore(known: &Known) -> Result<Seen, Failure> {
    let mut seen = Seen::default();
    for settings in set_ups(known) {
        // Choices may exclude each other; such a table cannot be opened and has nothing to show.
        let Ok(config) = registry::table(known, &settings) else { continue };
        let mut driver = Driver::open(known, &config, 1)?;
        let bot = Bot { manner: Manner::Adventurous, seats: config.boxes.min(3) };
        let last = driver.table.round() + ROUNDS;
        while driver.table.round() < last {
            seen.look(&driver, bot);
            if let Some(due) = driver.house_step()? {
                bot.answer(&mut driver, due)?;
            }
            driver.take_events();
        }
    }
    Ok(seen)
}

/// Settings that differ from the defaults in one option, with all side bets that the book knows.
fn set_ups(known: &Known) -> Vec<String> {
    let book = &known.book;
    let offered = |wager: &WagerRule| {
        let limits = wager.limits.filter(|bounds| bounds.min.is_some() && bounds.max.is_some());
        let limits =
            limits.map_or_else(|| "5..500 step 5".to_owned(), |bounds| bounds.display(book.currency));
        format!("{} {limits}", wager.id)
    };
    let side_bets: Vec<String> = book.wagers.iter().filter(|wager| wager.side_bet).map(offered).collect();
    let side_bets = side_bets.join(" ");
    let mut set_ups = vec![String::new(), side_bets.clone()];
    for option in &book.options {
        let Allowed::OneOf(values) = &option.allowed else { continue };
        for value in values.iter().filter(|value| **value != option.default) {
            let condition = option.broken_condition(value, book.decks.default);
            let decks = condition.map(|only| format!("decks {} ", only.decks.max)).unwrap_or_default();
            set_ups.push(format!("{decks}{} {value} {side_bets}", option.id));
            set_ups.push(format!("{decks}{} {value}", option.id));
        }
    }
    set_ups
}

impl Seen {
    /// Notes what can be reported now, and tries each report once at each point.
    fn look(&mut self, driver: &Driver, bot: Bot) {
        let phase = driver.table.phase();
        let reports = self.phases.entry(phase).or_default();
        let mut untried: Vec<Offer> = Vec::new();
        for offer in driver.offers() {
            let Ask::Report { kind, .. } = offer.ask else { continue };
            reports.insert(kind, offer.by);
            if self.tried.insert((phase, kind)) {
                untried.push(offer);
            }
        }
        for offer in untried {
            self.try_out(driver.clone(), bot, &offer);
        }
    }

    /// Makes a report on a copy and plays that round to its end, looking only.
    fn try_out(&mut self, mut driver: Driver, bot: Bot, offer: &Offer) {
        let (Ask::Report { kind, place, card }, By::Staff(rank)) = (offer.ask, offer.by) else { return };
        if !driver.report(rank, kind, place, card) {
            return;
        }
        let round = driver.table.round();
        for _ in 0..STEPS {
            if driver.table.round() != round {
                return;
            }
            self.look(&driver, bot);
            // Where the floor must rule, or the copy went astray, there is nothing more to see.
            let went_on = match driver.house_step() {
                Ok(Some(due)) => bot.answer(&mut driver, due),
                Ok(None) => Ok(()),
                Err(failure) => Err(failure),
            };
            if went_on.is_err() {
                return;
            }
        }
    }
}

/// What can go wrong at one point, and who reports it.
type Reports<'s> = Vec<(&'static Irregularity, &'s By)>;

fn reports<'s>(known: &Known, seen: &'s Seen, phase: &str) -> Reports<'s> {
    let Some(reports) = seen.phases.get(phase) else { return Vec::new() };
    let all = known.game.vocabulary.irregularities.iter();
    all.filter_map(|one| reports.get(&one.id).map(|by| (one, by))).collect()
}

fn print(screen: &mut Screen, known: &Known, seen: &Seen, phases: &[&'static str]) -> Result<(), Failure> {
    // Points at which the same can go wrong are told together.
    let mut groups: Vec<(Vec<&str>, Reports<'_>)> = Vec::new();
    let mut quiet: Vec<&str> = Vec::new();
    for phase in phases {
        let here = reports(known, seen, phase);
        let ids = |list: &[(&Irregularity, &By)]| list.iter().map(|(one, _)| one.id).collect::<Vec<_>>();
        if here.is_empty() {
            quiet.push(phase);
        } else if let Some((names, _)) = groups.iter_mut().find(|(_, there)| ids(there) == ids(&here)) {
            names.push(phase);
        } else {
            groups.push((vec![phase], here));
        }
    }
    for (n, (names, here)) in groups.iter().enumerate() {
        if n > 0 {
            screen.blank()?;
        }
        let names: Vec<String> = names.iter().map(|name| paint(HEAD, name)).collect();
        screen.hanging("At ", &names.join(", "))?;
        for (one, by) in here {
            entry(screen, one, Some(by))?;
        }
    }
    let (reached, unreached): (Vec<&str>, Vec<&str>) =
        quiet.into_iter().partition(|phase| seen.phases.contains_key(phase));
    if !groups.is_empty() {
        screen.blank()?;
    }
    if !reached.is_empty() {
        screen.hanging("Nothing can be reported at ", &reached.join(", "))?;
    }
    if !unreached.is_empty() {
        let text = format!("{}: no ordinary round and no single report led there.", unreached.join(", "));
        screen.hanging("Not reached at ", &text)?;
    }
    Ok(())
}

/// One thing that can go wrong, who may say so, who decides, and what is done.
pub(crate) fn entry(screen: &mut Screen, one: &Irregularity, by: Option<&By>) -> io::Result<()> {
    screen.cited("  ", &paint(BAD, one.id.word()), one.rule.id())?;
    screen.paragraph(4, PLAIN, &capital(one.what))?;
    let by = by.map(|by| format!("reported by: {by}; ")).unwrap_or_default();
    screen.paragraph(4, DIM, &format!("{by}decides: {}", one.decides))?;
    screen.hanging("    -> ", one.remedy)
}

fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

fn phase_json(known: &Known, seen: &Seen, phase: &str) -> Value {
    let each = reports(known, seen, phase).into_iter().map(|(one, by)| {
        json!({
            "id": one.id, "what": one.what, "reported_by": by, "decides": one.decides, "remedy": one.remedy,
            "rule": one.rule,
        })
    });
    json!({
        "phase": phase,
        "reached": seen.phases.contains_key(phase),
        "irregularities": each.collect::<Vec<_>>(),
    })
}
