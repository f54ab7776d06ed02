//! Millions of random requests of several tables, compared with a ledger that books each of them separately.

use super::super::{Act, Exact, Refill, Step};
use super::*;
use felt::{Rate, Rounding};
use proptest::prelude::*;
use rulebook::{Division, Reset};

/// SplitMix64: a fixed algorithm, and fast enough for millions of requests.
struct Chance(u64);

impl Chance {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn place(&mut self, length: usize) -> usize {
        usize::try_from(self.below(u64::try_from(length).unwrap())).unwrap()
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.place(of.len())]
    }
}

/// A common denominator of all rates in the test.
const PARTS: i128 = 2_100_000;
const RATES: [&str; 6] = ["21%", "1/3", "0.5%", "12.25%", "2/7", "100/300"];
const RESERVES: [&str; 3] = ["0.01%", "5%", "1/21"];

/// An independent ledger: every amount is booked when it moves, in parts, with no sums of stakes and no standing.
#[derive(Default)]
struct Ledger {
    contributed: i128,
    seeds: i128,
    awards: i128,
    meter: i128,
    reserve: i128,
}

fn parts(amount: Money) -> i128 {
    i128::from(amount.as_minor()) * PARTS
}

fn of_stake(rate: Rate, stake: Money) -> i128 {
    let all = parts(stake) * i128::from(rate.parts());
    assert_eq!(all % i128::from(rate.of()), 0);
    all / i128::from(rate.of())
}

impl Ledger {
    fn feed(&mut self, terms: &MeterTerms, stake: Money, sign: i128) {
        let growth = sign * of_stake(terms.rate, stake);
        let saved = terms.reserve.map_or(0, |rate| sign * of_stake(rate, stake));
        self.contributed += growth + saved;
        self.meter += growth;
        self.reserve += saved;
    }

    fn draw(&mut self, terms: &MeterTerms, step: &Step) {
        let Act::Drawn { draw, stands, parts: paid, refill, .. } = &step.act else { panic!("no draw") };
        let shows = self.meter.div_euclid(PARTS).max(0);
        assert_eq!(i128::from(stands.as_minor()), shows);
        // The share rounded to the coin, by long division.
        let coin = i128::from(terms.coin.as_minor());
        let (coins, rest) = (
            shows * i128::from(draw.share.hundredths()) / (10_000 * coin),
            shows * i128::from(draw.share.hundredths()) % (10_000 * coin),
        );
        let up = match terms.rounding {
            Rounding::Up => rest > 0,
            Rounding::NearestUp => rest * 2 >= 10_000 * coin,
            Rounding::NearestDown => rest * 2 > 10_000 * coin,
            Rounding::Down | Rounding::Exact => false,
        };
        let rounded = (coins + i128::from(up)) * coin;
        let total = if rounded > shows { coins * coin } else { rounded };
        let amount: i128 = paid.iter().map(|part| i128::from(part.as_minor())).sum();
        let least = paid.iter().min().unwrap().as_minor();
        let most = paid.iter().max().unwrap().as_minor();
        match terms.division {
            Division::Equal => {
                assert_eq!(least, most);
                assert!(amount <= total && total - amount < coin * paid.len() as i128);
            }
            Division::FirstPaid => {
                assert_eq!(amount, total);
                assert!(most - least <= terms.coin.as_minor() && paid.is_sorted_by(|a, b| a >= b));
            }
        }
        self.awards += amount * PARTS;
        self.meter -= amount * PARTS;
        let wanted = match terms.reset {
            Reset::Emptied if draw.share.hundredths() == 10_000 => i128::from(terms.seed.as_minor()),
            Reset::Emptied => 0,
            Reset::BelowSeed => (i128::from(terms.seed.as_minor()) - self.meter.div_euclid(PARTS)).max(0),
        };
        assert_eq!(i128::from((refill.reserve + refill.house).as_minor()), wanted);
        if refill.house.is_positive() {
            assert!(
                self.reserve - parts(refill.reserve) < PARTS,
                "the house pays only what the reserve lacks"
            );
        }
        assert!(refill.reserve.is_zero() || parts(refill.reserve) <= self.reserve);
        self.refill(*refill, 1);
    }

    fn refill(&mut self, refill: Refill, sign: i128) {
        self.reserve -= sign * parts(refill.reserve);
        self.seeds += sign * parts(refill.house);
        self.meter += sign * parts(refill.reserve + refill.house);
    }

    fn void(&mut self, step: &Step) {
        let Act::Voided { amount, back, .. } = step.act else { panic!("no void") };
        self.awards -= parts(amount);
        self.meter += parts(amount);
        self.refill(back, -1);
    }

    fn agrees_with(&self, meter: &Meter) {
        let balance = meter.balance().unwrap();
        let same = |exact: Exact, ours: i128| assert_eq!(exact.parts() * PARTS, ours * exact.per());
        same(balance.contributed, self.contributed);
        same(balance.meter, self.meter);
        same(balance.reserve, self.reserve);
        assert_eq!(parts(balance.seeds), self.seeds);
        assert_eq!(parts(balance.awards), self.awards);
        assert_eq!(self.contributed + self.seeds, self.awards + self.meter + self.reserve);
        assert!(balance.holds());
    }
}

fn any_terms(chance: &mut Chance) -> MeterTerms {
    let reserve = [None, Some(chance.one(&RESERVES).parse().unwrap())];
    MeterTerms {
        seed: cents(chance.one(&[0, 1, 99_999, 1_000_000, 12_345_678])),
        rate: chance.one(&RATES).parse().unwrap(),
        reserve: chance.one(&reserve),
        rounding: chance.one(&Rounding::ALL),
        coin: cents(1),
        reset: chance.one(&[Reset::Emptied, Reset::BelowSeed]),
        division: chance.one(&[Division::Equal, Division::FirstPaid]),
    }
}

/// Sends requests of several tables to one meter; returns the numbers of contributions and draws.
fn session(seed: u64, requests: u64, tables: u64) -> (u64, usize) {
    let chance = &mut Chance(seed);
    let coined = |terms: MeterTerms, coin| {
        if terms.rounding == Rounding::Exact { terms } else { MeterTerms { coin, ..terms } }
    };
    let first = any_terms(chance);
    let mut terms = vec![coined(first, cents(chance.one(&[1, 1, 25, 100])))];
    let mut meter = opened(terms[0]);
    let mut ledger = Ledger { seeds: parts(terms[0].seed), meter: parts(terms[0].seed), ..Ledger::default() };
    let mut log = Vec::new();
    let mut given: Vec<(MeterKey, usize, Money)> = Vec::new();
    let mut draws: Vec<u64> = Vec::new();
    let mut count = (0, 0);
    for unit in 1..=requests {
        let at = key(chance.below(tables), unit);
        let now = *terms.last().unwrap();
        log.clear();
        match chance.below(1_000) {
            0..=9 => {
                let winners: Vec<Patron> =
                    (0..=chance.one(&[0, 0, 0, 1, 2, 6])).map(|nth| Patron::nth(nth).unwrap()).collect();
                let draw = shared(chance.one(&[1, 200, 250, 1_000, 2_500, 9_999, 10_000, 10_000]), &winners);
                let grant = meter.draw(at, &draw, &mut log).unwrap();
                ledger.draw(&now, meter.steps().last().unwrap());
                assert_eq!(meter.draw(at, &draw, &mut log), Ok(grant.clone()));
                draws.push(grant.number);
                count.1 += 1;
            }
            10..=12 if !draws.is_empty() => {
                // A round becomes void soon after its draw, or much later.
                let back = chance.place(draws.len().min(3));
                let number = draws.swap_remove(draws.len() - 1 - back);
                ledger.void(&meter.void(at, number, &mut log).unwrap());
            }
            13 if terms.len() < 12 => {
                let to = coined(any_terms(chance), cents(chance.one(&[1, 1, 25, 100])));
                terms.push(to);
                meter.change(u32::try_from(terms.len()).unwrap(), to, &mut log).unwrap();
            }
            14..=20 if !given.is_empty() => {
                let which = chance.place(given.len());
                let (of, under, stake) = given.swap_remove(which);
                meter.take_back(at, of, &mut log).unwrap();
                ledger.feed(&terms[under], stake, -1);
            }
            21..=30 if !given.is_empty() => {
                let (again, _, stake) = given[chance.place(given.len())];
                meter.contribute(again, stake, &mut log).unwrap();
                assert!(log.is_empty());
                let other = meter.contribute(again, stake + cents(1), &mut log);
                assert_eq!(other, Err(MeterError::OtherBody(again)));
            }
            _ => {
                let stake = cents(chance.one(&[100, 100, 100, 500, 1, 333]));
                meter.contribute(at, stake, &mut log).unwrap();
                ledger.feed(&now, stake, 1);
                given.push((at, terms.len() - 1, stake));
                count.0 += 1;
            }
        }
        if unit % 4_096 == 0 {
            ledger.agrees_with(&meter);
        }
    }
    ledger.agrees_with(&meter);
    if requests < 50_000 {
        assert_eq!(Meter::load(&meter.save().unwrap()).unwrap(), meter);
    }
    count
}

#[test]
fn nothing_is_lost_over_millions_of_contributions() {
    let mut all = (0, 0);
    for seed in 0..8 {
        let (contributions, draws) = session(seed, 300_000, 1 + seed * 5);
        all = (all.0 + contributions, all.1 + draws);
    }
    assert!(all.0 > 2_000_000 && all.1 > 20_000, "{all:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn nothing_is_lost_in_short_sessions(seed: u64, requests in 1..2_000_u64, tables in 1..9_u64) {
        session(seed, requests, tables);
    }
}
