//! Shuffling, cutting, the dealer's steps, and the duties of staff around them.

use super::play::{Miscount, Poker};
use super::state::{Deck, DeckStage, PokerTable};
use super::terms::Moment;
use super::words;
use crate::common::{
    CUT_DEPTH_MIN, Report, approval, awaited, by_staff, called_for, cards_to_cut, check_cut_card, cut_again,
    is_dealt, tell,
};
use engine::{Actor, Cites, Due, FileHash, Person, Rank, Refusal, Sink, StepId, What};
use felt::Shoe;

impl<G: Poker> PokerTable<G> {
    /// Switches the table to another file between rounds, by order of the floor.
    pub(crate) fn change_terms<S: Sink>(
        &mut self,
        actor: Actor,
        file: FileHash,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let between_rounds = !self.round.closed && self.wagers.is_empty();
        let terms = called_for(actor, self.shown.as_ref(), file, between_rounds)?;
        let other_cards = terms.pack != self.terms.pack;
        self.terms = terms;
        self.shown = None;
        tell(out, What::TermsChanged { file }, None);
        if other_cards {
            self.shoe = Shoe::new(self.terms.pack);
            self.deck = Deck::before_play::<G>();
        }
        Ok(())
    }

    /// Handles a shuffle. There is no cutting card in this game, so its position is not used.
    pub(crate) fn shuffled<S: Sink>(&mut self, cut_card: Option<u16>, out: &mut S) -> Result<(), Refusal> {
        awaited(self.deck.stage == DeckStage::Shuffle)?;
        check_cut_card(cut_card, self.terms.pack)?;
        let law = &G::PLAY.law.deck;
        let (jammed, after_jam) = law.jam_by_hand.decides(self.deck.jammed);
        let by_hand = !self.terms.shuffler || jammed;
        let (is_cut, cut) = law.cut_after_hand.decides(by_hand);
        let cites = self
            .deck
            .because
            .and(after_jam)
            .and(law.after_shuffle.applies())
            .and(law.no_cut_after_device.when(!by_hand))
            .and(cut);
        self.shoe.shuffle_all(None);
        self.held.clear(&mut self.layout);
        // Cards that lay open in the rack are in the deck again.
        self.layout.take_up(|card| !is_dealt(card));
        self.deck = Deck {
            stage: if is_cut { DeckStage::Cut } else { DeckStage::Ready },
            because: self.deck.because,
            jammed: false,
            other_jammed: false,
            miscounts: self.deck.miscounts,
            was_cut: false,
        };
        tell(out, What::Shuffled { all: true }, cites);
        self.terms.duties.tell_once(&mut self.opened_before, Moment::Opening, out);
        self.terms.duties.tell(Moment::Shuffle, out);
        if by_hand {
            self.terms.duties.tell(Moment::ShuffleByHand, out);
        }
        Ok(())
    }

    pub(crate) fn cut<S: Sink>(&mut self, actor: Actor, depth: u16, out: &mut S) -> Result<(), Refusal> {
        awaited(self.deck.stage == DeckStage::Cut)?;
        let law = &G::PLAY.law.deck;
        law.dealer_cuts.forbids(matches!(actor, Actor::Patron(_)), "dealer-cuts")?;
        by_staff(actor, Rank::Dealer)?;
        let cards = cards_to_cut(&self.shoe, depth)?;
        law.cut_depth.forbids(depth < CUT_DEPTH_MIN, "cut-too-shallow")?;
        law.cut_to_bottom.forbids(depth == cards, "cut-of-all-cards")?;
        let cites = Cites::from(law.dealer_cuts.applies())
            .and(law.cut_depth.applies())
            .and(law.cut_to_bottom.applies());
        tell(out, What::Cut { by: None, depth }, cites);
        self.deck.stage = DeckStage::Ready;
        self.deck.was_cut = true;
        Ok(())
    }

    /// Whether the cards are cut and no card has left the deck since.
    pub(crate) fn may_cut_again(&self) -> bool {
        self.deck.stage == DeckStage::Ready && self.deck.was_cut && self.shoe.drawn_since_shuffle() == 0
    }

    /// The floor has the cards cut again before any is dealt.
    fn cut_again<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        cut_again(self.may_cut_again(), actor, G::PLAY.law.deck.cut_again, out)?;
        self.deck.stage = DeckStage::Cut;
        Ok(())
    }

    /// Spreads the cards of an idle table; they are shuffled before play.
    fn spread_cards<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        by_staff(actor, Rank::Dealer)?;
        let law = G::PLAY.law.deck.idle_spread;
        law.forbids(!self.seated().is_empty(), "table-not-idle")?;
        awaited(matches!(self.due, Due::Bets { .. }))?;
        tell(out, What::Stepped { step: words::SPREAD_CARDS, by: Rank::Dealer }, law.applies());
        self.terms.duties.tell(Moment::Idle, out);
        self.shoe.empty_into_rack();
        self.deck = Deck::before_play::<G>();
        Ok(())
    }

    pub(crate) fn step<S: Sink>(&mut self, actor: Actor, step: StepId, out: &mut S) -> Result<(), Refusal> {
        match step {
            words::CUT_AGAIN => return self.cut_again(actor, out),
            words::SPREAD_CARDS => return self.spread_cards(actor, out),
            _ => by_staff(actor, Rank::Dealer)?,
        }
        match self.due {
            Due::Bets { closes } if closes == step => self.close_bets(out),
            Due::Step(due) if due == step => {
                // The step itself is reported when it is taken, as at a table that needs no release.
                self.round.released = true;
                Ok(())
            }
            _ => Err(Refusal::not_awaited("not-now")),
        }
    }

    /// Whether a device shuffles and its work can still turn out to be wrong.
    pub(crate) fn is_shuffling(&self) -> bool {
        let at_work = self.deck.stage == DeckStage::Shuffle;
        let just_done = self.deck.stage == DeckStage::Ready
            && !self.deck.was_cut
            && !self.round.closed
            && self.shoe.drawn_since_shuffle() == 0;
        self.terms.shuffler && !self.deck.jammed && (at_work || just_done)
    }

    /// Whether the device shuffles the deck of the next round while this one is dealt.
    pub(crate) fn is_shuffling_other_deck(&self) -> bool {
        let in_use = self.deck.stage == DeckStage::Ready && self.round.opened;
        self.terms.two_decks && in_use && !self.is_shuffling() && !self.deck.other_jammed
    }

    /// A failure with the other deck does not affect this round; after a jam that deck is shuffled by hand.
    pub(crate) fn other_deck_not_shuffled<S: Sink>(&mut self, report: Report, out: &mut S) {
        if let Some(rule) = G::PLAY.law.mishaps.shuffler_jam.when(report.kind == words::SHUFFLER_JAM) {
            self.deck.other_jammed = true;
            report.remedied(words::SHUFFLED_BY_HAND, rule, out);
            return;
        }
        let rule = match const { G::PLAY.miscount } {
            Miscount::RunsAgain => G::PLAY.law.deck.count_again.applies(),
            Miscount::DeckRemoved => G::PLAY.law.deck.count_removes.applies(),
        };
        report.remedied(words::SHUFFLED_AGAIN, rule, out);
    }

    /// The shuffler jammed: the cards are shuffled again.
    pub(crate) fn shuffler_jammed<S: Sink>(&mut self, report: Report, out: &mut S) {
        report.remedied(words::SHUFFLED_BY_HAND, G::PLAY.law.mishaps.shuffler_jam.applies(), out);
        self.deck.stage = DeckStage::Shuffle;
        self.deck.jammed = true;
        self.deck.miscounts = 0;
    }

    /// Handles a miscount of the shuffler: it runs once more, and then a supervisor looks; or the deck is
    /// removed and another one is shuffled.
    pub(crate) fn shuffler_counted<S: Sink>(&mut self, report: Report, out: &mut S) {
        self.deck.stage = DeckStage::Shuffle;
        if const { matches!(G::PLAY.miscount, Miscount::DeckRemoved) } {
            let rule = G::PLAY.law.deck.count_removes.applies();
            self.deck.because = rule.into();
            report.remedied(words::SHUFFLED_AGAIN, rule, out);
            self.terms.duties.tell(Moment::Miscount, out);
            return;
        }
        self.deck.miscounts = self.deck.miscounts.saturating_add(1);
        if let Some(rule) = G::PLAY.law.deck.count_again.when(self.deck.miscounts == 1) {
            report.remedied(words::SHUFFLED_AGAIN, rule, out);
            return;
        }
        report.remedied(words::INSPECTED, G::PLAY.law.deck.supervisor_looks.applies(), out);
        self.terms.duties.tell(Moment::Miscount, out);
        self.deck.stage = DeckStage::Inspect;
    }

    /// Handles an approval: a person has looked at a hand that a meter pays, or the supervisor has looked
    /// through the deck, which is then shuffled once more.
    pub(crate) fn approve<S: Sink>(
        &mut self,
        actor: Actor,
        yes: bool,
        person: Person,
        out: &mut S,
    ) -> Result<(), Refusal> {
        // An approver can reject a hand, but cannot deny having looked through a deck.
        let verifies = self.round.granted.is_some();
        let by = approval(self.due, actor, yes || verifies, person)?;
        if verifies {
            self.verified(by, yes, out);
            return Ok(());
        }
        tell(out, What::Approved { by, yes }, G::PLAY.law.deck.supervisor_looks.applies());
        self.deck.stage = DeckStage::Shuffle;
        Ok(())
    }
}
