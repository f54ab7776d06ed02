//! Everything the table would grant now, found by asking the checks themselves.

use super::positions::BOXES;
use super::rules;
use super::state::{PaiGowTable, hand_place};
use super::words::{self, FORTUNE, HOUSE_WAY, MAIN, PLAY_HAND, SURRENDER, VOID_HAND};
use crate::common::Report;
use engine::{Ask, Beneficiary, By, Due, Offer, Patron, Place, Rank, Rule, Spot, protocol};

impl PaiGowTable {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        match self.due {
            Due::Cut => visit(Offer::new(By::Staff(Rank::Dealer), Ask::Cut, rules::DEALER_CUTS)),
            Due::Bets { .. } => self.offer_bets(visit),
            Due::Choice { patron, spot } => {
                let offer = |choice| {
                    let ask = Ask::Choose { spot, choice };
                    Offer::new(By::Patron(patron), ask, rules::EXPOSED_TO_PATRON)
                };
                visit(offer(PLAY_HAND).by_default());
                visit(offer(VOID_HAND));
            }
            _ => self.offer_setting(visit),
        }
        self.offer_reports(visit);
    }

    fn offer_steps(&self, visit: &mut dyn FnMut(Offer)) {
        let step = |rank, step, rule| Offer::new(By::Staff(rank), Ask::Step(step), rule);
        match self.due {
            Due::Bets { closes } => {
                if !self.complete_boxes().is_empty() {
                    visit(step(Rank::Dealer, closes, rules::WAGERS_BEFORE_DEAL));
                }
                if self.seated().is_empty() {
                    visit(step(Rank::Dealer, words::SPREAD_CARDS, rules::IDLE_SPREAD));
                }
            }
            Due::Choices { closes, .. } => visit(step(Rank::Dealer, closes, rules::SILENCE)),
            Due::Step(closes) => visit(step(Rank::Dealer, closes, protocol::AWAITED)),
            _ => {}
        }
        if self.may_cut_again() {
            visit(step(Rank::Floor, words::CUT_AGAIN, rules::FLOOR_CUTS_AGAIN));
        }
    }

    fn offer_bets(&self, visit: &mut dyn FnMut(Offer)) {
        for box_number in 1..=BOXES {
            match self.patron_of(box_number) {
                None => {
                    let ask = Ask::bet(box_number, MAIN, Beneficiary::Patron);
                    let offer = Offer::new(By::AnyPatron, ask, rules::WAGERS_BEFORE_DEAL);
                    visit(offer.with(self.terms.main));
                }
                Some(patron) => self.offer_own_bets(patron, box_number, visit),
            }
        }
    }

    fn offer_own_bets(&self, patron: Patron, box_number: u8, visit: &mut dyn FnMut(Offer)) {
        let by = By::Patron(patron);
        for (wager, rule) in [(MAIN, rules::WAGERS_BEFORE_DEAL), (FORTUNE, rules::FORTUNE_BEFORE_DEAL)] {
            if let Ok(range) = self.check_bet((patron, box_number), wager, None) {
                let ask = Ask::bet(box_number, wager, Beneficiary::Patron);
                visit(Offer::new(by, ask, rule).with(range));
            }
            if self.check_take_back((patron, box_number), wager).is_ok() {
                visit(Offer::new(by, Ask::TakeBack { box_number, wager }, rules::NO_WITHDRAWAL));
            }
        }
    }

    fn offer_setting(&self, visit: &mut dyn FnMut(Offer)) {
        for number in self.round.unexposed.leftmost_first() {
            let Some(patron) = self.patron_of(number) else { continue };
            let (by, spot) = (By::Patron(patron), Spot::first(number));
            let choice = |choice, rule: Rule| Offer::new(by, Ask::Choose { spot, choice }, rule);
            if self.check_setting(patron, spot).is_ok() {
                visit(Offer::new(by, Ask::Pick { spot, count: 2 }, rules::SETS_OWN_HAND));
                visit(choice(HOUSE_WAY, rules::HOUSE_WAY_TOLD).by_default());
            }
            if self.check_choice(patron, spot, SURRENDER).is_ok() {
                visit(choice(SURRENDER, rules::SURRENDER));
            }
        }
    }

    fn offer_reports(&self, visit: &mut dyn FnMut(Offer)) {
        for irregularity in words::IRREGULARITIES {
            let kind = irregularity.id;
            let by_place = matches!(
                kind,
                words::WINNER_UNPAID | words::LOSER_PAID | words::PATRON_CARD_EXPOSED | words::SET_WRONGLY
            );
            let boxes = if by_place { 1..=BOXES } else { 0..=0 };
            for place in boxes.map(|number| Some(hand_place(number)).filter(|_| by_place)) {
                let place = place.or((kind == words::DEALER_CARD_EXPOSED).then_some(Place::Dealer));
                if self.check_report(Report { kind, place }, None).is_ok() {
                    let card = kind == words::DEALER_CARD_EXPOSED;
                    let ask = Ask::Report { kind, place, card };
                    visit(Offer::new(By::Staff(Rank::Dealer), ask, irregularity.rule));
                }
            }
        }
    }
}
