//! Decides what comes next. This is the only place that moves a round forward.

use super::rules;
use super::state::{Craps, Dice, InTheAir, Offering};
use super::terms::Moment;
use super::words;
use crate::common::{self, tell};
use engine::{Cites, Due, Patron, Rank, Sink, Spot, What};

type Next = common::Next<Act>;

/// An automatic step.
#[derive(Clone, Copy, Debug)]
enum Act {
    OpenRound,
    AskAboutDice(Offering),
    PassOver(Offering),
    ShooterGone,
    EndComeOnly(Patron),
}

impl Craps {
    /// Performs all automatic steps, then says what is due.
    pub(crate) fn advance<S: Sink>(&mut self, out: &mut S) {
        // At most every place is asked. The bound turns a bug of ours into a call for the floor.
        for _ in 0..200 {
            match self.next() {
                Next::Await(due) => {
                    self.due = due;
                    return;
                }
                Next::Do(act) => self.perform(act, out),
            }
        }
        self.due = Due::Ruling { rank: Rank::Floor };
    }

    fn next(&self) -> Next {
        if !self.opened {
            return Next::Do(Act::OpenRound);
        }
        match self.in_the_air {
            InTheAir::Thrown => return Next::Await(Due::Roll { by: Rank::Dealer, closes: None }),
            InTheAir::Disputed => return Next::Await(Due::Roll { by: Rank::Box, closes: None }),
            InTheAir::No if self.ruling_due => {
                return Next::Await(Due::Ruling { rank: words::VOCABULARY.ruling_rank });
            }
            InTheAir::No => {}
        }
        match self.dice {
            Dice::Idle => Next::Await(Due::Bets { closes: words::OFFER_DICE }),
            Dice::Offered(offer) => self.next_of_offer(offer),
            Dice::Held(shooter) => self.next_of_shooter(shooter),
        }
    }

    fn next_of_offer(&self, offer: Offering) -> Next {
        match self.patron_at(offer.at) {
            Some(patron) if offer.asked => Next::Await(Due::Choice { patron, spot: Spot::first(offer.at) }),
            Some(_) => Next::Do(Act::AskAboutDice(offer)),
            None => Next::Do(Act::PassOver(offer)),
        }
    }

    fn next_of_shooter(&self, shooter: Patron) -> Next {
        let Some(place) = self.place_of(shooter) else { return Next::Do(Act::ShooterGone) };
        if self.come_only && (self.line_bet_lies() || !self.come_bets_remain()) {
            return Next::Do(Act::EndComeOnly(shooter));
        }
        if self.shooter_must_bet(shooter) {
            return Next::Await(Due::Choice { patron: shooter, spot: Spot::first(place) });
        }
        if self.die_out {
            return Next::Await(Due::Decision { rank: Rank::Box });
        }
        Next::Await(match self.terms.by_dealer {
            true => Due::Bets { closes: words::THROW },
            false => Due::Roll { by: Rank::Dealer, closes: Some(words::THROW) },
        })
    }

    fn perform<S: Sink>(&mut self, act: Act, out: &mut S) {
        match act {
            Act::OpenRound => self.open_round(out),
            Act::AskAboutDice(offer) => self.ask_about_dice(offer, out),
            Act::PassOver(offer) => self.dice_go_on(offer, out),
            Act::ShooterGone => self.shooter_gone(out),
            Act::EndComeOnly(shooter) => self.end_come_only(shooter, out),
        }
    }

    /// Opens the first round with the first input at the table.
    pub(crate) fn begin<S: Sink>(&mut self, out: &mut S) {
        if self.round_number == 0 {
            self.open_round(out);
        }
    }

    fn open_round<S: Sink>(&mut self, out: &mut S) {
        self.opened = true;
        if let Some(last) = &mut self.last_throw {
            std::mem::swap(&mut last.lines, &mut self.lines);
        }
        self.lines.clear();
        self.placed_before = self.wagers.last_placed();
        let first = self.rounds_opened == 0;
        self.rounds_opened += 1;
        self.round_number = self.rounds_opened;
        let come_out = self.point.is_none() && !self.come_only;
        let cites = Cites::from(rules::COME_OUT_AT_OPENING.when(come_out && !self.decided_before))
            .and(rules::COME_OUT_AFTER_DECISION.when(come_out && self.decided_before));
        tell(out, What::RoundOpened { round: self.round_number }, cites);
        if first {
            self.terms.duties.tell(Moment::Opening, out);
        }
    }
}
