//! What the games have in common besides the protocol itself.

mod boxes;
mod cards;
mod deal_queue;
mod drawn;
mod duties;
mod files;
mod gathered;
mod getters;
mod grant;
mod kept;
mod law;
mod limits;
mod lines;
mod new_terms;
mod next;
mod next_cards;
mod pay_row;
mod ranks;
mod report;
mod shown_cards;
mod shuffling;
mod sums;
mod verdict;
mod vocabulary;

pub(crate) use boxes::Boxes;
pub(crate) use cards::{is_ace, is_ten_valued, one_suit};
pub(crate) use deal_queue::DealQueue;
pub(crate) use drawn::{Drawn, card_count};
pub(crate) use duties::{Duties, DutyMoment};
pub(crate) use files::{Files, file, files};
pub use gathered::{Gathered, List};
pub(crate) use gathered::{listed, same};
pub(crate) use getters::reads_its_fields;
pub(crate) use grant::check_grant;
pub(crate) use kept::keeps_its_state;
pub use law::{Clause, SILENT, by};
pub(crate) use law::{chapter, clauses, count, law, longer, rules_of, says_of, together};
pub(crate) use limits::{boxes_of, gcd, limits_of, within};
pub use lines::Posted;
pub(crate) use lines::{Lines, check_amount, first_lying};
pub(crate) use new_terms::{Shown, called_for};
pub(crate) use next::Next;
pub(crate) use next_cards::{NextCard, NextCards, is_dealt};
pub use pay_row::PayRow;
pub(crate) use ranks::count_anew;
pub use report::Report;
pub(crate) use report::{lies_hidden, look_under};
pub(crate) use shown_cards::{CardsShown, events_of_round};
pub(crate) use shuffling::{CUT_DEPTH_MIN, cards_to_cut, check_cut_card, cut_again};
pub(crate) use sums::{for_units, grow_with_unit, is_payable, plus, times, unit_of};
pub use verdict::Verdict;
pub(crate) use vocabulary::{rules, words};

use engine::{Actor, Approver, Cites, Due, Patron, Person, Rank, Refusal, Sink, What};

/// Emits an event.
#[inline]
pub(crate) fn tell<S: Sink>(out: &mut S, what: What<S::Line>, cites: impl Into<Cites>) {
    out.put(what, cites.into());
}

/// Refuses every actor but this patron.
pub(crate) fn by_patron(actor: Actor, patron: Patron) -> Result<(), Refusal> {
    if actor == Actor::Patron(patron) { Ok(()) } else { Err(Refusal::not_yours("wrong-person")) }
}

/// Refuses every actor but staff of that rank or above.
pub(crate) fn by_staff(actor: Actor, rank: Rank) -> Result<(), Refusal> {
    staff_of(actor, rank).map(|_| ())
}

/// Returns the rank of the actor, if they are staff of that rank or a higher one.
pub(crate) fn staff_of(actor: Actor, rank: Rank) -> Result<Rank, Refusal> {
    match actor {
        Actor::Staff(held) if held >= rank => Ok(held),
        _ => Err(Refusal::not_yours("wrong-person")),
    }
}

/// Refuses as impossible unless the condition holds.
#[inline]
pub(crate) fn possible(it_is: bool, why_not: &'static str) -> Result<(), Refusal> {
    if it_is { Ok(()) } else { Err(Refusal::impossible(why_not)) }
}

/// Refuses as not awaited unless the condition holds.
#[inline]
pub(crate) fn awaited(it_is: bool) -> Result<(), Refusal> {
    if it_is { Ok(()) } else { Err(Refusal::not_awaited("not-now")) }
}

/// Checks whether this actor may acknowledge or approve what is due, and returns the approver they act as. A
/// mere acknowledgement cannot be withheld.
pub(crate) fn approval(due: Due, actor: Actor, yes: bool, person: Person) -> Result<Approver, Refusal> {
    let Due::Approval { by, not, .. } = due else { return Err(Refusal::not_awaited("not-now")) };
    if !by.is(actor) {
        return Err(Refusal::not_yours("wrong-person"));
    }
    if not == Some(person) {
        return Err(Refusal::not_yours("same-person"));
    }
    if !yes {
        return Err(Refusal::impossible("nothing-to-withhold"));
    }
    Ok(match actor {
        Actor::Staff(held) => Approver::Staff(held),
        Actor::Surveillance | Actor::Patron(_) => Approver::Surveillance,
    })
}
