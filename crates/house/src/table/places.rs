//! Boxes that are kept for a patron between rounds, for as many rounds or seconds without a bet as the table's file
//! says.
//!
//! The house keeps them, not the game, whose round knows only who has bet. If a game has its own seats, or several
//! patrons bet on a box, those rules apply and no box is kept here.

use super::{TableStream, Work};
use crate::ids::Time;
use crate::stream::Refused;
use engine::{Beneficiary, Input, Patron, Vocabulary, Wager, What};
use rulebook::TableConfig;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The kept boxes, by their numbers.
pub(crate) type Places = BTreeMap<u8, KeptPlace>;

/// A box and its patron.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptPlace {
    patron: Patron,
    /// The last round in which their wager was on it.
    round: u32,
    /// The last time when their wager was on it.
    at: Time,
}

/// A box that is kept, and for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KeptBox {
    /// Its number.
    pub box_number: u8,
    /// The patron it is kept for.
    pub patron: Patron,
    /// The last round that they may miss; `None` if rounds do not count.
    pub last_round: Option<u32>,
    /// The time until which it is kept; `None` if time does not count.
    pub until: Option<Time>,
}

/// How long boxes are kept at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Keeping {
    rounds: u16,
    seconds: u16,
}

impl Keeping {
    /// Reads it from the file; `None` if the file has none, or if the game has its own seats or no boxes.
    pub(super) fn of(config: &TableConfig, vocabulary: &Vocabulary) -> Option<Keeping> {
        let (rounds, seconds) = (config.place_rounds, config.place_seconds);
        // Without cards a box is not exclusive to a patron.
        let seats = vocabulary.choices.iter().any(|choice| choice.word() == "sit") || config.decks == 0;
        (!seats && (rounds > 0 || seconds > 0)).then_some(Keeping { rounds, seconds })
    }

    fn place(self, box_number: u8, kept: KeptPlace) -> KeptBox {
        let last_round = (self.rounds > 0).then(|| kept.round.saturating_add(self.rounds.into()));
        let length = i64::from(self.seconds) * 1_000_000;
        let until = (self.seconds > 0).then(|| Time(kept.at.0.saturating_add(length)));
        KeptBox { box_number, patron: kept.patron, last_round, until }
    }
}

impl KeptBox {
    fn is_over(&self, round: u32, now: Time) -> bool {
        self.last_round.is_some_and(|last| round > last) || self.until.is_some_and(|until| now > until)
    }
}

impl TableStream {
    /// Returns the boxes that are kept now.
    pub fn places(&self, now: Time) -> Vec<KeptBox> {
        let Some(keeping) = self.keeping else { return Vec::new() };
        let round = self.table.round();
        let all = self.places.iter().map(|(number, kept)| keeping.place(*number, *kept));
        all.filter(|place| !place.is_over(round, now)).collect()
    }

    /// Checks that the patron may bet on a box. A kept box is closed to others until its patron has bet; after that the
    /// game decides who else may bet there.
    pub(super) fn check_place(&self, input: &Input, now: Time) -> Result<(), Refused> {
        let Input::Bet { patron, box_number, .. } = input else { return Ok(()) };
        let (Some(keeping), Some(kept)) = (self.keeping, self.places.get(box_number)) else { return Ok(()) };
        let place = keeping.place(*box_number, *kept);
        let there = |wager: &Wager| wager.on_layout() && wager.spot.box_number == *box_number;
        let open = || self.table.wagers().iter().any(there) || place.is_over(self.table.round(), now);
        if kept.patron == *patron || open() {
            return Ok(());
        }
        let KeptBox { box_number, last_round, until, .. } = place;
        Err(Refused::PlaceKept { box_number, last_round, until })
    }

    /// Updates the boxes after a unit: a patron with wagers on a box keeps it, and one who has left gives theirs up.
    pub(super) fn note_places(&mut self, at: Time, work: &Work) {
        if self.keeping.is_none() {
            return;
        }
        let round = self.table.round();
        // The first to bet on a box makes its decisions. The house, which bets against a patron's bank, keeps no box.
        let keeps = |wager: &&Wager| wager.on_layout() && wager.beneficiary != Beneficiary::House;
        for wager in self.table.wagers().iter().rev().filter(keeps) {
            self.places.insert(wager.spot.box_number, KeptPlace { patron: wager.patron, round, at });
        }
        let left = |patron: Patron| {
            work.events
                .iter()
                .any(|event| matches!(event.what, What::Left { patron: gone } if gone == patron))
        };
        let mut places = std::mem::take(&mut self.places);
        places.retain(|_, kept| !self.has_nothing(kept.patron) && !left(kept.patron));
        self.places = places;
    }
}
