//! `croupier rng`: collects or tests output of the live source of chance.
//!
//! It draws only from the crate `chance`, as a table that is played for money does; the seeded chance of `play` and
//! `deal` is not used.

mod card_tests;
mod collect;
mod judge;
mod sample;
mod special;
mod statistics;
mod symbol_tests;
mod test;

use crate::failure::Outcome;
use crate::screen::Screen;

const EXAMPLE: &str = "\
Examples:
  croupier rng test                             everything, in a few seconds
  croupier rng collect dice --count 1000000 --out dice.txt
  croupier rng collect raw --endless | dieharder -g 200 -a";

/// Collect or test output of the live source of chance.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Collect(collect::Args),
    Test(test::Args),
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    match &args.command {
        Command::Collect(args) => collect::run(args, screen),
        Command::Test(args) => test::run(args, screen),
    }
}
