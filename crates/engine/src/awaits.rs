//! What a table waits for, and what it would accept.

use crate::layout::{Place, Spot};
use crate::people::{Approver, Audience, Patron, Patrons, Person, Rank};
use crate::refusal::AmountRange;
use crate::rule::Rule;
use crate::wager::Beneficiary;
use crate::words::{ChoiceId, IrregularityId, MeterId, StepId, WagerId};
use felt::Pay;
use serde::{Deserialize, Serialize, Serializer};

/// What the round cannot go on without. Small and copyable: a simulation asks for it at every step.
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
        /// Where to.
        to: Place,
        /// Whether it is laid face up.
        up: bool,
    },
    /// A card that lies face down must be turned.
    Turn {
        /// Where it lies: the first card there that is still down.
        place: Place,
    },
    /// A device must answer yes or no.
    Answer,
    /// One person decides about one hand.
    Choice {
        /// Who.
        patron: Patron,
        /// About which hand.
        spot: Spot,
    },
    /// Several persons may decide; the step closes it.
    Choices {
        /// What closes it.
        closes: StepId,
        /// Those who have not answered yet.
        left: Patrons,
    },
    /// Two dice.
    Roll {
        /// Who reads them: a dealer, or a higher rank if a face is disputed.
        by: Rank,
        /// Wagers may still come, until the dealer takes this step or the dice come to rest: the operator of the
        /// table leaves time for them.
        closes: Option<StepId>,
    },
    /// Three dice from the cup of a hand.
    RollThree {
        /// The hand.
        place: Place,
        /// Who has shaken the cup; by default the dealer.
        by: Option<Patron>,
    },
    /// The ball.
    Spin,
    /// The big wheel.
    WheelStop,
    /// A meter must say what it grants.
    Meter {
        /// Which meter.
        meter: MeterId,
        /// The share of it.
        share: Pay,
        /// For whom.
        patron: Patron,
    },
    /// The dealer must release the next step.
    Step(StepId),
    /// A person must take note or approve.
    Approval {
        /// Who.
        by: Approver,
        /// The line that is approved, where it is one.
        of: Option<u16>,
        /// Who may not: one who has approved already, where two persons must.
        not: Option<Person>,
    },
    /// A person of this rank must decide: by one of the steps that are offered to that rank.
    Decision {
        /// The rank.
        rank: Rank,
    },
    /// A person of this rank must rule: no rule foresees this.
    Ruling {
        /// The rank.
        rank: Rank,
    },
    /// A number that a device draws.
    Number {
        /// The greatest it can show; the least is 1.
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
    /// What.
    pub ask: Ask,
    /// The amounts it may have, where it has one.
    pub amount: Option<AmountRange>,
    /// The rule that grants it, or for a report the rule that remedies it.
    pub rule: Rule,
    /// Whether this is what happens when nobody answers.
    pub by_default: bool,
}

impl Offer {
    /// An offer without an amount.
    pub const fn new(by: By, ask: Ask, rule: Rule) -> Offer {
        Offer { by, ask, amount: None, rule, by_default: false }
    }

    /// With an amount.
    #[must_use]
    pub const fn with(mut self, range: AmountRange) -> Offer {
        self.amount = Some(range);
        self
    }

    /// What silence means.
    #[must_use]
    pub const fn by_default(mut self) -> Offer {
        self.by_default = true;
        self
    }

    /// The offer wager by wager; an offer that is not a bet stays as it is.
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

    /// Whether the audience may know of the offer. What a patron may do with cards that others cannot see
    /// would tell them about the cards, so a choice is shown to the one who has it alone.
    pub fn shown_to(&self, audience: Audience) -> bool {
        match (self.by, self.ask) {
            (By::Patron(patron), Ask::Choose { .. } | Ask::Pick { .. }) => {
                audience == Audience::Patron(patron) || audience == Audience::Surveillance
            }
            _ => true,
        }
    }
}

/// Some of a game's wagers, by their places in its vocabulary: as many as a byte counts, so that none is dropped.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Targets {
    of: &'static [WagerId],
    set: [u64; 4],
}

impl Targets {
    /// None.
    pub const NONE: Targets = Targets { of: &[], set: [0; 4] };

    /// None yet, of these.
    pub const fn among(wagers: &'static [WagerId]) -> Targets {
        assert!(wagers.len() <= 256, "a vocabulary has no more wagers than a byte counts");
        Targets { of: wagers, set: [0; 4] }
    }

    /// Adds the n-th, counted from 0.
    pub fn add(&mut self, n: u8) {
        self.set[usize::from(n / 64)] |= 1 << (n % 64);
    }

    /// The wagers, in their order.
    pub fn iter(self) -> impl Iterator<Item = WagerId> {
        let chosen = move |(n, _): &(usize, &WagerId)| {
            self.set.get(n / 64).is_some_and(|word| word & (1 << (n % 64)) != 0)
        };
        self.of.iter().enumerate().filter(chosen).map(|(_, wager)| *wager)
    }

    /// Whether there is none.
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
    /// Place this one wager.
    pub const fn bet(box_number: u8, wager: WagerId, beneficiary: Beneficiary) -> Ask {
        Ask::Bet { box_number, wager, targets: Targets::NONE, beneficiary }
    }

    /// The wagers that are offered; none where something else is.
    pub fn wagers(self) -> impl Iterator<Item = WagerId> {
        let (one, several) = match self {
            Ask::Bet { wager, targets, .. } if targets.is_empty() => (Some(wager), Targets::NONE),
            Ask::Bet { targets, .. } => (None, targets),
            _ => (None, Targets::NONE),
        };
        one.into_iter().chain(several.iter())
    }
}

/// What is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Ask {
    /// Place a wager or add to it.
    Bet {
        /// The box.
        box_number: u8,
        /// The kind; the first of them where the offer is of several.
        wager: WagerId,
        /// The wagers of one family that may be made alike; empty where it is this one alone.
        targets: Targets,
        /// For whom: the patron, or the dealers.
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
        /// Whether it would work.
        on: bool,
    },
    /// Decide about a hand.
    Choose {
        /// The hand.
        spot: Spot,
        /// The choice.
        choice: ChoiceId,
    },
    /// Say which cards of a hand are meant.
    Pick {
        /// The hand.
        spot: Spot,
        /// How many.
        count: u8,
    },
    /// Cut the cards.
    Cut,
    /// Take a dealer's step.
    Step(StepId),
    /// Let a patron bet again.
    Permit {
        /// Whom.
        patron: Patron,
    },
    /// Report an irregularity.
    Report {
        /// What went wrong.
        kind: IrregularityId,
        /// Where.
        place: Option<Place>,
        /// Whether the report names an exposed card.
        card: bool,
    },
    /// Take note, or approve.
    Approve,
}
