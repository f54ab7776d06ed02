//! Delays settlement until the next statement is read, because it may concern the round that would be settled.
//!
//! A table whose steps are automatic settles with the last card, but a scenario reports what went wrong after that: the
//! dealer had 17 and drew another card. So if a scenario that leaves the steps to the table reports something about a
//! settled round, it is played again on a table whose dealer takes the steps; the runner takes them as soon as the next
//! statement does not conflict with them.

use super::{Runner, Trouble};
use crate::awaits::Due;
use crate::event::What;
use crate::input::Input;
use crate::people::Actor;
use crate::scenario::ast::{Act, Statement};

/// Who takes the dealer's automatic steps.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Steps {
    /// As the table file says.
    AsTheTableHasThem,
    /// The dealer; the runner takes them when the next statement is read.
    Held,
}

impl Runner<'_> {
    /// Notices a card, a turn or a report that follows a round which the table settled automatically.
    pub(super) fn notice_reaching_back(&mut self, act: &Act) {
        let may_be_held = self.open.as_ref().is_some_and(|open| open.may_be_held);
        let ended = self.step.iter().any(|event| matches!(event.what, What::RoundEnded { .. }));
        if self.steps == Steps::AsTheTableHasThem && may_be_held && ended {
            self.reaches_back |=
                matches!(act, Act::Cards(..) | Act::Turn(..) | Act::Looks(..) | Act::Report { .. });
        }
    }

    /// Takes the steps that the table would have taken automatically, unless the next statement must come first.
    pub(super) fn release_steps(&mut self, next: Option<&Statement>) -> Result<(), Trouble> {
        if self.steps != Steps::Held || !self.open()?.may_be_held {
            return Ok(());
        }
        while let Due::Step(step) = self.due()? {
            if next.is_some_and(|next| self.comes_between(&next.act)) {
                self.reaches_back = true;
                break;
            }
            self.send_unsaid(Actor::DEALER, Input::Step(step))?;
        }
        Ok(())
    }

    /// Whether the table would accept this before the step that is due. Tried on a copy.
    fn comes_between(&mut self, act: &Act) -> bool {
        let (actor, input) = match act {
            Act::Cards(to, faces) => match faces.first() {
                Some(face) => (Actor::DEALER, Input::Card { to: *to, face: *face }),
                None => return false,
            },
            Act::Turn(place, cards) => match cards.first() {
                Some(card) => (Actor::DEALER, Input::Turn { place: *place, card: *card }),
                None => return false,
            },
            Act::Looks(patron, place) => (Actor::DEALER, Input::Look { patron: *patron, place: *place }),
            Act::Report { by, kind, place, card } => match self.irregularity(kind) {
                Ok(kind) => (Actor::Staff(*by), Input::Irregular { kind, place: *place, card: *card }),
                Err(_) => return false,
            },
            _ => return false,
        };
        let Ok(open) = self.open() else { return false };
        open.table.boxed_clone().apply(actor, input, &mut Vec::new()).is_ok()
    }
}
