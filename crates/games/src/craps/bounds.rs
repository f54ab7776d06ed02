//! Bounds: what one roll can cost the house.
//!
//! Every wager of the layout is weighed by the rules of `fate.rs` for every point and all 36 rolls, at its
//! maximum stake, and the most expensive roll counts. So wagers that cannot win together are never added up.
//!
//! The bound is for a patron at every place, each with every wager. Wagers that a leaving patron left behind
//! count while they stand, even if another takes the place. The bound is reached if one patron has all the
//! wagers of that roll: they can stand together, though it takes long to get all come bets out.

use super::bet::{Area, Bet, Number, Throw};
use super::fate::{End, Price};
use super::state::Craps;
use crate::common::{plus, times};
use engine::{Bounds, WagerBound};
use felt::{Money, TwoDice};

/// The step that calls the dice out, and the dice.
const INPUTS: u32 = 2;

/// What a roll pays one patron on one wager or on all of them.
#[derive(Clone, Copy, Debug, Default)]
struct Brings {
    pays: Money,
    lines: u32,
}

impl Craps {
    pub(crate) fn work_out_bounds(&self) -> Bounds {
        let places = u32::from(self.terms.places);
        let mut wagers: Vec<WagerBound> = Area::all()
            .map(|area| WagerBound {
                wager: area.word(),
                count: places.saturating_mul(self.of_each(area.bet())),
                stake: Money::ZERO,
                pays: Money::ZERO,
            })
            .collect();
        let mut most = Brings::default();
        for point in [None].into_iter().chain(Number::ALL.map(Some)) {
            let stakes: Vec<Option<Money>> =
                Area::all().map(|area| self.most_staked(point, area.bet())).collect();
            for dice in TwoDice::all() {
                let throw = Throw { point, come_only: false, ..self.throw(dice) };
                let mut all = Brings::default();
                for (area, (stake, bound)) in Area::all().zip(stakes.iter().zip(&mut wagers)) {
                    let Some(stake) = *stake else { continue };
                    let one = self.brings(&throw, area, stake);
                    bound.stake = bound.stake.max(stake);
                    bound.pays = bound.pays.max(one.pays);
                    let each = self.of_each(area.bet());
                    all.pays = plus(all.pays, times(one.pays, each));
                    all.lines += one.lines * each;
                }
                most = Brings { pays: most.pays.max(all.pays), lines: most.lines.max(all.lines) };
            }
        }
        wagers.retain(|bound| bound.stake.is_positive());
        Bounds {
            cards: 0,
            inputs: INPUTS,
            lines: most.lines.saturating_mul(places),
            pays: times(most.pays, places),
            wagers,
        }
    }

    /// The number of wagers of a kind that one patron can have: their own, and one for the dealers.
    fn of_each(&self, bet: Bet) -> u32 {
        if self.terms.dealer_bets && bet.may_be_for_dealers() { 2 } else { 1 }
    }

    /// The most that one patron can have on a wager while this point is on; `None` if no such wager can
    /// stand.
    fn most_staked(&self, point: Option<Number>, bet: Bet) -> Option<Money> {
        let kind = self.terms.kind(Area::of(bet)).filter(|kind| kind.offered)?;
        if let Some(flat) = bet.supports() {
            return self.most_odds(point, bet, self.most_staked(point, flat)?);
        }
        match bet {
            // Every roll decides them or moves them to a number, and they cannot be made on a come-out.
            Bet::Come | Bet::DontCome if point.is_none() => None,
            // The roll that makes a number the point decides the wagers that have moved to it, and no other
            // moves there.
            Bet::ComeOn(number) | Bet::DontComeOn(number) if point == Some(number) => None,
            Bet::ComeOn(_) => self.limit(Bet::Come),
            Bet::DontComeOn(_) => self.limit(Bet::DontCome),
            Bet::World if self.terms.world_broken_down => None,
            _ => kind.limits.map(|limits| limits.max),
        }
    }

    fn limit(&self, bet: Bet) -> Option<Money> {
        let kind = self.terms.kind(Area::of(bet)).filter(|kind| kind.offered)?;
        kind.limits.map(|limits| limits.max)
    }

    /// What a throw pays on a working wager.
    fn brings(&self, throw: &Throw, area: Area, stake: Money) -> Brings {
        let bet = area.bet();
        if bet == Bet::Fire {
            return self.fire_brings(throw, stake);
        }
        match throw.fate(bet, true) {
            Some((End::Wins(price), _)) => {
                let stays = self.terms.winners_stay && bet.may_stay_up();
                let charge = bet.has_vigorish() && (stays || !self.terms.vigorish_when_placed);
                Brings { pays: self.paid(area, price, stake), lines: 1 + u32::from(charge) }
            }
            Some((End::Loses | End::Pushes | End::Returned, _)) => Brings { pays: Money::ZERO, lines: 1 },
            Some((End::StaysOff | End::Moves(_), _)) | None => Brings::default(),
        }
    }

    /// The Fire Bet is settled when the point is lost, and all six points may have been made before.
    fn fire_brings(&self, throw: &Throw, stake: Money) -> Brings {
        if !throw.is_loser_seven() {
            return Brings::default();
        }
        let lines = (0..3).map(|line| self.paid(Area::FIRE, Price::Line(line), stake));
        Brings { pays: lines.max().unwrap_or(Money::ZERO), lines: 1 }
    }

    fn paid(&self, area: Area, price: Price, stake: Money) -> Money {
        let (win, _) = self.terms.win(area, price);
        self.terms.pay(win.odds, win.basis(stake))
    }
}
