//! Sources of results: a big wheel, a ball, two hands from a shoe, two cups of dice. The table of a layout
//! game only uses the trait of its source.

mod ball;
mod two_cups;
mod two_hands;
mod wheel;

pub use ball::{Ball, BallLaw, BallTerms};
pub use two_cups::{
    DICE_EXPOSED, DICE_NOT_FLAT, Shaking, Shape, TwoCups, TwoCupsLaw, TwoCupsResult, TwoCupsTerms,
    WRONG_DICE, value as value_of_dice,
};
pub use two_hands::{
    Counted, Hand, TwoHands, TwoHandsResult, TwoHandsTerms, law as two_hands_law, wanted,
    words as two_hands_words,
};
pub use wheel::{BigWheel, BigWheelTerms, WheelLaw};

use crate::common::{Clause, Duties, Report};
use crate::layout_table::Moment;
use engine::{
    Actor, Beneficiary, ChoiceId, CupView, Due, Event, IrregularityId, Layout, Named, Offer, OpenError,
    Patron, Patrons, Place, Refusal, RemedyId, Sink, StepId, Wager, WagerId, Wagers, Wheel,
};
use felt::{Card, DeckKind, Pack, Shoe};
use rulebook::{RuleBook, TableConfig};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The effect of an input on a source.
#[derive(Clone, Copy, Debug)]
pub enum Came<R> {
    /// No result yet.
    Nothing,
    /// The result.
    Final(R),
    /// The result does not count: wagers stand, and the source starts again.
    Again(Clause),
    /// The table acts as if the bets had not been closed.
    Reopened,
    /// The source can bring no result: every wager is returned.
    Void(Clause),
    /// No rule covers the event at this place: the floor rules.
    Unforeseen(Place),
}

/// What a table shows its source.
#[derive(Debug)]
pub struct Scene<'t, S: Source> {
    /// The paragraphs of the source.
    pub law: &'static S::Law,
    /// The terms of the source from the table's files.
    pub terms: &'t S::Terms,
    /// The duties of staff.
    pub(crate) duties: &'t Duties<Moment>,
    /// The patron at each place.
    pub places: &'t [Option<Patron>],
    /// The patrons who left in this round.
    pub left: Patrons,
    /// The wagers on the layout.
    pub wagers: &'t Wagers,
    /// Whether the dealer releases each step.
    pub by_dealer: bool,
    /// Whether bets are closed.
    pub closed: bool,
}

impl<'t, S: Source> Scene<'t, S> {
    /// Whether there are no wagers.
    pub fn is_idle(&self) -> bool {
        self.wagers.is_empty()
    }

    /// The wagers that patrons who are present made for themselves on one thing.
    fn bets_on(&self, on: WagerId) -> impl Iterator<Item = &'t Wager> + use<'t, S> {
        let left = self.left;
        self.wagers.iter().filter(move |wager| {
            wager.kind == on
                && wager.on_layout()
                && wager.beneficiary == Beneficiary::Patron
                && !left.has(wager.patron)
        })
    }
}

/// The highest of these wagers; among equal ones that of the lowest place.
fn highest<'w>(wagers: impl Iterator<Item = &'w Wager>) -> Option<&'w Wager> {
    wagers.max_by_key(|wager| (wager.stake, std::cmp::Reverse(wager.spot.box_number)))
}

/// The cards of a table, which only some sources use.
#[derive(Debug)]
pub struct Cards<'t> {
    /// The cards on the layout.
    pub layout: &'t mut Layout,
    /// The account of all cards.
    pub shoe: &'t mut Shoe,
}

/// What a source adds to the words of its games.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Steps of staff.
    pub steps: &'static [StepId],
    /// The choices of patrons.
    pub choices: &'static [ChoiceId],
    /// Points of a round before bets are open.
    pub before: &'static [&'static str],
    /// Points of a round when they are closed.
    pub after: &'static [&'static str],
    /// Kinds of event.
    pub events: &'static [&'static str],
    /// The remedies of irregularities.
    pub remedies: &'static [RemedyId],
    /// Names of refusals.
    pub refusals: &'static [&'static str],
    /// What counts if a wrong result was called out.
    pub counts: &'static str,
}

/// A source of results, with its state.
pub trait Source: Clone + Send + Sync + std::fmt::Debug + Serialize + DeserializeOwned + 'static {
    /// A result.
    type Outcome: Copy + Send + Sync + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// The paragraphs by which it works.
    type Law: Copy + Send + Sync + std::fmt::Debug + 'static;
    /// The terms of the source from a table's files.
    type Terms: Clone + Send + Sync + std::fmt::Debug;

    /// Its words.
    const WORDS: Words;

    /// The input that is due once it is started, for a source where something comes to rest.
    const SPUN: Option<Due>;

    /// The refusal of a report on a result before there was one.
    const NOT_CALLED: &'static str;

    /// Hands that belong to no patron.
    const HANDS: &'static [Place] = &[];

    /// The refusal of a named card where cards do not matter.
    const NO_CARD: &'static str = "no-cards-here";

    /// Reads the terms from the files.
    ///
    /// # Errors
    /// Names what the files lack.
    fn open(book: &RuleBook, config: &TableConfig) -> Result<Self::Terms, OpenError>;

    /// The source when a table opens.
    fn new(law: &'static Self::Law) -> Self;

    /// The cards it uses.
    fn pack(terms: &Self::Terms) -> Pack {
        let _ = terms;
        Pack { kind: DeckKind::Standard52, decks: 0 }
    }

    /// The input that it waits for: a result when bets are closed, and before that what it needs to bring
    /// one.
    fn due(&self, scene: &Scene<'_, Self>, layout: &Layout) -> Option<Due>;

    /// Handles what comes to rest, or an input about its cards.
    ///
    /// # Errors
    /// Refuses what cannot come, or is not due.
    fn take<S: Sink>(
        &mut self,
        said: (Actor, engine::Input),
        scene: &Scene<'_, Self>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<Self::Outcome>, Refusal>;

    /// Performs its automatic steps.
    fn go_on<S: Sink>(
        &mut self,
        scene: &Scene<'_, Self>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Came<Self::Outcome> {
        let _ = (scene, cards, out);
        Came::Nothing
    }

    /// Handles a step of staff; `None` if the step is not one of its own.
    ///
    /// # Errors
    /// Explains why the step cannot be taken now.
    fn step<S: Sink>(
        &mut self,
        said: (Actor, StepId),
        scene: &Scene<'_, Self>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Option<Result<(), Refusal>> {
        let _ = (said, scene, cards, out);
        None
    }

    /// Checks that one of its own irregularities can have happened.
    ///
    /// # Errors
    /// Explains why it cannot.
    fn check_report(
        &self,
        report: Report,
        card: Option<Card>,
        scene: &Scene<'_, Self>,
        cards: (&Layout, &Shoe),
    ) -> Result<(), Refusal> {
        let _ = (report, card, scene, cards);
        Err(Refusal::impossible("no-such-irregularity"))
    }

    /// Handles one of its own irregularities after the check.
    fn report<S: Sink>(
        &mut self,
        told: (Report, Option<Card>),
        scene: &Scene<'_, Self>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Came<Self::Outcome> {
        let _ = (told, scene, cards, out);
        Came::Nothing
    }

    /// Whether a report of this irregularity names a card.
    fn names_card(kind: IrregularityId) -> bool {
        let _ = kind;
        false
    }

    /// Checks whether the source permits making wagers and taking them back now.
    ///
    /// # Errors
    /// Explains why it does not.
    fn leaves_bets(&self, scene: &Scene<'_, Self>) -> Result<(), Refusal> {
        let _ = scene;
        Ok(())
    }

    /// The draw number of a card that was drawn already and is the next one.
    fn held_next(&self, layout: &Layout) -> Option<u32> {
        let _ = layout;
        None
    }

    /// Whether a part of the coming result can be seen, so that it could be called out.
    fn has_something(layout: &Layout) -> bool {
        let _ = layout;
        false
    }

    /// Ends the round.
    fn clear<S: Sink>(&mut self, scene: &Scene<'_, Self>, cards: Cards<'_>, out: &mut S) {
        let _ = (scene, cards, out);
    }

    /// Visits the open cups of dice.
    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        let _ = visit;
    }

    /// Visits the actions on the source that are possible now.
    fn offers(&self, scene: &Scene<'_, Self>, cards: (&Layout, &Shoe), visit: &mut dyn FnMut(Offer)) {
        let _ = (scene, cards, visit);
    }

    /// The point of the round, if the source has a word for what is due.
    fn phase(&self, due: Due, layout: &Layout) -> Option<&'static str>;

    /// Whether it is in a procedure of its own that a change of files must not interrupt.
    fn is_busy(&self) -> bool {
        false
    }

    /// Drops everything that no later line depends on.
    fn forget(&mut self, closed: bool, cards: Cards<'_>) {
        let _ = (closed, cards);
    }

    /// The name of the cards at one of its own places.
    fn name_hand(place: Place, cards: &[Card]) -> Option<Named> {
        let _ = (place, cards);
        None
    }

    /// Every result that decides a round.
    fn outcomes(terms: &Self::Terms) -> Vec<Self::Outcome>;

    /// The most cards of a regular round at a table with that many places, and the most inputs that bring its result.
    fn longest(terms: &Self::Terms, places: u8) -> (u32, u32);

    /// The wheel or other device that brings results.
    fn wheel(terms: &Self::Terms) -> Wheel<'_>;

    /// The result as the dealer announces it.
    fn announced(outcome: Self::Outcome) -> String;

    /// The result in a sentence.
    fn facts(outcome: Self::Outcome) -> String {
        format!("the result is {}", Self::announced(outcome))
    }

    /// The result that the events of a round report.
    fn told(events: &[Event]) -> Option<Self::Outcome>;

    /// The number on which a marker is placed, if the layout has a marker.
    fn marked(outcome: Self::Outcome) -> Option<u16>;
}

/// The refusal of a source without cards for an input from a device it does not have.
fn no_such_device(input: engine::Input) -> Refusal {
    use engine::Input;
    match input {
        Input::Card { .. } | Input::Turn { .. } | Input::Look { .. } | Input::CutCard => {
            Refusal::impossible("no-cards-here")
        }
        Input::Spin(_) | Input::WheelStopped(_) | Input::RollThree(_) => {
            Refusal::impossible("no-device-here")
        }
        _ => Refusal::not_awaited("not-now"),
    }
}

/// The hand with the higher count.
fn winner([player, banker]: [u8; 2]) -> &'static str {
    match player.cmp(&banker) {
        std::cmp::Ordering::Greater => "player",
        std::cmp::Ordering::Less => "banker",
        std::cmp::Ordering::Equal => "tie",
    }
}
