//! Random hands at hold 'em, played and folded.

use super::{A, Chance, bet, is, send, usd};
use engine::{Actor, Due, Face, Input, Line, Outcome, Place, Table};
use felt::{Card, DeckKind, Pack};
use games::holdem::{HandEnd, Holdem, words};
use games::poker::Hand;
use rulebook::TableDraft;
use std::collections::BTreeSet;

/// What was dealt in a round.
#[derive(Default)]
struct Dealt {
    own: Vec<Card>,
    dealer: Vec<Card>,
    board: Vec<Card>,
}

impl Dealt {
    fn lay(&mut self, to: Place, card: Card) {
        match to {
            Place::Hand(_) => self.own.push(card),
            Place::Dealer => self.dealer.push(card),
            Place::Board => self.board.push(card),
            _ => {}
        }
    }
}

fn table() -> Holdem {
    let book = games::holdem::GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("limits", "5..100 step 5", None).set("trips", "5..50 step 5", None);
    Holdem::open(&book, &draft.check(&book).unwrap()).unwrap()
}

/// Plays a round, folding now and then, and returns its lines and cards.
fn round(table: &mut Holdem, chance: &mut Chance) -> (Vec<Line>, Dealt) {
    let mut deck = chance.shuffled(Pack { kind: DeckKind::Standard52, decks: 1 }).into_iter();
    let (mut settled, mut dealt) = (Vec::new(), Dealt::default());
    let choice = [words::PLAY, words::PLAY, words::PLAY, words::FOLD][chance.below(4)];
    send(table, Actor::DEALER, Input::Shuffled { cut_card: None });
    for (wager, dollars) in [(words::ANTE, 10), (words::BLIND, 10), (words::TRIPS, 5)] {
        send(table, Actor::Patron(A), bet(wager, dollars));
    }
    send(table, Actor::DEALER, Input::Step(words::NO_MORE_BETS));
    loop {
        let (actor, input) = match table.due() {
            Due::Card { to, up } => {
                let card = deck.next().unwrap();
                dealt.lay(to, card);
                let face = match (to, up) {
                    (Place::Rack, _) => Face::Unread,
                    (_, true) => Face::Up(card),
                    (_, false) => Face::Down(card),
                };
                (Actor::DEALER, Input::Card { to, face })
            }
            Due::Choice { patron, spot } => {
                let last = dealt.board.len() == 5;
                let (choice, amount) = match choice {
                    words::PLAY => (words::PLAY, Some(usd(if last { 10 } else { 40 }))),
                    fold if last => (fold, None),
                    _ => (words::CHECK, None),
                };
                (Actor::Patron(patron), Input::Choose { patron, spot, choice, amount })
            }
            Due::Shuffle => return (settled, dealt),
            due => panic!("{due:?}"),
        };
        settled.extend(send(table, actor, input));
    }
}

#[test]
fn a_showdown_is_what_the_table_settles() {
    let mut table = table();
    let mut chance = Chance(2);
    let mut rows = BTreeSet::new();
    for _ in 0..20_000 {
        let (lines, dealt) = round(&mut table, &mut chance);
        let line = |word: &str| lines.iter().find(|line| line.wager.word() == word).unwrap();
        let best = |cards: &[Card]| cards.iter().chain(&dealt.board).copied().collect::<Hand>().ranking();
        let (own, dealer) = (best(&dealt.own), best(&dealt.dealer));
        let showdown = table.terms().showdown(own, dealer);
        let end = match (lines.iter().any(|line| line.wager == words::PLAY_WAGER), showdown.outcome) {
            (false, _) => HandEnd::Folded,
            (true, Outcome::Wins) => HandEnd::Won,
            _ => HandEnd::NotWon,
        };
        if end != HandEnd::Folded {
            is(line("ante"), &showdown.ante);
            is(line("blind"), &showdown.blind);
            is(line("play"), &showdown.play);
        }
        is(line("trips"), &table.terms().trips_verdict(own.category(), end).unwrap());
        rows.extend(lines.iter().filter_map(|line| Some((line.wager.word(), line.row?.word()))));
    }
    assert!(rows.len() >= 8, "{rows:?}");
}
