//! What a table says: small data, from which texts are formatted on demand.

use crate::input::{FileHash, RulingAct};
use crate::layout::{Face, Marker, Place, Positions, Seen, Spot};
use crate::people::{Approver, Audience, Patron, Rank};
use crate::rule::{Cites, Rule};
use crate::wager::{Beneficiary, Line, Outcome, Wager, WagerNumber};
use crate::words::{ChoiceId, HandId, IrregularityId, MeterId, RemedyId, SectionId, StepId, WagerId};
use felt::{Money, Pocket, ThreeDice, TwoDice};
use schemars::JsonSchema;
use serde::de::Deserializer;
use serde::ser::{SerializeStruct, Serializer};
use serde::{Deserialize, Serialize};

/// Something that happened, and the rules by which it did: whole, for readers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub what: What,
    /// The rules applied. For a settlement line they are the line's own.
    pub cites: Cites,
}

/// The kinds of event. A settlement carries its line, or a reference to the line where events are stored: see
/// [`Sink::Line`]. Stored records number the kinds in this order: add new kinds at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", rename_all_fields = "kebab-case", deny_unknown_fields)]
#[schemars(rename = "What")]
#[non_exhaustive]
pub enum What<L = Line> {
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
        #[serde(rename = "hand")]
        spot: Spot,
        /// Its kind.
        wager: WagerId,
        /// The stake.
        stake: Money,
        /// Who receives what it brings.
        beneficiary: Beneficiary,
        /// The worth of a lammer that is wagered in place of money or beside it; zero if there is none.
        lammer: Money,
    },
    /// Money was added to a wager.
    StakeAdded {
        /// The wager.
        number: WagerNumber,
        /// Whose it is.
        patron: Patron,
        /// On which hand.
        #[serde(rename = "hand")]
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
    /// The result would have decided a wager that was off, so it stays.
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
    /// Staff took a step, or the table took it in the dealer's name.
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
    /// A person looked at a card that lies face down.
    CardSeen {
        /// Its number.
        draw: u32,
        /// Where it lies.
        place: Place,
        /// Who looked; the dealer if none is named.
        by: Option<Patron>,
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
    /// Three dice came to rest, in the cup of a hand.
    RolledThree {
        /// The hand.
        place: Place,
        /// What they show.
        dice: ThreeDice,
    },
    /// The ball came to rest.
    Spun(Pocket),
    /// The big wheel stopped.
    WheelStopped(SectionId),
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
        #[serde(rename = "hand")]
        spot: Spot,
    },
    /// A person decided.
    Chosen {
        /// Who.
        patron: Patron,
        /// About which hand.
        #[serde(rename = "hand")]
        spot: Spot,
        /// What.
        choice: ChoiceId,
        /// How much.
        amount: Option<Money>,
        /// Whether the platform chose for a patron who was silent or gone.
        lapsed: bool,
    },
    /// A person said which cards of a hand they mean.
    Picked {
        /// Who.
        patron: Patron,
        /// Of which hand.
        #[serde(rename = "hand")]
        spot: Spot,
        /// The cards.
        cards: Positions,
    },
    /// The dealer announced what a hand is.
    Announced {
        /// Whose hand.
        place: Place,
        /// What it is.
        #[serde(rename = "is")]
        hand: Announcement,
    },
    /// The outcome of a wager is known; the chips have not moved yet.
    Decided {
        /// The wager.
        number: WagerNumber,
        /// How.
        outcome: Outcome,
    },
    /// Chips move.
    Settled(L),
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
    /// A person took note, approved, or withheld approval.
    Approved {
        /// Who.
        by: Approver,
        /// Whether it was given.
        yes: bool,
    },
    /// From here on the table goes by another table file.
    TermsChanged {
        /// The hash of the file.
        file: FileHash,
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
        /// Whether they may.
        admitted: bool,
    },
    /// A patron left.
    Left {
        /// Who.
        patron: Patron,
    },
    /// Another dealer came.
    DealerChanged,
    /// The round is over: no decision is left in it.
    RoundEnded {
        /// The round.
        round: u32,
    },
    /// A round that had ended is resumed: later events belong to it, and its settlement lines are numbered on.
    RoundReopened {
        /// The round.
        round: u32,
    },
    /// A device drew a number.
    NumberDrawn {
        /// What it shows.
        number: u8,
    },
}

impl<L> What<L> {
    /// Builds the event of a wager that was placed.
    pub fn placed(wager: &Wager) -> What<L> {
        let Wager { number, patron, spot, kind, stake, beneficiary, lammer, .. } = *wager;
        What::WagerPlaced { number, patron, spot, wager: kind, stake, beneficiary, lammer }
    }

    /// Replaces the line by what `to` makes of it; `None` if `to` returns none.
    pub fn with_line<M>(self, to: impl FnOnce(L) -> Option<M>) -> Option<What<M>> {
        Some(match self {
            What::Shuffled { all } => What::Shuffled { all },
            What::Cut { by, depth } => What::Cut { by, depth },
            What::CutDeclined { patron } => What::CutDeclined { patron },
            What::RoundOpened { round } => What::RoundOpened { round },
            What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } => {
                What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer }
            }
            What::StakeAdded { number, patron, spot, wager, added, won } => {
                What::StakeAdded { number, patron, spot, wager, added, won }
            }
            What::WagerTakenBack { number, patron, wager, stake, left } => {
                What::WagerTakenBack { number, patron, wager, stake, left }
            }
            What::WagerWorks { number, patron, wager, on } => What::WagerWorks { number, patron, wager, on },
            What::WagerStays { number, patron, wager } => What::WagerStays { number, patron, wager },
            What::WagerMoved { number, patron, from, to } => What::WagerMoved { number, patron, from, to },
            What::Marked(it) => What::Marked(it),
            What::Stepped { step, by } => What::Stepped { step, by },
            What::CardLaid { draw, place, face, seen } => What::CardLaid { draw, place, face, seen },
            What::CardTurned { draw, place, face } => What::CardTurned { draw, place, face },
            What::CardSeen { draw, place, by } => What::CardSeen { draw, place, by },
            What::CardMoved { draw, from, to } => What::CardMoved { draw, from, to },
            What::Collected { place, cards } => What::Collected { place, cards },
            What::Rolled(it) => What::Rolled(it),
            What::RolledThree { place, dice } => What::RolledThree { place, dice },
            What::NumberDrawn { number } => What::NumberDrawn { number },
            What::Spun(it) => What::Spun(it),
            What::WheelStopped(it) => What::WheelStopped(it),
            What::MeterGranted { meter, amount } => What::MeterGranted { meter, amount },
            What::Answered { yes } => What::Answered { yes },
            What::Asked { patron, spot } => What::Asked { patron, spot },
            What::Chosen { patron, spot, choice, amount, lapsed } => {
                What::Chosen { patron, spot, choice, amount, lapsed }
            }
            What::Picked { patron, spot, cards } => What::Picked { patron, spot, cards },
            What::Announced { place, hand } => What::Announced { place, hand },
            What::Decided { number, outcome } => What::Decided { number, outcome },
            What::Settled(line) => What::Settled(to(line)?),
            What::CutCardReached => What::CutCardReached,
            What::Irregular { kind, place } => What::Irregular { kind, place },
            What::Remedied { remedy, place } => What::Remedied { remedy, place },
            What::Duty { by } => What::Duty { by },
            What::Approved { by, yes } => What::Approved { by, yes },
            What::TermsChanged { file } => What::TermsChanged { file },
            What::Ruled { by, act } => What::Ruled { by, act },
            What::Admission { patron, admitted } => What::Admission { patron, admitted },
            What::Left { patron } => What::Left { patron },
            What::DealerChanged => What::DealerChanged,
            What::RoundEnded { round } => What::RoundEnded { round },
            What::RoundReopened { round } => What::RoundReopened { round },
        })
    }

    /// The name of the kind, as JSON has it.
    pub const fn kind(&self) -> &'static str {
        match self {
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
            What::CardSeen { .. } => "card-seen",
            What::CardMoved { .. } => "card-moved",
            What::Collected { .. } => "collected",
            What::Rolled(_) => "rolled",
            What::RolledThree { .. } => "rolled-three",
            What::NumberDrawn { .. } => "number-drawn",
            What::Spun(_) => "spun",
            What::WheelStopped(_) => "wheel-stopped",
            What::MeterGranted { .. } => "meter-granted",
            What::Answered { .. } => "answered",
            What::Asked { .. } => "asked",
            What::Chosen { .. } => "chosen",
            What::Picked { .. } => "picked",
            What::Announced { .. } => "announced",
            What::Decided { .. } => "decided",
            What::Settled(_) => "settled",
            What::CutCardReached => "cut-card-reached",
            What::Irregular { .. } => "irregular",
            What::Remedied { .. } => "remedied",
            What::Duty { .. } => "duty",
            What::Approved { .. } => "approved",
            What::TermsChanged { .. } => "terms-changed",
            What::Ruled { .. } => "ruled",
            What::Admission { .. } => "admission",
            What::Left { .. } => "left",
            What::DealerChanged => "dealer-changed",
            What::RoundEnded { .. } => "round-ended",
            What::RoundReopened { .. } => "round-reopened",
        }
    }
}

impl JsonSchema for Event {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Event".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "description": "Something that happened, and the rules by which it did; a settlement's stand on its line.",
            "properties": {
                "what": generator.subschema_for::<What>(),
                "rules": generator.subschema_for::<Cites>(),
            },
            "required": ["what", "rules"],
            "additionalProperties": false,
        })
    }
}

/// The rules of a settlement are written once, on its line.
impl Serialize for Event {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let rules = if matches!(self.what, What::Settled(_)) { Cites::NONE } else { self.cites };
        let mut fields = serializer.serialize_struct("Event", 2)?;
        fields.serialize_field("what", &self.what)?;
        fields.serialize_field("rules", &rules)?;
        fields.end()
    }
}

impl<'de> Deserialize<'de> for Event {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Event, D::Error> {
        #[derive(Deserialize)]
        #[serde(rename = "Event", deny_unknown_fields)]
        struct Written {
            what: What,
            rules: Cites,
        }
        let Written { what, rules } = Written::deserialize(deserializer)?;
        let cites = if let What::Settled(line) = what { line.cites } else { rules };
        Ok(Event { what, cites })
    }
}

/// What the dealer says a hand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
#[non_exhaustive]
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

/// What some cards make, by the ranking of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Named {
    /// The total, or what it is called.
    pub is: Announcement,
    /// The ranks that name it, the highest first: `9` of a pair of nines; empty where only a total counts.
    pub ranks: String,
    /// The ranks that are compared after these.
    pub kickers: String,
}

impl Event {
    /// An event by one rule, by several, or by none.
    pub fn new(what: What, cites: impl Into<Cites>) -> Event {
        Event { what, cites: cites.into() }
    }

    /// An event that rests on no rule.
    pub const fn fact(what: What) -> Event {
        Event { what, cites: Cites::NONE }
    }

    /// The rules of the event, or of the settlement line it carries.
    pub fn rules(&self) -> impl Iterator<Item = Rule> + '_ {
        self.cites.iter()
    }

    /// Returns the event as the audience may know it. Every event that leaves the engine must go through this.
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
        self.what.kind()
    }
}

/// Where a table's events go. The caller owns and reuses the buffer.
pub trait Sink {
    /// What an event stores for a settlement line: the line itself, or where to find it.
    type Line: Copy;

    /// Takes a settlement line; the result is stored in the line's event.
    fn keep(&mut self, line: &Line) -> Self::Line;

    /// Takes an event.
    fn put(&mut self, what: What<Self::Line>, cites: Cites);
}

/// Whole events, for callers that read them immediately.
impl Sink for Vec<Event> {
    type Line = Line;

    #[inline]
    fn keep(&mut self, line: &Line) -> Line {
        *line
    }

    #[inline]
    fn put(&mut self, what: What, cites: Cites) {
        self.push(Event { what, cites });
    }
}

/// Discards events, for runs that need only the money.
impl Sink for () {
    type Line = ();

    #[inline]
    fn keep(&mut self, _: &Line) {}

    #[inline]
    fn put(&mut self, _: What<()>, _: Cites) {}
}
