//! The account of a whole table: wagers, puck, calls, vigorish and Fire points, derived from the dice alone.

use super::back::Back;
use super::expected::{Expected, Wanted, shown};
use super::fate::{Fate, fate_at, fire_fate};
use super::terms::Terms;
use super::{flat_of, parted};
use engine::{
    Against, Beneficiary, Event, Line, LineKind, Marker, Outcome, Patron, Rank, RulingAct, Spot, WagerNumber,
    What,
};
use felt::TwoDice;
use rulebook::{RuleBook, TableConfig};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt::Write;

/// A wager on the layout.
#[derive(Clone, Debug)]
pub(super) struct Bet {
    pub(super) patron: Patron,
    /// For whom the patron made it.
    pub(super) beneficiary: Beneficiary,
    pub(super) spot: Spot,
    pub(super) kind: &'static str,
    /// The stake in minor units.
    pub(super) stake: i64,
    /// What its patron called: an "off" holds until they call "on", an "on" ends when the puck turns.
    pub(super) called: Option<bool>,
    /// Vigorish collected so far.
    pub(super) vigorish: i64,
    /// Rolls since it was placed.
    pub(super) rolls: u32,
}

/// The account of one table. Feed it every event of a session in order.
#[derive(Clone, Debug)]
pub struct Account {
    pub(super) terms: Terms,
    /// The standing wagers, in the order they were placed.
    pub(super) bets: BTreeMap<WagerNumber, Bet>,
    /// Where each patron has stood since they came.
    pub(super) places: BTreeMap<Patron, Spot>,
    /// The point.
    pub(super) puck: Option<u8>,
    /// Whether the dice are thrown for the remaining come bets alone.
    pub(super) come_only: bool,
    /// Different points made since the last loser 7.
    pub(super) points: BTreeSet<u8>,
    /// Whether no point was established since the last loser 7.
    pub(super) before_first_point: bool,
    /// Whether the dice have left the hand.
    pub(super) thrown: bool,
    /// Whether the roll of this round is known.
    pub(super) rolled: bool,
    /// Don't bets reduced or removed since the last roll.
    pub(super) lowered: BTreeSet<(Patron, &'static str)>,
    /// Whether a ruling undid a wager since the last roll.
    pub(super) undone: bool,
    /// The lines that must come next, in order.
    pub(super) queue: VecDeque<Expected>,
    /// Lines from a ruling, which may come in any order.
    pub(super) ruled: Vec<Wanted>,
    /// The puck turned and the record has not reported it yet.
    pub(super) puck_due: bool,
    /// The bets that the puck turned on or off and that the record has not reported yet.
    pub(super) turned: BTreeMap<WagerNumber, bool>,
    /// The count of Fire points changed and the record has not reported it yet.
    pub(super) fire_due: bool,
    /// The number of lines of this round so far; `None` between rounds.
    pub(super) lines: Option<u16>,
    /// The highest number given to a wager.
    pub(super) last_number: u32,
    /// The lines of this round, and those of the last round that ended.
    pub(super) told: Vec<Line>,
    pub(super) ended: Vec<Line>,
    /// The account when the dice left the hand for the last called throw, while that throw may be reopened.
    pub(super) before: Option<Box<Account>>,
    /// Whether the box person has read that throw: then its faces cannot be disputed again.
    pub(super) box_read: bool,
    /// The reversal of that throw.
    pub(super) back: Option<Back>,
    /// Whether the box person reads the current throw.
    pub(super) box_reads: bool,
    /// Whether the current throw is out of turn: its result settles no wager.
    pub(super) out_of_turn: bool,
    /// Whether the last report was that a die left the table.
    pub(super) die_left: bool,
    /// Whether a die left the table and has not been inspected or replaced yet (13.I.A).
    pub(super) die_out: bool,
}

impl Account {
    /// Moves the wagers of a patron who returns at another place.
    fn stands(&mut self, patron: Patron, spot: Spot) {
        self.places.insert(patron, spot);
        let before = self.before.iter_mut().flat_map(|before| before.bets.values_mut());
        for bet in self.bets.values_mut().chain(before).filter(|bet| bet.patron == patron) {
            bet.spot = spot;
        }
    }

    /// Starts the account of a table that has just opened.
    pub fn new(config: &TableConfig, book: &RuleBook) -> Account {
        Account::with(Terms::new(config, book))
    }

    /// Starts the account of a table with these terms.
    pub fn with(terms: Terms) -> Account {
        Account {
            terms,
            bets: BTreeMap::new(),
            places: BTreeMap::new(),
            puck: None,
            come_only: false,
            points: BTreeSet::new(),
            before_first_point: true,
            thrown: false,
            rolled: false,
            lowered: BTreeSet::new(),
            undone: false,
            queue: VecDeque::new(),
            ruled: Vec::new(),
            puck_due: false,
            turned: BTreeMap::new(),
            fire_due: false,
            lines: Some(0),
            last_number: 0,
            told: Vec::new(),
            ended: Vec::new(),
            before: None,
            box_read: false,
            back: None,
            box_reads: false,
            out_of_turn: false,
            die_left: false,
            die_out: false,
        }
    }

    /// Processes one event.
    ///
    /// # Errors
    /// Returns what was expected and what was found, and the state of the account.
    pub fn see(&mut self, event: &Event) -> Result<(), String> {
        self.take(&event.what).map_err(|trouble| format!("{trouble}\n{}", self.standing()))
    }

    /// Returns what must still come before the next bet, roll or end of the round.
    pub fn outstanding(&self) -> Vec<String> {
        let mut left: Vec<String> = self.queue.iter().map(Expected::to_string).collect();
        left.extend(self.ruled.iter().map(|wanted| format!("by ruling: {wanted}")));
        left
    }

    fn take(&mut self, what: &What) -> Result<(), String> {
        if self.goes_back(what)? {
            return Ok(());
        }
        match *what {
            What::RoundOpened { .. } => {
                self.all_told("a round opens")?;
                if self.rolled {
                    return Err("a round opens before the last one ended".into());
                }
                self.lines = Some(0);
            }
            What::WagerPlaced { number, patron, spot, wager, stake, beneficiary, lammer } => {
                if !lammer.is_zero() {
                    return Err("the document knows no lammers".into());
                }
                self.place(number, (patron, beneficiary), spot, wager.word(), stake.as_minor())?;
                self.stands(patron, spot);
            }
            What::StakeAdded { number, patron, spot, wager, added, .. } => {
                self.stands(patron, spot);
                self.add(number, patron, wager.word(), added.as_minor())?;
            }
            What::WagerTakenBack { number, patron, wager, stake, left } => {
                self.take_back(number, patron, wager.word(), stake.as_minor(), left.as_minor())?;
            }
            What::WagerWorks { number, patron, wager, on } => self.call(number, patron, wager.word(), on)?,
            What::Stepped { step, .. } if step.word() == "throw" => {
                self.inspected()?;
                self.thrown = true;
                self.before = None;
            }
            What::Stepped { step, .. } if step.word() == "void-throw" => self.thrown = false,
            What::Stepped { step, by } if matches!(step.word(), "inspect-die" | "replace-die") => {
                self.die_is_back(by)?;
            }
            What::Irregular { kind, .. } if kind.word() == "disputed-face" => self.disputed()?,
            What::Irregular { kind, .. } => {
                self.out_of_turn = kind.word() == "out-of-turn";
                self.die_left = matches!(kind.word(), "off-table" | "die-lost");
                // An uncalled throw is reported before its irregularity, so this report concerns the called one.
                let invalid = matches!(kind.word(), "off-table" | "stacked-dice" | "die-on-two-sides");
                if invalid && !self.thrown {
                    self.called_roll_invalid()?;
                }
            }
            What::Remedied { remedy, .. } if remedy.word() == "no-roll" => self.no_roll()?,
            What::Rolled(_) if self.out_of_turn => {}
            What::Rolled(dice) => self.roll(dice)?,
            What::Remedied { .. } => self.die_left = false,
            What::RoundReopened { .. } => {
                return Err("a round goes on and nothing is said of its roll".into());
            }
            What::TermsChanged { .. } => self.before = None,
            What::Settled(line) => self.line(what, &line)?,
            What::WagerMoved { .. } | What::WagerStays { .. } => self.next_is(what)?,
            What::Marked(marker) => self.marked(marker)?,
            What::Left { patron } => {
                self.places.remove(&patron);
            }
            What::Ruled { act, .. } => self.ruling(act)?,
            What::RoundEnded { .. } => self.end()?,
            _ => {}
        }
        Ok(())
    }

    // ------------------------------------------------------------ the roll

    fn no_roll(&mut self) -> Result<(), String> {
        if self.rolled {
            return Err("a roll was settled and then called no roll".into());
        }
        self.thrown = false;
        self.box_reads = false;
        self.out_of_turn = false;
        self.die_out |= std::mem::take(&mut self.die_left);
        Ok(())
    }

    /// 13.I.A: a die that left the table must be inspected before it is thrown.
    fn inspected(&self) -> Result<(), String> {
        if self.die_out {
            return Err(
                "dice are thrown, and nobody has inspected the one that left the table (13.I.A)".into()
            );
        }
        Ok(())
    }

    fn die_is_back(&mut self, by: Rank) -> Result<(), String> {
        if by < Rank::Box {
            return Err("a die is inspected by the box person or above (13.I.A)".into());
        }
        if !std::mem::take(&mut self.die_out) {
            return Err("a die is inspected and none has left the table".into());
        }
        Ok(())
    }

    fn roll(&mut self, dice: TwoDice) -> Result<(), String> {
        self.all_told("the dice are rolled")?;
        if self.rolled {
            return Err("two rolls in one round".into());
        }
        self.before_roll()?;
        self.inspected()?;
        // The box person's reading of the faces is final (10.III.A).
        let box_read = std::mem::take(&mut self.box_reads);
        self.before = None;
        self.before = Some(Box::new(self.clone()));
        self.box_read = box_read;
        let numbers: Vec<WagerNumber> = self.bets.keys().copied().collect();
        for number in numbers {
            self.decide(number, dice)?;
        }
        self.turn_puck(dice.total());
        self.rolled = true;
        self.thrown = false;
        self.undone = false;
        self.lowered.clear();
        Ok(())
    }

    /// Computes the result of one wager and queues the expected events.
    fn decide(&mut self, number: WagerNumber, dice: TwoDice) -> Result<(), String> {
        let Some(bet) = self.bets.get(&number).cloned() else { return Ok(()) };
        let odds = |row: &str| self.terms.odds(row);
        let fate = if bet.kind == "fire" {
            fire_fate(self.puck, self.points.len(), dice.total(), &odds)
        } else {
            let faces = (dice.a.number(), dice.b.number());
            fate_at(bet.kind, self.puck, self.come_only, self.works(&bet), faces, &odds)
        };
        let mut line = Wanted {
            kind: LineKind::Wager,
            number: Some(number),
            patron: bet.patron,
            beneficiary: bet.beneficiary,
            spot: Some(bet.spot),
            wager: Some(bet.kind),
            outcome: None,
            stake: Some(bet.stake),
            basis: None,
            odds: None,
            paid: 0,
            returned: 0,
            charged: 0,
        };
        match fate {
            Fate::Wins { odds, parts: (winning, all) } => {
                if bet.stake % (all * self.terms.coin) != 0 {
                    return Err(format!("{} of {} does not part into {all}", bet.stake, bet.kind));
                }
                let basis = bet.stake / all * winning;
                line.outcome = Some(Outcome::Wins);
                line.basis = Some(basis);
                line.odds = Some(odds);
                line.paid = self.terms.win(basis, odds)?;
                line.returned = basis;
            }
            Fate::Loses => line.outcome = Some(Outcome::Loses),
            Fate::Pushes => {
                line.outcome = Some(Outcome::Pushes);
                line.returned = bet.stake;
            }
            Fate::Returned => {
                line.outcome = Some(Outcome::Returned);
                line.returned = bet.stake;
            }
            Fate::Stays | Fate::StaysOff | Fate::Moves(_) => {
                return self.leave_standing(number, &bet, fate);
            }
            Fate::Impossible => return Err(format!("{} of {} cannot stand now", bet.kind, bet.patron)),
        }
        let won = line.outcome == Some(Outcome::Wins);
        // Where winners stay, a bet that lies on a number until a seven comes is paid and left there.
        let on_a_number = matches!(parted(bet.kind).0, "place" | "buy" | "lay" | "hard");
        let own = bet.beneficiary == Beneficiary::Patron;
        let stays = won && on_a_number && own && self.terms.winners_stay;
        if stays {
            (line.stake, line.returned) = (Some(0), 0);
        }
        self.queue.push_back(Expected::Line(line));
        // Vigorish is due for its win or, if taken in advance, for the next one.
        if won && (stays || self.terms.vigorish_on_win) {
            let vigorish = self.terms.vigorish(bet.kind, bet.stake)?;
            if vigorish != 0 {
                self.queue.push_back(Expected::Line(charge(number, &bet, vigorish)));
            }
        }
        if stays {
            return self.leave_standing(number, &bet, Fate::Stays);
        }
        self.bets.remove(&number);
        Ok(())
    }

    fn leave_standing(&mut self, number: WagerNumber, bet: &Bet, fate: Fate) -> Result<(), String> {
        let patron = bet.patron;
        let mut kind = bet.kind;
        if let Fate::Moves(to) = fate {
            kind = to;
            self.queue.push_back(Expected::Moves { number, patron, from: bet.kind, to });
        }
        if fate == Fate::StaysOff {
            self.queue.push_back(Expected::Stays { number, patron, wager: kind });
        }
        if let Some(bet) = self.bets.get_mut(&number) {
            bet.kind = kind;
            bet.rolls += 1;
        }
        Ok(())
    }

    /// Updates the point and the Fire points after the roll. A call "on" lapses when the puck turns.
    fn turn_puck(&mut self, total: u8) {
        let before = self.puck;
        let worked: Vec<(WagerNumber, bool)> =
            self.bets.iter().map(|(number, bet)| (*number, self.works(bet))).collect();
        let points_before = self.points.len();
        match self.puck {
            // A roll for the come bets alone establishes no point (11.II).
            None if self.come_only => {}
            None if matches!(total, 4 | 5 | 6 | 8 | 9 | 10) => {
                self.puck = Some(total);
                self.before_first_point = false;
            }
            None => {}
            Some(point) if total == point => {
                self.puck = None;
                // The same point made twice counts once (12.II.B).
                self.points.insert(point);
            }
            Some(_) if total == 7 => {
                self.puck = None;
                self.points.clear();
                self.before_first_point = true;
            }
            Some(_) => {}
        }
        if self.puck != before {
            self.puck_due = true;
            for bet in self.bets.values_mut() {
                bet.called = bet.called.filter(|on| !on);
            }
            for (number, worked) in worked {
                let works = self.bets.get(&number).is_some_and(|bet| self.works(bet));
                if works != worked {
                    self.turned.insert(number, works);
                }
            }
        }
        if self.points.len() != points_before && !self.terms.not_offered.contains("fire") {
            self.fire_due = true;
        }
    }

    fn end(&mut self) -> Result<(), String> {
        self.all_told("the round ends")?;
        if !self.rolled {
            return Err("the round ends without a roll".into());
        }
        if self.puck_due {
            return Err(format!("the puck turned to {:?} and nobody marked it", self.puck));
        }
        if let Some((number, on)) = self.turned.first_key_value() {
            return Err(format!(
                "wager {} is {} and nobody said so",
                number.0,
                if *on { "on" } else { "off" }
            ));
        }
        if self.fire_due {
            return Err(format!("{} Fire points are made and nobody marked them", self.points.len()));
        }
        self.rolled = false;
        self.lines = None;
        self.ended = std::mem::take(&mut self.told);
        Ok(())
    }

    // ------------------------------------------------------------ what the record tells

    /// Checks that this is the next expected event.
    fn next_is(&mut self, what: &What) -> Result<(), String> {
        let Some(wanted) = self.queue.front() else {
            let left = self.outstanding().join("\n  ");
            return Err(format!("not expected: {}\n  {left}", shown(what)));
        };
        let differences = wanted.differences(what);
        if !differences.is_empty() {
            let found = shown(what);
            return Err(format!("{}\nexpected {wanted}\nfound    {found}", differences.join(", ")));
        }
        self.queue.pop_front();
        Ok(())
    }

    fn line(&mut self, what: &What, line: &Line) -> Result<(), String> {
        self.count_line(line)?;
        if line.against != Against::House {
            return Err(format!("every wager is against the house: {}", shown(what)));
        }
        if line.reverses.is_some() || line.cuts.is_some() {
            return Err(format!("craps undoes and cuts no line: {}", shown(what)));
        }
        if let Some(at) = self.ruled.iter().position(|wanted| wanted.differences(line).is_empty()) {
            self.ruled.remove(at);
            return Ok(());
        }
        if let Some(number) = line.number.filter(|number| self.is_orphan(*number)) {
            return self.orphan_returned(number, line);
        }
        self.next_is(what)
    }

    pub(super) fn count_line(&mut self, line: &Line) -> Result<(), String> {
        self.told.push(*line);
        if let Some(lines) = &mut self.lines {
            *lines += 1;
            if line.seq != *lines {
                return Err(format!("line {lines} of the round carries the number {}", line.seq));
            }
        }
        Ok(())
    }

    /// Whether the wager is odds without their flat bet.
    pub(super) fn is_orphan(&self, number: WagerNumber) -> bool {
        let bet = self.bets.get(&number);
        let flat = bet.and_then(|bet| Some(((bet.patron, bet.beneficiary), flat_of(bet.kind)?)));
        flat.is_some_and(|(whose, flat)| self.bet_of(whose, &flat).is_none())
    }

    /// Odds are returned when the flat bet is removed; the table may report it by a line.
    fn orphan_returned(&mut self, number: WagerNumber, line: &Line) -> Result<(), String> {
        let Some(bet) = self.bets.remove(&number) else { return Ok(()) };
        let differences = returned(number, &bet).differences(line);
        if differences.is_empty() {
            return Ok(());
        }
        Err(format!("odds of a flat bet that is gone: {}", differences.join(", ")))
    }

    fn marked(&mut self, marker: Marker) -> Result<(), String> {
        match marker.id.word() {
            "puck" => {
                if marker.value != u16::from(self.puck.unwrap_or(0)) {
                    return Err(format!("the puck is marked {}, should be {:?}", marker.value, self.puck));
                }
                self.all_told("the puck is marked")?;
                self.puck_due = false;
                self.come_only = marker.patron.is_some();
                if self.come_only && self.puck.is_some() {
                    return Err("a roll for the come bets alone, and a point is on".into());
                }
            }
            "fire" => {
                if usize::from(marker.value) != self.points.len() {
                    return Err(format!("{} Fire points are marked, {:?} made", marker.value, self.points));
                }
                self.all_told("Fire points are marked")?;
                self.fire_due = false;
            }
            _ => {}
        }
        Ok(())
    }

    fn ruling(&mut self, act: RulingAct) -> Result<(), String> {
        // A called throw is void as well: only the floor or a lower rank may call no roll (13.III).
        if act == RulingAct::VoidRound && !self.thrown {
            return self.called_roll_invalid();
        }
        // After a ruling of the floor, the floor's decision is the last call.
        self.before = None;
        match act {
            RulingAct::Award { patron, amount } => self.ruled.push(Wanted {
                kind: LineKind::Award,
                number: None,
                patron,
                beneficiary: Beneficiary::Patron,
                spot: None,
                wager: None,
                outcome: None,
                stake: None,
                basis: None,
                odds: None,
                paid: amount.as_minor(),
                returned: 0,
                charged: 0,
            }),
            RulingAct::VoidWager(number) => {
                let Some(bet) = self.bets.remove(&number) else {
                    return Err(format!("a ruling undoes wager {}, which does not stand", number.0));
                };
                self.ruled.push(returned(number, &bet));
                if bet.vigorish != 0 {
                    self.ruled.push(Wanted { spot: None, ..charge(number, &bet, -bet.vigorish) });
                }
                self.undone = true;
            }
            // The current throw is void.
            RulingAct::VoidRound => self.no_roll()?,
            RulingAct::GoOn => {}
            _ => return Err("there are neither hands nor cards at craps".into()),
        }
        Ok(())
    }

    /// Checks that every expected event has come.
    pub(super) fn all_told(&self, moment: &str) -> Result<(), String> {
        let left = self.outstanding();
        if left.is_empty() {
            return Ok(());
        }
        Err(format!("{moment}, but the record has not told:\n  {}", left.join("\n  ")))
    }

    /// The state of the account, to explain a difference.
    fn standing(&self) -> String {
        let mut text = format!("by this account the puck is {:?}", self.puck);
        if self.come_only {
            text.push_str(", the dice are for the come bets alone");
        }
        // Writing to a string cannot fail.
        let _ = write!(text, ", points made {:?}, and there stand:", self.points);
        for (number, bet) in &self.bets {
            let state = if self.works(bet) { "" } else { " (off)" };
            let _ = write!(text, "\n  {} {} {} {}{state}", number.0, bet.patron, bet.kind, bet.stake);
        }
        text
    }
}

/// A charge on a wager; negative if money is given back.
pub(super) fn charge(number: WagerNumber, bet: &Bet, charged: i64) -> Wanted {
    Wanted {
        kind: LineKind::Charge,
        outcome: None,
        stake: None,
        returned: 0,
        charged,
        ..returned_at(number, bet)
    }
}

/// A stake returned by a ruling, or because the flat bet is gone: only amounts are compared.
fn returned(number: WagerNumber, bet: &Bet) -> Wanted {
    Wanted { spot: None, ..returned_at(number, bet) }
}

fn returned_at(number: WagerNumber, bet: &Bet) -> Wanted {
    Wanted {
        kind: LineKind::Wager,
        number: Some(number),
        patron: bet.patron,
        beneficiary: bet.beneficiary,
        spot: Some(bet.spot),
        wager: Some(bet.kind),
        outcome: Some(Outcome::Returned),
        stake: Some(bet.stake),
        basis: None,
        odds: None,
        paid: 0,
        returned: bet.stake,
        charged: 0,
    }
}
