//! Lists everything the table would grant now, by calling the checks themselves.

use super::choices::Grant;
use super::side_bet_terms::SideBetTerms;
use super::state::Blackjack;
use super::words;
use crate::common::Report;
use engine::{
    AmountRange, Ask, Beneficiary, By, ChoiceId, Due, Offer, Patron, Patrons, Place, Rank, Spot, WagerId,
    protocol,
};

impl Blackjack {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        match self.due {
            Due::Cut => self.offer_cut(visit),
            Due::Bets { .. } => {
                self.offer_seats(visit);
                self.offer_squeezes(visit);
                self.offer_bets(visit);
            }
            Due::Choice { spot, .. } => {
                self.offer_choices(spot, visit);
                self.offer_shows(Some(spot), visit);
            }
            Due::Choices { closes: words::BUST_BONUS_CLOSED, .. } => {
                self.offer_late_bets(visit);
                self.offer_nos(visit);
            }
            Due::Choices { .. } if self.boxes_are_shared() => self.offer_to_all(visit),
            Due::Choices { .. } => {
                for spot in self.spots() {
                    self.offer_choices(spot, visit);
                }
            }
            _ => self.offer_shows(None, visit),
        }
        self.offer_reports(visit);
    }

    fn offer_steps(&self, visit: &mut dyn FnMut(Offer)) {
        let staff = |rank, ask, rule| Offer::new(By::Staff(rank), ask, rule);
        match self.due {
            Due::Bets { closes } => {
                visit(staff(Rank::Floor, Ask::Step(words::RESHUFFLE), self.law.floor_calls_reshuffle.rule()));
                if self.boxes_in_play().next().is_some() {
                    visit(staff(Rank::Dealer, Ask::Step(closes), self.law.wager_before_deal.rule()));
                } else if self.law.idle_spread.exists() {
                    visit(staff(Rank::Dealer, Ask::Step(words::SPREAD_CARDS), self.law.idle_spread.rule()));
                }
            }
            Due::Choices { closes, .. } | Due::Step(closes) => {
                visit(staff(Rank::Dealer, Ask::Step(closes), protocol::AWAITED));
            }
            Due::Decision { rank } => {
                for step in [words::RECONSTRUCT, words::CANNOT_RECONSTRUCT] {
                    if step == words::CANNOT_RECONSTRUCT || self.may_reconstruct() {
                        visit(staff(rank, Ask::Step(step), self.law.house_discretion.rule()));
                    }
                }
            }
            Due::Approval { by, .. } => visit(Offer::new(by.into(), Ask::Approve, protocol::AWAITED)),
            Due::Card { to: Place::Rack, .. } if self.may_cut_again() => {
                visit(staff(Rank::Floor, Ask::Step(words::CUT_AGAIN), self.law.cut_again.rule()));
            }
            _ => {}
        }
    }

    fn offer_cut(&self, visit: &mut dyn FnMut(Offer)) {
        let asked = self.present.without(self.declined_cut);
        for patron in asked.iter() {
            visit(Offer::new(By::Patron(patron), Ask::Cut, self.law.cut_offered.rule()));
            let decline = Ask::Choose { spot: Spot::TABLE, choice: words::DECLINE_CUT };
            visit(Offer::new(By::Patron(patron), decline, self.law.cut_offered.rule()).by_default());
            if self.spread && self.terms.shuffler {
                let again = Ask::Choose { spot: Spot::TABLE, choice: words::SHUFFLE_AGAIN };
                visit(Offer::new(By::Patron(patron), again, self.law.idle_request.rule()));
            }
        }
        if asked.is_empty() {
            visit(Offer::new(By::Staff(Rank::Dealer), Ask::Cut, self.law.dealer_cuts_last.rule()));
        }
    }

    fn offer_bets(&self, visit: &mut dyn FnMut(Offer)) {
        for box_number in 1..=self.terms.boxes {
            match self.betting_box(box_number).and_then(|b| b.patron) {
                Some(_) if self.boxes_are_shared() => self.offer_shared_box(box_number, visit),
                Some(patron) => {
                    self.offer_bets_of(patron, box_number, visit);
                    self.offer_take_backs(patron, box_number, visit);
                }
                None => self.offer_free_box(box_number, visit),
            }
        }
        if !self.terms.mid_shoe_entry {
            for patron in self.present.without(self.admitted).iter() {
                let ask = Ask::Permit { patron };
                visit(Offer::new(By::Staff(Rank::Floor), ask, self.law.casino_admits.rule()));
            }
        }
    }

    /// All wagers that may be placed on a box: the main wager first, then the side bets.
    fn wagers_of_layout(&self) -> impl Iterator<Item = WagerId> {
        let side_bets = self.terms.side_bets.iter().map(SideBetTerms::word);
        [words::MAIN, words::HOUSE_MONEY].into_iter().chain(side_bets)
    }

    fn offer_free_box(&self, box_number: u8, visit: &mut dyn FnMut(Offer)) {
        let beneficiary = Beneficiary::Patron;
        let ask = Ask::bet(box_number, words::MAIN, beneficiary);
        // The patron who sits there bets first.
        let by = self.seat(box_number).map_or(By::AnyPatron, By::Patron);
        visit(Offer::new(by, ask, self.law.wager_before_deal.rule()).with(self.terms.limits));
        for terms in &self.terms.side_bets {
            if terms.may_stand_alone() && !self.main_is_needed(terms.law()) {
                let ask = Ask::bet(box_number, terms.word(), beneficiary);
                visit(Offer::new(By::AnyPatron, ask, terms.law().placed.rule()).with(terms.limits));
            }
        }
    }

    /// Offers a box on which other patrons may bet too.
    fn offer_shared_box(&self, box_number: u8, visit: &mut dyn FnMut(Offer)) {
        let mut there = Patrons::NONE;
        for wager in self.wagers.iter().filter(|wager| wager.spot.box_number == box_number) {
            there.add(wager.patron);
        }
        if let Some(seated) = self.seat(box_number) {
            there.add(seated);
        }
        for patron in there.iter() {
            self.offer_bets_of(patron, box_number, visit);
            self.offer_take_backs(patron, box_number, visit);
        }
        let Some(stranger) = Patrons::ALL.without(there).iter().next() else { return };
        let beneficiary = Beneficiary::Patron;
        for wager in self.wagers_of_layout() {
            if let Ok(range) = self.check_bet(stranger, box_number, wager, beneficiary, None) {
                let ask = Ask::bet(box_number, wager, beneficiary);
                let rule = self.placing_clause(self.area_of(wager)).rule();
                visit(Offer::new(By::AnyPatron, ask, rule).with(range));
            }
        }
    }

    /// Offers what a patron may bet on their box now, for themselves and for the dealers.
    fn offer_bets_of(&self, patron: Patron, box_number: u8, visit: &mut dyn FnMut(Offer)) {
        for wager in self.wagers_of_layout() {
            for beneficiary in [Beneficiary::Patron, Beneficiary::Dealers] {
                if let Ok(range) = self.check_bet(patron, box_number, wager, beneficiary, None) {
                    let ask = Ask::bet(box_number, wager, beneficiary);
                    let rule = self.placing_clause(self.area_of(wager)).rule();
                    visit(Offer::new(By::Patron(patron), ask, rule).with(range));
                }
            }
        }
    }

    fn offer_take_backs(&self, patron: Patron, box_number: u8, visit: &mut dyn FnMut(Offer)) {
        for wager in self.wagers_of_layout() {
            if self.check_take_back(patron, box_number, wager, None).is_ok() {
                let ask = Ask::TakeBack { box_number, wager };
                visit(Offer::new(By::Patron(patron), ask, self.law.no_withdrawal.rule()));
            }
        }
    }

    /// Offers a side bet that is placed after the deal.
    fn offer_late_bets(&self, visit: &mut dyn FnMut(Offer)) {
        for (box_number, betting_box) in self.boxes_in_play() {
            if let Some(patron) = betting_box.patron {
                self.offer_bets_of(patron, box_number, visit);
            }
        }
    }

    /// Offers to decline, where a wager is offered and there is no other choice.
    fn offer_nos(&self, visit: &mut dyn FnMut(Offer)) {
        for spot in self.spots() {
            let Some(patron) = self.patron_of(spot) else { continue };
            if let Ok(grant) = self.check_choice(patron, spot, words::DECLINE, None) {
                let ask = Ask::Choose { spot, choice: words::DECLINE };
                visit(Offer::new(By::Patron(patron), ask, grant.rule.unwrap_or(protocol::AWAITED)));
            }
        }
    }

    /// Offers each patron with a bet on a box their choices about its hands.
    fn offer_to_all(&self, visit: &mut dyn FnMut(Offer)) {
        for spot in self.spots() {
            let mut asked = Patrons::NONE;
            for wager in self.wagers.iter().filter(|wager| wager.spot.box_number == spot.box_number) {
                asked.add(wager.patron);
            }
            for patron in asked.iter() {
                self.offer_choices_to(patron, spot, visit);
            }
        }
    }

    /// Offers seats that may be taken or given up.
    fn offer_seats(&self, visit: &mut dyn FnMut(Offer)) {
        if !self.law.seated_decides.exists() {
            return;
        }
        for number in 1..=self.terms.boxes {
            let spot = Spot::first(number);
            let (by, choice) = match self.seat(number) {
                Some(patron) => (By::Patron(patron), words::RISE),
                None => (By::AnyPatron, words::SIT),
            };
            visit(Offer::new(by, Ask::Choose { spot, choice }, self.law.seated_decides.rule()));
        }
    }

    /// Offers boxes whose cards a patron may ask to squeeze.
    fn offer_squeezes(&self, visit: &mut dyn FnMut(Offer)) {
        if !self.terms.squeezing {
            return;
        }
        for wager in self.wagers.iter().filter(|wager| wager.kind == words::MAIN && wager.on_layout()) {
            if self.check_squeeze(wager.patron, wager.spot).is_ok() {
                let ask = Ask::Choose { spot: wager.spot, choice: words::SQUEEZE };
                visit(Offer::new(By::Patron(wager.patron), ask, self.law.squeeze_permitted.rule()));
            }
        }
    }

    fn offer_choices(&self, spot: Spot, visit: &mut dyn FnMut(Offer)) {
        if let Some(patron) = self.patron_of(spot) {
            self.offer_choices_to(patron, spot, visit);
        }
    }

    fn offer_choices_to(&self, patron: Patron, spot: Spot, visit: &mut dyn FnMut(Offer)) {
        let one = matches!(self.due, Due::Choice { .. });
        for choice in self.vocabulary.choices {
            let Ok(Grant { rule, range }) = self.check_choice(patron, spot, *choice, None) else { continue };
            let rule = rule.unwrap_or(protocol::AWAITED);
            let offer = Offer::new(By::Patron(patron), Ask::Choose { spot, choice: *choice }, rule);
            let offer = with_range(offer, range);
            let silent = match self.due {
                Due::Choices { closes: words::FOLLOW_CLOSED, .. } => *choice == words::DECLINE,
                Due::Choices { closes: words::RESCUE_CLOSED, .. } => *choice == words::PLAY_ON,
                Due::Choices { closes: words::ANSWERS_CLOSED, .. } => *choice == words::CONTINUE,
                _ => one && self.default_choice(spot) == *choice,
            };
            visit(if silent { offer.by_default() } else { offer });
        }
    }

    /// Offers to show cards: in a hand-dealt game a patron may show them at any time before the hole card is
    /// turned.
    fn offer_shows(&self, but: Option<Spot>, visit: &mut dyn FnMut(Offer)) {
        if !self.terms.pitch {
            return;
        }
        for spot in self.spots().filter(|spot| Some(*spot) != but) {
            let Some(patron) = self.patron_of(spot) else { continue };
            let choice: ChoiceId = words::SHOW;
            if let Ok(grant) = self.check_choice(patron, spot, choice, None) {
                let rule = grant.rule.unwrap_or(protocol::AWAITED);
                visit(Offer::new(By::Patron(patron), Ask::Choose { spot, choice }, rule));
            }
        }
    }

    fn offer_reports(&self, visit: &mut dyn FnMut(Offer)) {
        for irregularity in self.vocabulary.irregularities {
            let place = match (irregularity.id, self.due) {
                (words::CARD_MISSED, _) => self.queue.front(),
                (words::CARD_NOT_DEALT, _) => self.round.wanted.map(|wanted| Place::Hand(wanted.spot)),
                (words::WINNER_UNPAID | words::LOSER_PAID, _) => self.hand_with_line(irregularity.id),
                (words::TWENTY_ONE_MISSED, _) => {
                    self.spots().find(|spot| self.was_paid_at_once(*spot)).map(Place::Hand)
                }
                (words::SIDE_BETS_MISSED, _) => {
                    let mut boxes =
                        (1..=self.terms.boxes).filter(|number| self.settled_side_bet_of(*number).is_some());
                    boxes.next().map(|number| Place::Hand(Spot::first(number)))
                }
                _ => None,
            };
            // While both of the dealer's cards lie face down, naming one of them is not offered.
            let two_hidden = irregularity.id == words::HOLE_EXPOSED && self.round.up_card.is_none();
            if !two_hidden && self.check_report(Report { kind: irregularity.id, place }).is_ok() {
                let card = matches!(
                    irregularity.id,
                    words::FACE_UP_IN_SHOE
                        | words::DRAWN_EXPOSED
                        | words::DEALER_OVERDREW
                        | words::DRAWN_TOGETHER
                        | words::HOLE_EXPOSED
                );
                let ask = Ask::Report { kind: irregularity.id, place, card };
                visit(Offer::new(By::Staff(Rank::Dealer), ask, irregularity.rule));
            }
        }
    }
}

fn with_range(offer: Offer, range: Option<AmountRange>) -> Offer {
    match range {
        Some(range) => offer.with(range),
        None => offer,
    }
}
