//! Side wagers: who has them, dealer bets, fixed-amount wagers, the meter and the envy bonus.

use super::boxes::{Boxes, Cards};
use super::law::Clause;
use super::play::{Approval, Envied, Envy, Link, Made, Poker, Prize, Verified, Wager as Known};
use super::state::{Awaiting, PokerTable, hand_place};
use super::terms::Moment;
use super::words;
use crate::common::{PayRow, Verdict, check_grant, tell, unit_of};
use engine::{
    Against, Approver, Beneficiary, Cites, Due, Granted, Line, MeterId, Outcome, Rank, Refusal, Rule, Share,
    Sink, Spot, Standing, Wager, WagerNumber, What,
};
use felt::{Money, Pay};

impl<G: Poker> PokerTable<G> {
    /// The side wagers of a game with their indices.
    fn side_wagers() -> impl Iterator<Item = (usize, &'static Known)> {
        let is_side = |(_, known): &(usize, &Known)| matches!(known.made, Made::Optional(_) | Made::Prize(_));
        G::PLAY.wagers.iter().enumerate().filter(is_side)
    }

    /// Boxes of the round with an unsettled side wager.
    pub(crate) fn boxes_with_side_wagers(&self) -> Boxes {
        self.boxes_with(|_| true)
    }

    /// Whether a side wager that meets the test still lies on the layout.
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
        let odds = |known: &Known| matches!(known.made, Made::Optional(_));
        Self::side_wagers().any(|(wager, known)| odds(known) && betting_box.wagers[wager].is_some())
    }

    /// The wager that brings others an envy bonus.
    #[inline]
    pub(crate) fn envied_wager() -> Option<(usize, &'static Prize, Envy)> {
        const { G::PLAY.envied() }
    }

    /// Whether the patron of a box has a progressive wager that brings envy bonuses and is not settled.
    pub(crate) fn has_open_progressive(&self, number: u8) -> bool {
        let Some((wager, ..)) = Self::envied_wager() else { return false };
        self.betting_box(number).is_some_and(|betting_box| self.is_open(betting_box.wagers[wager]))
    }

    /// The dealer bet beside a wager of this kind.
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

    /// Settles dealer bets like the patron's own wagers, after them. They do not count towards a limit on the
    /// patron's pay.
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
                let paid = self.settle_wager(there, verdict.and(follows), out);
                self.cap_posted(there, wager, paid, out);
            }
        }
    }

    /// What a fixed-amount wager pays for a hand.
    fn prize_of(&self, wager: usize, cards: &Cards) -> Option<PayRow<Pay>> {
        let (row, _) = G::prize(wager, cards, &self.round.board, &self.terms);
        self.terms.wagers[wager].as_ref()?.pays.get(row).copied().flatten()
    }

    /// Settles a fixed-amount wager against the house.
    pub(crate) fn settle_prize<S: Sink>(
        &mut self,
        there: WagerNumber,
        wager: usize,
        cards: &Cards,
        verdict: Verdict,
        out: &mut S,
    ) {
        let prize = self.prize_of(wager, cards).filter(|_| verdict.outcome == Outcome::Wins);
        let paid = prize.map_or(Money::ZERO, |prize| amount_of(prize.pays));
        self.put_prize(there, prize, paid, Against::House, verdict.cites, out);
    }

    /// Settles progressive wagers from this one on. If no meter has to be asked first, the patron is
    /// finished.
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
            let paid = prize.map_or(Money::ZERO, |prize| amount_of(prize.pays));
            let cites = self.linked_cites(number, wager, &betting_box.cards, None);
            self.put_prize(there, prize, paid, Against::House, cites, out);
        }
        self.finish_hand(number, out);
    }

    /// Puts the line of a fixed-amount wager. The stake is never returned: a prize is paid for it, and
    /// without one it is lost.
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

    /// The rules by which a progressive wager ends.
    fn linked_cites(&self, number: u8, wager: usize, cards: &Cards, in_turn: Option<Rule>) -> Cites {
        let Made::Prize(terms) = G::PLAY.wagers[wager].made else { return Cites::NONE };
        let (prize, (_, read_by)) =
            (self.prize_of(wager, cards), G::prize(wager, cards, &self.round.board, &self.terms));
        let [one, other] = terms.paid.map(|clause| clause.when(prize.is_some()));
        // A line has room for six rules. That the wager survives the fold says more than a second rule on how
        // the hand is read.
        let other = terms.outlives_fold.when(self.round.folded.has(number)).or(other);
        let amount = prize.is_some_and(|prize| matches!(prize.pays, Pay::Amount(_)));
        Cites::from(terms.cards.applies())
            .and(one)
            .and(other)
            .and(prize.and_then(|prize| prize.rule.applies()))
            .and(terms.link.and_then(|link| link.table.when(prize.is_some())))
            .and(terms.lost.when(prize.is_none()))
            .and(read_by)
            .and(terms.scales.when(amount && self.has_grown(wager)))
            .and(in_turn)
            .and(terms.not_returned.when(prize.is_some() && !self.round.hands_void))
            .and(G::PLAY.law.ours.void_progressive.when(self.round.hands_void))
    }

    /// Whether the table's unit of a wager differs from the one its amounts are printed for.
    fn has_grown(&self, wager: usize) -> bool {
        self.terms.limits_of(wager).max != unit_of(self.terms.currency)
    }

    /// The wager that waits for its meter: its box, its index, and its link to the meter.
    fn waits_for_meter(&self) -> Option<(u8, usize, Link)> {
        let (number, wager) = self.round.meter_for?;
        match G::PLAY.wagers.get(usize::from(wager))?.made {
            Made::Prize(prize) => Some((number, usize::from(wager), prize.link?)),
            _ => None,
        }
    }

    /// The hand that waits for a supervisor before it is settled. That box waits for nothing else, so the
    /// field for a meter's grant can hold it.
    fn waits_for_approval(&self) -> Option<(u8, Approval)> {
        let (approval, (number, wager)) = (G::APPROVAL?, self.round.meter_for?);
        (approval.wager == usize::from(wager)).then_some((number, approval))
    }

    /// Whether a hand wins something that a supervisor must approve and has not yet approved.
    pub(crate) fn lacks_approval(&self, number: u8) -> bool {
        let (Some(approval), Some(betting_box)) = (G::APPROVAL, self.betting_box(number)) else {
            return false;
        };
        let hand = G::rank(&betting_box.cards, &self.round.board);
        let meant = !hand.is_below(approval.from) && self.is_open(betting_box.wagers[approval.wager]);
        let asked = self.waits_for_approval().is_some_and(|(asked, _)| asked == number);
        approval.by.when(meant && self.competes(number) && !asked).is_some()
    }

    pub(crate) fn ask_approval(&mut self, number: u8) {
        let wager = G::APPROVAL.and_then(|approval| u8::try_from(approval.wager).ok());
        self.round.meter_for = wager.map(|wager| (number, wager));
        self.round.granted = Some(Awaiting { amount: Money::ZERO, supervised: false });
    }

    /// Handles a supervisor's answer before a hand is settled. If they withhold approval, the floor rules; if
    /// play continues, they are asked again.
    fn hand_approved<S: Sink>(
        &mut self,
        (number, approval): (u8, Approval),
        by: Approver,
        yes: bool,
        out: &mut S,
    ) {
        tell(out, What::Approved { by, yes }, approval.by.applies());
        if yes {
            self.round.granted = Some(Awaiting { amount: Money::ZERO, supervised: true });
            return;
        }
        let (place, rule) = (Some(hand_place(number)), G::PLAY.law.ours.unforeseen.applies());
        tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place }, rule);
        self.round.ruling_due = true;
    }

    /// The meter that must state its grant, or the approver who must look at a hand.
    pub(crate) fn meter_due(&self) -> Option<Due> {
        if let (Some(_), Some(Awaiting { supervised: false, .. })) =
            (self.waits_for_approval(), self.round.granted)
        {
            return Some(Due::Approval { by: Approver::Staff(Rank::Floor), of: None, not: None });
        }
        let (number, wager, link) = self.waits_for_meter()?;
        if let Some(Awaiting { supervised, .. }) = self.round.granted {
            let by = if supervised { Approver::Surveillance } else { Approver::Staff(Rank::Floor) };
            return Some(Due::Approval { by, of: None, not: None });
        }
        let betting_box = self.betting_box(number)?;
        let share = self.prize_of(wager, &betting_box.cards)?.pays;
        Some(Due::Meter { meter: link.meter, share, patron: betting_box.patron? })
    }

    /// Handles a meter's grant.
    pub(crate) fn meter_answers<S: Sink>(
        &mut self,
        meter: MeterId,
        granted: Granted,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let share = match self.due {
            Due::Meter { meter: due, share, .. } if due == meter => Some(share),
            _ => None,
        };
        let (Some((number, wager, link)), Some(share)) = (self.waits_for_meter(), share) else {
            return Err(Refusal::not_awaited("not-now"));
        };
        check_grant(share, granted, self.terms.awards)?;
        let amount = granted.amount;
        tell(out, What::MeterGranted { meter, amount }, link.in_turn.applies());
        match link.verified {
            Verified::ByDealer => self.pay_from_meter((number, wager, link), amount, out),
            Verified::BySupervisorAndSurveillance(_) => {
                self.round.granted = Some(Awaiting { amount, supervised: false });
            }
        }
        Ok(())
    }

    /// The rule by which a hand with a meter's grant must be verified.
    pub(crate) fn verifying_rule(&self) -> Clause {
        if let Some((_, approval)) = self.waits_for_approval() {
            return approval.by.into();
        }
        match self.waits_for_meter() {
            Some((_, _, Link { verified: Verified::BySupervisorAndSurveillance(by), .. })) => by,
            _ => Clause::NONE,
        }
    }

    /// Handles the answer of a person who looked at the hand. After a supervisor comes surveillance, then the
    /// hand is paid. If one of them withholds, the floor rules; if play continues, the same one is asked
    /// again.
    pub(crate) fn verified<S: Sink>(&mut self, by: Approver, yes: bool, out: &mut S) {
        if let Some(waits) = self.waits_for_approval() {
            return self.hand_approved(waits, by, yes, out);
        }
        let (Some(waits), Some(awaiting)) = (self.waits_for_meter(), self.round.granted) else { return };
        tell(out, What::Approved { by, yes }, self.verifying_rule().applies());
        if !yes {
            let place = Some(hand_place(waits.0));
            let rule = G::PLAY.law.ours.unforeseen.applies();
            tell(out, What::Remedied { remedy: words::FLOOR_DECIDES, place }, rule);
            self.round.ruling_due = true;
            return;
        }
        match awaiting.supervised {
            false => self.round.granted = Some(Awaiting { supervised: true, ..awaiting }),
            true => self.pay_from_meter(waits, awaiting.amount, out),
        }
    }

    /// Pays what a meter has granted, and settles the patron's other progressive wagers.
    fn pay_from_meter<S: Sink>(
        &mut self,
        (number, wager, link): (u8, usize, Link),
        amount: Money,
        out: &mut S,
    ) {
        let (meter, in_turn) = (link.meter, link.in_turn.applies());
        (self.round.meter_for, self.round.granted) = (None, None);
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let prize = self.prize_of(wager, &betting_box.cards);
        if let (Some(there), Some(_)) = (betting_box.wagers[wager], prize) {
            let cites = self.linked_cites(number, wager, &betting_box.cards, in_turn);
            self.put_prize(there, prize, amount, Against::Meter(meter), cites, out);
        }
        self.settle_progressives(number, wager + 1, out);
    }

    /// Pays envy bonuses where every hand brings them: all other patrons with a progressive wager are paid
    /// for a hand that was held to the end, whether or not its holder has the wager. Void hands count only if
    /// the wager is settled for them.
    pub(crate) fn pay_envy<S: Sink>(&mut self, holder: u8, out: &mut S) {
        let Some((wager, prize, envy)) = Self::envied_wager() else { return };
        if envy.of != Envied::EveryHand {
            return;
        }
        let void = self.round.hands_void && !self.round.progressive.has(holder);
        if self.round.progressive.is_empty() || void || self.round.folded.has(holder) {
            return;
        }
        let mut envious = self.round.progressive;
        envious.remove(holder);
        self.pay_envy_of(holder, (wager, prize, envy), envious, out);
    }

    /// The boxes whose own hand was paid, so that others envy it.
    fn envied(&self) -> Boxes {
        let mut envied = Boxes::NONE;
        let Some((wager, ..)) = Self::envied_wager() else { return envied };
        for number in self.round.progressive.rightmost_first() {
            let own = self.betting_box(number).and_then(|betting_box| betting_box.wagers[wager]);
            let paid = |line: &Line| line.number == own && line.outcome == Some(Outcome::Wins);
            if own.is_some() && self.envy_for(number, wager).is_some() && self.lines.standing().any(paid) {
                envied.add(number);
            }
        }
        envied
    }

    /// The bonus of others for the hand of a box.
    fn envy_for(&self, holder: u8, wager: usize) -> Option<PayRow<Money>> {
        let (row, _) = G::prize(wager, &self.betting_box(holder)?.cards, &self.round.board, &self.terms);
        self.terms.wagers[wager].as_ref()?.envy.get(row).copied().flatten()
    }

    /// Whether all hands are settled but the envy bonuses for the paid ones are not.
    pub(crate) fn owes_envy(&self) -> bool {
        let Some((_, _, envy)) = Self::envied_wager() else { return false };
        let envied = self.envied();
        let envious = self.round.progressive.without(envied);
        let is_paid = self.lines.standing().any(|line| line.wager == envy.award);
        !envied.is_empty() && !envious.is_empty() && !is_paid
    }

    /// Pays envy bonuses after all hands are settled. Each patron with the wager who was not paid themselves
    /// has a bonus for every hand that was, or one bonus for the best of these hands.
    pub(crate) fn pay_envy_at_last<S: Sink>(&mut self, out: &mut S) {
        let Some(envied) = Self::envied_wager() else { return };
        let holders = self.envied();
        let envious = self.round.progressive.without(holders);
        if !G::envy_for_each(&self.terms) {
            let brings = |holder: &u8| self.envy_for(*holder, envied.0).map(|paid| paid.pays);
            // Among equal hands the first in the order of settlement counts.
            let best = holders
                .rightmost_first()
                .reduce(|best, other| if brings(&other) > brings(&best) { other } else { best });
            if let Some(best) = best {
                self.pay_envy_of(best, envied, envious, out);
            }
            return;
        }
        for holder in holders.rightmost_first() {
            self.pay_envy_of(holder, envied, envious, out);
        }
    }

    fn pay_envy_of<S: Sink>(
        &mut self,
        holder: u8,
        (wager, prize, envy): (usize, &Prize, Envy),
        envious: Boxes,
        out: &mut S,
    ) {
        let Some(paid) = self.envy_for(holder, wager) else { return };
        let Some(rule) = envy.paid.applies() else { return };
        let (others, grown) = (envy.of_others.applies(), prize.scales.when(self.has_grown(wager)));
        let table = prize.link.and_then(|link| link.table.applies());
        // The line has no stake, so it states the amount by which the bonus was scaled.
        let basis = grown.map_or(Money::ZERO, |_| self.terms.limits_of(wager).max);
        for number in envious.rightmost_first() {
            let Some(patron) = self.patron_of(number) else { continue };
            let folded = envy.despite_fold.when(self.round.folded.has(number));
            let cites =
                Cites::one(rule).and(paid.rule.applies()).and(table).and(others).and(folded).and(grown);
            let award = Line::award(patron, envy.award, paid.pays, cites);
            self.lines.put(Line { spot: Spot::first(number), row: Some(paid.row), basis, ..award }, out);
        }
    }
}

/// The part of a row's pay that the house itself pays.
pub(crate) fn amount_of(pays: Pay) -> Money {
    match pays {
        Pay::Amount(amount) => amount,
        Pay::MeterPercent(_) | Pay::Odds(_) => Money::ZERO,
    }
}
