//! Reports of staff by name. A report is accepted whenever it can be true; one that cannot have happened is
//! refused with the reason.

use super::cards::Arrival;
use super::hand::Want;
use super::state::{Blackjack, LastHand, ShoeStage};
use super::words;
use crate::common::{Clause, Drawn, Report, lies_hidden, look_under, possible, tell};
use engine::{
    Actor, Cites, Face, IrregularityId, Line, Patron, Place, Rank, Refusal, Rule, Sink, Spot, What,
};
use felt::Card;

impl Blackjack {
    /// Checks that this can have happened.
    ///
    /// # Errors
    /// Gives the reason why it cannot.
    pub(super) fn check_report(&self, report: Report) -> Result<(), Refusal> {
        let Report { kind, place } = report;
        if matches!(kind, words::WINNER_UNPAID | words::LOSER_PAID) {
            return self.line_meant(report).map(|_| ());
        }
        if self.law.error_options.exists() {
            return self.check_mishap(report);
        }
        let round = &self.round;
        // A card that came face down did come: no place was skipped.
        let nothing_lies_closed = round.squeezed.is_none();
        let front = self.queue.front().filter(|_| nothing_lies_closed);
        match kind {
            words::FACE_UP_IN_SHOE
            | words::DRAWN_UNEXPOSED
            | words::DRAWN_EXPOSED
            | words::DRAWN_TOGETHER => possible(self.cards_in_shoe(), "no-cards-in-shoe"),
            words::DEALER_OVERDREW => self.check_overdraw(),
            words::DEALER_CARD_MISSED => possible(front == Some(Place::Dealer), "not-passed-over"),
            words::CARD_MISSED => {
                let box_is_due = matches!(front, Some(Place::Hand(_)));
                possible(box_is_due && place.is_none_or(|place| front == Some(place)), "not-passed-over")
            }
            // Neither of these has a place.
            words::RAN_OUT | words::SHUFFLER_JAM if place.is_some() => {
                Err(Refusal::impossible("no-such-place"))
            }
            words::RAN_OUT => possible(self.stage == ShoeStage::Ready, "no-cards-in-shoe"),
            words::SHUFFLER_JAM => possible(self.terms.shuffler, "no-shuffler"),
            words::CARD_NOT_DEALT => {
                let waits = round.wanted.filter(|wanted| wanted.why != Want::Second && nothing_lies_closed);
                let there = |spot| place.is_none_or(|place| place == Place::Hand(spot));
                possible(waits.is_some_and(|wanted| there(wanted.spot)), "nobody-waits")
            }
            words::HOLE_EXPOSED => possible(self.hole_lies_hidden(), "no-card-to-turn"),
            words::BLACKJACK_MISSED => {
                possible(round.peeked == Some(true) && !round.hole_turned, "no-blackjack-found")
            }
            words::TOTAL_MISANNOUNCED => {
                possible(self.any_card_dealt() || self.round_number > 1, "no-hand-dealt")
            }
            words::INTERRUPTION | words::WRONG_COUNT | words::NOT_SHUFFLED => Ok(()),
            words::FOREIGN_CARD => {
                let lies = |place| self.layout.at(place).next().is_some();
                possible(place.is_none_or(lies), "no-such-card")
            }
            // These follow from the cards, a turn or the device, and are not reported.
            _ => Err(Refusal::impossible("told-by-itself")),
        }
    }

    /// Whether a card can come out of the shoe.
    pub(super) fn cards_in_shoe(&self) -> bool {
        self.stage == ShoeStage::Ready && self.shoe.remaining() > 0
    }

    /// Checks that the dealer can have drawn a card too many that can still be put right.
    pub(super) fn check_overdraw(&self) -> Result<(), Refusal> {
        self.check_not_shuffled(self.law.overdraw_late)?;
        possible(self.dealer_stands(), "dealer-not-standing")?;
        possible(self.cards_in_shoe() || self.rest_is_put_away(), "no-cards-in-shoe")
    }

    /// Refuses a report on a card of the last round after all cards have been shuffled, by the rule about
    /// late reports.
    pub(super) fn check_not_shuffled(&self, late: Clause) -> Result<(), Refusal> {
        late.forbids(!self.round.closed && self.last_hand == LastHand::Shuffled, "cards-shuffled")
    }

    /// Whether the rest of the shoe lies with the discards to be shuffled, and with it any card that left the
    /// shoe unnoticed.
    pub(super) fn rest_is_put_away(&self) -> bool {
        self.awaits_full_shuffle() && !self.round.closed
    }

    /// Whether the dealer must not draw: their hand is complete, or that of the last round was.
    pub(super) fn dealer_stands(&self) -> bool {
        let round = &self.round;
        let late = !round.closed && self.last_hand == LastHand::Stood;
        late || (self.dealer_is_complete() && !round.settled && round.error.is_none())
    }

    /// Whether the dealer's second card lies face down.
    fn hole_lies_hidden(&self) -> bool {
        self.layout.at(Place::Dealer).nth(1).is_some_and(|hole| !hole.face.is_up())
    }

    /// Stops the play until the ruling rank at the table decides, because the document is silent.
    pub(super) fn floor_decides<S: Sink>(&mut self, report: Report, rule: Option<Rule>, out: &mut S) {
        let remedy = match self.vocabulary.ruling_rank {
            Rank::Shift => words::SHIFT_DECIDES,
            _ => words::FLOOR_DECIDES,
        };
        report.remedied(remedy, rule, out);
        self.round.ruling_due = true;
    }

    /// Handles a card of another pack that is seen where it lies, or comes out and goes to the rack. A card
    /// that lies face down must be identified by turning it: if the report could name it, whether it is
    /// believed would reveal what a device has read.
    pub(super) fn foreign_card_seen<S: Sink>(
        &mut self,
        place: Option<Place>,
        card: Option<Card>,
        out: &mut S,
    ) -> Result<(), Refusal> {
        if let (Some(place), Some(card)) = (place, card) {
            if !self.layout.at(place).any(|laid| laid.face == Face::Up(card)) {
                return Err(Refusal::impossible("no-such-card"));
            }
        } else if card.is_some() && !self.cards_in_shoe() {
            return Err(Refusal::impossible("no-cards-in-shoe"));
        }
        let rule = self.law.foreign_card.applies();
        self.floor_decides(Report { kind: words::FOREIGN_CARD, place }, rule, out);
        if let (None, Some(card)) = (place, card) {
            let Drawn { draw, .. } = Drawn::from_shoe(&mut self.shoe, Some(card));
            let arrival = Arrival { drawn: Some(draw), ..Arrival::from_shoe(Face::Up(card)) };
            self.lay(Place::Rack, arrival, rule.into(), out);
        }
        Ok(())
    }

    /// The line, of this round or of the last one, whose chips did not move as it says.
    fn line_meant(&self, report: Report) -> Result<Line, Refusal> {
        let Some(Place::Hand(spot)) = report.place else { return Err(Refusal::impossible("no-such-hand")) };
        let line = self.line_where(report, |line| line.spot == spot);
        line.copied().ok_or_else(|| Refusal::impossible("no-such-line"))
    }

    /// The first line that meets the test, of this round or else of the last one.
    fn line_where(&self, report: Report, is_so: impl Fn(&Line) -> bool) -> Option<&Line> {
        let meant = |line: &&Line| line.outcome == Some(report.outcome_meant()) && is_so(line);
        self.lines.standing().find(meant).or_else(|| self.last_lines.standing().find(meant))
    }

    /// Handles chips that did not move as a line says: the line stands, and they move now, by the rules of
    /// the line.
    pub(super) fn chips_put_right<S: Sink>(&mut self, report: Report, out: &mut S) -> Result<(), Refusal> {
        report.remedied(report.chips_remedy(), self.line_meant(report)?.cites, out);
        Ok(())
    }

    /// A hand that has such a line, so that the report can be offered.
    pub(super) fn hand_with_line(&self, kind: IrregularityId) -> Option<Place> {
        let line = self.line_where(Report { kind, place: None }, |line| line.spot.box_number > 0);
        line.map(|line| Place::Hand(line.spot))
    }

    /// Records that a person saw cards that lie face down. Patrons may see their own if they hold or squeeze
    /// them.
    pub(super) fn looked_at<S: Sink>(
        &mut self,
        actor: Actor,
        patron: Option<Patron>,
        place: Place,
        out: &mut S,
    ) -> Result<(), Refusal> {
        let own_word = patron.is_some_and(|patron| actor == Actor::Patron(patron));
        if !own_word && !actor.is_at_least(Rank::Dealer) {
            return Err(Refusal::not_yours("wrong-person"));
        }
        possible(lies_hidden(&self.layout, place), "no-card-face-down")?;
        let own = matches!((place, patron), (Place::Hand(spot), Some(patron)) if self.holds(patron, spot));
        let rule = match own {
            true => self.law.pitch_examine.applies().or_else(|| self.law.squeeze_back_up.applies()),
            false => self.law.looked_at.applies(),
        };
        look_under(&mut self.layout, place, patron, rule, out);
        if !own {
            self.floor_decides(Report { kind: words::LOOKED_AT, place: Some(place) }, rule, out);
        }
        Ok(())
    }

    /// Whether this patron holds the cards of a hand: they were dealt that way, or are squeezed.
    fn holds(&self, patron: Patron, spot: Spot) -> bool {
        let squeezes = self.betting_box(spot.box_number).is_some_and(|b| b.squeezer == Some(patron));
        squeezes || (self.terms.pitch && self.patron_of(spot) == Some(patron))
    }

    /// Handles a device that found a blackjack while the dealer played on as if it had not.
    pub(super) fn dealer_played_on<S: Sink>(&mut self, out: &mut S) {
        let cites = Cites::from(self.law.blackjack_missed.applies()).and(self.law.check_went_wrong.applies());
        tell(out, What::Irregular { kind: words::BLACKJACK_MISSED, place: Some(Place::Dealer) }, cites);
        // The consequences follow when the hole card is turned.
        self.round.peeked = Some(false);
    }

    /// Handles an answer of the device at the wrong time.
    pub(super) fn answered_untimely<S: Sink>(&mut self, yes: bool, out: &mut S) -> Result<(), Refusal> {
        possible(self.terms.hole_card, "no-device")?;
        let Some(up) = self.round.up_card.filter(|_| self.hole_lies_hidden()) else {
            return Err(Refusal::impossible("no-hole-card"));
        };
        let checked = self.is_checked(up);
        possible(!yes || checked, "no-blackjack-there")?;
        let report = Report { kind: words::CHECK_UNTIMELY, place: Some(Place::Dealer) };
        let rule = self.law.check_untimely.applies();
        let first = checked && self.round.peeked.is_none();
        let contradicts = self.round.peeked.is_some_and(|said| said != yes);
        if contradicts {
            self.floor_decides(report, rule, out);
        } else {
            report.remedied(words::NO_EFFECT, rule, out);
        }
        tell(out, What::Answered { yes }, Cites::from(rule).and(self.law.insurance_before_peek.when(first)));
        if first {
            // Insurance ends once the device has been used.
            self.round.peeked = Some(yes);
            self.round.insurance_closed = true;
        }
        Ok(())
    }
}
