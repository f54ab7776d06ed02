//! The law of two hands from a shoe, in chapters as the documents have sections.

use crate::common::chapter;
use engine::{Place, WagerId};

chapter! {
    /// Shuffling, cutting and burning.
    ShoeLaw:
    before_play: "All cards are shuffled before play.";
    after_shoe: "And after each shoe.";
    offered: "The cut is offered to the patrons.";
    dealer_cuts: "If all decline, the dealer cuts.";
    depth: "A cut leaves ten cards at either end.";
    to_bottom: "What lay above the cut goes to the bottom.";
    cover: "The cover card lies at least fourteen cards from the end.";
    cut_again: "The floor may have the cards cut again before they are in the shoe.";
    next_cuts: "Then the next in order cuts.";
    first_shown: "The first card is taken out and shown.";
    more_burnt: "As many more as its value are burnt.";
    ten_burns: "A ten and a picture burn ten.";
    ace_burns: "An ace burns one.";
    cover_came: "The cover card is put aside and the round is completed.";
    last_round: "That round is the last before the shuffle.";
    idle: "The cards of an idle table may be spread.";
    idle_shuffled: "Then they are shuffled and cut.";
    idle_other_batch: "With a shuffler the other batch comes into play.";
    idle_request: "A patron may have that batch shuffled once more.";
}

chapter! {
    /// Dealing two hands and announcing them.
    Deal:
    to_player: "The first and the third card are the player's.";
    to_banker: "The second and the fourth are the banker's.";
    face_up: "They lie face up.";
    pip: "Two to nine count their face.";
    ten: "A ten and a picture count nothing.";
    ace: "An ace counts one.";
    count: "Of a sum only the last digit counts.";
    told: "The dealer announces the count of either hand.";
    decided: "Then the dealer determines who draws.";
    third: "A third card comes face up, the player's first.";
    never_more: "No hand has more than one.";
    result: "The dealer announces the result.";
    tie: "Equal counts are a tie.";
    collected: "The cards go to the rack in their order.";
}

chapter! {
    /// Who draws a third card.
    Third:
    natural: "A natural ends the deal.";
    player_draws: "The player's hand draws with less than six.";
    player_stays: "It stays with six or seven.";
    banker_alone: "Without a third card of the player's the banker's hand draws with five or less.";
    banker_low: "Otherwise it draws with less than three.";
    banker_seven: "It stays with seven.";
    banker_three: "With three the value of the player's third card decides.";
    banker_four: "So it does with four.";
    banker_five: "So it does with five.";
    banker_six: "So it does with six.";
    by_value: "The value of that card counts, not the points of the player's hand.";
}

chapter! {
    /// Cards that come in error.
    Errors:
    next_first: "A card drawn in error that nobody saw is the first of the next round.";
    third_is_bankers: "One that came to the player's hand in place of a third is the banker's third, if that hand must draw.";
    third_is_next: "Otherwise it is the first of the next round.";
    shown_used: "One that was seen is used where the round needs it.";
    shown_third: "In place of the banker's third card too.";
    simulated: "Otherwise it is the first of a simulated round.";
    no_wagers: "In a simulated round no wager is made.";
    open_used: "A card face up in the shoe is used if the hand needs it.";
    open_simulated: "Otherwise it is the first of a simulated round.";
    open_no_wagers: "In that round no wager is made.";
    open_burnt: "Among the cards that are burnt it is burnt.";
    too_few: "Where cards run out, the round is void.";
    too_few_shuffled: "Then all cards are shuffled.";
    touched: "Patrons do not touch the cards.";
    wrong_place: "A card that comes is the one that is due, wherever it was laid.";
    cover_elsewhere: "What holds of the cover card in a round holds of it in one without wagers, and among the cards that are burnt.";
}

chapter! {
    /// Cards that lie face down, and patrons who turn them.
    MidiLaw:
    down: "The cards of both hands lie face down, the banker's until the player's hand is called.";
    touch: "Patrons touch the cards.";
    third: "The same holds of a third card.";
    equal: "Of equal wagers that of the lower place counts.";
    too_late: "Who does not answer in time cedes the cards, and the dealer turns those that were taken.";
}

chapter! {
    /// Who holds the cards of one hand.
    Holds:
    most: "The patron with the most money on the hand has its cards.";
    ceded: "They may give them on to the next.";
    all_ceded: "Where all do, the dealer turns the cards.";
    nobody: "So the dealer does where nobody bets on the hand.";
}

/// The law of tables where patrons hold the cards.
#[derive(Clone, Copy, Debug)]
pub struct Midi {
    /// The wager on the player's hand, and the one on the banker's.
    pub wagers: [WagerId; 2],
    /// The clauses for both hands.
    pub both: MidiLaw,
    /// The clauses for the player's hand, and those for the banker's.
    pub hands: [Holds; 2],
}

impl Midi {
    /// The clauses for one hand.
    pub(crate) fn of(&self, place: Place) -> &Holds {
        let [player, banker] = &self.hands;
        if place == Place::Banker { banker } else { player }
    }

    /// The wager on it.
    pub(crate) fn wager_on(&self, place: Place) -> WagerId {
        let [player, banker] = self.wagers;
        if place == Place::Banker { banker } else { player }
    }
}

/// The whole law.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs, reason = "each chapter says what it is about")]
pub struct TwoHandsLaw {
    pub shoe: ShoeLaw,
    pub deal: Deal,
    pub third: Third,
    pub errors: Errors,
    /// The law on cards that lie face down, if the document has it.
    pub midi: Option<&'static Midi>,
}
