//! Statements on meters that are attached to a table.

use super::parts::Parsed;
use crate::scenario::ast::{Act, Elsewhere};

/// A meter, which progressive it is, and keys with their values.
pub(super) fn link(rest: &str) -> Parsed<Act> {
    let mut words = rest.split_whitespace();
    let example = "as `link jackpot multi-link seed 10,000 rate 21%`";
    let (Some(meter), Some(kind)) = (words.next(), words.next()) else {
        return Err(format!("a meter and which progressive it is, {example}"));
    };
    let mut chosen = Vec::new();
    while let Some(key) = words.next() {
        let value = words.next().ok_or_else(|| format!("`{key}` of a meter needs a value, {example}"))?;
        chosen.push((key.to_owned(), value.to_owned()));
    }
    Ok(Act::Link { meter: meter.to_owned(), kind: kind.to_owned(), chosen })
}

/// What other tables do.
pub(super) fn elsewhere(rest: &str) -> Parsed<Act> {
    match rest.split_whitespace().collect::<Vec<_>>().as_slice() {
        [meter, "stakes", amount] => {
            Ok(Act::Elsewhere((*meter).to_owned(), Elsewhere::Stakes((*amount).to_owned())))
        }
        [meter, "draws", share] => {
            Ok(Act::Elsewhere((*meter).to_owned(), Elsewhere::Draws((*share).to_owned())))
        }
        _ => {
            Err("a meter and what happens there, as `elsewhere jackpot stakes 500` or `... draws 10%`".into())
        }
    }
}

/// What a meter shows.
pub(super) fn shows(rest: &str) -> Parsed<Act> {
    let said = "a meter and what it shows, as `shows jackpot 10,000.21 reserve 3.50 seeds 20,000`";
    let mut words = rest.split_whitespace();
    let (Some(meter), Some(amount)) = (words.next(), words.next()) else { return Err(said.into()) };
    let (mut reserve, mut seeds) = (None, None);
    while let Some(key) = words.next() {
        let value = Some(words.next().ok_or(said)?.to_owned());
        match key {
            "reserve" => reserve = value,
            "seeds" => seeds = value,
            _ => return Err(said.into()),
        }
    }
    Ok(Act::Shows { meter: meter.to_owned(), amount: amount.to_owned(), reserve, seeds })
}
