//! Random hands at hold 'em, played and folded.

use super::{A, Chance, bet, is, send, usd};
use engine::{Actor, Due, Face, Input, Line, Place, Table};
use felt::{Card, DeckKind, Pack};
use games::poker::Hand;
use games::poker_games::ultimate_texas_holdem as game;
use games::poker_table::{Cards, HandEnd, Poker, Showdown};
use rulebook::TableDraft;
use std::collections::BTreeSet;

/// The cards dealt in a round.
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

fn table() -> game::Table {
    let book = game::GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("limits", "5..100 step 5", None).set("trips", "5..50 step 5", None);
    game::Table::open(&book, &draft.check(&book).unwrap()).unwrap()
}

/// Plays a round, sometimes folding, and returns its lines and cards.
fn round(table: &mut game::Table, chance: &mut Chance) -> (Vec<Line>, Dealt) {
    let mut deck = chance.shuffled(Pack { kind: DeckKind::Standard52, decks: 1 }).into_iter();
    let (mut settled, mut dealt) = (Vec::new(), Dealt::default());
    let choice = [game::RAISE, game::RAISE, game::RAISE, game::FOLD][chance.below(4)];
    send(table, Actor::DEALER, Input::Shuffled { cut_card: None });
    for (wager, dollars) in [(game::ANTE_WAGER, 10), (game::BLIND_WAGER, 10), (game::TRIPS_WAGER, 5)] {
        send(table, Actor::Patron(A), bet(wager, dollars));
    }
    send(table, Actor::DEALER, Input::Step(games::poker_table::words::NO_MORE_BETS));
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
                    game::RAISE => (game::RAISE, Some(usd(if last { 10 } else { 40 }))),
                    fold if last => (fold, None),
                    _ => (game::CHECK, None),
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
        let mut showdown = Showdown::of::<game::UltimateTexasHoldem>(
            (own, Cards::open(&dealt.own).unwrap()),
            (dealer, Cards::open(&dealt.dealer).unwrap()),
        );
        if lines.iter().all(|line| line.wager != game::PLAY_WAGER) {
            (showdown.compared, showdown.end) = (None, HandEnd::Folded);
        }
        let verdict = |wager| game::UltimateTexasHoldem::verdict(wager, &showdown, table.terms());
        let wagers =
            [("ante", game::ANTE), ("blind", game::BLIND), ("play", game::PLAY), ("trips", game::TRIPS)];
        for (word, verdict) in wagers.map(|(word, wager)| (word, verdict(wager))) {
            match verdict {
                Some(verdict) => is(line(word), &verdict),
                None => assert_eq!(showdown.end, HandEnd::Folded),
            }
        }
        rows.extend(lines.iter().filter_map(|line| Some((line.wager.word(), line.row?.word()))));
    }
    assert!(rows.len() >= 8, "{rows:?}");
}
