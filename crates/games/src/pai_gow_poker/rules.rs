//! The paragraphs of Pai Gow Poker that code applies, each with its sentence.
//!
//! A letter after a colon names one point of a paragraph that makes several demands, a word after it one row
//! of the pay table. `RULING-` ids are decisions of ours where the text is silent; `docs/rulings.md` gives
//! the readings and the reasons. Those of the house way are beside its branches, in `poker::pai_gow`.

use crate::common::{Gathered, rules};
use crate::poker::pai_gow::{Branch, Fortune, Kind};
use engine::Rule;

rules! {
    ENVY_FROM_FIVE = "OH-PGP-1.qualifying-wager";

    // Shuffle and cut.
    SHUFFLED_BEFORE_PLAY = "OH-PGP-5.I:a";
    SHUFFLED_AFTER_ROUND = "OH-PGP-5.I:b";
    NO_CUT_AFTER_DEVICE = "OH-PGP-5.II.A";
    CUT_AFTER_HAND = "OH-PGP-5.II.B";
    DEALER_CUTS = "OH-PGP-5.III:a";
    TEN_CARDS_CUT = "OH-PGP-5.III.B";
    REST_ON_TOP = "OH-PGP-5.III.C";
    FLOOR_CUTS_AGAIN = "OH-PGP-5.IV";
    IDLE_SPREAD = "OH-PGP-5.V:a";
    SHUFFLED_AFTER_IDLE = "OH-PGP-5.V:b";

    // What hands are worth.
    ACE_HIGH = "OH-PGP-6.I:a";
    ACE_LOW = "OH-PGP-6.I:b";
    JOKER_IS_ACE = "OH-PGP-6.I:c";
    FIVE_ACES = "OH-PGP-6.II.A";
    ROYAL_FLUSH = "OH-PGP-6.II.B";
    STRAIGHT_FLUSH = "OH-PGP-6.II.C";
    FOUR_OF_A_KIND = "OH-PGP-6.II.D";
    FULL_HOUSE = "OH-PGP-6.II.E";
    FLUSH = "OH-PGP-6.II.F";
    STRAIGHT = "OH-PGP-6.II.G";
    THREE_OF_A_KIND = "OH-PGP-6.II.H";
    TWO_PAIRS = "OH-PGP-6.II.I";
    PAIR = "OH-PGP-6.II.J";
    JOKER_COMPLETES = "OH-PGP-6.III";
    HIGHEST_CARD = "OH-PGP-6.IV:a";
    SAME_CARDS = "OH-PGP-6.IV:b";
    SEVEN_IN_ROW = "OH-PGP-6.V.A";
    ROYAL_MATCH = "OH-PGP-6.V.B";
    SEVEN_IN_ROW_WITH_JOKER = "OH-PGP-6.V.C";

    // Wagers and places.
    NO_VERBAL_WAGER = "OH-PGP-7.I";
    SEATED = "OH-PGP-7.II:a";
    LEAVES_AFTER_CARDS = "OH-PGP-7.II:b";
    LEFT_WAGERS_LOSE = "OH-PGP-7.II:c";
    WAGERS_BEFORE_DEAL = "OH-PGP-7.III:a";
    NO_LATE_WAGER = "OH-PGP-7.III:b";
    NO_WITHDRAWAL = "OH-PGP-7.III:c";
    TWO_ADJACENT = "OH-PGP-7.IV:a";
    LARGER_FIRST = "OH-PGP-7.IV:b";
    EQUAL_IN_TURN = "OH-PGP-7.IV:c";
    SET_IS_FINAL = "OH-PGP-7.IV:d";

    // The deal.
    BUTTON = "OH-PGP-8.I.C";
    FROM_HAND = "OH-PGP-9.I";
    SEVEN_STACKS = "OH-PGP-9.I.B:b";
    HAND_START = "OH-PGP-9.II";
    TO_AND_FRO = "OH-PGP-9.III";
    HAND_FOUR_LEFT = "OH-PGP-9.IV";
    HAND_FOUR_AWAY = "OH-PGP-9.V";
    HAND_UNUSED_AWAY = "OH-PGP-9.VI";
    HAND_MISDEAL_SOUGHT = "OH-PGP-9.VII:a";
    HAND_MISDEAL = "OH-PGP-9.VII:b";
    FROM_SHOE = "OH-PGP-10.I";
    SHOE_START = "OH-PGP-10.II";
    FIRST_STACK = "OH-PGP-10.III:a";
    CLOCKWISE = "OH-PGP-10.III:b";
    UNUSED_TOO = "OH-PGP-10.III:c";
    FACE_DOWN = "OH-PGP-10.III:d";
    SHOE_FOUR_LEFT = "OH-PGP-10.IV:b";
    SHOE_FOUR_AWAY = "OH-PGP-10.V";
    SHOE_UNUSED_AWAY = "OH-PGP-10.VI";
    SHOE_MISDEAL_SOUGHT = "OH-PGP-10.VII:a";
    SHOE_MISDEAL = "OH-PGP-10.VII:b";
    DICE_COUNTED = "OH-PGP-11.II:b";
    NUMBER_COUNTED = "OH-PGP-11.III";
    BUTTON_BEGINS = "OH-PGP-11.IV:a";
    BUTTON_MOVES = "OH-PGP-11.IV:b";

    // Setting the hands, surrender, settlement.
    SETS_OWN_HAND = "OH-PGP-13.I:a";
    HIGH_NOT_BELOW_LOW = "OH-PGP-13.I:b";
    HOUSE_WAY_TOLD = "OH-PGP-13.II:b";
    DEALER_TURNS = "OH-PGP-13.III:a";
    DEALER_SETS = "OH-PGP-13.III:b";
    DEALER_FACE_UP = "OH-PGP-13.III:c";
    SURRENDER = "OH-PGP-13.V:a";
    SURRENDER_COLLECTED = "OH-PGP-13.V:b";
    SURRENDER_UNSEEN = "OH-PGP-13.V:c";
    EXPOSED_FROM_RIGHT = "OH-PGP-13.VI:a";
    COMPARED = "OH-PGP-13.VI:b";
    BOTH_LOWER = "OH-PGP-13.VII.A";
    COPY_LOSES = "OH-PGP-13.VII.B";
    FOUL = "OH-PGP-13.VII.C";
    SET_WRONGLY = "OH-PGP-13.VII.D";
    LOSER_COLLECTED = "OH-PGP-13.VIII:a";
    LOSING_HAND_COLLECTED = "OH-PGP-13.VIII:b";
    HIGH_WINS_LOW_LOSES = "OH-PGP-13.IX.A";
    LOW_WINS_HIGH_LOSES = "OH-PGP-13.IX.B";
    TIE_RETURNED = "OH-PGP-13.X:a";
    TIED_HAND_COLLECTED = "OH-PGP-13.X:b";
    BOTH_HIGHER = "OH-PGP-13.XI";
    WINNERS_STAY = "OH-PGP-13.XII:a";
    WINNERS_LAST = "OH-PGP-13.XII:b";
    WINNERS_FROM_RIGHT = "OH-PGP-13.XII:c";
    EVEN_MONEY = "OH-PGP-13.XIII:a";
    VIGORISH = "OH-PGP-13.XIII:b";
    VIGORISH_ROUNDED = "OH-PGP-13.XIII:c";
    VIGORISH_AT_ONCE = "OH-PGP-13.XIII:d";
    WINNING_HAND_COLLECTED = "OH-PGP-13.XIII:f";
    PICKED_UP = "OH-PGP-13.XIV";

    // Fortune Bonus and envy.
    QUALIFIES_FOR_ENVY = "OH-PGP-15.I:b";
    FORTUNE_BESIDE_MAIN = "OH-PGP-15.II:a";
    FORTUNE_BEFORE_DEAL = "OH-PGP-15.II:b";
    FORTUNE_IN_COURSE = "OH-PGP-15.IV";
    ENVY_AFTER_LOSERS = "OH-PGP-15.IV.A:a";
    ENVY_PAID = "OH-PGP-15.IV.A(a)";
    FORTUNE_PAID = "OH-PGP-15.IV.A(b):a";
    ENVY_FOR_EACH = "OH-PGP-15.IV.A(b):b";
    ENVY_OF_OTHERS = "OH-PGP-15.IV.A(b):c";
    QUALIFYING_COLLECTED = "OH-PGP-15.IV.A(c)";
    LEAST_WAGER_LIMIT = "OH-PGP-15.VI:b";
    ABOVE_LIMIT_CUT = "OH-PGP-15.VI:c";

    // A patron's bank.
    BANK_SETTLES_ALL = "OH-PGP-1.bank";
    HOUSE_BANKS_FIRST = "OH-PGP-14.I";
    BANK_GOES_ROUND = "OH-PGP-14.II";
    BANK_OFFERED = "OH-PGP-14.III:a";
    BANK_PASSED = "OH-PGP-14.III:b";
    BANKS_ONCE = "OH-PGP-14.IV:a";
    WAGERED_BEFORE = "OH-PGP-14.IV:b";
    NOBODY_BANKS = "OH-PGP-14.V";
    BANK_MARKED = "OH-PGP-14.VI:a";
    BANK_COVERS = "OH-PGP-14.VI:b";
    DEALER_PLAYS = "OH-PGP-14.VII";
    NO_MORE_THAN_LAST = "OH-PGP-14.VIII";
    ASKED_TO_BET_LESS = "OH-PGP-14.IX";
    BANK_LOOKS_LAST = "OH-PGP-14.X";
    DEALER_SETS_LAST = "OH-PGP-14.XI";
    COPIES_ARE_BANKS = "OH-PGP-14.XIII";
    FOUL_HANDS_LOSE = "OH-PGP-14.XIV";
    SURRENDERED_TO_BANK = "OH-PGP-14.XV:a";
    HOUSE_FIRST = "OH-PGP-14.XVI";
    HOUSE_WINS = "OH-PGP-14.XVI.A";
    HOUSE_LOSES = "OH-PGP-14.XVI.B";
    HOUSE_PUSHES = "OH-PGP-14.XVI.C";
    BANK_SHOWN = "OH-PGP-14.XVII";
    LOSERS_PAY_WINNERS = "OH-PGP-14.XVII.A:a";
    BANK_MAKES_UP = "OH-PGP-14.XVII.A:b";
    WINNERS_CHARGED = "OH-PGP-14.XVII.B";
    TIES_PATTED = "OH-PGP-14.XVII.C";
    CHARGED_ON_NET = "OH-PGP-14.XVIII";
    PARTNERS_JOIN = "OH-PGP-14.XIX:a";
    HOUSE_DECIDES = "OH-PGP-14.XIX:c";

    // When something goes wrong.
    DIE_NOT_FLAT = "OH-PGP-16.I";
    DIE_FELL_OUT = "OH-PGP-16.II";
    WRONG_START = "OH-PGP-16.III";
    EXPOSED_TO_PATRON = "OH-PGP-16.IV:a";
    WITHOUT_LOOKING = "OH-PGP-16.IV:b";
    DEALER_EXPOSED = "OH-PGP-16.V";
    USED_AS_NEXT = "OH-PGP-16.VI";
    WRONG_COUNT = "OH-PGP-16.VII";
    DEALER_RESET = "OH-PGP-16.VIII";
    STACK_EXPOSED = "OH-PGP-16.IX";
    STACKS_MISSING = "OH-PGP-16.X";
    SHUFFLER_JAM = "OH-PGP-16.XI";

    // Our rulings, where the text is silent.
    SILENCE = "RULING-PGP-1";
    COPY_AND_HIGHER = "RULING-PGP-2";
    STACKS_BY_HAND = "RULING-PGP-3";
    DEAD_HANDS = "RULING-PGP-4";
    FORTUNE_SURRENDERED = "RULING-PGP-5";
    EXPOSED_TOO_LATE = "RULING-PGP-6";
    FLOOR_RULES = "RULING-PGP-16";
    UNFORESEEN = "RULING-PGP-17";
    ORDER_OF_BONUS = "RULING-PGP-18";
    PLACES = "RULING-PGP-19";
    SHARES = "RULING-PGP-22";
    BANK_FORTUNE = "RULING-PGP-23";
    COVER_LIES = "RULING-PGP-25";
    BANK_FOUL = "RULING-PGP-28";
    BEST_PAID_ROW = "RULING-PGP-29";
    NOT_FOUR_LEFT = "RULING-PGP-30";
    STRAY_SEEN = "RULING-PGP-31";
    BANK_EXPOSED = "RULING-PGP-34";
}

/// The paragraph of each kind of hand; `None` for a hand of no kind.
pub(crate) const fn of_kind(kind: Kind) -> Option<Rule> {
    Some(match kind {
        Kind::HighCard => return None,
        Kind::Pair => PAIR,
        Kind::TwoPairs => TWO_PAIRS,
        Kind::ThreeOfAKind => THREE_OF_A_KIND,
        Kind::Straight => STRAIGHT,
        Kind::Flush => FLUSH,
        Kind::FullHouse => FULL_HOUSE,
        Kind::FourOfAKind => FOUR_OF_A_KIND,
        Kind::StraightFlush => STRAIGHT_FLUSH,
        Kind::RoyalFlush => ROYAL_FLUSH,
        Kind::FiveAces => FIVE_ACES,
    })
}

/// The paragraph of each hand of seven cards that counts only for the bonus.
pub(crate) const fn of_seven(row: Fortune) -> Option<Rule> {
    match row {
        Fortune::SevenCardStraightFlush => Some(SEVEN_IN_ROW),
        Fortune::RoyalMatch => Some(ROYAL_MATCH),
        Fortune::SevenCardStraightFlushWithJoker => Some(SEVEN_IN_ROW_WITH_JOKER),
        _ => None,
    }
}

/// The code of the pay table.
pub(crate) const PAY_TABLE: &str = "OH-PGP-15.V/T1";

/// The rows of the pay table, in the order of [`Fortune::ALL`].
pub(crate) const ROWS: [Rule; 11] = [
    Rule::new(&"OH-PGP-15.V/T1:seven-card-straight-flush"),
    Rule::new(&"OH-PGP-15.V/T1:royal-flush-and-royal-match"),
    Rule::new(&"OH-PGP-15.V/T1:seven-card-straight-flush-with-joker"),
    Rule::new(&"OH-PGP-15.V/T1:five-aces"),
    Rule::new(&"OH-PGP-15.V/T1:royal-flush"),
    Rule::new(&"OH-PGP-15.V/T1:straight-flush"),
    Rule::new(&"OH-PGP-15.V/T1:four-of-a-kind"),
    Rule::new(&"OH-PGP-15.V/T1:full-house"),
    Rule::new(&"OH-PGP-15.V/T1:flush"),
    Rule::new(&"OH-PGP-15.V/T1:three-of-a-kind"),
    Rule::new(&"OH-PGP-15.V/T1:straight"),
];

/// The envy rows, for the hands that bring others a bonus.
pub(crate) const ENVY_ROWS: [Rule; 7] = [
    Rule::new(&"OH-PGP-15.V/T1:seven-card-straight-flush-envy"),
    Rule::new(&"OH-PGP-15.V/T1:royal-flush-and-royal-match-envy"),
    Rule::new(&"OH-PGP-15.V/T1:seven-card-straight-flush-with-joker-envy"),
    Rule::new(&"OH-PGP-15.V/T1:five-aces-envy"),
    Rule::new(&"OH-PGP-15.V/T1:royal-flush-envy"),
    Rule::new(&"OH-PGP-15.V/T1:straight-flush-envy"),
    Rule::new(&"OH-PGP-15.V/T1:four-of-a-kind-envy"),
];

/// Every rule that the code of this game can cite: those above, the branches of the house way, and the rows.
const fn gathered() -> Gathered {
    let mut all = Gathered::NONE;
    all.rules(ALL);
    let mut branch = 0;
    while branch < Branch::ALL.len() {
        let paragraphs = Branch::ALL[branch].paragraphs();
        let mut at = 0;
        while at < paragraphs.len() {
            all.rule(Rule::new(&paragraphs[at]), "");
            at += 1;
        }
        branch += 1;
    }
    let mut row = 0;
    while row < ROWS.len() {
        all.rule(ROWS[row], "");
        row += 1;
    }
    let mut row = 0;
    while row < ENVY_ROWS.len() {
        all.rule(ENVY_ROWS[row], "");
        row += 1;
    }
    all
}

/// All of them.
pub(crate) static WHOLE: [Rule; gathered().len()] = gathered().array();
