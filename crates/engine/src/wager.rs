//! Wagers on the table and the lines that settle them.

use crate::history::History;
use crate::layout::Spot;
use crate::people::Patron;
use crate::rule::Cites;
use crate::words::{MeterId, RowId, WagerId};
use felt::{Money, Odds, Pay};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A wager's number at its table, from 1. Numbers are never reused, because a wager may outlive many rounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename = "$number")]
#[schemars(rename = "WagerNumber")]
pub struct WagerNumber(pub u32);

/// Who receives what a wager brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Beneficiary {
    /// The patron who staked it.
    #[default]
    Patron,
    /// The dealers: a bet placed for them.
    Dealers,
    /// The house itself, which bets against the bank of the patron named.
    House,
}

impl Beneficiary {
    /// The word as scenarios write it.
    pub const fn word(self) -> &'static str {
        match self {
            Beneficiary::Patron => "patron",
            Beneficiary::Dealers => "dealers",
            Beneficiary::House => "house",
        }
    }
}

/// The counterparty of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Against {
    /// The house.
    House,
    /// The patron who holds the bank.
    Bank(Patron),
    /// A progressive meter.
    Meter(MeterId),
}

impl std::fmt::Display for Against {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Against::House => f.write_str("house"),
            Against::Bank(patron) => write!(f, "bank {patron}"),
            Against::Meter(meter) => write!(f, "meter {meter}"),
        }
    }
}

/// How a wager ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Paid; the stake, or the part of it that won, is returned.
    Wins,
    /// Collected.
    Loses,
    /// The stake is returned because the hands are equal.
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

/// The state of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Standing {
    /// On the layout, undecided.
    Open,
    /// Decided, and still on the layout.
    Decided(Outcome, Cites),
    /// Paid, collected or returned.
    Settled,
}

/// One wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Wager {
    /// Its number at the table.
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
    /// The game's own number for the kind, for games with many kinds, so that they do not compare words at every step.
    pub area: u8,
    /// The whole stake.
    pub stake: Money,
    /// How much of the stake was won at this table in this round and added to it.
    pub won_part: Money,
    /// The worth of a lammer wagered in place of money: it wins with the wager and never belongs to the patron.
    pub lammer: Money,
    /// The part of the stake in play, if a box holds more than its maximum; the rest is always returned.
    pub share: Option<Money>,
    /// Whether it works now; an off wager stays where it is whatever happens.
    pub working: bool,
    /// Whether its patron called it off: it stays off until they call it on.
    pub called_off: bool,
    /// The wager that it supports.
    pub supports: Option<WagerNumber>,
    /// Its state.
    pub standing: Standing,
}

impl Wager {
    /// Whether it lies on the layout: undecided, or decided and not yet paid, collected or returned.
    pub fn on_layout(&self) -> bool {
        self.standing != Standing::Settled
    }

    /// The part of the stake that can be won or lost.
    pub fn at_risk(&self) -> Money {
        self.share.unwrap_or(self.stake)
    }
}

/// The wagers on a table, by number.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(try_from = "Rows")]
pub struct Wagers {
    rows: Vec<Wager>,
    /// How many were ever placed; used only for numbering.
    placed: History<u32>,
}

/// The stored form of wagers.
#[derive(Deserialize)]
struct Rows {
    rows: Vec<Wager>,
    placed: History<u32>,
}

impl TryFrom<Rows> for Wagers {
    type Error = &'static str;

    /// Wagers are found by number with a binary search, so the rows must be in order.
    fn try_from(Rows { rows, placed }: Rows) -> Result<Wagers, &'static str> {
        let in_order = rows.is_sorted_by(|one, next| one.number < next.number);
        let known = rows.last().is_none_or(|last| last.number.0 <= placed.0);
        if in_order && known { Ok(Wagers { rows, placed }) } else { Err("wagers out of order") }
    }
}

impl Wagers {
    /// Places an ordinary wager against the house for the patron.
    ///
    /// Returns the wager, so that the caller can fill in its other fields.
    pub fn place(&mut self, patron: Patron, spot: Spot, kind: WagerId, stake: Money) -> &mut Wager {
        self.placed.0 = self.placed.wrapping_add(1);
        let at = self.rows.len();
        self.rows.push(Wager {
            number: WagerNumber(self.placed.0),
            patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot,
            kind,
            area: 0,
            stake,
            won_part: Money::ZERO,
            lammer: Money::ZERO,
            share: None,
            working: true,
            called_off: false,
            supports: None,
            standing: Standing::Open,
        });
        &mut self.rows[at]
    }

    /// The wager of that number.
    pub fn get(&self, number: WagerNumber) -> Option<&Wager> {
        self.position(number).and_then(|at| self.rows.get(at))
    }

    /// The wager of that number, to change it.
    pub fn get_mut(&mut self, number: WagerNumber) -> Option<&mut Wager> {
        self.position(number).and_then(|at| self.rows.get_mut(at))
    }

    /// Finds the row of a number. Rows are in the order of their numbers; usually none is missing, and the first guess
    /// is right.
    fn position(&self, number: WagerNumber) -> Option<usize> {
        let first = self.rows.first()?.number;
        let guess = usize::try_from(number.0.checked_sub(first.0)?).ok()?;
        if self.rows.get(guess).is_some_and(|wager| wager.number == number) {
            return Some(guess);
        }
        self.rows.binary_search_by_key(&number, |wager| wager.number).ok()
    }

    /// Returns the n-th stored wager, counted from 0 in the order they were placed.
    pub fn nth(&self, at: usize) -> Option<&Wager> {
        self.rows.get(at)
    }

    /// As [`Wagers::nth`], mutable.
    pub fn nth_mut(&mut self, at: usize) -> Option<&mut Wager> {
        self.rows.get_mut(at)
    }

    /// The number of the last wager that was placed; 0 before the first.
    pub fn last_placed(&self) -> WagerNumber {
        WagerNumber(self.placed.0)
    }

    /// All wagers in the order they were placed.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Wager> {
        self.rows.iter()
    }

    /// All wagers, to change them.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Wager> {
        self.rows.iter_mut()
    }

    /// Removes the wagers that are settled.
    pub fn retire(&mut self) {
        self.rows.retain(|wager| wager.on_layout());
    }

    /// Removes the wagers for which the test fails.
    pub fn retain(&mut self, stays: impl FnMut(&Wager) -> bool) {
        self.rows.retain(stays);
    }

    /// Copies the stored wagers.
    pub fn copy_rows(&self, to: &mut Vec<Wager>) {
        to.clear();
        to.extend_from_slice(&self.rows);
    }

    /// Restores exactly these wagers, which were stored before. Numbering continues after the last number given.
    pub fn put_back(&mut self, rows: &[Wager]) {
        self.rows.clear();
        self.rows.extend_from_slice(rows);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }
}

/// What a settlement line is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LineKind {
    /// A wager settled.
    Wager,
    /// Money without a stake: a bonus, an envy bonus, an award by ruling.
    Award,
    /// Money owed for a service: vigorish.
    Charge,
    /// A limit on what other lines pay together.
    Cap,
    /// A deferred charge: chips for it are marked, and stay at the table until it is collected.
    Debt,
    /// Undoes an earlier line.
    Reversal,
    /// The combined result of the wagers against a patron's bank, won or lost by the bank.
    Bank,
    /// Deferred charges are collected, from the chips that are marked for them.
    Collection,
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
            LineKind::Collection => "collection",
            LineKind::Reversal => "reversal",
            LineKind::Bank => "bank",
        }
    }
}

/// The share of a meter that a line drew, small enough for every line to carry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Share(u16);

impl Share {
    /// Returns the share of a pay entry; `None` if it is not a share of a meter.
    pub fn of(pay: Pay) -> Option<Share> {
        match pay {
            Pay::MeterPercent(hundredths) => u16::try_from(hundredths).ok().map(Share),
            Pay::Odds(_) | Pay::Amount(_) => None,
        }
    }

    /// Returns the entry of a pay table for this share.
    pub fn pay(self) -> Pay {
        Pay::MeterPercent(self.0.into())
    }

    /// In hundredths of a percent.
    pub const fn hundredths(self) -> u16 {
        self.0
    }

    /// Whether it is all of the meter.
    pub fn is_whole(self) -> bool {
        self.pay() == Pay::WHOLE_METER
    }
}

crate::printed::text_schema!(Share, "A share of a meter such as 2.5%.");

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.pay().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Share, D::Error> {
        let pay = Pay::deserialize(deserializer)?;
        Share::of(pay).ok_or_else(|| serde::de::Error::custom(format_args!("{pay} is no share of a meter")))
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pay().fmt(f)
    }
}

/// One line of a settlement: a movement of chips and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
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
    #[serde(rename = "hand")]
    pub spot: Spot,
    /// The kind of wager.
    pub wager: WagerId,
    /// The stake that was at risk and leaves the layout by this line; zero where a wager is paid and stays up.
    pub stake: Money,
    /// What the odds were applied to: the stake, unless a lammer or a share of the stake replaces it. A lammer without
    /// money beside it has a stake of zero and its worth as the basis.
    pub basis: Money,
    /// How the wager ended; none for lines that do not settle one.
    pub outcome: Option<Outcome>,
    /// The odds it was paid at, if it was paid at odds.
    pub odds: Option<Odds>,
    /// The row of the pay table it was paid by; none for a wager that the rule book prices without a pay table (a
    /// blackjack at 3 to 2) or that hit no row. Craps has one printed table for the whole layout: there it is the row
    /// of that table (`field-two`; `eleven` for a horn paid as such).
    pub row: Option<RowId>,
    /// The share of the meter that it drew.
    pub share: Option<Share>,
    /// The amount paid on top of the stake; negative for the amount that a cap takes off.
    pub paid: Money,
    /// The part of the stake that is returned: the winning part of a wager in parts; nothing for one paid "for 1".
    pub returned: Money,
    /// The amount charged, deferred or collected; negative if it is given back.
    pub charged: Money,
    /// The line that this one undoes.
    pub reverses: Option<u16>,
    /// The first line that a cap cuts: it cuts the lines of its hand from there on, together.
    pub cuts: Option<u16>,
    /// The rules: those for the outcome first, then those for the price.
    #[serde(rename = "rules")]
    pub cites: Cites,
}

impl Line {
    /// The line of a wager, to be filled in with how it ended; it moves no money yet.
    pub fn of(wager: &Wager) -> Line {
        Line {
            seq: 0,
            kind: LineKind::Wager,
            number: Some(wager.number),
            patron: wager.patron,
            beneficiary: wager.beneficiary,
            against: wager.against,
            spot: wager.spot,
            wager: wager.kind,
            stake: wager.stake,
            basis: wager.at_risk() + wager.lammer,
            outcome: None,
            odds: None,
            row: None,
            share: None,
            paid: Money::ZERO,
            returned: Money::ZERO,
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites: Cites::NONE,
        }
    }

    /// An amount from the house without a stake.
    pub fn award(patron: Patron, word: WagerId, amount: Money, cites: Cites) -> Line {
        Line {
            seq: 0,
            kind: LineKind::Award,
            number: None,
            patron,
            beneficiary: Beneficiary::Patron,
            against: Against::House,
            spot: Spot::TABLE,
            wager: word,
            stake: Money::ZERO,
            basis: Money::ZERO,
            outcome: None,
            odds: None,
            row: None,
            share: None,
            paid: amount,
            returned: Money::ZERO,
            charged: Money::ZERO,
            reverses: None,
            cuts: None,
            cites,
        }
    }

    /// The collection of a patron's deferred charges.
    pub fn collection(patron: Patron, spot: Spot, word: WagerId, charged: Money, cites: Cites) -> Line {
        let line = Line::award(patron, word, Money::ZERO, cites);
        Line { kind: LineKind::Collection, spot, charged, ..line }
    }

    /// Returns the line that undoes this one. A deferred or collected charge is undone by a line of its own kind, since
    /// it moves other chips than a charge does.
    #[must_use]
    pub fn undone(&self, cites: Cites) -> Line {
        Line {
            kind: match self.kind {
                LineKind::Debt | LineKind::Collection => self.kind,
                _ => LineKind::Reversal,
            },
            paid: -self.paid,
            returned: -self.returned,
            charged: -self.charged,
            reverses: Some(self.seq),
            cites,
            ..*self
        }
    }

    /// The amount the patron takes from the layout by this line; negative if a reversal takes it back.
    pub fn to_patron(&self) -> Money {
        // The chips are only marked; they leave the patron when the charge is collected.
        if self.kind == LineKind::Debt {
            return Money::ZERO;
        }
        self.paid + self.returned - self.charged
    }
}
