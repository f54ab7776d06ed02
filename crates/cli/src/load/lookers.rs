//! The processes that poll the lobby while it is measured: this program, controlled by its parent through standard
//! input.

use crate::failure::{Failure, Outcome, Verdict};
use crate::house_args::wait;
use crate::screen::Screen;
use server::load::{Lookers, look_as_told};
use std::io::{BufReader, stdin};
use std::process::Command;

/// Look at the list of tables, when standard input says so; `croupier load --lobby` starts this
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Where the server is
    address: String,
    /// How many tables it must list
    tables: usize,
    /// Requests a second
    rate: u32,
}

/// Starts a polling process.
pub(super) fn start(address: &str, tables: usize, rate: u32) -> Result<Lookers, Failure> {
    let failed = |error: std::io::Error| Failure::usage(format!("those who look cannot be started: {error}"));
    let mut program = Command::new(std::env::current_exe().map_err(failed)?);
    program.arg("look-at-lobby").arg(address).arg(tables.to_string()).arg(rate.to_string());
    Lookers::start(program).map_err(failed)
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let looked = look_as_told(&args.address, args.tables, args.rate, BufReader::new(stdin()));
    let polled = wait(async { looked.await.map_err(|error| Failure::usage(error.to_string())) })?;
    screen.json(&serde_json::to_value(polled).map_err(|error| Failure::usage(error.to_string()))?)?;
    Ok(Verdict::Well)
}
