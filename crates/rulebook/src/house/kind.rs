//! What the documents say about each progressive to the house that keeps its meters.

use std::sync::OnceLock;

use felt::{Currency, Money, Rate};

use crate::finding::Finding;
use crate::source::{Section, Source};

/// One progressive of the documents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Progressive {
    /// Its id in house files, such as `multi-link`.
    pub id: String,
    /// Its display name.
    pub name: String,
    /// The jurisdiction of its rules.
    pub jurisdiction: String,
    /// The currency of its amounts.
    pub currency: Currency,
    /// The wager that feeds its meters and wins them.
    pub wager: String,
    /// The names of its meters at the tables: as many as one of its pay tables can have, numbered from the top.
    pub meters: Vec<String>,
    /// The games whose tables may be linked to one meter.
    pub games: Vec<String>,
    /// The paragraphs that name these games.
    pub games_cites: Vec<String>,
    /// Whether several lines of 100% draw on the same meter; otherwise each has its own.
    pub one_meter: bool,
    /// The only allowed wager, if the document fixes it.
    pub unit: Option<Money>,
    /// The paragraphs that fix the wager.
    pub unit_cites: Vec<String>,
    /// The wager for which seeds are stated, if they scale with it.
    pub base: Option<Money>,
    /// The paragraphs by which they scale.
    pub base_cites: Vec<String>,
    /// The smallest rate of progression.
    pub least_rate: Option<Rate>,
    /// The smallest initial and reset amount.
    pub least_seed: Option<Money>,
    /// The paragraphs on both, or on the rate alone.
    pub least_cites: Vec<String>,
    /// The paragraphs by which a secondary jackpot's rate is added to it.
    pub secondary_cites: Vec<String>,
    /// The paragraphs on the smallest amount.
    pub seed_cites: Vec<String>,
    /// The paragraphs on a meter with a reserve, which may start with any seed.
    pub reserve_cites: Vec<String>,
    /// The paragraphs on a fixed seed, which no house may change.
    pub fixed_seed_cites: Vec<String>,
    /// Whether a secondary jackpot may contribute to the smallest rate.
    pub secondary: bool,
}

/// Returns every progressive of the documents.
pub fn progressives() -> &'static [Progressive] {
    static ALL: OnceLock<Vec<Progressive>> = OnceLock::new();
    // A test checks that the file has no faults, so the default is never used.
    ALL.get_or_init(|| read(include_str!("../../progressives.toml")).unwrap_or_default())
}

pub(crate) fn find(id: &str) -> Option<&'static Progressive> {
    progressives().iter().find(|kind| kind.id == id)
}

const TOP: &[&str] = &["currency", "progressive"];
const KEYS: &[&str] = &[
    "id",
    "name",
    "jurisdiction",
    "wager",
    "meters",
    "games",
    "games_cites",
    "one_meter",
    "unit",
    "unit_cites",
    "base",
    "base_cites",
    "least_rate",
    "least_seed",
    "least_cites",
    "secondary_cites",
    "seed_cites",
    "reserve_cites",
    "fixed_seed_cites",
    "secondary",
];

pub(crate) fn read(text: &str) -> Result<Vec<Progressive>, Vec<Finding>> {
    let mut source = Source::new(text);
    let root = source.parse().map_err(|finding| vec![finding])?;
    let top = Section { table: root.get_ref(), line: 1 };
    source.only_keys(top, TOP);
    let code = source.required(top, "currency").map(|code| code.value).unwrap_or_default();
    let Some(currency) = Currency::by_code(&code) else {
        source.report(Finding::new(format!("\"{code}\" is not a known currency")).at(1));
        return Err(source.findings);
    };
    let mut all = Vec::new();
    for section in source.sections(top, "progressive") {
        source.only_keys(section, KEYS);
        let mut word = |key: &str| source.required(section, key).map(|word| word.value).unwrap_or_default();
        let [id, name, jurisdiction, wager] = ["id", "name", "jurisdiction", "wager"].map(&mut word);
        let mut list = |key: &str| -> Vec<String> {
            source.list(section, key).into_iter().map(|entry| entry.value).collect()
        };
        let (meters, games, games_cites) = (list("meters"), list("games"), list("games_cites"));
        let (unit_cites, base_cites, least_cites) =
            (list("unit_cites"), list("base_cites"), list("least_cites"));
        let mut or_least =
            |key: &str| Some(list(key)).filter(|own| !own.is_empty()).unwrap_or(least_cites.clone());
        let (secondary_cites, seed_cites) = (or_least("secondary_cites"), or_least("seed_cites"));
        let (reserve_cites, fixed_seed_cites) = (list("reserve_cites"), list("fixed_seed_cites"));
        let mut amount = |key: &str| {
            let entry = source.optional(section, key)?;
            let amount = currency.parse(&entry.value);
            amount.map_err(|error| source.report(Finding::new(error.to_string()).at(entry.line))).ok()
        };
        let (unit, base, least_seed) = (amount("unit"), amount("base"), amount("least_seed"));
        let least_rate = source.optional(section, "least_rate").and_then(|entry| {
            let rate = entry.value.parse::<Rate>();
            rate.map_err(|error| source.report(Finding::new(error.to_string()).at(entry.line))).ok()
        });
        let [one_meter, secondary] = ["one_meter", "secondary"].map(|key| source.flag(section, key));
        all.push(Progressive {
            id,
            name,
            jurisdiction,
            currency,
            wager,
            meters,
            games,
            games_cites,
            one_meter,
            unit,
            unit_cites,
            base,
            base_cites,
            least_rate,
            least_seed,
            least_cites,
            secondary_cites,
            seed_cites,
            reserve_cites,
            fixed_seed_cites,
            secondary,
        });
    }
    if source.findings.is_empty() { Ok(all) } else { Err(source.findings) }
}
