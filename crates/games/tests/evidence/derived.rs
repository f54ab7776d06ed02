//! A derived claim is as strict as a written one: without the only site that cites it a paragraph is open.
#![cfg(debug_assertions)]

use crate::common::{root, scenario_files};
use engine::scenario::{Suite, run};
use engine::sites::{self, Site};
use engine::trace::Class;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The sites that cite each rule, with the scenarios that reach them.
type Sites = BTreeMap<&'static str, BTreeMap<Site, BTreeSet<usize>>>;

fn sites(suite: &Suite) -> Sites {
    let mut all = Sites::new();
    for (n, played) in suite.played.iter().enumerate() {
        let (_, reached) = sites::recording(|| run(&played.scenario, &games::find));
        for site in reached.into_iter().filter(|site| site.file.contains("games/src")) {
            all.entry(site.rule.id()).or_default().entry(site).or_default().insert(n);
        }
    }
    all
}

/// Plays the scenarios again with a site switched off; a scenario that fails then proves nothing.
fn without(site: Site, by: &BTreeSet<usize>, suite: &Suite) -> Suite {
    let _off = sites::disable(site);
    let mut less = Suite::default();
    for (n, played) in suite.played.iter().enumerate() {
        let mut played = played.clone();
        if by.contains(&n) {
            let again = catch_unwind(AssertUnwindSafe(|| run(&played.scenario, &games::find)));
            let Ok(report) = again else { continue };
            played.report = report;
        }
        less.played.push(played);
    }
    less
}

#[test]
fn a_derived_paragraph_without_its_only_site_is_open() {
    let suite = Suite::play(&scenario_files(&root().join("scenarios")), &games::find);
    let sites = sites(&suite);
    let rows = games::trace(&suite).rows;
    for game in games::GAMES.iter().filter(|game| !game.trace.is_empty()) {
        let derived = rows.iter().filter(|row| {
            let listed = game.trace.contains(&format!("\"{}\" = {{", row.id));
            row.game == game.id && row.class == Class::Applied && row.points.is_empty() && !listed
        });
        let mut only = derived.filter_map(|row| match sites.get(row.id.as_str()) {
            Some(sites) if sites.len() == 1 => Some((row, sites.first_key_value()?)),
            _ => None,
        });
        let (row, (site, by)) = only.next().unwrap_or_else(|| panic!("{}: nothing to try", game.id));
        std::panic::set_hook(Box::new(|_| {}));
        let less = without(*site, by, &suite);
        let _ = std::panic::take_hook();
        let matrix = games::trace(&less);
        let now = matrix.rows.iter().find(|now| now.id == row.id).unwrap();
        assert_eq!(now.class, Class::Open, "{} without its only site", row.id);
        let said = format!("{} is open: no scenario shows it", row.id);
        assert!(matrix.problems.contains(&said), "{:?}", matrix.problems);
        println!("{}: {} is open without {}:{}", game.id, row.id, site.file, site.line);
    }
}
