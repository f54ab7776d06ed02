//! What the table pays: the documents' prices and pay tables, and the table's choices among them.

use super::hands::{Shape, Sight};
use super::tables::{self, NOTHING, TORN};
use felt::{Pay, Suit};
use rulebook::{PayTable, RuleBook, TableConfig};

/// Odds "a to b".
pub type Price = (i64, i64);

/// What a row of a pay table pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Prize {
    /// Odds; the stake is returned.
    To(Price),
    /// Odds that include the stake, which is not returned.
    For(Price),
    /// A share of the meter with this name; the meter determines the amount.
    Meter(String),
}

/// One row of a pay table.
#[derive(Clone, Debug)]
pub struct Row {
    /// The event it pays for.
    pub shape: Shape,
    /// What it pays.
    pub prize: Prize,
    /// What the dealers are paid for it, in minor units.
    pub envy: Option<i64>,
}

/// The side bets of one kind.
#[derive(Clone, Debug)]
pub struct Side {
    /// Its word.
    pub kind: String,
    /// The rows from the top; the topmost that is met is paid, and no other.
    pub rows: Vec<Row>,
}

impl Side {
    /// Returns the index of the row that pays.
    pub fn best(&self, sight: &Sight) -> Option<usize> {
        self.rows.iter().position(|row| row.shape.is_met(sight))
    }
}

/// The table's terms that affect the settlement.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Betting boxes.
    pub boxes: u8,
    /// Cards are dealt face down and may be shown.
    pub pitch: bool,
    /// The dealer draws to a soft 17.
    pub hits_soft_17: bool,
    /// A dealer's 22 returns the wagers.
    pub pushes_22: bool,
    /// What a blackjack pays.
    pub blackjack: Price,
    /// Most hands of one box.
    pub split_hands: u8,
    /// Half a wager may be given up after the check.
    pub late_surrender: bool,
    /// A blackjack may be paid even before the check.
    pub even_money: bool,
    /// Insurance may be the next unit above half.
    pub insures_next_unit: bool,
    /// Hard 9 to 11 may be doubled without money.
    pub free_doubles: bool,
    /// Pairs other than tens may be split without money.
    pub free_splits: bool,
    /// A hand that may be doubled free may not be doubled with money.
    pub free_first: bool,
    /// Bets for the dealers are taken.
    pub dealers_bets: bool,
    /// The side bets that are offered, in the order of the rule book.
    pub sides: Vec<Side>,
    /// The suit that progressives single out.
    pub specific: Suit,
    /// CO-RF-4, 23.A.III, 24.A.III: the largest payment on a side bet of this word, in minor units.
    pub caps: Vec<(&'static str, i64)>,
    /// Whether the limit applies to the round and not to each wager.
    pub caps_the_round: bool,
    /// CO-RF-21.C: Bust Bonus is placed before the check, and not after it.
    pub bust_bonus_first: bool,
    /// The smallest coin, in minor units.
    pub coin: i64,
    /// The word of the rounding rule, if payments may be inexact.
    pub rounding: Option<String>,
}

/// What a win other than a blackjack pays: OH-FBB-4.VII, 11.III, 13.IV; CO-RF-11.A, 15.A.
pub const EVEN: Price = (1, 1);

/// OH-FBB-9.IV.
pub const INSURANCE: Price = (2, 1);

/// The wagers on a hand that are not side bets.
pub const PLAY: [&str; 6] = ["main", "split", "double", "free-split", "free-double", "insurance"];

impl Terms {
    /// Reads the table's choices.
    ///
    /// # Panics
    /// If the rule book has another pay table than the document, or a choice that the document does not have.
    pub fn read(book: &RuleBook, table: &TableConfig) -> Terms {
        let one_of = |id: &str, allowed: &[&str]| {
            let value = table.option(id);
            assert!(allowed.contains(&value), "{} has no {id} {value:?}", table.game);
            value.to_owned()
        };
        let (blackjack, ride_free, free_bet) = match table.game.as_str() {
            // OH-FBB-4.VII.
            "ohio/free-bet-blackjack" => (one_of("blackjack-pays", &["3 to 2", "6 to 5"]), false, true),
            // CO-RF-8.B.
            "colorado/ride-free" => (one_of("blackjack-pays", &["3 to 2"]), true, true),
            // No document: the table decides.
            "colorado/blackjack" => (table.option("blackjack-pays").to_owned(), false, false),
            other => panic!("{other} is not settled here"),
        };
        // OH-FBB-4.III.C, CO-RF-19: where bets are free, a 22 pushes.
        let pushes_22 = one_of("dealer-22", if free_bet { &["push"] } else { &["bust"] }) == "push";
        // CO-RF-8.A.
        let soft_17 = one_of("soft-17", if ride_free { &["hit"] } else { &["hit", "stand"] });
        let free = |one: &str, many: &str| {
            let values = [table.option(one), table.option(many)];
            values.iter().any(|value| !value.is_empty() && *value != "no")
        };
        assert_eq!(free("free-double", "free-doubles"), free_bet, "free doubles");
        assert_eq!(free("free-split", "free-splits"), free_bet, "free splits");
        // CO-RF-8.C. The Ohio document has no surrender.
        let ohio = table.game.starts_with("ohio/");
        let surrender = one_of("surrender", if ohio { &["no"] } else { &["no", "late"] });
        Terms {
            boxes: table.boxes,
            pitch: table.option("dealing") == "pitch",
            hits_soft_17: soft_17 == "hit",
            pushes_22,
            blackjack: odds(&blackjack, " to "),
            split_hands: table.option("split-hands").parse().expect("a number of hands"),
            late_surrender: surrender == "late",
            even_money: table.option("even-money") != "no",
            insures_next_unit: table.option("insurance-up-to") != "half",
            free_doubles: free_bet,
            free_splits: free_bet,
            free_first: ride_free,
            dealers_bets: table.option("dealer-bets") == "offered",
            sides: sides(book, table),
            specific: suit(table.option("specific-suit")),
            caps: caps(table),
            caps_the_round: table.option("cap-per") == "round",
            bust_bonus_first: table.option("bust-bonus-placed") == "before the check",
            coin: table.coin.as_minor().max(1),
            rounding: table.rounding.map(|rounding| rounding.to_string()),
        }
    }

    /// The side bet of a kind.
    pub fn side(&self, kind: &str) -> Option<&Side> {
        self.sides.iter().find(|side| side.kind == kind)
    }

    /// Returns what the stake wins at the price, in minor units.
    ///
    /// # Errors
    /// If it cannot be paid in whole coins and the table has no rule for that.
    pub fn win(&self, stake: i64, (win, per): Price) -> Result<i64, String> {
        let rounding = self.rounding.as_deref();
        // A table that promises exact payments may pay less than a coin; one without a rule may not.
        let coin = if rounding == Some("exact") { 1 } else { self.coin };
        let (whole, rest) = (stake * win / (per * coin), stake * win % (per * coin));
        let up = match rounding {
            _ if rest == 0 => false,
            None | Some("exact") => {
                return Err(format!("{stake} at {win} to {per} is no whole number of coins of {coin}"));
            }
            Some("down") => false,
            Some("up") => true,
            Some("nearest-up") => 2 * rest >= per * coin,
            Some("nearest-down") => 2 * rest > per * coin,
            Some(other) => return Err(format!("unknown rounding {other}")),
        };
        Ok((whole + i64::from(up)) * coin)
    }

    /// Returns the returned part of a surrendered stake: half of it. If that is not a whole coin, the rounding of the
    /// table applies; without one it is the next coin above.
    pub fn half(&self, stake: i64) -> i64 {
        match self.rounding.as_deref() {
            Some("exact") | None => {
                let coins = stake / self.coin;
                (coins - coins / 2) * self.coin + stake % self.coin / 2
            }
            Some(_) => self.win(stake, (1, 2)).unwrap_or(0),
        }
    }
}

/// The posted limits on total payments; they are in whole dollars, and 0 means no limit.
fn caps(table: &TableConfig) -> Vec<(&'static str, i64)> {
    let posted = ["hedge-22", "silver-stack"].map(|kind| {
        let dollars = table.option(&format!("{kind}-cap"));
        (kind, dollars.parse::<i64>().unwrap_or(0) * 100)
    });
    posted.into_iter().filter(|(_, cap)| *cap > 0).collect()
}

/// The side bets of the table with the documents' rows.
fn sides(book: &RuleBook, table: &TableConfig) -> Vec<Side> {
    let of_book = book.wagers.iter().map(|wager| wager.id.as_str());
    // Side bets from another rule book come after the game's own.
    let attached = table.offered().filter(|id| book.wager(id).is_none());
    let ids = of_book.chain(attached).filter(|id| table.offers(id) && !PLAY.contains(id));
    ids.map(|kind| {
        let chosen = table.paytable(kind).unwrap_or_else(|| panic!("{kind} has no pay table"));
        side(kind, chosen)
    })
    .collect()
}

/// Builds one side bet from the document; the rule book must be equal.
pub fn side(kind: &str, chosen: &PayTable) -> Side {
    let code = chosen.code.strip_prefix("CO-RF/").unwrap_or(&chosen.code);
    // The dealers' amounts are beside the rows and are read from the document alone.
    let pays: Vec<Pay> = chosen.lines.iter().filter(|l| !l.id.contains("envy")).map(|l| l.pays).collect();
    let side = printed(kind, code, &pays);
    // Returns the figures in the order of the rows; those of the Bust Bonus are in two columns, so in any order.
    let in_order = |mut figures: Vec<(&'static str, Price)>| {
        if kind == "bust-bonus" {
            figures.sort_unstable();
        }
        figures
    };
    let wanted = in_order(figures(code, &pays));
    let got = in_order(pays.iter().map(|pay| figure(*pay)).collect());
    assert_eq!(wanted, got, "the pays of {kind} in the rule book are not those of {code}");
    side
}

/// Builds the rows of a printed table. `pays` has the rule book's values where the print is unreadable.
pub fn printed(kind: &str, code: &str, pays: &[Pay]) -> Side {
    let (_, rows) = tables::printed()
        .find(|(known, _)| *known == code)
        .unwrap_or_else(|| panic!("no document prints a pay table {code} that can be read"));
    let meters = match kind {
        "21-3-progressive" => "21-3",
        "lucky-ladies-progressive" => "lucky-ladies",
        other => other,
    };
    let row = |(n, (shape, pay)): (usize, &(Shape, &'static str))| {
        let prize = match *pay {
            NOTHING => return None,
            TORN => prize(&pays.get(n)?.to_string(), meters, n),
            pay => prize(pay, meters, n),
        };
        let envy = if kind == "21-3-classic" { tables::envy(code, *shape) } else { None };
        Some(Row { shape: *shape, prize, envy: envy.map(|dollars| dollars * 100) })
    };
    Side { kind: kind.to_owned(), rows: rows.iter().enumerate().filter_map(row).collect() }
}

fn prize(pay: &str, meters: &str, row: usize) -> Prize {
    if let Some(share) = pay.strip_suffix('%') {
        // A whole meter is the row's own; a share is of the topmost.
        let number = if share == "100" { row + 1 } else { 1 };
        return Prize::Meter(format!("{meters}-{number}"));
    }
    // CO-RF-30.A.I, 30.A.IV: dollars for a wager of one.
    if let Some(dollars) = pay.strip_prefix('$') {
        return Prize::For((dollars.replace(',', "").parse().expect("dollars"), 1));
    }
    if pay.contains(" for ") { Prize::For(odds(pay, " for ")) } else { Prize::To(odds(pay, " to ")) }
}

/// Converts the printed pays to figures that can be compared.
fn figures(code: &str, pays: &[Pay]) -> Vec<(&'static str, Price)> {
    let rows = tables::printed().find(|(known, _)| *known == code).map_or(&[][..], |(_, rows)| rows);
    let mut found = Vec::new();
    for (n, (_, pay)) in rows.iter().enumerate() {
        match *pay {
            NOTHING => {}
            TORN => found.extend(pays.get(n).map(|pay| figure(*pay))),
            pay => found.push(figure(pay.parse().expect("a pay"))),
        }
    }
    found
}

fn figure(pay: Pay) -> (&'static str, Price) {
    match pay {
        Pay::Odds(written) => {
            let text = written.to_string();
            if text.contains(" for ") { ("for", odds(&text, " for ")) } else { ("to", odds(&text, " to ")) }
        }
        Pay::MeterPercent(share) => ("meter", (i64::from(share), 10_000)),
        // Dollars for a wager of one dollar are odds "for one".
        Pay::Amount(amount) => ("for", (amount.as_minor() / 100, 1)),
    }
}

fn odds(text: &str, between: &str) -> Price {
    let (win, per) = text.split_once(between).unwrap_or_else(|| panic!("{text:?} is no price"));
    (win.trim().parse().expect("a number"), per.trim().parse().expect("a number"))
}

fn suit(word: &str) -> Suit {
    match word {
        // A table without the progressive does not have the choice.
        "" | "spades" => Suit::Spades,
        "hearts" => Suit::Hearts,
        "diamonds" => Suit::Diamonds,
        "clubs" => Suit::Clubs,
        other => panic!("{other:?} is no suit"),
    }
}

/// The side bets that a table offers, for tests: word and code of the pay table.
pub fn offering(sides: &[(&str, &str)]) -> Vec<Side> {
    sides.iter().map(|(kind, code)| printed(kind, code, &[])).collect()
}

/// Whether a word stands for money that the house lends.
pub fn is_lammer(kind: &str) -> bool {
    matches!(kind, "free-double" | "free-split")
}
