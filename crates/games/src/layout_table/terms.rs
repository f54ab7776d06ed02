//! The terms of one table: a checked table file, resolved into what the code asks at every step.

use super::play::{LayoutGame, Row};
use crate::common::{Clause, Duties, DutyMoment, Verdict, boxes_of, limits_of};
use crate::sources::Source;
use engine::{AmountRange, Cites, OpenError, Origin, Outcome, RowId, WagerId};
use felt::{Currency, Money, Odds, Pay, Rounding};
use rulebook::{RuleBook, TableConfig};

/// When a duty falls due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    Opening,
    Leaving,
}

/// What the table says about one wager.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowTerms {
    /// Posted limits.
    pub limits: AmountRange,
    /// What it pays.
    pub odds: Odds,
    /// What the line of the printed table is called.
    pub row: Option<RowId>,
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
    /// Its wagers, in the order of the game.
    pub rows: Vec<RowTerms>,
    /// The rows in the order of their words, to find one by.
    by_word: Vec<u8>,
    /// The rule that keeps a wager off this table.
    pub(crate) barred: Vec<Option<Clause>>,
    /// What the files say of the source of results.
    pub source: <G::Source as Source>::Terms,
    /// What only this game's files choose.
    pub options: G::Options,
    /// Whether a patron may bet for the dealers.
    pub dealer_bets: bool,
    pub(crate) duties: Duties<Moment>,
}

impl<G: LayoutGame> Terms<G> {
    /// Reads a checked table file.
    ///
    /// # Errors
    /// Names what the code needs and the file or the rule book does not give.
    pub(crate) fn resolve(book: &RuleBook, config: &TableConfig) -> Result<Self, OpenError> {
        let rows = G::PLAY.rows.iter().map(|row| row_terms(config, row)).collect::<Result<_, _>>()?;
        let mut by_word: Vec<u8> = (0..=u8::MAX).take(G::PLAY.rows.len()).collect();
        by_word.sort_by_key(|row| G::PLAY.rows[usize::from(*row)].id.word());
        let mut terms = Terms {
            origin: Origin::of(book, config)?,
            currency: book.currency,
            places: boxes_of(config, G::PLAY.places)?,
            coin: config.coin,
            rows,
            by_word,
            barred: Vec::new(),
            source: G::Source::open(book, config)?,
            options: G::options(book, config)?,
            dealer_bets: config.option("dealer-bets") == "offered",
            duties: duties(book)?,
        };
        terms.barred = (0..G::PLAY.rows.len()).map(|row| G::barred(row, &terms)).collect();
        Ok(terms)
    }

    /// The row of a wager.
    pub(crate) fn find(&self, wager: WagerId) -> Option<u8> {
        let word = |row: &u8| G::PLAY.rows[usize::from(*row)].id.word();
        let at = self.by_word.binary_search_by(|row| word(row).cmp(wager.word())).ok()?;
        self.by_word.get(at).copied()
    }

    /// A wager that wins what its row pays, or loses.
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

    /// What a win at these odds pays. Stakes that would leave a fraction are not taken.
    pub fn pay(&self, odds: Odds, stake: Money) -> Money {
        odds.exact_win(stake).unwrap_or_else(|| odds.win(stake, Rounding::Down, self.coin))
    }
}

fn row_terms(config: &TableConfig, row: &Row) -> Result<RowTerms, OpenError> {
    let word = row.id.word();
    let odds = match config.pays(word).first() {
        Some(Pay::Odds(odds)) => *odds,
        _ => return Err(OpenError(format!("{word} is paid no odds"))),
    };
    let line = if row.paid.exists() { row.paid.rule().point() } else { None };
    Ok(RowTerms { limits: limits_of(config, word)?, odds, row: line.map(RowId::from_book) })
}

fn duties(book: &RuleBook) -> Result<Duties<Moment>, OpenError> {
    Duties::read(book, |word| match word {
        "opening" => DutyMoment::At(Moment::Opening),
        "leaving" => DutyMoment::At(Moment::Leaving),
        _ => DutyMoment::Unknown,
    })
}
