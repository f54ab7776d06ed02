//! The side bets of one table: their limits and the pay tables in force.

use crate::common::{is_payable, limits_of, unit_of};
use crate::side_bets::{Finding, SideBet, SideBetLaw, Tops, side_bet};
use engine::{AmountRange, MeterId, OpenError, RowId, Rule, Vocabulary, WagerId};
use felt::{Money, Pay, Suit};
use rulebook::{RuleBook, TableConfig};

/// A row of the pay table in force.
#[derive(Clone, Copy, Debug)]
pub struct PayLine {
    /// Its id.
    pub(crate) id: RowId,
    /// Whether it is printed in a pay table; the single row of a side bet without a pay table is not.
    pub(crate) printed: bool,
    /// What it pays.
    pub pays: Pay,
    /// What the dealers are awarded besides.
    pub envy: Option<Money>,
    /// The rule that prints it.
    pub rule: Rule,
}

/// A side bet as this table offers it.
#[derive(Clone, Debug)]
pub struct SideBetTerms {
    pub(crate) side_bet: &'static SideBet,
    /// The limits of its stake.
    pub limits: AmountRange,
    lines: Vec<PayLine>,
    /// The pay table itself, cited when a bet hits no row.
    pub(crate) table: Option<Rule>,
    /// The copy of it printed on the table's layout.
    pub(crate) posted: Option<Rule>,
    pub(crate) tops: Tops,
    /// The suit that the top row of a progressive requires.
    pub(crate) specific_suit: Suit,
    /// Wagers of which one must lie on the box too.
    pub(crate) companions: Vec<WagerId>,
    /// The most that is paid on it per hand or per round.
    pub cap: Option<Money>,
    /// Whether that limit is per round.
    pub cap_per_round: bool,
}

impl PayLine {
    /// The id of the row, if it is one of a pay table.
    pub fn row(&self) -> Option<RowId> {
        self.printed.then_some(self.id)
    }
}

impl SideBetTerms {
    /// The side bets that the table offers, in the order of the rule book.
    pub(crate) fn all(
        vocabulary: &Vocabulary,
        book: &RuleBook,
        config: &TableConfig,
    ) -> Result<Vec<SideBetTerms>, OpenError> {
        let offered = book.wagers.iter().filter(|wager| wager.side_bet && config.offers(&wager.id));
        let known = offered.filter_map(|wager| {
            let word = vocabulary.wagers.iter().find(|word| word.word() == wager.id)?;
            Some((side_bet(*word)?, wager.beside.as_slice()))
        });
        let unit = unit_of(book.currency);
        known
            .map(|(side_bet, beside)| SideBetTerms::read(side_bet, beside, unit, vocabulary, book, config))
            .collect()
    }

    fn read(
        side_bet: &'static SideBet,
        beside: &[String],
        unit: Money,
        vocabulary: &Vocabulary,
        book: &RuleBook,
        config: &TableConfig,
    ) -> Result<SideBetTerms, OpenError> {
        let word = side_bet.wager.word();
        let Some(table) = config.paytable(word) else {
            return SideBetTerms::with_one_line(side_bet, config);
        };
        // A document either numbers its rows, or its pay table is cited as a whole.
        let rule = |id: &str| side_bet.tables.iter().find(|rule| rule.id() == id).copied();
        let line = |line: &rulebook::PayLine| {
            let rule = rule(&format!("{}:{}", table.code, line.id)).or_else(|| rule(&table.code));
            let known = side_bet.bet.line_ids().any(|id| id == line.id);
            match rule.filter(|_| known) {
                Some(_) if matches!(line.pays, Pay::Amount(amount) if !is_payable(amount, book.currency)) => {
                    Err(OpenError(format!(
                        "the line {} of {} pays more than is counted",
                        line.id, table.code
                    )))
                }
                Some(rule) => {
                    let id = RowId::from_book(&line.id);
                    Ok(PayLine { id, printed: true, pays: line.pays, envy: line.envy, rule })
                }
                None => {
                    Err(OpenError(format!("{word}: nobody knows the line {} of {}", line.id, table.code)))
                }
            }
        };
        let cap = config.option(&format!("{word}-cap")).parse::<i64>().ok().filter(|cap| *cap > 0);
        let cap = cap.map(|units| {
            unit.checked_mul(units).ok_or_else(|| OpenError(format!("{word}-cap is more than is counted")))
        });
        Ok(SideBetTerms {
            side_bet,
            limits: limits_of(config, word)?,
            lines: table.lines.iter().map(line).collect::<Result<_, _>>()?,
            table: rule(&table.code),
            posted: posted(&table.code, vocabulary, book, config.option("layout")),
            tops: tops(&table.code),
            specific_suit: suit(config.option("specific-suit")),
            companions: vocabulary
                .wagers
                .iter()
                .filter(|word| beside.iter().any(|name| name == word.word()))
                .copied()
                .collect(),
            cap: cap.transpose()?,
            cap_per_round: config.option("cap-per") == "round",
        })
    }

    /// The terms of a side bet that has one row and no pay table.
    fn with_one_line(side_bet: &'static SideBet, config: &TableConfig) -> Result<SideBetTerms, OpenError> {
        let word = side_bet.wager.word();
        let line = (config.pays(word).first(), side_bet.bet.line_ids().next(), side_bet.tables.first());
        let (Some(pays), Some(id), Some(rule)) = line else {
            return Err(OpenError(format!("{word} needs a pay table")));
        };
        Ok(SideBetTerms {
            side_bet,
            limits: limits_of(config, word)?,
            lines: vec![PayLine {
                id: RowId::from_book(id),
                printed: false,
                pays: *pays,
                envy: None,
                rule: *rule,
            }],
            table: None,
            posted: None,
            tops: Tops::AcesKings,
            specific_suit: Suit::Spades,
            companions: Vec::new(),
            cap: None,
            cap_per_round: false,
        })
    }

    /// The word of the wager.
    pub fn word(&self) -> WagerId {
        self.side_bet.wager
    }

    /// What the documents say about it.
    pub(crate) fn law(&self) -> &'static SideBetLaw {
        &self.side_bet.law
    }

    /// Whether it may be the only wager on a box: not if it counts what happens in play, nor if it is placed
    /// after the deal.
    pub(crate) fn may_stand_alone(&self) -> bool {
        let law = self.law();
        self.companions.is_empty() && !law.counts_splits.exists() && !law.after_deal.exists()
    }

    /// The wagers of which one must lie beside it.
    pub(crate) fn companions(&self) -> impl Iterator<Item = WagerId> {
        self.companions.iter().copied()
    }

    /// The rows of the pay table in force, best first.
    pub fn lines(&self) -> &[PayLine] {
        &self.lines
    }

    pub(crate) fn line(&self, id: &str) -> Option<&PayLine> {
        self.lines.iter().find(|line| line.id.word() == id)
    }

    /// The row that a bet has hit.
    pub(crate) fn line_of(&self, finding: Finding) -> Option<&PayLine> {
        match finding {
            Finding::Line(id) => self.line(id),
            Finding::Nothing | Finding::Wait => None,
        }
    }

    /// Whether a bet has hit a row that a meter pays.
    pub(crate) fn is_metered(&self, finding: Finding) -> bool {
        self.line_of(finding).is_some_and(|line| matches!(line.pays, Pay::MeterPercent(_)))
    }

    /// The meter of a row: its own where the whole of it is paid, otherwise the topmost.
    pub fn meter(&self, line: &PayLine) -> Option<MeterId> {
        let row = self.lines.iter().position(|other| other.id == line.id)?;
        let row = if line.pays == Pay::WHOLE_METER { row } else { 0 };
        self.side_bet.meters.get(row).or_else(|| self.side_bet.meters.first()).copied()
    }
}

/// The copy of a pay table that is printed on the layout with this letter.
fn posted(code: &str, vocabulary: &Vocabulary, book: &RuleBook, layout: &str) -> Option<Rule> {
    let of_layout =
        |copy: &str| copy.split('/').next().is_some_and(|page| page.ends_with(&format!("-{layout}")));
    let mut copies = book.paytables.iter().filter(|table| table.repeats.as_deref() == Some(code));
    let copy = copies.find(|table| of_layout(&table.code))?;
    vocabulary.rules.iter().find(|rule| rule.id() == copy.code).copied()
}

/// The suit that a progressive's top row requires.
fn suit(word: &str) -> Suit {
    match word {
        "hearts" => Suit::Hearts,
        "diamonds" => Suit::Diamonds,
        "clubs" => Suit::Clubs,
        _ => Suit::Spades,
    }
}

/// The threes of the top rows, by the group of the pay table.
fn tops(code: &str) -> Tops {
    match code.rsplit('-').next() {
        Some("02" | "05" | "08") => Tops::AcesKingsQueens,
        Some("03" | "06" | "09" | "11") => Tops::Aces,
        _ => Tops::AcesKings,
    }
}
