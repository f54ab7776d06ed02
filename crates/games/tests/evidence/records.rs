//! Records are replayed and corrected.

use engine::record::{
    CorrectError, Fix, OpenFailure, Record, ReplayFailure, Sent, Unlike, correct, to_compact, to_json,
};
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

fn record() -> Record {
    run(&parse(ROUND).unwrap()[0], &games::find).records.remove(0)
}

#[test]
fn a_record_is_read_from_either_form_and_replays() {
    let record = record();
    assert_eq!(record.inputs(), played().1);
    let one = std::slice::from_ref(&record);
    for bytes in [to_json(one).unwrap(), to_compact(one).unwrap()] {
        assert_eq!(Record::read(&bytes, &games::find).unwrap(), one);
    }
    record.replay(&games::find).unwrap();
    let two = [record.clone(), record];
    assert_eq!(Record::read(&to_json(&two).unwrap(), &games::find).unwrap(), two);
    assert_eq!(Record::read(&to_compact(&two).unwrap(), &games::find).unwrap(), two);
    assert_eq!(Record::read(&to_json(&[]).unwrap(), &games::find).unwrap(), []);
}

#[test]
fn what_differs_is_named_by_round_input_and_event() {
    let mut changed = record();
    let last = changed.rounds.last_mut().unwrap();
    let (round, input) = (last.round, last.steps.len());
    let events = &mut last.steps.last_mut().unwrap().events;
    let missing = events.pop();
    let Err(ReplayFailure::Differs(difference)) = changed.replay(&games::find).map(|_| ()) else { panic!() };
    let count = changed.rounds.last().unwrap().steps.last().unwrap().events.len();
    assert_eq!((difference.round, difference.input), (round, input));
    let got = missing.map(Box::new);
    assert_eq!(difference.unlike, Unlike::Event { event: count + 1, expected: None, got });
    let said = difference.to_string();
    assert!(said.starts_with(&format!(
        "round {round}, input {input}, event {}: expected nothing, got {{",
        count + 1
    )));

    let mut refused = record();
    let first = &mut refused.rounds[0].steps[0];
    first.by = Actor::Patron(engine::Patron::A);
    let said = refused.replay(&games::find).map(|_| ()).unwrap_err().to_string();
    assert!(said.contains(", input 1: refused: "), "{said}");
}

#[test]
fn a_record_of_another_book_or_table_is_refused_by_name() {
    let refused = |record: &Record| record.open(&games::find).map(|_| ()).unwrap_err();
    let mut other = record();
    other.header.book = "0".repeat(64);
    assert!(matches!(refused(&other), OpenFailure::OtherBook { .. }));
    assert!(other.open_anyway(&games::find).is_ok());
    let mut other = record();
    other.header.settings.insert("limits.main".to_owned(), "10..50 step 5".to_owned());
    assert!(matches!(refused(&other), OpenFailure::OtherTable { .. }), "{}", refused(&other));
    other.header.settings.insert("boxes".to_owned(), "200".to_owned());
    assert!(matches!(refused(&other), OpenFailure::NotAllowed(_)));
    other.header.game = "ohio/whist".to_owned();
    assert_eq!(refused(&other), OpenFailure::NoGame("ohio/whist".to_owned()));
}
