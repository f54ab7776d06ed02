//! Every wager of the layout under all 36 rolls, at each point and on the come-out.

use super::{A, bet, lines, send};
use engine::{Actor, Due, Event, Input, Line, Outcome, Spot, Table, Wager, What};
use felt::TwoDice;
use games::craps::{Area, Craps, End, Lying, Number, Win, words};
use rulebook::TableDraft;
use std::collections::BTreeSet;

fn table() -> Craps {
    let book = games::craps::GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("limits", "5..500", None);
    for (side_bet, limits) in [("buy", "20..500"), ("lay", "20..500"), ("fire", "1..100")] {
        draft.set(format!("side-bets.{side_bet}"), limits, None);
    }
    Craps::open(&book, &draft.check(&book).unwrap()).unwrap()
}

/// Gives A the dice and every wager that is accepted now.
fn make_ready(table: &mut Craps) {
    let spot = Spot::first(1);
    loop {
        for area in Area::all() {
            let wanted = !table.wagers().iter().any(|wager| wager.kind == area.word());
            // Sixty dollars divide into the parts of every wager and are paid in whole coins at all odds.
            let _ = wanted.then(|| table.apply(Actor::Patron(A), bet(area.word(), 60), &mut ()));
        }
        match (table.phase(), table.due()) {
            ("no-shooter", _) => {
                send(table, Actor::DEALER, Input::Step(words::OFFER_DICE));
            }
            ("dice-offered", Due::Choice { .. }) => {
                let take = Input::Choose { patron: A, spot, choice: words::TAKE_DICE, amount: None };
                send(table, Actor::Patron(A), take);
            }
            ("come-out" | "point", _) => return,
            (phase, due) => panic!("{due:?} in {phase}"),
        }
    }
}

fn marker(table: &Craps, id: &str) -> u8 {
    let mut value = 0;
    table.markers(&mut |marker| {
        if marker.id.word() == id {
            value = u8::try_from(marker.value).unwrap();
        }
    });
    value
}

/// Checks that the table did to a wager what its fate says.
fn check(before: &Craps, wager: &Wager, dice: TwoDice, events: &[Event]) -> Option<End<Win>> {
    let terms = before.terms();
    let mut throw = terms.throw(dice, Number::of(marker(before, "puck")));
    throw.points_made = marker(before, "fire");
    let area = Area::find(wager.kind).unwrap();
    let with_odds = before.wagers().iter().any(|other| other.supports == Some(wager.number));
    let lying = Lying { area, working: wager.working, with_odds, for_dealers: false };
    let fate = terms.fate(&throw, lying);
    let line =
        lines(events).into_iter().find(|line| line.number == Some(wager.number) && line.outcome.is_some());
    let told = events.iter().find(|event| match event.what {
        What::WagerStays { number, .. } | What::WagerMoved { number, .. } => number == wager.number,
        _ => false,
    });
    let Some((end, cites)) = fate else {
        assert!(line.is_none() && told.is_none(), "{dice} {wager:?}");
        return None;
    };
    match end {
        End::Wins(win) => won(&line.unwrap(), wager, win, before),
        End::Loses => assert_eq!(line.unwrap().outcome, Some(Outcome::Loses)),
        End::Pushes => assert_eq!(line.unwrap().outcome, Some(Outcome::Pushes)),
        End::Returned => assert_eq!(line.unwrap().outcome, Some(Outcome::Returned)),
        End::StaysOff => assert!(matches!(told.unwrap().what, What::WagerStays { .. })),
        End::Moves(number) => assert!(
            matches!(told.unwrap().what, What::WagerMoved { to, .. } if to.word().ends_with(&number.total().to_string()))
        ),
    }
    assert_eq!(line.map_or_else(|| told.unwrap().cites, |line| line.cites), cites, "{dice} {wager:?}");
    Some(end)
}

fn won(line: &Line, wager: &Wager, win: Win, table: &Craps) {
    assert_eq!((line.outcome, line.odds, line.row), (Some(Outcome::Wins), Some(win.odds), win.row));
    assert_eq!(line.stake.is_zero(), win.stays, "what stays up takes no stake from the layout");
    assert_eq!(line.basis, win.basis(wager.stake));
    assert_eq!(line.paid, table.terms().pay(win.odds, line.basis));
}

#[test]
fn a_throws_fate_of_a_wager_is_what_the_table_does() {
    let mut table = table();
    let mut chance = super::Chance(1);
    let all: Vec<TwoDice> = TwoDice::all().collect();
    let (mut points, mut won) = (BTreeSet::new(), BTreeSet::new());
    for _ in 0..400 {
        make_ready(&mut table);
        points.insert(marker(&table, "puck"));
        for dice in &all {
            let mut events: Vec<Event> = Vec::new();
            table.clone().apply(Actor::DEALER, Input::Roll(*dice), &mut events).unwrap();
            for wager in table.wagers().iter() {
                if let Some(End::Wins(_)) = check(&table, wager, *dice, &events) {
                    won.insert(wager.kind.word());
                }
            }
        }
        send(&mut table, Actor::DEALER, Input::Roll(all[chance.below(all.len())]));
    }
    assert_eq!(points.len(), 7, "the come-out and all six points");
    let never: Vec<_> =
        Area::all().map(|area| area.word().word()).filter(|word| !won.contains(word)).collect();
    assert!(never.is_empty(), "never won: {never:?}");
}
