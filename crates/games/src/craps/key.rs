//! What of a table decides what can follow.
//!
//! | part | what of it matters |
//! | --- | --- |
//! | wagers | all of them in their order; numbers count anew |
//! | the last wager before this round | which Put Bets have been rolled for |
//! | lines | those since the last roll: vigorish, awards |
//! | round number | whether the table has opened |
//! | points made, whether Fire Bets are closed, who rolled first, whether the shooter changed, whether a shooter has sevened out | where Fire Bets are offered; who rolled first until the shooter changes |
//! | where the shooter took the dice | while he has them |
//! | the dice on their way | where they are and where they end, why, and whether somebody was asked before |
//! | point, come-only rolls, dice in the air, places, last shooter, don't bets reduced, and what else there is | all of it |

use super::bet::Bet;
use super::state::{Craps, Dice, bet_of};
use engine::WagerNumber;

impl Craps {
    /// Forgets what no later line depends on.
    pub(crate) fn forget_what_is_over(&mut self) {
        self.round_number = self.round_number.min(1);
        let is_put = |bet: Bet| matches!(bet, Bet::Put(_));
        let rolled = |number: WagerNumber| number <= self.placed_before;
        let mut puts = self.wagers.iter().filter(|wager| is_put(bet_of(wager)) && rolled(wager.number));
        self.placed_before = puts.next_back().map_or(WagerNumber(0), |wager| wager.number);
        if !self.offers_fire() {
            self.points_made = 0;
            self.fire_closed = false;
            self.sevened_out_before = false;
            self.first_shooter = None;
            self.shooter_changed = false;
        }
        if self.shooter_changed {
            self.first_shooter = None;
        }
        match &mut self.dice {
            Dice::Held(_) => {}
            Dice::Idle => self.shooter_place = 1,
            Dice::Offered(offer) => {
                self.shooter_place = 1;
                offer.asked_before = offer.asked_before.min(1);
            }
        }
    }
}
