//! The clauses of the common play: every point on which a document of the family may have a rule.
//!
//! The code calls `law.surrender_half.when(...)`, and a game without surrender has no rule there. Reading the
//! laws of two games side by side shows how the games differ; their figures and options are in their rule
//! books.

use crate::common::clauses;

clauses! {
    /// The law of one game of the family.
    Law:
    // Definitions.
    blackjack_of_patron: "A patron's blackjack is their first two cards.";
    blackjack_of_dealer: "So is the dealer's.";
    hard_total: "A total without an ace at eleven.";
    soft_total: "A total with one.";

    // Texts on the layout.
    posted_blackjack: "Blackjack's odds.";
    posted_drawing: "When the dealer draws and stands.";
    posted_exception: "And where the dealer does otherwise.";
    posted_insurance: "Insurance's odds.";

    // Values of cards.
    card_values: "Every card has its value.";
    number_cards: "Two to ten count their number.";
    pictures: "Pictures count ten.";
    ace_eleven: "An ace counts eleven.";
    ace_one: "An ace counts one where eleven would pass 21.";

    // Wagers and who wins.
    wager_before_deal: "Wagers are made before the first card.";
    lower_loses: "A wager that meets no condition for winning loses.";
    over_21_loses: "A hand over 21 can meet none of them.";
    dealer_over_21: "The dealer passed 21.";
    higher_wins: "The higher total.";
    blackjack_beats_21: "Blackjack beats a 21 of more cards.";
    tie_pushes: "Equal totals.";
    dealer_blackjack_beats_21: "The dealer's blackjack beats any other 21.";
    no_late_wager: "Nothing is bet or raised after the first card.";
    no_withdrawal: "Nothing is withdrawn after the first card.";
    settle_from_right: "Settlement runs from the dealer's right.";
    even_odds: "Even odds.";
    blackjack_odds: "Blackjack's own odds.";
    wager_untouched: "Hands off the wager.";
    later_wager_untouched: "Hands off the later wagers too.";
    sat_out_waits: "A patron who sat out waits.";
    casino_admits: "Until the casino admits the patron.";
    shuffle_admits: "Or until the shuffle.";

    // Shuffle and cut.
    shuffle_before_play: "Before play.";
    shuffle_by_floor: "When a floor person says so.";
    shuffle_after_shoe: "After each shoe.";
    cut_offered: "The players are offered the cut.";
    dealer_cuts_last: "The dealer cuts when nobody else will.";
    cut_depth: "Ten cards from either end.";
    cut_to_bottom: "What lay above the cut goes to the bottom.";
    cut_card_placed: "The cutting card marks the last round.";
    cut_again: "The floor may have the cards cut again.";
    reshuffle_at_cut_card: "Past the cutting card the shoe is done.";
    floor_calls_reshuffle: "Only a floor person calls for it earlier.";

    idle_spread: "Cards of an idle table may be spread.";
    idle_shuffled: "Then they are shuffled and cut.";
    idle_other_batch: "Or the batch in the shuffler comes into play.";
    idle_request: "Which a patron may have shuffled once more.";

    // Dealing.
    from_shoe: "From a shoe.";
    shuffler_fails: "When the shuffler fails the cards are shuffled by hand.";
    burn_new_batch: "The first card of a new batch is discarded.";
    burn_new_dealer: "So is one for a new dealer.";
    deal_from_left: "From the dealer's left.";
    first_card: "First card up to each box with a wager.";
    dealer_first: "The dealer's first card.";
    second_card: "Second card up.";
    dealer_second: "The dealer's second card stays down.";
    dealer_first_shown: "Then the first is shown.";
    peek: "The device looks for a blackjack before anyone draws.";
    peek_unseen: "And nobody sees the card.";
    ask_from_left: "Each player is asked, from the dealer's left.";
    further_cards_up: "Further cards come face up.";
    announce_total: "The new total is announced.";
    double_face_down: "A double's card may be asked for face down.";
    turn_hole: "The hole card is turned after all decisions.";
    dealer_cards_up: "The dealer's further cards come face up.";
    collect_cards: "The cards are picked up in order.";
    cards_taken_with_payment: "Those of a hand that is paid at once are taken with it.";
    cut_card_reached: "A round in which the cutting card comes out is finished.";
    last_round_collected: "Then the cards are collected.";
    rest_to_rack: "The rest of the shoe goes to the rack.";
    shuffle_all: "And all is shuffled.";
    cards_untouched: "Patrons keep their hands off the cards.";
    own_count: "Announced totals bind nobody.";

    // Blackjack and insurance.
    blackjack_at_once: "Paid at once against a two to nine.";
    blackjack_waits: "Announced but unpaid until the dealer's hole card is checked.";
    blackjack_after_peek: "Paid before any third card once it is checked.";
    blackjacks_push: "Two blackjacks push.";
    insurance_offered: "Insurance against an ace.";
    insurance_wins: "It wins on a ten-valued hole card.";
    insurance_loses: "It loses on any other.";
    no_insurance_on_blackjack: "Not with a blackjack.";
    even_money: "Even money instead.";
    even_money_ends_hand: "And the hand is over.";
    insurance_half: "At most half the wager.";
    insurance_next_unit: "Or the next unit in chips.";
    insurance_before_peek: "Before the device is used.";
    insurance_odds: "Two to one.";
    insurance_collected: "Collected right after the check.";

    // Doubling.
    no_double_on_blackjack: "Not with a blackjack.";
    no_double_on_soft_21: "Nor a soft 21.";
    double_up_to_wager: "Up to the wager.";
    double_on_two_cards: "On two cards only.";
    double_one_card: "One card and no more.";
    double_after_split: "The hands of a split pair too.";
    double_back: "A dealer's blackjack leaves the double alone.";
    double_card_up: "The one card comes up, sideways.";
    double_card_down: "Or down, on request.";
    double_card_turned: "And is turned at the end.";
    posted_doubles: "Posted limits on single and double deck.";

    // Splitting.
    split_equal_value: "Cards of one value.";
    split_equal_wager: "With an equal wager.";
    split_hands_in_turn: "One hand after the other.";
    split_hand_played: "Each is played.";
    split_again: "Up to four hands.";
    split_limit: "And no more.";
    split_aces_one_card: "One card for an ace.";
    split_back: "A dealer's blackjack leaves the split wagers alone.";
    posted_splits: "Posted limits on single and double deck.";

    // Drawing.
    may_draw: "Below 21 a player may draw.";
    no_draw_at_21: "At 21 a patron may not.";
    no_draw_after_double: "A doubled hand has one card.";
    no_draw_on_split_ace: "A split ace has one card.";
    dealer_draws: "The dealer draws to hard 17 and soft 18.";
    dealer_stands_soft_17: "Or stands on any 17.";
    dealer_draws_nothing: "Nothing depends on the dealer's hand.";

    // Several boxes.
    adjacent_boxes: "As many adjacent boxes as the casino allows.";
    several_boxes_minimum: "With a minimum of their own.";

    // From the hand.
    pitched: "Pitched, and the players hold their cards.";
    few_decks_from_shoe: "One or two decks from a shoe.";
    pitch_back_up: "The dealer lays each card with its back up.";
    pitch_burn: "One card is discarded before each round.";
    pitch_from_left: "Then it is dealt from the left.";
    pitch_first: "First card down.";
    pitch_dealer_first: "The dealer's first card up.";
    pitch_second: "Second card down.";
    pitch_dealer_second: "The dealer's second card down.";
    pitch_examine: "Each player looks at their own cards.";
    pitch_ask: "Each decides, from the dealer's left.";
    pitch_turn_to_double: "To double or split a player turns their cards over.";
    pitch_over_21: "Over 21 the hand is given up at once.";
    pitch_further_up: "Further cards come face up.";
    pitch_turn_hole: "Then the hole card is turned.";
    pitch_turn_hands: "At the end every hand is turned.";

    // Irregularities.
    face_up_in_shoe: "A card face up in the shoe is discarded.";
    drawn_unexposed: "An unexposed card is the next card.";
    drawn_exposed: "An exposed one is offered on.";
    refused_card: "Who refuses it draws no more.";
    exposed_unused: "What nobody can use is discarded.";
    dealer_overdrew: "The dealer drew on a standing hand.";
    dealer_missed: "The dealer passed over their own hand.";
    ran_out: "The shoe ran out: discards are shuffled.";
    ran_out_burn: "One of them is discarded again.";
    ran_out_reshuffle: "After the round all cards are shuffled.";
    no_cards: "No card at all: the hand is dead.";
    one_card: "One card: the patron may have the second.";
    late_card: "A card asked for and not dealt: late.";
    not_dealt_dead: "Or the hand is dead.";
    check_went_wrong: "Something went wrong with the check.";
    hole_exposed: "The hole card was shown without a blackjack.";
    hole_exposed_floor: "The floor is told.";
    blackjack_missed: "The dealer's blackjack went unnoticed.";
    blackjack_missed_extras: "Doubles and splits stay with the patrons.";
    blackjack_missed_floor: "The floor is told.";

    // House Money.
    house_money_hands: "The hands that win.";
    ace_king_suited: "Ace and king of a suit.";
    straight_flush: "Neighbours of a suit.";
    pair: "Two of a rank.";
    straight: "Neighbours.";
    proceeds: "The proceeds are collected or played.";
    beside_main: "Only beside a main wager.";
    own_limits: "Within its own limits.";
    first_two_cards: "By the first two cards.";
    nothing_hit: "Collected when nothing was hit.";
    check_first: "Not paid before the check for blackjack.";
    paid_against_blackjack: "Paid, but not to be added, against a blackjack.";
    paid_after_check: "Paid and asked about after the check.";
    paid_at_once: "Paid at once where nothing is to be checked.";
    cap: "Up to the whole proceeds may be added.";
    cap_split: "The raised wager is matched whole by a split.";
    cap_double: "A double may match it or be less.";
    cap_blackjack: "A blackjack may be raised as well.";

    cap_whole: "The raised wager is one wager.";

    // Our rulings where the text is silent.
    one_patron_a_box: "One patron a box.";
    exposed_in_first_deal: "A card exposed during the first deal is the next card.";
    hole_exposed_elsewhere: "The hole card exposed outside the check.";
    silence: "A patron who is silent or gone stands and adds nothing.";
    declines_second_card: "A patron who declines the missing second card.";
    foreign_card: "A card the shoe cannot hold.";
    claim_failed: "A claim on hidden cards that the cards do not bear out.";
    missed_insurance: "Insurance is paid by the card when the blackjack was missed.";
    aces_not_resplit: "Split aces are not split again unless the house posts it.";
    house_money_hidden: "Hidden hands with House Money are shown or wait.";
    no_double_on_split_aces: "Split aces are not doubled.";
    no_cards_left: "Neither shoe nor rack can give a card.";
    floor_rules: "The floor may void or award.";

    // Lists that repeat what other paragraphs decide.
    pushes_listed: "Every push of a hand's wager.";
    ties_push_listed: "Equal totals.";
    blackjacks_push_listed: "Two blackjacks.";
    blackjack_stands_against_21: "A 21 that the dealer draws takes nothing from a blackjack that was paid.";

    // The dealer's 22.
    dealer_22_pushes: "It pushes hands that are still in play.";
    dealer_22_spares_blackjack: "But not a blackjack.";
    dealer_hits_soft_17: "The dealer draws on a soft 17.";

    // Doubling on a lammer.
    no_free_double_on_blackjack: "Not with a blackjack.";
    free_double_offered: "On certain totals.";
    free_double_on_two_cards: "On two cards only.";
    free_double_after_split: "On the hands of a split pair too.";
    free_double_lammer: "A lammer is laid beside the wager.";
    free_double_card_up: "Its card comes up.";
    free_double_card_down: "Or down, on request.";
    free_double_card_turned: "And is turned at the end.";
    free_double_original_paid: "The hand's own wager is paid as ever.";
    free_double_wins: "The lammer is paid like the first wager.";
    free_double_pushes: "A push takes the lammer off.";
    free_double_loses: "So does a loss.";
    no_draw_after_free_double: "One card and no more.";
    paid_double: "Money doubles only what has no free double.";

    // Splitting on a lammer.
    free_split_offered: "Two cards of one value.";
    free_split_not_tens: "But not those that count ten.";
    free_split_lammer: "A lammer is laid for the new hand.";
    free_split_again: "And one for each further split.";
    free_split_limit: "Up to the limit of hands.";
    free_split_same_rules: "Split hands are played alike, free or not.";
    free_split_wins: "The lammer is paid like the first wager.";
    free_split_pushes: "A push takes the lammer off.";
    free_split_loses: "So does a loss.";
    paid_split: "Money splits only what has no free split.";
    aces_resplit: "Split aces may be split again.";
    original_stays: "A lost first wager stays while free hands are in play.";
    original_stays_listed: "The same, said again.";
    lammer_reference: "For it measures what their lammers are worth.";
    original_collected_last: "And is collected after them.";
    blackjack_missed_lammers: "Lammers beside a blackjack that was missed.";

    // Surrender.
    surrender_offered: "A hand may be given up.";
    surrender_after_check: "Once the dealer is known to have no blackjack.";
    surrender_before_play: "Before anybody plays.";
    surrender_half: "For half its wager.";

    // Bets for the dealers.
    dealer_bet: "A patron may bet for them.";
    dealer_bet_beside_own: "Before a wager of their own.";
    dealer_bet_first_hand: "On the first hand alone.";
    dealer_bet_surrendered: "Given up with its hand.";

    // What is posted at the table.
    played_as_blackjack: "The game is played as ordinary blackjack.";
    limits_posted: "Within the posted limits.";

    // Several patrons on a box.
    seated_decides: "Who sits at a box decides for it.";
    highest_bet_decides: "Where nobody sits, the highest bet does.";
    decider_calls: "Nobody else decides.";
    decider_gone: "When the decider leaves, the highest remaining bet decides.";
    balance_open_to_others: "Others may bet up to the maximum of the box.";
    box_full: "Up to their limit.";
    several_boxes: "A patron may bet on other boxes too.";
    box_maximum: "The maximum is that of a box.";
    seated_first: "The seated patron bets first.";
    under_minimum_asked: "A bet below the minimum is raised or withdrawn.";
    bets_closed: "The call that closes bets.";

    // Cards that a patron squeezes.
    squeeze_permitted: "The house may let a patron squeeze the cards of their box.";
    squeeze_back_up: "They come with their backs up.";
    squeeze_open: "One that came open all the same stands.";

    // Chips that were not noticed in time.
    pro_rata: "Bets over the maximum count in proportion.";
    pro_rata_floor: "But not below the minimum.";
    pro_rata_remainder: "What whole units leave over goes to the largest remainders.";
    below_minimum_exempt: "A bet below the minimum counts whole.";
    under_minimum_stands: "And stands where nobody noticed it.";
    chips_as_they_lie: "Chips count as they lie.";
    found_in_time: "What lay there must be found before the cards are dealt out.";
    bets_by_staff: "Staff may place them for a patron.";

    // Insurance and surrender where the dealer has one card.
    insurance_before_cards: "Before any further card.";
    insurance_own: "Each patron for themselves.";
    surrender_no_cards: "The hand has no more cards.";
    surrender_lost_to_pontoon: "The dealer's pontoon takes the whole bet.";
    surrender_by_decider: "For all who bet on the hand.";
    no_surrender_after_split: "Not after a split.";

    // Drawing, and a 21 that is paid immediately.
    must_draw_below_12: "Below twelve a hand draws.";
    may_stand: "From twelve it may stand.";
    no_draw_soft_21: "Neither a pontoon nor a soft 21 draws.";
    twenty_one_at_once: "A 21 is paid at once.";
    double_21_even: "A doubled one even.";
    twenty_one_not_noticed: "Or at the settlement, where it was overlooked.";
    pontoon_not_noticed: "So is a pontoon.";
    split_21_not_noticed: "And a 21 of a split hand.";

    // Splits and doubles that others follow, and doubles that are taken back.
    split_follow: "Others follow a split with a bet of their own.";
    split_decline_first_hand: "Or stay on the first hand.";
    split_no_pontoon: "Ace and picture of a split pair are no pontoon.";
    split_21_at_once: "A 21 of a split hand is paid at once.";
    split_over_21: "A split hand over 21 loses.";
    split_all_lost: "The dealer's pontoon takes all split bets.";
    double_follow: "Others follow a double.";
    double_decline_one_card: "Or not, and the hand has its one card all the same.";
    double_ace_value: "Aces of a doubled hand count one.";
    double_ace_one: "The two first cards of a double count so.";
    double_third_ace: "An ace drawn to it may count eleven.";
    double_rescue: "The double may be taken back.";
    double_rescue_lost: "Then the bet itself is lost.";
    double_over_21: "A doubled hand over 21 loses all.";
    double_even: "A doubled hand is paid even.";
    double_no_bonus: "And no special odds.";

    // The Super Bonus.
    super_bonus: "Three sevens of a suit against a seven.";
    super_bonus_split: "Not after a split.";

    // Patrons who walk away, interruptions, void rounds.
    walk_away: "The house draws for a patron who went away.";
    interruption: "Something stopped the game.";
    interruption_continues: "Play goes on where a bet was decided.";
    interruption_void: "Else the round is void.";
    void_causes: "What voids a round.";
    foreign_void: "A card of another pack.";
    count_void: "Cards too many or too few.";
    run_out_void: "No cards left.";
    unshuffled_void: "Cards that were not shuffled.";
    void_returns_all: "Every bet goes back.";
    seen_before_bets: "What anybody has seen opens no round.";
    reaches_back: "The last round is within reach until the first bet of the next.";
    previous_rounds_stand: "A finished round stands.";
    later_rounds_untouched: "And its error touches no later one.";

    // Choices of all patrons after an error in the cards.
    error_options: "After an error everybody chooses.";
    continue_as_is: "To go on with the cards as they lie.";
    continue_reconstructed: "Or as they were put right.";
    bet_returned: "Or to have the bet back.";
    accept_further: "Who goes on accepts what follows.";
    house_reconstructs: "The house puts the cards right.";
    interim_settlement: "A settlement after the first deal and before further cards.";
    final_settlement: "A settlement among further cards.";
    house_discretion: "Or says that it cannot.";
    not_reconstructed: "Some errors are never put right.";
    not_after_settlement: "None after a settlement.";
    cards_without_bet: "Cards without a bet are discarded.";
    face_up_is_next: "A card face up in the shoe is the next one.";
    drawn_together: "Of cards drawn together a patron picks.";
    drawn_together_dealer: "The dealer's are discarded.";
    drawn_together_error: "And everybody chooses as after an error.";

    // Side bets without a supporting bet, or overlooked.
    side_bet_without_initial: "A side bet without a bet beside it goes back.";
    side_bets_settled_late: "Side bets passed over are settled soon.";
    dealer_second_later: "The dealer's second card comes after all decisions.";

    // What a document does not cover.
    unforeseen: "Something stops the play of which nothing is said: the floor decides.";
    looked_at: "A person saw a card that lies face down.";
    dealt_face_down: "A card that comes face down and should not is turned before it counts.";
    stays_face_down: "One that joins cards which lie face down stays so.";
    turned_early: "A card turned before its time lies open from then on.";
    drawn_at_once: "Cards drawn together are used in the order in which they are told.";
    dealer_twice: "A card to the dealer, where no box has one of that turn yet, is drawn in error.";
    check_untimely: "The device answers when it was not to be asked.";
    overdraw_late: "A card that the dealer drew too many, seen when the next round is open.";
    blackjack_shown: "A hole card shown early that makes a blackjack.";
    double_without_card: "A double whose card never came goes back.";
    dead_double: "So does the double of a dead hand.";
}
