//! `croupier ledger verify`: recomputes the books in two ways.

use crate::failure::{Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{HouseArgs, wait};
use crate::progress::Progress;
use crate::screen::{BAD, GOOD, Screen, count, paint};
use house::ledger::{Counts, Finding, Report, check_names, unit_count, verify};
use serde_json::{Value, json};
use std::io;

const EXAMPLE: &str = "\
Examples:
  croupier ledger verify --database postgresql://croupier@127.0.0.1/croupier --keys house.keys
  croupier ledger verify --json | jq '.findings[]'

The house may be open meanwhile: everything is read as it stood at one moment.
The exit code is 1 if there are findings.";

/// Recompute all books, by playing every unit again and in SQL alone.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    #[command(flatten)]
    house: HouseArgs,
    /// Print one JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let (database, keys) = (args.house.database()?, args.house.keys()?);
    let report = wait(async {
        let mut progress = Progress::silent(unit_count(&database).await?, "units");
        let report = verify(&database, games::find, &keys, |done| progress.tick(done)).await;
        progress.done();
        Ok(report?)
    })?;
    match args.json {
        true => screen.json(&as_json(&report))?,
        false => print(screen, &report)?,
    }
    Ok(Verdict::well_if(report.is_sound()))
}

fn print(screen: &mut Screen, report: &Report) -> io::Result<()> {
    let mut counts = Grid::new(&[
        "",
        ">units",
        ">transfers",
        ">contributions",
        ">accounts",
        ">minor units moved",
        ">findings",
    ]);
    counts.row(row("by replay", &report.replayed, found(report, house::ledger::Way::Replay)));
    counts.row(row("in SQL", &report.in_sql, found(report, house::ledger::Way::Sql)));
    counts.print(screen, 0)?;
    screen.blank()?;
    let mut held = Grid::new(&["operator", "property", "currency", "account", ">how many", ">hold"]);
    for one in &report.held {
        held.row([
            one.operator.to_string().into(),
            one.property.to_string().into(),
            one.currency.as_str().into(),
            one.kind.as_str().into(),
            grouped(one.accounts.into()).into(),
            grouped(one.amount).into(),
        ]);
    }
    held.print(screen, 0)?;
    screen.blank()?;
    for (table, why) in &report.unplayed {
        screen.line(format!("Table {}, which is closed, was checked in SQL alone: {why}.", table.0))?;
    }
    if report.is_sound() {
        let checks = count(check_names().len(), "check", "checks");
        return screen.line(paint(GOOD, &format!("The books are sound, by replay and by {checks} in SQL.")));
    }
    print_findings(screen, report)
}

fn print_findings(screen: &mut Screen, report: &Report) -> io::Result<()> {
    let mut findings = Grid::new(&["by", "finding", ">stream", ">unit", ">item", "what"]);
    for Finding { way, name, stream, seq, item, what } in &report.findings.told {
        let number = |of: Option<i64>| Cell::from(of.map_or_else(String::new, |of| of.to_string()));
        findings.row([
            way.word().into(),
            Cell::styled(BAD, *name),
            number(stream.map(|stream| stream.0)),
            number(*seq),
            number(*item),
            what.as_str().into(),
        ]);
    }
    findings.print(screen, 0)?;
    let all: u64 = report.findings.found.values().sum();
    let told = report.findings.told.len() as u64;
    if all > told {
        screen.line(format!("and {} more", grouped((all - told).into())))?;
    }
    Ok(())
}

fn found(report: &Report, way: house::ledger::Way) -> u64 {
    report.findings.found.iter().filter(|((by, _), _)| *by == way).map(|(_, times)| times).sum()
}

fn row(title: &str, counts: &Counts, findings: u64) -> [Cell; 7] {
    [
        title.into(),
        grouped(counts.units.into()).into(),
        grouped(counts.transfers.into()).into(),
        grouped(counts.contributions.into()).into(),
        grouped(counts.accounts.into()).into(),
        grouped(counts.moved).into(),
        Cell::styled(if findings == 0 { GOOD } else { BAD }, grouped(findings.into())),
    ]
}

/// Digits in groups of three.
pub(super) fn grouped(number: i128) -> String {
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "-".to_owned() } else { String::new() };
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

fn as_json(report: &Report) -> Value {
    let counts = |counts: &Counts| {
        json!({
            "units": counts.units,
            "transfers": counts.transfers,
            "contributions": counts.contributions,
            "accounts": counts.accounts,
            // Sums may exceed the range in which programs parse numbers exactly.
            "moved": counts.moved.to_string(),
        })
    };
    let finding = |finding: &Finding| {
        json!({
            "by": finding.way.word(),
            "finding": finding.name,
            "stream": finding.stream.map(|stream| stream.0),
            "unit": finding.seq,
            "item": finding.item,
            "what": finding.what,
        })
    };
    let times = report.findings.found.iter();
    let times =
        times.map(|((way, name), times)| json!({ "by": way.word(), "finding": name, "times": times }));
    json!({
        "sound": report.is_sound(),
        "replay": counts(&report.replayed),
        "sql": counts(&report.in_sql),
        "held": report.held.iter().map(|one| json!({
            "operator": one.operator,
            "property": one.property,
            "currency": one.currency,
            "account": one.kind,
            "accounts": one.accounts,
            "amount": one.amount.to_string(),
        })).collect::<Vec<_>>(),
        "unplayed": report.unplayed.iter().map(|(table, why)| json!({ "table": table.0, "why": why })).collect::<Vec<_>>(),
        "found": times.collect::<Vec<_>>(),
        "findings": report.findings.told.iter().map(finding).collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::grouped;

    #[test]
    fn digits_are_grouped() {
        let all = [(0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"), (-100, "-100")];
        for (number, text) in all {
            assert_eq!(grouped(number), text);
        }
    }
}
