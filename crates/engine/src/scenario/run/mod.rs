//! Plays a scenario on a real table and compares the results with its expectations.

mod acts;
mod held;
mod links;
mod meant;
mod open;
mod supply;

use super::ast::{Act, Scenario, Statement};
use super::expect::{self, Found};
use super::hint;
use super::report::{Report, Step};
use crate::awaits::Due;
use crate::event::{Event, What};
use crate::input::Input;
use crate::people::Actor;
use crate::refusal::{Refusal, RefusalKind};
use crate::table::{AnyTable, Game};
use felt::Currency;
use held::Steps;
use links::Linked;
use rulebook::TableConfig;
use std::collections::BTreeSet;

/// Finds a game; the registry is in a crate above this one.
pub type Find<'a> = &'a dyn Fn(&str) -> Option<&'static Game>;

/// Finds the text of a table file that a scenario names, or returns why there is none.
pub type TableFiles<'a> = &'a dyn Fn(&str) -> Result<String, String>;

/// Why a statement could not be carried out as written.
type Trouble = String;

/// What tables are opened from.
#[derive(Clone, Copy)]
pub struct Sources<'a> {
    /// Finds a game.
    pub find: Find<'a>,
    /// Names the game that a mistyped name meant.
    pub meant: &'a dyn Fn(&str) -> Option<&'static str>,
    /// Finds table files.
    pub files: TableFiles<'a>,
}

/// Plays a scenario that names no table file.
pub fn run(scenario: &Scenario, find: Find<'_>) -> Report {
    let files = |path: &str| Err(format!("cannot read {path}: no files are at hand here"));
    run_with(scenario, Sources { find, meant: &|_| None, files: &files })
}

/// Plays a scenario that may name table files.
pub fn run_with(scenario: &Scenario, sources: Sources<'_>) -> Report {
    let play = |steps| Runner::new(scenario, sources, steps).run(scenario);
    let (report, reaches_back) = play(Steps::AsTheTableHasThem);
    if !reaches_back {
        return report;
    }
    match play(Steps::Held) {
        (held, true) => held,
        // No step could be delayed: the statement concerns the table as it is.
        (_, false) => report,
    }
}

struct Open {
    game: &'static Game,
    table: Box<dyn AnyTable>,
    currency: Currency,
    config: TableConfig,
    shuffled: bool,
    /// Whether the table file leaves open who takes the dealer's automatic steps.
    may_be_held: bool,
}

struct Runner<'a> {
    sources: Sources<'a>,
    open: Option<Open>,
    /// The meters that are attached to the table.
    links: Vec<Linked>,
    report: Report,
    /// The events of the statement being played.
    step: Vec<Event>,
    steps: Steps,
    /// Whether a statement concerned a round that the table had settled automatically, or settlement was delayed for
    /// one.
    reaches_back: bool,
    /// Play ended here: the remaining statements assume a different course of the round.
    stopped: bool,
}

impl<'a> Runner<'a> {
    fn new(scenario: &Scenario, sources: Sources<'a>, steps: Steps) -> Runner<'a> {
        Runner {
            sources,
            open: None,
            links: Vec::new(),
            report: Report::new(scenario),
            step: Vec::new(),
            steps,
            reaches_back: false,
            stopped: false,
        }
    }

    /// Plays all statements. Also returns whether one concerned a settled round or settlement was delayed for one.
    fn run(mut self, scenario: &Scenario) -> (Report, bool) {
        for (n, statement) in scenario.statements.iter().enumerate() {
            match self.stopped {
                true => self.spell(statement),
                false => self.statement(statement, scenario.statements.get(n + 1)),
            }
        }
        self.finish(scenario);
        (self.report, self.reaches_back)
    }

    fn statement(&mut self, statement: &Statement, next: Option<&Statement>) {
        self.notice_reaching_back(&statement.act);
        self.step.clear();
        let mut step = Step::new(statement);
        if let Err(trouble) = self.play(statement, next, &mut step) {
            step.problems.push(trouble);
        }
        step.events = self.step.clone();
        self.report.take(step);
    }

    fn play(
        &mut self,
        statement: &Statement,
        next: Option<&Statement>,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        if let Act::Table { game, settings } = &statement.act {
            let opened = self.open_table(game, settings, statement, step);
            self.stopped = opened.is_err();
            return opened;
        }
        if self.open.is_none() {
            self.stopped = true;
            return Err("a scenario opens its table first: `table ohio/blackjack`".into());
        }
        if let Act::Link { meter, kind, chosen } = &statement.act {
            return self.link((meter, kind, chosen), statement, step);
        }
        if let Act::Expect { patron, spot, beneficiary, lines } = &statement.act {
            let currency = self.open()?.currency;
            let (patron, spot, beneficiary) = (*patron, *spot, *beneficiary);
            let wanted = expect::Wanted { patron, spot, beneficiary, lines, currency };
            let Found { evidence, problems } = expect::compare(&wanted, statement, &mut self.report.pending);
            step.evidence = evidence;
            step.problems = problems;
            return Ok(());
        }
        match self.perform(&statement.act) {
            Ok(None) if statement.refused => Err("this was to be refused, and the table granted it".into()),
            Ok(None) => {
                self.release_steps(next)?;
                self.check_rules(statement, step)
            }
            Ok(Some(refusal)) => self.check_refusal(statement, refusal, step),
            Err(trouble) => {
                self.stopped = !statement.act.only_looks();
                Err(trouble)
            }
        }
    }

    /// Supplies the unwritten steps and executes the statement.
    fn perform(&mut self, act: &Act) -> Result<Option<Refusal>, Trouble> {
        if !matches!(act, Act::Awaits(_) | Act::Open | Act::Shows { .. } | Act::Elsewhere(..))
            && let Some(refusal) = self.supply(act)?
        {
            return Ok(Some(refusal));
        }
        self.act(act)
    }

    /// Checks the rules of a statement: its events must cite each of them, except those after a `!`, which they must
    /// not cite.
    fn check_rules(&self, statement: &Statement, step: &mut Step) -> Result<(), Trouble> {
        let cited: BTreeSet<&str> = self.step.iter().flat_map(Event::rules).map(|rule| rule.id()).collect();
        for rule in &statement.rules {
            if let Some(rule) = rule.strip_prefix('!') {
                if cited.contains(rule) {
                    return Err(format!("{rule} was applied by this step"));
                }
                continue;
            }
            if !cited.contains(rule.as_str()) {
                let cited = cited.iter().copied().collect::<Vec<_>>().join(" ");
                return Err(format!("{rule} was not applied by this step; applied: {cited}"));
            }
            step.evidence.insert(rule.clone());
        }
        Ok(())
    }

    fn check_refusal(
        &mut self,
        statement: &Statement,
        refusal: Refusal,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        step.refusal = Some(refusal);
        step.due = self.open.as_ref().map(|open| open.table.due());
        if !statement.refused {
            self.stopped = true;
            return Err(self.unforeseen(&statement.act, refusal));
        }
        let cited: BTreeSet<String> = refusal.cites.iter().map(|rule| rule.id().to_owned()).collect();
        let expected: BTreeSet<String> = statement.rules.iter().cloned().collect();
        if cited != expected {
            return Err(format!("refused as `{refusal}`, which cites other rules"));
        }
        step.evidence = expected;
        Ok(())
    }

    /// Returns what to write if the table refused something that the scenario expected to be accepted.
    fn unforeseen(&self, act: &Act, refusal: Refusal) -> Trouble {
        let first = match (act, refusal.kind, &self.open) {
            (Act::Rules(_, text), RefusalKind::NotAwaited, _) => {
                Some(format!("{}; `refuse` before the statement shows that", hint::of_ruling(text)))
            }
            (_, RefusalKind::NotAwaited, Some(open)) => hint::before_this(&*open.table),
            (Act::Bets { patron, box_number: 0, wagers, .. }, RefusalKind::Impossible, _) => {
                let (wager, stake) = wagers.first().map_or(("main", "10"), |(wager, stake)| (wager, stake));
                Some(format!("name the patron's place, as `bets {patron} at 1: {wager} {stake}`"))
            }
            _ => None,
        };
        let instead = first.unwrap_or_else(|| {
            let rules = refusal.cites;
            format!("where this is what you show, write `refuse` before the statement and {rules} at its end")
        });
        format!("{instead}; play ends here")
    }

    fn open(&mut self) -> Result<&mut Open, Trouble> {
        self.open.as_mut().ok_or_else(|| "no table is open".into())
    }

    fn due(&mut self) -> Result<Due, Trouble> {
        Ok(self.open()?.table.due())
    }

    /// Sends an input and collects the resulting events.
    fn send(&mut self, actor: Actor, input: Input) -> Result<Option<Refusal>, Trouble> {
        let open = self.open.as_mut().ok_or("no table is open")?;
        let (round, before) = (open.table.round(), self.step.len());
        match open.table.apply(actor, input, &mut self.step) {
            Ok(()) => {
                self.report.inputs.push((actor, input));
                if let Some(record) = self.report.records.last_mut() {
                    record.put(round, (actor, input), &self.step[before..]);
                }
                for event in &self.step[before..] {
                    if let What::Settled(line) = event.what {
                        self.report.pending.push_back(line);
                    }
                    open.shuffled |= matches!(event.what, What::Shuffled { .. });
                }
                self.feed_meters(before)?;
                Ok(None)
            }
            Err(refusal) => Ok(Some(refusal)),
        }
    }

    /// Sends an input that the scenario omits because there is only one possibility.
    fn send_unsaid(&mut self, actor: Actor, input: Input) -> Result<(), Trouble> {
        match self.send(actor, input)? {
            None => Ok(()),
            Some(refusal) => Err(format!("the step before this one was refused: {refusal}")),
        }
    }

    fn finish(&mut self, scenario: &Scenario) {
        if self.report.game.is_empty() && self.report.as_written() {
            self.report.problems.push("no table was opened: this proves nothing".into());
        }
        let Some(currency) = self.report.currency else { return };
        let pending: Vec<_> = self.report.pending.drain(..).collect();
        if !scenario.expects() {
            self.report.unasked = pending;
        } else if !self.stopped {
            for line in pending {
                let text = crate::explain::explain_line(&line, currency);
                self.report.problems.push(format!("not expected: {text}   {}", line.cites));
            }
        }
        let said_open = scenario.statements.iter().any(|said| matches!(said.act, Act::Open));
        let Some(open) = self.open.as_ref().filter(|_| !self.stopped && !said_open) else { return };
        if hint::in_mid_round(&*open.table) {
            self.report.awaited = Some(hint::awaited(&*open.table));
        }
    }
}
