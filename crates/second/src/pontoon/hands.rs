//! The settlement of each wager when its moment has come.

use super::Expected;
use super::count::{
    ace_and_picture, bonus_line, dealer_draws, is_ace, is_pair, three_sevens_of_a_suit, total,
    twenty_one_line,
};
use super::round::{Staked, highest, is_side_bet};
use super::terms::{Price, Terms};
use super::walk::Walk;
use engine::{LineKind, Outcome, Patron, Place, Spot, WagerNumber};
use felt::{Card, Money};

impl Walk<'_> {
    // ------------------------------------------------------------------ paying

    fn put(&mut self, w: Staked, outcome: Outcome, price: Option<Price>, amounts: [i64; 2], group: u32) {
        self.ended.insert(w.number, outcome);
        let basis = match outcome {
            Outcome::Wins | Outcome::Loses => Some(Money::minor(self.now.basis(&w, self.terms))),
            Outcome::Pushes | Outcome::Returned => None,
        };
        self.lines.push(Expected {
            kind: LineKind::Wager,
            number: Some(WagerNumber(w.number)),
            patron: w.patron,
            spot: w.spot,
            wager: w.kind,
            outcome: Some(outcome),
            stake: Money::minor(w.stake),
            basis,
            price,
            paid: Money::minor(amounts[0]),
            returned: Money::minor(amounts[1]),
            group,
            hit_by: None,
        });
    }

    fn wins(&mut self, w: Staked, price: Price, group: u32) -> Result<(), String> {
        let found = self.now.on_box(w.spot.box_number).iter().any(|other| other.found);
        let paid = self.terms.win(self.now.basis(&w, self.terms), price, found)?;
        self.put(w, Outcome::Wins, Some(price), [paid, w.stake], group);
        Ok(())
    }

    /// Chips above the share were never at risk.
    pub fn loses(&mut self, w: Staked, group: u32) {
        let back = w.stake - self.now.basis(&w, self.terms);
        self.put(w, Outcome::Loses, None, [0, back], group);
    }

    pub fn give_back(&mut self, w: Staked, group: u32) {
        self.put(w, Outcome::Returned, None, [0, w.stake], group);
    }

    fn award(&mut self, word: &'static str, patron: Patron, b: u8, amount: i64, hit_by: Spot, group: u32) {
        self.lines.push(Expected {
            kind: LineKind::Award,
            number: None,
            patron,
            spot: Spot::first(b),
            wager: word,
            outcome: None,
            stake: Money::ZERO,
            basis: None,
            price: None,
            paid: Money::minor(amount),
            returned: Money::ZERO,
            group,
            hit_by: Some(hit_by),
        });
    }

    // ------------------------------------------------------------------ side bets

    /// 3.13 to 3.15: settles the side bets by the first two cards, Player Pair before Bonus.
    pub fn side_bets(&mut self, b: u8) -> Result<(), String> {
        let Some([one, two]) = self.now.first_cards(b) else { return Ok(()) };
        for w in self.open_of_box(b, "player-pair") {
            if is_pair(one, two) {
                self.wins(w, self.terms.player_pair, 0)?;
            } else {
                self.loses(w, 0);
            }
        }
        for w in self.open_of_box(b, "bonus") {
            match bonus_line(one, two) {
                Some(line) => self.wins(w, Terms::line(&self.terms.bonus, line), 0)?,
                None => self.loses(w, 0),
            }
        }
        Ok(())
    }

    // ------------------------------------------------------------------ before the dealer's cards

    /// 3.16, 3.21, 3.24.3, 3.26: a hand above 21 is collected and a 21 is paid immediately.
    pub fn hand_at_once(&mut self, spot: Spot) -> Result<(), String> {
        let surrendered = self.now.surrendered.contains(&spot.box_number);
        if self.open_on(spot).is_empty() || surrendered || self.overlooked.contains(&spot) {
            return Ok(());
        }
        let cards = self.now.faces(Place::Hand(spot))?;
        match total(&cards, self.now.doubled.contains(&spot)).0 {
            21 => self.pay_21(spot, &cards, 0),
            22.. => {
                self.open_on(spot).into_iter().for_each(|w| self.loses(w, 0));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn pay_21(&mut self, spot: Spot, cards: &[Card], group: u32) -> Result<(), String> {
        let doubled = self.now.doubled.contains(&spot);
        let split = self.now.split.contains(&spot.box_number);
        let price = match cards {
            // 3.25.5: whatever the cards, also for patrons who did not follow.
            _ if doubled => self.terms.double,
            [one, two] if !split && ace_and_picture(*one, *two) => {
                let printed = Terms::line(&self.terms.main, "pontoon");
                if printed != self.terms.pontoon {
                    return Err("the option and the pay table differ about a pontoon".into());
                }
                printed
            }
            _ => Terms::line(&self.terms.main, twenty_one_line(cards)),
        };
        let bets = self.open_on(spot);
        for w in &bets {
            self.wins(*w, price, group)?;
        }
        if !doubled && !split {
            self.super_bonus(spot, cards, &bets, group)?;
        }
        Ok(())
    }

    /// 1.31, 4.1.2/T1: pays each bet of the hand by its size, then fifty dollars to each other box.
    fn super_bonus(&mut self, spot: Spot, cards: &[Card], bets: &[Staked], group: u32) -> Result<(), String> {
        let shows_seven = self.dealer()?.first().is_some_and(|card| card.rank_number() == 7);
        if !shows_seven || !three_sevens_of_a_suit(cards) {
            return Ok(());
        }
        let mut hit = false;
        for w in bets {
            let amount = match self.now.basis(w, self.terms) {
                // A hundred dollars and ten, in cents.
                10_000.. => self.terms.super_large,
                1_000.. => self.terms.super_small,
                _ => continue,
            };
            hit = true;
            self.award("super-bonus", w.patron, spot.box_number, amount, spot, group);
        }
        if !hit {
            return Ok(());
        }
        if !self.bonuses.contains(&spot.box_number) {
            self.bonuses.push(spot.box_number);
        }
        self.fifties(spot, group);
        Ok(())
    }

    /// 4.1.2/T1: pays fifty dollars for this Super Bonus to each other box, once, but not to a box that had its own.
    pub fn fifties(&mut self, spot: Spot, group: u32) {
        let made = |walk: &Self, b: u8| walk.bonuses.iter().position(|made| *made == b);
        for b in self.boxes() {
            let own_first = made(self, b).is_some_and(|own| Some(own) < made(self, spot.box_number));
            if b == spot.box_number || self.had_fifty.contains(&b) || own_first {
                continue;
            }
            if let Some(patron) = self.receives_fifty(b) {
                self.had_fifty.insert(b);
                self.award("super-bonus-table", patron, b, self.terms.super_table, spot, group);
            }
        }
    }

    /// Returns who receives it: the patron who decides for the box. If they left before their bet was decided or had it
    /// returned, the patron with the highest bet still in play.
    fn receives_fifty(&self, b: u8) -> Option<Patron> {
        let played: Vec<Staked> = self
            .now
            .on_box(b)
            .into_iter()
            .filter(|w| w.kind == "main" && self.ended.get(&w.number) != Some(&Outcome::Returned))
            .collect();
        let decider = self.now.decider(b);
        let present: Vec<Staked> =
            played.iter().copied().filter(|w| !self.gone.contains(&(b, w.patron))).collect();
        if present.iter().any(|w| Some(w.patron) == decider) {
            return decider;
        }
        highest(&present).or_else(|| highest(&played))
    }

    // ------------------------------------------------------------------ the dealer's cards

    /// 3.17.2, 3.19: insurance and surrendered bets depend on the dealer's second card alone.
    pub fn second_card(&mut self) -> Result<(), String> {
        let dealer = self.dealer()?;
        if self.second_card_done || dealer.len() < 2 {
            return Ok(());
        }
        self.second_card_done = true;
        let pontoon = self.dealer_pontoon()?;
        for b in self.boxes() {
            for w in self.open_of_box(b, "insurance") {
                self.second_card_decided = true;
                if !dealer.first().is_some_and(|card| is_ace(*card)) {
                    return Err(format!("insurance at box {b} without an ace (3.17)"));
                }
                if pontoon {
                    self.wins(w, self.terms.insurance, 0)?;
                } else {
                    self.loses(w, 0);
                }
            }
        }
        for b in self.boxes() {
            let bets = self.open_of_box(b, "main");
            if !self.now.surrendered.contains(&b) || bets.is_empty() {
                continue;
            }
            self.second_card_decided = true;
            for w in bets {
                let basis = self.now.basis(&w, self.terms);
                let back = w.stake - basis + if pontoon { 0 } else { self.terms.half(basis) };
                self.put(w, Outcome::Loses, None, [0, back], 0);
                // How much of the stake the line says was in play is not compared.
                if let Some(line) = self.lines.last_mut() {
                    line.basis = None;
                }
            }
        }
        Ok(())
    }

    /// 3.27: the end of the round, from the dealer's right, on each box the last hand first.
    pub fn end_of_round(&mut self) -> Result<(), String> {
        self.second_card()?;
        self.dealer_drew_for_something()?;
        for b in self.boxes() {
            for spot in self.hands(b) {
                self.hand_at_the_end(spot)?;
            }
            self.side_bets(b)?;
        }
        let open: Vec<&Staked> = self.now.wagers.values().filter(|w| self.is_open(w)).collect();
        if !open.is_empty() {
            return Err(format!("wagers without a settlement: {open:?}"));
        }
        Ok(())
    }

    fn hand_at_the_end(&mut self, spot: Spot) -> Result<(), String> {
        let bets = self.open_on(spot);
        if bets.is_empty() {
            return Ok(());
        }
        let cards = self.now.faces(Place::Hand(spot))?;
        if self.overlooked.contains(&spot) {
            // The payment is merely late.
            return self.pay_21(spot, &cards, 0);
        }
        let dealer = self.dealer()?;
        let pontoon = self.dealer_pontoon()?;
        let doubled = self.now.doubled.contains(&spot);
        let surrendered = self.now.surrendered.contains(&spot.box_number);
        let (mine, _) = total(&cards, doubled);
        if surrendered {
            return Err(format!("the surrendered hand at {spot} waits for the dealer's second card (3.19)"));
        }
        if !pontoon && (dealer.len() < 2 || dealer_draws(&dealer)) {
            return Err(format!("the dealer's hand decides and is not finished: {dealer:?} (3.27)"));
        }
        if !doubled && mine < 12 && !self.now.irregular {
            return Err(format!("the hand at {spot} stands on {mine} (3.22)"));
        }
        let (dealers, _) = total(&dealer, false);
        for w in bets {
            if pontoon {
                // 3.19.1, 3.24.5, 3.25.4: all but the double is lost.
                if w.kind == "double" { self.give_back(w, 0) } else { self.loses(w, 0) }
            } else if dealers > 21 || mine > dealers {
                let regular = Terms::line(&self.terms.main, "regular");
                let price = if w.kind == "double" { self.terms.double } else { regular };
                self.wins(w, price, 0)?;
            } else if mine < dealers {
                self.loses(w, 0);
            } else {
                self.put(w, Outcome::Pushes, None, [0, w.stake], 0);
            }
        }
        Ok(())
    }

    /// Checks that the dealer drew no card that decides nothing. After an irregularity it is allowed.
    fn dealer_drew_for_something(&self) -> Result<(), String> {
        let dealer = self.dealer()?;
        let open = |w: &&Staked| {
            self.is_open(w) && !is_side_bet(w.kind) && !self.now.surrendered.contains(&w.spot.box_number)
        };
        let most = match (self.now.wagers.values().any(|w| open(&w)), self.second_card_decided) {
            (true, _) if self.dealer_pontoon()? => 2,
            (true, _) => usize::MAX,
            (false, true) => 2,
            (false, false) => 1,
        };
        if dealer.len() > most && !self.now.irregular {
            return Err(format!("the dealer has {dealer:?} and needed {most} of them (3.27)"));
        }
        Ok(())
    }
}
