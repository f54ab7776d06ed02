//! The Fortune Bonus and envy bonuses: what seven cards pay, whatever the two hands that they were set in.

use super::rules;
use super::state::PaiGowTable;
use super::terms::Limit;
use super::words::{ENVY, FORTUNE};
use crate::common::{Boxes, Verdict};
use crate::poker::pai_gow::{Fortune, Seven};
use engine::{Cites, Line, LineKind, Sink, Spot, WagerNumber};

/// Whether seven cards contain a straight besides the three of a kind that they are paid for.
fn holds_straight_too(row: Fortune, seven: &Seven) -> bool {
    row == Fortune::ThreeOfAKind
        && seven
            .settings()
            .any(|setting| setting.high_worth().kind() == crate::poker::pai_gow::Kind::Straight)
}

impl PaiGowTable {
    /// The verdict of a bonus wager for these cards.
    fn bonus_verdict(&self, row: Fortune, seven: &Seven, when: Cites) -> Option<Verdict> {
        let terms = self.terms.fortune.as_ref()?.row(row);
        let named = match rules::of_seven(row) {
            Some(rule) => rule.applies(),
            None => None,
        };
        let cites = Cites::from(terms.rule.applies())
            .and_all(when)
            .and(named)
            .and(rules::BEST_PAID_ROW.when(holds_straight_too(row, seven)));
        Some(Verdict::win(terms.pays, cites).by_row(terms.row))
    }

    fn open_bonus(&self, number: u8) -> Option<WagerNumber> {
        self.betting_box(number).and_then(|b| b.fortune).filter(|wager| self.is_open(Some(*wager)))
    }

    /// Pays a bonus that wins with less than four of a kind, together with the other wagers.
    pub(crate) fn pay_small_bonus<S: Sink>(&mut self, number: u8, out: &mut S) {
        let Some((fortune, seven)) = self.open_bonus(number).zip(self.seven_of(number)) else { return };
        let Some(row) = Fortune::of(&seven).filter(|row| *row > Fortune::FourOfAKind) else { return };
        let when = Cites::from(rules::FORTUNE_IN_COURSE.applies()).and(rules::ORDER_OF_BONUS.applies());
        if let Some(verdict) = self.bonus_verdict(row, &seven, when) {
            self.settle_bonus(fortune, verdict, out);
        }
    }

    /// Pays a bonus wager, and cuts what exceeds the posted limit.
    fn settle_bonus<S: Sink>(&mut self, fortune: WagerNumber, verdict: Verdict, out: &mut S) {
        let paid = self.settle_wager(fortune, verdict, out);
        let limit = self.terms.fortune.as_ref().and_then(|fortune| fortune.limit);
        let (Some(Limit { most, of_least }), Some(wager)) = (limit, self.wagers.get(fortune).copied()) else {
            return;
        };
        let Some(rule) = rules::ABOVE_LIMIT_CUT.when(paid > most) else { return };
        let cites = Cites::one(rule).and(rules::LEAST_WAGER_LIMIT.when(of_least));
        let (spot, cuts) = (wager.spot, Some(self.lines.last()));
        let cap = Line::award(wager.patron, FORTUNE, most - paid, cites);
        self.lines.put(Line { kind: LineKind::Cap, spot, cuts, ..cap }, out);
    }

    /// Starts the bonus payments after all other wagers are settled: places with an envy button, and those
    /// that won with four of a kind or better.
    pub(crate) fn begin_bonus(&mut self) {
        let own = self.round.qualifying.leftmost_first().filter(|number| self.open_bonus(*number).is_some());
        let mut boxes = own.fold(Boxes::NONE, |mut boxes, number| {
            boxes.add(number);
            boxes
        });
        if !self.round.qualifying.is_empty() {
            boxes = boxes.or(self.round.buttons);
        }
        self.round.bonus = Some(boxes);
    }

    /// Pays one place for the hands of others, and then for its own.
    pub(crate) fn pay_bonus<S: Sink>(&mut self, number: u8, out: &mut S) {
        if let Some(boxes) = &mut self.round.bonus {
            boxes.remove(number);
        }
        self.pay_envy(number, out);
        let own = self.open_bonus(number).zip(self.seven_of(number));
        if let Some((fortune, seven)) = own
            && let Some(row) = Fortune::of(&seven)
        {
            let when = rules::FORTUNE_PAID.applies().into();
            if let Some(verdict) = self.bonus_verdict(row, &seven, when) {
                self.settle_bonus(fortune, verdict, out);
            }
        }
        let last = self.round.bonus.is_none_or(Boxes::is_empty);
        if last {
            self.collect_qualifying(out);
        }
    }

    /// Pays one award for each such hand of another patron.
    fn pay_envy<S: Sink>(&mut self, number: u8, out: &mut S) {
        if !self.round.buttons.has(number) {
            return;
        }
        let Some(patron) = self.patron_of(number) else { return };
        let two_places = self.boxes_of(patron).leftmost_first().count() > 1;
        let mut paid = false;
        for other in self.round.qualifying.rightmost_first() {
            let Some(others) = rules::ENVY_OF_OTHERS.when(self.patron_of(other) != Some(patron)) else {
                continue;
            };
            let row = self.seven_of(other).and_then(|seven| Fortune::of(&seven));
            let envy = row.and_then(|row| self.terms.fortune.as_ref()?.envy(row));
            let Some(envy) = envy else { continue };
            let cites = Cites::from(envy.rule.applies())
                .and(rules::ENVY_AFTER_LOSERS.when(!paid))
                .and(rules::ENVY_PAID.applies())
                .and(others)
                .and(rules::ENVY_FOR_EACH.when(paid))
                .and(rules::ORDER_OF_BONUS.when(two_places))
                .and(rules::FORTUNE_SURRENDERED.when(!self.round.playing.has(number)));
            let line = Line::award(patron, ENVY, envy.pays, cites);
            self.lines.put(Line { spot: Spot::first(number), row: Some(envy.row), ..line }, out);
            paid = true;
        }
        self.round.buttons.remove(number);
    }

    /// Collects last the cards that stayed for envy bonuses.
    fn collect_qualifying<S: Sink>(&mut self, out: &mut S) {
        for number in self.round.qualifying.rightmost_first() {
            let unpaid = self.betting_box(number).is_none_or(|b| b.fortune.is_none());
            let cites = Cites::from(rules::QUALIFYING_COLLECTED.when(unpaid));
            self.collect_hands(number, cites, out);
        }
    }
}
