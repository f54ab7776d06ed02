//! Every wager of craps against every phase of the game and each of the 36 rolls.
//!
//! The cells come from real tables (`walk.rs`). Each is compared with the second settlement, which was
//! written from the rule text alone; sums are checked in `sums.rs`; and all of it is printed as
//! `docs/craps-matrix.md` (`page.rs`), which must match the committed file.

mod cells;
mod page;
mod sums;
mod text;
mod walk;

use cells::{End, Phase, State, Wager};
use felt::TwoDice;
use games::craps::words::WAGERS;
use second::Fate;
use second::craps as second;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Every wager by its word.
type Matrix = BTreeMap<&'static str, Wager>;

static MATRIX: LazyLock<Matrix> =
    LazyLock::new(|| WAGERS.iter().map(|wager| (wager.word(), walk::walk(wager.word()))).collect());

/// The variable that makes the test rewrite the page.
const UPDATE: &str = "UPDATE_CRAPS_MATRIX";

/// Every conceivable state of every wager: on and off in each phase, and a Fire Bet with each number of
/// points made.
fn all_states() -> impl Iterator<Item = (&'static str, State)> {
    WAGERS.iter().flat_map(|wager| {
        let word = wager.word();
        let states = Phase::all().flat_map(|phase| [true, false].map(|on| State::new(phase, on)));
        let fire = (1..=6).flat_map(|made| Phase::all().map(move |phase| State { phase, on: true, made }));
        states.chain(fire.filter(move |_| word == "fire")).map(move |state| (word, state))
    })
}

/// The result of the second settlement.
fn second_opinion(word: &str, state: State, dice: TwoDice) -> Fate {
    let State { phase, on, made } = state;
    let shown = (dice.a.number(), dice.b.number());
    let alone = phase == Phase::ComeAlone;
    if word == "fire" && alone && made == 0 {
        // `fate` does not know the points made. Bets are left in the Come only after a point was made: a
        // loser seven decides them all.
        return Fate::Impossible;
    }
    match made {
        0 => second::fate(word, phase.point(), alone, on, shown),
        _ => second::fire_fate(phase.point(), made.into(), dice.total(), &second::document),
    }
}

fn agree(end: End, fate: Fate) -> bool {
    match (end, fate) {
        (End::Pays { odds, won, of, .. }, Fate::Wins { odds: (win, per), parts }) => {
            (i64::from(odds.win_units()), i64::from(odds.per_units())) == (win, per) && (won, of) == parts
        }
        (End::Moves(to), Fate::Moves(there)) => to == there,
        (End::Loses, Fate::Loses)
        | (End::Pushes, Fate::Pushes)
        | (End::GoesBack, Fate::Returned)
        | (End::Stays, Fate::Stays)
        | (End::StaysOff, Fate::StaysOff) => true,
        _ => false,
    }
}

#[test]
fn engine_and_second_settlement_agree_on_every_cell() {
    assert_eq!(WAGERS.len(), 96);
    let (mut reached, mut impossible) = (0, 0);
    let mut differ = Vec::new();
    for (word, state) in all_states() {
        let row = MATRIX[word].rows.get(&state);
        for (n, dice) in TwoDice::all().enumerate() {
            let fate = second_opinion(word, state, dice);
            let agreed = match row {
                Some(row) => {
                    reached += 1;
                    agree(row[n].end, fate)
                }
                None => {
                    impossible += 1;
                    fate == Fate::Impossible
                }
            };
            if !agreed {
                let engine = row.map(|row| &row[n]);
                differ.push(format!("{word} in {state:?} at {dice}: engine {engine:?}, second {fate:?}"));
            }
        }
    }
    println!("{} cells: {reached} reached, {impossible} impossible", reached + impossible);
    let first: Vec<String> = differ.iter().take(40).cloned().collect();
    assert!(differ.is_empty(), "{} cells differ, the first:\n{}", differ.len(), first.join("\n"));

    // 96 wagers in seven phases and for the Come alone, on and off; six more counts of a Fire Bet.
    assert_eq!(reached + impossible, 36 * (96 * 8 * 2 + 6 * 8));
    assert_eq!(reached, 36 * (states_of_a_table() + states_for_the_come_alone() + 6 * 8));
    let walked: usize = MATRIX.values().map(|wager| wager.rows.len()).sum();
    assert_eq!(36 * walked, reached, "the walk found a state that is none of those listed");
}

/// The number of states on the come-out and with a point, counted by hand.
fn states_of_a_table() -> usize {
    let line = 2 * 7 + 2 * 6;
    let come = 2 * 6 + 3 * 6 * 6 + 6 * 6 * 2;
    let put = 6 * 7 + 6 * 7 * 2;
    let on_numbers = 3 * 6 * 7 * 2 + 4 * 7 * 2;
    let next_roll = (14 + 17) * 7;
    let fire = 7;
    line + come + put + on_numbers + next_roll + fire
}

/// The number of them that a roll for the Come alone can meet: no line bet, no wager that needs a point, and
/// no Fire Bet without points.
fn states_for_the_come_alone() -> usize {
    let come = 3 * 6 + 6 * 2;
    let put = 6 + 6 * 2;
    let on_numbers = 3 * 6 * 2 + 4 * 2;
    let next_roll = 14 + 17;
    come + put + on_numbers + next_roll
}

#[test]
fn a_roll_for_the_come_alone_does_what_a_come_out_roll_does() {
    for (word, wager) in &*MATRIX {
        for (state, row) in wager.rows.iter().filter(|(state, _)| state.phase == Phase::ComeAlone) {
            let come_out = State { phase: Phase::ComeOut, ..*state };
            assert_eq!(row, wager.row(come_out), "{word}");
            assert_eq!(wager.ordinary.get(&Phase::ComeAlone), wager.ordinary.get(&Phase::ComeOut), "{word}");
        }
    }
}

#[test]
fn the_cells_add_up() {
    sums::check_ways(&MATRIX);
    assert_eq!(sums::check_one_roll(&MATRIX), 31);
    sums::check_hops_share_out_the_rolls(&MATRIX);
    sums::check_opposites(&MATRIX);
    sums::check_parts(&MATRIX);
    sums::check_shares(&MATRIX);
}

#[test]
fn the_page_shows_what_the_engine_does() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/craps-matrix.md");
    let page = page::write(&MATRIX);
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, &page).unwrap();
        return;
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<String>>();
    let (new, old) = (lines(&page), lines(&committed));
    let first = (0..new.len().max(old.len())).find(|n| new.get(*n) != old.get(*n));
    if let Some(n) = first {
        panic!(
            "docs/craps-matrix.md is not what the engine does; from line {}:\n  committed {:?}\n  engine    {:?}\n\
             If the engine is right, regenerate the page with `just craps-matrix`, that is\n  \
             {UPDATE}=1 cargo test -p croupier-games --test settlements craps_matrix",
            n + 1,
            old.get(n),
            new.get(n),
        );
    }
}
