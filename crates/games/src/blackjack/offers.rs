//! Everything the table would grant now, found by asking the checks themselves.

use super::choices::Grant;
use super::state::Blackjack;
use super::{rules, words};
use engine::{AmountRange, Ask, By, ChoiceId, Due, Offer, Place, Rank, Spot, protocol};

impl Blackjack {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        match self.due {
            Due::Cut => self.offer_cut(visit),
            Due::Bets { .. } => self.offer_bets(visit),
            Due::Choice { spot, .. } => {
                self.offer_choices(spot, visit);
                self.offer_shows(Some(spot), visit);
            }
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
                visit(staff(Rank::Floor, Ask::Step(words::RESHUFFLE), rules::FLOOR_CALLS_RESHUFFLE));
                if self.boxes_in_play().next().is_some() {
                    visit(staff(Rank::Dealer, Ask::Step(closes), rules::WAGER_BEFORE_DEAL));
                } else {
                    visit(staff(Rank::Dealer, Ask::Step(words::SPREAD_CARDS), rules::IDLE_SPREAD));
                }
            }
            Due::Choices { closes, .. } | Due::Step(closes) => {
                visit(staff(Rank::Dealer, Ask::Step(closes), protocol::AWAITED));
            }
            Due::Approval { rank } => visit(staff(rank, Ask::Approve, protocol::AWAITED)),
            Due::Card { to: Place::Rack, .. } if self.may_cut_again() => {
                visit(staff(Rank::Floor, Ask::Step(words::CUT_AGAIN), rules::CUT_AGAIN));
            }
            _ => {}
        }
    }

    fn offer_cut(&self, visit: &mut dyn FnMut(Offer)) {
        let asked = self.present.without(self.declined_cut);
        for patron in asked.iter() {
            visit(Offer::new(By::Patron(patron), Ask::Cut, rules::CUT_OFFERED));
            let decline = Ask::Choose { spot: Spot::TABLE, choice: words::DECLINE_CUT };
            visit(Offer::new(By::Patron(patron), decline, rules::CUT_OFFERED).by_default());
            if self.spread && self.terms.shuffler {
                let again = Ask::Choose { spot: Spot::TABLE, choice: words::SHUFFLE_AGAIN };
                visit(Offer::new(By::Patron(patron), again, rules::IDLE_REQUEST));
            }
        }
        if asked.is_empty() {
            visit(Offer::new(By::Staff(Rank::Dealer), Ask::Cut, rules::DEALER_CUTS_LAST));
        }
    }

    fn offer_bets(&self, visit: &mut dyn FnMut(Offer)) {
        for box_number in 1..=self.terms.boxes {
            let holder = self.betting_box(box_number).and_then(|b| b.patron);
            let Some(patron) = holder else {
                let ask = Ask::Bet { box_number, wager: words::MAIN };
                visit(Offer::new(By::AnyPatron, ask, rules::WAGER_BEFORE_DEAL).with(self.terms.limits));
                continue;
            };
            for wager in [words::MAIN, words::HOUSE_MONEY] {
                if let Ok(range) = self.check_bet(patron, box_number, wager, None) {
                    let rule =
                        if wager == words::MAIN { rules::WAGER_BEFORE_DEAL } else { rules::BESIDE_MAIN };
                    visit(Offer::new(By::Patron(patron), Ask::Bet { box_number, wager }, rule).with(range));
                }
                if self.check_take_back(patron, box_number, wager).is_ok() {
                    let ask = Ask::TakeBack { box_number, wager };
                    visit(Offer::new(By::Patron(patron), ask, rules::NO_WITHDRAWAL));
                }
            }
        }
        if !self.terms.mid_shoe_entry {
            for patron in self.present.without(self.admitted).iter() {
                visit(Offer::new(By::Staff(Rank::Floor), Ask::Permit { patron }, rules::CASINO_ADMITS));
            }
        }
    }

    fn offer_choices(&self, spot: Spot, visit: &mut dyn FnMut(Offer)) {
        let Some(patron) = self.patron_of(spot) else { return };
        let one = matches!(self.due, Due::Choice { .. });
        for choice in words::CHOICES {
            let Ok(Grant { rule, range }) = self.check_choice(patron, spot, *choice, None) else { continue };
            let rule = rule.unwrap_or(protocol::AWAITED);
            let offer = Offer::new(By::Patron(patron), Ask::Choose { spot, choice: *choice }, rule);
            let offer = with_range(offer, range);
            let silent = one && self.default_choice(spot) == *choice;
            visit(if silent { offer.by_default() } else { offer });
        }
    }

    /// From a hand-dealt game a patron may show his cards at any time before the hole card is turned.
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
        for irregularity in words::IRREGULARITIES {
            let place = match (irregularity.id, self.due) {
                (words::CARD_MISSED, Due::Card { to, .. }) => Some(to),
                _ => None,
            };
            if self.may_report(irregularity.id, place) {
                let card = matches!(
                    irregularity.id,
                    words::FACE_UP_IN_SHOE
                        | words::DRAWN_EXPOSED
                        | words::DEALER_OVERDREW
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
