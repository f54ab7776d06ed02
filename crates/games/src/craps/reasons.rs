//! Explains a line: the conditions of the rules, evaluated again on what the events show.

use super::bet::{Area, Bet};
use super::{rules, words};
use engine::{Event, Line, LineKind, Reason, Rule, What};
use felt::TwoDice;

/// What the events show about the throw that settled a line.
struct Shown {
    dice: Option<TwoDice>,
    puck: u16,
    points_made: u16,
}

impl Shown {
    /// Reads the last throw, and the puck as it was before.
    fn read(events: &[Event]) -> Shown {
        let mut shown = Shown { dice: None, puck: 0, points_made: 0 };
        let thrown = (0..events.len()).rev().find(|at| counts(events, *at));
        for event in &events[..thrown.unwrap_or(events.len())] {
            match event.what {
                What::Marked(marker) if marker.id == words::PUCK => shown.puck = marker.value,
                What::Marked(marker) if marker.id == words::FIRE_POINTS => shown.points_made = marker.value,
                _ => {}
            }
        }
        let opened = events
            .iter()
            .rposition(|event| matches!(event.what, What::RoundOpened { .. } | What::RoundReopened { .. }));
        // Dice of an earlier round do not decide this one.
        let thrown = thrown.filter(|at| Some(*at) > opened);
        shown.dice = thrown.and_then(|at| match events[at].what {
            What::Rolled(dice) => Some(dice),
            _ => None,
        });
        shown
    }
}

/// Whether the event is a throw that was made in turn.
fn counts(events: &[Event], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| events.get(before));
    let out_of_turn = |event: &Event| matches!(event.what, What::Irregular { kind: words::OUT_OF_TURN, .. });
    matches!(events.get(at), Some(event) if matches!(event.what, What::Rolled(_)))
        && !before.is_some_and(out_of_turn)
}

/// The conditions weighed for a line: the throw, the puck, and the rules that the line cites.
pub(crate) fn reasons(events: &[Event], line: &Line) -> Vec<Reason> {
    let shown = Shown::read(events);
    let facts = match (line.kind, shown.dice) {
        (LineKind::Wager, Some(dice)) => facts(&shown, dice, line),
        _ => String::from("no throw decided this"),
    };
    line.cites.iter().map(|rule| reason(rule, true, &facts)).chain(not_held(&shown, line)).collect()
}

fn facts(shown: &Shown, dice: TwoDice, line: &Line) -> String {
    let puck = match shown.puck {
        0 => "on the come-out".to_owned(),
        point => format!("with the point {point}"),
    };
    let fire = match line.wager {
        words::FIRE => format!(", {} different points made", shown.points_made),
        _ => String::new(),
    };
    format!("{dice} makes {} {puck}{fire}", dice.total())
}

/// For the line bets, also the way of winning or losing that did not occur: its condition and the throw.
fn not_held(shown: &Shown, line: &Line) -> Vec<Reason> {
    let Some(dice) = shown.dice else { return Vec::new() };
    let on_come_out = |totals: &str| format!("{totals} on the come-out");
    let made = || format!("the point {} before a seven", shown.puck);
    let lost = || format!("a seven before the point {}", shown.puck);
    let bet = Area::find(line.wager).map(Area::bet);
    let weighed: Vec<(Rule, String)> = match (bet, shown.puck) {
        (Some(Bet::Pass), 0) => vec![
            (rules::PASS_NATURAL, on_come_out("seven or eleven")),
            (rules::PASS_CRAPS, on_come_out("two, three or twelve")),
        ],
        (Some(Bet::Pass), _) => vec![(rules::PASS_POINT_MADE, made()), (rules::PASS_SEVEN_OUT, lost())],
        (Some(Bet::DontPass), 0) => vec![
            (rules::DONT_PASS_CRAPS, on_come_out("two or three")),
            (rules::DONT_PASS_NATURAL, on_come_out("seven or eleven")),
            (rules::DONT_PASS_TWELVE, on_come_out("twelve")),
        ],
        (Some(Bet::DontPass), _) => {
            vec![(rules::DONT_PASS_SEVEN_OUT, lost()), (rules::DONT_PASS_POINT_MADE, made())]
        }
        _ => Vec::new(),
    };
    let cited = |rule: Rule| line.cites.iter().any(|known| known == rule);
    let missed = weighed.into_iter().filter(|(rule, _)| !cited(*rule));
    missed
        .map(|(rule, wants)| reason(rule, false, &format!("{wants}: {dice} makes {}", dice.total())))
        .collect()
}

fn reason(rule: Rule, held: bool, facts: &str) -> Reason {
    Reason { rule, held, facts: facts.to_owned() }
}
