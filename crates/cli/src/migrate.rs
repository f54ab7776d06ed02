//! `croupier migrate`: migrates the schema of a house and grants rights to the role that runs it.

use crate::failure::{Failure, Outcome, Verdict};
use crate::house_args::{DatabaseArgs, wait};
use crate::screen::{BAD, GOOD, Screen, paint};
use serde_json::json;

const EXAMPLE: &str = "\
Examples:
  croupier migrate --database postgresql://house_owner@127.0.0.1/house
  croupier migrate --database postgresql://house_owner@127.0.0.1/house --role house_run

Migrates the schema as the role of the address, which then owns it. The
role that is named, which must be there (CREATE ROLE house_run LOGIN), can run the
house afterwards: `croupier serve` as that role plays, and cannot change or
delete the journal, the ledger, the roots and the logs, nor switch off the
triggers that guard them. Its rights are renewed by every later `croupier migrate`.

If the role could still change them by rights from elsewhere, the command names
these rights and exits with 1.";

/// Migrate the schema of a house, and grant append-only rights to the role that runs it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    database: DatabaseArgs,
    /// The role that runs the house
    #[arg(long, value_name = "NAME")]
    role: Option<String>,
    /// Print a JSON object instead
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let database = args.database.database()?;
    let ways = wait(async {
        database.migrate().await?;
        match &args.role {
            None => Ok::<_, Failure>(Vec::new()),
            Some(role) => Ok(database.let_run(role).await?),
        }
    })?;
    if args.json {
        screen.json(&json!({ "ok": ways.is_empty(), "role": args.role, "open": ways }))?;
        return Ok(Verdict::well_if(ways.is_empty()));
    }
    screen.line("the schema is up to date")?;
    if let Some(role) = &args.role {
        for way in &ways {
            screen.line(paint(BAD, &format!("{role} could change what was written: {way}")))?;
        }
        if ways.is_empty() {
            screen.line(paint(
                GOOD,
                &format!("{role} can run the house, and cannot change what was written"),
            ))?;
        }
    }
    Ok(Verdict::well_if(ways.is_empty()))
}
