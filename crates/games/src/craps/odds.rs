//! Taking and laying odds: supplemental wagers in support of a bet whose number is known.

use super::bet::{Area, Bet, Number};
use super::bets::Wish;
use super::rules;
use super::state::Craps;
use engine::{AmountRange, Cites, Refusal, Rule, Wager};
use felt::{Money, Odds};

/// The document's rules for one kind of odds.
struct OddsRules {
    allowed: Rule,
    limited: Rule,
}

const fn rules_of(bet: Bet) -> OddsRules {
    let (allowed, limited) = match bet {
        Bet::PassOdds => (rules::PASS_ODDS, rules::PASS_ODDS_LIMIT),
        Bet::DontPassOdds => (rules::DONT_PASS_ODDS, rules::DONT_PASS_ODDS_LIMIT),
        Bet::ComeOdds(_) => (rules::COME_ODDS, rules::COME_ODDS_LIMIT),
        Bet::DontComeOdds(_) => (rules::DONT_COME_ODDS, rules::DONT_COME_ODDS_LIMIT),
        _ => (rules::PUT_ODDS, rules::PUT_ODDS_LIMIT),
    };
    OddsRules { allowed, limited }
}

/// The odds that a flat bet allows.
#[derive(Clone, Copy, Debug)]
struct Bearing {
    /// By the casino's multiple alone.
    plain: Money,
    /// Rounded up to the next stake that is paid in whole coins.
    most: Money,
    step: Money,
}

impl Craps {
    /// Checks whether odds of this amount would be accepted, and returns the range of amounts that would be,
    /// and the rules.
    pub(crate) fn check_odds(
        &self,
        wish: Wish,
        stake: Option<Money>,
    ) -> Result<(AmountRange, Cites), Refusal> {
        let Wish { patron, beneficiary, area, .. } = wish;
        let bet = area.bet();
        let cited = rules_of(bet);
        let flat = self.supported(wish);
        let bearing = flat.and_then(|flat| self.bearing(bet, flat.stake));
        cited.allowed.forbids(bearing.is_none(), "nothing-to-support")?;
        let bearing = bearing.ok_or(Refusal::impossible("no-such-wager"))?;
        let staked = self.wager_for(patron, beneficiary, area).map_or(Money::ZERO, |wager| wager.stake);
        let open = AmountRange { min: bearing.step, max: bearing.most - staked, step: bearing.step };
        let total = staked + stake.unwrap_or(bearing.step);
        let with_range = |refusal: Refusal| {
            if open.min <= open.max { refusal.allowing(open) } else { refusal }
        };
        if stake.is_some_and(|stake| !stake.is_positive() || !stake.is_acceptable()) {
            return Err(with_range(Refusal::impossible("outside-limits")));
        }
        cited.limited.forbids(total > bearing.most, "odds-too-high").map_err(with_range)?;
        let uneven = !total.is_multiple_of(bearing.step);
        rules::ODDS_AMOUNTS.forbids(uneven, "odds-not-payable").map_err(with_range)?;
        let posted = flat.and_then(|flat| self.posted_limits(flat));
        let outside = posted.is_some_and(|limits| total < limits.min || total > limits.max);
        let cites = Cites::from(cited.allowed.applies())
            .and(rules::ODDS_ROUNDED_UP.when(total > bearing.plain))
            .and(rules::ODDS_OUTSIDE_LIMITS.when(outside));
        Ok((open, cites))
    }

    /// The limits posted for a flat bet; those of the come lines apply to bets that moved to a number.
    fn posted_limits(&self, flat: &Wager) -> Option<AmountRange> {
        let bet = match Area::recalled(flat.area).bet() {
            Bet::ComeOn(_) => Bet::Come,
            Bet::DontComeOn(_) => Bet::DontCome,
            bet => bet,
        };
        self.terms.kind(Area::of(bet))?.limits
    }

    /// The wager that odds of this kind would support.
    pub(crate) fn supported(&self, wish: Wish) -> Option<&Wager> {
        let flat = Area::of(wish.area.bet().supports()?);
        self.wager_for(wish.patron, wish.beneficiary, flat)
    }

    fn bearing(&self, bet: Bet, flat: Money) -> Option<Bearing> {
        self.bearing_at(self.point, bet, flat)
    }

    /// The most odds that a flat bet allows while this point is on.
    pub(crate) fn most_odds(&self, point: Option<Number>, bet: Bet, flat: Money) -> Option<Money> {
        self.bearing_at(point, bet, flat).map(|bearing| bearing.most)
    }

    fn bearing_at(&self, point: Option<Number>, bet: Bet, flat: Money) -> Option<Bearing> {
        let (number, odds) = self.number_and_odds(point, bet)?;
        let times = self.terms.odds_limit[number.odds_class()];
        let multiple = flat.checked_mul(times)?;
        // Laid odds are limited by what they can win.
        let plain = if bet.lays_odds() { stake_to_win(odds, multiple)? } else { multiple };
        let step = self.terms.payable_step(odds);
        Some(Bearing { plain, most: round_up(plain, step)?, step })
    }

    /// The number that odds depend on, and their price.
    fn number_and_odds(&self, point: Option<Number>, bet: Bet) -> Option<(Number, Odds)> {
        let (number, line) = match bet {
            Bet::PassOdds | Bet::DontPassOdds => (point?, point?.odds_class()),
            Bet::ComeOdds(number) | Bet::DontComeOdds(number) | Bet::PutOdds(number) => (number, 0),
            _ => return None,
        };
        let priced = self.terms.price(Area::of(bet), line)?;
        Some((number, priced.odds))
    }

    /// The step of amounts of odds.
    pub(crate) fn odds_step(&self, bet: Bet) -> Option<Money> {
        self.number_and_odds(self.point, bet).map(|(_, odds)| self.terms.payable_step(odds))
    }

    /// Whether a flat bet reduced to this stake still supports the odds behind it.
    pub(crate) fn bears_its_odds(&self, flat: &Wager, left: Money) -> bool {
        let odds = self.wagers.iter().find(|wager| wager.supports == Some(flat.number));
        odds.is_none_or(|odds| {
            let bet = Area::recalled(odds.area).bet();
            self.bearing(bet, left).is_some_and(|bearing| odds.stake <= bearing.most)
        })
    }
}

/// The stake that wins an amount at these odds, rounded up to the minor unit.
fn stake_to_win(odds: Odds, win: Money) -> Option<Money> {
    let (win_units, per_units) = (i64::from(odds.win_units()), i64::from(odds.per_units()));
    let scaled = win.as_minor().checked_mul(per_units)?.checked_add(win_units - 1)?;
    Some(Money::minor(scaled.checked_div(win_units)?))
}

fn round_up(amount: Money, step: Money) -> Option<Money> {
    let (amount, step) = (amount.as_minor(), step.as_minor());
    let steps = amount.checked_add(step - 1)?.checked_div(step)?;
    steps.checked_mul(step).map(Money::minor)
}
