//! What a table waits for, and what it would accept.

use crate::layout::{Place, Spot};
use crate::people::{Approver, Audience, Patron, Patrons, Person, Rank};
use crate::refusal::AmountRange;
use crate::rule::Rule;
use crate::wager::Beneficiary;
use crate::words::{ChoiceId, IrregularityId, MeterId, StepId, WagerId};
use felt::Pay;
use serde::{Deserialize, Serialize, Serializer};

/// What the round needs before it can continue. Small and copyable: a simulation reads it at every step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Due {
    /// The cards must be shuffled.
    Shuffle,
    /// The cards must be cut.
    Cut,
    /// Wagers; the step closes them.
    Bets {
        /// What closes them.
        closes: StepId,
    },
    /// A card from the shoe.
    Card {
        /// The place it is dealt to.
        to: Place,
        /// Whether it is laid face up.
        up: bool,
    },
    /// A card that lies face down must be turned.
    Turn {
        /// The place of the card: the first card there that is still face down.
        place: Place,
    },
    /// A device must answer yes or no.
    Answer,
    /// One person decides about one hand.
    Choice {
        /// Who decides.
        patron: Patron,
        /// The hand that the decision is about.
        spot: Spot,
    },
    /// Several patrons may decide; the step ends it.
    Choices {
        /// What closes it.
        closes: StepId,
        /// The patrons who have not answered yet.
        left: Patrons,
    },
    /// Two dice.
    Roll {
        /// Who reads them: a dealer, or a higher rank if a face is disputed.
        by: Rank,
        /// The step that closes the bets. Wagers are accepted until the dealer takes it or the dice come to rest; the
        /// operator of the table allows time for them.
        closes: Option<StepId>,
    },
    /// Three dice from the cup of a hand.
    RollThree {
        /// The hand.
        place: Place,
        /// Who has shaken the cup; by default the dealer.
        by: Option<Patron>,
    },
    /// The ball must come to rest.
    Spin,
    /// The big wheel must stop.
    WheelStop,
    /// A meter must say what it grants.
    Meter {
        /// Which meter.
        meter: MeterId,
        /// The share of the meter that is won.
        share: Pay,
        /// The patron who won it.
        patron: Patron,
    },
    /// The dealer must release the next step.
    Step(StepId),
    /// A person must acknowledge or approve something.
    Approval {
        /// Who must do it.
        by: Approver,
        /// The settlement line to be approved, if it is a line.
        of: Option<u16>,
        /// A person who may not approve because they already have, where two persons must.
        not: Option<Person>,
    },
    /// A person of this rank must decide, by one of the steps offered to that rank.
    Decision {
        /// The rank.
        rank: Rank,
    },
    /// A person of this rank must rule, because no rule covers the case.
    Ruling {
        /// The rank.
        rank: Rank,
    },
    /// A device must draw a number.
    Number {
        /// The largest number it can draw; the smallest is 1.
        most: u8,
    },
}

/// Who may send something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    /// This patron.
    Patron(Patron),
    /// Any patron.
    AnyPatron,
    /// Staff of this rank or above.
    Staff(Rank),
    /// Surveillance.
    Surveillance,
}

impl From<Approver> for By {
    fn from(approver: Approver) -> By {
        match approver {
            Approver::Staff(rank) => By::Staff(rank),
            Approver::Surveillance => By::Surveillance,
        }
    }
}

impl std::fmt::Display for By {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            By::Patron(patron) => patron.fmt(f),
            By::AnyPatron => f.write_str("any patron"),
            By::Staff(rank) => rank.fmt(f),
            By::Surveillance => f.write_str("surveillance"),
        }
    }
}

impl Serialize for By {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Something a person may send now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who may send it.
    pub by: By,
    /// What may be sent.
    pub ask: Ask,
    /// The accepted amounts, if it has an amount.
    pub amount: Option<AmountRange>,
    /// The rule that permits it; for a report, the rule that remedies the irregularity.
    pub rule: Rule,
    /// Whether this is what happens if the person does not answer.
    pub by_default: bool,
}

impl Offer {
    /// Builds an offer without an amount.
    pub const fn new(by: By, ask: Ask, rule: Rule) -> Offer {
        Offer { by, ask, amount: None, rule, by_default: false }
    }

    /// Adds the accepted amounts.
    #[must_use]
    pub const fn with(mut self, range: AmountRange) -> Offer {
        self.amount = Some(range);
        self
    }

    /// Marks the offer as the default, taken if the person does not answer.
    #[must_use]
    pub const fn by_default(mut self) -> Offer {
        self.by_default = true;
        self
    }

    /// Splits the offer into one per wager; an offer that is not a bet is returned unchanged.
    pub fn each(self) -> impl Iterator<Item = Offer> {
        let alone = move |wager| match self.ask {
            Ask::Bet { box_number, beneficiary, .. } => {
                Offer { ask: Ask::bet(box_number, wager, beneficiary), ..self }
            }
            _ => self,
        };
        let other = (!matches!(self.ask, Ask::Bet { .. })).then_some(self);
        self.ask.wagers().map(alone).chain(other)
    }

    /// Whether the audience may see the offer. The choices of a patron would reveal hidden cards, so only that patron
    /// sees them.
    pub fn shown_to(&self, audience: Audience) -> bool {
        match (self.by, self.ask) {
            (By::Patron(patron), Ask::Choose { .. } | Ask::Pick { .. }) => {
                audience == Audience::Patron(patron) || audience == Audience::Surveillance
            }
            _ => true,
        }
    }
}

/// A set of a game's wagers, by their index in its vocabulary. It holds every index of a byte, so none is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Targets {
    of: &'static [WagerId],
    set: [u64; 4],
}

impl Targets {
    /// The empty set.
    pub const NONE: Targets = Targets { of: &[], set: [0; 4] };

    /// The empty set over these wagers.
    pub const fn among(wagers: &'static [WagerId]) -> Targets {
        assert!(wagers.len() <= 256, "a vocabulary has no more wagers than a byte counts");
        Targets { of: wagers, set: [0; 4] }
    }

    /// Adds the wager at index `n`, counted from 0.
    pub fn add(&mut self, n: u8) {
        self.set[usize::from(n / 64)] |= 1 << (n % 64);
    }

    /// Returns the wagers in the order of the vocabulary.
    pub fn iter(self) -> impl Iterator<Item = WagerId> {
        let chosen = move |(n, _): &(usize, &WagerId)| {
            self.set.get(n / 64).is_some_and(|word| word & (1 << (n % 64)) != 0)
        };
        self.of.iter().enumerate().filter(chosen).map(|(_, wager)| *wager)
    }

    /// Whether the set is empty.
    pub fn is_empty(self) -> bool {
        self.set == [0; 4]
    }
}

impl std::fmt::Debug for Targets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl Serialize for Targets {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Ask {
    /// An offer to place this one wager.
    pub const fn bet(box_number: u8, wager: WagerId, beneficiary: Beneficiary) -> Ask {
        Ask::Bet { box_number, wager, targets: Targets::NONE, beneficiary }
    }

    /// Returns the wagers offered; none if something else is offered.
    pub fn wagers(self) -> impl Iterator<Item = WagerId> {
        let (one, several) = match self {
            Ask::Bet { wager, targets, .. } if targets.is_empty() => (Some(wager), Targets::NONE),
            Ask::Bet { targets, .. } => (None, targets),
            _ => (None, Targets::NONE),
        };
        one.into_iter().chain(several.iter())
    }
}

/// What is offered or asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ask {
    /// Place a wager or add to it.
    Bet {
        /// The box.
        box_number: u8,
        /// The kind of wager; the first one where the offer covers several.
        wager: WagerId,
        /// The wagers of one family that the offer covers; empty where it covers only `wager`.
        targets: Targets,
        /// The beneficiary: the patron, or the dealers.
        beneficiary: Beneficiary,
    },
    /// Take a wager back.
    TakeBack {
        /// The box.
        box_number: u8,
        /// The kind.
        wager: WagerId,
    },
    /// Call a wager on or off.
    Work {
        /// The box.
        box_number: u8,
        /// The kind.
        wager: WagerId,
        /// Whether the wager would then work.
        on: bool,
    },
    /// Decide about a hand.
    Choose {
        /// The hand.
        spot: Spot,
        /// The choice.
        choice: ChoiceId,
    },
    /// Say which cards of a hand are chosen.
    Pick {
        /// The hand.
        spot: Spot,
        /// How many cards.
        count: u8,
    },
    /// Cut the cards.
    Cut,
    /// Take a dealer's step.
    Step(StepId),
    /// Let a patron bet again.
    Permit {
        /// The patron.
        patron: Patron,
    },
    /// Report an irregularity.
    Report {
        /// What went wrong.
        kind: IrregularityId,
        /// Where it happened.
        place: Option<Place>,
        /// Whether the report names an exposed card.
        card: bool,
    },
    /// Take note, or approve.
    Approve,
}
