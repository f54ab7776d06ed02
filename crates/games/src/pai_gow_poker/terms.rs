//! The terms of one table: a checked table file, resolved into the values that the code needs at every step.

use super::positions::BOXES;
use super::rules;
use super::words::{FORTUNE, MAIN};
use crate::common::{Duties, DutyMoment, PayRow, limits_of, unit_of};
use crate::poker::pai_gow::Fortune;
use engine::{AmountRange, OpenError, Origin, RowId, Rule};
use felt::{Currency, Money, Odds, OddsForm, Pack, Pay, Rounding};
use rulebook::{RuleBook, TableConfig};

/// When a duty falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Opening,
    Shuffle,
    ShuffleByHand,
    Idle,
    BonusClosed,
    StartFound,
    Setting,
}

/// What determines where the first stack goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StartBy {
    Dice,
    Number,
    Button,
}

/// The limit on what Fortune Bonuses win in a round.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The amount.
    pub most: Money,
    /// Whether it is what the smallest wager could win rather than the posted limit.
    pub(crate) of_least: bool,
}

/// The Fortune Bonus as this table offers it.
#[derive(Clone, Debug)]
pub struct FortuneTerms {
    /// Its limits.
    pub limits: AmountRange,
    /// The pays of its rows, in their order.
    rows: [PayRow<Odds>; Fortune::ALL.len()],
    /// The envy bonuses of the rows that have one.
    envy: [PayRow<Money>; rules::ENVY_ROWS.len()],
    /// The lowest stake for which its patron has an envy button.
    pub(crate) envy_from: Money,
    /// The limit on what it wins, if any.
    pub limit: Option<Limit>,
}

impl FortuneTerms {
    /// What a row pays.
    pub fn row(&self, row: Fortune) -> PayRow<Odds> {
        self.rows[row as usize]
    }

    /// The envy bonus of others for such a hand; `None` below four of a kind.
    pub fn envy(&self, row: Fortune) -> Option<PayRow<Money>> {
        self.envy.get(row as usize).copied()
    }

    /// The most that such a hand is paid on a stake.
    pub(crate) fn pays(&self, row: Fortune, stake: Money) -> Money {
        let odds = self.row(row).pays;
        let paid = odds.exact_win(stake).unwrap_or_else(|| odds.win(stake, Rounding::Down, Money::minor(1)));
        self.limit.map_or(paid, |limit| paid.min(limit.most))
    }
}

/// All terms of a table.
#[derive(Clone, Debug)]
pub struct Terms {
    pub(crate) origin: Origin,
    /// The money the table plays for.
    pub currency: Currency,
    /// The cards.
    pub pack: Pack,
    /// The smallest coin.
    pub coin: Money,
    /// How vigorish is rounded, if the table specifies it.
    pub rounding: Option<Rounding>,
    /// The limits of the required wager.
    pub main: AmountRange,
    /// The Fortune Bonus, if it is offered.
    pub fortune: Option<FortuneTerms>,
    /// The part of a win that the house keeps.
    vigorish: Odds,
    pub(crate) from_shoe: bool,
    pub(crate) start: StartBy,
    pub(crate) shuffler: bool,
    /// Whether the device shuffles one deck while the other is dealt.
    pub(crate) two_decks: bool,
    /// Whether a patron may have two adjacent places.
    pub(crate) two_places: bool,
    /// Whether patrons may have the bank.
    pub(crate) banking: bool,
    /// Whether a patron who leaves during a round loses the stakes.
    pub(crate) wagers_left_lose: bool,
    pub(crate) by_dealer: bool,
    pub(crate) duties: Duties<Moment>,
}

impl Terms {
    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs but the file or the rule book lacks.
    pub(crate) fn resolve(book: &RuleBook, config: &TableConfig) -> Result<Terms, OpenError> {
        if config.boxes != BOXES {
            return Err(OpenError(format!("a layout of {} boxes; this game has {BOXES}", config.boxes)));
        }
        let percent = config.option("vigorish");
        let vigorish = percent.parse().ok().and_then(|percent| Odds::checked(percent, 100, OddsForm::To));
        let from_shoe = config.option("dealing") == "shoe";
        let shuffler = config.option("shuffler") != "no";
        let start = match config.option("start") {
            "dice" => StartBy::Dice,
            "number" => StartBy::Number,
            "button" if from_shoe && shuffler => StartBy::Button,
            word => return Err(OpenError(format!("start cannot be \"{word}\" at this table"))),
        };
        Ok(Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            pack: config.pack(),
            coin: config.coin,
            rounding: config.rounding,
            main: limits_of(config, MAIN.word())?,
            fortune: fortune(book, config)?,
            vigorish: vigorish.ok_or_else(|| OpenError(format!("vigorish cannot be \"{percent}\"")))?,
            from_shoe,
            start,
            shuffler,
            two_decks: config.option("shuffler") == "two-decks",
            two_places: config.option("two-places") == "yes",
            banking: config.option("banking") == "yes",
            wagers_left_lose: config.option("wagers-left") == "lose",
            by_dealer: config.by_dealer,
            duties: duties(book, config)?,
        })
    }

    /// The vigorish on what a wager won, and whether it was rounded.
    pub fn vigorish(&self, won: Money) -> (Money, bool) {
        let exact = self.vigorish.exact_win(won);
        let charged = match self.rounding {
            None => exact.unwrap_or_else(|| self.vigorish.win(won, Rounding::Down, self.coin)),
            Some(rounding) => self.vigorish.win(won, rounding, self.coin),
        };
        (charged, exact != Some(charged))
    }
}

fn fortune(book: &RuleBook, config: &TableConfig) -> Result<Option<FortuneTerms>, OpenError> {
    let word = FORTUNE.word();
    if !config.offers(word) {
        return Ok(None);
    }
    let table = config.paytable(word).filter(|table| table.code == rules::PAY_TABLE);
    let table = table.ok_or_else(|| OpenError(format!("{word} needs the pay table {}", rules::PAY_TABLE)))?;
    let line = |rule: Rule| {
        let id = rule.point().unwrap_or_default();
        let found = table.lines.iter().find(|line| line.id == id);
        let found = found.ok_or_else(|| OpenError(format!("{} has no line {id}", table.code)))?;
        Ok((found.pays, RowId::from_book(id), OpenError(format!("{word} is not paid so for {id}"))))
    };
    let mut rows = Vec::new();
    for rule in rules::ROWS {
        match line(rule)? {
            (Pay::Odds(pays), row, _) => rows.push(PayRow { pays, row, rule }),
            (_, _, wrong) => return Err(wrong),
        }
    }
    let mut envy = Vec::new();
    for rule in rules::ENVY_ROWS {
        match line(rule)? {
            (Pay::Amount(pays), row, _) => envy.push(PayRow { pays, row, rule }),
            (_, _, wrong) => return Err(wrong),
        }
    }
    let lacking = |_| OpenError(format!("{} has another number of lines", table.code));
    let limits = limits_of(config, word)?;
    let mut terms = FortuneTerms {
        limits,
        rows: rows.try_into().map_err(|_| lacking(()))?,
        envy: envy.try_into().map_err(|_| lacking(()))?,
        envy_from: Money::minor(unit_of(book.currency).as_minor().saturating_mul(5)),
        limit: None,
    };
    if config.option("payout-limited") == "yes" {
        let value = config.option("payout-limit");
        let posted = book.currency.parse(value);
        let posted = posted.map_err(|_| OpenError(format!("payout-limit cannot be \"{value}\"")))?;
        let least = Fortune::ALL.into_iter().map(|row| terms.pays(row, limits.min)).max().unwrap_or(posted);
        terms.limit = Some(Limit { most: posted.max(least), of_least: least > posted });
    }
    Ok(Some(terms))
}

fn duties(book: &RuleBook, config: &TableConfig) -> Result<Duties<Moment>, OpenError> {
    let from_shoe = config.option("dealing") == "shoe";
    let two_decks = config.option("shuffler") == "two-decks";
    let dice = config.option("start") == "dice";
    let bonus = config.offers(FORTUNE.word());
    Duties::read(book, |word| match word {
        "opening" => DutyMoment::At(Moment::Opening),
        "opening-with-two-decks" => DutyMoment::when(two_decks, Moment::Opening),
        "opening-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::Opening),
        "opening-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::Opening),
        "opening-with-bonus" => DutyMoment::when(bonus, Moment::Opening),
        "opening-with-dice" => DutyMoment::when(dice, Moment::Opening),
        "shuffle-by-hand" => DutyMoment::At(Moment::ShuffleByHand),
        "shuffle-with-two-decks" => DutyMoment::when(two_decks, Moment::Shuffle),
        "idle" => DutyMoment::At(Moment::Idle),
        "bets-closed-with-bonus" => DutyMoment::At(Moment::BonusClosed),
        "dealt-with-dice" => DutyMoment::when(dice, Moment::StartFound),
        "setting" => DutyMoment::At(Moment::Setting),
        _ => DutyMoment::Unknown,
    })
}
