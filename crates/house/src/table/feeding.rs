//! What a table's wagers contribute to progressive meters, and what the meters grant.
//!
//! A wager counts when bets close, under the terms that were in force when it was placed; if the wager is taken back,
//! so is its contribution (RULING-MLP-5). A grant that is not paid in the end, or whose payment is undone, goes back to
//! its meter (RULING-MLP-8).

use super::{TableStream, Work};
use crate::ids::{Key, StreamId};
use crate::stream::{Command, DrawAsked, Fed, Refused};
use engine::meter::{Contribution, Draw, MeterKey};
use engine::{Against, Due, Line, LineKind, Outcome, Patron, Share, What};
use felt::Money;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first item number of a unit's requests to meters. Contributions have lower ones, so no two share a number.
const REQUESTS: u32 = 1 << 20;

/// The item number of a draw's message, and of the first message that gives a grant back.
const DRAW: i64 = 1;
const VOIDS: i64 = 2;

/// The wagers of a table that feed meters, and the grants of meters.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Feeding {
    /// The terms that are in force, if they differ from those at the opening of the table.
    terms: BTreeMap<StreamId, u32>,
    /// Whether bets are closed in this round.
    closed: bool,
    /// Wagers that have not counted yet, by number.
    open: BTreeMap<u32, Stake>,
    /// Those that have counted.
    counted: BTreeMap<u32, Counted>,
    /// The share that is requested now.
    asked: Option<Asked>,
    /// Grants of this round and the previous one.
    grants: Vec<Grant>,
}

/// A wager, and which meters it feeds under which terms.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Stake {
    amount: Money,
    under: Vec<(StreamId, u32)>,
}

/// A wager that has counted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Counted {
    round: i32,
    stake: Stake,
    /// Its contributions, one for each meter; empty if they were taken back.
    rows: Vec<MeterKey>,
}

/// A share that was requested and has not been granted yet.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Asked {
    message: Key,
    unit: i64,
    meter: StreamId,
    /// The wager that feeds the meter and wins the share.
    wager: String,
    due: Due,
}

/// What a meter granted.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Grant {
    asked: Asked,
    draw: u64,
    paid: Option<Paid>,
}

/// The settlement line that paid a grant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Paid {
    round: i32,
    wager: Option<u32>,
}

impl Asked {
    fn patron(&self) -> Option<Patron> {
        if let Due::Meter { patron, .. } = self.due { Some(patron) } else { None }
    }

    fn is_of(&self, against: Against) -> bool {
        matches!((self.due, against), (Due::Meter { meter, .. }, Against::Meter(paid_by)) if meter == paid_by)
    }
}

impl Feeding {
    /// Whether the table still waits for the answer to this message.
    pub(super) fn asks(&self, message: &Key) -> bool {
        self.asked.as_ref().is_some_and(|asked| asked.message == *message)
    }

    /// Records a grant that the table requested. Returns false if the request was withdrawn meanwhile, because the hand
    /// is void: then the grant must go back.
    pub(super) fn granted(&mut self, message: &Key, draw: u64) -> bool {
        match self.asked.take_if(|asked| asked.message == *message) {
            Some(asked) => {
                self.grants.push(Grant { asked, draw, paid: None });
                true
            }
            None => false,
        }
    }

    /// Records new terms of a meter.
    pub(super) fn learn(&mut self, meter: StreamId, number: u32) {
        let known = self.terms.entry(meter).or_insert(number);
        *known = number.max(*known);
    }

    /// Marks the last unpaid grant of the line's meter as paid.
    fn pay(&mut self, line: &Line, round: i32) {
        let unpaid = |grant: &&mut Grant| grant.paid.is_none() && grant.asked.is_of(line.against);
        if let Some(grant) = self.grants.iter_mut().rev().find(unpaid) {
            grant.paid = Some(Paid { round, wager: line.number.map(|number| number.0) });
        }
    }

    /// Removes the grants that go back.
    fn give_back(&mut self, goes: impl Fn(&Grant) -> bool, back: &mut Vec<(StreamId, u64)>) {
        self.grants.retain(|grant| {
            let stays = !goes(grant);
            if !stays {
                back.push((grant.asked.meter, grant.draw));
            }
            stays
        });
    }

    /// Returns the first unit whose requests are not settled for good.
    fn since(&self, seq: i64, unanswered: impl Iterator<Item = i64>) -> Result<u64, Refused> {
        let granted = self.grants.iter().map(|grant| grant.asked.unit);
        number("unit", granted.chain(unanswered).fold(seq, i64::min))
    }
}

/// Converts a number for meters. Two that became equal would be one to a meter, which counts each number only once.
fn number(what: &str, of: i64) -> Result<u64, Refused> {
    u64::try_from(of).map_err(|_| Refused::Fault(format!("no meter knows {what} {of}")))
}

impl TableStream {
    /// Adds what the unit's events contribute to meters and take back.
    ///
    /// # Errors
    /// Fails with a fault for what has no number at a meter.
    pub(super) fn feed(&mut self, seq: i64, work: &mut Work) -> Result<(), Refused> {
        if self.facts.links.is_empty() {
            return Ok(());
        }
        let mut feeding = std::mem::take(&mut self.memory.feeding);
        let mut back = std::mem::take(&mut work.withdrawn);
        // Patrons whose progressive wagers were ended in this unit by other settlements than a meter's.
        let mut ended = Vec::new();
        for event in &work.events {
            self.feed_event(&event.what, &mut feeding, seq, &mut work.draft.fed)?;
            match &event.what {
                What::Settled(line) => self.look_at_line(line, &mut feeding, &mut ended, &mut back),
                What::RoundEnded { .. } => feeding.give_back(|grant| grant.paid.is_none(), &mut back),
                _ => {}
            }
        }
        if feeding.closed {
            self.count_all(&mut feeding, seq, &mut work.draft.fed)?;
        }
        // If no approval of the hand is pending, it was voided after its grant, which is therefore not paid.
        if !matches!(self.table.due(), Due::Approval { .. }) {
            let dead = |grant: &Grant| {
                let of = |(patron, wager): &(Patron, &str)| {
                    grant.asked.patron() == Some(*patron) && grant.asked.wager == *wager
                };
                grant.paid.is_none() && ended.iter().any(of)
            };
            feeding.give_back(dead, &mut back);
        }
        let round = self.memory.round;
        // A round can be reopened until well into the next one.
        feeding.counted.retain(|_, counted| counted.round + 1 >= round);
        feeding.grants.retain(|grant| grant.paid.is_none_or(|paid| paid.round + 1 >= round));
        self.memory.feeding = feeding;
        for ((item, asked), (meter, draw)) in (VOIDS..).zip(REQUESTS + 1..).zip(back) {
            let key = self.meter_key(seq, asked)?;
            self.send_message(seq, item, meter, Command::Void { key, draw }, work);
        }
        Ok(())
    }

    /// Applies a settlement line to the grants.
    fn look_at_line<'l>(
        &self,
        line: &'l Line,
        feeding: &mut Feeding,
        ended: &mut Vec<(Patron, &'l str)>,
        back: &mut Vec<(StreamId, u64)>,
    ) {
        let wager = line.number.map(|number| number.0);
        match (line.kind, line.against) {
            (LineKind::Reversal, Against::Meter(_)) => {
                let undone = |grant: &Grant| {
                    grant.asked.is_of(line.against) && grant.paid.is_some_and(|paid| paid.wager == wager)
                };
                feeding.give_back(undone, back);
            }
            (_, Against::Meter(_)) => feeding.pay(line, self.memory.round),
            (LineKind::Wager, _) => ended.push((line.patron, line.wager.word())),
            _ => {}
        }
    }

    fn feed_event(
        &self,
        what: &What,
        feeding: &mut Feeding,
        seq: i64,
        fed: &mut Vec<Fed>,
    ) -> Result<(), Refused> {
        match *what {
            What::RoundOpened { .. } => {
                if feeding.closed {
                    self.count_all(feeding, seq, fed)?;
                }
                feeding.closed = false;
            }
            What::Stepped { step, .. } => {
                let closes = matches!(self.memory.due, Due::Bets { closes } if closes == step);
                feeding.closed |= closes;
            }
            What::WagerPlaced { number, wager, stake, .. } if stake.is_positive() => {
                let under = self.feeds(wager.word(), feeding);
                if !under.is_empty() {
                    feeding.open.insert(number.0, Stake { amount: stake, under });
                }
            }
            What::StakeAdded { number, added, .. } => {
                if let Some(mut stake) = self.uncount(number.0, feeding, seq, fed)? {
                    let sum = stake.amount.checked_add(added);
                    let too_much = || Refused::Fault("a stake is more than is counted".to_owned());
                    stake.amount = sum.ok_or_else(too_much)?;
                    feeding.open.insert(number.0, stake);
                }
            }
            What::WagerTakenBack { number, left, .. } => {
                let stake = self.uncount(number.0, feeding, seq, fed)?;
                if let Some(stake) = stake.filter(|_| left.is_positive()) {
                    feeding.open.insert(number.0, Stake { amount: left, ..stake });
                }
            }
            What::Settled(line) => self.feed_line(&line, feeding, seq, fed)?,
            _ => {}
        }
        Ok(())
    }

    fn feed_line(
        &self,
        line: &Line,
        feeding: &mut Feeding,
        seq: i64,
        fed: &mut Vec<Fed>,
    ) -> Result<(), Refused> {
        let Some(number) = line.number.map(|number| number.0) else { return Ok(()) };
        match (line.kind, line.outcome) {
            (LineKind::Reversal, Some(Outcome::Returned)) => {
                // The wager is on the layout again and in play.
                if let Some(counted) = feeding.counted.remove(&number) {
                    self.count(number, counted.stake, feeding, seq, fed)?;
                }
            }
            (LineKind::Reversal, _) => {}
            (_, Some(Outcome::Returned)) => {
                if let Some(stake) = self.uncount(number, feeding, seq, fed)? {
                    let round = self.memory.round;
                    feeding.counted.insert(number, Counted { round, stake, rows: Vec::new() });
                }
            }
            // A wager that ends while bets are open counts when it ends.
            (LineKind::Wager, Some(_)) => {
                if let Some(stake) = feeding.open.remove(&number) {
                    self.count(number, stake, feeding, seq, fed)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns which meters a wager feeds, and under which terms.
    fn feeds(&self, wager: &str, feeding: &Feeding) -> Vec<(StreamId, u32)> {
        let fed = self.facts.links.iter().filter(|link| link.wager == wager);
        fed.map(|link| {
            let terms = feeding.terms.get(&link.meter).copied().unwrap_or(0);
            (link.meter, terms.max(link.terms))
        })
        .collect()
    }

    fn count_all(&self, feeding: &mut Feeding, seq: i64, fed: &mut Vec<Fed>) -> Result<(), Refused> {
        for (number, stake) in std::mem::take(&mut feeding.open) {
            self.count(number, stake, feeding, seq, fed)?;
        }
        Ok(())
    }

    /// Counts a wager for every meter that it feeds.
    fn count(
        &self,
        number: u32,
        stake: Stake,
        feeding: &mut Feeding,
        seq: i64,
        fed: &mut Vec<Fed>,
    ) -> Result<(), Refused> {
        let mut rows = Vec::new();
        for (meter, terms) in &stake.under {
            let key = self.fed_key(seq, fed)?;
            let row = Contribution { key, terms: *terms, stake: stake.amount, takes_back: None };
            fed.push(Fed { meter: *meter, row });
            rows.push(key);
        }
        feeding.counted.insert(number, Counted { round: self.memory.round, stake, rows });
        Ok(())
    }

    /// Uncounts a wager: any contributions of it are taken back.
    fn uncount(
        &self,
        number: u32,
        feeding: &mut Feeding,
        seq: i64,
        fed: &mut Vec<Fed>,
    ) -> Result<Option<Stake>, Refused> {
        if let Some(stake) = feeding.open.remove(&number) {
            return Ok(Some(stake));
        }
        let Some(Counted { stake, rows, .. }) = feeding.counted.remove(&number) else { return Ok(None) };
        for (of, (meter, terms)) in rows.iter().zip(&stake.under) {
            let key = self.fed_key(seq, fed)?;
            let row = Contribution { key, terms: *terms, stake: -stake.amount, takes_back: Some(*of) };
            fed.push(Fed { meter: *meter, row });
        }
        Ok(Some(stake))
    }

    /// Sends a request to the meter that the table draws on, if it has not been sent yet.
    pub(super) fn ask_meter(&mut self, seq: i64, work: &mut Work) -> Result<(), Refused> {
        let due = self.table.due();
        let asked = &mut self.memory.feeding.asked;
        if asked.as_ref().is_some_and(|asked| asked.due != due) {
            *asked = None;
        }
        let Due::Meter { meter, share, patron } = due else { return Ok(()) };
        if asked.is_some() {
            return Ok(());
        }
        let link = self.facts.links.iter().find(|link| link.drawn_as.as_deref() == Some(meter.word()));
        let link = link.ok_or_else(|| Refused::Fault(format!("the table has no meter {meter}")))?;
        let share = Share::of(share).ok_or_else(|| Refused::Fault("no share of a meter".to_owned()))?;
        let (to, wager) = (link.meter, link.wager.clone());
        // Returned grants must reach the meter before the next draw.
        let goes_back =
            |sent: &crate::stream::Envelope| sent.to == to && matches!(sent.command, Command::Void { .. });
        if self.memory.outstanding.iter().any(goes_back) {
            return Ok(());
        }
        let unanswered = self.memory.outstanding.iter().filter_map(|sent| match &sent.command {
            Command::Draw(DrawAsked { key, .. }) if sent.to == to => i64::try_from(key.unit).ok(),
            _ => None,
        });
        let since = self.memory.feeding.since(seq, unanswered)?;
        let draw = Draw { share, winners: vec![patron] };
        let key = self.meter_key(seq, REQUESTS)?;
        let command = Command::Draw(DrawAsked { key, draw, since });
        let message = self.send_message(seq, DRAW, to, command, work);
        self.memory.feeding.asked = Some(Asked { message, unit: seq, meter: to, wager, due });
        Ok(())
    }

    fn fed_key(&self, seq: i64, fed: &[Fed]) -> Result<MeterKey, Refused> {
        let item = u32::try_from(fed.len()).ok().filter(|item| *item < REQUESTS);
        let many =
            || Refused::Fault(format!("a unit has {} contributions and no name for another", fed.len()));
        self.meter_key(seq, item.ok_or_else(many)?)
    }

    /// Returns the key of a request or contribution to a meter.
    fn meter_key(&self, seq: i64, item: u32) -> Result<MeterKey, Refused> {
        Ok(MeterKey { table: number("table", self.facts.id.0)?, unit: number("unit", seq)?, item })
    }
}
