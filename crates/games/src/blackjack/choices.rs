//! The decisions of patrons. One function decides whether a choice is granted, with which amounts and by
//! which rule; granting and offering both call it.

use super::hand::{HANDS_MAX, Hand, Play, Want};
use super::nos::Declined;
use super::state::{Blackjack, Claim, Missing};
use super::terms::DoubleOn;
use super::together::position;
use super::words;
use crate::common::{Clause, awaited, is_ace, tell};
use engine::{
    AmountRange, Beneficiary, ChoiceId, Cites, Due, Patron, Place, Refusal, Rule, Sink, Spot, What,
};
use felt::Money;

/// A choice that would be granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant {
    pub(crate) rule: Option<Rule>,
    pub(crate) range: Option<AmountRange>,
}

impl Grant {
    #[track_caller]
    pub(crate) fn by(clause: Clause) -> Result<Grant, Refusal> {
        Ok(Grant { rule: clause.applies(), range: None })
    }

    #[track_caller]
    pub(crate) fn with(clause: Clause, range: AmountRange) -> Result<Grant, Refusal> {
        Ok(Grant { rule: clause.applies(), range: Some(range) })
    }
}

impl Blackjack {
    pub(crate) fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        match choice {
            words::DECLINE_CUT => return self.decline_cut(patron, out),
            words::SIT | words::RISE => return self.take_seat(patron, spot, choice, out),
            words::SQUEEZE => return self.ask_to_squeeze(patron, spot, out),
            words::SHUFFLE_AGAIN => return self.shuffle_again(patron, out),
            _ => {}
        }
        let grant = self.check_choice(patron, spot, choice, amount)?;
        if let (None, Some(_)) = (grant.range, amount) {
            let kind = engine::RefusalKind::Forbidden;
            return Err(Refusal::new(kind, "outside-limits", engine::protocol::LIMITS));
        }
        let amount = grant.range.map(|range| amount.unwrap_or(range.max));
        let hidden = self.hand(spot).is_some_and(|hand| !hand.open);
        if hidden && (is_split(choice) || is_double(choice)) {
            // The cards are turned first; then it shows whether they support the claim.
            self.round.claim = Some(Claim { patron, spot, choice, amount });
            self.show_hand(spot);
            return Ok(());
        }
        self.execute(Said { patron, spot, choice, amount, lapsed: false }, grant.rule, out);
        Ok(())
    }

    /// Checks whether the choice is granted. A rule that forbids it takes precedence over the choice merely
    /// not being due.
    pub(crate) fn check_choice(
        &self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        let Some(hand) = self.hand(spot) else { return Err(Refusal::impossible("no-such-hand")) };
        awaited(!self.left.has(patron))?;
        if self.patron_of(spot) != Some(patron) {
            self.check_own_matter(patron, spot, choice)?;
        }
        awaited(self.round.closed)?;
        match choice {
            no if self.is_no(no) => self.check_no(patron, spot, no),
            words::INSURE => self.check_insure(hand, patron, spot, amount),
            words::TAKE_EVEN_MONEY => self.check_even_money(hand, patron, spot),
            words::SURRENDER => self.check_surrender(hand, patron, spot),
            words::ADD | words::KEEP => self.check_add(hand, spot, choice, amount),
            words::SHOW => self.check_show(hand),
            words::TAKE_SECOND => self.check_missing(spot, Missing::Second, self.law.one_card),
            words::TAKE_LATE => self.check_late(spot, self.law.late_card),
            words::DEAD_HAND => self
                .check_missing(spot, Missing::Second, self.law.declines_second_card)
                .or_else(|_| self.check_late(spot, self.law.not_dealt_dead)),
            words::ACCEPT | words::REFUSE_CARD => self.check_exposed(hand, patron, spot, choice),
            words::HIT => self.check_hit(hand, patron, spot),
            words::STAND => self.check_stand(hand, spot),
            words::FOLLOW | words::DECLINE => self.check_follow(patron, spot, choice, amount),
            words::RESCUE | words::PLAY_ON => self.check_rescue(patron, spot),
            words::CONTINUE | words::WITHDRAW => self.check_answer(patron, spot, choice),
            words::TAKE_FIRST_CARD
            | words::TAKE_SECOND_CARD
            | words::TAKE_THIRD_CARD
            | words::TAKE_FOURTH_CARD => self.check_pick(patron, spot, choice),
            words::DOUBLE | words::DOUBLE_DOWN_CARD => self.check_double(hand, patron, spot, choice, amount),
            words::FREE_DOUBLE | words::FREE_DOUBLE_DOWN_CARD => {
                self.check_free_double(hand, patron, spot, choice)
            }
            words::SPLIT => self.check_split(hand, patron, spot, amount),
            words::FREE_SPLIT => self.check_free_split(hand, patron, spot),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    fn asking_clause(&self) -> Clause {
        if self.terms.pitch { self.law.pitch_ask } else { self.law.ask_from_left }
    }

    fn check_stand(&self, hand: &Hand, spot: Spot) -> Result<Grant, Refusal> {
        let low = hand.play == Play::Active && hand.tally.total() < self.terms.stand_from;
        self.law.must_draw_below_12.forbids(low, "must-draw")?;
        self.check_turn(hand, spot)?;
        Grant::by(if self.law.may_stand.exists() { self.law.may_stand } else { self.asking_clause() })
    }

    /// Checks that this hand is the one being asked.
    pub(crate) fn check_turn(&self, hand: &Hand, spot: Spot) -> Result<(), Refusal> {
        if matches!(hand.play, Play::Over | Play::Settled | Play::Finished) {
            return Err(Refusal::not_awaited("hand-finished"));
        }
        let asked = matches!(self.due, Due::Choice { spot: due, .. } if due == spot);
        let other_matter = self.round.missing.is_some() || self.round.wanted.is_some();
        let other_matter = other_matter || self.round.error.is_some();
        awaited(asked && !other_matter && self.round.naturals_paid)?;
        Ok(())
    }

    fn check_insure(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        let Some(up) = self.round.up_card else { return Err(Refusal::not_awaited("not-now")) };
        self.law.insurance_offered.forbids(!is_ace(up), "insurance-not-offered")?;
        let exposed = self.round.hole_turned && !self.round.insurance_closed;
        self.law.hole_exposed_elsewhere.forbids(exposed, "insurance-too-late")?;
        self.law.insurance_before_peek.forbids(self.round.peeked.is_some(), "insurance-too-late")?;
        self.law.insurance_before_cards.forbids(self.round.insurance_closed, "insurance-too-late")?;
        self.law.no_insurance_on_blackjack.forbids(hand.is_blackjack(), "insurance-on-blackjack")?;
        let insured =
            self.own_wager(patron, spot.box_number, words::INSURANCE, Beneficiary::Patron).is_some();
        self.law.later_wager_untouched.forbids(insured, "insured-already")?;
        self.law.no_late_wager.forbids(insured, "insured-already")?;
        let open = matches!(self.due, Due::Choices { closes, .. } if closes == words::INSURANCE_CLOSED);
        let main = self.own_main(patron, spot.box_number, Beneficiary::Patron).is_some();
        awaited(
            open && hand.play != Play::Settled
                && main
                && !self.has_declined(Declined::Insurance, patron, spot),
        )?;
        let (range, clause) = self.insurance_range(patron, spot);
        awaited(!hand.overlooked && !range.max.is_zero())?;
        if let Some(amount) = amount {
            let too_much = amount > range.max;
            clause.forbids(too_much, "insurance-too-much").map_err(|refusal| refusal.allowing(range))?;
            in_coins(amount, range)?;
        }
        Grant::with(self.law.insurance_offered, range)
    }

    fn check_even_money(&self, hand: &Hand, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        let ace = self.round.up_card.is_some_and(is_ace);
        let fits = ace && hand.open && hand.is_blackjack();
        self.law.even_money.forbids(!fits, "no-blackjack")?;
        let open = matches!(self.due, Due::Choices { closes, .. } if closes == words::INSURANCE_CLOSED);
        let declined = self.has_declined(Declined::Insurance, patron, spot);
        awaited(
            open && hand.play != Play::Settled && hand.wager.is_some() && self.terms.even_money && !declined,
        )?;
        Grant::by(self.law.even_money)
    }

    fn check_add(
        &self,
        hand: &Hand,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        let Some(betting_box) = self.betting_box(spot.box_number) else {
            return Err(Refusal::impossible("no-such-box"));
        };
        let won = betting_box.house_money.is_some() && betting_box.house_money_settled;
        let against_blackjack = won && self.dealer_has_blackjack() && hand.play != Play::Settled;
        self.law.paid_against_blackjack.forbids(against_blackjack, "add-against-blackjack")?;
        let asked = matches!(self.due, Due::Choice { spot: due, .. } if due == spot);
        if !asked || !betting_box.proceeds.is_positive() {
            return Err(Refusal::not_awaited("nothing-to-add"));
        }
        if choice == words::KEEP {
            return Grant::by(self.law.proceeds);
        }
        let step = self.terms.house_money.map_or(self.terms.coin, |terms| terms.add_step);
        let max = betting_box.proceeds;
        let range = AmountRange { min: step.min(max), max, step };
        if let Some(amount) = amount {
            self.law.cap.forbids(amount > max, "add-too-much").map_err(|refusal| refusal.allowing(range))?;
            in_coins(amount, range)?;
        }
        Grant::with(self.law.cap, range)
    }

    fn check_show(&self, hand: &Hand) -> Result<Grant, Refusal> {
        self.law.cards_untouched.forbids(!self.terms.pitch, "cards-untouchable")?;
        if hand.open || hand.tally.cards < 2 || hand.play != Play::Active || self.round.drawing_over {
            return Err(Refusal::not_awaited("shown-already"));
        }
        if self.queue.front().is_some() || self.round.wanted.is_some() {
            return Err(Refusal::not_awaited("not-now"));
        }
        Grant::by(self.law.pitched)
    }

    fn check_missing(&self, spot: Spot, missing: Missing, clause: Clause) -> Result<Grant, Refusal> {
        match self.round.missing {
            Some((there, what)) if there == spot && what == missing => Grant::by(clause),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    fn check_late(&self, spot: Spot, clause: Clause) -> Result<Grant, Refusal> {
        match self.round.missing {
            Some((there, Missing::Asked(_))) if there == spot => Grant::by(clause),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    fn check_exposed(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
    ) -> Result<Grant, Refusal> {
        let offered = self.offered_next().is_some() && self.patron_of(spot) == Some(patron);
        let asked = matches!(self.due, Due::Choice { spot: due, .. } if due == spot);
        let wanted = self.round.wanted.is_some_and(|wanted| wanted.spot == spot && wanted.to_accept);
        awaited(offered && asked && self.round.missing.is_none())?;
        if choice == words::REFUSE_CARD && (wanted || self.check_turn(hand, spot).is_ok()) {
            return Grant::by(self.law.refused_card);
        }
        if choice == words::ACCEPT && wanted {
            return Grant::by(self.law.drawn_exposed);
        }
        Err(Refusal::not_awaited("not-now"))
    }

    fn check_hit(&self, hand: &Hand, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        self.check_barred(patron)?;
        let doubled = hand.double.is_some();
        let free = doubled && self.is_lammer(hand.double);
        let one_card = Cites::from(self.law.no_draw_after_free_double.when(free))
            .and(self.law.no_draw_after_double.when(doubled && !free))
            .and(self.law.double_one_card.when(doubled && !free));
        Refusal::by("draw-after-double", one_card)?;
        let ace_has_card = hand.split_ace && hand.tally.cards >= 2;
        let one_card = Cites::from(self.law.split_aces_one_card.when(ace_has_card))
            .and(self.law.no_draw_on_split_ace.when(ace_has_card));
        Refusal::by("draw-on-split-ace", one_card)?;
        let at_21 = hand.tally.is_known() && hand.tally.total() == 21;
        let soft_21 = at_21 && hand.tally.is_soft();
        let cites =
            Cites::from(self.law.no_draw_at_21.when(at_21)).and(self.law.no_draw_soft_21.when(soft_21));
        Refusal::by("draw-at-21", cites)?;
        self.check_turn(hand, spot)?;
        Grant::by(self.law.may_draw)
    }

    pub(crate) fn check_barred(&self, patron: Patron) -> Result<(), Refusal> {
        self.law.refused_card.forbids(self.round.barred.has(patron), "barred-from-cards")
    }

    fn check_double(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        awaited(choice != words::DOUBLE_DOWN_CARD || self.law.double_face_down.exists())?;
        self.check_barred(patron)?;
        self.law.no_double_on_blackjack.forbids(hand.is_blackjack(), "double-on-blackjack")?;
        let soft_21 = hand.tally.is_known() && hand.tally.is_soft() && hand.tally.total() == 21;
        self.law.no_double_on_soft_21.forbids(soft_21, "double-on-blackjack")?;
        let more = hand.tally.cards != 2 || hand.double.is_some();
        self.law.double_on_two_cards.forbids(more, "double-needs-two-cards")?;
        self.law.no_double_on_split_aces.forbids(hand.split_ace, "double-on-split-aces")?;
        let posted = match self.terms.double_on {
            DoubleOn::Any => true,
            DoubleOn::From(least) => !hand.tally.is_known() || (least..=11).contains(&hand.tally.total()),
        };
        self.law.posted_doubles.forbids(!posted, "double-not-posted")?;
        let after_split = hand.split && !self.terms.double_after_split;
        self.law.posted_doubles.forbids(after_split, "double-after-split-not-posted")?;
        self.law.no_draw_at_21.forbids(hand.tally.is_known() && hand.tally.total() == 21, "draw-at-21")?;
        self.law.paid_double.forbids(self.has_free_double(hand), "double-is-free")?;
        self.check_turn(hand, spot)?;
        let max = self.double_limit(patron, spot);
        let range = AmountRange { min: self.terms.coin.min(max), max, step: self.terms.coin };
        if let Some(amount) = amount {
            self.law
                .double_up_to_wager
                .forbids(amount > max, "double-too-much")
                .map_err(|refusal| refusal.allowing(range))?;
            in_coins(amount, range)?;
        }
        Grant::with(self.law.double_up_to_wager, range)
    }

    fn check_split(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        self.check_barred(patron)?;
        self.law.split_equal_value.forbids(hand.tally.cards != 2, "split-needs-two-cards")?;
        self.law.split_equal_value.forbids(hand.tally.is_known() && !hand.is_pair(), "split-unequal")?;
        let declined = self.betting_box(spot.box_number).is_some_and(|b| b.declined.has(patron));
        self.law.split_decline_first_hand.forbids(declined, "split-declined")?;
        let free = self.terms.free_splits && hand.tally.is_known() && !hand.is_pair_of_tens();
        self.law.paid_split.forbids(free, "split-is-free")?;
        let hands = self.betting_box(spot.box_number).map_or(0, |b| b.count);
        self.law.split_limit.forbids(usize::from(hands) >= HANDS_MAX, "split-too-often")?;
        self.law.posted_splits.forbids(hands >= self.terms.split_hands, "split-not-posted")?;
        let aces_again = hand.split_ace && !self.terms.resplit_aces;
        self.law.aces_not_resplit.forbids(aces_again, "split-aces-again")?;
        self.check_turn(hand, spot)?;
        let range = AmountRange::just(self.double_limit(patron, spot));
        if let Some(amount) = amount {
            self.law
                .split_equal_wager
                .forbids(amount != range.max, "split-wager-unequal")
                .map_err(|refusal| refusal.allowing(range))?;
        }
        Grant::with(self.law.split_equal_value, range)
    }

    /// Whether split aces that drew another ace may be split again.
    pub(crate) fn may_split_again(&self, hand: &Hand, box_number: u8) -> bool {
        let hands = self.betting_box(box_number).map_or(0, |b| b.count);
        self.terms.resplit_aces && hand.is_pair_of_aces() && hands < self.terms.split_hands
    }

    pub(crate) fn execute<S: Sink>(&mut self, said: Said, rule: Option<Rule>, out: &mut S) {
        let Said { patron, spot, choice, amount, lapsed } = said;
        let for_all = self.law.surrender_by_decider.when(choice == words::SURRENDER);
        tell(out, What::Chosen { patron, spot, choice, amount, lapsed }, Cites::from(rule).and(for_all));
        let amount = amount.unwrap_or(Money::ZERO);
        match choice {
            no if self.is_no(no) => self.say_no(patron, spot),
            words::INSURE => self.insure(patron, spot, amount, out),
            words::TAKE_EVEN_MONEY => self.pay_even_money(spot, out),
            words::ADD => self.add_proceeds(patron, spot, amount, out),
            words::KEEP => self.add_proceeds(patron, spot, Money::ZERO, out),
            words::SHOW => self.show_hand(spot),
            words::TAKE_SECOND => self.take_second(spot),
            words::TAKE_LATE => self.take_late(spot),
            words::DEAD_HAND => self.declare_dead(spot, rule, out),
            words::ACCEPT => self.accept_exposed(),
            words::REFUSE_CARD => self.refuse_exposed(patron, spot, out),
            words::HIT => self.want(spot, Want::Hit),
            words::STAND => self.finish_hand(spot),
            words::SURRENDER => self.surrender(spot, out),
            words::FOLLOW => self.follow(patron, amount, out),
            words::DECLINE => self.decline(patron),
            words::RESCUE => self.rescue(patron, spot, out),
            words::PLAY_ON => self.play_on(patron),
            words::CONTINUE => self.answer_error(patron, spot.box_number),
            words::WITHDRAW => self.withdraw(patron, spot.box_number, out),
            words::TAKE_FIRST_CARD
            | words::TAKE_SECOND_CARD
            | words::TAKE_THIRD_CARD
            | words::TAKE_FOURTH_CARD => self.pick(spot, position(choice), out),
            words::SPLIT => self.split(patron, spot, Some(amount), out),
            words::FREE_SPLIT => self.split(patron, spot, None, out),
            words::DOUBLE => self.double(patron, spot, Some(amount), false, out),
            words::DOUBLE_DOWN_CARD => self.double(patron, spot, Some(amount), true, out),
            _ => self.double(patron, spot, None, choice == words::FREE_DOUBLE_DOWN_CARD, out),
        }
    }

    fn show_hand(&mut self, spot: Spot) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.to_turn = hand.down;
            self.round.turning = true;
        }
    }

    /// Carries out or drops a claim, once the cards behind it lie open.
    pub(crate) fn execute_claim<S: Sink>(&mut self, out: &mut S) {
        let Some(claim) = self.round.claim.take() else { return };
        let Claim { patron, spot, choice, amount } = claim;
        // Restore the hand's own turn for the check.
        self.due = Due::Choice { patron, spot };
        match self.check_choice(patron, spot, choice, amount) {
            Ok(grant) => {
                self.execute(Said { patron, spot, choice, amount, lapsed: false }, grant.rule, out);
            }
            Err(_) => {
                let place = Some(Place::Hand(spot));
                let rule = self.law.claim_failed.applies();
                tell(out, What::Remedied { remedy: words::CLAIM_DROPPED, place }, rule);
            }
        }
    }

    pub(crate) fn lapse<S: Sink>(
        &mut self,
        patron: Option<Patron>,
        spot: Spot,
        out: &mut S,
    ) -> Result<(), Refusal> {
        match self.due {
            Due::Cut if spot == Spot::TABLE => {
                self.cut_lapses(patron, out);
                Ok(())
            }
            Due::Choices { .. } => self.lapse_choices(patron, spot, out),
            Due::Choice { patron: asked, spot: due } if due == spot && patron.is_none_or(|p| p == asked) => {
                self.take_default(spot, out);
                Ok(())
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// The choice that silence stands for at this point.
    pub(crate) fn default_choice(&self, spot: Spot) -> ChoiceId {
        let proceeds = self.betting_box(spot.box_number).is_some_and(|b| b.proceeds.is_positive());
        if self.round.missing.is_some() {
            words::DEAD_HAND
        } else if proceeds {
            words::KEEP
        } else if self.round.error.is_some() {
            words::TAKE_FIRST_CARD
        } else if self.round.wanted.is_some() {
            // Without a refusal the card is dealt.
            words::ACCEPT
        } else if self.hand(spot).is_some_and(|hand| hand.tally.total() < self.terms.stand_from) {
            words::HIT
        } else {
            words::STAND
        }
    }

    pub(crate) fn take_default<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let choice = self.default_choice(spot);
        let Some(patron) = self.patron_of(spot) else { return };
        let gone = self.law.walk_away.when(self.left.has(patron));
        let said = Said { patron, spot, choice, amount: None, lapsed: true };
        self.execute(said, gone.or_else(|| self.law.silence.applies()), out);
    }
}

/// A decision, by a patron, or by the platform for a patron who was silent or gone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Said {
    pub(crate) patron: Patron,
    pub(crate) spot: Spot,
    pub(crate) choice: ChoiceId,
    pub(crate) amount: Option<Money>,
    pub(crate) lapsed: bool,
}

fn is_double(choice: ChoiceId) -> bool {
    let doubles = [words::DOUBLE, words::DOUBLE_DOWN_CARD, words::FREE_DOUBLE, words::FREE_DOUBLE_DOWN_CARD];
    doubles.contains(&choice)
}

fn is_split(choice: ChoiceId) -> bool {
    choice == words::SPLIT || choice == words::FREE_SPLIT
}

pub(crate) fn in_coins(amount: Money, range: AmountRange) -> Result<(), Refusal> {
    if range.allows(amount) {
        return Ok(());
    }
    let kind = engine::RefusalKind::Forbidden;
    Err(Refusal::new(kind, "outside-limits", engine::protocol::LIMITS).allowing(range))
}
