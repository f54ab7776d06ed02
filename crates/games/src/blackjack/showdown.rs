//! The result of a hand against the dealer's, from the two counts and the terms of the table alone: all that
//! the table settles by, and all that an analyser needs.

use super::hand::Tally;
use super::law::Law;
use super::terms::Terms;
use crate::common::Verdict;
use engine::{Cites, Outcome, Rule};
use felt::Odds;

/// A played hand, and the dealer's final hand.
#[derive(Clone, Copy, Debug)]
pub struct Showdown {
    /// The count of the hand.
    pub own: Tally,
    /// Whether the hand comes from a split, where a two-card 21 is not a blackjack.
    pub split: bool,
    /// Whether it was doubled.
    pub doubled: bool,
    /// The count of the dealer's hand.
    pub dealer: Tally,
    /// Whether the dealer's first two cards are a blackjack.
    pub dealer_blackjack: bool,
}

impl Showdown {
    /// A hand that is neither split nor doubled.
    pub fn of(own: Tally, dealer: Tally) -> Showdown {
        let dealer_blackjack = dealer.is_two_card_21();
        Showdown { own, split: false, doubled: false, dealer, dealer_blackjack }
    }

    /// How the wager on the hand ends under a law and the terms of a table.
    ///
    /// ```
    /// use engine::Outcome;
    /// use felt::Odds;
    /// use games::blackjack::{Showdown, Tally, ohio};
    /// use rulebook::TableDraft;
    ///
    /// let book = ohio::GAME.book().unwrap();
    /// let mut draft = TableDraft::new(ohio::GAME.id);
    /// let config = draft.set_words(&book, "limits 10..500 step 10", None).check(&book).unwrap();
    /// let table = ohio::open(&book, &config).unwrap();
    /// let count = |cards: [&str; 2]| Tally::of(table.law(), &cards.map(|card| card.parse().unwrap()));
    /// let verdict = |own, dealer| Showdown::of(count(own), count(dealer)).verdict(table.law(), table.terms());
    /// assert_eq!(verdict(["As", "Kd"], ["9c", "Th"]).odds, Some(Odds::to(3, 2)));
    /// assert_eq!(verdict(["9s", "Kd"], ["9c", "Th"]).outcome, Outcome::Pushes);
    /// assert_eq!(verdict(["9s", "Kd"], ["Ac", "9h"]).cites.to_string(), "OH-BJ-4.II:a");
    /// ```
    pub fn verdict(&self, law: &Law, terms: &Terms) -> Verdict {
        let verdict = self.compared(law, terms);
        verdict.and(law.double_even.when(self.doubled && verdict.outcome == Outcome::Wins))
    }

    fn compared(&self, law: &Law, terms: &Terms) -> Verdict {
        let (player, dealer) = (self.own.total(), self.dealer.total());
        if let Some(rule) = law.over_21_loses.when(player > 21) {
            return Verdict::of(Outcome::Loses, rule);
        }
        if !self.split && self.own.is_two_card_21() {
            if let Some(rule) = law.blackjacks_push.when(self.dealer_blackjack) {
                return push(law, rule).and(law.blackjacks_push_listed.applies());
            }
            return blackjack(law, terms, dealer);
        }
        if let Some(rule) = law.dealer_blackjack_beats_21.when(self.dealer_blackjack && player == 21) {
            return Verdict::of(Outcome::Loses, rule);
        }
        if let Some(rule) = law.dealer_22_pushes.when(dealer == 22 && terms.dealer_22_pushes) {
            return push(law, rule);
        }
        let even = |rule: Rule| {
            let cites = Cites::one(rule).and(law.even_odds.applies());
            Verdict::win(Odds::EVEN, cites).by_row(terms.even_row())
        };
        if let Some(rule) = law.dealer_over_21.when(dealer > 21) {
            return even(rule);
        }
        if let Some(rule) = law.higher_wins.when(player > dealer && dealer <= 21) {
            return even(rule);
        }
        if let Some(rule) = law.tie_pushes.when(player == dealer) {
            return push(law, rule).and(law.ties_push_listed.applies());
        }
        Verdict::of(Outcome::Loses, law.lower_loses.applies())
    }
}

fn push(law: &Law, rule: Rule) -> Verdict {
    Verdict::of(Outcome::Pushes, rule).and(law.pushes_listed.applies())
}

/// A blackjack that was hidden until the end, where the dealer has none.
fn blackjack(law: &Law, terms: &Terms, dealer: u8) -> Verdict {
    let rule = law
        .blackjack_beats_21
        .when(dealer == 21)
        .or_else(|| law.dealer_over_21.when(dealer > 21))
        .or_else(|| law.higher_wins.when(dealer < 21));
    let cites = Cites::from(rule).and_all(blackjack_price(law, terms));
    Verdict::win(terms.blackjack_pays, cites).by_row(terms.blackjack_row())
}

/// The rules by which a blackjack is priced.
pub(super) fn blackjack_price(law: &Law, terms: &Terms) -> Cites {
    Cites::from(law.blackjack_odds.applies()).and(law.posted_blackjack.when(terms.layout_posts))
}
