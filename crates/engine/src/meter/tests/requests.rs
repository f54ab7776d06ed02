use super::super::{Act, Contribution, Fed, Refill, Standing, award};
use super::*;
use felt::Rounding;
use rulebook::{Division, Reset};

const WHOLE: u32 = 10_000;

#[test]
fn fractions_are_carried_and_never_lost() {
    let mut meter = opened(MeterTerms::new(Money::ZERO, "1/3".parse().unwrap()));
    for unit in 1..=2 {
        feed(&mut meter, key(1, unit), 100).unwrap();
    }
    // Two times a third of a dollar: 66 cents and two thirds.
    let balance = meter.balance().unwrap();
    assert_eq!((balance.meter.parts(), balance.meter.per()), (200, 3));
    assert_eq!(meter.shows(), Ok(cents(66)));
    let grant = drawn(&mut meter, key(1, 3), &share(WHOLE));
    assert_eq!(grant, Grant { number: 1, stands: cents(66), amount: cents(66), parts: vec![cents(66)] });
    assert_eq!(meter.balance().unwrap().meter.parts(), 2);
    feed(&mut meter, key(1, 4), 100).unwrap();
    assert_eq!(meter.shows(), Ok(cents(34)), "the two thirds of a cent were still there");
}

#[test]
fn the_same_request_twice_has_one_effect() {
    let mut meter = opened(ohio());
    assert_eq!(feed(&mut meter, key(1, 1), 100), Ok(1));
    assert_eq!(feed(&mut meter, key(1, 1), 100), Ok(0));
    assert_eq!(feed(&mut meter, key(1, 1), 200), Err(MeterError::OtherBody(key(1, 1))));
    assert_eq!(feed(&mut meter, key(2, 1), 100), Ok(1), "another table's unit is another request");
    assert_eq!(meter.shows(), Ok(cents(1_000_042)));

    let first = drawn(&mut meter, key(1, 2), &share(1_000));
    feed(&mut meter, key(1, 3), 10_000).unwrap();
    assert_eq!(drawn(&mut meter, key(1, 2), &share(1_000)), first, "a grant stays what it was");
    let other = meter.draw(key(1, 2), &share(WHOLE), &mut Vec::new());
    assert_eq!(other, Err(MeterError::OtherBody(key(1, 2))));
    assert_eq!(meter.steps().len(), 1);
    assert_eq!(
        other.unwrap_err().to_string(),
        "request 0 of unit 2 of table 1 was used for something else already; a repeated request must be the same \
         in every part"
    );
}

#[test]
fn the_second_of_two_royals_has_what_the_first_left() {
    let mut meter = opened(ohio());
    feed(&mut meter, key(1, 1), 100_000_000).unwrap();
    let first = drawn(&mut meter, key(1, 2), &share(WHOLE));
    let second = drawn(&mut meter, key(1, 3), &share(WHOLE));
    assert_eq!((first.amount, second.amount), (cents(22_000_000), cents(1_000_000)));
    assert!(first.number < second.number);
    assert_eq!(meter.balance().unwrap().seeds, cents(3_000_000), "at the beginning and twice again");
}

#[test]
fn a_part_leaves_the_rest_unless_the_terms_fill_it_up() {
    let mut meter = opened(ohio());
    assert_eq!(drawn(&mut meter, key(1, 1), &share(1_000)).amount, cents(100_000));
    assert_eq!(meter.shows(), Ok(cents(900_000)), "below the seed");
    let mut meter = opened(MeterTerms { reset: Reset::BelowSeed, ..ohio() });
    feed(&mut meter, key(1, 1), 100_000).unwrap();
    assert_eq!(drawn(&mut meter, key(1, 2), &share(1_000)).amount, cents(102_100));
    assert_eq!(meter.shows(), Ok(cents(1_000_000)));
    feed(&mut meter, key(1, 3), 100_000_000).unwrap();
    drawn(&mut meter, key(1, 4), &share(1_000));
    assert_eq!(meter.shows(), Ok(cents(19_800_000)), "nothing goes in where the rest is above the seed");
}

#[test]
fn the_reserve_pays_the_seed_first_and_the_house_what_it_lacks() {
    let terms = MeterTerms { reserve: Some("0.25%".parse().unwrap()), ..ohio() };
    let mut meter = opened(terms);
    // 300.0025 go into the reserve.
    feed(&mut meter, key(1, 1), 12_000_100).unwrap();
    drawn(&mut meter, key(1, 2), &share(WHOLE));
    let refill = |meter: &Meter, at: usize| match meter.steps()[at].act {
        Act::Drawn { refill, .. } => refill,
        _ => panic!("no draw"),
    };
    assert_eq!(refill(&meter, 0), Refill { reserve: cents(30_000), house: cents(970_000) });
    let balance = meter.balance().unwrap();
    assert_eq!((balance.reserve.parts(), balance.reserve.per()), (100, 400), "the quarter of a cent stays");
    for unit in 3..=8 {
        feed(&mut meter, key(1, unit), 100_000_000).unwrap();
    }
    drawn(&mut meter, key(1, 9), &share(WHOLE));
    assert_eq!(refill(&meter, 1), Refill { reserve: cents(1_000_000), house: Money::ZERO });
    assert_eq!(meter.balance().unwrap().reserve.whole(), Ok(cents(500_000)));
}

#[test]
fn one_award_is_drawn_once_and_divided() {
    let three = shared(WHOLE, &[Patron::A, Patron::B, Patron::A]);
    let mut equal = opened(MeterTerms { seed: cents(1_000), ..ohio() });
    let grant = drawn(&mut equal, key(1, 1), &three);
    assert_eq!((grant.parts, grant.amount), (vec![cents(333); 3], cents(999)));
    assert_eq!(equal.shows(), Ok(cents(1_001)), "the cent that nobody can share stays in the meter");

    let division = Division::FirstPaid;
    let mut all = opened(MeterTerms { seed: cents(1_000), division, ..ohio() });
    let grant = drawn(&mut all, key(1, 1), &three);
    assert_eq!((grant.parts, grant.amount), ([334, 333, 333].map(cents).to_vec(), cents(1_000)));
    assert_eq!(all.shows(), Ok(cents(1_000)));
    let nobody = all.draw(key(1, 2), &shared(WHOLE, &[]), &mut Vec::new());
    assert_eq!(nobody, Err(MeterError::NoWinner));
}

#[test]
fn awards_are_rounded_as_named_and_never_beyond_the_meter() {
    let of = |stands, hundredths, rounding, coin| {
        award(cents(stands), share(hundredths).share, rounding, cents(coin)).as_minor()
    };
    assert_eq!(of(1_000_009, 1_000, Rounding::Down, 1), 100_000);
    assert_eq!(of(1_000_009, 1_000, Rounding::Up, 1), 100_001);
    assert_eq!(of(1_000_005, 1_000, Rounding::NearestUp, 1), 100_001);
    assert_eq!(of(1_000_005, 1_000, Rounding::NearestDown, 1), 100_000);
    assert_eq!(of(1_000_199, 1_000, Rounding::Down, 500), 100_000);
    assert_eq!(of(1_000_030, WHOLE, Rounding::Up, 100), 1_000_000, "all of it is all there is");
    assert_eq!(of(30, WHOLE, Rounding::NearestUp, 100), 0);
    assert_eq!(of(0, WHOLE, Rounding::Up, 100), 0);
    assert_eq!(of(i64::MAX, WHOLE, Rounding::Up, 1), i64::MAX);

    let mut meter = opened(MeterTerms { coin: cents(100), seed: cents(1_050), ..ohio() });
    assert_eq!(drawn(&mut meter, key(1, 1), &share(WHOLE)).amount, cents(1_000));
    assert_eq!(meter.shows(), Ok(cents(1_100)), "the half dollar stays, beside the new seed");
}

#[test]
fn a_void_draw_returns_and_its_seed_leaves() {
    let terms = MeterTerms { reserve: Some("1%".parse().unwrap()), ..ohio() };
    let mut meter = opened(terms);
    feed(&mut meter, key(1, 1), 10_000_000).unwrap();
    let before = meter.balance().unwrap();
    let grant = drawn(&mut meter, key(1, 2), &share(WHOLE));
    let mut log = Vec::new();
    let undone = meter.void(key(1, 3), grant.number, &mut log).unwrap();
    assert_eq!(meter.balance().unwrap(), before);
    let back = Refill { reserve: cents(100_000), house: cents(900_000) };
    assert!(matches!(undone.act, Act::Voided { back: found, .. } if found == back), "{undone:?}");
    assert_eq!(meter.void(key(1, 3), grant.number, &mut log), Ok(undone), "told twice");
    assert_eq!(log.len(), 1);
    let again = meter.void(key(1, 4), grant.number, &mut log);
    assert_eq!(again, Err(MeterError::AlreadyVoid(grant.number)));
    assert_eq!(meter.void(key(1, 3), 7, &mut log), Err(MeterError::OtherBody(key(1, 3))));
    assert_eq!(meter.void(key(1, 5), 2, &mut log), Err(MeterError::NoDraw(2)), "a void is no draw");
    assert_eq!(meter.void(key(1, 5), 9, &mut log), Err(MeterError::NoDraw(9)));
    assert_eq!(meter.draw(key(1, 3), &share(1), &mut log), Err(MeterError::OtherBody(key(1, 3))));
}

#[test]
fn a_void_leaves_later_grants_alone() {
    let mut meter = opened(ohio());
    feed(&mut meter, key(1, 1), 10_000_000).unwrap();
    let first = drawn(&mut meter, key(1, 2), &share(WHOLE));
    let second = drawn(&mut meter, key(2, 1), &share(9_900));
    assert_eq!(meter.shows(), Ok(cents(10_000)));
    meter.void(key(1, 3), first.number, &mut Vec::new()).unwrap();
    assert_eq!(second.amount, cents(990_000));
    // 31,000 came in with the first seed, 9,900 were paid to the second winner.
    assert_eq!(meter.shows(), Ok(cents(2_110_000)));
    assert!(meter.balance().unwrap().holds());

    // If later grants have consumed the seed, only the remainder can leave.
    let terms = MeterTerms { reserve: Some("50%".parse().unwrap()), ..ohio() };
    let mut meter = opened(terms);
    let small = drawn(&mut meter, key(1, 1), &share(9_999));
    assert_eq!((small.amount, meter.shows()), (cents(999_900), Ok(cents(100))));
    feed(&mut meter, key(1, 2), 20).unwrap();
    let first = drawn(&mut meter, key(1, 3), &share(WHOLE));
    assert_eq!(first.amount, cents(104));
    drawn(&mut meter, key(2, 1), &share(9_900));
    let undone = meter.void(key(1, 4), first.number, &mut Vec::new()).unwrap();
    let back = Refill { reserve: cents(10), house: cents(10_094) };
    assert!(matches!(undone.act, Act::Voided { back: found, .. } if found == back), "{undone:?}");
    assert_eq!(meter.shows(), Ok(Money::ZERO));
    assert!(meter.balance().unwrap().holds());
}

#[test]
fn a_contribution_is_taken_back_with_its_wager() {
    let mut meter = opened(MeterTerms { seed: Money::ZERO, ..ohio() });
    let mut log = Vec::new();
    feed(&mut meter, key(1, 1), 100).unwrap();
    meter.change(2, MeterTerms { rate: "50%".parse().unwrap(), ..ohio() }, &mut log).unwrap();
    feed(&mut meter, key(1, 2), 100).unwrap();
    meter.take_back(key(1, 3), key(1, 1), &mut log).unwrap();
    meter.take_back(key(1, 3), key(1, 1), &mut log).unwrap();
    assert_eq!((meter.shows(), log.len()), (Ok(cents(50)), 2), "by the rate under which it came");
    assert_eq!(meter.take_back(key(1, 4), key(1, 1), &mut log), Err(MeterError::TakenBack(key(1, 1))));
    assert_eq!(meter.take_back(key(1, 4), key(9, 9), &mut log), Err(MeterError::NoContribution(key(9, 9))));
    assert_eq!(meter.take_back(key(1, 4), key(1, 3), &mut log), Err(MeterError::NoContribution(key(1, 3))));

    // After the whole meter was awarded it may be slightly negative, until the next contributions.
    meter.change(3, MeterTerms { seed: Money::ZERO, ..ohio() }, &mut log).unwrap();
    drawn(&mut meter, key(1, 5), &share(WHOLE));
    meter.take_back(key(1, 6), key(1, 2), &mut log).unwrap();
    assert_eq!((meter.shows(), meter.balance().unwrap().meter.whole()), (Ok(Money::ZERO), Ok(cents(-50))));
    assert_eq!(drawn(&mut meter, key(1, 7), &share(WHOLE)).amount, Money::ZERO);
    feed(&mut meter, key(1, 8), 1_000).unwrap();
    assert_eq!(meter.shows(), Ok(cents(160)));
}

#[test]
fn other_terms_are_for_what_comes_after() {
    let mut meter = opened(ohio());
    let mut log = Vec::new();
    feed(&mut meter, key(1, 1), 10_000).unwrap();
    let to = MeterTerms { seed: cents(2_000_000), rate: "1/3".parse().unwrap(), ..ohio() };
    meter.change(2, to, &mut log).unwrap();
    meter.change(2, to, &mut log).unwrap();
    assert_eq!((meter.shows(), log.len()), (Ok(cents(1_002_100)), 1), "told twice, it changes nothing");
    assert_eq!(meter.change(4, to, &mut log), Err(MeterError::NoTerms { found: 4, latest: 2 }));
    assert_eq!(meter.change(2, ohio(), &mut log), Err(MeterError::NoTerms { found: 2, latest: 2 }));
    feed(&mut meter, key(1, 2), 10_000).unwrap();
    assert_eq!(
        feed(&mut meter, key(1, 1), 10_000),
        Ok(0),
        "sent again after the change, it is the same still"
    );
    assert_eq!(meter.shows(), Ok(cents(1_005_433)));
    drawn(&mut meter, key(1, 3), &share(WHOLE));
    assert_eq!(meter.shows(), Ok(cents(2_000_000)), "a new seed when it begins again");
}

#[test]
fn what_a_meter_cannot_go_by_is_refused() {
    let objection = |terms: MeterTerms| match Standing::open(terms) {
        Err(error) => error.to_string(),
        Ok(_) => String::new(),
    };
    let reserve = |text: &str| Some(text.parse().unwrap());
    assert!(objection(MeterTerms { seed: cents(-1), ..ohio() }).ends_with("the seed is not an amount"));
    assert!(objection(MeterTerms { coin: Money::ZERO, ..ohio() }).contains("the coin"));
    assert!(objection(MeterTerms { reserve: reserve("79.0001%"), ..ohio() }).contains("more than the stake"));
    assert_eq!(objection(MeterTerms { reserve: reserve("79%"), ..ohio() }), "");
    let mut meter = opened(MeterTerms { rate: "1/999983".parse().unwrap(), ..ohio() });
    let fine = MeterTerms { rate: "1/999979".parse().unwrap(), ..ohio() };
    assert_eq!(meter.change(2, fine, &mut Vec::new()), Ok(()));
    let finer = MeterTerms { rate: "1/999961".parse().unwrap(), ..ohio() };
    let error = meter.change(3, finer, &mut Vec::new()).unwrap_err();
    assert!(error.to_string().ends_with("divide a cent too finely"), "{error}");
    assert_eq!(meter.standing().terms_number(), 2);
}

#[test]
fn sums_that_would_not_be_counted_are_refused_and_change_nothing() {
    let mut meter = opened(ohio());
    assert_eq!(feed(&mut meter, key(1, 1), 0), Err(MeterError::NotAStake(0)));
    assert_eq!(feed(&mut meter, key(1, 1), -5), Err(MeterError::NotAStake(-5)));
    let most = Money::MAX_AMOUNT.as_minor();
    assert_eq!(feed(&mut meter, key(1, 1), most + 1), Err(MeterError::NotAStake(most + 1)));
    // The largest countable sum is that of ten million stakes of the largest kind; this sum reaches it with fewer rows.
    let mut fed = Fed::default();
    let row = Contribution { key: key(1, 1), terms: 1, stake: cents(most), takes_back: None };
    fed.append(&row).unwrap();
    let mut doubled = 0;
    while let Ok(()) = {
        let again = fed.clone();
        fed.add(&again)
    } {
        doubled += 1;
    }
    assert_eq!(doubled, 23);
    let (grown, before) = (meter.standing().shows(&fed).unwrap(), fed.clone());
    assert!(meter.standing().balance(&fed).unwrap().holds());
    assert_eq!(grown.as_minor(), most / 100 * 21 * (1 << 23) + 1_000_000);
    let step = meter.standing().draw(&fed, key(1, 2), &share(WHOLE)).unwrap();
    assert_eq!(step.grant().unwrap().amount, grown);
    while fed.append(&row).is_ok() {}
    assert!(fed.rows() < 10_000_001 && fed != before);
    let nothing = meter.clone();
    let unknown = Contribution { terms: 2, ..row };
    assert_eq!(meter.append(unknown, &mut Vec::new()), Err(MeterError::NoTerms { found: 2, latest: 1 }));
    assert_eq!(meter, nothing);
}

#[test]
fn a_house_file_opens_meters() {
    let text = "house = \"Gold Camp\"\njurisdiction = \"colorado\"\ncurrency = \"USD\"\n[[meter]]\nid = \"rockets\"\n\
                kind = \"rocket-aces\"\ntables = [\"blackjack\"]\nwager = \"5\"\nseed = \"20,000\"\nrate = \"15%\"\n\
                reserve = \"1/30\"\ncoin = \"1\"\nreset = \"below-seed\"\n";
    let house = rulebook::read_house(text).unwrap();
    let mut meter = Meter::open(Opening::of(&house, &house.meters[0])).unwrap();
    assert_eq!((meter.opening().link.as_str(), meter.opening().currency), ("rockets", Currency::USD));
    feed(&mut meter, key(1, 1), 500).unwrap();
    // Two per cent of 20,000.75 are 400.01: paid in whole dollars, and the meter is refilled up to its seed.
    assert_eq!(drawn(&mut meter, key(1, 2), &share(200)).amount, cents(40_000));
    assert_eq!(meter.shows(), Ok(cents(2_000_000)));
}
