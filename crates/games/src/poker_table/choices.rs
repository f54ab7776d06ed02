//! The decisions of patrons. One function decides whether a choice is granted, with which amounts and by
//! which rule; granting and offering both call it.

use super::boxes::WAGERS_MAX;
use super::law::{Clause, Folds};
use super::play::{Choice, Claim, Does, Poker, Question, Step, Wager, Who};
use super::state::PokerTable;
use super::terms::times;
use crate::common::{Verdict, tell};
use engine::{AmountRange, ChoiceId, Cites, Due, Outcome, Patron, Refusal, Rule, Sink, Spot, What};
use felt::Money;

/// A choice that would be granted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grant {
    pub(crate) choice: Choice,
    pub(crate) range: Option<AmountRange>,
}

impl<G: Poker> PokerTable<G> {
    pub(crate) fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
        amount: Option<Money>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let grant = self.check_choice(patron, spot, choice, amount)?;
        let amount = grant.range.map(|range| amount.unwrap_or(Self::unnamed(grant.choice, range)));
        self.execute(spot.box_number, grant.choice, amount, None, out);
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
        let holder = self.patron_of(spot.box_number).filter(|_| spot.hand == 1);
        match holder {
            None => return Err(Refusal::impossible("no-such-hand")),
            Some(holder) if holder != patron => return Err(Refusal::not_yours("not-your-hand")),
            Some(_) if !self.round.closed || self.round.hands_void => {
                return Err(Refusal::not_awaited("not-now"));
            }
            Some(_) => {}
        }
        let question = self.question_on_street().ok_or(Refusal::not_awaited("not-now"))?;
        self.check_turn(spot.box_number, question)?;
        let grant = self.check_answer(spot.box_number, question, choice, amount)?;
        if self.due != (Due::Choice { patron, spot }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(grant)
    }

    /// The current question: the one that is put, the one that the cards are dealt for, or else the last one.
    fn question_on_street(&self) -> Option<&'static Question> {
        let at = usize::from(self.round.at);
        let (past, to_come) = self.steps().split_at_checked(at).unwrap_or((self.steps(), &[]));
        let asks = |step: &'static Step| match step {
            Step::Ask(question) => Some(*question),
            _ => None,
        };
        let next = match to_come.first() {
            // While the cards of its first question are dealt, a round counts as being at that question.
            Some(Step::Ask(question)) => Some(*question),
            _ => None,
        };
        next.or_else(|| past.iter().rev().find_map(asks)).or_else(|| to_come.iter().find_map(asks))
    }

    /// Checks whether a hand may answer a question this way.
    fn check_answer(
        &self,
        number: u8,
        question: &'static Question,
        choice: ChoiceId,
        amount: Option<Money>,
    ) -> Result<Grant, Refusal> {
        for (refused, by, name) in question.refused {
            by.forbids(*refused == choice, name)?;
        }
        let granted = question.choices.iter().find(|known| known.id == choice);
        let Some(granted) = granted else { return Err(Refusal::not_awaited("not-now")) };
        let range = match granted.does {
            Does::Raise { wager, times: (least, most), amount: rule } => {
                let most = match self.claim_on(number, wager) {
                    Some((claim, Some(false))) => claim.times,
                    _ => most,
                };
                let first = self.betting_box(number).map(|b| self.stake(b.wagers[Self::first_wager()]));
                let first = first.unwrap_or(Money::ZERO);
                let range = AmountRange { min: times(first, least), max: times(first, most), step: first };
                if let Some(amount) = amount {
                    let wrong = rule.forbids(!range.allows(amount), "play-amount");
                    wrong.map_err(|refusal| refusal.allowing(range))?;
                }
                Some(range)
            }
            Does::Nothing | Does::Fold | Does::Withdraw(..) => None,
        };
        Ok(Grant { choice: *granted, range })
    }

    /// The amount of a raise that names none: the maximum, but without claiming a hand. A claim would tell
    /// others about the cards.
    fn unnamed(choice: Choice, range: AmountRange) -> Money {
        match (choice.does, G::CLAIM) {
            (Does::Raise { wager, .. }, Some(claim)) if claim.wager == wager => range.min,
            _ => range.max,
        }
    }

    /// The hand that a raise above the general maximum requires, and whether this hand is one; `None` if the
    /// table has not read it.
    fn claim_on(&self, number: u8, wager: usize) -> Option<(Claim, Option<bool>)> {
        let claim = G::CLAIM.filter(|claim| claim.wager == wager)?;
        let cards = &self.betting_box(number)?.cards;
        let known = cards.unread == 0 && cards.dealt == const { G::PLAY.cards };
        Some((claim, known.then(|| claim.least.is_met_by(G::rank(cards, &self.round.board)))))
    }

    /// The rule that makes a raise exceed what every hand may raise.
    fn claims(&self, number: u8, does: Does, amount: Option<Money>) -> Option<Rule> {
        let (claim, Does::Raise { wager, .. }) = (G::CLAIM?, does) else { return None };
        let first = self.betting_box(number).map(|b| self.stake(b.wagers[Self::first_wager()]))?;
        claim.rule.when(claim.wager == wager && amount > Some(times(first, claim.times)))
    }

    /// Refuses a hand that has raised or folded, where only the others are asked.
    fn check_turn(&self, number: u8, question: &Question) -> Result<(), Refusal> {
        let is_asked = match question.of {
            Who::Undecided => self.round.waiting.has(number),
            Who::StillIn => self.round.played.has(number),
        };
        if is_asked {
            return Ok(());
        }
        question.not_again.forbids(self.round.played.has(number), "played-already")?;
        Err(Refusal::not_awaited("hand-finished"))
    }

    fn execute<S: Sink>(
        &mut self,
        number: u8,
        choice: Choice,
        amount: Option<Money>,
        silence: Option<Rule>,
        out: &mut S,
    ) {
        let Some(patron) = self.patron_of(number) else { return };
        let spot = Spot::first(number);
        let rule = choice.by.applies();
        let folds = matches!(choice.does, Does::Fold);
        let kept = self.folds().keeps_side_wager.when(folds && self.keeps_side_wager(number, |_| true));
        let allowed = match choice.does {
            Does::Withdraw(_, allowed) => allowed.applies(),
            does => self.claims(number, does, amount),
        };
        let cites = Cites::from(rule).and(allowed).and(kept).and(silence);
        let lapsed = silence.is_some();
        tell(out, What::Chosen { patron, spot, choice: choice.id, amount, lapsed }, cites);
        self.round.asked = None;
        self.round.answered.add(number);
        match choice.does {
            Does::Raise { wager, .. } => {
                self.raise(patron, number, wager, amount.unwrap_or(Money::ZERO), rule, out);
            }
            Does::Fold => self.fold(number, rule, out),
            Does::Withdraw(wager, _) => self.withdraw(number, wager, Cites::from(rule).and(allowed), out),
            Does::Nothing => {}
        }
    }

    fn raise<S: Sink>(
        &mut self,
        patron: Patron,
        number: u8,
        raised: usize,
        stake: Money,
        rule: Option<Rule>,
        out: &mut S,
    ) {
        let first = self.betting_box(number).and_then(|b| b.wagers[Self::first_wager()]);
        let wager = self.wagers.place(patron, Spot::first(number), G::PLAY.wagers[raised].id, stake);
        wager.supports = first;
        tell(out, What::placed(wager), rule);
        let placed = wager.number;
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.wagers[raised] = Some(placed);
        }
        self.round.waiting.remove(number);
        self.round.played.add(number);
    }

    /// Returns one wager to its patron, and the dealer bet beside it.
    fn withdraw<S: Sink>(&mut self, number: u8, wager: usize, cites: Cites, out: &mut S) {
        let there = self.box_mut(number).and_then(|b| b.wagers[wager].take());
        let Some(there) = there else { return };
        let returned = Verdict::of(Outcome::Returned, cites);
        self.settle_wager(there, returned, out);
        self.settle_for_dealers(number, |beside| (beside == wager).then_some(returned), out);
    }

    /// The clauses on folded hands for this table's way of dealing.
    fn folds(&self) -> &'static Folds {
        if self.terms.from_shoe {
            const { &G::PLAY.from_shoe.folds }
        } else {
            const { &G::PLAY.from_hand.folds }
        }
    }

    /// Whether a hand that folds keeps a side wager of that sort on the layout.
    pub(crate) fn keeps_side_wager(&self, number: u8, meant: impl Fn(&Wager) -> bool) -> bool {
        let Some(betting_box) = self.betting_box(number) else { return false };
        G::PLAY.wagers.iter().enumerate().zip(betting_box.wagers).any(|((wager, known), there)| {
            self.forfeited_by_fold(wager).is_none() && there.is_some() && meant(known)
        })
    }

    /// The paragraph by which a fold forfeits a wager at this table, or a clause without a rule if it has
    /// none of its own; `None` if the wager stays.
    pub(crate) fn forfeited_by_fold(&self, wager: usize) -> Option<Clause> {
        G::PLAY.wagers[wager].forfeited_by_fold().filter(|_| !G::outlives_fold(wager, &self.terms))
    }

    /// Folds a hand. Its forfeited wagers are lost immediately, unless a later step collects them.
    fn fold<S: Sink>(&mut self, number: u8, rule: Option<Rule>, out: &mut S) {
        self.round.waiting.remove(number);
        self.round.played.remove(number);
        self.round.folded.add(number);
        if const { !G::PLAY.collects_later() } {
            self.forfeit(number, rule, None, out);
        }
    }

    /// Collects the forfeited wagers after all patrons have decided.
    pub(crate) fn collect_forfeits<S: Sink>(&mut self, by: Clause, out: &mut S) {
        self.step_done();
        let folding = const { G::PLAY.folding() };
        for number in self.round.folded.and(self.round.dealt).leftmost_first() {
            self.forfeit(number, folding.applies(), by.applies(), out);
        }
    }

    /// Settles the wagers that a fold forfeits: the required ones, and side wagers for which a rule says so.
    /// Others stay, with the cards if the wager depends on them.
    fn forfeit<S: Sink>(&mut self, number: u8, rule: Option<Rule>, collected: Option<Rule>, out: &mut S) {
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let spared: [bool; WAGERS_MAX] = std::array::from_fn(|wager| G::outlives_fold(wager, &self.terms));
        let lost = |wager: usize| {
            let known = &G::PLAY.wagers[wager];
            let folded = known.forfeited_by_fold().filter(|_| !spared[wager])?;
            let rule = if known.goes_with_hand() { rule } else { folded.applies() };
            Some(Verdict::of(Outcome::Loses, Cites::from(rule).and(collected)))
        };
        for with_hand in [true, false] {
            let in_turn = |wager: usize| G::PLAY.wagers[wager].goes_with_hand() == with_hand;
            for (wager, there) in betting_box.wagers.into_iter().enumerate() {
                let open = there.filter(|there| in_turn(wager) && self.is_open(Some(*there)));
                if let Some(there) = open
                    && let Some(lost) = lost(wager)
                {
                    self.settle_wager(there, lost, out);
                }
            }
            self.settle_for_dealers(number, |wager| lost(wager).filter(|_| in_turn(wager)), out);
        }
        let keeps_cards = self.keeps_side_wager(number, Wager::needs_cards);
        if let (true, own) = self.folds().collected.decides(!keeps_cards) {
            let with_hand = rule.filter(|_| G::FOLD_TAKES_CARDS);
            self.collect_hand(number, own.or(with_hand).into(), out);
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
    pub(crate) fn default_choice(&self) -> Option<&'static Choice> {
        self.question().and_then(|question| question.choices.get(question.silence))
    }

    pub(crate) fn take_default<S: Sink>(&mut self, number: u8, out: &mut S) {
        let Some(choice) = self.default_choice() else { return };
        self.execute(number, *choice, None, G::PLAY.law.ours.silence.applies(), out);
    }
}
