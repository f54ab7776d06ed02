//! Which question a table asks: by its number an expiry is named, and an answer that comes too late is known.

use super::body::Told;
use super::{TableStream, Work};
use crate::stream::{Command, Request};
use engine::{Actor, Due, Input, What};

impl TableStream {
    /// After a unit: finds out whether what is asked now was asked before it, and has been waited for since.
    pub(super) fn note_question(&mut self, request: &Request, seq: i64, work: &Work) {
        let now = self.table.due();
        if !still_asked(self.memory.due, now, &work.said) {
            self.memory.asked = seq;
            self.note_reporters(request.person, now, work);
        }
        self.note_silence(request, now, work);
        self.memory.due = now;
    }

    /// A window for bets that ends unheard is not begun again by itself. One that another window of the round follows, as while a
    /// ball runs, is not the last: that one has its time too.
    fn note_silence(&mut self, request: &Request, now: Due, work: &Work) {
        let heard = matches!(request.command, Command::Play { .. });
        let decided =
            |event: &engine::Event| matches!(event.what, What::Settled(_) | What::RoundEnded { .. });
        if heard || work.events.iter().any(decided) {
            self.memory.unheard = false;
        } else if let (Command::Expire { .. }, Due::Bets { closes }) = (&request.command, self.memory.due) {
            let another = matches!(now, Due::Bets { closes: next } if next != closes);
            self.memory.unheard |= !another;
        }
    }
}

/// Whether it is the same question still: nothing was said but what does not answer it, or one of several was heard who are asked
/// together and about all their boxes. Two questions can look alike, as about a hand that was given another card.
fn still_asked(before: Due, now: Due, said: &[(Actor, Told)]) -> bool {
    if before == now && said.iter().all(|(_, told)| is_aside(told)) {
        return true;
    }
    let (Due::Choices { closes: was, left: silent }, Due::Choices { closes, left }) = (before, now) else {
        return false;
    };
    let one = matches!(said, [(Actor::Patron(_), Told::Plain(_))]);
    one && was == closes && left.without(silent).is_empty()
}

/// What may be said at any time and closes nothing.
fn is_aside(told: &Told) -> bool {
    let Told::Plain(input) = told else { return false };
    matches!(
        input,
        Input::Bet { .. }
            | Input::TakeBack { .. }
            | Input::Work { .. }
            | Input::Look { .. }
            | Input::Permit { .. }
            | Input::Leave { .. }
            | Input::NewDealer
    )
}
