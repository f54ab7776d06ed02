//! The parts of the matrix: when a roll is made, the state of a wager then, and the effect of the roll on it.

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
    /// No patron wants a line bet: the roll is made for the remaining bets in the Come.
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

/// The state of a wager when the dice are thrown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct State {
    pub phase: Phase,
    pub on: bool,
    /// The number of different points made, which matters only for a Fire Bet; 0 for all others.
    pub made: u8,
}

impl State {
    pub fn new(phase: Phase, on: bool) -> State {
        State { phase, on, made: 0 }
    }
}

/// The effect of a roll on a wager.
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
    /// The stake is returned although the wager was not decided.
    GoesBack,
    Stays,
    /// It would have been decided, but was off.
    StaysOff,
    /// It moves to another area.
    Moves(&'static str),
}

/// One cell: the effect of the roll, and the rules that the table cited for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub end: End,
    pub cites: Vec<Rule>,
}

/// The cells of all 36 rolls, 1-1 first and 6-6 last.
pub type Row = Vec<Cell>;

/// A wager in every state that it can have.
#[derive(Debug, Default)]
pub struct Wager {
    pub rows: BTreeMap<State, Row>,
    /// Whether it works without a call.
    pub ordinary: BTreeMap<Phase, bool>,
}

impl Wager {
    /// The row of a state that must have been reached.
    pub fn row(&self, state: State) -> &Row {
        self.rows.get(&state).unwrap_or_else(|| panic!("{state:?} was not reached"))
    }

    /// Whether it was ever found off: its patron, or the marker, can turn it off.
    pub fn is_callable(&self) -> bool {
        self.rows.keys().any(|state| !state.on)
    }
}

/// The cells of a row with their rolls.
pub fn with_dice(row: &Row) -> impl Iterator<Item = (TwoDice, &Cell)> {
    TwoDice::all().zip(row)
}
