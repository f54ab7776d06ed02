//! A single meter, every order of requests, and millions of requests.

mod conservation;
mod interleaving;
mod requests;
mod saved;

use super::{Draw, Grant, Meter, MeterError, MeterEvent, MeterKey, Opening};
use crate::people::Patron;
use crate::wager::Share;
use felt::{Currency, Money, Pay};
use rulebook::MeterTerms;

pub(super) const fn cents(units: i64) -> Money {
    Money::minor(units)
}

/// $10,000 and 21% of every stake, the smallest that Ohio allows.
pub(super) fn ohio() -> MeterTerms {
    MeterTerms::new(cents(1_000_000), "21%".parse().unwrap())
}

pub(super) fn opened(terms: MeterTerms) -> Meter {
    Meter::open(Opening { link: "pit".into(), currency: Currency::USD, terms }).unwrap()
}

/// A request of a table by its unit.
pub(super) const fn key(table: u64, unit: u64) -> MeterKey {
    MeterKey { table, unit, item: 0 }
}

/// A share in hundredths of a percent, for one patron.
pub(super) fn share(hundredths: u32) -> Draw {
    shared(hundredths, &[Patron::A])
}

pub(super) fn shared(hundredths: u32, winners: &[Patron]) -> Draw {
    Draw { share: Share::of(Pay::MeterPercent(hundredths)).unwrap(), winners: winners.to_vec() }
}

/// Draws and checks that the account holds.
pub(super) fn drawn(meter: &mut Meter, at: MeterKey, draw: &Draw) -> Grant {
    let grant = meter.draw(at, draw, &mut Vec::new()).unwrap();
    assert!(meter.balance().unwrap().holds());
    grant
}

pub(super) fn feed(meter: &mut Meter, at: MeterKey, stake: i64) -> Result<usize, MeterError> {
    let mut log: Vec<MeterEvent> = Vec::new();
    meter.contribute(at, cents(stake), &mut log).map(|()| log.len())
}
