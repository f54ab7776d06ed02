//! The words of Ultimate Texas Hold 'Em: its wagers, choices, steps, and what can go wrong.

use super::rules;
use crate::common::words;
use crate::poker::Category;
use engine::{ChoiceId, Irregularity, IrregularityId, MeterId, Rank, RemedyId, StepId, Vocabulary, WagerId};

words! { WagerId WAGERS:
    ANTE = "ante";
    BLIND = "blind";
    PLAY_WAGER = "play";
    TRIPS = "trips";
    PROGRESSIVE = "progressive";
}

/// What another patron's straight flush or royal flush brings: an award and no wager.
pub const ENVY: WagerId = WagerId::new(&"envy");

/// What the floor awards by a ruling: no wager either.
pub const RULING: WagerId = WagerId::new(&"ruling");

/// What is paid without a wager.
pub const AWARDS: &[WagerId] = &[ENVY, RULING];

words! { ChoiceId CHOICES:
    CHECK = "check";
    PLAY = "play";
    FOLD = "fold";
}

words! { StepId STEPS:
    NO_MORE_BETS = "no-more-bets";
    SETTLE = "settle";
    CUT_AGAIN = "cut-again";
    SPREAD_CARDS = "spread-cards";
}

words! { MeterId METERS:
    JACKPOT = "jackpot";
}

words! { IrregularityId IRREGULARITY_IDS:
    DEALER_CARD_EXPOSED = "dealer-card-exposed";
    DRAWN_UNEXPOSED = "drawn-unexposed";
    DRAWN_EXPOSED = "drawn-exposed";
    WRONG_COUNT = "wrong-count";
    WRONG_DECK = "wrong-deck";
    SHUFFLER_JAM = "shuffler-jam";
    SHUFFLER_COUNT = "shuffler-count";
    SHOE_JAM = "shoe-jam";
    VERBAL_WAGER = "verbal-wager";
    PATRON_CARD_SHOWN = "patron-card-shown";
    BURN_SHOWN = "burn-shown";
    BOARD_CARD_DOWN = "board-card-down";
    FOREIGN_CARD = "foreign-card";
    DRAWN_TOGETHER = "drawn-together";
    DEALER_LOOKED = "dealer-looked";
    TECHNICAL_INTERRUPTION = "technical-interruption";
    TOTAL_MISANNOUNCED = "total-misannounced";
    WINNER_UNPAID = "winner-unpaid";
    LOSER_PAID = "loser-paid";
}

words! { RemedyId REMEDIES:
    HANDS_VOID = "hands-void";
    ROUND_VOID = "round-void";
    USED_AS_NEXT = "used-as-next";
    STANDS = "stands";
    TURNED = "turned";
    SHUFFLED_AGAIN = "shuffled-again";
    SHUFFLED_BY_HAND = "shuffled-by-hand";
    FLOOR_DECIDES = "floor-decides";
    NOT_ACCEPTED = "not-accepted";
    INSPECTED = "supervisor-looks";
    NO_EFFECT = "no-effect";
    SETTLED_LATE = "settled-late";
    TAKEN_BACK = "taken-back";
}

/// The points a round passes through.
pub const PHASES: &[&str] = &[
    "shuffle",
    "cut",
    "bets",
    "deal",
    "before-flop",
    "burn",
    "board",
    "after-flop",
    "at-last",
    "dealer-hand",
    "settlement",
    "hands",
    "meter",
    "approval",
    "ruling",
];

/// The kinds of event this game puts out.
pub const EVENTS: &[&str] = &[
    "shuffled",
    "cut",
    "round-opened",
    "wager-placed",
    "stake-added",
    "wager-taken-back",
    "stepped",
    "card-laid",
    "card-turned",
    "card-seen",
    "collected",
    "meter-granted",
    "asked",
    "chosen",
    "announced",
    "decided",
    "settled",
    "irregular",
    "remedied",
    "duty",
    "approved",
    "ruled",
    "left",
    "dealer-changed",
    "round-ended",
    "terms-changed",
];

/// Every refusal this game gives by name.
pub const REFUSALS: &[&str] = &[
    "no-such-box",
    "no-such-wager",
    "box-taken",
    "one-box-only",
    "outside-limits",
    "play-in-turn",
    "ante-and-blind-first",
    "dealer-bet-alone",
    "one-dollar-only",
    "bets-closed",
    "wager-untouchable",
    "no-wager-there",
    "nobody-bet",
    "not-now",
    "not-your-hand",
    "wrong-person",
    "no-such-hand",
    "hand-finished",
    "played-already",
    "play-amount",
    "fold-too-early",
    "check-too-late",
    "dealer-cuts",
    "cut-too-shallow",
    "cut-of-all-cards",
    "floor-calls-cut",
    "table-not-idle",
    "impossible-card",
    "no-card-due",
    "no-card-to-turn",
    "card-read-otherwise",
    "round-under-way",
    "file-not-shown",
    "nothing-to-withhold",
    "no-card-face-down",
    "no-cards-dealt",
    "round-is-over",
    "no-shuffler",
    "shuffler-idle",
    "no-shoe",
    "shoe-empty",
    "nothing-announced",
    "no-such-line",
    "no-such-irregularity",
    "bets-are-open",
    "no-device-here",
];

/// What can go wrong, and what the document says to do.
pub const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: DEALER_CARD_EXPOSED,
        what: "a card of the dealer's was seen before everybody had played or folded",
        remedy: "all hands are void; ante, blind and play go back; trips and progressive are settled on the full board",
        decides: "nobody",
        rule: rules::DEALER_EXPOSED,
    },
    Irregularity {
        id: DRAWN_UNEXPOSED,
        what: "a card was drawn in error and nobody saw its face",
        remedy: "it is kept and used as the next card",
        decides: "nobody",
        rule: rules::USED_AS_NEXT,
    },
    Irregularity {
        id: DRAWN_EXPOSED,
        what: "a card that was nobody's was drawn in error and its face was seen",
        remedy: "the document is silent; the card goes to the rack, and the floor voids the round or lets it go on without the card",
        decides: "floor",
        rule: rules::STRAY_CARD_EXPOSED,
    },
    Irregularity {
        id: WRONG_COUNT,
        what: "a patron or the dealer has a wrong number of cards",
        remedy: "the round is void, every wager goes back and the cards are shuffled",
        decides: "nobody",
        rule: rules::WRONG_COUNT,
    },
    Irregularity {
        id: WRONG_DECK,
        what: "the deck has more or fewer than 52 cards",
        remedy: "the round is void, every wager goes back and the deck is taken off the table",
        decides: "nobody",
        rule: rules::HAND_WRONG_DECK,
    },
    Irregularity {
        id: SHUFFLER_JAM,
        what: "the shuffler jammed or did not finish",
        remedy: "the cards are shuffled again, by hand",
        decides: "nobody",
        rule: rules::SHUFFLER_JAM,
    },
    Irregularity {
        id: SHUFFLER_COUNT,
        what: "the shuffler says that the deck has not 52 cards",
        remedy: "the deck goes through the shuffler once more; if it says so again, a supervisor looks through the deck",
        decides: "nobody",
        rule: rules::COUNT_AGAIN,
    },
    Irregularity {
        id: SHOE_JAM,
        what: "the dealing shoe jammed or stopped in the round",
        remedy: "the round is void, every wager goes back and all cards are shuffled",
        decides: "nobody",
        rule: rules::SHOE_JAM,
    },
    Irregularity {
        id: VERBAL_WAGER,
        what: "a patron calls out a wager and shows cash for it",
        remedy: "it is not accepted: wagers are chips that lie on the layout",
        decides: "nobody",
        rule: rules::NO_VERBAL_WAGER,
    },
    Irregularity {
        id: PATRON_CARD_SHOWN,
        what: "others saw a patron's card",
        remedy: "the document is silent; the card stands and play goes on",
        decides: "nobody",
        rule: rules::PATRON_CARD_SHOWN,
    },
    Irregularity {
        id: BURN_SHOWN,
        what: "a burnt card was seen",
        remedy: "the document is silent; it stays in the rack and play goes on",
        decides: "nobody",
        rule: rules::BURN_SHOWN,
    },
    Irregularity {
        id: BOARD_CARD_DOWN,
        what: "a community card was laid face down",
        remedy: "the document is silent; it is turned",
        decides: "nobody",
        rule: rules::BOARD_CARD_DOWN,
    },
    Irregularity {
        id: FOREIGN_CARD,
        what: "a card appeared that the deck cannot hold any more",
        remedy: "the document is silent; the floor voids the round or lets it stand",
        decides: "floor",
        rule: rules::FOREIGN_CARD,
    },
    Irregularity {
        id: DRAWN_TOGETHER,
        what: "two cards left the deck at once",
        remedy: "unseen they are kept and used as the next cards; of one that was seen the document says nothing, and the floor decides",
        decides: "nobody, floor",
        rule: rules::USED_AS_NEXT,
    },
    Irregularity {
        id: DEALER_LOOKED,
        what: "the dealer looked at his own cards before everybody had played or folded",
        remedy: "the document is silent; the floor voids the round or lets it go on",
        decides: "floor",
        rule: rules::UNFORESEEN,
    },
    Irregularity {
        id: TECHNICAL_INTERRUPTION,
        what: "something stops the play",
        remedy: "the document is silent; everything lies as it lies until the floor voids the round or lets it go on",
        decides: "floor",
        rule: rules::UNFORESEEN,
    },
    Irregularity {
        id: TOTAL_MISANNOUNCED,
        what: "a hand was announced as another than it is",
        remedy: "the document is silent; the cards count and not the words",
        decides: "nobody",
        rule: rules::UNFORESEEN,
    },
    Irregularity {
        id: WINNER_UNPAID,
        what: "a wager that won was not paid",
        remedy: "its line stands, and it is paid now",
        decides: "nobody",
        rule: rules::HIGHER_WINS,
    },
    Irregularity {
        id: LOSER_PAID,
        what: "a wager that lost was paid or left lying",
        remedy: "its line stands, and the chips are taken now",
        decides: "nobody",
        rule: rules::LOWER_LOSES,
    },
];

/// The vocabulary of the game.
pub static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 3,
    wagers: WAGERS,
    choices: CHOICES,
    steps: STEPS,
    phases: PHASES,
    irregularities: IRREGULARITIES,
    remedies: REMEDIES,
    events: EVENTS,
    meters: METERS,
    awards: AWARDS,
    hands: &Category::HANDS,
    markers: &[],
    ruling_rank: Rank::Floor,
    refusals: REFUSALS,
    rules: rules::ALL,
    side_bet_rules: &[],
};
