//! Approvals by two persons: the person whose act needs an approval may not give it.
//!
//! If a document requires two persons, one of them acts or reports and the other looks, or both look one after the
//! other. The game says which rank must look; the house, which knows persons and not only ranks, ensures that it is
//! another person.

use super::body::Told;
use super::{TableStream, Work};
use crate::ids::PersonId;
use crate::stream::{NotHere, Refused};
use engine::{Due, Input, Person, Refusal};

impl TableStream {
    /// Returns the input with the sender as the approver, whatever name the client gives.
    ///
    /// # Errors
    /// This person may not approve this.
    pub(super) fn in_his_name(&self, person: PersonId, input: Input) -> Result<Input, Refused> {
        let Input::Approve { yes, .. } = input else { return Ok(input) };
        let named = u32::try_from(person.0).ok().filter(|_| person != PersonId::HOUSE);
        let named = named.ok_or(Refused::NotHere(NotHere::ApprovalPersonal))?;
        if self.reporters.contains(&person) {
            return Err(Refusal::not_yours("same-person").into());
        }
        Ok(Input::Approve { yes, person: Person(named) })
    }

    /// Updates, after a unit that asked for something, who may not approve it.
    pub(super) fn note_reporters(&mut self, person: PersonId, now: Due, work: &Work) {
        let Due::Approval { by, .. } = now else { return self.reporters.clear() };
        let Due::Approval { by: before, .. } = self.memory.due else {
            self.reporters.clear();
            return self.add_reporter(person);
        };
        // There may be several approvals in succession. If another rank must look next, both look at the same thing; if
        // the same rank is asked again, it is about something else, and the person of the first approval may give the
        // second.
        let approved = work.said.iter().any(|(_, told)| matches!(told, Told::Plain(Input::Approve { .. })));
        if !approved || before != by {
            self.add_reporter(person);
        }
    }

    /// Adds a person. The house itself never approves anything, so it need not be excluded.
    fn add_reporter(&mut self, person: PersonId) {
        if person != PersonId::HOUSE {
            self.reporters.insert(person);
        }
    }
}
