//! Doubling and splitting, for money or on a lammer, and giving up a hand.

use super::choices::Grant;
use super::hand::{HANDS_MAX, Hand, Tally, Want, area};
use super::state::Blackjack;
use super::words;
use crate::common::{awaited, is_ace, tell};
use engine::{ChoiceId, Cites, Patron, Place, Refusal, Sink, Spot, WagerNumber, What};
use felt::{Card, Money};

impl Blackjack {
    /// The stake of the box's first wager, which doubles, splits and lammers are based on.
    pub(crate) fn first_stake(&self, number: u8) -> Money {
        self.betting_box(number).map_or(Money::ZERO, |betting_box| self.stake(betting_box.hands[0].wager))
    }

    /// Whether a lammer replaces the money of this wager.
    pub(crate) fn is_lammer(&self, number: Option<WagerNumber>) -> bool {
        number.and_then(|n| self.wagers.get(n)).is_some_and(|wager| wager.lammer.is_positive())
    }

    /// Whether some hand of the box was split off on a lammer.
    pub(crate) fn has_free_hands(&self, number: u8) -> bool {
        self.terms.free_splits
            && self
                .betting_box(number)
                .is_some_and(|b| b.hands().iter().any(|hand| self.is_lammer(hand.wager)))
    }

    /// Whether the cards of a hand allow a double on a lammer.
    pub(crate) fn has_free_double(&self, hand: &Hand) -> bool {
        self.terms.free_doubles && hand.is_hard_9_to_11() && !hand.split_ace
    }

    pub(crate) fn check_free_double(
        &self,
        hand: &Hand,
        patron: Patron,
        spot: Spot,
        choice: ChoiceId,
    ) -> Result<Grant, Refusal> {
        let down = choice == words::FREE_DOUBLE_DOWN_CARD;
        awaited(self.terms.free_doubles && (!down || self.law.free_double_card_down.exists()))?;
        self.check_barred(patron)?;
        self.law.no_free_double_on_blackjack.forbids(hand.is_blackjack(), "double-on-blackjack")?;
        let more = hand.tally.cards != 2 || hand.double.is_some();
        self.law.free_double_on_two_cards.forbids(more, "double-needs-two-cards")?;
        self.law.no_double_on_split_aces.forbids(hand.split_ace, "double-on-split-aces")?;
        self.law.free_double_offered.forbids(!hand.is_hard_9_to_11(), "free-double-not-offered")?;
        self.check_turn(hand, spot)?;
        Grant::by(self.law.free_double_offered)
    }

    pub(crate) fn check_free_split(&self, hand: &Hand, patron: Patron, spot: Spot) -> Result<Grant, Refusal> {
        awaited(self.terms.free_splits)?;
        self.check_barred(patron)?;
        self.law.free_split_offered.forbids(hand.tally.cards != 2, "split-needs-two-cards")?;
        self.law.free_split_offered.forbids(!hand.is_pair(), "split-unequal")?;
        self.law.free_split_not_tens.forbids(hand.is_pair_of_tens(), "free-split-of-tens")?;
        let hands = self.betting_box(spot.box_number).map_or(0, |b| b.count);
        let limit =
            if self.law.free_split_limit.exists() { self.law.free_split_limit } else { self.law.split_limit };
        let too_often = usize::from(hands) >= HANDS_MAX;
        let cites = Cites::from(limit.when(too_often)).and(self.law.free_split_same_rules.when(too_often));
        Refusal::by("split-too-often", cites)?;
        let aces_again = hand.split_ace && !self.terms.resplit_aces;
        self.law.aces_not_resplit.forbids(aces_again, "split-aces-again")?;
        self.check_turn(hand, spot)?;
        Grant::by(self.law.free_split_offered)
    }

    /// Doubles a hand with this stake, or on a lammer.
    pub(crate) fn double<S: Sink>(
        &mut self,
        patron: Patron,
        spot: Spot,
        stake: Option<Money>,
        down: bool,
        out: &mut S,
    ) {
        let Some((main, split)) = self.hand(spot).map(|hand| (hand.wager, hand.split)) else { return };
        let free = stake.is_none();
        let capped = main.and_then(|n| self.wagers.get(n)).is_some_and(|w| w.won_part.is_positive());
        let cites = Cites::from(self.law.cap_double.when(capped))
            .and(self.law.double_after_split.when(split && !free))
            .and(self.law.free_double_after_split.when(split && free))
            .and(self.law.free_double_lammer.when(free))
            .and(self.law.double_face_down.when(down));
        let worth = self.first_stake(spot.box_number);
        let kind = if free { words::FREE_DOUBLE_WAGER } else { words::DOUBLE_WAGER };
        let ace =
            self.hand(spot).is_some_and(|hand| hand.first_two.iter().flatten().any(|card| is_ace(*card)));
        let aces_are_one = self.law.double_ace_one.when(ace && self.terms.double_aces_are_one);
        let cites = cites.and(aces_are_one);
        let wager = self.wagers.place(patron, spot, kind, stake.unwrap_or(Money::ZERO));
        wager.area = area::DOUBLE;
        wager.supports = main;
        wager.lammer = if free { worth } else { Money::ZERO };
        tell(out, What::placed(wager), cites);
        let number = wager.number;
        if let Some(hand) = self.hand_mut(spot) {
            hand.double = Some(number);
            if aces_are_one.is_some() {
                hand.tally.count_aces_as_one();
            }
        }
        self.want(spot, Want::Double { down, free });
        self.ask_followers(patron, spot, None);
    }

    /// Splits a pair with this stake on the new hand, or on a lammer.
    pub(crate) fn split<S: Sink>(&mut self, patron: Patron, spot: Spot, stake: Option<Money>, out: &mut S) {
        let Some(hand) = self.hand(spot).copied() else { return };
        let Some(betting_box) = self.betting_box(spot.box_number) else { return };
        let new = Spot { hand: betting_box.count + 1, ..spot };
        let free = stake.is_none();
        let aces = hand.is_pair_of_aces();
        let capped = hand.wager.and_then(|n| self.wagers.get(n)).is_some_and(|w| w.won_part.is_positive());
        let cites = Cites::from(self.law.split_equal_wager.when(!free))
            .and(self.law.free_split_lammer.when(free))
            .and(self.law.split_again.when(hand.split && !(free && self.law.free_split_again.exists())))
            .and(self.law.free_split_again.when(hand.split && free))
            .and(self.law.free_split_same_rules.when(hand.split && free))
            .and(self.law.aces_resplit.when(hand.split && aces))
            .and(self.law.cap_split.when(capped));
        let worth = self.first_stake(spot.box_number);
        let kind = if free { words::FREE_SPLIT_WAGER } else { words::SPLIT_WAGER };
        let wager = self.wagers.place(patron, new, kind, stake.unwrap_or(Money::ZERO));
        wager.lammer = if free { worth } else { Money::ZERO };
        tell(out, What::placed(wager), cites);
        let number = wager.number;
        self.part_cards(spot, new, hand, number);
        let (from, to) = (Place::Hand(spot), Place::Hand(new));
        if let Some(card) = self.layout.nth_mut(from, 1) {
            card.place = to;
            let draw = card.draw;
            tell(out, What::CardMoved { draw, from, to }, None);
        }
        self.round.asked = None;
        self.ask_followers(patron, spot, Some(new));
    }

    /// Turns one hand of two cards into two hands of one.
    fn part_cards(&mut self, spot: Spot, new: Spot, hand: Hand, wager: WagerNumber) {
        let law = self.law;
        let split_ace = hand.is_pair_of_aces() && self.terms.split_aces_one_card;
        let one_card = |card: Option<Card>| {
            let mut tally = Tally::EMPTY;
            tally.add(law, card);
            Hand { tally, first_two: [card, None], split: true, split_ace, open: true, ..Hand::default() }
        };
        let [first, second] = hand.first_two;
        let Some(betting_box) = self.box_mut(spot.box_number) else { return };
        betting_box.count += 1;
        if let ([Some(a), Some(b)], false) = ([first, second], hand.split) {
            betting_box.split_pair = Some([a, b]);
        }
        let kept = Hand { wager: hand.wager, ..one_card(first) };
        let split_off = Hand { wager: Some(wager), ..one_card(second) };
        if let Some(place) = self.hand_mut(spot) {
            *place = kept;
        }
        if let Some(place) = self.hand_mut(new) {
            *place = split_off;
        }
    }
}
