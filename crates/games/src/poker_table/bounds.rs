//! Bounds: the longest round and the most expensive one.

use super::play::{Bonus, Deal, Dearest, Does, Made, Poker, Prize, Step, To, Verified};
use super::prizes::amount_of;
use super::state::PokerTable;
use crate::common::times;
use engine::{Bounds, WagerBound};
use felt::Money;

/// Counts the items. Bounds are 32-bit counts.
pub(crate) fn how_many<T>(all: impl Iterator<Item = T>) -> u32 {
    all.map(|_| 1).sum()
}

/// Closing the bets, and releasing the settlement.
const STEPS: u32 = 2;

impl<G: Poker> PokerTable<G> {
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let boxes = u32::from(self.terms.boxes);
        let to = |whom: To| self.cards_dealt_to(whom);
        let (own, dealer, down) = (to(To::Patrons), to(To::Dealer), to(To::Board));
        let cards = boxes * own + dealer + down + to(To::Rack) + self.later_cards();
        let open = u32::from(self.open_card().is_some());
        let Dearest { pays, cut, drawn, envied } = G::dearest(&self.terms);
        let linked = self.terms.wagers.iter().zip(G::PLAY.wagers).filter_map(|(offered, known)| {
            let Made::Prize(Prize { link, .. }) = known.made else { return None };
            link.filter(|_| offered.is_some())
        });
        let (links, told) =
            linked.fold((0, 0), |(links, told), link| (links + 1, answers(link.verified).max(told)));
        let (drawn, envied) = (drawn.min(links * boxes) * told, if links > 0 { envied } else { 0 });
        let approvals = if G::APPROVAL.is_some() { boxes } else { 0 };
        let wagers = how_many(self.terms.wagers.iter().flatten());
        Bounds {
            cards,
            inputs: STEPS + cards + boxes * self.questions() + boxes * own + dealer - open
                + down
                + drawn
                + approvals,
            lines: boxes * (wagers + self.bets_for_dealers() + self.bonuses()) + cut + envied,
            pays,
            wagers: self.wager_bounds(envied),
        }
    }

    fn cards_dealt_to(&self, whom: To) -> u32 {
        let deals = G::PLAY.course(self.terms.from_shoe).deal.iter();
        deals.filter(|Deal { to, .. }| *to == whom).map(|deal| u32::from(deal.cards)).sum()
    }

    /// The number of cards burnt, or laid in the middle, after the first deal.
    fn later_cards(&self) -> u32 {
        let burnt = how_many(self.steps().iter().filter(|step| matches!(step, Step::Burn(_))));
        let laid = self.steps().iter().filter_map(|step| match step {
            Step::Board(cards, _) => Some(u32::from(*cards)),
            Step::CardFor(wager, _) => Some(u32::from(self.terms.wagers[*wager].is_some())),
            _ => None,
        });
        burnt + laid.max().unwrap_or(0)
    }

    fn questions(&self) -> u32 {
        how_many(self.steps().iter().filter(|step| matches!(step, Step::Ask(_))))
    }

    /// The number of dealer bets that a box may have: one beside every wager that is made before the deal and
    /// pays odds.
    fn bets_for_dealers(&self) -> u32 {
        if !self.terms.dealer_bets {
            return 0;
        }
        let known = self.terms.wagers.iter().zip(G::PLAY.wagers);
        let beside = known.filter(|(offered, known)| {
            offered.is_some() && matches!(known.made, Made::Required | Made::Optional(_))
        });
        how_many(beside)
    }

    /// The number of bonuses that a box may be paid: the patron's, and the dealers'.
    fn bonuses(&self) -> u32 {
        if G::BONUS.is_some() { 1 + u32::from(self.terms.dealer_bets) } else { 0 }
    }

    fn wager_bounds(&self, envied: u32) -> Vec<WagerBound> {
        let boxes = u32::from(self.terms.boxes);
        let mut bounds = Vec::new();
        for (wager, known) in G::PLAY.wagers.iter().enumerate() {
            let Some(terms) = &self.terms.wagers[wager] else { continue };
            let for_dealers =
                self.terms.dealer_bets && !matches!(known.made, Made::Raise(_) | Made::Prize(_));
            let count = if for_dealers { 2 * boxes } else { boxes };
            let stake = match known.made {
                Made::Raise(_) => times(self.terms.limits().max, self.most_times(wager)),
                _ => terms.limits.max,
            };
            let best = self.terms.best_win(wager, stake, |_| true);
            // A wager without a pay table pays at most even money; so does one whose pay table belongs to its
            // bonus.
            let bonus = G::BONUS.filter(|bonus| bonus.on == wager);
            let pays = if known.rows.is_empty() || bonus.is_some() { stake } else { best };
            bounds.push(WagerBound { wager: known.id, count, stake, pays });
            if let Some(Bonus { award, .. }) = bonus {
                bounds.push(WagerBound { wager: award, count, stake: Money::ZERO, pays: best });
            }
            if let Made::Prize(Prize { link: Some(link), .. }) = known.made {
                let best = terms.envy.iter().flatten().map(|row| row.pays).max().unwrap_or(Money::ZERO);
                if let Some(envy) = link.envy {
                    bounds.push(WagerBound {
                        wager: envy.award,
                        count: envied,
                        stake: Money::ZERO,
                        pays: best,
                    });
                }
            }
        }
        bounds
    }

    /// The largest multiple of the first wager that this one can be raised to.
    fn most_times(&self, wager: usize) -> u32 {
        let choices = self.steps().iter().flat_map(|step| match step {
            Step::Ask(question) => question.choices,
            _ => &[],
        });
        let raises = choices.filter_map(|choice| match choice.does {
            Does::Raise { wager: raised, times: (_, most), .. } if raised == wager => Some(u32::from(most)),
            _ => None,
        });
        raises.max().unwrap_or(1)
    }
}

/// The number of inputs that a share of a meter needs: the meter's answer, and those of the people who look
/// at the hand.
const fn answers(verified: Verified) -> u32 {
    match verified {
        Verified::ByDealer => 1,
        Verified::BySupervisorAndSurveillance(_) => 3,
    }
}

/// The most that the house pays on the fixed-amount wagers that are joined to a meter, envy bonuses included,
/// when the boxes hold these hands. Each hand is given by the index of its row.
pub(crate) fn dearest_prizes<G: Poker>(terms: &super::Terms<G>, wager: usize, hands: &[usize]) -> Money {
    let Some(offered) = &terms.wagers[wager] else { return Money::ZERO };
    let others = how_many(hands.iter().skip(1));
    let brings = |row: &usize| {
        let own = offered.pays[*row].map_or(Money::ZERO, |row| amount_of(row.pays));
        let envy = offered.envy[*row].map_or(Money::ZERO, |row| row.pays);
        crate::common::plus(own, times(envy, others))
    };
    hands.iter().map(brings).fold(Money::ZERO, crate::common::plus)
}
