//! What a casino may choose, and the values it may choose from.

use felt::{Odds, OddsForm};

use crate::limits::Range;

/// One thing the casino may choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionRule {
    /// What files call it.
    pub id: String,
    /// What is chosen, for people.
    pub name: String,
    /// The approved values.
    pub allowed: Allowed,
    /// The value when a table names none.
    pub default: String,
    /// Values that are approved only under a condition.
    pub only: Vec<OnlyWhen>,
    /// Values that are approved only beside values of other options.
    pub needs: Vec<Needs>,
    /// Another option and the value that it must have for this one to say anything; lint warns where it has another.
    pub only_with: Option<(String, String)>,
    /// Whether all tables of the game in a house must have the same value.
    pub uniform: bool,
    /// The paragraphs that want one value in the whole house; those of the option unless `uniform_cites` says
    /// otherwise.
    pub uniform_cites: Vec<String>,
    /// The paragraphs this rests on.
    pub cites: Vec<String>,
}

impl OptionRule {
    /// The condition this value breaks at this number of decks, if any.
    ///
    /// Several conditions on one value widen each other: it is enough that one holds.
    #[must_use]
    pub fn broken_condition(&self, value: &str, decks: u8) -> Option<&OnlyWhen> {
        let mut conditions = self.only.iter().filter(|only| only.value == value).peekable();
        let first = conditions.peek().copied();
        if conditions.any(|only| only.decks.contains(decks.into())) { None } else { first }
    }

    /// What this value needs of another option that has another value, and the paragraphs that want it.
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
    /// Any odds that pay no less than these and are stated with the same word, `to` or `for`.
    AtLeast(Odds),
}

impl Allowed {
    /// Whether the value is approved, conditions aside.
    #[must_use]
    pub fn contains(&self, value: &str) -> bool {
        self.canonical(value).is_some()
    }

    /// The minimum, where there is one.
    pub(crate) fn least(&self) -> Option<String> {
        match self {
            Self::AtLeast(least) => Some(least.to_string()),
            Self::OneOf(_) | Self::Range(_) => None,
        }
    }

    /// The one spelling of an approved value, by which tables are compared; `None` if it is not approved.
    ///
    /// Odds have many spellings (`14 to 12`, `7:6`); words and numbers are approved in one alone, so that `07`
    /// and `+7` are refused.
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

/// A value that is approved only beside values of other options.
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
    /// The values that will do.
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
