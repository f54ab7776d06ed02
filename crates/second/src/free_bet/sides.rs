//! The side bets: the cards that each depends on, when it is certain, and what it pays.

use super::hands::{Sight, ace_and_ten, total};
use super::line::Expected;
use super::record::Staked;
use super::terms::{Prize, Side, is_lammer};
use super::walk::Walk;
use engine::{LineKind, Outcome, Spot};
use felt::{Card, Rank, Suit};

/// CO-RF-21.D to 21.G, CO-RA-1.D: the side bets on the first cards.
const FIRST_CARDS: [&str; 7] = [
    "21-3-classic",
    "21-3-xtreme",
    "top-3",
    "21-3-progressive",
    "lucky-ladies",
    "lucky-ladies-progressive",
    "rocket-aces",
];

fn is_on_first_cards(kind: &str) -> bool {
    FIRST_CARDS.contains(&kind)
}

/// Returns every pair that gives the dealer a blackjack with this up card.
fn blackjacks_from(up: Card) -> Vec<[Card; 2]> {
    let all = Rank::ALL.into_iter().flat_map(|rank| Suit::ALL.map(|suit| Card::new(rank, suit)));
    all.filter(|hole| ace_and_ten(up, *hole)).map(|hole| [up, hole]).collect()
}

impl Walk<'_> {
    /// Settles bets on the first cards as soon as they are certain: after the first deal or, if the line depends on a
    /// possible dealer's blackjack, after the check. From the dealer's right, box by box.
    pub fn first_cards(&mut self) -> Result<(), String> {
        // Bets undone by a missed blackjack are settled at the end; immediately if it is found before play has begun.
        let missed = self.missed() && !self.before_play;
        for b in self.boxes() {
            if self.now.lies_open(b) && !missed {
                self.sides_of(b, is_on_first_cards)?;
            }
        }
        Ok(())
    }

    /// Settles the open side bets of a box in the order of the rule book; those of one kind in the order placed.
    pub fn sides_of(&mut self, b: u8, wanted: fn(&str) -> bool) -> Result<(), String> {
        for side in self.terms.sides.iter().filter(|side| wanted(&side.kind)) {
            let wagers: Vec<Staked> = self.open_in_box(b).filter(|w| w.kind == side.kind).cloned().collect();
            // No text says whether the dealers' envy comes before or after their own bet.
            let together = side.kind == "21-3-classic" && wagers.len() > 1;
            let group = match self.first_group {
                0 if together => self.new_group(),
                group => group,
            };
            for w in wagers {
                let row = if is_on_first_cards(w.kind) {
                    match self.certain(&w, side)? {
                        Some(row) => row,
                        None => continue,
                    }
                } else {
                    self.row_at_the_end(&w, side)?
                };
                self.pay_row(&w, side, row, group)?;
            }
        }
        Ok(())
    }

    /// Returns the row that a bet on the first cards has won whatever the hole card is; `None` while that is open.
    fn certain(&self, w: &Staked, side: &Side) -> Result<Option<Option<usize>>, String> {
        let up = self.up_card().ok_or("a side bet without an up card")?;
        let waits = self.needs_check() && !self.insurance_settled;
        let mut possible = vec![if waits { None } else { self.known_blackjack() }];
        if waits {
            possible.extend(blackjacks_from(up).into_iter().map(Some));
        }
        let mut rows = Vec::new();
        for blackjack in possible {
            rows.push(side.best(&self.first_sight(w, blackjack)?));
        }
        rows.dedup();
        Ok(if let [row] = rows.as_slice() { Some(*row) } else { None })
    }

    fn first_sight(&self, w: &Staked, blackjack: Option<[Card; 2]>) -> Result<Sight, String> {
        let b = w.spot.box_number;
        let up = self.up_card().ok_or("a side bet without an up card")?;
        let Some([Some(one), Some(two)]) = self.now.first_two(b) else {
            return Err(format!("{} at box {b} on cards that were never shown", w.kind));
        };
        let specific = self.terms.specific;
        Ok(Sight { two: [one, two], up, blackjack, dealer: Vec::new(), lammers: 0, specific })
    }

    /// Returns the row of a bet on the dealer's hand or on lammers, at the end of the round.
    fn row_at_the_end(&mut self, w: &Staked, side: &Side) -> Result<Option<usize>, String> {
        let up = self.up_card().ok_or("a side bet without an up card")?;
        let (two, specific) = ([up, up], self.terms.specific);
        let mut sight = Sight { two, up, blackjack: None, dealer: Vec::new(), lammers: 0, specific };
        match w.kind {
            // CO-RF-21.B: the lammers of the box, whatever the result of their hands. A lammer that was taken back
            // because its card was refused does not count.
            "silver-stack" => {
                let own = self.now.standing().filter(|l| l.spot.box_number == w.spot.box_number);
                let kept = own.filter(|l| !self.refused.contains(&l.number));
                sight.lammers = kept.filter(|l| is_lammer(l.kind)).count();
            }
            "push-22" | "hedge-22" | "bust-bonus" => {
                // CO-RF-21.A, 21.C: lost with 30 points on the original hand.
                if w.kind != "push-22" && self.original_hand_has_30(w.spot.box_number)? {
                    return Ok(None);
                }
                if !self.dealer_blackjack() {
                    self.dealer_mattered = true;
                }
                sight.dealer = self.finished_dealer()?;
            }
            other => return Err(format!("{other} is a side bet that nobody has described")),
        }
        Ok(side.best(&sight))
    }

    /// Whether the original hand has 30 points, the most a hand can have.
    pub fn original_hand_has_30(&self, b: u8) -> Result<bool, String> {
        match self.now.cards(Spot::first(b)) {
            Some(cards) => Ok(total(&cards).0 >= 30),
            None => Err(format!("the hand of box {b} decides and was never shown")),
        }
    }

    fn pay_row(&mut self, w: &Staked, side: &Side, row: Option<usize>, group: u32) -> Result<(), String> {
        let Some(row) = row.map(|row| &side.rows[row]) else {
            self.put(w, Outcome::Loses, 0, 0, group);
            return Ok(());
        };
        match &row.prize {
            Prize::To(price) => {
                let paid = self.terms.win(w.stake, *price)?;
                self.put(w, Outcome::Wins, paid, w.stake, group);
            }
            Prize::For(price) => {
                let paid = self.terms.win(w.stake, *price)?;
                self.put(w, Outcome::Wins, paid, 0, group);
            }
            Prize::Meter(meter) => {
                let paid = self.drawn_from(meter);
                self.put(w, Outcome::Wins, paid, 0, group);
                if let Some(line) = self.lines.last_mut() {
                    line.meter = Some(meter.clone());
                }
            }
        }
        // CO-RF-26.A.IV: once for each hand of a player.
        if let Some(envy) = row.envy.filter(|_| !w.for_dealers()) {
            self.lines.push(Expected::award(w.patron, w.spot, "dealer-envy", envy, group));
        }
        self.cap(w);
        Ok(())
    }

    /// Returns what the meter granted; the record may report it a moment after the line was due.
    fn drawn_from(&mut self, meter: &str) -> i64 {
        match self.grants.iter().position(|(word, _)| *word == meter) {
            Some(at) => self.grants.remove(at).1,
            None => {
                self.ungranted.push((self.lines.len(), meter.to_owned()));
                0
            }
        }
    }

    /// CO-RF-4, 23.A.III, 24.A.III: takes off the amount above the posted limit, right after the line that exceeds it.
    fn cap(&mut self, w: &Staked) {
        let Some((_, most)) = self.terms.caps.iter().find(|(kind, _)| *kind == w.kind) else { return };
        let counts = |line: &&Expected| {
            let here = self.terms.caps_the_round || line.number == Some(w.number);
            here && line.wager == w.kind && matches!(line.kind, LineKind::Wager | LineKind::Cap)
        };
        let paid: i64 = self.lines.iter().filter(counts).map(|line| line.paid).sum();
        if paid > *most {
            self.lines.push(Expected::cap(w, paid - most, self.lines.len()));
        }
    }

    /// Handles a device that said no although the dealer has a blackjack: Rocket Aces depend on it, so all that were
    /// settled are undone. The bonus wagers of Ride Free stay settled.
    pub fn missed_sides(&mut self) {
        let settled: Vec<usize> = (0..self.lines.len())
            .filter(|at| {
                let line = &self.lines[*at];
                let settles = line.kind == LineKind::Wager && line.outcome != Some(Outcome::Returned);
                settles && line.wager == "rocket-aces" && !self.undone.contains(at)
            })
            .collect();
        let group = self.new_group();
        for at in settled {
            self.reverse(at, group);
            if let Some(number) = self.lines[at].number {
                self.closed.remove(&number);
            }
        }
    }

    /// Settles bets paid by a meter as soon as it has granted; all others wait for the end.
    pub fn meters_after_missed(&mut self) -> Result<(), String> {
        let terms = self.terms;
        let Some(side) = terms.side("rocket-aces") else { return Ok(()) };
        for b in self.boxes() {
            let wagers: Vec<Staked> =
                self.open_in_box(b).filter(|w| w.kind == "rocket-aces").cloned().collect();
            for w in wagers {
                let row = side.best(&self.first_sight(&w, self.shown_blackjack())?);
                if row.is_some_and(|row| matches!(side.rows[row].prize, Prize::Meter(_))) {
                    self.pay_row(&w, side, row, 0)?;
                }
            }
        }
        Ok(())
    }
}
