//! The trace: for every paragraph of the documents, what the project does about it and what shows that.
//!
//! A paragraph is *applied* when a passing scenario expects its id on the very line, step or refusal that
//! applied it; *configured* when lint refuses a table that breaks it; a *duty* when the table says that
//! staff must do it; *text* when it demands nothing; *open* when its game is not built. A paragraph with
//! several demands is split into points and counts as its weakest. Where two documents say the same, one is cited; the
//! other rests on it (`through`), and perhaps on one scenario that shows more than the id does (`scenario`).

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
    /// Carried out by code, and shown by a scenario.
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

/// A paragraph of the documents: the project's own copy of the facts about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// Its id.
    pub id: String,
    /// What kind of paragraph it is.
    pub kind: String,
    /// Whether it is only a heading.
    pub heading: bool,
}

/// What a rule says, in our own words: a paragraph, a point of one, or a ruling of ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Note {
    /// Its id.
    pub id: String,
    /// The rule set that it belongs to; empty where it holds for all.
    pub game: String,
    /// What is done about it: `applied`, `configured`, `duty`, `text`, `ruling` or `protocol`.
    pub class: &'static str,
    /// What it says.
    pub note: String,
}

/// Reads the list of paragraphs: id, kind and the word `heading`, parted by tabs.
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassFile {
    paragraph: Vec<ClassEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassEntry {
    id: String,
    class: Option<Class>,
    note: Option<String>,
    points: Option<Vec<ClassPoint>>,
    #[serde(default)]
    through: Vec<String>,
    scenario: Option<String>,
    /// It introduces, remarks or speaks to patrons, although paragraphs of its kind mostly decide something.
    #[serde(default)]
    remark: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ClassPoint {
    point: String,
    class: Class,
    note: String,
    #[serde(default)]
    through: Vec<String>,
    scenario: Option<String>,
}

/// What is claimed of a paragraph or of a point of it.
struct Claim {
    id: String,
    class: Class,
    note: String,
    /// Rules that say the same and are cited in its stead.
    through: Vec<String>,
    /// The scenario that shows it.
    scenario: Option<String>,
}

/// The classification of a game or of a set of side bets, and the evidence that scenarios give for it.
pub struct GameTrace<'a> {
    /// The game's id.
    pub game: &'a str,
    /// The prefix of its paragraphs; empty for a game that rests on no document.
    pub prefix: &'a str,
    /// Its classification, as TOML; empty for a game that rests on no document.
    pub classes: &'a str,
    /// Every rule its code can cite.
    pub cited: Vec<&'a str>,
    /// What passing scenarios show of its paragraphs.
    pub evidence: Evidence,
}

/// What scenarios show, by id.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// Points that scenarios expected where they were applied.
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
    /// What it says, in our own words, or why it demands nothing.
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

/// The whole matrix and everything that is wrong with it.
#[derive(Clone, Debug, Default)]
pub struct Matrix {
    /// One row a paragraph.
    pub rows: Vec<Row>,
    /// Missing ids, double classes, claims without evidence.
    pub problems: Vec<String>,
}

/// Builds the matrix. `name` gives the game id of a prefix, for games that are not built too.
pub fn matrix(paragraphs: &[Paragraph], games: &[GameTrace<'_>], name: &dyn Fn(&str) -> String) -> Matrix {
    let mut matrix = Matrix::default();
    let mut classes = BTreeMap::new();
    for game in games {
        read_classes(game, &mut classes, &mut matrix.problems);
    }
    for paragraph in paragraphs {
        let prefix = prefix_of(&paragraph.id);
        let row = match games.iter().find(|game| game.prefix == prefix) {
            None => open_row(paragraph, name(prefix)),
            Some(game) => match classes.remove(&paragraph.id) {
                Some(entry) => row(paragraph, (game, games), entry, &mut matrix.problems),
                None => {
                    matrix.problems.push(format!("{} is not classed", paragraph.id));
                    open_row(paragraph, game.game.to_owned())
                }
            },
        };
        matrix.rows.push(row);
    }
    matrix.problems.extend(classes.keys().map(|id| format!("{id} is classed, but no paragraph has that id")));
    let built: BTreeSet<&str> = games.iter().map(|game| game.prefix).collect();
    let mut cited = BTreeMap::new();
    for game in games {
        check_cited(game, &matrix.rows, &built, &mut cited);
    }
    matrix.problems.extend(cited.into_values());
    matrix
}

fn read_classes(game: &GameTrace<'_>, into: &mut BTreeMap<String, ClassEntry>, problems: &mut Vec<String>) {
    // Without a document there is nothing to class.
    if game.prefix.is_empty() && game.classes.trim().is_empty() {
        return;
    }
    let file: ClassFile = match toml::from_str(game.classes) {
        Ok(file) => file,
        Err(error) => {
            problems.push(format!("{}: {error}", game.game));
            return;
        }
    };
    for entry in file.paragraph {
        let id = entry.id.clone();
        if into.insert(id.clone(), entry).is_some() {
            problems.push(format!("{id} is classed twice"));
        }
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

fn row(
    paragraph: &Paragraph,
    (game, games): (&GameTrace<'_>, &[GameTrace<'_>]),
    entry: ClassEntry,
    problems: &mut Vec<String>,
) -> Row {
    let id = &paragraph.id;
    let mut points = Vec::new();
    match (entry.class, entry.points) {
        (Some(class), None) => {
            let note = entry.note.clone().unwrap_or_default();
            let (through, scenario) = (entry.through, entry.scenario);
            points.push(point(Claim { id: id.clone(), class, note, through, scenario }, games, problems));
        }
        (None, Some(listed)) if !listed.is_empty() => {
            let mut seen = BTreeSet::new();
            for listed in listed {
                if !seen.insert(listed.point.clone()) {
                    problems.push(format!("{id}:{} is classed twice", listed.point));
                }
                let ClassPoint { point: name, class, note, through, scenario } = listed;
                let claim = Claim { id: format!("{id}:{name}"), class, note, through, scenario };
                points.push(point(claim, games, problems));
            }
        }
        _ => problems.push(format!("{id} has either a class or points")),
    }
    let class = points.iter().map(|point| point.class).min().unwrap_or(Class::Open);
    let evidence: BTreeSet<String> = points.iter().flat_map(|point| &point.evidence).cloned().collect();
    let note = match entry.note {
        Some(note) => note,
        None => points.iter().map(|point| point.note.as_str()).collect::<Vec<_>>().join("; "),
    };
    check_kind(paragraph, (class, entry.remark), &note, problems);
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

/// The scenarios that show a rule, of whichever document, to be of that class.
fn shown<'a>(id: &str, class: Class, games: &'a [GameTrace<'_>]) -> Option<&'a BTreeSet<String>> {
    let Evidence { applied, refused, duties } =
        &games.iter().find(|game| game.prefix == prefix_of(id))?.evidence;
    match class {
        Class::Applied => applied.get(id),
        Class::Configured => refused.get(id),
        Class::Duty => duties.get(id),
        Class::Text | Class::Open => None,
    }
}

fn point(claim: Claim, games: &[GameTrace<'_>], problems: &mut Vec<String>) -> RowPoint {
    let Claim { id, class, note, through, scenario } = claim;
    for rule in through.iter().filter(|rule| shown(rule, class, games).is_none()) {
        problems.push(format!("{id} rests on {rule}, which no scenario shows to be {}", class.word()));
    }
    let rules = if through.is_empty() { std::slice::from_ref(&id) } else { &through };
    let all = rules.iter().filter_map(|rule| shown(rule, class, games)).flatten();
    let meant = |label: &&String| scenario.as_ref().is_none_or(|title| label.ends_with(title.as_str()));
    let evidence: BTreeSet<String> = all.filter(meant).cloned().collect();
    let evidence: Vec<String> = evidence.into_iter().collect();
    if evidence.is_empty() && !matches!(class, Class::Text | Class::Open) {
        problems.push(format!("{id} claims to be {} without evidence", class.word()));
    }
    if note.trim().is_empty() {
        problems.push(format!("{id} has no note"));
    }
    RowPoint { id, class, evidence, note }
}

/// Paragraphs that decide something may not be waved through as text. Among those on progressives some introduce others
/// or speak to patrons; that must be said of each.
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

/// Every rule the code can cite must be a point of the matrix that is classed as applied. A game may cite the rule
/// sets of the side bets it offers; where such a set is not built, it is enough that the paragraph exists. What two
/// games cite alike is said once.
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
mod tests {
    use super::*;

    fn build(classes: &str, applied: &[&str]) -> Matrix {
        let paragraphs = read_paragraphs("X-Y-1\tsettlement\nX-Y-2\tdefinition\nZ-Z-1\twager\n");
        let mut evidence = Evidence::default();
        for id in applied {
            evidence.applied.entry((*id).to_owned()).or_default().insert("scenario".into());
        }
        let cited = vec!["X-Y-1:a", "Z-Z-1", "RULING-Y-1"];
        let game = GameTrace { game: "x/y", prefix: "X-Y", classes, cited, evidence };
        matrix(&paragraphs, &[game], &|prefix| prefix.to_owned())
    }

    const GOOD: &str = r#"
        paragraph = [
            { id = "X-Y-1", points = [{ point = "a", class = "applied", note = "n" }] },
            { id = "X-Y-2", class = "text", note = "a name" },
        ]"#;

    #[test]
    fn a_complete_matrix_has_no_problems() {
        let matrix = build(GOOD, &["X-Y-1:a"]);
        assert_eq!(matrix.problems, Vec::<String>::new());
        assert_eq!(matrix.rows[2].class, Class::Open);
    }

    #[test]
    fn claims_need_evidence() {
        let matrix = build(GOOD, &[]);
        assert_eq!(matrix.problems, ["X-Y-1:a claims to be applied without evidence"]);
    }

    #[test]
    fn a_side_bet_is_shown_and_cited_by_the_games_it_joins() {
        let paragraphs = read_paragraphs("X-S-1\tsettlement\nX-S-2\tsettlement\n");
        let bet = |classes| {
            let mut evidence = Evidence::default();
            evidence.applied.entry("X-S-1".into()).or_default().insert("a scenario of x/base".into());
            GameTrace { game: "x/side", prefix: "X-S", classes, cited: vec!["X-S-1"], evidence }
        };
        // The base game rests on no document: it has neither a prefix nor classes of its own.
        let base = |cited| {
            let evidence = Evidence::default();
            GameTrace { game: "x/base", prefix: "", classes: "", cited, evidence }
        };
        let classes = r#"paragraph = [
            { id = "X-S-1", class = "applied", note = "n" }, { id = "X-S-2", class = "open", note = "n" },
        ]"#;
        let name = |prefix: &str| prefix.to_owned();
        let good = matrix(&paragraphs, &[base(vec!["RULING-B-1", "X-S-1"]), bet(classes)], &name);
        assert_eq!(good.problems, Vec::<String>::new());
        assert_eq!((good.rows[0].game.as_str(), good.rows[0].evidence.len()), ("x/side", 1));
        let bad = matrix(&paragraphs, &[base(vec!["X-S-2", "Z-Z-9"]), bet(classes)], &name);
        assert_eq!(
            bad.problems,
            [
                "the code cites X-S-2, which is not classed as applied",
                "the code cites Z-Z-9, which is no paragraph"
            ]
        );
    }

    #[test]
    fn a_paragraph_on_progressives_is_not_waved_through() {
        let told = |class: &str| {
            let paragraphs = read_paragraphs("X-P-1\tprogressive\n");
            let classes = format!("paragraph = [{{ id = \"X-P-1\", note = \"n\", {class} }}]");
            let evidence = Evidence::default();
            let game = GameTrace { game: "x/p", prefix: "X-P", classes: &classes, cited: vec![], evidence };
            matrix(&paragraphs, &[game], &|prefix| prefix.to_owned()).problems
        };
        assert_eq!(told("class = \"text\""), ["X-P-1 is of kind progressive and classed as text (n)"]);
        assert_eq!(told("class = \"text\", remark = true"), Vec::<String>::new());
        assert_eq!(told("class = \"open\", remark = true"), ["X-P-1 is no mere remark"]);
    }

    #[test]
    fn a_claim_may_rest_on_the_same_words_elsewhere() {
        let told = |claim: &str| {
            let paragraphs = read_paragraphs("X-Y-1\tsettlement\nX-P-1\tprogressive\n");
            let mut evidence = Evidence::default();
            let label = "y/first.scenario: It is paid".to_owned();
            evidence.applied.entry("X-Y-1".into()).or_default().insert(label);
            let base = "paragraph = [{ id = \"X-Y-1\", class = \"applied\", note = \"n\" }]";
            let base = GameTrace { game: "x/y", prefix: "X-Y", classes: base, cited: vec![], evidence };
            let classes =
                format!("paragraph = [{{ id = \"X-P-1\", class = \"applied\", note = \"n\", {claim} }}]");
            let evidence = Evidence::default();
            let set = GameTrace { game: "x/p", prefix: "X-P", classes: &classes, cited: vec![], evidence };
            matrix(&paragraphs, &[base, set], &|prefix| prefix.to_owned())
        };
        let good = told("through = [\"X-Y-1\"], scenario = \"It is paid\"");
        assert_eq!(good.problems, Vec::<String>::new());
        assert_eq!(good.rows[1].evidence, ["y/first.scenario: It is paid"]);
        let other = told("through = [\"X-Y-1\"], scenario = \"It is lost\"");
        assert_eq!(other.problems, ["X-P-1 claims to be applied without evidence"]);
        let nowhere = told("through = [\"X-Y-2\", \"X-Y-1\"]");
        assert_eq!(nowhere.problems, ["X-P-1 rests on X-Y-2, which no scenario shows to be applied"]);
    }

    #[test]
    fn double_missing_and_waved_through_are_found() {
        let twice = r#"paragraph = [{ id = "X-Y-1", class = "text", note = "n" }, { id = "X-Y-1", class = "text", note = "n" }]"#;
        let problems = build(twice, &[]).problems;
        assert!(problems.iter().any(|p| p == "X-Y-1 is classed twice"));
        assert!(problems.iter().any(|p| p == "X-Y-2 is not classed"));
        assert!(problems.iter().any(|p| p.contains("kind settlement and classed as text")));
        assert!(problems.iter().any(|p| p.contains("the code cites X-Y-1:a")));
    }

    #[test]
    fn prefixes_are_the_first_two_parts() {
        assert_eq!(prefix_of("OH-BJ-4.III"), "OH-BJ");
        assert_eq!(prefix_of("CO-RF/PT-FLT-SB1-01"), "CO-RF");
        assert_eq!(prefix_of("SG-PP-APP-A/T1"), "SG-PP");
    }
}
