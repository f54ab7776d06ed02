//! How long people wait, in an open loop: in this process, or over HTTP and WebSocket.

use super::{Args, part, thousandths};
use crate::failure::{Failure, Outcome, Verdict};
use crate::house_args::wait;
use crate::progress::Progress;
use crate::screen::Screen;
use house::load::{Plan as HousePlan, Trial as HouseTrial};
use house::store::Database;
use serde_json::json;
use server::app::Registry;
use server::load::{Found, LoadError, Plan, Polled, Trial};
use std::io::Write;
use std::time::Duration;

pub(super) fn run(args: &Args, every: Duration, screen: &mut Screen) -> Outcome {
    let length = Duration::from_secs(args.seconds);
    let found = wait(async {
        let ticking = tokio::spawn(tick(args.seconds));
        let found = if args.http {
            over_http(args, every, length).await
        } else {
            in_process(args, every, length).await
        };
        ticking.abort();
        found
    })?;
    print(args, &found, screen)?;
    Ok(Verdict::Well)
}

/// Prints the progress in seconds.
async fn tick(seconds: u64) {
    let mut progress = Progress::silent(seconds, "seconds");
    for second in 0..seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        progress.tick(second);
    }
    progress.done();
}

async fn in_process(args: &Args, every: Duration, length: Duration) -> Result<Found, Failure> {
    let server = Database::at(&args.server)?;
    let plan = HousePlan { games: args.games()?, tables: args.tables, seats: 1, shards: args.shards.into() };
    let trial = HouseTrial::prepare(&server, games::find, plan).await?;
    let mut answered = trial.play_paced(every, length).await.waits;
    trial.end().await?;
    answered.sort_unstable();
    Ok(Found { answered, ..Found::default() })
}

async fn over_http(args: &Args, every: Duration, length: Duration) -> Result<Found, Failure> {
    let failed = |error: LoadError| Failure::usage(error.to_string());
    let server = Database::at(&args.server)?;
    let registry =
        Registry { games: games::GAMES, find: games::find, note: games::note, notes_of: games::notes_of };
    let plan = Plan { tables: args.tables, shards: args.shards.into(), every, length };
    let nats = args.nats.as_deref();
    let trial = Trial::prepare(&server, nats, registry, &args.games()?, plan).await.map_err(failed)?;
    let lookers =
        args.lobby.map(|rate| super::lookers::start(&trial.address(), args.tables, rate)).transpose()?;
    let found = trial.play(lookers).await;
    trial.end().await.map_err(failed)?;
    Ok(found)
}

fn print(args: &Args, found: &Found, screen: &mut Screen) -> Result<(), Failure> {
    let wide = |waits: &[u32]| waits.iter().map(|wait| u64::from(*wait)).collect::<Vec<u64>>();
    let (answered, heard) = (wide(&found.answered), wide(&found.heard));
    if args.json {
        let parts = |of: &[u64]| json!({ "count": of.len(), "p50": part(of, 50), "p99": part(of, 99), "most": part(of, 100) });
        let told = json!({
            "tables": args.tables, "http": args.http,
            "answered-microseconds": parts(&answered), "heard-microseconds": parts(&heard),
            "refused": found.refused, "unanswered": found.unanswered, "turned-away": found.turned_away,
            "lobby": found.polled.map(|polled| json!({
                "sent": polled.sent, "known": polled.known, "failed": polled.failed, "missing": polled.missing,
                "processor-microseconds-a-request": costs(found, &polled),
                "p99-pairs-microseconds": pairs(found),
            })),
        });
        return Ok(screen.json(&told)?);
    }
    let way = if args.http {
        format!("over HTTP after {} s of play", server::load::WARM_UP.as_secs())
    } else {
        "in this process".to_owned()
    };
    writeln!(
        screen,
        "{} tables, {} shards, {way}; counted from the moment each was due",
        args.tables, args.shards
    )?;
    let mut row = |what: &str, of: &[u64]| {
        let [half, most, all] = [50, 99, 100].map(|hundredths| thousandths(part(of, hundredths)));
        writeln!(
            screen,
            "  {what:<16}  {:>7}  {half:>9} ms for half of them, {most:>9} ms for 99 of 100, {all:>9} ms for all",
            of.len()
        )
    };
    row("answered", &answered)?;
    if args.http {
        row("heard on sockets", &heard)?;
        writeln!(screen, "  refused           {:>7}", found.refused)?;
        writeln!(screen, "  never answered    {:>7}", found.unanswered)?;
        writeln!(screen, "  turned away       {:>7}", found.turned_away)?;
    }
    if let Some(polled) = found.polled {
        print_lobby(found, polled, screen)?;
    }
    Ok(())
}

/// Processor time per request in microseconds: of the server and of PostgreSQL, by the difference between slices with
/// and without polling, since players share both; and of the polling processes.
fn costs(found: &Found, polled: &Polled) -> [u64; 3] {
    let requests = u128::from(polled.requests().max(1));
    let more = found.busy.1.since(found.busy.0);
    [more.here, more.postgres, polled.busy]
        .map(|busy| u64::try_from(busy.as_micros() / requests).unwrap_or(u64::MAX))
}

/// The 99th percentile of the wait without lobby polling, and right after that with it.
fn pairs(found: &Found) -> Vec<(u64, u64)> {
    let most = |slice: &[u32]| part(&slice.iter().map(|wait| u64::from(*wait)).collect::<Vec<u64>>(), 99);
    found.slices.chunks_exact(2).map(|pair| (most(&pair[0]), most(&pair[1]))).collect()
}

fn print_lobby(found: &Found, polled: Polled, screen: &mut Screen) -> Result<(), Failure> {
    let Polled { sent, known, failed, missing, .. } = polled;
    let pairs = pairs(found);
    let seconds = server::load::SLICE.as_secs() * u64::try_from(pairs.len()).unwrap_or(0);
    let rate = polled.requests() / seconds.max(1);
    writeln!(
        screen,
        "  the lobby: {rate} requests a second in every second slice; {sent} pages sent, {known} known, {failed} not answered, \
         {missing} tables missing"
    )?;
    let mut ratios: Vec<u64> = pairs.iter().map(|(without, with)| with * 1_000 / without.max(&1)).collect();
    for ((without, with), ratio) in pairs.iter().zip(&ratios) {
        let [without, with, ratio] = [*without, *with, *ratio].map(thousandths);
        writeln!(screen, "    99 of 100 answered in {without:>9} ms without, {with:>9} ms with: {ratio}")?;
    }
    let [server, postgres, lookers] = costs(found, &polled);
    writeln!(
        screen,
        "    processor time a request: {server} us of the server, {postgres} us of PostgreSQL, {lookers} us of those who look"
    )?;
    ratios.sort_unstable();
    if let Some(median) = ratios.get(ratios.len() / 2) {
        writeln!(screen, "    median of {} ratios: {}", ratios.len(), thousandths(*median))?;
    }
    Ok(())
}
