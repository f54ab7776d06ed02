//! What the games have in common besides the protocol itself.

mod cards;
mod deal_queue;
mod duties;
mod getters;
mod held;
mod law;
mod limits;
mod lines;
mod verdict;
mod vocabulary;

pub(crate) use cards::{is_ace, is_ten_valued, one_suit};
pub(crate) use deal_queue::DealQueue;
pub(crate) use duties::{Duties, DutyMoment};
pub(crate) use getters::reads_its_fields;
pub(crate) use held::{Drawn, Held};
pub(crate) use law::{Clause, clauses, count, law, longer, rules_of, together};
pub(crate) use limits::{gcd, limits_of, within};
pub(crate) use lines::Lines;
pub(crate) use verdict::Verdict;
pub(crate) use vocabulary::{rules, words};

use engine::{Actor, Cites, Event, Patron, Rank, Refusal, Sink, What};

/// Puts an event out.
#[inline]
pub(crate) fn tell<S: Sink>(out: &mut S, what: What, cites: impl Into<Cites>) {
    out.put_with(|| Event::new(what, cites));
}

/// A patron speaks for himself alone.
pub(crate) fn by_patron(actor: Actor, patron: Patron) -> Result<(), Refusal> {
    if actor == Actor::Patron(patron) { Ok(()) } else { Err(Refusal::not_yours("wrong-person")) }
}

/// Staff of that rank or above.
pub(crate) fn by_staff(actor: Actor, rank: Rank) -> Result<(), Refusal> {
    staff_of(actor, rank).map(|_| ())
}

/// The rank of staff who hold that rank or a higher one.
pub(crate) fn staff_of(actor: Actor, rank: Rank) -> Result<Rank, Refusal> {
    match actor {
        Actor::Staff(held) if held >= rank => Ok(held),
        _ => Err(Refusal::not_yours("wrong-person")),
    }
}
