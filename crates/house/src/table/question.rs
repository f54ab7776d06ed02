//! Tracks which question a table asks: its number identifies the expiry, and reveals answers that come too late.

use super::body::Told;
use super::{TableStream, Work};
use crate::stream::{Command, Request};
use engine::{Actor, Due, Input, What};

impl TableStream {
    /// Finds out, after a unit, whether the current question is still the one before it.
    pub(super) fn note_question(&mut self, request: &Request, seq: i64, work: &Work) {
        let now = self.table.due();
        if !still_asked(self.memory.due, now, &work.said) {
            self.memory.asked = seq;
            self.note_reporters(request.person, now, work);
        }
        self.note_silence(request, now, work);
        self.memory.due = now;
    }

    /// Notes that a window for bets expired without any input, so that it does not begin again on its own. If another
    /// window of the round follows, as while a ball runs, that one still gets its time.
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

/// Whether the question is still the same: only inputs that do not answer it were made, or several patrons
/// are asked together, each about all their boxes, one of them made an input, and no other patron is asked
/// now. Two different questions can look alike, for example about a hand that got another card.
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

/// Whether an input can be made at any time and closes nothing.
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
