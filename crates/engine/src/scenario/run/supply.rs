//! Supplies what a scenario omits where a round has one ordinary course.

use super::{Runner, Trouble};
use crate::awaits::{Ask, By, Due};
use crate::input::Input;
use crate::layout::{Face, Place};
use crate::people::{Actor, Rank};
use crate::refusal::Refusal;
use crate::scenario::ast::Act;
use felt::{Card, Suit};

impl Runner<'_> {
    /// Supplies what has one ordinary course: the first shuffle, a cut, the discarded card, closing steps. If the table
    /// refuses one of these, the statement counts as refused.
    pub(super) fn supply(&mut self, act: &Act) -> Result<Option<Refusal>, Trouble> {
        let mut closing = None;
        for _ in 0..64 {
            let due = self.due()?;
            let shuffled = self.open()?.shuffled;
            let input = match (due, act) {
                (Due::Shuffle, Act::Shuffle { .. } | Act::Send(_) | Act::Leaves(_)) => return Ok(None),
                (Due::Shuffle, _) if !shuffled => Input::Shuffled { cut_card: None },
                (Due::Cut, Act::Cuts(..) | Act::Send(_) | Act::Leaves(_) | Act::Rules(..)) => {
                    return Ok(None);
                }
                // A choice about a box is not an answer to the cut.
                (Due::Cut, Act::Chooses { spot, .. }) if spot.is_none_or(|spot| spot.box_number == 0) => {
                    return Ok(None);
                }
                (Due::Cut, Act::Silent { .. }) => return Ok(None),
                (Due::Cut, _) => self.decline_cuts()?,
                (Due::Card { to: Place::Rack, up }, act) if !burns(act) => {
                    // If the first card determines how many follow it, an ace makes one follow.
                    let ace = Card::new(felt::Rank::Ace, Suit::Spades);
                    Input::Card { to: Place::Rack, face: if up { Face::Up(ace) } else { Face::Unread } }
                }
                (
                    Due::Bets { closes },
                    Act::Deal(_)
                    | Act::Roll(Rank::Dealer, _)
                    | Act::RollThree(_)
                    | Act::Number(_)
                    | Act::Spin(_)
                    | Act::Wheel(_),
                )
                | (Due::Choices { closes, .. }, Act::Peek(_)) => {
                    // If the same step is due after it was taken, it has no effect: dice are offered but there is no
                    // shooter.
                    if closing.replace(closes) == Some(closes) {
                        return Ok(None);
                    }
                    Input::Step(closes)
                }
                _ => return Ok(None),
            };
            if let Some(refusal) = self.send(Actor::DEALER, input)? {
                return Ok(Some(refusal));
            }
        }
        Ok(None)
    }

    /// Every patron who is asked declines the cut, and the dealer cuts in the middle.
    fn decline_cuts(&mut self) -> Result<Input, Trouble> {
        let open = self.open()?;
        let mut declining = Vec::new();
        open.table.offers(&mut |offer| {
            if let (By::Patron(patron), Ask::Choose { spot, choice }, true) =
                (offer.by, offer.ask, offer.by_default)
            {
                declining.push((patron, spot, choice));
            }
        });
        let depth = open.table.shoe().remaining() / 2;
        for (patron, spot, choice) in declining {
            let input = Input::Choose { patron, spot, choice, amount: None };
            self.send_unsaid(Actor::Patron(patron), input)?;
        }
        Ok(Input::Cut { depth })
    }
}

/// Whether the statement itself supplies the discarded card.
fn burns(act: &Act) -> bool {
    match act {
        Act::Step(_, step) => return step == "cut-again",
        // Community cards are never the discarded card.
        Act::Cards(place, _) => return *place != Place::Board,
        _ => {}
    }
    matches!(
        act,
        Act::Burn(_)
            | Act::Cuts(..)
            | Act::Report { .. }
            | Act::Found { .. }
            | Act::NewDealer
            | Act::Looks(..)
            | Act::Send(_)
            | Act::Leaves(_)
            | Act::Sees(..)
            | Act::Rules(..)
    )
}
