//! A dealer at a live-dealt table, with a scanner: for load, for tests, for a demonstration.
//!
//! The dealer knows no game and acts only on what is due: they shuffle real cards, lay them where they are due, throw
//! the dice, turn what must be turned, answer for devices and release steps. Decisions of other people are left to
//! [`next_move`](crate::patrons::next_move).

use crate::patrons::{Whim, step_if_offered};
use engine::{Actor, AnyTable, Ask, Chance, Driver, Due, Event, Face, Input};

/// Reproducible chance: for playing, never for money.
impl Chance for Whim {
    fn below(&mut self, bound: usize) -> usize {
        Whim::below(self, bound)
    }
}

/// A dealer with real cards and dice.
#[derive(Clone, Debug)]
pub struct LiveDealer {
    cards: Driver<Whim>,
    whim: Whim,
}

impl LiveDealer {
    /// Creates a dealer whose cards and dice are reproducible by the seed.
    pub fn new(seed: u64) -> LiveDealer {
        let mut whim = Whim::new(seed);
        LiveDealer { cards: Driver::new(Whim::new(whim.draw())), whim }
    }

    /// Returns what the dealer tells the table next; `None` if another person must act. Works at any table, also in the
    /// middle of a shoe that another dealer has shuffled: the dealer then takes that shoe over.
    pub fn next(&mut self, table: &dyn AnyTable) -> Option<(Actor, Input)> {
        let due = table.due();
        if let Due::Bets { .. }
        | Due::Choice { .. }
        | Due::Choices { .. }
        | Due::Meter { .. }
        | Due::Approval { .. }
        | Due::Decision { .. }
        | Due::Ruling { .. } = due
        {
            return None;
        }
        // The dice are thrown either while wagers are still accepted or after they were closed.
        if let Due::Roll { closes: Some(closes), .. } = due
            && self.whim.below(2) == 0
            && let Some(step) = step_if_offered(table, Ask::Step(closes))
        {
            return Some(step);
        }
        let (by, input) = self.answer(table)?;
        let input = self.scan(table, input);
        // The dealer's cards change as a copy of the table reports it.
        if let Input::Shuffled { .. } | Input::Cut { .. } = input {
            let mut copy = table.boxed_clone();
            let mut events: Vec<Event> = Vec::new();
            self.cards.send(&mut *copy, by, input, &mut events).ok()?;
        }
        Some((by, input))
    }

    /// Returns an answer from the dealer's own cards if the table can have them; otherwise from other possible cards.
    fn answer(&mut self, table: &dyn AnyTable) -> Option<(Actor, Input)> {
        let possible = |input: &Input| match input {
            Input::Card { face, .. } => {
                table.held_next().is_some() || face.card().is_none_or(|card| table.shoe().can_be(card))
            }
            _ => true,
        };
        match self.cards.answer(table) {
            Ok(answer) if answer.is_none_or(|(_, input)| possible(&input)) => answer,
            _ => {
                self.cards.take_over(table);
                self.cards.answer(table).ok()?
            }
        }
    }

    /// Models a scanner that reads some of the cards that come face down, burnt ones too, and misses others.
    fn scan(&mut self, table: &dyn AnyTable, input: Input) -> Input {
        let Input::Card { to, face: Face::Down(_) | Face::Unread } = input else { return input };
        let read = self.cards.next_card(table).filter(|_| self.whim.below(3) > 0);
        Input::Card { to, face: read.map_or(Face::Unread, Face::Down) }
    }
}
