//! Reports of staff where errors give every patron a choice: whether the event can have happened, and its
//! remedy.
//!
//! A report is never refused because of its timing. What cannot have happened is refused with the reason;
//! what belongs to a round before the last is refused by the paragraph that closes it.

use super::state::{Blackjack, LastHand};
use super::words;
use crate::common::{Report, possible, tell};
use engine::{Cites, Face, IrregularityId, Place, Refusal, Sink, Spot, What};
use felt::Card;

/// Irregularities that void a round regardless of what has happened in it.
const VOIDING: [IrregularityId; 4] =
    [words::WRONG_COUNT, words::NOT_SHUFFLED, words::FOREIGN_CARD, words::RAN_OUT];

/// Reports that name a card, or may.
const OF_A_CARD: [IrregularityId; 8] = [
    words::FACE_UP_IN_SHOE,
    words::DRAWN_UNEXPOSED,
    words::DRAWN_EXPOSED,
    words::DRAWN_TOGETHER,
    words::DEALER_OVERDREW,
    words::DEALING_ERROR,
    words::FOREIGN_CARD,
    words::HOLE_EXPOSED,
];

/// Checks that what a report names is relevant to it: a card that does not belong to the report would never
/// be recorded.
pub(super) fn check_what_is_named(report: Report, card: Option<Card>) -> Result<(), Refusal> {
    let Report { kind, place } = report;
    let dealers = matches!(
        kind,
        words::DEALER_OVERDREW | words::HOLE_EXPOSED | words::DEALER_CARD_MISSED | words::BLACKJACK_MISSED
    );
    possible(card.is_none() || OF_A_CARD.contains(&kind), "no-card-meant")?;
    possible(!dealers || place.is_none_or(|place| place == Place::Dealer), "no-such-place")
}

impl Blackjack {
    /// Checks that this can have happened.
    pub(crate) fn check_mishap(&self, report: Report) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        let earlier = self.round_number > u32::from(self.round.opened);
        match kind {
            words::FACE_UP_IN_SHOE => self.check_shoe(1),
            words::DRAWN_TOGETHER => {
                // After the first one, the others are reported one by one.
                match self.together.len() {
                    0 => self.check_shoe(2),
                    1 => self.check_shoe(0),
                    _ => self.check_shoe(1),
                }
            }
            words::DEALER_OVERDREW => self.check_overdrawn(place),
            words::DEALING_ERROR => self.check_error_at(place),
            words::TWENTY_ONE_MISSED => {
                self.check_reach()?;
                let paid = matches!(place, Some(Place::Hand(spot)) if self.was_paid_at_once(spot));
                possible(paid, "no-21-paid")
            }
            words::SIDE_BETS_MISSED => {
                self.check_reach()?;
                possible(
                    matches!(place, Some(Place::Hand(spot)) if self.may_miss_side_bets(spot)),
                    "no-side-bet-settled",
                )
            }
            words::EARLIER_ERROR => possible(earlier, "no-earlier-round"),
            words::OBJECTION | words::BET_MISPLACED => {
                possible(self.wagers.iter().next().is_some(), "nobody-bet")
            }
            words::INTERRUPTION => Ok(()),
            _ if VOIDING.contains(&kind) => Ok(()),
            // Chips and cards of the remaining kinds are reported directly, and the table finds the name of
            // the irregularity.
            _ => Err(Refusal::impossible("told-by-itself")),
        }
    }

    /// Refuses a report on a round that has not been dealt yet, or that is out of reach because the next one
    /// has begun.
    fn check_reach(&self) -> Result<(), Refusal> {
        if self.round.closed {
            return Ok(());
        }
        let earlier = self.round_number > u32::from(self.round.opened);
        possible(earlier, "no-card-dealt")?;
        // The call for bets is not an input, so the first bet after it marks the new round.
        let begun = self.round.begun;
        let cites = Cites::from(self.law.previous_rounds_stand.when(begun))
            .and(self.law.later_rounds_untouched.when(begun));
        Refusal::by("next-round-begun", cites)
    }

    fn check_error_at(&self, place: Option<Place>) -> Result<(), Refusal> {
        self.check_reach()?;
        if !self.round.closed {
            return Ok(());
        }
        possible(self.any_card_dealt() || self.round.error.is_some(), "no-card-dealt")?;
        let lies = |place: Place| {
            let due =
                self.queue.awaits(place) || matches!(place, Place::Hand(spot) if self.hand(spot).is_some());
            due || self.layout.at(place).next().is_some()
        };
        possible(place.is_none_or(lies), "no-card-there")
    }

    fn may_miss_side_bets(&self, spot: Spot) -> bool {
        spot.hand == 1 && !self.lines.are_many() && self.settled_side_bet_of(spot.box_number).is_some()
    }

    fn check_overdrawn(&self, place: Option<Place>) -> Result<(), Refusal> {
        possible(place.is_none_or(|place| place == Place::Dealer), "no-such-place")?;
        if !self.round.closed {
            self.check_reach()?;
        }
        self.check_not_shuffled(self.law.reaches_back)?;
        possible(self.is_overdrawn(), "dealer-not-standing")?;
        if self.rest_is_put_away() { Ok(()) } else { self.check_shoe(1) }
    }

    /// Whether a card for the dealer is one too many: the hand is complete, in this round or in the one just
    /// settled.
    pub(crate) fn is_overdrawn(&self) -> bool {
        match self.round.closed {
            true => self.dealer_is_complete(),
            false => self.last_hand == LastHand::Stood && self.wagers.iter().next().is_none(),
        }
    }

    /// Handles a report of staff.
    pub(crate) fn mishap<S: Sink>(
        &mut self,
        report: Report,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        place.map_or(Ok(()), |place| self.check_place(place))?;
        if let (words::DEALING_ERROR, Some(card)) = (kind, card)
            && !self.lies_there(place, card)
        {
            return self.card_astray(place.unwrap_or(Place::Next), Face::Up(card), out);
        }
        self.check_mishap(report)?;
        if card.is_some() && !matches!(kind, words::DRAWN_TOGETHER | words::DEALER_OVERDREW) {
            self.check_shoe(1)?;
        }
        let face = card.map_or(Face::Unread, Face::Up);
        match kind {
            words::FACE_UP_IN_SHOE => {
                let card = card.ok_or_else(|| Refusal::impossible("card-not-named"))?;
                self.face_up_in_the_shoe(card, report, out);
            }
            words::DEALER_OVERDREW => self.overdrawn(face, out),
            words::DEALING_ERROR => self.error_reported(place, out),
            words::DRAWN_TOGETHER => self.drawn_together(report, face, out),
            words::TWENTY_ONE_MISSED => {
                if let Some(Place::Hand(spot)) = place {
                    self.twenty_one_missed(spot, out);
                }
            }
            words::SIDE_BETS_MISSED => {
                if let Some(Place::Hand(spot)) = place {
                    return self.side_bets_missed(spot.box_number, out);
                }
            }
            words::INTERRUPTION => self.interrupted(place, out),
            words::EARLIER_ERROR => {
                let cites = Cites::from(self.law.previous_rounds_stand.applies())
                    .and(self.law.later_rounds_untouched.applies());
                report.remedied(words::NO_EFFECT, cites, out);
            }
            words::OBJECTION => {
                report.remedied(words::NO_EFFECT, self.law.balance_open_to_others.applies(), out);
            }
            words::BET_MISPLACED => {
                let cites =
                    Cites::from(self.law.chips_as_they_lie.applies()).and(self.law.bets_by_staff.applies());
                report.remedied(words::NO_EFFECT, cites, out);
            }
            _ => self.wrong_cards(report, card, out),
        }
        Ok(())
    }

    /// Whether the card that an error is about lies there already, so that no further card left the shoe.
    fn lies_there(&self, place: Option<Place>, card: Card) -> bool {
        place.is_some_and(|place| self.layout.at(place).any(|laid| laid.face == Face::Up(card)))
    }

    /// Handles cards that are not a proper set: the round, if there is one, is void.
    fn wrong_cards<S: Sink>(&mut self, report: Report, card: Option<Card>, out: &mut S) {
        let law = self.law;
        let rule = match report.kind {
            words::WRONG_COUNT => law.count_void.applies(),
            words::NOT_SHUFFLED => law.unshuffled_void.applies(),
            words::RAN_OUT => law.run_out_void.applies(),
            _ => law.foreign_void.applies(),
        };
        if let Some(card) = card {
            let at = report.place.unwrap_or(Place::Next);
            let (draw, _) = self.lay_beside(at, Face::Up(card), rule.into(), out);
            if matches!(at, Place::Next | Place::Rack) {
                self.discard_astray(draw, rule.into(), out);
            }
        }
        self.void_by(report, rule, out);
    }

    /// Handles a card that lies face up in the shoe: it goes where a card is due, or waits as the next one.
    /// While bets are open it is not used, because the bettors would know it.
    fn face_up_in_the_shoe<S: Sink>(&mut self, card: Card, report: Report, out: &mut S) {
        if !self.round.closed {
            self.drawn_before_the_deal(report, Place::Next, Face::Up(card), out);
            return;
        }
        let rule = self.law.face_up_is_next.applies();
        let due = self.due_place().filter(|_| self.round.error.is_none());
        let goes = due.or(Some(Place::Next));
        report.or_at(goes).told(rule, out);
        tell(out, What::Remedied { remedy: words::USED_AS_NEXT, place: goes }, rule);
        self.use_face_up_card(card, due, rule, out);
    }

    /// Discards a card that the dealer drew to a complete hand; the total stands.
    pub(crate) fn overdrawn<S: Sink>(&mut self, face: Face, out: &mut S) {
        let law = self.law;
        let report = Report { kind: words::DEALER_OVERDREW, place: Some(Place::Dealer) };
        let cites = Cites::from(law.dealer_overdrew.applies())
            .and(law.not_reconstructed.applies())
            .and(law.reaches_back.when(!self.round.closed));
        report.remedied(words::DISCARDED, cites, out);
        self.discard(face, cites, out);
    }
}
