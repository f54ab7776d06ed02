//! Free Bet Blackjack: doubles and splits on a lammer, and a dealer's 22 that pushes.

use super::law::Law;
use super::{Blackjack, reasons, shared_words, words};
use crate::common::{count, law, longer, rules_of, says_of, together};
use crate::side_bets::PUSH_22_RULES;
use engine::{AnyTable, ChoiceId, Game, Irregularity, OpenError, Rank, RemedyId, Rule, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "ohio/free-bet-blackjack",
    rulebook: include_str!("../../rulebooks/ohio/free-bet-blackjack.toml"),
    layout: include_str!("../../layouts/ohio/free-bet-blackjack.toml"),
    side_bets: &[],
    trace: include_str!("../../trace/ohio/free-bet-blackjack.toml"),
    rulings: include_str!("../../rulings/ohio-free-bet-blackjack.md"),
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
    /// The paragraphs of Ohio's Free Bet Blackjack.
    Law LAW, otherwise Law::NONE;

    // What words mean.
    blackjack_of_patron = "OH-FBB-1.II:a";
    blackjack_of_dealer = "OH-FBB-1.II:b";
    hard_total = "OH-FBB-1.V";
    soft_total = "OH-FBB-1.VI";

    // What the layout promises.
    posted_blackjack = "OH-FBB-2.I.C";
    posted_drawing = "OH-FBB-2.I.D:a";
    posted_insurance = "OH-FBB-2.I.E";

    // Values of cards.
    card_values = "OH-FBB-3.II";
    number_cards = "OH-FBB-3.II.A";
    pictures = "OH-FBB-3.II.B";
    ace_eleven = "OH-FBB-3.II.C:a";
    ace_one = "OH-FBB-3.II.C:b";

    // Wagers and who wins.
    wager_before_deal = "OH-FBB-4.I";
    lower_loses = "OH-FBB-4.II:a";
    over_21_loses = "OH-FBB-4.II:b";
    dealer_over_21 = "OH-FBB-4.II.A";
    higher_wins = "OH-FBB-4.II.B";
    tie_pushes = "OH-FBB-4.IV:a";
    dealer_blackjack_beats_21 = "OH-FBB-4.IV:b";
    no_late_wager = "OH-FBB-4.V:a";
    no_withdrawal = "OH-FBB-4.V:b";
    settle_from_right = "OH-FBB-4.VI";
    even_odds = "OH-FBB-4.VII:a";
    blackjack_odds = "OH-FBB-4.VII:b";
    wager_untouched = "OH-FBB-4.VIII";
    later_wager_untouched = "OH-FBB-4.IX";
    sat_out_waits = "OH-FBB-4.X";
    casino_admits = "OH-FBB-4.X.A";
    shuffle_admits = "OH-FBB-4.X.B";

    // Shuffle and cut.
    shuffle_before_play = "OH-FBB-6.I:a";
    shuffle_by_floor = "OH-FBB-6.I:b";
    shuffle_after_shoe = "OH-FBB-6.I:c";
    cut_offered = "OH-FBB-6.II";
    dealer_cuts_last = "OH-FBB-6.III";
    cut_depth = "OH-FBB-6.IV";
    cut_to_bottom = "OH-FBB-6.V:a";
    cut_card_placed = "OH-FBB-6.V:c";
    cut_again = "OH-FBB-6.VI";
    reshuffle_at_cut_card = "OH-FBB-6.VII:a";
    floor_calls_reshuffle = "OH-FBB-6.VII:b";
    idle_spread = "OH-FBB-6.VIII";
    idle_shuffled = "OH-FBB-6.VIII.A:b";
    idle_other_batch = "OH-FBB-6.VIII.B:b";
    idle_request = "OH-FBB-6.VIII.B:c";

    // Dealing.
    from_shoe = "OH-FBB-7.I";
    shuffler_fails = "OH-FBB-3.III.F";
    burn_new_batch = "OH-FBB-7.II:a";
    burn_new_dealer = "OH-FBB-7.II:b";
    deal_from_left = "OH-FBB-7.III";
    first_card = "OH-FBB-7.III.A";
    dealer_first = "OH-FBB-7.III.B";
    second_card = "OH-FBB-7.III.C";
    dealer_second = "OH-FBB-7.III.D:a";
    dealer_first_shown = "OH-FBB-7.III.D:b";
    peek = "OH-FBB-7.IV:a";
    peek_unseen = "OH-FBB-7.IV:b";
    ask_from_left = "OH-FBB-7.V";
    further_cards_up = "OH-FBB-7.VI:a";
    announce_total = "OH-FBB-7.VI:b";
    double_face_down = "OH-FBB-7.VI:c";
    turn_hole = "OH-FBB-7.VII:a";
    dealer_cards_up = "OH-FBB-7.VII:b";
    collect_cards = "OH-FBB-7.VIII";
    cut_card_reached = "OH-FBB-7.IX";
    last_round_collected = "OH-FBB-7.IX.A";
    rest_to_rack = "OH-FBB-7.IX.B";
    shuffle_all = "OH-FBB-7.IX.C";
    cards_untouched = "OH-FBB-7.X";
    own_count = "OH-FBB-7.XI";

    // Blackjack and insurance.
    blackjack_at_once = "OH-FBB-8.I";
    blackjack_waits = "OH-FBB-8.II:a";
    blackjack_after_peek = "OH-FBB-8.II:b";
    blackjacks_push = "OH-FBB-8.II:c";
    insurance_offered = "OH-FBB-9.I:a";
    insurance_wins = "OH-FBB-9.I:b";
    insurance_loses = "OH-FBB-9.I:c";
    no_insurance_on_blackjack = "OH-FBB-9.II:a";
    even_money = "OH-FBB-9.II:b";
    even_money_ends_hand = "OH-FBB-9.II:c";
    insurance_half = "OH-FBB-9.III:a";
    insurance_next_unit = "OH-FBB-9.III:b";
    insurance_before_peek = "OH-FBB-9.III:c";
    insurance_odds = "OH-FBB-9.IV";
    insurance_collected = "OH-FBB-9.V";

    // Doubling.
    no_double_on_blackjack = "OH-FBB-10.I:a";
    double_up_to_wager = "OH-FBB-10.I:b";
    double_on_two_cards = "OH-FBB-10.I:c";
    double_one_card = "OH-FBB-10.I:d";
    double_after_split = "OH-FBB-10.I:e";
    double_back = "OH-FBB-10.II";
    double_card_up = "OH-FBB-10.III:a";
    double_card_down = "OH-FBB-10.III:b";
    double_card_turned = "OH-FBB-10.III:c";

    // Splitting.
    split_equal_value = "OH-FBB-12.I:a";
    split_equal_wager = "OH-FBB-12.I:b";
    split_hands_in_turn = "OH-FBB-12.II";
    split_hand_played = "OH-FBB-12.III";
    split_again = "OH-FBB-12.III.A:a";
    split_limit = "OH-FBB-12.III.A:b";
    split_aces_one_card = "RULING-FBB-8";
    split_back = "OH-FBB-12.IV";

    // Drawing.
    may_draw = "OH-FBB-14.I";
    no_draw_at_21 = "OH-FBB-14.I.A";
    no_draw_after_double = "OH-FBB-14.I.B:a";
    dealer_draws = "OH-FBB-14.II";
    dealer_stands_soft_17 = "OH-FBB-2.I.D:b";
    dealer_draws_nothing = "OH-FBB-14.III";

    // Several boxes.
    adjacent_boxes = "OH-FBB-15.I";
    several_boxes_minimum = "OH-FBB-15.II";

    // Irregularities.
    face_up_in_shoe = "OH-FBB-17.I";
    drawn_unexposed = "OH-FBB-17.II";
    drawn_exposed = "OH-FBB-17.III:a";
    refused_card = "OH-FBB-17.III:b";
    exposed_unused = "OH-FBB-17.III:c";
    dealer_overdrew = "OH-FBB-17.IV";
    dealer_missed = "OH-FBB-17.V";
    ran_out = "OH-FBB-17.VI:a";
    ran_out_burn = "OH-FBB-17.VI:b";
    ran_out_reshuffle = "OH-FBB-17.VI:c";
    no_cards = "OH-FBB-17.VII:a";
    one_card = "OH-FBB-17.VII:b";
    late_card = "OH-FBB-17.VIII:a";
    not_dealt_dead = "OH-FBB-17.VIII:b";
    check_went_wrong = "OH-FBB-17.IX";
    hole_exposed = "OH-FBB-17.IX.A:a";
    hole_exposed_floor = "OH-FBB-17.IX.A:b";
    blackjack_missed = "OH-FBB-17.IX.B:a";
    blackjack_missed_extras = "OH-FBB-17.IX.B:b";
    blackjack_missed_floor = "OH-FBB-17.IX.B:c";

    // Our rulings, where the text is silent.
    one_patron_a_box = "RULING-FBB-1";
    exposed_in_first_deal = "RULING-FBB-2";
    hole_exposed_elsewhere = "RULING-FBB-3";
    silence = "RULING-FBB-4";
    declines_second_card = "RULING-FBB-5";
    foreign_card = "RULING-FBB-6";
    missed_insurance = "RULING-FBB-7";
    aces_not_resplit = "RULING-FBB-9";
    no_double_on_split_aces = "RULING-FBB-10";
    no_cards_left = "RULING-FBB-11";
    floor_rules = "RULING-FBB-12";
    dealer_bet = "RULING-FBB-31:a";
    dealer_bet_beside_own = "RULING-FBB-31:b";
    dealer_bet_first_hand = "RULING-FBB-31:c";

    // Lists that say once more what other paragraphs decide.
    pushes_listed = "OH-FBB-4.III";
    ties_push_listed = "OH-FBB-4.III.A";
    blackjacks_push_listed = "OH-FBB-4.III.B";
    blackjack_stands_against_21 = "OH-FBB-4.II.C";

    // The dealer's 22.
    dealer_22_pushes = "OH-FBB-4.III.C";

    // Doubling on a lammer.
    no_free_double_on_blackjack = "OH-FBB-11.I:a";
    free_double_offered = "OH-FBB-11.I:b";
    free_double_on_two_cards = "OH-FBB-11.I:c";
    free_double_after_split = "OH-FBB-11.I:d";
    free_double_lammer = "OH-FBB-11.I:e";
    free_double_card_up = "OH-FBB-11.II:a";
    free_double_card_down = "OH-FBB-11.II:b";
    free_double_card_turned = "OH-FBB-11.II:c";
    free_double_original_paid = "OH-FBB-11.III:a";
    free_double_wins = "OH-FBB-11.III:b";
    free_double_pushes = "OH-FBB-11.IV";
    free_double_loses = "OH-FBB-11.V";
    no_draw_after_free_double = "OH-FBB-14.I.B:b";

    // Splitting on a lammer.
    free_split_offered = "OH-FBB-13.I:a";
    free_split_not_tens = "OH-FBB-13.I:b";
    free_split_lammer = "OH-FBB-13.II";
    free_split_same_rules = "OH-FBB-13.III";
    free_split_wins = "OH-FBB-13.IV";
    free_split_pushes = "OH-FBB-13.V";
    free_split_loses = "OH-FBB-13.VI";
    paid_split = "OH-FBB-12.I:a";
    original_stays = "OH-FBB-13.VII";
    original_stays_listed = "OH-FBB-11.VI";

    // What the document does not speak of.
    unforeseen = "RULING-FBB-44:a";
    looked_at = "RULING-FBB-44:b";
    dealt_face_down = "RULING-FBB-45:a";
    turned_early = "RULING-FBB-45:b";
    drawn_at_once = "RULING-FBB-46:a";
    dealer_twice = "RULING-FBB-46:b";
    check_untimely = "RULING-FBB-47";
    overdraw_late = "RULING-FBB-48";
    blackjack_shown = "RULING-FBB-49";
    double_without_card = "RULING-FBB-24";
    dead_double = "RULING-FBB-15";
}

const LAW_COUNT: usize = count(&LAW.clauses());
static RULES: [Rule; LAW_COUNT + PUSH_22_RULES.len()] =
    together(&[&rules_of::<LAW_COUNT>(&LAW.clauses()), PUSH_22_RULES]);

static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 4,
    wagers: longer!(WagerId: shared_words::WAGERS, &[words::FREE_DOUBLE_WAGER, words::FREE_SPLIT_WAGER, words::PUSH_22]),
    choices: longer!(ChoiceId: shared_words::CHOICES, &[words::DOUBLE_DOWN_CARD, words::FREE_DOUBLE, words::FREE_DOUBLE_DOWN_CARD, words::FREE_SPLIT, words::DECLINE]),
    steps: shared_words::STEPS,
    phases: longer!(&str: shared_words::PHASES, &["turn-hands"]),
    remedies: longer!(RemedyId: shared_words::REMEDIES, &[words::SHUFFLED_BY_HAND]),
    events: longer!(&str: shared_words::EVENTS, &["duty"]),
    refusals: longer!(&str: shared_words::REFUSALS, &["no-shuffler", "side-bet-alone", "main-wager-needed", "dealer-bet-alone", "free-double-not-offered", "free-split-of-tens", "split-is-free", "split-aces-again", "draw-on-split-ace", "double-on-split-aces"]),
    irregularities: longer!(Irregularity: &words::mishaps(&LAW), &[words::shuffler_failed(&LAW)]),
    meters: &[],
    awards: words::AWARDS,
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Floor,
    rules: &RULES,
    side_bet_rules: &[],
};
