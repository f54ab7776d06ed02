//! Windows in which several patrons are asked: once all have said no, the time is over; until then it is one question.

use super::*;
use engine::{Actor, Ask, By, ChoiceId, Due, Patrons, Spot, StepId};
use std::collections::BTreeMap;

const TABLES: [&str; 5] = [
    "game = \"ohio/blackjack\"\ndecks = 2\ncoin = \"0.50\"\n[limits]\nmain = \"10..500 step 10\"\n[options]\ndealing = \"pitch\"\nboxes-per-patron = \"2\"\n\
     [side-bets.house-money]\nlimits = \"5..25 step 5\"\n",
    "game = \"ohio/free-bet-blackjack\"\n[limits]\nmain = \"10..500 step 10\"\n",
    "game = \"colorado/blackjack\"\n[limits]\nmain = \"10..500 step 10\"\n[options]\nsurrender = \"late\"\nboxes-per-patron = \"2\"\n",
    "game = \"colorado/ride-free\"\n[limits]\nmain = \"10..500 step 10\"\n[options]\nsurrender = \"late\"\n\
     [side-bets.bust-bonus]\nlimits = \"1..25\"\n",
    "game = \"singapore/pontoon-plus\"\n[limits]\nmain = \"10..500 step 10\"\n",
];
const WINDOWS: [&str; 4] =
    ["insurance-closed", "surrender-closed", "bust-bonus-closed", "house-money-closed"];
const CLOCK: Duration = Duration::from_secs(20);

fn table(text: &str, dealt: Dealt) -> Played {
    let draft = rulebook::read_table(text).unwrap();
    let game = games::find(draft.game()).unwrap();
    let config = draft.check(&game.book().unwrap()).unwrap();
    Played::by(facts_by(game, config, dealt, Clocks::all(CLOCK)))
}

/// The current window, if it is one of the four and awaits an answer.
fn window(played: &Played) -> Option<(StepId, Patrons)> {
    match played.table.table.due() {
        Due::Choices { closes, left } if WINDOWS.contains(&closes.word()) => Some((closes, left)),
        _ => None,
    }
}

/// Returns every no that can be said now.
fn nos(played: &Played) -> Vec<(Patron, Spot, ChoiceId)> {
    let mut found = Vec::new();
    played.table.table.offers(&mut |offer| {
        if let (By::Patron(patron), Ask::Choose { spot, choice }) = (offer.by, offer.ask)
            && ["decline", "play-on"].contains(&choice.word())
        {
            found.push((patron, spot, choice));
        }
    });
    found
}

fn say(played: &mut Played, (patron, spot, choice): (Patron, Spot, ChoiceId)) {
    let input = Input::Choose { patron, spot, choice, amount: None };
    let person = i64::from(patron.index()) + 1;
    played.send(person, None, Command::Play { by: Actor::Patron(patron), input }).unwrap();
}

/// Plays on until such a window has just opened.
fn until_window(played: &mut Played, whim: &mut Whim) -> StepId {
    for _ in 0..3_000 {
        match window(played) {
            Some((closes, left)) if !left.is_empty() => return closes,
            _ => {}
        }
        let Some((by, input)) = next_move(&played.table, whim) else { panic!("nobody is asked") };
        let person = crate::patrons::person_of(by).0;
        played.send(person, None, Command::Play { by, input }).unwrap();
    }
    panic!("nobody is ever asked");
}

#[test]
fn when_all_have_said_no_the_time_is_over_and_until_then_it_is_one_question() {
    let mut seen: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for text in TABLES {
        let (mut played, mut whim) = (table(text, Dealt::Computer), Whim::new(5));
        for _ in 0..60 {
            let closes = until_window(&mut played, &mut whim);
            let asked = played.table.asked();
            let mut said = 0;
            while let Some((_, left)) = window(&played).filter(|(now, _)| *now == closes) {
                assert_eq!(played.table.asked(), asked, "{closes}: another question");
                let length = played.table.window().unwrap().length;
                let Some(no) = nos(&played).into_iter().find(|(patron, ..)| left.has(*patron)) else {
                    // The window awaits no one: a unit of its own closes it.
                    assert!(left.is_empty(), "{closes}: {left:?} cannot say no");
                    assert_eq!(length, Duration::ZERO, "{closes}");
                    played.send(0, None, Command::Expire { asked }).unwrap();
                    break;
                };
                assert_eq!(length, CLOCK, "{closes}: hurried");
                say(&mut played, no);
                said += 1;
            }
            assert!(said > 0 && window(&played).is_none_or(|(now, _)| now != closes), "{closes} stays open");
            let counted = seen.entry(closes.word()).or_default();
            *counted = (counted.0 + 1, counted.1.max(said));
        }
    }
    for closes in WINDOWS {
        let (windows, said) = seen.get(closes).copied().unwrap_or_default();
        assert!(windows >= 10 && said >= 2, "{closes}: {windows} windows, at most {said} answers: {seen:?}");
    }
}

#[test]
fn an_expiry_of_an_older_journal_names_the_answer_before_it() {
    for text in TABLES {
        let (mut played, mut whim) = (table(text, Dealt::Computer), Whim::new(8));
        for _ in 0..40 {
            until_window(&mut played, &mut whim);
            let (asked, first) = (played.table.asked(), nos(&played)[0]);
            say(&mut played, first);
            if played.table.asked() != asked {
                continue;
            }
            let last = played.table.seq();
            for other in [asked - 1, last + 1] {
                let refused = played.send(0, None, Command::Expire { asked: other });
                assert!(matches!(refused, Err(Refused::Conflict { .. })), "{other}: {refused:?}");
            }
            played.send(0, None, Command::Expire { asked: last }).unwrap();
            assert!(played.table.asked() > last);
        }
    }
}
