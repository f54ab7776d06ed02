//! Trips, the limit on what one hand is paid, the progressive wager and the envy bonus.

use super::boxes::Boxes;
use super::state::Holdem;
use super::terms::Moment;
use super::{rules, words};
use crate::common::{PayRow, Verdict, tell};
use crate::poker::{Category, Hand};
use engine::{
    Against, Beneficiary, Cites, Due, Line, LineKind, MeterId, Outcome, Patron, Refusal, Rule, Share, Sink,
    Spot, Standing, Wager, WagerId, WagerNumber, What,
};
use felt::{Money, Pay};

impl Holdem {
    /// Boxes of the round with a side wager that is not settled yet.
    pub(crate) fn boxes_with_side_wagers(&self) -> Boxes {
        let mut boxes = Boxes::NONE;
        if self.terms.trips.is_none() && self.terms.progressive.is_none() {
            return boxes;
        }
        for number in self.round.dealt.leftmost_first() {
            let Some(betting_box) = self.betting_box(number) else { continue };
            if self.is_open(betting_box.trips) || self.is_open(betting_box.progressive) {
                boxes.add(number);
            }
        }
        boxes
    }

    /// Whether a wager still lies on the layout.
    pub(crate) fn is_open(&self, wager: Option<WagerNumber>) -> bool {
        wager.and_then(|n| self.wagers.get(n)).is_some_and(|wager| wager.on_layout())
    }

    /// The bet for the dealers beside a wager of this kind.
    pub(crate) fn for_dealers(&self, number: u8, kind: WagerId) -> Option<WagerNumber> {
        if !self.terms.dealer_bets {
            return None;
        }
        let theirs = |wager: &&Wager| {
            wager.beneficiary == Beneficiary::Dealers
                && wager.spot.box_number == number
                && wager.kind == kind
                && wager.on_layout()
        };
        self.wagers.iter().find(theirs).map(|wager| wager.number)
    }

    /// Bets for the dealers are settled as the patron's own, after them: no limit on what he is paid counts theirs.
    pub(crate) fn settle_for_dealers<S: Sink>(
        &mut self,
        number: u8,
        verdicts: [(WagerId, Option<Verdict>); 3],
        out: &mut S,
    ) {
        for (kind, verdict) in verdicts {
            if let (Some(wager), Some(verdict)) = (self.for_dealers(number, kind), verdict) {
                self.settle_wager(wager, verdict.and(rules::DEALER_BET_FOLLOWS.applies()), out);
            }
        }
    }

    /// What one hand is paid on ante, blind, play and trips together has a limit.
    pub(crate) fn cap<S: Sink>(&mut self, number: u8, first: u16, paid: Money, out: &mut S) {
        let terms = self.terms.cap;
        let Some(rule) = terms.rule.when(paid > terms.most) else { return };
        let Some(patron) = self.patron_of(number) else { return };
        let wager = self.lines.get(first).map_or(words::ANTE, |line| line.wager);
        self.lines.put(
            Line {
                kind: LineKind::Cap,
                spot: Spot::first(number),
                cuts: Some(first),
                ..Line::award(patron, wager, terms.most - paid, rule.into())
            },
            out,
        );
    }

    /// The five cards of the progressive wager: the patron's two and the flop.
    fn progressive_hand(&self, number: u8) -> Category {
        let cards = self.betting_box(number).map_or([None; 2], |b| b.cards.known);
        cards.into_iter().flatten().fold(self.round.board.flop, Hand::with).ranking().category()
    }

    /// Settles the progressive wager, unless its meter must be asked first; then the patron is done.
    pub(crate) fn settle_progressive<S: Sink>(&mut self, number: u8, out: &mut S) {
        let wager = self.betting_box(number).and_then(|b| b.progressive);
        if let (Some(wager), true) = (wager, self.is_open(wager)) {
            let prize = self.terms.prize(self.progressive_hand(number));
            match prize.map(|prize| prize.pays) {
                Some(Pay::MeterPercent(_)) => {
                    self.terms.duties.tell(Moment::ProgressiveWin, out);
                    self.terms.duties.tell(Moment::ProgressiveTopHand, out);
                    self.round.meter_for = Some(number);
                    return;
                }
                Some(Pay::Amount(amount)) => {
                    self.terms.duties.tell(Moment::ProgressiveWin, out);
                    self.put_progressive(wager, prize, amount, Against::House, None, out);
                }
                Some(Pay::Odds(_)) | None => {
                    self.put_progressive(wager, None, Money::ZERO, Against::House, None, out);
                }
            }
        }
        self.finish_hand(number, out);
    }

    /// The dollar itself never comes back: what is paid, is paid for it. Without a prize it is lost.
    fn put_progressive<S: Sink>(
        &mut self,
        number: WagerNumber,
        prize: Option<PayRow<Pay>>,
        paid: Money,
        against: Against,
        in_turn: Option<Rule>,
        out: &mut S,
    ) {
        let Some(wager) = self.wagers.get_mut(number) else { return };
        wager.standing = Standing::Settled;
        let cites = Cites::from(rules::HOLE_AND_FLOP.applies())
            .and(prize.and_then(|prize| prize.rule.applies()))
            .and(in_turn)
            .and(rules::VOID_PROGRESSIVE.when(self.round.hands_void));
        let outcome = if prize.is_some() { Outcome::Wins } else { Outcome::Loses };
        let (row, share) = (prize.map(|prize| prize.row), prize.and_then(|prize| Share::of(prize.pays)));
        let line = Line { outcome: Some(outcome), row, share, paid, against, cites, ..Line::of(wager) };
        self.lines.put(line, out);
    }

    /// The meter that must say what it grants.
    pub(crate) fn meter_due(&self) -> Option<Due> {
        let number = self.round.meter_for?;
        let patron: Patron = self.patron_of(number)?;
        let share = self.terms.prize(self.progressive_hand(number))?.pays;
        Some(Due::Meter { meter: words::JACKPOT, share, patron })
    }

    /// The meter said what it grants.
    pub(crate) fn meter_answers<S: Sink>(
        &mut self,
        meter: MeterId,
        amount: Money,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let asked = matches!(self.due, Due::Meter { meter: due, .. } if due == meter);
        let Some(number) = self.round.meter_for.filter(|_| asked) else {
            return Err(Refusal::not_awaited("not-now"));
        };
        if !amount.is_positive() || !amount.is_acceptable() {
            return Err(Refusal::impossible("outside-limits"));
        }
        let in_turn = rules::METER_IN_TURN.applies();
        tell(out, What::MeterGranted { meter, amount }, in_turn);
        self.round.meter_for = None;
        let wager = self.betting_box(number).and_then(|b| b.progressive);
        let prize = self.terms.prize(self.progressive_hand(number));
        if let (Some(wager), Some(_)) = (wager, prize) {
            self.put_progressive(wager, prize, amount, Against::Meter(meter), in_turn, out);
        }
        self.finish_hand(number, out);
        Ok(())
    }

    /// Everybody else with a progressive wager is paid for a hand that was held to the end, whether or not its
    /// holder has the wager himself. Of hands that are void only those count for which it is settled.
    pub(crate) fn pay_envy<S: Sink>(&mut self, holder: u8, out: &mut S) {
        let void = self.round.hands_void && !self.round.progressive.has(holder);
        if void || self.round.folded.has(holder) {
            return;
        }
        let Some(paid) = self.terms.envy(self.progressive_hand(holder)) else { return };
        let Some(rule) = rules::ENVY.applies() else { return };
        let others = rules::ENVY_OF_OTHERS.applies();
        let mut envious = self.round.progressive;
        envious.remove(holder);
        for number in envious.rightmost_first() {
            let Some(patron) = self.patron_of(number) else { continue };
            let folded = rules::FOLD_FORFEITS.when(self.round.folded.has(number));
            let cites = Cites::one(rule).and(paid.rule.applies()).and(others).and(folded);
            let award = Line::award(patron, words::ENVY, paid.pays, cites);
            self.lines.put(Line { spot: Spot::first(number), row: Some(paid.row), ..award }, out);
        }
    }
}
