//! Ohio blackjack: a shoe or a hand-held deck, a checked hole card, insurance, House Money.

use super::law::Law;
use super::{Blackjack, reasons, shared_words, words};
use crate::common::{count, law, longer, rules_of, says_of, together};
use engine::{
    AnyTable, ChoiceId, Game, Irregularity, OpenError, Rank, RemedyId, Rule, StepId, Vocabulary, WagerId,
};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "ohio/blackjack",
    rulebook: include_str!("../../rulebooks/ohio/blackjack.toml"),
    layout: include_str!("../../layouts/ohio/blackjack.toml"),
    side_bets: &[],
    trace: include_str!("../../trace/ohio/blackjack.toml"),
    rulings: include_str!("../../rulings/ohio-blackjack.md"),
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
    /// The paragraphs of Ohio's blackjack. A letter after a colon names one point of a paragraph that makes
    /// several demands. `RULING-` ids are decisions of ours where the text is silent; `docs/rulings.md` gives
    /// the readings and the reasons.
    Law LAW, otherwise Law::NONE;
    // What words mean.
    blackjack_of_patron = "OH-BJ-1.II:a";
    blackjack_of_dealer = "OH-BJ-1.II:b";
    hard_total = "OH-BJ-1.V";
    soft_total = "OH-BJ-1.VI";

    // What the layout promises.
    posted_blackjack = "OH-BJ-2.I.C";
    posted_drawing = "OH-BJ-2.I.D:a";
    posted_exception = "OH-BJ-2.I.D:b";
    posted_insurance = "OH-BJ-2.I.E";

    // Values of cards.
    card_values = "OH-BJ-3.II";
    number_cards = "OH-BJ-3.II.A";
    pictures = "OH-BJ-3.II.B";
    ace_eleven = "OH-BJ-3.II.C:a";
    ace_one = "OH-BJ-3.II.C:b";

    // Wagers and who wins.
    wager_before_deal = "OH-BJ-4.I";
    lower_loses = "OH-BJ-4.II:a";
    over_21_loses = "OH-BJ-4.II:b";
    dealer_over_21 = "OH-BJ-4.II.A";
    higher_wins = "OH-BJ-4.II.B";
    blackjack_beats_21 = "OH-BJ-4.II.C";
    tie_pushes = "OH-BJ-4.III:a";
    dealer_blackjack_beats_21 = "OH-BJ-4.III:b";
    no_late_wager = "OH-BJ-4.IV:a";
    no_withdrawal = "OH-BJ-4.IV:b";
    settle_from_right = "OH-BJ-4.V";
    even_odds = "OH-BJ-4.VI:a";
    blackjack_odds = "OH-BJ-4.VI:b";
    wager_untouched = "OH-BJ-4.VII";
    later_wager_untouched = "OH-BJ-4.VIII";
    sat_out_waits = "OH-BJ-4.IX";
    casino_admits = "OH-BJ-4.IX.A";
    shuffle_admits = "OH-BJ-4.IX.B";

    // Shuffle and cut.
    shuffle_before_play = "OH-BJ-6.I:a";
    shuffle_by_floor = "OH-BJ-6.I:b";
    shuffle_after_shoe = "OH-BJ-6.I:c";
    cut_offered = "OH-BJ-6.II";
    dealer_cuts_last = "OH-BJ-6.III";
    cut_depth = "OH-BJ-6.IV";
    cut_to_bottom = "OH-BJ-6.V:a";
    cut_card_placed = "OH-BJ-6.V:c";
    cut_again = "OH-BJ-6.VI";
    reshuffle_at_cut_card = "OH-BJ-6.VII:a";
    floor_calls_reshuffle = "OH-BJ-6.VII:b";

    idle_spread = "OH-BJ-6.VIII";
    idle_shuffled = "OH-BJ-6.VIII.A:b";
    idle_other_batch = "OH-BJ-6.VIII.B:b";
    idle_request = "OH-BJ-6.VIII.B:c";

    // Dealing.
    from_shoe = "OH-BJ-7.I";
    shuffler_fails = "OH-BJ-3.III.F";
    burn_new_batch = "OH-BJ-7.II:a";
    burn_new_dealer = "OH-BJ-7.II:b";
    deal_from_left = "OH-BJ-7.III";
    first_card = "OH-BJ-7.III.A";
    dealer_first = "OH-BJ-7.III.B";
    second_card = "OH-BJ-7.III.C";
    dealer_second = "OH-BJ-7.III.D:a";
    dealer_first_shown = "OH-BJ-7.III.D:b";
    peek = "OH-BJ-7.IV:a";
    peek_unseen = "OH-BJ-7.IV:b";
    ask_from_left = "OH-BJ-7.V";
    further_cards_up = "OH-BJ-7.VI:a";
    announce_total = "OH-BJ-7.VI:b";
    double_face_down = "OH-BJ-7.VI:c";
    turn_hole = "OH-BJ-7.VII:a";
    dealer_cards_up = "OH-BJ-7.VII:b";
    collect_cards = "OH-BJ-7.VIII";
    cut_card_reached = "OH-BJ-7.IX";
    last_round_collected = "OH-BJ-7.IX.A";
    rest_to_rack = "OH-BJ-7.IX.B";
    shuffle_all = "OH-BJ-7.IX.C";
    cards_untouched = "OH-BJ-7.X";
    own_count = "OH-BJ-7.XI";

    // Blackjack and insurance.
    blackjack_at_once = "OH-BJ-8.I";
    blackjack_waits = "OH-BJ-8.II:a";
    blackjack_after_peek = "OH-BJ-8.II:b";
    blackjacks_push = "OH-BJ-8.II:c";
    insurance_offered = "OH-BJ-9.I:a";
    insurance_wins = "OH-BJ-9.I:b";
    insurance_loses = "OH-BJ-9.I:c";
    no_insurance_on_blackjack = "OH-BJ-9.II:a";
    even_money = "OH-BJ-9.II:b";
    even_money_ends_hand = "OH-BJ-9.II:c";
    insurance_half = "OH-BJ-9.III:a";
    insurance_next_unit = "OH-BJ-9.III:b";
    insurance_before_peek = "OH-BJ-9.III:c";
    insurance_odds = "OH-BJ-9.IV";
    insurance_collected = "OH-BJ-9.V";

    // Doubling.
    no_double_on_blackjack = "OH-BJ-10.I:a";
    double_up_to_wager = "OH-BJ-10.I:b";
    double_on_two_cards = "OH-BJ-10.I:c";
    double_one_card = "OH-BJ-10.I:d";
    double_after_split = "OH-BJ-10.I:e";
    double_back = "OH-BJ-10.II";
    double_card_up = "OH-BJ-10.III:a";
    double_card_down = "OH-BJ-10.III:b";
    double_card_turned = "OH-BJ-10.III:c";
    posted_doubles = "OH-BJ-10.IV:a";

    // Splitting.
    split_equal_value = "OH-BJ-11.I:a";
    split_equal_wager = "OH-BJ-11.I:b";
    split_hands_in_turn = "OH-BJ-11.II";
    split_hand_played = "OH-BJ-11.III";
    split_again = "OH-BJ-11.III.A:a";
    split_limit = "OH-BJ-11.III.A:b";
    split_aces_one_card = "OH-BJ-11.III.B";
    split_back = "OH-BJ-11.IV";
    posted_splits = "OH-BJ-11.V:a";

    // Drawing.
    may_draw = "OH-BJ-12.I";
    no_draw_at_21 = "OH-BJ-12.I.A";
    no_draw_after_double = "OH-BJ-12.I.B";
    no_draw_on_split_ace = "OH-BJ-12.I.C";
    dealer_draws = "OH-BJ-12.II:a";
    dealer_stands_soft_17 = "OH-BJ-12.II:b";
    dealer_draws_nothing = "OH-BJ-12.III";

    // Several boxes.
    adjacent_boxes = "OH-BJ-13.I";
    several_boxes_minimum = "OH-BJ-13.II";

    // From the hand.
    pitched = "OH-BJ-14.I.A";
    few_decks_from_shoe = "OH-BJ-14.I.B";
    pitch_back_up = "OH-BJ-14.III";
    pitch_burn = "OH-BJ-14.IV:a";
    pitch_from_left = "OH-BJ-14.IV:b";
    pitch_first = "OH-BJ-14.IV.A";
    pitch_dealer_first = "OH-BJ-14.IV.B";
    pitch_second = "OH-BJ-14.IV.C";
    pitch_dealer_second = "OH-BJ-14.IV.D";
    pitch_examine = "OH-BJ-14.V:a";
    pitch_ask = "OH-BJ-14.V.A";
    pitch_turn_to_double = "OH-BJ-14.V.A(1)";
    pitch_over_21 = "OH-BJ-14.V.A(2)";
    pitch_further_up = "OH-BJ-14.V.A(3)";
    pitch_turn_hole = "OH-BJ-14.VI";
    pitch_turn_hands = "OH-BJ-14.VII";

    // Irregularities.
    face_up_in_shoe = "OH-BJ-15.I";
    drawn_unexposed = "OH-BJ-15.II";
    drawn_exposed = "OH-BJ-15.III:a";
    refused_card = "OH-BJ-15.III:b";
    exposed_unused = "OH-BJ-15.III:c";
    dealer_overdrew = "OH-BJ-15.IV";
    dealer_missed = "OH-BJ-15.V";
    ran_out = "OH-BJ-15.VI:a";
    ran_out_burn = "OH-BJ-15.VI:b";
    ran_out_reshuffle = "OH-BJ-15.VI:c";
    no_cards = "OH-BJ-15.VII:a";
    one_card = "OH-BJ-15.VII:b";
    late_card = "OH-BJ-15.VIII:a";
    not_dealt_dead = "OH-BJ-15.VIII:b";
    check_went_wrong = "OH-BJ-15.IX";
    hole_exposed = "OH-BJ-15.IX.A:a";
    hole_exposed_floor = "OH-BJ-15.IX.A:b";
    blackjack_missed = "OH-BJ-15.IX.B:a";
    blackjack_missed_extras = "OH-BJ-15.IX.B:b";
    blackjack_missed_floor = "OH-BJ-15.IX.B:c";

    // House Money.
    house_money_hands = "OH-BJ-16.I.A";
    ace_king_suited = "OH-BJ-16.I.A(1)";
    straight_flush = "OH-BJ-16.I.A(2)";
    pair = "OH-BJ-16.I.A(3)";
    straight = "OH-BJ-16.I.A(4)";
    proceeds = "OH-BJ-16.I.B";
    beside_main = "OH-BJ-16.II.A:a";
    own_limits = "OH-BJ-16.II.A:b";
    first_two_cards = "OH-BJ-16.II.B";
    nothing_hit = "OH-BJ-16.II.D";
    check_first = "OH-BJ-16.II.E";
    paid_against_blackjack = "OH-BJ-16.II.E(1)";
    paid_after_check = "OH-BJ-16.II.E(2)";
    paid_at_once = "OH-BJ-16.II.F";
    cap = "OH-BJ-16.II.G:a";
    cap_split = "OH-BJ-16.II.G:b";
    cap_double = "OH-BJ-16.II.G:c";
    cap_blackjack = "OH-BJ-16.II.G:d";

    cap_whole = "OH-BJ-16.II.G:e";

    // Our rulings, where the text is silent.
    one_patron_a_box = "RULING-BJ-1";
    exposed_in_first_deal = "RULING-BJ-2";
    hole_exposed_elsewhere = "RULING-BJ-3";
    silence = "RULING-BJ-4";
    declines_second_card = "RULING-BJ-5";
    foreign_card = "RULING-BJ-6";
    claim_failed = "RULING-BJ-7";
    missed_insurance = "RULING-BJ-8";
    aces_not_resplit = "RULING-BJ-9";
    house_money_hidden = "RULING-BJ-10";
    no_double_on_split_aces = "RULING-BJ-11";
    no_cards_left = "RULING-BJ-12";
    floor_rules = "RULING-BJ-13";
    dealer_bet = "RULING-BJ-35:a";
    dealer_bet_beside_own = "RULING-BJ-35:b";
    dealer_bet_first_hand = "RULING-BJ-35:c";

    // What the document does not speak of.
    unforeseen = "RULING-BJ-36:a";
    looked_at = "RULING-BJ-36:b";
    dealt_face_down = "RULING-BJ-37:a";
    stays_face_down = "RULING-BJ-37:b";
    turned_early = "RULING-BJ-37:c";
    drawn_at_once = "RULING-BJ-38:a";
    dealer_twice = "RULING-BJ-38:b";
    check_untimely = "RULING-BJ-39";
    overdraw_late = "RULING-BJ-40";
    blackjack_shown = "RULING-BJ-41";
    double_without_card = "RULING-BJ-27";
    dead_double = "RULING-BJ-16";
}

/// The rows of the pay tables for House Money.
const PAY_LINES: &[Rule] = &[
    Rule::new(&"OH-BJ-16.II.C(1)/T1:ace-king-suited"),
    Rule::new(&"OH-BJ-16.II.C(1)/T1:straight-flush"),
    Rule::new(&"OH-BJ-16.II.C(1)/T1:pair"),
    Rule::new(&"OH-BJ-16.II.C(1)/T1:straight"),
    Rule::new(&"OH-BJ-16.II.C(2)/T1:ace-king-suited"),
    Rule::new(&"OH-BJ-16.II.C(2)/T1:straight-flush"),
    Rule::new(&"OH-BJ-16.II.C(2)/T1:pair"),
    Rule::new(&"OH-BJ-16.II.C(2)/T1:straight"),
];

const LAW_COUNT: usize = count(&LAW.clauses());
static RULES: [Rule; LAW_COUNT + PAY_LINES.len()] =
    together(&[&rules_of::<LAW_COUNT>(&LAW.clauses()), PAY_LINES]);

static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 4,
    wagers: longer!(WagerId: shared_words::WAGERS, &[words::HOUSE_MONEY]),
    choices: longer!(ChoiceId: shared_words::CHOICES, &[words::DOUBLE_DOWN_CARD, words::ADD, words::KEEP, words::DECLINE]),
    steps: longer!(StepId: shared_words::STEPS, &[words::HOUSE_MONEY_CLOSED]),
    phases: longer!(&str: shared_words::PHASES, &["house-money", "turn-hands"]),
    remedies: longer!(RemedyId: shared_words::REMEDIES, &[words::CLAIM_DROPPED, words::SHUFFLED_BY_HAND, words::LEFT_AS_DEALT]),
    events: longer!(&str: shared_words::EVENTS, &["duty"]),
    refusals: longer!(&str: shared_words::REFUSALS, &["no-shuffler", "side-bet-alone", "main-wager-needed", "dealer-bet-alone", "double-not-posted", "double-after-split-not-posted", "split-not-posted", "split-aces-again", "draw-on-split-ace", "double-on-split-aces", "add-too-much", "nothing-to-add", "add-against-blackjack", "shown-already"]),
    irregularities: longer!(Irregularity: &words::mishaps(&LAW), &[words::shuffler_failed(&LAW)]),
    meters: &[],
    awards: words::AWARDS,
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Floor,
    rules: &RULES,
    side_bet_rules: &[],
};
