//! Pontoon Plus: no tens, no hole card, several patrons on a box, and every 21 paid at once.

use super::law::Law;
use super::{Blackjack, reasons, words};
use crate::common::{count, law, rules_of, together};
use crate::side_bets::PONTOON_RULES;
use engine::{
    AnyTable, ChoiceId, Game, Irregularity, OpenError, Rank, RemedyId, Rule, StepId, Vocabulary, WagerId,
};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "singapore/pontoon-plus",
    rulebook: include_str!("../../rulebooks/singapore/pontoon-plus.toml"),
    side_bets: &[],
    trace: include_str!("../../trace/singapore/pontoon-plus.toml"),
    vocabulary: &VOCABULARY,
    open: |book, config| Ok(Box::new(open(book, config)?) as Box<dyn AnyTable>),
    reasons: |events, line| reasons::reasons(&LAW, events, line),
};

/// Opens a table.
///
/// # Errors
/// Names what the rule book or the table file lacks.
pub fn open(book: &RuleBook, config: &TableConfig) -> Result<Blackjack, OpenError> {
    Blackjack::open(&LAW, &VOCABULARY, book, config)
}

law! {
    /// The paragraphs of Singapore's Pontoon Plus.
    Law LAW, otherwise Law::NONE;

    // What words mean.
    blackjack_of_patron = "SG-PP-1.20:a";
    blackjack_of_dealer = "SG-PP-1.20:b";
    hard_total = "SG-PP-1.9";
    soft_total = "SG-PP-1.25";

    // Values of cards.
    card_values = "SG-PP-3.2";
    number_cards = "SG-PP-3.2.2";
    pictures = "SG-PP-3.2.3";
    ace_eleven = "SG-PP-3.2.1:a";
    ace_one = "SG-PP-3.2.1:c";

    // Wagers and who wins.
    wager_before_deal = "SG-PP-3.3";
    lower_loses = "SG-PP-3.27.3";
    over_21_loses = "SG-PP-3.21";
    dealer_over_21 = "SG-PP-3.27.1";
    higher_wins = "SG-PP-3.27.2";
    tie_pushes = "SG-PP-3.27.4";
    no_late_wager = "SG-PP-5.8:a";
    no_withdrawal = "SG-PP-5.8:b";
    settle_from_right = "RULING-PP-21";
    even_odds = "SG-PP-4.1.1/T1:regular";
    blackjack_odds = "SG-PP-4.1.1/T1:pontoon";

    // Shuffle and cut.
    shuffle_before_play = "RULING-PP-20";
    shuffle_by_floor = "RULING-PP-20";
    reshuffle_at_cut_card = "RULING-PP-20";
    floor_calls_reshuffle = "RULING-PP-20";

    // Dealing.
    deal_from_left = "SG-PP-3.11:a";
    first_card = "SG-PP-3.11:b";
    dealer_first = "SG-PP-3.11:c";
    second_card = "SG-PP-3.11:d";
    ask_from_left = "RULING-PP-21";
    further_cards_up = "RULING-PP-21";
    announce_total = "SG-PP-3.1";
    collect_cards = "RULING-PP-21";
    cards_taken_with_payment = "RULING-PP-21";
    cut_card_reached = "RULING-PP-20";

    // Blackjack and insurance.
    blackjack_at_once = "SG-PP-3.16:a";
    insurance_offered = "SG-PP-3.17:a";
    insurance_wins = "SG-PP-3.17.2:a";
    insurance_loses = "SG-PP-3.17.2:b";
    no_insurance_on_blackjack = "RULING-PP-5";
    insurance_half = "SG-PP-3.17.1:b";
    insurance_odds = "SG-PP-4.1.1/T1:insurance";

    // Doubling.
    double_up_to_wager = "SG-PP-3.25:d";
    double_on_two_cards = "SG-PP-3.25:a";
    double_one_card = "SG-PP-3.25:e";
    double_card_up = "SG-PP-3.25:e";
    no_double_on_soft_21 = "SG-PP-3.25:c"; // a pontoon is one, too
    double_after_split = "SG-PP-3.25:b";
    double_back = "SG-PP-3.25.4:b";

    // Splitting.
    split_equal_value = "SG-PP-3.24:a";
    split_equal_wager = "SG-PP-3.24:b";
    split_hands_in_turn = "SG-PP-3.24.2:d";
    split_hand_played = "SG-PP-3.24.2:c";
    split_again = "SG-PP-3.24.2:a";
    split_limit = "SG-PP-3.24.2:b";
    split_aces_one_card = "SG-PP-3.24.2:f";

    // Drawing.
    may_draw = "SG-PP-3.20:a";
    no_draw_at_21 = "SG-PP-3.26:a";
    dealer_draws = "SG-PP-3.27:b";
    dealer_draws_nothing = "RULING-PP-9";

    // Irregularities.
    dealer_overdrew = "SG-PP-5.10.2";

    // Our rulings, where the text is silent.
    silence = "RULING-PP-8";
    aces_not_resplit = "SG-PP-3.24.2:e";
    no_double_on_split_aces = "SG-PP-3.25:f";
    floor_rules = "SG-PP-5.19";

    // Surrender.
    surrender_offered = "SG-PP-3.18:a";
    surrender_half = "SG-PP-3.19.2";

    // Several patrons on a box.
    seated_decides = "SG-PP-1.23:a";
    highest_bet_decides = "SG-PP-1.23:b";
    decider_calls = "SG-PP-3.8";
    decider_gone = "RULING-PP-7";
    balance_open_to_others = "SG-PP-3.6";
    box_full = "RULING-PP-24";
    several_boxes = "SG-PP-3.7";
    box_maximum = "SG-PP-5.1:a";
    seated_first = "SG-PP-5.1:b";
    under_minimum_asked = "SG-PP-5.2";
    limits_posted = "SG-PP-3.5";
    bets_closed = "SG-PP-3.10";

    // Chips that nobody noticed in time.
    pro_rata = "SG-PP-5.1.1:a";
    pro_rata_floor = "SG-PP-5.1.1:b";
    pro_rata_remainder = "RULING-PP-14";
    below_minimum_exempt = "SG-PP-5.1.2";
    under_minimum_stands = "SG-PP-5.2.1";
    chips_as_they_lie = "SG-PP-5.14";
    found_in_time = "RULING-PP-15";
    bets_by_staff = "SG-PP-5.18";

    // Insurance and surrender where the dealer has one card.
    insurance_before_cards = "SG-PP-3.17.1:a";
    insurance_own = "SG-PP-3.17:b";
    surrender_before_play = "SG-PP-3.18:b";
    surrender_no_cards = "SG-PP-3.19";
    surrender_lost_to_pontoon = "SG-PP-3.19.1";
    surrender_by_decider = "RULING-PP-6";
    no_surrender_after_split = "SG-PP-3.24:c";

    // Drawing, and a 21 that is paid at once.
    must_draw_below_12 = "SG-PP-3.22";
    may_stand = "SG-PP-3.23";
    no_draw_soft_21 = "SG-PP-3.20:b";
    twenty_one_at_once = "SG-PP-3.26:b";
    double_21_even = "SG-PP-3.26:c";
    twenty_one_not_noticed = "SG-PP-3.26:d";
    pontoon_not_noticed = "SG-PP-3.16:b";
    split_21_not_noticed = "SG-PP-3.24.3:c";

    // Splits and doubles that others follow, and doubles that are taken back.
    split_follow = "SG-PP-3.24.1:a";
    split_decline_first_hand = "SG-PP-3.24.1:b";
    split_no_pontoon = "SG-PP-3.24.3:a";
    split_21_at_once = "SG-PP-3.24.3:b";
    split_over_21 = "SG-PP-3.24.5:a";
    split_all_lost = "SG-PP-3.24.5:b";
    double_follow = "SG-PP-3.25.1:a";
    double_decline_one_card = "SG-PP-3.25.1:b";
    double_ace_value = "SG-PP-3.2.1:b";
    double_ace_one = "SG-PP-3.25.2:a";
    double_third_ace = "SG-PP-3.25.2:b";
    double_rescue = "SG-PP-3.25.3:a";
    double_rescue_lost = "SG-PP-3.25.3:b";
    double_over_21 = "SG-PP-3.25.4:a";
    double_even = "SG-PP-3.25.5:a";
    double_no_bonus = "SG-PP-3.25.5:b";

    // Cards that a patron squeezes.
    squeeze_permitted = "SG-PP-3.12:a";
    squeeze_back_up = "SG-PP-3.12:b";
    squeeze_open = "SG-PP-3.12:c";

    // What one of the layouts says.
    posted_blackjack = "SG-PP-APP-E.1:a";
    posted_drawing = "SG-PP-APP-E.1:b";
    posted_insurance = "SG-PP-APP-E.1:c";

    // Which settlements come before further cards, and which after.
    interim_settlement = "SG-PP-1.15";
    final_settlement = "SG-PP-1.7";

    // The Super Bonus.
    super_bonus = "SG-PP-1.31";
    super_bonus_split = "SG-PP-3.24.4";

    // Somebody goes away, something stops the game, a round is void.
    walk_away = "SG-PP-5.3";
    interruption = "SG-PP-5.4";
    interruption_continues = "SG-PP-5.4.1";
    interruption_void = "SG-PP-5.4.2";
    void_causes = "SG-PP-5.5";
    foreign_void = "SG-PP-5.5.1";
    count_void = "SG-PP-5.5.2";
    run_out_void = "SG-PP-5.5.3";
    unshuffled_void = "SG-PP-5.5.4";
    void_returns_all = "SG-PP-5.17";
    seen_before_bets = "RULING-PP-32";
    reaches_back = "RULING-PP-33";
    previous_rounds_stand = "SG-PP-5.6";
    later_rounds_untouched = "SG-PP-5.13";

    // After an error in the cards everybody chooses.
    error_options = "SG-PP-5.7";
    continue_as_is = "SG-PP-5.7.1";
    continue_reconstructed = "SG-PP-5.7.2";
    bet_returned = "SG-PP-5.7.3";
    accept_further = "SG-PP-5.7.closing";
    house_reconstructs = "SG-PP-5.9:a";
    house_discretion = "SG-PP-5.9:b";
    not_reconstructed = "SG-PP-5.10";
    not_after_settlement = "SG-PP-5.10.1";
    cards_without_bet = "SG-PP-5.10.3";
    face_up_is_next = "SG-PP-5.11";
    drawn_together = "SG-PP-5.12";
    drawn_together_dealer = "SG-PP-5.12.1";
    drawn_together_error = "SG-PP-5.12.2";

    // Side bets beside no bet, or passed over.
    side_bet_without_initial = "SG-PP-5.15";
    side_bets_settled_late = "SG-PP-5.16";
    dealer_second_later = "SG-PP-3.27:a";
    looked_at = "RULING-PP-40";
}

/// The pays of the Bonus as each layout prints them, and the lines of the pay tables for a 21 and for the Super Bonus.
const PAY_LINES: &[Rule] = &[
    Rule::new(&"SG-PP-APP-A/T1"),
    Rule::new(&"SG-PP-APP-B/T1"),
    Rule::new(&"SG-PP-APP-C/T1"),
    Rule::new(&"SG-PP-APP-D/T1"),
    Rule::new(&"SG-PP-APP-E/T1"),
    Rule::new(&"SG-PP-APP-F/T1"),
    Rule::new(&"SG-PP-4.1.1/T1:cards-5"),
    Rule::new(&"SG-PP-4.1.1/T1:678-mixed"),
    Rule::new(&"SG-PP-4.1.1/T1:777-mixed"),
    Rule::new(&"SG-PP-4.1.1/T1:cards-6"),
    Rule::new(&"SG-PP-4.1.1/T1:678-suited"),
    Rule::new(&"SG-PP-4.1.1/T1:777-suited"),
    Rule::new(&"SG-PP-4.1.1/T1:cards-7"),
    Rule::new(&"SG-PP-4.1.1/T1:678-spades"),
    Rule::new(&"SG-PP-4.1.1/T1:777-spades"),
    Rule::new(&"SG-PP-4.1.2/T1:super-bonus-small"),
    Rule::new(&"SG-PP-4.1.2/T1:super-bonus-large"),
    Rule::new(&"SG-PP-4.1.2/T1:super-bonus-table"),
];

const LAW_COUNT: usize = count(&LAW.clauses());
static RULES: [Rule; LAW_COUNT + PAY_LINES.len() + PONTOON_RULES.len()] =
    together(&[&rules_of::<LAW_COUNT>(&LAW.clauses()), PAY_LINES, PONTOON_RULES]);

static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 4,
    wagers: WAGERS,
    choices: CHOICES,
    steps: STEPS,
    phases: PHASES,
    remedies: REMEDIES,
    events: EVENTS,
    refusals: REFUSALS,
    irregularities: IRREGULARITIES,
    meters: &[],
    awards: words::PONTOON_AWARDS,
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Shift,
    rules: &RULES,
    side_bet_rules: &[],
};

const WAGERS: &[WagerId] = &[
    words::MAIN,
    words::INSURANCE,
    words::DOUBLE_WAGER,
    words::SPLIT_WAGER,
    words::PLAYER_PAIR,
    words::BONUS,
    words::SUPER_BONUS,
];

const CHOICES: &[ChoiceId] = &[
    words::HIT,
    words::STAND,
    words::DOUBLE,
    words::SPLIT,
    words::INSURE,
    words::SURRENDER,
    words::SIT,
    words::RISE,
    words::SQUEEZE,
    words::FOLLOW,
    words::DECLINE,
    words::RESCUE,
    words::PLAY_ON,
    words::CONTINUE,
    words::WITHDRAW,
    words::TAKE_FIRST_CARD,
    words::TAKE_SECOND_CARD,
    words::TAKE_THIRD_CARD,
    words::TAKE_FOURTH_CARD,
];

const STEPS: &[StepId] = &[
    words::NO_MORE_BETS,
    words::INSURANCE_CLOSED,
    words::SURRENDER_CLOSED,
    words::FOLLOW_CLOSED,
    words::RESCUE_CLOSED,
    words::ANSWERS_CLOSED,
    words::RECONSTRUCT,
    words::CANNOT_RECONSTRUCT,
    words::SETTLE,
    words::RESHUFFLE,
];

const REMEDIES: &[RemedyId] = &[
    words::SHIFT_DECIDES,
    words::TAKEN_BACK,
    words::DISCARDED,
    words::USED_AS_NEXT,
    words::HAND_DEAD,
    words::NO_EFFECT,
    words::ROUND_VOID,
    words::RECONSTRUCTED,
    words::LEFT_AS_DEALT,
    words::PATRONS_CHOOSE,
    words::PRO_RATA,
    words::SETTLED_LATE,
    words::BETS_RETURNED,
];

const PHASES: &[&str] = &[
    "shuffle",
    "bets",
    "deal",
    "insurance",
    "surrender",
    "decisions",
    "following",
    "rescue",
    "card",
    "squeezed-card",
    "stray-card",
    "dealer-draws",
    "two-cards",
    "reconstruction",
    "answers",
    "approval",
    "ruling",
    "settlement",
];

const EVENTS: &[&str] = &[
    "card-seen",
    "shuffled",
    "round-opened",
    "wager-placed",
    "stake-added",
    "wager-taken-back",
    "stepped",
    "card-laid",
    "card-turned",
    "card-moved",
    "collected",
    "asked",
    "chosen",
    "announced",
    "settled",
    "cut-card-reached",
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

const REFUSALS: &[&str] = &[
    "no-such-line",
    "not-this-game",
    "no-card-face-down",
    "no-device",
    "no-such-place",
    "no-cards-in-shoe",
    "dealer-not-standing",
    "cards-shuffled",
    "card-not-named",
    "no-such-box",
    "no-such-wager",
    "box-full",
    "seated-first",
    "seat-taken",
    "not-your-seat",
    "squeeze-not-permitted",
    "card-read-otherwise",
    "under-the-minimum",
    "over-the-maximum",
    "outside-limits",
    "bets-closed",
    "main-wager-needed",
    "wager-untouchable",
    "no-wager-there",
    "nobody-bet",
    "not-now",
    "not-your-hand",
    "decider-calls",
    "wrong-person",
    "no-such-hand",
    "hand-finished",
    "insurance-not-offered",
    "insurance-on-blackjack",
    "insurance-too-much",
    "insurance-too-late",
    "insured-already",
    "surrender-not-offered",
    "surrender-after-split",
    "surrender-too-late",
    "double-on-blackjack",
    "double-too-much",
    "double-needs-two-cards",
    "double-on-split-aces",
    "split-declined",
    "split-unequal",
    "split-needs-two-cards",
    "split-too-often",
    "split-aces-again",
    "split-wager-unequal",
    "draw-at-21",
    "draw-after-double",
    "draw-on-split-ace",
    "must-draw",
    "settled-since",
    "floor-calls-reshuffle",
    "impossible-card",
    "no-card-due",
    "no-card-to-turn",
    "no-card-dealt",
    "no-card-there",
    "no-card-meant",
    "no-21-paid",
    "no-side-bet-settled",
    "no-earlier-round",
    "next-round-begun",
    "told-by-itself",
    "bets-are-open",
    "found-too-late",
    "no-such-card",
    "round-under-way",
    "file-not-shown",
    "nothing-to-withhold",
];

const IRREGULARITIES: &[Irregularity] = &[
    Irregularity {
        id: words::FACE_UP_IN_SHOE,
        what: "a card lies face up in the shoe",
        remedy: "it is the next card; while bets are open it goes to the rack",
        decides: "nobody",
        rule: LAW.face_up_is_next.rule(),
    },
    Irregularity {
        id: words::DEALING_ERROR,
        what: "cards were dealt to the wrong place, or the deal went wrong otherwise",
        remedy: "the house puts the cards right if it can; then everybody goes on or has his bet back; after the settlement nothing changes",
        decides: "the house, then each patron for himself",
        rule: LAW.error_options.rule(),
    },
    Irregularity {
        id: words::CARDS_WITHOUT_BET,
        what: "a card was dealt to a box without a bet",
        remedy: "once a bet has been settled the card is discarded; before that it is an error as any other; everybody goes on or has his bet back",
        decides: "each patron for himself",
        rule: LAW.cards_without_bet.rule(),
    },
    Irregularity {
        id: words::DRAWN_TOGETHER,
        what: "two cards or more were drawn together and nobody knows which came first",
        remedy: "everybody goes on or has his bet back; then the patron picks one and the others are the next cards; the dealer's are discarded",
        decides: "each patron for himself, then the patron of the hand",
        rule: LAW.drawn_together.rule(),
    },
    Irregularity {
        id: words::DEALER_OVERDREW,
        what: "the dealer drew a card to a complete hand",
        remedy: "the card is discarded and his total stands",
        decides: "nobody",
        rule: LAW.dealer_overdrew.rule(),
    },
    Irregularity {
        id: words::TWENTY_ONE_MISSED,
        what: "a pontoon or a 21 was not paid when it came",
        remedy: "it is paid at the settlement, at the same odds",
        decides: "nobody",
        rule: LAW.twenty_one_not_noticed.rule(),
    },
    Irregularity {
        id: words::SIDE_BETS_MISSED,
        what: "side bets of a box were not settled before further cards",
        remedy: "they are settled when that is noticed",
        decides: "nobody",
        rule: LAW.side_bets_settled_late.rule(),
    },
    Irregularity {
        id: words::INTERRUPTION,
        what: "something technical stopped the game",
        remedy: "play goes on where a bet has been decided; else the round is void",
        decides: "nobody",
        rule: LAW.interruption.rule(),
    },
    Irregularity {
        id: words::FOREIGN_CARD,
        what: "a card appeared that is none of this pack",
        remedy: "the round is void",
        decides: "nobody",
        rule: LAW.foreign_void.rule(),
    },
    Irregularity {
        id: words::WRONG_COUNT,
        what: "there are cards too many or too few",
        remedy: "the round is void",
        decides: "nobody",
        rule: LAW.count_void.rule(),
    },
    Irregularity {
        id: words::RAN_OUT,
        what: "the shoe cannot complete the round",
        remedy: "the round is void",
        decides: "nobody",
        rule: LAW.run_out_void.rule(),
    },
    Irregularity {
        id: words::NOT_SHUFFLED,
        what: "the cards were not shuffled",
        remedy: "the round is void",
        decides: "nobody",
        rule: LAW.unshuffled_void.rule(),
    },
    Irregularity {
        id: words::EARLIER_ERROR,
        what: "an error of an earlier round comes to light",
        remedy: "none: finished rounds stand, and later ones are not touched",
        decides: "nobody",
        rule: LAW.previous_rounds_stand.rule(),
    },
    Irregularity {
        id: words::OBJECTION,
        what: "a patron will not have another bet on his box, though it is below its maximum",
        remedy: "none: the balance is open to everybody",
        decides: "nobody",
        rule: LAW.balance_open_to_others.rule(),
    },
    Irregularity {
        id: words::BET_MISPLACED,
        what: "a patron says that his bet was meant to lie elsewhere",
        remedy: "none: chips count as they lie when bets are closed",
        decides: "nobody",
        rule: LAW.chips_as_they_lie.rule(),
    },
    Irregularity {
        id: words::OVER_THE_MAXIMUM,
        what: "more lies on a box than its maximum, found when bets were closed",
        remedy: "each bet counts by its share of the maximum",
        decides: "nobody",
        rule: LAW.pro_rata.rule(),
    },
    Irregularity {
        id: words::UNDER_THE_MINIMUM,
        what: "a bet below the minimum, found when bets were closed",
        remedy: "it wins and loses as it lies",
        decides: "nobody",
        rule: LAW.under_minimum_stands.rule(),
    },
    Irregularity {
        id: words::SIDE_BET_WITHOUT_BET,
        what: "a side bet on a box where nobody has a bet",
        remedy: "it is taken out of play and returned",
        decides: "nobody",
        rule: LAW.side_bet_without_initial.rule(),
    },
    words::winner_unpaid(&LAW),
    words::loser_paid(&LAW),
    Irregularity {
        id: words::LOOKED_AT,
        what: "somebody saw a card that lies face down",
        remedy: "the card stays where it is; the shift manager decides",
        decides: "shift",
        rule: LAW.looked_at.rule(),
    },
];
