//! Declining an offer while several patrons are asked, so that the others need not wait for its time to pass.
//!
//! A declined offer is stored by patron and box until the round ends. It does not change the dealer's closing step,
//! only which patrons are still waited for.

use super::choices::Grant;
use super::hand::Play;
use super::state::Blackjack;
use super::words;
use crate::common::{Clause, awaited};
use engine::{Beneficiary, ChoiceId, Due, Patron, Patrons, Refusal, Spot, StepId, Wager};
use serde::{Deserialize, Serialize};

/// A declined offer: which one, by which patron, at which box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct No {
    box_number: u8,
    patron: Patron,
    what: Declined,
}

/// The offers that can be declined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Declined {
    Insurance,
    Surrender,
    BustBonus,
    HouseMoney,
}

impl Declined {
    /// The offer that this step closes, if it can be declined.
    fn until(closes: StepId) -> Option<Declined> {
        match closes {
            words::INSURANCE_CLOSED => Some(Declined::Insurance),
            words::SURRENDER_CLOSED => Some(Declined::Surrender),
            words::BUST_BONUS_CLOSED => Some(Declined::BustBonus),
            words::HOUSE_MONEY_CLOSED => Some(Declined::HouseMoney),
            _ => None,
        }
    }

    /// The word that declines it.
    fn word(self) -> ChoiceId {
        if self == Declined::Surrender { words::PLAY_ON } else { words::DECLINE }
    }
}

impl Blackjack {
    /// The offer that is open now, if it can be declined.
    fn declinable(&self) -> Option<Declined> {
        match self.due {
            Due::Choices { closes, .. } => Declined::until(closes),
            _ => None,
        }
    }

    /// Whether the word declines the offer that is open now.
    pub(crate) fn is_no(&self, choice: ChoiceId) -> bool {
        self.declinable().is_some_and(|what| what.word() == choice)
    }

    pub(crate) fn check_no(&self, patron: Patron, spot: Spot, choice: ChoiceId) -> Result<Grant, Refusal> {
        let what = self.declinable().filter(|what| what.word() == choice && spot.hand == 1);
        let Some(what) = what else { return Err(Refusal::not_awaited("not-now")) };
        awaited(self.is_asked(what, patron, spot.box_number))?;
        Grant::by(self.offering(what))
    }

    /// The rule that makes the offer.
    fn offering(&self, what: Declined) -> Clause {
        let law = self.law;
        match what {
            Declined::Insurance => law.insurance_offered,
            Declined::Surrender => law.surrender_offered,
            Declined::BustBonus => {
                self.late_side_bet().map_or(Clause::NONE, |(_, terms)| terms.law().after_deal)
            }
            Declined::HouseMoney => law.house_money_hidden,
        }
    }

    pub(crate) fn say_no(&mut self, patron: Patron, spot: Spot) {
        let Some(what) = self.declinable() else { return };
        let no = No { box_number: spot.box_number, patron, what };
        // Sorted, so that the state does not depend on the order of the answers.
        if let Err(at) = self.nos.binary_search(&no) {
            self.nos.insert(at, no);
        }
    }

    /// Whether the offer was declined at the hand's box. Whether a hand is given up is decided by the box's
    /// decider for all patrons there, even if the decider changes later.
    pub(crate) fn has_declined(&self, what: Declined, patron: Patron, spot: Spot) -> bool {
        let for_all = what == Declined::Surrender;
        let is_it =
            |no: &No| no.box_number == spot.box_number && no.what == what && (for_all || no.patron == patron);
        self.nos.iter().any(is_it)
    }

    /// Whether the patron has yet to answer this offer at the box.
    fn is_asked(&self, what: Declined, patron: Patron, number: u8) -> bool {
        if self.left.has(patron) || self.has_declined(what, patron, Spot::first(number)) {
            return false;
        }
        let is_box_of = |there: Option<Patron>| there == Some(patron);
        match what {
            Declined::Insurance => self
                .own_main(patron, number, Beneficiary::Patron)
                .is_some_and(|main| self.may_be_insured(main)),
            Declined::Surrender => {
                is_box_of(self.patron_of(Spot::first(number))) && self.may_be_surrendered(number)
            }
            Declined::BustBonus => {
                is_box_of(self.betting_box(number).and_then(|b| b.patron))
                    && self.lacks_late_side_bet(patron, number)
            }
            Declined::HouseMoney => {
                is_box_of(self.patron_of(Spot::first(number))) && self.hides_house_money(number)
            }
        }
    }

    /// Patrons who have yet to answer this offer, at any of their boxes.
    pub(crate) fn asked_about(&self, what: Declined) -> Patrons {
        let mut asked = Patrons::NONE;
        for wager in self.wagers.iter() {
            if !asked.has(wager.patron) && self.is_asked(what, wager.patron, wager.spot.box_number) {
                asked.add(wager.patron);
            }
        }
        asked
    }

    /// Whether a first bet can still be insured. Its cards do not matter: all patrons are asked.
    fn may_be_insured(&self, main: &Wager) -> bool {
        let number = main.spot.box_number;
        let insured = self.own_wager(main.patron, number, words::INSURANCE, Beneficiary::Patron).is_some();
        let paid_late = self.hand(main.spot).is_some_and(|hand| hand.overlooked);
        // Half of a single coin that was found below the minimum cannot be bet.
        let enough = self.insurance_range(main.patron, main.spot).0.max.is_positive();
        enough && !insured && !paid_late
    }

    fn may_be_surrendered(&self, number: u8) -> bool {
        self.hand(Spot::first(number)).is_some_and(|hand| {
            hand.play != Play::Settled && !hand.surrendered && !hand.overlooked && hand.wager.is_some()
        })
    }
}
