//! Settles a throw: weighs every wager, moves chips, sets the puck.

use super::bet::{Area, Bet, Number, Throw};
use super::fate::End;
use super::rules;
use super::state::{Craps, bet_of};
use super::terms::Moment;
use super::weigh::{Lying, Win};
use crate::common::tell;
use engine::{Beneficiary, Cites, Line, LineKind, Outcome, Rule, Sink, Standing, Wager, What};
use felt::Money;

impl Craps {
    /// Weighs every wager in the order they were placed.
    pub(crate) fn settle_throw<S: Sink>(&mut self, throw: &Throw, out: &mut S) {
        let mut at = 0;
        let mut decided = false;
        while let Some(wager) = self.wagers.nth(at) {
            let area = Area::recalled(wager.area);
            // Most throws leave most wagers alone; these are skipped.
            if area.bet().is_touched_by(throw.total) {
                // Odds behind a line bet end with its point.
                let asked = throw.ends_point() || !area.bet().is_line();
                let with_odds = asked && self.has_odds(wager);
                let for_dealers = wager.beneficiary == Beneficiary::Dealers;
                let lying = Lying { area, working: wager.working, with_odds, for_dealers };
                if let Some((end, cites)) = self.terms.fate(throw, lying) {
                    self.end_wager(at, end, cites, out);
                    decided = true;
                }
            }
            at += 1;
        }
        if decided {
            self.wagers.retire();
        }
    }

    /// Whether odds lie behind a wager.
    fn has_odds(&self, wager: &Wager) -> bool {
        bet_of(wager).bears_odds() && self.wagers.iter().any(|other| other.supports == Some(wager.number))
    }

    fn end_wager<S: Sink>(&mut self, at: usize, end: End<Win>, cites: Cites, out: &mut S) {
        let Some(wager) = self.wagers.nth(at).copied() else { return };
        let Wager { number, patron, kind, .. } = wager;
        match end {
            End::StaysOff => tell(out, What::WagerStays { number, patron, wager: kind }, cites),
            End::Moves(to) => self.travel(at, to, cites, out),
            End::Wins(win) => self.pay(&wager, win, cites, out),
            End::Loses => self.close(&wager, Outcome::Loses, cites, out),
            End::Pushes => self.close(&wager, Outcome::Pushes, cites, out),
            End::Returned => self.close(&wager, Outcome::Returned, cites, out),
        }
    }

    /// Moves a wager on a come line to its number.
    fn travel<S: Sink>(&mut self, at: usize, number: Number, cites: Cites, out: &mut S) {
        self.copy_wagers();
        let Some(wager) = self.wagers.nth_mut(at) else { return };
        let to = Area::recalled(wager.area).of_number(number);
        let from = wager.kind;
        wager.area = to.number();
        wager.kind = to.word();
        let (number, patron) = (wager.number, wager.patron);
        tell(out, What::WagerMoved { number, patron, from, to: to.word() }, cites);
    }

    fn pay<S: Sink>(&mut self, wager: &Wager, win: Win, cites: Cites, out: &mut S) {
        let area = Area::recalled(wager.area);
        let Win { odds, row, stays, .. } = win;
        let basis = win.basis(wager.stake);
        let (paid, outcome) = (self.terms.pay(odds, basis), Some(Outcome::Wins));
        let won = Line { outcome, odds: Some(odds), row, basis, paid, cites, ..Line::of(wager) };
        if stays {
            self.lines.put(Line { stake: Money::ZERO, ..won }, out);
        } else {
            self.settle(Line { returned: basis, ..won }, out);
        }
        // A wager that stays up is at risk again, and owes vigorish for it where that is charged when placed.
        if area.bet().has_vigorish() && (stays || !self.terms.vigorish_when_placed) {
            self.charge_vigorish(wager, self.terms.vigorish(area, wager.stake), out);
        }
    }

    /// Ends a wager without paying it.
    pub(crate) fn close<S: Sink>(&mut self, wager: &Wager, outcome: Outcome, cites: Cites, out: &mut S) {
        let returned = if outcome == Outcome::Loses { Money::ZERO } else { wager.stake };
        self.settle(Line { outcome: Some(outcome), returned, cites, ..Line::of(wager) }, out);
    }

    fn settle<S: Sink>(&mut self, line: Line, out: &mut S) {
        self.copy_wagers();
        if let Some(wager) = line.number.and_then(|number| self.wagers.get_mut(number)) {
            wager.standing = Standing::Settled;
        }
        self.lines.put(line, out);
    }

    /// Charges vigorish, or returns it if the amount is negative.
    pub(crate) fn charge_vigorish<S: Sink>(&mut self, wager: &Wager, amount: Money, out: &mut S) {
        if amount.is_zero() {
            return;
        }
        let rule = match bet_of(wager) {
            Bet::Buy(_) => rules::BUY_VIGORISH.applies(),
            _ => rules::LAY_VIGORISH.applies(),
        };
        let cites = Cites::from(rule).and(rules::VIGORISH.applies());
        self.lines.put(Line { kind: LineKind::Charge, charged: amount, cites, ..Line::of(wager) }, out);
    }

    // ------------------------------------------------------------------ the puck

    /// Sets the puck after a throw: the point is established, made, lost, or stands.
    pub(crate) fn set_puck<S: Sink>(&mut self, throw: &Throw, line_bets: bool, out: &mut S) {
        if throw.come_only {
            return;
        }
        // A point is made or lost even if no line bet depends on it any more.
        let alone = || rules::POINT_WITHOUT_LINE_BETS.when(!line_bets);
        match throw.point {
            None => match Number::of(throw.total) {
                Some(point) => self.establish(point, out),
                None => self.decided_before = true,
            },
            Some(point) if throw.total == point.total() => {
                self.count_point(point, out);
                self.puck_off(alone(), out);
            }
            Some(_) if throw.is_loser_seven() => {
                self.puck_off(alone(), out);
                self.clear_points(out);
            }
            Some(_) => {}
        }
    }

    fn establish<S: Sink>(&mut self, point: Number, out: &mut S) {
        let Some(rule) = rules::COME_OUT_POINT.applies() else { return };
        self.point = Some(point);
        tell(out, What::Marked(self.puck()), rule);
        self.turn_wagers(out);
        let fire_lies = self.wagers.iter().any(|wager| bet_of(wager) == Bet::Fire);
        if !self.fire_closed && fire_lies {
            self.terms.duties.tell(Moment::FireClosed, out);
        }
        self.fire_closed = true;
    }

    fn puck_off<S: Sink>(&mut self, cites: Option<Rule>, out: &mut S) {
        self.point = None;
        self.decided_before = true;
        tell(out, What::Marked(self.puck()), cites);
        self.turn_wagers(out);
    }

    /// Turns wagers that are off on a come-out roll off and on with the puck, except those that their patron
    /// called off.
    fn turn_wagers<S: Sink>(&mut self, out: &mut S) {
        let come_out = self.point.is_none();
        self.copy_wagers();
        for wager in self.wagers.iter_mut().filter(|wager| !wager.called_off) {
            let rests = self.terms.rests(bet_of(wager), come_out);
            let on = rests.is_none();
            if wager.working == on {
                continue;
            }
            wager.working = on;
            let Wager { number, patron, kind, .. } = *wager;
            let because = rests.or_else(|| rules::CALLS.when(on));
            tell(out, What::WagerWorks { number, patron, wager: kind, on }, because);
        }
    }

    /// Clears the points for the next shooter.
    fn clear_points<S: Sink>(&mut self, out: &mut S) {
        self.fire_closed = false;
        self.sevened_out_before = true;
        if std::mem::take(&mut self.points_made) != 0 && self.offers_fire() {
            tell(out, What::Marked(self.fire_marker()), None);
        }
    }

    /// Counts a point that was made, once for the Fire Bets.
    fn count_point<S: Sink>(&mut self, point: Number, out: &mut S) {
        let bit = 1_u8 << point.index();
        let before = self.points_count();
        let again = rules::FIRE_SAME_POINT.when(self.points_made & bit != 0);
        if again.is_none() {
            self.points_made |= bit;
        }
        if !self.offers_fire() {
            return;
        }
        let cites = Cites::from(rules::FIRE_MARKER.applies())
            .and(again)
            .and(rules::FIRE_ANY_ORDER.when(again.is_none()))
            .and(rules::FIRE_OPEN_AND_COUNT.when(self.shooter_changed));
        tell(out, What::Marked(self.fire_marker()), cites);
        let fire_lies = self.wagers.iter().any(|wager| bet_of(wager) == Bet::Fire);
        if before < 4 && self.points_count() == 4 && fire_lies {
            self.terms.duties.tell(Moment::FireFourPoints, out);
        }
    }
}
