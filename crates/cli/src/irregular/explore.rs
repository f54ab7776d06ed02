//! Finds out what can go wrong at each point: plays tables, queries them, and applies irregularities to copies.

use crate::bot::{Bot, Manner, Menu};
use crate::driver::{Dealing, Driver};
use crate::failure::Failure;
use crate::registry::{self, Known};
use crate::side_bets;
use engine::mishap::{Mishap, Telling};
use engine::{Ask, By, Due, Event, IrregularityId, Vocabulary, What};
use rulebook::{Allowed, RuleBook, TableConfig};
use std::collections::BTreeMap;

/// A table is abandoned after this many rounds without anything new.
const FRUITLESS: u32 = 60;
/// The same for a table that differs in a single option: most of what it shows was seen at another table.
const FRUITLESS_AGAIN: u32 = 20;
/// The number of mixed tables before the tables with one option each.
const UNLIKE: usize = 3;
/// Patrons and their boxes: enough that one can be passed over while others play.
const SEATS: u32 = 3;
/// The same at card games: enough that a single deck can run out within a round.
const SEATS_AT_CARDS: u32 = 7;
/// A mishap that tables refuse is tried this often, at different tables, and then given up.
const TRIES: u8 = 8;
/// The maximum number of steps of a round; a copy that exceeds it is abandoned.
const STEPS: u32 = 400;

/// For each point of the round, what can go wrong there and who reports it: staff, or `None` if the table detects it
/// from other inputs.
pub(super) struct Seen {
    words: &'static Vocabulary,
    pub(super) phases: BTreeMap<&'static str, BTreeMap<IrregularityId, Option<By>>>,
    /// How often each mishap may still be tried at each point; zero once a table has accepted it.
    tried: BTreeMap<&'static str, BTreeMap<Mishap, u8>>,
}

/// Plays each table until it shows nothing new.
pub(super) fn explore(known: &Known, tables: &[TableConfig]) -> Result<Seen, Failure> {
    let mut seen = Seen { words: known.game.vocabulary, phases: BTreeMap::new(), tried: BTreeMap::new() };
    let menu = Menu::of(known);
    for (n, config) in tables.iter().enumerate() {
        let patience = if n < UNLIKE { FRUITLESS } else { FRUITLESS_AGAIN };
        let dealings: &[Dealing] = match config.decks {
            0 => &[Dealing::Read],
            _ => &[Dealing::Read, Dealing::Unread, Dealing::Lucky],
        };
        for dealing in dealings {
            let mut driver = Driver::open(known, config, 1 + n as u64)?;
            driver.dealing = *dealing;
            let bot =
                Bot { manner: Manner::Adventurous, seats: config.boxes, book: &known.book, menu: &menu };
            seen.play(&mut driver, bot, patience)?;
        }
    }
    Ok(seen)
}

/// The tables to explore: the defaults, and one table for each other value of each option, each with and without all
/// side bets; and one table with the fewest decks.
pub(super) fn set_ups(known: &Known) -> Vec<TableConfig> {
    let book = &known.book;
    let side_bets = side_bets(book);
    let mut set_ups = vec![String::new(), side_bets.clone()];
    if book.decks.allowed.min < u32::from(book.decks.default) {
        set_ups.push(format!("decks {} {side_bets}", book.decks.allowed.min));
    }
    for option in &book.options {
        let Allowed::OneOf(values) = &option.allowed else { continue };
        for value in values.iter().filter(|value| **value != option.default) {
            let condition = option.broken_condition(value, book.decks.default);
            let decks = condition.map(|only| format!("decks {} ", only.decks.max)).unwrap_or_default();
            set_ups.push(format!("{decks}{} {value} {side_bets}", option.id));
            set_ups.push(format!("{decks}{} {value}", option.id));
        }
    }
    let seats = if book.decks.default == 0 { SEATS } else { SEATS_AT_CARDS };
    let boxes = seats.clamp(book.boxes.allowed.min, book.boxes.allowed.max);
    // Options may exclude each other; a table that cannot be opened is skipped.
    let open = |settings: String| registry::table(known, &format!("boxes {boxes} {settings}")).ok();
    set_ups.into_iter().filter_map(open).collect()
}

/// Returns settings with every side bet and its limits; side bets of other games make it a study table.
fn side_bets(book: &RuleBook) -> String {
    let all = side_bets::of(book);
    let mut offered: Vec<String> = Vec::new();
    if all.iter().any(|bet| !bet.here) {
        offered.push("study".to_owned());
    }
    for bet in all {
        offered.push(format!("{} {}", bet.id, bet.limits));
        offered.extend(bet.paytable.map(|code| format!("paytable.{} {code}", bet.id)));
    }
    offered.join(" ")
}

impl Seen {
    /// The number of known points, irregularities and tried mishaps.
    fn size(&self) -> usize {
        self.tried.values().map(BTreeMap::len).sum::<usize>()
            + self.phases.values().map(|here| here.len() + 1).sum::<usize>()
    }

    /// Plays until `patience` rounds have shown nothing new.
    fn play(&mut self, driver: &mut Driver, bot: Bot<'_>, patience: u32) -> Result<(), Failure> {
        let mut last_new = driver.table.round();
        while driver.table.round() < last_new + patience {
            let before = self.size();
            self.look(driver, bot);
            if self.size() > before {
                last_new = driver.table.round();
            }
            match driver.house_step()? {
                // Some irregularities need placed bets while betting is still open.
                Some(Due::Bets { .. }) => {
                    bot.bet_all(driver)?;
                    self.look(driver, bot);
                    driver.close()?;
                }
                Some(due) => bot.answer(driver, due)?,
                None => {}
            }
            driver.take_events();
        }
        Ok(())
    }

    /// Notes what can be reported now, and tries each mishap on a copy, at each point.
    fn look(&mut self, driver: &mut Driver, bot: Bot<'_>) {
        let phase = driver.table.phase();
        let here = self.phases.entry(phase).or_default();
        for offer in driver.offers_that(|offer| matches!(offer.ask, Ask::Report { .. })) {
            if let (Ask::Report { kind, .. }, By::Staff(_)) = (offer.ask, offer.by) {
                here.insert(kind, Some(offer.by));
            }
        }
        let mut ways: BTreeMap<Mishap, Vec<Telling>> = BTreeMap::new();
        for telling in driver.tellings(self.words, bot.seats) {
            ways.entry(telling.mishap).or_default().push(telling);
        }
        // Skips mishaps that need no more tries: soon almost everything has been tried at every point.
        let tried = self.tried.entry(phase).or_default();
        ways.retain(|mishap, _| tried.get(mishap) != Some(&0));
        for (mishap, ways) in ways {
            let left = self.tried.entry(phase).or_default().entry(mishap).or_insert(TRIES);
            if *left > 0 {
                *left -= 1;
                self.try_ways(driver, bot, &ways);
            }
        }
    }

    /// Tries a mishap on copies, in several ways, since chips and cards differ. For a report one accepted way is
    /// enough.
    fn try_ways(&mut self, driver: &Driver, bot: Bot<'_>, ways: &[Telling]) {
        for telling in ways {
            let believed =
                driver.table.boxed_clone().apply(telling.by, telling.input, &mut Vec::new()).is_ok();
            if believed {
                self.try_out(driver.clone(), bot, *telling);
            }
            if believed && matches!(telling.mishap, Mishap::Reported(_)) {
                return;
            }
        }
    }

    /// Applies the mishap to a copy and plays that round to its end, only observing.
    fn try_out(&mut self, mut driver: Driver, bot: Bot<'_>, telling: Telling) {
        let (round, phase) = (driver.table.round(), driver.table.phase());
        let happens = |driver: &mut Driver| driver.send(telling.by, telling.input).is_ok();
        if !happens(&mut driver) {
            return;
        }
        self.tried.entry(phase).or_default().insert(telling.mishap, 0);
        self.note(phase, &driver.take_events());
        // A second occurrence may lead to another point.
        let mut twice = driver.clone();
        if happens(&mut twice) {
            self.phases.entry(twice.table.phase()).or_default();
        }
        for _ in 0..STEPS {
            if driver.table.round() != round {
                return;
            }
            self.look(&mut driver, bot);
            let phase = driver.table.phase();
            // The exploration of this copy ends with the first failure.
            let went_on = match driver.house_step() {
                Ok(Some(due)) => bot.answer(&mut driver, due),
                Ok(None) => Ok(()),
                Err(failure) => Err(failure),
            };
            self.note(phase, &driver.take_events());
            if went_on.is_err() {
                return;
            }
        }
    }

    /// Notes what the table detected itself; an irregularity that staff may also report stays theirs.
    fn note(&mut self, phase: &'static str, events: &[Event]) {
        for event in events {
            if let What::Irregular { kind, .. } = event.what {
                self.phases.entry(phase).or_default().entry(kind).or_insert(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With limits that cannot be paid in whole coins, one wager would silently drop all side bets.
    #[test]
    fn every_side_bet_is_on_the_table_that_is_explored() {
        for game in games::GAMES {
            let known = registry::find(game.id).unwrap();
            let config = registry::table(&known, &side_bets(&known.book)).unwrap();
            let missing = known.book.wagers.iter().find(|wager| wager.side_bet && !config.offers(&wager.id));
            assert_eq!(missing.map(|wager| &wager.id), None, "{}", game.id);
        }
    }

    /// All games, or a third of them if `CROUPIER_SEED` is a number; the next seed selects others.
    fn games_of_this_run() -> impl Iterator<Item = &'static engine::Game> {
        let seed = std::env::var("CROUPIER_SEED").ok();
        let part = seed.map(|seed| seed.parse::<usize>().expect("CROUPIER_SEED is a number") % 3);
        games::GAMES
            .iter()
            .enumerate()
            .filter(move |(nth, _)| part.is_none_or(|part| nth % 3 == part))
            .map(|(_, game)| *game)
    }

    /// A point or an irregularity that is never met is missing from the list.
    #[test]
    fn every_point_and_every_irregularity_is_met() {
        for game in games_of_this_run() {
            let known = registry::find(game.id).unwrap();
            let seen = explore(&known, &set_ups(&known)).unwrap();
            // A meter may pay once in many thousand rounds; nothing can be reported there that cannot be elsewhere.
            let mut phases = game.vocabulary.phases.iter().filter(|phase| **phase != "meter");
            let missing = phases.find(|phase| !seen.phases.contains_key(*phase));
            assert_eq!(missing, None, "{}", game.id);
            let met = |kind| seen.phases.values().any(|here| here.contains_key(&kind));
            // A blackjack that is shown before its time needs the cards for it; and where all cards come open, one that is
            // turned too early must have come the wrong way up. Only the long conformance run brings these together.
            let takes_two = match game.id {
                "colorado/blackjack" | "colorado/ride-free" => &["turned-early", "blackjack-shown-early"][..],
                "ohio/blackjack" | "ohio/free-bet-blackjack" => &["blackjack-shown-early"],
                "ohio/four-card-poker" => &["dealer-card-down"],
                _ => &[],
            };
            let ids = game.vocabulary.irregularities.iter().map(|one| one.id);
            let missing: Vec<&str> = ids.filter(|id| !met(*id)).map(|id| id.word()).collect();
            assert_eq!(missing, takes_two, "{}", game.id);
        }
    }
}
