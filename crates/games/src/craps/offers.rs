//! Lists everything the table would grant now, by calling the checks themselves.

use super::bet::{Area, Bet};
use super::bets::{Permit, Wish};
use super::rules;
use super::state::{Craps, Dice, InTheAir};
use super::words;
use engine::{Ask, Beneficiary, By, Due, Offer, Patron, Patrons, Rank, Spot, Targets, Wager, protocol};
use std::mem::{Discriminant, discriminant};

impl Craps {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.visit_reports(&mut |kind, place, rule| {
            let ask = Ask::Report { kind, place, card: false };
            visit(Offer::new(By::Staff(Rank::Dealer), ask, rule));
        });
        if self.waits_for_ruling() {
            return;
        }
        self.offer_steps(visit);
        self.offer_choices(visit);
        let mut newcomers: Option<Vec<Offer>> = None;
        for place in 1..=self.terms.places {
            match self.patron_at(place) {
                Some(patron) => self.offer_bets(By::Patron(patron), patron, place, visit),
                // All empty places have the same offers.
                None => {
                    let offers = newcomers.get_or_insert_with(|| self.offers_to_newcomers(place));
                    offers.iter().for_each(|offer| visit(at_place(*offer, place)));
                }
            }
        }
        self.offer_standing(visit);
    }

    /// The offers of one patron: their own bets, choices and standing wagers, or the offers of a newcomer.
    pub(crate) fn visit_offers_to(&self, patron: Patron, visit: &mut dyn FnMut(Offer)) {
        if self.waits_for_ruling() {
            return;
        }
        let own = |offer: &Offer| offer.by == By::Patron(patron);
        self.offer_choices(&mut |offer| {
            if own(&offer) {
                visit(offer);
            }
        });
        match self.place_of(patron) {
            Some(place) => self.offer_bets(By::Patron(patron), patron, place, visit),
            None => {
                let empty = (1..=self.terms.places).filter(|place| self.patron_at(*place).is_none());
                let mut newcomers: Option<Vec<Offer>> = None;
                for place in empty {
                    let offers = newcomers.get_or_insert_with(|| self.offers_to_newcomers(place));
                    offers.iter().for_each(|offer| visit(at_place(*offer, place)));
                }
            }
        }
        self.offer_standing(&mut |offer| {
            if own(&offer) {
                visit(offer);
            }
        });
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
                if self.die_out {
                    staff(Rank::Box, words::INSPECT_DIE, rules::DIE_INSPECTED);
                    staff(Rank::Box, words::REPLACE_DIE, rules::DIE_REPLACED);
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

    /// The bets of a newcomer, who has neither a place nor a wager here.
    fn offers_to_newcomers(&self, place: u8) -> Vec<Offer> {
        let mut offers = Vec::new();
        self.offer_bets(By::AnyPatron, self.newcomer(), place, &mut |offer| offers.push(offer));
        offers
    }

    /// The bets that a patron may make, for themselves and for the dealers.
    fn offer_bets(&self, by: By, patron: Patron, place: u8, visit: &mut dyn FnMut(Offer)) {
        self.offer_families(by, (patron, Beneficiary::Patron), place, visit);
        if self.terms.dealer_bets {
            self.offer_families(by, (patron, Beneficiary::Dealers), place, visit);
        }
    }

    /// Makes one offer for all wagers of a family that accept the same amounts; a page shows them together.
    fn offer_families(
        &self,
        by: By,
        (patron, beneficiary): (Patron, Beneficiary),
        place: u8,
        visit: &mut dyn FnMut(Offer),
    ) {
        let mut families: Vec<(Discriminant<Bet>, Offer)> = Vec::new();
        for area in Area::all() {
            let wish = Wish { patron, beneficiary, place, area };
            let Ok(Permit { place, range, cites }) = self.check_bet(wish, None) else { continue };
            let rule = cites.iter().next().unwrap_or(protocol::AWAITED);
            let family = discriminant(&area.bet());
            let same = |(there, offer): &&mut (_, Offer)| {
                *there == family && offer.amount == Some(range) && offer.rule == rule
            };
            if let Some((_, Offer { ask: Ask::Bet { targets, .. }, .. })) = families.iter_mut().find(same) {
                targets.add(area.number());
            } else {
                families
                    .push((family, Offer::new(by, wager_ask(place, area, beneficiary), rule).with(range)));
            }
        }
        families.into_iter().for_each(|(_, offer)| visit(offer));
    }

    /// A patron with neither a place nor a wager here.
    fn newcomer(&self) -> Patron {
        let mut known = Patrons::NONE;
        let placed = self.places.iter().flatten().copied();
        placed.chain(self.wagers.iter().map(|wager| wager.patron)).for_each(|patron| known.add(patron));
        known.others().iter().next().unwrap_or(Patron::A)
    }

    fn offer_standing(&self, visit: &mut dyn FnMut(Offer)) {
        let own = |wager: &&Wager| {
            wager.beneficiary == Beneficiary::Patron && self.place_of(wager.patron).is_some()
        };
        for wager in self.wagers.iter().filter(own) {
            let (by, box_number) = (By::Patron(wager.patron), wager.spot.box_number);
            if let Ok(rule) = self.check_take_back(wager, None) {
                let ask = Ask::TakeBack { box_number, wager: wager.kind };
                visit(Offer::new(by, ask, rule.unwrap_or(protocol::AWAITED)));
            }
            let on = !wager.working;
            if let Ok(rule) = self.check_call(wager, on) {
                let ask = Ask::Work { box_number, wager: wager.kind, on };
                visit(Offer::new(by, ask, rule.unwrap_or(protocol::AWAITED)));
            }
        }
    }
}

/// The same offer at another place.
fn at_place(offer: Offer, place: u8) -> Offer {
    match offer.ask {
        Ask::Bet { wager, targets, beneficiary, .. } => {
            Offer { ask: Ask::Bet { box_number: place, wager, targets, beneficiary }, ..offer }
        }
        _ => offer,
    }
}

fn wager_ask(box_number: u8, area: Area, beneficiary: Beneficiary) -> Ask {
    let mut targets = Targets::among(words::WAGERS);
    targets.add(area.number());
    Ask::Bet { box_number, wager: area.word(), targets, beneficiary }
}
