//! Two different persons: whoever brought it about that something must be approved does not approve it himself.
//!
//! Where a document wants two persons, one of them acts or reports and the other looks, or both look one after the other.
//! The game says what rank has to look; that it is somebody else the house sees to, which knows persons and not only
//! ranks.

use super::body::Told;
use super::{TableStream, Work};
use crate::ids::PersonId;
use crate::stream::Refused;
use engine::{Due, Input, Person, Refusal};

impl TableStream {
    /// What somebody says, in his own name. Whoever a client says has approved, it is the one who asks.
    ///
    /// # Errors
    /// That he may not approve this one.
    pub(super) fn in_his_name(&self, person: PersonId, input: Input) -> Result<Input, Refused> {
        let Input::Approve { yes, .. } = input else { return Ok(input) };
        let named = u32::try_from(person.0).ok().filter(|_| person != PersonId::HOUSE);
        let named = named.ok_or(Refused::NotHere("an approval is a person's own"))?;
        if self.reporters.contains(&person) {
            return Err(Refusal::not_yours("same-person").into());
        }
        Ok(Input::Approve { yes, person: Person(named) })
    }

    /// After a unit that asked for something: who may not approve it, if it is an approval.
    pub(super) fn note_reporters(&mut self, person: PersonId, now: Due, work: &Work) {
        let Due::Approval { by, .. } = now else { return self.reporters.clear() };
        let Due::Approval { by: before, .. } = self.memory.due else {
            self.reporters.clear();
            return self.add_reporter(person);
        };
        // One approval after the other. Where somebody else must look now both look at the same thing; where the same
        // rank is asked again it is about something else, and who has seen to the first may see to the second.
        let approved = work.said.iter().any(|(_, told)| matches!(told, Told::Plain(Input::Approve { .. })));
        if !approved || before != by {
            self.add_reporter(person);
        }
    }

    /// The house itself approves nothing, so it need not be kept from it.
    fn add_reporter(&mut self, person: PersonId) {
        if person != PersonId::HOUSE {
            self.reporters.insert(person);
        }
    }
}
