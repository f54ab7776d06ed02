//! `croupier`: the command line of the engine.
//!
//! It contains no game: every command iterates over the registry, the rule books and what tables await. Exit codes are
//! 0 on success, 1 when a scenario, a record, a table file, the trace or a test of chance failed, and 2 when the
//! command was used wrongly or a file could not be read. Errors go to standard error, as JSON under `--json`; standard
//! output has only the requested output.

mod archive;
mod audit;
mod bot;
mod cards;
mod carried;
mod chance;
mod customs;
mod deal;
mod driver;
mod failure;
mod families;
mod files;
mod found;
mod games_cmd;
mod grid;
mod house_args;
mod irregular;
mod keys;
mod ledger;
mod lint;
mod load;
mod migrate;
mod moment;
mod new_table;
mod notes;
mod play;
mod progress;
mod records;
mod registry;
mod replay;
mod rng;
mod rules;
mod run;
mod screen;
mod serve;
mod shells;
mod side_bets;
mod table_args;
mod test_cmd;
mod trace;
mod transcript;
mod verify;
mod why;

use clap::{Parser, Subcommand, ValueEnum};
use failure::{Failure, Outcome, Verdict};
use screen::Screen;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// A house that serves many people at once spends half of its time in the system's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

const EXAMPLES: &str = "\
Start here:
  croupier games                             what can be played
  croupier play ohio/blackjack               sit down at a table: cards,
  croupier play ohio/craps                   dice,
  croupier play ohio/ultimate-texas-holdem   poker against the dealer
  croupier rules ohio/craps                  what the regulator allows
  croupier irregular ohio/blackjack          what can go wrong, and what to do

A game may be named by the part after the slash where that is clear: craps.
A table file may stand where a game does; `croupier new-table` writes one.

Every command has --help with an example. NO_COLOR=1 turns colour off.
Exit codes: 0 all well; 1 a scenario, record, table file, trace or test of
chance failed; 2 usage, or a file that cannot be read. Under --json an error is printed as
{\"error\": {\"kind\": \"usage\", \"what\": \"...\"}} on standard error.";

/// Casino table games, conducted exactly as a regulator approved them.
#[derive(Parser)]
#[command(name = "croupier", version, about, after_help = EXAMPLES)]
struct Cli {
    /// When to use colour; auto means on a terminal.
    #[arg(long, global = true, value_enum, default_value_t = Colour::Auto, value_name = "WHEN")]
    color: Colour,
    #[command(subcommand)]
    command: Command,
}

#[derive(Clone, Copy, ValueEnum)]
enum Colour {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand)]
enum Command {
    Games(games_cmd::Args),
    Rules(rules::Args),
    Play(play::Args),
    Deal(deal::Args),
    Run(run::Args),
    Replay(replay::Args),
    Why(why::Args),
    Test(test_cmd::Args),
    Trace(trace::Args),
    Lint(lint::Args),
    Irregular(irregular::Args),
    NewTable(new_table::Args),
    Rng(rng::Args),
    Keys(keys::Args),
    Found(found::Args),
    Migrate(migrate::Args),
    Archive(archive::Args),
    Audit(audit::Args),
    Verify(verify::Args),
    Ledger(ledger::Args),
    Load(load::Args),
    #[command(hide = true)]
    LookAtLobby(load::lookers::Args),
    Serve(serve::Args),
    Completions(shells::CompletionArgs),
    Man(shells::ManArgs),
}

impl Command {
    fn run(&self, screen: &mut Screen) -> Outcome {
        match self {
            Command::Games(args) => games_cmd::run(args, screen),
            Command::Rules(args) => rules::run(args, screen),
            Command::Play(args) => play::run(args, screen),
            Command::Deal(args) => deal::run(args, screen),
            Command::Run(args) => run::run(args, screen),
            Command::Replay(args) => replay::run(args, screen),
            Command::Why(args) => why::run(args, screen),
            Command::Test(args) => test_cmd::run(args, screen),
            Command::Trace(args) => trace::run(args, screen),
            Command::Lint(args) => lint::run(args, screen),
            Command::Irregular(args) => irregular::run(args, screen),
            Command::NewTable(args) => new_table::run(args, screen),
            Command::Rng(args) => rng::run(args, screen),
            Command::Keys(args) => keys::run(args, screen),
            Command::Found(args) => found::run(args, screen),
            Command::Migrate(args) => migrate::run(args, screen),
            Command::Archive(args) => archive::run(args, screen),
            Command::Audit(args) => audit::run(args, screen),
            Command::Verify(args) => verify::run(args, screen),
            Command::Ledger(args) => ledger::run(args, screen),
            Command::Load(args) => load::run(args, screen),
            Command::LookAtLobby(args) => load::lookers::run(args, screen),
            Command::Serve(args) => serve::run(args, screen),
            Command::Completions(args) => shells::completions(args, screen),
            Command::Man(args) => shells::man(args, screen),
        }
    }
}

fn main() -> ExitCode {
    // Read before the arguments are parsed: they may be invalid.
    let json = std::env::args_os().any(|argument| argument == "--json");
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) if json && error.use_stderr() => return fail(&Failure::usage(error.to_string()), true),
        Err(error) => error.exit(),
    };
    match cli.color {
        Colour::Auto => anstream::ColorChoice::Auto,
        Colour::Always => anstream::ColorChoice::Always,
        Colour::Never => anstream::ColorChoice::Never,
    }
    .write_global();
    let mut screen = Screen::new();
    let outcome = cli.command.run(&mut screen);
    // Output printed before a failure must precede its message.
    let flushed = screen.flush();
    match outcome.and_then(|verdict| Ok(flushed.map(|()| verdict)?)) {
        Ok(Verdict::Well) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        // A reader such as `head` has closed the pipe; this is not a failure.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => fail(&failure, json),
    }
}

/// Prints the failure, for people or for a program.
fn fail(failure: &Failure, json: bool) -> ExitCode {
    let mut err = anstream::stderr();
    let (style, bold, reset) = (screen::BAD, anstyle::Style::new().bold(), anstyle::Reset);
    let _ = match json {
        true => writeln!(err, "{}", failure.json()),
        false => writeln!(err, "{style}{bold}error:{reset} {failure}"),
    };
    ExitCode::from(failure.code())
}
