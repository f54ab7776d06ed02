//! `croupier replay`: replays records and reports where they differ.

use crate::failure::{Failure, Outcome, Verdict};
use crate::files;
use crate::screen::{BAD, DIM, GOOD, HEAD, Screen, count, paint};
use engine::record::{Difference, Record, ReplayFailure, Unlike};
use serde_json::{Value, json};
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier deal ohio/blackjack --rounds 5 --record night.json
  croupier replay night.json            the same cards, the same events
  croupier run hand.scenario --record hand.crec
  croupier replay night.json hand.crec --json
  croupier replay old.json --anyway     although the rule book has changed since

A record names the rule book and the table file it was played by; others are
refused without --anyway. If the replay differs, the first difference is
named: the round, the input in it and the event of that input, each
counted from 1, with what was expected and what came.";

/// Replay records and report the first difference.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The records, JSON or compact.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Replay a record although the rule book or the table differs from the recorded one.
    #[arg(long)]
    anyway: bool,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

/// A record of a file and its result.
struct Played {
    file: String,
    /// The number of the record in its file, counted from 1.
    number: usize,
    record: Record,
    /// The current version of the game's procedure, if the game exists.
    procedure: Option<u32>,
    failure: Option<ReplayFailure>,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let mut all = Vec::new();
    for path in &args.files {
        let (file, bytes) = files::read_bytes(path)?;
        let records = Record::read(&bytes, &games::find)
            .map_err(|error| Failure::usage(format!("{file} cannot be read: {error}")))?;
        for (n, record) in records.into_iter().enumerate() {
            all.push(play(&file, n + 1, record, args.anyway));
        }
    }
    let well = all.iter().all(|played| played.failure.is_none());
    if args.json {
        let each: Vec<Value> = all.iter().map(played_json).collect();
        screen.json(&json!({ "ok": well, "records": each }))?;
    } else {
        all.iter().try_for_each(|played| print(screen, played))?;
    }
    Ok(Verdict::well_if(well))
}

fn play(file: &str, number: usize, record: Record, anyway: bool) -> Played {
    let played = if anyway {
        let opened = record.open_anyway(&games::find).map_err(ReplayFailure::Open);
        opened.and_then(|mut table| record.play_on(&mut *table).map_err(ReplayFailure::Differs))
    } else {
        record.replay(&games::find).map(|_| ())
    };
    let procedure = games::find(&record.header.game).map(|game| game.vocabulary.procedure);
    Played { file: file.to_owned(), number, record, procedure, failure: played.err() }
}

/// Differences that a change of the procedure since the record may explain.
fn changed(played: &Played) -> Option<String> {
    let (then, now) = (played.record.header.procedure, played.procedure?);
    (then != now).then(|| {
        format!("it was played by procedure {then} and this is {now}: CHANGELOG.md says what changed since")
    })
}

fn print(screen: &mut Screen, played: &Played) -> Result<(), Failure> {
    let Played { file, number, record, .. } = played;
    let rounds = count(record.rounds.len(), "round", "rounds");
    let inputs = count(record.steps().count(), "input", "inputs");
    let name = paint(HEAD, &format!("{file} {number}"));
    let about = paint(DIM, &format!("{}, {rounds}, {inputs}", record.header.game));
    match &played.failure {
        None => screen.line(format!("{name}  {about}  {}", paint(GOOD, "the same")))?,
        Some(failure) => {
            screen.line(format!("{name}  {about}  {}", paint(BAD, "not the same")))?;
            screen.hanging("  ! ", &failure.to_string())?;
        }
    }
    if let Some(changed) = changed(played).filter(|_| played.failure.is_some()) {
        screen.hanging("    ", &changed)?;
    }
    Ok(())
}

fn played_json(played: &Played) -> Value {
    let differs = match &played.failure {
        Some(ReplayFailure::Differs(difference)) => difference_json(difference),
        _ => Value::Null,
    };
    json!({
        "file": played.file,
        "record": played.number,
        "game": played.record.header.game,
        "rounds": played.record.rounds.len(),
        "inputs": played.record.steps().count(),
        "ok": played.failure.is_none(),
        "problem": played.failure.as_ref().map(ToString::to_string),
        "procedure-changed": changed(played),
        "differs": differs,
    })
}

fn difference_json(difference: &Difference) -> Value {
    let Difference { round, input, unlike } = difference;
    match unlike {
        Unlike::Refused(refusal) => json!({ "round": round, "input": input, "refused": refusal.to_string() }),
        Unlike::Round(here) => json!({ "round": round, "input": input, "at-round": here }),
        Unlike::Event { event, expected, got } => {
            json!({ "round": round, "input": input, "event": event, "expected": expected, "got": got })
        }
        _ => json!({ "round": round, "input": input }),
    }
}
