//! Side wagers: whose lie there, bets for the dealers, wagers that are paid amounts, the meter and the envy bonus.

use super::boxes::{Boxes, Cards};
use super::play::{Link, Made, Poker, Prize, Wager as Known};
use super::state::PokerTable;
use super::terms::Moment;
use crate::common::{PayRow, Verdict, tell};
use engine::{
    Against, Beneficiary, Cites, Due, Line, MeterId, Outcome, Refusal, Rule, Share, Sink, Spot, Standing,
    Wager, WagerNumber, What,
};
use felt::{Money, Pay};

impl<G: Poker> PokerTable<G> {
    /// The side wagers of a game by their places.
    fn side_wagers() -> impl Iterator<Item = (usize, &'static Known)> {
        let is_side =
            |(_, known): &(usize, &Known)| matches!(known.made, Made::Optional { .. } | Made::Prize(_));
        G::PLAY.wagers.iter().enumerate().filter(is_side)
    }

    /// Boxes of the round with a side wager that is not settled yet.
    pub(crate) fn boxes_with_side_wagers(&self) -> Boxes {
        self.boxes_with(|_| true)
    }

    /// Whether some such side wager still lies on the layout.
    pub(crate) fn has_side_wager(&self, meant: impl Fn(&Known) -> bool) -> bool {
        !self.boxes_with(meant).is_empty()
    }

    fn boxes_with(&self, meant: impl Fn(&Known) -> bool) -> Boxes {
        let mut boxes = Boxes::NONE;
        if !self.terms.side_wagers {
            return boxes;
        }
        for number in self.round.dealt.leftmost_first() {
            let Some(betting_box) = self.betting_box(number) else { continue };
            let open =
                |(wager, known): (usize, &Known)| meant(known) && self.is_open(betting_box.wagers[wager]);
            if Self::side_wagers().any(open) {
                boxes.add(number);
            }
        }
        boxes
    }

    /// Whether a wager still lies on the layout.
    pub(crate) fn is_open(&self, wager: Option<WagerNumber>) -> bool {
        wager.and_then(|n| self.wagers.get(n)).is_some_and(|wager| wager.on_layout())
    }

    /// Whether a hand had a side wager that pays odds.
    pub(crate) fn had_side_wager(&self, number: u8) -> bool {
        let Some(betting_box) = self.betting_box(number) else { return false };
        let odds = |known: &Known| matches!(known.made, Made::Optional { .. });
        Self::side_wagers().any(|(wager, known)| odds(known) && betting_box.wagers[wager].is_some())
    }

    /// Whether the patron of a box has a progressive wager that is not settled.
    pub(crate) fn has_open_progressive(&self, number: u8) -> bool {
        let Some(betting_box) = self.betting_box(number) else { return false };
        let linked = |known: &Known| matches!(known.made, Made::Prize(Prize { link: Some(_), .. }));
        Self::side_wagers().any(|(wager, known)| linked(known) && self.is_open(betting_box.wagers[wager]))
    }

    /// The bet for the dealers beside a wager of this kind.
    pub(crate) fn for_dealers(&self, number: u8, wager: usize) -> Option<WagerNumber> {
        if !self.terms.dealer_bets {
            return None;
        }
        let theirs = |there: &&Wager| {
            there.beneficiary == Beneficiary::Dealers
                && there.spot.box_number == number
                && there.kind == G::PLAY.wagers[wager].id
                && there.on_layout()
        };
        self.wagers.iter().find(theirs).map(|wager| wager.number)
    }

    /// Bets for the dealers are settled as the patron's own, after them: no limit on what he is paid counts theirs.
    pub(crate) fn settle_for_dealers<S: Sink>(
        &mut self,
        number: u8,
        verdict: impl Fn(usize) -> Option<Verdict>,
        out: &mut S,
    ) {
        if !self.terms.dealer_bets {
            return;
        }
        for wager in Self::bets() {
            if let (Some(there), Some(verdict)) = (self.for_dealers(number, wager), verdict(wager)) {
                let follows = G::PLAY.law.ours.dealer_bet_follows.applies();
                self.settle_wager(there, verdict.and(follows), out);
            }
        }
    }

    /// What a wager of one amount is paid for a hand.
    fn prize_of(&self, wager: usize, cards: &Cards) -> Option<PayRow<Pay>> {
        let row = G::prize(wager, cards, &self.round.board);
        self.terms.wagers[wager].as_ref()?.pays.get(row).copied().flatten()
    }

    /// Settles a wager of one amount against the house.
    pub(crate) fn settle_prize<S: Sink>(
        &mut self,
        there: WagerNumber,
        wager: usize,
        cards: &Cards,
        verdict: Verdict,
        out: &mut S,
    ) {
        let prize = self.prize_of(wager, cards).filter(|_| verdict.outcome == Outcome::Wins);
        let paid = prize.map_or(Money::ZERO, |prize| amount(prize.pays));
        self.put_prize(there, prize, paid, Against::House, verdict.cites, out);
    }

    /// Settles progressive wagers from that one on, unless a meter must be asked first; then the patron is done.
    pub(crate) fn settle_progressives<S: Sink>(&mut self, number: u8, from: usize, out: &mut S) {
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        for (wager, known) in G::PLAY.wagers.iter().enumerate().skip(from) {
            let Made::Prize(Prize { link: Some(_), .. }) = known.made else { continue };
            let Some(there) = betting_box.wagers[wager].filter(|there| self.is_open(Some(*there))) else {
                continue;
            };
            let prize = self.prize_of(wager, &betting_box.cards);
            if prize.is_some() {
                self.terms.duties.tell(Moment::ProgressiveWin, out);
            }
            if prize.is_some_and(|prize| matches!(prize.pays, Pay::MeterPercent(_))) {
                self.terms.duties.tell(Moment::ProgressiveTopHand, out);
                self.round.meter_for = u8::try_from(wager).ok().map(|wager| (number, wager));
                return;
            }
            let paid = prize.map_or(Money::ZERO, |prize| amount(prize.pays));
            self.put_prize(there, prize, paid, Against::House, self.linked_cites(wager, prize, None), out);
        }
        self.finish_hand(number, out);
    }

    /// The stake itself never comes back: what is paid, is paid for it. Without a prize it is lost.
    fn put_prize<S: Sink>(
        &mut self,
        number: WagerNumber,
        prize: Option<PayRow<Pay>>,
        paid: Money,
        against: Against,
        cites: Cites,
        out: &mut S,
    ) {
        let Some(there) = self.wagers.get_mut(number) else { return };
        there.standing = Standing::Settled;
        let outcome = if prize.is_some() { Outcome::Wins } else { Outcome::Loses };
        let (row, share) = (prize.map(|prize| prize.row), prize.and_then(|prize| Share::of(prize.pays)));
        let line = Line { outcome: Some(outcome), row, share, paid, against, cites, ..Line::of(there) };
        self.lines.put(line, out);
    }

    /// By which rules a progressive wager ends.
    fn linked_cites(&self, wager: usize, prize: Option<PayRow<Pay>>, in_turn: Option<Rule>) -> Cites {
        let Made::Prize(terms) = G::PLAY.wagers[wager].made else { return Cites::NONE };
        Cites::from(terms.cards.applies())
            .and(prize.and_then(|prize| prize.rule.applies()))
            .and(in_turn)
            .and(G::PLAY.law.ours.void_progressive.when(self.round.hands_void))
    }

    /// The wager that waits for its meter: its box, its place among the wagers, and what joins it to the meter.
    fn waits_for_meter(&self) -> Option<(u8, usize, Link)> {
        let (number, wager) = self.round.meter_for?;
        match G::PLAY.wagers.get(usize::from(wager))?.made {
            Made::Prize(prize) => Some((number, usize::from(wager), prize.link?)),
            _ => None,
        }
    }

    /// The meter that must say what it grants.
    pub(crate) fn meter_due(&self) -> Option<Due> {
        let (number, wager, link) = self.waits_for_meter()?;
        let betting_box = self.betting_box(number)?;
        let share = self.prize_of(wager, &betting_box.cards)?.pays;
        Some(Due::Meter { meter: link.meter, share, patron: betting_box.patron? })
    }

    /// The meter said what it grants.
    pub(crate) fn meter_answers<S: Sink>(
        &mut self,
        meter: MeterId,
        amount: Money,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let asked = matches!(self.due, Due::Meter { meter: due, .. } if due == meter);
        let Some((number, wager, link)) = self.waits_for_meter().filter(|_| asked) else {
            return Err(Refusal::not_awaited("not-now"));
        };
        if !amount.is_positive() || !amount.is_acceptable() {
            return Err(Refusal::impossible("outside-limits"));
        }
        let in_turn = link.in_turn.applies();
        tell(out, What::MeterGranted { meter, amount }, in_turn);
        self.round.meter_for = None;
        let Some(betting_box) = self.betting_box(number).copied() else { return Ok(()) };
        let prize = self.prize_of(wager, &betting_box.cards);
        if let (Some(there), Some(_)) = (betting_box.wagers[wager], prize) {
            let cites = self.linked_cites(wager, prize, in_turn);
            self.put_prize(there, prize, amount, Against::Meter(meter), cites, out);
        }
        self.settle_progressives(number, wager + 1, out);
        Ok(())
    }

    /// Everybody else with a progressive wager is paid for a hand that was held to the end, whether or not its
    /// holder has the wager himself. Of hands that are void only those count for which it is settled.
    pub(crate) fn pay_envy<S: Sink>(&mut self, holder: u8, out: &mut S) {
        let void = self.round.hands_void && !self.round.progressive.has(holder);
        if self.round.progressive.is_empty() || void || self.round.folded.has(holder) {
            return;
        }
        for (wager, known) in G::PLAY.wagers.iter().enumerate() {
            if let Made::Prize(prize) = known.made
                && let Some(link) = prize.link
            {
                self.pay_envy_of(holder, wager, prize, link, out);
            }
        }
    }

    fn pay_envy_of<S: Sink>(&mut self, holder: u8, wager: usize, prize: &Prize, link: Link, out: &mut S) {
        let Some(cards) = self.betting_box(holder).map(|b| b.cards) else { return };
        let row = G::prize(wager, &cards, &self.round.board);
        let paid = self.terms.wagers[wager].as_ref().and_then(|terms| terms.envy.get(row).copied().flatten());
        let Some(paid) = paid else { return };
        let Some(rule) = link.envy.applies() else { return };
        let others = link.envy_of_others.applies();
        let mut envious = self.round.progressive;
        envious.remove(holder);
        for number in envious.rightmost_first() {
            let Some(patron) = self.patron_of(number) else { continue };
            let folded = prize.folded.and_then(|folded| folded.when(self.round.folded.has(number)));
            let cites = Cites::one(rule).and(paid.rule.applies()).and(others).and(folded);
            let award = Line::award(patron, link.envy_award, paid.pays, cites);
            self.lines.put(Line { spot: Spot::first(number), row: Some(paid.row), ..award }, out);
        }
    }
}

/// What the house itself pays for a row.
pub(crate) fn amount(pays: Pay) -> Money {
    match pays {
        Pay::Amount(amount) => amount,
        Pay::MeterPercent(_) | Pay::Odds(_) => Money::ZERO,
    }
}
