//! A table with the house's part played: dealer, shoe and device.
//!
//! [`Driver`] holds a shuffled pack in its real order and answers everything that is not a person's to decide:
//! shuffles, the dealer's cut, cards, turned cards, the device's answer, closing steps. It is driven by
//! [`Due`] alone and never asks which game it is. Cards that lie face down are reported as read by a device
//! ([`Face::Down`]), so that the very card is turned later; a burned card stays unread, as at a real table.
//! [`Driver::house_step`] does one such thing at a time and hands back what waits for a person.
//!
//! One answer cannot be read off the protocol: what a device says that looks under the dealer's card. The only
//! such device looks for an ace with a ten-valued card, so that is what [`Driver::device_says_yes`] looks for.
//!
//! Chance is ChaCha8 from a seed, with a shuffle of our own, so that a seed deals the same cards for ever.

use crate::failure::Failure;
use crate::registry::Known;
use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};
use engine::{
    Actor, AnyTable, Ask, By, Due, Event, Face, Input, IrregularityId, Offer, Place, Refusal, What,
    explain_due,
};
use felt::{Card, Rank};
use rulebook::TableConfig;

/// A seeded source of chance.
pub(crate) struct Chance(ChaCha8Rng);

impl Clone for Chance {
    fn clone(&self) -> Chance {
        // The generator has no copy of its own, lest two streams be the same by accident; here they shall be.
        Chance(ChaCha8Rng::deserialize_state(&self.0.serialize_state()))
    }
}

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A number below `bound`, every one as likely as the other; 0 where there is none.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let Some(bound) = u32::try_from(bound).ok().filter(|bound| *bound > 0) else { return 0 };
        // Numbers above the last whole multiple would favour the small remainders.
        let usable = u32::MAX - u32::MAX % bound;
        loop {
            let drawn = self.0.next_u32();
            if drawn < usable {
                return usize::try_from(drawn % bound).unwrap_or(0);
            }
        }
    }

    /// True as often as false.
    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 0
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// A table and the house around it.
pub(crate) struct Driver {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) chance: Chance,
    /// The cards in the shoe, the next one last.
    pile: Vec<Card>,
    events: Vec<Event>,
}

impl Clone for Driver {
    fn clone(&self) -> Driver {
        Driver {
            table: self.table.boxed_clone(),
            chance: self.chance.clone(),
            pile: self.pile.clone(),
            events: self.events.clone(),
        }
    }
}

impl Driver {
    /// Opens a table.
    pub(crate) fn open(known: &Known, config: &TableConfig, seed: u64) -> Result<Driver, Failure> {
        let table =
            (known.game.open)(&known.book, config).map_err(|error| Failure::Fault(error.to_string()))?;
        Ok(Driver { table, chance: Chance::new(seed), pile: Vec::new(), events: Vec::new() })
    }

    /// Sends an input and keeps what comes out.
    pub(crate) fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        self.table.apply(actor, input, &mut self.events)
    }

    /// What happened since this was last asked.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// What happened up to the end of the round; what followed belongs to the next one and is kept.
    pub(crate) fn take_round(&mut self) -> Vec<Event> {
        let ended = self.events.iter().rposition(|event| matches!(event.what, What::RoundEnded { .. }));
        let next = self.events.split_off(ended.map_or(self.events.len(), |at| at + 1));
        std::mem::replace(&mut self.events, next)
    }

    /// Everything that would be granted now.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers(&mut |offer| offers.push(offer));
        offers
    }

    /// Does the next thing that is the house's to do, or says what waits for a person.
    pub(crate) fn house_step(&mut self) -> Result<Option<Due>, Failure> {
        let due = self.table.due();
        match due {
            Due::Bets { .. } | Due::Choice { .. } | Due::Choices { .. } => return Ok(Some(due)),
            Due::Cut if self.a_patron_may_cut() => return Ok(Some(due)),
            Due::Cut => self.cut(Actor::DEALER, None).map_err(|refusal| fault(due, refusal))?,
            Due::Shuffle => self.shuffle(due)?,
            Due::Card { to, up } => self.deal(due, to, up)?,
            Due::Turn { place } => {
                let hidden = self.table.layout().at(place).find(|card| !card.face.is_up());
                let card = hidden.and_then(|card| card.face.card());
                let card = card.ok_or_else(|| Failure::Fault(format!("no card to turn at {place}")))?;
                self.must(due, Actor::DEALER, Input::Turn { place, card })?;
            }
            Due::Answer => self.must(due, Actor::DEALER, Input::Answer { yes: self.device_says_yes() })?,
            Due::Step(step) => self.must(due, Actor::DEALER, Input::Step(step))?,
            Due::Approval { rank } => self.must(due, Actor::Staff(rank), Input::Approve)?,
            other => return Err(Failure::Fault(explain_due(&other))),
        }
        Ok(None)
    }

    /// Goes on until a person is asked.
    pub(crate) fn until_asked(&mut self) -> Result<Due, Failure> {
        loop {
            if let Some(due) = self.house_step()? {
                return Ok(due);
            }
        }
    }

    /// The dealer closes what several people could have answered.
    pub(crate) fn close(&mut self) -> Result<(), Failure> {
        let due = self.table.due();
        match due {
            Due::Bets { closes } | Due::Choices { closes, .. } => {
                self.must(due, Actor::DEALER, Input::Step(closes))
            }
            _ => Ok(()),
        }
    }

    /// Somebody cuts, at a depth or somewhere in the middle.
    pub(crate) fn cut(&mut self, actor: Actor, depth: Option<u16>) -> Result<(), Refusal> {
        let cards = self.pile.len();
        // Documents want some cards on either side, so the few cards of a run-out are cut in the middle.
        let spread = if cards < 60 { 0 } else { cards / 2 };
        let middle = (cards - spread) / 2 + self.chance.below(spread);
        let depth = depth.unwrap_or_else(|| u16::try_from(middle).unwrap_or(u16::MAX));
        self.send(actor, Input::Cut { depth })?;
        // The cards above the cutting card go under the others.
        self.pile.rotate_right(usize::from(depth).min(cards));
        Ok(())
    }

    /// Reports that something went wrong, with a card where one is exposed: the next of the shoe, or else one
    /// that lies face down. False if the table does not believe it.
    pub(crate) fn report(
        &mut self,
        rank: engine::Rank,
        kind: IrregularityId,
        place: Option<Place>,
        card: bool,
    ) -> bool {
        let mut tell = |card| {
            self.table.apply(Actor::Staff(rank), Input::Irregular { kind, place, card }, &mut self.events)
        };
        if !card {
            return tell(None).is_ok();
        }
        if self.pile.last().is_some_and(|next| tell(Some(*next)).is_ok()) {
            self.pile.pop();
            return true;
        }
        let hidden: Vec<Card> =
            self.table.layout().cards().filter(|c| !c.face.is_up()).filter_map(|c| c.face.card()).collect();
        hidden.into_iter().any(|card| {
            let input = Input::Irregular { kind, place, card: Some(card) };
            self.send(Actor::Staff(rank), input).is_ok()
        })
    }

    fn must(&mut self, due: Due, actor: Actor, input: Input) -> Result<(), Failure> {
        self.send(actor, input).map_err(|refusal| fault(due, refusal))
    }

    fn a_patron_may_cut(&self) -> bool {
        self.offers().iter().any(|offer| matches!((offer.by, offer.ask), (By::Patron(_), Ask::Cut)))
    }

    fn shuffle(&mut self, due: Due) -> Result<(), Failure> {
        let pack = self.table.shoe().pack();
        // The cutting card goes in with about a quarter of the cards behind it.
        let behind =
            pack.len() / 5 + u16::try_from(self.chance.below(usize::from(pack.len() / 10))).unwrap_or(0);
        let before = self.events.len();
        self.must(due, Actor::DEALER, Input::Shuffled { cut_card: Some(pack.len() - behind) })?;
        let all = !self.events.iter().skip(before).any(|e| matches!(e.what, What::Shuffled { all: false }));
        self.pile.clear();
        for card in pack.kind.cards() {
            self.pile.extend((0..pack.decks).map(|_| card));
        }
        if !all {
            // Cards that lie on the layout stay out when the discards are shuffled in the middle of a round.
            for out in self.table.layout().cards().filter_map(|card| card.face.card()) {
                if let Some(at) = self.pile.iter().position(|card| *card == out) {
                    self.pile.swap_remove(at);
                }
            }
            self.pile.sort();
        }
        self.chance.shuffle(&mut self.pile);
        Ok(())
    }

    fn deal(&mut self, due: Due, to: Place, up: bool) -> Result<(), Failure> {
        let card =
            self.pile.pop().ok_or_else(|| Failure::Fault("a card is due and the shoe is empty".into()))?;
        let face = match (to, up) {
            (Place::Rack, _) => Face::Unread,
            (_, true) => Face::Up(card),
            (_, false) => Face::Down(card),
        };
        self.must(due, Actor::DEALER, Input::Card { to, face })
    }

    /// Whether the dealer's two cards are an ace and a ten-valued card, which the device alone has read.
    fn device_says_yes(&self) -> bool {
        let ranks: Vec<Option<Rank>> =
            self.table.layout().at(Place::Dealer).map(|card| card.face.card()?.rank()).collect();
        let ace = |rank: Option<Rank>| rank == Some(Rank::Ace);
        let ten = |rank: Option<Rank>| rank.is_some_and(|rank| rank >= Rank::Ten && rank < Rank::Ace);
        match ranks.as_slice() {
            [one, other] => (ace(*one) && ten(*other)) || (ten(*one) && ace(*other)),
            _ => false,
        }
    }
}

fn fault(due: Due, refusal: Refusal) -> Failure {
    Failure::Fault(format!("{}, and what was sent was refused: {refusal}", explain_due(&due)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_deals_the_same_cards_for_ever() {
        let mut items: Vec<u8> = (0..10).collect();
        Chance::new(7).shuffle(&mut items);
        assert_eq!(items, PINNED);
    }

    /// If this changes, every seed that anybody wrote down deals other cards.
    const PINNED: [u8; 10] = [4, 0, 1, 5, 7, 8, 3, 2, 6, 9];

    #[test]
    fn every_number_below_the_bound_comes() {
        let mut chance = Chance::new(1);
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            seen[chance.below(6)] += 1;
        }
        assert!(seen.iter().all(|times| (850..1_150).contains(times)), "{seen:?}");
        assert_eq!(chance.below(0), 0);
    }
}
