//! Where chips may lie on a roulette layout, and which numbers each place covers.
//!
//! There is no list of wagers here. The boxes of the numbers are placed as on the printed felt; a chip lies in a box,
//! on the edge that two boxes share, on a corner where three or four meet, or on the outer line at the end of one row
//! or between two. The covered numbers are computed from that.

use crate::pocket::{Colour, Pocket};

/// A set of pockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pockets(u64);

impl Pockets {
    /// The empty set.
    pub const NONE: Self = Self(0);

    /// The union of this set and the other.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The set of one pocket.
    #[must_use]
    pub const fn one(pocket: Pocket) -> Self {
        Self(1 << pocket.byte())
    }

    /// Whether the pocket is in the set.
    #[inline]
    #[must_use]
    pub const fn has(self, pocket: Pocket) -> bool {
        self.0 & (1 << pocket.byte()) != 0
    }

    /// The number of pockets in the set.
    #[must_use]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Iterates over the pockets: the zeros first, then the numbers.
    pub fn iter(self) -> impl Iterator<Item = Pocket> {
        (0..Pocket::COUNT).map(nth).filter(move |pocket| self.has(*pocket))
    }
}

/// The pockets in the order in which the name of a place lists them: 0, 00, 1 to 36.
const fn nth(n: usize) -> Pocket {
    let byte = match n {
        0 => return Pocket::ZERO,
        1 => return Pocket::DOUBLE_ZERO,
        // There are 38 pockets, so the lowest byte is enough.
        n => (n - 1).to_le_bytes()[0],
    };
    match Pocket::new(byte) {
        Some(pocket) => pocket,
        None => Pocket::ZERO,
    }
}

/// The kind of bet at a place of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpotKind {
    /// One number.
    Straight,
    /// Two numbers whose boxes share an edge.
    Split,
    /// Three numbers: a row, or boxes that meet in a corner.
    Three,
    /// Four numbers: boxes that meet in a corner, or the zero with the first row.
    Four,
    /// The zeros with the first row.
    Five,
    /// Two rows.
    Six,
    /// A column.
    Column,
    /// Twelve numbers in sequence.
    Dozen,
    /// The red numbers.
    Red,
    /// The black numbers.
    Black,
    /// The odd numbers.
    Odd,
    /// The even numbers.
    Even,
    /// The numbers up to 18.
    Low,
    /// The numbers from 19.
    High,
}

crate::text::named_enum!(SpotKind, "kind of place", {
    Straight => "straight",
    Split => "split",
    Three => "three",
    Four => "four",
    Five => "five",
    Six => "six",
    Column => "column",
    Dozen => "dozen",
    Red => "red",
    Black => "black",
    Odd => "odd",
    Even => "even",
    Low => "low",
    High => "high",
});

impl SpotKind {
    /// All kinds, the fewest numbers first.
    pub const ALL: [Self; 14] = [
        Self::Straight,
        Self::Split,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Column,
        Self::Dozen,
        Self::Red,
        Self::Black,
        Self::Odd,
        Self::Even,
        Self::Low,
        Self::High,
    ];

    /// Whether there are several places of the kind, distinguished by what they cover.
    #[must_use]
    pub const fn has_targets(self) -> bool {
        !matches!(
            self,
            Self::Five | Self::Red | Self::Black | Self::Odd | Self::Even | Self::Low | Self::High
        )
    }
}

/// A kind of felt, by the zeros printed on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Zeros {
    /// The zero alone, above all three columns.
    Single,
    /// The zero and the double zero side by side.
    Double,
}

/// A box on the felt, in units of half a number box. The numbers begin at the top.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Area {
    /// The left edge.
    pub x: i8,
    /// The upper edge.
    pub y: i8,
    /// The width.
    pub wide: i8,
    /// The height.
    pub high: i8,
}

impl Area {
    const fn new(x: i8, y: i8, wide: i8, high: i8) -> Self {
        Self { x, y, wide, high }
    }

    /// Whether a point lies in the box or on its edge.
    const fn touches(self, x: i8, y: i8) -> bool {
        self.x <= x && x <= self.x + self.wide && self.y <= y && y <= self.y + self.high
    }

    /// The middle of the edge that two boxes share; `None` if they share none.
    const fn edge(self, other: Self) -> Option<(i8, i8)> {
        let (left, right) = (max(self.x, other.x), min(self.x + self.wide, other.x + other.wide));
        let (top, bottom) = (max(self.y, other.y), min(self.y + self.high, other.y + other.high));
        let shared = (left == right && top < bottom) || (top == bottom && left < right);
        if shared { Some((left + (right - left) / 2, top + (bottom - top) / 2)) } else { None }
    }
}

const fn max(a: i8, b: i8) -> i8 {
    if a > b { a } else { b }
}

const fn min(a: i8, b: i8) -> i8 {
    if a < b { a } else { b }
}

const ROWS: i8 = 12;
const COLUMNS: i8 = 3;

impl Zeros {
    /// The box of a number; `None` if the felt has none.
    #[must_use]
    pub const fn area(self, pocket: Pocket) -> Option<Area> {
        match (self, pocket.number()) {
            (_, Some(number)) => {
                let at = number.cast_signed() - 1;
                Some(Area::new(2 * (at % COLUMNS), 2 * (at / COLUMNS), 2, 2))
            }
            (Self::Single, None) if pocket.byte() == Pocket::ZERO.byte() => Some(Area::new(0, -2, 6, 2)),
            (Self::Single, None) => None,
            (Self::Double, None) if pocket.byte() == Pocket::ZERO.byte() => Some(Area::new(0, -2, 3, 2)),
            (Self::Double, None) => Some(Area::new(3, -2, 3, 2)),
        }
    }

    /// The numbers whose boxes touch a point.
    const fn at(self, x: i8, y: i8) -> Pockets {
        let mut all = Pockets::NONE;
        let mut n = 0;
        while n < Pocket::COUNT {
            let pocket = nth(n);
            if let Some(area) = self.area(pocket)
                && area.touches(x, y)
            {
                all = all.and(Pockets::one(pocket));
            }
            n += 1;
        }
        all
    }

    /// The numbers of a row; the zeros are the row above the first.
    const fn row(self, row: i8) -> Pockets {
        let y = 2 * row + 1;
        self.at(1, y).and(self.at(3, y)).and(self.at(5, y))
    }
}

/// A place of the layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeltSpot {
    /// The kind of bet.
    pub kind: SpotKind,
    /// The numbers that it covers.
    pub covers: Pockets,
    /// Where the chip lies, in half boxes; on a short edge the half box before its middle.
    pub at: (i8, i8),
}

/// The capacity of the list; a felt has fewer places.
const MOST: usize = 192;

/// The places of a felt.
#[derive(Debug, Clone, Copy)]
pub struct FeltSpots {
    all: [FeltSpot; MOST],
    count: usize,
}

impl FeltSpots {
    const NONE: Self = Self {
        all: [FeltSpot { kind: SpotKind::Straight, covers: Pockets::NONE, at: (0, 0) }; MOST],
        count: 0,
    };

    /// The places of a felt, by kind.
    #[must_use]
    pub const fn of(zeros: Zeros) -> Self {
        let mut all = Self::NONE;
        let mut kind = 0;
        while kind < SpotKind::ALL.len() {
            all.add_kind(zeros, SpotKind::ALL[kind]);
            kind += 1;
        }
        all
    }

    /// The places of both felts, without duplicates: those of the double zero first.
    #[must_use]
    pub const fn of_both() -> Self {
        let (mut all, single) = (Self::of(Zeros::Double), Self::of(Zeros::Single));
        let mut at = 0;
        while at < single.count {
            if all.find(single.all[at]).is_none() {
                all.push(single.all[at]);
            }
            at += 1;
        }
        all
    }

    /// All of the places.
    #[must_use]
    pub const fn as_slice(&self) -> &[FeltSpot] {
        self.all.split_at(self.count).0
    }

    const fn push(&mut self, spot: FeltSpot) {
        self.all[self.count] = spot;
        self.count += 1;
    }

    /// The index of a place of the same kind that covers the same numbers.
    const fn find(&self, spot: FeltSpot) -> Option<usize> {
        let mut at = 0;
        while at < self.count {
            let other = self.all[at];
            if other.covers.0 == spot.covers.0 && other.kind as u8 == spot.kind as u8 {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    const fn add_kind(&mut self, zeros: Zeros, kind: SpotKind) {
        match kind {
            SpotKind::Straight => self.add_boxes(zeros),
            SpotKind::Split => self.add_edges(zeros),
            SpotKind::Three | SpotKind::Four => {
                if matches!(kind, SpotKind::Three) {
                    self.add_rows(zeros);
                }
                self.add_corners(zeros, kind);
                self.add_row_pairs(zeros, kind);
            }
            SpotKind::Five | SpotKind::Six => self.add_row_pairs(zeros, kind),
            _ => self.add_sets(kind),
        }
    }

    const fn add_boxes(&mut self, zeros: Zeros) {
        let mut n = 0;
        while n < Pocket::COUNT {
            let pocket = nth(n);
            if let Some(area) = zeros.area(pocket) {
                let at = (area.x + area.wide / 2, area.y + area.high / 2);
                self.push(FeltSpot { kind: SpotKind::Straight, covers: Pockets::one(pocket), at });
            }
            n += 1;
        }
    }

    const fn add_edges(&mut self, zeros: Zeros) {
        let mut n = 0;
        while n < Pocket::COUNT {
            let mut m = n + 1;
            while m < Pocket::COUNT {
                if let (Some(one), Some(other)) = (zeros.area(nth(n)), zeros.area(nth(m)))
                    && let Some(at) = one.edge(other)
                {
                    let covers = Pockets::one(nth(n)).and(Pockets::one(nth(m)));
                    self.push(FeltSpot { kind: SpotKind::Split, covers, at });
                }
                m += 1;
            }
            n += 1;
        }
    }

    /// Adds corners where three or four boxes meet: points of the felt that no edge passes through.
    const fn add_corners(&mut self, zeros: Zeros, kind: SpotKind) {
        let wanted = if matches!(kind, SpotKind::Three) { 3 } else { 4 };
        let mut y = 0;
        while y < 2 * ROWS {
            let mut x = 1;
            while x < 2 * COLUMNS {
                let covers = zeros.at(x, y);
                if covers.count() == wanted {
                    self.push(FeltSpot { kind, covers, at: (x, y) });
                }
                x += 1;
            }
            y += 2;
        }
    }

    /// Adds the outer line at the end of each row.
    const fn add_rows(&mut self, zeros: Zeros) {
        let mut row = 0;
        while row < ROWS {
            self.push(FeltSpot { kind: SpotKind::Three, covers: zeros.row(row), at: (0, 2 * row + 1) });
            row += 1;
        }
    }

    /// Adds the outer line between two rows, of which the zeros may be one.
    const fn add_row_pairs(&mut self, zeros: Zeros, kind: SpotKind) {
        let wanted = match kind {
            SpotKind::Four => 4,
            SpotKind::Five => 5,
            _ => 6,
        };
        let mut row = 0;
        while row < ROWS {
            let covers = zeros.row(row - 1).and(zeros.row(row));
            if covers.count() == wanted && !matches!(kind, SpotKind::Three) {
                self.push(FeltSpot { kind, covers, at: (0, 2 * row) });
            }
            row += 1;
        }
    }
    /// Adds the boxes beside the numbers: columns, dozens and the even chances.
    const fn add_sets(&mut self, kind: SpotKind) {
        let count = if kind.has_targets() { 3 } else { 1 };
        let mut which = 0;
        while which < count {
            let mut covers = Pockets::NONE;
            let mut number = 1;
            while number <= 36 {
                if let Some(pocket) = Pocket::new(number)
                    && belongs(kind, which, pocket)
                {
                    covers = covers.and(Pockets::one(pocket));
                }
                number += 1;
            }
            let area = outside(kind, which);
            let at = (area.x + area.wide / 2, area.y + area.high / 2);
            self.push(FeltSpot { kind, covers, at });
            which += 1;
        }
    }
}

/// Whether a number belongs to a column, a dozen or an even chance.
const fn belongs(kind: SpotKind, which: u8, pocket: Pocket) -> bool {
    let Some(number) = pocket.number() else { return false };
    match kind {
        SpotKind::Column => (number - 1) % 3 == which,
        SpotKind::Dozen => (number - 1) / 12 == which,
        SpotKind::Red => matches!(pocket.colour(), Colour::Red),
        SpotKind::Black => matches!(pocket.colour(), Colour::Black),
        SpotKind::Odd => number % 2 == 1,
        SpotKind::Even => number.is_multiple_of(2),
        SpotKind::Low => number <= 18,
        SpotKind::High => number > 18,
        _ => false,
    }
}

/// The box of a column, a dozen or an even chance.
const fn outside(kind: SpotKind, which: u8) -> Area {
    let which = which.cast_signed();
    match kind {
        SpotKind::Column => Area::new(2 * which, 2 * ROWS, 2, 2),
        SpotKind::Dozen => Area::new(-2, 8 * which, 2, 8),
        SpotKind::Low => Area::new(-4, 0, 2, 4),
        SpotKind::Even => Area::new(-4, 4, 2, 4),
        SpotKind::Red => Area::new(-4, 8, 2, 4),
        SpotKind::Black => Area::new(-4, 12, 2, 4),
        SpotKind::Odd => Area::new(-4, 16, 2, 4),
        _ => Area::new(-4, 20, 2, 4),
    }
}

impl FeltSpot {
    /// The second place for a bet on the two zeros, between the second and the third dozen, for patrons who cannot
    /// reach the line between the zeros. It is the same wager.
    pub const ZEROS_FROM_BELOW: Self = Self {
        kind: SpotKind::Split,
        covers: Pockets::one(Pocket::ZERO).and(Pockets::one(Pocket::DOUBLE_ZERO)),
        at: (-1, 16),
    };

    /// The box that contains it, for a column, a dozen or an even chance.
    #[must_use]
    pub fn outside(&self) -> Option<Area> {
        let first = self.covers.iter().find_map(Pocket::number)?;
        match self.kind {
            SpotKind::Column => Some(outside(self.kind, first - 1)),
            SpotKind::Dozen => Some(outside(self.kind, first / 12)),
            SpotKind::Straight
            | SpotKind::Split
            | SpotKind::Three
            | SpotKind::Four
            | SpotKind::Five
            | SpotKind::Six => None,
            kind => Some(outside(kind, 0)),
        }
    }

    /// The name of the wager: `split-17-20`, `six-1-6`, `column-2`, `red`.
    #[must_use]
    pub const fn name(&self) -> SpotName {
        let mut name = SpotName::of(self.kind.name());
        let (mut n, mut last) = (0, 0);
        while n < Pocket::COUNT && self.kind.has_targets() {
            let pocket = nth(n);
            if self.covers.has(pocket) {
                match self.kind {
                    SpotKind::Column => return name.number(pocket.byte()),
                    SpotKind::Dozen => return name.number(pocket.byte() / 12 + 1),
                    // Two rows are named by their first and last number.
                    SpotKind::Six if last > 0 => {}
                    _ if pocket.byte() == Pocket::DOUBLE_ZERO.byte() => name = name.text("-00"),
                    _ => name = name.number(pocket.byte()),
                }
                last = pocket.byte();
            }
            n += 1;
        }
        if matches!(self.kind, SpotKind::Six) { name.number(last) } else { name }
    }
}

/// The name of a place, built at compile time.
#[derive(Debug, Clone, Copy)]
pub struct SpotName {
    text: [u8; 24],
    length: usize,
}

impl SpotName {
    const fn of(text: &str) -> Self {
        Self { text: [0; 24], length: 0 }.text(text)
    }

    const fn text(mut self, text: &str) -> Self {
        let mut at = 0;
        while at < text.len() {
            self.text[self.length] = text.as_bytes()[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    const fn number(self, number: u8) -> Self {
        let digits = [b'-', b'0' + number / 10, b'0' + number % 10];
        let mut name = self;
        let mut at = 0;
        while at < 3 {
            if !(at == 1 && number < 10) {
                name.text[name.length] = digits[at];
                name.length += 1;
            }
            at += 1;
        }
        name
    }

    /// The name as text.
    #[must_use]
    pub const fn as_str(&self) -> &str {
        match std::str::from_utf8(self.text.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn count(zeros: Zeros, kind: SpotKind) -> usize {
        FeltSpots::of(zeros).as_slice().iter().filter(|spot| spot.kind == kind).count()
    }

    #[test]
    fn every_kind_has_its_places() {
        let all = |zeros| SpotKind::ALL.map(|kind| count(zeros, kind));
        assert_eq!(all(Zeros::Double), [38, 62, 15, 22, 1, 11, 3, 3, 1, 1, 1, 1, 1, 1]);
        assert_eq!(all(Zeros::Single), [37, 60, 14, 23, 0, 11, 3, 3, 1, 1, 1, 1, 1, 1]);
        assert_eq!(FeltSpots::of(Zeros::Double).as_slice().len(), 161);
        assert_eq!(FeltSpots::of(Zeros::Single).as_slice().len(), 157);
        let without = |spot: &&FeltSpot| !spot.covers.has(Pocket::DOUBLE_ZERO);
        assert_eq!(FeltSpots::of(Zeros::Double).as_slice().iter().filter(without).count(), 154);
        assert_eq!(FeltSpots::of_both().as_slice().len(), 164);
    }

    #[test]
    fn no_two_places_have_one_name() {
        let both = FeltSpots::of_both();
        let names: BTreeSet<String> =
            both.as_slice().iter().map(|spot| spot.name().as_str().to_owned()).collect();
        assert_eq!(names.len(), 164);
        for name in ["straight-00", "split-0-00", "three-0-00-2", "three-1-2-3", "four-0-1-2-3", "five"] {
            assert!(names.contains(name), "{name}");
        }
        for name in ["six-1-6", "six-31-36", "column-3", "dozen-1", "dozen-3", "split-35-36", "high"] {
            assert!(names.contains(name), "{name}");
        }
    }

    #[test]
    fn a_place_covers_as_many_numbers_as_its_kind_says() {
        let size = |kind| match kind {
            SpotKind::Straight => 1,
            SpotKind::Split => 2,
            SpotKind::Three => 3,
            SpotKind::Four => 4,
            SpotKind::Five => 5,
            SpotKind::Six => 6,
            SpotKind::Column | SpotKind::Dozen => 12,
            _ => 18,
        };
        for spot in FeltSpots::of_both().as_slice() {
            assert_eq!(spot.covers.count(), size(spot.kind), "{}", spot.name().as_str());
            let outside = spot.kind as u8 >= SpotKind::Column as u8;
            assert_eq!(spot.outside().is_some(), outside);
        }
    }
}
