//! The Super Bonus: three sevens of a suit against the dealer's seven, and the share of other boxes.

use super::hand::Hand;
use super::state::Blackjack;
use super::twenty_one::{TwentyOneTerms, is_suited_sevens};
use super::words;
use engine::{Cites, Line, LineKind, Outcome, Patron, Sink, Spot, Wager};

impl Blackjack {
    /// Whether a hand of 21 has three sevens of a suit against the dealer's seven.
    pub(crate) fn is_super_bonus(&self, hand: &Hand) -> bool {
        let sevens = hand.paid_line.is_some_and(is_suited_sevens);
        sevens && self.round.up_card.is_some_and(|up| up.rank_number() == 7)
    }

    /// Pays the Super Bonus: an amount for every bet on the box, and a share for the other boxes.
    pub(crate) fn pay_super_bonus<S: Sink>(&mut self, spot: Spot, hand: &Hand, out: &mut S) {
        let Some(terms) = self.terms.twenty_one else { return };
        let earned = !hand.split && hand.double.is_none() && self.is_super_bonus(hand);
        let Some(rule) = self.law.super_bonus.when(earned) else { return };
        let before = self.lines.last();
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at).copied() {
            at += 1;
            if wager.spot != spot || wager.kind != words::MAIN || !self.played(&wager) {
                continue;
            }
            let bonus = terms.bonuses.iter().find(|(from, _)| wager.at_risk() >= *from);
            if let Some((_, paid)) = bonus {
                let cites = Cites::one(rule).and(paid.rule.applies());
                let award = Line::award(wager.patron, words::SUPER_BONUS, paid.pays, cites);
                self.lines.put(Line { spot, row: Some(paid.row), ..award }, out);
            }
        }
        if self.lines.last() != before {
            self.pay_shares_of_bonus(spot.box_number, terms, out);
        }
    }

    /// Whether a wager was in play: neither taken back nor returned.
    fn played(&self, wager: &Wager) -> bool {
        let own = |line: &&Line| line.kind == LineKind::Wager && line.number == Some(wager.number);
        match self.lines.standing().rev().find(own) {
            Some(line) => line.outcome != Some(Outcome::Returned),
            None => wager.on_layout(),
        }
    }

    /// Pays every other box its share of a Super Bonus: once per round, and not after one of its own.
    fn pay_shares_of_bonus<S: Sink>(&mut self, from: u8, terms: TwentyOneTerms, out: &mut S) {
        let Some(rule) = self.law.super_bonus.applies() else { return };
        let paid = terms.table;
        let cites = Cites::one(rule).and(paid.rule.applies());
        for number in self.numbers_from_right().filter(|number| *number != from) {
            let spot = Spot::first(number);
            if let (Some(patron), false) = (self.decided_for(spot), self.has_had_bonus(number, from)) {
                let award = Line::award(patron, words::SUPER_BONUS_TABLE, paid.pays, cites);
                self.lines.put(Line { spot, row: Some(paid.row), ..award }, out);
            }
        }
    }

    /// Whether a box already had its share, or made its own Super Bonus before that other box did.
    fn has_had_bonus(&self, number: u8, other: u8) -> bool {
        // A bonus counts from its first line, even if it is reversed as unnoticed and paid later.
        let made = |box_number: u8| {
            let mut told = self.lines.as_slice().iter();
            told.position(|line| line.wager == words::SUPER_BONUS && line.spot.box_number == box_number)
        };
        let share = |line: &Line| line.wager == words::SUPER_BONUS_TABLE && line.spot.box_number == number;
        made(number).is_some_and(|own| made(other).is_some_and(|other| own < other))
            || self.lines.standing().any(share)
    }

    /// The patron who decides for a box, or did until its bets were settled; `None` if all were returned.
    fn decided_for(&self, spot: Spot) -> Option<Patron> {
        let played = || {
            let mains = self.wagers.iter().filter(move |w| w.spot == spot && w.kind == words::MAIN);
            mains.filter(|wager| self.played(wager))
        };
        let betting_box = self.betting_box(spot.box_number)?;
        let present = || played().filter(|wager| !betting_box.gone.has(wager.patron));
        let fixed = betting_box.patron;
        let decider = fixed.filter(|patron| present().any(|wager| wager.patron == *patron));
        let highest = || Self::highest(present()).or_else(|| Self::highest(played()));
        decider.or_else(|| highest().map(|wager| wager.patron))
    }

    /// Reverses a hand's Super Bonus; the others lose their share of it unless another box's bonus stands.
    pub(crate) fn undo_super_bonus<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        let own = |line: &Line| line.wager == words::SUPER_BONUS && line.spot == spot;
        let (Some(terms), true) = (self.terms.twenty_one, self.lines.standing().any(own)) else { return };
        let brought = |line: &Line| own(line) || line.wager == words::SUPER_BONUS_TABLE;
        self.lines.undo_all(brought, &mut self.wagers, cites, out);
        for number in self.numbers_from_right() {
            let stands = |line: &Line| line.wager == words::SUPER_BONUS && line.spot.box_number == number;
            if self.lines.standing().any(stands) {
                self.pay_shares_of_bonus(number, terms, out);
            }
        }
    }
}
