//! Checks a house's meters and its tables together.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use felt::Pay;

use super::file::{HouseFile, HouseMeter};
use super::kind::{Progressive, progressives};
use crate::awards::Awards;
use crate::book::{PayTable, RuleBook};
use crate::finding::{Finding, unknown};
use crate::table::TableConfig;

/// A table file of the house, as far as it could be read.
pub(crate) struct TableFile {
    pub(crate) path: String,
    pub(crate) book: Arc<RuleBook>,
    /// The table; `None` if the file has faults of its own, which must be fixed first.
    pub(crate) table: Option<TableConfig>,
    /// The lines on which side bets are offered.
    pub(crate) offers: BTreeMap<String, usize>,
}

/// A table's meter: the index of the file, the wager, and the index of its meter.
type Feed<'a> = (usize, &'a str, usize);

/// Returns the faults of the meters of these houses and of the tables that feed them, by path.
pub(crate) fn findings(houses: &[(&str, HouseFile)], tables: &[TableFile]) -> Vec<(String, Finding)> {
    let mut all = Vec::new();
    let mut fed: BTreeMap<Feed<'_>, &str> = BTreeMap::new();
    // A fault of a meter is reported there and not again for the table.
    let mut wanted: BTreeSet<Feed<'_>> = BTreeSet::new();
    for (path, house) in houses {
        for meter in &house.meters {
            let mut said = BTreeSet::new();
            for (name, line) in meter.tables.iter().zip(&meter.lines.tables) {
                let looked = named(name, tables).and_then(|at| {
                    if !said.insert(at) {
                        return Err(Finding::new(format!("{} is fed by {name} twice", meter.id)));
                    }
                    let wager = &meter.kind.wager;
                    wanted.insert((at, wager, meter.number.into()));
                    feeds(&tables[at], meter, house)?;
                    match fed.insert((at, wager, meter.number.into()), &meter.id) {
                        None => Ok(()),
                        Some(first) => {
                            let what = format!("{wager} of {name} feeds {first} already");
                            Err(Finding::new(what).citing(&meter.kind.games_cites))
                        }
                    }
                });
                if let Err(finding) = looked {
                    all.push(((*path).to_owned(), finding.at(*line)));
                }
            }
        }
    }
    for (at, file) in tables.iter().enumerate() {
        let here = |(_, house): &&(&str, HouseFile)| house.jurisdiction == file.book.jurisdiction;
        let mut own = houses.iter().filter(here).peekable();
        // Without a house file, or with one that could not be read completely, meters are not checked.
        let Some((path, _)) = own.peek() else { continue };
        if own.clone().all(|(_, house)| house.complete) {
            let lacks = unfed(at, file, path, &wanted);
            all.extend(lacks.into_iter().map(|finding| (file.path.clone(), finding)));
        }
    }
    all
}

/// The connection between a table and a meter of its house.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseLink {
    /// The index of the table among those given.
    pub table: usize,
    /// The index of the meter in the house's file.
    pub meter: usize,
    /// The wager that feeds it.
    pub wager: String,
    /// The table's name for the meter when it draws on it; `None` if it never does.
    pub drawn_as: Option<&'static str>,
}

/// Returns which tables feed which meters of a house and draw on them. The tables are given by the paths of their
/// files; they must be all tables that the house opens.
///
/// # Errors
/// Returns what prevents these tables and meters from being opened together, by path; `house` for the house's own file.
pub fn house_links(
    house: &HouseFile,
    tables: &[(&str, Arc<RuleBook>, &TableConfig)],
) -> Result<Vec<HouseLink>, Vec<(String, Finding)>> {
    let files: Vec<TableFile> = tables
        .iter()
        .map(|(path, book, table)| TableFile {
            path: (*path).to_owned(),
            book: Arc::clone(book),
            table: Some((*table).clone()),
            offers: BTreeMap::new(),
        })
        .collect();
    let found = findings(&[("house", house.clone())], &files);
    if !found.is_empty() {
        return Err(found);
    }
    let mut links = Vec::new();
    for (meter, own) in house.meters.iter().enumerate() {
        // Names without a table were reported above.
        for table in own.fed_by(house).filter_map(|name| named(name, &files).ok()) {
            let (wager, drawn_as) = (own.kind.wager.clone(), own.drawn_as());
            links.push(HouseLink { table, meter, wager, drawn_as });
        }
    }
    Ok(links)
}

/// Returns the meters that a table draws on: the wager, and the table's name for the meter if a progressive of the
/// documents has one. The table can be played only if all of them exist.
pub fn meters_drawn_on<'t>(
    book: &'t RuleBook,
    table: &'t TableConfig,
) -> impl Iterator<Item = (&'t str, Option<&'static str>)> {
    table.offered().flat_map(move |wager| {
        let kinds = kinds_of(wager, &book.id);
        let one_meter = kinds.iter().any(|kind| kind.one_meter);
        let count = table.paytable(wager).map_or(0, |paytable| meters_of(paytable, one_meter));
        let words: &[String] = kinds.first().map_or(&[], |kind| &kind.meters);
        (0..count).map(move |at| (wager, words.get(at).map(String::as_str)))
    })
}

/// Returns the progressives of the documents that a wager of a game can be.
fn kinds_of(wager: &str, game: &str) -> Vec<&'static Progressive> {
    let fits = |kind: &&Progressive| kind.wager == wager && kind.games.iter().any(|other| other == game);
    progressives().iter().filter(fits).collect()
}

/// Returns what prevents an open table from feeding the meters of a house that names no other tables.
#[must_use]
pub fn check_feed(book: &RuleBook, table: &TableConfig, house: &HouseFile) -> Vec<Finding> {
    let file = TableFile {
        path: table.name.clone(),
        book: Arc::new(book.clone()),
        table: Some(table.clone()),
        offers: BTreeMap::new(),
    };
    house.meters.iter().filter_map(|meter| feeds(&file, meter, house).err()).collect()
}

/// Returns the table file with this name: its path or the end of it, with or without `.toml`.
fn named(name: &str, tables: &[TableFile]) -> Result<usize, Finding> {
    let bare = name.strip_suffix(".toml").unwrap_or(name);
    let meant = |file: &TableFile| {
        let path = file.path.strip_suffix(".toml").unwrap_or(&file.path);
        path == bare || path.strip_suffix(bare).is_some_and(|before| before.ends_with(['/', '\\']))
    };
    let found: Vec<usize> = (0..tables.len()).filter(|at| meant(&tables[*at])).collect();
    match found.as_slice() {
        [at] => Ok(*at),
        [] if tables.is_empty() => {
            let what =
                format!("there is no table \"{name}\": no table file is checked together with this house");
            Err(Finding::new(what))
        }
        [] => Err(unknown("table", name, tables.iter().map(|file| stem(&file.path)))),
        several => {
            let paths: Vec<&str> = several.iter().map(|at| tables[*at].path.as_str()).collect();
            let what = format!("\"{name}\" may be several tables; name more of its path");
            Err(Finding::new(what).allowing(paths.join(", ")))
        }
    }
}

fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.strip_suffix(".toml").unwrap_or(name)
}

/// Checks whether a table may feed a meter.
fn feeds(file: &TableFile, meter: &HouseMeter, house: &HouseFile) -> Result<(), Finding> {
    let HouseMeter { kind, .. } = meter;
    let (book, name) = (&file.book, stem(&file.path));
    let refuse = |what: String| Finding::new(what).citing(&kind.games_cites);
    if book.jurisdiction != house.jurisdiction {
        let what = format!(
            "{name} is under the rules of {}, the house under those of {}",
            book.jurisdiction, house.jurisdiction
        );
        // No document mentions tables of another state.
        return Err(Finding::new(what));
    }
    if book.currency != house.currency {
        return Err(refuse(format!("{name} plays for {}, the house for {}", book.currency, house.currency)));
    }
    if !kind.games.contains(&book.id) {
        let what = format!("{name} is a table of {}, which may not feed a {}", book.id, kind.name);
        return Err(refuse(what).allowing(kind.games.join(", ")));
    }
    let Some(table) = &file.table else { return Ok(()) };
    if table.study {
        return Err(refuse(format!(
            "{name} is for study and is never opened, so it cannot feed {}",
            meter.id
        )));
    }
    if !table.offers(&kind.wager) {
        let finding = refuse(format!("{name} does not offer {}", kind.wager));
        return Err(finding.allowing(format!("[side-bets.{}] in its file", kind.wager)));
    }
    let show = |amount| house.currency.format_short(amount);
    if let Some(limits) = table.limits(&kind.wager)
        && (limits.min != meter.wager || limits.max != meter.wager)
    {
        let takes = if limits.min == limits.max { show(limits.min) } else { limits.display(house.currency) };
        let what = format!(
            "{name} takes {takes} on {}, and {} is for wagers of {}",
            kind.wager,
            meter.id,
            show(meter.wager)
        );
        let cites = if kind.unit_cites.is_empty() { &kind.base_cites } else { &kind.unit_cites };
        return Err(Finding::new(what).citing(cites).allowing(show(meter.wager)));
    }
    if let Some(paytable) = table.paytable(&kind.wager)
        && meters_of(paytable, kind.one_meter) < usize::from(meter.number)
    {
        let count = meters_of(paytable, kind.one_meter);
        let what = format!(
            "{} is number {}, and pay table {} of {name} has {count}",
            meter.id, meter.number, paytable.code
        );
        return Err(Finding::new(what).citing(&paytable.cites).allowing(format!("1..{count}")));
    }
    // A table checks every answer of its meter against its own rounding. No table pays a secondary jackpot.
    let awards = Awards { rounding: meter.terms.rounding, coin: meter.terms.coin };
    if table.awards != awards && meter.secondary_of.is_none() {
        let [own, other] = [awards, table.awards].map(|awards| awards.display(house.currency));
        let what = format!("{name} rounds awards {other}, and {} pays them {own}", meter.id);
        return Err(Finding::new(what).allowing(format!("awards = \"{own}\" in its file")));
    }
    Ok(())
}

/// Returns how many meters a pay table draws on: one for each line that pays a whole meter, unless they share one, and
/// one if there are only shares.
fn meters_of(paytable: &PayTable, one_meter: bool) -> usize {
    let whole = paytable.lines.iter().filter(|line| line.pays == Pay::WHOLE_METER).count();
    let whole = if one_meter { whole.min(1) } else { whole };
    let shares = paytable.lines.iter().any(|line| matches!(line.pays, Pay::MeterPercent(_)));
    whole.max(usize::from(shares))
}

/// Returns a finding for each meter that an open table would draw on but that does not name the table.
fn unfed(at: usize, file: &TableFile, house: &str, wanted: &BTreeSet<Feed<'_>>) -> Vec<Finding> {
    let Some(table) = file.table.as_ref().filter(|table| !table.study) else { return Vec::new() };
    let mut all = Vec::new();
    for wager in table.offered() {
        let Some(paytable) = table.paytable(wager) else { continue };
        let kinds = kinds_of(wager, &file.book.id);
        let count = meters_of(paytable, kinds.iter().any(|kind| kind.one_meter));
        let missing = (1..=count).filter(|number| !wanted.contains(&(at, wager, *number)));
        let missing: Vec<String> = missing.map(|number| number.to_string()).collect();
        if missing.is_empty() {
            continue;
        }
        let what = match count {
            1 => format!("{wager} draws on a meter, and none in {house} names this table"),
            _ => format!(
                "{wager} draws on {count} meters, and none of number {} in {house} names this table",
                missing.join(" or ")
            ),
        };
        let kinds: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
        let finding = Finding::new(what).at(file.offers.get(wager).copied()).citing(&paytable.cites);
        all.push(finding.allowing(format!("a meter of kind {}", kinds.join(" or "))));
    }
    all
}
