//! The words that all poker tables share, and the irregularities that can occur at them.

use super::law::{Clause, Law};
use crate::common::words;
use engine::{Irregularity, IrregularityId, MeterId, RemedyId, StepId, WagerId};

/// The award for another patron's hand; it is not a wager.
pub const ENVY: WagerId = WagerId::new(&"envy");

/// An award that the floor grants by a ruling; it is not a wager.
pub const RULING: WagerId = WagerId::new(&"ruling");

/// The meter of a linked progressive.
pub const JACKPOT: MeterId = MeterId::new(&"jackpot");

words! { StepId STEPS:
    NO_MORE_BETS = "no-more-bets";
    SETTLE = "settle";
    CUT_AGAIN = "cut-again";
    SPREAD_CARDS = "spread-cards";
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
    BOARD_CARD_EXPOSED = "board-card-exposed";
    CARD_FACE_UP = "card-face-up";
    FOREIGN_CARD = "foreign-card";
    DRAWN_TOGETHER = "drawn-together";
    DEALER_LOOKED = "dealer-looked";
    TECHNICAL_INTERRUPTION = "technical-interruption";
    TOTAL_MISANNOUNCED = "total-misannounced";
    WINNER_UNPAID = "winner-unpaid";
    LOSER_PAID = "loser-paid";
    DEALER_CARD_DOWN = "dealer-card-down";
}

/// All hands are void, and side wagers are settled.
pub const HANDS_VOID: RemedyId = RemedyId::new(&"hands-void");
/// A card is turned.
pub const TURNED: RemedyId = RemedyId::new(&"turned");
/// A supervisor looks through the deck.
pub const INSPECTED: RemedyId = RemedyId::new(&"supervisor-looks");

words! { RemedyId REMEDIES:
    ROUND_VOID = "round-void";
    USED_AS_NEXT = "used-as-next";
    STANDS = "stands";
    SHUFFLED_AGAIN = "shuffled-again";
    SHUFFLED_BY_HAND = "shuffled-by-hand";
    FLOOR_DECIDES = "floor-decides";
    NOT_ACCEPTED = "not-accepted";
    NO_EFFECT = "no-effect";
    SETTLED_LATE = "settled-late";
    TAKEN_BACK = "taken-back";
}

/// The kinds of event of every poker table.
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
    "card-moved",
    "card-seen",
    "collected",
    "asked",
    "chosen",
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

/// The refusals of every poker table.
pub const REFUSALS: &[&str] = &[
    "no-such-box",
    "no-such-wager",
    "box-taken",
    "one-box-only",
    "outside-limits",
    "dealer-bet-alone",
    "bets-closed",
    "wager-untouchable",
    "no-wager-there",
    "nobody-bet",
    "not-now",
    "not-your-hand",
    "wrong-person",
    "no-such-hand",
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

const fn nobody_decides(
    id: IrregularityId,
    what: &'static str,
    remedy: &'static str,
    rule: Clause,
) -> Irregularity {
    Irregularity { id, what, remedy, decides: "nobody", rule: rule.rule() }
}

const fn floor_decides(
    id: IrregularityId,
    what: &'static str,
    remedy: &'static str,
    rule: Clause,
) -> Irregularity {
    Irregularity { id, what, remedy, decides: "floor", rule: rule.rule() }
}

/// A card of the dealer's was seen too early, and all hands are void.
pub const fn dealer_card_exposed(law: &Law, remedy: &'static str) -> Irregularity {
    let what = "a card of the dealer's was seen before everybody had played or folded";
    nobody_decides(DEALER_CARD_EXPOSED, what, remedy, law.mishaps.dealer_exposed)
}

/// A dealer's card was seen too early, and the round is void.
pub const fn dealer_card_exposed_voids(law: &Law) -> Irregularity {
    nobody_decides(
        DEALER_CARD_EXPOSED,
        "a card of the dealer's was seen before the dealer turned them",
        "the round is void, every wager goes back and the cards are shuffled",
        law.mishaps.dealer_exposed,
    )
}

/// A dealer's card was seen too early; the document is silent.
pub const fn dealer_card_exposed_to_floor(law: &Law) -> Irregularity {
    floor_decides(
        DEALER_CARD_EXPOSED,
        "a card of the dealer's was seen before everybody had played or folded",
        "the document is silent; the floor voids the round or lets it go on",
        law.mishaps.dealer_exposed,
    )
}

/// An unseen card was drawn in error.
pub const fn drawn_unexposed(law: &Law) -> Irregularity {
    nobody_decides(
        DRAWN_UNEXPOSED,
        "a card was drawn in error and nobody saw its face",
        "it is kept and used as the next card",
        law.mishaps.used_as_next,
    )
}

/// A card that was seen was drawn in error.
pub const fn drawn_exposed(law: &Law) -> Irregularity {
    floor_decides(
        DRAWN_EXPOSED,
        "a card that was nobody's was drawn in error and its face was seen",
        "the document is silent; the card goes to the rack, and the floor voids the round or lets it go on without the card",
        law.ours.stray_exposed,
    )
}

/// A hand has too many cards or too few.
pub const fn wrong_count(law: &Law, what: &'static str) -> Irregularity {
    let remedy = "the round is void, every wager goes back and the cards are shuffled";
    nobody_decides(WRONG_COUNT, what, remedy, law.mishaps.wrong_count)
}

/// The deck is not whole.
pub const fn wrong_deck(law: &Law, what: &'static str) -> Irregularity {
    let remedy = "the round is void, every wager goes back and the deck is taken off the table";
    nobody_decides(WRONG_DECK, what, remedy, law.dealing.hand_wrong_deck)
}

/// Others saw a patron's card.
pub const fn patron_card_shown(law: &Law) -> Irregularity {
    nobody_decides(
        PATRON_CARD_SHOWN,
        "others saw a patron's card",
        "the document is silent; the card stands and play goes on",
        law.ours.patron_card_shown,
    )
}

/// A card of another deck.
pub const fn foreign_card(law: &Law) -> Irregularity {
    floor_decides(
        FOREIGN_CARD,
        "a card appeared that the deck cannot hold any more",
        "the document is silent; the floor voids the round or lets it stand",
        law.ours.foreign_card,
    )
}

/// Two cards came together.
pub const fn drawn_together(law: &Law) -> Irregularity {
    Irregularity {
        id: DRAWN_TOGETHER,
        what: "two cards left the deck at once",
        remedy: "unseen they are kept and used as the next cards; of one that was seen the document says nothing, and the floor decides",
        decides: "nobody, floor",
        rule: law.mishaps.used_as_next.rule(),
    }
}

/// The shuffler jammed.
pub const fn shuffler_jam(law: &Law) -> Irregularity {
    nobody_decides(
        SHUFFLER_JAM,
        "the shuffler jammed or did not finish",
        "the cards are shuffled again, by hand",
        law.mishaps.shuffler_jam,
    )
}

/// The dealing shoe jammed.
pub const fn shoe_jam(law: &Law) -> Irregularity {
    nobody_decides(
        SHOE_JAM,
        "the dealing shoe jammed or stopped in the round",
        "the round is void, every wager goes back and all cards are shuffled",
        law.mishaps.shoe_jam,
    )
}

/// The shuffler miscounted and runs again.
pub const fn shuffler_count(law: &Law, what: &'static str) -> Irregularity {
    nobody_decides(
        SHUFFLER_COUNT,
        what,
        "the deck goes through the shuffler once more; if it says so again, a supervisor looks through the deck",
        law.deck.count_again,
    )
}

/// The shuffler miscounted and the deck is removed.
pub const fn shuffler_count_removes(law: &Law, what: &'static str) -> Irregularity {
    let remedy = "the deck is taken off the table and another one is shuffled";
    nobody_decides(SHUFFLER_COUNT, what, remedy, law.deck.count_removes)
}

/// A burnt card was seen.
pub const fn burn_shown(law: &Law) -> Irregularity {
    nobody_decides(
        BURN_SHOWN,
        "a burnt card was seen",
        "the document is silent; it stays in the rack and play goes on",
        law.ours.burn_shown,
    )
}

/// A community card that should be face up was laid face down.
pub const fn board_card_down(law: &Law) -> Irregularity {
    nobody_decides(
        BOARD_CARD_DOWN,
        "a community card was laid face down",
        "the document is silent; it is turned",
        law.ours.board_card,
    )
}

/// The dealer's card that should be face up was laid face down.
pub const fn dealer_card_down(law: &Law) -> Irregularity {
    nobody_decides(
        DEALER_CARD_DOWN,
        "the dealer's card that comes face up was laid face down",
        "the document is silent; it is turned before anybody is asked",
        law.ours.board_card,
    )
}

/// A community card that lies face down was seen too early.
pub const fn board_card_exposed(law: &Law) -> Irregularity {
    floor_decides(
        BOARD_CARD_EXPOSED,
        "a community card was seen before its time",
        "the document is silent; the floor voids the round or lets it go on",
        law.ours.board_card,
    )
}

/// A card lay face up in the deck.
pub const fn card_face_up(law: &Law) -> Irregularity {
    nobody_decides(
        CARD_FACE_UP,
        "a card lay face up in the deck or the shoe",
        "it goes to the rack, the round is void, every wager goes back and the cards are shuffled",
        law.mishaps.face_up,
    )
}

/// The dealer looked at cards before their time.
pub const fn dealer_looked(law: &Law, what: &'static str) -> Irregularity {
    floor_decides(
        DEALER_LOOKED,
        what,
        "the document is silent; the floor voids the round or lets it go on",
        law.ours.unforeseen,
    )
}

/// Words instead of chips.
pub const fn verbal_wager(law: &Law) -> Irregularity {
    nobody_decides(
        VERBAL_WAGER,
        "a patron calls out a wager and shows cash for it",
        "it is not accepted: wagers are chips that lie on the layout",
        law.seats.no_verbal_wager,
    )
}

/// Interruptions, misannounced totals, and chips not moved as a settlement line says; the chips are corrected
/// under that line's rules.
pub const fn with_words_and_chips(law: &Law, wins: Clause, loses: Clause) -> [Irregularity; 4] {
    [
        floor_decides(
            TECHNICAL_INTERRUPTION,
            "something stops the play",
            "the document is silent; everything lies as it lies until the floor voids the round or lets it go on",
            law.ours.unforeseen,
        ),
        nobody_decides(
            TOTAL_MISANNOUNCED,
            "a hand was announced as another than it is",
            "the document is silent; the cards count and not the words",
            law.ours.unforeseen,
        ),
        nobody_decides(
            WINNER_UNPAID,
            "a wager that won was not paid",
            "its line stands, and it is paid now",
            wins,
        ),
        nobody_decides(
            LOSER_PAID,
            "a wager that lost was paid or left lying",
            "its line stands, and the chips are taken now",
            loses,
        ),
    ]
}
