//! How a table of a game is drawn: which spots there are, where they are and what is printed there.
//!
//! No rule depends on the layout. It is in a separate file beside the rule book, so a change of a printed word does not
//! change a hash by which a round is verified.

use crate::book::{RuleBook, WagerRule};
use crate::finding::Finding;
use felt::spots::SpotName;
use felt::{Area, Colour, FeltSpot, FeltSpots, Pocket, Zeros};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The arrangement of a table's places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LayoutKind {
    /// Boxes on an arc before the dealer, each with its spots.
    BoxesArc,
    /// As `BoxesArc`, with spots above each hand, and community cards beside the dealer's.
    CommunityCards,
    /// Areas in a grid that all patrons share.
    Zones,
    /// As `Zones`, below a big wheel.
    Wheel,
    /// The numbers of a roulette felt beside its wheel: chips lie in boxes, on lines and on corners.
    Grid,
    /// Two hands that all patrons bet on, and a column of spots for each place.
    Baccarat,
    /// Areas in a grid that all patrons share, and two cups of dice.
    Dice,
    /// Boxes on an arc before the dealer, and room for the cards of one that are set in two hands.
    SetHands,
}

/// A layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Layout")]
pub struct LayoutFile {
    /// The arrangement of the places.
    pub kind: LayoutKind,
    /// Words printed for all to see; an option's id in braces stands for its value.
    #[serde(default)]
    pub prints: Vec<String>,
    /// Choices that are always shown, in this order, even when they cannot be made; the others are shown only when
    /// offered.
    #[serde(default)]
    pub choices: Vec<String>,
    /// The spots of a box, row by row; the first row is the nearest to the dealer.
    #[serde(default)]
    pub rows: Vec<Vec<Printed>>,
    /// Wagers whose chips lie on the spot of another wager.
    #[serde(default)]
    pub lies_on: BTreeMap<String, String>,
    /// The grid in which zones lie.
    pub grid: Option<Grid>,
    /// The zones.
    #[serde(default)]
    pub zones: Vec<Zone>,
    /// What is printed in the boxes beside the numbers, by their wagers.
    #[serde(default)]
    pub labels: BTreeMap<String, String>,
    /// The boxes of the numbers; computed from the table's felt, not read from the file.
    #[serde(default)]
    pub numbers: Vec<NumberBox>,
    /// The boxes beside the numbers.
    #[serde(default)]
    pub outside: Vec<OutsideBox>,
    /// Where chips may lie among the numbers. A wager may have two places.
    #[serde(default)]
    pub spots: Vec<GridSpot>,
    /// What the pockets or sections of the table's wheel show, clockwise.
    #[serde(default)]
    pub wheel: Vec<String>,
}

/// The box of a number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NumberBox {
    /// The number.
    pub pocket: String,
    /// Its colour: red, black or green.
    pub color: String,
    /// Column, row, width and height in half boxes; the numbers begin at 0, 0.
    pub at: [i8; 4],
}

/// A box beside the numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OutsideBox {
    /// The wager that is made there.
    pub wager: String,
    /// What is printed in it.
    pub label: String,
    /// Column, row, width and height in half boxes.
    pub at: [i8; 4],
}

/// A place for chips among the numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GridSpot {
    /// The wager that is made there.
    pub wager: String,
    /// The numbers that it covers.
    pub covers: Vec<String>,
    /// Column and row in half boxes.
    pub at: [i8; 2],
}

/// A wager's name as printed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// The wager.
    pub wager: String,
    /// The printed words, as short as the spot requires.
    pub label: String,
}

/// How many columns and rows a grid has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// On a big screen.
    pub wide: [u8; 2],
    /// On a phone.
    pub tall: [u8; 2],
}

/// An area of the layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Zone {
    /// Its name for programs.
    pub id: String,
    /// What is printed in it.
    pub label: String,
    /// What is printed below that; an option's id in braces stands for its value.
    pub note: Option<String>,
    /// The wagers that are made there.
    pub wagers: Vec<Printed>,
    /// Column, row, columns wide and rows high, on a big screen.
    pub wide: [u8; 4],
    /// As `wide`, on a phone.
    pub tall: [u8; 4],
    /// Dice pictured there.
    #[serde(default)]
    pub dice: Vec<[u8; 2]>,
    /// The marker that may lie there.
    pub marker: Option<MarkerSpot>,
}

/// A marker, and the number it shows there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkerSpot {
    /// The marker.
    pub id: String,
    /// Its number.
    pub value: u16,
}

impl LayoutFile {
    /// Reads a layout.
    ///
    /// # Errors
    /// Returns the first fault of the text.
    pub fn parse(text: &str) -> Result<LayoutFile, Finding> {
        toml::from_str(text).map_err(|error| {
            let before = error.span().and_then(|span| text.get(..span.start));
            let line = before.map(|before| before.matches('\n').count() + 1);
            Finding::new(error.message().to_owned()).at(line)
        })
    }

    /// Returns what does not fit the rule book: unknown wagers, wagers without a place, words without a value, zones
    /// that leave their grid or overlap.
    #[must_use]
    pub fn check(&self, book: &RuleBook) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut say = |what: String| findings.push(Finding::new(what));
        let mut placed = BTreeSet::new();
        let felt = match self.kind {
            LayoutKind::Grid => FeltSpots::of_both().as_slice().iter().map(FeltSpot::name).collect(),
            _ => Vec::new(),
        };
        let on_felt = felt.iter().map(SpotName::as_str);
        for wager in self.placed().chain(self.lies_on.keys().map(String::as_str)).chain(on_felt) {
            if book.wager(wager).is_none() {
                say(format!("the layout places \"{wager}\", which is no wager of {}", book.id));
            }
            if !placed.insert(wager) {
                say(format!("the layout places \"{wager}\" twice"));
            }
        }
        for wager in self.lies_on.values().filter(|wager| !self.placed().any(|placed| placed == *wager)) {
            say(format!("chips are to lie on the spot of \"{wager}\", which has none"));
        }
        let own = book.wagers.iter().filter(|wager| wager.from == book.id).map(|wager: &WagerRule| &wager.id);
        for wager in own.filter(|wager| !placed.contains(wager.as_str())) {
            say(format!("the layout has no place for \"{wager}\""));
        }
        for text in self.texts() {
            for option in braced(text).filter(|option| book.option(option).is_none()) {
                say(format!("\"{text}\" names {{{option}}}, which is no option of {}", book.id));
            }
        }
        match self.grid {
            Some(grid) => {
                self.check_zones(grid.wide, "on a big screen", |zone| zone.wide, &mut say);
                self.check_zones(grid.tall, "on a phone", |zone| zone.tall, &mut say);
            }
            None if matches!(self.kind, LayoutKind::Zones | LayoutKind::Wheel | LayoutKind::Dice) => {
                say("zones want a grid".to_owned());
            }
            None => {}
        }
        findings
    }

    /// Replaces the ids of options in braces by their values.
    #[must_use]
    pub fn filled<'v>(mut self, value: impl Fn(&str) -> Option<&'v str>) -> LayoutFile {
        let notes = self.zones.iter_mut().filter_map(|zone| zone.note.as_mut());
        for text in self.prints.iter_mut().chain(notes) {
            let ids: Vec<String> = braced(text).map(str::to_owned).collect();
            for id in ids {
                *text = text.replace(&format!("{{{id}}}"), value(&id).unwrap_or_default());
            }
        }
        if self.kind == LayoutKind::Grid {
            self.lay_felt(value("wheel").unwrap_or_default());
        }
        self
    }

    /// Lays out the boxes and places of a roulette felt. On a felt with two zeros that is used with one of them, no
    /// bets are accepted on the other.
    fn lay_felt(&mut self, wheel: &str) {
        let zeros = if wheel == "single-zero" { Zeros::Single } else { Zeros::Double };
        let unused = (wheel == "double-zero-as-single").then_some(Pocket::DOUBLE_ZERO);
        let box_at = |area: Area| [area.x, area.y, area.wide, area.high];
        let felt = FeltSpots::of(zeros);
        let offered = |spot: &&FeltSpot| unused.is_none_or(|pocket| !spot.covers.has(pocket));
        let pockets = (0..Pocket::COUNT).filter_map(Pocket::from_index);
        self.numbers = pockets
            .filter_map(|pocket| {
                let color = match pocket.colour() {
                    Colour::Red => "red",
                    Colour::Black => "black",
                    Colour::Green => "green",
                };
                let (pocket, at) = (pocket.to_string(), box_at(zeros.area(pocket)?));
                Some(NumberBox { pocket, color: color.to_owned(), at })
            })
            .collect();
        let second = [FeltSpot::ZEROS_FROM_BELOW];
        let second = second.iter().filter(|_| zeros == Zeros::Double);
        let (mut outside, mut spots) = (Vec::new(), Vec::new());
        for spot in felt.as_slice().iter().chain(second).filter(offered) {
            let wager = spot.name().as_str().to_owned();
            match spot.outside() {
                Some(area) => {
                    let label = self.labels.get(&wager).cloned().unwrap_or_default();
                    outside.push(OutsideBox { wager, label, at: box_at(area) });
                }
                None => spots.push(GridSpot {
                    wager,
                    covers: spot.covers.iter().map(|pocket| pocket.to_string()).collect(),
                    at: [spot.at.0, spot.at.1],
                }),
            }
        }
        (self.outside, self.spots) = (outside, spots);
    }

    fn placed(&self) -> impl Iterator<Item = &str> {
        let zones = self.zones.iter().flat_map(|zone| &zone.wagers);
        self.rows.iter().flatten().chain(zones).map(|printed| printed.wager.as_str())
    }

    fn texts(&self) -> impl Iterator<Item = &String> {
        self.prints.iter().chain(self.zones.iter().filter_map(|zone| zone.note.as_ref()))
    }

    fn check_zones(
        &self,
        [columns, rows]: [u8; 2],
        screen: &str,
        at: fn(&Zone) -> [u8; 4],
        say: &mut impl FnMut(String),
    ) {
        let mut taken = BTreeMap::new();
        for zone in &self.zones {
            let [column, row, width, height] = at(zone);
            let fits = |from: u8, size: u8, most: u8| {
                size > 0 && from.checked_add(size).is_some_and(|end| end <= most)
            };
            if !fits(column, width, columns) || !fits(row, height, rows) {
                say(format!("zone \"{}\" leaves the grid {screen}", zone.id));
                continue;
            }
            let cells = (column..column + width).flat_map(|x| (row..row + height).map(move |y| (x, y)));
            if let Some(other) =
                cells.filter_map(|cell| taken.insert(cell, &zone.id)).find(|id| *id != &zone.id)
            {
                say(format!("zones \"{other}\" and \"{}\" meet {screen}", zone.id));
            }
        }
    }
}

/// Returns the ids in braces.
fn braced(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}')).map(|(id, _)| id)
}
