//! Fixed-amount wagers that are paid amounts, or a share of a meter.
//!
//! One result decides all of them alike: if it wins a share of the meter, every patron with the wager wins
//! it. So the meter is asked once, and its grant is divided among them.

use super::law::Clause;
use super::play::{LayoutGame, Outcomes};
use super::state::LayoutTable;
use crate::common::{PayRow, Verdict, awaited, check_grant, tell, unit_of};
use engine::{
    Against, Cites, Due, Granted, Line, MeterId, Outcome, Refusal, Share, Sink, Standing, Wager, What,
};
use felt::{Money, Pay, apportion};

/// The link of a wager to a meter.
#[derive(Clone, Copy, Debug)]
pub struct Link {
    /// The meter.
    pub meter: MeterId,
    /// The clause by which its stake is fixed.
    pub amount: Clause,
    /// The clause by which it cannot be made for the dealers.
    pub not_for_dealers: Clause,
    /// The clause by which the payment replaces the stake.
    pub for_one: Clause,
    /// The clause by which amounts printed for one unit of money scale with the table's unit.
    pub scales: Clause,
    /// The clause by which each winner is paid the full amount.
    pub to_each: Clause,
    /// The clause by which a share of the meter is divided among all winners.
    pub divided: Clause,
    /// The clause on dividing it if it is not a multiple.
    pub parts: Clause,
}

impl Link {
    /// Its clauses, each with its sentence.
    pub(crate) const fn clauses(&self) -> [(Clause, &'static str); 7] {
        [
            (self.amount, "The wager is one unit."),
            (self.not_for_dealers, "Nobody makes the wager for the dealers."),
            (self.for_one, "What is paid takes the place of the stake."),
            (self.scales, "Amounts grow with the unit that the table has chosen."),
            (self.to_each, "An amount is paid to each winner."),
            (self.divided, "A share of the meter is divided among all winners."),
            (self.parts, "Coins that are left over go to the first winners, one each."),
        ]
    }
}

impl<G: LayoutGame> LayoutTable<G> {
    /// Settles the wagers that are joined to a meter, in the order in which they were made, and returns
    /// whether all are settled. If a share of the meter is won, the meter must be asked first.
    pub(crate) fn settle_prizes<S: Sink>(&mut self, outcome: Outcomes<G>, out: &mut S) -> bool {
        if const { !G::PLAY.has_links() } {
            return true;
        }
        self.awarding = Some(outcome);
        if self.meter_due().is_some() {
            return false;
        }
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at).copied() {
            if let Some((link, verdict, line)) = self.prize(&wager) {
                let amount = verdict.amount.unwrap_or(Money::ZERO);
                let grown = line.is_some()
                    && self.terms.rows[usize::from(wager.area)].limits.max != unit_of(self.terms.currency);
                let verdict = verdict.and(link.to_each.when(line.is_some())).and(link.scales.when(grown));
                self.put_prize(at, (link, verdict, line), (amount, Against::House), out);
            }
            at += 1;
        }
        self.awarding = None;
        true
    }

    /// The verdict of the current result for an open wager that is joined to a meter, and the row by which it
    /// is paid.
    fn prize(&self, wager: &Wager) -> Option<(Link, Verdict, Option<PayRow<Pay>>)> {
        let row = usize::from(wager.area);
        let link = G::PLAY.rows.get(row)?.link.filter(|_| wager.on_layout())?;
        let verdict = G::verdict(row, self.awarding?, &self.terms);
        let line = verdict.row.and_then(|word| self.terms.line_called(row, word));
        Some((link, verdict, line))
    }

    /// The wagers that win a share of the meter, and the share.
    fn winners(&self) -> impl Iterator<Item = (usize, Wager, Link, Pay)> {
        let all = self.wagers.iter().copied().enumerate();
        all.filter_map(|(at, wager)| match self.prize(&wager)? {
            (link, _, Some(PayRow { pays: share @ Pay::MeterPercent(_), .. })) => {
                Some((at, wager, link, share))
            }
            _ => None,
        })
    }

    /// The meter that must state its grant, for the first of the winners.
    pub(crate) fn meter_due(&self) -> Option<Due> {
        if const { !G::PLAY.has_links() } {
            return None;
        }
        let (_, wager, link, share) = self.winners().next()?;
        Some(Due::Meter { meter: link.meter, share, patron: wager.patron })
    }

    /// Handles a meter's grant: all winners are paid their parts, and the round is over.
    pub(crate) fn meter_answers<S: Sink>(
        &mut self,
        meter: MeterId,
        granted: Granted,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Due::Meter { meter: due, share, .. } = self.due else {
            return Err(Refusal::not_awaited("not-now"));
        };
        awaited(due == meter)?;
        check_grant(share, granted, self.terms.awards)?;
        let amount = granted.amount;
        tell(out, What::MeterGranted { meter, amount }, None);
        let winners: Vec<usize> = self.winners().map(|(at, ..)| at).collect();
        let parts = apportion(amount, &vec![1; winners.len()], self.terms.awards.coin);
        let uneven = parts.first() != parts.last();
        for (at, part) in winners.into_iter().zip(parts) {
            let Some((link, verdict, line)) = self.wagers.nth(at).and_then(|wager| self.prize(wager)) else {
                continue;
            };
            let verdict = verdict.and(link.divided.applies()).and(link.parts.when(uneven));
            self.put_prize(at, (link, verdict, line), (part, Against::Meter(meter)), out);
        }
        self.end_round(out);
        Ok(())
    }

    /// Ends the round if the floor has voided every wager that waited for the meter.
    pub(crate) fn end_award<S: Sink>(&mut self, out: &mut S) {
        if self.awarding.is_some() && self.winners().next().is_none() {
            self.end_round(out);
        }
    }

    /// Ends the n-th wager: its stake is never returned; a prize is paid for it.
    fn put_prize<S: Sink>(
        &mut self,
        at: usize,
        (link, verdict, line): (Link, Verdict, Option<PayRow<Pay>>),
        (paid, against): (Money, Against),
        out: &mut S,
    ) {
        let Some(wager) = self.wagers.nth_mut(at) else { return };
        wager.standing = Standing::Settled;
        let Verdict { outcome, row, cites, .. } = verdict;
        let cites: Cites = cites.and(link.for_one.when(outcome == Outcome::Wins));
        let share = line.and_then(|line| Share::of(line.pays));
        let line = Line { outcome: Some(outcome), row, share, paid, against, cites, ..Line::of(wager) };
        self.lines.put(line, out);
    }
}
