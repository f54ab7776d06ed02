//! Everything the table would grant now, found by asking the checks themselves.

use super::bets::BETS;
use super::state::{Holdem, hand_place};
use super::{rules, words};
use engine::{Ask, Beneficiary, By, Due, Offer, Patron, Rank, Rule, Spot, WagerId, protocol};
use felt::Card;

impl Holdem {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        match self.due {
            Due::Cut => visit(Offer::new(By::Staff(Rank::Dealer), Ask::Cut, rules::DEALER_CUTS)),
            Due::Bets { .. } => self.offer_bets(visit),
            Due::Choice { patron, spot } => self.offer_choices(patron, spot, visit),
            _ => {}
        }
        self.offer_reports(visit);
    }

    fn offer_steps(&self, visit: &mut dyn FnMut(Offer)) {
        let step = |rank, step, rule| Offer::new(By::Staff(rank), Ask::Step(step), rule);
        match self.due {
            Due::Bets { closes } => {
                if !self.complete_boxes().is_empty() {
                    visit(step(Rank::Dealer, closes, rules::WAGER_BEFORE_DEAL));
                }
                if self.seated().is_empty() {
                    visit(step(Rank::Dealer, words::SPREAD_CARDS, rules::IDLE_SPREAD));
                }
            }
            Due::Step(closes) => visit(step(Rank::Dealer, closes, protocol::AWAITED)),
            Due::Approval { by, .. } => {
                visit(Offer::new(by.into(), Ask::Approve, rules::SUPERVISOR_LOOKS));
            }
            _ => {}
        }
        if self.may_cut_again() {
            visit(step(Rank::Floor, words::CUT_AGAIN, rules::CUT_AGAIN));
        }
    }

    fn offer_bets(&self, visit: &mut dyn FnMut(Offer)) {
        for box_number in 1..=self.terms.boxes {
            for wager in BETS {
                match self.patron_of(box_number) {
                    None => self.offer_first_bet(box_number, wager, visit),
                    Some(patron) => self.offer_bet(patron, box_number, wager, visit),
                }
            }
        }
    }

    /// Whoever comes may sit down at an empty box with any wager that needs no other before it.
    fn offer_first_bet(&self, box_number: u8, wager: WagerId, visit: &mut dyn FnMut(Offer)) {
        let limits = match wager {
            words::ANTE | words::BLIND => Some(self.terms.limits),
            words::TRIPS => self.terms.trips.map(|trips| trips.limits),
            _ => None,
        };
        if let Some(limits) = limits {
            let ask = Ask::bet(box_number, wager, Beneficiary::Patron);
            visit(Offer::new(By::AnyPatron, ask, placing_rule(wager)).with(limits));
        }
    }

    fn offer_bet(&self, patron: Patron, box_number: u8, wager: WagerId, visit: &mut dyn FnMut(Offer)) {
        let by = By::Patron(patron);
        for beneficiary in [Beneficiary::Patron, Beneficiary::Dealers] {
            if let Ok(range) = self.check_bet(patron, box_number, wager, beneficiary, None) {
                let ask = Ask::bet(box_number, wager, beneficiary);
                visit(Offer::new(by, ask, placing_rule(wager)).with(range));
            }
        }
        if self.check_take_back(patron, box_number, wager).is_ok() {
            let progressive = wager == words::PROGRESSIVE;
            let rule = if progressive { rules::PROGRESSIVE_STAYS } else { rules::NO_WITHDRAWAL };
            visit(Offer::new(by, Ask::TakeBack { box_number, wager }, rule));
        }
    }

    fn offer_choices(&self, patron: Patron, spot: Spot, visit: &mut dyn FnMut(Offer)) {
        for choice in words::CHOICES {
            let Ok(grant) = self.check_choice(patron, spot, *choice, None) else { continue };
            let rule = grant.rule.unwrap_or(protocol::AWAITED);
            let mut offer = Offer::new(By::Patron(patron), Ask::Choose { spot, choice: *choice }, rule);
            if let Some(range) = grant.range {
                offer = offer.with(range);
            }
            visit(if self.default_choice() == *choice { offer.by_default() } else { offer });
        }
    }

    fn offer_reports(&self, visit: &mut dyn FnMut(Offer)) {
        for irregularity in words::IRREGULARITIES {
            let kind = irregularity.id;
            let by_place =
                matches!(kind, words::WINNER_UNPAID | words::LOSER_PAID | words::PATRON_CARD_SHOWN);
            let boxes = if by_place { 1..=self.terms.boxes } else { 0..=0 };
            for place in boxes.map(|number| Some(hand_place(number)).filter(|_| by_place)) {
                let exposed = kind == words::DRAWN_EXPOSED;
                // Any card does to ask whether one can have been exposed.
                if self.check_report(kind, place, Some(Card::JOKER).filter(|_| exposed)).is_ok() {
                    let card = exposed || kind == words::DEALER_CARD_EXPOSED;
                    let rule = self.remedying_rule(kind, irregularity.rule);
                    visit(Offer::new(By::Staff(Rank::Dealer), Ask::Report { kind, place, card }, rule));
                }
            }
        }
    }

    /// Two rules say the same of a wrong deck, one for each way of dealing.
    fn remedying_rule(&self, kind: engine::IrregularityId, rule: Rule) -> Rule {
        if kind == words::WRONG_DECK && self.terms.from_shoe { rules::SHOE_WRONG_DECK } else { rule }
    }
}

fn placing_rule(wager: WagerId) -> Rule {
    if wager == words::PROGRESSIVE { rules::PROGRESSIVE_BESIDE } else { rules::WAGER_BEFORE_DEAL }
}
