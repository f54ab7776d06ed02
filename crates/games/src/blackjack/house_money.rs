//! House Money: a side bet on the first two cards whose winnings may be added to the main wager.

use super::hand::{Hand, Play};
use super::law::Law;
use super::state::Blackjack;
use super::terms::HouseMoneyTerms;
use super::words;
use crate::common::{PayRow, Verdict, tell};
use engine::{Cites, Outcome, Patron, Rule, Sink, Spot, What};
use felt::{Card, Money, Odds};

/// The best combination of two cards: its index in the pay table and the rule that names it.
pub(crate) fn made(law: &Law, cards: [Card; 2]) -> Option<(usize, Rule)> {
    let [low, high] = match cards.map(Card::rank_number) {
        [a, b] if a <= b => [a, b],
        [a, b] => [b, a],
    };
    let suited = cards[0].suit() == cards[1].suit();
    // Adjacent ranks; the ace ranks above the king and below the two.
    let neighbours = high - low == 1 || (low == 2 && high == 14);
    if let Some(rule) = law.ace_king_suited.when(suited && low == 13 && high == 14) {
        return Some((0, rule));
    }
    if let Some(rule) = law.straight_flush.when(suited && neighbours) {
        return Some((1, rule));
    }
    if let Some(rule) = law.pair.when(low == high) {
        return Some((2, rule));
    }
    law.straight.when(neighbours).map(|rule| (3, rule))
}

impl HouseMoneyTerms {
    /// The row that two cards are paid by, with the rule that names their combination.
    pub fn row(&self, law: &Law, cards: [Card; 2]) -> Option<(PayRow<Odds>, Rule)> {
        made(law, cards).map(|(place, rule)| (self.pays[place], rule))
    }
}

impl Blackjack {
    /// Whether a hidden hand has the side bet.
    pub(crate) fn hidden_house_money(&self) -> bool {
        self.boxes_in_play().any(|(number, _)| self.hides_house_money(number))
    }

    pub(crate) fn hides_house_money(&self, number: u8) -> bool {
        self.betting_box(number).is_some_and(|b| {
            b.house_money.is_some()
                && !b.house_money_settled
                && b.hands().first().is_some_and(|hand| !hand.open && hand.play != Play::Settled)
        })
    }

    /// Settles the side bets of all open hands, from the dealer's right.
    pub(crate) fn settle_house_money<S: Sink>(&mut self, out: &mut S) {
        self.round.house_money_settled = true;
        if self.terms.house_money.is_none() {
            return;
        }
        for number in self.numbers_from_right() {
            let open = self.hand(Spot::first(number)).is_some_and(|hand| hand.open);
            if open {
                self.settle_house_money_of(number, true, out);
            }
        }
    }

    /// Settles one box's side bet; its winnings may be added unless play is over or the dealer has blackjack.
    pub(crate) fn settle_house_money_of<S: Sink>(&mut self, number: u8, in_time: bool, out: &mut S) {
        let Some(betting_box) = self.betting_box(number) else { return };
        let (Some(wager), false) = (betting_box.house_money, betting_box.house_money_settled) else { return };
        let Some(cards) = betting_box.first_two() else { return };
        let Some(terms) = self.terms.house_money else { return };
        let result = terms.row(self.law, cards);
        let two = self.law.first_two_cards.applies();
        let timing = self.house_money_timing(in_time);
        let verdict = match result {
            Some((paid, rule)) => {
                let cites = Cites::one(rule).and(two).and(timing).and(paid.rule.applies());
                Verdict::win(paid.pays, cites).by_row(paid.row)
            }
            None => {
                let nothing = Cites::from(self.law.nothing_hit.applies()).and(two);
                Verdict::of(Outcome::Loses, nothing.and(self.law.house_money_hands.applies()))
            }
        };
        let stake = self.stake(Some(wager));
        let paid = self.settle_wager(wager, verdict, out);
        let standing = self.hand(Spot::first(number)).is_some_and(|hand| hand.play != Play::Settled);
        let against_blackjack = timing.is_some_and(|rule| self.law.paid_against_blackjack.is(rule));
        let addable = result.is_some() && in_time && standing && !against_blackjack;
        if let Some(betting_box) = self.box_mut(number) {
            betting_box.house_money_settled = true;
            betting_box.proceeds = if addable { paid + stake } else { Money::ZERO };
        }
    }

    fn house_money_timing(&self, in_time: bool) -> Option<Rule> {
        let checked = self.round.up_card.is_some_and(|up| self.is_checked(up));
        if let Some(rule) = self.law.paid_against_blackjack.when(self.dealer_has_blackjack()) {
            return Some(rule);
        }
        if !in_time {
            return self.law.house_money_hidden.applies();
        }
        self.law.paid_after_check.when(checked).or_else(|| self.law.paid_at_once.when(!checked))
    }

    /// Adds part of the winnings to the main wager, or keeps everything, as the patron decides.
    pub(crate) fn add_proceeds<S: Sink>(&mut self, patron: Patron, spot: Spot, added: Money, out: &mut S) {
        let blackjack = self.hand(spot).is_some_and(Hand::is_blackjack);
        if let Some(betting_box) = self.box_mut(spot.box_number) {
            betting_box.proceeds = Money::ZERO;
        }
        let main = self.hand(spot).and_then(|hand| hand.wager).and_then(|n| self.wagers.get_mut(n));
        let Some(main) = main.filter(|_| added.is_positive()) else { return };
        main.stake += added;
        main.won_part += added;
        let number = main.number;
        let cites = Cites::from(self.law.proceeds.applies()).and(self.law.cap_blackjack.when(blackjack));
        let wager = words::MAIN;
        tell(out, What::StakeAdded { number, patron, spot, wager, added, won: true }, cites);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(cards: [&str; 2]) -> Option<usize> {
        made(&super::super::ohio::LAW, cards.map(|card| card.parse().unwrap())).map(|(line, _)| line)
    }

    #[test]
    fn the_best_line_counts() {
        assert_eq!(line(["As", "Ks"]), Some(0));
        assert_eq!(line(["Kd", "Qd"]), Some(1));
        assert_eq!(line(["2c", "Ac"]), Some(1));
        assert_eq!(line(["8c", "8d"]), Some(2));
        assert_eq!(line(["As", "Kd"]), Some(3));
        assert_eq!(line(["Ah", "2s"]), Some(3));
        assert_eq!(line(["Th", "Kh"]), None, "a ten and a king have one value but are no pair");
    }

    /// Of the 1,326 two-card hands of one deck: 4 suited ace-kings, 48 other suited neighbours, 78 pairs and
    /// 13 x 12 unsuited neighbours.
    #[test]
    fn all_two_card_hands_are_counted() {
        let deck: Vec<Card> = (0..52).filter_map(Card::from_index).collect();
        let mut counts = [0; 5];
        for (n, a) in deck.iter().enumerate() {
            for b in &deck[n + 1..] {
                counts[made(&super::super::ohio::LAW, [*a, *b]).map_or(4, |(line, _)| line)] += 1;
            }
        }
        assert_eq!(counts, [4, 48, 78, 156, 1326 - 4 - 48 - 78 - 156]);
    }
}
