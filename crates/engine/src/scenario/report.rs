//! The result of playing a scenario: its transcript, its evidence, its problems.

use super::ast::{Scenario, Statement};
use crate::awaits::Due;
use crate::event::{Event, What};
use crate::explain::{explain_event, explain_refusal};
use crate::input::Input;
use crate::people::Actor;
use crate::record::Record;
use crate::refusal::Refusal;
use crate::rule::paragraph_of;
use crate::wager::{Line, Outcome};
use felt::Currency;
use std::collections::{BTreeSet, VecDeque};
use std::fmt::Write;

/// One statement and what it caused.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line in the file.
    pub line: usize,
    /// The statement as written.
    pub text: String,
    /// What happened.
    pub events: Vec<Event>,
    /// The refusal, if there was one.
    pub refusal: Option<Refusal>,
    /// What the table waited for at that point.
    pub due: Option<Due>,
    /// Why a table file was refused, where that was expected.
    pub findings: Vec<String>,
    /// The rule points that this step shows to be applied.
    pub evidence: BTreeSet<String>,
    /// Differences from what was expected.
    pub problems: Vec<String>,
}

impl Step {
    pub(super) fn new(statement: &Statement) -> Step {
        Step {
            line: statement.line,
            text: statement.text.clone(),
            events: Vec::new(),
            refusal: None,
            due: None,
            findings: Vec::new(),
            evidence: BTreeSet::new(),
            problems: Vec::new(),
        }
    }

    /// The refusal in words, if there was one.
    pub fn refused(&self, currency: Currency) -> Option<String> {
        Some(explain_refusal(&self.refusal?, currency, &self.due?))
    }
}

/// The result of playing one scenario.
#[derive(Clone, Debug)]
pub struct Report {
    /// Its title.
    pub name: String,
    /// The game it was played on.
    pub game: String,
    /// The table's money.
    pub currency: Option<Currency>,
    /// What happened, statement by statement.
    pub steps: Vec<Step>,
    /// Problems beyond the single steps.
    pub problems: Vec<String>,
    /// Every input that was granted, for replay.
    pub inputs: Vec<(Actor, Input)>,
    /// The records of the tables that were opened; most scenarios open one.
    pub records: Vec<Record>,
    /// Lines that were settled although the scenario has no expectation at all: it asks what is paid.
    pub unasked: Vec<Line>,
    /// What the table waits for if the scenario stops in mid-round without saying that it does so on purpose.
    pub awaited: Option<String>,
    /// Settlement lines that no expectation has matched yet.
    pub(super) pending: VecDeque<Line>,
}

impl Report {
    pub(super) fn new(scenario: &Scenario) -> Report {
        Report {
            name: scenario.name.clone(),
            game: String::new(),
            currency: None,
            steps: Vec::new(),
            problems: Vec::new(),
            inputs: Vec::new(),
            records: Vec::new(),
            unasked: Vec::new(),
            awaited: None,
            pending: VecDeque::new(),
        }
    }

    pub(super) fn take(&mut self, step: Step) {
        self.steps.push(step);
    }

    /// Whether it proves something: everything went as written, every payment was expected, and the round is over or
    /// the scenario says that it is open.
    pub fn ok(&self) -> bool {
        self.as_written() && self.unasked.is_empty() && self.awaited.is_none()
    }

    /// Whether no problem contradicts the text. The scenario may still ask for payments without stating them.
    pub fn as_written(&self) -> bool {
        self.problems.is_empty() && self.steps.iter().all(|step| step.problems.is_empty())
    }

    /// Returns why it proves nothing although no problem contradicts it.
    pub fn shortcomings(&self) -> Vec<String> {
        let unasked = (!self.unasked.is_empty()).then(|| "no payment is expected".to_owned());
        let awaited = self.awaited.as_ref().map(|due| {
            format!("the round is not over: {due}; where a scenario means to stop here, end it with `open`")
        });
        unasked.into_iter().chain(awaited).collect()
    }

    /// All events in order.
    pub fn events(&self) -> impl Iterator<Item = &Event> {
        self.steps.iter().flat_map(|step| &step.events)
    }

    /// All settlement lines in order.
    pub fn lines(&self) -> impl Iterator<Item = &Line> {
        self.events().filter_map(|event| match &event.what {
            What::Settled(line) => Some(line),
            _ => None,
        })
    }

    /// Returns the rule points that the scenario expects on the very line, step or refusal that applied them.
    pub fn points(&self) -> BTreeSet<String> {
        self.steps.iter().flat_map(|step| &step.evidence).cloned().collect()
    }

    /// Returns the paragraphs of those points.
    pub fn paragraphs(&self) -> BTreeSet<String> {
        self.points().iter().map(|point| paragraph_of(point).to_owned()).collect()
    }

    /// Returns the duties that became due.
    pub fn duties(&self) -> BTreeSet<String> {
        let duties = self.events().filter(|event| matches!(event.what, What::Duty { .. }));
        duties.flat_map(Event::rules).map(|rule| rule.id().to_owned()).collect()
    }

    /// Returns the path of the scenario: each rule point with the branch in which it was applied. No two scenarios of a
    /// game may have the same set.
    pub fn branches(&self) -> BTreeSet<String> {
        let mut branches = BTreeSet::new();
        for step in &self.steps {
            for event in &step.events {
                if matches!(event.what, What::Duty { .. }) {
                    continue;
                }
                let detail = branch_detail(event);
                branches.extend(event.rules().map(|rule| format!("{}{detail} {rule}", event.kind())));
            }
            if let Some(refusal) = &step.refusal {
                branches.extend(refusal.cites.iter().map(|rule| format!("refused {} {rule}", refusal.name)));
            }
            if !step.findings.is_empty() {
                branches.extend(step.evidence.iter().map(|rule| format!("lint {rule}")));
            }
        }
        branches
    }

    /// Returns the transcript, with the differences if there are any.
    pub fn transcript(&self) -> String {
        let mut text = String::new();
        let currency = self.currency.unwrap_or(Currency::USD);
        for step in &self.steps {
            let _ = writeln!(text, "{:>4}  {}", step.line, step.text);
            for event in &step.events {
                let _ = writeln!(text, "        - {:<58} {}", explain_event(event, currency), event.cites);
            }
            if let Some(refused) = step.refused(currency) {
                let _ = writeln!(text, "        - {refused}");
            }
            for finding in &step.findings {
                let _ = writeln!(text, "        - lint: {finding}");
            }
            for problem in &step.problems {
                let _ = writeln!(text, "      ! {problem}");
            }
        }
        for problem in self.problems.iter().chain(&self.shortcomings()) {
            let _ = writeln!(text, "      ! {problem}");
        }
        text
    }
}

fn branch_detail(event: &Event) -> String {
    match event.what {
        What::Chosen { choice, .. } => format!(" {choice}"),
        What::Decided { outcome, .. } => format!(" {}", outcome.word()),
        What::Settled(line) => {
            format!(" {} {} {}", line.kind.word(), line.wager, line.outcome.map_or("", Outcome::word))
        }
        What::Irregular { kind, .. } => format!(" {kind}"),
        What::Remedied { remedy, .. } => format!(" {remedy}"),
        What::Stepped { step, .. } => format!(" {step}"),
        What::WagerPlaced { wager, .. } => format!(" {wager}"),
        _ => String::new(),
    }
}
