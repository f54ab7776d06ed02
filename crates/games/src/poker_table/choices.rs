//! What patrons decide. One function says whether a choice is granted, with which amounts and by which rule;
//! granting and offering both ask it.

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
        let question = self.question_on_street().ok_or(Refusal::not_awaited("not-now"))?;
        self.check_turn(spot.box_number, question)?;
        let grant = self.check_answer(spot.box_number, question, choice, amount)?;
        if self.due != (Due::Choice { patron, spot }) {
            return Err(Refusal::not_awaited("not-now"));
        }
        Ok(grant)
    }

    /// The question of the moment: the one that is put, that the cards are still dealt for, or the last one.
    fn question_on_street(&self) -> Option<&'static Question> {
        let at = usize::from(self.round.at);
        let (past, to_come) = self.steps().split_at_checked(at).unwrap_or((self.steps(), &[]));
        let asks = |step: &'static Step| match step {
            Step::Ask(question) => Some(*question),
            _ => None,
        };
        let next = match to_come.first() {
            // A round that waits for the cards of its first question is at that question.
            Some(Step::Ask(question)) => Some(*question),
            _ => None,
        };
        next.or_else(|| past.iter().rev().find_map(asks)).or_else(|| to_come.iter().find_map(asks))
    }

    /// Whether and how a hand may answer a question so.
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

    /// How much is raised where nobody says it: the most, but nobody claims to have a hand by saying nothing, and what a hand
    /// allows would tell others of its cards.
    fn unnamed(choice: Choice, range: AmountRange) -> Money {
        match (choice.does, G::CLAIM) {
            (Does::Raise { wager, .. }, Some(claim)) if claim.wager == wager => range.min,
            _ => range.max,
        }
    }

    /// What a raise of more than anybody may make wants, and whether the hand is such a one; `None` where the table has not
    /// read it.
    fn claim_on(&self, number: u8, wager: usize) -> Option<(Claim, Option<bool>)> {
        let claim = G::CLAIM.filter(|claim| claim.wager == wager)?;
        let cards = &self.betting_box(number)?.cards;
        let known = cards.unread == 0 && cards.dealt == const { G::PLAY.cards };
        Some((claim, known.then(|| claim.least.is_met_by(G::rank(cards, &self.round.board)))))
    }

    /// The rule by which a raise is more than anybody may make.
    fn claims(&self, number: u8, does: Does, amount: Option<Money>) -> Option<Rule> {
        let (claim, Does::Raise { wager, .. }) = (G::CLAIM?, does) else { return None };
        let first = self.betting_box(number).map(|b| self.stake(b.wagers[Self::first_wager()]))?;
        claim.rule.when(claim.wager == wager && amount > Some(times(first, claim.times)))
    }

    /// A hand that has raised or folded is not asked again where only others are.
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

    /// One wager goes back to its patron, and the bet for the dealers beside it.
    fn withdraw<S: Sink>(&mut self, number: u8, wager: usize, cites: Cites, out: &mut S) {
        let there = self.box_mut(number).and_then(|b| b.wagers[wager].take());
        let Some(there) = there else { return };
        let returned = Verdict::of(Outcome::Returned, cites);
        self.settle_wager(there, returned, out);
        self.settle_for_dealers(number, |beside| (beside == wager).then_some(returned), out);
    }

    /// What this table's way of dealing says of folded hands.
    fn folds(&self) -> &'static Folds {
        if self.terms.from_shoe {
            const { &G::PLAY.from_shoe.folds }
        } else {
            const { &G::PLAY.from_hand.folds }
        }
    }

    /// Whether a side wager of a hand that folds stays on the layout, and is of that sort.
    pub(crate) fn keeps_side_wager(&self, number: u8, meant: impl Fn(&Wager) -> bool) -> bool {
        let Some(betting_box) = self.betting_box(number) else { return false };
        G::PLAY.wagers.iter().enumerate().zip(betting_box.wagers).any(|((wager, known), there)| {
            self.forfeited_by_fold(wager).is_none() && there.is_some() && meant(known)
        })
    }

    /// That a fold forfeits a wager at this table, and by which paragraph of its own where it has one.
    pub(crate) fn forfeited_by_fold(&self, wager: usize) -> Option<Clause> {
        G::PLAY.wagers[wager].forfeited_by_fold().filter(|_| !G::outlives_fold(wager, &self.terms))
    }

    /// A hand leaves the round. What it forfeits is lost at once, unless a later step collects it.
    fn fold<S: Sink>(&mut self, number: u8, rule: Option<Rule>, out: &mut S) {
        self.round.waiting.remove(number);
        self.round.played.remove(number);
        self.round.folded.add(number);
        if const { !G::PLAY.collects_later() } {
            self.forfeit(number, rule, None, out);
        }
    }

    /// Everybody has decided: what those who folded have forfeited is collected.
    pub(crate) fn collect_forfeits<S: Sink>(&mut self, by: Clause, out: &mut S) {
        self.step_done();
        let folding = const { G::PLAY.folding() };
        for number in self.round.folded.and(self.round.dealt).leftmost_first() {
            self.forfeit(number, folding.applies(), by.applies(), out);
        }
    }

    /// The wagers that the game asks for are lost with the hand, and the side wagers of which a rule says so; others stay,
    /// and the cards with them where they have a part in it.
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
