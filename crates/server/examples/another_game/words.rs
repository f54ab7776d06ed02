//! The words of Over and Under, its rules, and which totals win what.

use engine::{Rank, Rule, StepId, Vocabulary, WagerId};

pub(crate) const UNDER: WagerId = WagerId::new(&"under");
pub(crate) const SEVEN: WagerId = WagerId::new(&"seven");
pub(crate) const OVER: WagerId = WagerId::new(&"over");
pub(crate) const WAGERS: &[WagerId] = &[
    UNDER,
    SEVEN,
    OVER,
    WagerId::new(&"total-2"),
    WagerId::new(&"total-3"),
    WagerId::new(&"total-4"),
    WagerId::new(&"total-5"),
    WagerId::new(&"total-6"),
    WagerId::new(&"total-8"),
    WagerId::new(&"total-9"),
    WagerId::new(&"total-10"),
    WagerId::new(&"total-11"),
    WagerId::new(&"total-12"),
];
pub(crate) const THROW: StepId = StepId::new(&"throw");

pub(crate) const PLACES: Rule = Rule::new(&"RULING-OU-1");
pub(crate) const BEFORE_THE_THROW: Rule = Rule::new(&"RULING-OU-2");
pub(crate) const OVER_AND_UNDER: Rule = Rule::new(&"RULING-OU-3");
pub(crate) const SEVENS: Rule = Rule::new(&"RULING-OU-4");
pub(crate) const TOTALS: Rule = Rule::new(&"RULING-OU-5");
pub(crate) const ONE_THROW: Rule = Rule::new(&"RULING-OU-6");

/// What the rules say. A game that rests on a document says here what its paragraphs do.
pub(crate) const RULINGS: [(Rule, &str); 6] = [
    (PLACES, "Each patron has the place of their letter: A the first, B the second."),
    (BEFORE_THE_THROW, "Wagers are made and raised until the dice are thrown, and then they stand."),
    (OVER_AND_UNDER, "Under 7 wins on 2 to 6 and Over 7 on 8 to 12; both are paid 1 to 1 and lose on 7."),
    (SEVENS, "Seven wins on 7 and is paid 4 to 1."),
    (TOTALS, "A wager on one total wins on that total alone, at the odds that are printed for it."),
    (ONE_THROW, "The dealer throws both dice once, and every wager is settled by their sum."),
];

pub(crate) static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 1,
    wagers: WAGERS,
    choices: &[],
    steps: &[THROW],
    phases: &["bets", "thrown"],
    irregularities: &[],
    remedies: &[],
    events: &["round-opened", "wager-placed", "stake-added", "stepped", "rolled", "settled", "round-ended"],
    meters: &[],
    awards: &[],
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Floor,
    refusals: &["wrong-person", "not-now", "dice-thrown", "no-such-place", "no-such-wager", "outside-limits"],
    rules: &[PLACES, BEFORE_THE_THROW, OVER_AND_UNDER, SEVENS, TOTALS, ONE_THROW],
    side_bet_rules: &[],
};

/// Whether a wager wins on a total.
pub(crate) fn wins(wager: WagerId, total: u8) -> bool {
    match wager {
        UNDER => total < 7,
        SEVEN => total == 7,
        OVER => total > 7,
        one => one.word().strip_prefix("total-").and_then(|word| word.parse().ok()) == Some(total),
    }
}

/// The rule by which a wager wins or loses.
pub(crate) fn rule_of(wager: WagerId) -> Rule {
    match wager {
        UNDER | OVER => OVER_AND_UNDER,
        SEVEN => SEVENS,
        _ => TOTALS,
    }
}
