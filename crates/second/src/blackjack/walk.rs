//! The settlement: replays the round fact by fact and moves chips when the text says so.

use super::count::{ace_and_ten, best_price, dealer_draws, faces, is_ace, is_ten, total};
use super::round::{DEALERS, Round, Staked, voids_round};
use super::terms::{Price, Terms};
use super::{Expected, Open};
use engine::{LineKind, Outcome, Place, RulingAct, Spot, WagerNumber, What};
use felt::{Card, Money};
use std::collections::BTreeSet;

fn is_play(fact: &What) -> bool {
    match fact {
        What::Chosen { choice, .. } => {
            matches!(choice.word(), "hit" | "stand" | "double" | "double-face-down" | "split")
        }
        _ => false,
    }
}

/// Returns what must be paid. `out_before_void` is how many lines had been paid when the round was declared void,
/// if a record shows it.
pub fn settle(round: &Round, terms: &Terms, out_before_void: Option<usize>) -> Result<Vec<Expected>, String> {
    if let Some(trouble) = round.troubles.first() {
        return Err(trouble.clone());
    }
    let mut walk = Walk {
        terms,
        now: Round::default(),
        device_was_used: !round.answers.is_empty(),
        ..Walk::empty(terms)
    };
    let mut void = false;
    for fact in &round.facts {
        if is_play(fact) {
            if walk.needs_check() && !walk.insurance_settled {
                return Err("play began before the hole card was checked (7.IV)".into());
            }
            walk.play_begins()?;
        }
        walk.now.take(fact);
        if voids_round(fact) && !void {
            void = true;
            walk.void_round(out_before_void)?;
        }
        walk.react(fact)?;
        if !void {
            walk.what_is_due()?;
        }
    }
    if !void {
        walk.final_settlement()?;
    }
    Ok(walk.lines)
}

/// The group of House Money lines before play in the pitch game.
const PITCH_HOUSE_MONEY: u32 = 1;

/// No rule says whether an award by ruling survives a later ruling that voids the round. Here it does: it is not a
/// result of the round, and the floor that gave it can be asked about it.
const AWARDS_OUTLIVE_A_VOID_ROUND: bool = true;

struct Walk<'a> {
    terms: &'a Terms,
    /// The round as replayed so far.
    now: Round,
    lines: Vec<Expected>,
    /// The wagers that have left the layout.
    closed: BTreeSet<u32>,
    /// Whether the record has an answer of the device at all.
    device_was_used: bool,
    insurance_settled: bool,
    /// Hidden hands can no longer be shown for House Money.
    shows_over: bool,
    /// The floor must be told, unless the hole card makes a blackjack.
    approval_due: bool,
    /// Play has not begun, and open hands are still being paid.
    before_play: bool,
    /// Boxes whose patron has decided about the proceeds.
    proceeds_decided: BTreeSet<u8>,
    /// Boxes that won House Money and may add it to the main wager.
    proceeds_offered: BTreeSet<u8>,
    /// Hands with even money asked for on cards that are not known yet.
    even_money_asked: Vec<Spot>,
    groups: u32,
}

impl<'a> Walk<'a> {
    fn empty(terms: &'a Terms) -> Walk<'a> {
        Walk {
            terms,
            now: Round::default(),
            lines: Vec::new(),
            closed: BTreeSet::new(),
            device_was_used: false,
            insurance_settled: false,
            shows_over: false,
            approval_due: false,
            before_play: true,
            proceeds_decided: BTreeSet::new(),
            proceeds_offered: BTreeSet::new(),
            even_money_asked: Vec::new(),
            groups: PITCH_HOUSE_MONEY,
        }
    }

    // ------------------------------------------------------------------ looking

    fn open_at(&self, spot: Spot, kind: &str) -> Option<Staked> {
        self.now.wager_at(spot, kind).filter(|w| !self.closed.contains(&w.number))
    }

    /// 4.V: from the dealer's right, which is the highest box.
    fn boxes(&self) -> Vec<u8> {
        (1..=self.terms.boxes).rev().collect()
    }

    fn up_card(&self) -> Option<Card> {
        self.now.dealer().first().filter(|card| card.up)?.card
    }

    /// 7.IV: ace or ten up.
    fn needs_check(&self) -> bool {
        self.up_card().is_some_and(|card| is_ace(card) || is_ten(card))
    }

    fn hole_is_up(&self) -> bool {
        self.now.dealer().get(1).is_some_and(|card| card.up)
    }

    /// Whether the check of the hole card is over: the device said no, or the hole card was shown.
    fn checked(&self) -> bool {
        match self.now.answers.last() {
            Some(false) => true,
            Some(true) => self.hole_is_up(),
            None => !self.device_was_used && self.hole_is_up(),
        }
    }

    /// Whether the dealer's first two cards are a blackjack, as far as they are shown.
    fn dealer_blackjack(&self) -> bool {
        let dealer = self.now.dealer();
        match dealer.as_slice() {
            [one, two, ..] if one.up && two.up => match (one.card, two.card) {
                (Some(one), Some(two)) => ace_and_ten(one, two),
                _ => false,
            },
            _ => false,
        }
    }

    /// 15.IX.B: whether the device said no although it was a blackjack.
    fn missed(&self) -> bool {
        self.now.answers.last() == Some(&false) && self.dealer_blackjack()
    }

    /// 1.II: only the initial two cards of a box, never of a split hand.
    fn blackjack_at(&self, box_number: u8) -> Result<bool, String> {
        let hand = self.now.hand(Spot::first(box_number));
        if self.now.split.contains(&box_number) || hand.len() != 2 {
            return Ok(false);
        }
        match (hand[0].card, hand[1].card) {
            (Some(a), Some(b)) => Ok(ace_and_ten(a, b)),
            _ => Err(format!("the hand of box {box_number} decides and was never shown")),
        }
    }

    /// Whether every box with an open main wager has its two cards, and the dealer too.
    fn deal_is_complete(&self) -> bool {
        let dealer = self.now.dealer();
        dealer.len() >= 2
            && self.up_card().is_some()
            && self.boxes().iter().all(|b| {
                self.open_at(Spot::first(*b), "main").is_none() || self.now.first_two.contains_key(b)
            })
    }

    // ------------------------------------------------------------------ paying

    fn put(&mut self, w: Staked, outcome: Outcome, paid: i64, returned: i64, group: u32) {
        self.closed.insert(w.number);
        self.lines.push(Expected {
            kind: LineKind::Wager,
            number: Some(WagerNumber(w.number)),
            patron: w.patron,
            spot: w.spot,
            wager: w.word(),
            for_dealers: w.kind == DEALERS,
            outcome: Some(outcome),
            stake: Money::minor(w.stake),
            paid: Money::minor(paid),
            returned: Money::minor(returned),
            group,
            open: Open::Nothing,
        });
    }

    fn wins(&mut self, w: Staked, price: Price, group: u32) -> Result<(), String> {
        let paid = self.terms.win(w.stake, price)?;
        self.put(w, Outcome::Wins, paid, w.stake, group);
        Ok(())
    }

    fn loses(&mut self, w: Staked) {
        self.put(w, Outcome::Loses, 0, 0, 0);
    }

    fn pushes(&mut self, w: Staked) {
        self.put(w, Outcome::Pushes, 0, w.stake, 0);
    }

    fn give_back(&mut self, w: Staked, group: u32) {
        self.put(w, Outcome::Returned, 0, w.stake, group);
    }

    fn reverse(&mut self, at: usize, group: u32) {
        let mut line = self.lines[at].clone();
        line.kind = LineKind::Reversal;
        line.paid = -line.paid;
        line.returned = -line.returned;
        line.group = group;
        line.open = match line.open {
            Open::AllButAmounts => Open::AllButAmounts,
            _ => Open::ReversalStyle,
        };
        self.lines.push(line);
    }

    fn new_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    // ------------------------------------------------------------------ the moments

    fn react(&mut self, fact: &What) -> Result<(), String> {
        match *fact {
            What::Chosen { spot, choice, .. } => match choice.word() {
                "even-money" => self.even_money_asked.push(spot),
                "dead-hand" => self.dead_hand(spot),
                "refuse-card" => self.drop_double(spot),
                // The addition is made when the money is on the layout (`StakeAdded`).
                "keep" => {
                    self.proceeds_decided.insert(spot.box_number);
                }
                _ => {}
            },
            What::StakeAdded { spot, won: true, .. } => {
                self.proceeds_decided.insert(spot.box_number);
            }
            What::Stepped { step, .. } if step.word() == "house-money-closed" => {
                // The step ends the current phase: showing hidden hands, or else adding proceeds.
                if self.may_still_show() {
                    self.shows_over = true;
                } else {
                    self.proceeds_decided.extend(&self.proceeds_offered);
                }
            }
            What::Irregular { kind, .. } if kind.word() == "hole-card-exposed" => self.approval_due = true,
            // 15.IX.B: the dealer proceeds, so the patrons are not told before the card is face up.
            What::Irregular { kind, .. } if kind.word() == "blackjack-missed" && !self.hole_is_up() => {
                self.approval_due = false;
            }
            What::Answered { yes: true } => self.approval_due = true,
            What::CardTurned { place: Place::Dealer, draw, .. }
                if self.now.dealer().get(1).is_some_and(|hole| hole.draw == draw) =>
            {
                self.approval_due = true;
            }
            What::Approved { .. } => self.approval_due = false,
            // Before bets close a patron takes their wagers along, and the box may become another patron's.
            What::Left { patron } if self.now.bets_closed() => {
                let own: Vec<u8> = self
                    .now
                    .wagers
                    .values()
                    .filter(|w| w.patron == patron)
                    .map(|w| w.spot.box_number)
                    .collect();
                self.proceeds_decided.extend(own);
            }
            What::Remedied { remedy, place: Some(Place::Hand(spot)) } => match remedy.word() {
                "hand-dead" => self.dead_hand(spot),
                "claim-dropped" => {
                    self.drop_double(spot);
                    self.drop_split(spot);
                }
                _ => {}
            },
            What::Ruled { act: RulingAct::VoidHand(spot), .. } => {
                let group = self.new_group();
                for kind in ["main", DEALERS, "split", "double", "house-money", "insurance"] {
                    if let Some(w) = self.open_at(spot, kind) {
                        self.give_back(w, group);
                    }
                }
            }
            What::Ruled { act: RulingAct::Award { patron, amount }, .. } => self.lines.push(Expected {
                kind: LineKind::Award,
                number: None,
                patron,
                spot: Spot { box_number: 0, hand: 0 },
                wager: "main",
                for_dealers: false,
                outcome: None,
                stake: Money::ZERO,
                paid: amount,
                returned: Money::ZERO,
                group: 0,
                open: Open::AllButAmounts,
            }),
            _ => {}
        }
        Ok(())
    }

    /// Settles what the cards make due without a further decision.
    fn what_is_due(&mut self) -> Result<(), String> {
        if self.now.waits() {
            return Ok(());
        }
        self.even_money()?;
        if self.is_being_shown() {
            return Ok(());
        }
        self.drop_insurance()?;
        // 15.IX.A: after a hole card was shown by mistake, play continues once the floor knows.
        let told = self.dealer_blackjack() || !self.approval_due;
        if self.checked() && told && !self.insurance_settled && self.needs_check() {
            self.insurance()?;
        }
        let checked = !self.needs_check() || self.insurance_settled;
        if self.before_play && self.deal_is_complete() && checked && !self.may_still_show() {
            self.open_house_money()?;
            // Against a blackjack there is no play; a hand that is just being shown is still paid.
            if self.proceeds_offered.is_subset(&self.proceeds_decided) && !self.dealer_blackjack() {
                self.play_begins()?;
            }
        } else if !self.before_play && !self.dealer_blackjack() {
            // 8.I, 8.II: a blackjack of the pitch game that is shown later is paid when it is shown.
            self.open_blackjacks()?;
        }
        Ok(())
    }

    /// 9.II: one to one, before the check.
    fn even_money(&mut self) -> Result<(), String> {
        for spot in std::mem::take(&mut self.even_money_asked) {
            let Some(cards) = self.now.first_cards(spot.box_number) else {
                return Err(format!("even money for box {} without two cards", spot.box_number));
            };
            let [Some(a), Some(b)] = cards.map(|card| card.card) else {
                // Claimed on hidden cards: paid when they are turned.
                self.even_money_asked.push(spot);
                continue;
            };
            if !ace_and_ten(a, b) {
                // The claim failed, so nothing is paid.
                continue;
            }
            if !self.up_card().is_some_and(is_ace) {
                return Err(format!("even money for box {} without an ace up (9.II)", spot.box_number));
            }
            for kind in ["main", DEALERS] {
                if let Some(w) = self.open_at(spot, kind) {
                    self.wins(w, (1, 1), 0)?;
                }
            }
        }
        Ok(())
    }

    /// 9.I, 9.IV, 9.V: right after the check. After an answer of no it is collected, whatever the card.
    fn insurance(&mut self) -> Result<(), String> {
        self.insurance_settled = true;
        let wins = self.dealer_blackjack() && self.now.answers.last() != Some(&false);
        for b in self.boxes() {
            let Some(w) = self.open_at(Spot::first(b), "insurance") else { continue };
            if !self.up_card().is_some_and(is_ace) {
                return Err(format!("insurance at box {b} without an ace up (9.I)"));
            }
            if wins {
                self.wins(w, self.terms.insurance, 0)?;
            } else {
                self.loses(w);
            }
        }
        Ok(())
    }

    /// Whether there is House Money on a hidden hand of the pitch game, which may still be shown before play.
    fn may_still_show(&self) -> bool {
        let waits = |b: &u8| self.open_at(Spot::first(*b), "house-money").is_some() && !self.lies_open(*b);
        !self.shows_over && !self.dealer_blackjack() && self.boxes().iter().any(waits)
    }

    /// Whether a patron is turning their hand over, card by card; everything else waits.
    fn is_being_shown(&self) -> bool {
        self.now.choices.iter().filter(|choice| choice.word == "show").any(|choice| {
            let cards = self.now.hand(choice.spot);
            cards.len() == 2 && !cards.iter().all(|card| card.up)
        })
    }

    fn lies_open(&self, b: u8) -> bool {
        self.now.first_cards(b).is_some_and(|cards| cards.iter().all(|card| card.open))
    }

    /// 16.II.D, E, F: pays House Money of face-up hands, before play.
    fn open_house_money(&mut self) -> Result<(), String> {
        let group = if self.terms.pitch { PITCH_HOUSE_MONEY } else { 0 };
        for b in self.boxes() {
            if self.lies_open(b) {
                self.house_money_of(b, group)?;
            }
        }
        Ok(())
    }

    fn house_money_of(&mut self, b: u8, group: u32) -> Result<(), String> {
        let spot = Spot::first(b);
        let Some(w) = self.open_at(spot, "house-money") else { return Ok(()) };
        let Some(cards) = self.now.first_cards(b) else {
            return Err(format!("House Money at box {b} without two cards"));
        };
        let [Some(one), Some(two)] = cards.map(|card| card.card) else {
            return Err(format!("House Money at box {b} on cards that were never shown"));
        };
        match best_price(one, two, self.terms) {
            Some(price) => {
                self.wins(w, price, group)?;
                // 16.II.E(1): against a blackjack there is no hand to add to; nor is there after even money.
                if !self.dealer_blackjack() && self.open_at(spot, "main").is_some() {
                    self.proceeds_offered.insert(b);
                }
            }
            None => self.put(w, Outcome::Loses, 0, 0, group),
        }
        Ok(())
    }

    /// The last payments before play. 8.I, 8.II: face-up blackjacks are paid before any third card, after House Money,
    /// whose proceeds may still be added to them (16.II.G). Those of the pitch game are paid when they are shown, and
    /// hidden ones wait for the end (14.VII).
    fn play_begins(&mut self) -> Result<(), String> {
        if !self.before_play {
            return Ok(());
        }
        self.before_play = false;
        self.open_house_money()?;
        if self.dealer_blackjack() {
            return Ok(());
        }
        self.open_blackjacks()
    }

    fn open_blackjacks(&mut self) -> Result<(), String> {
        for b in self.boxes() {
            let spot = Spot::first(b);
            // A patron who asked for a card on a hidden blackjack and did not get it has another choice first
            // (15.VIII).
            let passed_over = self.now.irregularities.contains(&("card-not-dealt", Some(Place::Hand(spot))));
            let took_it = self.now.choices.iter().any(|c| c.spot == spot && c.word == "late-card");
            if passed_over && !took_it {
                continue;
            }
            for kind in ["main", DEALERS] {
                if let Some(w) = self.open_at(spot, kind)
                    && self.lies_open(b)
                    && self.blackjack_at(b)?
                {
                    self.wins(w, self.terms.blackjack, 0)?;
                }
            }
        }
        Ok(())
    }

    /// 15.VII, 15.VIII: the hand is dead and its wagers are returned.
    fn dead_hand(&mut self, spot: Spot) {
        for kind in ["main", DEALERS, "split", "double", "house-money"] {
            if let Some(w) = self.open_at(spot, kind) {
                self.give_back(w, 0);
            }
        }
    }

    /// 15.III: a patron who refuses the card gets none for their double, which is returned.
    fn drop_double(&mut self, spot: Spot) {
        if let Some(w) = self.open_at(spot, "double")
            && self.now.hand(spot).len() == w.cards_then
        {
            self.give_back(w, 0);
        }
    }

    /// 9.II: no insurance on a blackjack. One made on a hidden blackjack is returned when the hand is shown.
    fn drop_insurance(&mut self) -> Result<(), String> {
        for b in self.boxes() {
            if let Some(w) = self.open_at(Spot::first(b), "insurance")
                && self.lies_open(b)
                && self.blackjack_at(b)?
            {
                self.give_back(w, 0);
            }
        }
        Ok(())
    }

    /// A split claimed on hidden cards that are not a pair: no hand was formed, and the wager is returned.
    fn drop_split(&mut self, spot: Spot) {
        for hand in 2..=self.terms.split_hands {
            let spot = Spot { box_number: spot.box_number, hand };
            if let Some(w) = self.open_at(spot, "split")
                && self.now.hand(spot).is_empty()
            {
                self.give_back(w, 0);
            }
        }
    }

    /// Every line is undone, the last first, and every stake is returned. Winnings that were staked again are returned
    /// too: the reversal of the win has taken them already.
    fn void_round(&mut self, out: Option<usize>) -> Result<(), String> {
        if let Some(out) = out {
            let due = |lines: &[Expected]| lines.iter().filter(|line| line.kind != LineKind::Award).count();
            if out > due(&self.lines) && self.deal_is_complete() {
                self.play_begins()?;
            }
            if out > due(&self.lines) {
                return Err(format!(
                    "{out} lines were paid before the round was void, and only {} were due",
                    due(&self.lines)
                ));
            }
            // Lines that were due and not yet paid are dropped.
            let mut counted = 0;
            self.lines.retain(|line| {
                counted += usize::from(line.kind != LineKind::Award);
                line.kind == LineKind::Award || counted <= out
            });
        }
        for at in (0..self.lines.len()).rev() {
            if self.lines[at].kind != LineKind::Award || !AWARDS_OUTLIVE_A_VOID_ROUND {
                self.reverse(at, 0);
            }
        }
        let group = self.new_group();
        let wagers: Vec<Staked> = self.now.wagers.values().copied().filter(|w| !w.taken_back).collect();
        for w in wagers {
            self.put(w, Outcome::Returned, 0, w.stake, group);
        }
        Ok(())
    }

    /// 4.V, 14.VII: the end of the round.
    fn final_settlement(&mut self) -> Result<(), String> {
        if !self.even_money_asked.is_empty() {
            return Err("even money was asked for on cards that were never shown".into());
        }
        if !self.insurance_settled {
            self.insurance()?;
        }
        self.play_begins()?;
        if self.missed() {
            self.missed_insurance()?;
        }
        let mut dealer_mattered = false;
        for b in self.boxes() {
            self.house_money_of(b, 0)?;
            let last = self.now.wagers.values().filter(|w| w.spot.box_number == b).map(|w| w.spot.hand).max();
            for hand in (1..=last.unwrap_or(0)).rev() {
                let spot = Spot { box_number: b, hand };
                for kind in ["main", DEALERS, "split", "double"] {
                    if let Some(w) = self.open_at(spot, kind) {
                        dealer_mattered |= self.final_line(w)?;
                    }
                }
            }
        }
        // 12.III: the dealer draws no card if no wager depends on it. Face-down cards hide from the dealer what they
        // need to know for that, and a ruling may void the hand they drew against, so such rounds are not checked.
        let hidden = self.now.cards.iter().any(|c| matches!(c.place, Place::Hand(_)) && !c.came_up);
        let ruled = !self.now.rulings.is_empty();
        if !dealer_mattered && !hidden && !ruled && !self.terms.pitch && self.now.dealer().len() > 2 {
            return Err("the dealer drew a card that could change nothing (12.III)".into());
        }
        let open: Vec<&Staked> =
            self.now.wagers.values().filter(|w| !w.taken_back && !self.closed.contains(&w.number)).collect();
        if !open.is_empty() {
            return Err(format!("wagers without a settlement: {open:?}"));
        }
        Ok(())
    }

    /// Settles one wager at the end and returns whether the dealer's total mattered to it.
    fn final_line(&mut self, w: Staked) -> Result<bool, String> {
        let spot = w.spot;
        let blackjack = w.word() == "main" && self.blackjack_at(spot.box_number)?;
        if self.dealer_blackjack() {
            match w.kind {
                // 10.II, 11.IV, 15.IX.B: the original wager only.
                "double" | "split" => self.give_back(w, 0),
                // 4.III, 8.II.
                _ if blackjack => self.pushes(w),
                // 4.III. Winnings added from House Money could not have been added (16.II.E(1)).
                _ => self.put(w, Outcome::Loses, 0, w.won, 0),
            }
            return Ok(false);
        }
        if blackjack {
            // 4.II.B, 4.II.C: only a dealer's blackjack equals it.
            self.wins(w, self.terms.blackjack, 0)?;
            return Ok(false);
        }
        let Some(cards) = faces(&self.now.hand(spot)) else {
            return Err(format!("the hand at {spot} decides and was never shown"));
        };
        if cards.is_empty() {
            return Err(format!("the hand at {spot} has no cards and a wager"));
        }
        if w.kind == "double" && cards.len() != 3 {
            return Err(format!("the doubled hand at {spot} has {} cards (10.I)", cards.len()));
        }
        let price = match w.word() {
            "main" => self.terms.main,
            "split" => self.terms.split,
            _ => self.terms.double,
        };
        let (mine, _) = total(&cards);
        if mine > 21 {
            // 4.II: every way to win needs 21 or less.
            self.loses(w);
            return Ok(false);
        }
        let dealer = self.now.dealer();
        let shown = dealer.iter().all(|card| card.up);
        let Some(dealer) = faces(&dealer).filter(|_| shown) else {
            return Err("the dealer's hand decides and was never shown".into());
        };
        if dealer.len() < 2 || dealer_draws(&dealer, self.terms) {
            return Err(format!("the dealer's hand decides and is not finished: {dealer:?} (12.II)"));
        }
        let (dealers, _) = total(&dealer);
        if dealers > 21 || mine > dealers {
            self.wins(w, price, 0)?; // 4.II.A, 4.II.B
        } else if mine == dealers {
            self.pushes(w); // 4.III
        } else {
            self.loses(w);
        }
        Ok(true)
    }

    /// Undoes and pays insurance that was collected on a wrong answer.
    fn missed_insurance(&mut self) -> Result<(), String> {
        let group = self.new_group();
        let collected: Vec<usize> = (0..self.lines.len())
            .filter(|n| self.lines[*n].wager == "insurance" && self.lines[*n].outcome == Some(Outcome::Loses))
            .collect();
        for at in collected {
            self.reverse(at, group);
            let number = self.lines[at].number.map_or(0, |number| number.0);
            if let Some(w) = self.now.wagers.get(&number).copied() {
                self.wins(w, self.terms.insurance, group)?;
            }
        }
        Ok(())
    }
}
