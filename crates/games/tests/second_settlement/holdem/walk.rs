//! The round is walked through fact by fact. Lines become due when the text says so, and each line of the
//! record must be one that is due.

use super::line::{Expected, Paid, Shown};
use super::round::{FOR_DEALERS, Round, Staked};
use super::terms::Terms;
use engine::{Event, Line, LineKind, MeterId, Outcome, Place, RulingAct, Spot, What};
use felt::{Card, Money};
use std::collections::{BTreeMap, VecDeque};

/// A line that must come, and what must have come before it.
#[derive(Clone, Debug)]
pub struct Owed {
    id: u32,
    /// The line.
    pub line: Expected,
    /// Lines that come first; those no longer owed do not count.
    after: Vec<u32>,
    /// It is due at once: nobody is asked and no dealer's card is turned before it.
    at_once: bool,
    /// It may be left out.
    optional: bool,
}

/// The walk.
pub struct Walk<'a> {
    /// The table's choices.
    pub terms: &'a Terms,
    /// The round as far as it has been walked.
    pub now: Round,
    /// All faces that the record tells, early or late.
    pub faces: BTreeMap<usize, Card>,
    /// Whether something is undone in this round, perhaps before every hand was shown.
    pub undone: bool,
    owed: Vec<Owed>,
    ids: u32,
    /// The lines so far.
    pub out: Vec<Line>,
    granted: VecDeque<(MeterId, Money)>,
    /// 6.III has been looked at.
    sorted_out: bool,
    /// 11.I has happened.
    pub exposed: bool,
    /// All wagers are returned.
    pub round_void: bool,
    /// The end of the round has been worked out.
    planned: bool,
    /// A dealer's card that all saw before every player had folded or played.
    seen_early: Option<usize>,
}

impl<'a> Walk<'a> {
    /// At the beginning of a round whose events these are.
    pub fn new(events: &[Event], terms: &'a Terms) -> Result<Walk<'a>, String> {
        Ok(Walk {
            terms,
            now: Round::before(events),
            faces: Round::faces(events)?,
            undone: events.iter().any(undoes),
            owed: Vec::new(),
            ids: 0,
            out: Vec::new(),
            granted: VecDeque::new(),
            sorted_out: false,
            exposed: false,
            round_void: false,
            planned: false,
            seen_early: None,
        })
    }

    /// Takes one more event.
    pub fn step(&mut self, what: &What) -> Result<(), String> {
        match what {
            // Results are for comparing only.
            What::Decided { .. } | What::Announced { .. } => return Ok(()),
            What::Settled(line) => return self.settled(line),
            What::Chosen { .. } | What::CardTurned { place: Place::Dealer, .. } => self.nothing_waits()?,
            _ => {}
        }
        self.now.take(what)?;
        if self.now.closed {
            self.sort_out();
        }
        self.react(what)?;
        self.plan_when_ready()
    }

    fn react(&mut self, what: &What) -> Result<(), String> {
        match *what {
            What::WagerTakenBack { number, left, .. } if left.is_zero() => {
                self.owed.retain(|owed| owed.line.number != Some(number.0));
            }
            What::WagerPlaced { wager, .. }
                if wager.word() == "play" && (self.exposed || self.round_void) =>
            {
                return Err("a play wager was made in a void round (11.I)".into());
            }
            What::CardLaid { place: Place::Dealer, .. } | What::CardTurned { place: Place::Dealer, .. } => {
                let up = self.now.at(Place::Dealer).into_iter().find(|card| card.up);
                if let Some(card) = up.filter(|_| !self.now.all_decided()) {
                    self.seen_early.get_or_insert(card.id);
                }
            }
            What::Chosen { spot, choice, .. } if choice.word() == "fold" => self.fold(spot.box_number),
            What::MeterGranted { meter, amount } => self.grant(meter, amount)?,
            What::Irregular { kind, .. } => match kind.word() {
                // Before a card is dealt there is no hand to be void: another deck is shuffled.
                "wrong-count" | "wrong-deck" if self.anything_dealt() => {
                    self.void_round("7.IV, 8.IV, 11.III");
                }
                // In a round of play, which begins when wagers are closed.
                "shoe-jam" if self.terms.shoe && self.now.closed => self.void_round("11.V"),
                "dealer-card-exposed" if !self.now.all_decided() => self.expose(),
                _ => {}
            },
            What::Remedied { remedy, .. } => match remedy.word() {
                "void-round" | "round-void" if !self.round_void => {
                    return Err("the round was called void without a reason".into());
                }
                "void-main-wagers" if !self.exposed => {
                    if self.seen_early.is_none() || self.now.all_decided() {
                        return Err("the hands were called void without a reason (11.I)".into());
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

    /// Whether a card lies in a hand or on the board.
    fn anything_dealt(&self) -> bool {
        let dealt = |place: Place| !matches!(place, Place::Next | Place::Rack);
        self.now.cards.iter().any(|card| dealt(card.place))
    }

    // ------------------------------------------------------------------ what is owed

    /// Lines so far owed that fix the order of those that come later.
    pub fn before(&self) -> Vec<u32> {
        // A forfeited progressive and an award by ruling have no place of their own.
        let fixed = |owed: &&Owed| owed.line.why != FORFEIT && owed.line.wager != "ruling";
        self.owed.iter().filter(fixed).map(|owed| owed.id).collect()
    }

    /// One more line, after those.
    pub fn owe(&mut self, line: Expected, after: &[u32]) -> u32 {
        self.ids += 1;
        let after = after.to_vec();
        self.owed.push(Owed { id: self.ids, line, after, at_once: false, optional: false });
        self.ids
    }

    fn is_owed(&self, id: u32) -> bool {
        self.owed.iter().any(|owed| owed.id == id)
    }

    fn is_next(&self, owed: &Owed) -> bool {
        !owed.after.iter().any(|id| self.is_owed(*id))
    }

    /// The wager has neither a line that stands nor one that is owed.
    pub fn is_open(&self, w: &Staked) -> bool {
        !w.gone
            && self.standing(w.number).is_none()
            && !self.owed.iter().any(|owed| owed.line.number == Some(w.number))
    }

    /// The line that settled the wager and was not undone.
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

    /// A line of the record: one of those that may come next.
    fn settled(&mut self, line: &Line) -> Result<(), String> {
        if usize::from(line.seq) != self.out.len() + 1 {
            return Err(format!("line {} carries the number {}", self.out.len() + 1, line.seq));
        }
        if self.owed.is_empty() {
            // Bets may be closed by what is returned, before anything says so.
            self.sort_out();
        }
        let granted = self.granted.front().copied();
        let fits = |owed: &Owed| owed.line.differences(line, &self.out, granted).is_empty();
        let Some(at) = self.owed.iter().position(|owed| self.is_next(owed) && fits(owed)) else {
            return Err(self.no_such_line(line, granted));
        };
        let done = self.owed.remove(at);
        if done.line.paid == Paid::Meter {
            self.granted.pop_front();
        }
        self.out.push(*line);
        Ok(())
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
        let in_turn = |owed: &&Owed| owed.line.paid == Paid::Meter && self.is_his_turn(owed, owed.line.turn);
        if self.owed.iter().filter(in_turn).count() <= self.granted.len() {
            return Err(format!("the meter {meter} was asked and no hand in turn deserves it (12.3.I)"));
        }
        self.granted.push_back((meter, amount));
        Ok(())
    }

    fn is_his_turn(&self, owed: &Owed, turn: Spot) -> bool {
        let first = self.owed.iter().filter(|other| owed.after.contains(&other.id));
        first.into_iter().all(|other| other.line.turn == turn && self.is_his_turn(other, turn))
    }

    // ------------------------------------------------------------------ the moments

    /// 6.III: who has no ante and blind of the same amount does not take part and gets everything back.
    fn sort_out(&mut self) {
        if std::mem::replace(&mut self.sorted_out, true) {
            return;
        }
        self.now.closed = true;
        let wagers: Vec<Staked> = self.now.wagers.values().copied().filter(|w| !w.gone).collect();
        for w in wagers {
            if !self.now.takes_part(w.spot.box_number) {
                self.owe(Expected::back(w, "6.III"), &[]);
                self.due_at_once();
            }
        }
    }

    fn due_at_once(&mut self) {
        if let Some(last) = self.owed.last_mut() {
            last.at_once = true;
        }
    }

    /// 9.V.B: ante and blind are collected. MLP-6.III: the progressive wager is forfeited.
    fn fold(&mut self, b: u8) {
        let mut after = self.before();
        // RULING-UTH-27: the bets for the dealers beside them go the same way.
        for kind in ["ante", "blind", FOR_DEALERS[0].1, FOR_DEALERS[1].1] {
            if let Some(w) = self.now.wager(b, kind).filter(|w| self.is_open(w)) {
                after = vec![self.owe(Expected::loses(w, "9.V.B"), &after)];
                self.due_at_once();
            }
        }
        if let Some(w) = self.now.wager(b, "progressive").filter(|w| self.is_open(w)) {
            self.owe(Expected::loses(w, FORFEIT), &[]);
        }
    }

    /// 11.I: all hands are void; ante, blind and play go back, those of a fold too unless the house has it stand.
    fn expose(&mut self) {
        if self.exposed || self.round_void {
            return;
        }
        self.exposed = true;
        for b in self.now.hands() {
            // RULING-UTH-12: where the house says so, what a fold lost stays lost.
            if self.terms.folds_stand && self.now.folded.contains(&b) {
                continue;
            }
            for kind in ["ante", "blind", "play", FOR_DEALERS[0].1, FOR_DEALERS[1].1] {
                if let Some(w) = self.now.wager(b, kind) {
                    self.undo(w, "11.I");
                }
            }
        }
    }

    /// The wager goes back whatever became of it.
    fn undo(&mut self, w: Staked, why: &'static str) {
        self.owed.retain(|owed| owed.line.number != Some(w.number));
        let mut after = Vec::new();
        let mut optional = false;
        if let Some(line) = self.standing(w.number) {
            // What has gone back already may be left as it is.
            optional = line.outcome == Some(Outcome::Returned);
            after.push(self.owe(Expected::reversal(&line, why), &[]));
            self.mark_optional(optional);
        }
        self.owe(Expected::back(w, why), &after);
        self.mark_optional(optional);
    }

    fn mark_optional(&mut self, optional: bool) {
        if let Some(last) = self.owed.last_mut() {
            last.optional = optional;
        }
    }

    /// 7.IV, 8.IV, 11.III, 11.V and the floor's ruling: everything goes back; what was awarded by a ruling stands.
    fn void_round(&mut self, why: &'static str) {
        if std::mem::replace(&mut self.round_void, true) {
            return;
        }
        self.sorted_out = true;
        self.owed.retain(|owed| owed.line.wager == "ruling");
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

    /// Of a void hand everything goes back that is not settled, and nobody envies it.
    fn void_hand(&mut self, spot: Spot) {
        if self.round_void {
            return;
        }
        let b = spot.box_number;
        self.owed.retain(|owed| {
            let his = owed.line.turn.box_number == b;
            !(his && matches!(owed.line.kind, LineKind::Award | LineKind::Cap))
        });
        for w in self.now.wagers_of(b) {
            self.give_back_open(w);
        }
        self.now.void.insert(b);
        self.granted.clear();
    }

    fn give_back_open(&mut self, w: Staked) {
        if w.gone || self.round_void || self.standing(w.number).is_some() {
            return;
        }
        self.owed.retain(|owed| owed.line.number != Some(w.number));
        if w.kind == "progressive" {
            // Without the wager there is no envy bonus.
            self.owed.retain(|owed| !(owed.line.wager == "envy" && owed.line.patron == w.patron));
        }
        self.owe(Expected::back(w, "a ruling"), &[]);
    }

    /// Whether the patron of the box has a progressive wager in this round: one that was not given back.
    pub fn may_envy(&self, b: u8) -> Option<Staked> {
        let w = self.now.wager(b, "progressive")?;
        let back = |outcome: Option<Outcome>| outcome == Some(Outcome::Returned);
        let owed = self.owed.iter().any(|owed| owed.line.number == Some(w.number) && back(owed.line.outcome));
        let out = self.standing(w.number).is_some_and(|line| back(line.outcome));
        (!owed && !out).then_some(w)
    }

    fn plan_when_ready(&mut self) -> Result<(), String> {
        if self.planned || self.round_void || !self.now.dealt || !self.is_ready() {
            return Ok(());
        }
        self.planned = true;
        if self.exposed { self.plan_after_exposure() } else { self.plan_showdown() }
    }

    /// Nothing that could come any more changes a result.
    fn is_ready(&self) -> bool {
        let board = self.now.at(Place::Board).len() >= 5;
        if self.exposed {
            // 11.I: the community cards are dealt for what stands.
            let stands = |w: &Staked| matches!(w.word(), "trips" | "progressive") && self.is_open(w);
            let mut standing = self.now.wagers.values().filter(|w| stands(w));
            return board && standing.all(|w| self.now.at(Place::Hand(w.spot)).len() >= 2);
        }
        let dealer = self.now.at(Place::Dealer);
        let shown = dealer.len() >= 2 && dealer.iter().all(|card| card.up);
        board && shown && self.now.all_decided()
    }

    /// What must hold when the round is over.
    pub fn finish(&self) -> Result<(), String> {
        if let Some(owed) = self.owed.iter().find(|owed| !owed.optional) {
            return Err(format!("the round ended without this line: {}", owed.line));
        }
        for w in self.now.wagers.values().filter(|w| !w.gone) {
            if self.standing(w.number).is_none() {
                return Err(format!("the {} at {} was never settled", w.kind, w.spot));
            }
        }
        if !self.granted.is_empty() {
            return Err("the meter was asked for nothing".into());
        }
        let open = !self.exposed && !self.round_void;
        let early = self.now.at(Place::Dealer).into_iter().any(|card| Some(card.id) == self.seen_early);
        if open && early {
            return Err("a dealer's card was seen before all had decided, and nobody said so (11.I)".into());
        }
        // 9.VI: the dealer's cards are turned even when everybody has folded.
        if open && !self.planned && !self.now.hands().is_empty() {
            return Err("the round ended before the dealer's hand was shown (9.VI)".into());
        }
        Ok(())
    }

    /// What is still owed, for people.
    pub fn owed_lines(&self) -> impl Iterator<Item = &Expected> {
        self.owed.iter().map(|owed| &owed.line)
    }
}

/// MLP-6.III; no paragraph says when the chip of a fold is settled.
const FORFEIT: &str = "MLP-6.III";

/// A round or a hand is declared void, by the floor or because of what went wrong.
fn undoes(event: &Event) -> bool {
    match event.what {
        What::Ruled { act, .. } => matches!(act, RulingAct::VoidRound | RulingAct::VoidHand(_)),
        What::Irregular { kind, .. } => {
            matches!(kind.word(), "wrong-count" | "wrong-deck" | "shoe-jam")
        }
        _ => false,
    }
}
