//! The terms of one table: a checked table file, resolved into the values that the code needs at every step.

use super::boxes::WAGERS_MAX;
use super::play::{Made, Poker, ROWS_MAX, Wager};
use crate::common::{Duties, DutyMoment, PayRow, Posted, boxes_of, grow_with_unit, limits_of};
use engine::{AmountRange, OpenError, Origin, RowId, Rule};
use felt::{Currency, Money, Odds, Pack, Pay};
use rulebook::{Awards, PayTable, RuleBook, TableConfig};

/// A wager as this table offers it.
#[derive(Clone, Debug)]
pub struct WagerTerms {
    /// Its limits; those of a raise follow from the first wager.
    pub limits: AmountRange,
    /// What it pays, indexed by the place that the game gives a row.
    pub pays: [Option<PayRow<Pay>>; ROWS_MAX],
    /// What each other patron is paid for such a hand.
    pub envy: [Option<PayRow<Money>>; ROWS_MAX],
    /// The posted limit on what the house pays on it, if any.
    pub posted: Option<Posted>,
}

impl WagerTerms {
    /// The odds of a row.
    pub fn odds(&self, row: usize) -> Option<PayRow<Odds>> {
        let PayRow { pays, row, rule } = self.pays.get(row).copied().flatten()?;
        match pays {
            Pay::Odds(pays) => Some(PayRow { pays, row, rule }),
            Pay::MeterPercent(_) | Pay::Amount(_) => None,
        }
    }
}

/// The limit on what one hand is paid.
#[derive(Clone, Copy, Debug)]
pub struct CapTerms {
    /// The amount.
    pub most: Money,
    /// The paragraph.
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
    BonusClosed,
    ProgressiveClosed,
    ProgressiveWin,
    ProgressiveTopHand,
}

/// All terms of a table.
#[derive(Clone, Debug)]
pub struct Terms<G: Poker> {
    pub(crate) origin: Origin,
    /// The money the table plays for.
    pub currency: Currency,
    /// The cards.
    pub pack: Pack,
    /// How many patrons may play.
    pub boxes: u8,
    /// The smallest coin.
    pub coin: Money,
    /// How a payment that is not in whole coins is rounded, if the table specifies it.
    pub rounding: Option<felt::Rounding>,
    /// How what a meter awards is rounded.
    pub awards: Awards,
    /// The wagers that are offered, in the order of the game.
    pub wagers: [Option<WagerTerms>; WAGERS_MAX],
    /// The most that one hand is paid, where there is a limit.
    pub cap: Option<CapTerms>,
    /// The options that only this game's files have.
    pub options: G::Options,
    /// Whether patrons may bet for the dealers.
    pub dealer_bets: bool,
    /// Whether side wagers need the required wagers.
    pub main_needed: bool,
    /// Whether a fixed-amount wager may lie beside one that is played without those.
    pub(crate) lone_carries_prizes: bool,
    /// Whether any side wager is offered.
    pub(crate) side_wagers: bool,
    /// Whether a patron who leaves during a round loses the stakes.
    pub(crate) wagers_left_lose: bool,
    /// Whether what a fold lost stays lost when the hands are void.
    pub(crate) folds_stand: bool,
    pub(crate) from_shoe: bool,
    pub(crate) shuffler: bool,
    /// Whether the device shuffles one deck while the other is dealt.
    pub(crate) two_decks: bool,
    pub(crate) by_dealer: bool,
    pub(crate) duties: Duties<Moment>,
}

impl<G: Poker> Terms<G> {
    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs but the file or the rule book lacks.
    pub(crate) fn resolve(book: &RuleBook, config: &TableConfig) -> Result<Self, OpenError> {
        let mut wagers = [const { None }; WAGERS_MAX];
        for (place, wager) in wagers.iter_mut().zip(G::PLAY.wagers) {
            *place = wager_terms::<G>(config, wager)?;
        }
        let side = |(wager, terms): (&Wager, &Option<WagerTerms>)| {
            matches!(wager.made, Made::Optional(_) | Made::Prize(_)) && terms.is_some()
        };
        let mut terms = Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            pack: config.pack(),
            boxes: boxes_of(config, G::PLAY.boxes)?,
            coin: config.coin,
            rounding: config.rounding,
            awards: config.awards,
            side_wagers: G::PLAY.wagers.iter().zip(&wagers).any(side),
            wagers,
            cap: None,
            options: G::options(book, config)?,
            dealer_bets: config.option("dealer-bets") == "offered",
            main_needed: config.option("main-needed") != "no",
            lone_carries_prizes: G::PLAY.has_lone_wagers()
                && config.option("progressive-beside") == "ante-or-aces-up",
            wagers_left_lose: config.option("wagers-left") == "lose",
            folds_stand: config.option("exposed-card-folds") == "stand",
            from_shoe: config.option("dealing") == "shoe",
            shuffler: config.option("shuffler") != "no",
            two_decks: config.option("shuffler") == "two-decks",
            by_dealer: config.by_dealer,
            duties: duties(book, config)?,
        };
        G::complete(&mut terms)?;
        Ok(terms)
    }

    /// The limits of the first wager, which others follow.
    pub fn limits(&self) -> AmountRange {
        self.limits_of(first::<G>())
    }

    /// The limits of a wager; zero for one that is not offered.
    pub fn limits_of(&self, wager: usize) -> AmountRange {
        self.wagers[wager].as_ref().map_or(AmountRange::just(Money::ZERO), |terms| terms.limits)
    }

    /// The odds that a wager pays for a row.
    #[inline]
    pub fn odds(&self, wager: usize, row: usize) -> Option<PayRow<Odds>> {
        self.wagers[wager].as_ref()?.odds(row)
    }

    /// The most that a stake on a wager wins among the rows that meet the test; zero if it is not offered.
    pub fn best_win(&self, wager: usize, stake: Money, rows: impl Fn(usize) -> bool) -> Money {
        let Some(terms) = &self.wagers[wager] else { return Money::ZERO };
        let paid =
            terms.pays.iter().enumerate().filter(|(at, _)| rows(*at)).filter_map(|(_, row)| match row {
                Some(PayRow { pays: Pay::Odds(odds), .. }) => Some(self.pay(*odds, stake)),
                Some(PayRow { pays: Pay::Amount(amount), .. }) => Some(*amount),
                Some(PayRow { pays: Pay::MeterPercent(_), .. }) | None => None,
            });
        paid.max().unwrap_or(Money::ZERO)
    }

    /// Limits what one hand is paid to the greater of a fixed sum and what the smallest wagers could win.
    ///
    /// # Errors
    /// Refuses a text that is not an amount of money.
    pub(crate) fn cap_at(&mut self, fixed: &str, smallest: Money) -> Result<(), OpenError> {
        let fixed = self.currency.parse(fixed).map_err(|error| OpenError(error.to_string()))?;
        let law = &G::PLAY.law.cap;
        self.cap = Some(match smallest > fixed {
            true => CapTerms { most: smallest, rule: law.minimum_round.rule() },
            false => CapTerms { most: fixed, rule: law.fixed.rule() },
        });
        Ok(())
    }

    /// What a win at these odds pays, rounded by the table's rule if it is not whole.
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        match self.rounding {
            None => odds.exact_win(stake).unwrap_or_else(|| odds.win(stake, felt::Rounding::Down, self.coin)),
            Some(rounding) => odds.win(stake, rounding, self.coin),
        }
    }
}

/// The index of the first required wager.
fn first<G: Poker>() -> usize {
    G::PLAY.wagers.iter().position(|wager| matches!(wager.made, Made::Required)).unwrap_or(0)
}

/// A multiple of an amount.
pub(crate) fn times(amount: Money, n: u8) -> Money {
    // Stakes are small enough for every multiple of these games; see the bound on `Money`.
    Money::minor(amount.as_minor() * i64::from(n))
}

fn wager_terms<G: Poker>(config: &TableConfig, wager: &Wager) -> Result<Option<WagerTerms>, OpenError> {
    let (id, first) = (wager.id.word(), G::PLAY.wagers[first::<G>()].id.word());
    let limits = match wager.made {
        Made::Required if config.option(&format!("{id}-wager")) == "not-offered" => return Ok(None),
        Made::Required => limits_of(config, first)?,
        Made::Raise(_) => AmountRange::just(Money::ZERO),
        Made::Optional(_) | Made::Prize(_) if config.offers(id) => limits_of(config, id)?,
        Made::Optional(_) | Made::Prize(_) => return Ok(None),
    };
    let posted = posted(wager, config)?;
    let mut terms = WagerTerms { limits, pays: [None; ROWS_MAX], envy: [None; ROWS_MAX], posted };
    if let Some(table) = config.paytable(id) {
        terms.read_rows(wager, table)?;
    }
    terms.read_options(wager, config)?;
    if let Made::Prize(prize) = wager.made
        && prize.scales.exists()
    {
        terms.grow_with_unit(id, config.currency)?;
    }
    match wager.rows.is_empty() || terms.pays.iter().any(Option::is_some) {
        true => Ok(Some(terms)),
        false => Err(OpenError(format!("{id} needs a pay table"))),
    }
}

impl WagerTerms {
    /// Replaces the pay of rows that a table file may raise: odds, or whole units of money for fixed-amount
    /// wagers.
    fn read_options(&mut self, wager: &Wager, config: &TableConfig) -> Result<(), OpenError> {
        for row in wager.rows {
            let Some(option) = row.option else { continue };
            let value = config.option(option);
            let wrong = || OpenError(format!("{option} cannot be \"{value}\""));
            let pays = match wager.made {
                Made::Prize(_) => Pay::Amount(config.currency.parse(value).map_err(|_| wrong())?),
                _ => Pay::Odds(value.parse().map_err(|_| wrong())?),
            };
            self.pays[row.at] = Some(PayRow { pays, row: RowId::from_book(row.word), rule: row.rule });
        }
        Ok(())
    }

    /// Scales amounts that are printed for one unit of money at a table with a larger unit.
    fn grow_with_unit(&mut self, id: &str, currency: Currency) -> Result<(), OpenError> {
        let pays = self.pays.iter_mut().flatten().filter_map(|row| match &mut row.pays {
            Pay::Amount(amount) => Some(amount),
            Pay::MeterPercent(_) | Pay::Odds(_) => None,
        });
        let envy = self.envy.iter_mut().flatten().map(|row| &mut row.pays);
        grow_with_unit(id, self.limits, currency, pays.chain(envy))
    }

    fn read_rows(&mut self, wager: &Wager, table: &PayTable) -> Result<(), OpenError> {
        for line in &table.lines {
            let unpaid = || OpenError(format!("the line {} of {} cannot be paid", line.id, table.code));
            let known = wager.rows.iter().find(|row| row.table == table.code && row.word == line.id);
            let known = known.ok_or_else(unpaid)?;
            let (row, rule) = (RowId::from_book(&line.id), known.rule);
            match line.pays {
                Pay::Amount(pays) if line.id.ends_with("-envy") => {
                    self.envy[known.at] = Some(PayRow { pays, row, rule });
                }
                pays => self.pays[known.at] = Some(PayRow { pays, row, rule }),
            }
        }
        Ok(())
    }
}

/// The limit that the house has posted for a wager, in whole units of money.
fn posted(wager: &Wager, config: &TableConfig) -> Result<Option<Posted>, OpenError> {
    if !wager.posted.exists() {
        return Ok(None);
    }
    let option = format!("{}-cap", wager.id.word());
    let value = config.option(&option);
    let most =
        config.currency.parse(value).map_err(|_| OpenError(format!("{option} cannot be \"{value}\"")))?;
    let per_round = config.option("cap-per") == "round";
    Ok(most.is_positive().then_some(Posted { most, per_round, clause: wager.posted }))
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
        "opening-with-bonus" => DutyMoment::when(config.offers("bonus"), Moment::Opening),
        "shuffle" => DutyMoment::At(Moment::Shuffle),
        "shuffle-by-hand" => DutyMoment::At(Moment::ShuffleByHand),
        "shuffle-with-two-decks" => DutyMoment::when(two_decks, Moment::Shuffle),
        "shuffle-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::Shuffle),
        "shuffle-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::Shuffle),
        "idle" => DutyMoment::At(Moment::Idle),
        "idle-with-shuffler" => DutyMoment::when(shuffler, Moment::Idle),
        "miscount" => DutyMoment::At(Moment::Miscount),
        "bets-closed-with-bonus-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::BonusClosed),
        "bets-closed-with-bonus-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::BonusClosed),
        "bets-closed-with-progressive" => DutyMoment::At(Moment::ProgressiveClosed),
        "progressive-win" => DutyMoment::At(Moment::ProgressiveWin),
        "progressive-top-hand" => DutyMoment::At(Moment::ProgressiveTopHand),
        "wrong-deck-when-dealt-by-hand" => DutyMoment::when(!from_shoe, Moment::WrongDeck),
        "wrong-deck-when-dealt-from-shoe" => DutyMoment::when(from_shoe, Moment::WrongDeck),
        _ => DutyMoment::Unknown,
    })
}
