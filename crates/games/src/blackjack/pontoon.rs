//! Pontoon Plus: no tens, no hole card, several patrons on a box, and every 21 paid immediately.

use super::law::Law;
use super::pontoon_words as told;
use super::{Blackjack, reasons, words};
use crate::common::{count, law, rules_of, says_of, together};
use crate::side_bets::PONTOON_RULES;
use engine::{AnyTable, Game, OpenError, Rank, Rule, Vocabulary};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "singapore/pontoon-plus",
    rulebook: include_str!("../../rulebooks/singapore/pontoon-plus.toml"),
    layout: include_str!("../../layouts/singapore/pontoon-plus.toml"),
    side_bets: &[],
    trace: include_str!("../../trace/singapore/pontoon-plus.toml"),
    rulings: include_str!("../../rulings/singapore-pontoon-plus.md"),
    says: || says_of(&LAW.clauses()),
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

    // Chips that were not noticed in time.
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

    // Drawing, and a 21 that is paid immediately.
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

    // A patron goes away, something stops the game, a round is void.
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

    // Choices of all patrons after an error in the cards.
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

/// The pays of the Bonus as each layout prints them, and the rows of the pay tables for a 21 and for the
/// Super Bonus.
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
    procedure: 5,
    wagers: told::WAGERS,
    choices: told::CHOICES,
    steps: told::STEPS,
    phases: told::PHASES,
    remedies: told::REMEDIES,
    events: told::EVENTS,
    refusals: told::REFUSALS,
    irregularities: told::IRREGULARITIES,
    meters: &[],
    awards: words::PONTOON_AWARDS,
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Shift,
    rules: &RULES,
    side_bet_rules: &[],
};
