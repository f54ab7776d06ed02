//! The paragraphs of Ohio's Ultimate Texas Hold 'Em that code applies, by what they say.
//!
//! A word after a colon names one point of a paragraph that makes several demands, or one line of a pay
//! table. The progressive wager is completed by the rules of the linked jackpot (`OH-MLP`). `RULING-` ids are
//! decisions of ours where the text is silent; `docs/rulings.md` gives the readings and the reasons.

use crate::common::rules;
use engine::Rule;

rules! {
    // What words mean.
    /// A burnt card is seen by nobody.
    BURN_UNSEEN = "OH-UTH-1.I.C";
    /// A hand is the best five of seven cards.
    BEST_FIVE = "OH-UTH-1.I.H";
    /// Trips needs three of a kind.
    TRIPS_NEEDS_THREE = "OH-UTH-1.I.L";

    // What the layout promises.
    /// The ante ties when the dealer is below a pair.
    POSTED_ANTE_TIE = "OH-UTH-2.II.E";
    /// The blind is paid to a higher hand only.
    POSTED_BLIND = "OH-UTH-2.II.F.2";
    /// When the shuffler fails the cards are shuffled by hand.
    JAM_BY_HAND = "OH-UTH-2.VIII.D:b";

    // Shuffle and cut.
    /// Before play begins.
    SHUFFLE_BEFORE_PLAY = "OH-UTH-4.I:a";
    /// And after every round.
    SHUFFLE_AFTER_ROUND = "OH-UTH-4.I:b";
    /// A wrong count has the device run once more.
    COUNT_AGAIN = "OH-UTH-4.II:a";
    /// A second wrong count has a supervisor look through the deck.
    SUPERVISOR_LOOKS = "OH-UTH-4.II:b";
    /// What follows hangs on how the deck was shuffled.
    AFTER_SHUFFLE = "OH-UTH-4.III";
    /// After the device nobody cuts.
    NO_CUT_AFTER_DEVICE = "OH-UTH-4.III.A";
    /// After a shuffle by hand there is a cut.
    CUT_AFTER_HAND = "OH-UTH-4.III.B";
    /// The dealer cuts.
    DEALER_CUTS = "OH-UTH-4.IV";
    /// At least ten cards deep.
    CUT_DEPTH = "OH-UTH-4.IV.A.2";
    /// What was cut off goes below the rest.
    CUT_TO_BOTTOM = "OH-UTH-4.IV.A.3";
    /// After the cut the cards are dealt.
    DEAL_AFTER_CUT = "OH-UTH-4.IV.B";
    /// The floor may have the cards cut again.
    CUT_AGAIN = "OH-UTH-4.V";
    /// Cards of an idle table are spread.
    IDLE_SPREAD = "OH-UTH-4.VI:a";

    // How hands rank.
    /// From the ace down to the two.
    ACE_HIGH = "OH-UTH-5.I:a";
    /// The ace is low in a run to the five.
    ACE_LOW = "OH-UTH-5.I:b";
    /// The higher kind of hand is higher.
    CATEGORIES = "OH-UTH-5.II";
    /// Ace to ten of one suit.
    ROYAL_FLUSH = "OH-UTH-5.II.A";
    /// A run of one suit.
    STRAIGHT_FLUSH = "OH-UTH-5.II.B";
    /// Four of one rank.
    FOUR_OF_A_KIND = "OH-UTH-5.II.C";
    /// Three of one rank and two of another.
    FULL_HOUSE = "OH-UTH-5.II.D";
    /// Five of one suit.
    FLUSH = "OH-UTH-5.II.E";
    /// A run.
    STRAIGHT = "OH-UTH-5.II.F";
    /// Three of one rank.
    THREE_OF_A_KIND = "OH-UTH-5.II.G";
    /// Two pairs.
    TWO_PAIRS = "OH-UTH-5.II.H";
    /// One pair.
    ONE_PAIR = "OH-UTH-5.II.I";
    /// Within one kind the cards decide.
    HIGHER_CARD = "OH-UTH-5.III:a";
    /// Equal in all five cards.
    SAME_RANK = "OH-UTH-5.III:b";

    // Wagers.
    /// Chips lie on the layout; what is only called is none.
    NO_VERBAL_WAGER = "OH-UTH-6.I";
    /// Wagers are made before the deal.
    WAGER_BEFORE_DEAL = "OH-UTH-6.II:a";
    /// None is made or raised later.
    NO_LATE_WAGER = "OH-UTH-6.II:b";
    /// None is withdrawn later.
    NO_WITHDRAWAL = "OH-UTH-6.II:c";
    /// Nobody plays without ante and blind.
    ANTE_AND_BLIND = "OH-UTH-6.III:a";
    /// The two are equal.
    ANTE_EQUALS_BLIND = "OH-UTH-6.III:b";
    /// Trips may lie beside them.
    TRIPS_BESIDE = "OH-UTH-6.IV:a";
    /// Trips goes by the hand alone.
    TRIPS_ALONE_COUNTS = "OH-UTH-6.IV:b";
    /// The play wager has its own moments.
    PLAY_IN_TURN = "OH-UTH-6.V";
    /// A place belongs to whoever sits there.
    SEATED_ONLY = "OH-UTH-6.VI:a";
    /// Whoever has cards stays.
    STAY_SEATED = "OH-UTH-6.VI:b";
    /// One place for each patron.
    ONE_BOX = "OH-UTH-6.VII";

    // Dealing from the hand.
    /// This table deals from the hand.
    FROM_HAND = "OH-UTH-7.I";
    /// Each card is laid with its back up.
    BACK_UP = "OH-UTH-7.I.B";
    /// Round the table from the dealer's left.
    DEAL_FROM_LEFT = "OH-UTH-7.II";
    /// One card to each patron.
    FIRST_CARD = "OH-UTH-7.II.A";
    /// One to the dealer.
    DEALER_FIRST = "OH-UTH-7.II.B";
    /// A second to each patron.
    SECOND_CARD = "OH-UTH-7.II.C";
    /// A second to the dealer.
    DEALER_SECOND = "OH-UTH-7.II.D";
    /// The stub goes to the rack.
    STUB_FROM_HAND = "OH-UTH-7.III";
    /// A wrong number of cards in a hand.
    HAND_WRONG_COUNT = "OH-UTH-7.IV:a";
    /// A wrong number of cards in the deck.
    HAND_WRONG_DECK = "OH-UTH-7.IV:b";

    // Dealing from a shoe.
    /// This table deals from a shoe.
    FROM_SHOE = "OH-UTH-8.I";
    /// Two cards to the first patron.
    STACK_FIRST = "OH-UTH-8.II:a";
    /// Two to each of the others.
    STACK_OTHERS = "OH-UTH-8.II:b";
    /// Two to the dealer.
    STACK_DEALER = "OH-UTH-8.II:c";
    /// The stub goes to the rack.
    STUB_FROM_SHOE = "OH-UTH-8.III:c";
    /// A wrong number of cards in a hand.
    SHOE_WRONG_COUNT = "OH-UTH-8.IV:a";
    /// A wrong number of cards in the deck.
    SHOE_WRONG_DECK = "OH-UTH-8.IV:b";

    // The round.
    /// Each patron looks at his own two cards.
    EXAMINE = "OH-UTH-9.I:a";
    /// Before the flop everybody is asked.
    ASK_BEFORE_FLOP = "OH-UTH-9.I:b";
    /// Three or four times the ante.
    THREE_OR_FOUR = "OH-UTH-9.I:c";
    /// The play wager before the flop.
    PLAY_BEFORE_FLOP = "OH-UTH-9.I.A";
    /// The check before the flop.
    CHECK_BEFORE_FLOP = "OH-UTH-9.I.B";
    /// A card is burnt before the flop.
    BURN_BEFORE_FLOP = "OH-UTH-9.II:a";
    /// The flop.
    FLOP = "OH-UTH-9.II:b";
    /// After the flop those who have not played are asked.
    ASK_AFTER_FLOP = "OH-UTH-9.III:a";
    /// Twice the ante.
    TWICE = "OH-UTH-9.III:b";
    /// The play wager after the flop.
    PLAY_AFTER_FLOP = "OH-UTH-9.III.A";
    /// The check after the flop.
    CHECK_AFTER_FLOP = "OH-UTH-9.III.B";
    /// A card is burnt before the last two.
    BURN_BEFORE_LAST = "OH-UTH-9.IV:a";
    /// The last two cards.
    LAST_TWO = "OH-UTH-9.IV:b";
    /// Then the stub is done with.
    STUB = "OH-UTH-9.V:a";
    /// Those who have not played are asked for the last time.
    ASK_AT_LAST = "OH-UTH-9.V:b";
    /// Once the ante, or fold.
    PLAY_OR_FOLD = "OH-UTH-9.V:c";
    /// The play wager at the last.
    PLAY_AT_LAST = "OH-UTH-9.V.A";
    /// A fold loses ante and blind.
    FOLD_LOSES = "OH-UTH-9.V.B";
    /// Folded cards wait under a trips wager.
    FOLD_KEEPS_TRIPS = "OH-UTH-9.V.B.1:a";
    /// Which is settled at the end.
    FOLDED_TRIPS = "OH-UTH-9.V.B.1:b";
    /// Without one they are collected.
    FOLD_COLLECTED = "OH-UTH-9.V.B.2";
    /// The dealer turns his cards.
    DEALER_TURNS = "OH-UTH-9.VI:a";
    /// And announces his hand.
    DEALER_ANNOUNCES = "OH-UTH-9.VI:b";
    /// Below a pair the ante goes back.
    BELOW_PAIR_ANTE = "OH-UTH-9.VII:a";
    /// From the dealer's right.
    BELOW_PAIR_ORDER = "OH-UTH-9.VII:b";
    /// The rest goes as against any hand.
    BELOW_PAIR_REST = "OH-UTH-9.VII:c";
    /// From the dealer's right.
    PAIR_ORDER = "OH-UTH-9.VIII:a";
    /// A patron's cards are turned.
    PATRON_TURNS = "OH-UTH-9.VIII:b";
    /// And his hand announced.
    PATRON_ANNOUNCED = "OH-UTH-9.VIII:c";
    /// One patron is done before the next begins.
    ONE_AT_A_TIME = "OH-UTH-9.VIII:d";
    /// The lower hand loses.
    LOWER_LOSES = "OH-UTH-9.VIII.A";
    /// The higher hand wins.
    HIGHER_WINS = "OH-UTH-9.VIII.B:a";
    /// But no blind below a straight.
    BLIND_NEEDS_STRAIGHT = "OH-UTH-9.VIII.B:b";
    /// Equal hands.
    TIE = "OH-UTH-9.VIII.C";
    /// Trips comes after the other three.
    TRIPS_AFTER_REST = "OH-UTH-9.VIII.D:a";
    /// And is paid whatever became of them.
    TRIPS_REGARDLESS = "OH-UTH-9.VIII.D:b";
    /// The rest of the cards is picked up.
    PICKED_UP = "OH-UTH-9.VIII.D.1";

    // Odds.
    /// The ante pays even.
    ANTE_EVEN = "OH-UTH-10.II:a";
    /// The play wager pays even.
    PLAY_EVEN = "OH-UTH-10.II:b";
    /// The blind pays by its table.
    BLIND_PAID = "OH-UTH-10.III:a";
    /// 500 to 1.
    BLIND_ROYAL_FLUSH = "OH-UTH-10.III/T1:royal-flush";
    /// 50 to 1.
    BLIND_STRAIGHT_FLUSH = "OH-UTH-10.III/T1:straight-flush";
    /// 10 to 1.
    BLIND_FOUR_OF_A_KIND = "OH-UTH-10.III/T1:four-of-a-kind";
    /// 3 to 1.
    BLIND_FULL_HOUSE = "OH-UTH-10.III/T1:full-house";
    /// 3 to 2.
    BLIND_FLUSH = "OH-UTH-10.III/T1:flush";
    /// 1 to 1.
    BLIND_STRAIGHT = "OH-UTH-10.III/T1:straight";
    /// The blind goes back.
    BLIND_PUSHES = "OH-UTH-10.III/T1:less-than-straight";
    /// 50 to 1.
    TRIPS_ROYAL_FLUSH = "OH-UTH-10.IV/T1:royal-flush";
    /// 40 to 1.
    TRIPS_STRAIGHT_FLUSH = "OH-UTH-10.IV/T1:straight-flush";
    /// 30 to 1.
    TRIPS_FOUR_OF_A_KIND = "OH-UTH-10.IV/T1:four-of-a-kind";
    /// 8 to 1.
    TRIPS_FULL_HOUSE = "OH-UTH-10.IV/T1:full-house";
    /// 7 to 1.
    TRIPS_FLUSH = "OH-UTH-10.IV/T1:flush";
    /// 4 to 1.
    TRIPS_STRAIGHT = "OH-UTH-10.IV/T1:straight";
    /// 3 to 1.
    TRIPS_THREE_OF_A_KIND = "OH-UTH-10.IV/T1:three-of-a-kind";
    /// A hand wins no more than this.
    CAP_FIFTY_THOUSAND = "OH-UTH-10.V:a";
    /// Or no more than the smallest wagers could win.
    CAP_MINIMUM_ROUND = "OH-UTH-10.V:b";

    // Irregularities.
    /// A dealer's card seen too early voids all hands.
    DEALER_EXPOSED = "OH-UTH-11.I:a";
    /// The board is dealt for the side wagers.
    BOARD_FOR_TRIPS = "OH-UTH-11.I:b";
    /// And they are settled.
    VOID_TRIPS = "OH-UTH-11.I:c";
    /// A stray card that nobody saw is the next one.
    USED_AS_NEXT = "OH-UTH-11.II";
    /// A wrong number of cards voids the round.
    WRONG_COUNT = "OH-UTH-11.III:a";
    /// And has the cards shuffled.
    RESHUFFLE_WRONG_COUNT = "OH-UTH-11.III:b";
    /// The shuffler jammed.
    SHUFFLER_JAM = "OH-UTH-11.IV";
    /// The dealing shoe jammed, and the round is void.
    SHOE_JAM = "OH-UTH-11.V:a";
    /// And all cards are shuffled.
    RESHUFFLE_SHOE_JAM = "OH-UTH-11.V:b";

    // The progressive wager.
    /// It may be placed too.
    PROGRESSIVE_BESIDE = "OH-UTH-12.1.I:a";
    /// Once ante and blind lie there.
    PROGRESSIVE_AFTER = "OH-UTH-12.1.I:b";
    /// One dollar.
    PROGRESSIVE_ONE_DOLLAR = "OH-UTH-12.1.II:b";
    /// Not once the round has begun.
    NO_LATE_PROGRESSIVE = "OH-UTH-12.1.IV:a";
    /// Nor taken back then.
    PROGRESSIVE_STAYS = "OH-UTH-12.1.IV:b";
    /// The patron's two cards and the flop.
    HOLE_AND_FLOP = "OH-UTH-12.2.III";
    /// The whole meter.
    PROGRESSIVE_ROYAL_FLUSH = "OH-UTH-12.3.I/T1:royal-flush";
    /// A tenth of it.
    PROGRESSIVE_STRAIGHT_FLUSH = "OH-UTH-12.3.I/T1:straight-flush";
    /// $300.
    PROGRESSIVE_FOUR_OF_A_KIND = "OH-UTH-12.3.I/T1:four-of-a-kind";
    /// $50.
    PROGRESSIVE_FULL_HOUSE = "OH-UTH-12.3.I/T1:full-house";
    /// $40.
    PROGRESSIVE_FLUSH = "OH-UTH-12.3.I/T1:flush";
    /// $30.
    PROGRESSIVE_STRAIGHT = "OH-UTH-12.3.I/T1:straight";
    /// $9.
    PROGRESSIVE_THREE_OF_A_KIND = "OH-UTH-12.3.I/T1:three-of-a-kind";
    /// $1,000 to the others.
    ENVY_ROYAL_FLUSH = "OH-UTH-12.3.I/T1:royal-flush-envy";
    /// $300 to the others.
    ENVY_STRAIGHT_FLUSH = "OH-UTH-12.3.I/T1:straight-flush-envy";
    /// The envy bonus.
    ENVY = "OH-UTH-12.3.II";
    /// A fold forfeits the wager and not the envy bonus.
    FOLD_FORFEITS = "OH-MLP-6.III";
    /// For every other patron's hand, never for one's own.
    ENVY_OF_OTHERS = "OH-MLP-7.II.A";
    /// The meter as it stands when the patron's turn comes.
    METER_IN_TURN = "OH-MLP-7.IV";

    // Rulings.
    /// Silence checks, and folds at the last.
    SILENCE = "RULING-UTH-1";
    /// An exposed card that went to nobody.
    STRAY_CARD_EXPOSED = "RULING-UTH-2";
    /// A card the deck cannot hold.
    FOREIGN_CARD = "RULING-UTH-3";
    /// The floor may void or award.
    FLOOR_RULES = "RULING-UTH-4";
    /// A patron's card that everybody saw stands.
    PATRON_CARD_SHOWN = "RULING-UTH-5";
    /// So does a burnt card.
    BURN_SHOWN = "RULING-UTH-6";
    /// A community card laid face down is turned.
    BOARD_CARD_DOWN = "RULING-UTH-7";
    /// A dealer's card seen after the last decision stands.
    DEALER_CARD_LATE = "RULING-UTH-8";
    /// In a void round the progressive wager is settled as trips is.
    VOID_PROGRESSIVE = "RULING-UTH-9";
    /// Where the house says so, a fold stands though the hands are void.
    FOLDS_STAND = "RULING-UTH-12";
    /// A wrong count is found until the round is over.
    COUNT_UNTIL_OVER = "RULING-UTH-24";
    /// What the document does not foresee and stops the play, and what changes nothing.
    UNFORESEEN = "RULING-UTH-28";
    /// A patron may bet for the dealers.
    DEALER_BET = "RULING-UTH-27:a";
    /// Beside a wager of his own.
    DEALER_BET_BESIDE_OWN = "RULING-UTH-27:b";
    /// It is settled as that one is.
    DEALER_BET_FOLLOWS = "RULING-UTH-27:c";
}
