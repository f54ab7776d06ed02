//! Colorado's ordinary blackjack, as a base for side bets; none of our documents describes it.

use super::law::Law;
use super::{Blackjack, reasons, shared_words, words};
use crate::common::{count, law, longer, rules_of, says_of, together};
use crate::side_bets::{RIDE_FREE_RULES, ROCKET_ACES_RULES};
use engine::{AnyTable, ChoiceId, Game, MeterId, OpenError, Rank, Rule, StepId, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "colorado/blackjack",
    rulebook: include_str!("../../rulebooks/colorado/blackjack.toml"),
    layout: include_str!("../../layouts/colorado/blackjack.toml"),
    side_bets: &[
        include_str!("../../rulebooks/colorado/rocket-aces.toml"),
        include_str!("../../rulebooks/colorado/ride-free.toml"),
    ],
    trace: "",
    rulings: include_str!("../../rulings/colorado-blackjack.md"),
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
    /// None of our documents describes Colorado's ordinary blackjack, so every clause is a ruling.
    Law LAW, otherwise Law::NONE;

    // What words mean.
    blackjack_of_patron = "RULING-CB-3:a";
    blackjack_of_dealer = "RULING-CB-3:b";
    hard_total = "RULING-CB-2:f";
    soft_total = "RULING-CB-2:g";

    // Values of cards.
    card_values = "RULING-CB-2:a";
    number_cards = "RULING-CB-2:b";
    pictures = "RULING-CB-2:c";
    ace_eleven = "RULING-CB-2:d";
    ace_one = "RULING-CB-2:e";

    // Wagers and who wins.
    wager_before_deal = "RULING-CB-4:a";
    lower_loses = "RULING-CB-22:d";
    over_21_loses = "RULING-CB-22:a";
    dealer_over_21 = "RULING-CB-22:b";
    higher_wins = "RULING-CB-22:c";
    tie_pushes = "RULING-CB-22:e";
    dealer_blackjack_beats_21 = "RULING-CB-22:g";
    no_late_wager = "RULING-CB-4:b";
    no_withdrawal = "RULING-CB-4:c";
    settle_from_right = "RULING-CB-23:a";
    even_odds = "RULING-CB-22:h";
    blackjack_odds = "RULING-CB-14:e";
    wager_untouched = "RULING-CB-4:d";
    later_wager_untouched = "RULING-CB-4:e";
    sat_out_waits = "RULING-CB-7:a";
    casino_admits = "RULING-CB-7:b";
    shuffle_admits = "RULING-CB-7:c";

    // Shuffle and cut.
    shuffle_before_play = "RULING-CB-8:a";
    shuffle_by_floor = "RULING-CB-8:b";
    shuffle_after_shoe = "RULING-CB-8:c";
    cut_offered = "RULING-CB-9:a";
    dealer_cuts_last = "RULING-CB-9:b";
    cut_depth = "RULING-CB-9:c";
    cut_to_bottom = "RULING-CB-9:d";
    cut_card_placed = "RULING-CB-9:e";
    cut_again = "RULING-CB-9:f";
    reshuffle_at_cut_card = "RULING-CB-8:d";
    floor_calls_reshuffle = "RULING-CB-8:e";
    idle_spread = "RULING-CB-10:a";
    idle_shuffled = "RULING-CB-10:b";
    idle_other_batch = "RULING-CB-10:c";
    idle_request = "RULING-CB-10:d";

    // Dealing.
    from_shoe = "RULING-CB-11:a";
    burn_new_batch = "RULING-CB-11:b";
    burn_new_dealer = "RULING-CB-11:c";
    deal_from_left = "RULING-CB-12:a";
    first_card = "RULING-CB-12:b";
    dealer_first = "RULING-CB-12:c";
    second_card = "RULING-CB-12:d";
    dealer_second = "RULING-CB-12:e";
    dealer_first_shown = "RULING-CB-12:f";
    peek = "RULING-CB-13:a";
    peek_unseen = "RULING-CB-13:b";
    ask_from_left = "RULING-CB-17:a";
    further_cards_up = "RULING-CB-17:b";
    announce_total = "RULING-CB-17:c";
    turn_hole = "RULING-CB-21:a";
    dealer_cards_up = "RULING-CB-21:b";
    collect_cards = "RULING-CB-23:b";
    cut_card_reached = "RULING-CB-8:f";
    last_round_collected = "RULING-CB-8:g";
    rest_to_rack = "RULING-CB-8:h";
    shuffle_all = "RULING-CB-8:i";
    cards_untouched = "RULING-CB-4:f";
    own_count = "RULING-CB-17:d";

    // Blackjack and insurance.
    blackjack_at_once = "RULING-CB-14:a";
    blackjack_waits = "RULING-CB-14:b";
    blackjack_after_peek = "RULING-CB-14:c";
    blackjacks_push = "RULING-CB-14:d";
    insurance_offered = "RULING-CB-15:a";
    insurance_wins = "RULING-CB-15:b";
    insurance_loses = "RULING-CB-15:c";
    no_insurance_on_blackjack = "RULING-CB-16:a";
    even_money = "RULING-CB-16:b";
    even_money_ends_hand = "RULING-CB-16:c";
    insurance_half = "RULING-CB-15:d";
    insurance_next_unit = "RULING-CB-15:e";
    insurance_before_peek = "RULING-CB-15:f";
    insurance_odds = "RULING-CB-15:g";
    insurance_collected = "RULING-CB-15:h";

    // Doubling.
    no_double_on_blackjack = "RULING-CB-18:a";
    double_up_to_wager = "RULING-CB-18:c";
    double_on_two_cards = "RULING-CB-18:b";
    double_one_card = "RULING-CB-18:d";
    double_after_split = "RULING-CB-18:f";
    double_back = "RULING-CB-18:h";
    double_card_up = "RULING-CB-18:g";
    posted_doubles = "RULING-CB-18:i";

    // Splitting.
    split_equal_value = "RULING-CB-19:a";
    split_equal_wager = "RULING-CB-19:b";
    split_hands_in_turn = "RULING-CB-19:c";
    split_hand_played = "RULING-CB-19:d";
    split_again = "RULING-CB-19:e";
    split_limit = "RULING-CB-19:f";
    split_aces_one_card = "RULING-CB-20:a";
    split_back = "RULING-CB-19:g";
    posted_splits = "RULING-CB-19:h";

    // Drawing.
    may_draw = "RULING-CB-17:e";
    no_draw_at_21 = "RULING-CB-17:f";
    no_draw_after_double = "RULING-CB-18:e";
    no_draw_on_split_ace = "RULING-CB-20:b";
    dealer_draws = "RULING-CB-21:c";
    dealer_stands_soft_17 = "RULING-CB-21:e";
    dealer_draws_nothing = "RULING-CB-21:f";

    // Several boxes.
    adjacent_boxes = "RULING-CB-6:a";
    several_boxes_minimum = "RULING-CB-6:b";

    // Irregularities.
    face_up_in_shoe = "RULING-CB-26:a";
    drawn_unexposed = "RULING-CB-26:b";
    drawn_exposed = "RULING-CB-26:c";
    refused_card = "RULING-CB-26:d";
    exposed_unused = "RULING-CB-26:e";
    dealer_overdrew = "RULING-CB-26:g";
    dealer_missed = "RULING-CB-27:a";
    ran_out = "RULING-CB-30:a";
    ran_out_burn = "RULING-CB-30:b";
    ran_out_reshuffle = "RULING-CB-30:c";
    no_cards = "RULING-CB-27:b";
    one_card = "RULING-CB-27:c";
    late_card = "RULING-CB-27:e";
    not_dealt_dead = "RULING-CB-27:f";
    check_went_wrong = "RULING-CB-28:a";
    hole_exposed = "RULING-CB-28:b";
    hole_exposed_floor = "RULING-CB-28:c";
    blackjack_missed = "RULING-CB-29:a";
    blackjack_missed_extras = "RULING-CB-29:b";
    blackjack_missed_floor = "RULING-CB-29:c";

    // Our rulings, where the text is silent.
    one_patron_a_box = "RULING-CB-5";
    exposed_in_first_deal = "RULING-CB-26:f";
    hole_exposed_elsewhere = "RULING-CB-28:d";
    silence = "RULING-CB-32";
    declines_second_card = "RULING-CB-27:d";
    foreign_card = "RULING-CB-31";
    missed_insurance = "RULING-CB-29:d";
    aces_not_resplit = "RULING-CB-20:c";
    no_double_on_split_aces = "RULING-CB-20:d";
    no_cards_left = "RULING-CB-30:d";
    floor_rules = "RULING-CB-33";

    // The dealer's 22.
    dealer_hits_soft_17 = "RULING-CB-21:d";

    // Surrender.
    surrender_offered = "RULING-CB-24:a";
    surrender_after_check = "RULING-CB-24:b";
    surrender_before_play = "RULING-CB-24:c";
    surrender_half = "RULING-CB-24:d";

    // Bets for the dealers.
    dealer_bet = "RULING-CB-25:a";
    dealer_bet_beside_own = "RULING-CB-25:b";
    dealer_bet_first_hand = "RULING-CB-25:c";
    dealer_bet_surrendered = "RULING-CB-25:d";

    // What the document does not speak of.
    unforeseen = "RULING-CB-34:a";
    looked_at = "RULING-CB-34:b";
    dealt_face_down = "RULING-CB-35:a";
    turned_early = "RULING-CB-35:b";
    drawn_at_once = "RULING-CB-36:a";
    dealer_twice = "RULING-CB-36:b";
    check_untimely = "RULING-CB-37";
    overdraw_late = "RULING-CB-38";
    blackjack_shown = "RULING-CB-39";
    double_without_card = "RULING-CB-40:a";
    dead_double = "RULING-CB-40:b";
}

const LAW_COUNT: usize = count(&LAW.clauses());
static RULES: [Rule; LAW_COUNT + ROCKET_ACES_RULES.len()] =
    together(&[&rules_of::<LAW_COUNT>(&LAW.clauses()), ROCKET_ACES_RULES]);

static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 3,
    wagers: longer!(WagerId: shared_words::WAGERS, longer!(WagerId: words::RIDE_FREE_BETS, &[words::ROCKET_ACES])),
    choices: longer!(ChoiceId: shared_words::CHOICES, &[words::SURRENDER, words::DECLINE, words::PLAY_ON]),
    steps: longer!(StepId: shared_words::STEPS, &[words::SURRENDER_CLOSED, words::BUST_BONUS_CLOSED]),
    phases: longer!(&str: shared_words::PHASES, &["surrender", "bust-bonus", "meter"]),
    remedies: shared_words::REMEDIES,
    events: longer!(&str: shared_words::EVENTS, &["meter-granted"]),
    refusals: longer!(&str: shared_words::REFUSALS, &[
        "not-its-share",
        "side-bet-alone",
        "main-wager-needed",
        "companion-needed",
        "bet-after-deal",
        "no-dealer-bet-here",
        "dealer-bet-alone",
        "not-offered",
        "split-aces-again",
        "draw-on-split-ace",
        "double-on-split-aces",
        "double-not-posted",
        "double-after-split-not-posted",
        "split-not-posted",
        "surrender-not-offered",
        "surrender-too-early",
        "surrender-too-late",
    ]),
    irregularities: &words::mishaps(&LAW),
    meters: longer!(MeterId: words::RIDE_FREE_METERS, words::ROCKET_ACES_METERS),
    awards: words::RIDE_FREE_AWARDS,
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Floor,
    rules: &RULES,
    side_bet_rules: RIDE_FREE_RULES,
};
