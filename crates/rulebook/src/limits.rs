//! Ranges of counts and of money, as written in rule books and table files.

use std::fmt;

use felt::{Currency, Money, ParseMoneyError};

/// Whole numbers from `min` to `max`, both included; written `1..7`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Range {
    /// The smallest number.
    pub min: u32,
    /// The largest number.
    pub max: u32,
}

impl Range {
    /// Reads `1..7`, or `7` for a single number.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (min, max) = text.split_once("..").unwrap_or((text, text));
        let (min, max) = (min.trim().parse().ok()?, max.trim().parse().ok()?);
        (min <= max).then_some(Self { min, max })
    }

    /// Whether the number lies in the range.
    #[must_use]
    pub fn contains(&self, number: u32) -> bool {
        (self.min..=self.max).contains(&number)
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.min == self.max { write!(f, "{}", self.min) } else { write!(f, "{}..{}", self.min, self.max) }
    }
}

/// Whole numbers in one or several ranges; written `2..6`, `1, 2, 6` or `1..2, 6`.
///
/// The ranges are stored sorted and merged, so that two that contain the same numbers are equal, however they were
/// written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranges(Vec<Range>);

impl Ranges {
    /// Reads the written form.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts: Vec<Range> = text.split(',').map(Range::parse).collect::<Option<_>>()?;
        parts.sort_by_key(|range| range.min);
        let mut joined: Vec<Range> = Vec::new();
        for range in parts {
            match joined.last_mut() {
                Some(last) if range.min <= last.max.saturating_add(1) => last.max = last.max.max(range.max),
                _ => joined.push(range),
            }
        }
        Some(Self(joined))
    }

    /// Whether the number lies in one of the ranges.
    #[must_use]
    pub fn contains(&self, number: u32) -> bool {
        self.0.iter().any(|range| range.contains(number))
    }

    /// Whether every number of a range is in one of these.
    #[must_use]
    pub fn covers(&self, range: Range) -> bool {
        // Adjacent ranges have been merged, so one of them must contain both ends.
        self.0.iter().any(|part| part.contains(range.min) && part.contains(range.max))
    }

    /// The ranges, in order.
    pub fn iter(&self) -> impl Iterator<Item = Range> {
        self.0.iter().copied()
    }
}

impl From<Range> for Ranges {
    fn from(range: Range) -> Self {
        Self(vec![range])
    }
}

impl fmt::Display for Ranges {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&parts.join(", "))
    }
}

/// The regulator's limits on one wager; either end may be open. Written `..100`, `5..`, `5..100`, `1..100 step 1`,
/// `=1..100 step 1` if the casino may choose neither minimum nor step, or `one of 1..10` if the casino chooses one
/// amount that every patron stakes.
///
/// A table's step must be a multiple of the regulator's: stakes in steps of five are also stakes in whole dollars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest minimum a table may post.
    pub min: Option<Money>,
    /// The largest maximum a table may post.
    pub max: Option<Money>,
    /// The step of which every stake must be a multiple.
    pub step: Option<Money>,
    /// Whether a table must post exactly this minimum and this step.
    pub fixed: bool,
    /// Whether a table posts one amount, which is its minimum and its maximum.
    pub one_amount: bool,
}

impl Bounds {
    /// Reads the written form in this currency.
    #[must_use]
    pub fn parse(text: &str, currency: Currency) -> Option<Self> {
        let (text, one_amount) = match text.strip_prefix("one of ") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (text, fixed) = match text.strip_prefix('=') {
            Some(text) => (text, true),
            None => (text, false),
        };
        let (ends, step) = match text.split_once("step") {
            Some((ends, step)) => (ends, Some(positive(step, currency).ok()?)),
            None => (text, None),
        };
        let (min, max) = ends.split_once("..")?;
        let end = |text: &str| match text.trim() {
            "" => Some(None),
            amount => positive(amount, currency).ok().map(Some),
        };
        let bounds = Self { min: end(min)?, max: end(max)?, step, fixed, one_amount };
        let ordered = match (bounds.min, bounds.max) {
            (Some(min), Some(max)) => min <= max,
            (None, None) => false,
            _ => true,
        };
        let in_steps = |end: Option<Money>| end.zip(step).is_none_or(|(end, step)| end.is_multiple_of(step));
        (ordered && in_steps(bounds.min) && in_steps(bounds.max)).then_some(bounds)
    }

    /// Returns what is wrong with these limits of a table, if anything, with amounts in words.
    pub(crate) fn broken_by(&self, limits: &Limits, currency: Currency) -> Option<String> {
        let show = |amount| currency.format_short(amount);
        match *self {
            Self { min: Some(least), .. } if limits.min < least => {
                Some(format!("the minimum {} is too low", show(limits.min)))
            }
            Self { max: Some(most), .. } if limits.max > most => {
                Some(format!("the maximum {} is too high", show(limits.max)))
            }
            Self { one_amount: true, .. } if limits.min != limits.max => {
                Some(format!("{} to {} is not one amount", show(limits.min), show(limits.max)))
            }
            Self { min: Some(least), fixed: true, .. } if limits.min != least => {
                Some(format!("the minimum {} is not {}", show(limits.min), show(least)))
            }
            Self { step: Some(step), fixed: true, .. } if limits.step != step => {
                Some(format!("the step {} is not {}", show(limits.step), show(step)))
            }
            Self { step: Some(step), .. } if !limits.step.is_multiple_of(step) => {
                Some(format!("the step {} is not a multiple of {}", show(limits.step), show(step)))
            }
            _ => None,
        }
    }

    /// Returns the written form.
    #[must_use]
    pub fn display(&self, currency: Currency) -> String {
        let end = |m: Option<Money>| m.map(|m| currency.format_short(m)).unwrap_or_default();
        let step = self.step.map(|step| format!(" step {}", currency.format_short(step))).unwrap_or_default();
        let one = if self.one_amount { "one of " } else { "" };
        format!("{one}{}..{}{step}", end(self.min), end(self.max))
    }
}

/// The stakes that a table accepts on one wager: from `min` to `max`, in multiples of `step`.
///
/// A table that names no step uses whole units of the currency (whole dollars) if the coin and both ends are whole
/// units, and coins otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The smallest stake.
    pub min: Money,
    /// The largest stake.
    pub max: Money,
    /// The step of which stakes are multiples.
    pub step: Money,
}

impl Limits {
    /// Reads `5..500 step 5`, or `5..500` with the default step that the type's description explains. A single amount
    /// is a fixed stake.
    ///
    /// # Errors
    /// Returns what is wrong with the text: its form, an amount, the order of amounts, or an amount that is not a
    /// multiple of step or coin.
    pub fn parse(text: &str, currency: Currency, coin: Money) -> Result<Self, String> {
        let amount = |word: &str| {
            let form = || format!("\"{text}\" is not of the form min..max step s");
            positive(word, currency).map_err(|objection| objection.unwrap_or_else(form))
        };
        let (ends, step) = match text.split_once("step") {
            Some((ends, step)) => (ends, Some(amount(step)?)),
            None => (text, None),
        };
        let (min, max) = ends.split_once("..").unwrap_or((ends, ends));
        let min = amount(min)?;
        let max = amount(max)?;
        if min > max {
            return Err(format!(
                "the minimum {} is above the maximum {}",
                currency.format_short(min),
                currency.format_short(max)
            ));
        }
        let step = step.unwrap_or_else(|| default_step(currency, coin, min, max));
        let limits = Self { min, max, step };
        let fits =
            [("step", step, "coin", coin), ("minimum", min, "step", step), ("maximum", max, "step", step)];
        for (name, amount, of, unit) in fits {
            if !amount.is_multiple_of(unit) {
                let (amount, unit) = (currency.format_short(amount), currency.format_short(unit));
                return Err(format!("the {name} {amount} is not a multiple of the {of} {unit}"));
            }
        }
        Ok(limits)
    }

    /// Narrows to the stakes from `min` to `max` that are multiples of another step; `None` if there are none.
    pub(crate) fn in_steps_of(&self, step: Money) -> Option<Self> {
        let (min, max, by) = (self.min.as_minor(), self.max.as_minor(), step.as_minor());
        let short = min.checked_rem(by)?;
        let min = if short == 0 { min } else { min.checked_add(by - short)? };
        let max = max - max % by;
        (min <= max).then_some(Self { min: Money::minor(min), max: Money::minor(max), step })
    }

    /// Whether this stake may be placed.
    #[must_use]
    pub fn allows(&self, stake: Money) -> bool {
        (self.min..=self.max).contains(&stake) && stake.is_multiple_of(self.step)
    }

    /// Returns the written form.
    #[must_use]
    pub fn display(&self, currency: Currency) -> String {
        let [min, max, step] = [self.min, self.max, self.step].map(|m| currency.format_short(m));
        format!("{min}..{max} step {step}")
    }
}

fn default_step(currency: Currency, coin: Money, min: Money, max: Money) -> Money {
    match positive("1", currency) {
        Ok(unit) if [min, max].iter().all(|m| m.is_multiple_of(unit)) && unit.is_multiple_of(coin) => unit,
        _ => coin,
    }
}

/// Reads a positive amount; if the text is another amount, returns why it is refused.
pub(crate) fn positive(text: &str, currency: Currency) -> Result<Money, Option<String>> {
    let text = text.trim();
    match currency.parse(text) {
        Ok(amount) if amount.is_positive() => Ok(amount),
        Ok(_) => Err(Some(format!("\"{text}\" is not a positive amount"))),
        Err(ParseMoneyError::Empty | ParseMoneyError::NotAnAmount(_)) => Err(None),
        Err(error) => Err(Some(error.to_string())),
    }
}
