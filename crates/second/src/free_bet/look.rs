//! Queries on the round as replayed so far.

use super::hands::{ace_and_ten, dealer_draws, is_ace, is_ten};
use super::record::Staked;
use super::walk::Walk;
use engine::{RulingAct, Spot, What};
use felt::Card;

impl Walk<'_> {
    pub fn is_open(&self, w: &Staked) -> bool {
        !w.taken_back && !self.closed.contains(&w.number)
    }

    /// Returns the open wagers of a box in the order they were placed.
    pub fn open_in_box(&self, b: u8) -> impl Iterator<Item = &Staked> {
        self.now.wagers.values().filter(move |w| w.spot.box_number == b && self.is_open(w))
    }

    /// Returns the open wagers on a hand.
    pub fn open_on(&self, spot: Spot) -> Vec<Staked> {
        self.open_in_box(spot.box_number).filter(|w| w.spot == spot).cloned().collect()
    }

    /// Returns the open main wagers of a box: the patron's, and the one for the dealers.
    pub fn mains(&self, b: u8) -> Vec<Staked> {
        self.open_in_box(b).filter(|w| w.kind == "main").cloned().collect()
    }

    /// 4.VI: from the dealer's right, which is the highest box.
    pub fn boxes(&self) -> Vec<u8> {
        (1..=self.terms.boxes).rev().collect()
    }

    pub fn up_card(&self) -> Option<Card> {
        self.now.base.dealer().first().filter(|card| card.up)?.card
    }

    /// 7.IV: ace or ten up.
    pub fn needs_check(&self) -> bool {
        self.up_card().is_some_and(|card| is_ace(card) || is_ten(card))
    }

    pub fn hole_is_up(&self) -> bool {
        self.now.base.dealer().get(1).is_some_and(|card| card.up)
    }

    /// Whether the check of the hole card is over: the device said no, or the hole card was shown.
    pub fn checked(&self) -> bool {
        match self.now.base.answers.last() {
            Some(false) => true,
            Some(true) => self.hole_is_up(),
            None => !self.device_was_used && self.hole_is_up(),
        }
    }

    /// Returns the dealer's first two cards if they are face up and a blackjack.
    pub fn shown_blackjack(&self) -> Option<[Card; 2]> {
        let dealer = self.now.base.dealer();
        let first = dealer.get(0..2)?;
        let cards: Vec<Card> = first.iter().filter(|card| card.up).filter_map(|card| card.card).collect();
        match cards.as_slice() {
            [one, two] if ace_and_ten(*one, *two) => Some([*one, *two]),
            _ => None,
        }
    }

    pub fn dealer_blackjack(&self) -> bool {
        self.shown_blackjack().is_some()
    }

    /// Returns the blackjack according to the check: after an answer of no there is none, whatever the card, until the
    /// mistake is found.
    pub fn known_blackjack(&self) -> Option<[Card; 2]> {
        self.shown_blackjack().filter(|_| self.over || self.now.base.answers.last() != Some(&false))
    }

    /// 17.IX.B: whether the device said no although it was a blackjack.
    pub fn missed(&self) -> bool {
        self.dealer_blackjack() && self.now.base.answers.last() == Some(&false)
    }

    /// 1.II: only the initial two cards of a box, never of a split hand.
    pub fn blackjack_at(&self, b: u8) -> Result<bool, String> {
        if self.now.base.split.contains(&b) {
            return Ok(false);
        }
        match self.now.cards(Spot::first(b)).as_deref() {
            Some([one, two]) => Ok(ace_and_ten(*one, *two)),
            Some(_) => Ok(false),
            None if self.now.base.hand(Spot::first(b)).len() == 2 => {
                Err(format!("the hand of box {b} decides and was never shown"))
            }
            None => Ok(false),
        }
    }

    /// Whether every box with an open wager has its two cards, and the dealer too.
    pub fn deal_is_complete(&self) -> bool {
        let has_cards = |b: &u8| self.open_in_box(*b).next().is_none() || self.now.first_two(*b).is_some();
        self.now.base.dealer().len() >= 2 && self.up_card().is_some() && self.boxes().iter().all(has_cards)
    }

    /// CO-RF-21.C: after the check a Bust Bonus may still be placed; blackjacks are paid when that is closed. It is
    /// open to patrons who are present and whose first hand is not over, as long as the hole card is hidden.
    pub fn bust_bonus_is_open(&self) -> bool {
        let offered = self.terms.side("bust-bonus").is_some() && !self.terms.bust_bonus_first;
        let stepped = |word: &str| {
            let is_it = |fact: &What| matches!(fact, What::Stepped { step, .. } if step.word() == word);
            self.now.base.facts.iter().position(is_it)
        };
        if !offered || self.hole_is_up() || stepped("bust-bonus-closed").is_some() {
            return false;
        }
        let dealt = stepped("no-more-bets").unwrap_or(self.now.base.facts.len());
        let left = |patron| {
            self.now.base.facts[dealt..]
                .iter()
                .any(|fact| matches!(fact, What::Left { patron: p } if *p == patron))
        };
        let void = |spot| {
            let is_it = |(_, act): &(_, RulingAct)| *act == RulingAct::VoidHand(spot);
            self.now.base.rulings.iter().any(is_it)
        };
        self.now.standing().any(|w| {
            let b = w.spot.box_number;
            let plays = !self.mains(b).is_empty() || self.now.first_main(b).is_none();
            plays && !left(w.patron) && !void(Spot::first(b))
        })
    }

    /// Whether a patron is turning their hand over, card by card; everything else waits.
    pub fn is_being_shown(&self) -> bool {
        self.now.base.choices.iter().filter(|choice| choice.word == "show").any(|choice| {
            let cards = self.now.base.hand(choice.spot);
            cards.len() == 2 && !cards.iter().all(|card| card.up)
        })
    }

    /// Returns the dealer's hand, which decides wagers and so must be played out.
    pub fn finished_dealer(&self) -> Result<Vec<Card>, String> {
        let Some(cards) = self.now.dealer() else {
            return Err("the dealer's hand decides and was never shown".into());
        };
        if cards.len() < 2 || dealer_draws(&cards, self.terms.hits_soft_17) {
            return Err(format!("the dealer's hand decides and is not finished: {cards:?} (14.II)"));
        }
        Ok(cards)
    }
}
