//! What a table says: small data, from which words are made when somebody reads them.

use crate::input::RulingAct;
use crate::layout::{Face, Marker, Place, Seen, Spot};
use crate::people::{Audience, Patron, Rank};
use crate::rule::{Cites, Rule};
use crate::wager::{Beneficiary, Line, Outcome, Wager, WagerNumber};
use crate::words::{ChoiceId, HandId, IrregularityId, MeterId, RemedyId, StepId, WagerId};
use felt::{Money, Pocket, Section, ThreeDice, TwoDice};

/// Something that happened, and the rules by which it did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The rules applied. For a settlement line they are the line's own.
    pub cites: Cites,
}

/// The kinds of event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// The cards were shuffled: all of them, or only the discards.
    Shuffled {
        /// Whether all cards took part.
        all: bool,
    },
    /// The shuffled cards were cut.
    Cut {
        /// By a patron, or by the dealer.
        by: Option<Patron>,
        /// How deep.
        depth: u16,
    },
    /// A patron passed the cut on.
    CutDeclined {
        /// Who.
        patron: Patron,
    },
    /// Wagers may be made for this round.
    RoundOpened {
        /// The round.
        round: u32,
    },
    /// A wager was placed.
    WagerPlaced {
        /// Its number.
        number: WagerNumber,
        /// Whose it is.
        patron: Patron,
        /// On which hand.
        spot: Spot,
        /// Its kind.
        wager: WagerId,
        /// The stake.
        stake: Money,
        /// Who receives what it brings.
        beneficiary: Beneficiary,
        /// What a lammer is worth that stands there in place of money, or beside it; nothing where there is none.
        lammer: Money,
    },
    /// Money was added to a wager.
    StakeAdded {
        /// The wager.
        number: WagerNumber,
        /// Whose it is.
        patron: Patron,
        /// On which hand.
        spot: Spot,
        /// Its kind.
        wager: WagerId,
        /// How much was added.
        added: Money,
        /// Whether it was won in this round.
        won: bool,
    },
    /// A wager was taken back, or a part of it.
    WagerTakenBack {
        /// The wager.
        number: WagerNumber,
        /// Whose it was.
        patron: Patron,
        /// Its kind.
        wager: WagerId,
        /// What went back.
        stake: Money,
        /// What stays on the layout.
        left: Money,
    },
    /// A wager was called on or off.
    WagerWorks {
        /// The wager.
        number: WagerNumber,
        /// Whose it is.
        patron: Patron,
        /// Its kind.
        wager: WagerId,
        /// Whether it works now.
        on: bool,
    },
    /// A wager was off, and so stays although the result would have decided it.
    WagerStays {
        /// The wager.
        number: WagerNumber,
        /// Whose it is.
        patron: Patron,
        /// Its kind.
        wager: WagerId,
    },
    /// A wager travelled to another area of the layout.
    WagerMoved {
        /// The wager.
        number: WagerNumber,
        /// Whose it is.
        patron: Patron,
        /// The area it left.
        from: WagerId,
        /// The area it lies on now; its kind from here on.
        to: WagerId,
    },
    /// A marker was placed, moved or turned.
    Marked(Marker),
    /// Staff took a step, or it came by itself in the dealer's name.
    Stepped {
        /// Which.
        step: StepId,
        /// Who.
        by: Rank,
    },
    /// A card came from the shoe and was laid.
    CardLaid {
        /// Its number.
        draw: u32,
        /// Where.
        place: Place,
        /// How.
        face: Face,
        /// Who looked under it.
        seen: Seen,
    },
    /// A card that lay face down is now known to all.
    CardTurned {
        /// Its number.
        draw: u32,
        /// Where.
        place: Place,
        /// The face.
        face: Face,
    },
    /// A card now lies elsewhere.
    CardMoved {
        /// Its number.
        draw: u32,
        /// Where it was.
        from: Place,
        /// Where it is.
        to: Place,
    },
    /// Cards were taken up into the rack.
    Collected {
        /// From where.
        place: Place,
        /// How many.
        cards: u16,
    },
    /// Two dice came to rest.
    Rolled(TwoDice),
    /// Three dice came to rest.
    RolledThree(ThreeDice),
    /// The ball came to rest.
    Spun(Pocket),
    /// The big wheel stopped.
    WheelStopped(Section),
    /// A meter granted an amount, which stays fixed from here on.
    MeterGranted {
        /// Which meter.
        meter: MeterId,
        /// How much.
        amount: Money,
    },
    /// A device answered.
    Answered {
        /// What it said.
        yes: bool,
    },
    /// A person is asked to decide.
    Asked {
        /// Who.
        patron: Patron,
        /// About which hand.
        spot: Spot,
    },
    /// Somebody decided.
    Chosen {
        /// Who.
        patron: Patron,
        /// About which hand.
        spot: Spot,
        /// What.
        choice: ChoiceId,
        /// How much.
        amount: Option<Money>,
    },
    /// The dealer announced what a hand is.
    Announced {
        /// Whose hand.
        place: Place,
        /// What it is.
        hand: Announcement,
    },
    /// It is settled how a wager ends; the chips have not moved yet.
    Decided {
        /// The wager.
        number: WagerNumber,
        /// How.
        outcome: Outcome,
    },
    /// Chips move.
    Settled(Line),
    /// The cutting card came out.
    CutCardReached,
    /// Something went wrong.
    Irregular {
        /// What.
        kind: IrregularityId,
        /// Where.
        place: Option<Place>,
    },
    /// What is done about it.
    Remedied {
        /// How.
        remedy: RemedyId,
        /// Where.
        place: Option<Place>,
    },
    /// Staff must do something that the table cannot see; the cited paragraph says what.
    Duty {
        /// Who must.
        by: Rank,
    },
    /// A person of that rank took note or approved.
    Approved {
        /// The rank.
        by: Rank,
    },
    /// A ruling was made.
    Ruled {
        /// By whom.
        by: Rank,
        /// What.
        act: RulingAct,
    },
    /// A patron may or may not bet now.
    Admission {
        /// Who.
        patron: Patron,
        /// Whether he may.
        admitted: bool,
    },
    /// A patron left.
    Left {
        /// Who.
        patron: Patron,
    },
    /// Another dealer came.
    DealerChanged,
    /// Nothing more can be decided in this round.
    RoundEnded {
        /// The round.
        round: u32,
    },
}

impl What {
    /// A wager that was placed.
    pub fn placed(wager: &Wager) -> What {
        let Wager { number, patron, spot, kind, stake, beneficiary, lammer, .. } = *wager;
        What::WagerPlaced { number, patron, spot, wager: kind, stake, beneficiary, lammer }
    }
}

/// What the dealer says a hand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Announcement {
    /// Its total.
    Total {
        /// The total as the game counts it.
        value: u16,
        /// Whether an ace in it counts eleven, or the like.
        soft: bool,
    },
    /// What it is called.
    Called(HandId),
}

impl Event {
    /// An event by one rule, by several, or by none.
    pub fn new(what: What, cites: impl Into<Cites>) -> Event {
        Event { what, cites: cites.into() }
    }

    /// A mere fact.
    pub const fn fact(what: What) -> Event {
        Event { what, cites: Cites::NONE }
    }

    /// The rules of the event, or of the settlement line it carries.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.cites.iter()
    }

    /// The event as the audience may know it. There is no other way out of the engine.
    #[must_use]
    pub fn seen_by(&self, audience: Audience) -> Event {
        let mut event = *self;
        if let What::CardLaid { face, seen, .. } = &mut event.what
            && !seen.includes(audience)
        {
            *face = face.from_outside();
        }
        event
    }

    /// The name of the kind, for counting and for JSON.
    pub const fn kind(&self) -> &'static str {
        match self.what {
            What::Shuffled { .. } => "shuffled",
            What::Cut { .. } => "cut",
            What::CutDeclined { .. } => "cut-declined",
            What::RoundOpened { .. } => "round-opened",
            What::WagerPlaced { .. } => "wager-placed",
            What::StakeAdded { .. } => "stake-added",
            What::WagerTakenBack { .. } => "wager-taken-back",
            What::WagerWorks { .. } => "wager-works",
            What::WagerStays { .. } => "wager-stays",
            What::WagerMoved { .. } => "wager-moved",
            What::Marked(_) => "marked",
            What::Stepped { .. } => "stepped",
            What::CardLaid { .. } => "card-laid",
            What::CardTurned { .. } => "card-turned",
            What::CardMoved { .. } => "card-moved",
            What::Collected { .. } => "collected",
            What::Rolled(_) => "rolled",
            What::RolledThree(_) => "rolled-three",
            What::Spun(_) => "spun",
            What::WheelStopped(_) => "wheel-stopped",
            What::MeterGranted { .. } => "meter-granted",
            What::Answered { .. } => "answered",
            What::Asked { .. } => "asked",
            What::Chosen { .. } => "chosen",
            What::Announced { .. } => "announced",
            What::Decided { .. } => "decided",
            What::Settled(_) => "settled",
            What::CutCardReached => "cut-card-reached",
            What::Irregular { .. } => "irregular",
            What::Remedied { .. } => "remedied",
            What::Duty { .. } => "duty",
            What::Approved { .. } => "approved",
            What::Ruled { .. } => "ruled",
            What::Admission { .. } => "admission",
            What::Left { .. } => "left",
            What::DealerChanged => "dealer-changed",
            What::RoundEnded { .. } => "round-ended",
        }
    }
}

/// Where a table's events go. The caller owns and reuses the buffer.
pub trait Sink {
    /// Takes the event that is made for it. Whoever keeps it makes it where it will lie, and whoever does not
    /// need it does not make it.
    fn put_with(&mut self, make: impl FnOnce() -> Event);
}

impl Sink for Vec<Event> {
    #[inline]
    fn put_with(&mut self, make: impl FnOnce() -> Event) {
        // Room is made first, so that the event is written once and not copied.
        self.extend(std::iter::once_with(make));
    }
}

/// Throws events away, for runs that only want the money.
impl Sink for () {
    #[inline]
    fn put_with(&mut self, _: impl FnOnce() -> Event) {}
}
