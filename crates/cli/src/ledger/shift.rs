//! `croupier ledger shift`: the opener and closer of a table's bank, and everything between.

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::Grid;
use crate::house_args::{HouseArgs, wait};
use crate::screen::{BAD, HEAD, Screen, paint};
use felt::{Currency, Money};
use house::ledger::{Shift, shift, table_named};
use serde_json::json;
use std::io;

const EXAMPLE: &str = "\
Examples:
  croupier ledger shift \"BJ 4\" --from '2026-07-01 20:00' --to '2026-07-02 04:00'
  croupier ledger shift 17 --from today --json

Times are read as PostgreSQL reads them: 2026-07-01T20:00:00+02, today, now.
The shift has what happened from the one on and before the other.";

/// Draw up a table's shift: opener, fills, credits, drop, win, closer.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The table, by its name or number
    table: String,
    /// When the shift began
    #[arg(long, value_name = "TIME", default_value = "-infinity")]
    from: String,
    /// When it ended
    #[arg(long, value_name = "TIME", default_value = "infinity")]
    to: String,
    #[command(flatten)]
    house: HouseArgs,
    /// Print one JSON object, in minor units, instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let database = args.house.database()?;
    let (name, currency, shift) = wait(async {
        let (table, name, currency) = table_named(&database, &args.table).await?;
        Ok((name, currency, shift(&database, table, &args.from, &args.to).await?))
    })?;
    match args.json {
        true => screen.json(&as_json(&name, &currency, &shift))?,
        false => {
            let known = Currency::by_code(&currency);
            let known = known.ok_or_else(|| Failure::Database(format!("{currency} is no currency")))?;
            print(screen, &name, known, &shift)?;
        }
    }
    Ok(Verdict::well_if(shift.bank_holds() && shift.patrons_hold()))
}

/// A line of a sum: its sign, its word, its amount.
type Line = (&'static str, &'static str, Money);

fn of_bank(shift: &Shift) -> Vec<Line> {
    vec![
        ("", "opener", shift.opener),
        ("+", "fills", shift.fills),
        ("-", "credits", shift.credits),
        ("+", "win", shift.win),
        ("=", "closer", shift.closer),
    ]
}

fn of_patrons(shift: &Shift) -> Vec<Line> {
    vec![
        ("", "had", shift.patrons_before),
        ("+", "drop", shift.drop),
        ("-", "cash-outs", shift.cash_outs),
        ("-", "win", shift.win),
        ("-", "vigorish", shift.vigorish),
        ("-", "tips", shift.tips),
        ("+", "jackpots", shift.jackpots),
        ("=", "have", shift.patrons_after),
    ]
}

fn print(screen: &mut Screen, name: &str, currency: Currency, shift: &Shift) -> io::Result<()> {
    screen.line(format!("{}, {}", paint(HEAD, name), currency.code))?;
    for (title, lines) in [("The bank", of_bank(shift)), ("The patrons", of_patrons(shift))] {
        screen.blank()?;
        screen.line(title)?;
        let mut grid = Grid::new(&["", "", ">"]);
        for (sign, word, amount) in lines {
            grid.row([sign.into(), word.into(), currency.format(amount).into()]);
        }
        grid.print(screen, 2)?;
    }
    if !(shift.bank_holds() && shift.patrons_hold()) {
        screen.line(paint(
            BAD,
            "These sums do not come out: the rows of the ledger are not what the house wrote.",
        ))?;
    }
    Ok(())
}

fn as_json(name: &str, currency: &str, shift: &Shift) -> serde_json::Value {
    json!({
        "table": name,
        "currency": currency,
        "opener": shift.opener,
        "fills": shift.fills,
        "credits": shift.credits,
        "win": shift.win,
        "closer": shift.closer,
        "patrons_before": shift.patrons_before,
        "drop": shift.drop,
        "cash_outs": shift.cash_outs,
        "vigorish": shift.vigorish,
        "tips": shift.tips,
        "jackpots": shift.jackpots,
        "patrons_after": shift.patrons_after,
        "holds": shift.bank_holds() && shift.patrons_hold(),
    })
}
