//! Follows a round event by event: which shoe its cards came from, and when wagers were closed.

use super::report::{Dealt, Drawn, RoundFault, RoundReport, ScanReport, ShoeReport};
use super::shoes::Shelf;
use crate::table::{Body, Dealt as DealtBy, Told as Said, without_faces};
use crate::written;
use chance::Commitment;
use engine::compact;
use engine::{Event, Face, Input, What};
use felt::Card;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// How many scanned cards are stored at the border of a month.
const SCANS_KEPT: usize = 1_024;

/// When wagers were last made and closed before a draw.
#[derive(Clone, Copy, Default)]
struct Closing {
    wager: Option<i64>,
    closed: Option<i64>,
}

/// The inputs of a unit, as far as a round depends on them.
pub(crate) struct Told {
    seq: i64,
    /// The shuffles in order; those by the house have a number and a commitment.
    shuffles: VecDeque<Option<(i64, [u8; 32])>>,
    /// The cards that a scanner read face down, each with its number and commitment.
    scans: VecDeque<(i64, [u8; 32])>,
    /// The state of wagers before each throw of dice and turn of a wheel.
    draws: VecDeque<Closing>,
}

impl Told {
    pub(crate) fn of(seq: i64, body: &Body, course: &mut Course) -> Told {
        let mut told =
            Told { seq, shuffles: VecDeque::new(), scans: VecDeque::new(), draws: VecDeque::new() };
        for (_, said) in &body.said {
            match said {
                Said::Shuffled { commitment, .. } => {
                    course.shuffled += 1;
                    told.shuffles.push_back(Some((course.shuffled, *commitment)));
                }
                Said::Scanned { commitment, .. } | Said::ScannedAstray { commitment, .. } => {
                    course.shuffled += 1;
                    told.scans.push_back((course.shuffled, *commitment));
                }
                Said::Plain(Input::Shuffled { .. }) => told.shuffles.push_back(None),
                Said::Plain(Input::Bet { .. }) => {
                    course.closing = Closing { wager: Some(seq), closed: None };
                }
                Said::Plain(Input::Step(_)) => course.closing.closed = Some(seq),
                Said::Plain(
                    Input::Roll(_)
                    | Input::RollThree(_)
                    | Input::Number(_)
                    | Input::Spin(_)
                    | Input::WheelStopped(_),
                ) => {
                    told.draws.push_back(course.closing);
                }
                _ => {}
            }
        }
        told
    }

    /// Returns the shoes that came into play, with their commitments.
    pub(super) fn shuffled(&self) -> impl Iterator<Item = (i64, Commitment)> + '_ {
        self.shuffles.iter().flatten().map(|(number, commitment)| (*number, Commitment(*commitment)))
    }

    /// Returns the cards that were scanned, with their commitments.
    pub(super) fn scanned(&self) -> impl Iterator<Item = (i64, Commitment)> + '_ {
        self.scans.iter().map(|(number, commitment)| (*number, Commitment(*commitment)))
    }
}

/// The stored form of a shoe in play, without its order, which may be secret.
#[derive(Serialize, Deserialize)]
struct KeptInPlay {
    number: i64,
    seq: i64,
    commitment: [u8; 32],
    before: Option<u32>,
    cuts: Vec<(u32, u32)>,
}

/// The stored form of what is known about cards before a round.
#[derive(Serialize, Deserialize)]
struct Kept {
    shuffled: i64,
    wager: Option<i64>,
    closed: Option<i64>,
    shoes: Vec<KeptInPlay>,
    last_draw: u32,
    scans: Vec<(u32, i64, i64, [u8; 32])>,
}

/// A shoe in play.
struct InPlay {
    number: i64,
    /// The unit that shuffled it.
    seq: i64,
    commitment: Commitment,
    /// The number of the last card that was drawn before it, if known.
    before: Option<u32>,
    /// Its order after the cut, if known.
    order: Option<Vec<Card>>,
    /// The cuts: how many cards were out, and how deep.
    cuts: Vec<(u32, u32)>,
    /// Whether it was shuffled in the round.
    within: bool,
}

impl InPlay {
    /// Cuts the shoe; cards that are already out are not moved.
    fn cut(&mut self, out: u32, depth: u32) {
        self.cuts.push((out, depth));
        let Some(order) = &mut self.order else { return };
        if let Some(rest) = order.get_mut(out as usize..) {
            rest.rotate_left((depth as usize).min(rest.len()));
        }
    }

    /// Returns the index of a card in the order.
    fn place(&self, draw: u32) -> Option<usize> {
        let place = draw.checked_sub(self.before?)?.checked_sub(1)?;
        usize::try_from(place).ok()
    }
}

/// Follows the units of a round.
pub(crate) struct Course {
    wanted: u32,
    now: u32,
    /// How many shoes the house has shuffled and cards it has sealed, together.
    shuffled: i64,
    closing: Closing,
    /// The shoe in play and, once the round has begun, the shoes after it.
    shoes: Vec<InPlay>,
    last_draw: u32,
    first_wager: Option<i64>,
    ended: bool,
    cards: Vec<Dealt>,
    /// The cards that a scanner read, by number.
    scans: BTreeMap<u32, ScanReport>,
    drawn: Vec<Drawn>,
    events: Vec<(i64, Event)>,
}

impl Course {
    pub(crate) fn new(wanted: u32) -> Course {
        Course {
            wanted,
            now: 0,
            shuffled: 0,
            closing: Closing::default(),
            shoes: Vec::new(),
            last_draw: 0,
            first_wager: None,
            ended: false,
            cards: Vec::new(),
            scans: BTreeMap::new(),
            drawn: Vec::new(),
            events: Vec::new(),
        }
    }

    /// Returns what a replay from here must know about earlier units; contains no secrets.
    pub(crate) fn keep(&self) -> Result<Vec<u8>, compact::Error> {
        let shoe = |shoe: &InPlay| KeptInPlay {
            number: shoe.number,
            seq: shoe.seq,
            commitment: shoe.commitment.0,
            before: shoe.before,
            cuts: shoe.cuts.clone(),
        };
        let scan = |(draw, scan): (&u32, &ScanReport)| (*draw, scan.number, scan.read, scan.commitment.0);
        written::write(&Kept {
            shuffled: self.shuffled,
            wager: self.closing.wager,
            closed: self.closing.closed,
            shoes: self.shoes.iter().map(shoe).collect(),
            last_draw: self.last_draw,
            // A card may be held over into the next round, and rarely longer.
            scans: self.scans.iter().rev().take(SCANS_KEPT).map(scan).collect(),
        })
    }

    /// Continues after the border of a month, from what was stored there; `round` is the round that was open, if any.
    pub(crate) fn after(
        wanted: u32,
        round: Option<u32>,
        kept: &[u8],
        shelf: &Shelf,
    ) -> Result<Course, compact::Error> {
        let mut course = Course { now: round.unwrap_or(0), ..Course::new(wanted) };
        if kept.is_empty() {
            return Ok(course);
        }
        let Kept { shuffled, wager, closed, shoes, last_draw, scans } = written::read(kept)?;
        (course.shuffled, course.closing, course.last_draw) =
            (shuffled, Closing { wager, closed }, last_draw);
        for KeptInPlay { number, seq, commitment, before, cuts } in shoes {
            let (commitment, order) = (Commitment(commitment), shelf.order(number));
            let mut shoe = InPlay { number, seq, commitment, before, order, cuts: Vec::new(), within: false };
            cuts.into_iter().for_each(|(out, depth)| shoe.cut(out, depth));
            course.shoes.push(shoe);
        }
        for (draw, number, seq, commitment) in scans {
            course.scans.insert(draw, scanned((number, commitment), seq, shelf));
        }
        Ok(course)
    }

    fn within(&self) -> bool {
        self.now == self.wanted
    }

    /// Adds a unit. `again` contains the shoes that came into play in its replay.
    pub(crate) fn unit(&mut self, mut told: Told, events: &[Event], again: &[(i64, u32)], shelf: &Shelf) {
        for event in events {
            if let What::RoundOpened { round } | What::RoundReopened { round } = event.what {
                self.now = round;
            }
            self.event(event, &mut told, again, shelf);
            if self.within() {
                // Faces of face-down cards are shown with the cards, if they may be shown.
                self.events.push((told.seq, without_faces(*event)));
            }
        }
    }

    fn event(&mut self, event: &Event, told: &mut Told, again: &[(i64, u32)], shelf: &Shelf) {
        match event.what {
            What::Shuffled { .. } => self.shuffle(told, again, shelf),
            What::Cut { depth, .. } => self.cut(depth.into()),
            What::CardLaid { draw, face, .. } => {
                self.last_draw = self.last_draw.max(draw);
                if let Some(scan) = if face.is_up() { None } else { told.scans.pop_front() } {
                    self.scans.insert(draw, scanned(scan, told.seq, shelf));
                }
                if self.within() {
                    self.deal(draw, face, told.seq, shelf);
                }
            }
            What::CardTurned { draw, face, .. } => {
                for dealt in self.cards.iter_mut().filter(|dealt| dealt.draw == draw) {
                    dealt.card = face.card();
                    dealt.shown = true;
                }
            }
            What::WagerPlaced { .. } | What::StakeAdded { .. } if self.within() => {
                self.first_wager.get_or_insert(told.seq);
            }
            What::Rolled(_)
            | What::RolledThree { .. }
            | What::NumberDrawn { .. }
            | What::Spun(_)
            | What::WheelStopped(_) => {
                let Closing { wager, closed } = told.draws.pop_front().unwrap_or_default();
                if self.within() {
                    self.drawn.push(Drawn { seq: told.seq, event: *event, wager, closed });
                }
            }
            What::RoundEnded { round } if round == self.wanted => self.ended = true,
            What::RoundReopened { round } if round == self.wanted => self.ended = false,
            _ => {}
        }
    }

    fn shuffle(&mut self, told: &mut Told, again: &[(i64, u32)], shelf: &Shelf) {
        let within = self.within() && !self.ended;
        if !within && self.cards.is_empty() {
            self.shoes.clear();
        }
        let Some((number, commitment)) = told.shuffles.pop_front().flatten() else { return };
        let before = again.iter().find(|(shoe, _)| *shoe == number).map(|(_, before)| *before);
        let (seq, commitment, order) = (told.seq, Commitment(commitment), shelf.order(number));
        self.shoes.push(InPlay { number, seq, commitment, before, order, cuts: Vec::new(), within });
    }

    fn cut(&mut self, depth: u32) {
        let last_draw = self.last_draw;
        let Some(shoe) = self.shoes.last_mut() else { return };
        let out = shoe.before.map_or(0, |before| last_draw.saturating_sub(before));
        shoe.cut(out, depth);
    }

    /// Adds a card of the round. A card that was drawn earlier and held came from the previous shoe.
    fn deal(&mut self, draw: u32, face: Face, seq: i64, shelf: &Shelf) {
        if let Some(scan) = self.scans.get(&draw).copied() {
            let committed = shelf.order(scan.number).and_then(|order| order.first().copied());
            let (card, shown) = (face.card(), face.is_up());
            let (shoe, place, scan) = (Some(scan.number), None, Some(scan));
            self.cards.push(Dealt { draw, seq, shoe, place, card, shown, committed, scan });
            return;
        }
        let shoe = self.shoes.iter().rev().find(|shoe| shoe.before.is_none_or(|before| before < draw));
        let place = shoe.and_then(|shoe| shoe.place(draw));
        let committed = shoe.zip(place).and_then(|(shoe, place)| shoe.order.as_ref()?.get(place).copied());
        self.cards.push(Dealt {
            draw,
            seq,
            shoe: shoe.map(|shoe| shoe.number),
            place: place.map(|place| place + 1),
            card: face.card(),
            shown: face.is_up(),
            committed,
            scan: None,
        });
    }

    /// Enters the course and its faults into the report.
    pub(super) fn conclude(self, shelf: &Shelf, report: &mut RoundReport) {
        let first_wager = self.first_wager;
        for shoe in &self.shoes {
            let used = shoe.within || self.cards.iter().any(|dealt| dealt.shoe == Some(shoe.number));
            if used {
                report.shoes.push(judge(shoe, shelf, first_wager, &mut report.faults));
            }
        }
        for mut dealt in self.cards {
            if let Some(scan) = dealt.scan {
                judge_scan(&scan, shelf, &mut report.faults);
            }
            let opened =
                dealt.shoe.is_some_and(|shoe| shelf.get(shoe).is_some_and(|stored| stored.opened.is_some()));
            if let (Some(card), Some(committed)) = (dealt.card, dealt.committed)
                && card != committed
                // A scanned card that is opened as another one is reported as that fault only.
                && dealt.scan.is_none_or(|scan| scan.holds != Some(false))
            {
                report.faults.push(RoundFault::Card { draw: dealt.draw, dealt: card, committed });
            }
            // A card that may not be seen yet is not shown to holders of the keys either.
            if !opened && !dealt.shown {
                (dealt.card, dealt.committed) = (None, None);
            }
            report.cards.push(dealt);
        }
        // At a live-dealt table wagers are accepted until the dice are at rest.
        for drawn in self.drawn.iter().filter(|_| report.dealt == DealtBy::Computer) {
            if drawn.closed.is_none() {
                report.faults.push(RoundFault::NotClosed { seq: drawn.seq });
            }
        }
        (report.first_wager, report.ended) = (first_wager, self.ended);
        (report.drawn, report.events) = (self.drawn, self.events);
    }
}

/// Returns what is known about a scanned card.
fn scanned((number, commitment): (i64, [u8; 32]), seq: i64, shelf: &Shelf) -> ScanReport {
    let commitment = Commitment(commitment);
    let opened = shelf.get(number).and_then(|stored| stored.opened);
    ScanReport { number, read: seq, commitment, opened, holds: shelf.holds(number, commitment) }
}

/// Compares a scanned card with its row. The replay finds a card that was opened as another one.
fn judge_scan(scan: &ScanReport, shelf: &Shelf, faults: &mut Vec<RoundFault>) {
    let number = scan.number;
    let fault = match shelf.get(number) {
        None => RoundFault::NoShoe { number },
        Some(stored) if stored.commitment != scan.commitment.0 => RoundFault::OtherCommitment { number },
        Some(stored) if stored.seq != scan.read => {
            RoundFault::OtherUnit { number, journal: scan.read, stored: stored.seq }
        }
        Some(_) => return,
    };
    if !faults.contains(&fault) {
        faults.push(fault);
    }
}

/// Checks a shoe.
fn judge(shoe: &InPlay, shelf: &Shelf, first_wager: Option<i64>, faults: &mut Vec<RoundFault>) -> ShoeReport {
    let number = shoe.number;
    let stored = shelf.get(number);
    match stored {
        None => faults.push(RoundFault::NoShoe { number }),
        Some(stored) => {
            if stored.commitment != shoe.commitment.0 {
                faults.push(RoundFault::OtherCommitment { number });
            }
            if stored.seq != shoe.seq {
                faults.push(RoundFault::OtherUnit { number, journal: shoe.seq, stored: stored.seq });
            }
        }
    }
    let holds = shelf.holds(number, shoe.commitment);
    let other = RoundFault::OtherOrder { number };
    if holds == Some(false) && !faults.contains(&other) {
        faults.push(other);
    }
    ShoeReport {
        number,
        shuffled: shoe.seq,
        commitment: shoe.commitment,
        opened: stored.and_then(|stored| stored.opened),
        holds,
        before_first_wager: first_wager.is_none_or(|wager| shoe.seq < wager),
        within_round: shoe.within,
    }
}
