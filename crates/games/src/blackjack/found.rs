//! Chips found on the layout when bets were closed: bets over the maximum, below the minimum, or without a
//! supporting bet.

use super::hand::area;
use super::shares::Shares;
use super::state::Blackjack;
use super::words;
use crate::common::{Verdict, possible, tell};
use engine::{
    Beneficiary, Cites, IrregularityId, Outcome, Patron, Place, Refusal, Sink, Spot, WagerId, WagerNumber,
    What,
};
use felt::Money;

impl Blackjack {
    /// Handles a report of what lay there when bets were closed; `stake` is all of it.
    pub(crate) fn found<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if !self.law.chips_as_they_lie.exists() {
            // Chips that were not accepted as a bet are not a wager.
            self.law.no_late_wager.forbids(self.round.closed, "bets-closed")?;
            return Err(Refusal::impossible("bets-open"));
        }
        possible((1..=self.terms.boxes).contains(&number), "no-such-box")?;
        let fits = stake.is_positive() && stake.is_acceptable() && stake.is_multiple_of(self.terms.coin);
        possible(fits, "outside-limits")?;
        let side_bet = self.side_bet_index(wager).is_some();
        possible(wager == words::MAIN || side_bet, "no-such-wager")?;
        // Bets count as they lay at the close, which can be determined until the first cards are dealt. A
        // side bet without a supporting bet has no effect on the cards and is removed whenever it is noticed.
        let in_play = self.betting_box(number).is_some_and(|b| b.patron.is_some());
        let playing = !self.round.settled && !self.round.void;
        let in_time = self.queue.front().is_some() || (side_bet && !in_play && playing);
        possible(self.round.closed, "bets-are-open")?;
        let there = self.own_wager(patron, number, wager, Beneficiary::Patron).map(|w| (w.number, w.stake));
        let had = there.map_or(Money::ZERO, |(_, stake)| stake);
        possible(stake >= had, "outside-limits")?;
        let shared = self.bets_on(Spot::first(number)).count();
        if wager == words::MAIN && there.is_none() && shared >= usize::from(self.terms.patrons_a_box) {
            return Err(Refusal::impossible("box-full"));
        }
        // No chips can be found on a box from which bets were already withdrawn.
        let mut lines = self.lines.as_slice().iter();
        let withdrawn = lines.any(|line| line.spot.box_number == number && line.wager == words::MAIN);
        let begun = wager == words::MAIN && !in_play && self.any_card_dealt();
        let late = !in_time || withdrawn || begun;
        self.law.found_in_time.forbids(late, "found-too-late")?;
        if stake == had {
            // The report confirms what the table knew.
            let place = Some(Place::Hand(Spot::first(number)));
            let rule = self.law.chips_as_they_lie.applies();
            tell(out, What::Remedied { remedy: words::NO_EFFECT, place }, rule);
            return Ok(());
        }
        self.put_found(patron, number, wager, there.map(|(number, _)| number), stake - had, out);
        if side_bet {
            self.check_found_side_bet(patron, number, wager, stake, in_play, out);
        } else {
            self.take_found_main(patron, number, stake, in_play, out);
        }
        Ok(())
    }

    fn put_found<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        there: Option<WagerNumber>,
        added: Money,
        out: &mut S,
    ) {
        let spot = Spot::first(number);
        let cites = Cites::from(self.law.chips_as_they_lie.applies());
        if let Some(there) = there.and_then(|number| self.wagers.get_mut(number)) {
            there.stake += added;
            let number = there.number;
            tell(out, What::StakeAdded { number, patron, spot, wager, added, won: false }, cites);
            return;
        }
        let area = self.area_of(wager).unwrap_or(area::HAND);
        let placed = self.wagers.place(patron, spot, wager, added);
        placed.area = area;
        self.side_bets.add(placed, &self.terms);
        tell(out, What::placed(placed), cites);
    }

    fn tell_found<S: Sink>(&self, kind: IrregularityId, number: u8, cites: Cites, out: &mut S) {
        let place = Some(Place::Hand(Spot::first(number)));
        tell(out, What::Irregular { kind, place }, cites);
    }

    /// Returns a side bet without a supporting bet.
    fn check_found_side_bet<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        in_play: bool,
        out: &mut S,
    ) {
        if in_play {
            self.limit_found_side_bet(patron, number, wager, stake, out);
            return;
        }
        let rule = self.law.side_bet_without_initial.applies();
        self.tell_found(words::SIDE_BET_WITHOUT_BET, number, rule.into(), out);
        let place = Some(Place::Hand(Spot::first(number)));
        tell(out, What::Remedied { remedy: words::BETS_RETURNED, place }, rule);
        let there = self.own_wager(patron, number, wager, Beneficiary::Patron).map(|w| w.number);
        if let Some(there) = there {
            self.settle_wager(there, Verdict::of(Outcome::Returned, rule), out);
        }
    }

    /// Limits a side bet to its maximum; one below its minimum plays as it lies.
    fn limit_found_side_bet<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        wager: WagerId,
        stake: Money,
        out: &mut S,
    ) {
        let Some(limits) = self.side_bet_index(wager).map(|index| self.terms.side_bets[index].limits) else {
            return;
        };
        self.note_low_bet(number, stake < limits.min, out);
        let Some(rule) = self.law.pro_rata.when(stake > limits.max) else { return };
        let there = self.own_wager(patron, number, wager, Beneficiary::Patron).map(|w| w.number);
        if let Some(there) = there {
            self.give_share(there, limits.max);
        }
        self.tell_shared(number, rule.into(), out);
    }

    /// Notes that a bet below the minimum was noticed too late; it wins and loses as it lies.
    fn note_low_bet<S: Sink>(&self, number: u8, low: bool, out: &mut S) {
        let Some(rule) = self.law.under_minimum_stands.when(low) else { return };
        self.tell_found(words::UNDER_THE_MINIMUM, number, rule.into(), out);
        let place = Some(Place::Hand(Spot::first(number)));
        tell(out, What::Remedied { remedy: words::NO_EFFECT, place }, rule);
    }

    fn tell_shared<S: Sink>(&self, number: u8, cites: Cites, out: &mut S) {
        self.tell_found(words::OVER_THE_MAXIMUM, number, cites, out);
        let place = Some(Place::Hand(Spot::first(number)));
        tell(out, What::Remedied { remedy: words::PRO_RATA, place }, cites);
    }

    fn take_found_main<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        stake: Money,
        in_play: bool,
        out: &mut S,
    ) {
        self.choose_decider(number);
        if !in_play {
            self.line_up_first_deal();
        }
        self.present.add(patron);
        self.note_low_bet(number, stake < self.terms.limits.min, out);
        self.share_the_maximum(number, out);
    }

    /// Shares the maximum of a box with too much on it: each bet counts in proportion. Bets below the minimum
    /// play whole and are deducted from the maximum first.
    fn share_the_maximum<S: Sink>(&mut self, number: u8, out: &mut S) {
        let limits = self.terms.limits;
        let bets: Vec<(WagerNumber, Money)> = self.mains_of(number).collect();
        let total: Money = bets.iter().map(|(_, stake)| *stake).sum();
        let Some(rule) = self.law.pro_rata.when(total > limits.max) else { return };
        let (low, sharing): (Vec<_>, Vec<_>) = bets.into_iter().partition(|(_, stake)| *stake < limits.min);
        let room = limits.max - low.iter().map(|(_, stake)| *stake).sum::<Money>();
        let stakes: Vec<Money> = sharing.iter().map(|(_, stake)| *stake).collect();
        let shares = Shares::of(&stakes, room, limits.min, self.terms.coin + self.terms.coin);
        for ((number, _), share) in sharing.iter().zip(&shares.parts) {
            self.give_share(*number, *share);
        }
        let cites = Cites::one(rule)
            .and(self.law.pro_rata_floor.when(shares.held_up))
            .and(self.law.pro_rata_remainder.when(shares.rounded))
            .and(self.law.below_minimum_exempt.when(!low.is_empty()));
        self.tell_shared(number, cites, out);
    }

    fn mains_of(&self, number: u8) -> impl Iterator<Item = (WagerNumber, Money)> {
        let spot = Spot::first(number);
        let open = self
            .wagers
            .iter()
            .filter(move |wager| wager.spot == spot && wager.area == area::HAND && wager.on_layout());
        open.map(|wager| (wager.number, wager.stake))
    }

    fn give_share(&mut self, number: WagerNumber, share: Money) {
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.share = Some(share);
        }
    }
}
