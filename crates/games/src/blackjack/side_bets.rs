//! Side bets at the table: placing them, settling each as soon as its result is certain, and asking meters.
//!
//! What a side bet depends on and by which rules is defined in `crate::side_bets`; this file only shows it
//! the cards of a table of this family and moves the chips.

use super::hand::{Play, area};
use super::nos::Declined;
use super::side_bet_look::DealerSight;
use super::side_bet_terms::SideBetTerms;
use super::state::Blackjack;
use super::words;
use crate::common::{Clause, Posted, Report, Verdict, check_grant, for_units, tell, within};
use crate::side_bets::{Finding, SideBetLaw, side_bet};
use engine::{
    Against, AmountRange, Beneficiary, Cites, Due, Granted, Line, LineKind, MeterId, Outcome, Patron, Place,
    Refusal, Rule, Share, Sink, Spot, Standing, Wager, WagerId, WagerNumber, What,
};
use felt::{Money, Odds, OddsForm, Pay};

impl Blackjack {
    /// The index of a side bet in the rule book, if the table offers it.
    pub(crate) fn side_bet_index(&self, wager: WagerId) -> Option<usize> {
        let mut offered = self.terms.side_bets.iter();
        // Usually it is the same static word, so pointers are compared first; letters are compared for
        // another copy.
        let same = offered.position(|terms| std::ptr::eq(terms.word().word(), wager.word()));
        same.or_else(|| self.terms.side_bets.iter().position(|terms| terms.word() == wager))
    }

    /// Explains why a wager that the game has is not accepted at this table.
    pub(crate) fn check_offered(&self, wager: WagerId) -> Result<(), Refusal> {
        match side_bet(wager).filter(|_| self.vocabulary.wagers.contains(&wager)) {
            Some(side_bet) => side_bet.law.offered.forbids(true, "not-offered"),
            None => Ok(()),
        }
    }

    /// The law of a side bet that the table offers.
    pub(crate) fn side_bet_law(&self, wager: WagerId) -> Option<&'static SideBetLaw> {
        self.side_bet_index(wager).map(|index| &self.terms.side_bets[index].side_bet.law)
    }

    pub(crate) fn check_side_bet(
        &self,
        patron: Patron,
        number: u8,
        area: u8,
        terms: &SideBetTerms,
        beneficiary: Beneficiary,
        stake: Option<Money>,
    ) -> Result<AmountRange, Refusal> {
        let law = &terms.side_bet.law;
        let for_dealers = beneficiary == Beneficiary::Dealers;
        law.no_dealer_bet.forbids(for_dealers, "no-dealer-bet-here")?;
        self.check_side_bet_time(law)?;
        if law.after_deal.exists() {
            match self.hand(Spot::first(number)) {
                None => return Err(Refusal::impossible("no-such-hand")),
                Some(hand) if hand.play == Play::Settled => {
                    return Err(Refusal::not_awaited("hand-finished"));
                }
                Some(_) => {}
            }
        }
        let holder = self.betting_box(number).and_then(|b| b.patron);
        self.law.one_patron_a_box.forbids(holder.is_some_and(|other| other != patron), "box-taken")?;
        if !law.after_deal.exists() {
            self.check_admitted(patron)?;
        }
        let alone = match law.on_any_box.exists() {
            true => self.betting_box(number).is_none_or(|b| b.patron.is_none()),
            false => self.own_main(patron, number, Beneficiary::Patron).is_none(),
        };
        self.main_clause(law).forbids(alone && self.main_is_needed(law), "main-wager-needed")?;
        let beside = |word: &WagerId| self.own_wager(patron, number, *word, Beneficiary::Patron).is_some();
        let unaccompanied = !terms.companions.is_empty() && !terms.companions.iter().any(beside);
        law.companion.forbids(unaccompanied, "companion-needed")?;
        if holder.is_none() {
            self.check_adjacent(patron, number)?;
        }
        let own = |whose| self.own_side_bet(patron, number, area, whose);
        let alone = for_dealers && own(Beneficiary::Patron).is_none();
        self.law.dealer_bet_beside_own.forbids(alone, "dealer-bet-alone")?;
        let staked = own(beneficiary).map_or(Money::ZERO, |wager| wager.stake);
        within(terms.limits, staked, stake, law.limits.applies().unwrap_or(engine::protocol::LIMITS))
    }

    /// The rule by which a side bet needs a main wager at this table.
    pub(crate) fn main_clause(&self, law: &SideBetLaw) -> Clause {
        if !self.terms.main_needed && law.alone.exists() { law.alone } else { law.beside_main }
    }

    /// Whether this side bet is refused without a main wager.
    pub(crate) fn main_is_needed(&self, law: &SideBetLaw) -> bool {
        self.terms.main_needed || !law.alone.exists() || law.counts_splits.exists()
    }

    /// Checks the time of a side bet: most are placed before the deal, one kind after it.
    fn check_side_bet_time(&self, law: &SideBetLaw) -> Result<(), Refusal> {
        if !law.after_deal.exists() {
            let late = if law.too_late.exists() { law.too_late } else { law.placed };
            late.forbids(self.round.closed, "bets-closed")?;
            return match self.due {
                Due::Bets { .. } => Ok(()),
                _ => Err(Refusal::not_awaited("not-now")),
            };
        }
        law.after_deal.forbids(!self.round.closed || self.round.up_card.is_none(), "bet-after-deal")?;
        let late = self.round.bust_bonus_closed || self.round.hole_turned;
        law.before_reveal.forbids(late, "bets-closed")?;
        match self.due {
            Due::Choices { closes, .. } if closes == words::BUST_BONUS_CLOSED => Ok(()),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// Patrons who may still place a side bet after the deal; `None` if none is offered or it is closed.
    pub(crate) fn may_bet_after_deal(&self) -> Option<engine::Patrons> {
        self.late_side_bet()?;
        if self.round.bust_bonus_closed || self.round.hole_turned {
            return None;
        }
        let is_open = |number: u8, patron: Option<engine::Patron>| {
            patron.is_some_and(|patron| !self.left.has(patron)) && self.takes_late_side_bet(number)
        };
        let open = self.boxes_in_play().any(|(number, betting_box)| is_open(number, betting_box.patron));
        open.then(|| self.asked_about(Declined::BustBonus))
    }

    /// The side bet that is placed after the deal, and its index.
    pub(crate) fn late_side_bet(&self) -> Option<(usize, &SideBetTerms)> {
        self.terms.side_bets.iter().enumerate().find(|(_, terms)| terms.side_bet.law.after_deal.exists())
    }

    fn takes_late_side_bet(&self, number: u8) -> bool {
        self.hand(Spot::first(number)).is_some_and(|hand| hand.play != Play::Settled)
    }

    /// Whether the patron may place it at the box and has not done so.
    pub(crate) fn lacks_late_side_bet(&self, patron: engine::Patron, number: u8) -> bool {
        let Some((late, _)) = self.late_side_bet() else { return false };
        let own = self.own_side_bet(patron, number, area::of_side_bet(late), Beneficiary::Patron);
        own.is_none() && self.takes_late_side_bet(number)
    }

    /// The rule by which cards of a finished hand must stay for the box's side bets.
    pub(crate) fn cards_stay(&self, number: u8) -> Option<Rule> {
        if self.own_total(number) >= 30 {
            return None;
        }
        self.open_side_bets_of(number)
            .filter_map(|wager| self.terms_of(wager))
            .find_map(|terms| terms.side_bet.law.cards_stay.applies())
    }

    /// The meter that must state its grant before this wager can be settled.
    pub(crate) fn meter_due(&self, number: WagerNumber) -> Option<Due> {
        let wager = self.wagers.get(number)?;
        self.meter_due_for(wager, self.look(wager, &self.dealer_sight()))
    }

    /// The same for a wager with this finding.
    fn meter_due_for(&self, wager: &Wager, finding: Finding) -> Option<Due> {
        let terms = self.terms_of(wager)?;
        let line = terms.line_of(finding)?;
        match line.pays {
            Pay::MeterPercent(_) if self.round.granted.is_none() => {
                Some(Due::Meter { meter: terms.meter(line)?, share: line.pays, patron: wager.patron })
            }
            _ => None,
        }
    }

    /// Handles a meter's grant.
    pub(crate) fn meter_answers<S: Sink>(
        &mut self,
        meter: MeterId,
        granted: Granted,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Due::Meter { meter: due, share, .. } = self.due else {
            return Err(Refusal::not_awaited("not-now"));
        };
        if due != meter {
            return Err(Refusal::not_awaited("not-now"));
        }
        check_grant(share, granted, self.terms.awards)?;
        tell(out, What::MeterGranted { meter, amount: granted.amount }, None);
        self.round.granted = Some((meter, granted.amount));
        Ok(())
    }

    /// Settles the side bets whose result is certain, up to one whose meter must be asked first.
    pub(crate) fn settle_certain_side_bets<S: Sink>(&mut self, out: &mut S) {
        // Settling one changes nothing that another depends on, so the dealer's sight is computed once.
        let dealer = self.dealer_sight();
        let mut from = 0;
        while let Some((at, wager, finding)) = self.certain_side_bet_from(from, &dealer) {
            if self.meter_due_for(wager, finding).is_some() {
                return;
            }
            self.settle_side_bet_as(wager.number, (finding, &dealer), None, out);
            from = at + 1;
        }
    }

    /// Settles one side bet by the cards that lie open now; `late` is the rule for one that was overlooked.
    pub(crate) fn settle_side_bet<S: Sink>(&mut self, number: WagerNumber, late: Option<Rule>, out: &mut S) {
        let Some(wager) = self.wagers.get(number) else { return };
        let dealer = self.dealer_sight();
        let finding = self.look(wager, &dealer);
        self.settle_side_bet_as(number, (finding, &dealer), late, out);
    }

    /// Settles a side bet with this finding.
    fn settle_side_bet_as<S: Sink>(
        &mut self,
        number: WagerNumber,
        (finding, dealer): (Finding, &DealerSight),
        late: Option<Rule>,
        out: &mut S,
    ) {
        let Some(wager) = self.wagers.get(number) else { return };
        let Some(terms) = self.terms_of(wager) else { return };
        let law = &terms.side_bet.law;
        let sight = self.sight(wager, dealer);
        let result = match sight {
            Some(sight) => terms.result_of(finding, &sight, late),
            None => terms.missed(self.own_total(wager.spot.box_number), late),
        };
        let cites = result.cites;
        let Some(line) = result.line else {
            self.settle_wager(number, Verdict::of(result.outcome, cites), out);
            return;
        };
        let wager = *wager;
        let granted = self.round.granted;
        let (odds, paid, against) = match line.pays {
            Pay::Odds(odds) if odds.form() == OddsForm::For => {
                (Some(odds), for_one(odds, wager.stake), Against::House)
            }
            Pay::Odds(odds) => (Some(odds), self.terms.pay(odds, wager.at_risk()), Against::House),
            Pay::Amount(amount) => {
                (None, for_units(amount, wager.stake, self.terms.currency), Against::House)
            }
            Pay::MeterPercent(_) => match granted {
                Some((meter, amount)) => (None, amount, Against::Meter(meter)),
                None => return,
            },
        };
        let returned = if terms.side_bet.is_progressive() { Money::ZERO } else { wager.stake };
        let envy = line.envy.filter(|_| wager.beneficiary == Beneficiary::Patron);
        let envy = envy.zip(law.dealer_envy.applies());
        let posted =
            terms.cap.map(|most| Posted { most, per_round: terms.cap_per_round, clause: law.capped });
        self.round.granted = None;
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.standing = Standing::Settled;
        }
        let (outcome, row, share) = (Some(Outcome::Wins), line.row(), Share::of(line.pays));
        let won = Line { outcome, odds, row, share, paid, returned, against, cites, ..Line::of(&wager) };
        self.lines.put(won, out);
        if let Some((amount, rule)) = envy {
            let award = Line::award(
                wager.patron,
                words::DEALER_ENVY,
                amount,
                Cites::one(rule).and(line.rule.applies()),
            );
            let (spot, beneficiary) = (wager.spot, Beneficiary::Dealers);
            self.lines.put(Line { spot, beneficiary, row, ..award }, out);
        }
        if let Some(posted) = posted {
            self.lines.cap_posted(&wager, posted, out);
        }
    }

    /// The rule of the first open side bet that has this clause.
    pub(crate) fn side_bets_say(&self, clause: impl Fn(&SideBetLaw) -> Clause) -> Option<Rule> {
        let laws = self.open_side_bets().filter_map(|wager| self.terms_of(wager)).map(SideBetTerms::law);
        laws.filter_map(|law| clause(law).applies()).next()
    }

    /// Returns the open side bets of a dead or void hand: all of them, or those that depend on the hand.
    pub(crate) fn return_side_bets<S: Sink>(&mut self, number: u8, all: bool, cites: Cites, out: &mut S) {
        while let Some((wager, law)) = self.first_side_bet_of(number, |law| all || law.returned.exists()) {
            self.settle_wager(wager, Verdict::of(Outcome::Returned, cites).and(law.returned.applies()), out);
        }
    }

    /// The first open side bet of a box whose law meets the test.
    fn first_side_bet_of(
        &self,
        number: u8,
        fits: impl Fn(&SideBetLaw) -> bool,
    ) -> Option<(WagerNumber, &'static SideBetLaw)> {
        let of_box = self.open_side_bets_of(number);
        let mut with_law = of_box.filter_map(|wager| Some((wager.number, self.terms_of(wager)?.law())));
        with_law.find(|(_, law)| fits(law))
    }

    /// Settles side bets that were overlooked.
    pub(crate) fn side_bets_missed<S: Sink>(&mut self, number: u8, out: &mut S) -> Result<(), Refusal> {
        let Some(rule) = self.law.side_bets_settled_late.applies() else {
            return Err(Refusal::not_awaited("not-now"));
        };
        let place = Some(Place::Hand(Spot::first(number)));
        Report { kind: words::SIDE_BETS_MISSED, place }.remedied(words::SETTLED_LATE, rule, out);
        self.settle_side_bets_again(number, rule, out);
        Ok(())
    }

    /// Reverses the lines of a box's overlooked side bets, and settles them again by the same cards.
    pub(crate) fn settle_side_bets_again<S: Sink>(&mut self, number: u8, rule: Rule, out: &mut S) {
        while let Some(seq) = self.settled_side_bet_of(number) {
            self.lines.undo(seq, &mut self.wagers, rule.into(), out);
        }
        self.settle_side_bets_of(number, Some(rule), out);
    }

    /// The last standing line by which a side bet of this box was won or lost.
    pub(crate) fn settled_side_bet_of(&self, number: u8) -> Option<u16> {
        self.lines.last_standing(|line| {
            line.spot.box_number == number
                && line.kind == LineKind::Wager
                && matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))
                && line.number.is_some_and(|n| self.wagers.get(n).is_some_and(|w| w.area >= area::SIDE_BETS))
        })
    }

    /// Settles side bets that depend on the dealer's blackjack again, after it was missed.
    pub(crate) fn reopen_side_bets<S: Sink>(&mut self, out: &mut S) {
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at).copied() {
            at += 1;
            let missed = self.terms_of(&wager).and_then(|terms| terms.law().missed.applies());
            let (Some(rule), Standing::Settled) = (missed, wager.standing) else { continue };
            let line =
                self.lines.as_slice().iter().rev().find(|line| {
                    line.number == Some(wager.number) && line.outcome != Some(Outcome::Returned)
                });
            if let Some(seq) = line.map(|line| line.seq) {
                self.lines.undo(seq, &mut self.wagers, rule.into(), out);
            }
        }
    }

    /// Settles the remaining side bets of a box, when its hands are settled.
    pub(crate) fn settle_side_bets_of<S: Sink>(&mut self, number: u8, late: Option<Rule>, out: &mut S) {
        let dealer = self.dealer_sight();
        let mut at = 0;
        while let Some(wager) = self.side_bet_of(number, at) {
            at += 1;
            if wager.on_layout() {
                let finding = self.look(wager, &dealer);
                self.settle_side_bet_as(wager.number, (finding, &dealer), late, out);
            }
        }
    }
}

/// What odds "for 1" pay on a stake that is not returned.
fn for_one(odds: Odds, stake: Money) -> Money {
    odds.exact_win(stake).map_or(Money::ZERO, |win| win + stake)
}
