//! What the table pays, read from the text of the rule book and the table's choices.

use rulebook::TableConfig;

/// Odds "a to b".
pub type Price = (i64, i64);

/// The table's terms that affect the settlement. Money is in minor units.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Betting boxes.
    pub boxes: u8,
    /// Decks of 48 cards.
    pub decks: usize,
    /// Most hands of one box.
    pub hands: u8,
    /// Most patrons on one box.
    pub patrons_a_box: usize,
    /// The smallest initial bet of a patron.
    pub least: i64,
    /// The largest sum of the initial bets of a box.
    pub most: i64,
    /// The largest bets of one patron on Player Pair and on Bonus.
    pub side_most: Vec<(&'static str, i64)>,
    /// The smallest coin.
    pub coin: i64,
    /// The word of the rounding rule, if payments may be inexact.
    pub rounding: Option<String>,
    /// The dealer releases each step.
    pub by_dealer: bool,
    /// What a pontoon pays by the option.
    pub pontoon: Price,
    /// The lines of the pay table for initial and split bets, by id.
    pub main: Vec<(String, Price)>,
    /// What insurance pays.
    pub insurance: Price,
    /// What a double pays.
    pub double: Price,
    /// What Player Pair pays.
    pub player_pair: Price,
    /// The lines of the Bonus, by id.
    pub bonus: Vec<(String, Price)>,
    /// Super Bonus on a bet from ten dollars.
    pub super_small: i64,
    /// Super Bonus on a bet from a hundred dollars.
    pub super_large: i64,
    /// What another box is paid for a Super Bonus.
    pub super_table: i64,
}

/// The project's rule book.
const BOOK: &str = include_str!("../../../games/rulebooks/singapore/pontoon-plus.toml");

impl Terms {
    /// Reads the terms of a table from the project's own rule book.
    ///
    /// # Panics
    /// If the book lacks something it must say, or the table has no limits.
    pub fn read(table: &TableConfig) -> Terms {
        let single = |id: &str| {
            let prices = quoted(&field(BOOK, "wager", id, "pays"));
            assert_eq!(prices.len(), 1, "{id} has one price");
            price(&prices[0])
        };
        let awards = pay_table(BOOK, "SG-PP-4.1.2/T1");
        let award = |id: &str| {
            let found = awards.iter().find(|(line, _)| line == id);
            dollars(&found.unwrap_or_else(|| panic!("no award {id}")).1)
        };
        let limits = table.limits("main").expect("limits of the initial bet");
        let side_most = ["player-pair", "bonus"]
            .into_iter()
            .filter_map(|id| Some((id, table.limits(id)?.max.as_minor())))
            .collect();
        Terms {
            boxes: table.boxes,
            decks: usize::from(table.decks),
            hands: table.option("split-hands").parse().expect("a number of hands"),
            patrons_a_box: table.option("patrons-a-box").parse().expect("a number of patrons"),
            least: limits.min.as_minor(),
            most: limits.max.as_minor(),
            side_most,
            coin: table.coin.as_minor().max(1),
            rounding: table.rounding.map(|rounding| rounding.to_string()),
            by_dealer: table.by_dealer,
            pontoon: price(table.option("blackjack-pays")),
            main: prices(BOOK, "SG-PP-4.1.1/T1"),
            insurance: single("insurance"),
            double: single("double"),
            player_pair: single("player-pair"),
            bonus: prices(BOOK, "SG-PP-4.1.3/T1"),
            super_small: award("super-bonus-small"),
            super_large: award("super-bonus-large"),
            super_table: award("super-bonus-table"),
        }
    }

    /// Returns the price of a line of a pay table.
    pub fn line(lines: &[(String, Price)], id: &str) -> Price {
        lines.iter().find(|(line, _)| line == id).unwrap_or_else(|| panic!("no line {id}")).1
    }

    /// Returns what the basis wins at the price. Chips that were not accepted may leave a fraction, which is not paid.
    ///
    /// # Errors
    /// If it cannot be paid in whole coins, although the table has no rule for that.
    pub fn win(&self, basis: i64, (win, per): Price, found: bool) -> Result<i64, String> {
        let per_coin = per * self.coin;
        let (whole, rest) = ((basis * win) / per_coin, (basis * win) % per_coin);
        let up = match self.rounding.as_deref() {
            _ if rest == 0 => false,
            Some("down") => false,
            Some("up") => true,
            Some("nearest-up") => 2 * rest >= per_coin,
            Some("nearest-down") => 2 * rest > per_coin,
            _ if found => false,
            other => {
                return Err(format!("{basis} at {win} to {per} leaves a fraction of a coin ({other:?})"));
            }
        };
        Ok((whole + i64::from(up)) * self.coin)
    }

    /// Returns the returned part of a surrendered bet: half of it, rounded down to the coin.
    pub fn half(&self, basis: i64) -> i64 {
        basis / 2 / self.coin * self.coin
    }
}

/// Returns the lines of a pay table: id and the text of `pays`.
fn pay_table(book: &str, code: &str) -> Vec<(String, String)> {
    let lines: Vec<(String, String)> = block(book, "paytable", &format!("code = \"{code}\""))
        .iter()
        .filter(|line| line.trim_start().starts_with('{'))
        .map(|line| {
            let words = quoted(line);
            assert!(line.contains("id = ") && line.contains(", pays = "), "id, name and price: {line}");
            (words[0].clone(), words[2].clone())
        })
        .collect();
    assert!(!lines.is_empty(), "pay table {code} has no lines");
    lines
}

fn prices(book: &str, code: &str) -> Vec<(String, Price)> {
    pay_table(book, code).into_iter().map(|(id, pays)| (id, price(&pays))).collect()
}

/// Returns the text after `name =` in the block `[[header]]` with this id.
fn field(book: &str, header: &str, id: &str, name: &str) -> String {
    let block = block(book, header, &format!("id = \"{id}\""));
    block
        .iter()
        .find_map(|line| line.strip_prefix(name)?.trim_start().strip_prefix('='))
        .unwrap_or_else(|| panic!("{header} {id} has no {name}"))
        .to_owned()
}

/// Returns the lines of the block `[[header]]` that contains a line beginning with `mark`.
fn block<'a>(book: &'a str, header: &str, mark: &str) -> Vec<&'a str> {
    let opening = format!("[[{header}]]");
    let lines: Vec<&str> = book.lines().collect();
    for (n, _) in lines.iter().enumerate().filter(|(_, line)| **line == opening) {
        let rest = &lines[n + 1..];
        let end = rest.iter().position(|line| line.starts_with('[')).unwrap_or(rest.len());
        if rest[..end].iter().any(|line| line.starts_with(mark)) {
            return rest[..end].to_vec();
        }
    }
    panic!("the book has no {opening} with {mark}");
}

/// Returns the texts between quotation marks.
fn quoted(text: &str) -> Vec<String> {
    text.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Reads "a to b".
fn price(text: &str) -> Price {
    let (win, per) = text.split_once(" to ").unwrap_or_else(|| panic!("{text:?} is no price"));
    (win.trim().parse().expect("a number"), per.trim().parse().expect("a number"))
}

/// Reads "$5,000" as cents.
fn dollars(text: &str) -> i64 {
    let digits = text.strip_prefix('$').unwrap_or_else(|| panic!("{text:?} is no amount")).replace(',', "");
    digits.parse::<i64>().expect("whole dollars") * 100
}
