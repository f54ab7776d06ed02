//! What a round can cost the house, and why a line came out as it did.

use super::play::LayoutGame;
use super::state::LayoutTable;
use crate::common::{events_of_round, plus, times};
use crate::sources::Source;
use engine::{Bounds, Event, Line, LineKind, Outcome, Reason, WagerBound};
use felt::Money;

impl<G: LayoutGame> LayoutTable<G> {
    /// Every wager of the layout is weighed for every result, at the most that may be staked on it, and the dearest result
    /// counts: what cannot win together is never added up.
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let terms = &self.terms;
        // Beside the patron's own lies one for the dealers, where the row may be bet on for them.
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
        // What was owed before is collected in the last round of a shoe.
        let lines = lines + u32::from(terms.puts_off);
        let closes = u32::try_from(G::PLAY.windows.len()).unwrap_or(u32::MAX);
        Bounds {
            cards,
            // The call, what brings the result, and what a meter grants: no ball that rests where it does not count, which may
            // come again and again.
            inputs: closes.saturating_add(inputs).saturating_add(u32::from(G::PLAY.has_links())),
            lines: lines.saturating_mul(patrons),
            pays: times(most, patrons),
            wagers: offered.iter().map(bound).collect(),
        }
    }
}

/// The conditions weighed for a line: the result, and the rules that the line cites; of a wager also the way of ending that
/// did not come about.
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
