//! The words of two hands from a shoe.

use super::super::Words;
use crate::common::words;
use engine::{ChoiceId, IrregularityId, RemedyId, StepId};

words! { StepId STEPS:
    SETTLE = "settle";
    CUT_AGAIN = "cut-again";
    SPREAD_CARDS = "spread-cards";
}

words! { ChoiceId CHOICES:
    DECLINE_CUT = "decline-cut";
    SHUFFLE_AGAIN = "shuffle-again";
}

words! { ChoiceId HOLDERS:
    TAKE_CARDS = "take-cards";
    CEDE_CARDS = "cede-cards";
    TURN_CARD = "turn-card";
}

words! { IrregularityId MISHAPS:
    DRAWN_UNEXPOSED = "drawn-unexposed";
    DRAWN_EXPOSED = "drawn-exposed";
    FACE_UP_IN_SHOE = "face-up-in-shoe";
    SHOE_RAN_OUT = "shoe-ran-out";
    CARD_TOUCHED = "card-touched";
}

words! { RemedyId REMEDIES:
    USED_AS_NEXT = "used-as-next";
    MOVED = "moved";
    SIMULATED_ROUND = "simulated-round";
    BURNT = "burnt";
}

/// The words of a game, with or without those of tables where patrons hold the cards.
macro_rules! words_with {
    (choices $choices:expr, after $($phase:literal)*, refusals $($refusal:literal)*) => {
        Words {
            steps: STEPS,
            choices: $choices,
            before: &["shuffle", "cut", "burn"],
            after: &["deal", $($phase,)* "third-card", "settlement", "simulated"],
            events: &[
                "shuffled",
                "cut",
                "cut-declined",
                "chosen",
                "card-laid",
                "card-moved",
                "card-turned",
                "card-seen",
                "announced",
                "collected",
                "cut-card-reached",
            ],
            remedies: REMEDIES,
            refusals: &[
                "no-hand-dealt",
                "no-cards-in-shoe",
                "no-card-due",
                "face-up-due",
                "no-card-to-turn",
                "no-card-face-down",
                "card-read-otherwise",
                "impossible-card",
                "cut-card-too-deep",
                "cut-too-shallow",
                "cut-declined-already",
                "players-cut-first",
                "floor-calls-cut",
                "table-not-idle",
                "no-shuffler",
                "simulated-round",
                $($refusal,)*
            ],
            counts: "what the cards show counts, and not the call",
        }
    };
}

pub(super) const WORDS: Words = words_with!(choices CHOICES, after, refusals);

/// The words of a game that has tables where patrons hold the cards.
pub const WITH_HOLDERS: Words = words_with!(
    choices &[DECLINE_CUT, SHUFFLE_AGAIN, TAKE_CARDS, CEDE_CARDS, TURN_CARD], after "opening",
    refusals "not-your-cards" "cards-are-held"
);
