//! The words of the family: wagers, choices, steps, and irregularities. Each game lists those it uses.

use super::law::Law;
use crate::common::words;
use engine::{ChoiceId, Irregularity, IrregularityId, MeterId, RemedyId, StepId, WagerId};

words! { WagerId WAGERS:
    MAIN = "main";
    INSURANCE = "insurance";
    DOUBLE_WAGER = "double";
    SPLIT_WAGER = "split";
    HOUSE_MONEY = "house-money";
    FREE_DOUBLE_WAGER = "free-double";
    FREE_SPLIT_WAGER = "free-split";
    DEALER_ENVY = "dealer-envy";
    PUSH_22 = "push-22";
    HEDGE_22 = "hedge-22";
    SILVER_STACK = "silver-stack";
    BUST_BONUS = "bust-bonus";
    CLASSIC = "21-3-classic";
    XTREME = "21-3-xtreme";
    TOP_3 = "top-3";
    LUCKY_LADIES = "lucky-ladies";
    PROGRESSIVE_21_3 = "21-3-progressive";
    LUCKY_LADIES_PROGRESSIVE = "lucky-ladies-progressive";
    ROCKET_ACES = "rocket-aces";
    PLAYER_PAIR = "player-pair";
    BONUS = "bonus";
    SUPER_BONUS = "super-bonus";
    SUPER_BONUS_TABLE = "super-bonus-table";
}

/// The side bets of Ride Free.
pub const RIDE_FREE_BETS: &[WagerId] = &[
    HEDGE_22,
    SILVER_STACK,
    BUST_BONUS,
    CLASSIC,
    XTREME,
    TOP_3,
    LUCKY_LADIES,
    PROGRESSIVE_21_3,
    LUCKY_LADIES_PROGRESSIVE,
];

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
    FREE_DOUBLE = "free-double";
    FREE_DOUBLE_DOWN_CARD = "free-double-face-down";
    FREE_SPLIT = "free-split";
    SURRENDER = "surrender";
    SIT = "sit";
    SQUEEZE = "squeeze";
    RISE = "rise";
    FOLLOW = "follow";
    DECLINE = "decline";
    RESCUE = "rescue";
    PLAY_ON = "play-on";
    CONTINUE = "continue";
    WITHDRAW = "withdraw";
    TAKE_FIRST_CARD = "take-first";
    TAKE_SECOND_CARD = "take-second";
    TAKE_THIRD_CARD = "take-third";
    TAKE_FOURTH_CARD = "take-fourth";
}

words! { StepId STEPS:
    NO_MORE_BETS = "no-more-bets";
    INSURANCE_CLOSED = "insurance-closed";
    HOUSE_MONEY_CLOSED = "house-money-closed";
    SETTLE = "settle";
    RESHUFFLE = "reshuffle";
    CUT_AGAIN = "cut-again";
    SPREAD_CARDS = "spread-cards";
    BUST_BONUS_CLOSED = "bust-bonus-closed";
    SURRENDER_CLOSED = "surrender-closed";
    FOLLOW_CLOSED = "follow-closed";
    RESCUE_CLOSED = "rescue-closed";
    ANSWERS_CLOSED = "answers-closed";
    RECONSTRUCT = "reconstruct";
    CANNOT_RECONSTRUCT = "cannot-reconstruct";
}

words! { IrregularityId IRREGULARITY_IDS:
    FACE_UP_IN_SHOE = "face-up-in-shoe";
    DRAWN_UNEXPOSED = "drawn-unexposed";
    DRAWN_EXPOSED = "drawn-exposed";
    DEALER_OVERDREW = "dealer-overdrew";
    DEALER_CARD_MISSED = "dealer-card-missed";
    RAN_OUT = "shoe-ran-out";
    SHUFFLER_JAM = "shuffler-jam";
    CARD_MISSED = "card-missed";
    CARD_NOT_DEALT = "card-not-dealt";
    HOLE_EXPOSED = "hole-card-exposed";
    BLACKJACK_MISSED = "blackjack-missed";
    TOTAL_MISANNOUNCED = "total-misannounced";
    FOREIGN_CARD = "foreign-card";
    DEALING_ERROR = "dealing-error";
    CARDS_WITHOUT_BET = "cards-without-bet";
    DRAWN_TOGETHER = "drawn-together";
    TWENTY_ONE_MISSED = "twenty-one-missed";
    SIDE_BETS_MISSED = "side-bets-missed";
    INTERRUPTION = "technical-interruption";
    WRONG_COUNT = "wrong-count";
    NOT_SHUFFLED = "not-shuffled";
    EARLIER_ERROR = "earlier-error";
    OBJECTION = "objection";
    BET_MISPLACED = "bet-misplaced";
    OVER_THE_MAXIMUM = "over-the-maximum";
    UNDER_THE_MINIMUM = "under-the-minimum";
    SIDE_BET_WITHOUT_BET = "side-bet-without-bet";
    WINNER_UNPAID = "winner-unpaid";
    LOSER_PAID = "loser-paid";
    LOOKED_AT = "card-looked-at";
    DEALT_FACE_DOWN = "dealt-face-down";
    TURNED_EARLY = "turned-early";
    CHECK_UNTIMELY = "check-untimely";
    BLACKJACK_SHOWN = "blackjack-shown-early";
}

words! { WagerId AWARDS:
    RULING = "ruling";
}

/// Payments without a wager where the side bets of Ride Free are offered.
pub const RIDE_FREE_AWARDS: &[WagerId] = &[RULING, DEALER_ENVY];

/// Payments without a wager at Pontoon Plus.
pub const PONTOON_AWARDS: &[WagerId] = &[RULING, SUPER_BONUS_TABLE];

words! { MeterId RIDE_FREE_METERS:
    METER_21_3_1 = "21-3-1";
    METER_21_3_2 = "21-3-2";
    METER_LUCKY_LADIES_1 = "lucky-ladies-1";
    METER_LUCKY_LADIES_2 = "lucky-ladies-2";
    METER_LUCKY_LADIES_3 = "lucky-ladies-3";
}

words! { MeterId ROCKET_ACES_METERS:
    METER_ROCKET_ACES_1 = "rocket-aces-1";
    METER_ROCKET_ACES_2 = "rocket-aces-2";
    METER_ROCKET_ACES_3 = "rocket-aces-3";
}

words! { RemedyId REMEDIES:
    DISCARDED = "discarded";
    USED_AS_NEXT = "used-as-next";
    OFFERED_ON = "offered-on";
    DEALT_LAST = "dealt-last";
    DISCARDS_SHUFFLED = "discards-shuffled";
    SHUFFLED_BY_HAND = "shuffled-by-hand";
    HAND_DEAD = "hand-dead";
    ASKED_PATRON = "patron-chooses";
    PLAYED_EXPOSED = "played-exposed";
    EXTRAS_RETURNED = "extras-returned";
    NO_EFFECT = "no-effect";
    FLOOR_DECIDES = "floor-decides";
    SHIFT_DECIDES = "shift-decides";
    CLAIM_DROPPED = "claim-dropped";
    BARRED_FROM_CARDS = "no-further-cards";
    ROUND_VOID = "round-void";
    RECONSTRUCTED = "reconstructed";
    LEFT_AS_DEALT = "left-as-dealt";
    PATRONS_CHOOSE = "patrons-choose";
    PRO_RATA = "pro-rata";
    SETTLED_LATE = "settled-late";
    BETS_RETURNED = "bets-returned";
    TAKEN_BACK = "taken-back";
    TURNED_UP = "turned-up";
}

/// The same where a document covers a shuffler that fails.
pub const fn shuffler_failed(law: &Law) -> Irregularity {
    Irregularity {
        id: SHUFFLER_JAM,
        what: "the shuffler jammed or did not finish",
        remedy: "the cards are shuffled by hand",
        decides: "nobody",
        rule: law.shuffler_fails.rule(),
    }
}

/// The irregularities where a hole card is checked, with their remedies.
pub const fn mishaps(law: &Law) -> [Irregularity; 23] {
    [
        Irregularity {
            id: FACE_UP_IN_SHOE,
            what: "a card lies face up in the shoe",
            remedy: "it goes to the discard rack and the next card takes its place",
            decides: "nobody",
            rule: law.face_up_in_shoe.rule(),
        },
        Irregularity {
            id: DRAWN_UNEXPOSED,
            what: "a card was drawn in error and nobody saw its face",
            remedy: "it is kept and used as the next card",
            decides: "nobody",
            rule: law.drawn_unexposed.rule(),
        },
        Irregularity {
            id: DRAWN_EXPOSED,
            what: "a card was drawn in error and its face was seen",
            remedy: "it is offered on as the next card; a patron who refuses it draws no more this round; if nobody can use it, it is discarded",
            decides: "each patron in turn",
            rule: law.drawn_exposed.rule(),
        },
        Irregularity {
            id: DEALER_OVERDREW,
            what: "the dealer drew a card to a hand that must stand",
            remedy: "the card is discarded",
            decides: "nobody",
            rule: law.dealer_overdrew.rule(),
        },
        Irregularity {
            id: DEALER_CARD_MISSED,
            what: "the dealer forgot to deal a card to the dealer's hand",
            remedy: "the players' cards are dealt first, then the dealer's missing cards",
            decides: "nobody",
            rule: law.dealer_missed.rule(),
        },
        Irregularity {
            id: RAN_OUT,
            what: "the shoe cannot complete the round",
            remedy: "the discards are shuffled and cut, one is discarded, the round is completed and everything is reshuffled",
            decides: "nobody",
            rule: law.ran_out.rule(),
        },
        Irregularity {
            id: CARD_MISSED,
            what: "a box with a wager was passed over in the deal",
            remedy: "with no card the hand is dead and the wager returned; with one card the patron may have the second after all others",
            decides: "the patron of the box",
            rule: law.one_card.rule(),
        },
        Irregularity {
            id: CARD_NOT_DEALT,
            what: "a patron asked for a card and did not get it",
            remedy: "the patron has it after all others and before the hole card is shown, or the hand is dead and the wager returned",
            decides: "the patron of the box",
            rule: law.late_card.rule(),
        },
        Irregularity {
            id: HOLE_EXPOSED,
            what: "the dealer's hole card was shown although it makes no blackjack",
            remedy: "the floor is told and play goes on with both cards exposed",
            decides: "floor takes note",
            rule: law.hole_exposed.rule(),
        },
        Irregularity {
            id: BLACKJACK_MISSED,
            what: "the dealer's blackjack went unnoticed and play went on",
            remedy: "the floor is told; losing wagers are collected, doubles and split wagers go back",
            decides: "floor takes note",
            rule: law.blackjack_missed.rule(),
        },
        Irregularity {
            id: TOTAL_MISANNOUNCED,
            what: "the dealer announced a wrong total",
            remedy: "none: each player counts their own hand",
            decides: "nobody",
            rule: law.own_count.rule(),
        },
        Irregularity {
            id: FOREIGN_CARD,
            what: "a card appeared that the shoe cannot hold any more",
            remedy: "the document is silent; the floor voids the round or lets it stand",
            decides: "floor",
            rule: law.foreign_card.rule(),
        },
        Irregularity {
            id: DRAWN_TOGETHER,
            what: "several cards came out of the shoe at once",
            remedy: "each is used as a card drawn in error, seen or unseen, in the order in which they are told",
            decides: "nobody",
            rule: law.drawn_at_once.rule(),
        },
        Irregularity {
            id: INTERRUPTION,
            what: "something stopped the game, as a power failure",
            remedy: "the document is silent; the floor voids the round or lets it stand",
            decides: "floor",
            rule: law.unforeseen.rule(),
        },
        Irregularity {
            id: WRONG_COUNT,
            what: "there are cards too many or too few",
            remedy: "the document is silent; the floor voids the round or lets it stand",
            decides: "floor",
            rule: law.unforeseen.rule(),
        },
        Irregularity {
            id: NOT_SHUFFLED,
            what: "the cards were not shuffled",
            remedy: "the document is silent; the floor voids the round or lets it stand",
            decides: "floor",
            rule: law.unforeseen.rule(),
        },
        Irregularity {
            id: LOOKED_AT,
            what: "a card that lies face down was seen",
            remedy: "the card stays where it is; the floor voids the round or lets it stand",
            decides: "floor",
            rule: law.looked_at.rule(),
        },
        Irregularity {
            id: DEALT_FACE_DOWN,
            what: "a card came face down that should have come face up",
            remedy: "it is turned before it counts; beside cards that lie face down it stays so",
            decides: "nobody",
            rule: law.dealt_face_down.rule(),
        },
        Irregularity {
            id: TURNED_EARLY,
            what: "a card was turned before its time",
            remedy: "it lies open from then on, and play goes on",
            decides: "nobody",
            rule: law.turned_early.rule(),
        },
        Irregularity {
            id: CHECK_UNTIMELY,
            what: "the device answered when it was not to be asked",
            remedy: "none where it says nothing new; else the floor decides",
            decides: "floor",
            rule: law.check_untimely.rule(),
        },
        Irregularity {
            id: BLACKJACK_SHOWN,
            what: "the dealer's hole card was shown early and makes a blackjack",
            remedy: "none: the round is settled by it",
            decides: "nobody",
            rule: law.blackjack_shown.rule(),
        },
        winner_unpaid(law),
        loser_paid(law),
    ]
}

/// A winner who was not paid.
pub const fn winner_unpaid(law: &Law) -> Irregularity {
    Irregularity {
        id: WINNER_UNPAID,
        what: "a wager that won was not paid",
        remedy: "its line stands and is paid now",
        decides: "nobody",
        rule: law.higher_wins.rule(),
    }
}

/// A loser who was paid, or whose chips were not collected.
pub const fn loser_paid(law: &Law) -> Irregularity {
    Irregularity {
        id: LOSER_PAID,
        what: "a wager that lost was paid or not collected",
        remedy: "its line stands and the chips are taken now",
        decides: "nobody",
        rule: law.over_21_loses.rule(),
    }
}
