//! The trace: for every paragraph of the documents, what the project does about it and the evidence for that.
//!
//! A paragraph is *applied* if a passing scenario expects its id on the very line, step or refusal that applied it;
//! *configured* if lint refuses a table that breaks it; a *duty* if the table says that staff must do it; *text* if it
//! demands nothing; *open* if its game is not built. A paragraph with several demands is split into points and counts
//! as its weakest. If two documents say the same, one is cited; the other refers to it (`through`), and may name one
//! scenario that shows more than the id does (`scenario`).
//!
//! A game's file lists what a person decided. The rest is derived: a paragraph that the file does not list is *applied*
//! if the code cites it and a scenario shows it (each row separately, for a pay table of the rule book); a mere heading
//! is *text*; anything else is *open*, which is a problem. The note of a derived paragraph comes from the code that
//! cites it.
//!
//! ```toml
//! "OH-LIR-2.III" = { duty = "The rack's place is looked at when the table opens." }
//! "OH-LIR-5.I" = { points = "a b" }                          # several demands, each cited by its own point
//! "OH-LIR-5.I:c" = { duty = "they are brought into one stack" }
//! "OH-LIR-12.I" = "Each patron sees their own three cards."  # applied; the words go before those of the code
//! ```

use crate::rule::paragraph_of;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the project does about a paragraph, weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// Its game is not built.
    Open,
    /// It demands nothing of the game.
    Text,
    /// Staff must do it; the table says when.
    Duty,
    /// Held in the rule book and enforced by lint.
    Configured,
    /// Implemented in code and shown by a scenario.
    Applied,
}

impl Class {
    /// All classes, weakest first.
    pub const ALL: [Class; 5] = [Class::Open, Class::Text, Class::Duty, Class::Configured, Class::Applied];

    /// The word.
    pub const fn word(self) -> &'static str {
        match self {
            Class::Open => "open",
            Class::Text => "text",
            Class::Duty => "duty",
            Class::Configured => "configured",
            Class::Applied => "applied",
        }
    }
}

/// A paragraph of the documents, as listed in this project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Its id.
    pub id: String,
    /// What kind of paragraph it is.
    pub kind: String,
    /// Whether it is only a heading.
    pub heading: bool,
}

/// What a rule says, in this project's words: a paragraph, a point of one, or a ruling of the project.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Note {
    /// Its id.
    pub id: String,
    /// The rule set that it belongs to; empty if it applies to all.
    pub game: String,
    /// Its class: `applied`, `configured`, `duty`, `text`, `ruling` or `protocol`.
    pub class: &'static str,
    /// What it says.
    pub note: String,
}

/// Reads the list of paragraphs: id, kind and the word `heading`, separated by tabs.
pub fn read_paragraphs(text: &str) -> Vec<Paragraph> {
    let read = |line: &str| {
        let mut cells = line.split('\t');
        let id = cells.next().filter(|id| !id.is_empty())?.to_owned();
        let kind = cells.next().unwrap_or_default().to_owned();
        Some(Paragraph { id, kind, heading: cells.next() == Some("heading") })
    };
    text.lines().filter_map(read).collect()
}

/// The part of an id that names the game: `OH-BJ` of `OH-BJ-4.III`, `CO-RF` of `CO-RF/PT-FLT-SB1-01`.
pub fn prefix_of(id: &str) -> &str {
    let second = id.match_indices(['-', '/']).nth(1).map_or(id.len(), |(at, _)| at);
    &id[..second]
}

/// The entry of one paragraph or point in the file of a game.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    /// The note of an applied one, where the code's note is not enough.
    Says(String),
    /// A class that a person decided.
    Decided(Decided),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct Decided {
    applied: Option<String>,
    configured: Option<String>,
    duty: Option<String>,
    text: Option<String>,
    open: Option<String>,
    /// The points of a paragraph with several demands, except those that have their own entries.
    points: Option<String>,
    #[serde(default)]
    through: Vec<String>,
    scenario: Option<String>,
    /// It introduces, remarks or speaks to patrons, although paragraphs of its kind usually decide something.
    #[serde(default)]
    remark: bool,
}

impl Decided {
    /// Returns the class with its note; `None` if there is none or more than one.
    fn class(&mut self) -> Option<(Class, String)> {
        let all = [
            (Class::Applied, self.applied.take()),
            (Class::Configured, self.configured.take()),
            (Class::Duty, self.duty.take()),
            (Class::Text, self.text.take()),
            (Class::Open, self.open.take()),
        ];
        let mut said = all.into_iter().filter_map(|(class, note)| Some((class, note?)));
        let first = said.next()?;
        said.next().is_none().then_some(first)
    }
}

/// The note of a heading that the file does not list.
const HEADING: &str = "Heading; carries no rule of its own.";

/// The claim about a paragraph or a point of it.
struct Claim {
    id: String,
    class: Class,
    note: String,
    /// Rules that say the same and are cited instead.
    through: Vec<String>,
    /// A scenario that shows it.
    scenario: Option<String>,
    /// Whether the claim is derived from the code and not listed in the file.
    derived: bool,
}

/// The classification of a game or of a set of side bets, and the evidence from scenarios.
pub struct GameTrace<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The prefix of its paragraphs; empty for a game that is not based on a document.
    pub prefix: &'a str,
    /// Its classification, as TOML; empty for a game that is not based on a document.
    pub classes: &'a str,
    /// Every rule its code can cite.
    pub cited: Vec<&'a str>,
    /// By id, the notes of its code on rules and of its rule book on rows of pay tables.
    pub says: BTreeMap<String, String>,
    /// The rows of the pay tables of its rule book, by the paragraph that prints them.
    pub tables: BTreeMap<String, Vec<String>>,
    /// What passing scenarios show of its paragraphs; `None` to accept claims without evidence.
    pub evidence: Option<Evidence>,
}

/// What scenarios show, by id.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Points that scenarios expected and that were applied.
    pub applied: BTreeMap<String, BTreeSet<String>>,
    /// Ids by which lint refused a table.
    pub refused: BTreeMap<String, BTreeSet<String>>,
    /// Duties that fell due.
    pub duties: BTreeMap<String, BTreeSet<String>>,
}

/// One row of the matrix.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// The paragraph.
    pub id: String,
    /// Its game.
    pub game: String,
    /// Its kind.
    pub kind: String,
    /// The class of its weakest point.
    pub class: Class,
    /// Its points, where it has several.
    pub points: Vec<RowPoint>,
    /// Scenarios that show it.
    pub evidence: Vec<String>,
    /// What it says, in this project's words, or why it demands nothing.
    pub note: String,
}

/// One point of a paragraph.
#[derive(Clone, Debug, Serialize)]
pub struct RowPoint {
    /// The id with its point.
    pub id: String,
    /// Its class.
    pub class: Class,
    /// Scenarios that show it.
    pub evidence: Vec<String>,
    /// What it says.
    pub note: String,
}

/// The whole matrix and all problems found.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// One row per paragraph.
    pub rows: Vec<Row>,
    /// Missing ids, duplicate classes, claims without evidence.
    pub problems: Vec<String>,
}

/// Builds the matrix. `name` returns the game id of a prefix, also for games that are not built.
pub fn matrix(paragraphs: &[Paragraph], games: &[GameTrace<'_>], name: &dyn Fn(&str) -> String) -> Matrix {
    let mut matrix = Matrix::default();
    let mut entries = BTreeMap::new();
    for game in games {
        read_entries(game, &mut entries, &mut matrix.problems);
    }
    let cited: BTreeSet<&str> = games.iter().flat_map(|game| game.cited.iter().copied()).collect();
    for paragraph in paragraphs {
        let prefix = prefix_of(&paragraph.id);
        let row = match games.iter().find(|game| game.prefix == prefix) {
            None => open_row(paragraph, name(prefix)),
            Some(game) => {
                let (claims, remark) = claims(paragraph, game, &cited, &mut entries, &mut matrix.problems);
                row(paragraph, (game, games), claims, remark, &mut matrix.problems)
            }
        };
        matrix.rows.push(row);
    }
    matrix.problems.extend(entries.keys().map(|id| format!("{id} is classed, but no paragraph has that id")));
    let built: BTreeSet<&str> = games.iter().map(|game| game.prefix).collect();
    let mut cited = BTreeMap::new();
    for game in games {
        check_cited(game, &matrix.rows, &built, &mut cited);
    }
    matrix.problems.extend(cited.into_values());
    matrix
}

fn read_entries(game: &GameTrace<'_>, into: &mut BTreeMap<String, Entry>, problems: &mut Vec<String>) {
    match toml::from_str::<BTreeMap<String, Entry>>(game.classes) {
        Ok(file) => {
            for (id, entry) in file {
                if prefix_of(&id) != game.prefix {
                    problems.push(format!("{}: {id} is none of its paragraphs", game.game));
                }
                into.insert(id, entry);
            }
        }
        Err(error) => problems.push(format!("{}: {error}", game.game)),
    }
}

fn open_row(paragraph: &Paragraph, game: String) -> Row {
    Row {
        id: paragraph.id.clone(),
        game,
        kind: paragraph.kind.clone(),
        class: Class::Open,
        points: Vec::new(),
        evidence: Vec::new(),
        note: String::new(),
    }
}

/// Returns the claims about a paragraph, one per point if it has several, and whether it is a mere remark. Empty if the
/// file does not list it and no code cites it.
fn claims(
    paragraph: &Paragraph,
    game: &GameTrace<'_>,
    cited: &BTreeSet<&str>,
    entries: &mut BTreeMap<String, Entry>,
    problems: &mut Vec<String>,
) -> (Vec<Claim>, bool) {
    let id = &paragraph.id;
    let own = entries.remove(id);
    let remark = matches!(&own, Some(Entry::Decided(decided)) if decided.remark);
    let start = format!("{id}:");
    let told = match &own {
        Some(Entry::Decided(Decided { points: Some(points), .. })) => points.as_str(),
        _ => "",
    };
    let mut points: Vec<String> = told.split_whitespace().map(|point| format!("{start}{point}")).collect();
    let listed = entries.range(start.clone()..).take_while(|(key, _)| key.starts_with(&start));
    points.extend(listed.map(|(key, _)| key.clone()));
    let rows = game.tables.get(id);
    if own.is_none() && points.is_empty() {
        let is_row = |row: &String| cited.contains(format!("{start}{row}").as_str());
        match rows {
            // Some games cite a pay table as a whole.
            Some(rows) if !cited.contains(id.as_str()) || rows.iter().any(is_row) => {
                points = rows.iter().map(|row| format!("{start}{row}")).collect();
            }
            _ if cited.contains(id.as_str()) => {}
            _ if paragraph.heading => {
                let text = Decided { text: Some(HEADING.to_owned()), ..Decided::default() };
                return (vec![claim(id, Some(Entry::Decided(text)), game, problems)], false);
            }
            _ => {
                problems.push(format!("{id} is not classed, and no code cites it"));
                return (Vec::new(), false);
            }
        }
    }
    if points.is_empty() {
        return (vec![claim(id, own, game, problems)], remark);
    }
    let listed = !told.is_empty();
    let classed = match own {
        None => false,
        Some(Entry::Says(_)) => true,
        Some(Entry::Decided(mut decided)) => !listed || decided.class().is_some(),
    };
    if classed {
        problems.push(format!("{id} has either a class or points"));
    }
    if points.iter().all(|point| point.len() == start.len() + 1) {
        points.sort();
    }
    if points.iter().collect::<BTreeSet<_>>().len() < points.len() {
        problems.push(format!("a point of {id} is classed twice"));
    }
    let claims = points.iter().map(|point| claim(point, entries.remove(point), game, problems)).collect();
    (claims, remark)
}

/// Returns the claim about a paragraph without points, or about a point.
fn claim(id: &str, entry: Option<Entry>, game: &GameTrace<'_>, problems: &mut Vec<String>) -> Claim {
    let said = || game.says.get(id).cloned().unwrap_or_default();
    let derived = |note| Claim {
        id: id.to_owned(),
        class: Class::Applied,
        note,
        through: Vec::new(),
        scenario: None,
        derived: true,
    };
    let mut decided = match entry {
        None => return derived(said()),
        Some(Entry::Says(words)) => return derived(words),
        Some(Entry::Decided(decided)) => decided,
    };
    let Some((class, note)) = decided.class() else {
        problems.push(format!("{id} has no class, or several"));
        return derived(said());
    };
    let Decided { through, scenario, .. } = decided;
    Claim { id: id.to_owned(), class, note, through, scenario, derived: false }
}

fn row(
    paragraph: &Paragraph,
    (game, games): (&GameTrace<'_>, &[GameTrace<'_>]),
    claims: Vec<Claim>,
    remark: bool,
    problems: &mut Vec<String>,
) -> Row {
    if claims.is_empty() {
        return open_row(paragraph, game.game.to_owned());
    }
    let id = &paragraph.id;
    let mut points: Vec<RowPoint> = claims.into_iter().map(|claim| point(claim, games, problems)).collect();
    let class = points.iter().map(|point| point.class).min().unwrap_or(Class::Open);
    let evidence: BTreeSet<String> = points.iter().flat_map(|point| &point.evidence).cloned().collect();
    let note = points.iter().map(|point| point.note.as_str()).collect::<Vec<_>>().join("; ");
    check_kind(paragraph, (class, remark), &note, problems);
    if let [only] = points.as_slice()
        && only.id == *id
    {
        points.clear();
    }
    Row {
        id: id.clone(),
        game: game.game.to_owned(),
        kind: paragraph.kind.clone(),
        class,
        points,
        evidence: evidence.into_iter().collect(),
        note,
    }
}

/// Returns the scenarios that show a rule, of any document, to be of that class.
fn shown<'a>(id: &str, class: Class, games: &'a [GameTrace<'_>]) -> Option<&'a BTreeSet<String>> {
    let game = games.iter().find(|game| game.prefix == prefix_of(id))?;
    let Evidence { applied, refused, duties } = game.evidence.as_ref()?;
    match class {
        Class::Applied => applied.get(id),
        Class::Configured => refused.get(id),
        Class::Duty => duties.get(id),
        Class::Text | Class::Open => None,
    }
}

fn point(claim: Claim, games: &[GameTrace<'_>], problems: &mut Vec<String>) -> RowPoint {
    let Claim { id, mut class, note, through, scenario, derived } = claim;
    let asked = games.iter().any(|game| game.evidence.is_some());
    for rule in through.iter().filter(|rule| asked && shown(rule, class, games).is_none()) {
        problems.push(format!("{id} rests on {rule}, which no scenario shows to be {}", class.word()));
    }
    let rules = if through.is_empty() { std::slice::from_ref(&id) } else { &through };
    let all = rules.iter().filter_map(|rule| shown(rule, class, games)).flatten();
    let meant = |label: &&String| scenario.as_ref().is_none_or(|title| label.ends_with(title.as_str()));
    let evidence: BTreeSet<String> = all.filter(meant).cloned().collect();
    let evidence: Vec<String> = evidence.into_iter().collect();
    if asked && evidence.is_empty() && !matches!(class, Class::Text | Class::Open) {
        if derived {
            problems.push(format!("{id} is open: no scenario shows it"));
            class = Class::Open;
        } else {
            problems.push(format!("{id} claims to be {} without evidence", class.word()));
        }
    }
    if note.trim().is_empty() {
        problems.push(format!("{id} has no note, and the code does not describe it"));
    }
    RowPoint { id, class, evidence, note }
}

/// Checks that paragraphs of a deciding kind are not classed as text. Some paragraphs on progressives only introduce
/// others or speak to patrons; each of those must be marked as a remark.
fn check_kind(paragraph: &Paragraph, (class, remark): (Class, bool), note: &str, problems: &mut Vec<String>) {
    let deciding = ["settlement", "paytable", "ranking", "wager", "procedure", "irregularity", "progressive"]
        .contains(&paragraph.kind.as_str());
    let may_remark = paragraph.kind == "progressive";
    if remark && !(may_remark && class == Class::Text) {
        problems.push(format!("{} is no mere remark", paragraph.id));
    }
    if deciding && !paragraph.heading && class == Class::Text && !(remark && may_remark) {
        problems.push(format!("{} is of kind {} and classed as text ({note})", paragraph.id, paragraph.kind));
    }
}

/// Checks that every rule the code can cite is a point of the matrix that is classed as applied. A game may cite the
/// rule sets of the side bets it offers; if such a set is not built, the paragraph only has to exist. A problem that
/// two games share is reported once.
fn check_cited<'a>(
    game: &GameTrace<'a>,
    rows: &[Row],
    built: &BTreeSet<&str>,
    problems: &mut BTreeMap<&'a str, String>,
) {
    let mut classes: BTreeMap<&str, Class> = BTreeMap::new();
    for row in rows {
        if row.points.is_empty() {
            classes.insert(&row.id, row.class);
        }
        classes.extend(row.points.iter().map(|point| (point.id.as_str(), point.class)));
    }
    for id in &game.cited {
        let prefix = prefix_of(id);
        if prefix.starts_with("RULING") || prefix.starts_with("PROTOCOL") {
            continue;
        }
        if built.contains(prefix) && classes.get(id) != Some(&Class::Applied) {
            problems.insert(id, format!("the code cites {id}, which is not classed as applied"));
        }
        if !built.contains(prefix) && !rows.iter().any(|row| row.id == paragraph_of(id)) {
            problems.insert(id, format!("the code cites {id}, which is no paragraph"));
        }
    }
}

#[cfg(test)]
mod tests;
