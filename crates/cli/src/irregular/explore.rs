//! Finding out what can go wrong at each point: tables are played, asked, and led astray on copies.

use crate::bot::{Bot, Manner, Menu};
use crate::driver::{Dealing, Driver};
use crate::failure::Failure;
use crate::registry::{self, Known};
use crate::side_bets;
use engine::{Actor, Ask, By, Due, Event, Face, Input, IrregularityId, Place, Spot, Wager, WagerId, What};
use felt::{Card, Money};
use rulebook::{Allowed, RuleBook, TableConfig};
use std::collections::{BTreeMap, BTreeSet};

/// A table is left after so many rounds that showed nothing new.
const FRUITLESS: u32 = 60;
/// The same of one that differs from others in a single choice: most of what it has to show was seen there.
const FRUITLESS_AGAIN: u32 = 20;
/// So many tables are set up before it is one choice alone.
const UNLIKE: usize = 3;
/// Patrons, and boxes for them: enough for one to be passed over while others play.
const SEATS: u32 = 3;
/// The same where there are cards: enough for a single deck to run out within a round.
const SEATS_AT_CARDS: u32 = 7;
/// A way that the table does not believe is tried so often, at different tables, and then given up.
const TRIES: u8 = 8;
/// No round takes so many steps; a copy that an irregularity led astray is given up.
const STEPS: u32 = 400;

/// For each point of the round, what can go wrong there and who says so: staff, or nobody where the table sees
/// it in what is reported.
#[derive(Default)]
pub(super) struct Seen {
    pub(super) phases: BTreeMap<&'static str, BTreeMap<IrregularityId, Option<By>>>,
    /// How often each way may still be tried at each point; none when the table has believed it once.
    tried: BTreeMap<&'static str, BTreeMap<Try, u8>>,
}

/// What is tried at each point until the table believes it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Try {
    /// A report that is offered.
    Report(IrregularityId),
    /// A card that is not the one that is due: laid elsewhere, or with the other side up.
    Astray(Place, bool),
    /// A card that lies on the table already.
    Again,
    /// An answer that is not the device's.
    Lie(bool),
    /// Chips that nobody noticed when bets were closed.
    Chips(Chips, WagerId),
}

/// Where such chips lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Chips {
    /// On top of a wager, and far too many.
    OnTop,
    /// Beside another patron's wager, and hardly any.
    Beside,
    /// On a box where nobody has bet.
    Apart,
}

/// Plays each of the tables until it shows nothing new.
pub(super) fn explore(known: &Known, tables: &[TableConfig]) -> Result<Seen, Failure> {
    let mut seen = Seen::default();
    let menu = Menu::of(known);
    for (n, config) in tables.iter().enumerate() {
        let patience = if n < UNLIKE { FRUITLESS } else { FRUITLESS_AGAIN };
        let dealings: &[Dealing] = match config.decks {
            0 => &[Dealing::Read],
            _ => &[Dealing::Read, Dealing::Unread, Dealing::Lucky],
        };
        for dealing in dealings {
            let mut driver = Driver::open(known, config, 1 + u64::try_from(n).unwrap_or(0))?;
            driver.dealing = *dealing;
            let bot =
                Bot { manner: Manner::Adventurous, seats: config.boxes, book: &known.book, menu: &menu };
            seen.play(&mut driver, bot, patience)?;
        }
    }
    Ok(seen)
}

/// The table by its defaults, and then with each choice that the rule book leaves to the casino: settings that differ
/// from the defaults in one option, with all side bets that the book knows and without, and the fewest decks.
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
    // Choices may exclude each other; such a table cannot be opened and has nothing to show.
    let open = |settings: String| registry::table(known, &format!("boxes {boxes} {settings}")).ok();
    set_ups.into_iter().filter_map(open).collect()
}

/// Every side bet with limits; those of other games make it a study table.
fn side_bets(book: &RuleBook) -> String {
    let all = side_bets::of(book);
    let mut offered: Vec<String> = Vec::new();
    if all.iter().any(|bet| !bet.here) {
        offered.push("study".to_owned());
    }
    for bet in all {
        offered.push(format!("{} {}", bet.id, bet.limits));
        offered.extend(bet.paytable.map(|code| format!("paytable.{} {code}", bet.wager.id)));
    }
    offered.join(" ")
}

impl Seen {
    /// How much is known.
    fn size(&self) -> usize {
        self.tried.values().map(BTreeMap::len).sum::<usize>()
            + self.phases.values().map(|here| here.len() + 1).sum::<usize>()
    }

    /// Plays until nothing new has been seen for so many rounds.
    fn play(&mut self, driver: &mut Driver, bot: Bot<'_>, patience: u32) -> Result<(), Failure> {
        let mut last_new = driver.table.round();
        while driver.table.round() < last_new + patience {
            let before = self.size();
            self.look(driver, bot);
            if self.size() > before {
                last_new = driver.table.round();
            }
            match driver.house_step()? {
                // Some things go wrong only while bets lie there and more may come.
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

    /// Notes what can be reported now, and leads copies of the table astray, each way at each point.
    fn look(&mut self, driver: &Driver, bot: Bot<'_>) {
        let phase = driver.table.phase();
        let here = self.phases.entry(phase).or_default();
        let mut ways: Vec<(Try, Wrong)> = departures(driver, bot);
        for offer in driver.offers_that(|offer| matches!(offer.ask, Ask::Report { .. })) {
            let (Ask::Report { kind, place, card }, By::Staff(rank)) = (offer.ask, offer.by) else {
                continue;
            };
            here.insert(kind, Some(offer.by));
            ways.push((Try::Report(kind), Wrong::Reported { rank, kind, place, card }));
        }
        // Soon almost everything has been tried everywhere.
        let tried = self.tried.entry(phase).or_default();
        ways.retain(|(way, _)| tried.get(way) != Some(&0));
        for (way, wrong) in ways {
            let left = self.tried.entry(phase).or_default().entry(way).or_insert(TRIES);
            if *left > 0 {
                *left -= 1;
                self.try_out(driver.clone(), bot, way, wrong);
            }
        }
    }

    /// Does the wrong thing on a copy and plays that round to its end, looking only.
    fn try_out(&mut self, mut driver: Driver, bot: Bot<'_>, way: Try, wrong: Wrong) {
        let (round, phase) = (driver.table.round(), driver.table.phase());
        if !wrong.happens(&mut driver) {
            return;
        }
        self.tried.entry(phase).or_default().insert(way, 0);
        self.note(phase, &driver.take_events());
        // What happens twice may lead where it does not lead once.
        let mut twice = driver.clone();
        if wrong.happens(&mut twice) {
            self.phases.entry(twice.table.phase()).or_default();
        }
        for _ in 0..STEPS {
            if driver.table.round() != round {
                return;
            }
            self.look(&driver, bot);
            let phase = driver.table.phase();
            // Where the copy went astray, there is nothing more to see.
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

    /// What the table saw by itself; what staff may report too stays theirs.
    fn note(&mut self, phase: &'static str, events: &[Event]) {
        for event in events {
            if let What::Irregular { kind, .. } = event.what {
                self.phases.entry(phase).or_default().entry(kind).or_insert(None);
            }
        }
    }
}

/// Something that should not happen.
#[derive(Clone, Copy)]
enum Wrong {
    Reported {
        rank: engine::Rank,
        kind: IrregularityId,
        place: Option<Place>,
        card: bool,
    },
    Sent(Input),
    /// The next card, laid where or how it should not be.
    Laid {
        to: Place,
        up: bool,
    },
}

impl Wrong {
    /// Whether the table believes it.
    fn happens(self, driver: &mut Driver) -> bool {
        match self {
            Wrong::Reported { rank, kind, place, card } => driver.report(rank, kind, place, card),
            Wrong::Sent(input) => driver.send(Actor::DEALER, input).is_ok(),
            Wrong::Laid { to, up } => driver.lay_next(to, up),
        }
    }
}

/// Chips that lie where they should not, one way for each kind of wager that is on the layout.
fn chips_found(driver: &Driver, bot: Bot<'_>) -> Vec<(Try, Wrong)> {
    let wagers = driver.table.wagers();
    let bet_on = |number: u8| wagers.iter().any(|wager| wager.spot.box_number == number);
    let bare = (1..=bot.seats).find(|number| !bet_on(*number));
    let mut ways = Vec::new();
    for wager in wagers.iter().filter(|wager| wager.spot.box_number != 0) {
        let (patron, box_number, kind) = (wager.patron, wager.spot.box_number, wager.kind);
        let many = wager.stake.checked_mul(100).unwrap_or(wager.stake);
        let elsewhere = |other: &&Wager| other.spot.box_number != box_number && other.patron != patron;
        let found = [
            Some((Chips::OnTop, patron, box_number, many)),
            wagers
                .iter()
                .find(elsewhere)
                .map(|other| (Chips::Beside, other.patron, box_number, Money::minor(100))),
            bare.map(|bare| (Chips::Apart, patron, bare, wager.stake)),
        ];
        for (chips, patron, box_number, stake) in found.into_iter().flatten() {
            let input = Input::Found { patron, box_number, wager: kind, stake };
            ways.push((Try::Chips(chips, kind), Wrong::Sent(input)));
        }
    }
    ways
}

/// Ways to depart from what is due.
fn departures(driver: &Driver, bot: Bot<'_>) -> Vec<(Try, Wrong)> {
    let mut ways = chips_found(driver, bot);
    match driver.table.due() {
        Due::Card { to, up } => {
            let laid = driver.table.layout().cards();
            let boxes = (1..=bot.seats).map(|number| Place::Hand(Spot::first(number)));
            let places: BTreeSet<Place> =
                laid.map(|card| card.place).chain(boxes).chain([to, Place::Dealer, Place::Rack]).collect();
            for place in places {
                for side in [true, false] {
                    if (place, side) != (to, up) {
                        ways.push((Try::Astray(place, side), Wrong::Laid { to: place, up: side }));
                    }
                }
            }
            if let Some(card) = impossible_card(driver) {
                ways.push((Try::Again, Wrong::Sent(Input::Card { to, face: Face::Up(card) })));
            }
        }
        Due::Answer => {
            let yes = !driver.device_says_yes();
            ways.push((Try::Lie(yes), Wrong::Sent(Input::Answer { yes })));
        }
        _ => {}
    }
    ways
}

/// A card of which all copies lie open.
fn impossible_card(driver: &Driver) -> Option<Card> {
    let decks = usize::from(driver.table.shoe().pack().decks);
    let open =
        || driver.table.layout().cards().filter(|card| card.face.is_up()).filter_map(|c| c.face.card());
    open().find(|card| open().filter(|other| other == card).count() >= decks)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Limits that some wager cannot be paid for in whole coins would silently leave all side bets out.
    #[test]
    fn every_side_bet_is_on_the_table_that_is_explored() {
        for game in games::GAMES {
            let known = registry::find(game.id).unwrap();
            let config = registry::table(&known, &side_bets(&known.book)).unwrap();
            let missing = known.book.wagers.iter().find(|wager| wager.side_bet && !config.offers(&wager.id));
            assert_eq!(missing.map(|wager| &wager.id), None, "{}", game.id);
        }
    }

    /// A point or an irregularity that is never met is one that nobody is told of.
    #[test]
    fn every_point_and_every_irregularity_of_every_game_is_met() {
        for game in games::GAMES {
            let known = registry::find(game.id).unwrap();
            let seen = explore(&known, &set_ups(&known)).unwrap();
            // A meter may pay once in many thousand rounds; nothing can be reported there that cannot be elsewhere.
            let mut phases = game.vocabulary.phases.iter().filter(|phase| **phase != "meter");
            let missing = phases.find(|phase| !seen.phases.contains_key(*phase));
            assert_eq!(missing, None, "{}", game.id);
            let met = |kind| seen.phases.values().any(|here| here.contains_key(&kind));
            let missing = game.vocabulary.irregularities.iter().map(|one| one.id).find(|id| !met(*id));
            assert_eq!(missing, None, "{}", game.id);
        }
    }
}
