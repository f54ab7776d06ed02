//! Tables that close, during and between rounds: every cent is sent back, and nothing happens there afterwards.

use crate::books::{quiet, tell};
use crate::proof;
use crate::support::{AS_ROWS, Floor, PATIENT, REALM, intruder, play_once, request, seat};
use engine::{Actor, Ask, Beneficiary, By, Due, Input, Patron, Rank, RulingAct};
use felt::Money;
use house::account::Account;
use house::ids::{Key, PersonId, StreamId};
use house::ledger::verify;
use house::patrons::Whim;
use house::round::{Asked, RoundError, verify_round};
use house::store::{make_cage, reopen};
use house::stream::{Command, NotHere, Refused, Stream};
use house::{House, NotDone};
use std::collections::BTreeMap;
use std::time::Duration;

pub const CHIPS: i64 = 1_000_000;
/// How often a table of each game is closed, each time at a later point of its round.
const TURNS: usize = 5;
const CLOSED: Refused = Refused::NotHere(NotHere::TableClosed);

pub async fn close(house: &House, table: StreamId, reopen: bool) {
    let key = Key::derived("close", &[table.0]);
    tell(house, table, key, Command::Close { reopen }).await.unwrap();
}

/// Plays on until the table is closed; wagers that are no longer allowed are refused.
pub async fn play_to_the_end(house: &House, table: StreamId, whim: &mut Whim) {
    for turn in 1..5_000 {
        if turn % 50 == 0 {
            rule(house, table, whim).await;
        }
        match play_once(house, table, whim).await {
            Some(Ok(_)) => {}
            Some(Err(NotDone::Refused(refused))) => assert_eq!(refused, CLOSED, "table {}", table.0),
            Some(Err(error)) => panic!("table {}: {error}", table.0),
            None if is_gone(house, table).await => return,
            None => tokio::time::sleep(Duration::from_millis(1)).await,
        }
        if is_gone(house, table).await {
            return;
        }
    }
    let stands = |stream: &dyn Stream| format!("{:?}", stream.table().unwrap().face().due());
    panic!("table {} never closes: {:?}", table.0, house.look(table, stands).await);
}

/// Rules on wagers that may not be taken back and for which nobody throws the dice, such as a bet for the dealers.
async fn rule(house: &House, table: StreamId, whim: &mut Whim) {
    let stuck = |stream: &dyn Stream| {
        let face = stream.table().unwrap().face();
        let idle = matches!(face.due(), Due::Bets { .. });
        let lying = face.wagers().iter().filter(|wager| idle && wager.on_layout());
        lying.map(|wager| wager.number).collect::<Vec<_>>()
    };
    for number in house.look(table, stuck).await.unwrap_or_default() {
        let input = Input::Ruling(RulingAct::VoidWager(number));
        let _ = tell(house, table, whim.key(), Command::Play { by: Actor::Staff(Rank::Shift), input }).await;
    }
}

pub async fn is_gone(house: &House, table: StreamId) -> bool {
    house.look(table, |_| ()).await.is_none()
}

/// Makes a wager for the dealers, if the table takes one.
async fn bet_for_dealers(house: &House, table: StreamId, whim: &mut Whim) {
    let look = |stream: &dyn Stream| {
        let table = stream.table().unwrap();
        let mut found = None;
        table.face().offers_to(Patron::A, &mut |offer| {
            if let (
                By::Patron(Patron::A),
                Ask::Bet { box_number, beneficiary: Beneficiary::Dealers, .. },
                Some(range),
            ) = (offer.by, offer.ask, offer.amount)
            {
                found = found.or(offer.ask.wagers().next().map(|wager| (box_number, wager, range.min)));
            }
        });
        (found, table.seq())
    };
    let Some((Some((box_number, wager, stake)), seen)) = house.look(table, look).await else { return };
    let (patron, beneficiary) = (Patron::A, Beneficiary::Dealers);
    let input = Input::Bet { patron, box_number, wager, stake, beneficiary };
    let play = Command::Play { by: Actor::Patron(patron), input };
    let _ = house.send(request(table, 1, whim.key(), seen, play)).await;
}

pub async fn verified(floor: &Floor) {
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    assert!(report.is_sound(), "{:?}", report.findings);
    assert_eq!(report.unplayed, []);
}

/// Returns what is left at a table, and the movements of its bank.
async fn left(floor: &Floor, table: StreamId) -> BTreeMap<Account, i64> {
    let sums = proof::sums(floor).await.into_iter();
    let own = sums.filter(|(account, held)| account.stream() == table && *held != 0);
    own.map(|(account, held)| (account.account().unwrap(), held)).collect()
}

/// A closed table has no secrets: everyone can verify its last round.
async fn verify_last_round(client: &mut tokio_postgres::Client, table: StreamId) {
    let mut asked = Asked { find: games::find, keys: None, table, round: u32::MAX };
    let Err(RoundError::NoRound { last, .. }) = verify_round(client, &asked, |_, _| {}).await else {
        panic!("no table has this many rounds");
    };
    if last > 0 {
        asked.round = last;
        let report = verify_round(client, &asked, |_, _| {}).await.unwrap();
        assert!(report.is_well() && report.is_whole(), "table {}: {:?}", table.0, report.faults);
    }
}

/// Every table is closed at another point of its round, reopened, and closed again.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_of_every_game_closes_wherever_its_round_is() {
    let floor = Floor::new("closing", 2).await;
    let furnished = floor.furnish(PATIENT).await;
    let house = floor.open().await;
    let mut client = floor.database.connect().await.unwrap();
    let (mut in_mid_round, mut deposited) = (0, 0);
    let mut whim = Whim::new(7);
    for (game, first, cage) in &furnished.tables {
        let mut table = *first;
        for turn in 0..TURNS {
            for patron in [Patron::A, Patron::B] {
                seat(&house, *cage, table, patron, CHIPS).await;
                deposited += CHIPS;
            }
            for _ in 0..turn * 5 {
                play_once(&house, table, &mut whim).await.unwrap().unwrap();
                bet_for_dealers(&house, table, &mut whim).await;
            }
            let lies = |stream: &dyn Stream| {
                stream.table().unwrap().face().wagers().iter().any(engine::Wager::on_layout)
            };
            in_mid_round += usize::from(house.look(table, lies).await == Some(true));
            close(&house, table, turn + 1 < TURNS).await;
            play_to_the_end(&house, table, &mut whim).await;
            assert_eq!(left(&floor, table).await, BTreeMap::new(), "{game}");
            let shift = house::ledger::shift(&floor.database, table, "-infinity", "infinity").await.unwrap();
            assert!(
                shift.bank_holds() && shift.patrons_hold() && shift.closer.is_zero(),
                "{game}: {shift:?}"
            );
            verify_last_round(&mut client, table).await;
            if turn + 1 < TURNS {
                let next = reopen(&mut client, table, games::find, &floor.keys).await.unwrap();
                assert_eq!(reopen(&mut client, table, games::find, &floor.keys).await.unwrap(), next);
                house.bring(&[next]).await.unwrap();
                table = next;
            }
        }
        let failed = reopen(&mut client, table, games::find, &floor.keys).await.unwrap_err().to_string();
        assert!(failed.contains("is not closed to be opened again"), "{failed}");
    }
    assert!(in_mid_round > 25, "{in_mid_round} were closed in mid-round");
    // What was not won for the house or its dealers is back in the wallets.
    let sums = proof::sums(&floor).await;
    let held = |wanted: fn(&Account) -> bool| -> i64 {
        let all = sums.iter().filter(|(account, _)| account.account().as_ref().is_some_and(wanted));
        all.map(|(_, held)| *held).sum()
    };
    let (wallets, tips) =
        (held(|one| matches!(one, Account::Wallet(_))), held(|one| matches!(one, Account::Tips)));
    let treasury = held(|one| matches!(one, Account::Treasury));
    assert_eq!(wallets + tips + treasury, deposited);
    assert!(tips > 0, "nobody won anything for the dealers");
    let asked = "select count(*) from transfer where (debit & 16777215) = $1 and (credit & 16777215) = 5";
    for (account, name) in [(1_i64, "bank"), (2, "vigorish"), (3, "tips")] {
        let times: i64 = client.query_one(asked, &[&account]).await.unwrap().get(0);
        assert!(times > 0 || name == "vigorish", "{name} never went home");
    }
    let covered = "select count(*) from transfer where (debit & 16777215) = 6 and (credit & 16777215) = 5";
    let covered: i64 = client.query_one(covered, &[]).await.unwrap().get(0);
    assert!(covered > 0, "no bank was below nothing");
    house.close().await;
    proof::streams(&floor, "closed").await;
    verified(&floor).await;
    floor.drop().await;
}

/// A closed table accepts nothing, repeats earlier answers, and stays closed after a restart; a root can name its end.
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_takes_nothing_any_more() {
    let floor = Floor::new("closed", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let mut house = floor.open().await;
    let (_, table, cage) = furnished.tables[2];
    seat(&house, cage, table, Patron::A, CHIPS).await;
    let mut whim = Whim::new(3);
    play_once(&house, table, &mut whim).await.unwrap().unwrap();
    close(&house, table, true).await;
    // A request to close it for good overrides one to reopen it.
    let again = tell(&house, table, whim.key(), Command::Close { reopen: true }).await.unwrap_err();
    assert_eq!(again, NotDone::Refused(Refused::NotHere(NotHere::ClosingAlready)));
    tell(&house, table, whim.key(), Command::Close { reopen: false }).await.unwrap();
    play_to_the_end(&house, table, &mut whim).await;
    let end = house.heads().await.into_iter().find(|(stream, ..)| *stream == table).unwrap();
    for restarted in [false, true] {
        let amount = Money::minor(500);
        let bet = Input::Bet {
            patron: Patron::A,
            box_number: 1,
            wager: games::find("ohio/blackjack").unwrap().vocabulary.wagers[0],
            stake: amount,
            beneficiary: Beneficiary::Patron,
        };
        let commands = [
            Command::Play { by: Actor::Patron(Patron::A), input: bet },
            Command::CashOut { patron: Patron::A, amount: None },
            Command::Credit { amount },
            Command::Close { reopen: true },
            Command::Expire { asked: end.1 },
        ];
        for command in commands {
            let refused = house.send(request(table, 1, whim.key(), end.1, command)).await.unwrap_err();
            assert_eq!(refused, NotDone::Refused(CLOSED));
        }
        let first = Key::derived("close", &[table.0]);
        let again = tell(&house, table, first, Command::Close { reopen: true }).await.unwrap();
        assert!(again.again && again.seq < end.1);
        assert!(house.heads().await.contains(&end));
        if !restarted {
            house.close().await;
            house = floor.open().await;
            let buy_in = Command::BuyIn { person: PersonId(1), table, patron: Patron::A, amount };
            let refused = tell(&house, cage, whim.key(), buy_in).await.unwrap_err();
            assert_eq!(refused, NotDone::Refused(CLOSED));
        }
    }
    house.close().await;
    verified(&floor).await;
    floor.drop().await;
}

/// The program dies after every unit on the way: before the closing, while chips are in transit, and at the end.
#[tokio::test(flavor = "multi_thread")]
async fn a_closing_table_that_is_killed_at_any_unit_closes_all_the_same() {
    let floor = Floor::new("closing_killed", 2).await;
    let furnished = floor.furnish(PATIENT).await;
    let mut house = floor.open().await;
    let mut open: Vec<StreamId> = furnished.tables.iter().map(|(_, table, _)| *table).collect();
    for (_, table, cage) in &furnished.tables {
        seat(&house, *cage, *table, Patron::A, CHIPS).await;
    }
    let mut whim = Whim::new(5);
    for step in 0.. {
        assert!(step < 300, "{open:?} never close");
        for table in &open {
            if step == 5 {
                let _ = tell(&house, *table, whim.key(), Command::Close { reopen: false }).await;
            } else {
                let _ = play_once(&house, *table, &mut whim).await;
            }
        }
        // The shard is not given up: the next owner fences this one out.
        drop(house);
        house = floor.open().await;
        let mut still = Vec::new();
        for table in open {
            if !is_gone(&house, table).await {
                still.push(table);
            }
        }
        open = still;
        if open.is_empty() {
            break;
        }
    }
    for (game, table, _) in &furnished.tables {
        assert_eq!(left(&floor, *table).await, BTreeMap::new(), "{game}");
    }
    quiet(&house, &[furnished.cage, furnished.marina]).await;
    house.close().await;
    proof::streams(&floor, "killed").await;
    verified(&floor).await;
    floor.drop().await;
}

/// Chips that were sold before a table closed, and arrive after that, go back where they came from.
#[tokio::test(flavor = "multi_thread")]
async fn chips_that_find_the_table_closed_go_back() {
    let floor = Floor::new("closed_late", 2).await;
    let furnished = floor.furnish(PATIENT).await;
    let (_, table, cage) = furnished.tables[1];
    let only = async |shard: i32| {
        let keys = std::sync::Arc::clone(&floor.keys);
        House::open(floor.database.clone(), games::find, keys, &[shard]).await.unwrap()
    };
    // The cage is on the first shard and the table on the second, so sold chips do not arrive.
    let at_cage = only(0).await;
    let (person, amount) = (PersonId(1), Money::minor(700));
    let commands = [
        Command::Deposit { person, amount: Money::minor(1_000) },
        Command::BuyIn { person, table, patron: Patron::A, amount },
        Command::Fill { table, amount: Money::minor(40) },
    ];
    for (number, command) in (0..).zip(commands) {
        tell(&at_cage, cage, Key::derived("late", &[number]), command).await.unwrap();
    }
    at_cage.close().await;
    let at_table = only(1).await;
    close(&at_table, table, false).await;
    assert!(is_gone(&at_table, table).await);
    at_table.close().await;
    let house = floor.open().await;
    quiet(&house, &[cage]).await;
    let wallet = house.look(cage, move |cage| cage.cage().unwrap().wallet(person)).await.unwrap();
    assert_eq!(wallet, Money::minor(1_000));
    house.close().await;
    let sums = proof::sums(&floor).await;
    for account in [Account::Treasury, Account::Transit] {
        assert_eq!(sums.get(&account.of(cage)).copied().unwrap_or(0), 0, "{account:?}");
    }
    verified(&floor).await;
    // A row by which they would come back twice is found.
    let client = intruder(&floor.database).await;
    client.batch_execute(AS_ROWS).await.unwrap();
    let forged = "update transfer_row set amount = amount + 1
        where stream = $1 and (debit & 16777215) = 5 and (credit & 16777215) = 6";
    assert_eq!(client.execute(forged, &[&cage.0]).await.unwrap(), 1);
    let report = verify(&floor.database, games::find, &floor.keys, |_| {}).await.unwrap();
    let found: Vec<&str> = report.findings.found.keys().map(|(_, name)| *name).collect();
    assert!(found.contains(&"message"), "{found:?}");
    floor.drop().await;
}

/// Patrons at a table of another cage get their money from their own cage: none goes from one realm to another.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_sends_everything_to_its_own_cage() {
    let floor = Floor::new("closing_cages", 1).await;
    let furnished = floor.furnish(PATIENT).await;
    let client = floor.database.connect().await.unwrap();
    make_cage(&client, REALM, "another cage", 0).await.unwrap();
    let house = floor.open().await;
    let (_, table, cage) = *furnished.tables.last().unwrap();
    assert_eq!(cage, furnished.marina);
    seat(&house, cage, table, Patron::A, CHIPS).await;
    tell(&house, cage, Key::derived("fill", &[]), Command::Fill { table, amount: Money::minor(77) })
        .await
        .unwrap();
    quiet(&house, &[cage, table]).await;
    close(&house, table, false).await;
    play_to_the_end(&house, table, &mut Whim::new(1)).await;
    let sums = proof::sums(&floor).await;
    assert_eq!(sums.get(&Account::Wallet(1).of(cage)), Some(&CHIPS));
    assert_eq!(sums.get(&Account::Treasury.of(cage)), Some(&0));
    house.close().await;
    verified(&floor).await;
    floor.drop().await;
}
