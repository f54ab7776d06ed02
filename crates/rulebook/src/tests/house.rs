use super::{join, shelf};
use crate::lint_house;

fn table(more: &str) -> String {
    format!("game = \"test/craps\"\nlimits.main = \"6..600 step 6\"\n{more}")
}

#[test]
fn uniform_options_have_one_value_in_the_house() {
    let files = [
        ("a.toml", table("")),
        ("b.toml", table("options.odds-multiple = 2\n")),
        ("c.toml", table("options.odds-multiple = 5\n")),
        ("study.toml", table("study = true\noptions.odds-multiple = 10\n")),
    ];
    let findings = lint_house(&files, &shelf);
    assert_eq!(findings.len(), 1);
    assert_eq!(findings[0].0, "c.toml");
    assert_eq!(
        findings[0].1.to_string(),
        "line 3: odds-multiple \"5\" differs from a.toml, and all tables of test/craps must have one value; \
         allowed: 2 (T-CR-6)"
    );
}

#[test]
fn each_file_is_also_looked_at_by_itself() {
    let files = [
        ("bad.toml", table("boxes = 17\n")),
        ("worse.toml", "game =".to_owned()),
        ("wild.toml", table("options.odds-multiple = 100\n")),
        ("lost.toml", "game = \"no/game\"\n".to_owned()),
        ("late.toml", table("options.odds-multiple = 3\n")),
    ];
    let findings = lint_house(&files, &shelf);
    let paths: Vec<&str> = findings.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["bad.toml", "worse.toml", "wild.toml", "lost.toml", "late.toml"]);
    let bad = join(&[findings[0].1.clone()]);
    assert_eq!(bad, "line 3: boxes 17 is not approved; allowed: 1..16 (T-CR-1)");
    assert!(findings[4].1.what.contains("differs from bad.toml"), "a table with other faults still counts");
}
