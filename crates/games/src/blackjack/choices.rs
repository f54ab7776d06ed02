//! What patrons decide. One function says whether a choice is granted, with which amounts and by which rule;
//! granting and offering both ask it.

use super::hand::{HANDS_MAX, Hand, Play, Want, is_ace};
use super::state::{Blackjack, Claim, Missing};
use super::terms::DoubleOn;
use super::{rules, words};
use crate::common::tell;
use engine::{AmountRange, ChoiceId, Cites, Due, Patron, Place, Refusal, Rule, Sink, Spot, What};
use felt::Money;

/// A choice that would be granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant {
    pub(crate) rule: Option<Rule>,
    pub(crate) range: Option<AmountRange>,
}

impl Grant {
    #[track_caller]
    fn by(rule: Rule) -> Result<Grant, Refusal> {
        Ok(Grant { rule: rule.applies(), range: None })
    }

    #[track_caller]
    fn with(rule: Rule, range: AmountRange) -> Result<Grant, Refusal> {
        Ok(Grant { rule: rule.applies(), range: Some(range) })
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
            words::SHUFFLE_AGAIN => return self.shuffle_again(patron, out),
            _ => {}
        }
        let grant = self.check_choice(patron, spot, choice, amount)?;
        let amount = grant.range.map(|range| amount.unwrap_or(range.max));
        let hidden = self.hand(spot).is_some_and(|hand| !hand.open);
        if hidden && (choice == words::SPLIT || is_double(choice)) {
            // The cards are turned first; whether they bear the claim out is seen then.
            self.round.claim = Some(Claim { patron, spot, choice, amount });
            self.show_hand(spot);
            return Ok(());
        }
        self.carry_out(patron, spot, choice, amount, grant.rule, out);
        Ok(())
    }

    /// Whether the choice is granted. What a rule forbids comes before what is merely not asked now.
    pub(crate) fn check_choice(
        &self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        let Some(hand) = self.hand(spot) else { return Err(Refusal::impossible("no-such-hand")) };
        if self.patron_of(spot) != Some(patron) {
            return Err(Refusal::not_yours("not-your-hand"));
        }
        if !self.round.closed {
            return Err(Refusal::not_awaited("not-now"));
        }
        match choice {
            words::INSURE => self.check_insure(hand, spot, amount),
            words::TAKE_EVEN_MONEY => self.check_even_money(hand),
            words::ADD | words::KEEP => self.check_add(hand, spot, choice, amount),
            words::SHOW => self.check_show(hand),
            words::TAKE_SECOND => self.check_missing(spot, Missing::Second, rules::ONE_CARD),
            words::TAKE_LATE => self.check_late(spot, rules::LATE_CARD),
            words::DEAD_HAND => self
                .check_missing(spot, Missing::Second, rules::DECLINES_SECOND_CARD)
                .or_else(|_| self.check_late(spot, rules::NOT_DEALT_DEAD)),
            words::ACCEPT | words::REFUSE_CARD => self.check_exposed(hand, patron, spot, choice),
            words::HIT => self.check_hit(hand, patron, spot),
            words::STAND => self.check_turn(hand, spot).and_then(|()| Grant::by(self.asking_rule())),
            words::DOUBLE | words::DOUBLE_DOWN_CARD => self.check_double(hand, patron, spot, amount),
            words::SPLIT => self.check_split(hand, patron, spot, amount),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    fn asking_rule(&self) -> Rule {
        if self.terms.pitch { rules::PITCH_ASK } else { rules::ASK_FROM_LEFT }
    }

    /// Whether this hand is being asked.
    fn check_turn(&self, hand: &Hand, spot: Spot) -> Result<(), Refusal> {
        if matches!(hand.play, Play::Over | Play::Settled | Play::Finished) {
            return Err(Refusal::not_awaited("hand-finished"));
        }
        let asked = matches!(self.due, Due::Choice { spot: due, .. } if due == spot);
        let other_matter = self.round.missing.is_some() || self.round.wanted.is_some();
        if !asked || other_matter || !self.round.naturals_paid {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(())
    }

    fn check_insure(&self, hand: &Hand, spot: Spot, amount: Option<Money>) -> Result<Grant, Refusal> {
        let Some(up) = self.round.up_card else { return Err(Refusal::not_awaited("not-now")) };
        rules::INSURANCE_OFFERED.forbids(!is_ace(up), "insurance-not-offered")?;
        let exposed = self.round.hole_turned && !self.round.insurance_closed;
        rules::HOLE_EXPOSED_ELSEWHERE.forbids(exposed, "insurance-too-late")?;
        rules::INSURANCE_BEFORE_PEEK.forbids(self.round.peeked.is_some(), "insurance-too-late")?;
        rules::NO_INSURANCE_ON_BLACKJACK.forbids(hand.is_blackjack(), "insurance-on-blackjack")?;
        let insured = self.betting_box(spot.box_number).is_some_and(|b| b.insurance.is_some());
        rules::LATER_WAGER_UNTOUCHED.forbids(insured, "insured-already")?;
        let open = matches!(self.due, Due::Choices { closes, .. } if closes == words::INSURANCE_CLOSED);
        if !open || hand.play == Play::Settled {
            return Err(Refusal::not_awaited("not-now"));
        }
        let (range, rule) = self.insurance_range(spot);
        if let Some(amount) = amount {
            let too_much = amount > range.max;
            rule.forbids(too_much, "insurance-too-much").map_err(|refusal| refusal.allowing(range))?;
            in_coins(amount, range)?;
        }
        Grant::with(rules::INSURANCE_OFFERED, range)
    }

    fn check_even_money(&self, hand: &Hand) -> Result<Grant, Refusal> {
        let ace = self.round.up_card.is_some_and(is_ace);
        let fits = ace && hand.open && hand.is_blackjack();
        rules::EVEN_MONEY.forbids(!fits, "no-blackjack")?;
        let open = matches!(self.due, Due::Choices { closes, .. } if closes == words::INSURANCE_CLOSED);
        if !open || hand.play == Play::Settled {
            return Err(Refusal::not_awaited("not-now"));
        }
        Grant::by(rules::EVEN_MONEY)
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
        rules::PAID_AGAINST_BLACKJACK.forbids(against_blackjack, "add-against-blackjack")?;
        let asked = matches!(self.due, Due::Choice { spot: due, .. } if due == spot);
        if !asked || !betting_box.proceeds.is_positive() {
            return Err(Refusal::not_awaited("nothing-to-add"));
        }
        if choice == words::KEEP {
            return Grant::by(rules::PROCEEDS);
        }
        let step = self.terms.house_money.map_or(self.terms.coin, |terms| terms.add_step);
        let max = betting_box.proceeds;
        let range = AmountRange { min: step.min(max), max, step };
        if let Some(amount) = amount {
            rules::CAP.forbids(amount > max, "add-too-much").map_err(|refusal| refusal.allowing(range))?;
            in_coins(amount, range)?;
        }
        Grant::with(rules::CAP, range)
    }

    fn check_show(&self, hand: &Hand) -> Result<Grant, Refusal> {
        rules::CARDS_UNTOUCHED.forbids(!self.terms.pitch, "cards-untouchable")?;
        if hand.open || hand.tally.cards < 2 || hand.play != Play::Active || self.round.drawing_over {
            return Err(Refusal::not_awaited("shown-already"));
        }
        if self.queue.front().is_some() || self.round.wanted.is_some() {
            return Err(Refusal::not_awaited("not-now"));
        }
        Grant::by(rules::PITCHED)
    }

    fn check_missing(&self, spot: Spot, missing: Missing, rule: Rule) -> Result<Grant, Refusal> {
        match self.round.missing {
            Some((there, what)) if there == spot && what == missing => Grant::by(rule),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    fn check_late(&self, spot: Spot, rule: Rule) -> Result<Grant, Refusal> {
        match self.round.missing {
            Some((there, Missing::Asked(_))) if there == spot => Grant::by(rule),
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
        let offered = self.round.exposed.is_some() && self.patron_of(spot) == Some(patron);
        let asked = matches!(self.due, Due::Choice { spot: due, .. } if due == spot);
        let wanted = self.round.wanted.is_some_and(|wanted| wanted.spot == spot && wanted.to_accept);
        if !offered || !asked || self.round.missing.is_some() {
            return Err(Refusal::not_awaited("not-now"));
        }
        if choice == words::REFUSE_CARD && (wanted || self.check_turn(hand, spot).is_ok()) {
            return Grant::by(rules::REFUSED_CARD);
        }
        if choice == words::ACCEPT && wanted {
            return Grant::by(rules::DRAWN_EXPOSED);
        }
        Err(Refusal::not_awaited("not-now"))
    }

    fn check_hit(&self, hand: &Hand, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        self.check_barred(patron)?;
        let doubled = hand.double.is_some();
        let one_card =
            Cites::from(rules::NO_DRAW_AFTER_DOUBLE.when(doubled)).and(rules::DOUBLE_ONE_CARD.when(doubled));
        Refusal::by("draw-after-double", one_card)?;
        let ace_has_card = hand.split_ace && hand.tally.cards >= 2;
        let one_card = Cites::from(rules::SPLIT_ACES_ONE_CARD.when(ace_has_card))
            .and(rules::NO_DRAW_ON_SPLIT_ACE.when(ace_has_card));
        Refusal::by("draw-on-split-ace", one_card)?;
        let at_21 = hand.tally.is_known() && hand.tally.total() == 21;
        rules::NO_DRAW_AT_21.forbids(at_21, "draw-at-21")?;
        self.check_turn(hand, spot)?;
        Grant::by(rules::MAY_DRAW)
    }

    fn check_barred(&self, patron: Patron) -> Result<(), Refusal> {
        rules::REFUSED_CARD.forbids(self.round.barred.has(patron), "barred-from-cards")
    }

    fn check_double(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        self.check_barred(patron)?;
        rules::NO_DOUBLE_ON_BLACKJACK.forbids(hand.is_blackjack(), "double-on-blackjack")?;
        let more = hand.tally.cards != 2 || hand.double.is_some();
        rules::DOUBLE_ON_TWO_CARDS.forbids(more, "double-needs-two-cards")?;
        rules::NO_DOUBLE_ON_SPLIT_ACES.forbids(hand.split_ace, "double-on-split-aces")?;
        let posted = match self.terms.double_on {
            DoubleOn::Any => true,
            DoubleOn::From(least) => !hand.tally.is_known() || (least..=11).contains(&hand.tally.total()),
        };
        rules::POSTED_DOUBLES.forbids(!posted, "double-not-posted")?;
        let after_split = hand.split && !self.terms.double_after_split;
        rules::POSTED_DOUBLES.forbids(after_split, "double-after-split-not-posted")?;
        rules::NO_DRAW_AT_21.forbids(hand.tally.is_known() && hand.tally.total() == 21, "draw-at-21")?;
        self.check_turn(hand, spot)?;
        let max = self.stake(hand.wager);
        let range = AmountRange { min: self.terms.coin.min(max), max, step: self.terms.coin };
        if let Some(amount) = amount {
            rules::DOUBLE_UP_TO_WAGER
                .forbids(amount > max, "double-too-much")
                .map_err(|refusal| refusal.allowing(range))?;
            in_coins(amount, range)?;
        }
        Grant::with(rules::DOUBLE_UP_TO_WAGER, range)
    }

    fn check_split(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        self.check_barred(patron)?;
        rules::SPLIT_EQUAL_VALUE.forbids(hand.tally.cards != 2, "split-needs-two-cards")?;
        rules::SPLIT_EQUAL_VALUE.forbids(hand.tally.is_known() && !hand.is_pair(), "split-unequal")?;
        let hands = self.betting_box(spot.box_number).map_or(0, |b| b.count);
        rules::SPLIT_LIMIT.forbids(usize::from(hands) >= HANDS_MAX, "split-too-often")?;
        rules::POSTED_SPLITS.forbids(hands >= self.terms.split_hands, "split-not-posted")?;
        let aces_again = hand.split_ace && !self.terms.resplit_aces;
        rules::ACES_NOT_RESPLIT.forbids(aces_again, "split-aces-again")?;
        self.check_turn(hand, spot)?;
        let range = AmountRange::just(self.stake(hand.wager));
        if let Some(amount) = amount {
            rules::SPLIT_EQUAL_WAGER
                .forbids(amount != range.max, "split-wager-unequal")
                .map_err(|refusal| refusal.allowing(range))?;
        }
        Grant::with(rules::SPLIT_EQUAL_VALUE, range)
    }

    /// Whether split aces that drew another ace may go on.
    pub(crate) fn may_split_again(&self, hand: &Hand, box_number: u8) -> bool {
        let hands = self.betting_box(box_number).map_or(0, |b| b.count);
        self.terms.resplit_aces && hand.is_pair_of_aces() && hands < self.terms.split_hands
    }

    fn carry_out<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
        rule: Option<Rule>,
        out: &mut S,
    ) {
        tell(out, What::Chosen { patron, spot, choice, amount }, rule);
        let amount = amount.unwrap_or(Money::ZERO);
        match choice {
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
            words::SPLIT => self.split(patron, spot, amount, out),
            _ => self.double(patron, spot, amount, choice == words::DOUBLE_DOWN_CARD, out),
        }
    }

    fn show_hand(&mut self, spot: Spot) {
        if let Some(hand) = self.hand_mut(spot) {
            hand.to_turn = hand.down;
            self.round.turning = true;
        }
    }

    /// The cards behind a claim lie open: it is carried out, or dropped.
    pub(crate) fn carry_out_claim<S: Sink>(&mut self, out: &mut S) {
        let Some(claim) = self.round.claim.take() else { return };
        let Claim { patron, spot, choice, amount } = claim;
        // The hand's own turn comes back for the check.
        self.due = Due::Choice { patron, spot };
        match self.check_choice(patron, spot, choice, amount) {
            Ok(grant) => self.carry_out(patron, spot, choice, amount, grant.rule, out),
            Err(_) => {
                let place = Some(Place::Hand(spot));
                let rule = rules::CLAIM_FAILED.applies();
                tell(out, What::Remedied { remedy: words::CLAIM_DROPPED, place }, rule);
            }
        }
    }

    fn double<S: Sink>(&mut self, patron: Patron, spot: Spot, stake: Money, down: bool, out: &mut S) {
        let Some((main, split)) = self.hand(spot).map(|hand| (hand.wager, hand.split)) else { return };
        let capped = main.and_then(|n| self.wagers.get(n)).is_some_and(|w| w.won_part.is_positive());
        let cites = Cites::from(rules::CAP_DOUBLE.when(capped))
            .and(rules::DOUBLE_AFTER_SPLIT.when(split))
            .and(rules::DOUBLE_FACE_DOWN.when(down));
        let wager = self.wagers.place(patron, spot, words::DOUBLE_WAGER, stake);
        wager.supports = main;
        tell(out, What::placed(wager), cites);
        let number = wager.number;
        if let Some(hand) = self.hand_mut(spot) {
            hand.double = Some(number);
        }
        self.want(spot, Want::Double { down });
    }

    fn split<S: Sink>(&mut self, patron: Patron, spot: Spot, stake: Money, out: &mut S) {
        let Some(hand) = self.hand(spot).copied() else { return };
        let Some(betting_box) = self.betting_box(spot.box_number) else { return };
        let new = Spot { hand: betting_box.count + 1, ..spot };
        let capped = hand.wager.and_then(|n| self.wagers.get(n)).is_some_and(|w| w.won_part.is_positive());
        let cites = Cites::from(rules::SPLIT_EQUAL_WAGER.applies())
            .and(rules::SPLIT_AGAIN.when(hand.split))
            .and(rules::CAP_SPLIT.when(capped));
        let wager = self.wagers.place(patron, new, words::SPLIT_WAGER, stake);
        tell(out, What::placed(wager), cites);
        let number = wager.number;
        let aces = hand.is_pair_of_aces();
        let one_card = |card| {
            let mut tally = super::hand::Tally::EMPTY;
            tally.add(card);
            Hand {
                tally,
                first_two: [card, None],
                split: true,
                split_ace: aces,
                open: true,
                ..Hand::default()
            }
        };
        let [first, second] = hand.first_two;
        let Some(betting_box) = self.box_mut(spot.box_number) else { return };
        betting_box.count += 1;
        if let ([Some(a), Some(b)], false) = ([first, second], hand.split) {
            betting_box.split_pair = Some([a, b]);
        }
        let kept = Hand { wager: hand.wager, ..one_card(first) };
        let split_off = Hand { wager: Some(number), ..one_card(second) };
        if let Some(place) = self.hand_mut(spot) {
            *place = kept;
        }
        if let Some(place) = self.hand_mut(new) {
            *place = split_off;
        }
        let (from, to) = (Place::Hand(spot), Place::Hand(new));
        if let Some(card) = self.layout.nth_mut(from, 1) {
            card.place = to;
            let draw = card.draw;
            tell(out, What::CardMoved { draw, from, to }, None);
        }
        self.round.asked = None;
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
        } else if self.round.wanted.is_some() {
            // The card is dealt unless it is refused.
            words::ACCEPT
        } else {
            words::STAND
        }
    }

    pub(crate) fn take_default<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let choice = self.default_choice(spot);
        let Some(patron) = self.patron_of(spot) else { return };
        self.carry_out(patron, spot, choice, None, rules::SILENCE.applies(), out);
    }
}

fn is_double(choice: ChoiceId) -> bool {
    choice == words::DOUBLE || choice == words::DOUBLE_DOWN_CARD
}

fn in_coins(amount: Money, range: AmountRange) -> Result<(), Refusal> {
    if range.allows(amount) {
        return Ok(());
    }
    let kind = engine::RefusalKind::Forbidden;
    Err(Refusal::new(kind, "outside-limits", engine::protocol::LIMITS).allowing(range))
}
