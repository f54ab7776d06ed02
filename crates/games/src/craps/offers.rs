//! Everything the table would grant now, found by asking the checks themselves.

use super::bet::{Area, Bet};
use super::bets::Wish;
use super::rules;
use super::state::{Craps, Dice, InTheAir, bet_of};
use super::words;
use engine::{Ask, Beneficiary, By, Due, Offer, Patron, Patrons, Rank, Rule, Spot, Targets, protocol};
use std::mem::{Discriminant, discriminant};

impl Craps {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.offer_steps(visit);
        self.offer_choices(visit);
        for place in 1..=self.terms.places {
            match self.patron_at(place) {
                Some(patron) => self.offer_bets(patron, place, visit),
                None => self.offer_place(place, visit),
            }
        }
        self.offer_standing(visit);
        for irregularity in words::IRREGULARITIES {
            if self.may_report(irregularity.id) {
                let ask = Ask::Report { kind: irregularity.id, place: None, card: false };
                visit(Offer::new(By::Staff(Rank::Dealer), ask, irregularity.rule));
            }
        }
    }

    fn offer_steps(&self, visit: &mut dyn FnMut(Offer)) {
        let mut staff = |rank, step, rule| visit(Offer::new(By::Staff(rank), Ask::Step(step), rule));
        match self.in_the_air {
            InTheAir::Disputed => staff(Rank::Box, words::VOID_THROW, rules::BOX_VOIDS),
            InTheAir::Thrown => {}
            InTheAir::No => {
                if self.dice == Dice::Idle {
                    staff(Rank::Dealer, words::OFFER_DICE, rules::DICE_AT_COMMENCEMENT);
                }
                if self.awaits_dice() {
                    staff(Rank::Dealer, words::THROW, rules::WAGERS_BEFORE_THROW);
                }
                if self.shooter().is_some() {
                    staff(Rank::Box, words::ORDER_DICE_ON, rules::BOX_ORDERS_DICE_ON);
                }
            }
        }
    }

    fn offer_choices(&self, visit: &mut dyn FnMut(Offer)) {
        let asked = match self.due {
            Due::Choice { patron, spot } => Some((patron, spot)),
            _ => None,
        };
        let shooter = || {
            let shooter = self.shooter()?;
            Some((shooter, Spot::first(self.place_of(shooter)?)))
        };
        let Some((patron, spot)) = asked.or_else(shooter) else { return };
        for choice in words::CHOICES {
            if self.check_choice(patron, spot, *choice).is_ok() {
                let rule =
                    if *choice == words::PASS_DICE { rules::SHOOTER_MAY_PASS } else { protocol::AWAITED };
                let offer = Offer::new(By::Patron(patron), Ask::Choose { spot, choice: *choice }, rule);
                let silent = asked.is_some() && self.default_choice() == *choice;
                visit(if silent { offer.by_default() } else { offer });
            }
        }
    }

    /// Where nobody stands a newcomer may make any wager that stands alone.
    fn offer_place(&self, box_number: u8, visit: &mut dyn FnMut(Offer)) {
        let alone = Area::all().filter(|area| area.bet().supports().is_none());
        self.offer_families(By::AnyPatron, self.newcomer(), box_number, alone, visit);
    }

    fn offer_bets(&self, patron: Patron, place: u8, visit: &mut dyn FnMut(Offer)) {
        self.offer_families(By::Patron(patron), patron, place, Area::all(), visit);
    }

    /// One offer for all wagers of a family that may be made for the same amounts: a page draws them together.
    fn offer_families(
        &self,
        by: By,
        patron: Patron,
        place: u8,
        areas: impl Iterator<Item = Area>,
        visit: &mut dyn FnMut(Offer),
    ) {
        let mut families: Vec<(Discriminant<Bet>, Offer)> = Vec::new();
        for area in areas {
            let Ok((box_number, range)) = self.check_bet(Wish { patron, place, area }, None) else {
                continue;
            };
            let (family, rule) = (discriminant(&area.bet()), offered_by(area.bet()));
            let same = |(there, offer): &&mut (_, Offer)| {
                *there == family && offer.amount == Some(range) && offer.rule == rule
            };
            if let Some((_, Offer { ask: Ask::Bet { targets, .. }, .. })) = families.iter_mut().find(same) {
                targets.add(area.number());
            } else {
                families.push((family, Offer::new(by, for_himself(box_number, area), rule).with(range)));
            }
        }
        families.into_iter().for_each(|(_, offer)| visit(offer));
    }

    /// Somebody who has neither a place nor a wager here: he is judged by what holds for everybody.
    fn newcomer(&self) -> Patron {
        let mut known = Patrons::NONE;
        let placed = self.places.iter().flatten().copied();
        placed.chain(self.wagers.iter().map(|wager| wager.patron)).for_each(|patron| known.add(patron));
        known.others().iter().next().unwrap_or(Patron::A)
    }

    fn offer_standing(&self, visit: &mut dyn FnMut(Offer)) {
        for wager in self.wagers.iter().filter(|wager| self.place_of(wager.patron).is_some()) {
            let (by, box_number) = (By::Patron(wager.patron), wager.spot.box_number);
            if self.check_take_back(wager, None).is_ok() {
                let rule = match bet_of(wager) {
                    Bet::DontPass | Bet::DontCome | Bet::DontComeOn(_) => rules::DONT_REMOVED,
                    _ => rules::TAKEN_BACK,
                };
                visit(Offer::new(by, Ask::TakeBack { box_number, wager: wager.kind }, rule));
            }
            let on = !wager.working;
            if self.check_call(wager, on).is_ok() {
                visit(Offer::new(by, Ask::Work { box_number, wager: wager.kind, on }, rules::CALLS));
            }
        }
    }
}

/// The document knows no bets for the dealers.
fn for_himself(box_number: u8, area: Area) -> Ask {
    let mut targets = Targets::among(words::WAGERS);
    targets.add(area.number());
    Ask::Bet { box_number, wager: area.word(), targets, beneficiary: Beneficiary::Patron }
}

fn offered_by(bet: Bet) -> Rule {
    match bet {
        Bet::Buy(_) => rules::BUY_BET,
        Bet::Lay(_) => rules::LAY_BET,
        Bet::Fire => rules::FIRE_BET,
        bet if bet.supports().is_some() => rules::ODDS_OUTSIDE_LIMITS,
        _ => rules::PERMITTED_WAGER,
    }
}
