//! The law of a poker table, in chapters as the documents have sections.
//!
//! No clause has a default: a game that omits one does not compile, and where a document is silent the law
//! says [`SILENT`]. The steps, the wagers and the other words of [`Play`](super::Play) decide what a table
//! does, not whether a clause has a rule. The few clauses that the table itself acts on must have a rule, of
//! the document or of a ruling of ours, or the game does not compile.

use crate::common::chapter;
pub use crate::common::{Clause, SILENT, by};
use crate::poker::Category;
use felt::Card;

chapter! {
    /// Shuffle and cut.
    Deck:
    before_play: "The cards are shuffled before play begins.";
    after_round: "And after every round.";
    count_again: "A wrong count from the device has the deck shuffled and counted once more.";
    supervisor_looks: "At the second wrong count the table waits until a supervisor has looked through the deck.";
    count_removes: "A wrong count from the device takes the deck out of play, and another is shuffled.";
    after_shuffle: "How the deck was shuffled says what comes next.";
    no_cut_after_device: "After the device nobody cuts.";
    cut_after_hand: "After a shuffle by hand the cut is due.";
    dealer_cuts: "The cut is the dealer's; a patron who wants it is refused.";
    cut_depth: "A cut of fewer than ten cards is refused.";
    cut_to_bottom: "What was cut off lies below the rest, of which something must be left.";
    deal_after_cut: "The round opens after the cut and not before.";
    cut_again: "Before the first card the floor, and nobody below it, may order another cut.";
    idle_spread: "At an idle table the cards are spread; with wagers on the layout the step is refused.";
    jam_by_hand: "When the device fails the cards are shuffled by hand.";
}

chapter! {
    /// Wagers and places.
    Seats:
    no_verbal_wager: "A wager is a stake on a place of the layout. One that is only called out, with cash in hand, is reported and not accepted.";
    before_deal: "Wagers are taken until the deal begins.";
    no_late_wager: "After that none is made or raised.";
    no_withdrawal: "And none is withdrawn.";
    takes_part: "A box without the wagers that the game asks for has no part in the round, and its wagers go back.";
    equal: "So has a box where they differ.";
    seated_only: "A place belongs to the patron who sits there; another patron's wager on it is refused.";
    stay_seated: "A patron who leaves with cards on the table is played for as if they were silent.";
    one_box: "A second place for one patron is refused.";
    abandoned: "Or loses what they left, where the house says so.";
}

chapter! {
    /// Dealing, from the hand and from a shoe.
    Dealing:
    from_hand: "At a table that deals from the hand the deal says so.";
    back_up: "Each card is laid with its back up.";
    from_left: "The deal runs from the dealer's left, past boxes that have no part in the round.";
    from_shoe: "At a table that deals from a shoe the deal says so.";
    hand_closes: "Before a card leaves the hand the bets are closed, and no wager is altered any more.";
    shoe_closes: "Before a card leaves the shoe the bets are closed, and no wager is altered any more.";
    examine: "Each patron sees their own cards and nobody else does.";
    burn_unseen: "A burnt card goes to the rack closed and nobody sees it.";
    stub: "The rest of the deck goes to the rack unseen.";
    stub_from_hand: "After the last card from the hand the rest goes to the rack unseen.";
    stub_from_shoe: "After the last card from the shoe the rest goes to the rack unseen.";
    hand_wrong_count: "Dealt from the hand, too many or too few cards void the round, and every wager goes back.";
    hand_wrong_deck: "So does a deck that is not whole, dealt from the hand.";
    shoe_wrong_count: "Dealt from a shoe, too many or too few cards void the round, and every wager goes back.";
    shoe_wrong_deck: "So does a deck that is not whole, dealt from a shoe.";
}

chapter! {
    /// Folded hands.
    Folds:
    keeps_side_wager: "Its cards wait under a side wager.";
    side_wager: "Which is settled at the end.";
    collected: "Without one they are collected.";
}

chapter! {
    /// The end of a round.
    Ending:
    dealer_turns: "The dealer's cards are turned.";
    dealer_announces: "And the dealer's hand is announced.";
    patron_turns: "Each one's cards are turned.";
    patron_announced: "And their hand announced.";
    one_at_a_time: "All wagers of one patron are settled before the next one's cards are turned.";
    collected: "The patron's cards are collected then.";
    collected_after_side_wager: "After the side wager, where there is one.";
    picked_up: "The rest of the cards is picked up in order at the end.";
}

chapter! {
    /// Comparison of hands.
    Compare:
    higher_wins: "The higher hand wins.";
    lower_loses: "The lower hand loses.";
    tie: "Equal hands move no chips.";
    categories: "The higher kind of hand beats the lower.";
    higher_card: "Between hands of one kind the cards decide, the sets before the rest.";
    same_rank: "Where all cards are equal in rank the hands tie.";
}

chapter! {
    /// The limit on what one hand is paid.
    Cap:
    fixed: "What one hand wins is cut at a sum.";
    minimum_round: "Or at the most that the smallest wagers could win, where that is more.";
    side_wagers_apart: "What side wagers win does not count.";
    counts: "What counts against it, and whose it is.";
}

chapter! {
    /// Irregularities that the document covers.
    Mishaps:
    dealer_exposed: "A card of the dealer's that is seen too early.";
    board_for_side_wagers: "With a side wager on the table the community cards are still dealt.";
    void_side_wager: "And side wagers are settled.";
    used_as_next: "A card drawn by mistake and unseen is the next card.";
    face_up: "A card that comes face up is not played, voids the round, and every wager goes back.";
    face_up_shuffle: "And the cards are shuffled.";
    wrong_count: "A wrong number of cards voids the round and every wager goes back.";
    wrong_count_shuffle: "And the cards are shuffled.";
    shuffler_jam: "A shuffler that jams has the cards shuffled again.";
    shoe_jam: "A dealing shoe that jams in a round voids it and every wager goes back.";
    shoe_jam_shuffle: "And all cards, dealt or not, are shuffled.";
}

chapter! {
    /// Our rulings where the document is silent.
    Ours:
    silence: "What silence means.";
    stray_exposed: "An exposed card that went to nobody.";
    foreign_card: "A card the deck cannot hold.";
    floor_rules: "The floor may void or award.";
    patron_card_shown: "A patron's card that everybody saw stands.";
    burn_shown: "So does a burnt card.";
    board_card: "A community card that lies otherwise than it should.";
    dealer_late: "A dealer's card seen after the last decision stands.";
    void_progressive: "In a void round the progressive wager is settled as other side wagers are.";
    folds_stand: "Where the house says so, a fold stands though the hands are void.";
    count_until_over: "A wrong count is found until the round is over.";
    deserted: "When everybody has folded the round is dealt on.";
    unforeseen: "What the document does not foresee and stops the play, and what changes nothing.";
    dealer_bet: "A patron may bet for the dealers.";
    dealer_bet_beside_own: "Beside a wager of their own.";
    dealer_bet_follows: "It is settled as that one is.";
}

/// Whether a card is wild.
pub type IsWild = fn(Card) -> bool;

/// How hands are ranked and named.
#[derive(Clone, Copy, Debug)]
pub struct Ranks {
    /// What a hand is made of.
    pub hand: Clause,
    /// From the ace down to the two.
    pub ace_high: Clause,
    /// The ace is low in a run to the five.
    pub ace_low: Clause,
    /// Cards that are wild, and the paragraph that says so.
    pub wild: &'static [(IsWild, Clause)],
    /// The kinds of hands, from the highest down, each by the paragraph that describes it.
    pub described: &'static [(Category, Clause)],
}

/// The whole law of a game.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each chapter says what it is about")]
pub struct Law {
    pub deck: Deck,
    pub seats: Seats,
    pub dealing: Dealing,
    pub ending: Ending,
    pub ranks: Ranks,
    pub compare: Compare,
    pub cap: Cap,
    pub mishaps: Mishaps,
    pub ours: Ours,
}
