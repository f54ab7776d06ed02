//! The last called throw while it may be reopened: the wagers when the dice left the hand, and how the table
//! is restored to them.

use super::bet::{Area, Bet, Number};
use super::rules;
use super::state::{Craps, Dice, bet_of};
use super::words;
use crate::common::{Lines, tell};
use engine::{Cites, Line, LineKind, Patron, Patrons, Refusal, Sink, Spot, Wager, WagerNumber, Wagers, What};
use felt::Money;
use serde::{Deserialize, Serialize};

/// Whether the last called throw may still be reopened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Reach {
    /// The dice have been thrown since.
    #[default]
    ThrownSince,
    /// Its faces may be disputed, and it may be found invalid.
    Open,
    /// The box person has called the faces; it may still be found invalid.
    BoxCalled,
    /// The floor has ruled since, or the terms of the table have changed.
    Ruled,
}

impl Reach {
    /// Whether the table keeps what it needs to restore its state.
    pub(crate) fn goes_back(self) -> bool {
        matches!(self, Reach::Open | Reach::BoxCalled)
    }
}

/// The state that a throw changes, besides wagers and lines, as it was before.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    point: Option<Number>,
    dice: Dice,
    last_shooter: Option<Patron>,
    shooter_place: u8,
    come_only: bool,
    decided_before: bool,
    sevened_out_before: bool,
    points_made: u8,
    fire_closed: bool,
    first_shooter: Option<Patron>,
    shooter_changed: bool,
    reduced_dont_pass: Patrons,
    reduced_dont_come: Patrons,
    placed_before: WagerNumber,
}

impl Found {
    /// The state without a throw that can be disputed.
    const NOTHING: Found = Found {
        point: None,
        dice: Dice::Idle,
        last_shooter: None,
        shooter_place: 1,
        come_only: false,
        decided_before: false,
        sevened_out_before: false,
        points_made: 0,
        fire_closed: false,
        first_shooter: None,
        shooter_changed: false,
        reduced_dont_pass: Patrons::NONE,
        reduced_dont_come: Patrons::NONE,
        placed_before: WagerNumber(0),
    };

    /// Drops everything that no later line depends on: points if no Fire Bets are offered, and the place of a
    /// shooter who does not hold the dice.
    pub(crate) fn forget_what_is_over(&mut self, offers_fire: bool) {
        if !offers_fire {
            self.points_made = 0;
            self.fire_closed = false;
            self.sevened_out_before = false;
            self.first_shooter = None;
            self.shooter_changed = false;
        }
        if self.shooter_changed {
            self.first_shooter = None;
        }
        match &mut self.dice {
            Dice::Held(_) => {}
            Dice::Idle => self.shooter_place = 1,
            Dice::Offered(offer) => {
                self.shooter_place = 1;
                offer.asked_before = offer.asked_before.min(1);
            }
        }
    }
}

/// The last throw that was called.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct LastThrow {
    pub(crate) reach: Reach,
    pub(crate) round: u32,
    pub(crate) found: Found,
    /// The last line of the round before the throw.
    first_line: u16,
    /// The lines of its round; set when the next one opened.
    pub(crate) lines: Lines,
    /// Whether a wager has changed since the dice left the hand, so that all were copied before the change.
    /// The copy may include some wagers made since.
    copied: bool,
    wagers: Vec<Wager>,
}

impl LastThrow {
    #[cold]
    fn none() -> Box<LastThrow> {
        Box::new(LastThrow {
            reach: Reach::ThrownSince,
            round: 0,
            found: Found::NOTHING,
            first_line: 0,
            lines: Lines::default(),
            copied: false,
            wagers: Vec::new(),
        })
    }

    /// Moves wagers that a patron left on the layout to where they stand now, in the copy too, so that the
    /// result of a dispute does not depend on when the copy was made.
    pub(crate) fn follow(&mut self, patron: Patron, spot: Spot) {
        let own = self.wagers.iter_mut().filter(|wager| wager.patron == patron);
        own.for_each(|wager| wager.spot = spot);
    }

    /// Drops everything that no dispute can restore. Of the Put Bets that had been rolled for before, only
    /// the last matters.
    pub(crate) fn forget_what_is_over(
        &mut self,
        placed_before: WagerNumber,
        wagers: &Wagers,
        offers_fire: bool,
    ) {
        self.round = 0;
        self.found.forget_what_is_over(offers_fire);
        self.wagers.retain(|wager| wager.number <= placed_before);
        let is_put = |wager: &Wager| matches!(bet_of(wager), Bet::Put(_));
        let rolled = |wager: &&Wager| is_put(wager) && wager.number <= self.found.placed_before;
        let last = match self.copied {
            true => self.wagers.iter().rfind(rolled),
            false => wagers.iter().rfind(rolled),
        };
        self.found.placed_before = last.map_or(WagerNumber(0), |wager| wager.number);
        if !self.copied || !self.reach.goes_back() {
            self.copied = false;
            self.wagers.clear();
        }
        if !self.reach.goes_back() {
            self.found = Found::NOTHING;
            self.first_line = 0;
            self.lines.forget_all_but_the_last();
        }
    }
}

impl Craps {
    pub(crate) fn stand_as_found(&mut self, found: Found) {
        self.point = found.point;
        self.dice = found.dice;
        self.last_shooter = found.last_shooter;
        self.shooter_place = found.shooter_place;
        self.come_only = found.come_only;
        self.decided_before = found.decided_before;
        self.sevened_out_before = found.sevened_out_before;
        self.points_made = found.points_made;
        self.fire_closed = found.fire_closed;
        self.first_shooter = found.first_shooter;
        self.shooter_changed = found.shooter_changed;
        self.reduced_dont_pass = found.reduced_dont_pass;
        self.reduced_dont_come = found.reduced_dont_come;
        self.placed_before = found.placed_before;
    }

    // ------------------------------------------------------------- remembering

    /// Remembers the table when the dice are called, before anything moves.
    pub(crate) fn remember_throw(&mut self, by_box: bool) {
        let last = self.last_throw.get_or_insert_with(LastThrow::none);
        last.reach = if by_box { Reach::BoxCalled } else { Reach::Open };
        last.round = self.round_number;
        last.first_line = self.lines.last();
        last.copied = false;
        let found = self.as_it_stands();
        if let Some(last) = &mut self.last_throw {
            last.found = found;
        }
    }

    /// The part of the table's state that a throw may change.
    #[inline]
    pub(crate) fn as_it_stands(&self) -> Found {
        Found {
            point: self.point,
            dice: self.dice,
            last_shooter: self.last_shooter,
            shooter_place: self.shooter_place,
            come_only: self.come_only,
            decided_before: self.decided_before,
            sevened_out_before: self.sevened_out_before,
            points_made: self.points_made,
            fire_closed: self.fire_closed,
            first_shooter: self.first_shooter,
            shooter_changed: self.shooter_changed,
            reduced_dont_pass: self.reduced_dont_pass,
            reduced_dont_come: self.reduced_dont_come,
            placed_before: self.placed_before,
        }
    }

    /// Copies all wagers once, before a wager that was on the layout at the throw changes.
    #[inline]
    pub(crate) fn copy_wagers(&mut self) {
        if let Some(last) = &mut self.last_throw
            && !last.copied
            && last.reach.goes_back()
        {
            last.copied = true;
            self.wagers.copy_rows(&mut last.wagers);
        }
    }

    /// Closes the last throw to disputes, for this reason.
    pub(crate) fn let_go_of_last_throw(&mut self, reach: Reach) {
        if let Some(last) = &mut self.last_throw {
            last.reach = reach;
        }
    }

    pub(crate) fn reach(&self) -> Reach {
        self.last_throw.as_ref().map_or(Reach::ThrownSince, |last| last.reach)
    }

    /// Checks whether the last called throw can still be disputed, or returns the rule by which it cannot.
    pub(crate) fn check_reach(&self) -> Result<(), Refusal> {
        rules::BOX_READS.forbids(self.reach() == Reach::BoxCalled, "box-has-called")?;
        rules::FLOOR_RULES.forbids(self.reach() == Reach::Ruled, "floor-has-ruled")
    }

    // -------------------------------------------------------------- going back

    /// Reverses the last called throw, by the rule under which its faces are disputed or it is invalid. Its
    /// settlement is reversed, changes of stakes since are undone, and the table is restored to when the dice
    /// left the hand.
    pub(crate) fn go_back_to_last_throw<S: Sink>(&mut self, by: Cites, out: &mut S) {
        let Some(mut last) = self.last_throw.take() else { return };
        last.reach = Reach::ThrownSince;
        last.wagers.retain(|wager| wager.number <= self.placed_before);
        let because = Cites::from(rules::CALL_DISPUTED.applies());
        self.return_stakes_since(because, out);
        if last.copied {
            self.return_changes_since(&last, because, out);
        }
        self.round_number = last.round;
        tell(out, What::RoundReopened { round: last.round }, because);
        std::mem::swap(&mut self.lines, &mut last.lines);
        for seq in (last.first_line + 1..=self.lines.last()).rev() {
            self.lines.reverse(seq, because.and_all(by), out);
        }
        if last.copied {
            self.put_wagers_back(&last.wagers, because, out);
        }
        let markers = [self.puck(), self.shooter_marker(), self.fire_marker()];
        self.stand_as_found(last.found);
        let found = [self.puck(), self.shooter_marker(), self.fire_marker()];
        for marker in found.into_iter().zip(markers).filter(|(now, then)| now != then).map(|(now, _)| now) {
            if marker.id != words::FIRE_POINTS || self.offers_fire() {
                tell(out, What::Marked(marker), because);
            }
        }
        self.last_throw = Some(last);
    }

    /// Returns bets made since the throw: they relied on its call.
    fn return_stakes_since<S: Sink>(&mut self, because: Cites, out: &mut S) {
        let before = self.placed_before;
        let since = |table: &Craps| table.wagers.iter().next_back().copied().filter(|it| it.number > before);
        while let Some(wager) = since(self) {
            let cites = because.and(rules::WAGERS_BEFORE_THROW.applies());
            self.give_back(&wager, wager.stake, cites, out);
        }
    }

    /// Restores the stakes of the wagers that were on the layout at the throw.
    fn return_changes_since<S: Sink>(&mut self, last: &LastThrow, because: Cites, out: &mut S) {
        let leaves = |line: &&Line| line.kind == LineKind::Wager && !line.stake.is_zero();
        let settled = |number| last.lines.standing().filter(leaves).any(|line| line.number == Some(number));
        for then in &last.wagers {
            match self.wagers.get(then.number).copied() {
                Some(now) if now.stake > then.stake => {
                    let cites = because.and(rules::WAGERS_BEFORE_THROW.applies());
                    self.give_back(&now, now.stake - then.stake, cites, out);
                }
                Some(now) if now.stake < then.stake => {
                    let Wager { number, patron, spot, kind, .. } = now;
                    let added = then.stake - now.stake;
                    let more = What::StakeAdded { number, patron, spot, wager: kind, added, won: false };
                    self.lies_again(then, now.stake, (more, because), out);
                }
                None if !settled(then.number) => {
                    let then = Wager { spot: self.spot_now(then), ..*then };
                    self.lies_again(&then, Money::ZERO, (What::placed(&then), because), out);
                }
                _ => {}
            }
        }
    }

    /// Puts chips that were taken down since the throw back on the layout: the throw decides them.
    fn lies_again<S: Sink>(
        &mut self,
        then: &Wager,
        left: Money,
        (told, because): (What<S::Line>, Cites),
        out: &mut S,
    ) {
        tell(out, told, because.and(rules::NOT_TAKEN_BACK_LATE.applies()));
        let area = Area::recalled(then.area);
        if self.terms.vigorish_when_placed && area.bet().has_vigorish() {
            let more = self.terms.vigorish(area, then.stake) - self.terms.vigorish(area, left);
            self.charge_vigorish(then, more, out);
        }
    }

    /// Restores the wagers, each at the current place of its patron.
    fn put_wagers_back<S: Sink>(&mut self, rows: &[Wager], because: Cites, out: &mut S) {
        for then in rows {
            let Some(now) = self.wagers.get(then.number).copied() else { continue };
            let Wager { number, patron, .. } = now;
            if now.kind != then.kind {
                let moved = What::WagerMoved { number, patron, from: now.kind, to: then.kind };
                tell(out, moved, because);
            }
            if now.working != then.working {
                let on = then.working;
                tell(out, What::WagerWorks { number, patron, wager: then.kind, on }, because);
            }
        }
        self.wagers.put_back(rows);
        for at in 0..rows.len() {
            let spot = self.wagers.nth(at).map(|wager| self.spot_now(wager));
            if let (Some(wager), Some(spot)) = (self.wagers.nth_mut(at), spot) {
                wager.spot = spot;
            }
        }
    }

    /// The current place of its patron, or the last one before they left.
    fn spot_now(&self, wager: &Wager) -> Spot {
        self.place_of(wager.patron).map_or(wager.spot, Spot::first)
    }
}
