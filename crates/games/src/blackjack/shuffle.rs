//! Shuffling, cutting, the burnt first card, and the duties of staff around them.

use super::cards::Arrival;
use super::state::{Blackjack, Burn, ShoeStage, ToShuffle};
use super::terms::Moment;
use super::words;
use crate::common::{
    CUT_DEPTH_MIN, Report, awaited, by_staff, called_for, cards_to_cut, check_cut_card, cut_again, possible,
    tell,
};
use engine::{
    Actor, Cites, Due, Face, FileHash, Patron, Place, Rank, Refusal, Shuffling, Sink, Spot, StepId, What,
};
use felt::Shoe;

impl Blackjack {
    pub(crate) fn shuffled<S: Sink>(&mut self, cut_card: Option<u16>, out: &mut S) -> Result<(), Refusal> {
        let ShoeStage::Shuffle(ToShuffle { because, .. }) = self.stage else {
            return Err(Refusal::not_awaited("not-now"));
        };
        check_cut_card(cut_card, self.terms.pack)?;
        let mut cites = because.and(self.law.shuffler_fails.when(self.jammed));
        self.jammed = false;
        let all = self.which_are_shuffled() == Shuffling::All;
        if all {
            self.shoe.shuffle_all(cut_card);
            self.next.clear(&mut self.layout);
            self.layout.take_up(|card| card.place == Place::Rack);
            self.cut_card_told = false;
            self.last_hand.shuffle();
            if let Some(rule) = self.law.shuffle_admits.when(!self.terms.mid_shoe_entry) {
                self.admitted = engine::Patrons::ALL;
                cites = cites.and(rule);
            }
        } else {
            // Cards that were put face up into the rack are shuffled with it.
            self.layout.take_up(|card| card.place == Place::Rack);
            self.shoe.shuffle_rack(self.layout.cards().map(|card| card.face.card()));
        }
        tell(out, What::Shuffled { all }, cites);
        self.terms.duties.tell_once(&mut self.opened_before, Moment::Opening, out);
        self.terms.duties.tell(Moment::Shuffle, out);
        self.declined_cut = engine::Patrons::NONE;
        self.stage = if self.law.cut_offered.exists() { ShoeStage::Cut } else { ShoeStage::Ready };
        Ok(())
    }

    /// Which cards are shuffled: if the shoe ran out during a round, those on the layout stay.
    pub(crate) fn which_are_shuffled(&self) -> Shuffling {
        match self.stage {
            ShoeStage::Shuffle(ToShuffle { discards_only: true, .. }) => Shuffling::Discards,
            _ => Shuffling::All,
        }
    }

    pub(crate) fn cut<S: Sink>(&mut self, actor: Actor, depth: u16, out: &mut S) -> Result<(), Refusal> {
        awaited(self.stage == ShoeStage::Cut)?;
        let cards = cards_to_cut(&self.shoe, depth)?;
        // A stack of fewer than twenty cards, as after a run-out, has no position ten cards from both ends.
        let shallow = depth < CUT_DEPTH_MIN || cards - depth < CUT_DEPTH_MIN;
        self.law.cut_depth.forbids(cards >= 2 * CUT_DEPTH_MIN && shallow, "cut-too-shallow")?;
        let (by, rule) = match actor {
            Actor::Patron(patron) => {
                if self.declined_cut.has(patron) {
                    return Err(Refusal::not_awaited("cut-declined-already"));
                }
                (Some(patron), self.law.cut_offered.applies())
            }
            Actor::Surveillance => return Err(Refusal::not_yours("wrong-person")),
            Actor::Staff(_) => {
                let asked = self.present.without(self.declined_cut).is_empty();
                self.law.dealer_cuts_last.forbids(!asked, "players-cut-first")?;
                (None, self.law.dealer_cuts_last.applies())
            }
        };
        let deep = self.law.cut_depth.when(cards >= 2 * CUT_DEPTH_MIN);
        let cites = Cites::from(rule).and(deep).and(self.law.cut_to_bottom.applies());
        tell(out, What::Cut { by, depth }, cites);
        self.spread = false;
        self.stage = ShoeStage::Ready;
        // A hand-held deck has a card burnt before each round instead.
        match (self.round.closed, self.terms.pitch) {
            (true, _) => self.push_burn(Burn::RanOut),
            (false, false) => self.push_burn(Burn::NewBatch),
            (false, true) => {}
        }
        Ok(())
    }

    pub(crate) fn decline_cut<S: Sink>(&mut self, patron: Patron, out: &mut S) -> Result<(), Refusal> {
        awaited(self.stage == ShoeStage::Cut)?;
        if self.declined_cut.has(patron) {
            return Err(Refusal::not_awaited("cut-declined-already"));
        }
        self.declined_cut.add(patron);
        tell(out, What::CutDeclined { patron }, self.law.cut_offered.applies());
        Ok(())
    }

    /// Closes the offer of the cut for one patron, or for all who did not answer.
    pub(crate) fn cut_lapses<S: Sink>(&mut self, silent: Option<Patron>, out: &mut S) {
        let asked = self.present.without(self.declined_cut);
        for patron in asked.iter().filter(|patron| silent.is_none_or(|silent| silent == *patron)) {
            self.declined_cut.add(patron);
            let cites = Cites::from(self.law.silence.applies()).and(self.law.cut_offered.applies());
            tell(out, What::CutDeclined { patron }, cites);
        }
    }

    /// Shuffles the batch from the shuffler once more, as a patron requests.
    pub(crate) fn shuffle_again<S: Sink>(&mut self, patron: Patron, out: &mut S) -> Result<(), Refusal> {
        awaited(self.stage == ShoeStage::Cut && self.spread && self.terms.shuffler)?;
        if let Some(rule) = self.law.idle_request.applies() {
            self.stage = ShoeStage::shuffle(self.law.shuffle_before_play.applies());
            self.spread = false;
            let choice = words::SHUFFLE_AGAIN;
            tell(out, What::Chosen { patron, spot: Spot::TABLE, choice, amount: None, lapsed: false }, rule);
        }
        Ok(())
    }

    /// Whether the cards are cut and none has left the shoe since.
    pub(crate) fn may_cut_again(&self) -> bool {
        let undealt = self.stage == ShoeStage::Ready && self.shoe.drawn_since_shuffle() == 0;
        undealt && !self.round.closed
    }

    /// The floor has the cards cut again before any is dealt.
    pub(crate) fn cut_again<S: Sink>(&mut self, actor: Actor, out: &mut S) -> Result<(), Refusal> {
        cut_again(self.may_cut_again(), actor, self.law.cut_again, out)?;
        // The new batch will require its burn card again; one that a new dealer owes stays owed.
        self.burns.retain(|burn| *burn != Burn::NewBatch);
        self.declined_cut = engine::Patrons::NONE;
        self.stage = ShoeStage::Cut;
        Ok(())
    }

    /// Switches the table to another file between rounds, by order of the floor.
    pub(crate) fn change_terms<S: Sink>(
        &mut self,
        actor: Actor,
        file: FileHash,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let between_rounds = !self.round.closed && self.wagers_empty();
        let terms = called_for(actor, self.shown.as_ref(), file, between_rounds)?;
        let other_cards = terms.pack != self.terms.pack;
        self.terms = terms;
        self.shown = None;
        tell(out, What::TermsChanged { file }, None);
        let boxes = usize::from(self.terms.boxes);
        self.seats.iter_mut().skip(boxes).for_each(|seat| *seat = None);
        if other_cards {
            self.shoe = Shoe::new(self.terms.pack);
            self.next.clear(&mut self.layout);
            self.burns.clear();
            (self.ran_out, self.cut_card_told, self.spread) = (false, false, false);
            self.stage = ShoeStage::shuffle(self.law.shuffle_before_play.applies());
        }
        Ok(())
    }

    /// Handles a step of the dealer or the floor between rounds.
    pub(crate) fn step_between_rounds<S: Sink>(
        &mut self,
        actor: Actor,
        step: StepId,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if step == words::SPREAD_CARDS {
            awaited(self.law.idle_spread.exists())?;
            self.law.idle_spread.forbids(!self.wagers_empty(), "table-not-idle")?;
        }
        awaited(matches!(self.due, Due::Bets { .. }))?;
        let cites = if step == words::RESHUFFLE {
            let floor = actor.is_at_least(Rank::Floor);
            self.law.floor_calls_reshuffle.forbids(!floor, "floor-calls-reshuffle")?;
            self.stage = ShoeStage::shuffle(self.law.shuffle_by_floor.applies());
            Cites::from(self.law.floor_calls_reshuffle.applies())
        } else {
            by_staff(actor, Rank::Dealer)?;
            self.stage = ShoeStage::shuffle(self.law.shuffle_before_play.applies());
            self.spread = true;
            let shuffler = self.terms.shuffler;
            Cites::from(self.law.idle_spread.applies())
                .and(self.law.idle_shuffled.when(!shuffler))
                .and(self.law.idle_other_batch.when(shuffler))
        };
        let by = if step == words::RESHUFFLE { Rank::Floor } else { Rank::Dealer };
        tell(out, What::Stepped { step, by }, cites);
        if step == words::SPREAD_CARDS {
            self.terms.duties.tell(Moment::Idle, out);
        }
        self.shoe.empty_into_rack();
        Ok(())
    }

    fn wagers_empty(&self) -> bool {
        self.boxes_in_play().next().is_none()
    }

    pub(crate) fn new_dealer<S: Sink>(&mut self, out: &mut S) -> Result<(), Refusal> {
        // Each new dealer burns a card, so there cannot be more of them than cards.
        possible(self.burns.len() < usize::from(self.shoe.pack().len()), "no-card-due")?;
        tell(out, What::DealerChanged, None);
        if self.law.burn_new_dealer.applies().is_some() {
            self.push_burn(Burn::NewDealer);
        }
        Ok(())
    }

    pub(crate) fn cut_card_shown<S: Sink>(&mut self, out: &mut S) {
        self.shoe.set_cut_card_reached();
        self.tell_cut_card(out);
    }

    /// Reports once that the cutting card came out.
    pub(crate) fn tell_cut_card<S: Sink>(&mut self, out: &mut S) {
        if self.shoe.cut_card_reached() && !self.cut_card_told {
            self.cut_card_told = true;
            let cites =
                Cites::from(self.law.cut_card_reached.applies()).and(self.law.cut_card_placed.applies());
            tell(out, What::CutCardReached, cites);
        }
    }

    pub(crate) fn push_burn(&mut self, burn: Burn) {
        self.burns.push_back(burn);
    }

    /// Puts a card into the rack unseen.
    pub(crate) fn burn<S: Sink>(&mut self, face: Face, out: &mut S) {
        let rule = match self.burns.pop_front() {
            Some(Burn::NewBatch) => self.law.burn_new_batch.applies(),
            Some(Burn::NewDealer) => self.law.burn_new_dealer.applies(),
            Some(Burn::Round) => self.law.pitch_burn.applies(),
            Some(Burn::RanOut) => self.law.ran_out_burn.applies(),
            None => None,
        };
        self.lay(Place::Rack, Arrival::from_shoe(face), rule.into(), out);
    }

    /// After a round: whether the cards are shuffled, and why. Cards that wait to be shuffled anyway are
    /// skipped.
    pub(crate) fn reshuffle_after_round<S: Sink>(&mut self, out: &mut S) {
        if self.awaits_full_shuffle() {
            self.ran_out = false;
            return;
        }
        let law = self.law;
        let (because, rest_goes) = if let Some(rule) = law.ran_out_reshuffle.when(self.ran_out) {
            tell(out, What::Remedied { remedy: words::DISCARDS_SHUFFLED, place: None }, rule);
            (rule.into(), None)
        } else if let Some(rule) = law.reshuffle_at_cut_card.when(self.shoe.cut_card_reached()) {
            let because =
                Cites::from(law.shuffle_after_shoe.applies()).and(rule).and(law.shuffle_all.applies());
            (because, law.rest_to_rack.applies())
        } else {
            return;
        };
        self.ran_out = false;
        let rest = self.shoe.remaining();
        self.shoe.empty_into_rack();
        tell(out, What::Collected { place: Place::Next, cards: rest }, rest_goes);
        self.stage = ShoeStage::shuffle(because);
    }

    /// Whether all cards wait to be shuffled: they count as one pack, whatever happened to them before.
    pub(crate) fn awaits_full_shuffle(&self) -> bool {
        matches!(self.stage, ShoeStage::Shuffle(ToShuffle { discards_only: false, .. }))
    }

    /// Handles a failure of the shuffler, during a shuffle or while it holds the other batch: the next
    /// shuffle is by hand.
    pub(crate) fn shuffler_jammed<S: Sink>(&mut self, out: &mut S) {
        let jam = Report { kind: words::SHUFFLER_JAM, place: None };
        jam.remedied(words::SHUFFLED_BY_HAND, self.law.shuffler_fails.applies(), out);
        self.jammed = true;
    }
}
