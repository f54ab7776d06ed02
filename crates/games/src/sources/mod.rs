//! Where results come from: a big wheel, a ball, two hands from a shoe, two cups of dice. The table of a layout game asks its source and knows
//! none of them.

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

/// What comes of a source.
#[derive(Clone, Copy, Debug)]
pub enum Came<R> {
    /// Nothing, or nothing yet.
    Nothing,
    /// The result.
    Final(R),
    /// It does not count: wagers stand, and the source is set going once more.
    Again(Clause),
    /// It is as if the bets had not been closed.
    Reopened,
    /// It can bring no result: every wager goes back.
    Void(Clause),
    /// No rule foresees what came there: the floor rules.
    Unforeseen(Place),
}

/// What a table tells its source.
#[derive(Debug)]
pub struct Scene<'t, S: Source> {
    /// By which paragraphs it works.
    pub law: &'static S::Law,
    /// What the table's files say of it.
    pub terms: &'t S::Terms,
    /// What staff must do.
    pub(crate) duties: &'t Duties<Moment>,
    /// Who stands where.
    pub places: &'t [Option<Patron>],
    /// Who left in this round.
    pub left: Patrons,
    /// What lies on the layout.
    pub wagers: &'t Wagers,
    /// Whether the dealer releases each step.
    pub by_dealer: bool,
    /// Whether bets are closed.
    pub closed: bool,
}

impl<'t, S: Source> Scene<'t, S> {
    /// Whether no wager lies there.
    pub fn is_idle(&self) -> bool {
        self.wagers.is_empty()
    }

    /// What patrons who are there have bet for themselves on one thing.
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

/// The highest of these wagers, and of equal ones that of the lowest place.
fn highest<'w>(wagers: impl Iterator<Item = &'w Wager>) -> Option<&'w Wager> {
    wagers.max_by_key(|wager| (wager.stake, std::cmp::Reverse(wager.spot.box_number)))
}

/// The cards of a table, which only some sources use.
#[derive(Debug)]
pub struct Cards<'t> {
    /// Those that lie there.
    pub layout: &'t mut Layout,
    /// The account of all of them.
    pub shoe: &'t mut Shoe,
}

/// What a source adds to the words of its games.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// Steps of staff.
    pub steps: &'static [StepId],
    /// What patrons may choose.
    pub choices: &'static [ChoiceId],
    /// Points of a round before bets are open.
    pub before: &'static [&'static str],
    /// Points of a round when they are closed.
    pub after: &'static [&'static str],
    /// Kinds of event.
    pub events: &'static [&'static str],
    /// What is done about mishaps.
    pub remedies: &'static [RemedyId],
    /// Names of refusals.
    pub refusals: &'static [&'static str],
    /// What counts where a wrong result was called out.
    pub counts: &'static str,
}

/// A source of results, with what it remembers.
pub trait Source: Clone + Send + Sync + std::fmt::Debug + Serialize + DeserializeOwned + 'static {
    /// A result.
    type Outcome: Copy + Send + Sync + std::fmt::Debug + PartialEq + Serialize + DeserializeOwned;
    /// By which paragraphs it works.
    type Law: Copy + Send + Sync + std::fmt::Debug + 'static;
    /// What a table's files say of it.
    type Terms: Clone + Send + Sync + std::fmt::Debug;

    /// Its words.
    const WORDS: Words;

    /// What is due when it is set going, where something comes to rest.
    const SPUN: Option<Due>;

    /// The refusal of what can only be said of a result, before there was one.
    const NOT_CALLED: &'static str;

    /// Hands that are nobody's.
    const HANDS: &'static [Place] = &[];

    /// The refusal of a card that is named where none plays a part.
    const NO_CARD: &'static str = "no-cards-here";

    /// Reads what the files say.
    ///
    /// # Errors
    /// Names what they lack.
    fn open(book: &RuleBook, config: &TableConfig) -> Result<Self::Terms, OpenError>;

    /// As it is when a table opens.
    fn new(law: &'static Self::Law) -> Self;

    /// The cards it uses.
    fn pack(terms: &Self::Terms) -> Pack {
        let _ = terms;
        Pack { kind: DeckKind::Standard52, decks: 0 }
    }

    /// What it awaits: a result when bets are closed, and before that what it needs to bring one.
    fn due(&self, scene: &Scene<'_, Self>, layout: &Layout) -> Option<Due>;

    /// Takes what comes to rest there, or what is said and done about its cards.
    ///
    /// # Errors
    /// What it cannot bring, or does not await.
    fn take<S: Sink>(
        &mut self,
        said: (Actor, engine::Input),
        scene: &Scene<'_, Self>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<Self::Outcome>, Refusal>;

    /// Does everything that happens by itself.
    fn go_on<S: Sink>(
        &mut self,
        scene: &Scene<'_, Self>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Came<Self::Outcome> {
        let _ = (scene, cards, out);
        Came::Nothing
    }

    /// Takes a step of staff that is its own; `None` where it is not.
    ///
    /// # Errors
    /// Why it cannot be taken now.
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

    /// Whether a mishap of its own can have happened.
    ///
    /// # Errors
    /// Why it cannot.
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

    /// A mishap of its own that was found possible.
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

    /// Whether a report of this mishap names a card.
    fn names_card(kind: IrregularityId) -> bool {
        let _ = kind;
        false
    }

    /// Whether wagers may be made and taken back as far as it is concerned.
    ///
    /// # Errors
    /// Why they may not.
    fn leaves_bets(&self, scene: &Scene<'_, Self>) -> Result<(), Refusal> {
        let _ = scene;
        Ok(())
    }

    /// The number of a card that was drawn already and is the next one.
    fn held_next(&self, layout: &Layout) -> Option<u32> {
        let _ = layout;
        None
    }

    /// Whether something of a result that is still to come can be seen and called out.
    fn has_something(layout: &Layout) -> bool {
        let _ = layout;
        false
    }

    /// The round is over.
    fn clear<S: Sink>(&mut self, scene: &Scene<'_, Self>, cards: Cards<'_>, out: &mut S) {
        let _ = (scene, cards, out);
    }

    /// The cups of dice that are open.
    fn dice(&self, visit: &mut dyn FnMut(CupView)) {
        let _ = visit;
    }

    /// What may be done about it now.
    fn offers(&self, scene: &Scene<'_, Self>, cards: (&Layout, &Shoe), visit: &mut dyn FnMut(Offer)) {
        let _ = (scene, cards, visit);
    }

    /// The point of the round, where it has a word for what is due.
    fn phase(&self, due: Due, layout: &Layout) -> Option<&'static str>;

    /// Whether it is at something of its own that no change of files may break into.
    fn is_busy(&self) -> bool {
        false
    }

    /// Forgets what no later line depends on.
    fn forget(&mut self, closed: bool, cards: Cards<'_>) {
        let _ = (closed, cards);
    }

    /// What cards at a place of its own make.
    fn name_hand(place: Place, cards: &[Card]) -> Option<Named> {
        let _ = (place, cards);
        None
    }

    /// Every result that decides a round.
    fn outcomes(terms: &Self::Terms) -> Vec<Self::Outcome>;

    /// The most cards of a regular round at a table with that many places, and the most inputs that bring its result.
    fn longest(terms: &Self::Terms, places: u8) -> (u32, u32);

    /// What turns there.
    fn wheel(terms: &Self::Terms) -> Wheel<'_>;

    /// As the dealer announces it.
    fn announced(outcome: Self::Outcome) -> String;

    /// The result in a sentence.
    fn facts(outcome: Self::Outcome) -> String {
        format!("the result is {}", Self::announced(outcome))
    }

    /// The result that the events of a round tell.
    fn told(events: &[Event]) -> Option<Self::Outcome>;

    /// The number on which a marker lies, where one is laid on the layout.
    fn marked(outcome: Self::Outcome) -> Option<u16>;
}

/// What a source without cards says to an input that it has no device for.
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

/// The hand that counts more.
fn winner([player, banker]: [u8; 2]) -> &'static str {
    match player.cmp(&banker) {
        std::cmp::Ordering::Greater => "player",
        std::cmp::Ordering::Less => "banker",
        std::cmp::Ordering::Equal => "tie",
    }
}
