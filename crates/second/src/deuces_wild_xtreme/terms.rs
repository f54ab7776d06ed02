//! What the text pays, and the table's choices that affect it.

use super::PROGRESSIVES;
use crate::dj_wild::rank::Kind;
use crate::poker::line::Limit;
use crate::poker::pay::Pays;
use rulebook::TableConfig;
use std::collections::BTreeMap;

/// What a row of a pay table pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Prize {
    /// Odds to one; the stake is returned.
    To(i64),
    /// Dollars for a wager of one dollar, which is not returned.
    Dollars(i64),
    /// A percentage of the meter.
    Share(u32),
}

/// One printed column, row by row; `None` for a row without a pay.
pub type Column = Vec<Option<Prize>>;

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Dealt in stacks from a shoe and not from the hand (RULING-DWX-7).
    pub shoe: bool,
    /// 6: whether there is an odds wager.
    pub odds: bool,
    /// 3: whether bonus wagers need ante and odds.
    pub main_needed: bool,
    /// 7: whether there are bets for the dealers.
    pub dealers_bets: bool,
    /// RULING-DWX-16: whether a round has one envy pay, for the best hand, and not one for each.
    pub envy_once: bool,
    /// The table of each wager that has one: its code and its columns.
    pub tables: BTreeMap<&'static str, (&'static str, Vec<Column>)>,
    /// 17.A.III, 18.A.III, 19.A.IV: the only stake of a progressive, in minor units.
    pub units: BTreeMap<&'static str, i64>,
    /// 4, 12.A.IV, 14.A.IV, 15.A.V, 16.A.IV: the posted limits.
    pub limits: BTreeMap<&'static str, Limit>,
    /// The table's coin and rounding.
    pub pays: Pays,
}

/// The pay tables as printed: wager, code, and what the rows pay from the top; a second column after a slash. Trips
/// Plus Wild has the column of wild hands first; the second column of the Five-Card Linked Progressive is the envy.
pub const PRINTED: &[(&str, &str, &str)] = &[
    ("odds", "PT-FLT-DWHF-ODS-01", "1000 50 10 9 4 3 2 1"),
    ("bad-beat-xtreme", "PT-FLT-DWHF-BBX-01", "10000 10000 5000 500 400 300 100 9"),
    ("bad-beat-xtreme", "PT-FLT-DWHF-BBX-02", "500 500 500 500 400 300 100 9"),
    ("bad-beat-xtreme", "PT-FLT-DWHF-BBX-03", "500 500 500 300 200 100 50 15"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-01", "2000 100 30 100 6 5 4 3 1 / - 1000 200 - 90 40 30 20 6"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-02", "2000 100 30 100 6 5 4 3 1 / - 1000 200 - 90 30 25 20 6"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-03", "2000 90 25 70 6 5 4 3 1 / - 1000 200 - 60 30 25 20 6"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-04", "2000 70 25 60 6 5 4 3 1 / - 1000 200 - 50 30 25 20 6"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-05", "500 70 25 60 6 5 4 3 1 / - 400 200 - 50 30 25 20 6"),
    ("trips-plus-wild", "PT-FLT-DWHF-TPW-06", "2000 60 25 50 6 5 4 3 1 / - 1000 200 - 40 30 25 20 6"),
    ("goin-wild", "PT-FLT-TW-GW-01", "1000 40 5 4"),
    ("goin-wild", "PT-FLT-TW-GW-02", "500 50 6 3"),
    ("goin-wild-progressive", "PT-PRG-TW-GW-01", "100% $1000 $100 $50 $5 $3"),
    ("goin-wild-progressive", "PT-PRG-TW-GW-02", "100% $500 $100 $50 $5 $4"),
    ("too-wild-progressive", "PT-PRG-DWHF-DWP-01", "100% 10% $200 $150 $50 $10 $9 $8 $5"),
    ("five-card-linked", "PT-BJS-5CL-01", "100% $1500 $250 $100 $50 $25 $5 -"),
    ("five-card-linked", "PT-BJS-5CL-02", "100% $2500 $250 $100 $50 $25 $5 -"),
    ("five-card-linked", "PT-BJS-5CL-03", "100% $1000 $200 $100 $75 $20 $5 -"),
    ("five-card-linked", "PT-BJS-5CL-04", "100% $2000 $250 $75 $50 $20 $5 -"),
    ("five-card-linked", "PT-BJS-5CL-05", "100% 100% $250 $75 $50 $20 $5 $3"),
    ("five-card-linked", "PT-BJS-5CL-09", "100% $1500 $250 $75 $50 $20 $10 -"),
    ("five-card-linked", "PT-BJS-5CL-10", "100% 100% $200 $75 $50 $30 $5 $3"),
    ("five-card-linked", "PT-BJS-5CL-06", "100% $500 $200 $50 $5"),
    ("five-card-linked", "PT-BJS-5CL-07", "100% $1000 $200 $50 $5"),
    ("five-card-linked", "PT-BJS-5CL-08", "100% $2500 $150 $75 $5"),
    ("five-card-linked", "PT-BJS-5CL-11", "100% $500 $200 $75 $5"),
    ("five-card-linked", "PT-BJS-5CL-E01", "100% 10% $300 $50 $40 $30 $9 / $1000 $300 - - - - -"),
    ("five-card-linked", "PT-BJS-5CL-E02", "100% 10% $300 $50 $40 $30 $9 / $5000 $1500 - - - - -"),
    ("five-card-linked", "PT-BJS-5CL-E03", "100% 10% $250 $75 $50 $25 $10 / $1000 $250 - - - - -"),
];

/// The rows of the odds from the top.
pub const ODDS: &[Kind] = &[
    Kind::FiveWilds,
    Kind::Royal,
    Kind::Five,
    Kind::StraightFlush,
    Kind::Four,
    Kind::FullHouse,
    Kind::Flush,
    Kind::Straight,
];

/// The rows of Bad Beat Xtreme: the hand that is beaten.
pub const BEATEN: &[Kind] = &[
    Kind::Royal,
    Kind::Five,
    Kind::StraightFlush,
    Kind::Four,
    Kind::FullHouse,
    Kind::Flush,
    Kind::Straight,
    Kind::Three,
];

/// The rows of Trips Plus Wild, where five of a kind stands below the straight flush.
pub const TRIPS: &[Kind] = &[
    Kind::FiveWilds,
    Kind::Royal,
    Kind::StraightFlush,
    Kind::Five,
    Kind::Four,
    Kind::FullHouse,
    Kind::Flush,
    Kind::Straight,
    Kind::Three,
];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the rule book has another pay table than the document.
    pub fn read(table: &TableConfig) -> Terms {
        let mut tables = BTreeMap::new();
        for (wager, _, _) in PRINTED {
            let Some(chosen) = table.paytable(wager).filter(|_| *wager == "odds" || table.offers(wager))
            else {
                continue;
            };
            let (code, columns) = printed(wager, &chosen.code);
            // The row of the odds that pushes is not a figure.
            let mut wanted: Vec<Prize> = columns.iter().flatten().flatten().copied().collect();
            let mut got: Vec<Prize> = chosen.lines.iter().map(|line| prize(&line.pays.to_string())).collect();
            wanted.sort_unstable();
            got.sort_unstable();
            assert_eq!(got, wanted, "the rule book's {code} is not as printed");
            tables.insert(*wager, (code, columns));
        }
        let unit = |wager: &&'static str| {
            let limits = table.limits(wager)?;
            assert_eq!(limits.min, limits.max, "{wager} has one stake");
            Some((*wager, limits.min.as_minor()))
        };
        let in_round = table.option("cap-per") == "round";
        let limit = |wager: &'static str| {
            let dollars: i64 = table.option(&format!("{wager}-cap")).parse().expect("whole dollars");
            (dollars > 0).then_some((wager, Limit { most: dollars * 100, in_round }))
        };
        Terms {
            shoe: table.option("dealing") == "shoe",
            odds: table.option("odds-wager") == "required",
            main_needed: table.option("main-needed") == "yes",
            dealers_bets: table.option("dealer-bets") == "offered",
            envy_once: table.option("envy-pays") == "once",
            tables,
            units: PROGRESSIVES.iter().filter(|wager| table.offers(wager)).filter_map(unit).collect(),
            limits: ["odds", "bad-beat-xtreme", "trips-plus-wild", "goin-wild"]
                .into_iter()
                .filter_map(limit)
                .collect(),
            pays: Pays::read(table),
        }
    }
}

/// Returns the columns of a printed table.
///
/// # Panics
/// If there is none.
pub fn printed(wager: &str, code: &str) -> (&'static str, Vec<Column>) {
    let same = |row: &&(&str, &str, &str)| row.0 == wager && code.ends_with(row.1);
    let (_, code, text) = PRINTED.iter().find(same).unwrap_or_else(|| panic!("{code} is not printed"));
    let column = |text: &str| text.split_whitespace().map(|pay| (pay != "-").then(|| prize(pay))).collect();
    (code, text.split(" / ").map(column).collect())
}

fn prize(text: &str) -> Prize {
    let number = |text: &str| text.replace(',', "").parse().expect("a number");
    if let Some(share) = text.strip_suffix('%') {
        return Prize::Share(share.parse().expect("percent"));
    }
    match text.strip_prefix('$') {
        Some(dollars) => Prize::Dollars(number(dollars)),
        None => Prize::To(number(text.strip_suffix(" to 1").unwrap_or(text))),
    }
}
