//! Lists everything the table would grant now, by calling the checks themselves.

use super::bets::Wish;
use super::play::LayoutGame;
use super::state::LayoutTable;
use crate::sources::Source;
use engine::{Ask, Beneficiary, By, Offer, Patron, Patrons, Rank, Targets, Wager, protocol};
use felt::Money;

impl<G: LayoutGame> LayoutTable<G> {
    pub(crate) fn visit_offers(&self, visit: &mut dyn FnMut(Offer)) {
        self.visit_reports(&mut |kind, place, rule| {
            let ask = Ask::Report { kind, place, card: G::Source::names_card(kind) };
            visit(Offer::new(By::Staff(Rank::Dealer), ask, rule));
        });
        if self.ruling_due {
            return;
        }
        self.visit_steps(&mut |rank, step, rule| {
            visit(Offer::new(By::Staff(rank), Ask::Step(step), rule));
        });
        self.source.offers(&self.scene(), (&self.layout, &self.shoe), visit);
        let mut newcomers: Option<Vec<Offer>> = None;
        for place in 1..=self.terms.places {
            match self.patron_at(place) {
                Some(patron) => {
                    self.offer_bets(By::Patron(patron), patron, place, visit);
                    self.offer_take_backs(patron, place, visit);
                }
                None => self.offer_newcomers(&mut newcomers, place, visit),
            }
        }
    }

    /// The offers of one patron: their own bets, or the offers of a newcomer.
    pub(crate) fn visit_offers_to(&self, patron: Patron, visit: &mut dyn FnMut(Offer)) {
        if self.ruling_due {
            return;
        }
        self.source.offers(&self.scene(), (&self.layout, &self.shoe), &mut |offer| {
            if offer.by == By::Patron(patron) {
                visit(offer);
            }
        });
        if let Some(place) = self.place_of(patron) {
            self.offer_bets(By::Patron(patron), patron, place, visit);
            self.offer_take_backs(patron, place, visit);
            return;
        }
        let mut newcomers: Option<Vec<Offer>> = None;
        for place in (1..=self.terms.places).filter(|place| self.patron_at(*place).is_none()) {
            self.offer_newcomers(&mut newcomers, place, visit);
        }
    }

    /// All empty places have the same offers.
    fn offer_newcomers(&self, known: &mut Option<Vec<Offer>>, place: u8, visit: &mut dyn FnMut(Offer)) {
        let offers = known.get_or_insert_with(|| {
            let mut offers = Vec::new();
            self.offer_bets(By::AnyPatron, self.newcomer(), place, &mut |offer| offers.push(offer));
            offers
        });
        for offer in offers.iter() {
            if let Ask::Bet { wager, targets, beneficiary, .. } = offer.ask {
                let ask = Ask::Bet { box_number: place, wager, targets, beneficiary };
                visit(Offer { ask, ..*offer });
            }
        }
    }

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
        if self.closed() {
            return;
        }
        let mut staked = [Money::ZERO; 256];
        for wager in self.wagers_at(place).filter(|wager| wager.beneficiary == beneficiary) {
            staked[usize::from(wager.area)] = wager.stake;
        }
        let mut families: Vec<(u8, Offer)> = Vec::new();
        for (number, row) in (0..=u8::MAX).zip(G::PLAY.rows) {
            let wish = Wish { patron, beneficiary, place, row: number };
            let Ok((range, cites)) = self.check_bet(wish, staked[usize::from(number)], None) else {
                continue;
            };
            let rule = cites.iter().next().unwrap_or(protocol::AWAITED);
            let same = |(family, offer): &&mut (u8, Offer)| {
                *family == row.family && offer.amount == Some(range) && offer.rule == rule
            };
            if let Some((_, Offer { ask: Ask::Bet { targets, .. }, .. })) = families.iter_mut().find(same) {
                targets.add(number);
                continue;
            }
            let mut targets = Targets::among(G::vocabulary().wagers);
            targets.add(number);
            let ask = Ask::Bet { box_number: place, wager: row.id, targets, beneficiary };
            families.push((row.family, Offer::new(by, ask, rule).with(range)));
        }
        families.into_iter().for_each(|(_, offer)| visit(offer));
    }

    fn offer_take_backs(&self, patron: Patron, place: u8, visit: &mut dyn FnMut(Offer)) {
        let own = |wager: &&Wager| {
            wager.spot.box_number == place && wager.beneficiary == Beneficiary::Patron && wager.on_layout()
        };
        for wager in self.wagers.iter().filter(own).filter(|wager| self.check_take_back(wager, None).is_ok())
        {
            let ask = Ask::TakeBack { box_number: place, wager: wager.kind };
            visit(Offer::new(By::Patron(patron), ask, protocol::AWAITED));
        }
    }

    /// A patron without a place here.
    fn newcomer(&self) -> Patron {
        let mut known = Patrons::NONE;
        self.places.iter().flatten().for_each(|patron| known.add(*patron));
        known.others().iter().next().unwrap_or(Patron::A)
    }
}
