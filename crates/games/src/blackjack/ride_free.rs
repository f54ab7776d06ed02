//! Ride Free: blackjack with doubles and splits on a lammer, a dealer's 22 that pushes, and nine side bets.

use super::colorado;
use super::law::Law;
use super::{Blackjack, reasons, shared_words, words};
use crate::common::{Clause, count, law, longer, rules_of, says_of, together};
use crate::side_bets::{RIDE_FREE_RULES, ROCKET_ACES_RULES};
use engine::{AnyTable, ChoiceId, Game, MeterId, OpenError, Rank, Rule, StepId, Vocabulary, WagerId};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = Game {
    id: "colorado/ride-free",
    rulebook: include_str!("../../rulebooks/colorado/ride-free.toml"),
    layout: include_str!("../../layouts/colorado/ride-free.toml"),
    side_bets: &[include_str!("../../rulebooks/colorado/rocket-aces.toml")],
    trace: include_str!("../../trace/colorado/ride-free.toml"),
    rulings: include_str!("../../rulings/colorado-ride-free.md"),
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
    /// The paragraphs of Colorado's Ride Free; what it leaves to ordinary blackjack follows Colorado's.
    Law LAW, otherwise Law { dealer_stands_soft_17: Clause::NONE, posted_doubles: Clause::NONE, no_draw_on_split_ace: Clause::NONE, posted_splits: Clause::NONE, aces_not_resplit: Clause::NONE, ..colorado::LAW };

    // Wagers and who wins.
    wager_before_deal = "CO-RF-6:a";
    settle_from_right = "CO-RF-20:a";
    blackjack_odds = "CO-RF-8.B";

    // Dealing.
    deal_from_left = "CO-RF-8:a";
    first_card = "CO-RF-8:b";
    second_card = "CO-RF-8:c";
    dealer_second = "CO-RF-8:e";
    dealer_first_shown = "CO-RF-8:d";
    ask_from_left = "CO-RF-9";

    // Doubling.
    double_on_two_cards = "CO-RF-13:a";
    double_after_split = "CO-RF-13:c";

    // Splitting.
    split_limit = "CO-RF-17.A";
    split_aces_one_card = "CO-RF-17.B:b";

    // Our rulings, where the text is silent.
    no_double_on_split_aces = "RULING-RF-11";

    // The dealer's 22.
    dealer_22_pushes = "CO-RF-19:a";
    dealer_22_spares_blackjack = "CO-RF-19:b";
    dealer_hits_soft_17 = "CO-RF-8.A";

    // Doubling on a lammer.
    free_double_offered = "CO-RF-11:a";
    free_double_on_two_cards = "CO-RF-11:b";
    free_double_after_split = "CO-RF-11:d";
    free_double_lammer = "CO-RF-11:c";
    free_double_card_up = "RULING-CB-18:g";
    free_double_wins = "CO-RF-11.A";
    free_double_pushes = "CO-RF-11.B";
    free_double_loses = "CO-RF-11.B";
    no_draw_after_free_double = "RULING-CB-18:e";
    paid_double = "CO-RF-13:b";

    // Splitting on a lammer.
    free_split_offered = "CO-RF-15:a";
    free_split_not_tens = "CO-RF-15:b";
    free_split_lammer = "CO-RF-15:c";
    free_split_again = "CO-RF-15:d";
    free_split_limit = "CO-RF-15:e";
    free_split_wins = "CO-RF-15.A";
    free_split_pushes = "CO-RF-15.B";
    free_split_loses = "CO-RF-15.B";
    paid_split = "CO-RF-17";
    aces_resplit = "CO-RF-17.B:a";
    original_stays = "CO-RF-18:a";
    lammer_reference = "CO-RF-18:b";
    original_collected_last = "CO-RF-18:c";
    blackjack_missed_lammers = "RULING-RF-14";

    // Surrender.
    surrender_offered = "CO-RF-8.C:a";
    surrender_after_check = "CO-RF-8.C:b";
    surrender_before_play = "CO-RF-8.C:c";

    // Bets for the dealers.
    dealer_bet = "CO-RF-7:a";
    dealer_bet_beside_own = "CO-RF-7:b";

    // What is posted.
    played_as_blackjack = "CO-RF-1";
    limits_posted = "CO-RF-4:a";
}

const LAW_COUNT: usize = count(&LAW.clauses());
static RULES: [Rule; LAW_COUNT + RIDE_FREE_RULES.len()] =
    together(&[&rules_of::<LAW_COUNT>(&LAW.clauses()), RIDE_FREE_RULES]);

static VOCABULARY: Vocabulary = Vocabulary {
    procedure: 3,
    wagers: longer!(WagerId: shared_words::WAGERS, longer!(WagerId: words::RIDE_FREE_BETS, &[
        words::FREE_DOUBLE_WAGER,
        words::FREE_SPLIT_WAGER,
        words::ROCKET_ACES,
    ])),
    choices: longer!(ChoiceId: shared_words::CHOICES, &[words::FREE_DOUBLE, words::FREE_SPLIT, words::SURRENDER, words::DECLINE, words::PLAY_ON]),
    steps: longer!(StepId: shared_words::STEPS, &[words::SURRENDER_CLOSED, words::BUST_BONUS_CLOSED]),
    phases: longer!(&str: shared_words::PHASES, &["surrender", "bust-bonus", "meter"]),
    remedies: shared_words::REMEDIES,
    events: longer!(&str: shared_words::EVENTS, &["duty", "meter-granted"]),
    refusals: longer!(&str: shared_words::REFUSALS, &["not-its-share", "side-bet-alone", "main-wager-needed", "companion-needed", "not-offered", "bet-after-deal", "no-dealer-bet-here", "dealer-bet-alone", "free-double-not-offered", "free-split-of-tens", "double-is-free", "split-is-free", "draw-on-split-ace", "double-on-split-aces", "surrender-not-offered", "surrender-too-early", "surrender-too-late"]),
    irregularities: &words::mishaps(&LAW),
    meters: longer!(MeterId: words::RIDE_FREE_METERS, words::ROCKET_ACES_METERS),
    awards: words::RIDE_FREE_AWARDS,
    hands: &[],
    markers: &[],
    ruling_rank: Rank::Floor,
    rules: &RULES,
    side_bet_rules: ROCKET_ACES_RULES,
};
