//! The side bets of one table: their limits and the pay tables in force.

use crate::common::limits_of;
use crate::side_bets::{SideBet, SideBetLaw, Tops, side_bet};
use engine::{AmountRange, MeterId, OpenError, Rule, Vocabulary, WagerId};
use felt::{Currency, Money, Pay};
use rulebook::{RuleBook, TableConfig};

/// A line of the pay table in force.
#[derive(Clone, Debug)]
pub(crate) struct PayLine {
    pub(crate) id: String,
    pub(crate) pays: Pay,
    pub(crate) envy: Option<Money>,
    pub(crate) rule: Rule,
}

/// A side bet as this table offers it.
#[derive(Clone, Debug)]
pub(crate) struct SideBetTerms {
    pub(crate) side_bet: &'static SideBet,
    pub(crate) limits: AmountRange,
    lines: Vec<PayLine>,
    /// The pay table itself, for what hits no line.
    pub(crate) table: Option<Rule>,
    pub(crate) tops: Tops,
    /// One of these must lie on the box too.
    pub(crate) companions: Vec<WagerId>,
    /// The most that is paid on it for one hand or in one round.
    pub(crate) cap: Option<Money>,
    pub(crate) cap_per_round: bool,
}

impl SideBetTerms {
    /// Those that the table offers, in the order of the rule book.
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
            .map(|(side_bet, beside)| SideBetTerms::read(side_bet, beside, unit, vocabulary, config))
            .collect()
    }

    fn read(
        side_bet: &'static SideBet,
        beside: &[String],
        unit: Money,
        vocabulary: &Vocabulary,
        config: &TableConfig,
    ) -> Result<SideBetTerms, OpenError> {
        let word = side_bet.wager.word();
        let Some(table) = config.paytable(word) else {
            return SideBetTerms::with_one_line(side_bet, config);
        };
        // A document numbers its lines, or its table is cited whole.
        let rule = |id: &str| side_bet.tables.iter().find(|rule| rule.id() == id).copied();
        let line = |line: &rulebook::PayLine| {
            let rule = rule(&format!("{}:{}", table.code, line.id)).or_else(|| rule(&table.code));
            let known = side_bet.bet.line_ids().any(|id| id == line.id);
            match rule.filter(|_| known) {
                Some(rule) => Ok(PayLine { id: line.id.clone(), pays: line.pays, envy: line.envy, rule }),
                None => {
                    Err(OpenError(format!("{word}: nobody knows the line {} of {}", line.id, table.code)))
                }
            }
        };
        let cap = config.option(&format!("{word}-cap")).parse::<i64>().ok().filter(|cap| *cap > 0);
        Ok(SideBetTerms {
            side_bet,
            limits: limits_of(config, word)?,
            lines: table.lines.iter().map(line).collect::<Result<_, _>>()?,
            table: rule(&table.code),
            tops: tops(&table.code),
            companions: vocabulary
                .wagers
                .iter()
                .filter(|word| beside.iter().any(|name| name == word.word()))
                .copied()
                .collect(),
            cap: cap.and_then(|units| unit.checked_mul(units)),
            cap_per_round: config.option("cap-per") == "round",
        })
    }

    /// A side bet that has one line and no pay table.
    fn with_one_line(side_bet: &'static SideBet, config: &TableConfig) -> Result<SideBetTerms, OpenError> {
        let word = side_bet.wager.word();
        let line = (config.pays(word).first(), side_bet.bet.line_ids().next(), side_bet.tables.first());
        let (Some(pays), Some(id), Some(rule)) = line else {
            return Err(OpenError(format!("{word} needs a pay table")));
        };
        Ok(SideBetTerms {
            side_bet,
            limits: limits_of(config, word)?,
            lines: vec![PayLine { id: id.to_owned(), pays: *pays, envy: None, rule: *rule }],
            table: None,
            tops: Tops::AcesKings,
            companions: Vec::new(),
            cap: None,
            cap_per_round: false,
        })
    }

    /// The word of the wager.
    pub(crate) fn word(&self) -> WagerId {
        self.side_bet.wager
    }

    /// What the documents say about it.
    pub(crate) fn law(&self) -> &'static SideBetLaw {
        &self.side_bet.law
    }

    /// Whether a box without any other wager may take it: not if it counts what happens in play, nor after the deal.
    pub(crate) fn may_stand_alone(&self) -> bool {
        let law = self.law();
        self.companions.is_empty() && !law.counts_splits.exists() && !law.after_deal.exists()
    }

    /// The wagers of which one must lie beside it.
    pub(crate) fn companions(&self) -> impl Iterator<Item = WagerId> {
        self.companions.iter().copied()
    }

    pub(crate) fn line(&self, id: &str) -> Option<&PayLine> {
        self.lines.iter().find(|line| line.id == id)
    }

    /// The meter of a line: its own where the whole of it is paid, else the topmost.
    pub(crate) fn meter(&self, line: &PayLine) -> Option<MeterId> {
        let row = self.lines.iter().position(|other| other.id == line.id)?;
        let row = if line.pays == Pay::WHOLE_METER { row } else { 0 };
        self.side_bet.meters.get(row).or_else(|| self.side_bet.meters.first()).copied()
    }
}

/// Which threes are the top lines, by the group of the pay table.
fn tops(code: &str) -> Tops {
    match code.rsplit('-').next() {
        Some("02" | "05" | "08") => Tops::AcesKingsQueens,
        Some("03" | "06" | "09" | "11") => Tops::Aces,
        _ => Tops::AcesKings,
    }
}

/// One whole unit of a currency, as a dollar.
pub(crate) fn unit_of(currency: Currency) -> Money {
    Money::minor(10_i64.pow(u32::from(currency.digits)))
}
