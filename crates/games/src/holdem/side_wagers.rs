//! Trips, the limit on what one hand is paid, the progressive wager and the envy bonus.

use super::boxes::{BettingBox, Boxes};
use super::state::Holdem;
use super::terms::Moment;
use super::{rules, words};
use crate::common::{Verdict, tell};
use crate::poker::{Category, Hand, Ranking};
use engine::{
    Against, Cites, Due, Line, LineKind, MeterId, Outcome, Patron, Refusal, Sink, Spot, Standing,
    WagerNumber, What,
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

    /// Trips goes by the patron's hand alone. Returns what was paid.
    pub(crate) fn settle_trips<S: Sink>(
        &mut self,
        number: u8,
        betting_box: &BettingBox,
        hand: Ranking,
        won: bool,
        out: &mut S,
    ) -> Money {
        let (Some(wager), Some(terms)) = (betting_box.trips, &self.terms.trips) else { return Money::ZERO };
        let void = self.round.hands_void;
        let moment = rules::VOID_TRIPS
            .when(void)
            .or_else(|| rules::FOLDED_TRIPS.when(self.round.folded.has(number)))
            .or_else(|| rules::TRIPS_AFTER_REST.applies());
        let cites = Cites::from(moment).and(rules::TRIPS_ALONE_COUNTS.applies());
        let category = hand.category();
        let verdict = match terms.pays[category as usize] {
            Some((odds, price)) => {
                let regardless = rules::TRIPS_REGARDLESS.when(!won && !void);
                Verdict::win(odds, cites.and(price.applies()).and(regardless))
            }
            None => {
                let lacks = rules::TRIPS_NEEDS_THREE.when(category < Category::ThreeOfAKind);
                Verdict::of(Outcome::Loses, cites.and(lacks))
            }
        };
        self.settle_wager(wager, verdict, out)
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
        if let (Some(wager), Some(terms), true) = (wager, &self.terms.progressive, self.is_open(wager)) {
            match terms.pays[self.progressive_hand(number) as usize] {
                Some((Pay::MeterPercent(_), _)) => {
                    self.terms.duties.tell(Moment::ProgressiveWin, out);
                    self.terms.duties.tell(Moment::ProgressiveTopHand, out);
                    self.round.meter_for = Some(number);
                    return;
                }
                Some((Pay::Amount(amount), price)) => {
                    self.terms.duties.tell(Moment::ProgressiveWin, out);
                    self.put_progressive(wager, Some(amount), Against::House, price.applies().into(), out);
                }
                Some((Pay::Odds(_), _)) | None => {
                    self.put_progressive(wager, None, Against::House, Cites::NONE, out);
                }
            }
        }
        self.finish_hand(number, out);
    }

    /// The dollar itself never comes back: what is paid, is paid for it.
    fn put_progressive<S: Sink>(
        &mut self,
        number: WagerNumber,
        prize: Option<Money>,
        against: Against,
        price: Cites,
        out: &mut S,
    ) {
        let Some(wager) = self.wagers.get_mut(number) else { return };
        wager.standing = Standing::Settled;
        let cites = Cites::from(rules::HOLE_AND_FLOP.applies())
            .and_all(price)
            .and(rules::VOID_PROGRESSIVE.when(self.round.hands_void));
        let outcome = if prize.is_some() { Outcome::Wins } else { Outcome::Loses };
        let paid = prize.unwrap_or(Money::ZERO);
        let line = Line { outcome: Some(outcome), paid, against, cites, ..Line::of(wager) };
        self.lines.put(line, out);
    }

    /// The meter that must say what it grants.
    pub(crate) fn meter_due(&self) -> Option<Due> {
        let number = self.round.meter_for?;
        let patron: Patron = self.patron_of(number)?;
        let (share, _) = self.terms.progressive?.pays[self.progressive_hand(number) as usize]?;
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
        let line =
            self.terms.progressive.and_then(|terms| terms.pays[self.progressive_hand(number) as usize]);
        if let (Some(wager), Some((_, price))) = (wager, line) {
            let price = Cites::from(price.applies()).and(in_turn);
            self.put_progressive(wager, Some(amount), Against::Meter(meter), price, out);
        }
        self.finish_hand(number, out);
        Ok(())
    }

    /// Everybody else with a progressive wager is paid for a hand that was held to the end, whether or not its
    /// holder has the wager himself. Of hands that are void only those count for which it is settled.
    pub(crate) fn pay_envy<S: Sink>(&mut self, holder: u8, out: &mut S) {
        let Some(terms) = &self.terms.progressive else { return };
        let void = self.round.hands_void && !self.round.progressive.has(holder);
        if void || self.round.folded.has(holder) {
            return;
        }
        let Some((amount, price)) = terms.envy[self.progressive_hand(holder) as usize] else { return };
        let Some(rule) = rules::ENVY.applies() else { return };
        let others = rules::ENVY_OF_OTHERS.applies();
        let mut envious = self.round.progressive;
        if others.is_some() {
            envious.remove(holder);
        }
        for number in envious.rightmost_first() {
            let Some(patron) = self.patron_of(number) else { continue };
            let folded = rules::FOLD_FORFEITS.when(self.round.folded.has(number));
            let cites = Cites::one(rule).and(price.applies()).and(others).and(folded);
            let award = Line::award(patron, words::ENVY, amount, cites);
            self.lines.put(Line { spot: Spot::first(number), ..award }, out);
        }
    }
}
