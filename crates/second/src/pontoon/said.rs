//! Who speaks for a hand, and who may follow them.

use super::round::{Staked, highest};
use super::walk::Walk;
use engine::{Patron, Spot};

/// A split that other patrons may follow.
#[derive(Clone, Debug)]
pub struct Split {
    by: Patron,
    /// The hand that was split.
    spot: Spot,
    followed_by: Vec<Patron>,
}

impl Walk<'_> {
    /// 1.23, 3.8: the decider of the box while they are present and have a bet on the hand, else the patron with the
    /// highest remaining bet. If there is no such patron the house decides, in any patron's name.
    pub fn may_say(&mut self, patron: Patron, spot: Spot, word: &str) -> Result<(), String> {
        match word {
            "follow" => return self.may_follow(patron, spot),
            "hit" | "stand" | "double" | "split" => self.box_did_not_follow(spot.box_number),
            "surrender" | "take-first" | "take-second" | "take-third" | "take-fourth" => {}
            _ => return Ok(()),
        }
        let bets = self.open_on(spot).into_iter().filter(|w| w.kind != "double");
        let present: Vec<Staked> = bets.filter(|w| !self.now.left.contains(&w.patron)).collect();
        let decider = self.now.decider(spot.box_number).filter(|d| present.iter().any(|w| w.patron == *d));
        if let Some(decider) = decider.or_else(|| highest(&present))
            && decider != patron
        {
            return Err(format!("{patron} chose {word} at {spot}, where {decider} decides (1.23)"));
        }
        if word == "split" {
            self.last_split = Some(Split { by: patron, spot, followed_by: Vec::new() });
        }
        Ok(())
    }

    /// 3.24.1: a patron who did not follow once has no part in later splits of the box.
    fn may_follow(&mut self, patron: Patron, spot: Spot) -> Result<(), String> {
        if !self.open_on(spot).iter().any(|w| w.patron == patron) {
            return Err(format!("{patron} follows at {spot} and has no bet there"));
        }
        if self.now.doubled.contains(&spot) {
            return Ok(());
        }
        if self.stayed_behind.contains(&(spot.box_number, patron)) {
            return Err(format!("{patron} follows a split at {spot} and declined an earlier one (3.24.1)"));
        }
        match &mut self.last_split {
            Some(split) if split.spot == spot => split.followed_by.push(patron),
            _ => return Err(format!("{patron} follows at {spot}, where nothing was split")),
        }
        Ok(())
    }

    /// Play continues at the box: patrons with a bet on the split hand who did not follow have declined.
    fn box_did_not_follow(&mut self, box_number: u8) {
        let Some(split) = self.last_split.take_if(|split| split.spot.box_number == box_number) else {
            return;
        };
        for w in self.open_on(split.spot) {
            if w.patron != split.by && !split.followed_by.contains(&w.patron) {
                self.stayed_behind.insert((box_number, w.patron));
            }
        }
    }
}
