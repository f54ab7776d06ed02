//! The clauses of the common play: every place where a document of the family may have a rule.
//!
//! The code asks `law.surrender_half.when(...)`, and a game without surrender answers no. So the laws of two
//! games, read side by side, say how the games differ; their figures and choices stand in their rule books.

use crate::common::clauses;

clauses! {
    /// The law of one game of the family.
    Law:
    // What words mean.
    /// A patron's blackjack is his first two cards.
    blackjack_of_patron;
    /// So is the dealer's.
    blackjack_of_dealer;
    /// A total without an ace at eleven.
    hard_total;
    /// A total with one.
    soft_total;

    // What the layout promises.
    /// Blackjack's odds.
    posted_blackjack;
    /// When the dealer draws and stands.
    posted_drawing;
    /// And where he does otherwise.
    posted_exception;
    /// Insurance's odds.
    posted_insurance;

    // Values of cards.
    /// Every card has its value.
    card_values;
    /// Two to ten count their number.
    number_cards;
    /// Pictures count ten.
    pictures;
    /// An ace counts eleven.
    ace_eleven;
    /// An ace counts one where eleven would pass 21.
    ace_one;

    // Wagers and who wins.
    /// Wagers are made before the first card.
    wager_before_deal;
    /// Whoever meets no condition for winning loses.
    lower_loses;
    /// A hand over 21 can meet none of them.
    over_21_loses;
    /// The dealer passed 21.
    dealer_over_21;
    /// The higher total.
    higher_wins;
    /// Blackjack beats a 21 of more cards.
    blackjack_beats_21;
    /// Equal totals.
    tie_pushes;
    /// The dealer's blackjack beats any other 21.
    dealer_blackjack_beats_21;
    /// Nothing is bet or raised after the first card.
    no_late_wager;
    /// Nothing is withdrawn after the first card.
    no_withdrawal;
    /// Settlement runs from the dealer's right.
    settle_from_right;
    /// Even odds.
    even_odds;
    /// Blackjack's own odds.
    blackjack_odds;
    /// Hands off the wager.
    wager_untouched;
    /// Hands off the later wagers too.
    later_wager_untouched;
    /// Whoever sat out waits.
    sat_out_waits;
    /// Until the casino lets him.
    casino_admits;
    /// Or until the shuffle.
    shuffle_admits;

    // Shuffle and cut.
    /// Before play.
    shuffle_before_play;
    /// When a floor person says so.
    shuffle_by_floor;
    /// After each shoe.
    shuffle_after_shoe;
    /// The players are offered the cut.
    cut_offered;
    /// The dealer cuts when nobody else will.
    dealer_cuts_last;
    /// Ten cards from either end.
    cut_depth;
    /// What lay above the cut goes to the bottom.
    cut_to_bottom;
    /// The cutting card marks the last round.
    cut_card_placed;
    /// The floor may have the cards cut again.
    cut_again;
    /// Past the cutting card the shoe is done.
    reshuffle_at_cut_card;
    /// Only a floor person calls for it earlier.
    floor_calls_reshuffle;

    /// Cards of an idle table may be spread.
    idle_spread;
    /// Then they are shuffled and cut.
    idle_shuffled;
    /// Or the batch in the shuffler comes into play.
    idle_other_batch;
    /// Which a patron may have shuffled once more.
    idle_request;

    // Dealing.
    /// From a shoe.
    from_shoe;
    /// The first card of a new batch is discarded.
    burn_new_batch;
    /// So is one for a new dealer.
    burn_new_dealer;
    /// From the dealer's left.
    deal_from_left;
    /// First card up to each box with a wager.
    first_card;
    /// The dealer's first card.
    dealer_first;
    /// Second card up.
    second_card;
    /// The dealer's second card stays down.
    dealer_second;
    /// Then the first is shown.
    dealer_first_shown;
    /// The device looks for a blackjack before anyone draws.
    peek;
    /// And nobody sees the card.
    peek_unseen;
    /// Each player is asked, from the dealer's left.
    ask_from_left;
    /// Further cards come face up.
    further_cards_up;
    /// The new total is announced.
    announce_total;
    /// A double's card may be asked for face down.
    double_face_down;
    /// The hole card is turned after all decisions.
    turn_hole;
    /// The dealer's further cards come face up.
    dealer_cards_up;
    /// The cards are picked up in order.
    collect_cards;
    /// A round in which the cutting card comes out is finished.
    cut_card_reached;
    /// Then the cards are collected.
    last_round_collected;
    /// The rest of the shoe goes to the rack.
    rest_to_rack;
    /// And all is shuffled.
    shuffle_all;
    /// Patrons keep their hands off the cards.
    cards_untouched;
    /// Announced totals bind nobody.
    own_count;

    // Blackjack and insurance.
    /// Paid at once against a two to nine.
    blackjack_at_once;
    /// Announced but unpaid until the dealer's hole card is checked.
    blackjack_waits;
    /// Paid before any third card once it is checked.
    blackjack_after_peek;
    /// Two blackjacks push.
    blackjacks_push;
    /// Insurance against an ace.
    insurance_offered;
    /// It wins on a ten-valued hole card.
    insurance_wins;
    /// It loses on any other.
    insurance_loses;
    /// Not with a blackjack.
    no_insurance_on_blackjack;
    /// Even money instead.
    even_money;
    /// And the hand is over.
    even_money_ends_hand;
    /// At most half the wager.
    insurance_half;
    /// Or the next unit in chips.
    insurance_next_unit;
    /// Before the device is used.
    insurance_before_peek;
    /// Two to one.
    insurance_odds;
    /// Collected right after the check.
    insurance_collected;

    // Doubling.
    /// Not with a blackjack.
    no_double_on_blackjack;
    /// Up to the wager.
    double_up_to_wager;
    /// On two cards only.
    double_on_two_cards;
    /// One card and no more.
    double_one_card;
    /// The hands of a split pair too.
    double_after_split;
    /// A dealer's blackjack leaves the double alone.
    double_back;
    /// The one card comes up, sideways.
    double_card_up;
    /// Or down, on request.
    double_card_down;
    /// And is turned at the end.
    double_card_turned;
    /// Posted limits on single and double deck.
    posted_doubles;

    // Splitting.
    /// Cards of one value.
    split_equal_value;
    /// With an equal wager.
    split_equal_wager;
    /// One hand after the other.
    split_hands_in_turn;
    /// Each is played.
    split_hand_played;
    /// Up to four hands.
    split_again;
    /// And no more.
    split_limit;
    /// One card for an ace.
    split_aces_one_card;
    /// A dealer's blackjack leaves the split wagers alone.
    split_back;
    /// Posted limits on single and double deck.
    posted_splits;

    // Drawing.
    /// Below 21 a player may draw.
    may_draw;
    /// At 21 he may not.
    no_draw_at_21;
    /// A doubled hand has one card.
    no_draw_after_double;
    /// A split ace has one card.
    no_draw_on_split_ace;
    /// The dealer draws to hard 17 and soft 18.
    dealer_draws;
    /// Or stands on any 17.
    dealer_stands_soft_17;
    /// Nothing depends on the dealer's hand.
    dealer_draws_nothing;

    // Several boxes.
    /// As many adjacent boxes as the casino allows.
    adjacent_boxes;
    /// With a minimum of their own.
    several_boxes_minimum;

    // From the hand.
    /// Pitched, and the players hold their cards.
    pitched;
    /// One or two decks from a shoe.
    few_decks_from_shoe;
    /// One card is discarded before each round.
    pitch_burn;
    /// Then it is dealt from the left.
    pitch_from_left;
    /// First card down.
    pitch_first;
    /// The dealer's first card up.
    pitch_dealer_first;
    /// Second card down.
    pitch_second;
    /// The dealer's second card down.
    pitch_dealer_second;
    /// Each player looks at his own cards.
    pitch_examine;
    /// Each decides, from the dealer's left.
    pitch_ask;
    /// To double or split he turns his cards over.
    pitch_turn_to_double;
    /// Over 21 he gives his hand up at once.
    pitch_over_21;
    /// Further cards come face up.
    pitch_further_up;
    /// Then the hole card is turned.
    pitch_turn_hole;
    /// At the end every hand is turned.
    pitch_turn_hands;

    // Irregularities.
    /// A card face up in the shoe is discarded.
    face_up_in_shoe;
    /// An unexposed card is the next card.
    drawn_unexposed;
    /// An exposed one is offered on.
    drawn_exposed;
    /// Who refuses it draws no more.
    refused_card;
    /// What nobody can use is discarded.
    exposed_unused;
    /// The dealer drew on a standing hand.
    dealer_overdrew;
    /// The dealer forgot himself.
    dealer_missed;
    /// The shoe ran out: discards are shuffled.
    ran_out;
    /// One of them is discarded again.
    ran_out_burn;
    /// After the round all cards are shuffled.
    ran_out_reshuffle;
    /// No card at all: the hand is dead.
    no_cards;
    /// One card: the patron may have the second.
    one_card;
    /// A card asked for and not dealt: late.
    late_card;
    /// Or the hand is dead.
    not_dealt_dead;
    /// Something went wrong with the check.
    check_went_wrong;
    /// The hole card was shown without a blackjack.
    hole_exposed;
    /// The floor is told.
    hole_exposed_floor;
    /// The dealer's blackjack went unnoticed.
    blackjack_missed;
    /// Doubles and splits stay with the patrons.
    blackjack_missed_extras;
    /// The floor is told.
    blackjack_missed_floor;

    // House Money.
    /// The hands that win.
    house_money_hands;
    /// Ace and king of a suit.
    ace_king_suited;
    /// Neighbours of a suit.
    straight_flush;
    /// Two of a rank.
    pair;
    /// Neighbours.
    straight;
    /// The proceeds are collected or played.
    proceeds;
    /// Only beside a main wager.
    beside_main;
    /// Within its own limits.
    own_limits;
    /// By the first two cards.
    first_two_cards;
    /// Collected when nothing was hit.
    nothing_hit;
    /// Not paid before the check for blackjack.
    check_first;
    /// Paid, but not to be added, against a blackjack.
    paid_against_blackjack;
    /// Paid and asked about after the check.
    paid_after_check;
    /// Paid at once where nothing is to be checked.
    paid_at_once;
    /// Up to the whole proceeds may be added.
    cap;
    /// The raised wager is matched whole by a split.
    cap_split;
    /// A double may match it or be less.
    cap_double;
    /// A blackjack may be raised as well.
    cap_blackjack;

    /// The raised wager is one wager.
    cap_whole;

    // Our rulings, where the text is silent.
    /// One patron a box.
    one_patron_a_box;
    /// A card exposed during the first deal is the next card.
    exposed_in_first_deal;
    /// The hole card exposed outside the check.
    hole_exposed_elsewhere;
    /// A patron who is silent or gone stands and adds nothing.
    silence;
    /// A patron who declines the missing second card.
    declines_second_card;
    /// A card the shoe cannot hold.
    foreign_card;
    /// A claim on hidden cards that the cards do not bear out.
    claim_failed;
    /// Insurance is paid by the card when the blackjack was missed.
    missed_insurance;
    /// Split aces are not split again unless the house posts it.
    aces_not_resplit;
    /// Hidden hands with House Money are shown or wait.
    house_money_hidden;
    /// Split aces are not doubled.
    no_double_on_split_aces;
    /// Neither shoe nor rack can give a card.
    no_cards_left;
    /// The floor may void or award.
    floor_rules;

    // Lists that say once more what other paragraphs decide.
    /// Every push of a hand's wager.
    pushes_listed;
    /// Equal totals.
    ties_push_listed;
    /// Two blackjacks.
    blackjacks_push_listed;
    /// A blackjack paid before the dealer draws needs no comparison.
    blackjack_wins_early;

    // The dealer's 22.
    /// It pushes hands that are still in play.
    dealer_22_pushes;
    /// But not a blackjack.
    dealer_22_spares_blackjack;
    /// The dealer draws on a soft 17.
    dealer_hits_soft_17;

    // Doubling on a lammer.
    /// Not with a blackjack.
    no_free_double_on_blackjack;
    /// On certain totals.
    free_double_offered;
    /// On two cards only.
    free_double_on_two_cards;
    /// On the hands of a split pair too.
    free_double_after_split;
    /// A lammer is laid beside the wager.
    free_double_lammer;
    /// Its card comes up.
    free_double_card_up;
    /// Or down, on request.
    free_double_card_down;
    /// And is turned at the end.
    free_double_card_turned;
    /// The hand's own wager is paid as ever.
    free_double_original_paid;
    /// The lammer is paid like the first wager.
    free_double_wins;
    /// A push takes the lammer off.
    free_double_pushes;
    /// So does a loss.
    free_double_loses;
    /// One card and no more.
    no_draw_after_free_double;
    /// Money doubles only what has no free double.
    paid_double;

    // Splitting on a lammer.
    /// Two cards of one value.
    free_split_offered;
    /// But not those that count ten.
    free_split_not_tens;
    /// A lammer is laid for the new hand.
    free_split_lammer;
    /// And one for each further split.
    free_split_again;
    /// Up to so many hands.
    free_split_limit;
    /// Split hands are played alike, free or not.
    free_split_same_rules;
    /// The lammer is paid like the first wager.
    free_split_wins;
    /// A push takes the lammer off.
    free_split_pushes;
    /// So does a loss.
    free_split_loses;
    /// Money splits only what has no free split.
    paid_split;
    /// Split aces may be split again.
    aces_resplit;
    /// A lost first wager stays while free hands are in play.
    original_stays;
    /// The same, said again.
    original_stays_listed;
    /// For it measures what their lammers are worth.
    lammer_reference;
    /// And is collected after them.
    original_collected_last;
    /// Lammers beside a blackjack that was missed.
    blackjack_missed_lammers;

    // Surrender.
    /// A hand may be given up.
    surrender_offered;
    /// Once the dealer is known to have no blackjack.
    surrender_after_check;
    /// And before anybody plays.
    surrender_before_play;
    /// For half its wager.
    surrender_half;
    /// Not with a blackjack.
    no_surrender_on_blackjack;

    // Bets for the dealers.
    /// A patron may bet for them.
    dealer_bet;
    /// Before a wager of his own.
    dealer_bet_beside_own;
    /// On the first hand alone.
    dealer_bet_first_hand;
    /// Given up with its hand.
    dealer_bet_surrendered;

    // What is posted.
    /// The game is played as ordinary blackjack.
    played_as_blackjack;
    /// Within the posted limits.
    limits_posted;
}
