//! The words of blackjack: its wagers, choices, steps, and what can go wrong.

use super::rules;
use crate::common::words;
use engine::{ChoiceId, Irregularity, IrregularityId, Rank, RemedyId, StepId, Vocabulary, WagerId};

words! { WagerId WAGERS:
    MAIN = "main";
    INSURANCE = "insurance";
    DOUBLE_WAGER = "double";
    SPLIT_WAGER = "split";
    HOUSE_MONEY = "house-money";
}

words! { ChoiceId CHOICES:
    HIT = "hit";
    STAND = "stand";
    DOUBLE = "double";
    DOUBLE_DOWN_CARD = "double-face-down";
    SPLIT = "split";
    INSURE = "insure";
    TAKE_EVEN_MONEY = "even-money";
    ADD = "add";
    KEEP = "keep";
    SHOW = "show";
    TAKE_SECOND = "second-card";
    TAKE_LATE = "late-card";
    DEAD_HAND = "dead-hand";
    ACCEPT = "accept";
    REFUSE_CARD = "refuse-card";
    DECLINE_CUT = "decline-cut";
    SHUFFLE_AGAIN = "shuffle-again";
}

words! { StepId STEPS:
    NO_MORE_BETS = "no-more-bets";
    INSURANCE_CLOSED = "insurance-closed";
    HOUSE_MONEY_CLOSED = "house-money-closed";
    SETTLE = "settle";
    RESHUFFLE = "reshuffle";
    CUT_AGAIN = "cut-again";
    SPREAD_CARDS = "spread-cards";
}

words! { IrregularityId IRREGULARITY_IDS:
    FACE_UP_IN_SHOE = "face-up-in-shoe";
    DRAWN_UNEXPOSED = "drawn-unexposed";
    DRAWN_EXPOSED = "drawn-exposed";
    DEALER_OVERDREW = "dealer-overdrew";
    DEALER_CARD_MISSED = "dealer-card-missed";
    RAN_OUT = "shoe-ran-out";
    CARD_MISSED = "card-missed";
    CARD_NOT_DEALT = "card-not-dealt";
    HOLE_EXPOSED = "hole-card-exposed";
    BLACKJACK_MISSED = "blackjack-missed";
    TOTAL_MISANNOUNCED = "total-misannounced";
    FOREIGN_CARD = "foreign-card";
}

words! { RemedyId REMEDIES:
    DISCARDED = "discarded";
    USED_AS_NEXT = "used-as-next";
    OFFERED_ON = "offered-on";
    DEALT_LAST = "dealt-last";
    DISCARDS_SHUFFLED = "discards-shuffled";
    HAND_DEAD = "hand-dead";
    ASKED_PATRON = "patron-chooses";
    PLAYED_EXPOSED = "played-exposed";
    EXTRAS_RETURNED = "extras-returned";
    NO_EFFECT = "no-effect";
    FLOOR_DECIDES = "floor-decides";
    CLAIM_DROPPED = "claim-dropped";
    BARRED_FROM_CARDS = "no-further-cards";
    ROUND_VOID = "round-void";
}

/// The points a round passes through.
pub const PHASES: &[&str] = &[
    "shuffle",
    "cut",
    "burn",
    "bets",
    "deal",
    "short-hand",
    "insurance",
    "peek",
    "house-money",
    "decisions",
    "card",
    "hole-card",
    "dealer-draws",
    "turn-hands",
    "settlement",
    "approval",
    "ruling",
];

/// The kinds of event this game puts out.
pub const EVENTS: &[&str] = &[
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
    "duty",
    "approved",
    "ruled",
    "admission",
    "left",
    "dealer-changed",
    "round-ended",
];

/// Every refusal this game gives by name.
pub const REFUSALS: &[&str] = &[
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
    "side-bet-alone",
    "main-wager-needed",
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
    "double-not-posted",
    "double-after-split-not-posted",
    "double-on-split-aces",
    "split-unequal",
    "split-needs-two-cards",
    "split-too-often",
    "split-aces-again",
    "split-not-posted",
    "split-wager-unequal",
    "draw-at-21",
    "draw-after-double",
    "draw-on-split-ace",
    "add-too-much",
    "nothing-to-add",
    "add-against-blackjack",
    "cards-untouchable",
    "shown-already",
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
];

/// What can go wrong, and what the document says to do.
pub const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: FACE_UP_IN_SHOE,
        what: "a card lies face up in the shoe",
        remedy: "it goes to the discard rack and the next card takes its place",
        decides: "nobody",
        rule: rules::FACE_UP_IN_SHOE,
    },
    Irregularity {
        id: DRAWN_UNEXPOSED,
        what: "a card was drawn in error and nobody saw its face",
        remedy: "it is kept and used as the next card",
        decides: "nobody",
        rule: rules::DRAWN_UNEXPOSED,
    },
    Irregularity {
        id: DRAWN_EXPOSED,
        what: "a card was drawn in error and its face was seen",
        remedy: "it is offered on as the next card; whoever refuses it draws no more this round; if nobody can use it, it is discarded",
        decides: "each patron in turn",
        rule: rules::DRAWN_EXPOSED,
    },
    Irregularity {
        id: DEALER_OVERDREW,
        what: "the dealer drew a card to a hand on which he must stand",
        remedy: "the card is discarded",
        decides: "nobody",
        rule: rules::DEALER_OVERDREW,
    },
    Irregularity {
        id: DEALER_CARD_MISSED,
        what: "the dealer forgot to deal a card to himself",
        remedy: "the players' cards are dealt first, then the dealer's missing cards",
        decides: "nobody",
        rule: rules::DEALER_MISSED,
    },
    Irregularity {
        id: RAN_OUT,
        what: "the shoe cannot complete the round",
        remedy: "the discards are shuffled and cut, one is discarded, the round is completed and everything is reshuffled",
        decides: "nobody",
        rule: rules::RAN_OUT,
    },
    Irregularity {
        id: CARD_MISSED,
        what: "a box with a wager was passed over in the deal",
        remedy: "with no card the hand is dead and the wager returned; with one card the patron may have the second after all others",
        decides: "the patron of the box",
        rule: rules::ONE_CARD,
    },
    Irregularity {
        id: CARD_NOT_DEALT,
        what: "a patron asked for a card and did not get it",
        remedy: "he has it after all others and before the hole card is shown, or his hand is dead and the wager returned",
        decides: "the patron of the box",
        rule: rules::LATE_CARD,
    },
    Irregularity {
        id: HOLE_EXPOSED,
        what: "the dealer's hole card was shown although it makes no blackjack",
        remedy: "the floor is told and play goes on with both cards exposed",
        decides: "floor takes note",
        rule: rules::HOLE_EXPOSED,
    },
    Irregularity {
        id: BLACKJACK_MISSED,
        what: "the dealer's blackjack went unnoticed and play went on",
        remedy: "the floor is told; losing wagers are collected, doubles and split wagers go back",
        decides: "floor takes note",
        rule: rules::BLACKJACK_MISSED,
    },
    Irregularity {
        id: TOTAL_MISANNOUNCED,
        what: "the dealer announced a wrong total",
        remedy: "none: each player counts his own hand",
        decides: "nobody",
        rule: rules::OWN_COUNT,
    },
    Irregularity {
        id: FOREIGN_CARD,
        what: "a card appeared that the shoe cannot hold any more",
        remedy: "the document is silent; the floor voids the round or lets it stand",
        decides: "floor",
        rule: rules::FOREIGN_CARD,
    },
];

/// The vocabulary of the game.
pub static VOCABULARY: Vocabulary = Vocabulary {
    wagers: WAGERS,
    choices: CHOICES,
    steps: STEPS,
    phases: PHASES,
    irregularities: IRREGULARITIES,
    remedies: REMEDIES,
    events: EVENTS,
    meters: &[],
    ruling_rank: Rank::Floor,
    refusals: REFUSALS,
    rules: rules::ALL,
};
