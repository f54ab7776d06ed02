//! Shuffling, cutting, burning, and the cards of an idle table.

use super::{Came, Cards, Holding, Seen, Simulated, Stage, Told, TwoHands, TwoHandsResult, hand, words};
use crate::common::{
    CUT_DEPTH_MIN, Drawn, awaited, by_staff, cards_to_cut, check_cut_card, count_anew, cut_again, possible,
    tell,
};
use crate::layout_table::Moment;
use engine::{
    Actor, Ask, By, ChoiceId, Cites, Face, Layout, Offer, Patron, Patrons, Place, Rank, Refusal, Sink, Spot,
    StepId, What,
};
use felt::Shoe;

/// The minimum number of cards behind the cover card.
const BEHIND_COVER: u16 = 14;

impl TwoHands {
    pub(super) fn shuffled<S: Sink>(
        &mut self,
        cut_card: Option<u16>,
        scene: &Seen<'_>,
        cards: &mut Cards<'_>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Stage::Shuffle(because) = self.stage else { return Err(Refusal::not_awaited("not-now")) };
        let pack = scene.terms.pack;
        check_cut_card(cut_card, pack)?;
        let deepest = pack.len().saturating_sub(BEHIND_COVER);
        scene.law.shoe.cover.forbids(cut_card.is_some_and(|at| at > deepest), "cut-card-too-deep")?;
        cards.shoe.shuffle_all(cut_card);
        self.next.clear(cards.layout);
        cards.layout.clear();
        tell(out, What::Shuffled { all: true }, because);
        scene.duties.tell(Moment::Shuffle, out);
        (self.asked, self.cut_again, self.cover_told) = (Patrons::NONE, false, false);
        self.stage = Stage::Cut;
        Ok(())
    }

    // ---------------------------------------------------------------------- the cut

    /// Patrons at the table who have neither cut nor declined.
    fn to_ask(&self, scene: &Seen<'_>) -> Patrons {
        let mut present = Patrons::NONE;
        scene.places.iter().flatten().for_each(|patron| present.add(*patron));
        present.without(self.asked)
    }

    pub(super) fn cut<S: Sink>(
        &mut self,
        actor: Actor,
        depth: u16,
        scene: &Seen<'_>,
        cards: &Cards<'_>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        awaited(self.stage == Stage::Cut)?;
        let law = &scene.law.shoe;
        let count = cards_to_cut(cards.shoe, depth)?;
        let shallow = depth < CUT_DEPTH_MIN || count - depth < CUT_DEPTH_MIN;
        law.depth.forbids(shallow, "cut-too-shallow")?;
        let (by, rule) = match actor {
            Actor::Patron(patron) => {
                self.check_unasked(patron)?;
                self.asked.add(patron);
                (Some(patron), law.offered.applies())
            }
            Actor::Surveillance => return Err(Refusal::not_yours("wrong-person")),
            Actor::Staff(_) => {
                law.dealer_cuts.forbids(!self.to_ask(scene).is_empty(), "players-cut-first")?;
                (None, law.dealer_cuts.applies())
            }
        };
        let cites = Cites::from(rule)
            .and(law.depth.applies())
            .and(law.to_bottom.applies())
            .and(law.next_cuts.when(self.cut_again));
        tell(out, What::Cut { by, depth }, cites);
        self.spread = false;
        self.stage = Stage::FirstBurn;
        Ok(())
    }

    fn check_unasked(&self, patron: Patron) -> Result<(), Refusal> {
        if self.asked.has(patron) { Err(Refusal::not_awaited("cut-declined-already")) } else { Ok(()) }
    }

    /// Handles a patron who declines the cut, or wants the batch from the shuffler shuffled once more.
    pub(super) fn choose<S: Sink>(
        &mut self,
        patron: Patron,
        choice: ChoiceId,
        scene: &Seen<'_>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        awaited(self.stage == Stage::Cut)?;
        let law = &scene.law.shoe;
        match choice {
            words::DECLINE_CUT => {
                self.check_unasked(patron)?;
                self.asked.add(patron);
                tell(out, What::CutDeclined { patron }, law.offered.applies());
                Ok(())
            }
            words::SHUFFLE_AGAIN => {
                possible(scene.terms.shuffler, "no-shuffler")?;
                awaited(self.spread)?;
                self.stage = Stage::Shuffle(law.before_play.applies().into());
                self.spread = false;
                let told = What::Chosen { patron, spot: Spot::TABLE, choice, amount: None, lapsed: false };
                tell(out, told, law.idle_request.applies());
                Ok(())
            }
            _ => awaited(false),
        }
    }

    /// Closes the offer of the cut for one patron, or for all who did not answer.
    pub(super) fn cut_lapses<S: Sink>(
        &mut self,
        silent: Option<Patron>,
        spot: Spot,
        scene: &Seen<'_>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        awaited(self.stage == Stage::Cut && spot == Spot::TABLE)?;
        for patron in self.to_ask(scene).iter().filter(|patron| silent.is_none_or(|one| one == *patron)) {
            self.asked.add(patron);
            tell(out, What::CutDeclined { patron }, scene.law.shoe.offered.applies());
        }
        Ok(())
    }

    /// Whether the cards are cut and no card has left the shoe since.
    fn may_cut_again(&self, shoe: &Shoe) -> bool {
        self.stage == Stage::FirstBurn && shoe.drawn_since_shuffle() == 0
    }

    pub(super) fn has_cut_again<S: Sink>(
        &mut self,
        actor: Actor,
        scene: &Seen<'_>,
        shoe: &Shoe,
        out: &mut S,
    ) -> Result<(), Refusal> {
        cut_again(self.may_cut_again(shoe), actor, scene.law.shoe.cut_again, out)?;
        self.stage = Stage::Cut;
        self.cut_again = true;
        Ok(())
    }

    /// Spreads the cards of an idle table; they are shuffled before play.
    pub(super) fn spread_cards<S: Sink>(
        &mut self,
        actor: Actor,
        scene: &Seen<'_>,
        shoe: &mut Shoe,
        out: &mut S,
    ) -> Result<(), Refusal> {
        by_staff(actor, Rank::Dealer)?;
        let law = &scene.law.shoe;
        law.idle.forbids(!scene.is_idle(), "table-not-idle")?;
        awaited(self.is_ready() && !scene.closed)?;
        let shuffler = scene.terms.shuffler;
        let cites = Cites::from(law.idle.applies())
            .and(law.idle_shuffled.when(!shuffler))
            .and(law.idle_other_batch.when(shuffler));
        tell(out, What::Stepped { step: words::SPREAD_CARDS, by: Rank::Dealer }, cites);
        scene.duties.tell(Moment::Idle, out);
        shoe.empty_into_rack();
        self.stage = Stage::Shuffle(law.before_play.applies().into());
        self.spread = true;
        Ok(())
    }

    // --------------------------------------------------------------------- burning

    /// Burns a card: the first one, which is shown, or one of those that follow it.
    pub(super) fn burn<S: Sink>(
        &mut self,
        face: Face,
        scene: &Seen<'_>,
        mut cards: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let (law, before) = (&scene.law.shoe, self.stage);
        let cites = match before {
            Stage::FirstBurn => {
                let first = face.card().map_or(0, hand::burns);
                self.stage = TwoHands::burns_left(first);
                Cites::from(law.first_shown.applies())
            }
            Stage::Burn(left) => {
                self.stage = TwoHands::burns_left(left.saturating_sub(1));
                let first = cards.layout.at(Place::Rack).find_map(|laid| laid.face.card()).map(hand::burns);
                Cites::from(law.more_burnt.applies())
                    .and(law.ten_burns.when(first == Some(10)))
                    .and(law.ace_burns.when(first == Some(1)))
            }
            _ => Cites::NONE,
        };
        let drawn = Drawn::from_shoe(cards.shoe, face.card());
        let foreign = TwoHands::lay(Place::Rack, face, drawn, cites, &mut cards, out);
        let after = std::mem::replace(&mut self.stage, before);
        self.tell_cover_card(scene, cards.shoe, out);
        self.stage = after;
        if foreign { Came::Unforeseen(Place::Rack) } else { Came::Nothing }
    }

    fn burns_left(left: u8) -> Stage {
        if left == 0 { Stage::Ready } else { Stage::Burn(left) }
    }

    // ------------------------------------------------------------ the end of a shoe

    /// Reports once that the cover card came out.
    pub(super) fn tell_cover_card<S: Sink>(&mut self, scene: &Seen<'_>, shoe: &Shoe, out: &mut S) {
        if shoe.cut_card_reached() && !self.cover_told {
            self.cover_told = true;
            // It came out in the burn, or in a round without wagers.
            let elsewhere = self.stage != Stage::Ready || self.simulated != Simulated::No;
            let rule = scene.law.errors.cover_elsewhere.when(elsewhere);
            tell(out, What::CutCardReached, Cites::from(scene.law.shoe.cover_came.applies()).and(rule));
        }
    }

    /// Puts the cards of the hands into the rack, and has a shoe that is over shuffled.
    pub(super) fn collect<S: Sink>(&mut self, scene: &Seen<'_>, cards: Cards<'_>, out: &mut S) {
        let Cards { layout, shoe } = cards;
        for place in [Place::Player, Place::Banker] {
            let count = crate::common::card_count(layout.take_up(|laid| laid.place == place));
            if count > 0 {
                shoe.to_rack(count);
                tell(out, What::Collected { place, cards: count }, scene.law.deal.collected.applies());
            }
        }
        let simulated = std::mem::replace(&mut self.simulated, Simulated::No) != Simulated::No;
        self.told = Told::Nothing;
        self.holding = [Holding::NONE; 2];
        if self.stage == Stage::Ready && shoe.cut_card_reached() {
            let law = &scene.law.shoe;
            let last = law.last_round.applies();
            let rest = Cites::from(last).and(scene.law.errors.cover_elsewhere.when(simulated));
            self.end_shoe(Cites::from(law.after_shoe.applies()).and(last), rest, shoe, out);
        }
    }

    /// Puts the rest of the shoe into the rack, and has all cards shuffled.
    pub(super) fn end_shoe<S: Sink>(&mut self, shuffle: Cites, rest: Cites, shoe: &mut Shoe, out: &mut S) {
        let cards = shoe.remaining();
        shoe.empty_into_rack();
        tell(out, What::Collected { place: Place::Next, cards }, rest);
        self.stage = Stage::Shuffle(shuffle);
    }

    // ---------------------------------------------------------------------- offers

    pub(super) fn visit_offers(&self, scene: &Seen<'_>, shoe: &Shoe, visit: &mut dyn FnMut(Offer)) {
        let law = &scene.law.shoe;
        let by_staff = |rank, ask, rule| Offer::new(By::Staff(rank), ask, rule);
        let table = |choice| Ask::Choose { spot: Spot::TABLE, choice };
        match self.stage {
            Stage::Cut => {
                let asked = self.to_ask(scene);
                for patron in asked.iter() {
                    visit(Offer::new(By::Patron(patron), Ask::Cut, law.offered.rule()));
                    let decline =
                        Offer::new(By::Patron(patron), table(words::DECLINE_CUT), law.offered.rule());
                    visit(decline.by_default());
                    if self.spread && scene.terms.shuffler {
                        let again = table(words::SHUFFLE_AGAIN);
                        visit(Offer::new(By::Patron(patron), again, law.idle_request.rule()));
                    }
                }
                if asked.is_empty() {
                    visit(by_staff(Rank::Dealer, Ask::Cut, law.dealer_cuts.rule()));
                }
            }
            Stage::FirstBurn if self.may_cut_again(shoe) => {
                visit(by_staff(Rank::Floor, Ask::Step(words::CUT_AGAIN), law.cut_again.rule()));
            }
            Stage::Ready if self.is_ready() && !scene.closed && scene.is_idle() => {
                visit(by_staff(Rank::Dealer, Ask::Step(words::SPREAD_CARDS), law.idle.rule()));
            }
            Stage::Ready if self.told == Told::Result && scene.by_dealer => {
                let settle: StepId = words::SETTLE;
                visit(by_staff(Rank::Dealer, Ask::Step(settle), scene.law.deal.result.rule()));
            }
            _ => {}
        }
    }

    // ------------------------------------------------------------------------- key

    /// Drops everything that no later line depends on: cards that all wait to be shuffled count as one pack.
    pub(super) fn forget_what_is_over(&mut self, closed: bool, cards: Cards<'_>) {
        let Cards { layout, shoe } = cards;
        self.cover_told = false;
        if self.stage != Stage::Cut && self.stage != Stage::FirstBurn {
            (self.asked, self.cut_again) = (Patrons::NONE, false);
        }
        if matches!(self.stage, Stage::Shuffle(_)) && !closed {
            self.next.clear(layout);
            layout.clear();
            *shoe = Shoe::new(shoe.pack());
        }
        shoe.forget_draws();
        count_anew(|each| {
            let laid = layout.cards_mut().map(|laid| &mut laid.draw);
            laid.chain(self.next.draws_mut()).for_each(each);
        });
    }

    /// How many cards lie in both hands.
    pub(super) fn dealt(layout: &Layout) -> usize {
        layout.at(Place::Player).count() + layout.at(Place::Banker).count()
    }
}
