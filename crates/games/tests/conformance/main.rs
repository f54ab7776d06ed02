//! The conformance run that every game of the registry must pass: random rounds with several patrons,
//! irregular reports and nonsense, held to the invariants of ARCHITECTURE.md.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "tests stop at the first surprise"
)]

mod chance;
mod counts;
mod directed;
mod driver;
mod money;
mod nonsense;
#[path = "../second_settlement/mod.rs"]
mod second_settlement;
mod twin;

use counts::Counts;
use driver::Session;
use engine::{Actor, Due, Event, Input, What};
use rulebook::RuleBook;
use twin::Twin;

const ROUNDS_A_SESSION: usize = 20;

fn sessions() -> u64 {
    std::env::var("CONFORMANCE_SESSIONS").ok().and_then(|n| n.parse().ok()).unwrap_or(700)
}

/// The events of each finished round, from its opening to its end.
fn rounds(events: &[Event]) -> Vec<&[Event]> {
    let mut rounds = Vec::new();
    let mut start = None;
    for (n, event) in events.iter().enumerate() {
        match event.what {
            What::RoundOpened { .. } => start = Some(n),
            What::RoundEnded { .. } => rounds.extend(start.take().map(|start| &events[start..=n])),
            _ => {}
        }
    }
    rounds
}

#[test]
fn random_rounds_keep_every_promise() {
    for game in games::GAMES {
        let mut counts = Counts::expect_all(game);
        let mut played = 0;
        let random = (0..sessions()).map(|seed| {
            let mut session = Session::new(game, seed);
            session.play(ROUNDS_A_SESSION);
            session
        });
        for (seed, session) in (0..).zip(random.chain(directed::sessions(game))) {
            for event in &session.events {
                counts.event(event);
            }
            session.phases.iter().for_each(|phase| counts.add("phase", phase));
            session.refusals.iter().for_each(|refusal| counts.refusal(refusal));
            for round in rounds(&session.events) {
                played += 1;
                if let Err(problem) = money::check(round) {
                    panic!("seed {seed}: {problem}");
                }
                let terms = second_settlement::Terms::read(&session.config);
                if let Err(problem) = second_settlement::check(round, &terms) {
                    panic!("seed {seed}: the second settlement disagrees: {problem}\n{}", transcript(round));
                }
            }
            replays_the_same(&session, seed);
        }
        println!("{}: {played} rounds", game.id);
        counts.print();
        assert!(played >= 10_000, "only {played} rounds");
        assert_eq!(counts.never(), Vec::<String>::new(), "never occurred");
    }
}

fn transcript(round: &[Event]) -> String {
    let line =
        |event: &Event| format!("  {} {}", engine::explain_event(event, felt::Currency::USD), event.cites);
    round.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn replays_the_same(session: &Session, seed: u64) {
    let book = RuleBook::parse(session.game.rulebook).unwrap();
    let mut table = (session.game.open)(&book, &session.config).unwrap();
    let again = engine::record::replay(&mut *table, &session.inputs).unwrap();
    let print = |events: &[Event]| -> Vec<String> {
        events.iter().map(|event| engine::event_json(event, None).to_string()).collect()
    };
    assert_eq!(print(&again), print(&session.events), "seed {seed}: a replay differs");
    assert_eq!(table.fingerprint(), session.table.fingerprint(), "seed {seed}: a replay ends elsewhere");
}

#[test]
fn hidden_cards_stay_hidden() {
    for game in games::GAMES {
        let (mut twins, mut compared) = (0, 0);
        for seed in 0..sessions() / 2 {
            let mut session = Session::new(game, 1_000_000 + seed);
            session.reads = true;
            for _ in 0..400 {
                let Due::Card { to, up: false } = session.table.due() else {
                    session.step();
                    continue;
                };
                if to == engine::Place::Rack
                    || !session.physical.held.is_empty()
                    || session.physical.pile.len() < 2
                {
                    session.step();
                    continue;
                }
                let card = session.physical.pile.pop().unwrap();
                let other = *session.chance.clone().pick(&session.physical.pile);
                let Some(mut twin) = Twin::split(&mut session, to, card, other) else { continue };
                twins += 1;
                compared += follow_twin(&mut session, &mut twin, other);
            }
        }
        println!("{}: {twins} hidden cards, {compared} steps compared", game.id);
        assert!(compared > 5_000, "only {compared} steps compared");
    }
}

/// Plays on with both tables until the hidden card shows. Steps that would draw the twin's card are skipped.
fn follow_twin(session: &mut Session, twin: &mut Twin, other: felt::Card) -> u64 {
    let mut compared = 0;
    while twin.lasts(&*session.table) {
        // The card that the twin holds is still in this table's shoe; it must not come out of it.
        if session.physical.pile.last() == Some(&other) {
            let Some(at) = session.physical.pile.iter().position(|card| *card != other) else { break };
            let top = session.physical.pile.len() - 1;
            session.physical.pile.swap(at, top);
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

/// A table whose dealer releases each step says the same as one that goes on by itself.
#[test]
fn manual_and_automatic_steps_tell_the_same_story() {
    let game = games::GAMES[0];
    let book = RuleBook::parse(game.rulebook).unwrap();
    for seed in 0..200 {
        let mut session = Session::new(game, 2_000_000 + seed);
        session.irregular_in = 0;
        // What comes while a step waits to be released comes after it at a table that does not wait.
        session.nonsense = false;
        session.play(5);
        let inputs: Vec<(Actor, Input)> = session.inputs.clone();
        let mut config = session.config.clone();
        config.by_dealer = !config.by_dealer;
        let mut table = (game.open)(&book, &config).unwrap();
        let mut events = Vec::new();
        for (actor, input) in inputs {
            while let Due::Step(step) = table.due() {
                table.apply(Actor::DEALER, Input::Step(step), &mut events).unwrap();
            }
            match table.apply(actor, input, &mut events) {
                Ok(()) => {}
                Err(_) if matches!(input, Input::Step(_)) => {}
                Err(refusal) => panic!("seed {seed}: {input:?}: {refusal}"),
            }
        }
        while let Due::Step(step) = table.due() {
            table.apply(Actor::DEALER, Input::Step(step), &mut events).unwrap();
        }
        assert_eq!(events, session.events, "seed {seed}");
    }
}
