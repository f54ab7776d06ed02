//! Statements on stakes: what a patron bets, and what is found when bets are closed.

use super::parts::{Parsed, for_whom, patron, spot};
use crate::layout::Spot;
use crate::people::Patron;
use crate::scenario::ast::Act;

pub(super) fn bets(rest: &str) -> Parsed<Act> {
    let (who, wagers) = rest.split_once(':').ok_or("as `bets A at 1: main 10, house-money 5`".to_owned())?;
    let words: Vec<&str> = who.split_whitespace().collect();
    let (words, beneficiary) = for_whom(&words);
    let example = "`bets A at 1: main 10, house-money 5`, or `bets A at 1 for dealers: main 5`";
    let (patron, box_number) = patron_at_box(words, example)?;
    Ok(Act::Bets { patron, box_number, beneficiary, wagers: stakes(wagers)? })
}

pub(super) fn found(rest: &str) -> Parsed<Act> {
    let example = "`found A at 1: main 150`";
    let (who, wagers) = rest.split_once(':').ok_or_else(|| format!("as {example}"))?;
    let (patron, box_number) = patron_at_box(&who.split_whitespace().collect::<Vec<_>>(), example)?;
    Ok(Act::Found { patron, box_number, wagers: stakes(wagers)? })
}

/// Parses `A at 1`, or `A` for the layout.
fn patron_at_box(words: &[&str], example: &str) -> Parsed<(Patron, u8)> {
    match words {
        [who, "at", place] => match spot(place)? {
            Spot { box_number, hand: 1 } => Ok((patron(who)?, box_number)),
            _ => Err(format!("`{place}`: wagers are made on a box, not on one of its hands")),
        },
        [who] => Ok((patron(who)?, 0)),
        _ => Err(format!("as {example}")),
    }
}

/// Parses `main 10, house-money 5` into wagers and amounts.
fn stakes(text: &str) -> Parsed<Vec<(String, String)>> {
    let mut pairs = Vec::new();
    for item in text.split(',') {
        match item.split_whitespace().collect::<Vec<_>>().as_slice() {
            [wager, amount] => pairs.push(((*wager).to_owned(), (*amount).to_owned())),
            [family @ .., target, amount] if !family.is_empty() => {
                let wager = format!("{}-{target}", family.join("-"));
                return Err(format!("a wager is one word: did you mean `{wager} {amount}`?"));
            }
            _ => {
                let item = item.trim();
                return Err(format!(
                    "`{item}` is not a wager and an amount, as `main 10`; amounts have no commas"
                ));
            }
        }
    }
    Ok(pairs)
}
