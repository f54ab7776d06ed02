//! Owed vigorish: chips for it stay at the table, and it is collected before anything leaves.

use crate::alone::{Alone, person};
use crate::books::quiet;
use crate::closing::{close, play_to_the_end, verified};
use crate::support::{Floor, PATIENT, intruder, request, seat};
use engine::{Actor, Beneficiary, Due, Game, Input, LineKind, Patron, Rank, StepId, WagerId, What};
use felt::Money;
use house::House;
use house::account::Account;
use house::ids::{PersonId, StreamId};
use house::ledger::{Way, verify};
use house::patrons::{Whim, next_move};
use house::store::reopen;
use house::stream::{Command, Draft, Refused, Stream};
use rulebook::{TableConfig, TableDraft};
use std::collections::{BTreeMap, BTreeSet};

pub const BANKER: WagerId = WagerId::new(&"banker");

/// A table that lets vigorish be owed.
pub fn owing() -> (&'static Game, TableConfig) {
    let game = games::find("ohio/mini-baccarat").unwrap();
    let book = game.book().unwrap();
    let mut draft = TableDraft::with_defaults(&book);
    draft.set_words(&book, "vigorish-taken owed  decks 6", None);
    (game, draft.check(&book).unwrap())
}

fn by(patron: Patron, input: Input) -> Command {
    Command::Play { by: Actor::Patron(patron), input }
}

fn bet(patron: Patron, wager: WagerId, stake: i64) -> Command {
    let (box_number, beneficiary) = (patron.index() + 1, Beneficiary::Patron);
    by(patron, Input::Bet { patron, box_number, wager, stake: Money::minor(stake), beneficiary })
}

fn no_more_bets() -> Command {
    let input = Input::Step(StepId::new(&"no-more-bets"));
    Command::Play { by: Actor::DEALER, input }
}

/// Returns the sum of the lines of one kind.
fn lines(draft: &Draft, wanted: LineKind) -> Money {
    let charged = draft.events.iter().filter_map(|event| match event.what {
        What::Settled(line) if line.kind == wanted => Some(line.charged),
        _ => None,
    });
    charged.sum()
}

/// Creates a table with two patrons, of whom the named ones owe something.
fn indebted(owe: &[Patron]) -> Alone {
    let (game, config) = owing();
    let mut alone = Alone::by(game, config);
    for patron in [Patron::A, Patron::B] {
        alone.arrive(patron, person(patron), 1_000_000);
    }
    let mut whim = Whim::new(5);
    while !owe.iter().all(|patron| alone.table.marked(*patron).is_positive()) {
        while !matches!(alone.table.face().due(), Due::Bets { .. }) {
            alone.play(&mut whim).unwrap();
        }
        for patron in owe {
            alone.send(person(*patron), bet(*patron, BANKER, 1_000)).unwrap();
        }
        alone.send(PersonId(100), no_more_bets()).unwrap();
    }
    alone
}

fn held(alone: &Alone, account: Account) -> i64 {
    alone.books.get(&account.of(crate::alone::TABLE)).copied().unwrap_or(0)
}

#[test]
fn what_is_owed_can_be_neither_staked_nor_cashed_out() {
    let mut alone = indebted(&[Patron::A]);
    let marked = alone.table.marked(Patron::A);
    let stack = alone.seat(Patron::A).stack;
    let more = (stack + Money::minor(1)).as_minor();
    let refused = |there| move |wanted| Refused::NoMoney { wanted: Money::minor(wanted), there };
    assert_eq!(alone.cash_out(Patron::A, Some(more)).unwrap_err(), refused(stack)(more));
    // All but a stake is taken away, so that no stake can use what is marked.
    alone.cash_out(Patron::A, Some((stack - Money::minor(700)).as_minor())).unwrap();
    assert_eq!(alone.table.marked(Patron::A), marked, "a part of the chips is no leaving");
    let left = Money::minor(700);
    let error = alone.send(person(Patron::A), bet(Patron::A, BANKER, 1_000)).unwrap_err();
    assert_eq!(error, refused(left)(1_000));
    assert_eq!(alone.cash_out(Patron::A, Some(701)).unwrap_err(), refused(left)(701));
    // A patron who loses everything still owes, and keeps the place.
    alone.send(person(Patron::A), bet(Patron::A, WagerId::new(&"player"), 500)).unwrap();
    assert_eq!(alone.seat(Patron::A).staked, Money::minor(500));
    assert_eq!(alone.table.marked(Patron::A), marked);
}

#[test]
fn who_takes_all_chips_away_or_leaves_or_is_removed_pays_first() {
    type Leaving = fn(&mut Alone) -> Draft;
    let ways: [(&str, Leaving); 4] = [
        ("cashes out", |alone| alone.cash_out(Patron::A, None).unwrap()),
        ("cashes out by amount", |alone| {
            let all = alone.seat(Patron::A).stack.as_minor();
            alone.cash_out(Patron::A, Some(all)).unwrap()
        }),
        ("leaves", |alone| {
            let input = Input::Leave { patron: Patron::A };
            alone.send(person(Patron::A), by(Patron::A, input)).unwrap()
        }),
        ("is removed", |alone| {
            let input = Input::Leave { patron: Patron::A };
            alone.send(PersonId(101), Command::Play { by: Actor::Staff(Rank::Floor), input }).unwrap()
        }),
    ];
    for (what, leaves) in ways {
        let mut alone = indebted(&[Patron::A, Patron::B]);
        let (owed, others) = (alone.table.marked(Patron::A), alone.table.marked(Patron::B));
        let (before, chips) = (held(&alone, Account::Vigorish), alone.seat(Patron::A).stack);
        let draft = leaves(&mut alone);
        assert_eq!(lines(&draft, LineKind::Collection), owed, "{what}");
        assert_eq!(held(&alone, Account::Vigorish) - before, owed.as_minor(), "{what}");
        assert_eq!((alone.table.marked(Patron::A), alone.table.marked(Patron::B)), (Money::ZERO, others));
        let kept = if what.starts_with("cashes") { Money::ZERO } else { chips };
        assert_eq!(alone.seat(Patron::A).stack, kept, "{what}");
    }
}

#[test]
fn a_table_that_closes_collects_before_anything_goes_home() {
    // Between rounds, and during one in which more is charged.
    for staked in [false, true] {
        let mut alone = indebted(&[Patron::A, Patron::B]);
        let mut charged =
            [Patron::A, Patron::B].map(|patron| alone.table.marked(patron)).into_iter().sum::<Money>();
        let mut collected = Money::ZERO;
        let mut whim = Whim::new(9);
        while !matches!(alone.table.face().due(), Due::Bets { .. }) {
            let draft = alone.play(&mut whim).unwrap();
            collected += lines(&draft, LineKind::Collection);
        }
        if staked {
            alone.send(person(Patron::A), bet(Patron::A, BANKER, 1_000)).unwrap();
        }
        let mut drafts = vec![alone.send(PersonId(100), Command::Close { reopen: true }).unwrap()];
        while staked && !alone.table.is_home() {
            drafts.push(alone.send(PersonId(100), no_more_bets()).unwrap());
        }
        for draft in &drafts {
            charged += lines(draft, LineKind::Debt);
            collected += lines(draft, LineKind::Collection);
        }
        assert!(alone.table.is_home() && charged.is_positive());
        assert_eq!(collected, charged);
        for patron in [Patron::A, Patron::B] {
            assert_eq!(held(&alone, Account::Marked(patron)), 0);
            assert_eq!(held(&alone, Account::Stack(patron)), 0);
        }
        assert_eq!(held(&alone, Account::Vigorish), 0);
        let home = alone.sent[&Account::Vigorish.of(crate::alone::TABLE)];
        assert!(home >= charged.as_minor(), "{home} went home of {charged:?}");
    }
}

// --------------------------------------------------------------------------------------------------- with a database

async fn send(house: &House, table: StreamId, person: PersonId, whim: &mut Whim, command: Command) {
    let seen = house.look(table, |stream| stream.table().unwrap().seq()).await.unwrap();
    house.send(request(table, person.0, whim.key(), seen, command)).await.unwrap();
}

/// Patrons at a table bet on the banker until each of them owes something, and bets are open again.
async fn run_up(house: &House, table: StreamId, patrons: &[Patron], whim: &mut Whim) {
    loop {
        let mut own = whim.clone();
        let look = move |stream: &dyn Stream| {
            let table = stream.table().unwrap();
            let bets = matches!(table.face().due(), Due::Bets { .. });
            (
                bets,
                next_move(table, &mut own),
                BTreeMap::from_iter(table.seats().keys().map(|p| (*p, table.marked(*p)))),
            )
        };
        whim.below(2);
        let (bets, next, marked) = house.look(table, look).await.unwrap();
        let owes = |patron: &Patron| marked.get(patron).is_some_and(|marked| marked.is_positive());
        if bets && patrons.iter().all(owes) {
            return;
        }
        if !bets {
            let (by, input) = next.unwrap();
            send(house, table, house::patrons::person_of(by), whim, Command::Play { by, input }).await;
            continue;
        }
        for patron in patrons {
            send(house, table, person(*patron), whim, bet(*patron, BANKER, 1_000)).await;
        }
        send(house, table, PersonId(100), whim, no_more_bets()).await;
    }
}

/// What is owed at a table is collected before its successor is opened, where nothing is owed yet.
#[tokio::test(flavor = "multi_thread")]
async fn the_table_in_its_place_begins_without_debts() {
    let floor = Floor::new("owed_next", 1).await;
    let (cage, tables) = floor.furnish_alike(owing(), 1, PATIENT).await;
    let house = floor.open().await;
    let mut whim = Whim::new(3);
    let patrons = [Patron::A, Patron::B];
    for patron in patrons {
        seat(&house, cage, tables[0], patron, 1_000_000).await;
    }
    run_up(&house, tables[0], &patrons, &mut whim).await;
    close(&house, tables[0], true).await;
    play_to_the_end(&house, tables[0], &mut whim).await;
    let mut client = floor.database.connect().await.unwrap();
    let next = reopen(&mut client, tables[0], games::find, &floor.keys).await.unwrap();
    house.bring(&[next]).await.unwrap();
    for patron in patrons {
        seat(&house, cage, next, patron, 10_000).await;
    }
    let marked = house.look(next, |stream| stream.table().unwrap().marked(Patron::A)).await.unwrap();
    assert_eq!(marked, Money::ZERO);
    quiet(&house, &[cage, next]).await;
    house.close().await;
    collected_once(&floor).await;
    verified(&floor).await;
    floor.drop().await;
}

/// Every deferred cent was collected once, and nothing is owed at any closed table.
pub async fn collected_once(floor: &Floor) -> i64 {
    let client = floor.database.connect().await.unwrap();
    let sums = "select t.stream, s.closed is not null,
            coalesce(sum(amount) filter (where (credit & 16777215) between 1024 and 1087), 0)::int8,
            coalesce(sum(amount) filter (where (debit & 16777215) between 1024 and 1087
                and (credit & 16777215) = 2), 0)::int8
        from transfer t join stream s on s.id = t.stream where s.kind = 'table' group by 1, 2";
    let mut all = 0;
    for row in client.query(sums, &[]).await.unwrap() {
        let (stream, closed): (i64, bool) = (row.get(0), row.get(1));
        let (put_off, collected): (i64, i64) = (row.get(2), row.get(3));
        assert!(
            !closed || put_off == collected,
            "table {stream}: {put_off} was put off, {collected} collected"
        );
        assert!(put_off >= collected, "table {stream}");
        all += collected;
    }
    assert!(all > 0, "nothing was put off");
    all
}

/// Marked chips that were not collected when cards were shuffled are found in SQL alone; the replay misses the row.
#[tokio::test(flavor = "multi_thread")]
async fn a_debt_that_is_forgotten_at_the_shuffle_is_found() {
    let floor = Floor::new("owed_forgotten", 1).await;
    let (cage, tables) = floor.furnish_alike(owing(), 1, PATIENT).await;
    let house = floor.open().await;
    let mut whim = Whim::new(4);
    seat(&house, cage, tables[0], Patron::A, 1_000_000).await;
    run_up(&house, tables[0], &[Patron::A], &mut whim).await;
    // The cards of a table without wagers are spread and shuffled: what is owed is collected before.
    let spread = Command::Play { by: Actor::DEALER, input: Input::Step(StepId::new(&"spread-cards")) };
    let seen = house.look(tables[0], |stream| stream.table().unwrap().seq()).await.unwrap();
    house.send(request(tables[0], 100, whim.key(), seen, spread)).await.unwrap();
    // A later debt is not a fault.
    run_up(&house, tables[0], &[Patron::A], &mut whim).await;
    quiet(&house, &[cage, tables[0]]).await;
    house.close().await;
    verified(&floor).await;
    let client = intruder(&floor.database).await;
    let forget = "update unit set moved = null where (stream, seq) in (
        select t.stream, t.seq from transfer t join shoe using (stream, seq)
        where (t.debit & 16777215) between 1024 and 1087 order by t.seq limit 1)";
    assert_eq!(client.execute(forget, &[]).await.unwrap(), 1);
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    let found: BTreeSet<_> = report.findings.found.keys().copied().collect();
    let expected = [(Way::Replay, "transfer-missing"), (Way::Replay, "balance-differs"), (Way::Sql, "debt")];
    assert_eq!(found, BTreeSet::from(expected), "{:?}", report.findings.told);
    floor.drop().await;
}
