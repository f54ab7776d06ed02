//! Lists everything the table would grant now, by calling the checks themselves.

use super::law::SILENT;
use super::play::{Link, Made, Poker, Prize};
use super::state::{PokerTable, hand_place};
use super::words;
use crate::common::Report;
use engine::{Ask, Beneficiary, By, Due, Irregularity, Offer, Patron, Rank, Rule, Spot, protocol};
use felt::Card;

impl<G: Poker> PokerTable<G> {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        match self.due {
            Due::Cut => {
                visit(Offer::new(By::Staff(Rank::Dealer), Ask::Cut, G::PLAY.law.deck.dealer_cuts.rule()));
            }
            Due::Bets { .. } => self.offer_bets(visit),
            Due::Choice { patron, spot } => self.offer_choices(patron, spot, visit),
            _ => {}
        }
        self.offer_reports(visit);
    }

    fn offer_steps(&self, visit: &mut dyn FnMut(Offer)) {
        let step = |rank, step, rule| Offer::new(By::Staff(rank), Ask::Step(step), rule);
        let law = &G::PLAY.law;
        match self.due {
            Due::Bets { closes } => {
                if !self.complete_boxes().is_empty() {
                    visit(step(Rank::Dealer, closes, law.seats.before_deal.rule()));
                }
                if self.seated().is_empty() {
                    visit(step(Rank::Dealer, words::SPREAD_CARDS, law.deck.idle_spread.rule()));
                }
            }
            Due::Step(closes) => visit(step(Rank::Dealer, closes, protocol::AWAITED)),
            Due::Approval { by, .. } => {
                let granted = self.round.granted.is_some();
                let of = if granted { self.verifying_rule() } else { law.deck.supervisor_looks };
                visit(Offer::new(by.into(), Ask::Approve, of.rule()));
            }
            _ => {}
        }
        if self.may_cut_again() {
            visit(step(Rank::Floor, words::CUT_AGAIN, law.deck.cut_again.rule()));
        }
    }

    fn offer_bets(&self, visit: &mut dyn FnMut(Offer)) {
        for box_number in 1..=self.terms.boxes {
            for wager in Self::bets() {
                match self.patron_of(box_number) {
                    None => self.offer_first_bet(box_number, wager, visit),
                    Some(patron) => self.offer_bet(patron, box_number, wager, visit),
                }
            }
        }
    }

    /// Offers an empty box to any patron, with a wager that needs no other before it.
    fn offer_first_bet(&self, box_number: u8, wager: usize, visit: &mut dyn FnMut(Offer)) {
        let after = match G::PLAY.wagers[wager].made {
            Made::Optional(optional) => optional.after,
            Made::Prize(prize) => prize.after,
            Made::Required | Made::Raise(_) => SILENT,
        };
        let waits = after.exists() && self.terms.main_needed;
        if let (Some(terms), false) = (&self.terms.wagers[wager], waits) {
            let ask = Ask::bet(box_number, G::PLAY.wagers[wager].id, Beneficiary::Patron);
            visit(Offer::new(By::AnyPatron, ask, Self::placing_rule(wager)).with(terms.limits));
        }
    }

    fn offer_bet(&self, patron: Patron, box_number: u8, wager: usize, visit: &mut dyn FnMut(Offer)) {
        let (by, id) = (By::Patron(patron), G::PLAY.wagers[wager].id);
        for beneficiary in [Beneficiary::Patron, Beneficiary::Dealers] {
            if let Ok(range) = self.check_bet(patron, box_number, wager, beneficiary, None) {
                let ask = Ask::bet(box_number, id, beneficiary);
                visit(Offer::new(by, ask, Self::placing_rule(wager)).with(range));
            }
        }
        if self.check_take_back(patron, box_number, wager).is_ok() {
            let ask = Ask::TakeBack { box_number, wager: id };
            visit(Offer::new(by, ask, Self::staying(wager).rule()));
        }
    }

    fn placing_rule(wager: usize) -> Rule {
        match G::PLAY.wagers[wager].made {
            Made::Prize(Prize { link: Some(Link { .. }), .. }) => G::PLAY.wagers[wager].beside.rule(),
            _ => G::PLAY.law.seats.before_deal.rule(),
        }
    }

    fn offer_choices(&self, patron: Patron, spot: Spot, visit: &mut dyn FnMut(Offer)) {
        let Some(question) = self.question() else { return };
        for (at, choice) in question.choices.iter().enumerate() {
            let Ok(grant) = self.check_choice(patron, spot, choice.id, None) else { continue };
            let ask = Ask::Choose { spot, choice: choice.id };
            let mut offer = Offer::new(By::Patron(patron), ask, choice.by.rule());
            if let Some(range) = grant.range {
                offer = offer.with(range);
            }
            visit(if at == question.silence { offer.by_default() } else { offer });
        }
    }

    fn offer_reports(&self, visit: &mut dyn FnMut(Offer)) {
        for irregularity in G::vocabulary().irregularities {
            let kind = irregularity.id;
            let by_place =
                matches!(kind, words::WINNER_UNPAID | words::LOSER_PAID | words::PATRON_CARD_SHOWN);
            let boxes = if by_place { 1..=self.terms.boxes } else { 0..=0 };
            for place in boxes.map(|number| Some(hand_place(number)).filter(|_| by_place)) {
                let exposed = kind == words::DRAWN_EXPOSED;
                // Any card will do to test whether one can have been exposed.
                if self.check_report(Report { kind, place }, Some(Card::JOKER).filter(|_| exposed)).is_ok() {
                    let card = matches!(
                        kind,
                        words::DRAWN_EXPOSED
                            | words::DEALER_CARD_EXPOSED
                            | words::BOARD_CARD_EXPOSED
                            | words::CARD_FACE_UP
                    );
                    let rule = self.remedying_rule(irregularity);
                    visit(Offer::new(By::Staff(Rank::Dealer), Ask::Report { kind, place, card }, rule));
                }
            }
        }
    }

    /// A wrong deck has two rules, one for each way of dealing.
    fn remedying_rule(&self, irregularity: &Irregularity) -> Rule {
        match irregularity.id {
            words::WRONG_DECK if self.terms.from_shoe => G::PLAY.law.dealing.shoe_wrong_deck.rule(),
            _ => irregularity.rule,
        }
    }
}
