//! Prints the events of a scenario line by line, with their rules.

use crate::screen::{BAD, DIM, Screen, paint};
use engine::scenario::{Report, Step};
use engine::{Event, Vocabulary, What, explain_event, explain_event_with};
use felt::Currency;
use std::io;

/// A whole scenario: each statement, its events, and the deviations.
pub(crate) fn report(screen: &mut Screen, report: &Report) -> io::Result<()> {
    let vocabulary = games::find(&report.game).map(|game| game.vocabulary);
    let currency = report.currency.unwrap_or(Currency::USD);
    for step in &report.steps {
        screen.line(format!("{} {}", paint(DIM, &format!("{:>4}", step.line)), step.text))?;
        events(screen, &step.events, currency, vocabulary)?;
        said(screen, step, currency)?;
    }
    report.problems.iter().try_for_each(|problem| wrong(screen, problem))
}

fn said(screen: &mut Screen, step: &Step, currency: Currency) -> io::Result<()> {
    if let Some(refused) = step.refused(currency) {
        screen.hanging(LEAD, &refused)?;
    }
    for finding in &step.findings {
        screen.hanging(LEAD, &format!("lint: {finding}"))?;
    }
    step.problems.iter().try_for_each(|problem| wrong(screen, problem))
}

const LEAD: &str = "       - ";

/// Events in order. Duties that fall due together are shown together: an opening has a dozen.
pub(crate) fn events(
    screen: &mut Screen,
    events: &[Event],
    currency: Currency,
    vocabulary: Option<&Vocabulary>,
) -> io::Result<()> {
    for run in events.chunk_by(|one, next| is_duty(one) && is_duty(next)) {
        match run {
            [only] => event(screen, only, currency, vocabulary)?,
            duties => {
                let ids: Vec<String> = duties.iter().map(|duty| duty.cites.to_string()).collect();
                let text = format!("{} duties of staff fall due", duties.len());
                screen.cited(LEAD, &text, &ids.join(" "))?;
            }
        }
    }
    Ok(())
}

fn is_duty(event: &Event) -> bool {
    matches!(event.what, What::Duty { .. })
}

/// One event and its rules.
pub(crate) fn event(
    screen: &mut Screen,
    event: &Event,
    currency: Currency,
    vocabulary: Option<&Vocabulary>,
) -> io::Result<()> {
    let text = match vocabulary {
        Some(words) => explain_event_with(event, currency, words),
        None => explain_event(event, currency),
    };
    screen.cited(LEAD, &text, &event.cites.to_string())
}

/// A deviation. The mark shows it without colour.
pub(crate) fn wrong(screen: &mut Screen, problem: &str) -> io::Result<()> {
    let lead = format!("     {} ", paint(BAD.bold(), "!"));
    screen.hanging_in(BAD, &lead, problem)
}
