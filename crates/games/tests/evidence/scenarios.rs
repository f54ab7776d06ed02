//! Checks that every scenario passes, that none is a duplicate, and that the trace holds.

use engine::scenario::{Act, Statement, Suite, expectation, parse, run};
use std::path::PathBuf;

/// Plays all scenarios, or those of the folder that `SCENARIOS` names.
fn suite() -> Suite {
    let ours = || crate::common::root().join("scenarios");
    let folder = std::env::var_os("SCENARIOS").map_or_else(ours, PathBuf::from);
    Suite::play(&crate::common::scenario_files(&folder), &games::find)
}

#[test]
fn every_scenario_passes() {
    let suite = suite();
    for (file, errors) in &suite.unreadable {
        errors.iter().for_each(|error| println!("{file}: {error}"));
    }
    for played in suite.played.iter().filter(|played| !played.report.ok()) {
        println!("{}\n{}", played.label(), played.report.transcript());
    }
    assert_eq!(suite.counts().1, 0);
}

#[test]
fn no_scenario_is_told_twice() {
    assert_eq!(suite().twins(), Vec::new());
}

#[test]
fn the_trace_has_no_problems() {
    let matrix = games::trace(&suite());
    assert_eq!(matrix.problems, Vec::<String>::new());
}

/// The command's output without expectations can be pasted at the end as it is.
#[test]
fn every_settlement_can_be_expected_as_it_is_printed() {
    let mut tried = 0;
    for played in suite().played {
        let Some(currency) = played.report.currency else { continue };
        let mut scenario = played.scenario.clone();
        let is_expected = |said: &Statement| matches!(said.act, Act::Expect { .. });
        let expects = scenario.statements.iter().filter(|said| is_expected(said)).count();
        let last = scenario.statements.iter().rev().take_while(|said| is_expected(said)).count();
        // Expectations change how later statements are read, so only scenarios with expectations at the end
        // are used.
        if expects == 0 || expects != last || played.report.lines().count() == 0 {
            continue;
        }
        let said = |line: &engine::Line| format!("expect {}   {}\n", expectation(line, currency), line.cites);
        let text: String = played.report.lines().map(said).collect();
        scenario.statements.truncate(scenario.statements.len() - last);
        scenario.statements.extend(parse(&format!("scenario t\n{text}")).unwrap().remove(0).statements);
        let report = run(&scenario, &games::find);
        assert!(report.ok(), "{}\n{}", played.label(), report.transcript());
        tried += 1;
    }
    assert!(tried > 300, "only {tried}");
}

/// For every settlement line some condition held that the line cites.
#[test]
fn every_line_can_be_explained() {
    for played in suite().played {
        let Some(game) = games::find(&played.report.game) else { continue };
        let events: Vec<engine::Event> = played.report.events().copied().collect();
        for (n, event) in events.iter().enumerate() {
            let engine::What::Settled(line) = event.what else { continue };
            let reasons = (game.reasons)(&events[..=n], &line);
            let cited = |rule| line.cites.iter().any(|cited| cited == rule);
            let contradicted = reasons.iter().find(|reason| !reason.held && cited(reason.rule));
            assert!(contradicted.is_none(), "{}: line {}: {contradicted:?}", played.label(), line.seq);
            let explained = reasons.iter().any(|reason| reason.held && cited(reason.rule));
            assert!(explained, "{}: line {} {:?}: {reasons:?}", played.label(), line.seq, line.cites);
        }
    }
}

/// The round in the README is played as it is printed.
#[test]
fn the_readme_tells_the_truth() {
    let readme = std::fs::read_to_string(crate::common::root().join("README.md")).unwrap();
    let block = readme.split("```scenario\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    let report = run(&parse(block).unwrap()[0], &games::find);
    assert!(report.ok(), "{}", report.transcript());
    let said: Vec<String> =
        report.events().map(|event| engine::explain_event(event, felt::Currency::USD)).collect();
    let shown =
        readme.split("```console\n   6 peek").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    for line in shown.lines().filter_map(|line| line.trim_start().strip_prefix("- ")) {
        let known = |text: &String| line.starts_with(text.as_str());
        assert!(line.starts_with("refused: ") || said.iter().any(known), "the README shows `{line}`");
    }
}
