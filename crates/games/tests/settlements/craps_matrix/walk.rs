//! Brings a real table into every state that ordinary inputs can reach, and throws all 36 rolls in each.
//!
//! A shoots with a Pass Bet and B has the wager, one at a time, with odds behind it or without. From the
//! opening on, the walk tries everything that B may do with it and throws every roll, until no new state
//! appears. So a state that is not found cannot be reached, and one that is reached in several ways must look
//! the same each way.

use super::cells::{Cell, End, Phase, State, Wager};
use engine::{
    Actor, Beneficiary, ChoiceId, Due, Event, Input, LineKind, Outcome, Patron, Refusal, Spot, Table,
    WagerId, WagerNumber, What,
};
use felt::{Money, TwoDice};
use games::craps::{Craps, words};
use rulebook::TableDraft;
use std::collections::{BTreeSet, VecDeque};

const A: Patron = Patron::A;
const B: Patron = Patron::B;

/// Divides by every number of parts, and every odds of the document pay it in whole dollars.
const STAKE: Money = Money::minor(60_00);

/// Explores everything that can happen to a wager.
pub fn walk(word: &'static str) -> Wager {
    let mut walk = Walk { word, chain: chain(word), found: Wager::default() };
    let mut seen = BTreeSet::new();
    let mut tables = VecDeque::from([opening()]);
    while let Some(table) = tables.pop_front() {
        let next = walk.throws(&table).into_iter().chain(walk.acts(&table));
        tables.extend(next.filter(|next| seen.insert(walk.mark(next))));
    }
    walk.found
}

/// The bets by which B gets the wager: the come line of a bet that moves, the bet behind its odds, the wager
/// itself.
fn chain(word: &'static str) -> Vec<WagerId> {
    let flat = word.replace("-odds", "");
    let line = flat.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit()).to_owned();
    let known = |word: &str| words::WAGERS.iter().copied().find(|known| known.word() == word);
    let mut chain: Vec<WagerId> = [line.as_str(), &flat, word].into_iter().filter_map(known).collect();
    chain.dedup();
    chain
}

struct Walk {
    word: &'static str,
    chain: Vec<WagerId>,
    found: Wager,
}

impl Walk {
    /// What distinguishes tables: the marker, what A has left in the Come, and what B has.
    fn mark(&self, table: &Craps) -> String {
        let wagers: Vec<String> = standing(table, B)
            .map(|wager| format!("{} {} {}", wager.kind, wager.working, wager.called_off))
            .collect();
        let come = standing(table, A).any(|wager| wager.kind.word().starts_with("come-"));
        format!("{:?} {} {come} {wagers:?}", phase(table), self.made(table))
    }

    fn made(&self, table: &Craps) -> u8 {
        if self.word == "fire" { u8::try_from(marker(table, "fire")).unwrap() } else { 0 }
    }

    /// The state of the wager at a table, if it is there.
    fn state(&self, table: &Craps) -> Option<(WagerNumber, State)> {
        let wager = standing(table, B).find(|wager| wager.kind.word() == self.word)?;
        let state = State { phase: phase(table), on: wager.working, made: self.made(table) };
        Some((wager.number, state))
    }

    /// Throws every roll, stores what each does to the wager, and returns the resulting tables.
    fn throws(&mut self, table: &Craps) -> Vec<Craps> {
        let standing = self.state(table);
        let mut row = Vec::new();
        let mut after = Vec::new();
        for dice in TwoDice::all() {
            let mut table = table.clone();
            let mut events = Vec::new();
            table.apply(Actor::DEALER, Input::Roll(dice), &mut events).unwrap();
            row.extend(standing.map(|(number, _)| cell(number, &events, &table)));
            after.extend(roll_alone(&table));
            play_on(&mut table);
            after.push(table);
        }
        if let Some((_, state)) = standing {
            self.keep(state, &row);
        }
        let puck_on = |table: &Craps| phase(table).point().is_some();
        for turned in after.iter().filter(|next| puck_on(next) != puck_on(table)) {
            self.note_ordinary(turned);
        }
        after
    }

    /// Stores a row. Two ways to one state must give the same cells; their rules may differ, because odds
    /// behind a bet add theirs.
    fn keep(&mut self, state: State, row: &[Cell]) {
        let ends = |row: &[Cell]| row.iter().map(|cell| cell.end).collect::<Vec<End>>();
        let first = self.found.rows.entry(state).or_insert_with(|| row.to_vec());
        assert_eq!(ends(first), ends(row), "{} in {state:?}", self.word);
    }

    /// Notes whether a wager works without a call.
    fn note_ordinary(&mut self, table: &Craps) {
        let Some((number, state)) = self.state(table) else { return };
        if table.wagers().get(number).is_some_and(|wager| wager.called_off) {
            return;
        }
        let on = *self.found.ordinary.entry(state.phase).or_insert(state.on);
        assert_eq!(on, state.on, "{} is not always so in {state:?}", self.word);
    }

    /// Everything that B may do: place further bets, call the wager on and off, take it back.
    fn acts(&mut self, table: &Craps) -> Vec<Craps> {
        let mut after = Vec::new();
        for wager in &self.chain {
            let has = |word: WagerId| standing(table, B).any(|wager| wager.kind == word);
            let next_in_turn = standing(table, B).next().is_none() || wager.word().contains("-odds");
            if next_in_turn && !has(*wager) {
                after.extend(tried(table, |table| bet(table, B, *wager)));
            }
        }
        for placed in &after {
            self.note_ordinary(placed);
        }
        for wager in standing(table, B) {
            let (patron, box_number, wager) = (B, 0, wager.kind);
            for on in [true, false] {
                let call = Input::Work { patron, box_number, wager, on };
                after.extend(tried(table, |table| table.apply(Actor::Patron(B), call, &mut ())));
            }
            let take = Input::TakeBack { patron, box_number, wager, amount: None };
            after.extend(tried(table, |table| table.apply(Actor::Patron(B), take, &mut ())));
        }
        after
    }
}

/// A table by the rule book that offers everything, with A about to throw.
fn opening() -> Craps {
    let book = games::craps::GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("limits", "5..500", None);
    for side_bet in ["buy", "lay", "fire"] {
        draft.set(
            format!("side-bets.{side_bet}"),
            if side_bet == "fire" { "1..100" } else { "20..500" },
            None,
        );
    }
    let config = draft.check(&book).unwrap_or_else(|findings| panic!("{findings:?}"));
    let mut table = Craps::open(&book, &config).unwrap();
    play_on(&mut table);
    // B has a place at the rail, so that they can bet without naming one.
    let field = Input::Bet {
        patron: B,
        box_number: 2,
        wager: words::FIELD,
        stake: STAKE,
        beneficiary: Beneficiary::Patron,
    };
    table.apply(Actor::Patron(B), field, &mut ()).unwrap();
    let back = Input::TakeBack { patron: B, box_number: 0, wager: words::FIELD, amount: None };
    table.apply(Actor::Patron(B), back, &mut ()).unwrap();
    table
}

// ------------------------------------------------------------------ what was done to the wager

/// What the events of a roll say about a wager, checked against the table.
fn cell(number: WagerNumber, events: &[Event], after: &Craps) -> Cell {
    let about: Vec<(&Event, End)> =
        events.iter().filter_map(|event| Some((event, said(number, event)?))).collect();
    let stands = after.wagers().get(number);
    let (end, cites) = match about.as_slice() {
        [] => (End::Stays, Vec::new()),
        [(event, end)] => (*end, event.rules().collect()),
        more => panic!("one wager, two fates: {more:?}"),
    };
    match end {
        End::Stays | End::StaysOff | End::Moves(_) | End::Pays { stays: true, .. } => {
            assert_eq!(stands.unwrap().stake, STAKE);
        }
        _ => assert!(stands.is_none(), "what is decided leaves the layout"),
    }
    if let End::Moves(to) = end {
        assert_eq!(stands.unwrap().kind.word(), to);
    }
    Cell { end, cites }
}

fn said(number: WagerNumber, event: &Event) -> Option<End> {
    match event.what {
        What::WagerStays { number: of, .. } if of == number => Some(End::StaysOff),
        What::WagerMoved { number: of, to, .. } if of == number => Some(End::Moves(to.word())),
        What::Settled(line) if line.number == Some(number) => {
            // The charge after a win that stays up is not a result.
            (line.kind == LineKind::Wager).then(|| settled(&line))
        }
        _ => None,
    }
}

fn settled(line: &engine::Line) -> End {
    let (paid, back) = (line.paid, line.returned);
    let stays = line.stake.is_zero();
    assert!(stays || line.stake == STAKE);
    match line.outcome.unwrap() {
        Outcome::Wins => {
            let odds = line.odds.unwrap();
            let returned = if stays { Money::ZERO } else { line.basis };
            assert_eq!((Some(paid), back), (odds.exact_win(line.basis), returned));
            let (basis, stake) = (line.basis.as_minor(), STAKE.as_minor());
            let of = (1..=5).find(|of| basis * of % stake == 0).unwrap();
            End::Pays { odds, won: basis * of / stake, of, stays }
        }
        Outcome::Loses => {
            assert_eq!((paid, back), (Money::ZERO, Money::ZERO));
            End::Loses
        }
        Outcome::Pushes => {
            assert_eq!((paid, back), (Money::ZERO, STAKE));
            End::Pushes
        }
        Outcome::Returned => {
            assert_eq!((paid, back), (Money::ZERO, STAKE));
            End::GoesBack
        }
    }
}

// ------------------------------------------------------------------ the table goes on

/// Plays on: A keeps the dice and makes a Pass Bet whenever they need one; with a point on they keep a bet in
/// the Come.
fn play_on(table: &mut Craps) {
    loop {
        match (table.phase(), table.due()) {
            ("line-bet", _) => bet(table, A, words::PASS).unwrap(),
            ("no-shooter", _) => {
                bet_unless_there(table, words::PASS);
                table.apply(Actor::DEALER, Input::Step(words::OFFER_DICE), &mut ()).unwrap();
            }
            ("dice-offered", Due::Choice { patron: A, .. }) => {
                bet_unless_there(table, words::PASS);
                choose(table, A, words::TAKE_DICE);
            }
            ("dice-offered", _) => choose(table, B, words::DECLINE_DICE),
            ("point", _) => {
                if !standing(table, A).any(|wager| wager.kind.word().starts_with("come")) {
                    bet(table, A, words::COME).unwrap();
                }
                return;
            }
            ("come-out" | "come-only", _) => return,
            (phase, due) => panic!("{due:?} in {phase}"),
        }
    }
}

/// A wants no further line bet and no other patron takes the dice: A may have to roll for the Come alone.
fn roll_alone(table: &Craps) -> Option<Craps> {
    if table.phase() != "line-bet" {
        return None;
    }
    let mut table = table.clone();
    choose(&mut table, A, words::PASS_DICE);
    while table.phase() == "dice-offered" {
        choose(&mut table, B, words::DECLINE_DICE);
    }
    (table.phase() == "come-only").then_some(table)
}

fn choose(table: &mut Craps, patron: Patron, choice: ChoiceId) {
    let spot = Spot::first(patron.index() + 1);
    let choose = Input::Choose { patron, spot, choice, amount: None };
    table.apply(Actor::Patron(patron), choose, &mut ()).unwrap();
}

fn bet(table: &mut Craps, patron: Patron, wager: WagerId) -> Result<(), Refusal> {
    let (box_number, stake, beneficiary) = (patron.index() + 1, STAKE, Beneficiary::Patron);
    let bet = Input::Bet { patron, box_number, wager, stake, beneficiary };
    table.apply(Actor::Patron(patron), bet, &mut ())
}

fn bet_unless_there(table: &mut Craps, wager: WagerId) {
    if !standing(table, A).any(|there| there.kind == wager) {
        bet(table, A, wager).unwrap();
    }
}

/// The table after an input that it may refuse.
fn tried(table: &Craps, act: impl FnOnce(&mut Craps) -> Result<(), Refusal>) -> Option<Craps> {
    let mut table = table.clone();
    act(&mut table).ok()?;
    play_on(&mut table);
    Some(table)
}

fn standing(table: &Craps, patron: Patron) -> impl Iterator<Item = &engine::Wager> {
    table.wagers().iter().filter(move |wager| wager.patron == patron)
}

fn phase(table: &Craps) -> Phase {
    match table.phase() {
        "come-out" => Phase::ComeOut,
        "come-only" => Phase::ComeAlone,
        "point" => Phase::Point(u8::try_from(marker(table, "puck")).unwrap()),
        other => panic!("nobody throws in {other}"),
    }
}

fn marker(table: &Craps, id: &str) -> u16 {
    let mut value = 0;
    table.markers(&mut |marker| {
        if marker.id.word() == id {
            value = marker.value;
        }
    });
    value
}
