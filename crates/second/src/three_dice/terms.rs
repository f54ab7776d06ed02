//! The odds of the text, and the table's choices that affect them.

use super::cups::Cups;
use crate::layout::House;
use crate::poker::pay::Price;
use rulebook::{RuleBook, TableConfig};
use std::collections::BTreeMap;

/// 12, SE-01 to SE-13: what each pays to one.
pub const EVENTS: [(&str, i64); 13] = [
    ("golden-3", 35),
    ("golden-3-player", 70),
    ("golden-3-banker", 70),
    ("sun-7", 14),
    ("moon-8", 10),
    ("triple-3", 100),
    ("triple-1-or-6", 50),
    ("any-triple", 15),
    ("nine-over-six", 50),
    ("double-straight", 70),
    ("zero-or-nine-tie", 30),
    ("five-tie", 150),
    ("one-over-zero", 25),
];

/// 13: the margin by which the hand wins, and what that pays.
pub type Talons = &'static [(i16, Price)];

const TALONS: [(&str, Talons, bool); 3] = [
    ("01", &[(9, (10, 1)), (8, (5, 1)), (7, (4, 1)), (6, (3, 1)), (5, (2, 1)), (4, (1, 1))], false),
    ("02", &[(9, (10, 1)), (8, (5, 1)), (7, (4, 1)), (6, (3, 1)), (5, (1, 1))], true),
    ("03", &[(9, (15, 1)), (8, (5, 1)), (7, (4, 1)), (6, (3, 1)), (5, (2, 1))], false),
];

/// 14: in cents for a dollar; `None` if the whole meter is paid. For the third table see RULING-3DB-2.
const TRIPLES: [(&str, [Option<i64>; 6]); 3] = [
    ("01", [None, Some(100_000), Some(10_000), Some(2_000), Some(1_000), Some(300)]),
    ("02", [None, Some(100_000), Some(10_000), Some(2_000), Some(600), Some(400)]),
    ("03", [None, None, Some(10_000), Some(2_000), Some(1_000), Some(500)]),
];

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The terms shared by all layout games.
    pub house: House,
    /// 3.
    pub main_needed: bool,
    /// 13: for the player's and the banker's hand, with whether a tie does not lose.
    pub talons: [(Talons, bool); 2],
    /// 14.
    pub triples: [Option<i64>; 6],
    /// 14.A.V: the unit of the progressive, in cents.
    pub unit: i64,
    /// The coin in which a meter is paid, in cents.
    pub award_coin: i64,
    /// Smallest and largest stake and the step, by wager.
    pub limits: BTreeMap<String, (i64, i64, i64)>,
    /// The cups.
    pub cups: Cups,
}

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If it has an unknown word.
    pub fn read(book: &RuleBook, table: &TableConfig) -> Terms {
        let mut limits: BTreeMap<String, (i64, i64, i64)> = BTreeMap::new();
        for wager in book.wagers.iter().map(|wager| wager.id.as_str()) {
            if let Some(posted) = table.limits(wager).filter(|_| table.offers(wager)) {
                let amounts = [posted.min, posted.max, posted.step].map(felt::Money::as_minor);
                limits.insert(wager.to_owned(), amounts.into());
            }
        }
        let code = |wager: &str| {
            let code = table.paytable(wager).map_or("01", |table| table.code.as_str());
            code[code.len() - 2..].to_owned()
        };
        let triples = code("triple-progressive");
        let talons = ["golden-talons-player", "golden-talons-banker"].map(|wager| {
            let found = TALONS.into_iter().find(|(known, ..)| *known == code(wager));
            let (_, lines, tie_pushes) = found.expect("a table");
            (lines, tie_pushes)
        });
        let (_, triples) = TRIPLES.into_iter().find(|(code, _)| *code == triples).expect("a table");
        let patrons_shake = match table.option("shaken-by") {
            "" | "dealer" => false,
            "patrons" => true,
            other => panic!("the cups are shaken by {other}"),
        };
        Terms {
            house: House::read(table),
            main_needed: table.option("main-needed") != "no",
            talons,
            triples,
            unit: limits.get("triple-progressive").map_or(100, |(least, ..)| *least),
            award_coin: table.awards.coin.as_minor().max(1),
            limits,
            cups: Cups::new(patrons_shake),
        }
    }
}
