//! The key of a table: the part of its state that decides what can follow.
//!
//! | part | what matters of it |
//! | --- | --- |
//! | shoe | which faces can come, how many cards are left, out unread and in the rack, whether any was drawn; none of it while the deck waits to be shuffled |
//! | layout, cards that are the next ones | all of it; draw numbers by their order |
//! | wagers | all of them in order, except those taken back; numbers start at 1 |
//! | lines | those of the round: they may be reversed |
//! | round number | none of it |
//! | the rest | all of it |

use super::state::{DeckStage, PaiGowTable};
use crate::common::count_anew;
use felt::Shoe;

impl PaiGowTable {
    /// Drops everything that no later line depends on.
    pub(crate) fn forget_what_is_over(&mut self) {
        self.round_number = 0;
        if self.deck.stage == DeckStage::Shuffle && !self.round.closed {
            self.shoe = Shoe::new(self.terms.pack);
        }
        self.shoe.forget_draws();
        // A wager that was taken back has no line.
        self.wagers.retain(|wager| wager.on_layout() || self.lines.name(wager.number));
        count_anew(|each| {
            let laid = self.layout.cards_mut().map(|laid| &mut laid.draw);
            laid.chain(self.held.draws_mut()).for_each(each);
        });
    }
}
