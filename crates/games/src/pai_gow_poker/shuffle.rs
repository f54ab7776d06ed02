//! Shuffling, cutting, the dealer's steps, and another table file.

use super::rules;
use super::state::{Deck, DeckStage, PaiGowTable};
use super::terms::Moment;
use super::words;
use crate::common::{
    CUT_DEPTH_MIN, Clause, awaited, by_staff, called_for, cards_to_cut, check_cut_card, cut_again, is_dealt,
    tell,
};
use engine::{Actor, Cites, Due, FileHash, Rank, Refusal, Sink, StepId, What};
use felt::Shoe;

impl PaiGowTable {
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
            self.shuffle_for(rules::SHUFFLED_BEFORE_PLAY.applies().into());
        }
        Ok(())
    }

    /// Handles a shuffle. There is no cutting card in this game, so its position is not used.
    pub(crate) fn shuffled<S: Sink>(&mut self, cut_card: Option<u16>, out: &mut S) -> Result<(), Refusal> {
        awaited(self.deck.stage == DeckStage::Shuffle)?;
        check_cut_card(cut_card, self.terms.pack)?;
        let by_hand = !self.terms.shuffler || self.deck.jammed;
        let cut = rules::CUT_AFTER_HAND.when(by_hand);
        let cites = self
            .deck
            .because
            .and(rules::SHUFFLER_JAM.when(self.deck.jammed))
            .and(rules::NO_CUT_AFTER_DEVICE.when(!by_hand))
            .and(cut);
        self.shoe.shuffle_all(None);
        self.held.clear(&mut self.layout);
        // Cards that lay open in the rack are in the deck again.
        self.layout.take_up(|card| !is_dealt(card));
        let stage = if cut.is_some() { DeckStage::Cut } else { DeckStage::Ready };
        self.deck = Deck { stage, ..Deck::to_shuffle(self.deck.because) };
        tell(out, What::Shuffled { all: true }, cites);
        if !self.opened_before
            && let Some(button) = self.button_marker()
        {
            tell(out, What::Marked(button), rules::BUTTON_BEGINS.applies());
        }
        self.terms.duties.tell_once(&mut self.opened_before, Moment::Opening, out);
        self.terms.duties.tell(Moment::Shuffle, out);
        if by_hand {
            self.terms.duties.tell(Moment::ShuffleByHand, out);
        }
        Ok(())
    }

    pub(crate) fn cut<S: Sink>(&mut self, actor: Actor, depth: u16, out: &mut S) -> Result<(), Refusal> {
        awaited(self.deck.stage == DeckStage::Cut && !self.round.ruling_due)?;
        rules::DEALER_CUTS.forbids(matches!(actor, Actor::Patron(_)), "dealer-cuts")?;
        by_staff(actor, Rank::Dealer)?;
        let cards = cards_to_cut(&self.shoe, depth)?;
        rules::TEN_CARDS_CUT.forbids(depth < CUT_DEPTH_MIN, "cut-too-shallow")?;
        rules::REST_ON_TOP.forbids(depth == cards, "cut-of-all-cards")?;
        let cites = Cites::from(rules::DEALER_CUTS.applies())
            .and(rules::TEN_CARDS_CUT.applies())
            .and(rules::REST_ON_TOP.applies());
        tell(out, What::Cut { by: None, depth }, cites);
        self.deck.stage = DeckStage::Ready;
        self.deck.was_cut = true;
        Ok(())
    }

    /// Whether the cards are cut and no card has left the deck since.
    pub(crate) fn may_cut_again(&self) -> bool {
        self.deck.stage == DeckStage::Ready && self.deck.was_cut && self.shoe.drawn_since_shuffle() == 0
    }

    /// Spreads the cards of an idle table; they are shuffled before play.
    fn spread_cards<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        by_staff(actor, Rank::Dealer)?;
        rules::IDLE_SPREAD.forbids(!self.seated().is_empty(), "table-not-idle")?;
        awaited(matches!(self.due, Due::Bets { .. }))?;
        let spread = rules::IDLE_SPREAD.applies();
        tell(out, What::Stepped { step: words::SPREAD_CARDS, by: Rank::Dealer }, spread);
        self.terms.duties.tell(Moment::Idle, out);
        self.held.clear(&mut self.layout);
        self.shoe.empty_into_rack();
        self.shuffle_for(rules::SHUFFLED_AFTER_IDLE.applies().into());
        Ok(())
    }

    pub(crate) fn step<S: Sink>(&mut self, actor: Actor, step: StepId, out: &mut S) -> Result<(), Refusal> {
        match step {
            words::CUT_AGAIN => {
                let clause = Clause::from(rules::FLOOR_CUTS_AGAIN);
                cut_again(self.may_cut_again(), actor, clause, out)?;
                self.deck.stage = DeckStage::Cut;
                return Ok(());
            }
            words::SPREAD_CARDS => return self.spread_cards(actor, out),
            _ => by_staff(actor, Rank::Dealer)?,
        }
        match self.due {
            Due::Bets { closes } if closes == step => return self.close_bets(out),
            Due::Choices { closes, .. } if closes == step => self.close_setting(out),
            Due::Step(due) if due == step => {
                if step == words::SETTLE {
                    self.begin_paying(out);
                } else {
                    // The exposed hand reports the step, as at a table that needs no release.
                    self.round.released = true;
                }
            }
            _ => return Err(Refusal::not_awaited("not-now")),
        }
        Ok(())
    }
}
