//! Comparing hands, moving chips, ending the round.

use super::boxes::{BettingBox, Boxes};
use super::showdown::{HandEnd, Showdown, is_below_pair};
use super::state::{Deck, Holdem, hand_place};
use super::{rules, words};
use crate::common::{Verdict, tell};
use crate::poker::{Category, Hand, Ranking};
use engine::{Announcement, Cites, Line, Outcome, Place, Rule, Sink, Standing, WagerNumber, What};
use felt::{Card, Money, Rank};

impl Holdem {
    /// The best five of a patron's or the dealer's cards and the board.
    fn best_hand(&self, cards: [Option<Card>; 2]) -> Ranking {
        cards.into_iter().flatten().fold(self.round.board.all, Hand::with).ranking()
    }

    /// Whether a box plays against the dealer to the end.
    pub(crate) fn competes(&self, number: u8) -> bool {
        self.round.played.has(number) && !self.round.hands_void
    }

    /// The dealer's cards lie open.
    pub(crate) fn announce_dealer<S: Sink>(&mut self, out: &mut S) {
        let hand = self.best_hand(self.round.dealer.known);
        self.round.dealer_hand = Some(hand);
        announce(Place::Dealer, hand, rules::DEALER_ANNOUNCES.applies(), out);
    }

    /// The boxes with something left to settle: those who played, and side wagers.
    pub(crate) fn hands_to_settle(&self) -> Boxes {
        let sides = self.boxes_with_side_wagers();
        match self.round.hands_void {
            true => sides,
            false => self.round.played.or(self.round.folded.and(sides)),
        }
    }

    /// Settlement begins, one patron after the other.
    pub(crate) fn begin_settlement<S: Sink>(&mut self, out: &mut S) {
        self.round.settling = true;
        self.round.unsettled = self.hands_to_settle();
        let order = self.round.dealer_hand.and_then(|dealer| {
            let below = is_below_pair(dealer);
            rules::BELOW_PAIR_ORDER.when(below).or_else(|| rules::PAIR_ORDER.when(!below))
        });
        tell(out, What::Stepped { step: words::SETTLE, by: engine::Rank::Dealer }, order);
    }

    /// From the dealer's right. Those who played come first; folded patrons' trips waits until they are done.
    pub(crate) fn next_to_settle(&self) -> Option<u8> {
        let round = &self.round;
        let played = round.unsettled.and(round.played);
        let group = if played.is_empty() || round.hands_void { round.unsettled } else { played };
        group.rightmost()
    }

    /// All wagers of one patron, whose cards lie open.
    pub(crate) fn settle_hand<S: Sink>(&mut self, number: u8, out: &mut S) {
        let Some(betting_box) = self.betting_box(number).copied() else { return };
        let hand = self.best_hand(betting_box.cards.known);
        let competes = self.competes(number);
        announce(hand_place(number), hand, rules::PATRON_ANNOUNCED.when(competes), out);
        let first = self.lines.last() + 1;
        let mut paid = Money::ZERO;
        let mut end = match (self.round.hands_void, self.round.folded.has(number)) {
            (true, _) => HandEnd::Void,
            (_, true) => HandEnd::Folded,
            _ => HandEnd::NotWon,
        };
        let dealer = self.round.dealer_hand.filter(|_| competes);
        let showdown = dealer.map(|dealer| self.terms.showdown(hand, dealer));
        if let Some(showdown) = &showdown {
            end = if showdown.outcome == Outcome::Wins { HandEnd::Won } else { HandEnd::NotWon };
            paid = self.settle_against_dealer(&betting_box, showdown, out);
        }
        let trips = self.terms.trips_verdict(hand.category(), end);
        if let (Some(wager), Some(verdict)) = (betting_box.trips, trips) {
            paid += self.settle_wager(wager, verdict, out);
        }
        self.cap(number, first, paid, out);
        let (ante, blind) = showdown.map_or((None, None), |it| (Some(it.ante), Some(it.blind)));
        self.settle_for_dealers(
            number,
            [(words::ANTE, ante), (words::BLIND, blind), (words::TRIPS, trips)],
            out,
        );
        self.settle_progressive(number, out);
    }

    /// Ante, blind and play, in this order. Returns what was paid on them.
    fn settle_against_dealer<S: Sink>(
        &mut self,
        betting_box: &BettingBox,
        showdown: &Showdown,
        out: &mut S,
    ) -> Money {
        let mut paid = Money::ZERO;
        let Showdown { ante, blind, play, .. } = *showdown;
        let verdicts = [(betting_box.ante, ante), (betting_box.blind, blind), (betting_box.play, play)];
        for (wager, verdict) in verdicts {
            paid += wager.map_or(Money::ZERO, |wager| self.settle_wager(wager, verdict, out));
        }
        paid
    }

    /// Moves the chips of one wager and returns what was paid.
    pub(crate) fn settle_wager<S: Sink>(
        &mut self,
        number: WagerNumber,
        verdict: Verdict,
        out: &mut S,
    ) -> Money {
        let Some(wager) = self.wagers.get_mut(number) else { return Money::ZERO };
        wager.standing = Standing::Settled;
        let wager = *wager;
        let Verdict { outcome, odds, row, cites } = verdict;
        let paid = odds.map_or(Money::ZERO, |odds| self.terms.pay(odds, wager.stake));
        let returned = if outcome == Outcome::Loses { Money::ZERO } else { wager.stake };
        let line = Line { outcome: Some(outcome), odds, row, paid, returned, cites, ..Line::of(&wager) };
        self.lines.put(line, out);
        paid
    }

    /// One patron is done: others may be paid for his hand, and his cards go before the next is turned.
    pub(crate) fn finish_hand<S: Sink>(&mut self, number: u8, out: &mut S) {
        self.pay_envy(number, out);
        self.round.unsettled.remove(number);
        if let Some(rule) = rules::ONE_AT_A_TIME.when(self.competes(number)) {
            self.collect_hand(number, Some(rule), out);
        }
    }

    /// The cards are picked up and the round is over.
    pub(crate) fn end_round<S: Sink>(&mut self, out: &mut S) {
        let cards = u16::try_from(self.layout.len()).unwrap_or(u16::MAX);
        if cards > 0 {
            self.shoe.to_rack(cards);
            tell(out, What::Collected { place: Place::Rack, cards }, rules::PICKED_UP.applies());
        }
        if !self.round.stub_away {
            self.collect_stub(Cites::NONE, out);
        }
        tell(out, What::RoundEnded { round: self.round_number }, None);
        let after_round = rules::SHUFFLE_AFTER_ROUND.applies();
        let jammed = self.deck.other_jammed;
        let because = Cites::from(after_round).and(self.round.reshuffle);
        self.deck = Deck { jammed, ..Deck::to_shuffle(because) };
        self.clear_round();
    }
}

/// Says what kind of hand it is.
fn announce<S: Sink>(place: Place, hand: Ranking, lead: Option<Rule>, out: &mut S) {
    let (category, rule) = called(hand.category());
    let low =
        matches!(category, Category::Straight | Category::StraightFlush) && hand.top() == Some(Rank::Five);
    let cites = Cites::from(lead)
        .and(rules::BEST_FIVE.applies())
        .and(rules::ACE_LOW.when(low))
        .and(rules::ACE_HIGH.when(!low))
        .and(rule);
    tell(out, What::Announced { place, hand: Announcement::Called(category.hand()) }, cites);
}

/// A hand is called by the first description that it meets, from the highest down; what meets none has its high card.
fn called(hand: Category) -> (Category, Option<Rule>) {
    let described = [
        (Category::RoyalFlush, rules::ROYAL_FLUSH),
        (Category::StraightFlush, rules::STRAIGHT_FLUSH),
        (Category::FourOfAKind, rules::FOUR_OF_A_KIND),
        (Category::FullHouse, rules::FULL_HOUSE),
        (Category::Flush, rules::FLUSH),
        (Category::Straight, rules::STRAIGHT),
        (Category::ThreeOfAKind, rules::THREE_OF_A_KIND),
        (Category::TwoPairs, rules::TWO_PAIRS),
        (Category::Pair, rules::ONE_PAIR),
    ];
    let met = described.into_iter().find(|(category, rule)| rule.when(hand == *category).is_some());
    met.map_or((Category::HighCard, None), |(category, rule)| (category, Some(rule)))
}
