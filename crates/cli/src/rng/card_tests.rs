//! Tests of shoes: cards drawn without replacement.
//!
//! Shoes are independent of each other, but the cards of one shoe are not. So each test takes one value from a shoe, or
//! a table with an exactly known variance.

#![allow(clippy::float_arithmetic, reason = "statistics, for people to read; no money depends on it")]

use super::special::ln_choose;
use super::statistics::{Finding, against, differences, mean};
use felt::{Card, Pack, Rank};

/// Cards in a hand of the poker test.
const HAND: usize = 5;
const SHOES: &str = "cards";

/// Shoes of one pack.
pub(crate) struct Shoes<'a> {
    pub(crate) pack: Pack,
    pub(crate) shoes: &'a [Vec<Card>],
    /// The ranks of the cards that have one, numbered from 0.
    ranks: Vec<Vec<usize>>,
    /// The number of ranks, and of cards of each.
    kinds: usize,
    copies: usize,
}

impl Shoes<'_> {
    pub(crate) fn new(pack: Pack, shoes: &[Vec<Card>]) -> Shoes<'_> {
        let present: Vec<Rank> = Rank::ALL
            .into_iter()
            .filter(|rank| pack.kind.cards().any(|card| card.rank() == Some(*rank)))
            .collect();
        // A joker has no rank; the order of the other cards is random with or without it.
        let place = |card: &Card| present.iter().position(|rank| Some(*rank) == card.rank());
        let ranks = shoes.iter().map(|shoe| shoe.iter().filter_map(place).collect()).collect();
        let copies = 4 * usize::from(pack.decks);
        Shoes { pack, shoes, ranks, kinds: present.len(), copies }
    }

    /// All tests, in their order.
    pub(crate) fn findings(&self) -> Vec<Finding> {
        vec![
            self.faces_by_position(),
            self.first_two(),
            self.serial_correlation(),
            self.runs(),
            self.equal_neighbours(),
            self.interplay(),
            self.first_ace(),
            self.poker(),
            self.coupons(),
        ]
    }

    /// The number of cards that have a rank.
    fn ranked(&self) -> usize {
        self.kinds * self.copies
    }

    /// Counts how often each face is at each place. The rows and columns of the table of places and faces have fixed
    /// sums. Its statistic, times (places - 1) / places, is a chi-square of (places - 1)(faces - 1) degrees of freedom,
    /// since the cards of a shoe exclude each other.
    fn faces_by_position(&self) -> Finding {
        let faces: Vec<Card> = self.pack.kind.cards().collect();
        let places = usize::from(self.pack.len());
        let mut counts = vec![0_u32; places * Card::COUNT];
        for shoe in self.shoes {
            shoe.iter().enumerate().for_each(|(place, card)| counts[place * Card::COUNT + card.index()] += 1);
        }
        let expected = self.shoes.len() as f64 / faces.len() as f64;
        let off = |place: usize, face: &Card| {
            (f64::from(counts[place * Card::COUNT + face.index()]) - expected).powi(2) / expected
        };
        let sum: f64 = (0..places).map(|place| faces.iter().map(|face| off(place, face)).sum::<f64>()).sum();
        let statistic = sum * (places - 1) as f64 / places as f64;
        Finding::chi_square("faces by position", SHOES, statistic, (places - 1) * (faces.len() - 1))
    }

    /// The ranks of the first two cards of a shoe.
    fn first_two(&self) -> Finding {
        let (kinds, copies) = (self.kinds, self.copies as f64);
        let cards = self.ranked() as f64;
        let mut counts = vec![0; kinds * kinds];
        self.ranks.iter().for_each(|ranks| counts[ranks[0] * kinds + ranks[1]] += 1);
        let chance = |cell: usize| {
            let second = if cell / kinds == cell % kinds { copies - 1.0 } else { copies };
            copies * second / (cards * (cards - 1.0))
        };
        let chances: Vec<f64> = (0..kinds * kinds).map(chance).collect();
        against("first two cards", SHOES, &counts, &chances)
    }

    /// Whether neighbouring cards of a shoe correlate, high with high or with low.
    fn serial_correlation(&self) -> Finding {
        let around = |ranks: &Vec<usize>| {
            let next = ranks.iter().cycle().skip(1);
            ranks.iter().zip(next).map(|(one, other)| (one * other) as f64).sum()
        };
        let values: Vec<f64> = self.ranks.iter().map(around).collect();
        let (sum, squares) = (0..self.kinds).fold((0.0, 0.0), |(sum, squares), rank| {
            let (rank, copies) = (rank as f64, self.copies as f64);
            (sum + rank * copies, squares + rank * rank * copies)
        });
        let expected = (sum * sum - squares) / (self.ranked() as f64 - 1.0);
        mean("serial correlation", SHOES, &values, expected)
    }

    /// The number of cards followed by a higher one, which gives the number of runs up and down.
    fn runs(&self) -> Finding {
        let rises = |ranks: &Vec<usize>| ranks.windows(2).filter(|pair| pair[0] < pair[1]).count() as f64;
        let values: Vec<f64> = self.ranks.iter().map(rises).collect();
        let cards = self.ranked() as f64;
        let equal = (self.copies as f64 - 1.0) / (cards - 1.0);
        mean("runs", SHOES, &values, (cards - 1.0) * (1.0 - equal) / 2.0)
    }

    /// The number of cards followed by one of the same rank.
    fn equal_neighbours(&self) -> Finding {
        let equal = |ranks: &Vec<usize>| ranks.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64;
        let values: Vec<f64> = self.ranks.iter().map(equal).collect();
        mean("duplicates side by side", SHOES, &values, self.copies as f64 - 1.0)
    }

    /// The number of places with the same face as in the shoe before.
    fn interplay(&self) -> Finding {
        let same = |pair: &[Vec<Card>]| {
            pair[0].iter().zip(&pair[1]).filter(|(one, other)| one == other).count() as f64
        };
        let values: Vec<f64> = self.shoes.windows(2).map(same).collect();
        mean("interplay of shoes", SHOES, &values, f64::from(self.pack.decks))
    }

    /// The number of cards before the first ace.
    fn first_ace(&self) -> Finding {
        let (cards, copies) = (self.ranked(), self.copies);
        // Among `of` cards there is an ace, unless all of them are others.
        let ways = |of: usize| ln_choose(of as f64, copies as f64);
        let within: Vec<f64> =
            (1..=cards - copies).map(|length| 1.0 - (ways(cards - length) - ways(cards)).exp()).collect();
        let chances = differences(&within);
        let mut counts = vec![0; chances.len()];
        let ace = self.kinds - 1;
        for ranks in &self.ranks {
            let before = ranks.iter().take_while(|rank| **rank != ace).count();
            counts[before.min(chances.len() - 1)] += 1;
        }
        against("gap to the first ace", SHOES, &counts, &chances)
    }

    /// The number of different ranks among the first five cards.
    fn poker(&self) -> Finding {
        let (cards, copies) = (self.ranked() as f64, self.copies as f64);
        // The chance that the next card has a new rank, by the numbers of different ranks and of cards drawn.
        let mut chances = [0.0; HAND + 1];
        chances[0] = 1.0;
        for drawn in 0..HAND {
            let left = cards - drawn as f64;
            for different in (1..=HAND).rev() {
                let old = different as f64 * copies - drawn as f64;
                let new = (self.kinds - (different - 1)) as f64 * copies;
                chances[different] = chances[different] * old / left + chances[different - 1] * new / left;
            }
            chances[0] = 0.0;
        }
        let mut counts = [0; HAND + 1];
        for ranks in &self.ranks {
            let hand = &ranks[..HAND];
            let different = (0..HAND).filter(|at| !hand[..*at].contains(&hand[*at])).count();
            counts[different] += 1;
        }
        against("duplicates in five", SHOES, &counts, &chances)
    }

    /// The number of cards until every rank has come.
    fn coupons(&self) -> Finding {
        let (cards, kinds) = (self.ranked() as f64, self.kinds as f64);
        // All cards except those of the missing ranks, by inclusion and exclusion.
        let all_within = |length: f64| -> f64 {
            let mut sum = 0.0;
            let mut sign = 1.0;
            let mut missing = 0.0;
            while missing < kinds {
                let others = cards - missing * self.copies as f64;
                if others >= length {
                    let ways = ln_choose(others, length) - ln_choose(cards, length);
                    sum += sign * (ln_choose(kinds, missing) + ways).exp();
                }
                (sign, missing) = (-sign, missing + 1.0);
            }
            sum.clamp(0.0, 1.0)
        };
        let longest = self.ranked() - self.copies + 1;
        let within: Vec<f64> = (1..=longest).map(|length| all_within(length as f64)).collect();
        let chances = differences(&within);
        let mut counts = vec![0; chances.len()];
        for ranks in &self.ranks {
            let mut come = vec![false; self.kinds];
            let mut missing = self.kinds;
            let last = ranks.iter().position(|rank| {
                missing -= usize::from(!std::mem::replace(&mut come[*rank], true));
                missing == 0
            });
            counts[last.unwrap_or(0).min(chances.len() - 1)] += 1;
        }
        against("coupon collector", SHOES, &counts, &chances)
    }
}
