//! What a round can cost the house, and the reasons for a line.

use super::play::LayoutGame;
use super::state::LayoutTable;
use crate::common::{events_of_round, plus, times};
use crate::sources::Source;
use engine::{Bounds, Event, Line, LineKind, Outcome, Reason, WagerBound};
use felt::Money;

impl<G: LayoutGame> LayoutTable<G> {
    /// Weighs every wager of the layout for every result, at its maximum stake; the most expensive result
    /// counts. Wagers that cannot win together are never added up.
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let terms = &self.terms;
        // A dealer bet may lie beside the patron's own, if the row accepts one.
        let each = |row: usize| if terms.takes_for_dealers(row) { 2 } else { 1 };
        let (cards, inputs) = G::Source::longest(&terms.source, terms.places);
        let patrons = u32::from(terms.places);
        let offered: Vec<usize> =
            (0..G::PLAY.rows.len()).filter(|row| terms.barred[*row].is_none()).collect();
        let pays = |row: usize, outcome| {
            let verdict = G::verdict(row, outcome, terms);
            let wins = verdict.odds.filter(|_| verdict.outcome == Outcome::Wins);
            let amount = verdict.amount.unwrap_or(Money::ZERO);
            wins.map_or(amount, |odds| terms.pay(odds, terms.rows[row].limits.max))
        };
        let (mut most, mut dearest) = (Money::ZERO, vec![Money::ZERO; G::PLAY.rows.len()]);
        for outcome in G::Source::outcomes(&terms.source) {
            let mut all = Money::ZERO;
            for row in &offered {
                let paid = pays(*row, outcome);
                dearest[*row] = dearest[*row].max(paid);
                all = plus(all, times(paid, each(*row)));
            }
            most = most.max(all);
        }
        let bound = |row: &usize| WagerBound {
            wager: G::PLAY.rows[*row].id,
            count: patrons.saturating_mul(each(*row)),
            stake: terms.rows[*row].limits.max,
            pays: dearest[*row],
        };
        let charged = |row: usize| u32::from(terms.rows[row].vigorish > 0);
        let lines: u32 = offered.iter().map(|row| each(*row) + charged(*row)).sum();
        // Vigorish that was owed before is collected in the last round of a shoe.
        let lines = lines + u32::from(terms.puts_off);
        let closes = u32::try_from(G::PLAY.windows.len()).unwrap_or(u32::MAX);
        Bounds {
            cards,
            // The call, the inputs that bring the result, and a meter's grant. Spins that do not count are
            // not included: they may repeat without bound.
            inputs: closes.saturating_add(inputs).saturating_add(u32::from(G::PLAY.has_links())),
            lines: lines.saturating_mul(patrons),
            pays: times(most, patrons),
            wagers: offered.iter().map(bound).collect(),
        }
    }
}

/// The conditions weighed for a line: the result, and the rules that the line cites; for a wager also the way
/// of ending that did not occur.
pub(crate) fn reasons<G: LayoutGame>(events: &[Event], line: &Line) -> Vec<Reason> {
    let came = G::Source::told(events_of_round(events));
    let row = G::PLAY.rows.iter().find(|row| row.id == line.wager);
    let decided = matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses));
    let (Some(came), Some(row), LineKind::Wager, true) = (came, row, line.kind, decided) else {
        let facts = || "no result decided this".to_owned();
        return line.cites.iter().map(|rule| Reason { rule, held: true, facts: facts() }).collect();
    };
    let facts = G::Source::facts(came);
    let held = line.cites.iter().map(|rule| Reason { rule, held: true, facts: facts.clone() });
    let other = if line.outcome == Some(Outcome::Wins) { row.loses } else { row.wins };
    let cited = other.exists() && !line.cites.iter().any(|rule| other.is(rule));
    let missed = cited.then(|| Reason { rule: other.rule(), held: false, facts: facts.clone() });
    held.chain(missed).collect()
}
