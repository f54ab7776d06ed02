//! The deal: cards to either hand, the dealer's announcements, and a round without wagers.

use super::hand::{self, Hand};
use super::{Came, Cards, Dealing, Seen, Simulated, Stage, Told, TwoHands, TwoHandsResult, words};
use crate::common::{Drawn, NextCard, Report, awaited, by_staff, tell};
use crate::layout_table::words::ROUND_VOID;
use engine::{
    Actor, Announcement, Cites, Due, Face, LaidCard, Layout, Place, Rank, Refusal, Seen as SeenBy, Sink, What,
};
use felt::Shoe;

/// The places of the two hands.
const HANDS: [Place; 2] = [Place::Player, Place::Banker];

/// Both hands as they lie open.
pub(super) fn hands(layout: &Layout) -> [Hand; 2] {
    HANDS.map(|place| Hand::at(layout, place))
}

impl TwoHands {
    /// The input that is due while cards are dealt: four of them, turns of those that lie face down, and up
    /// to two more.
    pub(super) fn due_of_deal(&self, scene: &Seen<'_>, layout: &Layout) -> Due {
        let dealing = scene.terms.dealing;
        let [player, banker] = HANDS.map(|place| layout.at(place).count());
        if player + banker < 4 {
            let to = if player <= banker { Place::Player } else { Place::Banker };
            return Due::Card { to, up: dealing == Dealing::FaceUp };
        }
        if let Some(due) = self.due_of_closed(scene, layout) {
            return due;
        }
        match hand::wanted(hands(layout)) {
            Some(to) => Due::Card { to, up: dealing != Dealing::PatronsHold },
            None => Due::Step(words::SETTLE),
        }
    }

    /// The place where a card of the deal is due, if any, and whether it is dealt face up.
    pub(super) fn due_card(&self, scene: &Seen<'_>, layout: &Layout) -> Option<(Place, bool)> {
        match self.deals(scene).then(|| self.due_of_deal(scene, layout)) {
            Some(Due::Card { to, up }) => Some((to, up)),
            _ => None,
        }
    }

    /// Performs the automatic steps: waiting cards are used, the dealer announces what lies there, a round
    /// without wagers begins and ends.
    pub(super) fn deal_on<S: Sink>(
        &mut self,
        scene: &Seen<'_>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let Cards { layout, shoe } = cards;
        while self.stage == Stage::Ready {
            if !self.deals(scene) && !self.begin_simulated(scene, layout, out) {
                break;
            }
            let both = hands(layout);
            if TwoHands::dealt(layout) >= 4 {
                self.tell_decisions(both, scene, out);
            }
            if let Some(card) = self.due_card(scene, layout) {
                if self.use_next(card, scene, layout, out) {
                    continue;
                }
                if shoe.remaining() > 0 || self.next.first_hidden(layout).is_some() {
                    break;
                }
                return self.too_few_cards(
                    Report { kind: words::SHOE_RAN_OUT, place: None },
                    scene,
                    shoe,
                    out,
                );
            }
            if self.due_of_closed(scene, layout).is_some() {
                break;
            }
            self.tell_result(both, scene, out);
            if self.simulated != Simulated::No {
                self.collect(scene, Cards { layout: &mut *layout, shoe: &mut *shoe }, out);
                continue;
            }
            if scene.by_dealer && self.told != Told::Released {
                break;
            }
            tell(
                out,
                What::Stepped { step: words::SETTLE, by: Rank::Dealer },
                scene.law.deal.result.applies(),
            );
            let [player, banker] = both.map(Hand::counted);
            return Came::Final(TwoHandsResult { player, banker });
        }
        Came::Nothing
    }

    /// Releases the settlement.
    pub(super) fn release(&mut self, actor: Actor, scene: &Seen<'_>, layout: &Layout) -> Result<(), Refusal> {
        by_staff(actor, Rank::Dealer)?;
        let due = self.deals(scene).then(|| self.due_of_deal(scene, layout));
        awaited(due == Some(Due::Step(words::SETTLE)))?;
        self.told = Told::Released;
        Ok(())
    }

    // ------------------------------------------------------------------------ cards

    /// Lays a card on the layout, and returns whether it cannot be a card of the shoe.
    pub(super) fn lay<S: Sink>(
        place: Place,
        face: Face,
        drawn: Drawn,
        cites: Cites,
        cards: &mut Cards<'_>,
        out: &mut S,
    ) -> bool {
        let Drawn { draw, foreign, .. } = drawn;
        let seen = SeenBy::NOBODY;
        if place == Place::Rack {
            cards.shoe.to_rack(1);
        }
        if place != Place::Rack || face.is_up() {
            cards.layout.lay(LaidCard { draw, place, face, seen });
        }
        tell(out, What::CardLaid { draw, place, face, seen }, cites);
        foreign
    }

    /// Deals a card to the hand where it is due: one that waits unseen, or the next of the shoe.
    pub(super) fn deal_card<S: Sink>(
        &mut self,
        (to, face): (Place, Face),
        because: Cites,
        scene: &Seen<'_>,
        mut cards: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let waited = self.next.first_hidden(cards.layout).and_then(|next| next.because);
        let cites = because.and(waited).and_all(Self::deal_cites((to, face.is_up()), scene, cards.layout));
        let drawn = self.next.draw(cards.shoe, cards.layout, face);
        if drawn.held {
            cards.layout.take_up(|lying| lying.draw == drawn.draw);
        }
        let foreign = TwoHands::lay(to, face, drawn, cites, &mut cards, out);
        self.show_third(to, scene, cards.layout, out);
        self.tell_cover_card(scene, cards.shoe, out);
        if foreign { Came::Unforeseen(to) } else { Came::Nothing }
    }

    /// Deals the first waiting card to a hand if it lies open, and returns whether there was one.
    fn use_next<S: Sink>(
        &mut self,
        (to, _): (Place, bool),
        scene: &Seen<'_>,
        layout: &mut Layout,
        out: &mut S,
    ) -> bool {
        if self.next.is_empty() {
            return false;
        }
        let Some(next) = self.next.first(layout).filter(|next| next.laid.face.is_up()) else { return false };
        self.bring(next, to, scene, layout, out);
        true
    }

    fn bring<S: Sink>(
        &mut self,
        next: NextCard,
        to: Place,
        scene: &Seen<'_>,
        layout: &mut Layout,
        out: &mut S,
    ) {
        let NextCard { laid, because } = next;
        let cites = Cites::from(because).and_all(Self::deal_cites((to, true), scene, layout));
        self.next.forget(laid.draw);
        layout.take_up(|lying| lying.draw == laid.draw);
        layout.lay(LaidCard { place: to, ..laid });
        tell(out, What::CardMoved { draw: laid.draw, from: Place::Next, to }, cites);
    }

    /// The rules by which a card is dealt to a hand now.
    fn deal_cites((to, up): (Place, bool), scene: &Seen<'_>, layout: &Layout) -> Cites {
        let (law, both) = (&scene.law.deal, hands(layout));
        let midi = scene.law.midi.filter(|_| !up).map(|midi| midi.both);
        if TwoHands::dealt(layout) < 4 {
            let whose = if to == Place::Player { law.to_player } else { law.to_banker };
            return Cites::from(whose.applies()).and(midi.map_or(law.face_up, |midi| midi.down).applies());
        }
        let decision = match to {
            Place::Player => hand::of_player(both),
            _ => hand::of_banker(both),
        };
        let third = midi.map_or(law.third, |midi| midi.third);
        decision.by(&scene.law.third).and(third.applies()).and(law.decided.applies())
    }

    // -------------------------------------------------------------- what is told

    /// Announces what four cards count, and then which hands draw none.
    fn tell_decisions<S: Sink>(&mut self, both: [Hand; 2], scene: &Seen<'_>, out: &mut S) {
        let told = [(Told::Nothing, Told::PlayersCount), (Told::PlayersCount, Told::Counts)];
        for ((place, hand), (before, after)) in HANDS.into_iter().zip(both).zip(told) {
            if self.told == before && hand.cards() >= 2 {
                let law = &scene.law.deal;
                let cites =
                    Cites::from(law.told.applies()).and(law.count.applies()).and_all(hand.values(law));
                tell_count(place, hand, cites, out);
                self.told = after;
            }
        }
        let decided = scene.law.deal.decided;
        if self.told == Told::Counts {
            let decision = hand::of_player(both);
            let drawn = both[0].cards() > 2;
            if !drawn && !decision.draws {
                tell_count(
                    Place::Player,
                    both[0],
                    Cites::from(decided.applies()).and_all(decision.by(&scene.law.third)),
                    out,
                );
            }
            if drawn || !decision.draws {
                self.told = Told::Player;
            }
        }
        if self.told == Told::Player {
            let decision = hand::of_banker(both);
            let drawn = both[1].cards() > 2;
            if !drawn && !decision.draws {
                let cites = Cites::from(decided.applies()).and_all(decision.by(&scene.law.third));
                tell_count(Place::Banker, both[1], cites, out);
            }
            if drawn || !decision.draws {
                self.told = Told::Banker;
            }
        }
    }

    fn tell_result<S: Sink>(&mut self, both: [Hand; 2], scene: &Seen<'_>, out: &mut S) {
        if matches!(self.told, Told::Result | Told::Released) {
            return;
        }
        let law = &scene.law.deal;
        let tie = both[0].points() == both[1].points();
        for (place, hand) in HANDS.into_iter().zip(both) {
            tell_count(place, hand, Cites::from(law.result.applies()).and(law.tie.when(tie)), out);
        }
        self.told = Told::Result;
    }

    // ------------------------------------------------------ a round without wagers

    /// Begins a round without wagers for a card that was seen and that no round could use, and returns
    /// whether there was one.
    fn begin_simulated<S: Sink>(&mut self, scene: &Seen<'_>, layout: &mut Layout, out: &mut S) -> bool {
        if self.next.is_empty() {
            return false;
        }
        let shown = self.next.iter(layout).find(|next| next.laid.face.is_up());
        let Some(next) = shown else { return false };
        let errors = &scene.law.errors;
        let open =
            next.because.is_some_and(|rule| errors.open_simulated.is(rule) || errors.open_used.is(rule));
        let (simulated, by) = match open {
            true => (Simulated::FaceUp, errors.open_simulated),
            false => (Simulated::Shown, errors.simulated),
        };
        self.simulated = simulated;
        self.bring(NextCard { because: by.applies(), ..next }, Place::Player, scene, layout, out);
        true
    }

    /// Voids the round because no card is left.
    pub(super) fn too_few_cards<S: Sink>(
        &mut self,
        report: Report,
        scene: &Seen<'_>,
        shoe: &mut Shoe,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let law = &scene.law.errors;
        report.remedied(ROUND_VOID, law.too_few.applies(), out);
        let shuffled = law.too_few_shuffled.applies();
        self.end_shoe(
            Cites::from(scene.law.shoe.after_shoe.applies()).and(shuffled),
            shuffled.into(),
            shoe,
            out,
        );
        Came::Void(law.too_few)
    }
}

/// Announces what a hand counts.
fn tell_count<S: Sink>(place: Place, hand: Hand, cites: Cites, out: &mut S) {
    let told =
        What::Announced { place, hand: Announcement::Total { value: hand.points().into(), soft: false } };
    tell(out, told, cites);
}
