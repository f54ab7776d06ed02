//! The terms of one table: a checked table file, resolved into what the code asks at every step.

use super::rules;
use crate::common::{Duties, DutyMoment, PayRow, boxes_of, limits_of};
use crate::poker::Category;
use engine::{AmountRange, OpenError, Origin, RowId, Rule};
use felt::{Currency, Money, Odds, Pack, Pay};
use rulebook::{PayTable, RuleBook, TableConfig};

/// What each kind of hand is paid, by the row of the pay table that says so; best hands last.
pub type Pays<T> = [Option<PayRow<T>>; Category::ALL.len()];

/// The trips wager as this table offers it.
#[derive(Clone, Copy, Debug)]
pub struct TripsTerms {
    /// Its limits.
    pub limits: AmountRange,
    /// What it is paid, by the kind of hand.
    pub pays: Pays<Odds>,
}

/// The progressive wager as this table offers it.
#[derive(Clone, Copy, Debug)]
pub struct ProgressiveTerms {
    /// The one stake there is.
    pub stake: Money,
    /// Shares of the meter, or amounts.
    pub pays: Pays<Pay>,
    /// What everybody else has for such a hand.
    pub envy: Pays<Money>,
}

/// The most that one hand is paid.
#[derive(Clone, Copy, Debug)]
pub struct CapTerms {
    /// The amount.
    pub most: Money,
    /// Which of the two limits is the greater.
    pub rule: Rule,
}

/// When a duty falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Opening,
    Shuffle,
    ShuffleByHand,
    Idle,
    Miscount,
    WrongDeck,
    ProgressiveClosed,
    ProgressiveWin,
    ProgressiveTopHand,
}

/// All terms of a table.
#[derive(Clone, Debug)]
pub struct Terms {
    pub(crate) origin: Origin,
    /// The money the table plays for.
    pub currency: Currency,
    /// The cards.
    pub pack: Pack,
    /// How many patrons may play.
    pub boxes: u8,
    /// The smallest coin.
    pub coin: Money,
    /// How a payment that is no whole coin is rounded, where the table names a way.
    pub rounding: Option<felt::Rounding>,
    /// Of the ante, and so of the blind.
    pub limits: AmountRange,
    /// What the blind is paid, by the kind of hand.
    pub blind_pays: Pays<Odds>,
    /// The trips wager, where it is offered.
    pub trips: Option<TripsTerms>,
    /// The progressive wager, where it is offered.
    pub progressive: Option<ProgressiveTerms>,
    /// The most that one hand is paid.
    pub cap: CapTerms,
    /// Whether a patron may bet for the dealers.
    pub dealer_bets: bool,
    /// Whether what a fold lost stays lost when the hands are void.
    pub(crate) folds_stand: bool,
    pub(crate) from_shoe: bool,
    pub(crate) shuffler: bool,
    /// The device shuffles one deck while the other is dealt.
    pub(crate) two_decks: bool,
    pub(crate) by_dealer: bool,
    pub(crate) duties: Duties<Moment>,
}

impl Terms {
    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs and the file or the rule book does not give.
    pub(crate) fn resolve(book: &RuleBook, config: &TableConfig) -> Result<Terms, OpenError> {
        let limits = limits_of(config, "ante")?;
        let blind_pays = pays(paytable(config, "blind")?, "", odds)?;
        let trips = match config.offers("trips") {
            true => Some(TripsTerms {
                limits: limits_of(config, "trips")?,
                pays: pays(paytable(config, "trips")?, "", odds)?,
            }),
            false => None,
        };
        Ok(Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            pack: config.pack(),
            boxes: boxes_of(config, super::boxes::BOXES_MAX)?,
            coin: config.coin,
            rounding: config.rounding,
            limits,
            blind_pays,
            trips,
            progressive: progressive(config)?,
            cap: cap(book.currency, limits, &blind_pays, trips)?,
            dealer_bets: config.option("dealer-bets") == "offered",
            folds_stand: config.option("exposed-card-folds") == "stand",
            from_shoe: config.option("dealing") == "shoe",
            shuffler: config.option("shuffler") != "no",
            two_decks: config.option("shuffler") == "two-decks",
            by_dealer: config.by_dealer,
            duties: duties(book, config)?,
        })
    }

    /// What a win at these odds pays; under a rounding rule of the table where it is not whole.
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        match self.rounding {
            None => odds.exact_win(stake).unwrap_or_else(|| odds.win(stake, felt::Rounding::Down, self.coin)),
            Some(rounding) => odds.win(stake, rounding, self.coin),
        }
    }
}

/// So many times an amount.
pub(crate) fn times(amount: Money, n: u8) -> Money {
    // Stakes are small enough for any multiple that this game knows; see the bound on `Money`.
    Money::minor(amount.as_minor() * i64::from(n))
}

fn paytable<'a>(config: &'a TableConfig, wager: &str) -> Result<&'a PayTable, OpenError> {
    config.paytable(wager).ok_or_else(|| OpenError(format!("{wager} needs a pay table")))
}

/// The lines of a pay table by the kind of hand; those whose ids end so, where one says how.
fn pays<T: Copy>(
    table: &PayTable,
    ending: &str,
    read: impl Fn(Pay) -> Option<T>,
) -> Result<Pays<T>, OpenError> {
    let mut pays = [None; Category::ALL.len()];
    for (place, category) in pays.iter_mut().zip(Category::ALL) {
        let Some(line) = table.line(&format!("{category}{ending}")) else { continue };
        let id = format!("{}:{}", table.code, line.id);
        let rule = rules::ALL.iter().find(|rule| rule.id() == id);
        *place = match (read(line.pays), rule) {
            (Some(pays), Some(rule)) => Some(PayRow { pays, row: RowId::from_book(&line.id), rule: *rule }),
            _ => return Err(OpenError(format!("the line {} of {} cannot be paid", line.id, table.code))),
        };
    }
    Ok(pays)
}

fn odds(pay: Pay) -> Option<Odds> {
    match pay {
        Pay::Odds(odds) => Some(odds),
        Pay::MeterPercent(_) | Pay::Amount(_) => None,
    }
}

fn amount(pay: Pay) -> Option<Money> {
    match pay {
        Pay::Amount(amount) => Some(amount),
        Pay::MeterPercent(_) | Pay::Odds(_) => None,
    }
}

fn progressive(config: &TableConfig) -> Result<Option<ProgressiveTerms>, OpenError> {
    if !config.offers("progressive") {
        return Ok(None);
    }
    let table = paytable(config, "progressive")?;
    let prize = |pay: Pay| (!matches!(pay, Pay::Odds(_))).then_some(pay);
    Ok(Some(ProgressiveTerms {
        stake: limits_of(config, "progressive")?.max,
        pays: pays(table, "", prize)?,
        envy: pays(table, "-envy", amount)?,
    }))
}

/// The greater of a fixed sum and what the smallest wagers could win together.
fn cap(
    currency: Currency,
    ante: AmountRange,
    blind: &Pays<Odds>,
    trips: Option<TripsTerms>,
) -> Result<CapTerms, OpenError> {
    let fixed = currency.parse("50000").map_err(|error| OpenError(error.to_string()))?;
    let best = |pays: &Pays<Odds>, stake: Money| {
        let wins = pays.iter().flatten().filter_map(|row| row.pays.exact_win(stake));
        wins.max().unwrap_or(Money::ZERO)
    };
    let side = trips.map_or(Money::ZERO, |trips| best(&trips.pays, trips.limits.min));
    // The ante wins once itself, and the play wager is at most four times as much.
    let smallest = times(ante.min, 5) + best(blind, ante.min) + side;
    Ok(match smallest > fixed {
        true => CapTerms { most: smallest, rule: rules::CAP_MINIMUM_ROUND },
        false => CapTerms { most: fixed, rule: rules::CAP_FIFTY_THOUSAND },
    })
}

fn duties(book: &RuleBook, config: &TableConfig) -> Result<Duties<Moment>, OpenError> {
    let from_shoe = config.option("dealing") == "shoe";
    let shuffler = config.option("shuffler") != "no";
    let two_decks = config.option("shuffler") == "two-decks";
    Duties::read(book, |word| match word {
        "opening" => DutyMoment::At(Moment::Opening),
        "opening-with-two-decks" => DutyMoment::when(two_decks, Moment::Opening),
        "opening-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::Opening),
        "opening-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::Opening),
        "opening-with-progressive" => DutyMoment::when(config.offers("progressive"), Moment::Opening),
        "shuffle" => DutyMoment::At(Moment::Shuffle),
        "shuffle-by-hand" => DutyMoment::At(Moment::ShuffleByHand),
        "shuffle-with-two-decks" => DutyMoment::when(two_decks, Moment::Shuffle),
        "shuffle-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::Shuffle),
        "shuffle-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::Shuffle),
        "idle-with-shuffler" => DutyMoment::when(shuffler, Moment::Idle),
        "miscount" => DutyMoment::At(Moment::Miscount),
        "bets-closed-with-progressive" => DutyMoment::At(Moment::ProgressiveClosed),
        "progressive-win" => DutyMoment::At(Moment::ProgressiveWin),
        "progressive-top-hand" => DutyMoment::At(Moment::ProgressiveTopHand),
        "wrong-deck-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::WrongDeck),
        "wrong-deck-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::WrongDeck),
        _ => DutyMoment::Unknown,
    })
}
