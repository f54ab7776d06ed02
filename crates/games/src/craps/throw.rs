//! The throw, its call, and rulings.

use super::dispute::Reach;
use super::rules;
use super::state::{Craps, Dice, InTheAir};
use super::words;
use crate::common::{awaited, by_staff, check_amount, staff_of, tell};
use engine::{Actor, Cites, Due, Rank, Refusal, RulingAct, Sink, StepId, What};
use felt::TwoDice;

impl Craps {
    /// Whether the shooter may throw, or has thrown.
    pub(crate) fn awaits_dice(&self) -> bool {
        match self.due {
            Due::Roll { .. } => true,
            Due::Bets { closes } => closes == words::THROW,
            _ => false,
        }
    }

    /// Handles the dice leaving the shooter's hand: no more wagers are accepted.
    pub(crate) fn dice_thrown<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        by_staff(actor, Rank::Dealer)?;
        self.check_inspected()?;
        awaited(self.awaits_dice() && self.in_the_air == InTheAir::No)?;
        self.tell_throw(out);
        Ok(())
    }

    pub(crate) fn tell_throw<S: Sink>(&mut self, out: &mut S) {
        if self.in_the_air == InTheAir::No {
            self.in_the_air = InTheAir::Thrown;
            self.let_go_of_last_throw(Reach::ThrownSince);
            tell(
                out,
                What::Stepped { step: words::THROW, by: Rank::Dealer },
                rules::WAGERS_BEFORE_THROW.applies(),
            );
        }
    }

    /// Handles the dice coming to rest.
    pub(crate) fn rolled<S: Sink>(
        &mut self,
        actor: Actor,
        dice: TwoDice,
        out: &mut S,
    ) -> Result<(), Refusal> {
        by_staff(actor, Rank::Dealer)?;
        self.check_inspected()?;
        if !self.awaits_dice() {
            self.begin(out);
            self.thrown_out_of_turn(None, Some(dice), out);
            return Ok(());
        }
        let disputed = self.in_the_air == InTheAir::Disputed;
        rules::BOX_READS.forbids(disputed && !actor.is_at_least(Rank::Box), "box-decides")?;
        self.tell_throw(out);
        self.in_the_air = InTheAir::No;
        let cites = Cites::from(rules::SUM_CALLED.applies()).and(rules::BOX_READS.when(disputed));
        tell(out, What::Rolled(dice), cites);
        self.remember_throw(disputed);
        self.note_shooter();
        let throw = self.throw(dice);
        let line_bets = throw.ends_point() && self.line_bet_lies();
        self.settle_throw(&throw, out);
        self.set_puck(&throw, line_bets, out);
        if throw.is_loser_seven() {
            self.loser_seven(out);
        }
        self.end_round(out);
        Ok(())
    }

    /// Notes whether Fire Bets pass from one shooter to another.
    fn note_shooter(&mut self) {
        let shooter = self.shooter();
        self.last_shooter = shooter;
        match self.first_shooter {
            None => self.first_shooter = shooter,
            Some(_) if self.first_shooter != shooter => self.shooter_changed = true,
            Some(_) => {}
        }
    }

    fn end_round<S: Sink>(&mut self, out: &mut S) {
        self.reduced_dont_pass = engine::Patrons::NONE;
        self.reduced_dont_come = engine::Patrons::NONE;
        self.opened = false;
        let cites =
            Cites::from(rules::SETTLED_THEN_DICE.applies()).and(rules::COME_ONLY_ROLLS.when(self.come_only));
        tell(out, What::RoundEnded { round: self.round_number }, cites);
    }

    /// Has disputed dice thrown again, by order of the box person.
    pub(crate) fn void_throw<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        awaited(self.in_the_air == InTheAir::Disputed)?;
        rules::BOX_VOIDS.forbids(!actor.is_at_least(Rank::Box), "box-decides")?;
        let by = staff_of(actor, Rank::Dealer)?;
        let rule = rules::BOX_VOIDS.applies();
        tell(out, What::Stepped { step: words::VOID_THROW, by }, rule);
        tell(out, What::Remedied { remedy: words::NO_ROLL, place: None }, rule);
        self.in_the_air = InTheAir::No;
        Ok(())
    }

    // ------------------------------------------------------- a die that left the table

    /// Refuses to throw a die that left the table before it is inspected or replaced.
    pub(crate) fn check_inspected(&self) -> Result<(), Refusal> {
        rules::DIE_INSPECTED.forbids(self.die_out, "die-not-inspected")
    }

    /// Returns a die that left the table after the box person inspected it, or replaces it with another.
    pub(crate) fn die_comes_back<S: Sink>(
        &mut self,
        actor: Actor,
        step: StepId,
        out: &mut S,
    ) -> Result<(), Refusal> {
        awaited(self.die_out && self.in_the_air == InTheAir::No)?;
        rules::DIE_INSPECTED.forbids(!actor.is_at_least(Rank::Box), "box-inspects")?;
        let by = staff_of(actor, Rank::Dealer)?;
        let replaced = rules::DIE_REPLACED.when(step == words::REPLACE_DIE);
        tell(out, What::Stepped { step, by }, Cites::from(rules::DIE_INSPECTED.applies()).and(replaced));
        self.die_out = false;
        Ok(())
    }

    // ------------------------------------------------------------------ rulings

    pub(crate) fn ruling<S: Sink>(
        &mut self,
        actor: Actor,
        act: RulingAct,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let by = staff_of(actor, words::VOCABULARY.ruling_rank)?;
        self.check_ruling(act)?;
        self.begin(out);
        let rule = rules::FLOOR_RULES.applies();
        tell(out, What::Ruled { by, act }, rule);
        let reaches_back = act == RulingAct::VoidRound && self.in_the_air == InTheAir::No;
        if !reaches_back {
            self.let_go_of_last_throw(Reach::Ruled);
        }
        // An award or an undone wager does not resolve what stopped the play.
        self.ruling_due &= !matches!(act, RulingAct::GoOn | RulingAct::VoidRound);
        match act {
            RulingAct::VoidRound => {
                if reaches_back {
                    self.go_back_to_last_throw(rule.into(), out);
                }
                self.in_the_air = InTheAir::No;
                tell(out, What::Remedied { remedy: words::NO_ROLL, place: None }, rule);
            }
            RulingAct::VoidWager(number) => self.void_wager(number, rule.into(), out),
            RulingAct::Award { patron, amount } => self.lines.award(patron, amount, rule, out),
            _ => {}
        }
        Ok(())
    }

    fn check_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        let possible = match act {
            RulingAct::GoOn => self.ruling_due,
            RulingAct::VoidRound => self.in_the_air != InTheAir::No || self.reach().goes_back(),
            RulingAct::VoidWager(number) => {
                self.in_the_air == InTheAir::No && self.wagers.get(number).is_some()
            }
            RulingAct::Award { amount, .. } => self.lines.last() < 20_000 && check_amount(amount).is_ok(),
            // Craps has neither cards nor hands.
            _ => false,
        };
        awaited(possible)
    }

    /// Whether the floor must rule before anything else is granted; dice in the air are called first.
    pub(crate) fn waits_for_ruling(&self) -> bool {
        self.ruling_due && self.in_the_air == InTheAir::No
    }

    pub(crate) fn phase_name(&self) -> &'static str {
        match (self.in_the_air, self.dice) {
            (InTheAir::Disputed, _) => "disputed",
            (InTheAir::Thrown, _) => "thrown",
            (InTheAir::No, _) if self.ruling_due => "ruling",
            (InTheAir::No, Dice::Idle) => "no-shooter",
            (InTheAir::No, Dice::Offered(_)) => "dice-offered",
            (InTheAir::No, Dice::Held(_)) if matches!(self.due, Due::Choice { .. }) => "line-bet",
            (InTheAir::No, Dice::Held(_)) if self.die_out => "inspection",
            (InTheAir::No, Dice::Held(_)) if self.come_only => "come-only",
            (InTheAir::No, Dice::Held(_)) if self.point.is_some() => "point",
            (InTheAir::No, Dice::Held(_)) => "come-out",
        }
    }
}
