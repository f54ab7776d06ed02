//! Checks that the public parts that settle a wager from facts and terms give exactly the lines that a table
//! settles.

mod blackjack;
mod craps;
mod holdem;

use engine::{Actor, Beneficiary, Event, Input, Line, Patron, Table, WagerId, What};
use felt::{Card, Money, Pack};
use games::Verdict;

const A: Patron = Patron::A;

/// SplitMix64: small and pinned.
struct Chance(u64);

impl Chance {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) >> 33).unwrap() % n
    }

    /// The cards of a pack in a new order.
    fn shuffled(&mut self, pack: Pack) -> Vec<Card> {
        let mut cards: Vec<Card> = pack.cards().collect();
        for n in (1..cards.len()).rev() {
            cards.swap(n, self.below(n + 1));
        }
        cards
    }
}

fn usd(dollars: i64) -> Money {
    Money::minor(dollars * 100)
}

fn bet(wager: WagerId, dollars: i64) -> Input {
    Input::Bet { patron: A, box_number: 1, wager, stake: usd(dollars), beneficiary: Beneficiary::Patron }
}

/// Sends an input that must be granted and returns the lines it settled.
#[track_caller]
fn send<T: Table>(table: &mut T, actor: Actor, input: Input) -> Vec<Line> {
    let mut events: Vec<Event> = Vec::new();
    if let Err(refusal) = table.apply(actor, input, &mut events) {
        panic!("{input:?}: {refusal:?} while {:?} is due", table.due());
    }
    lines(&events)
}

fn lines(events: &[Event]) -> Vec<Line> {
    events
        .iter()
        .filter_map(|event| if let What::Settled(line) = event.what { Some(line) } else { None })
        .collect()
}

/// Checks that a line matches the verdict.
#[track_caller]
fn is(line: &Line, verdict: &Verdict) {
    let (odds, row, cites) = (line.odds, line.row, line.cites);
    let settled = Verdict {
        outcome: line.outcome.unwrap(),
        odds,
        amount: verdict.amount,
        counts: verdict.counts,
        row,
        cites,
    };
    assert!(verdict.amount.is_none_or(|amount| amount == line.paid), "{line:?}");
    assert_eq!(&settled, verdict, "{line:?}");
}
