//! Answers everything a table waits for that is not a person's decision, with outcomes from a source of chance.
//!
//! A [`Driver`] plays the house at one table: it shuffles and deals, throws the dice, spins the wheel, answers for
//! devices and meters, releases steps and approves. It reads only [`Due`] and contains no rules of any game.
//! [`Driver::step`] does the next thing, or returns what waits for a person: wagers, choices, a patron's cut. To make
//! something else happen, take [`Driver::answer`], change it, and send it by [`Driver::send`], which keeps the real
//! cards consistent with what was reported.

mod cards;
mod chance;

pub use cards::KeptCards;
pub use chance::{Chance, Granted, Meters};

use crate::awaits::{Ask, By, Due, Offer};
use crate::event::{Event, Sink};
use crate::explain::explain_due;
use crate::input::{Input, RulingAct};
use crate::layout::{Face, LaidCard, Place};
use crate::people::{Actor, Person, Rank};
use crate::refusal::Refusal;
use crate::table::{AnyTable, Table, Wheel};
use crate::transcript::Transcript;
use cards::Cards;
use felt::Card;

/// A table that a driver can drive: a table of a known game with any sink, or any table of the registry.
pub trait Driven<S: ?Sized> {
    /// Returns the table for reading.
    fn face(&self) -> &dyn AnyTable;

    /// See [`Table::apply`].
    ///
    /// # Errors
    /// Returns the refusal; the table is then unchanged.
    fn tell(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal>;
}

impl<T: Table + 'static, S: Sink> Driven<S> for T {
    #[inline]
    fn face(&self) -> &dyn AnyTable {
        self
    }
    #[inline]
    fn tell(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        Table::apply(self, actor, input, out)
    }
}

impl Driven<Transcript> for dyn AnyTable {
    fn face(&self) -> &dyn AnyTable {
        self
    }
    fn tell(&mut self, actor: Actor, input: Input, out: &mut Transcript) -> Result<(), Refusal> {
        self.apply_to(actor, input, out)
    }
}

impl Driven<Vec<Event>> for dyn AnyTable {
    fn face(&self) -> &dyn AnyTable {
        self
    }
    fn tell(&mut self, actor: Actor, input: Input, out: &mut Vec<Event>) -> Result<(), Refusal> {
        self.apply(actor, input, out)
    }
}

/// Why a table cannot continue although no person is asked: a bug in this program, never a player's error.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// The table refused the answer it was waiting for.
    #[error("{}, and what was sent was refused: {refusal}", explain_due(due))]
    Refused {
        /// What was due.
        due: Due,
        /// The refusal.
        refusal: Box<Refusal>,
    },
    /// No answer is possible: there is no such meter, wheel or step, or the card is unknown.
    #[error("{}, and the house has no answer", explain_due(.0))]
    NoAnswer(Due),
    /// The source of chance has failed; no outcome may be taken from it.
    #[error("{}, and the source of chance has failed", explain_due(.0))]
    NoChance(Due),
    /// The table's count of the cards in the shoe differs from the real one.
    #[error("the table counts {counted} cards in the shoe and there are {there}")]
    OutOfStep {
        /// The table's count.
        counted: u16,
        /// The real count.
        there: usize,
    },
}

impl Fault {
    /// Builds the fault of a refused answer.
    #[cold]
    pub fn refused(due: Due, refusal: Refusal) -> Fault {
        Fault::Refused { due, refusal: Box::new(refusal) }
    }
}

/// The house at one table. Create it before the cards are first shuffled.
#[derive(Clone, Debug)]
pub struct Driver<C, M = ()> {
    /// The source of chance.
    pub chance: C,
    /// The house's meters.
    pub meters: M,
    /// Whether a device reads the cards that are dealt face down. Cards that go to the rack are never read.
    pub reads: bool,
    cards: Cards,
}

impl<C: Chance> Driver<C> {
    /// A house without meters, where a device reads the cards.
    pub fn new(chance: C) -> Driver<C> {
        Driver::with_meters(chance, ())
    }
}

impl<C: Chance, M: Meters> Driver<C, M> {
    /// A house with these meters, where a device reads the cards.
    pub fn with_meters(chance: C, meters: M) -> Driver<C, M> {
        Driver { chance, meters, reads: true, cards: Cards::default() }
    }

    /// Does the next thing that the house must do, or returns what waits for a person.
    ///
    /// # Errors
    /// Returns what prevents the table from continuing.
    #[inline]
    pub fn step<T, S>(&mut self, table: &mut T, out: &mut S) -> Result<Option<Due>, Fault>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        let due = table.face().due();
        Ok(if self.does(table, due, out)? { None } else { Some(due) })
    }

    /// Plays until a person must act, and returns what they must do.
    ///
    /// # Errors
    /// Returns what prevents the table from continuing.
    pub fn until_asked<T, S>(&mut self, table: &mut T, out: &mut S) -> Result<Due, Fault>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        loop {
            let due = table.face().due();
            if !self.does(table, due, out)? {
                return Ok(due);
            }
        }
    }

    /// Does what is due; returns false if it waits for a person.
    #[inline]
    fn does<T, S>(&mut self, table: &mut T, due: Due, out: &mut S) -> Result<bool, Fault>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        let told = match due {
            Due::Bets { .. } | Due::Choice { .. } | Due::Choices { .. } => return Ok(false),
            // Cards and steps bypass `answer`: they are most of what is due, so the speed of a simulation depends on
            // them.
            Due::Card { to, up } => {
                let card = self.next_card(table.face()).ok_or(Fault::NoAnswer(due))?;
                if !self.chance.holds() {
                    return Err(Fault::NoChance(due));
                }
                table.tell(Actor::DEALER, Input::Card { to, face: self.face(to, card, up) }, out)
            }
            Due::Turn { place } => {
                let card = self.hidden_card(table.face(), place).ok_or(Fault::NoAnswer(due))?;
                table.tell(Actor::DEALER, Input::Turn { place, card }, out)
            }
            Due::Step(step) => table.tell(Actor::DEALER, Input::Step(step), out),
            _ => return self.does_something_rare(table, due, out),
        };
        told.map(|()| true).map_err(|refusal| Fault::refused(due, refusal))
    }

    fn does_something_rare<T, S>(&mut self, table: &mut T, due: Due, out: &mut S) -> Result<bool, Fault>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        let Some((actor, input)) = self.answer(table.face())? else { return Ok(false) };
        self.say(table, actor, input, out).map_err(|refusal| Fault::refused(due, refusal))?;
        if matches!(due, Due::Shuffle) {
            self.counts_agree(table.face())?;
        }
        Ok(true)
    }

    /// Sends an answer of the house. Any card in it is the real card.
    fn say<T, S>(&mut self, table: &mut T, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        match input {
            Input::Shuffled { .. } | Input::Cut { .. } => self.send(table, actor, input, out),
            // If the floor may not let play continue, the round is void.
            Input::Ruling(act) => table
                .tell(actor, Input::Ruling(act), out)
                .or_else(|_| table.tell(actor, Input::Ruling(RulingAct::VoidRound), out)),
            _ => table.tell(actor, input, out),
        }
    }

    /// Sends an input of any actor and keeps the real cards consistent with it.
    ///
    /// # Errors
    /// Returns the refusal; nothing has changed.
    #[inline]
    pub fn send<T, S>(
        &mut self,
        table: &mut T,
        actor: Actor,
        input: Input,
        out: &mut S,
    ) -> Result<(), Refusal>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        match input {
            Input::Card { face, .. } => self.send_card(table, actor, input, face.card(), out),
            Input::Irregular { card, .. } => self.send_card(table, actor, input, card, out),
            Input::Turn { place, card } => {
                let hidden = table.face().layout().at(place).find(|laid| !laid.face.is_up()).copied();
                table.tell(actor, input, out)?;
                if let Some(laid) = hidden.filter(|laid| laid.face == Face::Unread) {
                    self.cards.told(laid.draw, card, table.face().shoe());
                }
                Ok(())
            }
            Input::Shuffled { .. } => {
                let which = table.face().shuffling();
                table.tell(actor, input, out)?;
                self.cards.shuffled(table.face(), which);
                Ok(())
            }
            Input::Cut { depth } => {
                table.tell(actor, input, out)?;
                self.cards.cut(depth.into(), table.face().shoe(), &mut self.chance);
                Ok(())
            }
            _ => table.tell(actor, input, out),
        }
    }

    /// Sends an input that may name a card which is not on the layout yet.
    #[inline]
    fn send_card<T, S>(
        &mut self,
        table: &mut T,
        actor: Actor,
        input: Input,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal>
    where
        T: Driven<S> + ?Sized,
        S: ?Sized,
    {
        let (held, draws) = (table.face().held_next(), table.face().shoe().draws());
        table.tell(actor, input, out)?;
        let table = table.face();
        // Only such inputs take cards out of the shoe, so from here on every card that is out has its place.
        self.cards.catch_up(table.shoe(), &mut self.chance);
        let came = match table.shoe().draws() != draws {
            true => Some(draws.wrapping_add(1)),
            false => held.filter(|_| table.held_next() != held),
        };
        if let (Some(draw), Some(card)) = (came, card) {
            self.cards.told(draw, card, table.shoe());
        }
        Ok(())
    }

    /// Returns the house's answer to what is due, and who gives it; `None` if it waits for a person.
    ///
    /// # Errors
    /// Fails if no answer is possible, or if the source of chance has failed.
    pub fn answer(&mut self, table: &dyn AnyTable) -> Result<Option<(Actor, Input)>, Fault> {
        let answer = self.any_answer(table)?;
        if self.chance.holds() { Ok(answer) } else { Err(Fault::NoChance(table.due())) }
    }

    /// As [`Driver::answer`], but without checking the source of chance: the caller must discard the answer if it
    /// failed.
    fn any_answer(&mut self, table: &dyn AnyTable) -> Result<Option<(Actor, Input)>, Fault> {
        let due = table.due();
        let by_dealer = |input| Ok(Some((Actor::DEALER, input)));
        match due {
            Due::Bets { .. } | Due::Choice { .. } | Due::Choices { .. } => Ok(None),
            Due::Card { to, up } => {
                let card = self.next_card(table).ok_or(Fault::NoAnswer(due))?;
                by_dealer(Input::Card { to, face: self.face(to, card, up) })
            }
            Due::Turn { place } => {
                let card = self.hidden_card(table, place).ok_or(Fault::NoAnswer(due))?;
                by_dealer(Input::Turn { place, card })
            }
            Due::Step(step) => by_dealer(Input::Step(step)),
            Due::Answer => {
                by_dealer(Input::Answer { yes: self.device_answer(table).ok_or(Fault::NoAnswer(due))? })
            }
            Due::Shuffle => by_dealer(Input::Shuffled { cut_card: Some(self.cut_card(table)) }),
            Due::Cut if a_patron_may_cut(table) => Ok(None),
            Due::Cut => by_dealer(Input::Cut { depth: self.cut_depth(table) }),
            Due::Roll { by, .. } => Ok(Some((Actor::Staff(by), Input::Roll(self.chance.two_dice())))),
            Due::RollThree { .. } => by_dealer(Input::RollThree(self.chance.three_dice())),
            Due::Number { most } => by_dealer(Input::Number(self.chance.number_up_to(most))),
            Due::Spin => {
                let pocket = match table.wheel() {
                    Wheel::Ball(wheel) => self.chance.pick(wheel.pockets()),
                    Wheel::None | Wheel::Sections(_) => None,
                };
                by_dealer(Input::Spin(pocket.ok_or(Fault::NoAnswer(due))?))
            }
            Due::WheelStop => {
                let section = match table.wheel() {
                    Wheel::Sections(sections) => self.chance.pick(sections),
                    Wheel::None | Wheel::Ball(_) => None,
                };
                by_dealer(Input::WheelStopped(section.ok_or(Fault::NoAnswer(due))?))
            }
            Due::Meter { meter, share, patron } => {
                let granted = self.meters.grant(meter, share, patron).ok_or(Fault::NoAnswer(due))?;
                let Granted { stands, amount } = granted;
                by_dealer(Input::Granted { meter, stands, amount })
            }
            Due::Approval { by, not, .. } => {
                // Where two persons must approve, the second must differ from the first.
                let person = Person(not.map_or(0, |first| first.0.wrapping_add(1)));
                Ok(Some((by.into(), Input::Approve { yes: true, person })))
            }
            Due::Decision { rank } => {
                let step = self.decision(table, rank).ok_or(Fault::NoAnswer(due))?;
                Ok(Some((Actor::Staff(rank), step)))
            }
            Due::Ruling { rank } => Ok(Some((Actor::Staff(rank), Input::Ruling(RulingAct::GoOn)))),
        }
    }

    /// Returns the card that is laid next: one that was drawn before and held, or the next of the shoe; `None` if there
    /// is none.
    #[inline]
    pub fn next_card(&mut self, table: &dyn AnyTable) -> Option<Card> {
        match table.held_next() {
            Some(draw) => self.held_card(table, draw),
            None => self.top_card(table),
        }
    }

    /// Returns a card that was drawn before. A reported card is believed, even if the shoe never held it.
    fn held_card(&self, table: &dyn AnyTable, draw: u32) -> Option<Card> {
        let laid = table.layout().cards().find(|laid| laid.draw == draw);
        laid.and_then(|laid| laid.face.card()).or_else(|| self.cards.drawn(draw))
    }

    /// Checks that the shoe holds as many cards as the table counts. Drawing cards cannot make the counts differ, so it
    /// is enough to check after a shuffle.
    ///
    /// # Errors
    /// Returns both counts if they differ.
    pub fn counts_agree(&self, table: &dyn AnyTable) -> Result<(), Fault> {
        let shoe = table.shoe();
        let (counted, there) = (shoe.remaining(), self.cards.left(shoe));
        if usize::from(counted) == there { Ok(()) } else { Err(Fault::OutOfStep { counted, there }) }
    }

    /// Returns the next card of the shoe itself, ignoring cards that were drawn before and held.
    #[inline]
    pub fn top_card(&mut self, table: &dyn AnyTable) -> Option<Card> {
        self.cards.top(table.shoe(), &mut self.chance)
    }

    /// Returns the real face of a card, whether or not the table was told it.
    pub fn really(&self, laid: &LaidCard) -> Option<Card> {
        self.cards.really(laid)
    }

    /// Returns the true answer of the device, if one is asked.
    pub fn device_answer(&self, table: &dyn AnyTable) -> Option<bool> {
        table.device_answer(&|laid| self.cards.really(laid))
    }

    /// Returns the cards in the shoe, the next one first, so that a caller can arrange a deal. Reorder them only:
    /// adding or removing cards would break the pack.
    pub fn undealt(&mut self, table: &dyn AnyTable) -> &mut [Card] {
        self.cards.undealt(table.shoe(), &mut self.chance)
    }

    /// Returns all real cards in their order, to be stored beside a snapshot of the table.
    pub fn keep_cards(&mut self) -> KeptCards {
        self.cards.keep(&mut self.chance)
    }

    /// Takes over a shoe that another driver has dealt from. What the table knows of the shoe is kept; chance decides
    /// which of the unseen cards are still in the shoe and which lie unread.
    pub fn take_over(&mut self, table: &dyn AnyTable) {
        self.cards = Cards::taken_over(table, &mut self.chance);
    }

    /// Continues with the cards that were stored beside a snapshot of the table.
    pub fn put_cards(&mut self, kept: KeptCards) {
        self.cards = Cards::kept(kept);
    }

    /// How a card is laid: face up, or face down and either read by a device or unread.
    #[inline]
    pub fn face(&self, to: Place, card: Card, up: bool) -> Face {
        match (up, self.reads && to != Place::Rack) {
            (true, _) => Face::Up(card),
            (false, true) => Face::Down(card),
            (false, false) => Face::Unread,
        }
    }

    /// The first card of a place that still lies face down.
    #[inline]
    fn hidden_card(&self, table: &dyn AnyTable, place: Place) -> Option<Card> {
        table.layout().at(place).find(|laid| !laid.face.is_up()).and_then(|laid| self.really(laid))
    }

    /// Where the cutting card goes: about a quarter of the cards are behind it.
    fn cut_card(&mut self, table: &dyn AnyTable) -> u16 {
        let cards = table.shoe().pack().len();
        cards - cards / 5 - small(self.chance.below(usize::from(cards / 10)))
    }

    /// How deep a cut is: somewhere in the middle. The documents require some cards on either side, so the few cards of
    /// a run-out are cut in half.
    pub fn cut_depth(&mut self, table: &dyn AnyTable) -> u16 {
        let cards = table.shoe().remaining();
        let spread = if cards < 60 { 0 } else { cards / 2 };
        (cards - spread) / 2 + small(self.chance.below(spread.into()))
    }

    /// Takes one of the steps offered to that rank, each with equal probability.
    fn decision(&mut self, table: &dyn AnyTable, rank: Rank) -> Option<Input> {
        let (mut seen, mut chosen) = (0, None);
        table.offers(&mut |offer| {
            if let (Ask::Step(step), true) = (offer.ask, offer.by == By::Staff(rank)) {
                seen += 1;
                // Reservoir sampling: the n-th step replaces the choice with probability 1/n, so all are equally
                // likely.
                if self.chance.below(seen) == 0 {
                    chosen = Some(Input::Step(step));
                }
            }
        });
        chosen
    }
}

fn a_patron_may_cut(table: &dyn AnyTable) -> bool {
    let mut may = false;
    table.offers(&mut |offer: Offer| may |= matches!((offer.by, offer.ask), (By::Patron(_), Ask::Cut)));
    may
}

/// Converts a number of cards. It is below a bound that is itself a number of cards, which a shoe counts in a `u16`.
fn small(cards: usize) -> u16 {
    u16::try_from(cards).unwrap_or(u16::MAX)
}

#[cfg(test)]
mod tests;
