//! The words of Pai Gow Poker, and the irregularities that can occur at it.

use super::rules;
use crate::common::words;
use crate::poker::pai_gow::Kind;
use engine::{
    ChoiceId, HandId, Irregularity, IrregularityId, MarkerId, RemedyId, Rule, StepId, Vocabulary, WagerId,
};

words! { WagerId WAGERS:
    MAIN = "main";
    FORTUNE = "fortune";
    COVER = "cover";
}

words! { WagerId AWARDS:
    ENVY = "envy";
    RULING = "ruling";
}

words! { ChoiceId CHOICES:
    HOUSE_WAY = "house-way";
    SURRENDER = "surrender";
    PLAY_HAND = "play-hand";
    VOID_HAND = "void-hand";
    TAKE_BANK = "take-bank";
    PASS_BANK = "pass-bank";
    HOUSE_BETS = "house-bets";
    NO_HOUSE_BET = "no-house-bet";
}

words! { StepId STEPS:
    NO_MORE_BETS = "no-more-bets";
    HANDS_SET = "hands-set";
    EXPOSE = "expose";
    SETTLE = "settle";
    CUT_AGAIN = "cut-again";
    SPREAD_CARDS = "spread-cards";
}

words! { MarkerId MARKERS:
    BUTTON = "button";
    ENVY_BUTTON = "envy-button";
    BANK = "bank";
}

words! { IrregularityId IRREGULARITY_IDS:
    DIE_NOT_FLAT = "die-not-flat";
    DIE_FELL_OUT = "die-fell-out";
    WRONG_START = "wrong-start";
    PATRON_CARD_EXPOSED = "patron-card-exposed";
    DEALER_CARD_EXPOSED = "dealer-card-exposed";
    DRAWN_UNEXPOSED = "drawn-unexposed";
    WRONG_COUNT = "wrong-count";
    DEALER_SET_WRONGLY = "dealer-set-wrongly";
    STACK_CARD_EXPOSED = "stack-card-exposed";
    STACKS_MISSING = "stacks-missing";
    SHUFFLER_JAM = "shuffler-jam";
    SET_WRONGLY = "set-wrongly";
    WRONG_DECK = "wrong-deck";
    FOREIGN_CARD = "foreign-card";
    VERBAL_WAGER = "verbal-wager";
    TECHNICAL_INTERRUPTION = "technical-interruption";
    TOTAL_MISANNOUNCED = "total-misannounced";
    WINNER_UNPAID = "winner-unpaid";
    LOSER_PAID = "loser-paid";
}

words! { RemedyId REMEDIES:
    ROUND_VOID = "round-void";
    SHAKEN_AGAIN = "shaken-again";
    PATRON_DECIDES = "patron-decides";
    USED_AS_NEXT = "used-as-next";
    HANDS_RESET = "hands-reset";
    WAGER_LOSES = "wager-loses";
    STANDS = "stands";
    SHUFFLED_BY_HAND = "shuffled-by-hand";
    FLOOR_DECIDES = "floor-decides";
    NOT_ACCEPTED = "not-accepted";
    NO_EFFECT = "no-effect";
    SETTLED_LATE = "settled-late";
    TAKEN_BACK = "taken-back";
}

const HANDS: [HandId; Kind::ALL.len()] = {
    let mut hands = [Kind::HighCard.hand(); Kind::ALL.len()];
    let mut at = 0;
    while at < hands.len() {
        hands[at] = Kind::ALL[at].hand();
        at += 1;
    }
    hands
};

const PHASES: &[&str] = &[
    "shuffle",
    "cut",
    "bank",
    "bets",
    "start",
    "deal",
    "exposed",
    "setting",
    "dealer-hand",
    "hands",
    "settlement",
    "ruling",
];

const EVENTS: &[&str] = &[
    "shuffled",
    "cut",
    "round-opened",
    "wager-placed",
    "stake-added",
    "wager-taken-back",
    "marked",
    "stepped",
    "card-laid",
    "card-turned",
    "card-moved",
    "card-seen",
    "collected",
    "rolled-three",
    "number-drawn",
    "asked",
    "chosen",
    "picked",
    "announced",
    "decided",
    "settled",
    "irregular",
    "remedied",
    "duty",
    "ruled",
    "left",
    "dealer-changed",
    "round-ended",
    "terms-changed",
];

const REFUSALS: &[&str] = &[
    "no-such-box",
    "no-such-wager",
    "box-taken",
    "one-box-only",
    "two-places-at-most",
    "places-not-adjacent",
    "fortune-needs-main",
    "banks-this-round",
    "bank-covers-no-more",
    "cover-stays",
    "partner-has-wager",
    "partners-are-many",
    "house-decides",
    "wagers-against-bank",
    "outside-limits",
    "bets-closed",
    "wager-untouchable",
    "no-wager-there",
    "nobody-bet",
    "not-now",
    "not-your-hand",
    "wrong-person",
    "no-such-hand",
    "hand-finished",
    "hand-is-set",
    "other-hand-first",
    "low-hand-is-two",
    "dealer-cuts",
    "cut-too-shallow",
    "cut-of-all-cards",
    "floor-calls-cut",
    "table-not-idle",
    "impossible-card",
    "no-card-due",
    "no-card-to-turn",
    "no-such-position",
    "card-read-otherwise",
    "round-under-way",
    "file-not-shown",
    "no-card-face-down",
    "no-cards-dealt",
    "no-dice-thrown",
    "no-such-number",
    "no-start-found",
    "no-hand-set",
    "no-shuffler",
    "shuffler-idle",
    "stacks-from-shoe",
    "hand-was-exposed",
    "nothing-announced",
    "no-such-line",
    "no-such-irregularity",
    "bets-are-open",
    "no-device-here",
];

const fn nobody_decides(
    id: IrregularityId,
    what: &'static str,
    remedy: &'static str,
    rule: Rule,
) -> Irregularity {
    Irregularity { id, what, remedy, decides: "nobody", rule }
}

const fn floor_decides(id: IrregularityId, what: &'static str, remedy: &'static str) -> Irregularity {
    Irregularity { id, what, remedy, decides: "floor", rule: rules::UNFORESEEN }
}

/// The consequence for a round whose hands are dead.
const DEAD: &str = "all hands are dead, every wager goes back and the cards are shuffled";

/// The irregularities, and what the document says to do.
pub(crate) const IRREGULARITIES: &[Irregularity] = &[
    nobody_decides(
        DIE_NOT_FLAT,
        "a die does not lie flat on the bottom of the shaker",
        "no roll is called and the dice are shaken again",
        rules::DIE_NOT_FLAT,
    ),
    nobody_decides(
        DIE_FELL_OUT,
        "a die fell out of the shaker",
        "no roll is called and the dice are shaken again",
        rules::DIE_FELL_OUT,
    ),
    nobody_decides(
        WRONG_START,
        "the dice were added up wrongly, and the first stack went to a wrong position",
        DEAD,
        rules::WRONG_START,
    ),
    Irregularity {
        id: PATRON_CARD_EXPOSED,
        what: "the dealer exposed a card of a patron's",
        remedy: "a patron who has not seen the other cards plays the hand or has it void; later the card stands",
        decides: "patron",
        rule: rules::EXPOSED_TO_PATRON,
    },
    nobody_decides(
        DEALER_CARD_EXPOSED,
        "a card of the dealer's was seen before the dealer turned them",
        DEAD,
        rules::DEALER_EXPOSED,
    ),
    nobody_decides(
        DRAWN_UNEXPOSED,
        "a card was drawn in error and nobody saw its face",
        "it is used as the next card",
        rules::USED_AS_NEXT,
    ),
    nobody_decides(
        WRONG_COUNT,
        "a patron or the dealer has more or fewer than seven cards",
        DEAD,
        rules::WRONG_COUNT,
    ),
    nobody_decides(
        DEALER_SET_WRONGLY,
        "the dealer set the hands otherwise than the house way says",
        "they are set by the house way and the round goes on",
        rules::DEALER_RESET,
    ),
    nobody_decides(
        STACK_CARD_EXPOSED,
        "a card was exposed while the seven stacks were dealt",
        DEAD,
        rules::STACK_EXPOSED,
    ),
    nobody_decides(
        STACKS_MISSING,
        "the dealer did not deal seven stacks from the hand",
        DEAD,
        rules::STACKS_MISSING,
    ),
    nobody_decides(
        SHUFFLER_JAM,
        "the shuffler jammed or did not finish",
        "the cards are shuffled again, by hand",
        rules::SHUFFLER_JAM,
    ),
    nobody_decides(
        SET_WRONGLY,
        "a patron's two hands are not five and two of the patron's seven cards",
        "the wager loses when the hands are exposed",
        rules::SET_WRONGLY,
    ),
    Irregularity {
        id: WRONG_DECK,
        what: "another number of cards than four is left, and every stack has seven",
        remedy: "the document is silent; the floor voids the round or lets it go on",
        decides: "floor",
        rule: rules::NOT_FOUR_LEFT,
    },
    Irregularity {
        id: FOREIGN_CARD,
        what: "a card appeared that the deck cannot hold any more",
        remedy: "the document is silent; the floor voids the round or lets it stand",
        decides: "floor",
        rule: rules::STRAY_SEEN,
    },
    nobody_decides(
        VERBAL_WAGER,
        "a patron calls out a wager and shows cash for it",
        "it is not accepted: wagers are chips that lie on the layout",
        rules::NO_VERBAL_WAGER,
    ),
    floor_decides(
        TECHNICAL_INTERRUPTION,
        "something stops the play",
        "the document is silent; everything lies as it lies until the floor voids the round or lets it go on",
    ),
    nobody_decides(
        TOTAL_MISANNOUNCED,
        "a hand was announced as another than it is",
        "the document is silent; the cards count and not the words",
        rules::UNFORESEEN,
    ),
    nobody_decides(
        WINNER_UNPAID,
        "a wager that won was not paid",
        "its line stands, and it is paid now",
        rules::BOTH_HIGHER,
    ),
    nobody_decides(
        LOSER_PAID,
        "a wager that lost was paid or left lying",
        "its line stands, and the chips are taken now",
        rules::LOSER_COLLECTED,
    ),
];

/// The vocabulary of the game.
pub static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 1,
    wagers: WAGERS,
    choices: CHOICES,
    steps: STEPS,
    phases: PHASES,
    irregularities: IRREGULARITIES,
    remedies: REMEDIES,
    events: EVENTS,
    meters: &[],
    awards: AWARDS,
    hands: &HANDS,
    markers: MARKERS,
    ruling_rank: engine::Rank::Floor,
    refusals: REFUSALS,
    rules: &rules::WHOLE,
    side_bet_rules: &[],
};
