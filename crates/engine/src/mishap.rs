//! What can go wrong at a table of any game, and how it could be reported now.
//!
//! The kinds of mishap are the same for every game: cards, dice, chips and people out of turn or out of place. A game's
//! vocabulary adds its own irregularities. How a table responds is not decided here.

use crate::awaits::{Ask, By, Due};
use crate::driver::{Chance, Driver, Meters};
use crate::input::Input;
use crate::layout::{Face, LaidCard, Place, Spot};
use crate::people::{Actor, Patron, Rank};
use crate::table::{AnyTable, Vocabulary, Wheel};
use crate::wager::{Beneficiary, Wager};
use crate::words::{IrregularityId, WagerId};
use felt::{Card, Die, Money, ThreeDice, TwoDice};
use std::collections::BTreeMap;
use std::fmt;

/// A kind of mishap.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mishap {
    /// Staff report it, in a word of the game.
    Reported(IrregularityId),
    /// A card comes out of the shoe while none is due.
    TooMany(Site, Side),
    /// A card goes to the wrong place while another place is due one.
    Astray(Site, Side),
    /// The card that is due lies with the other side up.
    WrongWayUp,
    /// A card that the shoe cannot contain.
    Foreign,
    /// A card that lies face down is turned too early.
    TurnedEarly(Site),
    /// A person looks at a card that lies face down.
    LookedAt(Site, Looker),
    /// The device gives a wrong answer.
    FalseAnswer,
    /// The device answers although it was not asked.
    AnswerUnasked,
    /// Dice are thrown although none are due.
    RollUnasked,
    /// A ball or a wheel comes to rest although it is not due.
    SpunUnasked,
    /// A device draws a number although none is due.
    NumberUnasked,
    /// The cutting card comes out.
    CuttingCard,
    /// Chips are found that had not been noticed.
    ChipsFound(Chips),
    /// A patron bets when bets are closed.
    LateBet,
    /// A patron with wagers leaves.
    Leaves,
}

/// Where a card goes or lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Site {
    /// A box that takes part.
    Box,
    /// A box without a player.
    EmptyBox,
    /// The dealer's hand.
    Dealer,
    /// The community cards.
    Board,
    /// The discard rack.
    Rack,
    /// The hand called the player's.
    Player,
    /// The hand called the banker's.
    Banker,
}

/// Which side of a card is up.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Side {
    /// Its face.
    Face,
    /// Its back.
    Back,
}

/// Who looks under a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Looker {
    /// The patron whose box it is.
    Owner,
    /// Another patron.
    Other,
    /// The dealer.
    Dealer,
}

/// Where unnoticed chips lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Chips {
    /// On top of a wager, a very large amount.
    OnTop,
    /// Beside another patron's wager, a very small amount.
    Beside,
    /// On a box without a bet.
    Apart,
}

impl Mishap {
    /// What happened, as a sentence without a full stop; an irregularity of the game is described by its word.
    pub fn sentence(self) -> String {
        match self {
            Mishap::Reported(kind) => kind.word().to_owned(),
            Mishap::TooMany(site, side) => format!("a card too many goes {site}, {side}"),
            Mishap::Astray(site, side) => format!("a card goes {site}, {side}, while it is due elsewhere"),
            Mishap::WrongWayUp => "the card that is due lies with the wrong side up".to_owned(),
            Mishap::Foreign => "a card shows that the shoe cannot hold".to_owned(),
            Mishap::TurnedEarly(site) => format!("{} is turned before its time", site.hidden()),
            Mishap::LookedAt(site, looker) => format!("{looker} looks at {}", site.hidden()),
            Mishap::FalseAnswer => "the device gives a wrong answer".to_owned(),
            Mishap::AnswerUnasked => "the device answers without a question".to_owned(),
            Mishap::RollUnasked => "dice come to rest and none are due".to_owned(),
            Mishap::SpunUnasked => "a ball or a wheel comes to rest and none is due".to_owned(),
            Mishap::NumberUnasked => "a device shows a number and none is due".to_owned(),
            Mishap::CuttingCard => "the cutting card comes out".to_owned(),
            Mishap::ChipsFound(Chips::OnTop) => "far too many chips lie on a wager".to_owned(),
            Mishap::ChipsFound(Chips::Beside) => "a few chips lie beside another patron's wager".to_owned(),
            Mishap::ChipsFound(Chips::Apart) => "chips lie on a box without a bet".to_owned(),
            Mishap::LateBet => "a patron bets when bets are closed".to_owned(),
            Mishap::Leaves => "a patron leaves".to_owned(),
        }
    }

    /// Whether it is a request, which may be refused for its timing; all others report a fact.
    pub const fn is_request(self) -> bool {
        matches!(self, Mishap::LateBet)
    }
}

impl fmt::Display for Mishap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.sentence())
    }
}

impl Site {
    /// Names a card that lies face down at the site.
    const fn hidden(self) -> &'static str {
        match self {
            Site::Box => "a card face down of a box",
            Site::EmptyBox => "a card face down of a box without a player",
            Site::Dealer => "a card face down of the dealer",
            Site::Board => "a card face down of the board",
            Site::Rack => "a card face down in the rack",
            Site::Player => "a card face down of the player's hand",
            Site::Banker => "a card face down of the banker's hand",
        }
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Site::Box => "to a box",
            Site::EmptyBox => "to a box without a player",
            Site::Dealer => "to the dealer",
            Site::Board => "to the board",
            Site::Rack => "to the rack",
            Site::Player => "to the player's hand",
            Site::Banker => "to the banker's hand",
        })
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Face => "face up",
            Side::Back => "face down",
        })
    }
}

impl fmt::Display for Looker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Looker::Owner => "the patron of the box",
            Looker::Other => "another patron",
            Looker::Dealer => "the dealer",
        })
    }
}

/// One possible report of a mishap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Telling {
    /// What went wrong.
    pub mishap: Mishap,
    /// Who reports it.
    pub by: Actor,
    /// The reported input.
    pub input: Input,
}

/// Lists every mishap that could be reported at this table now, each in one or several ways. The table decides which
/// reports it accepts.
pub fn tellings<C: Chance, M: Meters>(
    words: &Vocabulary,
    boxes: u8,
    table: &dyn AnyTable,
    house: &mut Driver<C, M>,
) -> Vec<Telling> {
    let mut scene = Scene {
        words,
        boxes,
        table,
        next: None,
        top: None,
        offered: Vec::new(),
        open: Vec::new(),
        told: Vec::new(),
    };
    scene.read_offers();
    if !table.shoe().pack().is_empty() {
        scene.next = house.next_card(table);
        scene.top = house.top_card(table);
        scene.laid_wrongly(house);
        scene.shown(house);
        scene.by_dealer(Mishap::CuttingCard, Input::CutCard);
    }
    scene.reported(house);
    scene.answered(house);
    scene.thrown();
    scene.chips_found();
    scene.people();
    scene.told
}

/// The table as it stands, and the possible reports about it.
struct Scene<'t> {
    words: &'t Vocabulary,
    boxes: u8,
    table: &'t dyn AnyTable,
    /// The card that is laid next.
    next: Option<Card>,
    /// The card that comes out of the shoe next.
    top: Option<Card>,
    /// Reports that are offered, with who may make them and where.
    offered: Vec<(IrregularityId, Rank, Option<Place>)>,
    /// Wagers that a patron may make now.
    open: Vec<WagerId>,
    told: Vec<Telling>,
}

impl Scene<'_> {
    fn by_dealer(&mut self, mishap: Mishap, input: Input) {
        self.told.push(Telling { mishap, by: Actor::DEALER, input });
    }

    fn read_offers(&mut self) {
        let (offered, open) = (&mut self.offered, &mut self.open);
        self.table.offers(&mut |offer| match (offer.ask, offer.by) {
            (Ask::Report { kind, place, .. }, By::Staff(rank)) => offered.push((kind, rank, place)),
            (Ask::Bet { .. }, _) => open.extend(offer.ask.wagers()),
            _ => {}
        });
    }

    fn knows(&self, event: &str) -> bool {
        self.words.events.contains(&event)
    }

    fn wagers(&self) -> impl Iterator<Item = &Wager> {
        self.table.wagers().iter().filter(|wager| wager.on_layout())
    }

    /// The first and the last hand in play: hands with cards, with wagers before the deal, or with lines after
    /// everything is settled.
    fn hands(&self) -> Vec<Place> {
        let laid = self.table.layout().cards().map(|card| card.place);
        let mut hands: Vec<Place> = laid.filter(|place| matches!(place, Place::Hand(_))).collect();
        if hands.is_empty() {
            let bet = self.wagers().filter(|wager| wager.spot.box_number != 0);
            hands = bet.map(|wager| Place::Hand(wager.spot)).collect();
        }
        if hands.is_empty() {
            let settled = self.table.lines().iter().filter(|line| line.spot.box_number != 0);
            hands = settled.map(|line| Place::Hand(line.spot)).collect();
        }
        hands.sort();
        let ends = [hands.first().copied(), hands.last().copied()];
        let mut ends: Vec<Place> = ends.into_iter().flatten().collect();
        ends.dedup();
        ends
    }

    fn bare_box(&self) -> Option<u8> {
        let taken = |number: u8| {
            let laid = self.table.layout().cards();
            let mut hands = laid.filter_map(|card| match card.place {
                Place::Hand(spot) => Some(spot.box_number),
                _ => None,
            });
            hands.any(|other| other == number) || self.wagers().any(|wager| wager.spot.box_number == number)
        };
        (1..=self.boxes).find(|number| !taken(*number))
    }

    /// All places that a card can go to.
    fn sites(&self) -> Vec<(Site, Place)> {
        let hands = self.hands().into_iter().map(|place| (Site::Box, place));
        let bare = self.bare_box().map(|number| (Site::EmptyBox, Place::Hand(Spot::first(number))));
        let others = [(Site::Dealer, Place::Dealer), (Site::Board, Place::Board), (Site::Rack, Place::Rack)];
        let shared = self.table.shared_hands().iter().filter_map(|place| match place {
            Place::Player => Some((Site::Player, Place::Player)),
            Place::Banker => Some((Site::Banker, Place::Banker)),
            _ => None,
        });
        hands.chain(bare).chain(others).chain(shared).collect()
    }

    /// Cards laid in the wrong place or the wrong way up.
    fn laid_wrongly<C: Chance, M: Meters>(&mut self, house: &Driver<C, M>) {
        // If no card is left, any card may be reported: the table must refuse it.
        let next = self.next.or_else(|| self.table.shoe().pack().cards().next());
        let Some(card) = next else { return };
        let due = self.table.due();
        for (site, place) in self.sites() {
            for side in [Side::Face, Side::Back] {
                let up = side == Side::Face;
                let mishap = match due {
                    Due::Card { to, up: wanted } if to == place && up == wanted => continue,
                    Due::Card { to, .. } if to == place => Mishap::WrongWayUp,
                    Due::Card { .. } => Mishap::Astray(site, side),
                    _ => Mishap::TooMany(site, side),
                };
                let face = house.face(place, card, up);
                self.by_dealer(mishap, Input::Card { to: place, face });
            }
        }
        let foreign = self.foreign_card();
        match (due, foreign) {
            (Due::Card { to, up: true }, Some(card)) => {
                self.by_dealer(Mishap::Foreign, Input::Card { to, face: Face::Up(card) });
            }
            (Due::Turn { place }, Some(card)) => {
                let hidden = self.table.layout().at(place).find(|laid| !laid.face.is_up());
                if hidden.is_some_and(|laid| laid.face == Face::Unread) {
                    self.by_dealer(Mishap::Foreign, Input::Turn { place, card });
                }
            }
            _ => {}
        }
    }

    /// A card of which all copies lie face up, or a card that the pack does not contain.
    fn foreign_card(&self) -> Option<Card> {
        let pack = self.table.shoe().pack();
        let decks = usize::from(pack.decks);
        let open = || {
            let up = self.table.layout().cards().filter(|card| card.face.is_up());
            up.filter_map(|card| card.face.card())
        };
        let gone = open().find(|card| open().filter(|other| other == card).count() >= decks);
        gone.or_else(|| (!pack.cards().any(|card| card == Card::JOKER)).then_some(Card::JOKER))
    }

    /// Face-down cards turned or looked at; also reported where there is no face-down card.
    fn shown<C: Chance, M: Meters>(&mut self, house: &Driver<C, M>) {
        let mut places: BTreeMap<Site, Place> = BTreeMap::from([(Site::Dealer, Place::Dealer)]);
        for card in self.table.layout().cards().filter(|card| !card.face.is_up()) {
            let site = match card.place {
                Place::Hand(_) => Site::Box,
                Place::Board => Site::Board,
                _ => continue,
            };
            places.entry(site).or_insert(card.place);
        }
        let any = self.table.shoe().pack().cards().next();
        for (site, place) in places {
            let hidden: Option<&LaidCard> = self.table.layout().at(place).find(|card| !card.face.is_up());
            let card = hidden.and_then(|card| house.really(card)).or(any);
            if let Some(card) = card.filter(|_| self.table.due() != Due::Turn { place }) {
                self.by_dealer(Mishap::TurnedEarly(site), Input::Turn { place, card });
            }
            self.looked_at(site, place);
        }
    }

    fn looked_at(&mut self, site: Site, place: Place) {
        let own = |wager: &&Wager| Place::Hand(wager.spot) == place;
        let owner = self.wagers().find(own).map(|wager| wager.patron);
        let other = self.wagers().map(|wager| wager.patron).find(|patron| Some(*patron) != owner);
        let lookers = [
            owner.map(|patron| (Looker::Owner, Some(patron))),
            other.or(Patron::nth(5)).map(|patron| (Looker::Other, Some(patron))),
            Some((Looker::Dealer, None)),
        ];
        for (looker, patron) in lookers.into_iter().flatten() {
            self.by_dealer(Mishap::LookedAt(site, looker), Input::Look { patron, place });
        }
    }

    /// The irregularities of the game: as offered, and those not offered with and without a place and a card.
    fn reported<C: Chance, M: Meters>(&mut self, house: &Driver<C, M>) {
        let mut hands = self.hands();
        if hands.is_empty() {
            hands.push(Place::Hand(Spot::first(1)));
        }
        let places: Vec<Option<Place>> = std::iter::once(None)
            .chain(hands.into_iter().map(Some))
            .chain(std::iter::once(Some(Place::Dealer)).filter(|_| self.top.is_some()))
            .chain(self.table.shared_hands().iter().map(|place| Some(*place)))
            .collect();
        let hidden = |place: Option<Place>| {
            let mut cards = self.table.layout().cards().filter(|card| !card.face.is_up());
            let there = cards.find(|card| place.is_none_or(|place| card.place == place));
            there.and_then(|card| house.really(card))
        };
        let mut all = Vec::new();
        for one in self.words.irregularities {
            let kind = one.id;
            let mut told = Vec::new();
            let own = self.offered.iter().filter(|(offered, ..)| *offered == kind);
            let mut ways: Vec<(Rank, Option<Place>)> = own.map(|(_, rank, place)| (*rank, *place)).collect();
            let rank = ways.first().map_or(Rank::Dealer, |(rank, _)| *rank);
            ways.extend(places.iter().map(|place| (rank, *place)));
            for (rank, place) in ways {
                for card in [None, self.top, hidden(place)] {
                    let input = Input::Irregular { kind, place, card };
                    let telling = Telling { mishap: Mishap::Reported(kind), by: Actor::Staff(rank), input };
                    if !told.contains(&telling) {
                        told.push(telling);
                    }
                }
            }
            all.append(&mut told);
        }
        self.told.extend(all);
    }

    fn answered<C: Chance, M: Meters>(&mut self, house: &Driver<C, M>) {
        if !self.knows("answered") {
            return;
        }
        if self.table.due() == Due::Answer {
            let yes = house.device_answer(self.table) != Some(true);
            return self.by_dealer(Mishap::FalseAnswer, Input::Answer { yes });
        }
        for yes in [true, false] {
            self.by_dealer(Mishap::AnswerUnasked, Input::Answer { yes });
        }
    }

    fn thrown(&mut self) {
        if self.knows("rolled") && !matches!(self.table.due(), Due::Roll { .. }) {
            let dice = TwoDice::new(Die::ALL[1], Die::ALL[3]);
            self.by_dealer(Mishap::RollUnasked, Input::Roll(dice));
        }
        if self.knows("rolled-three") && !matches!(self.table.due(), Due::RollThree { .. }) {
            let dice = ThreeDice::new(Die::ALL[1], Die::ALL[3], Die::ALL[4]);
            self.by_dealer(Mishap::RollUnasked, Input::RollThree(dice));
        }
        if self.knows("number-drawn") && !matches!(self.table.due(), Due::Number { .. }) {
            self.by_dealer(Mishap::NumberUnasked, Input::Number(3));
        }
        let came = match self.table.wheel() {
            Wheel::Ball(wheel) => wheel.pockets().first().map(|pocket| Input::Spin(*pocket)),
            Wheel::Sections(sections) => sections.first().map(|section| Input::WheelStopped(*section)),
            Wheel::None => None,
        };
        if let Some(came) = came.filter(|_| !matches!(self.table.due(), Due::Spin | Due::WheelStop)) {
            self.by_dealer(Mishap::SpunUnasked, came);
        }
    }

    /// Chips found: one report for each kind of wager on the layout.
    fn chips_found(&mut self) {
        let mut found: Vec<(Chips, Patron, u8, WagerId, Money)> = Vec::new();
        let bare = self.bare_box();
        for wager in self.wagers() {
            let (patron, box_number, kind) = (wager.patron, wager.spot.box_number, wager.kind);
            if found.iter().any(|(_, _, _, there, _)| *there == kind) {
                continue;
            }
            let many = wager.stake.checked_mul(100).unwrap_or(wager.stake);
            found.push((Chips::OnTop, patron, box_number, kind, many));
            let elsewhere = |other: &&Wager| other.spot.box_number != box_number && other.patron != patron;
            if let Some(other) = self.wagers().find(elsewhere) {
                found.push((Chips::Beside, other.patron, box_number, kind, Money::minor(100)));
            }
            found.extend(bare.map(|bare| (Chips::Apart, patron, bare, kind, wager.stake)));
        }
        if found.is_empty()
            && let (Some(kind), Some(bare)) = (self.words.wagers.first(), bare)
        {
            found.push((Chips::Apart, Patron::A, bare, *kind, Money::minor(1000)));
        }
        for (chips, patron, box_number, wager, stake) in found {
            self.by_dealer(Mishap::ChipsFound(chips), Input::Found { patron, box_number, wager, stake });
        }
    }

    /// A patron bets too late; a patron leaves.
    fn people(&mut self) {
        let Some(wager) = self.wagers().next().copied() else { return };
        let Wager { patron, kind, stake, spot, .. } = wager;
        let beneficiary = Beneficiary::Patron;
        let box_number = spot.box_number;
        let open = matches!(self.table.due(), Due::Bets { .. } | Due::Roll { closes: Some(_), .. });
        if !open && !self.open.contains(&kind) {
            let input = Input::Bet { patron, box_number, wager: kind, stake, beneficiary };
            self.told.push(Telling { mishap: Mishap::LateBet, by: Actor::Patron(patron), input });
        }
        self.by_dealer(Mishap::Leaves, Input::Leave { patron });
    }
}
