//! The words of craps: its wagers, choices, steps, and irregularities.

use super::rules;
use crate::common::words;
use engine::{ChoiceId, Irregularity, IrregularityId, MarkerId, Rank, RemedyId, StepId, Vocabulary, WagerId};

words! { WagerId WAGERS:
    PASS = "pass";
    DONT_PASS = "dont-pass";
    PASS_ODDS = "pass-odds";
    DONT_PASS_ODDS = "dont-pass-odds";
    COME = "come";
    DONT_COME = "dont-come";
    COME_4 = "come-4";
    COME_5 = "come-5";
    COME_6 = "come-6";
    COME_8 = "come-8";
    COME_9 = "come-9";
    COME_10 = "come-10";
    COME_ODDS_4 = "come-odds-4";
    COME_ODDS_5 = "come-odds-5";
    COME_ODDS_6 = "come-odds-6";
    COME_ODDS_8 = "come-odds-8";
    COME_ODDS_9 = "come-odds-9";
    COME_ODDS_10 = "come-odds-10";
    DONT_COME_4 = "dont-come-4";
    DONT_COME_5 = "dont-come-5";
    DONT_COME_6 = "dont-come-6";
    DONT_COME_8 = "dont-come-8";
    DONT_COME_9 = "dont-come-9";
    DONT_COME_10 = "dont-come-10";
    DONT_COME_ODDS_4 = "dont-come-odds-4";
    DONT_COME_ODDS_5 = "dont-come-odds-5";
    DONT_COME_ODDS_6 = "dont-come-odds-6";
    DONT_COME_ODDS_8 = "dont-come-odds-8";
    DONT_COME_ODDS_9 = "dont-come-odds-9";
    DONT_COME_ODDS_10 = "dont-come-odds-10";
    PUT_4 = "put-4";
    PUT_5 = "put-5";
    PUT_6 = "put-6";
    PUT_8 = "put-8";
    PUT_9 = "put-9";
    PUT_10 = "put-10";
    PUT_ODDS_4 = "put-odds-4";
    PUT_ODDS_5 = "put-odds-5";
    PUT_ODDS_6 = "put-odds-6";
    PUT_ODDS_8 = "put-odds-8";
    PUT_ODDS_9 = "put-odds-9";
    PUT_ODDS_10 = "put-odds-10";
    PLACE_4 = "place-4";
    PLACE_5 = "place-5";
    PLACE_6 = "place-6";
    PLACE_8 = "place-8";
    PLACE_9 = "place-9";
    PLACE_10 = "place-10";
    BUY_4 = "buy-4";
    BUY_5 = "buy-5";
    BUY_6 = "buy-6";
    BUY_8 = "buy-8";
    BUY_9 = "buy-9";
    BUY_10 = "buy-10";
    LAY_4 = "lay-4";
    LAY_5 = "lay-5";
    LAY_6 = "lay-6";
    LAY_8 = "lay-8";
    LAY_9 = "lay-9";
    LAY_10 = "lay-10";
    HARD_4 = "hard-4";
    HARD_6 = "hard-6";
    HARD_8 = "hard-8";
    HARD_10 = "hard-10";
    FIELD = "field";
    ANY_SEVEN = "any-seven";
    ANY_CRAPS = "any-craps";
    CRAPS_TWO = "craps-two";
    CRAPS_THREE = "craps-three";
    CRAPS_TWELVE = "craps-twelve";
    ELEVEN = "eleven";
    CRAPS_ELEVEN = "craps-eleven";
    HORN = "horn";
    HORN_HIGH_2 = "horn-high-2";
    HORN_HIGH_3 = "horn-high-3";
    HORN_HIGH_11 = "horn-high-11";
    HORN_HIGH_12 = "horn-high-12";
    WORLD = "world";
    HOP_2_2 = "hop-2-2";
    HOP_3_3 = "hop-3-3";
    HOP_4_4 = "hop-4-4";
    HOP_5_5 = "hop-5-5";
    HOP_1_3 = "hop-1-3";
    HOP_1_4 = "hop-1-4";
    HOP_2_3 = "hop-2-3";
    HOP_1_5 = "hop-1-5";
    HOP_2_4 = "hop-2-4";
    HOP_1_6 = "hop-1-6";
    HOP_2_5 = "hop-2-5";
    HOP_3_4 = "hop-3-4";
    HOP_2_6 = "hop-2-6";
    HOP_3_5 = "hop-3-5";
    HOP_3_6 = "hop-3-6";
    HOP_4_5 = "hop-4-5";
    HOP_4_6 = "hop-4-6";
    FIRE = "fire";
}

words! { WagerId AWARDS:
    RULING = "ruling";
}

words! { ChoiceId CHOICES:
    TAKE_DICE = "take-dice";
    DECLINE_DICE = "decline-dice";
    PASS_DICE = "pass-dice";
}

words! { StepId STEPS:
    OFFER_DICE = "offer-dice";
    THROW = "throw";
    VOID_THROW = "void-throw";
    ORDER_DICE_ON = "order-dice-on";
    INSPECT_DIE = "inspect-die";
    REPLACE_DIE = "replace-die";
}

words! { MarkerId MARKERS:
    PUCK = "puck";
    SHOOTER = "shooter";
    FIRE_POINTS = "fire";
}

words! { IrregularityId IRREGULARITY_IDS:
    OFF_TABLE = "off-table";
    STACKED_DICE = "stacked-dice";
    COCKED_DIE = "cocked-die";
    DIE_ON_TWO_SIDES = "die-on-two-sides";
    DISPUTED_FACE = "disputed-face";
    NOT_TOGETHER = "not-together";
    SHORT_THROW = "short-throw";
    IN_BANK = "in-bank";
    IN_BOWL_OR_RAIL = "in-bowl-or-rail";
    CHEATING = "cheating";
    IMPROPER_THROW = "improper-throw";
    INTERFERENCE = "interference";
    OUT_OF_TURN = "out-of-turn";
    DIE_LOST = "die-lost";
    FOREIGN_DIE = "foreign-die";
    TECHNICAL_INTERRUPTION = "technical-interruption";
    TOTAL_MISANNOUNCED = "total-misannounced";
    WINNER_UNPAID = "winner-unpaid";
    LOSER_PAID = "loser-paid";
}

words! { RemedyId REMEDIES:
    NO_ROLL = "no-roll";
    NATURAL_FALL = "natural-fall";
    BOX_DECIDES = "box-decides";
    FLOOR_DECIDES = "floor-decides";
    NO_EFFECT = "no-effect";
    SETTLED_LATE = "settled-late";
    TAKEN_BACK = "taken-back";
}

/// The points of a round.
pub const PHASES: &[&str] = &[
    "no-shooter",
    "dice-offered",
    "line-bet",
    "inspection",
    "come-out",
    "point",
    "come-only",
    "thrown",
    "disputed",
    "ruling",
];

/// The kinds of event of this game.
pub const EVENTS: &[&str] = &[
    "round-opened",
    "wager-placed",
    "stake-added",
    "wager-taken-back",
    "wager-works",
    "wager-stays",
    "wager-moved",
    "marked",
    "stepped",
    "rolled",
    "asked",
    "chosen",
    "decided",
    "settled",
    "irregular",
    "remedied",
    "duty",
    "ruled",
    "left",
    "round-ended",
    "round-reopened",
    "terms-changed",
];

/// Every refusal that this game names.
pub const REFUSALS: &[&str] = &[
    "no-such-place",
    "place-taken",
    "stands-elsewhere",
    "no-such-wager",
    "not-for-dealers",
    "not-offered",
    "dice-thrown",
    "no-chips",
    "come-out-only",
    "point-needed",
    "travels-by-itself",
    "fire-closed",
    "fire-unchangeable",
    "below-minimum",
    "above-maximum",
    "outside-limits",
    "not-in-parts",
    "whole-dollars",
    "nothing-to-support",
    "odds-too-high",
    "odds-not-payable",
    "not-put-back",
    "no-wager-there",
    "not-at-table",
    "wager-stands",
    "needed-by-odds",
    "not-callable",
    "not-now",
    "wrong-person",
    "not-your-dice",
    "line-bet-needed",
    "box-decides",
    "box-orders",
    "box-inspects",
    "die-not-inspected",
    "round-under-way",
    "file-not-shown",
    "wagers-stand",
    "ruling-due",
    "no-cards-here",
    "no-device-here",
    "bets-are-open",
    "no-dice-thrown",
    "dice-are-out",
    "roll-was-called",
    "box-has-called",
    "floor-has-ruled",
    "no-such-line",
    "no-such-irregularity",
];

const fn no_roll(id: IrregularityId, what: &'static str, rule: engine::Rule) -> Irregularity {
    let remedy = "the stick or box person may call no roll: nothing is settled and the dice are thrown again";
    Irregularity { id, what, remedy, decides: "stick or box person", rule }
}

/// The irregularities, and what the document says to do.
pub const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: OFF_TABLE,
        what: "a die left the table",
        remedy: "the roll does not count, also where it was called; the box person inspects the die before it is used again, or has it replaced",
        decides: "nobody; box person about the die",
        rule: rules::DIE_OFF_TABLE,
    },
    Irregularity {
        id: STACKED_DICE,
        what: "one die came to rest on the other",
        remedy: "the roll does not count, also where it was called",
        decides: "nobody",
        rule: rules::DICE_STACKED,
    },
    Irregularity {
        id: COCKED_DIE,
        what: "a die leans on something and does not lie flat",
        remedy: "it is read as it would have fallen",
        decides: "nobody",
        rule: rules::NATURAL_FALL,
    },
    Irregularity {
        id: DIE_ON_TWO_SIDES,
        what: "a die rests on something with more than one side",
        remedy: "the roll is void, also where it was called, and the dice are thrown again",
        decides: "nobody",
        rule: rules::TWO_SIDES_VOID,
    },
    Irregularity {
        id: DISPUTED_FACE,
        what: "it is disputed which face of a die is up",
        remedy: "the box person reads the dice, or has them thrown again; until the next throw, a called throw can be settled again",
        decides: "box person",
        rule: rules::DISPUTED_FACE,
    },
    no_roll(NOT_TOGETHER, "the dice did not leave the hand together", rules::NOT_TOGETHER),
    no_roll(SHORT_THROW, "a die did not reach the far end", rules::SHORT_THROW),
    no_roll(IN_BANK, "a die came to rest on the bank's chips", rules::IN_BANK),
    no_roll(IN_BOWL_OR_RAIL, "a die came to rest in the bowl or on a rail", rules::IN_BOWL_OR_RAIL),
    no_roll(CHEATING, "the dice or the throw were not honest", rules::CHEATING),
    no_roll(IMPROPER_THROW, "the stick or box person finds the throw improper", rules::IMPROPER_THROW),
    no_roll(INTERFERENCE, "a player interfered with the dice", rules::INTERFERENCE),
    no_roll(OUT_OF_TURN, "a player threw out of turn", rules::IMPROPER_THROW),
    Irregularity {
        id: DIE_LOST,
        what: "a die cannot be found",
        remedy: "a roll under way does not count, and the die is found and inspected or replaced; without one nothing changes, and the set is made complete before the next throw",
        decides: "nobody",
        rule: rules::DIE_OFF_TABLE,
    },
    Irregularity {
        id: FOREIGN_DIE,
        what: "a die is not one of the house's set",
        remedy: "a roll under way is no roll; else the document is silent, rolls that were called stand, and the floor says how play goes on",
        decides: "stick or box person, floor",
        rule: rules::CHEATING,
    },
    Irregularity {
        id: TECHNICAL_INTERRUPTION,
        what: "something stops the play",
        remedy: "the document is silent; dice in the air do not count, wagers stand, and the floor says when play goes on",
        decides: "floor",
        rule: rules::UNFORESEEN,
    },
    Irregularity {
        id: TOTAL_MISANNOUNCED,
        what: "a wrong sum was called out",
        remedy: "the faces count and not the call; a player who disputes the faces says so",
        decides: "nobody",
        rule: rules::SUM_CALLED,
    },
    Irregularity {
        id: WINNER_UNPAID,
        what: "a wager that won was not paid",
        remedy: "its line stands, and it is paid now",
        decides: "nobody",
        rule: rules::SETTLED_THEN_DICE,
    },
    Irregularity {
        id: LOSER_PAID,
        what: "a wager that lost was paid or left lying",
        remedy: "its line stands, and the chips are taken now",
        decides: "nobody",
        rule: rules::SETTLED_THEN_DICE,
    },
];

/// The vocabulary of the game.
pub static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 4,
    wagers: WAGERS,
    choices: CHOICES,
    steps: STEPS,
    phases: PHASES,
    irregularities: IRREGULARITIES,
    remedies: REMEDIES,
    events: EVENTS,
    meters: &[],
    awards: AWARDS,
    hands: &[],
    markers: MARKERS,
    ruling_rank: Rank::Floor,
    refusals: REFUSALS,
    rules: &rules::WHOLE,
    side_bet_rules: &[],
};
