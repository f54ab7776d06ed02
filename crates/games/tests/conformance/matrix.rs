//! The matrix of irregularities: every point of a round against every kind of mishap, as the tables answer
//! now. It is found by playing, and by reporting every possible mishap to copies.

use crate::driver::Session;
use engine::mishap::{Mishap, Telling, tellings};
use engine::{Actor, AnyTable, Due, Event, Face, Game, Input, Place, Rank, Refusal, RefusalKind, What};
use felt::Card;
use std::collections::{BTreeMap, BTreeSet};

/// The number of sessions played to find the cells.
const SESSIONS: u64 = 36;
/// The number of steps of each.
pub const STEPS: usize = 260;
/// A point with the same input due is examined this often in a row, and then only sometimes.
const LOOKS: u32 = 5;
const NOW_AND_THEN: u32 = 13;
const LAST_LOOK: u32 = 300;

/// A point of a round and a kind of mishap.
pub type At = (&'static str, Mishap);

/// The answers of the tables, cell by cell.
pub struct Matrix {
    pub game: &'static Game,
    pub cells: BTreeMap<At, Cell>,
    pub reached: BTreeSet<&'static str>,
    /// Violations, with the first example of each.
    pub holes: BTreeMap<Hole, String>,
    looks: BTreeMap<(&'static str, String), u32>,
}

/// The answers at one point to one kind of mishap, with the rules of each answer.
pub type Cell = BTreeMap<Answer, BTreeSet<&'static str>>;

/// A table's answer to the report of a mishap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Answer {
    /// It is reported as an irregularity with a remedy; a person may have to decide.
    Remedied { kinds: Vec<&'static str>, remedies: Vec<&'static str>, then: Option<String> },
    /// It is recorded, and nothing is wrong.
    Noted(Vec<&'static str>),
    /// It is refused under this name.
    Refused(RefusalKind, &'static str),
}

/// A violation in the matrix.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Hole {
    /// A report is refused because of its timing although it may be true.
    BadMoment(&'static str, Mishap),
    /// A refusal without an explaining sentence or paragraph.
    Unexplained(&'static str, Mishap),
    /// A report is accepted, but something that it names is not in any event.
    Dropped(&'static str, Mishap),
}

impl Matrix {
    /// Plays tables of the game and reports everything at every point.
    pub fn of(game: &'static Game) -> Matrix {
        let mut matrix = Matrix {
            game,
            cells: BTreeMap::new(),
            reached: BTreeSet::new(),
            holes: BTreeMap::new(),
            looks: BTreeMap::new(),
        };
        for seed in 0..SESSIONS {
            let mut session = searching(game, seed);
            for _ in 0..STEPS {
                matrix.look(&mut session);
                session.step();
            }
        }
        matrix
    }

    /// Cells in which some report is accepted.
    pub fn believed(&self) -> impl Iterator<Item = At> {
        let believed = |cell: &Cell| cell.keys().any(|answer| !matches!(answer, Answer::Refused(..)));
        self.cells.iter().filter(move |(_, cell)| believed(cell)).map(|(at, _)| *at)
    }

    fn look(&mut self, session: &mut Session) {
        let phase = session.table.phase();
        self.reached.insert(phase);
        let looks = self.looks.entry((phase, sort(session.table.due()))).or_default();
        *looks += 1;
        if *looks > LOOKS && (!looks.is_multiple_of(NOW_AND_THEN) || *looks > LAST_LOOK) {
            return;
        }
        let all =
            tellings(self.game.vocabulary, session.config.boxes, &*session.table, &mut session.house.clone());
        for telling in all {
            self.tell(phase, &*session.table, telling);
        }
    }

    /// Reports a mishap to a copy and notes the answer.
    fn tell(&mut self, phase: &'static str, table: &dyn AnyTable, telling: Telling) {
        let Told { answer: told, after, events, .. } = told(table, telling);
        let example = || format!("{:?} at {:?}", telling.input, table.due());
        let cell = self.cells.entry((phase, telling.mishap)).or_default();
        match told {
            Ok(()) => {
                let (answer, rules) = answer(table, &*after, &events);
                cell.entry(answer).or_default().extend(rules);
                if let Some(dropped) = dropped(telling.input, &*after, &events) {
                    let hole = Hole::Dropped(phase, telling.mishap);
                    self.holes.entry(hole).or_insert_with(|| format!("{dropped}: {}", example()));
                }
            }
            Err(refusal) => {
                let answer = Answer::Refused(refusal.kind, refusal.name);
                let rules = refusal.cites.iter().map(|rule| rule.id());
                cell.entry(answer).or_default().extend(rules.filter(|id| !id.starts_with("PROTOCOL-")));
                if let Some(hole) = hole((phase, telling.mishap), &refusal, table.due()) {
                    self.holes.entry(hole).or_insert_with(|| format!("{}: {}", refusal.name, example()));
                }
            }
        }
    }
}

/// A session with many mishaps, except every fourth.
pub fn searching(game: &'static Game, seed: u64) -> Session {
    let mut session = Session::new(game, 5_000_000 + seed);
    session.irregular_in = if seed.is_multiple_of(4) { 0 } else { 7 };
    session.nonsense = false;
    session
}

/// The sender whose report of it would be accepted.
pub fn believed_by(table: &dyn AnyTable, telling: Telling) -> Option<Actor> {
    let told = told(table, telling);
    told.answer.is_ok().then_some(told.by)
}

/// The result of a report to a copy.
struct Told {
    by: Actor,
    answer: Result<(), Refusal>,
    after: Box<dyn AnyTable>,
    events: Vec<Event>,
}

/// The kind of what is due, without the person and the hand.
fn sort(due: Due) -> String {
    let text = format!("{due:?}");
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

/// Sends the report to a copy, from the lowest rank that may make it.
fn told(table: &dyn AnyTable, telling: Telling) -> Told {
    let own = std::iter::once(telling.by);
    let higher = Rank::ALL.into_iter().map(Actor::Staff).filter(
        |actor| matches!((telling.by, actor), (Actor::Staff(own), Actor::Staff(rank)) if *rank > own),
    );
    let mut last = None;
    for by in own.chain(higher) {
        let (mut after, mut events) = (table.boxed_clone(), Vec::new());
        let answer = after.apply(by, telling.input, &mut events);
        let not_his = matches!(answer, Err(refusal) if refusal.kind == RefusalKind::NotYours);
        last = Some(Told { by, answer, after, events });
        if !not_his {
            break;
        }
    }
    last.unwrap()
}

/// The violation of a refusal, if it is one.
fn hole((phase, mishap): At, refusal: &Refusal, due: Due) -> Option<Hole> {
    let cited = refusal.cites.iter().any(|rule| !rule.id().starts_with("PROTOCOL-"));
    // A table that cannot continue accepts no request, and needs no paragraph for that.
    let stands_still = matches!(
        due,
        Due::Ruling { .. }
            | Due::Shuffle
            | Due::Cut
            | Due::Approval { .. }
            | Due::Card { to: Place::Rack, .. }
    );
    match refusal.kind {
        RefusalKind::NotAwaited if mishap.is_request() => {
            (!cited && !stands_still).then_some(Hole::Unexplained(phase, mishap))
        }
        RefusalKind::NotAwaited => Some(Hole::BadMoment(phase, mishap)),
        RefusalKind::Forbidden if cited => None,
        RefusalKind::NotYours => None,
        RefusalKind::Forbidden | RefusalKind::Impossible => {
            games::why_impossible(refusal.name).is_none().then_some(Hole::Unexplained(phase, mishap))
        }
    }
}

/// The table's reaction, and its rules.
fn answer(before: &dyn AnyTable, after: &dyn AnyTable, events: &[Event]) -> (Answer, Vec<&'static str>) {
    let (mut kinds, mut remedies, mut rules) = (Vec::new(), Vec::new(), Vec::new());
    for event in events {
        match event.what {
            What::Irregular { kind, .. } => kinds.push(kind.word()),
            What::Remedied { remedy, .. } => remedies.push(remedy.word()),
            _ => continue,
        }
        rules.extend(event.rules().map(|rule| rule.id()));
    }
    if kinds.is_empty() && remedies.is_empty() {
        // Automatic steps after the report are not part of the answer.
        let first = events.iter().take(1);
        let rules = first.clone().flat_map(|event| event.rules().map(|rule| rule.id())).collect();
        return (Answer::Noted(first.map(Event::kind).collect()), rules);
    }
    once(&mut kinds);
    once(&mut remedies);
    let then = if before.due() == after.due() { None } else { decides(after.due()) };
    (Answer::Remedied { kinds, remedies, then }, rules)
}

/// Keeps the first occurrence of each word.
fn once(words: &mut Vec<&'static str>) {
    let mut seen = BTreeSet::new();
    words.retain(|word| seen.insert(*word));
}

/// The person the table asks now.
fn decides(due: Due) -> Option<String> {
    Some(match due {
        Due::Ruling { rank } => format!("the {rank} rules"),
        Due::Decision { rank } => format!("the {rank} decides"),
        Due::Approval { by, .. } => format!("{by} takes note"),
        Due::Choice { .. } => "the patron of a hand is asked".to_owned(),
        Due::Choices { .. } => "several patrons are asked".to_owned(),
        _ => return None,
    })
}

/// The parts of an input that are not in any event.
fn dropped(input: Input, after: &dyn AnyTable, events: &[Event]) -> Option<&'static str> {
    let (place, card) = match input {
        Input::Irregular { place, card, .. } => (place, card),
        Input::Card { to, face } => (Some(to), face.card().filter(|_| face.is_up())),
        Input::Turn { place, card } => (Some(place), Some(card)),
        Input::Look { patron, place } => {
            let told = |event: &Event| matches!(event.what, What::CardSeen { by, .. } if by == patron);
            // A person who had looked before adds nothing new.
            let knows = |laid: &engine::LaidCard| match patron {
                Some(patron) => laid.seen.patrons.has(patron),
                None => laid.seen.staff,
            };
            let told = events.iter().any(told) || after.layout().at(place).any(knows);
            return (!told).then_some("who looked is not told");
        }
        _ => return None,
    };
    // A card that lies at the named place was reported when it was laid; so was a card of that face that lies
    // open before the dealer, if no place is named.
    let lies = |card: Card| match place {
        Some(place) => after.layout().at(place).any(|laid| laid.face.card() == Some(card)),
        None => after.layout().at(Place::Dealer).any(|laid| laid.face == Face::Up(card)),
    };
    let told = |card: Card| lies(card) || events.iter().any(|event| tells_card(event, card, after));
    if card.is_some_and(|card| !told(card)) {
        return Some("the card is not told");
    }
    if place.is_some_and(|place| !events.iter().any(|event| tells_place(event, place))) {
        return Some("the place is not told");
    }
    None
}

fn tells_card(event: &Event, card: Card, table: &dyn AnyTable) -> bool {
    let is = |face: Face| face.card() == Some(card);
    match event.what {
        What::CardLaid { face, .. } | What::CardTurned { face, .. } => is(face),
        What::CardSeen { draw, .. } | What::CardMoved { draw, .. } => {
            table.layout().cards().any(|laid| laid.draw == draw && is(laid.face))
        }
        _ => false,
    }
}

fn tells_place(event: &Event, at: Place) -> bool {
    match event.what {
        What::Irregular { place, .. } | What::Remedied { place, .. } => place == Some(at),
        What::CardLaid { place, .. }
        | What::CardTurned { place, .. }
        | What::CardSeen { place, .. }
        | What::Collected { place, .. } => place == at,
        What::CardMoved { from, to, .. } => from == at || to == at,
        _ => false,
    }
}
