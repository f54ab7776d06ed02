//! How long the cards of a table may be used. The documents of some games limit the hours, and the house has the clock:
//! a table stores when its cards were opened, by the time of the unit that said so, and so every replay agrees.
//!
//! At a live-dealt table the cards are opened with its first shuffle, for which the floor owes new ones, and then whenever the floor says
//! that new ones are there. Where the house deals, every shuffle makes a shoe of new cards, and the house makes one by itself in time.

use super::closing::lies;
use super::{TableStream, Work};
use crate::ids::Time;
use crate::stream::{Command, NotHere, Refused, Request};
use engine::{Actor, Ask, By, Due, Input, Rule, StepId, What};
use rulebook::{NewCards, TableConfig};
use std::time::Duration;

/// How long cards may be used at a table, and by which paragraph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    hours: u16,
    rule: Rule,
    /// So long before the end it is told that they are due.
    warning: Duration,
}

impl Span {
    /// What holds for a table of such a file; `None` where no document asks for it, or the file leaves it out.
    pub(super) fn of(config: &TableConfig) -> Option<Span> {
        let row = config.card_hours().filter(|_| config.new_cards != NewCards::LeftOut)?;
        let warning = Duration::from_secs(60 * u64::from(config.new_cards_warning));
        Some(Span { hours: row.hours, rule: Rule::from_book(&row.paragraph), warning })
    }

    fn due(self, opened: Time) -> Time {
        Time(opened.0.saturating_add(micros(Duration::from_secs(3_600 * u64::from(self.hours)))))
    }
}

/// The cards of a table whose time runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardsInUse {
    /// When they were opened.
    pub opened: Time,
    /// When they must be changed at the latest: from then on no round begins.
    pub due: Time,
    /// From when on the floor is warned.
    pub warned: Time,
    /// After how many hours that is.
    pub hours: u16,
    /// By which paragraph.
    pub rule: Rule,
}

impl TableStream {
    /// The cards in use and when they are due; `None` where no time runs for them.
    pub fn cards(&self) -> Option<CardsInUse> {
        let (span, opened) = (self.span?, self.cards?);
        let due = span.due(opened);
        let warned = Time(due.0.saturating_sub(micros(span.warning)));
        Some(CardsInUse { opened, due, warned, hours: span.hours, rule: span.rule })
    }

    /// Whether a round may begin. One in play is finished: it began with the first wager that lies there.
    pub(super) fn check_cards(&self, input: &Input, at: Time) -> Result<(), Refused> {
        let over = self.cards().filter(|cards| at >= cards.due && matches!(input, Input::Bet { .. }));
        match over {
            Some(CardsInUse { hours, rule, .. }) if !lies(&*self.table) => {
                Err(Refused::CardsDue { hours, rule })
            }
            _ => Ok(()),
        }
    }

    /// New cards are on the table, as the floor says between rounds. Before anybody plays with them they are shuffled.
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

    /// What staff would say to have all cards shuffled now, found out on copies of the table.
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

    /// What the house says by itself where it deals, once the cards are nearly due and nobody has a bet there: it makes a new shoe, so
    /// that nobody is kept from playing.
    pub(crate) fn makes_new_shoe(&self, now: Time) -> Option<Command> {
        let nearly = self.cards().is_some_and(|cards| now >= cards.warned);
        let idle = || matches!(self.table.due(), Due::Bets { .. }) && !lies(&*self.table);
        if !nearly || self.is_live() || self.closes() || !idle() {
            return None;
        }
        let (by, step) = self.step_to_shuffle()?;
        Some(Command::Play { by, input: Input::Step(step) })
    }

    /// After a unit: whether the cards in use are new ones.
    pub(super) fn note_cards(&mut self, request: &Request, at: Time, work: &Work) {
        if self.span.is_none() {
            return;
        }
        let shuffled = || work.events.iter().any(|event| matches!(event.what, What::Shuffled { all: true }));
        // A live-dealt table that was opened before time was kept says nothing of it, and its cards may be of any age: their
        // time begins when the floor has new ones put there.
        let first = || self.cards.is_none() && self.facts.config.new_cards == NewCards::Kept;
        let new = matches!(request.command, Command::NewCards);
        if new || (!self.is_live() || first()) && shuffled() {
            self.cards = Some(at);
        }
    }
}

/// No span here is longer than a few days.
fn micros(length: Duration) -> i64 {
    i64::try_from(length.as_micros()).unwrap_or(i64::MAX)
}
