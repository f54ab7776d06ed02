//! How long the cards of a table may be used. The documents of some games limit the hours, and the house has the clock:
//! a table stores when its cards were opened, by the time of the unit that recorded it, so that every replay agrees.
//!
//! At a live-dealt table the cards are opened with its first shuffle, for which the floor must provide new ones, and
//! then whenever the floor reports new cards. Where the house deals, every shuffle makes a shoe of new cards, and the
//! house makes one in time on its own.

use super::closing::lies;
use super::{TableStream, Work};
use crate::ids::Time;
use crate::stream::{Command, NotHere, Refused, Request};
use engine::{Actor, Ask, By, Due, Input, Rule, StepId, What};
use rulebook::{NewCards, TableConfig};
use std::time::Duration;

/// The time limit of cards at a table, and the paragraph that sets it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    hours: u16,
    rule: Rule,
    /// How long before the end the warning is given that new cards are due.
    warning: Duration,
}

impl Span {
    /// Returns the limit for a table with this file; `None` if no document sets one, or the file leaves it out.
    pub(super) fn of(config: &TableConfig) -> Option<Span> {
        let row = config.card_hours().filter(|_| config.new_cards != NewCards::LeftOut)?;
        let warning = Duration::from_secs(60 * u64::from(config.new_cards_warning));
        Some(Span { hours: row.hours, rule: Rule::from_book(&row.paragraph), warning })
    }

    fn due(self, opened: Time) -> Time {
        Time(opened.0.saturating_add(micros(Duration::from_secs(3_600 * u64::from(self.hours)))))
    }
}

/// The cards of a table that have a time limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardsInUse {
    /// When they were opened.
    pub opened: Time,
    /// When they must be changed at the latest: after that no round begins.
    pub due: Time,
    /// The time from which on the floor is warned.
    pub warned: Time,
    /// The limit in hours.
    pub hours: u16,
    /// The paragraph that sets it.
    pub rule: Rule,
}

impl TableStream {
    /// Returns the cards in use and when they are due; `None` if they have no time limit.
    pub fn cards(&self) -> Option<CardsInUse> {
        let (span, opened) = (self.span?, self.cards?);
        let due = span.due(opened);
        let warned = Time(due.0.saturating_sub(micros(span.warning)));
        Some(CardsInUse { opened, due, warned, hours: span.hours, rule: span.rule })
    }

    /// Checks that a round may begin. A round in play, from its first wager on, is finished.
    pub(super) fn check_cards(&self, input: &Input, at: Time) -> Result<(), Refused> {
        let over = self.cards().filter(|cards| at >= cards.due && matches!(input, Input::Bet { .. }));
        match over {
            Some(CardsInUse { hours, rule, .. }) if !lies(&*self.table) => {
                Err(Refused::CardsDue { hours, rule })
            }
            _ => Ok(()),
        }
    }

    /// Puts new cards on the table, as the floor reports between rounds. They are shuffled before play continues.
    pub(super) fn put_new_cards(&mut self, work: &mut Work) -> Result<(), Refused> {
        if self.span.is_none() {
            return Err(Refused::NotHere(NotHere::NoCardClock));
        }
        if self.closes() {
            return Err(Refused::NotHere(NotHere::ClosingTakesNoCards));
        }
        if lies(&*self.table) {
            return Err(Refused::NotHere(NotHere::RoundFirst));
        }
        if self.table.due() == Due::Shuffle {
            return Ok(());
        }
        let (by, step) = self.step_to_shuffle().ok_or(Refused::NotHere(NotHere::NotBetweenRounds))?;
        self.say(by, Input::Step(step), work)
    }

    /// Returns the step by which staff would have all cards shuffled now, found by trying it on copies of the table.
    fn step_to_shuffle(&self) -> Option<(Actor, StepId)> {
        let mut steps = Vec::new();
        self.table.offers(&mut |offer| {
            if let (By::Staff(rank), Ask::Step(step)) = (offer.by, offer.ask) {
                steps.push((Actor::Staff(rank), step));
            }
        });
        steps.into_iter().find(|(by, step)| {
            let mut copy = self.table.boxed_clone();
            copy.apply(*by, Input::Step(*step), &mut Vec::new()).is_ok() && copy.due() == Due::Shuffle
        })
    }

    /// Returns the command by which the house makes a new shoe where it deals, once the cards are nearly due and no bet
    /// lies on the layout, so that no patron has to wait for it.
    pub(crate) fn makes_new_shoe(&self, now: Time) -> Option<Command> {
        let nearly = self.cards().is_some_and(|cards| now >= cards.warned);
        let idle = || matches!(self.table.due(), Due::Bets { .. }) && !lies(&*self.table);
        if !nearly || self.is_live() || self.closes() || !idle() {
            return None;
        }
        let (by, step) = self.step_to_shuffle()?;
        Some(Command::Play { by, input: Input::Step(step) })
    }

    /// Notes, after a unit, whether the cards in use are new ones.
    pub(super) fn note_cards(&mut self, request: &Request, at: Time, work: &Work) {
        if self.span.is_none() {
            return;
        }
        let shuffled = || work.events.iter().any(|event| matches!(event.what, What::Shuffled { all: true }));
        // For a live-dealt table that was opened before the time was recorded, the age of the cards is unknown: their
        // time begins when the floor puts new ones there.
        let first = || self.cards.is_none() && self.facts.config.new_cards == NewCards::Kept;
        let new = matches!(request.command, Command::NewCards);
        if new || (!self.is_live() || first()) && shuffled() {
            self.cards = Some(at);
        }
    }
}

/// No limit is longer than a few days, so this does not saturate.
fn micros(length: Duration) -> i64 {
    i64::try_from(length.as_micros()).unwrap_or(i64::MAX)
}
