//! The deletion run: each rule site is switched off in turn, and some scenario must notice.
//!
//! A site is one place in the code that gives one rule out. Some decide: without the rule a round goes another way. Others
//! cite: the round goes the same way, and an id is missing where it was expected. The run tells the two apart by playing,
//! not by reading the code, and README.md quotes both numbers. Sites whose loss no scenario notices are listed, with the
//! reason, in `trace/survivors.txt`; the run fails when that list is not exactly right, and when a rule that is classed as
//! applied has no site whose loss is noticed.
#![cfg(debug_assertions)]

use crate::common::{readme_says, root, thousands};
use engine::scenario::{Act, Scenario, parse, run};
use engine::sites::{self, Site};
use engine::{Cites, Line, What};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a scenario, apart from citations: events, whether the table refused, and where a `sees` statement saw
/// something else than was written.
type Course = Vec<(Vec<What>, bool, bool)>;

/// Whether a scenario passes, and its course; `None` where the crippled engine broke down.
fn play(scenario: &Scenario) -> Option<(bool, Course)> {
    let report = catch_unwind(AssertUnwindSafe(|| run(scenario, &games::find))).ok()?;
    let uncited = |what: What| match what {
        What::Settled(line) => What::Settled(Line { cites: Cites::NONE, ..line }),
        other => other,
    };
    let looks = |act: &Act| matches!(act, Act::Awaits(_) | Act::Sees(..) | Act::Shows { .. });
    let steps = scenario.statements.iter().zip(&report.steps).map(|(statement, step)| {
        let events = step.events.iter().map(|event| uncited(event.what)).collect();
        (events, step.refusal.is_some(), looks(&statement.act) && !step.problems.is_empty())
    });
    Some((report.ok(), steps.collect()))
}

/// What became of a site that was switched off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// Some round went another way.
    Decided,
    /// All went the same way, and some scenario lacked an id.
    Cited,
    /// Nobody noticed.
    Survived,
}

/// Switches a site off and plays the scenarios that reach it, until one goes another way.
fn loss(site: Site, by: &[usize], all: &[(Scenario, Course)]) -> Loss {
    let _off = sites::disable(site);
    let (mut noticed, mut decided) = (false, false);
    for (scenario, course) in by.iter().map(|n| &all[*n]) {
        let (passes, changed) = match play(scenario) {
            None => (false, true),
            Some((passes, now)) => (passes, now != *course),
        };
        noticed |= !passes;
        decided |= changed;
        if noticed && decided {
            return Loss::Decided;
        }
    }
    if noticed { Loss::Cited } else { Loss::Survived }
}

/// The loss of every site, on all processors: the switch is each thread's own.
fn losses(reached: &BTreeMap<Site, Vec<usize>>, all: &[(Scenario, Course)]) -> Vec<(Site, Loss)> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let sites: Vec<(&Site, &Vec<usize>)> = reached.iter().collect();
    let part = |first: usize| {
        let own = sites.iter().skip(first).step_by(threads);
        own.map(|(site, by)| (**site, loss(**site, by, all))).collect::<Vec<_>>()
    };
    let part = &part;
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || part(first))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
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
    let scenarios = files.iter().flat_map(|(_, text)| parse(text).unwrap());
    let mut reached: BTreeMap<Site, Vec<usize>> = BTreeMap::new();
    let mut all: Vec<(Scenario, Course)> = Vec::new();
    for (n, scenario) in scenarios.enumerate() {
        let (played, sites) = sites::recording(|| play(&scenario));
        let Some((true, course)) = played else { panic!("{} does not pass", scenario.name) };
        for site in sites.into_iter().filter(|site| site.file.contains("games/src")) {
            reached.entry(site).or_default().push(n);
        }
        all.push((scenario, course));
    }
    std::panic::set_hook(Box::new(|_| {}));
    let losses = losses(&reached, &all);
    let _ = std::panic::take_hook();
    let count = |meant: Loss| losses.iter().filter(|(_, loss)| *loss == meant).count();
    let (decided, cited, survived) = (count(Loss::Decided), count(Loss::Cited), count(Loss::Survived));
    println!(
        "{} scenarios, {} sites: {decided} decide, {cited} cite, {survived} survive",
        all.len(),
        reached.len()
    );
    let survives = |(site, loss): &(Site, Loss)| (*loss == Loss::Survived).then(|| name(site, &reached));
    let survivors: BTreeSet<String> = losses.iter().filter_map(survives).collect();
    for survivor in &survivors {
        println!("  {survivor}");
    }
    let noticed: BTreeSet<String> = losses
        .iter()
        .filter(|(_, loss)| *loss != Loss::Survived)
        .map(|(site, _)| site.rule.id().to_owned())
        .collect();
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
    quoted(reached.len(), decided, cited, survived);
}

/// The README quotes what the run has found; `just deletion-figures` regenerates it.
fn quoted(sites: usize, decided: usize, cited: usize, survived: usize) {
    let [all, decide, cite] = [sites, decided, cited].map(thousands);
    let now = format!(
        "  Of {all} rule sites {decide} decide and {cite} cite; switching off the other {survived} fails no scenario, for listed reasons."
    );
    readme_says("  Of ", |_| now.clone(), "deletion-figures");
}
