//! Money is conserved to the cent: every stake that came on the layout leaves it once, by a line that says so.

use engine::{Event, Line, LineKind, Outcome, WagerNumber, What};
use felt::Money;
use std::collections::BTreeMap;

/// Checks the events of one round.
pub fn check(round: &[Event]) -> Result<(), String> {
    let mut staked: BTreeMap<WagerNumber, Money> = BTreeMap::new();
    let mut lines: Vec<Line> = Vec::new();
    let mut on_layout = Money::ZERO;
    for event in round {
        match event.what {
            What::WagerPlaced { number, stake, .. } => {
                staked.insert(number, stake);
                on_layout += stake;
            }
            What::StakeAdded { number, added, .. } => {
                *staked.entry(number).or_default() += added;
                on_layout += added;
            }
            What::WagerTakenBack { number, stake, .. } => {
                if staked.remove(&number) != Some(stake) {
                    return Err(format!("{number:?} was taken back with another stake"));
                }
                on_layout -= stake;
            }
            What::Settled(line) => {
                sound(&line)?;
                lines.push(line);
            }
            _ => {}
        }
    }
    let mut collected = Money::ZERO;
    for (number, stake) in &staked {
        let of_wager = lines.iter().filter(|line| line.number == Some(*number));
        let (undone, done): (Vec<&Line>, Vec<&Line>) =
            of_wager.partition(|line| line.kind == LineKind::Reversal);
        let undone: Vec<u16> = undone.iter().filter_map(|line| line.reverses).collect();
        let standing: Vec<&&Line> = done.iter().filter(|line| !undone.contains(&line.seq)).collect();
        let [line] = standing.as_slice() else {
            return Err(format!("{number:?} was settled {} times", standing.len()));
        };
        if line.stake != *stake {
            return Err(format!("{number:?} had {stake:?} staked and was settled for {:?}", line.stake));
        }
        on_layout -= *stake;
        collected += line.stake - line.returned;
    }
    if !on_layout.is_zero() {
        return Err(format!("{on_layout:?} was left on the layout"));
    }
    let returned: Money = lines.iter().filter(|l| l.number.is_some()).map(|l| l.returned).sum();
    let total: Money = staked.values().copied().sum();
    if total != collected + returned {
        return Err(format!("{total:?} came and {:?} left", collected + returned));
    }
    let seqs: Vec<u16> = lines.iter().map(|line| line.seq).collect();
    if seqs.windows(2).any(|pair| pair[1] != pair[0] + 1) {
        return Err(format!("lines are not numbered in order: {seqs:?}"));
    }
    Ok(())
}

/// A line makes sense by itself.
fn sound(line: &Line) -> Result<(), String> {
    let zero = Money::ZERO;
    let good = match (line.kind, line.outcome) {
        (LineKind::Wager, None) => false,
        (LineKind::Reversal, _) => line.reverses.is_some(),
        (LineKind::Award, _) => line.paid > zero && line.returned == zero,
        (_, None) => line.paid <= zero,
        (_, Some(Outcome::Wins)) => line.paid >= zero && line.returned == line.stake && line.odds.is_some(),
        (_, Some(Outcome::Loses)) => line.paid == zero && line.returned < line.stake.max(Money::minor(1)),
        (_, Some(Outcome::Pushes | Outcome::Returned)) => line.paid == zero && line.returned == line.stake,
    };
    if !good || line.cites.is_empty() {
        return Err(format!("a line makes no sense: {line:?}"));
    }
    let exact = line.odds.is_none_or(|odds| odds.exact_win(line.basis).is_some_and(|paid| paid == line.paid));
    if line.kind == LineKind::Wager && !exact {
        return Err(format!("a line is not paid at its odds: {line:?}"));
    }
    Ok(())
}
