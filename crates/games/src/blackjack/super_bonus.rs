//! The Super Bonus: three sevens of a suit against the dealer's seven, and what other boxes have for it.

use super::hand::Hand;
use super::state::Blackjack;
use super::twenty_one::{TwentyOneTerms, is_suited_sevens};
use super::words;
use engine::{Cites, Line, LineKind, Outcome, Patron, Rule, Sink, Spot, Standing, Wager};

impl Blackjack {
    /// Whether a hand of 21 has three sevens of a suit against a seven.
    pub(crate) fn is_super_bonus(&self, hand: &Hand) -> bool {
        let sevens = hand.paid_line.is_some_and(is_suited_sevens);
        sevens && self.round.up_card.is_some_and(|up| up.rank_number() == 7)
    }

    /// Three sevens of a suit against a seven: an amount for every bet on the box, and something for the others.
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
            let amount = terms.bonuses.iter().find(|(from, _, _)| wager.at_risk() >= *from);
            if let Some((_, amount, price)) = amount {
                let cites = Cites::one(rule).and(price.applies());
                let award = Line::award(wager.patron, words::SUPER_BONUS, *amount, cites);
                self.lines.put(Line { spot, ..award }, out);
            }
        }
        if self.lines.last() == before {
            return;
        }
        for number in self.numbers_from_right() {
            self.pay_share_of_bonus(number, rule, terms, out);
        }
    }

    /// Whether a wager was in play, and neither taken back nor returned.
    fn played(&self, wager: &Wager) -> bool {
        let mut lines = self.lines.as_slice().iter().rev();
        let own = |line: &&Line| line.kind == LineKind::Wager && line.number == Some(wager.number);
        match lines.find(|line| own(line) && !self.lines.is_undone(line.seq)) {
            Some(line) => line.outcome != Some(Outcome::Returned),
            None => wager.standing != Standing::Settled,
        }
    }

    /// The standing awards of a Super Bonus, by their lines: of a box, its own and its share of another's.
    fn has_bonus(&self, number: u8) -> bool {
        self.lines.as_slice().iter().any(|line| {
            line.kind == LineKind::Award
                && line.spot.box_number == number
                && matches!(line.wager, words::SUPER_BONUS | words::SUPER_BONUS_TABLE)
                && !self.lines.is_undone(line.seq)
        })
    }

    /// Another box has a share of a Super Bonus, once.
    fn pay_share_of_bonus<S: Sink>(&mut self, number: u8, rule: Rule, terms: TwentyOneTerms, out: &mut S) {
        let spot = Spot::first(number);
        let (Some(patron), false) = (self.decided_for(spot), self.has_bonus(number)) else { return };
        let (amount, price) = terms.table;
        let cites = Cites::one(rule).and(price.applies());
        let award = Line::award(patron, words::SUPER_BONUS_TABLE, amount, cites);
        self.lines.put(Line { spot, ..award }, out);
    }

    /// Who decides for a box, or did until its bets were settled; nobody where all were given back.
    fn decided_for(&self, spot: Spot) -> Option<Patron> {
        let played = || {
            let mains = self.wagers.iter().filter(move |w| w.spot == spot && w.kind == words::MAIN);
            mains.filter(|wager| self.played(wager))
        };
        let present = || played().filter(|wager| !self.left.has(wager.patron));
        let fixed = self.betting_box(spot.box_number).and_then(|b| b.patron);
        let decider = fixed.filter(|patron| present().any(|wager| wager.patron == *patron));
        let highest = || Self::highest(present()).or_else(|| Self::highest(played()));
        decider.or_else(|| highest().map(|wager| wager.patron))
    }

    /// What a hand's Super Bonus brought to its box and to others is not paid yet after all.
    pub(crate) fn undo_super_bonus<S: Sink>(&mut self, spot: Spot, cites: Cites, out: &mut S) {
        let own = |line: &&Line| line.wager == words::SUPER_BONUS && line.spot == spot;
        let lines = self.lines.as_slice();
        let standing = |line: &&Line| line.kind == LineKind::Award && !self.lines.is_undone(line.seq);
        let Some(first) = lines.iter().filter(standing).find(own).map(|line| line.seq) else { return };
        let awards = |line: &&Line| own(line) || line.wager == words::SUPER_BONUS_TABLE;
        let count = lines[usize::from(first) - 1..].iter().take_while(awards).count();
        let last = first + u16::try_from(count).unwrap_or(0);
        for seq in (first..last).rev() {
            self.reverse(seq, cites, out);
        }
    }
}
