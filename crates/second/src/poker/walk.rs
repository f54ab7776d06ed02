//! Replays the round fact by fact. Lines become due when the document says so, and each line of the record must be one
//! that is due.

use super::document::{Document, Follows, Plan, everybody_has_decided};
use super::facts::{Decision, Facts, Staked, staked};
use super::line::{Expected, Paid, Shown};
use engine::{Approver, Event, Line, LineKind, MeterId, Outcome, Patron, Place, RulingAct, Spot, What};
use felt::Money;
use std::collections::VecDeque;

/// An expected line, and the lines that must come before it.
#[derive(Clone, Debug)]
struct Owed {
    id: u32,
    line: Expected,
    /// Numbers of the lines that must come first; those no longer owed are ignored.
    after: Vec<u32>,
    /// It is due immediately: no patron is asked and no community card is turned before it.
    at_once: bool,
    /// It may be left out.
    optional: bool,
    /// It may come at any position.
    sometime: bool,
}

/// The replay of one round.
pub struct Walk<'a> {
    /// The game's document.
    document: &'a dyn Document,
    /// The round as replayed so far.
    pub now: Facts,
    owed: Vec<Owed>,
    ids: u32,
    /// The lines so far.
    pub out: Vec<Line>,
    granted: VecDeque<(MeterId, Money)>,
    /// Who has verified the hand since the meter granted something for it.
    seen_by: Vec<Approver>,
    /// Whether boxes that do not take part have been determined.
    sorted_out: bool,
    /// Whether the lines of the end of the round have been determined.
    planned: bool,
    /// Whether the lines after all hands have been determined.
    planned_last: bool,
    /// A dealer's card that was visible to all before every player had decided.
    seen_early: Option<usize>,
    /// Whether the lines that follow the last decision have been determined.
    collected: bool,
    /// The last irregularity.
    mishap: &'static str,
}

impl<'a> Walk<'a> {
    /// Starts at the beginning of the round with these events.
    ///
    /// # Errors
    /// Returns what no record may contain, in words.
    pub fn new(events: &[Event], document: &'a dyn Document) -> Result<Walk<'a>, String> {
        Ok(Walk {
            document,
            now: Facts::before(events)?,
            owed: Vec::new(),
            ids: 0,
            out: Vec::new(),
            granted: VecDeque::new(),
            seen_by: Vec::new(),
            sorted_out: false,
            planned: false,
            planned_last: false,
            seen_early: None,
            collected: false,
            mishap: "",
        })
    }

    /// Processes the next event.
    ///
    /// # Errors
    /// Returns how it departs from the document.
    pub fn step(&mut self, what: &What) -> Result<(), String> {
        match what {
            // Results are not facts.
            What::Decided { .. } | What::Announced { .. } => return Ok(()),
            What::Settled(line) => return self.settled(line),
            What::Chosen { .. } | What::CardTurned { place: Place::Dealer | Place::Board, .. } => {
                self.nothing_waits()?;
            }
            What::WagerPlaced { .. } => {
                let new = staked(what)?;
                self.now.check_placed(&new)?;
                self.document.place(&self.now, &new)?;
                if self.now.dealt && (self.now.exposed || self.now.round_void) {
                    return Err(format!("{new} was made in a void round"));
                }
            }
            What::WagerTakenBack { number, .. } if self.now.dealt => {
                // Only a wager that a decision has just withdrawn.
                let is_his = |owed: &Owed| owed.at_once && owed.line.number == Some(number.0);
                if !self.owed.iter().any(is_his) {
                    return Err(format!("wager {} was withdrawn after the first card", number.0));
                }
            }
            _ => {}
        }
        let follows = self.decided(what)?;
        self.now.take(what)?;
        self.owe_what_follows(follows);
        if self.now.closed {
            self.sort_out();
        }
        self.react(what)?;
        self.collect_when_decided();
        self.plan_when_ready()?;
        self.cut_what_is_above();
        self.plan_what_is_last()
    }

    fn decided(&self, what: &What) -> Result<Follows, String> {
        let Some(decision) = self.now.decision(what) else { return Ok(Follows::default()) };
        let (b, spot, word) = (decision.on(), decision.spot, decision.word);
        if self.now.folded.contains(&b) {
            return Err(format!("box {spot} chose {word} after a fold"));
        }
        let silence = self.document.silence(&self.now, b);
        if decision.lapsed && word != silence {
            return Err(format!("box {spot} was silent, which is taken as {silence} and not as {word}"));
        }
        // Players are asked from the dealer's left, once each before any of them is asked again.
        let turn = |decision: &Decision| (decision.nth, decision.on());
        if let Some(before) = self.now.decisions.last().filter(|before| turn(before) >= turn(&decision)) {
            return Err(format!("box {spot} decided after box {}", before.spot));
        }
        self.document.decide(&self.now, &decision)
    }

    fn react(&mut self, what: &What) -> Result<(), String> {
        match *what {
            What::WagerTakenBack { number, left, .. } if left.is_zero() => {
                self.forget(|owed| owed.line.number == Some(number.0));
            }
            What::CardLaid { place: Place::Dealer, .. } | What::CardTurned { place: Place::Dealer, .. } => {
                let up = self.now.at(Place::Dealer).into_iter().find(|card| card.up);
                if let Some(card) = up.filter(|_| !self.all_decided()) {
                    self.seen_early.get_or_insert(card.id);
                }
            }
            What::Left { patron } if self.now.closed => self.leave(patron),
            What::MeterGranted { meter, amount } => {
                self.seen_by.clear();
                self.grant(meter, amount)?;
            }
            What::Approved { by, yes: true } => self.seen_by.push(by),
            What::Irregular { kind, .. } => {
                self.mishap = kind.word();
                if let Some(why) = self.document.voids_round(&self.now, kind.word()) {
                    self.void_round(why);
                }
                if kind.word() == "dealer-card-exposed" && !self.all_decided() {
                    self.expose();
                }
            }
            What::Remedied { remedy, .. } => match remedy.word() {
                "round-void" if !self.now.round_void => {
                    match self.document.may_void(&self.now, self.mishap) {
                        Some(why) => self.void_round(why),
                        None => return Err("the round was called void without a reason".into()),
                    }
                }
                "hands-void" if !self.now.exposed => {
                    if self.seen_early.is_none() || self.all_decided() {
                        return Err("the hands were called void without a reason".into());
                    }
                    self.expose();
                }
                _ => {}
            },
            What::Ruled { act, .. } => self.ruled(act),
            _ => {}
        }
        Ok(())
    }

    fn all_decided(&self) -> bool {
        everybody_has_decided(self.document, &self.now)
    }

    // ------------------------------------------------------------------ what is owed

    /// Returns the numbers of lines owed so far that must precede later ones. An award by ruling has no fixed position.
    fn before(&self) -> Vec<u32> {
        let fixed = |owed: &&Owed| !owed.sometime && owed.line.wager != "ruling";
        self.owed.iter().filter(fixed).map(|owed| owed.id).collect()
    }

    /// Adds an expected line that must come after the given ones.
    fn owe(&mut self, line: Expected, after: &[u32]) -> &mut Owed {
        self.ids += 1;
        if let (Some(number), Some(outcome)) = (line.number, line.outcome) {
            self.now.ended.insert(number, outcome);
        }
        let (id, after, at) = (self.ids, after.to_vec(), self.owed.len());
        self.owed.push(Owed { id, line, after, at_once: false, optional: false, sometime: false });
        &mut self.owed[at]
    }

    /// Drops lines that are no longer owed.
    fn forget(&mut self, which: impl Fn(&Owed) -> bool) {
        let (gone, owed): (Vec<Owed>, Vec<Owed>) =
            std::mem::take(&mut self.owed).into_iter().partition(which);
        self.owed = owed;
        for Owed { line, .. } in gone {
            let Some(number) = line.number else { continue };
            let owed = self.owed.iter().rev().find(|owed| owed.line.number == Some(number));
            let ends = owed.and_then(|owed| owed.line.outcome);
            match ends.or_else(|| self.standing(number).and_then(|line| line.outcome)) {
                Some(outcome) => drop(self.now.ended.insert(number, outcome)),
                None => drop(self.now.ended.remove(&number)),
            }
        }
    }

    fn owe_what_follows(&mut self, Follows { now, sometime }: Follows) {
        let mut after = self.before();
        for line in now {
            let owed = self.owe(line, &after);
            owed.at_once = true;
            after = vec![owed.id];
        }
        for line in sometime {
            self.owe(line, &[]).sometime = true;
        }
    }

    fn is_next(&self, owed: &Owed) -> bool {
        !owed.after.iter().any(|id| self.owed.iter().any(|other| other.id == *id))
    }

    /// Returns the line that settled the wager and was not undone.
    fn standing(&self, number: u32) -> Option<Line> {
        let undone = |seq: u16| self.out.iter().any(|line| line.reverses == Some(seq));
        let settles =
            |line: &&Line| line.kind == LineKind::Wager && line.number.is_some_and(|n| n.0 == number);
        self.out.iter().filter(settles).find(|line| !undone(line.seq)).copied()
    }

    fn nothing_waits(&self) -> Result<(), String> {
        match self.owed.iter().find(|owed| owed.at_once) {
            Some(owed) => Err(format!("play went on before this was done: {}", owed.line)),
            None => Ok(()),
        }
    }

    /// Processes a line of the record, which must be one of those that may come next.
    fn settled(&mut self, line: &Line) -> Result<(), String> {
        if usize::from(line.seq) != self.out.len() + 1 {
            return Err(format!("line {} carries the number {}", self.out.len() + 1, line.seq));
        }
        if self.owed.is_empty() {
            // Returned wagers may show that bets are closed before another event does.
            self.sort_out();
        }
        let granted = self.granted.front().copied();
        let fits = |owed: &Owed| owed.line.differences(line, &self.out, granted).is_empty();
        let Some(at) = self.owed.iter().position(|owed| self.is_next(owed) && fits(owed)) else {
            return Err(self.no_such_line(line, granted));
        };
        let done = self.owed.remove(at);
        if matches!(done.line.paid, Paid::Meter(..)) {
            self.granted.pop_front();
            let looked: &[bool] = if self.document.is_verified() { &[false, true] } else { &[] };
            let surveillance: Vec<bool> =
                self.seen_by.iter().map(|by| matches!(by, Approver::Surveillance)).collect();
            if surveillance != looked {
                return Err(format!("a share of a meter was paid after {:?} had looked", self.seen_by));
            }
        }
        self.out.push(*line);
        self.cut_what_is_above();
        self.plan_what_is_last()
    }

    fn no_such_line(&self, line: &Line, granted: Option<(MeterId, Money)>) -> String {
        let mut text = format!("line {} is not due: {}\n", line.seq, Shown(line));
        for owed in self.owed.iter().filter(|owed| self.is_next(owed)) {
            let differences = owed.line.differences(line, &self.out, granted).join(", ");
            text.push_str(&format!("  due is {}: {differences}\n", owed.line));
        }
        text
    }

    /// MLP-7.IV: a meter is asked at the moment that player is paid.
    fn grant(&mut self, meter: MeterId, amount: Money) -> Result<(), String> {
        let in_turn = |owed: &&Owed| {
            matches!(owed.line.paid, Paid::Meter(..)) && self.is_his_turn(owed, owed.line.turn)
        };
        let due = self.owed.iter().filter(in_turn).nth(self.granted.len());
        if !due.is_some_and(|owed| matches!(owed.line.paid, Paid::Meter(word, _) if word == meter.word())) {
            return Err(format!("the meter {meter} was asked and no hand in turn deserves it (MLP-7.IV)"));
        }
        self.granted.push_back((meter, amount));
        Ok(())
    }

    fn is_his_turn(&self, owed: &Owed, turn: Spot) -> bool {
        let first = self.owed.iter().filter(|other| owed.after.contains(&other.id));
        first.into_iter().all(|other| other.line.turn == turn && self.is_his_turn(other, turn))
    }

    // ------------------------------------------------------------------ the moments

    /// Returns all wagers of a patron who does not take part.
    fn sort_out(&mut self) {
        if std::mem::replace(&mut self.sorted_out, true) {
            return;
        }
        self.now.closed = true;
        let wagers: Vec<Staked> = self.now.wagers.values().copied().filter(|w| !w.gone).collect();
        for w in wagers {
            let takes_part = self.document.takes_part(&self.now, w.on());
            if takes_part {
                self.now.in_round.insert(w.on());
            }
            if !takes_part || !self.document.is_supported(&self.now, &w) {
                self.owe(Expected::back(w, "takes no part"), &[]).at_once = true;
            }
        }
    }

    /// A patron left during the round.
    fn leave(&mut self, patron: Patron) {
        // Wagers that the cards have decided are settled by the cards.
        if self.planned {
            return;
        }
        let own = |b: &u8| self.now.wagers_of(*b).iter().any(|w| w.patron == patron);
        let Some(b) = self.now.hands().into_iter().find(own) else { return };
        if let Some(follows) = self.document.leave(&self.now, b) {
            self.now.abandoned.insert(b);
            self.owe_what_follows(follows);
        }
    }

    /// Voids all hands because a dealer's card was seen: some wagers are returned and the others stand.
    fn expose(&mut self) {
        let Some(why) = self.document.exposure() else { return };
        if self.now.exposed || self.now.round_void {
            return;
        }
        self.now.exposed = true;
        let wagers: Vec<Staked> = self.now.hands().into_iter().flat_map(|b| self.now.wagers_of(b)).collect();
        for w in wagers {
            if self.document.goes_back(&self.now, &w) {
                self.undo(w, why);
            }
        }
    }

    /// Returns the wager, whatever its result.
    fn undo(&mut self, w: Staked, why: &'static str) {
        self.forget(|owed| owed.line.number == Some(w.number));
        let mut after = Vec::new();
        let mut optional = false;
        if let Some(line) = self.standing(w.number) {
            // A wager that was returned already may be left as it is.
            optional = line.outcome == Some(Outcome::Returned);
            let owed = self.owe(Expected::reversal(&line, why), &[]);
            owed.optional = optional;
            after.push(owed.id);
        }
        self.owe(Expected::back(w, why), &after).optional = optional;
    }

    /// Returns everything, except awards by ruling, which stand.
    fn void_round(&mut self, why: &'static str) {
        if std::mem::replace(&mut self.now.round_void, true) {
            return;
        }
        self.sorted_out = true;
        self.forget(|owed| owed.line.wager != "ruling");
        self.granted.clear();
        let wagers: Vec<Staked> = self.now.wagers.values().copied().filter(|w| !w.gone).collect();
        for w in wagers {
            self.undo(w, why);
        }
        let others: Vec<Line> = self.out.iter().copied().filter(|line| line.number.is_none()).collect();
        for line in others {
            let undone = self.out.iter().any(|other| other.reverses == Some(line.seq));
            if line.wager.word() != "ruling" && line.kind != LineKind::Reversal && !undone {
                self.owe(Expected::reversal(&line, why), &[]);
            }
        }
    }

    fn ruled(&mut self, act: RulingAct) {
        match act {
            RulingAct::VoidRound => self.void_round("a ruling"),
            RulingAct::VoidHand(spot) => self.void_hand(spot),
            RulingAct::VoidWager(number) => {
                if let Some(w) = self.now.wagers.get(&number.0).copied() {
                    self.give_back_open(w);
                }
            }
            RulingAct::Award { patron, amount } => {
                let spot = Spot::first(0);
                self.owe(Expected::award(patron, spot, spot, "ruling", amount.as_minor()), &[]);
            }
            _ => {}
        }
    }

    /// Returns all unsettled wagers of a void hand, and removes the envy bonuses for it.
    fn void_hand(&mut self, spot: Spot) {
        if self.now.round_void {
            return;
        }
        let b = spot.box_number;
        // What a meter has granted for it is reversed too; a grant for another hand stays.
        let asked =
            self.owed.iter().find(|owed| matches!(owed.line.paid, Paid::Meter(..)) && self.is_next(owed));
        if asked.is_some_and(|owed| owed.line.turn.box_number == b) {
            self.granted.clear();
        }
        let without_stake = [LineKind::Award, LineKind::Cap];
        self.forget(|owed| owed.line.turn.box_number == b && without_stake.contains(&owed.line.kind));
        for w in self.now.wagers_of(b) {
            self.give_back_open(w);
        }
        self.now.void.insert(b);
    }

    fn give_back_open(&mut self, w: Staked) {
        if w.gone || self.now.round_void || self.standing(w.number).is_some() {
            return;
        }
        self.forget(|owed| owed.line.number == Some(w.number));
        if w.kind == "progressive" {
            // Without the wager there is no envy bonus.
            self.forget(|owed| owed.line.wager == "envy" && owed.line.patron == w.patron);
        }
        self.owe(Expected::back(w, "a ruling"), &[]);
    }

    /// Adds the lines that wait until all players have decided.
    fn collect_when_decided(&mut self) {
        let begun = self.now.dealt && !self.now.round_void && !self.now.exposed;
        if begun && !self.now.decisions.is_empty() && !self.collected && self.all_decided() {
            self.collected = true;
            self.owe_what_follows(self.document.once_decided(&self.now));
        }
    }

    fn plan_when_ready(&mut self) -> Result<(), String> {
        let ended = self.planned || self.now.round_void || !self.now.dealt;
        if ended || !self.document.is_ready(&self.now) {
            return Ok(());
        }
        self.planned = true;
        let Plan { turns, in_order } = self.document.expected(&self.now)?;
        let start = self.before();
        let mut after = start.clone();
        for turn in turns {
            if !in_order {
                after.clone_from(&start);
            }
            for line in turn.lines {
                after = vec![self.owe(line, &after).id];
            }
            let envy: Vec<u32> = turn.envy.into_iter().map(|line| self.owe(line, &after).id).collect();
            if !envy.is_empty() {
                after = envy;
            }
        }
        Ok(())
    }

    /// Adds the caps, once the lines that a limit covers are there.
    fn cut_what_is_above(&mut self) {
        for at in (0..self.owed.len()).rev() {
            let Owed { line, .. } = &self.owed[at];
            let (Paid::Above(limit), true) = (line.paid, self.is_next(&self.owed[at])) else { continue };
            let counts = |out: &&Line| {
                let here = limit.in_round || out.number.map(|n| n.0) == line.cuts;
                here && out.kind != LineKind::Award && out.wager.word() == line.wager
            };
            let above =
                self.out.iter().filter(counts).map(|out| out.paid.as_minor()).sum::<i64>() - limit.most;
            if above > 0 {
                self.owed[at].line.paid = Paid::Amount(-above);
            } else {
                self.owed.remove(at);
            }
        }
    }

    /// Adds the lines that wait until every hand is settled.
    fn plan_what_is_last(&mut self) -> Result<(), String> {
        let settled = self.planned && !self.now.round_void && self.owed.is_empty();
        if !settled || std::mem::replace(&mut self.planned_last, true) {
            return Ok(());
        }
        let mut after = Vec::new();
        for line in self.document.at_last(&self.now)? {
            after = vec![self.owe(line, &after).id];
        }
        Ok(())
    }

    /// Checks what must hold when the round is over.
    ///
    /// # Errors
    /// Returns what does not.
    pub fn finish(&self) -> Result<(), String> {
        if let Some(owed) = self.owed.iter().find(|owed| !owed.optional) {
            return Err(format!("the round ended without this line: {}", owed.line));
        }
        for w in self.now.wagers.values().filter(|w| !w.gone) {
            if self.standing(w.number).is_none() {
                return Err(format!("{w} was never settled"));
            }
        }
        if !self.granted.is_empty() {
            return Err("the meter was asked for nothing".into());
        }
        let open = !self.now.exposed && !self.now.round_void;
        let early = self.now.at(Place::Dealer).into_iter().any(|card| Some(card.id) == self.seen_early);
        if let Some(why) = self.document.exposure().filter(|_| open && early) {
            return Err(format!("a dealer's card was seen too early, and nobody said so ({why})"));
        }
        // This applies even if all players have folded.
        if open && !self.planned && !self.now.hands().is_empty() {
            return Err("the round ended before all cards were shown".into());
        }
        Ok(())
    }

    /// Iterates over the lines still owed, for messages.
    pub fn owed_lines(&self) -> impl Iterator<Item = &Expected> {
        self.owed.iter().map(|owed| &owed.line)
    }
}
