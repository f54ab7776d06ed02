//! A table with the house around it, for the commands that play one.
//!
//! The engine's driver answers everything that is not a patron's to decide. What is added here is the table itself,
//! the events that were not taken yet, and ways to lead a table astray. Cards that lie face down are reported as
//! read by a device, so that the very card is turned later; a burned card stays unread, as at a real table.
//!
//! The meter is simulated: it always stands at [`METER`], also after a win.

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

/// What every pretended meter shows, in whole units of the currency.
pub(crate) const METER: &str = "10,000";

/// A table and the house around it.
pub(crate) struct Driver {
    pub(crate) table: Box<dyn AnyTable>,
    pub(crate) house: engine::Driver<Chance, Pretended>,
    /// How the cards are dealt.
    pub(crate) dealing: Dealing,
    /// The record of what was sent and said, if wanted.
    pub(crate) record: Option<Record>,
    events: Vec<Event>,
}

/// Ways of dealing. All but the first are for finding out where a round can go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Dealing {
    /// From a shoe that reads the cards.
    Read,
    /// From a shoe that reads nothing: what lies face down is known when it is turned.
    Unread,
    /// To the first box and to the board go the best cards of one suit, as they come once in a lifetime.
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

    /// Opens a table whose record is kept.
    pub(crate) fn recorded(known: &Known, config: &TableConfig, seed: u64) -> Result<Driver, Failure> {
        let record = Some(Record::of(known.game, &known.book, config, Some(seed)));
        Ok(Driver { record, ..Driver::open(known, config, seed)? })
    }

    /// Sends an input and keeps what comes out.
    pub(crate) fn send(&mut self, actor: Actor, input: Input) -> Result<(), Refusal> {
        let (table, events) = (&mut *self.table, &mut self.events);
        match &mut self.record {
            Some(record) => self.house.send(&mut Recorded { table, record }, actor, input, events),
            None => self.house.send(table, actor, input, events),
        }
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
        self.offers_that(|_| true)
    }

    /// What would be granted now and is wanted. It is asked once for a family, before the offer is made one of each of
    /// its wagers: a layout has hundreds.
    pub(crate) fn offers_that(&self, wanted: impl Fn(&Offer) -> bool) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers(&mut |offer| {
            if wanted(&offer) {
                offers.extend(offer.each());
            }
        });
        offers
    }

    /// What a patron would be granted now, for themselves or as anybody.
    pub(crate) fn offers_to(&self, patron: Patron) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.table.offers_to(patron, &mut |offer| offers.extend(offer.each()));
        offers
    }

    /// What is staked and not yet settled.
    pub(crate) fn on_layout(&self) -> Money {
        let open = self.table.wagers().iter().filter(|wager| wager.on_layout());
        open.fold(Money::ZERO, |sum, wager| sum + wager.stake)
    }

    /// Whether the round came to its end since the events were last taken.
    pub(crate) fn round_ended(&self) -> bool {
        self.events.iter().any(|event| matches!(event.what, What::RoundEnded { .. }))
    }

    /// Does the next thing that is the house's to do, or says what waits for a person.
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

    /// Whether the dealer may close what is open, or a patron must answer first.
    pub(crate) fn may_close(&self) -> bool {
        match self.table.due() {
            Due::Bets { closes } | Due::Choices { closes, .. } => {
                self.offers().iter().any(|offer| offer.ask == Ask::Step(closes))
            }
            _ => false,
        }
    }

    /// Cuts somewhere in the middle.
    pub(crate) fn cut(&mut self, actor: Actor) -> Result<(), Refusal> {
        let depth = self.house.cut_depth(&*self.table);
        self.send(actor, Input::Cut { depth })
    }

    /// Everything that could go wrong now, and how it would be told.
    pub(crate) fn tellings(&mut self, words: &Vocabulary, boxes: u8) -> Vec<Telling> {
        mishap::tellings(words, boxes, &*self.table, &mut self.house)
    }

    fn must(&mut self, due: Due, actor: Actor, input: Input) -> Result<(), Failure> {
        Ok(self.send(actor, input).map_err(|refusal| Fault::refused(due, refusal))?)
    }

    /// Has the best card come next, where the place is favoured.
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

/// Every meter of the house stands at the same amount.
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
