//! Plays for one second per line on standard input, so that a script can run two builds in turns.

use super::{Args, part, prepare, waits};
use crate::failure::{Failure, Outcome, Verdict};
use crate::house_args::wait;
use crate::screen::Screen;
use house::load::{Busy, Size};
use std::io::Write;
use std::time::Duration;

/// The fields of a line of figures. Times are in microseconds; processor times are of this process and of all of
/// PostgreSQL.
const COLUMNS: &str = "units took house postgres p50 p99";

pub(super) fn run(args: &Args, screen: &mut Screen) -> Outcome {
    wait(async {
        let trial = prepare(args).await?;
        // This line tells the script that the tables are open.
        tell(screen, COLUMNS)?;
        while asked().await? {
            let before = Busy::now();
            let slice = trial.play(Duration::from_secs(1)).await;
            let busy = Busy::now().since(before);
            trial.take_batches();
            let waits = waits(&slice);
            let times = [slice.took, busy.here, busy.postgres].map(|time| time.as_micros());
            let [took, house, postgres] = times;
            let (half, most) = (part(&waits, 50), part(&waits, 99));
            tell(screen, &format!("{} {took} {house} {postgres} {half} {most}", slice.units))?;
        }
        for Size { table, rows, indexes } in trial.sizes().await? {
            tell(screen, &format!("{table} {rows} {indexes}"))?;
        }
        trial.end().await?;
        Ok(())
    })?;
    Ok(Verdict::Well)
}

/// Waits for the next line; false at the end of the input. This needs its own thread: the shards must not be
/// blocked meanwhile.
async fn asked() -> Result<bool, Failure> {
    let line = tokio::task::spawn_blocking(|| std::io::stdin().read_line(&mut String::new()));
    let read = line.await.map_err(|error| Failure::usage(error.to_string()))?;
    Ok(read? > 0)
}

fn tell(screen: &mut Screen, line: &str) -> Result<(), Failure> {
    writeln!(screen, "{line}")?;
    Ok(screen.flush()?)
}
