//! What the trace finds, and what it rejects.

use super::*;

/// A trace without notes of the code and without pay tables.
fn trace<'a>(prefix: &'a str, classes: &'a str, cited: &[&'a str], applied: &[&str]) -> GameTrace<'a> {
    let mut evidence = Evidence::default();
    for id in applied {
        evidence.applied.entry((*id).to_owned()).or_default().insert("a/b.scenario: It is paid".into());
    }
    let (says, tables) = (BTreeMap::new(), BTreeMap::new());
    GameTrace { game: "x/y", prefix, classes, cited: cited.to_vec(), says, tables, evidence: Some(evidence) }
}

fn of(paragraphs: &str, games: &[GameTrace<'_>]) -> Matrix {
    matrix(&read_paragraphs(paragraphs), games, &|prefix| prefix.to_owned())
}

fn build(classes: &str, applied: &[&str]) -> Matrix {
    let cited = ["X-Y-1:a", "Z-Z-1", "RULING-Y-1"];
    of("X-Y-1\tsettlement\nX-Y-2\tdefinition\nZ-Z-1\twager\n", &[trace("X-Y", classes, &cited, applied)])
}

const GOOD: &str = r#"
    "X-Y-1:a" = { applied = "n" }
    "X-Y-2" = { text = "a name" }
    "#;

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

const WORDS: &str = "\"X-Y-1\" = \"It is paid.\"";

#[test]
fn what_nobody_lists_is_applied_if_it_is_cited_and_shown() {
    let told = |cited: &[&'static str], applied: &[&str]| {
        let mut game = trace("X-Y", "", cited, applied);
        game.says.insert("X-Y-1".into(), "The higher hand wins.".into());
        let mut matrix = of("X-Y-1\tsettlement\nX-Y-2\twager\theading\n", &[game]);
        let row = matrix.rows.remove(0);
        assert_eq!(matrix.rows[0].class, Class::Text);
        (row.class, row.note, matrix.problems)
    };
    let (class, note, problems) = told(&["X-Y-1"], &["X-Y-1"]);
    assert_eq!((class, note.as_str(), problems), (Class::Applied, "The higher hand wins.", vec![]));
    // Without a citing place it is open; also without a scenario.
    let (class, _, problems) = told(&[], &[]);
    assert_eq!((class, problems), (Class::Open, vec!["X-Y-1 is not classed, and no code cites it".into()]));
    let (class, _, problems) = told(&["X-Y-1"], &[]);
    assert_eq!(class, Class::Open);
    assert_eq!(problems[0], "X-Y-1 is open: no scenario shows it");
    // A point is a demand of its own, which a person must have identified in the paragraph.
    let (class, _, problems) = told(&["X-Y-1:a"], &["X-Y-1:a"]);
    assert_eq!((class, problems.len()), (Class::Open, 2), "{problems:?}");
}

#[test]
fn points_and_rows_are_each_shown() {
    let told = |classes: &str, applied: &[&str]| {
        let mut game = trace("X-Y", classes, &["X-Y-1:a", "X-Y-1:b", "X-Y-2:flush"], applied);
        game.tables.insert("X-Y-2".into(), vec!["flush".into(), "pair".into()]);
        for id in ["X-Y-1:a", "X-Y-1:b", "X-Y-2:flush", "X-Y-2:pair"] {
            game.says.insert(id.into(), "n".into());
        }
        of("X-Y-1\tsettlement\nX-Y-2\tpaytable\n", &[game])
    };
    let (listed, all) = ("\"X-Y-1\" = { points = \"a b\" }", ["X-Y-1:a", "X-Y-1:b", "X-Y-2:flush"]);
    // The rule book has a row that no code cites: the table is open, whatever else is shown.
    let matrix = told(listed, &all);
    assert_eq!(matrix.problems, ["X-Y-2:pair is open: no scenario shows it"]);
    assert_eq!((matrix.rows[0].class, matrix.rows[1].class), (Class::Applied, Class::Open));
    // So is a paragraph if one of its demands is not shown.
    let matrix = told(listed, &all[1..]);
    assert_eq!(matrix.problems[0], "X-Y-1:a is open: no scenario shows it");
    assert_eq!(matrix.rows[0].class, Class::Open);
    // If several demands are cited, a person must have listed them.
    let problems = told("", &all).problems;
    assert_eq!(problems[0], "X-Y-1 is not classed, and no code cites it");
    let twice = told("\"X-Y-1\" = { points = \"a a\" }", &all).problems;
    assert_eq!(twice[0], "a point of X-Y-1 is classed twice");
}

#[test]
fn a_side_bet_is_shown_and_cited_by_the_games_it_joins() {
    let paragraphs = "X-S-1\tsettlement\nX-S-2\tsettlement\n";
    let classes = "\"X-S-1\" = \"n\"\n\"X-S-2\" = { open = \"n\" }";
    let bet = || trace("X-S", classes, &["X-S-1"], &["X-S-1"]);
    // The base game is not based on a document: it has neither a prefix nor classes of its own.
    let good = of(paragraphs, &[trace("", "", &["RULING-B-1", "X-S-1"], &[]), bet()]);
    assert_eq!(good.problems, Vec::<String>::new());
    assert_eq!((good.rows[0].class, good.rows[0].evidence.len()), (Class::Applied, 1));
    let bad = of(paragraphs, &[trace("", "", &["X-S-2", "Z-Z-9"], &[]), bet()]);
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
        let classes = format!("\"X-P-1\" = {{ {class} }}");
        of("X-P-1\tprogressive\n", &[trace("X-P", &classes, &[], &[])]).problems
    };
    assert_eq!(told("text = \"n\""), ["X-P-1 is of kind progressive and classed as text (n)"]);
    assert_eq!(told("text = \"n\", remark = true"), Vec::<String>::new());
    assert_eq!(told("open = \"n\", remark = true"), ["X-P-1 is no mere remark"]);
    assert_eq!(told("text = \"n\", duty = \"n\"")[0], "X-P-1 has no class, or several");
}

#[test]
fn a_claim_may_rest_on_the_same_words_elsewhere() {
    let told = |claim: &str| {
        let classes = format!("\"X-P-1\" = {{ applied = \"n\", {claim} }}");
        let games = [trace("X-Y", WORDS, &[], &["X-Y-1"]), trace("X-P", &classes, &[], &[])];
        of("X-Y-1\tsettlement\nX-P-1\tprogressive\n", &games)
    };
    let good = told("through = [\"X-Y-1\"], scenario = \"It is paid\"");
    assert_eq!(good.problems, Vec::<String>::new());
    assert_eq!(good.rows[1].evidence, ["a/b.scenario: It is paid"]);
    let other = told("through = [\"X-Y-1\"], scenario = \"It is lost\"");
    assert_eq!(other.problems, ["X-P-1 claims to be applied without evidence"]);
    let nowhere = told("through = [\"X-Y-2\", \"X-Y-1\"]");
    assert_eq!(nowhere.problems, ["X-P-1 rests on X-Y-2, which no scenario shows to be applied"]);
}

#[test]
fn double_missing_and_waved_through_are_found() {
    let twice = build("\"X-Y-1\" = { text = \"n\" }\n\"X-Y-1\" = { text = \"n\" }", &[]).problems;
    assert!(twice[0].starts_with("x/y: TOML parse error"), "{twice:?}");
    let problems = build("\"X-Y-1\" = { text = \"n\" }\n\"X-Y-3\" = \"n\"\n\"X-Z-1\" = \"n\"", &[]).problems;
    assert!(problems.iter().any(|p| p == "X-Y-2 is not classed, and no code cites it"));
    assert!(problems.iter().any(|p| p.contains("kind settlement and classed as text")));
    assert!(problems.iter().any(|p| p.contains("the code cites X-Y-1:a")));
    assert!(problems.iter().any(|p| p == "X-Y-3 is classed, but no paragraph has that id"));
    assert!(problems.iter().any(|p| p == "x/y: X-Z-1 is none of its paragraphs"));
}

#[test]
fn prefixes_are_the_first_two_parts() {
    assert_eq!(prefix_of("OH-BJ-4.III"), "OH-BJ");
    assert_eq!(prefix_of("CO-RF/PT-FLT-SB1-01"), "CO-RF");
    assert_eq!(prefix_of("SG-PP-APP-A/T1"), "SG-PP");
}
