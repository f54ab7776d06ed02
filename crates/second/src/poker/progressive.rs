//! The progressive wager of appendix L (OH-MLP), which several games offer with the same table of prizes.

use super::facts::{Facts, Staked};
use super::line::{Expected, Paid};
use super::rank::{Category, five, once};
use engine::{Outcome, Spot};
use felt::Card;

/// The only stake, in cents (OH-UTH-12.1.II and similar paragraphs).
pub const STAKE: i64 = 100;

/// MLP-1.I.A, 1.I.B and 7.II require only that another player holds the envied hand at a table with the progressive;
/// they do not require that its holder made the wager.
const ENVIED_HOLDER_NEEDS_THE_WAGER: bool = false;

/// The prize of a progressive wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Prize {
    /// A share of the meter, in hundredths of a percent; the meter determines the amount.
    Meter(u32),
    /// An amount in cents.
    Fixed(i64),
}

/// OH-MLP-7.I/T1: the prize of the holder.
fn prize(hand: Category) -> Option<Prize> {
    match hand {
        Category::Royal => Some(Prize::Meter(100_00)),
        Category::StraightFlush => Some(Prize::Meter(10_00)),
        Category::Four => Some(Prize::Fixed(300_00)),
        Category::FullHouse => Some(Prize::Fixed(50_00)),
        Category::Flush => Some(Prize::Fixed(40_00)),
        Category::Straight => Some(Prize::Fixed(30_00)),
        Category::Three => Some(Prize::Fixed(9_00)),
        _ => None,
    }
}

/// The same table: the envy bonus of each other player, in cents.
fn envy_bonus(hand: Category) -> Option<i64> {
    match hand {
        Category::Royal => Some(1_000_00),
        Category::StraightFlush => Some(300_00),
        _ => None,
    }
}

/// Returns the line of a box's progressive wager, and the envy bonuses for its hand, from these five cards. The dollar
/// itself is not returned (Q116). If a dealer's card has made the hands void, a hand is envied only if it has the
/// wager.
///
/// # Errors
/// Returns what is missing from the five cards.
pub fn settle(
    facts: &Facts,
    b: u8,
    cards: impl FnOnce() -> Result<Vec<Card>, String>,
) -> Result<(Option<Expected>, Vec<Expected>), String> {
    let own = facts.open(b, "progressive");
    let envied = own.is_some() || !(ENVIED_HOLDER_NEEDS_THE_WAGER || facts.exposed);
    let others = if envied { others_who_envy(facts, b) } else { Vec::new() };
    if own.is_none() && others.is_empty() {
        return Ok((None, Vec::new()));
    }
    let hand = five(&once(&cards()?)).category;
    let line = own.map(|w| match prize(hand) {
        Some(Prize::Meter(share)) => {
            Expected::wager(w, Outcome::Wins, Paid::Meter("jackpot", share), 0, "MLP-7.I, MLP-7.IV")
        }
        Some(Prize::Fixed(paid)) => Expected::prize(w, paid, "MLP-7.I"),
        None => Expected::loses(w, "MLP-6.I"),
    });
    let award = |bonus| {
        let to = |w: &Staked| Expected::award(w.patron, w.spot, Spot::first(b), "envy", bonus);
        others.iter().map(to).collect()
    };
    Ok((line, envy_bonus(hand).map_or(Vec::new(), award)))
}

/// MLP-7.II.A: not for a player's own hand; MLP-6.III: also for players who have folded. A wager that was or will be
/// returned gets no bonus.
fn others_who_envy(facts: &Facts, b: u8) -> Vec<Staked> {
    let back = |w: &Staked| {
        facts.ended.get(&w.number) == Some(&Outcome::Returned) || facts.abandoned.contains(&w.on())
    };
    let theirs = |w: &Staked| w.kind == "progressive" && !w.gone && w.on() != b && !back(w);
    facts.wagers.values().copied().filter(theirs).collect()
}
