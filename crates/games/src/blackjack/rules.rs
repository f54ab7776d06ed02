//! The paragraphs of Ohio's blackjack that code applies, by what they say.
//!
//! A letter after a colon names one point of a paragraph that makes several demands. `RULING-` ids are
//! decisions of ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use crate::common::rules;
use engine::Rule;

rules! {
    // What words mean.
    /// A patron's blackjack is his first two cards.
    BLACKJACK_OF_PATRON = "OH-BJ-1.II:a";
    /// So is the dealer's.
    BLACKJACK_OF_DEALER = "OH-BJ-1.II:b";
    /// A total without an ace at eleven.
    HARD_TOTAL = "OH-BJ-1.V";
    /// A total with one.
    SOFT_TOTAL = "OH-BJ-1.VI";

    // What the layout promises.
    /// Blackjack's odds.
    POSTED_BLACKJACK = "OH-BJ-2.I.C";
    /// When the dealer draws and stands.
    POSTED_DRAWING = "OH-BJ-2.I.D:a";
    /// And where he does otherwise.
    POSTED_EXCEPTION = "OH-BJ-2.I.D:b";
    /// Insurance's odds.
    POSTED_INSURANCE = "OH-BJ-2.I.E";

    // Values of cards.
    /// Every card has its value.
    CARD_VALUES = "OH-BJ-3.II";
    /// Two to ten count their number.
    NUMBER_CARDS = "OH-BJ-3.II.A";
    /// Pictures count ten.
    PICTURES = "OH-BJ-3.II.B";
    /// An ace counts eleven.
    ACE_ELEVEN = "OH-BJ-3.II.C:a";
    /// An ace counts one where eleven would pass 21.
    ACE_ONE = "OH-BJ-3.II.C:b";

    // Wagers and who wins.
    /// Wagers are made before the first card.
    WAGER_BEFORE_DEAL = "OH-BJ-4.I";
    /// Whoever meets no condition for winning loses.
    LOWER_LOSES = "OH-BJ-4.II:a";
    /// A hand over 21 can meet none of them.
    OVER_21_LOSES = "OH-BJ-4.II:b";
    /// The dealer passed 21.
    DEALER_OVER_21 = "OH-BJ-4.II.A";
    /// The higher total.
    HIGHER_WINS = "OH-BJ-4.II.B";
    /// Blackjack beats a 21 of more cards.
    BLACKJACK_BEATS_21 = "OH-BJ-4.II.C";
    /// Equal totals.
    TIE_PUSHES = "OH-BJ-4.III:a";
    /// The dealer's blackjack beats any other 21.
    DEALER_BLACKJACK_BEATS_21 = "OH-BJ-4.III:b";
    /// Nothing is bet or raised after the first card.
    NO_LATE_WAGER = "OH-BJ-4.IV:a";
    /// Nothing is withdrawn after the first card.
    NO_WITHDRAWAL = "OH-BJ-4.IV:b";
    /// Settlement runs from the dealer's right.
    SETTLE_FROM_RIGHT = "OH-BJ-4.V";
    /// Even odds.
    EVEN_ODDS = "OH-BJ-4.VI:a";
    /// Blackjack's own odds.
    BLACKJACK_ODDS = "OH-BJ-4.VI:b";
    /// Hands off the wager.
    WAGER_UNTOUCHED = "OH-BJ-4.VII";
    /// Hands off the later wagers too.
    LATER_WAGER_UNTOUCHED = "OH-BJ-4.VIII";
    /// Whoever sat out waits.
    SAT_OUT_WAITS = "OH-BJ-4.IX";
    /// Until the casino lets him.
    CASINO_ADMITS = "OH-BJ-4.IX.A";
    /// Or until the shuffle.
    SHUFFLE_ADMITS = "OH-BJ-4.IX.B";

    // Shuffle and cut.
    /// Before play.
    SHUFFLE_BEFORE_PLAY = "OH-BJ-6.I:a";
    /// When a floor person says so.
    SHUFFLE_BY_FLOOR = "OH-BJ-6.I:b";
    /// After each shoe.
    SHUFFLE_AFTER_SHOE = "OH-BJ-6.I:c";
    /// The players are offered the cut.
    CUT_OFFERED = "OH-BJ-6.II";
    /// The dealer cuts when nobody else will.
    DEALER_CUTS_LAST = "OH-BJ-6.III";
    /// Ten cards from either end.
    CUT_DEPTH = "OH-BJ-6.IV";
    /// What lay above the cut goes to the bottom.
    CUT_TO_BOTTOM = "OH-BJ-6.V:a";
    /// The cutting card marks the last round.
    CUT_CARD_PLACED = "OH-BJ-6.V:c";
    /// The floor may have the cards cut again.
    CUT_AGAIN = "OH-BJ-6.VI";
    /// Past the cutting card the shoe is done.
    RESHUFFLE_AT_CUT_CARD = "OH-BJ-6.VII:a";
    /// Only a floor person calls for it earlier.
    FLOOR_CALLS_RESHUFFLE = "OH-BJ-6.VII:b";

    /// Cards of an idle table may be spread.
    IDLE_SPREAD = "OH-BJ-6.VIII";
    /// Then they are shuffled and cut.
    IDLE_SHUFFLED = "OH-BJ-6.VIII.A:b";
    /// Or the batch in the shuffler comes into play.
    IDLE_OTHER_BATCH = "OH-BJ-6.VIII.B:b";
    /// Which a patron may have shuffled once more.
    IDLE_REQUEST = "OH-BJ-6.VIII.B:c";

    // Dealing.
    /// From a shoe.
    FROM_SHOE = "OH-BJ-7.I";
    /// The first card of a new batch is discarded.
    BURN_NEW_BATCH = "OH-BJ-7.II:a";
    /// So is one for a new dealer.
    BURN_NEW_DEALER = "OH-BJ-7.II:b";
    /// From the dealer's left.
    DEAL_FROM_LEFT = "OH-BJ-7.III";
    /// First card up to each box with a wager.
    FIRST_CARD = "OH-BJ-7.III.A";
    /// The dealer's first card.
    DEALER_FIRST = "OH-BJ-7.III.B";
    /// Second card up.
    SECOND_CARD = "OH-BJ-7.III.C";
    /// The dealer's second card stays down.
    DEALER_SECOND = "OH-BJ-7.III.D:a";
    /// Then the first is shown.
    DEALER_FIRST_SHOWN = "OH-BJ-7.III.D:b";
    /// The device looks for a blackjack before anyone draws.
    PEEK = "OH-BJ-7.IV:a";
    /// And nobody sees the card.
    PEEK_UNSEEN = "OH-BJ-7.IV:b";
    /// Each player is asked, from the dealer's left.
    ASK_FROM_LEFT = "OH-BJ-7.V";
    /// Further cards come face up.
    FURTHER_CARDS_UP = "OH-BJ-7.VI:a";
    /// The new total is announced.
    ANNOUNCE_TOTAL = "OH-BJ-7.VI:b";
    /// A double's card may be asked for face down.
    DOUBLE_FACE_DOWN = "OH-BJ-7.VI:c";
    /// The hole card is turned after all decisions.
    TURN_HOLE = "OH-BJ-7.VII:a";
    /// The dealer's further cards come face up.
    DEALER_CARDS_UP = "OH-BJ-7.VII:b";
    /// The cards are picked up in order.
    COLLECT_CARDS = "OH-BJ-7.VIII";
    /// A round in which the cutting card comes out is finished.
    CUT_CARD_REACHED = "OH-BJ-7.IX";
    /// Then the cards are collected.
    LAST_ROUND_COLLECTED = "OH-BJ-7.IX.A";
    /// The rest of the shoe goes to the rack.
    REST_TO_RACK = "OH-BJ-7.IX.B";
    /// And all is shuffled.
    SHUFFLE_ALL = "OH-BJ-7.IX.C";
    /// Patrons keep their hands off the cards.
    CARDS_UNTOUCHED = "OH-BJ-7.X";
    /// Announced totals bind nobody.
    OWN_COUNT = "OH-BJ-7.XI";

    // Blackjack and insurance.
    /// Paid at once against a two to nine.
    BLACKJACK_AT_ONCE = "OH-BJ-8.I";
    /// Announced but unpaid until the dealer's hole card is checked.
    BLACKJACK_WAITS = "OH-BJ-8.II:a";
    /// Paid before any third card once it is checked.
    BLACKJACK_AFTER_PEEK = "OH-BJ-8.II:b";
    /// Two blackjacks push.
    BLACKJACKS_PUSH = "OH-BJ-8.II:c";
    /// Insurance against an ace.
    INSURANCE_OFFERED = "OH-BJ-9.I:a";
    /// It wins on a ten-valued hole card.
    INSURANCE_WINS = "OH-BJ-9.I:b";
    /// It loses on any other.
    INSURANCE_LOSES = "OH-BJ-9.I:c";
    /// Not with a blackjack.
    NO_INSURANCE_ON_BLACKJACK = "OH-BJ-9.II:a";
    /// Even money instead.
    EVEN_MONEY = "OH-BJ-9.II:b";
    /// And the hand is over.
    EVEN_MONEY_ENDS_HAND = "OH-BJ-9.II:c";
    /// At most half the wager.
    INSURANCE_HALF = "OH-BJ-9.III:a";
    /// Or the next unit in chips.
    INSURANCE_NEXT_UNIT = "OH-BJ-9.III:b";
    /// Before the device is used.
    INSURANCE_BEFORE_PEEK = "OH-BJ-9.III:c";
    /// Two to one.
    INSURANCE_ODDS = "OH-BJ-9.IV";
    /// Collected right after the check.
    INSURANCE_COLLECTED = "OH-BJ-9.V";

    // Doubling.
    /// Not with a blackjack.
    NO_DOUBLE_ON_BLACKJACK = "OH-BJ-10.I:a";
    /// Up to the wager.
    DOUBLE_UP_TO_WAGER = "OH-BJ-10.I:b";
    /// On two cards only.
    DOUBLE_ON_TWO_CARDS = "OH-BJ-10.I:c";
    /// One card and no more.
    DOUBLE_ONE_CARD = "OH-BJ-10.I:d";
    /// The hands of a split pair too.
    DOUBLE_AFTER_SPLIT = "OH-BJ-10.I:e";
    /// A dealer's blackjack leaves the double alone.
    DOUBLE_BACK = "OH-BJ-10.II";
    /// The one card comes up, sideways.
    DOUBLE_CARD_UP = "OH-BJ-10.III:a";
    /// Or down, on request.
    DOUBLE_CARD_DOWN = "OH-BJ-10.III:b";
    /// And is turned at the end.
    DOUBLE_CARD_TURNED = "OH-BJ-10.III:c";
    /// Posted limits on single and double deck.
    POSTED_DOUBLES = "OH-BJ-10.IV:a";

    // Splitting.
    /// Cards of one value.
    SPLIT_EQUAL_VALUE = "OH-BJ-11.I:a";
    /// With an equal wager.
    SPLIT_EQUAL_WAGER = "OH-BJ-11.I:b";
    /// One hand after the other.
    SPLIT_HANDS_IN_TURN = "OH-BJ-11.II";
    /// Each is played.
    SPLIT_HAND_PLAYED = "OH-BJ-11.III";
    /// Up to four hands.
    SPLIT_AGAIN = "OH-BJ-11.III.A:a";
    /// And no more.
    SPLIT_LIMIT = "OH-BJ-11.III.A:b";
    /// One card for an ace.
    SPLIT_ACES_ONE_CARD = "OH-BJ-11.III.B";
    /// A dealer's blackjack leaves the split wagers alone.
    SPLIT_BACK = "OH-BJ-11.IV";
    /// Posted limits on single and double deck.
    POSTED_SPLITS = "OH-BJ-11.V:a";

    // Drawing.
    /// Below 21 a player may draw.
    MAY_DRAW = "OH-BJ-12.I";
    /// At 21 he may not.
    NO_DRAW_AT_21 = "OH-BJ-12.I.A";
    /// A doubled hand has one card.
    NO_DRAW_AFTER_DOUBLE = "OH-BJ-12.I.B";
    /// A split ace has one card.
    NO_DRAW_ON_SPLIT_ACE = "OH-BJ-12.I.C";
    /// The dealer draws to hard 17 and soft 18.
    DEALER_DRAWS = "OH-BJ-12.II:a";
    /// Or stands on any 17.
    DEALER_STANDS_SOFT_17 = "OH-BJ-12.II:b";
    /// Nothing depends on the dealer's hand.
    DEALER_DRAWS_NOTHING = "OH-BJ-12.III";

    // Several boxes.
    /// As many adjacent boxes as the casino allows.
    ADJACENT_BOXES = "OH-BJ-13.I";
    /// With a minimum of their own.
    SEVERAL_BOXES_MINIMUM = "OH-BJ-13.II";

    // From the hand.
    /// Pitched, and the players hold their cards.
    PITCHED = "OH-BJ-14.I.A";
    /// One or two decks from a shoe.
    FEW_DECKS_FROM_SHOE = "OH-BJ-14.I.B";
    /// One card is discarded before each round.
    PITCH_BURN = "OH-BJ-14.IV:a";
    /// Then it is dealt from the left.
    PITCH_FROM_LEFT = "OH-BJ-14.IV:b";
    /// First card down.
    PITCH_FIRST = "OH-BJ-14.IV.A";
    /// The dealer's first card up.
    PITCH_DEALER_FIRST = "OH-BJ-14.IV.B";
    /// Second card down.
    PITCH_SECOND = "OH-BJ-14.IV.C";
    /// The dealer's second card down.
    PITCH_DEALER_SECOND = "OH-BJ-14.IV.D";
    /// Each player looks at his own cards.
    PITCH_EXAMINE = "OH-BJ-14.V:a";
    /// Each decides, from the dealer's left.
    PITCH_ASK = "OH-BJ-14.V.A";
    /// To double or split he turns his cards over.
    PITCH_TURN_TO_DOUBLE = "OH-BJ-14.V.A(1)";
    /// Over 21 he gives his hand up at once.
    PITCH_OVER_21 = "OH-BJ-14.V.A(2)";
    /// Further cards come face up.
    PITCH_FURTHER_UP = "OH-BJ-14.V.A(3)";
    /// Then the hole card is turned.
    PITCH_TURN_HOLE = "OH-BJ-14.VI";
    /// At the end every hand is turned.
    PITCH_TURN_HANDS = "OH-BJ-14.VII";

    // Irregularities.
    /// A card face up in the shoe is discarded.
    FACE_UP_IN_SHOE = "OH-BJ-15.I";
    /// An unexposed card is the next card.
    DRAWN_UNEXPOSED = "OH-BJ-15.II";
    /// An exposed one is offered on.
    DRAWN_EXPOSED = "OH-BJ-15.III:a";
    /// Who refuses it draws no more.
    REFUSED_CARD = "OH-BJ-15.III:b";
    /// What nobody can use is discarded.
    EXPOSED_UNUSED = "OH-BJ-15.III:c";
    /// The dealer drew on a standing hand.
    DEALER_OVERDREW = "OH-BJ-15.IV";
    /// The dealer forgot himself.
    DEALER_MISSED = "OH-BJ-15.V";
    /// The shoe ran out: discards are shuffled.
    RAN_OUT = "OH-BJ-15.VI:a";
    /// One of them is discarded again.
    RAN_OUT_BURN = "OH-BJ-15.VI:b";
    /// After the round all cards are shuffled.
    RAN_OUT_RESHUFFLE = "OH-BJ-15.VI:c";
    /// No card at all: the hand is dead.
    NO_CARDS = "OH-BJ-15.VII:a";
    /// One card: the patron may have the second.
    ONE_CARD = "OH-BJ-15.VII:b";
    /// A card asked for and not dealt: late.
    LATE_CARD = "OH-BJ-15.VIII:a";
    /// Or the hand is dead.
    NOT_DEALT_DEAD = "OH-BJ-15.VIII:b";
    /// Something went wrong with the check.
    CHECK_WENT_WRONG = "OH-BJ-15.IX";
    /// The hole card was shown without a blackjack.
    HOLE_EXPOSED = "OH-BJ-15.IX.A:a";
    /// The floor is told.
    HOLE_EXPOSED_FLOOR = "OH-BJ-15.IX.A:b";
    /// The dealer's blackjack went unnoticed.
    BLACKJACK_MISSED = "OH-BJ-15.IX.B:a";
    /// Doubles and splits stay with the patrons.
    BLACKJACK_MISSED_EXTRAS = "OH-BJ-15.IX.B:b";
    /// The floor is told.
    BLACKJACK_MISSED_FLOOR = "OH-BJ-15.IX.B:c";

    // House Money.
    /// The hands that win.
    HOUSE_MONEY_HANDS = "OH-BJ-16.I.A";
    /// Ace and king of a suit.
    ACE_KING_SUITED = "OH-BJ-16.I.A(1)";
    /// Neighbours of a suit.
    STRAIGHT_FLUSH = "OH-BJ-16.I.A(2)";
    /// Two of a rank.
    PAIR = "OH-BJ-16.I.A(3)";
    /// Neighbours.
    STRAIGHT = "OH-BJ-16.I.A(4)";
    /// The proceeds are collected or played.
    PROCEEDS = "OH-BJ-16.I.B";
    /// Only beside a main wager.
    BESIDE_MAIN = "OH-BJ-16.II.A:a";
    /// Within its own limits.
    OWN_LIMITS = "OH-BJ-16.II.A:b";
    /// By the first two cards.
    FIRST_TWO_CARDS = "OH-BJ-16.II.B";
    /// The line of the pay table for two decks and more.
    TWO_DECKS_ACE_KING_SUITED = "OH-BJ-16.II.C(1)/T1:ace-king-suited";
    /// The line of the pay table for two decks and more.
    TWO_DECKS_STRAIGHT_FLUSH = "OH-BJ-16.II.C(1)/T1:straight-flush";
    /// The line of the pay table for two decks and more.
    TWO_DECKS_PAIR = "OH-BJ-16.II.C(1)/T1:pair";
    /// The line of the pay table for two decks and more.
    TWO_DECKS_STRAIGHT = "OH-BJ-16.II.C(1)/T1:straight";
    /// The line of the pay table for one deck.
    ONE_DECK_ACE_KING_SUITED = "OH-BJ-16.II.C(2)/T1:ace-king-suited";
    /// The line of the pay table for one deck.
    ONE_DECK_STRAIGHT_FLUSH = "OH-BJ-16.II.C(2)/T1:straight-flush";
    /// The line of the pay table for one deck.
    ONE_DECK_PAIR = "OH-BJ-16.II.C(2)/T1:pair";
    /// The line of the pay table for one deck.
    ONE_DECK_STRAIGHT = "OH-BJ-16.II.C(2)/T1:straight";
    /// Collected when nothing was hit.
    NOTHING_HIT = "OH-BJ-16.II.D";
    /// Not paid before the check for blackjack.
    CHECK_FIRST = "OH-BJ-16.II.E";
    /// Paid, but not to be added, against a blackjack.
    PAID_AGAINST_BLACKJACK = "OH-BJ-16.II.E(1)";
    /// Paid and asked about after the check.
    PAID_AFTER_CHECK = "OH-BJ-16.II.E(2)";
    /// Paid at once where nothing is to be checked.
    PAID_AT_ONCE = "OH-BJ-16.II.F";
    /// Up to the whole proceeds may be added.
    CAP = "OH-BJ-16.II.G:a";
    /// The raised wager is matched whole by a split.
    CAP_SPLIT = "OH-BJ-16.II.G:b";
    /// A double may match it or be less.
    CAP_DOUBLE = "OH-BJ-16.II.G:c";
    /// A blackjack may be raised as well.
    CAP_BLACKJACK = "OH-BJ-16.II.G:d";

    /// The raised wager is one wager.
    CAP_WHOLE = "OH-BJ-16.II.G:e";

    // Our rulings, where the text is silent.
    /// One patron a box.
    ONE_PATRON_A_BOX = "RULING-BJ-1";
    /// A card exposed during the first deal is the next card.
    EXPOSED_IN_FIRST_DEAL = "RULING-BJ-2";
    /// The hole card exposed outside the check.
    HOLE_EXPOSED_ELSEWHERE = "RULING-BJ-3";
    /// A patron who is silent or gone stands and adds nothing.
    SILENCE = "RULING-BJ-4";
    /// A patron who declines the missing second card.
    DECLINES_SECOND_CARD = "RULING-BJ-5";
    /// A card the shoe cannot hold.
    FOREIGN_CARD = "RULING-BJ-6";
    /// A claim on hidden cards that the cards do not bear out.
    CLAIM_FAILED = "RULING-BJ-7";
    /// Insurance is paid by the card when the blackjack was missed.
    MISSED_INSURANCE = "RULING-BJ-8";
    /// Split aces are not split again unless the house posts it.
    ACES_NOT_RESPLIT = "RULING-BJ-9";
    /// Hidden hands with House Money are shown or wait.
    HOUSE_MONEY_HIDDEN = "RULING-BJ-10";
    /// Split aces are not doubled.
    NO_DOUBLE_ON_SPLIT_ACES = "RULING-BJ-11";
    /// Neither shoe nor rack can give a card.
    NO_CARDS_LEFT = "RULING-BJ-12";
    /// The floor may void or award.
    FLOOR_RULES = "RULING-BJ-13";
}
