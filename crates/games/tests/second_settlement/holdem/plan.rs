//! The end of a round, worked out from the cards.

use super::line::{Expected, Paid};
use super::rank::{Category, Worth, best, five, once};
use super::round::{FOR_DEALERS, Staked};
use super::terms::{self, Price, Prize};
use super::walk::Walk;
use engine::{Outcome, Place, Spot};
use felt::Card;
use std::cmp::Ordering;

/// MLP-1.I.A, 1.I.B and 7.II ask of the envied hand only that another player holds it at a table with the
/// progressive; they do not ask that the holder made the wager himself.
const ENVIED_HOLDER_NEEDS_THE_WAGER: bool = false;

impl Walk<'_> {
    /// 9.VII, 9.VIII: one player at a time from the dealer's right, then the trips of those who folded (9.V.B.1).
    pub fn plan_showdown(&mut self) -> Result<(), String> {
        let dealer = self.best_of(Place::Dealer)?;
        let mut after = self.before();
        let hands = self.now.hands();
        for b in hands.iter().filter(|b| !self.now.folded.contains(b)).copied().collect::<Vec<u8>>() {
            if self.is_undone_unseen(b) {
                continue;
            }
            after = self.plan_player(b, &dealer, after)?;
        }
        for b in hands.into_iter().filter(|b| self.now.folded.contains(b)).collect::<Vec<u8>>() {
            if self.open(b, "trips").is_some() && !self.is_undone_unseen(b) {
                let hand = self.best_of(hand_of(b))?;
                let lines = self.trips_and_cap(b, hand.category, Vec::new())?;
                after = self.chain(lines, after);
                after = self.trips_for_dealers(b, hand.category, after)?;
            }
        }
        Ok(())
    }

    /// 11.I: trips and, by ruling, the progressive are settled on the cards. No order of the players is given.
    pub fn plan_after_exposure(&mut self) -> Result<(), String> {
        let start = self.before();
        for b in self.now.hands() {
            if self.is_undone_unseen(b) {
                continue;
            }
            let mut after = start.clone();
            if self.open(b, "trips").is_some() {
                let hand = self.best_of(hand_of(b))?;
                let lines = self.trips_and_cap(b, hand.category, Vec::new())?;
                after = self.chain(lines, after);
                after = self.trips_for_dealers(b, hand.category, after)?;
            }
            // What a fold has forfeited is no longer open.
            if self.open(b, "progressive").is_some() {
                self.plan_progressive(b, after)?;
            }
        }
        Ok(())
    }

    /// 9.VIII: the four wagers of a player, the cap over them, and the progressive.
    fn plan_player(&mut self, b: u8, dealer: &Worth, after: Vec<u32>) -> Result<Vec<u32>, String> {
        let hand = self.best_of(hand_of(b))?;
        let result = hand.cmp(dealer);
        let mut lines = Vec::new();
        if let Some(ante) = self.open(b, "ante") {
            lines.push(if dealer.category < Category::Pair {
                Expected::pushes(ante, "9.VII")
            } else {
                self.against_dealer(ante, result, Some((1, 1)))?
            });
        }
        if let Some(blind) = self.open(b, "blind") {
            lines.push(self.against_dealer(blind, result, terms::blind(hand.category))?);
        }
        if let Some(play) = self.open(b, "play") {
            lines.push(self.against_dealer(play, result, Some((1, 1)))?);
        }
        let theirs = self.for_dealers(b, &lines)?;
        let lines = self.trips_and_cap(b, hand.category, lines)?;
        let after = self.chain(lines, after);
        let after = self.chain(theirs, after);
        let after = self.trips_for_dealers(b, hand.category, after)?;
        self.plan_progressive(b, after)
    }

    /// RULING-UTH-27: the bets for the dealers beside ante and blind end as those do, after the player's own wagers.
    fn for_dealers(&self, b: u8, own: &[Expected]) -> Result<Vec<Expected>, String> {
        let mut lines = Vec::new();
        for (kind, theirs) in FOR_DEALERS {
            let Some(w) = self.open(b, theirs) else { continue };
            let Some(line) = own.iter().find(|line| line.wager == kind) else { continue };
            lines.push(match (line.outcome, line.odds) {
                (Some(Outcome::Wins), Some(price)) => self.wins(w, price, line.why)?,
                (Some(Outcome::Loses), _) => Expected::loses(w, line.why),
                _ => Expected::pushes(w, line.why),
            });
        }
        Ok(lines)
    }

    /// The same beside trips, also where the hand was folded or is void.
    fn trips_for_dealers(&mut self, b: u8, hand: Category, after: Vec<u32>) -> Result<Vec<u32>, String> {
        let Some(w) = self.open(b, FOR_DEALERS[2].1) else { return Ok(after) };
        let line = match terms::trips(hand) {
            Some(price) => self.wins(w, price, "9.VIII.D, 10.IV")?,
            None => Expected::loses(w, "9.VIII.D"),
        };
        Ok(self.chain(vec![line], after))
    }

    /// 9.VIII.A to C. A win without a price is a blind below a straight: it goes back.
    fn against_dealer(&self, w: Staked, result: Ordering, price: Option<Price>) -> Result<Expected, String> {
        Ok(match (result, price) {
            (Ordering::Less, _) => Expected::loses(w, "9.VIII.A"),
            (Ordering::Equal, _) => Expected::pushes(w, "9.VIII.C"),
            (Ordering::Greater, None) => Expected::pushes(w, "9.VIII.B, 10.III"),
            (Ordering::Greater, Some(price)) => self.wins(w, price, "9.VIII.B, 10.II, 10.III")?,
        })
    }

    fn wins(&self, w: Staked, price: Price, why: &'static str) -> Result<Expected, String> {
        let paid = self.terms.win(w.stake, price)?;
        let mut line = Expected::wager(w, Outcome::Wins, Paid::Amount(paid), w.stake, why);
        line.odds = Some(price);
        Ok(line)
    }

    /// 9.VIII.D: trips, whatever became of the rest; 10.V: what the hand is paid too much goes off again.
    fn trips_and_cap(
        &self,
        b: u8,
        hand: Category,
        mut lines: Vec<Expected>,
    ) -> Result<Vec<Expected>, String> {
        if let Some(w) = self.open(b, "trips") {
            lines.push(match terms::trips(hand) {
                Some(price) => self.wins(w, price, "9.VIII.D, 10.IV")?,
                None => Expected::loses(w, "9.VIII.D"),
            });
        }
        let paid: i64 =
            lines.iter().map(|line| if let Paid::Amount(paid) = line.paid { paid } else { 0 }).sum();
        let cut = paid - self.terms.most();
        if cut > 0 {
            let of = self.now.wager(b, "ante").ok_or("a hand without an ante")?;
            lines.push(Expected::cap(of, cut));
        }
        Ok(lines)
    }

    /// 12.2.III, 12.3.I: the two cards and the flop. The dollar itself is not returned (Q116). Then the envy
    /// bonus of everybody else, in whatever order (MLP-7.II).
    fn plan_progressive(&mut self, b: u8, mut after: Vec<u32>) -> Result<Vec<u32>, String> {
        let own = self.open(b, "progressive");
        if own.is_none() && (ENVIED_HOLDER_NEEDS_THE_WAGER || self.exposed) {
            return Ok(after);
        }
        let others: Vec<Staked> = self.others_who_envy(b);
        if own.is_none() && others.is_empty() {
            return Ok(after);
        }
        let mut cards = self.cards_at(hand_of(b), 2)?;
        cards.extend(self.cards_at(Place::Board, 5)?.into_iter().take(3));
        let hand = five(&once(&cards)).category;
        if let Some(w) = own {
            let line = match terms::progressive(hand) {
                Some(Prize::Meter) => Expected::wager(w, Outcome::Wins, Paid::Meter, 0, "12.3.I, MLP-7.IV"),
                Some(Prize::Fixed(paid)) => {
                    Expected::wager(w, Outcome::Wins, Paid::Amount(paid), 0, "12.3.I, MLP-7.I")
                }
                None => Expected::loses(w, "MLP-6.I"),
            };
            after = self.chain(vec![line], after);
        }
        if let Some(bonus) = terms::envy(hand).filter(|_| !others.is_empty()) {
            let lines =
                others.iter().map(|w| Expected::award(w.patron, w.spot, Spot::first(b), "envy", bonus));
            after = lines.collect::<Vec<_>>().into_iter().map(|line| self.owe(line, &after)).collect();
        }
        Ok(after)
    }

    /// MLP-7.II.A: not for one's own hand; MLP-6.III: for those too who have folded.
    fn others_who_envy(&self, b: u8) -> Vec<Staked> {
        let boxes = self.now.wagers.values().filter(|w| w.kind == "progressive" && !w.gone);
        boxes
            .map(|w| w.spot.box_number)
            .filter(|box_number| *box_number != b)
            .filter_map(|b| self.may_envy(b))
            .collect()
    }

    // ------------------------------------------------------------------ helpers

    fn chain(&mut self, lines: Vec<Expected>, mut after: Vec<u32>) -> Vec<u32> {
        for line in lines {
            after = vec![self.owe(line, &after)];
        }
        after
    }

    fn open(&self, b: u8, kind: &str) -> Option<Staked> {
        self.now.wager(b, kind).filter(|w| self.is_open(w))
    }

    /// 1.I.H: the best five of the two cards there and the five community cards.
    fn best_of(&self, place: Place) -> Result<Worth, String> {
        let mut cards = self.cards_at(place, 2)?;
        cards.extend(self.cards_at(Place::Board, 5)?);
        Ok(best(&once(&cards)))
    }

    /// The hand was never shown, because it or the round was declared void first: nothing is settled on it.
    fn is_undone_unseen(&self, b: u8) -> bool {
        let there = self.now.at(hand_of(b));
        self.undone && there.iter().any(|card| !self.faces.contains_key(&card.id))
    }

    /// So many cards lie there, and the record tells each of them at some time.
    fn cards_at(&self, place: Place, count: usize) -> Result<Vec<Card>, String> {
        let there = self.now.at(place);
        if there.len() != count {
            return Err(format!("{} cards lie at {place}, which should have {count} (11.III)", there.len()));
        }
        let faces: Option<Vec<Card>> = there.iter().map(|card| self.faces.get(&card.id).copied()).collect();
        faces.ok_or(format!("the cards at {place} decide and were never shown"))
    }
}

fn hand_of(b: u8) -> Place {
    Place::Hand(Spot::first(b))
}
