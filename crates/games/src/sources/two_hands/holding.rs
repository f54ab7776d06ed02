//! Cards that lie face down: who holds those of a hand, and who turns them.
//!
//! The player's hand is opened first, and the banker's after the player's was called. At a midi table the
//! patron with the highest wager on a hand may take its cards, look at them and turn them one by one; a
//! patron to whom they are offered may pass them to the next. If no patron takes them, and at all other
//! tables, the dealer turns them.

use super::law::Midi;
use super::{Came, Cards, Dealing, Seen, Simulated, TwoHands, TwoHandsResult, words};
use crate::common::{awaited, lies_hidden, look_under, possible, tell};
use crate::sources::{Source, highest};
use engine::{
    Ask, By, ChoiceId, Cites, Due, Face, LaidCard, Layout, Offer, Patron, Patrons, Place, Refusal, Sink,
    Spot, What,
};
use felt::Card;
use serde::{Deserialize, Serialize};

/// The state of the cards of one hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Holding {
    /// The patrons who passed them on.
    ceded: Patrons,
    /// The patron who took them.
    taken: Option<Patron>,
    /// Whether that patron said that they turn the next one. A patron who takes the cards after them has not
    /// said so.
    turning: bool,
    /// Whether they took too long, so that the dealer turns the others.
    too_late: bool,
}

impl Holding {
    pub(super) const NONE: Holding =
        Holding { ceded: Patrons::NONE, taken: None, turning: false, too_late: false };
}

/// A hand that lies face down, at a table where a patron may hold it.
struct Held {
    place: Place,
    patron: Patron,
    midi: &'static Midi,
}

/// The hand whose cards must be turned: the player's first.
fn closed_hand(layout: &Layout) -> Option<Place> {
    [Place::Player, Place::Banker].into_iter().find(|place| lies_hidden(layout, *place))
}

fn index(place: Place) -> usize {
    usize::from(place == Place::Banker)
}

/// Whether a hand has its third card.
fn has_third(layout: &Layout, place: Place) -> bool {
    layout.at(place).count() > 2
}

impl TwoHands {
    /// The input that is due before both hands lie open, if one of them does not.
    pub(super) fn due_of_closed(&self, scene: &Seen<'_>, layout: &Layout) -> Option<Due> {
        let place = closed_hand(layout)?;
        let Holding { taken, turning, .. } = self.holding[index(place)];
        Some(match self.holder(place, scene) {
            Some(patron) if !(turning && taken == Some(patron)) => Due::Choice { patron, spot: Spot::TABLE },
            _ => Due::Turn { place },
        })
    }

    // ------------------------------------------------------------------- who holds

    /// The law on patrons who hold cards, if the table has it and the round has wagers.
    pub(super) fn midi(&self, scene: &Seen<'_>) -> Option<&'static Midi> {
        let holds = scene.terms.dealing == Dealing::PatronsHold && self.simulated == Simulated::No;
        scene.law.midi.filter(|_| holds)
    }

    /// The patron who has the cards of a hand or is offered them: the highest wager, and among equal ones
    /// that of the lowest place.
    fn holder(&self, place: Place, scene: &Seen<'_>) -> Option<Patron> {
        let midi = self.midi(scene)?;
        let holding = &self.holding[index(place)];
        let bets = scene.bets_on(midi.wager_on(place));
        let most = highest(bets.filter(|wager| !holding.ceded.has(wager.patron)));
        most.filter(|_| !holding.too_late).map(|wager| wager.patron)
    }

    /// The patron who is asked about a hand now.
    fn asked(&self, scene: &Seen<'_>, layout: &Layout) -> Option<Held> {
        let Some(Due::Choice { patron, .. }) = self.due(scene, layout) else { return None };
        Some(Held { place: closed_hand(layout)?, patron, midi: self.midi(scene)? })
    }

    /// The rules by which a patron has the cards of a hand.
    fn by_holding(&self, held: &Held, scene: &Seen<'_>, layout: &Layout) -> Cites {
        let Held { place, patron, midi } = *held;
        let ceded = self.holding[index(place)].ceded;
        let own = scene.bets_on(midi.wager_on(place)).find(|wager| wager.patron == patron);
        let equal = scene.bets_on(midi.wager_on(place)).any(|wager| {
            wager.patron != patron
                && !ceded.has(wager.patron)
                && own.is_some_and(|own| own.stake == wager.stake)
        });
        let law = midi.of(place);
        Cites::from(law.most.applies())
            .and(law.ceded.when(!ceded.is_empty()))
            .and(midi.both.equal.when(equal))
            .and(midi.both.third.when(has_third(layout, place)))
    }

    /// The rules by which the next card of a hand is turned, by its holder or by the dealer.
    fn by_turning(&self, place: Place, scene: &Seen<'_>, layout: &Layout) -> Cites {
        let down = scene.law.midi.map(|midi| midi.both.down).and_then(|down| down.applies());
        let Some(midi) = self.midi(scene) else { return Cites::from(down) };
        if let Some(patron) = self.holder(place, scene) {
            return self.by_holding(&Held { place, patron, midi }, scene, layout);
        }
        let law = midi.of(place);
        let rule = match scene.bets_on(midi.wager_on(place)).next() {
            Some(_) if self.holding[index(place)].too_late => midi.both.too_late,
            Some(_) => law.all_ceded,
            None => law.nobody,
        };
        Cites::from(rule.applies()).and(midi.both.third.when(has_third(layout, place)))
    }

    // --------------------------------------------------------------- what they do

    /// Handles a patron's choice to take the cards of a hand, to pass them on, or to turn one.
    pub(super) fn choose_about_hand<S: Sink>(
        &mut self,
        patron: Patron,
        choice: ChoiceId,
        scene: &Seen<'_>,
        layout: &mut Layout,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Some(held) = self.asked(scene, layout) else { return awaited(false) };
        let Held { place, midi, .. } = held;
        midi.of(place).most.forbids(held.patron != patron, "not-your-cards")?;
        let cites = match choice {
            words::CEDE_CARDS => midi.of(place).ceded.applies().into(),
            _ => self.by_holding(&held, scene, layout),
        };
        let holding = &mut self.holding[index(place)];
        awaited((choice == words::TURN_CARD) == (holding.taken == Some(patron)))?;
        match choice {
            words::TAKE_CARDS => (holding.taken, holding.turning) = (Some(patron), false),
            words::CEDE_CARDS => holding.ceded.add(patron),
            _ => holding.turning = true,
        }
        tell(out, What::Chosen { patron, spot: Spot::TABLE, choice, amount: None, lapsed: false }, cites);
        if choice == words::TAKE_CARDS {
            look_under(layout, place, Some(patron), midi.both.touch.applies(), out);
        }
        Ok(())
    }

    /// Handles an asked patron who did not answer in time: the next is asked, or the dealer turns the cards
    /// they had taken.
    pub(super) fn holder_lapses<S: Sink>(
        &mut self,
        silent: Option<Patron>,
        spot: Spot,
        scene: &Seen<'_>,
        layout: &Layout,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let held = self.asked(scene, layout).filter(|held| silent.is_none_or(|one| one == held.patron));
        let Some(Held { place, patron, midi }) = held.filter(|_| spot == Spot::TABLE) else {
            return awaited(false);
        };
        let holding = &mut self.holding[index(place)];
        let choice = if holding.taken == Some(patron) {
            holding.too_late = true;
            words::TURN_CARD
        } else {
            holding.ceded.add(patron);
            words::CEDE_CARDS
        };
        let told = What::Chosen { patron, spot, choice, amount: None, lapsed: true };
        tell(out, told, midi.both.too_late.applies());
        Ok(())
    }

    /// Shows the holder of a hand its third card.
    pub(super) fn show_third<S: Sink>(
        &self,
        place: Place,
        scene: &Seen<'_>,
        layout: &mut Layout,
        out: &mut S,
    ) {
        let taken = self.holding[index(place)].taken;
        let (Some(midi), Some(patron)) = (self.midi(scene), taken) else { return };
        if self.holder(place, scene) == taken && has_third(layout, place) {
            look_under(layout, place, Some(patron), midi.both.touch.applies(), out);
        }
    }

    /// Turns a card of a hand: by its holder, who said so, or by the dealer.
    pub(super) fn turn_in_hand<S: Sink>(
        &mut self,
        place: Place,
        card: Card,
        scene: &Seen<'_>,
        cards: &mut Cards<'_>,
        out: &mut S,
    ) -> Result<Came<TwoHandsResult>, Refusal> {
        if let Some(Held { place, midi, .. }) = self.asked(scene, cards.layout) {
            midi.of(place).most.forbids(true, "cards-are-held")?;
        }
        awaited(self.due(scene, cards.layout) == Some(Due::Turn { place }))?;
        let cites = self.by_turning(place, scene, cards.layout);
        let hidden = |laid: &&mut LaidCard| laid.place == place && !laid.face.is_up();
        let Some(laid) = cards.layout.cards_mut().find(hidden) else {
            return awaited(false).map(|()| Came::Nothing);
        };
        possible(laid.face.card().is_none_or(|read| read == card), "card-read-otherwise")?;
        let foreign = laid.face == Face::Unread && cards.shoe.reveal(card).is_err();
        let (draw, face) = (laid.draw, Face::Up(card));
        laid.face = face;
        self.holding[index(place)].turning = false;
        tell(out, What::CardTurned { draw, place, face }, cites);
        Ok(if foreign { Came::Unforeseen(place) } else { Came::Nothing })
    }

    /// The choices of the patron who has the cards of a hand or is offered them.
    pub(super) fn visit_holding(&self, scene: &Seen<'_>, layout: &Layout, visit: &mut dyn FnMut(Offer)) {
        let Some(Held { place, patron, midi }) = self.asked(scene, layout) else { return };
        let law = midi.of(place);
        let offer =
            |choice, rule| Offer::new(By::Patron(patron), Ask::Choose { spot: Spot::TABLE, choice }, rule);
        if self.holding[index(place)].taken == Some(patron) {
            visit(offer(words::TURN_CARD, law.most.rule()).by_default());
            return;
        }
        visit(offer(words::TAKE_CARDS, law.most.rule()));
        visit(offer(words::CEDE_CARDS, law.ceded.rule()).by_default());
    }
}
