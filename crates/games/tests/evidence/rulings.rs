//! The rulings: a page a game, all listed in `docs/rulings.md`, each with all its parts, and none cited that is not
//! written.

use std::collections::BTreeSet;

/// What a section consists of.
const PARTS: [&str; 6] = ["Paragraphs", "Unclear", "Readings", "We take", "Why", "Option"];

/// Id and title of each ruling of a page, which stand in its headings.
fn headings(page: &str) -> Vec<&str> {
    page.lines()
        .filter_map(|line| line.strip_prefix("## "))
        .filter(|line| line.starts_with("RULING-"))
        .collect()
}

#[test]
fn the_list_is_what_the_pages_hold() {
    let list = std::fs::read_to_string(crate::common::root().join("docs/rulings.md")).unwrap();
    let sections = list.split("\n## [").skip(1).map(|section| {
        let file = section.split_once("](rulings/").unwrap().1.split_once(')').unwrap().0;
        let named: Vec<&str> = section.lines().filter_map(|line| line.strip_prefix("- ")).collect();
        (file, named)
    });
    let mut pages = crate::common::ruling_pages();
    for (file, named) in sections {
        let page = pages.remove(file).unwrap_or_else(|| panic!("there is no page docs/rulings/{file}"));
        assert_eq!(named, headings(&page), "docs/rulings.md and {file}");
    }
    assert!(pages.is_empty(), "not listed in docs/rulings.md: {:?}", pages.keys());
}

#[test]
fn every_ruling_has_a_number_of_its_own_and_all_its_parts() {
    let mut ids = BTreeSet::new();
    for (file, page) in crate::common::ruling_pages() {
        for section in page.split("\n## RULING-").skip(1) {
            let (id, _) = section.split_once(": ").unwrap();
            assert!(ids.insert(id.to_owned()), "RULING-{id} stands twice");
            let section = section.split("\n## ").next().unwrap();
            for part in PARTS {
                let found = section.matches(&format!("\n- **{part}:** ")).count();
                assert_eq!(found, 1, "{part} of RULING-{id} in {file}");
            }
        }
    }
}

#[test]
fn every_ruling_that_a_game_cites_is_written() {
    let pages = crate::common::ruling_pages();
    let written: BTreeSet<&str> =
        pages.values().flat_map(|page| headings(page)).filter_map(|title| title.split(':').next()).collect();
    for game in games::GAMES {
        let cited = game.vocabulary.rules.iter().map(|rule| engine::paragraph_of(rule.id()));
        for ruling in cited.filter(|id| id.starts_with("RULING-")) {
            assert!(written.contains(ruling), "{}: {ruling}", game.id);
        }
    }
}
