//! Deciding wagers, moving chips, ending the round.

use super::hand::{Hand, Play, area};
use super::next_cards::is_dealt;
use super::showdown::Showdown;
use super::state::Blackjack;
use super::words;
use crate::common::{Verdict, card_count, tell};
use engine::{
    Beneficiary, Cites, Line, Outcome, Patron, Place, Rule, Sink, Spot, Standing, Wager, WagerNumber, What,
};
use felt::Money;

impl Blackjack {
    /// Settles everything that is left, from the dealer's right.
    pub(crate) fn settle<S: Sink>(&mut self, out: &mut S) {
        self.round.settled = true;
        let order = self.law.settle_from_right.applies();
        tell(out, What::Stepped { step: words::SETTLE, by: engine::Rank::Dealer }, order);
        self.correct_missed_insurance(out);
        for number in self.numbers_from_right() {
            self.settle_house_money_of(number, false, out);
            let count = self.betting_box(number).map_or(0, |b| b.count);
            for hand in (1..=count).rev() {
                self.settle_hand(Spot { box_number: number, hand }, out);
            }
            self.settle_side_bets_of(number, None, out);
        }
    }

    fn settle_hand<S: Sink>(&mut self, spot: Spot, out: &mut S) {
        let Some(hand) = self.hand(spot).copied().filter(|hand| hand.play != Play::Settled) else { return };
        if hand.overlooked {
            self.pay_overlooked(spot, &hand, out);
            return;
        }
        // Cards that were dealt only for side bets are not compared.
        if hand.wager.is_some() {
            let verdict = self.showdown(&hand).verdict(self.law, &self.terms);
            self.settle_riding(spot, |table, wager| table.fate(&hand, wager, verdict), out);
        }
        if let Some(hand) = self.hand_mut(spot) {
            hand.play = Play::Settled;
        }
    }

    /// A hand and the dealer's hand as they lie there.
    fn showdown(&self, hand: &Hand) -> Showdown {
        let dealer_blackjack = self.dealer_has_blackjack();
        let (own, dealer) = (hand.tally, self.round.dealer);
        Showdown { own, split: hand.split, doubled: hand.double.is_some(), dealer, dealer_blackjack }
    }

    /// Settles every wager on a hand, in the order they were placed.
    pub(crate) fn settle_riding<S: Sink>(
        &mut self,
        spot: Spot,
        fate: impl Fn(&Blackjack, &Wager) -> Verdict,
        out: &mut S,
    ) {
        let mut at = 0;
        while let Some(wager) = self.wagers.nth(at) {
            at += 1;
            if wager.spot == spot && wager.area <= area::DOUBLE && wager.on_layout() {
                let verdict = fate(self, wager);
                let number = wager.number;
                self.settle_wager(number, verdict, out);
            }
        }
    }

    /// How one wager of a hand ends: usually like the hand.
    fn fate(&self, hand: &Hand, wager: &Wager, verdict: Verdict) -> Verdict {
        let dealer_blackjack = self.dealer_has_blackjack();
        let missed = self.round.blackjack_missed;
        if wager.lammer.is_positive() {
            return self.fate_of_lammer(wager, verdict);
        }
        let back = match wager.area {
            area::DOUBLE => self.law.double_back.when(dealer_blackjack),
            _ => self.law.split_back.when(dealer_blackjack && wager.spot.hand > 1),
        };
        if let Some(rule) = back {
            return Verdict::of(Outcome::Returned, rule).and(self.law.blackjack_missed_extras.when(missed));
        }
        let all_lost = dealer_blackjack && verdict.outcome == Outcome::Loses && hand.split;
        let verdict = verdict.and(self.law.split_all_lost.when(all_lost));
        if wager.area == area::DOUBLE {
            return verdict;
        }
        let wins = verdict.outcome == Outcome::Wins;
        // Where the text speaks of a hand that went over 21, a hand that loses otherwise is collected like
        // any other.
        let broke = hand.tally.total() > 21 || !self.law.original_collected_last.exists();
        let stays = verdict.outcome == Outcome::Loses
            && wager.spot.hand == 1
            && broke
            && self.has_free_hands(wager.spot.box_number);
        let for_dealers = wager.beneficiary == Beneficiary::Dealers;
        let extended = hand.split || hand.double.is_some();
        verdict
            .and(self.law.blackjack_missed.when(missed))
            .and(self.law.cap_whole.when(wager.won_part.is_positive()))
            .and(self.law.free_double_original_paid.when(wins && self.is_lammer(hand.double)))
            .and(self.law.dealer_bet_first_hand.when(for_dealers && extended))
            .and(self.law.original_stays.when(stays))
            .and(self.law.original_stays_listed.when(stays))
            .and(self.law.original_collected_last.when(stays))
    }

    /// A lammer pays what the box's first wager is worth, whatever happened to that wager; the lammer never
    /// becomes the patron's.
    fn fate_of_lammer(&self, wager: &Wager, verdict: Verdict) -> Verdict {
        let double = wager.area == area::DOUBLE;
        let law = self.law;
        let [wins, pushes, loses] = match double {
            true => [law.free_double_wins, law.free_double_pushes, law.free_double_loses],
            false => [law.free_split_wins, law.free_split_pushes, law.free_split_loses],
        };
        let first_is_over = self
            .hand(Spot { hand: 1, ..wager.spot })
            .is_some_and(|first| first.split && first.tally.total() > 21);
        match verdict.outcome {
            Outcome::Wins => {
                verdict.and(wins.applies()).and(law.lammer_reference.when(!double && first_is_over))
            }
            Outcome::Pushes => verdict.and(pushes.applies()),
            Outcome::Loses | Outcome::Returned => verdict
                .and(loses.applies())
                .and(law.blackjack_missed_lammers.when(self.round.blackjack_missed)),
        }
    }

    /// Reverses the collection of insurance after a missed blackjack: the card decides.
    fn correct_missed_insurance<S: Sink>(&mut self, out: &mut S) {
        if !self.round.blackjack_missed {
            return;
        }
        for number in self.numbers_from_right() {
            let collected = |line: &&Line| {
                line.wager == words::INSURANCE
                    && line.spot.box_number == number
                    && line.outcome == Some(Outcome::Loses)
            };
            let line = self.lines.as_slice().iter().find(collected).map(|line| (line.number, line.seq));
            let (Some((Some(wager), line)), Some(rule)) = (line, self.law.missed_insurance.applies()) else {
                continue;
            };
            self.lines.undo(line, &mut self.wagers, rule.into(), out);
            let cites = Cites::one(rule).and_all(self.insurance_wins());
            self.settle_wager(wager, Verdict::win(self.terms.insurance_pays, cites), out);
        }
    }

    /// Records how a wager ends; its chips stay where they are.
    pub(crate) fn decide<S: Sink>(
        &mut self,
        number: WagerNumber,
        outcome: Outcome,
        cites: Cites,
        out: &mut S,
    ) {
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.standing = Standing::Decided(outcome, cites);
            tell(out, What::Decided { number, outcome }, cites);
        }
    }

    /// Moves the chips of one wager and returns what was paid.
    pub(crate) fn settle_wager<S: Sink>(
        &mut self,
        number: WagerNumber,
        verdict: Verdict,
        out: &mut S,
    ) -> Money {
        let Some(wager) = self.wagers.get(number).copied() else { return Money::ZERO };
        // A wager that is decided and settled in one step needs only one event. A later finding, such as a
        // missed blackjack, may overturn the decision.
        if matches!(wager.standing, Standing::Decided(outcome, _) if outcome != verdict.outcome) {
            self.decide(number, verdict.outcome, verdict.cites, out);
        }
        let mut cites = verdict.cites.and(self.by_its_share(&wager, verdict.outcome));
        let basis = if wager.lammer.is_positive() { wager.lammer } else { wager.at_risk() };
        let paid = verdict.odds.map_or(Money::ZERO, |odds| self.terms.pay(odds, basis));
        let lost = if verdict.outcome == Outcome::Loses { wager.at_risk() } else { Money::ZERO };
        let mut returned = wager.stake - lost;
        // House Money could not have been added if the blackjack had been noticed.
        let added = self.round.blackjack_missed && verdict.outcome == Outcome::Loses;
        if let Some(rule) = self.law.paid_against_blackjack.when(added && wager.won_part.is_positive()) {
            returned = wager.won_part;
            cites = cites.and(rule);
        }
        if let Some(wager) = self.wagers.get_mut(number) {
            wager.standing = Standing::Settled;
        }
        let mut line = Line::of(&wager);
        line.outcome = Some(verdict.outcome);
        line.odds = verdict.odds;
        line.row = verdict.row;
        line.paid = paid;
        line.returned = returned;
        line.cites = cites;
        self.lines.put(line, out);
        paid
    }

    /// The rule by which a bet that was cut to its share of the maximum wins and loses that share.
    pub(crate) fn by_its_share(&self, wager: &Wager, outcome: Outcome) -> Option<Rule> {
        let plays = matches!(outcome, Outcome::Wins | Outcome::Loses);
        self.law.pro_rata.when(plays && wager.at_risk() < wager.stake)
    }

    /// Ends a dead hand and returns all its wagers.
    pub(crate) fn kill_hand<S: Sink>(&mut self, spot: Spot, by_floor: bool, cites: Cites, out: &mut S) {
        let double_too = self.law.dead_double.when(!by_floor);
        let of_double = double_too.map_or(cites, Cites::one);
        self.settle_riding(
            spot,
            |_, wager| {
                let cites = if wager.area == area::DOUBLE { of_double } else { cites };
                Verdict::of(Outcome::Returned, cites)
            },
            out,
        );
        let betting_box = self.betting_box(spot.box_number).copied();
        let first = betting_box.filter(|_| spot.hand == 1);
        let side = first.filter(|b| !b.house_money_settled).and_then(|b| b.house_money);
        if let Some(number) = side {
            self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        }
        while let (Some(number), 1) = (self.insurance_of(spot.box_number), spot.hand) {
            self.settle_wager(number, Verdict::of(Outcome::Returned, cites), out);
        }
        if spot.hand == 1 {
            // Side bets on the first two cards or on the dealer's hand need neither the hand nor its wager.
            let short = self.hand(spot).is_some_and(|hand| hand.tally.cards < 2);
            let unsplit = betting_box.is_some_and(|b| b.count == 1);
            if unsplit || short || by_floor {
                self.return_side_bets(spot.box_number, short || by_floor, cites, out);
            }
        }
        if let Some(betting_box) = self.box_mut(spot.box_number) {
            betting_box.house_money_settled |= side.is_some();
            betting_box.proceeds = Money::ZERO;
        }
        self.hand_leaves(spot, None, out);
    }

    /// The cards are picked up and the round is over.
    pub(crate) fn end_round<S: Sink>(&mut self, out: &mut S) {
        self.discard_seen_cards(out);
        self.rack_what_is_known(out);
        let lying = self.layout.cards().filter(|card| is_dealt(card)).count();
        let cards = card_count(lying);
        self.shoe.to_rack(cards);
        let last = self.shoe.cut_card_reached();
        let cites =
            Cites::from(self.law.collect_cards.applies()).and(self.law.last_round_collected.when(last));
        tell(out, What::Collected { place: Place::Rack, cards }, cites);
        tell(out, What::RoundEnded { round: self.round_number }, None);
        self.left = engine::Patrons::NONE;
        self.clear_round();
        self.reshuffle_after_round(out);
    }

    /// The patron who decides about a hand. If all have left, the patron in whose name the house decides.
    pub(crate) fn patron_of(&self, spot: Spot) -> Option<Patron> {
        let patron = self.betting_box(spot.box_number)?.patron;
        if !self.boxes_are_shared() {
            return patron;
        }
        let owner = || Self::highest(self.bets_on(spot)).map(|wager| wager.patron);
        self.decider_of(spot).or_else(owner).or(patron)
    }
}
