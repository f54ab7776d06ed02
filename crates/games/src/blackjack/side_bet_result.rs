//! The result of a side bet, from what is seen and the terms of the table alone: all that the table settles
//! by, and all that an analyser needs.

use super::side_bet_terms::{PayLine, SideBetTerms};
use crate::common::{is_ace, is_ten_valued};
use crate::side_bets::{Bet, Finding, Sight, Tops, find};
use engine::{Cites, Outcome, Rule};
use felt::{Card, Pay};

/// How a side bet ends.
#[derive(Clone, Copy, Debug)]
pub struct SideBetResult {
    /// Whether it wins or loses.
    pub outcome: Outcome,
    /// The row it is paid by; `None` if it loses.
    pub line: Option<PayLine>,
    /// The rules: what decides it, then what prices it.
    pub cites: Cites,
}

impl SideBetTerms {
    /// The result by what is seen; `None` while it is undetermined.
    ///
    /// ```
    /// use engine::RowId;
    /// use games::blackjack::{Sight, ride_free};
    /// use rulebook::TableDraft;
    ///
    /// let book = ride_free::GAME.book().unwrap();
    /// let mut draft = TableDraft::new(ride_free::GAME.id);
    /// let settings = "limits 10..500 step 10 21-3-classic 10..100 step 10 paytable.21-3-classic CO-RF/PT-FLT-213-E04";
    /// let config = draft.set_words(&book, settings, None).check(&book).unwrap();
    /// let table = ride_free::open(&book, &config).unwrap();
    /// let terms = table.terms().side_bet("21-3-classic").unwrap();
    /// let sight = |cards: [&str; 3]| {
    ///     let [first, second, up] = cards.map(|card| card.parse().unwrap());
    ///     Sight::of([first, second], up)
    /// };
    /// let straight = terms.result(&sight(["9s", "Jd", "Th"])).unwrap();
    /// assert_eq!(straight.line.unwrap().row(), Some(RowId::new(&"straight")));
    /// assert!(terms.result(&sight(["9s", "Kd", "2h"])).unwrap().line.is_none());
    /// ```
    pub fn result(&self, sight: &Sight<'_>) -> Option<SideBetResult> {
        match self.look(sight) {
            Finding::Wait => None,
            finding => Some(self.result_of(finding, sight, None)),
        }
    }

    /// The finding by what is seen.
    pub(crate) fn look(&self, sight: &Sight<'_>) -> Finding {
        let sight = Sight { specific_suit: self.specific_suit, tops: self.tops, ..*sight };
        find(self.side_bet.bet, &sight, |id| self.line(id).is_some())
    }

    /// The result for this finding; `late` is the rule for a bet that was overlooked.
    pub(crate) fn result_of(&self, found: Finding, sight: &Sight<'_>, late: Option<Rule>) -> SideBetResult {
        let line = match found {
            Finding::Line(id) => self.line(id).copied(),
            Finding::Nothing | Finding::Wait => None,
        };
        match line {
            Some(line) => self.hit(line, sight, late),
            None => self.missed(sight.own_total, late),
        }
    }

    /// The result of a bet that hits no row while the own hand has this total.
    pub(crate) fn missed(&self, own_total: u8, late: Option<Rule>) -> SideBetResult {
        let law = self.law();
        let high = own_total >= 30;
        let cites = self
            .decided(late)
            .and(law.nothing.applies())
            .and(self.table.and_then(Rule::applies).filter(|_| !law.nothing.exists()))
            .and(law.by_pay_table.applies())
            .and(law.too_high.when(high))
            .and(law.too_high_noted.when(high));
        SideBetResult { outcome: Outcome::Loses, line: None, cites }
    }

    fn hit(&self, line: PayLine, sight: &Sight<'_>, late: Option<Rule>) -> SideBetResult {
        let cites = self.decided(late).and_all(self.price(&line, sight));
        SideBetResult { outcome: Outcome::Wins, line: Some(line), cites }
    }

    /// The rules that decide the bet, and the time of its settlement.
    fn decided(&self, late: Option<Rule>) -> Cites {
        let law = self.law();
        let decides = law.decides.applies();
        Cites::from(decides).and(late.or_else(|| law.before_further_cards.applies()))
    }

    /// The rules by which a row is found and priced.
    fn price(&self, line: &PayLine, sight: &Sight<'_>) -> Cites {
        let law = self.law();
        let id = line.id.word();
        let eights = id.starts_with("888");
        let progressive = self.side_bet.bet == Bet::TwentyOneThreeProgressive;
        let lost_row = progressive && self.tops == Tops::Aces && matches!(id, "straight" | "flush");
        let torn = progressive && self.tops == Tops::AcesKingsQueens;
        let blackjack = || is_blackjack(sight.first_two);
        let unsure = || self.look(&Sight { dealer_blackjack: None, ..*sight }) == Finding::Wait;
        Cites::from(law.odds.applies())
            .and(law.highest_only.applies())
            .and(line.rule.applies())
            .and(self.posted.and_then(|rule| rule.applies()))
            .and(law.ace_of_blackjack.when(id == "single-ace" && blackjack()))
            .and(law.dealer_alone.when(id == "dealer-blackjack"))
            .and(law.waits.when(law.waits.exists() && unsure()))
            .and(law.by_up_card.when(!eights))
            .and(law.three_eights.when(eights))
            .and(law.counts_doubles.when(sight.lammers_of_doubles > 0))
            .and(law.counts_splits.when(sight.lammers > sight.lammers_of_doubles))
            .and(law.scales.when(matches!(line.pays, Pay::Amount(_))))
            .and(law.own_meter.when(matches!(line.pays, Pay::MeterPercent(_))))
            .and(law.missing_rows.when(lost_row))
            .and(law.torn_columns.when(torn && matches!(line.pays, Pay::Amount(_))))
    }
}

/// Whether the first two cards are an ace and a card worth ten.
fn is_blackjack([first, second]: [Card; 2]) -> bool {
    is_ace(first) && is_ten_valued(second) || is_ten_valued(first) && is_ace(second)
}
