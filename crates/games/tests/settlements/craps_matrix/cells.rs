//! The parts of the matrix: when a roll is made, how a wager stands then, and what the roll does to it.

use engine::Rule;
use felt::{Odds, TwoDice};
use std::collections::BTreeMap;

/// The numbers that can be a point.
pub const NUMBERS: [u8; 6] = [4, 5, 6, 8, 9, 10];

/// When a roll is made.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Phase {
    ComeOut,
    Point(u8),
    /// Nobody wants a line bet: the roll is made for what is left in the Come.
    ComeAlone,
}

impl Phase {
    /// The come-out roll, then the points.
    pub fn regular() -> impl Iterator<Item = Phase> + Clone {
        std::iter::once(Phase::ComeOut).chain(NUMBERS.into_iter().map(Phase::Point))
    }

    pub fn all() -> impl Iterator<Item = Phase> {
        Phase::regular().chain([Phase::ComeAlone])
    }

    pub fn point(self) -> Option<u8> {
        match self {
            Phase::Point(number) => Some(number),
            Phase::ComeOut | Phase::ComeAlone => None,
        }
    }
}

/// How a wager stands when the dice are thrown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub phase: Phase,
    pub on: bool,
    /// Different points made, which a Fire Bet alone looks back on; 0 for all others.
    pub made: u8,
}

impl State {
    pub fn new(phase: Phase, on: bool) -> State {
        State { phase, on, made: 0 }
    }
}

/// What a roll does to a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Some of its equal parts are paid at these odds; the others are lost.
    Pays {
        odds: Odds,
        won: i64,
        of: i64,
        /// Whether it stays up.
        stays: bool,
    },
    Loses,
    Pushes,
    /// The stake goes back although nothing was decided about it.
    GoesBack,
    Stays,
    /// It would have been decided, and was off.
    StaysOff,
    /// It lies on another area from here on.
    Moves(&'static str),
}

/// One cell: what the roll does, and the rules that the table cited for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub end: End,
    pub cites: Vec<Rule>,
}

/// The cells of all 36 rolls, 1-1 first and 6-6 last.
pub type Row = Vec<Cell>;

/// A wager in every state that it can be in.
#[derive(Debug, Default)]
pub struct Wager {
    pub rows: BTreeMap<State, Row>,
    /// Whether it works where nobody has called it.
    pub ordinary: BTreeMap<Phase, bool>,
}

impl Wager {
    /// The row of a state that must have been reached.
    pub fn row(&self, state: State) -> &Row {
        self.rows.get(&state).unwrap_or_else(|| panic!("{state:?} was not reached"))
    }

    /// Whether it was found off anywhere: its patron, or the marker, can turn it.
    pub fn is_callable(&self) -> bool {
        self.rows.keys().any(|state| !state.on)
    }
}

/// The cells of a row with their rolls.
pub fn with_dice(row: &Row) -> impl Iterator<Item = (TwoDice, &Cell)> {
    TwoDice::all().zip(row)
}
