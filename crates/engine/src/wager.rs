//! Wagers on the table and the lines that settle them.

use crate::layout::Spot;
use crate::people::Patron;
use crate::rule::Cites;
use crate::words::WagerId;
use felt::{Money, Odds};
use serde::Serialize;

/// A wager's number within its round, from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(transparent)]
pub struct WagerNumber(pub u16);

/// Who receives what a wager brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beneficiary {
    /// The patron who staked it.
    Patron,
    /// The dealers: a bet placed for them.
    Dealers,
}

/// Who stands against a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The house.
    House,
    /// The patron who holds the bank.
    Bank,
    /// A progressive meter.
    Meter,
}

/// How a wager ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Paid at its odds, the stake returned.
    Wins,
    /// Collected.
    Loses,
    /// Neither: the stake is returned because the hands are equal.
    Pushes,
    /// The wager is undone and its stake returned.
    Returned,
}

impl Outcome {
    /// The word as scenarios write it.
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Wins => "wins",
            Outcome::Loses => "loses",
            Outcome::Pushes => "pushes",
            Outcome::Returned => "returned",
        }
    }
}

/// Where a wager stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// On the layout, undecided.
    Open,
    /// Decided, and still on the layout.
    Decided(Outcome, Cites),
    /// Paid, collected or returned.
    Settled,
}

/// One wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wager {
    /// Its number in the round.
    pub number: WagerNumber,
    /// Who staked it.
    pub patron: Patron,
    /// Who receives the proceeds.
    pub beneficiary: Beneficiary,
    /// Who stands against it.
    pub against: Against,
    /// The hand it rides on.
    pub spot: Spot,
    /// What kind of wager it is.
    pub kind: WagerId,
    /// The whole stake.
    pub stake: Money,
    /// How much of the stake was won at this table in this round and added to it.
    pub won_part: Money,
    /// The wager that it supports.
    pub supports: Option<WagerNumber>,
    /// Where it stands.
    pub standing: Standing,
}

/// The wagers of a round, by number.
#[derive(Clone, Debug, Default)]
pub struct Wagers(Vec<Wager>);

impl Wagers {
    /// No wagers, with room for a full table.
    pub fn with_room(wagers: usize) -> Wagers {
        Wagers(Vec::with_capacity(wagers))
    }

    /// Places an ordinary wager against the house for the patron himself.
    pub fn place(&mut self, patron: Patron, spot: Spot, kind: WagerId, stake: Money) -> WagerNumber {
        // A round holds at most seven boxes with a handful of wagers each, far below the number's range.
        let number = WagerNumber(u16::try_from(self.0.len() + 1).unwrap_or(u16::MAX));
        self.0.push(Wager {
            number,
            patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot,
            kind,
            stake,
            won_part: Money::ZERO,
            supports: None,
            standing: Standing::Open,
        });
        number
    }

    /// The wager of that number.
    pub fn get(&self, number: WagerNumber) -> Option<&Wager> {
        self.0.get(usize::from(number.0).checked_sub(1)?)
    }

    /// The wager of that number, to change it.
    pub fn get_mut(&mut self, number: WagerNumber) -> Option<&mut Wager> {
        self.0.get_mut(usize::from(number.0).checked_sub(1)?)
    }

    /// All wagers in the order they were placed.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Wager> {
        self.0.iter()
    }

    /// All wagers, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Wager> {
        self.0.iter_mut()
    }

    /// Forgets the round's wagers.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether none was placed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a settlement line is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineKind {
    /// A wager settled.
    Wager,
    /// Money without a stake: a bonus, an envy bonus, an award by ruling.
    Award,
    /// Money owed for a service: vigorish.
    Charge,
    /// A limit on what other lines pay together.
    Cap,
    /// A charge put off.
    Debt,
    /// Undoes an earlier line.
    Reversal,
}

impl LineKind {
    /// The word as scenarios write it.
    pub const fn word(self) -> &'static str {
        match self {
            LineKind::Wager => "wager",
            LineKind::Award => "award",
            LineKind::Charge => "charge",
            LineKind::Cap => "cap",
            LineKind::Debt => "debt",
            LineKind::Reversal => "reversal",
        }
    }
}

/// One line of a settlement: a movement of chips and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its number in the round, from 1.
    pub seq: u16,
    /// What it is.
    pub kind: LineKind,
    /// The wager, for lines that settle or undo one.
    pub number: Option<WagerNumber>,
    /// The patron concerned.
    pub patron: Patron,
    /// Who receives it.
    pub beneficiary: Beneficiary,
    /// Who stands against it.
    pub against: Against,
    /// The hand concerned.
    pub spot: Spot,
    /// The kind of wager.
    pub wager: WagerId,
    /// The stake that was at risk.
    pub stake: Money,
    /// How it ended.
    pub outcome: Outcome,
    /// The odds it was paid at, if it was paid at odds.
    pub odds: Option<Odds>,
    /// What is paid on top of the stake.
    pub paid: Money,
    /// What comes back of the stake.
    pub returned: Money,
    /// What is charged.
    pub charged: Money,
    /// The line that this one undoes.
    pub reverses: Option<u16>,
    /// The rules: what decided it, then what priced it.
    pub cites: Cites,
}

impl Line {
    /// What the patron takes from the layout by this line; negative when a reversal takes back.
    pub fn to_patron(&self) -> Money {
        self.paid + self.returned - self.charged
    }
}
