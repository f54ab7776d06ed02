//! `croupier ledger`: verifies the books of a house and draws up the shifts of its tables.

mod shift;
mod verify;

use crate::failure::{Outcome, Verdict};
use crate::screen::Screen;

const EXAMPLE: &str = "\
Examples:
  croupier ledger verify                        all books, both ways
  croupier ledger shift \"BJ 4\" --from '2026-07-01 20:00' --to '2026-07-02 04:00'
  croupier ledger sql | psql \"$CROUPIER_DATABASE\"   the SQL half by itself

docs/ledger.md says which accounts there are and what every finding means.";

/// Verify the books of a house, or draw up a table's shift.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Verify(verify::Args),
    Shift(shift::Args),
    /// Print the checks in SQL, for psql: sound books return no row
    Sql,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    match &args.command {
        Command::Verify(args) => verify::run(args, screen),
        Command::Shift(args) => shift::run(args, screen),
        Command::Sql => {
            screen.put(house::ledger::BOOKS)?;
            screen.put(house::ledger::CHECKS)?;
            Ok(Verdict::Well)
        }
    }
}
