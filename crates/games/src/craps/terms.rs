//! The terms of one table: a checked table file, resolved into the values that the code needs at every step.

use super::bet::{Area, Bet};
use super::{rows, rules};
use crate::common::{Duties, DutyMoment, boxes_of};
use engine::{AmountRange, OpenError, Origin, RowId, Rule};
use felt::{Currency, Money, Odds, Pay, Rounding};
use rulebook::{RuleBook, TableConfig};

/// When a duty falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Opening,
    PlaceCalledOn,
    HardCalledOff(u8),
    Offering,
    FirstDiceTaken,
    DiceTaken,
    ComeOnly,
    FireClosed,
    FireFourPoints,
    DieOffTable,
}

/// Odds that a wager may be paid at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Priced {
    /// The odds.
    pub odds: Odds,
    /// The row of the printed table, if the rule that decides the wager does not also price it.
    pub rule: Option<Rule>,
    /// The id of that row.
    pub row: Option<RowId>,
    /// Whether the casino pays more than the least odds.
    pub raised: bool,
}

/// What the table says about one kind of wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindTerms {
    /// Whether the table accepts it.
    pub offered: bool,
    /// Posted limits; `None` for wagers that cannot be bet directly.
    pub limits: Option<AmountRange>,
    /// Its odds; several for the Field, the Fire Bet and odds behind a line bet.
    pub prices: [Option<Priced>; 3],
}

/// All terms of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    pub(crate) origin: Origin,
    /// The money the table plays for.
    pub currency: Currency,
    pub(crate) places: u8,
    /// The smallest coin.
    pub coin: Money,
    pub(crate) by_dealer: bool,
    pub(crate) kinds: Vec<KindTerms>,
    /// Vigorish on a Buy Bet, in per cent of the stake.
    pub buy_vigorish: i64,
    /// Vigorish on a Lay Bet, in per cent of the possible win.
    pub lay_vigorish: i64,
    /// Whether vigorish is charged when the bet is placed; otherwise it is charged when it wins.
    pub vigorish_when_placed: bool,
    /// Whether Lay Bets work on a come-out roll.
    pub lay_on_come_out: bool,
    /// Whether odds on come bets work on a come-out roll.
    pub come_odds_on_come_out: bool,
    /// The limit of odds as a multiple of the flat bet: on four and ten, on five and nine, on six and eight.
    pub odds_limit: [i64; 3],
    pub(crate) world_broken_down: bool,
    /// Whether a winning bet on a number is paid and stays up.
    pub winners_stay: bool,
    /// Whether patrons may bet for the dealers.
    pub dealer_bets: bool,
    pub(crate) duties: Duties<Moment>,
}

impl Terms {
    /// Whether these terms differ from the others only in the limits of wagers.
    pub(crate) fn differs_in_limits_alone(&self, other: &Terms) -> bool {
        let mut same = self.clone();
        same.origin.table = other.origin.table;
        for (kind, other) in same.kinds.iter_mut().zip(&other.kinds) {
            kind.limits = other.limits;
        }
        same == *other
    }

    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs but the file or the rule book lacks.
    pub(crate) fn resolve(book: &RuleBook, config: &TableConfig) -> Result<Terms, OpenError> {
        let percent = |option: &str| {
            config.option(option).parse().map_err(|_| OpenError(format!("{option} must be a number")))
        };
        Ok(Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            places: boxes_of(config, super::state::PLACES_MAX)?,
            coin: config.coin,
            by_dealer: config.by_dealer,
            kinds: Area::all().map(|area| kind_terms(book, config, area)).collect::<Result<_, _>>()?,
            buy_vigorish: percent("buy-vigorish")?,
            lay_vigorish: percent("lay-vigorish")?,
            vigorish_when_placed: config.option("vigorish-taken") == "when placed",
            lay_on_come_out: config.option("lay-on-come-out") == "on",
            come_odds_on_come_out: config.option("come-odds-on-come-out") == "on",
            odds_limit: odds_limit(config.option("odds-limit"))?,
            world_broken_down: config.option("world-bet") == "broken down",
            winners_stay: config.option("winners-stay") == "yes",
            dealer_bets: config.option("dealer-bets") == "offered",
            duties: duties(book, config)?,
        })
    }

    /// What the table says about the wagers of an area.
    pub fn kind(&self, area: Area) -> Option<&KindTerms> {
        self.kinds.get(area.index())
    }

    pub(crate) fn price(&self, area: Area, line: usize) -> Option<Priced> {
        self.kind(area)?.prices.get(line).copied().flatten()
    }

    /// What a win at these odds pays. Stakes that would leave a fraction are not accepted.
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        odds.exact_win(stake).unwrap_or_else(|| odds.win(stake, Rounding::Down, self.coin))
    }

    /// The smallest stake that these odds pay in whole coins; only its multiples are paid exactly.
    pub(crate) fn payable_step(&self, odds: Odds) -> Money {
        let mut step = self.coin;
        while !odds.exact_win(step).is_some_and(|win| win.is_multiple_of(self.coin)) {
            step += self.coin;
        }
        step
    }

    /// The vigorish on a stake, rounded down to the coin because the document allows at most five per cent.
    pub fn vigorish(&self, area: Area, stake: Money) -> Money {
        let (percent, base) = match area.bet() {
            Bet::Buy(_) => (self.buy_vigorish, stake),
            Bet::Lay(_) => {
                let win = self.price(area, 0).map_or(Money::ZERO, |price| self.pay(price.odds, stake));
                (self.lay_vigorish, win)
            }
            _ => return Money::ZERO,
        };
        let coin = self.coin.as_minor();
        let exact = base.as_minor().saturating_mul(percent) / 100;
        Money::minor(exact / coin * coin)
    }

    /// The rule by which a wager of this kind is off when no call was made; `None` if it works.
    pub(crate) fn rests(&self, bet: Bet, come_out: bool) -> Option<Rule> {
        match bet {
            Bet::Place(_) => rules::PLACE_OFF_ON_COME_OUT.when(come_out),
            Bet::Buy(_) => rules::BUY_AND_LAY.when(come_out),
            Bet::ComeOdds(_) | Bet::PutOdds(_) => {
                rules::COME_ODDS_OFF.when(come_out && !self.come_odds_on_come_out)
            }
            Bet::Lay(_) => rules::BUY_AND_LAY.when(come_out && !self.lay_on_come_out),
            _ => None,
        }
    }
}

fn kind_terms(book: &RuleBook, config: &TableConfig, area: Area) -> Result<KindTerms, OpenError> {
    let word = area.word().word();
    let offered = config.offers(word);
    let limits = config.limits(word);
    let mut prices = [None; 3];
    if offered {
        let options = option_names(area.bet(), word);
        for (line, pay) in config.pays(word).iter().take(3).enumerate() {
            let Pay::Odds(odds) = *pay else {
                return Err(OpenError(format!("{word} is paid no odds")));
            };
            let raised = options.get(line).is_some_and(|option| is_raised(book, config, option));
            let rule = row(area.bet(), line);
            let row = rule.and_then(Rule::point).map(RowId::from_book);
            prices[line] = Some(Priced { odds, rule, row, raised });
        }
    }
    let limits = limits.map(|limits| AmountRange { min: limits.min, max: limits.max, step: limits.step });
    Ok(KindTerms { offered, limits, prices })
}

/// The options by which a casino may pay more than the least odds, row by row.
fn option_names(bet: Bet, word: &str) -> Vec<String> {
    match bet {
        Bet::Field => vec!["field-pays".into(), "field-two-pays".into(), "field-twelve-pays".into()],
        Bet::Fire => vec!["fire-four-pays".into(), "fire-five-pays".into(), "fire-six-pays".into()],
        // A bet that moved to a number is paid like its come bet.
        Bet::ComeOn(_) => vec!["come-pays".into()],
        Bet::DontComeOn(_) => vec!["dont-come-pays".into()],
        _ => vec![format!("{word}-pays")],
    }
}

fn is_raised(book: &RuleBook, config: &TableConfig, option: &str) -> bool {
    book.option(option).is_some_and(|rule| config.option(option) != rule.default)
}

/// The row of a pay table for a wager.
fn row(bet: Bet, line: usize) -> Option<Rule> {
    let field = [rules::FIELD_ODDS, rules::FIELD_TWO_ODDS, rules::FIELD_TWELVE_ODDS];
    let fire = [rules::FIRE_FOUR, rules::FIRE_FIVE, rules::FIRE_SIX];
    Some(match bet {
        Bet::Pass => rules::PASS_PAYS,
        Bet::DontPass => rules::DONT_PASS_PAYS,
        Bet::Come | Bet::ComeOn(_) => rules::COME_PAYS,
        Bet::DontCome | Bet::DontComeOn(_) => rules::DONT_COME_PAYS,
        Bet::Place(number) => rows::PLACE_ODDS[number.index()],
        Bet::Buy(number) => rows::BUY_ODDS[number.index()],
        Bet::Lay(number) => rows::LAY_ODDS[number.index()],
        Bet::Hard(which) => *rows::HARD_ODDS.get(usize::from(which))?,
        Bet::Hop(which) => *rows::HOP_ODDS.get(usize::from(which))?,
        Bet::Field => *field.get(line)?,
        Bet::Fire => *fire.get(line)?,
        Bet::AnySeven => rows::ANY_SEVEN_ODDS,
        Bet::AnyCraps => rows::ANY_CRAPS_ODDS,
        Bet::CrapsTwo => rows::CRAPS_TWO_ODDS,
        Bet::CrapsThree => rows::CRAPS_THREE_ODDS,
        Bet::CrapsTwelve => rows::CRAPS_TWELVE_ODDS,
        Bet::Eleven => rows::ELEVEN_ODDS,
        Bet::Put(_) => rules::PUT_EVEN,
        _ => return None,
    })
}

fn odds_limit(value: &str) -> Result<[i64; 3], OpenError> {
    if value == "3-4-5" {
        return Ok([3, 4, 5]);
    }
    let times = value.parse().map_err(|_| OpenError("odds-limit must be 3-4-5 or a number".into()))?;
    Ok([times; 3])
}

fn duties(book: &RuleBook, config: &TableConfig) -> Result<Duties<Moment>, OpenError> {
    let fire = config.offers("fire");
    Duties::read(book, |word| match word {
        "opening" => DutyMoment::At(Moment::Opening),
        "opening-with-fire" => DutyMoment::when(fire, Moment::Opening),
        "place-called-on" => DutyMoment::At(Moment::PlaceCalledOn),
        "hard-4-called-off" => DutyMoment::At(Moment::HardCalledOff(0)),
        "hard-6-called-off" => DutyMoment::At(Moment::HardCalledOff(1)),
        "hard-8-called-off" => DutyMoment::At(Moment::HardCalledOff(2)),
        "hard-10-called-off" => DutyMoment::At(Moment::HardCalledOff(3)),
        "dice-offered" => DutyMoment::At(Moment::Offering),
        "first-dice-taken" => DutyMoment::At(Moment::FirstDiceTaken),
        "dice-taken" => DutyMoment::At(Moment::DiceTaken),
        "come-only" => DutyMoment::At(Moment::ComeOnly),
        "fire-bets-closed" => DutyMoment::At(Moment::FireClosed),
        "four-points" => DutyMoment::At(Moment::FireFourPoints),
        "die-off-table" => DutyMoment::At(Moment::DieOffTable),
        _ => DutyMoment::Unknown,
    })
}
