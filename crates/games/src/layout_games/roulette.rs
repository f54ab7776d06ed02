//! Ohio roulette: a ball in a wheel of 37 or 38 pockets, and bets on single numbers and on groups of numbers.
//!
//! Bets are made before the ball is spun and while it runs, until the dealer calls. The places of the layout,
//! and the numbers that each covers, follow from the positions of the number boxes (`felt::spots`): a chip
//! may be in a box, on a line, or on a corner. An invalid spin is repeated, and wagers stand. A word after a
//! colon names one point of a paragraph that makes several demands, or one row of a pay table.

use crate::common::Verdict;
use crate::layout_table::law::{self, Clause, Law, SILENT, by};
use crate::layout_table::{
    From, Group, Inspection, LayoutGame, LayoutTable, Mishap, Pass, Play, Row, Terms, Then, Window, game,
    words::{NO_MORE_BETS, SPIN, vocabulary},
};
use crate::sources::{Ball, BallLaw};
use engine::{Game, IrregularityId, OpenError, Outcome, Vocabulary, WagerId};
use felt::spots::{SpotName, Zeros};
use felt::{FeltSpot, FeltSpots, Pocket, SpotKind};
use rulebook::{RuleBook, TableConfig};

/// The registry's entry.
pub static GAME: Game = game!(Roulette: "ohio", "roulette");

/// A table of it.
pub type Table = LayoutTable<Roulette>;

/// The game.
#[derive(Clone, Copy, Debug)]
pub struct Roulette;

// ------------------------------------------------------------------------------------ sections 4 and 5: wagers and odds

/// The places that are printed on either felt.
static ONE_ZERO: FeltSpots = FeltSpots::of(Zeros::Single);
static TWO_ZEROS: FeltSpots = FeltSpots::of(Zeros::Double);

const FELT: FeltSpots = FeltSpots::of_both();
const SPOTS: &[FeltSpot] = FELT.as_slice();
const COUNT: usize = SPOTS.len();

/// The names of the wagers, from the geometry of the felt.
const NAMES: &[SpotName; COUNT] = &{
    let mut names = [SPOTS[0].name(); COUNT];
    let mut at = 0;
    while at < COUNT {
        names[at] = SPOTS[at].name();
        at += 1;
    }
    names
};

const WORDS: &[&str; COUNT] = &{
    let mut words = [""; COUNT];
    let mut at = 0;
    while at < COUNT {
        words[at] = NAMES[at].as_str();
        at += 1;
    }
    words
};

/// The paragraph that permits a wager and says how it wins, and the row of the printed table that prices it.
const fn made(kind: SpotKind) -> [Clause; 2] {
    match kind {
        SpotKind::Straight => [by(&"OH-RO-4.V.A"), by(&"OH-RO-5.I/T1:straight")],
        SpotKind::Split => [by(&"OH-RO-4.V.B"), by(&"OH-RO-5.I/T1:split")],
        SpotKind::Three => [by(&"OH-RO-4.V.C"), by(&"OH-RO-5.I/T1:three")],
        SpotKind::Four => [by(&"OH-RO-4.V.D"), by(&"OH-RO-5.I/T1:four")],
        SpotKind::Five => [by(&"OH-RO-4.V.E"), by(&"OH-RO-5.I/T1:five")],
        SpotKind::Six => [by(&"OH-RO-4.V.F"), by(&"OH-RO-5.I/T1:six")],
        SpotKind::Column => [by(&"OH-RO-4.V.G"), by(&"OH-RO-5.I/T1:column")],
        SpotKind::Dozen => [by(&"OH-RO-4.V.H"), by(&"OH-RO-5.I/T1:dozen")],
        SpotKind::Red => [by(&"OH-RO-4.V.I"), by(&"OH-RO-5.I/T1:red")],
        SpotKind::Black => [by(&"OH-RO-4.V.J"), by(&"OH-RO-5.I/T1:black")],
        SpotKind::Odd => [by(&"OH-RO-4.V.K"), by(&"OH-RO-5.I/T1:odd")],
        SpotKind::Even => [by(&"OH-RO-4.V.L"), by(&"OH-RO-5.I/T1:even")],
        SpotKind::Low => [by(&"OH-RO-4.V.M"), by(&"OH-RO-5.I/T1:low")],
        SpotKind::High => [by(&"OH-RO-4.V.N"), by(&"OH-RO-5.I/T1:high")],
    }
}

/// Three numbers with a zero among them have their own paragraph, and on a felt with one zero two places rest
/// on a ruling.
const fn row(at: usize) -> Row {
    let FeltSpot { kind, covers, .. } = SPOTS[at];
    let [mut made, paid] = made(kind);
    let zero = covers.has(Pocket::ZERO) || covers.has(Pocket::DOUBLE_ZERO);
    if matches!(kind, SpotKind::Three) && zero {
        made = by(&"OH-RO-4.V.C.1");
    }
    let (zero_alone, three) = (covers.has(Pocket::ZERO), Pocket::new(3));
    let with_three = matches!(three, Some(three) if covers.has(three));
    let by_ruling = zero_alone && with_three && matches!(kind, SpotKind::Three | SpotKind::Four);
    let ruled = if by_ruling { SINGLE_ZERO_PLACES } else { SILENT };
    let corner =
        if matches!(kind, SpotKind::Three) && zero && !by_ruling { by(&"OH-RO-4.V.C.2") } else { SILENT };
    let also = [corner, ruled];
    Row { also, ..Row::simple(WagerId::new(&WORDS[at]), kind as u8, [made, made, made, paid]) }
}

const ROWS: &[Row; COUNT] = &{
    let mut rows = [row(0); COUNT];
    let mut at = 0;
    while at < COUNT {
        rows[at] = row(at);
        at += 1;
    }
    rows
};

const WAGERS: &[WagerId; COUNT] = &{
    let mut wagers = [ROWS[0].id; COUNT];
    let mut at = 0;
    while at < COUNT {
        wagers[at] = ROWS[at].id;
        at += 1;
    }
    wagers
};

/// The even chances lose when a zero comes.
const ZEROS_LOSE: Clause = by(&"OH-RO-5.II");
/// The same on a wheel with two zeros that is used as one with a single zero.
const ZERO_LOSES: Clause = by(&"OH-RO-5.III.C");
/// Columns and dozens lose too.
const NO_COLUMN: Clause = by(&"RULING-RO-8");
/// A felt with one zero has two further places.
const SINGLE_ZERO_PLACES: Clause = by(&"RULING-RO-9");
/// A double zero that does not count cannot be bet on.
const NOTHING_ON_DOUBLE_ZERO: Clause = by(&"RULING-RO-10");

const ALSO: &[(Clause, &str)] = &[
    (ZEROS_LOSE, "The even chances lose on zeros."),
    (ZERO_LOSES, "The even chances lose on the zero where a double zero is not used."),
    (NO_COLUMN, "Columns and dozens lose on zeros."),
    (SINGLE_ZERO_PLACES, "Three numbers with the zero, and the first four, on a felt with one zero."),
    (NOTHING_ON_DOUBLE_ZERO, "Nothing is bet on a double zero that is not used."),
];

// --------------------------------------------------------------------------- sections 6 and 7: the course of a round

const WINDOWS: &[Window] = &[
    Window { phase: "bets", closes: SPIN, by: by(&"OH-RO-6.I") },
    Window { phase: "ball-runs", closes: NO_MORE_BETS, by: by(&"OH-RO-6.II:a") },
];

const PASSES: &[Pass] = &[
    Pass { takes: &[Outcome::Loses], from: From::FirstMade, visits: &[&[Group::all(by(&"OH-RO-6.IV:a"))]] },
    Pass { takes: &[Outcome::Wins], from: From::FirstMade, visits: &[&[Group::all(by(&"OH-RO-6.IV:b"))]] },
];

const fn no_spin(
    id: &'static &'static str,
    what: &'static str,
    then: Then,
    rule: &'static &'static str,
) -> Mishap {
    let remedy = match then {
        Then::AgainInspected(_) => {
            "no spin: wagers stand, the dealer inspects the ball, and it is spun again"
        }
        _ => "no spin: wagers stand, and the ball is spun again",
    };
    Mishap { id: IrregularityId::new(id), what, remedy, then, by: by(rule) }
}

const MISHAPS: &[Mishap] = &[
    no_spin(&"same-direction", "the ball was spun in the direction of the wheel", Then::Again, &"OH-RO-7.I"),
    no_spin(
        &"few-revolutions",
        "the ball made fewer than four revolutions",
        Then::AgainInspected(Inspection { by: by(&"OH-RO-7.II:b"), replaced: by(&"OH-RO-7.II:c") }),
        &"OH-RO-7.II:a",
    ),
    no_spin(
        &"ball-left-wheel",
        "the ball left the wheel",
        Then::AgainInspected(Inspection { by: by(&"OH-RO-7.III:b"), replaced: by(&"OH-RO-7.III:c") }),
        &"OH-RO-7.III:a",
    ),
    no_spin(&"foreign-object", "something else fell into the wheel", Then::Again, &"OH-RO-7.IV"),
    no_spin(&"floater", "the ball revolves and does not fall", Then::Again, &"OH-RO-7.V"),
];

const BALL: BallLaw = BallLaw {
    announced: by(&"OH-RO-6.III:a"),
    no_spin: by(&"OH-RO-5.III.B"),
    single: by(&"OH-RO-1.II"),
    double: by(&"OH-RO-1.III"),
    used_as_single: [by(&"OH-RO-1.IV"), by(&"OH-RO-5.III")],
};

const LAW: Law = Law {
    wagers: law::Wagers {
        permitted: by(&"OH-RO-4.V"),
        placed: by(&"OH-RO-4.I:a"),
        any_number: SILENT,
        cash_refused: SILENT,
        cash_taken: by(&"OH-RO-4.I:b"),
        no_late: by(&"OH-RO-6.II:b"),
        no_withdrawal: by(&"OH-RO-6.II:b"),
        own_place: by(&"OH-RO-4.II:a"),
        own_care: by(&"OH-RO-4.III"),
        as_it_lies: by(&"OH-RO-4.IV"),
    },
    settling: law::Settling {
        losers_first: by(&"OH-RO-6.IV:a"),
        winners_after: by(&"OH-RO-6.IV:b"),
        marker: by(&"OH-RO-6.III:b"),
    },
    charge: law::Charge::NONE,
    ours: law::Ours {
        order: by(&"RULING-RO-1"),
        called: by(&"RULING-RO-2"),
        leaves: by(&"RULING-RO-3"),
        limits_found: by(&"RULING-RO-7"),
        floor_rules: by(&"RULING-RO-4"),
        unforeseen: by(&"RULING-RO-5"),
        dealer_bet: by(&"RULING-RO-6"),
        dealer_bet_beside_own: SILENT,
    },
};

impl LayoutGame for Roulette {
    type Source = Ball;
    type Options = ();

    const PLAY: Play<BallLaw> = Play {
        law: LAW,
        source: &BALL,
        source_rules: &[&BALL.clauses()],
        places: 64,
        rows: ROWS,
        windows: WINDOWS,
        orders: &[PASSES],
        mishaps: MISHAPS,
    };

    fn vocabulary() -> &'static Vocabulary {
        &VOCABULARY
    }

    fn options(_: &RuleBook, _: &TableConfig) -> Result<(), OpenError> {
        Ok(())
    }

    /// A place is barred if the felt of the table lacks it or its numbers do not count.
    fn barred(row: usize, terms: &Terms<Self>) -> Option<Clause> {
        let spot = SPOTS[row];
        let printed = match terms.source.zeros() {
            Zeros::Single => &ONE_ZERO,
            Zeros::Double => &TWO_ZEROS,
        };
        if !printed.as_slice().iter().any(|other| (other.kind, other.covers) == (spot.kind, spot.covers)) {
            return Some(SILENT);
        }
        (!terms.source.bears(spot.covers)).then_some(NOTHING_ON_DOUBLE_ZERO)
    }

    fn verdict(row: usize, rests_in: Pocket, terms: &Terms<Self>) -> Verdict {
        let spot = &SPOTS[row];
        let on_zero = match spot.kind {
            _ if !rests_in.is_zero() => None,
            SpotKind::Column | SpotKind::Dozen => NO_COLUMN.applies(),
            kind if kind.has_targets() || kind == SpotKind::Five => None,
            _ if terms.source.as_single => ZERO_LOSES.applies(),
            _ => ZEROS_LOSE.applies(),
        };
        match on_zero {
            Some(rule) => Verdict::of(Outcome::Loses, rule),
            None => terms.plain(row, spot.covers.has(rests_in)),
        }
    }
}

vocabulary! { Roulette: procedure 1, WAGERS, barred &["not-offered", "no-such-pocket"], also ALSO }
