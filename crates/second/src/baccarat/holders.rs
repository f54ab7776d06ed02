//! 6.III.B, 6.V: cards that lie face down, and who holds them.

use crate::layout::line::Bet;
use engine::{Beneficiary, Patron};

/// How cards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
    /// 6.III.A.
    Open,
    /// 6.III.B.
    Down,
    /// 6.V.
    Held,
}

/// The face-down cards of one hand.
#[derive(Clone, Debug, Default)]
struct Hand {
    /// The draw numbers of those that lie face down, and which card of the hand each is.
    down: Vec<(u32, usize)>,
    ceded: Vec<Patron>,
    taken: Option<Patron>,
    /// Who said that they turn one: it counts only while they are the holder.
    says: Option<Patron>,
    late: bool,
}

/// Both hands.
#[derive(Clone, Debug)]
pub struct Holders {
    manner: Manner,
    hands: [Hand; 2],
}

impl Holders {
    /// Before a round.
    pub fn new(manner: Manner) -> Holders {
        Holders { manner, hands: [Hand::default(), Hand::default()] }
    }

    /// The round is over.
    pub fn end(&mut self) {
        *self = Holders::new(self.manner);
    }

    /// Returns which hand is opened now, if one is face down.
    pub fn closed(&self) -> Option<usize> {
        (0..2).find(|at| !self.hands[*at].down.is_empty())
    }

    /// Records a card that came face down, as the first or a later one of its hand.
    pub fn laid(&mut self, at: usize, draw: u32, nth: usize) -> Result<(), String> {
        match (self.manner, nth) {
            (Manner::Held, _) | (Manner::Down, 0 | 1) => {
                self.hands[at].down.push((draw, nth));
                Ok(())
            }
            _ => Err(format!("card {nth} of hand {at} comes face down (6.III.A, 7.III)")),
        }
    }

    /// 6.V.A, 6.V.B: the patron with the largest wager; among equal ones the lowest place.
    fn holder(&self, at: usize, bets: &[&Bet]) -> Option<Patron> {
        let hand = &self.hands[at];
        if self.manner != Manner::Held || hand.late {
            return None;
        }
        let mut best: Option<&Bet> = None;
        for bet in bets {
            let counts = bet.kind == ["player", "banker"][at]
                && bet.beneficiary == Beneficiary::Patron
                && !hand.ceded.contains(&bet.patron);
            let better = best.is_none_or(|best| {
                bet.stake > best.stake
                    || (bet.stake == best.stake && bet.spot.box_number < best.spot.box_number)
            });
            if counts && better {
                best = Some(bet);
            }
        }
        best.map(|bet| bet.patron)
    }

    /// Records what a patron decides about the cards, or that they did not answer in time.
    pub fn chosen(
        &mut self,
        patron: Patron,
        (choice, lapsed): (&str, bool),
        bets: &[&Bet],
    ) -> Result<(), String> {
        let at = self.closed().ok_or("no hand lies face down and cards are taken or ceded")?;
        if self.holder(at, bets) != Some(patron) {
            return Err(format!("{patron} decides about hand {at} and is not its holder (6.V)"));
        }
        let hand = &mut self.hands[at];
        let has = hand.taken == Some(patron);
        match choice {
            "take-cards" if !has => hand.taken = Some(patron),
            "cede-cards" if !has => hand.ceded.push(patron),
            "turn-card" if has && lapsed => hand.late = true,
            "turn-card" if has && hand.says != Some(patron) => hand.says = Some(patron),
            other => return Err(format!("{patron} may not {other} at hand {at}")),
        }
        Ok(())
    }

    /// Records that a card of a hand is turned, and returns which one it is.
    pub fn turned(&mut self, at: usize, draw: u32, bets: &[&Bet]) -> Result<usize, String> {
        if self.closed() != Some(at) {
            return Err(format!("a card of hand {at} is turned before the player's was called (6.III.B)"));
        }
        let holder = self.holder(at, bets);
        let hand = &mut self.hands[at];
        if holder.is_some() && holder != hand.says {
            return Err(format!("a card of hand {at} is turned, and its holder said nothing (6.V)"));
        }
        hand.says = None;
        match hand.down.first() {
            Some((first, nth)) if *first == draw => {
                let nth = *nth;
                hand.down.remove(0);
                Ok(nth)
            }
            _ => Err(format!("card {draw} is turned, and another of hand {at} lies before it")),
        }
    }
}
