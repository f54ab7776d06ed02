//! Layouts that do not fit their rule book.

use super::BLACKJACK;
use crate::{LayoutFile, RuleBook};

fn findings(layout: &str) -> Vec<String> {
    let book = RuleBook::parse(BLACKJACK).unwrap();
    let layout = LayoutFile::parse(layout).unwrap();
    layout.check(&book).iter().map(ToString::to_string).collect()
}

#[test]
fn a_layout_places_every_wager_once_and_no_other() {
    let good = r#"
        kind = "boxes-arc"
        prints = ["Blackjack pays {blackjack-pays}"]
        rows = [[{ wager = "main", label = "Main" }], [{ wager = "house-money", label = "HM" }]]
        lies_on = { insurance = "main", double = "main", split = "main" }"#;
    assert_eq!(findings(good), [""; 0]);
    let bad = r#"
        kind = "boxes-arc"
        prints = ["Kings pay {king-pays}"]
        rows = [[{ wager = "main", label = "Main" }, { wager = "main", label = "Main" }]]
        lies_on = { middle = "low", insurance = "main", double = "main", split = "main" }"#;
    assert_eq!(
        findings(bad),
        [
            "the layout places \"main\" twice",
            "the layout places \"middle\", which is no wager of ohio/blackjack",
            "chips are to lie on the spot of \"low\", which has none",
            "the layout has no place for \"house-money\"",
            "\"Kings pay {king-pays}\" names {king-pays}, which is no option of ohio/blackjack",
        ]
    );
}

#[test]
fn zones_stay_in_their_grid_and_apart() {
    let zones = r#"
        kind = "zones"
        grid = { wide = [4, 2], tall = [2, 2] }
        lies_on = { insurance = "main", double = "main", split = "main" }
        [[zones]]
        id = "a"
        label = "Main"
        wagers = [{ wager = "main", label = "Main" }]
        wide = [0, 0, 3, 1]
        tall = [0, 0, 2, 1]
        [[zones]]
        id = "b"
        label = "House Money"
        wagers = [{ wager = "house-money", label = "House Money" }]
        wide = [2, 0, 2, 2]
        tall = [0, 1, 3, 1]"#;
    assert_eq!(
        findings(zones),
        ["zones \"a\" and \"b\" meet on a big screen", "zone \"b\" leaves the grid on a phone"]
    );
}

#[test]
fn values_of_options_are_printed_in_place_of_their_ids() {
    let layout = LayoutFile::parse("kind = \"boxes-arc\"\nprints = [\"Aces pay {ace-pays}\"]").unwrap();
    let filled = layout.filled(|id| (id == "ace-pays").then_some("6 to 5"));
    assert_eq!(filled.prints, ["Aces pay 6 to 5"]);
}

#[test]
fn what_is_wrong_with_the_text_names_its_line() {
    let finding = LayoutFile::parse("kind = \"boxes-arc\"\nprint = []").unwrap_err();
    assert!(finding.to_string().starts_with("line 2: unknown field `print`"), "{finding}");
}
