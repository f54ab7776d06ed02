//! Records are replayed and corrected.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

use engine::record::{CorrectError, Fix, Sent, correct};
use engine::scenario::{parse, run};
use engine::{Actor, AnyTable, Face, Input, Outcome, Place, Spot};
use rulebook::TableConfig;

const ROUND: &str = "scenario two boxes
table    ohio/blackjack
bets     A at 1: main 10
         B at 2: main 10
deal     1: Kd 6s  2: Tc 9d  dealer: 7c ??
A        hit: 2h
A        stand
B        stand
turn     dealer: Td
expect   B at 2: main wins 10     OH-BJ-4.II.B OH-BJ-4.VI:a
         A at 1: main wins 10     OH-BJ-4.II.B OH-BJ-4.VI:a
";

fn played() -> (Box<dyn AnyTable>, Vec<Sent>) {
    let report = run(&parse(ROUND).unwrap()[0], &games::find);
    assert!(report.ok(), "{}", report.transcript());
    let game = games::find("ohio/blackjack").unwrap();
    let book = game.book().unwrap();
    ((game.open)(&book, &TableConfig::default_for(&book)).unwrap(), report.inputs)
}

fn card_to_box_1(inputs: &[Sent], card: &str) -> usize {
    let card = Input::Card { to: Place::Hand(Spot::first(1)), face: Face::Up(card.parse().unwrap()) };
    inputs.iter().position(|(_, input)| *input == card).unwrap()
}

#[test]
fn a_misread_card_changes_only_the_lines_it_decides() {
    let (table, inputs) = played();
    let n = card_to_box_1(&inputs, "2h");
    let really = Input::Card { to: Place::Hand(Spot::first(1)), face: Face::Up("Ah".parse().unwrap()) };
    let correction = correct(&*table, &inputs, Fix::Replace(n, (Actor::DEALER, really)), 1).unwrap();
    let [(1, undone)] = correction.reversed.as_slice() else { panic!("{correction:?}") };
    assert_eq!((undone.spot, undone.outcome), (Spot::first(1), Some(Outcome::Wins)));
    let [(1, instead)] = correction.settled.as_slice() else { panic!("{correction:?}") };
    assert_eq!((instead.spot, instead.outcome), (Spot::first(1), Some(Outcome::Pushes)));
}

#[test]
fn what_made_sense_only_under_the_error_is_named() {
    let (table, inputs) = played();
    let n = card_to_box_1(&inputs, "2h");
    let really = Input::Card { to: Place::Hand(Spot::first(1)), face: Face::Up("Kh".parse().unwrap()) };
    let error = correct(&*table, &inputs, Fix::Replace(n, (Actor::DEALER, really)), 1).unwrap_err();
    let CorrectError::Replay(error) = error else { panic!("{error}") };
    assert_eq!(error.position, n + 1, "A stood on a hand that was over");
}

#[test]
fn rounds_that_stand_are_not_reached() {
    let (table, inputs) = played();
    let n = card_to_box_1(&inputs, "2h");
    let really = Input::Card { to: Place::Hand(Spot::first(1)), face: Face::Up("Ah".parse().unwrap()) };
    let error = correct(&*table, &inputs, Fix::Replace(n, (Actor::DEALER, really)), 2).unwrap_err();
    assert_eq!(error, CorrectError::RoundStands(1));
    let missing = correct(&*table, &inputs, Fix::Remove(inputs.len()), 1).unwrap_err();
    assert_eq!(missing, CorrectError::NoSuchInput(inputs.len()));
}
