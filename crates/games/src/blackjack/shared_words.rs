//! What the games with a checked hole card have in common; each goes on where these lists end.

use super::words;
use engine::{ChoiceId, RemedyId, StepId, WagerId};

/// The wagers of every game with a checked hole card.
pub(super) const WAGERS: &[WagerId] =
    &[words::MAIN, words::INSURANCE, words::DOUBLE_WAGER, words::SPLIT_WAGER];

/// The choices of every such game; showing a hand is refused where cards are dealt open.
pub(super) const CHOICES: &[ChoiceId] = &[
    words::HIT,
    words::STAND,
    words::DOUBLE,
    words::SPLIT,
    words::INSURE,
    words::TAKE_EVEN_MONEY,
    words::SHOW,
    words::TAKE_SECOND,
    words::TAKE_LATE,
    words::DEAD_HAND,
    words::ACCEPT,
    words::REFUSE_CARD,
    words::DECLINE_CUT,
    words::SHUFFLE_AGAIN,
];

/// The steps of every such game.
pub(super) const STEPS: &[StepId] = &[
    words::NO_MORE_BETS,
    words::INSURANCE_CLOSED,
    words::SETTLE,
    words::RESHUFFLE,
    words::CUT_AGAIN,
    words::SPREAD_CARDS,
];

/// The remedies of every such game.
pub(super) const REMEDIES: &[RemedyId] = &[
    words::DISCARDED,
    words::USED_AS_NEXT,
    words::OFFERED_ON,
    words::DEALT_LAST,
    words::DISCARDS_SHUFFLED,
    words::HAND_DEAD,
    words::ASKED_PATRON,
    words::PLAYED_EXPOSED,
    words::EXTRAS_RETURNED,
    words::NO_EFFECT,
    words::FLOOR_DECIDES,
    words::BARRED_FROM_CARDS,
    words::ROUND_VOID,
];

/// The points through which a round of every such game passes.
pub(super) const PHASES: &[&str] = &[
    "shuffle",
    "cut",
    "burn",
    "bets",
    "deal",
    "short-hand",
    "insurance",
    "peek",
    "decisions",
    "card",
    "hole-card",
    "dealer-draws",
    "settlement",
    "approval",
    "ruling",
];

/// The kinds of event that every game of the family puts out; where a document has duties they are told too.
pub(super) const EVENTS: &[&str] = &[
    "shuffled",
    "cut",
    "cut-declined",
    "round-opened",
    "wager-placed",
    "stake-added",
    "wager-taken-back",
    "stepped",
    "card-laid",
    "card-turned",
    "card-moved",
    "collected",
    "answered",
    "asked",
    "chosen",
    "announced",
    "decided",
    "settled",
    "cut-card-reached",
    "irregular",
    "remedied",
    "approved",
    "ruled",
    "admission",
    "left",
    "dealer-changed",
    "round-ended",
    "terms-changed",
];

/// The refusals that every such game gives by name.
pub(super) const REFUSALS: &[&str] = &[
    "no-such-box",
    "no-such-wager",
    "box-taken",
    "boxes-not-adjacent",
    "too-many-boxes",
    "below-box-minimum",
    "outside-limits",
    "sat-out",
    "bets-closed",
    "wager-untouchable",
    "later-wager-untouchable",
    "no-wager-there",
    "nobody-bet",
    "not-now",
    "not-your-hand",
    "wrong-person",
    "no-such-hand",
    "hand-finished",
    "insurance-not-offered",
    "insurance-on-blackjack",
    "insurance-too-much",
    "insurance-too-late",
    "insured-already",
    "no-blackjack",
    "double-on-blackjack",
    "double-too-much",
    "double-needs-two-cards",
    "split-unequal",
    "split-needs-two-cards",
    "split-too-often",
    "split-wager-unequal",
    "draw-at-21",
    "draw-after-double",
    "cards-untouchable",
    "cut-too-shallow",
    "players-cut-first",
    "cut-declined-already",
    "floor-calls-reshuffle",
    "floor-calls-cut",
    "table-not-idle",
    "impossible-card",
    "no-card-due",
    "no-card-to-turn",
    "card-read-otherwise",
    "face-up-due",
    "barred-from-cards",
    "no-such-card",
    "nothing-to-withhold",
    "round-under-way",
    "file-not-shown",
];
