//! The casino's options, and their approved values.

use felt::{Odds, OddsForm};

use crate::limits::Range;

/// One option of the casino.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionRule {
    /// Its id in files.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The approved values.
    pub allowed: Allowed,
    /// The value if a table names none.
    pub default: String,
    /// Values that are approved only under a condition.
    pub only: Vec<OnlyWhen>,
    /// Values that are approved only together with values of other options.
    pub needs: Vec<Needs>,
    /// Another option and the value it must have for this one to have an effect; lint warns if it has a different one.
    pub only_with: Option<(String, String)>,
    /// Whether all tables of the game in a house must have the same value.
    pub uniform: bool,
    /// The paragraphs that require one value in the whole house; those of the option unless `uniform_cites` says
    /// otherwise.
    pub uniform_cites: Vec<String>,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

impl OptionRule {
    /// Returns the condition that this value violates with this number of decks, if any.
    ///
    /// Several conditions on one value are alternatives: one of them must hold.
    #[must_use]
    pub fn broken_condition(&self, value: &str, decks: u8) -> Option<&OnlyWhen> {
        let mut conditions = self.only.iter().filter(|only| only.value == value).peekable();
        let first = conditions.peek().copied();
        if conditions.any(|only| only.decks.contains(decks.into())) { None } else { first }
    }

    /// Returns what this value requires of another option that has a different value, and the paragraphs that require
    /// it.
    pub(crate) fn lacking<'o>(
        &'o self,
        value: &str,
        chosen: impl Fn(&str) -> Option<&'o str>,
    ) -> Option<(&'o OtherOption, &'o [String])> {
        let lacks = |other: &&OtherOption| {
            chosen(&other.option).is_some_and(|value| !other.values.iter().any(|needed| needed == value))
        };
        let mut needed = self.needs.iter().filter(|needs| needs.value == value);
        needed.find_map(|needs| Some((needs.others.iter().find(lacks)?, needs.cites.as_slice())))
    }
}

/// The approved values of an option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Allowed {
    /// One of these words.
    OneOf(Vec<String>),
    /// A whole number in this range.
    Range(Range),
    /// Any odds that pay at least as much and use the same word, `to` or `for`.
    AtLeast(Odds),
}

impl Allowed {
    /// Whether the value is approved, apart from conditions.
    #[must_use]
    pub fn contains(&self, value: &str) -> bool {
        self.canonical(value).is_some()
    }

    /// Returns the minimum, if there is one.
    pub(crate) fn least(&self) -> Option<String> {
        match self {
            Self::AtLeast(least) => Some(least.to_string()),
            Self::OneOf(_) | Self::Range(_) => None,
        }
    }

    /// Returns the canonical spelling of an approved value, by which tables are compared; `None` if it is not approved.
    ///
    /// Odds have many spellings (`14 to 12`, `7:6`); words and numbers have only one, so `07` and `+7` are refused.
    #[must_use]
    pub fn canonical(&self, value: &str) -> Option<String> {
        match self {
            Self::OneOf(values) => values.iter().find(|v| *v == value).cloned(),
            Self::Range(range) => value
                .parse()
                .is_ok_and(|n: u32| n.to_string() == value && range.contains(n))
                .then(|| value.to_owned()),
            Self::AtLeast(least) => {
                let odds = value.parse::<Odds>().ok()?;
                (odds.form() == least.form() && pays_no_less(odds, *least))
                    .then(|| lowest_terms(odds).to_string())
            }
        }
    }
}

impl std::fmt::Display for Allowed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OneOf(values) => f.write_str(&values.join(", ")),
            Self::Range(range) => range.fmt(f),
            Self::AtLeast(least) => write!(f, "{least} or more"),
        }
    }
}

fn pays_no_less(odds: Odds, least: Odds) -> bool {
    let [win, per, least_win, least_per] =
        [odds.win_units(), odds.per_units(), least.win_units(), least.per_units()].map(u64::from);
    win * least_per >= least_win * per
}

fn lowest_terms(odds: Odds) -> Odds {
    let (won, per) = (odds.win_units(), odds.per_units());
    let common = gcd(won, per);
    let paid = match odds.form() {
        OddsForm::To => won,
        OddsForm::For => won + per,
    };
    Odds::checked(paid / common, per / common, odds.form()).unwrap_or(odds)
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// A value that is approved only for some numbers of decks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnlyWhen {
    /// The value.
    pub value: String,
    /// The numbers of decks it is approved for.
    pub decks: Range,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// A value that is approved only together with values of other options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needs {
    /// The value.
    pub value: String,
    /// The other options, each with one of its values.
    pub others: Vec<OtherOption>,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

/// An option that must have one of these values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtherOption {
    /// The option.
    pub option: String,
    /// The allowed values.
    pub values: Vec<String>,
}

impl OtherOption {
    /// Reads `shuffler yes or two-decks`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (option, values) = text.trim().split_once(' ')?;
        let values: Vec<String> = values.split(" or ").map(|value| value.trim().to_owned()).collect();
        values.iter().all(|value| !value.is_empty()).then(|| Self { option: option.to_owned(), values })
    }
}

impl std::fmt::Display for OtherOption {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.option, self.values.join(" or "))
    }
}
