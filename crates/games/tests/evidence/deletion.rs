//! The deletion run: each rule site is switched off in turn, and some scenario must notice.
//!
//! A site is one place in the code that applies one rule. Sites whose loss no scenario notices are listed,
//! with the reason, in `trace/survivors.txt`; the run fails when that list is not exactly right, and when a
//! rule that is classed as applied has no site whose loss is noticed.
#![cfg(debug_assertions)]

use crate::common::root;
use engine::scenario::{Scenario, parse, run};
use engine::sites::{self, Site};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Whether the scenario still passes; an error of the crippled engine counts as noticed.
fn passes(scenario: &Scenario) -> bool {
    catch_unwind(AssertUnwindSafe(|| run(scenario, &games::find).ok())).unwrap_or(false)
}

/// Line numbers change with every edit, so a survivor is named by rule, file and its order in that file.
fn name(site: &Site, all: &BTreeMap<Site, Vec<usize>>) -> String {
    let file = site.file.rsplit("games/src/").next().unwrap_or(site.file);
    let same = all.keys().filter(|other| other.rule == site.rule && other.file == site.file);
    let order = same.clone().position(|other| other == site).map_or(0, |n| n + 1);
    if same.count() == 1 { format!("{} {file}", site.rule) } else { format!("{} {file} #{order}", site.rule) }
}

#[test]
fn the_loss_of_every_rule_is_noticed() {
    let files = crate::common::scenario_files(&root().join("scenarios"));
    let all: Vec<Scenario> = files.iter().flat_map(|(_, text)| parse(text).unwrap()).collect();
    let mut reached: BTreeMap<Site, Vec<usize>> = BTreeMap::new();
    for (n, scenario) in all.iter().enumerate() {
        let (ok, sites) = sites::recording(|| passes(scenario));
        assert!(ok, "{} does not pass", scenario.name);
        for site in sites.into_iter().filter(|site| site.file.contains("games/src")) {
            reached.entry(site).or_default().push(n);
        }
    }
    std::panic::set_hook(Box::new(|_| {}));
    let mut survivors = BTreeSet::new();
    let mut noticed: BTreeSet<String> = BTreeSet::new();
    for (site, by) in &reached {
        let _off = sites::disable(*site);
        if by.iter().any(|n| !passes(&all[*n])) {
            noticed.insert(site.rule.id().to_owned());
        } else {
            survivors.insert(name(site, &reached));
        }
    }
    let _ = std::panic::take_hook();
    println!("{} scenarios, {} sites, {} survivors", all.len(), reached.len(), survivors.len());
    for survivor in &survivors {
        println!("  {survivor}");
    }
    let applied: BTreeSet<String> = games::GAMES
        .iter()
        .flat_map(|game| game.vocabulary.rules)
        .map(|rule| rule.id().to_owned())
        .filter(|id| !id.starts_with("RULING"))
        .collect();
    let unnoticed: Vec<&String> = applied.difference(&noticed).collect();
    assert!(unnoticed.is_empty(), "no scenario notices the loss of {unnoticed:?}");
    let listed = std::fs::read_to_string(root().join("trace/survivors.txt")).unwrap();
    let listed: BTreeSet<String> = listed
        .lines()
        .filter(|line| !line.starts_with('#') && !line.trim().is_empty())
        .map(|line| line.split("  ").next().unwrap_or(line).trim().to_owned())
        .collect();
    assert_eq!(listed, survivors, "trace/survivors.txt is not up to date");
}
