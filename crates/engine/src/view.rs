//! What one audience may see of a table, and what it may do there.
//!
//! A view is built only from what the audience may know: faces through
//! [`LaidCard::face_for`](crate::LaidCard::face_for), offers through [`Offer::shown_to`], and of the shoe only what any
//! person at the table can count. Two tables that differ only in a hidden card give the same view. A view therefore
//! does not show how many cards went unread, which faces are still to come, or how a wager stands that is still on the
//! layout.

use crate::awaits::{Ask, By, Due, Offer, Targets};
use crate::explain::{explain_due, explain_offer};
use crate::layout::{Face, Marker, Place, Spot};
use crate::people::{Approver, Audience, Patron, Rank};
use crate::refusal::{AmountRange, protocol};
use crate::rule::Rule;
use crate::table::{AnyTable, Owed};
use crate::wager::{Beneficiary, WagerNumber};
use crate::words::{ChoiceId, IrregularityId, MeterId, StepId, WagerId};
use felt::{Currency, Money, ThreeDice};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

mod bank;
mod hands;
mod settings;
#[cfg(test)]
mod tests;

pub use bank::BankView;
pub use hands::HandView;
pub use settings::SettingView;

/// A table as one audience sees it.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct View {
    /// Who looks.
    pub audience: Audience,
    /// The round.
    pub round: u32,
    /// The phase it has reached.
    pub phase: &'static str,
    /// The money of the table; amounts are in its minor units.
    pub currency: Currency,
    /// The cards, place by place: boxes first, then dealer, board, rack and next card.
    pub cards: Vec<PlaceView>,
    /// The wagers that lie on the layout, in the order they were placed.
    pub wagers: Vec<WagerView>,
    /// The cups of dice that are open, in the order in which they were opened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dice: Vec<CupView>,
    /// The shoe and the discard rack.
    pub shoe: ShoeView,
    /// What else lies on the layout: puck, button, points made.
    pub markers: Vec<Marker>,
    /// What patrons owe in deferred charges; left out if none do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub owed: Vec<Owed>,
    /// The bank that a patron holds; left out where the house is the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank: Option<BankView>,
    /// The last results of a wheel, the newest first; the game does not depend on them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub results: Vec<String>,
    /// What each hand is, for hands whose cards the audience sees in full.
    pub hands: Vec<HandView>,
    /// Hands set in two by those who play them, and not exposed, whose cards the audience sees in full; left out if
    /// there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub settings: Vec<SettingView>,
    /// What the round needs before it can continue.
    pub due: DueView,
    /// What may be sent now.
    pub awaits: Vec<Await>,
}

/// The cards of one place, first card first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct PlaceView {
    /// The place.
    pub place: Place,
    /// Its cards.
    pub cards: Vec<CardView>,
}

/// An open cup.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CupView {
    /// The hand it is of.
    pub place: Place,
    /// What its dice show.
    pub dice: ThreeDice,
    /// What they count.
    pub value: u8,
}

/// One card.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CardView {
    /// Its number in the order of drawing, by which events speak of it.
    pub draw: u32,
    /// The face as the audience may know it.
    pub face: Face,
}

/// A wager on the layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct WagerView {
    /// Its number at the table, by which events speak of it.
    pub number: WagerNumber,
    /// Who staked it.
    pub patron: Patron,
    /// The hand it rides on.
    pub spot: Spot,
    /// Its kind.
    pub wager: WagerId,
    /// The whole stake.
    pub stake: Money,
    /// The part of the stake that was won in this round.
    pub won_part: Money,
    /// Whether it works now.
    pub working: bool,
    /// Who receives what it brings.
    pub beneficiary: Beneficiary,
    /// The worth of a lammer wagered in place of money, or beside it.
    pub lammer: Money,
}

/// What any person at the table can count of the shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ShoeView {
    /// Cards left in it.
    pub remaining: u16,
    /// Cards in the discard rack.
    pub rack: u16,
}

/// What is due, in words and as data. Fields that do not belong to the kind are left out.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct DueView {
    /// The kind: `bets`, `card`, `choice`.
    pub kind: &'static str,
    /// In words.
    pub text: String,
    /// The place of a card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Whether the card is laid face up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub up: Option<bool>,
    /// Who decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patron: Option<Patron>,
    /// The hand decided about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hand: Option<Spot>,
    /// The step that is due, or that closes what is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<StepId>,
    /// The rank that must act.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<Rank>,
    /// The meter that is drawn on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meter: Option<MeterId>,
    /// The share of it, as the pay table prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub share: Option<String>,
}

/// What can be sent, named as the message that sends it: see [`Input`](crate::Input).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Awaited {
    /// Place a wager or add to it.
    Bet {
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The kind; the first of them where the offer is of several.
        wager: WagerId,
        /// The wagers of one family that may be made alike; left out where it is this one alone.
        #[serde(skip_serializing_if = "are_none")]
        #[schemars(with = "Vec<WagerId>")]
        targets: Targets,
        /// Whether it is a bet for the dealers; left out, as in the message, where it is not.
        #[serde(rename = "for-dealers", skip_serializing_if = "std::ops::Not::not")]
        for_dealers: bool,
    },
    /// Take a wager back.
    TakeBack {
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The kind.
        wager: WagerId,
    },
    /// Call a wager on or off.
    Work {
        /// The box.
        #[serde(rename = "box")]
        box_number: u8,
        /// The kind.
        wager: WagerId,
        /// Whether it would work.
        on: bool,
    },
    /// Decide about a hand.
    Choose {
        /// The hand.
        hand: Spot,
        /// The choice; none for an audience that may not know which choices there are.
        choice: Option<ChoiceId>,
    },
    /// Say which cards of a hand are meant.
    Pick {
        /// The hand.
        hand: Spot,
        /// How many.
        count: u8,
    },
    /// The shuffle.
    Shuffled,
    /// The cut.
    Cut,
    /// A dealer's step.
    Step(StepId),
    /// Let a patron bet again.
    Permit {
        /// Whom.
        patron: Patron,
    },
    /// A card from the shoe.
    Card {
        /// Where to.
        to: Place,
        /// Whether face up.
        up: bool,
    },
    /// The turn of a card.
    Turn {
        /// Where it lies.
        place: Place,
    },
    /// A device's yes or no.
    Answer,
    /// The report of an irregularity.
    Irregular {
        /// What went wrong.
        kind: IrregularityId,
        /// Where.
        place: Option<Place>,
        /// Whether the report names a card.
        card: bool,
    },
    /// Take note, or approve.
    Approve,
    /// A decision of staff, by one of the steps that are offered.
    Decision,
    /// A ruling.
    Ruling,
    /// Two dice.
    Roll,
    /// Three dice.
    RollThree,
    /// A number that a device draws.
    Number {
        /// The greatest it can show; the least is 1.
        most: u8,
    },
    /// The ball.
    Spin,
    /// The big wheel.
    WheelStopped,
    /// What a meter grants.
    Meter {
        /// Which meter.
        meter: MeterId,
    },
}

/// Something the table waits for: it is due, or it may come.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Await {
    /// What.
    pub what: Awaited,
    /// Other boxes on which the same may be done; left out if there are none.
    #[serde(rename = "also-on", skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub also_on: Vec<u8>,
    /// By whom.
    #[schemars(with = "String")]
    pub by: By,
    /// Whether the round cannot continue without it, or without one of several that are due together.
    pub due: bool,
    /// The step after which it can no longer be sent.
    pub closes: Option<StepId>,
    /// The amounts it may have.
    pub amount: Option<AmountRange>,
    /// The rule that permits it, or that remedies what is reported.
    pub rule: Rule,
    /// Whether this is what happens if the person does not answer.
    pub default: bool,
    /// In words.
    pub text: String,
}

impl View {
    /// Returns the table as the audience sees it.
    pub fn of(table: &dyn AnyTable, audience: Audience) -> View {
        View::with(table, audience, awaits(table, audience))
    }

    /// Returns the view for a page: a bet that may be placed on any free box is listed once, and patrons see offers of
    /// others only if the round waits for them. At a craps table this is a tenth of the bytes.
    pub fn folded(table: &dyn AnyTable, audience: Audience) -> View {
        let mut offers = shown(table, audience);
        let patron = match audience {
            Audience::Patron(patron) => Some(patron),
            Audience::Spectator => None,
            _ => return View::with(table, audience, listed(table, folded(offers))),
        };
        offers.retain(|offer| match offer.by {
            By::Patron(other) => {
                patron == Some(other)
                    || !matches!(offer.ask, Ask::Bet { .. } | Ask::TakeBack { .. } | Ask::Work { .. })
            }
            By::AnyPatron => true,
            _ => !matches!(offer.ask, Ask::Report { .. }),
        });
        let mut awaited = listed(table, folded(offers));
        awaited.retain(|one| one.due || matches!(one.by, By::Patron(_) | By::AnyPatron));
        View::with(table, audience, awaited)
    }

    fn with(table: &dyn AnyTable, audience: Audience, awaits: Vec<Await>) -> View {
        View {
            audience,
            round: table.round(),
            phase: table.phase(),
            currency: table.currency(),
            cards: cards(table, audience),
            hands: hands::hands(table, audience),
            settings: settings::settings(table, audience),
            wagers: wagers(table),
            dice: dice(table),
            shoe: ShoeView { remaining: table.shoe().remaining(), rack: table.shoe().rack() },
            markers: markers(table),
            owed: owed(table),
            bank: table.bank(),
            results: results(table),
            due: DueView::of(table.due()),
            awaits,
        }
    }
}

fn cards(table: &dyn AnyTable, audience: Audience) -> Vec<PlaceView> {
    let mut places: BTreeMap<Place, Vec<CardView>> = BTreeMap::new();
    for card in table.layout().cards() {
        let seen = CardView { draw: card.draw, face: card.face_for(audience) };
        places.entry(card.place).or_default().push(seen);
    }
    places.into_iter().map(|(place, cards)| PlaceView { place, cards }).collect()
}

fn dice(table: &dyn AnyTable) -> Vec<CupView> {
    let mut cups = Vec::new();
    table.dice(&mut |cup| cups.push(cup));
    cups
}

fn results(table: &dyn AnyTable) -> Vec<String> {
    let mut results = Vec::new();
    table.results(&mut |result| results.push(result.to_owned()));
    results
}

fn markers(table: &dyn AnyTable) -> Vec<Marker> {
    let mut markers = Vec::new();
    table.markers(&mut |marker| markers.push(marker));
    markers
}

fn owed(table: &dyn AnyTable) -> Vec<Owed> {
    let mut all = Vec::new();
    table.owed(&mut |owed| all.push(owed));
    all
}

fn wagers(table: &dyn AnyTable) -> Vec<WagerView> {
    let on_layout = table.wagers().iter().filter(|wager| wager.on_layout());
    on_layout
        .map(|wager| WagerView {
            number: wager.number,
            patron: wager.patron,
            spot: wager.spot,
            wager: wager.kind,
            stake: wager.stake,
            won_part: wager.won_part,
            working: wager.working,
            beneficiary: wager.beneficiary,
            lammer: wager.lammer,
        })
        .collect()
}

impl DueView {
    fn of(due: Due) -> DueView {
        let mut view = DueView::named(kind_of(due), explain_due(&due));
        match due {
            Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes) => {
                view.step = Some(closes);
            }
            Due::Card { to, up } => (view.place, view.up) = (Some(to), Some(up)),
            Due::Turn { place } => view.place = Some(place),
            Due::Choice { patron, spot } => (view.patron, view.hand) = (Some(patron), Some(spot)),
            Due::Roll { by: rank, closes } => (view.rank, view.step) = (Some(rank), closes),
            Due::Approval { by: Approver::Staff(rank), .. }
            | Due::Decision { rank }
            | Due::Ruling { rank } => view.rank = Some(rank),
            Due::Approval { by: Approver::Surveillance, .. } => {}
            Due::Meter { meter, share, patron } => {
                view.meter = Some(meter);
                view.share = Some(share.to_string());
                view.patron = Some(patron);
            }
            Due::RollThree { place, by } => (view.place, view.patron) = (Some(place), by),
            Due::Shuffle | Due::Cut | Due::Answer | Due::Number { .. } | Due::Spin | Due::WheelStop => {}
        }
        view
    }

    fn named(kind: &'static str, text: String) -> DueView {
        DueView {
            kind,
            text,
            place: None,
            up: None,
            patron: None,
            hand: None,
            step: None,
            rank: None,
            meter: None,
            share: None,
        }
    }
}

fn kind_of(due: Due) -> &'static str {
    match due {
        Due::Shuffle => "shuffle",
        Due::Cut => "cut",
        Due::Bets { .. } => "bets",
        Due::Card { .. } => "card",
        Due::Turn { .. } => "turn",
        Due::Answer => "answer",
        Due::Choice { .. } => "choice",
        Due::Choices { .. } => "choices",
        Due::Roll { .. } => "roll",
        Due::RollThree { .. } => "roll-three",
        Due::Number { .. } => "number",
        Due::Spin => "spin",
        Due::WheelStop => "wheel",
        Due::Meter { .. } => "meter",
        Due::Step(_) => "step",
        Due::Approval { .. } => "approval",
        Due::Decision { .. } => "decision",
        Due::Ruling { .. } => "ruling",
    }
}

/// Returns what the table waits for, as far as the audience may know: what is due first, then what may come.
pub fn awaits(table: &dyn AnyTable, audience: Audience) -> Vec<Await> {
    listed(table, shown(table, audience).into_iter().map(|offer| (offer, Vec::new())).collect())
}

fn shown(table: &dyn AnyTable, audience: Audience) -> Vec<Offer> {
    let mut offers = Vec::new();
    table.offers(&mut |offer| {
        if offer.shown_to(audience) {
            offers.push(offer);
        }
    });
    offers
}

/// Merges offers that differ only in their free box into one, with the list of the other boxes.
fn folded(offers: Vec<Offer>) -> Vec<(Offer, Vec<u8>)> {
    let mut folded: Vec<(Offer, Vec<u8>)> = Vec::new();
    let mut bets: BTreeMap<(WagerId, bool), usize> = BTreeMap::new();
    for offer in offers {
        if let (Ask::Bet { box_number, wager, targets, beneficiary }, By::AnyPatron) = (offer.ask, offer.by) {
            let at = *bets.entry((wager, beneficiary == Beneficiary::Dealers)).or_insert(folded.len());
            if let Some((first, also_on)) = folded.get_mut(at)
                && let Ask::Bet { box_number: first_box, .. } = first.ask
                && *first
                    == (Offer {
                        ask: Ask::Bet { box_number: first_box, wager, targets, beneficiary },
                        ..offer
                    })
            {
                also_on.push(box_number);
                continue;
            }
        }
        folded.push((offer, Vec::new()));
    }
    folded
}

fn listed(table: &dyn AnyTable, offers: Vec<(Offer, Vec<u8>)>) -> Vec<Await> {
    let due = table.due();
    // Steps are offered to staff and shown to all, so the filter cannot have hidden the closing step.
    let closable = offers.iter().any(|(offer, _)| is_closing_step(due, offer.ask));
    let to_await = |(offer, also_on): (Offer, Vec<u8>)| Await {
        also_on,
        ..from_offer(&offer, due, closable, table.currency())
    };
    let (mut awaited, open): (Vec<Await>, Vec<Await>) = offers.into_iter().map(to_await).partition(|a| a.due);
    if awaited.is_empty() {
        // Chance is never offered, and the choices of others are hidden; that they are due is public.
        awaited.push(from_due(due));
    }
    awaited.extend(open);
    awaited
}

fn from_offer(offer: &Offer, due: Due, closable: bool, currency: Currency) -> Await {
    let is_due = match (due, offer.ask) {
        // While the dealer cannot close the bets, the round waits for a bet.
        (Due::Bets { .. }, Ask::Bet { .. }) => !closable,
        (Due::Cut, Ask::Cut | Ask::Choose { .. }) | (Due::Approval { .. }, Ask::Approve) => true,
        (Due::Choice { patron, spot: about }, Ask::Choose { spot, .. } | Ask::Pick { spot, .. }) => {
            offer.by == By::Patron(patron) && spot == about
        }
        (Due::Choices { left, .. }, Ask::Choose { .. } | Ask::Pick { .. }) => {
            matches!(offer.by, By::Patron(patron) if left.has(patron))
        }
        (Due::Decision { rank }, Ask::Step(_)) => offer.by == By::Staff(rank),
        (due, ask) => is_closing_step(due, ask),
    };
    let closes = match (due, offer.ask) {
        (
            Due::Bets { closes } | Due::Roll { closes: Some(closes), .. },
            Ask::Bet { .. } | Ask::TakeBack { .. } | Ask::Work { .. },
        )
        | (Due::Choices { closes, .. }, Ask::Choose { .. } | Ask::Pick { .. }) => Some(closes),
        _ => None,
    };
    Await {
        what: asked(offer.ask),
        also_on: Vec::new(),
        by: offer.by,
        due: is_due,
        closes,
        amount: offer.amount,
        rule: offer.rule,
        default: offer.by_default,
        text: explain_offer(offer, currency),
    }
}

fn is_closing_step(due: Due, ask: Ask) -> bool {
    match (due, ask) {
        (Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes), Ask::Step(step)) => {
            step == closes
        }
        _ => false,
    }
}

fn are_none(targets: &Targets) -> bool {
    targets.is_empty()
}

fn asked(ask: Ask) -> Awaited {
    match ask {
        Ask::Bet { box_number, wager, targets, beneficiary } => {
            let for_dealers = beneficiary == Beneficiary::Dealers;
            Awaited::Bet { box_number, wager, targets, for_dealers }
        }
        Ask::TakeBack { box_number, wager } => Awaited::TakeBack { box_number, wager },
        Ask::Work { box_number, wager, on } => Awaited::Work { box_number, wager, on },
        Ask::Choose { spot, choice } => Awaited::Choose { hand: spot, choice: Some(choice) },
        Ask::Pick { spot, count } => Awaited::Pick { hand: spot, count },
        Ask::Cut => Awaited::Cut,
        Ask::Step(step) => Awaited::Step(step),
        Ask::Permit { patron } => Awaited::Permit { patron },
        Ask::Report { kind, place, card } => Awaited::Irregular { kind, place, card },
        Ask::Approve => Awaited::Approve,
    }
}

fn from_due(due: Due) -> Await {
    let dealer = By::Staff(Rank::Dealer);
    let (what, by) = match due {
        Due::Shuffle => (Awaited::Shuffled, dealer),
        Due::Cut => (Awaited::Cut, dealer),
        Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes) => {
            (Awaited::Step(closes), dealer)
        }
        Due::Card { to, up } => (Awaited::Card { to, up }, dealer),
        Due::Turn { place } => (Awaited::Turn { place }, dealer),
        Due::Answer => (Awaited::Answer, dealer),
        Due::Choice { patron, spot } => (Awaited::Choose { hand: spot, choice: None }, By::Patron(patron)),
        Due::Approval { by, .. } => (Awaited::Approve, by.into()),
        Due::Decision { rank } => (Awaited::Decision, By::Staff(rank)),
        Due::Ruling { rank } => (Awaited::Ruling, By::Staff(rank)),
        Due::Roll { by, .. } => (Awaited::Roll, By::Staff(by)),
        Due::RollThree { .. } => (Awaited::RollThree, dealer),
        Due::Number { most } => (Awaited::Number { most }, dealer),
        Due::Spin => (Awaited::Spin, dealer),
        Due::WheelStop => (Awaited::WheelStopped, dealer),
        Due::Meter { meter, .. } => (Awaited::Meter { meter }, dealer),
    };
    let rule = if what == Awaited::Ruling { protocol::RULING } else { protocol::AWAITED };
    Await {
        what,
        also_on: Vec::new(),
        by,
        due: true,
        closes: None,
        amount: None,
        rule,
        default: false,
        text: explain_due(&due),
    }
}
