//! The course of a round: betting windows, the result, and how every wager ends.

use super::play::{Alone, From, Group, Inspection, LayoutGame, Outcomes, Pass};
use super::state::{LayoutTable, Looked};
use super::terms::Moment;
use super::words;
use crate::common::{Report, Verdict, awaited, possible, staff_of, tell};
use crate::sources::{Came, Source};
use engine::{
    Actor, Beneficiary, Cites, Due, Input, Line, Marker, Outcome, Rank, Refusal, Sink, Standing, StepId,
    Wager, What,
};
use felt::Money;
use std::sync::Arc;

impl<G: LayoutGame> LayoutTable<G> {
    /// Says what is due now, and opens the next round after one that has ended.
    pub(crate) fn advance<S: Sink>(&mut self, out: &mut S) {
        self.begin(out);
        self.end_award(out);
        let ruling = Due::Ruling { rank: G::vocabulary().ruling_rank };
        while !self.ruling_due {
            let (source, scene, cards) = self.source();
            match source.go_on(&scene, cards, out) {
                Came::Nothing => break,
                came => self.take_effect(came, out),
            }
            self.begin(out);
        }
        self.due = if self.ruling_due {
            ruling
        } else if let Some(due) = self.meter_due() {
            due
        } else {
            match self.looked {
                Looked::Due(_) => Due::Decision { rank: Rank::Dealer },
                Looked::Damaged(_) => Due::Decision { rank: Rank::Floor },
                Looked::Done => self.source_due().unwrap_or_else(|| {
                    let window = G::PLAY.windows.get(usize::from(self.window));
                    window.map_or(ruling, |window| Due::Bets { closes: window.closes })
                }),
            }
        };
        // Cards are shuffled between rounds as well.
        if self.due == Due::Shuffle {
            self.collect_before_shuffle(out);
        }
    }

    /// Applies what the source brought.
    pub(crate) fn take_effect<S: Sink>(&mut self, came: Came<Outcomes<G>>, out: &mut S) {
        match came {
            Came::Nothing => {}
            Came::Final(outcome) => self.settle_round(outcome, out),
            Came::Again(by) => {
                tell(out, What::Remedied { remedy: words::NO_SPIN, place: None }, by.applies());
            }
            Came::Reopened => self.window = 0,
            Came::Void(by) => {
                self.return_all(by.applies().into(), out);
                self.end_round(out);
            }
            Came::Unforeseen(place) => {
                self.ruling_due = true;
                let report = Report { kind: words::TECHNICAL_INTERRUPTION, place: Some(place) };
                report.remedied(words::FLOOR_DECIDES, G::PLAY.law.ours.unforeseen.applies(), out);
            }
        }
    }

    /// Opens a round with its first input.
    pub(crate) fn begin<S: Sink>(&mut self, out: &mut S) {
        if self.opened {
            return;
        }
        self.opened = true;
        std::mem::swap(&mut self.last_lines, &mut self.lines);
        self.lines.clear();
        let first = self.round_number == 0;
        self.round_number += 1;
        tell(out, What::RoundOpened { round: self.round_number }, None);
        if first {
            Arc::clone(&self.terms).duties.tell(Moment::Opening, out);
        }
    }

    // ------------------------------------------------------------------------ steps

    pub(crate) fn step<S: Sink>(&mut self, actor: Actor, step: StepId, out: &mut S) -> Result<(), Refusal> {
        let by = staff_of(actor, Rank::Dealer)?;
        if self.looked != Looked::Done {
            return self.inspect(by, step, out);
        }
        let (source, scene, cards) = self.source();
        if let Some(taken) = source.step((actor, step), &scene, cards, out) {
            return taken;
        }
        awaited(matches!(self.due, Due::Bets { .. }))?;
        let window = G::PLAY.windows.get(usize::from(self.window)).filter(|window| window.closes == step);
        let window = window.ok_or(Refusal::not_awaited("not-now"))?;
        self.begin(out);
        let marker = self.marker();
        tell(out, What::Stepped { step, by }, window.by.applies());
        if let Some(marker) = marker {
            tell(out, What::Marked(Marker { value: 0, ..marker }), None);
        }
        self.window += 1;
        if self.closed() {
            self.return_lone(out);
        }
        Ok(())
    }

    /// Returns wagers whose companion was taken back, when bets are closed.
    fn return_lone<S: Sink>(&mut self, out: &mut S) {
        if const { !G::PLAY.has_companions() } || !self.terms.main_needed {
            return;
        }
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at) {
            if let Some(cites) = self.is_lone(wager) {
                self.close(at, Verdict::of(Outcome::Returned, cites), out);
            }
            at += 1;
        }
        self.wagers.retire();
        self.own.read(&self.wagers);
    }

    /// The rules by which a wager is returned because it may not be alone; `None` if it may stay.
    fn is_lone(&self, wager: &Wager) -> Option<Cites> {
        let beside = G::PLAY.rows.get(usize::from(wager.area))?.beside?;
        if !wager.on_layout() || self.has_main(wager.spot.box_number, beside.main) {
            return None;
        }
        let by = match beside.alone {
            Alone::Never => beside.by,
            Alone::NoLess(of, by) => {
                if wager.stake >= self.least_of(of) {
                    return None;
                }
                by
            }
        };
        Some(Cites::from(by.applies()).and(beside.goes_back.applies()))
    }

    /// Handles the inspection of the ball by the dealer, and the replacement of a damaged one by the floor.
    fn inspect<S: Sink>(&mut self, by: Rank, step: StepId, out: &mut S) -> Result<(), Refusal> {
        let Some(inspection) = self.inspection() else { return awaited(false) };
        let (then, rule) = match (self.looked, step) {
            (Looked::Due(_), words::BALL_SOUND) => (Looked::Done, inspection.by.applies()),
            (Looked::Due(mishap), words::BALL_DAMAGED) => (Looked::Damaged(mishap), inspection.by.applies()),
            (Looked::Damaged(_), words::NEW_BALL) => {
                inspection.replaced.forbids(by < Rank::Floor, "floor-gives-ball")?;
                (Looked::Done, inspection.replaced.applies())
            }
            (_, words::BALL_SOUND | words::BALL_DAMAGED | words::NEW_BALL) => return awaited(false),
            _ => return self.check_inspected(),
        };
        tell(out, What::Stepped { step, by }, rule);
        self.looked = then;
        Ok(())
    }

    /// The inspection that the ball waits for.
    fn inspection(&self) -> Option<Inspection> {
        match self.looked {
            Looked::Done => None,
            Looked::Due(mishap) | Looked::Damaged(mishap) => G::PLAY.inspection(mishap.into()),
        }
    }

    /// Refuses a spin before the ball has been inspected.
    fn check_inspected(&self) -> Result<(), Refusal> {
        match self.inspection() {
            Some(inspection) => inspection.by.forbids(true, "ball-not-inspected").and(awaited(false)),
            None => Ok(()),
        }
    }

    /// The steps about the ball that may be taken now, with their rank.
    pub(crate) fn visit_steps(&self, visit: &mut dyn FnMut(Rank, StepId, engine::Rule)) {
        if let Some(inspection) = self.inspection() {
            match self.looked {
                Looked::Due(_) => {
                    visit(Rank::Dealer, words::BALL_SOUND, inspection.by.rule());
                    visit(Rank::Dealer, words::BALL_DAMAGED, inspection.by.rule());
                }
                Looked::Damaged(_) => visit(Rank::Floor, words::NEW_BALL, inspection.replaced.rule()),
                Looked::Done => {}
            }
        }
        if self.looked == Looked::Done
            && matches!(self.due, Due::Bets { .. })
            && let Some(window) = G::PLAY.windows.get(usize::from(self.window))
        {
            visit(Rank::Dealer, window.closes, window.by.rule());
        }
    }

    // ----------------------------------------------------------------------- result

    /// Handles an input of the source.
    pub(crate) fn came<S: Sink>(&mut self, actor: Actor, input: Input, out: &mut S) -> Result<(), Refusal> {
        if G::Source::SPUN.is_some() && matches!(input, Input::Spin(_) | Input::WheelStopped(_)) {
            staff_of(actor, Rank::Dealer)?;
            self.check_inspected()?;
            possible(Some(self.due) == G::Source::SPUN, G::Source::NOT_CALLED)?;
        }
        if matches!(input, Input::RollThree(_)) && self.ruling_due {
            return Err(Refusal::impossible(G::Source::NOT_CALLED));
        }
        let (source, scene, cards) = self.source();
        let came = source.take((actor, input), &scene, cards, out)?;
        self.take_effect(came, out);
        Ok(())
    }

    fn settle_round<S: Sink>(&mut self, outcome: Outcomes<G>, out: &mut S) {
        if let Some(value) = G::Source::marked(outcome) {
            let marker = Marker { id: words::POINT, value, patron: None };
            tell(out, What::Marked(marker), G::PLAY.law.settling.marker.applies());
        }
        for pass in G::PLAY.orders[self.terms.order] {
            self.walk(pass, outcome, out);
        }
        self.remember(outcome);
        if self.settle_prizes(outcome, out) {
            self.end_round(out);
        }
    }

    /// Settles the wagers that a pass takes.
    fn walk<S: Sink>(&mut self, pass: &Pass, outcome: Outcomes<G>, out: &mut S) {
        let mut others = false;
        if pass.from == From::FirstMade {
            let visits = pass.visits.iter();
            return visits.for_each(|visit| self.visit(None, (pass, visit), &mut others, outcome, out));
        }
        for place in (1..=self.terms.places).rev() {
            if self.patron_at(place).is_none() {
                continue;
            }
            for visit in pass.visits {
                others &= pass.from == From::HighestPlaceByRuling;
                self.visit(Some(place), (pass, visit), &mut others, outcome, out);
            }
        }
    }

    /// Settles some wagers of the layout, or of one place.
    fn visit<S: Sink>(
        &mut self,
        place: Option<u8>,
        (pass, groups): (&Pass, &[Group]),
        others: &mut bool,
        outcome: Outcomes<G>,
        out: &mut S,
    ) {
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at) {
            if wager.on_layout() && place.is_none_or(|place| place == wager.spot.box_number) {
                let row = usize::from(wager.area);
                let group = groups.iter().find(|group| group.has(G::PLAY.rows[row].family));
                let verdict = group.map(|group| (G::verdict(row, outcome, &self.terms), group.by));
                if let Some((verdict, by)) = verdict
                    && pass.takes.contains(&verdict.outcome)
                {
                    let order = G::PLAY.law.ours.order.when(*others);
                    self.close(at, verdict.and(by.applies()).and(order), out);
                    *others = true;
                }
            }
            at += 1;
        }
    }

    /// Ends the n-th wager.
    pub(crate) fn close<S: Sink>(&mut self, at: usize, verdict: Verdict, out: &mut S) {
        let Some(wager) = self.wagers.nth_mut(at) else { return };
        wager.standing = Standing::Settled;
        let Verdict { outcome, odds, row, cites, .. } = verdict;
        let paid = odds.map_or(Money::ZERO, |odds| self.terms.pay(odds, wager.stake));
        let for_dealers = wager.beneficiary != Beneficiary::Patron;
        let cites = cites.and(G::PLAY.law.ours.dealer_bet.when(for_dealers));
        let charge = if const { G::PLAY.law.charge.taken.exists() } && outcome == Outcome::Wins {
            self.terms.charge(wager, paid)
        } else {
            None
        };
        let returned = if outcome == Outcome::Loses { Money::ZERO } else { wager.stake };
        let line = Line { outcome: Some(outcome), odds, row, paid, returned, cites, ..Line::of(wager) };
        // Vigorish is collected before the wager is paid, or put off and set aside out of the payment.
        let put_off = self.terms.puts_off;
        if let Some(charge) = charge.filter(|_| !put_off) {
            self.lines.put(charge, out);
        }
        self.lines.put(line, out);
        if let Some(debt) = charge.filter(|_| put_off) {
            self.put_off(debt, out);
        }
    }

    /// Returns every open wager.
    pub(crate) fn return_all<S: Sink>(&mut self, cites: Cites, out: &mut S) {
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at) {
            if wager.on_layout() {
                self.close(at, Verdict::of(Outcome::Returned, cites), out);
            }
            at += 1;
        }
    }

    pub(crate) fn end_round<S: Sink>(&mut self, out: &mut S) {
        self.wagers.retire();
        self.own.read(&self.wagers);
        for place in (1..=self.terms.places).rev() {
            if self.patron_at(place).is_some_and(|patron| self.left.has(patron)) {
                self.collect_on_leaving(place, true, out);
                self.free(place);
            }
        }
        self.left = engine::Patrons::NONE;
        let (source, scene, cards) = self.source();
        source.clear(&scene, cards, out);
        self.collect_before_shuffle(out);
        self.window = 0;
        self.looked = Looked::Done;
        self.awarding = None;
        self.ruling_due = false;
        self.opened = false;
        tell(out, What::RoundEnded { round: self.round_number }, None);
    }
}
