//! What patrons decide. One function says whether a choice is granted, with which amounts and by which rule;
//! granting and offering both ask it.

use super::state::{Holdem, Street};
use super::terms::times;
use super::{rules, words};
use crate::common::{Verdict, tell};
use engine::{AmountRange, ChoiceId, Cites, Due, Outcome, Patron, Refusal, Rule, Sink, Spot, What};
use felt::Money;

/// A choice that would be granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant {
    pub(crate) rule: Option<Rule>,
    pub(crate) range: Option<AmountRange>,
}

impl Holdem {
    pub(crate) fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let grant = self.check_choice(patron, spot, choice, amount)?;
        let amount = grant.range.map(|range| amount.unwrap_or(range.max));
        self.carry_out(spot.box_number, choice, amount, grant.rule, None, out);
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
        let holder = self.patron_of(spot.box_number).filter(|_| spot.hand == 1);
        match holder {
            None => return Err(Refusal::impossible("no-such-hand")),
            Some(holder) if holder != patron => return Err(Refusal::not_yours("not-your-hand")),
            Some(_) if !self.round.closed || self.round.hands_void => {
                return Err(Refusal::not_awaited("not-now"));
            }
            Some(_) => {}
        }
        let street = self.round.board.street();
        self.check_turn(spot.box_number, street)?;
        let grant = self.check_on_street(spot.box_number, street, choice, amount)?;
        if self.due != (Due::Choice { patron, spot }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(grant)
    }

    /// What a hand may choose on this street, and by which rule.
    fn check_on_street(
        &self,
        number: u8,
        street: Street,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        match choice {
            words::CHECK => {
                rules::PLAY_OR_FOLD.forbids(street == Street::AtLast, "check-too-late")?;
                let rule = rules::CHECK_BEFORE_FLOP
                    .when(street == Street::BeforeFlop)
                    .or_else(|| rules::CHECK_AFTER_FLOP.when(street == Street::AfterFlop));
                Ok(Grant { rule, range: None })
            }
            words::FOLD => {
                rules::THREE_OR_FOUR.forbids(street == Street::BeforeFlop, "fold-too-early")?;
                rules::TWICE.forbids(street == Street::AfterFlop, "fold-too-early")?;
                Ok(Grant { rule: rules::FOLD_LOSES.applies(), range: None })
            }
            words::PLAY => self.check_play(number, street, amount),
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// A hand that has played or folded has nothing more to say.
    fn check_turn(&self, number: u8, street: Street) -> Result<(), Refusal> {
        let played = self.round.played.has(number);
        rules::ASK_AFTER_FLOP.forbids(played && street == Street::AfterFlop, "played-already")?;
        rules::ASK_AT_LAST.forbids(played && street == Street::AtLast, "played-already")?;
        if self.round.waiting.has(number) { Ok(()) } else { Err(Refusal::not_awaited("hand-finished")) }
    }

    /// The multiple of the ante that the street asks for.
    fn check_play(&self, number: u8, street: Street, amount: Option<Money>) -> Result<Grant, Refusal> {
        let ante = self.betting_box(number).map_or(Money::ZERO, |b| self.stake(b.ante));
        let (range, multiple, rule) = match street {
            Street::BeforeFlop => {
                let range = AmountRange { min: times(ante, 3), max: times(ante, 4), step: ante };
                (range, rules::THREE_OR_FOUR, rules::PLAY_BEFORE_FLOP.applies())
            }
            Street::AfterFlop => {
                (AmountRange::just(times(ante, 2)), rules::TWICE, rules::PLAY_AFTER_FLOP.applies())
            }
            Street::AtLast => (AmountRange::just(ante), rules::PLAY_OR_FOLD, rules::PLAY_AT_LAST.applies()),
        };
        if let Some(amount) = amount {
            let wrong = multiple.forbids(!range.allows(amount), "play-amount");
            wrong.map_err(|refusal| refusal.allowing(range))?;
        }
        Ok(Grant { rule, range: Some(range) })
    }

    fn carry_out<S: Sink>(
        &mut self,
        number: u8,
        choice: ChoiceId,
        amount: Option<Money>,
        rule: Option<Rule>,
        silence: Option<Rule>,
        out: &mut S,
    ) {
        let Some(betting_box) = self.betting_box(number) else { return };
        let Some(patron) = betting_box.patron else { return };
        let spot = Spot::first(number);
        let kept = rules::FOLD_KEEPS_TRIPS.when(choice == words::FOLD && betting_box.trips.is_some());
        let cites = Cites::from(rule).and(kept).and(silence);
        tell(out, What::Chosen { patron, spot, choice, amount, lapsed: silence.is_some() }, cites);
        self.round.asked = None;
        match (choice, self.round.board.street()) {
            (words::PLAY, _) => self.play(patron, number, amount.unwrap_or(Money::ZERO), rule, out),
            (words::FOLD, _) => self.fold(number, rule, out),
            (_, Street::BeforeFlop) => self.round.checked_before_flop.add(number),
            (_, _) => self.round.checked_after_flop.add(number),
        }
    }

    fn play<S: Sink>(&mut self, patron: Patron, number: u8, stake: Money, rule: Option<Rule>, out: &mut S) {
        let ante = self.betting_box(number).and_then(|b| b.ante);
        let wager = self.wagers.place(patron, Spot::first(number), words::PLAY_WAGER, stake);
        wager.supports = ante;
        tell(out, What::placed(wager), rule);
        let placed = wager.number;
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.play = Some(placed);
        }
        self.round.waiting.remove(number);
        self.round.played.add(number);
    }

    /// Ante, blind and the progressive wager are lost at once; trips stays, and the cards with it.
    fn fold<S: Sink>(&mut self, number: u8, rule: Option<Rule>, out: &mut S) {
        self.round.waiting.remove(number);
        self.round.folded.add(number);
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let lost = Verdict::of(Outcome::Loses, rule);
        for wager in [betting_box.ante, betting_box.blind].into_iter().flatten() {
            self.settle_wager(wager, lost, out);
        }
        self.settle_for_dealers(
            number,
            [(words::ANTE, Some(lost)), (words::BLIND, Some(lost)), (words::TRIPS, None)],
            out,
        );
        if let Some(wager) = betting_box.progressive {
            let forfeited = Verdict::of(Outcome::Loses, rules::FOLD_FORFEITS.applies());
            self.settle_wager(wager, forfeited, out);
        }
        if let Some(rule) = rules::FOLD_COLLECTED.when(betting_box.trips.is_none()) {
            self.collect_hand(number, Some(rule), out);
        }
    }

    pub(crate) fn lapse<S: Sink>(
        &mut self,
        patron: Option<Patron>,
        spot: Spot,
        out: &mut S,
    ) -> Result<(), Refusal> {
        match self.due {
            Due::Choice { patron: asked, spot: due } if due == spot && patron.is_none_or(|p| p == asked) => {
                self.take_default(spot.box_number, out);
                Ok(())
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// The choice that silence stands for at this point.
    pub(crate) fn default_choice(&self) -> ChoiceId {
        if self.round.board.street() == Street::AtLast { words::FOLD } else { words::CHECK }
    }

    pub(crate) fn take_default<S: Sink>(&mut self, number: u8, out: &mut S) {
        let choice = self.default_choice();
        let granted = self.check_on_street(number, self.round.board.street(), choice, None);
        let rule = granted.ok().and_then(|grant| grant.rule);
        self.carry_out(number, choice, None, rule, rules::SILENCE.applies(), out);
    }
}
