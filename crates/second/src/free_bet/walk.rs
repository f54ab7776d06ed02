//! The settlement: replays the round fact by fact and moves chips when the text says so.
//!
//! Paragraphs without a prefix are those of OH-FBB; CO-RF refers to standard blackjack for the same.

use super::hands::{ace_and_ten, is_ace, is_ten, same_value, total};
use super::line::{Expected, Open};
use super::record::{Record, Staked};
use super::terms::{EVEN, INSURANCE, PLAY, Price, Terms, is_lammer};
use super::voids_round;
use engine::{LineKind, Outcome, Place, RulingAct, Spot, What};
use std::collections::BTreeSet;

/// Returns what must be paid. `out_before_void` is how many lines had been paid when the round was declared void,
/// if a record shows it.
pub fn settle(
    record: &Record,
    terms: &Terms,
    out_before_void: Option<usize>,
) -> Result<Vec<Expected>, String> {
    if let Some(trouble) = record.troubles.first().or(record.base.troubles.first()) {
        return Err(trouble.clone());
    }
    let mut walk = Walk::new(record, terms);
    let mut void = false;
    for fact in &record.base.facts {
        if is_play(fact) {
            if walk.needs_check() && !walk.insurance_settled {
                return Err("play began before the hole card was checked (7.IV)".into());
            }
            walk.play_begins()?;
            walk.played = true;
        }
        walk.before(fact)?;
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
        if let Some((meter, _)) = walk.grants.first() {
            return Err(format!("the meter {meter} was asked for nothing"));
        }
    }
    match walk.ungranted.first() {
        Some((_, meter)) => Err(format!("the meter {meter} was never asked")),
        None => Ok(walk.lines),
    }
}

fn is_play(fact: &What) -> bool {
    let What::Chosen { choice, .. } = fact else { return false };
    let words = ["hit", "stand", "double", "double-face-down", "split"];
    words.contains(&choice.word().strip_prefix("free-").unwrap_or(choice.word()))
}

pub struct Walk<'a> {
    pub terms: &'a Terms,
    /// The round as replayed so far.
    pub now: Record,
    pub lines: Vec<Expected>,
    /// The lines that were undone, by their index.
    pub undone: BTreeSet<usize>,
    /// The wagers that have left the layout.
    pub closed: BTreeSet<u32>,
    /// Doubles and splits that were taken back before they had their card.
    pub refused: BTreeSet<u32>,
    /// A patron has played.
    played: bool,
    /// Grants of meters in this round that no line has paid yet.
    pub grants: Vec<(&'static str, i64)>,
    /// Lines to be paid by a meter that has granted nothing for them yet.
    pub ungranted: Vec<(usize, String)>,
    /// Whether the record has an answer of the device at all.
    pub device_was_used: bool,
    /// The check is over and insurance is settled.
    pub insurance_settled: bool,
    /// The floor must be told, unless the hole card makes a blackjack.
    approval_due: bool,
    /// Play has not begun, and open hands are still being paid.
    pub before_play: bool,
    /// Hands with even money asked for on cards that are not known yet.
    even_money_asked: Vec<Spot>,
    /// The deal has been seen complete.
    dealt: bool,
    /// The group of side bets on the first cards, where the hole card lay open at the deal.
    pub first_group: u32,
    /// Whether a wager depended on the dealer's hand.
    pub dealer_mattered: bool,
    /// The final settlement has begun: the cards decide, whatever the device said.
    pub over: bool,
    groups: u32,
}

impl<'a> Walk<'a> {
    fn new(record: &Record, terms: &'a Terms) -> Walk<'a> {
        Walk {
            terms,
            now: Record::default(),
            lines: Vec::new(),
            undone: BTreeSet::new(),
            closed: BTreeSet::new(),
            refused: BTreeSet::new(),
            played: false,
            grants: record.grants.clone(),
            ungranted: Vec::new(),
            device_was_used: !record.base.answers.is_empty(),
            insurance_settled: false,
            approval_due: false,
            before_play: true,
            even_money_asked: Vec::new(),
            dealt: false,
            first_group: 0,
            dealer_mattered: false,
            over: false,
            groups: 0,
        }
    }

    // ------------------------------------------------------------------ paying

    pub fn put(&mut self, w: &Staked, outcome: Outcome, paid: i64, returned: i64, group: u32) {
        self.closed.insert(w.number);
        self.lines.push(Expected::wager(w, outcome, paid, returned, group));
    }

    /// The house replaces a lammer by money and takes it back: with a stake of zero, nothing is returned.
    fn wins(&mut self, w: &Staked, price: Price, group: u32) -> Result<(), String> {
        let paid = self.terms.win(w.basis(), price)?;
        self.put(w, Outcome::Wins, paid, w.stake, group);
        Ok(())
    }

    fn loses(&mut self, w: &Staked) {
        self.put(w, Outcome::Loses, 0, 0, 0);
    }

    fn pushes(&mut self, w: &Staked) {
        self.put(w, Outcome::Pushes, 0, w.stake, 0);
    }

    fn give_back(&mut self, w: &Staked, group: u32) {
        self.put(w, Outcome::Returned, 0, w.stake, group);
        if let Some(line) = self.lines.last_mut().filter(|_| is_lammer(w.kind)) {
            line.open = Open::LammerUndone;
        }
    }

    pub fn reverse(&mut self, at: usize, group: u32) {
        self.undone.insert(at);
        let line = self.lines[at].undone(group);
        self.lines.push(line);
    }

    pub fn new_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    // ------------------------------------------------------------------ the moments

    /// Checks what a choice requires before it is made.
    fn before(&self, fact: &What) -> Result<(), String> {
        let What::Chosen { spot, choice, .. } = *fact else { return Ok(()) };
        match choice.word() {
            // CO-RF-8.C: after the check, and before any decision on any hand.
            "surrender" => {
                if !self.terms.late_surrender {
                    return Err(format!("{spot} was surrendered, and the table has no surrender"));
                }
                if self.needs_check() && !self.insurance_settled {
                    return Err(format!("{spot} was surrendered before the check (CO-RF-8.C)"));
                }
                if self.played || self.mains(spot.box_number).is_empty() {
                    return Err(format!("{spot} was surrendered after play began (CO-RF-8.C)"));
                }
            }
            // 12.I, 13.I, CO-RF-15, CO-RF-17: tens with money, all other pairs free.
            word @ ("split" | "free-split") if !self.terms.pitch => {
                let pair = match self.now.cards(spot).as_deref() {
                    Some([one, two]) if same_value(*one, *two) => Some(is_ten(*one)),
                    _ => None,
                };
                let free = pair == Some(false) && self.terms.free_splits;
                if pair.is_none() || free != (word == "free-split") {
                    return Err(format!("{spot}: {word} is not for these cards (12.I, 13.I)"));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn react(&mut self, fact: &What) -> Result<(), String> {
        match *fact {
            What::Chosen { spot, choice, .. } => match choice.word() {
                "even-money" => self.even_money_asked.push(spot),
                "dead-hand" => self.hand_dies(spot),
                "refuse-card" => self.drop_double(spot),
                "surrender" => self.surrender(spot),
                _ => {}
            },
            What::Irregular { kind, .. } if kind.word() == "hole-card-exposed" => self.approval_due = true,
            // 15.IX.B: the dealer proceeds, so the patrons are not told before the card is face up.
            What::Irregular { kind, .. }
                if kind.word() == "blackjack-missed"
                    && self.now.base.dealer().get(1).is_some_and(|hole| !hole.up) =>
            {
                self.approval_due = false;
            }
            What::Answered { yes: true } => self.approval_due = true,
            What::CardTurned { place: Place::Dealer, draw, .. }
                if self.now.base.dealer().get(1).is_some_and(|hole| hole.draw == draw) =>
            {
                self.approval_due = true;
                if self.missed() {
                    self.missed_sides();
                }
            }
            What::Approved { .. } => self.approval_due = false,
            What::Remedied { remedy, place: Some(Place::Hand(spot)) } => match remedy.word() {
                "hand-dead" => self.hand_dies(spot),
                "claim-dropped" => {
                    self.drop_double(spot);
                    self.drop_split(spot);
                }
                _ => {}
            },
            What::Ruled { act: RulingAct::VoidHand(spot), .. } => self.hand_goes_back(spot, |_| true),
            What::Ruled { act: RulingAct::VoidWager(number), .. } => {
                let wager = self.now.wagers.get(&number.0).cloned();
                if let Some(w) = wager.filter(|w| self.is_open(w)) {
                    self.give_back(&w, 0);
                }
            }
            What::Ruled { act: RulingAct::Award { patron, amount }, .. } => {
                self.lines.push(Expected::award(patron, Spot::TABLE, "main", amount.as_minor(), 0));
            }
            _ => {}
        }
        Ok(())
    }

    /// Settles what the cards make due without a further decision.
    fn what_is_due(&mut self) -> Result<(), String> {
        if self.now.base.waits() {
            return Ok(());
        }
        self.even_money()?;
        if self.is_being_shown() {
            return Ok(());
        }
        self.drop_insurance()?;
        if !self.deal_is_complete() {
            return Ok(());
        }
        if !self.dealt {
            self.dealt = true;
            if self.hole_is_up() {
                self.first_group = self.new_group();
            }
        }
        self.first_cards()?;
        // 17.IX.A: after a hole card was shown by mistake, play continues once the floor knows.
        let told = self.dealer_blackjack() || !self.approval_due;
        if self.checked() && told && !self.insurance_settled && self.needs_check() {
            self.after_the_check()?;
        }
        if self.missed() && !self.approval_due {
            self.meters_after_missed()?;
        }
        let checked = !self.needs_check() || self.insurance_settled;
        if self.dealer_blackjack() || !checked {
            return Ok(());
        }
        if self.before_play {
            if self.bust_bonus_is_open() { Ok(()) } else { self.play_begins() }
        } else {
            // A blackjack of hidden cards that is shown later is paid when it is shown.
            self.open_blackjacks()
        }
    }

    /// 9.II: one to one, before the check; the hand is over, and so is the dealers' bet on it.
    fn even_money(&mut self) -> Result<(), String> {
        for spot in std::mem::take(&mut self.even_money_asked) {
            let b = spot.box_number;
            let Some(cards) = self.now.first_two(b) else {
                return Err(format!("even money for box {b} without two cards"));
            };
            let [Some(one), Some(two)] = cards else {
                // Claimed on hidden cards: paid when they are turned.
                self.even_money_asked.push(spot);
                continue;
            };
            if !ace_and_ten(one, two) {
                // The claim failed, so nothing is paid.
                continue;
            }
            if !self.terms.even_money || !self.up_card().is_some_and(is_ace) {
                return Err(format!("even money for box {b} without an ace up, or not offered (9.II)"));
            }
            for w in self.mains(b) {
                self.wins(&w, EVEN, 0)?;
            }
        }
        Ok(())
    }

    /// Settles what waited for the check. No text says whether side bets or insurance come first: here the side bets,
    /// which were made earlier.
    fn after_the_check(&mut self) -> Result<(), String> {
        self.insurance_settled = true;
        self.first_cards()?;
        self.insurance()
    }

    /// 9.I, 9.IV, 9.V: right after the check. After an answer of no it is collected, whatever the card.
    fn insurance(&mut self) -> Result<(), String> {
        for b in self.boxes() {
            let insured: Vec<Staked> =
                self.open_in_box(b).filter(|w| w.kind == "insurance").cloned().collect();
            for w in insured {
                if !self.up_card().is_some_and(is_ace) {
                    return Err(format!("insurance at box {b} without an ace up (9.I)"));
                }
                if self.known_blackjack().is_some() {
                    self.wins(&w, INSURANCE, 0)?;
                } else {
                    self.loses(&w);
                }
            }
        }
        Ok(())
    }

    /// 8.I, 8.II: face-up blackjacks are paid before any third card; hidden ones wait for the end.
    fn play_begins(&mut self) -> Result<(), String> {
        if !self.before_play {
            return Ok(());
        }
        self.before_play = false;
        if self.dealer_blackjack() { Ok(()) } else { self.open_blackjacks() }
    }

    fn open_blackjacks(&mut self) -> Result<(), String> {
        for b in self.boxes() {
            let spot = Spot::first(b);
            // A patron who asked for a card on a hidden blackjack and did not get it has another choice first
            // (17.VIII).
            let missing = ("card-not-dealt", Some(Place::Hand(spot)));
            let passed_over = self.now.base.irregularities.contains(&missing);
            let took_it = self.now.base.choices.iter().any(|c| c.spot == spot && c.word == "late-card");
            if (passed_over && !took_it) || !self.now.lies_open(b) {
                continue;
            }
            let mains = self.mains(b);
            if !mains.is_empty() && self.blackjack_at(b)? {
                for w in mains {
                    self.wins(&w, self.terms.blackjack, 0)?;
                }
            }
        }
        Ok(())
    }

    /// CO-RF-8.C: half is returned and the hand is over; a bet for the dealers on it ends in the same way.
    fn surrender(&mut self, spot: Spot) {
        for w in self.mains(spot.box_number) {
            let half = self.terms.half(w.stake);
            self.put(&w, Outcome::Loses, 0, half, 0);
        }
    }

    /// 17.VII, 17.VIII: the wagers on a dead hand are returned and not settled. Side bets of the box belong to its hand
    /// until it is split; Push 22 depends only on the first two cards.
    fn hand_dies(&mut self, spot: Spot) {
        let split = self.now.base.split.contains(&spot.box_number);
        let has_two = self.now.first_two(spot.box_number).is_some();
        self.hand_goes_back(spot, |kind| {
            let stays = split || (kind == "push-22" && has_two);
            PLAY.contains(&kind) || !stays
        });
    }

    fn hand_goes_back(&mut self, spot: Spot, wanted: impl Fn(&str) -> bool) {
        let group = self.new_group();
        for w in self.open_on(spot).iter().filter(|w| wanted(w.kind)) {
            self.give_back(w, group);
        }
    }

    /// 17.III: a patron who refuses the card gets none for their double, which is returned.
    fn drop_double(&mut self, spot: Spot) {
        let cards = self.now.base.hand(spot).len();
        for w in self.open_on(spot) {
            if matches!(w.kind, "double" | "free-double") && w.cards_then.len() == cards {
                self.refused.insert(w.number);
                self.give_back(&w, 0);
            }
        }
    }

    /// 9.II: no insurance on a blackjack. One made on a hidden blackjack is returned when the hand is shown.
    fn drop_insurance(&mut self) -> Result<(), String> {
        for b in self.boxes() {
            let insured: Vec<Staked> =
                self.open_in_box(b).filter(|w| w.kind == "insurance").cloned().collect();
            if !insured.is_empty() && self.now.lies_open(b) && self.blackjack_at(b)? {
                for w in insured {
                    self.give_back(&w, 0);
                }
            }
        }
        Ok(())
    }

    /// A split claimed on hidden cards that are not a pair: no hand was formed, and the wager is returned.
    fn drop_split(&mut self, spot: Spot) {
        let open: Vec<Staked> = self.open_in_box(spot.box_number).cloned().collect();
        for w in open {
            if matches!(w.kind, "split" | "free-split") && self.now.base.hand(w.spot).is_empty() {
                self.refused.insert(w.number);
                self.give_back(&w, 0);
            }
        }
    }

    /// Every line is undone, the last first, and every stake is returned. An award by ruling stands: it was the floor's
    /// own decision.
    fn void_round(&mut self, out: Option<usize>) -> Result<(), String> {
        if let Some(out) = out {
            let is_counted = |line: &Expected| line.open != Open::AllButAmounts;
            let due = |lines: &[Expected]| lines.iter().filter(|line| is_counted(line)).count();
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
            let unpaid = self.lines.iter().position(|line| {
                counted += usize::from(is_counted(line));
                counted > out
            });
            let unpaid = unpaid.unwrap_or(self.lines.len());
            let rulings: Vec<Expected> =
                self.lines.drain(unpaid..).filter(|line| !is_counted(line)).collect();
            self.lines.extend(rulings);
            self.ungranted.retain(|(at, _)| *at < unpaid);
        }
        // Lines that came in any order are undone in any order.
        let (mut last, mut group) = (0, 0);
        for at in (0..self.lines.len()).rev() {
            let stands = self.lines[at].kind != LineKind::Reversal && !self.undone.contains(&at);
            if stands && self.lines[at].open != Open::AllButAmounts {
                let together = self.lines[at].group;
                if together != last {
                    (last, group) = (together, if together == 0 { 0 } else { self.new_group() });
                }
                self.reverse(at, group);
            }
        }
        let group = self.new_group();
        let wagers: Vec<Staked> = self.now.standing().cloned().collect();
        for w in wagers {
            self.give_back(&w, group);
        }
        Ok(())
    }

    /// 4.VI: the end of the round.
    fn final_settlement(&mut self) -> Result<(), String> {
        if !self.even_money_asked.is_empty() {
            return Err("even money was asked for on cards that were never shown".into());
        }
        if !self.insurance_settled {
            self.after_the_check()?;
        }
        self.play_begins()?;
        if self.missed() {
            self.missed_blackjack()?;
        }
        self.first_group = 0;
        self.over = true;
        for b in self.boxes() {
            let last = self.open_in_box(b).map(|w| w.spot.hand).max();
            for hand in (1..=last.unwrap_or(0)).rev() {
                for w in self.open_on(Spot { box_number: b, hand }) {
                    if PLAY.contains(&w.kind) {
                        self.final_line(&w)?;
                    }
                }
            }
            self.sides_of(b, |_| true)?;
        }
        // 14.III: the dealer draws no card if no wager depends on it. Face-down cards hide from the dealer what they
        // need to know for that, and a ruling may void the hand they drew against, so such rounds are not checked.
        let base = &self.now.base;
        let hidden = base.cards.iter().any(|c| matches!(c.place, Place::Hand(_)) && !c.came_up);
        let drew = base.dealer().len() > 2;
        if !self.dealer_mattered && drew && !hidden && base.rulings.is_empty() && !self.terms.pitch {
            return Err("the dealer drew a card that could change nothing (14.III)".into());
        }
        let open: Vec<&Staked> = self.now.wagers.values().filter(|w| self.is_open(w)).collect();
        if !open.is_empty() {
            return Err(format!("wagers without a settlement: {open:?}"));
        }
        Ok(())
    }

    /// Settles one wager on a hand at the end.
    fn final_line(&mut self, w: &Staked) -> Result<(), String> {
        let spot = w.spot;
        let blackjack = w.kind == "main" && self.blackjack_at(spot.box_number)?;
        if self.dealer_blackjack() {
            match w.kind {
                // 4.III.B, 4.IV, 8.II.
                "main" if blackjack => self.pushes(w),
                "main" => self.loses(w),
                // A lammer that does not win is collected.
                kind if is_lammer(kind) => self.loses(w),
                // 10.II, 12.IV, 13.III, 17.IX.B: the original wager only.
                _ => self.give_back(w, 0),
            }
            return Ok(());
        }
        if blackjack {
            // 4.II.B, 4.II.C; Q076: a 22 does not affect it.
            return self.wins(w, self.terms.blackjack, 0);
        }
        let Some(cards) = self.now.cards(spot) else {
            return Err(format!("the hand at {spot} decides and was never shown"));
        };
        if matches!(w.kind, "double" | "free-double") && cards.len() != 3 {
            return Err(format!("the doubled hand at {spot} has {} cards (10.I, 11.II)", cards.len()));
        }
        if is_lammer(w.kind) && w.lammer == 0 {
            return Err(format!("the lammer at {spot} stands for no wager"));
        }
        let (mine, _) = total(&cards);
        if mine > 21 {
            // 4.II: every way to win needs 21 or less, and only hands in play push.
            self.loses(w);
            return Ok(());
        }
        self.dealer_mattered = true;
        let (dealers, _) = total(&self.finished_dealer()?);
        if dealers == 22 && self.terms.pushes_22 {
            self.pushes(w); // 4.III.C, CO-RF-19
        } else if dealers > 21 || mine > dealers {
            self.wins(w, EVEN, 0)?; // 4.II.A, 4.II.B, 4.VII, 11.III, 13.IV
        } else if mine == dealers {
            self.pushes(w); // 4.III.A, 11.IV, 13.V
        } else {
            self.loses(w); // 11.V, 13.VI
        }
        Ok(())
    }

    /// Undoes and pays insurance that was collected on a wrong answer.
    fn missed_blackjack(&mut self) -> Result<(), String> {
        let group = self.new_group();
        for at in 0..self.lines.len() {
            let line = &self.lines[at];
            let collected = line.wager == "insurance"
                && line.kind == LineKind::Wager
                && line.outcome == Some(Outcome::Loses);
            let number = line.number.filter(|_| collected);
            if let Some(w) = number.and_then(|number| self.now.wagers.get(&number)).cloned() {
                self.reverse(at, group);
                self.wins(&w, INSURANCE, group)?;
            }
        }
        Ok(())
    }
}
