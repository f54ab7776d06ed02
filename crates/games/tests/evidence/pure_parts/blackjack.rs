//! All three-card hands of 21+3, and random hands against the dealer.

use super::{A, Chance, bet, is, send};
use engine::{Actor, Due, Face, Game, Input, Line, Outcome, Place, Spot, Table};
use felt::{Card, Pay};
use games::blackjack::{Blackjack, Showdown, SideBetTerms, Sight, Tally, ohio, ride_free, words};
use rulebook::{RuleBook, TableConfig, TableDraft};
use std::collections::BTreeSet;

fn config(game: &Game, words: &str) -> (std::sync::Arc<RuleBook>, TableConfig) {
    let book = game.book().unwrap();
    let config = TableDraft::new(game.id).set_words(&book, words, None).check(&book).unwrap();
    (book, config)
}

/// Shuffles and cuts until bets are open.
fn open_bets(table: &mut Blackjack) {
    loop {
        let input = match table.due() {
            Due::Shuffle => Input::Shuffled { cut_card: Some(200) },
            Due::Cut => {
                let spot = Spot { box_number: 0, hand: 1 };
                let decline = Input::Choose { patron: A, spot, choice: words::DECLINE_CUT, amount: None };
                let _ = table.apply(Actor::Patron(A), decline, &mut ());
                Input::Cut { depth: 100 }
            }
            Due::Card { to: Place::Rack, .. } => Input::Card { to: Place::Rack, face: Face::Unread },
            Due::Bets { .. } => return,
            due => panic!("{due:?}"),
        };
        send(table, Actor::DEALER, input);
    }
}

// ------------------------------------------------------------------ 21+3

const SIDES: [&str; 2] = ["21-3-classic", "21-3-xtreme"];

const SETTINGS: &str = "limits 10..500 step 10 \
    21-3-classic 10..100 step 10 paytable.21-3-classic CO-RF/PT-FLT-213-E04 \
    21-3-xtreme 10..100 step 10 paytable.21-3-xtreme CO-RF/PT-FLT-213XT-01";

fn with_side_bets() -> Blackjack {
    let (book, config) = config(&ride_free::GAME, SETTINGS);
    let mut table = ride_free::open(&book, &config).unwrap();
    open_bets(&mut table);
    send(&mut table, Actor::Patron(A), bet(words::MAIN, 10));
    for word in SIDES {
        let wager = table.terms().side_bet(word).unwrap().word();
        send(&mut table, Actor::Patron(A), bet(wager, 10));
    }
    send(&mut table, Actor::DEALER, Input::Step(words::NO_MORE_BETS));
    table
}

/// The lines by which these first two cards and this up card settle the side bets.
fn settled(mut table: Blackjack, first_two: [Card; 2], up: Card) -> Vec<Line> {
    let mut own = first_two.into_iter();
    let mut found = Vec::new();
    while found.len() < SIDES.len() {
        let input = match table.due() {
            Due::Card { to: to @ Place::Hand(_), .. } => {
                Input::Card { to, face: Face::Up(own.next().unwrap()) }
            }
            Due::Card { to, up: open } => {
                Input::Card { to, face: if open { Face::Up(up) } else { Face::Unread } }
            }
            Due::Turn { place } => Input::Turn { place, card: up },
            due => panic!("{due:?}"),
        };
        let lines = send(&mut table, Actor::DEALER, input);
        found.extend(lines.into_iter().filter(|line| SIDES.contains(&line.wager.word())));
    }
    found
}

fn agrees(line: &Line, terms: &SideBetTerms, sight: &Sight<'_>) {
    let result = terms.result(sight).unwrap();
    let odds =
        result.line.map(|line| if let Pay::Odds(odds) = line.pays { odds } else { panic!("{line:?}") });
    let row = result.line.and_then(|line| line.row());
    assert_eq!((line.outcome, line.odds, line.row), (Some(result.outcome), odds, row), "{sight:?}");
    assert_eq!(line.cites, result.cites, "{sight:?}");
}

#[test]
fn every_hand_of_21_3_is_what_the_table_settles() {
    let table = with_side_bets();
    let faces: Vec<Card> = Card::all().filter(|card| !card.is_joker()).collect();
    let mut rows = BTreeSet::new();
    for first in &faces {
        // The order of the first two does not matter, but some are dealt in the other order too.
        for second in faces.iter().filter(|second| *second >= first || second.rank_number() == 7) {
            for up in &faces {
                let lines = settled(table.clone(), [*first, *second], *up);
                let sight = Sight::of([*first, *second], *up);
                for line in &lines {
                    agrees(line, table.terms().side_bet(line.wager.word()).unwrap(), &sight);
                    rows.extend(line.row.map(|row| (line.wager.word(), row.word())));
                }
            }
        }
    }
    for word in SIDES {
        for line in table.terms().side_bet(word).unwrap().lines() {
            assert!(rows.contains(&(word, line.row().unwrap().word())), "{word} {line:?}");
        }
    }
}

// ------------------------------------------------------------------ against the dealer

/// Plays a round, drawing or standing at random, and returns the line of the main wager and the cards.
fn round(table: &mut Blackjack, chance: &mut Chance, mut cards: Vec<Card>) -> (Line, Vec<Card>, Vec<Card>) {
    send(table, Actor::Patron(A), bet(words::MAIN, 10));
    let (mut own, mut dealer, mut main) = (Vec::new(), Vec::new(), None);
    let mut hole = None;
    while main.is_none() {
        let (actor, input) = match table.due() {
            Due::Card { to, up } => {
                let card = cards.pop().unwrap();
                match (to, up) {
                    (Place::Hand(_), _) => own.push(card),
                    (Place::Dealer, true) => dealer.push(card),
                    (Place::Dealer, false) => hole = Some(card),
                    _ => {}
                }
                (Actor::DEALER, Input::Card { to, face: if up { Face::Up(card) } else { Face::Unread } })
            }
            Due::Turn { place } => {
                dealer.extend(hole);
                (Actor::DEALER, Input::Turn { place, card: hole.unwrap() })
            }
            Due::Answer => {
                let both = [dealer[0], hole.unwrap()];
                (Actor::DEALER, Input::Answer { yes: Tally::of(table.law(), &both).is_two_card_21() })
            }
            Due::Choice { patron, spot } => {
                let choice = [words::HIT, words::STAND][chance.below(2)];
                (Actor::Patron(patron), Input::Choose { patron, spot, choice, amount: None })
            }
            Due::Bets { closes } | Due::Choices { closes, .. } | Due::Step(closes) => {
                (Actor::DEALER, Input::Step(closes))
            }
            due => panic!("{due:?}"),
        };
        let lines = send(table, actor, input);
        main = main.or_else(|| lines.into_iter().find(|line| line.wager == words::MAIN));
    }
    (main.unwrap(), own, dealer)
}

#[test]
fn a_showdown_is_what_the_table_settles() {
    let (book, config) = config(&ohio::GAME, "limits 10..500 step 10 decks 6");
    let mut table = ohio::open(&book, &config).unwrap();
    open_bets(&mut table);
    let mut chance = Chance(3);
    let mut compared = [0; 3];
    for _ in 0..20_000 {
        let cards = chance.shuffled(config.pack());
        let (line, own, dealer) = round(&mut table.clone(), &mut chance, cards);
        let law = table.law();
        let showdown = Showdown::of(Tally::of(law, &own), Tally::of(law, &dealer));
        let verdict = showdown.verdict(law, table.terms());
        if showdown.own.is_two_card_21() || showdown.own.total() > 21 || showdown.dealer_blackjack {
            // It is settled before the hands are compared, by other rules, but with the same outcome.
            assert_eq!(
                (line.outcome, line.odds),
                (Some(verdict.outcome), verdict.odds),
                "{own:?} {dealer:?}"
            );
            continue;
        }
        is(&line, &verdict);
        compared[verdict.outcome as usize % 3] += 1;
        assert_ne!(verdict.outcome, Outcome::Returned);
    }
    assert!(compared.iter().all(|times| *times > 500), "{compared:?}");
}
