//! Bounds: the longest round and the most expensive one.

use super::positions::{BOXES, DEALT};
use super::state::PaiGowTable;
use super::terms::{FortuneTerms, StartBy};
use super::words::{COVER, ENVY, FORTUNE, MAIN};
use crate::common::{plus, times};
use crate::poker::pai_gow::Fortune;
use engine::{Bounds, WagerBound};
use felt::Money;

impl PaiGowTable {
    /// Six patrons and the dealer have seven cards each. The sum assumes that every patron wins with any row
    /// that one deck can deal six times, although it may not be able to deal them together, so it is an upper
    /// bound.
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let (boxes, cards) = (u32::from(BOXES), u32::from(DEALT));
        let asked = u32::from(self.terms.start != StartBy::Button);
        let main = self.terms.main.max;
        let mut wagers = vec![WagerBound { wager: MAIN, count: boxes, stake: main, pays: main }];
        let mut lines = 2 * boxes;
        if self.terms.banking {
            // What a bank pays is not the house's money.
            let (count, stake) = (boxes, times(main, boxes));
            wagers.push(WagerBound { wager: COVER, count, stake, pays: Money::ZERO });
            // A wager and a charge at each other place, the house's wager, a part put in, a share and a
            // charge of each partner, and a share and a charge of the holder. The maximum number of partners
            // is the number of other places.
            let others = boxes - 1;
            lines = 2 * others + 1 + 3 * others + 2;
        }
        let mut pays = times(main, boxes);
        if let Some(fortune) = &self.terms.fortune {
            let (best, envy) = dearest(fortune);
            let envied = boxes * (boxes - 1);
            wagers.push(WagerBound { wager: FORTUNE, count: boxes, stake: fortune.limits.max, pays: best });
            wagers.push(WagerBound { wager: ENVY, count: envied, stake: Money::ZERO, pays: envy });
            lines += 2 * boxes + envied;
            pays = plus(pays, plus(times(best, boxes), times(envy, envied)));
        }
        // The call, the start, the cards and the turn of each, the choices of patrons, and steps of the
        // dealer: one that closes the setting, one before each hand is exposed, one before winners are paid.
        // A hand that is set and then surrendered is not turned.
        let inputs = 1 + asked + 2 * cards + boxes + 1 + boxes + 1;
        Bounds { cards, inputs, lines, pays, wagers }
    }
}

/// The most that one bonus is paid, and the most that one hand brings another patron.
fn dearest(fortune: &FortuneTerms) -> (Money, Money) {
    let best = Fortune::ALL.into_iter().map(|row| fortune.pays(row, fortune.limits.max));
    let envy = Fortune::ALL.into_iter().filter_map(|row| fortune.envy(row)).map(|row| row.pays);
    (best.max().unwrap_or(Money::ZERO), envy.max().unwrap_or(Money::ZERO))
}
