//! The settlement: replays the round fact by fact and moves chips when the text says so.
//!
//! It settles what is due just before the next card, decision, step or report, so that cards which are still being
//! corrected decide nothing.

use super::count::{ace_and_picture, dealer_draws, is_ace, total};
use super::facts::{
    BARE_SIDE_BET, INTERRUPTION, REPORTS, SIDE_BETS_MISSED, TWENTY_ONE_MISSED, is_answer, is_bet_on_hand,
    is_error, is_progress,
};
use super::round::{Fact, Round, RoundCard, Staked, is_side_bet, voids_round};
use super::said::Split;
use super::terms::Terms;
use super::{Expected, Settlement};
use engine::{LineKind, Outcome, Patron, Place, RulingAct, Spot, What};
use felt::{Card, Money};
use std::collections::{BTreeMap, BTreeSet};

/// Returns what must be paid. `timed` says that the facts include the positions of the record's own lines.
pub fn settle(round: &Round, terms: &Terms, timed: bool) -> Result<Settlement, String> {
    if let Some(trouble) = round.troubles.first() {
        return Err(trouble.clone());
    }
    let mut walk = Walk {
        terms,
        facts: &round.facts,
        timed,
        now: Round::opened(&round.seats_before),
        lines: Vec::new(),
        late: Vec::new(),
        ended: BTreeMap::new(),
        undone: BTreeSet::new(),
        dealt: false,
        error: None,
        overlooked: BTreeSet::new(),
        second_card_done: false,
        second_card_decided: false,
        had_fifty: BTreeSet::new(),
        bonuses: Vec::new(),
        gone: BTreeSet::new(),
        last_split: None,
        stayed_behind: BTreeSet::new(),
        over: false,
        void: false,
        groups: 0,
    };
    for n in 0..round.facts.len() {
        walk.step(n)?;
    }
    if !walk.over && !walk.void {
        // A hand-written round may lack its end.
        walk.what_is_due(round.facts.len())?;
        walk.end_of_round()?;
    }
    Ok(Settlement { lines: walk.lines, late: walk.late })
}

/// A dealing error about which people are still being asked.
#[derive(Clone, Copy)]
pub struct Pending {
    /// Whether the house or a patron has answered.
    heard: bool,
    /// The house has just decided, and the cards are moved accordingly.
    placing: bool,
    /// Whether all questions are closed.
    closed: bool,
}

pub struct Walk<'a> {
    pub terms: &'a Terms,
    pub facts: &'a [Fact],
    timed: bool,
    /// The round as replayed so far.
    pub now: Round,
    pub lines: Vec<Expected>,
    late: Vec<String>,
    /// The wagers that have left the layout, and how they ended.
    pub ended: BTreeMap<u32, Outcome>,
    /// The lines that were undone.
    undone: BTreeSet<usize>,
    /// The first deal is complete.
    dealt: bool,
    error: Option<Pending>,
    /// Hands whose 21 the dealer did not notice.
    pub overlooked: BTreeSet<Spot>,
    pub second_card_done: bool,
    /// Whether insurance or a surrendered bet depended on the dealer's second card.
    pub second_card_decided: bool,
    /// Boxes that were paid the fifty dollars.
    pub had_fifty: BTreeSet<u8>,
    /// Boxes with a Super Bonus, in that order, paid or not.
    pub bonuses: Vec<u8>,
    /// Boxes and patrons who left before their bet there was decided.
    pub gone: BTreeSet<(u8, Patron)>,
    /// The last split that others could follow.
    pub last_split: Option<Split>,
    /// Boxes and patrons who did not follow a split there.
    pub stayed_behind: BTreeSet<(u8, Patron)>,
    over: bool,
    void: bool,
    groups: u32,
}

impl Walk<'_> {
    fn step(&mut self, n: usize) -> Result<(), String> {
        let fact = self.facts[n];
        if voids_round(&fact.what) && !self.void {
            return self.void_round(n);
        }
        if self.void || self.over {
            // Only an award can follow.
            self.award_by_ruling(&fact.what);
            return Ok(());
        }
        if is_progress(&fact.what) && !self.is_still_asked(n) {
            let pending = self.error.take().is_some();
            self.before(n, pending)?;
        }
        self.only_hands_with_a_bet(n)?;
        self.now.take(fact);
        if matches!(fact.what, What::RoundEnded { .. }) {
            self.over = true;
            self.end_of_round()?;
            self.count_lines(n);
            return Ok(());
        }
        self.react(n)
    }

    /// 3.11, 3.20: a card is dealt only to hands with a bet, except by mistake.
    fn only_hands_with_a_bet(&self, n: usize) -> Result<(), String> {
        let What::CardLaid { place: Place::Hand(spot), .. } = self.facts[n].what else { return Ok(()) };
        let told = |n: Option<usize>| {
            matches!(n.and_then(|n| self.facts.get(n)).map(|fact| fact.what), Some(What::Irregular { .. }))
        };
        let by_mistake = told(n.checked_sub(1)) || told(Some(n + 1));
        match self.open_on(spot).is_empty() && !by_mistake {
            true => Err(format!("a card was dealt to {spot}, where nobody has a bet")),
            false => Ok(()),
        }
    }

    /// Settles what is due before a fact.
    fn before(&mut self, n: usize, pending: bool) -> Result<(), String> {
        let fact = self.facts[n];
        let What::Irregular { kind, place } = fact.what else {
            self.what_is_due(n)?;
            if !matches!(fact.what, What::RoundEnded { .. }) {
                self.count_lines(n);
            }
            return Ok(());
        };
        if !REPORTS.contains(&kind.word()) {
            return Err(format!("nobody knows what {} is", kind.word()));
        }
        // A card dealt in error decides nothing until the error is resolved. Whether the table had paid by the time of
        // the report is taken from its record.
        let is_error =
            self.now.closed && (pending || is_error(kind.word())) && self.people_are_asked_after(n);
        let paid = if self.timed {
            fact.out > self.lines.len()
        } else {
            !(is_error && place.is_some() && place == self.now.last_card)
        };
        if paid {
            self.what_is_due(n)?;
        }
        if is_error {
            self.error = Some(Pending { heard: false, placing: false, closed: false });
        }
        if kind.word() == INTERRUPTION {
            self.interruption(n)?;
        }
        Ok(())
    }

    /// Checks that as many lines precede this fact as were due.
    fn count_lines(&mut self, n: usize) {
        let out = self.facts[n].out;
        if self.timed && !self.terms.by_dealer && out != self.lines.len() {
            let due = self.lines.len();
            self.late
                .push(format!("{due} lines were due before {:?}, and {out} stand there", self.facts[n].what));
        }
    }

    /// Whether the fact still belongs to the questions after a dealing error.
    fn is_still_asked(&mut self, n: usize) -> bool {
        let fact = &self.facts[n].what;
        let is_told_next = self.is_told_next(n);
        let Some(error) = &mut self.error else { return false };
        if is_answer(fact) {
            error.heard = true;
            error.closed = matches!(fact, What::Stepped { step, .. } if step.word() == "answers-closed");
            error.placing = matches!(fact, What::Stepped { .. }) && !error.closed;
            return true;
        }
        match fact {
            // Another of the cards drawn together: all patrons answer again.
            What::CardLaid { place: Place::Next, .. } => {
                error.closed = false;
                true
            }
            What::CardLaid { draw, .. } => {
                let lay_ready = |card: &RoundCard| card.draw == *draw && card.place == Place::Next;
                !error.heard || is_told_next || (error.placing && self.now.cards.iter().any(lay_ready))
            }
            // Only a ruling that voids the round settles any of this.
            What::Ruled { .. } => !error.closed,
            What::Chosen { choice, .. } => {
                (error.heard, error.closed) = (true, true);
                choice.word().starts_with("take-")
            }
            _ => false,
        }
    }

    /// Whether the house or patrons are asked because of this report.
    fn people_are_asked_after(&self, n: usize) -> bool {
        for at in n + 1..self.facts.len() {
            let told = matches!(self.facts[at - 1].what, What::Irregular { .. });
            let by_mistake = told || self.is_told_next(at);
            match self.facts[at].what {
                fact if is_answer(&fact) => return true,
                What::Chosen { choice, .. } => return choice.word().starts_with("take-"),
                What::CardLaid { draw, .. } if self.was_squeezed(draw, at) => {}
                What::CardLaid { place, .. } if place != Place::Next && !by_mistake => return false,
                What::RoundEnded { .. } => return false,
                // They were being asked when the round became void.
                fact if voids_round(&fact) => return true,
                _ => {}
            }
        }
        false
    }

    /// 5.5.1: a card that does not belong to the pack is reported right after it is laid.
    fn is_told_next(&self, n: usize) -> bool {
        let next = self.facts.get(n + 1).map(|next| next.what);
        matches!(next, Some(What::Irregular { kind, .. }) if kind.word() == "foreign-card")
    }

    /// 3.12: whether the card was laid to be squeezed, and is turned after others that were drawn later.
    fn was_squeezed(&self, drawn: u32, at: usize) -> bool {
        let before = self.facts[..at].iter().filter_map(|fact| match fact.what {
            What::CardLaid { draw, .. } => Some(draw),
            _ => None,
        });
        before.clone().any(|draw| draw > drawn) && before.into_iter().all(|draw| draw != drawn)
    }

    /// 3.27: whether all patrons have decided, also about doubles that may be taken back.
    fn play_is_over(&self, n: usize) -> Result<bool, String> {
        let rescue = self.facts.iter().skip(n).any(|fact| match fact.what {
            What::Chosen { choice, .. } => matches!(choice.word(), "rescue" | "play-on"),
            What::Stepped { step, .. } => step.word() == "rescue-closed",
            _ => false,
        });
        let in_error = self.in_error(n);
        for spot in self.boxes().into_iter().flat_map(|b| self.hands(b)) {
            if !self.is_played(spot, &in_error)? {
                return Ok(false);
            }
        }
        Ok(!rescue)
    }

    /// Whether no decision about this hand and no card of its own is to come.
    fn is_played(&self, spot: Spot, in_error: &BTreeSet<u32>) -> Result<bool, String> {
        let given_up = self.now.surrendered.contains(&spot.box_number) || self.overlooked.contains(&spot);
        if self.open_on(spot).is_empty() || given_up || self.now.stood.contains(&spot) {
            return Ok(true);
        }
        let cards = self.counted(Place::Hand(spot), in_error)?;
        let doubled = self.now.doubled.contains(&spot);
        let aces = self.now.first_cards(spot.box_number).is_some_and(|two| two.into_iter().all(is_ace));
        let split_aces = aces && self.now.split.contains(&spot.box_number);
        let no_more = (doubled && cards.len() > 2) || (split_aces && cards.len() > 1);
        Ok(no_more || total(&cards, doubled).0 >= 21)
    }

    // ------------------------------------------------------------------ looking

    pub fn is_open(&self, w: &Staked) -> bool {
        !w.taken_back && !self.ended.contains_key(&w.number)
    }

    /// Returns the open bets on a hand, without side bets and insurance, in the order placed.
    pub fn open_on(&self, spot: Spot) -> Vec<Staked> {
        let bets = self.now.wagers.values().copied();
        bets.filter(|w| w.spot == spot && is_bet_on_hand(w.kind) && self.is_open(w)).collect()
    }

    pub fn open_of_box(&self, b: u8, kind: &str) -> Vec<Staked> {
        self.now.on_box(b).into_iter().filter(|w| w.kind == kind && self.is_open(w)).collect()
    }

    /// From the dealer's right, which is the highest box.
    pub fn boxes(&self) -> Vec<u8> {
        (1..=self.terms.boxes).rev().collect()
    }

    /// The hands of a box, the last first.
    pub fn hands(&self, b: u8) -> Vec<Spot> {
        (1..=self.terms.hands).rev().map(|hand| Spot { box_number: b, hand }).collect()
    }

    /// 5.10.2: returns the dealer's cards; cards drawn to a complete hand do not count.
    pub fn dealer(&self) -> Result<Vec<Card>, String> {
        let mut cards = self.now.faces(Place::Dealer)?;
        if let Some(complete) = (2..cards.len()).find(|n| !dealer_draws(&cards[..*n])) {
            cards.truncate(complete);
        }
        Ok(cards)
    }

    /// SG-PP-1.20: the dealer's first two cards.
    pub fn dealer_pontoon(&self) -> Result<bool, String> {
        Ok(matches!(self.dealer()?.as_slice(), [one, two, ..] if ace_and_picture(*one, *two)))
    }

    /// Whether every box with an open initial bet has two cards, and the dealer has one.
    fn deal_is_complete(&self) -> bool {
        // A paid pontoon has been taken up.
        let has_two = |b: &u8| self.now.first_two.contains_key(b);
        let waits = |b: &u8| !self.open_of_box(*b, "main").is_empty();
        !self.now.at(Place::Dealer).is_empty() && self.boxes().iter().filter(|b| waits(b)).all(has_two)
    }

    pub fn new_group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    // ------------------------------------------------------------------ the moments

    /// Settles what the cards and the chips make due without a further decision.
    fn what_is_due(&mut self, n: usize) -> Result<(), String> {
        self.dealt |= self.now.closed && self.deal_is_complete();
        if !self.dealt {
            // Chips found later are returned after what was due before the report.
            if self.now.closed {
                let group = self.new_group();
                self.side_bets_without_bet(group);
            }
            return Ok(());
        }
        for b in self.boxes() {
            self.side_bets(b)?;
        }
        for b in self.boxes() {
            for spot in self.hands(b) {
                self.hand_at_once(spot)?;
            }
        }
        if self.play_is_over(n)? {
            self.second_card()?;
        }
        Ok(())
    }

    fn react(&mut self, n: usize) -> Result<(), String> {
        match self.facts[n].what {
            What::WagerPlaced { number, .. } => return self.may_be_placed(number.0),
            What::Chosen { patron, spot, choice, .. } if choice.word() == "rescue" => {
                return self.rescue(patron, spot);
            }
            What::Chosen { patron, spot, choice, .. } if choice.word() == "withdraw" => {
                self.withdraw(patron, spot.box_number);
            }
            What::Chosen { patron, spot, choice, .. } => return self.may_say(patron, spot, choice.word()),
            What::Left { patron } if self.now.closed => {
                if self.error.is_none() {
                    self.what_is_due(n)?;
                }
                let open =
                    self.now.wagers.values().copied().filter(|w| w.patron == patron && self.is_open(w));
                let boxes = open.filter(|w| is_bet_on_hand(w.kind)).map(|w| (w.spot.box_number, patron));
                let boxes: Vec<(u8, Patron)> = boxes.collect();
                self.gone.extend(boxes);
            }
            What::Irregular { kind, .. } if kind.word() == BARE_SIDE_BET => {
                let group = self.new_group();
                self.side_bets_without_bet(group);
            }
            What::Irregular { kind, place: Some(Place::Hand(spot)) } if kind.word() == SIDE_BETS_MISSED => {
                // 5.16: they are settled by the first two cards, whatever the result of the hand.
                let b = spot.box_number;
                self.undo(|line| {
                    let decided = matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses));
                    is_side_bet(line.wager) && decided && line.spot.box_number == b
                });
                return self.side_bets(b);
            }
            What::Irregular { kind, place: Some(Place::Hand(spot)) } if kind.word() == TWENTY_ONE_MISSED => {
                self.overlook(spot);
            }
            What::Ruled { act: RulingAct::VoidHand(spot), .. } => {
                let group = self.new_group();
                let bets = self.now.wagers.values().copied();
                let own: Vec<Staked> = bets.filter(|w| w.spot == spot && self.is_open(w)).collect();
                own.into_iter().for_each(|w| self.give_back(w, group));
            }
            What::Ruled { act: RulingAct::VoidWager(number), .. } => {
                if let Some(w) = self.now.wagers.get(&number.0).copied().filter(|w| self.is_open(w)) {
                    self.give_back(w, 0);
                }
            }
            what => self.award_by_ruling(&what),
        }
        Ok(())
    }

    /// 3.17, 3.25: checks that insurance protects an open initial bet, and that a double is beside an open bet of its
    /// patron.
    fn may_be_placed(&self, number: u32) -> Result<(), String> {
        let Some(w) = self.now.wagers.get(&number).copied() else { return Ok(()) };
        let beside = match w.kind {
            "insurance" => self.open_of_box(w.spot.box_number, "main"),
            "double" => self.open_on(w.spot).into_iter().filter(|other| other.kind != "double").collect(),
            _ => return Ok(()),
        };
        if beside.iter().any(|other| other.patron == w.patron) {
            return Ok(());
        }
        Err(format!("the {} of {} at {} lies beside no open bet of theirs", w.kind, w.patron, w.spot))
    }

    /// 3.25.3: the double is returned and the bet of the hand is lost.
    fn rescue(&mut self, patron: Patron, spot: Spot) -> Result<(), String> {
        let group = self.new_group();
        let own: Vec<Staked> = self.open_on(spot).into_iter().filter(|w| w.patron == patron).collect();
        if own.len() != 2 || own.iter().filter(|w| w.kind == "double").count() != 1 {
            return Err(format!("{patron} took a double back at {spot} and has none with its bet there"));
        }
        for w in own {
            if w.kind == "double" { self.give_back(w, group) } else { self.loses(w, group) }
        }
        Ok(())
    }

    /// 5.7.3: returns the patron's open bets on the box, and their side bets on a hand that is no longer there.
    fn withdraw(&mut self, patron: Patron, box_number: u8) {
        let group = self.new_group();
        let own: Vec<Staked> = self
            .now
            .wagers
            .values()
            .copied()
            .filter(|w| w.patron == patron && self.is_open(w))
            .filter(|w| box_number == 0 || w.spot.box_number == box_number)
            .collect();
        own.into_iter().for_each(|w| self.give_back(w, group));
        self.side_bets_without_bet(group);
    }

    /// 5.15: handles a side bet on a box that has and had no initial bet in play.
    fn side_bets_without_bet(&mut self, group: u32) {
        for b in self.boxes() {
            let bets = self.now.on_box(b);
            let played =
                |w: &&Staked| w.kind == "main" && self.ended.get(&w.number) != Some(&Outcome::Returned);
            if bets.iter().filter(played).count() == 0 {
                let left: Vec<Staked> =
                    bets.into_iter().filter(|w| is_side_bet(w.kind) && self.is_open(w)).collect();
                left.into_iter().for_each(|w| self.give_back(w, group));
            }
        }
    }

    /// 5.4: checks that the round is void unless a bet was won or lost already.
    fn interruption(&self, n: usize) -> Result<(), String> {
        // If no bet is left the question does not matter.
        if !self.now.wagers.values().any(|w| self.is_open(w)) {
            return Ok(());
        }
        let told = self.facts[n + 1..]
            .iter()
            .take_while(|fact| !is_progress(&fact.what) && !matches!(fact.what, What::Left { .. }));
        let void = told.into_iter().any(|fact| voids_round(&fact.what));
        match (self.an_outcome_is_established(n)?, void) {
            (true, true) => Err("an interruption voided a round with a decided bet (5.4.1)".into()),
            (false, false) => Err("an interruption left a round in which no bet was decided (5.4.2)".into()),
            _ => Ok(()),
        }
    }

    /// 5.9: returns the cards laid by mistake whose final place the house has not decided yet. They do not make any
    /// result certain.
    fn in_error(&self, n: usize) -> BTreeSet<u32> {
        let mut cards = BTreeSet::new();
        for pair in self.facts[..n].windows(2) {
            match (pair[0].what, pair[1].what) {
                (What::Irregular { kind, place: Some(told) }, What::CardLaid { draw, place, .. })
                    if told == place && is_error(kind.word()) =>
                {
                    cards.insert(draw);
                }
                (_, What::Stepped { step, .. })
                    if matches!(step.word(), "reconstruct" | "cannot-reconstruct") =>
                {
                    cards.clear();
                }
                // A card held as the next one has come to its place.
                (_, What::CardLaid { draw, .. }) => {
                    cards.remove(&draw);
                }
                _ => {}
            }
        }
        cards
    }

    /// Returns the faces of a place, without those cards.
    fn counted(&self, place: Place, but: &BTreeSet<u32>) -> Result<Vec<Card>, String> {
        if but.is_empty() {
            return self.now.faces(place);
        }
        let cards = self.now.at(place);
        let known = cards.iter().filter(|card| !but.contains(&card.draw)).map(|card| card.card);
        known.collect::<Option<Vec<Card>>>().ok_or_else(|| format!("a card at {place} was never shown"))
    }

    fn an_outcome_is_established(&self, n: usize) -> Result<bool, String> {
        let in_error = self.in_error(n);
        // All patrons have decided and the dealer's hand is complete, so only the settlement is late.
        let dealer = self.counted(Place::Dealer, &in_error)?;
        if dealer.len() > 1 && !dealer_draws(&dealer) && self.play_is_over(n)? {
            return Ok(true);
        }
        let decided = |(n, line): (usize, &Expected)| {
            matches!(line.outcome, Some(Outcome::Wins | Outcome::Loses))
                && line.kind == LineKind::Wager
                && !self.undone.contains(&n)
        };
        if self.lines.iter().enumerate().any(decided) {
            return Ok(true);
        }
        for w in self.now.wagers.values().filter(|w| self.is_open(w)) {
            let two = self.now.first_two.get(&w.spot.box_number);
            if is_side_bet(w.kind) && two.is_some_and(|two| !two.iter().any(|draw| in_error.contains(draw))) {
                return Ok(true);
            }
            if is_bet_on_hand(w.kind) && !self.now.surrendered.contains(&w.spot.box_number) {
                let cards = self.counted(Place::Hand(w.spot), &in_error)?;
                if total(&cards, self.now.doubled.contains(&w.spot)).0 >= 21 {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    // ------------------------------------------------------------------ undoing

    /// 3.16, 3.24.3, 3.26: reverses the payment of a 21, and what it brought to other boxes; these get fifty dollars
    /// for another Super Bonus that stands.
    fn overlook(&mut self, spot: Spot) {
        let bonus = self.standing("super-bonus").contains(&spot);
        self.undo(|line| {
            let pays = is_bet_on_hand(line.wager) && line.outcome == Some(Outcome::Wins);
            let brought = line.wager == "super-bonus" && line.hit_by == Some(spot);
            (pays && line.spot == spot) || brought || (bonus && line.wager == "super-bonus-table")
        });
        self.overlooked.insert(spot);
        let group = self.groups;
        for other in self.standing("super-bonus") {
            self.fifties(other, group);
        }
    }

    /// Returns the hands with such an award that stands, from the dealer's right.
    fn standing(&self, word: &str) -> Vec<Spot> {
        let awards = self.lines.iter().enumerate().filter(|(at, line)| {
            line.kind == LineKind::Award && line.wager == word && !self.undone.contains(at)
        });
        let spots: BTreeSet<Spot> = awards.filter_map(|(_, line)| line.hit_by).collect();
        spots.into_iter().rev().collect()
    }

    /// Undoes the standing lines that are meant, awards included; their wagers are on the layout again.
    fn undo(&mut self, meant: impl Fn(&Expected) -> bool) {
        let group = self.new_group();
        for at in (0..self.lines.len()).rev() {
            let line = &self.lines[at];
            if line.kind == LineKind::Reversal || self.undone.contains(&at) || !meant(line) {
                continue;
            }
            if line.wager == "super-bonus-table" {
                self.had_fifty.remove(&line.spot.box_number);
            }
            self.reverse(at, group);
        }
    }

    fn reverse(&mut self, at: usize, group: u32) {
        let mut line = self.lines[at].clone();
        if let Some(number) = line.number {
            self.ended.remove(&number.0);
        }
        line.kind = LineKind::Reversal;
        line.paid = -line.paid;
        line.returned = -line.returned;
        line.basis = None;
        line.group = group;
        self.undone.insert(at);
        self.lines.push(line);
    }

    /// 5.17: every line is undone, and every stake is returned. Awards by ruling stand.
    fn void_round(&mut self, n: usize) -> Result<(), String> {
        let out = self.facts[n].out;
        if !self.over && (!self.timed || out > self.lines.len()) {
            self.what_is_due(n)?;
        }
        if !self.over && self.timed && out > self.lines.len() {
            self.end_of_round()?;
        }
        if self.timed && out > self.lines.len() {
            let due = self.lines.len();
            return Err(format!("{out} lines were paid before the round was void, and only {due} were due"));
        }
        if self.timed {
            // Lines that were due and not yet paid are dropped.
            self.lines.truncate(out);
        }
        self.void = true;
        self.now.take(self.facts[n]);
        let group = self.new_group();
        for at in (0..self.lines.len()).rev() {
            let line = &self.lines[at];
            let by_ruling = line.kind == LineKind::Award && line.wager.is_empty();
            if line.kind != LineKind::Reversal && !by_ruling && !self.undone.contains(&at) {
                self.reverse(at, group);
            }
        }
        let group = self.new_group();
        let wagers: Vec<Staked> = self.now.wagers.values().copied().filter(|w| !w.taken_back).collect();
        wagers.into_iter().for_each(|w| self.give_back(w, group));
        Ok(())
    }

    fn award_by_ruling(&mut self, what: &What) {
        let What::Ruled { act: RulingAct::Award { patron, amount }, .. } = *what else { return };
        self.lines.push(Expected {
            kind: LineKind::Award,
            number: None,
            patron,
            spot: Spot::TABLE,
            wager: "",
            outcome: None,
            stake: Money::ZERO,
            basis: None,
            price: None,
            paid: amount,
            returned: Money::ZERO,
            group: 0,
            hit_by: None,
        });
    }
}
