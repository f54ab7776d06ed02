//! The key of a table: the part of its state that decides what can follow.
//!
//! | part | what matters of it |
//! | --- | --- |
//! | wagers | all of them in their order; numbers start at 1 |
//! | the last wager before this round | which Put Bets have been rolled for |
//! | lines | those since the last roll: vigorish, awards |
//! | round number | whether the table has opened |
//! | points made, whether Fire Bets are closed, who rolled first, whether the shooter changed, whether a shooter has sevened out | where Fire Bets are offered; who rolled first until the shooter changes |
//! | where the shooter took the dice | while they have them |
//! | the dice on their way | where they are and where they end, why, and whether a patron was asked before |
//! | the last throw that was called | of its lines the last of each place that won or lost; while it may be reopened all of them, and what it found |
//! | point, come-only rolls, dice in the air, a die that waits for its inspection, places, last shooter, don't bets reduced, and what else there is | all of it |

use super::bet::Bet;
use super::state::{Craps, bet_of};
use engine::WagerNumber;

impl Craps {
    /// Drops everything that no later line depends on.
    pub(crate) fn forget_what_is_over(&mut self) {
        self.round_number = self.round_number.min(1);
        self.rounds_opened = self.round_number;
        let mut found = self.as_it_stands();
        found.forget_what_is_over(self.offers_fire());
        self.stand_as_found(found);
        let placed_before = self.placed_before;
        let is_put = |bet: Bet| matches!(bet, Bet::Put(_));
        let rolled = |number: WagerNumber| number <= self.placed_before;
        let mut puts = self.wagers.iter().filter(|wager| is_put(bet_of(wager)) && rolled(wager.number));
        let rolled_put = puts.next_back().map_or(WagerNumber(0), |wager| wager.number);
        // Wagers made since the last throw are returned if it is reversed.
        let mut lay_there = self.wagers.iter().filter(|wager| rolled(wager.number));
        let lay_there = lay_there.next_back().map_or(WagerNumber(0), |wager| wager.number);
        self.placed_before = if self.reach().goes_back() { lay_there } else { rolled_put };
        let offers_fire = self.offers_fire();
        if let Some(last) = &mut self.last_throw {
            last.forget_what_is_over(placed_before, &self.wagers, offers_fire);
        }
    }
}
