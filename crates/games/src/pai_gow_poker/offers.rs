//! Lists everything the table would grant now, by calling the checks themselves.

use super::bank::PARTNERS;
use super::positions::BOXES;
use super::rules;
use super::state::{PaiGowTable, hand_place};
use super::words::{
    self, COVER, FORTUNE, HOUSE_BETS, HOUSE_WAY, MAIN, NO_HOUSE_BET, PASS_BANK, PLAY_HAND, SURRENDER,
    TAKE_BANK, VOID_HAND,
};
use crate::common::Report;
use engine::{Ask, Beneficiary, By, Due, Offer, Patron, Place, Rank, Rule, Spot, protocol};

impl PaiGowTable {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        match self.due {
            Due::Cut => visit(Offer::new(By::Staff(Rank::Dealer), Ask::Cut, rules::DEALER_CUTS)),
            Due::Bets { .. } => self.offer_bets(visit),
            Due::Choice { patron, spot } if !self.round.closed => {
                let ask = |choice| Ask::Choose { spot, choice };
                let by = By::Patron(patron);
                visit(Offer::new(by, ask(TAKE_BANK), rules::BANK_OFFERED).with(self.cover_range()));
                visit(Offer::new(by, ask(PASS_BANK), rules::BANK_PASSED).by_default());
            }
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
                if !self.complete_boxes().is_empty() || self.house_bet().is_positive() {
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
        self.offer_banks_choices(visit);
        for box_number in 1..=BOXES {
            match self.patron_of(box_number) {
                Some(_) if self.is_banks(box_number) => {}
                None => {
                    let ask = Ask::bet(box_number, MAIN, Beneficiary::Patron);
                    let offer = Offer::new(By::AnyPatron, ask, rules::WAGERS_BEFORE_DEAL);
                    if let Ok(range) = self.covered(self.terms.main, None) {
                        visit(offer.with(range));
                    }
                }
                Some(patron) => self.offer_own_bets(patron, box_number, visit),
            }
        }
    }

    /// Offers the choices of the bank's holder while bets are open, and joining the bank.
    fn offer_banks_choices(&self, visit: &mut dyn FnMut(Offer)) {
        let Some(bank) = &self.round.bank else { return };
        let (by, spot) = (By::Patron(bank.patron), Spot::first(bank.place));
        for choice in [HOUSE_BETS, NO_HOUSE_BET, PASS_BANK] {
            if let Ok(range) = self.check_bank_choice((bank.patron, spot), choice, None) {
                let offer = Offer::new(by, Ask::Choose { spot, choice }, rules::ASKED_TO_BET_LESS);
                visit(range.map_or(offer, |range| offer.with(range)));
            }
        }
        let ask = Ask::bet(bank.place, COVER, Beneficiary::Patron);
        let holders = std::iter::once(bank.patron).chain(bank.partners().map(|(partner, _)| partner));
        for patron in holders {
            if let Ok(range) = self.check_cover((patron, bank.place), None) {
                visit(Offer::new(By::Patron(patron), ask, rules::BANK_COVERS).with(range));
            }
        }
        if bank.partners().count() < PARTNERS
            && let Ok(range) = self.check_cover((bank.patron, bank.place), None)
        {
            visit(Offer::new(By::AnyPatron, ask, rules::PARTNERS_JOIN).with(range));
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
        let banks = self.round.bank.filter(|bank| bank.setting && !bank.exposed).map(|bank| bank.place);
        for number in self.round.unexposed.leftmost_first().chain(banks) {
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
