//! The rulings: one page per game, all listed in `docs/rulings.md`, each with all its parts; every cited
//! ruling must exist.

use std::collections::BTreeSet;

/// The parts of a section.
const PARTS: [&str; 6] = ["Paragraphs", "Unclear", "Readings", "We take", "Why", "Option"];

/// Id and title of each ruling of a page, from its headings.
fn headings(page: &str) -> Vec<&str> {
    page.lines()
        .filter_map(|line| line.strip_prefix("## "))
        .filter(|line| line.starts_with("RULING-"))
        .collect()
}

/// Checks that the list matches the pages. `just rulings-page` regenerates it; a new page comes last, under
/// its own title.
#[test]
fn the_list_is_what_the_pages_hold() {
    let path = crate::common::root().join("docs/rulings.md");
    let list = std::fs::read_to_string(&path).unwrap();
    if std::env::var_os("WRITE_PAGE").is_some() {
        std::fs::write(&path, written_anew(&list)).unwrap();
        return;
    }
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

fn written_anew(list: &str) -> String {
    let mut pages = crate::common::ruling_pages();
    let mut sections = list.split("\n## [");
    let mut text = sections.next().unwrap().trim_end().to_owned();
    let mut put = |title: &str, file: &str, page: &str| {
        text += &format!("\n\n## [{title}](rulings/{file})\n");
        headings(page).iter().for_each(|heading| text += &format!("\n- {heading}"));
    };
    for section in sections {
        let (title, rest) = section.split_once("](rulings/").unwrap();
        let file = rest.split_once(')').unwrap().0;
        if let Some(page) = pages.remove(file) {
            put(title, file, &page);
        }
    }
    for (file, page) in &pages {
        let title = page.lines().next().unwrap().trim_start_matches("# Rulings: ");
        put(title, file, page);
    }
    text + "\n"
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
