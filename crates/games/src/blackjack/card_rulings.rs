//! Rulings of the floor about a card that no rule covers: it is discarded, replaced, moved, or used as the
//! next one.
//!
//! A ruling can only affect the last card of a hand or of the dealer, and only if it came after the first
//! two, lies open and has settled nothing: patrons have already acted on the consequences of an earlier card.

use super::cards::Arrival;
use super::hand::{Play, Tally, Want, area};
use super::state::{Blackjack, Exposed};
use crate::common::tell;
use engine::{CardAt, Face, LaidCard, Place, Refusal, Rule, RulingAct, Sink, Standing, What};
use felt::Card;

impl Blackjack {
    /// Checks whether the floor can make this ruling about the card.
    pub(super) fn check_card_ruling(&self, act: RulingAct) -> Result<(), Refusal> {
        let Some((at, to)) = concerned(act) else { return Ok(()) };
        let Some((laid, _)) = self.ruled_card(at) else { return Err(Refusal::impossible("no-such-card")) };
        let possible = match act {
            RulingAct::ReplaceCard(_) => matches!(laid.place, Place::Hand(_)),
            _ => to.is_none_or(|to| to != laid.place && self.can_receive(to)),
        };
        if possible { Ok(()) } else { Err(Refusal::impossible("no-card-due")) }
    }

    /// Carries out what [`Blackjack::check_card_ruling`] granted.
    pub(super) fn rule_about_card<S: Sink>(&mut self, act: RulingAct, rule: Option<Rule>, out: &mut S) {
        let Some((at, to)) = concerned(act) else { return };
        let Some((laid, card)) = self.ruled_card(at) else { return };
        let LaidCard { draw, place: from, .. } = laid;
        if let Some(place) = to {
            let arrival = Arrival { face: Face::Up(card), drawn: Some(draw), because: rule };
            self.receive(place, arrival, out);
            self.recount(from);
            return;
        }
        if matches!(act, RulingAct::UseCardNext(_)) {
            self.layout.take_up(|lying| lying.draw == draw);
            tell(out, What::CardMoved { draw, from, to: Place::Next }, rule);
            self.use_before_others(Exposed { draw, card }, rule);
        } else {
            self.rack_shown(laid, rule.into(), out);
        }
        self.recount(from);
        if let (RulingAct::ReplaceCard(_), Place::Hand(spot)) = (act, from) {
            self.want(spot, Want::Hit);
        }
    }

    /// The card that a ruling refers to, if rulings can affect it.
    fn ruled_card(&self, at: CardAt) -> Option<(LaidCard, Card)> {
        let round = &self.round;
        let undecided = match at.place {
            Place::Hand(spot) => self.hand(spot).is_some_and(|hand| hand.play != Play::Settled),
            Place::Dealer => round.hole_turned && !round.settled,
            _ => false,
        };
        let nobody_asked = round.error.is_none() && round.wanted.is_none() && round.missing.is_none();
        let last = self.layout.at(at.place).count();
        if !round.closed || !undecided || !nobody_asked || usize::from(at.nth) != last || last < 3 {
            return None;
        }
        let laid = self.layout.at(at.place).last()?;
        match laid.face {
            Face::Up(card) => Some((*laid, card)),
            Face::Down(_) | Face::Unread => None,
        }
    }

    /// Recounts a place after a card has left it, and reopens what the card decided.
    fn recount(&mut self, place: Place) {
        let law = self.law;
        let mut tally = Tally::EMPTY;
        for laid in self.layout.at(place) {
            tally.add(law, laid.face.card());
        }
        let Place::Hand(spot) = place else {
            self.round.dealer = tally;
            self.round.dealer_cards = tally.cards;
            self.round.drawing_over = false;
            return;
        };
        let Some(hand) = self.hand_mut(spot) else { return };
        hand.tally = tally;
        if hand.play == Play::Over && tally.total() <= 21 {
            hand.play = if hand.double.is_some() { Play::Finished } else { Play::Active };
            let rides = |wager: &&mut engine::Wager| wager.spot == spot && wager.area <= area::DOUBLE;
            for wager in self.wagers.iter_mut().filter(rides) {
                if matches!(wager.standing, Standing::Decided(..)) {
                    wager.standing = Standing::Open;
                }
            }
        }
        self.round.asked = None;
    }
}

/// The card that a ruling is about, and its destination if the ruling names one.
fn concerned(act: RulingAct) -> Option<(CardAt, Option<Place>)> {
    match act {
        RulingAct::DiscardCard(card) | RulingAct::ReplaceCard(card) | RulingAct::UseCardNext(card) => {
            Some((card, None))
        }
        RulingAct::MoveCard { card, to } => Some((card, Some(to))),
        _ => None,
    }
}
