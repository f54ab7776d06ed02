//! Reads a house file: what a house says about its meters. Each file is read independently of the tables.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use felt::{Currency, Money, Rate, Rounding};

use super::kind::{self, Progressive, progressives};
use super::terms::{Division, MeterTerms, Reset};
use crate::exact::ROUNDINGS;
use crate::finding::{Finding, unknown};
use crate::source::{Lined, Section, Source};

/// A house: its meters and which tables feed them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseFile {
    /// Its name.
    pub name: String,
    /// Its jurisdiction.
    pub jurisdiction: String,
    /// The currency it plays for.
    pub currency: Currency,
    /// Its meters, in the order of the file.
    pub meters: Vec<HouseMeter>,
    /// Whether every meter of the file could be read.
    pub(crate) complete: bool,
}

/// One meter of a house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseMeter {
    /// The house's id for it, which is the name of the link.
    pub id: String,
    /// Which progressive of the documents it is.
    pub kind: &'static Progressive,
    /// How it grows, its seed and how its awards are paid.
    pub terms: MeterTerms,
    /// The stake of the wager, the same for every patron.
    pub wager: Money,
    /// The seed that its pay table was approved with, for the wager for which the document states seeds.
    pub fixed_seed: Option<Money>,
    /// Its number among several meters of one pay table, counted by the lines of 100% from the top.
    pub number: u8,
    /// The meter that this one is the secondary jackpot of; it is fed by the same tables.
    pub secondary_of: Option<String>,
    /// The tables that feed it, by the names of their files.
    pub tables: Vec<String>,
    pub(crate) lines: Lines,
}

impl HouseMeter {
    /// Returns its name at the tables that draw on it. No table draws on a secondary jackpot (RULING-MLP-10).
    #[must_use]
    pub fn drawn_as(&self) -> Option<&'static str> {
        let at = usize::from(self.number).checked_sub(1)?;
        let word = self.kind.meters.get(at).map(String::as_str);
        word.filter(|_| self.secondary_of.is_none())
    }

    /// Returns the meter whose tables feed this one: itself, unless it is a secondary jackpot.
    fn primary<'h>(&'h self, house: &'h HouseFile) -> &'h HouseMeter {
        let of = self.secondary_of.as_deref();
        of.and_then(|of| house.meters.iter().find(|meter| meter.id == of)).unwrap_or(self)
    }

    /// Iterates over the tables that feed it.
    pub fn fed_by<'h>(&'h self, house: &'h HouseFile) -> impl Iterator<Item = &'h str> {
        self.primary(house).tables.iter().map(String::as_str)
    }
}

/// The lines of a meter's keys in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Lines {
    meter: usize,
    keys: BTreeMap<&'static str, usize>,
    pub(crate) tables: Vec<usize>,
}

impl Lines {
    /// Returns the line of a key, or of the meter if the key is absent.
    pub(crate) fn of(&self, key: &str) -> usize {
        self.keys.get(key).copied().unwrap_or(self.meter)
    }
}

const TOP: &[&str] = &["house", "jurisdiction", "currency", "meter"];
const KEYS: &[&str] = &[
    "id",
    "kind",
    "tables",
    "seed",
    "rate",
    "wager",
    "reserve",
    "fixed-seed",
    "number",
    "secondary-of",
    "rounding",
    "coin",
    "reset",
    "division",
];

/// Whether a text is a house file: it names its house before its first section, while a table file names its game.
#[must_use]
pub fn is_house(text: &str) -> bool {
    let top = text.lines().map(str::trim_start).take_while(|line| !line.starts_with('['));
    top.filter_map(|line| line.split_once('=')).any(|(key, _)| key.trim_end() == "house")
}

/// Reads a house file and checks each of its meters against the documents. [`lint_house`](crate::lint_house) checks
/// what depends on the tables.
///
/// ```
/// let house = rulebook::read_house(r#"
/// house = "Riverfront"
/// jurisdiction = "ohio"
/// currency = "USD"
///
/// [[meter]]
/// id = "poker-pit"
/// kind = "multi-link"
/// seed = "10,000"
/// rate = "20%"
/// wager = "1"
/// tables = ["let-it-ride"]
/// "#);
/// assert_eq!(
///     house.unwrap_err()[0].to_string(),
///     "line 10: the rate 20% of poker-pit is too low; allowed: 21% or more, a secondary jackpot's with it (OH-MLP-7.III:a)"
/// );
/// ```
///
/// # Errors
/// Returns the findings, in the order of the lines.
pub fn read_house(text: &str) -> Result<HouseFile, Vec<Finding>> {
    match read(text) {
        (Some(house), findings) if findings.is_empty() => Ok(house),
        (_, findings) => Err(findings),
    }
}

/// Returns the house as far as it can be read, and every fault of the file itself.
pub(crate) fn read(text: &str) -> (Option<HouseFile>, Vec<Finding>) {
    let mut source = Source::new(text);
    let root = match source.parse() {
        Ok(root) => root,
        Err(finding) => return (None, vec![finding]),
    };
    let top = Section { table: root.get_ref(), line: 1 };
    source.only_keys(top, TOP);
    let name = source.required(top, "house").map(|name| name.value).unwrap_or_default();
    let jurisdiction = source.required(top, "jurisdiction").and_then(|entry| {
        let mut known: Vec<&str> = progressives().iter().map(|kind| kind.jurisdiction.as_str()).collect();
        known.dedup();
        if known.contains(&entry.value.as_str()) {
            return Some(entry.value);
        }
        source.report(unknown("jurisdiction", &entry.value, known).at(entry.line));
        None
    });
    let currency = source.required(top, "currency").and_then(|entry| {
        let found = Currency::by_code(&entry.value);
        if found.is_none() {
            let known = Currency::ALL.map(|currency| currency.code);
            source.report(unknown("currency", &entry.value, known).at(entry.line));
        }
        found
    });
    let (Some(jurisdiction), Some(currency)) = (jurisdiction, currency) else {
        return (None, source.findings);
    };
    let mut house = HouseFile { name, jurisdiction, currency, meters: Vec::new(), complete: true };
    for section in source.sections(top, "meter") {
        let Some(meter) = read_meter(&mut source, section, &house) else { continue };
        if house.meters.iter().any(|other| other.id == meter.id) {
            let what = format!("there are two meters \"{}\"", meter.id);
            source.report(Finding::new(what).at(meter.lines.of("id")));
            continue;
        }
        house.meters.push(meter);
    }
    let mut findings = source.findings;
    house.complete = findings.is_empty();
    findings.extend(house.meters.iter().flat_map(|meter| super::floors::findings(meter, &house)));
    findings.sort_by_key(|finding| finding.line.unwrap_or(usize::MAX));
    (Some(house), findings)
}

fn read_meter<'t>(
    source: &mut Source<'t>,
    section: Section<'_, 't>,
    house: &HouseFile,
) -> Option<HouseMeter> {
    let before = source.findings.len();
    source.only_keys(section, KEYS);
    let mut reader = Reader { source, section, currency: house.currency, lines: Lines::default() };
    reader.lines.meter = section.line;
    let id = reader.word("id", true).map(|entry| entry.value);
    let kind = reader.kind(house);
    let seed = reader.amount("seed", true, true);
    let rate = reader.parsed::<Rate>("rate", true);
    let wager = reader.amount("wager", true, false);
    let reserve = reader.parsed::<Rate>("reserve", false);
    let fixed_seed = reader.amount("fixed-seed", false, true);
    let coin = reader.amount("coin", false, false).unwrap_or(Money::minor(1));
    let number = reader.number();
    let secondary_of = reader.word("secondary-of", false).map(|entry| entry.value);
    let rounding = reader.choice("rounding", &Rounding::ALL.map(|way| (way.name(), way)), ROUNDINGS);
    let resets = [("emptied", Reset::Emptied), ("below-seed", Reset::BelowSeed)];
    let reset = reader.choice("reset", &resets, "emptied, below-seed");
    let divisions = [("equal", Division::Equal), ("first-paid", Division::FirstPaid)];
    let division = reader.choice("division", &divisions, "equal, first-paid");
    let Reader { mut lines, .. } = reader;
    let tables: Vec<Lined<String>> = source.list(section, "tables");
    lines.tables = tables.iter().map(|entry| entry.line).collect();
    let mut terms = MeterTerms { reserve, coin, ..MeterTerms::new(seed?, rate?) };
    terms.rounding = rounding.unwrap_or(terms.rounding);
    terms.reset = reset.unwrap_or(terms.reset);
    terms.division = division.unwrap_or(terms.division);
    let meter = HouseMeter {
        id: id?,
        kind: kind?,
        terms,
        wager: wager?,
        fixed_seed,
        number: number?,
        secondary_of,
        tables: tables.into_iter().map(|entry| entry.value).collect(),
        lines,
    };
    // A meter that could not be read completely has its findings already; later checks skip it.
    (source.findings.len() == before).then_some(meter)
}

/// Reads the keys of one meter.
struct Reader<'r, 's, 't> {
    source: &'r mut Source<'t>,
    section: Section<'s, 't>,
    currency: Currency,
    lines: Lines,
}

impl Reader<'_, '_, '_> {
    fn word(&mut self, key: &'static str, required: bool) -> Option<Lined<String>> {
        let entry = match required {
            true => self.source.required(self.section, key),
            false => self.source.optional(self.section, key),
        }?;
        self.lines.keys.insert(key, entry.line);
        Some(entry)
    }

    fn refuse(&mut self, line: usize, what: impl Into<String>) {
        self.source.report(Finding::new(what).at(line));
    }

    fn kind(&mut self, house: &HouseFile) -> Option<&'static Progressive> {
        let entry = self.word("kind", true)?;
        let own = || progressives().iter().filter(|kind| kind.jurisdiction == house.jurisdiction);
        let known = || own().map(|kind| kind.id.as_str());
        match kind::find(&entry.value) {
            None => {
                self.source.report(unknown("kind of progressive", &entry.value, known()).at(entry.line));
                None
            }
            Some(kind) if kind.jurisdiction != house.jurisdiction => {
                let what = format!(
                    "{} is a progressive of {}, not of {}",
                    kind.id, kind.jurisdiction, house.jurisdiction
                );
                let finding = Finding::new(what).at(entry.line).citing(&kind.games_cites);
                self.source.report(finding.allowing(known().collect::<Vec<_>>().join(", ")));
                None
            }
            Some(kind) if kind.currency != house.currency => {
                let what = format!(
                    "{} is approved in {}, and the house plays for {}",
                    kind.id, kind.currency, house.currency
                );
                let finding = Finding::new(what).at(entry.line).citing(&kind.games_cites);
                self.source.report(finding.allowing(kind.currency.code));
                None
            }
            Some(kind) => Some(kind),
        }
    }

    fn amount(&mut self, key: &'static str, required: bool, may_be_nothing: bool) -> Option<Money> {
        let entry = self.word(key, required)?;
        match self.currency.parse(&entry.value) {
            Ok(amount) if amount.is_positive() || may_be_nothing => Some(amount),
            Ok(_) => {
                self.refuse(entry.line, format!("{key} \"{}\" is not a positive amount", entry.value));
                None
            }
            Err(error) => {
                self.refuse(entry.line, format!("{key}: {error}"));
                None
            }
        }
    }

    fn parsed<T: FromStr<Err: fmt::Display>>(&mut self, key: &'static str, required: bool) -> Option<T> {
        let entry = self.word(key, required)?;
        let read = entry.value.parse::<T>();
        read.map_err(|error| self.refuse(entry.line, format!("{key}: {error}"))).ok()
    }

    fn number(&mut self) -> Option<u8> {
        let Some(entry) = self.word("number", false) else { return Some(1) };
        let number = entry.value.parse().ok().filter(|number| *number > 0);
        if number.is_none() {
            self.refuse(
                entry.line,
                format!("number \"{}\" is not the number of a meter: 1, 2 or 3", entry.value),
            );
        }
        number
    }

    fn choice<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)], allowed: &str) -> Option<T> {
        let entry = self.word(key, false)?;
        let found = words.iter().find(|(word, _)| *word == entry.value).map(|(_, value)| *value);
        if found.is_none() {
            let what = format!("{key} \"{}\" is not known", entry.value);
            self.source.report(Finding::new(what).at(entry.line).allowing(allowed));
        }
        found
    }
}
