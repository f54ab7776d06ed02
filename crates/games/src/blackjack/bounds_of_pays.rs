//! The most expensive round.
//!
//! It is computed for each way in which the dealer's hand can end, and the maximum counts. Every box is at
//! its maximum and split into all its hands, each of them doubled, or has something that pays more. House
//! Money that is won and added to the main wager is paired with the hand that won it, so an ace and a king
//! are never split. Without other side bets full tables reach the bound.
//!
//! Side bets on the first cards make the bound loose: each is taken at its best line, although two queens of
//! hearts cannot also be a straight flush with the up card or a pair of aces, and one shoe does not hold the
//! same best cards for every box.

use super::bounds::Shape;
use super::side_bet_terms::SideBetTerms;
use super::state::Blackjack;
use super::twenty_one::TwentyOneTerms;
use super::words;
use crate::common::{for_units, plus, times};
use crate::side_bets::DealerEnd;
use engine::{WagerBound, WagerId};
use felt::{Money, Odds, OddsForm, Pay, Rounding};

impl Blackjack {
    /// The number of wagers of a side bet that one box can have.
    pub(crate) fn bets_a_box(&self, terms: &SideBetTerms, shape: &Shape) -> u32 {
        let law = terms.law();
        let patrons = if law.on_any_box.exists() { shape.patrons } else { 1 };
        patrons + if law.no_dealer_bet.exists() { 0 } else { shape.dealers }
    }

    /// The most that the house pays in a round.
    pub(crate) fn most_pays(&self, shape: &Shape) -> Money {
        let of_end = |end: DealerEnd| {
            let sides = self.terms.side_bets.iter().map(|terms| self.side_bet_pays(terms, shape, Some(end)));
            plus(self.mains_pay(shape, end), sides.fold(Money::ZERO, plus))
        };
        DealerEnd::ALL.into_iter().map(of_end).max().unwrap_or(Money::ZERO)
    }

    /// What main wagers with their doubles and splits, insurance and House Money of all boxes pay.
    fn mains_pay(&self, shape: &Shape, end: DealerEnd) -> Money {
        let insurance = self.insurance_pays();
        if self.terms.at_once {
            // A 21 is paid before the dealer has a second card, so insurance can win beside it.
            let played = self.played_pays(shape, Money::ZERO);
            return match end {
                DealerEnd::Blackjack => times(plus(played, insurance), shape.boxes),
                _ => self.with_super_bonus(shape, played),
            };
        }
        let pushes = end == DealerEnd::TwentyTwo && self.terms.dealer_22_pushes;
        let of_box = |(won, line): (Money, Option<usize>)| {
            let house_money = self.terms.house_money.map_or(Money::ZERO, |terms| terms.limits.max);
            let added = line.map_or(Money::ZERO, |_| plus(won, house_money));
            // An ace and a king of two suits are a straight, and a blackjack too.
            let natural = matches!(line, None | Some(0 | 3));
            let blackjack = if natural { self.natural_pays(shape, added) } else { Money::ZERO };
            let hands = match (end, pushes) {
                (DealerEnd::Blackjack, _) => insurance.max(self.even_money_pays(shape)),
                (_, true) => blackjack,
                // An ace and a king are neither split nor doubled; of the other rows only a pair is split.
                _ => match line {
                    Some(0) => blackjack,
                    Some(line) if line != 2 => blackjack.max(self.unsplit_pays(shape, added)),
                    _ => blackjack.max(self.played_pays(shape, added)),
                },
            };
            plus(won, hands)
        };
        let dearest = self.house_money_lines().into_iter().map(of_box).max();
        times(dearest.unwrap_or(Money::ZERO), shape.boxes)
    }

    /// What House Money can win, with the row that wins it; and zero without a row.
    fn house_money_lines(&self) -> Vec<(Money, Option<usize>)> {
        let mut lines = vec![(Money::ZERO, None)];
        if let Some(terms) = self.terms.house_money {
            let paid = terms.pays.iter().enumerate();
            lines.extend(paid.map(|(at, line)| (self.terms.pay(line.pays, terms.limits.max), Some(at))));
        }
        lines
    }

    /// What a box at the maximum plus this amount pays, split into all its hands, each at its best pay.
    fn played_pays(&self, shape: &Shape, added: Money) -> Money {
        let stake = plus(self.terms.limits.max, added);
        let hands = shape.hands / shape.boxes.max(1);
        let after_split = self.terms.double_after_split || self.terms.free_doubles;
        let doubled = times(stake, if after_split { 2 } else { 1 });
        let split = times(doubled.max(self.best_21_pays(shape, stake)), hands);
        plus(split.max(times(stake, 2)), self.dealers_pay(shape, Odds::EVEN))
    }

    /// What a box that is not split pays: doubled, or drawn to the best 21.
    fn unsplit_pays(&self, shape: &Shape, added: Money) -> Money {
        let stake = plus(self.terms.limits.max, added);
        let hand = times(stake, 2).max(self.best_21_pays(shape, stake));
        plus(hand, self.dealers_pay(shape, Odds::EVEN))
    }

    /// The most that a 21 which is neither doubled nor a blackjack is paid, on a stake that several patrons
    /// may share.
    fn best_21_pays(&self, shape: &Shape, stake: Money) -> Money {
        let odds = self.terms.twenty_one.iter().flat_map(TwentyOneTerms::odds);
        odds.map(|odds| self.shared_pays(shape, odds, stake)).max().unwrap_or(stake)
    }

    /// What is paid on a stake that several patrons share, where each payment may be rounded.
    fn shared_pays(&self, shape: &Shape, odds: Odds, stake: Money) -> Money {
        let rounded = if self.terms.rounding.is_some() { shape.patrons - 1 } else { 0 };
        plus(self.terms.pay(odds, stake), times(self.terms.coin, rounded))
    }

    fn natural_pays(&self, shape: &Shape, added: Money) -> Money {
        let odds = self.terms.blackjack_pays;
        let stake = plus(self.terms.limits.max, added);
        plus(self.shared_pays(shape, odds, stake), self.dealers_pay(shape, odds))
    }

    fn even_money_pays(&self, shape: &Shape) -> Money {
        match self.terms.even_money {
            true => plus(self.terms.limits.max, self.dealers_pay(shape, Odds::EVEN)),
            false => Money::ZERO,
        }
    }

    /// The dealer bet applies to the first hand and is neither doubled nor split.
    fn dealers_pay(&self, shape: &Shape, odds: Odds) -> Money {
        times(self.terms.pay(odds, self.terms.limits.max), shape.dealers)
    }

    /// What insurance of one box pays.
    fn insurance_pays(&self) -> Money {
        self.terms.pay(self.terms.insurance_pays, self.most_insured())
    }

    /// Half the main wager, or the next coin above it. House Money is added later.
    fn most_insured(&self) -> Money {
        let (main, coin) = (self.terms.limits.max, self.terms.coin);
        let next_unit = self.terms.insurance_next_unit && self.law.insurance_next_unit.exists();
        if next_unit { main.half_up(coin) } else { main.half_down(coin) }
    }

    /// Adds, where the dealer shows a seven, the Super Bonus of some boxes and the share of all others.
    fn with_super_bonus(&self, shape: &Shape, played: Money) -> Money {
        let plain = times(played, shape.boxes);
        let Some(terms) = self.terms.twenty_one.filter(|_| self.law.super_bonus.exists()) else {
            return plain;
        };
        let [spades, suited] = terms.odds_of_suited_sevens();
        let bonus = self.most_bonuses(&terms, shape.patrons);
        let brings = |odds: Odds| plus(self.shared_pays(shape, odds, self.terms.limits.max), bonus);
        let [of_spades, others] = self.threes_of_sevens();
        let in_spades = of_spades.min(shape.boxes);
        let in_others = others.min(shape.boxes - in_spades);
        let rest = shape.boxes - in_spades - in_others;
        if rest == shape.boxes || bonus.is_zero() {
            return plain;
        }
        let dearer = |odds: Odds, boxes: u32| times(played.max(brings(odds)), boxes);
        // The others have a share only if some box has the bonus, so at least one box counts with it, even if its
        // normal pay would be higher.
        let (first, first_boxes) = if in_spades > 0 {
            (brings(spades), [in_spades - 1, in_others])
        } else {
            (brings(suited), [0, in_others - 1])
        };
        let bonuses = plus(dearer(spades, first_boxes[0]), dearer(suited, first_boxes[1]));
        let shares = times(terms.table.pays, shape.boxes.saturating_sub(1));
        plain.max(plus(plus(first, bonuses), plus(times(played, rest), shares)))
    }

    /// The number of hands of three sevens that the shoe holds beside the dealer's seven, in spades and in
    /// the other suits.
    fn threes_of_sevens(&self) -> [u32; 2] {
        let decks = u32::from(self.terms.pack.decks);
        let whole = u32::from(decks > 0 && decks.is_multiple_of(3));
        [decks / 3, (3 * (decks / 3)).saturating_sub(whole)]
    }

    /// The most Super Bonus that the bets on one box can bring: many small bets, or fewer large ones.
    fn most_bonuses(&self, terms: &TwentyOneTerms, patrons: u32) -> Money {
        let limits = self.terms.limits;
        let [(large_from, large), (small_from, small)] = terms.bonuses.map(|(from, row)| (from, row.pays));
        let stake_for = |from: Money| {
            let (least, step) = (from.max(limits.min).as_minor(), limits.step.as_minor().max(1));
            ((least + step - 1) / step * step).max(1)
        };
        // Any number above the number of boxes gives the same result.
        let count = |room: i64, stake: i64| u32::try_from(room.max(0) / stake).unwrap_or(u32::MAX);
        let room = limits.max.as_minor();
        let (large_stake, small_stake) = (stake_for(large_from), stake_for(small_from));
        let most_large = count(room, large_stake).min(patrons);
        let with = |larges: u32| {
            let left = room - large_stake.saturating_mul(i64::from(larges));
            let smalls = count(left, small_stake).min(patrons - larges);
            plus(times(large, larges), times(small, smalls))
        };
        (0..=most_large).map(with).max().unwrap_or(Money::ZERO)
    }

    /// What the house pays on one side bet of all boxes when the dealer's hand ends this way, or in any way
    /// if `None`.
    fn side_bet_pays(&self, terms: &SideBetTerms, shape: &Shape, end: Option<DealerEnd>) -> Money {
        let bets = shape.boxes * self.bets_a_box(terms, shape);
        let for_dealers = if terms.law().no_dealer_bet.exists() { 0 } else { shape.boxes * shape.dealers };
        let patrons = times(self.side_bet_line(terms, end, true), bets - for_dealers);
        let all = plus(patrons, times(self.side_bet_line(terms, end, false), for_dealers));
        match terms.cap.filter(|_| terms.cap_per_round && terms.law().capped.exists()) {
            Some(cap) => all.min(cap),
            None => all,
        }
    }

    /// The most expensive row of one wager, with the dealers' award for a patron's.
    fn side_bet_line(&self, terms: &SideBetTerms, end: Option<DealerEnd>, envied: bool) -> Money {
        let bet = terms.side_bet.bet;
        let cap = terms.cap.filter(|_| terms.law().capped.exists());
        let hit = terms.lines().iter().filter(|line| end.is_none_or(|end| bet.may_hit(line.id.word(), end)));
        let paid = hit.map(|line| {
            let pays = self.line_pays(line.pays, terms.limits.max);
            let pays = cap.map_or(pays, |cap| pays.min(cap));
            let envy = line.envy.filter(|_| envied && terms.law().dealer_envy.exists());
            plus(pays, envy.unwrap_or(Money::ZERO))
        });
        paid.max().unwrap_or(Money::ZERO)
    }

    /// What the house itself pays for a row; a share of a meter is not counted.
    fn line_pays(&self, pays: Pay, stake: Money) -> Money {
        match pays {
            Pay::Odds(odds) if odds.form() == OddsForm::For => {
                plus(odds.win(stake, Rounding::Up, Money::minor(1)), stake)
            }
            Pay::Odds(odds) => self.terms.pay(odds, stake),
            Pay::Amount(amount) => for_units(amount, stake, self.terms.currency),
            Pay::MeterPercent(_) => Money::ZERO,
        }
    }

    /// The most that each kind of wager can bring on its own.
    pub(crate) fn wager_bounds(&self, shape: &Shape) -> Vec<WagerBound> {
        let Shape { boxes, hands, patrons, dealers } = *shape;
        let added = self.house_money_lines().into_iter().filter(|(_, line)| line.is_some());
        let house_money = self.terms.house_money.map(|terms| terms.limits.max).unwrap_or(Money::ZERO);
        let added = added.map(|(won, _)| plus(won, house_money)).max().unwrap_or(Money::ZERO);
        let stake = plus(self.terms.limits.max, added);
        let of_21 = self.best_21_pays(shape, stake);
        let main = of_21.max(self.shared_pays(shape, self.terms.blackjack_pays, stake));
        let bound =
            |wager: WagerId, count: u32, stake: Money, pays: Money| WagerBound { wager, count, stake, pays };
        let splits = (hands - boxes) * patrons;
        let mut bounds = vec![
            bound(words::MAIN, boxes * (patrons + dealers), stake, main),
            bound(words::DOUBLE_WAGER, hands * patrons, stake, stake),
            bound(words::SPLIT_WAGER, splits, stake, of_21),
            bound(words::INSURANCE, boxes * patrons, self.most_insured(), self.insurance_pays()),
        ];
        if self.terms.free_doubles {
            bounds.push(bound(words::FREE_DOUBLE_WAGER, hands, stake, stake));
        }
        if self.terms.free_splits {
            bounds.push(bound(words::FREE_SPLIT_WAGER, splits, stake, stake));
        }
        if let Some(terms) = self.terms.house_money {
            let best = terms.pays.iter().map(|line| self.terms.pay(line.pays, terms.limits.max)).max();
            bounds.push(bound(words::HOUSE_MONEY, boxes, terms.limits.max, best.unwrap_or(Money::ZERO)));
        }
        if let Some(terms) = self.terms.twenty_one.filter(|_| self.law.super_bonus.exists()) {
            let best = terms.bonuses.iter().map(|(_, row)| row.pays).max().unwrap_or(Money::ZERO);
            bounds.push(bound(words::SUPER_BONUS, boxes * patrons, Money::ZERO, best));
            bounds.push(bound(
                words::SUPER_BONUS_TABLE,
                boxes.saturating_sub(1),
                Money::ZERO,
                terms.table.pays,
            ));
        }
        bounds.extend(self.terms.side_bets.iter().map(|terms| {
            let count = boxes * self.bets_a_box(terms, shape);
            bound(terms.word(), count, terms.limits.max, self.side_bet_line(terms, None, true))
        }));
        bounds
    }
}
