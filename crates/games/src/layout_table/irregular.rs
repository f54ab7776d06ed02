//! Irregularities with the spin and with the chips, their remedies, and rulings of the floor.

use super::play::{LayoutGame, Mishap, Then};
use super::state::{LayoutTable, Looked};
use super::words;
use crate::common::{Report, Verdict, awaited, check_amount, possible, staff_of, tell};
use crate::sources::Source;
use engine::{
    Actor, Cites, IrregularityId, Line, Outcome, Place, Refusal, Rule, RulingAct, Sink, Spot, What,
};
use felt::Card;

/// The remedy for a report.
#[derive(Clone, Copy, Debug)]
enum Remedy {
    /// An irregularity of the spin.
    Spin(&'static Mishap),
    /// An irregularity that the source handles.
    Source,
    /// Cash that came with a called wager.
    Cash,
    /// It changes nothing.
    NoEffect,
    /// Play stops until the floor has ruled.
    FloorDecides,
    /// The chips are corrected under the standing line.
    Chips(Line),
}

impl<G: LayoutGame> LayoutTable<G> {
    pub(crate) fn irregular<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let remedy = self.check_report(report, card)?;
        self.begin(out);
        let law = &G::PLAY.law;
        match remedy {
            Remedy::Spin(mishap) => self.spoilt(report, mishap, out),
            Remedy::Source => {
                let (source, scene, cards) = self.source();
                let came = source.report((report, card), &scene, cards, out);
                self.take_effect(came, out);
            }
            Remedy::Cash => {
                let refused = law.wagers.cash_refused;
                let (remedy, clause) = match refused.exists() {
                    true => (words::NOT_ACCEPTED, refused),
                    false => (words::CASH_CONVERTED, law.wagers.cash_taken),
                };
                report.remedied(remedy, clause.applies(), out);
            }
            Remedy::NoEffect => report.remedied(words::NO_EFFECT, law.ours.unforeseen.applies(), out),
            Remedy::FloorDecides => {
                self.ruling_due = true;
                report.remedied(words::FLOOR_DECIDES, law.ours.unforeseen.applies(), out);
            }
            Remedy::Chips(line) => report.put_chips_right(&line, line.cites, out),
        }
        Ok(())
    }

    /// Returns the remedy for a report, or refuses it because it cannot be true or comes too late.
    fn check_report(&self, report: Report, card: Option<Card>) -> Result<Remedy, Refusal> {
        let mishap = G::PLAY.mishaps.iter().find(|mishap| mishap.id == report.kind);
        if mishap.is_some_and(|mishap| matches!(mishap.then, Then::Source)) {
            let cards = (&self.layout, &self.shoe);
            return self.source.check_report(report, card, &self.scene(), cards).map(|()| Remedy::Source);
        }
        possible(card.is_none(), G::Source::NO_CARD)?;
        self.check_report_place(report.place)?;
        if let Some(mishap) = mishap {
            self.check_spun()?;
            return Ok(Remedy::Spin(mishap));
        }
        match report.kind {
            words::VERBAL_WAGER if G::vocabulary().irregularities.iter().any(|one| one.id == report.kind) => {
                Ok(Remedy::Cash)
            }
            words::MISANNOUNCED => {
                let called = self.called || G::Source::has_something(&self.layout);
                possible(called, G::Source::NOT_CALLED).map(|()| Remedy::NoEffect)
            }
            words::TECHNICAL_INTERRUPTION => Ok(Remedy::FloorDecides),
            words::WINNER_UNPAID | words::LOSER_PAID => {
                let lines = self.last_lines.standing().chain(self.lines.standing());
                report.line_meant(lines).map(Remedy::Chips).ok_or(Refusal::impossible("no-such-line"))
            }
            _ => Err(Refusal::impossible("no-such-irregularity")),
        }
    }

    /// Checks that a spin can be found wrong: after it begins and before its result is called.
    fn check_spun(&self) -> Result<(), Refusal> {
        if self.under_way() && self.awarding.is_none() {
            return Ok(());
        }
        G::PLAY.law.ours.called.forbids(self.called, "result-called")?;
        Err(Refusal::impossible(G::Source::NOT_CALLED))
    }

    /// Checks that a report names a place of this table, or none.
    fn check_report_place(&self, place: Option<Place>) -> Result<(), Refusal> {
        match place {
            None => Ok(()),
            Some(Place::Hand(Spot { box_number, hand: 1 }))
                if (1..=self.terms.places).contains(&box_number) =>
            {
                Ok(())
            }
            Some(_) => Err(Refusal::impossible("no-such-place")),
        }
    }

    /// Handles a spin that does not count.
    fn spoilt<S: Sink>(&mut self, report: Report, mishap: &Mishap, out: &mut S) {
        let rule = mishap.by.applies();
        if matches!(mishap.then, Then::Void) {
            report.remedied(words::ROUND_VOID, rule, out);
            self.return_all(rule.into(), out);
            self.end_round(out);
            return;
        }
        report.remedied(words::NO_SPIN, rule, out);
        let nth = G::PLAY.mishaps.iter().position(|other| other.id == mishap.id);
        if let (Then::AgainInspected(_), Some(Ok(nth))) = (mishap.then, nth.map(u8::try_from)) {
            self.looked = Looked::Due(nth);
        }
        // Before the call, wagers may still be made until the next spin and while it runs.
        if !self.closed() {
            self.window = 0;
        }
    }

    /// The reports that are possible now, with the place that must be named.
    pub(crate) fn visit_reports(&self, visit: &mut dyn FnMut(IrregularityId, Option<Place>, Rule)) {
        // Where a card must be named, any card of the pack will do for the test.
        let any = self.shoe.pack().cards().next();
        for irregularity in G::vocabulary().irregularities {
            let by_place = matches!(irregularity.id, words::WINNER_UNPAID | words::LOSER_PAID);
            let places = if by_place { 1..=self.terms.places } else { 0..=0 };
            for place in places.map(|n| Some(Place::Hand(Spot::first(n))).filter(|_| by_place)) {
                let card = any.filter(|_| G::Source::names_card(irregularity.id));
                if self.check_report(Report { kind: irregularity.id, place }, card).is_ok() {
                    visit(irregularity.id, place, irregularity.rule);
                }
            }
        }
    }

    // --------------------------------------------------------------------- rulings

    pub(crate) fn ruling<S: Sink>(
        &mut self,
        actor: Actor,
        act: RulingAct,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, G::vocabulary().ruling_rank)?;
        self.check_ruling(act)?;
        self.begin(out);
        let rule = G::PLAY.law.ours.floor_rules.applies();
        tell(out, What::Ruled { by, act }, rule);
        match act {
            RulingAct::GoOn => self.ruling_due = false,
            RulingAct::VoidRound => {
                tell(out, What::Remedied { remedy: words::ROUND_VOID, place: None }, rule);
                self.return_all(rule.into(), out);
                self.end_round(out);
            }
            RulingAct::VoidWager(number) => {
                let at = self.wagers.iter().position(|wager| wager.number == number);
                if let Some(at) = at {
                    self.close(at, Verdict::of(Outcome::Returned, Cites::from(rule)), out);
                    self.wagers.retire();
                    self.own.read(&self.wagers);
                }
            }
            RulingAct::Award { patron, amount } => self.lines.award(patron, amount, rule, out),
            _ => {}
        }
        Ok(())
    }

    fn check_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        awaited(match act {
            RulingAct::GoOn => self.ruling_due,
            RulingAct::VoidRound => self.under_way() || self.ruling_due,
            RulingAct::VoidWager(number) => self.wagers.get(number).is_some(),
            RulingAct::Award { amount, .. } => self.lines.last() < 20_000 && check_amount(amount).is_ok(),
            // There are neither cards nor hands here.
            _ => false,
        })
    }
}
