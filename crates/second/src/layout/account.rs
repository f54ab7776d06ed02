//! The account of a whole table: chips, spin, result and lines, derived only from the facts of the record.

use super::document::{Dealt, Document, Fate, Follows, Moment};
use super::line::{Bet, Wanted, shown};
use super::owed::Owed;
use crate::Checker;
use engine::{Beneficiary, Event, Line, LineKind, Outcome, Patron, Rank, RulingAct, WagerNumber, What};
use std::collections::{BTreeMap, VecDeque};

/// The account of one table. Feed it every event of a session in order.
#[derive(Clone, Debug)]
pub struct Account<D> {
    pub(super) document: D,
    /// The wagers on the layout, in the order in which they were laid.
    pub(super) bets: BTreeMap<WagerNumber, Bet>,
    /// The highest number given to a wager.
    pub(super) last_number: u32,
    /// The state of the spin.
    pub(super) moment: Moment,
    /// The result, once there is one.
    pub(super) result: Option<String>,
    /// Whether this round is void.
    pub(super) void: bool,
    /// Patrons who left and have not come back, with the state of the spin when they left.
    pub(super) gone: BTreeMap<Patron, Moment>,
    /// A bet for the dealers was returned, so this patron must be about to leave.
    pub(super) leaving: Option<Patron>,
    /// The lines that must come next, in order.
    queue: VecDeque<Wanted>,
    /// Wagers that divide a meter among them; the meter has not been granted yet.
    sharing: Vec<Bet>,
    /// The lines of returned wagers and of rulings, which may come in any order.
    loose: Vec<Wanted>,
    /// The number that the marker must show next.
    marker_due: Option<u16>,
    /// The charges that were put off.
    pub(super) owed: Owed,
    /// Whether the last report made the spin invalid.
    no_spin: bool,
    /// The inspection of the ball.
    ball: Ball,
    /// Whether a round is open.
    open: bool,
    /// The number of lines of this round so far.
    lines: u16,
}

/// The state of the ball's inspection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ball {
    Sound,
    Uninspected,
    Damaged,
}

impl<D: Document> Checker for Account<D> {
    fn see(&mut self, event: &Event) -> Result<(), String> {
        self.take(event).map_err(|trouble| format!("{trouble}\n{}", self.layout()))
    }

    fn end(&self) -> Result<(), String> {
        self.all_told("the record ends")
    }
}

impl<D: Document> Account<D> {
    /// Starts the account of a table that has just opened.
    pub fn new(document: D) -> Account<D> {
        Account {
            document,
            bets: BTreeMap::new(),
            last_number: 0,
            moment: Moment::Before,
            result: None,
            void: false,
            gone: BTreeMap::new(),
            leaving: None,
            queue: VecDeque::new(),
            sharing: Vec::new(),
            loose: Vec::new(),
            marker_due: None,
            owed: Owed::default(),
            no_spin: false,
            ball: Ball::Sound,
            open: true,
            lines: 0,
        }
    }

    fn take(&mut self, event: &Event) -> Result<(), String> {
        self.is_on_the_way_out(&event.what)?;
        self.shoe(&event.what)?;
        if self.chips(event)? {
            return Ok(());
        }
        match event.what {
            What::RoundOpened { .. } => {
                self.all_told("a round opens")?;
                if let Some(bet) = self.bets.values().next() {
                    return Err(format!("a round opens and this lies there: {bet}"));
                }
                self.opens();
            }
            What::Stepped { step, by } => {
                self.step(step.word(), by)?;
                self.dealt(&event.what)?;
            }
            What::Spun(pocket) => self.came(&pocket.to_string())?,
            What::WheelStopped(section) => self.came(&section.to_string())?,
            What::Marked(marker) if marker.id.word() == "point" => {
                // The event that takes it off again comes when nothing is due.
                if let Some(due) = self.marker_due.take()
                    && marker.value != due
                {
                    return Err(format!("the marker lies on {}, and should on {due}", marker.value));
                }
            }
            What::Irregular { kind, .. } => {
                self.irregular(kind.word())?;
                self.dealt(&event.what)?;
            }
            What::Remedied { remedy, .. } => match remedy.word() {
                "no-spin" if !std::mem::take(&mut self.no_spin) => {
                    return Err("no spin is called without a reason".into());
                }
                "round-void" if !self.void => return Err("a round is void without a reason".into()),
                _ => {}
            },
            What::Ruled { act, .. } => self.ruled(act)?,
            What::Settled(line) => self.line(&line)?,
            What::Left { patron } => drop(self.gone.insert(patron, self.moment)),
            What::RoundEnded { .. } => {
                self.dealt(&event.what)?;
                self.ends()?;
            }
            What::RoundReopened { .. } => return Err("a result that was called stands".into()),
            What::Rolled(_) => return Err("no game of a layout throws two dice".into()),
            What::MeterGranted { meter, amount } => self.granted(meter.word(), amount.as_minor())?,
            _ => self.dealt(&event.what)?,
        }
        Ok(())
    }

    // ------------------------------------------------------------ the spin

    fn opens(&mut self) {
        self.open = true;
        self.lines = 0;
        self.moment = Moment::Before;
        self.result = None;
        self.void = false;
    }

    fn step(&mut self, step: &str, by: Rank) -> Result<(), String> {
        match step {
            "ball-sound" => self.ball = Ball::Sound,
            "ball-damaged" => self.ball = Ball::Damaged,
            "new-ball" if by < Rank::Floor => {
                return Err("the floor person gives another ball, and nobody below".into());
            }
            "new-ball" => self.ball = Ball::Sound,
            _ => {}
        }
        let Some(moment) = self.document.moment_of(step) else { return Ok(()) };
        self.all_told("something is spun or called")?;
        self.ball_is_sound()?;
        self.nobody_left_chips()?;
        if self.result.is_some() || self.void {
            return Err(format!("{step} after the result"));
        }
        // A ball that is spun again after the call leaves bets closed.
        self.moment = self.moment.max(moment);
        if self.moment == Moment::Closed {
            self.lone_ones_go_back();
        }
        Ok(())
    }

    fn ball_is_sound(&self) -> Result<(), String> {
        match self.ball {
            Ball::Sound => Ok(()),
            Ball::Uninspected => Err("play goes on and nobody has inspected the ball".into()),
            Ball::Damaged => Err("play goes on with a damaged ball".into()),
        }
    }

    /// A patron who leaves while bets are open takes their chips along.
    fn nobody_left_chips(&self) -> Result<(), String> {
        let early = |bet: &&Bet| self.gone.get(&bet.patron) == Some(&Moment::Before);
        let own = |bet: &&Bet| bet.beneficiary == Beneficiary::Patron;
        match self.bets.values().filter(early).find(own) {
            Some(bet) => Err(format!("the patron left before the spin: {bet}")),
            None => Ok(()),
        }
    }

    /// After a bet for the dealers is returned, only the rest of its patron's chips and their leaving may follow.
    fn is_on_the_way_out(&mut self, what: &What) -> Result<(), String> {
        let Some(leaving) = self.leaving else { return Ok(()) };
        match *what {
            What::WagerTakenBack { patron, .. } if patron == leaving => Ok(()),
            What::Left { patron } if patron == leaving => {
                self.leaving = None;
                Ok(())
            }
            _ => Err(format!("{leaving} took back a bet for the dealers")),
        }
    }

    /// The ball or the wheel came to rest.
    fn came(&mut self, result: &str) -> Result<(), String> {
        self.all_told("the result comes")?;
        self.ball_is_sound()?;
        if self.moment < Moment::Closed {
            return Err(format!("{result} comes and bets are open"));
        }
        if self.result.is_some() || self.void {
            return Err(format!("{result} comes, and the round has ended already"));
        }
        if self.document.is_no_spin(result) {
            self.no_spin = true;
            return Ok(());
        }
        self.result = Some(result.to_owned());
        self.marker_due = self.document.marked(result);
        let fate = |bet: &Bet| Ok((bet.clone(), self.document.fate(bet.kind, result)?));
        let decided = self.bets.values().map(fate).collect::<Result<Vec<_>, String>>()?;
        let (sharing, decided): (Vec<_>, Vec<_>) =
            decided.into_iter().partition(|(_, fate)| *fate == Fate::Meter);
        self.sharing = sharing.into_iter().map(|(bet, _)| bet).collect();
        self.queue = self.document.settles(decided)?.into();
        Ok(())
    }

    /// A meter grants all of itself: the winners divide it in whole coins, and the remainder goes to the first of them.
    fn granted(&mut self, meter: &'static str, amount: i64) -> Result<(), String> {
        self.all_told("a meter grants")?;
        if self.document.meter() != Some(meter) || self.sharing.is_empty() {
            return Err(format!("{meter} grants {amount}, and nobody has won it"));
        }
        let coin = self.document.award_coin();
        let winners = i64::try_from(self.sharing.len()).map_err(|_| "too many winners")?;
        let coins = amount / coin;
        for (nth, bet) in (0..).zip(std::mem::take(&mut self.sharing)) {
            let more = i64::from(nth < coins % winners) * coin + if nth == 0 { amount % coin } else { 0 };
            self.queue.push_back(Wanted::all_of(meter, bet, coins / winners * coin + more));
        }
        Ok(())
    }

    /// Passes cards, and reports on them, to the document.
    fn dealt(&mut self, what: &What) -> Result<(), String> {
        let there = self.bets.values().filter(|bet| !self.gone.contains_key(&bet.patron));
        let bets: Vec<&Bet> = there.collect();
        match self.document.cards(what, self.moment == Moment::Closed && !self.void, &bets)? {
            Dealt::Noted => Ok(()),
            Dealt::Result(result) => self.came(&result),
            Dealt::Reopened => {
                self.moment = Moment::Before;
                Ok(())
            }
        }
    }

    /// Returns wagers that may not be made alone when bets are closed.
    fn lone_ones_go_back(&mut self) {
        let all: Vec<&Bet> = self.bets.values().collect();
        let lone = |bet: &&&Bet| self.document.may_lie(bet, bet.stake, &all).is_err();
        let back: Vec<Wanted> = all.iter().filter(lone).map(|bet| Wanted::back((*bet).clone())).collect();
        self.loose.extend(back);
    }

    fn irregular(&mut self, word: &str) -> Result<(), String> {
        let mishaps = self.document.mishaps();
        let Some(mishap) = mishaps.iter().find(|mishap| mishap.word == word) else { return Ok(()) };
        let why = mishap.why;
        if self.result.is_some() || self.void || !self.document.is_going(self.moment) {
            return Err(format!("{word} ({why}) is told, and nothing is being spun"));
        }
        match mishap.follows {
            Follows::Void => self.void_round(),
            Follows::Again { inspected } => {
                self.no_spin = true;
                if inspected {
                    self.ball = Ball::Uninspected;
                }
                // Before the call it is as if the ball had not been spun; after it bets stay closed.
                if self.moment == Moment::Turning {
                    self.moment = Moment::Before;
                }
            }
        }
        Ok(())
    }

    fn void_round(&mut self) {
        self.void = true;
        self.no_spin = false;
        self.ball = Ball::Sound;
        self.sharing.clear();
        self.loose.extend(self.bets.values().cloned().map(Wanted::back));
    }

    fn ends(&mut self) -> Result<(), String> {
        self.all_told("the round ends")?;
        if self.result.is_none() && !self.void {
            return Err("the round ends without a result".into());
        }
        if let Some(due) = self.marker_due.take() {
            return Err(format!("the round ends and nobody has marked {due}"));
        }
        if let Some(bet) = self.bets.values().next() {
            return Err(format!("the round ends and this lies there: {bet}"));
        }
        self.opens();
        self.open = false;
        Ok(())
    }

    // ------------------------------------------------------------ lines

    fn ruled(&mut self, act: RulingAct) -> Result<(), String> {
        match act {
            RulingAct::Award { patron, amount } => {
                self.loose.push(Wanted::award(patron, amount.as_minor()));
            }
            RulingAct::VoidWager(number) => {
                let shares = self.sharing.iter().position(|bet| bet.number == number);
                let bet = self.bets.get(&number);
                let bet = bet.filter(|_| shares.is_some() || self.result.is_none() && !self.void);
                let bet = bet.ok_or_else(|| format!("a ruling undoes wager {}", number.0))?;
                self.loose.push(Wanted::back(bet.clone()));
                if let Some(at) = shares {
                    self.sharing.remove(at);
                }
            }
            RulingAct::VoidRound if (self.result.is_some() && self.sharing.is_empty()) || self.void => {
                return Err("a ruling undoes a round that has ended".into());
            }
            RulingAct::VoidRound => self.void_round(),
            RulingAct::GoOn => {}
            _ => return Err("there are neither hands nor cards here".into()),
        }
        Ok(())
    }

    fn line(&mut self, line: &Line) -> Result<(), String> {
        if self.open {
            self.lines += 1;
            if line.seq != self.lines {
                return Err(format!("line {} of the round carries the number {}", self.lines, line.seq));
            }
        }
        if let Some(due) = self.marker_due {
            return Err(format!("chips move before {due} is marked"));
        }
        if line.kind == LineKind::Collection {
            return self.collected(line);
        }
        if let Some(at) = self.loose.iter().position(|wanted| wanted.differences(line).is_empty()) {
            self.loose.remove(at);
        } else if self.leaves_with(line) {
            // A line may return the chips of a patron who left.
        } else {
            let Some(next) = self.queue.front() else {
                return Err(format!("not due: {}\n{}", shown(line), self.outstanding()));
            };
            let differences = next.differences(line);
            if !differences.is_empty() {
                let (found, differences) = (shown(line), differences.join(", "));
                return Err(format!("{differences}\nexpected {next}\nfound    {found}"));
            }
            let told = self.queue.pop_front();
            if let Some(Wanted { kind: LineKind::Debt, bet: Some(bet), charged: Some(charged), .. }) = told {
                self.owed.add(&bet, charged);
            }
        }
        if let Some(number) = line.number.filter(|_| line.outcome.is_some()) {
            self.bets.remove(&number);
        }
        Ok(())
    }

    fn leaves_with(&self, line: &Line) -> bool {
        let bet = line.number.and_then(|number| self.bets.get(&number));
        let early = self.moment < Moment::Closed && line.outcome == Some(Outcome::Returned);
        bet.filter(|bet| early && self.gone.contains_key(&bet.patron))
            .is_some_and(|bet| Wanted::back(bet.clone()).differences(line).is_empty())
    }

    pub(super) fn outstanding(&self) -> String {
        let left = self.queue.iter().chain(&self.loose).map(|wanted| format!("  {wanted}"));
        left.collect::<Vec<_>>().join("\n")
    }

    /// Checks that every line that must come has come.
    pub(super) fn all_told(&self, moment: &str) -> Result<(), String> {
        if let Some(payer) = self.payer() {
            return Err(format!("{moment}, and {payer} was not told"));
        }
        let left = self.outstanding();
        if left.is_empty() { Ok(()) } else { Err(format!("{moment}, and the record has not told:\n{left}")) }
    }

    /// The state of the account, for the message of a difference.
    fn layout(&self) -> String {
        let bets = self.bets.values().map(|bet| format!("\n  {bet}")).collect::<String>();
        format!("by this account ({:?}, result {:?}) there lies:{bets}", self.moment, self.result)
    }
}
