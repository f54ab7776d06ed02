//! Irregularities with the dice and the chips, and their remedies.

use super::dispute::Reach;
use super::rules;
use super::state::{Craps, InTheAir};
use super::terms::Moment;
use super::words;
use crate::common::{Report, possible, tell};
use engine::{Cites, IrregularityId, Line, Place, Refusal, Rule, Sink, Spot, What};
use felt::{Card, TwoDice};

/// The remedy for a report.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Remedy {
    /// The throw does not count: the current one, or one that was made without being announced.
    NoRoll,
    /// The last called throw is invalid.
    CalledRollInvalid,
    /// The shooter threw too early; such dice are not read.
    ThrownTooEarly,
    /// A patron who is not the shooter threw.
    ThrownOutOfTurn,
    /// The die is read as it would have fallen.
    NaturalFall,
    /// The box person reads the current throw.
    BoxReads,
    /// The box person reads the last called throw.
    BoxReadsAgain,
    /// Play stops until the floor has ruled.
    FloorDecides,
    /// It changes nothing.
    NoEffect,
    /// The chips are corrected under the standing line.
    Chips(Line),
}

impl Craps {
    pub(crate) fn irregular<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let remedy = self.check_report(report, card)?;
        self.begin(out);
        match remedy {
            Remedy::NoRoll => self.no_roll(report, out),
            Remedy::CalledRollInvalid => self.called_roll_invalid(report, out),
            Remedy::ThrownTooEarly => self.thrown_too_early(report, out),
            Remedy::ThrownOutOfTurn => self.thrown_out_of_turn(report.place, None, out),
            Remedy::NaturalFall => {
                self.tell_throw(out);
                report.remedied(words::NATURAL_FALL, rules::NATURAL_FALL.applies(), out);
            }
            Remedy::BoxReads | Remedy::BoxReadsAgain => self.dispute(report, remedy, out),
            Remedy::FloorDecides => self.floor_decides(report, out),
            Remedy::NoEffect => {
                let told = report.kind == words::TOTAL_MISANNOUNCED;
                let cites = Cites::from(rules::SUM_CALLED.when(told)).and(rules::UNFORESEEN.when(!told));
                report.remedied(words::NO_EFFECT, cites, out);
            }
            Remedy::Chips(line) => {
                report.put_chips_right(&line, rules::SETTLED_THEN_DICE.applies(), out);
            }
        }
        Ok(())
    }

    // ----------------------------------------------------------------- checking

    /// Returns the remedy for a report, or refuses it because it cannot be true or comes too late.
    pub(crate) fn check_report(&self, report: Report, card: Option<Card>) -> Result<Remedy, Refusal> {
        let Report { kind, place } = report;
        possible(card.is_none(), "no-cards-here")?;
        self.check_report_place(place)?;
        let in_the_air = self.in_the_air != InTheAir::No;
        match kind {
            words::COCKED_DIE | words::DISPUTED_FACE => self.check_face(kind),
            words::OUT_OF_TURN if in_the_air => Err(Refusal::impossible("dice-are-out")),
            words::OUT_OF_TURN => Ok(Remedy::ThrownOutOfTurn),
            words::TECHNICAL_INTERRUPTION => Ok(Remedy::FloorDecides),
            words::CHEATING if !in_the_air && self.check_thrown().is_err() => Ok(Remedy::FloorDecides),
            words::FOREIGN_DIE if !in_the_air => Ok(Remedy::FloorDecides),
            words::DIE_LOST if !in_the_air => Ok(Remedy::NoEffect),
            words::TOTAL_MISANNOUNCED if in_the_air || self.last_throw.is_some() => Ok(Remedy::NoEffect),
            words::TOTAL_MISANNOUNCED => Err(Refusal::impossible("no-dice-thrown")),
            words::WINNER_UNPAID | words::LOSER_PAID => {
                let line = self.line_at(report);
                line.map(Remedy::Chips).ok_or(Refusal::impossible("no-such-line"))
            }
            _ if !words::IRREGULARITY_IDS.contains(&kind) => Err(Refusal::impossible("no-such-irregularity")),
            // These make a roll invalid whatever was called, so the call does not save it.
            words::OFF_TABLE | words::STACKED_DICE | words::DIE_ON_TWO_SIDES
                if !in_the_air && self.reach().goes_back() =>
            {
                Ok(Remedy::CalledRollInvalid)
            }
            words::OFF_TABLE | words::STACKED_DICE | words::DIE_ON_TWO_SIDES => {
                if !in_the_air {
                    self.check_reach()?;
                }
                self.check_thrown().map(|()| Remedy::NoRoll)
            }
            _ => self.check_thrown().map(|()| Remedy::NoRoll),
        }
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

    /// Checks that the dice may have been thrown without a call: the shooter holds them, or they are in the
    /// air.
    fn check_thrown(&self) -> Result<(), Refusal> {
        if self.in_the_air != InTheAir::No || self.shooter().is_some() {
            return self.check_inspected();
        }
        rules::CALL_DISPUTED.forbids(self.last_throw.is_some(), "roll-was-called")?;
        Err(Refusal::impossible("no-dice-thrown"))
    }

    /// Handles a die that leans, or whose face is disputed: of the current throw, of one that was not
    /// announced, or, for a dispute, of the last called throw.
    fn check_face(&self, kind: IrregularityId) -> Result<Remedy, Refusal> {
        let disputed = kind == words::DISPUTED_FACE;
        let reads = if disputed { Remedy::BoxReads } else { Remedy::NaturalFall };
        if self.in_the_air != InTheAir::No {
            return Ok(reads);
        }
        if disputed && self.reach() == Reach::Open {
            return Ok(Remedy::BoxReadsAgain);
        }
        if disputed {
            self.check_reach()?;
        }
        self.check_thrown()?;
        Ok(if self.awaits_dice() { reads } else { Remedy::ThrownTooEarly })
    }

    /// The last line of a place that says how chips should have moved, in this round or in the last finished
    /// one.
    fn line_at(&self, report: Report) -> Option<Line> {
        let ended = self.last_throw.iter().flat_map(|last| last.lines.standing());
        report.line_meant(ended.chain(self.lines.standing()))
    }

    /// The reports that are possible now, with the place that must be named.
    pub(crate) fn visit_reports(&self, visit: &mut dyn FnMut(IrregularityId, Option<Place>, Rule)) {
        for irregularity in words::IRREGULARITIES {
            let by_place = matches!(irregularity.id, words::WINNER_UNPAID | words::LOSER_PAID);
            let places = if by_place { 1..=self.terms.places } else { 0..=0 };
            for place in places.map(|n| Some(Place::Hand(Spot::first(n))).filter(|_| by_place)) {
                if self.check_report(Report { kind: irregularity.id, place }, None).is_ok() {
                    visit(irregularity.id, place, irregularity.rule);
                }
            }
        }
    }

    // ----------------------------------------------------------------- remedies

    fn no_roll<S: Sink>(&mut self, report: Report, out: &mut S) {
        self.tell_throw(out);
        let (cites, remedied) = no_roll_of(report.kind);
        report.remedied_by(cites, (words::NO_ROLL, remedied), out);
        self.in_the_air = InTheAir::No;
        self.await_inspection(report.kind, out);
    }

    /// Makes the last called throw count as not thrown.
    fn called_roll_invalid<S: Sink>(&mut self, report: Report, out: &mut S) {
        let (cites, remedied) = no_roll_of(report.kind);
        report.told(cites, out);
        self.go_back_to_last_throw(cites, out);
        tell(out, What::Remedied { remedy: words::NO_ROLL, place: report.place }, remedied);
        self.await_inspection(report.kind, out);
    }

    /// A die that left the table, found again or not, goes to the box person.
    fn await_inspection<S: Sink>(&mut self, kind: IrregularityId, out: &mut S) {
        if matches!(kind, words::OFF_TABLE | words::DIE_LOST) {
            self.die_out = true;
            self.terms.duties.tell(Moment::DieOffTable, out);
        }
    }

    fn thrown_too_early<S: Sink>(&mut self, report: Report, out: &mut S) {
        self.tell_throw(out);
        let disputed = report.kind == words::DISPUTED_FACE;
        let cites = Cites::from(rules::DISPUTED_FACE.when(disputed)).and(rules::NATURAL_FALL.when(!disputed));
        let remedied = Cites::from(rules::SHOOTER_BETS.applies()).and(rules::IMPROPER_THROW.applies());
        report.remedied_by(cites, (words::NO_ROLL, remedied), out);
        self.in_the_air = InTheAir::No;
    }

    /// Dice thrown out of turn: the result is reported but settles no wager.
    pub(crate) fn thrown_out_of_turn<S: Sink>(
        &mut self,
        place: Option<Place>,
        dice: Option<TwoDice>,
        out: &mut S,
    ) {
        let by_shooter = rules::SHOOTER_BETS.when(self.shooter().is_some());
        let report = Cites::from(rules::IMPROPER_THROW.applies()).and(by_shooter);
        tell(out, What::Irregular { kind: words::OUT_OF_TURN, place }, report);
        if let Some(dice) = dice {
            tell(out, What::Rolled(dice), report);
        }
        let remedied = Cites::from(rules::NO_ROLL.applies()).and(rules::NO_ROLL_CALLERS.applies());
        tell(out, What::Remedied { remedy: words::NO_ROLL, place }, remedied);
    }

    fn dispute<S: Sink>(&mut self, report: Report, remedy: Remedy, out: &mut S) {
        let decides = Cites::from(rules::BOX_READS.applies()).and(rules::ONE_FACE_COUNTS.applies());
        if matches!(remedy, Remedy::BoxReads) {
            self.tell_throw(out);
            self.in_the_air = InTheAir::Disputed;
        }
        report.told(rules::DISPUTED_FACE.applies(), out);
        if matches!(remedy, Remedy::BoxReadsAgain) {
            self.go_back_to_last_throw(rules::BOX_READS.applies().into(), out);
            self.in_the_air = InTheAir::Disputed;
        }
        tell(out, What::Remedied { remedy: words::BOX_DECIDES, place: report.place }, decides);
    }

    /// Stops the play because the document is silent. Dice that were in the air at that moment do not count.
    fn floor_decides<S: Sink>(&mut self, report: Report, out: &mut S) {
        let rule = rules::UNFORESEEN.applies();
        report.remedied(words::FLOOR_DECIDES, rule, out);
        if self.in_the_air == InTheAir::Thrown {
            self.in_the_air = InTheAir::No;
            tell(out, What::Remedied { remedy: words::NO_ROLL, place: report.place }, rule);
        }
        self.ruling_due = true;
    }
}

/// The rules by which a throw does not count: those of the report, and those of the remedy.
fn no_roll_of(kind: IrregularityId) -> (Cites, Cites) {
    let void = |rule: Rule| {
        let cited = rule.applies();
        (cited.into(), cited.into())
    };
    let called =
        |report: Cites| (report, Cites::from(rules::NO_ROLL.applies()).and(rules::NO_ROLL_CALLERS.applies()));
    match kind {
        words::OFF_TABLE | words::DIE_LOST => void(rules::DIE_OFF_TABLE),
        words::STACKED_DICE => void(rules::DICE_STACKED),
        words::DIE_ON_TWO_SIDES => void(rules::TWO_SIDES_VOID),
        words::NOT_TOGETHER => {
            called(Cites::from(rules::NOT_TOGETHER.applies()).and(rules::THROWN_TOGETHER.applies()))
        }
        words::SHORT_THROW => {
            called(Cites::from(rules::SHORT_THROW.applies()).and(rules::THROWN_TO_FAR_END.applies()))
        }
        words::IN_BANK => called(rules::IN_BANK.applies().into()),
        words::IN_BOWL_OR_RAIL => called(rules::IN_BOWL_OR_RAIL.applies().into()),
        words::CHEATING | words::FOREIGN_DIE => called(rules::CHEATING.applies().into()),
        words::INTERFERENCE => called(rules::INTERFERENCE.applies().into()),
        _ => called(rules::IMPROPER_THROW.applies().into()),
    }
}
