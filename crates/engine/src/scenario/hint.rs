//! Hints for the author of a scenario: the statement for what the table waits for.

use super::ast::RulingText;
use crate::awaits::{Ask, By, Due};
use crate::explain::explain_due;
use crate::input::RulingAct;
use crate::layout::{Place, Spot};
use crate::people::{Approver, Rank};
use crate::table::AnyTable;

/// Returns what must come before a statement that the table refused, and how to write it.
pub(super) fn before_this(table: &dyn AnyTable) -> Option<String> {
    Some(format!("first comes: {}; write {} above this line", due(table), statement(table)?))
}

/// Returns what the table waits for, and how to write it.
pub(super) fn awaited(table: &dyn AnyTable) -> String {
    match statement(table) {
        Some(statement) => format!("{}: write {statement}", due(table)),
        None => due(table),
    }
}

/// Whether stakes are at risk and the table accepts no more: a scenario is unlikely to stop here on purpose.
pub(super) fn in_mid_round(table: &dyn AnyTable) -> bool {
    let mut between = matches!(table.due(), Due::Bets { .. } | Due::Shuffle | Due::Cut);
    table.offers(&mut |offer| between |= matches!(offer.ask, Ask::Bet { .. }));
    !between && table.wagers().iter().any(|wager| wager.on_layout())
}

/// Why a ruling had no effect: it does not answer what the table waits for.
pub(super) fn of_ruling(text: &RulingText) -> &'static str {
    match text {
        RulingText::Act(RulingAct::GoOn) => "the table waits for no ruling: play goes on without one",
        RulingText::Act(RulingAct::VoidRound) => "no round has begun that could be void",
        RulingText::Act(RulingAct::VoidHand(_)) => {
            "no wager of that hand lies on the table that could go back"
        }
        RulingText::Act(RulingAct::VoidWager(_)) => {
            "no wager of that number can be undone here; where wagers go with their hand, `void-hand` undoes them"
        }
        RulingText::Act(_) => "that card cannot be ruled about here",
        RulingText::Award(..) => "no round is open in which an amount could be awarded",
    }
}

fn due(table: &dyn AnyTable) -> String {
    explain_due(&table.due())
}

/// The statement for what is due, quoted as in the guide. Cards, dice and amounts are examples.
fn statement(table: &dyn AnyTable) -> Option<String> {
    let text = match table.due() {
        Due::Shuffle => "shuffle".to_owned(),
        Due::Cut => "dealer cuts 20".to_owned(),
        Due::Bets { closes } if !is_offered(table, Ask::Step(closes)) => return None,
        Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes) => format!("dealer {closes}"),
        Due::Card { to: Place::Rack, up: true } => "burn 7c".to_owned(),
        Due::Card { to: Place::Rack, .. } => "burn".to_owned(),
        Due::Card { to: Place::Board, .. } => "board 7c".to_owned(),
        Due::Card { to, up: true } => format!("card {to}: 7c"),
        Due::Card { to, up: false } => format!("card {to}: ??"),
        Due::Turn { place } => format!("turn {place}: 7c"),
        Due::Answer => return Some("`peek no` or `peek yes`".to_owned()),
        Due::Choice { patron, spot } => return choices(table, By::Patron(patron), Some(spot)),
        Due::Roll { by: Rank::Dealer, .. } => "roll 3-4".to_owned(),
        Due::Roll { by, .. } => format!("{by} roll 3-4"),
        Due::RollThree { .. } => "roll 3-4-6".to_owned(),
        Due::Number { .. } => "number 5".to_owned(),
        Due::Spin => "spin 17".to_owned(),
        Due::WheelStop => "wheel 20".to_owned(),
        Due::Meter { meter, .. } => format!("meter {meter} 100"),
        Due::Approval { by: Approver::Staff(rank), .. } => format!("{rank} approves"),
        Due::Approval { by: Approver::Surveillance, .. } => "surveillance approves".to_owned(),
        Due::Decision { rank } => return choices(table, By::Staff(rank), None),
        Due::Ruling { rank } => format!("{rank} rules go-on"),
    };
    Some(format!("`{text}`"))
}

fn is_offered(table: &dyn AnyTable, ask: Ask) -> bool {
    let mut found = false;
    table.offers(&mut |offer| found |= offer.ask == ask);
    found
}

/// The choices offered to the person who must decide, as statements.
fn choices(table: &dyn AnyTable, whom: By, about: Option<Spot>) -> Option<String> {
    let mut said = Vec::new();
    table.offers(&mut |offer| {
        let word = match offer.ask {
            Ask::Choose { spot, choice } if about == Some(spot) => choice.word(),
            Ask::Step(step) if about.is_none() => step.word(),
            _ => return,
        };
        if offer.by == whom {
            said.push(format!("`{whom} {word}`"));
        }
    });
    let last = said.pop()?;
    Some(if said.is_empty() { last } else { format!("{} or {last}", said.join(", ")) })
}
