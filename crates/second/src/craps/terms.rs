//! What is paid: the document's odds, and the table's choices above them.

use super::{NUMBERS, WORDS, parted};
use rulebook::{RuleBook, TableConfig};
use std::collections::{BTreeMap, BTreeSet};

/// Odds "a to b".
pub type Price = (i64, i64);

/// The odds of the document: 5.II/T1 and 5.VII/T1 (the least a casino may pay), 6.I/T1, 6.II/T1 and
/// section 7 (what it pays).
///
/// # Panics
/// If there is no such row.
pub fn document(row: &str) -> Price {
    match row {
        "pass" | "dont-pass" | "come" | "dont-come" => (1, 1),
        // 7.IV.A; the table of 5.II has no row for it.
        "put" => (1, 1),
        "place-4" | "place-10" => (9, 5),
        "place-5" | "place-9" => (7, 5),
        "place-6" | "place-8" => (7, 6),
        "hard-4" | "hard-10" => (7, 1),
        "hard-6" | "hard-8" => (9, 1),
        "field" => (1, 1),
        "field-two" | "field-twelve" => (2, 1),
        "any-seven" => (4, 1),
        "any-craps" => (7, 1),
        "craps-two" => (30, 1),
        "craps-three" => (15, 1),
        "craps-twelve" => (30, 1),
        "eleven" => (15, 1),
        "hop-2-2" | "hop-3-3" | "hop-4-4" | "hop-5-5" => (30, 1),
        "hop-1-3" | "hop-1-4" | "hop-1-5" | "hop-1-6" => (15, 1),
        "hop-2-3" | "hop-2-4" | "hop-2-5" | "hop-2-6" => (15, 1),
        "hop-3-4" | "hop-3-5" | "hop-3-6" => (15, 1),
        "hop-4-5" | "hop-4-6" => (15, 1),
        "fire-four" => (24, 1),
        "fire-five" => (249, 1),
        "fire-six" => (999, 1),
        // 6.I/T1; 7.I.B, 7.III.B, 7.IV.B.
        "buy-4" | "buy-10" | "taking-4" | "taking-10" => (2, 1),
        "buy-5" | "buy-9" | "taking-5" | "taking-9" => (3, 2),
        "buy-6" | "buy-8" | "taking-6" | "taking-8" => (6, 5),
        // 6.II/T1; 7.II.B, 7.V.B.
        "lay-4" | "lay-10" | "laying-4" | "laying-10" => (1, 2),
        "lay-5" | "lay-9" | "laying-5" | "laying-9" => (2, 3),
        "lay-6" | "lay-8" | "laying-6" | "laying-8" => (5, 6),
        _ => panic!("the document has no odds for {row}"),
    }
}

/// The rows that a casino may raise (5.II.A, 5.VII); buy, lay and odds are not among them.
fn raisable() -> Vec<String> {
    let lines = ["pass", "dont-pass", "come", "dont-come", "put", "field", "field-two", "field-twelve"];
    let totals = ["any-seven", "any-craps", "craps-two", "craps-three", "craps-twelve", "eleven"];
    let fire = ["fire-four", "fire-five", "fire-six"];
    let simple = lines.into_iter().chain(totals).chain(fire).map(str::to_owned);
    let hard = [4, 6, 8, 10].map(|n| format!("hard-{n}"));
    let place = NUMBERS.map(|n| format!("place-{n}"));
    let hops = WORDS.into_iter().filter(|word| word.starts_with("hop-")).map(str::to_owned);
    simple.chain(hard).chain(place).chain(hops).collect()
}

/// The terms of one table that affect the settlement. Money is in minor units.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Odds other than the document's, by row.
    pub raised: BTreeMap<String, Price>,
    /// The smallest coin.
    pub coin: i64,
    /// The word of the rounding rule, if payments may be inexact.
    pub rounding: Option<String>,
    /// Per cent of the stake.
    pub buy_vigorish: i64,
    /// Per cent of the possible win.
    pub lay_vigorish: i64,
    /// Whether vigorish is taken on a win, and not when the bet is placed.
    pub vigorish_on_win: bool,
    /// Whether Lay Bets work on the come-out.
    pub lay_on_come_out: bool,
    /// Whether odds behind come and put bets work on the come-out.
    pub come_odds_on_come_out: bool,
    /// `3-4-5`, or how many times the flat bet.
    pub odds_limit: String,
    /// Whether World Bets are broken down into two wagers (3.I.U).
    pub world_broken_down: bool,
    /// Whether a winning bet on a number is paid and stays.
    pub winners_stay: bool,
    /// Whether wagers may be made for the dealers.
    pub dealer_bets: bool,
    /// Buy, Lay and Fire Bets that the table does not take.
    pub not_offered: BTreeSet<&'static str>,
    /// Smallest and largest stake, by wager.
    pub limits: BTreeMap<String, (i64, i64)>,
}

impl Default for Terms {
    /// The document's odds and the defaults of the rulings, with coins of a dollar.
    fn default() -> Terms {
        Terms {
            raised: BTreeMap::new(),
            coin: 100,
            rounding: None,
            buy_vigorish: 5,
            lay_vigorish: 5,
            vigorish_on_win: false,
            lay_on_come_out: true,
            come_odds_on_come_out: false,
            odds_limit: "3-4-5".into(),
            world_broken_down: false,
            winners_stay: true,
            dealer_bets: true,
            not_offered: BTreeSet::new(),
            limits: BTreeMap::new(),
        }
    }
}

impl Terms {
    /// Reads the table's choices; the others have their defaults.
    ///
    /// # Panics
    /// If the table is not of this book, pays less than the document allows or has an unknown word.
    pub fn new(config: &TableConfig, book: &RuleBook) -> Terms {
        assert_eq!(config.game, book.id, "the table is of another game");
        let mut terms = Terms {
            coin: config.coin.as_minor().max(1),
            rounding: config.rounding.map(|rounding| rounding.to_string()),
            not_offered: WORDS
                .into_iter()
                .filter(|word| matches!(parted(word).0, "buy" | "lay" | "fire") && !config.offers(word))
                .collect(),
            ..Terms::default()
        };
        for row in raisable() {
            let text = config.option(&format!("{row}-pays"));
            if text.is_empty() {
                continue;
            }
            let (win, per) = price(text);
            let (least_win, least_per) = document(&row);
            assert!(win * least_per >= least_win * per, "{row} pays {text}, below 5.II");
            terms.raised.insert(row, (win, per));
        }
        let word = |id: &str, words: [&str; 2], default: &str| {
            let chosen = Some(config.option(id)).filter(|text| !text.is_empty()).unwrap_or(default);
            assert!(words.contains(&chosen), "{id} is {chosen}, not one of {words:?}");
            chosen == words[1]
        };
        terms.vigorish_on_win = word("vigorish-taken", ["when placed", "on a win"], "when placed");
        terms.lay_on_come_out = word("lay-on-come-out", ["off", "on"], "on");
        terms.come_odds_on_come_out = word("come-odds-on-come-out", ["off", "on"], "off");
        terms.winners_stay = word("winners-stay", ["no", "yes"], "yes");
        terms.dealer_bets = word("dealer-bets", ["not-offered", "offered"], "offered");
        terms.world_broken_down = word("world-bet", ["own area", "broken down"], "own area");
        for (id, percent) in
            [("buy-vigorish", &mut terms.buy_vigorish), ("lay-vigorish", &mut terms.lay_vigorish)]
        {
            if !config.option(id).is_empty() {
                *percent = config.option(id).parse().expect("vigorish in whole per cents");
            }
            assert!((0..=5).contains(percent), "{id} of {percent} per cent (6.I, 6.II)");
        }
        if !config.option("odds-limit").is_empty() {
            terms.odds_limit = config.option("odds-limit").into();
        }
        for wager in WORDS {
            if let Some(limits) = config.limits(wager) {
                terms.limits.insert(wager.into(), (limits.min.as_minor(), limits.max.as_minor()));
            }
        }
        terms
    }

    /// Returns what the row pays here.
    pub fn odds(&self, row: &str) -> Price {
        self.raised.get(row).copied().unwrap_or_else(|| document(row))
    }

    /// Returns what an amount wins at the odds.
    ///
    /// # Errors
    /// If it cannot be paid in whole coins and the table has no rule for that.
    pub fn win(&self, amount: i64, (win, per): Price) -> Result<i64, String> {
        let product = amount * win;
        let per_coin = per * self.coin;
        let (whole, rest) = (product / per_coin, product % per_coin);
        let up = match self.rounding.as_deref() {
            None if rest != 0 => {
                return Err(format!(
                    "{amount} at {win} to {per} is no whole number of coins of {}",
                    self.coin
                ));
            }
            // To the minor unit, whatever the coin.
            Some("exact") => return Ok(product / per),
            None | Some("down") => false,
            Some("up") => rest > 0,
            Some("nearest-up") => 2 * rest >= per_coin,
            Some("nearest-down") => 2 * rest > per_coin,
            Some(other) => return Err(format!("unknown rounding {other}")),
        };
        Ok((whole + i64::from(up)) * self.coin)
    }

    /// Returns the vigorish of a wager with this stake: a percentage of the stake (6.I) or of what it can win (6.II),
    /// rounded down to whole coins, since five per cent is the maximum.
    ///
    /// # Errors
    /// If the possible win cannot be paid.
    pub fn vigorish(&self, wager: &str, stake: i64) -> Result<i64, String> {
        let percent_of = match parted(wager) {
            ("buy", Some(_)) => self.buy_vigorish * stake,
            ("lay", Some(_)) => self.lay_vigorish * self.win(stake, self.odds(wager))?,
            _ => 0,
        };
        Ok(percent_of / (100 * self.coin) * self.coin)
    }

    /// Returns the largest odds wager on a number for its flat bet.
    ///
    /// A multiple of the flat bet; for the don'ts the multiple is on what the odds can win. Raised to the next
    /// stake that is paid in whole coins (7.VI), to the next coin where the table rounds.
    pub fn most_odds(&self, number: u8, laying: bool, flat: i64) -> i64 {
        let times: i64 = match (self.odds_limit.as_str(), number) {
            ("3-4-5", 4 | 10) => 3,
            ("3-4-5", 5 | 9) => 4,
            ("3-4-5", _) => 5,
            (times, _) => times.parse().expect("a number of times"),
        };
        let (win, per) = self.odds(&format!("{}-{number}", if laying { "laying" } else { "taking" }));
        // The stake must reach times × flat; for the don'ts its win must, so stake × win >= times × flat × per.
        let reaches = |stake: i64| match laying {
            false => stake >= times * flat,
            true => stake * win >= times * flat * per,
        };
        let payable = |stake: i64| self.rounding.is_some() || (stake * win) % (per * self.coin) == 0;
        // Odds against the number win less than their stake, so in both cases no smaller stake is enough.
        let mut stake = times * flat / self.coin * self.coin;
        while !(reaches(stake) && payable(stake)) {
            stake += self.coin;
        }
        stake
    }
}

/// Reads "a to b".
fn price(text: &str) -> Price {
    let (win, per) = text.split_once(" to ").unwrap_or_else(|| panic!("{text:?} is no price"));
    (win.trim().parse().expect("a number"), per.trim().parse().expect("a number"))
}
