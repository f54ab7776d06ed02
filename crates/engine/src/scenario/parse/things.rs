//! Statements on what cards and dice do, and what goes wrong with them.

use super::parts::{Parsed, number};
use crate::people::Rank;
use crate::scenario::ast::Act;
use crate::wire::parse_place;
use felt::Card;

pub(super) fn shuffle(rest: &str) -> Parsed<Act> {
    match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
        [] => Ok(Act::Shuffle { cut_card: None }),
        ["cut-card", at] => Ok(Act::Shuffle { cut_card: Some(number(at)?) }),
        _ => Err("`shuffle`, or `shuffle cut-card 200`: the cutting card shows after 200 cards".into()),
    }
}

pub(super) fn roll(by: Rank, rest: &str) -> Parsed<Act> {
    match rest.split([' ', '-']).filter(|die| !die.is_empty()).count() {
        3 if by == Rank::Dealer => rest.parse().map(Act::RollThree).map_err(|e| format!("{e}")),
        _ => rest.parse().map(|dice| Act::Roll(by, dice)).map_err(|e| format!("{e}")),
    }
}

pub(super) fn report(by: Rank, rest: &str) -> Parsed<Act> {
    let mut words: Vec<&str> = rest.split_whitespace().collect();
    let place = match words.iter().position(|word| *word == "at") {
        Some(n) if n + 1 < words.len() => {
            let place = parse_place(words[n + 1]).map_err(|e| e.to_string())?;
            words.drain(n..n + 2);
            Some(place)
        }
        _ => None,
    };
    let (kind, card) = match words.as_slice() {
        [kind] => (*kind, None),
        [kind, card] => (*kind, Some(card.parse::<Card>().map_err(|e| e.to_string())?)),
        _ => return Err("as `report face-up-in-shoe Kd` or `report card-missed at 2`".into()),
    };
    Ok(Act::Report { by, kind: kind.to_owned(), place, card })
}
