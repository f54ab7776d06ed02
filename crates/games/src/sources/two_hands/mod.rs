//! Two hands from a shoe, called the player's and the banker's. There are no decisions: the rules say who
//! draws.
//!
//! Before bets are open the cards are shuffled, cut and burnt ([`shoe`](self)). When they are closed four
//! cards are dealt and up to two more; a card drawn in error waits and is the first of the next round, or of
//! a round without wagers.

mod deal;
mod errors;
mod hand;
mod holding;
pub mod law;
mod shoe;
pub mod words;

use super::{Came, Cards, Scene, Source, Words};
use crate::common::{Clause, NextCards, Report, by_patron, by_staff, possible};
use engine::{
    Actor, Announcement, Cites, Due, Event, Input, IrregularityId, Layout, Named, Offer, OpenError, Patrons,
    Place, Rank, Refusal, Sink, StepId, Wheel,
};
use felt::{Card, Pack, Shoe};
pub use hand::{Counted, Hand, TwoHandsResult, wanted};
use holding::Holding;
use law::TwoHandsLaw;
use rulebook::{RuleBook, TableConfig};
use serde::{Deserialize, Serialize};

/// The terms of a table's cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TwoHandsTerms {
    /// The cards in play.
    pub pack: Pack,
    /// Whether a device shuffles one batch while the other is in play.
    pub shuffler: bool,
    /// How the cards come.
    pub dealing: Dealing,
}

/// How the cards come, and who turns them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealing {
    /// Face up.
    FaceUp,
    /// The first four face down; the dealer turns them.
    FaceDown,
    /// Face down; patrons hold them.
    PatronsHold,
}

/// What must happen to the shoe before the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// A shuffle, by these rules.
    Shuffle(Cites),
    /// The cut.
    Cut,
    /// The first card, whose value sets how many more are burnt.
    FirstBurn,
    /// The burning of this number of further cards.
    Burn(u8),
    /// The shoe is ready.
    Ready,
}

/// A round without wagers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Simulated {
    /// There is none.
    No,
    /// For a card that was seen.
    Shown,
    /// For a card that lay face up in the shoe.
    FaceUp,
}

/// How far the dealer has announced the hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Told {
    /// Not at all.
    Nothing,
    /// The count of the player's first two cards.
    PlayersCount,
    /// The count of the banker's first two cards as well.
    Counts,
    /// Whether the player's hand draws.
    Player,
    /// Whether the banker's hand draws.
    Banker,
    /// The result.
    Result,
    /// The settlement is released.
    Released,
}

/// Two hands and their shoe.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TwoHands {
    stage: Stage,
    /// The patrons who have cut or declined since the shuffle.
    asked: Patrons,
    /// Whether the floor had the cards cut again.
    cut_again: bool,
    /// Whether the cards were spread and are not in play again yet.
    spread: bool,
    /// Cards that are used before those of the shoe.
    next: NextCards,
    simulated: Simulated,
    told: Told,
    /// The holding of the player's hand, and that of the banker's.
    holding: [Holding; 2],
    cover_told: bool,
}

/// The table as this source sees it.
type Seen<'t> = Scene<'t, TwoHands>;

impl TwoHands {
    /// Whether cards are dealt now, for a round with or without wagers.
    fn deals(&self, scene: &Seen<'_>) -> bool {
        self.stage == Stage::Ready && (scene.closed || self.simulated != Simulated::No)
    }

    /// Whether the cards are ready for bets.
    fn is_ready(&self) -> bool {
        self.stage == Stage::Ready && self.simulated == Simulated::No
    }
}

impl Source for TwoHands {
    type Outcome = TwoHandsResult;
    type Law = TwoHandsLaw;
    type Terms = TwoHandsTerms;

    const WORDS: Words = words::WORDS;
    const SPUN: Option<Due> = None;
    const NOT_CALLED: &'static str = "no-hand-dealt";
    const HANDS: &'static [Place] = &[Place::Player, Place::Banker];
    const NO_CARD: &'static str = "impossible-card";

    fn open(_: &RuleBook, config: &TableConfig) -> Result<TwoHandsTerms, OpenError> {
        let dealing = match config.option("dealing") {
            "face-up" => Dealing::FaceUp,
            "face-down" => Dealing::FaceDown,
            "patrons-hold" => Dealing::PatronsHold,
            word => return Err(OpenError(format!("dealing cannot be \"{word}\""))),
        };
        Ok(TwoHandsTerms { pack: config.pack(), shuffler: config.option("shuffler") == "yes", dealing })
    }

    fn new(law: &'static TwoHandsLaw) -> TwoHands {
        TwoHands {
            stage: Stage::Shuffle(law.shoe.before_play.applies().into()),
            asked: Patrons::NONE,
            cut_again: false,
            spread: false,
            next: NextCards::default(),
            simulated: Simulated::No,
            told: Told::Nothing,
            holding: [Holding::NONE; 2],
            cover_told: false,
        }
    }

    fn pack(terms: &TwoHandsTerms) -> Pack {
        terms.pack
    }

    fn due(&self, scene: &Seen<'_>, layout: &Layout) -> Option<Due> {
        match self.stage {
            Stage::Shuffle(_) => Some(Due::Shuffle),
            Stage::Cut => Some(Due::Cut),
            Stage::FirstBurn => Some(Due::Card { to: Place::Rack, up: true }),
            Stage::Burn(_) => Some(Due::Card { to: Place::Rack, up: false }),
            Stage::Ready if self.deals(scene) => Some(self.due_of_deal(scene, layout)),
            Stage::Ready => None,
        }
    }

    fn take<S: Sink>(
        &mut self,
        (actor, input): (Actor, Input),
        scene: &Seen<'_>,
        mut cards: Cards<'_>,
        out: &mut S,
    ) -> Result<Came<TwoHandsResult>, Refusal> {
        match input {
            Input::Shuffled { cut_card } => {
                by_staff(actor, Rank::Dealer)?;
                self.shuffled(cut_card, scene, &mut cards, out)?;
            }
            Input::Cut { depth } => self.cut(actor, depth, scene, &cards, out)?,
            Input::Choose { patron, choice, .. } => {
                by_patron(actor, patron)?;
                match words::HOLDERS.contains(&choice) {
                    true => self.choose_about_hand(patron, choice, scene, cards.layout, out)?,
                    false => self.choose(patron, choice, scene, out)?,
                }
            }
            Input::Lapse { patron, spot } => {
                by_staff(actor, Rank::Dealer)?;
                match self.stage {
                    Stage::Ready => self.holder_lapses(patron, spot, scene, cards.layout, out)?,
                    _ => self.cut_lapses(patron, spot, scene, out)?,
                }
            }
            Input::CutCard => {
                by_staff(actor, Rank::Dealer)?;
                possible(!matches!(self.stage, Stage::Shuffle(_) | Stage::Cut), "no-cards-in-shoe")?;
                cards.shoe.set_cut_card_reached();
                self.tell_cover_card(scene, cards.shoe, out);
            }
            Input::Card { to, face } => {
                by_staff(actor, Rank::Dealer)?;
                return self.card(to, face, scene, cards, out);
            }
            Input::Turn { place, card } => {
                by_staff(actor, Rank::Dealer)?;
                return self.turn(place, card, scene, &mut cards, out);
            }
            Input::Look { patron, place } => return self.looked_at(actor, patron, place, cards.layout, out),
            Input::Spin(_) | Input::WheelStopped(_) | Input::RollThree(_) => {
                return Err(Refusal::impossible("no-device-here"));
            }
            _ => return Err(Refusal::not_awaited("not-now")),
        }
        Ok(Came::Nothing)
    }

    fn go_on<S: Sink>(&mut self, scene: &Seen<'_>, cards: Cards<'_>, out: &mut S) -> Came<TwoHandsResult> {
        self.deal_on(scene, cards, out)
    }

    fn step<S: Sink>(
        &mut self,
        (actor, step): (Actor, StepId),
        scene: &Seen<'_>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Option<Result<(), Refusal>> {
        match step {
            words::SETTLE => Some(self.release(actor, scene, cards.layout)),
            words::CUT_AGAIN => Some(self.has_cut_again(actor, scene, cards.shoe, out)),
            words::SPREAD_CARDS => Some(self.spread_cards(actor, scene, cards.shoe, out)),
            _ => None,
        }
    }

    fn check_report(
        &self,
        report: Report,
        card: Option<Card>,
        scene: &Seen<'_>,
        cards: (&Layout, &Shoe),
    ) -> Result<(), Refusal> {
        self.check_mishap(report, card, scene, cards)
    }

    fn report<S: Sink>(
        &mut self,
        (report, card): (Report, Option<Card>),
        scene: &Seen<'_>,
        cards: Cards<'_>,
        out: &mut S,
    ) -> Came<TwoHandsResult> {
        self.mishap(report, card, scene, cards, out)
    }

    fn names_card(kind: IrregularityId) -> bool {
        matches!(kind, words::DRAWN_EXPOSED | words::FACE_UP_IN_SHOE)
    }

    fn leaves_bets(&self, scene: &Seen<'_>) -> Result<(), Refusal> {
        let no_wagers: Clause = match self.simulated {
            Simulated::No => return Ok(()),
            Simulated::Shown => scene.law.errors.no_wagers,
            Simulated::FaceUp => scene.law.errors.open_no_wagers,
        };
        no_wagers.forbids(true, "simulated-round")
    }

    fn held_next(&self, layout: &Layout) -> Option<u32> {
        self.next.first_hidden(layout).map(|next| next.laid.draw)
    }

    fn has_something(layout: &Layout) -> bool {
        TwoHands::dealt(layout) > 0
    }

    fn clear<S: Sink>(&mut self, scene: &Seen<'_>, cards: Cards<'_>, out: &mut S) {
        self.collect(scene, cards, out);
    }

    fn offers(&self, scene: &Seen<'_>, (layout, shoe): (&Layout, &Shoe), visit: &mut dyn FnMut(Offer)) {
        self.visit_offers(scene, shoe, visit);
        self.visit_holding(scene, layout, visit);
    }

    fn phase(&self, due: Due, layout: &Layout) -> Option<&'static str> {
        Some(match due {
            Due::Shuffle => "shuffle",
            Due::Cut => "cut",
            Due::Card { to: Place::Rack, .. } => "burn",
            Due::Card { .. } if self.simulated != Simulated::No => "simulated",
            Due::Card { .. } if TwoHands::dealt(layout) < 4 => "deal",
            Due::Card { .. } => "third-card",
            Due::Choice { .. } | Due::Turn { .. } => "opening",
            Due::Step(_) => "settlement",
            _ => return None,
        })
    }

    fn is_busy(&self) -> bool {
        self.simulated != Simulated::No
    }

    fn forget(&mut self, closed: bool, cards: Cards<'_>) {
        self.forget_what_is_over(closed, cards);
    }

    fn name_hand(place: Place, cards: &[Card]) -> Option<Named> {
        if !matches!(place, Place::Player | Place::Banker) || cards.is_empty() {
            return None;
        }
        let is = Announcement::Total { value: Hand::of(cards).points().into(), soft: false };
        Some(Named { is, ranks: String::new(), kickers: String::new() })
    }

    fn outcomes(_: &TwoHandsTerms) -> Vec<TwoHandsResult> {
        hand::results()
    }

    /// Six cards, the turns of those that lie face down, and the release of the settlement. Where patrons
    /// hold the cards, they announce each turn, and each patron is asked once about each hand.
    fn longest(terms: &TwoHandsTerms, places: u8) -> (u32, u32) {
        let turns = match terms.dealing {
            Dealing::FaceUp => 0,
            Dealing::FaceDown => 4,
            Dealing::PatronsHold => 12 + 2 * u32::from(places),
        };
        (6, 7 + turns)
    }

    fn wheel(_: &TwoHandsTerms) -> Wheel<'_> {
        Wheel::None
    }

    fn announced(TwoHandsResult { player, banker }: TwoHandsResult) -> String {
        super::winner([player.points, banker.points]).to_owned()
    }

    fn facts(TwoHandsResult { player, banker }: TwoHandsResult) -> String {
        let hand = |hand: Counted| format!("{} with {} cards", hand.points, hand.cards);
        format!("the player's hand has {} and the banker's {}", hand(player), hand(banker))
    }

    fn told(events: &[Event]) -> Option<TwoHandsResult> {
        let mut lying = crate::common::CardsShown::default();
        events.iter().for_each(|event| lying.follow(event.what));
        let [player, banker] =
            [Place::Player, Place::Banker].map(|place| Hand::of(&lying.at(place)).counted());
        (player.cards >= 2 && banker.cards >= 2).then_some(TwoHandsResult { player, banker })
    }

    fn marked(_: TwoHandsResult) -> Option<u16> {
        None
    }
}
