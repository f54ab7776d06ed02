//! `croupier verify`: deals and settles one round of a house again.

use crate::failure::{Failure, Outcome, Verdict};
use crate::grid::{Cell, Grid};
use crate::house_args::{MaybeDatabaseArgs, read_keys, wait};
use crate::progress::Progress;
use crate::screen::{BAD, DIM, GOOD, HEAD, ID, Screen, paint};
use crate::transcript;
use engine::{Event, Line, What, explain_event_with, explain_line};
use house::account::{Account, AccountId, Transfer};
use house::round::{
    Asked, Dealt, RoundError, RoundReport, ShoeReport, find_archived_table, find_table,
    verify_archived_round, verify_round,
};
use house::table::Dealt as DealtBy;
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;

const EXAMPLE: &str = "\
Examples:
  croupier verify \"main floor 7:112\" --database postgresql://auditor@db/house
  croupier verify 31:112 --json         the table by its number, and
                                        CROUPIER_DATABASE set
  croupier verify 31:112 --archive croupier-2026-09.tsv.gz
                                        from an archive, without a database

The table is played again from its first unit to the last one of the round, and
must come out byte for byte as the journal has it. The cards are held against the
order that the house had committed to before the first wager; dice and wheels
against the moment when wagers were closed; the transfers against the ledger.

A round of a month that was dropped is verified by its archive, from where the
table stood before that month; give the archive of the month before as well, and
the commitment to a shoe that was shuffled then is seen in its unit too.

A commitment proves that the order was fixed when it was written and not changed
afterwards. It does not prove that the order was chosen fairly, nor that it was
secret: see `croupier rng` and docs/chance.md. `croupier audit verify` shows
that the journal itself was not rewritten.

A shoe is opened by the next shuffle. Until then the commitment can be seen and
the cards cannot be compared: ask again later. Staff may give the keys; cards
that nobody has seen are not printed even then.

At a live-dealt table the house shuffles nothing and so promises no order. A card
that a scanner read face down is sealed by the unit that told it, opened by the one
that showed it or ended the round, and compared; all others are told as read at
the table.";

/// The note on a round that was dealt by hand.
const LIVE: &str = "Dealt live: cards and dice are as they were read at the table, and the house made no commitment to them. \
    Only cards that a scanner read face down were committed to.";

/// Deal and settle one round again, and compare it with the commitment.
#[derive(clap::Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Args {
    /// The table, by its name or number, and the round: TABLE:ROUND.
    round: String,
    #[command(flatten)]
    database: MaybeDatabaseArgs,
    /// The archives that have the round, in place of the database; may be given several times.
    #[arg(long, value_name = "FILE", num_args = 1..)]
    archive: Vec<PathBuf>,
    /// The house's keys, for a shoe that is still sealed.
    #[arg(long, value_name = "FILE")]
    keys: Option<PathBuf>,
    /// Print a JSON object instead.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    let (table, round) = asked(&args.round)?;
    let keys = args.keys.as_deref().map(read_keys).transpose()?;
    let mut progress = None;
    let mut tick = |done: u64, all: u64| {
        progress.get_or_insert_with(|| Progress::silent(all, "units")).tick(done);
    };
    let report = match (args.database.database()?, args.archive.is_empty()) {
        (Some(database), true) => wait(async {
            let mut client = database.connect().await?;
            let table = find_table(&client, table).await.map_err(failure)?;
            let asked = Asked { find: games::find, keys, table, round };
            verify_round(&mut client, &asked, &mut tick).await.map_err(failure)
        }),
        _ => {
            let table = find_archived_table(&args.archive, table).map_err(failure)?;
            let asked = Asked { find: games::find, keys, table, round };
            verify_archived_round(&args.archive, &asked, &mut tick).map_err(failure)
        }
    };
    progress.iter().for_each(Progress::done);
    let report = report?;
    match args.json {
        true => screen.json(&as_json(&report))?,
        false => print(screen, &report)?,
    }
    Ok(Verdict::well_if(report.is_well()))
}

/// A table's name may contain a colon.
fn asked(text: &str) -> Result<(&str, u32), Failure> {
    let pair = text.rsplit_once(':').and_then(|(table, round)| Some((table, round.parse().ok()?)));
    pair.filter(|(table, _)| !table.is_empty()).ok_or_else(|| {
        Failure::usage(format!("\"{text}\" is not TABLE:ROUND, as \"main floor 7:112\" or 31:112"))
    })
}

fn failure(error: RoundError) -> Failure {
    match error {
        RoundError::Store(error) => error.into(),
        other => Failure::usage(other.to_string()),
    }
}

fn print(screen: &mut Screen, report: &RoundReport) -> io::Result<()> {
    let RoundReport { name, table, game, round, units, .. } = report;
    screen.line(paint(HEAD, &format!("Round {round} of {name}")))?;
    screen.paragraph(0, DIM, &format!("{game}, stream {}, units {} to {}", table.0, units.0, units.1))?;
    if report.dealt == DealtBy::Live {
        screen.paragraph(0, DIM, LIVE)?;
    }
    if !report.ended {
        screen.paragraph(0, DIM, "The round is not over.")?;
    }
    report.shoes.iter().try_for_each(|shoe| print_shoe(screen, report, shoe))?;
    print_cards(screen, report)?;
    print_drawn(screen, report)?;
    print_settlement(screen, report)?;
    screen.heading("Verdict")?;
    if report.replayed {
        screen.hanging(
            "  ",
            "Every unit up to the end of the round came out byte for byte as it is written.",
        )?;
    }
    report.faults.iter().try_for_each(|fault| transcript::wrong(screen, &fault.to_string()))?;
    let (style, verdict) = match (report.is_well(), report.is_whole()) {
        (true, true) => (GOOD, "everything is as it was promised"),
        (true, false) => (GOOD, "no fault so far; verify again after the next shuffle"),
        (false, _) => (BAD, "it is not as it was promised"),
    };
    screen.paragraph(2, style, verdict)
}

fn print_shoe(screen: &mut Screen, report: &RoundReport, shoe: &ShoeReport) -> io::Result<()> {
    screen.heading(&format!("Shoe {}", shoe.number))?;
    screen.line(format!("  commitment {}", paint(ID, &shoe.commitment.to_string())))?;
    screen.hanging("  written    ", &written(report, shoe))?;
    let opened = match (shoe.opened, shoe.holds) {
        (Some(seq), Some(true)) => format!("by unit {seq}; the order is the one that was committed to"),
        (Some(seq), _) => format!("by unit {seq}; the order is not the one that was committed to"),
        (None, Some(true)) => "not yet; by the keys the order is the one that was committed to".to_owned(),
        (None, Some(false)) => {
            "not yet; by the keys the order is not the one that was committed to".to_owned()
        }
        (None, None) => {
            "not yet, but by the next shuffle; until then the cards cannot be compared".to_owned()
        }
    };
    screen.hanging("  opened     ", &opened)
}

fn written(report: &RoundReport, shoe: &ShoeReport) -> String {
    let seq = shoe.shuffled;
    match (report.first_wager, shoe.before_first_wager) {
        (Some(wager), true) => format!("by unit {seq}, before the first wager of the round (unit {wager})"),
        (None, _) => format!("by unit {seq}; no wager was made in the round"),
        (Some(_), false) if shoe.within_round => {
            format!("by unit {seq}, after the first wager: the cards were shuffled within the round")
        }
        (Some(wager), false) => format!("by unit {seq}, and the first wager was unit {wager}"),
    }
}

fn print_cards(screen: &mut Screen, report: &RoundReport) -> io::Result<()> {
    if report.cards.is_empty() {
        return Ok(());
    }
    screen.heading("Cards")?;
    let mut grid = Grid::new(&[">draw", ">unit", ">shoe", ">place", "dealt", "committed", ""]);
    let number = |number: Option<String>| Cell::from(number.unwrap_or_default());
    for dealt in &report.cards {
        let card = |card: Option<felt::Card>| card.map_or("-".to_owned(), |card| card.to_string());
        let (style, verdict) = compared(report, dealt);
        grid.row([
            dealt.draw.to_string().into(),
            dealt.seq.to_string().into(),
            number(dealt.shoe.map(|shoe| shoe.to_string())),
            number(dealt.place.map(|place| place.to_string())),
            card(dealt.card).into(),
            card(dealt.committed).into(),
            Cell::styled(style, verdict),
        ]);
    }
    grid.print(screen, 2)
}

fn compared(report: &RoundReport, dealt: &Dealt) -> (anstyle::Style, &'static str) {
    if report.dealt == DealtBy::Live {
        return told_at_the_table(dealt);
    }
    match (dealt.card, dealt.committed) {
        (Some(card), Some(committed)) if card == committed => (GOOD, "the same"),
        (Some(_), Some(_)) => (BAD, "another"),
        (None, Some(_)) => (DIM, "never read"),
        (Some(_), None) => (DIM, "not compared"),
        (None, None) => (DIM, "not shown"),
    }
}

/// At a live-dealt table, a card that a scanner read face down is compared with its commitment. Other cards were read
/// when they were already open, so there was no commitment.
fn told_at_the_table(dealt: &Dealt) -> (anstyle::Style, &'static str) {
    match (dealt.card, dealt.committed, dealt.scan.is_some()) {
        (Some(card), Some(committed), true) if card == committed => (GOOD, "as the scanner read it"),
        (Some(_), Some(_), true) => (BAD, "another than the scanner read"),
        (_, _, true) => (DIM, "scanned, and still sealed"),
        (Some(_), _, false) => (DIM, "read at the table"),
        (None, _, false) => (DIM, "never read"),
    }
}

fn print_drawn(screen: &mut Screen, report: &RoundReport) -> io::Result<()> {
    if report.drawn.is_empty() {
        return Ok(());
    }
    screen.heading("Dice and wheels")?;
    for drawn in &report.drawn {
        let wager = drawn.wager.map_or("no wager before".to_owned(), |seq| format!("last wager unit {seq}"));
        let closed = match (drawn.closed, report.dealt) {
            (Some(seq), _) => format!("closed by unit {seq}"),
            (None, DealtBy::Computer) => "never closed".to_owned(),
            (None, DealtBy::Live) => "closed as it came to rest".to_owned(),
        };
        let text = told(report, &drawn.event);
        screen.hanging("  ", &format!("unit {}: {text} ({wager}, {closed})", drawn.seq))?;
    }
    let always = report.drawn.iter().all(|drawn| drawn.closed.is_some());
    if always { screen.paragraph(2, DIM, "Drawn when wagers were closed, and not before.") } else { Ok(()) }
}

fn print_settlement(screen: &mut Screen, report: &RoundReport) -> io::Result<()> {
    screen.heading("Settlement")?;
    let mut lines = lines(report).peekable();
    if lines.peek().is_none() {
        screen.paragraph(2, DIM, "No line was settled.")?;
    }
    for (_, line) in lines {
        screen.cited("  ", &explain_line(line, report.currency), &line.cites.to_string())?;
    }
    if report.transfers.is_empty() {
        return Ok(());
    }
    screen.blank()?;
    let mut grid = Grid::new(&[">unit", "from", "to", ">amount", ">line"]);
    for (seq, transfer) in &report.transfers {
        grid.row([
            seq.to_string().into(),
            account(transfer.debit).into(),
            account(transfer.credit).into(),
            report.currency.format(transfer.amount).into(),
            transfer.line.map_or(String::new(), |line| line.to_string()).into(),
        ]);
    }
    grid.print(screen, 2)
}

fn lines(report: &RoundReport) -> impl Iterator<Item = (i64, &Line)> {
    report.events.iter().filter_map(|(seq, event)| match &event.what {
        What::Settled(line) => Some((*seq, line)),
        _ => None,
    })
}

fn told(report: &RoundReport, event: &Event) -> String {
    explain_event_with(event, report.currency, report.vocabulary)
}

/// An account at a table, in the trade's words.
fn account(id: AccountId) -> String {
    match id.account() {
        Some(Account::Bank) => "bank".to_owned(),
        Some(Account::Vigorish) => "vigorish".to_owned(),
        Some(Account::Tips) => "tip box".to_owned(),
        Some(Account::Payable) => "jackpots payable".to_owned(),
        Some(Account::Transit) => "transit".to_owned(),
        Some(Account::Stack(patron)) => format!("chips of {patron}"),
        Some(Account::Stake(patron)) => format!("stakes of {patron}"),
        Some(Account::Owed(patron)) => format!("owed by {patron}"),
        Some(Account::Marked(patron)) => format!("marked for what {patron} owes"),
        _ => format!("account {}", id.0),
    }
}

fn as_json(report: &RoundReport) -> Value {
    let shoes = report.shoes.iter().map(|shoe| {
        json!({
            "shoe": shoe.number,
            "commitment": shoe.commitment.to_string(),
            "written": shoe.shuffled,
            "before-first-wager": shoe.before_first_wager,
            "within-round": shoe.within_round,
            "opened": shoe.opened,
            "holds": shoe.holds,
        })
    });
    let cards = report.cards.iter().map(|dealt| {
        json!({
            "draw": dealt.draw,
            "unit": dealt.seq,
            "shoe": dealt.shoe,
            "place": dealt.place,
            "dealt": dealt.card.map(|card| card.to_string()),
            "committed": dealt.committed.map(|card| card.to_string()),
            "scanned": dealt.scan.map(|scan| json!({
                "read": scan.read,
                "commitment": scan.commitment.to_string(),
                "opened": scan.opened,
                "holds": scan.holds,
            })),
        })
    });
    let drawn = report.drawn.iter().map(|drawn| {
        let text = told(report, &drawn.event);
        json!({ "unit": drawn.seq, "text": text, "last-wager": drawn.wager, "closed": drawn.closed })
    });
    let settled = lines(report)
        .map(|(seq, line)| json!({ "unit": seq, "line": line, "text": explain_line(line, report.currency) }));
    json!({
        "ok": report.is_well(),
        "whole": report.is_whole(),
        "table": report.table.0,
        "name": report.name,
        "game": report.game,
        "dealer": report.dealt,
        "round": report.round,
        "units": { "first": report.units.0, "last": report.units.1 },
        "first-wager": report.first_wager,
        "ended": report.ended,
        "replayed": report.replayed,
        "shoes": shoes.collect::<Vec<_>>(),
        "cards": cards.collect::<Vec<_>>(),
        "drawn": drawn.collect::<Vec<_>>(),
        "settled": settled.collect::<Vec<_>>(),
        "transfers": report.transfers.iter().map(|(seq, transfer)| moved(*seq, transfer)).collect::<Vec<_>>(),
        "faults": report.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

fn moved(seq: i64, transfer: &Transfer) -> Value {
    json!({
        "unit": seq,
        "from": account(transfer.debit),
        "to": account(transfer.credit),
        "minor": transfer.amount.as_minor(),
        "line": transfer.line,
    })
}
