//! The one clock: windows are closed by units of the house itself, each with a key derived from the question, and none
//! while the database is unavailable.

use crate::private::Private;
use crate::support::{Floor, PATIENT, play_once, request, seat};
use engine::{Actor, Due, Input, Patron};
use house::House;
use house::ids::{Key, StreamId, Time};
use house::patrons::{Whim, next_move};
use house::store::{NewTable, make_cage, make_table};
use house::stream::{Command, Refused, Stream};
use house::table::{Clocks, Dealt};
use house::{Done, NotDone};
use std::time::{Duration, SystemTime};

/// A table of blackjack with two patrons.
struct Table {
    id: StreamId,
    cage: StreamId,
}

async fn table(floor: &Floor, clocks: Clocks) -> Table {
    let mut client = floor.database.connect().await.unwrap();
    let realm = crate::support::REALM;
    let cage = make_cage(&client, realm, "cage", 0).await.unwrap();
    let game = games::find("ohio/blackjack").unwrap();
    let config = rulebook::TableConfig::default_for(&game.book().unwrap());
    let (name, links) = ("table", &[]);
    let new = NewTable {
        realm,
        name,
        shard: 0,
        game,
        config: &config,
        dealt: Dealt::Computer,
        clocks,
        cage,
        links,
    };
    Table { id: make_table(&mut client, new).await.unwrap(), cage }
}

fn clocks(bets: u64, decisions: u64) -> Clocks {
    Clocks::of(Duration::from_millis(bets), Duration::from_millis(decisions))
}

impl Table {
    async fn seat(&self, house: &House) {
        for patron in [Patron::A, Patron::B] {
            seat(house, self.cage, self.id, patron, 1_000_000).await;
        }
        // The cut comes before the first bet.
        while !matches!(self.due(house).await, Due::Bets { .. }) {
            play_once(house, self.id, &mut Whim::new(1)).await.unwrap().unwrap();
        }
    }

    async fn due(&self, house: &House) -> Due {
        house.look(self.id, |stream| stream.table().unwrap().face().due()).await.unwrap()
    }

    async fn seq(&self, house: &House) -> i64 {
        house.look(self.id, |stream| stream.table().unwrap().seq()).await.unwrap()
    }

    /// The patron makes the main wager.
    async fn bet(&self, house: &House, patron: Patron) -> Done {
        let input = house
            .look(self.id, move |stream| {
                let table = stream.table().unwrap();
                let word = table.facts().book.main_wager().unwrap().id.clone();
                let wager =
                    *table.facts().game.vocabulary.wagers.iter().find(|id| id.word() == word).unwrap();
                let (box_number, beneficiary) = (patron.index() + 1, engine::Beneficiary::Patron);
                let range = table.face().stakes(patron, box_number, wager, beneficiary).unwrap();
                Input::Bet { patron, box_number, wager, stake: range.min, beneficiary }
            })
            .await
            .unwrap();
        let seen = self.seq(house).await;
        let (person, key) = (i64::from(patron.index()) + 1, Key::derived("bet", &[seen]));
        let command = Command::Play { by: Actor::Patron(patron), input };
        house.send(request(self.id, person, key, seen, command)).await.unwrap()
    }

    /// The units of the clock: their times, by key.
    async fn expiries(&self, floor: &Floor) -> Vec<(Key, Time)> {
        let client = floor.database.connect().await.unwrap();
        let asked = "select key, at from unit where stream = $1 and person = 0 and sender = 0 order by seq";
        let rows = client.query(asked, &[&self.id.0]).await.unwrap();
        let key = |row: &tokio_postgres::Row| Key(row.get::<_, uuid::Uuid>(0).into_bytes());
        rows.iter().map(|row| (key(row), Time::from_system(row.get::<_, SystemTime>(1)))).collect()
    }

    async fn first_expiry(&self, floor: &Floor) -> (Key, Time) {
        for _ in 0..2_000 {
            if let Some(first) = self.expiries(floor).await.first() {
                return *first;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("nothing ever expires")
    }

    fn name(&self, asked: i64) -> Key {
        Key::derived("expire", &[self.id.0, asked])
    }
}

async fn database_time(floor: &Floor, asked: &str) -> Time {
    let client = floor.database.connect().await.unwrap();
    Time::from_system(client.query_one(asked, &[]).await.unwrap().get::<_, SystemTime>(0))
}

fn milliseconds(from: Time, to: Time) -> i64 {
    (to.0 - from.0) / 1_000
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bet_in_the_window_does_not_prolong_it() {
    let floor = Floor::new("window", 1).await;
    let table = table(&floor, clocks(2_500, 3_600_000)).await;
    let house = floor.open().await;
    table.seat(&house).await;
    let first = table.bet(&house, Patron::A).await;
    let asked = house.look(table.id, |stream| stream.table().unwrap().asked()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(1_000)).await;
    let second = table.bet(&house, Patron::B).await;
    let (key, at) = table.first_expiry(&floor).await;
    assert_eq!(key, table.name(asked));
    assert!(second.at < at, "the second bet came within the window");
    assert!(milliseconds(first.at, at) >= 2_500, "too early by {}", 2_500 - milliseconds(first.at, at));
    assert!(milliseconds(second.at, at) < 2_500, "prolonged: {}", milliseconds(second.at, at));
    house.close().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn after_a_restart_an_open_window_has_its_full_length_once() {
    let floor = Floor::new("full_window", 1).await;
    let table = table(&floor, clocks(1_500, 3_600_000)).await;
    let house = floor.open().await;
    table.seat(&house).await;
    table.bet(&house, Patron::A).await;
    let asked = house.look(table.id, |stream| stream.table().unwrap().asked()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(700)).await;
    house.close().await;
    let opens = database_time(&floor, "select clock_timestamp()").await;
    let house = floor.open().await;
    let opened = database_time(&floor, "select clock_timestamp()").await;
    let (key, at) = table.first_expiry(&floor).await;
    assert_eq!(key, table.name(asked));
    assert!(milliseconds(opens, at) >= 1_500, "too early: {}", milliseconds(opens, at));
    assert!(milliseconds(opened, at) < 3_000, "more than once: {}", milliseconds(opened, at));
    house.close().await;
    floor.drop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_lapses_while_the_database_is_away() {
    let private = Private::start("away", 26_632);
    let floor = Floor::on(private.database(), "away", 1).await;
    // Longer than the pause of the house between two attempts to reach the database, so that an immediate expiry would
    // show.
    let table = table(&floor, clocks(1_600, 3_600_000)).await;
    let house = floor.open().await;
    table.seat(&house).await;
    let bet = table.bet(&house, Patron::A).await;
    private.stop_immediately();
    tokio::time::sleep(Duration::from_millis(1_800)).await;
    private.up();
    let (_, at) = table.first_expiry(&floor).await;
    let back = database_time(&floor, "select pg_postmaster_start_time()").await;
    assert!(milliseconds(bet.at, back) >= 1_600);
    assert!(milliseconds(back, at) >= 1_600, "{} after the database was back", milliseconds(back, at));
    house.close().await;
}

/// An expiry and the answer that it replaces are both in transit: only one of them has an effect.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_and_the_expiry_of_its_question_never_both_count() {
    let floor = Floor::new("race", 1).await;
    let table = table(&floor, clocks(3_600_000, 3_600_000)).await;
    let house = floor.open().await;
    table.seat(&house).await;
    let mut whim = Whim::new(5);
    let (mut answered, mut expired) = (0, 0);
    for turn in 0..200 {
        let mut own = whim.clone();
        whim.below(2);
        let look = move |stream: &dyn Stream| {
            let table = stream.table().unwrap();
            (next_move(table, &mut own), table.asked(), table.seq(), stream.window().is_some())
        };
        let (next, asked, seen, open) = house.look(table.id, look).await.unwrap();
        // If everyone has answered, the house closes the window.
        if matches!(table.due(&house).await, Due::Choices { left, .. } if left.is_empty()) {
            tokio::time::sleep(Duration::from_millis(5)).await;
            continue;
        }
        let Some((by, input)) = next else { continue };
        let person = house::patrons::person_of(by).0;
        let key = Key::derived("answer", &[turn]);
        let answer = request(table.id, person, key, seen, Command::Play { by, input });
        let answers = matches!(input, Input::Choose { .. } | Input::Step(_));
        if !open || !answers {
            house.send(answer).await.unwrap();
            continue;
        }
        let together =
            matches!((table.due(&house).await, input), (Due::Choices { .. }, Input::Choose { .. }));
        let expiry = request(table.id, 0, table.name(asked), seen, Command::Expire { asked });
        let (answer, expiry) = if turn % 2 == 0 {
            tokio::join!(house.send(answer), house.send(expiry))
        } else {
            let (expiry, answer) = tokio::join!(house.send(expiry), house.send(answer));
            (answer, expiry)
        };
        let late = match (&answer, &expiry) {
            (Ok(_), Err(late)) => {
                answered += 1;
                late
            }
            (Err(late), Ok(_)) => {
                expired += 1;
                late
            }
            // If several are asked together, the clock closes for the rest.
            (Ok(answer), Ok(expiry)) if together && answer.seq < expiry.seq => continue,
            both => panic!("{both:?}"),
        };
        assert!(matches!(late, NotDone::Refused(Refused::Conflict { .. })), "{late:?}");
    }
    assert!(answered > 20 && expired > 20, "{answered} {expired}");
    house.close().await;
    floor.drop().await;
}

/// A wager that arrives after bets were closed does not count for the next round.
#[tokio::test(flavor = "multi_thread")]
async fn a_bet_that_comes_too_late_is_refused() {
    let floor = Floor::new("late_bet", 1).await;
    let table = table(&floor, PATIENT).await;
    let house = floor.open().await;
    table.seat(&house).await;
    let seen = table.seq(&house).await;
    let bet = table.bet(&house, Patron::A).await;
    let look = |stream: &dyn Stream| next_move(stream.table().unwrap(), &mut Whim::new(1));
    // The round is played to its end.
    let mut ended = false;
    while !ended {
        let (by, input) = house.look(table.id, look).await.unwrap().unwrap();
        let (by, input) = match input {
            Input::Bet { .. } => (Actor::DEALER, Input::Step(closes(table.due(&house).await))),
            _ => (by, input),
        };
        let seq = table.seq(&house).await;
        let key = Key::derived("round", &[seq]);
        let person = house::patrons::person_of(by).0;
        let done =
            house.send(request(table.id, person, key, seq, Command::Play { by, input })).await.unwrap();
        ended = done.events.iter().any(|event| matches!(event.what, engine::What::RoundEnded { .. }));
    }
    assert!(matches!(table.due(&house).await, Due::Bets { .. }));
    // B saw what A saw before the bet.
    let late = house
        .look(table.id, |stream| {
            let table = stream.table().unwrap();
            let word = table.facts().book.main_wager().unwrap().id.clone();
            let wager = *table.facts().game.vocabulary.wagers.iter().find(|id| id.word() == word).unwrap();
            let beneficiary = engine::Beneficiary::Patron;
            let stake = table.face().stakes(Patron::B, 2, wager, beneficiary).unwrap().min;
            Input::Bet { patron: Patron::B, box_number: 2, wager, stake, beneficiary }
        })
        .await
        .unwrap();
    let command = Command::Play { by: Actor::Patron(Patron::B), input: late };
    let late = house.send(request(table.id, 2, Key::derived("late", &[]), bet.seq.min(seen), command)).await;
    assert!(matches!(late, Err(NotDone::Refused(Refused::Conflict { .. }))), "{late:?}");
    house.close().await;
    floor.drop().await;
}

fn closes(due: Due) -> engine::StepId {
    let Due::Bets { closes } = due else { panic!("{due:?}") };
    closes
}

/// Whether no time is running, or the required wagers are incomplete so that no window can be closed.
fn rests_now(stream: &dyn Stream) -> bool {
    let face = stream.table().unwrap().face();
    let mut closable = false;
    if let Due::Bets { closes } = face.due() {
        face.offers(&mut |offer| closable |= offer.ask == engine::Ask::Step(closes));
        return stream.window().is_none() || !closable;
    }
    false
}

/// Everyone bets and then falls silent: every game comes to rest by the clock of its shard.
#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end_by_the_clock_alone() {
    let floor = Floor::new("alone", 2).await;
    let furnished = floor.furnish(clocks(150, 60)).await;
    let house = floor.open().await;
    for (_, table, cage) in &furnished.tables {
        for patron in [Patron::A, Patron::B] {
            seat(&house, *cage, *table, patron, 1_000_000).await;
        }
        let mut whim = Whim::new(9);
        for _ in 0..12 {
            // The clock may have come first.
            let _ = play_once(&house, *table, &mut whim).await;
        }
    }
    for (game, table, _) in &furnished.tables {
        let mut rests = false;
        for _ in 0..3_000 {
            rests = house.look(*table, rests_now).await.unwrap();
            if rests {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let due = house.look(*table, |stream| stream.table().unwrap().face().due()).await.unwrap();
        assert!(rests && matches!(due, Due::Bets { .. }), "{game}: {due:?}");
    }
    let client = floor.database.connect().await.unwrap();
    let count = "select count(*) from unit where person = 0 and sender = 0";
    let expiries: i64 = client.query_one(count, &[]).await.unwrap().get(0);
    assert!(expiries >= i64::try_from(furnished.tables.len()).unwrap(), "{expiries}");
    house.close().await;
    crate::proof::streams(&floor, "alone").await;
    floor.drop().await;
}
