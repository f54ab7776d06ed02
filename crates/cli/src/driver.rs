//! A table with the house around it, for the commands that play one.
//!
//! The engine's driver does everything that is not a patron's decision. This module adds the table itself, the events
//! that were not taken yet, and ways to reach unusual states. Cards dealt face down are reported as read by a device,
//! so that the same card is turned later; a burned card stays unread, as at a real table.
//!
//! The meter is simulated: it always shows [`METER`], also after a win.

use crate::chance::Chance;
use crate::failure::Failure;
use crate::registry::Known;
use engine::mishap::{self, Telling};
use engine::record::{Record, Recorded};
use engine::{
    Actor, AnyTable, Ask, Due, Event, Fault, Granted, Input, MeterId, Meters, Offer, Patron, Place, Refusal,
    Spot, Vocabulary, What,
};
use felt::{Card, Money, Pay, Suit};
use rulebook::{Awards, TableConfig};

/// The amount that every simulated meter shows, in whole units of the currency.
pub(crate) const METER: &str = "10,000";

/// A table and the house around it.
pub(crate) struct Driver {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) house: engine::Driver<Chance, Pretended>,
    /// How the cards are dealt.
    pub(crate) dealing: Dealing,
    /// The record of the inputs and events, if requested.
    pub(crate) record: Option<Record>,
    events: Vec<Event>,
}

/// Ways of dealing. All but the first serve to explore which states a round can reach.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dealing {
    /// From a shoe that reads the cards.
    Read,
    /// From a shoe that does not read cards: the face of a card dealt face down becomes known when it is turned.
    Unread,
    /// The first box and the board receive the best cards of one suit, to reach the rarest hands.
    Lucky,
}

impl Clone for Driver {
    fn clone(&self) -> Driver {
        Driver {
            table: self.table.boxed_clone(),
            house: self.house.clone(),
            dealing: self.dealing,
            record: self.record.clone(),
            events: self.events.clone(),
        }
    }
}

impl Driver {
    /// Opens a table.
    pub(crate) fn open(known: &Known, config: &TableConfig, seed: u64) -> Result<Driver, Failure> {
        let table =
            (known.game.open)(&known.book, config).map_err(|error| Failure::Fault(error.to_string()))?;
        let stands = table.currency().parse(METER).map_err(|error| Failure::Fault(error.to_string()))?;
        let meters = Pretended { stands, awards: config.awards };
        let house = engine::Driver::with_meters(Chance::new(seed), meters);
        Ok(Driver { table, house, dealing: Dealing::Read, record: None, events: Vec::new() })
    }

    /// Opens a table and keeps its record.
    pub(crate) fn recorded(known: &Known, config: &TableConfig, seed: u64) -> Result<Driver, Failure> {
        let record = Some(Record::of(known.game, &known.book, config, Some(seed)));
        Ok(Driver { record, ..Driver::open(known, config, seed)? })
    }

    /// Sends an input and stores the resulting events.
    pub(crate) fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        let (table, events) = (&mut *self.table, &mut self.events);
        match &mut self.record {
            Some(record) => self.house.send(&mut Recorded { table, record }, actor, input, events),
            None => self.house.send(table, actor, input, events),
        }
    }

    /// Returns the events since the last call.
    pub(crate) fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    /// Returns the events up to the end of the round; later ones belong to the next round and are kept.
    pub(crate) fn take_round(&mut self) -> Vec<Event> {
        let ended = self.events.iter().rposition(|event| matches!(event.what, What::RoundEnded { .. }));
        let next = self.events.split_off(ended.map_or(self.events.len(), |at| at + 1));
        std::mem::replace(&mut self.events, next)
    }

    /// Returns all current offers.
    pub(crate) fn offers(&self) -> Vec<Offer> {
        self.offers_that(|_| true)
    }

    /// Returns the current offers that pass a filter. The filter sees one offer per family, before it is expanded to
    /// all wagers of the family: a layout has hundreds.
    pub(crate) fn offers_that(&self, wanted: impl Fn(&Offer) -> bool) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers(&mut |offer| {
            if wanted(&offer) {
                offers.extend(offer.each());
            }
        });
        offers
    }

    /// Returns the current offers to a patron, including those to everyone.
    pub(crate) fn offers_to(&self, patron: Patron) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers_to(patron, &mut |offer| offers.extend(offer.each()));
        offers
    }

    /// The sum of the stakes that are not settled yet.
    pub(crate) fn on_layout(&self) -> Money {
        let open = self.table.wagers().iter().filter(|wager| wager.on_layout());
        open.fold(Money::ZERO, |sum, wager| sum + wager.stake)
    }

    /// Whether the round has ended since the events were last taken.
    pub(crate) fn round_ended(&self) -> bool {
        self.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
    }

    /// Does the next step of the house, or returns what waits for a person.
    pub(crate) fn house_step(&mut self) -> Result<Option<Due>, Failure> {
        self.house.reads = self.dealing != Dealing::Unread;
        if let (Dealing::Lucky, Due::Card { to, .. }) = (self.dealing, self.table.due()) {
            self.be_lucky(to);
        }
        let (table, events) = (&mut *self.table, &mut self.events);
        Ok(match &mut self.record {
            Some(record) => self.house.step(&mut Recorded { table, record }, events),
            None => self.house.step(table, events),
        }?)
    }

    /// Has the dealer close an open decision of several patrons.
    pub(crate) fn close(&mut self) -> Result<(), Failure> {
        let due = self.table.due();
        match due {
            Due::Bets { closes } | Due::Choices { closes, .. } => {
                self.must(due, Actor::DEALER, Input::Step(closes))
            }
            _ => Ok(()),
        }
    }

    /// Whether the dealer may close the open decision; if not, a patron must answer first.
    pub(crate) fn may_close(&self) -> bool {
        match self.table.due() {
            Due::Bets { closes } | Due::Choices { closes, .. } => {
                self.offers().iter().any(|offer| offer.ask == Ask::Step(closes))
            }
            _ => false,
        }
    }

    /// Cuts at a random depth.
    pub(crate) fn cut(&mut self, actor: Actor) -> Result<(), Refusal> {
        let depth = self.house.cut_depth(&*self.table);
        self.send(actor, Input::Cut { depth })
    }

    /// Returns everything that could go wrong now, each with the input that reports it.
    pub(crate) fn tellings(&mut self, words: &Vocabulary, boxes: u8) -> Vec<Telling> {
        mishap::tellings(words, boxes, &*self.table, &mut self.house)
    }

    fn must(&mut self, due: Due, actor: Actor, input: Input) -> Result<(), Failure> {
        Ok(self.send(actor, input).map_err(|refusal| Fault::refused(due, refusal))?)
    }

    /// Moves the best card to the top of the shoe, if the next card goes to a favoured place.
    fn be_lucky(&mut self, to: Place) {
        if !matches!(to, Place::Board | Place::Hand(Spot { box_number: 1, .. })) {
            return;
        }
        let undealt = self.house.undealt(&*self.table);
        let worth = |card: &Card| (card.suit() == Some(Suit::Spades), card.rank());
        let best = (0..undealt.len()).max_by_key(|at| undealt.get(*at).map(worth));
        if let Some(best) = best {
            undealt.swap(0, best);
        }
    }
}

/// Meters of a simulated house: all of them show the same amount.
#[derive(Clone, Copy)]
pub(crate) struct Pretended {
    stands: Money,
    awards: Awards,
}

impl Meters for Pretended {
    fn grant(&mut self, _: MeterId, share: Pay, _: Patron) -> Option<Granted> {
        Granted::of(share, self.stands, self.awards)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Fault(fault.to_string())
    }
}
