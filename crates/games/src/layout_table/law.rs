//! The law of a layout game, in chapters as the documents have sections. No clause has a default: where a document is silent
//! its law says [`SILENT`].

use crate::common::chapter;
pub use crate::common::{Clause, SILENT, by};

chapter! {
    /// Making wagers.
    Wagers:
    permitted: "The wagers of the game, and no others.";
    placed: "A wager is chips on a place of the layout.";
    any_number: "A patron may bet on as many places as they like.";
    cash_refused: "A wager that is only called, with cash in hand, is reported and not accepted.";
    cash_taken: "A wager that is called with cash is taken when the dealer confirms it, and the cash becomes chips.";
    no_late: "No wager is made or raised after the call.";
    no_withdrawal: "And none is taken back.";
    own_place: "Nobody else plays with chips like a patron's: each place has one patron, and each patron one place.";
    own_care: "Patrons answer for where their wagers lie, also where the dealer has put them there.";
    as_it_lies: "A wager counts where it lies when the result comes.";
}

chapter! {
    /// Settling them.
    Settling:
    losers_first: "Every wager that lost is collected.";
    winners_after: "Then every wager that won is paid.";
    marker: "A marker is laid on the result.";
}

chapter! {
    /// Vigorish, if the rule book has it.
    Charge:
    taken: "It is taken on a wager that wins.";
    at_once: "It is collected when the wager is paid.";
    before_payment: "And before the wager is paid.";
    rounded: "It is rounded as the table file says.";
    put_off: "Or it is collected later.";
    marked: "A marker says how much the patron owes.";
    set_aside: "Chips for it are set aside out of the payment, and neither staked nor taken away.";
    before_shuffle: "What is owed is collected before the cards are shuffled.";
    on_leaving: "Or when the patron leaves, if that is earlier.";
    when: "First the wagers of the round are settled; and the highest place pays first.";
    unmarked: "The marker goes when it is collected.";
}

chapter! {
    /// Our rulings where the document is silent.
    Ours:
    order: "Losers are collected, and winners paid, in the order in which their wagers were made.";
    called: "A result that was called stands, also where something is said against the spin afterwards.";
    leaves: "Who leaves before the call takes their wagers along; later they are settled where they lie.";
    limits_found: "Chips beyond the posted limits that are found at the call go back.";
    floor_rules: "The floor may void a round or a wager, or award.";
    unforeseen: "What the document does not foresee and stops the play, and what changes nothing.";
    dealer_bet: "A patron may bet for the dealers where the house offers it.";
    dealer_bet_beside_own: "In front of a wager of their own.";
}

impl Charge {
    /// The clauses of a document without vigorish.
    pub const NONE: Charge = Charge {
        taken: SILENT,
        at_once: SILENT,
        before_payment: SILENT,
        rounded: SILENT,
        put_off: SILENT,
        marked: SILENT,
        set_aside: SILENT,
        before_shuffle: SILENT,
        on_leaving: SILENT,
        when: SILENT,
        unmarked: SILENT,
    };
}

/// The whole law of a game.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each chapter says what it is about")]
pub struct Law {
    pub wagers: Wagers,
    pub settling: Settling,
    pub charge: Charge,
    pub ours: Ours,
}
