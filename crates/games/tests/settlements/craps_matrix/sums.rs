//! What the cells must add up to: bets that mirror each other, bets made of others, and the house's share, as
//! books on the game print it.

use super::Matrix;
use super::cells::{End, NUMBERS, Phase, Row, State, with_dice};
use felt::TwoDice;
use std::collections::BTreeMap;

/// An exact share of a stake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Share {
    pub over: i128,
    pub under: i128,
}

impl Share {
    pub fn new(over: i128, under: i128) -> Share {
        let (mut a, mut b) = (over.abs(), under.abs());
        while b != 0 {
            (a, b) = (b, a % b);
        }
        Share { over: over / a.max(1), under: under / a.max(1) }
    }

    fn plus(self, other: Share) -> Share {
        Share::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    fn times(self, over: i128, under: i128) -> Share {
        Share::new(self.over * over, self.under * under)
    }

    /// Hundredths of a per cent, to the nearest.
    pub fn basis_points(self) -> i128 {
        (self.over * 20_000 + self.under) / (2 * self.under)
    }
}

const NOTHING: Share = Share { over: 0, under: 1 };

/// The result of a decision on a stake of one; `None` without a decision.
fn brings(end: End) -> Option<Share> {
    match end {
        End::Pays { odds, won, of, .. } => {
            let paid = Share::new(odds.win_units().into(), odds.per_units().into());
            let (won, of) = (i128::from(won), i128::from(of));
            Some(paid.times(won, of).plus(Share::new(won - of, of)))
        }
        End::Loses => Some(Share::new(-1, 1)),
        End::Pushes | End::GoesBack => Some(NOTHING),
        End::Stays | End::StaysOff | End::Moves(_) => None,
    }
}

/// The rows of a working wager, with their phases.
fn on_rows<'a>(matrix: &'a Matrix, word: &str) -> impl Iterator<Item = (Phase, &'a Row)> {
    matrix[word]
        .rows
        .iter()
        .filter(|(state, _)| state.on && state.made == 0)
        .map(|(state, row)| (state.phase, row))
}

fn row<'a>(matrix: &'a Matrix, word: &str, phase: Phase) -> &'a Row {
    matrix[word].row(State::new(phase, true))
}

// ------------------------------------------------------------------ the share of the house

/// The average result of a stake that stays until a roll decides it, if every roll has the same row.
fn until_decided(row: &Row) -> Share {
    let decided: Vec<Share> = row.iter().filter_map(|cell| brings(cell.end)).collect();
    let rolls = i128::try_from(decided.len()).unwrap();
    decided.into_iter().fold(NOTHING, Share::plus).times(1, rolls)
}

/// The same where a roll that does not decide the wager leads to another row.
fn by_stages<'a>(first: &Row, then: impl Fn(TwoDice) -> &'a Row) -> Share {
    let brought = with_dice(first).map(|(dice, cell)| match cell.end {
        End::Stays | End::Moves(_) => until_decided(then(dice)),
        end => brings(end).unwrap(),
    });
    brought.fold(NOTHING, Share::plus).times(1, 36)
}

/// The average result of a wager for each unit staked, from the bet to the decision.
fn average(matrix: &Matrix, word: &str) -> Share {
    match word {
        "pass" | "dont-pass" => {
            by_stages(row(matrix, word, Phase::ComeOut), |dice| row(matrix, word, Phase::Point(dice.total())))
        }
        "come" | "dont-come" => by_stages(row(matrix, word, Phase::Point(4)), |dice| {
            row(matrix, &format!("{word}-{}", dice.total()), Phase::ComeOut)
        }),
        "fire" => fire(matrix),
        _ => {
            let averages: Vec<Share> = on_rows(matrix, word).map(|(_, row)| until_decided(row)).collect();
            assert!(averages.windows(2).all(|pair| pair[0] == pair[1]), "{word} is worth more at times");
            averages[0]
        }
    }
}

/// The house's share of each stake, for wagers that can be bet.
pub fn house_keeps(matrix: &Matrix, word: &str) -> Option<Share> {
    (!is_travelled(word)).then(|| average(matrix, word).times(-1, 1))
}

/// Whether only the dice can create the bet, by moving another one.
fn is_travelled(word: &str) -> bool {
    ["come-", "dont-come-"]
        .iter()
        .any(|line| word.strip_prefix(line).is_some_and(|n| n.parse::<u8>().is_ok()))
}

/// The share that books print.
pub fn known_share(word: &str) -> Option<(i128, i128)> {
    let (family, last) = word.rsplit_once('-').unwrap_or((word, ""));
    Some(match (family, last) {
        ("pass" | "come", "") => (7, 495),
        ("dont", "pass" | "come") => (3, 220),
        ("pass" | "dont-pass", "odds") => (0, 1),
        ("come-odds" | "dont-come-odds" | "put-odds" | "buy" | "lay", _) => (0, 1),
        ("put", "4" | "10") => (1, 3),
        ("put", "5" | "9") => (1, 5),
        ("put", _) => (1, 11),
        ("place", "4" | "10") => (1, 15),
        ("place", "5" | "9") => (1, 25),
        ("place", _) => (1, 66),
        ("hard", "4" | "10") => (1, 9),
        ("hard", _) => (1, 11),
        ("field", _) => (1, 18),
        ("any", "seven") => (1, 6),
        ("any", _) | ("craps", "three" | "eleven") | ("eleven", _) => (1, 9),
        ("craps", _) => (5, 36),
        ("horn", _) => (1, 8),
        ("horn-high", "2" | "12") => (23, 180),
        ("horn-high", _) => (11, 90),
        ("world", _) => (2, 15),
        ("hop-2" | "hop-3" | "hop-4" | "hop-5", other) if family.ends_with(other) => (5, 36),
        (hop, _) if hop.starts_with("hop-") => (1, 9),
        _ => return None,
    })
}

// ------------------------------------------------------------------ the Fire Bet

/// One, in the fixed point in which the chances of the Fire Bet are computed: their exact denominators are
/// too long.
const ONE: i128 = 1_000_000_000_000_000_000;

/// The chances that 0 to 6 different points are made before a loser seven, from the cells of the Pass Bet.
pub fn points_made(matrix: &Matrix) -> [i128; 7] {
    let made: Vec<Share> = NUMBERS.into_iter().map(|point| point_made(matrix, point)).collect();
    let loser = made.iter().fold(Share::new(1, 1), |left, made| left.plus(made.times(-1, 1)));
    let mut reached = vec![0_i128; 64];
    reached[0] = ONE;
    let mut chances = [0; 7];
    // A set of points is always a greater number than the sets that lead to it.
    for set in 0..64_usize {
        let again = (0..6).filter(|n| set & (1 << n) != 0).fold(NOTHING, |sum, n| sum.plus(made[n]));
        let leaves = Share::new(1, 1).plus(again.times(-1, 1));
        let of_reached = |share: Share| {
            let share = share.times(leaves.under, leaves.over);
            reached[set] * share.over / share.under
        };
        chances[usize::try_from(set.count_ones()).unwrap()] += of_reached(loser);
        let onward: Vec<(usize, i128)> =
            (0..6).filter(|n| set & (1 << n) == 0).map(|n| (set | (1 << n), of_reached(made[n]))).collect();
        for (next, chance) in onward {
            reached[next] += chance;
        }
    }
    chances
}

/// The chance that the next point is this one and is made.
fn point_made(matrix: &Matrix, point: u8) -> Share {
    let come_out = row(matrix, "pass", Phase::ComeOut);
    let stays = |cell: &&super::cells::Cell| cell.end == End::Stays;
    let points = come_out.iter().filter(stays).count();
    let this = with_dice(come_out).filter(|(dice, cell)| stays(cell) && dice.total() == point).count();
    let with_point = row(matrix, "pass", Phase::Point(point));
    let decided = with_point.iter().filter(|cell| cell.end != End::Stays).count();
    let wins = with_point.iter().filter(|cell| matches!(cell.end, End::Pays { .. })).count();
    let number = |count: usize| i128::try_from(count).unwrap();
    Share::new(number(this * wins), number(points * decided))
}

/// The average result of a Fire Bet, to nine digits.
fn fire(matrix: &Matrix) -> Share {
    let loser_seven = |made: usize| {
        let state = State { phase: Phase::Point(4), on: true, made: u8::try_from(made).unwrap() };
        let row = matrix["fire"].row(state);
        let seven = with_dice(row).find(|(dice, _)| dice.total() == 7).unwrap();
        brings(seven.1.end).unwrap()
    };
    let chances = points_made(matrix).into_iter().enumerate();
    let brought: i128 = chances.map(|(made, chance)| loser_seven(made).over * chance).sum();
    Share::new(brought / (ONE / 1_000_000_000), 1_000_000_000)
}

// ------------------------------------------------------------------ the checks

/// Checks that every share of the house is the one that books print.
pub fn check_shares(matrix: &Matrix) {
    for word in matrix.keys() {
        let Some(keeps) = house_keeps(matrix, word) else { continue };
        match known_share(word) {
            Some((over, under)) => assert_eq!(keeps, Share::new(over, under), "{word}"),
            None => assert_eq!((*word, keeps.basis_points()), ("fire", 2076)),
        }
    }
    // For no, one, two, three and four points: Ethier, The Doctrine of Chances (2010), chapter 15.
    let chances = points_made(matrix).map(|chance| (chance + 500_000) / 1_000_000);
    assert_eq!(
        chances[..5],
        [593_939_393_939, 260_750_492_004, 101_275_355_549, 33_434_212_179, 8_798_178_440]
    );
    assert!((chances.iter().sum::<i128>() - 1_000_000_000_000).abs() < 7, "they are all there is");
}

/// How many of the 36 rolls win, lose, or do neither.
fn ways(row: &Row) -> (usize, usize, usize) {
    let pays = row.iter().filter(|cell| matches!(cell.end, End::Pays { .. })).count();
    let loses = row.iter().filter(|cell| cell.end == End::Loses).count();
    (pays, loses, row.len() - pays - loses)
}

/// Checks that every wager on a number has the number's own ways, and the seven's six.
pub fn check_ways(matrix: &Matrix) {
    for (number, ways_of_number) in NUMBERS.into_iter().zip([3, 4, 5, 5, 4, 3]) {
        for (families, wins, loses) in [
            (["come", "come-odds", "put", "put-odds", "place", "buy"].as_slice(), ways_of_number, 6),
            (["dont-come", "dont-come-odds", "lay"].as_slice(), 6, ways_of_number),
            (["hard"].as_slice(), 1, ways_of_number - 1 + 6),
        ] {
            let words = families.iter().map(|family| format!("{family}-{number}"));
            for word in words.filter(|word| matrix.contains_key(word.as_str())) {
                for (phase, row) in on_rows(matrix, &word) {
                    assert_eq!(ways(row), (wins, loses, 36 - wins - loses), "{word} in {phase:?}");
                }
            }
        }
        let with_point = |word| ways(row(matrix, word, Phase::Point(number)));
        assert_eq!(with_point("pass"), (ways_of_number, 6, 30 - ways_of_number));
        assert_eq!(with_point("dont-pass"), (6, ways_of_number, 30 - ways_of_number));
    }
    assert_eq!(ways(row(matrix, "pass", Phase::ComeOut)), (8, 4, 24));
    assert_eq!(ways(row(matrix, "dont-pass", Phase::ComeOut)), (3, 8, 25));
}

/// Checks the bets on the next roll, in every phase: each of the 36 rolls decides them.
pub fn check_one_roll(matrix: &Matrix) -> usize {
    let one_roll: Vec<&str> = matrix.keys().copied().filter(|word| is_one_roll(word)).collect();
    for word in &one_roll {
        for (phase, row) in on_rows(matrix, word) {
            assert!(row.iter().all(|cell| brings(cell.end).is_some()), "{word} in {phase:?}");
        }
    }
    one_roll.len()
}

fn is_one_roll(word: &str) -> bool {
    let named = ["field", "any-seven", "any-craps", "craps-two", "craps-three", "craps-twelve", "eleven"];
    let parted = ["craps-eleven", "horn", "world"];
    named.contains(&word)
        || parted.contains(&word)
        || word.starts_with("horn-high-")
        || word.starts_with("hop-")
}

/// Checks that every roll is won by exactly one of the hops and the bets on 2, 3, 11 and 12.
pub fn check_hops_share_out_the_rolls(matrix: &Matrix) {
    let single = ["craps-two", "craps-three", "craps-twelve", "eleven"];
    let mut winners: BTreeMap<TwoDice, Vec<&str>> = BTreeMap::new();
    for word in matrix.keys().filter(|word| word.starts_with("hop-") || single.contains(word)) {
        for (dice, cell) in with_dice(row(matrix, word, Phase::ComeOut)) {
            if matches!(cell.end, End::Pays { .. }) {
                winners.entry(dice).or_default().push(word);
            }
        }
    }
    assert_eq!(winners.len(), 36);
    assert!(winners.values().all(|words| words.len() == 1), "{winners:?}");
}

/// Checks that when one of two opposite bets wins, the other loses. The one exception is a 12: the don't bet
/// pushes.
pub fn check_opposites(matrix: &Matrix) {
    let lines = [("pass", "dont-pass"), ("come", "dont-come"), ("pass-odds", "dont-pass-odds")];
    for (right, wrong) in lines {
        check_pair(matrix, right, wrong);
    }
    for number in NUMBERS {
        for (right, wrong) in
            [("come", "dont-come"), ("come-odds", "dont-come-odds"), ("buy", "lay"), ("place", "lay")]
        {
            check_pair(matrix, &format!("{right}-{number}"), &format!("{wrong}-{number}"));
        }
    }
}

fn check_pair(matrix: &Matrix, right: &str, wrong: &str) {
    let fair = right.contains("odds") || right.contains("buy");
    for (phase, ours) in on_rows(matrix, right) {
        let theirs = row(matrix, wrong, phase);
        for ((dice, ours), theirs) in with_dice(ours).zip(theirs) {
            let here = format!("{right} and {wrong} in {phase:?} at {dice}");
            match (ours.end, theirs.end) {
                (End::Pays { .. }, End::Loses) | (End::Loses, End::Pays { .. }) => {}
                (End::Stays, End::Stays) => {}
                (End::Loses, End::Pushes) => assert_eq!(dice.total(), 12, "{here}"),
                (End::Moves(ours), End::Moves(theirs)) => assert_eq!(format!("dont-{ours}"), theirs),
                ends => panic!("{here}: {ends:?}"),
            }
        }
        if fair {
            let (ours, theirs) = (odds_of(ours), odds_of(theirs));
            assert_eq!(
                ours,
                (theirs.1, theirs.0),
                "true odds for and against a number are each other's turn"
            );
        }
    }
}

/// The only odds that a row pays.
fn odds_of(row: &Row) -> (u32, u32) {
    let mut odds = row.iter().filter_map(|cell| match cell.end {
        End::Pays { odds, .. } => Some((odds.win_units(), odds.per_units())),
        _ => None,
    });
    let first = odds.next().unwrap();
    assert!(odds.all(|other| other == first));
    first
}

/// Checks that a wager made of parts pays what its parts pay as separate wagers (OH-CR-5.III to 5.VI).
pub fn check_parts(matrix: &Matrix) {
    let horn = ["craps-two", "craps-three", "eleven", "craps-twelve"];
    let with = |more: &'static str| horn.into_iter().chain([more]).collect::<Vec<&str>>();
    let wagers = [
        ("craps-eleven", vec!["any-craps", "eleven"]),
        ("horn", horn.to_vec()),
        ("horn-high-2", with("craps-two")),
        ("horn-high-3", with("craps-three")),
        ("horn-high-11", with("eleven")),
        ("horn-high-12", with("craps-twelve")),
        ("world", with("any-seven")),
    ];
    for (word, parts) in wagers {
        let count = i128::try_from(parts.len()).unwrap();
        for (n, (dice, cell)) in with_dice(row(matrix, word, Phase::ComeOut)).enumerate() {
            let part = |part: &&str| brings(row(matrix, part, Phase::ComeOut)[n].end).unwrap();
            let together = parts.iter().map(part).fold(NOTHING, Share::plus);
            assert_eq!(brings(cell.end).unwrap().times(count, 1), together, "{word} at {dice}");
        }
    }
}
