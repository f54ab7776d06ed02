//! A second settlement of Pontoon Plus, slow and obvious, written from the rule text and our rulings alone.
//!
//! It shares no code with `crates/games` and was written without reading it. It takes the events of one round, ignores
//! what they say about results (`Decided`, `Settled`, every citation), computes from the cards, the wagers, the choices
//! and the reports which chips must move in which order, and compares that with the `Settled` lines. If they differ,
//! one of the two has misread the document.
//!
//! - [`Terms::read`] reads the prices from the rule book's text and the table's choices.
//! - [`Round::read`] reads one round; [`settle`] says what must be paid; [`check`] compares one round.
//! - [`Watch`] follows a table over several rounds: a seated patron keeps their box, and a round may be declared void
//!   until the next one opens.
//!
//! Where steps are automatic it is also checked that every line comes at its moment: before the next card, decision or
//! step, the record must have as many lines as were due by then.
//!
//! Lines that are compared as a set, because the text does not give their order:
//!
//! 1. the lines undone because a round is void, and the stakes returned when a round or a hand is void, or when a
//!    patron withdraws after an error;
//! 2. the double that is returned and the bet that is lost when a double is taken back;
//! 3. the lines undone because a 21 or a side bet had been overlooked.
//!
//! Fields that are not compared: for an award by ruling, everything but kind, patron, paid and returned; for a Super
//! Bonus, whether its spot is the table or the box; for a reversal, the sign of the stake and whether its outcome
//! repeats the line or is `returned`; the basis of returned stakes, and of the half that is lost by a surrender.

#![allow(dead_code, reason = "each test that includes this module uses a part of it")]
#![allow(unreachable_pub, reason = "a module of test crates")]
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "test code: a wrong rule book or record stops the test"
)]

mod audit;
mod compare;
mod count;
mod facts;
mod hands;
mod round;
mod said;
pub mod share;
mod terms;
mod walk;

pub use round::{Round, Seats};
pub use terms::{Price, Terms};

use engine::{Event, Line, LineKind, Outcome, Patron, Spot, WagerNumber, What};
use felt::Money;

/// The games it settles, and how to build its checker.
pub const SETTLES: crate::Settles = crate::Settles {
    games: &["singapore/pontoon-plus"],
    by: |_, config| Box::new(Watch::new(Terms::read(config))),
};

/// A settlement line as the rule text demands it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// What kind of line.
    pub kind: LineKind,
    /// The wager's number, if the line concerns one.
    pub number: Option<WagerNumber>,
    /// The patron.
    pub patron: Patron,
    /// The hand; for a Super Bonus the box that receives it.
    pub spot: Spot,
    /// The wager's word, or the award's; empty for an award by ruling.
    pub wager: &'static str,
    /// How it ends.
    pub outcome: Option<Outcome>,
    /// The whole stake.
    pub stake: Money,
    /// The part of the stake in play, if it is compared.
    pub basis: Option<Money>,
    /// The odds, if it wins.
    pub price: Option<Price>,
    /// What is paid on top of the stake.
    pub paid: Money,
    /// What is returned of the stake.
    pub returned: Money,
    /// Lines with the same group, other than 0, may come in any order among themselves.
    pub group: u32,
    /// For a Super Bonus and its table awards, the hand that hit it.
    pub hit_by: Option<Spot>,
}

/// What must be paid in the round, in the order of payment, and which lines came too early or too late.
#[derive(Clone, Debug, Default)]
pub struct Settlement {
    /// The lines.
    pub lines: Vec<Expected>,
    /// Lines of the record that come too early or too late.
    pub late: Vec<String>,
}

/// Returns what must be paid in the round, in the order of payment.
///
/// # Panics
/// If the record cannot be settled, for example because a card that matters was never shown; [`check`] reports that.
pub fn settle(round: &Round, terms: &Terms) -> Vec<Expected> {
    walk::settle(round, terms, false).unwrap_or_else(|trouble| panic!("{trouble}\n{round}")).lines
}

/// Compares the lines of one round with the rule text, line by line. Only seats taken in this round are known.
///
/// # Errors
/// Returns the differences, in words.
pub fn check(events: &[Event], terms: &Terms) -> Result<(), String> {
    check_seated(events, terms, &Seats::new())
}

/// As [`check`], with the seats that were taken before the round.
///
/// # Errors
/// Returns the differences, in words.
pub fn check_seated(events: &[Event], terms: &Terms, seats: &Seats) -> Result<(), String> {
    if !events.iter().any(|event| matches!(event.what, What::RoundEnded { .. })) {
        return Err("the round has not ended".into());
    }
    let events = &as_turned(events);
    let round = Round::read(events, seats);
    let lines: Vec<Line> = events
        .iter()
        .filter_map(|event| match event.what {
            What::Settled(line) => Some(line),
            _ => None,
        })
        .collect();
    let tell = |trouble: String| format!("{trouble}\n{round}");
    let settlement = walk::settle(&round, terms, true).map_err(tell)?;
    compare::compare(&settlement.lines, &lines).map_err(tell)?;
    if let Some(late) = settlement.late.first() {
        return Err(tell(late.clone()));
    }
    audit::audit(&round, terms).map_err(tell)
}

/// SG-PP-3.12, RULING-PP-25: treats a card that is laid face down to be squeezed as dealt when it is turned.
fn as_turned(events: &[Event]) -> Vec<Event> {
    let squeezed =
        |place: engine::Place, face: engine::Face| matches!(place, engine::Place::Hand(_)) && !face.is_up();
    let mut turned = Vec::new();
    // A card reported as a mistake stays on the table, and is treated the same when it is turned.
    let mut mistakes = Vec::new();
    for (n, event) in events.iter().enumerate() {
        let told = n.checked_sub(1).is_some_and(|n| matches!(events[n].what, What::Irregular { .. }));
        let what = match event.what {
            What::CardLaid { draw, place, face, .. } if squeezed(place, face) && told => {
                mistakes.push(draw);
                event.what
            }
            What::CardLaid { draw, place, face, .. } if squeezed(place, face) => {
                mistakes.retain(|mistake| *mistake != draw);
                continue;
            }
            What::CardTurned { draw, .. } if mistakes.contains(&draw) => event.what,
            What::CardTurned { draw, place: place @ engine::Place::Hand(_), face } => {
                What::CardLaid { draw, place, face, seen: engine::Seen::NOBODY }
            }
            what => what,
        };
        turned.push(Event { what, ..*event });
    }
    turned
}

/// Follows one table from its opening.
pub struct Watch {
    terms: Terms,
    /// Who sits where, as of the last round opened.
    seats: Seats,
    /// Seats taken and left between two rounds, and the events of the round since it was opened.
    events: Vec<Event>,
    /// Whether something was settled after the round had ended.
    reopened: bool,
    ended: bool,
}

impl Watch {
    /// Starts at the opening of a table.
    pub fn new(terms: Terms) -> Watch {
        Watch { terms, seats: Seats::new(), events: Vec::new(), reopened: false, ended: false }
    }

    /// Processes the next event.
    ///
    /// # Errors
    /// Returns how the record differs from the rule text, in words.
    pub fn see(&mut self, event: &Event) -> Result<(), String> {
        if matches!(event.what, What::RoundOpened { .. }) {
            let checked = self.end();
            self.seats = seats_after(&self.events, &self.seats);
            self.events.clear();
            (self.reopened, self.ended) = (false, false);
            self.events.push(*event);
            return checked;
        }
        self.events.push(*event);
        match event.what {
            What::RoundEnded { .. } => {
                self.ended = true;
                check_seated(&self.events, &self.terms, &self.seats)
            }
            What::Settled(_) => {
                self.reopened |= self.ended;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Ends the round: the next one opens, or the record ends.
    ///
    /// # Errors
    /// Returns how the lines after the end of the round differ from the rule text.
    pub fn end(&self) -> Result<(), String> {
        if self.reopened { check_seated(&self.events, &self.terms, &self.seats) } else { Ok(()) }
    }
}

/// Returns who sits where after these events: a patron who leaves in the middle of a round gives up their seat too.
fn seats_after(events: &[Event], seats: &Seats) -> Seats {
    let mut seats = seats.clone();
    for event in events {
        match event.what {
            What::Chosen { patron, spot, choice, .. } if choice.word() == "sit" => {
                seats.insert(spot.box_number, patron);
            }
            What::Chosen { spot, choice, .. } if choice.word() == "rise" => {
                seats.remove(&spot.box_number);
            }
            What::Left { patron } => seats.retain(|_, seated| *seated != patron),
            _ => {}
        }
    }
    seats
}
