//! Layouts that do not fit their rule book.

use crate::{Layout, RuleBook};

const BOOK: &str = r#"
id = "example/high-card"
name = "High Card"
jurisdiction = "example"
document = "Rules of High Card"
effective = "2026-01-01"
prefix = "EX-HC"
currency = "USD"
[boxes]
allowed = "1..6"
default = 6
cites = ["EX-HC-1"]
[decks]
kind = "standard52"
allowed = "1..2"
default = 1
cites = ["EX-HC-2"]
[[wager]]
id = "high"
name = "High card"
required = true
pays = ["option ace-pays"]
cites = ["EX-HC-3"]
[[wager]]
id = "low"
name = "Low card"
pays = ["1 to 1"]
cites = ["EX-HC-3"]
[[option]]
id = "ace-pays"
name = "What a winning ace is paid"
allowed = ["1 to 1", "6 to 5"]
default = "1 to 1"
cites = ["EX-HC-4"]
"#;

fn findings(layout: &str) -> Vec<String> {
    let book = RuleBook::parse(BOOK).unwrap();
    let layout = Layout::parse(layout).unwrap();
    layout.check(&book).iter().map(ToString::to_string).collect()
}

#[test]
fn a_layout_places_every_wager_once_and_no_other() {
    let good = r#"
        kind = "boxes-arc"
        prints = ["Aces pay {ace-pays}"]
        rows = [[{ wager = "high", label = "High" }]]
        lies_on = { low = "high" }"#;
    assert_eq!(findings(good), [""; 0]);
    let bad = r#"
        kind = "boxes-arc"
        prints = ["Kings pay {king-pays}"]
        rows = [[{ wager = "high", label = "High" }, { wager = "high", label = "High" }]]
        lies_on = { middle = "low" }"#;
    assert_eq!(
        findings(bad),
        [
            "the layout places \"high\" twice",
            "the layout places \"middle\", which is no wager of example/high-card",
            "chips are to lie on the spot of \"low\", which has none",
            "the layout has no place for \"low\"",
            "\"Kings pay {king-pays}\" names {king-pays}, which is no option of example/high-card",
        ]
    );
}

#[test]
fn zones_stay_in_their_grid_and_apart() {
    let zones = r#"
        kind = "zones"
        grid = { wide = [4, 2], tall = [2, 2] }
        [[zones]]
        id = "a"
        label = "High"
        wagers = [{ wager = "high", label = "High" }]
        wide = [0, 0, 3, 1]
        tall = [0, 0, 2, 1]
        [[zones]]
        id = "b"
        label = "Low"
        wagers = [{ wager = "low", label = "Low" }]
        wide = [2, 0, 2, 2]
        tall = [0, 1, 3, 1]"#;
    assert_eq!(
        findings(zones),
        ["zones \"a\" and \"b\" meet on a big screen", "zone \"b\" leaves the grid on a phone"]
    );
}

#[test]
fn values_of_options_are_printed_in_place_of_their_ids() {
    let layout = Layout::parse("kind = \"boxes-arc\"\nprints = [\"Aces pay {ace-pays}\"]").unwrap();
    let filled = layout.filled(|id| (id == "ace-pays").then_some("6 to 5"));
    assert_eq!(filled.prints, ["Aces pay 6 to 5"]);
}

#[test]
fn what_is_wrong_with_the_text_names_its_line() {
    let finding = Layout::parse("kind = \"boxes-arc\"\nprint = []").unwrap_err();
    assert!(finding.to_string().starts_with("line 2: unknown field `print`"), "{finding}");
}
