//! The paragraphs of Ohio's craps that code applies, each with its sentence.
//!
//! A letter after a colon names one point of a paragraph that makes several demands, a word after it one row
//! of a pay table. `RULING-` ids are decisions of ours where the text is silent; `docs/rulings.md` gives the
//! readings and the reasons. Wagers that differ only in their number are in `rows.rs`.

use super::rows;
use crate::common::rules;
use engine::Rule;

rules! {
    // What words mean.
    COME_OUT_POINT = "OH-CR-1.I.C";
    COME_OUT_AT_OPENING = "OH-CR-1.I.D:a";
    COME_OUT_AFTER_DECISION = "OH-CR-1.I.D:b";
    COME_POINT = "OH-CR-1.I.E";

    // The wagers, and who wins.
    PERMITTED_WAGER = "OH-CR-3.I";
    PASS_BET = "OH-CR-3.I.A";
    PASS_WINS = "OH-CR-3.I.A.1";
    PASS_NATURAL = "OH-CR-3.I.A.1(a)";
    PASS_POINT_MADE = "OH-CR-3.I.A.1(b)";
    PASS_LOSES = "OH-CR-3.I.A.2";
    PASS_CRAPS = "OH-CR-3.I.A.2(a)";
    PASS_SEVEN_OUT = "OH-CR-3.I.A.2(b)";
    DONT_PASS_BET = "OH-CR-3.I.B";
    DONT_PASS_WINS = "OH-CR-3.I.B.1";
    DONT_PASS_CRAPS = "OH-CR-3.I.B.1(a)";
    DONT_PASS_SEVEN_OUT = "OH-CR-3.I.B.1(b)";
    DONT_PASS_LOSES = "OH-CR-3.I.B.2";
    DONT_PASS_NATURAL = "OH-CR-3.I.B.2(a)";
    DONT_PASS_POINT_MADE = "OH-CR-3.I.B.2(b)";
    DONT_PASS_TWELVE = "OH-CR-3.I.B.3";
    COME_BET = "OH-CR-3.I.C:a";
    COME_MOVES = "OH-CR-3.I.C:b";
    COME_WINS = "OH-CR-3.I.C.1";
    COME_NATURAL = "OH-CR-3.I.C.1(a)";
    COME_POINT_MADE = "OH-CR-3.I.C.1(b)";
    COME_LOSES = "OH-CR-3.I.C.2";
    COME_CRAPS = "OH-CR-3.I.C.2(a)";
    COME_SEVEN = "OH-CR-3.I.C.2(b)";
    PUT_BET = "OH-CR-3.I.D:a";
    PUT_STAYS = "OH-CR-3.I.D:b";
    PUT_ODDS_FREE = "OH-CR-3.I.D:c";
    PUT_WINS = "OH-CR-3.I.D.1";
    PUT_LOSES = "OH-CR-3.I.D.2";
    DONT_COME_BET = "OH-CR-3.I.E:a";
    DONT_COME_MOVES = "OH-CR-3.I.E:b";
    DONT_COME_WINS = "OH-CR-3.I.E.1";
    DONT_COME_CRAPS = "OH-CR-3.I.E.1(a)";
    DONT_COME_SEVEN = "OH-CR-3.I.E.1(b)";
    DONT_COME_LOSES = "OH-CR-3.I.E.2";
    DONT_COME_NATURAL = "OH-CR-3.I.E.2(a)";
    DONT_COME_POINT_MADE = "OH-CR-3.I.E.2(b)";
    DONT_COME_TWELVE = "OH-CR-3.I.E.3";
    PLACE_BET = "OH-CR-3.I.F:a";
    PLACE_OFF_ON_COME_OUT = "OH-CR-3.I.F:b";
    PLACE_CALLED_ON = "OH-CR-3.I.F:c";
    PLACE_WINS = "OH-CR-3.I.F.1";
    PLACE_LOSES = "OH-CR-3.I.F.2";
    PLACE_THE_POINT = "OH-CR-3.I.F.3";
    FIELD_BET = "OH-CR-3.I.K";
    FIELD_WINS = "OH-CR-3.I.K.1";
    FIELD_LOSES = "OH-CR-3.I.K.2";
    CRAPS_ELEVEN_BET = "OH-CR-3.I.R";
    CRAPS_ELEVEN_WINS = "OH-CR-3.I.R.1";
    CRAPS_ELEVEN_LOSES = "OH-CR-3.I.R.2";
    HORN_BET = "OH-CR-3.I.S";
    HORN_WINS = "OH-CR-3.I.S.1";
    HORN_LOSES = "OH-CR-3.I.S.2";
    HORN_HIGH_BET = "OH-CR-3.I.T";
    HORN_HIGH_WINS = "OH-CR-3.I.T.1";
    HORN_HIGH_LOSES = "OH-CR-3.I.T.2";
    WORLD_BET = "OH-CR-3.I.U:a";
    WORLD_BROKEN_DOWN = "OH-CR-3.I.U:b";
    WORLD_WINS = "OH-CR-3.I.U.1";
    WORLD_LOSES = "OH-CR-3.I.U.2";
    FIRE_BET = "OH-CR-3.I.MM";
    FIRE_WINS = "OH-CR-3.I.MM.1";
    FIRE_LOSES = "OH-CR-3.I.MM.2";

    // Limits; making and removing wagers.
    ODDS_OUTSIDE_LIMITS = "OH-CR-3.II";
    MINIMUM = "OH-CR-3.II.A";
    MAXIMUM = "OH-CR-3.II.B";
    WAGERS_BEFORE_THROW = "OH-CR-4.I";
    CHIPS_LIE_THERE = "OH-CR-4.II:a";
    TAKEN_BACK = "OH-CR-4.III:a";
    NOT_TAKEN_BACK_LATE = "OH-CR-4.III:b";
    PASS_NOT_REMOVED = "OH-CR-4.III.A";
    COME_NOT_REMOVED = "OH-CR-4.III.B";
    PUT_NOT_REMOVED = "OH-CR-4.III.C";
    FIRE_NOT_CHANGED = "OH-CR-4.III.D:a";
    FIRE_NOT_REMOVED = "OH-CR-4.III.D:b";
    DONT_REMOVED = "OH-CR-4.IV:a";
    DONT_NOT_REPLACED = "OH-CR-4.IV:b";

    // Payout odds.
    HIGHER_ODDS = "OH-CR-5.II.A:a";
    PASS_PAYS = "OH-CR-5.II/T1:pass";
    DONT_PASS_PAYS = "OH-CR-5.II/T1:dont-pass";
    COME_PAYS = "OH-CR-5.II/T1:come";
    DONT_COME_PAYS = "OH-CR-5.II/T1:dont-come";
    FIELD_ODDS = "OH-CR-5.II/T1:field";
    FIELD_TWO_ODDS = "OH-CR-5.II/T1:field-two";
    FIELD_TWELVE_ODDS = "OH-CR-5.II/T1:field-twelve";
    CRAPS_ELEVEN_PARTS = "OH-CR-5.III";
    HORN_PARTS = "OH-CR-5.IV";
    HORN_HIGH_PARTS = "OH-CR-5.V";
    WORLD_PARTS = "OH-CR-5.VI";
    FIRE_PAID_ONCE = "OH-CR-5.VII:a";
    FIRE_FOUR = "OH-CR-5.VII/T1:four";
    FIRE_FIVE = "OH-CR-5.VII/T1:five";
    FIRE_SIX = "OH-CR-5.VII/T1:six";
    HOUSE_MAXIMUM = "OH-CR-5.VIII";

    // Buy and Lay Bets.
    BUY_BET = "OH-CR-6.I:a";
    BUY_VIGORISH = "OH-CR-6.I:c";
    LAY_BET = "OH-CR-6.II:a";
    LAY_VIGORISH = "OH-CR-6.II:c";

    // Taking and laying odds.
    PASS_ODDS = "OH-CR-7.I:a";
    PASS_ODDS_LIMIT = "OH-CR-7.I:b";
    PASS_EVEN = "OH-CR-7.I.A";
    PASS_ODDS_PAID = "OH-CR-7.I.B";
    PASS_ODDS_FOUR_TEN = "OH-CR-7.I.B.1";
    PASS_ODDS_FIVE_NINE = "OH-CR-7.I.B.2";
    PASS_ODDS_SIX_EIGHT = "OH-CR-7.I.B.3";
    DONT_PASS_ODDS = "OH-CR-7.II:a";
    DONT_PASS_ODDS_LIMIT = "OH-CR-7.II:b";
    DONT_PASS_EVEN = "OH-CR-7.II.A";
    DONT_PASS_ODDS_PAID = "OH-CR-7.II.B";
    DONT_PASS_ODDS_FOUR_TEN = "OH-CR-7.II.B.1";
    DONT_PASS_ODDS_FIVE_NINE = "OH-CR-7.II.B.2";
    DONT_PASS_ODDS_SIX_EIGHT = "OH-CR-7.II.B.3";
    COME_ODDS = "OH-CR-7.III:a";
    COME_ODDS_LIMIT = "OH-CR-7.III:b";
    COME_EVEN = "OH-CR-7.III.A";
    COME_ODDS_PAID = "OH-CR-7.III.B";
    COME_ODDS_FOUR_TEN = "OH-CR-7.III.B.1";
    COME_ODDS_FIVE_NINE = "OH-CR-7.III.B.2";
    COME_ODDS_SIX_EIGHT = "OH-CR-7.III.B.3";
    PUT_ODDS = "OH-CR-7.IV:a";
    PUT_ODDS_LIMIT = "OH-CR-7.IV:b";
    PUT_EVEN = "OH-CR-7.IV.A";
    PUT_ODDS_PAID = "OH-CR-7.IV.B";
    PUT_ODDS_FOUR_TEN = "OH-CR-7.IV.B.1";
    PUT_ODDS_FIVE_NINE = "OH-CR-7.IV.B.2";
    PUT_ODDS_SIX_EIGHT = "OH-CR-7.IV.B.3";
    DONT_COME_ODDS = "OH-CR-7.V:a";
    DONT_COME_ODDS_LIMIT = "OH-CR-7.V:b";
    DONT_COME_EVEN = "OH-CR-7.V.A";
    DONT_COME_ODDS_PAID = "OH-CR-7.V.B";
    DONT_COME_ODDS_FOUR_TEN = "OH-CR-7.V.B.1";
    DONT_COME_ODDS_FIVE_NINE = "OH-CR-7.V.B.2";
    DONT_COME_ODDS_SIX_EIGHT = "OH-CR-7.V.B.3";
    ODDS_ROUNDED_UP = "OH-CR-7.VI";

    // The first shooter.
    DICE_AT_COMMENCEMENT = "OH-CR-8.II";
    DICE_FIRST_OFFER = "OH-CR-8.II.A:a";
    DICE_FURTHER_OFFER = "OH-CR-8.II.A:b";
    FIRST_SHOOTER = "OH-CR-8.III:a";

    // The throw.
    SHOOTER_BETS = "OH-CR-9.I:a";
    THROWN_TOGETHER = "OH-CR-9.I:b";
    THROWN_TO_FAR_END = "OH-CR-9.I:c";

    // Reading the dice.
    SUM_CALLED = "OH-CR-10.I:a";
    ONE_FACE_COUNTS = "OH-CR-10.I:b";
    NATURAL_FALL = "OH-CR-10.II:a";
    TWO_SIDES_VOID = "OH-CR-10.II:b";
    DISPUTED_FACE = "OH-CR-10.III";
    BOX_READS = "OH-CR-10.III.A:a";
    BOX_VOIDS = "OH-CR-10.III.A:b";
    SETTLED_THEN_DICE = "OH-CR-10.IV:b";

    // The next shooter.
    SHOOTER_MAY_PASS = "OH-CR-11.I";
    LOSER_SEVEN_PASSES = "OH-CR-11.I.A";
    BOX_ORDERS_DICE_ON = "OH-CR-11.I.B";
    NO_LINE_BET_OFFERED = "OH-CR-11.II:a";
    COME_ONLY = "OH-CR-11.II:b";
    COME_ONLY_DECIDED = "OH-CR-11.II:d";
    COME_ONLY_LINE_BET = "OH-CR-11.II:e";
    DICE_TO_LEFT = "OH-CR-11.III:a";
    DICE_GO_ROUND = "OH-CR-11.III:b";
    NEW_SHOOTER = "OH-CR-11.IV:a";

    // The Fire Bet.
    FIRE_OFFERED = "OH-CR-12.I";
    FIRE_AT_OWN_PLACE = "OH-CR-12.I.A";
    FIRE_PASSES_ON = "OH-CR-12.I.B";
    FIRE_MARKER = "OH-CR-12.I.D:a";
    FIRE_AT_LOSER_SEVEN = "OH-CR-12.I.E";
    FIRE_LIMITS = "OH-CR-12.II.A:b";
    FIRE_WHOLE_DOLLARS = "OH-CR-12.II.A:c";
    FIRE_SAME_POINT = "OH-CR-12.II.B";
    FIRE_ANY_ORDER = "OH-CR-12.II.C";

    // Throws that do not count.
    DIE_OFF_TABLE = "OH-CR-13.I:a";
    DICE_STACKED = "OH-CR-13.I:b";
    DIE_INSPECTED = "OH-CR-13.I.A";
    NO_ROLL = "OH-CR-13.II";
    NOT_TOGETHER = "OH-CR-13.II.A";
    SHORT_THROW = "OH-CR-13.II.B";
    IN_BANK = "OH-CR-13.II.C";
    IN_BOWL_OR_RAIL = "OH-CR-13.II.D";
    CHEATING = "OH-CR-13.II.E";
    IMPROPER_THROW = "OH-CR-13.II.F";
    INTERFERENCE = "OH-CR-13.II.G";
    NO_ROLL_CALLERS = "OH-CR-13.III";

    // Our rulings, where the text is silent.
    BUY_AND_LAY = "RULING-CR-1";
    VIGORISH = "RULING-CR-2";
    CALLS = "RULING-CR-3";
    COME_ODDS_OFF = "RULING-CR-4";
    PUT_BETS = "RULING-CR-5";
    ODDS_AMOUNTS = "RULING-CR-6";
    DONT_NEEDED_BY_ODDS = "RULING-CR-7";
    DICE_GO_ROUND_WHOLE = "RULING-CR-8";
    FIRE_OPEN_AND_COUNT = "RULING-CR-9";
    PARTS = "RULING-CR-10";
    LEAVES = "RULING-CR-12";
    FLOOR_RULES = "RULING-CR-13";
    COME_ONLY_ROLLS = "RULING-CR-14";
    DEALER_BETS = "RULING-CR-15";
    ONE_PLACE = "RULING-CR-16";
    ODDS_FOLLOW = "RULING-CR-17";
    SILENCE = "RULING-CR-19";
    POINT_WITHOUT_LINE_BETS = "RULING-CR-20";
    WINNERS_STAY = "RULING-CR-22";
    RAISED_WITH_ODDS = "RULING-CR-23";
    CALL_DISPUTED = "RULING-CR-24";
    UNFORESEEN = "RULING-CR-25";
    DIE_REPLACED = "RULING-CR-26";
}

/// Every rule that the code of this game can cite, the rows included.
pub(crate) const WHOLE: [Rule; ALL.len() + rows::ALL.len()] = {
    let mut whole = [PASS_BET; ALL.len() + rows::ALL.len()];
    let mut n = 0;
    while n < whole.len() {
        whole[n] = if n < ALL.len() { ALL[n].0 } else { rows::ALL[n - ALL.len()] };
        n += 1;
    }
    whole
};
