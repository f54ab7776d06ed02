//! Handling of the cards before the deal.

use super::{Clause, awaited, possible, tell};
use engine::{Actor, Rank, Refusal, Sink, StepId, What};
use felt::{Pack, Shoe};

/// A cut leaves at least this many cards where a document asks for some.
pub(crate) const CUT_DEPTH_MIN: u16 = 10;

/// The floor orders it by this name at every table.
const CUT_AGAIN: StepId = StepId::new(&"cut-again");

/// Checks the position of a cutting card: it lies between cards of the pack.
pub(crate) fn check_cut_card(position: Option<u16>, pack: Pack) -> Result<(), Refusal> {
    possible(position.is_none_or(|position| (1..=pack.len()).contains(&position)), "impossible-card")
}

/// Returns the number of cards to cut, if the shoe has that many.
pub(crate) fn cards_to_cut(shoe: &Shoe, depth: u16) -> Result<u16, Refusal> {
    let cards = shoe.remaining();
    possible(depth <= cards, "impossible-card").map(|()| cards)
}

/// Has cards cut again that were cut and not dealt from since, by order of the floor.
pub(crate) fn cut_again<S: Sink>(
    undealt: bool,
    actor: Actor,
    law: Clause,
    out: &mut S,
) -> Result<(), Refusal> {
    awaited(undealt)?;
    law.forbids(!actor.is_at_least(Rank::Floor), "floor-calls-cut")?;
    tell(out, What::Stepped { step: CUT_AGAIN, by: Rank::Floor }, law.applies());
    Ok(())
}
