//! All 46,656 throws of three dice against three dice, wager by wager and row by row: compares the engine's
//! verdicts with those of the second settlement, and both with counts made by hand.

use engine::Outcome;
use felt::{Odds, ThreeDice};
use games::layout_games::three_dice_baccarat::{GAME, Table, ThreeDiceBaccarat, VOCABULARY};
use games::layout_table::LayoutGame;
use games::sources::TwoCupsResult;
use rulebook::TableDraft;
use second::layout::{Document, Fate};
use second::three_dice::Terms;
use std::collections::BTreeMap;

/// How often each wager has each outcome, with the row and its pay.
type Counts = BTreeMap<(&'static str, String), u32>;

/// A table with every wager, by the n-th of its pay tables.
fn table(nth: usize) -> (Table, Terms) {
    let book = GAME.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set("main-needed", "no", None);
    let bonuses = book.wagers.iter().filter(|wager| wager.side_bet);
    let words: BTreeMap<_, _> =
        bonuses.map(|wager| (wager.family.as_ref().unwrap_or(&wager.id), wager)).collect();
    for (word, wager) in words {
        let limits = if word == "triple-progressive" { "1" } else { "1..100" };
        draft.set(format!("side-bets.{word}"), limits, None);
        if let Some(code) = wager.paytables.get(nth) {
            draft.set(format!("paytable.{word}"), code.clone(), None);
        }
    }
    let config = draft.check(&book).unwrap();
    (Table::open(&book, &config).unwrap(), Terms::read(&book, &config))
}

fn every_throw() -> impl Iterator<Item = TwoCupsResult> {
    ThreeDice::all().flat_map(|player| ThreeDice::all().map(move |banker| TwoCupsResult { player, banker }))
}

/// Compares and counts.
fn counts(nth: usize) -> Counts {
    let (table, text) = table(nth);
    let mut counts = Counts::new();
    for result in every_throw() {
        let told = format!("{} {}", result.player, result.banker);
        for (row, wager) in VOCABULARY.wagers.iter().enumerate() {
            let verdict = ThreeDiceBaccarat::verdict(row, result, table.terms());
            let wins = verdict.outcome == Outcome::Wins;
            let engine = match (verdict.odds, verdict.amount) {
                (Some(odds), None) if wins => Fate::Wins((odds.win_units().into(), odds.per_units().into())),
                (None, Some(amount)) if wins => Fate::Amount(amount.as_minor()),
                (None, None) if wins => Fate::Meter,
                (None, None) if verdict.outcome == Outcome::Loses => Fate::Loses,
                (None, None) => Fate::Neither(verdict.outcome),
                _ => panic!("{wager} is paid twice for {told}"),
            };
            assert_eq!(engine, text.fate(wager.word(), &told).unwrap(), "{wager} for {told}");
            let row = verdict.row.map_or(String::new(), |row| row.to_string());
            let way = match verdict.odds {
                Some(odds) if row.is_empty() => format!("wins {}", Odds::to(odds.win_units(), 1)),
                _ if !row.is_empty() => row,
                _ => verdict.outcome.word().to_owned(),
            };
            *counts.entry((wager.word(), way)).or_default() += 1;
        }
    }
    counts
}

#[test]
fn all_throws_are_paid_as_the_text_has_it() {
    let all = [0, 1, 2].map(counts);
    let of = |nth: usize, wager, way: &str| all[nth].get(&(wager, way.to_owned())).copied().unwrap_or(0);
    for nth in 0..3 {
        for (hand, other) in [("player", "banker"), ("banker", "player")] {
            // 594 wins of three over zero push, as 4,836 ties do.
            assert_eq!(of(nth, hand, "wins 1 to 1"), 20_910 - 594, "{hand}");
            assert_eq!(of(nth, hand, "pushes"), 4_836 + 594, "{hand}");
            assert_eq!(of(nth, other, "loses"), 20_910, "{other}");
        }
        assert_eq!(of(nth, "tie", "wins 8 to 1"), 4_836);
        let events = [
            ("golden-3", "wins 35 to 1", 1_188),
            ("golden-3-player", "wins 70 to 1", 594),
            ("golden-3-banker", "wins 70 to 1", 594),
            ("sun-7", "wins 14 to 1", 2_718),
            ("moon-8", "wins 10 to 1", 3_718),
            ("triple-3", "wins 100 to 1", 431),
            ("triple-1-or-6", "wins 50 to 1", 860),
            ("any-triple", "wins 15 to 1", 2_556),
            ("nine-over-six", "wins 50 to 1", 800),
            ("double-straight", "wins 70 to 1", 576),
            ("zero-or-nine-tie", "wins 30 to 1", 1_354),
            ("five-tie", "wins 150 to 1", 256),
            ("one-over-zero", "wins 25 to 1", 1_458),
        ];
        for (wager, wins, ways) in events {
            assert_eq!(of(nth, wager, wins), ways, "{wager}");
            assert_eq!(of(nth, wager, "loses"), 46_656 - ways, "{wager}");
        }
        let rows = [("by-9", 675), ("by-8", 1_269), ("by-7", 1_705), ("by-6", 2_018), ("by-5", 2_248)];
        for wager in ["golden-talons-player", "golden-talons-banker"] {
            for (row, ways) in rows {
                assert_eq!(of(nth, wager, row), ways, "{wager} {row}");
            }
            assert_eq!(of(nth, wager, "by-4"), if nth == 0 { 2_510 } else { 0 }, "{wager}");
            assert_eq!(of(nth, wager, "pushes"), if nth == 1 { 4_836 } else { 0 }, "{wager}");
        }
        let triples = [
            ("triple-3-tie", 1),
            ("triple-3-over-6", 2),
            ("double-triple", 33),
            ("triple-3", 420),
            ("triple-1-or-2", 840),
            ("any-triple", 1_260),
            ("loses", 44_100),
        ];
        for (row, ways) in triples {
            assert_eq!(of(nth, "triple-progressive", row), ways, "{row}");
        }
    }
}
