//! The terms of one table: a checked table file, resolved into the values that the code needs at every step.

use super::play::{LayoutGame, Row, TableLine};
use crate::common::{
    Clause, Duties, DutyMoment, PayRow, SILENT, Verdict, boxes_of, grow_with_unit, limits_of,
};
use crate::sources::Source;
use engine::{AmountRange, Cites, Line, LineKind, OpenError, Origin, Outcome, RowId, Rule, Wager, WagerId};
use felt::{Currency, Money, Odds, OddsForm, Pay, Rounding};
use rulebook::{Awards, RuleBook, TableConfig};

/// When a duty falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Opening,
    Leaving,
    Shuffle,
    Idle,
}

/// What the table says about one wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowTerms {
    /// Posted limits.
    pub limits: AmountRange,
    /// Its odds.
    pub odds: Odds,
    /// The id of the row of the printed table.
    pub row: Option<RowId>,
    /// Whether it can be made at this table.
    pub offered: bool,
    /// The vigorish on its win, in per cent.
    pub vigorish: u32,
}

/// All terms of a table.
#[derive(Clone, Debug)]
pub struct Terms<G: LayoutGame> {
    pub(crate) origin: Origin,
    /// The money the table plays for.
    pub currency: Currency,
    /// How many patrons may play.
    pub places: u8,
    /// The smallest coin.
    pub coin: Money,
    /// How a payment that is not in whole coins is rounded, if the table specifies it.
    pub rounding: Option<Rounding>,
    /// Its wagers, in the order of the game.
    pub rows: Vec<RowTerms>,
    /// For the wagers with a pay table of their own: its rows.
    tables: Vec<Vec<Option<PayRow<Pay>>>>,
    /// The rows sorted by their words, for lookups.
    by_word: Vec<u8>,
    /// The rule that bars a wager from this table.
    pub(crate) barred: Vec<Option<Clause>>,
    /// The terms of the source of results.
    pub source: <G::Source as Source>::Terms,
    /// The options that only this game's files have.
    pub options: G::Options,
    /// Whether vigorish is put off.
    pub puts_off: bool,
    /// Whether patrons may bet for the dealers.
    pub dealer_bets: bool,
    /// Whether the dealer releases each step.
    pub by_dealer: bool,
    /// Whether a wager that needs another beside it may not be alone.
    pub(crate) main_needed: bool,
    /// How what a meter awards is rounded.
    pub(crate) awards: Awards,
    /// The index of the order of settlement.
    pub(crate) order: usize,
    pub(crate) duties: Duties<Moment>,
}

impl<G: LayoutGame> Terms<G> {
    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs but the file or the rule book lacks.
    pub(crate) fn resolve(book: &RuleBook, config: &TableConfig) -> Result<Self, OpenError> {
        let rows = G::PLAY.rows.iter().map(|row| row_terms(book, config, row)).collect::<Result<_, _>>()?;
        let tables = G::PLAY.rows.iter().map(|row| table_terms(config, row)).collect::<Result<_, _>>()?;
        let mut by_word: Vec<u8> = (0..=u8::MAX).take(G::PLAY.rows.len()).collect();
        by_word.sort_by_key(|row| G::PLAY.rows[usize::from(*row)].id.word());
        let mut terms = Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            places: boxes_of(config, G::PLAY.places)?,
            coin: config.coin,
            rounding: config.rounding,
            rows,
            tables,
            by_word,
            barred: Vec::new(),
            source: G::Source::open(book, config)?,
            options: G::options(book, config)?,
            puts_off: puts_off(config)?,
            dealer_bets: config.option("dealer-bets") == "offered",
            by_dealer: config.by_dealer,
            main_needed: config.option("main-needed") != "no",
            awards: config.awards,
            order: 0,
            duties: duties(book, config)?,
        };
        let barred = |row: usize| match terms.rows[row].offered {
            true => G::barred(row, &terms),
            false => Some(SILENT),
        };
        terms.barred = (0..G::PLAY.rows.len()).map(barred).collect();
        terms.order = G::order(&terms);
        Ok(terms)
    }

    /// Whether patrons may make a wager of this row for the dealers. Not if it has vigorish, which the patron
    /// would be charged for the dealers' win.
    pub(crate) fn takes_for_dealers(&self, row: usize) -> bool {
        self.dealer_bets && self.rows[row].vigorish == 0 && G::PLAY.rows[row].link.is_none()
    }

    /// The row of a wager.
    pub(crate) fn find(&self, wager: WagerId) -> Option<u8> {
        let word = |row: &u8| G::PLAY.rows[usize::from(*row)].id.word();
        let at = self.by_word.binary_search_by(|row| word(row).cmp(wager.word())).ok()?;
        self.by_word.get(at).copied()
    }

    /// The verdict of a wager that wins what its row pays, or loses.
    #[inline]
    pub fn plain(&self, row: usize, wins: bool) -> Verdict {
        let Row { wins: winning, loses, paid, .. } = &G::PLAY.rows[row];
        if winning.when(wins).is_none() {
            return Verdict::of(Outcome::Loses, loses.applies());
        }
        let RowTerms { odds, row, .. } = self.rows[row];
        let cites = Cites::from(winning.applies()).and(paid.applies());
        Verdict::win(odds, cites).by_row(row)
    }

    /// The verdict of a wager that wins by a row of its pay table.
    pub fn by_line(&self, row: usize, line: usize, cites: Cites) -> Verdict {
        match self.line(row, line) {
            Some(line) => Verdict::by_pay(line, cites.and(printed(line.rule))),
            None => Verdict::of(Outcome::Returned, cites),
        }
    }

    /// A row of the pay table of a wager, if the table in force has it.
    pub fn line(&self, row: usize, line: usize) -> Option<PayRow<Pay>> {
        self.tables[row].get(line).copied().flatten()
    }

    /// The row of that word.
    pub(crate) fn line_called(&self, row: usize, word: RowId) -> Option<PayRow<Pay>> {
        self.tables[row].iter().flatten().find(|line| line.row == word).copied()
    }

    /// What a win at these odds pays. Stakes that would leave a fraction are not accepted, unless the table
    /// names a rounding.
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        match self.rounding {
            None => odds.exact_win(stake).unwrap_or_else(|| odds.win(stake, Rounding::Down, self.coin)),
            Some(rounding) => odds.win(stake, rounding, self.coin),
        }
    }

    /// The vigorish on what a wager won; `None` if there is none.
    pub(crate) fn charge(&self, wager: &Wager, won: Money) -> Option<Line> {
        let percent = Odds::checked(self.rows[usize::from(wager.area)].vigorish, 100, OddsForm::To)?;
        let charged = self.pay(percent, won);
        let law = &G::PLAY.law.charge;
        let (kind, how) = match self.puts_off {
            false => (LineKind::Charge, [law.at_once, law.before_payment, SILENT]),
            true => (LineKind::Debt, [law.put_off, law.marked, law.set_aside]),
        };
        let cites = how.iter().fold(Cites::from(law.taken.applies()), |cites, how| cites.and(how.applies()));
        let cites = cites.and(law.rounded.when(percent.exact_win(won) != Some(charged)));
        let line = Line { kind, charged, cites, ..Line::of(wager) };
        charged.is_positive().then_some(line)
    }
}

/// Whether the table file puts vigorish off.
fn puts_off(config: &TableConfig) -> Result<bool, OpenError> {
    match config.option("vigorish-taken") {
        "" | "at-once" => Ok(false),
        "owed" => Ok(true),
        word => Err(OpenError(format!("vigorish-taken cannot be \"{word}\""))),
    }
}

/// The rule of a row, for citing.
#[track_caller]
fn printed(rule: Rule) -> Option<Rule> {
    rule.when(true)
}

fn row_terms(book: &RuleBook, config: &TableConfig, row: &Row) -> Result<RowTerms, OpenError> {
    let word = row.id.word();
    if !config.offers(word) {
        let (limits, odds) = (AmountRange::just(Money::ZERO), Odds::to(1, 1));
        return Ok(RowTerms { limits, odds, row: None, offered: false, vigorish: 0 });
    }
    let odds = match config.pays(word).first() {
        Some(Pay::Odds(odds)) => *odds,
        None if !row.table.is_empty() => Odds::to(1, 1),
        _ => return Err(OpenError(format!("{word} is paid no odds"))),
    };
    let is_line = row.paid.exists() && row.paid.rule().id().contains("/T");
    let line = if is_line { row.paid.rule().point() } else { None };
    let vigorish = book.wager(word).and_then(|wager| wager.vigorish.as_ref());
    let vigorish = vigorish.map_or(Ok(0), |vigorish| {
        let percent = config.option(&vigorish.option);
        percent.parse().map_err(|_| OpenError(format!("{} cannot be \"{percent}\"", vigorish.option)))
    })?;
    let limits = limits_of(config, word)?;
    Ok(RowTerms { limits, odds, row: line.map(RowId::from_book), offered: true, vigorish })
}

/// The rows of the pay table in force that a wager has for itself, at the indices of the game's code.
fn table_terms(config: &TableConfig, row: &Row) -> Result<Vec<Option<PayRow<Pay>>>, OpenError> {
    let word = row.id.word();
    let Some(table) = config.paytable(word).filter(|_| !row.table.is_empty()) else { return Ok(Vec::new()) };
    let count = row.table.iter().map(|line| line.at + 1).max().unwrap_or(0);
    let mut lines = vec![None; count];
    for printed in &table.lines {
        let known = row.table.iter().find(|line| line.table == table.code && line.word == printed.id);
        let TableLine { at, by, .. } =
            known.ok_or_else(|| OpenError(format!("{word} is paid nothing for {}", printed.id)))?;
        let pays = match (printed.pays, row.link) {
            (Pay::Amount(_), None) | (Pay::MeterPercent(_), None) | (Pay::Odds(_), Some(_)) => {
                return Err(OpenError(format!("{word} is not paid so for {}", printed.id)));
            }
            (pays, _) => pays,
        };
        lines[*at] = Some(PayRow { pays, row: RowId::from_book(&printed.id), rule: by.rule() });
    }
    if row.link.is_some() {
        let amounts = lines.iter_mut().flatten().filter_map(|line| match &mut line.pays {
            Pay::Amount(amount) => Some(amount),
            Pay::MeterPercent(_) | Pay::Odds(_) => None,
        });
        grow_with_unit(word, limits_of(config, word)?, config.currency, amounts)?;
    }
    Ok(lines)
}

fn duties(book: &RuleBook, config: &TableConfig) -> Result<Duties<Moment>, OpenError> {
    let shuffler = config.option("shuffler") == "yes";
    let holders = config.option("dealing") == "patrons-hold";
    Duties::read(book, |word| match word {
        "opening" => DutyMoment::At(Moment::Opening),
        "opening-with-shuffler" => DutyMoment::when(shuffler, Moment::Opening),
        "opening-without-shuffler" => DutyMoment::when(!shuffler, Moment::Opening),
        "opening-with-holders" => DutyMoment::when(holders, Moment::Opening),
        "leaving" => DutyMoment::At(Moment::Leaving),
        "shuffle" => DutyMoment::At(Moment::Shuffle),
        "shuffle-with-shuffler" => DutyMoment::when(shuffler, Moment::Shuffle),
        "idle" => DutyMoment::At(Moment::Idle),
        "idle-with-shuffler" => DutyMoment::when(shuffler, Moment::Idle),
        "idle-without-shuffler" => DutyMoment::when(!shuffler, Moment::Idle),
        _ => DutyMoment::Unknown,
    })
}
