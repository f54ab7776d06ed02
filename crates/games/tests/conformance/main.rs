//! The conformance run that every game of the registry must pass: random rounds with several patrons,
//! irregular reports and nonsense, checked against the invariants of ARCHITECTURE.md.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod bounds;
mod branches;
mod cells;
mod chance;
mod counts;
mod directed;
mod driver;
mod extent;
mod habits;
mod keys;
mod ledger;
mod matrix;
mod matrix_page;
mod meters;
mod mirror;
mod mishaps;
mod money;
mod names;
mod nonsense;
mod snapshots;
mod tables;
mod taking;
mod twin;

use cells::Cells;
use counts::Counts;
use driver::Session;
use engine::{Actor, AnyTable, Due, Event, Game, Input, Transcript, What};
use libtest_mimic::{Arguments, Trial};
use matrix::Matrix;
use rulebook::RuleBook;
use std::sync::Arc;
use twin::Twin;

/// A game's rule book.
fn book_of(game: &'static Game) -> Arc<RuleBook> {
    game.book().unwrap()
}

/// The name of a promise, and the function that checks it for a game.
type Promise = (&'static str, fn(&'static Game));

/// The promises that every game must keep.
const PROMISES: &[Promise] = &[
    ("random_rounds_keep_every_promise", random_rounds_keep_every_promise),
    ("hidden_cards_stay_hidden", hidden_cards_stay_hidden),
    ("hands_are_called_what_their_cards_are", names::hands_are_called_what_their_cards_are),
    ("manual_and_automatic_steps_tell_the_same_story", manual_and_automatic_steps_tell_the_same_story),
    ("equal_keys_have_equal_futures", keys::equal_keys_have_equal_futures),
    ("snapshots_that_do_not_fit_are_refused", snapshots::what_does_not_fit_is_refused),
    ("irregularities_are_what_the_page_says", matrix_page::is_what_the_tables_do),
];

/// Each promise of each game of the registry is a separate test, so that they run in parallel and can be
/// selected by name.
fn main() {
    let arguments = Arguments::from_args();
    let test = |game: &'static Game, (name, check): Promise| {
        Trial::test(format!("{}::{name}", game.id), move || {
            check(game);
            Ok(())
        })
    };
    let tests = games::GAMES.iter().flat_map(|game| PROMISES.iter().map(move |promise| test(game, *promise)));
    libtest_mimic::run(&arguments, tests.collect()).exit();
}

fn random_rounds_keep_every_promise(game: &'static Game) {
    let mut counts = Counts::expect_all(game);
    let mut near = bounds::Near::default();
    let (mut played, mut saved) = (0, 0);
    let mut cells = Cells::all(&habits::of(game));
    let random = (0..extent::whole_sessions(game)).map(|nth| {
        let mut session = Session::new(game, extent::seed_of(game, 0, nth));
        // Each session concentrates on the mishaps that earlier ones reported least.
        session.cells = std::mem::take(&mut cells);
        session.play(session.habits.rounds);
        cells = std::mem::take(&mut session.cells);
        session
    });
    for (seed, session) in (extent::seed_of(game, 0, 0)..).zip(random.chain(directed::sessions(game))) {
        for event in &session.events {
            counts.event(event);
            played += u64::from(matches!(event.what, What::RoundEnded { .. }));
        }
        session.phases.iter().for_each(|phase| counts.add("phase", phase));
        session.refusals.iter().for_each(|refusal| counts.refusal(refusal));
        near.hold(&session, seed);
        second_settlement_agrees(&session, seed);
        replays_the_same(&session, seed);
        saved += session.saved;
    }
    println!("{}: {played} rounds, saved and loaded {saved} times", game.id);
    near.print();
    counts.print();
    assert_eq!(counts.strange(), Vec::<String>::new(), "{}: not in the vocabulary", game.id);
    if !extent::is_full(game) {
        println!("only {} sessions: not judged by what never occurred", extent::sessions(game));
        return;
    }
    let matrix = Matrix::of(game);
    let mut branches = 0;
    branches::tell_what_lacks(&matrix, &mut cells, |branch| {
        second_settlement_agrees(branch, branches);
        replays_the_same(branch, branches);
        branches += 1;
    });
    println!("{}: {branches} copies of sessions were told what lacked", game.id);
    cells.print();
    assert!(played >= 10_000, "{}: only {played} rounds", game.id);
    assert!(saved >= 1_000, "{}: only {saved} saves", game.id);
    assert_eq!(counts.never(), Vec::<String>::new(), "{}: never occurred", game.id);
    cells.hold(&matrix);
}

fn second_settlement_agrees(session: &Session, seed: u64) {
    let mut checker = second::checker(session.game.id, &book_of(session.game), &session.config).unwrap();
    let mut opened = 0;
    for (n, event) in session.events.iter().enumerate() {
        if matches!(event.what, What::RoundOpened { .. }) {
            opened = n;
        }
        if let Err(problem) = checker.see(event) {
            let round = transcript(&session.events[opened..=n]);
            panic!("{} seed {seed}: the second settlement disagrees: {problem}\n{round}", session.game.id);
        }
    }
    assert_eq!(checker.end(), Ok(()), "{} seed {seed}: the record ends too early", session.game.id);
}

/// The events in words.
fn transcript(events: &[Event]) -> String {
    let line =
        |event: &Event| format!("  {} {}", engine::explain_event(event, felt::Currency::USD), event.cites);
    events.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn replays_the_same(session: &Session, seed: u64) {
    let book = book_of(session.game);
    let mut table = (session.game.open)(&book, &session.config).unwrap();
    // Some session calls for its own file again; showing a file changes nothing.
    table.show_file(&book, &session.config).unwrap();
    // The replay stores its events in compact form, so what a transcript returns is also compared with the
    // full events.
    let mut kept = Transcript::default();
    for (actor, input) in &session.inputs {
        table.apply_to(*actor, *input, &mut kept).unwrap();
    }
    let again: Vec<Event> = kept.events().collect();
    let print = |events: &[Event]| -> Vec<String> {
        events.iter().map(|event| serde_json::to_string(event).unwrap()).collect()
    };
    assert_eq!(print(&again), print(&session.events), "seed {seed}: a replay differs");
    assert_eq!(table.save(), session.table.save(), "seed {seed}: a replay ends elsewhere");
}

/// Only games with cards have hidden information.
fn hidden_cards_stay_hidden(game: &'static Game) {
    let (mut twins, mut compared) = (0, 0);
    // A squeezed card is turned before anything else can happen, so cards are counted instead of steps.
    // Squeezes are rare among many bets, so these sessions are longer.
    let squeezes = game.vocabulary.choices.iter().any(|choice| choice.word() == "squeeze");
    let steps = if squeezes { 600 } else { 400 };
    for nth in 0..extent::sessions(game) / 2 {
        let mut session = Session::new(game, extent::seed_of(game, 1_000_000, nth));
        if session.config.pack().is_empty() {
            break;
        }
        session.house.reads = true;
        for _ in 0..steps {
            let Due::Card { to, up: false } = session.table.due() else {
                session.step();
                continue;
            };
            let undealt = session.house.undealt(&*session.table);
            if to == engine::Place::Rack || session.table.held_next().is_some() || undealt.len() < 2 {
                session.step();
                continue;
            }
            let (card, other) = (undealt[0], *session.chance.clone().pick(&undealt[1..]));
            let Some(mut twin) = Twin::split(&mut session, to, card, other) else { continue };
            twins += 1;
            session.unnamed = vec![card, other];
            compared += follow_twin(&mut session, &mut twin, other);
            session.unnamed.clear();
        }
    }
    println!("{}: {twins} hidden cards, {compared} steps compared", game.id);
    // Where every card is dealt open, cards are never turned.
    let turns = game.vocabulary.events.contains(&"card-turned") && !habits::of(game).open;
    let hides = turns && extent::is_full(game);
    let enough = if squeezes { twins > 1_000 } else { compared > 5_000 };
    assert!(enough || !hides, "{}: only {twins} hidden cards, {compared} steps compared", game.id);
}

/// Continues with both tables until the hidden card shows. Steps that would draw the twin's card are skipped.
fn follow_twin(session: &mut Session, twin: &mut Twin, other: felt::Card) -> u64 {
    let mut compared = 0;
    while twin.lasts(&*session.table) {
        // The card that the twin holds is still in this table's shoe; it must not come out, even when two
        // cards come out together.
        let undealt = session.house.undealt(&*session.table);
        for first in 0..undealt.len().min(2) {
            if undealt[first] == other
                && let Some(at) = undealt.iter().rposition(|card| *card != other).filter(|at| *at > first)
            {
                undealt.swap(at, first);
            }
        }
        if undealt.iter().take(2).any(|card| *card == other) {
            break;
        }
        let hidden = twin.hidden_on(&*session.table);
        let (inputs, events) = (session.inputs.len(), session.events.len());
        session.step();
        for n in inputs..session.inputs.len() {
            let sent = session.inputs[n];
            let one_step = session.inputs.len() - inputs == 1;
            let said: &[Event] = if one_step { &session.events[events..] } else { &[] };
            if !one_step || !twin.follow(&*session.table, hidden, sent, Ok(()), said) {
                return compared;
            }
            compared += 1;
        }
    }
    compared
}

/// A table whose dealer releases each step produces the same events as one that continues automatically.
fn manual_and_automatic_steps_tell_the_same_story(game: &'static Game) {
    let rounds = habits::of(game).rounds.div_ceil(4);
    for nth in 0..extent::whole_sessions(game).div_ceil(4).max(50) {
        let seed = extent::seed_of(game, 2_000_000, nth);
        let mut session = Session::new(game, seed);
        session.irregular_in = 0;
        // An input that comes while a step waits for its release comes after that step at a table that does
        // not wait.
        session.nonsense = false;
        session.play(rounds);
        let told = told_the_other_way(&session, seed);
        assert_eq!(told, session.events, "{} seed {seed}", game.id);
    }
}

/// The events of a table that gets the same inputs but the other way of releasing steps.
fn told_the_other_way(session: &Session, seed: u64) -> Vec<Event> {
    let mut config = session.config.clone();
    config.by_dealer = !config.by_dealer;
    let mut table = (session.game.open)(&book_of(session.game), &config).unwrap();
    let mut events = Vec::new();
    for (actor, input) in &session.inputs {
        release(&mut *table, *input, &mut events);
        match table.apply(*actor, *input, &mut events) {
            Ok(()) => {}
            Err(_) if matches!(input, Input::Step(_)) => {}
            Err(refusal) => panic!("{} seed {seed}: {input:?}: {refusal}", session.game.id),
        }
    }
    release(&mut *table, Input::APPROVED, &mut events);
    events
}

/// Releases what the dealer must before this input can come.
fn release(table: &mut dyn AnyTable, before: Input, events: &mut Vec<Event>) {
    loop {
        let step = match table.due() {
            Due::Step(step) => step,
            // A throw of the dice closes the bets.
            Due::Bets { closes } if matches!(before, Input::Roll(_)) => closes,
            _ => return,
        };
        table.apply(Actor::DEALER, Input::Step(step), events).unwrap();
    }
}
