//! Two cups of three dice, called the player's and the banker's hand: the only decision is who shakes.
//!
//! When bets are closed the dealer shakes both cups. Where the house lets patrons shake, each cup is then
//! offered to one patron, who shakes it or leaves it to the dealer. Finally the dealer opens the cups one
//! after the other.

mod law;
mod throw;

use super::{Came, Cards, Scene, Source, Words, highest};
use crate::common::{Report, awaited, by_patron, by_staff, possible, tell};
use engine::{
    Actor, Announcement, Ask, By, ChoiceId, Cites, CupView, Due, Event, Input, Layout, Offer, OpenError,
    Patron, Place, Rank, Refusal, Sink, Spot, StepId, What, Wheel,
};
use felt::{Card, Shoe, ThreeDice};
pub use law::{
    DICE_EXPOSED, DICE_NOT_FLAT, LEAVE_TO_DEALER, SHAKE_BANKER, SHAKE_CUPS, SHAKE_PLAYER, SHAKEN_AGAIN,
    Shaking, TwoCupsLaw, WRONG_DICE,
};
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Serialize};
pub use throw::{Shape, TwoCupsResult, value};

/// The hands, in the order in which their cups are opened.
const HANDS: [Place; 2] = [Place::Player, Place::Banker];

/// The terms of a table's cups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoCupsTerms {
    /// Whether the operator lets patrons shake.
    pub patrons_shake: bool,
}

/// The stage of a cup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Cup {
    /// It is not shaken yet.
    Still,
    /// The dealer has shaken it, and this patron may.
    Offered(Patron),
    /// It is shaken and closed; by this patron, or by the dealer if `None`.
    Shaken(Option<Patron>),
    /// It is open.
    Open(ThreeDice),
}

/// Two cups: the player's and the banker's.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct TwoCups {
    cups: [Cup; 2],
}

/// The table as this source sees it.
type Seen<'t> = Scene<'t, TwoCups>;

impl TwoCups {
    /// The cup that is offered to a patron now.
    fn offered(&self) -> Option<(usize, Patron)> {
        self.cups.iter().enumerate().find_map(|(at, cup)| match cup {
            Cup::Offered(patron) => Some((at, *patron)),
            _ => None,
        })
    }

    /// The cup that is opened next, with the patron who shook it, once no cup is on offer.
    fn next_to_open(&self) -> Option<(usize, Option<Patron>)> {
        let ready = self.cups.iter().all(|cup| matches!(cup, Cup::Shaken(_) | Cup::Open(_)));
        let next = self.cups.iter().enumerate().find_map(|(at, cup)| match cup {
            Cup::Shaken(by) => Some((at, *by)),
            _ => None,
        });
        next.filter(|_| ready)
    }

    fn is_still(&self) -> bool {
        self.cups == [Cup::Still; 2]
    }

    /// The result, once both cups are open.
    fn result(&self) -> Option<TwoCupsResult> {
        match self.cups {
            [Cup::Open(player), Cup::Open(banker)] => Some(TwoCupsResult { player, banker }),
            _ => None,
        }
    }

    /// Lets the dealer shake both cups, and offers those that patrons may shake.
    fn shake<S: Sink>(&mut self, by: Rank, scene: &Seen<'_>, out: &mut S) {
        let law = &scene.law.shaking;
        let holders = [0, 1].map(|at| scene.terms.patrons_shake.then(|| scene.holder(at)).flatten());
        let cites = Cites::from(law.shaken.applies())
            .and(law.cups.applies())
            .and(law.dealer_first.when(holders.iter().any(Option::is_some)));
        tell(out, What::Stepped { step: SHAKE_CUPS, by }, cites);
        for (cup, holder) in self.cups.iter_mut().zip(holders) {
            *cup = match holder {
                Some((patron, spot)) => {
                    let cites = Cites::from(law.handed.applies()).and(law.holder.applies());
                    tell(out, What::Asked { patron, spot }, cites);
                    Cup::Offered(patron)
                }
                None => Cup::Shaken(None),
            };
        }
    }

    /// Handles the choice of the asked patron, who shakes the cup or leaves it to the dealer.
    fn choose<S: Sink>(
        &mut self,
        (patron, choice, lapsed): (Patron, ChoiceId, bool),
        scene: &Seen<'_>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let (at, asked) = self.offered().ok_or(Refusal::not_awaited("not-now"))?;
        awaited(asked == patron && (choice == LEAVE_TO_DEALER || choice == shake_of(at)))?;
        let law = &scene.law.shaking;
        let shakes = choice != LEAVE_TO_DEALER;
        let spot = scene.place_of(patron).map_or(Spot::TABLE, Spot::first);
        let cites = Cites::from(law.handed.when(shakes)).and(law.holder.when(!shakes));
        tell(out, What::Chosen { patron, spot, choice, amount: None, lapsed }, cites);
        self.cups[at] = Cup::Shaken(Some(patron).filter(|_| shakes));
        Ok(())
    }

    /// Opens the next cup.
    fn open<S: Sink>(
        &mut self,
        dice: ThreeDice,
        scene: &Seen<'_>,
        out: &mut S,
    ) -> Result<Came<TwoCupsResult>, Refusal> {
        let law = &scene.law.shaking;
        law.not_exposed.forbids(self.offered().is_some(), "not-shaken-yet")?;
        let (at, _) = self.next_to_open().ok_or(Refusal::impossible("no-closed-cup"))?;
        let place = HANDS[at];
        let cites = Cites::from(law.opened.applies()).and(law.order.when(place == Place::Player));
        tell(out, What::RolledThree { place, dice }, cites);
        let hand = Announcement::Total { value: value(dice).into(), soft: false };
        tell(out, What::Announced { place, hand }, law.value.applies());
        self.cups[at] = Cup::Open(dice);
        Ok(self.result().map_or(Came::Nothing, Came::Final))
    }

    /// The closed cup that a report means: the one it names, or the next to be opened.
    fn closed_cup(&self, place: Option<Place>) -> Option<usize> {
        let is_closed = |at: &usize| matches!(self.cups[*at], Cup::Offered(_) | Cup::Shaken(_));
        match place {
            Some(place) => HANDS.iter().position(|hand| *hand == place).filter(is_closed),
            None => (0..HANDS.len()).find(is_closed),
        }
    }
}

/// The choice by which a patron shakes that cup.
fn shake_of(at: usize) -> ChoiceId {
    if HANDS[at] == Place::Player { SHAKE_PLAYER } else { SHAKE_BANKER }
}

impl Seen<'_> {
    /// The patron with the highest wager on a hand, and their place; among equal wagers the lowest place.
    fn holder(&self, at: usize) -> Option<(Patron, Spot)> {
        highest(self.bets_on(self.law.on_hands[at])).map(|wager| (wager.patron, wager.spot))
    }

    /// The place of a patron.
    fn place_of(&self, patron: Patron) -> Option<u8> {
        let at = self.places.iter().position(|there| *there == Some(patron))?;
        u8::try_from(at + 1).ok()
    }
}

impl Source for TwoCups {
    type Outcome = TwoCupsResult;
    type Law = TwoCupsLaw;
    type Terms = TwoCupsTerms;

    const WORDS: Words = law::WORDS;
    const SPUN: Option<Due> = None;
    const NOT_CALLED: &'static str = "no-dice-thrown";

    fn open(_: &RuleBook, config: &TableConfig) -> Result<TwoCupsTerms, OpenError> {
        Ok(TwoCupsTerms { patrons_shake: config.option("shaken-by") == "patrons" })
    }

    fn new(_: &'static TwoCupsLaw) -> TwoCups {
        TwoCups { cups: [Cup::Still; 2] }
    }

    fn due(&self, scene: &Seen<'_>, _: &Layout) -> Option<Due> {
        if !scene.closed {
            return None;
        }
        if self.is_still() {
            return Some(Due::Step(SHAKE_CUPS));
        }
        if let Some((_, patron)) = self.offered() {
            let spot = scene.place_of(patron).map_or(Spot::TABLE, Spot::first);
            return Some(Due::Choice { patron, spot });
        }
        let (at, by) = self.next_to_open()?;
        Some(Due::RollThree { place: HANDS[at], by })
    }

    fn phase(&self, due: Due, _: &Layout) -> Option<&'static str> {
        Some(match due {
            Due::Step(_) => "shake",
            Due::Choice { .. } => "shakers",
            Due::RollThree { .. } => "cups",
            _ => return None,
        })
    }

    fn take<S: Sink>(
        &mut self,
        (actor, input): (Actor, Input),
        scene: &Seen<'_>,
        _: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<TwoCupsResult>, Refusal> {
        match input {
            Input::RollThree(dice) => {
                by_staff(actor, Rank::Dealer)?;
                return self.open(dice, scene, out);
            }
            Input::Choose { patron, spot, choice, .. } => {
                by_patron(actor, patron)?;
                awaited(scene.place_of(patron).map(Spot::first) == Some(spot))?;
                self.choose((patron, choice, false), scene, out)?;
            }
            Input::Lapse { patron, spot } => {
                by_staff(actor, Rank::Dealer)?;
                let (_, asked) = self.offered().ok_or(Refusal::not_awaited("not-now"))?;
                let here = scene.place_of(asked).map(Spot::first) == Some(spot);
                awaited(here && patron.is_none_or(|patron| patron == asked))?;
                self.choose((asked, LEAVE_TO_DEALER, true), scene, out)?;
            }
            _ => return Err(super::no_such_device(input)),
        }
        Ok(Came::Nothing)
    }

    fn go_on<S: Sink>(&mut self, scene: &Seen<'_>, _: Cards<'_>, out: &mut S) -> Came<TwoCupsResult> {
        if scene.closed && !scene.by_dealer && self.is_still() {
            self.shake(Rank::Dealer, scene, out);
        }
        Came::Nothing
    }

    fn step<S: Sink>(
        &mut self,
        (actor, step): (Actor, StepId),
        scene: &Seen<'_>,
        _: Cards<'_>,
        out: &mut S,
    ) -> Option<Result<(), Refusal>> {
        (step == SHAKE_CUPS).then(|| {
            let by = crate::common::staff_of(actor, Rank::Dealer)?;
            awaited(scene.closed && self.is_still())?;
            self.shake(by, scene, out);
            Ok(())
        })
    }

    fn check_report(
        &self,
        report: Report,
        card: Option<Card>,
        _: &Seen<'_>,
        _: (&Layout, &Shoe),
    ) -> Result<(), Refusal> {
        possible(card.is_none(), "no-cards-here")?;
        possible(report.place.is_none_or(|place| HANDS.contains(&place)), "no-such-place")?;
        possible(self.closed_cup(report.place).is_some(), "no-closed-cup")
    }

    /// The dealer shakes the cup again; a patron to whom it is offered may still shake it afterwards.
    fn report<S: Sink>(
        &mut self,
        (report, _): (Report, Option<Card>),
        scene: &Seen<'_>,
        _: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoCupsResult> {
        let Some(at) = self.closed_cup(report.place) else { return Came::Nothing };
        let law = &scene.law.shaking;
        let by = if report.kind == DICE_EXPOSED { law.not_exposed } else { law.not_flat };
        if let Cup::Shaken(_) = self.cups[at] {
            self.cups[at] = Cup::Shaken(None);
        }
        report.or_at(Some(HANDS[at])).remedied(SHAKEN_AGAIN, by.applies(), out);
        Came::Nothing
    }

    fn clear<S: Sink>(&mut self, _: &Seen<'_>, _: Cards<'_>, _: &mut S) {
        self.cups = [Cup::Still; 2];
    }

    fn offers(&self, scene: &Seen<'_>, _: (&Layout, &Shoe), visit: &mut dyn FnMut(Offer)) {
        let law = &scene.law.shaking;
        if scene.closed && scene.by_dealer && self.is_still() {
            visit(Offer::new(By::Staff(Rank::Dealer), Ask::Step(SHAKE_CUPS), law.shaken.rule()));
        }
        let Some((at, patron)) = self.offered() else { return };
        let Some(spot) = scene.place_of(patron).map(Spot::first) else { return };
        let ask = |choice| Ask::Choose { spot, choice };
        visit(Offer::new(By::Patron(patron), ask(shake_of(at)), law.handed.rule()));
        visit(Offer::new(By::Patron(patron), ask(LEAVE_TO_DEALER), law.holder.rule()).by_default());
    }

    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        for (place, cup) in HANDS.into_iter().zip(self.cups) {
            if let Cup::Open(dice) = cup {
                visit(CupView { place, dice, value: value(dice) });
            }
        }
    }

    /// Who has shaken a cup does not matter for any later step.
    fn forget(&mut self, _: bool, _: Cards<'_>) {
        for cup in &mut self.cups {
            if let Cup::Shaken(by) = cup {
                *by = None;
            }
        }
    }

    fn outcomes(_: &TwoCupsTerms) -> Vec<TwoCupsResult> {
        throw::results()
    }

    /// The dealer's shake, the dice of both cups, and the choices of patrons who may shake them.
    fn longest(terms: &TwoCupsTerms, _: u8) -> (u32, u32) {
        (0, if terms.patrons_shake { 5 } else { 3 })
    }

    fn wheel(_: &TwoCupsTerms) -> Wheel<'_> {
        Wheel::None
    }

    fn announced(TwoCupsResult { player, banker }: TwoCupsResult) -> String {
        super::winner([player, banker].map(value)).to_owned()
    }

    fn facts(TwoCupsResult { player, banker }: TwoCupsResult) -> String {
        let hand = |dice: ThreeDice| format!("{dice}, which counts {}", value(dice));
        format!("the player's cup shows {} and the banker's {}", hand(player), hand(banker))
    }

    fn told(events: &[Event]) -> Option<TwoCupsResult> {
        let of = |hand: Place| {
            events.iter().rev().find_map(|event| match event.what {
                What::RolledThree { place, dice } if place == hand => Some(dice),
                _ => None,
            })
        };
        Some(TwoCupsResult { player: of(Place::Player)?, banker: of(Place::Banker)? })
    }

    fn marked(_: TwoCupsResult) -> Option<u16> {
        None
    }
}
