//! The law of a poker table, in chapters as the documents have sections.
//!
//! No clause has a default: one that a game forgot does not compile, and where a document is silent its law says
//! [`SILENT`]. What a table does is said by the steps, the wagers and the other words of [`Play`](super::Play), not by
//! whether a clause has a rule; the few clauses that the table itself acts by must have one, of the document or a ruling
//! of ours, or the game does not compile.

pub use crate::common::Clause;
use crate::poker::Category;
use felt::Card;

/// The document says nothing of it, and so nothing is cited.
pub const SILENT: Clause = Clause::NONE;

/// The paragraph of that id.
pub const fn by(id: &'static &'static str) -> Clause {
    Clause::of(id)
}

/// A chapter: its clauses, each with what it says.
macro_rules! chapter {
    ($(#[$about:meta])* $name:ident: $($clause:ident: $says:literal;)*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug)]
        pub struct $name {
            $(#[doc = $says] pub $clause: Clause,)*
        }

        impl $name {
            /// All clauses, in the order they stand.
            pub const fn clauses(&self) -> [Clause; [$(stringify!($clause)),*].len()] {
                [$(self.$clause),*]
            }
        }
    };
}

chapter! {
    /// Shuffle and cut.
    Deck:
    before_play: "The cards are shuffled before play begins.";
    after_round: "And after every round.";
    count_again: "A wrong count has the device run once more.";
    supervisor_looks: "A second wrong count has a supervisor look through the deck.";
    count_removes: "A wrong count takes the deck off the table at once.";
    after_shuffle: "What follows hangs on how the deck was shuffled.";
    no_cut_after_device: "After the device nobody cuts.";
    cut_after_hand: "After a shuffle by hand there is a cut.";
    dealer_cuts: "The dealer cuts.";
    cut_depth: "At least ten cards deep.";
    cut_to_bottom: "What was cut off goes below the rest.";
    deal_after_cut: "After the cut the cards are dealt.";
    cut_again: "The floor may have the cards cut again.";
    idle_spread: "Cards of an idle table are spread.";
    jam_by_hand: "When the shuffler fails the cards are shuffled by hand.";
}

chapter! {
    /// Wagers and places.
    Seats:
    no_verbal_wager: "Chips lie on the layout; what is only called is none.";
    before_deal: "Wagers are made before the deal.";
    no_late_wager: "None is made or raised later.";
    no_withdrawal: "None is withdrawn later.";
    takes_part: "Nobody plays without the wagers that the game asks for.";
    equal: "They are equal.";
    seated_only: "A place belongs to whoever sits there.";
    stay_seated: "Whoever has cards stays.";
    one_box: "One place for each patron.";
    abandoned: "Where the house says so, whoever leaves in a round loses what he staked.";
}

chapter! {
    /// Dealing, from the hand and from a shoe.
    Dealing:
    from_hand: "The table deals from the hand.";
    back_up: "Each card is laid with its back up.";
    from_left: "Round the table from the dealer's left.";
    from_shoe: "The table deals from a shoe.";
    hand_closes: "Before a card leaves the hand no wager is altered any more.";
    shoe_closes: "Nor before one leaves the shoe.";
    examine: "Each patron looks at his own cards.";
    burn_unseen: "A burnt card is seen by nobody.";
    stub: "The stub is done with.";
    stub_from_hand: "The stub of a hand-held deck goes to the rack.";
    stub_from_shoe: "The stub of a shoe goes to the rack.";
    hand_wrong_count: "Dealt from the hand: a wrong number of cards.";
    hand_wrong_deck: "Dealt from the hand: a deck that is not whole.";
    shoe_wrong_count: "Dealt from a shoe: a wrong number of cards.";
    shoe_wrong_deck: "Dealt from a shoe: a deck that is not whole.";
}

chapter! {
    /// What becomes of a hand that is folded.
    Folds:
    keeps_side_wager: "Its cards wait under a side wager.";
    side_wager: "Which is settled at the end.";
    collected: "Without one they are collected.";
}

chapter! {
    /// The end of a round.
    Ending:
    dealer_turns: "The dealer turns his cards.";
    dealer_announces: "And announces his hand.";
    patron_turns: "A patron's cards are turned.";
    patron_announced: "And his hand announced.";
    one_at_a_time: "One patron is done before the next begins.";
    collected: "His cards are collected then.";
    collected_after_side_wager: "After his side wager, where he has one.";
    picked_up: "The rest of the cards is picked up.";
}

chapter! {
    /// Hand against hand.
    Compare:
    higher_wins: "The higher hand wins.";
    lower_loses: "The lower hand loses.";
    tie: "Equal hands.";
    categories: "The higher kind of hand is higher.";
    higher_card: "Within one kind the cards decide.";
    same_rank: "Equal in all cards.";
}

chapter! {
    /// The most that one hand is paid.
    Cap:
    fixed: "A hand wins no more than a sum.";
    minimum_round: "Or no more than the smallest wagers could win.";
    side_wagers_apart: "What side wagers win does not count.";
    counts: "What counts against it, and whose it is.";
}

chapter! {
    /// When something goes wrong, as the document has it.
    Mishaps:
    dealer_exposed: "A dealer's card seen too early.";
    board_for_side_wagers: "The board is dealt for the side wagers.";
    void_side_wager: "And they are settled.";
    used_as_next: "A stray card that nobody saw is the next one.";
    face_up: "A card that lay face up in the deck voids the round.";
    face_up_shuffle: "And has the cards shuffled.";
    wrong_count: "A wrong number of cards voids the round.";
    wrong_count_shuffle: "And has the cards shuffled.";
    shuffler_jam: "The shuffler jammed.";
    shoe_jam: "The dealing shoe jammed, and the round is void.";
    shoe_jam_shuffle: "And all cards are shuffled.";
}

chapter! {
    /// What our rulings decide where the document is silent.
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
    dealer_bet_beside_own: "Beside a wager of his own.";
    dealer_bet_follows: "It is settled as that one is.";
}

/// Whether a card is wild.
pub type IsWild = fn(Card) -> bool;

/// How hands are ranked and called.
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
