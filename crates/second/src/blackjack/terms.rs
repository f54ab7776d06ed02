//! What the table pays, read from the text of the rule book and the table's choices.

use rulebook::TableConfig;

/// Odds "a to b".
pub type Price = (i64, i64);

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Betting boxes.
    pub boxes: u8,
    /// Decks.
    pub decks: u8,
    /// Dealt by hand, cards face down.
    pub pitch: bool,
    /// The dealer draws to a soft 17.
    pub hits_soft_17: bool,
    /// Most hands of one box.
    pub split_hands: u8,
    /// What a win pays.
    pub main: Price,
    /// What a blackjack pays.
    pub blackjack: Price,
    /// What insurance pays.
    pub insurance: Price,
    /// What a double pays.
    pub double: Price,
    /// What a split hand pays.
    pub split: Price,
    /// The lines of House Money by id.
    pub house_money: Vec<(String, Price)>,
    /// The smallest coin, in minor units.
    pub coin: i64,
    /// The word of the rounding rule, if payments may be inexact.
    pub rounding: Option<String>,
}

/// The project's rule book.
const BOOK: &str = include_str!("../../../games/rulebooks/ohio/blackjack.toml");

impl Terms {
    /// Reads the terms of a table from the project's own rule book.
    pub fn read(table: &TableConfig) -> Terms {
        Terms::new(BOOK, table)
    }

    /// Reads the terms from the book's text and the table's choices.
    ///
    /// # Panics
    /// If the book lacks something it must say, or the table has something that the book does not allow.
    pub fn new(book: &str, table: &TableConfig) -> Terms {
        let main = quoted(&field(book, "wager", "main", "pays"));
        assert_eq!(main.len(), 2, "a main wager has a price and a price for blackjack");
        let option = main[1].strip_prefix("option ").expect("the price of a blackjack is an option");
        let single = |id: &str| {
            let prices = quoted(&field(book, "wager", id, "pays"));
            assert_eq!(prices.len(), 1, "{id} has one price");
            price(&prices[0])
        };
        for id in ["blackjack-pays", "soft-17", "dealing", "split-hands"] {
            let allowed = quoted(&field(book, "option", id, "allowed"));
            let value = table.option(id);
            assert!(allowed.iter().any(|a| a == value), "{id} {value} is not among {allowed:?}");
        }
        Terms {
            boxes: table.boxes,
            decks: table.decks,
            pitch: table.option("dealing") == "pitch",
            hits_soft_17: table.option("soft-17") == "hit",
            split_hands: table.option("split-hands").parse().expect("a number of hands"),
            main: price(&main[0]),
            blackjack: price(table.option(option)),
            insurance: single("insurance"),
            double: single("double"),
            split: single("split"),
            house_money: house_money(book, table),
            coin: table.coin.as_minor().max(1),
            rounding: table.rounding.map(|rounding| rounding.to_string()),
        }
    }

    /// Returns what the stake wins at the price, in minor units.
    ///
    /// # Errors
    /// If it cannot be paid in whole coins and the table has no rule for that.
    pub fn win(&self, stake: i64, (win, per): Price) -> Result<i64, String> {
        let exact_in = |coin: i64| (stake * win) % (per * coin) == 0;
        let Some(rounding) = self.rounding.as_deref().filter(|word| *word != "exact") else {
            // Without a rule for rounding every payment must be whole; the table guarantees that by its coin.
            let coin = if self.rounding.is_some() { 1 } else { self.coin };
            if !exact_in(coin) {
                return Err(format!("{stake} at {win} to {per} is no whole number of coins of {coin}"));
            }
            return Ok(stake * win / per);
        };
        let per_coin = per * self.coin;
        let (whole, rest) = ((stake * win) / per_coin, (stake * win) % per_coin);
        let up = match rounding {
            "down" => false,
            "up" => rest > 0,
            "nearest-up" => 2 * rest >= per_coin,
            "nearest-down" => 2 * rest > per_coin,
            other => return Err(format!("unknown rounding {other}")),
        };
        Ok((whole + i64::from(up)) * self.coin)
    }
}

/// Returns the pay table in force, as the book's text prints it; the table's own copy must be equal.
fn house_money(book: &str, table: &TableConfig) -> Vec<(String, Price)> {
    let Some(chosen) = table.paytable("house-money") else { return Vec::new() };
    let block = block(book, "paytable", &format!("code = \"{}\"", chosen.code));
    let decks = block.iter().find_map(|line| line.strip_prefix("decks = ")).expect("decks of a pay table");
    let (least, most) = quoted(decks)[0].split_once("..").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
    let range = least.parse::<u8>().unwrap()..=most.parse::<u8>().unwrap();
    assert!(range.contains(&table.decks), "pay table {} is for {decks} decks", chosen.code);
    let lines: Vec<(String, Price)> = block
        .iter()
        .filter(|line| line.trim_start().starts_with('{'))
        .map(|line| {
            let words = quoted(line);
            assert_eq!(words.len(), 3, "id, name and price: {line}");
            (words[0].clone(), price(&words[2]))
        })
        .collect();
    assert_eq!(lines.len(), 4, "House Money has four lines");
    let copy: Vec<(String, Price)> =
        chosen.lines.iter().map(|line| (line.id.clone(), price(&line.pays.to_string()))).collect();
    assert_eq!(lines, copy, "the table's pay table is not the book's");
    lines
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
pub fn price(text: &str) -> Price {
    let (win, per) = text.split_once(" to ").unwrap_or_else(|| panic!("{text:?} is no price"));
    (win.trim().parse().expect("a number"), per.trim().parse().expect("a number"))
}
