//! Statements on what is seen, awaited and expected.

use super::parts::{Parsed, first_word, for_whom, one_place, patron, spot};
use crate::scenario::ast::{Act, Awaited, ExpectedLine};
use crate::wager::Beneficiary;
use crate::wire::parse_audience;

pub(super) fn sees(rest: &str) -> Parsed<Act> {
    let (who, rest) = first_word(rest);
    let audience = parse_audience(who).map_err(|e| e.to_string())?;
    let (place, cards) = one_place(rest)?;
    Ok(Act::Sees(audience, place, cards))
}

pub(super) fn awaits(rest: &str) -> Parsed<Act> {
    let Some((who, choices)) = rest.split_once(':') else {
        return Ok(Act::Awaits(Awaited::Phase(rest.to_owned())));
    };
    let words: Vec<&str> = who.split_whitespace().collect();
    let (patron, at) = match words.as_slice() {
        [who] => (patron(who)?, None),
        [who, "at", place] => (patron(who)?, Some(spot(place)?)),
        _ => return Err("as `awaits A at 1: hit, stand` or `awaits insurance`".into()),
    };
    let choices = choices.split(',').map(|word| word.trim().to_owned()).filter(|word| !word.is_empty());
    Ok(Act::Awaits(Awaited::Choices(patron, at, choices.collect())))
}

pub(super) fn expect(rest: &str) -> Parsed<Act> {
    if rest == "nothing" {
        return Ok(Act::Expect {
            patron: None,
            spot: None,
            beneficiary: Beneficiary::Patron,
            lines: Vec::new(),
        });
    }
    let (who, lines) = rest
        .split_once(':')
        .ok_or("as `expect A at 1: main wins 15, house-money loses 5` or `expect nothing`".to_owned())?;
    let words: Vec<&str> = who.split_whitespace().collect();
    let (words, beneficiary) = for_whom(&words);
    let (patron, at) = match words {
        [who] => (patron(who)?, None),
        [who, "at", place] => (patron(who)?, Some(spot(place)?)),
        _ => return Err(format!("`{}` is a patron, or a patron at a hand", who.trim())),
    };
    let lines = lines.split(',').map(expected_line).collect::<Parsed<Vec<_>>>()?;
    Ok(Act::Expect { patron: Some(patron), spot: at, beneficiary, lines })
}

fn expected_line(item: &str) -> Parsed<ExpectedLine> {
    let (item, odds) = match item.split_once(" at ") {
        Some((item, odds)) => (item, Some(odds.trim().to_owned())),
        None => (item, None),
    };
    let (item, basis) = match item.split_once(" on ") {
        Some((item, basis)) => (item, Some(basis.trim().to_owned())),
        None => (item, None),
    };
    let (item, back) = match item.split_once(" back ") {
        Some((item, back)) => (item, Some(back.trim().to_owned())),
        None => (item, None),
    };
    let mut words: Vec<&str> = item.split_whitespace().collect();
    let kinds = ["award", "charge", "cap", "debt", "collection", "reversal", "bank"];
    let kind = match words.first() {
        Some(first) if kinds.contains(first) => words.remove(0).to_owned(),
        _ => "wager".to_owned(),
    };
    let (wager, outcome, amount) = match words.as_slice() {
        [wager, outcome] if kind == "wager" => (*wager, *outcome, None),
        [wager, outcome, amount] if kind == "wager" => (*wager, *outcome, Some(*amount)),
        [wager] => (*wager, "", None),
        [wager, amount] => (*wager, "", Some(*amount)),
        _ => {
            return Err(format!(
                "`{}` is a wager, what became of it and an amount, as `main wins 15` or `double returned 10`",
                item.trim()
            ));
        }
    };
    let outcomes = ["wins", "loses", "pushes", "returned", ""];
    if !outcomes.contains(&outcome) {
        return Err(format!("`{outcome}`: a wager wins, loses, pushes or is returned"));
    }
    if back.is_some() && kind != "wager" {
        return Err(format!("`{kind}` settles no stake that could come back"));
    }
    Ok(ExpectedLine {
        kind,
        wager: wager.to_owned(),
        outcome: outcome.to_owned(),
        amount: amount.map(str::to_owned),
        back,
        basis,
        odds,
    })
}
