//! The table as one patron sees it: the cards, their values, and the stakes on them.
//!
//! Cards are taken from the events alone, and stay visible after a round until the next one begins, so that the winning
//! hand can be seen.

use super::hands::Hands;
use super::sets::both;
use super::{ME, MY_BOX};
use crate::cards;
use crate::screen::{BAD, DIM, GOOD, HEAD, paint, visible, wrap};
use engine::{
    Announcement, Beneficiary, Event, Face, LineKind, Marker, Place, Spot, View, WagerView, Way, What,
};
use felt::{Card, Currency, Money};
use std::collections::{BTreeMap, BTreeSet};

/// The cards on the layout, and the results of the hands.
pub(super) struct Picture {
    hands: Hands,
    cards: Vec<(u32, Place, Face)>,
    said: BTreeMap<Place, Announcement>,
    /// Cards that were already taken up and are still shown.
    gone: BTreeSet<Place>,
    /// Each hand's net result so far.
    net: BTreeMap<Spot, Money>,
    /// Whether the round is over.
    over: bool,
}

/// One hand, or another place with its own line.
struct Row {
    name: String,
    asked: bool,
    cards: String,
    makes: String,
    stakes: String,
}

impl Picture {
    pub(super) fn new(hands: Hands) -> Picture {
        Picture {
            hands,
            cards: Vec::new(),
            said: BTreeMap::new(),
            gone: BTreeSet::new(),
            net: BTreeMap::new(),
            over: false,
        }
    }

    /// Applies an event, which must already be filtered for the patron.
    pub(super) fn see(&mut self, event: &Event) {
        match event.what {
            What::CardLaid { place: Place::Rack, .. } => {}
            What::CardLaid { draw, place, face, .. } => {
                self.begin();
                if self.gone.remove(&place) {
                    self.cards.retain(|(_, there, _)| *there != place);
                }
                self.cards.push((draw, place, face));
                self.said.remove(&place);
            }
            What::CardTurned { draw, place, face } => {
                if let Some((.., there)) = self.card(draw) {
                    *there = face;
                }
                self.said.remove(&place);
            }
            What::CardMoved { draw, from, to } => {
                if let Some((_, there, _)) = self.card(draw) {
                    *there = to;
                }
                self.said.remove(&from);
                self.said.remove(&to);
            }
            What::Announced { place, hand } => {
                self.said.insert(place, hand);
            }
            What::Collected { place, .. } => {
                self.gone.insert(place);
            }
            What::WagerPlaced { .. } => self.begin(),
            What::Settled(line) => {
                let staked = match (line.kind, line.outcome) {
                    (LineKind::Wager, _) => line.stake,
                    // Losses of others to a bank are counted with the money put into it.
                    (LineKind::Bank, Some(_)) => line.basis,
                    _ => Money::ZERO,
                };
                *self.net.entry(line.spot).or_insert(Money::ZERO) += line.to_patron() - staked;
            }
            What::RoundEnded { .. } => self.over = true,
            _ => {}
        }
    }

    /// Removes the cards of the previous round.
    fn begin(&mut self) {
        if std::mem::take(&mut self.over) {
            *self = Picture::new(self.hands);
        }
    }

    fn card(&mut self, draw: u32) -> Option<&mut (u32, Place, Face)> {
        self.cards.iter_mut().find(|(number, ..)| *number == draw)
    }

    /// Whether the box has more than one hand.
    pub(super) fn is_split(&self, number: u8) -> bool {
        let further = |place: &Place| matches!(place, Place::Hand(s) if s.box_number == number && s.hand > 1);
        self.cards.iter().any(|(_, place, _)| further(place))
    }

    /// Whether the box has hands that are settled separately, unlike the two that one hand is set in.
    pub(super) fn has_several(&self, number: u8) -> bool {
        self.hands != Hands::HighAndLow && self.is_split(number)
    }

    /// The table, line by line: the house, the player's hands, the others'. The hand in question is marked.
    pub(super) fn lines(&self, view: &View, asked: Option<Spot>, width: usize) -> Vec<String> {
        let mut places: BTreeSet<Place> = self.cards.iter().map(|(_, place, _)| *place).collect();
        places.extend(view.wagers.iter().map(|wager| Place::Hand(wager.spot)));
        let mut places: Vec<Place> =
            places.into_iter().filter(|place| self.is_played(*place, view)).collect();
        places.sort_by_key(|place| match place {
            Place::Hand(spot) => (1 + u8::from(spot.box_number != MY_BOX), *place),
            _ => (0, *place),
        });
        let rows: Vec<Row> = places.iter().map(|place| self.row(*place, view, asked)).collect();
        let facts = facts(view).into_iter().chain(bank(view));
        facts.chain(aligned(&rows, width)).collect()
    }

    /// Whether a place gets a line: not if its cards have no stake and were taken up unseen.
    fn is_played(&self, place: Place, view: &View) -> bool {
        let Place::Hand(spot) = place else { return true };
        let staked = view.wagers.iter().any(|wager| wager.spot == spot) || self.net.contains_key(&spot);
        let mut faces = self.cards.iter().filter(|(_, there, _)| *there == place);
        staked || !self.gone.contains(&place) || faces.any(|(.., face)| face.card().is_some())
    }

    fn row(&self, place: Place, view: &View, asked: Option<Spot>) -> Row {
        let own = matches!(place, Place::Hand(spot) if spot.box_number == MY_BOX);
        // Cards that the player has looked at are face down for others, but not for the player.
        let seen = |draw: u32, face: Face| {
            let mut lying = view.cards.iter().flat_map(|there| &there.cards);
            lying.find(|card| card.draw == draw).map_or(face, |card| card.face)
        };
        let lying = self.cards.iter().filter(|(_, there, _)| *there == place);
        let here: Vec<Face> = lying.map(|(draw, _, face)| seen(*draw, *face)).collect();
        let drawn: Vec<String> = here
            .iter()
            .map(|face| match face {
                // The player's own cards are face down for others, but not for the player.
                Face::Down(card) if own => cards::card(*card),
                face => cards::face(*face),
            })
            .collect();
        let stakes = match place {
            Place::Hand(spot) => self.stakes(spot, view),
            _ => String::new(),
        };
        let set = view.settings.iter().find(|one| Place::Hand(one.hand) == place && one.set);
        let (drawn, makes) = match set.and_then(|one| one.ways.first()) {
            Some(way) => (parted(drawn, way), Some(both(way))),
            None => (drawn.join(" "), self.makes(place, &here)),
        };
        Row {
            name: self.name(place, view),
            asked: matches!(place, Place::Hand(spot) if asked == Some(spot)),
            cards: drawn,
            makes: makes.unwrap_or_default(),
            stakes,
        }
    }

    fn name(&self, place: Place, view: &View) -> String {
        let house = |wager: &WagerView| wager.beneficiary == Beneficiary::House;
        match place {
            Place::Hand(Spot::TABLE) if view.wagers.iter().any(house) => "the house".to_owned(),
            Place::Hand(spot) => {
                let whose = match spot.box_number {
                    0 | MY_BOX => "you".to_owned(),
                    other => format!("box {other}"),
                };
                match (self.is_split(spot.box_number), self.hands, spot.hand) {
                    (false, ..) => whose,
                    (true, Hands::HighAndLow, 1) => format!("{whose}, high"),
                    (true, Hands::HighAndLow, _) => format!("{whose}, low"),
                    (true, _, hand) => format!("{whose}, hand {hand}"),
                }
            }
            other => other.to_string().replace('-', " "),
        }
    }

    /// The value of the hand, if all of it is visible.
    fn makes(&self, place: Place, here: &[Face]) -> Option<String> {
        let known = |faces: &[Face]| faces.iter().map(|face| face.card()).collect::<Option<Vec<Card>>>();
        let split = matches!(place, Place::Hand(spot) if self.is_split(spot.box_number));
        if place == Place::Board {
            return None;
        }
        let board: Vec<Face> = self
            .cards
            .iter()
            .filter(|(_, there, _)| *there == Place::Board)
            .map(|(.., face)| *face)
            .collect();
        let counted = self.hands.name(&known(here)?, &known(&board).unwrap_or_default(), split);
        match self.said.get(&place) {
            Some(said) => Some(self.hands.announced(*said, counted)),
            None => counted,
        }
    }

    /// The amount at risk on a hand, and its result.
    fn stakes(&self, spot: Spot, view: &View) -> String {
        let at_risk = view.wagers.iter().filter(|wager| wager.spot == spot);
        let mut texts: Vec<String> = at_risk.map(|wager| staked(wager, view.currency)).collect();
        let has_cards = self.cards.iter().any(|(_, place, _)| *place == Place::Hand(spot));
        if let Some(net) = self.net.get(&spot).filter(|_| has_cards) {
            texts.push(brought(*net, view.currency));
        }
        texts.join(", ")
    }
}

/// The cards of the high hand, a stroke, and those of the low hand.
fn parted(drawn: Vec<String>, way: &Way) -> String {
    let low = |at: usize| u8::try_from(at).is_ok_and(|at| way.cards.iter().any(|one| one == at));
    let (low, high): (Vec<_>, Vec<_>) = drawn.into_iter().enumerate().partition(|(at, _)| low(*at));
    let [high, low] =
        [high, low].map(|cards| cards.into_iter().map(|(_, card)| card).collect::<Vec<_>>().join(" "));
    format!("{high} | {low}")
}

/// A name in words. A name with a number keeps its dashes, or the number could be mistaken for a stake.
pub(super) fn in_words(name: &str) -> String {
    if name.contains(|letter: char| letter.is_ascii_digit()) {
        name.to_owned()
    } else {
        name.replace('-', " ")
    }
}

/// `main 10`.
fn staked(wager: &WagerView, currency: Currency) -> String {
    let money = |amount| currency.format_short(amount);
    let stake = match (wager.stake.is_zero(), wager.lammer.is_zero()) {
        (_, true) => money(wager.stake),
        (true, false) => format!("free {}", money(wager.lammer)),
        (false, false) => format!("{} and free {}", money(wager.stake), money(wager.lammer)),
    };
    let whose = if wager.patron == ME || wager.spot.box_number != MY_BOX { "" } else { " (not yours)" };
    let off = if wager.working { "" } else { " (off)" };
    format!("{} {stake}{whose}{}", in_words(wager.wager.word()), paint(DIM, off))
}

fn brought(net: Money, currency: Currency) -> String {
    match net {
        net if net.is_positive() => paint(GOOD, &format!("won {}", currency.format_short(net))),
        net if net.is_negative() => paint(BAD, &format!("lost {}", currency.format_short(-net))),
        _ => "even".to_owned(),
    }
}

/// The state of a game with markers: the point, the puck, the shooter.
fn facts(view: &View) -> Option<String> {
    let markers: Vec<String> = view.markers.iter().copied().filter_map(marker).collect();
    // At a game with cards, the cards show the state.
    let told = view.cards.is_empty() && view.shoe.remaining == 0 && view.shoe.rack == 0;
    let phase = view.phase.replace('-', " ");
    told.then(|| paint(HEAD, &std::iter::once(phase).chain(markers).collect::<Vec<_>>().join(" · ")))
        .map(|facts| format!("  {facts}"))
}

/// Which patron has the bank, if any, and the amounts to win and lose.
fn bank(view: &View) -> Option<String> {
    let bank = view.bank?;
    let money = |amount| view.currency.format_short(amount);
    let who = if bank.patron == ME {
        "you have the bank".to_owned()
    } else {
        format!("{} has the bank", bank.patron)
    };
    let sums = format!("{} cover it, {} are against it", money(bank.cover), money(bank.against));
    Some(format!("  {}", paint(HEAD, &format!("{who}: {sums}"))))
}

/// A marker in two words; empty for one that is off and on no spot.
fn marker(marker: Marker) -> Option<String> {
    match (marker.patron, marker.value) {
        (Some(ME), _) => Some(format!("{} you", marker.id)),
        (Some(patron), _) => Some(format!("{} {patron}", marker.id)),
        (None, 0) => None,
        (None, value) => Some(format!("{} {value}", marker.id)),
    }
}

/// Rows below one another. Stakes form a column if all of them fit, otherwise they follow their hands, and those that
/// do not fit there go below.
fn aligned(rows: &[Row], width: usize) -> Vec<String> {
    let widest = |part: fn(&Row) -> &str| rows.iter().map(|row| visible(part(row))).max().unwrap_or(0);
    let [name, cards, makes] = [widest(|row| &row.name), widest(|row| &row.cards), widest(|row| &row.makes)];
    let before = |makes: usize| {
        [2, name, cards, makes].into_iter().filter(|width| *width > 0).map(|w| w + 2).sum::<usize>() - 2
    };
    let fits = rows.iter().all(|row| before(makes) + visible(&row.stakes) <= width);
    rows.iter()
        .flat_map(|row| {
            let mark = if row.asked { paint(HEAD, ">") } else { " ".to_owned() };
            let style = if row.asked { HEAD } else { DIM };
            let makes = if fits { makes } else { visible(&row.makes) };
            let columns =
                [(paint(style, &row.name), name), (row.cards.clone(), cards), (row.makes.clone(), makes)];
            let mut line = format!("{mark} ");
            for (text, column) in columns.into_iter().filter(|(_, column)| *column > 0) {
                let gap = column.saturating_sub(visible(&text)) + 2;
                line.push_str(&format!("{text}{:gap$}", ""));
            }
            if visible(&line) + visible(&row.stakes) <= width {
                return vec![format!("{line}{}", row.stakes)];
            }
            let indent = name + 4;
            let below = wrap(&row.stakes, width.saturating_sub(indent));
            let below = below.into_iter().map(|text| format!("{:indent$}{text}", ""));
            // A row of stakes alone begins beside its name.
            if row.cards.is_empty() && row.makes.is_empty() {
                return below
                    .enumerate()
                    .map(|(n, text)| match n {
                        0 => format!("{mark} {}{}", paint(style, &row.name), &text[2 + visible(&row.name)..]),
                        _ => text,
                    })
                    .collect();
            }
            std::iter::once(line).chain(below).collect()
        })
        .collect()
}
