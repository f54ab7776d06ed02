//! House edges: known numbers of the game, computed by adding up the table of fates over all rolls.

use super::super::{Fate, NUMBERS, fate};

/// A fraction in lowest terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Fraction(i128, i128);

impl Fraction {
    fn new(over: i128, under: i128) -> Fraction {
        let (mut a, mut b) = (over.abs(), under.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Fraction(under.signum() * over / a, under.abs() / a)
    }

    fn plus(self, other: Fraction) -> Fraction {
        Fraction::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn over(self, times: i128) -> Fraction {
        Fraction::new(self.0, self.1 * times)
    }
}

fn rolls() -> impl Iterator<Item = (u8, u8)> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| (a, b)))
}

/// Returns the average win of one unit on the wager, from this moment until it is decided.
fn edge(wager: &str, puck: Option<u8>) -> Fraction {
    let mut sum = Fraction(0, 1);
    let mut ended = 0;
    for dice in rolls() {
        let worth = match fate(wager, puck, false, true, dice) {
            Fate::Wins { odds: (win, per), parts: (won, all) } => {
                let gain = Fraction::new(i128::from(win * won), i128::from(per * all));
                gain.plus(Fraction::new(i128::from(won - all), i128::from(all)))
            }
            Fate::Loses => Fraction(-1, 1),
            Fate::Pushes | Fate::Returned => Fraction(0, 1),
            // A come bet on its number does not depend on the puck.
            Fate::Moves(to) => edge(to, None),
            // A line bet that stays on the come-out waits for its point.
            Fate::Stays if puck.is_none() && matches!(wager, "pass" | "dont-pass") => {
                edge(wager, Some(dice.0 + dice.1))
            }
            // Any other bet that stays is unchanged.
            Fate::Stays => continue,
            Fate::StaysOff | Fate::Impossible => panic!("{wager} {puck:?} {dice:?}"),
        };
        sum = sum.plus(worth);
        ended += 1;
    }
    sum.over(ended)
}

#[test]
fn line_and_come() {
    assert_eq!(edge("pass", None), Fraction(-7, 495));
    assert_eq!(edge("dont-pass", None), Fraction(-3, 220));
    assert_eq!(edge("come", Some(6)), Fraction(-7, 495));
    assert_eq!(edge("dont-come", Some(9)), Fraction(-3, 220));
}

#[test]
fn a_line_bet_with_its_point_and_a_put_bet() {
    for (number, against) in [(4, Fraction(-1, 3)), (5, Fraction(-1, 5)), (6, Fraction(-1, 11))] {
        let other = 14 - number;
        for n in [number, other] {
            assert_eq!(edge("pass", Some(n)), against);
            assert_eq!(edge("dont-pass", Some(n)), Fraction(-against.0, against.1));
            assert_eq!(edge(&format!("put-{n}"), Some(n)), against);
            assert_eq!(edge(&format!("come-{n}"), None), against);
        }
    }
}

#[test]
fn place_and_hardways() {
    for (number, against) in [(4, Fraction(-1, 15)), (5, Fraction(-1, 25)), (6, Fraction(-1, 66))] {
        for puck in [None, Some(4), Some(6), Some(9)] {
            assert_eq!(edge(&format!("place-{number}"), puck), against);
            assert_eq!(edge(&format!("place-{}", 14 - number), puck), against);
        }
    }
    for (number, against) in [(4, 9), (10, 9), (6, 11), (8, 11)] {
        assert_eq!(edge(&format!("hard-{number}"), None), Fraction(-1, against));
        assert_eq!(edge(&format!("hard-{number}"), Some(8)), Fraction(-1, against));
    }
}

#[test]
fn fair_before_vigorish() {
    let even = Fraction(0, 1);
    for n in NUMBERS {
        assert_eq!(edge("pass-odds", Some(n)), even);
        assert_eq!(edge("dont-pass-odds", Some(n)), even);
        for family in ["come-odds", "dont-come-odds", "put-odds", "buy", "lay"] {
            assert_eq!(edge(&format!("{family}-{n}"), None), even, "{family}-{n}");
        }
    }
}

#[test]
fn one_roll() {
    for (wager, against) in [
        ("field", Fraction(-1, 18)),
        ("any-seven", Fraction(-1, 6)),
        ("any-craps", Fraction(-1, 9)),
        ("craps-two", Fraction(-5, 36)),
        ("craps-three", Fraction(-1, 9)),
        ("craps-twelve", Fraction(-5, 36)),
        ("eleven", Fraction(-1, 9)),
        ("craps-eleven", Fraction(-1, 9)),
        ("horn", Fraction(-1, 8)),
        ("horn-high-2", Fraction(-23, 180)),
        ("horn-high-3", Fraction(-11, 90)),
        ("horn-high-11", Fraction(-11, 90)),
        ("horn-high-12", Fraction(-23, 180)),
        ("world", Fraction(-2, 15)),
        ("hop-2-2", Fraction(-5, 36)),
        ("hop-5-5", Fraction(-5, 36)),
        ("hop-1-3", Fraction(-1, 9)),
        ("hop-4-6", Fraction(-1, 9)),
    ] {
        for puck in [None, Some(5), Some(10)] {
            assert_eq!(edge(wager, puck), against, "{wager}");
        }
    }
}
