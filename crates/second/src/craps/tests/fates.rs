//! The table of fates, for the cells that are easily wrong.

use super::super::{Fate, NUMBERS, WORDS, callable, document, fate, fire_fate, parted};
use std::collections::BTreeSet;

const MOMENTS: [Option<u8>; 7] = [None, Some(4), Some(5), Some(6), Some(8), Some(9), Some(10)];

fn rolls() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

fn even() -> Fate {
    Fate::Wins { odds: (1, 1), parts: (1, 1) }
}

#[test]
fn the_words_are_all_different_and_all_known() {
    assert_eq!(WORDS.into_iter().collect::<BTreeSet<_>>().len(), 96);
    for word in WORDS {
        for puck in MOMENTS {
            for dice in rolls() {
                fate(word, puck, false, true, dice);
                assert_eq!(
                    fate(word, puck, true, true, dice),
                    match puck {
                        Some(_) => Fate::Impossible,
                        None if matches!(word, "pass" | "dont-pass") => Fate::Impossible,
                        None => fate(word, None, false, true, dice),
                    }
                );
            }
        }
    }
}

#[test]
#[should_panic(expected = "is no wager")]
fn other_words_are_not() {
    fate("hard-5-odds", None, false, true, (1, 1));
}

#[test]
fn a_roll_counts_the_same_whichever_die_shows_which_face() {
    for word in WORDS {
        for puck in MOMENTS {
            for (a, b) in rolls() {
                assert_eq!(fate(word, puck, false, true, (a, b)), fate(word, puck, false, true, (b, a)));
            }
        }
    }
}

#[test]
fn what_cannot_stand() {
    let count = |working: bool| {
        let cells = WORDS.iter().flat_map(|word| MOMENTS.map(|puck| (word, puck)));
        cells.filter(|(word, puck)| fate(word, *puck, false, working, (1, 2)) == Fate::Impossible).count()
    };
    // Two kinds of line odds and two kinds of come bet without a point, and four families of come bets and
    // their odds on the number that is the point.
    assert_eq!(count(true), 2 + 2 + 4 * 6);
    // Of 96 words 34 can be off; the other 62 never are.
    assert_eq!(WORDS.iter().filter(|word| callable(word)).count(), 34);
    assert_eq!(count(false), 62 * 7 + 6);
}

#[test]
fn an_off_wager_never_moves_a_chip_but_odds_come_back_with_their_flat_bet() {
    for word in WORDS.iter().filter(|word| callable(word)) {
        for puck in MOMENTS {
            for dice in rolls() {
                let (on, off) = (fate(word, puck, false, true, dice), fate(word, puck, false, false, dice));
                let wanted = match on {
                    Fate::Stays | Fate::Impossible => on,
                    Fate::Wins { .. } | Fate::Loses if word.contains("odds") => Fate::Returned,
                    Fate::Wins { .. } | Fate::Loses => Fate::StaysOff,
                    _ => panic!("{word} {puck:?} {dice:?} gives {on:?}"),
                };
                assert_eq!(off, wanted, "{word} {puck:?} {dice:?}");
            }
        }
    }
}

#[test]
fn the_come_out_line() {
    let cells = [
        ((1, 1), Fate::Loses, even()),
        ((1, 2), Fate::Loses, even()),
        ((1, 3), Fate::Stays, Fate::Stays),
        ((3, 4), even(), Fate::Loses),
        ((5, 6), even(), Fate::Loses),
        ((6, 6), Fate::Loses, Fate::Pushes),
    ];
    for (dice, pass, dont) in cells {
        assert_eq!(fate("pass", None, false, true, dice), pass);
        assert_eq!(fate("dont-pass", None, false, true, dice), dont);
        if pass != Fate::Stays {
            assert_eq!(fate("come", Some(6), false, true, dice), pass);
            assert_eq!(fate("dont-come", Some(6), false, true, dice), dont);
        }
    }
    // With a point on, 11 and the craps do not affect the line.
    for dice in [(1, 1), (1, 2), (5, 6), (6, 6)] {
        assert_eq!(fate("pass", Some(8), false, true, dice), Fate::Stays);
        assert_eq!(fate("dont-pass", Some(8), false, true, dice), Fate::Stays);
    }
}

#[test]
fn come_bets_travel_to_the_number_thrown() {
    for n in NUMBERS {
        let dice = (n / 2, n - n / 2);
        // To the point's own number too.
        for puck in NUMBERS {
            let Fate::Moves(to) = fate("come", Some(puck), false, true, dice) else { panic!("stays") };
            assert_eq!(parted(to), ("come", Some(n)));
            let Fate::Moves(to) = fate("dont-come", Some(puck), false, true, dice) else { panic!("stays") };
            assert_eq!(parted(to), ("dont-come", Some(n)));
        }
    }
}

#[test]
fn hardways_and_hops_look_at_the_faces() {
    assert_eq!(fate("hard-8", None, false, true, (4, 4)), Fate::Wins { odds: (9, 1), parts: (1, 1) });
    assert_eq!(fate("hard-8", None, false, true, (2, 6)), Fate::Loses);
    assert_eq!(fate("hard-8", Some(8), false, true, (3, 4)), Fate::Loses);
    assert_eq!(fate("hard-8", None, false, true, (2, 2)), Fate::Stays);
    assert_eq!(fate("hop-2-6", None, false, true, (6, 2)), Fate::Wins { odds: (15, 1), parts: (1, 1) });
    assert_eq!(fate("hop-2-6", None, false, true, (4, 4)), Fate::Loses);
    // Each hop bet names its own faces: one or two rolls of 36.
    for word in WORDS.iter().filter(|word| word.starts_with("hop-")) {
        let faces: Vec<u8> = word[4..].split('-').map(|face| face.parse().unwrap()).collect();
        for (a, b) in rolls() {
            let hit = fate(word, None, false, true, (a, b)) != Fate::Loses;
            assert_eq!(hit, [a.min(b), a.max(b)] == faces[..], "{word} {a}-{b}");
        }
    }
}

#[test]
fn bets_in_parts() {
    let part = |odds, won, all| Fate::Wins { odds: (odds, 1), parts: (won, all) };
    assert_eq!(fate("craps-eleven", None, false, true, (6, 6)), part(7, 1, 2));
    assert_eq!(fate("craps-eleven", None, false, true, (6, 5)), part(15, 1, 2));
    assert_eq!(fate("horn", None, false, true, (1, 1)), part(30, 1, 4));
    assert_eq!(fate("horn", None, false, true, (1, 2)), part(15, 1, 4));
    assert_eq!(fate("horn-high-12", None, false, true, (6, 6)), part(30, 2, 5));
    assert_eq!(fate("horn-high-12", None, false, true, (1, 1)), part(30, 1, 5));
    assert_eq!(fate("world", None, false, true, (2, 5)), part(4, 1, 5));
    assert_eq!(fate("world", None, false, true, (4, 4)), Fate::Loses);
}

#[test]
fn only_a_loser_seven_settles_a_fire_bet() {
    assert_eq!(fire_fate(None, 6, 7, &document), Fate::Stays);
    assert_eq!(fire_fate(Some(4), 6, 4, &document), Fate::Stays);
    assert_eq!(fire_fate(Some(4), 3, 7, &document), Fate::Loses);
    for (points, win) in [(4, 24), (5, 249), (6, 999)] {
        assert_eq!(fire_fate(Some(4), points, 7, &document), Fate::Wins { odds: (win, 1), parts: (1, 1) });
    }
    assert_eq!(fate("fire", None, true, true, (3, 4)), Fate::Stays);
    assert_eq!(fate("fire", Some(9), false, true, (3, 4)), Fate::Loses);
}
