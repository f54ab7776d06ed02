use super::super::sample::{Sample, What};
use super::*;
use crate::chance::Chance;
use engine::Chance as _;
use felt::{Card, DeckKind, Pack, Pocket, WheelKind};

/// Samples of seeded chance, so that the tests give the same results in each run.
fn sample(what: What, chance: &mut Chance) -> Sample {
    let pack = Pack { kind: DeckKind::Standard52, decks: 8 };
    match what {
        What::Raw => Sample::Raw((0..1_000_000).map(|_| u8::try_from(chance.below(256)).unwrap()).collect()),
        What::Cards => cards(pack, chance, |chance, shoe| chance.shuffle(shoe)),
        What::Dice => Sample::Dice((0..50_000).map(|_| chance.two_dice()).collect()),
        What::Pockets => {
            let pick = |_| chance.pick(WheelKind::DoubleZero.pockets()).unwrap();
            Sample::Pockets { wheel: WheelKind::DoubleZero, pockets: (0..50_000).map(pick).collect() }
        }
    }
}

fn cards(pack: Pack, chance: &mut Chance, shuffle: impl Fn(&mut Chance, &mut Vec<Card>)) -> Sample {
    let new = || pack.cards().collect();
    let shoes = (0..600).map(|_| {
        let mut shoe: Vec<Card> = new();
        shuffle(chance, &mut shoe);
        shoe
    });
    Sample::Cards { pack, shoes: shoes.collect() }
}

fn judged(sample: &Sample) -> Judgement {
    Judgement::of(&findings(sample))
}

/// The names of the tests that fail.
fn failing(sample: &Sample) -> Vec<&'static str> {
    findings(sample).iter().filter(|found| !found.passes()).map(|found| found.test).collect()
}

#[test]
fn good_chance_passes() {
    for what in What::ALL {
        let mut chance = Chance::new(11);
        let judgement = judged(&sample(what, &mut chance));
        assert!(judgement.passes(), "{what:?}: {} of {}", judgement.failed, judgement.tests);
    }
}

/// If the statistics are correct, a test fails in one sample of a hundred, and p is uniform.
#[test]
fn each_test_fails_as_often_as_it_should() {
    const SAMPLES: u64 = 60;
    let small = Pack { kind: DeckKind::Joker53, decks: 1 };
    let (mut tests, mut failed, mut low, mut low_of) = (0, 0, 0, std::collections::BTreeMap::new());
    for seed in 0..SAMPLES {
        let mut chance = Chance::new(seed);
        let samples = [
            cards(small, &mut chance, |chance, shoe| chance.shuffle(shoe)),
            Sample::Dice((0..10_000).map(|_| chance.two_dice()).collect()),
        ];
        for found in samples.iter().flat_map(findings) {
            tests += 1;
            failed += usize::from(!found.passes());
            let below = usize::from(found.p < 0.5);
            low += below;
            *low_of.entry((found.test, found.of)).or_insert(0) += below;
        }
    }
    // Of 1,620 tests 16 are expected to fail, give or take 4, and half of them to be below the middle.
    assert_eq!(tests, 1_620);
    assert!((4..=28).contains(&failed), "{failed}");
    assert!((730..=890).contains(&low), "{low}");
    // Each of them: 30 give or take 4.
    assert!(low_of.values().all(|low| (15..=45).contains(low)), "{low_of:?}");
}

#[test]
fn a_die_that_is_loaded_fails() {
    let mut chance = Chance::new(3);
    let throws = (0..50_000).map(|_| {
        let throw = chance.two_dice();
        // One six in thirty becomes a one.
        let light = throw.a.number() == 6 && chance.below(30) == 0;
        if light { TwoDice::new(Die::ALL[0], throw.b) } else { throw }
    });
    let sample = Sample::Dice(throws.collect());
    assert!(failing(&sample).contains(&"frequency"));
}

#[test]
fn dice_that_follow_each_other_fail() {
    let mut chance = Chance::new(4);
    let throws = (0..50_000).map(|_| {
        let throw = chance.two_dice();
        if chance.below(50) == 0 { TwoDice::new(throw.a, throw.a) } else { throw }
    });
    let sample = Sample::Dice(throws.collect());
    assert!(failing(&sample).contains(&"interplay"));
    assert!(!judged(&sample).passes());
}

#[test]
fn a_modulo_without_rejection_fails() {
    let mut chance = Chance::new(5);
    let pockets = (0..200_000).map(|_| Pocket::from_index(chance.below(256) % 38).unwrap());
    let sample = Sample::Pockets { wheel: WheelKind::DoubleZero, pockets: pockets.collect() };
    assert!(failing(&sample).contains(&"frequency"));
    assert!(!judged(&sample).passes());
}

#[test]
fn a_wheel_that_never_repeats_fails() {
    let mut chance = Chance::new(6);
    let mut last = 0;
    let pockets = (0..50_000).map(|_| {
        last = (last + 1 + chance.below(37)) % 38;
        Pocket::from_index(last).unwrap()
    });
    let sample = Sample::Pockets { wheel: WheelKind::DoubleZero, pockets: pockets.collect() };
    let failing = failing(&sample);
    assert!(failing.contains(&"overlapping pairs") && failing.contains(&"duplicates in five"), "{failing:?}");
}

#[test]
fn a_counter_is_too_regular() {
    let bytes = (0..1_000_000_u32).map(|n| n.to_be_bytes()[3]).collect();
    let sample = Sample::Raw(bytes);
    assert!(failing(&sample).len() > 5);
    assert!(!judged(&sample).passes());
}

#[test]
fn wrong_shuffles_fail() {
    let pack = Pack { kind: DeckKind::Standard52, decks: 1 };
    let mut chance = Chance::new(7);
    // Every card is swapped with any other: the most common shuffle error.
    let naive = cards(pack, &mut chance, |chance, shoe| {
        (0..shoe.len()).for_each(|at| shoe.swap(at, chance.below(52)));
    });
    assert!(failing(&naive).contains(&"faces by position"));
    assert!(!judged(&naive).passes());
    // No card may keep its place: the second most common.
    let cyclic = cards(pack, &mut chance, |chance, shoe| {
        (1..shoe.len()).rev().for_each(|at| shoe.swap(at, chance.below(at)));
    });
    assert!(failing(&cyclic).contains(&"faces by position"));
    // Only a cut.
    let cut = cards(pack, &mut chance, |chance, shoe| shoe.rotate_left(chance.below(52)));
    let found = failing(&cut);
    for test in
        ["first two cards", "serial correlation", "runs", "duplicates side by side", "coupon collector"]
    {
        assert!(found.contains(&test), "{test} in {found:?}");
    }
}

#[test]
fn the_same_shoe_again_fails() {
    let pack = Pack { kind: DeckKind::Standard52, decks: 1 };
    let Sample::Cards { mut shoes, .. } =
        cards(pack, &mut Chance::new(8), |chance, shoe| chance.shuffle(shoe))
    else {
        return;
    };
    for at in (20..shoes.len()).step_by(20) {
        shoes[at] = shoes[at - 1].clone();
    }
    let sample = Sample::Cards { pack, shoes };
    assert!(failing(&sample).contains(&"interplay of shoes"));
}

#[test]
fn all_together_fail_by_many_or_by_one_that_is_bad() {
    let with = |p: f64| Finding { test: "t", of: String::new(), statistic: 0.0, freedom: None, p };
    let all = |bad: &[f64]| {
        let found: Vec<Finding> = bad.iter().copied().chain([0.5; 40]).take(40).map(with).collect();
        Judgement::of(&found)
    };
    assert!(all(&[]).passes());
    assert!(all(&[0.004, 0.997]).passes(), "two of forty");
    assert!(!all(&[0.004, 0.997, 0.002, 0.003]).passes(), "four of forty");
    assert!(!all(&[0.00001]).passes(), "one that is bad");
    assert_eq!(all(&[0.004]).failed, 1);
    assert_eq!(all(&[]).so_many, 1.0);
}
