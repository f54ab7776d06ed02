//! Running the program as a person would.

use house::store::Database;
use serde_json::Value;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What the program said, and how it ended.
pub struct Said {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code.
    pub code: i32,
}

impl Said {
    /// The output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}:\n{}\n{}", self.out, self.err))
    }
}

/// The program, on 80 columns and 24 lines without colour.
pub fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_croupier"));
    command.args(args).env("COLUMNS", "80").env("NO_COLOR", "1").env("LC_ALL", "C.UTF-8");
    command.env_remove("CLICOLOR_FORCE").env_remove("LINES");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program and feeds it.
pub fn croupier(args: &[&str], input: &str) -> Said {
    feed(command(args), input)
}

/// Feeds a program.
pub fn feed(mut command: Command, input: &str) -> Said {
    let mut child = command.spawn().expect("the program starts");
    // A program that needs no input may be gone before it is fed.
    let _ = child.stdin.take().expect("stdin is piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    Said {
        out: String::from_utf8(output.stdout).expect("the output is text"),
        err: String::from_utf8(output.stderr).expect("the errors are text"),
        code: output.status.code().expect("the program was not killed"),
    }
}

/// Writes a file into a directory of this test's own and returns the directory.
pub fn directory(test: &str, files: &[(&str, &str)]) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    for (name, text) in files {
        std::fs::write(directory.join(name), text).unwrap();
    }
    directory
}

/// The keys that an object lacks.
pub fn missing<'k>(value: &Value, keys: &[&'k str]) -> Vec<&'k str> {
    keys.iter().copied().filter(|key| value.get(key).is_none()).collect()
}

/// The events of a document of records, in order.
pub fn events(json: &Value) -> Vec<&Value> {
    let records = json["records"].as_array().unwrap();
    let rounds = records.iter().flat_map(|record| record["rounds"].as_array().unwrap());
    rounds.flat_map(round_events).collect()
}

/// The events of a round, in order.
pub fn round_events(round: &Value) -> Vec<&Value> {
    let steps = round["steps"].as_array().unwrap();
    steps.iter().flat_map(|step| step["events"].as_array().unwrap()).collect()
}

/// What kind of event it is.
pub fn kind(event: &Value) -> &str {
    let what = &event["what"];
    what.as_str().unwrap_or_else(|| what.as_object().unwrap().keys().next().unwrap())
}

/// Where a server of the tests is.
pub fn variable(name: &str) -> String {
    std::env::var(name)
        .expect("this test wants servers: run `.ci/services up` and `eval \"$(.ci/services env)\"` first")
}

/// A database with nothing in it: its address.
pub async fn empty_database(name: &str) -> (Database, String) {
    let address = variable("CROUPIER_TEST_POSTGRES");
    let server = Database::at(&address).unwrap();
    let client = server.connect().await.unwrap();
    client.batch_execute(&format!("drop database if exists {name} with (force)")).await.unwrap();
    client.batch_execute(&format!("create database {name}")).await.unwrap();
    let at = address.rfind('/').unwrap();
    (server, format!("{}/{name}", &address[..at]))
}

/// All games, or two of them where `CROUPIER_SEED` is a number, others under the next one.
pub fn part_of(games: &[&'static engine::Game]) -> Vec<&'static engine::Game> {
    let Ok(seed) = std::env::var("CROUPIER_SEED") else { return games.to_vec() };
    let first = seed.parse::<usize>().expect("CROUPIER_SEED is a number") * 2 % games.len();
    games.iter().cycle().skip(first).take(2).copied().collect()
}
