//! Cards that come in the wrong place or at the wrong time, and what staff report about them.

use super::{Came, Cards, Seen, Stage, TwoHands, TwoHandsResult, words};
use crate::common::{Drawn, Report, lies_hidden, look_under, possible, tell};
use crate::layout_table::words::NO_EFFECT;
use engine::{
    Actor, Cites, Due, Face, LaidCard, Layout, Patron, Place, Rank, Refusal, Rule, Seen as SeenBy, Sink, What,
};
use felt::{Card, Shoe};

impl TwoHands {
    /// Handles a reported card.
    pub(super) fn card<S: Sink>(
        &mut self,
        to: Place,
        face: Face,
        scene: &Seen<'_>,
        mut cards: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<TwoHandsResult>, Refusal> {
        possible(matches!(to, Place::Player | Place::Banker | Place::Rack | Place::Next), "no-such-place")?;
        let held = to != Place::Next && face.is_up() && self.next.first_hidden(cards.layout).is_some();
        possible(cards.shoe.remaining() > 0 || held, "no-cards-in-shoe")?;
        match self.stage {
            Stage::Shuffle(_) | Stage::Cut => return Err(Refusal::impossible("no-card-due")),
            Stage::FirstBurn | Stage::Burn(_) => {
                possible(to == Place::Rack, "no-card-due")?;
                possible(self.stage != Stage::FirstBurn || face.is_up(), "face-up-due")?;
                return Ok(self.burn(face, scene, cards, out));
            }
            Stage::Ready => {}
        }
        let errors = &scene.law.errors;
        let third = self.is_third_in_error(to, scene, cards.layout);
        let kind = if face.is_up() { words::DRAWN_EXPOSED } else { words::DRAWN_UNEXPOSED };
        let report = Report { kind, place: Some(to) };
        let Some((due, up)) = self.due_card(scene, cards.layout) else {
            let rule = match face {
                Face::Up(_) => errors.simulated,
                _ if third => errors.third_is_next,
                _ => errors.next_first,
            };
            return Ok(self.waits(report, face, rule.applies().into(), scene, &mut cards, out));
        };
        // While the floor has yet to rule, cards may come before a waiting one is used.
        let after_another = self.next.first(cards.layout).is_some_and(|next| next.laid.face.is_up());
        if (up && !face.is_up()) || after_another {
            let rule = match face {
                Face::Up(_) => errors.shown_used,
                _ if third => errors.third_is_bankers,
                _ => errors.wrong_place,
            };
            return Ok(self.waits(report, face, rule.applies().into(), scene, &mut cards, out));
        }
        let face = self.next.as_read(cards.layout, face)?;
        let shown = errors.shown_used.when(face.is_up() && !up);
        let (mut because, moved) =
            (Cites::from(shown), What::Remedied { remedy: words::MOVED, place: Some(to) });
        if third {
            let used = match face.is_up() {
                true => Cites::from(errors.shown_used.applies()).and(errors.shown_third.applies()),
                false => errors.third_is_bankers.applies().into(),
            };
            report.told(used.and(self.no_second_third(to, scene, cards.layout)), out);
            tell(out, moved, used);
        } else if to != due {
            because = because.and(errors.wrong_place.applies());
            tell(out, moved, because.and(self.no_second_third(to, scene, cards.layout)));
        }
        Ok(self.deal_card((due, face), because, scene, cards, out))
    }

    /// Whether a card at this place is a third one for the player's hand although none is due.
    fn is_third_in_error(&self, to: Place, scene: &Seen<'_>, layout: &Layout) -> bool {
        to == Place::Player
            && self.deals(scene)
            && TwoHands::dealt(layout) >= 4
            && layout.at(to).count() == 2
            && !matches!(self.due_card(scene, layout), Some((Place::Player, _)))
    }

    /// Whether the round needs a card now, or may need one when its hands lie open.
    fn may_need_one(&self, scene: &Seen<'_>, layout: &Layout) -> bool {
        self.deals(scene) && !matches!(self.due_of_deal(scene, layout), Due::Step(_))
    }

    /// The rule against a fourth card of a hand.
    fn no_second_third(&self, to: Place, scene: &Seen<'_>, layout: &Layout) -> Option<Rule> {
        scene.law.deal.never_more.when(layout.at(to).count() >= 3)
    }

    /// Keeps a card at the side until a hand needs it, or for a round without wagers.
    fn waits<S: Sink>(
        &mut self,
        report: Report,
        face: Face,
        cites: Cites,
        scene: &Seen<'_>,
        cards: &mut Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let more = report.place.and_then(|place| self.no_second_third(place, scene, cards.layout));
        let needed = self.may_need_one(scene, cards.layout);
        let simulated =
            face.is_up() && (!needed || cites.iter().any(|rule| scene.law.errors.open_simulated.is(rule)));
        let remedy = if simulated { words::SIMULATED_ROUND } else { words::USED_AS_NEXT };
        report.remedied_by(cites.and(more), (remedy, cites), out);
        let Drawn { draw, foreign, .. } = Drawn::from_shoe(cards.shoe, face.card());
        let (place, seen) = (Place::Next, SeenBy::NOBODY);
        self.next.keep(cards.layout, LaidCard { draw, place, face, seen }, cites.iter().next());
        tell(out, What::CardLaid { draw, place, face, seen }, cites);
        self.tell_cover_card(scene, cards.shoe, out);
        if foreign { Came::Unforeseen(Place::Next) } else { Came::Nothing }
    }

    /// Handles the turn of a waiting card that lay face down: it counts as seen from now on.
    pub(super) fn turn<S: Sink>(
        &mut self,
        place: Place,
        card: Card,
        scene: &Seen<'_>,
        cards: &mut Cards<'_>,
        out: &mut S,
    ) -> Result<Came<TwoHandsResult>, Refusal> {
        if place != Place::Next && lies_hidden(cards.layout, place) {
            return self.turn_in_hand(place, card, scene, cards, out);
        }
        let needed = self.may_need_one(scene, cards.layout);
        let down = |laid: &&mut LaidCard| laid.place == place && !laid.face.is_up();
        let Some(laid) = cards.layout.cards_mut().find(down) else {
            return Err(Refusal::impossible("no-card-to-turn"));
        };
        possible(laid.face.card().is_none_or(|read| read == card), "card-read-otherwise")?;
        let foreign = laid.face == Face::Unread && cards.shoe.reveal(card).is_err();
        let (draw, face) = (laid.draw, Face::Up(card));
        laid.face = face;
        let errors = &scene.law.errors;
        let (rule, remedy) = match needed {
            true => (errors.shown_used.applies(), words::USED_AS_NEXT),
            false => (errors.simulated.applies(), words::SIMULATED_ROUND),
        };
        tell(out, What::CardTurned { draw, place, face }, rule);
        let report = Report { kind: words::DRAWN_EXPOSED, place: Some(place) };
        report.remedied(remedy, rule, out);
        self.next.is_now(draw, rule);
        Ok(if foreign { Came::Unforeseen(place) } else { Came::Nothing })
    }

    /// Records that a person saw a card that lies face down: no rule covers that, unless they hold it.
    pub(super) fn looked_at<S: Sink>(
        &mut self,
        actor: Actor,
        patron: Option<Patron>,
        place: Place,
        layout: &mut Layout,
        out: &mut S,
    ) -> Result<Came<TwoHandsResult>, Refusal> {
        let themselves = patron.is_some_and(|patron| actor == Actor::Patron(patron));
        if !themselves && !actor.is_at_least(Rank::Dealer) {
            return Err(Refusal::not_yours("wrong-person"));
        }
        possible(lies_hidden(layout, place), "no-card-face-down")?;
        let all_seen = patron.is_some_and(|patron| {
            let mut hidden = layout.at(place).filter(|laid| !laid.face.is_up());
            hidden.all(|laid| laid.seen.patrons.has(patron))
        });
        look_under(layout, place, patron, None, out);
        Ok(if all_seen { Came::Nothing } else { Came::Unforeseen(place) })
    }

    // --------------------------------------------------------------------- reports

    /// Checks that this can have happened.
    pub(super) fn check_mishap(
        &self,
        report: Report,
        card: Option<Card>,
        scene: &Seen<'_>,
        (layout, shoe): (&Layout, &Shoe),
    ) -> Result<(), Refusal> {
        let hand = |place| matches!(place, Place::Player | Place::Banker | Place::Next);
        possible(report.place.is_none_or(hand), "no-such-place")?;
        let names = matches!(report.kind, words::DRAWN_EXPOSED | words::FACE_UP_IN_SHOE);
        possible(card.is_some() == names, "impossible-card")?;
        let dealing = self.stage == Stage::Ready;
        match report.kind {
            words::DRAWN_UNEXPOSED | words::DRAWN_EXPOSED => {
                possible(dealing, "no-card-due")?;
                possible(shoe.remaining() > 0, "no-cards-in-shoe")
            }
            words::FACE_UP_IN_SHOE => {
                possible(!matches!(self.stage, Stage::Shuffle(_) | Stage::Cut), "no-card-due")?;
                possible(shoe.remaining() > 0, "no-cards-in-shoe")
            }
            words::SHOE_RAN_OUT => possible(self.due_card(scene, layout).is_some(), "no-card-due"),
            words::CARD_TOUCHED => possible(TwoHands::dealt(layout) > 0, "no-hand-dealt"),
            _ => Err(Refusal::impossible("no-such-irregularity")),
        }
    }

    /// Handles a report that passed the check.
    pub(super) fn mishap<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        scene: &Seen<'_>,
        mut cards: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let errors = &scene.law.errors;
        match report.kind {
            words::SHOE_RAN_OUT => return self.too_few_cards(report, scene, cards.shoe, out),
            words::CARD_TOUCHED => {
                let touched = self.midi(scene).map_or(errors.touched, |midi| midi.both.touch);
                report.remedied(NO_EFFECT, touched.applies(), out);
                return Came::Nothing;
            }
            words::FACE_UP_IN_SHOE => return self.open_in_shoe(report, card, scene, cards, out),
            _ => {}
        }
        let face = card.map_or(Face::Unread, Face::Up);
        let needed = self.may_need_one(scene, cards.layout);
        let rule = match (face.is_up(), needed) {
            (true, true) => errors.shown_used,
            (true, false) => errors.simulated,
            (false, _) => errors.next_first,
        };
        let cites = Cites::from(rule.applies()).and(errors.wrong_place.when(needed));
        self.waits(report, face, cites, scene, &mut cards, out)
    }

    /// Handles a card that lies face up in the shoe.
    fn open_in_shoe<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        scene: &Seen<'_>,
        mut cards: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        let errors = &scene.law.errors;
        let face = card.map_or(Face::Unread, Face::Up);
        if self.stage != Stage::Ready {
            let rule = errors.open_burnt.applies();
            report.remedied(words::BURNT, rule, out);
            return self.burn(face, scene, cards, out);
        }
        let needed = self.may_need_one(scene, cards.layout);
        let none_dealt = TwoHands::dealt(cards.layout) == 0;
        let rule = if needed && !none_dealt { errors.open_used } else { errors.open_simulated };
        match self.waits(report, face, rule.applies().into(), scene, &mut cards, out) {
            // No card of this round is dealt yet, so it waits until the round without wagers is over.
            Came::Nothing if needed && none_dealt => Came::Reopened,
            came => came,
        }
    }
}
