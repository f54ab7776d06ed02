//! The key of a table: the part of its state that decides what can follow.
//!
//! | part | what matters of it |
//! | --- | --- |
//! | shoe | which faces can come, how many cards are left, out unread and in the rack, whether any was drawn, how far the cutting card is; none of it while all cards wait to be shuffled |
//! | layout, and which cards are the next ones | all of it; draw numbers by their order |
//! | wagers | all of them in order, except those taken back; numbers start at 1 |
//! | lines | those of the round: they may be reversed, and some are paid once |
//! | lines of the round before | which hands won and lost, and by which rules |
//! | round, boxes, queue, burns, due | all of it; they are fresh when a round is over |
//! | round number | whether a round came before |
//! | admitted patrons | where entry in mid-shoe is barred |
//! | who declined the cut | while the cards are cut |
//! | what else was declined | all of it; none of it when a round is over |
//! | whether the cutting card was reported | never: it is reported once, and moves no chips |
//! | patrons present, seats, who left, and what else there is | all of it |

use super::state::{Blackjack, LastHand, ShoeStage};
use crate::common::count_anew;
use engine::Patrons;
use felt::Shoe;

impl Blackjack {
    /// Drops everything that no later line depends on.
    pub(crate) fn forget_what_is_over(&mut self) {
        // Once there was an earlier round, an error of it can be reported; more detail is not needed.
        self.round_number = self.round_number.min(2);
        self.cut_card_told = false;
        if self.stage != ShoeStage::Cut {
            self.declined_cut = Patrons::NONE;
        }
        if self.terms.mid_shoe_entry {
            self.admitted = Patrons::ALL;
        }
        self.forget_cards();
        // Only before the next deal can a card turn out to be one too many of the last round.
        if self.round.closed {
            self.last_hand = LastHand::Open;
        }
        self.last_lines.forget_amounts();
        // A wager that was taken back has no line.
        self.wagers.retain(|wager| wager.on_layout() || self.lines.name(wager.number));
        count_anew(|each| self.each_draw(each));
    }

    /// Cards that all wait to be shuffled count as one pack.
    fn forget_cards(&mut self) {
        if self.awaits_full_shuffle() && !self.round.closed {
            self.shoe = Shoe::new(self.terms.pack);
        }
        self.shoe.forget_draws();
    }

    /// Visits the draw number of every card on the table.
    fn each_draw(&mut self, visit: &mut dyn FnMut(&mut u32)) {
        self.layout.cards_mut().map(|laid| &mut laid.draw).for_each(&mut *visit);
        self.next.draws_mut().for_each(&mut *visit);
        self.strays.iter_mut().chain(&mut self.together).for_each(visit);
    }
}
